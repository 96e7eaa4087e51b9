/* Memory plans: random graphs through plan and runner against evaluation where every value has memory
 * of its own; and where values come to lie in small graphs. */
#include "test.h"

#include "optest.h"

#include "backend/executable.h"
#include "base/unconst.h"

#include <axmap/contraction.h>
#include <axmap/elementwise.h>
#include <axmap/indexing.h>
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

static void add_both(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)b, (void)user;
    out[0] = ax_add(in[0], in[1]);
}

/* Rows of y put into x, or added to its rows. */
static ax_value with_rows(ax_builder *b, ax_value x, ax_value y)
{
    ax_value row = ax_scalar(b, AX_I32, random_below(4)), zero = ax_scalar(b, AX_I32, 0), out;
    ax_value rows = ax_slice(y, AX_LIST(1, 0), AX_LIST(3, 6), AX_EMPTY_LIST);
    if (random_below(2)) {
        const ax_value starts[] = {row, zero};
        return ax_dynamic_update_slice(x, random_below(2) ? rows : y, starts);
    }
    ax_scatter_options options = {.update_window_dims = AX_LIST(1),
                                  .inserted_window_dims = AX_LIST(0),
                                  .scatter_dims_to_operand_dims = AX_LIST(0),
                                  .index_vector_dim = 1};
    ax_value at = ax_broadcast_in_dim(row, AX_LIST(2), AX_EMPTY_LIST);
    ax_scatter(&x, at, &rows, 1, &options, add_both, NULL, &out);
    return out;
}

static ax_value random_step(ax_builder *b, const ax_value *values, uint32_t count)
{
    ax_type type = {.dtype = AX_I32, .ndim = 2, .dims = {4, 6}};
    ax_value x = values[random_below(count)], y = values[random_below(count)];
    ax_value none = ax_scalar(b, AX_I32, 0);
    switch (random_below(16)) {
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
    case 13:
    case 14: return with_rows(b, x, y);
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

/* Runs with outputs in the memory of donated inputs where the plan allows it. */
static void check_run(const ax_graph *graph, const ax_executable *executable, ax_runner *runner,
                      const bool *donated, uint32_t seed)
{
    int32_t kept[INPUTS][24], expected[OUTPUTS][24];
    _Alignas(64) char inputs[INPUTS][BYTES + GUARD], seen[OUTPUTS][BYTES + GUARD];
    const void *in[INPUTS];
    void *out[OUTPUTS];
    memset(inputs, 0x55, sizeof inputs);
    memset(seen, 0x55, sizeof seen);
    for (int i = 0; i < INPUTS; i++) {
        for (int e = 0; e < 24; e++)
            kept[i][e] = (int32_t)random_below(1000) - 500;
        memcpy(inputs[i], kept[i], BYTES);
        in[i] = inputs[i];
    }
    for (int i = 0; i < graph->noutputs; i++) {
        int32_t alias = ax_executable_alias(executable, i);
        assert_true(alias < 0 || donated[alias]);
        out[i] = alias >= 0 ? inputs[alias] : seen[i];
    }
    evaluate(graph, (const int32_t(*)[24])kept, expected);
    assert_ok(ax_runner_run(runner, in, out));
    for (int i = 0; i < INPUTS; i++) {
        if (!donated[i])
            assert_memory_equal(inputs[i], kept[i], BYTES);
        for (int g = 0; g < GUARD; g++)
            assert_int_equal(inputs[i][BYTES + g], 0x55);
    }
    for (int32_t i = 0; i < graph->noutputs; i++) {
        if (memcmp(out[i], expected[i], BYTES) != 0) {
            char *text = NULL;
            assert_ok(ax_graph_print(graph, &text));
            fail_msg("seed %u: output %d differs\n%s", (unsigned)seed, (int)i, text);
        }
        for (int g = 0; g < GUARD; g++)
            assert_int_equal(((char *)out[i])[BYTES + g], 0x55);
    }
}

/* Two outputs never lie in one donated input. */
static void check_aliases(const ax_graph *graph, const ax_executable *executable)
{
    for (int32_t i = 0; i < graph->noutputs; i++) {
        for (int32_t k = 0; k < i; k++) {
            int32_t alias = ax_executable_alias(executable, i);
            assert_true(alias < 0 || alias != ax_executable_alias(executable, k));
        }
    }
}

static void test_random_graphs(void **unused)
{
    (void)unused;
    ax_allocator *allocator;
    int aliased = 0, wide = 0;
    assert_ok(ax_allocator_create("test", 0, &allocator));
    for (uint32_t seed = 1; seed <= 2000; seed++) {
        state = seed;
        int32_t noutputs;
        ax_graph *graph = random_graph(&noutputs), *copy;
        ax_executable *executable;
        ax_runner *runner;
        bool donated[INPUTS];
        for (int i = 0; i < INPUTS; i++)
            donated[i] = seed % 2 && random_below(2);
        assert_ok(ax_graph_clone(graph, &copy));
        assert_ok(ax_executable_create_donating(copy, &ax_target_reference, donated, &executable));
        int64_t live = ax_executable_largest_live(executable);
        assert_true(live <= ax_executable_workspace(executable));
        wide += (double)ax_executable_workspace(executable) > 1.05 * (double)live;
        for (int32_t i = 0; i < noutputs; i++)
            aliased += ax_executable_alias(executable, i) >= 0;
        check_aliases(graph, executable);
        assert_ok(ax_runner_create(executable, allocator, NULL, &runner));
        check_run(graph, executable, runner, donated, seed);
        check_run(graph, executable, runner, donated, seed); /* nothing is left of the first run */
        ax_runner_free(runner);
        ax_executable_free(executable);
        ax_graph_free(graph);
    }
    ax_allocator_destroy(allocator);
    print_message("%d outputs in donated memory, %d plans over 1.05 of the live bytes\n", aliased,
                  wide);
    assert_true(aliased > 200);
    assert_true(wide <= 20);
}

/* ---- where values lie ---- */

typedef struct planned {
    ax_graph *graph;
    ax_plan *plan;
} planned;

/* Builds f(x, y) of f32[1024], 4 KiB each. */
static planned plan_with(void (*build)(ax_builder *b, const ax_value *in, ax_value *out),
                         int32_t noutputs, const ax_plan_options *options)
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
    assert_ok(ax_plan_create(made.graph, options, &made.plan));
    return made;
}

static planned plan(void (*build)(ax_builder *b, const ax_value *in, ax_value *out),
                    int32_t noutputs)
{
    return plan_with(build, noutputs, NULL);
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

static void updated(ax_builder *b, const ax_value *in, ax_value *out)
{
    ax_value start = ax_scalar(b, AX_I32, 5);
    ax_value update = ax_slice(in[1], AX_LIST(0), AX_LIST(16), AX_EMPTY_LIST);
    out[0] = ax_tanh(ax_dynamic_update_slice(ax_neg(in[0]), update, &start));
}

/* A slice is updated where it lies. */
static void test_updates_are_made_in_place(void **unused)
{
    (void)unused;
    planned made = plan(updated, 1);
    assert_int_equal(made.plan->workspace, 4096 + 64);
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

/* A donated input serves as workspace, and then as an output's memory. */
static void test_donated_inputs_are_used(void **unused)
{
    (void)unused;
    bool both[] = {true, true}, second[] = {false, true};
    planned made = plan_with(long_chain, 1, &(ax_plan_options){.donated = both});
    assert_int_equal(made.plan->workspace, 0); /* each step writes over x */
    assert_int_equal(made.plan->aliases[0], 0);
    end(made);
    made = plan_with(long_chain, 1, &(ax_plan_options){.donated = second});
    assert_int_equal(made.plan->workspace, 4096);
    assert_int_equal(made.plan->aliases[0], 1); /* y is dead when the last tanh is computed */
    end(made);
    made = plan_with(view_at_the_end, 3, &(ax_plan_options){.donated = both});
    assert_int_equal(made.plan->aliases[0], -1); /* x is read later */
    assert_int_equal(made.plan->aliases[1] >= 0, 1);
    end(made);
}

/* Scratch lives with its equation: among values that are not alive, never over those that are. */
static void test_scratch_is_planned(void **unused)
{
    (void)unused;
    int64_t scratch[64] = {0};
    scratch[0] = 100;  /* neg: beside its result */
    scratch[1] = 5000; /* neg */
    planned made = plan_with(reversed_reads, 1, &(ax_plan_options){.scratch = scratch});
    assert_int_equal(made.plan->largest_live, 2 * 4096 + 5056);
    assert_int_equal(made.plan->workspace, 2 * 4096 + 5056);
    assert_int_equal(made.plan->scratch[2], -1);
    for (int e = 0; e < 2; e++) {
        int64_t begin = made.plan->scratch[e], end = begin + scratch[e];
        assert_true(begin >= 0 && begin % 64 == 0 && end <= made.plan->workspace);
        int32_t eqn = 0;
        AX_FOR_EQNS (at, made.graph) {
            const ax_slot *slot = &made.plan->slots[at->results[0]->id];
            if (eqn++ <= e) /* results of the first equations live on */
                assert_true(slot->offset + 4096 <= begin || end <= slot->offset);
        }
    }
    end(made);
}

/* ---- plans of models: peak against what is alive ---- */

static ax_value normalized(ax_value x)
{
    ax_value mean = ax_broadcast_in_dim(ax_sum(x, AX_LIST(1)), AX_LIST(256, 96), AX_LIST(0));
    ax_value centered = ax_sub(x, mean);
    ax_value spread = ax_sum(ax_mul(centered, centered), AX_LIST(1));
    return ax_mul(centered, ax_broadcast_in_dim(ax_rsqrt(spread), AX_LIST(256, 96), AX_LIST(0)));
}

static ax_value heads(ax_value x)
{
    return ax_transpose(ax_reshape(x, AX_LIST(2, 128, 4, 24)), AX_LIST(0, 2, 1, 3));
}

/* An encoder layer of 2 x 128 tokens, 4 heads of 24. */
static ax_value encoder(ax_value x, const ax_value *weights)
{
    ax_dot_dimensions by_head = {.lhs_batching = AX_LIST(0, 1),
                                 .rhs_batching = AX_LIST(0, 1),
                                 .lhs_contracting = AX_LIST(3),
                                 .rhs_contracting = AX_LIST(3)};
    ax_value q = heads(ax_dot(x, weights[0])), k = heads(ax_dot(x, weights[0]));
    ax_value v = ax_transpose(heads(ax_dot(x, weights[0])), AX_LIST(0, 1, 3, 2));
    ax_value scores = ax_exp(ax_dot_general(q, k, by_head));
    ax_value sums = ax_broadcast_in_dim(ax_sum(scores, AX_LIST(3)), AX_LIST(2, 4, 128, 128),
                                        AX_LIST(0, 1, 2));
    ax_value mixed = ax_dot_general(ax_div(scores, sums), v, by_head);
    ax_value flat = ax_reshape(ax_transpose(mixed, AX_LIST(0, 2, 1, 3)), AX_LIST(256, 96));
    ax_value y = normalized(ax_add(x, ax_dot(flat, weights[0])));
    ax_value wide = ax_dot(y, weights[1]);
    ax_value gelu = ax_mul(wide, ax_tanh(ax_mul(ax_mul(wide, wide), wide)));
    return normalized(ax_add(y, ax_dot(gelu, weights[2])));
}

static void test_a_model_needs_what_is_alive(void **unused)
{
    (void)unused;
    static const int64_t sizes[][2] = {{256, 96}, {96, 96}, {96, 384}, {384, 96}};
    ax_builder *b;
    ax_graph *graph;
    ax_plan *made;
    ax_value in[4];
    assert_ok(ax_builder_create("layers", NULL, &b));
    for (int i = 0; i < 4; i++) {
        ax_type type = {.dtype = AX_F32, .ndim = 2, .dims = {sizes[i][0], sizes[i][1]}};
        in[i] = ax_builder_input(b, &type, NULL);
    }
    ax_value x = in[0];
    for (int layer = 0; layer < 12; layer++)
        x = encoder(x, in + 1);
    assert_ok(ax_builder_finish(b, 1, &x, NULL, &graph));
    assert_ok(ax_plan_create(graph, NULL, &made));
    print_message("12 layers: peak %lld, live %lld\n", (long long)made->workspace,
                  (long long)made->largest_live);
    assert_true((double)made->workspace <= 1.05 * (double)made->largest_live);
    ax_plan_free(made);
    ax_graph_free(graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_graphs),
        cmocka_unit_test(test_a_chain_works_in_place),
        cmocka_unit_test(test_updates_are_made_in_place),
        cmocka_unit_test(test_values_that_live_on_are_not_overwritten),
        cmocka_unit_test(test_outputs_that_need_a_copy),
        cmocka_unit_test(test_views_of_outputs_are_not_copied),
        cmocka_unit_test(test_donated_inputs_are_used),
        cmocka_unit_test(test_scratch_is_planned),
        cmocka_unit_test(test_a_model_needs_what_is_alive),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
