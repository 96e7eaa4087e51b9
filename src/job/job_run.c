#include "base/checked.h"
#include "base/clock.h"
#include "exec/stages.h"
#include "job/comm_peers.h"
#include "job/file_rows.h"
#include "job/job.h"
#include "job/memory_use.h"

#include <stdio.h>
#include <stdlib.h>

/* A job under way. */
typedef struct job_run {
    ax_job *job;
    ax_peers peers;
    ax_output **outputs; /* by result; NULL where it is not written */
    void **weights;      /* by argument; NULL where it is mapped */
    ax_memory_watch *watch;
    bool unlocked;
} job_run;

static ax_comm *comm_of(const job_run *run)
{
    return run->job->context->comm;
}

/* A report that cannot be written is found now, as an output is. */
static ax_status *open_run(job_run *run)
{
    const ax_job_binds *binds = run->job->binds;
    run->outputs = calloc((size_t)binds->noutputs + 1, sizeof *run->outputs);
    run->weights = calloc((size_t)binds->ninputs + 1, sizeof *run->weights);
    if (!run->outputs || !run->weights) {
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a job");
    }
    const char *report = run->job->options->report;
    if (report && ax_comm_rank(comm_of(run)) == 0)
        AX_TRY(ax_output_check(report));
    return ax_memory_watch_start(&run->watch);
}

/* Before anything is computed: a folder that is not writable is found now. */
static ax_status *create_outputs(job_run *run)
{
    const ax_job *job = run->job;
    for (int32_t i = 0; i < job->binds->noutputs; i++) {
        const ax_bound_output *output = &job->binds->outputs[i];
        if (!output->path)
            continue;
        ax_output_options options = {.path = output->path,
                                     .record = output->record,
                                     .axis = output->axis,
                                     .row_starts = job->row_starts};
        AX_TRY(ax_output_create(&run->peers, &options, &run->outputs[i]));
        if (!ax_output_is_locked(run->outputs[i]))
            run->unlocked = true;
    }
    return NULL;
}

/* Rank 0 reads an argument that all examples share; the others get it from there. */
static ax_status *load_weight(job_run *run, int32_t index)
{
    const ax_bound_input *bound = &run->job->binds->inputs[index];
    const ax_type *type = &run->job->inputs[index].type;
    int64_t bytes = ax_type_bytes(type);
    ax_status *local = ax_allocator_alloc(run->job->context->allocator, bytes,
                                          &run->weights[index]);
    if (!local && bound->file) {
        local = ax_array_file_read_all(bound->file, bound->array, run->weights[index]);
    }
    char what[96];
    snprintf(what, sizeof what, "reading argument %d", (int)index);
    ax_launch launch = {.what = what};
    return ax_comm_broadcast(comm_of(run), &launch, local, 0, run->weights[index], bytes);
}

static ax_status *load_weights(job_run *run)
{
    double start = ax_clock();
    for (int32_t i = 0; i < run->job->binds->ninputs; i++) {
        if (!run->job->binds->inputs[i].mapped)
            AX_TRY(load_weight(run, i));
    }
    run->job->mine.load += ax_clock() - start;
    return NULL;
}

/* A program that runs once, over its own axes: its results are whole on every rank. */
static ax_status *compute_sharded(job_run *run, const ax_row_sink *sink)
{
    const ax_job *job = run->job;
    const ax_graph *graph = job->sharded;
    double start = ax_clock();
    void **results = calloc((size_t)graph->noutputs + 1, sizeof *results);
    ax_status *status = results ? NULL : AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a job");
    for (int32_t i = 0; i < graph->noutputs && !status; i++)
        status = ax_allocator_alloc(job->context->allocator,
                                    ax_type_bytes(&graph->outputs[i]->type), &results[i]);
    status = ax_comm_agree(comm_of(run), "running the program", status);
    if (!status)
        status = ax_evaluate_stages(job->context, graph, (const void *const *)run->weights,
                                    results);
    run->job->mine.times.compute = ax_clock() - start;
    for (int32_t i = 0; i < graph->noutputs && !status; i++)
        status = sink->whole(sink->user, i, results[i]);
    for (int32_t i = 0; i < graph->noutputs && results; i++)
        ax_allocator_free(job->context->allocator, results[i],
                          ax_type_bytes(&graph->outputs[i]->type));
    free(results);
    run->job->mine.times.total = ax_clock() - start;
    return ax_comm_agree(comm_of(run), "running the program", status);
}

static ax_status *compute(job_run *run)
{
    ax_job *job = run->job;
    ax_file_sink sink = {.binds = job->binds,
                         .outputs = run->outputs,
                         .rank = ax_comm_rank(comm_of(run)),
                         .first = job->mine.first_row,
                         .count = job->mine.rows};
    ax_row_source rows_in = ax_file_source(job->binds);
    ax_row_sink rows_out = ax_file_sink_rows(&sink);
    if (job->sharded)
        return compute_sharded(run, &rows_out);
    return ax_map_program_run(job->map, (const void *const *)run->weights, &rows_in, &rows_out,
                              &job->mine.times);
}

static ax_status *finish_outputs(job_run *run)
{
    const ax_job_binds *binds = run->job->binds;
    ax_output **written = calloc((size_t)binds->noutputs + 1, sizeof *written);
    if (!written) {
        return ax_comm_fail(comm_of(run), AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a job"));
    }
    double start = ax_clock();
    int count = 0;
    for (int32_t i = 0; i < binds->noutputs; i++) {
        if (run->outputs[i])
            written[count++] = run->outputs[i];
    }
    ax_status *status = ax_outputs_finish(&run->peers, written, count);
    run->job->mine.finish = ax_clock() - start;
    free(written);
    return status;
}

/* The most that this rank's allocators handed out. */
static int64_t allocated_bytes(const ax_context *context)
{
    int64_t bytes = ax_allocator_use(context->allocator).peak_bytes;
    for (int i = 0; i < context->places.local_count; i++)
        bytes += ax_allocator_use(ax_context_local_device(context, i)->allocator).peak_bytes;
    return bytes;
}

static void close_run(job_run *run)
{
    const ax_job *job = run->job;
    for (int32_t i = 0; run->outputs && i < job->binds->noutputs; i++) {
        ax_output_free(run->outputs[i]);
    }
    for (int32_t i = 0; run->weights && i < job->binds->ninputs; i++) {
        int64_t bytes = ax_type_bytes(&job->inputs[i].type);
        ax_allocator_free(job->context->allocator, run->weights[i], bytes);
    }
    free(run->outputs);
    free(run->weights);
    ax_rank_report *mine = &run->job->mine;
    mine->allocated_bytes = allocated_bytes(job->context);
    mine->peak_bytes = ax_memory_watch_stop(run->watch);
    mine->other_bytes = ax_max_i64(0, mine->peak_bytes - mine->allocated_bytes);
}

static ax_status *run_steps(job_run *run)
{
    AX_TRY(ax_comm_agree(comm_of(run), "starting the job", open_run(run)));
    AX_TRY(create_outputs(run));
    AX_TRY(load_weights(run));
    AX_TRY(compute(run));
    return finish_outputs(run);
}

ax_status *ax_job_run(ax_job *job, ax_job_report *out_report)
{
    double start = ax_clock();
    ax_comm *comm = job->context->comm;
    int rank = ax_comm_rank(comm);
    job->mine.first_row = job->row_starts[rank];
    job->mine.rows = job->row_starts[rank + 1] - job->row_starts[rank];
    job->mine.planned_bytes = job->map->memory.devices_bytes + job->map->memory.rank_bytes;
    job->mine.reserved_bytes = job->map->memory.reserved;
    job_run run = {.job = job, .peers = ax_peers_of_comm(comm)};
    ax_status *status = run_steps(&run);
    close_run(&run);
    AX_TRY(status);
    AX_TRY(ax_job_report_gather(comm, job->options->program, job->map, &job->mine,
                                ax_clock() - start, out_report));
    out_report->unlocked = run.unlocked;
    return NULL;
}
