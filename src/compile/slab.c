#include "compile/slab.h"

#include "compile/fusion.h"
#include "ir/copier.h"
#include "ops/ops.h"

#include <string.h>

/* What the others need of a value. */
typedef enum need { NEED_NOTHING, NEED_SLAB, NEED_WHOLE } need;

typedef struct cutter {
    ax_arena *arena;
    const ax_graph *graph;
    int32_t ndims;
    const int64_t *dims; /* the leading ones of all that is cut */
    need *needs;         /* by id of the var */
    bool impossible;
} cutter;

static ax_status *no_memory(void)
{
    return AX_ERROR(AX_OUT_OF_MEMORY, "no memory to cut a graph into slabs");
}

static bool leads(const cutter *c, const ax_type *type)
{
    return type->ndim >= c->ndims &&
           memcmp(type->dims, c->dims, (size_t)c->ndims * sizeof *c->dims) == 0;
}

static void want(cutter *c, const ax_var *var, need what)
{
    need *known = &c->needs[var->id];
    if ((*known != NEED_NOTHING && *known != what) ||
        (what == NEED_SLAB && !leads(c, &var->type))) {
        c->impossible = true;
        return;
    }
    *known = what;
}

static void want_operands(cutter *c, const ax_eqn *eqn, int32_t first, int32_t end, need what)
{
    for (int32_t i = first; i < end; i++)
        want(c, eqn->operands[i], what);
}

/* ---- what the operands of an equation must be for a slab of its results ---- */

static bool all_behind(const cutter *c, ax_ints dims)
{
    for (int32_t i = 0; i < dims.count; i++) {
        if (dims.values[i] < c->ndims)
            return false;
    }
    return true;
}

/* Whether the first entries of a list are 0, 1, ... */
static bool counts_up(const cutter *c, ax_ints list)
{
    for (int32_t i = 0; i < c->ndims; i++) {
        if (i >= list.count || list.values[i] != i)
            return false;
    }
    return true;
}

static bool all_equal(const cutter *c, ax_ints list, int64_t value)
{
    for (int32_t i = 0; i < c->ndims; i++) {
        if (list.values[i] != value)
            return false;
    }
    return true;
}

static void cut_elementwise(cutter *c, const ax_eqn *eqn)
{
    for (int32_t i = 0; i < eqn->noperands; i++) {
        bool scalar = eqn->operands[i]->type.ndim == 0; /* a bound of clamp, a predicate */
        want(c, eqn->operands[i], scalar ? NEED_WHOLE : NEED_SLAB);
    }
}

/* The operand has all the leading dims, or none: then it is the same for each slab. */
static void cut_broadcast(cutter *c, const ax_eqn *eqn)
{
    const ax_type *type = ax_operand_type(eqn, 0);
    ax_ints dims = ax_eqn_ints(eqn, AX_ATTR_BROADCAST_DIMENSIONS);
    if (counts_up(c, dims) && leads(c, type)) {
        want(c, eqn->operands[0], NEED_SLAB);
        return;
    }
    for (int32_t i = 0; i < dims.count; i++)
        c->impossible |= dims.values[i] < c->ndims && type->dims[i] != 1;
    want(c, eqn->operands[0], NEED_WHOLE);
}

static void cut_slice(cutter *c, const ax_eqn *eqn)
{
    ax_ints limits = ax_eqn_ints(eqn, AX_ATTR_LIMIT_INDICES);
    c->impossible |= !all_equal(c, ax_eqn_ints(eqn, AX_ATTR_START_INDICES), 0) ||
                     !all_equal(c, ax_eqn_ints(eqn, AX_ATTR_STRIDES), 1) ||
                     memcmp(limits.values, c->dims, (size_t)c->ndims * sizeof *c->dims) != 0;
    want(c, eqn->operands[0], NEED_SLAB);
}

static void cut_pad(cutter *c, const ax_eqn *eqn)
{
    c->impossible |= !all_equal(c, ax_eqn_ints(eqn, AX_ATTR_EDGE_PADDING_LOW), 0) ||
                     !all_equal(c, ax_eqn_ints(eqn, AX_ATTR_EDGE_PADDING_HIGH), 0) ||
                     !all_equal(c, ax_eqn_ints(eqn, AX_ATTR_INTERIOR_PADDING), 0);
    want(c, eqn->operands[0], NEED_SLAB);
    want(c, eqn->operands[1], NEED_WHOLE);
}

static ax_status *analyse(cutter *c);

static ax_status *cut_fusion(cutter *c, const ax_eqn *eqn)
{
    cutter inner = *c;
    inner.graph = eqn->regions[0];
    AX_TRY(analyse(&inner));
    c->impossible |= inner.impossible;
    for (int32_t i = 0; i < eqn->noperands && !c->impossible; i++) {
        need what = inner.needs[inner.graph->inputs[i]->id];
        if (what != NEED_NOTHING)
            want(c, eqn->operands[i], what);
    }
    return NULL;
}

static ax_status *cut_eqn(cutter *c, const ax_eqn *eqn)
{
    const ax_op *op = eqn->op;
    int32_t n = eqn->noperands;
    if (op == &ax_op_fusion)
        return cut_fusion(c, eqn);
    if (op->traits & AX_TRAIT_ELEMENTWISE) {
        cut_elementwise(c, eqn);
    } else if (op == &ax_op_broadcast_in_dim) {
        cut_broadcast(c, eqn);
    } else if (op == &ax_op_reshape) {
        want(c, eqn->operands[0], NEED_SLAB);
    } else if (op == &ax_op_iota) {
        c->impossible |= ax_eqn_int(eqn, AX_ATTR_DIMENSION) < c->ndims;
    } else if (op == &ax_op_reduce) {
        c->impossible |= !all_behind(c, ax_eqn_ints(eqn, AX_ATTR_DIMENSIONS));
        want_operands(c, eqn, 0, n / 2, NEED_SLAB);
        want_operands(c, eqn, n / 2, n, NEED_WHOLE);
    } else if (op == &ax_op_transpose) {
        c->impossible |= !counts_up(c, ax_eqn_ints(eqn, AX_ATTR_PERMUTATION));
        want(c, eqn->operands[0], NEED_SLAB);
    } else if (op == &ax_op_reverse) {
        c->impossible |= !all_behind(c, ax_eqn_ints(eqn, AX_ATTR_DIMENSIONS));
        want(c, eqn->operands[0], NEED_SLAB);
    } else if (op == &ax_op_concatenate) {
        c->impossible |= ax_eqn_int(eqn, AX_ATTR_DIMENSION) < c->ndims;
        want_operands(c, eqn, 0, n, NEED_SLAB);
    } else if (op == &ax_op_slice) {
        cut_slice(c, eqn);
    } else if (op == &ax_op_pad) {
        cut_pad(c, eqn);
    } else if (op == &ax_op_dot_general) {
        c->impossible |= !counts_up(c, ax_eqn_ints(eqn, AX_ATTR_LHS_BATCHING_DIMENSIONS)) ||
                         !counts_up(c, ax_eqn_ints(eqn, AX_ATTR_RHS_BATCHING_DIMENSIONS));
        want_operands(c, eqn, 0, n, NEED_SLAB);
    } else {
        c->impossible = true;
    }
    return NULL;
}

/* What its users need of an equation's results; results of one equation are cut together. */
static need needed(const cutter *c, const ax_eqn *eqn)
{
    need all = NEED_NOTHING;
    for (int32_t i = 0; i < eqn->nresults; i++) {
        need one = c->needs[eqn->results[i]->id];
        all = all == NEED_SLAB || one == NEED_NOTHING ? all : one;
    }
    return all;
}

/* From the outputs to the inputs. */
static ax_status *analyse(cutter *c)
{
    const ax_eqn **eqns = AX_ARENA_NEW(c->arena, const ax_eqn *, c->graph->neqns);
    c->needs = AX_ARENA_NEW(c->arena, need, c->graph->nvars);
    if (!eqns || !c->needs)
        return no_memory();
    int32_t count = 0;
    AX_FOR_EQNS (eqn, c->graph)
        eqns[count++] = eqn;
    for (int32_t i = 0; i < c->graph->noutputs; i++)
        want(c, c->graph->outputs[i], NEED_SLAB);
    while (count-- > 0 && !c->impossible) {
        const ax_eqn *eqn = eqns[count];
        need what = needed(c, eqn);
        for (int32_t i = 0; i < eqn->nresults && what != NEED_NOTHING; i++)
            want(c, eqn->results[i], what);
        if (what == NEED_WHOLE)
            want_operands(c, eqn, 0, eqn->noperands, NEED_WHOLE);
        else if (what == NEED_SLAB)
            AX_TRY(cut_eqn(c, eqn));
    }
    return NULL;
}

/* ---- the graph of a slab ---- */

static ax_type slab_type(const cutter *c, const ax_type *type)
{
    ax_type slab = *type;
    for (int32_t i = 0; i < c->ndims; i++)
        slab.dims[i] = 1;
    return slab;
}

static ax_status *build(const cutter *c, ax_builder *builder, ax_value *outputs);

/* The region of a fusion, cut likewise; NULL after an error of the builder. */
static ax_status *build_region(const cutter *c, ax_builder *builder, const ax_graph *region,
                               const ax_graph **out_region)
{
    cutter inner = *c;
    inner.graph = region;
    AX_TRY(analyse(&inner));
    ax_value *outputs = AX_ARENA_NEW(c->arena, ax_value, region->noutputs);
    ax_builder *inside = outputs ? ax_builder_create_region(builder) : NULL;
    if (!inside)
        return no_memory();
    ax_status *status = build(&inner, inside, outputs);
    if (status) {
        ax_builder_abandon(inside);
        return status;
    }
    *out_region = ax_builder_finish_region(inside, region->noutputs, outputs);
    return NULL;
}

/* The attributes that hold sizes of results. */
static ax_attr slab_attr(const cutter *c, const ax_attr *attr, int64_t *limits)
{
    ax_attr slab = *attr;
    if (attr->key == AX_ATTR_RESULT_TYPE) {
        slab.type = slab_type(c, &attr->type);
    } else if (attr->key == AX_ATTR_LIMIT_INDICES) {
        for (int32_t i = 0; i < attr->ints.count; i++)
            limits[i] = i < c->ndims ? 1 : attr->ints.values[i];
        slab.ints.values = limits;
    }
    return slab;
}

static ax_status *emit_slab(const cutter *c, const ax_copier *copier, const ax_eqn *eqn)
{
    ax_builder *builder = copier->builder;
    int64_t limits[AX_MAX_NDIM];
    ax_attr *attrs = AX_ARENA_NEW(c->arena, ax_attr, eqn->nattrs);
    const ax_graph **regions = AX_ARENA_NEW(c->arena, const ax_graph *, eqn->nregions);
    if (!attrs || !regions)
        return no_memory();
    for (int32_t i = 0; i < eqn->nattrs; i++)
        attrs[i] = slab_attr(c, &eqn->attrs[i], limits);
    for (int32_t i = 0; i < eqn->nregions; i++) {
        regions[i] = eqn->regions[i];
        if (eqn->op == &ax_op_fusion)
            AX_TRY(build_region(c, builder, eqn->regions[i], &regions[i]));
        if (!regions[i]) /* the builder has the error */
            return NULL;
    }
    ax_value *operands = ax_copier_operands(copier, eqn), *results = operands + eqn->noperands;
    ax_emit(builder,
            &(ax_emission){.op = eqn->op,
                           .noperands = eqn->noperands,
                           .operands = operands,
                           .nattrs = eqn->nattrs,
                           .attrs = attrs,
                           .nregions = eqn->nregions,
                           .regions = regions,
                           .nresults = eqn->nresults,
                           .location = eqn->location},
            results);
    ax_copier_results(copier, eqn, results);
    return NULL;
}

static ax_status *build(const cutter *c, ax_builder *builder, ax_value *outputs)
{
    const ax_graph *graph = c->graph;
    ax_copier copier;
    AX_TRY(ax_copier_create(c->arena, graph, builder, &copier));
    for (int32_t i = 0; i < graph->ninputs; i++) {
        const ax_var *var = graph->inputs[i];
        bool cut = c->needs[var->id] == NEED_SLAB;
        ax_type type = cut ? slab_type(c, &var->type) : var->type;
        copier.values[var->id] = ax_builder_input(builder, &type, NULL);
    }
    AX_FOR_EQNS (eqn, graph) {
        need what = needed(c, eqn);
        if (what == NEED_WHOLE)
            ax_copier_eqn(&copier, eqn);
        else if (what == NEED_SLAB && !ax_builder_failed(builder))
            AX_TRY(emit_slab(c, &copier, eqn));
    }
    ax_copier_outputs(&copier, outputs);
    return NULL;
}

static ax_status *build_graph(const cutter *c, ax_graph **out_graph)
{
    ax_builder *builder;
    ax_value *outputs = AX_ARENA_NEW(c->arena, ax_value, c->graph->noutputs);
    if (!outputs)
        return no_memory();
    AX_TRY(ax_builder_create(c->graph->name, NULL, &builder));
    ax_status *status = build(c, builder, outputs);
    if (status) {
        ax_builder_abandon(builder);
        return status;
    }
    return ax_builder_finish(builder, c->graph->noutputs, outputs, NULL, out_graph);
}

static ax_status *cut(cutter *c, bool *out_cut, ax_graph **out_graph)
{
    AX_TRY(analyse(c));
    if (c->impossible)
        return NULL;
    for (int32_t i = 0; i < c->graph->ninputs; i++)
        out_cut[i] = c->needs[c->graph->inputs[i]->id] == NEED_SLAB;
    return build_graph(c, out_graph);
}

ax_status *ax_slab_graph(const ax_graph *graph, int32_t ndims, bool *out_cut, ax_graph **out_graph)
{
    *out_graph = NULL;
    if (graph->noutputs == 0 || graph->outputs[0]->type.ndim < ndims)
        return NULL;
    cutter c = {.graph = graph, .ndims = ndims, .dims = graph->outputs[0]->type.dims};
    AX_TRY(ax_arena_create(&c.arena));
    ax_status *status = cut(&c, out_cut, out_graph);
    ax_arena_free(c.arena);
    return status;
}
