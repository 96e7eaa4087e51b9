/* Constants: equations of constants are evaluated by their op, unless that is much work or much
 * memory; a constant that repeats one element becomes that element, repeated.
 *
 * Left alone are ops whose bits are libm's (generated code computes them by functions of its own, and
 * bits must not depend on which of the two a number meets), and broadcast_in_dim and iota: results of
 * those two may have as many rows as are mapped at once, and whether a constant is small enough must not
 * depend on that.
 */
#include "compile/simplifier.h"
#include "ops/ops.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 64 << 10, MOST_WORK = 1 << 22 };

/* ---- memory for an evaluation ---- */

typedef struct block {
    _Alignas(64) struct block *next;
} block;

static ax_status *take_block(const ax_eval_env *env, int64_t bytes, void **out_memory)
{
    block **blocks = env->user;
    block *b = bytes >= 0 && bytes < INT64_MAX / 2
                   ? aligned_alloc(64, sizeof *b + ((size_t)bytes + 63) / 64 * 64)
                   : NULL;
    if (!b)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory to evaluate constants");
    b->next = *blocks;
    *blocks = b;
    *out_memory = b + 1;
    return NULL;
}

static void free_blocks(block *blocks)
{
    while (blocks) {
        block *next = blocks->next;
        free(blocks);
        blocks = next;
    }
}

/* ---- what is evaluated ---- */

/* Ops whose floats are libm's. */
static bool asks_libm(const ax_eqn *e)
{
    static const ax_op *const exact[] = {
        &ax_op_abs,
        &ax_op_add,
        &ax_op_and,
        &ax_op_bitcast_convert,
        &ax_op_ceil,
        &ax_op_clamp,
        &ax_op_compare,
        &ax_op_convert,
        &ax_op_count_leading_zeros,
        &ax_op_divide,
        &ax_op_floor,
        &ax_op_is_finite,
        &ax_op_maximum,
        &ax_op_minimum,
        &ax_op_mulhi,
        &ax_op_multiply,
        &ax_op_negate,
        &ax_op_next_after,
        &ax_op_not,
        &ax_op_or,
        &ax_op_popcnt,
        &ax_op_reduce_precision,
        &ax_op_remainder,
        &ax_op_round_nearest_afz,
        &ax_op_round_nearest_even,
        &ax_op_rsqrt,
        &ax_op_select,
        &ax_op_shift_left,
        &ax_op_shift_right_arithmetic,
        &ax_op_shift_right_logical,
        &ax_op_sign,
        &ax_op_sqrt,
        &ax_op_subtract,
        &ax_op_xor,
    };
    if (!(e->op->traits & AX_TRAIT_ELEMENTWISE))
        return false;
    for (size_t i = 0; i < sizeof exact / sizeof exact[0]; i++) {
        if (exact[i] == e->op)
            return false;
    }
    return !(e->op == &ax_op_power && ax_dtype_is_integer(e->results[0]->type.dtype));
}

static bool is_left_alone(const ax_eqn *e)
{
    return e->noperands == 0 || !e->op->eval.function || e->op == &ax_op_broadcast_in_dim ||
           e->op == &ax_op_shard_map || (e->op->traits & AX_TRAIT_COLLECTIVE) != 0 || asks_libm(e);
}

/* A region could hold anything; those of reductions and scatters are small. */
static bool regions_allow(const ax_eqn *e)
{
    for (int32_t r = 0; r < e->nregions; r++) {
        AX_FOR_EQNS (inner, e->regions[r]) {
            if (inner->noperands > 0 && is_left_alone(inner) &&
                inner->op != &ax_op_broadcast_in_dim)
                return false;
        }
    }
    return true;
}

static bool is_worth_it(const ax_eqn *e)
{
    int64_t result_bytes = 0, results = 1, operands = 1;
    for (int32_t i = 0; i < e->noperands; i++) {
        const ax_literal *literal = ax_constant_of(e->operands[i]);
        if (!literal)
            return false;
        operands += ax_type_count(&literal->type);
    }
    for (int32_t i = 0; i < e->nresults; i++) {
        result_bytes += ax_type_bytes(&e->results[i]->type);
        results += ax_type_count(&e->results[i]->type);
    }
    if (result_bytes > MOST_BYTES || operands > MOST_WORK)
        return false;
    bool walks_once = (e->op->traits & (AX_TRAIT_ELEMENTWISE | AX_TRAIT_VIEW)) != 0 ||
                      e->op == &ax_op_transpose || e->op == &ax_op_slice;
    return walks_once || operands <= MOST_WORK / results;
}

static ax_status *evaluate(const ax_eqn *e, block **blocks, ax_tensor *tensors)
{
    ax_eval_env env = {.scratch = take_block, .user = blocks};
    ax_tensor *results = tensors + e->noperands;
    for (int32_t i = 0; i < e->noperands; i++) {
        const ax_literal *literal = ax_constant_of(e->operands[i]);
        int64_t bytes = ax_type_bytes(&literal->type);
        tensors[i].type = literal->type;
        AX_TRY(take_block(&env, bytes, &tensors[i].data)); /* aligned, and nobody else's */
        memcpy(tensors[i].data, literal->data, (size_t)bytes);
    }
    for (int32_t i = 0; i < e->nresults; i++) {
        results[i].type = e->results[i]->type;
        AX_TRY(take_block(&env, ax_type_bytes(&results[i].type), &results[i].data));
    }
    return e->op->eval.function(&env, e, tensors, results);
}

bool ax_simplify_fold(ax_simplifier *s, const ax_eqn *e, ax_value *out)
{
    if (is_left_alone(e) || !is_worth_it(e) || !regions_allow(e))
        return false;
    block *blocks = NULL;
    ax_tensor *tensors = AX_ARENA_NEW(s->arena, ax_tensor, e->noperands + e->nresults);
    ax_status *status = tensors ? evaluate(e, &blocks, tensors)
                                : AX_ERROR(AX_OUT_OF_MEMORY, "no memory to simplify a graph");
    bool done = status == NULL;
    ax_status_free(status); /* it will be said when the equation runs */
    for (int32_t i = 0; i < e->nresults && done; i++) {
        const ax_tensor *result = &tensors[e->noperands + i];
        ax_attr attr = {.key = AX_ATTR_VALUE, .literal = {result->type, result->data}};
        out[i] = ax_simplify_one(s, &ax_op_constant, NULL, 0, &attr, 1, e->location);
    }
    free_blocks(blocks);
    return done;
}

bool ax_simplify_constant(ax_simplifier *s, const ax_eqn *e, ax_value *out)
{
    const ax_literal *literal = ax_eqn_literal(e, AX_ATTR_VALUE);
    int64_t bytes = ax_dtype_bytes(literal->type.dtype), total = ax_type_bytes(&literal->type);
    if (total <= bytes)
        return false;
    const char *data = literal->data;
    if (memcmp(data, data + bytes, (size_t)(total - bytes)) != 0)
        return false;
    *out = ax_simplify_fill(s, &literal->type, data, e->location);
    return true;
}
