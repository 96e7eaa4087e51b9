/* dot_general as products of matrices (matrix_product.h): every layout is one of strides, so no operand is
 * copied but into the panels that the product wants. */
#include "backend/cpu/bf16_product.h"
#include "backend/cpu/contraction_kernel.h"
#include "ops/contraction.h"

#include <stdlib.h>

typedef struct dot_state {
    ax_matrix_product *product;
    bool exchanged; /* its a is the rhs */
    bool bf16;      /* the CPU's own product of bf16 comes first (bf16_product.h) */
    ax_bf16_product own;
} dot_state;

/* The contracted dimensions are walked by falling strides of the rhs, whatever order the equation has: an
 * order that no dimension which vmap adds can change. */
static void order_contracted(ax_dot_group *k)
{
    for (int32_t i = 1; i < k->count; i++) {
        for (int32_t j = i; j > 0 && k->rhs[j - 1] < k->rhs[j]; j--) {
            int64_t dim = k->dims[j], lhs = k->lhs[j], rhs = k->rhs[j];
            k->dims[j] = k->dims[j - 1];
            k->lhs[j] = k->lhs[j - 1];
            k->rhs[j] = k->rhs[j - 1];
            k->dims[j - 1] = dim;
            k->lhs[j - 1] = lhs;
            k->rhs[j - 1] = rhs;
        }
    }
}

static ax_matrix_walk walk_of(const ax_dot_group *group, const int64_t *strides)
{
    ax_matrix_walk walk = {.size = 1};
    for (int32_t i = 0; i < group->count; i++)
        ax_matrix_walk_append(&walk, group->dims[i], strides[i]);
    return walk;
}

/* Whether the group's elements follow each other `stride` apart. */
static bool is_dense(const ax_dot_group *group, const int64_t *strides, int64_t stride)
{
    for (int32_t i = group->count - 1; i >= 0; i--) {
        if (group->dims[i] != 1 && strides[i] != stride)
            return false;
        stride *= group->dims[i];
    }
    return true;
}

/* The equation as a product of a and b. */
typedef struct dot_product {
    ax_matrix_operand a, b;
    ax_matrix_result c;
} dot_product;

static dot_product describe(const ax_eqn *eqn, dot_state *state)
{
    ax_dot_layout d = ax_dot_layout_of(eqn, ax_operand_type(eqn, 0), ax_operand_type(eqn, 1));
    order_contracted(&d.k);
    ax_matrix_operand lhs = {walk_of(&d.batch, d.batch.lhs), walk_of(&d.m, d.m.lhs),
                             walk_of(&d.k, d.k.lhs)};
    ax_matrix_operand rhs = {walk_of(&d.batch, d.batch.rhs), walk_of(&d.n, d.n.rhs),
                             walk_of(&d.k, d.k.rhs)};
    /* Of a result of one column neighbours lie along its rows. */
    state->exchanged = d.n.size == 1 && d.m.size > 1;
    dot_product product = {
        state->exchanged ? rhs : lhs,
        state->exchanged ? lhs : rhs,
        {.batch = {.size = 1}, .row_stride = state->exchanged ? d.m.size : d.n.size}};
    ax_matrix_walk_append(&product.c.batch, d.batch.size, d.m.size * d.n.size);
    state->own = (ax_bf16_product){d.m.size, d.n.size, d.k.size};
    state->bf16 = ax_operand_type(eqn, 0)->dtype == AX_BF16 && d.batch.size == 1 &&
                  is_dense(&d.m, d.m.lhs, d.k.size) && is_dense(&d.k, d.k.lhs, 1) &&
                  is_dense(&d.k, d.k.rhs, d.n.size) && is_dense(&d.n, d.n.rhs, 1) &&
                  ax_bf16_product_serves(&state->own);
    return product;
}

static ax_status *run(const void *memory, const ax_eval_env *env, const ax_tensor *operands,
                      void *result, ax_matrix_done_fn *done, void *user)
{
    const dot_state *state = memory;
    bool ran = false;
    if (state->bf16)
        AX_TRY(ax_bf16_product_run(&state->own, env, operands[0].data, operands[1].data, result,
                                   done, user, &ran));
    if (ran)
        return NULL;
    return ax_matrix_product_run(state->product, env, operands[state->exchanged].data,
                                 operands[!state->exchanged].data, result, done, user);
}

static int64_t scratch(const void *state, int32_t threads)
{
    const dot_state *s = state;
    int64_t bytes = ax_matrix_product_scratch(s->product, threads);
    int64_t own = s->bf16 ? ax_bf16_product_scratch(&s->own, threads) : 0;
    return own > bytes ? own : bytes;
}

static void free_state(void *memory)
{
    dot_state *state = memory;
    ax_matrix_product_free(state->product);
    free(state);
}

ax_status *ax_product_of_dot(ax_codegen *codegen, const ax_eqn *eqn,
                             ax_matrix_product **out_product)
{
    dot_state state = {0};
    dot_product p = describe(eqn, &state);
    return ax_matrix_product_create(codegen, ax_operand_type(eqn, 0)->dtype, &p.a, &p.b, &p.c,
                                    out_product);
}

ax_status *ax_panels_of_dot(ax_codegen *codegen, const ax_eqn *eqn, ax_type *out_panels,
                            bool *out_packs)
{
    dot_state state = {0};
    dot_product p = describe(eqn, &state);
    *out_packs = false;
    if (state.exchanged || state.bf16)
        return NULL;
    return ax_matrix_panels(codegen, ax_operand_type(eqn, 0)->dtype, &p.a, &p.b, &p.c, out_panels,
                            out_packs);
}

ax_status *ax_contraction_of_dot(ax_codegen *codegen, const ax_eqn *eqn, bool panels,
                                 ax_contraction *out)
{
    dot_state *state = calloc(1, sizeof *state);
    if (!state)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a product of matrices");
    dot_product p = describe(eqn, state);
    ax_status *status = ax_matrix_product_create(codegen, ax_operand_type(eqn, 0)->dtype, &p.a,
                                                 &p.b, &p.c, &state->product);
    if (status) {
        free(state);
        return status;
    }
    if (panels)
        ax_matrix_product_take_panels(state->product);
    *out = (ax_contraction){
        .state = state, .free = free_state, .scratch = scratch, .run = run, .tells = true};
    return NULL;
}
