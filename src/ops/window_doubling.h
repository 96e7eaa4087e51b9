/* reduce_window by any associative region, in time that grows with the logarithm of the window. */
#ifndef AXMAP_OPS_WINDOW_DOUBLING_H
#define AXMAP_OPS_WINDOW_DOUBLING_H

#include "ops/joiner.h"

/* Folds the windows of an equation whose operands are not dilated. */
ax_status *ax_window_doubling(const ax_eval_env *env, const ax_eqn *eqn, const ax_tensor *operands,
                              const ax_tensor *results);

/* x[i] = the fold of x[0..i], or in reverse of x[i..count), of slabs along each of `lines` lines, in
 * place (window_scan.c). */
ax_status *ax_window_scan(ax_joiner *joiner, int64_t lines, int64_t count, int64_t slab,
                          bool reverse, void *const *x);

#endif
