/* The all-reduce: the bits of the recursive definition, at any number of ranks and any split. */
#include "comm/reduce.h"
#include "comm/internal.h"
#include "comm/places.h"
#include "support.h"

#include <math.h>

static const ax_launch launch = {.what = "psum 'batch'", .location = {FILE_HERE, 12, 5}};

/* The value of one element of one block: the same on every rank, sizes far apart. */
static float leaf_value(int64_t block, int64_t element, int seed)
{
    uint64_t x = (uint64_t)(block * 1000003 + element * 7919 + seed) * 0x9E3779B97F4A7C15u;
    x ^= x >> 29;
    x *= 0xBF58476D1CE4E5B9u;
    x ^= x >> 32;
    float mantissa = (float)(x & 0xFFFFFF) / (float)(1 << 23) - 1.0f;
    return ldexpf(mantissa, (int)(x >> 40 & 31));
}

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* The definition, element by element. */
static float expected_sum(int64_t nb, int level, int64_t index, int64_t element, int seed)
{
    if (level == 0)
        return leaf_value(index, element, seed);
    float left = expected_sum(nb, level - 1, 2 * index, element, seed);
    if ((2 * index + 1) << (level - 1) >= nb)
        return left;
    volatile float sum = left + expected_sum(nb, level - 1, 2 * index + 1, element, seed);
    return sum;
}

static int root_level(int64_t nb)
{
    int level = 0;
    while (INT64_C(1) << level < nb)
        level++;
    return level;
}

/* This rank's part of a sum of f32, as a tree. */
static ax_tree *fill_tree(ax_allocator *allocator, int64_t nb, const int64_t *first, int rank,
                          int64_t count, int seed)
{
    ax_tree *tree;
    must(ax_tree_create(&(ax_tree_options){.blocks = nb,
                                           .begin = first[rank],
                                           .end = first[rank + 1],
                                           .dtype = AX_F32,
                                           .count = count,
                                           .allocator = allocator},
                        &tree));
    for (int64_t b = first[rank + 1] - 1; b >= first[rank]; b--) {
        void *buffer;
        must(ax_tree_buffers(tree, 1, &buffer));
        for (int64_t e = 0; e < count; e++)
            ((float *)buffer)[e] = leaf_value(b, e, seed);
        must(ax_tree_add_node(tree, (ax_tree_node){.index = b}, buffer));
    }
    return tree;
}

static void set_item(ax_reduce_item *item, ax_tree *tree, int64_t count, float *result)
{
    *item = (ax_reduce_item){
        .kind = AX_REDUCTION_SUM, .dtype = AX_F32, .count = count, .result = result};
    must(ax_tree_result(tree, &item->node_count, &item->nodes, &item->values));
}

/* How blocks are split: as devices split them, all on the last rank, or unevenly with empty ranks. */
static void split(int64_t nb, int size, int way, int64_t *first)
{
    first[0] = 0;
    for (int r = 1; r <= size; r++)
        first[r] = way == 0 ? r * nb / size : way == 1 ? 0 : r % 2 ? first[r - 1] : (nb + r) / 2;
    first[size] = nb;
    for (int r = 0; r < size; r++)
        if (first[r] > nb)
            first[r] = nb;
}

static void check_sum(ax_comm *comm, ax_allocator *allocator, int64_t nb, int way,
                      const int64_t counts[3])
{
    int64_t first[9];
    split(nb, ax_comm_size(comm), way, first);
    ax_tree *trees[3];
    ax_reduce_item items[3];
    float *results[3];
    for (int i = 0; i < 3; i++) {
        trees[i] = fill_tree(allocator, nb, first, ax_comm_rank(comm), counts[i], i);
        results[i] = malloc((size_t)(counts[i] + 1) * sizeof(float));
        results[i][counts[i]] = 42;
        set_item(&items[i], trees[i], counts[i], results[i]);
    }
    must(ax_comm_reduce(comm, &launch, NULL, nb, first, 3, items, allocator));
    for (int i = 0; i < 3; i++) {
        int64_t step = counts[i] > 1000 ? 97 : 1; /* the definition is slow */
        for (int64_t e = 0; e < counts[i]; e += step) {
            float expected = nb > 0 ? expected_sum(nb, root_level(nb), 0, e, i) : 0;
            if (bits_of(results[i][e]) != bits_of(expected))
                fail_msg("element %lld of %lld over %lld blocks split in way %d is %a, not %a",
                         (long long)e, (long long)counts[i], (long long)nb, way,
                         (double)results[i][e], (double)expected);
        }
        assert_true(results[i][counts[i]] == 42);
        ax_tree_free(trees[i]);
        free(results[i]);
    }
}

static void sums_have_the_same_bits(void **state)
{
    (void)state;
    ax_comm *comm = open_comm();
    ax_allocator *allocator;
    must(ax_allocator_create("test", 0, &allocator));
    const int64_t small[3] = {1, 0, 33};
    for (int64_t nb = 0; nb <= 40; nb++)
        for (int way = 0; way < 3; way++)
            check_sum(comm, allocator, nb, way, small);
    /* Several slices: 3 and 40 of 16 KiB, with an odd number of elements. */
    const int64_t large[3] = {13001, 5, 164001};
    for (int way = 0; way < 3; way++) {
        ax_comm_set_cut(comm, way == 0 ? INT64_C(1) << 30 : 10001);
        check_sum(comm, allocator, 23, way, large);
        check_sum(comm, allocator, 16, way, large);
    }
    assert_int_equal(ax_allocator_use(allocator).live_bytes, 0);
    ax_allocator_destroy(allocator);
    ax_comm_destroy(comm);
}

/* Without rows: the identities. And maxima of integers, whose order cannot show. */
static void other_kinds_and_no_rows(void **state)
{
    (void)state;
    ax_comm *comm = open_comm();
    ax_allocator *allocator;
    must(ax_allocator_create("test", 0, &allocator));
    int size = ax_comm_size(comm);
    int rank = ax_comm_rank(comm);
    int64_t none[9] = {0};
    float lowest[2];
    int32_t most[1];
    unsigned char any[1];
    ax_reduce_item items[3] = {
        {.kind = AX_REDUCTION_MAX, .dtype = AX_F32, .count = 2, .result = lowest},
        {.kind = AX_REDUCTION_MIN, .dtype = AX_I32, .count = 1, .result = most},
        {.kind = AX_REDUCTION_MAX, .dtype = AX_BOOL, .count = 1, .result = any},
    };
    must(ax_comm_reduce(comm, &launch, NULL, 0, none, 3, items, allocator));
    assert_true(lowest[0] == -INFINITY && lowest[1] == -INFINITY);
    assert_int_equal(most[0], INT32_MAX);
    assert_int_equal(any[0], 0);

    /* One block a rank: the rank's number, minimum of 100 - rank, and whether the rank is 1. */
    int64_t one_each[9];
    for (int r = 0; r <= size; r++)
        one_each[r] = r;
    float highest[2] = {(float)rank, -(float)rank};
    int32_t countdown[1] = {100 - rank};
    unsigned char is_one[1] = {rank == 1};
    void *values[3] = {highest, countdown, is_one};
    ax_tree_node node[AX_TREE_MAX_NODES];
    int count = ax_tree_nodes(size, rank, rank + 1, node);
    assert_int_equal(count, 1);
    for (int i = 0; i < 3; i++) {
        items[i].nodes = node;
        items[i].node_count = 1;
        items[i].values = &values[i];
    }
    must(ax_comm_reduce(comm, &launch, NULL, size, one_each, 3, items, allocator));
    assert_true(lowest[0] == (float)(size - 1) && lowest[1] == 0);
    assert_int_equal(most[0], 101 - size);
    assert_int_equal(any[0], size > 1);
    ax_allocator_destroy(allocator);
    ax_comm_destroy(comm);
}

static void failures_before_a_reduction(void **state)
{
    (void)state;
    ax_comm *comm = open_comm();
    ax_allocator *allocator;
    must(ax_allocator_create("test", 0, &allocator));
    int size = ax_comm_size(comm);
    bool bad = ax_comm_rank(comm) == size - 1;
    int64_t first[9] = {0};
    float result[1];
    ax_reduce_item item = {.dtype = AX_F32, .count = 1, .result = result};
    if (bad)
        item.dtype = AX_F16; /* halves are the caller's to widen */
    ax_status *status = ax_comm_reduce(comm, &launch, NULL, 0, first, 1, &item, allocator);
    assert_int_equal(ax_status_code(status), bad ? AX_INVALID_ARGUMENT : AX_PEER_FAILED);
    ax_status_free(status);
    ax_comm_destroy(comm);

    comm = open_comm();
    item.dtype = AX_F32;
    ax_status *local = bad ? AX_ERROR(AX_IO, "unreadable") : NULL;
    status = ax_comm_reduce(comm, &launch, local, 0, bad ? NULL : first, bad ? 0 : 1, &item,
                            allocator);
    assert_int_equal(ax_status_code(status), bad ? AX_IO : AX_PEER_FAILED);
    ax_status_free(status);
    ax_allocator_destroy(allocator);
    ax_comm_destroy(comm);
}

static void places_are_the_same_everywhere(void **state)
{
    (void)state;
    ax_comm *comm = open_comm();
    ax_topology *topology;
    must(ax_topology_discover(&topology));
    for (int devices = 0; devices <= 3; devices++) {
        ax_places places;
        must(ax_places_agree(comm, topology, devices, 0, &places));
        int size = ax_comm_size(comm);
        if (devices > 0)
            assert_int_equal(places.count, devices * size);
        assert_int_equal(places.rank_first[size], places.count);
        assert_int_equal(places.first_local, places.rank_first[ax_comm_rank(comm)]);
        for (int id = 0; id < places.count; id++) {
            assert_int_equal(places.devices[id].id, id);
            assert_true(places.devices[id].place.nthreads >= 1);
            assert_true(ax_cpuset_count(&places.devices[id].place.cpuset) >= 1);
            int rank = places.devices[id].rank;
            assert_true(id >= places.rank_first[rank] && id < places.rank_first[rank + 1]);
            assert_int_equal(places.devices[id].local_index, id - places.rank_first[rank]);
        }
        assert_int_equal(places.vector_level, ax_topology_machine(topology)->vector_level);
        must(ax_device_open(&places.devices[places.first_local], 0));
        ax_places_free(&places);
    }
    ax_places places; /* each rank its own number of devices */
    must(ax_places_agree(comm, topology, ax_comm_rank(comm) + 1, 0, &places));
    for (int r = 0; r < ax_comm_size(comm); r++)
        assert_int_equal(places.rank_first[r], r * (r + 1) / 2);
    assert_int_equal(places.local_count, ax_comm_rank(comm) + 1);
    ax_places_free(&places);
    ax_topology_free(topology);
    ax_comm_destroy(comm);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(sums_have_the_same_bits),
    cmocka_unit_test(other_kinds_and_no_rows),
    cmocka_unit_test(failures_before_a_reduction),
    cmocka_unit_test(places_are_the_same_everywhere),
};
RUN_MPI_TESTS(tests)
