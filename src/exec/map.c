#include "exec/map.h"

#include "base/checked.h"
#include "base/hash.h"
#include "base/text.h"
#include "ops/ops.h"
#include "transform/native_collectives.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_BLOCK_ROWS = 128,
    CHUNK_TARGET = 4 << 20 /* bytes of rows a thread reads and writes at once, when it may choose */
};

/* ---- rows to devices ---- */

ax_status *ax_sharding_make(int64_t length, int64_t block_rows, int64_t devices,
                            ax_sharding *out_sharding)
{
    if (block_rows < 0 || (block_rows & (block_rows - 1))) {
        return AX_ERROR(AX_INVALID_ARGUMENT, "block_rows is %lld; it must be a power of two",
                        (long long)block_rows);
    }
    if (block_rows == 0) {
        block_rows = 1;
        while (block_rows < MOST_BLOCK_ROWS && block_rows * 2 <= length / 64)
            block_rows *= 2;
    }
    *out_sharding = (ax_sharding){
        .length = length,
        .block_rows = block_rows,
        .blocks = ax_ceil_div(length, block_rows),
        .devices = devices,
    };
    return NULL;
}

int64_t ax_sharding_first_block(const ax_sharding *sharding, int64_t device)
{
    if (device >= sharding->devices)
        return sharding->blocks;
    /* blocks * device may pass 2^63: split off the whole part. */
    int64_t whole = sharding->blocks / sharding->devices;
    int64_t rest = sharding->blocks % sharding->devices;
    return whole * device + rest * device / sharding->devices;
}

int64_t ax_sharding_row(const ax_sharding *sharding, int64_t block)
{
    return block >= sharding->blocks ? sharding->length : block * sharding->block_rows;
}

/* ---- compiling ---- */

static ax_status *compile_stage(const ax_map_program *program, ax_stage *stage,
                                ax_executable **out_executable)
{
    if (!stage->graph)
        return NULL;
    ax_graph *graph = stage->graph;
    stage->graph = NULL;
    return ax_executable_create(graph, &program->context->target, out_executable);
}

static ax_status *compile(ax_map_program *program)
{
    int32_t nphases = program->phases->nphases;
    program->shared = calloc((size_t)nphases, sizeof *program->shared);
    program->block = calloc((size_t)nphases, sizeof *program->block);
    if (!program->shared || !program->block) {
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a mapped function");
    }
    for (int32_t p = 0; p < nphases; p++) {
        ax_phase *phase = &program->phases->phases[p];
        AX_TRY(compile_stage(program, &phase->shared, &program->shared[p]));
        AX_TRY(compile_stage(program, &phase->block, &program->block[p]));
    }
    return NULL;
}

/* ---- memory ---- */

/* Adds a value's bytes for `rows` rows; stays at INT64_MAX once it does not fit. */
static void add_bytes(int64_t *total, const ax_type *type, int64_t rows)
{
    int64_t bytes;
    if (!ax_checked_mul(ax_type_bytes(type), rows, &bytes) ||
        !ax_checked_add(*total, bytes, total)) {
        *total = INT64_MAX;
    }
}

static void add_scaled(int64_t *total, int64_t bytes, int64_t times)
{
    ax_type byte = {.dtype = AX_U8, .ndim = 1, .dims = {bytes}};
    add_bytes(total, &byte, times);
}

/* Bytes of arguments and results that one block of a phase moves in and out. */
static int64_t block_io(const ax_map_program *program, int32_t phase)
{
    const ax_stage *stage = &program->phases->phases[phase].block;
    int64_t bytes = 0;
    for (int32_t i = 0; i < stage->ninputs; i++) {
        const ax_phased_var *var = &program->phases->vars[stage->inputs[i]];
        if (var->kind == AX_VAR_MAPPED_INPUT) {
            add_bytes(&bytes, &var->type, program->sharding.block_rows);
        }
    }
    for (int32_t i = 0; i < stage->noutputs; i++) {
        const ax_phased_var *var = &program->phases->vars[stage->outputs[i]];
        if (!var->crosses && !var->gathered) {
            add_bytes(&bytes, &var->type, program->sharding.block_rows);
        }
    }
    return bytes;
}

/* Rows that this rank keeps, padded to whole blocks. */
static int64_t rank_rows(const ax_map_program *program)
{
    return (program->end_block - program->first_block) * program->sharding.block_rows;
}

static int64_t most_threads(const ax_context *context)
{
    int64_t most = 1;
    for (int i = 0; i < context->places.local_count; i++) {
        most = ax_max_i64(most, ax_context_local_device(context, i)->place.nthreads);
    }
    return most;
}

/* What the collectives that end a phase hold at most. A reduction: a value for each thread, the nodes
 * of the tree that wait for their siblings, and the other ranks' nodes of this rank's slice. An
 * all_gather whose rows do not stand first: the rows before they are moved. An exchange: what goes out
 * and comes in. */
static int64_t phase_collectives(const ax_map_program *program, int32_t phase, int64_t threads)
{
    int64_t levels = 1;
    while ((program->sharding.blocks >> levels) > 0)
        levels++;
    int64_t nodes = threads * program->context->places.local_count + 4 * levels;
    int64_t bytes = 0;
    const ax_phase *cuts = &program->phases->phases[phase];
    for (int32_t c = 0; c < cuts->ncuts; c++) {
        const ax_type *result = &program->phases->vars[cuts->cuts[c].result].type;
        const ax_eqn *eqn = cuts->cuts[c].eqn;
        if (ax_cut_reduces(&cuts->cuts[c])) {
            add_bytes(&bytes, result, nodes);
        } else if (eqn->op == &ax_op_exchange) {
            add_bytes(&bytes, result, 2 * rank_rows(program)); /* sent and received */
        } else if (eqn->op == &ax_op_all_gather && ax_eqn_int(eqn, AX_ATTR_ALL_GATHER_DIM) != 0) {
            add_bytes(&bytes, result, 1);
        }
    }
    return bytes;
}

/* What does not depend on the micro-batch. */
static void plan_fixed(ax_map_program *program, int64_t *out_block_io)
{
    ax_map_memory *memory = &program->memory;
    for (int32_t v = 0; v < program->example->nvars; v++) {
        const ax_phased_var *var = &program->phases->vars[v];
        if (var->crosses || var->gathered)
            add_bytes(&memory->kept_rows, &var->type, rank_rows(program));
        if (var->kind == AX_VAR_SHARED || var->kind == AX_VAR_SHARED_INPUT) {
            add_bytes(&memory->shared, &var->type, 1);
        }
    }
    *out_block_io = 0;
    for (int32_t p = 0; p < program->phases->nphases; p++) {
        *out_block_io = ax_max_i64(*out_block_io, block_io(program, p));
        memory->collectives = ax_max_i64(
            memory->collectives, phase_collectives(program, p, most_threads(program->context)));
        if (program->block[p]) {
            memory->workspace = ax_max_i64(memory->workspace,
                                           ax_executable_workspace(program->block[p]));
            memory->largest_live = ax_max_i64(memory->largest_live,
                                              ax_executable_largest_live(program->block[p]));
        }
    }
}

static int64_t total_bytes(const ax_map_program *program, int64_t threads, int64_t chunk_bytes)
{
    const ax_map_memory *memory = &program->memory;
    int64_t total = 0;
    add_scaled(&total, memory->workspace, threads * program->context->places.local_count);
    add_scaled(&total, chunk_bytes, threads * program->context->places.local_count);
    add_scaled(&total, memory->kept_rows, 1);
    add_scaled(&total, memory->shared, 1);
    add_scaled(&total, memory->collectives, 1);
    add_scaled(&total, memory->reserved, 1);
    return total;
}

/* "4 KiB of live values", for what is there. */
static void append_part(ax_text *text, const char **separator, int64_t bytes, const char *what)
{
    if (!bytes)
        return;
    ax_text_append(text, *separator);
    ax_text_append_bytecount(text, bytes);
    ax_text_append(text, what);
    *separator = ", ";
}

static ax_status *does_not_fit(const ax_map_program *program)
{
    const ax_map_memory *memory = &program->memory;
    bool by_thread = memory->workspace || memory->chunk_bytes;
    bool by_rows = by_thread || memory->kept_rows || memory->collectives || memory->reserved;
    ax_text text = {0};
    ax_text_append_bytecount(&text, memory->total);
    ax_text_append(&text, " are needed: ");
    const char *separator = "";
    append_part(&text, &separator, memory->workspace, " of live values");
    separator = memory->workspace ? " and " : "";
    append_part(&text, &separator, memory->chunk_bytes, " of rows");
    if (by_thread) {
        ax_text_printf(&text, " for each of %lld threads on %d devices", (long long)memory->threads,
                       program->context->places.local_count);
        separator = ", ";
    }
    append_part(&text, &separator, memory->shared, by_rows ? " shared by all rows" : " of values");
    append_part(&text, &separator, memory->kept_rows, " kept for all rows");
    append_part(&text, &separator, memory->collectives, " for collectives");
    append_part(&text, &separator, memory->reserved, " for results in pages of other ranks");
    ax_text_append(&text, "; the budget of the rank is ");
    ax_text_append_bytecount(&text, memory->budget);
    ax_text_append(&text, ". Give it more memory");
    if (by_rows)
        ax_text_append(&text, ", fewer threads or devices, smaller blocks, or more ranks");
    if (memory->reserved > 0)
        ax_text_append(&text, ", or write records along axis 0");
    ax_status *status = AX_ERROR(AX_OUT_OF_MEMORY, "%s",
                                 text.bytes ? text.bytes : "the memory budget does not suffice");
    ax_text_free(&text);
    if (!by_rows)
        return status;
    return ax_status_context(status, "with --micro-batch %lld and --block-rows %lld",
                             (long long)memory->micro_batch,
                             (long long)program->sharding.block_rows);
}

/* Sets threads and chunk for a micro-batch of `blocks` blocks. */
static void set_micro_batch(ax_map_program *program, int64_t blocks, int64_t threads, int64_t io)
{
    ax_map_memory *memory = &program->memory;
    memory->threads = ax_min_i64(threads, blocks);
    memory->chunk_blocks = blocks / memory->threads;
    memory->micro_batch = memory->threads * memory->chunk_blocks * program->sharding.block_rows;
    memory->chunk_bytes = 0;
    add_scaled(&memory->chunk_bytes, io, memory->chunk_blocks);
    memory->total = total_bytes(program, memory->threads, memory->chunk_bytes);
}

static bool fits(const ax_map_memory *memory)
{
    return !memory->budget || memory->total <= memory->budget;
}

/* The blocks that a thread should take at once: a few MiB of rows, and enough chunks for all. */
static int64_t wanted_chunk(const ax_map_program *program, int64_t threads, int64_t io)
{
    int64_t by_bytes = CHUNK_TARGET / ax_max_i64(io, 1);
    int64_t devices = program->context->places.local_count;
    int64_t by_balance = (program->end_block - program->first_block) / (devices * threads * 4);
    return ax_max_i64(1, ax_min_i64(by_bytes, by_balance));
}

static ax_status *plan_memory(ax_map_program *program, const ax_map_spec *spec)
{
    ax_map_memory *memory = &program->memory;
    int64_t io;
    int64_t micro_batch = spec->micro_batch;
    memory->budget = program->context->memory;
    memory->reserved = spec->reserved;
    plan_fixed(program, &io);
    int64_t threads = most_threads(program->context);
    if (micro_batch > 0) {
        int64_t most = ax_max_i64(1, program->sharding.blocks);
        int64_t blocks = ax_min_i64(ax_ceil_div(micro_batch, program->sharding.block_rows), most);
        set_micro_batch(program, blocks, threads, io);
        return fits(memory) ? NULL : does_not_fit(program);
    }
    int64_t blocks = threads * wanted_chunk(program, threads, io);
    set_micro_batch(program, blocks, threads, io);
    while (!fits(memory) && blocks > 1) {
        blocks = blocks > threads ? ax_max_i64(blocks / 2 / threads * threads, threads)
                                  : blocks - 1;
        set_micro_batch(program, blocks, threads, io);
    }
    return fits(memory) ? NULL : does_not_fit(program);
}

/* ---- the whole ---- */

static uint64_t fingerprint(const ax_map_program *program, const bool *mapped)
{
    uint64_t hash = ax_graph_fingerprint(program->example);
    hash = ax_hash_bytes(hash, mapped, (size_t)program->example->ninputs * sizeof *mapped);
    hash = ax_hash_string(hash, program->axis_name);
    hash = ax_hash_i64(hash, program->sharding.length);
    hash = ax_hash_i64(hash, program->sharding.block_rows);
    hash = ax_hash_i64(hash, program->sharding.devices);
    hash = ax_hash_bytes(hash, program->slots,
                         (size_t)program->sharding.devices * sizeof *program->slots);
    return ax_hash_string(hash, program->context->backend->name);
}

/* Which device holds which part of the axis, and which parts are each rank's. */
static ax_status *deal_slots(ax_map_program *program, const ax_map_spec *spec)
{
    const ax_places *places = &program->context->places;
    int ranks = ax_comm_size(program->context->comm);
    int64_t devices = program->sharding.devices;
    program->slots = calloc((size_t)devices + 1, sizeof *program->slots);
    program->rank_slots = calloc((size_t)ranks + 1, sizeof *program->rank_slots);
    if (!program->slots || !program->rank_slots)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a mapped function");
    int64_t slot = 0;
    for (int r = 0; r < ranks; r++) {
        program->rank_slots[r] = slot;
        while (slot < devices) {
            int device = spec->slots ? spec->slots[slot] : (int)slot;
            if (device < places->rank_first[r] || device >= places->rank_first[r + 1])
                break;
            program->slots[slot++] = device;
        }
    }
    program->rank_slots[ranks] = slot;
    if (slot != devices)
        return AX_ERROR(AX_INTERNAL, "map: its devices are not in the order of their ranks");
    int rank = ax_comm_rank(program->context->comm);
    program->first_block = ax_sharding_first_block(&program->sharding, program->rank_slots[rank]);
    program->end_block = ax_sharding_first_block(&program->sharding, program->rank_slots[rank + 1]);
    return NULL;
}

static ax_status *fill(ax_map_program *program, const ax_map_spec *spec)
{
    const ax_places *places = &program->context->places;
    if (spec->axis_name) {
        program->axis_name = strdup(spec->axis_name);
        if (!program->axis_name)
            return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a name");
    }
    AX_TRY(ax_sharding_make(spec->length, spec->block_rows,
                            spec->devices ? spec->devices : places->count, &program->sharding));
    AX_TRY(deal_slots(program, spec));
    AX_TRY(ax_phases_create(program->example, spec->mapped, spec->axis_name, spec->length,
                            program->sharding.block_rows, &program->phases));
    AX_TRY(compile(program));
    AX_TRY(plan_memory(program, spec));
    program->fingerprint = fingerprint(program, spec->mapped);
    return NULL;
}

ax_status *ax_map_program_create(ax_context *context, const ax_map_spec *spec,
                                 ax_map_program **out_program)
{
    ax_map_program *program = calloc(1, sizeof *program);
    if (!program) {
        ax_graph_free(spec->example);
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a mapped function");
    }
    program->context = context;
    ax_context_retain(context);
    ax_status *status = ax_native_collectives(spec->example, spec->mapped, spec->axis_name,
                                              spec->length, &program->example);
    ax_graph_free(spec->example);
    if (!status)
        status = fill(program, spec);
    if (status) {
        ax_map_program_free(program);
        return status;
    }
    *out_program = program;
    return NULL;
}

void ax_map_program_free(ax_map_program *program)
{
    if (!program)
        return;
    for (int32_t p = 0; program->phases && p < program->phases->nphases; p++) {
        if (program->shared)
            ax_executable_free(program->shared[p]);
        if (program->block)
            ax_executable_free(program->block[p]);
    }
    free(program->shared);
    free(program->block);
    ax_phases_free(program->phases);
    ax_graph_free(program->example);
    free(program->axis_name);
    free(program->slots);
    free(program->rank_slots);
    ax_context_release(program->context);
    free(program);
}
