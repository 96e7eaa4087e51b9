#include "ops/eval.h"

#include <stdatomic.h>

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

typedef struct trying {
    ax_try_fn *work;
    void *user;
    _Atomic(ax_status *) first; /* failure */
} trying;

/* Once one piece has failed the others need not be done. */
static void try_piece(void *user, int32_t thread, int64_t begin, int64_t end)
{
    trying *t = user;
    if (atomic_load(&t->first))
        return;
    ax_status *status = t->work(t->user, thread, begin, end), *none = NULL;
    if (status && !atomic_compare_exchange_strong(&t->first, &none, status))
        ax_status_free(status);
}

ax_status *ax_eval_parallel_try(const ax_eval_env *env, int64_t count, int64_t grain,
                                ax_try_fn *work, void *user)
{
    trying t = {.work = work, .user = user};
    ax_eval_parallel(env, count, grain, try_piece, &t);
    return atomic_load(&t.first);
}
