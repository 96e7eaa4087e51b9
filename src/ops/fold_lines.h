/* Cumulative folds of several lines at once. */
#ifndef AXMAP_OPS_FOLD_LINES_H
#define AXMAP_OPS_FOLD_LINES_H

#include "ops/fold.h"

typedef void ax_fold_lines_fn(void *out, const void *x, int64_t pitch, int64_t count,
                              const void *before, void *last);

/* See ax_fold; NULL where there is none. */
ax_fold_lines_fn *ax_fold_lines_of(const ax_op *op, ax_dtype dtype);

#endif
