/* The two 16-bit floating-point formats as integers: IEEE binary16 (f16) and bfloat16 (bf16).
 *
 * Narrowing rounds to nearest, ties to even, in one step from double (so it is right from float
 * too); NaN keeps its sign and becomes quiet. Widening is exact.
 */
#ifndef AXMAP_BASE_HALF_H
#define AXMAP_BASE_HALF_H

#include <stdint.h>

uint16_t ax_f16_from_f64(double value);
uint16_t ax_bf16_from_f64(double value);
float ax_f32_from_f16(uint16_t half);
float ax_f32_from_bf16(uint16_t half);

#endif
