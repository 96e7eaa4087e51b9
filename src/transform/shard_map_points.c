/* shard_map as a function of one point of its grid, for ax_map to place on devices. */
#include "ops/collective.h"
#include "ops/ops.h"
#include "transform/flat_axis.h"
#include "transform/shard_map.h"

#include "base/checked.h"
#include "ir/copier.h"
#include "ir/location.h"

#include <axmap/collective.h>
#include <axmap/elementwise.h>
#include <axmap/indexing.h>
#include <axmap/reduction.h>
#include <axmap/shape.h>
#include <stdlib.h>

typedef struct points {
    const ax_eqn *eqn;
    ax_flat_axis flat;
    ax_ints in_specs, out_specs;
    ax_axis axis; /* bound while building */
} points;

static ax_status *no_memory(void)
{
    return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for shard_map");
}

static ax_value reshape_to(ax_value value, const ax_type *type, ax_location here)
{
    return ax_reshape_at(value, (ax_ints){type->ndim, type->dims}, here);
}

/* ---- the blocks of a point ---- */

/* Takes the block from an operand that has a dimension for each axis that cuts it: the point's position
 * along each is where its slice starts. */
static ax_value take_block(const points *p, const ax_spec *spec, ax_value operand,
                           const ax_type *block)
{
    ax_builder *builder = operand.builder;
    ax_location here = p->eqn->location;
    int64_t cut[AX_MAX_NDIM], sizes[AX_MAX_NDIM], offsets[AX_MAX_NDIM];
    ax_value coordinates[AX_MAX_NDIM];
    ax_type split = {.dtype = block->dtype};
    int32_t ncut = 0;
    for (int32_t d = 0; d < spec->ndim; d++) {
        for (int32_t i = 0; i <= spec->dims[d].count; i++) {
            if (split.ndim == AX_MAX_NDIM) {
                ax_builder_fail(builder,
                                AX_ERROR(AX_UNSUPPORTED,
                                         "shard_map: %s cut along its axes has more than "
                                         "%d dimensions (%s:%d%s)",
                                         AX_TYPE_STRING(block), (int)AX_MAX_NDIM, AX_PLACE(here)));
                return ax_builder_poison(builder);
            }
            if (i == spec->dims[d].count) {
                sizes[split.ndim] = split.dims[split.ndim] = block->dims[d];
                split.ndim++;
                continue;
            }
            int32_t axis = (int32_t)spec->dims[d].values[i];
            coordinates[ncut] = ax_flat_coordinate(builder, &p->flat, axis, here);
            int64_t one = 1;
            coordinates[ncut] = ax_reshape_at(coordinates[ncut], (ax_ints){1, &one}, here);
            cut[ncut++] = split.ndim;
            sizes[split.ndim] = 1;
            split.dims[split.ndim++] = p->flat.sizes.values[axis];
        }
    }
    if (ncut == 0)
        return operand;
    for (int32_t d = 0; d < block->ndim; d++)
        offsets[d] = d;
    ax_gather_options options = {
        .offset_dims = {block->ndim, offsets},
        .collapsed_slice_dims = {ncut, cut},
        .start_index_map = {ncut, cut},
        .index_vector_dim = 0,
        .slice_sizes = {split.ndim, sizes},
    };
    ax_value start = ax_concatenate_at(coordinates, ncut, 0, here);
    return ax_gather_at(reshape_to(operand, &split, here), start, &options, here);
}

/* Zeros but at index 0 of the axes over which the operand is a sum. */
static ax_value keep_addend(const points *p, const ax_spec *spec, ax_value block)
{
    ax_builder *builder = block.builder;
    ax_location here = p->eqn->location;
    ax_type type = ax_value_type(block);
    ax_value zero = ax_scalar_at(builder, AX_I32, 0, here);
    for (int32_t i = 0; i < spec->unreduced.count; i++) {
        int32_t axis = (int32_t)spec->unreduced.values[i];
        ax_value coordinate = ax_flat_coordinate(builder, &p->flat, axis, here);
        ax_value first = ax_compare_at(coordinate, zero, AX_EQ, here);
        ax_value zeros = ax_broadcast_in_dim_at(ax_scalar_at(builder, type.dtype, 0, here),
                                                (ax_ints){type.ndim, type.dims}, AX_EMPTY_LIST,
                                                here);
        block = ax_select_at(first, block, zeros, here);
    }
    return block;
}

/* The region's results, blocks still, of operands that are whole. */
static void build_blocks(const points *p, const ax_copier *copier)
{
    const ax_graph *region = copier->graph;
    for (int32_t i = 0; i < region->ninputs; i++) {
        ax_value operand = ax_builder_input(copier->builder, ax_operand_type(p->eqn, i), NULL);
        if (!operand.var)
            return; /* said in the builder */
        ax_spec spec = ax_specs_at(p->in_specs, i);
        ax_value block = take_block(p, &spec, operand, &region->inputs[i]->type);
        copier->values[region->inputs[i]->id] = keep_addend(p, &spec, block);
    }
    AX_FOR_EQNS (eqn, region) {
        if (!(eqn->op->traits & AX_TRAIT_COLLECTIVE)) {
            ax_copier_eqn(copier, eqn);
            continue;
        }
        ax_value *operands = ax_copier_operands(copier, eqn), *results = operands + eqn->noperands;
        ax_flat_emit(copier->builder, &p->flat, eqn, operands, results);
        ax_copier_results(copier, eqn, results);
    }
}

static ax_status *make_blocks_of(const points *p, const ax_graph *region, ax_graph **out_graph)
{
    ax_builder *builder;
    ax_copier copier = {0};
    AX_TRY(ax_builder_create(region->name, &p->axis, &builder));
    ax_arena *arena = ax_builder_arena(builder);
    ax_value *outputs = AX_ARENA_NEW(arena, ax_value, region->noutputs);
    ax_status *status = outputs ? ax_copier_create(arena, region, builder, &copier) : no_memory();
    if (status) {
        ax_builder_abandon(builder);
        return status;
    }
    build_blocks(p, &copier);
    ax_copier_outputs(&copier, outputs);
    return ax_builder_finish(builder, region->noutputs, outputs, NULL, out_graph);
}

static ax_status *make_blocks(const points *p, ax_graph **out_graph)
{
    ax_graph *region = NULL;
    AX_TRY(ax_shard_map_expand(p->eqn->regions[0], &region));
    ax_status *status = make_blocks_of(p, region, out_graph);
    ax_graph_free(region);
    return status;
}

/* ---- whole results ---- */

/* Marks the values that may differ from point to point. */
static void mark_varying(const ax_graph *graph, bool *varies)
{
    AX_FOR_EQNS (eqn, graph) {
        bool any = eqn->op == &ax_op_axis_index;
        for (int32_t i = 0; i < eqn->noperands; i++)
            any |= varies[eqn->operands[i]->id];
        bool collective = (eqn->op->traits & AX_TRAIT_COLLECTIVE) != 0;
        if (collective && eqn->op != &ax_op_axis_index)
            any = !ax_collective_agrees(eqn);
        for (int32_t i = 0; i < eqn->nresults; i++)
            varies[eqn->results[i]->id] = any;
    }
}

/* The blocks of all points, with a dimension in front for each axis of the grid. */
static ax_value all_blocks(const points *p, ax_value block, bool varies)
{
    ax_location here = p->eqn->location;
    ax_type type = ax_value_type(block);
    int32_t naxes = p->flat.axes.count;
    int64_t dims[AX_MAX_NDIM], places[AX_MAX_NDIM];
    if (!block.var || type.ndim + naxes > AX_MAX_NDIM) {
        ax_builder_fail(block.builder,
                        AX_ERROR(AX_UNSUPPORTED,
                                 "shard_map: %s over %d axes has more than %d dimensions (%s:%d%s)",
                                 AX_TYPE_STRING(&type), (int)naxes, (int)AX_MAX_NDIM,
                                 AX_PLACE(here)));
        return ax_builder_poison(block.builder);
    }
    for (int32_t a = 0; a < naxes; a++)
        dims[a] = p->flat.sizes.values[a];
    for (int32_t d = 0; d < type.ndim; d++) {
        dims[naxes + d] = type.dims[d];
        places[d] = naxes + d;
    }
    ax_ints all = {naxes + type.ndim, dims};
    if (!varies)
        return ax_broadcast_in_dim_at(block, all, (ax_ints){type.ndim, places}, here);
    ax_names name = {1, &p->flat.name};
    return ax_reshape_at(ax_all_gather_at(block, name, 0, false, NULL, here), all, here);
}

/* Index 0 along the axes that the spec does not name, the sum along unreduced ones. */
static ax_value settle_axes(const points *p, const ax_spec *spec, ax_value blocks)
{
    ax_location here = p->eqn->location;
    int64_t sums[AX_MAX_NDIM], start[AX_MAX_NDIM] = {0};
    int64_t limit[AX_MAX_NDIM], strides[AX_MAX_NDIM];
    int32_t nsums = 0;
    bool cuts = false;
    ax_type type = ax_value_type(blocks);
    if (!blocks.var)
        return blocks;
    for (int32_t d = 0; d < type.ndim; d++) {
        limit[d] = type.dims[d];
        strides[d] = 1;
    }
    for (int32_t a = 0; a < p->flat.axes.count; a++) {
        if (ax_spec_is_unreduced(spec, a)) {
            sums[nsums++] = a;
        } else if (ax_spec_dim_of(spec, a) < 0) {
            limit[a] = 1;
            cuts = true;
        }
    }
    if (cuts)
        blocks = ax_slice_at(blocks, (ax_ints){type.ndim, start}, (ax_ints){type.ndim, limit},
                             (ax_ints){type.ndim, strides}, here);
    if (nsums)
        blocks = ax_sum_at(blocks, (ax_ints){nsums, sums}, here);
    return blocks;
}

/* Joins [named axes, ascending, with size-1 leftovers; block] to the whole result. */
static ax_value join(const points *p, const ax_spec *spec, ax_value blocks, const ax_type *whole)
{
    ax_location here = p->eqn->location;
    int64_t permutation[AX_MAX_NDIM];
    int32_t place[AX_MAX_NDIM], front = 0, count = 0;
    for (int32_t a = 0; a < p->flat.axes.count; a++) {
        place[a] = front;
        front += !ax_spec_is_unreduced(spec, a);
    }
    for (int32_t a = 0; a < p->flat.axes.count; a++) { /* of size 1: anywhere */
        if (!ax_spec_is_unreduced(spec, a) && ax_spec_dim_of(spec, a) < 0)
            permutation[count++] = place[a];
    }
    for (int32_t d = 0; d < spec->ndim; d++) {
        for (int32_t i = 0; i < spec->dims[d].count; i++)
            permutation[count++] = place[spec->dims[d].values[i]];
        permutation[count++] = front + d;
    }
    blocks = ax_transpose_at(blocks, (ax_ints){count, permutation}, here);
    return reshape_to(blocks, whole, here);
}

static ax_value whole_result(const points *p, int32_t index, ax_value block, bool varies)
{
    ax_spec spec = ax_specs_at(p->out_specs, index);
    bool named = spec.unreduced.count > 0;
    for (int32_t a = 0; a < p->flat.axes.count; a++)
        named |= ax_spec_dim_of(&spec, a) >= 0;
    if (!named) { /* a promise, or the same anyway */
        ax_names all = {1, &p->flat.name};
        return varies ? ax_promise_at(block, all, p->eqn->location) : block;
    }
    ax_value blocks = settle_axes(p, &spec, all_blocks(p, block, varies));
    return blocks.var ? join(p, &spec, blocks, &p->eqn->results[index]->type) : blocks;
}

static ax_status *make_whole(const points *p, const ax_graph *blocks, const bool *varies,
                             ax_graph **out_graph)
{
    ax_builder *builder;
    AX_TRY(ax_builder_create(blocks->name, &p->axis, &builder));
    int32_t most = blocks->ninputs > blocks->noutputs ? blocks->ninputs : blocks->noutputs;
    ax_value *values = calloc((size_t)most + 1, sizeof *values);
    if (!values) {
        ax_builder_abandon(builder);
        return no_memory();
    }
    for (int32_t i = 0; i < blocks->ninputs; i++)
        values[i] = ax_builder_input(builder, &blocks->inputs[i]->type, NULL);
    ax_builder_inline(builder, blocks, values, values);
    for (int32_t i = 0; i < blocks->noutputs && !ax_builder_failed(builder); i++)
        values[i] = whole_result(p, i, values[i], varies[blocks->outputs[i]->id]);
    ax_status *status = ax_builder_finish(builder, blocks->noutputs, values, NULL, out_graph);
    free(values);
    return status;
}

ax_status *ax_shard_map_points(const ax_eqn *eqn, const char *axis_name, ax_graph **out_graph,
                               int64_t *out_size)
{
    points p = {
        .eqn = eqn,
        .flat = {.name = axis_name,
                 .axes = ax_eqn_names(eqn, AX_ATTR_MANUAL_AXES),
                 .sizes = ax_eqn_ints(eqn, AX_ATTR_MANUAL_SIZES),
                 .points = 1},
        .in_specs = ax_eqn_ints(eqn, AX_ATTR_IN_SPECS),
        .out_specs = ax_eqn_ints(eqn, AX_ATTR_OUT_SPECS),
    };
    for (int32_t i = 0; i < p.flat.sizes.count; i++) {
        if (!ax_checked_mul(p.flat.points, p.flat.sizes.values[i], &p.flat.points) ||
            p.flat.points > INT32_MAX) {
            return AX_ERROR(AX_UNSUPPORTED,
                            "shard_map: its axes have more than %d points (%s:%d%s)",
                            (int)INT32_MAX, AX_PLACE(eqn->location));
        }
    }
    p.axis = (ax_axis){.name = axis_name, .size = p.flat.points};
    ax_graph *blocks = NULL;
    AX_TRY(make_blocks(&p, &blocks));
    bool *varies = calloc((size_t)blocks->nvars + 1, sizeof *varies);
    ax_status *status = varies ? NULL : no_memory();
    if (!status) {
        mark_varying(blocks, varies);
        status = make_whole(&p, blocks, varies, out_graph);
    }
    free(varies);
    ax_graph_free(blocks);
    *out_size = p.flat.points;
    return status;
}
