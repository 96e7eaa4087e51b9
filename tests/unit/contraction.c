/* dot_general: small tables worked out by hand, and loops of the test's own for random shapes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "optest.h"
#include "random_dots.h"

#include <axmap/contraction.h>
#include <math.h>

#define F32(...) optest_type(AX_F32, AX_LIST(__VA_ARGS__))
#define F64(...) optest_type(AX_F64, AX_LIST(__VA_ARGS__))
#define I32(...) optest_type(AX_I32, AX_LIST(__VA_ARGS__))

static ax_value dot(ax_builder *b, const ax_value *in, const void *user)
{
    (void)b;
    (void)user;
    return ax_dot(in[0], in[1]);
}

static void test_dot(void **unused)
{
    (void)unused;
    float m[] = {1, 2, 3, 4, 5, 6}, n[] = {1, -1, 0, 2, 5, 3}, v[] = {1, 0, -2};
    ax_type scalar = ax_type_scalar(AX_F32);
    optest_expect(optest_apply(dot, NULL, 2, (ax_type[]){F32(3), F32(3)}, (void *[]){v, m}), scalar,
                  (float[]){-5});
    optest_expect(optest_apply(dot, NULL, 2, (ax_type[]){F32(2, 3), F32(3)}, (void *[]){m, v}),
                  F32(2), (float[]){-5, -8});
    optest_expect(optest_apply(dot, NULL, 2, (ax_type[]){F32(3), F32(3, 2)}, (void *[]){v, n}),
                  F32(2), (float[]){-9, -7});
    optest_expect(optest_apply(dot, NULL, 2, (ax_type[]){F32(2, 3), F32(3, 2)}, (void *[]){m, n}),
                  F32(2, 2), (float[]){16, 12, 34, 24});
}

static void test_no_terms_sum_to_zero(void **unused)
{
    (void)unused;
    optest_expect(optest_apply(dot, NULL, 2, (ax_type[]){F64(2, 0), F64(0, 2)},
                               (void *[]){(double[]){0}, (double[]){0}}),
                  F64(2, 2), (double[]){0, 0, 0, 0});
    optest_expect(optest_apply(dot, NULL, 2, (ax_type[]){F64(0, 3), F64(3, 2)},
                               (void *[]){(double[]){0}, (double[]){1, 2, 3, 4, 5, 6}}),
                  F64(0, 2), NULL);
}

static void test_integers_wrap_and_bool_is_any_of_all(void **unused)
{
    (void)unused;
    ax_type u8 = optest_type(AX_U8, AX_LIST(2)), i8 = optest_type(AX_I8, AX_LIST(2));
    ax_type u16 = optest_type(AX_U16, AX_LIST(2)), b1 = optest_type(AX_BOOL, AX_LIST(2));
    ax_type i64 = optest_type(AX_I64, AX_LIST(2));
    optest_expect(optest_apply(dot, NULL, 2, (ax_type[]){u8, u8},
                               (void *[]){(uint8_t[]){200, 3}, (uint8_t[]){2, 5}}),
                  ax_type_scalar(AX_U8), (uint8_t[]){(200 * 2 + 15) % 256});
    optest_expect(optest_apply(dot, NULL, 2, (ax_type[]){i8, i8},
                               (void *[]){(int8_t[]){-100, 3}, (int8_t[]){2, 5}}),
                  ax_type_scalar(AX_I8), (int8_t[]){71});
    optest_expect(optest_apply(dot, NULL, 2, (ax_type[]){u16, u16},
                               (void *[]){(uint16_t[]){65535, 1}, (uint16_t[]){65535, 1}}),
                  ax_type_scalar(AX_U16), (uint16_t[]){2});
    optest_expect(optest_apply(dot, NULL, 2, (ax_type[]){i64, i64},
                               (void *[]){(int64_t[]){INT64_MAX, 3}, (int64_t[]){2, -1}}),
                  ax_type_scalar(AX_I64), (int64_t[]){-5});
    optest_expect(optest_apply(dot, NULL, 2, (ax_type[]){b1, b1},
                               (void *[]){(uint8_t[]){1, 1}, (uint8_t[]){0, 1}}),
                  ax_type_scalar(AX_BOOL), (uint8_t[]){1});
    optest_expect(optest_apply(dot, NULL, 2, (ax_type[]){b1, b1},
                               (void *[]){(uint8_t[]){1, 0}, (uint8_t[]){0, 1}}),
                  ax_type_scalar(AX_BOOL), (uint8_t[]){0});
}

static void test_nan_and_infinity_are_not_skipped(void **unused)
{
    (void)unused;
    optest_data out = optest_apply(dot, NULL, 2, (ax_type[]){F32(2), F32(2)},
                                   (void *[]){(float[]){0, 1}, (float[]){INFINITY, 1}});
    assert_true(isnan(*(float *)out.data));
    free(out.data);
}

static void test_random_dimension_numbers(void **unused)
{
    (void)unused;
    for (uint32_t seed = 1; seed <= 400; seed++)
        random_dot_check(seed, AX_F64, 0);
    for (uint32_t seed = 1; seed <= 200; seed++)
        random_dot_check(seed, AX_F32, 0);
}

static void test_batch(void **unused)
{
    (void)unused;
    optest_check_batch(dot, NULL, 2, (ax_type[]){F32(3), F32(3)}, optest_small_integers);
    optest_check_batch(dot, NULL, 2, (ax_type[]){F32(2, 3), F32(3)}, optest_small_integers);
    optest_check_batch(dot, NULL, 2, (ax_type[]){F32(3), F32(3, 2)}, optest_small_integers);
    optest_check_batch(dot, NULL, 2, (ax_type[]){I32(2, 3), I32(3, 4)}, optest_small_integers);
    ax_dot_dimensions d = {.lhs_batching = AX_LIST(2, 0),
                           .rhs_batching = AX_LIST(0, 3),
                           .lhs_contracting = AX_LIST(1, 4),
                           .rhs_contracting = AX_LIST(4, 1)};
    optest_check_batch(random_dot_build, &d, 2, (ax_type[]){F32(2, 3, 5, 2, 4), F32(5, 4, 3, 2, 3)},
                       optest_small_integers);
    optest_check_batch(random_dot_build, &d, 2, (ax_type[]){F32(2, 3, 5, 4, 4), F32(5, 4, 1, 2, 3)},
                       optest_small_integers);
}

/* What makes vmap of a matrix-vector product fast: one op, weights not repeated, the batch in front. */
static void test_mapped_matvec_is_one_product(void **unused)
{
    (void)unused;
    ax_graph *graph = NULL;
    assert_null(optest_trace(dot, NULL, 2, (ax_type[]){F32(5, 3), F32(3)}, &graph));
    int32_t axis;
    ax_graph *mapped = optest_map(graph, (int32_t[]){AX_NOT_MAPPED, 0}, 7, &axis);
    assert_int_equal(mapped->neqns, 1);
    assert_int_equal(axis, 0);
    assert_int_equal(mapped->first->operands[0]->id, mapped->inputs[1]->id);
    ax_graph_free(mapped);
    mapped = optest_map(graph, (int32_t[]){1, 1}, 7, &axis);
    assert_int_equal(mapped->neqns, 1);
    ax_graph_free(mapped);
    ax_graph_free(graph);
}

static void test_refusals(void **unused)
{
    (void)unused;
    optest_refuses(dot, NULL, 2, (ax_type[]){F32(2, 3), F32(4)}, AX_INVALID_ARGUMENT,
                   "dimension 1 of lhs f32[2,3] has 3, dimension 0 of rhs f32[4] has 4");
    optest_refuses(dot, NULL, 2, (ax_type[]){F32(3), F64(3)}, AX_INVALID_ARGUMENT,
                   "different dtypes");
    optest_refuses(dot, NULL, 2, (ax_type[]){F32(3, 1, 1), F32(3)}, AX_INVALID_ARGUMENT,
                   "dot takes vectors and matrices, not f32[3,1,1] and f32[3]");
    ax_type types[] = {F32(2, 3), F32(3, 2)};
    ax_dot_dimensions range = {.lhs_contracting = AX_LIST(2), .rhs_contracting = AX_LIST(0)};
    optest_refuses(random_dot_build, &range, 2, types, AX_INVALID_ARGUMENT, "dimension 2 of");
    ax_dot_dimensions twice = {.lhs_contracting = AX_LIST(0, 0), .rhs_contracting = AX_LIST(0, 1)};
    optest_refuses(random_dot_build, &twice, 2, types, AX_INVALID_ARGUMENT, "twice");
    ax_dot_dimensions count = {.lhs_contracting = AX_LIST(0)};
    optest_refuses(random_dot_build, &count, 2, types, AX_INVALID_ARGUMENT, "has 1 entries");
    ax_dot_dimensions both = {.lhs_contracting = AX_LIST(1),
                              .rhs_contracting = AX_LIST(0),
                              .lhs_batching = AX_LIST(1),
                              .rhs_batching = AX_LIST(0)};
    optest_refuses(random_dot_build, &both, 2, types, AX_INVALID_ARGUMENT, "in both");
    ax_type wide = F32(1, 1, 1, 1, 1, 1, 1, 1, 1);
    ax_dot_dimensions none = {.lhs_batching = AX_EMPTY_LIST};
    optest_refuses(random_dot_build, &none, 2, (ax_type[]){wide, wide}, AX_INVALID_ARGUMENT,
                   "18 dimensions");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_dot),
        cmocka_unit_test(test_no_terms_sum_to_zero),
        cmocka_unit_test(test_integers_wrap_and_bool_is_any_of_all),
        cmocka_unit_test(test_nan_and_infinity_are_not_skipped),
        cmocka_unit_test(test_random_dimension_numbers),
        cmocka_unit_test(test_batch),
        cmocka_unit_test(test_mapped_matvec_is_one_product),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
