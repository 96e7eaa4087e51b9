/* convolution: tables from numpy.convolve and by hand, and the definition taken literally for random
 * attributes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>

#include "optest.h"
#include "random_convs.h"

#define F32(...) optest_type(AX_F32, AX_LIST(__VA_ARGS__))
#define I32(...) optest_type(AX_I32, AX_LIST(__VA_ARGS__))

/* numpy.convolve([1, 2, 3, 4], [1, 10, 100], mode) turns the kernel round, as reversal does. */
static void test_as_numpy_convolve(void **unused)
{
    (void)unused;
    float x[] = {1, 2, 3, 4}, k[] = {1, 10, 100};
    ax_type types[] = {F32(1, 1, 4), F32(1, 1, 3)};
    ax_convolution_options valid = {.window_reversal = AX_LIST(1)};
    optest_expect(optest_apply(random_conv_build, &valid, 2, types, (void *[]){x, k}), F32(1, 1, 2),
                  (float[]){123, 234});
    ax_convolution_options full = {.window_reversal = AX_LIST(1), .padding = AX_LIST(2, 2)};
    optest_expect(optest_apply(random_conv_build, &full, 2, types, (void *[]){x, k}), F32(1, 1, 6),
                  (float[]){1, 12, 123, 234, 340, 400});
    ax_convolution_options straight = {.window_strides = AX_LIST(1)};
    optest_expect(optest_apply(random_conv_build, &straight, 2, types, (void *[]){x, k}),
                  F32(1, 1, 2), (float[]){321, 432});
    ax_convolution_options dilated = {.lhs_dilation = AX_LIST(2), .padding = AX_LIST(-1, 0)};
    optest_expect(optest_apply(random_conv_build, &dilated, 2, types, (void *[]){x, k}),
                  F32(1, 1, 4), (float[]){20, 302, 30, 403});
}

/* numpy.convolve(numpy.pad(x, 1), k[::-1], "valid"): padding is multiplied, and 0 times inf is NaN. */
static void test_padding_is_zeros(void **unused)
{
    (void)unused;
    float x[] = {1, 2, 3}, k[] = {INFINITY, 1, 0};
    ax_type types[] = {F32(1, 1, 3), F32(1, 1, 3)};
    ax_convolution_options same = {.padding = AX_LIST(1, 1)};
    optest_data out = optest_apply(random_conv_build, &same, 2, types, (void *[]){x, k});
    assert_true(ax_type_equal(&out.type, &types[0]));
    const float *found = out.data;
    assert_true(isnan(found[0]) && isinf(found[1]) && isinf(found[2]));
    free(out.data);
}

static void test_groups(void **unused)
{
    (void)unused;
    int32_t x[] = {1, 2, 3, 4}, k[] = {10, 100};
    ax_convolution_options features = {.feature_group_count = 2};
    optest_expect(optest_apply(random_conv_build, &features, 2, (ax_type[]){I32(2, 2), I32(2, 1)},
                               (void *[]){x, k}),
                  I32(2, 2), (int32_t[]){10, 200, 30, 400});
    ax_convolution_options batches = {.batch_group_count = 2};
    optest_expect(optest_apply(random_conv_build, &batches, 2, (ax_type[]){I32(4, 1), I32(2, 1)},
                               (void *[]){x, k}),
                  I32(2, 2), (int32_t[]){10, 300, 20, 400});
}

static void test_random_attributes(void **unused)
{
    (void)unused;
    int64_t elements = 0;
    for (uint32_t seed = 1; seed <= 600; seed++)
        elements += random_conv_check(seed, AX_F64, 0);
    for (uint32_t seed = 1; seed <= 300; seed++)
        elements += random_conv_check(seed, AX_F32, 2);
    assert_true(elements > 10000);
}

static void small(const ax_type *type, int32_t operand, void *data)
{
    for (int64_t i = 0; i < ax_type_count(type); i++)
        ((float *)data)[i] = (float)((i * 7 + operand * 5) % 11) - 5;
}

static void test_batch(void **unused)
{
    (void)unused;
    int tested = 0;
    for (uint32_t seed = 1; seed <= 150; seed++) {
        random_conv c;
        random_conv_make(seed, AX_F32, 0, &c);
        if (c.nspatial > 2)
            continue;
        optest_check_batch(random_conv_build, &c.options, 2, (ax_type[]){c.lhs, c.rhs}, small);
        tested++;
    }
    assert_true(tested > 50);
}

/* vmap keeps one convolution, and an image batch in front of NCHW needs no transpose. */
static void test_mapped_convolution_is_one(void **unused)
{
    (void)unused;
    ax_convolution_options options = {.padding = AX_LIST(1, 1, 1, 1)};
    ax_graph *graph = NULL;
    ax_type types[] = {F32(1, 3, 8, 8), F32(4, 3, 3, 3)};
    assert_null(optest_trace(random_conv_build, &options, 2, types, &graph));
    for (int which = 1; which <= 3; which++) {
        int32_t axes[] = {which & 1 ? 0 : AX_NOT_MAPPED, which & 2 ? 0 : AX_NOT_MAPPED}, out;
        ax_graph *mapped = optest_map(graph, axes, 7, &out);
        int convolutions = 0, transposes = 0;
        AX_FOR_EQNS (eqn, mapped) {
            convolutions += eqn->op == &ax_op_convolution;
            transposes += eqn->op == &ax_op_transpose;
        }
        assert_int_equal(convolutions, 1);
        if (which == 1)
            assert_int_equal(transposes, 0);
        ax_graph_free(mapped);
    }
    ax_graph_free(graph);
}

static void test_refusals(void **unused)
{
    (void)unused;
    ax_type types[] = {F32(2, 4, 8), F32(6, 4, 3)};
    ax_convolution_options o = {.window_strides = AX_LIST(0)};
    optest_refuses(random_conv_build, &o, 2, types, AX_INVALID_ARGUMENT, "window_strides has 0");
    o = (ax_convolution_options){.padding = AX_LIST(1)};
    optest_refuses(random_conv_build, &o, 2, types, AX_INVALID_ARGUMENT, "padding has 1 entries");
    o = (ax_convolution_options){.padding = AX_LIST(INT64_MAX, 1)};
    optest_refuses(random_conv_build, &o, 2, types, AX_OVERFLOW, "does not fit 64 bits");
    o = (ax_convolution_options){.rhs_dilation = AX_LIST(INT64_MAX)};
    optest_refuses(random_conv_build, &o, 2, types, AX_OVERFLOW, "does not fit 64 bits");
    o = (ax_convolution_options){.feature_group_count = 3};
    optest_refuses(random_conv_build, &o, 2, types, AX_INVALID_ARGUMENT,
                   "input features 4 is not a multiple");
    o = (ax_convolution_options){.feature_group_count = 2};
    optest_refuses(random_conv_build, &o, 2, types, AX_INVALID_ARGUMENT, "has 2");
    o = (ax_convolution_options){.feature_group_count = 2, .batch_group_count = 2};
    optest_refuses(random_conv_build, &o, 2, types, AX_INVALID_ARGUMENT, "one of them 1");
    o = (ax_convolution_options){.feature_group_count = -1};
    optest_refuses(random_conv_build, &o, 2, types, AX_INVALID_ARGUMENT, "one of them 1");
    o = (ax_convolution_options){.input_dimensions = AX_LIST(0, 0, 1)};
    optest_refuses(random_conv_build, &o, 2, types, AX_INVALID_ARGUMENT, "twice");
    o = (ax_convolution_options){.kernel_dimensions = AX_LIST(0, 1, 3)};
    optest_refuses(random_conv_build, &o, 2, types, AX_INVALID_ARGUMENT, "names dimension 3");
    optest_refuses(random_conv_build, &(ax_convolution_options){.batch_group_count = 0}, 2,
                   (ax_type[]){F32(2, 4), F32(6, 4, 3)}, AX_INVALID_ARGUMENT, "equally many");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_padding_is_zeros),
        cmocka_unit_test(test_as_numpy_convolve),
        cmocka_unit_test(test_groups),
        cmocka_unit_test(test_random_attributes),
        cmocka_unit_test(test_batch),
        cmocka_unit_test(test_mapped_convolution_is_one),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
