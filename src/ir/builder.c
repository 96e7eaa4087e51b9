#include "ir/builder_private.h"

#include <stdlib.h>
#include <string.h>

static ax_builder *outermost(ax_builder *builder)
{
    while (builder->parent)
        builder = builder->parent;
    return builder;
}

void ax_builder_fail_memory(ax_builder *builder)
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
        ax_builder_fail_memory(parent);
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

ax_var *ax_builder_new_var(ax_graph *graph, const ax_type *type, const ax_eqn *producer,
                           int32_t index)
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
    ax_var *var = room ? ax_builder_new_var(graph, type, NULL, graph->ninputs) : NULL;
    char *own_name = name ? ax_arena_strdup(graph->arena, name) : NULL;
    if (!var || (name && !own_name)) {
        ax_builder_fail_memory(builder);
        return ax_builder_poison(builder);
    }
    graph->input_names[graph->ninputs] = own_name;
    graph->inputs[graph->ninputs++] = var;
    return (ax_value){builder, var};
}

ax_status *ax_builder_finish(ax_builder *builder, int32_t noutputs, const ax_value *outputs,
                             const char *const *output_names, ax_graph **out_graph)
{
    ax_graph *graph = builder->graph;
    ax_arena *arena = graph->arena;
    graph->outputs = AX_ARENA_NEW(arena, const ax_var *, noutputs);
    graph->output_names = AX_ARENA_NEW(arena, const char *, noutputs);
    if (!graph->outputs || !graph->output_names)
        ax_builder_fail_memory(builder);
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
                ax_builder_fail_memory(builder);
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
        ax_builder_fail_memory(builder);
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
