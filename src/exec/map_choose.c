/* How many rows are computed at once: what suits the caches, deals evenly and fits the budget. */
#include "exec/map_private.h"

#include "base/checked.h"
#include "base/text.h"

/* What a thread takes at once when it may choose: so many bytes of rows in and out and of live values, so
 * that they stay in its caches; and no fewer than so many rows, where there are enough for all threads, so
 * that what all rows share is read for many. */
enum { ROWS_TARGET = 4 << 20, LIVE_TARGET = 8 << 20, LEAST_ROWS = 256 };

enum { MOST_GUESSES = 8 };

/* Bytes of rows that one block of a phase reads and writes. */
static int64_t block_io(const ax_map_program *program, int32_t phase)
{
    const ax_stage *stage = &program->phases->phases[phase].block;
    int64_t bytes = 0, rows = program->sharding.block_rows;
    for (int32_t i = 0; i < stage->ninputs; i++) {
        const ax_phased_var *var = &program->phases->vars[stage->inputs[i]];
        if (ax_var_is_mapped(var))
            bytes = ax_map_capped_sum(bytes,
                                      ax_map_capped_product(ax_type_bytes(&var->type), rows));
    }
    for (int32_t i = 0; i < stage->noutputs; i++) {
        const ax_phased_var *var = &program->phases->vars[stage->outputs[i]];
        bytes = ax_map_capped_sum(bytes, ax_map_capped_product(ax_type_bytes(&var->type), rows));
    }
    return bytes;
}

static int64_t most_threads(const ax_context *context)
{
    int64_t most = 1;
    for (int i = 0; i < context->places.local_count; i++) {
        most = ax_max_i64(most, ax_context_local_device(context, i)->place.nthreads);
    }
    return most;
}

int64_t ax_map_device_blocks(const ax_map_program *program)
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

/* ---- what does not fit ---- */

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
    const ax_map_rank_memory *rank = &memory->rank;
    bool by_thread = memory->devices_bytes > 0;
    int64_t collectives = ax_map_capped_sum(rank->trees, rank->passing);
    bool by_rows = by_thread || rank->kept_rows || collectives || memory->reserved;
    ax_text text = {0};
    ax_text_append_bytecount(&text, memory->total);
    ax_text_append(&text, " are needed: ");
    const char *separator = "";
    if (by_thread) {
        append_part(&text, &separator, memory->workspace, " of live values");
        separator = memory->workspace ? " and " : "";
        append_part(&text, &separator, memory->room, " of rows");
        int devices = program->context->places.local_count;
        ax_text_printf(&text, " for each of %lld thread%s on %d device%s",
                       (long long)memory->threads, memory->threads == 1 ? "" : "s", devices,
                       devices == 1 ? "" : "s");
        separator = ", ";
    }
    int64_t shared = ax_map_capped_sum(ax_map_capped_sum(rank->arguments, rank->values),
                                       rank->prepared);
    append_part(&text, &separator, shared, by_rows ? " shared by all rows" : " of values");
    append_part(&text, &separator, rank->kept_rows, " kept for all rows");
    append_part(&text, &separator, collectives, " for collectives");
    append_part(&text, &separator, memory->reserved, " for results in pages of other ranks");
    ax_text_append(&text, "; the budget of the rank is ");
    ax_text_append_bytecount(&text, memory->budget);
    ax_text_append(&text, ". Give it more memory");
    if (by_thread && memory->micro_batch > program->sharding.block_rows)
        ax_text_append(&text, ", a smaller micro-batch");
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

static bool fits(const ax_map_memory *memory)
{
    return !memory->budget || memory->total <= memory->budget;
}

/* ---- what is chosen ---- */

/* Threads and chunk for a micro-batch of `blocks` blocks; a chunk is no larger than it takes to deal the
 * device's blocks in as many chunks, so that the last one is nearly whole. */
static void set_micro_batch(ax_map_program *program, int64_t blocks)
{
    ax_map_memory *memory = &program->memory;
    int64_t most = ax_map_device_blocks(program);
    memory->threads = ax_min_i64(most_threads(program->context), ax_min_i64(blocks, most));
    int64_t chunk = blocks < most ? blocks / memory->threads : ax_ceil_div(most, memory->threads);
    memory->chunk_blocks = ax_ceil_div(most, ax_ceil_div(most, chunk));
    memory->micro_batch = memory->threads * memory->chunk_blocks * program->sharding.block_rows;
}

/* The memory that it takes, with executables made for it. */
static ax_status *try_micro_batch(ax_map_program *program, int64_t blocks)
{
    set_micro_batch(program, blocks);
    AX_TRY(ax_map_compile_blocks(program, program->memory.chunk_blocks));
    return ax_map_plan_memory(program);
}

/* The blocks that a thread should take at once: what its caches hold, and enough chunks for all threads. */
static ax_status *wanted_chunk(const ax_map_program *program, int64_t *out_blocks)
{
    int64_t live, io = 1;
    AX_TRY(ax_map_live_bytes(program, &live));
    for (int32_t p = 0; p < program->phases->nphases; p++)
        io = ax_max_i64(io, block_io(program, p));
    int64_t threads = most_threads(program->context);
    int64_t share = ax_ceil_div(ax_map_device_blocks(program), threads);
    int64_t least = ax_min_i64(share, ax_max_i64(1, LEAST_ROWS / program->sharding.block_rows));
    int64_t blocks = ax_max_i64(threads > 1 ? share / 4 : share, least);
    blocks = ax_min_i64(blocks, ROWS_TARGET / io);
    *out_blocks = ax_max_i64(1, ax_min_i64(blocks, LIVE_TARGET / ax_max_i64(live, 1)));
    return NULL;
}

/* The blocks that fit if what devices hold grows with them, which it does nearly. */
static int64_t fitting_blocks(const ax_map_program *program, int64_t blocks)
{
    const ax_map_memory *memory = &program->memory;
    int64_t room = memory->budget - ax_map_capped_sum(memory->rank_bytes, memory->reserved);
    if (room <= 0 || memory->devices_bytes == INT64_MAX)
        return 0;
    double part = (double)room / (double)ax_max_i64(memory->devices_bytes, 1);
    return (int64_t)((double)blocks * part);
}

ax_status *ax_map_plan(ax_map_program *program, const ax_map_spec *spec)
{
    ax_map_memory *memory = &program->memory;
    memory->budget = program->context->memory;
    memory->reserved = spec->reserved;
    if (spec->micro_batch > 0) {
        AX_TRY(
            try_micro_batch(program, ax_ceil_div(spec->micro_batch, program->sharding.block_rows)));
        return fits(memory) ? NULL : does_not_fit(program);
    }
    int64_t chunk;
    AX_TRY(wanted_chunk(program, &chunk));
    int64_t blocks = chunk * most_threads(program->context);
    AX_TRY(try_micro_batch(program, blocks));
    while (!fits(memory) && blocks > 1) {
        blocks = ax_max_i64(1, ax_min_i64(blocks - 1, fitting_blocks(program, blocks)));
        AX_TRY(try_micro_batch(program, blocks));
    }
    return fits(memory) ? NULL : does_not_fit(program);
}

/* ---- the most that would fit ---- */

/* The micro-batch of so many blocks, and whether its plan fits. */
static ax_status *probe(ax_map_program *program, int64_t blocks, ax_map_batch *out, bool *out_fits)
{
    AX_TRY(try_micro_batch(program, blocks));
    int64_t rows = ax_map_device_blocks(program) * program->sharding.block_rows;
    *out = (ax_map_batch){ax_min_i64(program->memory.micro_batch, rows), program->memory.total};
    *out_fits = fits(&program->memory);
    return NULL;
}

/* Plans one batch after another, each where the last plan says that the budget ends; by halves where that leads
 * no further. */
static ax_status *search_largest(ax_map_program *program, ax_map_batch *largest, ax_map_batch *next)
{
    const ax_map_memory *memory = &program->memory;
    int64_t blocks = memory->threads * memory->chunk_blocks;
    int64_t low = 0, high = ax_map_device_blocks(program) + 1;
    for (int probes = 0; high - low > 1; probes++) {
        blocks = probes < MOST_GUESSES ? fitting_blocks(program, blocks) : low + (high - low) / 2;
        blocks = ax_max_i64(low + 1, ax_min_i64(blocks, high - 1));
        ax_map_batch batch;
        bool fit;
        AX_TRY(probe(program, blocks, &batch, &fit));
        if (fit) {
            *largest = batch;
            low = blocks;
        } else {
            *next = batch;
            high = blocks;
        }
    }
    return NULL;
}

ax_status *ax_map_largest_batch(ax_map_program *program, ax_map_batch *out_largest,
                                ax_map_batch *out_next)
{
    const ax_map_memory *memory = &program->memory;
    int64_t blocks = memory->threads * memory->chunk_blocks;
    *out_largest = *out_next = (ax_map_batch){0};
    if (!memory->budget)
        return NULL;
    AX_TRY(search_largest(program, out_largest, out_next));
    return try_micro_batch(program, blocks);
}
