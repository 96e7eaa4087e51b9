/* gather: types, vmap, and the public functions over it. */
#include "ops/indexing.h"

#include "ops/check.h"
#include "ops/ops.h"

#include <axmap/indexing.h>

ax_gather_numbers ax_gather_numbers_of(const ax_eqn *eqn)
{
    return (ax_gather_numbers){
        .offset = ax_eqn_ints(eqn, AX_ATTR_OFFSET_DIMS),
        .collapsed = ax_eqn_ints(eqn, AX_ATTR_COLLAPSED_SLICE_DIMS),
        .operand_batching = ax_eqn_ints(eqn, AX_ATTR_OPERAND_BATCHING_DIMS),
        .indices_batching = ax_eqn_ints(eqn, AX_ATTR_START_INDICES_BATCHING_DIMS),
        .start_index_map = ax_eqn_ints(eqn, AX_ATTR_START_INDEX_MAP),
        .slice_sizes = ax_eqn_ints(eqn, AX_ATTR_SLICE_SIZES),
        .index_vector_dim = ax_eqn_int(eqn, AX_ATTR_INDEX_VECTOR_DIM),
    };
}

bool ax_ints_hold(ax_ints list, int64_t value)
{
    for (int32_t i = 0; i < list.count; i++) {
        if (list.values[i] == value)
            return true;
    }
    return false;
}

bool ax_gather_keeps(const ax_gather_numbers *numbers, int32_t operand_dim)
{
    return !ax_ints_hold(numbers->collapsed, operand_dim) &&
           !ax_ints_hold(numbers->operand_batching, operand_dim);
}

/* ---- types ---- */

static ax_status *check_ascending(const ax_eqn *eqn, ax_attr_key key)
{
    ax_ints list = ax_eqn_ints(eqn, key);
    for (int32_t i = 1; i < list.count; i++) {
        if (list.values[i] <= list.values[i - 1]) {
            return AX_ERROR(AX_INVALID_ARGUMENT, "gather: %s must ascend, but %lld follows %lld",
                            ax_attr_name(key), (long long)list.values[i],
                            (long long)list.values[i - 1]);
        }
    }
    return NULL;
}

/* No dimension of the operand plays two of these roles. */
static ax_status *check_apart(const ax_eqn *eqn, ax_attr_key a, ax_attr_key b)
{
    ax_ints list = ax_eqn_ints(eqn, a);
    for (int32_t i = 0; i < list.count; i++) {
        if (ax_ints_hold(ax_eqn_ints(eqn, b), list.values[i])) {
            return AX_ERROR(AX_INVALID_ARGUMENT, "gather: dimension %lld is in both %s and %s",
                            (long long)list.values[i], ax_attr_name(a), ax_attr_name(b));
        }
    }
    return NULL;
}

/* Of a dropped dimension a slice has one element; of a batch of no rows there is none to be had. */
static ax_status *check_slice_size(const ax_gather_numbers *numbers, const ax_type *operand,
                                   int32_t dim)
{
    int64_t size = numbers->slice_sizes.values[dim], most = operand->dims[dim];
    if (ax_gather_keeps(numbers, dim)) {
        if (size >= 0 && size <= most)
            return NULL;
        return AX_ERROR(
            AX_INVALID_ARGUMENT,
            "gather: slice_sizes has %lld for dimension %d of %s: 0 to %lld are allowed",
            (long long)size, (int)dim, AX_TYPE_STRING(operand), (long long)most);
    }
    bool no_rows = most == 0 && ax_ints_hold(numbers->operand_batching, dim);
    if (no_rows ? size == 0 : size == 1 && most >= 1)
        return NULL;
    return AX_ERROR(
        AX_INVALID_ARGUMENT,
        "gather: slice_sizes has %lld for dimension %d of %s, which is dropped: a slice "
        "has 1 element there",
        (long long)size, (int)dim, AX_TYPE_STRING(operand));
}

static ax_status *check_operand_dims(const ax_eqn *eqn, const ax_type *operand)
{
    AX_TRY(ax_check_dimensions(eqn, AX_ATTR_COLLAPSED_SLICE_DIMS, operand->ndim));
    AX_TRY(ax_check_dimensions(eqn, AX_ATTR_OPERAND_BATCHING_DIMS, operand->ndim));
    AX_TRY(ax_check_dimensions(eqn, AX_ATTR_START_INDEX_MAP, operand->ndim));
    AX_TRY(check_ascending(eqn, AX_ATTR_COLLAPSED_SLICE_DIMS));
    AX_TRY(check_ascending(eqn, AX_ATTR_OPERAND_BATCHING_DIMS));
    AX_TRY(check_apart(eqn, AX_ATTR_COLLAPSED_SLICE_DIMS, AX_ATTR_OPERAND_BATCHING_DIMS));
    AX_TRY(check_apart(eqn, AX_ATTR_START_INDEX_MAP, AX_ATTR_OPERAND_BATCHING_DIMS));

    AX_TRY(ax_check_per_dimension(eqn, AX_ATTR_SLICE_SIZES, operand));
    ax_gather_numbers numbers = ax_gather_numbers_of(eqn);
    for (int32_t i = 0; i < operand->ndim; i++)
        AX_TRY(check_slice_size(&numbers, operand, i));
    return NULL;
}

static ax_status *check_index_dims(const ax_eqn *eqn, const ax_type *operand,
                                   const ax_type *indices)
{
    ax_gather_numbers numbers = ax_gather_numbers_of(eqn);
    int64_t vector_dim = numbers.index_vector_dim;
    if (vector_dim < 0 || vector_dim > indices->ndim) {
        return AX_ERROR(AX_INVALID_ARGUMENT,
                        "gather: index_vector_dim is %lld; for indices %s 0 to %d are allowed",
                        (long long)vector_dim, AX_TYPE_STRING(indices), (int)indices->ndim);
    }
    int64_t vector_size = vector_dim < indices->ndim ? indices->dims[vector_dim] : 1;
    if (numbers.start_index_map.count != vector_size) {
        return AX_ERROR(AX_INVALID_ARGUMENT,
                        "gather: start_index_map has %d entries, but index vectors of %s have %lld",
                        (int)numbers.start_index_map.count, AX_TYPE_STRING(indices),
                        (long long)vector_size);
    }
    AX_TRY(ax_check_dimensions(eqn, AX_ATTR_START_INDICES_BATCHING_DIMS, indices->ndim));
    if (ax_ints_hold(numbers.indices_batching, vector_dim)) {
        return AX_ERROR(AX_INVALID_ARGUMENT,
                        "gather: index_vector_dim %lld is in start_indices_batching_dims",
                        (long long)vector_dim);
    }
    if (numbers.operand_batching.count != numbers.indices_batching.count) {
        return AX_ERROR(AX_INVALID_ARGUMENT,
                        "gather: operand_batching_dims has %d entries and "
                        "start_indices_batching_dims has %d",
                        (int)numbers.operand_batching.count, (int)numbers.indices_batching.count);
    }
    for (int32_t i = 0; i < numbers.operand_batching.count; i++) {
        int64_t a = numbers.operand_batching.values[i], b = numbers.indices_batching.values[i];
        if (operand->dims[a] != indices->dims[b]) {
            return AX_ERROR(AX_INVALID_ARGUMENT,
                            "gather: batching sizes differ: dimension %lld of operand %s has %lld, "
                            "dimension %lld of indices %s has %lld",
                            (long long)a, AX_TYPE_STRING(operand), (long long)operand->dims[a],
                            (long long)b, AX_TYPE_STRING(indices), (long long)indices->dims[b]);
        }
    }
    return NULL;
}

static ax_status *infer_gather(const ax_eqn *eqn, ax_type *out_types)
{
    AX_TRY(ax_check_form(eqn));
    const ax_type *operand = ax_operand_type(eqn, 0), *indices = ax_operand_type(eqn, 1);
    if (!ax_dtype_is_integer(indices->dtype)) {
        return AX_ERROR(AX_INVALID_ARGUMENT, "gather: indices are integers, not %s",
                        AX_TYPE_STRING(indices));
    }
    AX_TRY(check_operand_dims(eqn, operand));
    AX_TRY(check_index_dims(eqn, operand, indices));

    ax_gather_numbers numbers = ax_gather_numbers_of(eqn);
    int32_t dropped = numbers.collapsed.count + numbers.operand_batching.count;
    if (numbers.offset.count + dropped != operand->ndim) {
        return AX_ERROR(AX_INVALID_ARGUMENT,
                        "gather: offset_dims has %d entries, but slices of %s keep %d dimensions",
                        (int)numbers.offset.count, AX_TYPE_STRING(operand),
                        (int)(operand->ndim - dropped));
    }
    int32_t nbatch = indices->ndim - (numbers.index_vector_dim < indices->ndim);
    ax_type result = {.dtype = operand->dtype, .ndim = nbatch + numbers.offset.count};
    if (result.ndim > AX_MAX_NDIM) {
        return AX_ERROR(AX_INVALID_ARGUMENT,
                        "gather: the result would have %d dimensions: %d are allowed",
                        (int)result.ndim, AX_MAX_NDIM);
    }
    AX_TRY(ax_check_dimensions(eqn, AX_ATTR_OFFSET_DIMS, result.ndim));
    AX_TRY(check_ascending(eqn, AX_ATTR_OFFSET_DIMS));

    int32_t from_operand = 0, from_indices = 0;
    for (int32_t i = 0; i < result.ndim; i++) {
        if (ax_ints_hold(numbers.offset, i)) {
            while (!ax_gather_keeps(&numbers, from_operand))
                from_operand++;
            result.dims[i] = numbers.slice_sizes.values[from_operand++];
        } else {
            if (from_indices == numbers.index_vector_dim)
                from_indices++;
            result.dims[i] = indices->dims[from_indices++];
        }
    }
    out_types[0] = result;
    return NULL;
}

/* ---- vmap ---- */

static void emit_gather(ax_batching *batching, const ax_eqn *eqn, const ax_value *operands,
                        const ax_gather_numbers *numbers, int32_t axis)
{
    ax_attr attrs[] = {
        {.key = AX_ATTR_OFFSET_DIMS, .ints = numbers->offset},
        {.key = AX_ATTR_COLLAPSED_SLICE_DIMS, .ints = numbers->collapsed},
        {.key = AX_ATTR_OPERAND_BATCHING_DIMS, .ints = numbers->operand_batching},
        {.key = AX_ATTR_START_INDICES_BATCHING_DIMS, .ints = numbers->indices_batching},
        {.key = AX_ATTR_START_INDEX_MAP, .ints = numbers->start_index_map},
        {.key = AX_ATTR_INDEX_VECTOR_DIM, .i = numbers->index_vector_dim},
        {.key = AX_ATTR_SLICE_SIZES, .ints = numbers->slice_sizes},
    };
    ax_batch_emit(batching, eqn, operands, attrs, 7, axis);
}

/* The operand has a new dimension at `axis`, of which slices take `slice_size`. */
static void shift_operand(ax_builder *builder, ax_gather_numbers *numbers, int32_t axis,
                          int64_t slice_size)
{
    numbers->collapsed = ax_ints_shifted(builder, numbers->collapsed, axis);
    numbers->operand_batching = ax_ints_shifted(builder, numbers->operand_batching, axis);
    numbers->start_index_map = ax_ints_shifted(builder, numbers->start_index_map, axis);
    numbers->slice_sizes = ax_ints_inserted(builder, numbers->slice_sizes, axis, slice_size);
}

/* The indices have a new dimension at `axis`. Returns the place of that batch in the result, the
 * first that is possible (so that rows of a table stay whole), and shifts offset_dims past it. */
static int32_t shift_indices(ax_builder *builder, ax_gather_numbers *numbers, int32_t axis)
{
    numbers->indices_batching = ax_ints_shifted(builder, numbers->indices_batching, axis);
    if (numbers->index_vector_dim >= axis)
        numbers->index_vector_dim++;
    int32_t before = axis - (numbers->index_vector_dim < axis);
    int32_t place = 0;
    for (int32_t passed = 0; passed < before; place++)
        passed += !ax_ints_hold(numbers->offset, place);
    numbers->offset = ax_ints_shifted(builder, numbers->offset, place);
    return place;
}

/* Only the operand is mapped: each slice takes the whole batch, as one more offset dimension. */
static int32_t shift_operand_only(ax_builder *builder, ax_gather_numbers *numbers, int32_t axis,
                                  int64_t size)
{
    int32_t before = 0;
    for (int32_t i = 0; i < axis; i++)
        before += ax_gather_keeps(numbers, i);
    ax_ints offset = numbers->offset;
    int32_t place = 0;
    if (before < offset.count) {
        place = (int32_t)offset.values[before];
    } else if (offset.count > 0) {
        place = (int32_t)offset.values[offset.count - 1] + 1;
    }
    offset = ax_ints_shifted(builder, offset, place);
    numbers->offset = ax_ints_inserted(builder, offset, before, place);
    shift_operand(builder, numbers, axis, size);
    return place;
}

static void batch_gather(ax_batching *batching, const ax_eqn *eqn)
{
    ax_builder *builder = batching->builder;
    ax_batched operand = ax_batch_operand(batching, eqn, 0);
    ax_batched indices = ax_batch_operand(batching, eqn, 1);
    ax_value operands[] = {operand.value, indices.value};
    ax_gather_numbers numbers = ax_gather_numbers_of(eqn);
    int32_t place;
    if (indices.axis == AX_NOT_MAPPED) {
        place = shift_operand_only(builder, &numbers, operand.axis, batching->size);
    } else {
        place = shift_indices(builder, &numbers, indices.axis);
        if (operand.axis != AX_NOT_MAPPED) {
            shift_operand(builder, &numbers, operand.axis, batching->size > 0);
            int32_t pair = 0;
            while (pair < numbers.operand_batching.count &&
                   numbers.operand_batching.values[pair] < operand.axis)
                pair++;
            numbers.operand_batching = ax_ints_inserted(builder, numbers.operand_batching, pair,
                                                        operand.axis);
            numbers.indices_batching = ax_ints_inserted(builder, numbers.indices_batching, pair,
                                                        indices.axis);
        }
    }
    if (!ax_builder_failed(builder))
        emit_gather(batching, eqn, operands, &numbers, place);
}

AX_OP_RECORD(gather, indexing, .dtypes = AX_SET_EVERY, .noperands = 2,
             .attrs = AX_ATTR_LIST(AX_ATTR_OFFSET_DIMS, AX_ATTR_COLLAPSED_SLICE_DIMS,
                                   AX_ATTR_OPERAND_BATCHING_DIMS,
                                   AX_ATTR_START_INDICES_BATCHING_DIMS, AX_ATTR_START_INDEX_MAP,
                                   AX_ATTR_INDEX_VECTOR_DIM, AX_ATTR_SLICE_SIZES),
             .infer = AX_RULE(infer_gather), .batch = AX_RULE(batch_gather),
             .eval = AX_RULE(ax_eval_gather));

/* ---- public functions ---- */

ax_value ax_gather_at(ax_value operand, ax_value start_indices, const ax_gather_options *options,
                      ax_location here)
{
    ax_value operands[] = {operand, start_indices};
    ax_attr attrs[] = {
        {.key = AX_ATTR_OFFSET_DIMS, .ints = options->offset_dims},
        {.key = AX_ATTR_COLLAPSED_SLICE_DIMS, .ints = options->collapsed_slice_dims},
        {.key = AX_ATTR_OPERAND_BATCHING_DIMS, .ints = options->operand_batching_dims},
        {.key = AX_ATTR_START_INDICES_BATCHING_DIMS, .ints = options->start_indices_batching_dims},
        {.key = AX_ATTR_START_INDEX_MAP, .ints = options->start_index_map},
        {.key = AX_ATTR_INDEX_VECTOR_DIM, .i = options->index_vector_dim},
        {.key = AX_ATTR_SLICE_SIZES, .ints = options->slice_sizes},
    };
    return ax_emit_one(operand.builder, &ax_op_gather, operands, 2, attrs, 7, here);
}

ax_value ax_take_at(ax_value operand, ax_value indices, int64_t axis, ax_location here)
{
    if (!operand.var || !indices.var)
        return ax_builder_poison(operand.builder);
    ax_type type = ax_value_type(operand);
    int32_t ndim = ax_value_type(indices).ndim;
    if (axis < -type.ndim || axis >= type.ndim) {
        ax_builder_fail(operand.builder,
                        AX_ERROR(AX_INVALID_ARGUMENT,
                                 "take: axis %lld is out of range for %s (%s:%d)", (long long)axis,
                                 AX_TYPE_STRING(&type), here.file, here.line));
        return ax_builder_poison(operand.builder);
    }
    if (axis < 0)
        axis += type.ndim;
    int64_t offset[AX_MAX_NDIM];
    for (int32_t i = 0; i + 1 < type.ndim; i++)
        offset[i] = i < axis ? i : i + ndim;
    type.dims[axis] = 1;
    ax_gather_options options = {
        .offset_dims = {type.ndim - 1, offset},
        .collapsed_slice_dims = AX_LIST(axis),
        .start_index_map = AX_LIST(axis),
        .index_vector_dim = ndim,
        .slice_sizes = {type.ndim, type.dims},
    };
    return ax_gather_at(operand, indices, &options, here);
}
