#include "compile/fusion.h"

#include "ops/ops.h"

#include <string.h>

const char *ax_fusion_kind_name(ax_fusion_kind kind)
{
    static const char *const names[] = {"loop", "rows", "columns", "product", "slabs"};
    return names[kind];
}

static const char *fusion_word(ax_attr_key key, int64_t value)
{
    return key == AX_ATTR_FUSION ? ax_fusion_kind_name((ax_fusion_kind)value) : NULL;
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
    .optional_attrs = AX_ATTR_LIST(AX_ATTR_K),
    .attr_word = fusion_word,
    .infer = AX_RULE(infer_fusion),
    .batch = AX_NO_RULE("fusions are made after every transform"),
    .jvp = AX_NO_RULE("fusions are made after every transform"),
    .transpose = AX_NO_RULE("fusions are made after every transform"),
    .eval = AX_RULE(eval_fusion),
};

/* ---- memory ---- */

/* Whether the kernel reads the region's input `index` only at the element that it computes: marks what has
 * the elements of the input in their order, or is computed from it at the same place; nothing else may
 * use it. */
static bool reads_own_elements(const ax_graph *region, int32_t index, bool *same)
{
    const ax_var *input = region->inputs[index];
    int64_t count = ax_type_count(&input->type);
    memset(same, 0, (size_t)region->nvars);
    same[input->id] = true;
    AX_FOR_EQNS (eqn, region) {
        bool uses = false;
        for (int32_t i = 0; i < eqn->noperands; i++)
            uses |= same[eqn->operands[i]->id];
        if (!uses)
            continue;
        bool stays = eqn->op == &ax_op_reshape || eqn->op == &ax_op_bitcast_convert ||
                     (eqn->op->traits & AX_TRAIT_ELEMENTWISE) != 0;
        if (eqn->op == &ax_op_reduce) /* of the row that is read as a whole before */
            continue;
        if (!stays || ax_type_count(&eqn->results[0]->type) != count)
            return false;
        same[eqn->results[0]->id] = true;
    }
    return true;
}

/* A kernel may store one result's element before it has read all that the next ones need. */
static bool later_results_need(const ax_graph *region, int32_t index, int32_t result, bool *needs)
{
    memset(needs, 0, (size_t)region->nvars);
    needs[region->inputs[index]->id] = true;
    AX_FOR_EQNS (eqn, region) {
        bool any = false;
        for (int32_t i = 0; i < eqn->noperands; i++)
            any |= needs[eqn->operands[i]->id];
        for (int32_t i = 0; i < eqn->nresults; i++)
            needs[eqn->results[i]->id] = any;
    }
    for (int32_t i = result + 1; i < region->noutputs; i++) {
        if (needs[region->outputs[i]->id])
            return true;
    }
    return false;
}

bool ax_fusion_may_overwrite(const ax_eqn *fusion, int32_t operand, int32_t result)
{
    enum { MOST_VARS = 512 };
    const ax_graph *region = fusion->regions[0];
    const ax_var *input = region->inputs[operand], *output = region->outputs[result];
    ax_fusion_kind kind = ax_fusion_kind_of(fusion);
    bool marks[MOST_VARS];
    if (kind != AX_FUSION_LOOP && kind != AX_FUSION_ROWS)
        return false;
    if (input->type.dtype != output->type.dtype || region->nvars > MOST_VARS ||
        ax_type_count(&input->type) != ax_type_count(&output->type))
        return false;
    /* What is reduced is stored when it is known, which may be before an operand is read again. */
    AX_FOR_EQNS (eqn, region) {
        if (eqn->op == &ax_op_reduce &&
            ax_type_count(ax_operand_type(eqn, 0)) != ax_type_count(&output->type))
            return false;
    }
    return !later_results_need(region, operand, result, marks) &&
           reads_own_elements(region, operand, marks);
}
