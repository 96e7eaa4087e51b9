/* Results that are promised to be the same along an axis: index 0's value is taken, unless the context
 * checks promises: then a broken one is an error on every rank, and a kept one is not. */
#include "test.h"

#include <axmap/axmap.h>
#include <axmap/mpi.h>
#include <stdio.h>

enum { DEVICES = 2 };

static int rank, ranks;

static ax_context *open_context(bool check_promises)
{
    ax_context *context;
    ax_context_options options = {
        .devices_per_rank = DEVICES, .threads = 1, .timeout = 30, .check_promises = check_promises};
    assert_ok(ax_context_create_mpi(MPI_COMM_WORLD, &options, &context));
    return context;
}

/* Promises x itself, and the sum of all x. */
static void broken(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)b;
    (void)user;
    out[0] = in[0];
    out[1] = ax_psum(in[0], AX_AXES("i"));
}

/* Promises only what is the same, though nothing in its graph says so. */
static void kept(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)user;
    ax_value zero = ax_mul(in[0], ax_scalar(b, AX_I32, 0));
    out[0] = ax_add(zero, ax_scalar(b, AX_I32, 5));
    out[1] = ax_psum(in[0], AX_AXES("i"));
}

/* The slices 1, 2, 3, ... in rank order: this rank's, or all of them. */
static ax_array *slices(bool all)
{
    ax_array *array;
    int64_t count = all ? ranks * DEVICES : DEVICES;
    assert_ok(ax_array_create(&(ax_type){AX_I32, 1, {count}}, NULL, &array));
    for (int64_t i = 0; i < count; i++)
        ((int32_t *)ax_array_data(array))[i] = (int32_t)(i + 1 + (all ? 0 : rank * DEVICES));
    return array;
}

static ax_fn *make_pmap(ax_trace_fn *trace)
{
    ax_fn *f, *pmap;
    assert_ok(ax_fn_create(trace, NULL, 1, 2, &f));
    assert_ok(ax_pmap(
        f, &(ax_pmap_options){.out_axes = AX_LIST(AX_NONE, AX_NONE), .axis_name = "i"}, &pmap));
    ax_fn_release(f);
    return pmap;
}

/* Over as many points as there are slices, each with a block of one. */
static ax_fn *make_shard_map(ax_trace_fn *trace)
{
    ax_fn *f, *sharded;
    assert_ok(ax_fn_create(trace, NULL, 1, 2, &f));
    assert_ok(ax_shard_map(f,
                           &(ax_shard_map_options){.axes = AX_AXES("i"),
                                                   .sizes = AX_LIST(ranks * DEVICES),
                                                   .in_specs = AX_AXES("i"),
                                                   .out_specs = AX_AXES("", "")},
                           &sharded));
    ax_fn_release(f);
    return sharded;
}

static void expect_results(ax_fn *fn, bool whole, bool check_promises, int32_t first)
{
    ax_context *context = open_context(check_promises);
    ax_array *in = slices(whole), *out[2];
    int32_t count = ranks * DEVICES;
    assert_ok(ax_call(context, fn, &in, out));
    assert_int_equal(*(int32_t *)ax_array_data(out[0]), first);
    assert_int_equal(*(int32_t *)ax_array_data(out[1]), count * (count + 1) / 2);
    ax_array_release(out[0]);
    ax_array_release(out[1]);
    ax_array_release(in);
    ax_context_release(context);
}

static void expect_broken(ax_fn *fn, bool whole)
{
    ax_context *context = open_context(true);
    ax_array *in = slices(whole), *out[2];
    ax_status *status = ax_call(context, fn, &in, out);
    assert_non_null(status);
    ax_code code = ax_status_code(status);
    assert_true(code == AX_MISMATCH || code == AX_PEER_FAILED);
    assert_non_null(strstr(ax_status_message(status), "promised to be the same along 'i'"));
    ax_status_free(status);
    ax_array_release(in);
    ax_context_release(context);
}

static void check(ax_fn *(*make)(ax_trace_fn *), bool whole)
{
    ax_fn *fn = make(broken);
    expect_results(fn, whole, false, 1);
    expect_broken(fn, whole);
    ax_fn_release(fn);
    fn = make(kept);
    expect_results(fn, whole, false, 5);
    expect_results(fn, whole, true, 5);
    ax_fn_release(fn);
}

static void test_pmap(void **state)
{
    (void)state;
    check(make_pmap, false);
}

static void test_shard_map(void **state)
{
    (void)state;
    check(make_shard_map, true);
}

int main(int argc, char **argv)
{
    int provided;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_pmap),
                                       cmocka_unit_test(test_shard_map)};
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    MPI_Finalize();
    return failures;
}
