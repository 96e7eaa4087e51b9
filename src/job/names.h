/* What a name on the command line or in a job file means: which argument or result of the program.
 *
 * Accepted are a position (`0`), the program's own name as printed (`params['w']`) and the dotted form
 * (`params.w`). A name that fits several is an error that lists them.
 */
#ifndef AXMAP_JOB_NAMES_H
#define AXMAP_JOB_NAMES_H

#include <axmap/type.h>

/* An argument or a result of the program. */
typedef struct ax_job_slot {
    const char *name; /* as the program prints it, or NULL */
    ax_type type;
    /* The dimension that is sharded on the program's own axis, or AX_JOB_NOT_SHARDED. */
    int32_t sharded_dim;
} ax_job_slot;

enum { AX_JOB_NOT_SHARDED = -1 };

/* The slots of one kind, ready to be looked up. */
typedef struct ax_job_names {
    const char *kind; /* "argument" or "result" */
    int32_t count;
    const ax_job_slot *slots;
    char **dotted; /* by slot; its position where it has no name */
} ax_job_names;

/* `slots` is kept, not copied. */
ax_status *ax_job_names_make(const char *kind, const ax_job_slot *slots, int32_t count,
                             ax_job_names *out_names);
void ax_job_names_free(ax_job_names *names);

/* The slots that `name` means, as a list that the caller frees: the one of this name, or else, where
 * `prefixes` is set, all whose dotted name begins with `name` and a dot (*out_prefix is then true).
 * Errors: AX_INVALID_ARGUMENT: none or several; `place` begins the message ("--in"). */
ax_status *ax_job_names_find(const ax_job_names *names, const char *name, bool prefixes,
                             const char *place, int32_t **out_found, int32_t *out_count,
                             bool *out_prefix);

/* "argument 2 'params.w' f32[3,4]" into `buffer`, for messages. */
enum { AX_JOB_SLOT_TEXT = AX_TYPE_TEXT + 160 };
const char *ax_job_slot_print(const ax_job_names *names, int32_t index, char *buffer);

#endif
