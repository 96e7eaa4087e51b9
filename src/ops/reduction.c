/* reduce: types and vmap. */
#include "ops/reduction.h"

#include "ops/check.h"
#include "ops/ops.h"
#include "ops/region.h"

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

static void batch_reduce(ax_batching *batching, const ax_eqn *eqn)
{
    ax_ints reduced = ax_eqn_ints(eqn, AX_ATTR_DIMENSIONS);
    int32_t axis = ax_batch_reduction_axis(batching, eqn), result_axis = axis;
    bool empty = false;
    for (int32_t i = 0; i < reduced.count; i++) {
        result_axis -= reduced.values[i] < axis;
        empty = empty || ax_operand_type(eqn, 0)->dims[reduced.values[i]] == 0;
    }
    ax_value *inputs = ax_batch_values(batching, eqn->nresults);
    if (!inputs)
        return;
    for (int32_t i = 0; i < eqn->nresults; i++)
        inputs[i] = ax_batch_operand_at(batching, eqn, i, axis);
    ax_attr attr = {.key = AX_ATTR_DIMENSIONS,
                    .ints = ax_ints_shifted(batching->builder, reduced, axis)};
    if (ax_batch_init_mapped(batching, eqn)) {
        ax_batch_reduction_inits(batching, eqn, inputs, &attr, 1, result_axis, empty);
    } else {
        ax_batch_reduction(batching, eqn, inputs, &attr, 1, result_axis);
    }
}

AX_OP_RECORD(reduce, reduction, .traits = AX_TRAIT_VARIADIC, .noperands = 2, .nregions = 1,
             .attrs = AX_ATTR_LIST(AX_ATTR_DIMENSIONS), .infer = AX_RULE(infer_reduce),
             .batch = AX_RULE(batch_reduce), .eval = AX_RULE(ax_eval_reduce));
