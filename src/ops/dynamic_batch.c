/* vmap of dynamic_slice and dynamic_update_slice. With the same start for all rows they stay what they
 * are; with a start for each row they become a gather and a scatter, a window a row. */
#include "base/checked.h"
#include "ops/dynamic.h"
#include "ops/ops.h"

#include <axmap/elementwise.h>
#include <axmap/indexing.h>
#include <axmap/shape.h>

/* The start indices of one equation. */
typedef struct starts {
    int32_t first;        /* operand */
    const ax_type *whole; /* what is sliced, in the old graph, and the slice */
    ax_type slice;
    ax_dtype dtype;
} starts;

static starts starts_of(const ax_eqn *eqn, int32_t first, const ax_type *slice)
{
    starts s = {first, ax_operand_type(eqn, 0), *slice, AX_I32};
    if (s.whole->ndim > 0)
        s.dtype = ax_operand_type(eqn, first)->dtype;
    return s;
}

/* A slice as long as its dimension starts at 0, whatever its start says. */
static bool matters(const starts *s, int32_t dim)
{
    return s->slice.dims[dim] != s->whole->dims[dim];
}

static bool any_mapped(const ax_batching *batching, const ax_eqn *eqn, const starts *s)
{
    for (int32_t d = 0; d < s->whole->ndim; d++) {
        if (matters(s, d) && ax_batch_operand(batching, eqn, s->first + d).axis != AX_NOT_MAPPED)
            return true;
    }
    return false;
}

/* A scalar of an index dtype; the hosts are little-endian, so its low bytes come first. */
static ax_value index_constant(ax_builder *builder, ax_dtype dtype, int64_t value, ax_location here)
{
    ax_type type = ax_type_scalar(dtype);
    return ax_constant_at(builder, &type, &value, here);
}

/* ---- the same start for all rows ---- */

/* Start indices for the operand with the batch at `axis`, along which slices start at 0. */
static void shared_starts(ax_batching *batching, const ax_eqn *eqn, const starts *s, int32_t axis,
                          ax_value *out_starts)
{
    ax_value zero = index_constant(batching->builder, s->dtype, 0, eqn->location);
    for (int32_t d = 0; d < s->whole->ndim; d++) {
        ax_batched start = ax_batch_operand(batching, eqn, s->first + d);
        out_starts[d + (axis != AX_NOT_MAPPED && d >= axis)] = matters(s, d) ? start.value : zero;
    }
    if (axis != AX_NOT_MAPPED)
        out_starts[axis] = zero;
}

/* Emits the equation's op on `count` operands and records its result. */
static void emit_same_op(ax_batching *batching, const ax_eqn *eqn, const ax_value *operands,
                         int32_t count, const ax_attr *attr, int32_t axis)
{
    ax_value result = ax_emit_one(batching->builder, eqn->op, operands, count, attr, attr ? 1 : 0,
                                  eqn->location);
    ax_batch_results(batching, eqn, &result, axis);
}

/* ---- a start for each row ---- */

static int64_t largest_of(ax_dtype dtype)
{
    int64_t bits = 8 * ax_dtype_bytes(dtype) - (ax_dtype_kind(dtype) == AX_KIND_SIGNED);
    return bits >= 63 ? INT64_MAX : ((int64_t)1 << bits) - 1;
}

/* The starts that matter, as vectors [rows, count], and the dimensions that they move along. */
static ax_value start_vectors(ax_batching *batching, const ax_eqn *eqn, const starts *s,
                              bool clamped, int64_t *out_dims, int32_t *out_count)
{
    ax_builder *builder = batching->builder;
    ax_location here = eqn->location;
    ax_value columns[AX_MAX_NDIM];
    int32_t count = 0;
    for (int32_t d = 0; d < s->whole->ndim; d++) {
        if (!matters(s, d))
            continue;
        ax_value start = ax_batch_operand_at(batching, eqn, s->first + d, 0);
        if (clamped) { /* a limit that the dtype does not reach is none */
            int64_t last = ax_min_i64(s->whole->dims[d] - s->slice.dims[d], largest_of(s->dtype));
            start = ax_clamp_at(index_constant(builder, s->dtype, 0, here), start,
                                index_constant(builder, s->dtype, last, here), here);
        }
        out_dims[count] = d;
        columns[count++] = ax_reshape_at(start, AX_LIST(batching->size, 1), here);
    }
    *out_count = count;
    return count == 1 ? columns[0] : ax_concatenate_at(columns, count, 1, here);
}

static void slice_each_row(ax_batching *batching, const ax_eqn *eqn, const starts *s)
{
    ax_batched operand = ax_batch_operand(batching, eqn, 0);
    bool mapped = operand.axis != AX_NOT_MAPPED;
    int64_t dims[AX_MAX_NDIM], offsets[AX_MAX_NDIM], operand_axis = operand.axis, rows_axis = 0;
    int32_t count;
    ax_value vectors = start_vectors(batching, eqn, s, false, dims, &count);
    for (int32_t d = 0; d < s->slice.ndim; d++)
        offsets[d] = d + 1;
    for (int32_t i = 0; mapped && i < count; i++)
        dims[i] += dims[i] >= operand.axis;
    ax_ints sizes = {s->slice.ndim, s->slice.dims};
    if (mapped)
        sizes = ax_ints_inserted(batching->builder, sizes, operand.axis, batching->size > 0);
    ax_gather_options options = {
        .offset_dims = {s->slice.ndim, offsets},
        .operand_batching_dims = {mapped, &operand_axis},
        .start_indices_batching_dims = {mapped, &rows_axis},
        .start_index_map = {count, dims},
        .index_vector_dim = 1,
        .slice_sizes = sizes,
    };
    ax_value result = ax_gather_at(operand.value, vectors, &options, eqn->location);
    ax_batch_results(batching, eqn, &result, 0);
}

static void update_each_row(ax_batching *batching, const ax_eqn *eqn, const starts *s)
{
    ax_value operand = ax_batch_operand_at(batching, eqn, 0, 0);
    ax_value update = ax_batch_operand_at(batching, eqn, 1, 0);
    int64_t dims[AX_MAX_NDIM], window[AX_MAX_NDIM];
    int32_t count;
    ax_value vectors = start_vectors(batching, eqn, s, true, dims, &count);
    for (int32_t d = 0; d < s->slice.ndim; d++)
        window[d] = d + 1;
    for (int32_t i = 0; i < count; i++)
        dims[i]++;
    ax_scatter_options options = {
        .update_window_dims = {s->slice.ndim, window},
        .input_batching_dims = AX_LIST(0),
        .scatter_indices_batching_dims = AX_LIST(0),
        .scatter_dims_to_operand_dims = {count, dims},
        .index_vector_dim = 1,
        .unique_indices = true,
    };
    ax_value result;
    ax_scatter_at(&operand, vectors, &update, 1, &options, NULL, NULL, &result, eqn->location);
    ax_batch_results(batching, eqn, &result, 0);
}

/* ---- rules ---- */

void ax_batch_dynamic_slice(ax_batching *batching, const ax_eqn *eqn)
{
    ax_type slice = *ax_operand_type(eqn, 0);
    ax_ints sizes = ax_eqn_ints(eqn, AX_ATTR_SLICE_SIZES);
    for (int32_t i = 0; i < slice.ndim; i++)
        slice.dims[i] = sizes.values[i];
    starts s = starts_of(eqn, AX_SLICE_STARTS, &slice);
    if (any_mapped(batching, eqn, &s)) {
        slice_each_row(batching, eqn, &s);
        return;
    }
    ax_batched operand = ax_batch_operand(batching, eqn, 0);
    ax_value operands[AX_SLICE_STARTS + AX_MAX_NDIM] = {operand.value};
    shared_starts(batching, eqn, &s, operand.axis, operands + AX_SLICE_STARTS);
    if (operand.axis != AX_NOT_MAPPED)
        sizes = ax_ints_inserted(batching->builder, sizes, operand.axis, batching->size);
    ax_attr attr = {.key = AX_ATTR_SLICE_SIZES, .ints = sizes};
    emit_same_op(batching, eqn, operands, AX_SLICE_STARTS + sizes.count, &attr, operand.axis);
}

void ax_batch_dynamic_update_slice(ax_batching *batching, const ax_eqn *eqn)
{
    starts s = starts_of(eqn, AX_UPDATE_STARTS, ax_operand_type(eqn, 1));
    if (any_mapped(batching, eqn, &s)) {
        update_each_row(batching, eqn, &s);
        return;
    }
    ax_batched operand = ax_batch_operand(batching, eqn, 0);
    ax_batched update = ax_batch_operand(batching, eqn, 1);
    int32_t axis = operand.axis != AX_NOT_MAPPED ? operand.axis : update.axis;
    ax_value operands[AX_UPDATE_STARTS + AX_MAX_NDIM] = {operand.value, update.value};
    int32_t count = AX_UPDATE_STARTS + s.whole->ndim;
    if (axis != AX_NOT_MAPPED) {
        ax_type wide; /* both have room for the batch */
        if (!ax_batch_insert_dim(batching, eqn, s.whole, axis, &wide))
            return;
        operands[0] = ax_batch_operand_at(batching, eqn, 0, axis);
        operands[1] = ax_batch_operand_at(batching, eqn, 1, axis);
        count++;
    }
    shared_starts(batching, eqn, &s, axis, operands + AX_UPDATE_STARTS);
    emit_same_op(batching, eqn, operands, count, NULL, axis);
}
