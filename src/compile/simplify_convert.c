/* Conversions: to the same dtype, and of conversions that lost nothing. */
#include "compile/simplifier.h"
#include "ops/ops.h"

/* Digits of an integer, sign apart, or of a float's fraction with its leading one. */
static int digits(ax_dtype dtype)
{
    switch (dtype) {
    case AX_F16: return 11;
    case AX_BF16: return 8;
    case AX_F32: return 24;
    case AX_F64: return 53;
    case AX_BOOL: return 1;
    default:
        return (int)(8 * ax_dtype_bytes(dtype)) - (ax_dtype_kind(dtype) == AX_KIND_SIGNED ? 1 : 0);
    }
}

static bool is_whole(ax_dtype dtype)
{
    return dtype == AX_BOOL || ax_dtype_is_integer(dtype);
}

/* Whether every value of `from` is one of `to`. */
static bool holds_all(ax_dtype from, ax_dtype to)
{
    if (from == to)
        return true;
    if (to == AX_BOOL || digits(from) > digits(to))
        return false;
    if (is_whole(from)) {
        bool has_sign = ax_dtype_kind(from) == AX_KIND_SIGNED;
        /* 2^16 is more than the greatest f16, and no integer of 11 digits. */
        return !has_sign || ax_dtype_kind(to) != AX_KIND_UNSIGNED;
    }
    return !is_whole(to) && !(from == AX_F16 && to == AX_BF16) && (to == AX_F32 || to == AX_F64);
}

/* Whether converting from -> through -> to gives what from -> to does. */
static bool may_skip(ax_dtype from, ax_dtype through, ax_dtype to)
{
    bool integers = ax_dtype_is_integer(from) && ax_dtype_is_integer(through) &&
                    ax_dtype_is_integer(to);
    if (integers && ax_dtype_bytes(to) <= ax_dtype_bytes(through))
        return true; /* the low bits of the same number */
    if (!holds_all(from, through))
        return false;
    /* A float out of range gives the nearest integer, an integer its low bits. */
    bool saturates = !is_whole(through) && ax_dtype_is_integer(to);
    return !saturates || !is_whole(from) || holds_all(from, to);
}

bool ax_simplify_convert(ax_simplifier *s, const ax_eqn *e, ax_value *out)
{
    const ax_var *x = e->operands[0];
    ax_dtype to = e->results[0]->type.dtype;
    if (x->type.dtype == to) {
        *out = ax_value_of(s, x);
        return true;
    }
    const ax_eqn *inner = ax_made_by(x, &ax_op_convert);
    if (!inner || !may_skip(inner->operands[0]->type.dtype, x->type.dtype, to))
        return false;
    ax_value operand = ax_value_of(s, inner->operands[0]);
    *out = ax_simplify_one(s, &ax_op_convert, &operand, 1, e->attrs, e->nattrs, e->location);
    return true;
}
