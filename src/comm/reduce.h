/* The all-reduce over ranks, in the order of comm/tree.h: the same bits at any number of ranks. */
#ifndef AXMAP_COMM_REDUCE_H
#define AXMAP_COMM_REDUCE_H

#include "comm/comm.h"
#include "comm/tree.h"

/* One array to reduce. */
typedef struct ax_reduce_item {
    ax_reduction_kind kind;
    ax_dtype dtype;
    int64_t count; /* elements */
    /* The maximal nodes of this rank's range, left to right, as ax_tree_result gives them. They are
     * used up: their contents are undefined afterwards. None for an empty range. */
    int node_count;
    const ax_tree_node *nodes;
    void *const *values;
    void *result; /* `count` elements, none of them in `values`; on all ranks the same */
} ax_reduce_item;

/* Reduces `count` items in one launch.
 *
 * blocks      nb, of the whole job
 * first       size of the comm + 1 entries, the same on all ranks: rank r holds blocks
 *             [first[r], first[r + 1]); first[0] = 0, first[size] = nb
 * allocator   where the memory for the others' parts comes from
 * result      for nb = 0 the identity
 * local       as in comm/comm.h; with an error nothing else is looked at
 * errors      as every launch; AX_INVALID_ARGUMENT, AX_OUT_OF_MEMORY on the rank where it happens
 */
ax_status *ax_comm_reduce(ax_comm *comm, const ax_launch *launch, ax_status *local, int64_t blocks,
                          const int64_t *first, int count, const ax_reduce_item *items,
                          ax_allocator *allocator) AX_MUST_USE;

/* What that takes from the allocator for a moment, in bytes of its size class; of the items only dtype and
 * count are looked at. Communicates nothing. */
ax_status *ax_comm_reduce_bytes(ax_comm *comm, int64_t blocks, const int64_t *first, int count,
                                const ax_reduce_item *items, int64_t *out_bytes);

#endif
