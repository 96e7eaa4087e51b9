/* f16 and bf16: rounding at the edges of the formats (closed forms of IEEE 754 binary16 and of
 * bfloat16), and every bit pattern there and back. */
#include "base/half.h"

#include "test.h"
#include <math.h>

typedef struct rounding {
    double value;
    uint16_t f16, bf16;
} rounding;

static void rounds_to_nearest_even(void **state)
{
    (void)state;
    static const rounding cases[] = {
        {0.0, 0x0000, 0x0000},
        {-0.0, 0x8000, 0x8000},
        {1.0, 0x3c00, 0x3f80},
        {-2.0, 0xc000, 0xc000},
        {65504.0, 0x7bff, 0x4780},        /* the greatest f16; a carry into the exponent */
        {65519.99, 0x7bff, 0x4780},       /* below the tie with 2^16 */
        {65520.0, 0x7c00, 0x4780},        /* the tie goes to the even neighbour: infinity */
        {0x1p-24, 0x0001, 0x3380},        /* the smallest f16 */
        {0x1p-25, 0x0000, 0x3300},        /* half of it: a tie, zero is even */
        {0x1.8p-24, 0x0002, 0x33c0},      /* 1.5 of it: a tie, 2 is even */
        {0x1.000002p-25, 0x0001, 0x3300}, /* a little more than half */
        {0x1.ffcp-15, 0x0400, 0x3880},    /* f16: up from subnormal to normal */
        {0x1p-14, 0x0400, 0x3880},        /* the smallest normal f16 */
        {1.0 + 0x1p-11, 0x3c00, 0x3f80},  /* ties */
        {1.0 + 0x1.8p-10, 0x3c02, 0x3f80},
        {1.0 + 0x1p-8, 0x3c04, 0x3f80},
        {1.0 + 0x1.8p-7, 0x3c0c, 0x3f82},
        {0x1.fep127, 0x7c00, 0x7f7f}, /* the greatest bf16 */
        {0x1.fefffep127, 0x7c00, 0x7f7f},
        {0x1.ffp127, 0x7c00, 0x7f80},
        {0x1p-133, 0x0000, 0x0001}, /* the smallest bf16 */
        {0x1p-134, 0x0000, 0x0000},
        {0x1p-1074, 0x0000, 0x0000},
        {-1e300, 0xfc00, 0xff80},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(ax_f16_from_f64(cases[i].value), cases[i].f16);
        assert_int_equal(ax_bf16_from_f64(cases[i].value), cases[i].bf16);
    }
    assert_int_equal(ax_f16_from_f64(INFINITY), 0x7c00);
    assert_int_equal(ax_bf16_from_f64(-INFINITY), 0xff80);
    assert_true(isnan(ax_f32_from_f16(ax_f16_from_f64(NAN))));
    assert_true(isnan(ax_f32_from_bf16(ax_bf16_from_f64(NAN))));
}

static void every_pattern_comes_back(void **state)
{
    (void)state;
    for (uint32_t bits = 0; bits <= 0xffff; bits++) {
        float f16 = ax_f32_from_f16((uint16_t)bits);
        float bf16 = ax_f32_from_bf16((uint16_t)bits);
        if (!isnan(f16))
            assert_int_equal(ax_f16_from_f64((double)f16), bits);
        if (!isnan(bf16))
            assert_int_equal(ax_bf16_from_f64((double)bf16), bits);
    }
    assert_true(ax_f32_from_f16(0x7bff) == 65504.0F);
    assert_true(ax_f32_from_f16(0x0001) == 0x1p-24F);
    assert_true(ax_f32_from_bf16(0x3f80) == 1.0F);
}

static float float_of(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Rows give what single elements give: all halves, and floats at, between and beside halves. */
static void rows_agree_with_elements(void **state)
{
    (void)state;
    enum { N = 1 << 16, AROUND = 7 };
    static uint16_t halves[N], narrow[N * AROUND];
    static float wide[N], values[N * AROUND];
    for (uint32_t bits = 0; bits < N; bits++)
        halves[bits] = (uint16_t)bits;
    for (int format = 0; format < 2; format++) {
        (format ? ax_row_f32_from_bf16 : ax_row_f32_from_f16)(N, halves, wide);
        for (uint32_t i = 0; i < N; i++) {
            float one = (format ? ax_f32_from_bf16 : ax_f32_from_f16)(halves[i]);
            assert_memory_equal(&wide[i], &one, sizeof one);
            uint32_t bits;
            memcpy(&bits, &wide[i], sizeof bits);
            uint32_t half_unit = format ? 1U << 15 : 1U << 12;
            uint32_t near[AROUND] = {bits,
                                     bits + 1,
                                     bits + half_unit - 1,
                                     bits + half_unit,
                                     bits + half_unit + 1,
                                     i * 65537U,
                                     bits ^ (0x9e3779b9U * i)};
            for (int k = 0; k < AROUND; k++)
                values[i * AROUND + (uint32_t)k] = float_of(near[k]);
        }
        (format ? ax_row_bf16_from_f32 : ax_row_f16_from_f32)(N * AROUND, values, narrow);
        for (int i = 0; i < N * AROUND; i++) {
            uint16_t one = (format ? ax_bf16_from_f64 : ax_f16_from_f64)((double)values[i]);
            if (narrow[i] != one)
                fail_msg("%a is %x in a row and %x alone", (double)values[i], narrow[i], one);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rounds_to_nearest_even),
        cmocka_unit_test(every_pattern_comes_back),
        cmocka_unit_test(rows_agree_with_elements),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
