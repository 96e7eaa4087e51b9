/* The op `fusion`: which generator makes its kernel. */
#include "backend/cpu/codegen.h"
#include "backend/cpu/emit.h"
#include "backend/cpu/loop_kernel.h"
#include "backend/cpu/lower.h"
#include "backend/cpu/slabs.h"
#include "compile/fusion.h"
#include "ops/ops.h"

bool ax_loop_region_known(const ax_graph *region)
{
    static const ax_op *const others[] = {&ax_op_broadcast_in_dim,
                                          &ax_op_concatenate,
                                          &ax_op_constant,
                                          &ax_op_dynamic_slice,
                                          &ax_op_iota,
                                          &ax_op_pad,
                                          &ax_op_reduce,
                                          &ax_op_reshape,
                                          &ax_op_reverse,
                                          &ax_op_slice,
                                          &ax_op_transpose};
    AX_FOR_EQNS (eqn, region) {
        bool known = ax_emit_op_known(eqn);
        for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
            known = known || eqn->op == others[i];
        if (!known)
            return false;
    }
    return true;
}

static ax_status *lower_program(const ax_target *target, const ax_eqn *eqn, ax_arena *arena,
                                ax_kernel *out_kernel)
{
    ax_loop_program *program;
    AX_TRY(ax_loop_program_create(eqn, arena, &program));
    if (!program)
        return NULL;
    if (ax_fusion_kind_of(eqn) == AX_FUSION_LOOP)
        return ax_loop_kernel(target, eqn, program, out_kernel);
    /* Where dims of 1 are all that is kept behind the reduced ones, columns are rows. */
    int32_t last = program->domain.count - 1;
    if (ax_fusion_kind_of(eqn) == AX_FUSION_ROWS || last < 0 || ax_loop_reduced(program, last))
        return ax_rows_kernel(target, eqn, program, out_kernel);
    return ax_columns_kernel(target, eqn, program, out_kernel);
}

ax_status *ax_lower_fusion(const ax_target *target, const ax_eqn *eqn, ax_kernel *out_kernel)
{
    if (eqn->nresults > 0 && ax_fusion_kind_of(eqn) == AX_FUSION_PRODUCT)
        return ax_lower_product(target, eqn, out_kernel);
    if (ax_fusion_kind_of(eqn) == AX_FUSION_SLABS)
        return ax_lower_slabs(target, eqn, out_kernel);
    if (!target->codegen || eqn->nresults == 0 || !ax_loop_region_known(eqn->regions[0]))
        return NULL;
    ax_arena *arena;
    AX_TRY(ax_arena_create(&arena));
    ax_status *status = lower_program(target, eqn, arena, out_kernel);
    ax_arena_free(arena);
    return status;
}
