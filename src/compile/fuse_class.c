/* What an equation may do in a kernel, by itself. */
#include "compile/fusable.h"
#include "compile/fuser.h"
#include "ops/fold.h"
#include "ops/ops.h"

enum { LARGE = 64 << 10 }; /* bytes */

static int32_t last_dim(const ax_type *type)
{
    int32_t d = type->ndim - 1;
    while (d >= 0 && type->dims[d] == 1)
        d--;
    return d;
}

/* Whether neighbours in the result lie far apart in a large operand: such a walk has a kernel of its own. */
static bool turns_large(const ax_eqn *eqn)
{
    const ax_type *from = ax_operand_type(eqn, 0), *to = &eqn->results[0]->type;
    if (ax_type_bytes(from) <= LARGE)
        return false;
    int32_t inner = last_dim(from), outer = last_dim(to);
    if (eqn->op == &ax_op_transpose)
        return inner >= 0 && ax_eqn_ints(eqn, AX_ATTR_PERMUTATION).values[outer] != inner;
    if (eqn->op != &ax_op_broadcast_in_dim)
        return false;
    /* One that repeats along the last dimension reads along another: that is no turn. */
    int64_t last = -1;
    for (int32_t d = 0; d < from->ndim; d++) {
        int64_t place = ax_eqn_ints(eqn, AX_ATTR_BROADCAST_DIMENSIONS).values[d];
        if (from->dims[d] != 1 && place < last)
            return true;
        last = from->dims[d] != 1 ? place : last;
    }
    return false;
}

static bool is_index(const ax_eqn *eqn)
{
    static const ax_op *const ops[] = {&ax_op_broadcast_in_dim, &ax_op_dynamic_slice, &ax_op_iota,
                                       &ax_op_reshape,          &ax_op_reverse,       &ax_op_slice,
                                       &ax_op_transpose};
    for (size_t i = 0; i < sizeof ops / sizeof ops[0]; i++) {
        if (ops[i] == eqn->op)
            return eqn->noperands == 0 || !turns_large(eqn);
    }
    return eqn->op == &ax_op_constant && ax_type_count(&eqn->results[0]->type) == 1;
}

static ax_node_class class_of_reduce(const ax_eqn *eqn)
{
    ax_fold fold;
    const ax_type *from = ax_operand_type(eqn, 0);
    ax_ints dims = ax_eqn_ints(eqn, AX_ATTR_DIMENSIONS);
    const ax_eqn *init = eqn->operands[1]->producer;
    if (eqn->nresults != 1 || dims.count == 0 || !init || init->op != &ax_op_constant ||
        !ax_fold_find_wide(eqn->regions[0], &fold))
        return AX_NODE_OTHER;
    bool reduced[AX_MAX_NDIM] = {false};
    for (int32_t i = 0; i < dims.count; i++)
        reduced[dims.values[i]] = true;
    if (!reduced[from->ndim - 1])
        return AX_NODE_COLUMN;
    for (int32_t d = from->ndim - dims.count; d < from->ndim; d++) {
        if (!reduced[d])
            return AX_NODE_OTHER;
    }
    return AX_NODE_ROW;
}

/* Kernels know no complex numbers, and nothing is to be gained where there are no elements. */
static bool has_plain_types(const ax_eqn *eqn)
{
    for (int32_t i = 0; i < eqn->noperands; i++) {
        const ax_type *type = ax_operand_type(eqn, i);
        if (ax_dtype_kind(type->dtype) == AX_KIND_COMPLEX || ax_type_count(type) == 0)
            return false;
    }
    const ax_type *type = &eqn->results[0]->type;
    return ax_dtype_kind(type->dtype) != AX_KIND_COMPLEX && ax_type_count(type) > 0;
}

ax_node_class ax_fuse_class(const ax_eqn *eqn)
{
    if (eqn->nresults != 1 || !has_plain_types(eqn))
        return AX_NODE_OTHER;
    if (ax_fusable(eqn))
        return AX_NODE_ELEMENT;
    if (is_index(eqn))
        return AX_NODE_INDEX;
    if (eqn->op == &ax_op_pad || (eqn->op == &ax_op_concatenate && eqn->noperands <= 4))
        return AX_NODE_JOIN;
    if (eqn->op == &ax_op_reduce)
        return class_of_reduce(eqn);
    if (eqn->op == &ax_op_dot_general || eqn->op == &ax_op_convolution)
        return AX_NODE_PRODUCT;
    return AX_NODE_OTHER;
}

int32_t ax_fuse_cost(const ax_eqn *eqn)
{
    static const ax_op *const cheap[] = {
        &ax_op_abs,
        &ax_op_add,
        &ax_op_and,
        &ax_op_clamp,
        &ax_op_compare,
        &ax_op_convert,
        &ax_op_is_finite,
        &ax_op_maximum,
        &ax_op_minimum,
        &ax_op_multiply,
        &ax_op_negate,
        &ax_op_not,
        &ax_op_or,
        &ax_op_select,
        &ax_op_shift_left,
        &ax_op_subtract,
        &ax_op_xor,
        &ax_op_shift_right_logical,
        &ax_op_bitcast_convert,
        &ax_op_shift_right_arithmetic,
        &ax_op_ceil,
        &ax_op_floor,
        &ax_op_round_nearest_even,
        &ax_op_sign,
        &ax_op_pad,
        &ax_op_concatenate,
    };
    for (size_t i = 0; i < sizeof cheap / sizeof cheap[0]; i++) {
        if (cheap[i] == eqn->op)
            return 1;
    }
    if (eqn->op == &ax_op_divide || eqn->op == &ax_op_sqrt || eqn->op == &ax_op_rsqrt)
        return 6;
    return 20;
}
