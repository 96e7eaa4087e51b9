/* Rows of half-precision numbers, by integer arithmetic on the bits of floats. */
#include "base/half.h"

#include <string.h>

/* memcpy is how C reads a number's bits; compilers make it a register move, also in vector code. */
static inline uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline float float_of(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* The fraction and exponent moved to their places in a float, whose exponent then counts from 127, not
 * from 15: the product by 2^112 corrects that, and makes subnormals right as well. */
static inline float widen_f16(uint16_t half)
{
    uint32_t sign = (uint32_t)(half & 0x8000) << 16, rest = (uint32_t)(half & 0x7fff) << 13;
    uint32_t finite = bits_of(float_of(rest) * 0x1p112F);
    uint32_t infinite = rest >= 0x0f800000 ? 0x7f800000 : 0; /* or NaN: the fraction is there */
    return float_of(sign | finite | infinite);
}

/* Adding half a unit less one, and one more where the kept digit is odd, carries as rounding does, up
 * into the exponent and to infinity. */
static inline uint16_t narrow_f16(float value)
{
    uint32_t bits = bits_of(value), sign = bits >> 16 & 0x8000;
    uint32_t rest = bits & 0x7fffffff;
    uint32_t nan = 0x7e00 | (rest >> 13 & 0x3ff);
    uint32_t normal = (rest - (112U << 23) + 0xfff + (rest >> 13 & 1)) >> 13;
    normal = rest >= 143U << 23 ? 0x7c00 : normal;
    normal = rest > 0x7f800000 ? nan : normal;
    /* What becomes subnormal, or zero, or the least normal. 0.5 has the unit of f16's subnormals, so the
     * sum rounds to it. A mask, since gcc would make the choice a branch, and the loop no vector code. */
    uint32_t is_small = (uint32_t)((int32_t)(rest - (113U << 23)) >> 31);
    uint32_t subnormal = bits_of(float_of(rest & is_small) + 0.5F) - bits_of(0.5F);
    return (uint16_t)(sign | subnormal | (normal & ~is_small));
}

static inline uint16_t narrow_bf16(float value)
{
    uint32_t bits = bits_of(value);
    uint32_t rounded = (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
    uint32_t nan = bits >> 16 | 0x40;
    return (uint16_t)((bits & 0x7fffffff) > 0x7f800000 ? nan : rounded);
}

void ax_row_f32_from_f16(int64_t count, const uint16_t *restrict halves, float *restrict out)
{
    for (int64_t i = 0; i < count; i++)
        out[i] = widen_f16(halves[i]);
}

void ax_row_f32_from_bf16(int64_t count, const uint16_t *restrict halves, float *restrict out)
{
    for (int64_t i = 0; i < count; i++)
        out[i] = float_of((uint32_t)halves[i] << 16);
}

void ax_row_f16_from_f32(int64_t count, const float *restrict values, uint16_t *restrict out)
{
    for (int64_t i = 0; i < count; i++)
        out[i] = narrow_f16(values[i]);
}

void ax_row_bf16_from_f32(int64_t count, const float *restrict values, uint16_t *restrict out)
{
    for (int64_t i = 0; i < count; i++)
        out[i] = narrow_bf16(values[i]);
}
