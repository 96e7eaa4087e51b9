/* What pmap refuses, with the whole text of each error; and what it means when traced inside another
 * function. tests/mpi/pmap has its values. */
#include "test.h"

#include "exec/context.h"

#include <axmap/axmap.h>
#include <stdlib.h>

#define PROGRAM(name) static void name(ax_builder *b, const ax_value *in, ax_value *out, void *user)
#define UNUSED        (void)b, (void)in, (void)out, (void)user
#define I             AX_AXES("i")

static ax_context *context; /* of 6 devices */

static ax_array *zeros(ax_ints dims)
{
    ax_type type = {.dtype = AX_F32, .ndim = dims.count};
    ax_array *array;
    for (int32_t d = 0; d < dims.count; d++)
        type.dims[d] = dims.values[d];
    assert_ok(ax_array_create(&type, NULL, &array));
    memset(ax_array_data(array), 0, (size_t)ax_type_bytes(&type));
    return array;
}
#define ZEROS(...) zeros(AX_LIST(__VA_ARGS__))

static ax_fn *function(ax_trace_fn *trace, int32_t ninputs, int32_t noutputs)
{
    ax_fn *fn = NULL;
    assert_ok(ax_fn_create(trace, NULL, ninputs, noutputs, &fn));
    return fn;
}

/* pmap of a function that it takes over. */
static ax_fn *pmap(ax_fn *fn, ax_pmap_options options)
{
    ax_fn *wrapped = NULL;
    assert_ok(ax_pmap(fn, &options, &wrapped));
    ax_fn_release(fn);
    return wrapped;
}

/* The error's whole text. */
static void expect(ax_status *status, const char *text)
{
    if (!status)
        fail_msg("accepted; expected: %s", text);
    if (strcmp(ax_status_message(status), text) != 0)
        fail_msg("%s\nnot: %s", ax_status_message(status), text);
    assert_int_equal(ax_status_code(status), AX_INVALID_ARGUMENT);
    ax_status_free(status);
}

/* Calls a function that it takes over, on an array (and another one, or NULL) that it takes over too. */
static void refuses(ax_fn *fn, ax_array *a, ax_array *b, const char *text)
{
    ax_array *in[] = {a, b}, *out[4];
    expect(ax_call(context, fn, in, out), text);
    assert_null(out[0]);
    ax_fn_release(fn);
    ax_array_release(a);
    ax_array_release(b);
}

PROGRAM(same)
{
    UNUSED;
    out[0] = in[0];
}

PROGRAM(sum_of_both)
{
    UNUSED;
    out[0] = ax_add(in[0], in[1]);
}

/* ---- options ---- */

static void refuses_options(ax_pmap_options options, const char *text)
{
    ax_fn *fn = function(same, 1, 1), *unused;
    expect(ax_pmap(fn, &options, &unused), text);
    ax_fn_release(fn);
}

static void test_options(void **state)
{
    (void)state;
    refuses_options((ax_pmap_options){.in_axes = AX_LIST(0, 0)},
                    "pmap: in_axes has 2 entries for a function of 1 arguments");
    refuses_options((ax_pmap_options){.out_axes = AX_LIST(0, 0)},
                    "pmap: out_axes has 2 entries for a function of 1 results");
    refuses_options((ax_pmap_options){.axis_size = -7}, "pmap: axis_size -7 is negative");
    refuses_options((ax_pmap_options){.donate = AX_LIST(1)},
                    "pmap: donate names argument 1 of a function of 1 arguments");
    refuses_options((ax_pmap_options){.devices = {-4, NULL}}, "a list of -4 numbers");
    refuses_options((ax_pmap_options){.donate = AX_LIST(0, 0)},
                    "pmap: donate names argument 0 twice");
}

/* ---- slices and devices ---- */

static void test_more_slices_than_devices(void **state)
{
    (void)state;
    refuses(
        pmap(function(same, 1, 1), (ax_pmap_options){.in_axes = AX_LIST(-1)}), ZEROS(3, 7), NULL,
        "pmap: argument 0 f32[3,7] has 7 slices at axis 1, but rank 0 has 6 devices; give the rank "
        "more devices, or use map, which takes any number");
    refuses(
        pmap(function(same, 1, 1), (ax_pmap_options){.devices = AX_LIST(5, 1)}), ZEROS(3), NULL,
        "pmap: argument 0 f32[3] has 3 slices at axis 0, but rank 0 was given 2 devices; give the "
        "rank more devices, or use map, which takes any number");
    refuses(
        pmap(function(same, 1, 1),
             (ax_pmap_options){.in_axes = AX_LIST(AX_NONE), .axis_size = 1000000000000}),
        ZEROS(3), NULL,
        "pmap: axis_size is 1000000000000, but rank 0 has 6 devices; give the rank more devices, "
        "or use map, which takes any number");
    refuses(
        pmap(pmap(function(same, 1, 1), (ax_pmap_options){0}), (ax_pmap_options){0}), ZEROS(2, 4),
        NULL,
        "pmap: argument 0 f32[2,4] has 2 slices at axis 0, each on 4 devices for the pmap inside, "
        "but rank 0 has 6 devices; give the rank more devices, or use map, which takes any number");
}

static void test_devices(void **state)
{
    (void)state;
    refuses(pmap(function(same, 1, 1), (ax_pmap_options){.devices = AX_LIST(0, 6)}), ZEROS(2), NULL,
            "pmap: devices names device 6, but rank 0 has devices 0 to 5");
    refuses(pmap(function(same, 1, 1), (ax_pmap_options){.devices = AX_LIST(2, 2)}), ZEROS(2), NULL,
            "pmap: devices names device 2 twice");
    refuses(pmap(pmap(function(same, 1, 1), (ax_pmap_options){.devices = AX_LIST(1, 0)}),
                 (ax_pmap_options){0}),
            ZEROS(2, 2), NULL,
            "pmap: one directly inside another has no devices of its own; give the outer one the "
            "devices of all points, the outer axis major");
}

/* ---- arguments and results ---- */

static void test_sizes(void **state)
{
    (void)state;
    refuses(
        pmap(function(sum_of_both, 2, 1), (ax_pmap_options){0}), ZEROS(2, 3), ZEROS(3),
        "pmap: mapped axes disagree: argument 0 f32[2,3] has 2 at axis 0, argument 1 f32[3] has 3 "
        "at axis 0");
    refuses(pmap(function(same, 1, 1), (ax_pmap_options){.axis_size = 3}), ZEROS(2), NULL,
            "pmap: mapped axes disagree: argument 0 f32[2] has 2 at axis 0, axis_size is 3");
    refuses(pmap(function(same, 1, 1), (ax_pmap_options){.in_axes = AX_LIST(AX_NONE)}), ZEROS(2),
            NULL,
            "pmap: no argument is mapped, so the length of the axis is unknown; give axis_size");
    refuses(pmap(function(same, 1, 1), (ax_pmap_options){0}), zeros(AX_EMPTY_LIST), NULL,
            "pmap: argument 0 f32[] is a scalar and has no axis 0; share it with AX_NONE");
    refuses(pmap(function(same, 1, 1), (ax_pmap_options){.in_axes = AX_LIST(-3)}), ZEROS(2, 3),
            NULL, "pmap: argument 0 f32[2,3] has no axis -3; allowed are -2 to 1");
    refuses(pmap(function(same, 1, 1), (ax_pmap_options){.out_axes = AX_LIST(2)}), ZEROS(2, 3),
            NULL, "pmap: result 0 is f32[3] for one example, and out_axes 2 is not in [-2, 1]");
}

static void refuse_missing_argument(void)
{
    static const char text[] =
        "argument 1 is NULL; the call takes an array for each of 2 arguments";
    ax_fn *fn = function(sum_of_both, 2, 1), *map;
    ax_fn_retain(fn);
    assert_ok(ax_map(fn, NULL, &map));
    refuses(pmap(fn, (ax_pmap_options){0}), ZEROS(2), NULL, text);
    refuses(map, ZEROS(2), NULL, text);
    refuses(fn, ZEROS(2), NULL, text);
}

static void test_missing_and_sharded_arguments(void **state)
{
    (void)state;
    refuse_missing_argument();
    ax_array *sharded;
    assert_ok(ax_array_create_sharded(&(ax_type){AX_F32, 1, {4}}, 0, 0, 4, NULL, &sharded));
    refuses(
        pmap(function(same, 1, 1), (ax_pmap_options){0}), sharded, NULL,
        "pmap: argument 0 is sharded; pmap takes each rank's slices as a whole array, or map the "
        "function with ax_map");
}

static void test_donated_arguments(void **state)
{
    (void)state;
    ax_array *x = ZEROS(2);
    ax_array_retain(x);
    refuses(pmap(function(sum_of_both, 2, 1), (ax_pmap_options){.donate = AX_LIST(0)}), x, x,
            "pmap: argument 0 is donated, but is also argument 1");
    ax_array *y = ZEROS(2), *out;
    ax_fn *fn = pmap(function(same, 1, 1), (ax_pmap_options){.donate = AX_LIST(0)});
    assert_ok(ax_call(context, fn, &y, &out));
    ax_array_release(out);
    assert_null(ax_array_data(y));
    refuses(fn, y, NULL, "argument 0 was donated to an earlier call");
}

/* ---- collectives ---- */

PROGRAM(over_k)
{
    UNUSED;
    out[0] = ax_psum(in[0], AX_AXES("k"));
}

PROGRAM(groups_that_miss_2)
{
    UNUSED;
    out[0] = ax_psum_grouped(in[0], I, AX_GROUPS(AX_LIST(0, 1), AX_LIST(3)));
}

PROGRAM(groups_that_repeat_1)
{
    UNUSED;
    out[0] = ax_psum_grouped(in[0], I, AX_GROUPS(AX_LIST(0, 1), AX_LIST(1, 2, 3)));
}

PROGRAM(pairs_that_repeat_2)
{
    UNUSED;
    out[0] = ax_ppermute(in[0], I, AX_LIST(0, 2, 1, 2));
}

/* A call of `trace` over 4 slices fails, and its message has this in it. */
static void refuses_collective(ax_trace_fn *trace, const char *part)
{
    ax_fn *fn = pmap(function(trace, 1, 1), (ax_pmap_options){.axis_name = "i"});
    ax_array *x = ZEROS(4, 3), *out;
    assert_error(ax_call(context, fn, &x, &out), AX_INVALID_ARGUMENT, part);
    ax_array_release(x);
    ax_fn_release(fn);
}

static void test_collectives(void **state)
{
    (void)state;
    refuses_collective(over_k, "no axis 'k' is bound here; bound axes: 'i'");
    refuses_collective(groups_that_miss_2, "member 2 of 4 is in no group");
    refuses_collective(groups_that_repeat_1, "member 1 is twice in the groups");
    refuses_collective(pairs_that_repeat_2, "pair (1, 2): member 2 is a target already");
    ax_fn *fn = pmap(pmap(function(over_k, 1, 1), (ax_pmap_options){.axis_name = "j"}),
                     (ax_pmap_options){.axis_name = "i"});
    ax_array *x = ZEROS(2, 3), *out;
    assert_error(ax_call(context, fn, &x, &out), AX_INVALID_ARGUMENT, "bound axes: 'j', 'i'");
    ax_array_release(x);
    ax_fn_release(fn);
}

/* ---- traced inside another function ---- */

/* The first slice's value, from an axis without a name, beside a sum over the axis around it. */
PROGRAM(first_and_sum)
{
    UNUSED;
    out[0] = in[0];
    out[1] = ax_psum(in[0], I);
}

/* x [2, 3] i32, vmapped along 0 as 'i' around a pmap along 1 without a name. */
static void test_inside_another(void **state)
{
    (void)state;
    ax_fn *inner = pmap(function(first_and_sum, 1, 2),
                        (ax_pmap_options){.out_axes = AX_LIST(AX_NONE, 0)});
    ax_fn *outer;
    assert_ok(ax_vmap(inner, &(ax_vmap_options){.axis_name = "i", .out_axes = AX_LIST(0, AX_NONE)},
                      &outer));
    ax_array *x, *out[2];
    assert_ok(ax_array_create(&(ax_type){AX_I32, 2, {2, 3}},
                              ((const int32_t[]){1, 2, 3, 40, 50, 60}), &x));
    assert_ok(ax_call(context, outer, &x, out));
    assert_memory_equal(ax_array_data(out[0]), ((const int32_t[]){1, 40}), 8);
    assert_memory_equal(ax_array_data(out[1]), ((const int32_t[]){41, 52, 63}), 12);
    ax_array_release(x);
    ax_array_release(out[0]);
    ax_array_release(out[1]);
    ax_fn_release(outer);
    ax_fn_release(inner);
}

/* Sizes of the inner axis that nothing maps. */
static void test_nested_without_arguments(void **state)
{
    (void)state;
    ax_fn *fn = pmap(
        pmap(function(same, 1, 1), (ax_pmap_options){.in_axes = AX_LIST(AX_NONE), .axis_size = 3}),
        (ax_pmap_options){.in_axes = AX_LIST(AX_NONE), .axis_size = 2});
    ax_array *x = ZEROS(5), *out;
    assert_ok(ax_call(context, fn, &x, &out));
    ax_type type = ax_array_type(out), expected = {AX_F32, 3, {2, 3, 5}};
    assert_true(ax_type_equal(&type, &expected));
    assert_memory_equal(ax_array_data(out), ((const float[30]){0}), 30 * sizeof(float));
    ax_array_release(x);
    ax_array_release(out);
    ax_fn_release(fn);
}

static int start(void **state)
{
    (void)state;
    assert_ok(
        ax_context_create(&(ax_context_options){.devices_per_rank = 6, .threads = 1}, &context));
    return 0;
}

static int end(void **state)
{
    (void)state;
    ax_context_release(context);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_options),
        cmocka_unit_test(test_more_slices_than_devices),
        cmocka_unit_test(test_devices),
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_missing_and_sharded_arguments),
        cmocka_unit_test(test_donated_arguments),
        cmocka_unit_test(test_collectives),
        cmocka_unit_test(test_inside_another),
        cmocka_unit_test(test_nested_without_arguments),
    };
    return cmocka_run_group_tests(tests, start, end);
}
