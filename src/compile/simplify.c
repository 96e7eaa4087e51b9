/* The driver of simplification; simplifier.h says how the pass works. */
#include "compile/compile.h"
#include "compile/simplifier.h"
#include "ir/copier.h"
#include "ops/ops.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_ROUNDS = 8, MOST_DEPTH = 24 };

/* ---- one equation ---- */

static const struct {
    const ax_op *op;
    ax_simplify_rule *rule;
} rules[] = {
    {&ax_op_broadcast_in_dim, ax_simplify_broadcast},
    {&ax_op_concatenate, ax_simplify_concatenate},
    {&ax_op_constant, ax_simplify_constant},
    {&ax_op_convert, ax_simplify_convert},
    {&ax_op_dot_general, ax_simplify_dot},
    {&ax_op_dynamic_slice, ax_simplify_dynamic_slice},
    {&ax_op_dynamic_update_slice, ax_simplify_dynamic_update_slice},
    {&ax_op_pad, ax_simplify_pad},
    {&ax_op_reduce, ax_simplify_reduce},
    {&ax_op_reshape, ax_simplify_reshape},
    {&ax_op_reverse, ax_simplify_reverse},
    {&ax_op_slice, ax_simplify_slice},
    {&ax_op_transpose, ax_simplify_transpose},
};

static bool find_better(ax_simplifier *s, const ax_eqn *e, ax_value *out)
{
    if (ax_simplify_fold(s, e, out))
        return true;
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        if (rules[i].op == e->op && rules[i].rule(s, e, out))
            return true;
    }
    return (e->op->traits & AX_TRAIT_ELEMENTWISE) != 0 &&
           (ax_simplify_algebra(s, e, out) || ax_simplify_logic(s, e, out) ||
            ax_simplify_repeat(s, e, out));
}

/* The emission as an equation that is not in the graph, its results' types inferred; NULL where it
 * is none (emitting it will say why). */
static const ax_eqn *draft(const ax_simplifier *s, const ax_emission *emission)
{
    ax_eqn *e = AX_ARENA_NEW(s->arena, ax_eqn, 1);
    ax_type *types = AX_ARENA_NEW(s->arena, ax_type, emission->nresults);
    ax_var *results = AX_ARENA_NEW(s->arena, ax_var, emission->nresults);
    if (!e || !types || !results)
        return NULL;
    *e = (ax_eqn){
        .op = emission->op,
        .noperands = emission->noperands,
        .nresults = emission->nresults,
        .nattrs = emission->nattrs,
        .nregions = emission->nregions,
        .operands = AX_ARENA_NEW(s->arena, const ax_var *, emission->noperands),
        .results = AX_ARENA_NEW(s->arena, ax_var *, emission->nresults),
        .attrs = ax_arena_copy(s->arena, emission->attrs, (size_t)emission->nattrs,
                               sizeof *emission->attrs),
        .regions = ax_arena_copy(s->arena, emission->regions, (size_t)emission->nregions,
                                 sizeof(const ax_graph *)),
        .location = emission->location,
    };
    if (!e->operands || !e->results || !e->attrs || !e->regions)
        return NULL;
    for (int32_t i = 0; i < e->noperands; i++) {
        e->operands[i] = emission->operands[i].var;
        if (!e->operands[i])
            return NULL;
    }
    ax_status *status = e->op->infer.function(e, types);
    if (status) {
        ax_status_free(status);
        return NULL;
    }
    for (int32_t i = 0; i < e->nresults; i++) {
        results[i] = (ax_var){.type = types[i], .id = -1, .index = i, .producer = e};
        e->results[i] = &results[i];
    }
    return e;
}

static void take_results(const ax_simplifier *s, const ax_eqn *made, ax_value *out)
{
    for (int32_t i = 0; i < made->nresults; i++)
        out[i] = ax_value_of(s, made->results[i]);
}

void ax_simplify_emit(ax_simplifier *s, const ax_emission *emission, ax_value *out_results)
{
    const ax_eqn *e = ax_builder_failed(s->builder) ? NULL : draft(s, emission);
    if (!e) {
        ax_emit(s->builder, emission, out_results);
        return;
    }
    s->depth++;
    bool better = s->depth < MOST_DEPTH && find_better(s, e, out_results);
    s->depth--;
    s->changed |= better;
    if (better)
        return;
    const ax_eqn *before = ax_seen_find(s->seen, e);
    if (before) {
        take_results(s, before, out_results);
        s->changed = true;
        return;
    }
    ax_emit(s->builder, emission, out_results);
    if (out_results[0].var && !ax_seen_add(s->seen, out_results[0].var->producer))
        ax_builder_fail(s->builder, AX_ERROR(AX_OUT_OF_MEMORY, "no memory to simplify a graph"));
}

ax_value ax_simplify_one(ax_simplifier *s, const ax_op *op, const ax_value *operands,
                         int32_t noperands, const ax_attr *attrs, int32_t nattrs,
                         ax_location location)
{
    ax_value result;
    ax_simplify_emit(s,
                     &(ax_emission){.op = op,
                                    .noperands = noperands,
                                    .operands = operands,
                                    .nattrs = nattrs,
                                    .attrs = attrs,
                                    .nresults = 1,
                                    .location = location},
                     &result);
    return result;
}

/* ---- one round ---- */

/* Whether a result of each equation reaches an output, and how often each var is used. */
typedef struct liveness {
    const ax_eqn **eqns;
    bool *live;    /* by equation */
    int32_t *uses; /* by id of the var */
} liveness;

static bool find_live(ax_arena *arena, const ax_graph *graph, liveness *out)
{
    out->eqns = AX_ARENA_NEW(arena, const ax_eqn *, graph->neqns);
    out->live = AX_ARENA_NEW(arena, bool, graph->neqns);
    out->uses = AX_ARENA_NEW(arena, int32_t, graph->nvars);
    if (!out->eqns || !out->live || !out->uses)
        return false;
    int32_t count = 0;
    AX_FOR_EQNS (eqn, graph)
        out->eqns[count++] = eqn;
    for (int32_t i = 0; i < graph->noutputs; i++)
        out->uses[graph->outputs[i]->id]++;
    while (count-- > 0) {
        const ax_eqn *eqn = out->eqns[count];
        for (int32_t i = 0; i < eqn->nresults; i++)
            out->live[count] |= out->uses[eqn->results[i]->id] > 0;
        for (int32_t i = 0; i < eqn->noperands && out->live[count]; i++)
            out->uses[eqn->operands[i]->id]++;
    }
    return true;
}

static void note_uses(ax_simplifier *s, const ax_var *var, int32_t uses)
{
    if (var && var->id < s->uses_size)
        s->uses[var->id] += uses;
}

static void simplify_eqn(ax_simplifier *s, ax_copier *copier, const ax_eqn *eqn,
                         const liveness *old)
{
    ax_value *operands = ax_copier_operands(copier, eqn), *results = operands + eqn->noperands;
    ax_emission emission = {.op = eqn->op,
                            .noperands = eqn->noperands,
                            .operands = operands,
                            .nattrs = eqn->nattrs,
                            .attrs = eqn->attrs,
                            .nregions = eqn->nregions,
                            .regions = eqn->regions,
                            .nresults = eqn->nresults,
                            .location = eqn->location};
    ax_simplify_emit(s, &emission, results);
    for (int32_t i = 0; i < eqn->nresults; i++)
        note_uses(s, results[i].var, old->uses[eqn->results[i]->id]);
    ax_copier_results(copier, eqn, results);
}

static ax_status *prepare(ax_simplifier *s, const ax_graph *graph, liveness *out_old)
{
    s->uses_size = 4 * (graph->nvars + 64);
    s->uses = AX_ARENA_NEW(s->arena, int32_t, s->uses_size);
    if (!s->uses || !find_live(s->arena, graph, out_old))
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory to simplify a graph");
    return ax_seen_create(s->arena, graph->neqns, &s->seen);
}

static ax_status *rewrite_round(void *pass, ax_copier *copier)
{
    ax_simplifier *s = pass;
    const ax_graph *graph = copier->graph;
    liveness old = {0};
    s->builder = copier->builder;
    AX_TRY(prepare(s, graph, &old));
    for (int32_t i = 0; i < graph->ninputs; i++) {
        int32_t id = graph->inputs[i]->id;
        note_uses(s, copier->values[id].var, old.uses[id]);
    }
    for (int32_t i = 0; i < graph->neqns; i++) {
        if (old.live[i])
            simplify_eqn(s, copier, old.eqns[i], &old);
        s->changed |= !old.live[i];
    }
    return NULL;
}

static ax_status *run_round(const ax_graph *graph, bool *out_changed, ax_graph **out_graph)
{
    ax_simplifier s = {0};
    AX_TRY(ax_arena_create(&s.arena));
    ax_status *status = ax_graph_rewrite(graph, NULL, rewrite_round, &s, out_graph);
    ax_arena_free(s.arena);
    *out_changed = s.changed;
    return status;
}

ax_status *ax_simplify(const ax_graph *graph, ax_graph **out_graph)
{
    ax_graph *last = NULL, *next = NULL;
    bool changed = true;
    for (int round = 0; changed && round < MOST_ROUNDS; round++) {
        ax_status *status = run_round(last ? last : graph, &changed, &next);
        ax_graph_free(last);
        AX_TRY(status);
        last = next;
    }
    *out_graph = last;
    return NULL;
}
