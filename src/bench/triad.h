/* The bandwidth of memory, as STREAM's triad measures it: a = b + s c over arrays much larger than any
 * cache. What a program must move, divided by it, is the least time that the program can take. */
#ifndef AXMAP_BENCH_TRIAD_H
#define AXMAP_BENCH_TRIAD_H

#include "exec/context.h"

/* Bytes a second with all threads of the context's first device, the better of ordinary stores (as
 * STREAM counts: three words for each element, though a is read into the cache before it is written)
 * and of streaming ones, which write past the cache. Takes 384 MiB for some tenths of a second. */
ax_status *ax_bench_triad(ax_context *context, double *out_bandwidth);

#endif
