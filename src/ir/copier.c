#include "ir/copier.h"

static ax_status *no_memory(void)
{
    return AX_ERROR(AX_OUT_OF_MEMORY, "no memory to copy a graph");
}

ax_status *ax_copier_create(ax_arena *arena, const ax_graph *graph, ax_builder *builder,
                            ax_copier *out_copier)
{
    *out_copier = (ax_copier){.graph = graph,
                              .builder = builder,
                              .values = AX_ARENA_NEW(arena, ax_value, graph->nvars),
                              .scratch = AX_ARENA_NEW(arena, ax_value, ax_graph_widest(graph))};
    return out_copier->values && out_copier->scratch ? NULL : no_memory();
}

void ax_copier_inputs(const ax_copier *copier)
{
    const ax_graph *graph = copier->graph;
    for (int32_t i = 0; i < graph->ninputs; i++) {
        const ax_var *input = graph->inputs[i];
        const char *name = graph->input_names ? graph->input_names[i] : NULL;
        copier->values[input->id] = ax_builder_input(copier->builder, &input->type, name);
    }
}

ax_value *ax_copier_operands(const ax_copier *copier, const ax_eqn *eqn)
{
    for (int32_t i = 0; i < eqn->noperands; i++)
        copier->scratch[i] = copier->values[eqn->operands[i]->id];
    return copier->scratch;
}

void ax_copier_results(const ax_copier *copier, const ax_eqn *eqn, const ax_value *results)
{
    for (int32_t i = 0; i < eqn->nresults; i++)
        copier->values[eqn->results[i]->id] = results[i];
}

void ax_copier_eqn(const ax_copier *copier, const ax_eqn *eqn)
{
    ax_value *operands = ax_copier_operands(copier, eqn), *results = operands + eqn->noperands;
    ax_emit_like(copier->builder, eqn, operands, results);
    ax_copier_results(copier, eqn, results);
}

void ax_copier_outputs(const ax_copier *copier, ax_value *out_outputs)
{
    for (int32_t i = 0; i < copier->graph->noutputs; i++)
        out_outputs[i] = copier->values[copier->graph->outputs[i]->id];
}

static ax_status *rewrite_in(ax_arena *arena, ax_builder *builder, const ax_graph *graph,
                             ax_rewrite_fn *rewrite, void *pass, ax_value **out_outputs)
{
    ax_copier copier;
    AX_TRY(ax_copier_create(arena, graph, builder, &copier));
    *out_outputs = AX_ARENA_NEW(arena, ax_value, graph->noutputs);
    if (!*out_outputs)
        return no_memory();
    ax_copier_inputs(&copier);
    AX_TRY(rewrite(pass, &copier));
    ax_copier_outputs(&copier, *out_outputs);
    return NULL;
}

ax_status *ax_graph_rewrite(const ax_graph *graph, const ax_axis *axes, ax_rewrite_fn *rewrite,
                            void *pass, ax_graph **out_graph)
{
    ax_arena *arena;
    ax_builder *builder;
    ax_value *outputs;
    AX_TRY(ax_arena_create(&arena));
    ax_status *status = ax_builder_create(graph->name, axes, &builder);
    if (!status) {
        status = rewrite_in(arena, builder, graph, rewrite, pass, &outputs);
        if (status)
            ax_builder_abandon(builder);
        else
            status = ax_builder_finish(builder, graph->noutputs, outputs, graph->output_names,
                                       out_graph);
    }
    ax_arena_free(arena);
    return status;
}
