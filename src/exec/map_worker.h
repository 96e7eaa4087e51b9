/* One thread of a run of a mapped function: its memory for a chunk of blocks, and what it does with one. */
#ifndef AXMAP_EXEC_MAP_WORKER_H
#define AXMAP_EXEC_MAP_WORKER_H

#include "exec/map_run.h"

/* Buffers of a tree that a worker has for its next chunk: as many as any chunk of its device has nodes. */
typedef struct ax_map_reserve {
    void **buffers;
    int held, wanted;
} ax_map_reserve;

/* One thread's state. Arrays are by input or output of the block stage. */
typedef struct ax_map_worker {
    ax_map_run *run;
    ax_device *device;
    const ax_stage *stage;
    const ax_map_code *code;
    ax_runner *runner;
    void *room;        /* for the rows of a chunk, then for sums */
    char **input_rows; /* in it; NULL for shared inputs */
    char **output_rows;
    const char **input_base; /* where the chunk's rows lie */
    char **output_base;
    const void **inputs; /* of the blocks that are computed at once; then what the prologue made */
    void **outputs;
    char *sum_scratch;
    ax_map_reserve *reserves; /* by cut */
    ax_map_times times;
} ax_map_worker;

/* Bytes of a worker's room in a phase. */
int64_t ax_map_room_bytes(const ax_map_program *program, int32_t phase);

/* Gets all memory that it needs; `nodes`: the most maximal nodes of the reduction tree that a chunk of its
 * device has. Closed after a failure too. */
ax_status *ax_map_worker_open(ax_map_worker *worker, ax_map_run *run, ax_device *device,
                              int64_t nodes);
void ax_map_worker_close(ax_map_worker *worker);

/* Before it takes a chunk: gets the trees' buffers for it, for which it may have to wait. AX_CANCELLED: the run
 * is given up. */
ax_status *ax_map_worker_prepare(ax_map_worker *worker);

/* Computes blocks [first_block, end_block), at most a chunk. */
ax_status *ax_map_worker_run(ax_map_worker *worker, int64_t first_block, int64_t end_block);

#endif
