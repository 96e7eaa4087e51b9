#include "ops/eval.h"

void ax_eval_parallel(const ax_eval_env *env, int64_t count, int64_t grain, ax_work_fn *work,
                      void *user)
{
    if (ax_eval_threads(env) > 1 && count > grain) {
        env->parallel(env, count, grain, work, user);
        return;
    }
    for (int64_t begin = 0; begin < count; begin += grain)
        work(user, 0, begin, count - begin < grain ? count : begin + grain);
}
