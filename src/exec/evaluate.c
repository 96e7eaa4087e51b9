#include "exec/evaluate.h"

#include "exec/binary.h"
#include "exec/stages.h"
#include "transform/shard_map.h"

/* Compiles and runs a graph without axes of its own, which it takes over. */
static ax_status *evaluate_plain(ax_context *context, ax_graph *graph, const void *const *inputs,
                                 void *const *outputs)
{
    size_t ninputs = (size_t)graph->ninputs, noutputs = (size_t)graph->noutputs;
    ax_binary *binary;
    AX_TRY(ax_binary_of_graph(context, graph, NULL, &binary));
    ax_seat *seat;
    ax_status *status = ax_binary_take_seat(binary, &seat);
    if (!status) {
        for (size_t i = 0; i < ninputs; i++)
            seat->inputs[i] = inputs[i];
        for (size_t i = 0; i < noutputs; i++)
            seat->outputs[i] = outputs[i];
        status = ax_seat_run(seat);
        ax_binary_leave_seat(binary, seat);
    }
    ax_binary_release(binary);
    return status;
}

bool ax_evaluates_in_stages(const ax_context *context)
{
    return context->places.count > 1 || context->check_promises;
}

ax_status *ax_evaluate_graph(ax_context *context, ax_graph *graph, const void *const *inputs,
                             void *const *outputs)
{
    if (!ax_graph_has_shard_map(graph))
        return evaluate_plain(context, graph, inputs, outputs);
    ax_status *status;
    if (ax_evaluates_in_stages(context)) {
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
