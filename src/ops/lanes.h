/* Reductions by any region, many results at a time: each result is a lane with its own accumulators.
 *
 * Lanes never meet, so a region combines its elements one after the other, in the order in which it is
 * given them, whatever the number of lanes. For reductions of few elements; longer ones take brackets
 * (reduction_region.c, window_doubling.c).
 */
#ifndef AXMAP_OPS_LANES_H
#define AXMAP_OPS_LANES_H

#include "ops/region.h"

enum { AX_LANES = 512 }; /* their accumulators stay in cache */

/* Lists have an entry for each of the n inputs. */
typedef struct ax_lanes {
    ax_region region;
    int32_t n;
    const ax_tensor *inputs, *inits;
    void **acc, **next; /* accumulators, and where the region puts the new ones */
    void **elements;    /* collected for the step at hand */
    const void **region_inputs;
    int64_t *offsets; /* set by the caller: where each lane reads the inputs; -1: the init */
} ax_lanes;

/* For an equation of n inputs, n inits and one region. */
ax_status *ax_lanes_prepare(const ax_eval_env *env, const ax_eqn *eqn, const ax_tensor *operands,
                            ax_lanes *out_lanes);

/* One for each thread of `env`. */
ax_status *ax_lanes_prepare_all(const ax_eval_env *env, const ax_eqn *eqn,
                                const ax_tensor *operands, ax_lanes **out_lanes);

/* Starts lanes 0..count-1, count <= AX_LANES, from the inits. */
void ax_lanes_begin(ax_lanes *lanes, int64_t count);

/* acc = region(acc, the elements `shift` behind the lanes' offsets). */
ax_status *ax_lanes_step(ax_lanes *lanes, int64_t shift, int64_t count);

/* Writes the accumulators to results first..first+count-1. */
void ax_lanes_end(const ax_lanes *lanes, const ax_tensor *results, int64_t first, int64_t count);

#endif
