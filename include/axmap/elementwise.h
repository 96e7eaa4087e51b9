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

/* The high half of the product of two integers, of as many bits as they have. */
AX_API ax_value ax_mulhi_at(ax_value a, ax_value b, ax_location here);
#define ax_mulhi(a, b) ax_mulhi_at(a, b, AX_HERE)

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

/* The bits of x as `dtype`. Of a narrower dtype each element becomes several, along a new last dimension,
 * the lowest bits first; of a wider one the last dimension must be as many parts as make one, and goes.
 * bool only to bool, complex only to complex. */
AX_API ax_value ax_bitcast_convert_at(ax_value x, ax_dtype dtype, ax_location here);
#define ax_bitcast_convert(x, dtype) ax_bitcast_convert_at(x, dtype, AX_HERE)

/* Floats rounded to what a format of fewer bits can show: to nearest, ties to even. What is too large for
 * it becomes infinite, what would be subnormal in it zero; NaN stays. exponent_bits >= 1, mantissa_bits
 * >= 0; more than x's dtype has changes nothing. */
AX_API ax_value ax_reduce_precision_at(ax_value x, int64_t exponent_bits, int64_t mantissa_bits,
                                       ax_location here);
#define ax_reduce_precision(x, exponent_bits, mantissa_bits) \
    ax_reduce_precision_at(x, exponent_bits, mantissa_bits, AX_HERE)

/* The float after `from` on the way to `to`, which it is where the two are equal; NaN of NaN. */
AX_API ax_value ax_next_after_at(ax_value from, ax_value to, ax_location here);
#define ax_next_after(from, to) ax_next_after_at(from, to, AX_HERE)

/* bool: whether a float is infinite; positive and infinite; negative and infinite. */
AX_API ax_value ax_is_inf_at(ax_value x, ax_location here);
#define ax_is_inf(x) ax_is_inf_at(x, AX_HERE)
AX_API ax_value ax_is_pos_inf_at(ax_value x, ax_location here);
#define ax_is_pos_inf(x) ax_is_pos_inf_at(x, AX_HERE)
AX_API ax_value ax_is_neg_inf_at(ax_value x, ax_location here);
#define ax_is_neg_inf(x) ax_is_neg_inf_at(x, AX_HERE)

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

AX_API ax_value ax_asin_at(ax_value x, ax_location here);
#define ax_asin(x) ax_asin_at(x, AX_HERE)
AX_API ax_value ax_acos_at(ax_value x, ax_location here);
#define ax_acos(x) ax_acos_at(x, AX_HERE)
AX_API ax_value ax_atan_at(ax_value x, ax_location here);
#define ax_atan(x) ax_atan_at(x, AX_HERE)

AX_API ax_value ax_sinh_at(ax_value x, ax_location here);
#define ax_sinh(x) ax_sinh_at(x, AX_HERE)
AX_API ax_value ax_cosh_at(ax_value x, ax_location here);
#define ax_cosh(x) ax_cosh_at(x, AX_HERE)
AX_API ax_value ax_asinh_at(ax_value x, ax_location here);
#define ax_asinh(x) ax_asinh_at(x, AX_HERE)
AX_API ax_value ax_acosh_at(ax_value x, ax_location here);
#define ax_acosh(x) ax_acosh_at(x, AX_HERE)
AX_API ax_value ax_atanh_at(ax_value x, ax_location here);
#define ax_atanh(x) ax_atanh_at(x, AX_HERE)

/* The error function, 1 less it (exact where it is small), and the x whose erf is given: infinite at 1 and
 * -1, NaN beyond. erf_inv follows M. Giles, "Approximating the erfinv function", as JAX does. */
AX_API ax_value ax_erf_at(ax_value x, ax_location here);
#define ax_erf(x) ax_erf_at(x, AX_HERE)
AX_API ax_value ax_erfc_at(ax_value x, ax_location here);
#define ax_erfc(x) ax_erfc_at(x, AX_HERE)
AX_API ax_value ax_erf_inv_at(ax_value x, ax_location here);
#define ax_erf_inv(x) ax_erf_inv_at(x, AX_HERE)

/* log|gamma(x)|, its derivative digamma, and polygamma: digamma's n-th derivative, NaN unless n is a whole
 * number >= 0. digamma is -inf at 0 and NaN at -1, -2, ... */
AX_API ax_value ax_lgamma_at(ax_value x, ax_location here);
#define ax_lgamma(x) ax_lgamma_at(x, AX_HERE)
AX_API ax_value ax_digamma_at(ax_value x, ax_location here);
#define ax_digamma(x) ax_digamma_at(x, AX_HERE)
AX_API ax_value ax_polygamma_at(ax_value n, ax_value x, ax_location here);
#define ax_polygamma(n, x) ax_polygamma_at(n, x, AX_HERE)

/* Hurwitz's zeta function: the sum of (q + k)^-s over k = 0, 1, ...; infinite at s = 1, NaN for s < 1 and
 * where a term has no real value. */
AX_API ax_value ax_zeta_at(ax_value s, ax_value q, ax_location here);
#define ax_zeta(s, q) ax_zeta_at(s, q, AX_HERE)

/* e^-|x| I1(x), with the modified Bessel function of the first kind. */
AX_API ax_value ax_bessel_i1e_at(ax_value x, ax_location here);
#define ax_bessel_i1e(x) ax_bessel_i1e_at(x, AX_HERE)

AX_END_DECLS

#endif
