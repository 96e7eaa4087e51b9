/* Evaluating ops of f16 and bf16 by what evaluates f32. */
#ifndef AXMAP_OPS_WIDE_H
#define AXMAP_OPS_WIDE_H

#include "ops/eval.h"

/* Runs `eval` on the operands of f16 and bf16 widened to f32, into results of f32 in place of theirs,
 * which are then rounded: once an op. Other tensors are handed on as they are. */
ax_status *ax_eval_wide(const ax_eval_env *env, const ax_eqn *eqn, const ax_tensor *operands,
                        const ax_tensor *results, ax_eval_fn *eval);

#endif
