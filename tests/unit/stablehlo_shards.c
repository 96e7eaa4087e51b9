/* Manual computations in their older forms, and one function on a grid of processes. */
#include "program_text.h"

#include <stdlib.h>

static void assert_imports(const char *text, const char *expected)
{
    ax_program program;
    char *printed;
    assert_ok(import(text, &program));
    assert_ok(ax_graph_verify(program.graph));
    assert_ok(ax_graph_print(program.graph, &printed));
    if (!strstr(printed, expected))
        fail_msg("'%s' is not in\n%s", expected, printed);
    free(printed);
    ax_program_free(&program);
}

static void assert_refused(const char *text, ax_code code, const char *part)
{
    ax_program program;
    assert_error(import(text, &program), code, part);
}

/* ---- GSPMD ---- */

/* x [12,4] and its result, sharded as IN and OUT say, with blocks BLOCK. */
static const char gspmd_text[] =
    "module @m attributes {mhlo.num_partitions = 6 : i32, mhlo.num_replicas = 1 : i32} {\n"
    "func.func @main(%x: tensor<12x4xf32>) -> tensor<12x4xf32> {\n"
    "%0 = stablehlo.custom_call @Sharding(%x) {mhlo.sharding = \"IN\"} : (tensor<12x4xf32>) -> "
    "tensor<12x4xf32>\n"
    "%1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = \"{manual}\"} : "
    "(tensor<12x4xf32>) -> tensor<BLOCK>\n"
    "%2 = call @shmap_body(%1) : (tensor<BLOCK>) -> tensor<BLOCK>\n"
    "%3 = stablehlo.custom_call @Sharding(%2) {mhlo.sharding = \"{manual}\"} : (tensor<BLOCK>) -> "
    "tensor<BLOCK>\n"
    "%4 = stablehlo.custom_call @SPMDShardToFullShape(%3) {mhlo.sharding = \"OUT\"} : "
    "(tensor<BLOCK>) -> tensor<12x4xf32>\n"
    "return %4 : tensor<12x4xf32>\n}\n"
    "func.func private @shmap_body(%a: tensor<BLOCK>) -> tensor<BLOCK> {\n"
    "return %a : tensor<BLOCK>\n}\n}\n";

static const char *gspmd(const char *in, const char *out, const char *block)
{
    const char *text = with(with(gspmd_text, "IN", in), "OUT", out);
    while (strstr(text, "BLOCK"))
        text = with(text, "BLOCK", block);
    return text;
}

static void gspmd_becomes_axes(void **state)
{
    (void)state;
    static const char *const grid = "{devices=[3,2]<=[6]}";
    assert_imports(gspmd(grid, grid, "4x2xf32"),
                   "b:f32[12,4] = shard_map[in_specs=([{0}, {1}]) manual_axes=('axis0', 'axis1') "
                   "manual_sizes=(3, 2) out_specs=([{0}, {1}])] a {");
    assert_imports(gspmd("{devices=[3,2]0,1,2,3,4,5}", grid, "4x2xf32"),
                   "in_specs=([{0}, {1}]) manual_axes=('axis0', 'axis1') manual_sizes=(3, 2)");
    /* Devices counted along the other dimension first. */
    assert_imports(gspmd("{devices=[3,2]<=[2,3]T(1,0)}", "{devices=[3,2]0,3,1,4,2,5}", "4x2xf32"),
                   "in_specs=([{1}, {0}]) manual_axes=('axis0', 'axis1') manual_sizes=(2, 3) "
                   "out_specs=([{1}, {0}])");
    /* All in one dimension; copies along an axis; everywhere the same. */
    assert_imports(gspmd("{devices=[6,1]<=[6]}", "{devices=[6,1]<=[6]}", "2x4xf32"),
                   "in_specs=([{0}, {}]) manual_axes=('axis0',) manual_sizes=(6,)");
    assert_imports(gspmd("{devices=[1,2,3]<=[3,2]T(1,0) last_tile_dim_replicate}",
                         "{devices=[1,2,3]<=[3,2]T(1,0) last_tile_dims={replicated}}", "12x2xf32"),
                   "in_specs=([{}, {1}]) manual_axes=('axis0', 'axis1') manual_sizes=(3, 2)");
    assert_imports(gspmd("{replicated}", "{maximal device=0}", "12x4xf32"),
                   "in_specs=([{}, {}]) manual_axes=('axis0',) manual_sizes=(6,)");
    /* Two axes in one dimension, of which another array is cut along the second alone. */
    assert_imports(gspmd("{devices=[6,1]<=[3,2]T(1,0)}", "{devices=[6,1]<=[3,2]T(1,0)}", "2x4xf32"),
                   "in_specs=([{1,0}, {}]) manual_axes=('axis0', 'axis1') manual_sizes=(3, 2)");
}

/* Where some axes are manual, the others are hints. */
static void gspmd_with_free_axes(void **state)
{
    (void)state;
    const char *text = gspmd("{devices=[3,2]<=[6]}",
                             "{devices=[3,1,2]<=[6] last_tile_dim_replicate}", "4x4xf32");
    static const char part[] = "{devices=[1,1,3,2]<=[6] last_tile_dims={manual, replicated}}";
    text = with(with(text, "{manual}", part), "{manual}", part);
    assert_imports(text, "in_specs=([{0}, {}]) manual_axes=('axis0',) manual_sizes=(3,) "
                         "out_specs=([{0}, {}])");
}

static void faults_of_gspmd(void **state)
{
    (void)state;
    static const char *const grid = "{devices=[3,2]<=[6]}";
    static const char *const unreadable[] = {
        "",
        "{devices=[3,2]<=[6]",
        "{devices=[3,2]<=[6]}x",
        "{devices=[3,2]<=[5]}",
        "{devices=[3,2]<=[2,3]T(1,1)}",
        "{devices=[3,2]<=[2,3]T(0)}",
        "{devices=[3,2]0,1,2,3,4,4}",
        "{devices=[3,2]0,1,2,3,4,6}",
        "{devices=[3,0]<=[0]}",
        "{devices=[99999999,99999999]<=[1]}",
        "{devices=[3,2]<=[6] last_tile_dims={unreduced}}",
        "{tuple}",
    };
    for (size_t i = 0; i < sizeof unreadable / sizeof unreadable[0]; i++)
        assert_refused(gspmd(unreadable[i], grid, "4x2xf32"), AX_UNSUPPORTED, "is not supported");
    assert_refused(gspmd("{devices=[4,2]<=[8]}", grid, "3x2xf32"), AX_FORMAT,
                   "a sharding over 8 devices in a program of 6");
    assert_refused(gspmd("{devices=[3,2]<=[2,3]T(1,0)}", grid, "4x2xf32"), AX_UNSUPPORTED,
                   "shardings that are not cuts of one grid of devices");
    assert_refused(gspmd("{devices=[6]<=[6]}", grid, "4x2xf32"), AX_FORMAT,
                   "a sharding of 1 dimensions for an array of 2");
    assert_refused(gspmd(grid, grid, "4x4xf32"), AX_INVALID_ARGUMENT,
                   "its block is f32[4,2], and the region has f32[4,4]");
    const char *text = gspmd(grid, grid, "4x2xf32");
    assert_refused(
        with(text, "call @shmap_body(%1)", "stablehlo.negate %1"), AX_UNSUPPORTED,
        "operand 0 of stablehlo.negate is a shard, outside the call of a mapped function");
    text = gspmd(grid, grid, "4x2xf32");
    assert_refused(with(text, "SPMDFullToShardShape(%0)", "SPMDFullToShardShape(%x)"), AX_FORMAT,
                   "without its attribute 'mhlo.sharding'");
    text = gspmd(grid, grid, "4x2xf32");
    assert_refused(with(text, "@SPMDShardToFullShape(%3)", "@SPMDShardToFullShape(%2)"), AX_FORMAT,
                   "without its attribute 'mhlo.sharding'");
}

/* ---- Shardy's texts ---- */

static const char shardy_text[] =
    "module @m attributes {mhlo.frontend_attributes = {xla.sdy.meshes = \"{mesh = "
    "#sdy.mesh<[\\22a\\22=4, \\22b\\22=2]>}\"}} {\n"
    "func.func @main(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {\n"
    "%0 = stablehlo.custom_call @xla.sdy.GlobalToLocalShape(%x) {mhlo.frontend_attributes = "
    "{xla.sdy.in_shardings = \"#sdy.sharding_per_value<[<@mesh, [{\\22a\\22}, {\\22b\\22}]>]>\", "
    "xla.sdy.manual_axes = \"#sdy<manual_axes{\\22a\\22, \\22b\\22}>\"}} : (tensor<8x4xf32>) -> "
    "tensor<2x2xf32>\n"
    "%1 = call @xla.sdy.manual_computation_body(%0) : (tensor<2x2xf32>) -> tensor<2x2xf32>\n"
    "%2 = stablehlo.custom_call @xla.sdy.LocalToGlobalShape(%1) {mhlo.frontend_attributes = "
    "{xla.sdy.manual_axes = \"#sdy<manual_axes{\\22a\\22, \\22b\\22}>\", xla.sdy.out_shardings = "
    "\"#sdy.sharding_per_value<[<@mesh, [{\\22a\\22}, {\\22b\\22}]>]>\"}} : (tensor<2x2xf32>) -> "
    "tensor<8x4xf32>\n"
    "return %2 : tensor<8x4xf32>\n}\n"
    "func.func private @xla.sdy.manual_computation_body(%a: tensor<2x2xf32>) -> tensor<2x2xf32> {\n"
    "%i = stablehlo.partition_id : tensor<ui32>\n"
    "return %a : tensor<2x2xf32>\n}\n}\n";

static void attributes_of_shardy_as_texts(void **state)
{
    (void)state;
    static const char map[] = "shard_map[in_specs=([{0}, {1}]) manual_axes=('a', 'b') "
                              "manual_sizes=(4, 2) out_specs=([{0}, {1}])] a {";
    assert_imports(shardy_text, map);
    /* A mesh of the module comes first. */
    assert_imports(with(shardy_text, "func.func @main",
                        "sdy.mesh @mesh = <[\"a\"=4, \"b\"=2]>\n"
                        "func.func @main"),
                   map);
    assert_refused(with(shardy_text, "{mesh = ", "{other = "), AX_NOT_FOUND,
                   "there is no mesh '@mesh'");
    assert_refused(with(shardy_text, "[<@mesh, ", "[<mesh, "), AX_FORMAT,
                   "a sharding is <@mesh, [..]>");
    assert_refused(with(shardy_text, "\"#sdy.sharding_per_value<[", "\"#sdy.sharding_per_value<(["),
                   AX_FORMAT, "t.mlir:3:");
}

/* ---- processes ---- */

static const char parallel[] =
    "func.func @main(%a: tensor<2xf32>, %b: tensor<2xf32>) -> (tensor<2xf32>, tensor<ui32>, "
    "tensor<2xf32>, tensor<ui32>) {\n"
    "%0:4 = \"interpreter.run_parallel\"(%a, %b) {programs = [[@f, @f]]} : (tensor<2xf32>, "
    "tensor<2xf32>) -> (tensor<2xf32>, tensor<ui32>, tensor<2xf32>, tensor<ui32>)\n"
    "return %0#0, %0#1, %0#2, %0#3 : tensor<2xf32>, tensor<ui32>, tensor<2xf32>, tensor<ui32>\n}\n"
    "func.func @f(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<ui32>) {\n"
    "%i = stablehlo.partition_id : tensor<ui32>\n"
    "return %x, %i : tensor<2xf32>, tensor<ui32>\n}\n"
    "func.func @g(%x: tensor<2xf32>) -> tensor<2xf32> {\nreturn %x : tensor<2xf32>\n}\n";

static void processes_are_a_map(void **state)
{
    (void)state;
    assert_imports(parallel, "shard_map[in_specs=([{0,1}, {}]) manual_axes=('replica', "
                             "'partition') manual_sizes=(1, 2) out_specs=([{0,1}, {}], [{0,1}])]");
    assert_imports(parallel, "= axis_index[axes=('partition',) axis_sizes=(2,)]");
    /* Two replicas of one partition: its number is 0. */
    assert_imports(with(parallel, "[[@f, @f]]", "[[@f], [@f]]"), "manual_sizes=(2, 1)");
    assert_refused(with(parallel, "[[@f, @f]]", "[[@f, @g]]"), AX_UNSUPPORTED,
                   "interpreter.run_parallel of different programs is not supported");
    assert_refused(with(parallel, "[[@f, @f]]", "[[@f], [@f, @f]]"), AX_FORMAT,
                   "programs are rows of equally many functions");
    assert_refused(with(parallel, "[[@f, @f]]", "[[@f, @f, @f]]"), AX_FORMAT,
                   "2 arguments and 4 results are no equal share of 3 processes");
    assert_refused(with(parallel, "[[@f, @f]]", "[[@g, @g]]"), AX_FORMAT,
                   "'@g' has not the 1 arguments and 2 results of a process");
    assert_refused(with(parallel, "[[@f, @f]]", "[[@h, @h]]"), AX_NOT_FOUND,
                   "there is no function '@h'");
    assert_refused(with(parallel, "programs = ", "program = "), AX_FORMAT,
                   "without its attribute 'programs'");
}

/* A program of replicas is the function of one; what all have alike says so. */
static void replicas_are_an_axis(void **state)
{
    (void)state;
    static const char text[] =
        "module @m attributes {mhlo.num_replicas = 3 : i32} {\n"
        "func.func @main(%w: tensor<2xf32> {mhlo.is_same_data_across_replicas = true}, %x: "
        "tensor<2xf32>) -> tensor<2xf32> {\n"
        "%0 = \"stablehlo.all_reduce\"(%x) ({\n^bb0(%b: tensor<f32>, %c: tensor<f32>):\n"
        "%d = stablehlo.add %b, %c : tensor<f32>\nstablehlo.return %d : tensor<f32>\n}) "
        "{replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (tensor<2xf32>) -> "
        "tensor<2xf32>\n"
        "%1 = stablehlo.add %0, %w : tensor<2xf32>\nreturn %1 : tensor<2xf32>\n}\n}\n";
    ax_program program;
    assert_ok(import(text, &program));
    assert_string_equal(program.replica_axis, "replica");
    assert_int_equal(program.replicas, 3);
    assert_int_equal(program.replica_axes[0], AX_NONE);
    assert_int_equal(program.replica_axes[1], 0);
    ax_program_free(&program);
    assert_imports(text, "c:f32[2] = psum[axes=('replica',) axis_sizes=(3,)] b");
    assert_refused(with(text, "num_replicas = 3", "num_replicas = 0"), AX_FORMAT,
                   "mhlo.num_replicas = 0");
    assert_refused(with(text, "[[0, 1, 2]]", "[[0, 1, 3]]"), AX_FORMAT, "3");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gspmd_becomes_axes),  cmocka_unit_test(gspmd_with_free_axes),
        cmocka_unit_test(faults_of_gspmd),     cmocka_unit_test(attributes_of_shardy_as_texts),
        cmocka_unit_test(processes_are_a_map), cmocka_unit_test(replicas_are_an_axis),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
