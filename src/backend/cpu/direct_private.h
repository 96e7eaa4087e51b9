/* How a convolution is cut: decided once (direct_plan.c), from the shapes alone; used by every run (direct_run.c).
 * None of it shows in the result. */
#ifndef AXMAP_BACKEND_CPU_DIRECT_PRIVATE_H
#define AXMAP_BACKEND_CPU_DIRECT_PRIVATE_H

#include "backend/cpu/direct.h"

enum { AX_DIRECT_MOST_DIMS = AX_MAX_NDIM };

/* A dimension of places, images among them; in the order that the result has them in. */
typedef struct ax_direct_dim {
    int64_t size, length;  /* length: of a block */
    int64_t input, result; /* strides in elements, from place to place */
} ax_direct_dim;

/* A block's places as rows of tiles: `height` or, the first `taller` of them, height + 1. */
typedef struct ax_direct_rows {
    int64_t count, ntiles, height, taller;
    ax_matrix_tile_fn *tiles[2][2]; /* [one row more][last panel] */
} ax_direct_rows;

/* Runs of terms that tiles add up in one go. */
typedef struct ax_direct_part {
    int64_t first_run, nruns, depth; /* depth: terms of each of its runs */
    int64_t first_term;
} ax_direct_part;

struct ax_direct {
    int64_t bytes; /* of an element */
    int64_t groups, kernel_group, result_group;
    ax_padded input;
    bool in_blocks; /* `input` is a block's; else the whole one */

    /* Blocks have one index of the dimensions before `split`, `length` of that, and all of those behind it. */
    int32_t ndims, split;
    ax_direct_dim dims[AX_DIRECT_MOST_DIMS];
    int64_t outer, nblocks;         /* blocks: outer * nblocks */
    ax_direct_rows rows, last_rows; /* last_rows: of the last block of each outer index */
    int64_t *row_offsets;           /* of a block, in bytes of the input */

    int64_t n, width, npanels, last_width, last_room; /* of output features */
    int64_t panels_per_chunk, nchunks;
    int64_t result_feature;
    bool
        in_place; /* sums are kept in the result, whose rows are row_stride apart; else in the thread's own memory */
    int64_t row_stride;

    int64_t k, nruns, nparts;
    int64_t term_bytes;   /* of the input, from term to term of a run */
    int64_t *run_offsets; /* in bytes of the input */
    int64_t *kernel_runs; /* in elements of the kernel */
    ax_direct_part *parts;
    int32_t nrun_dims; /* of a run, in the kernel, from the outside to the inside */
    int64_t run_dims[AX_MAX_NDIM], run_strides[AX_MAX_NDIM];
    int64_t kernel_feature; /* stride of output features */
    bool features_first;    /* a tile's rows meet all panels, then the next one's */

    int64_t block_bytes, sums_bytes; /* of each thread's own memory */
    int64_t packed_bytes;            /* of all groups' kernels */
};

#endif
