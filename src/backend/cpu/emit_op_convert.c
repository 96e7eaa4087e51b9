/* From one dtype to another, and the ops on the bits of floats: convert, bitcast_convert, reduce_precision,
 * next_after. What each computes: ops/elementwise_convert.c, ops/elementwise_bits.c, ops/numbers.h. */
#include "backend/cpu/emit_op.h"

/* ---- floats to integers: truncates, saturates, NaN gives 0 ---- */

typedef struct limits {
    double low, past; /* the least value, and one more than the greatest */
    int64_t least, greatest;
} limits;

static limits limits_of(const ax_vec *to)
{
    double past = (double)(1ULL << (to->width - 1));
    if (!ax_emit_is_signed(to))
        return (limits){0, 2 * past, 0, -1};
    int64_t least = (int64_t)(UINT64_MAX << (to->width - 1));
    return (limits){-past, past, least, ~least};
}

static LLVMValueRef saturate(const ax_vec *from, const ax_vec *to, LLVMValueRef x)
{
    limits l = limits_of(to);
    LLVMValueRef zero = ax_vec_real(from, 0);
    double below = from->width == 32 ? (double)((float)l.low - 1.0F) : l.low - 1;
    LLVMValueRef fits = iand(from, fcmp(from, LLVMRealOGT, x, ax_vec_real(from, below)),
                             fcmp(from, LLVMRealOLT, x, ax_vec_real(from, l.past)));
    LLVMOpcode cast = ax_emit_is_signed(to) ? LLVMFPToSI : LLVMFPToUI;
    LLVMValueRef inside = LLVMBuildCast(from->e->builder, cast, pick(from, fits, x, zero), to->type,
                                        "");
    LLVMValueRef outside = pick(from, fcmp(from, LLVMRealOGT, x, zero), ax_vec_int(to, l.greatest),
                                ax_vec_int(to, 0));
    outside = pick(from, fcmp(from, LLVMRealOLT, x, zero), ax_vec_int(to, l.least), outside);
    return pick(from, fits, inside, outside);
}

/* ---- to halves ---- */

/* f64 cut to f32 with the last digit set where something was cut off ("round to odd"): rounding that to a
 * half is then rounding the value itself. */
static LLVMValueRef odd_of_f64(const ax_vec *wide, const ax_vec *single, LLVMValueRef x)
{
    LLVMBuilderRef b = wide->e->builder;
    LLVMValueRef nearest = LLVMBuildFPTrunc(b, x, single->type, "");
    LLVMValueRef again = LLVMBuildFPExt(b, nearest, wide->type, "");
    LLVMValueRef size = ax_vec_call(wide, "llvm.fabs", x, NULL);
    LLVMValueRef away = fcmp(wide, LLVMRealOGT, ax_vec_call(wide, "llvm.fabs", again, NULL), size);
    LLVMValueRef bits = as_int(single, nearest), one = ax_vec_int(single, 1);
    LLVMValueRef odd = ior(single, pick(wide, away, isub(single, bits, one), bits), one);
    LLVMValueRef exact = fcmp(wide, LLVMRealUEQ, again, x);
    return pick(wide, exact, nearest, as_real(single, odd));
}

/* An integer of 64 bits as one that f64 holds: its low bits, which no half could show, become one. */
static LLVMValueRef shortened(const ax_vec *v, LLVMValueRef x)
{
    LLVMValueRef low = ax_vec_int(v, 0xffff), zero = ax_vec_int(v, 0);
    LLVMValueRef cut = icmp(v, LLVMIntNE, iand(v, x, low), zero);
    LLVMValueRef marked = pick(v, cut, ior(v, x, ax_vec_int(v, 0x10000)), x);
    marked = iand(v, marked, ax_vec_int(v, ~0xffffLL));
    LLVMValueRef high = iashr(v, x, ax_vec_int(v, 32));
    LLVMValueRef small = icmp(v, LLVMIntEQ, high, zero);
    if (ax_emit_is_signed(v)) {
        small = ior(v, small, icmp(v, LLVMIntEQ, high, ax_vec_int(v, -1)));
    }
    return pick(v, small, x, marked);
}

static LLVMValueRef integer_to_real(const ax_vec *from, const ax_vec *to, LLVMValueRef x)
{
    LLVMOpcode cast = ax_emit_is_signed(from) ? LLVMSIToFP : LLVMUIToFP;
    return LLVMBuildCast(from->e->builder, cast, x, to->type, "");
}

/* Any value as f32 from which a half is rounded as from the value. */
static LLVMValueRef narrowed(const ax_vec *from, const ax_vec *single, LLVMValueRef x)
{
    ax_vec wide = ax_vec_of(from->e, AX_F64, from->lanes);
    if (from->dtype == AX_F32)
        return x;
    if (from->dtype == AX_F64)
        return odd_of_f64(&wide, single, x);
    if (from->width <= 16)
        return integer_to_real(from, single, x);
    if (from->width == 64)
        x = shortened(from, x);
    return odd_of_f64(&wide, single, integer_to_real(from, &wide, x));
}

/* ---- convert ---- */

static LLVMValueRef from_real(const ax_vec *from, const ax_vec *to, LLVMValueRef x)
{
    LLVMBuilderRef b = from->e->builder;
    if (to->dtype == AX_BOOL)
        return fcmp(from, LLVMRealUNE, x, ax_vec_real(from, 0));
    if (!ax_emit_is_real(to))
        return saturate(from, to, x);
    return LLVMBuildFPCast(b, x, to->type, "");
}

static LLVMValueRef from_integer(const ax_vec *from, const ax_vec *to, LLVMValueRef x)
{
    if (to->dtype == AX_BOOL)
        return icmp(from, LLVMIntNE, x, ax_vec_int(from, 0));
    if (ax_emit_is_real(to))
        return integer_to_real(from, to, x);
    return LLVMBuildIntCast2(from->e->builder, x, to->type, ax_emit_is_signed(from), "");
}

LLVMValueRef ax_emit_convert(const ax_emit_call *call, const LLVMValueRef *x)
{
    const ax_vec *from = &call->v;
    ax_vec to = ax_vec_of(from->e, call->to, from->lanes);
    if (call->from == call->to)
        return x[0];
    if (ax_dtype_is_half(call->to))
        return ax_emit_half_round(from->e, call->to, from->lanes, narrowed(from, &to, x[0]));
    return ax_emit_is_real(from) ? from_real(from, &to, x[0]) : from_integer(from, &to, x[0]);
}

/* ---- bits ---- */

static LLVMValueRef bits_of(ax_emitter *e, ax_dtype dtype, int32_t lanes, LLVMValueRef x)
{
    if (ax_dtype_is_half(dtype))
        return ax_emit_half_bits(e, dtype, lanes, x);
    if (dtype == AX_BOOL)
        return x;
    int32_t width = (int32_t)ax_dtype_bytes(dtype) * 8;
    return LLVMBuildBitCast(e->builder, x, ax_vec_int_type(e, width, lanes), "");
}

static LLVMValueRef value_of(ax_emitter *e, ax_dtype dtype, int32_t lanes, LLVMValueRef bits)
{
    if (ax_dtype_is_half(dtype))
        return ax_emit_half_value(e, dtype, lanes, bits);
    return LLVMBuildBitCast(e->builder, bits, ax_emit_type(e, dtype, lanes), "");
}

LLVMValueRef ax_emit_bitcast_convert(const ax_emit_call *call, const LLVMValueRef *x)
{
    const ax_vec *v = &call->v;
    return value_of(v->e, call->to, v->lanes, bits_of(v->e, call->from, v->lanes, x[0]));
}

/* The integers that hold the bits of a float of this dtype. */
static ax_vec bits_vec(const ax_emit_call *call)
{
    int64_t bytes = ax_dtype_bytes(call->from);
    return ax_vec_of(call->v.e, bytes == 2 ? AX_U16 : bytes == 4 ? AX_U32 : AX_U64, call->v.lanes);
}

/* IEEE 754's numbers of bits. */
static void format_of(ax_dtype dtype, int64_t *out_exponent_bits, int64_t *out_mantissa_bits)
{
    *out_exponent_bits = dtype == AX_F64 ? 11 : dtype == AX_F16 ? 5 : 8;
    *out_mantissa_bits = dtype == AX_F64 ? 52 : dtype == AX_F32 ? 23 : dtype == AX_F16 ? 10 : 7;
}

/* `rest` without the sign, rounded to end in `shift` zeros; a carry runs into the exponent. */
static LLVMValueRef rounded_bits(const ax_vec *v, LLVMValueRef rest, int64_t shift)
{
    if (shift == 0)
        return rest;
    int64_t unit = (int64_t)1 << shift;
    LLVMValueRef odd = iand(v, ilshr(v, rest, ax_vec_int(v, shift)), ax_vec_int(v, 1));
    LLVMValueRef sum = iadd(v, iadd(v, rest, ax_vec_int(v, unit / 2 - 1)), odd);
    return iand(v, sum, ax_vec_int(v, -unit));
}

LLVMValueRef ax_emit_reduce_precision(const ax_emit_call *call, const LLVMValueRef *x)
{
    ax_vec v = bits_vec(call);
    int64_t own_exponent, own_mantissa;
    format_of(call->from, &own_exponent, &own_mantissa);
    int64_t exponent = ax_eqn_int(call->eqn, AX_ATTR_EXPONENT_BITS);
    int64_t mantissa = ax_eqn_int(call->eqn, AX_ATTR_MANTISSA_BITS);
    int64_t infinity = (((int64_t)1 << own_exponent) - 1) << own_mantissa;
    LLVMValueRef inf = ax_vec_int(&v, infinity), zero = ax_vec_int(&v, 0);
    LLVMValueRef bits = bits_of(v.e, call->from, v.lanes, x[0]);
    LLVMValueRef sign = iand(&v, bits, ax_vec_int(&v, (int64_t)(UINT64_C(1) << (v.width - 1))));
    LLVMValueRef rest = ixor(&v, bits, sign);
    LLVMValueRef rounded = rounded_bits(&v, rest,
                                        mantissa < own_mantissa ? own_mantissa - mantissa : 0);
    if (exponent < own_exponent) {
        int64_t bias = ((int64_t)1 << (own_exponent - 1)) - 1;
        int64_t less = ((int64_t)1 << (exponent - 1)) - 1;
        LLVMValueRef past = ax_vec_int(&v, (bias + less + 1) << own_mantissa);
        LLVMValueRef least = ax_vec_int(&v, (bias - less + 1) << own_mantissa);
        LLVMValueRef low = pick(&v, icmp(&v, LLVMIntULT, rounded, least), zero, rounded);
        rounded = pick(&v, icmp(&v, LLVMIntUGE, rounded, past), inf, low);
    }
    LLVMValueRef kept = pick(&v, icmp(&v, LLVMIntUGT, rest, inf), rest, rounded); /* NaN */
    return value_of(v.e, call->from, v.lanes, ior(&v, sign, kept));
}

/* Without the sign, bits are in the order of the sizes, so a neighbour is one up or down. */
LLVMValueRef ax_emit_next_after(const ax_emit_call *call, const LLVMValueRef *x)
{
    ax_vec v = bits_vec(call);
    int64_t exponent_bits, mantissa_bits;
    format_of(call->from, &exponent_bits, &mantissa_bits);
    int64_t infinity = (((int64_t)1 << exponent_bits) - 1) << mantissa_bits;
    LLVMValueRef one = ax_vec_int(&v, 1), zero = ax_vec_int(&v, 0), inf = ax_vec_int(&v, infinity);
    LLVMValueRef sign_bit = ax_vec_int(&v, (int64_t)(UINT64_C(1) << (v.width - 1)));
    LLVMValueRef a = bits_of(v.e, call->from, v.lanes, x[0]);
    LLVMValueRef b = bits_of(v.e, call->from, v.lanes, x[1]);
    LLVMValueRef sign = iand(&v, a, sign_bit), goal_sign = iand(&v, b, sign_bit);
    LLVMValueRef size = ixor(&v, a, sign), goal = ixor(&v, b, goal_sign);
    LLVMValueRef down = ior(&v, icmp(&v, LLVMIntNE, sign, goal_sign),
                            icmp(&v, LLVMIntUGT, size, goal));
    LLVMValueRef next = pick(&v, down, isub(&v, size, one), iadd(&v, size, one));
    next = ior(&v, sign, next);
    next = pick(&v, icmp(&v, LLVMIntEQ, size, zero), ior(&v, goal_sign, one), next);
    LLVMValueRef there = ior(&v, icmp(&v, LLVMIntEQ, a, b),
                             icmp(&v, LLVMIntEQ, ior(&v, size, goal), zero));
    next = pick(&v, there, b, next);
    LLVMValueRef nan = ior(&v, icmp(&v, LLVMIntUGT, size, inf), icmp(&v, LLVMIntUGT, goal, inf));
    next = pick(&v, nan, ax_vec_int(&v, infinity | infinity >> 1), next);
    return value_of(v.e, call->from, v.lanes, next);
}
