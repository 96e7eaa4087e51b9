#include "transform/pmap.h"
#include "exec/call.h"
#include "exec/grid_rows.h"
#include "exec/map_cache.h"

#include "base/hash.h"

#include <axmap/pmap.h>
#include <stdlib.h>
#include <string.h>

ax_status *ax_pmap(ax_fn *fn, const ax_pmap_options *options, ax_fn **out_fn)
{
    static const ax_pmap_options defaults;
    if (!options)
        options = &defaults;
    ax_vmap_options axes = {.in_axes = options->in_axes,
                            .out_axes = options->out_axes,
                            .axis_name = options->axis_name,
                            .axis_size = options->axis_size};
    ax_fn *pmap;
    AX_TRY(ax_fn_wrap(AX_FN_PMAP, fn, &axes, &pmap));
    ax_status *status = ax_fn_set_donate(pmap, options->donate);
    if (!status)
        status = ax_ints_copy(options->devices, &pmap->devices);
    if (status) {
        ax_fn_release(pmap);
        return status;
    }
    *out_fn = pmap;
    return NULL;
}

typedef struct pmap_call {
    ax_context *context;
    const ax_fn *fn;
    ax_array *const *inputs;
    ax_array **outputs;
    ax_pmap_call binding;
    int64_t first, count, total; /* slices of the outer axis: this rank's, and all */
    int *slots;                  /* the device of each point, over all ranks */
    ax_map_program *program;
} pmap_call;

static ax_status *no_memory(void)
{
    return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a call");
}

/* ---- this rank's slices and devices ---- */

static ax_status *check_devices(const pmap_call *call)
{
    ax_ints devices = call->fn->devices;
    int here = call->context->places.local_count;
    for (int32_t i = 0; i < devices.count; i++) {
        if (devices.values[i] < 0 || devices.values[i] >= here) {
            return AX_ERROR(AX_INVALID_ARGUMENT,
                            "pmap: devices names device %lld, but rank %d has devices 0 to %d",
                            (long long)devices.values[i], ax_comm_rank(call->context->comm),
                            here - 1);
        }
        for (int32_t j = 0; j < i; j++) {
            if (devices.values[i] == devices.values[j]) {
                return AX_ERROR(AX_INVALID_ARGUMENT, "pmap: devices names device %lld twice",
                                (long long)devices.values[i]);
            }
        }
    }
    return NULL;
}

/* Says what has more slices than there are devices: the first mapped argument, or axis_size. */
static ax_status *too_many_slices(const pmap_call *call, int64_t devices)
{
    const ax_pmap_call *binding = &call->binding;
    ax_text text = {0};
    int32_t argument = 0;
    while (argument < call->fn->ninputs && binding->levels[0].in_dims[argument] == AX_NONE)
        argument++;
    if (argument < call->fn->ninputs) {
        ax_fn_describe_argument(&text, call->fn, argument, &call->inputs[argument]->type);
        ax_text_printf(&text, " has %lld slices at axis %lld", (long long)call->count,
                       (long long)binding->levels[0].in_dims[argument]);
    } else {
        ax_text_printf(&text, "axis_size is %lld", (long long)call->count);
    }
    if (binding->nlevels > 1) {
        ax_text_printf(&text, ", each on %lld devices for the pmap inside",
                       (long long)binding->inner_points);
    }
    ax_text_printf(&text, ", but rank %d %s %lld device%s", ax_comm_rank(call->context->comm),
                   call->fn->devices.count ? "was given" : "has", (long long)devices,
                   devices == 1 ? "" : "s");
    ax_status *status = text.failed || !text.bytes
                            ? no_memory()
                            : AX_ERROR(AX_INVALID_ARGUMENT,
                                       "pmap: %s; give the rank more devices, or use map, which "
                                       "takes any number",
                                       text.bytes);
    ax_text_free(&text);
    return status;
}

static ax_status *bind(pmap_call *call)
{
    const ax_fn *fn = call->fn;
    AX_TRY(check_devices(call));
    AX_TRY(ax_call_check_arguments(fn, call->inputs));
    ax_type *types = calloc((size_t)fn->ninputs + 1, sizeof *types);
    ax_status *status = types ? NULL : no_memory();
    for (int32_t i = 0; i < fn->ninputs && !status; i++) {
        types[i] = call->inputs[i]->type;
        if (call->inputs[i]->sharded) {
            status = AX_ERROR(AX_INVALID_ARGUMENT,
                              "pmap: argument %d is sharded; pmap takes each rank's slices as a "
                              "whole array, or map the function with ax_map",
                              (int)i);
        }
    }
    if (!status)
        status = ax_pmap_bind(fn, types, &call->binding);
    free(types);
    AX_TRY(status);
    call->count = call->binding.levels[0].size;
    int64_t devices = fn->devices.count ? fn->devices.count : call->context->places.local_count;
    bool fits = call->count == 0 || call->binding.inner_points <= devices / call->count;
    return fits ? NULL : too_many_slices(call, devices);
}

/* ---- all ranks' slices and devices ---- */

/* What must be equal on all ranks before they know the axis's size. */
static uint64_t fingerprint(const pmap_call *call)
{
    const ax_pmap_call *binding = &call->binding;
    uint64_t hash = ax_hash_i64(ax_hash_string(0, "pmap"), binding->nlevels);
    for (int32_t l = 0; l < binding->nlevels; l++) {
        const ax_pmap_level *level = &binding->levels[l];
        hash = ax_hash_string(hash, level->fn->axis_name);
        hash = ax_hash_i64(hash, l ? level->size : 0);
        for (int32_t i = 0; i < call->fn->ninputs; i++)
            hash = ax_hash_i64(hash, level->in_dims[i]);
    }
    for (int32_t i = 0; i < call->fn->ninputs; i++) {
        const ax_type *type = &binding->slices[i];
        hash = ax_hash_i64(ax_hash_i64(hash, type->dtype), type->ndim);
        for (int32_t d = 0; d < type->ndim; d++)
            hash = ax_hash_i64(hash, type->dims[d]);
    }
    return hash;
}

/* What a rank says: its number of slices, then the numbers, over all ranks, of the devices that hold
 * their points. */
static ax_status *say(const pmap_call *call, int32_t **out_words, int64_t *out_count)
{
    int64_t points = call->count * call->binding.inner_points; /* no more than there are devices */
    int32_t *words = calloc((size_t)points + 1, sizeof *words);
    if (!words)
        return no_memory();
    words[0] = (int32_t)call->count;
    for (int64_t i = 0; i < points; i++) {
        int64_t local = call->fn->devices.count ? call->fn->devices.values[i] : i;
        words[i + 1] = call->context->places.first_local + (int32_t)local;
    }
    *out_words = words;
    *out_count = points + 1;
    return NULL;
}

static ax_status *hear(pmap_call *call, const ax_blobs *blobs)
{
    int64_t word = sizeof(int32_t);
    int64_t points = blobs->offsets[blobs->count] / word - blobs->count, slot = 0;
    call->slots = calloc((size_t)points + 1, sizeof *call->slots);
    if (!call->slots)
        return no_memory();
    for (int r = 0; r < blobs->count; r++) {
        int32_t slices, device;
        int64_t at = blobs->offsets[r];
        memcpy(&slices, blobs->data + at, sizeof slices);
        if (r < ax_comm_rank(call->context->comm))
            call->first += slices;
        call->total += slices;
        for (at += word; at < blobs->offsets[r + 1]; at += word) {
            memcpy(&device, blobs->data + at, sizeof device);
            call->slots[slot++] = device;
        }
    }
    return NULL;
}

/* A launch: where this rank cannot go on, it says so here. */
static ax_status *exchange_counts(pmap_call *call, ax_status *local)
{
    ax_comm *comm = call->context->comm;
    ax_launch launch = {.what = "counting the slices of a pmap", .patient = true};
    int32_t *words = NULL;
    int64_t count = 0;
    if (!local) {
        launch.fingerprint = fingerprint(call);
        local = say(call, &words, &count);
    }
    ax_blobs blobs;
    ax_status *status = ax_comm_allgather_blobs(comm, &launch, local, words,
                                                count * (int64_t)sizeof *words, &blobs);
    free(words);
    AX_TRY(status);
    status = hear(call, &blobs);
    ax_blobs_free(&blobs);
    return status ? ax_comm_fail(comm, status) : NULL;
}

/* ---- the program and its results ---- */

static ax_status *make_program(pmap_call *call)
{
    ax_pmap_call *binding = &call->binding;
    AX_TRY(ax_pmap_trace(binding, call->total));
    ax_map_spec spec = {.example = binding->example,
                        .mapped = binding->mapped,
                        .axis_name = binding->axis_name,
                        .length = binding->points,
                        .block_rows = 1,
                        .micro_batch = 1,
                        .devices = binding->points,
                        .slots = binding->points ? call->slots : NULL};
    binding->example = NULL;
    return ax_map_program_take(call->context, &spec, &call->program);
}

/* By level the dimension of a result where this rank's slices stand; none in one that is whole. */
static void result_dims(const pmap_call *call, int32_t result, int64_t *out_dims)
{
    const ax_pmap_call *binding = &call->binding;
    bool whole = binding->levels[0].out_dims[result] == AX_NONE;
    for (int32_t l = 0; l < binding->nlevels; l++)
        out_dims[l] = whole ? AX_NONE : binding->levels[l].out_dims[result];
}

static ax_status *make_result(const pmap_call *call, int32_t result)
{
    const ax_pmap_call *binding = &call->binding;
    const ax_var *var = call->program->example->outputs[result];
    int64_t dims[AX_MOST_PMAP_LEVELS];
    result_dims(call, result, dims);
    if (dims[0] == AX_NONE && ax_var_is_mapped(&call->program->phases->vars[var->id])) {
        return AX_ERROR(AX_INVALID_ARGUMENT,
                        "pmap: out_axes of result %d is AX_NONE, index 0's value, but the axis has "
                        "size 0",
                        (int)result);
    }
    ax_type type = {.dtype = var->type.dtype, .ndim = var->type.ndim};
    bool taken[AX_MAX_NDIM] = {false};
    for (int32_t l = 0; l < binding->nlevels; l++) {
        if (dims[l] == AX_NONE)
            continue;
        taken[dims[l]] = true;
        type.dims[dims[l]] = l == 0 ? call->count : binding->levels[l].size;
        type.ndim++;
    }
    for (int32_t d = 0, own = 0; d < type.ndim; d++) {
        if (!taken[d])
            type.dims[d] = var->type.dims[own++];
    }
    return ax_array_create_in(call->context->allocator, &type, &call->outputs[result]);
}

static ax_status *run_with(const pmap_call *call, const void **shared, ax_grid_array *inputs,
                           ax_grid_array *outputs)
{
    const ax_pmap_call *binding = &call->binding;
    int64_t dims[AX_MOST_PMAP_LEVELS];
    for (int32_t i = 0; i < call->fn->ninputs; i++) {
        for (int32_t l = 0; l < binding->nlevels; l++)
            dims[l] = binding->levels[l].in_dims[i];
        if (!binding->mapped[i])
            shared[i] = call->inputs[i]->data;
        inputs[i] = ax_grid_array_make(binding, call->inputs[i], dims, call->first, call->count);
    }
    for (int32_t i = 0; i < call->fn->noutputs; i++) {
        result_dims(call, i, dims);
        outputs[i] = ax_grid_array_make(binding, call->outputs[i], dims, call->first, call->count);
    }
    ax_row_source source = ax_grid_source(inputs);
    ax_row_sink sink = ax_grid_sink(outputs);
    return ax_map_program_run(call->program, shared, &source, &sink, NULL);
}

static ax_status *run(const pmap_call *call)
{
    const void **shared = calloc((size_t)call->fn->ninputs + 1, sizeof *shared);
    ax_grid_array *inputs = calloc((size_t)call->fn->ninputs + 1, sizeof *inputs);
    ax_grid_array *outputs = calloc((size_t)call->fn->noutputs + 1, sizeof *outputs);
    ax_status *status = shared && inputs && outputs
                            ? run_with(call, shared, inputs, outputs)
                            : ax_comm_fail(call->context->comm, no_memory());
    free(shared);
    free(inputs);
    free(outputs);
    return status;
}

ax_status *ax_call_pmap(ax_context *context, ax_fn *fn, ax_array *const *inputs, ax_array **outputs)
{
    pmap_call call = {.context = context, .fn = fn, .inputs = inputs, .outputs = outputs};
    ax_status *status = exchange_counts(&call, bind(&call));
    if (!status) {
        status = make_program(&call);
        for (int32_t i = 0; i < fn->noutputs && !status; i++)
            status = make_result(&call, i);
        /* Other ranks may be all well and waiting: a rank that cannot start says so. */
        status = status ? ax_comm_fail(context->comm, status) : run(&call);
    }
    if (status) {
        ax_call_release(outputs, fn->noutputs);
    } else {
        ax_call_donate(fn, inputs);
    }
    ax_map_program_leave(context, call.program);
    ax_pmap_call_free(&call.binding);
    free(call.slots);
    return status;
}
