#include "exec/context.h"

#include "backend/cpu/codegen.h"
#include "exec/binary.h"
#include "exec/map_cache.h"

#include <math.h>
#include <stdlib.h>

enum {
    DEFAULT_TIMEOUT = 600,
    KEPT_SHARE = 8 /* of the budget: an eighth may lie in freed buffers */
};

static ax_status *check_options(const ax_context_options *options)
{
    if (options->devices_per_rank < 0 || options->devices_per_rank > 4096) {
        return AX_ERROR(AX_INVALID_ARGUMENT, "devices_per_rank is %d; 1 to 4096 are allowed",
                        options->devices_per_rank);
    }
    if (options->threads < 0 || options->threads > 4096) {
        return AX_ERROR(AX_INVALID_ARGUMENT, "threads is %d; 1 to 4096 are allowed",
                        options->threads);
    }
    if (isnan(options->timeout)) {
        return AX_ERROR(AX_INVALID_ARGUMENT, "timeout is not a number of seconds");
    }
    if (options->memory < 0) {
        return AX_ERROR(AX_INVALID_ARGUMENT, "memory is %lld bytes; it cannot be negative",
                        (long long)options->memory);
    }
    return NULL;
}

/* A rank's budget: what was asked for, or 0.8 of what is free on its host, shared by its ranks. */
static int64_t memory_budget(const ax_context *context, const ax_context_options *options)
{
    if (options->memory)
        return options->memory;
    int64_t available = ax_machine_memory(ax_topology_machine(context->topology));
    return available / 5 * 4 / ax_comm_node_size(context->comm);
}

/* What this rank does alone, so that its failure can be told to the others. */
static ax_status *open_local(ax_context *context, const ax_context_options *options)
{
    AX_TRY(check_options(options));
    context->backend = ax_backend_find(options->backend ? options->backend : "cpu");
    if (!context->backend) {
        return AX_ERROR(AX_INVALID_ARGUMENT,
                        "there is no backend '%s'; there are cpu and reference", options->backend);
    }
    AX_TRY(ax_topology_discover(&context->topology));
    AX_TRY(ax_binaries_create(&context->binaries));
    AX_TRY(ax_map_cache_create(&context->maps));
    return ax_allocator_create("rank", 0, &context->allocator);
}

/* On unlike hosts code is made for what the weakest of them can run, unless the context is native: so all
 * compute the same bits. */
static ax_status *open_devices(ax_context *context)
{
    for (int i = 0; i < context->places.local_count; i++)
        AX_TRY(ax_device_open(ax_context_local_device(context, i), 0));
    if (context->backend == &ax_backend_cpu) {
        ax_codegen_options code = {.level = context->native ? -1
                                                            : (int)context->places.vector_level};
        AX_TRY(ax_codegen_create(&code, &context->codegen));
    }
    context->target = (ax_target){
        .backend = context->backend, .codegen = context->codegen, .team = ax_context_team(context)};
    return NULL;
}

static ax_status *open_context(ax_context *context, const ax_context_options *options)
{
    AX_TRY(ax_comm_agree(context->comm, "making a context", open_local(context, options)));
    context->native = options->native;
    context->check_promises = options->check_promises;
    context->memory = memory_budget(context, options);
    if (context->memory)
        ax_allocator_keep_at_most(context->allocator, context->memory / KEPT_SHARE);
    AX_TRY(ax_places_agree(context->comm, context->topology, options->devices_per_rank,
                           options->threads, &context->places));
    if (context->places.unlike) {
        context->hosts_note =
            "the hosts' vector levels differ: exp, log, tanh and the like may differ in "
            "their last bits with the host that computes them";
    }
    return ax_comm_agree(context->comm, "starting devices", open_devices(context));
}

ax_status *ax_context_create_with(ax_comm *comm, const ax_context_options *options,
                                  ax_context **out_context)
{
    static const ax_context_options defaults;
    if (!options)
        options = &defaults;
    ax_context *context = calloc(1, sizeof *context);
    if (!context)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a context");
    atomic_init(&context->references, 1);
    context->comm = comm;
    double timeout = options->timeout == 0 ? DEFAULT_TIMEOUT : options->timeout;
    ax_comm_set_timeout(comm, timeout > 0 ? timeout : 0);
    ax_status *status = open_context(context, options);
    if (status) {
        context->comm = NULL; /* still the caller's */
        ax_context_release(context);
        return status;
    }
    *out_context = context;
    return NULL;
}

ax_status *ax_context_create(const ax_context_options *options, ax_context **out_context)
{
    ax_comm *comm;
    AX_TRY(ax_comm_create_alone(&(ax_comm_options){0}, &comm));
    ax_status *status = ax_context_create_with(comm, options, out_context);
    if (status)
        ax_comm_destroy(comm);
    return status;
}

void ax_context_retain(ax_context *context)
{
    atomic_fetch_add(&context->references, 1);
}

void ax_context_release(ax_context *context)
{
    if (!context || atomic_fetch_sub(&context->references, 1) > 1)
        return;
    ax_map_cache_free(context->maps);
    ax_binaries_free(context->binaries); /* before the threads, memory and code that they use */
    ax_places_free(&context->places);
    ax_allocator_destroy(context->allocator);
    ax_codegen_free(context->codegen);
    ax_topology_free(context->topology);
    ax_comm_destroy(context->comm);
    free(context);
}

int ax_context_rank(const ax_context *context)
{
    return ax_comm_rank(context->comm);
}

int ax_context_size(const ax_context *context)
{
    return ax_comm_size(context->comm);
}

int ax_context_device_count(const ax_context *context)
{
    return context->places.count;
}

int ax_context_local_devices(const ax_context *context)
{
    return context->places.local_count;
}

bool ax_context_broken(const ax_context *context)
{
    return ax_comm_broken(context->comm);
}

bool ax_context_is_speaker(const ax_context *context)
{
    return ax_comm_is_speaker(context->comm);
}
