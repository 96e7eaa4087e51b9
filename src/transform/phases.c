#include "transform/phases.h"

#include "ir/op.h"
#include "ops/ops.h"
#include "transform/vmap.h"

#include <stdlib.h>
#include <string.h>

typedef struct cutter {
    ax_phases *phases;
    const ax_graph *example;
    const char *axis_name;
    int64_t size, block_rows;
    const ax_eqn **eqns;
    bool *needed; /* by var id */
} cutter;

static ax_status *no_memory(void)
{
    return AX_ERROR(AX_OUT_OF_MEMORY, "no memory to cut a function into phases");
}

/* ---- what each var is, and when it is known ---- */

static void mark_needed(cutter *c)
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

static bool eqn_needed(const cutter *c, const ax_eqn *eqn)
{
    for (int32_t i = 0; i < eqn->nresults; i++) {
        if (c->needed[eqn->results[i]->id])
            return true;
    }
    return false;
}

static bool over_mapped_axis(const cutter *c, const ax_eqn *eqn)
{
    return (eqn->op->traits & AX_TRAIT_COLLECTIVE) && c->axis_name &&
           ax_collective_over(eqn, c->axis_name);
}

static bool any_mapped(const cutter *c, const ax_eqn *eqn)
{
    for (int32_t i = 0; i < eqn->noperands; i++) {
        if (ax_var_is_mapped(&c->phases->vars[eqn->operands[i]->id]))
            return true;
    }
    return false;
}

static bool is_cut(const cutter *c, const ax_eqn *eqn)
{
    return over_mapped_axis(c, eqn) && any_mapped(c, eqn);
}

static ax_status *refuse_other_axes(const cutter *c, const ax_eqn *eqn)
{
    if (!(eqn->op->traits & AX_TRAIT_COLLECTIVE))
        return NULL;
    ax_names axes = ax_eqn_names(eqn, AX_ATTR_AXES);
    for (int32_t i = 0; i < axes.count; i++) {
        if (!c->axis_name || strcmp(axes.values[i], c->axis_name) != 0) {
            return AX_ERROR(AX_INVALID_ARGUMENT,
                            "map: %s speaks over axis '%s', which nobody binds; the mapped axis is "
                            "%s%s%s (%s:%d)",
                            eqn->op->name, axes.values[i], c->axis_name ? "'" : "",
                            c->axis_name ? c->axis_name : "not named", c->axis_name ? "'" : "",
                            eqn->location.file, eqn->location.line);
        }
    }
    return NULL;
}

static void classify_results(cutter *c, const ax_eqn *eqn)
{
    ax_phased_var *vars = c->phases->vars;
    int32_t phase = 0;
    for (int32_t i = 0; i < eqn->noperands; i++) {
        int32_t known = vars[eqn->operands[i]->id].phase;
        if (known > phase)
            phase = known;
    }
    ax_var_kind kind = any_mapped(c, eqn) ? AX_VAR_MAPPED : AX_VAR_SHARED;
    if (is_cut(c, eqn)) {
        kind = AX_VAR_SHARED;
        vars[eqn->operands[0]->id].gathered |= eqn->op == &ax_op_all_gather;
        phase++;
    } else if (over_mapped_axis(c, eqn) && eqn->op == &ax_op_axis_index) {
        kind = AX_VAR_ROW_INDEX;
    }
    for (int32_t i = 0; i < eqn->nresults; i++) {
        ax_phased_var *var = &vars[eqn->results[i]->id];
        *var = (ax_phased_var){.type = eqn->results[i]->type, .kind = kind, .phase = phase};
    }
    if (phase >= c->phases->nphases)
        c->phases->nphases = phase + 1;
}

/* The phase in which an equation runs: a cut ends the phase before the one its result is known in. */
static int32_t run_phase(const cutter *c, const ax_eqn *eqn)
{
    return c->phases->vars[eqn->results[0]->id].phase - (is_cut(c, eqn) ? 1 : 0);
}

/* Whether keeping the operands of `eqn` for phase `later` takes no more memory than keeping its results:
 * arguments are read again, and what is kept already costs nothing. */
static bool cheaper_later(const cutter *c, const ax_eqn *eqn, int32_t later,
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
static void sink(cutter *c, int32_t *first_use, int32_t *last_use)
{
    ax_phased_var *vars = c->phases->vars;
    for (int32_t e = c->example->neqns - 1; e >= 0; e--) {
        const ax_eqn *eqn = c->eqns[e];
        if (!eqn_needed(c, eqn))
            continue;
        int32_t phase = run_phase(c, eqn);
        int32_t needed = INT32_MAX;
        for (int32_t i = 0; i < eqn->nresults; i++) {
            int32_t use = first_use[eqn->results[i]->id];
            if (use < needed)
                needed = use;
        }
        if (vars[eqn->results[0]->id].kind == AX_VAR_MAPPED && needed != INT32_MAX &&
            needed > phase && cheaper_later(c, eqn, needed, last_use)) {
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

static ax_status *sink_equations(cutter *c)
{
    size_t nvars = (size_t)c->example->nvars + 1;
    int32_t *uses = calloc(2 * nvars, sizeof *uses);
    if (!uses)
        return no_memory();
    for (size_t v = 0; v < nvars; v++) {
        uses[v] = INT32_MAX;
        uses[nvars + v] = -1;
    }
    sink(c, uses, uses + nvars);
    free(uses);
    return NULL;
}

/* A mapped value read in a later phase than its own is kept for all rows. */
static void mark_crossings(cutter *c)
{
    ax_phased_var *vars = c->phases->vars;
    AX_FOR_EQNS (eqn, c->example) {
        if (!eqn_needed(c, eqn))
            continue;
        int32_t phase = run_phase(c, eqn);
        for (int32_t i = 0; i < eqn->noperands; i++) {
            ax_phased_var *operand = &vars[eqn->operands[i]->id];
            if (operand->kind == AX_VAR_MAPPED && operand->phase < phase)
                operand->crosses = true;
        }
    }
}

static ax_status *classify(cutter *c, const bool *mapped)
{
    const ax_graph *example = c->example;
    c->phases->nphases = 1;
    for (int32_t i = 0; i < example->ninputs; i++) {
        c->phases->vars[example->inputs[i]->id] = (ax_phased_var){
            .type = example->inputs[i]->type,
            .kind = mapped[i] ? AX_VAR_MAPPED_INPUT : AX_VAR_SHARED_INPUT,
        };
    }
    for (int32_t e = 0; e < example->neqns; e++) {
        if (!eqn_needed(c, c->eqns[e]))
            continue;
        AX_TRY(refuse_other_axes(c, c->eqns[e]));
        classify_results(c, c->eqns[e]);
    }
    AX_TRY(sink_equations(c));
    mark_crossings(c);
    return NULL;
}

/* ---- the graphs of a phase ---- */

/* Which stage runs an equation: the block's where it differs from row to row. */
static bool belongs(const cutter *c, const ax_eqn *eqn, int32_t phase, bool block)
{
    if (!eqn_needed(c, eqn) || is_cut(c, eqn))
        return false;
    const ax_phased_var *var = &c->phases->vars[eqn->results[0]->id];
    if (var->phase != phase || var->kind == AX_VAR_ROW_INDEX)
        return false;
    return block == (var->kind == AX_VAR_MAPPED);
}

/* Marks what a stage reads from elsewhere and what others read from it. */
typedef struct stage_marks {
    bool *defined, *input, *output; /* by var id */
} stage_marks;

static void mark_operand_of_stage(stage_marks *marks, int32_t id)
{
    if (!marks->defined[id])
        marks->input[id] = true;
}

static void mark_stage(const cutter *c, int32_t phase, bool block, stage_marks *marks)
{
    ax_phased_var *vars = c->phases->vars;
    for (int32_t e = 0; e < c->example->neqns; e++) {
        const ax_eqn *eqn = c->eqns[e];
        if (belongs(c, eqn, phase, block)) {
            for (int32_t i = 0; i < eqn->noperands; i++) {
                mark_operand_of_stage(marks, eqn->operands[i]->id);
            }
            for (int32_t i = 0; i < eqn->nresults; i++)
                marks->defined[eqn->results[i]->id] = true;
            continue;
        }
        if (!eqn_needed(c, eqn))
            continue;
        for (int32_t i = 0; i < eqn->noperands; i++) {
            int32_t id = eqn->operands[i]->id;
            if (marks->defined[id])
                marks->output[id] = true;
        }
        /* A collective of an argument (or of the row index) reads it in this phase's blocks. */
        if (block && is_cut(c, eqn) && vars[eqn->results[0]->id].phase == phase + 1) {
            int32_t id = eqn->operands[0]->id;
            if (vars[id].kind != AX_VAR_MAPPED || vars[id].phase < phase) {
                marks->input[id] = marks->output[id] = true;
            }
        }
    }
    for (int32_t i = 0; i < c->example->noutputs; i++) {
        int32_t id = c->example->outputs[i]->id;
        bool passes = phase == 0 && block &&
                      (vars[id].kind == AX_VAR_MAPPED_INPUT || vars[id].kind == AX_VAR_ROW_INDEX);
        if (passes)
            marks->input[id] = true;
        if (passes || marks->defined[id])
            marks->output[id] = true;
    }
}

static int32_t *collect(const bool *marks, int32_t nvars, int32_t *out_count)
{
    int32_t *ids = calloc((size_t)nvars + 1, sizeof *ids);
    int32_t count = 0;
    for (int32_t id = 0; ids && id < nvars; id++) {
        if (marks[id])
            ids[count++] = id;
    }
    *out_count = count;
    return ids;
}

/* A stage as a graph of one example: the example's own vars, only this stage's equations. Lives in
 * `arena`; NULL without memory. */
static ax_graph *extract_stage(const cutter *c, int32_t phase, bool block, const ax_stage *stage,
                               ax_arena *arena)
{
    const ax_graph *example = c->example;
    ax_graph *part = AX_ARENA_NEW(arena, ax_graph, 1);
    ax_eqn *eqns = AX_ARENA_NEW(arena, ax_eqn, example->neqns);
    ax_var **vars = AX_ARENA_NEW(arena, ax_var *, example->nvars);
    ax_var **inputs = AX_ARENA_NEW(arena, ax_var *, stage->ninputs);
    const ax_var **outputs = AX_ARENA_NEW(arena, const ax_var *, stage->noutputs);
    if (!part || !eqns || !vars || !inputs || !outputs)
        return NULL;

    *part = (ax_graph){.arena = arena, .name = example->name, .nvars = example->nvars};
    for (int32_t i = 0; i < example->ninputs; i++) {
        vars[example->inputs[i]->id] = example->inputs[i];
    }
    for (int32_t e = 0; e < example->neqns; e++) {
        const ax_eqn *eqn = c->eqns[e];
        for (int32_t i = 0; i < eqn->nresults; i++)
            vars[eqn->results[i]->id] = eqn->results[i];
        if (!belongs(c, eqn, phase, block))
            continue;
        ax_eqn *copy = &eqns[part->neqns++];
        *copy = *eqn;
        copy->next = NULL;
        if (part->last) {
            part->last->next = copy;
        } else {
            part->first = copy;
        }
        part->last = copy;
    }
    for (int32_t i = 0; i < stage->ninputs; i++)
        inputs[i] = vars[stage->inputs[i]];
    for (int32_t i = 0; i < stage->noutputs; i++)
        outputs[i] = vars[stage->outputs[i]];
    part->inputs = inputs;
    part->outputs = outputs;
    part->ninputs = stage->ninputs;
    part->noutputs = stage->noutputs;
    return part;
}

/* Emits the stage: a block's vmapped over T rows, a shared one over copies of one value (which makes
 * arithmetic of its collectives). */
static void emit_stage(const cutter *c, int32_t phase, bool block, const ax_stage *stage,
                       ax_builder *builder, ax_value *out_values)
{
    ax_arena *arena = ax_builder_arena(builder);
    ax_graph *part = extract_stage(c, phase, block, stage, arena);
    ax_batched *inputs = AX_ARENA_NEW(arena, ax_batched, stage->ninputs);
    ax_batched *outputs = AX_ARENA_NEW(arena, ax_batched, stage->noutputs);
    if (!part || !inputs || !outputs) {
        ax_builder_fail(builder, no_memory());
        return;
    }
    for (int32_t i = 0; i < stage->ninputs; i++) {
        const ax_phased_var *var = &c->phases->vars[stage->inputs[i]];
        bool mapped = ax_var_is_mapped(var);
        if (mapped && var->type.ndim == AX_MAX_NDIM) {
            ax_builder_fail(builder, AX_ERROR(AX_INVALID_ARGUMENT,
                                              "map: %s has no room for another dimension",
                                              AX_TYPE_STRING(&var->type)));
            return;
        }
        ax_type type = mapped ? ax_type_insert_dim(&var->type, 0, c->block_rows) : var->type;
        inputs[i].value = ax_builder_input(builder, &type, NULL);
        inputs[i].axis = mapped ? 0 : AX_NOT_MAPPED;
    }
    int64_t size = block ? c->block_rows : c->size;
    ax_vmap_inline(builder, part, inputs, size, block ? NULL : c->axis_name, outputs);
    ax_batching placing = {.builder = builder, .size = size};
    for (int32_t i = 0; i < stage->noutputs && !ax_builder_failed(builder); i++) {
        out_values[i] = block ? ax_batch_move(&placing, outputs[i], 0, (ax_location){"map", 0, 0})
                              : outputs[i].value;
    }
}

static ax_status *make_stage_graph(const cutter *c, int32_t phase, bool block, ax_stage *stage)
{
    ax_builder *builder;
    AX_TRY(ax_builder_create(c->example->name, NULL, &builder));
    ax_value *values = calloc((size_t)stage->noutputs + 1, sizeof *values);
    if (!values) {
        ax_builder_abandon(builder);
        return no_memory();
    }
    emit_stage(c, phase, block, stage, builder, values);
    ax_status *status = ax_builder_finish(builder, stage->noutputs, values, NULL, &stage->graph);
    free(values);
    return status;
}

static ax_status *build_stage(const cutter *c, int32_t phase, bool block, ax_stage *stage)
{
    size_t nvars = (size_t)c->example->nvars + 1;
    bool *flags = calloc(nvars * 3, sizeof *flags);
    if (!flags)
        return no_memory();
    stage_marks marks = {flags, flags + nvars, flags + 2 * nvars};
    mark_stage(c, phase, block, &marks);
    stage->inputs = collect(marks.input, c->example->nvars, &stage->ninputs);
    stage->outputs = collect(marks.output, c->example->nvars, &stage->noutputs);
    free(flags);
    if (!stage->inputs || !stage->outputs)
        return no_memory();
    return stage->noutputs ? make_stage_graph(c, phase, block, stage) : NULL;
}

static ax_status *collect_cuts(const cutter *c, int32_t phase, ax_phase *out)
{
    out->cuts = calloc((size_t)c->example->neqns + 1, sizeof *out->cuts);
    if (!out->cuts)
        return no_memory();
    for (int32_t e = 0; e < c->example->neqns; e++) {
        const ax_eqn *eqn = c->eqns[e];
        if (!eqn_needed(c, eqn) || !is_cut(c, eqn))
            continue;
        int32_t result = eqn->results[0]->id;
        if (c->phases->vars[result].phase != phase + 1)
            continue;
        out->cuts[out->ncuts++] = (ax_cut){eqn, eqn->operands[0]->id, result};
    }
    return NULL;
}

static ax_status *build(cutter *c, const bool *mapped)
{
    int32_t e = 0;
    AX_FOR_EQNS (eqn, c->example)
        c->eqns[e++] = eqn;
    mark_needed(c);
    AX_TRY(classify(c, mapped));
    c->phases->phases = calloc((size_t)c->phases->nphases, sizeof *c->phases->phases);
    if (!c->phases->phases)
        return no_memory();
    for (int32_t p = 0; p < c->phases->nphases; p++) {
        AX_TRY(collect_cuts(c, p, &c->phases->phases[p]));
        AX_TRY(build_stage(c, p, false, &c->phases->phases[p].shared));
        AX_TRY(build_stage(c, p, true, &c->phases->phases[p].block));
    }
    return NULL;
}

ax_status *ax_phases_create(const ax_graph *example, const bool *mapped, const char *axis_name,
                            int64_t size, int64_t block_rows, ax_phases **out_phases)
{
    cutter c = {.example = example, .axis_name = axis_name, .size = size, .block_rows = block_rows};
    c.phases = calloc(1, sizeof *c.phases);
    c.eqns = calloc((size_t)example->neqns + 1, sizeof *c.eqns);
    c.needed = calloc((size_t)example->nvars + 1, sizeof *c.needed);
    if (c.phases) {
        c.phases->example = example;
        c.phases->vars = calloc((size_t)example->nvars + 1, sizeof *c.phases->vars);
    }
    ax_status *status = NULL;
    if (!c.phases || !c.eqns || !c.needed || !c.phases->vars) {
        status = no_memory();
    } else {
        status = build(&c, mapped);
    }
    free(c.eqns);
    free(c.needed);
    if (status) {
        ax_phases_free(c.phases);
        return status;
    }
    *out_phases = c.phases;
    return NULL;
}

static void free_stage(ax_stage *stage)
{
    ax_graph_free(stage->graph);
    free(stage->inputs);
    free(stage->outputs);
}

void ax_phases_free(ax_phases *phases)
{
    if (!phases)
        return;
    for (int32_t p = 0; phases->phases && p < phases->nphases; p++) {
        free_stage(&phases->phases[p].shared);
        free_stage(&phases->phases[p].block);
        free(phases->phases[p].cuts);
    }
    free(phases->phases);
    free(phases->vars);
    free(phases);
}
