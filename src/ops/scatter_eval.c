/* scatter's meaning: updates combined into a copy of the inputs, in row-major order of the updates,
 * whatever the region. A window that does not fit the input whole is left out whole, as in XLA. */
#include "ops/combine.h"
#include "ops/indexing.h"

#include <string.h>

ax_status *ax_eval_scatter(const ax_eval_env *env, const ax_eqn *eqn, const ax_tensor *operands,
                           const ax_tensor *results)
{
    int32_t n = eqn->nresults;
    for (int32_t i = 0; i < n; i++) {
        int64_t bytes = ax_type_bytes(&results[i].type);
        if (bytes > 0)
            memcpy(results[i].data, operands[i].data, (size_t)bytes);
    }
    const ax_tensor *updates = &operands[n + 1];
    if (ax_type_count(&updates->type) == 0 || ax_type_count(&results[0].type) == 0)
        return NULL;
    ax_combiner combiner;
    AX_TRY(ax_combiner_prepare(env, eqn->regions[0], n, updates, results, &combiner));
    ax_index_numbers numbers = ax_index_numbers_of(eqn, &ax_scatter_keys);
    ax_points points;
    ax_points_start(&numbers, &results[0].type, &operands[n], &updates->type, false, &points);
    int64_t places[AX_POINTS];
    ax_runs runs = {.places = places, .run = points.run};
    for (; (runs.count = ax_points_next(&points, places)) > 0; runs.first += runs.count * runs.run)
        AX_TRY(ax_combine(&combiner, &runs));
    return ax_combine_rest(&combiner);
}
