/* What a job is asked to do: the options of `axmap run` and `axmap plan`, from flags and a job file.
 *
 *     ax_job_options options = ax_job_options_defaults();
 *     ax_status *status = ax_job_options_load(&options, argc, argv);
 *     ...
 *     ax_job_options_free(&options);
 *
 * A flag wins over the same key of the job file. Names of arguments and results are kept as written,
 * from both: what they mean is known when the program is (job/bind.h). All errors of usage are
 * AX_INVALID_ARGUMENT.
 */
#ifndef AXMAP_JOB_OPTIONS_H
#define AXMAP_JOB_OPTIONS_H

#include <axmap/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define AX_JOB_TIMEOUT 600.0 /* seconds, when none is given */

/* Where an option was written. */
typedef struct ax_job_place {
    const char *file; /* the job file, owned by the options; NULL: the command line */
    int line;
} ax_job_place;

/* NAME=FILE and what may follow. Of AXIS and TENSOR only what the list's kind allows is ever set. */
typedef struct ax_job_binding {
    char *name;
    char *file;
    char *tensor;  /* NULL: none was named */
    int64_t axis;  /* may count from the end, as -1 */
    bool has_axis; /* it was given; it is 0 otherwise */
    bool once;     /* of an output: no axis of records (:none) */
    ax_job_place place;
} ax_job_binding;

typedef struct ax_job_bindings {
    int32_t count;
    ax_job_binding *items;
} ax_job_bindings;

typedef enum ax_job_backend { AX_JOB_BACKEND_CPU, AX_JOB_BACKEND_REFERENCE } ax_job_backend;

typedef enum ax_job_option_id {
#define AX_JOB_OPTION(key, field, kind, value, help) AX_JOB_OPTION_##field,
#include "job/options.def"
#undef AX_JOB_OPTION
    AX_JOB_OPTION_COUNT
} ax_job_option_id;

typedef struct ax_job_options {
    char *job_file; /* or NULL */
    bool help;      /* --help: print ax_job_options_help and do nothing else */
    char *program;  /* or NULL */
    ax_job_bindings arg, in, out;
    char *axis_name;          /* or NULL */
    int64_t micro_batch;      /* 0: auto */
    int64_t memory;           /* in bytes; 0: by default */
    int64_t devices_per_rank; /* 0: by default, as the next two */
    int64_t threads;
    int64_t block_rows; /* a power of two */
    int64_t backend;    /* ax_job_backend */
    bool native;
    bool check_promises;
    double timeout; /* in seconds; 0: for ever */
    char *report;   /* or NULL */
    bool quiet;
    bool flagged[AX_JOB_OPTION_COUNT]; /* given on the command line */
    bool keyed[AX_JOB_OPTION_COUNT];   /* given in the job file */
} ax_job_options;

ax_job_options ax_job_options_defaults(void);
void ax_job_options_free(ax_job_options *options);

/* Reads flags (the words behind the command), then the job file that they name, and checks that what
 * is needed is there (nothing is, with --help). The options must be freed after errors too. */
ax_status *ax_job_options_load(ax_job_options *options, int argc, const char *const *argv);

/* Its three steps, for a caller who gets the job file's text elsewhere. Flags come first. */
ax_status *ax_job_options_read_flags(ax_job_options *options, int argc, const char *const *argv);
ax_status *ax_job_options_read_yaml(ax_job_options *options, const char *text, size_t length);
ax_status *ax_job_options_check(const ax_job_options *options);

/* The list of options as --help prints it. The caller frees it. */
ax_status *ax_job_options_help(char **out_text);

#endif
