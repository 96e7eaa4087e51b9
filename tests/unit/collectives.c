/* Collectives under vmap against JAX's values: every case of data/collectives, on both backends. Then
 * what JAX does not say: sums of halves, integers that wrap, and bad input. */
#include "test.h"

#include "target.h"

#include "backend/executable.h"
#include "transform/fn.h"

#include "collective_cases.h"

static ax_allocator *allocator;
static ax_target cpu;

static ax_fn *map_rows(collective_case *c)
{
    ax_fn *inner = case_inner(c), *mapped;
    const int64_t in_axes[] = {0, case_in_axis(c)};
    assert_ok(
        ax_vmap(inner, &(ax_vmap_options){.in_axes = {2, in_axes}, .axis_name = "i"}, &mapped));
    ax_fn_release(inner);
    return mapped;
}

static void run(const collective_case *c, const ax_graph *graph, const ax_target *target)
{
    static const float rows[12];
    ax_graph *copy;
    ax_executable *executable;
    ax_runner *runner;
    assert_ok(ax_graph_clone(graph, &copy));
    assert_ok(ax_executable_create(copy, target, &executable));
    assert_ok(ax_runner_create(executable, allocator, NULL, &runner));
    const void *in[] = {rows, c->in.data};
    void *out[] = {malloc((size_t)ax_type_bytes(&c->out.type) + 1)};
    assert_ok(ax_runner_run(runner, in, out));
    if (!case_equal(c, out[0]))
        fail_msg("%s: not JAX's values on %s", c->name, target->backend->name);
    free(out[0]);
    ax_runner_free(runner);
    ax_executable_free(executable);
}

static void check_case(collective_case *c)
{
    ax_fn *fn = map_rows(c);
    ax_graph *graph;
    const ax_type types[] = {case_rows_type(c), c->in.type};
    ax_status *status = ax_fn_trace(fn, types, NULL, &graph);
    if (status)
        fail_msg("%s: %s", c->name, ax_status_message(status));
    assert_ok(ax_graph_verify(graph));
    if (!ax_type_equal(&graph->outputs[0]->type, &c->out.type))
        fail_msg("%s: the result is %s; JAX says %s", c->name,
                 AX_TYPE_STRING(&graph->outputs[0]->type), AX_TYPE_STRING(&c->out.type));
    run(c, graph, &ax_target_reference);
    run(c, graph, &cpu);
    ax_graph_free(graph);
    ax_fn_release(fn);
}

static void test_values_of_jax(void **state)
{
    (void)state;
    ax_array_file *file;
    int64_t cases = 0;
    assert_ok(ax_array_file_open(CASES_FILE, &file));
    for (int64_t i = 0; i < ax_array_file_count(file); i++) {
        collective_case c;
        if (!case_load(file, i, &c))
            continue;
        check_case(&c);
        case_free(&c);
        cases++;
    }
    assert_true(cases > 500);
    ax_array_file_close(file);
}

/* ---- what is the same on every row, of many rows ---- */

static void trace_shared(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)b, (void)user;
    out[0] = ax_psum(in[0], AX_AXES("i"));
    out[1] = ax_pmean(in[0], AX_AXES("i"));
}

/* psum and pmean of one value over `rows` rows of which none is mapped. */
static void run_shared(ax_dtype dtype, int64_t rows, const void *x, void *sum, void *mean)
{
    const int64_t none[] = {AX_NONE, AX_NONE};
    const ax_type scalar = ax_type_scalar(dtype);
    ax_vmap_options options = {
        .in_axes = {1, none}, .out_axes = {2, none}, .axis_name = "i", .axis_size = rows};
    ax_fn *fn, *mapped;
    ax_graph *graph;
    ax_executable *executable;
    ax_runner *runner;
    assert_ok(ax_fn_create(trace_shared, NULL, 1, 2, &fn));
    assert_ok(ax_vmap(fn, &options, &mapped));
    assert_ok(ax_fn_trace(mapped, &scalar, NULL, &graph));
    assert_ok(ax_executable_create(graph, &ax_target_reference, &executable));
    assert_ok(ax_runner_create(executable, allocator, NULL, &runner));
    assert_ok(ax_runner_run(runner, &x, (void *const[]){sum, mean}));
    ax_runner_free(runner);
    ax_executable_free(executable);
    ax_fn_release(mapped);
    ax_fn_release(fn);
}

/* 70,000 is no f16, and 300 no i8: JAX gives NaN for the first and an error for the second. */
static void test_counts_beyond_the_dtype(void **state)
{
    (void)state;
    uint16_t half = 0, sum, mean;
    run_shared(AX_F16, 70000, &half, &sum, &mean);
    assert_int_equal(sum, 0);
    assert_int_equal(mean, 0);
    half = 0x0001; /* 2^-24: 70,000 of them are 70000 / 2^24, in f16 to the nearest 2^-18 */
    run_shared(AX_F16, 70000, &half, &sum, &mean);
    assert_int_equal(sum, 0x1c46); /* (1 + 70/1024) / 2^8 */
    assert_int_equal(mean, half);
    half = 0x4000; /* 2: the sum is out of range, the mean is not */
    run_shared(AX_F16, 70000, &half, &sum, &mean);
    assert_int_equal(sum, 0x7c00);
    assert_int_equal(mean, half);
    int8_t small = 3, small_sum;
    float small_mean;
    run_shared(AX_I8, 300, &small, &small_sum, &small_mean);
    assert_int_equal(small_sum, 900 - 1024);
}

/* ---- the order of a sum ---- */

static void trace_orders(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)b, (void)user;
    ax_names i = AX_AXES("i");
    ax_value wide = ax_broadcast_in_dim(in[0], AX_LIST(4), AX_EMPTY_LIST);
    out[0] = ax_psum_grouped(in[0], i, AX_GROUPS(AX_LIST(0, 1, 2, 3), AX_LIST(4, 5, 6, 7)));
    out[1] = ax_psum_grouped(in[0], i, AX_GROUPS(AX_LIST(3, 0, 2, 1), AX_LIST(7, 5, 6, 4)));
    out[2] = ax_psum_scatter_grouped(wide, i, 0, false,
                                     AX_GROUPS(AX_LIST(1, 3, 0, 2), AX_LIST(4, 6, 7, 5)));
}

/* A sum of floats over a group has the same bits in whatever order its members are written. */
static void test_the_order_of_a_group_does_not_show_in_sums(void **state)
{
    (void)state;
    static const float x[8] = {1e8f, 1, -1e8f, 3, 0.1f, 0.2f, 1e9f, 0.3f};
    const ax_type type = {AX_F32, 1, {8}};
    float out[3][8];
    ax_fn *fn, *mapped;
    ax_graph *graph;
    ax_executable *executable;
    ax_runner *runner;
    assert_ok(ax_fn_create(trace_orders, NULL, 1, 3, &fn));
    assert_ok(ax_vmap(fn, &(ax_vmap_options){.axis_name = "i"}, &mapped));
    assert_ok(ax_fn_trace(mapped, &type, NULL, &graph));
    assert_ok(ax_executable_create(graph, &ax_target_reference, &executable));
    assert_ok(ax_runner_create(executable, allocator, NULL, &runner));
    assert_ok(
        ax_runner_run(runner, (const void *const[]){x}, (void *const[]){out[0], out[1], out[2]}));
    assert_memory_equal(out[0], out[1], sizeof out[0]);
    assert_memory_equal(out[0], out[2], sizeof out[0]);
    ax_runner_free(runner);
    ax_executable_free(executable);
    ax_fn_release(mapped);
    ax_fn_release(fn);
}

/* ---- bad input ---- */

typedef ax_value bad_build(ax_builder *b, ax_value x);

static void trace_bad(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    bad_build *const *build = user;
    out[0] = (*build)(b, in[0]);
}

/* x: f32[rows 4 of "i", 6, 4]. */
static void refuses(bad_build *build, ax_code code, const char *part)
{
    ax_fn *fn, *mapped;
    ax_graph *graph;
    const ax_type type = {AX_F32, 3, {4, 6, 4}};
    assert_ok(ax_fn_create(trace_bad, &build, 1, 1, &fn));
    assert_ok(ax_vmap(fn, &(ax_vmap_options){.axis_name = "i"}, &mapped));
    assert_error(ax_fn_trace(mapped, &type, NULL, &graph), code, part);
    ax_fn_release(mapped);
    ax_fn_release(fn);
}

#define I AX_AXES("i")
#define BAD(name, ...)                                    \
    static ax_value bad_##name(ax_builder *b, ax_value x) \
    {                                                     \
        (void)b;                                          \
        return __VA_ARGS__;                               \
    }

BAD(unbound, ax_ppermute(x, AX_AXES("rows"), AX_LIST(0, 1)))
BAD(no_axis, ax_all_to_all(x, ((ax_names){0, NULL}), 0, 0, false))
BAD(missing_member, ax_psum_grouped(x, I, AX_GROUPS(AX_LIST(0, 2), AX_LIST(3))))
BAD(repeated_member, ax_pmax_grouped(x, I, AX_GROUPS(AX_LIST(0, 2), AX_LIST(3, 2))))
BAD(no_member, ax_psum_grouped(x, I, AX_GROUPS(AX_LIST(0, 2), AX_LIST(4, 1))))
BAD(no_groups, ax_psum_grouped(x, I, &(ax_groups){0}))
BAD(uneven_gather, ax_all_gather_grouped(x, I, 0, false, AX_GROUPS(AX_LIST(0, 2, 1), AX_LIST(3))))
BAD(uneven_scatter,
    ax_psum_scatter_grouped(x, I, 1, false, AX_GROUPS(AX_LIST(3), AX_LIST(0, 2, 1))))
BAD(scatter_size, ax_psum_scatter(x, I, 0, false))
BAD(scatter_group_size,
    ax_psum_scatter_grouped(x, I, 1, false, AX_GROUPS(AX_LIST(0, 2), AX_LIST(3, 1))))
BAD(scatter_tiles, ax_psum_scatter(x, I, 0, true))
BAD(scatter_dimension, ax_psum_scatter(x, I, 2, true))
BAD(split_size, ax_all_to_all(x, I, 0, 1, false))
BAD(split_tiles, ax_all_to_all(x, I, 0, 1, true))
BAD(concat_dimension, ax_all_to_all(x, I, 1, -3, false))
BAD(odd_pairs, ax_ppermute(x, I, AX_LIST(0, 1, 2)))
BAD(target_twice, ax_ppermute(x, I, AX_LIST(0, 1, 2, 1)))
BAD(source_twice, ax_ppermute(x, I, AX_LIST(0, 1, 0, 2)))
BAD(source_beyond, ax_ppermute(x, I, AX_LIST(4, 1)))
BAD(target_beyond, ax_ppermute(x, I, AX_LIST(0, -1)))
BAD(short_permutation, ax_pshuffle(x, I, AX_LIST(2, 0, 1)))
BAD(no_permutation, ax_pshuffle(x, I, AX_LIST(2, 0, 1, 0)))
BAD(broadcast_source, ax_pbroadcast(x, I, 4))

static void test_bad_input_is_named(void **state)
{
    (void)state;
    const ax_code code = AX_INVALID_ARGUMENT;
    refuses(bad_unbound, code, "ppermute: no axis 'rows' is bound here; bound axes: 'i'");
    refuses(bad_no_axis, code, "all_to_all: it needs the name of an axis");
    refuses(bad_missing_member, code, "psum: member 1 of 4 is in no group");
    refuses(bad_repeated_member, code, "pmax: member 2 is twice in the groups");
    refuses(bad_no_member, code, "psum: group 1 has member 4; the axes have members 0 to 3");
    refuses(bad_no_groups, code, "groups without members");
    refuses(bad_uneven_gather, code, "one has 3 members, group 1 has fewer");
    refuses(bad_uneven_scatter, code, "one has 3 members, group 0 has fewer");
    refuses(bad_scatter_size, code,
            "scatter_dimension 0 of f32[6,4] has size 6, but axis 'i' has 4 members");
    refuses(bad_scatter_group_size, code,
            "scatter_dimension 1 of f32[6,4] has size 4, but a group of axis 'i' has 2 members");
    refuses(bad_scatter_tiles, code,
            "dimension 0 of f32[6,4] has size 6, which 4 members of axis 'i' do not divide");
    refuses(bad_scatter_dimension, code, "dimension 2 of f32[6,4] is not in [-2, 1]");
    refuses(bad_split_size, code, "split_dimension 0 of f32[6,4] has size 6");
    refuses(bad_split_tiles, code, "all_to_all: dimension 0 of f32[6,4] has size 6, which 4");
    refuses(bad_concat_dimension, code, "all_to_all: dimension -3 of f32[6,4]");
    refuses(bad_odd_pairs, code, "3 numbers are no pairs");
    refuses(bad_target_twice, code, "pair (2, 1): member 1 is a target already");
    refuses(bad_source_twice, code, "pair (0, 2): member 0 is a source already");
    refuses(bad_source_beyond, code, "there is no member 4: axis 'i' has 4 members");
    refuses(bad_target_beyond, code, "there is no member -1: axis 'i' has 4 members");
    refuses(bad_short_permutation, code, "a permutation of 3 entries for 4 members of 'i'");
    refuses(bad_no_permutation, code, "the permutation has member 0 twice");
    refuses(bad_broadcast_source, code, "there is no member 4: axis 'i' has 4 members");
}

static int start(void **unused)
{
    (void)unused;
    assert_ok(ax_allocator_create("test", 0, &allocator));
    assert_ok(test_target_open(&cpu));
    return 0;
}

static int end(void **unused)
{
    (void)unused;
    ax_allocator_destroy(allocator);
    test_target_close(&cpu);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values_of_jax),
        cmocka_unit_test(test_counts_beyond_the_dtype),
        cmocka_unit_test(test_the_order_of_a_group_does_not_show_in_sums),
        cmocka_unit_test(test_bad_input_is_named),
    };
    return cmocka_run_group_tests(tests, start, end);
}
