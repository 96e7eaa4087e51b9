/* Payne and Hanek's reduction in integers: an angle is digits * 2^exponent, so that of 2/pi only a window of bits
 * counts. What is left of it: those whose products are multiples of 4 quarters. What is right of it: those that
 * are too small to show. */
#include "backend/cpu/huge_angle.h"

#include <math.h>
#include <string.h>

typedef unsigned __int128 wide;

/* The bits of 2/pi behind 64 zeros. */
static const uint64_t two_over_pi[] = {
    0x0000000000000000, 0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041,
    0xfe5163abdebbc561, 0xb7246e3a424dd2e0, 0x06492eea09d1921c, 0xfe1deb1cb129a73e,
    0xe88235f52ebb4484, 0xe99c7026b45f7e41, 0x3991d639835339f4, 0x9c845f8bbdf9283b,
    0x1ff897ffde05980f, 0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d,
    0x7527bac7ebe5f17b, 0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab,
    0xf0cfbc209af4361d,
};

/* 64 bits of it from `position` on. */
static uint64_t window(int position)
{
    const uint64_t *word = two_over_pi + position / 64;
    int shift = position % 64;
    return shift ? word[0] << shift | word[1] >> (64 - shift) : word[0];
}

/* The angle in quarters of a turn, as 2 bits of n and 128 bits behind the point, which count as signed: n is
 * rounded to the nearest. */
static wide quarters(uint64_t digits, int exponent, uint64_t *out_n)
{
    int position = exponent + 62; /* its bit times digits has the weight of 2 quarters */
    wide low = (wide)digits * window(position + 128);
    wide middle = (wide)digits * window(position + 64) + (uint64_t)(low >> 64);
    uint64_t high = digits * window(position) + (uint64_t)(middle >> 64);
    wide fraction = (wide)(high << 2 | (uint64_t)middle >> 62) << 64 |
                    ((uint64_t)middle << 2 | (uint64_t)low >> 62);
    *out_n = (high >> 62) + (uint64_t)(fraction >> 127);
    return fraction;
}

/* fraction 2^-128 pi/2 for a fraction that is not 0, as a sum of two. */
static double angle_of(wide fraction, double *out_low)
{
    const uint64_t pi_high = 0xc90fdaa22168c234, pi_low = 0xc4c6628b80dc1cd1; /* pi/2 2^127 */
    int zeros = 0;
    for (; !(fraction >> 127); zeros++)
        fraction <<= 1;
    uint64_t high = (uint64_t)(fraction >> 64), low = (uint64_t)fraction;
    wide product = (wide)high * pi_high;
    product += (wide)high * pi_low >> 64;
    product += (wide)low * pi_high >> 64;
    uint64_t first = (uint64_t)(product >> 64) & ~(uint64_t)0x7ff; /* 53 bits at most */
    uint64_t second = (uint64_t)((product - ((wide)first << 64)) >> 11);
    double r = ldexp((double)first, -63 - zeros), rest = ldexp((double)second, -116 - zeros);
    *out_low = rest - (r + rest - r);
    return r + rest;
}

static double reduce(double angle, double *out_low, uint64_t *out_n)
{
    uint64_t bits, n;
    memcpy(&bits, &angle, sizeof bits);
    uint64_t digits = (bits & 0xfffffffffffff) | 0x10000000000000;
    int exponent = (int)(bits >> 52 & 0x7ff) - 1075;
    wide fraction = quarters(digits, exponent > 972 ? 972 : exponent, &n);
    double sign = fraction >> 127 ? -1 : 1, low;
    double r = angle_of(sign < 0 ? -fraction : fraction, &low);
    if (bits >> 63) {
        sign = -sign;
        n = 0 - n;
    }
    *out_n = n;
    *out_low = sign * low;
    return sign * r;
}

void ax_huge_angles(double *block, int64_t count)
{
    for (int64_t i = 0; i < count; i++) {
        uint64_t n;
        block[count + i] = reduce(block[i], &block[2 * count + i], &n);
        memcpy(&block[3 * count + i], &n, sizeof n);
    }
}
