/* psums of products: a gradient by a matrix is for each row the product of two vectors, and its sum over the
 * rows one product of matrices. */
#include "transform/phases_private.h"

#include <string.h>

/* The product behind a value: itself, seen through reshapes and the exchange of its two halves. */
typedef struct product {
    const ax_eqn *eqn; /* dot_general, or NULL: it is none */
    bool exchanged;    /* rhs's dims come first */
} product;

static bool holds(ax_ints list, int64_t value)
{
    for (int32_t i = 0; i < list.count; i++) {
        if (list.values[i] == value)
            return true;
    }
    return false;
}

/* Whether a permutation moves the first `first` dims behind the others and nothing else. */
static bool exchanges(ax_ints permutation, int32_t first)
{
    for (int32_t i = 0; i < permutation.count; i++) {
        if (permutation.values[i] != (i + first) % permutation.count)
            return false;
    }
    return true;
}

static product find_product(const ax_var *value)
{
    const ax_eqn *eqn = value->producer;
    while (eqn && eqn->op == &ax_op_reshape)
        eqn = eqn->operands[0]->producer;
    if (eqn && eqn->op == &ax_op_dot_general)
        return (product){.eqn = eqn};
    if (!eqn || eqn->op != &ax_op_transpose)
        return (product){0};
    const ax_eqn *dot = eqn->operands[0]->producer;
    if (!dot || dot->op != &ax_op_dot_general)
        return (product){0};
    ax_ints contracting = ax_eqn_ints(dot, AX_ATTR_LHS_CONTRACTING_DIMENSIONS);
    int32_t first = ax_operand_type(dot, 0)->ndim - contracting.count;
    if (!exchanges(ax_eqn_ints(eqn, AX_ATTR_PERMUTATION), first))
        return (product){0};
    return (product){.eqn = dot, .exchanged = true};
}

/* One factor: the contracting dims of `source` in their order, then its others. */
static ax_factor make_factor(const ax_var *source, ax_ints contracting, ax_type *out_type)
{
    ax_factor factor = {.source = source, .ordered = source->type};
    int32_t count = 0;
    int64_t sizes[2] = {1, 1}; /* of the contracting dims, of the others */
    for (int32_t i = 0; i < contracting.count; i++)
        factor.order[count++] = contracting.values[i];
    for (int32_t i = 0; i < source->type.ndim; i++) {
        if (!holds(contracting, i))
            factor.order[count++] = i;
    }
    for (int32_t i = 0; i < count; i++) {
        factor.ordered.dims[i] = source->type.dims[factor.order[i]];
        sizes[i >= contracting.count] *= factor.ordered.dims[i];
    }
    *out_type = (ax_type){.dtype = source->type.dtype, .ndim = 2, .dims = {sizes[0], sizes[1]}};
    return factor;
}

static int32_t add_factor(ax_phases *phases, const ax_factor *factor, const ax_type *type,
                          int32_t phase)
{
    int32_t id = phases->nvars++;
    phases->factors[id - phases->example->nvars] = *factor;
    phases->vars[id] = (ax_phased_var){.type = *type, .kind = AX_VAR_MAPPED, .phase = phase};
    return id;
}

/* Both operands differ from row to row, neither is of another type than the sum, and a row's factors are
 * fewer numbers than its product. */
static bool is_worth_it(const ax_cutter *c, const ax_cut *cut, const ax_eqn *dot,
                        const ax_type *lhs, const ax_type *rhs)
{
    const ax_phased_var *vars = c->phases->vars;
    const ax_phased_var *operand = &vars[cut->operand];
    ax_dtype dtype = operand->type.dtype;
    for (int32_t i = 0; i < 2; i++) {
        if (!ax_var_is_mapped(&vars[dot->operands[i]->id]) ||
            dot->operands[i]->type.dtype != dtype) {
            return false;
        }
    }
    bool here = vars[dot->results[0]->id].phase == operand->phase && !operand->crosses;
    return here && (dtype == AX_F32 || dtype == AX_F64) &&
           ax_eqn_ints(dot, AX_ATTR_LHS_BATCHING_DIMENSIONS).count == 0 &&
           ax_type_count(lhs) + ax_type_count(rhs) < ax_type_count(&operand->type);
}

static void find_factors(ax_cutter *c, ax_cut *cut, int32_t phase)
{
    product p = find_product(cut->eqn->operands[0]);
    if (!p.eqn)
        return;
    ax_type lhs_type, rhs_type;
    ax_factor lhs = make_factor(p.eqn->operands[0],
                                ax_eqn_ints(p.eqn, AX_ATTR_LHS_CONTRACTING_DIMENSIONS), &lhs_type);
    ax_factor rhs = make_factor(p.eqn->operands[1],
                                ax_eqn_ints(p.eqn, AX_ATTR_RHS_CONTRACTING_DIMENSIONS), &rhs_type);
    if (!is_worth_it(c, cut, p.eqn, &lhs_type, &rhs_type))
        return;
    int32_t first = add_factor(c->phases, &lhs, &lhs_type, phase);
    int32_t second = add_factor(c->phases, &rhs, &rhs_type, phase);
    cut->lhs = p.exchanged ? second : first;
    cut->rhs = p.exchanged ? first : second;
}

void ax_cutter_find_factors(ax_cutter *c)
{
    for (int32_t p = 0; p < c->phases->nphases; p++) {
        ax_phase *phase = &c->phases->phases[p];
        for (int32_t i = 0; i < phase->ncuts; i++) {
            if (phase->cuts[i].eqn->op == &ax_op_psum)
                find_factors(c, &phase->cuts[i], p);
        }
    }
}
