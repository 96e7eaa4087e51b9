/* pmap around pmap on ranks with different numbers of devices: where results stand, shard_map inside, a
 * rank with too few devices. tests/mpi/pmap has what collectives give. */
#include "mpi/slices.h"

#include <axmap/axmap.h>
#include <stdio.h>

/* ---- results ---- */

/* A level's axis for results: at the front, at the end, or none. */
typedef enum place { FRONT, END, NONE, PLACES } place;

static int64_t axis_at(place where)
{
    return where == FRONT ? 0 : where == END ? -1 : AX_NONE;
}

static void same(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)b, (void)user;
    out[0] = in[0];
}

/* Element (i, j, k, e) of [size of i, 2, 3, 2] is 1000 i + 100 j + 10 k + e. */
static int32_t grid_value(const int64_t index[4])
{
    return (int32_t)(1000 * index[0] + 100 * index[1] + 10 * index[2] + index[3]);
}

/* What the result's dimensions are (0, 1, 2: levels, 3: the slice's own): each level, the innermost
 * first, puts its own at the front or the end. */
static int32_t lay_out(const place where[3], int32_t dims[4])
{
    int32_t count = 1;
    dims[0] = 3;
    for (int32_t l = 2; l >= 0; l--) {
        if (where[l] == NONE)
            continue;
        if (where[l] == FRONT)
            memmove(dims + 1, dims, (size_t)count * sizeof *dims);
        dims[where[l] == FRONT ? 0 : count] = l;
        count++;
    }
    return count;
}

/* This rank holds slices [first, first + count) of the outer axis. */
static void check_grid(ax_array *out, const place where[3], int64_t first, int64_t count)
{
    int32_t dims[4], ndim = lay_out(where, dims);
    const int64_t sizes[4] = {count, 2, 3, 2};
    ax_type type = ax_array_type(out);
    assert_int_equal(type.ndim, ndim);
    for (int32_t d = 0; d < ndim; d++)
        assert_int_equal(type.dims[d], sizes[dims[d]]);
    for (int64_t n = 0; n < ax_type_count(&type); n++) {
        int64_t index[4] = {where[0] == NONE ? 0 : first, 0, 0, 0}, rest = n;
        for (int32_t d = ndim - 1; d >= 0; d--) {
            index[dims[d]] += rest % type.dims[d];
            rest /= type.dims[d];
        }
        assert_int_equal(((int32_t *)ax_array_data(out))[n], grid_value(index));
    }
}

/* pmap of pmap of pmap: an outer slice needs 6 devices, and rank r has room for 1 + r % 2 of them. */
static void test_three_levels(void **state)
{
    (void)state;
    ax_context *context;
    int64_t first = rank + rank / 2, count = 1 + rank % 2;
    ax_context_options options = {
        .devices_per_rank = (int)(6 * count) + 1, .threads = 1, .timeout = 30};
    assert_ok(ax_context_create_mpi(MPI_COMM_WORLD, &options, &context));
    ax_array *x, *out;
    assert_ok(ax_array_create(&(ax_type){AX_I32, 4, {count, 2, 3, 2}}, NULL, &x));
    for (int64_t n = 0; n < count * 12; n++) {
        int64_t index[4] = {first + n / 12, n / 6 % 2, n / 2 % 3, n % 2};
        ((int32_t *)ax_array_data(x))[n] = grid_value(index);
    }
    for (int n = 0; n < PLACES * PLACES * PLACES; n++) {
        place where[3] = {(place)(n / 9), (place)(n / 3 % 3), (place)(n % 3)};
        ax_fn *fn = make_pmap(same, 1, 1,
                              (ax_pmap_options){.out_axes = AX_LIST(axis_at(where[2]))});
        for (int l = 1; l >= 0; l--) {
            ax_fn *outer;
            assert_ok(
                ax_pmap(fn, &(ax_pmap_options){.out_axes = AX_LIST(axis_at(where[l]))}, &outer));
            ax_fn_release(fn);
            fn = outer;
        }
        assert_ok(ax_call(context, fn, &x, &out));
        check_grid(out, where, first, count);
        ax_array_release(out);
        ax_fn_release(fn);
    }
    ax_array_release(x);
    ax_context_release(context);
}

/* ---- shard_map inside ---- */

/* x [4] -> x - its sum over the shards of its halves, that summed over i. */
static void shards(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)b, (void)user;
    out[0] = ax_sub(in[0], ax_psum(in[0], AX_AXES("s")));
}

static void sharded_slice(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)user;
    ax_fn *fn, *shard_map;
    ax_shard_map_options options = {.axes = AX_AXES("s"),
                                    .sizes = AX_LIST(2),
                                    .in_specs = AX_AXES("s"),
                                    .out_specs = AX_AXES("s")};
    assert_ok(ax_fn_create(shards, NULL, 1, 1, &fn));
    assert_ok(ax_shard_map(fn, &options, &shard_map));
    ax_apply(b, shard_map, in, out);
    out[1] = ax_psum(out[0], AX_AXES("i"));
    ax_fn_release(shard_map);
    ax_fn_release(fn);
}

/* Slice k is {k, 10, 100, 1000 k}: element e less e and its partner in the other half. */
static void test_shard_map_inside(void **state)
{
    (void)state;
    ax_context *context = open_context();
    for (int levels = 1; levels <= 2; levels++) {
        ax_array *x, *out[2];
        ax_type type = {AX_I32, 1 + levels, {1, 4}};
        if (levels == 2)
            type = (ax_type){AX_I32, 3, {1, 2, 4}};
        int slices = ranks * levels;
        assert_ok(ax_array_create(&type, NULL, &x));
        for (int l = 0; l < levels; l++) {
            int32_t k = rank * levels + l;
            memcpy((int32_t *)ax_array_data(x) + 4 * l, ((const int32_t[]){k, 10, 100, 1000 * k}),
                   4 * sizeof k);
        }
        ax_fn *fn = make_pmap(sharded_slice, 1, 2, (ax_pmap_options){.axis_name = "i"}), *outer;
        if (levels == 2) { /* i is the inner axis: it is summed over the slices of one rank */
            assert_ok(ax_pmap(fn, NULL, &outer));
            ax_fn_release(fn);
            fn = outer;
        }
        assert_ok(ax_call(context, fn, &x, out));
        for (int l = 0; l < levels; l++) {
            int32_t k = rank * levels + l, total[4] = {0};
            for (int s = 0; s < slices; s++) {
                if (levels == 2 && s / 2 != rank)
                    continue;
                const int32_t part[] = {-100, -1000 * s, -s, -10};
                for (int e = 0; e < 4; e++)
                    total[e] += part[e];
            }
            assert_memory_equal((int32_t *)ax_array_data(out[0]) + 4 * l,
                                ((const int32_t[]){-100, -1000 * k, -k, -10}), 4 * sizeof k);
            assert_memory_equal((int32_t *)ax_array_data(out[1]) + 4 * l, total, sizeof total);
        }
        ax_array_release(x);
        ax_array_release(out[0]);
        ax_array_release(out[1]);
        ax_fn_release(fn);
    }
    ax_context_release(context);
}

/* ---- errors ---- */

/* Rank r has devices for (r + 2) / 3 outer slices of 3; the last passes one more. */
static void test_too_many_points_on_one_rank(void **state)
{
    (void)state;
    ax_context *context = open_context();
    int bad = ranks - 1;
    int64_t room = (rank + 2) / 3, count = rank == bad ? room + 1 : room;
    ax_fn *inner = make_pmap(same, 1, 1, (ax_pmap_options){.axis_name = "i"}), *pmap;
    assert_ok(ax_pmap(inner, NULL, &pmap));
    ax_array *x, *out;
    assert_ok(ax_array_create(&(ax_type){AX_I32, 2, {count, 3}}, NULL, &x));
    char text[160];
    snprintf(text, sizeof text,
             "has %d slices at axis 0, each on 3 devices for the pmap inside, but rank %d has %d "
             "devices",
             (bad + 2) / 3 + 1, bad, bad + 2);
    expect_failure(ax_call(context, pmap, &x, &out), bad, text);
    ax_array_release(x);
    ax_fn_release(inner);
    ax_fn_release(pmap);
    ax_context_release(context);
}

int main(int argc, char **argv)
{
    int provided;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_three_levels),
        cmocka_unit_test(test_shard_map_inside),
        cmocka_unit_test(test_too_many_points_on_one_rank),
    };
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    MPI_Finalize();
    return failures;
}
