/* Fusion: which kernels the programs that everybody writes become, and random graphs, whose bits stay where
 * fusions are evaluated equation by equation. */
#include "test.h"

#include "optest.h"

#include "compile/compile.h"
#include "compile/fusable.h"
#include "compile/fusion.h"
#include "formats/stablehlo.h"
#include "random_graphs.h"

#include <stdio.h>

/* ---- what a graph becomes ---- */

typedef void build_fn(ax_builder *b, const ax_value *in, ax_value *out);

typedef struct counts {
    int loop, rows, columns, product;
    int alone; /* elementwise equations and reductions outside of fusions */
    int other; /* any other equation, but for reshapes and constants */
} counts;

static counts count_in(const ax_graph *graph)
{
    counts c = {0};
    AX_FOR_EQNS (eqn, graph) {
        if (eqn->op == &ax_op_fusion) {
            int *const by_kind[] = {&c.loop, &c.rows, &c.columns, &c.product};
            ++*by_kind[ax_fusion_kind_of(eqn)];
        } else if (ax_fusable(eqn) || eqn->op == &ax_op_reduce) {
            c.alone++;
        } else if (eqn->op != &ax_op_reshape && eqn->op != &ax_op_constant) {
            c.other++;
        }
    }
    return c;
}

static ax_graph *fused(const ax_graph *graph)
{
    ax_graph *simple, *result;
    assert_ok(ax_simplify(graph, &simple));
    assert_ok(ax_fuse(simple, &result));
    assert_ok(ax_graph_verify(result));
    ax_graph_free(simple);
    return result;
}

/* Fuses a function of `count` inputs; with `small` the two are compared on numbers too. */
static void expect(build_fn *build, int32_t count, const ax_type *types, int32_t noutputs,
                   counts wanted, bool small)
{
    ax_builder *b;
    ax_graph *graph;
    ax_value in[12], out[4];
    assert_ok(ax_builder_create("f", NULL, &b));
    for (int32_t i = 0; i < count; i++)
        in[i] = ax_builder_input(b, &types[i], NULL);
    build(b, in, out);
    assert_ok(ax_builder_finish(b, noutputs, out, NULL, &graph));
    ax_graph *result = fused(graph);
    counts seen = count_in(result);
    if (memcmp(&seen, &wanted, sizeof seen) != 0) {
        char *text = NULL;
        assert_ok(ax_graph_print(result, &text));
        print_error("%s\n", text);
        fail_msg("loop %d rows %d columns %d product %d alone %d other %d", seen.loop, seen.rows,
                 seen.columns, seen.product, seen.alone, seen.other);
    }
    if (small)
        expect_same(graph, result, 0);
    ax_graph_free(result);
    ax_graph_free(graph);
}

#define F32(...)                                                                            \
    {                                                                                       \
        .dtype = AX_F32, .ndim = (int32_t)(sizeof((int64_t[]){__VA_ARGS__}) / 8), .dims = { \
            __VA_ARGS__                                                                     \
        }                                                                                   \
    }

static ax_value like(ax_value scalar_or_vector, ax_value x, ax_ints places)
{
    ax_type type = ax_value_type(x);
    return ax_broadcast_in_dim(scalar_or_vector, ((ax_ints){type.ndim, type.dims}), places);
}

/* x / 2 * (1 + tanh(0.8 (x + 0.04 x^3))), in ops that kernels have without functions of their own. */
static ax_value gelu(ax_value x)
{
    ax_builder *b = x.builder;
    ax_value cube = ax_mul(ax_mul(x, x), x);
    ax_value inner = ax_mul(ax_add(x, ax_mul(cube, ax_scalar(b, AX_F32, 0.04))),
                            ax_scalar(b, AX_F32, 0.8));
    ax_value bent = ax_div(inner, ax_add(ax_abs(inner), ax_scalar(b, AX_F32, 1)));
    return ax_mul(ax_mul(x, ax_scalar(b, AX_F32, 0.5)), ax_add(bent, ax_scalar(b, AX_F32, 1)));
}

static void just_gelu(ax_builder *b, const ax_value *in, ax_value *out)
{
    (void)b;
    out[0] = gelu(in[0]);
}

static void two_results(ax_builder *b, const ax_value *in, ax_value *out)
{
    (void)b;
    out[0] = ax_add(in[0], in[1]);
    out[1] = ax_sqrt(out[0]);
    out[2] = ax_reshape(ax_mul(in[0], in[1]), AX_LIST(12));
}

static void one_op(ax_builder *b, const ax_value *in, ax_value *out)
{
    (void)b;
    out[0] = ax_neg(in[0]);
}

static void only_moves(ax_builder *b, const ax_value *in, ax_value *out)
{
    (void)b;
    out[0] = ax_transpose(in[0], AX_LIST(1, 0));
    out[1] = ax_concatenate(in, 2, 0);
    out[2] = ax_pad(in[0], ax_scalar(b, AX_F32, 3), AX_LIST(1, 1), AX_LIST(0, 0), AX_LIST(0, 0));
}

static void through_moves(ax_builder *b, const ax_value *in, ax_value *out)
{
    ax_value turned = ax_transpose(ax_neg(in[0]), AX_LIST(1, 0));
    ax_value joined = ax_concatenate(((ax_value[]){turned, ax_abs(turned)}), 2, 0);
    out[0] = ax_sqrt(ax_pad(ax_reverse(joined, AX_LIST(0)), ax_scalar(b, AX_F32, 3), AX_LIST(1, 1),
                            AX_LIST(0, 0), AX_LIST(0, 0)));
}

static void loops(void **unused)
{
    (void)unused;
    const ax_type matrix = F32(3, 4), pair[] = {matrix, matrix};
    expect(just_gelu, 1, &matrix, 1, (counts){.loop = 1}, true);
    expect(two_results, 2, pair, 3, (counts){.loop = 1}, true);
    expect(one_op, 1, &matrix, 1, (counts){.loop = 1}, true);
    expect(only_moves, 2, pair, 3, (counts){.other = 3}, true);
    expect(through_moves, 1, &matrix, 1, (counts){.loop = 1}, true);
}

static void turned_sum(ax_builder *b, const ax_value *in, ax_value *out)
{
    (void)b;
    out[0] = ax_add(ax_transpose(in[0], AX_LIST(1, 0)), in[0]);
}

/* A transpose of 4 MiB is a kernel of its own, one of 4 KiB is read as it lies. */
static void large_transposes_stay_alone(void **unused)
{
    (void)unused;
    const ax_type large = F32(1024, 1024), small = F32(32, 32);
    expect(turned_sum, 1, &large, 1, (counts){.loop = 1, .other = 1}, false);
    expect(turned_sum, 1, &small, 1, (counts){.loop = 1}, true);
}

/* ---- rows and columns ---- */

static ax_value softmax(ax_value x)
{
    ax_value below = ax_sub(x, like(ax_max(x, AX_LIST(1)), x, AX_LIST(0)));
    ax_value power = ax_mul(below, below); /* in the place of exp, which kernels may not have */
    return ax_div(power, like(ax_sum(power, AX_LIST(1)), x, AX_LIST(0)));
}

static void just_softmax(ax_builder *b, const ax_value *in, ax_value *out)
{
    (void)b;
    out[0] = softmax(in[0]);
}

static ax_value layer_norm(ax_value x, ax_value scale, ax_value shift)
{
    ax_builder *b = x.builder;
    ax_value centred = ax_sub(x, like(ax_mean(x, AX_LIST(1)), x, AX_LIST(0)));
    ax_value variance = ax_mean(ax_mul(centred, centred), AX_LIST(1));
    ax_value factor = ax_rsqrt(ax_add(variance, ax_scalar(b, AX_F32, 1e-5)));
    ax_value normal = ax_mul(centred, like(factor, x, AX_LIST(0)));
    return ax_add(ax_mul(normal, like(scale, x, AX_LIST(1))), like(shift, x, AX_LIST(1)));
}

static void just_layer_norm(ax_builder *b, const ax_value *in, ax_value *out)
{
    (void)b;
    out[0] = layer_norm(in[0], in[1], in[2]);
}

/* The sum before the norm is used by both and stored by the same kernel. */
static void residual_norm(ax_builder *b, const ax_value *in, ax_value *out)
{
    (void)b;
    out[0] = ax_add(in[0], in[3]);
    out[1] = layer_norm(out[0], in[1], in[2]);
}

static void moments(ax_builder *b, const ax_value *in, ax_value *out)
{
    (void)b;
    out[0] = ax_sum(in[0], AX_LIST(1));
    out[1] = ax_sub(ax_sum(ax_mul(in[0], in[0]), AX_LIST(1)), ax_mul(out[0], out[0]));
}

static void square_sum(ax_builder *b, const ax_value *in, ax_value *out)
{
    (void)b;
    out[0] = ax_sum(ax_mul(in[0], in[0]), AX_LIST(0));
}

static void column_moments(ax_builder *b, const ax_value *in, ax_value *out)
{
    ax_value mean = ax_mean(in[0], AX_LIST(0));
    ax_value squares = ax_mean(ax_mul(in[0], in[0]), AX_LIST(0));
    out[0] = mean;
    out[1] = ax_rsqrt(ax_add(ax_sub(squares, ax_mul(mean, mean)), ax_scalar(b, AX_F32, 1e-5)));
}

static void all_of_it(ax_builder *b, const ax_value *in, ax_value *out)
{
    (void)b;
    out[0] = ax_mean(gelu(in[0]), AX_LIST(0, 1));
}

static void best(ax_builder *b, const ax_value *in, ax_value *out)
{
    (void)b;
    out[0] = ax_argmax(ax_neg(in[0]), 1);
}

static void reductions(void **unused)
{
    (void)unused;
    const ax_type matrix = F32(3, 4), norm[] = {matrix, F32(4), F32(4), matrix};
    expect(just_softmax, 1, &matrix, 1, (counts){.rows = 1}, true);
    expect(just_layer_norm, 3, norm, 1, (counts){.rows = 1}, true);
    expect(residual_norm, 4, norm, 2, (counts){.rows = 1}, true);
    expect(moments, 1, &matrix, 2, (counts){.rows = 1}, true);
    expect(square_sum, 1, &matrix, 1, (counts){.columns = 1}, true);
    expect(column_moments, 1, &matrix, 2, (counts){.columns = 1}, true);
    expect(all_of_it, 1, &matrix, 1, (counts){.rows = 1}, true);
    /* A region of more than one op is reduced by its own kernel. */
    expect(best, 1, &matrix, 1, (counts){.loop = 1, .alone = 1, .other = 1}, true);
}

/* Reductions one behind the other, more than one kernel has loops for. */
static void many_norms(ax_builder *b, const ax_value *in, ax_value *out)
{
    (void)b;
    out[0] = in[0];
    for (int i = 0; i < 10; i++)
        out[0] = softmax(out[0]);
}

/* Sums side by side, more than one kernel keeps. */
static void many_sums(ax_builder *b, const ax_value *in, ax_value *out)
{
    (void)b;
    ax_value power = in[0];
    for (int i = 0; i < 10; i++) {
        ax_value sum = ax_sum(power, AX_LIST(0));
        out[0] = i ? ax_add(out[0], sum) : sum;
        power = ax_mul(power, in[0]);
    }
}

static void many_reductions(void **unused)
{
    (void)unused;
    const ax_type matrix = F32(3, 4);
    expect(many_norms, 1, &matrix, 1, (counts){.rows = 4}, true);
    expect(many_sums, 1, &matrix, 1, (counts){.loop = 1, .columns = 2}, true);
}

static void channel_sums(ax_builder *b, const ax_value *in, ax_value *out)
{
    (void)b;
    out[0] = ax_sum(in[0], AX_LIST(0, 2));
    out[1] = ax_max(in[0], AX_LIST(0, 2));
}

/* Over the last dims and others before a kept one: rows, then columns of what they gave. A half is rounded
 * once all the same. */
static void reductions_in_two(void **unused)
{
    (void)unused;
    const ax_type whole = {.dtype = AX_I32, .ndim = 3, .dims = {3, 5, 4}};
    const ax_type half = {.dtype = AX_BF16, .ndim = 3, .dims = {3, 5, 4}};
    expect(channel_sums, 1, &whole, 2, (counts){.rows = 1, .columns = 2}, true);
    expect(channel_sums, 1, &half, 2, (counts){.rows = 1, .columns = 2}, false);

    ax_builder *b;
    ax_graph *graph;
    const ax_type ones = {.dtype = AX_BF16, .ndim = 3, .dims = {20, 1, 20}};
    uint16_t in[400], expected = 0x43c8; /* 400, which a running sum of halves would not reach */
    void *inputs[] = {in};
    for (int i = 0; i < 400; i++)
        in[i] = 0x3f80;
    assert_ok(ax_builder_create("f", NULL, &b));
    ax_value x = ax_builder_input(b, &ones, NULL), sum = ax_sum(x, AX_LIST(0, 2));
    assert_ok(ax_builder_finish(b, 1, &sum, NULL, &graph));
    ax_graph *result = fused(graph);
    assert_int_equal(count_in(result).rows, 1);
    optest_data out = optest_evaluate(result, inputs);
    assert_memory_equal(out.data, &expected, 2);
    free(out.data);
    ax_graph_free(result);
    ax_graph_free(graph);
}

static void pooled(ax_builder *b, const ax_value *in, ax_value *out)
{
    (void)b;
    ax_value pool = ax_max_pool(in[0], AX_LIST(1, 2, 2, 1), AX_LIST(1, 2, 2, 1));
    out[0] = ax_mul(pool, pool);
}

static void largest(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)b, (void)user;
    out[0] = ax_maximum(in[0], in[1]);
}

static void pooled_with_padding(ax_builder *b, const ax_value *in, ax_value *out)
{
    ax_value init = ax_scalar(b, AX_F32, -3);
    const ax_window_options options = {.dimensions = AX_LIST(1, 3, 3, 1),
                                       .strides = AX_LIST(1, 2, 2, 1),
                                       .padding = AX_LIST(0, 0, 1, 1, 1, 1, 0, 0)};
    ax_value x = ax_neg(in[0]);
    ax_reduce_window(&x, &init, 1, &options, largest, NULL, out);
}

static void large_window(ax_builder *b, const ax_value *in, ax_value *out)
{
    (void)b;
    out[0] = ax_max_pool(in[0], AX_LIST(1, 4, 4, 1), AX_LIST(1, 1, 1, 1));
}

static void small_windows_are_loops(void **unused)
{
    (void)unused;
    const ax_type image = F32(2, 6, 7, 4);
    expect(pooled, 1, &image, 1, (counts){.loop = 1}, true);
    expect(pooled_with_padding, 1, &image, 1, (counts){.loop = 1}, true);
    expect(large_window, 1, &image, 1, (counts){.other = 1}, true);
}

/* A row that no cache holds is walked along once. */
static void long_rows_have_one_stage(void **unused)
{
    (void)unused;
    const ax_type rows = F32(2, 1 << 20);
    expect(just_softmax, 1, &rows, 1, (counts){.loop = 1, .rows = 2}, false);
}

/* (x - mean) for the variance and for the result, mean and variance by columns. */
static void normal_columns(ax_builder *b, const ax_value *in, ax_value *out)
{
    ax_value centred = ax_sub(in[0], like(ax_mean(in[0], AX_LIST(0)), in[0], AX_LIST(1)));
    ax_value variance = ax_mean(ax_mul(centred, centred), AX_LIST(0));
    ax_value factor = ax_rsqrt(ax_add(variance, ax_scalar(b, AX_F32, 1e-5)));
    out[0] = ax_mul(centred, like(factor, in[0], AX_LIST(1)));
}

/* What costs little is computed by each kernel that needs it, and lies nowhere. */
static void cheap_work_is_done_again(void **unused)
{
    (void)unused;
    const ax_type matrix = F32(16, 4);
    expect(normal_columns, 1, &matrix, 1, (counts){.loop = 1, .columns = 2}, true);
}

/* ---- products ---- */

static ax_value dense(ax_value x, ax_value w, ax_value bias)
{
    return ax_add(ax_dot(x, w), like(bias, ax_dot(x, w), AX_LIST(1)));
}

static void mlp(ax_builder *b, const ax_value *in, ax_value *out)
{
    (void)b;
    ax_value x = gelu(dense(in[0], in[1], in[2]));
    x = ax_relu(dense(x, in[3], in[4]));
    out[0] = dense(x, in[5], in[6]);
}

static void block_of_a_transformer(ax_builder *b, const ax_value *in, ax_value *out)
{
    ax_value x = layer_norm(in[0], in[1], in[2]);
    ax_value q = ax_dot(x, in[3]), k = ax_dot(x, in[4]), v = ax_dot(x, in[5]);
    ax_value scores = ax_mul(ax_dot(q, ax_transpose(k, AX_LIST(1, 0))), ax_scalar(b, AX_F32, 0.5));
    ax_value mixed = ax_dot(softmax(scores), v);
    ax_value y = ax_add(ax_dot(mixed, in[6]), in[0]);
    ax_value hidden = gelu(ax_dot(layer_norm(y, in[1], in[2]), in[7]));
    out[0] = ax_add(ax_dot(hidden, in[8]), y);
}

static void products(void **unused)
{
    (void)unused;
    const ax_type layers[] = {F32(5, 12), F32(12, 6), F32(6), F32(6, 7), F32(7), F32(7, 2), F32(2)};
    const ax_type parts[] = {F32(5, 6), F32(6),    F32(6),    F32(6, 6), F32(6, 6),
                             F32(6, 6), F32(6, 6), F32(6, 8), F32(8, 6)};
    expect(mlp, 7, layers, 1, (counts){.product = 3}, true);
    /* q, k, v and what is mixed have no epilogue. */
    expect(block_of_a_transformer, 9, parts, 1, (counts){.rows = 3, .product = 4, .other = 4},
           true);
}

static void many_layers(ax_builder *b, const ax_value *in, ax_value *out)
{
    (void)b;
    out[0] = in[0];
    for (int i = 0; i < 200; i++)
        out[0] = ax_add(out[0], gelu(ax_dot(layer_norm(out[0], in[1], in[2]), in[3])));
}

#define DOT(lhs_batch, rhs_batch, lhs_sum, rhs_sum) \
    ax_dot_general(in[0], in[1], ((ax_dot_dimensions){lhs_batch, rhs_batch, lhs_sum, rhs_sum}))

static void columns_of_dots(ax_builder *b, const ax_value *in, ax_value *out)
{
    (void)b;
    out[0] = ax_abs(DOT(AX_LIST(0, 2), AX_LIST(0, 2), AX_LIST(1), AX_LIST(1)));
}

static void rows_of_dots(ax_builder *b, const ax_value *in, ax_value *out)
{
    (void)b;
    out[0] = DOT(AX_LIST(0, 1), AX_LIST(0, 1), AX_LIST(2), AX_LIST(2));
}

/* The batch in another order than it lies in. */
static void turned_dots(ax_builder *b, const ax_value *in, ax_value *out)
{
    (void)b;
    out[0] = DOT(AX_LIST(2, 0), AX_LIST(1, 2), AX_LIST(1), AX_LIST(0));
}

/* So few products that they are added one by one, in any layout that has its dims in order. */
static void turns_in_space(ax_builder *b, const ax_value *in, ax_value *out)
{
    (void)b;
    out[0] = DOT(AX_LIST(0), AX_LIST(0), AX_LIST(2, 3), AX_LIST(2, 1));
}

static void dots_in_two(ax_builder *b, const ax_value *in, ax_value *out)
{
    (void)b;
    out[0] = DOT(AX_LIST(1), AX_LIST(1), AX_LIST(2, 0), AX_LIST(2, 0));
}

static void outer_product(ax_builder *b, const ax_value *in, ax_value *out)
{
    (void)b;
    out[0] = ax_neg(DOT(AX_LIST(0), AX_LIST(1), AX_EMPTY_LIST, AX_EMPTY_LIST));
}

static void short_rows(ax_builder *b, const ax_value *in, ax_value *out)
{
    (void)b;
    out[0] = DOT(AX_EMPTY_LIST, AX_EMPTY_LIST, AX_LIST(1), AX_LIST(0));
}

static void vector_first(ax_builder *b, const ax_value *in, ax_value *out)
{
    (void)b;
    ax_value swapped[] = {in[1], in[0]};
    in = swapped;
    out[0] = DOT(AX_EMPTY_LIST, AX_EMPTY_LIST, AX_LIST(0), AX_LIST(1));
}

#define I32(...)                                                                            \
    {                                                                                       \
        .dtype = AX_I32, .ndim = (int32_t)(sizeof((int64_t[]){__VA_ARGS__}) / 8), .dims = { \
            __VA_ARGS__                                                                     \
        }                                                                                   \
    }

/* Sums of whole numbers are the same in any order. */
static void dots_of_vectors(void **unused)
{
    (void)unused;
    const ax_type alike[] = {I32(3, 9, 5), I32(3, 9, 5)}, turned[] = {I32(2, 9, 3), I32(9, 3, 2)};
    const ax_type outer[] = {I32(3, 4), I32(5, 3)}, rows[] = {I32(9, 8), I32(8)};
    const ax_type turns[] = {I32(6, 9, 2, 2), I32(6, 2, 2, 5)};
    expect(columns_of_dots, 2, alike, 1, (counts){.columns = 1}, true);
    expect(rows_of_dots, 2, alike, 1, (counts){.rows = 1}, true);
    expect(turned_dots, 2, turned, 1, (counts){.columns = 1, .other = 1}, true);
    expect(dots_in_two, 2, alike, 1, (counts){.rows = 1, .columns = 1}, true);
    expect(outer_product, 2, outer, 1, (counts){.loop = 1}, true);
    expect(turns_in_space, 2, turns, 1, (counts){.loop = 1}, true);
    expect(short_rows, 2, rows, 1, (counts){.rows = 1}, true);
    expect(vector_first, 2, rows, 1, (counts){.rows = 1}, true);
    /* Rows that are worth a tile. */
    const ax_type matrix[] = {I32(9, 10), I32(10)};
    expect(short_rows, 2, matrix, 1, (counts){.other = 1}, true);
}

/* Each layer is its norm and its product, however many there are; the time to find that is about that of
 * reading the graph (a walk through all that follows, for each node, would take seconds). */
static void deep_networks(void **unused)
{
    (void)unused;
    const ax_type parts[] = {F32(5, 6), F32(6), F32(6), F32(6, 6)};
    expect(many_layers, 4, parts, 1, (counts){.rows = 200, .product = 200}, false);
}

/* ---- programs that JAX wrote ---- */

static void program_graph(const char *name, ax_program *out_program)
{
    char path[512];
    snprintf(path, sizeof path, AXMAP_TEST_DATA "/programs/%s.mlir", name);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    size_t length = (size_t)ftell(file);
    rewind(file);
    char *text = malloc(length + 1);
    assert_int_equal(fread(text, 1, length, file), length);
    text[length] = 0;
    fclose(file);
    ax_hlo_module *module;
    assert_ok(ax_stablehlo_parse(text, length, path, &module));
    assert_ok(ax_stablehlo_import(module, NULL, out_program));
    ax_stablehlo_free(module);
    free(text);
}

/* No elementwise op that kernels know is left outside of them. */
static void programs_are_fused(void **unused)
{
    (void)unused;
    static const char *const names[] = {
        "clusters", "contrastive", "draws",      "gradients",   "halves",       "images",
        "lookup",   "ordered",     "placing",    "residual",    "running",      "shared_gradient",
        "special",  "standard_1",  "standard_3", "transformer", "whole_numbers"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        ax_program program = {0};
        program_graph(names[i], &program);
        ax_graph *result = fused(program.graph);
        AX_FOR_EQNS (eqn, result) {
            bool none = ax_type_count(&eqn->results[0]->type) == 0;
            if (ax_fusable(eqn) && !none)
                fail_msg("%s: %s %s is left", names[i], eqn->op->name,
                         AX_TYPE_STRING(&eqn->results[0]->type));
        }
        if (strcmp(names[i], "transformer") == 0) {
            counts c = count_in(result);
            assert_int_equal(c.rows, 3); /* the softmax of attention, two norms */
            assert_int_equal(c.product, 4);
            assert_int_equal(c.loop, 0);
        }
        ax_graph_free(result);
        ax_program_free(&program);
    }
}

/* ---- what a kernel may write where it reads ---- */

static const ax_eqn *only_fusion(const ax_graph *graph)
{
    AX_FOR_EQNS (eqn, graph) {
        if (eqn->op == &ax_op_fusion)
            return eqn;
    }
    return NULL;
}

static bool overwrites(build_fn *build, int32_t count, const ax_type *types, int32_t noutputs,
                       int32_t result)
{
    ax_builder *b;
    ax_graph *graph;
    ax_value in[4], out[4];
    assert_ok(ax_builder_create("f", NULL, &b));
    for (int32_t i = 0; i < count; i++)
        in[i] = ax_builder_input(b, &types[i], NULL);
    build(b, in, out);
    assert_ok(ax_builder_finish(b, noutputs, out, NULL, &graph));
    ax_graph *kernel = fused(graph);
    bool may = ax_fusion_may_overwrite(only_fusion(kernel), 0, result);
    ax_graph_free(kernel);
    ax_graph_free(graph);
    return may;
}

static void as_bytes(ax_builder *b, const ax_value *in, ax_value *out)
{
    (void)b;
    out[0] = ax_convert(in[0], AX_F64);
}

static void two_of_one(ax_builder *b, const ax_value *in, ax_value *out)
{
    (void)b;
    out[0] = ax_neg(in[0]);
    out[1] = ax_mul(in[0], in[0]);
}

static void overwriting(void **unused)
{
    (void)unused;
    const ax_type matrix = F32(4, 4), norm[] = {matrix, F32(4), F32(4)};
    assert_true(overwrites(just_gelu, 1, &matrix, 1, 0));
    assert_true(overwrites(just_softmax, 1, &matrix, 1, 0));
    assert_true(overwrites(just_layer_norm, 3, norm, 1, 0));
    assert_false(
        overwrites(two_of_one, 1, &matrix, 2, 0)); /* the second needs what it would store */
    assert_true(overwrites(two_of_one, 1, &matrix, 2, 1));
    assert_false(overwrites(turned_sum, 1, &matrix, 1, 0)); /* read at another place */
    assert_false(overwrites(as_bytes, 1, &matrix, 1, 0));   /* of another size */
    assert_false(overwrites(square_sum, 1, &matrix, 1, 0)); /* of other dims */
}

/* ---- random graphs ---- */

static void random_graphs_keep_their_bits(void **unused)
{
    (void)unused;
    counts all = {0};
    graph_any_sums = false;
    for (uint64_t seed = 1; seed <= 3000; seed++) {
        ax_graph *graph = random_graph(seed), *result = fused(graph), *again = fused(graph), *raw;
        assert_int_equal(ax_graph_fingerprint(result), ax_graph_fingerprint(again));
        expect_same(graph, result, seed);
        assert_ok(ax_fuse(graph, &raw)); /* not simplified before */
        assert_ok(ax_graph_verify(raw));
        expect_same(graph, raw, seed);
        counts c = count_in(result);
        all.loop += c.loop;
        all.rows += c.rows;
        all.columns += c.columns;
        all.product += c.product;
        ax_graph_free(raw);
        ax_graph_free(again);
        ax_graph_free(result);
        ax_graph_free(graph);
    }
    assert_true(all.loop > 1000 && all.rows > 100 && all.columns > 100 && all.product > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loops),
        cmocka_unit_test(large_transposes_stay_alone),
        cmocka_unit_test(reductions),
        cmocka_unit_test(many_reductions),
        cmocka_unit_test(reductions_in_two),
        cmocka_unit_test(small_windows_are_loops),
        cmocka_unit_test(long_rows_have_one_stage),
        cmocka_unit_test(cheap_work_is_done_again),
        cmocka_unit_test(products),
        cmocka_unit_test(dots_of_vectors),
        cmocka_unit_test(deep_networks),
        cmocka_unit_test(programs_are_fused),
        cmocka_unit_test(overwriting),
        cmocka_unit_test(random_graphs_keep_their_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
