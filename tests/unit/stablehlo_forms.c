/* Forms of StableHLO text beside plain ops: hints, custom calls, orders; and what is refused by name. */
#include "formats/stablehlo.h"

#include "test.h"
#include <stdio.h>
#include <stdlib.h>

static ax_status *import(const char *text, ax_program *out_program)
{
    ax_hlo_module *module;
    AX_TRY(ax_stablehlo_parse(text, strlen(text), "t.mlir", &module));
    ax_status *status = ax_stablehlo_import(module, NULL, out_program);
    ax_stablehlo_free(module);
    return status;
}

/* The equations that the ops of @main(%a: f32[2,3]) become. */
static void assert_ops(const char *ops, const char *expected)
{
    char text[4096];
    snprintf(text, sizeof text,
             "func.func @main(%%a: tensor<2x3xf32>) -> tensor<2x3xf32> {\n%s\nreturn %%r : "
             "tensor<2x3xf32>\n}",
             ops);
    ax_program program;
    ax_status *status = import(text, &program);
    if (status)
        fail_msg("%s\n%s", ops, ax_status_message(status));
    char *printed;
    assert_ok(ax_graph_verify(program.graph));
    assert_ok(ax_graph_print(program.graph, &printed));
    const char *body = strstr(printed, ". ");
    assert_non_null(body);
    assert_string_equal(body + 2, expected);
    free(printed);
    ax_program_free(&program);
}

/* Each stands for its operand. */
static void hints_are_identities(void **state)
{
    (void)state;
    static const char *const hints[] = {
        "%r = sdy.sharding_constraint %a <@mesh, [{\"x\", ?}, {?}], replicated={\"y\"}> : "
        "tensor<2x3xf32>",
        "%r = sdy.sharding_constraint %a <@mesh, [{}, {}], unreduced={\"x\"}> : tensor<2x3xf32>",
        "%r = sdy.sharding_constraint %a <@one, [{}, {}]> : tensor<2x3xf32>",
        "%r = sdy.reshard %a <@mesh, [{\"x\"}p0, {}]> : tensor<2x3xf32>",
        "%r = sdy.propagation_barrier %a allowed_direction=FORWARD : tensor<2x3xf32>",
        "sdy.sharding_group %a group_id=3 : tensor<2x3xf32>\n"
        "%r = stablehlo.optimization_barrier {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, "
        "{}]>]>} %a : tensor<2x3xf32>",
        "%r = stablehlo.custom_call @Sharding(%a) {mhlo.sharding = \"{devices=[2,1]<=[2]}\"} : "
        "(tensor<2x3xf32>) -> tensor<2x3xf32>",
        "%r = stablehlo.custom_call @annotate_device_placement(%a) {has_side_effect = true, "
        "mhlo.frontend_attributes = {_xla_buffer_placement = \"pinned_host\"}} : "
        "(tensor<2x3xf32>) -> tensor<2x3xf32>",
        "%r = stablehlo.custom_call @LayoutConstraint(%a) {operand_layouts = [dense<[0, 1]> : "
        "tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>]} : "
        "(tensor<2x3xf32>) -> tensor<2x3xf32>",
    };
    for (size_t i = 0; i < sizeof hints / sizeof hints[0]; i++) {
        char text[4096];
        ax_program program;
        snprintf(text, sizeof text,
                 "sdy.mesh @mesh = <[\"x\"=2, \"y\"=2]>\nsdy.mesh @one = <[], device_ids=[0]>\n"
                 "func.func @main(%%a: tensor<2x3xf32>) -> tensor<2x3xf32> {\n%s\n"
                 "return %%r : tensor<2x3xf32>\n}",
                 hints[i]);
        ax_status *status = import(text, &program);
        if (status)
            fail_msg("%s\n%s", hints[i], ax_status_message(status));
        assert_int_equal(program.graph->neqns, 0);
        assert_ptr_equal(program.graph->outputs[0], program.graph->inputs[0]);
        ax_program_free(&program);
    }
}

#define COMPARATOR                                                                 \
    "({\n^bb0(%x: tensor<f32>, %y: tensor<f32>):\n%l = stablehlo.compare LT, %x, " \
    "%y : (tensor<f32>, tensor<f32>) -> tensor<i1>\nstablehlo.return %l : tensor<i1>\n})"

static void orders(void **state)
{
    (void)state;
    /* The last dimension, and not stable, where nothing is written. */
    assert_ops("%r = \"stablehlo.sort\"(%a) " COMPARATOR " : (tensor<2x3xf32>) -> tensor<2x3xf32>",
               "let\n"
               "    b:f32[2,3] = sort[dimension=1 is_stable=0] a { lambda ; a:f32[] b:f32[]. let\n"
               "          c:bool[] = compare[comparison_direction=LT] a b\n"
               "        in (c,) }\n"
               "  in (b,) }\n");
    assert_ops("%r = \"stablehlo.sort\"(%a) <{dimension = -2 : i64, is_stable = true}> " COMPARATOR
               " : (tensor<2x3xf32>) -> tensor<2x3xf32>",
               "let\n"
               "    b:f32[2,3] = sort[dimension=0 is_stable=1] a { lambda ; a:f32[] b:f32[]. let\n"
               "          c:bool[] = compare[comparison_direction=LT] a b\n"
               "        in (c,) }\n"
               "  in (b,) }\n");
}

/* What the program says of two ways to ask for the same. */
static void assert_same(const char *a, const char *b)
{
    const char *const bodies[] = {a, b};
    char *printed[2];
    for (int i = 0; i < 2; i++) {
        char text[4096];
        snprintf(text, sizeof text,
                 "func.func @main(%%n: tensor<4xf32>) -> tensor<2xf32> {\n%s\nreturn %%r#0 : "
                 "tensor<2xf32>\n}",
                 bodies[i]);
        ax_program program;
        ax_status *status = import(text, &program);
        if (status)
            fail_msg("%s\n%s", bodies[i], ax_status_message(status));
        assert_ok(ax_graph_print(program.graph, &printed[i]));
        ax_program_free(&program);
    }
    assert_non_null(strstr(printed[0], "top_k[k=2]"));
    assert_string_equal(printed[0], printed[1]);
    free(printed[0]);
    free(printed[1]);
}

static void ways_to_ask_for_the_largest(void **state)
{
    (void)state;
    const char *plain = "%r:2 = chlo.top_k(%n, k = 2) : tensor<4xf32> -> (tensor<2xf32>, "
                        "tensor<2xi32>)";
    assert_same(plain, "%r:2 = \"chlo.top_k\"(%n) <{k = 2 : i64}> : (tensor<4xf32>) -> "
                       "(tensor<2xf32>, tensor<2xi32>)");
    assert_same(plain, "%r:2 = chlo.top_k(%n, k = 2, is_stable = true) : tensor<4xf32> -> "
                       "(tensor<2xf32>, tensor<2xi32>)");
    assert_same(plain, "%r:2 = stablehlo.custom_call @mhlo.topk(%n) {mhlo.attributes = {k = 2 : "
                       "i64, largest = true}, mhlo.version = 1 : i64} : (tensor<4xf32>) -> "
                       "(tensor<2xf32>, tensor<2xi32>)");
}

/* As lax.approx_max_k is lowered: the exact ones by the comparator that it names. */
static void approximate_ones_are_exact(void **state)
{
    (void)state;
    ax_program program;
    assert_ok(import(
        "func.func @before(%x: tensor<f32>, %y: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>) -> "
        "tensor<i1> {\n%c = stablehlo.compare GT, %x, %y : (tensor<f32>, tensor<f32>) -> "
        "tensor<i1>\nreturn %c : tensor<i1>\n}\n"
        "func.func @main(%a: tensor<4xf32>, %i: tensor<4xi32>, %u: tensor<f32>, %v: tensor<i32>) "
        "-> tensor<2xi32> {\n"
        "%r:2 = stablehlo.custom_call @ApproxTopK(%a, %i, %u, %v) {called_computations = "
        "[@before], mhlo.backend_config = {aggregate_to_topk = true, is_fallback = true, "
        "reduction_dim = 0 : i64, top_k = 2 : i64}} : (tensor<4xf32>, tensor<4xi32>, tensor<f32>, "
        "tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)\nreturn %r#1 : tensor<2xi32>\n}",
        &program));
    char *printed;
    assert_ok(ax_graph_verify(program.graph));
    assert_ok(ax_graph_print(program.graph, &printed));
    assert_non_null(strstr(printed, "sort[dimension=0 is_stable=1] a b"));
    assert_non_null(strstr(printed, "slice[limit_indices=(2,)"));
    free(printed);
    ax_program_free(&program);
}

/* ---- what is refused ---- */

static void assert_refused(const char *ops, ax_code code, const char *message)
{
    char text[4096];
    snprintf(text, sizeof text, "func.func @main(%%a: tensor<2x3xf32>) {\n%s\nreturn\n}", ops);
    ax_program program;
    assert_error(import(text, &program), code, message);
}

static void refusals_by_name(void **state)
{
    (void)state;
    assert_refused("%r = stablehlo.custom_call @xla_ffi_python_cpu_callback(%a) "
                   "{mhlo.backend_config = {index = 0 : ui64}, api_version = 4 : i32} : "
                   "(tensor<2x3xf32>) -> tensor<2x3xf32>",
                   AX_UNSUPPORTED,
                   "t.mlir:2:6: the custom call 'xla_ffi_python_cpu_callback' is not supported: it "
                   "calls back into Python");
    assert_refused("%c = stablehlo.constant dense<true> : tensor<i1>\n"
                   "stablehlo.custom_call @shape_assertion(%c) {error_message = \"no\"} : "
                   "(tensor<i1>) -> ()",
                   AX_UNSUPPORTED, "export one example with concrete shapes");
    assert_refused("%r = stablehlo.custom_call @lapack_sgetrf_ffi(%a) : (tensor<2x3xf32>) -> "
                   "tensor<2x3xf32>",
                   AX_UNSUPPORTED, "'lapack_sgetrf_ffi' is not supported: linear algebra");
    assert_refused("%r = stablehlo.custom_call @mine(%a) : (tensor<2x3xf32>) -> tensor<2x3xf32>",
                   AX_UNSUPPORTED, "the custom call 'mine' is not supported");
    assert_refused("%r = stablehlo.custom_call @mhlo.topk(%a) {mhlo.attributes = {k = 1 : i64, "
                   "largest = false}} : (tensor<2x3xf32>) -> tensor<2x1xf32>",
                   AX_UNSUPPORTED, "the smallest k elements are not supported");
    assert_refused("%r = stablehlo.custom_call @ApproxTopK(%a, %a) {mhlo.backend_config = "
                   "{reduction_dim = 0 : i64}} : (tensor<2x3xf32>, tensor<2x3xf32>) -> "
                   "tensor<2x1xf32>",
                   AX_FORMAT, "without its attribute 'called_computations'");
    assert_refused("%r = stablehlo.create_token : !stablehlo.token", AX_UNSUPPORTED,
                   "'stablehlo.create_token' is not supported: tokens order effects");
    assert_refused("%r = \"stablehlo.after_all\"() : () -> !stablehlo.token", AX_UNSUPPORTED,
                   "'stablehlo.after_all' is not supported: tokens order effects");
    assert_refused("%r = \"stablehlo.abs\"(%a) : (tensor<2x3xf32>) -> tensor<?x3xf32>",
                   AX_UNSUPPORTED,
                   "t.mlir:2:49: the type tensor<?x3xf32> is not supported: export one example "
                   "with concrete shapes");
    assert_refused("%r = \"stablehlo.abs\"(%a) : (tensor<2x3xf32>) -> tensor<?x3xf32, "
                   "#stablehlo.bounds<5, ?>>",
                   AX_UNSUPPORTED, "export one example with concrete shapes");
    assert_refused("%r = stablehlo.uniform_quantize %a : (tensor<2x3xf32>) -> "
                   "tensor<2x3x!quant.uniform<i8:f32, 1.0:0>>",
                   AX_UNSUPPORTED, "quantized types are not there yet");
    assert_refused("%r = stablehlo.constant dense<1> : tensor<2xi4>", AX_UNSUPPORTED,
                   "the type tensor<2xi4> is not supported");
    assert_refused("%r:2 = chlo.top_k(%a, k = 4) : tensor<2x3xf32> -> (tensor<2x4xf32>, "
                   "tensor<2x4xi32>)",
                   AX_INVALID_ARGUMENT, "k is 4, but the last dimension of f32[2,3] has 3");
    assert_refused("%r = \"stablehlo.sort\"(%a) <{dimension = 2 : i64}> " COMPARATOR
                   " : (tensor<2x3xf32>) -> tensor<2x3xf32>",
                   AX_INVALID_ARGUMENT, "dimension is 2, but the array has 2 dimensions");
    assert_refused("%r = stablehlo.nothing_yet %a : tensor<2x3xf32>", AX_UNSUPPORTED,
                   "t.mlir:2:6: the op 'stablehlo.nothing_yet' is not supported");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hints_are_identities),
        cmocka_unit_test(orders),
        cmocka_unit_test(ways_to_ask_for_the_largest),
        cmocka_unit_test(approximate_ones_are_exact),
        cmocka_unit_test(refusals_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
