/* The elementwise ops as IR: one table from op to emitter. */
#include "backend/cpu/emit_op.h"

/* How the result comes to the half that it should be: most are computed in f32 and rounded, some are
 * one already. */
typedef enum half_result { ROUND, IS_HALF } half_result;

typedef struct op_entry {
    const ax_op *op;
    ax_dtype_set dtypes; /* of the operands that count */
    ax_emit_fn *emit;
    half_result half;
} op_entry;

enum { ALL = AX_SET_REAL, NUMBER = AX_SET_NUMBER, BITS = AX_SET_BOOL | AX_SET_INTEGER };

static const op_entry entries[] = {
    {&ax_op_abs, AX_SET_SIGNED | AX_SET_FLOAT, ax_emit_abs, IS_HALF},
    {&ax_op_acos, AX_SET_FLOAT, ax_emit_acos, ROUND},
    {&ax_op_acosh, AX_SET_FLOAT, ax_emit_acosh, ROUND},
    {&ax_op_add, ALL, ax_emit_add, ROUND},
    {&ax_op_and, BITS, ax_emit_and, IS_HALF},
    {&ax_op_asin, AX_SET_FLOAT, ax_emit_asin, ROUND},
    {&ax_op_asinh, AX_SET_FLOAT, ax_emit_asinh, ROUND},
    {&ax_op_atan, AX_SET_FLOAT, ax_emit_atan, ROUND},
    {&ax_op_atan2, AX_SET_FLOAT, ax_emit_atan2, ROUND},
    {&ax_op_atanh, AX_SET_FLOAT, ax_emit_atanh, ROUND},
    {&ax_op_bitcast_convert, ALL, ax_emit_bitcast_convert, IS_HALF},
    {&ax_op_cbrt, AX_SET_FLOAT, ax_emit_cbrt, ROUND},
    {&ax_op_ceil, AX_SET_FLOAT, ax_emit_ceil, IS_HALF},
    {&ax_op_clamp, ALL, ax_emit_clamp, IS_HALF},
    {&ax_op_compare, ALL, ax_emit_compare, IS_HALF},
    {&ax_op_convert, ALL, ax_emit_convert, IS_HALF},
    {&ax_op_cosh, AX_SET_FLOAT, ax_emit_cosh, ROUND},
    {&ax_op_cosine, AX_SET_FLOAT, ax_emit_cosine, ROUND},
    {&ax_op_count_leading_zeros, AX_SET_INTEGER, ax_emit_count_leading_zeros, IS_HALF},
    {&ax_op_divide, NUMBER, ax_emit_divide, ROUND},
    {&ax_op_erf, AX_SET_FLOAT, ax_emit_erf, ROUND},
    {&ax_op_erf_inv, AX_SET_FLOAT, ax_emit_erf_inv, ROUND},
    {&ax_op_erfc, AX_SET_FLOAT, ax_emit_erfc, ROUND},
    {&ax_op_exponential, AX_SET_FLOAT, ax_emit_exponential, ROUND},
    {&ax_op_exponential_minus_one, AX_SET_FLOAT, ax_emit_exponential_minus_one, ROUND},
    {&ax_op_floor, AX_SET_FLOAT, ax_emit_floor, IS_HALF},
    {&ax_op_is_finite, AX_SET_FLOAT, ax_emit_is_finite, IS_HALF},
    {&ax_op_log, AX_SET_FLOAT, ax_emit_log, ROUND},
    {&ax_op_log_plus_one, AX_SET_FLOAT, ax_emit_log_plus_one, ROUND},
    {&ax_op_logistic, AX_SET_FLOAT, ax_emit_logistic, ROUND},
    {&ax_op_maximum, ALL, ax_emit_maximum, IS_HALF},
    {&ax_op_minimum, ALL, ax_emit_minimum, IS_HALF},
    {&ax_op_mulhi, AX_SET_INTEGER, ax_emit_mulhi, IS_HALF},
    {&ax_op_multiply, ALL, ax_emit_multiply, ROUND},
    {&ax_op_negate, NUMBER, ax_emit_negate, IS_HALF},
    {&ax_op_next_after, AX_SET_FLOAT, ax_emit_next_after, IS_HALF},
    {&ax_op_not, BITS, ax_emit_not, IS_HALF},
    {&ax_op_or, BITS, ax_emit_or, IS_HALF},
    {&ax_op_popcnt, AX_SET_INTEGER, ax_emit_popcnt, IS_HALF},
    {&ax_op_power, NUMBER, ax_emit_power, ROUND},
    {&ax_op_reduce_precision, AX_SET_FLOAT, ax_emit_reduce_precision, IS_HALF},
    {&ax_op_remainder, NUMBER, ax_emit_remainder, IS_HALF},
    {&ax_op_round_nearest_afz, AX_SET_FLOAT, ax_emit_round_nearest_afz, IS_HALF},
    {&ax_op_round_nearest_even, AX_SET_FLOAT, ax_emit_round_nearest_even, IS_HALF},
    {&ax_op_rsqrt, AX_SET_FLOAT, ax_emit_rsqrt, ROUND},
    {&ax_op_select, AX_SET_EVERY, ax_emit_select, IS_HALF},
    {&ax_op_shift_left, AX_SET_INTEGER, ax_emit_shift_left, IS_HALF},
    {&ax_op_shift_right_arithmetic, AX_SET_INTEGER, ax_emit_shift_right_arithmetic, IS_HALF},
    {&ax_op_shift_right_logical, AX_SET_INTEGER, ax_emit_shift_right_logical, IS_HALF},
    {&ax_op_sign, AX_SET_SIGNED | AX_SET_FLOAT, ax_emit_sign, IS_HALF},
    {&ax_op_sine, AX_SET_FLOAT, ax_emit_sine, ROUND},
    {&ax_op_sinh, AX_SET_FLOAT, ax_emit_sinh, ROUND},
    {&ax_op_sqrt, AX_SET_FLOAT, ax_emit_sqrt, ROUND},
    {&ax_op_subtract, NUMBER, ax_emit_subtract, ROUND},
    {&ax_op_tan, AX_SET_FLOAT, ax_emit_tan, ROUND},
    {&ax_op_tanh, AX_SET_FLOAT, ax_emit_tanh, ROUND},
    {&ax_op_xor, BITS, ax_emit_xor, IS_HALF},
};

static const op_entry *find(const ax_op *op, ax_dtype dtype)
{
    for (size_t i = 0; i < sizeof entries / sizeof entries[0]; i++) {
        if (entries[i].op == op)
            return ax_dtype_set_holds(entries[i].dtypes, dtype) ? &entries[i] : NULL;
    }
    return NULL;
}

/* The operand whose dtype decides: of select and clamp the middle one. */
static ax_dtype deciding_dtype(const ax_eqn *eqn)
{
    return ax_operand_type(eqn, eqn->noperands == 3 ? 1 : 0)->dtype;
}

bool ax_emit_op_known(const ax_eqn *eqn)
{
    if (!(eqn->op->traits & AX_TRAIT_ELEMENTWISE) && eqn->op != &ax_op_bitcast_convert)
        return false;
    ax_dtype from = deciding_dtype(eqn);
    if (eqn->op == &ax_op_bitcast_convert &&
        ax_dtype_bytes(from) != ax_dtype_bytes(ax_eqn_type(eqn, AX_ATTR_RESULT_TYPE)->dtype)) {
        return false;
    }
    return find(eqn->op, from) != NULL;
}

static LLVMValueRef emit(const op_entry *entry, const ax_emit_call *call, const LLVMValueRef *x)
{
    LLVMValueRef value = entry->emit(call, x);
    if (entry->half == ROUND && ax_dtype_is_half(call->to))
        value = ax_emit_half_round(call->v.e, call->to, call->v.lanes, value);
    return value;
}

LLVMValueRef ax_emit_op(ax_emitter *e, const ax_eqn *eqn, int32_t lanes,
                        const LLVMValueRef *operands)
{
    ax_dtype from = deciding_dtype(eqn);
    ax_emit_call call = {
        .v = ax_vec_of(e, from, lanes),
        .from = from,
        .to = eqn->results[0]->type.dtype,
        .noperands = eqn->noperands,
        .eqn = eqn,
    };
    return emit(find(eqn->op, from), &call, operands);
}

LLVMValueRef ax_emit_op_named(ax_emitter *e, const ax_op *op, ax_dtype dtype, int32_t lanes,
                              const LLVMValueRef *operands)
{
    ax_emit_call call = {
        .v = ax_vec_of(e, dtype, lanes), .from = dtype, .to = dtype, .noperands = op->noperands};
    return emit(find(op, dtype), &call, operands);
}
