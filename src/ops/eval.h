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

struct ax_blas; /* backend/cpu/blas.h */

typedef struct ax_eval_env {
    /* Memory for the time of one eval call, 64-byte aligned, not zeroed; released by the caller of
     * eval afterwards. AX_OUT_OF_MEMORY when there is none. */
    ax_status *(*scratch)(const struct ax_eval_env *env, int64_t bytes, void **out_memory);
    void *user;
    /* What the cpu backend's lowerings multiply matrices with; NULL in the reference backend. */
    const struct ax_blas *blas;
} ax_eval_env;

/* Scratch for `count` objects; AX_TRY(AX_SCRATCH(env, float, n, &buffer)). */
#define AX_SCRATCH(env, type, count, out) \
    ((env)->scratch((env), (int64_t)(count) * (int64_t)sizeof(type), (void **)(out)))

#endif
