/* Every element of the result has one receiver. Elements are dealt to ranks by slices; a receiver gets
 * its slice of every rank's maximal nodes, finishes the tree for it, and sends the outcome to all. */
#include "comm/reduce.h"

#include "base/checked.h"
#include "base/hash.h"
#include "comm/internal.h"

#include <stdlib.h>
#include <string.h>

/* A slice smaller than this is not worth a message of its own. */
static const int64_t SLICE_BYTES = INT64_C(16) << 10;
/* Slices begin at multiples of this many elements. */
static const int64_t SLICE_UNIT = 16;

/* What all ranks know of the launch. */
typedef struct plan {
    ax_comm *comm;
    const ax_launch *launch;
    int64_t blocks;
    const ax_reduce_item *items;
    int item_count;
    ax_allocator *allocator;

    ax_tree_node *nodes; /* of all ranks' ranges, in order */
    int *node_first;     /* rank r holds nodes [node_first[r], node_first[r + 1]) */
    int node_count;
    ax_tree_node *fold_nodes; /* scratch: [node_count] */
    void **fold_values;

    char *staging; /* others' parts of this rank's slices, and this rank's packed nodes */
    int64_t staging_bytes;
    ax_piece *sends, *receives;
    int64_t send_count, receive_count;
} plan;

/* ---- Slices ---- */

typedef struct slice {
    int64_t begin, end; /* elements */
} slice;

static int slice_count(const plan *p, const ax_reduce_item *item)
{
    int64_t slices = item->count * ax_dtype_bytes(item->dtype) / SLICE_BYTES;
    return (int)ax_max_i64(1, ax_min_i64(slices, p->comm->size));
}

/* Slice k of n: about k/n of the elements. (k * count / n, without the product's overflow.) */
static int64_t slice_begin(const ax_reduce_item *item, int k, int n)
{
    if (k == n)
        return item->count;
    int64_t begin = item->count / n * k + item->count % n * k / n;
    return begin / SLICE_UNIT * SLICE_UNIT;
}

/* The rank that receives slice k of n. */
static int slice_owner(const plan *p, int k, int n)
{
    return (int)((int64_t)k * p->comm->size / n);
}

/* The part of an item that rank r receives; empty for most ranks when the item is small. */
static slice slice_of(const plan *p, const ax_reduce_item *item, int r)
{
    int n = slice_count(p, item);
    int k = (int)ax_ceil_div((int64_t)r * n, p->comm->size);
    if (k >= n || slice_owner(p, k, n) != r)
        return (slice){0, 0};
    return (slice){slice_begin(item, k, n), slice_begin(item, k + 1, n)};
}

static int64_t slice_bytes(const ax_reduce_item *item, slice s)
{
    return (s.end - s.begin) * ax_dtype_bytes(item->dtype);
}

static char *element(const ax_reduce_item *item, void *array, int64_t index)
{
    return (char *)array + index * ax_dtype_bytes(item->dtype);
}

/* With one slice a rank sends its nodes as one message: they are small. */
static bool is_packed(const plan *p, const ax_reduce_item *item)
{
    return slice_count(p, item) == 1;
}

static int nodes_of(const plan *p, int rank)
{
    return p->node_first[rank + 1] - p->node_first[rank];
}

/* ---- Before the handshake: everything that can fail on one rank ---- */

static ax_status *check_item(const plan *p, const ax_reduce_item *item)
{
    int64_t bytes;
    if (item->count < 0 || !ax_reduction_supported(item->kind, item->dtype))
        return AX_ERROR(AX_INVALID_ARGUMENT, "a reduction of %lld %s elements",
                        (long long)item->count, ax_dtype_name(item->dtype));
    if (!ax_checked_mul(item->count, ax_dtype_bytes(item->dtype), &bytes))
        return AX_ERROR(AX_OVERFLOW, "a reduction of %lld %s elements", (long long)item->count,
                        ax_dtype_name(item->dtype));
    int first = p->node_first[p->comm->rank];
    bool expected = item->node_count == nodes_of(p, p->comm->rank);
    for (int i = 0; expected && i < item->node_count; i++)
        expected = item->nodes[i].level == p->nodes[first + i].level &&
                   item->nodes[i].index == p->nodes[first + i].index;
    if (!expected)
        return AX_ERROR(AX_INTERNAL, "rank %d reduces other blocks than its own", p->comm->rank);
    return NULL;
}

static ax_status *list_nodes(plan *p, const int64_t *first)
{
    int size = p->comm->size;
    p->node_first = calloc((size_t)size + 1, sizeof *p->node_first);
    if (!p->node_first)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory to reduce over %d ranks", size);
    bool ordered = first[0] == 0 && first[size] == p->blocks && p->blocks <= INT64_MAX / 2;
    for (int r = 0; r < size && ordered; r++)
        ordered = first[r] <= first[r + 1];
    if (!ordered)
        return AX_ERROR(AX_INTERNAL, "the ranks' blocks are not a partition of %lld blocks",
                        (long long)p->blocks);
    ax_tree_node nodes[AX_TREE_MAX_NODES];
    for (int r = 0; r < size; r++)
        p->node_first[r + 1] = p->node_first[r] +
                               ax_tree_nodes(p->blocks, first[r], first[r + 1], nodes);
    p->node_count = p->node_first[size];
    size_t count = (size_t)p->node_count + 1;
    p->nodes = calloc(count, sizeof *p->nodes);
    p->fold_nodes = calloc(count, sizeof *p->fold_nodes);
    p->fold_values = calloc(count, sizeof *p->fold_values);
    if (!p->nodes || !p->fold_nodes || !p->fold_values)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for %d partial results", p->node_count);
    for (int r = 0; r < size; r++) {
        int n = ax_tree_nodes(p->blocks, first[r], first[r + 1], nodes);
        if (n > 0)
            memcpy(p->nodes + p->node_first[r], nodes, (size_t)n * sizeof nodes[0]);
    }
    return NULL;
}

/* What staging takes, over all items. */
static ax_status *count_staging(plan *p)
{
    int64_t nodes = nodes_of(p, p->comm->rank);
    for (int i = 0; i < p->item_count; i++) {
        const ax_reduce_item *item = &p->items[i];
        int64_t mine = slice_bytes(item, slice_of(p, item, p->comm->rank));
        int64_t packed = is_packed(p, item) ? nodes * item->count : 0;
        int64_t bytes;
        if (!ax_checked_mul(mine, p->node_count - nodes, &bytes) ||
            !ax_checked_add(bytes, packed * ax_dtype_bytes(item->dtype), &bytes) ||
            !ax_checked_add(p->staging_bytes, bytes, &p->staging_bytes))
            return AX_ERROR(AX_OVERFLOW, "a reduction of %lld elements over %d ranks",
                            (long long)item->count, p->comm->size);
    }
    return NULL;
}

/* Staging, and pieces: an upper bound of their number. */
static ax_status *get_memory(plan *p)
{
    AX_TRY(count_staging(p));
    int64_t pieces = 0;
    for (int i = 0; i < p->item_count; i++)
        pieces += (int64_t)(p->node_count + p->comm->size) +
                  (int64_t)p->comm->size * ax_max_i64(1, p->items[i].node_count);
    p->sends = calloc((size_t)pieces + 1, sizeof *p->sends);
    p->receives = calloc((size_t)pieces + 1, sizeof *p->receives);
    if (!p->sends || !p->receives)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for the messages of a reduction");
    void *staging;
    AX_TRY(ax_allocator_alloc(p->allocator, p->staging_bytes, &staging));
    p->staging = staging;
    return NULL;
}

static ax_status *prepare(plan *p, const int64_t *first)
{
    AX_TRY(list_nodes(p, first));
    for (int i = 0; i < p->item_count; i++)
        AX_TRY(check_item(p, &p->items[i]));
    return p->comm->over_mpi ? get_memory(p) : NULL;
}

static uint64_t hash_plan(const plan *p, const int64_t *first)
{
    uint64_t h = ax_hash_string(p->launch->fingerprint, "reduce");
    h = ax_hash_i64(h, p->blocks);
    h = ax_hash_bytes(h, first, ((size_t)p->comm->size + 1) * sizeof first[0]);
    for (int i = 0; i < p->item_count; i++) {
        h = ax_hash_i64(h, (int64_t)p->items[i].kind);
        h = ax_hash_i64(h, (int64_t)p->items[i].dtype);
        h = ax_hash_i64(h, p->items[i].count);
    }
    return h;
}

/* ---- After it ---- */

static void add_piece(ax_piece *pieces, int64_t *count, int peer, void *data, int64_t bytes)
{
    if (bytes > 0)
        pieces[(*count)++] = (ax_piece){.peer = peer, .data = data, .bytes = bytes};
}

/* This rank's nodes, side by side. */
static void pack(const ax_reduce_item *item, char *to)
{
    int64_t bytes = item->count * ax_dtype_bytes(item->dtype);
    for (int i = 0; i < item->node_count && bytes > 0; i++)
        memcpy(to + i * bytes, item->values[i], (size_t)bytes);
}

/* Where the part of rank r's nodes lies: staging holds, for each item in turn, first this rank's
 * packed nodes, then the other ranks' parts in rank order, node after node. */
static char *staged(const plan *p, int item_index, int rank)
{
    char *at = p->staging;
    for (int i = 0; i <= item_index; i++) {
        const ax_reduce_item *item = &p->items[i];
        int64_t mine = slice_bytes(item, slice_of(p, item, p->comm->rank));
        if (is_packed(p, item))
            at += item->node_count * item->count * ax_dtype_bytes(item->dtype);
        int until = i < item_index ? p->comm->size : rank;
        int others = p->node_first[until];
        if (until > p->comm->rank)
            others -= nodes_of(p, p->comm->rank);
        at += others * mine;
    }
    return at;
}

static char *packed_nodes(const plan *p, int item_index)
{
    const ax_reduce_item *item = &p->items[item_index];
    return staged(p, item_index, 0) - item->node_count * item->count * ax_dtype_bytes(item->dtype);
}

static void add_sends_to(plan *p, int target)
{
    for (int i = 0; i < p->item_count; i++) {
        const ax_reduce_item *item = &p->items[i];
        slice s = slice_of(p, item, target);
        int64_t bytes = slice_bytes(item, s);
        if (bytes == 0)
            continue;
        if (is_packed(p, item)) {
            pack(item, packed_nodes(p, i));
            add_piece(p->sends, &p->send_count, target, packed_nodes(p, i),
                      item->node_count * bytes);
            continue;
        }
        for (int k = 0; k < item->node_count; k++)
            add_piece(p->sends, &p->send_count, target, element(item, item->values[k], s.begin),
                      bytes);
    }
}

static void add_receives_from(plan *p, int source)
{
    int nodes = nodes_of(p, source);
    for (int i = 0; i < p->item_count; i++) {
        const ax_reduce_item *item = &p->items[i];
        int64_t bytes = slice_bytes(item, slice_of(p, item, p->comm->rank));
        if (bytes == 0 || nodes == 0)
            continue;
        char *at = staged(p, i, source);
        if (is_packed(p, item)) {
            add_piece(p->receives, &p->receive_count, source, at, nodes * bytes);
            continue;
        }
        for (int k = 0; k < nodes; k++)
            add_piece(p->receives, &p->receive_count, source, at + k * bytes, bytes);
    }
}

static ax_status *deal_slices(plan *p)
{
    p->send_count = p->receive_count = 0;
    for (int step = 1; step < p->comm->size; step++) {
        add_sends_to(p, ax_step_target(p->comm, step));
        add_receives_from(p, ax_step_source(p->comm, step));
    }
    return ax_exchange(p->comm, p->launch, p->sends, p->send_count, p->receives, p->receive_count);
}

/* Finishes the tree for this rank's slice of an item. */
static void fold_slice(plan *p, int item_index)
{
    const ax_reduce_item *item = &p->items[item_index];
    slice s = slice_of(p, item, p->comm->rank);
    int64_t bytes = slice_bytes(item, s);
    if (bytes == 0)
        return;
    for (int r = 0; r < p->comm->size; r++) {
        char *at = r == p->comm->rank ? NULL : staged(p, item_index, r);
        for (int k = 0; k < nodes_of(p, r); k++) {
            int n = p->node_first[r] + k;
            p->fold_nodes[n] = p->nodes[n];
            p->fold_values[n] = at ? at + k * bytes : element(item, item->values[k], s.begin);
        }
    }
    ax_tree_fold(p->blocks, item->kind, item->dtype, s.end - s.begin, p->node_count, p->fold_nodes,
                 p->fold_values);
    memcpy(element(item, item->result, s.begin), p->fold_values[0], (size_t)bytes);
}

/* The receivers' slices to all: one slice is broadcast, several are exchanged. */
static ax_status *gather_slices(plan *p)
{
    ax_comm *comm = p->comm;
    p->send_count = p->receive_count = 0;
    for (int step = 1; step < comm->size; step++) {
        int target = ax_step_target(comm, step);
        int source = ax_step_source(comm, step);
        for (int i = 0; i < p->item_count; i++) {
            const ax_reduce_item *item = &p->items[i];
            if (is_packed(p, item))
                continue;
            slice mine = slice_of(p, item, comm->rank);
            slice theirs = slice_of(p, item, source);
            add_piece(p->sends, &p->send_count, target, element(item, item->result, mine.begin),
                      slice_bytes(item, mine));
            add_piece(p->receives, &p->receive_count, source,
                      element(item, item->result, theirs.begin), slice_bytes(item, theirs));
        }
    }
    AX_TRY(ax_exchange(comm, p->launch, p->sends, p->send_count, p->receives, p->receive_count));
    p->send_count = 0;
    for (int i = 0; i < p->item_count; i++)
        if (is_packed(p, &p->items[i]))
            add_piece(p->sends, &p->send_count, slice_owner(p, 0, 1), p->items[i].result,
                      p->items[i].count * ax_dtype_bytes(p->items[i].dtype));
    return ax_exchange_broadcast(comm, p->launch, p->sends, p->send_count);
}

static ax_status *reduce_over_ranks(plan *p)
{
    AX_TRY(deal_slices(p));
    for (int i = 0; i < p->item_count; i++)
        fold_slice(p, i);
    return gather_slices(p);
}

static void finish_alone(const plan *p)
{
    for (int i = 0; i < p->item_count; i++) {
        const ax_reduce_item *item = &p->items[i];
        int64_t bytes = item->count * ax_dtype_bytes(item->dtype);
        if (bytes > 0)
            memcpy(item->result, item->values[0], (size_t)bytes);
    }
}

static void release(plan *p)
{
    /* After a broken exchange MPI may still write into staging: it is left to it. */
    if (!p->comm->broken)
        ax_allocator_free(p->allocator, p->staging, p->staging_bytes);
    free(p->node_first);
    free(p->nodes);
    free(p->fold_nodes);
    free(p->fold_values);
    free(p->sends);
    free(p->receives);
}

ax_status *ax_comm_reduce(ax_comm *comm, const ax_launch *launch, ax_status *local, int64_t blocks,
                          const int64_t *first, int count, const ax_reduce_item *items,
                          ax_allocator *allocator)
{
    plan p = {.comm = comm,
              .launch = launch,
              .blocks = blocks,
              .items = items,
              .item_count = count,
              .allocator = allocator};
    if (!local)
        local = prepare(&p, first);
    /* A rank that arrives flagged may have nothing to hash. */
    uint64_t fingerprint = local ? 0 : hash_plan(&p, first);
    ax_status *status = ax_comm_begin(comm, launch, fingerprint, local);
    if (!status) {
        if (blocks == 0)
            for (int i = 0; i < count; i++)
                ax_reduction_identity(items[i].kind, items[i].dtype, items[i].result,
                                      items[i].count);
        else if (comm->over_mpi)
            status = reduce_over_ranks(&p);
        else
            finish_alone(&p);
    }
    release(&p);
    return status;
}

ax_status *ax_comm_reduce_bytes(ax_comm *comm, int64_t blocks, const int64_t *first, int count,
                                const ax_reduce_item *items, int64_t *out_bytes)
{
    plan p = {.comm = comm, .blocks = blocks, .items = items, .item_count = count};
    *out_bytes = 0;
    ax_status *status = comm->over_mpi ? list_nodes(&p, first) : NULL;
    if (!status && comm->over_mpi)
        status = count_staging(&p);
    if (!status && comm->over_mpi)
        *out_bytes = ax_allocator_class_bytes(p.staging_bytes);
    free(p.node_first);
    free(p.nodes);
    free(p.fold_nodes);
    free(p.fold_values);
    return status;
}
