/* ax_shard_map: whole arrays in, whole arrays out, whatever devices the points of its axes are dealt to;
 * under vmap, under map, within another, and among other operations. Integers, so that every value is
 * known from a closed form. */
#include "test.h"

#include <axmap/axmap.h>
#include <axmap/mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 8, COLUMNS = 6 }; /* of a; over x of 4 and y of 2 its blocks are [2,3] */

static int rank, ranks;
static ax_context *context; /* ranks have 1, 2, 3, 1 devices */

/* ---- arrays ---- */

/* 3, 10, 17, ... : of any number of dimensions. */
static ax_array *count_up(ax_type type)
{
    ax_array *array;
    assert_ok(ax_array_create(&type, NULL, &array));
    for (int64_t i = 0; i < ax_type_count(&type); i++)
        ((int32_t *)ax_array_data(array))[i] = 7 * (int32_t)i + 3;
    return array;
}

static ax_array *matrix(void)
{
    return count_up((ax_type){AX_I32, 2, {ROWS, COLUMNS}});
}

static ax_array *row(void)
{
    return count_up((ax_type){AX_I32, 1, {COLUMNS}});
}

static int32_t element(int64_t index)
{
    return 7 * (int32_t)index + 3;
}

static void assert_ints(ax_array *array, int32_t ndim, const int64_t *dims, const int32_t *expected)
{
    ax_type type = ax_array_type(array);
    assert_int_equal(type.dtype, AX_I32);
    assert_int_equal(type.ndim, ndim);
    for (int32_t d = 0; d < ndim; d++)
        assert_int_equal(type.dims[d], dims[d]);
    const int32_t *data = ax_array_data(array);
    for (int64_t i = 0; i < ax_type_count(&type); i++) {
        if (data[i] != expected[i])
            fail_msg("rank %d: element %lld is %d, not %d", rank, (long long)i, (int)data[i],
                     (int)expected[i]);
    }
}

/* ---- a function of one shard ---- */

enum { NRESULTS = 5 };

static ax_value number(ax_builder *b, ax_value index, double step)
{
    return ax_mul(index, ax_scalar(b, AX_I32, step));
}

/* a [2,3], v [3] -> the sum of blocks along x; a marked with its place; the sum of all of a times v;
 * all of v; and the place of the block, which differs though it is promised not to. */
static void one_shard(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)user;
    ax_value x = ax_axis_index(b, AX_AXES("x")), y = ax_axis_index(b, AX_AXES("y"));
    ax_value place = ax_add(number(b, x, 1000), number(b, y, 100));
    out[0] = ax_psum(in[0], AX_AXES("x"));
    out[1] = ax_add(in[0], place);
    out[2] = ax_psum(ax_sum(ax_dot(in[0], in[1]), AX_LIST(0)), AX_AXES("x", "y"));
    out[3] = ax_all_gather(in[1], AX_AXES("y"), 0, true);
    out[4] = ax_add(place, ax_scalar(b, AX_I32, 5));
}

static ax_fn *make_sharded(void)
{
    ax_fn *fn, *sharded;
    assert_ok(ax_fn_create(one_shard, NULL, 2, NRESULTS, &fn));
    ax_shard_map_options options = {.axes = AX_AXES("x", "y"),
                                    .sizes = AX_LIST(4, 2),
                                    .in_specs = AX_AXES("x,y", "y"),
                                    .out_specs = AX_AXES("_,y", "x,y", "", "", "")};
    assert_ok(ax_shard_map(fn, &options, &sharded));
    ax_fn_release(fn);
    return sharded;
}

/* The results of the whole: a is element(first + i * step), v is element(i). */
static void assert_results(ax_array *const *out)
{
    int32_t sums[2 * COLUMNS] = {0}, marked[ROWS * COLUMNS], total = 0, v[COLUMNS];
    for (int i = 0; i < ROWS; i++) {
        for (int j = 0; j < COLUMNS; j++) {
            int32_t a = element(i * COLUMNS + j);
            sums[i % 2 * COLUMNS + j] += a;
            marked[i * COLUMNS + j] = a + i / 2 * 1000 + j / 3 * 100;
            total += a * element(j);
            v[j] = element(j);
        }
    }
    const int32_t first_place = 5;
    assert_ints(out[0], 2, (int64_t[]){2, COLUMNS}, sums);
    assert_ints(out[1], 2, (int64_t[]){ROWS, COLUMNS}, marked);
    assert_ints(out[2], 0, NULL, &total);
    assert_ints(out[3], 1, (int64_t[]){COLUMNS}, v);
    assert_ints(out[4], 0, NULL, &first_place);
}

static void release_all(ax_array **arrays, int count)
{
    for (int i = 0; i < count; i++)
        ax_array_release(arrays[i]);
}

static void test_a_call(void **state)
{
    (void)state;
    ax_fn *fn = make_sharded();
    ax_array *in[] = {matrix(), row()}, *out[NRESULTS];
    assert_ok(ax_call(context, fn, in, out));
    assert_results(out);
    release_all(out, NRESULTS);
    release_all(in, 2);
    ax_fn_release(fn);
}

/* ---- in company ---- */

/* negate around it: shard_map(-(-a), v), its second result negated twice. */
static void in_the_middle(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    ax_value arguments[] = {ax_neg(ax_neg(in[0])), in[1]};
    ax_apply(b, user, arguments, out);
    out[1] = ax_neg(ax_neg(out[1]));
}

static void test_among_other_operations(void **state)
{
    (void)state;
    ax_fn *sharded = make_sharded(), *fn;
    assert_ok(ax_fn_create(in_the_middle, sharded, 2, NRESULTS, &fn));
    ax_array *in[] = {matrix(), row()}, *out[NRESULTS];
    assert_ok(ax_call(context, fn, in, out));
    assert_results(out);
    release_all(out, NRESULTS);
    release_all(in, 2);
    ax_fn_release(fn);
    ax_fn_release(sharded);
}

/* Three rows along axis 1, of which row r has a + r: by vmap, and by map over all devices. */
static void check_rows(ax_fn *batched)
{
    enum { BATCH = 3 };
    ax_type type = {AX_I32, 3, {ROWS, BATCH, COLUMNS}};
    ax_array *in[] = {NULL, row()}, *out[NRESULTS];
    assert_ok(ax_array_create(&type, NULL, &in[0]));
    int32_t *a = ax_array_data(in[0]);
    for (int i = 0; i < ROWS; i++) {
        for (int r = 0; r < BATCH; r++) {
            for (int j = 0; j < COLUMNS; j++)
                a[(i * BATCH + r) * COLUMNS + j] = element(i * COLUMNS + j) + r;
        }
    }
    assert_ok(ax_call(context, batched, in, out));
    int32_t sums[BATCH * 2 * COLUMNS] = {0}, totals[BATCH] = {0};
    for (int r = 0; r < BATCH; r++) {
        for (int i = 0; i < ROWS; i++) {
            for (int j = 0; j < COLUMNS; j++) {
                sums[(r * 2 + i % 2) * COLUMNS + j] += element(i * COLUMNS + j) + r;
                totals[r] += (element(i * COLUMNS + j) + r) * element(j);
            }
        }
    }
    for (int k = 0; k < NRESULTS; k++) {
        ax_array *whole;
        assert_ok(ax_array_gather(context, out[k], &whole));
        ax_array_release(out[k]);
        out[k] = whole;
    }
    assert_ints(out[0], 3, (int64_t[]){BATCH, 2, COLUMNS}, sums);
    assert_ints(out[2], 1, (int64_t[]){BATCH}, totals);
    release_all(out, NRESULTS);
    release_all(in, 2);
}

static void test_under_vmap_and_map(void **state)
{
    (void)state;
    ax_fn *sharded = make_sharded(), *vmapped, *mapped;
    ax_ints in_axes = AX_LIST(1, AX_NONE);
    assert_ok(ax_vmap(sharded, &(ax_vmap_options){.in_axes = in_axes}, &vmapped));
    assert_ok(ax_map(sharded, &(ax_map_options){.in_axes = in_axes}, &mapped));
    check_rows(vmapped);
    check_rows(mapped);
    ax_fn_release(vmapped);
    ax_fn_release(mapped);
    ax_fn_release(sharded);
}

/* ---- one within the other ---- */

/* a [2,3] -> its place, from axes of both maps. */
static void innermost(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)user;
    ax_value x = ax_axis_index(b, AX_AXES("x")), y = ax_axis_index(b, AX_AXES("y"));
    out[0] = ax_add(in[0], ax_add(number(b, x, 1000), number(b, y, 100)));
    out[1] = ax_psum(in[0], AX_AXES("x"));
}

static void apply_inner(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    ax_apply(b, user, in, out);
}

static void test_one_within_the_other(void **state)
{
    (void)state;
    ax_fn *fn, *over_y, *half, *over_x;
    assert_ok(ax_fn_create(innermost, NULL, 1, 2, &fn));
    assert_ok(ax_shard_map(fn,
                           &(ax_shard_map_options){.axes = AX_AXES("y"),
                                                   .sizes = AX_LIST(2),
                                                   .in_specs = AX_AXES(",y"),
                                                   .out_specs = AX_AXES("_, y")},
                           &over_y));
    assert_ok(ax_fn_create(apply_inner, over_y, 1, 2, &half));
    assert_ok(ax_shard_map(half,
                           &(ax_shard_map_options){.axes = AX_AXES("x"),
                                                   .sizes = AX_LIST(4),
                                                   .in_specs = AX_AXES("x"),
                                                   .out_specs = AX_AXES("x", "")},
                           &over_x));
    int32_t sums[2 * COLUMNS] = {0}, marked[ROWS * COLUMNS];
    for (int i = 0; i < ROWS; i++) {
        for (int j = 0; j < COLUMNS; j++) {
            sums[i % 2 * COLUMNS + j] += element(i * COLUMNS + j);
            marked[i * COLUMNS + j] = element(i * COLUMNS + j) + i / 2 * 1000 + j / 3 * 100;
        }
    }
    ax_array *in = matrix(), *out[2];
    assert_ok(ax_call(context, over_x, &in, out));
    assert_ints(out[0], 2, (int64_t[]){ROWS, COLUMNS}, marked);
    assert_ints(out[1], 2, (int64_t[]){2, COLUMNS}, sums);
    release_all(out, 2);
    ax_array_release(in);
    ax_fn_release(over_x);
    ax_fn_release(half);
    ax_fn_release(over_y);
    ax_fn_release(fn);
}

/* ---- specs ---- */

/* a -> the number of its block, along both axes in the order (x, y), as an array of its shape. */
static void block_number(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)user;
    ax_value x = ax_axis_index(b, AX_AXES("x")), y = ax_axis_index(b, AX_AXES("y"));
    ax_value place = ax_add(number(b, x, 10), y);
    out[0] = ax_add(ax_mul(in[0], ax_scalar(b, AX_I32, 0)), place);
}

/* The place of each row of a [8] that is cut as `spec` says. */
static void check_spec(const char *spec, const int32_t *expected)
{
    ax_fn *fn, *sharded;
    assert_ok(ax_fn_create(block_number, NULL, 1, 1, &fn));
    ax_shard_map_options options = {.axes = AX_AXES("x", "y"),
                                    .sizes = AX_LIST(2, 2),
                                    .in_specs = AX_AXES(spec),
                                    .out_specs = AX_AXES(spec)};
    assert_ok(ax_shard_map(fn, &options, &sharded));
    ax_array *in = count_up((ax_type){AX_I32, 1, {ROWS}}), *out;
    assert_ok(ax_call(context, sharded, &in, &out));
    assert_ints(out, 1, (int64_t[]){ROWS}, expected);
    ax_array_release(out);
    ax_array_release(in);
    ax_fn_release(sharded);
    ax_fn_release(fn);
}

static void test_specs(void **state)
{
    (void)state;
    check_spec("x", (int32_t[]){0, 0, 0, 0, 10, 10, 10, 10});
    check_spec("y", (int32_t[]){0, 0, 0, 0, 1, 1, 1, 1});
    check_spec("(x y)", (int32_t[]){0, 0, 1, 1, 10, 10, 11, 11});
    check_spec(" ( y x ) ", (int32_t[]){0, 0, 10, 10, 1, 1, 11, 11});
    check_spec("", (int32_t[]){0, 0, 0, 0, 0, 0, 0, 0});
    check_spec("_", (int32_t[]){0, 0, 0, 0, 0, 0, 0, 0});
}

/* An axis of a mesh of one device; a mesh gives names and sizes. */
static void test_over_a_mesh(void **state)
{
    (void)state;
    ax_mesh *mesh;
    ax_fn *fn, *sharded;
    assert_ok(ax_mesh_create(context, AX_AXES("x", "y"), AX_LIST(1, 1), &mesh));
    assert_ok(ax_fn_create(block_number, NULL, 1, 1, &fn));
    ax_shard_map_options options = {
        .mesh = mesh, .in_specs = AX_AXES("(x y)"), .out_specs = AX_AXES("y")};
    assert_ok(ax_shard_map(fn, &options, &sharded));
    ax_array *in = count_up((ax_type){AX_I32, 1, {3}}), *out;
    assert_ok(ax_call(context, sharded, &in, &out));
    assert_ints(out, 1, (int64_t[]){3}, (int32_t[]){0, 0, 0});
    options.axes = AX_AXES("x");
    assert_error(ax_shard_map(fn, &options, &sharded), AX_INVALID_ARGUMENT,
                 "shard_map: give axes and sizes or a mesh, not both");
    ax_array_release(out);
    ax_array_release(in);
    ax_fn_release(sharded);
    ax_fn_release(fn);
    ax_mesh_release(mesh);
}

/* ---- errors ---- */

static void test_what_is_refused(void **state)
{
    (void)state;
    const struct {
        ax_shard_map_options options;
        const char *part;
    } cases[] = {
        {{.axes = {0}}, "shard_map: 0 axes and 0 sizes; it needs one axis or more"},
        {{.axes = {1, (const char *const[]){"x"}}}, "shard_map: 1 axes and 0 sizes"},
        {{.axes = {1, (const char *const[]){"a b"}}, .sizes = {1, (const int64_t[]){2}}},
         "'a b' cannot be the name of an axis"},
        {{.axes = {1, (const char *const[]){"x"}}, .sizes = {1, (const int64_t[]){0}}},
         "axis 'x' has size 0; it must be at least 1"},
        {{.axes = {2, (const char *const[]){"x", "x"}}, .sizes = {2, (const int64_t[]){2, 2}}},
         "axis 'x' is given twice"},
        {{.axes = {-1, NULL}, .sizes = {-1, NULL}}, "shard_map: -1 axes and -1 sizes"},
        {{.axes = {1, (const char *const[]){NULL}}, .sizes = {1, (const int64_t[]){2}}},
         "shard_map: axis 0 of 1 has no name"},
    };
    ax_fn *fn, *sharded;
    assert_ok(ax_fn_create(block_number, NULL, 1, 1, &fn));
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_error(ax_shard_map(fn, &cases[i].options, &sharded), AX_INVALID_ARGUMENT,
                     cases[i].part);
    static const char *const specs[][2] = {
        {"z", "the spec 'z' of argument 0 names 'z'; the axes are 'x', 'y'"},
        {"x,(y x)", "the spec 'x,(y x)' of argument 0 names axis 'x' twice"},
        {"(x", "the spec '(x' of argument 0: expected an axis at ''; a spec looks like"},
        {"x y", "the spec 'x y' of argument 0: expected ',' at 'y'"},
        {"x)", "expected ',' at ')'"},
        {NULL, "the spec of argument 0 is NULL"},
    };
    ax_shard_map_options options = {
        .axes = AX_AXES("x", "y"), .sizes = AX_LIST(4, 2), .out_specs = AX_AXES("x")};
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
        options.in_specs = AX_AXES(specs[i][0]);
        assert_error(ax_shard_map(fn, &options, &sharded), AX_INVALID_ARGUMENT, specs[i][1]);
    }
    options.in_specs = AX_AXES("x", "y");
    assert_error(ax_shard_map(fn, &options, &sharded), AX_INVALID_ARGUMENT,
                 "shard_map: 2 specs for a function of 1 arguments");
    ax_fn_release(fn);
}

static void assert_call_fails(const char *spec, const char *part)
{
    ax_fn *fn, *sharded;
    ax_array *in = matrix(), *out;
    assert_ok(ax_fn_create(block_number, NULL, 1, 1, &fn));
    ax_shard_map_options options = {.axes = AX_AXES("x", "y", "z"),
                                    .sizes = AX_LIST(4, 2, 5),
                                    .in_specs = AX_AXES(spec),
                                    .out_specs = AX_AXES("")};
    assert_ok(ax_shard_map(fn, &options, &sharded));
    assert_error(ax_call(context, sharded, &in, &out), AX_INVALID_ARGUMENT, part);
    ax_array_release(in);
    ax_fn_release(sharded);
    ax_fn_release(fn);
}

static void test_calls_that_fail(void **state)
{
    (void)state;
    assert_call_fails("z",
                      "shard_map: argument 0 is i32[8,6]: dimension 0 of size 8 does not divide "
                      "over axis 'z' of size 5");
    assert_call_fails("_,(y x)",
                      "dimension 1 of size 6 does not divide over axis 'y' of size 2 times "
                      "'x' of size 4");
    assert_call_fails("x,y,z", "shard_map: argument 0 is i32[8,6], and its spec has 3 dimensions");
}

/* x [4] -> x; its sum over y; of that the maximum over x; gathered along x; x again, moved along y. */
static void promises(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)b, (void)user;
    out[0] = in[0];
    out[1] = ax_psum(in[0], AX_AXES("y"));
    out[2] = ax_pmax(out[1], AX_AXES("x"));
    out[3] = ax_all_gather(in[0], AX_AXES("x"), 0, true);
    int64_t pairs[] = {0, 1};
    out[4] = ax_ppermute(out[2], AX_AXES("y"), ((ax_ints){2, pairs}));
}

static void check_promise(const char *in, int result, const char *out, const char *part)
{
    const char *specs[] = {"(x y)", "(x y)", "(x y)", "(x y)", "(x y)"};
    ax_fn *fn, *sharded;
    specs[result] = out;
    ax_shard_map_options options = {.axes = AX_AXES("x", "y"),
                                    .sizes = AX_LIST(2, 2),
                                    .in_specs = AX_AXES(in),
                                    .out_specs = {5, specs},
                                    .check = true};
    ax_array *x = count_up((ax_type){AX_I32, 1, {ROWS}}), *results[5];
    assert_ok(ax_fn_create(promises, NULL, 1, 5, &fn));
    assert_ok(ax_shard_map(fn, &options, &sharded));
    ax_status *status = ax_call(context, sharded, &x, results);
    if (part) {
        assert_error(status, AX_INVALID_ARGUMENT, part);
    } else {
        assert_ok(status);
        release_all(results, 5);
    }
    ax_array_release(x);
    ax_fn_release(sharded);
    ax_fn_release(fn);
}

static void test_promises_are_checked(void **state)
{
    (void)state;
    check_promise("x", 0, "x", NULL); /* y sees the same blocks */
    check_promise("x", 0, "y",
                  "shard_map: result 0 may differ along axis 'x', which its spec does not");
    check_promise("", 0, "", NULL);
    check_promise("(x y)", 1, "x", NULL);
    check_promise("(x y)", 1, "", "result 1 may differ along axis 'x'");
    check_promise("(x y)", 2, "", NULL);
    check_promise("(x y)", 3, "y", NULL);
    check_promise("(x y)", 3, "", "result 3 may differ along axis 'y'");
    check_promise("(x y)", 4, "y", NULL);
    check_promise("(x y)", 4, "x", "result 4 may differ along axis 'y'");
}

int main(int argc, char **argv)
{
    int provided;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    ax_context_options options = {.devices_per_rank = rank % 3 + 1, .threads = 1, .timeout = 30};
    ax_status *status = ax_context_create_mpi(MPI_COMM_WORLD, &options, &context);
    if (status) {
        fprintf(stderr, "%s\n", ax_status_message(status));
        ax_status_free(status);
        return 1;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_call),
        cmocka_unit_test(test_among_other_operations),
        cmocka_unit_test(test_under_vmap_and_map),
        cmocka_unit_test(test_one_within_the_other),
        cmocka_unit_test(test_specs),
        cmocka_unit_test(test_over_a_mesh),
        cmocka_unit_test(test_promises_are_checked),
        cmocka_unit_test(test_what_is_refused),
        cmocka_unit_test(test_calls_that_fail),
    };
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    ax_context_release(context);
    MPI_Finalize();
    return failures;
}
