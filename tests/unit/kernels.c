/* Every fusion of the programs that everybody writes has a kernel of its own, whatever the sizes: none is left
 * to evaluation. */
#include "test.h"

#include "optest.h"
#include "target.h"

#include "compile/compile.h"
#include "compile/fusion.h"

#include <axmap/contraction.h>
#include <axmap/elementwise.h>
#include <axmap/reduction.h>
#include <axmap/shape.h>

static ax_target cpu;

typedef ax_value build_fn(ax_value x);

static ax_value spread(ax_value value, ax_value like, ax_ints places)
{
    ax_type type = ax_value_type(like);
    return ax_broadcast_in_dim(value, ((ax_ints){type.ndim, type.dims}), places);
}

static ax_value softmax(ax_value x)
{
    ax_value above = spread(ax_max(x, AX_LIST(3)), x, AX_LIST(0, 1, 2));
    ax_value power = ax_exp(ax_sub(x, above));
    return ax_div(power, spread(ax_sum(power, AX_LIST(3)), x, AX_LIST(0, 1, 2)));
}

/* Each query sees the keys up to its own place. */
static ax_value masked_softmax(ax_value x)
{
    ax_type type = ax_value_type(x);
    ax_type square = {.dtype = AX_I32, .ndim = 2, .dims = {type.dims[2], type.dims[3]}};
    ax_value sees = ax_compare(ax_iota(x.builder, &square, 0), ax_iota(x.builder, &square, 1),
                               AX_GE);
    ax_value nothing = spread(ax_scalar(x.builder, AX_F32, -1e30), x, AX_EMPTY_LIST);
    return softmax(ax_select(spread(sees, x, AX_LIST(2, 3)), x, nothing));
}

/* A mask that has a row for each of the batch. */
static ax_value padded_softmax(ax_value x)
{
    ax_value lengths = ax_max(x, AX_LIST(1, 2));
    return softmax(ax_add(x, spread(lengths, x, AX_LIST(0, 3))));
}

static ax_value layer_norm(ax_value x)
{
    ax_value centred = ax_sub(x, spread(ax_mean(x, AX_LIST(3)), x, AX_LIST(0, 1, 2)));
    ax_value variance = ax_mean(ax_mul(centred, centred), AX_LIST(3));
    ax_value factor = ax_rsqrt(ax_add(variance, ax_scalar(x.builder, AX_F32, 1e-5)));
    ax_value scale = ax_sum(x, AX_LIST(0, 1, 2)), by_group = ax_sum(x, AX_LIST(0, 2));
    ax_value normal = ax_mul(centred, spread(factor, x, AX_LIST(0, 1, 2)));
    return ax_add(ax_mul(normal, spread(scale, x, AX_LIST(3))), spread(by_group, x, AX_LIST(1, 3)));
}

static ax_value group_norm(ax_value x)
{
    ax_value centred = ax_sub(x, spread(ax_mean(x, AX_LIST(1, 3)), x, AX_LIST(0, 2)));
    return ax_mul(centred, spread(ax_mean(ax_mul(x, x), AX_LIST(2, 3)), x, AX_LIST(0, 1)));
}

static ax_value batch_norm(ax_value x)
{
    ax_value mean = ax_mean(x, AX_LIST(0, 1, 2)), squares = ax_mean(ax_mul(x, x), AX_LIST(0, 1, 2));
    ax_value factor = ax_rsqrt(ax_sub(squares, ax_mul(mean, mean)));
    return ax_mul(ax_sub(x, spread(mean, x, AX_LIST(3))), spread(factor, x, AX_LIST(3)));
}

static ax_value by_heads(ax_value x)
{
    ax_type type = ax_value_type(x);
    ax_value merged = ax_reshape(ax_tanh(x),
                                 AX_LIST(type.dims[0] * type.dims[1], type.dims[2] * type.dims[3]));
    ax_value bias = ax_sum(x, AX_LIST(0, 3));
    ax_value turned = ax_transpose(spread(bias, x, AX_LIST(1, 2)), AX_LIST(0, 1, 2, 3));
    return ax_add(
        ax_reshape(ax_exp(merged), AX_LIST(type.dims[0], type.dims[1], type.dims[2], type.dims[3])),
        turned);
}

/* Pairs of features turned by an angle for each place. */
static ax_value rotated(ax_value x)
{
    ax_type type = ax_value_type(x), places = {.dtype = AX_F32, .ndim = 1, .dims = {type.dims[2]}};
    ax_ints start = AX_LIST(0, 0, 0, 0);
    int64_t half = type.dims[3] / 2;
    if (half == 0)
        return ax_neg(x);
    ax_ints from = AX_LIST(0, 0, 0, half);
    ax_ints to = AX_LIST(type.dims[0], type.dims[1], type.dims[2], half);
    ax_ints end = AX_LIST(type.dims[0], type.dims[1], type.dims[2], 2 * half);
    ax_value a = ax_slice(x, start, to, AX_EMPTY_LIST), b = ax_slice(x, from, end, AX_EMPTY_LIST);
    ax_value angle = ax_iota(x.builder, &places, 0);
    ax_value sine = spread(ax_sin(angle), a, AX_LIST(2)),
             cosine = spread(ax_cos(angle), a, AX_LIST(2));
    ax_value pair[] = {ax_sub(ax_mul(a, cosine), ax_mul(b, sine)),
                       ax_add(ax_mul(a, sine), ax_mul(b, cosine))};
    return ax_mul(ax_concatenate(pair, 2, 3), ax_scalar(x.builder, AX_F32, 2));
}

static void check(build_fn *build, const char *name, const ax_type *type)
{
    ax_builder *b;
    ax_graph *graph, *simple, *fused;
    assert_ok(ax_builder_create(name, NULL, &b));
    ax_value out = build(ax_builder_input(b, type, NULL));
    assert_ok(ax_builder_finish(b, 1, &out, NULL, &graph));
    assert_ok(ax_simplify(graph, &simple));
    assert_ok(ax_fuse(simple, &fused));
    AX_FOR_EQNS (eqn, fused) {
        ax_kernel kernel;
        bool reduces = eqn->op == &ax_op_fusion || eqn->op == &ax_op_reduce;
        if (!reduces)
            continue;
        assert_ok(ax_kernel_create(&cpu, eqn, &kernel));
        if (strcmp(kernel.name, "eval") == 0)
            fail_msg("%s of %s: %s %s has no kernel", name, AX_TYPE_STRING(type), eqn->op->name,
                     AX_TYPE_STRING(&eqn->results[0]->type));
        ax_kernel_free(&kernel);
    }
    ax_graph_free(fused);
    ax_graph_free(simple);
    ax_graph_free(graph);
}

static void all_have_kernels(void **unused)
{
    (void)unused;
    static const struct {
        build_fn *build;
        const char *name;
    } programs[] = {{softmax, "softmax"},
                    {masked_softmax, "masked softmax"},
                    {padded_softmax, "padded softmax"},
                    {layer_norm, "layer norm"},
                    {group_norm, "group norm"},
                    {batch_norm, "batch norm"},
                    {by_heads, "by heads"},
                    {rotated, "rotated"}};
    static const int64_t dims[][4] = {{4, 2, 7, 7},  {1, 3, 20, 20}, {2, 12, 16, 16}, {3, 5, 2, 9},
                                      {8, 1, 33, 4}, {5, 7, 3, 64},  {1, 1, 1, 10},   {2, 2, 2, 2}};
    for (size_t p = 0; p < sizeof programs / sizeof programs[0]; p++) {
        for (size_t d = 0; d < sizeof dims / sizeof dims[0]; d++) {
            ax_type type = {.dtype = AX_F32, .ndim = 4};
            memcpy(type.dims, dims[d], sizeof dims[d]);
            check(programs[p].build, programs[p].name, &type);
        }
    }
}

static int begin(void **unused)
{
    (void)unused;
    assert_ok(test_target_open(&cpu));
    return 0;
}

static int end(void **unused)
{
    (void)unused;
    test_target_close(&cpu);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_have_kernels)};
    return cmocka_run_group_tests(tests, begin, end);
}
