#include "compile/plan.h"

#include "base/checked.h"
#include "compile/fusion.h"
#include "compile/offsets.h"
#include "ir/op.h"
#include "ops/ops.h"

#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 64 };

/* Memory that holds a value until its last use, and then one that is written over it. */
typedef struct holder {
    int32_t input;   /* the donated input whose memory it is, or -1: of the workspace */
    ax_stretch life; /* of all that it holds, one after the other; last INT32_MAX: to the end */
} holder;

typedef struct planner {
    ax_plan *plan;
    const ax_plan_options *options;
    const ax_graph *graph;
    const ax_eqn **eqns;
    int32_t *root;      /* by var id: the var whose bytes it shares (itself, unless a view) */
    int32_t *last_use;  /* by root var id: the last equation that reads it */
    int32_t *holder_of; /* by root var id: number of its holder, or -1 */
    holder *holders;
    int32_t nholders;
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
        p->holder_of[v] = -1;
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

/* ---- holders ---- */

static ax_status *hold(planner *p, int64_t bytes, int32_t first, int32_t last, int32_t *out_holder)
{
    if (bytes > INT64_MAX - ALIGNMENT)
        return AX_ERROR(AX_OVERFLOW, "a value is too large");
    bytes = ax_round_up(ax_max_i64(bytes, 1), ALIGNMENT);
    p->holders[p->nholders] = (holder){.input = -1,
                                       .life = {.bytes = bytes, .first = first, .last = last}};
    *out_holder = p->nholders++;
    return NULL;
}

static void hold_donated_inputs(planner *p)
{
    for (int32_t i = 0; i < p->graph->ninputs; i++) {
        int32_t id = p->graph->inputs[i]->id;
        p->plan->slots[id] = (ax_slot){.kind = AX_SLOT_INPUT, .index = i};
        if (!p->options->donated || !p->options->donated[i])
            continue;
        p->holders[p->nholders] = (holder){.input = i,
                                           .life = {.first = -1, .last = p->last_use[id]}};
        p->holder_of[id] = p->nholders++;
    }
}

/* Whether the equation lets this result be written where this operand lies. */
static bool may_overwrite(const ax_eqn *eqn, int32_t operand, int32_t result)
{
    if (eqn->op == &ax_op_fusion)
        return ax_fusion_may_overwrite(eqn, operand, result);
    if (eqn->op == &ax_op_dynamic_update_slice) /* what is not updated stays where it is */
        return operand == 0;
    if (eqn->op == &ax_op_scatter)
        return operand == result;
    return (eqn->op->traits & AX_TRAIT_ELEMENTWISE) != 0 && eqn->nresults == 1 &&
           ax_type_equal(&eqn->operands[operand]->type, &eqn->results[result]->type);
}

/* Whether result `result` of equation `number` may lie where this operand lies, which dies here: so must
 * allow all operands that share its bytes. */
static bool can_take_over(const planner *p, int32_t number, int32_t operand, int32_t result)
{
    const ax_eqn *eqn = p->eqns[number];
    int32_t root = p->root[eqn->operands[operand]->id];
    int32_t h = p->holder_of[root];
    if (h < 0 || p->holders[h].life.last != number)
        return false;
    for (int32_t i = 0; i < eqn->noperands; i++) {
        if (p->holder_of[p->root[eqn->operands[i]->id]] == h && !may_overwrite(eqn, i, result))
            return false;
    }
    return true;
}

static bool take_over_operand(planner *p, int32_t number, int32_t result)
{
    const ax_eqn *eqn = p->eqns[number];
    int32_t id = eqn->results[result]->id;
    if (p->last_use[id] <=
        number) /* nobody reads it: its holder would be free for another result */
        return false;
    for (int32_t i = 0; i < eqn->noperands; i++) {
        if (!can_take_over(p, number, i, result))
            continue;
        int32_t h = p->holder_of[p->root[eqn->operands[i]->id]];
        p->holders[h].life.last = p->last_use[id];
        p->holder_of[id] = h;
        return true;
    }
    return false;
}

/* ---- results ---- */

/* The first output whose memory can hold this value directly, being it or a view of it, or -1. */
static int32_t own_output(const planner *p, const ax_var *var)
{
    for (int32_t i = 0; i < p->graph->noutputs; i++) {
        if (p->root[p->graph->outputs[i]->id] == var->id)
            return i;
    }
    return -1;
}

/* The donated input whose memory an output may be given when equation `number` computes it: one of the
 * same size that holds nothing any more, or what this equation lets be overwritten. */
static int32_t find_alias(const planner *p, int32_t number, int32_t result)
{
    const ax_eqn *eqn = p->eqns[number];
    int64_t bytes = ax_type_bytes(&eqn->results[result]->type);
    for (int32_t i = 0; i < eqn->noperands; i++) {
        int32_t h = p->holder_of[p->root[eqn->operands[i]->id]];
        if (h >= 0 && p->holders[h].input >= 0 && can_take_over(p, number, i, result))
            return h;
    }
    for (int32_t h = 0; h < p->nholders && p->holders[h].input >= 0; h++) {
        const ax_type *type = &p->graph->inputs[p->holders[h].input]->type;
        if (p->holders[h].life.last < number && ax_type_bytes(type) == bytes)
            return h;
    }
    return -1;
}

static void place_in_output(planner *p, int32_t number, int32_t result, int32_t output)
{
    int32_t h = find_alias(p, number, result);
    if (h >= 0) {
        p->plan->aliases[output] = p->holders[h].input;
        p->holders[h].life.last = INT32_MAX;
    }
    p->plan->slots[p->eqns[number]->results[result]->id] = (ax_slot){.kind = AX_SLOT_OUTPUT,
                                                                     .index = output};
}

static ax_status *place_result(planner *p, int32_t number, int32_t result)
{
    const ax_eqn *eqn = p->eqns[number];
    const ax_var *var = eqn->results[result];
    if (is_constant(eqn)) {
        p->plan->slots[var->id] = (ax_slot){.kind = AX_SLOT_CONSTANT,
                                            .constant = ax_eqn_literal(eqn, AX_ATTR_VALUE)->data};
        return NULL;
    }
    if (is_view(eqn))
        return NULL; /* once its operand has an offset */
    int32_t output = own_output(p, var);
    if (output >= 0) {
        place_in_output(p, number, result, output);
        return NULL;
    }
    if (take_over_operand(p, number, result))
        return NULL;
    int32_t last = p->last_use[var->id] > number ? p->last_use[var->id] : number;
    return hold(p, ax_type_bytes(&var->type), number, last, &p->holder_of[var->id]);
}

/* Holders of scratch stand behind all others: their numbers go to plan->scratch for the time being. */
static ax_status *hold_scratch(planner *p, int32_t number)
{
    int64_t bytes = p->options->scratch ? p->options->scratch[number] : 0;
    int32_t h = -1;
    if (bytes > 0)
        AX_TRY(hold(p, bytes, number, number, &h));
    p->plan->scratch[number] = h;
    return NULL;
}

static ax_status *place_values(planner *p)
{
    for (int32_t i = 0; i < p->graph->noutputs; i++)
        p->plan->aliases[i] = -1;
    hold_donated_inputs(p);
    for (int32_t e = 0; e < p->graph->neqns; e++) {
        p->plan->scratch[e] = -1;
        if (!p->plan->live[e])
            continue;
        for (int32_t i = 0; i < p->eqns[e]->nresults; i++)
            AX_TRY(place_result(p, e, i));
        AX_TRY(hold_scratch(p, e));
    }
    return NULL;
}

/* ---- offsets ---- */

static void set_slots(planner *p)
{
    ax_slot *slots = p->plan->slots;
    for (int32_t e = 0; e < p->graph->neqns; e++) {
        const ax_eqn *eqn = p->eqns[e];
        if (!p->plan->live[e])
            continue;
        if (p->plan->scratch[e] >= 0)
            p->plan->scratch[e] = p->holders[p->plan->scratch[e]].life.offset;
        if (is_view(eqn)) {
            slots[eqn->results[0]->id] = slots[eqn->operands[0]->id];
            continue;
        }
        for (int32_t i = 0; i < eqn->nresults; i++) {
            int32_t id = eqn->results[i]->id;
            if (p->holder_of[id] < 0)
                continue;
            const holder *h = &p->holders[p->holder_of[id]];
            slots[id] = h->input >= 0
                            ? (ax_slot){.kind = AX_SLOT_INPUT, .index = h->input}
                            : (ax_slot){.kind = AX_SLOT_WORKSPACE, .offset = h->life.offset};
        }
    }
}

/* Donated inputs' holders stand first and have a place already. */
static ax_status *assign_offsets(planner *p)
{
    int32_t first = 0;
    while (first < p->nholders && p->holders[first].input >= 0)
        first++;
    int32_t count = p->nholders - first;
    ax_stretch *stretches = calloc((size_t)count + 1, sizeof *stretches);
    if (!stretches)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a memory plan");
    for (int32_t i = 0; i < count; i++)
        stretches[i] = p->holders[first + i].life;
    ax_status *status = ax_offsets_assign(stretches, count, p->graph->neqns, &p->plan->workspace,
                                          &p->plan->largest_live);
    for (int32_t i = 0; i < count && !status; i++)
        p->holders[first + i].life.offset = stretches[i].offset;
    free(stretches);
    return ax_status_context(status, "planning the memory of '%s'", p->graph->name);
}

/* ---- the plan ---- */

static ax_status *fill_plan(planner *p)
{
    int32_t e = 0;
    AX_FOR_EQNS (eqn, p->graph)
        p->eqns[e++] = eqn;
    mark_live(p);
    find_last_uses(p);
    AX_TRY(place_values(p));
    AX_TRY(assign_offsets(p));
    set_slots(p);
    return NULL;
}

static bool make_room(planner *p)
{
    size_t nvars = (size_t)p->graph->nvars + 1;
    size_t neqns = (size_t)p->graph->neqns + 1;
    p->eqns = calloc(neqns, sizeof *p->eqns);
    p->root = calloc(nvars, sizeof *p->root);
    p->last_use = calloc(nvars, sizeof *p->last_use);
    p->holder_of = calloc(nvars, sizeof *p->holder_of);
    p->holders = calloc(nvars + neqns, sizeof *p->holders);
    ax_plan *plan = p->plan = calloc(1, sizeof *p->plan);
    if (!plan)
        return false;
    plan->graph = p->graph;
    plan->slots = calloc(nvars, sizeof *plan->slots);
    plan->live = calloc(neqns + nvars, sizeof *plan->live);
    plan->scratch = calloc(neqns, sizeof *plan->scratch);
    plan->aliases = calloc((size_t)p->graph->noutputs + 1, sizeof *plan->aliases);
    return p->eqns && p->root && p->last_use && p->holder_of && p->holders && plan->slots &&
           plan->live && plan->scratch && plan->aliases;
}

ax_status *ax_plan_create(const ax_graph *graph, const ax_plan_options *options, ax_plan **out_plan)
{
    static const ax_plan_options defaults;
    planner p = {.graph = graph, .options = options ? options : &defaults};
    ax_status *status = make_room(&p) ? fill_plan(&p)
                                      : AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a memory plan");
    free(p.eqns);
    free(p.root);
    free(p.last_use);
    free(p.holder_of);
    free(p.holders);
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
    free(plan->scratch);
    free(plan->aliases);
    free(plan);
}

bool ax_plan_copies_output(const ax_plan *plan, int32_t output)
{
    const ax_slot *slot = &plan->slots[plan->graph->outputs[output]->id];
    return slot->kind != AX_SLOT_OUTPUT || slot->index != output;
}
