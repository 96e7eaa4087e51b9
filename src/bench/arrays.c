#include "bench/arrays.h"

#include "backend/executable.h"
#include "base/clock.h"
#include "base/half.h"
#include "transform/fn.h"

#include <axmap/call.h>
#include <axmap/elementwise.h>
#include <axmap/indexing.h>
#include <axmap/reduction.h>
#include <axmap/shape.h>
#include <axmap/sorting.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_RUNS = 200, MOST_LIST = 4 };

/* ---- the ops ---- */

typedef struct array_case array_case;
typedef ax_value build_fn(const array_case *c, ax_value x);

/* One op on one array; `list` is its axes, permutation, window or whatever else it takes. */
struct array_case {
    const char *op;
    build_fn *build;
    int32_t ndim, nlist;
    int64_t dims[MOST_LIST], list[MOST_LIST];
    int64_t stride; /* of windows */
    ax_dtype dtypes[4];
};

static ax_ints list_of(const array_case *c)
{
    return (ax_ints){c->nlist, c->list};
}

static ax_value sum(const array_case *c, ax_value x)
{
    return ax_sum(x, list_of(c));
}

static ax_value largest(const array_case *c, ax_value x)
{
    return ax_max(x, list_of(c));
}

static ax_value argmax(const array_case *c, ax_value x)
{
    return ax_argmax(x, c->list[0]);
}

static ax_value transpose(const array_case *c, ax_value x)
{
    return ax_transpose(x, list_of(c));
}

static void add_body(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)b, (void)user;
    out[0] = ax_add(in[0], in[1]);
}

static void max_body(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)b, (void)user;
    out[0] = ax_maximum(in[0], in[1]);
}

/* Neither addition nor maximum, so that it runs as a region: log(exp(a) + exp(b)). */
static void logaddexp_body(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)b, (void)user;
    ax_value larger = ax_maximum(in[0], in[1]), smaller = ax_minimum(in[0], in[1]);
    out[0] = ax_add(larger, ax_log1p(ax_exp(ax_sub(smaller, larger))));
}

/* A window that grows from the start of the axis, as cumulative sums are lowered. */
static ax_value cumulative(const array_case *c, ax_value x, ax_trace_fn *body, double init)
{
    int64_t window[MOST_LIST], padding[2 * MOST_LIST] = {0}, axis = c->list[0];
    for (int32_t d = 0; d < c->ndim; d++)
        window[d] = d == axis ? c->dims[d] : 1;
    padding[2 * axis] = c->dims[axis] - 1;
    ax_value start = ax_scalar(x.builder, ax_value_type(x).dtype, init), out;
    ax_window_options options = {.dimensions = {c->ndim, window},
                                 .padding = {2 * c->ndim, padding}};
    ax_reduce_window(&x, &start, 1, &options, body, NULL, &out);
    return out;
}

static ax_value cumsum(const array_case *c, ax_value x)
{
    return cumulative(c, x, add_body, 0);
}

static ax_value cummax(const array_case *c, ax_value x)
{
    return cumulative(c, x, max_body, -INFINITY);
}

static ax_value cumlogsumexp(const array_case *c, ax_value x)
{
    return cumulative(c, x, logaddexp_body, -INFINITY);
}

/* list: the window. */
static ax_value max_pool(const array_case *c, ax_value x)
{
    int64_t strides[MOST_LIST];
    for (int32_t d = 0; d < c->ndim; d++)
        strides[d] = c->list[d] > 1 ? c->stride : 1;
    ax_ints steps = {c->ndim, strides};
    return ax_max_pool(x, list_of(c), steps);
}

static ax_value twice(const array_case *c, ax_value x)
{
    const ax_value both[] = {x, x};
    return ax_concatenate(both, 2, c->list[0]);
}

/* One element on either side of each dimension. */
static ax_value pad(const array_case *c, ax_value x)
{
    const int64_t ones[MOST_LIST] = {1, 1, 1, 1}, zeros[MOST_LIST] = {0};
    ax_value zero = ax_scalar(x.builder, ax_value_type(x).dtype, 0);
    ax_ints edge = {c->ndim, ones}, none = {c->ndim, zeros};
    return ax_pad(x, zero, edge, edge, none);
}

/* A vector over a square; list: the axis that it lies along. */
static ax_value spread(const array_case *c, ax_value x)
{
    int64_t square[] = {c->dims[0], c->dims[0]};
    ax_ints dims = {2, square};
    return ax_broadcast_in_dim(x, dims, list_of(c));
}

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
static ax_value take(const array_case *c, ax_value x)
{
    int64_t size = c->dims[c->list[0]];
    return ax_take(x, indices(x.builder, AX_LIST(size), size), c->list[0]);
}

/* Element i, j for each pair. */
static ax_value take_pairs(const array_case *c, ax_value x)
{
    int64_t count = c->dims[0] * c->dims[1];
    ax_gather_options options = {.collapsed_slice_dims = AX_LIST(0, 1),
                                 .start_index_map = AX_LIST(0, 1),
                                 .index_vector_dim = 1,
                                 .slice_sizes = AX_LIST(1, 1)};
    return ax_gather(x, indices(x.builder, AX_LIST(count, 2), c->dims[0]), &options);
}

/* Each row by indices of its own. */
static ax_value take_along(const array_case *c, ax_value x)
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
static ax_value scatter(const array_case *c, ax_value x, ax_trace_fn *body)
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

static ax_value put(const array_case *c, ax_value x)
{
    return scatter(c, x, NULL);
}

static ax_value add_at(const array_case *c, ax_value x)
{
    return scatter(c, x, add_body);
}

static ax_value max_at(const array_case *c, ax_value x)
{
    return scatter(c, x, max_body);
}

/* By a region that is no known op, so that it runs on lanes. */
static ax_value logaddexp_at(const array_case *c, ax_value x)
{
    return scatter(c, x, logaddexp_body);
}

/* list: the slice's dims. */
static ax_value dynamic_slice(const array_case *c, ax_value x)
{
    ax_value start = ax_scalar(x.builder, AX_I32, 7);
    const ax_value starts[MOST_LIST] = {start, start, start, start};
    return ax_dynamic_slice(x, starts, list_of(c));
}

static ax_value reverse(const array_case *c, ax_value x)
{
    return ax_reverse(x, list_of(c));
}

static ax_value sort(const array_case *c, ax_value x)
{
    return ax_sort(x, c->list[0]);
}

static ax_value argsort(const array_case *c, ax_value x)
{
    return ax_argsort(x, c->list[0]);
}

/* list: how many. */
static ax_value top(const array_case *c, ax_value x)
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

static const array_case cases[] = {
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
    {"argmax over axis 0", argmax, 1, 1, {16777216}, {0}, 0, TWO},
    {"argmax over axis 0", argmax, 2, 1, {4096, 4096}, {0}, 0, TWO},
    {"argmax over axis 1", argmax, 2, 1, {4096, 4096}, {1}, 0, TWO},
    {"cumsum along axis 0", cumsum, 1, 1, {16777216}, {0}, 0, ALL},
    {"cumsum along axis 0", cumsum, 2, 1, {4096, 4096}, {0}, 0, TWO},
    {"cumsum along axis 1", cumsum, 2, 1, {4096, 4096}, {1}, 0, TWO},
    {"cummax along axis 0", cummax, 1, 1, {16777216}, {0}, 0, TWO},
    {"cummax along axis 0", cummax, 2, 1, {4096, 4096}, {0}, 0, TWO},
    {"cummax along axis 1", cummax, 2, 1, {4096, 4096}, {1}, 0, TWO},
    {"cumlogsumexp along axis 0", cumlogsumexp, 1, 1, {1048576}, {0}, 0, ONE},
    {"max pool 2x2 by 2", max_pool, 4, 4, {16, 128, 128, 64}, {1, 2, 2, 1}, 2, ALL},
    {"max pool 3x3 by 1", max_pool, 4, 4, {16, 128, 128, 64}, {1, 3, 3, 1}, 1, TWO},
    {"max pool 3x3 by 2", max_pool, 4, 4, {16, 64, 128, 128}, {1, 1, 3, 3}, 2, TWO},
    {"max pool 2x2 by 2", max_pool, 4, 4, {16, 64, 128, 128}, {1, 1, 2, 2}, 2, TWO},
    {"transpose 1 0", transpose, 2, 2, {4096, 4096}, {1, 0}, 0, ALL},
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
    {"take along axis 0", take, 1, 1, {16777216}, {0}, 0, ALL},
    {"take along axis 0", take, 2, 1, {1048576, 16}, {0}, 0, ONE},
    {"take along axis 0", take, 2, 1, {4096, 4096}, {0}, 0, ONE},
    {"take along axis 1", take, 2, 1, {4096, 4096}, {1}, 0, ONE},
    {"take pairs", take_pairs, 2, 0, {4096, 4096}, {0}, 0, ONE},
    {"take each row's own", take_along, 2, 0, {4096, 4096}, {0}, 0, ONE},
    {"take each row's own", take_along, 2, 0, {4194304, 4}, {0}, 0, ONE},
    {"put into 16777216", put, 1, 1, {16777216}, {16777216}, 0, ALL},
    {"put into 1048576", put, 2, 1, {1048576, 16}, {1048576}, 0, ONE},
    {"add at 16777216", add_at, 1, 1, {16777216}, {16777216}, 0, ALL},
    {"add at 1000", add_at, 1, 1, {16777216}, {1000}, 0, TWO},
    {"add at 1048576", add_at, 2, 1, {1048576, 16}, {1048576}, 0, ONE},
    {"maximum at 16777216", max_at, 1, 1, {16777216}, {16777216}, 0, ONE},
    {"logaddexp at 1048576", logaddexp_at, 1, 1, {1048576}, {1048576}, 0, ONE},
    {"dynamic slice 4000 4000", dynamic_slice, 2, 2, {4096, 4096}, {4000, 4000}, 0, ONE},
    {"reverse 0", reverse, 2, 1, {4096, 4096}, {0}, 0, TWO},
    {"reverse 1", reverse, 2, 1, {4096, 4096}, {1}, 0, TWO},
    {"sort along axis 0", sort, 1, 1, {16777216}, {0}, 0, ALL},
    {"sort along axis 1", sort, 2, 1, {4096, 4096}, {1}, 0, TWO},
    {"sort along axis 0", sort, 2, 1, {4096, 4096}, {0}, 0, TWO},
    {"sort along axis 1", sort, 2, 1, {131072, 128}, {1}, 0, TWO},
    {"sort along axis 1", sort, 2, 1, {1048576, 16}, {1}, 0, TWO},
    {"argsort along axis 0", argsort, 1, 1, {16777216}, {0}, 0, TWO},
    {"argsort along axis 1", argsort, 2, 1, {4096, 4096}, {1}, 0, TWO},
    {"argsort along axis 1", argsort, 2, 1, {131072, 128}, {1}, 0, TWO},
    {"top 10", top, 2, 1, {4096, 4096}, {10}, 0, TWO},
};

/* ---- running one ---- */

static void trace(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)b;
    const array_case *c = user;
    out[0] = c->build(c, in[0]);
}

/* Numbers of both signs: small ones, all different for a while; for orders (`scattered`) large ones
 * without a pattern. */
static void fill(ax_dtype dtype, bool scattered, int64_t count, void *data)
{
    for (int64_t i = 0; i < count; i++) {
        uint32_t hash = (uint32_t)i * 2654435761u;
        hash = (hash ^ hash >> 15) * 2246822519u;
        int32_t number = scattered ? (int32_t)(hash ^ hash >> 13)
                                   : (int32_t)(i * 7919 % 2003) - 1001;
        switch (dtype) {
        case AX_F32: ((float *)data)[i] = (float)number / 1024; break;
        case AX_F16: {
            double value = scattered ? (double)(number >> 20) : (double)number / 1024;
            ((uint16_t *)data)[i] = ax_f16_from_f64(value);
            break;
        }
        case AX_BF16: ((uint16_t *)data)[i] = ax_bf16_from_f64((double)number / 1024); break;
        default: ((int32_t *)data)[i] = number;
        }
    }
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static ax_status *time_runs(ax_runner *runner, const void *in, void *out, double min_time,
                            double *out_seconds)
{
    double times[MOST_RUNS], begun = ax_clock();
    int runs = 0;
    for (int i = -1; i < MOST_RUNS && (i < 3 || ax_clock() - begun < min_time); i++) {
        double start = ax_clock();
        AX_TRY(ax_runner_run(runner, &in, &out));
        if (i >= 0)
            times[runs++] = ax_clock() - start;
    }
    qsort(times, (size_t)runs, sizeof *times, by_value);
    *out_seconds = times[runs / 2];
    return NULL;
}

/* What one case holds while it runs. */
typedef struct holdings {
    ax_fn *fn;
    ax_executable *executable;
    ax_runner *runner;
    void *in, *out;
} holdings;

static ax_status *measure(ax_context *context, const array_case *c, const ax_type *type,
                          double min_time, holdings *h, double *out_seconds)
{
    ax_graph *graph;
    AX_TRY(ax_fn_create(trace, (void *)(uintptr_t)c, 1, 1, &h->fn));
    AX_TRY(ax_fn_trace(h->fn, type, NULL, &graph));
    int64_t bytes = ax_type_bytes(&graph->outputs[0]->type);
    AX_TRY(ax_executable_create(graph, context->backend, context->blas, &h->executable));
    AX_TRY(ax_runner_create(h->executable, context->allocator, &h->runner));
    h->in = malloc((size_t)ax_type_bytes(type));
    h->out = malloc((size_t)bytes);
    if (!h->in || !h->out)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a benchmark");
    bool order = c->build == sort || c->build == argsort || c->build == top;
    fill(type->dtype, order, ax_type_count(type), h->in);
    return time_runs(h->runner, h->in, h->out, min_time, out_seconds);
}

static ax_status *run_case(ax_context *context, const array_case *c, ax_dtype dtype,
                           const char *part, double min_time,
                           void (*report)(const ax_array_time *time))
{
    ax_type type;
    char name[128];
    AX_TRY(ax_type_make(dtype, c->ndim, c->dims, &type));
    snprintf(name, sizeof name, "%s of %s", c->op, AX_TYPE_STRING(&type));
    if (part && !strstr(name, part))
        return NULL;
    holdings h = {0};
    ax_array_time time = {.what = name};
    ax_status *status = measure(context, c, &type, min_time, &h, &time.seconds);
    ax_runner_free(h.runner);
    ax_executable_free(h.executable);
    ax_fn_release(h.fn);
    free(h.in);
    free(h.out);
    if (!status)
        report(&time);
    return status;
}

ax_status *ax_bench_arrays(ax_context *context, const char *part, double min_time,
                           void (*report)(const ax_array_time *time))
{
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (size_t d = 0; d < 4 && (d == 0 || cases[i].dtypes[d] != AX_BOOL); d++)
            AX_TRY(run_case(context, &cases[i], cases[i].dtypes[d], part, min_time, report));
    }
    return NULL;
}
