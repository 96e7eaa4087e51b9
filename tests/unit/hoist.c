/* What stays the same from run to run is split off: which equations go where, and the same values. */
#include "test.h"

#include "backend/executable.h"
#include "compile/hoist.h"
#include "ir/op.h"
#include "transform/fn.h"

#include <axmap/contraction.h>
#include <axmap/elementwise.h>
#include <axmap/fn.h>
#include <axmap/reduction.h>
#include <axmap/shape.h>
#include <stdlib.h>
#include <string.h>

#define PROGRAM(name) static void name(ax_builder *b, const ax_value *in, ax_value *out, void *user)
#define UNUSED        (void)b, (void)in, (void)out, (void)user

static const ax_type types[] = {{AX_F32, 2, {3, 4}}, {AX_F32, 1, {12}}, {AX_F32, 1, {4}}};

/* The arguments of all programs: w [3,4] and v [12] the same in every run, x [4] not. */
static const bool invariant[] = {true, true, false};

static ax_graph *trace(ax_trace_fn *program, int32_t noutputs)
{
    ax_fn *fn;
    ax_graph *graph;
    assert_ok(ax_fn_create(program, NULL, 3, noutputs, &fn));
    assert_ok(ax_fn_trace(fn, types, NULL, &graph));
    ax_fn_release(fn);
    return graph;
}

/* The ops of a graph, constants apart: "add exponential". */
static const char *ops(const ax_graph *graph, char text[256])
{
    text[0] = 0;
    AX_FOR_EQNS (eqn, graph) {
        if (ax_eqn_find_attr(eqn, AX_ATTR_VALUE))
            continue;
        strcat(text, text[0] ? " " : "");
        strcat(text, eqn->op->name);
    }
    return text;
}

static float inputs[3][12];

static void run(ax_executable *executable, const void *const *in, void *const *out)
{
    ax_allocator *allocator;
    ax_runner *runner;
    assert_ok(ax_allocator_create("test", 0, &allocator));
    assert_ok(ax_runner_create(executable, allocator, NULL, &runner));
    assert_ok(ax_runner_run(runner, in, out));
    ax_runner_free(runner);
    ax_allocator_destroy(allocator);
}

enum { MOST = 8 };

/* Runs the graph whole and split: the same bits. Takes it over. */
static void compare(ax_graph *graph, int32_t handed)
{
    float whole[MOST][64] = {{0}}, split[MOST][64] = {{0}}, between[MOST][64] = {{0}};
    const void *in[3 + MOST] = {inputs[0], inputs[1], inputs[2]};
    const void *same[] = {inputs[0], inputs[1]};
    void *out_whole[MOST], *out_split[MOST], *out_between[MOST];
    for (int i = 0; i < MOST; i++) {
        out_whole[i] = whole[i];
        out_split[i] = split[i];
        out_between[i] = between[i];
    }
    ax_graph *copy;
    ax_executable *executable, *prologue = NULL, *rest;
    assert_ok(ax_graph_clone(graph, &copy));
    assert_ok(ax_executable_create(copy, &ax_target_reference, &executable));
    run(executable, in, out_whole);
    ax_executable_free(executable);
    assert_ok(
        ax_executable_create_hoisted(graph, &ax_target_reference, invariant, &prologue, &rest));
    assert_int_equal(prologue ? ax_executable_graph(prologue)->noutputs : 0, handed);
    assert_int_equal(ax_executable_graph(rest)->ninputs, 3 + handed);
    if (prologue)
        run(prologue, same, out_between);
    for (int i = 0; i < handed; i++)
        in[3 + i] = between[i];
    run(rest, in, out_split);
    assert_memory_equal(whole, split, sizeof whole);
    ax_executable_free(prologue);
    ax_executable_free(rest);
}

static void expect(ax_trace_fn *program, int32_t noutputs, const char *before, const char *after,
                   int32_t handed)
{
    char text[256];
    ax_graph *graph = trace(program, noutputs), *prologue, *rest;
    assert_ok(ax_split_invariant(graph, invariant, &prologue, &rest));
    assert_int_equal(prologue == NULL, before == NULL);
    assert_int_equal(rest == NULL, before == NULL);
    if (prologue) {
        assert_ok(ax_graph_verify(prologue));
        assert_ok(ax_graph_verify(rest));
        assert_string_equal(ops(prologue, text), before);
        assert_string_equal(ops(rest, text), after);
        assert_int_equal(prologue->ninputs, 2);
    }
    ax_graph_free(prologue);
    ax_graph_free(rest);
    compare(graph, handed);
}

PROGRAM(prepared_weights)
{
    UNUSED;
    ax_value w = ax_tanh(ax_transpose(in[0], AX_LIST(1, 0)));
    out[0] = ax_dot(in[2], w);
}

static void test_weights_are_prepared_once(void **state)
{
    (void)state;
    expect(prepared_weights, 1, "transpose tanh", "dot_general", 1);
}

PROGRAM(nothing_to_prepare)
{
    UNUSED;
    out[0] = ax_dot(ax_reshape(in[1], AX_LIST(3, 4)), in[2]);
    out[1] = in[0];
}

/* A view costs nothing, and handing it over would be a copy. */
static void test_views_alone_are_not_hoisted(void **state)
{
    (void)state;
    expect(nothing_to_prepare, 2, NULL, NULL, 0);
}

PROGRAM(view_of_prepared)
{
    UNUSED;
    ax_value doubled = ax_add(in[1], in[1]);
    ax_value matrix = ax_reshape(doubled, AX_LIST(3, 4));
    out[0] = ax_dot(matrix, in[2]);
    out[1] = ax_dot(ax_exp(matrix), in[2]);
    out[2] = doubled;
}

/* A view stands in both halves; a value that is an output too is handed over once. */
static void test_views_stand_in_both_halves(void **state)
{
    (void)state;
    expect(view_of_prepared, 3, "add reshape exponential", "reshape dot_general dot_general", 2);
}

PROGRAM(constants)
{
    UNUSED;
    ax_value ramp = ax_iota(b, &types[2], 0);
    out[0] = ax_add(ax_mul(in[2], ramp), ax_scalar(b, AX_F32, 3));
}

/* What depends on constants alone is computed once too; literals are copied. */
static void test_constants(void **state)
{
    (void)state;
    ax_graph *graph = trace(constants, 1), *prologue, *rest;
    assert_ok(ax_split_invariant(graph, invariant, &prologue, &rest));
    assert_non_null(prologue);
    AX_FOR_EQNS (eqn, rest) {
        bool copied = ax_eqn_find_attr(eqn, AX_ATTR_VALUE) != NULL;
        bool from_x = strcmp(eqn->op->name, "multiply") == 0 || strcmp(eqn->op->name, "add") == 0;
        assert_true(copied || from_x);
    }
    int32_t handed = prologue->noutputs;
    ax_graph_free(prologue);
    ax_graph_free(rest);
    compare(graph, handed);
}

PROGRAM(all_the_same)
{
    UNUSED;
    out[0] = ax_neg(in[0]);
    out[1] = ax_neg(ax_sum(ax_abs(in[0]), AX_LIST(0, 1)));
    out[2] = ax_scalar(b, AX_F32, 2);
}

static void test_outputs_that_are_the_same(void **state)
{
    (void)state;
    expect(all_the_same, 3, "negate abs reduce negate", "", 2);
}

PROGRAM(unused)
{
    UNUSED;
    (void)ax_exp(in[0]);
    out[0] = ax_exp(in[2]);
}

/* What no output needs is in neither half. */
static void test_dead_code_is_dropped(void **state)
{
    (void)state;
    expect(unused, 1, NULL, NULL, 0);
}

int main(void)
{
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 12; k++)
            inputs[i][k] = (float)(i * 7 + k * 3 % 5) / 8 - 1;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_weights_are_prepared_once),
        cmocka_unit_test(test_views_alone_are_not_hoisted),
        cmocka_unit_test(test_views_stand_in_both_halves),
        cmocka_unit_test(test_constants),
        cmocka_unit_test(test_outputs_that_are_the_same),
        cmocka_unit_test(test_dead_code_is_dropped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
