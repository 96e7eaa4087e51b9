/* power and cbrt. */
#include "backend/cpu/emit_math.h"

/* ---- the logarithm to more digits than f64 has, for power ---- */

/* With s = f / (2 + f), z = s^2: log(1 + f) = 2 s + 2/3 s^3 + s^5 T(z); T for |f| as sqrt(2) allows */
static const double fifth_tail[] = {
    0.40000000000002256, 0.2857142857009938,  0.22222222519986007, 0.18181784359766998,
    0.1538675773754241,  0.13256806972713578, 0.13196439218953568,
};

/* s and what is left of it. */
static LLVMValueRef divide_long(const ax_vec *v, LLVMValueRef f, LLVMValueRef *out_low)
{
    LLVMValueRef divisor_low, divisor = ax_math_two_sum(v, ax_vec_real(v, 2), f, &divisor_low);
    LLVMValueRef s = fdiv(v, f, divisor), low;
    LLVMValueRef product = ax_math_two_product(v, s, divisor, &low);
    LLVMValueRef rest = fsub(v, fsub(v, fsub(v, f, product), low), fmul(v, s, divisor_low));
    *out_low = fdiv(v, rest, divisor);
    return s;
}

/* 2/3 s^3 as a sum of two; *out_fifth is s^5 T. */
static LLVMValueRef third_term(const ax_vec *v, LLVMValueRef s, LLVMValueRef s_low,
                               LLVMValueRef *out_low, LLVMValueRef *out_fifth)
{
    LLVMValueRef two_thirds = ax_vec_real(v, 0x1.5555555555555p-1), z_low, c_low, low;
    LLVMValueRef z = ax_math_two_product(v, s, s, &z_low);
    z_low = ax_vec_mad(v, fadd(v, s, s), s_low, z_low);
    LLVMValueRef cube = ax_math_two_product(v, z, s, &c_low);
    c_low = fadd(v, c_low, ax_vec_mad(v, z, s_low, fmul(v, z_low, s)));
    LLVMValueRef term = ax_math_two_product(v, cube, two_thirds, &low);
    low = ax_vec_mad(v, cube, ax_vec_real(v, 0x1.5555555555555p-55), low);
    *out_low = ax_vec_mad(v, c_low, two_thirds, low);
    LLVMValueRef tail = ax_vec_polynomial(v, z, AX_COEFFICIENTS(fifth_tail));
    *out_fifth = fmul(v, fmul(v, cube, z), tail);
    return term;
}

/* log x as a sum of two, for x >= 0 and NaN. */
static LLVMValueRef long_log(const ax_vec *v, LLVMValueRef x, LLVMValueRef *out_low)
{
    LLVMValueRef k, f = ax_math_log_parts(v, x, &k), s_low, t_low, fifth, low[2];
    LLVMValueRef s = divide_long(v, f, &s_low);
    LLVMValueRef third = third_term(v, s, s_low, &t_low, &fifth);
    LLVMValueRef whole = fmul(v, k, ax_vec_real(v, 0x1.62e42feep-1));
    LLVMValueRef sum = ax_math_two_sum(v, whole, fadd(v, s, s), &low[0]);
    sum = ax_math_two_sum(v, sum, third, &low[1]);
    LLVMValueRef rest = ax_vec_mad(v, k, ax_vec_real(v, 0x1.a39ef35793c76p-33), fifth);
    rest = fadd(v, rest, fadd(v, fadd(v, s_low, s_low), t_low));
    rest = fadd(v, rest, fadd(v, low[0], low[1]));
    LLVMValueRef high = fadd(v, sum, rest);
    *out_low = fsub(v, rest, fsub(v, high, sum));
    return high;
}

/* ---- power ---- */

/* |x|^y. The logarithms of 0 and infinity are infinite, and lead to the right end by themselves. */
static LLVMValueRef size_of_power(const ax_vec *v, LLVMValueRef size, LLVMValueRef y,
                                  bool short_one)
{
    if (short_one)
        return ax_math_exp(v, fmul(v, y, ax_math_log(v, size, true)), NULL, true);
    LLVMValueRef infinity = ax_vec_real(v, __builtin_inf()), zero = ax_vec_real(v, 0), log_low, low;
    LLVMValueRef log = long_log(v, size, &log_low);
    log = pick(v, fcmp(v, LLVMRealOEQ, size, infinity), infinity, log);
    log = pick(v, fcmp(v, LLVMRealOEQ, size, zero), fneg(v, infinity), log);
    LLVMValueRef product = ax_math_two_product(v, y, log, &low);
    low = ax_vec_mad(v, y, log_low, low);
    LLVMValueRef counts = fcmp(v, LLVMRealOLT, ax_math_abs(v, product), ax_vec_real(v, 1100));
    return ax_math_exp(v, product, pick(v, counts, low, zero), false);
}

static LLVMValueRef is_whole(const ax_vec *v, LLVMValueRef y)
{
    return fcmp(v, LLVMRealOEQ, ax_vec_call(v, "llvm.floor", y, NULL), y);
}

/* The cases are those of C's pow. */
static LLVMValueRef power(const ax_emit_call *call, const LLVMValueRef *operands)
{
    const ax_vec *v = &call->v;
    LLVMValueRef x = operands[0], y = operands[1], size = ax_math_abs(v, x);
    LLVMValueRef one = ax_vec_real(v, 1), zero = ax_vec_real(v, 0), nan;
    LLVMValueRef result = size_of_power(v, size, y, ax_math_is_for_f32(call));
    result = pick(v, fcmp(v, LLVMRealOEQ, size, one), one, result);
    LLVMValueRef whole = is_whole(v, y), half = fmul(v, y, ax_vec_real(v, 0.5));
    LLVMValueRef odd = iand(v, whole, LLVMBuildNot(v->e->builder, is_whole(v, half), ""));
    result = pick(v, odd, ax_math_with_sign(v, result, x), result);
    nan = iand(v, fcmp(v, LLVMRealOLT, x, zero),
               fcmp(v, LLVMRealOGT, x, ax_vec_real(v, -__builtin_inf())));
    nan = iand(v, nan, LLVMBuildNot(v->e->builder, whole, ""));
    nan = ior(v, nan, fcmp(v, LLVMRealUNO, x, y));
    result = pick(v, nan, ax_vec_real(v, __builtin_nan("")), result);
    LLVMValueRef is_one = ior(v, fcmp(v, LLVMRealOEQ, x, one), fcmp(v, LLVMRealOEQ, y, zero));
    return pick(v, is_one, one, result);
}

/* ---- by exponents that programs write as constants ---- */

static LLVMValueRef cube(const ax_emit_call *call, const LLVMValueRef *x)
{
    return fmul(&call->v, fmul(&call->v, x[0], x[0]), x[0]);
}

/* x^(1/2) is sqrt(x) but where x is -0 or -infinity. */
static LLVMValueRef root(const ax_emit_call *call, const LLVMValueRef *x)
{
    const ax_vec *v = &call->v;
    LLVMValueRef infinity = ax_vec_real(v, __builtin_inf());
    LLVMValueRef result = ax_vec_call(v, "llvm.sqrt", fadd(v, x[0], ax_vec_real(v, 0)), NULL);
    return pick(v, fcmp(v, LLVMRealOEQ, x[0], fneg(v, infinity)), infinity, result);
}

LLVMValueRef ax_emit_real_power(const ax_emit_call *call, const LLVMValueRef *x)
{
    const ax_vec *v = &call->v;
    double exponent;
    if (ax_vec_constant_real(x[1], &exponent)) {
        if (exponent == 2)
            return fmul(v, x[0], x[0]);
        if (exponent == -1)
            return fdiv(v, ax_vec_real(v, 1), x[0]);
        if (exponent == 0.5)
            return root(call, x);
        if (exponent == 3 && ax_math_is_for_f32(call))
            return ax_math_in_f64(call, cube, x);
    }
    return ax_math_in_f64(call, power, x);
}

/* ---- cbrt ---- */

/* r^(-1/3) for r around 1 */
static const double root_tail[] = {
    1.8736577196232072,  -1.8752834413083879, 1.6061246584220557,
    -0.7477033434664271, 0.14320438287711923,
};

/* A third of the exponent, and with it of the fraction's bits: within some percents. */
static LLVMValueRef third_of_bits(const ax_vec *v, LLVMValueRef x)
{
    LLVMValueRef high = ilshr(v, as_int(v, x), ax_vec_int(v, 32));
    LLVMValueRef third = ilshr(v, imul(v, high, ax_vec_int(v, 0x55555556)), ax_vec_int(v, 32));
    return as_real(v, ishl(v, iadd(v, third, ax_vec_int(v, 715094163)), ax_vec_int(v, 32)));
}

/* From the guess t by a polynomial of t^3/x, rounded to few digits so that its square is exact, and a step of
 * Newton's. */
static LLVMValueRef cbrt_of(const ax_emit_call *call, const LLVMValueRef *operands)
{
    const ax_vec *v = &call->v;
    LLVMValueRef x = operands[0], size = ax_math_abs(v, x);
    LLVMValueRef subnormal = fcmp(v, LLVMRealOLT, size, ax_vec_real(v, 0x1p-1022));
    LLVMValueRef scaled = pick(v, subnormal, fmul(v, size, ax_vec_real(v, 0x1p54)), size);
    LLVMValueRef t = third_of_bits(v, scaled);
    LLVMValueRef ratio = fmul(v, fmul(v, t, t), fdiv(v, t, scaled));
    t = fmul(v, t, ax_vec_polynomial(v, ratio, AX_COEFFICIENTS(root_tail)));
    LLVMValueRef rounded = iadd(v, as_int(v, t), ax_vec_int(v, 0x80000000LL));
    t = as_real(v, iand(v, rounded, ax_vec_int(v, -0x40000000LL)));
    LLVMValueRef rest = fdiv(v, scaled, fmul(v, t, t));
    LLVMValueRef step = fdiv(v, fsub(v, rest, t), fadd(v, fadd(v, t, t), rest));
    t = ax_vec_mad(v, t, step, t);
    t = fmul(v, t, pick(v, subnormal, ax_vec_real(v, 0x1p-18), ax_vec_real(v, 1)));
    LLVMValueRef finite = fcmp(v, LLVMRealOLT, size, ax_vec_real(v, __builtin_inf()));
    finite = iand(v, finite, fcmp(v, LLVMRealONE, size, ax_vec_real(v, 0)));
    return pick(v, finite, ax_math_with_sign(v, t, x), x);
}

LLVMValueRef ax_emit_cbrt(const ax_emit_call *call, const LLVMValueRef *x)
{
    return ax_math_in_f64(call, cbrt_of, x);
}
