/* Memory plans: random graphs through plan and runner against evaluation where every value has memory
 * of its own; and where values come to lie in small graphs. */
#include "test.h"

#include "optest.h"

#include "backend/executable.h"
#include "base/unconst.h"

#include <axmap/contraction.h>
#include <axmap/elementwise.h>
#include <axmap/reduction.h>
#include <axmap/shape.h>

enum { INPUTS = 3, STEPS = 16, VALUES = INPUTS + STEPS, OUTPUTS = 5 };

static uint64_t state;

static uint32_t random_below(uint32_t bound)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 33) % bound;
}

/* ---- random graphs of i32[4,6], with detours through other shapes and dtypes ---- */

static ax_value through_view(ax_value x)
{
    ax_value flat = ax_reshape(x, AX_LIST(24));
    switch (random_below(3)) {
    case 0: return ax_reshape(flat, AX_LIST(4, 6));
    case 1: return ax_reshape(ax_neg(ax_reshape(flat, AX_LIST(2, 12))), AX_LIST(4, 6));
    default:
        return ax_reshape(ax_transpose(ax_reshape(flat, AX_LIST(6, 4)), AX_LIST(1, 0)),
                          AX_LIST(4, 6));
    }
}

static ax_value random_step(ax_builder *b, const ax_value *values, uint32_t count)
{
    ax_type type = {.dtype = AX_I32, .ndim = 2, .dims = {4, 6}};
    ax_value x = values[random_below(count)], y = values[random_below(count)];
    ax_value none = ax_scalar(b, AX_I32, 0);
    switch (random_below(14)) {
    case 0: return ax_add(x, y);
    case 1: return ax_sub(x, y);
    case 2: return ax_mul(x, x);
    case 3: return ax_maximum(y, x);
    case 4: return ax_neg(x);
    case 5: return through_view(x);
    case 6: return ax_iota(b, &type, 1);
    case 7: return ax_select(ax_compare(x, y, AX_LT), y, x);
    case 8: return ax_convert(ax_convert(x, AX_I8), AX_I32);
    case 9: return ax_broadcast_in_dim(ax_sum(x, AX_LIST(1)), AX_LIST(4, 6), AX_LIST(0));
    case 10: return ax_dot(x, ax_reshape(ax_dot(ax_transpose(y, AX_LIST(1, 0)), x), AX_LIST(6, 6)));
    case 11:
        return ax_pad(ax_slice(x, AX_LIST(1, 2), AX_LIST(4, 6), AX_EMPTY_LIST), none, AX_LIST(0, 1),
                      AX_LIST(1, 1), AX_LIST(0, 0));
    case 12: return ax_broadcast_in_dim(none, AX_LIST(4, 6), AX_EMPTY_LIST);
    default: return ax_clamp(none, x, y);
    }
}

static ax_graph *random_graph(int32_t *out_noutputs)
{
    ax_builder *b;
    ax_graph *graph;
    ax_type type = {.dtype = AX_I32, .ndim = 2, .dims = {4, 6}};
    ax_value values[VALUES], outputs[OUTPUTS];
    assert_ok(ax_builder_create("random", NULL, &b));
    for (int i = 0; i < INPUTS; i++)
        values[i] = ax_builder_input(b, &type, NULL);
    for (uint32_t i = INPUTS; i < VALUES; i++)
        values[i] = random_step(b, values, i);
    *out_noutputs = 1 + (int32_t)random_below(OUTPUTS);
    for (int32_t i = 0; i < *out_noutputs; i++) {
        outputs[i] = values[random_below(VALUES)];
        if (random_below(4) == 0)
            outputs[i] = ax_reshape(outputs[i], AX_LIST(24));
    }
    assert_ok(ax_builder_finish(b, *out_noutputs, outputs, NULL, &graph));
    return graph;
}

/* ---- running ---- */

enum { BYTES = 24 * 4, GUARD = 64 };

/* Each value in memory of its own. */
static void evaluate(const ax_graph *graph, const int32_t (*inputs)[24], int32_t (*outputs)[24])
{
    ax_tensor *tensors = calloc((size_t)graph->nvars + 1, sizeof *tensors);
    for (int32_t i = 0; i < graph->ninputs; i++) {
        tensors[graph->inputs[i]->id].type = graph->inputs[i]->type;
        tensors[graph->inputs[i]->id].data = ax_unconst(inputs[i]);
    }
    AX_FOR_EQNS (eqn, graph)
        optest_run(eqn, tensors);
    for (int32_t i = 0; i < graph->noutputs; i++)
        memcpy(outputs[i], tensors[graph->outputs[i]->id].data, BYTES);
    AX_FOR_EQNS (eqn, graph) {
        for (int32_t i = 0; i < eqn->nresults; i++)
            free(tensors[eqn->results[i]->id].data);
    }
    free(tensors);
}

static void check_run(const ax_graph *graph, ax_runner *runner, uint32_t seed)
{
    int32_t inputs[INPUTS][24], kept[INPUTS][24], expected[OUTPUTS][24];
    char seen[OUTPUTS][BYTES + GUARD];
    const void *in[INPUTS];
    void *out[OUTPUTS];
    for (int i = 0; i < INPUTS; i++) {
        for (int e = 0; e < 24; e++)
            kept[i][e] = inputs[i][e] = (int32_t)random_below(1000) - 500;
        in[i] = inputs[i];
    }
    memset(seen, 0x55, sizeof seen);
    for (int i = 0; i < OUTPUTS; i++)
        out[i] = seen[i];
    evaluate(graph, (const int32_t(*)[24])inputs, expected);
    assert_ok(ax_runner_run(runner, in, out));
    assert_memory_equal(inputs, kept, sizeof inputs);
    for (int32_t i = 0; i < graph->noutputs; i++) {
        if (memcmp(seen[i], expected[i], BYTES) != 0) {
            char *text = NULL;
            assert_ok(ax_graph_print(graph, &text));
            fail_msg("seed %u: output %d differs\n%s", (unsigned)seed, (int)i, text);
        }
        for (int g = 0; g < GUARD; g++)
            assert_int_equal(seen[i][BYTES + g], 0x55);
    }
}

static void test_random_graphs(void **unused)
{
    (void)unused;
    ax_allocator *allocator;
    assert_ok(ax_allocator_create("test", 0, &allocator));
    for (uint32_t seed = 1; seed <= 2000; seed++) {
        state = seed;
        int32_t noutputs;
        ax_graph *graph = random_graph(&noutputs), *copy;
        ax_executable *executable;
        ax_runner *runner;
        assert_ok(ax_graph_clone(graph, &copy));
        assert_ok(ax_executable_create(copy, &ax_target_reference, &executable));
        assert_true(ax_executable_largest_live(executable) <= ax_executable_workspace(executable));
        assert_ok(ax_runner_create(executable, allocator, NULL, &runner));
        check_run(graph, runner, seed);
        check_run(graph, runner, seed); /* other numbers, and nothing left from the first run */
        ax_runner_free(runner);
        ax_executable_free(executable);
        ax_graph_free(graph);
    }
    ax_allocator_destroy(allocator);
}

/* ---- where values lie ---- */

typedef struct planned {
    ax_graph *graph;
    ax_plan *plan;
} planned;

/* Builds f(x, y) of f32[1024], 4 KiB each. */
static planned plan(void (*build)(ax_builder *b, const ax_value *in, ax_value *out),
                    int32_t noutputs)
{
    planned made;
    ax_builder *b;
    ax_value in[2], out[OUTPUTS];
    ax_type type = {.dtype = AX_F32, .ndim = 1, .dims = {1024}};
    assert_ok(ax_builder_create("planned", NULL, &b));
    in[0] = ax_builder_input(b, &type, NULL);
    in[1] = ax_builder_input(b, &type, NULL);
    build(b, in, out);
    assert_ok(ax_builder_finish(b, noutputs, out, NULL, &made.graph));
    assert_ok(ax_plan_create(made.graph, &made.plan));
    return made;
}

static void end(planned made)
{
    ax_plan_free(made.plan);
    ax_graph_free(made.graph);
}

static void long_chain(ax_builder *b, const ax_value *in, ax_value *out)
{
    (void)b;
    out[0] = in[0];
    for (int i = 0; i < 10; i++)
        out[0] = ax_tanh(ax_add(out[0], in[1]));
}

/* An elementwise chain works in one buffer, and ends in the output's memory. */
static void test_a_chain_works_in_place(void **unused)
{
    (void)unused;
    planned made = plan(long_chain, 1);
    assert_int_equal(made.plan->workspace, 4096);
    assert_int_equal(made.plan->largest_live, 4096);
    assert_false(ax_plan_copies_output(made.plan, 0));
    end(made);
}

static void reversed_reads(ax_builder *b, const ax_value *in, ax_value *out)
{
    (void)b;
    ax_value a = ax_neg(in[0]), c = ax_neg(in[1]);
    ax_value d = ax_add(a, c);        /* a lives on */
    out[0] = ax_dot(ax_mul(d, a), c); /* a scalar */
}

static void test_values_that_live_on_are_not_overwritten(void **unused)
{
    (void)unused;
    planned made = plan(reversed_reads, 1);
    assert_int_equal(made.plan->workspace, 3 * 4096);
    end(made);
}

static void odd_outputs(ax_builder *b, const ax_value *in, ax_value *out)
{
    out[0] = in[1];
    out[1] = out[2] = ax_neg(in[0]);
    out[3] = ax_scalar(b, AX_F32, 1);
    (void)ax_tanh(in[0]); /* nobody asks for it */
}

static void test_outputs_that_need_a_copy(void **unused)
{
    (void)unused;
    planned made = plan(odd_outputs, 4);
    assert_true(ax_plan_copies_output(made.plan, 0));
    assert_false(ax_plan_copies_output(made.plan, 1));
    assert_true(ax_plan_copies_output(made.plan, 2));
    assert_true(ax_plan_copies_output(made.plan, 3));
    assert_int_equal(made.plan->workspace, 0);
    assert_false(made.plan->live[made.graph->neqns - 1]);
    end(made);
}

static void view_at_the_end(ax_builder *b, const ax_value *in, ax_value *out)
{
    (void)b;
    out[0] = ax_reshape(ax_reshape(ax_neg(in[0]), AX_LIST(32, 32)), AX_LIST(4, 256));
    ax_value sum = ax_add(in[0], in[1]);
    out[1] = ax_reshape(sum, AX_LIST(32, 32));
    out[2] = sum;
}

/* What is computed for a reshape at the end goes to the output's memory at once. */
static void test_views_of_outputs_are_not_copied(void **unused)
{
    (void)unused;
    planned made = plan(view_at_the_end, 3);
    assert_int_equal(made.plan->workspace, 0);
    assert_false(ax_plan_copies_output(made.plan, 0));
    assert_true(ax_plan_copies_output(made.plan, 1) != ax_plan_copies_output(made.plan, 2));
    end(made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_graphs),
        cmocka_unit_test(test_a_chain_works_in_place),
        cmocka_unit_test(test_values_that_live_on_are_not_overwritten),
        cmocka_unit_test(test_outputs_that_need_a_copy),
        cmocka_unit_test(test_views_of_outputs_are_not_copied),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
