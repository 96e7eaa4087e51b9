/* What reduce and reduce_window share, between their files. */
#ifndef AXMAP_OPS_REDUCTION_H
#define AXMAP_OPS_REDUCTION_H

#include "ops/batching.h"
#include "ops/eval.h"

ax_eval_fn ax_eval_reduce, ax_eval_reduce_window;

/* ---- evaluation of reduce ---- */

/* Dimensions of the input walked together, major first. */
typedef struct ax_walk {
    int32_t count;
    int64_t size; /* product of dims */
    int64_t dims[AX_MAX_NDIM], strides[AX_MAX_NDIM];
} ax_walk;

/* The offset, in elements, of a position of the walk. */
int64_t ax_walk_offset(const ax_walk *walk, int64_t index);

/* An input's dimensions: those that stay and those that are reduced, merged where neighbours are of
 * one kind. The order in which a result's elements are combined follows from this, and must not
 * depend on the sizes of kept dimensions (how many rows are mapped at once): so one of size 1 keeps
 * its neighbours apart like any other. */
typedef struct ax_split {
    ax_walk kept, reduced;
    bool inner_reduced; /* the last dimension, whose elements are neighbours, is a reduced one */
} ax_split;

ax_split ax_split_dims(const ax_type *type, ax_ints reduced);

/* Reduces by any region (reduction_region.c). */
ax_status *ax_reduce_by_region(const ax_eval_env *env, const ax_eqn *eqn, const ax_split *split,
                               const ax_tensor *operands, const ax_tensor *results);

/* reduce_window by any region (window_region.c). */
ax_status *ax_window_by_region(const ax_eval_env *env, const ax_eqn *eqn, const ax_tensor *operands,
                               const ax_tensor *results);

/* ---- vmap of a reduction: N inputs, N inits, one region (reduction_batch.c) ---- */

/* Where the batch axis of the inputs will be: where the first mapped input has it, else 0. */
int32_t ax_batch_reduction_axis(const ax_batching *batching, const ax_eqn *eqn);

/* Whether an init is mapped. */
bool ax_batch_init_mapped(const ax_batching *batching, const ax_eqn *eqn);

/* Emits the reduction of `inputs` (all mapped at the same axis), without mapped inits, under the
 * given attributes; its results have the batch at `result_axis`. */
void ax_batch_reduction(ax_batching *batching, const ax_eqn *eqn, const ax_value *inputs,
                        const ax_attr *attrs, int32_t nattrs, int32_t result_axis);

/* The fold of `inputs` (all mapped at the same axis) without any init, under the given attributes:
 * eqn->nresults results, then a bool, whether there was anything to fold. */
void ax_batch_fold_elements(ax_batching *batching, const ax_eqn *eqn, const ax_value *inputs,
                            const ax_attr *attrs, int32_t nattrs, ax_value *out_results);

/* Init `index` spread over an array of `dims` whose batch is at `axis`. */
ax_value ax_batch_spread_init(ax_batching *batching, const ax_eqn *eqn, int32_t index, ax_ints dims,
                              int32_t axis);

/* Room for `count` values in the builder's arena; NULL after an error. */
ax_value *ax_batch_values(ax_batching *batching, int32_t count);

#endif
