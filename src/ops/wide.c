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

ax_status *ax_eval_wide(const ax_eval_env *env, const ax_eqn *eqn, const ax_tensor *operands,
                        const ax_tensor *results, ax_eval_fn *eval)
{
    ax_tensor *wide;
    AX_TRY(AX_SCRATCH(env, ax_tensor, eqn->noperands + eqn->nresults, &wide));
    ax_tensor *wide_results = wide + eqn->noperands;
    for (int32_t i = 0; i < eqn->noperands; i++) {
        const ax_type *type = &operands[i].type;
        AX_TRY(wide_tensor(env, &operands[i], &wide[i]));
        if (ax_dtype_is_half(type->dtype) && !env->measures)
            ax_halves_widen(type->dtype, ax_type_count(type), operands[i].data, wide[i].data);
    }
    for (int32_t i = 0; i < eqn->nresults; i++)
        AX_TRY(wide_tensor(env, &results[i], &wide_results[i]));
    AX_TRY(eval(env, eqn, wide, wide_results));
    for (int32_t i = 0; i < eqn->nresults; i++) {
        const ax_type *type = &results[i].type;
        if (ax_dtype_is_half(type->dtype) && !env->measures)
            ax_halves_narrow(type->dtype, ax_type_count(type), wide_results[i].data,
                             results[i].data);
    }
    return NULL;
}
