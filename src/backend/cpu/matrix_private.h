/* How a product is cut: decided once (matrix_plan.c), from the shapes alone; used by every run
 * (matrix_run.c). */
#ifndef AXMAP_BACKEND_CPU_MATRIX_PRIVATE_H
#define AXMAP_BACKEND_CPU_MATRIX_PRIVATE_H

#include "backend/cpu/matrix_product.h"

/* How an operand is laid out for the tiles. */
typedef enum ax_matrix_access {
    AX_MATRIX_IN_PLACE, /* it is not: it is read where it lies */
    AX_MATRIX_COPIED,   /* row after row (of a) or k after k (of b), in runs of neighbours */
    AX_MATRIX_TURNED,
    AX_MATRIX_COLLECTED /* element by element: its strides are nothing better */
} ax_matrix_access;

typedef enum ax_matrix_packing {
    AX_MATRIX_NO_PACKING,
    AX_MATRIX_PACKED_ON_THE_WAY, /* by each task, a panel at a time: all its rows use it at once */
    AX_MATRIX_PACKED_BEFORE,     /* by all threads, before the tasks of a wave */
    AX_MATRIX_PACKED_ALREADY     /* by somebody else: b are the panels */
} ax_matrix_packing;

/* Columns of c are cut into panels, of `width` columns but for the last one. Rows are groups of `group_rows`, each
 * cut into tiles of `height` or, the first `taller` of them, height + 1 rows; k is runs of `k_run`, each cut into
 * blocks. Groups and runs are several only where a is read in place, which has one stride in each. A task is a
 * batch entry's block of `tiles_per_block` tiles times a chunk of panels. */
struct ax_matrix_product {
    ax_dtype element, wide;
    int64_t element_bytes, wide_bytes;
    ax_matrix_operand a, b;
    ax_matrix_result c;
    int64_t batch, m, n, k;
    ax_matrix_move_fn *moves[3]; /* by ax_matrix_move, those that are needed */

    int64_t lanes, width, npanels, last_width; /* last_width: columns of the last panel, */
    int64_t last_room;                         /* and of the registers that hold them */
    int64_t group_rows, group_tiles, height, taller, ntiles;
    int64_t tiles_per_block, block_rows, nblocks; /* block_rows: the most rows of a block */
    int64_t least_panels, most_panels; /* of a chunk: how many follows from the threads of a run; */
    int64_t told_panels;               /* of so many `done` is told at once */
    int64_t k_run, run_blocks, k_block, nk_blocks;
    ax_matrix_tile_fn *tiles[2][2]; /* [one row more][last panel], or: */
    ax_matrix_stream_fn *stream;    /* takes all columns of a task at once */

    ax_matrix_access a_access, b_access;
    ax_matrix_packing b_packing;
    ax_matrix_tile_b b_tile;
    bool streams; /* B is read row after row */
    bool
        rows_first; /* a tile's rows meet all panels of the chunk, then the next tile's; else a panel all rows */
    int64_t a_stride;    /* bytes between packed rows of a */
    int64_t panel_bytes; /* of a packed panel of one block of k */
    bool c_is_wide; /* sums are kept in c itself; else in the thread's own memory and narrowed */

    /* Batch entries or, where one is too much, panels of one entry that are packed at once. */
    int64_t entries_per_wave, panels_per_wave;
    int64_t a_bytes, b_bytes, c_bytes; /* of each thread's own memory */
    int64_t packed_bytes;              /* of a wave's panels */
};

/* ---- walks (matrix_layout.c) ---- */

/* Of the innermost dimension. */
static inline int64_t ax_matrix_stride(const ax_matrix_walk *walk)
{
    return walk->count > 0 ? walk->strides[walk->count - 1] : 0;
}

/* Elements that follow one another with that stride. */
static inline int64_t ax_matrix_run(const ax_matrix_walk *walk)
{
    return walk->count > 0 ? walk->dims[walk->count - 1] : 1;
}

static inline bool ax_matrix_is_uniform(const ax_matrix_walk *walk)
{
    return walk->count <= 1;
}

static inline bool ax_matrix_is_dense(const ax_matrix_walk *walk)
{
    return walk->count == 0 || (walk->count == 1 && walk->strides[0] == 1);
}

/* ---- laying out (matrix_layout.c) ---- */

/* A rectangle of an operand: `nrows` from `row` on of one of its walks by `ncolumns` from `column` on of another. */
typedef struct ax_matrix_rectangle {
    const ax_matrix_walk *rows, *columns;
    int64_t row, nrows, column, ncolumns;
} ax_matrix_rectangle;

/* to[row][column], in the wide type. `from`: the operand's first element. */
void ax_matrix_lay_out(const ax_matrix_product *product, ax_matrix_access access, const char *from,
                       const ax_matrix_rectangle *rectangle, char *to, int64_t to_stride);

#endif
