/* Products of bf16 matrices by the CPU's own instruction for them (AVX512-BF16), twice as fast as f32's.
 *
 * It adds products of bf16 numbers, which are exact in f32, one after the other, as every product here does
 * (matrix_code.h); but it takes subnormal numbers for zeros. So it is used only where the smallest numbers
 * of both matrices say that no sum can be subnormal, and all numbers are finite: the bits are then those of
 * the other road.
 */
#ifndef AXMAP_BACKEND_CPU_BF16_PRODUCT_H
#define AXMAP_BACKEND_CPU_BF16_PRODUCT_H

#include "backend/cpu/matrix_product.h"

/* c[m, n] = a[m, k] b[k, n], dense and row-major. */
typedef struct ax_bf16_product {
    int64_t m, n, k;
} ax_bf16_product;

/* Whether this CPU has the instruction and the sizes are worth it. */
bool ax_bf16_product_serves(const ax_bf16_product *product);

int64_t ax_bf16_product_scratch(const ax_bf16_product *product, int32_t threads);

/* Runs it where its bits are certain, and says so. `done`: as in ax_matrix_product_run. */
ax_status *ax_bf16_product_run(const ax_bf16_product *product, const ax_eval_env *env,
                               const void *a, const void *b, void *c, ax_matrix_done_fn *done,
                               void *user, bool *out_ran);

#endif
