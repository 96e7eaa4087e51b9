/* transpose, reshape and broadcast_in_dim: those that do nothing, and compositions. What remains is at
 * most one of each between two ops that compute, reshapes preferred: they are free. */
#include "compile/simplifier.h"
#include "ops/ops.h"

/* ---- transpose ---- */

/* Whether the dims that are not 1 keep their order. */
static bool keeps_order(const ax_type *from, ax_ints permutation)
{
    int64_t last = -1;
    for (int32_t i = 0; i < permutation.count; i++) {
        if (from->dims[permutation.values[i]] == 1)
            continue;
        if (permutation.values[i] < last)
            return false;
        last = permutation.values[i];
    }
    return true;
}

/* Where dimension `dim` of the operand is in the result. */
static int64_t place_after(ax_ints permutation, int64_t dim)
{
    int64_t place = 0;
    while (permutation.values[place] != dim)
        place++;
    return place;
}

static bool transpose_of_transpose(ax_simplifier *s, const ax_eqn *e, ax_ints outer, ax_value *out)
{
    const ax_eqn *made = ax_made_by(e->operands[0], &ax_op_transpose);
    if (!made)
        return false;
    int64_t both[AX_MAX_NDIM];
    ax_ints inner = ax_eqn_ints(made, AX_ATTR_PERMUTATION);
    for (int32_t i = 0; i < outer.count; i++)
        both[i] = inner.values[outer.values[i]];
    *out = ax_simplify_transposed(s, made->operands[0], both, e->location);
    return true;
}

static bool transpose_of_broadcast(ax_simplifier *s, const ax_eqn *e, ax_ints outer, ax_value *out)
{
    const ax_eqn *made = ax_made_by(e->operands[0], &ax_op_broadcast_in_dim);
    if (!made)
        return false;
    int64_t moved[AX_MAX_NDIM];
    ax_ints places = ax_eqn_ints(made, AX_ATTR_BROADCAST_DIMENSIONS);
    for (int32_t i = 0; i < places.count; i++)
        moved[i] = place_after(outer, places.values[i]);
    *out = ax_simplify_broadcasted(s, made->operands[0], &e->results[0]->type, moved, e->location);
    return true;
}

static bool transpose_of_iota(ax_simplifier *s, const ax_eqn *e, ax_ints outer, ax_value *out)
{
    const ax_eqn *made = ax_made_by(e->operands[0], &ax_op_iota);
    if (!made)
        return false;
    int64_t place = place_after(outer, ax_eqn_int(made, AX_ATTR_DIMENSION));
    ax_attr attrs[] = {ax_attr_type(AX_ATTR_RESULT_TYPE, e->results[0]->type),
                       ax_attr_int(AX_ATTR_DIMENSION, place)};
    *out = ax_simplify_one(s, &ax_op_iota, NULL, 0, attrs, 2, e->location);
    return true;
}

/* The last dimension that is not 1, or -1. */
static int32_t last_wide(const ax_type *type)
{
    int32_t d = type->ndim - 1;
    while (d >= 0 && type->dims[d] == 1)
        d--;
    return d;
}

static ax_value turned_dot(ax_simplifier *s, const ax_eqn *dot, ax_location location)
{
    ax_value operands[] = {ax_value_of(s, dot->operands[1]), ax_value_of(s, dot->operands[0])};
    ax_attr attrs[] = {
        {.key = AX_ATTR_LHS_BATCHING_DIMENSIONS,
         .ints = ax_eqn_ints(dot, AX_ATTR_RHS_BATCHING_DIMENSIONS)},
        {.key = AX_ATTR_RHS_BATCHING_DIMENSIONS,
         .ints = ax_eqn_ints(dot, AX_ATTR_LHS_BATCHING_DIMENSIONS)},
        {.key = AX_ATTR_LHS_CONTRACTING_DIMENSIONS,
         .ints = ax_eqn_ints(dot, AX_ATTR_RHS_CONTRACTING_DIMENSIONS)},
        {.key = AX_ATTR_RHS_CONTRACTING_DIMENSIONS,
         .ints = ax_eqn_ints(dot, AX_ATTR_LHS_CONTRACTING_DIMENSIONS)},
    };
    return ax_simplify_one(s, &ax_op_dot_general, operands, 2, attrs, 4, location);
}

/* A product whose operands change places has the dimensions of lhs last. So where a transpose puts one of
 * those last, that is done by the product; what is left moves whole rows, or nothing. */
static bool transpose_of_dot(ax_simplifier *s, const ax_eqn *e, ax_ints outer, ax_value *out)
{
    const ax_var *x = e->operands[0];
    const ax_eqn *dot = ax_made_by(x, &ax_op_dot_general);
    if (!dot || x->id >= s->uses_size || s->uses[x->id] > 1)
        return false;
    int32_t batch = ax_eqn_ints(dot, AX_ATTR_LHS_BATCHING_DIMENSIONS).count;
    int32_t contracted = ax_eqn_ints(dot, AX_ATTR_LHS_CONTRACTING_DIMENSIONS).count;
    int32_t left = ax_operand_type(dot, 0)->ndim - batch - contracted;
    int32_t right = outer.count - batch - left;
    int32_t last = last_wide(&e->results[0]->type);
    int64_t from = last >= 0 ? outer.values[last] : -1;
    if (from < batch || from >= batch + left)
        return false;
    for (int64_t d = from + 1; d < batch + left; d++) {
        if (x->type.dims[d] != 1)
            return false;
    }
    int64_t rest[AX_MAX_NDIM];
    for (int32_t i = 0; i < outer.count; i++) {
        int64_t d = outer.values[i];
        rest[i] = d < batch ? d : d < batch + left ? d + right : d - left;
    }
    ax_value turned = turned_dot(s, dot, e->location);
    if (!turned.var)
        return false;
    *out = ax_simplify_transposed(s, turned.var, rest, e->location);
    return true;
}

bool ax_simplify_transpose(ax_simplifier *s, const ax_eqn *e, ax_value *out)
{
    const ax_var *x = e->operands[0];
    ax_ints permutation = ax_eqn_ints(e, AX_ATTR_PERMUTATION);
    bool still = true;
    for (int32_t i = 0; i < permutation.count; i++)
        still &= permutation.values[i] == i;
    if (still)
        return ax_simplify_take(s, x, out);
    if (transpose_of_transpose(s, e, permutation, out) ||
        transpose_of_broadcast(s, e, permutation, out) || transpose_of_iota(s, e, permutation, out))
        return true;
    if (keeps_order(&x->type, permutation) || ax_type_count(&x->type) <= 1) {
        *out = ax_simplify_reshaped(s, x, &e->results[0]->type, e->location);
        return true;
    }
    return transpose_of_dot(s, e, permutation, out);
}

/* ---- reshape ---- */

/* A reshape of a broadcast, where it splits and merges dimensions that only repeat and leaves those of
 * the operand alone: then it is a broadcast of the operand to other dims. */
static bool reshape_of_broadcast(ax_simplifier *s, const ax_eqn *e, ax_value *out)
{
    const ax_eqn *made = ax_made_by(e->operands[0], &ax_op_broadcast_in_dim);
    if (!made)
        return false;
    const ax_type *from = &e->operands[0]->type, *to = &e->results[0]->type;
    const ax_type *operand = ax_operand_type(made, 0);
    ax_ints places = ax_eqn_ints(made, AX_ATTR_BROADCAST_DIMENSIONS);
    int32_t owner[AX_MAX_NDIM]; /* by dimension of `from`: the operand's, or -1 where it repeats */
    ax_type dense = {.dtype = operand->dtype};
    int64_t moved[AX_MAX_NDIM];
    for (int32_t d = 0; d < from->ndim; d++)
        owner[d] = -1;
    int64_t last = -1;
    for (int32_t i = 0; i < operand->ndim; i++) {
        if (operand->dims[i] == 1)
            continue;
        if (places.values[i] < last)
            return false; /* it also transposes */
        last = places.values[i];
        owner[last] = dense.ndim;
        dense.dims[dense.ndim++] = operand->dims[i];
    }
    if (ax_type_count(from) == 0)
        return false;
    for (int32_t d = 0, t = 0; d < from->ndim || t < to->ndim;) {
        /* The smallest groups of dims of equal size. */
        int64_t left = 1, right = 1;
        int32_t first = d, to_first = t;
        if (d < from->ndim)
            left = from->dims[d++];
        while (t < to->ndim && (right < left || to->dims[t] == 1))
            right *= to->dims[t++];
        while (left != right) {
            if (left < right)
                left *= from->dims[d++];
            else
                right *= to->dims[t++];
        }
        int32_t owned = -1;
        for (int32_t k = first; k < d; k++) {
            if (owner[k] >= 0 && (owned >= 0 || from->dims[k] != left))
                return false;
            owned = owner[k] >= 0 ? owner[k] : owned;
        }
        if (owned < 0)
            continue;
        int32_t at = -1;
        for (int32_t k = to_first; k < t; k++)
            at = to->dims[k] == left ? k : at;
        if (at < 0)
            return false;
        moved[owned] = at;
    }
    ax_value reshaped = ax_simplify_reshaped(s, made->operands[0], &dense, e->location);
    if (!reshaped.var)
        return false;
    *out = ax_simplify_broadcasted(s, reshaped.var, to, moved, e->location);
    return true;
}

bool ax_simplify_reshape(ax_simplifier *s, const ax_eqn *e, ax_value *out)
{
    const ax_var *x = e->operands[0];
    if (ax_type_equal(&x->type, &e->results[0]->type))
        return ax_simplify_take(s, x, out);
    if (ax_made_by(x, &ax_op_reshape)) {
        *out = ax_simplify_reshaped(s, x->producer->operands[0], &e->results[0]->type, e->location);
        return true;
    }
    return reshape_of_broadcast(s, e, out);
}

/* ---- broadcast_in_dim ---- */

static bool broadcast_of_broadcast(ax_simplifier *s, const ax_eqn *e, ax_ints outer, ax_value *out)
{
    const ax_eqn *made = ax_made_by(e->operands[0], &ax_op_broadcast_in_dim);
    if (!made)
        return false;
    int64_t both[AX_MAX_NDIM];
    ax_ints inner = ax_eqn_ints(made, AX_ATTR_BROADCAST_DIMENSIONS);
    for (int32_t i = 0; i < inner.count; i++)
        both[i] = outer.values[inner.values[i]];
    *out = ax_simplify_broadcasted(s, made->operands[0], &e->results[0]->type, both, e->location);
    return true;
}

/* Nothing repeats: a reshape, after a transpose where the dimensions change their order. */
static bool broadcast_that_repeats_nothing(ax_simplifier *s, const ax_eqn *e, ax_ints places,
                                           ax_value *out)
{
    const ax_var *x = e->operands[0];
    const ax_type *to = &e->results[0]->type;
    int64_t count = ax_type_count(to), permutation[AX_MAX_NDIM];
    if (count == 0 || ax_type_count(&x->type) != count)
        return false;
    int32_t placed = 0;
    for (int32_t d = 0; d < to->ndim; d++) {
        for (int32_t i = 0; i < places.count; i++) {
            if (places.values[i] == d)
                permutation[placed++] = i;
        }
    }
    ax_value ordered = ax_simplify_transposed(s, x, permutation, e->location);
    if (!ordered.var)
        return false;
    *out = ax_simplify_reshaped(s, ordered.var, to, e->location);
    return true;
}

/* A reshape that adds or drops dims of 1 only: the operand's own dims find places of their own. */
static bool broadcast_of_reshape(ax_simplifier *s, const ax_eqn *e, ax_ints places, ax_value *out)
{
    const ax_eqn *made = ax_made_by(e->operands[0], &ax_op_reshape);
    const ax_type *to = &e->results[0]->type;
    if (!made || !ax_same_but_ones(ax_operand_type(made, 0), &e->operands[0]->type))
        return false;
    const ax_type *from = ax_operand_type(made, 0), *middle = &e->operands[0]->type;
    int64_t moved[AX_MAX_NDIM];
    bool taken[AX_MAX_NDIM] = {false};
    for (int32_t i = 0, k = 0; i < from->ndim; i++) {
        if (from->dims[i] == 1)
            continue;
        while (middle->dims[k] == 1)
            k++;
        moved[i] = places.values[k++];
        taken[moved[i]] = true;
    }
    for (int32_t i = 0, free_place = 0; i < from->ndim; i++) {
        if (from->dims[i] != 1)
            continue;
        while (free_place < to->ndim && taken[free_place])
            free_place++;
        if (free_place == to->ndim)
            return false;
        moved[i] = free_place++;
    }
    *out = ax_simplify_broadcasted(s, made->operands[0], to, moved, e->location);
    return true;
}

bool ax_simplify_broadcast(ax_simplifier *s, const ax_eqn *e, ax_value *out)
{
    const ax_var *x = e->operands[0];
    ax_ints places = ax_eqn_ints(e, AX_ATTR_BROADCAST_DIMENSIONS);
    bool still = ax_type_equal(&x->type, &e->results[0]->type);
    for (int32_t i = 0; i < places.count; i++)
        still &= places.values[i] == i;
    if (still)
        return ax_simplify_take(s, x, out);
    return broadcast_of_broadcast(s, e, places, out) ||
           broadcast_that_repeats_nothing(s, e, places, out) ||
           broadcast_of_reshape(s, e, places, out);
}
