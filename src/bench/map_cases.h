/* What blocks cost: ax_map beside the same work in one unblocked call, with the same threads. */
#ifndef AXMAP_BENCH_MAP_CASES_H
#define AXMAP_BENCH_MAP_CASES_H

#include "bench/ratio.h"
#include "exec/context.h"

/* Measures with the first device of `context`, whose team helps both sides; `report` is called for each. */
ax_status *ax_bench_map(ax_context *context, double min_time,
                        void (*report)(const ax_kernel_ratio *ratio));

#endif
