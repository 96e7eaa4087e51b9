/* The order of a sum over the mapped axis: one binary tree over all blocks of the job.
 *
 * Node (level l, index j) covers blocks [j*2^l, (j+1)*2^l), clipped to the nb blocks that there are.
 * Its value is left child (+) right child; where the right child covers no block, the left one passes
 * through unchanged. The tree follows from nb alone, so the bits of the root do not depend on which
 * device computed which block, or when.
 *
 * Whoever holds a contiguous range of blocks reduces it to the range's *maximal nodes*: those inside
 * the range whose parent is not. Their values are what is sent; ax_tree_fold finishes the same tree.
 *
 * No MPI here.
 */
#ifndef AXMAP_COMM_TREE_H
#define AXMAP_COMM_TREE_H

#include "comm/reduction.h"
#include "device/allocator.h"

#include <axmap/status.h>
#include <stdatomic.h>

typedef struct ax_tree_node {
    int level;
    int64_t index;
} ax_tree_node;

/* A range has at most this many maximal nodes. */
enum { AX_TREE_MAX_NODES = 128 };

/* The maximal nodes of blocks [begin, end) of nb, in order; their number. 0 <= begin <= end <= nb. */
int ax_tree_nodes(int64_t nb, int64_t begin, int64_t end,
                  ax_tree_node out_nodes[AX_TREE_MAX_NODES]);

/* Combines values that partition a range, in order, into that range's maximal nodes; in place.
 *
 * nodes, values  `n` of them, left to right; values[i] has `count` elements. On return the first
 *                entries are the result's. The buffers of the rest hold nothing of meaning, and the
 *                pointers only move: none is lost.
 * result         number of maximal nodes; 1 when the range is all nb blocks (and nb > 0)
 */
int ax_tree_fold(int64_t nb, ax_reduction_kind kind, ax_dtype dtype, int64_t count, int n,
                 ax_tree_node *nodes, void **values);

/* ---- Leaves that arrive in any order, from any thread ---- */

typedef struct ax_tree ax_tree;

typedef struct ax_tree_options {
    int64_t blocks;     /* nb, of the whole job */
    int64_t begin, end; /* the range of blocks that arrive here */
    ax_reduction_kind kind;
    ax_dtype dtype;
    int64_t count;           /* elements of a value */
    ax_allocator *allocator; /* where buffers come from; outlives the tree */
    /* Buffers that are allocated at once and never more: who finds none free waits for the others to combine
     * theirs. 0: as many as are needed. */
    int64_t buffers;
    const atomic_bool *cancelled; /* ends waiting: AX_CANCELLED. NULL: nothing does */
} ax_tree_options;

/* For blocks [begin, end) that are dealt in their order, in chunks of `chunk` from `begin` on: the most maximal
 * nodes that a chunk has; and the buffers that suffice for `threads`, each of which holds so many before it
 * takes a chunk. (Then whoever waits holds no chunk: once those under way are done, only what an unbroken
 * range leaves waiting is in the tree.) A tree that several such ranges share needs the sum. */
int64_t ax_tree_chunk_nodes(int64_t nb, int64_t begin, int64_t end, int64_t chunk);
int64_t ax_tree_buffers_needed(int64_t nb, int64_t begin, int64_t end, int64_t chunk,
                               int64_t threads);

ax_status *ax_tree_create(const ax_tree_options *options, ax_tree **out_tree);
/* Frees all buffers that it holds, and those not given back. NULL is allowed. */
void ax_tree_free(ax_tree *tree);

/* `number` buffers, all at once, of `count` elements each, to fill with the values of blocks or nodes. Hand
 * each to ax_tree_add_node or back with ax_tree_discard. Any thread. Errors: AX_OUT_OF_MEMORY, AX_CANCELLED. */
ax_status *ax_tree_buffers(ax_tree *tree, int number, void **out_values);
void ax_tree_discard(ax_tree *tree, void *value);

/* Takes a node's value, that of a block (level 0) or of several, combined as the tree does; combines what is
 * complete with it, on the calling thread. Each block of the range comes once, in any order; memory is
 * O(log nb) buffers when the order is nearly ascending. Any thread. Errors: AX_INVALID_ARGUMENT (not in the
 * range), AX_OUT_OF_MEMORY; the value is taken in any case. */
ax_status *ax_tree_add_node(ax_tree *tree, ax_tree_node node, void *value);

/* The range's maximal nodes and their values, left to right, once every block has been added (else
 * AX_INTERNAL, with the number that is missing). The values stay the tree's, and may be changed. */
ax_status *ax_tree_result(ax_tree *tree, int *out_count, const ax_tree_node **out_nodes,
                          void *const **out_values);

#endif
