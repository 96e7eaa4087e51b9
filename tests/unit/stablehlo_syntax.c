/* StableHLO text to syntax tree: both ways of printing, literals, scopes, errors with positions. */
#include "formats/stablehlo.h"

#include "test.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static ax_hlo_module *parse(const char *text)
{
    ax_hlo_module *module = NULL;
    ax_status *status = ax_stablehlo_parse(text, strlen(text), "t.mlir", &module);
    if (status)
        fail_msg("%s\n%s", text, ax_status_message(status));
    return module;
}

/* The `index`-th op of @main. */
static const ax_hlo_op *main_op(const ax_hlo_module *module, int index)
{
    const ax_hlo_op *function = ax_hlo_module_find(module, "main");
    assert_non_null(function);
    const ax_hlo_op *op = function->regions[0].first;
    while (op && index-- > 0)
        op = op->next;
    assert_non_null(op);
    return op;
}

/* ---- two ways of printing, one tree ---- */

/* The tree as text: what the two forms of an op have to agree on. Lists and dense literals of
 * integers are written alike, as are bare words and attributes that wrap one. */
typedef struct dump {
    char text[4096];
    size_t length;
} dump;

static void put(dump *d, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void put(dump *d, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(d->text + d->length, sizeof d->text - d->length, format, arguments);
    va_end(arguments);
    assert_true(length >= 0 && (size_t)length < sizeof d->text - d->length);
    d->length += (size_t)length;
}

static void put_attr(dump *d, const ax_hlo_attr *attr)
{
    if (attr->name)
        put(d, "%s=", attr->name);
    bool wraps_word = attr->kind == AX_HLO_DIALECT && attr->nitems == 1 &&
                      attr->items[0].kind == AX_HLO_WORD;
    if (wraps_word || attr->kind == AX_HLO_WORD || attr->kind == AX_HLO_STRING ||
        attr->kind == AX_HLO_SYMBOL) {
        put(d, "%s ", wraps_word ? attr->items[0].text : attr->text);
    } else if (attr->kind == AX_HLO_INT || attr->kind == AX_HLO_BOOL) {
        put(d, "%lld ", (long long)attr->integer);
    } else if (attr->kind == AX_HLO_FLOAT) {
        put(d, "%g ", attr->real);
    } else if (attr->kind == AX_HLO_DENSE && attr->type->dtype == AX_I64 && !attr->splat) {
        for (int32_t i = 0, n = attr->type->ndim ? (int32_t)attr->type->dims[0] : 1; i < n; i++)
            put(d, "%lld ", (long long)((const int64_t *)attr->data)[i]);
    } else if (attr->kind == AX_HLO_DENSE) {
        put(d, "dense ");
    } else {
        for (int32_t i = 0; i < attr->nitems; i++)
            put_attr(d, &attr->items[i]);
    }
}

static int by_name(const void *a, const void *b)
{
    return strcmp((*(const ax_hlo_attr *const *)a)->name, (*(const ax_hlo_attr *const *)b)->name);
}

static void put_region(dump *d, ax_arena *arena, const ax_hlo_region *region)
{
    put(d, "{");
    for (int32_t i = 0; i < region->nargs; i++)
        put(d, "v%d:%s ", (int)region->args[i].index,
            ax_hlo_type_print(arena, region->args[i].type));
    AX_HLO_FOR_OPS(op, region)
    {
        put(d, "%s(", op->name);
        for (int32_t i = 0; i < op->noperands; i++)
            put(d, "%s#%d ", op->operands[i]->op ? op->operands[i]->op->name : "arg",
                (int)op->operands[i]->index);
        put(d, ")->");
        for (int32_t i = 0; i < op->nresults; i++)
            put(d, "%s ", ax_hlo_type_print(arena, op->results[i].type));
        const ax_hlo_attr *sorted[16];
        assert_true(op->nattrs <= 16);
        for (int32_t i = 0; i < op->nattrs; i++)
            sorted[i] = &op->attrs[i];
        qsort(sorted, (size_t)op->nattrs, sizeof sorted[0], by_name);
        for (int32_t i = 0; i < op->nattrs; i++)
            put_attr(d, sorted[i]);
        for (int32_t i = 0; i < op->nregions; i++)
            put_region(d, arena, &op->regions[i]);
        put(d, "\n");
    }
    put(d, "}");
}

static void dump_module(dump *d, const char *body)
{
    static const char frame[] =
        "func.func @main(%%p: tensor<i1>, %%a: tensor<2x3xf32>, %%b: tensor<3x2xf32>, "
        "%%s: tensor<f32>, %%n: tensor<4xi32>, %%z: tensor<i32>, %%i: tensor<1x8x8x3xf32>, "
        "%%k: tensor<3x3x3x4xf32>) {\n%s\nreturn\n}";
    char text[4096];
    snprintf(text, sizeof text, frame, body);
    ax_hlo_module *module = parse(text);
    d->length = 0;
    put_region(d, module->arena, &ax_hlo_module_find(module, "main")->regions[0]);
    ax_stablehlo_free(module);
}

/* The short form of an operation and its generic form. */
static const char *const pairs[][2] = {
    {"%0 = stablehlo.add %a, %a : tensor<2x3xf32>",
     "%0 = \"stablehlo.add\"(%a, %a) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>"},
    {"%0 = stablehlo.select %p, %a, %a : tensor<i1>, tensor<2x3xf32>",
     "%0 = \"stablehlo.select\"(%p, %a, %a) : (tensor<i1>, tensor<2x3xf32>, "
     "tensor<2x3xf32>) -> tensor<2x3xf32>"},
    {"%0 = stablehlo.compare LT, %a, %a, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> "
     "tensor<2x3xi1>",
     "%0 = \"stablehlo.compare\"(%a, %a) <{compare_type = #stablehlo<comparison_type FLOAT>, "
     "comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<2x3xf32>, "
     "tensor<2x3xf32>) -> tensor<2x3xi1>"},
    {"%0 = stablehlo.compare EQ, %s, %s : (tensor<f32>, tensor<f32>) -> tensor<i1>",
     "%0 = \"stablehlo.compare\"(%s, %s) {comparison_direction = "
     "#stablehlo.comparison_direction<EQ>} : (tensor<f32>, tensor<f32>) -> tensor<i1>"},
    {"%0 = stablehlo.slice %a [0:2, 1:3:2] : (tensor<2x3xf32>) -> tensor<2x1xf32>",
     "%0 = \"stablehlo.slice\"(%a) <{start_indices = array<i64: 0, 1>, limit_indices = "
     "array<i64: 2, 3>, strides = array<i64: 1, 2>}> : (tensor<2x3xf32>) -> tensor<2x1xf32>"},
    {"%0 = stablehlo.iota dim = 1 : tensor<2x3xi32>",
     "%0 = \"stablehlo.iota\"() <{iota_dimension = 1 : i64}> : () -> tensor<2x3xi32>"},
    {"%0 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<2xf32>",
     "%0 = \"stablehlo.broadcast_in_dim\"(%s) <{broadcast_dimensions = array<i64>}> : "
     "(tensor<f32>) -> tensor<2xf32>"},
    {"%0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>",
     "%0 = \"stablehlo.transpose\"(%a) <{permutation = array<i64: 1, 0>}> : "
     "(tensor<2x3xf32>) -> tensor<3x2xf32>"},
    {"%0 = stablehlo.pad %a, %s, low = [0, -1], high = [1, 2], interior = [0, 1] : "
     "(tensor<2x3xf32>, tensor<f32>) -> tensor<3x6xf32>",
     "%0 = \"stablehlo.pad\"(%a, %s) <{edge_padding_low = array<i64: 0, -1>, "
     "edge_padding_high = array<i64: 1, 2>, interior_padding = array<i64: 0, 1>}> : "
     "(tensor<2x3xf32>, tensor<f32>) -> tensor<3x6xf32>"},
    {"%0 = stablehlo.concatenate %a, %a, dim = 0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> "
     "tensor<4x3xf32>",
     "%0 = \"stablehlo.concatenate\"(%a, %a) <{dimension = 0 : i64}> : (tensor<2x3xf32>, "
     "tensor<2x3xf32>) -> tensor<4x3xf32>"},
    {"%0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], precision = [DEFAULT, "
     "HIGHEST] : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>",
     "%0 = \"stablehlo.dot_general\"(%a, %b) <{dot_dimension_numbers = #stablehlo.dot<"
     "lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = "
     "[#stablehlo<precision DEFAULT>, #stablehlo<precision HIGHEST>]}> : (tensor<2x3xf32>, "
     "tensor<3x2xf32>) -> tensor<2x2xf32>"},
    {"%0 = stablehlo.convolution(%i, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, "
     "f], window = {stride = [2, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : "
     "i64} : (tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<1x3x6x4xf32>",
     "%0 = \"stablehlo.convolution\"(%i, %k) <{batch_group_count = 1 : i64, "
     "dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, "
     "feature_group_count = 1 : i64, window_strides = array<i64: 2, 1>}> : "
     "(tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<1x3x6x4xf32>"},
    {"%0 = stablehlo.reduce(%a init: %s) applies stablehlo.add across dimensions = [1] : "
     "(tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>",
     "%0 = \"stablehlo.reduce\"(%a, %s) <{dimensions = array<i64: 1>}> ({\n^bb0(%x: "
     "tensor<f32>, %y: tensor<f32>):\n%1 = stablehlo.add %x, %y : tensor<f32>\n"
     "stablehlo.return %1 : tensor<f32>\n}) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>"},
    {"%0:2 = stablehlo.reduce(%n init: %z), (%n init: %z) across dimensions = [0] : "
     "(tensor<4xi32>, tensor<4xi32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)\n"
     "reducer(%w: tensor<i32>, %x: tensor<i32>) (%y: tensor<i32>, %v: tensor<i32>) {\n"
     "stablehlo.return %x, %y : tensor<i32>, tensor<i32>\n}",
     "%0:2 = \"stablehlo.reduce\"(%n, %n, %z, %z) <{dimensions = array<i64: 0>}> ({\n"
     "^bb0(%w: tensor<i32>, %y: tensor<i32>, %x: tensor<i32>, %v: tensor<i32>):\n"
     "\"stablehlo.return\"(%x, %y) : (tensor<i32>, tensor<i32>) -> ()\n}) : (tensor<4xi32>, "
     "tensor<4xi32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)"},
    {"%0 = stablehlo.while(%x = %z) : tensor<i32> cond {\n%1 = stablehlo.compare LT, %x, %z : "
     "(tensor<i32>, tensor<i32>) -> tensor<i1>\nstablehlo.return %1 : tensor<i1>\n} do {\n"
     "stablehlo.return %x : tensor<i32>\n}",
     "%0 = \"stablehlo.while\"(%z) ({\n^bb0(%x: tensor<i32>):\n%1 = \"stablehlo.compare\"(%x, "
     "%z) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, "
     "tensor<i32>) -> tensor<i1>\n\"stablehlo.return\"(%1) : (tensor<i1>) -> ()\n}, {\n"
     "^bb0(%x: tensor<i32>):\n\"stablehlo.return\"(%x) : (tensor<i32>) -> ()\n}) : "
     "(tensor<i32>) -> tensor<i32>"},
    {"%0:2 = call @f(%s, %s) : (tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)",
     "%0:2 = \"func.call\"(%s, %s) <{callee = @f}> : (tensor<f32>, tensor<f32>) -> "
     "(tensor<f32>, tensor<f32>)"},
    {"stablehlo.custom_call @check.expect_eq(%s, %s) {has_side_effect = true} : (tensor<f32>, "
     "tensor<f32>) -> ()",
     "\"stablehlo.custom_call\"(%s, %s) <{call_target_name = \"check.expect_eq\", "
     "has_side_effect = true}> : (tensor<f32>, tensor<f32>) -> ()"},
    {"%0 = stablehlo.reduce_precision %s, format = e5m10 : tensor<f32>",
     "%0 = \"stablehlo.reduce_precision\"(%s) <{exponent_bits = 5 : i32, mantissa_bits = 10 : "
     "i32}> : (tensor<f32>) -> tensor<f32>"},
    {"%0:2 = stablehlo.optimization_barrier %s, %z : tensor<f32>, tensor<i32>",
     "%0:2 = \"stablehlo.optimization_barrier\"(%s, %z) : (tensor<f32>, tensor<i32>) -> "
     "(tensor<f32>, tensor<i32>)"},
    {"%0 = chlo.square %s : tensor<f32> -> tensor<f32>",
     "%0 = \"chlo.square\"(%s) : (tensor<f32>) -> tensor<f32>"},
    {"%0:2 = chlo.top_k(%n, k = 2) : tensor<4xi32> -> (tensor<2xi32>, tensor<2xi32>)",
     "%0:2 = \"chlo.top_k\"(%n) <{k = 2 : i64}> : (tensor<4xi32>) -> (tensor<2xi32>, "
     "tensor<2xi32>)"},
};

static void short_and_generic_forms_agree(void **state)
{
    (void)state;
    static dump brief;
    static dump generic;
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        dump_module(&brief, pairs[i][0]);
        dump_module(&generic, pairs[i][1]);
        assert_string_equal(brief.text, generic.text);
    }
}

/* ---- literals ---- */

static const ax_hlo_attr *constant(ax_hlo_module **out_module, const char *literal)
{
    char text[1024];
    snprintf(text, sizeof text, "func.func @main() {\n%%0 = stablehlo.constant %s\nreturn\n}",
             literal);
    *out_module = parse(text);
    return ax_hlo_op_attr(main_op(*out_module, 0), "value");
}

static void assert_literal(const char *literal, bool splat, const void *data, size_t bytes)
{
    ax_hlo_module *module;
    const ax_hlo_attr *value = constant(&module, literal);
    assert_non_null(value);
    assert_int_equal(value->splat, splat);
    assert_memory_equal(value->data, data, bytes);
    ax_stablehlo_free(module);
}

#define ASSERT_LITERAL(literal, splat, type, ...) \
    assert_literal(literal, splat, (const type[]){__VA_ARGS__}, sizeof((const type[]){__VA_ARGS__}))

static void literals_of_every_form(void **state)
{
    (void)state;
    ASSERT_LITERAL("dense<1.5> : tensor<2x3xf32>", true, float, 1.5F);
    ASSERT_LITERAL("dense<[[1, -2], [3, 4]]> : tensor<2x2xi32>", false, int32_t, 1, -2, 3, 4);
    ASSERT_LITERAL("dense<[true, false]> : tensor<2xi1>", false, uint8_t, 1, 0);
    ASSERT_LITERAL("dense<-1.000000e+03> : tensor<f64>", true, double, -1000.0);
    ASSERT_LITERAL("dense<[0x7F800000, 1.0]> : tensor<2xf32>", false, uint32_t, 0x7f800000,
                   0x3f800000);
    ASSERT_LITERAL("dense<0xFFC00000> : tensor<f32>", true, uint32_t, 0xffc00000);
    ASSERT_LITERAL("dense<\"0x0000803F000000C0\"> : tensor<2xf32>", false, float, 1.0F, -2.0F);
    ASSERT_LITERAL("dense<\"0x0000803F\"> : tensor<2xf32>", true, float, 1.0F);
    ASSERT_LITERAL("dense<\"0x0100\"> : tensor<2xi1>", false, uint8_t, 1, 0);
    ASSERT_LITERAL("dense<\"0xFF\"> : tensor<64xi1>", true, uint8_t, 1);
    ASSERT_LITERAL("dense<\"0x0502\"> : tensor<10xi1>", false, uint8_t, 1, 0, 1, 0, 0, 0, 0, 0, 0,
                   1);
    ASSERT_LITERAL("dense<200> : tensor<i8>", true, uint8_t, 200);
    ASSERT_LITERAL("dense<18446744073709551615> : tensor<ui64>", true, uint64_t, UINT64_MAX);
    ASSERT_LITERAL("dense<-9223372036854775808> : tensor<i64>", true, int64_t, INT64_MIN);
    ASSERT_LITERAL("dense<0.1> : tensor<f16>", true, uint16_t, 0x2e66);
    ASSERT_LITERAL("dense<[0x7F80, 1.0]> : tensor<2xbf16>", false, uint16_t, 0x7f80, 0x3f80);
    ASSERT_LITERAL("dense<(1.0, -2.0)> : tensor<complex<f32>>", true, float, 1.0F, -2.0F);
    ASSERT_LITERAL("dense<[(1.0, 2.0), (0x7FF0000000000000, 3.0)]> : tensor<2xcomplex<f64>>", false,
                   uint64_t, 0x3ff0000000000000, 0x4000000000000000, 0x7ff0000000000000,
                   0x4008000000000000);

    ax_hlo_module *module;
    assert_non_null(constant(&module, "dense<> : tensor<0x4xf32>"));
    ax_stablehlo_free(module);
    assert_non_null(constant(&module, "dense<[[], []]> : tensor<2x0xf32>"));
    ax_stablehlo_free(module);
    assert_non_null(constant(&module, "dense<[1, 2]> : tensor<2xi4>")); /* read by nobody */
    ax_stablehlo_free(module);
}

/* ---- what stands around the ops ---- */

static void module_frame(void **state)
{
    (void)state;
    ax_hlo_module *module = parse(
        "#loc1 = loc(\"x\")\n"
        "module @jit_f attributes {mhlo.num_partitions = 1 : i32} {\n"
        "  sdy.mesh @mesh = <[\"batch\"=1009]> loc(#loc)\n"
        "  func.func public @main(%arg0: tensor<2xf32> {mhlo.layout_mode = \"default\"} "
        "loc(\"params['w']\"), %arg1: tensor<2xf32> loc(#loc1), %arg2: tensor<i32> loc(#loc3), "
        "%arg3: tensor<i32> loc(\"f.py\":1:2)) -> (tensor<2xf32> {jax.result_info = "
        "\"result['y']\"}) attributes {a = 1 : i64} {\n"
        "    %0:2 = call @two(%arg0, %arg1) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, "
        "tensor<2xf32>) loc(callsite(#loc1 at #loc1))\n"
        "    return %0#1 : tensor<2xf32> loc(fused[\"a\", \"b\"])\n"
        "  } loc(#loc)\n"
        "  func.func private @two(tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)\n"
        "} loc(#loc)\n"
        "#loc = loc(unknown)\n"
        "#loc2 = loc(\"g.py\":3:4 to :9)\n"
        "#loc3 = loc(\"k\"(#loc2))\n");
    assert_string_equal(module->name, "jit_f");
    const ax_hlo_op *function = ax_hlo_module_find(module, "main");
    const ax_hlo_value *args = function->regions[0].args;
    assert_string_equal(args[0].loc_name, "params['w']");
    assert_string_equal(args[1].loc_name, "x");
    assert_string_equal(args[2].loc_name, "k");
    assert_null(args[3].loc_name);
    assert_string_equal(ax_hlo_attr_item(ax_hlo_arg_attrs(function, 0), "mhlo.layout_mode")->text,
                        "default");
    assert_string_equal(ax_hlo_attr_item(ax_hlo_result_attrs(function, 0), "jax.result_info")->text,
                        "result['y']");
    assert_int_equal(ax_hlo_op_attr(function, "a")->integer, 1);

    const ax_hlo_op *mesh = ax_hlo_module_find(module, "mesh");
    const ax_hlo_attr *axes = &ax_hlo_op_attr(mesh, "mesh")->items[0];
    assert_string_equal(axes->items[0].name, "batch");
    assert_int_equal(axes->items[0].integer, 1009);

    const ax_hlo_op *end = main_op(module, 1);
    assert_string_equal(end->name, "func.return");
    assert_int_equal(end->operands[0]->index, 1);
    assert_ptr_equal(end->operands[0]->op, main_op(module, 0));
    assert_null(ax_hlo_module_find(module, "nothing"));
    ax_stablehlo_free(module);
}

static void manual_computation(void **state)
{
    (void)state;
    ax_hlo_module *module = parse(
        "func.func @main(%arg0: tensor<4x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"x\", ?}, "
        "{}]>}) -> tensor<4x3xf32> {\n"
        "%1 = sdy.sharding_constraint %arg0 <@mesh, [{\"x\"}, {?}], replicated={\"y\"}> : "
        "tensor<4x3xf32>\n"
        "%0 = sdy.manual_computation(%1) in_shardings=[<@mesh, [{\"x\"}, {}]>] "
        "out_shardings=[<@mesh, [{\"x\"}, {}], unreduced={\"y\"}>] manual_axes={\"x\", \"y\"} "
        "(%arg1: tensor<1x3xf32>) {\n"
        "%2 = \"stablehlo.all_reduce\"(%arg1) <{channel_handle = #stablehlo.channel_handle<handle "
        "= 1, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = "
        "[#stablehlo.axis_ref<name = \"x\">]>, use_global_device_ids}> ({\n"
        "^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):\n"
        "%3 = stablehlo.add %arg2, %arg3 : tensor<f32>\n"
        "stablehlo.return %3 : tensor<f32>\n"
        "}) : (tensor<1x3xf32>) -> tensor<1x3xf32>\n"
        "sdy.return %2 : tensor<1x3xf32>\n"
        "} : (tensor<4x3xf32>) -> tensor<4x3xf32>\n"
        "return %0 : tensor<4x3xf32>\n}");
    const ax_hlo_op *op = main_op(module, 1);
    const ax_hlo_attr *in = &ax_hlo_op_attr(op, "in_shardings")->items[0];
    assert_int_equal(in->kind, AX_HLO_GROUP);
    assert_string_equal(in->items[0].text, "mesh");
    assert_int_equal(in->items[1].nitems, 2);
    assert_string_equal(in->items[1].items[0].items[0].text, "x");
    assert_int_equal(in->items[1].items[1].nitems, 0);
    assert_non_null(ax_hlo_attr_item(&ax_hlo_op_attr(op, "out_shardings")->items[0], "unreduced"));
    assert_int_equal(ax_hlo_op_attr(op, "manual_axes")->nitems, 2);

    const ax_hlo_op *all_reduce = op->regions[0].first;
    const ax_hlo_attr *groups = ax_hlo_op_attr(all_reduce, "replica_groups");
    assert_string_equal(groups->text, "stablehlo.replica_group_mesh_axes");
    assert_string_equal(ax_hlo_attr_item(groups, "mesh")->text, "mesh");
    const ax_hlo_attr *axis = &ax_hlo_attr_item(groups, "axes")->items[0];
    assert_string_equal(ax_hlo_attr_item(axis, "name")->text, "x");
    assert_int_equal(ax_hlo_op_attr(all_reduce, "use_global_device_ids")->kind, AX_HLO_UNIT);
    ax_stablehlo_free(module);
}

/* ---- errors ---- */

static void assert_message(const char *text, size_t length, ax_code code, const char *message)
{
    ax_hlo_module *module = NULL;
    ax_status *status = ax_stablehlo_parse(text, length, "t.mlir", &module);
    if (!status)
        fail_msg("no error in: %s", text);
    assert_string_equal(ax_status_message(status), message);
    assert_int_equal(ax_status_code(status), code);
    assert_null(module);
    ax_status_free(status);
}

static void errors_name_place_and_token(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        ax_code code;
        const char *message;
    } cases[] = {
        {"func.func @main() {\n  %0 = stablehlo.add %x, %x : tensor<f32>\n}", AX_FORMAT,
         "t.mlir:2:22: expected a value that is defined before its use, found '%x'"},
        {"func.func @main(", AX_FORMAT, "t.mlir:1:17: expected a type, found the end of the text"},
        {"func.func @main(%a: tensor<2xf32) {}", AX_FORMAT, "t.mlir:1:33: expected '>', found ')'"},
        {"func.func @main(%a: tensor<2f32>) {}", AX_FORMAT,
         "t.mlir:1:29: expected 'x' and an element type after the size, found 'f32'"},
        {"func.func @main(%a: tensor<f32>) {\n  %0 = stablehlo.add %a, %a ; tensor<f32>\n}",
         AX_FORMAT, "t.mlir:2:29: expected ':' and types, found ';'"},
        {"func.func @main(%a: tensor<f32>) {\n  %0 = stablehlo.add %a, %a : tensor<2xf32>\n}",
         AX_FORMAT,
         "t.mlir:2:31: operand 0 of stablehlo.add is written as tensor<2xf32> but is tensor<f32>"},
        {"func.func @main(%a: tensor<f32>, %a: tensor<f32>) {}", AX_FORMAT,
         "t.mlir:1:34: '%a' is defined twice"},
        {"func.func @f() {\n}\nfunc.func @f() {\n}", AX_FORMAT,
         "t.mlir:3:1: the symbol '@f' is defined twice"},
        {"func.func @main(%a: tensor<f32>) {\n  %0:2 = stablehlo.negate %a : tensor<f32>\n}",
         AX_FORMAT, "t.mlir:2:10: stablehlo.negate has 1 results, but names for 2 are written"},
        {"func.func @main(%a: tensor<f32>) {\n  return %a#1 : tensor<f32>\n}", AX_FORMAT,
         "t.mlir:2:10: there is no number 1 among the 1 results of '%a'"},
        {"module {\n  tosa.add %0\n}", AX_UNSUPPORTED,
         "t.mlir:2:3: the op 'tosa.add' is not known in this form (\"op\"(...) : ... is)"},
        {"func.func @main() {\n  %0 = stablehlo.constant dense<[1, 2]> : tensor<3xi32>\n}",
         AX_FORMAT, "t.mlir:2:38: a list of 2 where dimension 0 of tensor<3xi32> has 3"},
        {"func.func @main() {\n  %0 = stablehlo.constant dense<300> : tensor<i8>\n}", AX_FORMAT,
         "t.mlir:2:33: a value out of place for the type tensor<i8>"},
        {"func.func @main() {\n  %0 = stablehlo.constant dense<-1> : tensor<ui8>\n}", AX_FORMAT,
         "t.mlir:2:33: a value out of place for the type tensor<ui8>"},
        {"func.func @main() {\n  %0 = stablehlo.constant dense<1> : tensor<f32>\n}", AX_FORMAT,
         "t.mlir:2:33: a value out of place for the type tensor<f32>"},
        {"func.func @main() {\n  %0 = stablehlo.constant dense<\"0x00\"> : tensor<2xf32>\n}",
         AX_FORMAT, "t.mlir:2:33: 1 bytes of data do not make tensor<2xf32>"},
        {"func.func @main() {\n  %0 = stablehlo.constant dense<\"0xzz\"> : tensor<i8>\n}",
         AX_FORMAT,
         "t.mlir:2:33: a string with a character that is no hex digit for the type tensor<i8>"},
        {"func.func @main() {\n  %0 = stablehlo.iota dimension = 0 : tensor<2xi32>\n}", AX_FORMAT,
         "t.mlir:2:23: expected one of: dim=iota_dimension of stablehlo.iota, found 'dimension'"},
        {"func.func @main(%a: tensor<99999999999999999999xf32>) {}", AX_OVERFLOW,
         "t.mlir:1:28: the size of a dimension does not fit 64 bits"},
        {"\"a.b", AX_FORMAT, "t.mlir:1:1: a string without a closing '\"' on its line"},
        {"func.func @main() loc(#nowhere) {}", AX_FORMAT, "t.mlir:1:33: expected an op, found '{'"},
        {"func.func @main(%a: tensor<f32> loc(#nowhere)) {\n}", AX_FORMAT,
         "t.mlir:1:37: the location '#nowhere' is not defined"},
        {"\"test.op\"() ({\n^bb0:\n^bb1:\n}) : () -> ()", AX_UNSUPPORTED,
         "t.mlir:3:1: a region of several blocks"},
        {"\"test.op\"() {a = 1, a = 2} : () -> ()", AX_FORMAT,
         "t.mlir:1:23: attribute 'a' is given twice"},
        {"!t = tuple<i32, i32>", AX_UNSUPPORTED,
         "t.mlir:1:1: an alias of a tuple or function type"},
        {"#a = [1, 2]\n#b = [#a, #a]", AX_UNSUPPORTED, "t.mlir:2:7: an alias inside another alias"},
        {"!t = 3", AX_FORMAT, "t.mlir:1:1: a name with '!' stands for a type"},
        {"\"test.op\"() {a = \x01} : () -> ()", AX_FORMAT,
         "t.mlir:1:18: expected an attribute value, found '?'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_message(cases[i].text, strlen(cases[i].text), cases[i].code, cases[i].message);
    assert_message("module {\0}", 10, AX_FORMAT, "t.mlir:1:9: expected an op, found '?'");
}

static void nesting_is_bounded(void **state)
{
    (void)state;
    enum { DEEP = 100000 };
    static const char prefix[] = "\"a.b\"() {a = ";
    char *text = malloc(sizeof prefix + DEEP);
    assert_non_null(text);
    memcpy(text, prefix, sizeof prefix - 1);
    static const char openings[] = "[{<(";
    for (const char *open = openings; *open; open++) {
        memset(text + sizeof prefix - 1, *open, DEEP);
        ax_hlo_module *module;
        ax_status *status = ax_stablehlo_parse(text, sizeof prefix - 1 + DEEP, "t", &module);
        assert_non_null(status);
        ax_status_free(status);
    }
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(short_and_generic_forms_agree),
        cmocka_unit_test(literals_of_every_form),
        cmocka_unit_test(module_frame),
        cmocka_unit_test(manual_computation),
        cmocka_unit_test(errors_name_place_and_token),
        cmocka_unit_test(nesting_is_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
