/* A thread that computes blocks: it takes a chunk of blocks, reads their rows (map_rows.c), computes them all at
 * once or block by block (exec/map.h: ax_map_code), hands the results on, and adds to the sums over the axis. */
#include "exec/map_worker.h"

#include "base/checked.h"
#include "base/clock.h"
#include "exec/map_private.h"
#include "exec/map_rows.h"

#include <stdlib.h>
#include <string.h>

typedef ax_map_worker worker;

/* ---- memory ---- */

static int64_t chunk_bytes(const ax_map_program *program, int32_t var)
{
    int64_t rows = program->sharding.block_rows * program->memory.chunk_blocks;
    int64_t bytes = ax_map_capped_product(ax_type_bytes(&program->phases->vars[var].type), rows);
    return bytes > INT64_MAX - 64 ? INT64_MAX : ax_round_up(bytes, 64);
}

static bool is_mapped(const ax_map_program *program, int32_t var)
{
    return ax_var_is_mapped(&program->phases->vars[var]);
}

int64_t ax_map_room_bytes(const ax_map_program *program, int32_t phase)
{
    const ax_stage *stage = &program->phases->phases[phase].block;
    int64_t bytes = ax_map_sum_scratch(program, phase, program->memory.chunk_blocks);
    for (int32_t i = 0; i < stage->ninputs; i++) {
        if (is_mapped(program, stage->inputs[i]))
            bytes = ax_map_capped_sum(bytes, chunk_bytes(program, stage->inputs[i]));
    }
    for (int32_t i = 0; i < stage->noutputs; i++)
        bytes = ax_map_capped_sum(bytes, chunk_bytes(program, stage->outputs[i]));
    return bytes;
}

static ax_status *no_memory(void)
{
    return AX_ERROR(AX_OUT_OF_MEMORY, "no memory to run blocks");
}

static ax_status *make_lists(worker *w, int32_t prepared)
{
    size_t ninputs = (size_t)(w->stage->ninputs + prepared) + 1;
    size_t noutputs = (size_t)w->stage->noutputs + 1;
    w->input_rows = calloc(ninputs, sizeof *w->input_rows);
    w->output_rows = calloc(noutputs, sizeof *w->output_rows);
    w->input_base = calloc(ninputs, sizeof *w->input_base);
    w->output_base = calloc(noutputs, sizeof *w->output_base);
    w->inputs = calloc(ninputs, sizeof *w->inputs);
    w->outputs = calloc(noutputs, sizeof *w->outputs);
    bool all = w->input_rows && w->output_rows && w->input_base && w->output_base && w->inputs &&
               w->outputs;
    return all ? NULL : no_memory();
}

/* Deals the room to the rows of each value, and to sums. */
static ax_status *make_room(worker *w)
{
    const ax_map_program *program = w->run->program;
    AX_TRY(ax_allocator_alloc(w->device->allocator, ax_map_room_bytes(program, w->run->phase),
                              &w->room));
    char *at = w->room;
    for (int32_t i = 0; i < w->stage->ninputs; i++) {
        if (!is_mapped(program, w->stage->inputs[i]))
            continue;
        w->input_rows[i] = at;
        at += chunk_bytes(program, w->stage->inputs[i]);
    }
    for (int32_t i = 0; i < w->stage->noutputs; i++) {
        w->output_rows[i] = at;
        at += chunk_bytes(program, w->stage->outputs[i]);
    }
    w->sum_scratch = at;
    return NULL;
}

/* ---- sums over the axis ---- */

static int32_t output_position(const ax_stage *stage, int32_t var)
{
    for (int32_t i = 0; i < stage->noutputs; i++) {
        if (stage->outputs[i] == var)
            return i;
    }
    return -1;
}

static const char *output_rows(const worker *w, int32_t var)
{
    int32_t i = output_position(w->stage, var);
    return i < 0 ? NULL : w->output_base[i];
}

static const ax_phase *phase_of(const worker *w)
{
    return &w->run->program->phases->phases[w->run->phase];
}

/* Gets what the next chunk adds to the trees with, before it is taken: whoever waits holds up no other. */
ax_status *ax_map_worker_prepare(worker *w)
{
    for (int32_t c = 0; c < phase_of(w)->ncuts; c++) {
        ax_map_reserve *r = &w->reserves[c];
        if (!w->run->trees[c] || r->held == r->wanted)
            continue;
        AX_TRY(ax_tree_buffers(w->run->trees[c], r->wanted - r->held, r->buffers + r->held));
        r->held = r->wanted;
    }
    return NULL;
}

static ax_status *open_reserves(worker *w, int64_t nodes)
{
    int32_t ncuts = phase_of(w)->ncuts;
    w->reserves = calloc((size_t)ncuts + 1, sizeof *w->reserves);
    if (!w->reserves)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory to run blocks");
    for (int32_t c = 0; c < ncuts; c++) {
        w->reserves[c].wanted = (int)nodes;
        w->reserves[c].buffers = calloc((size_t)nodes + 1, sizeof *w->reserves[c].buffers);
        if (!w->reserves[c].buffers)
            return AX_ERROR(AX_OUT_OF_MEMORY, "no memory to run blocks");
    }
    return NULL;
}

static void close_reserves(worker *w)
{
    for (int32_t c = 0; w->reserves && c < phase_of(w)->ncuts; c++) {
        ax_map_reserve *r = &w->reserves[c];
        while (r->held > 0)
            ax_tree_discard(w->run->trees[c], r->buffers[--r->held]);
        free(r->buffers);
    }
    free(w->reserves);
}

static ax_status *sum_chunk(worker *w, int64_t first_block, int64_t end_block)
{
    const ax_map_run *run = w->run;
    ax_tree_node nodes[AX_TREE_MAX_NODES];
    int count = ax_tree_nodes(run->program->sharding.blocks, first_block, end_block, nodes);
    for (int32_t c = 0; c < phase_of(w)->ncuts; c++) {
        const ax_cut *cut = &phase_of(w)->cuts[c];
        if (!run->trees[c])
            continue;
        ax_map_reserve *r = &w->reserves[c];
        r->held -= count;
        ax_map_chunk_rows rows = {.first_block = first_block,
                                  .end_block = end_block,
                                  .rows = output_rows(w, cut->lhs < 0 ? cut->operand : cut->lhs),
                                  .rhs = cut->lhs < 0 ? NULL : output_rows(w, cut->rhs),
                                  .scratch = w->sum_scratch,
                                  .buffers = r->buffers + r->held};
        AX_TRY(ax_map_sum_chunk(run, c, &rows));
    }
    return NULL;
}

/* ---- chunks ---- */

/* Computes what is computed at once, from row `offset` of the chunk on. */
static ax_status *run_step(worker *w, int64_t offset)
{
    for (int32_t i = 0; i < w->stage->ninputs; i++) {
        int32_t var = w->stage->inputs[i];
        bool mapped = ax_var_is_mapped(&w->run->program->phases->vars[var]);
        int64_t skipped = mapped ? offset * ax_map_row_bytes(w->run, var) : 0;
        w->inputs[i] = w->input_base[i] + skipped;
    }
    for (int32_t i = 0; i < w->stage->noutputs; i++) {
        w->outputs[i] = w->output_base[i] + offset * ax_map_row_bytes(w->run, w->stage->outputs[i]);
    }
    return ax_runner_run(w->runner, w->inputs, w->outputs);
}

static bool is_cancelled(const worker *w)
{
    return atomic_load_explicit(&w->run->cancelled, memory_order_relaxed);
}

static ax_status *compute_chunk(worker *w, int64_t first_block, int64_t end_block)
{
    int64_t step = w->code->step_blocks;
    for (int64_t block = first_block; block < end_block && !is_cancelled(w); block += step) {
        AX_TRY(run_step(w, (block - first_block) * w->run->program->sharding.block_rows));
    }
    return is_cancelled(w) ? NULL : sum_chunk(w, first_block, end_block);
}

ax_status *ax_map_worker_run(worker *w, int64_t first_block, int64_t end_block)
{
    const ax_sharding *sharding = &w->run->program->sharding;
    ax_chunk_rows rows = {.first = ax_sharding_row(sharding, first_block)};
    rows.count = ax_sharding_row(sharding, end_block) - rows.first;
    rows.blocks = (end_block - first_block) * sharding->block_rows;
    rows.padded = ax_round_up(end_block - first_block, w->code->step_blocks) * sharding->block_rows;

    double start = ax_clock();
    AX_TRY(ax_map_fetch_inputs(w, &rows));
    double fetched = ax_clock();
    ax_map_place_outputs(w, &rows);
    AX_TRY(compute_chunk(w, first_block, end_block));
    double computed = ax_clock();
    if (is_cancelled(w))
        return NULL;
    AX_TRY(ax_map_deliver_outputs(w, &rows));
    w->times.rows += rows.count;
    w->times.read += fetched - start;
    w->times.compute += computed - fetched;
    w->times.write += ax_clock() - computed;
    return NULL;
}

/* ---- the whole ---- */

ax_status *ax_map_worker_open(worker *w, ax_map_run *run, ax_device *device, int64_t nodes)
{
    *w = (worker){.run = run,
                  .device = device,
                  .stage = &run->program->phases->phases[run->phase].block,
                  .code = &run->program->code[run->phase]};
    const ax_executable *prologue = w->code->prologue;
    int32_t prepared = prologue ? ax_executable_graph(prologue)->noutputs : 0;
    AX_TRY(make_lists(w, prepared));
    AX_TRY(open_reserves(w, nodes));
    for (int32_t i = 0; i < prepared; i++)
        w->inputs[w->stage->ninputs + i] = run->prepared[i];
    AX_TRY(make_room(w));
    return ax_runner_create(w->code->block, device->allocator, NULL, &w->runner);
}

void ax_map_worker_close(worker *w)
{
    ax_runner_free(w->runner);
    ax_allocator_free(w->device->allocator, w->room,
                      ax_map_room_bytes(w->run->program, w->run->phase));
    close_reserves(w);
    free(w->input_rows);
    free(w->output_rows);
    free(w->input_base);
    free(w->output_base);
    free(w->inputs);
    free(w->outputs);
}
