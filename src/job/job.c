#include "job/job.h"

#include "base/checked.h"
#include "base/clock.h"
#include "base/text.h"
#include "formats/stablehlo.h"
#include "job/read_text.h"
#include "transform/shard_map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static ax_status *no_memory(void)
{
    return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a job");
}

/* ---- the program ---- */

static ax_status *import(const ax_job *job, const char *text, int64_t length,
                         ax_program *out_program)
{
    ax_hlo_module *module;
    AX_TRY(ax_stablehlo_parse(text, (size_t)length, job->options->program, &module));
    ax_status *status = ax_stablehlo_import(module, NULL, out_program);
    ax_stablehlo_free(module);
    return status;
}

/* "i or j": the program's own axes; NULL where it has none. */
static ax_status *list_axes(const ax_graph *graph, char **out_list)
{
    ax_names axes;
    ax_text text = {0};
    *out_list = NULL;
    if (!ax_graph_own_axes(graph, graph->arena, &axes))
        return no_memory();
    for (int32_t i = 0; i < axes.count; i++)
        ax_text_printf(&text, "%s%s", i ? " or " : "", axes.values[i]);
    return axes.count ? ax_text_take(&text, out_list) : NULL;
}

/* The records are the replicas: which arguments differ from one to the other, --in says. */
static ax_status *settle_replicas(ax_job *job, ax_program *program)
{
    const char *wanted = job->options->axis_name;
    if (wanted && strcmp(wanted, program->replica_axis) != 0) {
        return AX_ERROR(AX_INVALID_ARGUMENT, "--axis-name %s: '%s' is a program of %lld replicas",
                        wanted, job->options->program, (long long)program->replicas);
    }
    job->replicas = program->replicas;
    job->program.graph = program->graph;
    job->program.axis_name = program->replica_axis;
    program->graph = NULL;
    return NULL;
}

/* Axes that the function of one example has besides are vmapped. */
static ax_status *expand_example(const ax_example *example, ax_example *out_example)
{
    ax_example whole = *example;
    AX_TRY(ax_shard_map_expand(example->graph, &whole.graph));
    ax_arena *arena = whole.graph->arena;
    size_t ninputs = (size_t)whole.graph->ninputs, noutputs = (size_t)whole.graph->noutputs;
    whole.axis_name = ax_arena_strdup(arena, example->axis_name);
    whole.in_axes = ax_arena_copy(arena, example->in_axes, ninputs, sizeof *example->in_axes);
    whole.out_axes = ax_arena_copy(arena, example->out_axes, noutputs, sizeof *example->out_axes);
    if (!whole.axis_name || !whole.in_axes || !whole.out_axes) {
        ax_graph_free(whole.graph);
        return no_memory();
    }
    *out_example = whole;
    return NULL;
}

/* The records are an axis of the program's own, or an axis around the whole program, which is then
 * vmapped over its own as a matter of its own. */
static ax_status *settle_axis(ax_job *job, ax_program *program)
{
    const char *wanted = job->options->axis_name, *path = job->options->program;
    if (program->replica_axis)
        return settle_replicas(job, program);
    AX_TRY(list_axes(program->graph, &job->own_axes));
    if (!wanted) {
        AX_TRY(ax_shard_map_expand(program->graph, &job->program.graph));
        job->sharded = program->graph; /* kept where no records are mapped */
        program->graph = NULL;
        return NULL;
    }
    if (!job->own_axes) {
        return AX_ERROR(AX_INVALID_ARGUMENT,
                        "--axis-name %s: '%s' has no axis of its own; leave the option out", wanted,
                        path);
    }
    ax_example example;
    ax_status *status = ax_example_create(program->graph, wanted, &example);
    if (status)
        return ax_status_context(status, "--axis-name %s: '%s' is mapped over %s", wanted, path,
                                 job->own_axes);
    status = expand_example(&example, &job->program);
    ax_graph_free(example.graph);
    return status;
}

/* Without records to map, the devices share the points of the program's own axes. */
static void settle_sharded(ax_job *job)
{
    if (job->sharded && (job->binds->mapped || !ax_graph_has_shard_map(job->sharded))) {
        ax_graph_free(job->sharded);
        job->sharded = NULL;
    }
}

/* Reads it on rank 0 only, and gives it to all. */
static ax_status *load_program(ax_job *job)
{
    ax_comm *comm = job->context->comm;
    const char *path = job->options->program;
    char *text = NULL;
    int64_t length = 0;
    ax_status *local = ax_comm_rank(comm) == 0 ? ax_read_text(path, &text, &length) : NULL;
    ax_launch launch = {.what = "reading the program"};
    void *copy = NULL;
    ax_status *status = ax_comm_broadcast_blob(comm, &launch, local, 0, text, length, &copy,
                                               &length);
    free(text);
    AX_TRY(status);
    ax_program program = {0};
    status = import(job, copy, length, &program);
    free(copy);
    if (!status)
        status = settle_axis(job, &program);
    ax_program_free(&program);
    return ax_comm_agree(comm, "importing the program", status);
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
    if (status && job->own_axes && !job->options->axis_name) {
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
    AX_TRY(load_program(job));
    AX_TRY(ax_comm_agree(job->context->comm, "binding the files", bind(job)));
    settle_sharded(job);
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
