#include "transform/pmap.h"

#include "base/checked.h"
#include "ops/collective.h"
#include "transform/vmap.h"

#include <axmap/collective.h>
#include <stdlib.h>
#include <string.h>

/* What an axis without a name is called: no function can speak over it, and messages read well. */
static const char UNNAMED[] = "the axis of pmap";

static const ax_location HERE = {"pmap", 0, 0};

static ax_status *no_memory(void)
{
    return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for pmap");
}

/* ---- results without an axis ---- */

/* The same function, with index 0's value for each result that `out_axes` gives no axis. */
static ax_status *agree_on_results(const ax_graph *example, const int64_t *out_axes,
                                   const char *axis_name, int64_t size, ax_graph **out_graph)
{
    ax_axis axis = {.name = axis_name, .size = size};
    ax_builder *builder;
    AX_TRY(ax_builder_create(example->name, &axis, &builder));
    int32_t most = example->ninputs > example->noutputs ? example->ninputs : example->noutputs;
    ax_value *values = calloc((size_t)most + 1, sizeof *values);
    if (!values) {
        ax_builder_abandon(builder);
        return no_memory();
    }
    for (int32_t i = 0; i < example->ninputs; i++) {
        const char *name = example->input_names ? example->input_names[i] : NULL;
        values[i] = ax_builder_input(builder, &example->inputs[i]->type, name);
    }
    ax_builder_inline(builder, example, values, values);
    for (int32_t i = 0; i < example->noutputs && size > 0; i++) {
        if (out_axes[i] == AX_NONE)
            values[i] = ax_promise_at(values[i], (ax_names){1, &axis_name}, HERE);
    }
    ax_status *status = ax_builder_finish(builder, example->noutputs, values, example->output_names,
                                          out_graph);
    free(values);
    return status;
}

ax_status *ax_pmap_trace_as_vmap(const ax_fn *fn, const ax_type *types, const ax_axis *axes,
                                 ax_graph **out_graph)
{
    const char *name = fn->axis_name ? fn->axis_name : UNNAMED;
    ax_mapped_call call;
    AX_TRY(ax_fn_trace_example(fn, types, axes, &call));
    ax_graph *agreed = NULL;
    ax_status *status = agree_on_results(call.example, call.out_axes, name, call.size, &agreed);
    if (!status) {
        status = ax_vmap_graph(agreed, call.in_axes, call.out_axes, call.size, name, out_graph);
        ax_graph_free(agreed);
    }
    ax_mapped_call_free(&call);
    return status;
}

/* ---- binding a call ---- */

static ax_status *open_level(ax_pmap_call *call, const ax_fn *fn)
{
    if (call->nlevels == AX_MOST_PMAP_LEVELS) {
        return AX_ERROR(AX_UNSUPPORTED, "pmap: more than %d of them around one another",
                        (int)AX_MOST_PMAP_LEVELS);
    }
    if (call->nlevels > 0 && fn->devices.count > 0) {
        return AX_ERROR(AX_INVALID_ARGUMENT,
                        "pmap: one directly inside another has no devices of its own; give the "
                        "outer one the devices of all points, the outer axis major");
    }
    ax_pmap_level *level = &call->levels[call->nlevels++];
    level->fn = fn;
    level->in_dims = calloc((size_t)fn->ninputs + 1, sizeof *level->in_dims);
    level->out_dims = calloc((size_t)fn->noutputs + 1, sizeof *level->out_dims);
    return level->in_dims && level->out_dims ? NULL : no_memory();
}

/* An axis of a level counts in what the levels outside it have left of the array: puts back the
 * dimensions that they took. */
static void find_in_dims(ax_pmap_call *call, int32_t argument)
{
    for (int32_t l = call->nlevels - 1; l >= 0; l--) {
        int64_t *dim = &call->levels[l].in_dims[argument];
        for (int32_t outer = l - 1; outer >= 0 && *dim != AX_NONE; outer--) {
            int64_t taken = call->levels[outer].in_dims[argument];
            *dim += taken != AX_NONE && *dim >= taken;
        }
    }
}

static ax_status *bind_levels(ax_pmap_call *call, const ax_fn *fn)
{
    int64_t inner_points = 1;
    for (const ax_fn *at = fn; at->kind == AX_FN_PMAP; at = at->inner) {
        AX_TRY(open_level(call, at));
        ax_pmap_level *level = &call->levels[call->nlevels - 1];
        AX_TRY(ax_fn_bind_arguments(at, call->slices, level->in_dims, &level->size));
        if (call->nlevels > 1 && !ax_checked_mul(inner_points, level->size, &inner_points))
            return AX_ERROR(AX_OVERFLOW, "pmap: the product of its axes does not fit 64 bits");
        for (int32_t i = 0; i < fn->ninputs; i++) {
            if (level->in_dims[i] == AX_NONE)
                continue;
            call->mapped[i] = true;
            call->slices[i] = ax_type_remove_dim(&call->slices[i], (int32_t)level->in_dims[i]);
        }
    }
    call->inner_points = inner_points;
    for (int32_t i = 0; i < fn->ninputs; i++)
        find_in_dims(call, i);
    return NULL;
}

ax_status *ax_pmap_bind(const ax_fn *fn, const ax_type *types, ax_pmap_call *out_call)
{
    *out_call = (ax_pmap_call){.fn = fn};
    out_call->slices = calloc((size_t)fn->ninputs + 1, sizeof *out_call->slices);
    out_call->mapped = calloc((size_t)fn->ninputs + 1, sizeof *out_call->mapped);
    if (!out_call->slices || !out_call->mapped)
        return no_memory();
    for (int32_t i = 0; i < fn->ninputs; i++)
        out_call->slices[i] = types[i];
    return bind_levels(out_call, fn);
}

/* ---- tracing a call ---- */

/* The innermost function for one slice, with the levels' axes bound. */
static ax_status *trace_slice(const ax_pmap_call *call, ax_graph **out_graph)
{
    ax_axis axes[AX_MOST_PMAP_LEVELS];
    const ax_axis *bound = NULL;
    for (int32_t l = 0; l < call->nlevels; l++) {
        const ax_pmap_level *level = &call->levels[l];
        if (!level->fn->axis_name)
            continue;
        axes[l] = (ax_axis){.name = level->fn->axis_name, .size = level->size, .outer = bound};
        bound = &axes[l];
    }
    return ax_fn_trace(call->levels[call->nlevels - 1].fn->inner, call->slices, bound, out_graph);
}

/* An axis of a level counts in that level's own result: makes room for the dimensions of the levels
 * around it. */
static void find_out_dims(ax_pmap_call *call, int32_t result)
{
    for (int32_t l = call->nlevels - 1; l >= 0; l--) {
        int64_t *dim = &call->levels[l].out_dims[result];
        for (int32_t outer = l - 1; outer >= 0 && *dim != AX_NONE; outer--) {
            int64_t added = call->levels[outer].out_dims[result];
            *dim += added != AX_NONE && *dim >= added;
        }
    }
}

static ax_status *bind_results(ax_pmap_call *call, const ax_graph *graph)
{
    ax_type *types = calloc((size_t)graph->noutputs + 1, sizeof *types);
    ax_status *status = types ? NULL : no_memory();
    for (int32_t i = 0; i < graph->noutputs && !status; i++)
        types[i] = graph->outputs[i]->type;
    for (int32_t l = call->nlevels - 1; l >= 0 && !status; l--) {
        ax_pmap_level *level = &call->levels[l];
        status = ax_fn_bind_results(level->fn, types, level->out_dims);
        for (int32_t i = 0; i < graph->noutputs && !status; i++) {
            int64_t dim = level->out_dims[i];
            if (dim != AX_NONE && types[i].ndim == AX_MAX_NDIM) {
                status = AX_ERROR(AX_INVALID_ARGUMENT,
                                  "pmap: result %d %s has no room for another dimension", (int)i,
                                  AX_TYPE_STRING(&types[i]));
            } else if (dim != AX_NONE) {
                types[i] = ax_type_insert_dim(&types[i], (int32_t)dim, level->size);
            }
        }
    }
    for (int32_t i = 0; i < graph->noutputs && !status; i++)
        find_out_dims(call, i);
    free(types);
    return status;
}

/* What collectives call each level's axis in the innermost function's graph: nothing of a level whose
 * name one inside it has taken. And the name of the flat axis, for messages: "i,j". */
static ax_status *name_axes(ax_pmap_call *call, const char **out_names)
{
    ax_text text = {0};
    for (int32_t l = 0; l < call->nlevels; l++) {
        const char *name = call->levels[l].fn->axis_name;
        ax_text_printf(&text, "%s%s", l ? "," : "", name ? name : UNNAMED);
        for (int32_t inner = l + 1; inner < call->nlevels && name; inner++) {
            const char *other = call->levels[inner].fn->axis_name;
            if (other && strcmp(name, other) == 0)
                name = NULL;
        }
        out_names[l] = name ? name : UNNAMED;
    }
    return ax_text_take(&text, &call->axis_name);
}

static ax_status *make_example(ax_pmap_call *call, const ax_graph *slice)
{
    const char *names[AX_MOST_PMAP_LEVELS];
    AX_TRY(name_axes(call, names));
    if (call->nlevels > 1)
        return ax_pmap_flatten(call, slice, (ax_names){call->nlevels, names}, &call->example);
    return agree_on_results(slice, call->levels[0].out_dims, call->axis_name, call->points,
                            &call->example);
}

ax_status *ax_pmap_trace(ax_pmap_call *call, int64_t slices)
{
    call->levels[0].size = slices;
    if (!ax_checked_mul(slices, call->inner_points, &call->points) || call->points > INT32_MAX)
        return AX_ERROR(AX_OVERFLOW, "pmap: its axes have more than %d points", (int)INT32_MAX);
    ax_graph *slice = NULL;
    AX_TRY(trace_slice(call, &slice));
    ax_status *status = bind_results(call, slice);
    if (!status)
        status = make_example(call, slice);
    ax_graph_free(slice);
    return status;
}

void ax_pmap_call_free(ax_pmap_call *call)
{
    for (int32_t l = 0; l < call->nlevels; l++) {
        free(call->levels[l].in_dims);
        free(call->levels[l].out_dims);
    }
    free(call->slices);
    free(call->mapped);
    free(call->axis_name);
    ax_graph_free(call->example);
    *call = (ax_pmap_call){0};
}
