/* Programs that check themselves: what passes, fails and is skipped, and why. */
#include "check/check.h"

#include "backend/executable.h"
#include "check/compare.h"
#include "check/find.h"

#include "test.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- comparing ---- */

#define ASSERT_FITS(fits, expectation, dtype, ctype, a, b)                                  \
    do {                                                                                    \
        ax_type type_ = ax_type_scalar(dtype);                                              \
        ctype a_ = (a), b_ = (b);                                                           \
        ax_text why_ = {0};                                                                 \
        assert_int_equal(ax_compare(&(expectation), &type_, &a_, &b_, false, &why_), fits); \
        assert_int_equal(why_.length == 0, fits);                                           \
        ax_text_free(&why_);                                                                \
    } while (0)

static void equal_values(void **state)
{
    (void)state;
    ax_expectation eq = {.kind = AX_EXPECT_EQ};
    ASSERT_FITS(true, eq, AX_F32, float, 1.0F, 1.0F);
    ASSERT_FITS(true, eq, AX_F32, float, 0.0F, -0.0F);
    ASSERT_FITS(true, eq, AX_F32, float, NAN, -NAN);
    ASSERT_FITS(true, eq, AX_F64, double, INFINITY, INFINITY);
    ASSERT_FITS(false, eq, AX_F64, double, INFINITY, -INFINITY);
    ASSERT_FITS(false, eq, AX_F32, float, 1.0F, NAN);
    ASSERT_FITS(false, eq, AX_F32, float, 1.0F, nextafterf(1.0F, 2.0F));
    ASSERT_FITS(true, eq, AX_I64, int64_t, INT64_MIN, INT64_MIN);
    ASSERT_FITS(false, eq, AX_U8, uint8_t, 255, 254);
    ASSERT_FITS(false, eq, AX_BOOL, uint8_t, 1, 0);
}

static void almost_equal_values(void **state)
{
    (void)state;
    ax_expectation almost = {.kind = AX_EXPECT_ALMOST_EQ, .tolerance = 0.25};
    ASSERT_FITS(true, almost, AX_F32, float, 1.0F, 1.25F);
    ASSERT_FITS(false, almost, AX_F32, float, 1.0F, 1.2500001F);
    ASSERT_FITS(true, almost, AX_F64, double, NAN, NAN);
    ASSERT_FITS(false, almost, AX_F64, double, NAN, 1.0);
    ASSERT_FITS(false, almost, AX_F64, double, INFINITY, 1e308);
    ASSERT_FITS(true, almost, AX_F64, double, -INFINITY, -INFINITY);
    ASSERT_FITS(false, almost, AX_I32, int32_t, 3, 4);
    almost.tolerance = 1;
    ASSERT_FITS(true, almost, AX_I32, int32_t, 3, 4);
    ASSERT_FITS(false, almost, AX_I64, int64_t, INT64_MIN, INT64_MAX);
    ASSERT_FITS(false, almost, AX_BOOL, uint8_t, 1, 0);
}

static void close_values(void **state)
{
    (void)state;
    ax_expectation close = {.kind = AX_EXPECT_CLOSE, .most_ulps = 3};
    ASSERT_FITS(true, close, AX_F32, uint32_t, 0x3f800000, 0x3f800003);
    ASSERT_FITS(false, close, AX_F32, uint32_t, 0x3f800000, 0x3f800004);
    ASSERT_FITS(true, close, AX_F32, uint32_t, 0x80000001, 0x00000002); /* across zero */
    ASSERT_FITS(false, close, AX_F32, uint32_t, 0x80000002, 0x00000002);
    ASSERT_FITS(true, close, AX_F16, uint16_t, 0x3c00, 0x3c03);
    ASSERT_FITS(false, close, AX_BF16, uint16_t, 0x3f80, 0x3f84);
    ASSERT_FITS(true, close, AX_F64, double, INFINITY, INFINITY);
    ASSERT_FITS(false, close, AX_F32, uint32_t, 0x7f7fffff, 0x7f800000); /* next to infinity */
    ASSERT_FITS(false, close, AX_I32, int32_t, 1, 2);
    close.least_ulps = 2;
    ASSERT_FITS(false, close, AX_F32, uint32_t, 0x3f800000, 0x3f800001);
    close.least_ulps = close.most_ulps = UINT64_MAX;
    ASSERT_FITS(true, close, AX_F64, double, NAN, 1.0);
}

static void errors_are_measured(void **state)
{
    (void)state;
    /* r = sqrt((9 + 16 + 0 + 0) / 4) = 2.5; the infinite and the missing number are not counted. */
    ax_type type = {AX_F32, 1, {6}};
    float expected[] = {3, -4, 0, 0, INFINITY, NAN}, actual[] = {3, -4, 0, 0, INFINITY, NAN};
    int64_t at = -1;
    assert_true(ax_compare_error(&type, actual, expected, &at) == 0);
    actual[0] = 3.5F; /* 0.5 / (3 + 2.5) */
    assert_true(fabs(ax_compare_error(&type, actual, expected, &at) - 0.5 / 5.5) < 1e-12);
    assert_int_equal(at, 0);
    actual[2] = 0.5F; /* 0.5 / (0 + 2.5) */
    assert_true(fabs(ax_compare_error(&type, actual, expected, &at) - 0.2) < 1e-12);
    assert_int_equal(at, 2);
    actual[4] = -INFINITY;
    assert_true(ax_compare_error(&type, actual, expected, &at) == INFINITY);
    assert_int_equal(at, 4);
    actual[3] = NAN;
    assert_true(ax_compare_error(&type, actual, expected, &at) == INFINITY);
    assert_int_equal(at, 3);

    ax_type whole = {AX_I16, 2, {2, 2}};
    int16_t a[] = {1, 2, 3, 4}, b[] = {1, 2, 3, 5};
    assert_true(ax_compare_error(&whole, a, a, &at) == 0);
    assert_true(ax_compare_error(&whole, a, b, &at) == INFINITY);
    ax_text text = {0};
    ax_compare_print(&whole, a, b, at, &text);
    assert_string_equal(text.bytes, "element [1,1] is 4, expected 5");
    ax_text_free(&text);

    ax_type pair = {AX_C64, 1, {2}}; /* r = sqrt((1 + 1 + 1 + 1) / 4) */
    float is[] = {1, 1, 1, 1.5F}, should[] = {1, 1, 1, 1};
    assert_true(fabs(ax_compare_error(&pair, is, should, &at) - 0.25) < 1e-12);
    assert_int_equal(at, 1);

    ax_type none = {AX_F64, 1, {0}};
    assert_true(ax_compare_error(&none, NULL, NULL, &at) == 0);
}

static void every_element_counts(void **state)
{
    (void)state;
    ax_type type;
    assert_ok(ax_type_make(AX_C64, 2, (const int64_t[]){2, 2}, &type));
    float expected[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    ax_expectation eq = {.kind = AX_EXPECT_EQ};
    for (int i = 0; i < 8; i++) {
        float actual[8];
        memcpy(actual, expected, sizeof actual);
        actual[i] += 1;
        ax_text why = {0};
        assert_false(ax_compare(&eq, &type, actual, expected, false, &why));
        ax_text_free(&why);
    }
    ax_text why = {0};
    float actual[8] = {1, 2, 3, 4, 5, 7, 9, 9};
    assert_false(ax_compare(&eq, &type, actual, expected, false, &why));
    assert_string_equal(why.bytes,
                        "element [1,0] is (5.0, 7.0), expected (5.0, 6.0), and 1 more of 4");
    ax_text_free(&why);
}

/* ---- modules ---- */

static ax_status *evaluate(void *user, ax_graph *graph, void *const *outputs)
{
    ax_executable *executable;
    AX_TRY(ax_executable_create(graph, &ax_target_reference, &executable));
    ax_runner *runner = NULL;
    ax_status *status = ax_runner_create(executable, user, NULL, &runner);
    if (!status)
        status = ax_runner_run(runner, NULL, outputs);
    ax_runner_free(runner);
    ax_executable_free(executable);
    return status;
}

static ax_check_report check(const char *text)
{
    ax_allocator *allocator;
    ax_check_report report;
    assert_ok(ax_allocator_create("test", 0, &allocator));
    ax_check_options options = {evaluate, allocator};
    assert_ok(ax_check_text(text, strlen(text), "t.mlir", &options, &report));
    ax_allocator_destroy(allocator);
    return report;
}

static void assert_verdict(const char *text, ax_check_verdict verdict, const char *reason)
{
    ax_check_report report = check(text);
    assert_int_equal(report.count, 1);
    if (report.modules[0].verdict != verdict)
        fail_msg("%s\n%s", text, report.modules[0].reason ? report.modules[0].reason : "passed");
    if (reason) {
        assert_non_null(report.modules[0].reason);
        assert_non_null(strstr(report.modules[0].reason, reason));
    }
    ax_check_report_free(&report);
}

static void verdicts_of_modules(void **state)
{
    (void)state;
#define FUNCTION(name, body) "func.func @" name "() {\n" body "return\n}\n"
#define CONSTANTS                                                 \
    "%0 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>\n" \
    "%1 = stablehlo.constant dense<[2.0, 4.0]> : tensor<2xf32>\n" \
    "%2 = stablehlo.add %0, %0 : tensor<2xf32>\n"
    assert_verdict(FUNCTION("main", CONSTANTS "check.expect_eq %2, %1 : tensor<2xf32>\n"),
                   AX_CHECK_PASSED, NULL);
    assert_verdict(
        FUNCTION("main", CONSTANTS "check.expect_eq %1, %0 : tensor<2xf32>\n"), AX_CHECK_FAILED,
        "t.mlir:5: expect_eq of f32[2]: element [0] is 2.0, expected 1.0, and 1 more of 2");
    /* The second check fails, the first holds. */
    assert_verdict(FUNCTION("main", CONSTANTS "check.expect_eq %2, %1 : tensor<2xf32>\n"
                                              "check.expect_eq_const %2, dense<2.0> : "
                                              "tensor<2xf32>\n"),
                   AX_CHECK_FAILED, "element [1] is 4.0, expected 2.0");
    assert_verdict(FUNCTION("main", CONSTANTS "stablehlo.custom_call @check.expect_almost_eq(%0, "
                                              "%1) {tolerance = 2.0 : f64} : (tensor<2xf32>, "
                                              "tensor<2xf32>) -> ()\n"),
                   AX_CHECK_PASSED, NULL);
    assert_verdict(FUNCTION("main", CONSTANTS "stablehlo.custom_call @check.expect_almost_eq(%0, "
                                              "%1) : (tensor<2xf32>, tensor<2xf32>) -> ()\n"),
                   AX_CHECK_FAILED, "expect_almost_eq");
    assert_verdict(FUNCTION("main", CONSTANTS "%3 = \"stablehlo.nothing\"(%0) : (tensor<2xf32>) -> "
                                              "tensor<2xf32>\n"
                                              "check.expect_eq %3, %1 : tensor<2xf32>\n"),
                   AX_CHECK_SKIPPED, "t.mlir:5:6: the op 'stablehlo.nothing' is not supported");
    assert_verdict(FUNCTION("main", CONSTANTS "check.expect_serialized_eq %0, probe_id = \"p\" : "
                                              "tensor<2xf32>\n"),
                   AX_CHECK_SKIPPED, "the check 'expect_serialized_eq' is not supported");
    assert_verdict(FUNCTION("main", CONSTANTS), AX_CHECK_SKIPPED, "it has no check");
    assert_verdict("", AX_CHECK_SKIPPED, "it has no check");
    assert_verdict("module {", AX_CHECK_FAILED, "t.mlir:1:9");
    /* Without @main: each function that nobody calls. */
    assert_verdict(FUNCTION("a", CONSTANTS "check.expect_eq %2, %1 : tensor<2xf32>\n")
                       FUNCTION("b", CONSTANTS "check.expect_eq %0, %1 : tensor<2xf32>\n"),
                   AX_CHECK_FAILED, "t.mlir:12: expect_eq");
    assert_verdict(FUNCTION("a", CONSTANTS "check.expect_eq %2, %1 : tensor<2xf32>\n")
                       FUNCTION("b", CONSTANTS "check.expect_eq %2, %1 : tensor<2xf32>\n"),
                   AX_CHECK_PASSED, NULL);
}

static void tolerance_of_an_op_is_tighter(void **state)
{
    (void)state;
    /* 5e-4 apart: within 1e-3, not within 1e-4. */
#define APART                                            \
    "%0 = stablehlo.constant dense<1.0> : tensor<f64>\n" \
    "%1 = stablehlo.constant dense<1.0005> : tensor<f64>\n"
    assert_verdict(FUNCTION("main", APART "stablehlo.custom_call @check.expect_almost_eq(%0, %1) : "
                                          "(tensor<f64>, tensor<f64>) -> ()\n"),
                   AX_CHECK_PASSED, NULL);
    assert_verdict(FUNCTION("main", APART "check.expect_almost_eq %0, %1 : tensor<f64>\n"),
                   AX_CHECK_FAILED, NULL);
    assert_verdict(
        FUNCTION("main", APART "check.expect_almost_eq %0, %1, tolerance = 0.1 : tensor<f64>\n"),
        AX_CHECK_PASSED, NULL);
    assert_verdict(FUNCTION("main", APART "check.expect_almost_eq_const %0, dense<1.01> : "
                                          "tensor<f64> {tolerance = 0.1 : f64}\n"),
                   AX_CHECK_PASSED, NULL);
}

static void a_file_of_several_modules(void **state)
{
    (void)state;
    ax_check_report report = check("\n\n// -----\n" FUNCTION(
        "f", CONSTANTS
        "check.expect_eq %2, %1 : tensor<2xf32>\n") "// -----\n" FUNCTION("f", CONSTANTS
                                                                          "check.expect_eq %0, %1 "
                                                                          ": tensor<2xf32>\n"));
    assert_int_equal(report.count, 3);
    assert_int_equal(report.modules[0].verdict, AX_CHECK_SKIPPED);
    assert_int_equal(report.modules[1].verdict, AX_CHECK_PASSED);
    assert_int_equal(report.modules[1].line, 4);
    assert_int_equal(report.modules[2].verdict, AX_CHECK_FAILED);
    assert_non_null(strstr(report.modules[2].reason, "t.mlir:16: expect_eq"));
    assert_int_equal(ax_check_count(&report, AX_CHECK_PASSED), 1);
    ax_check_report_free(&report);
}

/* Of equal elements either index is right where the program does not ask for the first. */
static void open_orders_are_not_judged(void **state)
{
    (void)state;
#define LARGEST(stable, index, value)                                                 \
    FUNCTION("main", "%0 = stablehlo.constant dense<[1, 7, 3, 7]> : tensor<4xi32>\n"  \
                     "%1:2 = chlo.top_k(%0, k = 1" stable                             \
                     ") : tensor<4xi32> -> (tensor<1xi32>, tensor<1xi32>)\n"          \
                     "check.expect_eq_const %1#1, dense<" index "> : tensor<1xi32>\n" \
                     "check.expect_eq_const %1#0, dense<" value "> : tensor<1xi32>\n")
    assert_verdict(LARGEST("", "1", "7"), AX_CHECK_PASSED, NULL);
    assert_verdict(LARGEST("", "3", "7"), AX_CHECK_FAILED, "is 1, expected 3");
    assert_verdict(LARGEST(", is_stable = false", "1", "7"), AX_CHECK_PASSED, NULL);
    assert_verdict(LARGEST(", is_stable = false", "3", "7"), AX_CHECK_SKIPPED,
                   "t.mlir:3:8: what is checked depends on the order of equal elements");
    assert_verdict(LARGEST(", is_stable = false", "1", "6"), AX_CHECK_FAILED, "is 7, expected 6");
#define SORTED(stable, indices)                                                            \
    FUNCTION("main", "%0 = stablehlo.constant dense<[1, 0, 1]> : tensor<3xi32>\n"          \
                     "%1 = stablehlo.iota dim = 0 : tensor<3xi32>\n"                       \
                     "%2:2 = \"stablehlo.sort\"(%0, %1) <{dimension = 0 : i64" stable      \
                     "}> ({\n^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: " \
                     "tensor<i32>):\n%3 = stablehlo.compare LT, %a, %b : (tensor<i32>, "   \
                     "tensor<i32>) -> tensor<i1>\nstablehlo.return %3 : tensor<i1>\n}) : " \
                     "(tensor<3xi32>, tensor<3xi32>) -> (tensor<3xi32>, tensor<3xi32>)\n"  \
                     "check.expect_eq_const %2#1, dense<" indices "> : tensor<3xi32>\n")
    assert_verdict(SORTED(", is_stable = true", "[1, 0, 2]"), AX_CHECK_PASSED, NULL);
    assert_verdict(SORTED(", is_stable = true", "[1, 2, 0]"), AX_CHECK_FAILED, NULL);
    assert_verdict(SORTED("", "[1, 2, 0]"), AX_CHECK_SKIPPED, "stablehlo.sort with is_stable");
}

/* ---- files ---- */

static void folders_are_walked_in_order(void **state)
{
    (void)state;
    ax_check_paths paths = {0};
    assert_ok(ax_check_find(AXMAP_TEST_DATA "/psum", &paths));
    assert_int_equal(paths.count, 3);
    assert_string_equal(paths.paths[0], AXMAP_TEST_DATA "/psum/center.mlir");
    assert_string_equal(paths.paths[1], AXMAP_TEST_DATA "/psum/mix.mlir");
    assert_string_equal(paths.paths[2], AXMAP_TEST_DATA "/psum/move.mlir");
    assert_error(ax_check_find("/nowhere/at/all", &paths), AX_NOT_FOUND, "'/nowhere/at/all'");
    ax_check_paths_free(&paths);
    ax_check_report report;
    assert_error(ax_check_file("/nowhere.mlir", &(ax_check_options){0}, &report), AX_NOT_FOUND,
                 "cannot open '/nowhere.mlir'");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_values),
        cmocka_unit_test(almost_equal_values),
        cmocka_unit_test(close_values),
        cmocka_unit_test(errors_are_measured),
        cmocka_unit_test(every_element_counts),
        cmocka_unit_test(verdicts_of_modules),
        cmocka_unit_test(tolerance_of_an_op_is_tighter),
        cmocka_unit_test(a_file_of_several_modules),
        cmocka_unit_test(open_orders_are_not_judged),
        cmocka_unit_test(folders_are_walked_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
