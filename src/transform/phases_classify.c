/* What each value of a function of one example is, and in which phase it is known. */
#include "ir/location.h"
#include "transform/phases_private.h"

#include "ops/collective.h"

#include <stdlib.h>
#include <string.h>

static void mark_needed(ax_cutter *c)
{
    const ax_graph *example = c->example;
    for (int32_t i = 0; i < example->noutputs; i++)
        c->needed[example->outputs[i]->id] = true;
    for (int32_t e = example->neqns - 1; e >= 0; e--) {
        const ax_eqn *eqn = c->eqns[e];
        bool used = false;
        for (int32_t i = 0; i < eqn->nresults; i++)
            used |= c->needed[eqn->results[i]->id];
        for (int32_t i = 0; i < eqn->noperands && used; i++) {
            c->needed[eqn->operands[i]->id] = true;
        }
    }
}

bool ax_cutter_needs(const ax_cutter *c, const ax_eqn *eqn)
{
    for (int32_t i = 0; i < eqn->nresults; i++) {
        if (c->needed[eqn->results[i]->id])
            return true;
    }
    return false;
}

static bool over_mapped_axis(const ax_cutter *c, const ax_eqn *eqn)
{
    return (eqn->op->traits & AX_TRAIT_COLLECTIVE) && c->axis_name &&
           ax_collective_over(eqn, c->axis_name);
}

static bool any_mapped(const ax_cutter *c, const ax_eqn *eqn)
{
    for (int32_t i = 0; i < eqn->noperands; i++) {
        if (ax_var_is_mapped(&c->phases->vars[eqn->operands[i]->id]))
            return true;
    }
    return false;
}

bool ax_cutter_cuts_at(const ax_cutter *c, const ax_eqn *eqn)
{
    return over_mapped_axis(c, eqn) && any_mapped(c, eqn);
}

static ax_status *refuse_other_axes(const ax_cutter *c, const ax_eqn *eqn)
{
    if (!(eqn->op->traits & AX_TRAIT_COLLECTIVE))
        return NULL;
    ax_names axes = ax_eqn_names(eqn, AX_ATTR_AXES);
    for (int32_t i = 0; i < axes.count; i++) {
        if (!c->axis_name || strcmp(axes.values[i], c->axis_name) != 0) {
            return AX_ERROR(AX_INVALID_ARGUMENT,
                            "map: %s speaks over axis '%s', which nobody binds; the mapped axis is "
                            "%s%s%s (%s:%d%s)",
                            eqn->op->name, axes.values[i], c->axis_name ? "'" : "",
                            c->axis_name ? c->axis_name : "not named", c->axis_name ? "'" : "",
                            AX_PLACE(eqn->location));
        }
    }
    return NULL;
}

static bool moves_rows(const ax_op *op)
{
    return op == &ax_op_all_gather || op == &ax_op_pbroadcast || op == &ax_op_exchange;
}

static void classify_results(ax_cutter *c, const ax_eqn *eqn)
{
    ax_phased_var *vars = c->phases->vars;
    int32_t phase = 0;
    for (int32_t i = 0; i < eqn->noperands; i++) {
        int32_t known = vars[eqn->operands[i]->id].phase;
        if (known > phase)
            phase = known;
    }
    ax_var_kind kind = any_mapped(c, eqn) ? AX_VAR_MAPPED : AX_VAR_SHARED;
    bool exchanged = false;
    if (ax_cutter_cuts_at(c, eqn)) {
        exchanged = eqn->op == &ax_op_exchange;
        kind = exchanged ? AX_VAR_MAPPED : AX_VAR_SHARED;
        vars[eqn->operands[0]->id].gathered |= moves_rows(eqn->op);
        phase++;
    } else if (over_mapped_axis(c, eqn) && eqn->op == &ax_op_axis_index) {
        kind = AX_VAR_ROW_INDEX;
    }
    for (int32_t i = 0; i < eqn->nresults; i++) {
        ax_phased_var *var = &vars[eqn->results[i]->id];
        *var = (ax_phased_var){.type = eqn->results[i]->type,
                               .kind = kind,
                               .phase = phase,
                               .crosses = exchanged,
                               .exchanged = exchanged};
    }
    if (phase >= c->phases->nphases)
        c->phases->nphases = phase + 1;
}

/* The phase in which an equation runs: a cut ends the phase before the one its result is known in. */
static int32_t run_phase(const ax_cutter *c, const ax_eqn *eqn)
{
    return c->phases->vars[eqn->results[0]->id].phase - (ax_cutter_cuts_at(c, eqn) ? 1 : 0);
}

/* Whether keeping the operands of `eqn` for phase `later` takes no more memory than keeping its results:
 * arguments are read again, and what is kept already costs nothing. */
static bool cheaper_later(const ax_cutter *c, const ax_eqn *eqn, int32_t later,
                          const int32_t *last_use)
{
    int64_t results = 0, operands = 0;
    for (int32_t i = 0; i < eqn->nresults; i++)
        results += ax_type_bytes(&eqn->results[i]->type);
    for (int32_t i = 0; i < eqn->noperands; i++) {
        const ax_var *operand = eqn->operands[i];
        const ax_phased_var *var = &c->phases->vars[operand->id];
        bool kept = var->phase == later || last_use[operand->id] >= later;
        if (var->kind == AX_VAR_MAPPED && !kept)
            operands += ax_type_bytes(&operand->type);
    }
    return operands <= results;
}

/* Moves equations on rows to the phase that first needs them, where that keeps less across the cuts: a
 * value spread over a long dimension is made where it is used, not kept for every row. */
static void sink(ax_cutter *c, int32_t *first_use, int32_t *last_use)
{
    ax_phased_var *vars = c->phases->vars;
    for (int32_t e = c->example->neqns - 1; e >= 0; e--) {
        const ax_eqn *eqn = c->eqns[e];
        if (!ax_cutter_needs(c, eqn))
            continue;
        int32_t phase = run_phase(c, eqn);
        int32_t needed = INT32_MAX;
        for (int32_t i = 0; i < eqn->nresults; i++) {
            int32_t use = first_use[eqn->results[i]->id];
            if (use < needed)
                needed = use;
        }
        if (vars[eqn->results[0]->id].kind == AX_VAR_MAPPED && !ax_cutter_cuts_at(c, eqn) &&
            needed != INT32_MAX && needed > phase && cheaper_later(c, eqn, needed, last_use)) {
            phase = needed;
            for (int32_t i = 0; i < eqn->nresults; i++)
                vars[eqn->results[i]->id].phase = phase;
        }
        for (int32_t i = 0; i < eqn->noperands; i++) {
            int32_t id = eqn->operands[i]->id;
            if (phase < first_use[id])
                first_use[id] = phase;
            if (phase > last_use[id])
                last_use[id] = phase;
        }
    }
}

static ax_status *sink_equations(ax_cutter *c)
{
    size_t nvars = (size_t)c->example->nvars + 1;
    int32_t *uses = calloc(2 * nvars, sizeof *uses);
    if (!uses)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory to cut a function into phases");
    for (size_t v = 0; v < nvars; v++) {
        uses[v] = INT32_MAX;
        uses[nvars + v] = -1;
    }
    sink(c, uses, uses + nvars);
    free(uses);
    return NULL;
}

/* A mapped value read in a later phase than its own is kept for all rows. */
static void mark_crossings(ax_cutter *c)
{
    ax_phased_var *vars = c->phases->vars;
    AX_FOR_EQNS (eqn, c->example) {
        if (!ax_cutter_needs(c, eqn))
            continue;
        int32_t phase = run_phase(c, eqn);
        for (int32_t i = 0; i < eqn->noperands; i++) {
            ax_phased_var *operand = &vars[eqn->operands[i]->id];
            if (operand->kind == AX_VAR_MAPPED && operand->phase < phase)
                operand->crosses = true;
        }
    }
}

ax_status *ax_cutter_classify(ax_cutter *c, const bool *mapped)
{
    const ax_graph *example = c->example;
    mark_needed(c);
    c->phases->nphases = 1;
    for (int32_t i = 0; i < example->ninputs; i++) {
        c->phases->vars[example->inputs[i]->id] = (ax_phased_var){
            .type = example->inputs[i]->type,
            .kind = mapped[i] ? AX_VAR_MAPPED_INPUT : AX_VAR_SHARED_INPUT,
        };
    }
    for (int32_t e = 0; e < example->neqns; e++) {
        if (!ax_cutter_needs(c, c->eqns[e]))
            continue;
        AX_TRY(refuse_other_axes(c, c->eqns[e]));
        classify_results(c, c->eqns[e]);
    }
    AX_TRY(sink_equations(c));
    mark_crossings(c);
    return NULL;
}
