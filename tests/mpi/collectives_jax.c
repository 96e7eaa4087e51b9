/* The collectives of data/collectives under ax_map at several rank and device counts: JAX's values, as
 * under vmap (unit/collectives). Of two axes the inner one is vmapped. */
#include "test.h"

#include "collective_cases.h"

#include "exec/context.h"

#include <axmap/mpi.h>

static ax_context *contexts[2]; /* 1 and 2 devices a rank */

static ax_fn *map_rows(collective_case *c)
{
    ax_fn *inner = case_inner(c), *mapped;
    const int64_t in_axes[] = {0, case_in_axis(c)};
    assert_ok(ax_map(inner, &(ax_map_options){.in_axes = {2, in_axes}, .axis_name = "i"}, &mapped));
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
    ax_fn *fn = map_rows(c);
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
        check_case(contexts[cases % 2], &c); /* the same on every rank */
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
    ax_status *status = NULL;
    for (int d = 0; d < 2 && !status; d++) {
        ax_context_options options = {.devices_per_rank = d + 1, .threads = 1, .timeout = 30};
        status = ax_context_create_mpi(MPI_COMM_WORLD, &options, &contexts[d]);
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_values_of_jax)};
    if (status)
        fprintf(stderr, "%s\n", ax_status_message(status));
    int failures = status ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
    ax_status_free(status);
    for (int d = 0; d < 2; d++)
        ax_context_release(contexts[d]);
    MPI_Finalize();
    return failures;
}
