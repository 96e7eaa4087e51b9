/* Which of OpenBLAS's kernels a CPU can run. The public half is in blas.h. */
#ifndef AXMAP_BACKEND_CPU_BLAS_CORE_H
#define AXMAP_BACKEND_CPU_BLAS_CORE_H

#include "backend/cpu/blas.h"

enum { AX_BLAS_SSE, AX_BLAS_AVX, AX_BLAS_AVX2, AX_BLAS_AVX512 };

#endif
