/* Bits, and what is hard to do of integers: division, powers, high products. divide, remainder and power of
 * floats are handed on. */
#include "backend/cpu/emit_math.h"

/* ---- bits ---- */

LLVMValueRef ax_emit_and(const ax_emit_call *call, const LLVMValueRef *x)
{
    return iand(&call->v, x[0], x[1]);
}

LLVMValueRef ax_emit_or(const ax_emit_call *call, const LLVMValueRef *x)
{
    return ior(&call->v, x[0], x[1]);
}

LLVMValueRef ax_emit_xor(const ax_emit_call *call, const LLVMValueRef *x)
{
    return ixor(&call->v, x[0], x[1]);
}

LLVMValueRef ax_emit_not(const ax_emit_call *call, const LLVMValueRef *x)
{
    return LLVMBuildNot(call->v.e->builder, x[0], "");
}

/* A shift by the width or more is none that LLVM knows. */
static LLVMValueRef shift_fits(const ax_vec *v, LLVMValueRef amount)
{
    return icmp(v, LLVMIntULT, amount, ax_vec_int(v, v->width));
}

LLVMValueRef ax_emit_shift_left(const ax_emit_call *call, const LLVMValueRef *x)
{
    const ax_vec *v = &call->v;
    return pick(v, shift_fits(v, x[1]), ishl(v, x[0], x[1]), ax_vec_int(v, 0));
}

LLVMValueRef ax_emit_shift_right_logical(const ax_emit_call *call, const LLVMValueRef *x)
{
    const ax_vec *v = &call->v;
    return pick(v, shift_fits(v, x[1]), ilshr(v, x[0], x[1]), ax_vec_int(v, 0));
}

LLVMValueRef ax_emit_shift_right_arithmetic(const ax_emit_call *call, const LLVMValueRef *x)
{
    const ax_vec *v = &call->v;
    return iashr(v, x[0], pick(v, shift_fits(v, x[1]), x[1], ax_vec_int(v, v->width - 1)));
}

LLVMValueRef ax_emit_popcnt(const ax_emit_call *call, const LLVMValueRef *x)
{
    return ax_vec_call(&call->v, "llvm.ctpop", x[0], NULL);
}

LLVMValueRef ax_emit_count_leading_zeros(const ax_emit_call *call, const LLVMValueRef *x)
{
    LLVMTypeRef flag = LLVMInt1TypeInContext(call->v.e->context);
    LLVMValueRef zero_is_fine = LLVMConstNull(flag);
    return ax_vec_call(&call->v, "llvm.ctlz", x[0], zero_is_fine);
}

/* ---- the high half of a product ---- */

LLVMValueRef ax_emit_mulhi(const ax_emit_call *call, const LLVMValueRef *x)
{
    const ax_vec *v = &call->v;
    LLVMBuilderRef b = v->e->builder;
    LLVMOpcode widen = ax_emit_is_signed(v) ? LLVMSExt : LLVMZExt;
    LLVMTypeRef wide = ax_vec_int_type(v->e, 2 * v->width, v->lanes);
    LLVMTypeRef element = ax_vec_int_type(v->e, 2 * v->width, 1);
    LLVMValueRef product = LLVMBuildMul(b, LLVMBuildCast(b, widen, x[0], wide, ""),
                                        LLVMBuildCast(b, widen, x[1], wide, ""), "");
    LLVMValueRef width = LLVMConstInt(element, (unsigned)v->width, false);
    LLVMValueRef high = LLVMBuildLShr(b, product, ax_emit_splat(v->e, width, v->lanes), "");
    return LLVMBuildTrunc(b, high, v->type, "");
}

/* ---- division: x/0 is -1, and its remainder x; the least integer by -1 is itself ---- */

/* Quotients of integers of up to 32 bits by those of floats, which vectors have: the cut quotient is right
 * where the float holds both numbers, since a quotient is further from a whole number that it is not than
 * rounding moves it. */
static LLVMValueRef quotient_by_floats(const ax_vec *v, LLVMValueRef a, LLVMValueRef b)
{
    LLVMBuilderRef build = v->e->builder;
    bool is_signed = ax_emit_is_signed(v);
    LLVMOpcode to = is_signed ? LLVMSIToFP : LLVMUIToFP;
    LLVMOpcode back = is_signed ? LLVMFPToSI : LLVMFPToUI;
    LLVMTypeRef real = ax_emit_type(v->e, v->width == 32 ? AX_F64 : AX_F32, v->lanes);
    LLVMValueRef quotient = LLVMBuildFDiv(build, LLVMBuildCast(build, to, a, real, ""),
                                          LLVMBuildCast(build, to, b, real, ""), "");
    return LLVMBuildCast(build, back, quotient, v->type, "");
}

static LLVMValueRef plain_quotient(const ax_vec *v, LLVMValueRef a, LLVMValueRef b)
{
    if (v->width <= 32 && !LLVMIsConstant(b)) /* by a constant, LLVM multiplies */
        return quotient_by_floats(v, a, b);
    if (ax_emit_is_signed(v))
        return LLVMBuildSDiv(v->e->builder, a, b, "");
    return LLVMBuildUDiv(v->e->builder, a, b, "");
}

/* The quotient, where a divisor that the CPU could not take is replaced by 1. */
static LLVMValueRef guarded_quotient(const ax_vec *v, LLVMValueRef a, LLVMValueRef b,
                                     LLVMValueRef is_zero, LLVMValueRef is_minus_one)
{
    LLVMValueRef one = ax_vec_int(v, 1), divisor = pick(v, is_zero, one, b);
    if (is_minus_one)
        divisor = pick(v, is_minus_one, one, divisor);
    LLVMValueRef quotient = plain_quotient(v, a, divisor);
    if (is_minus_one)
        quotient = pick(v, is_minus_one, isub(v, ax_vec_int(v, 0), a), quotient);
    return quotient;
}

static LLVMValueRef zero_divisor(const ax_vec *v, LLVMValueRef b)
{
    return icmp(v, LLVMIntEQ, b, ax_vec_int(v, 0));
}

static LLVMValueRef negative_unit(const ax_vec *v, LLVMValueRef b)
{
    return ax_emit_is_signed(v) ? icmp(v, LLVMIntEQ, b, ax_vec_int(v, -1)) : NULL;
}

LLVMValueRef ax_emit_divide(const ax_emit_call *call, const LLVMValueRef *x)
{
    const ax_vec *v = &call->v;
    if (ax_emit_is_real(v))
        return fdiv(v, x[0], x[1]);
    LLVMValueRef zero = zero_divisor(v, x[1]);
    LLVMValueRef quotient = guarded_quotient(v, x[0], x[1], zero, negative_unit(v, x[1]));
    return pick(v, zero, ax_vec_int(v, -1), quotient);
}

LLVMValueRef ax_emit_remainder(const ax_emit_call *call, const LLVMValueRef *x)
{
    const ax_vec *v = &call->v;
    if (ax_emit_is_real(v))
        return ax_emit_real_remainder(call, x);
    LLVMValueRef zero = zero_divisor(v, x[1]);
    LLVMValueRef quotient = guarded_quotient(v, x[0], x[1], zero, negative_unit(v, x[1]));
    /* Of a zero divisor the product is 0, and x is left; of -1 it is x itself. */
    return isub(v, x[0], imul(v, quotient, x[1]));
}

/* ---- powers ---- */

/* base^exponent modulo 2^width, the exponent counted as unsigned: by squares, as long as any lane has bits
 * of its exponent left. */
static LLVMValueRef wrapping_power(const ax_vec *v, LLVMValueRef base, LLVMValueRef exponent)
{
    LLVMBuilderRef b = v->e->builder;
    LLVMContextRef context = v->e->context;
    LLVMBasicBlockRef before = LLVMGetInsertBlock(b);
    LLVMBasicBlockRef head = LLVMAppendBasicBlockInContext(context, v->e->function, "power");
    LLVMBasicBlockRef body = LLVMAppendBasicBlockInContext(context, v->e->function, "square");
    LLVMBasicBlockRef after = LLVMAppendBasicBlockInContext(context, v->e->function, "powered");
    LLVMValueRef one = ax_vec_int(v, 1), zero = ax_vec_int(v, 0);
    LLVMBuildBr(b, head);
    LLVMPositionBuilderAtEnd(b, head);
    LLVMValueRef power = LLVMBuildPhi(b, v->type, ""), square = LLVMBuildPhi(b, v->type, "");
    LLVMValueRef rest = LLVMBuildPhi(b, v->type, "");
    LLVMBuildCondBr(b, ax_math_any(v, icmp(v, LLVMIntNE, rest, zero)), body, after);
    LLVMPositionBuilderAtEnd(b, body);
    LLVMValueRef odd = icmp(v, LLVMIntNE, iand(v, rest, one), zero);
    LLVMValueRef next_power = pick(v, odd, imul(v, power, square), power);
    LLVMValueRef next_square = imul(v, square, square), next_rest = ilshr(v, rest, one);
    LLVMBuildBr(b, head);
    LLVMAddIncoming(power, (LLVMValueRef[]){one, next_power}, (LLVMBasicBlockRef[]){before, body},
                    2);
    LLVMAddIncoming(square, (LLVMValueRef[]){base, next_square},
                    (LLVMBasicBlockRef[]){before, body}, 2);
    LLVMAddIncoming(rest, (LLVMValueRef[]){exponent, next_rest},
                    (LLVMBasicBlockRef[]){before, body}, 2);
    LLVMPositionBuilderAtEnd(b, after);
    return power;
}

/* For a negative exponent, truncated towards 0: only of 1 and -1 is anything left. */
static LLVMValueRef negative_power(const ax_vec *v, LLVMValueRef base, LLVMValueRef exponent)
{
    LLVMValueRef one = ax_vec_int(v, 1), zero = ax_vec_int(v, 0), minus = ax_vec_int(v, -1);
    LLVMValueRef odd = icmp(v, LLVMIntNE, iand(v, exponent, one), zero);
    LLVMValueRef of_one = pick(v, icmp(v, LLVMIntEQ, base, one), one, zero);
    return pick(v, icmp(v, LLVMIntEQ, base, minus), pick(v, odd, minus, one), of_one);
}

LLVMValueRef ax_emit_power(const ax_emit_call *call, const LLVMValueRef *x)
{
    const ax_vec *v = &call->v;
    if (ax_emit_is_real(v))
        return ax_emit_real_power(call, x);
    if (!ax_emit_is_signed(v))
        return wrapping_power(v, x[0], x[1]);
    LLVMValueRef zero = ax_vec_int(v, 0), negative = icmp(v, LLVMIntSLT, x[1], zero);
    LLVMValueRef power = wrapping_power(v, x[0], pick(v, negative, zero, x[1]));
    return pick(v, negative, negative_power(v, x[0], x[1]), power);
}
