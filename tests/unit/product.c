/* Products with epilogues: fused kernels against evaluation, on small whole numbers, which any order of
 * sums keeps. */
#include "test.h"

#include "cpu_team.h"
#include "optest.h"

#include "backend/executable.h"
#include "compile/compile.h"
#include "compile/fusion.h"

#include <axmap/contraction.h>
#include <axmap/elementwise.h>
#include <axmap/shape.h>

typedef ax_value build_fn(const ax_value *in);

static ax_value over(ax_value vector, ax_value like, int64_t dim)
{
    ax_type type = ax_value_type(like);
    return ax_broadcast_in_dim(vector, ((ax_ints){type.ndim, type.dims}), AX_LIST(dim));
}

static ax_value dense(const ax_value *in)
{
    ax_value product = ax_dot(in[0], in[1]);
    return ax_relu(ax_add(product, over(in[2], product, 1)));
}

/* Another type than the product's: that lies in scratch. */
static ax_value rounded(const ax_value *in)
{
    return ax_convert(dense(in), AX_BF16);
}

static ax_value with_residual(const ax_value *in)
{
    return ax_sub(in[3], ax_mul(dense(in), ax_neg(in[3])));
}

/* The epilogue reads what is multiplied. */
static ax_value of_itself(const ax_value *in)
{
    return ax_add(ax_dot(in[0], in[0]), in[0]);
}

static ax_value filtered(const ax_value *in)
{
    const ax_convolution_options options = {.padding = AX_LIST(1, 1, 1, 1),
                                            .input_dimensions = AX_LIST(0, 3, 1, 2),
                                            .kernel_dimensions = AX_LIST(2, 3, 0, 1),
                                            .output_dimensions = AX_LIST(0, 3, 1, 2)};
    ax_value image = ax_convolution(in[0], in[1], &options);
    return ax_add(ax_relu(ax_add(image, over(in[2], image, 3))), in[3]);
}

static void run(const ax_graph *graph, const ax_target *target, ax_team *helpers,
                const void *const *in, void *out)
{
    ax_graph *copy;
    ax_executable *executable;
    ax_runner *runner;
    assert_ok(ax_graph_clone(graph, &copy));
    assert_ok(ax_executable_create(copy, target, &executable));
    assert_ok(ax_runner_create(executable, allocator, helpers, &runner));
    assert_ok(ax_runner_run(runner, in, &out));
    ax_runner_free(runner);
    ax_executable_free(executable);
}

static bool has_product_fusion(const ax_graph *graph)
{
    ax_graph *simple, *fused;
    bool has = false;
    assert_ok(ax_simplify(graph, &simple));
    assert_ok(ax_fuse(simple, &fused));
    AX_FOR_EQNS (eqn, fused)
        has |= eqn->op == &ax_op_fusion && ax_fusion_kind_of(eqn) == AX_FUSION_PRODUCT;
    ax_graph_free(fused);
    ax_graph_free(simple);
    return has;
}

static void check(build_fn *build, ax_dtype dtype, int32_t count, const ax_ints *dims)
{
    ax_builder *b;
    ax_graph *graph;
    ax_value in[4], out;
    void *inputs[4];
    assert_ok(ax_builder_create("f", NULL, &b));
    for (int32_t i = 0; i < count; i++) {
        ax_type type = optest_type(dtype, dims[i]);
        in[i] = ax_builder_input(b, &type, NULL);
        inputs[i] = optest_memory(&type);
        optest_small_integers(&type, i, inputs[i]);
    }
    out = build(in);
    assert_ok(ax_builder_finish(b, 1, &out, NULL, &graph));
    assert_true(has_product_fusion(graph));
    const ax_type *type = &graph->outputs[0]->type;
    void *expected = optest_memory(type), *seen = optest_memory(type);
    run(graph, &ax_target_reference, NULL, (const void *const *)inputs, expected);
    for (int threads = 0; threads < 2; threads++) {
        memset(seen, 0x55, (size_t)ax_type_bytes(type));
        run(graph, &cpu, threads ? team : NULL, (const void *const *)inputs, seen);
        assert_memory_equal(seen, expected, (size_t)ax_type_bytes(type));
    }
    for (int32_t i = 0; i < count; i++)
        free(inputs[i]);
    free(expected);
    free(seen);
    ax_graph_free(graph);
}

static void products(void **unused)
{
    (void)unused;
    const ax_ints sizes[] = {AX_LIST(70, 33), AX_LIST(33, 50), AX_LIST(50), AX_LIST(70, 50)};
    const ax_ints one[] = {AX_LIST(1, 33), AX_LIST(33, 50), AX_LIST(50), AX_LIST(1, 50)};
    check(dense, AX_F32, 3, sizes);
    check(dense, AX_I32, 3, sizes);
    check(dense, AX_F32, 3, one);
    check(rounded, AX_F32, 3, sizes);
    check(with_residual, AX_F32, 4, sizes);
    check(with_residual, AX_I32, 4, sizes);
    check(of_itself, AX_F32, 1, (const ax_ints[]){AX_LIST(40, 40)});
}

static void convolutions(void **unused)
{
    (void)unused;
    const ax_ints sizes[] = {AX_LIST(2, 9, 9, 3), AX_LIST(3, 3, 3, 8), AX_LIST(8),
                             AX_LIST(2, 9, 9, 8)};
    check(filtered, AX_F32, 4, sizes);
    check(filtered, AX_I32, 4, sizes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(products),
        cmocka_unit_test(convolutions),
    };
    return cmocka_run_group_tests(tests, cpu_team_open, cpu_team_close);
}
