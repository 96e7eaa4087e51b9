#include "compile/fusable.h"

#include "ops/ops.h"

/* Elementwise ops whose elements no kernel computes: rare ones that iterate. */
static const ax_op *const absent[] = {
    &ax_op_bessel_i1e, &ax_op_digamma, &ax_op_lgamma, &ax_op_polygamma, &ax_op_zeta,
};

static bool is_absent(const ax_op *op)
{
    for (size_t i = 0; i < sizeof absent / sizeof absent[0]; i++) {
        if (absent[i] == op)
            return true;
    }
    return false;
}

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
    return (op->traits & AX_TRAIT_ELEMENTWISE) && !is_absent(op);
}
