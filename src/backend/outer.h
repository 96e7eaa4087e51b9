/* Sums of outer products, a tile at a time: what a psum of gradients by a matrix is made of.
 *
 *     result[i][j] = the sum over k, from 0 on, of a[k][i] * b[k][j]
 *
 * One chain along k for each element, of fused multiply-adds (where the CPU has none, of products and
 * sums): the bits follow from the values alone.
 */
#ifndef AXMAP_BACKEND_OUTER_H
#define AXMAP_BACKEND_OUTER_H

#include "backend/backend.h"

typedef struct ax_outer_tile {
    int32_t rows, cols;
    /* a: row k begins a_stride bytes behind row k - 1 and has `rows` elements; b: [steps, cols], dense. The
     * result, [rows, cols] and dense, has `left` tiles of its size right before it: they are added to it, the
     * nearest first, as left operands, and the sum lies where the farthest was. */
    void (*multiply)(int64_t steps, const void *a, int64_t a_stride, const void *b, void *result,
                     int64_t left);
    /* left[i] += right[i] for a tile. */
    void (*add)(void *left, const void *right);
    /* Makes the NaNs of a tile canonical: their bits depend on what the compiler puts first. */
    void (*settle)(void *tile);
} ax_outer_tile;

/* dtype: f32 or f64. The functions live as long as the target's code generator; without one they are
 * plain C. */
ax_status *ax_outer_tile_get(const ax_target *target, ax_dtype dtype, ax_outer_tile *out_tile);

#endif
