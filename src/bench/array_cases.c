#include "bench/array_cases.h"

#include <axmap/elementwise.h>
#include <axmap/reduction.h>
#include <axmap/shape.h>
#include <axmap/sorting.h>
#include <math.h>

static ax_value sum(const ax_array_case *c, ax_value x)
{
    return ax_sum(x, ax_array_case_list(c));
}

static ax_value largest(const ax_array_case *c, ax_value x)
{
    return ax_max(x, ax_array_case_list(c));
}

static ax_value argmax(const ax_array_case *c, ax_value x)
{
    return ax_argmax(x, c->list[0]);
}

static ax_value transpose(const ax_array_case *c, ax_value x)
{
    return ax_transpose(x, ax_array_case_list(c));
}

void ax_bench_add(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)b, (void)user;
    out[0] = ax_add(in[0], in[1]);
}

void ax_bench_max(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)b, (void)user;
    out[0] = ax_maximum(in[0], in[1]);
}

/* Neither addition nor maximum, so that it runs as a region: log(exp(a) + exp(b)). */
void ax_bench_logaddexp(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)b, (void)user;
    ax_value larger = ax_maximum(in[0], in[1]), smaller = ax_minimum(in[0], in[1]);
    out[0] = ax_add(larger, ax_log1p(ax_exp(ax_sub(smaller, larger))));
}

/* A window that grows from the start of the axis, as cumulative sums are lowered. */
static ax_value cumulative(const ax_array_case *c, ax_value x, ax_trace_fn *body, double init)
{
    int64_t window[AX_ARRAY_LIST], padding[2 * AX_ARRAY_LIST] = {0}, axis = c->list[0];
    for (int32_t d = 0; d < c->ndim; d++)
        window[d] = d == axis ? c->dims[d] : 1;
    padding[2 * axis] = c->dims[axis] - 1;
    ax_value start = ax_scalar(x.builder, ax_value_type(x).dtype, init), out;
    ax_window_options options = {.dimensions = {c->ndim, window},
                                 .padding = {2 * c->ndim, padding}};
    ax_reduce_window(&x, &start, 1, &options, body, NULL, &out);
    return out;
}

static ax_value cumsum(const ax_array_case *c, ax_value x)
{
    return cumulative(c, x, ax_bench_add, 0);
}

static ax_value cummax(const ax_array_case *c, ax_value x)
{
    return cumulative(c, x, ax_bench_max, -INFINITY);
}

static ax_value cumlogsumexp(const ax_array_case *c, ax_value x)
{
    return cumulative(c, x, ax_bench_logaddexp, -INFINITY);
}

/* list: the window. */
static ax_value max_pool(const ax_array_case *c, ax_value x)
{
    int64_t strides[AX_ARRAY_LIST];
    for (int32_t d = 0; d < c->ndim; d++)
        strides[d] = c->list[d] > 1 ? c->stride : 1;
    ax_ints steps = {c->ndim, strides};
    return ax_max_pool(x, ax_array_case_list(c), steps);
}

static ax_value twice(const ax_array_case *c, ax_value x)
{
    const ax_value both[] = {x, x};
    return ax_concatenate(both, 2, c->list[0]);
}

/* One element on either side of each dimension. */
static ax_value pad(const ax_array_case *c, ax_value x)
{
    const int64_t ones[AX_ARRAY_LIST] = {1, 1, 1, 1}, zeros[AX_ARRAY_LIST] = {0};
    ax_value zero = ax_scalar(x.builder, ax_value_type(x).dtype, 0);
    ax_ints edge = {c->ndim, ones}, none = {c->ndim, zeros};
    return ax_pad(x, zero, edge, edge, none);
}

/* A vector over a square; list: the axis that it lies along. */
static ax_value spread(const ax_array_case *c, ax_value x)
{
    int64_t square[] = {c->dims[0], c->dims[0]};
    ax_ints dims = {2, square};
    return ax_broadcast_in_dim(x, dims, ax_array_case_list(c));
}

static ax_value sort(const ax_array_case *c, ax_value x)
{
    return ax_sort(x, c->list[0]);
}

static ax_value argsort(const ax_array_case *c, ax_value x)
{
    return ax_argsort(x, c->list[0]);
}

/* list: how many. */
static ax_value top(const ax_array_case *c, ax_value x)
{
    ax_value values, indices;
    ax_top_k(x, c->list[0], &values, &indices);
    return values;
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

const ax_array_case ax_array_cases[] = {
    {"sum over axis 0", sum, 2, 1, {4096, 4096}, {0}, 0, ALL},
    {"sum over axis 1", sum, 2, 1, {4096, 4096}, {1}, 0, ALL},
    {"sum over axes 0 1", sum, 2, 2, {4096, 4096}, {0, 1}, 0, ALL},
    {"sum over axis 1", sum, 3, 1, {256, 256, 256}, {1}, 0, TWO},
    {"sum over axes 0 2", sum, 3, 2, {256, 256, 256}, {0, 2}, 0, TWO},
    {"sum over axis 1", sum, 2, 1, {4194304, 4}, {1}, 0, TWO},
    {"sum over axis 0", sum, 2, 1, {4194304, 4}, {0}, 0, TWO},
    {"max over axis 0", largest, 2, 1, {4096, 4096}, {0}, 0, ALL},
    {"max over axis 1", largest, 2, 1, {4096, 4096}, {1}, 0, ALL},
    {"max over axes 0 1", largest, 2, 2, {4096, 4096}, {0, 1}, 0, ALL},
    {"argmax over axis 0", argmax, 1, 1, {16777216}, {0}, 0, ALL},
    {"argmax over axis 0", argmax, 2, 1, {4096, 4096}, {0}, 0, TWO},
    {"argmax over axis 1", argmax, 2, 1, {1048576, 16}, {1}, 0, TWO},
    {"argmax over axis 0", argmax, 2, 1, {1048576, 16}, {0}, 0, TWO},
    {"max over axis 1", largest, 2, 1, {1048576, 16}, {1}, 0, TWO},
    {"argmax over axis 1", argmax, 2, 1, {4096, 4096}, {1}, 0, TWO},
    {"cumsum along axis 0", cumsum, 1, 1, {16777216}, {0}, 0, ALL},
    {"cumsum along axis 0", cumsum, 2, 1, {4096, 4096}, {0}, 0, TWO},
    {"cumsum along axis 1", cumsum, 2, 1, {4096, 4096}, {1}, 0, TWO},
    {"cumsum along axis 0", cumsum, 2, 1, {4096, 1024}, {0}, 0, TWO},
    {"cumsum along axis 1", cumsum, 2, 1, {4096, 1024}, {1}, 0, TWO},
    {"cummax along axis 0", cummax, 1, 1, {16777216}, {0}, 0, TWO},
    {"cummax along axis 0", cummax, 2, 1, {4096, 4096}, {0}, 0, TWO},
    {"cummax along axis 1", cummax, 2, 1, {4096, 4096}, {1}, 0, TWO},
    {"cumlogsumexp along axis 0", cumlogsumexp, 1, 1, {1048576}, {0}, 0, ONE},
    {"max pool 2x2 by 2", max_pool, 4, 4, {16, 128, 128, 64}, {1, 2, 2, 1}, 2, ALL},
    {"max pool 3x3 by 1", max_pool, 4, 4, {16, 128, 128, 64}, {1, 3, 3, 1}, 1, TWO},
    {"max pool 3x3 by 2", max_pool, 4, 4, {16, 64, 128, 128}, {1, 1, 3, 3}, 2, TWO},
    {"max pool 2x2 by 2", max_pool, 4, 4, {16, 64, 128, 128}, {1, 1, 2, 2}, 2, TWO},
    {"transpose 1 0", transpose, 2, 2, {4096, 4096}, {1, 0}, 0, ALL},
    {"transpose 1 0", transpose, 2, 2, {8192, 8192}, {1, 0}, 0, TWO},
    {"transpose 2 1 0", transpose, 3, 3, {256, 256, 256}, {2, 1, 0}, 0, TWO},
    {"transpose 1 0 2", transpose, 3, 3, {256, 256, 256}, {1, 0, 2}, 0, TWO},
    {"transpose 0 2 1", transpose, 3, 3, {256, 256, 256}, {0, 2, 1}, 0, TWO},
    {"transpose 0 3 1 2", transpose, 4, 4, {16, 128, 128, 64}, {0, 3, 1, 2}, 0, TWO},
    {"transpose 0 2 3 1", transpose, 4, 4, {16, 64, 128, 128}, {0, 2, 3, 1}, 0, TWO},
    {"transpose 3 2 1 0", transpose, 4, 4, {64, 64, 64, 64}, {3, 2, 1, 0}, 0, TWO},
    {"concatenate along axis 0", twice, 2, 1, {2048, 4096}, {0}, 0, ONE},
    {"concatenate along axis 1", twice, 2, 1, {2097152, 4}, {1}, 0, ONE},
    {"pad by 1", pad, 2, 0, {4096, 4096}, {0}, 0, ONE},
    {"broadcast along columns", spread, 1, 1, {4096}, {0}, 0, ONE},
    {"broadcast along rows", spread, 1, 1, {4096}, {1}, 0, ONE},
    {0},
};

const ax_array_case ax_order_cases[] = {
    {"sort along axis 0", sort, 1, 1, {16777216}, {0}, 0, ALL},
    {"sort along axis 0", sort, 1, 1, {1048576}, {0}, 0, TWO},
    {"sort along axis 1", sort, 2, 1, {4096, 4096}, {1}, 0, TWO},
    {"sort along axis 0", sort, 2, 1, {4096, 4096}, {0}, 0, TWO},
    {"sort along axis 1", sort, 2, 1, {131072, 128}, {1}, 0, TWO},
    {"sort along axis 1", sort, 2, 1, {1048576, 16}, {1}, 0, TWO},
    {"argsort along axis 0", argsort, 1, 1, {16777216}, {0}, 0, TWO},
    {"argsort along axis 1", argsort, 2, 1, {4096, 4096}, {1}, 0, TWO},
    {"argsort along axis 1", argsort, 2, 1, {131072, 128}, {1}, 0, TWO},
    {"top 10", top, 2, 1, {4096, 4096}, {10}, 0, TWO},
    {0},
};
