/* The ops that pack and unpack, and the kernel that packs. */
#include "backend/cpu/packing.h"

#include "backend/cpu/contraction_kernel.h"
#include "ops/ops.h"

static ax_status *infer_pack(const ax_eqn *eqn, ax_type *out_types)
{
    const ax_graph *product = eqn->regions[0];
    if (product->ninputs != 2 || product->neqns != 1 ||
        !ax_type_equal(&product->inputs[1]->type, ax_operand_type(eqn, 0)))
        return AX_ERROR(AX_INTERNAL, "pack: its region is no product with the operand");
    out_types[0] = *ax_eqn_type(eqn, AX_ATTR_RESULT_TYPE);
    return NULL;
}

static ax_status *infer_unpack(const ax_eqn *eqn, ax_type *out_types)
{
    out_types[0] = *ax_eqn_type(eqn, AX_ATTR_RESULT_TYPE);
    return NULL;
}

static ax_status *eval_unpack(const ax_eval_env *env, const ax_eqn *eqn, const ax_tensor *operands,
                              const ax_tensor *results)
{
    (void)env, (void)eqn, (void)operands, (void)results;
    return AX_ERROR(AX_INTERNAL, "unpack: panels are read by kernels of products alone");
}

const ax_op ax_op_pack = {
    .name = "pack",
    .family = "fusion",
    .dtypes = AX_SET_EVERY,
    .noperands = 1,
    .nregions = 1,
    .attrs = AX_ATTR_LIST(AX_ATTR_RESULT_TYPE),
    .infer = AX_RULE(infer_pack),
    .batch = AX_NO_RULE("weights are packed after every transform"),
    .jvp = AX_NO_RULE("weights are packed after every transform"),
    .transpose = AX_NO_RULE("weights are packed after every transform"),
    .eval = AX_NO_RULE("how panels lie is known to the cpu backend's products alone"),
};

const ax_op ax_op_unpack = {
    .name = "unpack",
    .family = "fusion",
    .dtypes = AX_SET_EVERY,
    .noperands = 1,
    .attrs = AX_ATTR_LIST(AX_ATTR_RESULT_TYPE),
    .infer = AX_RULE(infer_unpack),
    .batch = AX_NO_RULE("weights are packed after every transform"),
    .jvp = AX_NO_RULE("weights are packed after every transform"),
    .transpose = AX_NO_RULE("weights are packed after every transform"),
    .eval = AX_RULE(eval_unpack),
};

/* ---- the kernel ---- */

static ax_status *run(const ax_eval_env *env, const ax_eqn *eqn, const ax_tensor *operands,
                      const ax_tensor *results)
{
    (void)eqn;
    ax_matrix_product_pack(env->state, env, operands[0].data, results[0].data);
    return NULL;
}

static int64_t scratch(const void *state, const ax_eqn *eqn, int32_t threads)
{
    (void)state, (void)eqn, (void)threads;
    return 0;
}

static void free_state(void *state)
{
    ax_matrix_product_free(state);
}

ax_status *ax_lower_pack(const ax_target *target, const ax_eqn *eqn, ax_kernel *out_kernel)
{
    ax_matrix_product *product;
    if (!target->codegen)
        return NULL;
    AX_TRY(ax_product_of_dot(target->codegen, eqn->regions[0]->first, &product));
    *out_kernel = (ax_kernel){.name = "pack",
                              .run = run,
                              .state = product,
                              .free = free_state,
                              .scratch = scratch,
                              .position_free = true};
    return NULL;
}
