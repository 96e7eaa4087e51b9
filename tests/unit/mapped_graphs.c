/* Random graphs (random_graph.h) mapped over rows, on the cpu backend: the same bits however many rows are computed
 * at once, by how many threads and devices. What a graph means is unit/backends' matter.
 *
 *     AXMAP_SEED=17 unit_mapped_graphs          the graph of one seed, printed when it fails
 *     AXMAP_GRAPHS=2000 unit_mapped_graphs      as many seeds instead of the few that the test takes; from
 *                                               AXMAP_SEED on, if that is set too
 */
#include "test.h"

#include "random_graph.h"

#include <axmap/call.h>
#include <stdlib.h>

enum { GRAPHS = 40, ROWS = 21, CONTEXTS = 3 };

static ax_context *contexts[CONTEXTS];

/* Rows of each input that is mapped; the first one is. */
static void make_inputs(const random_graph *g, int64_t axes[GRAPH_MOST_INPUTS],
                        ax_array *in[GRAPH_MOST_INPUTS])
{
    uint64_t state = g->seed * 13 + 7;
    for (int32_t i = 0; i < g->ninputs; i++) {
        ax_type type = g->inputs[i];
        axes[i] = i > 0 && pick(&state, 3) == 0 ? AX_NONE : 0;
        if (axes[i] == 0) {
            for (int32_t d = type.ndim++; d > 0; d--)
                type.dims[d] = type.dims[d - 1];
            type.dims[0] = ROWS;
        }
        assert_ok(ax_array_create(&type, NULL, &in[i]));
        random_graph_fill(g, i, ax_type_count(&type), ax_array_data(in[i]));
    }
}

static void call(const random_graph *g, ax_fn *fn, const int64_t *axes, int64_t micro_batch,
                 ax_context *context, ax_array **in, ax_array **out)
{
    ax_fn *map;
    ax_map_options options = {
        .in_axes = {g->ninputs, axes}, .block_rows = 2, .micro_batch = micro_batch};
    assert_ok(ax_map(fn, &options, &map));
    ax_status *status = ax_call(context, map, in, out);
    if (status)
        fail_msg("seed %llu: %s", (unsigned long long)g->seed, ax_status_message(status));
    ax_fn_release(map);
}

static void fail_graph(const random_graph *g, const ax_graph *graph, int32_t output,
                       int64_t micro_batch, int32_t context)
{
    char *text = NULL;
    ax_status_free(ax_graph_print(graph, &text));
    print_error("%s\n", text ? text : "");
    free(text);
    fail_msg("result %d differs with micro_batch %lld in context %d; again with AXMAP_SEED=%llu%s",
             (int)output, (long long)micro_batch, (int)context, (unsigned long long)g->seed,
             g->smooth ? " (smooth)" : "");
}

static void release(ax_array **arrays, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
        ax_array_release(arrays[i]);
}

static void check_graph(uint64_t seed, bool smooth)
{
    static const int64_t micro_batches[CONTEXTS] = {ROWS, 0, 5};
    random_graph g;
    ax_graph *graph;
    ax_fn *fn;
    int64_t axes[GRAPH_MOST_INPUTS];
    ax_array *in[GRAPH_MOST_INPUTS], *expected[GRAPH_MOST_OUTPUTS], *out[GRAPH_MOST_OUTPUTS];
    assert_ok(random_graph_make(seed, smooth, &g, &graph));
    assert_ok(ax_fn_create(random_graph_trace, &g, g.ninputs, g.noutputs, &fn));
    make_inputs(&g, axes, in);
    call(&g, fn, axes, 2, contexts[0], in, expected);
    for (int32_t c = 0; c < CONTEXTS; c++) {
        call(&g, fn, axes, micro_batches[c], contexts[c], in, out);
        for (int32_t i = 0; i < g.noutputs; i++) {
            ax_type type = ax_array_type(out[i]);
            size_t bytes = (size_t)ax_type_bytes(&type);
            if (bytes && memcmp(ax_array_data(out[i]), ax_array_data(expected[i]), bytes) != 0)
                fail_graph(&g, graph, i, micro_batches[c], c);
        }
        release(out, g.noutputs);
    }
    release(expected, g.noutputs);
    release(in, g.ninputs);
    ax_fn_release(fn);
    ax_graph_free(graph);
}

static void check_graphs(bool smooth)
{
    const char *seed = getenv("AXMAP_SEED"), *graphs = getenv("AXMAP_GRAPHS");
    uint64_t first = seed ? strtoull(seed, NULL, 10) : 1, count = seed ? 1 : GRAPHS;
    if (graphs)
        count = strtoull(graphs, NULL, 10);
    for (uint64_t i = 0; i < count; i++)
        check_graph(first + i, smooth);
}

static void test_exact_graphs(void **unused)
{
    (void)unused;
    check_graphs(false);
}

static void test_smooth_graphs(void **unused)
{
    (void)unused;
    check_graphs(true);
}

static int open_contexts(void **unused)
{
    (void)unused;
    static const ax_context_options options[CONTEXTS] = {
        {.devices_per_rank = 1, .threads = 1},
        {.devices_per_rank = 1, .threads = 3},
        {.devices_per_rank = 2, .threads = 1},
    };
    for (int32_t c = 0; c < CONTEXTS; c++)
        assert_ok(ax_context_create(&options[c], &contexts[c]));
    return 0;
}

static int close_contexts(void **unused)
{
    (void)unused;
    for (int32_t c = 0; c < CONTEXTS; c++)
        ax_context_release(contexts[c]);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_exact_graphs),
        cmocka_unit_test(test_smooth_graphs),
    };
    return cmocka_run_group_tests(tests, open_contexts, close_contexts);
}
