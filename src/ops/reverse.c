/* reverse: types, vmap, meaning. */
#include "ops/check.h"
#include "ops/ops.h"
#include "ops/strided.h"

static ax_status *infer_reverse(const ax_eqn *eqn, ax_type *out_types)
{
    AX_TRY(ax_check_form(eqn));
    AX_TRY(ax_check_dimensions(eqn, AX_ATTR_DIMENSIONS, ax_operand_type(eqn, 0)->ndim));
    out_types[0] = *ax_operand_type(eqn, 0);
    return NULL;
}

static void batch_reverse(ax_batching *batching, const ax_eqn *eqn)
{
    ax_batched x = ax_batch_operand(batching, eqn, 0);
    ax_ints dims = ax_eqn_ints(eqn, AX_ATTR_DIMENSIONS);
    ax_attr attr = {.key = AX_ATTR_DIMENSIONS,
                    .ints = ax_ints_shifted(batching->builder, dims, x.axis)};
    ax_batch_emit(batching, eqn, &x.value, &attr, 1, x.axis);
}

static ax_status *eval_reverse(const ax_eval_env *env, const ax_eqn *eqn, const ax_tensor *operands,
                               const ax_tensor *results)
{
    const ax_type *type = &results[0].type;
    if (ax_type_count(type) == 0)
        return NULL;
    ax_ints dims = ax_eqn_ints(eqn, AX_ATTR_DIMENSIONS);
    ax_strided layout = {.element_bytes = ax_dtype_bytes(type->dtype), .ndim = type->ndim};
    int64_t offset = 0;
    ax_type_strides(type, layout.destination_strides);
    ax_type_strides(type, layout.source_strides);
    for (int32_t i = 0; i < type->ndim; i++)
        layout.dims[i] = type->dims[i];
    for (int32_t i = 0; i < dims.count; i++) {
        int64_t d = dims.values[i];
        offset += (layout.dims[d] - 1) * layout.source_strides[d];
        layout.source_strides[d] = -layout.source_strides[d];
    }
    ax_strided_deal(env, &layout, results[0].data,
                    (const char *)operands[0].data + offset * layout.element_bytes);
    return NULL;
}

AX_OP_RECORD(reverse, shape, .dtypes = AX_SET_EVERY, .noperands = 1,
             .attrs = AX_ATTR_LIST(AX_ATTR_DIMENSIONS), .infer = AX_RULE(infer_reverse),
             .batch = AX_RULE(batch_reverse), .eval = AX_RULE(eval_reverse));
