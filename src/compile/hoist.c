#include "compile/hoist.h"

#include "ir/copier.h"

#include <stdlib.h>

/* What is known of each var, by id. */
typedef struct splitter {
    const ax_graph *graph;
    const bool *invariant; /* inputs */
    bool *same;            /* whether it has the same value in every run */
    bool *before, *after;  /* whether the prologue, the rest needs it */
    bool *handed;          /* whether the prologue hands it over */
} splitter;

static ax_status *no_memory(void)
{
    return AX_ERROR(AX_OUT_OF_MEMORY, "no memory to split a graph");
}

static bool is_copied(const ax_eqn *eqn)
{
    return (eqn->op->traits & AX_TRAIT_VIEW) || ax_eqn_find_attr(eqn, AX_ATTR_VALUE);
}

static void find_same(splitter *s)
{
    for (int32_t i = 0; i < s->graph->ninputs; i++)
        s->same[s->graph->inputs[i]->id] = s->invariant[i];
    AX_FOR_EQNS (eqn, s->graph) {
        bool same = !(eqn->op->traits & AX_TRAIT_COLLECTIVE);
        for (int32_t i = 0; i < eqn->noperands; i++)
            same = same && s->same[eqn->operands[i]->id];
        for (int32_t i = 0; i < eqn->nresults; i++)
            s->same[eqn->results[i]->id] = same;
    }
}

/* Equations from the last to the first, for marking what is needed. */
static const ax_eqn **list_backwards(const ax_graph *graph)
{
    const ax_eqn **eqns = calloc((size_t)graph->neqns + 1, sizeof *eqns);
    int32_t e = graph->neqns;
    if (!eqns)
        return NULL;
    AX_FOR_EQNS (eqn, graph)
        eqns[--e] = eqn;
    return eqns;
}

static bool any_result(const ax_eqn *eqn, const bool *marks)
{
    bool any = false;
    for (int32_t i = 0; i < eqn->nresults; i++)
        any |= marks[eqn->results[i]->id];
    return any;
}

static void mark_operands(const ax_eqn *eqn, bool *marks)
{
    for (int32_t i = 0; i < eqn->noperands; i++)
        marks[eqn->operands[i]->id] = true;
}

/* What the rest needs is computed there, copied there, or handed over. */
static void mark(splitter *s, const ax_eqn *const *backwards)
{
    for (int32_t i = 0; i < s->graph->noutputs; i++)
        s->after[s->graph->outputs[i]->id] = true;
    for (int32_t e = 0; e < s->graph->neqns; e++) {
        const ax_eqn *eqn = backwards[e];
        if (!any_result(eqn, s->after))
            continue;
        if (!s->same[eqn->results[0]->id] || is_copied(eqn)) {
            mark_operands(eqn, s->after);
            continue;
        }
        for (int32_t i = 0; i < eqn->nresults; i++) {
            int32_t id = eqn->results[i]->id;
            s->handed[id] = s->before[id] = s->after[id];
        }
    }
    for (int32_t e = 0; e < s->graph->neqns; e++) {
        if (any_result(backwards[e], s->before))
            mark_operands(backwards[e], s->before);
    }
}

/* Whether a half has the equation: what it needs and is not handed. */
static bool belongs(const splitter *s, const ax_eqn *eqn, bool rest)
{
    if (!rest)
        return any_result(eqn, s->before);
    return any_result(eqn, s->after) && !any_result(eqn, s->handed);
}

static void add_inputs(const splitter *s, bool rest, const ax_copier *copier)
{
    const ax_graph *graph = s->graph;
    for (int32_t i = 0; i < graph->ninputs; i++) {
        const ax_var *input = graph->inputs[i];
        const char *name = graph->input_names ? graph->input_names[i] : NULL;
        if (rest || s->invariant[i])
            copier->values[input->id] = ax_builder_input(copier->builder, &input->type, name);
    }
    AX_FOR_EQNS (eqn, graph) {
        for (int32_t i = 0; i < eqn->nresults && rest; i++) {
            const ax_var *var = eqn->results[i];
            if (s->handed[var->id])
                copier->values[var->id] = ax_builder_input(copier->builder, &var->type, NULL);
        }
    }
}

/* What the prologue hands over, in order. */
static int32_t collect_handed(const splitter *s, const ax_copier *copier, ax_value *outputs)
{
    int32_t count = 0;
    AX_FOR_EQNS (eqn, s->graph) {
        for (int32_t i = 0; i < eqn->nresults; i++) {
            if (s->handed[eqn->results[i]->id])
                outputs[count++] = copier->values[eqn->results[i]->id];
        }
    }
    return count;
}

static ax_status *build(const splitter *s, bool rest, ax_graph **out_graph)
{
    const ax_graph *graph = s->graph;
    ax_builder *builder;
    ax_copier copier = {0};
    AX_TRY(ax_builder_create(graph->name, NULL, &builder));
    ax_arena *arena = ax_builder_arena(builder);
    ax_value *outputs = AX_ARENA_NEW(arena, ax_value, graph->nvars + graph->noutputs);
    ax_status *status = outputs ? ax_copier_create(arena, graph, builder, &copier) : no_memory();
    if (status) {
        ax_builder_abandon(builder);
        return status;
    }
    add_inputs(s, rest, &copier);
    AX_FOR_EQNS (eqn, graph) {
        if (belongs(s, eqn, rest))
            ax_copier_eqn(&copier, eqn);
    }
    int32_t noutputs = graph->noutputs;
    if (rest)
        ax_copier_outputs(&copier, outputs);
    else
        noutputs = collect_handed(s, &copier, outputs);
    return ax_builder_finish(builder, noutputs, outputs, rest ? graph->output_names : NULL,
                             out_graph);
}

static ax_status *split(splitter *s, ax_graph **out_prologue, ax_graph **out_rest)
{
    const ax_eqn **backwards = list_backwards(s->graph);
    if (!backwards)
        return no_memory();
    find_same(s);
    mark(s, backwards);
    free(backwards);
    bool any = false;
    for (int32_t v = 0; v < s->graph->nvars; v++)
        any |= s->handed[v];
    if (!any)
        return NULL;
    ax_graph *prologue;
    AX_TRY(build(s, false, &prologue));
    ax_status *status = build(s, true, out_rest);
    if (status) {
        ax_graph_free(prologue);
        return status;
    }
    *out_prologue = prologue;
    return NULL;
}

ax_status *ax_split_invariant(const ax_graph *graph, const bool *invariant, ax_graph **out_prologue,
                              ax_graph **out_rest)
{
    size_t nvars = (size_t)graph->nvars + 1;
    bool *marks = calloc(4 * nvars, sizeof *marks);
    if (!marks)
        return no_memory();
    *out_prologue = *out_rest = NULL;
    splitter s = {.graph = graph,
                  .invariant = invariant,
                  .same = marks,
                  .before = marks + nvars,
                  .after = marks + 2 * nvars,
                  .handed = marks + 3 * nvars};
    ax_status *status = split(&s, out_prologue, out_rest);
    free(marks);
    return status;
}
