#include "ir/builder.h"

#include "base/text.h"
#include "ir/location.h"

#include <stdlib.h>
#include <string.h>

struct ax_builder {
    ax_graph *graph;
    ax_builder *parent; /* the builder around a region; NULL outermost */
    ax_status *error;   /* the first one; kept by the outermost builder */
    const ax_axis *axes;
    int32_t input_capacity;
};

static ax_builder *outermost(ax_builder *builder)
{
    while (builder->parent)
        builder = builder->parent;
    return builder;
}

static void fail_memory(ax_builder *builder)
{
    ax_builder_fail(builder, AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a graph"));
}

void ax_builder_fail(ax_builder *builder, ax_status *status)
{
    ax_builder *outer = outermost(builder);
    if (!outer->error) {
        outer->error = status;
    } else {
        ax_status_free(status);
    }
}

bool ax_builder_failed(const ax_builder *builder)
{
    while (builder->parent)
        builder = builder->parent;
    return builder->error != NULL;
}

ax_value ax_builder_poison(ax_builder *builder)
{
    return (ax_value){builder, NULL};
}

ax_type ax_value_type(ax_value value)
{
    return value.var ? value.var->type : ax_type_scalar(AX_BOOL);
}

ax_arena *ax_builder_arena(ax_builder *builder)
{
    return builder->graph->arena;
}

static ax_graph *new_graph(ax_arena *arena, const char *name)
{
    ax_graph *graph = AX_ARENA_NEW(arena, ax_graph, 1);
    char *own_name = ax_arena_strdup(arena, name ? name : "");
    if (!graph || !own_name)
        return NULL;
    graph->arena = arena;
    graph->name = own_name;
    return graph;
}

ax_status *ax_builder_create(const char *name, const ax_axis *axes, ax_builder **out_builder)
{
    ax_arena *arena;
    AX_TRY(ax_arena_create(&arena));
    ax_builder *builder = calloc(1, sizeof *builder);
    ax_graph *graph = new_graph(arena, name);
    if (!builder || !graph) {
        free(builder);
        ax_arena_free(arena);
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a graph builder");
    }
    graph->owns_arena = true;
    builder->graph = graph;
    builder->axes = axes;
    *out_builder = builder;
    return NULL;
}

ax_builder *ax_builder_create_region(ax_builder *parent)
{
    ax_builder *builder = calloc(1, sizeof *builder);
    ax_graph *graph = builder ? new_graph(parent->graph->arena, NULL) : NULL;
    if (!graph) {
        free(builder);
        fail_memory(parent);
        return NULL;
    }
    builder->graph = graph;
    builder->parent = parent;
    builder->axes = parent->axes;
    return builder;
}

void ax_builder_abandon(ax_builder *builder)
{
    if (!builder)
        return;
    ax_status_free(builder->error);
    ax_graph_free(builder->graph);
    free(builder);
}

void ax_builder_bind_axes(ax_builder *builder, const ax_axis *axes)
{
    builder->axes = axes;
}

const ax_axis *ax_builder_axes(const ax_builder *builder)
{
    return builder->axes;
}

const ax_axis *ax_builder_find_axis(const ax_builder *builder, const char *name)
{
    for (const ax_axis *axis = builder->axes; axis; axis = axis->outer) {
        if (strcmp(axis->name, name) == 0)
            return axis;
    }
    return NULL;
}

const char *ax_builder_axis_list(const ax_builder *builder)
{
    const char *list = NULL;
    ax_arena *arena = builder->graph->arena;
    for (const ax_axis *axis = builder->axes; axis; axis = axis->outer) {
        list = list ? ax_arena_printf(arena, "%s, '%s'", list, axis->name)
                    : ax_arena_printf(arena, "'%s'", axis->name);
        if (!list)
            return "?";
    }
    return list ? list : "none";
}

static ax_var *new_var(ax_graph *graph, const ax_type *type, const ax_eqn *producer, int32_t index)
{
    ax_var *var = AX_ARENA_NEW(graph->arena, ax_var, 1);
    if (!var)
        return NULL;
    *var = (ax_var){.type = *type, .id = graph->nvars++, .index = index, .producer = producer};
    return var;
}

/* Doubles the arrays of inputs; the old ones stay in the arena. */
static bool grow_inputs(ax_builder *builder)
{
    ax_graph *graph = builder->graph;
    int32_t capacity = builder->input_capacity ? builder->input_capacity * 2 : 8;
    ax_var **inputs = AX_ARENA_NEW(graph->arena, ax_var *, capacity);
    const char **names = AX_ARENA_NEW(graph->arena, const char *, capacity);
    if (!inputs || !names)
        return false;
    for (int32_t i = 0; i < graph->ninputs; i++) {
        inputs[i] = graph->inputs[i];
        names[i] = graph->input_names[i];
    }
    graph->inputs = inputs;
    graph->input_names = names;
    builder->input_capacity = capacity;
    return true;
}

ax_value ax_builder_input(ax_builder *builder, const ax_type *type, const char *name)
{
    ax_graph *graph = builder->graph;
    ax_status *status = ax_type_check(type);
    if (status) {
        ax_builder_fail(builder, ax_status_context(status, "argument %d%s%s%s of '%s'",
                                                   (int)graph->ninputs, name ? " '" : "",
                                                   name ? name : "", name ? "'" : "", graph->name));
        return ax_builder_poison(builder);
    }
    bool room = graph->ninputs < builder->input_capacity || grow_inputs(builder);
    ax_var *var = room ? new_var(graph, type, NULL, graph->ninputs) : NULL;
    char *own_name = name ? ax_arena_strdup(graph->arena, name) : NULL;
    if (!var || (name && !own_name)) {
        fail_memory(builder);
        return ax_builder_poison(builder);
    }
    graph->input_names[graph->ninputs] = own_name;
    graph->inputs[graph->ninputs++] = var;
    return (ax_value){builder, var};
}

/* ---- copying into the arena ---- */

static bool copy_names(ax_arena *arena, ax_names *names)
{
    const char **copy = AX_ARENA_NEW(arena, const char *, names->count);
    if (!copy)
        return false;
    for (int32_t i = 0; i < names->count; i++) {
        copy[i] = ax_arena_strdup(arena, names->values[i]);
        if (!copy[i])
            return false;
    }
    names->values = copy;
    return true;
}

static bool copy_attr(ax_arena *arena, ax_attr *attr)
{
    switch (ax_attr_kind_of(attr->key)) {
    case AX_ATTR_KIND_INT:
    case AX_ATTR_KIND_TYPE: return true;
    case AX_ATTR_KIND_INTS:
    case AX_ATTR_KIND_SPECS:
        attr->ints.values = ax_arena_copy(arena, attr->ints.values, (size_t)attr->ints.count,
                                          sizeof(int64_t));
        return attr->ints.values != NULL;
    case AX_ATTR_KIND_NAMES: return copy_names(arena, &attr->names);
    case AX_ATTR_KIND_LITERAL:
        attr->literal.data = ax_arena_copy(arena, attr->literal.data,
                                           (size_t)ax_type_bytes(&attr->literal.type), 1);
        return attr->literal.data != NULL;
    }
    return false;
}

static int by_key(const void *a, const void *b)
{
    return (int)((const ax_attr *)a)->key - (int)((const ax_attr *)b)->key;
}

static const ax_attr *copy_attrs(ax_arena *arena, const ax_attr *attrs, int32_t count)
{
    ax_attr *copy = ax_arena_copy(arena, attrs, (size_t)count, sizeof *attrs);
    if (!copy)
        return NULL;
    for (int32_t i = 0; i < count; i++) {
        if (!copy_attr(arena, &copy[i]))
            return NULL;
    }
    if (count > 1)
        qsort(copy, (size_t)count, sizeof *copy, by_key);
    return copy;
}

static const ax_graph *copy_region(ax_builder *builder, const ax_graph *region)
{
    if (region->arena == builder->graph->arena)
        return region;
    ax_builder *copy = ax_builder_create_region(builder);
    if (!copy)
        return NULL;
    int32_t count = region->ninputs > region->noutputs ? region->ninputs : region->noutputs;
    ax_value *values = AX_ARENA_NEW(copy->graph->arena, ax_value, count);
    if (!values) {
        fail_memory(copy);
        free(copy);
        return NULL;
    }
    for (int32_t i = 0; i < region->ninputs; i++) {
        const char *name = region->input_names ? region->input_names[i] : NULL;
        values[i] = ax_builder_input(copy, &region->inputs[i]->type, name);
    }
    ax_builder_inline(copy, region, values, values);
    return ax_builder_finish_region(copy, region->noutputs, values);
}

/* ---- equations ---- */

/* False when an operand is poisoned (nothing to say) or belongs to another graph (said here). */
static bool operands_usable(ax_builder *builder, const ax_emission *emission)
{
    for (int32_t i = 0; i < emission->noperands; i++) {
        ax_value operand = emission->operands[i];
        if (!operand.var)
            return false;
        if (operand.builder != builder) {
            ax_builder_fail(builder,
                            AX_ERROR(AX_INVALID_ARGUMENT,
                                     "%s: operand %d is a value of another function; pass it as "
                                     "an argument (%s:%d%s)",
                                     emission->op->name, (int)i, AX_PLACE(emission->location)));
            return false;
        }
    }
    return true;
}

static ax_eqn *new_eqn(ax_builder *builder, const ax_emission *emission)
{
    ax_arena *arena = builder->graph->arena;
    ax_eqn *eqn = AX_ARENA_NEW(arena, ax_eqn, 1);
    if (!eqn)
        return NULL;
    const char *file = emission->location.file ? emission->location.file : "";
    *eqn = (ax_eqn){
        .op = emission->op,
        .noperands = emission->noperands,
        .nresults = emission->nresults,
        .nattrs = emission->nattrs,
        .nregions = emission->nregions,
        .operands = AX_ARENA_NEW(arena, const ax_var *, emission->noperands),
        .results = AX_ARENA_NEW(arena, ax_var *, emission->nresults),
        .attrs = copy_attrs(arena, emission->attrs, emission->nattrs),
        .regions = AX_ARENA_NEW(arena, const ax_graph *, emission->nregions),
        .location = {ax_arena_strdup(arena, file), emission->location.line,
                     emission->location.column},
    };
    if (!eqn->operands || !eqn->results || !eqn->attrs || !eqn->regions || !eqn->location.file) {
        return NULL;
    }
    for (int32_t i = 0; i < emission->noperands; i++) {
        eqn->operands[i] = emission->operands[i].var;
    }
    for (int32_t i = 0; i < emission->nregions; i++) {
        eqn->regions[i] = copy_region(builder, emission->regions[i]);
        if (!eqn->regions[i])
            return NULL;
    }
    return eqn;
}

static ax_status *add_context(ax_status *status, const ax_eqn *eqn)
{
    ax_text operands = {0};
    for (int32_t i = 0; i < eqn->noperands; i++) {
        ax_text_printf(&operands, "%s%s", i ? ", " : "", AX_TYPE_STRING(ax_operand_type(eqn, i)));
    }
    status = ax_status_context(status, "in %s(%s) at %s:%d%s", eqn->op->name,
                               operands.bytes ? operands.bytes : "", AX_PLACE(eqn->location));
    ax_text_free(&operands);
    return status;
}

static ax_status *infer_results(ax_graph *graph, ax_eqn *eqn)
{
    ax_type *types = AX_ARENA_NEW(graph->arena, ax_type, eqn->nresults);
    if (!types)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a graph");
    AX_TRY(eqn->op->infer.function(eqn, types));
    for (int32_t i = 0; i < eqn->nresults; i++) {
        AX_TRY(ax_type_check(&types[i]));
        eqn->results[i] = new_var(graph, &types[i], eqn, i);
        if (!eqn->results[i])
            return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a graph");
    }
    return NULL;
}

static void append(ax_graph *graph, ax_eqn *eqn)
{
    if (graph->last) {
        graph->last->next = eqn;
    } else {
        graph->first = eqn;
    }
    graph->last = eqn;
    graph->neqns++;
}

void ax_emit(ax_builder *builder, const ax_emission *emission, ax_value *out_results)
{
    for (int32_t i = 0; i < emission->nresults; i++)
        out_results[i] = ax_builder_poison(builder);
    if (ax_builder_failed(builder) || !operands_usable(builder, emission))
        return;

    ax_eqn *eqn = new_eqn(builder, emission);
    if (!eqn) {
        fail_memory(builder);
        return;
    }
    ax_status *status = infer_results(builder->graph, eqn);
    if (status) {
        ax_builder_fail(builder, add_context(status, eqn));
        return;
    }
    append(builder->graph, eqn);
    for (int32_t i = 0; i < eqn->nresults; i++) {
        out_results[i] = (ax_value){builder, eqn->results[i]};
    }
}

ax_value ax_emit_one(ax_builder *builder, const ax_op *op, const ax_value *operands,
                     int32_t noperands, const ax_attr *attrs, int32_t nattrs, ax_location location)
{
    ax_emission emission = {
        .op = op,
        .noperands = noperands,
        .operands = operands,
        .nattrs = nattrs,
        .attrs = attrs,
        .nresults = 1,
        .location = location,
    };
    ax_value result;
    ax_emit(builder, &emission, &result);
    return result;
}

void ax_emit_like(ax_builder *builder, const ax_eqn *eqn, const ax_value *operands,
                  ax_value *out_results)
{
    ax_emission emission = {
        .op = eqn->op,
        .noperands = eqn->noperands,
        .operands = operands,
        .nattrs = eqn->nattrs,
        .attrs = eqn->attrs,
        .nregions = eqn->nregions,
        .regions = eqn->regions,
        .nresults = eqn->nresults,
        .location = eqn->location,
    };
    ax_emit(builder, &emission, out_results);
}

ax_status *ax_builder_finish(ax_builder *builder, int32_t noutputs, const ax_value *outputs,
                             const char *const *output_names, ax_graph **out_graph)
{
    ax_graph *graph = builder->graph;
    ax_arena *arena = graph->arena;
    graph->outputs = AX_ARENA_NEW(arena, const ax_var *, noutputs);
    graph->output_names = AX_ARENA_NEW(arena, const char *, noutputs);
    if (!graph->outputs || !graph->output_names)
        fail_memory(builder);
    for (int32_t i = 0; i < noutputs && !ax_builder_failed(builder); i++) {
        if (!outputs[i].var || outputs[i].builder != builder) {
            ax_builder_fail(builder,
                            AX_ERROR(AX_INVALID_ARGUMENT, "'%s' does not set its output %d",
                                     graph->name, (int)i));
            break;
        }
        graph->outputs[i] = outputs[i].var;
        if (output_names && output_names[i]) {
            graph->output_names[i] = ax_arena_strdup(arena, output_names[i]);
            if (!graph->output_names[i])
                fail_memory(builder);
        }
    }
    graph->noutputs = noutputs;

    ax_status *status = builder->error;
    if (!status) {
        *out_graph = graph;
        builder->graph = NULL;
    }
    builder->error = NULL;
    ax_builder_abandon(builder);
    return status;
}

const ax_graph *ax_builder_finish_region(ax_builder *builder, int32_t noutputs,
                                         const ax_value *outputs)
{
    ax_graph *graph = builder->graph;
    graph->outputs = AX_ARENA_NEW(graph->arena, const ax_var *, noutputs);
    if (!graph->outputs)
        fail_memory(builder);
    for (int32_t i = 0; i < noutputs && !ax_builder_failed(builder); i++) {
        if (!outputs[i].var || outputs[i].builder != builder) {
            ax_builder_fail(builder, AX_ERROR(AX_INVALID_ARGUMENT,
                                              "a region does not set its output %d", (int)i));
        } else {
            graph->outputs[i] = outputs[i].var;
        }
    }
    graph->noutputs = noutputs;
    bool failed = ax_builder_failed(builder);
    free(builder);
    return failed ? NULL : graph;
}

void ax_builder_inline(ax_builder *builder, const ax_graph *graph, const ax_value *inputs,
                       ax_value *out_outputs)
{
    ax_value *values = calloc((size_t)graph->nvars + 1, sizeof *values);
    if (!values) {
        fail_memory(builder);
        for (int32_t i = 0; i < graph->noutputs; i++)
            out_outputs[i] = ax_builder_poison(builder);
        return;
    }
    for (int32_t i = 0; i < graph->ninputs; i++)
        values[graph->inputs[i]->id] = inputs[i];

    /* One array serves every equation: operands first, results behind them. */
    int32_t widest = 1;
    AX_FOR_EQNS (eqn, graph) {
        if (eqn->noperands + eqn->nresults > widest)
            widest = eqn->noperands + eqn->nresults;
    }
    ax_value *scratch = calloc((size_t)widest, sizeof *scratch);
    if (!scratch)
        fail_memory(builder);
    AX_FOR_EQNS (eqn, graph) {
        if (!scratch)
            break;
        for (int32_t i = 0; i < eqn->noperands; i++)
            scratch[i] = values[eqn->operands[i]->id];
        ax_emit_like(builder, eqn, scratch, scratch + eqn->noperands);
        for (int32_t i = 0; i < eqn->nresults; i++) {
            values[eqn->results[i]->id] = scratch[eqn->noperands + i];
        }
    }
    /* `inputs` and `out_outputs` may be the same array. */
    for (int32_t i = 0; i < graph->noutputs; i++) {
        out_outputs[i] = scratch ? values[graph->outputs[i]->id] : ax_builder_poison(builder);
    }
    free(scratch);
    free(values);
}

ax_status *ax_graph_clone(const ax_graph *graph, ax_graph **out_graph)
{
    ax_builder *builder;
    AX_TRY(ax_builder_create(graph->name, NULL, &builder));
    int32_t count = graph->ninputs > graph->noutputs ? graph->ninputs : graph->noutputs;
    ax_value *values = calloc((size_t)count + 1, sizeof *values);
    if (!values) {
        ax_builder_abandon(builder);
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory to copy a graph");
    }
    for (int32_t i = 0; i < graph->ninputs; i++) {
        const char *name = graph->input_names ? graph->input_names[i] : NULL;
        values[i] = ax_builder_input(builder, &graph->inputs[i]->type, name);
    }
    ax_builder_inline(builder, graph, values, values);
    ax_status *status = ax_builder_finish(builder, graph->noutputs, values, graph->output_names,
                                          out_graph);
    free(values);
    return status;
}
