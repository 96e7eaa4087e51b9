/* The inverse functions of trigonometry and of the hyperbola, computed in f64. */
#include "backend/cpu/emit_math.h"

/* ---- atan2 and atan ---- */

/* (atan(t)/t - 1) / t^2, in t^2, for t up to tan(pi/8) */
static const double short_atan[] = {
    -0.33333332498638707, 0.1999990386189314,   -0.14282006368924227,
    0.11044673546524618,  -0.08476163449647366, 0.04743819918578555,
};
static const double full_atan[] = {
    -0.333333333333332,    0.19999999999953666,  -0.14285714280198628,  0.11111110783440446,
    -0.09090897755885863,  0.076920601792122,    -0.06663103722441194,  0.058478879016226136,
    -0.050393036903033844, 0.038064682328885546, -0.017907510330191237,
};

/* The angle of a vector with x, y >= 0, up to pi/2. The smaller over the larger is at most 1; where it is
 * past tan(pi/8), the angle to the diagonal is taken. */
static LLVMValueRef first_quadrant(const ax_emit_call *call, LLVMValueRef y, LLVMValueRef x)
{
    const ax_vec *v = &call->v;
    LLVMValueRef zero = ax_vec_real(v, 0), steep = fcmp(v, LLVMRealOGT, y, x);
    LLVMValueRef less = pick(v, steep, x, y), more = pick(v, steep, y, x);
    LLVMValueRef bound = fmul(v, more, ax_vec_real(v, 0x1.a827999fcef32p-2));
    LLVMValueRef diagonal = fcmp(v, LLVMRealOGT, less, bound);
    LLVMValueRef top = pick(v, diagonal, fsub(v, less, more), less);
    LLVMValueRef t = fdiv(v, top, pick(v, diagonal, fadd(v, less, more), more));
    LLVMValueRef z = fmul(v, t, t);
    LLVMValueRef p = ax_math_is_for_f32(call) ? ax_vec_polynomial(v, z, AX_COEFFICIENTS(short_atan))
                                              : ax_vec_polynomial(v, z, AX_COEFFICIENTS(full_atan));
    /* pi/4 and pi/2 with their next digits, of which the sum with t is taken without a loss. */
    LLVMValueRef low = pick(v, diagonal, ax_vec_real(v, 0x1.1a62633145c07p-55), zero);
    LLVMValueRef high = pick(v, diagonal, ax_vec_real(v, 0x1.921fb54442d18p-1), zero);
    low = pick(v, steep, fsub(v, ax_vec_real(v, 0x1.1a62633145c07p-54), low), low);
    high = pick(v, steep, fsub(v, ax_vec_real(v, 0x1.921fb54442d18p+0), high), high);
    t = pick(v, steep, fneg(v, t), t);
    LLVMValueRef sum = fadd(v, high, t), cut = fadd(v, fsub(v, high, sum), t);
    return fadd(v, sum, fadd(v, cut, ax_vec_mad(v, fmul(v, t, z), p, low)));
}

/* Two infinities are as good as two ones; two zeros as y = 0. Where one is so large that their sum
 * might overflow, they are scaled. */
static LLVMValueRef atan2_of(const ax_emit_call *call, const LLVMValueRef *operands)
{
    const ax_vec *v = &call->v;
    LLVMValueRef y = ax_math_abs(v, operands[0]), x = ax_math_abs(v, operands[1]);
    LLVMValueRef infinity = ax_vec_real(v, __builtin_inf()), one = ax_vec_real(v, 1);
    LLVMValueRef zero = ax_vec_real(v, 0);
    LLVMValueRef ends = iand(v, fcmp(v, LLVMRealOEQ, x, infinity),
                             fcmp(v, LLVMRealOEQ, y, infinity));
    LLVMValueRef origin = iand(v, fcmp(v, LLVMRealOEQ, x, zero), fcmp(v, LLVMRealOEQ, y, zero));
    LLVMValueRef large = ior(v, fcmp(v, LLVMRealOGT, x, ax_vec_real(v, 0x1p1000)),
                             fcmp(v, LLVMRealOGT, y, ax_vec_real(v, 0x1p1000)));
    LLVMValueRef scale = pick(v, large, ax_vec_real(v, 0x1p-60), one);
    LLVMValueRef angle_x = pick(v, ior(v, ends, origin), one, fmul(v, x, scale));
    LLVMValueRef angle_y = pick(v, ends, one, fmul(v, y, scale));
    LLVMValueRef angle = first_quadrant(call, angle_y, angle_x);
    LLVMValueRef left = icmp(v, LLVMIntSLT, as_int(v, operands[1]), ax_vec_int(v, 0));
    LLVMValueRef turned = fsub(v, ax_vec_real(v, 0x1.921fb54442d18p+1),
                               fsub(v, angle, ax_vec_real(v, 0x1.1a62633145c07p-53)));
    angle = ax_math_with_sign(v, pick(v, left, turned, angle), operands[0]);
    LLVMValueRef nan = fcmp(v, LLVMRealUNO, operands[0], operands[1]);
    return pick(v, nan, ax_vec_real(v, __builtin_nan("")), angle);
}

static LLVMValueRef atan_of(const ax_emit_call *call, const LLVMValueRef *x)
{
    const ax_vec *v = &call->v;
    LLVMValueRef size = ax_math_abs(v, x[0]);
    LLVMValueRef bounded = ax_math_at_most(v, size, 0x1p100); /* infinity too */
    return ax_math_with_sign(v, first_quadrant(call, bounded, ax_vec_real(v, 1)), x[0]);
}

/* ---- asin and acos ---- */

/* (asin(s)/s - 1) / s^2, in s^2, for s up to 1/2 */
static const double short_asin[] = {
    0.1666666718024695,   0.07499948898673216,  0.04465997186481914, 0.030112529157386804,
    0.024604688206741776, 0.007509546245699143, 0.03464624239777745,
};
static const double full_asin[] = {
    0.1666666666666676,   0.07499999999970865,   0.04464285717456304,  0.030381942709745983,
    0.022372214939517677, 0.017351612786328022,  0.013980812112743225, 0.011398975921108508,
    0.010779919933666367, 0.0037075903869742983, 0.021704726795837376, -0.020995399403913668,
    0.032626433414979845,
};

/* For |x| past 1/2, s = sqrt((1 - |x|) / 2), whose arc sine is half of |x|'s arc cosine; else s = |x|.
 * Gives s and asin(s) - s. */
static LLVMValueRef reduced_asin(const ax_emit_call *call, LLVMValueRef size, LLVMValueRef far,
                                 LLVMValueRef *out_rest)
{
    const ax_vec *v = &call->v;
    LLVMValueRef half = ax_vec_real(v, 0.5);
    LLVMValueRef square = fmul(v, fsub(v, ax_vec_real(v, 1), size), half);
    LLVMValueRef s = pick(v, far, ax_vec_call(v, "llvm.sqrt", square, NULL), size);
    LLVMValueRef z = pick(v, far, square, fmul(v, size, size));
    LLVMValueRef p = ax_math_is_for_f32(call) ? ax_vec_polynomial(v, z, AX_COEFFICIENTS(short_asin))
                                              : ax_vec_polynomial(v, z, AX_COEFFICIENTS(full_asin));
    *out_rest = fmul(v, fmul(v, s, z), p);
    return s;
}

/* s + rest from some right angles and the digits behind them; the larger difference without a loss. */
static LLVMValueRef from_right_angles(const ax_vec *v, double count, LLVMValueRef s,
                                      LLVMValueRef rest)
{
    LLVMValueRef high = ax_vec_real(v, count * 0x1.921fb54442d18p+0);
    LLVMValueRef low = ax_vec_real(v, count * 0x1.1a62633145c07p-54);
    LLVMValueRef sum = fsub(v, high, s), cut = fsub(v, fsub(v, high, sum), s);
    return fadd(v, sum, fadd(v, cut, fsub(v, low, rest)));
}

static LLVMValueRef asin_of(const ax_emit_call *call, const LLVMValueRef *x)
{
    const ax_vec *v = &call->v;
    LLVMValueRef size = ax_math_abs(v, x[0]), rest;
    LLVMValueRef far = fcmp(v, LLVMRealOGT, size, ax_vec_real(v, 0.5));
    LLVMValueRef s = reduced_asin(call, size, far, &rest);
    LLVMValueRef outer = from_right_angles(v, 1, fadd(v, s, s), fadd(v, rest, rest));
    return ax_math_with_sign(v, pick(v, far, outer, fadd(v, s, rest)), x[0]);
}

static LLVMValueRef acos_of(const ax_emit_call *call, const LLVMValueRef *x)
{
    const ax_vec *v = &call->v;
    LLVMValueRef size = ax_math_abs(v, x[0]), rest;
    LLVMValueRef far = fcmp(v, LLVMRealOGT, size, ax_vec_real(v, 0.5));
    LLVMValueRef s = reduced_asin(call, size, far, &rest);
    LLVMValueRef twice = fadd(v, s, s), twice_rest = fadd(v, rest, rest);
    LLVMValueRef negative = fcmp(v, LLVMRealOLT, x[0], ax_vec_real(v, 0));
    LLVMValueRef outer = pick(v, negative, from_right_angles(v, 2, twice, twice_rest),
                              fadd(v, twice, twice_rest));
    LLVMValueRef inner = from_right_angles(v, 1, ax_math_with_sign(v, s, x[0]),
                                           ax_math_with_sign(v, rest, x[0]));
    return pick(v, far, outer, inner);
}

/* ---- inverse hyperbolic functions, all by log(1 + w) ---- */

static const double ln2 = 0x1.62e42fefa39efp-1;

/* log(|x| + sqrt(x^2 + 1)), from where x^2 would overflow log(2 |x|). */
static LLVMValueRef asinh_of(const ax_emit_call *call, const LLVMValueRef *x)
{
    const ax_vec *v = &call->v;
    LLVMValueRef one = ax_vec_real(v, 1), size = ax_math_abs(v, x[0]);
    LLVMValueRef huge = fcmp(v, LLVMRealOGT, size, ax_vec_real(v, 0x1p28));
    LLVMValueRef square = fmul(v, size, size);
    LLVMValueRef root = ax_vec_call(v, "llvm.sqrt", fadd(v, square, one), NULL);
    LLVMValueRef w = fadd(v, size, fdiv(v, square, fadd(v, root, one)));
    LLVMValueRef log = ax_math_log1p(v, pick(v, huge, fsub(v, size, one), w));
    log = fadd(v, log, pick(v, huge, ax_vec_real(v, ln2), ax_vec_real(v, 0)));
    return ax_math_with_sign(v, log, x[0]);
}

/* With t = x - 1: log(1 + t + sqrt(2 t + t^2)); below 1 the root is NaN. */
static LLVMValueRef acosh_of(const ax_emit_call *call, const LLVMValueRef *x)
{
    const ax_vec *v = &call->v;
    LLVMValueRef t = fsub(v, x[0], ax_vec_real(v, 1));
    LLVMValueRef huge = fcmp(v, LLVMRealOGT, x[0], ax_vec_real(v, 0x1p28));
    LLVMValueRef square = fmul(v, t, fadd(v, t, ax_vec_real(v, 2)));
    LLVMValueRef w = fadd(v, t, ax_vec_call(v, "llvm.sqrt", square, NULL));
    LLVMValueRef log = ax_math_log1p(v, pick(v, huge, t, w));
    log = fadd(v, log, pick(v, huge, ax_vec_real(v, ln2), ax_vec_real(v, 0)));
    LLVMValueRef below = fcmp(v, LLVMRealOLT, x[0], ax_vec_real(v, 1));
    return pick(v, below, ax_vec_real(v, __builtin_nan("")), log);
}

/* Half of log((1 + |x|) / (1 - |x|)) = log(1 + 2 |x| / (1 - |x|)). */
static LLVMValueRef atanh_of(const ax_emit_call *call, const LLVMValueRef *x)
{
    const ax_vec *v = &call->v;
    LLVMValueRef size = ax_math_abs(v, x[0]);
    LLVMValueRef w = fdiv(v, fadd(v, size, size), fsub(v, ax_vec_real(v, 1), size));
    LLVMValueRef log = fmul(v, ax_math_log1p(v, w), ax_vec_real(v, 0.5));
    return ax_math_with_sign(v, log, x[0]);
}

#define IN_F64(name)                                                             \
    LLVMValueRef ax_emit_##name(const ax_emit_call *call, const LLVMValueRef *x) \
    {                                                                            \
        return ax_math_in_f64(call, name##_of, x);                               \
    }
IN_F64(atan2)
IN_F64(atan)
IN_F64(asin)
IN_F64(acos)
IN_F64(asinh)
IN_F64(acosh)
IN_F64(atanh)
