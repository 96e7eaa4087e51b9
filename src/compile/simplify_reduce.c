/* Reductions by one known op: of nothing, of one element, and of a transposed array where the order of
 * the elements does not matter. */
#include "compile/simplifier.h"
#include "ops/fold.h"
#include "ops/ops.h"

/* The init for each result. */
static bool reduce_nothing(ax_simplifier *s, const ax_eqn *e, ax_value *out)
{
    for (int32_t i = 0; i < e->nresults; i++)
        out[i] = ax_simplify_broadcasted(s, e->operands[e->nresults + i], &e->results[i]->type,
                                         NULL, e->location);
    return true;
}

/* init op x. */
static bool reduce_one(ax_simplifier *s, const ax_eqn *e, ax_value *out)
{
    const ax_type *to = &e->results[0]->type;
    ax_value operands[] = {
        ax_simplify_broadcasted(s, e->operands[1], to, NULL, e->location),
        ax_simplify_reshaped(s, e->operands[0], to, e->location),
    };
    if (!operands[0].var || !operands[1].var)
        return false;
    const ax_op *op = e->regions[0]->first->op;
    *out = ax_simplify_one(s, op, operands, 2, NULL, 0, e->location);
    return true;
}

static bool reduce_of_transpose(ax_simplifier *s, const ax_eqn *e, ax_ints dims, ax_value *out)
{
    const ax_eqn *made = ax_made_by(e->operands[0], &ax_op_transpose);
    if (!made)
        return false;
    ax_ints permutation = ax_eqn_ints(made, AX_ATTR_PERMUTATION);
    bool reduced[AX_MAX_NDIM] = {false};
    int64_t moved[AX_MAX_NDIM], last = -1;
    for (int32_t i = 0; i < dims.count; i++) {
        reduced[dims.values[i]] = true;
        moved[i] = permutation.values[dims.values[i]];
    }
    for (int32_t d = 0; d < permutation.count; d++) {
        if (reduced[d])
            continue;
        if (permutation.values[d] < last)
            return false; /* the result would have to be transposed */
        last = permutation.values[d];
    }
    ax_value operands[] = {ax_value_of(s, made->operands[0]), ax_value_of(s, e->operands[1])};
    ax_attr attr = ax_attr_ints(AX_ATTR_DIMENSIONS, moved, dims.count);
    ax_simplify_emit(s,
                     &(ax_emission){.op = e->op,
                                    .noperands = 2,
                                    .operands = operands,
                                    .nattrs = 1,
                                    .attrs = &attr,
                                    .nregions = 1,
                                    .regions = e->regions,
                                    .nresults = 1,
                                    .location = e->location},
                     out);
    return true;
}

bool ax_simplify_reduce(ax_simplifier *s, const ax_eqn *e, ax_value *out)
{
    ax_ints dims = ax_eqn_ints(e, AX_ATTR_DIMENSIONS);
    const ax_type *from = &e->operands[0]->type;
    bool nothing = false, one = true;
    for (int32_t i = 0; i < dims.count; i++) {
        nothing |= from->dims[dims.values[i]] == 0;
        one &= from->dims[dims.values[i]] == 1;
    }
    if (nothing)
        return reduce_nothing(s, e, out);
    ax_fold fold;
    if (e->nresults != 1 || !ax_fold_find_wide(e->regions[0], &fold))
        return false;
    if (one)
        return reduce_one(s, e, out);
    return fold.exact && reduce_of_transpose(s, e, dims, out);
}
