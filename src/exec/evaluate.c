#include "exec/evaluate.h"

#include "backend/executable.h"
#include "exec/stages.h"
#include "transform/shard_map.h"

#include <fenv.h>

/* Compiles and runs a graph without axes of its own, which it takes over. */
static ax_status *evaluate_plain(ax_context *context, ax_graph *graph, const void *const *inputs,
                                 void *const *outputs)
{
    ax_executable *executable;
    AX_TRY(ax_executable_create(graph, &context->target, &executable));
    ax_runner *runner = NULL;
    ax_status *status = ax_runner_create(executable, context->allocator, ax_context_team(context),
                                         &runner);
    if (!status) {
        fenv_t callers;
        fegetenv(&callers);
        ax_float_environment_default();
        status = ax_runner_run(runner, inputs, outputs);
        fesetenv(&callers);
    }
    ax_runner_free(runner);
    ax_executable_free(executable);
    return status;
}

ax_status *ax_evaluate_graph(ax_context *context, ax_graph *graph, const void *const *inputs,
                             void *const *outputs)
{
    if (!ax_graph_has_shard_map(graph))
        return evaluate_plain(context, graph, inputs, outputs);
    ax_status *status;
    if (context->places.count > 1 || context->check_promises) {
        status = ax_evaluate_stages(context, graph, inputs, outputs);
    } else {
        ax_graph *expanded = NULL;
        status = ax_shard_map_expand(graph, &expanded);
        if (!status)
            status = evaluate_plain(context, expanded, inputs, outputs);
    }
    ax_graph_free(graph);
    return status;
}
