/* The collectives of data/collectives under pmap: JAX's values, as under vmap (unit/collectives) and map
 * (collectives_jax). Two axes are a grid of devices. */
#include "mpi/slices.h"

#include "collective_cases.h"

static ax_context *context;

/* The case's function, its outermost axis "i" and an axis "j" inside it by pmap. */
static ax_fn *pmap_case(collective_case *c)
{
    ax_fn *fn, *pmap;
    const int64_t in_axes[] = {0, case_in_axis(c)}, j[] = {0, 0};
    if (c->spec.axes) {
        ax_fn *one;
        assert_ok(ax_fn_create(case_trace, c, 2, 1, &one));
        assert_ok(ax_pmap(one, &(ax_pmap_options){.in_axes = {2, j}, .axis_name = "j"}, &fn));
        ax_fn_release(one);
    } else {
        fn = case_inner(c);
    }
    assert_ok(ax_pmap(fn, &(ax_pmap_options){.in_axes = {2, in_axes}, .axis_name = "i"}, &pmap));
    ax_fn_release(fn);
    return pmap;
}

static ax_array *make_array(const ax_type *type, const void *data)
{
    ax_array *array;
    assert_ok(ax_array_create(type, NULL, &array));
    if (data) {
        memcpy(ax_array_data(array), data, (size_t)ax_type_bytes(type));
    } else {
        memset(ax_array_data(array), 0, (size_t)ax_type_bytes(type));
    }
    return array;
}

/* This rank's part of an array that it takes over. */
static ax_array *own_part(ax_array *array, int64_t axis, int64_t first, int64_t count)
{
    if (axis == AX_NONE)
        return array;
    ax_array *part = cut_slices(array, axis < 0 ? axis + ax_array_type(array).ndim : axis, first,
                                count);
    ax_array_release(array);
    return part;
}

static void check_case(collective_case *c, int pattern)
{
    ax_type rows = case_rows_type(c);
    int64_t first, count;
    deal_slices(context, pattern, rows.dims[0], c->spec.axes ? rows.dims[1] : 1, &first, &count);
    ax_array *in[] = {own_part(make_array(&rows, NULL), 0, first, count),
                      own_part(make_array(&c->in.type, c->in.data), case_in_axis(c), first, count)};
    ax_array *expected = own_part(make_array(&c->out.type, c->out.data), 0, first, count), *out;
    ax_fn *fn = pmap_case(c);
    ax_status *status = ax_call(context, fn, in, &out);
    if (status)
        fail_msg("%s: %s", c->name, ax_status_message(status));
    collective_case own = *c;
    own.out = (case_array){ax_array_type(expected), ax_array_data(expected)};
    ax_type type = ax_array_type(out);
    assert_true(ax_type_equal(&type, &own.out.type));
    if (!case_equal(&own, ax_array_data(out)))
        fail_msg("%s: not JAX's values", c->name);
    ax_array_release(out);
    ax_array_release(expected);
    ax_array_release(in[0]);
    ax_array_release(in[1]);
    ax_fn_release(fn);
}

static void test_values_of_jax(void **state)
{
    (void)state;
    ax_array_file *file;
    int cases = 0;
    assert_ok(ax_array_file_open(CASES_FILE, &file));
    for (int64_t i = 0; i < ax_array_file_count(file); i++) {
        collective_case c;
        if (!case_load(file, i, &c))
            continue;
        check_case(&c, cases % SLICE_PATTERNS);
        case_free(&c);
        cases++;
    }
    assert_true(cases > 500);
    ax_array_file_close(file);
}

int main(int argc, char **argv)
{
    int provided;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    static const int devices[] = {12, 9, 5, 4}; /* room for the 3 x 4 grid, 4 to a rank at least */
    ax_context_options options = {
        .devices_per_rank = devices[ranks < 4 ? ranks - 1 : 3] + rank, .threads = 1, .timeout = 50};
    ax_status *status = ax_context_create_mpi(MPI_COMM_WORLD, &options, &context);
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_values_of_jax)};
    if (status)
        fprintf(stderr, "%s\n", ax_status_message(status));
    int failures = status ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
    ax_status_free(status);
    ax_context_release(context);
    MPI_Finalize();
    return failures;
}
