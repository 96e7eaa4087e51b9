/* Kernels that are an op's evaluation dealt in parts: what they promise as kernels, without a code generator
 * to take them over. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "optest.h"
#include "random.h"

#include "backend/backend.h"

#include <axmap/elementwise.h>
#include <axmap/indexing.h>
#include <axmap/reduction.h>
#include <axmap/shape.h>
#include <axmap/sorting.h>

#define F32(...) optest_type(AX_F32, AX_LIST(__VA_ARGS__))
#define I32(...) optest_type(AX_I32, AX_LIST(__VA_ARGS__))

static const ax_target plain = {.backend = &ax_backend_cpu};

/* The kernel, which is no "eval", takes the scratch that it said, or less. */
static ax_status *run_kernel(ax_eval_env *env, const ax_eqn *eqn, const ax_tensor *operands,
                             const ax_tensor *results)
{
    ax_kernel kernel;
    optest_kept *kept = env->user;
    if (ax_eqn_find_attr(eqn, AX_ATTR_VALUE)) /* a constant lies where it is */
        return eqn->op->eval.function(env, eqn, operands, results);
    AX_TRY(ax_kernel_create(&plain, eqn, &kernel));
    assert_string_not_equal(kernel.name, "eval");
    assert_non_null(kernel.scratch);
    assert_true(kernel.position_free);
    int64_t before = kept->bytes, most = kernel.scratch(kernel.state, eqn, env->threads);
    env->state = kernel.state;
    ax_status *status = kernel.run(env, eqn, operands, results);
    assert_true(kept->bytes - before <= most);
    ax_kernel_free(&kernel);
    return status;
}

/* The kernel against the evaluation by one thread. */
static void check(optest_build *build, const void *user, int32_t count, const ax_type *types)
{
    void *inputs[OPTEST_MOST];
    uint32_t state = 7;
    for (int32_t i = 0; i < count; i++) {
        inputs[i] = optest_memory(&types[i]);
        for (int64_t k = 0; k < ax_type_count(&types[i]); k++) {
            int32_t number = (int32_t)random_below(&state, 300) - 20;
            if (types[i].dtype == AX_F32) {
                ((float *)inputs[i])[k] = (float)number / 16;
            } else if (types[i].dtype == AX_BOOL) {
                ((uint8_t *)inputs[i])[k] = (uint8_t)(number & 1);
            } else {
                ((int32_t *)inputs[i])[k] = number;
            }
        }
    }
    optest_kernel = NULL;
    optest_data expected = optest_apply(build, user, count, types, inputs);
    optest_kernel = run_kernel;
    optest_expect(optest_apply(build, user, count, types, inputs), expected.type, expected.data);
    free(expected.data);
    for (int32_t i = 0; i < count; i++)
        free(inputs[i]);
}

/* ---- elements ---- */

static ax_value tanh_of_sum(ax_builder *b, const ax_value *in, const void *user)
{
    (void)b, (void)user;
    return ax_tanh(ax_add(in[0], in[1]));
}

static ax_value one_truth(ax_builder *b, const ax_value *in, const void *user)
{
    (void)b, (void)user;
    return ax_select(in[0], in[1], in[2]);
}

static ax_value clamped(ax_builder *b, const ax_value *in, const void *user)
{
    (void)user;
    return ax_clamp(ax_scalar(b, AX_F32, -1), in[0], ax_scalar(b, AX_F32, 2));
}

static ax_value narrowed(ax_builder *b, const ax_value *in, const void *user)
{
    (void)b, (void)user;
    return ax_convert(ax_compare(in[0], in[1], AX_LT), AX_BF16);
}

static ax_value other_bits(ax_builder *b, const ax_value *in, const void *user)
{
    (void)b, (void)user;
    return ax_bitcast_convert(in[0], AX_U8);
}

static void test_elements(void **unused)
{
    (void)unused;
    ax_type square = F32(300, 211), truth = ax_type_scalar(AX_BOOL);
    check(tanh_of_sum, NULL, 2, (ax_type[]){square, square});
    check(one_truth, NULL, 3, (ax_type[]){truth, square, square});
    check(clamped, NULL, 1, &square);
    check(narrowed, NULL, 2, (ax_type[]){square, square});
    check(other_bits, NULL, 1, &square);
    check(tanh_of_sum, NULL, 2, (ax_type[]){F32(0, 3), F32(0, 3)});
}

/* ---- the others ---- */

static ax_value sorted(ax_builder *b, const ax_value *in, const void *user)
{
    (void)b;
    return ax_argsort(in[0], *(const int64_t *)user);
}

static ax_value best(ax_builder *b, const ax_value *in, const void *user)
{
    (void)b;
    ax_value values, indices;
    ax_top_k(in[0], *(const int64_t *)user, &values, &indices);
    return ax_add(ax_convert(values, AX_I32), indices);
}

static ax_value least(ax_builder *b, const ax_value *in, const void *user)
{
    (void)b;
    return ax_argmin(in[0], *(const int64_t *)user);
}

static ax_value total(ax_builder *b, const ax_value *in, const void *user)
{
    (void)b;
    return ax_sum(in[0], *(const ax_ints *)user);
}

static ax_value taken(ax_builder *b, const ax_value *in, const void *user)
{
    (void)b, (void)user;
    return ax_take(in[0], in[1], 0);
}

static ax_value counted(ax_builder *b, const ax_value *in, const void *user)
{
    (void)b;
    ax_type type = I32(300, 70);
    return ax_add(ax_iota(b, &type, *(const int64_t *)user), in[0]);
}

static void test_parts(void **unused)
{
    (void)unused;
    for (int64_t axis = 0; axis < 2; axis++) {
        ax_ints list = {1, &axis};
        check(sorted, &axis, 1, (ax_type[]){F32(130, 170)});
        check(least, &axis, 1, (ax_type[]){F32(130, 170)});
        check(total, &list, 1, (ax_type[]){I32(300, 170)});
        check(total, &list, 1, (ax_type[]){F32(300, 170)});
        check(counted, &axis, 1, (ax_type[]){I32(300, 70)});
    }
    int64_t few = 5, many = 1500;
    check(best, &few, 1, (ax_type[]){F32(300, 100)});
    check(best, &many, 1, (ax_type[]){F32(9, 2000)});
    check(taken, NULL, 2, (ax_type[]){F32(200, 33), I32(9000)});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_elements),
        cmocka_unit_test(test_parts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
