#include "transform/example.h"

#include "base/text.h"
#include "ir/location.h"
#include "ops/collective.h"
#include "ops/ops.h"
#include "ops/shard_map.h"

#include <axmap/collective.h>
#include <axmap/shape.h>
#include <stdio.h>
#include <string.h>

/* ---- which axes there are ---- */

static ax_status *no_memory(void)
{
    return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a function");
}

static bool contains(ax_names names, const char *name)
{
    for (int32_t i = 0; i < names.count; i++) {
        if (strcmp(names.values[i], name) == 0)
            return true;
    }
    return false;
}

static int32_t count_axes(const ax_graph *graph)
{
    int32_t count = 0;
    AX_FOR_EQNS (eqn, graph) {
        if (eqn->op == &ax_op_shard_map)
            count += ax_eqn_names(eqn, AX_ATTR_MANUAL_AXES).count;
    }
    return count;
}

bool ax_graph_own_axes(const ax_graph *graph, ax_arena *arena, ax_names *out_axes)
{
    const char **names = AX_ARENA_NEW(arena, const char *, count_axes(graph));
    if (!names)
        return false;
    *out_axes = (ax_names){0, names};
    AX_FOR_EQNS (eqn, graph) {
        if (eqn->op != &ax_op_shard_map)
            continue;
        ax_names axes = ax_eqn_names(eqn, AX_ATTR_MANUAL_AXES);
        for (int32_t i = 0; i < axes.count; i++) {
            if (!contains(*out_axes, axes.values[i]))
                names[out_axes->count++] = axes.values[i];
        }
    }
    return true;
}

static ax_status *no_such_axis(const ax_graph *graph, ax_arena *arena, const char *axis_name)
{
    ax_names axes;
    ax_text text = {0};
    if (!ax_graph_own_axes(graph, arena, &axes))
        return no_memory();
    for (int32_t i = 0; i < axes.count; i++)
        ax_text_printf(&text, "%s'%s'", i ? ", " : "", axes.values[i]);
    ax_status *status = axes.count ? AX_ERROR(AX_INVALID_ARGUMENT,
                                              "the program has no axis '%s': its own axes are %s",
                                              axis_name, text.bytes ? text.bytes : "")
                                   : AX_ERROR(AX_INVALID_ARGUMENT,
                                              "the program has no axis '%s', and none of its own",
                                              axis_name);
    ax_text_free(&text);
    return status;
}

/* ---- taking one out ---- */

typedef struct extraction {
    const ax_graph *graph;
    const char *axis_name;
    const ax_eqn *map; /* the shard_map that binds the axis */
    int32_t axis;      /* its number there */
    int64_t size;
    ax_builder *builder;
    ax_value *values; /* by var; of mapped ones, one example */
    int64_t *axes;    /* by var: where the axis is in the whole, or AX_NONE */
    bool *shared;     /* by var: something needs the whole of it */
} extraction;

static ax_status *refuse(const extraction *e, const ax_eqn *eqn, const char *what)
{
    return AX_ERROR(
        AX_UNSUPPORTED,
        "%s:%d%s: %s; records can be the axis '%s' only where the program is one mapped "
        "computation of arrays with one example in each block",
        AX_PLACE(eqn->location), what, e->axis_name);
}

static ax_status *find_map(extraction *e)
{
    AX_FOR_EQNS (eqn, e->graph) {
        if (eqn->op != &ax_op_shard_map)
            continue;
        ax_names axes = ax_eqn_names(eqn, AX_ATTR_MANUAL_AXES);
        for (int32_t i = 0; i < axes.count; i++) {
            if (strcmp(axes.values[i], e->axis_name) != 0)
                continue;
            if (e->map)
                return refuse(e, eqn, "a second computation over the axis");
            e->map = eqn;
            e->axis = i;
            e->size = ax_eqn_ints(eqn, AX_ATTR_MANUAL_SIZES).values[i];
        }
    }
    return e->map ? NULL : no_such_axis(e->graph, ax_builder_arena(e->builder), e->axis_name);
}

/* Where the axis stands in an array of that spec, or AX_NONE. */
static ax_status *mapped_dim(const extraction *e, const ax_spec *spec, const ax_type *whole,
                             int64_t *out_dim)
{
    int32_t dim = ax_spec_dim_of(spec, e->axis);
    *out_dim = AX_NONE;
    if (dim < 0)
        return NULL;
    if (spec->dims[dim].count != 1)
        return refuse(e, e->map, "an array with one dimension cut along several axes");
    if (whole->dims[dim] != e->size)
        return refuse(e, e->map, "blocks of several examples");
    *out_dim = dim;
    return NULL;
}

/* Decides for every input whether it is mapped, and where: from the operands that they become. */
static ax_status *place_inputs(extraction *e)
{
    for (int32_t i = 0; i < e->graph->nvars; i++)
        e->axes[i] = AX_NONE;
    for (int32_t i = 0; i < e->map->noperands; i++) {
        const ax_var *var = e->map->operands[i];
        ax_spec spec = ax_specs_at(ax_eqn_ints(e->map, AX_ATTR_IN_SPECS), i);
        int64_t dim;
        AX_TRY(mapped_dim(e, &spec, &var->type, &dim));
        if (ax_spec_is_unreduced(&spec, e->axis))
            return refuse(e, e->map, "an argument that is a sum over the axis");
        if (dim == AX_NONE) {
            e->shared[var->id] = true;
            continue;
        }
        if (var->producer)
            return refuse(e, e->map, "an operand along the axis that is computed, not an argument");
        if (e->axes[var->id] != AX_NONE && e->axes[var->id] != dim)
            return refuse(e, e->map, "an argument that is cut along two dimensions");
        e->axes[var->id] = dim;
    }
    AX_FOR_EQNS (eqn, e->graph) {
        for (int32_t i = 0; i < eqn->noperands && eqn != e->map; i++)
            e->shared[eqn->operands[i]->id] = true;
    }
    for (int32_t i = 0; i < e->graph->ninputs; i++) {
        int32_t id = e->graph->inputs[i]->id;
        if (e->axes[id] != AX_NONE && e->shared[id])
            return refuse(e, e->map, "an argument that is used whole and cut along the axis");
    }
    return NULL;
}

/* The example with or without its dimension of size 1. */
static ax_value reshape_to(const extraction *e, ax_value value, const ax_type *type)
{
    return ax_reshape_at(value, (ax_ints){type->ndim, type->dims}, e->map->location);
}

static ax_type with_one(const ax_type *whole, int64_t dim)
{
    ax_type type = *whole;
    if (dim != AX_NONE)
        type.dims[dim] = 1;
    return type;
}

/* The spec over the axes that remain, whose numbers are by one lower behind the one taken out. */
static ax_status *remaining_spec(const extraction *e, ax_spec *spec)
{
    ax_arena *arena = ax_builder_arena(e->builder);
    for (int32_t d = -1; d < spec->ndim; d++) {
        ax_ints *list = d < 0 ? &spec->unreduced : &spec->dims[d];
        int64_t *numbers = AX_ARENA_NEW(arena, int64_t, list->count);
        int32_t count = 0;
        if (!numbers)
            return no_memory();
        for (int32_t i = 0; i < list->count; i++) {
            if (list->values[i] != e->axis)
                numbers[count++] = list->values[i] - (list->values[i] > e->axis);
        }
        *list = (ax_ints){count, numbers};
    }
    return NULL;
}

/* The shard_map over the other axes. */
static ax_status *emit_remaining(const extraction *e, const ax_value *operands, ax_value *results)
{
    ax_arena *arena = ax_builder_arena(e->builder);
    const ax_eqn *map = e->map;
    ax_names axes = ax_eqn_names(map, AX_ATTR_MANUAL_AXES);
    ax_ints sizes = ax_eqn_ints(map, AX_ATTR_MANUAL_SIZES);
    const char **names = AX_ARENA_NEW(arena, const char *, axes.count);
    int64_t *lengths = AX_ARENA_NEW(arena, int64_t, axes.count);
    ax_spec *in = AX_ARENA_NEW(arena, ax_spec, map->noperands);
    ax_spec *out = AX_ARENA_NEW(arena, ax_spec, map->nresults);
    if (!names || !lengths || !in || !out)
        return no_memory();
    int32_t count = 0;
    for (int32_t i = 0; i < axes.count; i++) {
        if (i == e->axis)
            continue;
        names[count] = axes.values[i];
        lengths[count++] = sizes.values[i];
    }
    for (int32_t i = 0; i < map->noperands; i++) {
        in[i] = ax_specs_at(ax_eqn_ints(map, AX_ATTR_IN_SPECS), i);
        AX_TRY(remaining_spec(e, &in[i]));
    }
    for (int32_t i = 0; i < map->nresults; i++) {
        out[i] = ax_specs_at(ax_eqn_ints(map, AX_ATTR_OUT_SPECS), i);
        AX_TRY(remaining_spec(e, &out[i]));
    }
    ax_shard_map_emission emission = {
        .axes = {count, names},
        .sizes = {count, lengths},
        .in_specs = in,
        .out_specs = out,
        .noperands = map->noperands,
        .nresults = map->nresults,
        .operands = operands,
        .region = map->regions[0],
        .location = map->location,
    };
    ax_emit_shard_map(e->builder, &emission, results);
    return NULL;
}

/* Whether the value comes from a collective over the axis that gives every example the same. */
static bool agrees(const extraction *e, ax_value value)
{
    const ax_eqn *eqn = value.var ? value.var->producer : NULL;
    const ax_attr *axes = eqn ? ax_eqn_find_attr(eqn, AX_ATTR_AXES) : NULL;
    return axes && contains(axes->names, e->axis_name) && ax_collective_agrees(eqn);
}

static ax_status *take_out(extraction *e)
{
    ax_arena *arena = ax_builder_arena(e->builder);
    const ax_eqn *map = e->map;
    ax_value *operands = AX_ARENA_NEW(arena, ax_value, map->noperands);
    ax_value *results = AX_ARENA_NEW(arena, ax_value, map->nresults);
    if (!operands || !results)
        return no_memory();
    for (int32_t i = 0; i < map->noperands; i++) {
        const ax_var *var = map->operands[i];
        operands[i] = e->values[var->id];
        if (e->axes[var->id] != AX_NONE) {
            ax_type block = with_one(&var->type, e->axes[var->id]);
            operands[i] = reshape_to(e, operands[i], &block);
        }
    }
    bool only_axis = ax_eqn_names(map, AX_ATTR_MANUAL_AXES).count == 1;
    if (only_axis) {
        ax_builder_inline(e->builder, map->regions[0], operands, results);
    } else {
        AX_TRY(emit_remaining(e, operands, results));
    }
    ax_names own = {1, &e->axis_name};
    for (int32_t i = 0; i < map->nresults; i++) {
        const ax_var *var = map->results[i];
        ax_spec spec = ax_specs_at(ax_eqn_ints(map, AX_ATTR_OUT_SPECS), i);
        int64_t *dim = &e->axes[var->id];
        AX_TRY(mapped_dim(e, &spec, &var->type, dim));
        if (ax_spec_is_unreduced(&spec, e->axis)) {
            results[i] = ax_psum_at(results[i], own, NULL, map->location);
        } else if (*dim == AX_NONE && !agrees(e, results[i])) { /* though it is promised */
            results[i] = ax_promise_at(results[i], own, map->location);
        }
        if (*dim != AX_NONE) {
            ax_type example = ax_type_remove_dim(&var->type, (int32_t)*dim);
            results[i] = reshape_to(e, results[i], &example);
        }
        e->values[var->id] = results[i];
    }
    return NULL;
}

static ax_status *copy_eqn(extraction *e, const ax_eqn *eqn)
{
    ax_arena *arena = ax_builder_arena(e->builder);
    ax_value *scratch = AX_ARENA_NEW(arena, ax_value, eqn->noperands + eqn->nresults);
    if (!scratch)
        return no_memory();
    for (int32_t i = 0; i < eqn->noperands; i++) {
        const ax_var *var = eqn->operands[i];
        if (e->axes[var->id] != AX_NONE) {
            char what[96];
            snprintf(what, sizeof what, "a %.40s of what the computation gives", eqn->op->name);
            return refuse(e, eqn, what);
        }
        scratch[i] = e->values[var->id];
    }
    ax_emit_like(e->builder, eqn, scratch, scratch + eqn->noperands);
    for (int32_t i = 0; i < eqn->nresults; i++)
        e->values[eqn->results[i]->id] = scratch[eqn->noperands + i];
    return NULL;
}

static ax_status *extract(extraction *e, ax_value *outputs)
{
    ax_arena *arena = ax_builder_arena(e->builder);
    const ax_graph *graph = e->graph;
    e->values = AX_ARENA_NEW(arena, ax_value, graph->nvars);
    e->axes = AX_ARENA_NEW(arena, int64_t, graph->nvars);
    e->shared = AX_ARENA_NEW(arena, bool, graph->nvars);
    if (!e->values || !e->axes || !e->shared)
        return no_memory();
    AX_TRY(place_inputs(e));
    for (int32_t i = 0; i < graph->ninputs; i++) {
        const ax_var *var = graph->inputs[i];
        int64_t axis = e->axes[var->id];
        ax_type type = axis == AX_NONE ? var->type : ax_type_remove_dim(&var->type, (int32_t)axis);
        const char *name = graph->input_names ? graph->input_names[i] : NULL;
        e->values[var->id] = ax_builder_input(e->builder, &type, name);
    }
    AX_FOR_EQNS (eqn, graph) {
        AX_TRY(eqn == e->map ? take_out(e) : copy_eqn(e, eqn));
    }
    for (int32_t i = 0; i < graph->noutputs; i++)
        outputs[i] = e->values[graph->outputs[i]->id];
    return NULL;
}

/* Everything but the graph's end; what the example keeps lies in the builder's arena, the graph's. */
static ax_status *build(extraction *e, const ax_axis *own, ax_value **out_outputs,
                        ax_example *example)
{
    ax_arena *arena = ax_builder_arena(e->builder);
    const ax_graph *graph = e->graph;
    ax_value *outputs = AX_ARENA_NEW(arena, ax_value, graph->noutputs);
    int64_t *in_axes = AX_ARENA_NEW(arena, int64_t, graph->ninputs);
    int64_t *out_axes = AX_ARENA_NEW(arena, int64_t, graph->noutputs);
    example->axis_name = ax_arena_strdup(arena, e->axis_name);
    if (!outputs || !in_axes || !out_axes || !example->axis_name)
        return no_memory();
    ax_builder_bind_axes(e->builder, own);
    AX_TRY(extract(e, outputs));
    for (int32_t i = 0; i < graph->ninputs; i++)
        in_axes[i] = e->axes[graph->inputs[i]->id];
    for (int32_t i = 0; i < graph->noutputs; i++)
        out_axes[i] = e->axes[graph->outputs[i]->id];
    example->axis_size = e->size;
    example->in_axes = in_axes;
    example->out_axes = out_axes;
    *out_outputs = outputs;
    return NULL;
}

ax_status *ax_example_create(const ax_graph *graph, const char *axis_name, ax_example *out_example)
{
    extraction e = {.graph = graph, .axis_name = axis_name};
    ax_example example = {0};
    ax_value *outputs = NULL;
    AX_TRY(ax_builder_create(graph->name, NULL, &e.builder));
    ax_status *status = find_map(&e);
    ax_axis own = {axis_name, e.size, NULL};
    if (!status)
        status = build(&e, &own, &outputs, &example);
    if (status) {
        ax_builder_abandon(e.builder);
        return status;
    }
    AX_TRY(ax_builder_finish(e.builder, graph->noutputs, outputs, graph->output_names,
                             &example.graph));
    *out_example = example;
    return NULL;
}
