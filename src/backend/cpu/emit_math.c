#include "backend/cpu/emit_math.h"

LLVMValueRef ax_math_at_least(const ax_vec *v, LLVMValueRef x, double bound)
{
    LLVMValueRef least = ax_vec_real(v, bound);
    return pick(v, fcmp(v, LLVMRealOGT, least, x), least, x);
}

LLVMValueRef ax_math_at_most(const ax_vec *v, LLVMValueRef x, double bound)
{
    LLVMValueRef greatest = ax_vec_real(v, bound);
    return pick(v, fcmp(v, LLVMRealOLT, greatest, x), greatest, x);
}

LLVMValueRef ax_math_abs(const ax_vec *v, LLVMValueRef x)
{
    return ax_vec_call(v, "llvm.fabs", x, NULL);
}

LLVMValueRef ax_math_with_sign(const ax_vec *v, LLVMValueRef size, LLVMValueRef sign)
{
    return ax_vec_call(v, "llvm.copysign", size, sign);
}

/* Knuth's: for any order of sizes. */
LLVMValueRef ax_math_two_sum(const ax_vec *v, LLVMValueRef a, LLVMValueRef b, LLVMValueRef *out_low)
{
    LLVMValueRef sum = fadd(v, a, b), b_part = fsub(v, sum, a), a_part = fsub(v, sum, b_part);
    *out_low = fadd(v, fsub(v, a, a_part), fsub(v, b, b_part));
    return sum;
}

/* Veltkamp's: x as two numbers of half as many digits. Overflows near the end of the range. */
static LLVMValueRef split(const ax_vec *v, LLVMValueRef x, LLVMValueRef *out_low)
{
    LLVMValueRef factor = ax_vec_real(v, v->width == 64 ? 0x1p27 + 1 : 0x1p12 + 1);
    LLVMValueRef large = fmul(v, x, factor);
    LLVMValueRef high = fsub(v, large, fsub(v, large, x));
    *out_low = fsub(v, x, high);
    return high;
}

LLVMValueRef ax_math_two_product(const ax_vec *v, LLVMValueRef a, LLVMValueRef b,
                                 LLVMValueRef *out_low)
{
    LLVMValueRef product = fmul(v, a, b);
    if (v->e->has_fma) {
        *out_low = ax_vec_mad(v, a, b, fneg(v, product));
        return product;
    }
    LLVMValueRef a_low, b_low, a_high = split(v, a, &a_low), b_high = split(v, b, &b_low);
    LLVMValueRef rest = fsub(v, fmul(v, a_high, b_high), product);
    rest = fadd(v, rest, fmul(v, a_high, b_low));
    rest = fadd(v, rest, fmul(v, a_low, b_high));
    *out_low = fadd(v, rest, fmul(v, a_low, b_low));
    return product;
}

LLVMValueRef ax_math_rest(const ax_vec *v, LLVMValueRef c, LLVMValueRef a, LLVMValueRef b)
{
    if (v->e->has_fma)
        return ax_vec_mad(v, fneg(v, a), b, c);
    LLVMValueRef cut, product = ax_math_two_product(v, a, b, &cut);
    return fsub(v, fsub(v, c, product), cut);
}

LLVMValueRef ax_math_any(const ax_vec *v, LLVMValueRef flags)
{
    if (v->lanes == 1)
        return flags;
    return ax_emit_intrinsic(v->e, "llvm.vector.reduce.or", &flags, 1);
}

LLVMValueRef ax_math_in_f64(const ax_emit_call *call, ax_emit_fn *emit, const LLVMValueRef *x)
{
    const ax_vec *v = &call->v;
    if (v->dtype == AX_F64)
        return emit(call, x);
    ax_emit_call wide = *call;
    wide.v = ax_vec_of(v->e, AX_F64, v->lanes);
    LLVMValueRef operands[3];
    for (int32_t i = 0; i < call->noperands; i++)
        operands[i] = LLVMBuildFPExt(v->e->builder, x[i], wide.v.type, "");
    return LLVMBuildFPTrunc(v->e->builder, emit(&wide, operands), v->type, "");
}

bool ax_math_is_for_f32(const ax_emit_call *call)
{
    return call->from != AX_F64;
}
