/* Sort keys as unsigned integers. */
#include "ops/sort.h"

/* A float's bits in total order: negative ones are flipped whole, others above them. */
static inline uint32_t order32(uint32_t bits)
{
    return bits ^ (uint32_t)(-(int32_t)(bits >> 31) | INT32_MIN);
}

static inline uint64_t order64(uint64_t bits)
{
    return bits ^ (uint64_t)(-(int64_t)(bits >> 63) | INT64_MIN);
}

static inline uint32_t unorder32(uint32_t key)
{
    return key ^ (key >> 31 ? (uint32_t)INT32_MIN : UINT32_MAX);
}

static inline uint64_t unorder64(uint64_t key)
{
    return key ^ (key >> 63 ? (uint64_t)INT64_MIN : UINT64_MAX);
}

/* One zero, and one NaN above all: `infinity` are the bits of +inf. */
static inline uint32_t ieee32(uint32_t bits, uint32_t infinity)
{
    uint32_t magnitude = bits & INT32_MAX;
    uint32_t one_zero = magnitude ? bits : 0;
    return magnitude > infinity ? INT32_MAX : one_zero;
}

static inline uint64_t ieee64(uint64_t bits)
{
    uint64_t magnitude = bits & INT64_MAX;
    uint64_t one_zero = magnitude ? bits : 0;
    return magnitude > 0x7ff0000000000000u ? INT64_MAX : one_zero;
}

void ax_sort_key_bits(ax_dtype dtype, ax_float_order order, bool descending, int64_t count,
                      const void *elements, void *out_bits)
{
    bool ieee = order == AX_ORDER_IEEE;
#define WRITE(ctype, key_type, expression)                             \
    for (int64_t i = 0; i < count; i++) {                              \
        ctype x = ((const ctype *)elements)[i];                        \
        key_type key = (key_type)(expression);                         \
        ((key_type *)out_bits)[i] = descending ? (key_type)~key : key; \
    }                                                                  \
    break;
    switch (dtype) {
    case AX_BOOL:
    case AX_U8: WRITE(uint8_t, uint32_t, x)
    case AX_U16: WRITE(uint16_t, uint32_t, x)
    case AX_U32: WRITE(uint32_t, uint32_t, x)
    case AX_U64: WRITE(uint64_t, uint64_t, x)
    case AX_I8: WRITE(uint8_t, uint32_t, x ^ 0x80u)
    case AX_I16: WRITE(uint16_t, uint32_t, x ^ 0x8000u)
    case AX_I32: WRITE(uint32_t, uint32_t, x ^ 0x80000000u)
    case AX_I64: WRITE(uint64_t, uint64_t, x ^ 0x8000000000000000u)
    case AX_F16:
        WRITE(uint16_t, uint32_t,
              order32(ieee ? ieee32((uint32_t)x << 16, 0x7c000000u) : (uint32_t)x << 16))
    case AX_BF16:
        WRITE(uint16_t, uint32_t,
              order32(ieee ? ieee32((uint32_t)x << 16, 0x7f800000u) : (uint32_t)x << 16))
    case AX_F32: WRITE(uint32_t, uint32_t, order32(ieee ? ieee32(x, 0x7f800000u) : x))
    case AX_F64: WRITE(uint64_t, uint64_t, order64(ieee ? ieee64(x) : x))
    default: break;
    }
#undef WRITE
}

void ax_sort_key_elements(ax_dtype dtype, bool descending, int64_t count, const void *bits,
                          void *out_elements)
{
#define WRITE(ctype, key_type, expression)                \
    for (int64_t i = 0; i < count; i++) {                 \
        key_type key = ((const key_type *)bits)[i];       \
        key = descending ? (key_type)~key : key;          \
        ((ctype *)out_elements)[i] = (ctype)(expression); \
    }                                                     \
    break;
    switch (dtype) {
    case AX_BOOL:
    case AX_U8: WRITE(uint8_t, uint32_t, key)
    case AX_U16: WRITE(uint16_t, uint32_t, key)
    case AX_U32: WRITE(uint32_t, uint32_t, key)
    case AX_U64: WRITE(uint64_t, uint64_t, key)
    case AX_I8: WRITE(uint8_t, uint32_t, key ^ 0x80u)
    case AX_I16: WRITE(uint16_t, uint32_t, key ^ 0x8000u)
    case AX_I32: WRITE(uint32_t, uint32_t, key ^ 0x80000000u)
    case AX_I64: WRITE(uint64_t, uint64_t, key ^ 0x8000000000000000u)
    case AX_F16:
    case AX_BF16: WRITE(uint16_t, uint32_t, unorder32(key) >> 16)
    case AX_F32: WRITE(uint32_t, uint32_t, unorder32(key))
    case AX_F64: WRITE(uint64_t, uint64_t, unorder64(key))
    default: break;
    }
#undef WRITE
}
