/* Programs as functions of the public interface: of one example where the program is one mapped function
 * over one axis, of one replica, and of whole arrays otherwise. */
#include "test.h"

#include <axmap/axmap.h>
#include <stdio.h>

#define MESH "sdy.mesh @mesh = <[\"i\"=3, \"j\"=2]>\n"
#define BODY(axes, x, block)                                                                   \
    "%0 = sdy.manual_computation(%x) in_shardings=[<@mesh, " x "]>] out_shardings=[<@mesh, " x \
    "]>] manual_axes={" axes "} (%a: tensor<" block                                            \
    ">) {\n%1 = stablehlo.add %a, %a : tensor<" block ">\nsdy.return %1 : tensor<" block       \
    ">\n} : (tensor<3x4xf32>) -> tensor<3x4xf32>\n"
#define MAIN(body)                                                                     \
    MESH "func.func @main(%x: tensor<3x4xf32> loc(\"x\")) -> tensor<3x4xf32> {\n" body \
         "return %0 : tensor<3x4xf32>\n}\n"

static const char one_axis[] = MAIN(BODY("\"i\"", "[{\"i\"}, {}", "1x4xf32"));
static const char two_axes[] = MAIN(BODY("\"i\", \"j\"", "[{\"i\"}, {\"j\"}", "1x2xf32"));
static const char with_more[] = MESH
    "func.func @main(%w: tensor<3x4xf32> loc(\"x\")) -> tensor<3x4xf32> {\n"
    "%x = stablehlo.negate %w : tensor<3x4xf32>\n" BODY(
        "\"i\"", "[{\"i\"}, {}", "1x4xf32") "return %0 : tensor<3x4xf32>\n}\n";
static const char replicas[] =
    "module @m attributes {mhlo.num_replicas = 3 : i32} {\n"
    "func.func @main(%w: tensor<4xf32> {mhlo.is_same_data_across_replicas = true}, %x: "
    "tensor<4xf32>) -> tensor<4xf32> {\n%0 = stablehlo.add %w, %x : tensor<4xf32>\n"
    "return %0 : tensor<4xf32>\n}\n}\n";

static ax_stablehlo *read_program(const char *text)
{
    ax_stablehlo *program;
    assert_ok(ax_stablehlo_parse_text(text, strlen(text), "t.mlir", &program));
    return program;
}

static void assert_type(ax_type type, int32_t ndim, int64_t first)
{
    assert_int_equal(type.ndim, ndim);
    assert_int_equal(type.dims[0], first);
}

static void one_example(void **state)
{
    (void)state;
    ax_stablehlo *program = read_program(one_axis);
    assert_string_equal(ax_stablehlo_axis_name(program), "i");
    assert_int_equal(ax_stablehlo_axis_size(program), 3);
    assert_int_equal(ax_stablehlo_in_axes(program).count, 1);
    assert_int_equal(ax_stablehlo_in_axes(program).values[0], 0);
    assert_int_equal(ax_stablehlo_out_axes(program).values[0], 0);
    assert_type(ax_stablehlo_input_type(program, 0), 1, 4);
    assert_string_equal(ax_stablehlo_input_name(program, 0), "x");
    ax_stablehlo_release(program);
}

static void one_replica(void **state)
{
    (void)state;
    ax_stablehlo *program = read_program(replicas);
    assert_string_equal(ax_stablehlo_axis_name(program), "replica");
    assert_int_equal(ax_stablehlo_axis_size(program), 3);
    assert_int_equal(ax_stablehlo_in_axes(program).values[0], AX_NONE);
    assert_int_equal(ax_stablehlo_in_axes(program).values[1], 0);
    assert_int_equal(ax_stablehlo_out_axes(program).values[0], 0);
    assert_type(ax_stablehlo_input_type(program, 1), 1, 4);
    ax_stablehlo_release(program);
}

/* Called with 0, 1, ..., it gives `factor` times that. */
static void check_whole(const char *text, float factor)
{
    ax_stablehlo *program = read_program(text);
    ax_context *context;
    ax_array *in, *out;
    float x[12];
    assert_null(ax_stablehlo_axis_name(program));
    assert_int_equal(ax_stablehlo_axis_size(program), 0);
    assert_int_equal(ax_stablehlo_in_axes(program).count, 0);
    ax_type type = ax_stablehlo_input_type(program, 0);
    assert_type(type, 2, 3);
    for (int i = 0; i < 12; i++)
        x[i] = (float)i;
    for (int devices = 1; devices < 3; devices++) {
        ax_context_options options = {.devices_per_rank = devices, .threads = 1};
        assert_ok(ax_context_create(&options, &context));
        assert_ok(ax_array_create(&type, x, &in));
        assert_ok(ax_call(context, ax_stablehlo_fn(program), &in, &out));
        for (int i = 0; i < 12; i++)
            assert_true(((const float *)ax_array_data(out))[i] == factor * x[i]);
        ax_array_release(in);
        ax_array_release(out);
        ax_context_release(context);
    }
    ax_stablehlo_release(program);
}

static void whole_arrays(void **state)
{
    (void)state;
    check_whole(two_axes, 2);
    check_whole(with_more, -2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_example),
        cmocka_unit_test(one_replica),
        cmocka_unit_test(whole_arrays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
