#include "compile/fusion.h"

#include "ops/ops.h"

#include <string.h>

const char *ax_fusion_kind_name(ax_fusion_kind kind)
{
    static const char *const names[] = {"loop", "rows", "columns", "product"};
    return names[kind];
}

static ax_status *infer_fusion(const ax_eqn *eqn, ax_type *out_types)
{
    const ax_graph *region = eqn->regions[0];
    if (region->ninputs != eqn->noperands || region->noutputs != eqn->nresults)
        return AX_ERROR(AX_INTERNAL, "fusion: its region has other operands or results");
    for (int32_t i = 0; i < region->noutputs; i++)
        out_types[i] = region->outputs[i]->type;
    return NULL;
}

/* ---- evaluation ---- */

typedef struct region_run {
    const ax_eval_env *env;
    ax_tensor *tensors; /* by var id of the region */
} region_run;

static ax_status *run_region_eqn(const region_run *run, const ax_eqn *eqn)
{
    ax_tensor *tensors;
    AX_TRY(AX_SCRATCH(run->env, ax_tensor, eqn->noperands + eqn->nresults, &tensors));
    for (int32_t i = 0; i < eqn->noperands; i++)
        tensors[i] = run->tensors[eqn->operands[i]->id];
    for (int32_t i = 0; i < eqn->nresults; i++) {
        ax_tensor *result = &run->tensors[eqn->results[i]->id];
        result->type = eqn->results[i]->type;
        AX_TRY(run->env->scratch(run->env, ax_type_bytes(&result->type), &result->data));
        tensors[eqn->noperands + i] = *result;
    }
    return eqn->op->eval.function(run->env, eqn, tensors, tensors + eqn->noperands);
}

static ax_status *eval_fusion(const ax_eval_env *env, const ax_eqn *eqn, const ax_tensor *operands,
                              const ax_tensor *results)
{
    const ax_graph *region = eqn->regions[0];
    region_run run = {.env = env};
    AX_TRY(AX_SCRATCH(env, ax_tensor, region->nvars + 1, &run.tensors));
    for (int32_t i = 0; i < region->ninputs; i++)
        run.tensors[region->inputs[i]->id] = operands[i];
    AX_FOR_EQNS (inner, region)
        AX_TRY(run_region_eqn(&run, inner));
    for (int32_t i = 0; i < region->noutputs; i++) {
        int64_t bytes = ax_type_bytes(&results[i].type);
        if (bytes)
            memcpy(results[i].data, run.tensors[region->outputs[i]->id].data, (size_t)bytes);
    }
    return NULL;
}

const ax_op ax_op_fusion = {
    .name = "fusion",
    .family = "fusion",
    .traits = AX_TRAIT_VARIADIC,
    .dtypes = AX_SET_EVERY,
    .noperands = 0,
    .nregions = 1,
    .attrs = AX_ATTR_LIST(AX_ATTR_FUSION),
    .infer = AX_RULE(infer_fusion),
    .batch = AX_NO_RULE("fusions are made after every transform"),
    .jvp = AX_NO_RULE("fusions are made after every transform"),
    .transpose = AX_NO_RULE("fusions are made after every transform"),
    .eval = AX_RULE(eval_fusion),
};

bool ax_fusion_may_overwrite(const ax_eqn *fusion, int32_t operand, int32_t result)
{
    (void)fusion, (void)operand, (void)result;
    return false;
}
