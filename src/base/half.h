/* The two 16-bit floating-point formats as integers: IEEE binary16 (f16) and bfloat16 (bf16).
 *
 * Narrowing rounds once, to nearest, ties to even; NaN keeps its sign and becomes quiet. Widening is
 * exact. Rows are converted without branches, so that their loops become vector code; a row's
 * elements have the values that the functions of one element give.
 */
#ifndef AXMAP_BASE_HALF_H
#define AXMAP_BASE_HALF_H

#include <stdint.h>

uint16_t ax_f16_from_f64(double value);
uint16_t ax_bf16_from_f64(double value);
float ax_f32_from_f16(uint16_t half);
float ax_f32_from_bf16(uint16_t half);

/* out[i] for i < count. The rows must not overlap. */
void ax_row_f32_from_f16(int64_t count, const uint16_t *halves, float *out);
void ax_row_f32_from_bf16(int64_t count, const uint16_t *halves, float *out);
void ax_row_f16_from_f32(int64_t count, const float *values, uint16_t *out);
void ax_row_bf16_from_f32(int64_t count, const float *values, uint16_t *out);

#endif
