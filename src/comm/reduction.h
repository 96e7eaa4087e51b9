/* How two arrays of partial results become one, element by element.
 *
 * sum      numeric types; integers wrap; a NaN result is the canonical quiet NaN, so that its bits
 *          depend on nothing
 * max, min any real type, and bool (or, and); NaN wins (canonical), max(-0, +0) is +0 and
 *          min(-0, +0) is -0
 *
 * A sum of bool is a sum of i32, and halves are held as f32 up to the root: the caller converts
 * before. Order matters only for the bits of float sums: `left` is the operand of the lower blocks.
 */
#ifndef AXMAP_COMM_REDUCTION_H
#define AXMAP_COMM_REDUCTION_H

#include <axmap/type.h>
#include <stdbool.h>
#include <stdint.h>

typedef enum ax_reduction_kind {
    AX_REDUCTION_SUM,
    AX_REDUCTION_MAX,
    AX_REDUCTION_MIN
} ax_reduction_kind;

/* Whether partial results of this kind and dtype can be combined. */
bool ax_reduction_supported(ax_reduction_kind kind, ax_dtype dtype);

/* left[i] = left[i] (+) right[i] for i in [0, count). The arrays do not overlap. */
void ax_reduction_combine(ax_reduction_kind kind, ax_dtype dtype, void *left, const void *right,
                          int64_t count);

/* The result over no rows: 0 for sums; for max -inf, the lowest integer or false; for min +inf, the
 * highest integer or true. */
void ax_reduction_identity(ax_reduction_kind kind, ax_dtype dtype, void *out, int64_t count);

#endif
