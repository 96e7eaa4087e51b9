/* dynamic_slice and dynamic_update_slice: types and meaning. The operands end with a start index for
 * each dimension, clamped so that the slice lies inside. */
#include "ops/dynamic.h"

#include "ops/check.h"
#include "ops/ops.h"
#include "ops/strided.h"

#include <string.h>

/* ---- types ---- */

/* Operands `first`... are scalar integers of one dtype, one for each dimension of operand 0. */
static ax_status *check_starts(const ax_eqn *eqn, int32_t first)
{
    const ax_type *operand = ax_operand_type(eqn, 0);
    if (eqn->nresults != 1) {
        return AX_ERROR(AX_INVALID_ARGUMENT, "%s has 1 result, not %d", eqn->op->name,
                        (int)eqn->nresults);
    }
    if (eqn->noperands != first + operand->ndim) {
        return AX_ERROR(AX_INVALID_ARGUMENT,
                        "%s: %s takes %d start indices, one for each dimension, not %d",
                        eqn->op->name, AX_TYPE_STRING(operand), (int)operand->ndim,
                        (int)(eqn->noperands - first));
    }
    for (int32_t i = first; i < eqn->noperands; i++) {
        const ax_type *start = ax_operand_type(eqn, i);
        if (start->ndim != 0 || !ax_dtype_is_integer(start->dtype) ||
            start->dtype != ax_operand_type(eqn, first)->dtype) {
            return AX_ERROR(AX_INVALID_ARGUMENT,
                            "%s: start indices are scalar integers of one dtype; start %d is %s",
                            eqn->op->name, (int)(i - first), AX_TYPE_STRING(start));
        }
    }
    return NULL;
}

static ax_status *check_size(const ax_eqn *eqn, int32_t dim, int64_t size)
{
    const ax_type *operand = ax_operand_type(eqn, 0);
    if (size >= 0 && size <= operand->dims[dim])
        return NULL;
    return AX_ERROR(AX_INVALID_ARGUMENT,
                    "%s: a slice of %lld along dimension %d of %s: 0 to %lld are allowed",
                    eqn->op->name, (long long)size, (int)dim, AX_TYPE_STRING(operand),
                    (long long)operand->dims[dim]);
}

static ax_status *infer_dynamic_slice(const ax_eqn *eqn, ax_type *out_types)
{
    AX_TRY(ax_check_form(eqn));
    AX_TRY(check_starts(eqn, AX_SLICE_STARTS));
    ax_type slice = *ax_operand_type(eqn, 0);
    AX_TRY(ax_check_per_dimension(eqn, AX_ATTR_SLICE_SIZES, &slice));
    ax_ints sizes = ax_eqn_ints(eqn, AX_ATTR_SLICE_SIZES);
    for (int32_t i = 0; i < slice.ndim; i++) {
        AX_TRY(check_size(eqn, i, sizes.values[i]));
        slice.dims[i] = sizes.values[i];
    }
    out_types[0] = slice;
    return NULL;
}

static ax_status *infer_dynamic_update_slice(const ax_eqn *eqn, ax_type *out_types)
{
    AX_TRY(ax_check_form(eqn));
    AX_TRY(check_starts(eqn, AX_UPDATE_STARTS));
    const ax_type *operand = ax_operand_type(eqn, 0), *update = ax_operand_type(eqn, 1);
    if (update->dtype != operand->dtype || update->ndim != operand->ndim) {
        return AX_ERROR(AX_INVALID_ARGUMENT,
                        "dynamic_update_slice: the update of %s is %s: dtype and number of "
                        "dimensions must agree",
                        AX_TYPE_STRING(operand), AX_TYPE_STRING(update));
    }
    for (int32_t i = 0; i < update->ndim; i++)
        AX_TRY(check_size(eqn, i, update->dims[i]));
    out_types[0] = *operand;
    return NULL;
}

/* ---- meaning ---- */

/* Walks `slice` inside `whole`, with the slice's dims; returns where in `whole` it starts. */
static int64_t place_slice(const ax_type *whole, const ax_type *slice, const ax_tensor *starts,
                           int64_t *out_strides, ax_strided *out_layout)
{
    ax_strided layout = {.element_bytes = ax_dtype_bytes(whole->dtype), .ndim = slice->ndim};
    int64_t offset = 0;
    ax_type_strides(whole, out_strides);
    for (int32_t i = 0; i < slice->ndim; i++) {
        layout.dims[i] = slice->dims[i];
        offset += ax_clamped_start(&starts[i], whole->dims[i], slice->dims[i]) * out_strides[i];
    }
    *out_layout = layout;
    return offset * layout.element_bytes;
}

static ax_status *eval_dynamic_slice(const ax_eval_env *env, const ax_eqn *eqn,
                                     const ax_tensor *operands, const ax_tensor *results)
{
    (void)eqn;
    if (ax_type_count(&results[0].type) == 0)
        return NULL;
    ax_strided layout;
    int64_t strides[AX_MAX_NDIM];
    int64_t offset = place_slice(&operands[0].type, &results[0].type, operands + AX_SLICE_STARTS,
                                 strides, &layout);
    memcpy(layout.source_strides, strides, sizeof strides);
    ax_type_strides(&results[0].type, layout.destination_strides);
    ax_strided_deal(env, &layout, results[0].data, (const char *)operands[0].data + offset);
    return NULL;
}

static ax_status *eval_dynamic_update_slice(const ax_eval_env *env, const ax_eqn *eqn,
                                            const ax_tensor *operands, const ax_tensor *results)
{
    (void)eqn;
    ax_strided_deal_run(env, ax_type_bytes(&results[0].type), results[0].data, operands[0].data);
    if (ax_type_count(&operands[1].type) == 0)
        return NULL;
    ax_strided layout;
    int64_t strides[AX_MAX_NDIM];
    int64_t offset = place_slice(&results[0].type, &operands[1].type, operands + AX_UPDATE_STARTS,
                                 strides, &layout);
    memcpy(layout.destination_strides, strides, sizeof strides);
    ax_type_strides(&operands[1].type, layout.source_strides);
    ax_strided_deal(env, &layout, (char *)results[0].data + offset, operands[1].data);
    return NULL;
}

/* ---- records ---- */

AX_OP_RECORD(dynamic_slice, indexing, .dtypes = AX_SET_EVERY, .traits = AX_TRAIT_VARIADIC,
             .noperands = AX_SLICE_STARTS, .attrs = AX_ATTR_LIST(AX_ATTR_SLICE_SIZES),
             .infer = AX_RULE(infer_dynamic_slice), .batch = AX_RULE(ax_batch_dynamic_slice),
             .eval = AX_RULE(eval_dynamic_slice));

AX_OP_RECORD(dynamic_update_slice, indexing, .dtypes = AX_SET_EVERY, .traits = AX_TRAIT_VARIADIC,
             .noperands = AX_UPDATE_STARTS, .infer = AX_RULE(infer_dynamic_update_slice),
             .batch = AX_RULE(ax_batch_dynamic_update_slice),
             .eval = AX_RULE(eval_dynamic_update_slice));
