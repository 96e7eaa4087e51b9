/* The error function, its complement and its inverse. */
#include "backend/cpu/emit_math.h"

/* ---- erf near 0: x + x P(x^2) ---- */

/* For |x| <= 0.94 */
static const double single_near[] = {
    0.12837916612625122, -0.37612631916999817,   0.11283692717552185,   -0.026859642937779427,
    0.00520181842148304, -0.0008150510839186609, 8.394059113925323e-05,
};
/* For |x| <= 1 */
static const double double_near[] = {
    0.1283791670955126,      -0.376126389031841,      0.1128379167097118,
    -0.026866170648068507,   0.005223977653075744,    -0.0008548328549342512,
    0.00012055386143622966,  -1.4926863772919367e-05, 1.6480479910340938e-06,
    -1.6547711898476153e-07, 1.5927580776376338e-08,  -1.6048499798859577e-09,
    1.3499230890971872e-10,
};

static LLVMValueRef near_erf(const ax_vec *v, LLVMValueRef x, const double *coefficients,
                             int32_t count)
{
    return ax_vec_mad(v, ax_vec_polynomial(v, fmul(v, x, x), coefficients, count), x, x);
}

/* ---- erfc(x) = e^-x^2 g(x) for x >= 0 ---- */

/* g(x) (x + k) in t = (x - k) / (x + k), with a k for which the coefficients can be rounded well: 2.3125 for
 * 0.78 <= x <= 10.1, 4.0625 for 0.75 <= x <= 27.3 */
static const double single_far[] = {
    1.0437662601470947,    -0.7661566734313965,    0.3930412232875824,
    -0.11844062805175781,  0.003213832387700677,   0.011711550876498222,
    -0.001999272732064128, -0.0013902895152568817, 0.0004224263539072126,
};
static const double double_far[] = {
    1.0969094944747118,      -0.9805806121328419,     0.7816912179346073,
    -0.5527188610622465,     0.34346841707171316,     -0.18474565882752486,
    0.08380304378692711,     -0.03050195767926454,    0.007890826868561117,
    -0.0008056584943431817,  -0.0004003779992624268,  0.0002138690333386157,
    -2.3786807032726307e-05, -1.7019726546881656e-05, 6.831135632733893e-06,
    6.425821237539408e-07,   -9.87670360019459e-07,   6.772743266941245e-08,
    1.2704973221619632e-07,  -2.338945934117953e-08,  -1.5100959647371616e-08,
    3.802265471844999e-09,   9.81779267759724e-10,
};

/* x >= 0 or NaN. What rounding cuts off x^2 and 1 / (x + k) would show in the result: it goes to the
 * exponent, where e^c is 1 + c. */
static LLVMValueRef far_erfc(const ax_vec *v, LLVMValueRef x)
{
    LLVMValueRef k = ax_vec_real(v, v->width == 32 ? 2.3125 : 4.0625), one = ax_vec_real(v, 1), low;
    x = ax_math_at_most(v, x, v->width == 32 ? 10.1 : 27.3);
    LLVMValueRef sum = fadd(v, x, k), difference = fsub(v, x, k), r = fdiv(v, one, sum);
    LLVMValueRef sum_low = fsub(v, x, fsub(v, sum, k));
    LLVMValueRef rest = ax_vec_mad(v, fneg(v, sum_low), r, ax_math_rest(v, one, sum, r));
    LLVMValueRef t = fmul(v, difference, r);
    if (v->width == 64) { /* whose steeper polynomial would show what is cut off t, too */
        LLVMValueRef difference_low = fsub(v, x, fadd(v, difference, k));
        LLVMValueRef low_t = ax_vec_mad(v, difference, rest, difference_low);
        t = ax_vec_mad(v, difference, r, fmul(v, low_t, r));
    }
    LLVMValueRef g = v->width == 32 ? ax_vec_polynomial(v, t, AX_COEFFICIENTS(single_far))
                                    : ax_vec_polynomial(v, t, AX_COEFFICIENTS(double_far));
    LLVMValueRef square = ax_math_two_product(v, x, x, &low);
    return ax_math_times_exp(v, fmul(v, g, r), fneg(v, square), fsub(v, rest, low));
}

/* Near 0 from 1, which is where the result comes from there: what rounding does to r would show. */
LLVMValueRef ax_emit_erfc(const ax_emit_call *call, const LLVMValueRef *x)
{
    const ax_vec *v = &call->v;
    LLVMValueRef size = ax_math_abs(v, x[0]), far = far_erfc(v, size);
    LLVMValueRef negative = fcmp(v, LLVMRealOLT, x[0], ax_vec_real(v, 0));
    far = pick(v, negative, fsub(v, ax_vec_real(v, 2), far), far);
    LLVMValueRef erf = v->width == 32 ? near_erf(v, x[0], AX_COEFFICIENTS(single_near))
                                      : near_erf(v, x[0], AX_COEFFICIENTS(double_near));
    LLVMValueRef is_near = fcmp(v, LLVMRealULT, size, ax_vec_real(v, 0.8)); /* or NaN */
    return pick(v, is_near, fsub(v, ax_vec_real(v, 1), erf), far);
}

/* ---- erf ---- */

/* log2(erfc(x)) for 0.94 <= x <= 4 */
static const double log2_erfc[] = {
    -0.0003284937993157655, -1.6267023086547852,   -0.9195773601531982,   -0.1496642529964447,
    0.03193364664912224,    -0.004357227124273777, 0.0002793089661281556,
};
/* 2^f for |f| <= 1/2 */
static const double exp2_tail[] = {
    1.0000001192092896,   0.6931471228599548,   0.24021907150745392,
    0.055502958595752716, 0.009685607627034187, 0.001344193471595645,
};

/* erfc(x) = 2^(n + f), which has some digits less than the 1 that it is taken from. */
static LLVMValueRef single_far_erf(const ax_vec *v, LLVMValueRef x)
{
    LLVMValueRef magic = ax_vec_real(v, 0x1.8p23), one = ax_vec_real(v, 1);
    LLVMValueRef exponent = ax_vec_polynomial(v, ax_math_at_most(v, x, 4),
                                              AX_COEFFICIENTS(log2_erfc));
    LLVMValueRef shifted = fadd(v, exponent, magic), n = fsub(v, shifted, magic);
    LLVMValueRef p = ax_vec_polynomial(v, fsub(v, exponent, n), AX_COEFFICIENTS(exp2_tail));
    LLVMValueRef scale = ishl(v, as_int(v, shifted), ax_vec_int(v, 23));
    return fsub(v, one, as_real(v, iadd(v, as_int(v, p), scale)));
}

LLVMValueRef ax_emit_erf(const ax_emit_call *call, const LLVMValueRef *x)
{
    const ax_vec *v = &call->v;
    LLVMValueRef size = ax_math_abs(v, x[0]);
    LLVMValueRef far = v->width == 32 ? single_far_erf(v, size)
                                      : fsub(v, ax_vec_real(v, 1), far_erfc(v, size));
    LLVMValueRef bound = ax_vec_real(v, v->width == 32 ? 0.94 : 1);
    LLVMValueRef is_near = fcmp(v, LLVMRealULT, size, bound); /* or NaN */
    LLVMValueRef near = v->width == 32 ? near_erf(v, x[0], AX_COEFFICIENTS(single_near))
                                       : near_erf(v, x[0], AX_COEFFICIENTS(double_near));
    return pick(v, is_near, near, ax_math_with_sign(v, far, x[0]));
}

/* ---- the inverse: the polynomials of ops/special.c, by w = -log(1 - y^2) ---- */

static const double single_central[] = {
    1.50140941F,      0.246640727F,    -0.00417768164F, -0.00125372503F, 0.00021858087F,
    -4.39150654e-06F, -3.5233877e-06F, 3.43273939e-07F, 2.81022636e-08F,
};
static const double single_tail[] = {
    2.83297682F,     1.00167406F,    0.00943887047F,  -0.0076224613F,   0.00573950773F,
    -0.00367342844F, 0.00134934322F, 0.000100950558F, -0.000200214257F,
};
static const double double_central[] = {
    1.6536545626831027356,      0.24015818242558961693,     -0.0060336708714301490533,
    -0.00074070253416626697512, 0.0001867342080340571352,   -1.3882523362786468719e-05,
    -1.3654692000834678645e-06, 4.2347877827932403518e-07,  -2.9070369957882005086e-08,
    -4.1126339803469836976e-09, 1.051212273321532285e-09,   -5.4154120542946279317e-11,
    -1.2975133253453532498e-11, 2.6335093153082322977e-12,  -8.1519341976054721522e-14,
    -4.0545662729752068639e-14, 6.6376381343583238325e-15,  2.0972767875968561637e-17,
    -1.333171662854620906e-16,  1.115787767802518096e-17,   1.2858480715256400167e-18,
    -1.685059138182016589e-19,  -3.6444120640178196996e-21,
};
static const double double_middle[] = {
    3.0838856104922207635,     1.0052589676941592334,      0.005370914553590063617,
    -0.0037512085075692412107, 0.0024914420961078508066,   -0.0016882755560235047313,
    0.00095328937973738049703, -0.0003550375203628474796,  2.4031110387097893999e-05,
    6.8284851459573175448e-05, -4.7318229009055733981e-05, 1.2475304481671778723e-05,
    2.9234449089955446044e-06, -4.013867526981545969e-06,  1.5027403968909827627e-06,
    1.8239629214389227755e-08, -2.7517406297064545428e-07, 9.0756561938885390979e-08,
    2.2137376921775787049e-09,
};
static const double double_tail[] = {
    4.8499064014085844221,      1.0103004648645343977,      -0.00013871931833623122026,
    -0.00021503011930044477347, 7.5995277030017761139e-05,  -1.9681778105531670567e-05,
    4.5260625972231537039e-06,  -9.9298272942317002539e-07, 2.2900482228026654717e-07,
    -6.7711997758452339498e-08, 2.9147953450901080826e-08,  -1.4960026627149240478e-08,
    7.6157012080783393804e-09,  -3.7894654401267369937e-09, 1.5076572693500548083e-09,
    -2.5556418169965252055e-10, -2.7109920616438573243e-11,
};

static LLVMValueRef single_erf_inv(const ax_vec *v, LLVMValueRef w)
{
    LLVMValueRef root = ax_vec_call(v, "llvm.sqrt", w, NULL);
    LLVMValueRef near = fsub(v, w, ax_vec_real(v, 2.5)), far = fsub(v, root, ax_vec_real(v, 3));
    return pick(v, fcmp(v, LLVMRealOLT, w, ax_vec_real(v, 5)),
                ax_vec_polynomial(v, near, AX_COEFFICIENTS(single_central)),
                ax_vec_polynomial(v, far, AX_COEFFICIENTS(single_tail)));
}

static LLVMValueRef double_erf_inv(const ax_vec *v, LLVMValueRef w)
{
    LLVMValueRef root = ax_vec_call(v, "llvm.sqrt", w, NULL);
    LLVMValueRef near = fsub(v, w, ax_vec_real(v, 3.125));
    LLVMValueRef between = fsub(v, root, ax_vec_real(v, 3.25));
    LLVMValueRef far = fsub(v, root, ax_vec_real(v, 5));
    LLVMValueRef outer = pick(v, fcmp(v, LLVMRealOLT, w, ax_vec_real(v, 16)),
                              ax_vec_polynomial(v, between, AX_COEFFICIENTS(double_middle)),
                              ax_vec_polynomial(v, far, AX_COEFFICIENTS(double_tail)));
    return pick(v, fcmp(v, LLVMRealOLT, w, ax_vec_real(v, 6.25)),
                ax_vec_polynomial(v, near, AX_COEFFICIENTS(double_central)), outer);
}

LLVMValueRef ax_emit_erf_inv(const ax_emit_call *call, const LLVMValueRef *x)
{
    const ax_vec *v = &call->v;
    LLVMValueRef y = x[0], w = fneg(v, ax_math_log1p(v, fmul(v, fneg(v, y), y)));
    LLVMValueRef ratio = v->width == 32 ? single_erf_inv(v, w) : double_erf_inv(v, w);
    LLVMValueRef is_end = fcmp(v, LLVMRealOEQ, ax_math_abs(v, y), ax_vec_real(v, 1));
    return fmul(v, y, pick(v, is_end, ax_vec_real(v, __builtin_inf()), ratio));
}
