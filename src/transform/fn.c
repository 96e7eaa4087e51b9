#include "transform/fn.h"

#include "base/text.h"
#include "base/unconst.h"
#include "ir/location.h"
#include "transform/pmap.h"
#include "transform/shard_map_fn.h"
#include "transform/vmap.h"

#include <stdlib.h>
#include <string.h>

static ax_status *no_memory(void)
{
    return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a function");
}

/* ---- making ---- */

static ax_fn *new_fn(ax_fn_kind kind, int32_t ninputs, int32_t noutputs)
{
    ax_fn *fn = calloc(1, sizeof *fn);
    if (!fn)
        return NULL;
    atomic_init(&fn->references, 1);
    fn->kind = kind;
    fn->ninputs = ninputs;
    fn->noutputs = noutputs;
    return fn;
}

ax_status *ax_fn_create(ax_trace_fn *trace, void *user, int32_t ninputs, int32_t noutputs,
                        ax_fn **out_fn)
{
    if (!trace || ninputs < 0 || noutputs < 0) {
        return AX_ERROR(AX_INVALID_ARGUMENT,
                        "ax_fn_create: it needs a function and counts that are not negative");
    }
    ax_fn *fn = new_fn(AX_FN_TRACE, ninputs, noutputs);
    if (!fn)
        return no_memory();
    fn->trace = trace;
    fn->user = user;
    *out_fn = fn;
    return NULL;
}

ax_status *ax_fn_from_graph(ax_graph *graph, ax_fn **out_fn)
{
    ax_fn *fn = new_fn(AX_FN_GRAPH, graph->ninputs, graph->noutputs);
    if (!fn)
        return no_memory();
    fn->graph = graph;
    *out_fn = fn;
    return NULL;
}

ax_status *ax_ints_copy(ax_ints list, ax_ints *out_list)
{
    *out_list = AX_EMPTY_LIST;
    if (list.count < 0)
        return AX_ERROR(AX_INVALID_ARGUMENT, "a list of %d numbers", (int)list.count);
    if (list.count == 0)
        return NULL;
    int64_t *copy = malloc((size_t)list.count * sizeof *copy);
    if (!copy)
        return no_memory();
    memcpy(copy, list.values, (size_t)list.count * sizeof *copy);
    *out_list = (ax_ints){list.count, copy};
    return NULL;
}

static ax_status *copy_axes(const char *what, const char *list_name, ax_ints axes, int32_t expected,
                            const char *unit, ax_ints *out_axes)
{
    if (axes.count != 0 && axes.count != expected) {
        return AX_ERROR(AX_INVALID_ARGUMENT, "%s: %s has %d entries for a function of %d %s", what,
                        list_name, (int)axes.count, (int)expected, unit);
    }
    return ax_ints_copy(axes, out_axes);
}

const char *ax_fn_transform(const ax_fn *fn)
{
    switch (fn->kind) {
    case AX_FN_PMAP: return "pmap";
    case AX_FN_MAP: return "map";
    case AX_FN_JIT: return "jit";
    default: return "vmap";
    }
}

static ax_status *fill_wrapper(ax_fn *fn, const ax_vmap_options *options)
{
    const char *what = ax_fn_transform(fn);
    AX_TRY(copy_axes(what, "in_axes", options->in_axes, fn->ninputs, "arguments", &fn->in_axes));
    AX_TRY(copy_axes(what, "out_axes", options->out_axes, fn->noutputs, "results", &fn->out_axes));
    fn->axis_size = options->axis_size;
    if (options->axis_size < AX_EMPTY_AXIS) {
        return AX_ERROR(AX_INVALID_ARGUMENT, "%s: axis_size %lld is negative", what,
                        (long long)options->axis_size);
    }
    if (options->axis_name) {
        fn->axis_name = strdup(options->axis_name);
        if (!fn->axis_name)
            return no_memory();
    }
    return NULL;
}

ax_status *ax_fn_wrap(ax_fn_kind kind, ax_fn *fn, const ax_vmap_options *options, ax_fn **out_fn)
{
    ax_fn *wrapper = new_fn(kind, fn->ninputs, fn->noutputs);
    if (!wrapper)
        return no_memory();
    ax_fn_retain(fn);
    wrapper->inner = fn;
    ax_status *status = fill_wrapper(wrapper, options ? options : &(ax_vmap_options){0});
    if (status) {
        ax_fn_release(wrapper);
        return status;
    }
    *out_fn = wrapper;
    return NULL;
}

ax_status *ax_vmap(ax_fn *fn, const ax_vmap_options *options, ax_fn **out_fn)
{
    return ax_fn_wrap(AX_FN_VMAP, fn, options, out_fn);
}

ax_status *ax_fn_set_donate(ax_fn *fn, ax_ints donate)
{
    for (int32_t i = 0; i < donate.count; i++) {
        if (donate.values[i] < 0 || donate.values[i] >= fn->ninputs) {
            return AX_ERROR(AX_INVALID_ARGUMENT,
                            "%s: donate names argument %lld of a function of %d arguments",
                            ax_fn_transform(fn), (long long)donate.values[i], (int)fn->ninputs);
        }
        for (int32_t j = 0; j < i; j++) {
            if (donate.values[i] == donate.values[j]) {
                return AX_ERROR(AX_INVALID_ARGUMENT, "%s: donate names argument %lld twice",
                                ax_fn_transform(fn), (long long)donate.values[i]);
            }
        }
    }
    return ax_ints_copy(donate, &fn->donate);
}

void ax_fn_retain(ax_fn *fn)
{
    atomic_fetch_add(&fn->references, 1);
}

void ax_fn_release(ax_fn *fn)
{
    if (!fn || atomic_fetch_sub(&fn->references, 1) > 1)
        return;
    ax_fn_release(fn->inner);
    ax_graph_free(fn->graph);
    free(ax_unconst(fn->in_axes.values));
    free(ax_unconst(fn->out_axes.values));
    free(ax_unconst(fn->devices.values));
    free(ax_unconst(fn->donate.values));
    free(fn->mesh_ids);
    free(fn->axis_name);
    ax_shard_map_binding_free(fn->binding);
    free(fn);
}

int32_t ax_fn_ninputs(const ax_fn *fn)
{
    return fn->ninputs;
}

int32_t ax_fn_noutputs(const ax_fn *fn)
{
    return fn->noutputs;
}

/* ---- tracing ---- */

static ax_status *trace_callback(ax_fn *fn, const ax_type *types, const ax_axis *axes,
                                 ax_graph **out_graph)
{
    ax_builder *builder;
    AX_TRY(ax_builder_create("function", axes, &builder));
    ax_value *values = calloc((size_t)fn->ninputs + (size_t)fn->noutputs + 1, sizeof *values);
    if (!values) {
        ax_builder_abandon(builder);
        return no_memory();
    }
    ax_value *outputs = values + fn->ninputs;
    for (int32_t i = 0; i < fn->ninputs; i++) {
        values[i] = ax_builder_input(builder, &types[i], NULL);
    }
    if (!ax_builder_failed(builder))
        fn->trace(builder, values, outputs, fn->user);
    ax_status *status = ax_builder_finish(builder, fn->noutputs, outputs, NULL, out_graph);
    free(values);
    return status;
}

static ax_status *trace_graph(const ax_fn *fn, const ax_type *types, ax_graph **out_graph)
{
    for (int32_t i = 0; i < fn->ninputs; i++) {
        const ax_type *expected = &fn->graph->inputs[i]->type;
        if (!ax_type_equal(expected, &types[i])) {
            const char *name = fn->graph->input_names ? fn->graph->input_names[i] : NULL;
            return AX_ERROR(AX_INVALID_ARGUMENT, "argument %d%s%s%s of '%s' is %s, not %s", (int)i,
                            name ? " '" : "", name ? name : "", name ? "'" : "", fn->graph->name,
                            AX_TYPE_STRING(expected), AX_TYPE_STRING(&types[i]));
        }
    }
    return ax_graph_clone(fn->graph, out_graph);
}

static ax_status *trace_vmap(const ax_fn *fn, const ax_type *types, const ax_axis *axes,
                             ax_graph **out_graph)
{
    ax_mapped_call call;
    AX_TRY(ax_fn_trace_example(fn, types, axes, &call));
    ax_status *status = ax_vmap_graph(call.example, call.in_axes, call.out_axes, call.size,
                                      fn->axis_name, out_graph);
    ax_mapped_call_free(&call);
    return status;
}

ax_status *ax_fn_trace(ax_fn *fn, const ax_type *types, const ax_axis *axes, ax_graph **out_graph)
{
    switch (fn->kind) {
    case AX_FN_TRACE: return trace_callback(fn, types, axes, out_graph);
    case AX_FN_GRAPH: return trace_graph(fn, types, out_graph);
    case AX_FN_VMAP:
    case AX_FN_MAP: return trace_vmap(fn, types, axes, out_graph);
    case AX_FN_PMAP: return ax_pmap_trace_as_vmap(fn, types, axes, out_graph);
    case AX_FN_SHARD_MAP: return ax_shard_map_trace(fn, types, axes, out_graph);
    case AX_FN_JIT: return ax_fn_trace(fn->inner, types, axes, out_graph);
    }
    return AX_ERROR(AX_INTERNAL, "a function of unknown kind");
}

void ax_apply_at(ax_builder *builder, ax_fn *fn, const ax_value *inputs, ax_value *outputs,
                 ax_location here)
{
    for (int32_t i = 0; i < fn->noutputs; i++)
        outputs[i] = ax_builder_poison(builder);
    ax_arena *arena = ax_builder_arena(builder);
    ax_type *types = AX_ARENA_NEW(arena, ax_type, fn->ninputs);
    if (!types) {
        ax_builder_fail(builder, no_memory());
        return;
    }
    for (int32_t i = 0; i < fn->ninputs; i++) {
        if (!inputs[i].var)
            return;
        types[i] = ax_value_type(inputs[i]);
    }
    ax_graph *graph = NULL;
    ax_status *status = ax_fn_trace(fn, types, ax_builder_axes(builder), &graph);
    if (status) {
        status = ax_status_context(status, "in a function applied at %s:%d%s", AX_PLACE(here));
        ax_builder_fail(builder, status);
        return;
    }
    ax_builder_inline(builder, graph, inputs, outputs);
    ax_graph_free(graph);
}
