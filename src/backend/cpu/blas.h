/* The BLAS: found and loaded at run time, so that its kernel can be chosen first.
 *
 * OpenBLAS decides when it is loaded which of its kernels it uses. On a CPU that is newer than the
 * library it may decide for a kernel several times slower than what the CPU can do; that is seen and
 * corrected here, unless the user has set OPENBLAS_CORETYPE. The library runs on the calling thread
 * alone: parallel work is the teams' business.
 *
 * Loading sets environment variables for a moment, so do it before other threads start. What is
 * loaded may be used from any number of threads.
 */
#ifndef AXMAP_BACKEND_CPU_BLAS_H
#define AXMAP_BACKEND_CPU_BLAS_H

#include <axmap/status.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct ax_blas ax_blas;

/* Loads the library that AXMAP_BLAS names, any LP64 CBLAS, or else looks for OpenBLAS's pthread and
 * serial builds; never for its OpenMP build. AX_NOT_FOUND and AX_UNSUPPORTED say what was tried and
 * what to do. */
ax_status *ax_blas_load(ax_blas **out_blas);

/* The same with the kernel named by the caller ("Haswell"), for hosts that agree on one; NULL: as
 * above. The user's own OPENBLAS_CORETYPE wins. */
ax_status *ax_blas_load_core(const char *core, ax_blas **out_blas);

void ax_blas_free(ax_blas *blas); /* NULL is allowed */

/* Whether so many threads may call a BLAS at once under the limit of address space (ulimit -v).
 * AX_OUT_OF_MEMORY says what to do. */
ax_status *ax_blas_check_room(int64_t threads);

/* For people: the library's path, the kernel it uses and how it was built ("" where it does not say),
 * and why the kernel is the one it is. */
const char *ax_blas_path(const ax_blas *blas);
const char *ax_blas_core(const ax_blas *blas);
const char *ax_blas_config(const ax_blas *blas);
const char *ax_blas_choice(const ax_blas *blas);

/* What a kernel asks of the CPU: 0 SSE, 1 AVX, 2 AVX2 and FMA, 3 AVX-512; -1 for a name that is not
 * known. So hosts can agree on the least one. */
int ax_blas_core_level(const char *core);

/* The most that this CPU and its operating system allow, on the same scale, and the kernel of
 * OpenBLAS that stands for a level. */
int ax_blas_cpu_level(void);
const char *ax_blas_level_core(int level);

/* A matrix in memory: element (i, j) at i * stride + j, or the other way round when `turned`. */
typedef struct ax_blas_matrix {
    const void *data;
    int64_t stride;
    bool turned;
} ax_blas_matrix;

/* Whether the sizes and strides can be given to the library: strides fit int. */
bool ax_blas_fits(int64_t stride);

/* c[i * c_stride + j] = sum over k of a(i, k) * b(k, j), for i < m, j < n, k < depth: all of f32, or
 * all of f64 when `wide`. Sizes of any length; strides that ax_blas_fits. No terms give zeros. */
void ax_blas_gemm(const ax_blas *blas, bool wide, int64_t m, int64_t n, int64_t depth,
                  ax_blas_matrix a, ax_blas_matrix b, void *c, int64_t c_stride);

#endif
