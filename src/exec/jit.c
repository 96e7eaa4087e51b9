/* Calls that compile their function once. */
#include "exec/jit.h"

#include "base/unconst.h"
#include "exec/call.h"
#include "exec/evaluate.h"
#include "transform/shard_map.h"

#include <axmap/jit.h>
#include <stdlib.h>

static ax_status *no_memory(void)
{
    return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a function");
}

/* ---- making ---- */

ax_status *ax_jit_refuse_mapped(const char *what, const ax_fn *fn)
{
    if (fn->kind != AX_FN_MAP && fn->kind != AX_FN_PMAP)
        return NULL;
    return AX_ERROR(
        AX_INVALID_ARGUMENT,
        "%s: calls of a %sped function compile by themselves; give it the function that "
        "is mapped",
        what, ax_fn_transform(fn));
}

ax_status *ax_jit(ax_fn *fn, const ax_jit_options *options, ax_fn **out_fn)
{
    AX_TRY(ax_jit_refuse_mapped("jit", fn));
    ax_fn *jit;
    AX_TRY(ax_fn_wrap(AX_FN_JIT, fn, NULL, &jit));
    ax_status *status = options ? ax_fn_set_donate(jit, options->donate) : NULL;
    if (status) {
        ax_fn_release(jit);
        return status;
    }
    *out_fn = jit;
    return NULL;
}

/* ---- compiling ---- */

static ax_status *make_donated(const ax_fn *fn, bool **out_donated)
{
    *out_donated = NULL;
    if (fn->donate.count == 0)
        return NULL;
    bool *donated = calloc((size_t)fn->ninputs + 1, sizeof *donated);
    if (!donated)
        return no_memory();
    for (int32_t i = 0; i < fn->donate.count; i++)
        donated[fn->donate.values[i]] = true;
    *out_donated = donated;
    return NULL;
}

static ax_status *trace(ax_fn *fn, const ax_type *const *types, ax_graph **out_graph)
{
    ax_type *copies = calloc((size_t)fn->ninputs + 1, sizeof *copies);
    if (!copies)
        return no_memory();
    for (int32_t i = 0; i < fn->ninputs; i++)
        copies[i] = *types[i];
    ax_status *status = ax_fn_trace(fn, copies, NULL, out_graph);
    free(copies);
    return status;
}

/* Compiles the graph of a function, which it takes over, and remembers it. A graph with axes of its own
 * is run over all devices: `*out_staged` receives it, if the context has several. */
static ax_status *compile_graph(ax_context *context, ax_fn *fn, ax_graph *graph,
                                const ax_type *const *types, ax_binary **out_binary,
                                ax_graph **out_staged)
{
    if (ax_graph_has_shard_map(graph)) {
        if (ax_evaluates_in_stages(context)) {
            *out_staged = graph;
            return NULL;
        }
        ax_graph *expanded;
        ax_status *status = ax_shard_map_expand(graph, &expanded);
        ax_graph_free(graph);
        AX_TRY(status);
        graph = expanded;
    }
    bool *donated;
    ax_status *status = make_donated(fn, &donated);
    if (status) {
        ax_graph_free(graph);
        return status;
    }
    status = ax_binary_of_graph(context, graph, donated, out_binary);
    free(donated);
    AX_TRY(status);
    status = ax_binary_remember(context, fn, types, *out_binary);
    if (status)
        ax_binary_release(*out_binary);
    return status;
}

ax_status *ax_jit_binary(ax_context *context, ax_fn *fn, const ax_type *const *types,
                         ax_binary **out_binary, ax_graph **out_staged)
{
    *out_staged = NULL;
    *out_binary = ax_binary_of_fn(context, fn, types);
    if (*out_binary)
        return NULL;
    ax_graph *graph;
    AX_TRY(trace(fn, types, &graph));
    return compile_graph(context, fn, graph, types, out_binary, out_staged);
}

/* ---- calls of jitted functions ---- */

/* New arrays for the results, but for those that take the memory of donated arguments. */
static ax_status *make_results(const ax_binary *binary, ax_context *context, const ax_seat *seat,
                               ax_array **outputs)
{
    const ax_graph *graph = ax_executable_graph(binary->executable);
    for (int32_t i = 0; i < graph->noutputs; i++) {
        int32_t alias = ax_executable_alias(binary->executable, i);
        if (alias >= 0) {
            seat->outputs[i] = ax_unconst(seat->inputs[alias]);
            continue;
        }
        AX_TRY(ax_array_create_in(context->allocator, &graph->outputs[i]->type, &outputs[i]));
        seat->outputs[i] = outputs[i]->data;
    }
    return NULL;
}

/* After a run: the results that lie in the memory of donated arguments become arrays. */
static ax_status *take_over(const ax_binary *binary, ax_array *const *inputs, ax_array **outputs)
{
    const ax_graph *graph = ax_executable_graph(binary->executable);
    for (int32_t i = 0; i < graph->noutputs; i++) {
        int32_t alias = ax_executable_alias(binary->executable, i);
        if (alias >= 0)
            AX_TRY(ax_array_take_over(inputs[alias], &graph->outputs[i]->type, &outputs[i]));
    }
    return NULL;
}

static void donate_rest(const ax_fn *fn, ax_array *const *inputs)
{
    for (int32_t i = 0; i < fn->donate.count; i++) {
        ax_array *array = inputs[fn->donate.values[i]];
        if (!array->donated)
            ax_array_donate(array);
    }
}

static ax_status *call_binary(ax_context *context, ax_binary *binary, const ax_fn *fn,
                              ax_array *const *inputs, ax_array **outputs)
{
    ax_seat *seat;
    AX_TRY(ax_binary_take_seat(binary, &seat));
    for (int32_t i = 0; i < fn->ninputs; i++)
        seat->inputs[i] = inputs[i]->data;
    ax_status *status = make_results(binary, context, seat, outputs);
    if (!status)
        status = ax_seat_run(seat);
    if (!status)
        status = take_over(binary, inputs, outputs);
    ax_binary_leave_seat(binary, seat);
    if (status)
        ax_call_release(outputs, fn->noutputs);
    else
        donate_rest(fn, inputs);
    return status;
}

/* Of a function with axes of its own on several devices. */
static ax_status *call_staged(ax_context *context, const ax_fn *fn, ax_graph *graph,
                              ax_array *const *inputs, ax_array **outputs)
{
    ax_status *status = ax_call_graph(context, graph, inputs, outputs);
    if (!status)
        ax_call_donate(fn, inputs);
    return status;
}

static ax_status *call_types(ax_context *context, ax_fn *fn, const ax_type *const *types,
                             ax_array *const *inputs, ax_array **outputs)
{
    ax_binary *binary;
    ax_graph *staged;
    AX_TRY(ax_jit_binary(context, fn, types, &binary, &staged));
    if (staged)
        return call_staged(context, fn, staged, inputs, outputs);
    ax_status *status = call_binary(context, binary, fn, inputs, outputs);
    ax_binary_release(binary);
    return status;
}

ax_status *ax_call_jit(ax_context *context, ax_fn *fn, ax_array *const *inputs, ax_array **outputs)
{
    enum { FEW = 16 };
    const ax_type *few[FEW], **types = few;
    AX_TRY(ax_call_check_arguments(fn, inputs));
    AX_TRY(ax_call_check_whole(inputs, fn->ninputs));
    if (fn->ninputs > FEW) {
        types = calloc((size_t)fn->ninputs, sizeof *types);
        if (!types)
            return no_memory();
    }
    for (int32_t i = 0; i < fn->ninputs; i++)
        types[i] = &inputs[i]->type;
    ax_status *status = call_types(context, fn, types, inputs, outputs);
    if (types != few)
        free(types);
    return status;
}
