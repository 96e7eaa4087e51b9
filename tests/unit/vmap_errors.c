/* What vmap and the collectives refuse, with the whole text of each error, and the limits that they
 * keep to. */
#include "test.h"

#include "transform/fn.h"
#include "transform/vmap.h"

#include <axmap/collective.h>
#include <axmap/elementwise.h>
#include <axmap/fn.h>
#include <axmap/reduction.h>
#include <axmap/shape.h>
#include <stdio.h>
#include <stdlib.h>

#define PROGRAM(name) static void name(ax_builder *b, const ax_value *in, ax_value *out, void *user)
#define UNUSED        (void)b, (void)in, (void)out, (void)user

static ax_type f32(ax_ints dims)
{
    ax_type type = {0};
    assert_ok(ax_type_make(AX_F32, dims.count, dims.values, &type));
    return type;
}
#define F32(...) f32(AX_LIST(__VA_ARGS__))

static ax_fn *function(ax_trace_fn *trace, int32_t ninputs, int32_t noutputs)
{
    ax_fn *fn = NULL;
    assert_ok(ax_fn_create(trace, NULL, ninputs, noutputs, &fn));
    return fn;
}

/* vmap of a function that it takes over. */
static ax_fn *map(ax_fn *fn, ax_vmap_options options)
{
    ax_fn *mapped = NULL;
    assert_ok(ax_vmap(fn, &options, &mapped));
    ax_fn_release(fn);
    return mapped;
}

/* The error's code and its whole text. */
static void expect(ax_status *status, ax_code code, const char *text)
{
    if (!status)
        fail_msg("accepted; expected: %s", text);
    if (strcmp(ax_status_message(status), text) != 0)
        fail_msg("%s\nnot: %s", ax_status_message(status), text);
    assert_int_equal(ax_status_code(status), code);
    ax_status_free(status);
}

/* Traces a function that it takes over, and expects this error. */
static void refuses(ax_fn *fn, const ax_type *types, const char *text)
{
    ax_graph *graph = NULL;
    expect(ax_fn_trace(fn, types, NULL, &graph), AX_INVALID_ARGUMENT, text);
    ax_fn_release(fn);
}

PROGRAM(first)
{
    UNUSED;
    out[0] = in[0];
}

PROGRAM(nothing)
{
    UNUSED;
    out[0] = ax_scalar(b, AX_F32, 1);
}

PROGRAM(total)
{
    UNUSED;
    out[0] = ax_sum(in[0], AX_ALL_DIMS);
}

/* ---- arguments ---- */

static void test_options_are_checked_when_given(void **state)
{
    (void)state;
    ax_fn *fn = function(first, 2, 1), *mapped = NULL;
    expect(ax_vmap(fn, &(ax_vmap_options){.in_axes = AX_LIST(0)}, &mapped), AX_INVALID_ARGUMENT,
           "vmap: in_axes has 1 entries for a function of 2 arguments");
    expect(ax_vmap(fn, &(ax_vmap_options){.out_axes = AX_LIST(0, 1)}, &mapped), AX_INVALID_ARGUMENT,
           "vmap: out_axes has 2 entries for a function of 1 results");
    expect(ax_vmap(fn, &(ax_vmap_options){.axis_size = -2}, &mapped), AX_INVALID_ARGUMENT,
           "vmap: axis_size -2 is negative");
    assert_null(mapped);
    ax_fn_release(fn);
    expect(ax_fn_create(NULL, NULL, 1, 1, &fn), AX_INVALID_ARGUMENT,
           "ax_fn_create: it needs a function and counts that are not negative");
    expect(ax_fn_create(first, NULL, -1, 1, &fn), AX_INVALID_ARGUMENT,
           "ax_fn_create: it needs a function and counts that are not negative");
}

static void test_sizes_disagree(void **state)
{
    (void)state;
    ax_type types[] = {F32(10, 4), F32(7), F32(4, 2)};
    refuses(
        map(function(first, 3, 1), (ax_vmap_options){.in_axes = AX_LIST(0, AX_NONE, -1)}), types,
        "vmap: mapped axes disagree: argument 0 f32[10,4] has 10 at axis 0, argument 2 f32[4,2] "
        "has 2 at axis 1");
    refuses(map(function(first, 3, 1),
                (ax_vmap_options){.in_axes = AX_LIST(1, AX_NONE, 0), .axis_size = 5}),
            types,
            "vmap: mapped axes disagree: argument 0 f32[10,4] has 4 at axis 1, argument 2 f32[4,2] "
            "has 4 at axis 0, axis_size is 5");
    refuses(map(function(first, 3, 1),
                (ax_vmap_options){.in_axes = AX_LIST(1, AX_NONE, 0), .axis_size = AX_EMPTY_AXIS}),
            types,
            "vmap: mapped axes disagree: argument 0 f32[10,4] has 4 at axis 1, argument 2 f32[4,2] "
            "has 4 at axis 0, axis_size is 0");
}

static void test_ranks_too_small(void **state)
{
    (void)state;
    ax_type types[] = {F32(3, 4), ax_type_scalar(AX_F32)};
    refuses(map(function(first, 2, 1), (ax_vmap_options){.in_axes = AX_LIST(2, AX_NONE)}), types,
            "vmap: argument 0 f32[3,4] has no axis 2; allowed are -2 to 1");
    refuses(map(function(first, 2, 1), (ax_vmap_options){.in_axes = AX_LIST(-3, AX_NONE)}), types,
            "vmap: argument 0 f32[3,4] has no axis -3; allowed are -2 to 1");
    refuses(map(function(first, 2, 1), (ax_vmap_options){0}), types,
            "vmap: argument 1 f32[] is a scalar and has no axis 0; share it with AX_NONE");
}

static void test_nothing_is_mapped(void **state)
{
    (void)state;
    ax_type types[] = {F32(3)};
    const char *text = "vmap: no argument is mapped, so the length of the axis is unknown; give "
                       "axis_size";
    refuses(map(function(first, 1, 1), (ax_vmap_options){.in_axes = AX_LIST(AX_NONE)}), types,
            text);
    refuses(map(function(nothing, 0, 1), (ax_vmap_options){0}), types, text);
}

/* A function that was imported knows its arguments' names. */
static void test_names_of_arguments(void **state)
{
    (void)state;
    ax_builder *b;
    ax_graph *graph;
    ax_fn *fn;
    ax_type row = F32(4), scalar = ax_type_scalar(AX_F32);
    assert_ok(ax_builder_create("model", NULL, &b));
    ax_value x = ax_builder_input(b, &row, "x"), y = ax_builder_input(b, &scalar, "bias");
    ax_value out = ax_mul(x, y);
    assert_ok(ax_builder_finish(b, 1, &out, NULL, &graph));
    assert_ok(ax_fn_from_graph(graph, &fn));
    ax_fn_retain(fn);
    refuses(map(fn, (ax_vmap_options){0}), (ax_type[]){F32(10, 4), F32(2)},
            "vmap: mapped axes disagree: argument 0 'x' f32[10,4] has 10 at axis 0, argument 1 "
            "'bias' f32[2] has 2 at axis 0");
    ax_fn_retain(fn);
    refuses(map(fn, (ax_vmap_options){0}), (ax_type[]){F32(10, 5), F32(10)},
            "argument 0 'x' of 'model' is f32[4], not f32[5]");
    ax_fn_release(fn);
}

/* ---- results ---- */

static void test_results(void **state)
{
    (void)state;
    ax_type types[] = {F32(4, 3)};
    refuses(map(function(first, 1, 1), (ax_vmap_options){.out_axes = AX_LIST(2)}), types,
            "vmap: result 0 is f32[3] for one example, and out_axes 2 is not in [-2, 1]");
    refuses(map(function(total, 1, 1), (ax_vmap_options){.out_axes = AX_LIST(-2)}), types,
            "vmap: result 0 is f32[] for one example, and out_axes -2 is not in [-1, 0]");
    refuses(map(function(first, 1, 1), (ax_vmap_options){.out_axes = AX_LIST(AX_NONE)}), types,
            "vmap: out_axes of result 0 is AX_NONE, but the result f32[4,3] is mapped at axis 0; "
            "give it an axis, or reduce it over the rows");
    refuses(map(function(first, 1, 1),
                (ax_vmap_options){.in_axes = AX_LIST(1), .out_axes = AX_LIST(AX_NONE)}),
            types,
            "vmap: out_axes of result 0 is AX_NONE, but the result f32[4,3] is mapped at axis 1; "
            "give it an axis, or reduce it over the rows");
}

PROGRAM(forgets)
{
    UNUSED;
}

static int line_of_mistake;

PROGRAM(mistake)
{
    UNUSED;
    line_of_mistake = __LINE__ + 1;
    ax_value wrong = ax_add(in[0], in[1]);
    out[0] = ax_mul(wrong, in[0]); /* poisoned: the first error is the one that is reported */
}

static void test_errors_of_the_function_itself(void **state)
{
    (void)state;
    refuses(map(function(forgets, 1, 1), (ax_vmap_options){0}), (ax_type[]){F32(4, 3)},
            "'function' does not set its output 0");
    char text[512];
    ax_fn *fn = map(function(mistake, 2, 1), (ax_vmap_options){.in_axes = AX_LIST(0, AX_NONE)});
    ax_graph *graph = NULL;
    ax_status *status = ax_fn_trace(fn, (ax_type[]){F32(4, 3), F32(2)}, NULL, &graph);
    assert_non_null(status);
    snprintf(text, sizeof text, "vmap_errors.c:%d", line_of_mistake);
    assert_non_null(strstr(ax_status_message(status), "f32[3]"));
    assert_non_null(strstr(ax_status_message(status), "f32[2]"));
    assert_non_null(strstr(ax_status_message(status), text));
    ax_status_free(status);
    ax_fn_release(fn);
}

/* ---- names ---- */

static ax_names asked;

PROGRAM(psum_asked)
{
    UNUSED;
    out[0] = ax_psum_at(in[0], asked, NULL, (ax_location){"user.c", 12, 0});
}

PROGRAM(index_asked)
{
    UNUSED;
    out[0] = ax_axis_index_at(b, asked, (ax_location){"user.c", 13, 0});
}

PROGRAM(gather_asked)
{
    UNUSED;
    out[0] = ax_all_gather_at(in[0], asked, 0, false, NULL, (ax_location){"user.c", 14, 0});
}

PROGRAM(size_asked)
{
    UNUSED;
    assert_int_equal(ax_axis_size_at(b, asked, (ax_location){"user.c", 15, 0}), 0);
    out[0] = in[0];
}

static void test_unbound_names(void **state)
{
    (void)state;
    ax_type types[] = {F32(2, 4, 3)};
    asked = AX_AXES("rows");
    refuses(function(psum_asked, 1, 1), types,
            "psum: no axis 'rows' is bound here; bound axes: none (user.c:12)");
    refuses(map(function(psum_asked, 1, 1), (ax_vmap_options){0}), types,
            "psum: no axis 'rows' is bound here; bound axes: none (user.c:12)");
    refuses(map(map(function(psum_asked, 1, 1), (ax_vmap_options){.axis_name = "i"}),
                (ax_vmap_options){.axis_name = "j"}),
            types, "psum: no axis 'rows' is bound here; bound axes: 'i', 'j' (user.c:12)");
    refuses(map(function(index_asked, 1, 1), (ax_vmap_options){.axis_name = "i"}), types,
            "axis_index: no axis 'rows' is bound here; bound axes: 'i' (user.c:13)");
    refuses(map(function(gather_asked, 1, 1), (ax_vmap_options){.axis_name = "i"}), types,
            "all_gather: no axis 'rows' is bound here; bound axes: 'i' (user.c:14)");
    asked = AX_AXES("i", "rows");
    refuses(map(function(psum_asked, 1, 1), (ax_vmap_options){.axis_name = "i"}), types,
            "psum: no axis 'rows' is bound here; bound axes: 'i' (user.c:12)");
    ax_fn *fn = map(function(size_asked, 1, 1), (ax_vmap_options){.axis_name = "i"});
    ax_graph *graph = NULL;
    assert_error(ax_fn_trace(fn, types, NULL, &graph), AX_INVALID_ARGUMENT,
                 "axis_size: no axis 'rows' is bound here; bound axes: 'i' (user.c:15)");
    ax_fn_release(fn);
}

static void test_lists_of_names(void **state)
{
    (void)state;
    const struct {
        ax_trace_fn *trace;
        ax_names names;
        const char *text;
    } cases[] = {
        {psum_asked, AX_AXES("i", "i"), "psum: axis 'i' is named twice (user.c:12)"},
        {index_asked, AX_AXES("i", "i"), "axis_index: axis 'i' is named twice (user.c:13)"},
        {gather_asked, AX_AXES("i", "i"), "all_gather: axis 'i' is named twice (user.c:14)"},
        {psum_asked, {0, NULL}, "psum: it needs the name of an axis (user.c:12)"},
        {index_asked, {0, NULL}, "axis_index: it needs the name of an axis (user.c:13)"},
        {gather_asked, {0, NULL}, "all_gather: it needs the name of an axis (user.c:14)"},
        {psum_asked, AX_AXES("i", NULL), "psum: axis 1 of 2 has no name (user.c:12)"},
    };
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
        asked = cases[c].names;
        refuses(map(function(cases[c].trace, 1, 1), (ax_vmap_options){.axis_name = "i"}),
                (ax_type[]){F32(4, 3)}, cases[c].text);
    }
}

/* ---- groups ---- */

static ax_groups asked_groups;

PROGRAM(psum_grouped)
{
    UNUSED;
    out[0] = ax_psum_at(in[0], AX_AXES("i"), &asked_groups, (ax_location){"user.c", 16, 0});
}

static void test_groups(void **state)
{
    (void)state;
    const struct {
        ax_groups groups;
        const char *text;
    } cases[] = {
        {{0, NULL}, "groups without members\nin psum at user.c:16"},
        {*AX_GROUPS(AX_LIST(0, 1, 2, 3), AX_EMPTY_LIST),
         "group 1 has no members\nin psum at user.c:16"},
        {*AX_GROUPS(AX_LIST(0, 1), AX_LIST(2, -1, 3)),
         "group 1 has member -1; members are numbered from 0\nin psum at user.c:16"},
    };
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
        asked_groups = cases[c].groups;
        refuses(map(function(psum_grouped, 1, 1), (ax_vmap_options){.axis_name = "i"}),
                (ax_type[]){F32(4, 3)}, cases[c].text);
    }
}

static int64_t gather_dimension;
static bool gather_tiled;

PROGRAM(gather_at)
{
    UNUSED;
    out[0] = ax_all_gather_at(in[0], AX_AXES("i"), gather_dimension, gather_tiled, NULL,
                              (ax_location){"user.c", 15, 0});
}

static void test_all_gather_dimensions(void **state)
{
    (void)state;
    const struct {
        int64_t dimension;
        bool tiled;
        const char *text;
    } cases[] = {
        {2, false, "all_gather: dimension 2 of f32[3] is not in [-2, 1] (user.c:15)"},
        {-3, false, "all_gather: dimension -3 of f32[3] is not in [-2, 1] (user.c:15)"},
        {1, true, "all_gather: dimension 1 of f32[3] is not in [-1, 0] (user.c:15)"},
        {INT64_MIN, true,
         "all_gather: dimension -9223372036854775808 of f32[3] is not in [-1, 0] (user.c:15)"},
        {INT64_MAX, false,
         "all_gather: dimension 9223372036854775807 of f32[3] is not in [-2, 1] (user.c:15)"},
    };
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
        gather_dimension = cases[c].dimension;
        gather_tiled = cases[c].tiled;
        refuses(map(function(gather_at, 1, 1), (ax_vmap_options){.axis_name = "i"}),
                (ax_type[]){F32(4, 3)}, cases[c].text);
    }
    gather_dimension = 0;
    gather_tiled = true;
    ax_fn *fn = map(function(gather_at, 1, 1), (ax_vmap_options){.axis_name = "i"});
    ax_graph *graph = NULL;
    assert_error(ax_fn_trace(fn, (ax_type[]){F32(4)}, NULL, &graph), AX_INVALID_ARGUMENT,
                 "all_gather");
    ax_fn_release(fn);
}

/* ---- limits ---- */

static ax_type wide_type(int32_t ndim)
{
    ax_type type = {.dtype = AX_F32, .ndim = ndim};
    for (int32_t i = 0; i < ndim; i++)
        type.dims[i] = 1;
    return type;
}

PROGRAM(twice)
{
    UNUSED;
    out[0] = ax_add(in[0], in[0]);
}

PROGRAM(repeat_first)
{
    UNUSED;
    out[0] = in[1];
}

static void test_no_room_for_another_dimension(void **state)
{
    (void)state;
    ax_type full = wide_type(AX_MAX_NDIM);
    ax_graph *graph = NULL, *mapped = NULL;
    ax_fn *fn = function(twice, 1, 1);
    assert_ok(ax_fn_trace(fn, &full, NULL, &graph));
    assert_error(ax_vmap_graph(graph, (int64_t[]){0}, (int64_t[]){0}, 4, NULL, &mapped),
                 AX_INVALID_ARGUMENT, "no room for another dimension");
    ax_graph_free(graph);
    ax_fn_release(fn);
    /* A shared result that would be repeated along one dimension too many. */
    ax_type types[] = {F32(4), full};
    fn = map(function(repeat_first, 2, 1), (ax_vmap_options){.in_axes = AX_LIST(0, AX_NONE)});
    assert_error(ax_fn_trace(fn, types, NULL, &graph), AX_INVALID_ARGUMENT,
                 "no room for the batch dimension");
    ax_fn_release(fn);
}

/* Row counts whose bytes do not fit are an error, not a wrapped size. */
static void test_batches_that_overflow(void **state)
{
    (void)state;
    ax_type types[] = {F32(3), F32(1 << 20)};
    ax_graph *graph = NULL;
    ax_fn *fn = map(
        function(repeat_first, 2, 1),
        (ax_vmap_options){.in_axes = AX_LIST(AX_NONE, AX_NONE), .axis_size = INT64_MAX / 4});
    assert_error(ax_fn_trace(fn, types, NULL, &graph), AX_OVERFLOW, "does not fit");
    ax_fn_release(fn);
}

PROGRAM(index_i)
{
    UNUSED;
    out[0] = ax_axis_index(b, AX_AXES("i"));
}

static void test_axis_index_counts_in_i32(void **state)
{
    (void)state;
    ax_graph *graph = NULL;
    ax_fn *fn = map(function(index_i, 0, 1),
                    (ax_vmap_options){.axis_name = "i", .axis_size = (int64_t)1 << 31});
    assert_error(ax_fn_trace(fn, NULL, NULL, &graph), AX_INVALID_ARGUMENT,
                 "axis_index is i32 and the axes have more rows than it can count");
    ax_fn_release(fn);
    asked = AX_AXES("i", "j");
    fn = map(
        map(function(index_asked, 0, 1), (ax_vmap_options){.axis_name = "i", .axis_size = 1 << 16}),
        (ax_vmap_options){.axis_name = "j", .axis_size = 1 << 15});
    assert_error(ax_fn_trace(fn, NULL, NULL, &graph), AX_INVALID_ARGUMENT,
                 "axis_index is i32 and the axes have more rows than it can count");
    ax_fn_release(fn);
    fn = map(function(index_i, 0, 1),
             (ax_vmap_options){.axis_name = "i", .axis_size = ((int64_t)1 << 31) - 1});
    assert_ok(ax_fn_trace(fn, NULL, NULL, &graph));
    assert_int_equal(graph->outputs[0]->type.dims[0], INT32_MAX);
    ax_graph_free(graph);
    ax_fn_release(fn);
}

/* More than 2^31 elements are ordinary: the graph is typed with 64-bit sizes throughout. */
static void test_more_than_2_to_31_elements(void **state)
{
    (void)state;
    ax_type types[] = {{.dtype = AX_I8, .ndim = 2, .dims = {70000, 70000}}, ax_type_scalar(AX_I8)};
    ax_graph *graph = NULL;
    ax_fn *fn = map(function(twice, 1, 1), (ax_vmap_options){.in_axes = AX_LIST(1)});
    assert_ok(ax_fn_trace(fn, types, NULL, &graph));
    assert_true(ax_type_count(&graph->outputs[0]->type) == (int64_t)70000 * 70000);
    ax_graph_free(graph);
    ax_fn_release(fn);
}

/* ---- functions inside functions ---- */

static ax_fn *inner_fn;

PROGRAM(applies)
{
    UNUSED;
    ax_apply_at(b, inner_fn, in, out, (ax_location){"user.c", 16, 0});
}

static void test_errors_name_where_a_function_was_applied(void **state)
{
    (void)state;
    inner_fn = map(function(first, 1, 1), (ax_vmap_options){.in_axes = AX_LIST(1)});
    refuses(map(function(applies, 1, 1), (ax_vmap_options){0}), (ax_type[]){F32(4, 3)},
            "vmap: argument 0 f32[3] has no axis 1; allowed are -1 to 0\n"
            "in a function applied at user.c:16");
    ax_fn_release(inner_fn);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_options_are_checked_when_given),
        cmocka_unit_test(test_sizes_disagree),
        cmocka_unit_test(test_ranks_too_small),
        cmocka_unit_test(test_nothing_is_mapped),
        cmocka_unit_test(test_names_of_arguments),
        cmocka_unit_test(test_results),
        cmocka_unit_test(test_errors_of_the_function_itself),
        cmocka_unit_test(test_unbound_names),
        cmocka_unit_test(test_lists_of_names),
        cmocka_unit_test(test_groups),
        cmocka_unit_test(test_all_gather_dimensions),
        cmocka_unit_test(test_no_room_for_another_dimension),
        cmocka_unit_test(test_batches_that_overflow),
        cmocka_unit_test(test_axis_index_counts_in_i32),
        cmocka_unit_test(test_more_than_2_to_31_elements),
        cmocka_unit_test(test_errors_name_where_a_function_was_applied),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
