/* A reduction's region applied to whole arrays: what reductions by any region are made of.
 *
 * Lists of arrays have an entry for each of the reduction's n inputs.
 */
#ifndef AXMAP_OPS_JOINER_H
#define AXMAP_OPS_JOINER_H

#include "ops/region.h"

typedef struct ax_joiner {
    const ax_eval_env *env;
    ax_region region;
    int32_t n;
    const ax_tensor *inits;
    void **pieces; /* results of one application */
    const void **region_inputs;
} ax_joiner;

/* For an equation of n inputs, n inits and one region; it lives as long as the eval call. */
ax_status *ax_joiner_prepare(const ax_eval_env *env, const ax_eqn *eqn, const ax_tensor *operands,
                             ax_joiner *out_joiner);

int64_t ax_joiner_bytes(const ax_joiner *joiner, int32_t input);

/* A list of new arrays of so many elements. AX_OVERFLOW when their bytes do not fit 64 bits. */
ax_status *ax_joiner_arrays(const ax_joiner *joiner, int64_t count, void ***out_arrays);

/* out[out_at + i] = region(left[left_at + i], right[right_at + i]) for i < count, from 0 upwards. `out`
 * may be an operand that is not read behind where it is written. */
ax_status *ax_join(ax_joiner *joiner, int64_t count, void *const *left, int64_t left_at,
                   void *const *right, int64_t right_at, void *const *out, int64_t out_at);

#endif
