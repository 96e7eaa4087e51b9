/* A mapped function made ready: cut into phases, compiled, its rows dealt to devices, its memory
 * planned. Making it communicates nothing and gives the same on every rank (but for the memory). */
#ifndef AXMAP_EXEC_MAP_H
#define AXMAP_EXEC_MAP_H

#include "backend/executable.h"
#include "backend/outer.h"
#include "exec/context.h"
#include "exec/rows.h"
#include "transform/phases.h"

/* How an axis of `length` rows is cut into blocks, and these dealt to `devices` devices: number d of
 * them holds blocks [d*nb/D, (d+1)*nb/D). */
typedef struct ax_sharding {
    int64_t length;     /* B */
    int64_t block_rows; /* T */
    int64_t blocks;     /* nb */
    int64_t devices;    /* D */
} ax_sharding;

/* block_rows 0: the largest power of two <= max(1, length / 64), at most 128.
 * Errors: AX_INVALID_ARGUMENT: block_rows is no power of two. */
ax_status *ax_sharding_make(int64_t length, int64_t block_rows, int64_t devices,
                            ax_sharding *out_sharding);
/* The first block of a device; `blocks` for devices past those that take part. */
int64_t ax_sharding_first_block(const ax_sharding *sharding, int64_t device);
/* The first row of a block in [0, blocks]: block * T, at most `length`. */
int64_t ax_sharding_row(const ax_sharding *sharding, int64_t block);

typedef struct ax_map_spec {
    ax_graph *example;     /* of one example; taken over, also on failure */
    const bool *mapped;    /* for each input whether it has one value a row */
    const char *axis_name; /* or NULL */
    int64_t length;        /* of the axis */
    int64_t block_rows;    /* 0: from the length */
    int64_t micro_batch;   /* rows that one device computes at once; 0: what fits the budget */
    int64_t reserved;      /* bytes of a rank's memory that the caller needs meanwhile */
    int64_t devices;       /* the first so many of the context; 0: all */
    const int *slots;      /* instead, these `devices` devices: by rank, in any order within one */
} ax_map_spec;

/* What a rank holds once, beside its devices; in bytes, at the moment when it is most. */
typedef struct ax_map_rank_memory {
    int64_t arguments; /* that all rows share */
    int64_t values;    /* that all rows share, computed */
    int64_t prepared;  /* what a prologue made of them */
    int64_t kept_rows; /* values kept for all the rank's rows, across cuts */
    int64_t trees;     /* partial results of psum, pmax, pmin */
    int64_t passing;   /* what is there for a moment: messages, workspace of what runs once */
} ax_map_rank_memory;

/* The memory of a rank, in bytes, and the micro-batch that it was planned for. A run's allocators hand out
 * devices_bytes and rank_bytes at most, exactly: their sizes are rounded up as an allocator does. */
typedef struct ax_map_memory {
    int64_t micro_batch;  /* rows that one device computes at once */
    int64_t threads;      /* of each device that compute at once, at most */
    int64_t chunk_blocks; /* blocks that a thread reads, computes and writes at once */
    int64_t largest_live; /* the largest sum of live values of a thread */
    int64_t workspace;    /* what a thread holds for them */
    int64_t room;         /* rows read and results not yet written, of a thread's chunk; its sums */
    int64_t thread_bytes; /* the two, in the phase where they are most */
    int64_t devices_bytes; /* all threads of all the rank's devices */
    ax_map_rank_memory rank;
    int64_t rank_bytes; /* its sum */
    int64_t reserved;   /* the caller's */
    int64_t total;
    int64_t budget; /* 0: none */
} ax_map_memory;

/* What runs one phase. A block stage whose kernels do not care where a row stands (backend.h:
 * position_free) computes all blocks of a chunk at once, another one block after block. What it needs of
 * shared values alone, packed weights say, the prologue makes once a run where a device takes several steps:
 * `block` takes the stage's inputs, then the prologue's results. */
typedef struct ax_map_code {
    ax_executable *shared, *prologue, *block; /* NULL where there is nothing to run */
    int64_t step_blocks;                      /* blocks that `block` computes at once */
    ax_outer_tile *outer; /* by cut: what sums a product (transform/phases.h: ax_cut) */
} ax_map_code;

typedef struct ax_map_program {
    ax_context *context; /* which outlives it: it may be its cache that holds the program */
    ax_graph *example;
    char *axis_name; /* or NULL */
    ax_sharding sharding;
    int *slots;                     /* the device at each number of the sharding */
    int64_t *rank_slots;            /* rank r has slots [rank_slots[r], rank_slots[r + 1]) */
    int64_t first_block, end_block; /* of this rank */
    ax_phases *phases;
    ax_map_code *code; /* by phase */
    ax_map_memory memory;
    uint64_t fingerprint; /* of the function, the axis and the blocks: equal on all ranks */
} ax_map_program;

ax_status *ax_map_program_create(ax_context *context, const ax_map_spec *spec,
                                 ax_map_program **out_program);
void ax_map_program_free(ax_map_program *program); /* NULL is allowed */

/* Threads of the device at this place of the sharding that hold memory: no more than it has chunks. */
int64_t ax_map_device_workers(const ax_map_program *program, int64_t slot);

typedef struct ax_map_batch {
    int64_t rows;  /* of a device */
    int64_t bytes; /* that the rank takes with it */
} ax_map_batch;

/* The most rows that a device of this rank can compute at once within the budget, and the next larger batch,
 * which would not fit; rows 0: without a budget, or where all rows of a device fit. Makes the program's code for
 * some other batches; in the end it is what it was. */
ax_status *ax_map_largest_batch(ax_map_program *program, ax_map_batch *out_largest,
                                ax_map_batch *out_next);

/* What this rank did, counted while it did it; times in seconds. For reports. */
typedef struct ax_map_times {
    int64_t rows;                /* that its threads computed, in the phase that computed most */
    double read, compute, write; /* summed over the rank's threads */
    double collective;           /* the rank's, waiting included */
    double total;                /* wall time of the run */
} ax_map_times;

/* Runs it: collective. `shared` has the memory of each input that all rows share (NULL for mapped
 * ones); mapped ones come from `source`, results go to `sink`. `times` may be NULL. */
ax_status *ax_map_program_run(ax_map_program *program, const void *const *shared,
                              const ax_row_source *source, const ax_row_sink *sink,
                              ax_map_times *times);

#endif
