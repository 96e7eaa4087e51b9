/* Exponentials: e^x = 2^n e^r with n = x / ln 2 rounded to a whole number and |r| <= ln 2 / 2; and what is made
 * of them. */
#include "backend/cpu/emit_math.h"

/* ln 2 in two parts, of which n times the first is exact. Adding `magic`, 1.5 times the number whose unit is 1,
 * rounds to a whole number and leaves it in the low bits. */
typedef struct exp_constants {
    double ln2_high, ln2_low, magic, least, greatest;
    int32_t fraction_bits, bias;
} exp_constants;

static const exp_constants singles = {0x1.63p-1, -0x1.bd0106p-13, 0x1.8p23, -104, 89, 23, 127};
static const exp_constants doubles = {
    0x1.62e42feep-1, 0x1.a39ef35793c76p-33, 0x1.8p52, -745.5, 712, 52, 1023};

static const exp_constants *constants_of(const ax_vec *v)
{
    return v->width == 32 ? &singles : &doubles;
}

/* (e^r - 1 - r) / r^2 */
static const double single_tail[] = {
    0.4999999403953552,  0.16666515171527863,   0.041668083518743515,
    0.00836934894323349, 0.0013840390602126718,
};
static const double short_tail[] = {
    0.5,
    0.16666648002681353,
    0.04166648221283029,
    0.008337819752767947,
    0.001393330159548476,
    0.00017365928222492445,
};
static const double double_tail[] = {
    0.5,
    0.16666666666666688,
    0.041666666666666824,
    0.00833333333331389,
    0.0013888888888777796,
    0.00019841269903390527,
    2.480158755985978e-05,
    2.755722864205803e-06,
    2.7557066835555903e-07,
    2.5113950333192076e-08,
    2.0978030826901427e-09,
};

static LLVMValueRef tail(const ax_vec *v, LLVMValueRef r, bool short_one)
{
    if (v->width == 32)
        return ax_vec_polynomial(v, r, AX_COEFFICIENTS(single_tail));
    if (short_one)
        return ax_vec_polynomial(v, r, AX_COEFFICIENTS(short_tail));
    return ax_vec_polynomial(v, r, AX_COEFFICIENTS(double_tail));
}

/* x = n ln 2 + r; the low bits of `bits` are n + the bias that was asked for. */
typedef struct reduced {
    LLVMValueRef n, bits, r;
} reduced;

static reduced reduce(const ax_vec *v, LLVMValueRef x, LLVMValueRef low, int32_t bias)
{
    const exp_constants *c = constants_of(v);
    LLVMValueRef magic = ax_vec_real(v, c->magic + bias);
    LLVMValueRef shifted = ax_vec_mad(v, x, ax_vec_real(v, 0x1.71547652b82fep+0), magic);
    LLVMValueRef n = fsub(v, shifted, magic);
    LLVMValueRef r = ax_vec_mad(v, n, ax_vec_real(v, -c->ln2_high), x);
    r = ax_vec_mad(v, n, ax_vec_real(v, -c->ln2_low), r);
    return (reduced){.n = n, .bits = as_int(v, shifted), .r = low ? fadd(v, r, low) : r};
}

/* 2^n, where the low bits of the integer are n + the bias of exponents. */
static LLVMValueRef power_of_two(const ax_vec *v, LLVMValueRef n)
{
    return as_real(v, ishl(v, n, ax_vec_int(v, constants_of(v)->fraction_bits)));
}

/* value * 2^n, rounded once, where the bits are n + twice the bias. 2^n may be past the range where the result
 * is not, so it is two factors, the first product exact; or one instruction where there is one. */
static LLVMValueRef times_power_of_two(const ax_vec *v, LLVMValueRef value, const reduced *x)
{
    if (ax_emit_has_scale(v->e))
        return ax_emit_scale(v, value, x->n);
    LLVMValueRef half = ilshr(v, x->bits, ax_vec_int(v, 1));
    LLVMValueRef first = power_of_two(v, half), second = power_of_two(v, isub(v, x->bits, half));
    return fmul(v, fmul(v, value, first), second);
}

static LLVMValueRef bounded(const ax_vec *v, LLVMValueRef x)
{
    const exp_constants *c = constants_of(v);
    return ax_math_at_most(v, ax_math_at_least(v, x, c->least), c->greatest);
}

/* e^(x + low), halved or not. */
static LLVMValueRef scaled_exp(const ax_vec *v, LLVMValueRef x, LLVMValueRef low, bool short_one,
                               bool halved)
{
    LLVMValueRef one = ax_vec_real(v, 1);
    reduced y = reduce(v, bounded(v, x), low, 2 * constants_of(v)->bias);
    if (halved) {
        y.n = fsub(v, y.n, one);
        y.bits = isub(v, y.bits, ax_vec_int(v, 1));
    }
    LLVMValueRef p = ax_vec_mad(v, tail(v, y.r, short_one), y.r, one);
    return times_power_of_two(v, ax_vec_mad(v, p, y.r, one), &y);
}

LLVMValueRef ax_math_exp(const ax_vec *v, LLVMValueRef x, LLVMValueRef low, bool short_one)
{
    return scaled_exp(v, x, low, short_one, false);
}

LLVMValueRef ax_emit_exponential(const ax_emit_call *call, const LLVMValueRef *x)
{
    return ax_math_exp(&call->v, x[0], NULL, false);
}

/* ---- e^x - 1 = 2^n (e^r - 1) + (2^n - 1) ---- */

/* e^r - 1 */
static LLVMValueRef near_expm1(const ax_vec *v, LLVMValueRef r)
{
    return ax_vec_mad(v, fmul(v, r, r), tail(v, r, false), r);
}

/* (e^2r - 1) / 2: the polynomial is in 2 r, whose powers of two go to the coefficients. */
static LLVMValueRef near_half_expm1(const ax_vec *v, LLVMValueRef r)
{
    const double *from = v->width == 32 ? single_tail : double_tail;
    size_t bytes = v->width == 32 ? sizeof single_tail : sizeof double_tail;
    int32_t count = (int32_t)(bytes / sizeof *from);
    double coefficients[sizeof double_tail / sizeof *double_tail];
    for (int32_t i = 0; i < count; i++)
        coefficients[i] = from[i] * (double)((int64_t)2 << i);
    return ax_vec_mad(v, fmul(v, r, r), ax_vec_polynomial(v, r, coefficients, count), r);
}

/* Half of it is computed, since 2^n itself may be past the range; small x, whose half might lose a digit, and
 * zeros are their own result. */
LLVMValueRef ax_math_expm1(const ax_vec *v, LLVMValueRef x)
{
    LLVMValueRef inside = ax_math_at_least(v, x, v->width == 32 ? -25 : -50);
    inside = ax_math_at_most(v, inside, v->width == 32 ? 89 : 710);
    reduced y = reduce(v, inside, NULL, constants_of(v)->bias - 1);
    LLVMValueRef scale = power_of_two(v, y.bits), rest = fsub(v, scale, ax_vec_real(v, 0.5));
    LLVMValueRef half = ax_vec_mad(v, near_expm1(v, y.r), scale, rest);
    LLVMValueRef small = ax_vec_real(v, v->width == 32 ? 0x1p-26 : 0x1p-55);
    return pick(v, fcmp(v, LLVMRealOLT, ax_math_abs(v, x), small), x, fadd(v, half, half));
}

/* Rounded once: factor + factor (e^r - 1). */
LLVMValueRef ax_math_times_exp(const ax_vec *v, LLVMValueRef factor, LLVMValueRef x,
                               LLVMValueRef low)
{
    reduced y = reduce(v, x, low, 2 * constants_of(v)->bias);
    return times_power_of_two(v, ax_vec_mad(v, factor, near_expm1(v, y.r), factor), &y);
}

LLVMValueRef ax_emit_exponential_minus_one(const ax_emit_call *call, const LLVMValueRef *x)
{
    return ax_math_expm1(&call->v, x[0]);
}

/* ---- of exponentials ---- */

/* above / (1 + m), better than division has it: what rounding took from the sum `below` and from the ratio is
 * put back, by an inverse of `below` that is right enough. For f64, where f32 has no need of it. */
static LLVMValueRef corrected(const ax_vec *v, LLVMValueRef above, LLVMValueRef below,
                              LLVMValueRef m, LLVMValueRef ratio, LLVMValueRef inverse)
{
    LLVMValueRef one = ax_vec_real(v, 1), larger = fcmp(v, LLVMRealOGT, m, one);
    LLVMValueRef most = pick(v, larger, m, one), least = pick(v, larger, one, m);
    LLVMValueRef low = fsub(v, least, fsub(v, below, most));
    LLVMValueRef rest = ax_math_rest(v, above, ratio, below);
    rest = ax_vec_mad(v, fneg(v, ratio), low, rest);
    return ax_vec_mad(v, rest, inverse, ratio);
}

/* 1 / (1 + e^-x); of e^x and e^-x the one that cannot overflow is taken. */
LLVMValueRef ax_emit_logistic(const ax_emit_call *call, const LLVMValueRef *x)
{
    const ax_vec *v = &call->v;
    LLVMValueRef one = ax_vec_real(v, 1), zero = ax_vec_real(v, 0);
    LLVMValueRef e = ax_math_exp(v, fneg(v, ax_math_abs(v, x[0])), NULL, false);
    LLVMValueRef negative = fcmp(v, LLVMRealOLT, x[0], zero), above = pick(v, negative, e, one);
    LLVMValueRef below = fadd(v, one, e), ratio = fdiv(v, above, below);
    if (v->width == 32)
        return ratio;
    LLVMValueRef inverse = pick(v, negative, fsub(v, one, ratio), ratio);
    return corrected(v, above, below, e, ratio, inverse);
}

/* |x| = n ln(2)/2 + r, with few n, so that FMA and one constant are enough in f32: ln 2 is nearer to a float
 * than most numbers are. */
static reduced reduce_halved(const ax_vec *v, LLVMValueRef x)
{
    const exp_constants *c = constants_of(v);
    LLVMValueRef magic = ax_vec_real(v, c->magic + c->bias);
    LLVMValueRef shifted = ax_vec_mad(v, x, ax_vec_real(v, 0x1.71547652b82fep+1), magic);
    reduced y = {.n = fsub(v, shifted, magic), .bits = as_int(v, shifted)};
    if (v->width == 32 && v->e->has_fma) {
        y.r = ax_vec_mad(v, y.n, ax_vec_real(v, -0x1.62e43p-2), x);
        return y;
    }
    y.r = ax_vec_mad(v, y.n, ax_vec_real(v, -c->ln2_high / 2), x);
    y.r = ax_vec_mad(v, y.n, ax_vec_real(v, -c->ln2_low / 2), y.r);
    return y;
}

/* With m = (e^2|x| - 1) / 2: m / (m + 1). From `past` on the result is 1. */
LLVMValueRef ax_emit_tanh(const ax_emit_call *call, const LLVMValueRef *x)
{
    const ax_vec *v = &call->v;
    LLVMValueRef half = ax_vec_real(v, 0.5), one = ax_vec_real(v, 1);
    LLVMValueRef size = ax_math_at_most(v, ax_math_abs(v, x[0]), v->width == 32 ? 9.03 : 19.1);
    reduced y = reduce_halved(v, size);
    LLVMValueRef scale = power_of_two(v, y.bits), rest = ax_vec_mad(v, scale, half, fneg(v, half));
    LLVMValueRef m = ax_vec_mad(v, near_half_expm1(v, y.r), scale, rest);
    LLVMValueRef below = fadd(v, m, one), ratio = fdiv(v, m, below);
    if (v->width == 64) { /* while 1 - ratio has digits */
        LLVMValueRef better = corrected(v, m, below, m, ratio, fsub(v, one, ratio));
        ratio = pick(v, fcmp(v, LLVMRealOLT, m, ax_vec_real(v, 0x1p20)), better, ratio);
    }
    return ax_math_with_sign(v, ratio, x[0]);
}

/* e^x / 2, which may be finite where e^x is not. In f32 as the op's page has it, whose argument is rounded. */
static LLVMValueRef half_exp(const ax_vec *v, LLVMValueRef x)
{
    if (v->width == 64)
        return scaled_exp(v, x, NULL, false, true);
    return ax_math_exp(v, fadd(v, x, ax_vec_real(v, -0.693147181)), NULL, false);
}

static LLVMValueRef half_inverse_exp(const ax_vec *v, LLVMValueRef x, LLVMValueRef half)
{
    if (v->width == 64)
        return fdiv(v, ax_vec_real(v, 0.25), half);
    return half_exp(v, fneg(v, x));
}

LLVMValueRef ax_emit_cosh(const ax_emit_call *call, const LLVMValueRef *x)
{
    const ax_vec *v = &call->v;
    LLVMValueRef size = ax_math_abs(v, x[0]), half = half_exp(v, size);
    return fadd(v, half, half_inverse_exp(v, size, half));
}

/* Below 1 from e^x - 1, which keeps the digits that a difference of exponentials would lose. */
LLVMValueRef ax_emit_sinh(const ax_emit_call *call, const LLVMValueRef *x)
{
    const ax_vec *v = &call->v;
    LLVMValueRef one = ax_vec_real(v, 1), size = ax_math_abs(v, x[0]);
    LLVMValueRef m = ax_math_expm1(v, size);
    LLVMValueRef near = fmul(v, fadd(v, m, fdiv(v, m, fadd(v, m, one))), ax_vec_real(v, 0.5));
    LLVMValueRef half = half_exp(v, size), far = fsub(v, half, half_inverse_exp(v, size, half));
    LLVMValueRef result = pick(v, fcmp(v, LLVMRealULT, size, one), near, far);
    return ax_math_with_sign(v, result, x[0]);
}
