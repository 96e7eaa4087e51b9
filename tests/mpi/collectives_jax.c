/* The collectives of data/collectives under ax_map at several rank and device counts, and under ax_pmap:
 * JAX's values, as under vmap (unit/collectives). Of two axes the inner one is vmapped. */
#include "test.h"

#include "collective_cases.h"

#include "exec/context.h"

#include <axmap/mpi.h>

static ax_context *contexts[2]; /* 1 and 2 devices a rank */
static ax_context *alone;       /* this rank, with a device for each row */

static ax_fn *map_rows(collective_case *c, bool slices)
{
    ax_fn *inner = case_inner(c), *mapped;
    const int64_t in_axes[] = {0, case_in_axis(c)};
    ax_map_options map = {.in_axes = {2, in_axes}, .axis_name = "i"};
    ax_pmap_options pmap = {.in_axes = {2, in_axes}, .axis_name = "i"};
    assert_ok(slices ? ax_pmap(inner, &pmap, &mapped) : ax_map(inner, &map, &mapped));
    ax_fn_release(inner);
    return mapped;
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

static void check_case(ax_context *context, collective_case *c)
{
    ax_fn *fn = map_rows(c, context == alone);
    ax_type rows = case_rows_type(c);
    ax_array *in[] = {make_array(&rows, NULL), make_array(&c->in.type, c->in.data)};
    ax_array *out, *whole;
    ax_status *status = ax_call(context, fn, in, &out);
    if (status)
        fail_msg("%s: %s", c->name, ax_status_message(status));
    assert_ok(ax_array_gather(context, out, &whole));
    ax_type type = ax_array_type(whole);
    assert_true(ax_type_equal(&type, &c->out.type));
    if (!case_equal(c, ax_array_data(whole)))
        fail_msg("%s: not JAX's values", c->name);
    ax_array_release(whole);
    ax_array_release(out);
    ax_array_release(in[0]);
    ax_array_release(in[1]);
    ax_fn_release(fn);
}

/* Under map on the one context and the other in turn, or under pmap. */
static void check_all(bool pmap)
{
    ax_array_file *file;
    int64_t cases = 0;
    assert_ok(ax_array_file_open(CASES_FILE, &file));
    for (int64_t i = 0; i < ax_array_file_count(file); i++) {
        collective_case c;
        if (!case_load(file, i, &c))
            continue;
        check_case(pmap ? alone : contexts[cases % 2], &c); /* the same on every rank */
        case_free(&c);
        cases++;
    }
    assert_true(cases > 500);
    ax_array_file_close(file);
}

static void test_map(void **state)
{
    (void)state;
    check_all(false);
}

static void test_pmap(void **state)
{
    (void)state;
    check_all(true);
}

int main(int argc, char **argv)
{
    int provided;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
    ax_status *status = NULL;
    for (int d = 0; d < 2 && !status; d++) {
        ax_context_options options = {.devices_per_rank = d + 1, .threads = 1, .timeout = 30};
        status = ax_context_create_mpi(MPI_COMM_WORLD, &options, &contexts[d]);
    }
    if (!status) {
        status = ax_context_create(&(ax_context_options){.devices_per_rank = 4, .threads = 1},
                                   &alone);
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_map), cmocka_unit_test(test_pmap)};
    if (status)
        fprintf(stderr, "%s\n", ax_status_message(status));
    int failures = status ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
    ax_status_free(status);
    for (int d = 0; d < 2; d++)
        ax_context_release(contexts[d]);
    ax_context_release(alone);
    MPI_Finalize();
    return failures;
}
