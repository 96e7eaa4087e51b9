/* The rules of the shape family, between its files: shape.c has the records and infer rules,
 * shape_eval.c the evaluations, shape_batch.c the batch rules. */
#ifndef AXMAP_OPS_SHAPE_H
#define AXMAP_OPS_SHAPE_H

#include "ops/ops.h"

ax_eval_fn ax_eval_broadcast_in_dim, ax_eval_concatenate, ax_eval_constant, ax_eval_iota,
    ax_eval_pad, ax_eval_reshape, ax_eval_slice, ax_eval_transpose;

ax_batch_fn ax_batch_broadcast_in_dim, ax_batch_concatenate, ax_batch_pad, ax_batch_reshape,
    ax_batch_slice, ax_batch_transpose;

#endif
