/* The BLAS that products are measured beside: found and loaded at run time, so that its kernel can be
 * chosen first. No kernel of a backend calls it.
 *
 * OpenBLAS decides when it is loaded which of its kernels it uses. On a CPU that is newer than the
 * library it may decide for a kernel several times slower than what the CPU can do; that is seen and
 * corrected here, unless the user has set OPENBLAS_CORETYPE. The library runs on the calling thread
 * alone.
 *
 * Loading sets environment variables for a moment, so do it before other threads start.
 */
#ifndef AXMAP_BENCH_BLAS_H
#define AXMAP_BENCH_BLAS_H

#include "device/vector_level.h"

#include <axmap/status.h>
#include <stdbool.h>

typedef struct ax_blas ax_blas;

/* Loads the library that AXMAP_BLAS names, any LP64 CBLAS, or else looks for OpenBLAS's pthread and
 * serial builds; never for its OpenMP build. AX_NOT_FOUND, AX_UNSUPPORTED and AX_OUT_OF_MEMORY (of
 * address space) say what was tried and what to do. */
ax_status *ax_blas_load(ax_blas **out_blas);

void ax_blas_free(ax_blas *blas); /* NULL is allowed */

/* For people: the library's path, the kernel it uses and how it was built ("" where it does not say),
 * and why the kernel is the one it is. */
const char *ax_blas_path(const ax_blas *blas);
const char *ax_blas_core(const ax_blas *blas);
const char *ax_blas_config(const ax_blas *blas);
const char *ax_blas_choice(const ax_blas *blas);

/* What a kernel of OpenBLAS asks of the CPU, an ax_vector_level; -1 for a name that is not known. */
int ax_blas_core_level(const char *core);

/* The kernel of OpenBLAS that stands for a level. */
const char *ax_blas_level_core(ax_vector_level level);

/* A matrix in memory: element (i, j) at i * stride + j, or the other way round when `turned`. */
typedef struct ax_blas_matrix {
    const float *data;
    int stride;
    bool turned;
} ax_blas_matrix;

/* c[i * c_stride + j] = sum over l of a(i, l) * b(l, j), for i < m, j < n, l < k; none is 0. */
void ax_blas_gemm(const ax_blas *blas, int m, int n, int k, ax_blas_matrix a, ax_blas_matrix b,
                  float *c, int c_stride);

#endif
