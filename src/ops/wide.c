#include "ops/wide.h"

#include "ops/elementwise.h"

/* Writes the tensor, or one of f32 in its place with memory of its own. */
static ax_status *wide_tensor(const ax_eval_env *env, const ax_tensor *tensor, ax_tensor *out_wide)
{
    ax_tensor wide = *tensor;
    if (ax_dtype_is_half(tensor->type.dtype)) {
        wide.type.dtype = AX_F32;
        AX_TRY(AX_SCRATCH(env, float, ax_type_count(&tensor->type), &wide.data));
    }
    *out_wide = wide;
    return NULL;
}

/* From halves to f32, or back. */
typedef struct widening {
    ax_dtype dtype;
    char *half;
    float *wide;
    bool back;
} widening;

static void widen_piece(void *user, int32_t thread, int64_t begin, int64_t end)
{
    (void)thread;
    const widening *w = user;
    char *half = w->half + begin * ax_dtype_bytes(w->dtype);
    if (w->back) {
        ax_halves_narrow(w->dtype, end - begin, w->wide + begin, half);
    } else {
        ax_halves_widen(w->dtype, end - begin, half, w->wide + begin);
    }
}

enum { PIECE = 1 << 16 };

static void widen(const ax_eval_env *env, const ax_tensor *half, const ax_tensor *wide, bool back)
{
    widening w = {half->type.dtype, half->data, wide->data, back};
    if (ax_dtype_is_half(w.dtype) && !env->measures)
        ax_eval_parallel(env, ax_type_count(&half->type), PIECE, widen_piece, &w);
}

ax_status *ax_eval_wide(const ax_eval_env *env, const ax_eqn *eqn, const ax_tensor *operands,
                        const ax_tensor *results, ax_eval_fn *eval)
{
    ax_tensor *wide;
    AX_TRY(AX_SCRATCH(env, ax_tensor, eqn->noperands + eqn->nresults, &wide));
    ax_tensor *wide_results = wide + eqn->noperands;
    for (int32_t i = 0; i < eqn->noperands; i++) {
        AX_TRY(wide_tensor(env, &operands[i], &wide[i]));
        widen(env, &operands[i], &wide[i], false);
    }
    for (int32_t i = 0; i < eqn->nresults; i++)
        AX_TRY(wide_tensor(env, &results[i], &wide_results[i]));
    AX_TRY(eval(env, eqn, wide, wide_results));
    for (int32_t i = 0; i < eqn->nresults; i++)
        widen(env, &results[i], &wide_results[i], true);
    return NULL;
}
