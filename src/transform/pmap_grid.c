/* pmap around pmap: the function of one point of a grid over one flat axis.
 *
 * First, every collective of what does not differ along its axes becomes arithmetic, axis by axis, as it
 * does under vmap of vmap: on the flat axis one would not see that a value differs along one of the
 * levels only. Then collectives over the levels' axes become collectives over the flat one. */
#include "transform/pmap.h"

#include "ir/copier.h"
#include "ops/collective.h"
#include "ops/ops.h"
#include "transform/flat_axis.h"
#include "transform/shard_map.h"

#include <axmap/collective.h>
#include <axmap/shape.h>

static const ax_location HERE = {"pmap", 0, 0};

typedef struct rewriting {
    const ax_pmap_call *call;
    ax_flat_axis flat;
    ax_builder *builder;
    uint32_t *
        differs; /* by var id of the old graph: a bit for each level along whose axis it may differ */
} rewriting;

static ax_status *no_memory(void)
{
    return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for pmap");
}

/* ---- along which axes values differ ---- */

static uint32_t axes_mask(const rewriting *r, ax_names axes)
{
    uint32_t mask = 0;
    for (int32_t i = 0; i < axes.count; i++) {
        int32_t level = ax_names_find(r->flat.axes, axes.values[i]);
        mask |= level < 0 ? 0 : 1u << level;
    }
    return mask;
}

static uint32_t input_mask(const ax_pmap_call *call, int32_t argument)
{
    uint32_t mask = 0;
    for (int32_t l = 0; l < call->nlevels; l++)
        mask |= call->levels[l].in_dims[argument] == AX_NONE ? 0 : 1u << l;
    return mask;
}

/* A sum over axes along only some of which the operand differs: over those, times the others' sizes. */
static ax_value sum_where_it_differs(const rewriting *r, const ax_eqn *eqn, ax_value operand,
                                     uint32_t differs)
{
    ax_names axes = ax_eqn_names(eqn, AX_ATTR_AXES);
    ax_ints sizes = ax_eqn_ints(eqn, AX_ATTR_AXIS_SIZES);
    const char *own[AX_MOST_PMAP_LEVELS];
    int64_t own_sizes[AX_MOST_PMAP_LEVELS], count = 1;
    int32_t n = 0;
    for (int32_t i = 0; i < axes.count; i++) {
        if (axes_mask(r, (ax_names){1, &axes.values[i]}) & differs) {
            own[n] = axes.values[i];
            own_sizes[n++] = sizes.values[i];
        } else {
            count *= sizes.values[i];
        }
    }
    ax_attr attrs[] = {{.key = AX_ATTR_AXES, .names = {n, own}},
                       ax_attr_ints(AX_ATTR_AXIS_SIZES, own_sizes, n)};
    ax_value sum = ax_emit_one(r->builder, eqn->op, &operand, 1, attrs, 2, eqn->location);
    ax_value times = ax_constant_i64(r->builder, AX_EMPTY_LIST, &count, eqn->location);
    return ax_times_count(sum, times, eqn->location);
}

static void emit_collective(const rewriting *r, const ax_eqn *eqn, const ax_value *operands,
                            uint32_t differs, ax_value *results)
{
    uint32_t axes = axes_mask(r, ax_eqn_names(eqn, AX_ATTR_AXES));
    bool some = (differs & axes) != 0 && (differs & axes) != axes;
    if (eqn->noperands > 0 && !(differs & axes)) {
        results[0] = ax_collective_of_shared(r->builder, eqn, operands[0]);
    } else if (eqn->op == &ax_op_psum && some &&
               !ax_eqn_find_attr(eqn, AX_ATTR_AXIS_INDEX_GROUPS)) {
        results[0] = sum_where_it_differs(r, eqn, operands[0], differs);
    } else {
        ax_emit_like(r->builder, eqn, operands, results);
    }
}

static void emit_where_it_differs(rewriting *r, const ax_eqn *eqn, const ax_value *operands,
                                  ax_value *results)
{
    bool collective = (eqn->op->traits & AX_TRAIT_COLLECTIVE) != 0;
    uint32_t differs = 0;
    for (int32_t i = 0; i < eqn->noperands; i++)
        differs |= r->differs[eqn->operands[i]->id];
    if (collective) {
        uint32_t axes = axes_mask(r, ax_eqn_names(eqn, AX_ATTR_AXES));
        emit_collective(r, eqn, operands, differs, results);
        differs = ax_collective_agrees(eqn) ? differs & ~axes : differs | axes;
    } else {
        ax_emit_like(r->builder, eqn, operands, results);
    }
    for (int32_t i = 0; i < eqn->nresults; i++)
        r->differs[eqn->results[i]->id] = differs;
}

/* ---- whole results ---- */

static ax_value take_first(ax_value value, int32_t dim, int64_t count)
{
    int64_t start[AX_MAX_NDIM] = {0}, limit[AX_MAX_NDIM], strides[AX_MAX_NDIM];
    if (!value.var)
        return value;
    ax_type type = ax_value_type(value);
    for (int32_t d = 0; d < type.ndim; d++) {
        limit[d] = d == dim ? count : type.dims[d];
        strides[d] = 1;
    }
    return ax_slice_at(value, (ax_ints){type.ndim, start}, (ax_ints){type.ndim, limit},
                       (ax_ints){type.ndim, strides}, HERE);
}

/* From [inner levels that have a dimension..., slice...] to where these belong. */
static ax_value place_levels(const rewriting *r, int32_t result, ax_value value, int32_t nlevels)
{
    int64_t permutation[AX_MAX_NDIM];
    int32_t own = nlevels, level_dim;
    ax_type type = ax_value_type(value);
    for (int32_t d = 0; d < type.ndim; d++) {
        bool found = false;
        level_dim = 0;
        for (int32_t l = 1; l < r->call->nlevels && !found; l++) {
            int64_t at = r->call->levels[l].out_dims[result];
            found = at == d;
            level_dim += at != AX_NONE && !found;
        }
        permutation[d] = found ? level_dim : own++;
    }
    return ax_transpose_at(value, (ax_ints){type.ndim, permutation}, HERE);
}

/* A result that the outer level does not map, but one inside it: index 0's of the outer axis. */
static ax_value gather_levels(const rewriting *r, int32_t result, ax_value value)
{
    const ax_pmap_call *call = r->call;
    int64_t dims[AX_MAX_NDIM + AX_MOST_PMAP_LEVELS];
    int32_t ndim = 0;
    if (!value.var)
        return value;
    ax_type type = ax_value_type(value);
    if (type.ndim + call->nlevels - 1 > AX_MAX_NDIM) {
        ax_builder_fail(r->builder,
                        AX_ERROR(AX_UNSUPPORTED, "pmap: result %d %s has no room for the axes",
                                 (int)result, AX_TYPE_STRING(&type)));
        return ax_builder_poison(r->builder);
    }
    for (int32_t l = 1; l < call->nlevels; l++)
        dims[ndim++] = call->levels[l].size;
    for (int32_t d = 0; d < type.ndim; d++)
        dims[ndim++] = type.dims[d];
    value = ax_all_gather_at(value, (ax_names){1, &r->flat.name}, 0, false, NULL, HERE);
    value = ax_reshape_at(take_first(value, 0, call->inner_points), (ax_ints){ndim, dims}, HERE);
    ndim = 0;
    for (int32_t l = 1; l < call->nlevels; l++) {
        if (call->levels[l].out_dims[result] == AX_NONE) {
            value = take_first(value, l - 1, 1);
        } else {
            dims[ndim++] = call->levels[l].size;
        }
    }
    int32_t nlevels = ndim;
    for (int32_t d = 0; d < type.ndim; d++)
        dims[ndim++] = type.dims[d];
    value = ax_reshape_at(value, (ax_ints){ndim, dims}, HERE);
    return value.var ? place_levels(r, result, value, nlevels) : value;
}

static ax_value agree_on_result(const rewriting *r, int32_t result, ax_value value)
{
    const ax_pmap_call *call = r->call;
    bool any = false;
    for (int32_t l = 0; l < call->nlevels; l++)
        any |= call->levels[l].out_dims[result] != AX_NONE;
    if (call->levels[0].out_dims[result] != AX_NONE || (!any && call->points == 0))
        return value;
    if (!any)
        return ax_promise_at(value, (ax_names){1, &r->flat.name}, HERE);
    if (call->points > 0)
        return gather_levels(r, result, value);
    ax_builder_fail(r->builder, AX_ERROR(AX_INVALID_ARGUMENT,
                                         "pmap: out_axes of result %d is AX_NONE, index 0's value, "
                                         "but the axis has size 0",
                                         (int)result));
    return ax_builder_poison(r->builder);
}

/* ---- both passes ---- */

typedef void emit_eqn(rewriting *r, const ax_eqn *eqn, const ax_value *operands, ax_value *results);

static void emit_flat(rewriting *r, const ax_eqn *eqn, const ax_value *operands, ax_value *results)
{
    if (eqn->op->traits & AX_TRAIT_COLLECTIVE) {
        ax_flat_emit(r->builder, &r->flat, eqn, operands, results);
    } else {
        ax_emit_like(r->builder, eqn, operands, results);
    }
}

static void emit_all(rewriting *r, const ax_copier *copier, emit_eqn *emit)
{
    const ax_graph *graph = copier->graph;
    ax_copier_inputs(copier);
    for (int32_t i = 0; i < graph->ninputs; i++)
        r->differs[graph->inputs[i]->id] = input_mask(r->call, i);
    AX_FOR_EQNS (eqn, graph) {
        ax_value *operands = ax_copier_operands(copier, eqn), *results = operands + eqn->noperands;
        if (ax_builder_failed(r->builder))
            return;
        emit(r, eqn, operands, results);
        ax_copier_results(copier, eqn, results);
    }
}

/* The graph with each equation as `emit` emits it; with `finish`, the results made whole. */
static ax_status *rewrite(rewriting *r, const ax_graph *graph, emit_eqn *emit, bool finish,
                          ax_graph **out_graph)
{
    ax_axis axis = {.name = r->flat.name, .size = r->flat.points};
    ax_copier copier = {0};
    AX_TRY(ax_builder_create(graph->name, &axis, &r->builder));
    ax_arena *arena = ax_builder_arena(r->builder);
    r->differs = AX_ARENA_NEW(arena, uint32_t, graph->nvars);
    ax_value *outputs = AX_ARENA_NEW(arena, ax_value, graph->noutputs);
    ax_status *status = r->differs && outputs ? ax_copier_create(arena, graph, r->builder, &copier)
                                              : no_memory();
    if (status) {
        ax_builder_abandon(r->builder);
        return status;
    }
    emit_all(r, &copier, emit);
    ax_copier_outputs(&copier, outputs);
    for (int32_t i = 0; i < graph->noutputs && finish && !ax_builder_failed(r->builder); i++)
        outputs[i] = agree_on_result(r, i, outputs[i]);
    return ax_builder_finish(r->builder, graph->noutputs, outputs, graph->output_names, out_graph);
}

ax_status *ax_pmap_flatten(const ax_pmap_call *call, const ax_graph *graph, ax_names names,
                           ax_graph **out_graph)
{
    int64_t sizes[AX_MOST_PMAP_LEVELS];
    for (int32_t l = 0; l < call->nlevels; l++)
        sizes[l] = call->levels[l].size;
    rewriting r = {.call = call,
                   .flat = {.name = call->axis_name,
                            .axes = names,
                            .sizes = {call->nlevels, sizes},
                            .points = call->points}};
    ax_graph *expanded = NULL, *own = NULL;
    AX_TRY(ax_shard_map_expand(graph, &expanded));
    ax_status *status = rewrite(&r, expanded, emit_where_it_differs, false, &own);
    ax_graph_free(expanded);
    if (!status)
        status = rewrite(&r, own, emit_flat, true, out_graph);
    ax_graph_free(own);
    return status;
}
