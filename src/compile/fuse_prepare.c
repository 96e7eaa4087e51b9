/* Equations that no kernel of fusions does, by others that some do. A graph without such is left as it is. */
#include "compile/fuser.h"
#include "ir/builder.h"
#include "ops/ops.h"

#include <stdlib.h>

static bool has_one(const ax_graph *graph)
{
    AX_FOR_EQNS (eqn, graph) {
        if (ax_window_is_small(eqn) || ax_reduction_splits(eqn))
            return true;
    }
    return false;
}

static void copy_all(ax_builder *builder, const ax_graph *graph, ax_value *values,
                     ax_value *scratch)
{
    AX_FOR_EQNS (eqn, graph) {
        for (int32_t i = 0; i < eqn->noperands; i++)
            scratch[i] = values[eqn->operands[i]->id];
        ax_value *results = scratch + eqn->noperands;
        if (ax_window_is_small(eqn))
            results[0] = ax_window_as_slices(builder, eqn, scratch);
        else if (ax_reduction_splits(eqn))
            results[0] = ax_reduction_split(builder, eqn, scratch);
        else
            ax_emit_like(builder, eqn, scratch, results);
        for (int32_t i = 0; i < eqn->nresults; i++)
            values[eqn->results[i]->id] = results[i];
    }
}

ax_status *ax_fuse_prepare(ax_arena *arena, const ax_graph *graph, ax_graph **out_graph)
{
    *out_graph = NULL;
    if (!has_one(graph))
        return NULL;
    int32_t widest = 1;
    AX_FOR_EQNS (eqn, graph)
        widest = eqn->noperands + eqn->nresults > widest ? eqn->noperands + eqn->nresults : widest;
    ax_value *values = AX_ARENA_NEW(arena, ax_value, graph->nvars);
    ax_value *outputs = AX_ARENA_NEW(arena, ax_value, graph->noutputs);
    ax_value *scratch = AX_ARENA_NEW(arena, ax_value, widest);
    if (!values || !outputs || !scratch)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory to fuse a graph");
    ax_builder *builder;
    AX_TRY(ax_builder_create(graph->name, NULL, &builder));
    for (int32_t i = 0; i < graph->ninputs; i++) {
        const char *name = graph->input_names ? graph->input_names[i] : NULL;
        values[graph->inputs[i]->id] = ax_builder_input(builder, &graph->inputs[i]->type, name);
    }
    copy_all(builder, graph, values, scratch);
    for (int32_t i = 0; i < graph->noutputs; i++)
        outputs[i] = values[graph->outputs[i]->id];
    return ax_builder_finish(builder, graph->noutputs, outputs, graph->output_names, out_graph);
}
