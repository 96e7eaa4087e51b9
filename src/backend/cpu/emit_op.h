/* The elementwise ops as IR, between the files that write them: emit_op.c has the table, each other file a
 * group of ops. Only the emit_*.c files include this.
 */
#ifndef AXMAP_BACKEND_CPU_EMIT_OP_H
#define AXMAP_BACKEND_CPU_EMIT_OP_H

#include "backend/cpu/emit_vec.h"
#include "ops/ops.h"

/* What an emitter of an op is told: `v` is what the operands are computed in (those that count: of select
 * and clamp the middle one), `from` and `to` the dtypes of operand and result, which may be halves; `eqn` may
 * be NULL for ops without attributes. */
typedef struct ax_emit_call {
    ax_vec v;
    ax_dtype from, to;
    int32_t noperands;
    const ax_eqn *eqn;
} ax_emit_call;

typedef LLVMValueRef ax_emit_fn(const ax_emit_call *call, const LLVMValueRef *x);

/* emit_op_basic.c: arithmetic, order, rounding */
ax_emit_fn ax_emit_add, ax_emit_subtract, ax_emit_multiply, ax_emit_negate, ax_emit_abs,
    ax_emit_sign, ax_emit_maximum, ax_emit_minimum, ax_emit_clamp, ax_emit_compare, ax_emit_select,
    ax_emit_ceil, ax_emit_floor, ax_emit_round_nearest_afz, ax_emit_round_nearest_even,
    ax_emit_is_finite, ax_emit_sqrt, ax_emit_rsqrt;

/* emit_op_integer.c: bits, and what is hard to do of integers */
ax_emit_fn ax_emit_and, ax_emit_or, ax_emit_xor, ax_emit_not, ax_emit_shift_left,
    ax_emit_shift_right_arithmetic, ax_emit_shift_right_logical, ax_emit_popcnt,
    ax_emit_count_leading_zeros, ax_emit_mulhi, ax_emit_divide, ax_emit_remainder, ax_emit_power;

/* emit_op_convert.c */
ax_emit_fn ax_emit_convert, ax_emit_bitcast_convert, ax_emit_reduce_precision, ax_emit_next_after;

/* emit_math_exp.c */
ax_emit_fn ax_emit_exponential, ax_emit_exponential_minus_one, ax_emit_logistic, ax_emit_tanh,
    ax_emit_sinh, ax_emit_cosh;

/* emit_math_log.c */
ax_emit_fn ax_emit_log, ax_emit_log_plus_one;

/* emit_math_erf.c */
ax_emit_fn ax_emit_erf, ax_emit_erfc, ax_emit_erf_inv;

/* emit_math_trig.c */
ax_emit_fn ax_emit_sine, ax_emit_cosine, ax_emit_tan;

/* emit_math_inverse.c */
ax_emit_fn ax_emit_atan2, ax_emit_atan, ax_emit_asin, ax_emit_acos, ax_emit_asinh, ax_emit_acosh,
    ax_emit_atanh;

/* emit_math_power.c */
ax_emit_fn ax_emit_real_power, ax_emit_real_remainder, ax_emit_cbrt;

static inline bool ax_emit_is_real(const ax_vec *v)
{
    return ax_dtype_is_float(v->dtype);
}

static inline bool ax_emit_is_signed(const ax_vec *v)
{
    return ax_dtype_kind(v->dtype) == AX_KIND_SIGNED;
}

#endif
