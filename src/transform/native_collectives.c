#include "transform/native_collectives.h"

#include "ir/copier.h"
#include "ops/collective.h"
#include "ops/ops.h"
#include "transform/shard_map.h"

#include <axmap/elementwise.h>
#include <stdlib.h>

typedef struct rewriting {
    const char *axis_name;
    const bool *mapped; /* inputs */
    ax_builder *builder;
    bool *varies; /* by var id of the old graph: from row to row */
} rewriting;

static ax_status *no_memory(void)
{
    return AX_ERROR(AX_OUT_OF_MEMORY, "no memory to map a function");
}

static bool sums(const ax_op *op)
{
    return op == &ax_op_psum || op == &ax_op_pmax || op == &ax_op_pmin || op == &ax_op_psum_scatter;
}

static bool is_native(const ax_eqn *eqn)
{
    return ax_collective_agrees(eqn) || eqn->op == &ax_op_exchange || eqn->op == &ax_op_axis_index;
}

static ax_value emit_native(ax_builder *builder, const ax_eqn *eqn, ax_value operand)
{
    if (!is_native(eqn))
        return ax_collective_lower(builder, eqn, operand);
    ax_value result;
    ax_emit_like(builder, eqn, &operand, &result);
    return result;
}

/* A sum of halves: in f32 until all rows are in it. */
static ax_value sum_halves(ax_builder *builder, const ax_eqn *eqn, ax_value operand)
{
    ax_dtype dtype = ax_value_type(operand).dtype;
    ax_value wide = ax_convert_at(operand, AX_F32, eqn->location);
    return ax_convert_at(emit_native(builder, eqn, wide), dtype, eqn->location);
}

static void rewrite_collective(const rewriting *r, const ax_eqn *eqn, const ax_value *operands,
                               ax_value *results)
{
    bool varies = eqn->noperands > 0 && r->varies[eqn->operands[0]->id];
    ax_dtype dtype = eqn->results[0]->type.dtype;
    if (eqn->noperands > 0 && !varies && !ax_collective_agrees(eqn)) {
        results[0] = ax_collective_of_shared(r->builder, eqn, operands[0]);
    } else if (varies && sums(eqn->op) && ax_dtype_is_half(dtype)) {
        results[0] = sum_halves(r->builder, eqn, operands[0]);
    } else if (eqn->noperands > 0) {
        results[0] = emit_native(r->builder, eqn, operands[0]);
    } else {
        ax_emit_like(r->builder, eqn, operands, results);
    }
}

static void rewrite_eqn(const rewriting *r, const ax_copier *copier, const ax_eqn *eqn)
{
    bool own = (eqn->op->traits & AX_TRAIT_COLLECTIVE) && r->axis_name &&
               ax_collective_over(eqn, r->axis_name);
    bool varies = own && !ax_collective_agrees(eqn);
    for (int32_t i = 0; i < eqn->noperands; i++)
        varies |= !own && r->varies[eqn->operands[i]->id];
    if (own) {
        ax_value *operands = ax_copier_operands(copier, eqn), *results = operands + eqn->noperands;
        rewrite_collective(r, eqn, operands, results);
        ax_copier_results(copier, eqn, results);
    } else {
        ax_copier_eqn(copier, eqn);
    }
    for (int32_t i = 0; i < eqn->nresults; i++)
        r->varies[eqn->results[i]->id] = varies;
}

static ax_status *rewrite_all(void *pass, ax_copier *copier)
{
    rewriting *r = pass;
    const ax_graph *example = copier->graph;
    r->builder = copier->builder;
    r->varies = calloc((size_t)example->nvars + 1, sizeof *r->varies);
    if (!r->varies)
        return no_memory();
    for (int32_t i = 0; i < example->ninputs; i++)
        r->varies[example->inputs[i]->id] = r->mapped[i];
    AX_FOR_EQNS (eqn, example)
        rewrite_eqn(r, copier, eqn);
    free(r->varies);
    return NULL;
}

static ax_status *rewrite(const ax_graph *example, const bool *mapped, const char *axis_name,
                          int64_t size, ax_graph **out_graph)
{
    ax_axis axis = {.name = axis_name, .size = size};
    rewriting r = {.axis_name = axis_name, .mapped = mapped};
    return ax_graph_rewrite(example, axis_name ? &axis : NULL, rewrite_all, &r, out_graph);
}

ax_status *ax_native_collectives(const ax_graph *example, const bool *mapped, const char *axis_name,
                                 int64_t size, ax_graph **out_graph)
{
    if (!ax_graph_has_shard_map(example))
        return rewrite(example, mapped, axis_name, size, out_graph);
    ax_graph *expanded = NULL;
    AX_TRY(ax_shard_map_expand(example, &expanded));
    ax_status *status = rewrite(expanded, mapped, axis_name, size, out_graph);
    ax_graph_free(expanded);
    return status;
}
