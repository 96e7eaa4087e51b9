/* One number of a literal as the bytes of a dtype. */
#ifndef AXMAP_FORMATS_STABLEHLO_ELEMENT_H
#define AXMAP_FORMATS_STABLEHLO_ELEMENT_H

#include "ir/type.h"

typedef struct ax_hlo_number {
    bool is_float;   /* written with a point: `real` holds it */
    bool is_bits;    /* written in hex: to a float, the bits themselves */
    bool negative;   /* written with a minus */
    int64_t integer; /* modulo 2^64 */
    double real;
} ax_hlo_number;

/* Writes the number as one element of a real dtype. False when it is none of its values: a fraction
 * or a value out of range to an integer, a minus to an unsigned one, a decimal integer to a float. */
bool ax_hlo_store_number(ax_dtype dtype, const ax_hlo_number *number, void *out_element);

/* Turns `count` elements of `dtype` from little-endian into the host's byte order. */
void ax_hlo_swap_from_little_endian(ax_dtype dtype, unsigned char *data, int64_t count);

#endif
