#include "transform/vmap.h"

#include "ir/location.h"
#include "ir/op.h"

#include <stdlib.h>

static void batch_eqn(ax_batching *batching, const ax_eqn *eqn, ax_value *scratch)
{
    bool own_collective = (eqn->op->traits & AX_TRAIT_COLLECTIVE) && batching->axis_name;
    if (!ax_batch_any_mapped(batching, eqn) &&
        !(own_collective && ax_collective_over(eqn, batching->axis_name))) {
        for (int32_t i = 0; i < eqn->noperands; i++) {
            scratch[i] = ax_batch_operand(batching, eqn, i).value;
        }
        ax_emit_like(batching->builder, eqn, scratch, scratch + eqn->noperands);
        ax_batch_results(batching, eqn, scratch + eqn->noperands, AX_NOT_MAPPED);
        return;
    }
    if (!eqn->op->batch.function) {
        ax_builder_fail(batching->builder,
                        AX_ERROR(AX_UNSUPPORTED, "vmap of %s: %s (%s:%d%s)", eqn->op->name,
                                 eqn->op->batch.reason, AX_PLACE(eqn->location)));
        return;
    }
    eqn->op->batch.function(batching, eqn);
}

void ax_vmap_inline(ax_builder *builder, const ax_graph *graph, const ax_batched *inputs,
                    int64_t size, const char *axis_name, ax_batched *outputs)
{
    ax_arena *arena = ax_builder_arena(builder);
    ax_batching batching = {
        .builder = builder,
        .size = size,
        .axis_name = axis_name,
        .inline_region = ax_vmap_inline,
        .values = AX_ARENA_NEW(arena, ax_batched, graph->nvars),
    };
    ax_value *scratch = AX_ARENA_NEW(arena, ax_value, ax_graph_widest(graph));
    if (!batching.values || !scratch) {
        ax_builder_fail(builder, AX_ERROR(AX_OUT_OF_MEMORY, "no memory for vmap"));
        return;
    }
    for (int32_t i = 0; i < graph->ninputs; i++) {
        batching.values[graph->inputs[i]->id] = inputs[i];
    }
    AX_FOR_EQNS (eqn, graph) {
        if (ax_builder_failed(builder))
            break;
        batch_eqn(&batching, eqn, scratch);
    }
    for (int32_t i = 0; i < graph->noutputs; i++) {
        outputs[i] = ax_builder_failed(builder)
                         ? (ax_batched){ax_builder_poison(builder), AX_NOT_MAPPED}
                         : batching.values[graph->outputs[i]->id];
    }
}

/* The output where out_axes wants it. */
static ax_value place_output(ax_batching *batching, ax_batched output, int64_t axis, int32_t index)
{
    ax_builder *builder = batching->builder;
    if (!output.value.var)
        return output.value;
    if (axis != AX_NONE) {
        return ax_batch_move(batching, output, (int32_t)axis, (ax_location){"vmap", 0, 0});
    }
    if (output.axis == AX_NOT_MAPPED)
        return output.value;
    ax_type type = ax_value_type(output.value);
    ax_builder_fail(builder,
                    AX_ERROR(AX_INVALID_ARGUMENT,
                             "vmap: out_axes of result %d is AX_NONE, but the result %s is "
                             "mapped at axis %d; give it an axis, or reduce it over the rows",
                             (int)index, AX_TYPE_STRING(&type), (int)output.axis));
    return ax_builder_poison(builder);
}

static void vmap_into(ax_builder *builder, const ax_graph *graph, const int64_t *in_axes,
                      const int64_t *out_axes, int64_t size, const char *axis_name,
                      ax_value *out_values)
{
    ax_arena *arena = ax_builder_arena(builder);
    ax_batched *inputs = AX_ARENA_NEW(arena, ax_batched, graph->ninputs);
    ax_batched *outputs = AX_ARENA_NEW(arena, ax_batched, graph->noutputs);
    if (!inputs || !outputs) {
        ax_builder_fail(builder, AX_ERROR(AX_OUT_OF_MEMORY, "no memory for vmap"));
        return;
    }
    for (int32_t i = 0; i < graph->ninputs; i++) {
        ax_type type = graph->inputs[i]->type;
        bool mapped = in_axes[i] != AX_NONE;
        if (mapped && type.ndim == AX_MAX_NDIM) {
            ax_builder_fail(builder,
                            AX_ERROR(AX_INVALID_ARGUMENT,
                                     "vmap: argument %d %s has no room for another dimension",
                                     (int)i, AX_TYPE_STRING(&type)));
            return;
        }
        if (mapped)
            type = ax_type_insert_dim(&type, (int32_t)in_axes[i], size);
        const char *name = graph->input_names ? graph->input_names[i] : NULL;
        inputs[i].value = ax_builder_input(builder, &type, name);
        inputs[i].axis = mapped ? (int32_t)in_axes[i] : AX_NOT_MAPPED;
    }
    ax_vmap_inline(builder, graph, inputs, size, axis_name, outputs);
    ax_batching batching = {.builder = builder, .size = size};
    for (int32_t i = 0; i < graph->noutputs; i++) {
        out_values[i] = ax_builder_failed(builder)
                            ? ax_builder_poison(builder)
                            : place_output(&batching, outputs[i], out_axes[i], i);
    }
}

ax_status *ax_vmap_graph(const ax_graph *graph, const int64_t *in_axes, const int64_t *out_axes,
                         int64_t size, const char *axis_name, ax_graph **out_graph)
{
    ax_builder *builder;
    AX_TRY(ax_builder_create(graph->name, NULL, &builder));
    ax_value *values = calloc((size_t)graph->noutputs + 1, sizeof *values);
    if (!values) {
        ax_builder_abandon(builder);
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for vmap");
    }
    vmap_into(builder, graph, in_axes, out_axes, size, axis_name, values);
    ax_status *status = ax_builder_finish(builder, graph->noutputs, values, graph->output_names,
                                          out_graph);
    free(values);
    return status;
}
