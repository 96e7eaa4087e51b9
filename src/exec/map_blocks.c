/* The blocks of a phase: each device's threads take chunks of blocks, read their rows, compute them all at
 * once or block by block (exec/map.h: ax_map_code), and hand the results on. */
#include "exec/map_run.h"

#include "base/checked.h"
#include "base/clock.h"

#include <stdlib.h>
#include <string.h>

/* One thread's state. Arrays are by input or output of the block stage. */
typedef struct worker {
    ax_map_run *run;
    ax_device *device;
    const ax_stage *stage;
    const ax_map_code *code;
    ax_runner *runner;
    void **input_rows; /* buffers for the rows of a chunk; NULL where none is needed */
    void **output_rows;
    const char **input_base; /* where the chunk's rows lie */
    char **output_base;
    const void **inputs; /* of the blocks that are computed at once; then what the prologue made */
    void **outputs;
    void *sum_scratch;
    ax_map_times times;
} worker;

/* The rows of a chunk. What lies behind the real ones, up to the end of what is computed at once, are
 * copies of the last: zeros might trap or never leave a loop. */
typedef struct chunk_rows {
    int64_t first;
    int64_t count;  /* real rows */
    int64_t blocks; /* rows of its blocks: values kept for all rows have room for them */
    int64_t padded; /* rows that are computed */
} chunk_rows;

static void report_error(ax_map_run *run, ax_status *status, int64_t block)
{
    atomic_store(&run->cancelled, true);
    pthread_mutex_lock(&run->lock);
    if (!run->error || block < run->error_block) {
        ax_status *previous = run->error;
        run->error = status;
        run->error_block = block;
        status = previous;
    }
    pthread_mutex_unlock(&run->lock);
    ax_status_free(status);
}

/* ---- a worker's memory ---- */

static int64_t chunk_bytes(const worker *w, int32_t var)
{
    const ax_map_program *program = w->run->program;
    return ax_map_row_bytes(w->run, var) * program->sharding.block_rows *
           program->memory.chunk_blocks;
}

static bool is_kept(const worker *w, int32_t var)
{
    return w->run->kept[var] != NULL;
}

static ax_status *open_worker(worker *w)
{
    const ax_stage *stage = w->stage;
    const ax_executable *prologue = w->code->prologue;
    int32_t prepared = prologue ? ax_executable_graph(prologue)->noutputs : 0;
    size_t ninputs = (size_t)(stage->ninputs + prepared) + 1;
    size_t noutputs = (size_t)stage->noutputs + 1;
    w->input_rows = calloc(ninputs, sizeof *w->input_rows);
    w->output_rows = calloc(noutputs, sizeof *w->output_rows);
    w->input_base = calloc(ninputs, sizeof *w->input_base);
    w->output_base = calloc(noutputs, sizeof *w->output_base);
    w->inputs = calloc(ninputs, sizeof *w->inputs);
    w->outputs = calloc(noutputs, sizeof *w->outputs);
    if (!w->input_rows || !w->output_rows || !w->input_base || !w->output_base || !w->inputs ||
        !w->outputs) {
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory to run blocks");
    }
    AX_TRY(ax_allocator_alloc(w->device->allocator, w->run->program->memory.sum_scratch,
                              &w->sum_scratch));
    for (int32_t i = 0; i < prepared; i++)
        w->inputs[stage->ninputs + i] = w->run->prepared[i];
    return ax_runner_create(w->code->block, w->device->allocator, NULL, &w->runner);
}

static void close_worker(worker *w)
{
    ax_allocator *allocator = w->device->allocator;
    for (int32_t i = 0; w->input_rows && i < w->stage->ninputs; i++) {
        ax_allocator_free(allocator, w->input_rows[i], chunk_bytes(w, w->stage->inputs[i]));
    }
    for (int32_t i = 0; w->output_rows && i < w->stage->noutputs; i++) {
        ax_allocator_free(allocator, w->output_rows[i], chunk_bytes(w, w->stage->outputs[i]));
    }
    ax_allocator_free(allocator, w->sum_scratch, w->run->program->memory.sum_scratch);
    ax_runner_free(w->runner);
    free(w->input_rows);
    free(w->output_rows);
    free(w->input_base);
    free(w->output_base);
    free(w->inputs);
    free(w->outputs);
}

/* A buffer for a chunk's rows of a var, got when it is first needed. */
static ax_status *rows_buffer(const worker *w, int32_t var, void **buffer)
{
    if (*buffer)
        return NULL;
    return ax_allocator_alloc(w->device->allocator, chunk_bytes(w, var), buffer);
}

/* ---- rows in ---- */

/* Which argument of the program a var is. */
static int32_t argument_index(const ax_map_run *run, int32_t var)
{
    const ax_graph *example = run->program->example;
    for (int32_t i = 0; i < example->ninputs; i++) {
        if (example->inputs[i]->id == var)
            return i;
    }
    return -1;
}

static void pad_rows(char *rows, int64_t row_bytes, int64_t count, int64_t padded)
{
    for (int64_t row = count; row < padded && row_bytes; row++) {
        memcpy(rows + row * row_bytes, rows + (count - 1) * row_bytes, (size_t)row_bytes);
    }
}

static ax_status *fetch_argument(worker *w, int32_t i, const chunk_rows *rows)
{
    const ax_row_source *source = w->run->source;
    int32_t var = w->stage->inputs[i];
    int32_t argument = argument_index(w->run, var);
    if (rows->count == rows->padded && source->view) {
        w->input_base[i] = source->view(source->user, argument, rows->first, rows->count);
        if (w->input_base[i])
            return NULL;
    }
    AX_TRY(rows_buffer(w, var, &w->input_rows[i]));
    AX_TRY(source->read(source->user, argument, rows->first, rows->count, w->input_rows[i]));
    pad_rows(w->input_rows[i], ax_map_row_bytes(w->run, var), rows->count, rows->padded);
    w->input_base[i] = w->input_rows[i];
    return NULL;
}

static ax_status *number_rows(worker *w, int32_t i, const chunk_rows *rows)
{
    AX_TRY(rows_buffer(w, w->stage->inputs[i], &w->input_rows[i]));
    int32_t *index = w->input_rows[i];
    for (int64_t row = 0; row < rows->padded; row++) {
        index[row] = (int32_t)(rows->first + ax_min_i64(row, rows->count - 1));
    }
    w->input_base[i] = w->input_rows[i];
    return NULL;
}

static char *kept_rows(const ax_map_run *run, int32_t var, int64_t first)
{
    return run->kept[var] + (first - run->first_row) * ax_map_row_bytes(run, var);
}

/* Kept rows where they lie, or copied where more than they are is computed. */
static ax_status *fetch_kept(worker *w, int32_t i, const chunk_rows *rows)
{
    int32_t var = w->stage->inputs[i];
    const char *kept = kept_rows(w->run, var, rows->first);
    w->input_base[i] = kept;
    if (rows->padded == rows->blocks)
        return NULL;
    int64_t row_bytes = ax_map_row_bytes(w->run, var);
    AX_TRY(rows_buffer(w, var, &w->input_rows[i]));
    if (row_bytes)
        memcpy(w->input_rows[i], kept, (size_t)(rows->count * row_bytes));
    pad_rows(w->input_rows[i], row_bytes, rows->count, rows->padded);
    w->input_base[i] = w->input_rows[i];
    return NULL;
}

static ax_status *fetch_inputs(worker *w, const chunk_rows *rows)
{
    for (int32_t i = 0; i < w->stage->ninputs; i++) {
        int32_t var = w->stage->inputs[i];
        switch (w->run->program->phases->vars[var].kind) {
        case AX_VAR_MAPPED_INPUT: AX_TRY(fetch_argument(w, i, rows)); break;
        case AX_VAR_ROW_INDEX: AX_TRY(number_rows(w, i, rows)); break;
        case AX_VAR_MAPPED: AX_TRY(fetch_kept(w, i, rows)); break;
        default: w->input_base[i] = w->run->shared[var]; break;
        }
    }
    return NULL;
}

/* ---- rows out ---- */

/* The first result of the program that is this var, from `after` on; -1 for none. */
static int32_t result_index(const ax_map_run *run, int32_t var, int32_t after)
{
    const ax_graph *example = run->program->example;
    for (int32_t i = after; i < example->noutputs; i++) {
        if (example->outputs[i]->id == var)
            return i;
    }
    return -1;
}

static ax_status *place_output(worker *w, int32_t i, const chunk_rows *rows)
{
    const ax_row_sink *sink = w->run->sink;
    int32_t var = w->stage->outputs[i];
    if (is_kept(w, var) && rows->padded == rows->blocks) {
        w->output_base[i] = kept_rows(w->run, var, rows->first);
        return NULL;
    }
    int32_t result = is_kept(w, var) ? -1 : result_index(w->run, var, 0);
    if (result >= 0 && rows->count == rows->padded && sink->view) {
        w->output_base[i] = sink->view(sink->user, result, rows->first, rows->count);
        if (w->output_base[i])
            return NULL;
    }
    AX_TRY(rows_buffer(w, var, &w->output_rows[i]));
    w->output_base[i] = w->output_rows[i];
    return NULL;
}

static void keep_output(const worker *w, int32_t i, const chunk_rows *rows)
{
    int32_t var = w->stage->outputs[i];
    char *kept = kept_rows(w->run, var, rows->first);
    int64_t bytes = rows->blocks * ax_map_row_bytes(w->run, var);
    if (w->output_base[i] != kept && bytes)
        memcpy(kept, w->output_base[i], (size_t)bytes);
}

/* Hands a chunk's results over, but for one that was written where the sink wants it. */
static ax_status *deliver_outputs(worker *w, const chunk_rows *rows)
{
    const ax_row_sink *sink = w->run->sink;
    for (int32_t i = 0; i < w->stage->noutputs; i++) {
        int32_t var = w->stage->outputs[i];
        bool in_place = !is_kept(w, var) && w->output_base[i] != w->output_rows[i];
        int32_t result = result_index(w->run, var, 0);
        if (is_kept(w, var))
            keep_output(w, i, rows);
        if (in_place)
            result = result_index(w->run, var, result + 1);
        while (result >= 0) {
            AX_TRY(sink->write(sink->user, result, rows->first, rows->count, w->output_base[i]));
            result = result_index(w->run, var, result + 1);
        }
    }
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

static ax_status *sum_chunk(worker *w, int64_t first_block, int64_t end_block)
{
    const ax_map_run *run = w->run;
    const ax_phase *phase = &run->program->phases->phases[run->phase];
    for (int32_t c = 0; c < phase->ncuts; c++) {
        const ax_cut *cut = &phase->cuts[c];
        if (!run->trees[c])
            continue;
        ax_map_chunk_rows rows = {.first_block = first_block,
                                  .end_block = end_block,
                                  .rows = output_rows(w, cut->lhs < 0 ? cut->operand : cut->lhs),
                                  .rhs = cut->lhs < 0 ? NULL : output_rows(w, cut->rhs),
                                  .scratch = w->sum_scratch};
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

static ax_status *run_chunk(worker *w, int64_t first_block, int64_t end_block)
{
    const ax_sharding *sharding = &w->run->program->sharding;
    chunk_rows rows = {.first = ax_sharding_row(sharding, first_block)};
    rows.count = ax_sharding_row(sharding, end_block) - rows.first;
    rows.blocks = (end_block - first_block) * sharding->block_rows;
    rows.padded = ax_round_up(end_block - first_block, w->code->step_blocks) * sharding->block_rows;

    double start = ax_clock();
    AX_TRY(fetch_inputs(w, &rows));
    double fetched = ax_clock();
    for (int32_t i = 0; i < w->stage->noutputs; i++)
        AX_TRY(place_output(w, i, &rows));
    AX_TRY(compute_chunk(w, first_block, end_block));
    double computed = ax_clock();
    if (is_cancelled(w))
        return NULL;
    AX_TRY(deliver_outputs(w, &rows));
    w->times.rows += rows.count;
    w->times.read += fetched - start;
    w->times.compute += computed - fetched;
    w->times.write += ax_clock() - computed;
    return NULL;
}

static void add_times(ax_map_run *run, const ax_map_times *times)
{
    pthread_mutex_lock(&run->lock);
    run->phase_rows += times->rows;
    run->times.read += times->read;
    run->times.compute += times->compute;
    run->times.write += times->write;
    pthread_mutex_unlock(&run->lock);
}

/* ---- devices ---- */

/* One device's part. Its workers are opened before any thread begins, so that what is allocated does not
 * depend on which threads find something to do. */
typedef struct device_run {
    ax_map_run *run;
    ax_device *device;
    ax_tasks tasks; /* chunks of blocks, counted from first_block */
    int64_t first_block, end_block;
    worker *workers;
    int64_t nworkers;
    atomic_llong taken; /* workers that have a thread */
} device_run;

static ax_status *open_device(device_run *d, ax_map_run *run, int64_t slot)
{
    const ax_map_program *program = run->program;
    d->run = run;
    d->device = &program->context->places.devices[program->slots[slot]];
    d->first_block = ax_sharding_first_block(&program->sharding, slot);
    d->end_block = ax_sharding_first_block(&program->sharding, slot + 1);
    int64_t blocks = d->end_block - d->first_block;
    ax_tasks_reset(&d->tasks, blocks, program->memory.chunk_blocks);
    int64_t threads = ax_min_i64(program->memory.threads, ax_team_size(d->device->team));
    int64_t wanted = ax_min_i64(threads, ax_ceil_div(blocks, program->memory.chunk_blocks));
    atomic_init(&d->taken, 0);
    d->workers = calloc((size_t)wanted + 1, sizeof *d->workers);
    if (!d->workers)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory to run blocks");
    while (d->nworkers < wanted) {
        worker *w = &d->workers[d->nworkers++];
        *w = (worker){.run = run,
                      .device = d->device,
                      .stage = &program->phases->phases[run->phase].block,
                      .code = &program->code[run->phase]};
        AX_TRY(open_worker(w));
    }
    return NULL;
}

static void close_device(device_run *d)
{
    for (int64_t i = 0; i < d->nworkers; i++) {
        add_times(d->run, &d->workers[i].times);
        close_worker(&d->workers[i]);
    }
    free(d->workers);
}

/* A thread that helps a device: takes a worker, and chunks until none is left. */
static void work(void *user, int thread_index)
{
    (void)thread_index;
    device_run *d = user;
    int64_t number = atomic_fetch_add(&d->taken, 1);
    if (number >= d->nworkers)
        return;
    int64_t begin, end;
    while (!is_cancelled(&d->workers[number]) && ax_tasks_take(&d->tasks, &begin, &end)) {
        ax_status *status = run_chunk(&d->workers[number], d->first_block + begin,
                                      d->first_block + end);
        if (status)
            report_error(d->run, status, d->first_block + begin);
    }
}

/* Waits for the teams, letting messages move and passing on another rank's failure. */
static void wait_for_devices(ax_map_run *run, device_run *devices, int count)
{
    for (int i = 0; i < count; i++) {
        while (!ax_team_wait(devices[i].device->team, 1)) {
            if (ax_comm_poll(run->program->context->comm))
                atomic_store(&run->cancelled, true);
        }
    }
}

/* Where there are other ranks the calling thread speaks to them meanwhile; else it is one of the first
 * device's threads itself, so that nobody has to be waited for. */
static void run_devices(ax_map_run *run, device_run *devices, int count)
{
    bool alone = ax_comm_size(run->program->context->comm) == 1;
    for (int i = alone ? 1 : 0; i < count; i++) {
        if (devices[i].nworkers)
            ax_team_start(devices[i].device->team, work, &devices[i]);
    }
    if (alone && count && devices[0].nworkers)
        ax_team_help(devices[0].device->team, devices[0].nworkers - 1, work, &devices[0]);
    wait_for_devices(run, devices, count);
}

ax_status *ax_map_run_blocks(ax_map_run *run)
{
    const ax_map_program *program = run->program;
    if (!program->code[run->phase].block)
        return NULL;
    int rank = ax_comm_rank(program->context->comm);
    int64_t first = program->rank_slots[rank];
    int count = (int)(program->rank_slots[rank + 1] - first);
    device_run *devices = calloc((size_t)count + 1, sizeof *devices);
    run->phase_rows = 0;
    if (!devices)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory to run blocks");
    ax_status *status = NULL;
    for (int i = 0; i < count && !status; i++)
        status = open_device(&devices[i], run, first + i);
    if (!status)
        run_devices(run, devices, count);
    for (int i = 0; i < count; i++)
        close_device(&devices[i]);
    free(devices);
    run->times.rows = ax_max_i64(run->times.rows, run->phase_rows);
    if (status)
        return status;
    status = run->error;
    run->error = NULL;
    if (!status && atomic_load(&run->cancelled)) {
        status = AX_ERROR(AX_CANCELLED, "given up because another rank failed");
    }
    return status;
}
