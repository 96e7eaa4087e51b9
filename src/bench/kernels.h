/* Ratios of axmap's operations to the plain call or loop that does the same work, in one process.
 *
 * Every figure is a median over interleaved runs, so that a busy machine slows both sides alike.
 */
#ifndef AXMAP_BENCH_KERNELS_H
#define AXMAP_BENCH_KERNELS_H

#include "bench/blas.h"
#include "bench/ratio.h"
#include "exec/context.h"

enum { AX_KERNEL_RATIOS = 4 };

/* Measures on the calling thread (and the first device of `context`, for map). `min_time`: seconds
 * for each pair at least. */
ax_status *ax_bench_kernels(ax_context *context, const ax_blas *blas, double min_time,
                            ax_kernel_ratio out_ratios[AX_KERNEL_RATIOS]);

#endif
