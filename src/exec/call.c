#include "exec/call.h"

#include "exec/array_rows.h"
#include "exec/evaluate.h"
#include "exec/jit.h"
#include "exec/map_cache.h"
#include "exec/mesh.h"
#include "transform/fn.h"

#include <axmap/call.h>
#include <stdlib.h>
#include <string.h>

static ax_status *set_mesh(ax_fn *map, const ax_mesh *mesh)
{
    if (!mesh)
        return NULL;
    map->mesh_ids = calloc((size_t)mesh->devices, sizeof *map->mesh_ids);
    if (!map->mesh_ids)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a function");
    memcpy(map->mesh_ids, mesh->ids, (size_t)mesh->devices * sizeof *map->mesh_ids);
    map->mesh_context = mesh->context;
    map->mesh_devices = mesh->devices;
    return NULL;
}

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
    ax_fn *map;
    AX_TRY(ax_fn_wrap(AX_FN_MAP, fn, &axes, &map));
    map->block_rows = options->block_rows;
    map->micro_batch = options->micro_batch;
    ax_status *status = ax_fn_set_donate(map, options->donate);
    if (!status)
        status = set_mesh(map, options->mesh);
    if (status) {
        ax_fn_release(map);
        return status;
    }
    *out_fn = map;
    return NULL;
}

/* The slots [*out_first, *out_end) of a map's devices that devices [begin, end), all of one rank or only
 * one, hold: these stand together in a mesh. */
static void find_slots(const ax_fn *map, int begin, int end, int64_t *out_first, int64_t *out_end)
{
    if (!map->mesh_ids) {
        *out_first = begin;
        *out_end = end;
        return;
    }
    int64_t before = 0, first = -1, count = 0;
    for (int64_t slot = 0; slot < map->mesh_devices; slot++) {
        bool held = map->mesh_ids[slot] >= begin && map->mesh_ids[slot] < end;
        before += map->mesh_ids[slot] < begin;
        if (held && first < 0)
            first = slot;
        count += held;
    }
    *out_first = first < 0 ? before : first;
    *out_end = *out_first + count;
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
    int64_t first_slot, end_slot;
    find_slots(map, first, end, &first_slot, &end_slot);
    int64_t row = ax_sharding_row(&sharding, ax_sharding_first_block(&sharding, first_slot));
    *out_first = row;
    *out_count = ax_sharding_row(&sharding, ax_sharding_first_block(&sharding, end_slot)) - row;
    return NULL;
}

/* ---- donated arguments ---- */

ax_status *ax_call_check_arguments(const ax_fn *fn, ax_array *const *inputs)
{
    for (int32_t i = 0; i < fn->ninputs; i++) {
        if (!inputs[i]) {
            return AX_ERROR(AX_INVALID_ARGUMENT,
                            "argument %d is NULL; the call takes an array for each of %d arguments",
                            (int)i, (int)fn->ninputs);
        }
        if (inputs[i]->donated) {
            return AX_ERROR(AX_INVALID_ARGUMENT, "argument %d was donated to an earlier call",
                            (int)i);
        }
    }
    for (int32_t i = 0; i < fn->donate.count; i++) {
        int64_t donated = fn->donate.values[i];
        for (int32_t j = 0; j < fn->ninputs; j++) {
            if (j != donated && inputs[j] == inputs[donated]) {
                return AX_ERROR(AX_INVALID_ARGUMENT,
                                "%s: argument %lld is donated, but is also argument %d",
                                ax_fn_transform(fn), (long long)donated, (int)j);
            }
        }
    }
    return NULL;
}

void ax_call_donate(const ax_fn *fn, ax_array *const *inputs)
{
    for (int32_t i = 0; i < fn->donate.count; i++)
        ax_array_donate(inputs[fn->donate.values[i]]);
}

/* ---- calls that map nothing ---- */

void ax_call_release(ax_array **outputs, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        ax_array_release(outputs[i]);
        outputs[i] = NULL;
    }
}

ax_status *ax_call_check_whole(ax_array *const *inputs, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        if (inputs[i]->sharded) {
            return AX_ERROR(AX_INVALID_ARGUMENT,
                            "argument %d is sharded; map the function, or gather the array",
                            (int)i);
        }
    }
    return NULL;
}

ax_status *ax_call_graph(ax_context *context, ax_graph *graph, ax_array *const *inputs,
                         ax_array **outputs)
{
    int32_t ninputs = graph->ninputs;
    int32_t noutputs = graph->noutputs;
    const void **in = calloc((size_t)ninputs + 1, sizeof *in);
    void **out = calloc((size_t)noutputs + 1, sizeof *out);
    ax_status *status = in && out ? NULL : AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a call");
    if (!status)
        status = ax_call_check_whole(inputs, ninputs);
    for (int32_t i = 0; i < ninputs && !status; i++)
        in[i] = inputs[i]->data;
    for (int32_t i = 0; i < noutputs && !status; i++) {
        status = ax_array_create_in(context->allocator, &graph->outputs[i]->type, &outputs[i]);
        if (!status)
            out[i] = outputs[i]->data;
    }
    if (status) {
        ax_graph_free(graph);
    } else {
        status = ax_evaluate_graph(context, graph, in, out);
    }
    if (status)
        ax_call_release(outputs, noutputs);
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
                        .devices = fn->mesh_devices,
                        .slots = fn->mesh_ids};
    call->binding.example = NULL;
    AX_TRY_GOTO(status, ax_map_program_take(call->context, &spec, &call->program), done);
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
    ax_allocator *allocator = call->context->allocator;
    if (axis == AX_NONE) {
        if (!mapped)
            return ax_array_create_in(allocator, &var->type, &call->outputs[index]);
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
        return ax_array_create_in(allocator, &type, &call->outputs[index]);
    }
    int64_t first = ax_sharding_row(&program->sharding, program->first_block);
    int64_t end = ax_sharding_row(&program->sharding, program->end_block);
    return ax_array_create_sharded_in(allocator, &type, (int32_t)axis, first, end - first,
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
        status = ax_call_check_arguments(fn, inputs);
    if (!status)
        status = prepare(&call);
    for (int32_t i = 0; i < fn->noutputs && !status; i++)
        status = make_output(&call, i);
    /* Other ranks may be all well and waiting: a rank that cannot start says so. */
    status = status ? ax_comm_fail(context->comm, status) : run(&call);
    if (status) {
        ax_call_release(outputs, fn->noutputs);
    } else {
        ax_call_donate(fn, inputs);
    }
    ax_map_program_leave(context, call.program);
    ax_mapped_call_free(&call.binding);
    return status;
}

static ax_status *call_any(ax_context *context, ax_fn *fn, ax_array *const *inputs,
                           ax_array **outputs)
{
    if (fn->kind == AX_FN_MAP)
        return call_map(context, fn, inputs, outputs);
    if (fn->kind == AX_FN_PMAP)
        return ax_call_pmap(context, fn, inputs, outputs);
    if (fn->kind == AX_FN_JIT)
        return ax_call_jit(context, fn, inputs, outputs);
    AX_TRY(ax_call_check_arguments(fn, inputs));
    ax_type *types = calloc((size_t)fn->ninputs + 1, sizeof *types);
    if (!types)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a call");
    for (int32_t i = 0; i < fn->ninputs; i++)
        types[i] = inputs[i]->type;
    ax_graph *graph = NULL;
    ax_status *status = ax_fn_trace(fn, types, NULL, &graph);
    free(types);
    return status ? status : ax_call_graph(context, graph, inputs, outputs);
}

ax_status *ax_call(ax_context *context, ax_fn *fn, ax_array *const *inputs, ax_array **outputs)
{
    for (int32_t i = 0; i < fn->noutputs; i++)
        outputs[i] = NULL;
    bool failed_before = ax_comm_failed(context->comm);
    ax_status *status = call_any(context, fn, inputs, outputs);
    if (failed_before && ax_status_code(status) == AX_PEER_FAILED) {
        return ax_status_context(status, "in an earlier call, the last of this context: %s",
                                 ax_context_broken(context)
                                     ? "end the program"
                                     : "to go on, release it on all ranks and make another");
    }
    return status;
}
