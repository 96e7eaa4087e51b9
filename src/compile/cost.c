#include "compile/cost.h"

#include "base/checked.h"
#include "compile/fusion.h"
#include "ops/contraction.h"
#include "ops/convolution.h"
#include "ops/ops.h"

static int64_t add(int64_t a, int64_t b)
{
    int64_t sum;
    return ax_checked_add(a, b, &sum) ? sum : INT64_MAX;
}

static int64_t mul(int64_t a, int64_t b)
{
    int64_t product;
    return ax_checked_mul(a, b, &product) ? product : INT64_MAX;
}

void ax_cost_add(ax_cost *sum, ax_cost cost)
{
    sum->flops = add(sum->flops, cost.flops);
    sum->bytes = add(sum->bytes, cost.bytes);
}

/* ---- operations ---- */

static int64_t result_count(const ax_eqn *eqn)
{
    return ax_type_count(&eqn->results[0]->type);
}

static int64_t dot_flops(const ax_eqn *eqn)
{
    ax_dot_layout layout = ax_dot_layout_of(eqn, ax_operand_type(eqn, 0), ax_operand_type(eqn, 1));
    return mul(mul(result_count(eqn), layout.k.size), 2);
}

static int64_t convolution_flops(const ax_eqn *eqn)
{
    ax_tensor operands[] = {{*ax_operand_type(eqn, 0), NULL}, {*ax_operand_type(eqn, 1), NULL}};
    ax_tensor result = {eqn->results[0]->type, NULL};
    ax_conv_layout layout = ax_conv_layout_of(eqn, operands, &result);
    return mul(mul(result_count(eqn), mul(layout.window_size, layout.in_features)), 2);
}

/* How many elements the body of a reduction or window takes in. */
static int64_t folded_count(const ax_eqn *eqn)
{
    if (eqn->op == &ax_op_reduce)
        return ax_type_count(ax_operand_type(eqn, 0));
    int64_t count = result_count(eqn);
    ax_ints window = ax_eqn_ints(eqn, AX_ATTR_WINDOW_DIMENSIONS);
    for (int32_t i = 0; i < window.count; i++)
        count = mul(count, window.values[i]);
    return count;
}

static int64_t count_flops(const ax_eqn *eqn)
{
    if (eqn->op == &ax_op_dot_general)
        return dot_flops(eqn);
    if (eqn->op == &ax_op_convolution)
        return convolution_flops(eqn);
    if (eqn->op == &ax_op_reduce || eqn->op == &ax_op_reduce_window)
        return mul(folded_count(eqn), eqn->regions[0]->neqns);
    if (eqn->op->traits & AX_TRAIT_ELEMENTWISE)
        return result_count(eqn);
    int64_t flops = 0;
    if (eqn->op == &ax_op_fusion) {
        AX_FOR_EQNS (inner, eqn->regions[0])
            flops = add(flops, count_flops(inner));
    }
    return flops;
}

/* ---- bytes ---- */

/* Whether the op reads of its first operand only as many elements as it yields. */
static bool chooses(const ax_eqn *eqn)
{
    return eqn->op == &ax_op_gather || eqn->op == &ax_op_slice || eqn->op == &ax_op_dynamic_slice;
}

static bool is_repeated(const ax_eqn *eqn, int32_t operand)
{
    for (int32_t i = 0; i < operand; i++) {
        if (eqn->operands[i] == eqn->operands[operand])
            return true;
    }
    return false;
}

static int64_t count_bytes(const ax_eqn *eqn)
{
    int64_t bytes = 0;
    for (int32_t i = 0; i < eqn->nresults; i++)
        bytes = add(bytes, ax_type_bytes(&eqn->results[i]->type));
    int64_t yielded = bytes;
    for (int32_t i = 0; i < eqn->noperands; i++) {
        int64_t operand = ax_type_bytes(ax_operand_type(eqn, i));
        if (!is_repeated(eqn, i))
            bytes = add(bytes, i == 0 && chooses(eqn) ? ax_min_i64(yielded, operand) : operand);
    }
    return bytes;
}

ax_cost ax_eqn_cost(const ax_eqn *eqn)
{
    return (ax_cost){.flops = count_flops(eqn), .bytes = count_bytes(eqn)};
}
