/* Elementwise ops in the forms that StableHLO's and CHLO's text has for them, and what they become. */
#include "formats/stablehlo.h"

#include "test.h"
#include <stdio.h>
#include <stdlib.h>

static ax_status *import(const char *argument, const char *op, const char *result,
                         ax_program *out_program)
{
    char text[1024];
    snprintf(text, sizeof text, "func.func @main(%%a: %s) -> %s {\n%%0 = %s\nreturn %%0 : %s\n}",
             argument, result, op, result);
    ax_hlo_module *module;
    AX_TRY(ax_stablehlo_parse(text, strlen(text), "t.mlir", &module));
    ax_status *status = ax_stablehlo_import(module, NULL, out_program);
    ax_stablehlo_free(module);
    return status;
}

#define ACCURACY                                            \
    "{result_accuracy = #stablehlo.result_accuracy<mode = " \
    "#stablehlo.result_accuracy_mode<HIGHEST>>}"
#define TOLERANCE                                                                                \
    "{result_accuracy = #stablehlo.result_accuracy<atol = 1.0e-5, rtol = 0.0, ulps = 1, mode = " \
    "#stablehlo.result_accuracy_mode<TOLERANCE>>}"

static void forms_become_equations(void **state)
{
    (void)state;
    static const struct {
        const char *argument, *op, *result, *part;
    } cases[] = {
        {"tensor<2xf32>", "stablehlo.exponential %a " ACCURACY " : tensor<2xf32>", "tensor<2xf32>",
         "b:f32[2] = exponential a"},
        {"tensor<2xf32>",
         "\"stablehlo.tanh\"(%a) <" TOLERANCE "> : (tensor<2xf32>) -> tensor<2xf32>",
         "tensor<2xf32>", "b:f32[2] = tanh a"},
        {"tensor<bf16>", "stablehlo.tan %a : tensor<bf16>", "tensor<bf16>", "b:bf16[] = tan a"},
        {"tensor<f32>", "stablehlo.convert %a : tensor<f32>", "tensor<f32>",
         "= convert[type=f32[]] a"},
        {"tensor<2xf64>", "stablehlo.convert %a : (tensor<2xf64>) -> tensor<2xbf16>",
         "tensor<2xbf16>", "b:bf16[2] = convert[type=bf16[2]] a"},
        {"tensor<2xi32>",
         "stablehlo.compare LT, %a, %a : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>",
         "tensor<2xi1>", "b:bool[2] = compare[comparison_direction=LT] a a"},
        {"tensor<2xi32>",
         "stablehlo.compare GE, %a, %a, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>",
         "tensor<2xi1>", "[comparison_direction=GE]"},
        {"tensor<2xui8>",
         "stablehlo.compare EQ, %a, %a, UNSIGNED : (tensor<2xui8>, tensor<2xui8>) -> tensor<2xi1>",
         "tensor<2xi1>", "[comparison_direction=EQ]"},
        {"tensor<2xi1>",
         "stablehlo.compare NE, %a, %a, UNSIGNED : (tensor<2xi1>, tensor<2xi1>) -> tensor<2xi1>",
         "tensor<2xi1>", "[comparison_direction=NE]"},
        {"tensor<2xf16>",
         "stablehlo.compare NE, %a, %a, FLOAT : (tensor<2xf16>, tensor<2xf16>) -> tensor<2xi1>",
         "tensor<2xi1>", "[comparison_direction=NE]"},
        {"tensor<2xf32>",
         "stablehlo.compare LT, %a, %a, TOTALORDER : (tensor<2xf32>, tensor<2xf32>) -> "
         "tensor<2xi1>",
         "tensor<2xi1>", "[comparison_direction=TOTAL_LT]"},
        {"tensor<2xf32>",
         "\"stablehlo.compare\"(%a, %a) <{comparison_direction = #stablehlo<comparison_direction "
         "GT>, "
         "compare_type = #stablehlo<comparison_type TOTALORDER>}> : (tensor<2xf32>, tensor<2xf32>) "
         "-> "
         "tensor<2xi1>",
         "tensor<2xi1>", "[comparison_direction=TOTAL_GT]"},
        {"tensor<2xf32>", "stablehlo.reduce_precision %a, format = e5m10 : tensor<2xf32>",
         "tensor<2xf32>", "reduce_precision[exponent_bits=5 mantissa_bits=10] a"},
        {"tensor<2xf32>",
         "\"stablehlo.reduce_precision\"(%a) <{exponent_bits = 8 : i32, mantissa_bits = 7 : i32}> "
         ": "
         "(tensor<2xf32>) -> tensor<2xf32>",
         "tensor<2xf32>", "reduce_precision[exponent_bits=8 mantissa_bits=7] a"},
        {"tensor<2xf32>", "stablehlo.bitcast_convert %a : (tensor<2xf32>) -> tensor<2x4xui8>",
         "tensor<2x4xui8>", "b:u8[2,4] = bitcast_convert[type=u8[2,4]] a"},
        {"tensor<2x2xi16>",
         "\"stablehlo.bitcast_convert\"(%a) : (tensor<2x2xi16>) -> tensor<2xf32>", "tensor<2xf32>",
         "b:f32[2] = bitcast_convert[type=f32[2]] a"},
        {"tensor<2xf32>", "chlo.erf_inv %a : tensor<2xf32> -> tensor<2xf32>", "tensor<2xf32>",
         "b:f32[2] = erf_inv a"},
        {"tensor<2xf32>", "\"chlo.zeta\"(%a, %a) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>",
         "tensor<2xf32>", "b:f32[2] = zeta a a"},
        {"tensor<2xf32>", "chlo.next_after %a, %a : tensor<2xf32>, tensor<2xf32> -> tensor<2xf32>",
         "tensor<2xf32>", "b:f32[2] = next_after a a"},
        {"tensor<2xui32>", "chlo.mulhi %a, %a : tensor<2xui32>, tensor<2xui32> -> tensor<2xui32>",
         "tensor<2xui32>", "b:u32[2] = mulhi a a"},
        {"tensor<2xf32>", "chlo.square %a : tensor<2xf32> -> tensor<2xf32>", "tensor<2xf32>",
         "b:f32[2] = multiply a a"},
        {"tensor<2xi64>",
         "\"stablehlo.map\"(%a, %a) ({\n^bb0(%b: tensor<i64>, %c: tensor<i64>):\n"
         "%1 = stablehlo.subtract %c, %b : tensor<i64>\nstablehlo.return %1 : tensor<i64>\n"
         "}) {dimensions = array<i64: 0>} : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi64>",
         "tensor<2xi64>", "= subtract "},
        {"tensor<2xf32>", "chlo.is_inf %a : tensor<2xf32> -> tensor<2xi1>", "tensor<2xi1>",
         "= compare[comparison_direction=EQ]"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ax_program program;
        char *printed;
        assert_ok(import(cases[i].argument, cases[i].op, cases[i].result, &program));
        assert_ok(ax_graph_verify(program.graph));
        assert_ok(ax_graph_print(program.graph, &printed));
        if (!strstr(printed, cases[i].part))
            fail_msg("'%s' is not in:\n%s", cases[i].part, printed);
        free(printed);
        ax_program_free(&program);
    }
}

static void faults_are_named(void **state)
{
    (void)state;
    static const struct {
        const char *argument, *op, *result;
        ax_code code;
        const char *part;
    } cases[] = {
        {"tensor<2xui8>",
         "stablehlo.compare EQ, %a, %a, SIGNED : (tensor<2xui8>, tensor<2xui8>) -> tensor<2xi1>",
         "tensor<2xi1>", AX_FORMAT, "t.mlir:2:36: compare of u8 as SIGNED; it is one of FLOAT"},
        {"tensor<2xf32>",
         "stablehlo.compare EQ, %a, %a, SOMEHOW : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>",
         "tensor<2xi1>", AX_FORMAT, "compare of f32 as SOMEHOW"},
        {"tensor<2xf32>", "stablehlo.reduce_precision %a, format = m5 : tensor<2xf32>",
         "tensor<2xf32>", AX_FORMAT, "a format such as e5m10"},
        {"tensor<2xf32>", "\"stablehlo.reduce_precision\"(%a) : (tensor<2xf32>) -> tensor<2xf32>",
         "tensor<2xf32>", AX_FORMAT,
         "stablehlo.reduce_precision without its attribute 'exponent_bits'"},
        {"tensor<2xf32>", "stablehlo.bitcast_convert %a : (tensor<2xf32>) -> tensor<2x3xui8>",
         "tensor<2x3xui8>", AX_INVALID_ARGUMENT, "bitcast_convert: f32[2] as u8[2,3]"},
        {"tensor<2xcomplex<f32>>", "chlo.erf %a : tensor<2xcomplex<f32>> -> tensor<2xcomplex<f32>>",
         "tensor<2xcomplex<f32>>", AX_UNSUPPORTED, "erf of c64 is not supported"},
        {"tensor<2xf32>",
         "\"chlo.is_inf\"(%a, %a) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>", "tensor<2xi1>",
         AX_FORMAT, "chlo.is_inf has one operand and one result"},
        {"tensor<2x2xf32>",
         "\"stablehlo.map\"(%a) ({\n^bb0(%b: tensor<f32>):\nstablehlo.return %b : tensor<f32>\n"
         "}) {dimensions = array<i64: 1, 0>} : (tensor<2x2xf32>) -> tensor<2x2xf32>",
         "tensor<2x2xf32>", AX_FORMAT, "map goes over all 2 dimensions of its operands, in order"},
        {"tensor<2xf32>",
         "\"stablehlo.map\"(%a) ({\n^bb0(%b: tensor<f64>):\nstablehlo.return %b : tensor<f64>\n"
         "}) {dimensions = array<i64: 0>} : (tensor<2xf32>) -> tensor<2xf64>",
         "tensor<2xf64>", AX_FORMAT, "map: its region takes a scalar of each operand"},
        {"tensor<2xf32>", "chlo.nothing %a : tensor<2xf32> -> tensor<2xf32>", "tensor<2xf32>",
         AX_UNSUPPORTED, "the op 'chlo.nothing' is not supported"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ax_program program;
        assert_error(import(cases[i].argument, cases[i].op, cases[i].result, &program),
                     cases[i].code, cases[i].part);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forms_become_equations),
        cmocka_unit_test(faults_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
