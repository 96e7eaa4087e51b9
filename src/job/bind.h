/* Which file feeds which argument, and which result goes where: a job's options applied to a program.
 *
 * Names are resolved, a flag wins over the job file's binding of the same argument, every argument is
 * bound once, and the files' types are compared with the program's. Headers are read, no data.
 */
#ifndef AXMAP_JOB_BIND_H
#define AXMAP_JOB_BIND_H

#include "formats/array_file.h"
#include "job/names.h"
#include "job/options.h"
#include "job/output_layout.h"

/* What a program takes and gives, as it is written. */
typedef struct ax_job_signature {
    int32_t ninputs, noutputs;
    const ax_job_slot *inputs, *outputs;
    /* The program's own axis, when the records of --in are it (--axis-name); else NULL. Types then
     * have that axis in their sharded dimension; otherwise they are those of one example. */
    const char *axis_name;
    int64_t axis_size;
} ax_job_signature;

typedef struct ax_bound_input {
    bool mapped;                  /* over the records, which lie along `axis` of the array */
    int32_t axis;                 /* in [0, ndim) */
    const ax_array_file *file;    /* NULL where this rank does not read it */
    const ax_stored_array *array; /* as the file */
} ax_bound_input;

typedef struct ax_bound_output {
    const char *path; /* NULL: this result is not written */
    int32_t axis;     /* where the records stand in the file, or AX_OUTPUT_ONCE */
    ax_type record;   /* of one record's result; the whole for AX_OUTPUT_ONCE */
} ax_bound_output;

typedef struct ax_job_binds {
    int32_t ninputs, noutputs;
    ax_bound_input *inputs;   /* by argument */
    ax_bound_output *outputs; /* by result */
    bool mapped;              /* some argument is */
    int64_t records;          /* their number; 1 where none is mapped */
    int32_t nfiles;
    ax_array_file **files; /* each file opened once */
} ax_job_binds;

/* `reads_shared`: whether this rank reads the arguments that all examples share; the files of the
 * others are opened on all. `options` must outlive the binds. Errors: AX_INVALID_ARGUMENT (an unknown,
 * ambiguous, unbound or doubly bound name; a type, axis or length that does not fit; a program to run
 * without any output), and those of ax_array_file_open. */
ax_status *ax_job_bind(const ax_job_options *options, const ax_job_signature *signature,
                       bool reads_shared, ax_job_binds **out_binds);
void ax_job_binds_free(ax_job_binds *binds); /* NULL is allowed */

#endif
