#include "comm/reduction.h"

#include <math.h>
#include <string.h>

bool ax_reduction_supported(ax_reduction_kind kind, ax_dtype dtype)
{
    switch (dtype) {
    case AX_BOOL: return kind != AX_REDUCTION_SUM;
    case AX_C64:
    case AX_C128: return kind == AX_REDUCTION_SUM;
    case AX_F16:
    case AX_BF16: return false;
    default: return true;
    }
}

/* ---- Sums. One loop a type: the compiler makes vectors of it. ---- */

/* A NaN's bits would depend on which operand the compiler puts first: it becomes the quiet NaN. */
#define FLOAT_SUM(name, type)                                                        \
    static void name(type *restrict left, const type *restrict right, int64_t count) \
    {                                                                                \
        for (int64_t i = 0; i < count; i++) {                                        \
            type sum = left[i] + right[i];                                           \
            left[i] = sum == sum ? sum : (type)NAN;                                  \
        }                                                                            \
    }

/* Signed sums wrap: they are computed as unsigned. */
#define INTEGER_SUM(name, type)                                                      \
    static void name(type *restrict left, const type *restrict right, int64_t count) \
    {                                                                                \
        for (int64_t i = 0; i < count; i++)                                          \
            left[i] = (type)(left[i] + right[i]);                                    \
    }

FLOAT_SUM(sum_f32, float)
FLOAT_SUM(sum_f64, double)
INTEGER_SUM(sum_8, uint8_t)
INTEGER_SUM(sum_16, uint16_t)
INTEGER_SUM(sum_32, uint32_t)
INTEGER_SUM(sum_64, uint64_t)

/* ---- Maxima and minima ---- */

/* Equal values are the same but for zeros: -0 + +0 is +0, as a maximum asks, and -(0 + -0) is -0. */
#define FLOAT_EXTREMES(max_name, min_name, type)                                         \
    static void max_name(type *restrict left, const type *restrict right, int64_t count) \
    {                                                                                    \
        for (int64_t i = 0; i < count; i++) {                                            \
            type a = left[i];                                                            \
            type b = right[i];                                                           \
            type equal = a == 0 ? a + b : a;                                             \
            left[i] = a > b ? a : a < b ? b : a == b ? equal : (type)NAN;                \
        }                                                                                \
    }                                                                                    \
    static void min_name(type *restrict left, const type *restrict right, int64_t count) \
    {                                                                                    \
        for (int64_t i = 0; i < count; i++) {                                            \
            type a = left[i];                                                            \
            type b = right[i];                                                           \
            type equal = a == 0 ? -(-a + -b) : a;                                        \
            left[i] = a < b ? a : a > b ? b : a == b ? equal : (type)NAN;                \
        }                                                                                \
    }

#define INTEGER_EXTREMES(max_name, min_name, type)                                       \
    static void max_name(type *restrict left, const type *restrict right, int64_t count) \
    {                                                                                    \
        for (int64_t i = 0; i < count; i++)                                              \
            left[i] = left[i] > right[i] ? left[i] : right[i];                           \
    }                                                                                    \
    static void min_name(type *restrict left, const type *restrict right, int64_t count) \
    {                                                                                    \
        for (int64_t i = 0; i < count; i++)                                              \
            left[i] = left[i] < right[i] ? left[i] : right[i];                           \
    }

FLOAT_EXTREMES(max_f32, min_f32, float)
FLOAT_EXTREMES(max_f64, min_f64, double)
INTEGER_EXTREMES(max_i8, min_i8, int8_t)
INTEGER_EXTREMES(max_i16, min_i16, int16_t)
INTEGER_EXTREMES(max_i32, min_i32, int32_t)
INTEGER_EXTREMES(max_i64, min_i64, int64_t)
INTEGER_EXTREMES(max_u8, min_u8, uint8_t)
INTEGER_EXTREMES(max_u16, min_u16, uint16_t)
INTEGER_EXTREMES(max_u32, min_u32, uint32_t)
INTEGER_EXTREMES(max_u64, min_u64, uint64_t)

/* ---- Dispatch: once for each call ---- */

static void combine_sum(ax_dtype dtype, void *left, const void *right, int64_t count)
{
    switch (dtype) {
    case AX_F32: sum_f32(left, right, count); break;
    case AX_F64: sum_f64(left, right, count); break;
    case AX_C64: sum_f32(left, right, 2 * count); break;
    case AX_C128: sum_f64(left, right, 2 * count); break;
    case AX_I8:
    case AX_U8: sum_8(left, right, count); break;
    case AX_I16:
    case AX_U16: sum_16(left, right, count); break;
    case AX_I32:
    case AX_U32: sum_32(left, right, count); break;
    case AX_I64:
    case AX_U64: sum_64(left, right, count); break;
    default: break;
    }
}

#define EXTREME_CASE(dtype, type, suffix)                           \
    case dtype:                                                     \
        if (kind == AX_REDUCTION_MAX)                               \
            max_##suffix((type *)left, (const type *)right, count); \
        else                                                        \
            min_##suffix((type *)left, (const type *)right, count); \
        break;

static void combine_extreme(ax_reduction_kind kind, ax_dtype dtype, void *left, const void *right,
                            int64_t count)
{
    switch (dtype) {
        EXTREME_CASE(AX_BOOL, uint8_t, u8)
        EXTREME_CASE(AX_F32, float, f32)
        EXTREME_CASE(AX_F64, double, f64)
        EXTREME_CASE(AX_I8, int8_t, i8)
        EXTREME_CASE(AX_I16, int16_t, i16)
        EXTREME_CASE(AX_I32, int32_t, i32)
        EXTREME_CASE(AX_I64, int64_t, i64)
        EXTREME_CASE(AX_U8, uint8_t, u8)
        EXTREME_CASE(AX_U16, uint16_t, u16)
        EXTREME_CASE(AX_U32, uint32_t, u32)
        EXTREME_CASE(AX_U64, uint64_t, u64)
    default: break;
    }
}

void ax_reduction_combine(ax_reduction_kind kind, ax_dtype dtype, void *left, const void *right,
                          int64_t count)
{
    if (kind == AX_REDUCTION_SUM)
        combine_sum(dtype, left, right, count);
    else
        combine_extreme(kind, dtype, left, right, count);
}

/* ---- Identities ---- */

/* The identity of max or min as an element of at most 8 bytes. */
static void extreme_identity(bool max, ax_dtype dtype, unsigned char out_element[8])
{
    float f32 = max ? -INFINITY : INFINITY;
    double f64 = max ? -(double)INFINITY : (double)INFINITY;
    switch (dtype) {
    case AX_F32: memcpy(out_element, &f32, sizeof f32); return;
    case AX_F64: memcpy(out_element, &f64, sizeof f64); return;
    case AX_BOOL: out_element[0] = max ? 0 : 1; return;
    default: break;
    }
    size_t bytes = (size_t)ax_dtype_bytes(dtype);
    uint64_t value = max ? 0 : UINT64_MAX;
    if (ax_dtype_kind(dtype) == AX_KIND_SIGNED) {
        uint64_t highest = UINT64_MAX >> (65 - 8 * bytes); /* 0111...1 of that width */
        value = max ? ~highest : highest;
    }
    switch (bytes) { /* the low bytes, whatever the byte order */
    case 1: memcpy(out_element, &(uint8_t){(uint8_t)value}, 1); break;
    case 2: memcpy(out_element, &(uint16_t){(uint16_t)value}, 2); break;
    case 4: memcpy(out_element, &(uint32_t){(uint32_t)value}, 4); break;
    default: memcpy(out_element, &value, 8); break;
    }
}

void ax_reduction_identity(ax_reduction_kind kind, ax_dtype dtype, void *out, int64_t count)
{
    size_t bytes = (size_t)ax_dtype_bytes(dtype);
    if (count <= 0)
        return;
    if (kind == AX_REDUCTION_SUM) {
        memset(out, 0, bytes * (size_t)count);
        return;
    }
    unsigned char element[8] = {0};
    extreme_identity(kind == AX_REDUCTION_MAX, dtype, element);
    for (int64_t i = 0; i < count; i++)
        memcpy((char *)out + bytes * (size_t)i, element, bytes);
}
