/* The public functions of <axmap/indexing.h>. */
#include <axmap/indexing.h>

#include "ir/location.h"
#include "ops/ops.h"
#include "ops/region.h"

/* ---- gather ---- */

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

/* The axis counted from the front, and the dimensions around it, moved behind those of the indices;
 * false (said) where it is out of range. */
static bool around_axis(const char *name, ax_value operand, ax_value indices, int64_t *axis,
                        int64_t *out_window, ax_location here)
{
    if (!operand.var || !indices.var)
        return false;
    ax_type type = ax_value_type(operand);
    int32_t ndim = ax_value_type(indices).ndim;
    if (*axis < -type.ndim || *axis >= type.ndim) {
        ax_builder_fail(operand.builder,
                        AX_ERROR(AX_INVALID_ARGUMENT,
                                 "%s: axis %lld is out of range for %s (%s:%d%s)", name,
                                 (long long)*axis, AX_TYPE_STRING(&type), AX_PLACE(here)));
        return false;
    }
    if (*axis < 0)
        *axis += type.ndim;
    for (int32_t i = 0; i + 1 < type.ndim; i++)
        out_window[i] = i < *axis ? i : i + ndim;
    return true;
}

ax_value ax_take_at(ax_value operand, ax_value indices, int64_t axis, ax_location here)
{
    int64_t window[AX_MAX_NDIM];
    if (!around_axis("take", operand, indices, &axis, window, here))
        return ax_builder_poison(operand.builder);
    ax_type type = ax_value_type(operand);
    type.dims[axis] = 1;
    ax_gather_options options = {
        .offset_dims = {type.ndim - 1, window},
        .collapsed_slice_dims = AX_LIST(axis),
        .start_index_map = AX_LIST(axis),
        .index_vector_dim = ax_value_type(indices).ndim,
        .slice_sizes = {type.ndim, type.dims},
    };
    return ax_gather_at(operand, indices, &options, here);
}

/* ---- dynamic slices ---- */

/* Emits `op` on `operands` (their first `count` set) followed by a start for each dimension. */
static ax_value emit_with_starts(const ax_op *op, ax_value *operands, int32_t count,
                                 const ax_value *starts, const ax_attr *attr, ax_location here)
{
    int32_t ndim = ax_value_type(operands[0]).ndim;
    for (int32_t i = 0; i < ndim; i++)
        operands[count + i] = starts[i];
    return ax_emit_one(operands[0].builder, op, operands, count + ndim, attr, attr ? 1 : 0, here);
}

ax_value ax_dynamic_slice_at(ax_value operand, const ax_value *start_indices, ax_ints slice_sizes,
                             ax_location here)
{
    ax_value operands[1 + AX_MAX_NDIM] = {operand};
    ax_attr attr = {.key = AX_ATTR_SLICE_SIZES, .ints = slice_sizes};
    return emit_with_starts(&ax_op_dynamic_slice, operands, 1, start_indices, &attr, here);
}

ax_value ax_dynamic_update_slice_at(ax_value operand, ax_value update,
                                    const ax_value *start_indices, ax_location here)
{
    ax_value operands[2 + AX_MAX_NDIM] = {operand, update};
    return emit_with_starts(&ax_op_dynamic_update_slice, operands, 2, start_indices, NULL, here);
}

/* ---- scatter ---- */

static void assign_update(ax_builder *builder, const ax_value *in, ax_value *out, void *user)
{
    (void)builder;
    int32_t count = *(const int32_t *)user;
    for (int32_t i = 0; i < count; i++)
        out[i] = in[count + i];
}

void ax_scatter_at(const ax_value *operands, ax_value scatter_indices, const ax_value *updates,
                   int32_t count, const ax_scatter_options *options, ax_trace_fn *body, void *user,
                   ax_value *out_results, ax_location here)
{
    if (count < 1)
        return; /* nothing to scatter into */
    ax_builder *builder = operands[0].builder;
    for (int32_t i = 0; i < count; i++)
        out_results[i] = ax_builder_poison(builder);
    if (ax_builder_failed(builder))
        return;
    ax_value *all = AX_ARENA_NEW(ax_builder_arena(builder), ax_value, 2 * (int64_t)count + 1);
    const ax_graph *region = all ? ax_region_trace(builder, operands, count,
                                                   body ? body : assign_update,
                                                   body ? user : &count)
                                 : NULL;
    if (!region) {
        if (!ax_builder_failed(builder))
            ax_builder_fail(builder, AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a region"));
        return;
    }
    all[count] = scatter_indices;
    for (int32_t i = 0; i < count; i++) {
        all[i] = operands[i];
        all[count + 1 + i] = updates[i];
    }
    ax_attr attrs[] = {
        {.key = AX_ATTR_UPDATE_WINDOW_DIMS, .ints = options->update_window_dims},
        {.key = AX_ATTR_INSERTED_WINDOW_DIMS, .ints = options->inserted_window_dims},
        {.key = AX_ATTR_INPUT_BATCHING_DIMS, .ints = options->input_batching_dims},
        {.key = AX_ATTR_SCATTER_INDICES_BATCHING_DIMS,
         .ints = options->scatter_indices_batching_dims},
        {.key = AX_ATTR_SCATTER_DIMS_TO_OPERAND_DIMS,
         .ints = options->scatter_dims_to_operand_dims},
        {.key = AX_ATTR_INDEX_VECTOR_DIM, .i = options->index_vector_dim},
        {.key = AX_ATTR_INDICES_ARE_SORTED, .i = options->indices_are_sorted},
        {.key = AX_ATTR_UNIQUE_INDICES, .i = options->unique_indices},
    };
    ax_emission emission = {
        .op = &ax_op_scatter,
        .noperands = 2 * count + 1,
        .operands = all,
        .nattrs = 8,
        .attrs = attrs,
        .nregions = 1,
        .regions = &region,
        .nresults = count,
        .location = here,
    };
    ax_emit(builder, &emission, out_results);
}

static ax_value put(const char *name, ax_value operand, ax_value indices, ax_value updates,
                    int64_t axis, ax_trace_fn *body, ax_location here)
{
    int64_t window[AX_MAX_NDIM];
    ax_value result = ax_builder_poison(operand.builder);
    if (!around_axis(name, operand, indices, &axis, window, here))
        return result;
    ax_scatter_options options = {
        .update_window_dims = {ax_value_type(operand).ndim - 1, window},
        .inserted_window_dims = AX_LIST(axis),
        .scatter_dims_to_operand_dims = AX_LIST(axis),
        .index_vector_dim = ax_value_type(indices).ndim,
    };
    ax_scatter_at(&operand, indices, &updates, 1, &options, body, &here, &result, here);
    return result;
}

ax_value ax_put_at(ax_value operand, ax_value indices, ax_value updates, int64_t axis,
                   ax_location here)
{
    return put("put", operand, indices, updates, axis, NULL, here);
}

static void add_update(ax_builder *builder, const ax_value *in, ax_value *out, void *user)
{
    out[0] = ax_emit_one(builder, &ax_op_add, in, 2, NULL, 0, *(const ax_location *)user);
}

ax_value ax_put_add_at(ax_value operand, ax_value indices, ax_value updates, int64_t axis,
                       ax_location here)
{
    return put("put_add", operand, indices, updates, axis, add_update, here);
}
