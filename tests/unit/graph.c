/* Graphs: tracing, printing, copying, fingerprints, the verifier, and errors that name the user's line. */
#include "ir/builder.h"

#include "test.h"
#include <axmap/shape.h>
#include <stdio.h>
#include <stdlib.h>

static ax_type f32(ax_ints dims)
{
    ax_type type = {0};
    assert_ok(ax_type_make(AX_F32, dims.count, dims.values, &type));
    return type;
}

static ax_builder *begin(const char *name)
{
    ax_builder *builder = NULL;
    assert_ok(ax_builder_create(name, NULL, &builder));
    return builder;
}

static ax_graph *finish(ax_builder *builder, int32_t noutputs, const ax_value *outputs)
{
    ax_graph *graph = NULL;
    assert_ok(ax_builder_finish(builder, noutputs, outputs, NULL, &graph));
    assert_ok(ax_graph_verify(graph));
    return graph;
}

/* x [2,3], y [3]: pads y with `padding`, stacks it under x, and returns that transposed, and y. */
static ax_graph *example(float padding)
{
    ax_builder *b = begin("example");
    ax_type x_type = f32(AX_LIST(2, 3));
    ax_type y_type = f32(AX_LIST(2));
    ax_value x = ax_builder_input(b, &x_type, "x");
    ax_value y = ax_builder_input(b, &y_type, NULL);
    ax_value fill = ax_scalar(b, AX_F32, (double)padding);
    ax_value row = ax_pad(y, fill, AX_LIST(0), AX_LIST(1), AX_LIST(0));
    ax_value both[] = {x, ax_reshape(row, AX_LIST(1, 3))};
    ax_value stacked = ax_concatenate(both, 2, 0);
    return finish(b, 2, (ax_value[]){ax_transpose(stacked, AX_LIST(1, 0)), y});
}

static void graphs_read_like_jaxprs(void **state)
{
    (void)state;
    ax_graph *graph = example(0.5F);
    char *text;
    assert_ok(ax_graph_print(graph, &text));
    assert_string_equal(text, "{ lambda ; a:f32[2,3] b:f32[2]. let\n"
                              "    d:f32[3] = pad[edge_padding_high=(1,) edge_padding_low=(0,) "
                              "interior_padding=(0,)] b 0.5:f32[]\n"
                              "    e:f32[1,3] = reshape[type=f32[1,3]] d\n"
                              "    f:f32[3,3] = concatenate[dimension=0] a e\n"
                              "    g:f32[3,3] = transpose[permutation=(1, 0)] f\n"
                              "  in (g, b) }\n");
    free(text);
    assert_string_equal(graph->name, "example");
    assert_string_equal(graph->input_names[0], "x");
    assert_null(graph->input_names[1]);
    ax_graph_free(graph);
    ax_graph_free(NULL);
}

static void names_go_on_after_z(void **state)
{
    (void)state;
    ax_builder *b = begin("long");
    ax_type type = f32(AX_LIST(2));
    ax_value value = {0};
    for (int i = 0; i < 703; i++)
        value = ax_builder_input(b, &type, NULL);
    ax_graph *graph = finish(b, 1, &value);
    char *text;
    assert_ok(ax_graph_print(graph, &text));
    assert_non_null(strstr(text, " z:f32[2] aa:f32[2] ab:f32[2] "));
    assert_non_null(strstr(text, " zz:f32[2] aaa:f32[2]. let\n  in (aaa,) }\n"));
    free(text);
    ax_graph_free(graph);
}

static void equations_remember_where_they_were_written(void **state)
{
    (void)state;
    ax_builder *b = begin("place");
    ax_type type = f32(AX_LIST(4));
    ax_value x = ax_builder_input(b, &type, "x");
    ax_value y = ax_reshape(x, AX_LIST(2, 2));
    int line = __LINE__ - 1;
    ax_graph *graph = finish(b, 1, &y);
    assert_string_equal(graph->first->location.file, __FILE__);
    assert_int_equal(graph->first->location.line, line);
    ax_graph_free(graph);
}

static void the_first_error_is_kept_with_its_place(void **state)
{
    (void)state;
    ax_builder *b = begin("wrong");
    ax_type type = f32(AX_LIST(4));
    ax_value x = ax_builder_input(b, &type, "x");
    ax_value bad = ax_reshape(x, AX_LIST(3));
    char place[64];
    snprintf(place, sizeof place, "graph.c:%d", __LINE__ - 2);
    assert_true(ax_builder_failed(b));
    ax_value worse = ax_transpose(bad, AX_LIST(7, 7)); /* says nothing: its operand is poisoned */
    ax_type scalar = ax_value_type(worse);
    assert_true(scalar.dtype == AX_BOOL && scalar.ndim == 0);
    ax_graph *graph = NULL;
    ax_status *status = ax_builder_finish(b, 1, &worse, NULL, &graph);
    assert_null(graph);
    assert_non_null(strstr(ax_status_message(status), "reshape(f32[4])"));
    assert_error(status, AX_INVALID_ARGUMENT, place);
}

static void values_of_another_function_are_refused(void **state)
{
    (void)state;
    ax_builder *outer = begin("outer");
    ax_builder *inner = begin("inner");
    ax_type type = f32(AX_LIST(4));
    ax_value theirs = ax_builder_input(outer, &type, "x");
    ax_value mine = ax_builder_input(inner, &type, "y");
    ax_value both[] = {mine, theirs};
    ax_value joined = ax_concatenate(both, 2, 0);
    ax_graph *graph;
    assert_error(ax_builder_finish(inner, 1, &joined, NULL, &graph), AX_INVALID_ARGUMENT,
                 "value of another function");
    ax_builder_abandon(outer);
    ax_builder_abandon(NULL);
}

static void outputs_must_be_set(void **state)
{
    (void)state;
    ax_builder *b = begin("empty");
    ax_value unset = {0};
    ax_graph *graph;
    assert_error(ax_builder_finish(b, 1, &unset, NULL, &graph), AX_INVALID_ARGUMENT,
                 "'empty' does not set its output 0");
}

static void copies_are_equal_and_independent(void **state)
{
    (void)state;
    ax_graph *graph = example(0.5F);
    ax_graph *copy;
    assert_ok(ax_graph_clone(graph, &copy));
    char *text;
    char *copied_text;
    assert_ok(ax_graph_print(graph, &text));
    uint64_t fingerprint = ax_graph_fingerprint(graph);
    ax_graph_free(graph);
    assert_ok(ax_graph_verify(copy));
    assert_ok(ax_graph_print(copy, &copied_text));
    assert_string_equal(copied_text, text);
    assert_true(ax_graph_fingerprint(copy) == fingerprint);
    assert_string_equal(copy->input_names[0], "x");
    free(text);
    free(copied_text);
    ax_graph_free(copy);
}

static void fingerprints_are_of_what_is_computed(void **state)
{
    (void)state;
    ax_graph *graph = example(0.5F);
    ax_graph *same = example(0.5F);
    ax_graph *constant = example(-0.0F);
    ax_graph *negative = example(0.0F);
    assert_true(ax_graph_fingerprint(graph) == ax_graph_fingerprint(same));
    assert_true(ax_graph_fingerprint(graph) != ax_graph_fingerprint(constant));
    assert_true(ax_graph_fingerprint(negative) != ax_graph_fingerprint(constant));
    same->outputs[1] = same->inputs[0];
    assert_true(ax_graph_fingerprint(graph) != ax_graph_fingerprint(same));
    ax_graph_free(graph);
    ax_graph_free(same);
    ax_graph_free(constant);
    ax_graph_free(negative);
}

static void the_verifier_finds_broken_graphs(void **state)
{
    (void)state;
    ax_graph *graph = example(0.5F);
    const ax_eqn *transpose = graph->last;
    transpose->results[0]->type.dims[0] = 5;
    assert_error(ax_graph_verify(graph), AX_INTERNAL, "result 0 of transpose is f32[5,3]");
    transpose->results[0]->type.dims[0] = 3;
    assert_ok(ax_graph_verify(graph));

    const ax_eqn *pad = graph->first->next;
    const ax_var *operand = pad->operands[0];
    pad->operands[0] = transpose->results[0];
    assert_error(ax_graph_verify(graph), AX_INTERNAL, "operand 0 of pad");
    pad->operands[0] = operand;
    assert_ok(ax_graph_verify(graph));

    ax_graph *other = example(0.5F);
    graph->outputs[0] = other->outputs[0];
    assert_error(ax_graph_verify(graph), AX_INTERNAL, "output 0 is not defined");
    ax_graph_free(other);
    ax_graph_free(graph);
}

/* Inlining applies a graph to other values: twice, the second time to what the first gave. */
static void graphs_can_be_applied(void **state)
{
    (void)state;
    ax_builder *b = begin("turn");
    ax_type type = f32(AX_LIST(2, 3));
    ax_type turned = f32(AX_LIST(3, 2));
    ax_value x = ax_builder_input(b, &type, NULL);
    ax_value y = ax_transpose(x, AX_LIST(1, 0));
    ax_graph *graph = finish(b, 1, &y);

    b = begin("twice");
    ax_value value = ax_builder_input(b, &type, NULL);
    ax_builder_inline(b, graph, &value, &value);
    ax_type got = ax_value_type(value);
    assert_true(ax_type_equal(&got, &turned));
    ax_builder_inline(b, graph, &value, &value);
    got = ax_value_type(value);
    assert_true(ax_type_equal(&got, &type));
    ax_graph_free(graph);
    graph = finish(b, 1, &value);
    assert_int_equal(graph->neqns, 2);
    ax_graph_free(graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(graphs_read_like_jaxprs),
        cmocka_unit_test(names_go_on_after_z),
        cmocka_unit_test(equations_remember_where_they_were_written),
        cmocka_unit_test(the_first_error_is_kept_with_its_place),
        cmocka_unit_test(values_of_another_function_are_refused),
        cmocka_unit_test(outputs_must_be_set),
        cmocka_unit_test(copies_are_equal_and_independent),
        cmocka_unit_test(fingerprints_are_of_what_is_computed),
        cmocka_unit_test(the_verifier_finds_broken_graphs),
        cmocka_unit_test(graphs_can_be_applied),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
