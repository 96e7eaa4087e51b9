/* Regions over scalars: what reduce, reduce_window and their kin apply to pairs of elements.
 *
 * A region is a graph of 2N scalar inputs (N accumulators, then N elements) and N scalar results.
 */
#ifndef AXMAP_OPS_REGION_H
#define AXMAP_OPS_REGION_H

#include "ops/batching.h"
#include "ops/eval.h"

/* Checks a reduction's form: eqn has N inputs, then N scalar inits, N results and one region that
 * combines scalars of their dtypes; the inputs have the same dims. Writes N. */
ax_status *ax_check_reduction(const ax_eqn *eqn, int32_t *out_count);

/* Region `index` of the equation combines two lists of `count` scalars, of the dtypes of its first `count`
 * operands, into one. */
ax_status *ax_check_combiner(const ax_eqn *eqn, int32_t index, int32_t count);

/* ---- evaluation ---- */

/* A region made ready to be evaluated many times, on up to `capacity` lanes at once. It lives in the
 * scratch of the eval call that prepared it, and belongs to one thread. */
typedef struct ax_region {
    ax_eval_env env; /* what the region's own equations see: scratch that ends with each of them */
    const ax_graph *graph;
    int64_t capacity;
    bool lanewise; /* one call of each op's eval for all lanes; else one lane after the other */
    void **memory; /* by id of the var */
    ax_tensor *tensors; /* operands and results of the widest equation */
    void *pieces;       /* scratch of the equation that is running */
} ax_region;

ax_status *ax_region_prepare(const ax_eval_env *env, const ax_graph *graph, int64_t capacity,
                             ax_region *out_region);

/* Evaluates lanes 0..count-1, count <= capacity. inputs[i] holds `count` elements for input i of the
 * graph; outputs[i] receives as many, and must not overlap an input. */
ax_status *ax_region_run(ax_region *region, int64_t count, const void *const *inputs,
                         void *const *outputs);

/* ---- in a graph under construction ---- */

/* A region from the user's function of two lists of `count` scalars, of the dtypes of the operands;
 * NULL after an error. */
const ax_graph *ax_region_trace(ax_builder *parent, const ax_value *operands, int32_t count,
                                ax_trace_fn *body, void *user);

/* Emits the region on arrays of equal dims in place of scalars. Errors are sticky. */
void ax_region_apply(ax_builder *builder, const ax_graph *region, const ax_value *inputs,
                     ax_value *out_outputs, ax_location location);

#endif
