/* sine, cosine, tan: x modulo pi/2, then a polynomial of what is left. f32 is computed in f64, whose digits
 * make up for those that the reduction takes. */
#include "backend/cpu/emit_math.h"
#include "backend/cpu/emit_trig.h"

#include <string.h>

/* ---- reduction ---- */

/* pi/2 in parts, of which n times the first three is exact for |x| below `huge`. */
static const double parts[] = {0x1.921fb54400000p+0, 0x1.0b4611a600000p-34, 0x1.3198a2e000000p-69,
                               0x1.b839a252049c1p-104};
static const double huge = 0x1p20;

static LLVMValueRef minus_part(const ax_vec *v, LLVMValueRef n, int part, LLVMValueRef from)
{
    return ax_vec_mad(v, n, ax_vec_real(v, -parts[part]), from);
}

static ax_math_angle reduce_near(const ax_vec *v, LLVMValueRef x, bool short_one)
{
    LLVMValueRef magic = ax_vec_real(v, 0x1.8p52);
    LLVMValueRef shifted = ax_vec_mad(v, x, ax_vec_real(v, 0x1.45f306dc9c883p-1), magic);
    LLVMValueRef n = fsub(v, shifted, magic), first = minus_part(v, n, 0, x), low[2];
    ax_math_angle angle = {.n = as_int(v, shifted)};
    if (short_one) {
        angle.r = minus_part(v, n, 2, minus_part(v, n, 1, first));
        return angle;
    }
    LLVMValueRef r = first;
    for (int i = 0; i < 2; i++) {
        LLVMValueRef product = fmul(v, n, ax_vec_real(v, -parts[i + 1]));
        r = ax_math_two_sum(v, r, product, &low[i]);
    }
    LLVMValueRef rest = minus_part(v, n, 3, fadd(v, low[0], low[1]));
    angle.r = fadd(v, r, rest);
    angle.low = fadd(v, fsub(v, r, angle.r), rest);
    return angle;
}

/* Says that a branch is hardly ever taken. */
static void mark_rare(ax_emitter *e, LLVMValueRef branch)
{
    static const char weights[] = "branch_weights", prof[] = "prof";
    LLVMTypeRef i32 = LLVMInt32TypeInContext(e->context);
    LLVMMetadataRef parts_of[] = {
        LLVMMDStringInContext2(e->context, weights, strlen(weights)),
        LLVMValueAsMetadata(LLVMConstInt(i32, 1, false)),
        LLVMValueAsMetadata(LLVMConstInt(i32, 4000, false)),
    };
    LLVMMetadataRef node = LLVMMDNodeInContext2(e->context, parts_of, 3);
    unsigned kind = LLVMGetMDKindIDInContext(e->context, prof, (unsigned)strlen(prof));
    LLVMSetMetadata(branch, kind, LLVMMetadataAsValue(e->context, node));
}

static LLVMValueRef meet(const ax_vec *v, LLVMValueRef a, LLVMBasicBlockRef from_a, LLVMValueRef b,
                         LLVMBasicBlockRef from_b)
{
    LLVMValueRef phi = LLVMBuildPhi(v->e->builder, LLVMTypeOf(a), "");
    LLVMAddIncoming(phi, &a, &from_a, 1);
    LLVMAddIncoming(phi, &b, &from_b, 1);
    return phi;
}

/* Lanes that are huge, where there are any, are reduced apart. Infinity is one of them, and becomes NaN. */
static ax_math_angle reduce(const ax_vec *v, LLVMValueRef x, bool short_one)
{
    LLVMBuilderRef b = v->e->builder;
    ax_math_angle near = reduce_near(v, x, short_one), far;
    LLVMValueRef bound = ax_vec_real(v, huge), size = ax_math_abs(v, x);
    LLVMValueRef is_huge = fcmp(v, LLVMRealOGE, size, bound), any = ax_math_any(v, is_huge);
    LLVMBasicBlockRef before = LLVMGetInsertBlock(b);
    LLVMBasicBlockRef inside = LLVMAppendBasicBlockInContext(v->e->context, v->e->function, "huge");
    LLVMBasicBlockRef after = LLVMAppendBasicBlockInContext(v->e->context, v->e->function,
                                                            "reduced");
    mark_rare(v->e, LLVMBuildCondBr(b, any, inside, after));
    LLVMPositionBuilderAtEnd(b, inside);
    ax_math_reduce_huge(v, pick(v, is_huge, x, bound), &far);
    LLVMValueRef infinity = ax_vec_real(v, __builtin_inf()),
                 nan = ax_vec_real(v, __builtin_nan(""));
    far.r = pick(v, fcmp(v, LLVMRealOEQ, size, infinity), nan, far.r);
    far.r = pick(v, is_huge, far.r, near.r);
    far.n = pick(v, is_huge, far.n, near.n);
    if (near.low)
        far.low = pick(v, is_huge, far.low, near.low);
    inside = LLVMGetInsertBlock(b);
    LLVMBuildBr(b, after);
    LLVMPositionBuilderAtEnd(b, after);
    ax_math_angle angle = {.r = meet(v, near.r, before, far.r, inside),
                           .n = meet(v, near.n, before, far.n, inside)};
    if (near.low)
        angle.low = meet(v, near.low, before, far.low, inside);
    return angle;
}

/* ---- sine and cosine of |r| <= pi/4 ---- */

/* (sin(r)/r - 1) / r^2 and (cos(r) - 1 + r^2/2) / r^4, in r^2 */
static const double short_sine[] = {-0.1666666664058838, 0.00833332928054221,
                                    -0.00019839304413861493, 2.7180463861102756e-06};
static const double short_cosine[] = {0.04166666661910656, -0.0013888883467242407,
                                      2.479945154767405e-05, -2.7205046150568707e-07};
static const double full_sine[] = {
    -0.1666666666666663,    0.00833333333332184,     -0.00019841269829358522,
    2.7557313538504887e-06, -2.5050734386169052e-08, 1.589543300609001e-10,
};
static const double full_cosine[] = {
    0.041666666666666595,    -0.0013888888888873307, 2.4801587288965227e-05,
    -2.7557314203077603e-07, 2.087570313921808e-09,  -1.1358616983735672e-11,
};

static LLVMValueRef near_sine(const ax_vec *v, const ax_math_angle *angle, LLVMValueRef square)
{
    LLVMValueRef r = angle->r, cube = fmul(v, square, r);
    if (!angle->low)
        return ax_vec_mad(v, ax_vec_polynomial(v, square, AX_COEFFICIENTS(short_sine)), cube, r);
    LLVMValueRef p = ax_vec_polynomial(v, square, AX_COEFFICIENTS(full_sine));
    LLVMValueRef slope = ax_vec_mad(v, square, ax_vec_real(v, -0.5), ax_vec_real(v, 1));
    return fadd(v, r, ax_vec_mad(v, p, cube, fmul(v, angle->low, slope)));
}

static LLVMValueRef near_cosine(const ax_vec *v, const ax_math_angle *angle, LLVMValueRef square)
{
    LLVMValueRef one = ax_vec_real(v, 1), fourth = fmul(v, square, square);
    LLVMValueRef half = fmul(v, square, ax_vec_real(v, 0.5)), top = fsub(v, one, half);
    if (!angle->low)
        return ax_vec_mad(v, ax_vec_polynomial(v, square, AX_COEFFICIENTS(short_cosine)), fourth,
                          top);
    LLVMValueRef p = ax_vec_polynomial(v, square, AX_COEFFICIENTS(full_cosine));
    LLVMValueRef cut = fsub(v, fsub(v, one, top), half); /* what rounding took from `top` */
    LLVMValueRef rest = fsub(v, fmul(v, p, fourth), fmul(v, angle->r, angle->low));
    return fadd(v, top, fadd(v, cut, rest));
}

/* ---- the functions ---- */

/* Lanes whose low bit of n is set, and the sign that its second bit gives. */
static LLVMValueRef is_odd(const ax_vec *v, LLVMValueRef n)
{
    ax_vec u = ax_vec_of(v->e, AX_U64, v->lanes);
    return icmp(&u, LLVMIntNE, iand(&u, n, ax_vec_int(&u, 1)), ax_vec_int(&u, 0));
}

static LLVMValueRef turned(const ax_vec *v, LLVMValueRef n, LLVMValueRef value)
{
    LLVMValueRef sign = ishl(v, iand(v, n, ax_vec_int(v, 2)), ax_vec_int(v, 62));
    return as_real(v, ixor(v, as_int(v, value), sign));
}

static LLVMValueRef sine_or_cosine(const ax_emit_call *call, LLVMValueRef x, int64_t quarters)
{
    const ax_vec *v = &call->v;
    ax_math_angle angle = reduce(v, x, ax_math_is_for_f32(call));
    LLVMValueRef square = fmul(v, angle.r, angle.r);
    LLVMValueRef n = iadd(v, angle.n, ax_vec_int(v, quarters));
    LLVMValueRef value = pick(v, is_odd(v, n), near_cosine(v, &angle, square),
                              near_sine(v, &angle, square));
    return turned(v, n, value);
}

/* Small x, zeros among them, are their own sine and tangent. */
static LLVMValueRef or_itself(const ax_vec *v, LLVMValueRef x, LLVMValueRef value)
{
    LLVMValueRef small = fcmp(v, LLVMRealOLT, ax_math_abs(v, x), ax_vec_real(v, 0x1p-27));
    return pick(v, small, x, value);
}

static LLVMValueRef sine(const ax_emit_call *call, const LLVMValueRef *x)
{
    return or_itself(&call->v, x[0], sine_or_cosine(call, x[0], 0));
}

static LLVMValueRef cosine(const ax_emit_call *call, const LLVMValueRef *x)
{
    return sine_or_cosine(call, x[0], 1);
}

static LLVMValueRef tangent(const ax_emit_call *call, const LLVMValueRef *x)
{
    const ax_vec *v = &call->v;
    ax_math_angle angle = reduce(v, x[0], ax_math_is_for_f32(call));
    LLVMValueRef square = fmul(v, angle.r, angle.r), odd = is_odd(v, angle.n);
    LLVMValueRef s = near_sine(v, &angle, square), c = near_cosine(v, &angle, square);
    LLVMValueRef ratio = fdiv(v, pick(v, odd, fneg(v, c), s), pick(v, odd, s, c));
    return or_itself(v, x[0], ratio);
}

LLVMValueRef ax_emit_sine(const ax_emit_call *call, const LLVMValueRef *x)
{
    return ax_math_in_f64(call, sine, x);
}

LLVMValueRef ax_emit_cosine(const ax_emit_call *call, const LLVMValueRef *x)
{
    return ax_math_in_f64(call, cosine, x);
}

LLVMValueRef ax_emit_tan(const ax_emit_call *call, const LLVMValueRef *x)
{
    return ax_math_in_f64(call, tangent, x);
}
