/* Cases that go by indices: takes, puts, windows that are selected. */
#include "bench/array_cases.h"

#include <axmap/elementwise.h>
#include <axmap/indexing.h>
#include <axmap/reduction.h>
#include <axmap/shape.h>
#include <stdlib.h>

/* `count` indices below `bound`, all over it; or 2 `count` for pairs. NULL without memory: the graph
 * then has the error. */
static ax_value indices(ax_builder *b, ax_ints dims, int64_t bound)
{
    ax_type type = {.dtype = AX_I32, .ndim = dims.count};
    for (int32_t d = 0; d < dims.count; d++)
        type.dims[d] = dims.values[d];
    int64_t count = ax_type_count(&type);
    int32_t *data = malloc((size_t)count * sizeof *data);
    if (!data) {
        ax_builder_fail(b, AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a benchmark"));
        return (ax_value){b, NULL};
    }
    for (int64_t i = 0; i < count; i++)
        data[i] = (int32_t)((uint32_t)i * 2654435761u % (uint32_t)bound);
    ax_value value = ax_constant(b, &type, data);
    free(data);
    return value;
}

/* list: the axis. As many indices as it is long. */
static ax_value take(const ax_array_case *c, ax_value x)
{
    int64_t size = c->dims[c->list[0]];
    return ax_take(x, indices(x.builder, AX_LIST(size), size), c->list[0]);
}

/* list: how many rows are taken. */
static ax_value embed(const ax_array_case *c, ax_value x)
{
    int64_t rows = c->list[0];
    return ax_take(x, indices(x.builder, AX_LIST(rows), c->dims[0]), 0);
}

/* Element i, j for each pair. */
static ax_value take_pairs(const ax_array_case *c, ax_value x)
{
    int64_t count = c->dims[0] * c->dims[1];
    ax_gather_options options = {.collapsed_slice_dims = AX_LIST(0, 1),
                                 .start_index_map = AX_LIST(0, 1),
                                 .index_vector_dim = 1,
                                 .slice_sizes = AX_LIST(1, 1)};
    return ax_gather(x, indices(x.builder, AX_LIST(count, 2), c->dims[0]), &options);
}

/* Each row by indices of its own. */
static ax_value take_along(const ax_array_case *c, ax_value x)
{
    ax_gather_options options = {.collapsed_slice_dims = AX_LIST(1),
                                 .operand_batching_dims = AX_LIST(0),
                                 .start_indices_batching_dims = AX_LIST(0),
                                 .start_index_map = AX_LIST(1),
                                 .index_vector_dim = 2,
                                 .slice_sizes = AX_LIST(1, 1)};
    ax_ints dims = {2, c->dims};
    return ax_gather(x, indices(x.builder, dims, c->dims[1]), &options);
}

/* Rows of x put into, or combined with, rows of an array of list[0] rows. */
static ax_value scatter(const ax_array_case *c, ax_value x, ax_trace_fn *body)
{
    ax_type type = ax_value_type(x);
    type.dims[0] = c->list[0];
    ax_value zero = ax_scalar(x.builder, type.dtype, 0), result;
    ax_ints dims = {type.ndim, type.dims};
    ax_value array = ax_broadcast_in_dim(zero, dims, AX_EMPTY_LIST);
    ax_ints window = {type.ndim - 1, (const int64_t[]){1}}; /* of a matrix: rows */
    ax_scatter_options options = {.update_window_dims = window,
                                  .inserted_window_dims = AX_LIST(0),
                                  .scatter_dims_to_operand_dims = AX_LIST(0),
                                  .index_vector_dim = 1};
    ax_scatter(&array, indices(x.builder, AX_LIST(c->dims[0]), c->list[0]), &x, 1, &options, body,
               NULL, &result);
    return result;
}

static ax_value put(const ax_array_case *c, ax_value x)
{
    return scatter(c, x, NULL);
}

static ax_value add_at(const ax_array_case *c, ax_value x)
{
    return scatter(c, x, ax_bench_add);
}

static ax_value max_at(const ax_array_case *c, ax_value x)
{
    return scatter(c, x, ax_bench_max);
}

/* By a region that is no known op, so that it runs on lanes. */
static ax_value logaddexp_at(const ax_array_case *c, ax_value x)
{
    return scatter(c, x, ax_bench_logaddexp);
}

static void ge_body(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)b, (void)user;
    out[0] = ax_compare(in[0], in[1], AX_GE);
}

/* The gradient of a max pool, of which a corner of x is the cotangent; list: the window. */
static ax_value max_pool_gradient(const ax_array_case *c, ax_value x)
{
    int64_t strides[AX_ARRAY_LIST], dims[AX_ARRAY_LIST];
    const int64_t zeros[AX_ARRAY_LIST] = {0};
    for (int32_t d = 0; d < c->ndim; d++) {
        strides[d] = c->list[d] > 1 ? c->stride : 1;
        dims[d] = (c->dims[d] - c->list[d]) / strides[d] + 1;
    }
    ax_ints start = {c->ndim, zeros}, limit = {c->ndim, dims}, steps = {c->ndim, strides};
    ax_value source = ax_slice(x, start, limit, AX_EMPTY_LIST);
    ax_value zero = ax_scalar(x.builder, ax_value_type(x).dtype, 0);
    ax_window_options options = {.dimensions = ax_array_case_list(c), .strides = steps};
    return ax_select_and_scatter(x, source, zero, &options, ge_body, ax_bench_add, NULL);
}

/* list: the slice's dims. */
static ax_value dynamic_slice(const ax_array_case *c, ax_value x)
{
    ax_value start = ax_scalar(x.builder, AX_I32, 7);
    const ax_value starts[AX_ARRAY_LIST] = {start, start, start, start};
    return ax_dynamic_slice(x, starts, ax_array_case_list(c));
}

static ax_value reverse(const ax_array_case *c, ax_value x)
{
    return ax_reverse(x, ax_array_case_list(c));
}

#define ALL                             \
    {                                   \
        AX_F32, AX_I32, AX_F16, AX_BF16 \
    }
#define TWO            \
    {                  \
        AX_F32, AX_I32 \
    }
#define ONE    \
    {          \
        AX_F32 \
    }

const ax_array_case ax_index_cases[] = {
    {"take along axis 0", take, 1, 1, {16777216}, {0}, 0, ALL},
    {"take along axis 0", take, 2, 1, {1048576, 16}, {0}, 0, ONE},
    {"take along axis 0", take, 2, 1, {4096, 4096}, {0}, 0, ONE},
    {"take 1048576 rows", embed, 2, 1, {100000, 64}, {1048576}, 0, ONE},
    {"take 1048576 rows", embed, 2, 1, {1048576, 64}, {1048576}, 0, ONE},
    {"take along axis 1", take, 2, 1, {4096, 4096}, {1}, 0, ONE},
    {"take pairs", take_pairs, 2, 0, {4096, 4096}, {0}, 0, ONE},
    {"take each row's own", take_along, 2, 0, {4096, 4096}, {0}, 0, ONE},
    {"take each row's own", take_along, 2, 0, {4194304, 4}, {0}, 0, ONE},
    {"put into 16777216", put, 1, 1, {16777216}, {16777216}, 0, ALL},
    {"put into 1048576", put, 2, 1, {1048576, 16}, {1048576}, 0, ONE},
    {"add at 16777216", add_at, 1, 1, {16777216}, {16777216}, 0, ALL},
    {"add at 1000", add_at, 1, 1, {16777216}, {1000}, 0, TWO},
    {"add at 1048576", add_at, 2, 1, {1048576, 16}, {1048576}, 0, ONE},
    {"add at 100000", add_at, 2, 1, {262144, 64}, {100000}, 0, ONE},
    {"add at 1048576", add_at, 2, 1, {262144, 64}, {1048576}, 0, ONE},
    {"maximum at 16777216", max_at, 1, 1, {16777216}, {16777216}, 0, ONE},
    {"logaddexp at 1048576", logaddexp_at, 1, 1, {1048576}, {1048576}, 0, ONE},
    {"gradient of max pool 2x2 by 2",
     max_pool_gradient,
     4,
     4,
     {16, 128, 128, 64},
     {1, 2, 2, 1},
     2,
     ONE},
    {"gradient of max pool 3x3 by 2",
     max_pool_gradient,
     4,
     4,
     {16, 64, 128, 128},
     {1, 1, 3, 3},
     2,
     ONE},
    {"dynamic slice 4000 4000", dynamic_slice, 2, 2, {4096, 4096}, {4000, 4000}, 0, ONE},
    {"reverse 0", reverse, 2, 1, {4096, 4096}, {0}, 0, TWO},
    {"reverse 1", reverse, 2, 1, {4096, 4096}, {1}, 0, TWO},
    {0},
};
