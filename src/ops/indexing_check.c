/* Dimension numbers of indexing ops: reading, checking, and the shape that they give. */
#include "ops/check.h"
#include "ops/indexing.h"

const ax_index_keys ax_gather_keys = {AX_ATTR_OFFSET_DIMS, AX_ATTR_COLLAPSED_SLICE_DIMS,
                                      AX_ATTR_OPERAND_BATCHING_DIMS,
                                      AX_ATTR_START_INDICES_BATCHING_DIMS, AX_ATTR_START_INDEX_MAP};

const ax_index_keys ax_scatter_keys = {
    AX_ATTR_UPDATE_WINDOW_DIMS, AX_ATTR_INSERTED_WINDOW_DIMS, AX_ATTR_INPUT_BATCHING_DIMS,
    AX_ATTR_SCATTER_INDICES_BATCHING_DIMS, AX_ATTR_SCATTER_DIMS_TO_OPERAND_DIMS};

ax_index_numbers ax_index_numbers_of(const ax_eqn *eqn, const ax_index_keys *keys)
{
    return (ax_index_numbers){
        .window = ax_eqn_ints(eqn, keys->window),
        .dropped = ax_eqn_ints(eqn, keys->dropped),
        .table_batching = ax_eqn_ints(eqn, keys->table_batching),
        .indices_batching = ax_eqn_ints(eqn, keys->indices_batching),
        .index_map = ax_eqn_ints(eqn, keys->index_map),
        .vector_dim = ax_eqn_int(eqn, AX_ATTR_INDEX_VECTOR_DIM),
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

bool ax_index_keeps(const ax_index_numbers *numbers, int32_t table_dim)
{
    return !ax_ints_hold(numbers->dropped, table_dim) &&
           !ax_ints_hold(numbers->table_batching, table_dim);
}

/* ---- checks ---- */

static ax_status *check_ascending(const ax_eqn *eqn, ax_attr_key key)
{
    ax_ints list = ax_eqn_ints(eqn, key);
    for (int32_t i = 1; i < list.count; i++) {
        if (list.values[i] <= list.values[i - 1]) {
            return AX_ERROR(AX_INVALID_ARGUMENT, "%s: %s must ascend, but %lld follows %lld",
                            eqn->op->name, ax_attr_name(key), (long long)list.values[i],
                            (long long)list.values[i - 1]);
        }
    }
    return NULL;
}

/* No dimension of the table plays two of these roles. */
static ax_status *check_apart(const ax_eqn *eqn, ax_attr_key a, ax_attr_key b)
{
    ax_ints list = ax_eqn_ints(eqn, a);
    for (int32_t i = 0; i < list.count; i++) {
        if (ax_ints_hold(ax_eqn_ints(eqn, b), list.values[i])) {
            return AX_ERROR(AX_INVALID_ARGUMENT, "%s: dimension %lld is in both %s and %s",
                            eqn->op->name, (long long)list.values[i], ax_attr_name(a),
                            ax_attr_name(b));
        }
    }
    return NULL;
}

static ax_status *check_table_dims(const ax_eqn *eqn, const ax_index_keys *keys,
                                   const ax_type *table)
{
    AX_TRY(ax_check_dimensions(eqn, keys->dropped, table->ndim));
    AX_TRY(ax_check_dimensions(eqn, keys->table_batching, table->ndim));
    AX_TRY(ax_check_dimensions(eqn, keys->index_map, table->ndim));
    AX_TRY(check_ascending(eqn, keys->dropped));
    AX_TRY(check_ascending(eqn, keys->table_batching));
    AX_TRY(check_apart(eqn, keys->dropped, keys->table_batching));
    return check_apart(eqn, keys->index_map, keys->table_batching);
}

static ax_status *check_vectors(const ax_eqn *eqn, const ax_index_keys *keys,
                                const ax_index_numbers *numbers, const ax_type *indices)
{
    if (!ax_dtype_is_integer(indices->dtype)) {
        return AX_ERROR(AX_INVALID_ARGUMENT, "%s: indices are integers, not %s", eqn->op->name,
                        AX_TYPE_STRING(indices));
    }
    int64_t vector_dim = numbers->vector_dim;
    if (vector_dim < 0 || vector_dim > indices->ndim) {
        return AX_ERROR(
            AX_INVALID_ARGUMENT, "%s: index_vector_dim is %lld; for indices %s 0 to %d are allowed",
            eqn->op->name, (long long)vector_dim, AX_TYPE_STRING(indices), (int)indices->ndim);
    }
    int64_t vector_size = vector_dim < indices->ndim ? indices->dims[vector_dim] : 1;
    if (numbers->index_map.count == vector_size)
        return NULL;
    return AX_ERROR(AX_INVALID_ARGUMENT, "%s: %s has %d entries, but index vectors of %s have %lld",
                    eqn->op->name, ax_attr_name(keys->index_map), (int)numbers->index_map.count,
                    AX_TYPE_STRING(indices), (long long)vector_size);
}

static ax_status *check_batching(const ax_eqn *eqn, const ax_index_keys *keys,
                                 const ax_index_numbers *numbers, const ax_type *table,
                                 const ax_type *indices)
{
    AX_TRY(ax_check_dimensions(eqn, keys->indices_batching, indices->ndim));
    if (ax_ints_hold(numbers->indices_batching, numbers->vector_dim)) {
        return AX_ERROR(AX_INVALID_ARGUMENT, "%s: index_vector_dim %lld is in %s", eqn->op->name,
                        (long long)numbers->vector_dim, ax_attr_name(keys->indices_batching));
    }
    if (numbers->table_batching.count != numbers->indices_batching.count) {
        return AX_ERROR(AX_INVALID_ARGUMENT, "%s: %s has %d entries and %s has %d", eqn->op->name,
                        ax_attr_name(keys->table_batching), (int)numbers->table_batching.count,
                        ax_attr_name(keys->indices_batching), (int)numbers->indices_batching.count);
    }
    for (int32_t i = 0; i < numbers->table_batching.count; i++) {
        int64_t a = numbers->table_batching.values[i], b = numbers->indices_batching.values[i];
        if (table->dims[a] != indices->dims[b]) {
            return AX_ERROR(AX_INVALID_ARGUMENT,
                            "%s: batching sizes differ: dimension %lld of operand %s has %lld, "
                            "dimension %lld of indices %s has %lld",
                            eqn->op->name, (long long)a, AX_TYPE_STRING(table),
                            (long long)table->dims[a], (long long)b, AX_TYPE_STRING(indices),
                            (long long)indices->dims[b]);
        }
    }
    return NULL;
}

static int32_t slices_ndim(const ax_index_numbers *numbers, const ax_type *indices)
{
    return indices->ndim - (numbers->vector_dim < indices->ndim) + numbers->window.count;
}

ax_status *ax_check_indexing(const ax_eqn *eqn, const ax_index_keys *keys, const ax_type *table,
                             const ax_type *indices)
{
    ax_index_numbers numbers = ax_index_numbers_of(eqn, keys);
    AX_TRY(check_table_dims(eqn, keys, table));
    AX_TRY(check_vectors(eqn, keys, &numbers, indices));
    AX_TRY(check_batching(eqn, keys, &numbers, table, indices));
    int32_t kept = table->ndim - numbers.dropped.count - numbers.table_batching.count;
    if (numbers.window.count != kept) {
        return AX_ERROR(AX_INVALID_ARGUMENT,
                        "%s: %s has %d entries, but slices of %s keep %d "
                        "dimensions",
                        eqn->op->name, ax_attr_name(keys->window), (int)numbers.window.count,
                        AX_TYPE_STRING(table), (int)kept);
    }
    int32_t ndim = slices_ndim(&numbers, indices);
    if (ndim > AX_MAX_NDIM) {
        return AX_ERROR(AX_INVALID_ARGUMENT,
                        "%s: the slices would have %d dimensions: %d are allowed", eqn->op->name,
                        (int)ndim, AX_MAX_NDIM);
    }
    AX_TRY(ax_check_dimensions(eqn, keys->window, ndim));
    return check_ascending(eqn, keys->window);
}

ax_type ax_slices_type(const ax_index_numbers *numbers, const ax_type *table,
                       const ax_type *indices, const int64_t *window_sizes)
{
    ax_type slices = {.dtype = table->dtype, .ndim = slices_ndim(numbers, indices)};
    int32_t from_table = 0, from_indices = 0;
    for (int32_t i = 0; i < slices.ndim; i++) {
        if (ax_ints_hold(numbers->window, i)) {
            while (!ax_index_keeps(numbers, from_table))
                from_table++;
            slices.dims[i] = window_sizes[from_table++];
        } else {
            if (from_indices == numbers->vector_dim)
                from_indices++;
            slices.dims[i] = indices->dims[from_indices++];
        }
    }
    return slices;
}

/* ---- vmap ---- */

void ax_index_shift_table(ax_builder *builder, ax_index_numbers *numbers, int32_t axis)
{
    numbers->dropped = ax_ints_shifted(builder, numbers->dropped, axis);
    numbers->table_batching = ax_ints_shifted(builder, numbers->table_batching, axis);
    numbers->index_map = ax_ints_shifted(builder, numbers->index_map, axis);
}

void ax_index_pair(ax_builder *builder, ax_index_numbers *numbers, int32_t table_axis,
                   int32_t indices_axis)
{
    int32_t pair = 0;
    while (pair < numbers->table_batching.count &&
           numbers->table_batching.values[pair] < table_axis)
        pair++;
    numbers->table_batching = ax_ints_inserted(builder, numbers->table_batching, pair, table_axis);
    numbers->indices_batching = ax_ints_inserted(builder, numbers->indices_batching, pair,
                                                 indices_axis);
}
