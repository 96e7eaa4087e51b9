/* reduce_window by a known fold: one dimension after the other, in time that does not grow with the
 * window. */
#ifndef AXMAP_OPS_WINDOW_FOLD_H
#define AXMAP_OPS_WINDOW_FOLD_H

#include "ops/eval.h"
#include "ops/fold.h"

/* Folds the windows of `input` under the lists of `eqn`, a reduce_window, into `result`. The fold is of
 * the tensors' dtype. */
ax_status *ax_window_fold(const ax_eval_env *env, const ax_eqn *eqn, const ax_fold *fold,
                          const ax_tensor *input, const void *init, const ax_tensor *result);

#endif
