/* Random convolutions, compared with the definition taken literally: the input is dilated and padded
 * into an array of its own, the kernel reversed and dilated into another, and the one slides over the
 * other.
 *
 * Include after optest.h. A test of a backend sets optest_kernel first.
 */
#ifndef AXMAP_TESTS_UNIT_RANDOM_CONVS_H
#define AXMAP_TESTS_UNIT_RANDOM_CONVS_H

#include "random.h"

#include <axmap/contraction.h>
#include <math.h>

static inline ax_value random_conv_build(ax_builder *b, const ax_value *in, const void *user)
{
    (void)b;
    return ax_convolution(in[0], in[1], (const ax_convolution_options *)user);
}

typedef struct random_conv {
    int32_t nspatial;
    int64_t batch, in, out; /* of the whole arrays */
    int64_t size[3], window[3];
    int64_t stride[3], padding[6], lhs_dilation[3], rhs_dilation[3], reversal[3];
    int64_t input_order[5], kernel_order[5], output_order[5];
    ax_type lhs, rhs;
    ax_convolution_options options;
} random_conv;

static inline void random_order(uint32_t *state, int32_t count, int64_t *order)
{
    for (int32_t i = 0; i < count; i++)
        order[i] = i;
    for (int32_t i = 0; i + 1 < count; i++) {
        int32_t other = i + (int32_t)random_below(state, (uint32_t)(count - i));
        int64_t swap = order[i];
        order[i] = order[other];
        order[other] = swap;
    }
}

static inline int64_t one_or_more(uint32_t *state, uint32_t more)
{
    return 1 + (int64_t)random_below(state, 2) * random_below(state, more + 1);
}

static inline void random_conv_make(uint32_t seed, ax_dtype dtype, uint32_t larger, random_conv *c)
{
    uint32_t state = seed * 2654435761u;
    *c = (random_conv){.nspatial = (int32_t)random_below(&state, 4)};
    int32_t ndim = c->nspatial + 2;
    int64_t feature_groups = 1, batch_groups = 1;
    uint32_t kind = random_below(&state, 4);
    if (kind == 0)
        feature_groups = 2 + random_below(&state, 2);
    if (kind == 1)
        batch_groups = 2 + random_below(&state, 2);
    c->batch = batch_groups * (1 + random_below(&state, 3));
    c->in = feature_groups * (1 + random_below(&state, 3 + larger));
    c->out = feature_groups * batch_groups * (1 + random_below(&state, 3 + larger));
    random_order(&state, ndim, c->input_order);
    random_order(&state, ndim, c->kernel_order);
    random_order(&state, ndim, c->output_order);
    c->lhs = (ax_type){.dtype = dtype, .ndim = ndim};
    c->rhs = c->lhs;
    c->lhs.dims[c->input_order[0]] = c->batch;
    c->lhs.dims[c->input_order[1]] = c->in;
    c->rhs.dims[c->kernel_order[0]] = c->in / feature_groups;
    c->rhs.dims[c->kernel_order[1]] = c->out;
    bool plain = random_below(&state, 3) == 0; /* as networks have it: no dilation of the input */
    for (int32_t i = 0; i < c->nspatial; i++) {
        c->size[i] = 1 + random_below(&state, 6 + larger);
        c->window[i] = 1 + random_below(&state, 3);
        c->stride[i] = one_or_more(&state, 2);
        c->lhs_dilation[i] = plain ? 1 : one_or_more(&state, 2);
        c->rhs_dilation[i] = plain ? 1 : one_or_more(&state, 2);
        c->reversal[i] = plain ? 0 : random_below(&state, 2);
        c->padding[2 * i] = (int64_t)random_below(&state, 5) - (plain ? 0 : 2);
        c->padding[2 * i + 1] = (int64_t)random_below(&state, 5) - (plain ? 0 : 2);
        c->lhs.dims[c->input_order[2 + i]] = c->size[i];
        c->rhs.dims[c->kernel_order[2 + i]] = c->window[i];
    }
    c->options = (ax_convolution_options){
        .window_strides = {c->nspatial, c->stride},
        .padding = {2 * c->nspatial, c->padding},
        .lhs_dilation = {c->nspatial, c->lhs_dilation},
        .rhs_dilation = {c->nspatial, c->rhs_dilation},
        .window_reversal = {c->nspatial, c->reversal},
        .input_dimensions = {ndim, c->input_order},
        .kernel_dimensions = {ndim, c->kernel_order},
        .output_dimensions = {ndim, c->output_order},
        .feature_group_count = feature_groups,
        .batch_group_count = batch_groups,
    };
}

/* An array of doubles in the order [a, b, spatial...]. */
typedef struct plain_array {
    ax_type type;
    double *data;
} plain_array;

static inline plain_array plain_make(int64_t a, int64_t b, int32_t nspatial, const int64_t *spatial)
{
    plain_array p = {.type = {.dtype = AX_F64, .ndim = nspatial + 2, .dims = {a, b}}};
    for (int32_t i = 0; i < nspatial; i++)
        p.type.dims[2 + i] = spatial[i] > 0 ? spatial[i] : 0;
    p.data = calloc((size_t)ax_type_count(&p.type) + 1, sizeof *p.data);
    return p;
}

/* Places the elements of `from`, whose dimension order[i] is dimension i of the result, at
 * position * dilation + low; those that fall outside are cut away. */
static inline void spread(const ax_type *from, const void *data, const int64_t *order,
                          const int64_t *dilation, const int64_t *low, const int64_t *reversal,
                          plain_array to)
{
    int64_t index[AX_MAX_NDIM] = {0}, flat = 0;
    do {
        int64_t at[AX_MAX_NDIM];
        bool inside = true;
        for (int32_t i = 0; i < from->ndim; i++) {
            at[i] = index[order[i]];
            if (i >= 2 && reversal && reversal[i - 2])
                at[i] = from->dims[order[i]] - 1 - at[i];
            if (i >= 2)
                at[i] = at[i] * dilation[i - 2] + (low ? low[2 * (i - 2)] : 0);
            inside = inside && at[i] >= 0 && at[i] < to.type.dims[i];
        }
        if (inside)
            to.data[flat_index(&to.type, at)] = element_of(from, data, flat);
        flat++;
    } while (next_index(from->ndim, from->dims, index));
}

/* One element: the kernel laid over the padded input. */
static inline double slide(const random_conv *c, plain_array input, plain_array kernel,
                           const int64_t *at, double *magnitude)
{
    const ax_convolution_options *o = &c->options;
    int64_t row = at[0], first = 0;
    if (o->batch_group_count > 1)
        row += at[1] / (c->out / o->batch_group_count) * (c->batch / o->batch_group_count);
    if (o->feature_group_count > 1)
        first = at[1] / (c->out / o->feature_group_count) * (c->in / o->feature_group_count);
    double sum = 0;
    int64_t w[AX_MAX_NDIM] = {0}, dims[AX_MAX_NDIM];
    memcpy(dims, kernel.type.dims, sizeof dims);
    dims[1] = 1;
    do {
        int64_t x[AX_MAX_NDIM] = {row, first + w[0]}, k[AX_MAX_NDIM] = {w[0], at[1]};
        for (int32_t i = 0; i < c->nspatial; i++) {
            x[2 + i] = at[2 + i] * c->stride[i] + w[2 + i];
            k[2 + i] = w[2 + i];
        }
        double term = input.data[flat_index(&input.type, x)] *
                      kernel.data[flat_index(&kernel.type, k)];
        sum += term;
        *magnitude += fabs(term);
    } while (next_index(c->nspatial + 2, dims, w));
    return sum;
}

/* Returns how many elements the result had, so that a test can see that it tested something. */
static inline int64_t random_conv_check(uint32_t seed, ax_dtype dtype, uint32_t larger)
{
    random_conv c;
    random_conv_make(seed, dtype, larger, &c);
    uint32_t state = seed;
    void *lhs = random_elements(&state, &c.lhs), *rhs = random_elements(&state, &c.rhs);
    int64_t padded[3], dilated[3];
    for (int32_t i = 0; i < c.nspatial; i++) {
        padded[i] = (c.size[i] - 1) * c.lhs_dilation[i] + 1 + c.padding[2 * i] +
                    c.padding[2 * i + 1];
        dilated[i] = (c.window[i] - 1) * c.rhs_dilation[i] + 1;
    }
    plain_array input = plain_make(c.batch, c.in, c.nspatial, padded);
    plain_array kernel = plain_make(c.rhs.dims[c.kernel_order[0]], c.out, c.nspatial, dilated);
    spread(&c.lhs, lhs, c.input_order, c.lhs_dilation, c.padding, NULL, input);
    spread(&c.rhs, rhs, c.kernel_order, c.rhs_dilation, NULL, c.reversal, kernel);

    optest_data out = optest_apply(random_conv_build, &c.options, 2, (ax_type[]){c.lhs, c.rhs},
                                   (void *[]){lhs, rhs});
    assert_int_equal(out.type.dims[c.output_order[0]], c.batch / c.options.batch_group_count);
    assert_int_equal(out.type.dims[c.output_order[1]], c.out);
    for (int32_t i = 0; i < c.nspatial; i++) {
        int64_t places = 0;
        while (places * c.stride[i] + dilated[i] <= padded[i])
            places++;
        assert_int_equal(out.type.dims[c.output_order[2 + i]], places);
    }
    int64_t terms = c.rhs.dims[c.kernel_order[0]];
    for (int32_t i = 0; i < c.nspatial; i++)
        terms *= c.window[i];
    double epsilon = sum_error(dtype, terms);
    int64_t index[AX_MAX_NDIM] = {0}, flat = 0, count = ax_type_count(&out.type);
    while (flat < count) {
        int64_t at[AX_MAX_NDIM];
        for (int32_t i = 0; i < c.nspatial + 2; i++)
            at[i] = index[c.output_order[i]];
        double magnitude = 0, sum = slide(&c, input, kernel, at, &magnitude);
        double seen = element_of(&out.type, out.data, flat++);
        if (!(fabs(seen - sum) <= epsilon * magnitude))
            fail_msg("seed %u, element %d: %g, not %g", seed, (int)flat - 1, seen, sum);
        next_index(out.type.ndim, out.type.dims, index);
    }
    free(lhs);
    free(rhs);
    free(input.data);
    free(kernel.data);
    free(out.data);
    return count;
}

#endif
