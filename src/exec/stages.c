#include "exec/stages.h"

#include "base/text.h"
#include "exec/evaluate.h"
#include "exec/map_cache.h"
#include "ops/ops.h"
#include "transform/shard_map.h"

#include <stdlib.h>
#include <string.h>

typedef struct staged_run {
    ax_context *context;
    const ax_graph *graph;
    const void **values;   /* by var id: where they lie */
    void **owned;          /* by var id: those that the run allocated */
    const ax_type **types; /* by var id */
    int32_t *last_use;     /* by var id: the last step that reads it */
    bool *produced;        /* by var id: by the segment at hand */
} staged_run;

static ax_status *no_memory(void)
{
    return AX_ERROR(AX_OUT_OF_MEMORY, "no memory to run a program with axes of its own");
}

/* ---- steps: segments and shard_maps, in program order ---- */

/* The end of the step that begins at `eqn`: a shard_map alone, or all up to the next one. */
static const ax_eqn *step_end(const ax_eqn *eqn)
{
    if (eqn->op == &ax_op_shard_map)
        return eqn->next;
    while (eqn && eqn->op != &ax_op_shard_map)
        eqn = eqn->next;
    return eqn;
}

static void find_last_uses(staged_run *run)
{
    int32_t step = 0;
    for (const ax_eqn *first = run->graph->first; first; step++) {
        const ax_eqn *end = step_end(first);
        for (const ax_eqn *eqn = first; eqn != end; eqn = eqn->next) {
            for (int32_t i = 0; i < eqn->noperands; i++)
                run->last_use[eqn->operands[i]->id] = step;
            for (int32_t i = 0; i < eqn->nresults; i++)
                run->types[eqn->results[i]->id] = &eqn->results[i]->type;
        }
        first = end;
    }
    for (int32_t i = 0; i < run->graph->noutputs; i++)
        run->last_use[run->graph->outputs[i]->id] = INT32_MAX;
}

static ax_status *own(staged_run *run, int32_t var)
{
    AX_TRY(ax_allocator_alloc(run->context->allocator, ax_type_bytes(run->types[var]),
                              &run->owned[var]));
    run->values[var] = run->owned[var];
    return NULL;
}

static void disown(staged_run *run, int32_t var)
{
    if (run->owned[var])
        ax_allocator_free(run->context->allocator, run->owned[var], ax_type_bytes(run->types[var]));
    run->owned[var] = NULL;
}

/* ---- a segment ---- */

typedef struct segment {
    const ax_eqn *first, *end;
    int32_t step;
    int32_t ninputs, noutputs;
    int32_t *inputs, *outputs; /* var ids */
} segment;

static void collect(const staged_run *run, segment *s)
{
    bool *produced = run->produced;
    memset(produced, 0, (size_t)run->graph->nvars * sizeof *produced);
    for (const ax_eqn *eqn = s->first; eqn != s->end; eqn = eqn->next) {
        for (int32_t i = 0; i < eqn->nresults; i++) {
            int32_t id = eqn->results[i]->id;
            produced[id] = true;
            if (run->last_use[id] > s->step)
                s->outputs[s->noutputs++] = id;
        }
    }
    bool *seen = produced; /* inputs are noted as they are met */
    for (const ax_eqn *eqn = s->first; eqn != s->end; eqn = eqn->next) {
        for (int32_t i = 0; i < eqn->noperands; i++) {
            int32_t id = eqn->operands[i]->id;
            if (!seen[id])
                s->inputs[s->ninputs++] = id;
            seen[id] = true;
        }
    }
}

static ax_status *build_segment(const staged_run *run, const segment *s, ax_graph **out_graph)
{
    ax_builder *builder;
    AX_TRY(ax_builder_create(run->graph->name, NULL, &builder));
    ax_arena *arena = ax_builder_arena(builder);
    ax_value *values = AX_ARENA_NEW(arena, ax_value, run->graph->nvars);
    ax_value *outputs = AX_ARENA_NEW(arena, ax_value, s->noutputs);
    ax_status *status = values && outputs ? NULL : no_memory();
    for (int32_t i = 0; i < s->ninputs && !status; i++)
        values[s->inputs[i]] = ax_builder_input(builder, run->types[s->inputs[i]], NULL);
    for (const ax_eqn *eqn = s->first; eqn != s->end && !status; eqn = eqn->next) {
        ax_value *operands = AX_ARENA_NEW(arena, ax_value, eqn->noperands + eqn->nresults);
        if (!operands) {
            status = no_memory();
            break;
        }
        for (int32_t i = 0; i < eqn->noperands; i++)
            operands[i] = values[eqn->operands[i]->id];
        ax_emit_like(builder, eqn, operands, operands + eqn->noperands);
        for (int32_t i = 0; i < eqn->nresults; i++)
            values[eqn->results[i]->id] = operands[eqn->noperands + i];
    }
    if (status) {
        ax_builder_abandon(builder);
        return status;
    }
    for (int32_t i = 0; i < s->noutputs; i++)
        outputs[i] = values[s->outputs[i]];
    return ax_builder_finish(builder, s->noutputs, outputs, NULL, out_graph);
}

static ax_status *evaluate_segment(staged_run *run, const segment *s)
{
    const void **in = calloc((size_t)s->ninputs + 1, sizeof *in);
    void **out = calloc((size_t)s->noutputs + 1, sizeof *out);
    ax_status *status = in && out ? NULL : no_memory();
    ax_graph *graph = NULL;
    if (!status)
        status = build_segment(run, s, &graph);
    for (int32_t i = 0; i < s->ninputs && !status; i++)
        in[i] = run->values[s->inputs[i]];
    for (int32_t i = 0; i < s->noutputs && !status; i++) {
        status = own(run, s->outputs[i]);
        out[i] = run->owned[s->outputs[i]];
    }
    if (status) {
        ax_graph_free(graph);
    } else {
        status = ax_evaluate_graph(run->context, graph, in, out);
    }
    free(in);
    free(out);
    return status;
}

static ax_status *run_segment(staged_run *run, const ax_eqn *first, const ax_eqn *end, int32_t step)
{
    segment s = {.first = first, .end = end, .step = step};
    s.inputs = calloc((size_t)run->graph->nvars + 1, sizeof *s.inputs);
    s.outputs = calloc((size_t)run->graph->nvars + 1, sizeof *s.outputs);
    ax_status *status = s.inputs && s.outputs ? NULL : no_memory();
    if (!status) {
        collect(run, &s);
        if (s.noutputs)
            status = evaluate_segment(run, &s);
    }
    free(s.inputs);
    free(s.outputs);
    return status;
}

/* ---- a shard_map ---- */

typedef struct whole_sink {
    void *const *outputs;
    const ax_eqn *eqn;
} whole_sink;

static ax_status *take_whole(void *user, int32_t output, const void *value)
{
    const whole_sink *sink = user;
    int64_t bytes = ax_type_bytes(&sink->eqn->results[output]->type);
    if (bytes)
        memcpy(sink->outputs[output], value, (size_t)bytes);
    return NULL;
}

static ax_status *make_program(const staged_run *run, const ax_eqn *eqn,
                               ax_map_program **out_program)
{
    ax_names axes = ax_eqn_names(eqn, AX_ATTR_MANUAL_AXES);
    ax_text name = {0};
    for (int32_t i = 0; i < axes.count; i++)
        ax_text_printf(&name, "%s%s", i ? "," : "", axes.values[i]);
    const char *axis_name = name.bytes ? name.bytes : "grid";
    bool *mapped = calloc((size_t)eqn->noperands + 1, sizeof *mapped);
    ax_map_spec spec = {.mapped = mapped, .axis_name = axis_name};
    ax_status *status = mapped ? ax_shard_map_points(eqn, axis_name, &spec.example, &spec.length)
                               : no_memory();
    if (!status)
        status = ax_map_program_take(run->context, &spec, out_program);
    free(mapped);
    ax_text_free(&name);
    return status;
}

static ax_status *run_shard_map(staged_run *run, const ax_eqn *eqn)
{
    ax_map_program *program = NULL;
    const void **shared = calloc((size_t)eqn->noperands + 1, sizeof *shared);
    void **outputs = calloc((size_t)eqn->nresults + 1, sizeof *outputs);
    ax_status *status = shared && outputs ? make_program(run, eqn, &program) : no_memory();
    for (int32_t i = 0; i < eqn->noperands && !status; i++)
        shared[i] = run->values[eqn->operands[i]->id];
    for (int32_t i = 0; i < eqn->nresults && !status; i++) {
        status = own(run, eqn->results[i]->id);
        outputs[i] = run->owned[eqn->results[i]->id];
    }
    if (!status) {
        whole_sink whole = {outputs, eqn};
        ax_row_source source = {0};
        ax_row_sink sink = {.user = &whole, .whole = take_whole};
        status = ax_map_program_run(program, shared, &source, &sink, NULL);
    }
    ax_map_program_leave(run->context, program);
    free(shared);
    free(outputs);
    return status;
}

/* ---- the whole ---- */

static void release_dead(staged_run *run, const ax_eqn *first, const ax_eqn *end, int32_t step)
{
    for (const ax_eqn *eqn = first; eqn != end; eqn = eqn->next) {
        for (int32_t i = 0; i < eqn->noperands; i++) {
            if (run->last_use[eqn->operands[i]->id] == step)
                disown(run, eqn->operands[i]->id);
        }
    }
}

static ax_status *run_steps(staged_run *run, const void *const *inputs, void *const *outputs)
{
    const ax_graph *graph = run->graph;
    for (int32_t i = 0; i < graph->ninputs; i++) {
        run->types[graph->inputs[i]->id] = &graph->inputs[i]->type;
        run->values[graph->inputs[i]->id] = inputs[i];
    }
    find_last_uses(run);
    int32_t step = 0;
    for (const ax_eqn *first = graph->first; first; step++) {
        const ax_eqn *end = step_end(first);
        if (first->op == &ax_op_shard_map) {
            AX_TRY(run_shard_map(run, first));
        } else {
            AX_TRY(run_segment(run, first, end, step));
        }
        release_dead(run, first, end, step);
        first = end;
    }
    for (int32_t i = 0; i < graph->noutputs; i++) {
        int64_t bytes = ax_type_bytes(&graph->outputs[i]->type);
        if (bytes)
            memcpy(outputs[i], run->values[graph->outputs[i]->id], (size_t)bytes);
    }
    return NULL;
}

ax_status *ax_evaluate_stages(ax_context *context, const ax_graph *graph, const void *const *inputs,
                              void *const *outputs)
{
    size_t nvars = (size_t)graph->nvars + 1;
    staged_run run = {
        .context = context,
        .graph = graph,
        .values = calloc(nvars, sizeof *run.values),
        .owned = calloc(nvars, sizeof *run.owned),
        .types = calloc(nvars, sizeof *run.types),
        .last_use = calloc(nvars, sizeof *run.last_use),
        .produced = calloc(nvars, sizeof *run.produced),
    };
    bool room = run.values && run.owned && run.types && run.last_use && run.produced;
    ax_status *status = room ? run_steps(&run, inputs, outputs) : no_memory();
    for (int32_t v = 0; room && v < graph->nvars; v++)
        disown(&run, v);
    free(run.values);
    free(run.owned);
    free(run.types);
    free(run.last_use);
    free(run.produced);
    return status;
}
