/* The cpu backend's lowerings against the same independent loops as the reference evaluations, and
 * against those where layouts decide. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "optest.h"
#include "random_convs.h"
#include "random_dots.h"

#include "target.h"

#define F32(...) optest_type(AX_F32, AX_LIST(__VA_ARGS__))

static ax_target cpu;

static ax_status *run_on_cpu(ax_eval_env *env, const ax_eqn *eqn, const ax_tensor *operands,
                             const ax_tensor *results)
{
    ax_kernel kernel;
    AX_TRY(ax_kernel_create(&cpu, eqn, &kernel));
    env->state = kernel.state;
    ax_status *status = kernel.run(env, eqn, operands, results);
    ax_kernel_free(&kernel);
    return status;
}

static int load(void **unused)
{
    (void)unused;
    ax_status *status = test_target_open(&cpu);
    if (status) {
        print_error("%s\n", ax_status_message(status));
        ax_status_free(status);
        return 1;
    }
    optest_kernel = run_on_cpu;
    return 0;
}

static int unload(void **unused)
{
    (void)unused;
    test_target_close(&cpu);
    return 0;
}

static void test_random_dots(void **unused)
{
    (void)unused;
    for (uint32_t seed = 1; seed <= 600; seed++)
        random_dot_check(seed, AX_F64, 0);
    for (uint32_t seed = 1; seed <= 200; seed++)
        random_dot_check(seed, AX_F32, 5);
}

static void test_random_convolutions(void **unused)
{
    (void)unused;
    for (uint32_t seed = 1; seed <= 1500; seed++)
        random_conv_check(seed, AX_F64, 0);
    for (uint32_t seed = 1; seed <= 500; seed++)
        random_conv_check(seed, AX_F32, 8);
}

/* ---- larger shapes, where tiles end inside images and layouts are those of networks ---- */

static void small(const ax_type *type, int32_t operand, void *data)
{
    for (int64_t i = 0; i < ax_type_count(type); i++)
        ((float *)data)[i] = (float)((i * 7 + operand * 5 + i / 13) % 9) - 4;
}

/* Elements are small integers, so that sums are exact and the two must agree to the bit. */
static void compare(optest_build *build, const void *user, const ax_type *types)
{
    void *inputs[2];
    for (int32_t i = 0; i < 2; i++) {
        inputs[i] = optest_memory(&types[i]);
        small(&types[i], i, inputs[i]);
    }
    optest_kernel = NULL;
    optest_data expected = optest_apply(build, user, 2, types, inputs);
    optest_kernel = run_on_cpu;
    optest_expect(optest_apply(build, user, 2, types, inputs), expected.type, expected.data);
    for (int32_t i = 0; i < 2; i++)
        free(inputs[i]);
    free(expected.data);
}

static void test_convolutions_of_networks(void **unused)
{
    (void)unused;
    ax_ints nhwc = AX_LIST(0, 3, 1, 2), hwio = AX_LIST(2, 3, 0, 1), same = AX_LIST(1, 1, 1, 1);
    ax_convolution_options oihw = {.padding = same};
    ax_convolution_options strided = {.padding = same, .window_strides = AX_LIST(2, 2)};
    ax_convolution_options last = {.input_dimensions = nhwc,
                                   .kernel_dimensions = hwio,
                                   .output_dimensions = nhwc,
                                   .padding = same};
    ax_convolution_options mixed = {.input_dimensions = nhwc, .padding = same};
    ax_convolution_options ones_last = {
        .input_dimensions = nhwc, .kernel_dimensions = hwio, .output_dimensions = nhwc};
    ax_convolution_options depthwise = {.padding = same, .feature_group_count = 16};
    ax_convolution_options features_last = last, features_apart = last;
    features_last.feature_group_count = 45;
    features_apart.feature_group_count = 7;
    features_apart.window_strides = AX_LIST(2, 1);
    features_apart.rhs_dilation = AX_LIST(1, 2);
    features_apart.window_reversal = AX_LIST(1, 0);
    ax_convolution_options none = {0};
    compare(random_conv_build, &features_last, (ax_type[]){F32(2, 9, 7, 45), F32(3, 3, 1, 45)});
    compare(random_conv_build, &features_apart, (ax_type[]){F32(3, 9, 8, 7), F32(3, 2, 1, 7)});
    /* Images below and above the size from which each is a product of its own. */
    compare(random_conv_build, &oihw, (ax_type[]){F32(5, 3, 9, 7), F32(4, 3, 3, 3)});
    compare(random_conv_build, &oihw, (ax_type[]){F32(2, 3, 40, 33), F32(8, 3, 3, 3)});
    compare(random_conv_build, &oihw, (ax_type[]){F32(1, 2, 200, 310), F32(3, 2, 3, 3)});
    compare(random_conv_build, &strided, (ax_type[]){F32(2, 3, 40, 33), F32(8, 3, 3, 3)});
    compare(random_conv_build, &last, (ax_type[]){F32(3, 21, 17, 3), F32(3, 3, 3, 5)});
    compare(random_conv_build, &last, (ax_type[]){F32(3, 21, 17, 16), F32(3, 3, 16, 5)});
    compare(random_conv_build, &mixed, (ax_type[]){F32(3, 21, 17, 16), F32(5, 16, 3, 3)});
    compare(random_conv_build, &depthwise, (ax_type[]){F32(2, 16, 9, 7), F32(16, 1, 3, 3)});
    compare(random_conv_build, &none, (ax_type[]){F32(3, 16, 9, 7), F32(5, 16, 1, 1)});
    compare(random_conv_build, &none, (ax_type[]){F32(1, 16, 30, 20), F32(5, 16, 1, 1)});
    compare(random_conv_build, &ones_last, (ax_type[]){F32(3, 9, 7, 16), F32(1, 1, 16, 5)});
    /* So many terms that a tile is as small as it gets. */
    compare(random_conv_build, &last, (ax_type[]){F32(2, 12, 10, 2000), F32(3, 3, 2000, 2)});
}

static void test_batched_products(void **unused)
{
    (void)unused;
    ax_dot_dimensions matvec = {.lhs_contracting = AX_LIST(1), .rhs_contracting = AX_LIST(1)};
    compare(random_dot_build, &matvec, (ax_type[]){F32(70, 33), F32(130, 33)});
    ax_dot_dimensions heads = {.lhs_batching = AX_LIST(0, 2),
                               .rhs_batching = AX_LIST(0, 2),
                               .lhs_contracting = AX_LIST(3),
                               .rhs_contracting = AX_LIST(3)};
    compare(random_dot_build, &heads, (ax_type[]){F32(2, 19, 3, 8), F32(2, 17, 3, 8)});
    ax_dot_dimensions apart = {.lhs_contracting = AX_LIST(0, 2), .rhs_contracting = AX_LIST(2, 0)};
    compare(random_dot_build, &apart, (ax_type[]){F32(5, 19, 3), F32(3, 17, 5)});
}

static void test_nan_and_infinity_are_not_skipped(void **unused)
{
    (void)unused;
    ax_dot_dimensions product = {.lhs_contracting = AX_LIST(1), .rhs_contracting = AX_LIST(0)};
    float a[] = {0, 1}, b[] = {INFINITY, 1};
    optest_data out = optest_apply(random_dot_build, &product, 2, (ax_type[]){F32(1, 2), F32(2, 1)},
                                   (void *[]){a, b});
    assert_true(isnan(*(float *)out.data));
    free(out.data);
}

/* Other dtypes go to the reference evaluation. */
static void test_integers(void **unused)
{
    (void)unused;
    ax_dot_dimensions product = {.lhs_contracting = AX_LIST(0), .rhs_contracting = AX_LIST(0)};
    ax_type type = optest_type(AX_I32, AX_LIST(2));
    optest_expect(optest_apply(random_dot_build, &product, 2, (ax_type[]){type, type},
                               (void *[]){(int32_t[]){3, 4}, (int32_t[]){5, 6}}),
                  ax_type_scalar(AX_I32), (int32_t[]){39});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_dots),
        cmocka_unit_test(test_random_convolutions),
        cmocka_unit_test(test_convolutions_of_networks),
        cmocka_unit_test(test_batched_products),
        cmocka_unit_test(test_nan_and_infinity_are_not_skipped),
        cmocka_unit_test(test_integers),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
