/* Programs with axes of their own: manual computations as shard_map, and the function of one example
 * that is taken out of them. */
#include "program_text.h"
#include "transform/example.h"

#include <stdlib.h>

static void assert_prints(const ax_graph *graph, const char *expected)
{
    char *printed;
    assert_ok(ax_graph_verify(graph));
    assert_ok(ax_graph_print(graph, &printed));
    assert_string_equal(printed, expected);
    free(printed);
}

static void assert_imports(const char *text, const char *expected)
{
    ax_program program;
    assert_ok(import(text, &program));
    assert_prints(program.graph, expected);
    ax_program_free(&program);
}

/* ---- import ---- */

#define MESHES                                \
    "sdy.mesh @mesh = <[\"x\"=2, \"y\"=3]>\n" \
    "sdy.mesh @other = <[\"x\"=2, \"y\"=3], " \
    "device_ids=[5, 4, 3, 2, 1, 0]>\n"        \
    "sdy.mesh @long = <[\"x\"=4]>\n"          \
    "sdy.mesh @one = <[], device_ids=[0]>\n"

/* The identity on blocks of %arg0: f32[4,6], which gives WHOLE. */
static ax_status *import_sharded(const char *in, const char *out, const char *axes,
                                 const char *block, const char *whole, ax_program *out_program)
{
    char text[4096];
    snprintf(text, sizeof text,
             MESHES "func.func @main(%%x: tensor<4x6xf32>) {\n"
                    "%%0 = sdy.manual_computation(%%x) in_shardings=[%s] out_shardings=[%s] "
                    "manual_axes={%s} (%%a: tensor<%s>) {\nsdy.return %%a : tensor<%s>\n} : "
                    "(tensor<4x6xf32>) -> tensor<%s>\nreturn\n}\n",
             in, out, axes, block, block, whole);
    return import(text, out_program);
}

static void assert_specs(const char *in, const char *out, const char *axes, const char *block,
                         const char *whole, const char *expected)
{
    ax_program program;
    char *printed;
    assert_ok(import_sharded(in, out, axes, block, whole, &program));
    assert_ok(ax_graph_verify(program.graph));
    assert_ok(ax_graph_print(program.graph, &printed));
    if (!strstr(printed, expected))
        fail_msg("'%s' is not in\n%s", expected, printed);
    free(printed);
    ax_program_free(&program);
}

static void shardings_become_specs(void **state)
{
    (void)state;
    assert_specs("<@mesh, [{\"x\"}, {\"y\"}]>", "<@mesh, [{\"y\"}, {\"x\"}]>", "\"x\", \"y\"",
                 "2x2xf32", "6x4xf32",
                 "= shard_map[in_specs=([{0}, {1}]) manual_axes=('x', 'y') manual_sizes=(2, 3) "
                 "out_specs=([{1}, {0}])] a");
    /* Several axes of one dimension keep their order; those that are bound stand in the mesh's. */
    assert_specs("<@mesh, [{}, {\"y\", \"x\"}]>", "<@other, [{}, {\"x\", \"y\"}]>", "\"y\", \"x\"",
                 "4x1xf32", "4x6xf32",
                 "[in_specs=([{}, {1,0}]) manual_axes=('x', 'y') manual_sizes=(2, 3) "
                 "out_specs=([{}, {0,1}])]");
    /* More axes that are allowed, priorities, and axes that are not manual are hints. */
    assert_specs("<@mesh, [{\"x\", ?}p1, {\"y\", ?}p2], replicated={\"y\"}>",
                 "<@mesh, [{\"x\", \"y\":(1)3}, {?}]>", "\"x\"", "2x6xf32", "4x6xf32",
                 "[in_specs=([{0}, {}]) manual_axes=('x',) manual_sizes=(2,) "
                 "out_specs=([{0}, {}])]");
    assert_specs("<@mesh, [{}, {\"y\"}], unreduced={\"x\"}>",
                 "<@mesh, [{}, {\"y\"}], unreduced={\"x\"}>", "\"x\", \"y\"", "4x2xf32", "4x6xf32",
                 "[in_specs=([{}, {1}] unreduced {0}) manual_axes=('x', 'y') manual_sizes=(2, 3) "
                 "out_specs=([{}, {1}] unreduced {0})]");
    /* A mesh without axes says that nothing is sharded; the other list names the mesh. */
    assert_specs("<@one, [{}, {}]>", "<@mesh, [{\"x\"}, {}]>", "\"x\"", "4x6xf32", "8x6xf32",
                 "[in_specs=([{}, {}]) manual_axes=('x',) manual_sizes=(2,) "
                 "out_specs=([{0}, {}])]");
    assert_specs("<@one, [{}, {}]>", "<@one, [{}, {}]>", "\"x\"", "4x6xf32", "4x6xf32",
                 "manual_axes=('x',) manual_sizes=(2,)");
}

static void without_manual_axes_the_body_is_inlined(void **state)
{
    (void)state;
    assert_specs("<@mesh, [{\"x\"}, {\"y\"}]>", "<@mesh, [{}, {}]>", "", "4x6xf32", "4x6xf32",
                 "{ lambda ; a:f32[4,6]. let\n  in () }\n");
}

/* Computations without operands or without results, two in a row, in a function that is called, and
 * the generic form of the op. */
static void computations_stand_anywhere(void **state)
{
    (void)state;
    assert_imports(
        MESHES
        "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n"
        "%0 = call @f(%x) : (tensor<4xf32>) -> tensor<4xf32>\n"
        "%1 = call @f(%0) : (tensor<4xf32>) -> tensor<4xf32>\n"
        "return %1 : tensor<4xf32>\n}\n"
        "func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> {\n"
        "%0 = sdy.manual_computation() in_shardings=[] out_shardings=[<@mesh, [{\"x\"}]>] "
        "manual_axes={\"x\"} () {\n%c = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>\n"
        "sdy.return %c : tensor<2xf32>\n} : () -> tensor<4xf32>\n"
        "%1 = stablehlo.add %x, %0 : tensor<4xf32>\n"
        "\"sdy.manual_computation\"(%1) <{in_shardings = #sdy.sharding_per_value<[<@mesh, "
        "[{\"x\"}]>]>, out_shardings = #sdy.sharding_per_value<[]>, manual_axes = "
        "#sdy<manual_axes{\"x\"}>}> ({\n^bb0(%a: tensor<2xf32>):\n"
        "\"sdy.return\"() : () -> ()\n}) : (tensor<4xf32>) -> ()\n"
        "return %1 : tensor<4xf32>\n}\n",
        "{ lambda ; a:f32[4]. let\n"
        "    b:f32[4] = shard_map[in_specs=() manual_axes=('x',) manual_sizes=(2,) "
        "out_specs=([{0}])] { lambda ;. let\n"
        "          a:f32[2] = constant[value=[1.0 2.0]]\n"
        "        in (a,) }\n"
        "    c:f32[4] = add a b\n"
        "    shard_map[in_specs=([{0}]) manual_axes=('x',) manual_sizes=(2,) out_specs=()] c { "
        "lambda ; a:f32[2]. let\n"
        "        in () }\n"
        "    d:f32[4] = shard_map[in_specs=() manual_axes=('x',) manual_sizes=(2,) "
        "out_specs=([{0}])] { lambda ;. let\n"
        "          a:f32[2] = constant[value=[1.0 2.0]]\n"
        "        in (a,) }\n"
        "    e:f32[4] = add c d\n"
        "    shard_map[in_specs=([{0}]) manual_axes=('x',) manual_sizes=(2,) out_specs=()] e { "
        "lambda ; a:f32[2]. let\n"
        "        in () }\n"
        "  in (e,) }\n");
}

/* partition_id counts all axes of the mesh; one that is not manual is at coordinate 0. */
static const char nested[] =
    "sdy.mesh @mesh = <[\"x\"=2, \"y\"=3, \"z\"=5]>\n"
    "func.func @main(%x: tensor<2xui32>) -> tensor<2xui32> {\n"
    "%0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{\"x\"}]>] out_shardings=[<@mesh, "
    "[{\"x\"}]>] manual_axes={\"x\"} (%a: tensor<1xui32>) {\n"
    "%1 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{}]>] out_shardings=[<@mesh, [{}]>] "
    "manual_axes={\"z\"} (%b: tensor<1xui32>) {\n"
    "%i = stablehlo.partition_id : tensor<ui32>\n"
    "%2 = stablehlo.reshape %i : (tensor<ui32>) -> tensor<1xui32>\n"
    "sdy.return %2 : tensor<1xui32>\n} : (tensor<1xui32>) -> tensor<1xui32>\n"
    "sdy.return %1 : tensor<1xui32>\n} : (tensor<2xui32>) -> tensor<2xui32>\n"
    "return %0 : tensor<2xui32>\n}\n";

static void nested_computations_add_axes(void **state)
{
    (void)state;
    assert_imports(
        nested,
        "{ lambda ; a:u32[2]. let\n"
        "    b:u32[2] = shard_map[in_specs=([{0}]) manual_axes=('x',) manual_sizes=(2,) "
        "out_specs=([{0}])] a { lambda ; a:u32[1]. let\n"
        "          b:u32[1] = shard_map[in_specs=([{}]) manual_axes=('z',) manual_sizes=(5,) "
        "out_specs=([{}])] a { lambda ; a:u32[1]. let\n"
        "                b:i32[] = axis_index[axes=('z',) axis_sizes=(5,)]\n"
        "                c:u32[] = convert[type=u32[]] b\n"
        "                d:i32[] = axis_index[axes=('x',) axis_sizes=(2,)]\n"
        "                e:u32[] = convert[type=u32[]] d\n"
        "                g:u32[] = multiply e 15:u32[]\n"
        "                h:u32[] = add c g\n"
        "                i:u32[1] = reshape[type=u32[1]] h\n"
        "              in (i,) }\n"
        "        in (b,) }\n"
        "  in (b,) }\n");
    ax_program program;
    assert_error(import(with(nested, "manual_axes={\"z\"}", "manual_axes={\"x\"}"), &program),
                 AX_FORMAT, "t.mlir:4:6: axis 'x' is manual around this computation already");
}

/* JAX leaves a computation over axes of size 1 out and keeps what it says: ids count the mesh's devices,
 * of which every process is the first. */
static void outside_there_is_one_process(void **state)
{
    (void)state;
    static const char text[] =
        "sdy.mesh @mesh = <[\"x\"=2, \"y\"=1]>\n"
        "func.func @main(%x: tensor<2xui32>) -> (tensor<2xui32>, tensor<ui32>) {\n"
        "%0 = \"stablehlo.collective_permute\"(%x) <{channel_handle = "
        "#stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 0], "
        "[1, 1]]> : tensor<2x2xi64>}> : (tensor<2xui32>) -> tensor<2xui32>\n"
        "%1 = \"stablehlo.all_gather\"(%0) <{all_gather_dim = 0 : i64, channel_handle = "
        "#stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0], [1]]> : "
        "tensor<2x1xi64>, use_global_device_ids}> : (tensor<2xui32>) -> tensor<2xui32>\n"
        "%2 = stablehlo.partition_id : tensor<ui32>\n"
        "return %1, %2 : tensor<2xui32>, tensor<ui32>\n}\n";
    assert_imports(text, "{ lambda ; a:u32[2]. let\n  in (a, 0:u32[]) }\n");
    ax_program program;
    assert_error(import(with(text, "[[0], [1]]> : tensor<2x1", "[[0, 1]]> : tensor<1x2"), &program),
                 AX_UNSUPPORTED, "a group along an axis that is not manual here");
    assert_error(import(with(text, "[1, 1]]", "[2, 1]]"), &program), AX_FORMAT,
                 "'source_target_pairs' has id 2, but there are 2");
}

static void faults_of_shardings(void **state)
{
    (void)state;
    static const struct {
        const char *in, *axes, *block;
        ax_code code;
        const char *part;
    } cases[] = {
        {"<@mesh, [{}, {}]>", "\"q\"", "4x6xf32", AX_NOT_FOUND,
         "t.mlir:6:6: there is no mesh with all manual axes of this computation; the first is 'q'"},
        {"<@mesh, [{\"q\"}, {}]>", "\"x\"", "4x6xf32", AX_NOT_FOUND,
         "t.mlir:6:57: the mesh '@mesh' has no axis 'q'"},
        {"<@none, [{}, {}]>", "\"x\"", "4x6xf32", AX_NOT_FOUND, "there is no mesh '@none'"},
        {"<@long, [{\"x\"}, {}]>", "\"x\", \"y\"", "2x6xf32", AX_FORMAT,
         "axis 'x' has size 4 in '@long' and 2 in the computation's mesh"},
        {"<@mesh, [{\"x\":(1)2}, {}]>", "\"x\"", "2x6xf32", AX_UNSUPPORTED,
         "a sharding over a part of the manual axis 'x'"},
        {"<@mesh, [{\"y\", \"x\"}, {}]>", "\"x\"", "2x6xf32", AX_FORMAT,
         "the manual axis 'x' stands behind 'y', which is not manual"},
        {"<@mesh, [{\"x\"}]>", "\"x\"", "2x6xf32", AX_INVALID_ARGUMENT,
         "argument 0: its spec has 1 dimensions, and it is f32[4,6]"},
        {"<@mesh, [{\"x\"}, {\"x\"}]>", "\"x\"", "2x3xf32", AX_INVALID_ARGUMENT,
         "its spec names axis 'x' twice"},
        {"<@mesh, [{\"y\"}, {}]>", "\"y\"", "2x6xf32", AX_INVALID_ARGUMENT,
         "argument 0 is f32[4,6]: dimension 0 of size 4 does not divide over axis 'y' of size 3"},
        {"<@mesh, [{\"x\"}, {}]>", "\"x\"", "4x6xf32", AX_INVALID_ARGUMENT,
         "its block is f32[2,6], and the region has f32[4,6]"},
        {"", "\"x\"", "4x6xf32", AX_FORMAT, "a manual computation with 0 shardings for 1 values"},
        {"\"x\"", "\"x\"", "4x6xf32", AX_FORMAT, "a sharding is <@mesh, [..]>"},
        {"<@mesh, [{\"x\"}, [\"y\"]]>", "\"x\"", "2x6xf32", AX_FORMAT, "axes are written as"},
        {"<@mesh, [{\"x\"}, {}]>", "7", "4x6xf32", AX_FORMAT, "a manual axis is the name of one"},
        {"<@mesh, [{\"x\"}, {}]>", "\"x\", \"x\"", "2x6xf32", AX_FORMAT,
         "the manual axis 'x' is named twice"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ax_program program;
        assert_error(import_sharded(cases[i].in, "<@mesh, [{}, {}]>", cases[i].axes, cases[i].block,
                                    cases[i].block, &program),
                     cases[i].code, cases[i].part);
    }
    ax_program program;
    assert_error(import(with(nested, "\"y\"=3", "\"y\"=0"), &program), AX_FORMAT,
                 "t.mlir:1:31: axis 'y' has size 0; it must be at least 1");
}

/* ---- the function of one example ---- */

static const char mapped[] =
    "sdy.mesh @mesh = <[\"i\"=5]>\n"
    "func.func @main(%arg0: tensor<4xf32> loc(\"w\"), %arg1: tensor<4x5xf32> loc(\"x\")) -> "
    "(tensor<5x4xf32>, tensor<4xf32> {jax.result_info = \"result[1]\"}) {\n"
    "  %0:2 = sdy.manual_computation(%arg0, %arg1) in_shardings=[<@mesh, [{}]>, <@mesh, [{}, "
    "{\"i\", ?}]>] out_shardings=[<@mesh, [{\"i\"}, {}]>, <@mesh, [{}]>] manual_axes={\"i\"} "
    "(%a: tensor<4xf32>, %b: tensor<4x1xf32>) {\n"
    "    %1 = stablehlo.transpose %b, dims = [1, 0] : (tensor<4x1xf32>) -> tensor<1x4xf32>\n"
    "    sdy.return %1, %a : tensor<1x4xf32>, tensor<4xf32>\n"
    "  } : (tensor<4xf32>, tensor<4x5xf32>) -> (tensor<5x4xf32>, tensor<4xf32>)\n"
    "  return %0#0, %0#1 : tensor<5x4xf32>, tensor<4xf32>\n}\n";

static ax_status *take_example(const char *text, const char *axis, ax_example *out_example)
{
    ax_program program;
    AX_TRY(import(text, &program));
    ax_status *status = ax_example_create(program.graph, axis, out_example);
    ax_program_free(&program);
    return status;
}

static void an_example_is_without_the_axis(void **state)
{
    (void)state;
    ax_example example;
    assert_ok(take_example(mapped, "i", &example));
    assert_prints(example.graph, "{ lambda ; a:f32[4] b:f32[4]. let\n"
                                 "    c:f32[4,1] = reshape[type=f32[4,1]] b\n"
                                 "    d:f32[1,4] = transpose[permutation=(1, 0)] c\n"
                                 "    e:f32[4] = reshape[type=f32[4]] d\n"
                                 "    f:f32[4] = pbroadcast[axes=('i',) axis_sizes=(5,) "
                                 "promised=1 source=0] a\n"
                                 "  in (e, f) }\n");
    assert_string_equal(example.axis_name, "i");
    assert_int_equal(example.axis_size, 5);
    assert_int_equal(example.in_axes[0], AX_NONE);
    assert_int_equal(example.in_axes[1], 1);
    assert_int_equal(example.out_axes[0], 0);
    assert_int_equal(example.out_axes[1], AX_NONE);
    assert_string_equal(example.graph->input_names[1], "x");
    assert_string_equal(example.graph->output_names[1], "result[1]");
    ax_graph_free(example.graph);
}

/* What depends on no record may be computed around the map; a result that is a sum over the axis is
 * summed. */
static void shared_values_may_be_computed_outside(void **state)
{
    (void)state;
    static const char text[] =
        "sdy.mesh @mesh = <[\"i\"=5]>\n"
        "func.func @main(%w: tensor<4xf32>, %x: tensor<5x4xf32>) -> tensor<4xf32> {\n"
        "%n = stablehlo.negate %w : tensor<4xf32>\n"
        "%0 = sdy.manual_computation(%n, %x) in_shardings=[<@mesh, [{}]>, <@mesh, [{\"i\"}, {}]>] "
        "out_shardings=[<@mesh, [{}], unreduced={\"i\"}>] manual_axes={\"i\"} (%a: tensor<4xf32>, "
        "%b: tensor<1x4xf32>) {\n"
        "%1 = stablehlo.reshape %b : (tensor<1x4xf32>) -> tensor<4xf32>\n"
        "%2 = stablehlo.multiply %a, %1 : tensor<4xf32>\n"
        "sdy.return %2 : tensor<4xf32>\n} : (tensor<4xf32>, tensor<5x4xf32>) -> tensor<4xf32>\n"
        "%3 = stablehlo.abs %0 : tensor<4xf32>\nreturn %3 : tensor<4xf32>\n}\n";
    ax_example example;
    assert_ok(take_example(text, "i", &example));
    assert_prints(example.graph, "{ lambda ; a:f32[4] b:f32[4]. let\n"
                                 "    c:f32[4] = negate a\n"
                                 "    d:f32[1,4] = reshape[type=f32[1,4]] b\n"
                                 "    e:f32[4] = reshape[type=f32[4]] d\n"
                                 "    f:f32[4] = multiply c e\n"
                                 "    g:f32[4] = psum[axes=('i',) axis_sizes=(5,)] f\n"
                                 "    h:f32[4] = abs g\n"
                                 "  in (h,) }\n");
    ax_graph_free(example.graph);
}

/* A map over the other axes of the mesh stays, whichever is taken out. */
static void other_axes_stay(void **state)
{
    (void)state;
    static const char text[] =
        "sdy.mesh @mesh = <[\"i\"=5, \"j\"=2]>\n"
        "func.func @main(%x: tensor<5x4xf32>) -> tensor<5x4xf32> {\n"
        "%0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{\"i\"}, {\"j\"}]>] "
        "out_shardings=[<@mesh, [{\"i\"}, {\"j\"}]>] manual_axes={\"i\", \"j\"} (%a: "
        "tensor<1x2xf32>) {\nsdy.return %a : tensor<1x2xf32>\n} : (tensor<5x4xf32>) -> "
        "tensor<5x4xf32>\nreturn %0 : tensor<5x4xf32>\n}\n";
    ax_example example;
    assert_ok(take_example(text, "i", &example));
    assert_prints(example.graph,
                  "{ lambda ; a:f32[4]. let\n"
                  "    b:f32[1,4] = reshape[type=f32[1,4]] a\n"
                  "    c:f32[1,4] = shard_map[in_specs=([{}, {0}]) manual_axes=('j',) "
                  "manual_sizes=(2,) out_specs=([{}, {0}])] b { lambda ; a:f32[1,2]. let\n"
                  "        in (a,) }\n"
                  "    d:f32[4] = reshape[type=f32[4]] c\n"
                  "  in (d,) }\n");
    ax_graph_free(example.graph);
    assert_error(take_example(text, "j", &example), AX_UNSUPPORTED,
                 "t.mlir:3:6: blocks of several examples; records can be the axis 'j' only where");
    assert_error(take_example(text, "k", &example), AX_INVALID_ARGUMENT,
                 "the program has no axis 'k': its own axes are 'i', 'j'");
    assert_error(take_example("func.func @main() {\nreturn\n}", "k", &example), AX_INVALID_ARGUMENT,
                 "the program has no axis 'k', and none of its own");
}

static void what_is_no_map_of_examples_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *from, *to, *part;
    } cases[] = {
        {"return %0#0, %0#1", "%9 = stablehlo.negate %0#0 : tensor<5x4xf32>\nreturn %9, %0#1",
         "t.mlir:7:8: a negate of what the computation gives"},
        {"  %0:2 =", "%9 = stablehlo.negate %arg1 : tensor<4x5xf32>\n  %0:2 =",
         "an argument that is used whole and cut along the axis"},
        {"  %0:2 = sdy.manual_computation(%arg0, %arg1)",
         "%9 = stablehlo.negate %arg1 : tensor<4x5xf32>\n  %0:2 = "
         "sdy.manual_computation(%arg0, %9)",
         "an operand along the axis that is computed, not an argument"},
        {"<@mesh, [{}]>,", "<@mesh, [{}], unreduced={\"i\"}>,",
         "an argument that is a sum over the axis"},
        {"return %0#0, %0#1",
         "%9 = sdy.manual_computation(%0#0) in_shardings=[<@mesh, [{\"i\"}, {}]>] "
         "out_shardings=[<@mesh, [{\"i\"}, {}]>] manual_axes={\"i\"} (%a: tensor<1x4xf32>) {\n"
         "sdy.return %a : tensor<1x4xf32>\n} : (tensor<5x4xf32>) -> tensor<5x4xf32>\n"
         "return %9, %0#1",
         "t.mlir:7:8: a second computation over the axis"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ax_example example;
        assert_error(take_example(with(mapped, cases[i].from, cases[i].to), "i", &example),
                     AX_UNSUPPORTED, cases[i].part);
    }
}

/* Along an axis of one, a process by itself is the whole axis: the sum is the same for all records. */
static void an_axis_of_one_is_an_axis(void **state)
{
    (void)state;
    static const char text[] =
        "sdy.mesh @mesh = <[\"i\"=1]>\nfunc.func @main(%x: tensor<1x4xf32>) -> tensor<1x4xf32> {\n"
        "%0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{\"i\"}, {}]>] "
        "out_shardings=[<@mesh, [{}, {}]>] manual_axes={\"i\"} (%a: tensor<1x4xf32>) {\n"
        "%0 = \"stablehlo.all_reduce\"(%a) <{channel_handle = #stablehlo.channel_handle<handle = "
        "1, type = 1>, replica_groups = dense<0> : tensor<1x1xi64>, use_global_device_ids}> "
        "({\n^bb0(%b: tensor<f32>, %c: tensor<f32>):\n%d = stablehlo.add %b, %c : tensor<f32>\n"
        "stablehlo.return %d : tensor<f32>\n}) : (tensor<1x4xf32>) -> tensor<1x4xf32>\n"
        "sdy.return %0 : tensor<1x4xf32>\n} : (tensor<1x4xf32>) -> tensor<1x4xf32>\n"
        "return %0 : tensor<1x4xf32>\n}";
    ax_example example;
    char *printed;
    assert_ok(take_example(text, "i", &example));
    assert_int_equal(example.axis_size, 1);
    assert_int_equal(example.in_axes[0], 0);
    assert_int_equal(example.out_axes[0], AX_NONE);
    assert_ok(ax_graph_print(example.graph, &printed));
    assert_non_null(strstr(printed, "= psum[axes=('i',) axis_sizes=(1,)]"));
    free(printed);
    ax_graph_free(example.graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shardings_become_specs),
        cmocka_unit_test(without_manual_axes_the_body_is_inlined),
        cmocka_unit_test(computations_stand_anywhere),
        cmocka_unit_test(nested_computations_add_axes),
        cmocka_unit_test(outside_there_is_one_process),
        cmocka_unit_test(faults_of_shardings),
        cmocka_unit_test(an_example_is_without_the_axis),
        cmocka_unit_test(shared_values_may_be_computed_outside),
        cmocka_unit_test(other_axes_stay),
        cmocka_unit_test(what_is_no_map_of_examples_is_refused),
        cmocka_unit_test(an_axis_of_one_is_an_axis),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
