/* The tree of a StableHLO module to a graph: ops, constants, calls, regions, collectives. */
#include "formats/stablehlo.h"

#include "test.h"
#include <stdio.h>
#include <stdlib.h>

static ax_status *import(const char *text, const char *function, ax_program *out_program)
{
    ax_hlo_module *module;
    ax_status *status = ax_stablehlo_parse(text, strlen(text), "t.mlir", &module);
    if (status)
        return ax_status_context(status, "in the test's own text");
    status = ax_stablehlo_import(module, function, out_program);
    ax_stablehlo_free(module);
    return status;
}

static void assert_prints(const ax_program *program, const char *expected)
{
    char *printed;
    assert_ok(ax_graph_verify(program->graph));
    assert_ok(ax_graph_print(program->graph, &printed));
    assert_string_equal(printed, expected);
    free(printed);
}

static void functions_calls_and_names(void **state)
{
    (void)state;
    ax_program program;
    assert_ok(import(
        "module @m {\n"
        "  func.func public @main(%arg0: tensor<2x3xf32> loc(\"params['w']\"), %arg1: "
        "tensor<3xf32>) "
        "-> (tensor<2xf32> {jax.result_info = \"result['y']\"}, tensor<2x3xf32>) {\n"
        "    %c = stablehlo.constant dense<1.5> : tensor<2x3xf32>\n"
        "    %0 = stablehlo.add %arg0, %c : tensor<2x3xf32>\n"
        "    %1 = call @twice(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>\n"
        "    %2 = stablehlo.dot %1, %arg1, precision = [DEFAULT, DEFAULT] : (tensor<2x3xf32>, "
        "tensor<3xf32>) -> tensor<2xf32>\n"
        "    %3 = chlo.square %2 : tensor<2xf32> -> tensor<2xf32>\n"
        "    %4 = stablehlo.optimization_barrier %3 : tensor<2xf32>\n"
        "    %5 = sdy.sharding_constraint %4 <@empty_mesh, [{}]> : tensor<2xf32>\n"
        "    return %5, %1 : tensor<2xf32>, tensor<2x3xf32>\n"
        "  }\n"
        "  func.func private @twice(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {\n"
        "    %0 = stablehlo.add %arg0, %arg0 : tensor<2x3xf32>\n"
        "    return %0 : tensor<2x3xf32>\n"
        "  }\n"
        "}\n",
        NULL, &program));
    assert_prints(&program,
                  "{ lambda ; a:f32[2,3] b:f32[3]. let\n"
                  "    d:f32[2,3] = broadcast_in_dim[broadcast_dimensions=() type=f32[2,3]] "
                  "1.5:f32[]\n"
                  "    e:f32[2,3] = add a d\n"
                  "    f:f32[2,3] = add e e\n"
                  "    g:f32[2] = dot_general[lhs_batching_dimensions=() "
                  "lhs_contracting_dimensions=(1,) rhs_batching_dimensions=() "
                  "rhs_contracting_dimensions=(0,)] f b\n"
                  "    h:f32[2] = multiply g g\n"
                  "  in (h, f) }\n");
    assert_string_equal(program.graph->input_names[0], "params['w']");
    assert_null(program.graph->input_names[1]);
    assert_string_equal(program.graph->output_names[0], "result['y']");
    assert_null(program.graph->output_names[1]);
    ax_program_free(&program);
}

/* One op of @main(%a: f32[2,3], %b: f32[3,2], %s: f32, %n: i32[4], %p: bool, %i, %k: images). */
static void assert_op(const char *op, const char *expected)
{
    char text[4096];
    snprintf(text, sizeof text,
             "func.func @main(%%a: tensor<2x3xf32>, %%b: tensor<3x2xf32>, %%s: tensor<f32>, %%n: "
             "tensor<4xi32>, %%p: tensor<i1>, %%i: tensor<1x8x8x3xf32>, %%k: tensor<3x3x3x4xf32>)"
             "{\n%s\nreturn\n}",
             op);
    ax_program program;
    ax_status *status = import(text, NULL, &program);
    if (status)
        fail_msg("%s\n%s", op, ax_status_message(status));
    char *printed;
    assert_ok(ax_graph_verify(program.graph));
    assert_ok(ax_graph_print(program.graph, &printed));
    char *line = strstr(printed, "let\n");
    assert_non_null(line);
    line += strlen("let\n");
    char *end = strstr(line, "\n  in ()");
    assert_non_null(end);
    *end = '\0';
    line += strspn(line, " ");
    assert_string_equal(line, expected);
    free(printed);
    ax_program_free(&program);
}

static void ops_and_their_attributes(void **state)
{
    (void)state;
    assert_op("%0 = stablehlo.select %p, %a, %a : tensor<i1>, tensor<2x3xf32>",
              "h:f32[2,3] = select e a a");
    assert_op("%0 = stablehlo.compare LT, %n, %n, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> "
              "tensor<4xi1>",
              "h:bool[4] = compare[comparison_direction=LT] d d");
    assert_op("%0 = stablehlo.convert %n : (tensor<4xi32>) -> tensor<4xf32>",
              "h:f32[4] = convert[type=f32[4]] d");
    assert_op("%0 = stablehlo.pad %a, %s, low = [0, -1], high = [1, 2], interior = [0, 1] : "
              "(tensor<2x3xf32>, tensor<f32>) -> tensor<3x6xf32>",
              "h:f32[3,6] = pad[edge_padding_high=(1, 2) edge_padding_low=(0, -1) "
              "interior_padding=(0, 1)] a c");
    assert_op("%0 = stablehlo.concatenate %a, %a, dim = 0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> "
              "tensor<4x3xf32>",
              "h:f32[4,3] = concatenate[dimension=0] a a");
    assert_op("%0 = \"stablehlo.concatenate\"(%a, %a) {dimension = 1 : i64} : (tensor<2x3xf32>, "
              "tensor<2x3xf32>) -> tensor<2x6xf32>",
              "h:f32[2,6] = concatenate[dimension=1] a a");
    assert_op("%0 = stablehlo.iota dim = 1 : tensor<2x3xi32>", "h:i32[2,3] = iota[dimension=1 "
                                                               "type=i32[2,3]]");
    assert_op("%0 = \"stablehlo.slice\"(%a) {start_indices = dense<[0, 1]> : tensor<2xi64>, "
              "limit_indices = dense<[2, 3]> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} "
              ": (tensor<2x3xf32>) -> tensor<2x2xf32>",
              "h:f32[2,2] = slice[limit_indices=(2, 3) start_indices=(0, 1) strides=(1, 1)] a");
    assert_op("%0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>",
              "h:f32[3,2] = transpose[permutation=(1, 0)] a");
    assert_op("%0 = stablehlo.convolution(%i, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, "
              "1, f], window = {pad = [[1, 0], [0, 1]]} {batch_group_count = 1 : i64, "
              "feature_group_count = 1 : i64} : (tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>) -> "
              "tensor<1x7x7x4xf32>",
              "h:f32[1,7,7,4] = convolution[batch_group_count=1 feature_group_count=1 "
              "input_dimensions=(0, 3, 1, 2) kernel_dimensions=(2, 3, 0, 1) lhs_dilation=(1, 1) "
              "output_dimensions=(0, 3, 1, 2) padding=(1, 0, 0, 1) rhs_dilation=(1, 1) "
              "window_reversal=(0, 0) window_strides=(1, 1)] f g");
    assert_op("%0 = \"stablehlo.gather\"(%a, %n) <{dimension_numbers = #stablehlo.gather<"
              "offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], "
              "index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<2x3xf32>, "
              "tensor<4xi32>) -> tensor<4x3xf32>",
              "h:f32[4,3] = gather[collapsed_slice_dims=(0,) index_vector_dim=1 offset_dims=(1,) "
              "operand_batching_dims=() slice_sizes=(1, 3) start_index_map=(0,) "
              "start_indices_batching_dims=()] a d");
    assert_op("%0 = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>\n"
              "%1 = stablehlo.negate %0 : tensor<2x2xi32>",
              "h:i32[2,2] = constant[value=[1 2 3 4]]\n    i:i32[2,2] = negate h");
}

static bool is_check(const ax_hlo_op *op)
{
    return ax_hlo_op_attr(op, "call_target_name") != NULL;
}

static void checks_become_outputs(void **state)
{
    (void)state;
    ax_hlo_module *module;
    static const char text[] =
        "func.func @main() -> tensor<i1> {\n"
        "%0 = stablehlo.constant dense<1.0> : tensor<f32>\n"
        "%1 = stablehlo.constant dense<true> : tensor<i1>\n"
        "%2 = stablehlo.negate %0 : tensor<f32>\n"
        "stablehlo.custom_call @check.expect_eq(%2, %0) : (tensor<f32>, tensor<f32>) -> ()\n"
        "return %1 : tensor<i1>\n}";
    assert_ok(ax_stablehlo_parse(text, sizeof text - 1, "t.mlir", &module));
    ax_program program;
    assert_error(ax_stablehlo_import(module, NULL, &program), AX_UNSUPPORTED,
                 "t.mlir:5:1: the custom call 'check.expect_eq' is not supported");
    assert_ok(ax_stablehlo_import_checks(module, NULL, is_check, false, &program));
    assert_prints(&program, "{ lambda ;. let\n"
                            "    c:f32[] = negate 1.0:f32[]\n"
                            "  in (true:bool[], c, 1.0:f32[]) }\n");
    ax_program_free(&program);
    ax_stablehlo_free(module);
}

/* ---- collectives ---- */

/* A collective on %a: f32[1,4] and %p: bool[1] inside a manual computation over "i" of size 3. */
static ax_status *import_collective(const char *op, ax_program *out_program)
{
    char text[4096];
    snprintf(text, sizeof text,
             "sdy.mesh @mesh = <[\"i\"=3]>\nsdy.mesh @two = <[\"i\"=3, \"j\"=2]>\n"
             "func.func @main(%%x: tensor<3x4xf32>, %%y: tensor<3xi1>) {\n"
             "sdy.manual_computation(%%x, %%y) in_shardings=[<@mesh, [{\"i\"}, {}]>, <@mesh, "
             "[{\"i\"}]>] out_shardings=[] manual_axes={\"i\"} (%%a: tensor<1x4xf32>, %%p: "
             "tensor<1xi1>) {\n%s\nsdy.return\n} : (tensor<3x4xf32>, tensor<3xi1>) -> ()\n"
             "return\n}",
             op);
    return import(text, NULL, out_program);
}

static void assert_collective(const char *op, const char *expected)
{
    ax_program program;
    ax_status *status = import_collective(op, &program);
    if (status)
        fail_msg("%s\n%s", op, ax_status_message(status));
    char *printed;
    assert_ok(ax_graph_verify(program.graph));
    assert_ok(ax_graph_print(program.graph, &printed));
    if (!strstr(printed, expected))
        fail_msg("'%s' is not in\n%s", expected, printed);
    free(printed);
    ax_program_free(&program);
}

#define MESH_AXES(axes) \
    "replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [" axes "]>"
#define AXIS_I  "#stablehlo.axis_ref<name = \"i\">"
#define CHANNEL "channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, "
#define IDS     ", use_global_device_ids"
#define ALL_REDUCE(groups, reducer)                                                           \
    "%0 = \"stablehlo.all_reduce\"(%a) <{" CHANNEL groups "}> ({\n^bb0(%b: tensor<f32>, %c: " \
    "tensor<f32>):\n%d = stablehlo." reducer " %b, %c : tensor<f32>\nstablehlo.return %d : "  \
    "tensor<f32>\n}) : (tensor<1x4xf32>) -> tensor<1x4xf32>"

static void collectives_over_the_axis(void **state)
{
    (void)state;
    assert_collective(ALL_REDUCE(MESH_AXES(AXIS_I) IDS, "add"),
                      "c:f32[1,4] = psum[axes=('i',) axis_sizes=(3,)] a");
    assert_collective(
        ALL_REDUCE("replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>" IDS, "maximum"),
        "= pmax[axes=('i',) axis_sizes=(3,)] a");
    assert_collective(
        ALL_REDUCE("replica_groups = dense<[[2, 0, 1]]> : tensor<1x3xi64>" IDS, "minimum"),
        "= pmin[axes=('i',) axis_sizes=(3,)] a");
    /* Groups of replicas, of which there is one: every process takes part. */
    assert_collective(ALL_REDUCE("replica_groups = dense<0> : tensor<1x1xi64>", "add"),
                      "= psum[axes=('i',) axis_sizes=(3,)] a");
    assert_collective("%0 = \"stablehlo.all_reduce\"(%p) <{" CHANNEL MESH_AXES(AXIS_I) IDS
                      "}> ({\n^bb0(%b: tensor<i1>, %c: tensor<i1>):\n%d = stablehlo.or %c, %b : "
                      "tensor<i1>\nstablehlo.return %d : tensor<i1>\n}) : (tensor<1xi1>) -> "
                      "tensor<1xi1>",
                      "c:bool[1] = pmax[axes=('i',) axis_sizes=(3,)] b");
    assert_collective(
        "%0 = \"stablehlo.all_gather\"(%a) <{all_gather_dim = 0 : i64, " CHANNEL MESH_AXES(AXIS_I)
            IDS "}> : (tensor<1x4xf32>) -> tensor<3x4xf32>",
        "= all_gather[all_gather_dim=0 axes=('i',) axis_sizes=(3,)] a");
    assert_collective("%0 = stablehlo.partition_id : tensor<ui32>",
                      "= axis_index[axes=('i',) axis_sizes=(3,)]");
    /* Groups of one: nothing is said. */
    assert_collective("%0 = stablehlo.negate %a : tensor<1x4xf32>\n%1 = \"stablehlo.all_gather\"("
                      "%0) <{all_gather_dim = 0 : i64, " CHANNEL
                      "replica_groups = dense<[[0], [1], [2]]> : tensor<3x1xi64>" IDS
                      "}> : (tensor<1x4xf32>) -> tensor<1x4xf32>\n%2 = stablehlo.abs %1 : "
                      "tensor<1x4xf32>",
                      "d:f32[1,4] = abs c");
}

static void faults_are_named_with_their_place(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        ax_code code;
        const char *part;
    } cases[] = {
        {"func.func @f() {\nreturn\n}", AX_NOT_FOUND, "t.mlir: there is no function '@main'"},
        {"func.func private @main()", AX_UNSUPPORTED,
         "t.mlir:1:1: the function '@main' has no body"},
        {"func.func @main(%a: tensor<?x2xf32>) {\nreturn\n}", AX_UNSUPPORTED,
         "t.mlir:1:21: the type tensor<?x2xf32> is not supported: export one example with "
         "concrete shapes"},
        {"func.func @main(%a: tensor<2xi4>) {\nreturn\n}", AX_UNSUPPORTED,
         "t.mlir:1:21: the type tensor<2xi4> is not supported"},
        {"func.func @main(%a: !stablehlo.token) {\nreturn\n}", AX_UNSUPPORTED,
         "t.mlir:1:21: the type !stablehlo.token is not supported"},
        {"func.func @main(%a: tensor<4611686018427387904x4xf32>) {\nreturn\n}", AX_OVERFLOW,
         "at t.mlir:1:21"},
        {"func.func @main(%a: tensor<f32>) {\n  %0 = \"stablehlo.nothing\"(%a) : (tensor<f32>) -> "
         "tensor<f32>\nreturn\n}",
         AX_UNSUPPORTED, "t.mlir:2:8: the op 'stablehlo.nothing' is not supported"},
        {"func.func @main(%a: tensor<f32>) {\n%0 = call @main(%a) : (tensor<f32>) -> "
         "tensor<f32>\nreturn\n}",
         AX_UNSUPPORTED, "t.mlir:2:6: the function '@main' calls itself"},
        {"func.func @main(%a: tensor<f32>) {\n%0 = call @g(%a) : (tensor<f32>) -> tensor<f32>\n"
         "return\n}",
         AX_NOT_FOUND, "t.mlir:2:6: there is no function '@g'"},
        {"func.func @main(%a: tensor<f32>) {\n%0 = call @g(%a) : (tensor<f32>) -> tensor<f32>\n"
         "return\n}\nfunc.func @g(%a: tensor<2xf32>) -> tensor<2xf32> {\nreturn %a : "
         "tensor<2xf32>\n}",
         AX_FORMAT,
         "t.mlir:2:6: operand 0 is tensor<f32>, but the function called takes tensor<2xf32>"},
        {"func.func @main(%a: tensor<2xf32>) {\n%0 = \"stablehlo.negate\"(%a) : (tensor<2xf32>) "
         "-> tensor<3xf32>\nreturn\n}",
         AX_FORMAT, "t.mlir:2:6: result 0 of stablehlo.negate is f32[2], but f32[3] is written"},
        {"func.func @main(%a: tensor<2xf32>) {\n\n%0 = stablehlo.transpose %a, dims = [1] : "
         "(tensor<2xf32>) -> tensor<2xf32>\nreturn\n}",
         AX_INVALID_ARGUMENT, "in transpose(f32[2]) at t.mlir:3:6"},
        {"func.func @main(%a: tensor<2xf32>) {\n%0 = \"stablehlo.transpose\"(%a) : "
         "(tensor<2xf32>) -> tensor<2xf32>\nreturn\n}",
         AX_FORMAT, "t.mlir:2:6: stablehlo.transpose without its attribute 'permutation'"},
        {"func.func @main() -> tensor<f32> {\nreturn\n}", AX_FORMAT,
         "t.mlir:2:1: 0 values are returned where 1 are expected"},
        {"func.func @main() {\n}", AX_FORMAT, "a region without a return at its end"},
        {"func.func @main(%a: tensor<2xi32>) {\n%0 = stablehlo.compare LT, %a, %a, TOTALORDER : "
         "(tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>\nreturn\n}",
         AX_FORMAT, "t.mlir:2:36: compare of i32 as TOTALORDER"},
        {"func.func @main(%a: tensor<2xf32>) {\n%0 = stablehlo.compare TOTAL_LT, %a, %a : "
         "(tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>\nreturn\n}",
         AX_FORMAT, "a comparison is one of EQ NE LT LE GT GE"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ax_program program;
        assert_error(import(cases[i].text, NULL, &program), cases[i].code, cases[i].part);
    }
}

/* 2^40 ops when the calls are inlined. */
static void calls_cannot_explode(void **state)
{
    (void)state;
    char text[8192] = "";
    size_t length = 0;
    for (int i = 0; i <= 40; i++) {
        length += (size_t)snprintf(text + length, sizeof text - length,
                                   "func.func @%s%d() {\n%s%.0d%s%.0d%sreturn\n}\n",
                                   i == 0 ? "main" : "f", i, i == 40 ? "" : "call @f",
                                   i == 40 ? 0 : i + 1, i == 40 ? "" : "() : () -> ()\ncall @f",
                                   i == 40 ? 0 : i + 1, i == 40 ? "" : "() : () -> ()\n");
    }
    ax_program program;
    assert_error(import(text, "main0", &program), AX_UNSUPPORTED, "when its calls are inlined");
}

/* ---- indexing ---- */

static void dynamic_slices_keep_their_names(void **state)
{
    (void)state;
    static const char text[] =
        "func.func @main(%x: tensor<4x5xf32>, %u: tensor<4x2xf32>, %i: tensor<i32>, %j: "
        "tensor<i32>) -> (tensor<4x2xf32>, tensor<4x5xf32>) {\n"
        "%0 = stablehlo.dynamic_slice %x, %i, %j, sizes = [4, 2] : (tensor<4x5xf32>, tensor<i32>, "
        "tensor<i32>) -> tensor<4x2xf32>\n"
        "%1 = stablehlo.dynamic_update_slice %x, %u, %i, %j : (tensor<4x5xf32>, tensor<4x2xf32>, "
        "tensor<i32>, tensor<i32>) -> tensor<4x5xf32>\n"
        "return %0, %1 : tensor<4x2xf32>, tensor<4x5xf32>\n}";
    ax_program program;
    char *printed;
    assert_ok(import(text, NULL, &program));
    assert_ok(ax_graph_print(program.graph, &printed));
    assert_non_null(strstr(printed, "e:f32[4,2] = dynamic_slice[slice_sizes=(4, 2)] a c d\n"));
    assert_non_null(strstr(printed, "f:f32[4,5] = dynamic_update_slice a b c d\n"));
    free(printed);
    ax_program_free(&program);
}

/* Both ways in which attributes stand around a region, and what is not written. */
static void scatters_are_read_in_both_forms(void **state)
{
    (void)state;
    static const char *const forms[][2] = {
        {"<{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], "
         "scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = true, "
         "unique_indices = false}>",
         ""},
        {"",
         "{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], "
         "scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = true}"},
        {"", ""},
    };
    for (size_t i = 0; i < 3; i++) {
        char text[1024], *printed;
        snprintf(text, sizeof text,
                 "func.func @main(%%x: tensor<4xf32>, %%i: tensor<3xi32>, %%u: tensor<3xf32>) -> "
                 "tensor<4xf32> {\n%%0 = \"stablehlo.scatter\"(%%x, %%i, %%u) %s ({\n^bb0(%%a: "
                 "tensor<f32>, %%b: tensor<f32>):\n\"stablehlo.return\"(%%b) : (tensor<f32>) -> ()"
                 "\n}) %s : (tensor<4xf32>, tensor<3xi32>, tensor<3xf32>) -> tensor<4xf32>\n"
                 "return %%0 : tensor<4xf32>\n}",
                 forms[i][0], forms[i][1]);
        ax_program program;
        if (i == 2) {
            assert_error(import(text, NULL, &program), AX_FORMAT,
                         "stablehlo.scatter without its attribute 'scatter_dimension_numbers'");
            continue;
        }
        assert_ok(import(text, NULL, &program));
        assert_ok(ax_graph_print(program.graph, &printed));
        assert_non_null(strstr(
            printed, "scatter[index_vector_dim=1 indices_are_sorted=1 input_batching_dims=() "
                     "inserted_window_dims=(0,) scatter_dims_to_operand_dims=(0,) "
                     "scatter_indices_batching_dims=() unique_indices=0 update_window_dims=()]"));
        free(printed);
        ax_program_free(&program);
    }
}

/* ---- where an error comes from ---- */

static void errors_name_the_line_of_the_model(void **state)
{
    (void)state;
    static const struct {
        const char *op, *source;
    } cases[] = {
        {"%0 = stablehlo.sqrt2 %x : tensor<4xf32> loc(\"model.py\":7:3)", "from model.py:7"},
        {"%0 = stablehlo.sqrt2 %x : tensor<4xf32> loc(\"a/b\"(\"m.py\":12:3 to 13:9))",
         "from m.py:12"},
        {"%0 = stablehlo.sqrt2 %x : tensor<4xf32> loc(#name)", "from deep.py:31"},
        {"%0 = stablehlo.sqrt2 %x : tensor<4xf32> loc(callsite(#name at #unknown))",
         "from deep.py:31"},
        /* Errors of the builder: the first op that fails, not those behind it. */
        {"%0 = stablehlo.add %x, %y : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32> "
         "loc(\"m.py\":5:1)\n%1 = stablehlo.negate %x : tensor<4xf32> loc(\"m.py\":6:1)",
         "from m.py:5"},
        /* An op without a line inside a call that has one. */
        {"%0 = func.call @inner(%x) : (tensor<4xf32>) -> tensor<4xf32> loc(\"m.py\":8:1)",
         "from m.py:8"},
        {"%0 = stablehlo.sqrt2 %x : tensor<4xf32> loc(#ring)", NULL},
        {"%0 = stablehlo.sqrt2 %x : tensor<4xf32> loc(#nowhere)", NULL},
        {"%0 = stablehlo.sqrt2 %x : tensor<4xf32> loc(\"model.py\")", NULL},
        {"%0 = stablehlo.sqrt2 %x : tensor<4xf32>", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[2048];
        snprintf(
            text, sizeof text,
            "func.func @main(%%x: tensor<4xf32>, %%y: tensor<5xf32>) {\n%s\nreturn\n}\n"
            "func.func private @inner(%%x: tensor<4xf32>) -> tensor<4xf32> {\n%%0 = "
            "stablehlo.sqrt2 %%x : tensor<4xf32>\nreturn %%0 : tensor<4xf32>\n}\n"
            "#name = loc(\"jit(f)/sqrt\"(#file))\n#file = loc(\"deep.py\":31:4)\n"
            "#ring = loc(\"r\"(#ring2))\n#ring2 = loc(\"r\"(#ring))\n#unknown = loc(unknown)\n",
            cases[i].op);
        ax_program program;
        ax_status *status = import(text, NULL, &program);
        assert_non_null(status);
        const char *from = strstr(ax_status_message(status), "from ");
        if (cases[i].source ? !from || strcmp(from, cases[i].source) != 0 : from != NULL)
            fail_msg("%s\n%s", cases[i].op, ax_status_message(status));
        ax_status_free(status);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions_calls_and_names),
        cmocka_unit_test(ops_and_their_attributes),
        cmocka_unit_test(checks_become_outputs),
        cmocka_unit_test(collectives_over_the_axis),
        cmocka_unit_test(faults_are_named_with_their_place),
        cmocka_unit_test(calls_cannot_explode),
        cmocka_unit_test(dynamic_slices_keep_their_names),
        cmocka_unit_test(scatters_are_read_in_both_forms),
        cmocka_unit_test(errors_name_the_line_of_the_model),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
