#include "check/compare.h"

#include "base/half.h"

#include <math.h>
#include <string.h>

/* A complex element is two parts, any other is one. */
static ax_dtype part_dtype(ax_dtype dtype)
{
    return dtype == AX_C64 ? AX_F32 : dtype == AX_C128 ? AX_F64 : dtype;
}

static double read_float(ax_dtype dtype, const void *at)
{
    uint16_t half;
    float single;
    double value;
    switch (dtype) {
    case AX_F16: memcpy(&half, at, sizeof half); return (double)ax_f32_from_f16(half);
    case AX_BF16: memcpy(&half, at, sizeof half); return (double)ax_f32_from_bf16(half);
    case AX_F32: memcpy(&single, at, sizeof single); return (double)single;
    default: memcpy(&value, at, sizeof value); return value;
    }
}

static int64_t read_signed(ax_dtype dtype, const void *at)
{
    int8_t i8;
    int16_t i16;
    int32_t i32;
    int64_t i64;
    switch (ax_dtype_bytes(dtype)) {
    case 1: memcpy(&i8, at, 1); return i8;
    case 2: memcpy(&i16, at, 2); return i16;
    case 4: memcpy(&i32, at, 4); return i32;
    default: memcpy(&i64, at, 8); return i64;
    }
}

/* The bits of an unsigned integer, a bool or a float. */
static uint64_t read_bits(ax_dtype dtype, const void *at)
{
    uint8_t u8;
    uint16_t u16;
    uint32_t u32;
    uint64_t u64;
    switch (ax_dtype_bytes(dtype)) {
    case 1: memcpy(&u8, at, 1); return u8;
    case 2: memcpy(&u16, at, 2); return u16;
    case 4: memcpy(&u32, at, 4); return u32;
    default: memcpy(&u64, at, 8); return u64;
    }
}

/* ---- floats ---- */

/* Where a finite float stands in the order of all of its type; both zeros at 0. */
static int64_t float_rank(ax_dtype dtype, const void *at)
{
    int bits = (int)ax_dtype_bytes(dtype) * 8;
    uint64_t pattern = read_bits(dtype, at);
    uint64_t sign = (uint64_t)1 << (bits - 1);
    int64_t magnitude = (int64_t)(pattern & (sign - 1));
    return pattern & sign ? -magnitude : magnitude;
}

/* Floats between the two, the source's convention: 0 for equal ones, infinities and NaNs of one kind
 * included, and UINT64_MAX where only one is finite or the infinities differ. */
static uint64_t ulp_difference(ax_dtype dtype, const void *a, const void *b)
{
    double x = read_float(dtype, a);
    double y = read_float(dtype, b);
    if (x == y || (isnan(x) && isnan(y)))
        return 0;
    if (!isfinite(x) || !isfinite(y))
        return UINT64_MAX;
    int64_t rank_x = float_rank(dtype, a);
    int64_t rank_y = float_rank(dtype, b);
    return rank_x > rank_y ? (uint64_t)rank_x - (uint64_t)rank_y
                           : (uint64_t)rank_y - (uint64_t)rank_x;
}

static bool float_fits(const ax_expectation *expectation, ax_dtype dtype, const void *actual,
                       const void *expected)
{
    double x = read_float(dtype, actual);
    double y = read_float(dtype, expected);
    bool same = x == y || (isnan(x) && isnan(y));
    uint64_t ulps;
    switch (expectation->kind) {
    case AX_EXPECT_EQ: return same;
    case AX_EXPECT_ALMOST_EQ:
        return same || (isfinite(x) && isfinite(y) && fabs(x - y) <= expectation->tolerance);
    case AX_EXPECT_CLOSE:
        ulps = ulp_difference(dtype, actual, expected);
        return ulps >= expectation->least_ulps && ulps <= expectation->most_ulps;
    }
    return false;
}

/* ---- integers ---- */

/* An integer has no last place: close means equal, almost equal within the tolerance. */
static bool integer_fits(const ax_expectation *expectation, ax_dtype dtype, const void *actual,
                         const void *expected)
{
    if (read_bits(dtype, actual) == read_bits(dtype, expected))
        return true;
    if (expectation->kind != AX_EXPECT_ALMOST_EQ || dtype == AX_BOOL)
        return false;
    uint64_t distance;
    if (ax_dtype_kind(dtype) == AX_KIND_SIGNED) {
        int64_t x = read_signed(dtype, actual);
        int64_t y = read_signed(dtype, expected);
        distance = x > y ? (uint64_t)x - (uint64_t)y : (uint64_t)y - (uint64_t)x;
    } else {
        uint64_t x = read_bits(dtype, actual);
        uint64_t y = read_bits(dtype, expected);
        distance = x > y ? x - y : y - x;
    }
    return (double)distance <= expectation->tolerance;
}

/* ---- arrays ---- */

static void print_part(ax_text *text, ax_dtype dtype, const void *at)
{
    switch (ax_dtype_kind(dtype)) {
    case AX_KIND_BOOL: ax_text_append(text, read_bits(dtype, at) ? "true" : "false"); break;
    case AX_KIND_SIGNED: ax_text_printf(text, "%lld", (long long)read_signed(dtype, at)); break;
    case AX_KIND_UNSIGNED:
        ax_text_printf(text, "%llu", (unsigned long long)read_bits(dtype, at));
        break;
    default: ax_text_append_float(text, read_float(dtype, at), dtype != AX_F64); break;
    }
}

static void print_element(ax_text *text, ax_dtype dtype, const char *at)
{
    ax_dtype part = part_dtype(dtype);
    if (part == dtype) {
        print_part(text, dtype, at);
        return;
    }
    ax_text_append(text, "(");
    print_part(text, part, at);
    ax_text_append(text, ", ");
    print_part(text, part, at + ax_dtype_bytes(part));
    ax_text_append(text, ")");
}

static void print_place(ax_text *text, const ax_type *type, int64_t index)
{
    int64_t places[AX_MAX_NDIM];
    for (int32_t d = type->ndim - 1; d >= 0; d--) {
        places[d] = index % type->dims[d];
        index /= type->dims[d];
    }
    ax_text_append(text, "element [");
    for (int32_t d = 0; d < type->ndim; d++)
        ax_text_printf(text, "%s%lld", d ? "," : "", (long long)places[d]);
    ax_text_append(text, "]");
}

static void print_difference(ax_text *text, const ax_type *type, int64_t index, const char *is,
                             const char *should)
{
    print_place(text, type, index);
    ax_text_append(text, " is ");
    print_element(text, type->dtype, is);
    ax_text_append(text, ", expected ");
    print_element(text, type->dtype, should);
}

static bool element_fits(const ax_expectation *expectation, ax_dtype dtype, const char *actual,
                         const char *expected)
{
    ax_dtype part = part_dtype(dtype);
    int64_t bytes = ax_dtype_bytes(part);
    for (int64_t at = 0; at < ax_dtype_bytes(dtype); at += bytes) {
        bool fits = ax_dtype_is_float(part)
                        ? float_fits(expectation, part, actual + at, expected + at)
                        : integer_fits(expectation, part, actual + at, expected + at);
        if (!fits)
            return false;
    }
    return true;
}

bool ax_compare(const ax_expectation *expectation, const ax_type *type, const void *actual,
                const void *expected, bool expected_splat, ax_text *why)
{
    int64_t bytes = ax_dtype_bytes(type->dtype);
    int64_t count = ax_type_count(type);
    int64_t wrong = 0;
    for (int64_t i = 0; i < count; i++) {
        const char *is = (const char *)actual + i * bytes;
        const char *should = (const char *)expected + (expected_splat ? 0 : i * bytes);
        if (element_fits(expectation, type->dtype, is, should))
            continue;
        if (wrong++ == 0)
            print_difference(why, type, i, is, should);
    }
    if (wrong > 1)
        ax_text_printf(why, ", and %lld more of %lld", (long long)(wrong - 1), (long long)count);
    return wrong == 0;
}

/* ---- how far off ---- */

/* The root mean square of the finite numbers. */
static double typical_size(ax_dtype dtype, const char *data, int64_t count)
{
    int64_t bytes = ax_dtype_bytes(dtype), finite = 0;
    double sum = 0;
    for (int64_t i = 0; i < count; i++) {
        double value = read_float(dtype, data + i * bytes);
        if (isfinite(value)) {
            sum += value * value;
            finite++;
        }
    }
    return finite ? sqrt(sum / (double)finite) : 0;
}

static double float_error(double actual, double expected, double typical)
{
    if (actual == expected || (isnan(actual) && isnan(expected)))
        return 0;
    if (!isfinite(actual) || !isfinite(expected))
        return INFINITY;
    return fabs(actual - expected) / (fabs(expected) + typical);
}

double ax_compare_error(const ax_type *type, const void *actual, const void *expected,
                        int64_t *out_index)
{
    ax_dtype part = part_dtype(type->dtype);
    int64_t bytes = ax_dtype_bytes(part), parts = ax_dtype_bytes(type->dtype) / bytes;
    int64_t count = ax_type_count(type) * parts;
    bool floats = ax_dtype_is_float(part);
    double typical = floats ? typical_size(part, expected, count) : 0, largest = 0;
    *out_index = 0;
    for (int64_t i = 0; i < count; i++) {
        const char *is = (const char *)actual + i * bytes;
        const char *should = (const char *)expected + i * bytes;
        double error = 0;
        if (floats)
            error = float_error(read_float(part, is), read_float(part, should), typical);
        else if (read_bits(part, is) != read_bits(part, should))
            error = INFINITY;
        if (error > largest) {
            largest = error;
            *out_index = i / parts;
        }
    }
    return largest;
}

void ax_compare_print(const ax_type *type, const void *actual, const void *expected, int64_t index,
                      ax_text *text)
{
    int64_t at = index * ax_dtype_bytes(type->dtype);
    print_difference(text, type, index, (const char *)actual + at, (const char *)expected + at);
}
