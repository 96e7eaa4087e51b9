/* Transposes of dot_general's operands that its dimension numbers can say. They are folded in where the
 * operand's own dimensions keep their order, which the result has, and where each group of dimensions
 * still walks by one stride: a product whose rows lie apart is as fast as another, one whose rows lie in
 * pieces is not. */
#include "compile/simplifier.h"
#include "ops/contraction.h"
#include "ops/ops.h"

static const ax_attr_key batching[] = {AX_ATTR_LHS_BATCHING_DIMENSIONS,
                                       AX_ATTR_RHS_BATCHING_DIMENSIONS};
static const ax_attr_key contracting[] = {AX_ATTR_LHS_CONTRACTING_DIMENSIONS,
                                          AX_ATTR_RHS_CONTRACTING_DIMENSIONS};

/* Whether dimensions, major first, of these sizes and strides are walked by one stride. */
static bool walks_evenly(const ax_dot_group *group, const int64_t *strides)
{
    int64_t next = -1; /* what the stride of the next major dimension has to be */
    for (int32_t i = group->count - 1; i >= 0; i--) {
        if (group->dims[i] == 1)
            continue;
        if (next >= 0 && strides[i] != next)
            return false;
        next = strides[i] * group->dims[i];
    }
    return true;
}

/* Writes where the dimensions are under the transpose. */
static void look_through(ax_ints dims, ax_ints permutation, int64_t *out)
{
    for (int32_t i = 0; i < dims.count; i++)
        out[i] = permutation.values[dims.values[i]];
}

/* Whether the dimensions that the operand keeps for the result are in the same order. */
static bool keeps_order(const ax_eqn *e, int side, ax_ints permutation)
{
    bool shared[AX_MAX_NDIM] = {false};
    ax_ints lists[] = {ax_eqn_ints(e, batching[side]), ax_eqn_ints(e, contracting[side])};
    for (int l = 0; l < 2; l++) {
        for (int32_t i = 0; i < lists[l].count; i++)
            shared[lists[l].values[i]] = true;
    }
    int64_t last = -1;
    for (int32_t d = 0; d < permutation.count; d++) {
        if (shared[d])
            continue;
        if (permutation.values[d] < last)
            return false;
        last = permutation.values[d];
    }
    return true;
}

static bool fold_transpose(ax_simplifier *s, const ax_eqn *e, int side, ax_value *out)
{
    const ax_eqn *made = ax_made_by(e->operands[side], &ax_op_transpose);
    if (!made)
        return false;
    ax_ints permutation = ax_eqn_ints(made, AX_ATTR_PERMUTATION);
    if (!keeps_order(e, side, permutation))
        return false;
    int64_t batch[AX_MAX_NDIM], contracted[AX_MAX_NDIM];
    ax_attr attrs[4];
    for (int i = 0; i < 4; i++)
        attrs[i] = e->attrs[i];
    look_through(ax_eqn_ints(e, batching[side]), permutation, batch);
    look_through(ax_eqn_ints(e, contracting[side]), permutation, contracted);
    for (int i = 0; i < 4; i++) {
        if (attrs[i].key == batching[side])
            attrs[i].ints.values = batch;
        if (attrs[i].key == contracting[side])
            attrs[i].ints.values = contracted;
    }
    const ax_var *vars[] = {e->operands[0], e->operands[1]};
    vars[side] = made->operands[0];
    ax_eqn folded = *e;
    folded.operands = vars;
    folded.attrs = attrs;
    ax_dot_layout layout = ax_dot_layout_of(&folded, &vars[0]->type, &vars[1]->type);
    const ax_dot_group *own = side == 0 ? &layout.m : &layout.n;
    if (!walks_evenly(own, side == 0 ? own->lhs : own->rhs) ||
        !walks_evenly(&layout.k, side == 0 ? layout.k.lhs : layout.k.rhs))
        return false;
    ax_value operands[] = {ax_value_of(s, vars[0]), ax_value_of(s, vars[1])};
    *out = ax_simplify_one(s, e->op, operands, 2, attrs, 4, e->location);
    return true;
}

bool ax_simplify_dot(ax_simplifier *s, const ax_eqn *e, ax_value *out)
{
    return e->nattrs == 4 && (fold_transpose(s, e, 0, out) || fold_transpose(s, e, 1, out));
}
