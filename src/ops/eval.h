/* The reference evaluation of ops: what an eval rule may ask for.
 *
 * An eval rule reads dense row-major operands and fills results whose memory is given. It takes
 * shapes and dtypes from the tensors, not from the equation: an elementwise op of a region on
 * scalars is also evaluated on vectors of lanes (ops/region.h). It is called from several threads at
 * once, on different tensors.
 */
#ifndef AXMAP_OPS_EVAL_H
#define AXMAP_OPS_EVAL_H

#include "device/tensor.h"
#include "ir/op.h"

/* A piece of work dealt out by `parallel`: items [begin, end), on thread `thread` of [0, env->threads). */
typedef void ax_work_fn(void *user, int32_t thread, int64_t begin, int64_t end);

typedef struct ax_eval_env {
    /* Memory for the time of one eval call, 64-byte aligned, not zeroed; released by the caller of
     * eval afterwards. AX_OUT_OF_MEMORY when there is none. Called by the thread that called eval. */
    ax_status *(*scratch)(const struct ax_eval_env *env, int64_t bytes, void **out_memory);
    void *user;
    /* What a kernel was made with (backend/backend.h); NULL for an op's own evaluation. */
    const void *state;
    /* Only scratch is wanted: eval asks for all that it may ask for, and returns. Operands and results
     * have types and no data. */
    bool measures;
    /* Threads that `parallel` uses at most: 0 means 1. NULL: all work is done by the caller. */
    int32_t threads;
    void (*parallel)(const struct ax_eval_env *env, int64_t count, int64_t grain, ax_work_fn *work,
                     void *user);
} ax_eval_env;

/* Deals items 0..count-1 in pieces [k * grain, (k + 1) * grain), the last one shorter, to the threads
 * of the device, and waits for all of them. Pieces follow from `count` and `grain` alone, so results
 * may depend on where one begins but not on who computes it. Not from inside a piece. */
void ax_eval_parallel(const ax_eval_env *env, int64_t count, int64_t grain, ax_work_fn *work,
                      void *user);

/* The same for work that may fail: the first failure is returned. */
typedef ax_status *ax_try_fn(void *user, int32_t thread, int64_t begin, int64_t end);
ax_status *ax_eval_parallel_try(const ax_eval_env *env, int64_t count, int64_t grain,
                                ax_try_fn *work, void *user);

static inline int32_t ax_eval_threads(const ax_eval_env *env)
{
    return env->parallel && env->threads > 1 ? env->threads : 1;
}

/* Scratch for `count` objects; AX_TRY(AX_SCRATCH(env, float, n, &buffer)). */
#define AX_SCRATCH(env, type, count, out) \
    ((env)->scratch((env), (int64_t)(count) * (int64_t)sizeof(type), (void **)(out)))

#endif
