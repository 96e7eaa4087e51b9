/* The graph of fusions: each group becomes one equation, where the last of what it needs is there. */
#include "compile/fuser.h"
#include "ir/copier.h"
#include "ops/ops.h"

#include <stdlib.h>
#include <string.h>

typedef struct assembly {
    ax_fuser *f;
    ax_copier *outer; /* into the new graph */
    bool *done;       /* by node; those in a group together */
    /* Of the group at hand: */
    int32_t group;
    ax_copier inner;       /* into its region: values are there where `made` says so */
    int32_t *made;         /* by id of the old var: the last group that computed it */
    int32_t *met;          /* by id of the old var: the last group that met it */
    const ax_var **inputs; /* of the region, as met */
    int32_t ninputs;
} assembly;

static void emit_node(assembly *a, int32_t number);

/* Makes sure that the new graph has the value. */
static void need(assembly *a, const ax_var *var)
{
    int32_t number = a->f->number[var->id];
    if (number >= 0 && !a->done[number])
        emit_node(a, number);
}

/* ---- regions ---- */

/* Whether the group's kernel computes the value itself. */
static bool is_inside(const assembly *a, const ax_var *var)
{
    const ax_fuse_node *node = ax_fuse_node_of(a->f, var);
    if (!node)
        return false;
    if (!ax_fuse_copied(node))
        return node->group == a->group;
    /* A reshape of what lies in memory is there already. */
    return node->eqn->op != &ax_op_reshape || is_inside(a, node->eqn->operands[0]);
}

static void meet_input(assembly *a, const ax_var *var)
{
    if (a->met[var->id] != a->group + 1)
        a->inputs[a->ninputs++] = var;
    a->met[var->id] = a->group + 1;
}

/* Collects the region's inputs, in the order in which computing `var` asks for them. */
static void meet(assembly *a, const ax_var *var)
{
    if (!is_inside(a, var)) {
        meet_input(a, var);
        return;
    }
    if (a->met[var->id] == a->group + 1)
        return;
    a->met[var->id] = a->group + 1;
    const ax_eqn *eqn = var->producer;
    for (int32_t i = 0; i < eqn->noperands; i++)
        meet(a, eqn->operands[i]);
}

static void compute(assembly *a, const ax_var *var)
{
    if (a->made[var->id] == a->group + 1)
        return;
    a->made[var->id] = a->group + 1;
    const ax_eqn *eqn = var->producer;
    for (int32_t i = 0; i < eqn->noperands; i++)
        compute(a, eqn->operands[i]);
    ax_copier_eqn(&a->inner, eqn);
}

static const ax_graph *build_region(assembly *a, const ax_var *const *outputs, int32_t noutputs)
{
    a->inner.builder = ax_builder_create_region(a->outer->builder);
    if (!a->inner.builder)
        return NULL;
    for (int32_t i = 0; i < a->ninputs; i++) {
        int32_t id = a->inputs[i]->id;
        a->inner.values[id] = ax_builder_input(a->inner.builder, &a->inputs[i]->type, NULL);
        a->made[id] = a->group + 1;
    }
    ax_value results[AX_FUSE_MOST_RESULTS + 1];
    for (int32_t i = 0; i < noutputs; i++) {
        compute(a, outputs[i]);
        results[i] = a->inner.values[outputs[i]->id];
    }
    return ax_builder_finish_region(a->inner.builder, noutputs, results);
}

static void emit_fusion(assembly *a, const ax_var *const *outputs, int32_t noutputs)
{
    const ax_graph *region = build_region(a, outputs, noutputs);
    if (!region)
        return;
    ax_fuser *f = a->f;
    ax_value *operands = AX_ARENA_NEW(f->arena, ax_value, a->ninputs);
    ax_value results[AX_FUSE_MOST_RESULTS + 1];
    if (!operands) {
        f->no_memory = true;
        return;
    }
    for (int32_t i = 0; i < a->ninputs; i++)
        operands[i] = a->outer->values[a->inputs[i]->id];
    ax_attr kind = ax_attr_int(AX_ATTR_FUSION, f->groups[a->group].kind);
    ax_emit(a->outer->builder,
            &(ax_emission){.op = &ax_op_fusion,
                           .noperands = a->ninputs,
                           .operands = operands,
                           .nattrs = 1,
                           .attrs = &kind,
                           .nregions = 1,
                           .regions = &region,
                           .nresults = noutputs,
                           .location = outputs[noutputs - 1]->producer->location},
            results);
    for (int32_t i = 0; i < noutputs; i++)
        a->outer->values[outputs[i]->id] = results[i];
}

static int in_order(const void *a, const void *b)
{
    const ax_var *const *left = a, *const *right = b;
    return (*left)->id < (*right)->id ? -1 : 1;
}

static void emit_group(assembly *a, int32_t group)
{
    ax_fuser *f = a->f;
    const ax_var *outputs[AX_FUSE_MOST_RESULTS + 1];
    int32_t noutputs = 0;
    /* What it needs comes first: that may be groups, which take the assembly's place meanwhile. */
    a->group = group;
    a->ninputs = 0;
    AX_FOR_MEMBERS (node, f, group) {
        a->done[ax_fuse_number(f, node)] = true;
        if (ax_fuse_is_result(f, node))
            outputs[noutputs++] = node->eqn->results[0];
    }
    qsort(outputs, (size_t)noutputs, sizeof *outputs, in_order);
    /* What a product multiplies lies in memory, however it was put there. */
    const ax_eqn *product = f->groups[group].kind == AX_FUSION_PRODUCT ? f->groups[group].first
                                                                       : NULL;
    for (int32_t i = 0; product && i < product->noperands; i++)
        meet_input(a, product->operands[i]);
    for (int32_t i = 0; i < noutputs; i++)
        meet(a, outputs[i]);
    int32_t ninputs = a->ninputs;
    const ax_var **inputs = ax_arena_copy(f->arena, a->inputs, (size_t)ninputs, sizeof *inputs);
    f->no_memory |= !inputs;
    if (!inputs)
        return;
    for (int32_t i = 0; i < ninputs; i++)
        need(a, inputs[i]);
    a->group = group;
    a->ninputs = ninputs;
    memcpy(a->inputs, inputs, (size_t)ninputs * sizeof *inputs);
    emit_fusion(a, outputs, noutputs);
}

static void emit_node(assembly *a, int32_t number)
{
    const ax_fuse_node *node = &a->f->nodes[number];
    if (node->group >= 0) {
        emit_group(a, node->group);
        return;
    }
    a->done[number] = true;
    for (int32_t i = 0; i < node->eqn->noperands; i++)
        need(a, node->eqn->operands[i]);
    ax_copier_eqn(a->outer, node->eqn);
}

/* ---- the graph ---- */

static ax_status *no_memory(void)
{
    return AX_ERROR(AX_OUT_OF_MEMORY, "no memory to fuse a graph");
}

static ax_status *prepare(assembly *a, const ax_graph *graph)
{
    ax_arena *arena = a->f->arena;
    a->made = AX_ARENA_NEW(arena, int32_t, graph->nvars);
    a->met = AX_ARENA_NEW(arena, int32_t, graph->nvars);
    a->inputs = AX_ARENA_NEW(arena, const ax_var *, graph->nvars);
    a->done = AX_ARENA_NEW(arena, bool, graph->neqns);
    if (!a->made || !a->met || !a->inputs || !a->done)
        return no_memory();
    return ax_copier_create(arena, graph, NULL, &a->inner);
}

static ax_status *emit_all(void *pass, ax_copier *copier)
{
    assembly *a = pass;
    const ax_graph *graph = copier->graph;
    a->outer = copier;
    AX_TRY(prepare(a, graph));
    for (int32_t n = 0; n < a->f->nnodes; n++) {
        const ax_fuse_node *node = &a->f->nodes[n];
        if (node->live && !a->done[n] && !ax_fuse_copied(node))
            emit_node(a, n);
    }
    for (int32_t i = 0; i < graph->noutputs; i++)
        need(a, graph->outputs[i]);
    return a->f->no_memory ? no_memory() : NULL;
}

ax_status *ax_fuse_build(ax_fuser *f, ax_graph **out_graph)
{
    return ax_graph_rewrite(f->graph, NULL, emit_all, &(assembly){.f = f}, out_graph);
}
