/* The reduction tree against its recursive definition: same bits for any split and any order. */
#include "comm/tree.h"
#include "base/checked.h"
#include "device/team.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { COUNT = 5, MOST_BLOCKS = 70 };

static void must(ax_status *status)
{
    if (status)
        fail_msg("%s", ax_status_message(status));
}

static uint64_t random_state = 88172645463325252u;

static uint64_t random_bits(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state;
}

static int64_t random_below(int64_t limit)
{
    return (int64_t)(random_bits() % (uint64_t)limit);
}

/* Of very different sizes, so that every other order of adding gives other bits. */
static float random_float(void)
{
    float mantissa = (float)random_below(1 << 24) / (float)(1 << 23) - 1.0f;
    return ldexpf(mantissa, (int)random_below(40));
}

/* The definition: node (level, index) of a tree over nb leaves. */
static float sum_of_node(const float *leaves, int64_t nb, int level, int64_t index)
{
    if (level == 0)
        return leaves[index];
    float left = sum_of_node(leaves, nb, level - 1, 2 * index);
    if ((2 * index + 1) << (level - 1) >= nb)
        return left;
    volatile float sum = left + sum_of_node(leaves, nb, level - 1, 2 * index + 1);
    return sum;
}

static float sum_of_all(const float *leaves, int64_t nb)
{
    int level = 0;
    while (INT64_C(1) << level < nb)
        level++;
    return sum_of_node(leaves, nb, level, 0);
}

static void shuffle(int64_t *order, int64_t n)
{
    for (int64_t i = n - 1; i > 0; i--) {
        int64_t k = random_below(i + 1);
        int64_t kept = order[i];
        order[i] = order[k];
        order[k] = kept;
    }
}

typedef struct problem {
    int64_t nb;
    float leaves[COUNT][MOST_BLOCKS];
    float expected[COUNT];
} problem;

static void make_problem(problem *p, int64_t nb)
{
    p->nb = nb;
    for (int e = 0; e < COUNT; e++) {
        for (int64_t b = 0; b < nb; b++)
            p->leaves[e][b] = random_float();
        if (nb > 0)
            p->expected[e] = sum_of_all(p->leaves[e], nb);
    }
}

static void add_leaf(ax_tree *tree, const problem *p, int64_t block)
{
    void *buffer;
    must(ax_tree_buffers(tree, 1, &buffer));
    for (int e = 0; e < COUNT; e++)
        ((float *)buffer)[e] = p->leaves[e][block];
    must(ax_tree_add_node(tree, (ax_tree_node){.index = block}, buffer));
}

/* Adds the maximal nodes of blocks [begin, end), which are some of the tree's. */
static void add_nodes(ax_tree *tree, const problem *p, int64_t begin, int64_t end)
{
    ax_tree_node nodes[AX_TREE_MAX_NODES];
    int count = ax_tree_nodes(p->nb, begin, end, nodes);
    for (int i = count - 1; i >= 0; i--) {
        void *buffer;
        must(ax_tree_buffers(tree, 1, &buffer));
        for (int e = 0; e < COUNT; e++)
            ((float *)buffer)[e] = sum_of_node(p->leaves[e], p->nb, nodes[i].level, nodes[i].index);
        must(ax_tree_add_node(tree, nodes[i], buffer));
    }
}

/* Adds all blocks of a range by nodes of pieces of random length, from the right. */
static void add_in_pieces(ax_tree *tree, const problem *p, int64_t begin, int64_t end)
{
    while (end > begin) {
        int64_t first = end - 1 - random_below(ax_min_i64(end - begin, 20));
        add_nodes(tree, p, first, end);
        end = first;
    }
}

/* Reduces [begin, end) in a random order and appends its nodes, with values of their own. */
static void reduce_range(const problem *p, ax_allocator *allocator, int64_t begin, int64_t end,
                         int *n, ax_tree_node *nodes, void **values)
{
    ax_tree *tree;
    must(ax_tree_create(&(ax_tree_options){.blocks = p->nb,
                                           .begin = begin,
                                           .end = end,
                                           .dtype = AX_F32,
                                           .count = COUNT,
                                           .allocator = allocator},
                        &tree));
    if (random_below(2)) {
        add_in_pieces(tree, p, begin, end);
    } else {
        int64_t order[MOST_BLOCKS];
        for (int64_t b = begin; b < end; b++)
            order[b - begin] = b;
        shuffle(order, end - begin);
        for (int64_t i = 0; i < end - begin; i++)
            add_leaf(tree, p, order[i]);
    }
    int count;
    const ax_tree_node *result;
    void *const *sums;
    must(ax_tree_result(tree, &count, &result, &sums));
    ax_tree_node expected[AX_TREE_MAX_NODES];
    assert_int_equal(count, ax_tree_nodes(p->nb, begin, end, expected));
    for (int i = 0; i < count; i++) {
        assert_int_equal(result[i].level, expected[i].level);
        assert_int_equal(result[i].index, expected[i].index);
        nodes[*n] = result[i];
        values[*n] = malloc(COUNT * sizeof(float));
        assert_non_null(values[*n]);
        memcpy(values[*n], sums[i], COUNT * sizeof(float));
        ++*n;
    }
    ax_tree_free(tree);
}

static void any_split_gives_the_same_bits(void **state)
{
    (void)state;
    ax_allocator *allocator;
    must(ax_allocator_create("test", 0, &allocator));
    static problem p;
    for (int64_t nb = 0; nb <= MOST_BLOCKS; nb++) {
        make_problem(&p, nb);
        for (int ranges = 1; ranges <= 7; ranges++) {
            int64_t cuts[9] = {0};
            for (int i = 1; i < ranges;
                 i++) /* random cuts, some ranges empty; or as devices do it */
                cuts[i] = nb % 2 ? random_below(nb + 1) : i * nb / ranges;
            cuts[ranges] = nb;
            for (int i = 1; i < ranges; i++)
                for (int k = i; k > 1 && cuts[k] < cuts[k - 1]; k--) {
                    int64_t kept = cuts[k];
                    cuts[k] = cuts[k - 1];
                    cuts[k - 1] = kept;
                }
            ax_tree_node nodes[8 * AX_TREE_MAX_NODES];
            void *values[8 * AX_TREE_MAX_NODES];
            int n = 0;
            for (int i = 0; i < ranges; i++)
                reduce_range(&p, allocator, cuts[i], cuts[i + 1], &n, nodes, values);
            int left = ax_tree_fold(nb, AX_REDUCTION_SUM, AX_F32, COUNT, n, nodes, values);
            assert_int_equal(left, nb > 0);
            if (nb > 0)
                assert_memory_equal(values[0], p.expected, sizeof p.expected);
            for (int i = 0; i < n; i++) /* no pointer is lost: each is freed once */
                free(values[i]);
        }
    }
    assert_int_equal(ax_allocator_use(allocator).live_bytes, 0);
    ax_allocator_destroy(allocator);
}

/* A plain sum from left to right is another sum: the test above can fail. */
static void another_order_gives_other_bits(void **state)
{
    (void)state;
    static problem p;
    make_problem(&p, 64);
    int different = 0;
    for (int e = 0; e < COUNT; e++) {
        float sum = 0;
        for (int b = 0; b < 64; b++)
            sum += p.leaves[e][b];
        different += sum != p.expected[e];
    }
    assert_true(different > 0);
}

static void absent_children_pass_through(void **state)
{
    (void)state;
    ax_tree_node nodes[AX_TREE_MAX_NODES];
    assert_int_equal(ax_tree_nodes(0, 0, 0, nodes), 0);
    assert_int_equal(ax_tree_nodes(5, 2, 2, nodes), 0);
    assert_int_equal(ax_tree_nodes(1, 0, 1, nodes), 1);
    assert_int_equal(nodes[0].level, 0);
    assert_int_equal(ax_tree_nodes(5, 0, 5, nodes), 1);
    assert_int_equal(nodes[0].level, 3);
    /* Block 4 of 5 stands for blocks 4 to 7 on its way up to the root. */
    assert_int_equal(ax_tree_nodes(5, 4, 5, nodes), 1);
    assert_int_equal(nodes[0].level, 2);
    assert_int_equal(nodes[0].index, 1);
    assert_int_equal(ax_tree_nodes(8, 1, 7, nodes), 4);
    const ax_tree_node expected[] = {{0, 1}, {1, 1}, {1, 2}, {0, 6}};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(nodes[i].level, expected[i].level);
        assert_int_equal(nodes[i].index, expected[i].index);
    }
    /* [1, 2^62 - 2): 61 nodes up to 2^61, then one for each bit of 2^61 - 2. */
    int64_t most = INT64_MAX / 2;
    assert_int_equal(ax_tree_nodes(most, 1, most - 1, nodes), 61 + 60);
    /* A single -0 reaches the root as -0: nothing adds +0 to it. */
    float zero = -0.0f;
    void *value = &zero;
    nodes[0] = (ax_tree_node){0, 0};
    assert_int_equal(ax_tree_fold(1, AX_REDUCTION_SUM, AX_F32, 1, 1, nodes, &value), 1);
    assert_true(signbit(zero));
}

typedef struct team_work {
    ax_tree *tree;
    ax_tasks tasks;
    const problem *p;
    atomic_int errors;
} team_work;

static void add_some(void *user, int thread)
{
    (void)thread;
    team_work *w = user;
    int64_t begin;
    int64_t end;
    while (ax_tasks_take(&w->tasks, &begin, &end)) {
        void *buffer;
        ax_status *status = ax_tree_buffers(w->tree, 1, &buffer);
        if (!status) {
            for (int e = 0; e < COUNT; e++)
                ((float *)buffer)[e] = w->p->leaves[e][begin];
            status = ax_tree_add_node(w->tree, (ax_tree_node){.index = begin}, buffer);
        }
        if (status) {
            atomic_fetch_add(&w->errors, 1);
            ax_status_free(status);
        }
    }
}

static void threads_add_at_the_same_time(void **state)
{
    (void)state;
    ax_allocator *allocator;
    ax_team *team;
    must(ax_allocator_create("test", 0, &allocator));
    must(ax_team_create(4, NULL, &team));
    static problem p;
    for (int round = 0; round < 50; round++) {
        make_problem(&p, 1 + random_below(MOST_BLOCKS));
        team_work w = {.p = &p};
        must(ax_tree_create(&(ax_tree_options){.blocks = p.nb,
                                               .end = p.nb,
                                               .dtype = AX_F32,
                                               .count = COUNT,
                                               .allocator = allocator},
                            &w.tree));
        ax_tasks_reset(&w.tasks, p.nb, 1);
        ax_team_run(team, add_some, &w);
        assert_int_equal(atomic_load(&w.errors), 0);
        int count;
        const ax_tree_node *nodes;
        void *const *values;
        must(ax_tree_result(w.tree, &count, &nodes, &values));
        assert_int_equal(count, 1);
        assert_memory_equal(values[0], p.expected, sizeof p.expected);
        ax_tree_free(w.tree);
    }
    ax_team_free(team);
    ax_allocator_destroy(allocator);
}

enum { THREADS = 4 };

typedef struct limited_work {
    team_work common;
    int64_t chunk, nodes; /* most nodes of a chunk */
    atomic_int seed;
} limited_work;

/* Threads that hold buffers before they take a chunk; some are slow with it. */
static void add_chunks(void *user, int thread)
{
    limited_work *w = user;
    const problem *p = w->common.p;
    ax_tree *tree = w->common.tree;
    void *buffers[AX_TREE_MAX_NODES];
    int held = 0;
    for (;;) {
        int64_t begin, end;
        must(ax_tree_buffers(tree, (int)w->nodes - held, buffers + held));
        held = (int)w->nodes;
        if (!ax_tasks_take(&w->common.tasks, &begin, &end))
            break;
        ax_tree_node nodes[AX_TREE_MAX_NODES];
        int count = ax_tree_nodes(p->nb, begin, end, nodes);
        if ((atomic_fetch_add(&w->seed, 1) + thread) % 5 == 0)
            usleep(300);
        for (int i = 0; i < count; i++) {
            float *value = buffers[--held];
            for (int e = 0; e < COUNT; e++)
                value[e] = sum_of_node(p->leaves[e], p->nb, nodes[i].level, nodes[i].index);
            must(ax_tree_add_node(tree, nodes[i], value));
        }
    }
    while (held > 0)
        ax_tree_discard(tree, buffers[--held]);
}

static void a_limited_number_of_buffers_suffices(void **state)
{
    (void)state;
    ax_team *team;
    must(ax_team_create(THREADS, NULL, &team));
    static problem p;
    for (int round = 0; round < 100; round++) {
        ax_allocator *allocator;
        must(ax_allocator_create("test", 0, &allocator));
        make_problem(&p, 1 + random_below(MOST_BLOCKS));
        limited_work w = {.common = {.p = &p}, .chunk = 1 + random_below(9)};
        w.nodes = ax_tree_chunk_nodes(p.nb, 0, p.nb, w.chunk);
        ax_tree_options options = {
            .blocks = p.nb, .end = p.nb, .dtype = AX_F32, .count = COUNT, .allocator = allocator};
        options.buffers = ax_tree_buffers_needed(p.nb, 0, p.nb, w.chunk, THREADS);
        must(ax_tree_create(&options, &w.common.tree));
        int64_t bytes = ax_allocator_use(allocator).peak_bytes;
        assert_int_equal(bytes, options.buffers * 64);
        ax_tasks_reset(&w.common.tasks, p.nb, w.chunk);
        ax_team_run(team, add_chunks, &w);
        int count;
        const ax_tree_node *nodes;
        void *const *values;
        must(ax_tree_result(w.common.tree, &count, &nodes, &values));
        assert_int_equal(count, 1);
        assert_memory_equal(values[0], p.expected, sizeof p.expected);
        assert_int_equal(ax_allocator_use(allocator).peak_bytes, bytes);
        ax_tree_free(w.common.tree);
        ax_allocator_destroy(allocator);
    }
    ax_team_free(team);
}

/* Who waits for a buffer that nobody gives back is told when all is given up. */
static void waiting_ends_when_cancelled(void **state)
{
    (void)state;
    ax_allocator *allocator;
    must(ax_allocator_create("test", 0, &allocator));
    atomic_bool cancelled = true;
    ax_tree_options options = {.blocks = 4,
                               .end = 4,
                               .dtype = AX_F32,
                               .count = COUNT,
                               .allocator = allocator,
                               .buffers = 1,
                               .cancelled = &cancelled};
    ax_tree *tree;
    void *values[2];
    must(ax_tree_create(&options, &tree));
    must(ax_tree_buffers(tree, 1, values));
    ax_status *status = ax_tree_buffers(tree, 1, values + 1);
    assert_int_equal(ax_status_code(status), AX_CANCELLED);
    ax_status_free(status);
    status = ax_tree_buffers(tree, 2, values); /* more than there are */
    assert_int_equal(ax_status_code(status), AX_INTERNAL);
    ax_status_free(status);
    ax_tree_free(tree);
    ax_allocator_destroy(allocator);
}

static void memory_is_logarithmic_in_order(void **state)
{
    (void)state;
    ax_allocator *allocator;
    must(ax_allocator_create("test", 0, &allocator));
    ax_tree *tree;
    must(ax_tree_create(
        &(ax_tree_options){
            .blocks = 5000, .end = 5000, .dtype = AX_I32, .count = 16, .allocator = allocator},
        &tree));
    for (int64_t block = 0; block < 5000; block++) {
        void *buffer;
        must(ax_tree_buffers(tree, 1, &buffer));
        for (int i = 0; i < 16; i++)
            ((int32_t *)buffer)[i] = (int32_t)block;
        must(ax_tree_add_node(tree, (ax_tree_node){.index = block}, buffer));
    }
    int count;
    const ax_tree_node *nodes;
    void *const *values;
    must(ax_tree_result(tree, &count, &nodes, &values));
    assert_int_equal(count, 1);
    assert_int_equal(((int32_t *)values[0])[7], 5000 * 4999 / 2);
    assert_true(ax_allocator_use(allocator).peak_bytes <= 15 * 64); /* 2^13 > 5000 */
    ax_tree_free(tree);
    ax_allocator_destroy(allocator);
}

static void wrong_blocks_are_refused(void **state)
{
    (void)state;
    ax_allocator *allocator;
    must(ax_allocator_create("test", 0, &allocator));
    ax_tree *tree;
    ax_tree_options options = {
        .blocks = 9, .begin = 3, .end = 5, .dtype = AX_F64, .count = 1, .allocator = allocator};
    must(ax_tree_create(&options, &tree));
    void *buffer;
    int count;
    const ax_tree_node *nodes;
    void *const *values;
    const int64_t blocks[] = {2, 5, -1};
    for (int i = 0; i < 3; i++) {
        must(ax_tree_buffers(tree, 1, &buffer));
        ax_status *status = ax_tree_add_node(tree, (ax_tree_node){.index = blocks[i]}, buffer);
        assert_int_equal(ax_status_code(status), AX_INVALID_ARGUMENT);
        ax_status_free(status);
    }
    must(ax_tree_buffers(tree, 1, &buffer));
    ax_status *too_many = ax_tree_add_node(tree, (ax_tree_node){.level = 1, .index = 2}, buffer);
    assert_int_equal(ax_status_code(too_many), AX_INVALID_ARGUMENT); /* blocks 4 and 5 */
    ax_status_free(too_many);
    must(ax_tree_buffers(tree, 1, &buffer));
    must(ax_tree_add_node(tree, (ax_tree_node){.index = 3}, buffer));
    ax_status *status = ax_tree_result(tree, &count, &nodes, &values);
    assert_int_equal(ax_status_code(status), AX_INTERNAL);
    ax_status_free(status);
    must(ax_tree_buffers(tree, 1, &buffer));
    ax_tree_discard(tree, buffer);
    ax_tree_free(tree);
    options.dtype = AX_F16;
    status = ax_tree_create(&options, &tree);
    assert_int_equal(ax_status_code(status), AX_INVALID_ARGUMENT);
    ax_status_free(status);
    options.dtype = AX_F64;
    options.count = INT64_MAX / 4;
    status = ax_tree_create(&options, &tree);
    assert_int_equal(ax_status_code(status), AX_OVERFLOW);
    ax_status_free(status);
    ax_allocator_destroy(allocator);
}

/* ---- Combining two values ---- */

#define CHECK_PAIR(kind, dtype, type, a, b, expected)                       \
    do {                                                                    \
        type left_[1] = {(type)(a)};                                        \
        type right_[1] = {(type)(b)};                                       \
        type expected_ = (type)(expected);                                  \
        ax_reduction_combine(AX_REDUCTION_##kind, dtype, left_, right_, 1); \
        assert_memory_equal(left_, &expected_, sizeof expected_);           \
    } while (0)

static void floats_follow_ieee(void **state)
{
    (void)state;
    const float nan = NAN;
    const float other_nan = -NAN;
    CHECK_PAIR(SUM, AX_F32, float, 1.5f, 2.25f, 3.75f);
    CHECK_PAIR(SUM, AX_F32, float, INFINITY, -INFINITY, nan);
    CHECK_PAIR(SUM, AX_F32, float, other_nan, 1.0f, nan);
    CHECK_PAIR(SUM, AX_F32, float, 0x1p-149f, 0x1p-149f, 0x1p-148f);
    CHECK_PAIR(SUM, AX_F32, float, -0.0f, -0.0f, -0.0f);
    CHECK_PAIR(MAX, AX_F32, float, 1.0f, 2.0f, 2.0f);
    CHECK_PAIR(MAX, AX_F32, float, -0.0f, 0.0f, 0.0f);
    CHECK_PAIR(MAX, AX_F32, float, 0.0f, -0.0f, 0.0f);
    CHECK_PAIR(MAX, AX_F32, float, -0.0f, -0.0f, -0.0f);
    CHECK_PAIR(MIN, AX_F32, float, -0.0f, 0.0f, -0.0f);
    CHECK_PAIR(MIN, AX_F32, float, 0.0f, -0.0f, -0.0f);
    CHECK_PAIR(MIN, AX_F32, float, 0.0f, 0.0f, 0.0f);
    CHECK_PAIR(MAX, AX_F32, float, other_nan, 2.0f, nan);
    CHECK_PAIR(MAX, AX_F32, float, INFINITY, other_nan, nan);
    CHECK_PAIR(MIN, AX_F32, float, -INFINITY, nan, nan);
    CHECK_PAIR(MIN, AX_F64, double, 3.0, 2.0, 2.0);
    CHECK_PAIR(MAX, AX_F64, double, -0.0, 0.0, 0.0);
    CHECK_PAIR(SUM, AX_F64, double, 0.1, 0.2, 0.30000000000000004);
}

static void integers_wrap_and_compare(void **state)
{
    (void)state;
    CHECK_PAIR(SUM, AX_I8, int8_t, 127, 1, -128);
    CHECK_PAIR(SUM, AX_U16, uint16_t, 65535, 2, 1);
    CHECK_PAIR(SUM, AX_I32, int32_t, INT32_MAX, 1, INT32_MIN);
    CHECK_PAIR(SUM, AX_I64, int64_t, INT64_MIN, -1, INT64_MAX);
    CHECK_PAIR(MAX, AX_I8, int8_t, -1, 1, 1);
    CHECK_PAIR(MAX, AX_U8, uint8_t, 255, 1, 255);
    CHECK_PAIR(MIN, AX_I16, int16_t, -300, 2, -300);
    CHECK_PAIR(MIN, AX_U32, uint32_t, UINT32_MAX, 2, 2);
    CHECK_PAIR(MAX, AX_U64, uint64_t, UINT64_MAX, 2, UINT64_MAX);
    CHECK_PAIR(MIN, AX_I64, int64_t, INT64_MIN, 2, INT64_MIN);
    CHECK_PAIR(MAX, AX_BOOL, uint8_t, 0, 1, 1);
    CHECK_PAIR(MIN, AX_BOOL, uint8_t, 0, 1, 0);
    float left[4] = {1, 2, 3, 4};
    const float right[4] = {10, 20, 30, 40};
    ax_reduction_combine(AX_REDUCTION_SUM, AX_C64, left, right, 2);
    assert_memory_equal(left, ((float[]){11, 22, 33, 44}), sizeof left);
}

#define CHECK_IDENTITY(kind, dtype, type, expected)                   \
    do {                                                              \
        type found_[3] = {1, 1, 1};                                   \
        type expected_[3] = {(expected), (expected), (expected)};     \
        ax_reduction_identity(AX_REDUCTION_##kind, dtype, found_, 3); \
        assert_memory_equal(found_, expected_, sizeof expected_);     \
    } while (0)

static void identities_change_nothing(void **state)
{
    (void)state;
    CHECK_IDENTITY(SUM, AX_F32, float, 0);
    CHECK_IDENTITY(SUM, AX_I64, int64_t, 0);
    CHECK_IDENTITY(MAX, AX_F32, float, -INFINITY);
    CHECK_IDENTITY(MIN, AX_F64, double, INFINITY);
    CHECK_IDENTITY(MAX, AX_I8, int8_t, INT8_MIN);
    CHECK_IDENTITY(MIN, AX_I8, int8_t, INT8_MAX);
    CHECK_IDENTITY(MAX, AX_I16, int16_t, INT16_MIN);
    CHECK_IDENTITY(MAX, AX_I32, int32_t, INT32_MIN);
    CHECK_IDENTITY(MIN, AX_I32, int32_t, INT32_MAX);
    CHECK_IDENTITY(MIN, AX_I64, int64_t, INT64_MAX);
    CHECK_IDENTITY(MAX, AX_I64, int64_t, INT64_MIN);
    CHECK_IDENTITY(MAX, AX_U32, uint32_t, 0);
    CHECK_IDENTITY(MIN, AX_U8, uint8_t, UINT8_MAX);
    CHECK_IDENTITY(MIN, AX_U64, uint64_t, UINT64_MAX);
    CHECK_IDENTITY(MAX, AX_BOOL, uint8_t, 0);
    CHECK_IDENTITY(MIN, AX_BOOL, uint8_t, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_split_gives_the_same_bits),
        cmocka_unit_test(another_order_gives_other_bits),
        cmocka_unit_test(absent_children_pass_through),
        cmocka_unit_test(threads_add_at_the_same_time),
        cmocka_unit_test(a_limited_number_of_buffers_suffices),
        cmocka_unit_test(waiting_ends_when_cancelled),
        cmocka_unit_test(memory_is_logarithmic_in_order),
        cmocka_unit_test(wrong_blocks_are_refused),
        cmocka_unit_test(floats_follow_ieee),
        cmocka_unit_test(integers_wrap_and_compare),
        cmocka_unit_test(identities_change_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
