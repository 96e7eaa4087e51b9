/* The elementwise family: integers against their definition in 128-bit arithmetic, floats against IEEE
 * 754 and closed forms, and the errors. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <fenv.h>
#include <math.h>

#include "optest.h"

#include "base/half.h"
#include "base/unconst.h"

#include <axmap/elementwise.h>

/* Holds every integer that occurs, and their sums. */
typedef __int128 wide;
typedef ax_value unary_at(ax_value x, ax_location here);
typedef ax_value binary_at(ax_value a, ax_value b, ax_location here);

typedef struct call {
    unary_at *unary;
    binary_at *binary;
    ax_comparison comparison; /* where neither is set */
    ax_dtype to;              /* of convert */
} call;

static ax_value build(ax_builder *b, const ax_value *in, const void *user)
{
    (void)b;
    const call *c = user;
    if (c->unary)
        return c->unary(in[0], AX_HERE);
    if (c->binary)
        return c->binary(in[0], in[1], AX_HERE);
    return ax_compare(in[0], in[1], c->comparison);
}

static ax_value build_convert(ax_builder *b, const ax_value *in, const void *user)
{
    (void)b;
    return ax_convert(in[0], ((const call *)user)->to);
}

static ax_value build_clamp(ax_builder *b, const ax_value *in, const void *user)
{
    (void)b;
    (void)user;
    return ax_clamp(in[0], in[1], in[2]);
}

static ax_value build_select(ax_builder *b, const ax_value *in, const void *user)
{
    (void)b;
    (void)user;
    return ax_select(in[0], in[1], in[2]);
}

static ax_type vector(ax_dtype dtype, int64_t count)
{
    return optest_type(dtype, AX_LIST(count));
}

/* ---- integers ---- */

static int bits_of(ax_dtype dtype)
{
    return (int)ax_dtype_bytes(dtype) * 8;
}

static bool is_signed(ax_dtype dtype)
{
    return ax_dtype_kind(dtype) == AX_KIND_SIGNED;
}

/* The value of the dtype that is congruent to `value`. */
static wide wrap(ax_dtype dtype, wide value)
{
    wide span = (wide)1 << bits_of(dtype);
    value = ((value % span) + span) % span;
    return is_signed(dtype) && value >= span / 2 ? value - span : value;
}

static wide least(ax_dtype dtype)
{
    return is_signed(dtype) ? -((wide)1 << (bits_of(dtype) - 1)) : 0;
}

static wide greatest(ax_dtype dtype)
{
    return ((wide)1 << (bits_of(dtype) - is_signed(dtype))) - 1;
}

static void store(ax_dtype dtype, void *array, int64_t index, wide value)
{
    uint64_t bits = (uint64_t)value;
    memcpy((char *)array + index * ax_dtype_bytes(dtype), &bits, (size_t)ax_dtype_bytes(dtype));
}

static const wide small_values[] = {-9, -8, -7, -3, -2, -1, 0,  1,  2,  3,  5,   7,  8,
                                    9,  15, 16, 17, 31, 32, 33, 63, 64, 65, 100, 127};
enum { SMALL = sizeof small_values / sizeof small_values[0], EDGES = SMALL + 6 };

static wide edge(ax_dtype dtype, int index)
{
    if (index < SMALL)
        return wrap(dtype, small_values[index]);
    index -= SMALL;
    return index < 3 ? least(dtype) + index : greatest(dtype) - (index - 3);
}

typedef wide definition(ax_dtype dtype, wide a, wide b);

static const ax_dtype integers[] = {AX_I8, AX_I16, AX_I32, AX_I64, AX_U8, AX_U16, AX_U32, AX_U64};

/* Every pair of edge values of every integer dtype. */
static void check_integers(const call *c, definition *define, bool signed_only, bool to_bool)
{
    enum { PAIRS = EDGES * EDGES };
    for (size_t k = 0; k < sizeof integers / sizeof integers[0]; k++) {
        ax_dtype dtype = integers[k], out = to_bool ? AX_BOOL : dtype;
        if (signed_only && !is_signed(dtype))
            continue;
        _Alignas(8) char a[PAIRS * 8], b[PAIRS * 8], expected[PAIRS * 8];
        for (int i = 0; i < PAIRS; i++) {
            wide left = edge(dtype, i / EDGES), right = edge(dtype, i % EDGES);
            store(dtype, a, i, left);
            store(dtype, b, i, right);
            store(out, expected, i, define(dtype, left, right));
        }
        ax_type types[] = {vector(dtype, PAIRS), vector(dtype, PAIRS)};
        void *in[] = {a, b};
        optest_expect(optest_apply(build, c, c->unary ? 1 : 2, types, in), vector(out, PAIRS),
                      expected);
    }
}

/* The low 64 bits of a product, which wide itself may not hold. */
static wide product(wide a, wide b)
{
    uint64_t low = (uint64_t)a * (uint64_t)b;
    return (wide)low;
}

#define DEFINE(name, expression)                              \
    static wide define_##name(ax_dtype dtype, wide a, wide b) \
    {                                                         \
        (void)dtype;                                          \
        (void)b;                                              \
        return expression;                                    \
    }

/* Products of low bits are the low bits of products, so 64 bits hold any of the results. */
static wide power_by_definition(wide a, wide b)
{
    if (b < 0)
        return a == 1 ? 1 : a == -1 ? (b % 2 ? -1 : 1) : 0;
    if (b == 0)
        return 1;
    wide half = power_by_definition(a, b / 2);
    return product(product(half, half), b % 2 ? a : 1);
}

static wide amount(ax_dtype dtype, wide b)
{
    wide n = b < 0 ? b + ((wide)1 << bits_of(dtype)) : b;
    return n < bits_of(dtype) ? n : bits_of(dtype);
}

static wide as_unsigned(ax_dtype dtype, wide a)
{
    return a < 0 ? a + ((wide)1 << bits_of(dtype)) : a;
}

static wide as_signed(ax_dtype dtype, wide a)
{
    return a >= (wide)1 << (bits_of(dtype) - 1) ? a - ((wide)1 << bits_of(dtype)) : a;
}

static wide count_bits(wide a)
{
    wide count = 0;
    for (; a > 0; a /= 2)
        count += a % 2;
    return count;
}

static wide leading_zeros(ax_dtype dtype, wide a)
{
    wide count = bits_of(dtype);
    for (; a > 0; a /= 2)
        count--;
    return count;
}

DEFINE(add, a + b)
DEFINE(sub, a - b)
DEFINE(mul, product(a, b))
DEFINE(pow, power_by_definition(a, b))
DEFINE(div, b == 0 ? -1 : a / b)
DEFINE(rem, b == 0 ? a : a % b)
DEFINE(maximum, a > b ? a : b)
DEFINE(minimum, a < b ? a : b)
DEFINE(and, as_unsigned(dtype, a) & as_unsigned(dtype, b))
DEFINE(or, as_unsigned(dtype, a) | as_unsigned(dtype, b))
DEFINE(xor, as_unsigned(dtype, a) ^ as_unsigned(dtype, b))
DEFINE(not, -1 - a)
DEFINE(neg, -a)
DEFINE(abs, a < 0 ? -a : a)
DEFINE(sign, a<0 ? -1 : a> 0)
DEFINE(shift_left, amount(dtype, b) == 64 ? 0 : product(a, (wide)1 << amount(dtype, b)))
DEFINE(shift_right_logical, as_unsigned(dtype, a) >> amount(dtype, b))
DEFINE(shift_right_arithmetic, as_signed(dtype, a) >> amount(dtype, b))
DEFINE(popcnt, count_bits(as_unsigned(dtype, a)))
DEFINE(count_leading_zeros, leading_zeros(dtype, as_unsigned(dtype, a)))
DEFINE(EQ, a == b)
DEFINE(NE, a != b)
DEFINE(LT, a < b)
DEFINE(LE, a <= b)
DEFINE(GT, a > b)
DEFINE(GE, a >= b)

static void test_integer_ops(void **unused)
{
    (void)unused;
#define BINARY(name) check_integers(&(call){.binary = ax_##name##_at}, define_##name, false, false)
    BINARY(add);
    BINARY(sub);
    BINARY(mul);
    BINARY(div);
    BINARY(rem);
    BINARY(pow);
    BINARY(maximum);
    BINARY(minimum);
    BINARY(and);
    BINARY(or);
    BINARY(xor);
    BINARY(shift_left);
    BINARY(shift_right_logical);
    BINARY(shift_right_arithmetic);
#define UNARY(name, signed_only) \
    check_integers(&(call){.unary = ax_##name##_at}, define_##name, signed_only, false)
    UNARY(not, false);
    UNARY(neg, false);
    UNARY(abs, true);
    UNARY(sign, true);
    UNARY(popcnt, false);
    UNARY(count_leading_zeros, false);
#define COMPARE(name) check_integers(&(call){.comparison = AX_##name}, define_##name, false, true)
    COMPARE(EQ);
    COMPARE(NE);
    COMPARE(LT);
    COMPARE(LE);
    COMPARE(GT);
    COMPARE(GE);
#undef BINARY
#undef UNARY
#undef COMPARE
}

/* ---- floats ---- */

/* NaN equals NaN, zeros by sign; others by bits, or within some units in the last place. */
static void check_floats(ax_dtype dtype, const void *seen, const void *expected, int64_t count,
                         double ulps)
{
    for (int64_t i = 0; i < count; i++) {
        double x, y, unit;
        if (dtype == AX_F32) {
            x = ((const float *)seen)[i];
            y = ((const float *)expected)[i];
            unit = nextafterf(fabsf((float)y), INFINITY) - fabsf((float)y);
        } else {
            x = ((const double *)seen)[i];
            y = ((const double *)expected)[i];
            unit = nextafter(fabs(y), INFINITY) - fabs(y);
        }
        bool same = isnan(y) ? isnan(x) : fabs(x - y) <= ulps * unit;
        if (x == y)
            same = signbit(x) == signbit(y);
        if (!same)
            fail_msg("%s, element %d: %.17g, not %.17g", ax_dtype_name(dtype), (int)i, x, y);
    }
}

enum { MOST = 16 };

/* The same values in f32 and f64; expected ones are given for f64 and rounded. */
static void check_real(const call *c, int count, const double *a, const double *b,
                       const double *expected, double ulps)
{
    float a32[MOST], b32[MOST], expected32[MOST];
    for (int i = 0; i < count; i++) {
        a32[i] = (float)a[i];
        b32[i] = b ? (float)b[i] : 0;
        expected32[i] = (float)expected[i];
    }
    ax_type narrow[] = {vector(AX_F32, count), vector(AX_F32, count)};
    void *in32[] = {a32, b32};
    optest_data out = optest_apply(build, c, b ? 2 : 1, narrow, in32);
    assert_int_equal(out.type.dtype, AX_F32);
    check_floats(AX_F32, out.data, expected32, count, ulps);
    free(out.data);

    ax_type broad[] = {vector(AX_F64, count), vector(AX_F64, count)};
    void *in64[] = {ax_unconst(a), ax_unconst(b)};
    out = optest_apply(build, c, b ? 2 : 1, broad, in64);
    assert_int_equal(out.type.dtype, AX_F64);
    check_floats(AX_F64, out.data, expected, count, ulps);
    free(out.data);
}

#define LIST(...)  ((const double[]){__VA_ARGS__})
#define COUNT(...) ((int)(sizeof(LIST(__VA_ARGS__)) / sizeof(double)))
#define REAL1(name, ulps, a, ...)                                                                \
    check_real(&(call){.unary = ax_##name##_at}, COUNT(__VA_ARGS__), a, NULL, LIST(__VA_ARGS__), \
               ulps)
#define REAL2(name, ulps, a, b, ...) \
    check_real(&(call){.binary = ax_##name##_at}, COUNT(__VA_ARGS__), a, b, LIST(__VA_ARGS__), ulps)

static void test_float_arithmetic(void **unused)
{
    (void)unused;
    const double inf = INFINITY, nan = NAN;
    REAL2(add, 0, LIST(1, -0.0, inf, nan, 0.5), LIST(2, -0.0, -inf, 1, 0.25), 3, -0.0, nan, nan,
          0.75);
    REAL2(sub, 0, LIST(1, 0, inf, 0.5), LIST(2, 0, inf, 0.25), -1, 0, nan, 0.25);
    REAL2(mul, 0, LIST(3, -0.0, inf, inf), LIST(-2, 5, 0, -1), -6, -0.0, nan, -inf);
    REAL2(div, 0, LIST(1, 1, -1, 0, inf, 3), LIST(0, -0.0, 0, 0, inf, 4), inf, -inf, -inf, nan, nan,
          0.75);
    REAL2(rem, 0, LIST(5.5, -5.5, 5.5, -4, 1, 1, inf, nan), LIST(2, 2, -2, 2, inf, 0, 1, 1), 1.5,
          -1.5, 1.5, -0.0, 1, nan, nan, nan);
    REAL2(pow, 0, LIST(2, 2, 0, 0, 1, nan, -2, -2, 4, inf),
          LIST(10, -1, 0, -1, nan, 0, 3, 0.5, 0.5, -1), 1024, 0.5, 1, inf, 1, 1, -8, nan, 2, 0);
    REAL2(maximum, 0, LIST(1, -0.0, 0.0, -0.0, nan, 1, nan, -inf, inf),
          LIST(2, 0.0, -0.0, -0.0, 1, nan, nan, 3, nan), 2, 0.0, 0.0, -0.0, nan, nan, nan, 3, nan);
    REAL2(minimum, 0, LIST(1, -0.0, 0.0, 0.0, nan, 1, nan, -inf, inf),
          LIST(2, 0.0, -0.0, 0.0, 1, nan, nan, 3, nan), 1, -0.0, -0.0, 0.0, nan, nan, nan, -inf,
          nan);
    REAL1(neg, 0, LIST(1, -0.0, 0, inf, nan), -1, 0, -0.0, -inf, nan);
    REAL1(abs, 0, LIST(-1, -0.0, -inf, nan, 2), 1, 0, inf, nan, 2);
    REAL1(sign, 0, LIST(-3, 5, 0.0, -0.0, nan, -inf), -1, 1, 0.0, -0.0, nan, -1);
    REAL1(square, 0, LIST(-3, 0.5, inf), 9, 0.25, inf);
    REAL1(relu, 0, LIST(-3, 0.5, inf, nan, -0.0), 0, 0.5, inf, nan, 0.0);
}

static void test_rounding(void **unused)
{
    (void)unused;
    const double inf = INFINITY, nan = NAN;
    const double x[] = {0.5, 1.5, 2.5, -0.5, -1.5, -2.5, 0.25, -0.25, 7, inf, -inf, nan};
    REAL1(ceil, 0, x, 1, 2, 3, -0.0, -1, -2, 1, -0.0, 7, inf, -inf, nan);
    REAL1(floor, 0, x, 0, 1, 2, -1, -2, -3, 0, -1, 7, inf, -inf, nan);
    REAL1(round_nearest_afz, 0, x, 1, 2, 3, -1, -2, -3, 0, -0.0, 7, inf, -inf, nan);
    REAL1(round_nearest_even, 0, x, 0, 2, 2, -0.0, -2, -2, 0, -0.0, 7, inf, -inf, nan);
    /* One less than a half, and whole numbers that leave no room to add a half. */
    REAL1(round_nearest_afz, 0, LIST(0.4999999701976776, 8388609, -8388609), 0, 8388609, -8388609);
    REAL1(round_nearest_even, 0, LIST(0.4999999701976776, 8388609, -8388609), 0, 8388609, -8388609);
    assert_int_equal(fesetround(FE_UPWARD), 0);
    REAL1(round_nearest_even, 0, LIST(0.5, 1.5, 2.5, 0.25), 0, 2, 2, 0);
    assert_int_equal(fesetround(FE_TONEAREST), 0);
}

/* Values from mathematics, to more digits than f64 has. libm promises no last bit. */
static void test_functions(void **unused)
{
    (void)unused;
    const double inf = INFINITY, nan = NAN, pi = 3.14159265358979323846;
    REAL1(sqrt, 0, LIST(4, 2, -0.0, -1, inf), 2, 1.41421356237309504880, -0.0, nan, inf);
    REAL1(rsqrt, 1, LIST(4, 2, 0, -0.0, inf, -1), 0.5, 0.70710678118654752440, inf, -inf, 0, nan);
    REAL1(cbrt, 1, LIST(27, -8, -0.0, inf), 3, -2, -0.0, inf);
    REAL1(exp, 1, LIST(0, 1, -inf, inf, nan), 1, 2.71828182845904523536, 0, inf, nan);
    REAL1(expm1, 1, LIST(1, -0.0, -inf, 1e-30), 1.71828182845904523536, -0.0, -1, 1e-30);
    REAL1(log, 1, LIST(1, 2, 0, -1, inf), 0, 0.69314718055994530942, -inf, nan, inf);
    REAL1(log1p, 1, LIST(1, -0.0, -1, -2, 1e-30), 0.69314718055994530942, -0.0, -inf, nan, 1e-30);
    REAL1(sin, 1, LIST(1, -0.0, inf), 0.84147098480789650665, -0.0, nan);
    REAL1(cos, 1, LIST(1, 0, inf), 0.54030230586813971740, 1, nan);
    REAL1(tan, 1, LIST(1, -0.0, inf), 1.55740772465490223051, -0.0, nan);
    REAL1(tanh, 1, LIST(1, -0.0, inf, -inf), 0.76159415595576488812, -0.0, 1, -1);
    REAL2(atan2, 1, LIST(1, 0.0, -0.0, 1, -1, inf, 0), LIST(1, -1, -1, 0, 0, -inf, 1), pi / 4, pi,
          -pi, pi / 2, -pi / 2, 3 * pi / 4, 0);
    REAL1(logistic, 2, LIST(0, 1, -1, inf, -inf, nan, 100, -80), 0.5, 0.73105857863000487926,
          0.26894142136999512075, 1, 0, nan, 1, 1.80485138784541520e-35);
}

static void test_float_comparisons(void **unused)
{
    (void)unused;
    const float inf = INFINITY, nan = NAN;
    float a[] = {1, 2, 2, nan, nan, 0.0f, -inf}, b[] = {2, 1, 2, nan, 1, -0.0f, inf};
    const uint8_t expected[6][7] = {
        {0, 0, 1, 0, 0, 1, 0}, {1, 1, 0, 1, 1, 0, 1}, {1, 0, 0, 0, 0, 0, 1},
        {1, 0, 1, 0, 0, 1, 1}, {0, 1, 0, 0, 0, 0, 0}, {0, 1, 1, 0, 0, 1, 0},
    };
    ax_type types[] = {vector(AX_F32, 7), vector(AX_F32, 7)};
    void *in[] = {a, b};
    for (int i = 0; i < 6; i++) {
        optest_expect(optest_apply(build, &(call){.comparison = (ax_comparison)i}, 2, types, in),
                      vector(AX_BOOL, 7), expected[i]);
    }
    float x[] = {1, inf, -inf, nan, 3.4e38f};
    void *one[] = {x};
    ax_type type = vector(AX_F32, 5);
    optest_expect(optest_apply(build, &(call){.unary = ax_is_finite_at}, 1, &type, one),
                  vector(AX_BOOL, 5), (uint8_t[]){1, 0, 0, 0, 1});
}

/* The order of IEEE 754's totalOrder, written down: each value against each. */
static void test_total_order(void **unused)
{
    (void)unused;
    const double inf = INFINITY, nan = NAN;
    const double order[] = {-nan, -inf, -1.5, -0x1p-20, -0.0, 0, 0x1p-20, 1.5, inf, nan};
    enum { N = sizeof order / sizeof order[0], PAIRS = N * N };
    static const ax_dtype floats[] = {AX_F16, AX_BF16, AX_F32, AX_F64};
    double as64[2][PAIRS];
    float as32[2][PAIRS];
    uint16_t as16[2][PAIRS];
    uint8_t expected[6][PAIRS];
    for (int i = 0; i < PAIRS; i++) {
        int a = i / N, b = i % N;
        const bool truth[] = {a == b, a != b, a<b, a <= b, a> b, a >= b};
        for (int k = 0; k < 6; k++)
            expected[k][i] = truth[k];
        as64[0][i] = order[a];
        as64[1][i] = order[b];
    }
    for (size_t k = 0; k < 4; k++) {
        void *in[] = {as64[0], as64[1]};
        for (int side = 0; side < 2 && floats[k] != AX_F64; side++) {
            for (int i = 0; i < PAIRS; i++) {
                double x = as64[side][i];
                as32[side][i] = (float)x;
                as16[side][i] = floats[k] == AX_F16 ? ax_f16_from_f64(x) : ax_bf16_from_f64(x);
            }
            in[side] = floats[k] == AX_F32 ? (void *)as32[side] : (void *)as16[side];
        }
        ax_type types[] = {vector(floats[k], PAIRS), vector(floats[k], PAIRS)};
        for (int direction = 0; direction < 6; direction++) {
            call c = {.comparison = (ax_comparison)(AX_TOTAL_EQ + direction)};
            optest_expect(optest_apply(build, &c, 2, types, in), vector(AX_BOOL, PAIRS),
                          expected[direction]);
        }
    }
    int32_t a[] = {-1, 2}, b[] = {1, 2};
    void *ints[] = {a, b};
    ax_type types[] = {vector(AX_I32, 2), vector(AX_I32, 2)};
    optest_expect(optest_apply(build, &(call){.comparison = AX_TOTAL_LT}, 2, types, ints),
                  vector(AX_BOOL, 2), (uint8_t[]){1, 0});
}

static void test_bool(void **unused)
{
    (void)unused;
    uint8_t a[] = {0, 0, 1, 1}, b[] = {0, 1, 0, 1};
    void *in[] = {a, b};
    ax_type types[] = {vector(AX_BOOL, 4), vector(AX_BOOL, 4)};
    const struct {
        call what;
        uint8_t expected[4];
    } cases[] = {
        {{.binary = ax_add_at}, {0, 1, 1, 1}},     {{.binary = ax_mul_at}, {0, 0, 0, 1}},
        {{.binary = ax_maximum_at}, {0, 1, 1, 1}}, {{.binary = ax_minimum_at}, {0, 0, 0, 1}},
        {{.binary = ax_and_at}, {0, 0, 0, 1}},     {{.binary = ax_or_at}, {0, 1, 1, 1}},
        {{.binary = ax_xor_at}, {0, 1, 1, 0}},     {{.comparison = AX_EQ}, {1, 0, 0, 1}},
        {{.comparison = AX_LT}, {0, 1, 0, 0}},     {{.comparison = AX_GE}, {1, 0, 1, 1}},
        {{.unary = ax_not_at}, {1, 1, 0, 0}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        int32_t count = cases[i].what.unary ? 1 : 2;
        optest_expect(optest_apply(build, &cases[i].what, count, types, in), types[0],
                      cases[i].expected);
    }
}

/* ---- convert, clamp, select ---- */

static void test_convert_integers(void **unused)
{
    (void)unused;
    for (size_t k = 0; k < sizeof integers / sizeof integers[0]; k++) {
        _Alignas(8) char from[EDGES * 8], expected[EDGES * 8];
        ax_type type = vector(integers[k], EDGES);
        void *in[] = {from};
        for (int i = 0; i < EDGES; i++)
            store(integers[k], from, i, edge(integers[k], i));
        for (size_t j = 0; j < sizeof integers / sizeof integers[0]; j++) {
            for (int i = 0; i < EDGES; i++)
                store(integers[j], expected, i, edge(integers[k], i));
            optest_expect(optest_apply(build_convert, &(call){.to = integers[j]}, 1, &type, in),
                          vector(integers[j], EDGES), expected);
        }
        for (int i = 0; i < EDGES; i++)
            expected[i] = edge(integers[k], i) != 0;
        optest_expect(optest_apply(build_convert, &(call){.to = AX_BOOL}, 1, &type, in),
                      vector(AX_BOOL, EDGES), expected);
        double doubles[EDGES];
        for (int i = 0; i < EDGES; i++)
            doubles[i] = (double)edge(integers[k], i);
        optest_expect(optest_apply(build_convert, &(call){.to = AX_F64}, 1, &type, in),
                      vector(AX_F64, EDGES), doubles);
        float floats[EDGES];
        for (int i = 0; i < EDGES; i++)
            floats[i] = (float)edge(integers[k], i);
        optest_expect(optest_apply(build_convert, &(call){.to = AX_F32}, 1, &type, in),
                      vector(AX_F32, EDGES), floats);
    }
    int32_t ties[] = {16777217, 16777219};
    void *in[] = {ties};
    ax_type type = vector(AX_I32, 2);
    optest_expect(optest_apply(build_convert, &(call){.to = AX_F32}, 1, &type, in),
                  vector(AX_F32, 2), (float[]){16777216.0f, 16777220.0f});
}

/* Truncates, saturates, NaN is 0; the values are exact in f32 and f64. */
static void test_convert_floats(void **unused)
{
    (void)unused;
    const double whole[] = {0.0,    -0.0,   0.75,          -0.75,         2.5,           -2.5,
                            1e30,   -1e30,  INFINITY,      -INFINITY,     127,           128,
                            255,    256,    -128,          -129,          -32768,        32767,
                            65535,  65536,  -0x1p31,       0x1p31,        0x1p32,        -0x1p63,
                            0x1p63, 0x1p64, 0x1.fffffep62, 0x1.fffffep63, 0x1.fffffep30, 0x1p-140};
    enum { N = sizeof whole / sizeof whole[0] + 1 };
    double doubles[N];
    float floats[N];
    uint8_t truth[N];
    for (int i = 0; i < N; i++) {
        doubles[i] = i < N - 1 ? whole[i] : NAN;
        floats[i] = (float)doubles[i];
        truth[i] = doubles[i] != 0;
    }
    ax_type narrow = vector(AX_F32, N), broad = vector(AX_F64, N);
    void *in32[] = {floats}, *in64[] = {doubles};
    for (size_t k = 0; k < sizeof integers / sizeof integers[0]; k++) {
        ax_dtype to = integers[k];
        _Alignas(8) char expected[N * 8];
        for (int i = 0; i < N; i++) {
            double x = doubles[i];
            wide value = isnan(x)       ? 0
                         : x > 0x1p100  ? (wide)1 << 100
                         : x < -0x1p100 ? -((wide)1 << 100)
                                        : (wide)x;
            value = value < least(to) ? least(to) : value > greatest(to) ? greatest(to) : value;
            store(to, expected, i, value);
        }
        optest_expect(optest_apply(build_convert, &(call){.to = to}, 1, &narrow, in32),
                      vector(to, N), expected);
        optest_expect(optest_apply(build_convert, &(call){.to = to}, 1, &broad, in64),
                      vector(to, N), expected);
    }
    optest_expect(optest_apply(build_convert, &(call){.to = AX_BOOL}, 1, &narrow, in32),
                  vector(AX_BOOL, N), truth);
    optest_expect(optest_apply(build_convert, &(call){.to = AX_BOOL}, 1, &broad, in64),
                  vector(AX_BOOL, N), truth);
    double precise[] = {0.1, 1e300, -1e300, 1e-50, 16777217};
    void *in[] = {precise};
    ax_type type = vector(AX_F64, 5);
    optest_expect(optest_apply(build_convert, &(call){.to = AX_F32}, 1, &type, in),
                  vector(AX_F32, 5), (float[]){0.1f, INFINITY, -INFINITY, 0, 16777216});
    uint8_t flags[] = {0, 1};
    void *bools[] = {flags};
    ax_type bool_type = vector(AX_BOOL, 2);
    optest_expect(optest_apply(build_convert, &(call){.to = AX_F64}, 1, &bool_type, bools),
                  vector(AX_F64, 2), (double[]){0, 1});
}

/* A half of its own dtype is itself, bit by bit; so is a NaN that would signal. */
static void test_convert_to_the_same(void **unused)
{
    (void)unused;
    enum { ALL = 1 << 16 };
    static uint16_t halves[ALL];
    for (int i = 0; i < ALL; i++)
        halves[i] = (uint16_t)i;
    uint32_t single = 0x7f800001;
    uint64_t twice = UINT64_C(0xfff0000000000001);
    const struct {
        ax_dtype dtype;
        int64_t count;
        void *data;
    } cases[] = {
        {AX_F16, ALL, halves}, {AX_BF16, ALL, halves}, {AX_F32, 1, &single}, {AX_F64, 1, &twice}};
    for (int i = 0; i < 4; i++) {
        ax_type type = vector(cases[i].dtype, cases[i].count);
        optest_expect(
            optest_apply(build_convert, &(call){.to = type.dtype}, 1, &type, &cases[i].data), type,
            cases[i].data);
    }
}

static void test_clamp(void **unused)
{
    (void)unused;
    float low[] = {0, 0, 0, 5, NAN, 0}, x[] = {-1, 0.5, 2, 3, 1, NAN}, high[] = {1, 1, 1, 4, 2, 1};
    float expected[] = {0, 0.5f, 1, 4, NAN, NAN};
    ax_type types[] = {vector(AX_F32, 6), vector(AX_F32, 6), vector(AX_F32, 6)};
    void *in[] = {low, x, high};
    optest_data out = optest_apply(build_clamp, NULL, 3, types, in);
    check_floats(AX_F32, out.data, expected, 6, 0);
    free(out.data);

    /* Scalar bounds, over more than a block of elements. */
    enum { N = 1301 };
    int16_t values[N], bound_low[] = {-100}, bound_high[] = {200}, clamped[N];
    for (int i = 0; i < N; i++) {
        values[i] = (int16_t)(i - 500);
        clamped[i] = i < 400 ? (int16_t)-100 : i > 700 ? (int16_t)200 : (int16_t)(i - 500);
    }
    ax_type mixed[] = {ax_type_scalar(AX_I16), vector(AX_I16, N), ax_type_scalar(AX_I16)};
    void *ints[] = {bound_low, values, bound_high};
    optest_expect(optest_apply(build_clamp, NULL, 3, mixed, ints), vector(AX_I16, N), clamped);
    mixed[0] = vector(AX_I16, 3);
    optest_refuses(build_clamp, NULL, 3, mixed, AX_INVALID_ARGUMENT,
                   "the lower bound of i16[1301] is i16[3]");
}

static void test_select(void **unused)
{
    (void)unused;
    static const ax_dtype sizes[] = {AX_BOOL, AX_F16, AX_F32, AX_I64, AX_C128};
    enum { N = 700 };
    for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
        size_t bytes = (size_t)ax_dtype_bytes(sizes[k]);
        _Alignas(16) static char a[N * 16], b[N * 16], expected[N * 16];
        uint8_t predicate[N], one = 1;
        for (size_t i = 0; i < N * 16; i++) {
            a[i] = (char)(i * 3 + 1);
            b[i] = (char)(i * 5 + 2);
        }
        for (size_t i = 0; i < N; i++) {
            predicate[i] = i % 3 == 0;
            memcpy(expected + i * bytes, (predicate[i] ? a : b) + i * bytes, bytes);
        }
        ax_type types[] = {vector(AX_BOOL, N), vector(sizes[k], N), vector(sizes[k], N)};
        void *in[] = {predicate, a, b};
        optest_expect(optest_apply(build_select, NULL, 3, types, in), types[1], expected);
        types[0] = ax_type_scalar(AX_BOOL);
        void *all[] = {&one, a, b};
        optest_expect(optest_apply(build_select, NULL, 3, types, all), types[1], a);
    }
    ax_type bad[] = {vector(AX_I32, 3), vector(AX_F32, 3), vector(AX_F32, 3)};
    optest_refuses(build_select, NULL, 3, bad, AX_INVALID_ARGUMENT,
                   "the predicate is i32[3]; bool[3] or bool[] is wanted");
    ax_type unlike[] = {vector(AX_BOOL, 3), vector(AX_F32, 3), vector(AX_I32, 3)};
    optest_refuses(build_select, NULL, 3, unlike, AX_INVALID_ARGUMENT,
                   "from f32[3] or i32[3]; the two must agree");
}

/* ---- what all share ---- */

/* A scalar beside an array is used for each element; nothing else is broadcast. */
static void test_scalar_operands(void **unused)
{
    (void)unused;
    int32_t x[] = {1, 2, 3}, two[] = {2};
    ax_type types[] = {vector(AX_I32, 3), ax_type_scalar(AX_I32)};
    void *in[] = {x, two};
    optest_expect(optest_apply(build, &(call){.binary = ax_sub_at}, 2, types, in), types[0],
                  (int32_t[]){-1, 0, 1});
    ax_type turned[] = {ax_type_scalar(AX_I32), vector(AX_I32, 3)};
    void *other[] = {two, x};
    optest_expect(optest_apply(build, &(call){.binary = ax_sub_at}, 2, turned, other), types[0],
                  (int32_t[]){1, 0, -1});
    ax_type one[] = {vector(AX_I32, 3), vector(AX_I32, 1)};
    optest_refuses(build, &(call){.binary = ax_add_at}, 2, one, AX_INVALID_ARGUMENT,
                   "add: its operands are i32[3] and i32[1]; they must agree");
    ax_type mixed[] = {vector(AX_F32, 3), vector(AX_F64, 3)};
    optest_refuses(build, &(call){.binary = ax_add_at}, 2, mixed, AX_INVALID_ARGUMENT,
                   "add: its operands are f32[3] and f64[3]; they must agree: convert one");
}

/* The result may be the memory of an operand; and lanes of a region may meet one scalar. */
static void test_in_place_and_lanes(void **unused)
{
    (void)unused;
    enum { N = 1037 };
    float a[N], b[N], expected[N], scalar = 0.5f, lanes[N];
    for (int i = 0; i < N; i++) {
        a[i] = (float)i;
        b[i] = (float)(3 * i + 1);
        expected[i] = (float)(4 * i + 1);
    }
    ax_type type = vector(AX_F32, N);
    ax_tensor operands[] = {{type, a}, {type, b}}, result = {type, a};
    ax_eqn eqn = {.op = &ax_op_add, .noperands = 2, .nresults = 1};
    assert_null(ax_op_add.eval.function(NULL, &eqn, operands, &result));
    assert_memory_equal(a, expected, sizeof a);

    ax_tensor mixed[] = {{type, b}, {ax_type_scalar(AX_F32), &scalar}}, out = {type, lanes};
    assert_null(ax_op_add.eval.function(NULL, &eqn, mixed, &out));
    for (int i = 0; i < N; i++)
        assert_true(lanes[i] == (float)(3 * i + 1) + 0.5f);
}

static void test_refused_dtypes(void **unused)
{
    (void)unused;
    ax_type complex_[] = {vector(AX_C64, 2), vector(AX_C64, 2)};
    optest_refuses(build, &(call){.comparison = AX_EQ}, 2, complex_, AX_UNSUPPORTED,
                   "compare of c64 is not supported");
    optest_refuses(build, &(call){.binary = ax_add_at}, 2, complex_, AX_UNSUPPORTED,
                   "add of c64 is not supported");
    optest_refuses(build_convert, &(call){.to = AX_F32}, 1, complex_, AX_UNSUPPORTED,
                   "convert of c64 to f32 is not supported");
    ax_type flags[] = {vector(AX_BOOL, 2), vector(AX_BOOL, 2)};
    optest_refuses(
        build, &(call){.binary = ax_sub_at}, 2, flags, AX_INVALID_ARGUMENT,
        "subtract takes no bool; it takes i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64");
    ax_type ints[] = {vector(AX_I32, 2), vector(AX_I32, 2)};
    optest_refuses(build, &(call){.unary = ax_exp_at}, 1, ints, AX_INVALID_ARGUMENT,
                   "exponential takes no i32; it takes f16 bf16 f32 f64");
    ax_type floats[] = {vector(AX_F64, 2), vector(AX_F64, 2)};
    optest_refuses(build, &(call){.binary = ax_and_at}, 2, floats, AX_INVALID_ARGUMENT,
                   "and takes no f64; it takes bool i8");
    ax_type unsigned_[] = {vector(AX_U8, 2)};
    optest_refuses(build, &(call){.unary = ax_abs_at}, 1, unsigned_, AX_INVALID_ARGUMENT,
                   "abs takes no u8; it takes i8 i16 i32 i64 f16 bf16 f32 f64");
    ax_type unlike[] = {vector(AX_F32, 2), vector(AX_F64, 2)};
    optest_refuses(build, &(call){.binary = ax_add_at}, 2, unlike, AX_INVALID_ARGUMENT,
                   "f32[2] and f64[2]");
    optest_refuses(build, &(call){.comparison = (ax_comparison)12}, 2, floats, AX_INVALID_ARGUMENT,
                   "compare: there is no direction 12");
}

/* Small whole numbers of any dtype; bools are 0 and 1. */
static void fill(const ax_type *type, int32_t operand, void *data)
{
    for (int64_t i = 0; i < ax_type_count(type); i++) {
        int64_t value = (i * 7 + operand * 5) % 11 - 4;
        if (type->dtype == AX_F32) {
            ((float *)data)[i] = (float)value;
        } else {
            store(type->dtype, data, i, type->dtype == AX_BOOL ? (value & 1) : value);
        }
    }
}

static void test_batch(void **unused)
{
    (void)unused;
    ax_type matrix = optest_type(AX_F32, AX_LIST(2, 3)), scalar = ax_type_scalar(AX_F32);
    ax_type flags = optest_type(AX_BOOL, AX_LIST(2, 3)), flag = ax_type_scalar(AX_BOOL);
    optest_check_batch(build, &(call){.unary = ax_neg_at}, 1, &matrix, fill);
    optest_check_batch(build, &(call){.binary = ax_sub_at}, 2, (ax_type[]){matrix, matrix}, fill);
    optest_check_batch(build, &(call){.binary = ax_sub_at}, 2, (ax_type[]){matrix, scalar}, fill);
    optest_check_batch(build, &(call){.binary = ax_sub_at}, 2, (ax_type[]){scalar, scalar}, fill);
    optest_check_batch(build, &(call){.comparison = AX_LT}, 2, (ax_type[]){matrix, matrix}, fill);
    optest_check_batch(build_convert, &(call){.to = AX_I8}, 1, &matrix, fill);
    optest_check_batch(build_clamp, NULL, 3, (ax_type[]){matrix, matrix, matrix}, fill);
    optest_check_batch(build_clamp, NULL, 3, (ax_type[]){scalar, matrix, scalar}, fill);
    optest_check_batch(build_clamp, NULL, 3, (ax_type[]){scalar, scalar, scalar}, fill);
    optest_check_batch(build_select, NULL, 3, (ax_type[]){flags, matrix, matrix}, fill);
    optest_check_batch(build_select, NULL, 3, (ax_type[]){flag, matrix, matrix}, fill);
    optest_check_batch(build_select, NULL, 3, (ax_type[]){flag, scalar, scalar}, fill);
}

/* Operands that agree on where the batch is are not moved. */
static void test_batch_moves_nothing(void **unused)
{
    (void)unused;
    ax_type matrix = optest_type(AX_F32, AX_LIST(2, 3));
    ax_graph *graph = NULL;
    assert_null(
        optest_trace(build, &(call){.binary = ax_add_at}, 2, (ax_type[]){matrix, matrix}, &graph));
    int32_t axis;
    ax_graph *mapped = optest_map(graph, (int32_t[]){2, 2}, 5, &axis);
    assert_int_equal(axis, 2);
    assert_int_equal(mapped->neqns, 1);
    ax_graph_free(mapped);
    ax_graph_free(graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_integer_ops),
        cmocka_unit_test(test_float_arithmetic),
        cmocka_unit_test(test_rounding),
        cmocka_unit_test(test_functions),
        cmocka_unit_test(test_float_comparisons),
        cmocka_unit_test(test_total_order),
        cmocka_unit_test(test_bool),
        cmocka_unit_test(test_convert_integers),
        cmocka_unit_test(test_convert_floats),
        cmocka_unit_test(test_convert_to_the_same),
        cmocka_unit_test(test_clamp),
        cmocka_unit_test(test_select),
        cmocka_unit_test(test_scalar_operands),
        cmocka_unit_test(test_in_place_and_lanes),
        cmocka_unit_test(test_refused_dtypes),
        cmocka_unit_test(test_batch),
        cmocka_unit_test(test_batch_moves_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
