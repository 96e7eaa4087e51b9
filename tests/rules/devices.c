/* Every op, every dtype, over the devices of one to four ranks: a case of each under ax_map against its
 * rows one by one. The rows are more than the devices, and fewer.
 *
 *     mpi_devices [N]    every Nth case alone: making code takes long under a sanitizer
 */
#include "rules.h"

#include "transform/fn.h"

#include <axmap/axmap.h>
#include <axmap/mpi.h>
#include <stdio.h>
#include <stdlib.h>

static ax_context *context;

static ax_array *make_array(const ax_type *type, const void *data)
{
    ax_array *array;
    assert_ok(ax_array_create(type, data, &array));
    return array;
}

static ax_fn *make_map(const ax_graph *graph, const rule_grid *grid)
{
    int64_t in_axes[RULE_MOST], out_axes[RULE_MOST];
    for (int32_t i = 0; i < graph->ninputs; i++)
        in_axes[i] = grid->mapped[i][0] ? grid->in_axis[i][0] : AX_NONE;
    for (int32_t i = 0; i < graph->noutputs; i++) {
        int32_t ndim = graph->outputs[i]->type.ndim;
        out_axes[i] = grid->out_axis[0] < ndim ? grid->out_axis[0] : ndim;
    }
    ax_graph *copy;
    ax_fn *fn, *map;
    assert_ok(ax_graph_clone(graph, &copy));
    assert_ok(ax_fn_from_graph(copy, &fn));
    ax_map_options options = {.in_axes = {graph->ninputs, in_axes},
                              .out_axes = {graph->noutputs, out_axes},
                              .axis_name = grid->axis_name[0],
                              .axis_size = grid->size[0]};
    assert_ok(ax_map(fn, &options, &map));
    ax_fn_release(fn);
    return map;
}

static void place(const ax_graph *graph, const rule_grid *grid, void *const *inputs, void **outputs)
{
    ax_array *in[RULE_MOST], *out[RULE_MOST];
    for (int32_t i = 0; i < graph->ninputs; i++) {
        ax_type type = rule_spread_type(graph, grid, i);
        in[i] = make_array(&type, inputs[i]);
    }
    ax_fn *map = make_map(graph, grid);
    assert_ok(ax_call(context, map, in, out));
    for (int32_t i = 0; i < graph->noutputs; i++) {
        ax_array *whole;
        assert_ok(ax_array_gather(context, out[i], &whole));
        ax_type type = ax_array_type(whole);
        int64_t bytes = ax_type_bytes(&type);
        outputs[i] = rule_memory(bytes);
        if (bytes)
            memcpy(outputs[i], ax_array_data(whole), (size_t)bytes);
        ax_array_release(whole);
        ax_array_release(out[i]);
    }
    for (int32_t i = 0; i < graph->ninputs; i++)
        ax_array_release(in[i]);
    ax_fn_release(map);
}

static int one_in = 1;

static void check_some(const rule_case *rule, void *rows)
{
    static int cases;
    if (cases++ % one_in == 0)
        rule_check_placed(rule, rows);
}

static void test_placed(void **state)
{
    (void)state;
    static int64_t sizes[] = {12, 3};
    rule_random_start(1);
    for (int32_t i = 0; i < ax_op_count; i++) {
        const rule_line *line = rule_find_line(ax_ops[i]->name);
        if (!line)
            fail_msg("%s: tests/rules lists no case of it", ax_ops[i]->name);
        for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
            line->list(&(rule_sink){check_some, &sizes[s], ax_ops[i], line->dtypes, line->fill});
        }
    }
}

int main(int argc, char **argv)
{
    int provided;
    if (argc > 1)
        one_in = atoi(argv[1]);
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
    ax_context_options options = {.devices_per_rank = 2, .threads = 1, .timeout = 60};
    ax_status *status = ax_context_create_mpi(MPI_COMM_WORLD, &options, &context);
    if (status)
        fprintf(stderr, "%s\n", ax_status_message(status));
    rule_place = place;
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_placed)};
    int failures = status ? 1 : cmocka_run_group_tests(tests, rule_start, rule_end);
    ax_status_free(status);
    ax_context_release(context);
    MPI_Finalize();
    return failures;
}
