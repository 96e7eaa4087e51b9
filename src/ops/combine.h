/* Combining updates into places of results: what scatter and select_and_scatter do in the end.
 *
 * Updates that go to one place are applied in their order, whatever the region: assignment and the
 * known folds as typed loops, any other region on lanes that go to different places.
 */
#ifndef AXMAP_OPS_COMBINE_H
#define AXMAP_OPS_COMBINE_H

#include "ops/eval.h"
#include "ops/fold.h"

typedef struct ax_combiner {
    int32_t n;                          /* results, each with its updates */
    const ax_tensor *updates, *results; /* of equal dims each; the caller's */
    bool assigns, folds;
    ax_fold fold;
    struct ax_combine_lanes *lanes; /* NULL for assignment and folds */
} ax_combiner;

/* For a region of n elements and n updates. One combiner belongs to one thread. */
ax_status *ax_combiner_prepare(const ax_eval_env *env, const ax_graph *region, int32_t n,
                               const ax_tensor *updates, const ax_tensor *results,
                               ax_combiner *out_combiner);

/* `count` runs of `run` neighbours: the element of the results where each run goes, -1 leaves it out; and
 * where in the updates it begins, or NULL: they lie one behind the other from element `first` on. */
typedef struct ax_runs {
    const int64_t *places, *sources;
    int64_t count, run, first;
} ax_runs;

ax_status *ax_combine(ax_combiner *combiner, const ax_runs *runs);

/* Applies what ax_combine has kept for later; the last call. */
ax_status *ax_combine_rest(ax_combiner *combiner);

#endif
