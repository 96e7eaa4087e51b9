#include "base/half.h"

#include <string.h>

/* `mantissa_bits` of fraction and the rest of 15 bits of exponent, from a double. */
static uint16_t narrow(double value, int mantissa_bits)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    uint16_t sign = (uint16_t)(bits >> 48 & 0x8000);
    int exponent = (int)(bits >> 52 & 0x7ff);
    uint64_t fraction = bits & 0xfffffffffffff;
    int greatest = (1 << (15 - mantissa_bits)) - 1;
    uint16_t infinity = (uint16_t)(sign | greatest << mantissa_bits);
    if (exponent == 0x7ff) {
        if (!fraction)
            return infinity;
        uint16_t quiet = (uint16_t)(1 << (mantissa_bits - 1));
        return (uint16_t)(infinity | quiet | fraction >> (52 - mantissa_bits));
    }
    if (exponent == 0)
        return sign; /* a subnormal double is far below either format's smallest */

    int narrow_exponent = exponent - 1023 + (greatest >> 1);
    uint64_t significand = fraction | (uint64_t)1 << 52;
    int shift = 52 - mantissa_bits;
    if (narrow_exponent <= 0) { /* subnormal: the leading one becomes a digit of the fraction */
        shift += 1 - narrow_exponent;
        narrow_exponent = 0;
        if (shift > 54)
            return sign;
    } else {
        significand &= ~((uint64_t)1 << 52);
    }
    uint64_t kept = significand >> shift;
    uint64_t rest = significand & (((uint64_t)1 << shift) - 1);
    uint64_t half = (uint64_t)1 << (shift - 1);
    if (rest > half || (rest == half && (kept & 1)))
        kept++;
    /* A carry out of the fraction runs into the exponent, as it should; infinity is the greatest. */
    uint64_t result = ((uint64_t)narrow_exponent << mantissa_bits) + kept;
    uint64_t limit = (uint64_t)greatest << mantissa_bits;
    return (uint16_t)(sign | (result > limit ? limit : result));
}

uint16_t ax_f16_from_f64(double value)
{
    return narrow(value, 10);
}

uint16_t ax_bf16_from_f64(double value)
{
    return narrow(value, 7);
}

float ax_f32_from_bf16(uint16_t half)
{
    uint32_t bits = (uint32_t)half << 16;
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

float ax_f32_from_f16(uint16_t half)
{
    uint32_t sign = (uint32_t)(half & 0x8000) << 16;
    uint32_t exponent = half >> 10 & 0x1f;
    uint32_t fraction = half & 0x3ff;
    if (exponent == 0) { /* zero or subnormal: fraction * 2^-24, exact */
        float value = (float)fraction * 0x1p-24F;
        return sign ? -value : value;
    }
    exponent = exponent == 0x1f ? 0xff : exponent + (127 - 15);
    uint32_t bits = sign | exponent << 23 | fraction << 13;
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}
