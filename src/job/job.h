/* A sharded batch job: a program, its files, and the mapped function made of them.
 *
 *     ax_job_prepare   reads the program and the files' headers, plans; computes nothing
 *     ax_job_run       reads the weights, streams the records through, writes the outputs
 *
 * Both are collective. A rank that fails ends the others with its message.
 */
#ifndef AXMAP_JOB_JOB_H
#define AXMAP_JOB_JOB_H

#include "exec/map.h"
#include "job/bind.h"
#include "job/options.h"
#include "job/report.h"
#include "transform/example.h"

typedef struct ax_job {
    ax_context *context;
    const ax_job_options *options;
    ax_example program; /* its graph is the map's after ax_job_prepare; without --axis-name whole */
    char *own_axes;     /* "i or j": what --axis-name may be; or NULL */
    ax_graph *sharded;  /* a program that runs once, over its own axes, before vmap; or NULL */
    int64_t replicas;   /* of a program whose replicas the records are; else 0 */
    ax_job_slot *inputs; /* what the binds were made for */
    ax_job_slot *outputs;
    ax_job_binds *binds;
    ax_map_program *map;
    int64_t *row_starts; /* by rank, and the number of records at the end */
    ax_rank_report mine;
} ax_job;

/* `options` is kept and must outlive the job. */
ax_status *ax_job_prepare(ax_context *context, const ax_job_options *options, ax_job **out_job);
void ax_job_free(ax_job *job); /* NULL is allowed */

/* Runs the job. The report is freed with ax_job_report_free and borrows from the job. */
ax_status *ax_job_run(ax_job *job, ax_job_report *out_report);

/* What run would do, as text for people: shards, blocks, rows, memory. The caller frees it. */
ax_status *ax_job_plan_text(const ax_job *job, char **out_text);

#endif
