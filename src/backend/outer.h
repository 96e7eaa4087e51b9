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
    /* Blocks `first` to `end` - 1 of a node, each a sum over `steps` steps. a: [(end - first) * steps, rows],
     * b: [(end - first) * steps, cols], both dense. Block i's sum, [rows, cols] and dense, becomes tile
     * popcount(i) of the stack, behind the sums of the blocks before it that are not yet in a pair; it is then
     * added, as right operand, to each of those that it completes. */
    void (*fold)(int64_t first, int64_t end, int64_t steps, const void *a, const void *b,
                 void *stack);
    /* left[i] += right[i] for a tile. */
    void (*add)(void *left, const void *right);
    /* A tile as part of a matrix whose rows are `stride` bytes apart, or as it lies itself; NaNs canonical, whose
     * bits depend on what the compiler puts first. */
    void (*settle)(const void *tile, void *to, int64_t stride);
} ax_outer_tile;

/* dtype: f32 or f64. The functions live as long as the target's code generator; without one they are
 * plain C. */
ax_status *ax_outer_tile_get(const ax_target *target, ax_dtype dtype, ax_outer_tile *out_tile);

#endif
