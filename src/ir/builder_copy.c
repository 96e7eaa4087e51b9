/* Copying graphs: into one under construction, or whole. */
#include "ir/copier.h"

static ax_status *copy_eqns(void *unused, ax_copier *copier)
{
    (void)unused;
    AX_FOR_EQNS (eqn, copier->graph)
        ax_copier_eqn(copier, eqn);
    return NULL;
}

static ax_status *inline_in(ax_arena *arena, ax_builder *builder, const ax_graph *graph,
                            const ax_value *inputs, ax_value *out_outputs)
{
    ax_copier copier;
    AX_TRY(ax_copier_create(arena, graph, builder, &copier));
    for (int32_t i = 0; i < graph->ninputs; i++)
        copier.values[graph->inputs[i]->id] = inputs[i];
    AX_TRY(copy_eqns(NULL, &copier));
    ax_copier_outputs(&copier, out_outputs); /* it may be the array of inputs */
    return NULL;
}

void ax_builder_inline(ax_builder *builder, const ax_graph *graph, const ax_value *inputs,
                       ax_value *out_outputs)
{
    ax_arena *arena = NULL;
    ax_status *status = ax_arena_create(&arena);
    if (!status)
        status = inline_in(arena, builder, graph, inputs, out_outputs);
    ax_arena_free(arena);
    for (int32_t i = 0; i < graph->noutputs && status; i++)
        out_outputs[i] = ax_builder_poison(builder);
    if (status)
        ax_builder_fail(builder, status);
}

ax_status *ax_graph_clone(const ax_graph *graph, ax_graph **out_graph)
{
    return ax_graph_rewrite(graph, NULL, copy_eqns, NULL, out_graph);
}
