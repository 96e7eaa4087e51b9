/* Arithmetic, order and rounding. What each op computes: ops/elementwise.def, ops/elementwise_mixed.c. */
#include "backend/cpu/emit_op.h"

/* ---- arithmetic; on bool, add and maximum are or, multiply and minimum are and ---- */

LLVMValueRef ax_emit_add(const ax_emit_call *call, const LLVMValueRef *x)
{
    const ax_vec *v = &call->v;
    if (v->dtype == AX_BOOL)
        return ior(v, x[0], x[1]);
    return ax_emit_is_real(v) ? fadd(v, x[0], x[1]) : iadd(v, x[0], x[1]);
}

LLVMValueRef ax_emit_subtract(const ax_emit_call *call, const LLVMValueRef *x)
{
    const ax_vec *v = &call->v;
    return ax_emit_is_real(v) ? fsub(v, x[0], x[1]) : isub(v, x[0], x[1]);
}

LLVMValueRef ax_emit_multiply(const ax_emit_call *call, const LLVMValueRef *x)
{
    const ax_vec *v = &call->v;
    if (v->dtype == AX_BOOL)
        return iand(v, x[0], x[1]);
    return ax_emit_is_real(v) ? fmul(v, x[0], x[1]) : imul(v, x[0], x[1]);
}

LLVMValueRef ax_emit_negate(const ax_emit_call *call, const LLVMValueRef *x)
{
    const ax_vec *v = &call->v;
    return ax_emit_is_real(v) ? fneg(v, x[0]) : isub(v, ax_vec_int(v, 0), x[0]);
}

LLVMValueRef ax_emit_abs(const ax_emit_call *call, const LLVMValueRef *x)
{
    const ax_vec *v = &call->v;
    if (ax_emit_is_real(v))
        return ax_vec_call(v, "llvm.fabs", x[0], NULL);
    LLVMValueRef zero = ax_vec_int(v, 0);
    return pick(v, icmp(v, LLVMIntSLT, x[0], zero), isub(v, zero, x[0]), x[0]);
}

LLVMValueRef ax_emit_sign(const ax_emit_call *call, const LLVMValueRef *x)
{
    const ax_vec *v = &call->v;
    if (!ax_emit_is_real(v)) {
        LLVMValueRef zero = ax_vec_int(v, 0);
        LLVMValueRef rest = pick(v, icmp(v, LLVMIntSLT, x[0], zero), ax_vec_int(v, -1), zero);
        return pick(v, icmp(v, LLVMIntSGT, x[0], zero), ax_vec_int(v, 1), rest);
    }
    LLVMValueRef zero = ax_vec_real(v, 0);
    LLVMValueRef rest = pick(v, fcmp(v, LLVMRealOLT, x[0], zero), ax_vec_real(v, -1), x[0]);
    return pick(v, fcmp(v, LLVMRealOGT, x[0], zero), ax_vec_real(v, 1), rest);
}

/* ---- maximum and minimum: NaN wins, +0 is larger than -0 ---- */

/* Beside a constant two cases fall away: it is no NaN, and an equal operand is the constant itself unless
 * both are zeros. One comparison is left, which is false for NaN. */
static LLVMValueRef with_constant(const ax_vec *v, LLVMRealPredicate keeps, LLVMValueRef constant,
                                  LLVMValueRef x)
{
    return pick(v, fcmp(v, keeps, constant, x), constant, x);
}

/* Whether that is right: of two zeros the constant must be the one that wins. */
static bool is_plain_bound(LLVMValueRef value, bool greatest)
{
    double constant;
    if (!ax_vec_constant_real(value, &constant))
        return false;
    return constant != 0 || (__builtin_signbit(constant) != 0) != greatest;
}

static LLVMValueRef real_extremum(const ax_vec *v, LLVMValueRef a, LLVMValueRef b, bool greatest)
{
    LLVMRealPredicate keeps = greatest ? LLVMRealOGE : LLVMRealOLE;
    if (is_plain_bound(a, greatest))
        return with_constant(v, keeps, a, b);
    if (is_plain_bound(b, greatest))
        return with_constant(v, keeps, b, a);
    LLVMRealPredicate before = greatest ? LLVMRealOGT : LLVMRealOLT;
    LLVMValueRef chosen = pick(v, fcmp(v, before, a, b), a, b); /* b where one is NaN */
    LLVMValueRef other = pick(v, fcmp(v, before, b, a), b, a);  /* a there */
    /* The two differ where one is NaN, whose bits are left over by `or`, and in the sign of zeros. */
    if (!greatest)
        return as_real(v, ior(v, as_int(v, chosen), as_int(v, other)));
    LLVMValueRef equal = as_real(v, iand(v, as_int(v, a), as_int(v, b)));
    chosen = pick(v, fcmp(v, LLVMRealOEQ, a, b), equal, chosen);
    return pick(v, fcmp(v, LLVMRealUNO, a, a), a, chosen);
}

static LLVMValueRef extremum(const ax_vec *v, LLVMValueRef a, LLVMValueRef b, bool greatest)
{
    if (ax_emit_is_real(v))
        return real_extremum(v, a, b, greatest);
    if (v->dtype == AX_BOOL)
        return greatest ? ior(v, a, b) : iand(v, a, b);
    bool is_signed = ax_emit_is_signed(v);
    LLVMIntPredicate greater = is_signed ? LLVMIntSGT : LLVMIntUGT;
    LLVMIntPredicate less = is_signed ? LLVMIntSLT : LLVMIntULT;
    return pick(v, icmp(v, greatest ? greater : less, a, b), a, b);
}

LLVMValueRef ax_emit_maximum(const ax_emit_call *call, const LLVMValueRef *x)
{
    return extremum(&call->v, x[0], x[1], true);
}

LLVMValueRef ax_emit_minimum(const ax_emit_call *call, const LLVMValueRef *x)
{
    return extremum(&call->v, x[0], x[1], false);
}

LLVMValueRef ax_emit_clamp(const ax_emit_call *call, const LLVMValueRef *x)
{
    const ax_vec *v = &call->v;
    return extremum(v, extremum(v, x[1], x[0], true), x[2], false);
}

/* ---- compare and select ---- */

static const LLVMRealPredicate real_directions[] = {
    [AX_EQ] = LLVMRealOEQ, [AX_NE] = LLVMRealUNE, [AX_LT] = LLVMRealOLT,
    [AX_LE] = LLVMRealOLE, [AX_GT] = LLVMRealOGT, [AX_GE] = LLVMRealOGE,
};
static const LLVMIntPredicate signed_directions[] = {
    [AX_EQ] = LLVMIntEQ,  [AX_NE] = LLVMIntNE,  [AX_LT] = LLVMIntSLT,
    [AX_LE] = LLVMIntSLE, [AX_GT] = LLVMIntSGT, [AX_GE] = LLVMIntSGE,
};
static const LLVMIntPredicate unsigned_directions[] = {
    [AX_EQ] = LLVMIntEQ,  [AX_NE] = LLVMIntNE,  [AX_LT] = LLVMIntULT,
    [AX_LE] = LLVMIntULE, [AX_GT] = LLVMIntUGT, [AX_GE] = LLVMIntUGE,
};

/* Bits as signed integers, with all but the sign turned over where it is set, are in total order. Widening a
 * half keeps that order. */
static LLVMValueRef total_key(const ax_vec *v, LLVMValueRef x)
{
    LLVMValueRef bits = as_int(v, x);
    LLVMValueRef sign = iashr(v, bits, ax_vec_int(v, v->width - 1));
    return ixor(v, bits, ilshr(v, sign, ax_vec_int(v, 1)));
}

LLVMValueRef ax_emit_compare(const ax_emit_call *call, const LLVMValueRef *x)
{
    const ax_vec *v = &call->v;
    int64_t direction = ax_eqn_int(call->eqn, AX_ATTR_COMPARISON_DIRECTION);
    bool total = direction >= AX_TOTAL_EQ;
    int64_t plain = total ? direction - AX_TOTAL_EQ : direction;
    if (!ax_emit_is_real(v)) {
        return icmp(v, (ax_emit_is_signed(v) ? signed_directions : unsigned_directions)[plain],
                    x[0], x[1]);
    }
    if (total)
        return icmp(v, signed_directions[plain], total_key(v, x[0]), total_key(v, x[1]));
    return fcmp(v, real_directions[plain], x[0], x[1]);
}

LLVMValueRef ax_emit_select(const ax_emit_call *call, const LLVMValueRef *x)
{
    return pick(&call->v, x[0], x[1], x[2]);
}

/* ---- rounding ---- */

LLVMValueRef ax_emit_ceil(const ax_emit_call *call, const LLVMValueRef *x)
{
    return ax_vec_call(&call->v, "llvm.ceil", x[0], NULL);
}

LLVMValueRef ax_emit_floor(const ax_emit_call *call, const LLVMValueRef *x)
{
    return ax_vec_call(&call->v, "llvm.floor", x[0], NULL);
}

LLVMValueRef ax_emit_round_nearest_even(const ax_emit_call *call, const LLVMValueRef *x)
{
    return ax_vec_call(&call->v, "llvm.roundeven", x[0], NULL);
}

/* Adding the greatest number below a half, away from zero, and cutting the fraction off: half itself would
 * carry its neighbour below up to 1. */
LLVMValueRef ax_emit_round_nearest_afz(const ax_emit_call *call, const LLVMValueRef *x)
{
    const ax_vec *v = &call->v;
    LLVMValueRef half = ax_vec_real(v, v->width == 32 ? 0x1.fffffep-2 : 0x1.fffffffffffffp-2);
    LLVMValueRef away = ax_vec_call(v, "llvm.copysign", half, x[0]);
    return ax_vec_call(v, "llvm.trunc", fadd(v, x[0], away), NULL);
}

LLVMValueRef ax_emit_is_finite(const ax_emit_call *call, const LLVMValueRef *x)
{
    const ax_vec *v = &call->v;
    LLVMValueRef size = ax_vec_call(v, "llvm.fabs", x[0], NULL);
    return fcmp(v, LLVMRealOLT, size, ax_vec_real(v, __builtin_inf()));
}

/* ---- roots that the CPU computes ---- */

LLVMValueRef ax_emit_sqrt(const ax_emit_call *call, const LLVMValueRef *x)
{
    return ax_vec_call(&call->v, "llvm.sqrt", x[0], NULL);
}

LLVMValueRef ax_emit_rsqrt(const ax_emit_call *call, const LLVMValueRef *x)
{
    return fdiv(&call->v, ax_vec_real(&call->v, 1), ax_emit_sqrt(call, x));
}
