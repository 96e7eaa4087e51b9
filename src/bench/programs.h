/* Times of whole programs, as `axmap bench programs` measures them.
 *
 * A program is FOLDER/NAME.mlir; it runs on FOLDER/NAME.in.K.npy, its arguments, and must give
 * FOLDER/NAME.out.K.npy, those of its results that are there, within the tolerance of their types: 2^-16 for f32, 2^-40 for f64,
 * 2^-8 for f16 and 2^-5 for bf16 as ax_compare_error (check/compare.h) measures; whole numbers exactly.
 */
#ifndef AXMAP_BENCH_PROGRAMS_H
#define AXMAP_BENCH_PROGRAMS_H

#include "exec/context.h"

typedef struct ax_program_step {
    char *what;     /* "dot_general f32[64,784] f32[784,1024] -> f32[64,1024]" */
    char *kernel;   /* who ran it: "eval" for the op's own evaluation */
    double seconds; /* in the fastest run */
} ax_program_step;

/* Seconds of one run. Arguments lie in place; results are `fresh`, buffers that the device's allocator
 * hands out for this run, or `reused`, the same in each run. */
typedef struct ax_program_time {
    double fresh_median, fresh_least, reused_median, reused_least;
    double processor, reused_processor; /* of all threads, in the run that took least of it */
    int32_t runs;                       /* fresh ones */
    double load, compile; /* reading and importing the text; from its graph to an executable */
    double compile_processor;
    int64_t peak_bytes; /* of arguments, results and workspace */
    int32_t compared;   /* how often a result was compared; 0: there was none to compare with */
    double max_error;   /* of these */
    int32_t nsteps;
    ax_program_step *steps; /* where they were asked for */
} ax_program_time;

typedef struct ax_program_options {
    double min_time; /* seconds for fresh results and for reused ones, each */
    bool steps;      /* time each step of the executable too */
} ax_program_options;

/* Compiles a small program that is none of the measured: the first compilation of a process also loads the
 * code generator, from the disk into the cache, and that is not the program's time. */
ax_status *ax_bench_warm_up(ax_context *context);

/* Measures one program with the context's first device: its team helps if it has more threads than one.
 * Errors: AX_NOT_FOUND and AX_INVALID_ARGUMENT for files that are missing or of another type, AX_MISMATCH
 * where a result is wrong; all name the program. */
ax_status *ax_bench_program(ax_context *context, const char *folder, const char *name,
                            const ax_program_options *options, ax_program_time *out_time);
void ax_program_time_free(ax_program_time *time);

/* The report of a whole run, JSON. */
typedef struct ax_program_report ax_program_report;

ax_status *ax_program_report_create(const ax_context *context, double min_time,
                                    ax_program_report **out_report);
/* Bytes a second, as ax_bench_triad measures them. */
ax_status *ax_program_report_set_bandwidth(ax_program_report *report, double bandwidth);
ax_status *ax_program_report_add(ax_program_report *report, const char *name,
                                 const ax_program_time *time);
/* Where it was measured, a line for people; lives as long as the report. */
const char *ax_program_report_header(const ax_program_report *report);
/* Writes it to a file that must not be there yet. Errors: AX_IO. */
ax_status *ax_program_report_write(const ax_program_report *report, const char *path);
void ax_program_report_free(ax_program_report *report); /* NULL is allowed */

#endif
