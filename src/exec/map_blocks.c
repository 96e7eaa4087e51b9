/* The blocks of a phase: each device's threads take chunks of them until none is left. */
#include "exec/map_worker.h"

#include "base/checked.h"

#include <stdlib.h>

/* A thread that gave up waiting because the run is cancelled has nothing to say. */
static void report_error(ax_map_run *run, ax_status *status, int64_t block)
{
    if (ax_status_code(status) == AX_CANCELLED) {
        ax_status_free(status);
        return;
    }
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
    ax_map_worker *workers;
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
    int64_t wanted = ax_map_device_workers(program, slot);
    atomic_init(&d->taken, 0);
    d->workers = calloc((size_t)wanted + 1, sizeof *d->workers);
    if (!d->workers)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory to run blocks");
    int64_t nodes = ax_tree_chunk_nodes(program->sharding.blocks, d->first_block, d->end_block,
                                        program->memory.chunk_blocks);
    while (d->nworkers < wanted)
        AX_TRY(ax_map_worker_open(&d->workers[d->nworkers++], run, d->device, nodes));
    return NULL;
}

static void close_device(device_run *d)
{
    for (int64_t i = 0; i < d->nworkers; i++) {
        add_times(d->run, &d->workers[i].times);
        ax_map_worker_close(&d->workers[i]);
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
    ax_map_worker *worker = &d->workers[number];
    int64_t begin = 0, end;
    while (!atomic_load_explicit(&d->run->cancelled, memory_order_relaxed)) {
        ax_status *status = ax_map_worker_prepare(worker);
        if (!status && !ax_tasks_take(&d->tasks, &begin, &end))
            return;
        if (!status)
            status = ax_map_worker_run(worker, d->first_block + begin, d->first_block + end);
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
