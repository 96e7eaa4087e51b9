/* The cpu backend: which ops it computes by other means than their reference evaluation. */
#include "backend/backend.h"
#include "backend/cpu/lower.h"
#include "backend/cpu/packing.h"
#include "backend/cpu/slabs.h"
#include "compile/compile.h"
#include "compile/fusion.h"
#include "ops/ops.h"

static const struct {
    const ax_op *op;
    ax_lower_fn *lower;
} lowerings[] = {
    {&ax_op_bitcast_convert, ax_lower_copy},
    {&ax_op_broadcast_in_dim, ax_lower_copy},
    {&ax_op_concatenate, ax_lower_copy},
    {&ax_op_convolution, ax_lower_convolution},
    {&ax_op_dot_general, ax_lower_dot_general},
    {&ax_op_dynamic_slice, ax_lower_copy},
    {&ax_op_dynamic_update_slice, ax_lower_copy},
    {&ax_op_fusion, ax_lower_fusion},
    {&ax_op_gather, ax_lower_copy},
    {&ax_op_iota, ax_lower_parts},
    {&ax_op_pack, ax_lower_pack},
    {&ax_op_pad, ax_lower_copy},
    {&ax_op_reduce, ax_lower_parts},
    {&ax_op_reduce_window, ax_lower_reduce_window},
    {&ax_op_reshape, ax_lower_copy},
    {&ax_op_reverse, ax_lower_copy},
    {&ax_op_scatter, ax_lower_parts},
    {&ax_op_select_and_scatter, ax_lower_parts},
    {&ax_op_slice, ax_lower_copy},
    {&ax_op_sort, ax_lower_parts},
    {&ax_op_top_k, ax_lower_parts},
    {&ax_op_transpose, ax_lower_copy},
};

static ax_status *lower(const ax_target *target, const ax_eqn *eqn, ax_kernel *out_kernel)
{
    for (size_t i = 0; i < sizeof lowerings / sizeof lowerings[0]; i++) {
        if (lowerings[i].op == eqn->op)
            return lowerings[i].lower(target, eqn, out_kernel);
    }
    return ax_lower_elements(target, eqn, out_kernel);
}

static ax_status *rewrite(const ax_target *target, const ax_graph *graph, const bool *invariant,
                          ax_graph **out_graph)
{
    ax_graph *simple;
    AX_TRY(ax_simplify(graph, &simple));
    if (!target->codegen) {
        *out_graph = simple;
        return NULL;
    }
    ax_graph *fused = NULL;
    ax_status *status = ax_fuse(simple, &fused);
    ax_graph_free(simple);
    AX_TRY(status);
    ax_graph *slabs = NULL;
    status = ax_fuse_slabs(target, fused, &slabs);
    ax_graph_free(fused);
    AX_TRY(status);
    if (!invariant) {
        *out_graph = slabs;
        return NULL;
    }
    status = ax_pack_invariant(target, slabs, invariant, out_graph);
    ax_graph_free(slabs);
    return status;
}

const ax_backend ax_backend_cpu = {.name = "cpu", .rewrite = rewrite, .lower = lower};
