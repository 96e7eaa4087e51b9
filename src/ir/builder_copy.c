/* Copying graphs: into one under construction, or whole. */
#include "ir/builder_private.h"

#include <stdlib.h>

void ax_builder_inline(ax_builder *builder, const ax_graph *graph, const ax_value *inputs,
                       ax_value *out_outputs)
{
    ax_value *values = calloc((size_t)graph->nvars + 1, sizeof *values);
    if (!values) {
        ax_builder_fail_memory(builder);
        for (int32_t i = 0; i < graph->noutputs; i++)
            out_outputs[i] = ax_builder_poison(builder);
        return;
    }
    for (int32_t i = 0; i < graph->ninputs; i++)
        values[graph->inputs[i]->id] = inputs[i];

    /* One array serves every equation: operands first, results behind them. */
    int32_t widest = 1;
    AX_FOR_EQNS (eqn, graph) {
        if (eqn->noperands + eqn->nresults > widest)
            widest = eqn->noperands + eqn->nresults;
    }
    ax_value *scratch = calloc((size_t)widest, sizeof *scratch);
    if (!scratch)
        ax_builder_fail_memory(builder);
    AX_FOR_EQNS (eqn, graph) {
        if (!scratch)
            break;
        for (int32_t i = 0; i < eqn->noperands; i++)
            scratch[i] = values[eqn->operands[i]->id];
        ax_emit_like(builder, eqn, scratch, scratch + eqn->noperands);
        for (int32_t i = 0; i < eqn->nresults; i++) {
            values[eqn->results[i]->id] = scratch[eqn->noperands + i];
        }
    }
    /* `inputs` and `out_outputs` may be the same array. */
    for (int32_t i = 0; i < graph->noutputs; i++) {
        out_outputs[i] = scratch ? values[graph->outputs[i]->id] : ax_builder_poison(builder);
    }
    free(scratch);
    free(values);
}

ax_status *ax_graph_clone(const ax_graph *graph, ax_graph **out_graph)
{
    ax_builder *builder;
    AX_TRY(ax_builder_create(graph->name, NULL, &builder));
    int32_t count = graph->ninputs > graph->noutputs ? graph->ninputs : graph->noutputs;
    ax_value *values = calloc((size_t)count + 1, sizeof *values);
    if (!values) {
        ax_builder_abandon(builder);
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory to copy a graph");
    }
    for (int32_t i = 0; i < graph->ninputs; i++) {
        const char *name = graph->input_names ? graph->input_names[i] : NULL;
        values[i] = ax_builder_input(builder, &graph->inputs[i]->type, name);
    }
    ax_builder_inline(builder, graph, values, values);
    ax_status *status = ax_builder_finish(builder, graph->noutputs, values, graph->output_names,
                                          out_graph);
    free(values);
    return status;
}
