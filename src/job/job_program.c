#include "job/job_program.h"

#include "base/text.h"
#include "formats/stablehlo.h"
#include "job/read_text.h"
#include "transform/shard_map.h"

#include <stdlib.h>
#include <string.h>

static ax_status *no_memory(void)
{
    return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a job");
}

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

void ax_job_settle_sharded(ax_job *job)
{
    if (job->sharded && (job->binds->mapped || !ax_graph_has_shard_map(job->sharded))) {
        ax_graph_free(job->sharded);
        job->sharded = NULL;
    }
}

ax_status *ax_job_load_program(ax_job *job)
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
