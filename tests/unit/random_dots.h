/* Random dot_generals, compared with loops that know nothing of how the ops are evaluated.
 *
 * Include after optest.h. A test of a backend sets optest_kernel first.
 */
#ifndef AXMAP_TESTS_UNIT_RANDOM_DOTS_H
#define AXMAP_TESTS_UNIT_RANDOM_DOTS_H

#include "random.h"

#include <axmap/contraction.h>
#include <math.h>

static inline ax_value random_dot_build(ax_builder *b, const ax_value *in, const void *user)
{
    (void)b;
    return ax_dot_general(in[0], in[1], *(const ax_dot_dimensions *)user);
}

/* One operand: its dimensions in a random order, and which one plays which role. */
typedef struct random_operand {
    ax_type type;
    int64_t batching[AX_MAX_NDIM], contracting[AX_MAX_NDIM], free[AX_MAX_NDIM];
} random_operand;

static inline random_operand shuffle_dims(uint32_t *state, ax_dtype dtype, const int64_t *sizes,
                                          const int32_t *counts)
{
    random_operand o = {.type = {.dtype = dtype}};
    int32_t left[3] = {counts[0], counts[1], counts[2]};
    int32_t ndim = counts[0] + counts[1] + counts[2];
    bool taken[AX_MAX_NDIM] = {false};
    for (int32_t d = 0; d < ndim; d++) {
        int32_t which;
        do
            which = (int32_t)random_below(state, (uint32_t)ndim);
        while (taken[which]);
        taken[which] = true;
        o.type.dims[d] = sizes[which];
        if (which < counts[0]) {
            o.batching[which] = d;
        } else if (which < counts[0] + counts[1]) {
            o.contracting[which - counts[0]] = d;
        } else {
            o.free[counts[2] - left[2]--] = d; /* free dimensions keep their order */
        }
    }
    o.type.ndim = ndim;
    return o;
}

static inline double one_product(const random_operand *l, const random_operand *r, const void *lhs,
                                 const void *rhs, int32_t ncontract, int64_t *li, int64_t *ri,
                                 double *magnitude)
{
    double sum = 0;
    int64_t dims[AX_MAX_NDIM], index[AX_MAX_NDIM] = {0};
    for (int32_t i = 0; i < ncontract; i++) {
        dims[i] = l->type.dims[l->contracting[i]];
        if (dims[i] == 0)
            return 0;
    }
    do {
        for (int32_t i = 0; i < ncontract; i++)
            li[l->contracting[i]] = ri[r->contracting[i]] = index[i];
        double term = element_of(&l->type, lhs, flat_index(&l->type, li)) *
                      element_of(&r->type, rhs, flat_index(&r->type, ri));
        sum += term;
        *magnitude += fabs(term);
    } while (next_index(ncontract, dims, index));
    return sum;
}

/* Builds dims and roles from `seed`, evaluates, and compares every element; `larger` adds to sizes. */
static inline void random_dot_check(uint32_t seed, ax_dtype dtype, uint32_t larger)
{
    uint32_t state = seed * 2654435761u;
    int32_t nb = (int32_t)random_below(&state, 3), nk = (int32_t)random_below(&state, 3);
    int32_t nm = (int32_t)random_below(&state, 3), nn = (int32_t)random_below(&state, 3);
    int64_t left[AX_MAX_NDIM], right[AX_MAX_NDIM];
    for (int32_t i = 0; i < nb + nk + 2; i++) {
        uint32_t zero = random_below(&state, 40) == 0 ? 0 : 1;
        left[i] = right[i] = (int64_t)zero * (1 + random_below(&state, 4 + larger));
    }
    for (int32_t i = nb + nk; i < nb + nk + 2; i++)
        right[i] = 1 + random_below(&state, 4 + larger);
    random_operand l = shuffle_dims(&state, dtype, left, (int32_t[]){nb, nk, nm});
    random_operand r = shuffle_dims(&state, dtype, right, (int32_t[]){nb, nk, nn});
    void *lhs = random_elements(&state, &l.type), *rhs = random_elements(&state, &r.type);

    ax_dot_dimensions dimensions = {.lhs_batching = {nb, l.batching},
                                    .rhs_batching = {nb, r.batching},
                                    .lhs_contracting = {nk, l.contracting},
                                    .rhs_contracting = {nk, r.contracting}};
    optest_data out = optest_apply(random_dot_build, &dimensions, 2, (ax_type[]){l.type, r.type},
                                   (void *[]){lhs, rhs});
    assert_int_equal(out.type.ndim, nb + nm + nn);
    int64_t terms = 1;
    for (int32_t i = 0; i < nk; i++)
        terms *= left[nb + i];
    double epsilon = sum_error(dtype, terms);
    int64_t index[AX_MAX_NDIM] = {0}, li[AX_MAX_NDIM] = {0}, ri[AX_MAX_NDIM] = {0}, flat = 0;
    if (ax_type_count(&out.type) > 0) {
        do {
            for (int32_t i = 0; i < nb; i++)
                li[l.batching[i]] = ri[r.batching[i]] = index[i];
            for (int32_t i = 0; i < nm; i++)
                li[l.free[i]] = index[nb + i];
            for (int32_t i = 0; i < nn; i++)
                ri[r.free[i]] = index[nb + nm + i];
            double magnitude = 0;
            double sum = one_product(&l, &r, lhs, rhs, nk, li, ri, &magnitude);
            double seen = element_of(&out.type, out.data, flat++);
            if (!(fabs(seen - sum) <= epsilon * magnitude))
                fail_msg("seed %u, element %d: %g, not %g", seed, (int)flat - 1, seen, sum);
        } while (next_index(out.type.ndim, out.type.dims, index));
    }
    free(lhs);
    free(rhs);
    free(out.data);
}

#endif
