/* How many rows are computed at once, and what memory that takes. */
#include "exec/map_private.h"

#include "base/checked.h"
#include "base/text.h"
#include "ops/ops.h"

/* What a thread takes at once when it may choose: so many bytes of rows in and out and of live values, so
 * that they stay in its caches; and no fewer than so many rows, where there are enough for all threads, so
 * that what all rows share is read for many. */
enum { ROWS_TARGET = 4 << 20, LIVE_TARGET = 8 << 20, LEAST_ROWS = 128 };

/* ---- what is needed ---- */

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

static int64_t capped_sum(int64_t a, int64_t b)
{
    int64_t sum;
    return ax_checked_add(a, b, &sum) ? sum : INT64_MAX;
}

/* Bytes of rows that one block of a phase reads and writes. */
static int64_t block_io(const ax_map_program *program, int32_t phase)
{
    const ax_stage *stage = &program->phases->phases[phase].block;
    int64_t bytes = 0;
    for (int32_t i = 0; i < stage->ninputs; i++) {
        const ax_phased_var *var = &program->phases->vars[stage->inputs[i]];
        if (ax_var_is_mapped(var))
            add_bytes(&bytes, &var->type, program->sharding.block_rows);
    }
    for (int32_t i = 0; i < stage->noutputs; i++) {
        const ax_phased_var *var = &program->phases->vars[stage->outputs[i]];
        add_bytes(&bytes, &var->type, program->sharding.block_rows);
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
    for (int32_t v = 0; v < program->phases->nvars; v++) {
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
    }
}

/* What the prologue of a phase makes. */
static int64_t prepared_bytes(const ax_map_code *code)
{
    int64_t bytes = 0;
    const ax_graph *graph = code->prologue ? ax_executable_graph(code->prologue) : NULL;
    for (int32_t i = 0; graph && i < graph->noutputs; i++)
        add_bytes(&bytes, &graph->outputs[i]->type, 1);
    return bytes;
}

/* What depends on the executables that there are. `shared`: without what prologues make. */
static void plan_values(ax_map_program *program, int64_t shared)
{
    ax_map_memory *memory = &program->memory;
    memory->workspace = memory->largest_live = memory->sum_scratch = 0;
    memory->shared = shared;
    for (int32_t p = 0; p < program->phases->nphases; p++) {
        const ax_executable *block = program->code[p].block;
        if (!block)
            continue;
        memory->shared = ax_max_i64(memory->shared,
                                    capped_sum(shared, prepared_bytes(&program->code[p])));
        memory->workspace = ax_max_i64(memory->workspace, ax_executable_workspace(block));
        memory->sum_scratch = ax_max_i64(memory->sum_scratch,
                                         ax_map_sum_scratch(program, p, memory->chunk_blocks));
        memory->largest_live = ax_max_i64(memory->largest_live, ax_executable_largest_live(block));
    }
}

static int64_t total_bytes(const ax_map_program *program, int64_t threads, int64_t chunk_bytes)
{
    const ax_map_memory *memory = &program->memory;
    int64_t total = 0;
    add_scaled(&total, memory->workspace, threads * program->context->places.local_count);
    add_scaled(&total, chunk_bytes, threads * program->context->places.local_count);
    add_scaled(&total, memory->sum_scratch, threads * program->context->places.local_count);
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
    bool by_thread = memory->workspace || memory->chunk_bytes || memory->sum_scratch;
    bool by_rows = by_thread || memory->kept_rows || memory->collectives || memory->reserved;
    ax_text text = {0};
    ax_text_append_bytecount(&text, memory->total);
    ax_text_append(&text, " are needed: ");
    const char *separator = "";
    append_part(&text, &separator, memory->workspace, " of live values");
    separator = memory->workspace ? " and " : "";
    append_part(&text, &separator, memory->chunk_bytes, " of rows");
    if (memory->workspace || memory->chunk_bytes)
        separator = " and ";
    append_part(&text, &separator, memory->sum_scratch, " for sums");
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

/* ---- what is chosen ---- */

/* The most blocks that a device of this rank has. */
static int64_t device_blocks(const ax_map_program *program)
{
    int rank = ax_comm_rank(program->context->comm);
    int64_t most = 1;
    for (int64_t slot = program->rank_slots[rank]; slot < program->rank_slots[rank + 1]; slot++) {
        int64_t blocks = ax_sharding_first_block(&program->sharding, slot + 1) -
                         ax_sharding_first_block(&program->sharding, slot);
        most = ax_max_i64(most, blocks);
    }
    return most;
}

/* Threads and chunk for a micro-batch of `blocks` blocks; a chunk is no larger than it takes to deal the
 * device's blocks in as many chunks, so that the last one is nearly whole. */
static void set_micro_batch(ax_map_program *program, int64_t blocks)
{
    ax_map_memory *memory = &program->memory;
    int64_t most = device_blocks(program);
    memory->threads = ax_min_i64(most_threads(program->context), ax_min_i64(blocks, most));
    int64_t chunk = blocks < most ? blocks / memory->threads : ax_ceil_div(most, memory->threads);
    memory->chunk_blocks = ax_ceil_div(most, ax_ceil_div(most, chunk));
    memory->micro_batch = memory->threads * memory->chunk_blocks * program->sharding.block_rows;
}

/* The memory that it takes, with executables made for it. */
static ax_status *try_micro_batch(ax_map_program *program, int64_t blocks, int64_t io,
                                  int64_t shared)
{
    ax_map_memory *memory = &program->memory;
    set_micro_batch(program, blocks);
    AX_TRY(ax_map_compile_blocks(program, memory->chunk_blocks));
    plan_values(program, shared);
    memory->chunk_bytes = 0;
    add_scaled(&memory->chunk_bytes, io, memory->chunk_blocks);
    memory->total = total_bytes(program, memory->threads, memory->chunk_bytes);
    return NULL;
}

static bool fits(const ax_map_memory *memory)
{
    return !memory->budget || memory->total <= memory->budget;
}

/* The blocks that a thread should take at once: what its caches hold, and enough chunks for all threads. */
static ax_status *wanted_chunk(const ax_map_program *program, int64_t io, int64_t *out_blocks)
{
    int64_t live;
    AX_TRY(ax_map_live_bytes(program, &live));
    int64_t share = ax_ceil_div(device_blocks(program), most_threads(program->context));
    int64_t least = ax_min_i64(share, ax_max_i64(1, LEAST_ROWS / program->sharding.block_rows));
    int64_t blocks = ax_max_i64(share / 4, least);
    blocks = ax_min_i64(blocks, ROWS_TARGET / ax_max_i64(io, 1));
    *out_blocks = ax_max_i64(1, ax_min_i64(blocks, LIVE_TARGET / ax_max_i64(live, 1)));
    return NULL;
}

/* A smaller micro-batch: as much as would fit if all that threads hold grew with it. */
static int64_t less(const ax_map_program *program, int64_t blocks)
{
    const ax_map_memory *memory = &program->memory;
    int64_t fixed = total_bytes(program, 0, 0);
    int64_t room = memory->budget - fixed;
    if (room <= 0 || memory->total == INT64_MAX)
        return 1;
    double part = (double)room / (double)(memory->total - fixed);
    return ax_max_i64(1, ax_min_i64(blocks - 1, (int64_t)((double)blocks * part)));
}

ax_status *ax_map_plan(ax_map_program *program, const ax_map_spec *spec)
{
    ax_map_memory *memory = &program->memory;
    int64_t io, chunk;
    memory->budget = program->context->memory;
    memory->reserved = spec->reserved;
    plan_fixed(program, &io);
    int64_t shared = memory->shared;
    if (spec->micro_batch > 0) {
        AX_TRY(try_micro_batch(
            program, ax_ceil_div(spec->micro_batch, program->sharding.block_rows), io, shared));
        return fits(memory) ? NULL : does_not_fit(program);
    }
    AX_TRY(wanted_chunk(program, io, &chunk));
    int64_t blocks = chunk * most_threads(program->context);
    AX_TRY(try_micro_batch(program, blocks, io, shared));
    while (!fits(memory) && blocks > 1) {
        blocks = less(program, blocks);
        AX_TRY(try_micro_batch(program, blocks, io, shared));
    }
    return fits(memory) ? NULL : does_not_fit(program);
}
