#include "compile/plan.h"

#include "base/checked.h"
#include "ir/op.h"

#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 64 };

/* A stretch of the workspace that holds a value until its last use. Views of a value extend its
 * stretch's life instead of having one. */
typedef struct stretch {
    int64_t offset;
    int64_t bytes;
    int32_t last_use; /* equation number; INT32_MAX for the end of the graph */
} stretch;

typedef struct planner {
    ax_plan *plan;
    const ax_graph *graph;
    const ax_eqn **eqns;
    int32_t *root;     /* by var id: the var whose bytes it shares (itself, unless a view) */
    int32_t *last_use; /* by root var id: the last equation that reads it */
    stretch *active;   /* sorted by offset */
    int32_t nactive;
    int64_t live_bytes;
} planner;

static bool is_view(const ax_eqn *eqn)
{
    return (eqn->op->traits & AX_TRAIT_VIEW) != 0;
}

static bool is_constant(const ax_eqn *eqn)
{
    return ax_eqn_find_attr(eqn, AX_ATTR_VALUE) != NULL;
}

/* ---- liveness ---- */

static void mark_live(planner *p)
{
    const ax_graph *graph = p->graph;
    bool *needed = p->plan->live + graph->neqns; /* by var id, behind the equations' flags */
    for (int32_t i = 0; i < graph->noutputs; i++)
        needed[graph->outputs[i]->id] = true;
    for (int32_t e = graph->neqns - 1; e >= 0; e--) {
        const ax_eqn *eqn = p->eqns[e];
        bool used = false;
        for (int32_t i = 0; i < eqn->nresults; i++)
            used |= needed[eqn->results[i]->id];
        p->plan->live[e] = used;
        for (int32_t i = 0; i < eqn->noperands && used; i++)
            needed[eqn->operands[i]->id] = true;
    }
}

static void find_last_uses(planner *p)
{
    const ax_graph *graph = p->graph;
    for (int32_t v = 0; v < graph->nvars; v++) {
        p->root[v] = v;
        p->last_use[v] = -1;
    }
    for (int32_t e = 0; e < graph->neqns; e++) {
        const ax_eqn *eqn = p->eqns[e];
        if (!p->plan->live[e])
            continue;
        if (is_view(eqn))
            p->root[eqn->results[0]->id] = p->root[eqn->operands[0]->id];
        for (int32_t i = 0; i < eqn->noperands; i++) {
            p->last_use[p->root[eqn->operands[i]->id]] = e;
        }
    }
    for (int32_t i = 0; i < graph->noutputs; i++) {
        p->last_use[p->root[graph->outputs[i]->id]] = INT32_MAX;
    }
}

/* ---- the workspace ---- */

static void expire(planner *p, int32_t before)
{
    int32_t kept = 0;
    for (int32_t i = 0; i < p->nactive; i++) {
        if (p->active[i].last_use >= before) {
            p->active[kept++] = p->active[i];
        } else {
            p->live_bytes -= p->active[i].bytes;
        }
    }
    p->nactive = kept;
}

/* First fit: the lowest gap that holds the value. */
static ax_status *place_in_workspace(planner *p, const ax_var *var)
{
    int64_t bytes = ax_max_i64(ax_type_bytes(&var->type), 1);
    if (bytes > INT64_MAX - ALIGNMENT)
        return AX_ERROR(AX_OVERFLOW, "a value is too large");
    bytes = ax_round_up(bytes, ALIGNMENT);
    int64_t offset = 0;
    int32_t position = 0;
    while (position < p->nactive && p->active[position].offset - offset < bytes) {
        offset = p->active[position].offset + p->active[position].bytes;
        position++;
    }
    int64_t end;
    if (!ax_checked_add(offset, bytes, &end)) {
        return AX_ERROR(AX_OVERFLOW, "the live values of '%s' do not fit 64 bits", p->graph->name);
    }
    memmove(&p->active[position + 1], &p->active[position],
            (size_t)(p->nactive - position) * sizeof *p->active);
    p->active[position] = (stretch){offset, bytes, p->last_use[var->id]};
    p->nactive++;
    p->live_bytes += bytes;
    p->plan->workspace = ax_max_i64(p->plan->workspace, end);
    p->plan->largest_live = ax_max_i64(p->plan->largest_live, p->live_bytes);
    p->plan->slots[var->id] = (ax_slot){.kind = AX_SLOT_WORKSPACE, .offset = offset};
    return NULL;
}

/* Lets an elementwise result take over an operand of the same type that dies here. */
static bool reuse_operand(planner *p, const ax_eqn *eqn, int32_t number)
{
    if (!(eqn->op->traits & AX_TRAIT_ELEMENTWISE) || eqn->nresults != 1)
        return false;
    const ax_var *result = eqn->results[0];
    for (int32_t i = 0; i < eqn->noperands; i++) {
        const ax_var *operand = eqn->operands[i];
        ax_slot slot = p->plan->slots[operand->id];
        if (slot.kind != AX_SLOT_WORKSPACE || p->last_use[p->root[operand->id]] != number ||
            !ax_type_equal(&operand->type, &result->type)) {
            continue;
        }
        for (int32_t k = 0; k < p->nactive; k++) {
            if (p->active[k].offset != slot.offset)
                continue;
            p->active[k].last_use = p->last_use[result->id];
            p->plan->slots[result->id] = slot;
            return true;
        }
    }
    return false;
}

/* The first output whose memory can hold this value directly, being it or a view of it, or -1. */
static int32_t own_output(const planner *p, const ax_var *var)
{
    for (int32_t i = 0; i < p->graph->noutputs; i++) {
        if (p->root[p->graph->outputs[i]->id] == var->id)
            return i;
    }
    return -1;
}

static ax_status *place_result(planner *p, const ax_eqn *eqn, const ax_var *result, int32_t number)
{
    ax_slot *slot = &p->plan->slots[result->id];
    if (is_constant(eqn)) {
        *slot = (ax_slot){.kind = AX_SLOT_CONSTANT,
                          .constant = ax_eqn_literal(eqn, AX_ATTR_VALUE)->data};
        return NULL;
    }
    if (is_view(eqn)) {
        *slot = p->plan->slots[eqn->operands[0]->id];
        return NULL;
    }
    int32_t output = own_output(p, result);
    if (output >= 0) {
        *slot = (ax_slot){.kind = AX_SLOT_OUTPUT, .index = output};
        return NULL;
    }
    if (reuse_operand(p, eqn, number))
        return NULL;
    return place_in_workspace(p, result);
}

static ax_status *place_values(planner *p)
{
    const ax_graph *graph = p->graph;
    for (int32_t i = 0; i < graph->ninputs; i++) {
        p->plan->slots[graph->inputs[i]->id] = (ax_slot){.kind = AX_SLOT_INPUT, .index = i};
    }
    for (int32_t e = 0; e < graph->neqns; e++) {
        if (!p->plan->live[e])
            continue;
        expire(p, e);
        for (int32_t i = 0; i < p->eqns[e]->nresults; i++) {
            AX_TRY(place_result(p, p->eqns[e], p->eqns[e]->results[i], e));
        }
    }
    return NULL;
}

/* ---- the plan ---- */

static ax_status *fill_plan(planner *p)
{
    int32_t e = 0;
    AX_FOR_EQNS (eqn, p->graph)
        p->eqns[e++] = eqn;
    mark_live(p);
    find_last_uses(p);
    return place_values(p);
}

ax_status *ax_plan_create(const ax_graph *graph, ax_plan **out_plan)
{
    size_t nvars = (size_t)graph->nvars + 1;
    size_t neqns = (size_t)graph->neqns + 1;
    planner p = {.graph = graph, .plan = calloc(1, sizeof *p.plan)};
    p.eqns = calloc(neqns, sizeof *p.eqns);
    p.root = calloc(nvars, sizeof *p.root);
    p.last_use = calloc(nvars, sizeof *p.last_use);
    p.active = calloc(nvars + 1, sizeof *p.active);
    ax_status *status = NULL;
    if (p.plan) {
        p.plan->graph = graph;
        p.plan->slots = calloc(nvars, sizeof *p.plan->slots);
        p.plan->live = calloc(neqns + nvars, sizeof *p.plan->live);
    }
    if (!p.plan || !p.eqns || !p.root || !p.last_use || !p.active || !p.plan->slots ||
        !p.plan->live) {
        status = AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a memory plan");
    } else {
        status = fill_plan(&p);
    }
    free(p.eqns);
    free(p.root);
    free(p.last_use);
    free(p.active);
    if (status) {
        ax_plan_free(p.plan);
        return status;
    }
    *out_plan = p.plan;
    return NULL;
}

void ax_plan_free(ax_plan *plan)
{
    if (!plan)
        return;
    free(plan->slots);
    free(plan->live);
    free(plan);
}

bool ax_plan_copies_output(const ax_plan *plan, int32_t output)
{
    const ax_slot *slot = &plan->slots[plan->graph->outputs[output]->id];
    return slot->kind != AX_SLOT_OUTPUT || slot->index != output;
}
