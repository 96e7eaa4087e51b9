/* Integer arithmetic for sizes: every product and sum of dims, bytes and offsets goes through here,
 * so that a size that does not fit is an error and never a small number. */
#ifndef AXMAP_BASE_CHECKED_H
#define AXMAP_BASE_CHECKED_H

#include <stdbool.h>
#include <stdint.h>

/* True and the result, or false (and nothing written) when it does not fit int64_t. */
static inline bool ax_checked_add(int64_t a, int64_t b, int64_t *out_sum)
{
    int64_t sum;
    if (__builtin_add_overflow(a, b, &sum))
        return false;
    *out_sum = sum;
    return true;
}

static inline bool ax_checked_sub(int64_t a, int64_t b, int64_t *out_difference)
{
    int64_t difference;
    if (__builtin_sub_overflow(a, b, &difference))
        return false;
    *out_difference = difference;
    return true;
}

static inline bool ax_checked_mul(int64_t a, int64_t b, int64_t *out_product)
{
    int64_t product;
    if (__builtin_mul_overflow(a, b, &product))
        return false;
    *out_product = product;
    return true;
}

static inline int64_t ax_min_i64(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static inline int64_t ax_max_i64(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* Smallest multiple of `unit` that is >= value; value >= 0, unit > 0, the result must fit. */
static inline int64_t ax_round_up(int64_t value, int64_t unit)
{
    return (value + unit - 1) / unit * unit;
}

static inline int64_t ax_ceil_div(int64_t value, int64_t unit)
{
    return value / unit + (value % unit != 0);
}

#endif
