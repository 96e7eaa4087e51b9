/* The functions of <axmap/elementwise.h>. */
#include <axmap/elementwise.h>
#include <axmap/shape.h>

#include "ops/ops.h"

#include <math.h>

/* A scalar beside an array becomes an array of its shape. */
static ax_value spread(ax_value value, ax_value like, ax_location here)
{
    ax_type type = ax_value_type(value), shape = ax_value_type(like);
    if (!value.var || !like.var || type.ndim > 0 || shape.ndim == 0)
        return value;
    return ax_broadcast_in_dim_at(value, (ax_ints){shape.ndim, shape.dims}, AX_EMPTY_LIST, here);
}

static ax_value emit_unary(const ax_op *op, ax_value x, ax_location here)
{
    return ax_emit_one(x.builder, op, &x, 1, NULL, 0, here);
}

static ax_value emit_binary(const ax_op *op, ax_value a, ax_value b, const ax_attr *attr,
                            ax_location here)
{
    ax_value operands[] = {spread(a, b, here), spread(b, a, here)};
    return ax_emit_one(a.builder, op, operands, 2, attr, attr ? 1 : 0, here);
}

/* The names of the public functions, where they are not StableHLO's: the field's short ones. */
#define UNARY(name, op)                                   \
    ax_value ax_##name##_at(ax_value x, ax_location here) \
    {                                                     \
        return emit_unary(&ax_op_##op, x, here);          \
    }
#define BINARY(name, op)                                              \
    ax_value ax_##name##_at(ax_value a, ax_value b, ax_location here) \
    {                                                                 \
        return emit_binary(&ax_op_##op, a, b, NULL, here);            \
    }

BINARY(add, add)
BINARY(sub, subtract)
BINARY(mul, multiply)
BINARY(div, divide)
BINARY(rem, remainder)
BINARY(pow, power)
BINARY(maximum, maximum)
BINARY(minimum, minimum)
BINARY(atan2, atan2)
BINARY(and, and)
BINARY(or, or)
BINARY(xor, xor)
BINARY(mulhi, mulhi)
BINARY(next_after, next_after)
BINARY(polygamma, polygamma)
BINARY(zeta, zeta)
BINARY(shift_left, shift_left)
BINARY(shift_right_arithmetic, shift_right_arithmetic)
BINARY(shift_right_logical, shift_right_logical)

UNARY(neg, negate)
UNARY(abs, abs)
UNARY(sign, sign)
UNARY(not, not )
UNARY(popcnt, popcnt)
UNARY(count_leading_zeros, count_leading_zeros)
UNARY(ceil, ceil)
UNARY(floor, floor)
UNARY(round_nearest_afz, round_nearest_afz)
UNARY(round_nearest_even, round_nearest_even)
UNARY(is_finite, is_finite)
UNARY(sqrt, sqrt)
UNARY(rsqrt, rsqrt)
UNARY(cbrt, cbrt)
UNARY(exp, exponential)
UNARY(expm1, exponential_minus_one)
UNARY(log, log)
UNARY(log1p, log_plus_one)
UNARY(logistic, logistic)
UNARY(sin, sine)
UNARY(cos, cosine)
UNARY(tan, tan)
UNARY(tanh, tanh)
UNARY(asin, asin)
UNARY(acos, acos)
UNARY(atan, atan)
UNARY(sinh, sinh)
UNARY(cosh, cosh)
UNARY(asinh, asinh)
UNARY(acosh, acosh)
UNARY(atanh, atanh)
UNARY(erf, erf)
UNARY(erfc, erfc)
UNARY(erf_inv, erf_inv)
UNARY(lgamma, lgamma)
UNARY(digamma, digamma)
UNARY(bessel_i1e, bessel_i1e)

ax_value ax_square_at(ax_value x, ax_location here)
{
    return ax_mul_at(x, x, here);
}

ax_value ax_relu_at(ax_value x, ax_location here)
{
    if (!x.var)
        return x;
    return ax_maximum_at(x, ax_scalar_at(x.builder, ax_value_type(x).dtype, 0, here), here);
}

ax_value ax_compare_at(ax_value a, ax_value b, ax_comparison comparison, ax_location here)
{
    ax_attr attr = ax_attr_int(AX_ATTR_COMPARISON_DIRECTION, (int64_t)comparison);
    return emit_binary(&ax_op_compare, a, b, &attr, here);
}

ax_value ax_clamp_at(ax_value low, ax_value x, ax_value high, ax_location here)
{
    ax_value operands[] = {low, x, high};
    return ax_emit_one(x.builder, &ax_op_clamp, operands, 3, NULL, 0, here);
}

ax_value ax_select_at(ax_value predicate, ax_value on_true, ax_value on_false, ax_location here)
{
    ax_value a = spread(on_true, on_false, here), b = spread(on_false, on_true, here);
    ax_value operands[] = {predicate, spread(a, predicate, here), spread(b, predicate, here)};
    return ax_emit_one(on_true.builder, &ax_op_select, operands, 3, NULL, 0, here);
}

ax_value ax_convert_at(ax_value x, ax_dtype dtype, ax_location here)
{
    ax_type type = ax_value_type(x);
    type.dtype = dtype;
    ax_attr attr = ax_attr_type(AX_ATTR_RESULT_TYPE, type);
    return ax_emit_one(x.builder, &ax_op_convert, &x, 1, &attr, 1, here);
}

ax_value ax_bitcast_convert_at(ax_value x, ax_dtype dtype, ax_location here)
{
    ax_type type = ax_value_type(x);
    int64_t from = ax_dtype_bytes(type.dtype), to = ax_dtype_bytes(dtype);
    type.dtype = dtype;
    if (from > to) {
        if (type.ndim == AX_MAX_NDIM) {
            ax_builder_fail(x.builder, AX_ERROR(AX_INVALID_ARGUMENT,
                                                "bitcast_convert: an array has at most %d "
                                                "dimensions",
                                                (int)AX_MAX_NDIM));
            return ax_builder_poison(x.builder);
        }
        type.dims[type.ndim++] = from / to;
    } else if (from < to && type.ndim > 0) {
        type.dims[--type.ndim] = 0; /* infer checks what it was */
    }
    ax_attr attr = ax_attr_type(AX_ATTR_RESULT_TYPE, type);
    return ax_emit_one(x.builder, &ax_op_bitcast_convert, &x, 1, &attr, 1, here);
}

ax_value ax_reduce_precision_at(ax_value x, int64_t exponent_bits, int64_t mantissa_bits,
                                ax_location here)
{
    ax_attr attrs[] = {ax_attr_int(AX_ATTR_EXPONENT_BITS, exponent_bits),
                       ax_attr_int(AX_ATTR_MANTISSA_BITS, mantissa_bits)};
    return ax_emit_one(x.builder, &ax_op_reduce_precision, &x, 1, attrs, 2, here);
}

/* Whether x is the infinity of this sign. */
static ax_value equals_infinity(ax_value x, double infinity, ax_location here)
{
    if (!x.var)
        return x;
    ax_value bound = ax_scalar_at(x.builder, ax_value_type(x).dtype, infinity, here);
    return ax_compare_at(x, bound, AX_EQ, here);
}

ax_value ax_is_inf_at(ax_value x, ax_location here)
{
    return equals_infinity(ax_abs_at(x, here), INFINITY, here);
}

ax_value ax_is_pos_inf_at(ax_value x, ax_location here)
{
    return equals_infinity(x, INFINITY, here);
}

ax_value ax_is_neg_inf_at(ax_value x, ax_location here)
{
    return equals_infinity(x, -INFINITY, here);
}
