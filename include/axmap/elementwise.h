/* Operations that compute each element of the result from the elements at its place.
 *
 * They follow StableHLO, under the field's short names. Operands have one dtype and one shape, which
 * the result has too; where one operand of two is a scalar (ndim 0), it is used for every element of
 * the other. Nothing else is broadcast silently: see ax_broadcast_in_dim.
 *
 * dtypes   "numbers" are i8 ... i64, u8 ... u64, f16, bf16, f32, f64; "integers" and "floats" those of
 *          them. f16 and bf16 are computed in f32 and rounded once. Complex numbers are AX_UNSUPPORTED,
 *          but for ax_select.
 * errors   AX_INVALID_ARGUMENT: operands of unlike types, or a dtype the operation does not take
 * results  nothing is undefined: integers wrap, floats follow IEEE 754, and the places where C has no
 *          answer are named below
 *
 * Each macro records the caller's file and line; the functions behind them (ax_..._at) take the place
 * explicitly, for other languages. Errors are sticky (see <axmap/builder.h>).
 */
#ifndef AXMAP_ELEMENTWISE_H
#define AXMAP_ELEMENTWISE_H

#include <axmap/builder.h>

AX_BEGIN_DECLS

/* ---- arithmetic ---- */

/* a + b of numbers; of bool: or. */
AX_API ax_value ax_add_at(ax_value a, ax_value b, ax_location here);
#define ax_add(a, b) ax_add_at(a, b, AX_HERE)

/* a - b of numbers. */
AX_API ax_value ax_sub_at(ax_value a, ax_value b, ax_location here);
#define ax_sub(a, b) ax_sub_at(a, b, AX_HERE)

/* a * b of numbers; of bool: and. */
AX_API ax_value ax_mul_at(ax_value a, ax_value b, ax_location here);
#define ax_mul(a, b) ax_mul_at(a, b, AX_HERE)

/* a / b of numbers; integers truncate towards zero. x / 0 of integers is -1 (all bits set), the least
 * integer divided by -1 is itself. */
AX_API ax_value ax_div_at(ax_value a, ax_value b, ax_location here);
#define ax_div(a, b) ax_div_at(a, b, AX_HERE)

/* What a / b leaves, with the sign of a: C's % and fmod. x rem 0 of integers is x. */
AX_API ax_value ax_rem_at(ax_value a, ax_value b, ax_location here);
#define ax_rem(a, b) ax_rem_at(a, b, AX_HERE)

/* a to the power b of numbers. Of integers with b < 0: 1 where a is 1, +-1 where a is -1, else 0. */
AX_API ax_value ax_pow_at(ax_value a, ax_value b, ax_location here);
#define ax_pow(a, b) ax_pow_at(a, b, AX_HERE)

/* The larger, the smaller of two numbers; of bool: or, and. NaN wins; +0 is larger than -0. */
AX_API ax_value ax_maximum_at(ax_value a, ax_value b, ax_location here);
#define ax_maximum(a, b) ax_maximum_at(a, b, AX_HERE)
AX_API ax_value ax_minimum_at(ax_value a, ax_value b, ax_location here);
#define ax_minimum(a, b) ax_minimum_at(a, b, AX_HERE)

/* -x of numbers. */
AX_API ax_value ax_neg_at(ax_value x, ax_location here);
#define ax_neg(x) ax_neg_at(x, AX_HERE)

/* |x| of signed integers (of the least one: itself) and floats. */
AX_API ax_value ax_abs_at(ax_value x, ax_location here);
#define ax_abs(x) ax_abs_at(x, AX_HERE)

/* -1, 0 or 1 of signed integers and floats; a zero keeps its sign, NaN stays NaN. */
AX_API ax_value ax_sign_at(ax_value x, ax_location here);
#define ax_sign(x) ax_sign_at(x, AX_HERE)

/* x * x; max(x, 0). Made of mul and maximum. */
AX_API ax_value ax_square_at(ax_value x, ax_location here);
#define ax_square(x) ax_square_at(x, AX_HERE)
AX_API ax_value ax_relu_at(ax_value x, ax_location here);
#define ax_relu(x) ax_relu_at(x, AX_HERE)

/* min(max(x, low), high) of numbers and bool. Each bound has x's type or is a scalar of its dtype. */
AX_API ax_value ax_clamp_at(ax_value low, ax_value x, ax_value high, ax_location here);
#define ax_clamp(low, x, high) ax_clamp_at(low, x, high, AX_HERE)

/* ---- comparing, choosing, converting ---- */

/* bool: whether a `comparison` b; of numbers and bool (false < true). The total order of what is no float
 * is its usual one. */
AX_API ax_value ax_compare_at(ax_value a, ax_value b, ax_comparison comparison, ax_location here);
#define ax_compare(a, b, comparison) ax_compare_at(a, b, comparison, AX_HERE)

/* Elements of on_true where the predicate holds, else of on_false, of any dtype. The predicate has
 * their shape or is a scalar. */
AX_API ax_value ax_select_at(ax_value predicate, ax_value on_true, ax_value on_false,
                             ax_location here);
#define ax_select(predicate, on_true, on_false) ax_select_at(predicate, on_true, on_false, AX_HERE)

/* x as `dtype`, numbers and bool. Floats to integers truncate and saturate, NaN gives 0; integers
 * wrap; to bool it is x != 0; what a float cannot show is rounded once, to nearest, ties to even. */
AX_API ax_value ax_convert_at(ax_value x, ax_dtype dtype, ax_location here);
#define ax_convert(x, dtype) ax_convert_at(x, dtype, AX_HERE)

/* bool: whether a float is neither infinite nor NaN. */
AX_API ax_value ax_is_finite_at(ax_value x, ax_location here);
#define ax_is_finite(x) ax_is_finite_at(x, AX_HERE)

/* ---- bits, of bool and integers ---- */

AX_API ax_value ax_and_at(ax_value a, ax_value b, ax_location here);
#define ax_and(a, b) ax_and_at(a, b, AX_HERE)
AX_API ax_value ax_or_at(ax_value a, ax_value b, ax_location here);
#define ax_or(a, b) ax_or_at(a, b, AX_HERE)
AX_API ax_value ax_xor_at(ax_value a, ax_value b, ax_location here);
#define ax_xor(a, b) ax_xor_at(a, b, AX_HERE)
AX_API ax_value ax_not_at(ax_value x, ax_location here);
#define ax_not(x) ax_not_at(x, AX_HERE)

/* Integers shifted by b bits. By the width or more (b counts as unsigned) nothing is left: 0, and of
 * the arithmetic shift the sign. */
AX_API ax_value ax_shift_left_at(ax_value a, ax_value b, ax_location here);
#define ax_shift_left(a, b) ax_shift_left_at(a, b, AX_HERE)
AX_API ax_value ax_shift_right_arithmetic_at(ax_value a, ax_value b, ax_location here);
#define ax_shift_right_arithmetic(a, b) ax_shift_right_arithmetic_at(a, b, AX_HERE)
AX_API ax_value ax_shift_right_logical_at(ax_value a, ax_value b, ax_location here);
#define ax_shift_right_logical(a, b) ax_shift_right_logical_at(a, b, AX_HERE)

/* How many bits of an integer are set; how many above the highest set one are not. */
AX_API ax_value ax_popcnt_at(ax_value x, ax_location here);
#define ax_popcnt(x) ax_popcnt_at(x, AX_HERE)
AX_API ax_value ax_count_leading_zeros_at(ax_value x, ax_location here);
#define ax_count_leading_zeros(x) ax_count_leading_zeros_at(x, AX_HERE)

/* ---- functions of floats ---- */

AX_API ax_value ax_ceil_at(ax_value x, ax_location here);
#define ax_ceil(x) ax_ceil_at(x, AX_HERE)
AX_API ax_value ax_floor_at(ax_value x, ax_location here);
#define ax_floor(x) ax_floor_at(x, AX_HERE)

/* The nearest whole number; of two, the one further from zero, or the even one (NumPy's). */
AX_API ax_value ax_round_nearest_afz_at(ax_value x, ax_location here);
#define ax_round_nearest_afz(x) ax_round_nearest_afz_at(x, AX_HERE)
AX_API ax_value ax_round_nearest_even_at(ax_value x, ax_location here);
#define ax_round_nearest_even(x) ax_round_nearest_even_at(x, AX_HERE)

AX_API ax_value ax_sqrt_at(ax_value x, ax_location here);
#define ax_sqrt(x) ax_sqrt_at(x, AX_HERE)
/* 1 / sqrt(x) */
AX_API ax_value ax_rsqrt_at(ax_value x, ax_location here);
#define ax_rsqrt(x) ax_rsqrt_at(x, AX_HERE)
AX_API ax_value ax_cbrt_at(ax_value x, ax_location here);
#define ax_cbrt(x) ax_cbrt_at(x, AX_HERE)

AX_API ax_value ax_exp_at(ax_value x, ax_location here);
#define ax_exp(x) ax_exp_at(x, AX_HERE)
/* e^x - 1 and log(1 + x), exact near 0. */
AX_API ax_value ax_expm1_at(ax_value x, ax_location here);
#define ax_expm1(x) ax_expm1_at(x, AX_HERE)
AX_API ax_value ax_log1p_at(ax_value x, ax_location here);
#define ax_log1p(x) ax_log1p_at(x, AX_HERE)
AX_API ax_value ax_log_at(ax_value x, ax_location here);
#define ax_log(x) ax_log_at(x, AX_HERE)
/* 1 / (1 + e^-x) */
AX_API ax_value ax_logistic_at(ax_value x, ax_location here);
#define ax_logistic(x) ax_logistic_at(x, AX_HERE)

/* Angles are in radians. */
AX_API ax_value ax_sin_at(ax_value x, ax_location here);
#define ax_sin(x) ax_sin_at(x, AX_HERE)
AX_API ax_value ax_cos_at(ax_value x, ax_location here);
#define ax_cos(x) ax_cos_at(x, AX_HERE)
AX_API ax_value ax_tan_at(ax_value x, ax_location here);
#define ax_tan(x) ax_tan_at(x, AX_HERE)
AX_API ax_value ax_tanh_at(ax_value x, ax_location here);
#define ax_tanh(x) ax_tanh_at(x, AX_HERE)
/* The angle of the point (x, y), in [-pi, pi]. */
AX_API ax_value ax_atan2_at(ax_value y, ax_value x, ax_location here);
#define ax_atan2(y, x) ax_atan2_at(y, x, AX_HERE)

AX_END_DECLS

#endif
