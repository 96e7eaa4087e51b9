#include "compile/fusable.h"

#include "ops/ops.h"

/* Elementwise ops whose elements no kernel computes: rare ones that iterate. */
static const ax_op *const absent[] = {
    &ax_op_acos,      &ax_op_acosh,   &ax_op_asin,         &ax_op_asinh,
    &ax_op_atan,      &ax_op_atan2,   &ax_op_atanh,        &ax_op_bessel_i1e,
    &ax_op_cbrt,      &ax_op_cosh,    &ax_op_cosine,       &ax_op_digamma,
    &ax_op_erf,       &ax_op_erf_inv, &ax_op_erfc,         &ax_op_exponential,
    &ax_op_lgamma,    &ax_op_log,     &ax_op_logistic,     &ax_op_exponential_minus_one,
    &ax_op_polygamma, &ax_op_sine,    &ax_op_sinh,         &ax_op_tan,
    &ax_op_tanh,      &ax_op_zeta,    &ax_op_log_plus_one,
};

/* Of these, floats are absent. */
static const ax_op *const integers_only[] = {&ax_op_power, &ax_op_remainder};

static bool is_one_of(const ax_op *op, const ax_op *const *ops, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (ops[i] == op)
            return true;
    }
    return false;
}

#define IS_ONE_OF(op, ops) is_one_of((op), (ops), sizeof(ops) / sizeof(ops)[0])

bool ax_fusable(const ax_eqn *eqn)
{
    const ax_op *op = eqn->op;
    ax_dtype dtype = eqn->noperands > 0 ? ax_operand_type(eqn, eqn->noperands == 3 ? 1 : 0)->dtype
                                        : AX_DTYPE_COUNT;
    if (op == &ax_op_bitcast_convert) {
        ax_dtype to = ax_eqn_type(eqn, AX_ATTR_RESULT_TYPE)->dtype;
        return ax_dtype_kind(dtype) != AX_KIND_COMPLEX &&
               ax_dtype_bytes(dtype) == ax_dtype_bytes(to);
    }
    if (!(op->traits & AX_TRAIT_ELEMENTWISE) || IS_ONE_OF(op, absent))
        return false;
    return !(IS_ONE_OF(op, integers_only) && ax_dtype_is_float(dtype));
}
