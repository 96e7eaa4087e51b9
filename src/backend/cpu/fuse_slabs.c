/* Which equations become slabs. */
#include "backend/cpu/slabs.h"
#include "base/arena.h"
#include "compile/fusion.h"
#include "compile/slab.h"
#include "ir/copier.h"
#include "ops/ops.h"

#include <string.h>

/* The bytes that lie between the equations: more than caches hold in all, and little enough in a slab to stay
 * in a core's own cache (as a rule each result is written where the one before lay), but not so little that
 * calling kernels would cost more than memory does. */
enum {
    LEAST_BETWEEN = 4 << 20,
    MOST_IN_SLAB = 4 << 20,
    LEAST_IN_SLAB = 32 << 10,
    LEAST_SLABS = 4,
    MOST_EQNS = 8,
};

/* Equations of the graph, in its order, that are to run together. */
typedef struct group {
    int32_t ndims, count;
    const ax_eqn *eqns[MOST_EQNS];
} group;

typedef struct pass {
    const ax_target *target;
    const ax_graph *graph;
    ax_arena *arena;
    const ax_eqn **eqns; /* of the graph */
    int32_t *
        last_use; /* by var id: the number of the last equation that reads it, or neqns: an output */
    int32_t *number;   /* by var id: of the equation that gives it, or -1 */
    int32_t *group_of; /* by equation: the group that it is in, or -1 */
    group *groups;
    int32_t ngroups;
} pass;

static ax_status *no_memory(void)
{
    return AX_ERROR(AX_OUT_OF_MEMORY, "no memory to put equations together");
}

/* ---- groups ---- */

static bool has(const group *g, const ax_eqn *eqn)
{
    for (int32_t i = 0; i < g->count; i++) {
        if (g->eqns[i] == eqn)
            return true;
    }
    return false;
}

static bool uses(const group *g, const ax_eqn *eqn)
{
    for (int32_t i = 0; i < eqn->noperands; i++) {
        if (eqn->operands[i]->producer && has(g, eqn->operands[i]->producer))
            return true;
    }
    return false;
}

/* Whether somebody outside of the group reads the value. */
static bool is_output(const pass *p, const group *g, const ax_var *var)
{
    for (int32_t i = 0; i < p->graph->noutputs; i++) {
        if (p->graph->outputs[i] == var)
            return true;
    }
    for (int32_t e = p->number[var->id] + 1; e <= p->last_use[var->id]; e++) {
        const ax_eqn *eqn = p->eqns[e];
        for (int32_t i = 0; i < eqn->noperands && !has(g, eqn); i++) {
            if (eqn->operands[i] == var)
                return true;
        }
    }
    return false;
}

/* The vars that come into a group and go out of it. */
typedef struct border {
    int32_t ninputs, noutputs;
    const ax_var **inputs, **outputs;
} border;

static bool is_listed(const ax_var *const *list, int32_t count, const ax_var *var)
{
    for (int32_t i = 0; i < count; i++) {
        if (list[i] == var)
            return true;
    }
    return false;
}

static ax_status *find_border(const pass *p, const group *g, border *out)
{
    int32_t operands = 0, results = 0;
    for (int32_t e = 0; e < g->count; e++) {
        operands += g->eqns[e]->noperands;
        results += g->eqns[e]->nresults;
    }
    *out = (border){.inputs = AX_ARENA_NEW(p->arena, const ax_var *, operands),
                    .outputs = AX_ARENA_NEW(p->arena, const ax_var *, results)};
    if (!out->inputs || !out->outputs)
        return no_memory();
    for (int32_t e = 0; e < g->count; e++) {
        const ax_eqn *eqn = g->eqns[e];
        for (int32_t i = 0; i < eqn->noperands; i++) {
            const ax_var *var = eqn->operands[i];
            bool inside = var->producer && has(g, var->producer);
            if (!inside && !is_listed(out->inputs, out->ninputs, var))
                out->inputs[out->ninputs++] = var;
        }
        for (int32_t i = 0; i < eqn->nresults; i++) {
            if (is_output(p, g, eqn->results[i]))
                out->outputs[out->noutputs++] = eqn->results[i];
        }
    }
    return NULL;
}

static ax_status *copy_group(const pass *p, const group *g, const border *at, ax_builder *builder,
                             ax_value *out_outputs)
{
    ax_copier copier;
    AX_TRY(ax_copier_create(p->arena, p->graph, builder, &copier));
    for (int32_t i = 0; i < at->ninputs; i++)
        copier.values[at->inputs[i]->id] = ax_builder_input(builder, &at->inputs[i]->type, NULL);
    for (int32_t e = 0; e < g->count; e++)
        ax_copier_eqn(&copier, g->eqns[e]);
    for (int32_t i = 0; i < at->noutputs; i++)
        out_outputs[i] = copier.values[at->outputs[i]->id];
    return NULL;
}

/* The group as a graph of its own. */
static ax_status *group_graph(const pass *p, const group *g, const border *at, ax_graph **out_graph)
{
    ax_builder *builder;
    ax_value *outputs = AX_ARENA_NEW(p->arena, ax_value, at->noutputs);
    if (!outputs)
        return no_memory();
    AX_TRY(ax_builder_create("slabs", NULL, &builder));
    ax_status *status = copy_group(p, g, at, builder, outputs);
    if (status) {
        ax_builder_abandon(builder);
        return status;
    }
    return ax_builder_finish(builder, at->noutputs, outputs, NULL, out_graph);
}

static ax_status *can_cut(const pass *p, const group *g, bool *out_can)
{
    border at;
    ax_graph *graph = NULL, *slab = NULL;
    *out_can = false;
    AX_TRY(find_border(p, g, &at));
    bool *cut = AX_ARENA_NEW(p->arena, bool, at.ninputs);
    if (!cut)
        return no_memory();
    AX_TRY(group_graph(p, g, &at, &graph));
    ax_status *status = ax_slab_graph(graph, g->ndims, cut, &slab);
    *out_can = slab != NULL;
    ax_graph_free(graph);
    ax_graph_free(slab);
    return status;
}

/* ---- choosing ---- */

/* The product that an equation computes, alone or with an epilogue. */
static const ax_eqn *product_of(const ax_eqn *eqn)
{
    if (eqn->op == &ax_op_dot_general)
        return eqn;
    if (eqn->op != &ax_op_fusion || ax_fusion_kind_of(eqn) != AX_FUSION_PRODUCT)
        return NULL;
    AX_FOR_EQNS (inner, eqn->regions[0]) {
        if (inner->op == &ax_op_dot_general)
            return inner;
    }
    return NULL;
}

static int32_t batch_dims(const ax_eqn *eqn)
{
    const ax_eqn *product = product_of(eqn);
    return product ? ax_eqn_ints(product, AX_ATTR_LHS_BATCHING_DIMENSIONS).count : 0;
}

/* From the product on, each equation that uses the group joins it; the first that cannot ends it. What does
 * not use it lies before it. */
static ax_status *grow(const pass *p, int32_t first, int32_t ndims, group *g)
{
    *g = (group){.ndims = ndims, .count = 1, .eqns = {p->eqns[first]}};
    for (int32_t e = first + 1; e < p->graph->neqns && g->count < MOST_EQNS; e++) {
        if (!uses(g, p->eqns[e]))
            continue;
        bool can = false;
        g->eqns[g->count++] = p->eqns[e];
        if (p->group_of[e] < 0)
            AX_TRY(can_cut(p, g, &can));
        if (!can) {
            g->count--;
            break;
        }
    }
    return NULL;
}

/* Only what comes between two products is worth it; what follows the last one goes its own way. */
static void trim(group *g)
{
    while (g->count > 1 && !product_of(g->eqns[g->count - 1]))
        g->count--;
}

static bool pays(const pass *p, const group *g)
{
    int64_t between = 0, slabs = 1;
    for (int32_t e = 0; e < g->count; e++) {
        for (int32_t i = 0; i < g->eqns[e]->nresults; i++) {
            const ax_var *var = g->eqns[e]->results[i];
            between += is_output(p, g, var) ? 0 : ax_type_bytes(&var->type);
        }
    }
    for (int32_t i = 0; i < g->ndims; i++)
        slabs *= g->eqns[0]->results[0]->type.dims[i];
    return slabs >= LEAST_SLABS && between >= LEAST_BETWEEN && between / slabs <= MOST_IN_SLAB &&
           between / slabs >= LEAST_IN_SLAB;
}

/* Whether there is a kernel for it. */
static ax_status *has_kernel(const pass *p, const group *g, bool *out_has);

static ax_status *try_group(pass *p, int32_t first)
{
    for (int32_t ndims = batch_dims(p->eqns[first]); ndims > 0; ndims--) {
        group *g = &p->groups[p->ngroups];
        bool good = false;
        AX_TRY(grow(p, first, ndims, g));
        trim(g);
        if (g->count > 1 && pays(p, g))
            AX_TRY(has_kernel(p, g, &good));
        if (!good)
            continue;
        for (int32_t e = first; e < p->graph->neqns; e++) {
            if (has(g, p->eqns[e]))
                p->group_of[e] = p->ngroups;
        }
        p->ngroups++;
        break;
    }
    return NULL;
}

/* ---- the graph of groups ---- */

static ax_status *emit_group(const pass *p, const group *g, ax_builder *builder, ax_value *values)
{
    border at;
    AX_TRY(find_border(p, g, &at));
    ax_value *operands = AX_ARENA_NEW(p->arena, ax_value, at.ninputs);
    ax_value *outputs = AX_ARENA_NEW(p->arena, ax_value, at.noutputs);
    ax_builder *inside = operands && outputs ? ax_builder_create_region(builder) : NULL;
    if (!inside)
        return no_memory();
    ax_status *status = copy_group(p, g, &at, inside, outputs);
    if (status) {
        ax_builder_abandon(inside);
        return status;
    }
    const ax_graph *region = ax_builder_finish_region(inside, at.noutputs, outputs);
    if (!region) /* the builder has the error */
        return NULL;
    for (int32_t i = 0; i < at.ninputs; i++)
        operands[i] = values[at.inputs[i]->id];
    const ax_attr attrs[] = {ax_attr_int(AX_ATTR_FUSION, AX_FUSION_SLABS),
                             ax_attr_int(AX_ATTR_K, g->ndims)};
    ax_emit(builder,
            &(ax_emission){.op = &ax_op_fusion,
                           .noperands = at.ninputs,
                           .operands = operands,
                           .nattrs = 2,
                           .attrs = attrs,
                           .nregions = 1,
                           .regions = &region,
                           .nresults = at.noutputs,
                           .location = g->eqns[g->count - 1]->location},
            outputs);
    for (int32_t i = 0; i < at.noutputs; i++)
        values[at.outputs[i]->id] = outputs[i];
    return NULL;
}

static ax_status *has_kernel(const pass *p, const group *g, bool *out_has)
{
    border at;
    ax_graph *graph;
    ax_builder *builder;
    AX_TRY(find_border(p, g, &at));
    ax_value *values = AX_ARENA_NEW(p->arena, ax_value, p->graph->nvars);
    ax_value *outputs = AX_ARENA_NEW(p->arena, ax_value, at.noutputs);
    if (!values || !outputs)
        return no_memory();
    AX_TRY(ax_builder_create("slabs", NULL, &builder));
    for (int32_t i = 0; i < at.ninputs; i++)
        values[at.inputs[i]->id] = ax_builder_input(builder, &at.inputs[i]->type, NULL);
    ax_status *status = emit_group(p, g, builder, values);
    if (status) {
        ax_builder_abandon(builder);
        return status;
    }
    for (int32_t i = 0; i < at.noutputs; i++)
        outputs[i] = values[at.outputs[i]->id];
    AX_TRY(ax_builder_finish(builder, at.noutputs, outputs, NULL, &graph));
    ax_kernel kernel = {0};
    status = ax_lower_slabs(p->target, graph->first, &kernel);
    *out_has = kernel.run != NULL;
    ax_kernel_free(&kernel);
    ax_graph_free(graph);
    return status;
}

/* A group stands where its last equation stood. */
static ax_status *emit_all(void *user, ax_copier *copier)
{
    const pass *p = user;
    for (int32_t e = 0; e < p->graph->neqns && !ax_builder_failed(copier->builder); e++) {
        const group *g = p->group_of[e] < 0 ? NULL : &p->groups[p->group_of[e]];
        if (!g)
            ax_copier_eqn(copier, p->eqns[e]);
        else if (g->eqns[g->count - 1] == p->eqns[e])
            AX_TRY(emit_group(p, g, copier->builder, copier->values));
    }
    return NULL;
}

static ax_status *look(pass *p)
{
    const ax_graph *graph = p->graph;
    p->eqns = AX_ARENA_NEW(p->arena, const ax_eqn *, graph->neqns);
    p->last_use = AX_ARENA_NEW(p->arena, int32_t, graph->nvars);
    p->number = AX_ARENA_NEW(p->arena, int32_t, graph->nvars);
    p->group_of = AX_ARENA_NEW(p->arena, int32_t, graph->neqns);
    p->groups = AX_ARENA_NEW(p->arena, group, graph->neqns);
    if (!p->eqns || !p->last_use || !p->number || !p->group_of || !p->groups)
        return no_memory();
    int32_t e = 0;
    for (int32_t v = 0; v < graph->nvars; v++)
        p->number[v] = p->last_use[v] = -1;
    AX_FOR_EQNS (eqn, graph) {
        for (int32_t i = 0; i < eqn->noperands; i++)
            p->last_use[eqn->operands[i]->id] = e;
        for (int32_t i = 0; i < eqn->nresults; i++)
            p->number[eqn->results[i]->id] = e;
        p->group_of[e] = -1;
        p->eqns[e++] = eqn;
    }
    return NULL;
}

static ax_status *put_together(pass *p, ax_graph **out_graph)
{
    AX_TRY(look(p));
    for (int32_t e = 0; e < p->graph->neqns; e++) {
        if (p->group_of[e] < 0)
            AX_TRY(try_group(p, e));
    }
    return ax_graph_rewrite(p->graph, NULL, emit_all, p, out_graph);
}

ax_status *ax_fuse_slabs(const ax_target *target, const ax_graph *graph, ax_graph **out_graph)
{
    pass p = {.target = target, .graph = graph};
    AX_TRY(ax_arena_create(&p.arena));
    ax_status *status = put_together(&p, out_graph);
    ax_arena_free(p.arena);
    return status;
}
