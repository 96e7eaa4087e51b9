/* The graphs of the phases. */
#include "base/unconst.h"
#include "transform/phases_private.h"
#include "transform/vmap.h"

#include <axmap/shape.h>
#include <stdlib.h>

static ax_status *no_memory(void)
{
    return AX_ERROR(AX_OUT_OF_MEMORY, "no memory to cut a function into phases");
}

/* Which stage runs an equation: the block's where it differs from row to row. */
static bool belongs(const ax_cutter *c, const ax_eqn *eqn, int32_t phase, bool block)
{
    const ax_phased_var *var = &c->phases->vars[eqn->results[0]->id];
    if (var->phase != phase || var->kind == AX_VAR_ROW_INDEX)
        return false;
    return block == (var->kind == AX_VAR_MAPPED);
}

/* Constants and other layouts of shared values stand in every stage that uses them, instead of crossing from
 * one to another: the compiler folds them into their users. */
static bool is_copied(const ax_cutter *c, const ax_eqn *eqn)
{
    if (!eqn || c->phases->vars[eqn->results[0]->id].kind != AX_VAR_SHARED)
        return false;
    const ax_op *op = eqn->op;
    return ax_eqn_find_attr(eqn, AX_ATTR_VALUE) || op == &ax_op_iota || op == &ax_op_reshape ||
           op == &ax_op_transpose || op == &ax_op_broadcast_in_dim;
}

static bool is_output(const ax_graph *graph, const ax_var *var)
{
    for (int32_t i = 0; i < graph->noutputs; i++) {
        if (graph->outputs[i] == var)
            return true;
    }
    return false;
}

/* The equations that a stage runs, by number. `wanted`: scratch, by var id. */
static void choose_eqns(const ax_cutter *c, int32_t phase, bool block, bool *wanted, bool *chosen)
{
    for (int32_t e = c->example->neqns - 1; e >= 0; e--) {
        const ax_eqn *eqn = c->eqns[e];
        if (!ax_cutter_needs(c, eqn) || ax_cutter_cuts_at(c, eqn))
            continue;
        const ax_var *result = eqn->results[0];
        chosen[e] = belongs(c, eqn, phase, block);
        if (is_copied(c, eqn))
            chosen[e] = wanted[result->id] || (chosen[e] && is_output(c->example, result));
        for (int32_t i = 0; i < eqn->noperands && chosen[e]; i++)
            wanted[eqn->operands[i]->id] = true;
    }
}

/* Marks what a stage reads from elsewhere and what others read from it. */
typedef struct stage_marks {
    bool *defined, *input, *output; /* by var id */
    const bool *chosen;             /* by equation number */
    const int32_t *stages;          /* likewise: how many stages run it */
} stage_marks;

static void mark_operand_of_stage(stage_marks *marks, int32_t id)
{
    if (!marks->defined[id])
        marks->input[id] = true;
}

/* The cut that an equation is, or NULL. */
static const ax_cut *find_cut(const ax_cutter *c, const ax_eqn *eqn)
{
    if (!ax_cutter_cuts_at(c, eqn))
        return NULL;
    const ax_phase *phase = &c->phases->phases[c->phases->vars[eqn->results[0]->id].phase - 1];
    for (int32_t i = 0; i < phase->ncuts; i++) {
        if (phase->cuts[i].eqn == eqn)
            return &phase->cuts[i];
    }
    return NULL;
}

/* What another equation reads of the stage, but for what it copies. */
static void mark_read(const ax_cutter *c, stage_marks *marks, const ax_eqn *eqn)
{
    for (int32_t i = 0; i < eqn->noperands; i++) {
        const ax_var *operand = eqn->operands[i];
        if (marks->defined[operand->id] && !is_copied(c, operand->producer))
            marks->output[operand->id] = true;
    }
}

static void mark_stage(const ax_cutter *c, int32_t phase, bool block, stage_marks *marks)
{
    ax_phased_var *vars = c->phases->vars;
    for (int32_t e = 0; e < c->example->neqns; e++) {
        const ax_eqn *eqn = c->eqns[e];
        if (marks->chosen[e]) {
            if (marks->stages[e] > 1)
                mark_read(c, marks, eqn); /* in the other stages it reads the same */
            for (int32_t i = 0; i < eqn->noperands; i++) {
                mark_operand_of_stage(marks, eqn->operands[i]->id);
            }
            for (int32_t i = 0; i < eqn->nresults; i++)
                marks->defined[eqn->results[i]->id] = true;
            continue;
        }
        if (!ax_cutter_needs(c, eqn) || (is_copied(c, eqn) && !marks->stages[e]))
            continue;
        const ax_cut *cut = find_cut(c, eqn);
        if (cut && cut->lhs >= 0) { /* the factors are read, not the operand */
            if (block && marks->defined[cut->operand])
                marks->output[cut->lhs] = marks->output[cut->rhs] = true;
            continue;
        }
        mark_read(c, marks, eqn);
        /* A collective of an argument, of the row index or of what an exchange brought reads it in this
         * phase's blocks. */
        if (block && ax_cutter_cuts_at(c, eqn) && vars[eqn->results[0]->id].phase == phase + 1) {
            int32_t id = eqn->operands[0]->id;
            if (vars[id].kind != AX_VAR_MAPPED || vars[id].phase < phase || vars[id].exchanged) {
                marks->input[id] = marks->output[id] = true;
            }
        }
    }
    for (int32_t i = 0; i < c->example->noutputs; i++) {
        int32_t id = c->example->outputs[i]->id;
        bool given = vars[id].kind == AX_VAR_MAPPED_INPUT || vars[id].kind == AX_VAR_ROW_INDEX ||
                     vars[id].exchanged;
        bool passes = block && given && phase == vars[id].phase;
        if (passes)
            marks->input[id] = true;
        bool own = block == ax_var_is_mapped(&vars[id]);
        if (passes || (own && marks->defined[id]))
            marks->output[id] = true;
    }
}

/* The factor of this id, or NULL for a var of the example. */
static const ax_factor *factor_of(const ax_phases *phases, int32_t id)
{
    int32_t index = id - phases->example->nvars;
    return index < 0 ? NULL : &phases->factors[index];
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

/* What the example has of an output: a factor's source. */
static const ax_var *output_var(const ax_phases *phases, int32_t id, ax_var *const *vars)
{
    const ax_factor *factor = factor_of(phases, id);
    return factor ? factor->source : vars[id];
}

/* A stage as a graph of one example: the example's own vars, only this stage's equations. Lives in
 * `arena`; NULL without memory. */
static ax_graph *extract_stage(const ax_cutter *c, int32_t phase, bool block, const ax_stage *stage,
                               ax_arena *arena)
{
    const ax_graph *example = c->example;
    bool *wanted = AX_ARENA_NEW(arena, bool, example->nvars);
    bool *chosen = AX_ARENA_NEW(arena, bool, example->neqns);
    ax_graph *part = AX_ARENA_NEW(arena, ax_graph, 1);
    ax_eqn *eqns = AX_ARENA_NEW(arena, ax_eqn, example->neqns);
    ax_var **vars = AX_ARENA_NEW(arena, ax_var *, example->nvars);
    ax_var **inputs = AX_ARENA_NEW(arena, ax_var *, stage->ninputs);
    const ax_var **outputs = AX_ARENA_NEW(arena, const ax_var *, stage->noutputs);
    if (!part || !eqns || !vars || !inputs || !outputs || !wanted || !chosen)
        return NULL;

    choose_eqns(c, phase, block, wanted, chosen);
    *part = (ax_graph){.arena = arena, .name = example->name, .nvars = example->nvars};
    for (int32_t i = 0; i < example->ninputs; i++) {
        vars[example->inputs[i]->id] = example->inputs[i];
    }
    for (int32_t e = 0; e < example->neqns; e++) {
        const ax_eqn *eqn = c->eqns[e];
        for (int32_t i = 0; i < eqn->nresults; i++)
            vars[eqn->results[i]->id] = eqn->results[i];
        if (!chosen[e])
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
        outputs[i] = output_var(c->phases, stage->outputs[i], vars);
    part->inputs = inputs;
    part->outputs = outputs;
    part->ninputs = stage->ninputs;
    part->noutputs = stage->noutputs;
    return part;
}

/* A factor of all rows from its source's: dims in the factor's order, folded into two. */
static ax_value emit_factor(const ax_phases *phases, int32_t id, ax_value rows)
{
    const ax_factor *factor = factor_of(phases, id);
    const ax_type *type = &phases->vars[id].type;
    ax_location here = {"map", 0, 0};
    int64_t permutation[AX_MAX_NDIM + 1] = {0};
    bool moves = false;
    for (int32_t i = 0; i < factor->ordered.ndim; i++) {
        permutation[i + 1] = factor->order[i] + 1;
        moves |= factor->order[i] != i;
    }
    if (moves)
        rows = ax_transpose_at(rows, (ax_ints){factor->ordered.ndim + 1, permutation}, here);
    ax_type all = ax_value_type(rows);
    return ax_reshape_at(rows, AX_LIST(all.dims[0], type->dims[0], type->dims[1]), here);
}

/* Emits the stage: a block's vmapped over `rows`, a shared one (rows 0) over copies of one value (which
 * makes arithmetic of its collectives). */
static void emit_stage(const ax_cutter *c, int32_t phase, int64_t rows, const ax_stage *stage,
                       ax_builder *builder, ax_value *out_values)
{
    bool block = rows > 0;
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
        ax_type type = mapped ? ax_type_insert_dim(&var->type, 0, rows) : var->type;
        inputs[i].value = ax_builder_input(builder, &type, NULL);
        inputs[i].axis = mapped ? 0 : AX_NOT_MAPPED;
    }
    int64_t size = block ? rows : c->phases->size;
    ax_vmap_inline(builder, part, inputs, size, block ? NULL : c->axis_name, outputs);
    ax_batching placing = {.builder = builder, .size = size};
    for (int32_t i = 0; i < stage->noutputs && !ax_builder_failed(builder); i++) {
        out_values[i] = block ? ax_batch_move(&placing, outputs[i], 0, (ax_location){"map", 0, 0})
                              : outputs[i].value;
        if (factor_of(c->phases, stage->outputs[i]))
            out_values[i] = emit_factor(c->phases, stage->outputs[i], out_values[i]);
    }
}

static ax_status *make_stage_graph(const ax_cutter *c, int32_t phase, int64_t rows,
                                   const ax_stage *stage, ax_graph **out_graph)
{
    ax_builder *builder;
    AX_TRY(ax_builder_create(c->example->name, NULL, &builder));
    ax_value *values = calloc((size_t)stage->noutputs + 1, sizeof *values);
    if (!values) {
        ax_builder_abandon(builder);
        return no_memory();
    }
    emit_stage(c, phase, rows, stage, builder, values);
    ax_status *status = ax_builder_finish(builder, stage->noutputs, values, NULL, out_graph);
    free(values);
    return status;
}

/* `stages`: by equation number, how many stages run it. */
static ax_status *find_stage(const ax_cutter *c, int32_t phase, bool block, const int32_t *stages,
                             ax_stage *stage)
{
    size_t nvars = (size_t)c->phases->nvars + 1;
    bool *flags = calloc(nvars * 4 + (size_t)c->example->neqns, sizeof *flags);
    if (!flags)
        return no_memory();
    bool *chosen = flags + 4 * nvars;
    choose_eqns(c, phase, block, flags + 3 * nvars, chosen);
    stage_marks marks = {flags, flags + nvars, flags + 2 * nvars, chosen, stages};
    mark_stage(c, phase, block, &marks);
    stage->inputs = collect(marks.input, c->phases->nvars, &stage->ninputs);
    stage->outputs = collect(marks.output, c->phases->nvars, &stage->noutputs);
    free(flags);
    return stage->inputs && stage->outputs ? NULL : no_memory();
}

static ax_status *count_stages(const ax_cutter *c, int32_t *stages)
{
    size_t nvars = (size_t)c->example->nvars + 1, neqns = (size_t)c->example->neqns;
    for (int32_t s = 0; s < 2 * c->phases->nphases; s++) {
        bool *flags = calloc(nvars + neqns, sizeof *flags);
        if (!flags)
            return no_memory();
        choose_eqns(c, s / 2, s % 2, flags, flags + nvars);
        for (size_t e = 0; e < neqns; e++)
            stages[e] += flags[nvars + e];
        free(flags);
    }
    return NULL;
}

static ax_status *find_stages(const ax_cutter *c)
{
    int32_t *stages = calloc((size_t)c->example->neqns + 1, sizeof *stages);
    ax_status *status = stages ? count_stages(c, stages) : no_memory();
    for (int32_t p = 0; p < c->phases->nphases && !status; p++) {
        status = find_stage(c, p, false, stages, &c->phases->phases[p].shared);
        if (!status)
            status = find_stage(c, p, true, stages, &c->phases->phases[p].block);
    }
    free(stages);
    return status;
}

static ax_status *collect_cuts(const ax_cutter *c, int32_t phase, ax_phase *out)
{
    out->cuts = calloc((size_t)c->example->neqns + 1, sizeof *out->cuts);
    if (!out->cuts)
        return no_memory();
    for (int32_t e = 0; e < c->example->neqns; e++) {
        const ax_eqn *eqn = c->eqns[e];
        if (!ax_cutter_needs(c, eqn) || !ax_cutter_cuts_at(c, eqn))
            continue;
        int32_t result = eqn->results[0]->id;
        if (c->phases->vars[result].phase != phase + 1)
            continue;
        out->cuts[out->ncuts++] = (ax_cut){eqn, eqn->operands[0]->id, result, -1, -1};
    }
    return NULL;
}

static ax_status *build(ax_cutter *c, const bool *mapped)
{
    AX_TRY(ax_cutter_classify(c, mapped));
    c->phases->phases = calloc((size_t)c->phases->nphases, sizeof *c->phases->phases);
    if (!c->phases->phases)
        return no_memory();
    for (int32_t p = 0; p < c->phases->nphases; p++)
        AX_TRY(collect_cuts(c, p, &c->phases->phases[p]));
    ax_cutter_find_factors(c);
    return find_stages(c);
}

/* Between calls only the phases are there; `out_cutter` borrows them. Ended with close_cutter. */
static ax_status *open_cutter(ax_phases *phases, ax_cutter *out_cutter)
{
    *out_cutter = (ax_cutter){.phases = phases,
                              .example = phases->example,
                              .axis_name = phases->axis_name,
                              .needed = phases->needed};
    out_cutter->eqns = calloc((size_t)phases->example->neqns + 1, sizeof *out_cutter->eqns);
    if (!out_cutter->eqns)
        return no_memory();
    int32_t e = 0;
    AX_FOR_EQNS (eqn, phases->example)
        out_cutter->eqns[e++] = eqn;
    return NULL;
}

static void close_cutter(ax_cutter *c)
{
    free(c->eqns);
}

static ax_status *fill(ax_phases *phases, const bool *mapped)
{
    size_t nvars = (size_t)phases->example->nvars + 1;
    size_t factors = 2 * (size_t)phases->example->neqns; /* at most two for each psum */
    phases->nvars = phases->example->nvars;
    phases->vars = calloc(nvars + factors, sizeof *phases->vars);
    phases->factors = calloc(factors + 1, sizeof *phases->factors);
    phases->needed = calloc(nvars, sizeof *phases->needed);
    if (!phases->vars || !phases->factors || !phases->needed)
        return no_memory();
    ax_cutter c;
    AX_TRY(open_cutter(phases, &c));
    ax_status *status = build(&c, mapped);
    close_cutter(&c);
    return status;
}

ax_status *ax_phases_create(const ax_graph *example, const bool *mapped, const char *axis_name,
                            int64_t size, ax_phases **out_phases)
{
    ax_phases *phases = calloc(1, sizeof *phases);
    if (!phases)
        return no_memory();
    phases->example = example;
    phases->axis_name = axis_name;
    phases->size = size;
    ax_status *status = fill(phases, mapped);
    if (status) {
        ax_phases_free(phases);
        return status;
    }
    *out_phases = phases;
    return NULL;
}

ax_status *ax_phases_graph(const ax_phases *phases, int32_t phase, int64_t rows,
                           ax_graph **out_graph)
{
    const ax_phase *p = &phases->phases[phase];
    const ax_stage *stage = rows > 0 ? &p->block : &p->shared;
    *out_graph = NULL;
    if (!stage->noutputs)
        return NULL;
    ax_cutter c;
    AX_TRY(open_cutter((ax_phases *)ax_unconst(phases), &c)); /* which only reads them here */
    ax_status *status = make_stage_graph(&c, phase, rows, stage, out_graph);
    close_cutter(&c);
    return status;
}

bool ax_cut_reduces(const ax_cut *cut)
{
    const ax_op *op = cut->eqn->op;
    return op == &ax_op_psum || op == &ax_op_pmax || op == &ax_op_pmin;
}

static void free_stage(ax_stage *stage)
{
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
    free(phases->factors);
    free(phases->needed);
    free(phases);
}
