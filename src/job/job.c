#include "job/job.h"

#include "base/checked.h"
#include "base/clock.h"
#include "job/job_program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static ax_status *no_memory(void)
{
    return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a job");
}

/* ---- binding ---- */

static ax_status *make_slots(const ax_job *job, const ax_var *const *vars, int32_t count,
                             const char *const *names, const int64_t *axes, ax_job_slot **out_slots)
{
    ax_job_slot *slots = calloc((size_t)count + 1, sizeof *slots);
    if (!slots)
        return no_memory();
    for (int32_t i = 0; i < count; i++) {
        slots[i].name = names ? names[i] : NULL;
        slots[i].type = vars[i]->type;
        slots[i].sharded_dim = AX_JOB_NOT_SHARDED;
        if (!axes || axes[i] == AX_NONE)
            continue;
        if (slots[i].type.ndim == AX_MAX_NDIM) {
            free(slots);
            return AX_ERROR(AX_UNSUPPORTED, "%s has no room for the axis of records",
                            AX_TYPE_STRING(&vars[i]->type));
        }
        slots[i].sharded_dim = (int32_t)axes[i];
        slots[i].type = ax_type_insert_dim(&slots[i].type, (int32_t)axes[i],
                                           job->program.axis_size);
    }
    *out_slots = slots;
    return NULL;
}

static ax_status *check_replicas(const ax_job *job)
{
    if (!job->replicas)
        return NULL;
    if (!job->binds->mapped) {
        return AX_ERROR(AX_INVALID_ARGUMENT,
                        "'%s' is a program of %lld replicas: give what differs from one to the "
                        "other with --in NAME=FILE",
                        job->options->program, (long long)job->replicas);
    }
    if (job->binds->records != job->replicas) {
        return AX_ERROR(
            AX_INVALID_ARGUMENT, "'%s' was lowered for %lld replicas, input has %lld: export again",
            job->options->program, (long long)job->replicas, (long long)job->binds->records);
    }
    return NULL;
}

static ax_status *bind(ax_job *job)
{
    const ax_graph *graph = job->program.graph;
    AX_TRY(make_slots(job, (const ax_var *const *)graph->inputs, graph->ninputs, graph->input_names,
                      job->program.in_axes, &job->inputs));
    AX_TRY(make_slots(job, graph->outputs, graph->noutputs, graph->output_names,
                      job->program.out_axes, &job->outputs));
    ax_job_signature signature = {
        .ninputs = graph->ninputs,
        .noutputs = graph->noutputs,
        .inputs = job->inputs,
        .outputs = job->outputs,
        .axis_name = job->replicas ? NULL : job->program.axis_name,
        .axis_size = job->program.axis_size,
    };
    bool reads_shared = ax_comm_rank(job->context->comm) == 0;
    ax_status *status = ax_job_bind(job->options, &signature, reads_shared, &job->binds);
    if (status && job->own_axes && !job->options->axis_name && job->options->in.count) {
        status = ax_status_context(
            status, "if the records are the program's own axis: --axis-name %s", job->own_axes);
    }
    return status ? status : check_replicas(job);
}

/* ---- planning ---- */

static ax_status *check_outputs(const ax_job *job)
{
    for (int32_t i = 0; i < job->binds->noutputs; i++) {
        const ax_bound_output *output = &job->binds->outputs[i];
        const ax_var *var = job->map->example->outputs[i];
        bool mapped = ax_var_is_mapped(&job->map->phases->vars[var->id]);
        if (output->path && output->axis == AX_OUTPUT_ONCE && mapped) {
            return AX_ERROR(AX_INVALID_ARGUMENT,
                            "--out '%s': the result %s differs from record to record; give it an "
                            "axis instead of :none",
                            output->path, AX_TYPE_STRING(&var->type));
        }
    }
    return NULL;
}

static ax_status *fill_row_starts(ax_job *job)
{
    ax_sharding sharding;
    AX_TRY(ax_sharding_make(job->binds->records, job->options->block_rows,
                            job->context->places.count, &sharding));
    int ranks = ax_comm_size(job->context->comm);
    job->row_starts = calloc((size_t)ranks + 1, sizeof *job->row_starts);
    if (!job->row_starts)
        return no_memory();
    for (int r = 0; r <= ranks; r++) {
        int64_t block = ax_sharding_first_block(&sharding, job->context->places.rank_first[r]);
        job->row_starts[r] = ax_sharding_row(&sharding, block);
    }
    return NULL;
}

/* Results that this rank keeps for the pages of other ranks, and receives for its own. */
static ax_status *output_memory(const ax_job *job, int64_t *out_bytes)
{
    int ranks = ax_comm_size(job->context->comm);
    int64_t bytes = 0;
    for (int32_t i = 0; i < job->binds->noutputs; i++) {
        const ax_bound_output *output = &job->binds->outputs[i];
        if (!output->path)
            continue;
        ax_output_layout layout;
        AX_TRY(
            ax_output_layout_make(&output->record, output->axis, ranks, job->row_starts, &layout));
        int64_t kept, received;
        ax_output_layout_memory(&layout, ax_comm_rank(job->context->comm), &kept, &received);
        ax_output_layout_free(&layout);
        if (!ax_checked_add(bytes, kept, &bytes) || !ax_checked_add(bytes, received, &bytes))
            return AX_ERROR(AX_OVERFLOW, "the bytes of the outputs do not fit 64 bits");
    }
    *out_bytes = bytes;
    return NULL;
}

static ax_status *plan(ax_job *job)
{
    int64_t reserved = 0;
    AX_TRY(fill_row_starts(job));
    AX_TRY(output_memory(job, &reserved));
    int32_t ninputs = job->binds->ninputs;
    bool *mapped = calloc((size_t)ninputs + 1, sizeof *mapped);
    if (!mapped)
        return no_memory();
    for (int32_t i = 0; i < ninputs; i++)
        mapped[i] = job->binds->inputs[i].mapped;
    ax_graph *graph = job->program.graph;
    job->program.graph = NULL;
    /* The example's own copy of the name goes with its graph. */
    const char *axis_name = job->replicas ? job->program.axis_name : job->options->axis_name;
    ax_map_spec spec = {.example = graph,
                        .mapped = mapped,
                        .axis_name = axis_name,
                        .length = job->binds->records,
                        .block_rows = job->options->block_rows,
                        .micro_batch = job->options->micro_batch,
                        .reserved = reserved};
    ax_status *status = ax_map_program_create(job->context, &spec, &job->map);
    free(mapped);
    AX_TRY(status);
    return check_outputs(job);
}

static ax_status *prepare(ax_job *job)
{
    double start = ax_clock();
    AX_TRY(ax_job_load_program(job));
    AX_TRY(ax_comm_agree(job->context->comm, "binding the files", bind(job)));
    ax_job_settle_sharded(job);
    job->mine.load = ax_clock() - start;
    start = ax_clock();
    ax_status *status = plan(job);
    char what[96]; /* what ranks that differ say of themselves */
    snprintf(what, sizeof what, "a job of %lld records", (long long)job->binds->records);
    ax_launch launch = {.what = what, .fingerprint = job->map ? job->map->fingerprint : 0};
    AX_TRY(ax_comm_handshake(job->context->comm, &launch, status));
    job->mine.compile = ax_clock() - start;
    return NULL;
}

ax_status *ax_job_prepare(ax_context *context, const ax_job_options *options, ax_job **out_job)
{
    ax_job *job = calloc(1, sizeof *job);
    if (!job)
        return ax_comm_fail(context->comm, no_memory());
    job->context = context;
    job->options = options;
    ax_status *status = prepare(job);
    if (status) {
        ax_job_free(job);
        return status;
    }
    *out_job = job;
    return NULL;
}

void ax_job_free(ax_job *job)
{
    if (!job)
        return;
    ax_map_program_free(job->map);
    ax_job_binds_free(job->binds);
    ax_graph_free(job->program.graph);
    ax_graph_free(job->sharded);
    free(job->inputs);
    free(job->outputs);
    free(job->row_starts);
    free(job->own_axes);
    free(job);
}
