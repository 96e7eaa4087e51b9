/* Regions of reductions that more than one test takes. */
#ifndef AXMAP_TESTS_UNIT_BODIES_H
#define AXMAP_TESTS_UNIT_BODIES_H

#include <axmap/elementwise.h>
#include <axmap/shape.h>

/* acc * 10 + x: shows which elements come, and in which order. Not associative. */
static inline void append_digit(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)user;
    out[0] = ax_add(ax_mul(in[0], ax_scalar(b, AX_I32, 10)), in[1]);
}

/* t -> a * t + b composed: associative, and the order matters. */
static inline void compose(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)b;
    (void)user;
    out[0] = ax_mul(in[0], in[2]);
    out[1] = ax_add(ax_mul(in[2], in[1]), in[3]);
}

#endif
