/* f16 and bf16: in registers f32 that hold a half's value. The integer code is that of base/half_rows.c. */
#include "backend/cpu/emit_vec.h"

/* CPUs with fused multiply-adds convert f16 too. */
static bool converts_f16(const ax_emitter *e)
{
    return e->has_fma;
}

static LLVMTypeRef half_type(ax_emitter *e, int32_t lanes)
{
    LLVMTypeRef half = LLVMHalfTypeInContext(e->context);
    return lanes == 1 ? half : LLVMVectorType(half, (unsigned)lanes);
}

/* ---- bf16: the upper half of f32 ---- */

static LLVMValueRef round_bf16(const ax_vec *v, LLVMValueRef value)
{
    LLVMValueRef bits = as_int(v, value);
    LLVMValueRef odd = iand(v, ilshr(v, bits, ax_vec_int(v, 16)), ax_vec_int(v, 1));
    LLVMValueRef rounded = iadd(v, iadd(v, bits, ax_vec_int(v, 0x7fff)), odd);
    LLVMValueRef nan = ior(v, bits, ax_vec_int(v, 0x400000));
    LLVMValueRef chosen = pick(v, fcmp(v, LLVMRealUNO, value, value), nan, rounded);
    return as_real(v, iand(v, chosen, ax_vec_int(v, (int32_t)0xffff0000)));
}

static LLVMValueRef bits_bf16(const ax_vec *v, LLVMValueRef value)
{
    LLVMValueRef high = ilshr(v, as_int(v, value), ax_vec_int(v, 16));
    return LLVMBuildTrunc(v->e->builder, high, ax_vec_int_type(v->e, 16, v->lanes), "");
}

static LLVMValueRef value_bf16(const ax_vec *v, LLVMValueRef bits)
{
    LLVMValueRef wide = LLVMBuildZExt(v->e->builder, bits, v->integer, "");
    return as_real(v, ishl(v, wide, ax_vec_int(v, 16)));
}

/* ---- f16 by integers ---- */

static LLVMValueRef bits_f16(const ax_vec *v, LLVMValueRef value)
{
    LLVMValueRef bits = as_int(v, value);
    LLVMValueRef sign = iand(v, ilshr(v, bits, ax_vec_int(v, 16)), ax_vec_int(v, 0x8000));
    LLVMValueRef rest = iand(v, bits, ax_vec_int(v, 0x7fffffff));
    LLVMValueRef kept = ilshr(v, rest, ax_vec_int(v, 13));
    LLVMValueRef nan = ior(v, iand(v, kept, ax_vec_int(v, 0x3ff)), ax_vec_int(v, 0x7e00));
    LLVMValueRef half = iadd(v, iand(v, kept, ax_vec_int(v, 1)),
                             ax_vec_int(v, 0xfff - (112LL << 23)));
    LLVMValueRef normal = ilshr(v, iadd(v, rest, half), ax_vec_int(v, 13));
    LLVMValueRef large = icmp(v, LLVMIntUGE, rest, ax_vec_int(v, 143LL << 23));
    normal = pick(v, large, ax_vec_int(v, 0x7c00), normal);
    normal = pick(v, icmp(v, LLVMIntUGT, rest, ax_vec_int(v, 0x7f800000)), nan, normal);
    /* 0.5 has the unit of f16's subnormals, so the sum rounds to it. */
    LLVMValueRef sum = fadd(v, as_real(v, rest), ax_vec_real(v, 0.5));
    LLVMValueRef subnormal = isub(v, as_int(v, sum), ax_vec_int(v, 0x3f000000));
    LLVMValueRef small = icmp(v, LLVMIntULT, rest, ax_vec_int(v, 113LL << 23));
    LLVMValueRef result = ior(v, sign, pick(v, small, subnormal, normal));
    return LLVMBuildTrunc(v->e->builder, result, ax_vec_int_type(v->e, 16, v->lanes), "");
}

static LLVMValueRef value_f16(const ax_vec *v, LLVMValueRef bits)
{
    LLVMValueRef wide = LLVMBuildZExt(v->e->builder, bits, v->integer, "");
    LLVMValueRef sign = ishl(v, iand(v, wide, ax_vec_int(v, 0x8000)), ax_vec_int(v, 16));
    LLVMValueRef rest = ishl(v, iand(v, wide, ax_vec_int(v, 0x7fff)), ax_vec_int(v, 13));
    LLVMValueRef finite = as_int(v, fmul(v, as_real(v, rest), ax_vec_real(v, 0x1p112)));
    LLVMValueRef is_infinite = icmp(v, LLVMIntUGE, rest, ax_vec_int(v, 0x0f800000));
    LLVMValueRef infinite = pick(v, is_infinite, ax_vec_int(v, 0x7f800000), ax_vec_int(v, 0));
    return as_real(v, ior(v, ior(v, sign, finite), infinite));
}

/* ---- either ---- */

LLVMValueRef ax_emit_half_bits(ax_emitter *e, ax_dtype half, int32_t lanes, LLVMValueRef value)
{
    ax_vec v = ax_vec_of(e, AX_F32, lanes);
    if (half == AX_BF16)
        return bits_bf16(&v, value);
    if (!converts_f16(e))
        return bits_f16(&v, value);
    LLVMValueRef narrow = LLVMBuildFPTrunc(e->builder, value, half_type(e, lanes), "");
    return LLVMBuildBitCast(e->builder, narrow, ax_vec_int_type(e, 16, lanes), "");
}

LLVMValueRef ax_emit_half_value(ax_emitter *e, ax_dtype half, int32_t lanes, LLVMValueRef bits)
{
    ax_vec v = ax_vec_of(e, AX_F32, lanes);
    if (half == AX_BF16)
        return value_bf16(&v, bits);
    if (!converts_f16(e))
        return value_f16(&v, bits);
    LLVMValueRef narrow = LLVMBuildBitCast(e->builder, bits, half_type(e, lanes), "");
    return LLVMBuildFPExt(e->builder, narrow, v.type, "");
}

LLVMValueRef ax_emit_half_round(ax_emitter *e, ax_dtype half, int32_t lanes, LLVMValueRef value)
{
    ax_vec v = ax_vec_of(e, AX_F32, lanes);
    if (half == AX_BF16)
        return round_bf16(&v, value);
    return ax_emit_half_value(e, half, lanes, ax_emit_half_bits(e, half, lanes, value));
}
