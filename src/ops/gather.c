/* gather: types and vmap. */
#include "ops/check.h"
#include "ops/indexing.h"
#include "ops/ops.h"

/* ---- types ---- */

/* Of a dropped dimension a slice has one element; of a batch of no rows there is none to be had. */
static ax_status *check_slice_size(const ax_index_numbers *numbers, ax_ints slice_sizes,
                                   const ax_type *operand, int32_t dim)
{
    int64_t size = slice_sizes.values[dim], most = operand->dims[dim];
    if (ax_index_keeps(numbers, dim)) {
        if (size >= 0 && size <= most)
            return NULL;
        return AX_ERROR(
            AX_INVALID_ARGUMENT,
            "gather: slice_sizes has %lld for dimension %d of %s: 0 to %lld are allowed",
            (long long)size, (int)dim, AX_TYPE_STRING(operand), (long long)most);
    }
    bool no_rows = most == 0 && ax_ints_hold(numbers->table_batching, dim);
    if (no_rows ? size == 0 : size == 1 && most >= 1)
        return NULL;
    return AX_ERROR(
        AX_INVALID_ARGUMENT,
        "gather: slice_sizes has %lld for dimension %d of %s, which is dropped: a slice "
        "has 1 element there",
        (long long)size, (int)dim, AX_TYPE_STRING(operand));
}

static ax_status *infer_gather(const ax_eqn *eqn, ax_type *out_types)
{
    AX_TRY(ax_check_form(eqn));
    const ax_type *operand = ax_operand_type(eqn, 0), *indices = ax_operand_type(eqn, 1);
    AX_TRY(ax_check_indexing(eqn, &ax_gather_keys, operand, indices));
    AX_TRY(ax_check_per_dimension(eqn, AX_ATTR_SLICE_SIZES, operand));
    ax_index_numbers numbers = ax_index_numbers_of(eqn, &ax_gather_keys);
    ax_ints slice_sizes = ax_eqn_ints(eqn, AX_ATTR_SLICE_SIZES);
    for (int32_t i = 0; i < operand->ndim; i++)
        AX_TRY(check_slice_size(&numbers, slice_sizes, operand, i));
    out_types[0] = ax_slices_type(&numbers, operand, indices, slice_sizes.values);
    return NULL;
}

/* ---- vmap ---- */

static void emit_gather(ax_batching *batching, const ax_eqn *eqn, const ax_value *operands,
                        const ax_index_numbers *numbers, ax_ints slice_sizes, int32_t axis)
{
    ax_attr attrs[] = {
        {.key = AX_ATTR_OFFSET_DIMS, .ints = numbers->window},
        {.key = AX_ATTR_COLLAPSED_SLICE_DIMS, .ints = numbers->dropped},
        {.key = AX_ATTR_OPERAND_BATCHING_DIMS, .ints = numbers->table_batching},
        {.key = AX_ATTR_START_INDICES_BATCHING_DIMS, .ints = numbers->indices_batching},
        {.key = AX_ATTR_START_INDEX_MAP, .ints = numbers->index_map},
        {.key = AX_ATTR_INDEX_VECTOR_DIM, .i = numbers->vector_dim},
        {.key = AX_ATTR_SLICE_SIZES, .ints = slice_sizes},
    };
    ax_batch_emit(batching, eqn, operands, attrs, 7, axis);
}

/* The indices have a new dimension at `axis`. Returns the place of that batch in the result, the
 * first that is possible (so that rows of a table stay whole), and shifts offset_dims past it. */
static int32_t shift_indices(ax_builder *builder, ax_index_numbers *numbers, int32_t axis)
{
    numbers->indices_batching = ax_ints_shifted(builder, numbers->indices_batching, axis);
    if (numbers->vector_dim >= axis)
        numbers->vector_dim++;
    int32_t before = axis - (numbers->vector_dim < axis);
    int32_t place = 0;
    for (int32_t passed = 0; passed < before; place++)
        passed += !ax_ints_hold(numbers->window, place);
    numbers->window = ax_ints_shifted(builder, numbers->window, place);
    return place;
}

/* Only the operand is mapped: each slice takes the whole batch, as one more offset dimension. */
static int32_t shift_operand_only(ax_builder *builder, ax_index_numbers *numbers, int32_t axis)
{
    int32_t before = 0;
    for (int32_t i = 0; i < axis; i++)
        before += ax_index_keeps(numbers, i);
    ax_ints offset = numbers->window;
    int32_t place = 0;
    if (before < offset.count) {
        place = (int32_t)offset.values[before];
    } else if (offset.count > 0) {
        place = (int32_t)offset.values[offset.count - 1] + 1;
    }
    offset = ax_ints_shifted(builder, offset, place);
    numbers->window = ax_ints_inserted(builder, offset, before, place);
    ax_index_shift_table(builder, numbers, axis);
    return place;
}

static void batch_gather(ax_batching *batching, const ax_eqn *eqn)
{
    ax_builder *builder = batching->builder;
    ax_batched operand = ax_batch_operand(batching, eqn, 0);
    ax_batched indices = ax_batch_operand(batching, eqn, 1);
    ax_value operands[] = {operand.value, indices.value};
    ax_index_numbers numbers = ax_index_numbers_of(eqn, &ax_gather_keys);
    ax_ints slice_sizes = ax_eqn_ints(eqn, AX_ATTR_SLICE_SIZES);
    int64_t of_batch = batching->size; /* what a slice takes of it */
    int32_t place;
    if (indices.axis == AX_NOT_MAPPED) {
        place = shift_operand_only(builder, &numbers, operand.axis);
    } else {
        place = shift_indices(builder, &numbers, indices.axis);
        if (operand.axis != AX_NOT_MAPPED) {
            of_batch = batching->size > 0;
            ax_index_shift_table(builder, &numbers, operand.axis);
            ax_index_pair(builder, &numbers, operand.axis, indices.axis);
        }
    }
    if (operand.axis != AX_NOT_MAPPED)
        slice_sizes = ax_ints_inserted(builder, slice_sizes, operand.axis, of_batch);
    if (!ax_builder_failed(builder))
        emit_gather(batching, eqn, operands, &numbers, slice_sizes, place);
}

AX_OP_RECORD(gather, indexing, .dtypes = AX_SET_EVERY, .noperands = 2,
             .attrs = AX_ATTR_LIST(AX_ATTR_OFFSET_DIMS, AX_ATTR_COLLAPSED_SLICE_DIMS,
                                   AX_ATTR_OPERAND_BATCHING_DIMS,
                                   AX_ATTR_START_INDICES_BATCHING_DIMS, AX_ATTR_START_INDEX_MAP,
                                   AX_ATTR_INDEX_VECTOR_DIM, AX_ATTR_SLICE_SIZES),
             .infer = AX_RULE(infer_gather), .batch = AX_RULE(batch_gather),
             .eval = AX_RULE(ax_eval_gather));
