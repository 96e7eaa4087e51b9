/* Compiled functions: runs in place, and what is known of them beforehand. */
#include "exec/jit.h"

#include <axmap/jit.h>
#include <stdlib.h>

static ax_status *no_memory(void)
{
    return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a function");
}

/* ---- making ---- */

struct ax_compiled {
    atomic_int references;
    ax_context *context;
    ax_binary *binary;
    pthread_mutex_t lock;
    ax_seat *seat; /* its own, or NULL while a thread runs it; guarded by `lock` */
    const ax_plan *plan;
};

static ax_status *make_compiled(ax_context *context, ax_binary *binary, ax_compiled **out_compiled)
{
    ax_compiled *compiled = calloc(1, sizeof *compiled);
    if (!compiled)
        return no_memory();
    int32_t threads = ax_team_size(ax_context_team(context));
    ax_status *status = ax_executable_plan(binary->executable, threads, &compiled->plan);
    if (!status)
        status = ax_binary_make_seat(binary, &compiled->seat);
    if (status) {
        free(compiled);
        return status;
    }
    atomic_init(&compiled->references, 1);
    pthread_mutex_init(&compiled->lock, NULL);
    ax_context_retain(context);
    ax_binary_retain(binary);
    compiled->context = context;
    compiled->binary = binary;
    *out_compiled = compiled;
    return NULL;
}

static ax_status *compile(ax_context *context, ax_fn *fn, const ax_type *const *types,
                          ax_compiled **out_compiled)
{
    ax_binary *binary;
    ax_graph *staged;
    AX_TRY(ax_jit_binary(context, fn, types, &binary, &staged));
    if (staged) {
        ax_graph_free(staged);
        return AX_ERROR(
            AX_UNSUPPORTED,
            "compile: the function has axes of its own and the context has %d devices%s: "
            "call it",
            context->places.count, context->check_promises ? " and checks promises" : "");
    }
    ax_status *status = make_compiled(context, binary, out_compiled);
    ax_binary_release(binary);
    return status;
}

ax_status *ax_compile(ax_context *context, ax_fn *fn, const ax_type *types,
                      ax_compiled **out_compiled)
{
    AX_TRY(ax_jit_refuse_mapped("compile", fn));
    const ax_type **each = calloc((size_t)fn->ninputs + 1, sizeof *each);
    if (!each)
        return no_memory();
    for (int32_t i = 0; i < fn->ninputs; i++)
        each[i] = &types[i];
    ax_status *status = compile(context, fn, each, out_compiled);
    free(each);
    return status;
}

void ax_compiled_retain(ax_compiled *compiled)
{
    atomic_fetch_add(&compiled->references, 1);
}

void ax_compiled_release(ax_compiled *compiled)
{
    if (!compiled || atomic_fetch_sub(&compiled->references, 1) > 1)
        return;
    ax_seat_free(compiled->seat);
    ax_binary_release(compiled->binary);
    ax_context_release(compiled->context);
    pthread_mutex_destroy(&compiled->lock);
    free(compiled);
}

ax_type ax_compiled_result_type(const ax_compiled *compiled, int32_t result)
{
    return ax_executable_graph(compiled->binary->executable)->outputs[result]->type;
}

int32_t ax_compiled_alias(const ax_compiled *compiled, int32_t result)
{
    return ax_executable_alias(compiled->binary->executable, result);
}

/* ---- running them ---- */

static ax_status *check_array(const char *what, int32_t index, const ax_array *array,
                              const ax_type *type)
{
    if (array && !array->sharded && !array->donated && ax_type_equal(&array->type, type))
        return NULL;
    const char *flaw = !array           ? "NULL"
                       : array->donated ? "donated"
                       : array->sharded ? "sharded"
                                        : "";
    return AX_ERROR(AX_INVALID_ARGUMENT, "compiled: %s %d is %s%s%s; %s is needed", what,
                    (int)index, flaw, array && *flaw ? " " : "",
                    array ? AX_TYPE_STRING(&array->type) : "", AX_TYPE_STRING(type));
}

/* An output is written: it may be no other output, and no input but its alias. */
static ax_status *check_apart(const ax_binary *binary, ax_array *const *inputs,
                              ax_array *const *outputs, int32_t output)
{
    const ax_graph *graph = ax_executable_graph(binary->executable);
    int32_t alias = ax_executable_alias(binary->executable, output);
    for (int32_t i = 0; i < graph->ninputs; i++) {
        if (inputs[i] == outputs[output] && i != alias) {
            return AX_ERROR(AX_INVALID_ARGUMENT,
                            "compiled: output %d is also input %d, which it may not overwrite: "
                            "see ax_compiled_alias",
                            (int)output, (int)i);
        }
    }
    for (int32_t i = 0; i < output; i++) {
        if (outputs[i] == outputs[output]) {
            return AX_ERROR(AX_INVALID_ARGUMENT, "compiled: output %d is also output %d",
                            (int)output, (int)i);
        }
    }
    return NULL;
}

/* What is written over, a donated input, is given once. */
static ax_status *check_donated(const ax_binary *binary, ax_array *const *inputs, int32_t input)
{
    const ax_graph *graph = ax_executable_graph(binary->executable);
    if (!binary->donated || !binary->donated[input])
        return NULL;
    for (int32_t i = 0; i < graph->ninputs; i++) {
        if (i != input && inputs[i] == inputs[input]) {
            return AX_ERROR(AX_INVALID_ARGUMENT,
                            "compiled: input %d is donated, but is also input %d", (int)input,
                            (int)i);
        }
    }
    return NULL;
}

static ax_status *check_arrays(const ax_binary *binary, ax_array *const *inputs,
                               ax_array *const *outputs)
{
    const ax_graph *graph = ax_executable_graph(binary->executable);
    for (int32_t i = 0; i < graph->ninputs; i++) {
        AX_TRY(check_array("input", i, inputs[i], &graph->inputs[i]->type));
        AX_TRY(check_donated(binary, inputs, i));
    }
    for (int32_t i = 0; i < graph->noutputs; i++) {
        AX_TRY(check_array("output", i, outputs[i], &graph->outputs[i]->type));
        AX_TRY(check_apart(binary, inputs, outputs, i));
    }
    return NULL;
}

/* Its own seat, or while another thread has it one of the binary's. */
static ax_status *take_seat(ax_compiled *compiled, ax_seat **out_seat)
{
    pthread_mutex_lock(&compiled->lock);
    *out_seat = compiled->seat;
    compiled->seat = NULL;
    pthread_mutex_unlock(&compiled->lock);
    return *out_seat ? NULL : ax_binary_take_seat(compiled->binary, out_seat);
}

static void leave_seat(ax_compiled *compiled, ax_seat *seat)
{
    pthread_mutex_lock(&compiled->lock);
    bool own = !compiled->seat;
    if (own)
        compiled->seat = seat;
    pthread_mutex_unlock(&compiled->lock);
    if (!own)
        ax_binary_leave_seat(compiled->binary, seat);
}

ax_status *ax_compiled_run(ax_compiled *compiled, ax_array *const *inputs, ax_array *const *outputs)
{
    const ax_graph *graph = ax_executable_graph(compiled->binary->executable);
    AX_TRY(check_arrays(compiled->binary, inputs, outputs));
    ax_seat *seat;
    AX_TRY(take_seat(compiled, &seat));
    for (int32_t i = 0; i < graph->ninputs; i++)
        seat->inputs[i] = inputs[i]->data;
    for (int32_t i = 0; i < graph->noutputs; i++)
        seat->outputs[i] = outputs[i]->data;
    ax_status *status = ax_seat_run(seat);
    leave_seat(compiled, seat);
    return status;
}

/* ---- what they say of themselves ---- */

ax_compile_report ax_compiled_report(const ax_compiled *compiled)
{
    const ax_executable *executable = compiled->binary->executable;
    const ax_graph *graph = ax_executable_graph(executable);
    ax_executable_counts counts = ax_executable_count(executable);
    ax_cost cost = ax_executable_cost(executable);
    ax_compile_report report = {.flops = cost.flops,
                                .bytes_moved = cost.bytes,
                                .kernels = counts.kernels,
                                .evaluated = counts.evaluated,
                                .unplanned = counts.unplanned,
                                .compile_ms = compiled->binary->compile_seconds * 1e3};
    report.peak_bytes = compiled->plan->workspace;
    report.largest_live_bytes = compiled->plan->largest_live;
    for (int32_t i = 0; i < graph->ninputs; i++)
        report.input_bytes += ax_type_bytes(&graph->inputs[i]->type);
    for (int32_t i = 0; i < graph->noutputs; i++)
        report.output_bytes += ax_type_bytes(&graph->outputs[i]->type);
    return report;
}

ax_status *ax_compiled_print(const ax_compiled *compiled, char **out_text)
{
    int32_t threads = ax_team_size(ax_context_team(compiled->context));
    return ax_executable_print(compiled->binary->executable, threads, out_text);
}
