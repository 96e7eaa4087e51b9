/* The table of options as data, and how one value gets from text into ax_job_options. For the two
 * readers of options: flags and job files. */
#ifndef AXMAP_JOB_OPTION_TABLE_H
#define AXMAP_JOB_OPTION_TABLE_H

#include "job/options.h"

typedef enum ax_job_option_kind {
    AX_JOB_KIND_PATH,
    AX_JOB_KIND_NAME,
    AX_JOB_KIND_ARGUMENTS, /* the three lists of bindings */
    AX_JOB_KIND_INPUTS,
    AX_JOB_KIND_OUTPUTS,
    AX_JOB_KIND_PARTS, /* devices or threads: a count that is not large */
    AX_JOB_KIND_POWER_OF_TWO,
    AX_JOB_KIND_COUNT_OR_AUTO,
    AX_JOB_KIND_BYTES,
    AX_JOB_KIND_SECONDS,
    AX_JOB_KIND_CHOICE,
    AX_JOB_KIND_FLAG
} ax_job_option_kind;

typedef struct ax_job_option {
    const char *key;
    size_t field; /* where it lies in ax_job_options */
    ax_job_option_kind kind;
    const char *value;
    const char *help;
} ax_job_option;

extern const ax_job_option ax_job_option_table[AX_JOB_OPTION_COUNT];

static inline bool ax_job_option_is_list(const ax_job_option *option)
{
    return option->kind >= AX_JOB_KIND_ARGUMENTS && option->kind <= AX_JOB_KIND_OUTPUTS;
}

/* The option of this key, or NULL; and then the key that may have been meant, or NULL. */
const ax_job_option *ax_job_option_find(const char *key, const char **out_nearest);

/* Sets an option from text; for a list, adds NAME=FILE... to it. Paths of a job file are relative to
 * its folder. A flag is kept when the job file gives the same option, whose value is checked all the
 * same. Errors name the place, the option, the value seen and the values allowed. */
ax_status *ax_job_option_set(ax_job_options *options, const ax_job_option *option, const char *text,
                             ax_job_place place);

/* Adds a binding to a list, from a name and the text behind the '='. */
ax_status *ax_job_option_bind(ax_job_options *options, const ax_job_option *option,
                              const char *name, const char *target, ax_job_place place);

/* Adds a binding whose parts stand apart: `tensor` and `axis` may be NULL. */
ax_status *ax_job_option_bind_parts(ax_job_options *options, const ax_job_option *option,
                                    const char *name, const char *file, const char *tensor,
                                    const char *axis, ax_job_place place);

/* The beginning of an error's message: "job.yaml:3: memory" or "--memory". */
enum { AX_JOB_PLACE_TEXT = 512 };
const char *ax_job_place_print(ax_job_place place, const char *key, char *buffer);

#endif
