/* The dtypes that C can compute in, each with its C type, and conversions between them.
 *
 * Tables from which typed loops are made: X(dtype, name, C type). bool is stored as a byte, 0 or 1.
 */
#ifndef AXMAP_OPS_NUMBERS_H
#define AXMAP_OPS_NUMBERS_H

#include <stdbool.h>
#include <stdint.h>

#define AX_SIGNED_NUMBERS(X) \
    X(AX_I8, i8, int8_t)     \
    X(AX_I16, i16, int16_t)  \
    X(AX_I32, i32, int32_t)  \
    X(AX_I64, i64, int64_t)
#define AX_UNSIGNED_NUMBERS(X) \
    X(AX_U8, u8, uint8_t)      \
    X(AX_U16, u16, uint16_t)   \
    X(AX_U32, u32, uint32_t)   \
    X(AX_U64, u64, uint64_t)
#define AX_FLOAT_NUMBERS(X) \
    X(AX_F32, f32, float)   \
    X(AX_F64, f64, double)
#define AX_INTEGER_NUMBERS(X) AX_SIGNED_NUMBERS(X) AX_UNSIGNED_NUMBERS(X)
#define AX_NUMBERS(X)         AX_INTEGER_NUMBERS(X) AX_FLOAT_NUMBERS(X)

/* Floating point to an integer, where C leaves values out of range undefined: truncates, saturates,
 * NaN gives 0. `low` is the integer type's least value, `past` one more than its greatest; both are
 * exact in either floating type. Written without branches, so that loops become vector code. */
#define AX_SATURATE(itype, ftype, low, past, least, greatest)                          \
    static inline itype ax_saturate_##itype##_##ftype(ftype x)                         \
    {                                                                                  \
        bool fits = x > (ftype)(low) - (ftype)1 && x < (ftype)(past);                  \
        itype inside = (itype)(fits ? x : (ftype)0);                                   \
        itype outside = x < (ftype)0 ? (least) : x > (ftype)0 ? (greatest) : (itype)0; \
        return fits ? inside : outside;                                                \
    }
#define AX_SATURATES(ftype)                                            \
    AX_SATURATE(int8_t, ftype, -0x1p7, 0x1p7, INT8_MIN, INT8_MAX)      \
    AX_SATURATE(int16_t, ftype, -0x1p15, 0x1p15, INT16_MIN, INT16_MAX) \
    AX_SATURATE(int32_t, ftype, -0x1p31, 0x1p31, INT32_MIN, INT32_MAX) \
    AX_SATURATE(int64_t, ftype, -0x1p63, 0x1p63, INT64_MIN, INT64_MAX) \
    AX_SATURATE(uint8_t, ftype, 0.0, 0x1p8, 0, UINT8_MAX)              \
    AX_SATURATE(uint16_t, ftype, 0.0, 0x1p16, 0, UINT16_MAX)           \
    AX_SATURATE(uint32_t, ftype, 0.0, 0x1p32, 0, UINT32_MAX)           \
    AX_SATURATE(uint64_t, ftype, 0.0, 0x1p64, 0, UINT64_MAX)
AX_SATURATES(float)
AX_SATURATES(double)
#undef AX_SATURATES
#undef AX_SATURATE

#endif
