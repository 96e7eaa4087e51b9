/* reduce_window's meaning: known folds in time that does not grow with the window, any other region on
 * lanes of results. */
#include "ops/fold.h"
#include "ops/reduction.h"
#include "ops/wide.h"
#include "ops/window_fold.h"

static ax_status *window_by_fold(const ax_eval_env *env, const ax_eqn *eqn,
                                 const ax_tensor *operands, const ax_tensor *results)
{
    ax_fold fold;
    if (!ax_fold_find_wide(eqn->regions[0], &fold))
        return AX_ERROR(AX_INTERNAL, "%s: its region is no fold", eqn->op->name);
    return ax_window_fold(env, eqn, &fold, &operands[0], operands[1].data, &results[0]);
}

ax_status *ax_eval_reduce_window(const ax_eval_env *env, const ax_eqn *eqn,
                                 const ax_tensor *operands, const ax_tensor *results)
{
    ax_fold fold;
    if (ax_type_count(&results[0].type) == 0)
        return NULL;
    if (ax_fold_find_wide(eqn->regions[0], &fold))
        return ax_eval_wide(env, eqn, operands, results, window_by_fold);
    return ax_window_by_region(env, eqn, operands, results);
}
