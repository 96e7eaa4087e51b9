/* Folds: reductions by one commutative and associative elementwise op, as typed loops.
 *
 * Regions that are just `add`, `maximum`, ... are recognised here and run at the speed of memory;
 * any other region is evaluated as it stands (ops/region.h). Only folds may be re-associated, and
 * the order follows from the shape alone.
 */
#ifndef AXMAP_OPS_FOLD_H
#define AXMAP_OPS_FOLD_H

#include "ir/graph.h"

typedef struct ax_fold {
    /* acc[i] = op(acc[i], x[i * stride]) for i < count; a stride of 0 repeats one element. */
    void (*into)(void *acc, const void *x, int64_t stride, int64_t count);
    /* *out = the fold of x[0..count), count >= 1, with a fixed number of partial results. */
    void (*run)(void *out, const void *x, int64_t count);
    /* acc[places[i]] = op(acc[places[i]], x[i]) for i < count, in this order; places below 0 are left
     * out. */
    void (*at)(void *acc, const int64_t *places, const void *x, int64_t count);
} ax_fold;

/* The fold that a region of two scalars means; false when it is not a known one. */
bool ax_fold_find(const ax_graph *region, ax_fold *out_fold);

/* *out = the fold of count >= 1 contiguous elements, halved until the pieces are short: the error of
 * a float sum grows with the logarithm of the count. */
void ax_fold_pairwise(const ax_fold *fold, int64_t element_bytes, const void *x, int64_t count,
                      void *out);

/* Half of `count` > `unit` things, rounded up to unit times a power of two: where trees split. */
int64_t ax_fold_split(int64_t count, int64_t unit);

#endif
