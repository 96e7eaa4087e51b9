/* reduce: types and vmap. */
#include "ops/reduction.h"

#include "ops/check.h"
#include "ops/ops.h"
#include "ops/region.h"

#include <axmap/shape.h>

static bool holds(ax_ints list, int64_t value)
{
    for (int32_t i = 0; i < list.count; i++) {
        if (list.values[i] == value)
            return true;
    }
    return false;
}

static ax_status *infer_reduce(const ax_eqn *eqn, ax_type *out_types)
{
    int32_t count;
    AX_TRY(ax_check_reduction(eqn, &count));
    AX_TRY(ax_check_dimensions(eqn, AX_ATTR_DIMENSIONS, ax_operand_type(eqn, 0)->ndim));
    ax_ints reduced = ax_eqn_ints(eqn, AX_ATTR_DIMENSIONS);
    for (int32_t i = 0; i < count; i++) {
        const ax_type *input = ax_operand_type(eqn, i);
        ax_type result = {.dtype = input->dtype};
        for (int32_t d = 0; d < input->ndim; d++) {
            if (!holds(reduced, d))
                result.dims[result.ndim++] = input->dims[d];
        }
        out_types[i] = result;
    }
    return NULL;
}

/* ---- vmap ---- */

/* The value with its reduced dimensions as one, the last; what is kept, the batch too, before it. */
static ax_value reduced_last(ax_value value, ax_ints reduced, ax_location location)
{
    ax_type type = ax_value_type(value), flat = {.dtype = type.dtype};
    int64_t permutation[AX_MAX_NDIM], elements = 1;
    int32_t count = 0;
    for (int32_t d = 0; d < type.ndim; d++) {
        if (!holds(reduced, d)) {
            permutation[count++] = d;
            flat.dims[flat.ndim++] = type.dims[d];
        }
    }
    for (int32_t d = 0; d < type.ndim; d++) {
        if (holds(reduced, d)) {
            permutation[count++] = d;
            elements *= type.dims[d];
        }
    }
    ax_value moved = ax_transpose_at(value, (ax_ints){type.ndim, permutation}, location);
    flat = ax_type_insert_dim(&flat, flat.ndim, elements);
    return ax_reshape_at(moved, (ax_ints){flat.ndim, flat.dims}, location);
}

/* With mapped inits: they become the first of the elements, so that nothing else changes. */
static void batch_with_inits(ax_batching *batching, const ax_eqn *eqn, ax_ints reduced,
                             int32_t result_axis, ax_value *inputs)
{
    int32_t n = eqn->nresults, ndim = ax_value_type(inputs[0]).ndim;
    ax_value *results = ax_batch_values(batching, n + 1);
    if (!results)
        return;
    if (ndim - reduced.count >= AX_MAX_NDIM) {
        ax_builder_fail(batching->builder,
                        AX_ERROR(AX_INVALID_ARGUMENT,
                                 "vmap: reduce of %d dimensions has no room for another",
                                 (int)ndim));
        return;
    }
    int64_t last = 0;
    for (int32_t i = 0; i < n; i++) {
        ax_value elements = reduced_last(inputs[i], reduced, eqn->location);
        ax_type type = ax_value_type(elements);
        if (!elements.var)
            return;
        last = type.ndim - 1;
        type.dims[last] = 1;
        ax_value init = ax_batch_spread_init(batching, eqn, i, (ax_ints){type.ndim, type.dims},
                                             result_axis);
        inputs[i] = ax_concatenate_at((ax_value[]){init, elements}, 2, last, eqn->location);
    }
    ax_attr attr = {.key = AX_ATTR_DIMENSIONS, .ints = {1, &last}};
    ax_batch_fold_elements(batching, eqn, inputs, &attr, 1, results);
    ax_batch_results(batching, eqn, results, result_axis);
}

static void batch_reduce(ax_batching *batching, const ax_eqn *eqn)
{
    ax_ints reduced = ax_eqn_ints(eqn, AX_ATTR_DIMENSIONS);
    int32_t axis = ax_batch_reduction_axis(batching, eqn), result_axis = axis;
    for (int32_t i = 0; i < reduced.count; i++)
        result_axis -= reduced.values[i] < axis;
    ax_value *inputs = ax_batch_values(batching, eqn->nresults);
    if (!inputs)
        return;
    for (int32_t i = 0; i < eqn->nresults; i++)
        inputs[i] = ax_batch_operand_at(batching, eqn, i, axis);
    reduced = ax_ints_shifted(batching->builder, reduced, axis);
    if (ax_batch_init_mapped(batching, eqn)) {
        batch_with_inits(batching, eqn, reduced, result_axis, inputs);
    } else {
        ax_attr attr = {.key = AX_ATTR_DIMENSIONS, .ints = reduced};
        ax_batch_reduction(batching, eqn, inputs, &attr, 1, result_axis);
    }
}

AX_OP_RECORD(reduce, reduction, .dtypes = AX_SET_REAL, .traits = AX_TRAIT_VARIADIC, .noperands = 2,
             .nregions = 1, .attrs = AX_ATTR_LIST(AX_ATTR_DIMENSIONS),
             .infer = AX_RULE(infer_reduce), .batch = AX_RULE(batch_reduce),
             .eval = AX_RULE(ax_eval_reduce));
