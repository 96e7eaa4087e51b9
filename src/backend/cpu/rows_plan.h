/* How a fusion of the kind rows is computed: which loops over the row, and what each of them does.
 *
 * Loop s computes the folds that wait for s others. All results with the row's elements are stored by the
 * last loop, so that they may lie where an operand lies. What an earlier loop computed at some cost is
 * kept in a buffer of one row; the rest is computed again from the operands, which are in the cache.
 *
 * A long row is folded in blocks, whose totals are combined by pairs: the order follows from the row's
 * length and the width of vectors alone. So the blocks of one row may also be dealt out to threads.
 */
#ifndef AXMAP_BACKEND_CPU_ROWS_PLAN_H
#define AXMAP_BACKEND_CPU_ROWS_PLAN_H

#include "backend/cpu/loop_fold.h"

enum { AX_ROWS_MOST_LOOPS = 7, AX_ROWS_MOST_FOLDS = 16, AX_ROWS_MOST_KEPT = 4 };

/* One loop over the row. The row is `prefix` times `size` elements; a block is either a part of the `size`,
 * `piece` elements of it, or `group` whole ones. */
typedef struct ax_rows_loop {
    ax_loop_turn turn;
    int64_t piece, pieces; /* elements of a piece of the inner dimension, and how many there are */
    int64_t group, blocks;
} ax_rows_loop;

typedef struct ax_rows_kept {
    const ax_loop_node *node;
    int32_t loop;   /* the one that computes it; later ones read it */
    int64_t offset; /* in the thread's scratch */
} ax_rows_kept;

typedef struct ax_rows_plan {
    const ax_loop_program *program;
    int32_t outer[AX_LOOP_MOST_LOOPS], nouter;
    int32_t row[AX_LOOP_MOST_LOOPS], nrow; /* the last one is that of lanes */
    uint64_t outer_bits, row_bits;
    int64_t rows, prefix, size;
    ax_form place; /* in the row */
    int32_t lanes; /* natural ones */
    int32_t nloops;
    ax_rows_loop loops[AX_ROWS_MOST_LOOPS];
    int32_t busiest; /* the loop after the first that computes most; -1: there is one only */
    int32_t nfolds;
    ax_loop_fold folds[AX_ROWS_MOST_FOLDS];
    int32_t nkept;
    ax_rows_kept kept[AX_ROWS_MOST_KEPT];
    int64_t totals; /* where the blocks' totals begin in the thread's scratch, by fold */
    int64_t thread_bytes;
    /* Rows so short that lanes run over rows instead, along the innermost loop around them: an item is a
     * chunk of that loop. */
    bool is_short;
    int64_t chunk, chunks;
    bool streams; /* results are written past the cache */
    /* Whether single blocks are dealt out, rather than whole rows. */
    bool splits;
    int64_t most_blocks; /* of any loop */
} ax_rows_plan;

/* False: no kernel does it. */
bool ax_rows_plan_make(const ax_loop_program *program, int32_t vector_bytes,
                       ax_rows_plan *out_plan);

/* The loop that computes a fold. */
static inline int32_t ax_rows_loop_of(const ax_loop_fold *fold)
{
    return fold->node->stage - 1;
}

/* Whether a result has the row's elements. */
bool ax_rows_is_row(const ax_rows_plan *plan, int32_t output);

#endif
