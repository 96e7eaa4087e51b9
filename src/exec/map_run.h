/* A run of a mapped function: what the parts of src/exec/map_*.c share while one is under way. */
#ifndef AXMAP_EXEC_MAP_RUN_H
#define AXMAP_EXEC_MAP_RUN_H

#include "comm/comm.h"
#include "comm/tree.h"
#include "exec/map.h"

#include <pthread.h>
#include <stdatomic.h>

typedef struct ax_map_run {
    ax_map_program *program;
    const ax_row_source *source;
    const ax_row_sink *sink;
    const void **shared; /* by var id: values that all rows share */
    void **owned;        /* by var id: those of them that the run allocated */
    char **kept;       /* by var id: values kept for all the rank's rows, padded to whole blocks */
    int64_t first_row; /* of the rank */

    /* The phase at hand. */
    int32_t phase;
    ax_tree **trees; /* by cut of the phase; NULL for one that moves rows */
    void **prepared; /* by result of the phase's prologue */

    /* What the devices' threads report; `lock` guards it. */
    pthread_mutex_t lock;
    ax_status *error;
    int64_t error_block; /* the lowest that failed, so that the message is the same every time */
    ax_map_times times;
    int64_t phase_rows; /* computed in the phase at hand */
    atomic_bool cancelled;
} ax_map_run;

/* Runs the phase's shared stage; and the prologue of its block stage, whose results `prepared` holds until
 * they are freed. */
ax_status *ax_map_run_shared(ax_map_run *run);
ax_status *ax_map_run_prologue(ax_map_run *run);
void ax_map_free_prepared(ax_map_run *run);

/* Computes all blocks of the phase on this rank's devices and waits for them, polling the comm. */
ax_status *ax_map_run_blocks(ax_map_run *run);

/* Runs the collectives that end the phase: their results become shared values. */
ax_status *ax_map_run_cuts(ax_map_run *run);

ax_reduction_kind ax_map_reduction(const ax_cut *cut);

/* A chunk's part in a sum over the axis, cut `c` of the phase: adds to its tree the nodes that blocks
 * [first_block, end_block) make. */
typedef struct ax_map_chunk_rows {
    int64_t first_block, end_block;
    const char *rows; /* of the cut's operand, or of its lhs */
    const char *rhs;
    char *scratch;  /* ax_map_sum_scratch bytes, for chunks of the program's size */
    void **buffers; /* of the tree, as many as the chunk has nodes: taken over */
} ax_map_chunk_rows;
ax_status *ax_map_sum_chunk(const ax_map_run *run, int32_t c, const ax_map_chunk_rows *chunk);

/* Memory for a shared value that the run computes; and for a value kept for all the rank's rows. */
ax_status *ax_map_run_own(ax_map_run *run, int32_t var);
ax_status *ax_map_run_keep(ax_map_run *run, int32_t var);

/* A collective as a launch, in the user's words: "psum 'batch'". */
typedef struct ax_launch_text {
    char bytes[160];
} ax_launch_text;
ax_launch ax_map_launch(const ax_map_run *run, const ax_eqn *eqn, ax_launch_text *text);

/* Blocks of each rank: first[r] .. first[r + 1]. */
void ax_map_first_blocks(const ax_map_program *program, int64_t *first);

/* map_exchange.c: rows that go from one to another. The result's memory is there already. */
ax_status *ax_map_broadcast(ax_map_run *run, const ax_cut *cut);
ax_status *ax_map_exchange(ax_map_run *run, const ax_cut *cut);
/* What an exchange takes from the rank's allocator meanwhile, in bytes of its size classes. */
ax_status *ax_map_exchange_bytes(const ax_map_program *program, const ax_cut *cut,
                                 int64_t *out_bytes);

/* Bytes of one row of a var. */
static inline int64_t ax_map_row_bytes(const ax_map_run *run, int32_t var)
{
    return ax_type_bytes(&run->program->phases->vars[var].type);
}

#endif
