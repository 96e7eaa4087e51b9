/* An elementwise op whose operands all repeat what they have along some dimensions is computed once
 * there, and its result repeated. */
#include "compile/simplifier.h"
#include "ops/ops.h"

enum { MOST_OPERANDS = 3 };

/* Marks the dimensions of the result along which the operand's elements differ. */
static bool mark(const ax_var *x, int32_t ndim, bool *differ)
{
    const ax_eqn *made = ax_made_by(x, &ax_op_broadcast_in_dim);
    if (x->type.ndim == 0 && ndim > 0)
        return true;
    if (!made)
        return false;
    const ax_type *from = ax_operand_type(made, 0);
    ax_ints places = ax_eqn_ints(made, AX_ATTR_BROADCAST_DIMENSIONS);
    for (int32_t i = 0; i < from->ndim; i++)
        differ[places.values[i]] |= from->dims[i] != 1;
    return true;
}

/* The operand as an array of `small`, whose dimensions stand at `kept` of the result. */
static ax_value shrink(ax_simplifier *s, const ax_eqn *e, const ax_var *x, const ax_type *small,
                       const int64_t *kept)
{
    if (x->type.ndim == 0)
        return ax_value_of(s, x);
    const ax_eqn *made = x->producer;
    const ax_var *from = made->operands[0];
    ax_ints places = ax_eqn_ints(made, AX_ATTR_BROADCAST_DIMENSIONS);
    ax_type dense = {.dtype = from->type.dtype};
    int64_t to[AX_MAX_NDIM];
    for (int32_t i = 0; i < from->type.ndim; i++) {
        if (from->type.dims[i] == 1)
            continue;
        int32_t at = 0;
        while (kept[at] != places.values[i])
            at++;
        to[dense.ndim] = at;
        dense.dims[dense.ndim++] = from->type.dims[i];
    }
    ax_value reshaped = ax_simplify_reshaped(s, from, &dense, e->location);
    if (!reshaped.var)
        return reshaped;
    ax_type type = *small;
    type.dtype = dense.dtype;
    return ax_simplify_broadcasted(s, reshaped.var, &type, to, e->location);
}

bool ax_simplify_repeat(ax_simplifier *s, const ax_eqn *e, ax_value *out)
{
    const ax_type *type = &e->results[0]->type;
    bool differ[AX_MAX_NDIM] = {false};
    if (e->noperands < 1 || e->noperands > MOST_OPERANDS || type->ndim == 0)
        return false;
    for (int32_t i = 0; i < e->noperands; i++) {
        if (!mark(e->operands[i], type->ndim, differ))
            return false;
    }
    ax_type small = {.dtype = type->dtype};
    int64_t kept[AX_MAX_NDIM];
    for (int32_t d = 0; d < type->ndim; d++) {
        if (!differ[d])
            continue;
        kept[small.ndim] = d;
        small.dims[small.ndim++] = type->dims[d];
    }
    if (ax_type_count(&small) >= ax_type_count(type))
        return false;
    ax_value operands[MOST_OPERANDS];
    for (int32_t i = 0; i < e->noperands; i++) {
        operands[i] = shrink(s, e, e->operands[i], &small, kept);
        if (!operands[i].var)
            return false;
    }
    ax_attr attrs[2] = {{.key = AX_ATTR_COUNT}};
    for (int32_t i = 0; i < e->nattrs && i < 2; i++) {
        attrs[i] = e->attrs[i];
        if (attrs[i].key == AX_ATTR_RESULT_TYPE)
            attrs[i].type = small;
    }
    ax_value result = ax_simplify_one(s, e->op, operands, e->noperands, attrs, e->nattrs,
                                      e->location);
    if (!result.var)
        return false;
    *out = ax_simplify_broadcasted(s, result.var, type, kept, e->location);
    return true;
}
