/* Growing texts; numbers printed and parsed as in the C locale; near names. */
#include "base/text.h"

#include "test.h"
#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void expect(ax_text *text, const char *expected)
{
    char *string;
    assert_ok(ax_text_take(text, &string));
    assert_string_equal(string, expected);
    free(string);
}

static void texts_grow(void **state)
{
    (void)state;
    ax_text text = {0};
    expect(&text, "");
    for (int i = 0; i < 1000; i++)
        ax_text_printf(&text, "%d,", i % 10);
    ax_text_append_bytes(&text, "end and more", 3);
    assert_int_equal(text.length, 2003);
    assert_string_equal(text.bytes + 1996, "8,9,end");
    ax_text_free(&text);
    ax_text_append(&text, "again");
    expect(&text, "again");
}

static void expect_float(double value, bool single, const char *expected)
{
    ax_text text = {0};
    ax_text_append_float(&text, value, single);
    expect(&text, expected);
}

static void floats_print_short_and_exact(void **state)
{
    (void)state;
    expect_float(1, false, "1.0");
    expect_float(-0.0, false, "-0.0");
    expect_float(0.1, false, "0.1");
    expect_float((double)0.1f, true, "0.1");
    expect_float(16777216, true, "16777216.0");
    expect_float(1e300, false, "1e+300");
    expect_float((double)INFINITY, true, "inf");
    expect_float(-(double)INFINITY, false, "-inf");
    expect_float((double)NAN, true, "nan");
}

static void floats_read_back(void **state)
{
    (void)state;
    const double values[] = {1.0 / 3, DBL_MAX, DBL_MIN, DBL_TRUE_MIN, 0.1 + 0.2, 123456789.125};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        for (int single = 0; single < 2; single++) {
            double value = single ? (double)(float)fmin(values[i], (double)FLT_MAX) : values[i];
            ax_text text = {0};
            ax_text_append_float(&text, value, single);
            double back;
            assert_true(ax_parse_double(text.bytes, &back));
            assert_true(single ? (float)back == (float)value : back == value);
            ax_text_free(&text);
        }
    }
}

static void byte_counts_read_well(void **state)
{
    (void)state;
    const struct {
        int64_t bytes;
        const char *text;
    } cases[] = {{0, "0 B"},
                 {1023, "1023 B"},
                 {1024, "1.0 KiB"},
                 {1536, "1.5 KiB"},
                 {INT64_C(12) << 20, "12.0 MiB"},
                 {INT64_MAX, "7.9 EiB"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ax_text text = {0};
        ax_text_append_bytecount(&text, cases[i].bytes);
        expect(&text, cases[i].text);
    }
}

static void whole_strings_parse_as_numbers(void **state)
{
    (void)state;
    double d = 0;
    int64_t i = 0;
    assert_true(ax_parse_double("-1.5e3", &d) && d == -1500);
    assert_false(ax_parse_double("", &d));
    assert_false(ax_parse_double(" 1", &d));
    assert_false(ax_parse_double("1,5", &d));
    assert_false(ax_parse_double("1.5x", &d));
    assert_true(ax_parse_int64("-9223372036854775808", &i) && i == INT64_MIN);
    assert_false(ax_parse_int64("9223372036854775808", &i));
    assert_false(ax_parse_int64("1.0", &i));
    assert_false(ax_parse_int64("", &i));
    assert_false(ax_parse_int64("7 ", &i));
    assert_int_equal(i, INT64_MIN);
}

/* The same under a locale whose decimal point is a comma, where the host has one. */
static void numbers_ignore_the_locale(void **state)
{
    if (!setlocale(LC_ALL, "de_DE.UTF-8"))
        skip();
    char local[8];
    snprintf(local, sizeof local, "%.1f", 1.5);
    assert_string_equal(local, "1,5");
    floats_print_short_and_exact(state);
    floats_read_back(state);
    whole_strings_parse_as_numbers(state);
    setlocale(LC_ALL, "C");
}

static void near_names_are_suggested(void **state)
{
    (void)state;
    const char *const names[] = {"program", "micro-batch", "memory", "report"};
    assert_string_equal(ax_nearest_name("progam", names, 4), "program");
    assert_string_equal(ax_nearest_name("micro_batch", names, 4), "micro-batch");
    assert_null(ax_nearest_name("xyzzy", names, 4));
    assert_null(ax_nearest_name("a", names, 0));
    assert_int_equal(ax_edit_distance("kitten", "sitting"), 3);
    assert_int_equal(ax_edit_distance("", "abc"), 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_grow),
        cmocka_unit_test(floats_print_short_and_exact),
        cmocka_unit_test(floats_read_back),
        cmocka_unit_test(byte_counts_read_well),
        cmocka_unit_test(whole_strings_parse_as_numbers),
        cmocka_unit_test(numbers_ignore_the_locale),
        cmocka_unit_test(near_names_are_suggested),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
