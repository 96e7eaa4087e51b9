/* Folds: reductions by one commutative and associative elementwise op, as typed loops.
 *
 * Regions that are just `add`, `maximum`, ... are recognised here and run at the speed of memory;
 * any other region is evaluated as it stands (ops/region.h). Folds may be taken in any order, other
 * regions with any brackets; which it is follows from the shape alone.
 */
#ifndef AXMAP_OPS_FOLD_H
#define AXMAP_OPS_FOLD_H

#include "ir/graph.h"

enum { AX_FOLD_LINES = 4 };

typedef struct ax_fold {
    /* Combined with any element it leaves that as it is; of the sum it is -0. */
    union {
        uint64_t u64;
        float f32;
        double f64;
    } identity;
    bool exact; /* no grouping changes a result: all but sums and products of floats */
    /* acc[i] = op(acc[i], x[i * stride]) for i < count; a stride of 0 repeats one element. */
    void (*into)(void *acc, const void *x, int64_t stride, int64_t count);
    /* *out = the fold of x[0..count), count >= 1, with a fixed number of partial results. */
    void (*run)(void *out, const void *x, int64_t count);
    /* acc[places[i]] = op(acc[places[i]], x[i]) for i < count, in this order; places below 0 are left
     * out. */
    void (*at)(void *acc, const int64_t *places, const void *x, int64_t count);
    /* out[i] = op(a[i], b[i]) for i < count; out may be a or b. */
    void (*both)(void *out, const void *a, const void *b, int64_t count);
    /* out[i * step] = the fold of x[0], x[step], ... x[i * step], in this order; step is 1 or -1. */
    void (*scan)(void *out, const void *x, int64_t step, int64_t count);
    /* The same of AX_FOLD_LINES lines at once, which begin `pitch` elements apart, with a step of 1:
     * none waits for another. Results get before[line] put behind them, if there is `before`. Writes to
     * last[line] the fold of a line, where `count` is a multiple of AX_FOLD_LINES. NULL: not for this
     * dtype. */
    void (*scan_lines)(void *out, const void *x, int64_t pitch, int64_t count, const void *before,
                       void *last);
} ax_fold;

/* The fold that a region of two scalars means; false when it is not a known one. */
bool ax_fold_find(const ax_graph *region, ax_fold *out_fold);

/* As above, but a region of f16 or bf16 gives the fold of f32 that stands for it: such elements are
 * widened first and the result rounded once. */
bool ax_fold_find_wide(const ax_graph *region, ax_fold *out_fold);

/* The fold by one of these ops (maximum, minimum, ...) of a dtype that has it. */
ax_fold ax_fold_of(const ax_op *op, ax_dtype dtype);

/* *out = the fold of count >= 1 contiguous elements, halved until the pieces are short: the error of
 * a float sum grows with the logarithm of the count. Elements of f16 and bf16 are widened on the way. */
void ax_fold_pairwise(const ax_fold *fold, ax_dtype dtype, const void *x, int64_t count, void *out);

/* Half of `count` > `unit` things, rounded up to unit times a power of two: where trees split. */
int64_t ax_fold_split(int64_t count, int64_t unit);

#endif
