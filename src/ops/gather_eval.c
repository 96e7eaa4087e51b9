/* gather's meaning: a slice copied for each index vector. */
#include "ops/elements.h"
#include "ops/indexing.h"

#include <string.h>

static void copy_runs(int64_t bytes, int64_t run, char *to, const char *table,
                      const int64_t *offsets, int64_t count)
{
    if (run == 1) {
        ax_elements_pick(bytes, to, table, offsets, count);
        return;
    }
    for (int64_t i = 0; i < count; i++)
        memcpy(to + i * run * bytes, table + offsets[i] * bytes, (size_t)(run * bytes));
}

ax_status *ax_eval_gather(const ax_eval_env *env, const ax_eqn *eqn, const ax_tensor *operands,
                          const ax_tensor *results)
{
    (void)env;
    if (ax_type_count(&results[0].type) == 0)
        return NULL;
    ax_index_numbers numbers = ax_index_numbers_of(eqn, &ax_gather_keys);
    ax_points points;
    ax_points_start(&numbers, &operands[0].type, &operands[1], &results[0].type, true, &points);
    int64_t bytes = ax_dtype_bytes(operands[0].type.dtype), offsets[AX_POINTS];
    char *to = results[0].data;
    for (int64_t count; (count = ax_points_next(&points, offsets)) > 0;) {
        copy_runs(bytes, points.run, to, operands[0].data, offsets, count);
        to += count * points.run * bytes;
    }
    return NULL;
}
