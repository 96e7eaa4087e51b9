/* Logarithms: x = 2^k (1 + f) with 1 + f around 1, so that log x = k ln 2 + log(1 + f). */
#include "backend/cpu/emit_math.h"

typedef struct log_constants {
    int64_t least_bits;                         /* of 1 + f: 2/3 or sqrt(1/2) */
    int64_t one_bits, exponent_mask, unit_bits; /* of the number whose unit is 1 */
    double unit, least_normal, lift, lift_log2;
    int32_t fraction_bits, bias;
} log_constants;

static const log_constants singles = {0x3f2aaaab, 0x3f800000, 0x7f800000, 0x4b000000, 0x1p23,
                                      0x1p-126,   0x1p23,     23,         23,         127};
static const log_constants doubles = {0x3fe6a09e667f3bcd,
                                      0x3ff0000000000000,
                                      0x7ff0000000000000,
                                      0x4330000000000000,
                                      0x1p52,
                                      0x1p-1022,
                                      0x1p52,
                                      52,
                                      52,
                                      1023};

static const log_constants *constants_of(const ax_vec *v)
{
    return v->width == 32 ? &singles : &doubles;
}

/* x > 0, normal: gives 1 + f and k; *out_shift is k in the place of the exponent. */
static LLVMValueRef decompose(const ax_vec *v, LLVMValueRef x, LLVMValueRef *out_k,
                              LLVMValueRef *out_shift)
{
    const log_constants *c = constants_of(v);
    LLVMValueRef bits = as_int(v, x);
    LLVMValueRef moved = iadd(v, bits, ax_vec_int(v, c->one_bits - c->least_bits));
    LLVMValueRef exponent = iand(v, moved, ax_vec_int(v, c->exponent_mask));
    LLVMValueRef shift = isub(v, exponent, ax_vec_int(v, c->one_bits));
    LLVMValueRef whole = ilshr(v, exponent, ax_vec_int(v, c->fraction_bits));
    LLVMValueRef k = as_real(v, ior(v, whole, ax_vec_int(v, c->unit_bits)));
    *out_k = fsub(v, k, ax_vec_real(v, c->unit + c->bias));
    *out_shift = shift;
    return as_real(v, isub(v, bits, shift));
}

/* (log(1 + f) - f + f^2 / 2) / f^3 for |f| <= 1/3 */
static const double single_tail[] = {
    0.3333321511745453,  -0.2499978393316269,  0.20010477304458618, -0.16681207716464996,
    0.14004433155059814, -0.12172875553369522, 0.1399257332086563,  -0.1294710487127304,
};

static LLVMValueRef single_log(const ax_vec *v, LLVMValueRef f, LLVMValueRef k)
{
    LLVMValueRef tail = ax_vec_polynomial(v, f, AX_COEFFICIENTS(single_tail));
    tail = ax_vec_mad(v, tail, f, ax_vec_real(v, -0.5));
    LLVMValueRef near = ax_vec_mad(v, tail, fmul(v, f, f), f);
    return ax_vec_mad(v, k, ax_vec_real(v, 0x1.62e42fefa39efp-1), near);
}

/* With s = f / (2 + f), z = s^2: log(1 + f) = 2 s + s R(z); (R / z) for |f| as sqrt(2) allows */
static const double short_tail[] = {
    0.6666666564458633,
    0.40000335406096993,
    0.28537293809138675,
    0.2358244947940941,
};
static const double double_tail[] = {
    0.6666666666666734, 0.39999999999416413, 0.285714287421125,   0.22222198593747822,
    0.1818356355364319, 0.15314064313579706, 0.14795861715406372,
};

/* 2 s is f - s f, and that f - (f^2/2 - s f^2/2): the sum that begins with f itself keeps its digits. */
static LLVMValueRef double_log(const ax_vec *v, LLVMValueRef f, LLVMValueRef k, bool short_one)
{
    LLVMValueRef s = fdiv(v, f, fadd(v, f, ax_vec_real(v, 2))), z = fmul(v, s, s);
    LLVMValueRef tail = short_one ? ax_vec_polynomial(v, z, AX_COEFFICIENTS(short_tail))
                                  : ax_vec_polynomial(v, z, AX_COEFFICIENTS(double_tail));
    LLVMValueRef half_square = fmul(v, fmul(v, f, f), ax_vec_real(v, 0.5));
    LLVMValueRef rest = fmul(v, s, ax_vec_mad(v, tail, z, half_square));
    rest = ax_vec_mad(v, k, ax_vec_real(v, 0x1.a39ef35793c76p-33), rest);
    LLVMValueRef near = fsub(v, fsub(v, half_square, rest), f);
    return fsub(v, fmul(v, k, ax_vec_real(v, 0x1.62e42feep-1)), near);
}

static LLVMValueRef sum(const ax_vec *v, LLVMValueRef f, LLVMValueRef k, bool short_one)
{
    return v->width == 32 ? single_log(v, f, k) : double_log(v, f, k, short_one);
}

/* -infinity at 0, NaN below; infinity and NaN are themselves. */
static LLVMValueRef with_specials(const ax_vec *v, LLVMValueRef x, LLVMValueRef zero,
                                  LLVMValueRef result, LLVMValueRef operand)
{
    LLVMValueRef finite = fcmp(v, LLVMRealOLT, x, ax_vec_real(v, __builtin_inf()));
    result = pick(v, finite, result, operand);
    result = pick(v, fcmp(v, LLVMRealOLT, x, zero), ax_vec_real(v, __builtin_nan("")), result);
    return pick(v, fcmp(v, LLVMRealOEQ, x, zero), ax_vec_real(v, -__builtin_inf()), result);
}

LLVMValueRef ax_math_log_parts(const ax_vec *v, LLVMValueRef x, LLVMValueRef *out_k)
{
    const log_constants *c = constants_of(v);
    LLVMValueRef zero = ax_vec_real(v, 0), k, shift;
    LLVMValueRef subnormal = fcmp(v, LLVMRealOLT, x, ax_vec_real(v, c->least_normal));
    LLVMValueRef lifted = pick(v, subnormal, fmul(v, x, ax_vec_real(v, c->lift)), x);
    LLVMValueRef one_and_f = decompose(v, lifted, &k, &shift);
    *out_k = fsub(v, k, pick(v, subnormal, ax_vec_real(v, c->lift_log2), zero));
    return fsub(v, one_and_f, ax_vec_real(v, 1));
}

LLVMValueRef ax_math_log(const ax_vec *v, LLVMValueRef x, bool short_one)
{
    LLVMValueRef k, f = ax_math_log_parts(v, x, &k);
    return with_specials(v, x, ax_vec_real(v, 0), sum(v, f, k, short_one), x);
}

LLVMValueRef ax_emit_log(const ax_emit_call *call, const LLVMValueRef *x)
{
    return ax_math_log(&call->v, x[0], false);
}

/* Of u = 1 + x, where what rounding cut off u, at its scale, is added to f: for small x, f is x again. */
LLVMValueRef ax_math_log1p(const ax_vec *v, LLVMValueRef x)
{
    const log_constants *c = constants_of(v);
    LLVMValueRef one = ax_vec_real(v, 1), cut, k, shift;
    LLVMValueRef u = ax_math_two_sum(v, one, x, &cut);
    LLVMValueRef one_and_f = decompose(v, u, &k, &shift);
    /* 2^-k; not below 0, which k past the range of exponents would make it. */
    LLVMValueRef zero = ax_vec_int(v, 0), bits = isub(v, ax_vec_int(v, c->one_bits), shift);
    LLVMValueRef scale = as_real(v, pick(v, icmp(v, LLVMIntSGT, bits, zero), bits, zero));
    LLVMValueRef f = ax_vec_mad(v, cut, scale, fsub(v, one_and_f, one));
    LLVMValueRef result = ax_math_with_sign(v, sum(v, f, k, false), x);
    return with_specials(v, u, ax_vec_real(v, 0), result, x);
}

LLVMValueRef ax_emit_log_plus_one(const ax_emit_call *call, const LLVMValueRef *x)
{
    return ax_math_log1p(&call->v, x[0]);
}
