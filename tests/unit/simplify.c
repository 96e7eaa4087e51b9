/* Simplification: what each rule makes of a small graph, and random graphs, whose bits stay. */
#include "test.h"

#include "optest.h"

#include "compile/compile.h"
#include "random_graphs.h"

/* ---- small graphs ---- */

typedef ax_value build_fn(ax_builder *b, const ax_value *in);

/* The simplified graph of a function of inputs of these types. */
static ax_graph *simplified(build_fn *build, int32_t count, const ax_type *types)
{
    ax_builder *b;
    ax_graph *graph, *simple, *again;
    ax_value in[4];
    assert_ok(ax_builder_create("f", NULL, &b));
    for (int32_t i = 0; i < count; i++)
        in[i] = ax_builder_input(b, &types[i], NULL);
    ax_value out = build(b, in);
    assert_ok(ax_builder_finish(b, 1, &out, NULL, &graph));
    assert_ok(ax_simplify(graph, &simple));
    assert_ok(ax_graph_verify(simple));
    for (uint64_t draw = 0; draw < 3; draw++)
        expect_same(graph, simple, draw);
    assert_ok(ax_simplify(simple, &again)); /* nothing is left to do */
    assert_int_equal(ax_graph_fingerprint(simple), ax_graph_fingerprint(again));
    ax_graph_free(again);
    ax_graph_free(graph);
    return simple;
}

/* Expects the lines between "let" and "in", and the output. */
static void expect(build_fn *build, int32_t count, const ax_type *types, const char *text)
{
    ax_graph *simple = simplified(build, count, types);
    char *printed = NULL;
    assert_ok(ax_graph_print(simple, &printed));
    const char *body = strstr(printed, "let\n") + 4;
    char trimmed[2048];
    size_t length = 0;
    for (const char *c = body; *c && length < sizeof trimmed - 1; c++) {
        if (*c == ' ' && (length == 0 || trimmed[length - 1] == '\n' || trimmed[length - 1] == ' '))
            continue;
        trimmed[length++] = *c;
    }
    trimmed[length] = 0;
    assert_string_equal(trimmed, text);
    free(printed);
    ax_graph_free(simple);
}

#define RULE(name, ...)                                     \
    static ax_value name(ax_builder *b, const ax_value *in) \
    {                                                       \
        (void)b;                                            \
        return __VA_ARGS__;                                 \
    }

static const ax_type vector = {.dtype = AX_F32, .ndim = 1, .dims = {4}};
static const ax_type whole = {.dtype = AX_I32, .ndim = 1, .dims = {4}};
static const ax_type bytes = {.dtype = AX_U8, .ndim = 1, .dims = {4}};
static const ax_type flags = {.dtype = AX_BOOL, .ndim = 1, .dims = {4}};
static const ax_type halves = {.dtype = AX_BF16, .ndim = 1, .dims = {4}};
static const ax_type matrix = {.dtype = AX_F32, .ndim = 2, .dims = {3, 4}};
static const ax_type cube = {.dtype = AX_F32, .ndim = 3, .dims = {2, 3, 4}};

#define SCALAR(dtype, value) ax_scalar(b, dtype, value)
#define SAME                 "in (a,) }\n"

RULE(times_one, ax_mul(SCALAR(AX_F32, 1), in[0]))
RULE(by_one, ax_div(in[0], SCALAR(AX_F32, 1)))
RULE(plus_minus_zero, ax_add(in[0], SCALAR(AX_F32, -0.0)))
RULE(minus_zero, ax_sub(in[0], SCALAR(AX_F32, 0)))
RULE(above_all, ax_maximum(in[0], SCALAR(AX_F32, -HUGE_VAL)))
RULE(twice_negated, ax_neg(ax_neg(in[0])))
RULE(there_and_back, ax_convert(ax_convert(in[0], AX_F64), AX_F32))
RULE(to_itself, ax_convert(in[0], AX_F32))
RULE(always,
     ax_select(ax_compare(SCALAR(AX_I32, 1), SCALAR(AX_I32, 2), AX_LT), in[0], ax_neg(in[0])))
RULE(power_of_one, ax_pow(in[0], SCALAR(AX_F32, 1)))
RULE(turned_twice, ax_reverse(ax_reverse(in[0], AX_LIST(0)), AX_LIST(0)))
RULE(padded_by_nothing, ax_pad(in[0], SCALAR(AX_F32, 5), AX_LIST(0), AX_LIST(0), AX_LIST(0)))
RULE(all_of_it, ax_slice(in[0], AX_LIST(0), AX_LIST(4), AX_LIST(1)))
RULE(joined_with_nothing,
     ax_concatenate(((ax_value[]){in[0], ax_slice(in[0], AX_LIST(1), AX_LIST(1), AX_LIST(1))}), 2,
                    0))
RULE(shaped_twice, ax_reshape(ax_reshape(in[0], AX_LIST(2, 2)), AX_LIST(4)))

static void what_does_nothing_goes(void **unused)
{
    (void)unused;
    expect(times_one, 1, &vector, SAME);
    expect(by_one, 1, &vector, SAME);
    expect(plus_minus_zero, 1, &vector, SAME);
    expect(minus_zero, 1, &vector, SAME);
    expect(above_all, 1, &vector, SAME);
    expect(twice_negated, 1, &vector, SAME);
    expect(there_and_back, 1, &vector, SAME);
    expect(to_itself, 1, &vector, SAME);
    expect(always, 1, &vector, SAME);
    expect(power_of_one, 1, &vector, SAME);
    expect(turned_twice, 1, &vector, SAME);
    expect(padded_by_nothing, 1, &vector, SAME);
    expect(all_of_it, 1, &vector, SAME);
    expect(joined_with_nothing, 1, &vector, SAME);
    expect(shaped_twice, 1, &vector, SAME);
}

RULE(plus_zero, ax_add(in[0], SCALAR(AX_F32, 0)))
RULE(times_zero, ax_mul(in[0], SCALAR(AX_F32, 0)))
RULE(minus_itself, ax_sub(in[0], in[0]))
RULE(equals_itself, ax_compare(in[0], in[0], AX_EQ))
RULE(through_half, ax_convert(ax_convert(in[0], AX_BF16), AX_F32))
RULE(by_three, ax_div(in[0], SCALAR(AX_F32, 3)))

/* -0, NaN and rounding forbid these. */
static void what_would_change_a_bit_stays(void **unused)
{
    (void)unused;
    expect(plus_zero, 1, &vector,
           "c:f32[4] = broadcast_in_dim[broadcast_dimensions=() type=f32[4]] 0.0:f32[]\n"
           "d:f32[4] = add a c\nin (d,) }\n");
    expect(times_zero, 1, &vector,
           "c:f32[4] = broadcast_in_dim[broadcast_dimensions=() type=f32[4]] 0.0:f32[]\n"
           "d:f32[4] = multiply a c\nin (d,) }\n");
    expect(minus_itself, 1, &vector, "b:f32[4] = subtract a a\nin (b,) }\n");
    expect(equals_itself, 1, &vector,
           "b:bool[4] = compare[comparison_direction=EQ] a a\nin (b,) }\n");
    expect(through_half, 1, &vector,
           "b:bf16[4] = convert[type=bf16[4]] a\nc:f32[4] = convert[type=f32[4]] b\nin (c,) }\n");
    expect(by_three, 1, &vector,
           "c:f32[4] = broadcast_in_dim[broadcast_dimensions=() type=f32[4]] 3.0:f32[]\n"
           "d:f32[4] = divide a c\nin (d,) }\n");
}

RULE(by_eight, ax_div(in[0], SCALAR(AX_F32, 8)))
RULE(less_the_negative, ax_sub(in[0], ax_neg(in[1])))
RULE(negative_less, ax_add(ax_neg(in[0]), in[1]))
RULE(signs_cancel, ax_mul(ax_neg(in[0]), ax_neg(in[1])))
RULE(size_of_negative, ax_abs(ax_neg(in[0])))
RULE(by_minus_one, ax_mul(in[0], SCALAR(AX_F32, -1)))
RULE(squared, ax_pow(in[0], SCALAR(AX_F32, 2)))
RULE(the_other_choice, ax_select(ax_not(in[1]), in[0], ax_neg(in[0])))
RULE(as_wide, ax_convert(ax_convert(in[0], AX_F32), AX_F64))

static void simpler_arithmetic(void **unused)
{
    (void)unused;
    const ax_type two[] = {vector, vector}, choice[] = {vector, flags};
    expect(by_eight, 1, &vector,
           "c:f32[4] = broadcast_in_dim[broadcast_dimensions=() type=f32[4]] 0.125:f32[]\n"
           "d:f32[4] = multiply a c\nin (d,) }\n");
    expect(less_the_negative, 2, two, "c:f32[4] = add a b\nin (c,) }\n");
    expect(negative_less, 2, two, "c:f32[4] = subtract b a\nin (c,) }\n");
    expect(signs_cancel, 2, two, "c:f32[4] = multiply a b\nin (c,) }\n");
    expect(size_of_negative, 1, &vector, "b:f32[4] = abs a\nin (b,) }\n");
    expect(by_minus_one, 1, &vector, "b:f32[4] = negate a\nin (b,) }\n");
    expect(the_other_choice, 2, choice,
           "c:f32[4] = negate a\nd:f32[4] = select b c a\nin (d,) }\n");
    expect(as_wide, 1, &halves, "b:f64[4] = convert[type=f64[4]] a\nin (b,) }\n");
}

/* x^2 may differ from libm's in the last bit: so only its form is checked. */
static void squares(void **unused)
{
    (void)unused;
    ax_builder *b;
    ax_graph *graph, *simple;
    assert_ok(ax_builder_create("f", NULL, &b));
    ax_value in = ax_builder_input(b, &vector, NULL), out = squared(b, &in);
    assert_ok(ax_builder_finish(b, 1, &out, NULL, &graph));
    assert_ok(ax_simplify(graph, &simple));
    assert_int_equal(simple->neqns, 1);
    assert_string_equal(simple->first->op->name, "multiply");
    ax_graph_free(simple);
    ax_graph_free(graph);
}

RULE(whole_less_itself, ax_sub(in[0], in[0]))
RULE(whole_and_nothing, ax_and(in[0], SCALAR(AX_I32, 0)))
RULE(whole_or_all, ax_or(SCALAR(AX_I32, -1), in[0]))
RULE(below_zero, ax_compare(in[0], SCALAR(AX_U8, 0), AX_LT))
RULE(wraps, ax_convert(ax_convert(in[0], AX_I16), AX_I8))
RULE(saturates, ax_convert(ax_convert(in[0], AX_F64), AX_I8))

static void whole_numbers(void **unused)
{
    (void)unused;
    expect(whole_less_itself, 1, &whole,
           "c:i32[4] = broadcast_in_dim[broadcast_dimensions=() type=i32[4]] 0:i32[]\nin (c,) }\n");
    expect(whole_and_nothing, 1, &whole,
           "c:i32[4] = broadcast_in_dim[broadcast_dimensions=() type=i32[4]] 0:i32[]\nin (c,) }\n");
    expect(
        whole_or_all, 1, &whole,
        "c:i32[4] = broadcast_in_dim[broadcast_dimensions=() type=i32[4]] -1:i32[]\nin (c,) }\n");
    expect(below_zero, 1, &bytes,
           "c:bool[4] = broadcast_in_dim[broadcast_dimensions=() type=bool[4]] false:bool[]\n"
           "in (c,) }\n");
    expect(wraps, 1, &whole, "b:i8[4] = convert[type=i8[4]] a\nin (b,) }\n");
    expect(saturates, 1, &whole,
           "b:f64[4] = convert[type=f64[4]] a\nc:i8[4] = convert[type=i8[4]] b\nin (c,) }\n");
}

/* ---- constants, common subexpressions, dead code ---- */

RULE(of_constants,
     ax_add(in[0], ax_mul(ax_constant(b, &vector, ((const float[]){1, 2, 3, 4})),
                          ax_sqrt(ax_constant(b, &vector, ((const float[]){4, 9, 1, 0}))))))
RULE(of_a_constant, ax_add(in[0], ax_mul(ax_add(SCALAR(AX_F32, 2), SCALAR(AX_F32, 3)),
                                         ax_constant(b, &vector, ((const float[]){7, 7, 7, 7})))))
RULE(libm_waits, ax_add(in[0], ax_exp(SCALAR(AX_F32, 2))))

static ax_value computed_once(ax_builder *b, const ax_value *in)
{
    (void)b;
    ax_value first = ax_exp(ax_add(in[1], in[0]));
    return ax_add(first, ax_exp(ax_add(in[0], in[1])));
}

static ax_value nobody_asks(ax_builder *b, const ax_value *in)
{
    (void)b;
    (void)ax_tanh(ax_exp(in[0]));
    return ax_neg(in[0]);
}

static void constants_and_repeated_work(void **unused)
{
    (void)unused;
    const ax_type two[] = {vector, vector};
    expect(of_constants, 1, &vector,
           "b:f32[4] = constant[value=[2.0 6.0 3.0 0.0]]\nc:f32[4] = add a b\nin (c,) }\n");
    expect(of_a_constant, 1, &vector,
           "c:f32[4] = broadcast_in_dim[broadcast_dimensions=() type=f32[4]] 35.0:f32[]\n"
           "d:f32[4] = add a c\nin (d,) }\n");
    expect(computed_once, 2, two,
           "c:f32[4] = add b a\nd:f32[4] = exponential c\ne:f32[4] = add d d\nin (e,) }\n");
    expect(libm_waits, 1, &vector,
           "c:f32[] = exponential 2.0:f32[]\n"
           "d:f32[4] = broadcast_in_dim[broadcast_dimensions=() type=f32[4]] c\n"
           "e:f32[4] = add a d\nin (e,) }\n");
    expect(nobody_asks, 1, &vector, "b:f32[4] = negate a\nin (b,) }\n");
}

/* Two sums of the same are one, two that combine differently are not; collectives are as many as before. */
static void regions_are_compared(void **unused)
{
    (void)unused;
    ax_builder *b;
    ax_graph *graph, *simple;
    assert_ok(ax_builder_create("f", NULL, &b));
    ax_value x = ax_builder_input(b, &matrix, "x");
    ax_value out[] = {ax_sum(x, AX_LIST(1)), ax_sum(x, AX_LIST(1)), ax_max(x, AX_LIST(1)),
                      ax_sum(x, AX_LIST(0)), ax_argmax(x, 1),       ax_argmax(x, 1)};
    const char *names[] = {"s", "t", "m", "c", "i", "j"};
    assert_ok(ax_builder_finish(b, 6, out, names, &graph));
    assert_ok(ax_simplify(graph, &simple));
    assert_ptr_equal(simple->outputs[0], simple->outputs[1]);
    assert_ptr_equal(simple->outputs[4], simple->outputs[5]);
    assert_ptr_not_equal(simple->outputs[0], simple->outputs[2]);
    assert_ptr_not_equal(simple->outputs[0], simple->outputs[3]);
    assert_string_equal(simple->input_names[0], "x");
    for (int i = 0; i < 6; i++)
        assert_string_equal(simple->output_names[i], names[i]);
    assert_string_equal(simple->outputs[0]->producer->location.file, __FILE__);
    assert_int_equal(simple->outputs[0]->producer->location.line,
                     graph->outputs[0]->producer->location.line);
    ax_graph_free(simple);
    ax_graph_free(graph);
}

/* ---- moving elements ---- */

RULE(turned_back, ax_transpose(ax_transpose(in[0], AX_LIST(1, 2, 0)), AX_LIST(2, 0, 1)))
RULE(turned_on, ax_transpose(ax_transpose(in[0], AX_LIST(1, 2, 0)), AX_LIST(1, 0, 2)))
RULE(ones_move, ax_transpose(ax_reshape(in[0], AX_LIST(3, 1, 4)), AX_LIST(1, 0, 2)))
RULE(spread_twice, ax_broadcast_in_dim(ax_broadcast_in_dim(in[0], AX_LIST(3, 4), AX_LIST(1)),
                                       AX_LIST(2, 3, 4), AX_LIST(1, 2)))
RULE(spread_and_turned,
     ax_transpose(ax_broadcast_in_dim(in[0], AX_LIST(3, 4), AX_LIST(1)), AX_LIST(1, 0)))
RULE(ones_then_spread,
     ax_broadcast_in_dim(ax_reshape(in[0], AX_LIST(4, 1)), AX_LIST(4, 5), AX_LIST(0, 1)))
RULE(spread_then_shaped,
     ax_reshape(ax_broadcast_in_dim(in[0], AX_LIST(2, 3, 4), AX_LIST(2)), AX_LIST(6, 1, 4)))
RULE(spread_is_shaped, ax_broadcast_in_dim(in[0], AX_LIST(1, 4, 1), AX_LIST(1)))
RULE(cut_twice, ax_slice(ax_slice(in[0], AX_LIST(0, 1), AX_LIST(3, 4), AX_LIST(2, 1)),
                         AX_LIST(1, 0), AX_LIST(2, 3), AX_LIST(1, 2)))
RULE(cut_of_spread, ax_slice(ax_broadcast_in_dim(in[0], AX_LIST(9, 4), AX_LIST(1)), AX_LIST(2, 1),
                             AX_LIST(8, 3), AX_LIST(2, 1)))
RULE(cut_of_joined, ax_slice(ax_concatenate(((ax_value[]){in[0], in[1]}), 2, 0), AX_LIST(5),
                             AX_LIST(7), AX_LIST(1)))
RULE(padded_by_less, ax_pad(in[0], SCALAR(AX_F32, 5), AX_LIST(-1), AX_LIST(-1), AX_LIST(0)))
RULE(known_start,
     ax_dynamic_slice(in[0], ((ax_value[]){SCALAR(AX_I32, 9), SCALAR(AX_I32, -9)}), AX_LIST(2, 2)))
RULE(computed_before_spread,
     ax_exp(ax_add(ax_broadcast_in_dim(in[0], AX_LIST(3, 4), AX_LIST(1)), SCALAR(AX_F32, 2))))

static void moves_are_joined(void **unused)
{
    (void)unused;
    const ax_type two[] = {vector, vector};
    expect(turned_back, 1, &cube, SAME);
    expect(turned_on, 1, &cube, "b:f32[4,3,2] = transpose[permutation=(2, 1, 0)] a\nin (b,) }\n");
    expect(ones_move, 1, &matrix, "b:f32[1,3,4] = reshape[type=f32[1,3,4]] a\nin (b,) }\n");
    expect(spread_twice, 1, &vector,
           "b:f32[2,3,4] = broadcast_in_dim[broadcast_dimensions=(2,) type=f32[2,3,4]] a\n"
           "in (b,) }\n");
    expect(spread_and_turned, 1, &vector,
           "b:f32[4,3] = broadcast_in_dim[broadcast_dimensions=(0,) type=f32[4,3]] a\nin (b,) }\n");
    expect(ones_then_spread, 1, &vector,
           "b:f32[4,5] = broadcast_in_dim[broadcast_dimensions=(0,) type=f32[4,5]] a\nin (b,) }\n");
    expect(spread_then_shaped, 1, &vector,
           "b:f32[6,1,4] = broadcast_in_dim[broadcast_dimensions=(2,) type=f32[6,1,4]] a\n"
           "in (b,) }\n");
    expect(spread_is_shaped, 1, &vector, "b:f32[1,4,1] = reshape[type=f32[1,4,1]] a\nin (b,) }\n");
    expect(cut_twice, 1, &matrix,
           "b:f32[1,2] = slice[limit_indices=(3, 4) start_indices=(2, 1) strides=(1, 2)] a\n"
           "in (b,) }\n");
    expect(cut_of_spread, 1, &vector,
           "b:f32[2] = slice[limit_indices=(3,) start_indices=(1,) strides=(1,)] a\n"
           "c:f32[3,2] = broadcast_in_dim[broadcast_dimensions=(1,) type=f32[3,2]] b\nin (c,) }\n");
    expect(cut_of_joined, 2, two,
           "c:f32[2] = slice[limit_indices=(3,) start_indices=(1,) strides=(1,)] b\nin (c,) }\n");
    expect(padded_by_less, 1, &vector,
           "b:f32[2] = slice[limit_indices=(3,) start_indices=(1,) strides=(1,)] a\nin (b,) }\n");
    expect(known_start, 1, &matrix,
           "b:f32[2,2] = slice[limit_indices=(3, 2) start_indices=(1, 0) strides=(1, 1)] a\n"
           "in (b,) }\n");
    expect(computed_before_spread, 1, &vector,
           "c:f32[4] = broadcast_in_dim[broadcast_dimensions=() type=f32[4]] 2.0:f32[]\n"
           "d:f32[4] = add a c\ne:f32[4] = exponential d\n"
           "f:f32[3,4] = broadcast_in_dim[broadcast_dimensions=(1,) type=f32[3,4]] e\nin (f,) }\n");
}

/* ---- reductions and products ---- */

RULE(sum_of_one, ax_sum(ax_reshape(in[0], AX_LIST(3, 1, 4)), AX_LIST(1)))
RULE(sum_of_none, ax_sum(ax_slice(in[0], AX_LIST(0, 2), AX_LIST(3, 2), AX_LIST(1, 1)), AX_LIST(1)))
RULE(max_of_turned, ax_max(ax_transpose(in[0], AX_LIST(1, 0)), AX_LIST(0)))

static void reductions(void **unused)
{
    (void)unused;
    expect(sum_of_one, 1, &matrix,
           "c:f32[3,4] = broadcast_in_dim[broadcast_dimensions=() type=f32[3,4]] 0.0:f32[]\n"
           "d:f32[3,4] = add a c\nin (d,) }\n");
    expect(
        sum_of_none, 1, &matrix,
        "c:f32[3] = broadcast_in_dim[broadcast_dimensions=() type=f32[3]] 0.0:f32[]\nin (c,) }\n");
    ax_graph *simple = simplified(max_of_turned, 1, &matrix);
    assert_int_equal(simple->neqns, 2); /* init, reduce */
    ax_graph_free(simple);
}

#define NUMBERS(...) ((ax_dot_dimensions){__VA_ARGS__})

RULE(times_turned,
     ax_dot_general(in[0], ax_transpose(in[1], AX_LIST(1, 0)),
                    NUMBERS(.lhs_contracting = AX_LIST(1), .rhs_contracting = AX_LIST(0))))
RULE(product_turned, ax_transpose(ax_dot_general(in[0], in[1],
                                                 NUMBERS(.lhs_contracting = AX_LIST(1),
                                                         .rhs_contracting = AX_LIST(1))),
                                  AX_LIST(1, 0)))
/* [batch, row, head, feature] against itself by heads, as attention has it. */
RULE(by_heads,
     ax_dot_general(ax_transpose(in[0], AX_LIST(0, 2, 1, 3)),
                    ax_transpose(in[0], AX_LIST(0, 2, 3, 1)),
                    NUMBERS(.lhs_batching = AX_LIST(0, 1), .rhs_batching = AX_LIST(0, 1),
                            .lhs_contracting = AX_LIST(3), .rhs_contracting = AX_LIST(2))))
/* What the heads mixed, back in rows: the product puts the features last, and rows of them are moved. */
RULE(from_heads, ax_transpose(ax_dot_general(in[0], in[1],
                                             NUMBERS(.lhs_batching = AX_LIST(0, 2),
                                                     .rhs_batching = AX_LIST(0, 1),
                                                     .lhs_contracting = AX_LIST(1),
                                                     .rhs_contracting = AX_LIST(3))),
                              AX_LIST(0, 3, 1, 2)))
/* Its rows would lie in pieces. */
RULE(in_pieces,
     ax_dot_general(ax_transpose(in[0], AX_LIST(1, 0, 2)), in[0],
                    NUMBERS(.lhs_contracting = AX_LIST(1, 2), .rhs_contracting = AX_LIST(0, 2))))

static void products_do_transposes_themselves(void **unused)
{
    (void)unused;
    const ax_type matrices[] = {matrix, {.dtype = AX_F32, .ndim = 2, .dims = {5, 4}}};
    const ax_type heads = {.dtype = AX_F32, .ndim = 4, .dims = {2, 3, 2, 4}};
    expect(times_turned, 2, matrices,
           "c:f32[3,5] = dot_general[lhs_batching_dimensions=() lhs_contracting_dimensions=(1,) "
           "rhs_batching_dimensions=() rhs_contracting_dimensions=(1,)] a b\nin (c,) }\n");
    expect(product_turned, 2, matrices,
           "c:f32[5,3] = dot_general[lhs_batching_dimensions=() lhs_contracting_dimensions=(1,) "
           "rhs_batching_dimensions=() rhs_contracting_dimensions=(1,)] b a\nin (c,) }\n");
    expect(by_heads, 1, &heads,
           "b:f32[2,2,3,3] = dot_general[lhs_batching_dimensions=(0, 2) "
           "lhs_contracting_dimensions=(3,) rhs_batching_dimensions=(0, 2) "
           "rhs_contracting_dimensions=(3,)] a a\nin (b,) }\n");
    const ax_type mixed[] = {heads, {.dtype = AX_F32, .ndim = 4, .dims = {2, 2, 5, 3}}};
    expect(from_heads, 2, mixed,
           "c:f32[2,2,5,4] = dot_general[lhs_batching_dimensions=(0, 1) "
           "lhs_contracting_dimensions=(3,) rhs_batching_dimensions=(0, 2) "
           "rhs_contracting_dimensions=(1,)] b a\n"
           "d:f32[2,5,2,4] = transpose[permutation=(0, 2, 1, 3)] c\nin (d,) }\n");
    ax_graph *simple = simplified(in_pieces, 1, &cube);
    assert_int_equal(simple->neqns, 2);
    ax_graph_free(simple);
}

/* ---- random graphs ---- */

static void random_graphs_keep_their_bits(void **unused)
{
    (void)unused;
    int64_t before = 0, after = 0;
    for (uint64_t seed = 1; seed <= 3000; seed++) {
        ax_graph *graph = random_graph(seed), *simple, *again;
        ax_status *status = ax_simplify(graph, &simple);
        if (status)
            fail_msg("seed %llu: %s", (unsigned long long)seed, ax_status_message(status));
        assert_ok(ax_graph_verify(simple));
        assert_ok(ax_simplify(graph, &again));
        assert_int_equal(ax_graph_fingerprint(simple), ax_graph_fingerprint(again));
        expect_same(graph, simple, seed);
        before += graph->neqns;
        after += simple->neqns;
        ax_graph_free(again);
        ax_graph_free(simple);
        ax_graph_free(graph);
    }
    assert_true(after < before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_does_nothing_goes),
        cmocka_unit_test(what_would_change_a_bit_stays),
        cmocka_unit_test(simpler_arithmetic),
        cmocka_unit_test(squares),
        cmocka_unit_test(whole_numbers),
        cmocka_unit_test(constants_and_repeated_work),
        cmocka_unit_test(regions_are_compared),
        cmocka_unit_test(moves_are_joined),
        cmocka_unit_test(reductions),
        cmocka_unit_test(products_do_transposes_themselves),
        cmocka_unit_test(random_graphs_keep_their_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
