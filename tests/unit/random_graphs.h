/* Random graphs of every dtype with dims of 0 and 1: elementwise ops, ops that move elements, reductions,
 * products. A seed decides the graph and its inputs. And the comparison of two graphs that should mean
 * the same, evaluated equation by equation.
 *
 * Include after optest.h.
 */
#ifndef AXMAP_TESTS_UNIT_RANDOM_GRAPHS_H
#define AXMAP_TESTS_UNIT_RANDOM_GRAPHS_H

#include "base/half.h"
#include "compile/fuser.h"

#include <axmap/contraction.h>
#include <axmap/elementwise.h>
#include <axmap/indexing.h>
#include <axmap/reduction.h>
#include <axmap/shape.h>

#include <math.h>

enum { GRAPH_INPUTS = 4, GRAPH_STEPS = 24, GRAPH_OUTPUTS = 4, GRAPH_MOST_ELEMENTS = 4000 };

static uint64_t graph_state;

/* Without: no sums of floats over the last dims and others before a kept one and no products of vectors, for
 * what may take them in another order. */
static bool graph_any_sums = true;

static inline uint32_t any(uint32_t bound)
{
    graph_state = graph_state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(graph_state >> 33) % bound;
}

static inline bool one_in(uint32_t n)
{
    return any(n) == 0;
}

/* ---- elements ---- */

static inline double any_number(void)
{
    static const double special[] = {0, -0.0, 1,   -1, 2,     -2,       0.5,
                                     3, 4,    100, -7, 1e-40, HUGE_VAL, -HUGE_VAL};
    if (one_in(3))
        return special[any(sizeof special / sizeof special[0])];
    if (one_in(20))
        return (double)NAN;
    return ((double)any(4001) - 2000) / 256;
}

static inline void any_elements(const ax_type *type, void *data)
{
    int64_t count = ax_type_count(type), bytes = ax_dtype_bytes(type->dtype);
    for (int64_t i = 0; i < count; i++) {
        char *at = (char *)data + i * bytes;
        double x = any_number();
        float single = (float)x;
        uint16_t half = type->dtype == AX_F16 ? ax_f16_from_f64(x) : ax_bf16_from_f64(x);
        uint64_t whole = one_in(4) ? ((uint64_t)any(1u << 31) << 33) ^ any(1u << 31)
                                   : (uint64_t)((int64_t)any(9) - 4);
        switch (type->dtype) {
        case AX_BOOL: *at = (char)any(2); break;
        case AX_F16:
        case AX_BF16: memcpy(at, &half, 2); break;
        case AX_F32: memcpy(at, &single, 4); break;
        case AX_F64: memcpy(at, &x, 8); break;
        default: memcpy(at, &whole, (size_t)bytes); break;
        }
    }
}

static inline ax_value any_scalar(ax_builder *b, ax_dtype dtype)
{
    char element[16];
    ax_type type = ax_type_scalar(dtype);
    any_elements(&type, element);
    return ax_constant(b, &type, element);
}

static inline ax_value any_constant(ax_builder *b, const ax_type *type)
{
    ax_value scalar = any_scalar(b, type->dtype);
    if (type->ndim == 0 || one_in(2))
        return ax_broadcast_in_dim(scalar, ((ax_ints){type->ndim, type->dims}), AX_EMPTY_LIST);
    void *data = malloc((size_t)ax_type_bytes(type) + 1);
    any_elements(type, data);
    ax_value constant = ax_constant(b, type, data);
    free(data);
    return constant;
}

/* ---- values of the graph so far ---- */

typedef struct graph_pool {
    ax_builder *builder;
    ax_value values[GRAPH_INPUTS + GRAPH_STEPS];
    uint32_t count;
} graph_pool;

static inline ax_value any_value(const graph_pool *pool)
{
    uint32_t recent = pool->count > 6 && one_in(2) ? pool->count - 6 : 0;
    return pool->values[recent + any(pool->count - recent)];
}

static inline ax_value any_of_type(const graph_pool *pool, const ax_type *type)
{
    for (int tries = 0; tries < 12; tries++) {
        ax_value value = any_value(pool);
        ax_type seen = ax_value_type(value);
        if (ax_type_equal(&seen, type))
            return value;
    }
    return any_constant(pool->builder, type);
}

static inline int64_t any_dim(void)
{
    static const int64_t dims[] = {1, 1, 2, 3, 4, 5, 6, 0, 2, 3, 8};
    return dims[any(sizeof dims / sizeof dims[0])];
}

static inline ax_type any_type(void)
{
    ax_type type = {.dtype = (ax_dtype)any(AX_C64), .ndim = (int32_t)any(4)};
    if (one_in(2))
        type.dtype = AX_F32;
    for (int32_t d = 0; d < type.ndim; d++)
        type.dims[d] = any_dim();
    return type;
}

static inline void any_permutation(int32_t n, int64_t *out)
{
    for (int32_t i = 0; i < n; i++)
        out[i] = i;
    for (int32_t i = n; i > 1; i--) {
        uint32_t k = any((uint32_t)i);
        int64_t kept = out[k];
        out[k] = out[i - 1];
        out[i - 1] = kept;
    }
}

/* ---- elementwise ops ---- */

/* Without the total order, which would see the sign of a NaN that arithmetic made. */
static inline ax_value float_step(const graph_pool *pool, ax_value x)
{
    ax_type type = ax_value_type(x);
    ax_value y = any_of_type(pool, &type), z = any_of_type(pool, &type);
    switch (any(26)) {
    case 0:
    case 1: return ax_add(x, y);
    case 2: return ax_sub(y, x);
    case 3:
    case 4: return ax_mul(x, y);
    case 5: return ax_div(x, y);
    case 6: return ax_maximum(x, y);
    case 7: return ax_minimum(y, x);
    case 8: return ax_neg(x);
    case 9: return ax_abs(x);
    case 10: return ax_sqrt(x);
    case 11: return ax_rsqrt(x);
    case 12: return ax_tanh(x);
    case 13: return ax_exp(x);
    case 14: return ax_sign(x);
    case 15: return ax_floor(x);
    case 16: return ax_select(ax_compare(x, y, (ax_comparison)any(6)), y, z); /* see above */
    case 17: return ax_clamp(one_in(2) ? any_scalar(pool->builder, type.dtype) : y, x, z);
    case 18: return ax_rem(x, y);
    case 19: return ax_pow(x, ax_scalar(pool->builder, type.dtype, one_in(2) ? 0 : 3));
    case 20: return ax_convert(ax_is_finite(x), type.dtype);
    case 21: return ax_neg(ax_neg(x));
    case 22: return ax_add(ax_neg(x), y);
    case 23: return ax_mul(ax_neg(x), ax_neg(y));
    case 24: return ax_logistic(x);
    default: return ax_reduce_precision(x, 5, 10);
    }
}

static inline ax_value whole_step(const graph_pool *pool, ax_value x)
{
    ax_type type = ax_value_type(x);
    ax_value y = any_of_type(pool, &type), z = any_of_type(pool, &type);
    switch (any(16)) {
    case 0: return ax_add(x, y);
    case 1: return ax_sub(x, one_in(4) ? x : y);
    case 2: return ax_mul(x, y);
    case 3: return ax_div(x, y);
    case 4: return ax_maximum(x, y);
    case 5: return ax_minimum(y, x);
    case 6: return ax_neg(ax_sub(x, y));
    case 7: return ax_and(x, y);
    case 8: return ax_or(y, one_in(4) ? y : x);
    case 9: return ax_xor(x, y);
    case 10: return ax_not(x);
    case 11: return ax_shift_left(x, y);
    case 12: return ax_shift_right_logical(x, y);
    case 13: return ax_select(ax_compare(x, one_in(4) ? x : y, (ax_comparison)any(12)), y, z);
    case 14: return ax_rem(x, y);
    default: return ax_pow(x, y);
    }
}

static inline ax_value bool_step(const graph_pool *pool, ax_value x)
{
    ax_type type = ax_value_type(x);
    ax_value y = any_of_type(pool, &type), z = any_of_type(pool, &type);
    switch (any(9)) {
    case 0: return ax_and(x, y);
    case 1: return ax_or(x, y);
    case 2: return ax_xor(x, y);
    case 3: return ax_not(x);
    case 4: return ax_add(x, y);
    case 5: return ax_mul(x, y);
    case 6: return ax_compare(x, y, (ax_comparison)any(12));
    case 7: return ax_minimum(x, one_in(3) ? x : y);
    default: return ax_select(x, y, z);
    }
}

static inline ax_value element_step(const graph_pool *pool, ax_value x)
{
    ax_type type = ax_value_type(x);
    if (one_in(5))
        return ax_convert(x, (ax_dtype)any(AX_C64));
    if (ax_dtype_is_float(type.dtype))
        return float_step(pool, x);
    return type.dtype == AX_BOOL ? bool_step(pool, x) : whole_step(pool, x);
}

/* ---- ops that move elements ---- */

/* Other dims of as many elements: merges, splits, ones put in. */
static inline ax_value reshape_step(ax_value x)
{
    ax_type type = ax_value_type(x);
    int64_t dims[AX_MAX_NDIM], merged;
    int32_t count = 0;
    for (int32_t d = 0; d < type.ndim; d++) {
        if (one_in(4) && count < 5)
            dims[count++] = 1;
        if (type.dims[d] == 1 && one_in(2))
            continue;
        if (count > 0 && one_in(3)) {
            merged = dims[count - 1] * type.dims[d];
            dims[count - 1] = merged;
        } else if (type.dims[d] > 2 && type.dims[d] % 2 == 0 && one_in(2) && count < 5) {
            dims[count++] = 2;
            dims[count++] = type.dims[d] / 2;
        } else {
            dims[count++] = type.dims[d];
        }
    }
    if (one_in(4) && count < 6)
        dims[count++] = 1;
    return ax_reshape(x, ((ax_ints){count, dims}));
}

static inline ax_value broadcast_step(ax_value x)
{
    ax_type type = ax_value_type(x);
    int64_t dims[AX_MAX_NDIM], places[AX_MAX_NDIM], order[AX_MAX_NDIM];
    int32_t count = type.ndim + (int32_t)any(3);
    any_permutation(count, order);
    if (one_in(2)) { /* in order, new dims at any place */
        bool chosen[AX_MAX_NDIM] = {false};
        for (int32_t i = 0; i < type.ndim; i++)
            chosen[order[i]] = true;
        for (int32_t d = 0, i = 0; d < count; d++) {
            if (chosen[d])
                order[i++] = d;
        }
    }
    for (int32_t d = 0; d < count; d++)
        dims[d] = any_dim();
    for (int32_t i = 0; i < type.ndim; i++) {
        places[i] = order[i];
        if (type.dims[i] != 1 || one_in(2))
            dims[places[i]] = type.dims[i];
    }
    return ax_broadcast_in_dim(x, ((ax_ints){count, dims}), ((ax_ints){type.ndim, places}));
}

static inline ax_value slice_step(ax_value x)
{
    ax_type type = ax_value_type(x);
    int64_t start[AX_MAX_NDIM], limit[AX_MAX_NDIM], stride[AX_MAX_NDIM];
    for (int32_t d = 0; d < type.ndim; d++) {
        start[d] = one_in(2) ? 0 : any((uint32_t)type.dims[d] + 1);
        limit[d] = one_in(2) ? type.dims[d]
                             : start[d] + any((uint32_t)(type.dims[d] - start[d]) + 1);
        stride[d] = one_in(2) ? 1 : 1 + any(3);
    }
    return ax_slice(x, ((ax_ints){type.ndim, start}), ((ax_ints){type.ndim, limit}),
                    ((ax_ints){type.ndim, stride}));
}

static inline ax_value pad_step(ax_builder *b, ax_value x)
{
    ax_type type = ax_value_type(x);
    int64_t low[AX_MAX_NDIM], high[AX_MAX_NDIM], interior[AX_MAX_NDIM];
    for (int32_t d = 0; d < type.ndim; d++) {
        low[d] = (int64_t)any(4) - 1;
        high[d] = one_in(2) ? 0 : any(3);
        interior[d] = one_in(3) ? any(2) : 0;
        if (type.dims[d] + low[d] + high[d] < 0)
            low[d] = 0;
    }
    return ax_pad(x, any_scalar(b, type.dtype), ((ax_ints){type.ndim, low}),
                  ((ax_ints){type.ndim, high}), ((ax_ints){type.ndim, interior}));
}

static inline ax_value reverse_step(ax_value x)
{
    ax_type type = ax_value_type(x);
    int64_t dims[AX_MAX_NDIM];
    int32_t count = 0;
    for (int32_t d = 0; d < type.ndim; d++) {
        if (one_in(2))
            dims[count++] = d;
    }
    return ax_reverse(x, ((ax_ints){count, dims}));
}

static inline ax_value concatenate_step(const graph_pool *pool, ax_value x)
{
    ax_type type = ax_value_type(x);
    if (type.ndim == 0)
        return x;
    int64_t dim = any((uint32_t)type.ndim);
    ax_value parts[3] = {x, any_of_type(pool, &type), any_of_type(pool, &type)};
    return ax_concatenate(parts, 1 + (int32_t)any(3), dim);
}

static inline ax_value dynamic_step(const graph_pool *pool, ax_value x)
{
    ax_type type = ax_value_type(x), scalar = ax_type_scalar(AX_I32);
    ax_value starts[AX_MAX_NDIM];
    int64_t sizes[AX_MAX_NDIM];
    if (type.ndim == 0)
        return x;
    for (int32_t d = 0; d < type.ndim; d++) {
        starts[d] = any_of_type(pool, &scalar);
        sizes[d] = one_in(2) ? type.dims[d] : any((uint32_t)type.dims[d] + 1);
    }
    ax_value part = ax_dynamic_slice(x, starts, ((ax_ints){type.ndim, sizes}));
    return one_in(2) ? part : ax_dynamic_update_slice(x, part, starts);
}

static inline ax_value move_step(const graph_pool *pool, ax_value x)
{
    ax_type type = ax_value_type(x);
    int64_t permutation[AX_MAX_NDIM];
    switch (any(11)) {
    case 0:
    case 1:
        any_permutation(type.ndim, permutation);
        return ax_transpose(x, ((ax_ints){type.ndim, permutation}));
    case 2:
    case 3: return reshape_step(x);
    case 4:
    case 5: return broadcast_step(x);
    case 6: return slice_step(x);
    case 7: return pad_step(pool->builder, x);
    case 8: return reverse_step(x);
    case 9: return concatenate_step(pool, x);
    default: return dynamic_step(pool, x);
    }
}

/* ---- reductions and products ---- */

static inline ax_value reduce_step(ax_value x)
{
    ax_type type = ax_value_type(x);
    int64_t dims[AX_MAX_NDIM];
    int32_t count = 0;
    bool trailing = one_in(2);
    int32_t first = trailing && type.ndim ? (int32_t)any((uint32_t)type.ndim) : 0;
    for (int32_t d = 0; d < type.ndim; d++) {
        if (trailing ? d >= first : one_in(2))
            dims[count++] = d;
    }
    if (!graph_any_sums && !trailing && count > 0 && dims[count - 1] == type.ndim - 1)
        count--;
    ax_ints list = {count, dims};
    if (type.dtype == AX_BOOL)
        return one_in(2) ? ax_any(x, list) : ax_all(x, list);
    if (type.ndim > 0 && type.dims[type.ndim - 1] > 0 && one_in(10))
        return ax_argmax(x, type.ndim - 1);
    ax_value result = any(3) == 0   ? ax_max(x, list)
                      : any(2) == 0 ? ax_min(x, list)
                                    : ax_sum(x, list);
    if (trailing && count > 0 && one_in(2)) { /* back along the rows, as a norm does */
        int64_t places[AX_MAX_NDIM];
        for (int32_t d = 0; d < first; d++)
            places[d] = d;
        return ax_sub(x, ax_broadcast_in_dim(result, ((ax_ints){type.ndim, type.dims}),
                                             ((ax_ints){first, places})));
    }
    return result;
}

static inline void graph_maximum(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)b, (void)user;
    out[0] = ax_maximum(in[0], in[1]);
}

/* The largest in small windows, which may stick out. */
static inline ax_value window_step(ax_builder *b, ax_value x)
{
    ax_type type = ax_value_type(x);
    int64_t sizes[AX_MAX_NDIM], strides[AX_MAX_NDIM], dilations[AX_MAX_NDIM];
    int64_t padding[2 * AX_MAX_NDIM];
    for (int32_t d = 0; d < type.ndim; d++) {
        bool still = d == type.ndim - 1 || one_in(2);
        sizes[d] = still ? 1 : 1 + any(3);
        strides[d] = still ? 1 : 1 + any(3);
        dilations[d] = one_in(3) ? 2 : 1;
        padding[2 * d] = still ? 0 : (int64_t)any(4) - 1;
        padding[2 * d + 1] = still ? 0 : any(3);
        if (type.dims[d] + padding[2 * d] + padding[2 * d + 1] < (sizes[d] - 1) * dilations[d] + 1)
            return x;
    }
    const ax_window_options options = {.dimensions = {type.ndim, sizes},
                                       .strides = {type.ndim, strides},
                                       .window_dilations = {type.ndim, dilations},
                                       .padding = {2 * type.ndim, padding}};
    ax_value result, init = ax_scalar(b, type.dtype, -HUGE_VAL);
    ax_reduce_window(&x, &init, 1, &options, graph_maximum, NULL, &result);
    return result;
}

static inline ax_value product_step(const graph_pool *pool, ax_value x)
{
    ax_type type = ax_value_type(x), other = {.dtype = type.dtype};
    int64_t batch[2][AX_MAX_NDIM], contracted[2][AX_MAX_NDIM];
    int32_t nbatch = 0, ncontracted = 0;
    if (type.ndim == 0 || type.ndim > 3)
        return x;
    for (int32_t d = 0; d < type.ndim; d++) {
        if (one_in(3)) {
            batch[0][nbatch] = d;
            batch[1][nbatch++] = other.ndim;
            other.dims[other.ndim++] = type.dims[d];
        } else if (one_in(2)) {
            contracted[0][ncontracted] = d;
            contracted[1][ncontracted++] = other.ndim;
            other.dims[other.ndim++] = type.dims[d];
        }
    }
    if (other.ndim < 3)
        other.dims[other.ndim++] = any_dim();
    ax_value y = any_of_type(pool, &other);
    int64_t permutation[AX_MAX_NDIM];
    any_permutation(other.ndim, permutation);
    y = ax_transpose(y, ((ax_ints){other.ndim, permutation}));
    for (int32_t i = 0; i < nbatch + ncontracted; i++) {
        int64_t *list = i < nbatch ? &batch[1][i] : &contracted[1][i - nbatch];
        int64_t place = 0;
        while (permutation[place] != *list)
            place++;
        *list = place;
    }
    ax_dot_dimensions numbers = {{nbatch, batch[0]},
                                 {nbatch, batch[1]},
                                 {ncontracted, contracted[0]},
                                 {ncontracted, contracted[1]}};
    ax_value product = one_in(2)
                           ? ax_dot_general(x, y, numbers)
                           : ax_dot_general(y, x,
                                            ((ax_dot_dimensions){
                                                numbers.rhs_batching, numbers.lhs_batching,
                                                numbers.rhs_contracting, numbers.lhs_contracting}));
    return graph_any_sums || !ax_dot_is_elementwise(product.var->producer) ? product : x;
}

/* ---- graphs ---- */

static inline ax_value any_step(graph_pool *pool)
{
    ax_value x = any_value(pool);
    uint32_t which = any(20);
    if (which < 10)
        return element_step(pool, x);
    if (which < 15)
        return move_step(pool, x);
    if (which < 18)
        return one_in(4) ? window_step(pool->builder, x) : reduce_step(x);
    if (which == 18)
        return product_step(pool, x);
    ax_type type = any_type();
    if (type.dtype == AX_BOOL)
        type.dtype = AX_I32;
    return type.ndim > 0 && one_in(2) ? ax_iota(pool->builder, &type, any((uint32_t)type.ndim))
                                      : any_constant(pool->builder, &type);
}

/* Large values, and those of many dims, are not worked on further. */
static inline bool fits(ax_value value)
{
    ax_type type = ax_value_type(value);
    return !value.var || (ax_type_count(&type) <= GRAPH_MOST_ELEMENTS && type.ndim <= 6);
}

static inline ax_graph *random_graph(uint64_t seed)
{
    graph_pool pool = {.count = GRAPH_INPUTS};
    ax_graph *graph = NULL;
    ax_value outputs[GRAPH_OUTPUTS];
    graph_state = seed * 0x9e3779b97f4a7c15u + 1;
    assert_ok(ax_builder_create("random", NULL, &pool.builder));
    for (int i = 0; i < GRAPH_INPUTS; i++) {
        ax_type type = any_type();
        if (i > 0 && one_in(2))
            type = ax_value_type(pool.values[i - 1]);
        pool.values[i] = ax_builder_input(pool.builder, &type, NULL);
    }
    while (pool.count < GRAPH_INPUTS + GRAPH_STEPS) {
        ax_value next = any_step(&pool);
        if (fits(next))
            pool.values[pool.count++] = next;
    }
    for (int i = 0; i < GRAPH_OUTPUTS; i++)
        outputs[i] = pool.values[pool.count - 1 - any(i == 0 ? 1 : 12)];
    assert_ok(
        ax_builder_finish(pool.builder, 1 + (int32_t)any(GRAPH_OUTPUTS), outputs, NULL, &graph));
    assert_ok(ax_graph_verify(graph));
    return graph;
}

/* ---- comparing what graphs compute ---- */

static inline bool same_element(ax_dtype dtype, const char *a, const char *b)
{
    float single[2];
    double wide[2];
    uint16_t half[2];
    if (memcmp(a, b, (size_t)ax_dtype_bytes(dtype)) == 0)
        return true;
    switch (dtype) {
    case AX_F32:
        memcpy(&single[0], a, 4), memcpy(&single[1], b, 4);
        return isnan(single[0]) && isnan(single[1]);
    case AX_F64:
        memcpy(&wide[0], a, 8), memcpy(&wide[1], b, 8);
        return isnan(wide[0]) && isnan(wide[1]);
    case AX_F16:
    case AX_BF16:
        memcpy(&half[0], a, 2), memcpy(&half[1], b, 2);
        return dtype == AX_F16
                   ? isnan(ax_f32_from_f16(half[0])) && isnan(ax_f32_from_f16(half[1]))
                   : isnan(ax_f32_from_bf16(half[0])) && isnan(ax_f32_from_bf16(half[1]));
    default: return false;
    }
}

typedef struct graph_results {
    ax_tensor *tensors; /* by id of the var */
    const ax_graph *graph;
} graph_results;

static inline graph_results evaluate_graph(const ax_graph *graph, void *const *inputs)
{
    graph_results r = {calloc((size_t)graph->nvars + 1, sizeof(ax_tensor)), graph};
    for (int32_t i = 0; i < graph->ninputs; i++)
        r.tensors[graph->inputs[i]->id] = (ax_tensor){graph->inputs[i]->type, inputs[i]};
    AX_FOR_EQNS (eqn, graph)
        optest_run(eqn, r.tensors);
    return r;
}

static inline void free_results(graph_results r)
{
    AX_FOR_EQNS (eqn, r.graph) {
        for (int32_t i = 0; i < eqn->nresults; i++)
            free(r.tensors[eqn->results[i]->id].data);
    }
    free(r.tensors);
}

/* Expects the outputs of the two to be the same bits, NaN for NaN. */
static inline void expect_same(const ax_graph *before, const ax_graph *after, uint64_t seed)
{
    void *inputs[64];
    for (int32_t i = 0; i < before->ninputs; i++) {
        inputs[i] = optest_memory(&before->inputs[i]->type);
        any_elements(&before->inputs[i]->type, inputs[i]);
    }
    assert_int_equal(before->ninputs, after->ninputs);
    assert_int_equal(before->noutputs, after->noutputs);
    graph_results a = evaluate_graph(before, inputs), b = evaluate_graph(after, inputs);
    for (int32_t i = 0; i < before->noutputs; i++) {
        const ax_type *type = &before->outputs[i]->type;
        const char *x = a.tensors[before->outputs[i]->id].data;
        const char *y = b.tensors[after->outputs[i]->id].data;
        assert_true(ax_type_equal(type, &after->outputs[i]->type));
        int64_t bytes = ax_dtype_bytes(type->dtype);
        for (int64_t e = 0; e < ax_type_count(type); e++) {
            if (same_element(type->dtype, x + e * bytes, y + e * bytes))
                continue;
            char *texts[2] = {NULL, NULL};
            assert_ok(ax_graph_print(before, &texts[0]));
            assert_ok(ax_graph_print(after, &texts[1]));
            print_error("%s\n%s\n", texts[0], texts[1]);
            fail_msg("seed %llu: output %d differs at element %lld", (unsigned long long)seed,
                     (int)i, (long long)e);
        }
    }
    free_results(a);
    free_results(b);
    for (int32_t i = 0; i < before->ninputs; i++)
        free(inputs[i]);
}

#endif
