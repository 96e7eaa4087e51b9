/* Random graphs of all that a backend compiles: elementwise ops, index ops, reductions, products, sorts,
 * on all dtypes and on sizes such as 0, 1 and odd ones. The seed decides the graph.
 *
 * An *exact* graph computes with small whole numbers (and NaN and infinities), so that any order of
 * summation gives the same value and every op may follow any other. A *smooth* one computes with real
 * functions that do not enlarge errors much, so that results may be compared by tolerance.
 */
#ifndef AXMAP_TESTS_RANDOM_GRAPH_H
#define AXMAP_TESTS_RANDOM_GRAPH_H

#include "base/half.h"
#include "transform/fn.h"

#include <axmap/contraction.h>
#include <axmap/elementwise.h>
#include <axmap/indexing.h>
#include <axmap/reduction.h>
#include <axmap/shape.h>
#include <axmap/sorting.h>
#include <math.h>
#include <string.h>

enum {
    GRAPH_MOST_INPUTS = 4,
    GRAPH_MOST_STEPS = 16,
    GRAPH_MOST_OUTPUTS = 3,
    GRAPH_MOST_COUNT = 6000
};
enum { GRAPH_MOST_VALUES = GRAPH_MOST_INPUTS + GRAPH_MOST_STEPS };

typedef struct random_graph {
    uint64_t seed;
    bool smooth;
    int32_t ninputs, noutputs;
    ax_type inputs[GRAPH_MOST_INPUTS];
} random_graph;

/* One graph in the making. */
typedef struct graph_maker {
    ax_builder *builder;
    uint64_t state;
    bool smooth;
    int32_t count;
    ax_value values[GRAPH_MOST_VALUES];
} graph_maker;

static inline uint32_t pick(uint64_t *state, uint32_t bound)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 33) % bound;
}

static inline uint32_t choose(graph_maker *m, uint32_t bound)
{
    return pick(&m->state, bound);
}

static inline int64_t pick_dim(uint64_t *state)
{
    static const int64_t dims[] = {0, 1, 1, 2, 3, 4, 5, 7, 8, 13, 16, 17, 32, 33, 64, 100, 129};
    return dims[pick(state, sizeof dims / sizeof dims[0])];
}

static inline ax_dtype pick_dtype(uint64_t *state, bool smooth)
{
    static const ax_dtype all[] = {AX_F32,  AX_F32, AX_F32, AX_F64, AX_F16, AX_BF16,
                                   AX_BOOL, AX_I8,  AX_I16, AX_I32, AX_I32, AX_I64,
                                   AX_U8,   AX_U16, AX_U32, AX_U64};
    return all[pick(state, smooth ? 6 : sizeof all / sizeof all[0])];
}

static inline ax_type pick_type(uint64_t *state, bool smooth)
{
    ax_type type = {.dtype = pick_dtype(state, smooth)};
    int64_t count = 1;
    int32_t ndim = (int32_t)pick(state, 5);
    while (type.ndim < ndim) {
        int64_t dim = pick_dim(state);
        if (dim * count > GRAPH_MOST_COUNT)
            dim = 1;
        type.dims[type.ndim++] = dim;
        count *= dim;
    }
    return type;
}

static inline ax_type type_of(ax_value x)
{
    return ax_value_type(x);
}

static inline ax_ints dims_of(const ax_type *type)
{
    return (ax_ints){type->ndim, type->dims};
}

static inline ax_value number(graph_maker *m, ax_value like, double value)
{
    ax_type type = type_of(like);
    return ax_broadcast_in_dim(ax_scalar(m->builder, type.dtype, value), dims_of(&type),
                               AX_EMPTY_LIST);
}

static inline ax_value any_value(graph_maker *m)
{
    return m->values[choose(m, (uint32_t)m->count)];
}

/* Small whole numbers that follow from the index along some dimension. */
static inline ax_value counted(graph_maker *m, const ax_type *type)
{
    ax_type whole = *type;
    whole.dtype = AX_I32;
    ax_value i = ax_iota(m->builder, &whole, choose(m, (uint32_t)type->ndim));
    return ax_convert(ax_rem(i, number(m, i, 5)), type->dtype);
}

/* A value with the dims of `x`: one of the graph's, broadcast or cut to fit, of its dtype. */
static inline ax_value like(graph_maker *m, ax_value x)
{
    ax_type type = type_of(x);
    for (int tries = 0; tries < 6; tries++) {
        ax_value y = any_value(m);
        ax_type other = type_of(y);
        if (ax_type_equal(&other, &type))
            return y;
        bool same = other.ndim == type.ndim;
        for (int32_t d = 0; same && d < type.ndim; d++)
            same = other.dims[d] == type.dims[d];
        if (same)
            return ax_convert(y, type.dtype);
        if (other.ndim == 0)
            return ax_broadcast_in_dim(ax_convert(y, type.dtype), dims_of(&type), AX_EMPTY_LIST);
        int64_t last = type.ndim - 1;
        if (other.ndim == 1 && type.ndim > 1 && other.dims[0] == type.dims[last])
            return ax_broadcast_in_dim(ax_convert(y, type.dtype), dims_of(&type), AX_LIST(last));
        if (other.ndim == 1 && type.ndim > 1 && other.dims[0] == type.dims[0])
            return ax_broadcast_in_dim(ax_convert(y, type.dtype), dims_of(&type), AX_LIST(0));
    }
    if (type.ndim > 0 && choose(m, 2))
        return counted(m, &type);
    return number(m, x, choose(m, 2) ? 1 : 3);
}

static inline bool is_float(ax_value x)
{
    return ax_dtype_kind(type_of(x).dtype) == AX_KIND_FLOAT;
}

/* Small again, whatever was computed. */
static inline ax_value tame(graph_maker *m, ax_value x)
{
    ax_type type = type_of(x);
    double bound = m->smooth ? 3 : 8;
    if (ax_dtype_kind(type.dtype) == AX_KIND_FLOAT)
        return ax_clamp(number(m, x, -bound), x, number(m, x, bound));
    if (type.dtype == AX_BOOL || choose(m, 3))
        return x; /* whole numbers wrap */
    return ax_rem(x, number(m, x, 7));
}

/* ---- shapes ---- */

static inline ax_value reshaped(graph_maker *m, ax_value x)
{
    ax_type type = type_of(x), to = {.dtype = type.dtype};
    switch (choose(m, 3)) {
    case 0: /* all in one */ to.dims[to.ndim++] = ax_type_count(&type); break;
    case 1: /* a dim of 1 somewhere */
        for (int32_t d = 0; d < type.ndim; d++)
            to.dims[to.ndim++] = type.dims[d];
        if (to.ndim < 5)
            to = ax_type_insert_dim(&to, (int32_t)choose(m, (uint32_t)to.ndim + 1), 1);
        break;
    default: /* even dims split in two */
        for (int32_t d = 0; d < type.ndim; d++) {
            bool splits = type.dims[d] > 1 && type.dims[d] % 2 == 0 && to.ndim + type.ndim < 5;
            if (splits)
                to.dims[to.ndim++] = 2;
            to.dims[to.ndim++] = splits ? type.dims[d] / 2 : type.dims[d];
        }
    }
    return ax_reshape(x, dims_of(&to));
}

static inline ax_value transposed(graph_maker *m, ax_value x)
{
    ax_type type = type_of(x);
    int64_t order[AX_MAX_NDIM];
    for (int32_t d = 0; d < type.ndim; d++)
        order[d] = d;
    for (int32_t d = type.ndim - 1; d > 0; d--) {
        uint32_t other = choose(m, (uint32_t)d + 1);
        int64_t kept = order[d];
        order[d] = order[other];
        order[other] = kept;
    }
    return ax_transpose(x, ((ax_ints){type.ndim, order}));
}

static inline ax_value sliced(graph_maker *m, ax_value x)
{
    ax_type type = type_of(x);
    int64_t starts[AX_MAX_NDIM], limits[AX_MAX_NDIM], strides[AX_MAX_NDIM];
    for (int32_t d = 0; d < type.ndim; d++) {
        starts[d] = choose(m, (uint32_t)type.dims[d] / 2 + 1);
        limits[d] = type.dims[d] - choose(m, (uint32_t)(type.dims[d] - starts[d]) / 2 + 1);
        strides[d] = 1 + choose(m, 3);
    }
    ax_ints lists[] = {{type.ndim, starts}, {type.ndim, limits}, {type.ndim, strides}};
    return ax_slice(x, lists[0], lists[1], lists[2]);
}

static inline ax_value padded(graph_maker *m, ax_value x)
{
    ax_type type = type_of(x);
    int64_t low[AX_MAX_NDIM], high[AX_MAX_NDIM], interior[AX_MAX_NDIM];
    for (int32_t d = 0; d < type.ndim; d++) {
        low[d] = (int64_t)choose(m, 4) - 1;
        high[d] = (int64_t)choose(m, 4) - 1;
        interior[d] = choose(m, 6) == 0 ? 1 : 0;
        if (type.dims[d] < 2)
            low[d] = high[d] = 1;
    }
    ax_value value = ax_scalar(m->builder, type.dtype, choose(m, 2));
    return ax_pad(x, value, ((ax_ints){type.ndim, low}), ((ax_ints){type.ndim, high}),
                  ((ax_ints){type.ndim, interior}));
}

static inline ax_value joined(graph_maker *m, ax_value x)
{
    ax_type type = type_of(x);
    if (type.ndim == 0)
        return x;
    ax_value parts[] = {x, like(m, x), sliced(m, x)};
    ax_type third = type_of(parts[2]);
    int64_t dimension = choose(m, (uint32_t)type.ndim);
    int32_t count = 3;
    for (int32_t d = 0; d < type.ndim; d++) {
        if (d != dimension && third.dims[d] != type.dims[d])
            count = 2;
    }
    return ax_concatenate(parts, count, dimension);
}

static inline ax_value moved(graph_maker *m, ax_value x)
{
    ax_type type = type_of(x);
    int64_t reversed[AX_MAX_NDIM];
    int32_t count = 0;
    switch (choose(m, 7)) {
    case 0: return reshaped(m, x);
    case 1: return transposed(m, x);
    case 2: return sliced(m, x);
    case 3: return padded(m, x);
    case 4: return joined(m, x);
    case 5:
        for (int32_t d = 0; d < type.ndim; d++) {
            if (choose(m, 2))
                reversed[count++] = d;
        }
        return ax_reverse(x, ((ax_ints){count, reversed}));
    default: {
        ax_type wide = type;
        if (type.ndim >= 4 || ax_type_count(&type) > GRAPH_MOST_COUNT / 4)
            return transposed(m, x);
        int32_t at = (int32_t)choose(m, (uint32_t)type.ndim + 1);
        wide = ax_type_insert_dim(&type, at, 1 + choose(m, 4));
        for (int32_t d = 0; d < wide.ndim; d++) {
            if (d != at)
                reversed[count++] = d;
        }
        return ax_broadcast_in_dim(x, dims_of(&wide), ((ax_ints){count, reversed}));
    }
    }
}

/* ---- reductions and products ---- */

static inline ax_ints some_dims(graph_maker *m, const ax_type *type, int64_t *dims)
{
    int32_t count = 0;
    uint32_t style = choose(m, 4); /* the last, the first, any, all but none */
    for (int32_t d = 0; d < type->ndim; d++) {
        bool takes = style == 0 ? d == type->ndim - 1 : style == 1 ? d == 0 : choose(m, 2) != 0;
        if (takes)
            dims[count++] = d;
    }
    return (ax_ints){count, dims};
}

/* The reduced value again over the dims of its operand: what softmax and norms do. */
static inline ax_value spread_back(ax_value reduced, const ax_type *type, ax_ints dims)
{
    int64_t kept[AX_MAX_NDIM];
    int32_t count = 0;
    for (int32_t d = 0; d < type->ndim; d++) {
        bool gone = false;
        for (int32_t i = 0; i < dims.count; i++)
            gone |= dims.values[i] == d;
        if (!gone)
            kept[count++] = d;
    }
    return ax_broadcast_in_dim(reduced, dims_of(type), ((ax_ints){count, kept}));
}

static inline ax_value reduced(graph_maker *m, ax_value x)
{
    ax_type type = type_of(x);
    int64_t memory[AX_MAX_NDIM];
    ax_ints dims = some_dims(m, &type, memory);
    ax_value result;
    uint32_t which = choose(m, 4);
    if (type.dtype == AX_BOOL) {
        result = which % 2 ? ax_all(x, dims) : ax_any(x, dims);
    } else if (m->smooth) {
        result = which < 3 ? ax_mean(x, dims) : ax_max(x, dims);
        if (ax_type_count(&type) == 0)
            result = ax_max(x, dims);
    } else {
        result = which == 0                   ? ax_max(x, dims)
                 : which == 1                 ? ax_min(x, dims)
                 : which == 2 && !is_float(x) ? ax_prod(x, dims)
                                              : ax_sum(x, dims);
    }
    result = tame(m, result);
    if (choose(m, 2) || type.dtype == AX_BOOL)
        return result;
    ax_value back = spread_back(result, &type, dims);
    return tame(m, choose(m, 2) ? ax_sub(x, back) : ax_mul(x, back));
}

static inline ax_value product(graph_maker *m, ax_value x)
{
    ax_type type = type_of(x);
    if (type.ndim == 0)
        return tame(
            m, ax_dot_general(x, like(m, x), ((ax_dot_dimensions){.lhs_batching = {0, NULL}})));
    int64_t axis = choose(m, (uint32_t)type.ndim);
    ax_type other = {.dtype = type.dtype, .ndim = 2, .dims = {type.dims[axis], 1 + choose(m, 20)}};
    if (ax_type_count(&type) / (type.dims[axis] ? type.dims[axis] : 1) * other.dims[1] > 8000)
        other.dims[1] = 1;
    bool turned = choose(m, 2) != 0;
    ax_value w = counted(m, &other);
    if (type.dtype != AX_BOOL)
        w = ax_sub(w, number(m, w, 1));
    if (turned)
        w = ax_transpose(w, AX_LIST(1, 0));
    ax_dot_dimensions dimensions = {.lhs_contracting = {1, &axis},
                                    .rhs_contracting = AX_LIST(turned ? 1 : 0)};
    ax_value result = ax_dot_general(x, w, dimensions);
    if (m->smooth)
        result = ax_mul(result, number(m, result, 1.0 / 64));
    return tame(m, result);
}

/* A product of rows of two values, batched over their first dim. */
static inline ax_value batched_product(graph_maker *m, ax_value x)
{
    ax_type type = type_of(x);
    if (type.ndim != 3 || ax_type_count(&type) * (type.dims[1] + 1) > 200000)
        return product(m, x);
    ax_dot_dimensions dimensions = {.lhs_batching = AX_LIST(0),
                                    .rhs_batching = AX_LIST(0),
                                    .lhs_contracting = AX_LIST(2),
                                    .rhs_contracting = AX_LIST(2)};
    ax_value result = ax_dot_general(x, like(m, x), dimensions);
    if (m->smooth)
        result = ax_mul(result, number(m, result, 1.0 / 128));
    return tame(m, result);
}

/* ---- choosing elements ---- */

static inline ax_value indices_for(graph_maker *m, int64_t size, int64_t count)
{
    ax_type type = {.dtype = AX_I32, .ndim = 1, .dims = {count}};
    ax_value i = ax_iota(m->builder, &type, 0);
    i = ax_mul(i, number(m, i, 7));
    return size > 0 ? ax_rem(i, number(m, i, (double)size)) : i;
}

static inline ax_value chosen(graph_maker *m, ax_value x)
{
    ax_type type = type_of(x);
    if (type.ndim == 0 || ax_type_count(&type) == 0)
        return moved(m, x);
    int64_t axis = choose(m, (uint32_t)type.ndim);
    ax_value starts[AX_MAX_NDIM];
    int64_t sizes[AX_MAX_NDIM];
    for (int32_t d = 0; d < type.ndim; d++) {
        starts[d] = ax_scalar(m->builder, AX_I32, (double)choose(m, 4));
        sizes[d] = 1 + choose(m, (uint32_t)type.dims[d]);
    }
    switch (choose(m, 6)) {
    case 0: return ax_sort(x, axis);
    case 1: return ax_take(x, indices_for(m, type.dims[axis], 1 + choose(m, 9)), axis);
    case 2: return ax_dynamic_slice(x, starts, ((ax_ints){type.ndim, sizes}));
    case 3:
        return ax_dynamic_update_slice(
            x, ax_dynamic_slice(like(m, x), starts, ((ax_ints){type.ndim, sizes})), starts);
    case 4: return ax_convert(ax_argmax(x, axis), AX_I32);
    default:
        return type.dtype == AX_BOOL
                   ? ax_reverse(x, AX_LIST(axis))
                   : tame(m, ax_put_add(x, indices_for(m, type.dims[axis], type.dims[axis]),
                                        like(m, x), axis));
    }
}

/* ---- elements ---- */

static inline ax_value exact_element(graph_maker *m, ax_value x)
{
    ax_dtype dtype = type_of(x).dtype;
    ax_value y = like(m, x);
    bool flag = dtype == AX_BOOL, real = is_float(x);
    bool is_signed = real || ax_dtype_kind(dtype) == AX_KIND_SIGNED;
    switch (choose(m, 18)) {
    case 0: return flag ? ax_or(x, y) : tame(m, ax_add(x, y));
    case 1: return flag ? ax_xor(x, y) : tame(m, ax_sub(x, y));
    case 2: return flag ? ax_and(x, y) : tame(m, ax_mul(x, y));
    case 3: return ax_maximum(x, y);
    case 4: return ax_minimum(x, y);
    case 5: return ax_compare(x, y, (ax_comparison)choose(m, 6));
    case 6: return ax_select(ax_compare(y, x, AX_LT), x, like(m, x));
    case 7: return ax_clamp(ax_minimum(x, y), like(m, x), ax_maximum(x, y));
    case 8: return ax_convert(x, pick_dtype(&m->state, false));
    case 9: return flag ? ax_not(x) : ax_neg(x);
    case 10: return is_signed ? ax_abs(x) : x;
    case 11: return is_signed ? ax_sign(x) : x;
    case 12: return real ? ax_floor(ax_mul(x, number(m, x, 0.5))) : ax_not(x);
    case 13: return real ? ax_round_nearest_even(ax_mul(x, number(m, x, 0.5))) : ax_xor(x, y);
    case 14: return real ? ax_is_finite(x) : flag ? x : ax_popcnt(x);
    case 15: return real || flag ? ax_maximum(x, y) : ax_div(x, y);
    case 16: return real || flag ? ax_minimum(x, y) : ax_shift_right_logical(x, y);
    default: return real || flag ? ax_select(ax_compare(x, y, AX_EQ), y, x) : ax_shift_left(x, y);
    }
}

static inline ax_value smooth_element(graph_maker *m, ax_value x)
{
    ax_value y = like(m, x), one = number(m, x, 1), two = number(m, x, 2);
    switch (choose(m, 20)) {
    case 0: return ax_mul(ax_add(x, y), number(m, x, 0.5));
    case 1: return ax_mul(ax_sub(x, y), number(m, x, 0.5));
    case 2: return ax_mul(ax_tanh(x), ax_tanh(y));
    case 3: return ax_div(x, ax_add(two, ax_abs(y)));
    case 4: return ax_tanh(x);
    case 5: return ax_logistic(x);
    case 6: return ax_sin(x);
    case 7: return ax_cos(x);
    case 8: return ax_exp(ax_neg(ax_abs(x)));
    case 9: return ax_log(ax_add(two, ax_abs(x)));
    case 10: return ax_sqrt(ax_add(one, ax_square(x)));
    case 11: return ax_rsqrt(ax_add(one, ax_square(x)));
    case 12: return ax_expm1(ax_tanh(x));
    case 13: return ax_log1p(ax_abs(x));
    case 14: return ax_erf(x);
    case 15: return ax_maximum(x, y);
    case 16: return ax_pow(ax_add(two, ax_tanh(x)), ax_tanh(y));
    case 17: return ax_atan2(x, ax_add(one, ax_abs(y)));
    case 18: return ax_convert(x, pick_dtype(&m->state, true));
    default: return ax_mul(x, ax_logistic(x));
    }
}

static inline ax_value random_step(graph_maker *m)
{
    ax_value x = any_value(m);
    switch (choose(m, 10)) {
    case 0:
    case 1: return moved(m, x);
    case 2: return reduced(m, x);
    case 3: return m->smooth ? moved(m, x) : chosen(m, x);
    case 4: return choose(m, 2) ? product(m, x) : batched_product(m, x);
    default: return m->smooth ? smooth_element(m, x) : exact_element(m, x);
    }
}

static inline void random_graph_trace(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    const random_graph *g = user;
    graph_maker m = {.builder = b, .state = g->seed * 977 + 5, .smooth = g->smooth};
    for (int32_t i = 0; i < g->ninputs; i++)
        m.values[m.count++] = in[i];
    int32_t steps = 3 + (int32_t)choose(&m, GRAPH_MOST_STEPS - 2);
    for (int32_t i = 0; i < steps; i++) {
        ax_value next = random_step(&m);
        ax_type type = type_of(next);
        if (ax_type_count(&type) <= GRAPH_MOST_COUNT && type.ndim <= 5)
            m.values[m.count++] = next;
    }
    for (int32_t i = 0; i < g->noutputs; i++)
        out[i] = i == 0 ? m.values[m.count - 1] : any_value(&m);
}

/* The graph of a seed; the caller frees it. */
static inline ax_status *random_graph_make(uint64_t seed, bool smooth, random_graph *out_options,
                                           ax_graph **out_graph)
{
    uint64_t state = seed * 7919 + 11;
    *out_options = (random_graph){.seed = seed, .smooth = smooth};
    out_options->ninputs = 1 + (int32_t)pick(&state, GRAPH_MOST_INPUTS);
    out_options->noutputs = 1 + (int32_t)pick(&state, GRAPH_MOST_OUTPUTS);
    for (int32_t i = 0; i < out_options->ninputs; i++) {
        out_options->inputs[i] = pick_type(&state, smooth);
        if (i > 0 && pick(&state, 2)) { /* operands that fit one another */
            ax_dtype dtype = out_options->inputs[i].dtype;
            out_options->inputs[i] = out_options->inputs[0];
            out_options->inputs[i].dtype = dtype;
        }
    }
    ax_fn *fn;
    AX_TRY(ax_fn_create(random_graph_trace, out_options, out_options->ninputs,
                        out_options->noutputs, &fn));
    ax_status *status = ax_fn_trace(fn, out_options->inputs, NULL, out_graph);
    ax_fn_release(fn);
    return status;
}

/* ---- numbers ---- */

static inline double element(ax_dtype dtype, const void *data, int64_t i)
{
    switch (dtype) {
    case AX_F16: return (double)ax_f32_from_f16(((const uint16_t *)data)[i]);
    case AX_BF16: return (double)ax_f32_from_bf16(((const uint16_t *)data)[i]);
    case AX_F32: return (double)((const float *)data)[i];
    default: return ((const double *)data)[i];
    }
}

static inline void set_element(ax_dtype dtype, void *data, int64_t i, double value)
{
    int64_t whole = isfinite(value) ? (int64_t)value : 0;
    switch (dtype) {
    case AX_F16: ((uint16_t *)data)[i] = ax_f16_from_f64(value); break;
    case AX_BF16: ((uint16_t *)data)[i] = ax_bf16_from_f64(value); break;
    case AX_F32: ((float *)data)[i] = (float)value; break;
    case AX_F64: ((double *)data)[i] = value; break;
    case AX_BOOL: ((uint8_t *)data)[i] = whole & 1; break;
    default: /* little-endian whole numbers */
        memcpy((char *)data + i * ax_dtype_bytes(dtype), &whole, (size_t)ax_dtype_bytes(dtype));
    }
}

/* Numbers for an input of such a graph, `count` of its dtype: small and whole for an exact one, with a few that are
 * none. */
static inline void random_graph_fill(const random_graph *g, int32_t input, int64_t count,
                                     void *data)
{
    uint64_t state = g->seed * 31 + (uint64_t)input + 1;
    for (int64_t i = 0; i < count; i++) {
        double value = (double)pick(&state, 17) - 8;
        if (g->smooth)
            value = ((double)pick(&state, 4001) - 2000) / 1000;
        else if (pick(&state, 60) == 0)
            value = (double[]){NAN, INFINITY, -INFINITY, -0.0}[pick(&state, 4)];
        set_element(g->inputs[input].dtype, data, i, value);
    }
}

#endif
