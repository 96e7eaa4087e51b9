/* scatter: types and vmap. */
#include "ops/check.h"
#include "ops/indexing.h"
#include "ops/ops.h"
#include "ops/region.h"

#include <string.h>

/* ---- types: N inputs, the indices, N updates ---- */

static ax_status *check_equal_dims(const ax_eqn *eqn, int32_t first, int32_t count,
                                   const char *what)
{
    const ax_type *type = ax_operand_type(eqn, first);
    for (int32_t i = 1; i < count; i++) {
        const ax_type *other = ax_operand_type(eqn, first + i);
        ax_type expected = *type;
        expected.dtype = other->dtype;
        if (!ax_type_equal(&expected, other)) {
            return AX_ERROR(AX_INVALID_ARGUMENT, "scatter: %s %d is %s, %s 0 %s: dims differ", what,
                            (int)i, AX_TYPE_STRING(other), what, AX_TYPE_STRING(type));
        }
    }
    return NULL;
}

/* A window is at most as large as the input; all around it, the updates have the indices' dims. */
static ax_status *check_updates(const ax_eqn *eqn, const ax_type *input, const ax_type *indices,
                                const ax_type *updates)
{
    ax_index_numbers numbers = ax_index_numbers_of(eqn, &ax_scatter_keys);
    ax_type most = ax_slices_type(&numbers, input, indices, input->dims);
    bool fits = updates->ndim == most.ndim;
    for (int32_t i = 0; fits && i < most.ndim; i++) {
        fits = ax_ints_hold(numbers.window, i) ? updates->dims[i] <= most.dims[i]
                                               : updates->dims[i] == most.dims[i];
    }
    if (fits)
        return NULL;
    return AX_ERROR(
        AX_INVALID_ARGUMENT,
        "scatter: updates %s do not fit input %s at indices %s: %s is expected, or less "
        "in update_window_dims",
        AX_TYPE_STRING(updates), AX_TYPE_STRING(input), AX_TYPE_STRING(indices),
        AX_TYPE_STRING(&most));
}

static ax_status *check_promise(const ax_eqn *eqn, ax_attr_key key)
{
    int64_t promise = ax_eqn_int(eqn, key);
    if (promise == 0 || promise == 1)
        return NULL;
    return AX_ERROR(AX_INVALID_ARGUMENT, "scatter: %s is true or false (1 or 0), not %lld",
                    ax_attr_name(key), (long long)promise);
}

static ax_status *infer_scatter(const ax_eqn *eqn, ax_type *out_types)
{
    AX_TRY(ax_check_form(eqn));
    int32_t n = eqn->nresults;
    if (n < 1 || eqn->noperands != 2 * n + 1) {
        return AX_ERROR(AX_INVALID_ARGUMENT,
                        "scatter with %d results takes as many inputs, indices, and as many "
                        "updates, not %d operands",
                        (int)n, (int)eqn->noperands);
    }
    AX_TRY(check_equal_dims(eqn, 0, n, "input"));
    AX_TRY(check_equal_dims(eqn, n + 1, n, "updates"));
    for (int32_t i = 0; i < n; i++) {
        const ax_type *input = ax_operand_type(eqn, i), *updates = ax_operand_type(eqn, n + 1 + i);
        if (input->dtype != updates->dtype) {
            return AX_ERROR(AX_INVALID_ARGUMENT, "scatter: input %d is %s, its updates are %s",
                            (int)i, AX_TYPE_STRING(input), AX_TYPE_STRING(updates));
        }
        out_types[i] = *input;
    }
    const ax_type *input = ax_operand_type(eqn, 0), *indices = ax_operand_type(eqn, n);
    AX_TRY(ax_check_indexing(eqn, &ax_scatter_keys, input, indices));
    AX_TRY(check_updates(eqn, input, indices, ax_operand_type(eqn, n + 1)));
    AX_TRY(check_promise(eqn, AX_ATTR_INDICES_ARE_SORTED));
    AX_TRY(check_promise(eqn, AX_ATTR_UNIQUE_INDICES));
    return ax_check_combiner(eqn, 0, n);
}

/* ---- vmap ---- */

/* The indices are shared: the batch is one more dimension of every window, in front. Each row then
 * still meets its updates in their order. */
static void window_over_batch(ax_builder *builder, ax_index_numbers *numbers)
{
    numbers->window = ax_ints_inserted(builder, ax_ints_shifted(builder, numbers->window, 0), 0, 0);
    ax_index_shift_table(builder, numbers, 0);
}

/* The indices are mapped: a row of them goes with a row of the inputs and one of the updates. */
static void pair_with_batch(ax_builder *builder, ax_index_numbers *numbers)
{
    numbers->window = ax_ints_shifted(builder, numbers->window, 0);
    numbers->indices_batching = ax_ints_shifted(builder, numbers->indices_batching, 0);
    numbers->vector_dim++;
    ax_index_shift_table(builder, numbers, 0);
    ax_index_pair(builder, numbers, 0, 0);
}

/* Rows are written apart, so what was unique stays so; a row's indices follow those of another, so
 * what was sorted need not be. */
static void batch_scatter(ax_batching *batching, const ax_eqn *eqn)
{
    ax_builder *builder = batching->builder;
    int32_t n = eqn->nresults;
    ax_value *operands = AX_ARENA_NEW(ax_builder_arena(builder), ax_value, eqn->noperands);
    if (!operands) {
        ax_builder_fail(builder, AX_ERROR(AX_OUT_OF_MEMORY, "no memory for vmap"));
        return;
    }
    ax_index_numbers numbers = ax_index_numbers_of(eqn, &ax_scatter_keys);
    bool shared = ax_batch_operand(batching, eqn, n).axis == AX_NOT_MAPPED;
    if (shared) {
        window_over_batch(builder, &numbers);
    } else {
        pair_with_batch(builder, &numbers);
    }
    for (int32_t i = 0; i < eqn->noperands; i++) {
        operands[i] = i == n && shared ? ax_batch_operand(batching, eqn, n).value
                                       : ax_batch_operand_at(batching, eqn, i, 0);
    }
    ax_attr attrs[] = {
        {.key = AX_ATTR_UPDATE_WINDOW_DIMS, .ints = numbers.window},
        {.key = AX_ATTR_INSERTED_WINDOW_DIMS, .ints = numbers.dropped},
        {.key = AX_ATTR_INPUT_BATCHING_DIMS, .ints = numbers.table_batching},
        {.key = AX_ATTR_SCATTER_INDICES_BATCHING_DIMS, .ints = numbers.indices_batching},
        {.key = AX_ATTR_SCATTER_DIMS_TO_OPERAND_DIMS, .ints = numbers.index_map},
        {.key = AX_ATTR_INDEX_VECTOR_DIM, .i = numbers.vector_dim},
        {.key = AX_ATTR_INDICES_ARE_SORTED,
         .i = shared ? ax_eqn_int(eqn, AX_ATTR_INDICES_ARE_SORTED) : 0},
        {.key = AX_ATTR_UNIQUE_INDICES, .i = ax_eqn_int(eqn, AX_ATTR_UNIQUE_INDICES)},
    };
    if (!ax_builder_failed(builder))
        ax_batch_emit(batching, eqn, operands, attrs, 8, 0);
}

AX_OP_RECORD(scatter, indexing, .dtypes = AX_SET_EVERY, .traits = AX_TRAIT_VARIADIC, .noperands = 3,
             .nregions = 1,
             .attrs = AX_ATTR_LIST(AX_ATTR_UPDATE_WINDOW_DIMS, AX_ATTR_INSERTED_WINDOW_DIMS,
                                   AX_ATTR_INPUT_BATCHING_DIMS,
                                   AX_ATTR_SCATTER_INDICES_BATCHING_DIMS,
                                   AX_ATTR_SCATTER_DIMS_TO_OPERAND_DIMS, AX_ATTR_INDEX_VECTOR_DIM,
                                   AX_ATTR_INDICES_ARE_SORTED, AX_ATTR_UNIQUE_INDICES),
             .infer = AX_RULE(infer_scatter), .batch = AX_RULE(batch_scatter),
             .eval = AX_RULE(ax_eval_scatter));
