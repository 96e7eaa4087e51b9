#include "ops/joiner.h"

#include "base/checked.h"

#include <string.h>

enum { MOST_LANES = 1024 };

int64_t ax_joiner_bytes(const ax_joiner *joiner, int32_t input)
{
    return ax_dtype_bytes(joiner->inits[input].type.dtype);
}

ax_status *ax_joiner_arrays(const ax_joiner *joiner, int64_t count, void ***out_arrays)
{
    AX_TRY(AX_SCRATCH(joiner->env, void *, joiner->n, out_arrays));
    for (int32_t i = 0; i < joiner->n; i++) {
        int64_t bytes;
        if (!ax_checked_mul(count, ax_joiner_bytes(joiner, i), &bytes)) {
            return AX_ERROR(AX_OVERFLOW, "a reduction's %lld elements do not fit 64 bits",
                            (long long)count);
        }
        AX_TRY(joiner->env->scratch(joiner->env, bytes, &(*out_arrays)[i]));
    }
    return NULL;
}

ax_status *ax_joiner_prepare(const ax_eval_env *env, const ax_eqn *eqn, const ax_tensor *operands,
                             ax_joiner *out_joiner)
{
    ax_joiner c = {.env = env, .n = eqn->nresults, .inits = operands + eqn->nresults};
    AX_TRY(ax_region_prepare(env, eqn->regions[0], MOST_LANES, &c.region));
    AX_TRY(AX_SCRATCH(env, void *, 2 * c.n, &c.region_inputs));
    AX_TRY(ax_joiner_arrays(&c, MOST_LANES, &c.pieces));
    *out_joiner = c;
    return NULL;
}

ax_status *ax_join(ax_joiner *joiner, int64_t count, void *const *left, int64_t left_at,
                   void *const *right, int64_t right_at, void *const *out, int64_t out_at)
{
    int32_t n = joiner->n;
    for (int64_t done = 0; done < count; done += MOST_LANES) {
        int64_t lanes = ax_min_i64(MOST_LANES, count - done);
        for (int32_t i = 0; i < n; i++) {
            int64_t bytes = ax_joiner_bytes(joiner, i);
            joiner->region_inputs[i] = (const char *)left[i] + (left_at + done) * bytes;
            joiner->region_inputs[n + i] = (const char *)right[i] + (right_at + done) * bytes;
        }
        AX_TRY(ax_region_run(&joiner->region, lanes, joiner->region_inputs, joiner->pieces));
        for (int32_t i = 0; i < n; i++) {
            int64_t bytes = ax_joiner_bytes(joiner, i);
            memcpy((char *)out[i] + (out_at + done) * bytes, joiner->pieces[i],
                   (size_t)(lanes * bytes));
        }
    }
    return NULL;
}
