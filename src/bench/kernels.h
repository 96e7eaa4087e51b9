/* Ratios of axmap's operations to the plain call or loop that does the same work, in one process.
 *
 * Every figure is a median over interleaved runs, so that a busy machine slows both sides alike.
 */
#ifndef AXMAP_BENCH_KERNELS_H
#define AXMAP_BENCH_KERNELS_H

#include "exec/context.h"

typedef struct ax_kernel_ratio {
    const char *what;
    const char *against;
    double seconds;       /* median of axmap's */
    double plain_seconds; /* median of the other side's */
    double bound;         /* seconds / plain_seconds at most this is the aim */
} ax_kernel_ratio;

enum { AX_KERNEL_RATIOS = 4 };

/* Measures on the calling thread (and the first device of `context`, for map). `min_time`: seconds
 * for each pair at least. */
ax_status *ax_bench_kernels(ax_context *context, double min_time,
                            ax_kernel_ratio out_ratios[AX_KERNEL_RATIOS]);

#endif
