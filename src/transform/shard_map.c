/* shard_map as vmap: one vmap for each of its axes, the last one innermost. Between two of them a graph
 * sees arrays cut along the outer axes still to come and batches of the inner ones.
 *
 * An operand is reshaped so that each axis that cuts it has a dimension of its own ([n_a, n_b, D/n_a/n_b]
 * for a dimension cut by a, then b): these are the batch dimensions. The results of a vmap have its
 * axis in front; in the end these dimensions move to where the spec wants them. */
#include "transform/shard_map.h"

#include "ir/location.h"
#include "ops/ops.h"
#include "transform/vmap.h"

#include <axmap/elementwise.h>
#include <axmap/reduction.h>
#include <axmap/shape.h>
#include <stdlib.h>

static ax_status *no_memory(void)
{
    return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for shard_map");
}

bool ax_graph_has_shard_map(const ax_graph *graph)
{
    AX_FOR_EQNS (eqn, graph) {
        if (eqn->op == &ax_op_shard_map)
            return true;
        for (int32_t r = 0; r < eqn->nregions; r++) {
            if (ax_graph_has_shard_map(eqn->regions[r]))
                return true;
        }
    }
    return false;
}

/* ---- operands ---- */

/* A block with a dimension for each axis from `first` on that cuts it, and where that of `first` is
 * (-1: nowhere). */
static ax_status *split_type(const ax_spec *spec, ax_ints sizes, const ax_type *block,
                             int32_t first, ax_type *out_type, int32_t *out_place)
{
    ax_type type = {.dtype = block->dtype};
    *out_place = -1;
    for (int32_t d = 0; d < spec->ndim; d++) {
        for (int32_t i = 0; i <= spec->dims[d].count; i++) {
            bool own = i == spec->dims[d].count;
            if (!own && spec->dims[d].values[i] < first)
                continue;
            if (type.ndim == AX_MAX_NDIM) {
                return AX_ERROR(AX_UNSUPPORTED,
                                "shard_map: %s cut along its axes has more than %d dimensions",
                                AX_TYPE_STRING(block), (int)AX_MAX_NDIM);
            }
            if (!own && spec->dims[d].values[i] == first)
                *out_place = type.ndim;
            type.dims[type.ndim++] = own ? block->dims[d] : sizes.values[spec->dims[d].values[i]];
        }
    }
    *out_type = type;
    return NULL;
}

static ax_value reshape_to(ax_value value, const ax_type *type, ax_location here)
{
    return ax_reshape_at(value, (ax_ints){type->ndim, type->dims}, here);
}

/* An operand that is a sum over the axis: itself at index 0, zeros elsewhere. */
static ax_value pad_addend(ax_value value, int64_t size, ax_location here)
{
    ax_type type = ax_value_type(value);
    int64_t low[AX_MAX_NDIM] = {0}, high[AX_MAX_NDIM] = {size - 1}, interior[AX_MAX_NDIM] = {0};
    if (type.ndim == AX_MAX_NDIM) {
        ax_builder_fail(value.builder,
                        AX_ERROR(AX_UNSUPPORTED, "shard_map: %s has no room for another dimension",
                                 AX_TYPE_STRING(&type)));
        return value;
    }
    type = ax_type_insert_dim(&type, 0, 1);
    ax_value zero = ax_scalar_at(value.builder, type.dtype, 0, here);
    return ax_pad_at(reshape_to(value, &type, here), zero, (ax_ints){type.ndim, low},
                     (ax_ints){type.ndim, high}, (ax_ints){type.ndim, interior}, here);
}

/* ---- results ---- */

static ax_value first_row(ax_batched result, ax_location here)
{
    ax_type type = ax_value_type(result.value);
    int64_t start[AX_MAX_NDIM] = {0}, limit[AX_MAX_NDIM], strides[AX_MAX_NDIM];
    for (int32_t d = 0; d < type.ndim; d++) {
        limit[d] = d == result.axis ? 1 : type.dims[d];
        strides[d] = 1;
    }
    ax_value slice = ax_slice_at(result.value, (ax_ints){type.ndim, start},
                                 (ax_ints){type.ndim, limit}, (ax_ints){type.ndim, strides}, here);
    type = ax_type_remove_dim(&type, result.axis);
    return reshape_to(slice, &type, here);
}

/* A result under the vmap of axis `axis`: with a dimension in front where the spec names the axis. */
static ax_value collect_result(ax_batching *batching, const ax_spec *spec, int32_t axis,
                               ax_batched result, ax_location here)
{
    if (!result.value.var)
        return result.value;
    if (ax_spec_dim_of(spec, axis) >= 0)
        return ax_batch_move(batching, result, 0, here);
    bool mapped = result.axis != AX_NOT_MAPPED;
    if (!ax_spec_is_unreduced(spec, axis))
        return mapped ? first_row(result, here) : result.value;
    ax_value rows = ax_batch_move(batching, result, 0, here);
    return ax_sum_at(rows, AX_LIST(0), here);
}

/* From [axes that the spec names, ascending; block] to the whole array. */
static ax_value join_blocks(ax_value value, const ax_spec *spec, int32_t naxes,
                            const ax_type *whole, ax_location here)
{
    int64_t permutation[AX_MAX_NDIM], place[AX_MAX_NDIM * 2];
    int32_t front = 0, count = 0;
    for (int32_t a = 0; a < naxes; a++)
        place[a] = ax_spec_dim_of(spec, a) >= 0 ? front++ : -1;
    if (!value.var || front == 0)
        return value;
    for (int32_t d = 0; d < spec->ndim; d++) {
        for (int32_t i = 0; i < spec->dims[d].count; i++)
            permutation[count++] = place[spec->dims[d].values[i]];
        permutation[count++] = front + d;
    }
    value = ax_transpose_at(value, (ax_ints){count, permutation}, here);
    return reshape_to(value, whole, here);
}

/* ---- one axis at a time ---- */

typedef struct expansion {
    const ax_eqn *eqn;
    ax_names axes;
    ax_ints sizes, in_specs, out_specs;
} expansion;

static ax_status *make_inputs(const expansion *e, int32_t axis, ax_builder *builder,
                              ax_batched *inputs)
{
    const ax_graph *region = e->eqn->regions[0];
    for (int32_t i = 0; i < region->ninputs; i++) {
        ax_spec spec = ax_specs_at(e->in_specs, i);
        ax_type type;
        int32_t place;
        AX_TRY(ax_status_context(
            split_type(&spec, e->sizes, &region->inputs[i]->type, axis, &type, &place),
            "in shard_map at %s:%d%s", AX_PLACE(e->eqn->location)));
        inputs[i] = (ax_batched){ax_builder_input(builder, &type, NULL), place};
    }
    for (int32_t i = 0; i < region->ninputs; i++) {
        ax_spec spec = ax_specs_at(e->in_specs, i);
        if (ax_spec_is_unreduced(&spec, axis) && inputs[i].value.var) {
            ax_location here = e->eqn->location;
            inputs[i] = (ax_batched){pad_addend(inputs[i].value, e->sizes.values[axis], here), 0};
        }
    }
    return NULL;
}

/* vmap of `inner` over the axis, into the graph being built. */
static ax_status *vmap_into(const expansion *e, int32_t axis, const ax_graph *inner,
                            ax_builder *builder, ax_value *out_values)
{
    ax_arena *arena = ax_builder_arena(builder);
    ax_batched *inputs = AX_ARENA_NEW(arena, ax_batched, inner->ninputs);
    ax_batched *outputs = AX_ARENA_NEW(arena, ax_batched, inner->noutputs);
    if (!inputs || !outputs)
        return no_memory();
    AX_TRY(make_inputs(e, axis, builder, inputs));
    int64_t size = e->sizes.values[axis];
    ax_vmap_inline(builder, inner, inputs, size, e->axes.values[axis], outputs);
    ax_batching batching = {.builder = builder, .size = size};
    for (int32_t i = 0; i < inner->noutputs; i++) {
        ax_spec spec = ax_specs_at(e->out_specs, i);
        out_values[i] = collect_result(&batching, &spec, axis, outputs[i], e->eqn->location);
    }
    return NULL;
}

static ax_status *vmap_axis(const expansion *e, int32_t axis, const ax_graph *inner,
                            ax_graph **out_graph)
{
    ax_builder *builder;
    AX_TRY(ax_builder_create(inner->name, NULL, &builder));
    ax_value *values = calloc((size_t)inner->noutputs + 1, sizeof *values);
    ax_status *status = values ? vmap_into(e, axis, inner, builder, values) : no_memory();
    if (status) {
        ax_builder_abandon(builder);
    } else {
        status = ax_builder_finish(builder, inner->noutputs, values, NULL, out_graph);
    }
    free(values);
    return status;
}

/* The region under vmap of all its axes. */
static ax_status *vmap_axes(const expansion *e, ax_graph **out_graph)
{
    ax_graph *graph;
    AX_TRY(ax_shard_map_expand(e->eqn->regions[0], &graph));
    for (int32_t axis = e->axes.count - 1; axis >= 0; axis--) {
        ax_graph *outer = NULL;
        ax_status *status = vmap_axis(e, axis, graph, &outer);
        ax_graph_free(graph);
        if (status)
            return status;
        graph = outer;
    }
    *out_graph = graph;
    return NULL;
}

static ax_status *expand_eqn(ax_builder *builder, const ax_eqn *eqn, ax_value *operands,
                             ax_value *out_results)
{
    expansion e = {
        .eqn = eqn,
        .axes = ax_eqn_names(eqn, AX_ATTR_MANUAL_AXES),
        .sizes = ax_eqn_ints(eqn, AX_ATTR_MANUAL_SIZES),
        .in_specs = ax_eqn_ints(eqn, AX_ATTR_IN_SPECS),
        .out_specs = ax_eqn_ints(eqn, AX_ATTR_OUT_SPECS),
    };
    ax_graph *graph = NULL;
    AX_TRY(vmap_axes(&e, &graph));
    for (int32_t i = 0; i < eqn->noperands; i++) {
        operands[i] = reshape_to(operands[i], &graph->inputs[i]->type, eqn->location);
    }
    ax_builder_inline(builder, graph, operands, out_results);
    ax_graph_free(graph);
    for (int32_t i = 0; i < eqn->nresults; i++) {
        ax_spec spec = ax_specs_at(e.out_specs, i);
        out_results[i] = join_blocks(out_results[i], &spec, e.axes.count, &eqn->results[i]->type,
                                     eqn->location);
    }
    return NULL;
}

static ax_status *expand_into(ax_builder *builder, const ax_graph *graph, ax_value *values)
{
    ax_arena *arena = ax_builder_arena(builder);
    AX_FOR_EQNS (eqn, graph) {
        ax_value *operands = AX_ARENA_NEW(arena, ax_value, eqn->noperands + eqn->nresults);
        if (!operands)
            return no_memory();
        ax_value *results = operands + eqn->noperands;
        for (int32_t i = 0; i < eqn->noperands; i++)
            operands[i] = values[eqn->operands[i]->id];
        if (eqn->op == &ax_op_shard_map) {
            AX_TRY(expand_eqn(builder, eqn, operands, results));
        } else {
            ax_emit_like(builder, eqn, operands, results);
        }
        for (int32_t i = 0; i < eqn->nresults; i++)
            values[eqn->results[i]->id] = results[i];
    }
    return NULL;
}

ax_status *ax_shard_map_expand(const ax_graph *graph, ax_graph **out_graph)
{
    ax_builder *builder;
    AX_TRY(ax_builder_create(graph->name, NULL, &builder));
    ax_value *values = calloc((size_t)graph->nvars + 1, sizeof *values);
    ax_value *outputs = calloc((size_t)graph->noutputs + 1, sizeof *outputs);
    ax_status *status = values && outputs ? NULL : no_memory();
    for (int32_t i = 0; i < graph->ninputs && !status; i++) {
        const char *name = graph->input_names ? graph->input_names[i] : NULL;
        values[graph->inputs[i]->id] = ax_builder_input(builder, &graph->inputs[i]->type, name);
    }
    if (!status)
        status = expand_into(builder, graph, values);
    if (status) {
        ax_builder_abandon(builder);
    } else {
        for (int32_t i = 0; i < graph->noutputs; i++)
            outputs[i] = values[graph->outputs[i]->id];
        status = ax_builder_finish(builder, graph->noutputs, outputs, graph->output_names,
                                   out_graph);
    }
    free(values);
    free(outputs);
    return status;
}
