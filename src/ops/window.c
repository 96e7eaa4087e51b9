/* reduce_window: types and vmap. */
#include "ops/check.h"
#include "ops/ops.h"
#include "ops/reduction.h"
#include "ops/region.h"
#include "ops/window_sizes.h"

#include <axmap/shape.h>

/* ---- types ---- */

static ax_status *check_windows(const ax_eqn *eqn, const ax_type *input)
{
    static const ax_attr_key lists[] = {AX_ATTR_WINDOW_DIMENSIONS, AX_ATTR_WINDOW_STRIDES,
                                        AX_ATTR_BASE_DILATIONS, AX_ATTR_WINDOW_DILATIONS};
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        AX_TRY(ax_check_per_dimension(eqn, lists[i], input));
        AX_TRY(ax_check_positive(eqn, lists[i]));
    }
    int32_t padding = ax_eqn_ints(eqn, AX_ATTR_PADDING).count;
    if (padding != 2 * input->ndim) {
        return AX_ERROR(AX_INVALID_ARGUMENT,
                        "reduce_window: padding has %d entries; %s takes 2 for each of its %d "
                        "dimensions",
                        (int)padding, AX_TYPE_STRING(input), (int)input->ndim);
    }
    return NULL;
}

static ax_status *infer_reduce_window(const ax_eqn *eqn, ax_type *out_types)
{
    int32_t count;
    AX_TRY(ax_check_reduction(eqn, &count));
    const ax_type *input = ax_operand_type(eqn, 0);
    AX_TRY(check_windows(eqn, input));
    ax_type result = *input;
    for (int32_t i = 0; i < input->ndim; i++) {
        ax_window_dim dim = {
            .input = input->dims[i],
            .window = ax_eqn_ints(eqn, AX_ATTR_WINDOW_DIMENSIONS).values[i],
            .stride = ax_eqn_ints(eqn, AX_ATTR_WINDOW_STRIDES).values[i],
            .low = ax_eqn_ints(eqn, AX_ATTR_PADDING).values[2 * i],
            .high = ax_eqn_ints(eqn, AX_ATTR_PADDING).values[2 * i + 1],
            .base_dilation = ax_eqn_ints(eqn, AX_ATTR_BASE_DILATIONS).values[i],
            .window_dilation = ax_eqn_ints(eqn, AX_ATTR_WINDOW_DILATIONS).values[i],
        };
        AX_TRY(ax_window_places(eqn, &dim, &result.dims[i]));
    }
    for (int32_t i = 0; i < count; i++) {
        out_types[i] = result;
        out_types[i].dtype = ax_operand_type(eqn, i)->dtype;
    }
    return NULL;
}

/* ---- vmap ---- */

enum { NATTRS = 5 };

/* The window has size 1 along the batch axis. */
static void widen_attrs(ax_builder *builder, const ax_eqn *eqn, int32_t axis, ax_attr *out_attrs)
{
    static const ax_attr_key keys[] = {AX_ATTR_WINDOW_DIMENSIONS, AX_ATTR_WINDOW_STRIDES,
                                       AX_ATTR_BASE_DILATIONS, AX_ATTR_WINDOW_DILATIONS};
    for (int32_t i = 0; i < 4; i++) {
        ax_ints list = ax_eqn_ints(eqn, keys[i]);
        out_attrs[i] = (ax_attr){.key = keys[i], .ints = ax_ints_inserted(builder, list, axis, 1)};
    }
    ax_ints padding = ax_eqn_ints(eqn, AX_ATTR_PADDING);
    padding = ax_ints_inserted(builder, padding, 2 * axis, 0);
    if (padding.values)
        padding = ax_ints_inserted(builder, padding, 2 * axis, 0);
    out_attrs[4] = (ax_attr){.key = AX_ATTR_PADDING, .ints = padding};
}

/* Padding and base dilation as equations of their own, each row with its own init: what reduce_window
 * does itself where the inits are not mapped. Clears both in `attrs`. */
static void pad_inputs(ax_batching *batching, const ax_eqn *eqn, int32_t axis, ax_attr *attrs,
                       ax_value *inputs)
{
    ax_builder *builder = batching->builder;
    const ax_type first = ax_value_type(inputs[0]);
    int32_t ndim = first.ndim;
    int64_t low[AX_MAX_NDIM], high[AX_MAX_NDIM], interior[AX_MAX_NDIM];
    static const int64_t zeros[2 * AX_MAX_NDIM] = {0};
    int64_t *ones = AX_ARENA_NEW(ax_builder_arena(builder), int64_t, ndim);
    if (!ones || ax_builder_failed(builder))
        return;
    for (int32_t i = 0; i < ndim; i++) {
        low[i] = attrs[4].ints.values[2 * i];
        high[i] = attrs[4].ints.values[2 * i + 1];
        /* Between one element and nothing there is no room, however wide; it may be huge. */
        interior[i] = first.dims[i] > 1 ? attrs[2].ints.values[i] - 1 : 0;
        ones[i] = 1;
    }
    attrs[2].ints = (ax_ints){ndim, ones};
    attrs[4].ints = (ax_ints){2 * ndim, zeros};
    for (int32_t i = 0; i < eqn->nresults; i++) {
        ax_type type = ax_value_type(inputs[i]);
        ax_value yes = ax_scalar_at(builder, AX_BOOL, 1, eqn->location);
        ax_value no = ax_scalar_at(builder, AX_BOOL, 0, eqn->location);
        ax_value zero = ax_scalar_at(builder, type.dtype, 0, eqn->location);
        ax_value all = ax_broadcast_in_dim_at(yes, (ax_ints){ndim, type.dims}, AX_EMPTY_LIST,
                                              eqn->location);
        ax_ints lows = {ndim, low}, highs = {ndim, high}, interiors = {ndim, interior};
        ax_value there = ax_pad_at(all, no, lows, highs, interiors, eqn->location);
        ax_value padded = ax_pad_at(inputs[i], zero, lows, highs, interiors, eqn->location);
        type = ax_value_type(padded);
        ax_value init = ax_batch_spread_init(batching, eqn, i, (ax_ints){ndim, type.dims}, axis);
        inputs[i] = ax_emit_one(builder, &ax_op_select, (ax_value[]){there, padded, init}, 3, NULL,
                                0, eqn->location);
    }
}

/* With mapped inits: each window is folded, padding and all, and the init put in front of the fold.
 * That is exact for any associative region. */
static void batch_with_inits(ax_batching *batching, const ax_eqn *eqn, int32_t axis, ax_attr *attrs,
                             ax_value *inputs)
{
    int32_t n = eqn->nresults;
    ax_value *pairs = ax_batch_values(batching, 3 * n + 1);
    if (!pairs)
        return;
    ax_value *folds = pairs + n, *results = folds + n + 1;
    for (int32_t i = 0; i < n; i++) {
        ax_type type = ax_type_insert_dim(&eqn->results[i]->type, axis, batching->size);
        pairs[i] = ax_batch_spread_init(batching, eqn, i, (ax_ints){type.ndim, type.dims}, axis);
    }
    if (ax_type_count(&eqn->results[0]->type) == 0) {
        /* No window fits: there are no elements, and negative padding may exceed what there is. */
        ax_batch_results(batching, eqn, pairs, axis);
        return;
    }
    pad_inputs(batching, eqn, axis, attrs, inputs);
    ax_batch_fold_elements(batching, eqn, inputs, attrs, NATTRS, folds);
    ax_region_apply(batching->builder, eqn->regions[0], pairs, results, eqn->location);
    ax_batch_results(batching, eqn, results, axis);
}

static void batch_reduce_window(ax_batching *batching, const ax_eqn *eqn)
{
    int32_t axis = ax_batch_reduction_axis(batching, eqn);
    ax_value *inputs = ax_batch_values(batching, eqn->nresults);
    if (!inputs)
        return;
    for (int32_t i = 0; i < eqn->nresults; i++)
        inputs[i] = ax_batch_operand_at(batching, eqn, i, axis);
    ax_attr attrs[NATTRS];
    widen_attrs(batching->builder, eqn, axis, attrs);
    if (ax_builder_failed(batching->builder))
        return;
    if (ax_batch_init_mapped(batching, eqn)) {
        batch_with_inits(batching, eqn, axis, attrs, inputs);
    } else {
        ax_batch_reduction(batching, eqn, inputs, attrs, NATTRS, axis);
    }
}

AX_OP_RECORD(reduce_window, window, .dtypes = AX_SET_REAL, .traits = AX_TRAIT_VARIADIC,
             .noperands = 2, .nregions = 1,
             .attrs = AX_ATTR_LIST(AX_ATTR_WINDOW_DIMENSIONS, AX_ATTR_WINDOW_STRIDES,
                                   AX_ATTR_BASE_DILATIONS, AX_ATTR_WINDOW_DILATIONS,
                                   AX_ATTR_PADDING),
             .infer = AX_RULE(infer_reduce_window), .batch = AX_RULE(batch_reduce_window),
             .eval = AX_RULE(ax_eval_reduce_window));
