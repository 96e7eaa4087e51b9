/* The remainder of floats, which is exact: steps of long division, as long as any lane has digits left. f32 is
 * computed in f64, which holds every quotient of a step times the divisor. */
#include "backend/cpu/emit_math.h"

/* How far a step divides: quotients are below 2^(digits + 2), so that their products with the divisor can
 * be subtracted exactly; 0 is a bit at a time. */
static int32_t digits_of_step(const ax_emit_call *call)
{
    if (ax_math_is_for_f32(call))
        return 26;
    return call->v.e->has_fma ? 48 : 0;
}

/* r >= y > 0, y normal: r - q y 2^k for the k that puts y 2^k below r, but by some digits only. */
static LLVMValueRef step(const ax_vec *v, LLVMValueRef r, LLVMValueRef y, int32_t digits)
{
    LLVMValueRef fraction = ax_vec_int(v, 52), zero = ax_vec_real(v, 0), none = ax_vec_int(v, 0);
    LLVMValueRef k = isub(v, ilshr(v, as_int(v, r), fraction), ilshr(v, as_int(v, y), fraction));
    k = isub(v, k, ax_vec_int(v, digits));
    k = pick(v, icmp(v, LLVMIntSGT, k, none), k, none);
    LLVMValueRef divisor = as_real(v, iadd(v, as_int(v, y), ishl(v, k, fraction)));
    if (digits == 0) {
        LLVMValueRef fits = fcmp(v, LLVMRealOGE, r, divisor);
        LLVMValueRef half = fmul(v, divisor, ax_vec_real(v, 0.5));
        return fsub(v, r, pick(v, fits, divisor, half));
    }
    LLVMValueRef quotient = ax_vec_call(v, "llvm.trunc", fdiv(v, r, divisor), NULL);
    LLVMValueRef rest = ax_vec_mad(v, fneg(v, quotient), divisor, r);
    /* The division may have rounded up to the next whole number. */
    return pick(v, fcmp(v, LLVMRealOLT, rest, zero), fadd(v, rest, divisor), rest);
}

/* r modulo y for lanes where r >= y; y is normal there. */
static LLVMValueRef reduce(const ax_vec *v, LLVMValueRef r, LLVMValueRef y, int32_t digits)
{
    LLVMBuilderRef b = v->e->builder;
    LLVMContextRef context = v->e->context;
    LLVMBasicBlockRef before = LLVMGetInsertBlock(b);
    LLVMBasicBlockRef head = LLVMAppendBasicBlockInContext(context, v->e->function, "remainder");
    LLVMBasicBlockRef body = LLVMAppendBasicBlockInContext(context, v->e->function, "step");
    LLVMBasicBlockRef after = LLVMAppendBasicBlockInContext(context, v->e->function, "divided");
    LLVMBuildBr(b, head);
    LLVMPositionBuilderAtEnd(b, head);
    LLVMValueRef rest = LLVMBuildPhi(b, v->type, "");
    LLVMValueRef more = fcmp(v, LLVMRealOGE, rest, y);
    LLVMBuildCondBr(b, ax_math_any(v, more), body, after);
    LLVMPositionBuilderAtEnd(b, body);
    LLVMValueRef next = pick(v, more, step(v, rest, y, digits), rest);
    LLVMBuildBr(b, head);
    LLVMAddIncoming(rest, (LLVMValueRef[]){r, next}, (LLVMBasicBlockRef[]){before, body}, 2);
    LLVMPositionBuilderAtEnd(b, after);
    return rest;
}

/* A divisor that is subnormal, or near it, cannot be scaled by its exponent: first the remainder by a
 * multiple of it is taken, which is then small enough to be scaled up together with the divisor. */
static LLVMValueRef reduce_any(const ax_vec *v, LLVMValueRef r, LLVMValueRef y, int32_t digits)
{
    LLVMValueRef tiny = fcmp(v, LLVMRealOLT, y, ax_vec_real(v, 0x1p-900));
    LLVMValueRef multiple = pick(v, tiny, fmul(v, y, ax_vec_real(v, 0x1p1000)), y);
    r = reduce(v, r, multiple, digits);
    LLVMValueRef one = ax_vec_real(v, 1), up = pick(v, tiny, ax_vec_real(v, 0x1p200), one);
    LLVMValueRef down = pick(v, tiny, ax_vec_real(v, 0x1p-200), one);
    return fmul(v, reduce(v, fmul(v, r, up), fmul(v, y, up), digits), down);
}

static LLVMValueRef remainder_of(const ax_emit_call *call, const LLVMValueRef *x)
{
    const ax_vec *v = &call->v;
    LLVMValueRef zero = ax_vec_real(v, 0), y = ax_math_abs(v, x[1]), r = ax_math_abs(v, x[0]);
    LLVMValueRef defined = iand(v, fcmp(v, LLVMRealOLT, r, ax_vec_real(v, __builtin_inf())),
                                fcmp(v, LLVMRealOGT, y, zero)); /* and no NaN */
    r = pick(v, defined, r, zero);
    y = pick(v, defined, y, ax_vec_real(v, 1));
    int32_t digits = digits_of_step(call);
    LLVMValueRef rest = ax_math_is_for_f32(call) ? reduce(v, r, y, digits)
                                                 : reduce_any(v, r, y, digits);
    return pick(v, defined, ax_math_with_sign(v, rest, x[0]), ax_vec_real(v, __builtin_nan("")));
}

LLVMValueRef ax_emit_real_remainder(const ax_emit_call *call, const LLVMValueRef *x)
{
    return ax_math_in_f64(call, remainder_of, x);
}
