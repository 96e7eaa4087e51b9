#include "exec/array_rows.h"
#include "exec/evaluate.h"
#include "exec/map.h"
#include "exec/mesh.h"
#include "transform/fn.h"

#include <axmap/call.h>
#include <stdlib.h>
#include <string.h>

ax_status *ax_map(ax_fn *fn, const ax_map_options *options, ax_fn **out_fn)
{
    static const ax_map_options defaults;
    if (!options)
        options = &defaults;
    ax_sharding unused; /* checks block_rows before anything is called */
    AX_TRY(ax_sharding_make(1, options->block_rows, 1, &unused));
    if (options->micro_batch < 0) {
        return AX_ERROR(AX_INVALID_ARGUMENT, "map: micro_batch %lld is negative",
                        (long long)options->micro_batch);
    }
    ax_vmap_options axes = {.in_axes = options->in_axes,
                            .out_axes = options->out_axes,
                            .axis_name = options->axis_name,
                            .axis_size = options->axis_size};
    AX_TRY(ax_fn_wrap(AX_FN_MAP, "map", fn, &axes, out_fn));
    (*out_fn)->block_rows = options->block_rows;
    (*out_fn)->micro_batch = options->micro_batch;
    (*out_fn)->mesh_context = options->mesh ? options->mesh->context : NULL;
    (*out_fn)->mesh_devices = options->mesh ? options->mesh->devices : 0;
    return NULL;
}

ax_status *ax_map_rows(const ax_context *context, const ax_fn *map, int64_t length, int device,
                       int64_t *out_first, int64_t *out_count)
{
    const ax_places *places = &context->places;
    if (map->kind != AX_FN_MAP || length < 0 || device < -1 || device >= places->count) {
        return AX_ERROR(AX_INVALID_ARGUMENT,
                        "ax_map_rows: it needs a mapped function, a length >= 0 and a device in "
                        "[-1, %d)",
                        places->count);
    }
    ax_sharding sharding;
    int64_t devices = map->mesh_devices ? map->mesh_devices : places->count;
    AX_TRY(ax_sharding_make(length, map->block_rows, devices, &sharding));
    int first = device < 0 ? places->first_local : device;
    int end = device < 0 ? places->first_local + places->local_count : device + 1;
    *out_first = ax_sharding_row(&sharding, ax_sharding_first_block(&sharding, first));
    *out_count = ax_sharding_row(&sharding, ax_sharding_first_block(&sharding, end)) - *out_first;
    return NULL;
}

/* ---- calls that map nothing ---- */

static void release_all(ax_array **arrays, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        ax_array_release(arrays[i]);
        arrays[i] = NULL;
    }
}

static ax_status *call_graph(ax_context *context, ax_graph *graph, ax_array *const *inputs,
                             ax_array **outputs)
{
    int32_t ninputs = graph->ninputs;
    int32_t noutputs = graph->noutputs;
    const void **in = calloc((size_t)ninputs + 1, sizeof *in);
    void **out = calloc((size_t)noutputs + 1, sizeof *out);
    ax_status *status = in && out ? NULL : AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a call");
    for (int32_t i = 0; i < ninputs && !status; i++) {
        if (inputs[i]->sharded) {
            status = AX_ERROR(AX_INVALID_ARGUMENT,
                              "argument %d is sharded; map the function, or gather the array",
                              (int)i);
        }
        in[i] = inputs[i]->data;
    }
    for (int32_t i = 0; i < noutputs && !status; i++) {
        status = ax_array_create(&graph->outputs[i]->type, NULL, &outputs[i]);
        if (!status)
            out[i] = outputs[i]->data;
    }
    if (status) {
        ax_graph_free(graph);
    } else {
        status = ax_evaluate_graph(context, graph, in, out);
    }
    if (status)
        release_all(outputs, noutputs);
    free(in);
    free(out);
    return status;
}

/* ---- calls of mapped functions ---- */

typedef struct map_call {
    ax_context *context;
    const ax_fn *fn;
    ax_array *const *inputs;
    ax_array **outputs;
    ax_mapped_call binding;
    ax_map_program *program;
} map_call;

/* A sharded argument must hold exactly the rows that this rank computes. */
static ax_status *check_rows(const map_call *call)
{
    const ax_map_program *program = call->program;
    int64_t first = ax_sharding_row(&program->sharding, program->first_block);
    int64_t count = ax_sharding_row(&program->sharding, program->end_block) - first;
    for (int32_t i = 0; i < call->fn->ninputs; i++) {
        const ax_array *array = call->inputs[i];
        if (!array->sharded)
            continue;
        if (call->binding.in_axes[i] != array->axis || array->first != first ||
            array->count != count) {
            const char *mapped = call->binding.in_axes[i] == AX_NONE ? "none of its axes"
                                                                     : "another axis or other rows";
            return AX_ERROR(AX_INVALID_ARGUMENT,
                            "argument %d is sharded along axis %d with rows %lld to %lld here; the "
                            "call maps %s and needs rows %lld to %lld: ask ax_map_rows",
                            (int)i, (int)array->axis, (long long)array->first,
                            (long long)(array->first + array->count), mapped, (long long)first,
                            (long long)(first + count));
        }
    }
    return NULL;
}

static ax_status *prepare(map_call *call)
{
    const ax_fn *fn = call->fn;
    ax_type *types = calloc((size_t)fn->ninputs + 1, sizeof *types);
    bool *mapped = calloc((size_t)fn->ninputs + 1, sizeof *mapped);
    ax_status *status = NULL;
    if (!types || !mapped) {
        status = AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a call");
        goto done;
    }
    for (int32_t i = 0; i < fn->ninputs; i++)
        types[i] = call->inputs[i]->type;
    AX_TRY_GOTO(status, ax_fn_trace_example(fn, types, NULL, &call->binding), done);
    for (int32_t i = 0; i < fn->ninputs; i++)
        mapped[i] = call->binding.in_axes[i] != AX_NONE;
    ax_map_spec spec = {.example = call->binding.example,
                        .mapped = mapped,
                        .axis_name = fn->axis_name,
                        .length = call->binding.size,
                        .block_rows = fn->block_rows,
                        .micro_batch = fn->micro_batch,
                        .devices = fn->mesh_devices};
    call->binding.example = NULL;
    AX_TRY_GOTO(status, ax_map_program_create(call->context, &spec, &call->program), done);
    status = check_rows(call);
done:
    free(types);
    free(mapped);
    return status;
}

static ax_status *make_output(const map_call *call, int32_t index)
{
    const ax_map_program *program = call->program;
    const ax_var *var = program->example->outputs[index];
    bool mapped = ax_var_is_mapped(&program->phases->vars[var->id]);
    int64_t axis = call->binding.out_axes[index];
    if (axis == AX_NONE) {
        if (!mapped)
            return ax_array_create(&var->type, NULL, &call->outputs[index]);
        return AX_ERROR(AX_INVALID_ARGUMENT,
                        "map: out_axes of result %d is AX_NONE, but the result %s differs from row "
                        "to row; give it an axis, or reduce it over the rows",
                        (int)index, AX_TYPE_STRING(&var->type));
    }
    if (var->type.ndim == AX_MAX_NDIM) {
        return AX_ERROR(AX_INVALID_ARGUMENT, "map: result %d %s has no room for another dimension",
                        (int)index, AX_TYPE_STRING(&var->type));
    }
    ax_type type = ax_type_insert_dim(&var->type, (int32_t)axis, program->sharding.length);
    if (ax_comm_size(call->context->comm) == 1) {
        return ax_array_create(&type, NULL, &call->outputs[index]);
    }
    int64_t first = ax_sharding_row(&program->sharding, program->first_block);
    int64_t end = ax_sharding_row(&program->sharding, program->end_block);
    return ax_array_create_sharded(&type, (int32_t)axis, first, end - first, NULL,
                                   &call->outputs[index]);
}

static ax_status *run(const map_call *call)
{
    const ax_fn *fn = call->fn;
    const void **shared = calloc((size_t)fn->ninputs + 1, sizeof *shared);
    if (!shared)
        return ax_comm_fail(call->context->comm,
                            AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a call"));
    for (int32_t i = 0; i < fn->ninputs; i++) {
        if (call->binding.in_axes[i] == AX_NONE)
            shared[i] = call->inputs[i]->data;
    }
    ax_array_source source = {call->inputs, call->binding.in_axes};
    ax_array_sink sink = {call->outputs, call->binding.out_axes};
    ax_row_source rows_in = ax_array_source_rows(&source);
    ax_row_sink rows_out = ax_array_sink_rows(&sink);
    ax_status *status = ax_map_program_run(call->program, shared, &rows_in, &rows_out, NULL);
    free(shared);
    return status;
}

static ax_status *check_mesh(const ax_context *context, const ax_fn *fn)
{
    if (!fn->mesh_context || fn->mesh_context == context)
        return NULL;
    return AX_ERROR(AX_INVALID_ARGUMENT, "map: its mesh is of another context than the call's");
}

static ax_status *call_map(ax_context *context, const ax_fn *fn, ax_array *const *inputs,
                           ax_array **outputs)
{
    map_call call = {.context = context, .fn = fn, .inputs = inputs, .outputs = outputs};
    ax_status *status = check_mesh(context, fn);
    if (!status)
        status = prepare(&call);
    for (int32_t i = 0; i < fn->noutputs && !status; i++)
        status = make_output(&call, i);
    /* Other ranks may be all well and waiting: a rank that cannot start says so. */
    status = status ? ax_comm_fail(context->comm, status) : run(&call);
    if (status)
        release_all(outputs, fn->noutputs);
    ax_map_program_free(call.program);
    ax_mapped_call_free(&call.binding);
    return status;
}

ax_status *ax_call(ax_context *context, ax_fn *fn, ax_array *const *inputs, ax_array **outputs)
{
    for (int32_t i = 0; i < fn->noutputs; i++)
        outputs[i] = NULL;
    if (fn->kind == AX_FN_MAP)
        return call_map(context, fn, inputs, outputs);
    ax_type *types = calloc((size_t)fn->ninputs + 1, sizeof *types);
    if (!types)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a call");
    for (int32_t i = 0; i < fn->ninputs; i++)
        types[i] = inputs[i]->type;
    ax_graph *graph = NULL;
    ax_status *status = ax_fn_trace(fn, types, NULL, &graph);
    free(types);
    return status ? status : call_graph(context, graph, inputs, outputs);
}
