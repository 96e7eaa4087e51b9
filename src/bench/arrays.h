/* Times of single ops over large arrays, each with the plain name that a script can match with the
 * call of another library.
 */
#ifndef AXMAP_BENCH_ARRAYS_H
#define AXMAP_BENCH_ARRAYS_H

#include "exec/context.h"

typedef struct ax_array_time {
    const char *what; /* "sum over axis 0 of f32[4096,4096]" */
    double seconds;   /* of processor time, in the fastest run */
} ax_array_time;

/* Measures every case whose name holds `part` (all for NULL) on the calling thread with the context's
 * backend, at least `min_time` seconds each, and hands each time to `report` as it is there. */
ax_status *ax_bench_arrays(ax_context *context, const char *part, double min_time,
                           void (*report)(const ax_array_time *time));

#endif
