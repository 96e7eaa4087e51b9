#include "comm/tree.h"

#include "base/checked.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- The tree's shape ---- */

static int64_t first_block(ax_tree_node node)
{
    return node.index << node.level;
}

/* One past the last block of a node, clipped to nb. first + 2^level cannot overflow where it counts:
 * levels are only raised while 2^level < nb. */
static int64_t end_block(int64_t nb, ax_tree_node node)
{
    int64_t width = INT64_C(1) << node.level;
    int64_t first = first_block(node);
    return width >= nb - first ? nb : first + width;
}

static bool is_root(int64_t nb, ax_tree_node node)
{
    return INT64_C(1) << node.level >= nb;
}

static ax_tree_node parent_of(ax_tree_node node)
{
    return (ax_tree_node){.level = node.level + 1, .index = node.index >> 1};
}

static bool is_right(ax_tree_node node)
{
    return (node.index & 1) != 0;
}

static bool same_node(ax_tree_node a, ax_tree_node b)
{
    return a.level == b.level && a.index == b.index;
}

/* Passes a node through those ancestors that cover the same blocks: its right siblings cover none. */
static ax_tree_node pass_through(int64_t nb, ax_tree_node node)
{
    while (!is_root(nb, node) && !is_right(node) && end_block(nb, node) == nb)
        node = parent_of(node);
    return node;
}

/* Whether a node of [begin, end) is maximal there. */
static bool is_maximal(int64_t nb, int64_t begin, int64_t end, ax_tree_node node)
{
    if (is_root(nb, node))
        return true;
    ax_tree_node parent = parent_of(node);
    return first_block(parent) < begin || end_block(nb, parent) > end;
}

int ax_tree_nodes(int64_t nb, int64_t begin, int64_t end, ax_tree_node out_nodes[AX_TREE_MAX_NODES])
{
    int count = 0;
    while (begin < end && count < AX_TREE_MAX_NODES) {
        ax_tree_node node = {.level = 0, .index = begin};
        while (!is_maximal(nb, begin, end, node))
            node = parent_of(node);
        out_nodes[count++] = node;
        begin = end_block(nb, node);
    }
    return count;
}

static void swap_values(void **values, int a, int b)
{
    void *kept = values[a];
    values[a] = values[b];
    values[b] = kept;
}

int ax_tree_fold(int64_t nb, ax_reduction_kind kind, ax_dtype dtype, int64_t count, int n,
                 ax_tree_node *nodes, void **values)
{
    int top = 0; /* entries [0, top) are a stack of nodes that wait for their right siblings */
    for (int i = 0; i < n; i++) {
        nodes[top] = pass_through(nb, nodes[i]);
        swap_values(values, top, i);
        top++;
        while (top >= 2 && is_right(nodes[top - 1]) &&
               nodes[top - 2].level == nodes[top - 1].level &&
               nodes[top - 2].index == nodes[top - 1].index - 1) {
            ax_reduction_combine(kind, dtype, values[top - 2], values[top - 1], count);
            nodes[top - 2] = pass_through(nb, parent_of(nodes[top - 2]));
            top--;
        }
    }
    return top;
}

/* ---- Leaves in any order ---- */

typedef struct held_node {
    ax_tree_node node;
    void *value;
} held_node;

struct ax_tree {
    ax_tree_options options;
    int64_t value_bytes;
    pthread_mutex_t mutex; /* guards all below */
    pthread_cond_t freed;  /* where buffers are limited: some are free again */
    int64_t added;
    held_node *waiting; /* nodes whose sibling is not there: few in nearly ascending order */
    int waiting_count, waiting_capacity;
    int done_count; /* maximal nodes of the range, sorted by ax_tree_result */
    ax_tree_node nodes[AX_TREE_MAX_NODES];
    void *values[AX_TREE_MAX_NODES];
    void **buffers; /* all that were allocated; the first `free_count` of `free` are not in use */
    void **free;
    int buffer_count, free_count, buffer_capacity;
};

/* Room for one more buffer in both lists. */
static bool grow_buffers(ax_tree *tree)
{
    if (tree->buffer_count < tree->buffer_capacity)
        return true;
    int capacity = 2 * tree->buffer_capacity + 16;
    void **buffers = realloc(tree->buffers, (size_t)capacity * sizeof *buffers);
    if (buffers)
        tree->buffers = buffers;
    void **unused = realloc(tree->free, (size_t)capacity * sizeof *unused);
    if (unused)
        tree->free = unused;
    if (!buffers || !unused)
        return false;
    tree->buffer_capacity = capacity;
    return true;
}

static ax_status *add_buffer(ax_tree *tree)
{
    void *value;
    if (!grow_buffers(tree))
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a reduction tree of %d buffers",
                        tree->buffer_count);
    AX_TRY(ax_allocator_alloc(tree->options.allocator, tree->value_bytes, &value));
    tree->buffers[tree->buffer_count++] = value;
    tree->free[tree->free_count++] = value;
    return NULL;
}

/* With the mutex held. */
static void free_buffer(ax_tree *tree, void *value)
{
    tree->free[tree->free_count++] = value;
    if (tree->options.buffers > 0)
        pthread_cond_broadcast(&tree->freed);
}

/* With the mutex held, which is released while waiting. */
static ax_status *wait_for_buffers(ax_tree *tree, int number)
{
    const ax_tree_options *o = &tree->options;
    if (number > o->buffers)
        return AX_ERROR(AX_INTERNAL, "%d buffers of a reduction tree's %lld", number,
                        (long long)o->buffers);
    while (tree->free_count < number) {
        if (o->cancelled && atomic_load_explicit(o->cancelled, memory_order_relaxed))
            return AX_ERROR(AX_CANCELLED, "a reduction was given up");
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += 10 * 1000 * 1000;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&tree->freed, &tree->mutex, &until);
    }
    return NULL;
}

ax_status *ax_tree_buffers(ax_tree *tree, int number, void **out_values)
{
    ax_status *status = NULL;
    pthread_mutex_lock(&tree->mutex);
    if (tree->options.buffers > 0)
        status = wait_for_buffers(tree, number);
    while (tree->free_count < number && !status)
        status = add_buffer(tree);
    for (int i = 0; i < number && !status; i++)
        out_values[i] = tree->free[--tree->free_count];
    pthread_mutex_unlock(&tree->mutex);
    return status;
}

void ax_tree_discard(ax_tree *tree, void *value)
{
    pthread_mutex_lock(&tree->mutex);
    free_buffer(tree, value);
    pthread_mutex_unlock(&tree->mutex);
}

/* ---- How many buffers ---- */

/* Chunks that are looked at one by one; of more, a bound is taken. */
enum { LOOKS = 4096 };

static int64_t levels_of(int64_t blocks)
{
    int64_t levels = 1;
    while ((blocks >> levels) > 0)
        levels++;
    return levels;
}

int64_t ax_tree_chunk_nodes(int64_t nb, int64_t begin, int64_t end, int64_t chunk)
{
    ax_tree_node nodes[AX_TREE_MAX_NODES];
    int64_t most = 0, chunks = ax_ceil_div(end - begin, chunk);
    if (chunks > LOOKS)
        return chunk == 1 ? 1 : 2 * levels_of(chunk);
    for (int64_t k = 0; k < chunks; k++) {
        int64_t first = begin + k * chunk;
        most = ax_max_i64(most, ax_tree_nodes(nb, first, ax_min_i64(first + chunk, end), nodes));
    }
    return most;
}

/* The most that the first chunks of the range, however many, leave waiting. */
static int64_t most_waiting(int64_t nb, int64_t begin, int64_t end, int64_t chunk)
{
    ax_tree_node nodes[AX_TREE_MAX_NODES];
    int64_t most = 0, chunks = ax_ceil_div(end - begin, chunk);
    if (chunks > LOOKS)
        return 2 * levels_of(nb);
    for (int64_t k = 1; k <= chunks; k++) {
        int64_t until = ax_min_i64(begin + k * chunk, end);
        most = ax_max_i64(most, ax_tree_nodes(nb, begin, until, nodes));
    }
    return most;
}

int64_t ax_tree_buffers_needed(int64_t nb, int64_t begin, int64_t end, int64_t chunk,
                               int64_t threads)
{
    if (begin == end)
        return 0;
    return most_waiting(nb, begin, end, chunk) +
           threads * ax_tree_chunk_nodes(nb, begin, end, chunk);
}

ax_status *ax_tree_create(const ax_tree_options *options, ax_tree **out_tree)
{
    if (options->blocks < 0 || options->blocks > INT64_MAX / 2 || options->begin < 0 ||
        options->begin > options->end || options->end > options->blocks || options->count < 0 ||
        !ax_reduction_supported(options->kind, options->dtype))
        return AX_ERROR(AX_INVALID_ARGUMENT,
                        "a reduction tree over blocks %lld to %lld of %lld, of %lld %s elements",
                        (long long)options->begin, (long long)options->end,
                        (long long)options->blocks, (long long)options->count,
                        ax_dtype_name(options->dtype));
    int64_t bytes;
    if (!ax_checked_mul(options->count, ax_dtype_bytes(options->dtype), &bytes))
        return AX_ERROR(AX_OVERFLOW, "a value of %lld %s elements", (long long)options->count,
                        ax_dtype_name(options->dtype));
    ax_tree *tree = calloc(1, sizeof *tree);
    if (!tree)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a reduction tree");
    tree->options = *options;
    tree->value_bytes = bytes;
    pthread_mutex_init(&tree->mutex, NULL);
    pthread_cond_init(&tree->freed, NULL);
    for (int64_t i = 0; i < options->buffers; i++) {
        ax_status *status = add_buffer(tree);
        if (status) {
            ax_tree_free(tree);
            return status;
        }
    }
    *out_tree = tree;
    return NULL;
}

void ax_tree_free(ax_tree *tree)
{
    if (!tree)
        return;
    for (int i = 0; i < tree->buffer_count; i++)
        ax_allocator_free(tree->options.allocator, tree->buffers[i], tree->value_bytes);
    pthread_cond_destroy(&tree->freed);
    pthread_mutex_destroy(&tree->mutex);
    free(tree->waiting);
    free(tree->buffers);
    free(tree->free);
    free(tree);
}

/* Takes a waiting node's value out, or NULL when it is not there. */
static void *take_waiting(ax_tree *tree, ax_tree_node node)
{
    for (int i = tree->waiting_count - 1; i >= 0; i--) {
        if (!same_node(tree->waiting[i].node, node))
            continue;
        void *value = tree->waiting[i].value;
        tree->waiting[i] = tree->waiting[--tree->waiting_count];
        return value;
    }
    return NULL;
}

static ax_status *put_waiting(ax_tree *tree, ax_tree_node node, void *value)
{
    if (tree->waiting_count == tree->waiting_capacity) {
        int capacity = 2 * tree->waiting_capacity + 32;
        held_node *waiting = realloc(tree->waiting, (size_t)capacity * sizeof *waiting);
        if (!waiting)
            return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for %d nodes of a reduction tree",
                            capacity);
        tree->waiting = waiting;
        tree->waiting_capacity = capacity;
    }
    tree->waiting[tree->waiting_count++] = (held_node){.node = node, .value = value};
    return NULL;
}

/* With the mutex held, which is released while values are combined. */
static ax_status *climb(ax_tree *tree, ax_tree_node node, void *value)
{
    const ax_tree_options *o = &tree->options;
    for (;;) {
        node = pass_through(o->blocks, node);
        if (is_maximal(o->blocks, o->begin, o->end, node)) {
            if (tree->done_count == AX_TREE_MAX_NODES)
                return AX_ERROR(AX_INVALID_ARGUMENT, "a block was added to a reduction twice");
            tree->nodes[tree->done_count] = node;
            tree->values[tree->done_count++] = value;
            return NULL;
        }
        ax_tree_node sibling = {.level = node.level, .index = node.index ^ 1};
        void *other = take_waiting(tree, sibling);
        if (!other)
            return put_waiting(tree, node, value);
        void *left = is_right(node) ? other : value;
        void *right = is_right(node) ? value : other;
        pthread_mutex_unlock(&tree->mutex);
        ax_reduction_combine(o->kind, o->dtype, left, right, o->count);
        pthread_mutex_lock(&tree->mutex);
        free_buffer(tree, right);
        value = left;
        node = parent_of(node);
    }
}

ax_status *ax_tree_add_node(ax_tree *tree, ax_tree_node node, void *value)
{
    const ax_tree_options *o = &tree->options;
    bool known = node.index >= 0 && node.level >= 0;
    int64_t first = known ? first_block(node) : -1;
    int64_t count = known ? end_block(o->blocks, node) - first : 1;
    ax_status *status = NULL;
    pthread_mutex_lock(&tree->mutex);
    if (!known || first < o->begin || count > o->end - first ||
        tree->added > o->end - o->begin - count) {
        free_buffer(tree, value);
        status = AX_ERROR(AX_INVALID_ARGUMENT,
                          "blocks %lld to %lld are not some of %lld to %lld, or were added before",
                          (long long)first, (long long)(first + count), (long long)o->begin,
                          (long long)o->end);
    } else {
        tree->added += count;
        status = climb(tree, node, value);
    }
    pthread_mutex_unlock(&tree->mutex);
    return status;
}

static void sort_result(ax_tree *tree)
{
    for (int i = 1; i < tree->done_count; i++) {
        for (int k = i; k > 0 && first_block(tree->nodes[k]) < first_block(tree->nodes[k - 1]);
             k--) {
            ax_tree_node node = tree->nodes[k];
            tree->nodes[k] = tree->nodes[k - 1];
            tree->nodes[k - 1] = node;
            swap_values(tree->values, k, k - 1);
        }
    }
}

ax_status *ax_tree_result(ax_tree *tree, int *out_count, const ax_tree_node **out_nodes,
                          void *const **out_values)
{
    const ax_tree_options *o = &tree->options;
    pthread_mutex_lock(&tree->mutex);
    int64_t missing = o->end - o->begin - tree->added;
    int waiting = tree->waiting_count;
    sort_result(tree);
    pthread_mutex_unlock(&tree->mutex);
    if (missing > 0 || waiting > 0)
        return AX_ERROR(AX_INTERNAL, "a reduction over blocks %lld to %lld lacks %lld of them",
                        (long long)o->begin, (long long)o->end, (long long)missing);
    *out_count = tree->done_count;
    *out_nodes = tree->nodes;
    *out_values = tree->values;
    return NULL;
}
