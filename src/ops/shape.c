/* Ops that move elements without computing with them, and constants: records and infer rules. */
#include "ops/shape.h"

#include "base/checked.h"
#include "ops/check.h"

/* ---- constant, iota ---- */

static ax_status *infer_constant(const ax_eqn *eqn, ax_type *out_types)
{
    AX_TRY(ax_check_form(eqn));
    out_types[0] = ax_eqn_literal(eqn, AX_ATTR_VALUE)->type;
    return NULL;
}

static ax_status *infer_iota(const ax_eqn *eqn, ax_type *out_types)
{
    AX_TRY(ax_check_form(eqn));
    ax_type type = *ax_eqn_type(eqn, AX_ATTR_RESULT_TYPE);
    AX_TRY(ax_check_dimension(eqn, AX_ATTR_DIMENSION, type.ndim));
    AX_TRY(ax_check_dtype(eqn, type.dtype));
    out_types[0] = type;
    return NULL;
}

/* ---- broadcast_in_dim, reshape, transpose ---- */

/* The result's type from its attribute, which may change the dims only. */
static ax_status *check_result_dtype(const ax_eqn *eqn)
{
    const ax_type *from = ax_operand_type(eqn, 0);
    const ax_type *to = ax_eqn_type(eqn, AX_ATTR_RESULT_TYPE);
    AX_TRY(ax_type_check(to));
    if (from->dtype == to->dtype)
        return NULL;
    return AX_ERROR(AX_INVALID_ARGUMENT, "%s: %s to %s would change the dtype; convert does that",
                    eqn->op->name, AX_TYPE_STRING(from), AX_TYPE_STRING(to));
}

static ax_status *infer_broadcast_in_dim(const ax_eqn *eqn, ax_type *out_types)
{
    AX_TRY(ax_check_form(eqn));
    AX_TRY(check_result_dtype(eqn));
    const ax_type *from = ax_operand_type(eqn, 0);
    const ax_type *to = ax_eqn_type(eqn, AX_ATTR_RESULT_TYPE);
    AX_TRY(ax_check_per_dimension(eqn, AX_ATTR_BROADCAST_DIMENSIONS, from));
    AX_TRY(ax_check_dimensions(eqn, AX_ATTR_BROADCAST_DIMENSIONS, to->ndim));
    ax_ints places = ax_eqn_ints(eqn, AX_ATTR_BROADCAST_DIMENSIONS);
    for (int32_t i = 0; i < from->ndim; i++) {
        int64_t place = places.values[i];
        if (from->dims[i] == 1 || from->dims[i] == to->dims[place])
            continue;
        return AX_ERROR(AX_INVALID_ARGUMENT,
                        "broadcast_in_dim: dimension %d of %s has %lld, dimension %lld of %s has "
                        "%lld; only 1 repeats",
                        (int)i, AX_TYPE_STRING(from), (long long)from->dims[i], (long long)place,
                        AX_TYPE_STRING(to), (long long)to->dims[place]);
    }
    out_types[0] = *to;
    return NULL;
}

static ax_status *infer_reshape(const ax_eqn *eqn, ax_type *out_types)
{
    AX_TRY(ax_check_form(eqn));
    AX_TRY(check_result_dtype(eqn));
    const ax_type *from = ax_operand_type(eqn, 0);
    const ax_type *to = ax_eqn_type(eqn, AX_ATTR_RESULT_TYPE);
    if (ax_type_count(from) != ax_type_count(to)) {
        return AX_ERROR(AX_INVALID_ARGUMENT, "reshape: %s has %lld elements, %s would have %lld",
                        AX_TYPE_STRING(from), (long long)ax_type_count(from), AX_TYPE_STRING(to),
                        (long long)ax_type_count(to));
    }
    out_types[0] = *to;
    return NULL;
}

static ax_status *infer_transpose(const ax_eqn *eqn, ax_type *out_types)
{
    AX_TRY(ax_check_form(eqn));
    const ax_type *from = ax_operand_type(eqn, 0);
    AX_TRY(ax_check_per_dimension(eqn, AX_ATTR_PERMUTATION, from));
    AX_TRY(ax_check_dimensions(eqn, AX_ATTR_PERMUTATION, from->ndim));
    ax_ints permutation = ax_eqn_ints(eqn, AX_ATTR_PERMUTATION);
    ax_type to = *from;
    for (int32_t i = 0; i < to.ndim; i++)
        to.dims[i] = from->dims[permutation.values[i]];
    out_types[0] = to;
    return NULL;
}

/* ---- slice, concatenate, pad ---- */

static ax_status *infer_slice(const ax_eqn *eqn, ax_type *out_types)
{
    AX_TRY(ax_check_form(eqn));
    const ax_type *from = ax_operand_type(eqn, 0);
    AX_TRY(ax_check_per_dimension(eqn, AX_ATTR_START_INDICES, from));
    AX_TRY(ax_check_per_dimension(eqn, AX_ATTR_LIMIT_INDICES, from));
    AX_TRY(ax_check_per_dimension(eqn, AX_ATTR_STRIDES, from));
    ax_type to = *from;
    for (int32_t i = 0; i < to.ndim; i++) {
        int64_t start = ax_eqn_ints(eqn, AX_ATTR_START_INDICES).values[i];
        int64_t limit = ax_eqn_ints(eqn, AX_ATTR_LIMIT_INDICES).values[i];
        int64_t stride = ax_eqn_ints(eqn, AX_ATTR_STRIDES).values[i];
        if (start < 0 || start > limit || limit > from->dims[i] || stride < 1) {
            return AX_ERROR(AX_INVALID_ARGUMENT,
                            "slice: dimension %d is [%lld:%lld:%lld] of %lld; 0 <= start <= limit "
                            "<= size and stride >= 1 are wanted",
                            (int)i, (long long)start, (long long)limit, (long long)stride,
                            (long long)from->dims[i]);
        }
        to.dims[i] = ax_ceil_div(limit - start, stride);
    }
    out_types[0] = to;
    return NULL;
}

static ax_status *infer_concatenate(const ax_eqn *eqn, ax_type *out_types)
{
    AX_TRY(ax_check_form(eqn));
    if (eqn->nresults != 1)
        return AX_ERROR(AX_INVALID_ARGUMENT, "concatenate has 1 result, not %d",
                        (int)eqn->nresults);
    ax_type to = *ax_operand_type(eqn, 0);
    AX_TRY(ax_check_dimension(eqn, AX_ATTR_DIMENSION, to.ndim));
    int64_t dimension = ax_eqn_int(eqn, AX_ATTR_DIMENSION);
    for (int32_t i = 1; i < eqn->noperands; i++) {
        const ax_type *type = ax_operand_type(eqn, i);
        bool fits = type->dtype == to.dtype && type->ndim == to.ndim;
        for (int32_t d = 0; fits && d < to.ndim; d++)
            fits = d == dimension || type->dims[d] == to.dims[d];
        if (!fits) {
            return AX_ERROR(AX_INVALID_ARGUMENT,
                            "concatenate: operand 0 is %s, operand %d is %s; they may differ in "
                            "dimension %lld only",
                            AX_TYPE_STRING(ax_operand_type(eqn, 0)), (int)i, AX_TYPE_STRING(type),
                            (long long)dimension);
        }
        if (!ax_checked_add(to.dims[dimension], type->dims[dimension], &to.dims[dimension]))
            return AX_ERROR(AX_OVERFLOW, "concatenate: the size does not fit 64 bits");
    }
    out_types[0] = to;
    return NULL;
}

static ax_status *pad_dim(int32_t index, int64_t size, int64_t low, int64_t high, int64_t interior,
                          int64_t *out_size)
{
    /* Eval computes with 1 + interior and with -low: they must fit as well. */
    const int64_t most = INT64_MAX / 2;
    int64_t gaps = size > 0 ? size - 1 : 0, padded = size;
    if (interior < 0) {
        return AX_ERROR(AX_INVALID_ARGUMENT,
                        "pad: dimension %d has interior padding %lld; it cannot be negative",
                        (int)index, (long long)interior);
    }
    if (interior > most || low < -most || !ax_checked_mul(gaps, interior, &gaps) ||
        !ax_checked_add(padded, gaps, &padded) || !ax_checked_add(padded, low, &padded) ||
        !ax_checked_add(padded, high, &padded)) {
        return AX_ERROR(AX_OVERFLOW,
                        "pad: the size of dimension %d (%lld padded by %lld, %lld, %lld) does not "
                        "fit 64 bits",
                        (int)index, (long long)size, (long long)low, (long long)high,
                        (long long)interior);
    }
    if (padded < 0) {
        return AX_ERROR(AX_INVALID_ARGUMENT,
                        "pad: dimension %d of %lld padded by %lld and %lld would have size %lld",
                        (int)index, (long long)size, (long long)low, (long long)high,
                        (long long)padded);
    }
    *out_size = padded;
    return NULL;
}

static ax_status *infer_pad(const ax_eqn *eqn, ax_type *out_types)
{
    AX_TRY(ax_check_form(eqn));
    const ax_type *from = ax_operand_type(eqn, 0);
    const ax_type *value = ax_operand_type(eqn, 1);
    if (value->ndim != 0 || value->dtype != from->dtype) {
        return AX_ERROR(AX_INVALID_ARGUMENT,
                        "pad: the padding value of %s is %s; a scalar of its "
                        "dtype is wanted",
                        AX_TYPE_STRING(from), AX_TYPE_STRING(value));
    }
    AX_TRY(ax_check_per_dimension(eqn, AX_ATTR_EDGE_PADDING_LOW, from));
    AX_TRY(ax_check_per_dimension(eqn, AX_ATTR_EDGE_PADDING_HIGH, from));
    AX_TRY(ax_check_per_dimension(eqn, AX_ATTR_INTERIOR_PADDING, from));
    ax_type to = *from;
    for (int32_t i = 0; i < to.ndim; i++) {
        AX_TRY(pad_dim(i, from->dims[i], ax_eqn_ints(eqn, AX_ATTR_EDGE_PADDING_LOW).values[i],
                       ax_eqn_ints(eqn, AX_ATTR_EDGE_PADDING_HIGH).values[i],
                       ax_eqn_ints(eqn, AX_ATTR_INTERIOR_PADDING).values[i], &to.dims[i]));
    }
    out_types[0] = to;
    return NULL;
}

/* ---- records ---- */

AX_OP_RECORD(broadcast_in_dim, shape, .dtypes = AX_SET_EVERY, .noperands = 1,
             .attrs = AX_ATTR_LIST(AX_ATTR_BROADCAST_DIMENSIONS, AX_ATTR_RESULT_TYPE),
             .infer = AX_RULE(infer_broadcast_in_dim), .batch = AX_RULE(ax_batch_broadcast_in_dim),
             .eval = AX_RULE(ax_eval_broadcast_in_dim));

AX_OP_RECORD(concatenate, shape, .dtypes = AX_SET_EVERY, .traits = AX_TRAIT_VARIADIC,
             .noperands = 1, .attrs = AX_ATTR_LIST(AX_ATTR_DIMENSION),
             .infer = AX_RULE(infer_concatenate), .batch = AX_RULE(ax_batch_concatenate),
             .eval = AX_RULE(ax_eval_concatenate));

AX_OP_RECORD(constant, shape, .dtypes = AX_SET_EVERY, .attrs = AX_ATTR_LIST(AX_ATTR_VALUE),
             .infer = AX_RULE(infer_constant),
             .batch = AX_NO_RULE("no operands, so nothing in it can be mapped"),
             .eval = AX_RULE(ax_eval_constant));

AX_OP_RECORD(iota, shape, .dtypes = AX_SET_NUMBER,
             .attrs = AX_ATTR_LIST(AX_ATTR_DIMENSION, AX_ATTR_RESULT_TYPE),
             .infer = AX_RULE(infer_iota),
             .batch = AX_NO_RULE("no operands, so nothing in it can be mapped"),
             .eval = AX_RULE(ax_eval_iota));

AX_OP_RECORD(pad, shape, .dtypes = AX_SET_EVERY, .noperands = 2,
             .attrs = AX_ATTR_LIST(AX_ATTR_EDGE_PADDING_HIGH, AX_ATTR_EDGE_PADDING_LOW,
                                   AX_ATTR_INTERIOR_PADDING),
             .infer = AX_RULE(infer_pad), .batch = AX_RULE(ax_batch_pad),
             .eval = AX_RULE(ax_eval_pad));

AX_OP_RECORD(reshape, shape, .dtypes = AX_SET_EVERY, .traits = AX_TRAIT_VIEW, .noperands = 1,
             .attrs = AX_ATTR_LIST(AX_ATTR_RESULT_TYPE), .infer = AX_RULE(infer_reshape),
             .batch = AX_RULE(ax_batch_reshape), .eval = AX_RULE(ax_eval_reshape));

AX_OP_RECORD(slice, shape, .dtypes = AX_SET_EVERY, .noperands = 1,
             .attrs = AX_ATTR_LIST(AX_ATTR_LIMIT_INDICES, AX_ATTR_START_INDICES, AX_ATTR_STRIDES),
             .infer = AX_RULE(infer_slice), .batch = AX_RULE(ax_batch_slice),
             .eval = AX_RULE(ax_eval_slice));

AX_OP_RECORD(transpose, shape, .dtypes = AX_SET_EVERY, .noperands = 1,
             .attrs = AX_ATTR_LIST(AX_ATTR_PERMUTATION), .infer = AX_RULE(infer_transpose),
             .batch = AX_RULE(ax_batch_transpose), .eval = AX_RULE(ax_eval_transpose));
