/* The cpu backend against the reference on random graphs (random_graph.h): exact ones to the bit, smooth
 * ones by tolerance; with a team of threads to the bit as without one; and no byte is read or written
 * outside inputs and outputs, which end at pages that nobody may touch.
 *
 *     AXMAP_SEED=17 unit_backends          the graph of one seed, printed when it fails
 *     AXMAP_GRAPHS=20000 unit_backends     as many seeds instead of the few that the test takes; from AXMAP_SEED
 *                                          on, if that is set too
 */
#include "test.h"

#include "cpu_team.h"

#include "backend/executable.h"
#include "ir/builder.h"

#include "guarded.h"
#include "random_graph.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { GRAPHS = 400, MOST_VALUES = 8 };

/* ---- values ---- */

/* How far two smooth results may be apart: what a dozen rounded operations may do to numbers up to 3. */
static double tolerance(const ax_graph *graph)
{
    double most = 1e-11;
    AX_FOR_EQNS (eqn, graph) {
        for (int32_t i = 0; i < eqn->noperands; i++) {
            ax_dtype dtype = ax_operand_type(eqn, i)->dtype;
            double unit = ax_dtype_is_half(dtype) ? 0.15 : dtype == AX_F32 ? 2e-4 : 0;
            most = fmax(most, unit);
        }
    }
    return most;
}

/* The first element that differs, or -1. Zeros of both signs are equal: sums may start from either. */
static int64_t difference(const ax_type *type, const void *a, const void *b, double allowed)
{
    int64_t bytes = ax_dtype_bytes(type->dtype);
    for (int64_t i = 0; i < ax_type_count(type); i++) {
        if (memcmp((const char *)a + i * bytes, (const char *)b + i * bytes, (size_t)bytes) == 0)
            continue;
        if (!ax_dtype_is_float(type->dtype))
            return i;
        double x = element(type->dtype, a, i), y = element(type->dtype, b, i);
        bool same = isnan(x) || isnan(y) ? isnan(x) && isnan(y) : x == y;
        if (!same && !(fabs(x - y) <= allowed * fmax(1, fabs(y))))
            return i;
    }
    return -1;
}

/* ---- one graph ---- */

static void run(const ax_graph *graph, const ax_target *target, ax_team *helpers,
                const guarded *inputs, guarded *outputs)
{
    ax_graph *copy;
    ax_executable *executable;
    ax_runner *runner;
    const void *in[MOST_VALUES];
    void *out[MOST_VALUES];
    assert_ok(ax_graph_clone(graph, &copy));
    assert_ok(ax_executable_create(copy, target, &executable));
    assert_ok(ax_runner_create(executable, allocator, helpers, &runner));
    for (int32_t i = 0; i < graph->ninputs; i++)
        in[i] = inputs[i].data;
    for (int32_t i = 0; i < graph->noutputs; i++) {
        outputs[i] = guarded_memory(&graph->outputs[i]->type);
        out[i] = outputs[i].data;
    }
    assert_ok(ax_runner_run(runner, in, out));
    for (int32_t i = 0; i < graph->noutputs; i++)
        assert_true(guarded_untouched(&outputs[i]));
    ax_runner_free(runner);
    ax_executable_free(executable);
}

static void fail_graph(const ax_graph *graph, const random_graph *g, const char *what,
                       int32_t output, int64_t at)
{
    char *text = NULL;
    ax_status_free(ax_graph_print(graph, &text));
    print_error("%s\n", text ? text : "");
    free(text);
    fail_msg("%s: output %d differs at element %lld; again with AXMAP_SEED=%llu%s", what,
             (int)output, (long long)at, (unsigned long long)g->seed, g->smooth ? " (smooth)" : "");
}

static void check_graph(uint64_t seed, bool smooth)
{
    random_graph g;
    ax_graph *graph = NULL;
    ax_status *status = random_graph_make(seed, smooth, &g, &graph);
    if (status)
        fail_msg("seed %llu: %s", (unsigned long long)seed, ax_status_message(status));
    guarded in[MOST_VALUES], expected[MOST_VALUES], alone[MOST_VALUES], together[MOST_VALUES];
    for (int32_t i = 0; i < g.ninputs; i++) {
        in[i] = guarded_memory(&g.inputs[i]);
        random_graph_fill(&g, i, ax_type_count(&g.inputs[i]), in[i].data);
    }
    if (getenv("AXMAP_SEED") && !getenv("AXMAP_GRAPHS"))
        print_message("seed %llu %s\n", (unsigned long long)seed, smooth ? "smooth" : "exact");
    run(graph, &ax_target_reference, NULL, in, expected);
    run(graph, &cpu, NULL, in, alone);
    run(graph, &cpu, team, in, together);
    double allowed = smooth ? tolerance(graph) : 0;
    for (int32_t i = 0; i < g.noutputs; i++) {
        const ax_type *type = &graph->outputs[i]->type;
        int64_t at = difference(type, alone[i].data, expected[i].data, allowed);
        if (at >= 0)
            fail_graph(graph, &g, "cpu against reference", i, at);
        if (ax_type_bytes(type) > 0 &&
            memcmp(alone[i].data, together[i].data, (size_t)ax_type_bytes(type)) != 0) {
            fail_graph(graph, &g, "3 threads against 1", i, 0);
        }
    }
    guarded_release(in, g.ninputs);
    guarded_release(expected, g.noutputs);
    guarded_release(alone, g.noutputs);
    guarded_release(together, g.noutputs);
    ax_graph_free(graph);
}

static void check_graphs(bool smooth, uint64_t count)
{
    const char *seed = getenv("AXMAP_SEED"), *graphs = getenv("AXMAP_GRAPHS");
    uint64_t first = seed ? strtoull(seed, NULL, 10) : 1;
    if (graphs)
        count = strtoull(graphs, NULL, 10);
    else if (seed)
        count = 1;
    for (uint64_t i = 0; i < count; i++)
        check_graph(first + i, smooth);
}

static void test_exact_graphs(void **unused)
{
    (void)unused;
    check_graphs(false, GRAPHS);
}

static void test_smooth_graphs(void **unused)
{
    (void)unused;
    check_graphs(true, GRAPHS / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_exact_graphs),
        cmocka_unit_test(test_smooth_graphs),
    };
    return cmocka_run_group_tests(tests, cpu_team_open, cpu_team_close);
}
