/* Calls of pmapped functions on ranks with different numbers of devices: what each rank passes and gets,
 * halves, donated arguments, failures of one rank. */
#include "mpi/slices.h"

#include <axmap/axmap.h>
#include <stdio.h>

static void test_ranks_have_different_devices(void **state)
{
    (void)state;
    ax_context *context = open_context();
    int all = 0;
    for (int r = 0; r < ranks; r++)
        all += r + 2;
    assert_int_equal(ax_context_local_devices(context), rank + 2);
    assert_int_equal(ax_context_device_count(context), all);
    ax_context_release(context);
}

/* x [] -> its sum over all slices, its number, the first slice's x. */
static void number_slices(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)user;
    out[0] = ax_psum(in[0], AX_AXES("i"));
    out[1] = ax_axis_index(b, AX_AXES("i"));
    out[2] = in[0];
}

static ax_array *count_up(int64_t first, int64_t count)
{
    ax_array *array;
    assert_ok(ax_array_create(&(ax_type){AX_I32, 1, {count}}, NULL, &array));
    for (int64_t i = 0; i < count; i++)
        ((int32_t *)ax_array_data(array))[i] = 10 * (int32_t)(first + i) + 7;
    return array;
}

/* Slice k of the axis is 10 k + 7; rank r passes counts[r] of them. */
static void check_numbers(ax_context *context, ax_fn *pmap, const int64_t *counts)
{
    int64_t first = 0, total = 0;
    for (int r = 0; r < ranks; r++) {
        first += r < rank ? counts[r] : 0;
        total += counts[r];
    }
    ax_array *x = count_up(first, counts[rank]), *out[3];
    assert_ok(ax_call(context, pmap, &x, out));
    int32_t sum = (int32_t)(10 * total * (total - 1) / 2 + 7 * total);
    assert_int_equal(*(int32_t *)ax_array_data(out[0]), sum);
    assert_int_equal(ax_array_type(out[1]).dims[0], counts[rank]);
    assert_false(ax_array_is_sharded(out[1]));
    for (int64_t i = 0; i < counts[rank]; i++)
        assert_int_equal(((int32_t *)ax_array_data(out[1]))[i], first + i);
    assert_int_equal(*(int32_t *)ax_array_data(out[2]), 7);
    ax_array_release(x);
    for (int i = 0; i < 3; i++)
        ax_array_release(out[i]);
}

static void test_each_rank_passes_what_it_has(void **state)
{
    (void)state;
    ax_context *context = open_context();
    ax_fn *pmap = make_pmap(
        number_slices, 1, 3,
        (ax_pmap_options){.out_axes = AX_LIST(AX_NONE, 0, AX_NONE), .axis_name = "i"});
    int64_t counts[8] = {0};
    for (int full = 0; full < ranks; full++) { /* one rank has all slices, the others none */
        memset(counts, 0, sizeof counts);
        counts[full] = full + 2;
        check_numbers(context, pmap, counts);
    }
    for (int most = 1; most < 5; most++) {
        for (int r = 0; r < ranks; r++)
            counts[r] = most < r + 2 ? most : r + 2;
        check_numbers(context, pmap, counts);
    }
    ax_fn_release(pmap);
    ax_context_release(context);
}

/* Nobody has a slice: the sum of none is 0, and there is no first one. */
static void test_no_slices(void **state)
{
    (void)state;
    ax_context *context = open_context();
    ax_fn *pmap = make_pmap(
        number_slices, 1, 3,
        (ax_pmap_options){.out_axes = AX_LIST(AX_NONE, 0, 0), .axis_name = "i"});
    ax_array *x = count_up(0, 0), *out[3];
    assert_ok(ax_call(context, pmap, &x, out));
    assert_int_equal(*(int32_t *)ax_array_data(out[0]), 0);
    assert_int_equal(ax_array_type(out[2]).dims[0], 0);
    for (int i = 0; i < 3; i++)
        ax_array_release(out[i]);
    ax_fn_release(pmap);
    pmap = make_pmap(number_slices, 1, 3,
                     (ax_pmap_options){.out_axes = AX_LIST(AX_NONE, 0, AX_NONE), .axis_name = "i"});
    assert_error(ax_call(context, pmap, &x, out), AX_INVALID_ARGUMENT,
                 "out_axes of result 2 is AX_NONE, index 0's value, but the axis has size 0");
    ax_array_release(x);
    ax_fn_release(pmap);
    ax_context_release(context);
}

/* ---- one rank fails ---- */

static void test_too_many_slices_on_one_rank(void **state)
{
    (void)state;
    for (int bad = 0; bad < ranks; bad++) {
        ax_context *context = open_context();
        ax_fn *pmap = make_pmap(number_slices, 1, 3, (ax_pmap_options){.axis_name = "i"});
        ax_array *x = count_up(0, rank == bad ? bad + 3 : 1), *out[3];
        char text[160];
        snprintf(text, sizeof text,
                 "pmap: argument 0 i32[%d] has %d slices at axis 0, but rank %d has %d devices",
                 bad + 3, bad + 3, bad, bad + 2);
        expect_failure(ax_call(context, pmap, &x, out), bad, text);
        assert_null(out[0]);
        if (rank != bad) /* the failure is final, and says so */
            assert_error(ax_call(context, pmap, &x, out), AX_PEER_FAILED,
                         "in an earlier call, the last of this context: to go on, release it");
        ax_array_release(x);
        ax_fn_release(pmap);
        ax_context_release(context);
    }
}

static void test_ranks_call_different_functions(void **state)
{
    (void)state;
    if (ranks == 1)
        return;
    ax_context *context = open_context();
    ax_fn *pmap = make_pmap(number_slices, 1, 3,
                            (ax_pmap_options){.axis_name = "i", .in_axes = AX_LIST(rank ? 0 : 1)});
    ax_array *x, *out[3];
    ax_type type = {AX_I32, 2, {1, 1}};
    assert_ok(ax_array_create(&type, NULL, &x));
    assert_error(ax_call(context, pmap, &x, out), AX_MISMATCH, "counting the slices of a pmap");
    ax_array_release(x);
    ax_fn_release(pmap);
    ax_context_release(context);
}

/* ---- halves ---- */

/* x [B] f16 -> the sums over all slices; each slice's part of the sum. */
static void sum_halves(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)b, (void)user;
    out[0] = ax_psum(in[0], AX_AXES("i"));
    out[1] = ax_psum_scatter(in[0], AX_AXES("i"), 0, false);
}

/* 2048 + 1 + 1 + ... in f16, one addition at a time, stays 2048; in f32 until the end it does not. */
static void test_halves_are_rounded_once(void **state)
{
    (void)state;
    ax_context *context = open_context();
    int64_t total = context->places.count, own = context->places.local_count;
    ax_array *x, *out[2];
    assert_ok(ax_array_create(&(ax_type){AX_F16, 2, {own, total}}, NULL, &x));
    uint16_t *data = ax_array_data(x);
    for (int64_t i = 0; i < own * total; i++)
        data[i] = rank == 0 && i < total ? 0x6800 : 0x3c00; /* 2048, 1 */
    ax_fn *pmap = make_pmap(sum_halves, 1, 2,
                            (ax_pmap_options){.out_axes = AX_LIST(AX_NONE, 0), .axis_name = "i"});
    assert_ok(ax_call(context, pmap, &x, out));
    /* 2048 + n, of which f16 holds every other one; halves of a step go to the even multiple. */
    int64_t n = total - 1, steps = n % 4 == 3 ? n / 2 + 1 : n / 2;
    for (int64_t i = 0; i < total; i++)
        assert_int_equal(((uint16_t *)ax_array_data(out[0]))[i], 0x6800 + steps);
    for (int64_t i = 0; i < own; i++)
        assert_int_equal(((uint16_t *)ax_array_data(out[1]))[i], 0x6800 + steps);
    ax_array_release(x);
    ax_array_release(out[0]);
    ax_array_release(out[1]);
    ax_fn_release(pmap);
    ax_context_release(context);
}

/* ---- donated arguments ---- */

static void add_both(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)b, (void)user;
    out[0] = ax_add(in[0], in[1]);
}

static void test_donate(void **state)
{
    (void)state;
    ax_fn *add, *map, *vmap, *wrapped[2];
    assert_ok(ax_fn_create(add_both, NULL, 2, 1, &add));
    assert_ok(ax_map(add, &(ax_map_options){.donate = AX_LIST(1)}, &map));
    assert_ok(ax_vmap(add, NULL, &vmap));
    wrapped[0] = make_pmap(add_both, 2, 1, (ax_pmap_options){.donate = AX_LIST(1)});
    wrapped[1] = map;
    for (int w = 0; w < 2; w++) {
        ax_context *context = open_context();
        ax_array *in[2] = {count_up(0, 2), count_up(0, 2)}, *out;
        ax_array_retain(in[1]); /* another owner sees it too */
        ax_array *other = in[1];
        assert_ok(ax_call(context, wrapped[w], in, &out));
        int64_t first, count;
        int32_t axis;
        ax_array_rows(out, &axis, &first, &count);
        for (int64_t i = 0; i < count; i++)
            assert_int_equal(((int32_t *)ax_array_data(out))[i], 20 * (first + i) + 14);
        ax_array_release(out);
        assert_non_null(ax_array_data(in[0]));
        assert_null(ax_array_data(in[1]));
        assert_null(ax_array_data(other));
        assert_error(ax_array_gather(context, other, &out), AX_INVALID_ARGUMENT,
                     "the array was donated to an earlier call");
        assert_error(ax_call(context, vmap, in, &out), AX_INVALID_ARGUMENT,
                     "argument 1 was donated to an earlier call");
        assert_null(out);
        assert_error(ax_call(context, wrapped[w], in, &out), AX_INVALID_ARGUMENT,
                     "argument 1 was donated to an earlier call");
        ax_array_release(other);
        ax_array_release(in[0]);
        ax_array_release(in[1]);
        ax_context_release(context);
    }
    ax_fn_release(wrapped[0]);
    ax_fn_release(map);
    ax_fn_release(vmap);
    ax_fn_release(add);
}

/* A call that fails uses nothing up. */
static void test_failed_calls_take_nothing(void **state)
{
    (void)state;
    ax_context *context = open_context();
    ax_fn *pmap = make_pmap(add_both, 2, 1, (ax_pmap_options){.donate = AX_LIST(1)});
    ax_array *in[2] = {count_up(0, 2), count_up(0, 1)}, *out;
    ax_status *status = ax_call(context, pmap, in, &out);
    assert_error(status, AX_INVALID_ARGUMENT, "pmap: mapped axes disagree");
    assert_non_null(ax_array_data(in[1]));
    ax_array_release(in[0]);
    ax_array_release(in[1]);
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
        cmocka_unit_test(test_ranks_have_different_devices),
        cmocka_unit_test(test_each_rank_passes_what_it_has),
        cmocka_unit_test(test_no_slices),
        cmocka_unit_test(test_too_many_slices_on_one_rank),
        cmocka_unit_test(test_ranks_call_different_functions),
        cmocka_unit_test(test_halves_are_rounded_once),
        cmocka_unit_test(test_donate),
        cmocka_unit_test(test_failed_calls_take_nothing),
    };
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    MPI_Finalize();
    return failures;
}
