/* Two ways to do the same work, timed in turn in one process, so that a busy machine slows both alike. */
#ifndef AXMAP_BENCH_RATIO_H
#define AXMAP_BENCH_RATIO_H

#include <axmap/status.h>

typedef struct ax_kernel_ratio {
    const char *what;
    const char *against;
    double seconds;       /* median of axmap's */
    double plain_seconds; /* median of the other side's */
    double bound;         /* seconds / plain_seconds at most this is the aim */
} ax_kernel_ratio;

/* One side of a comparison. */
typedef ax_status *ax_side_fn(void *user);

/* Runs both sides in turn for `min_time` seconds at least, after two runs that do not count, and fills in the
 * medians. */
ax_status *ax_ratio_measure(ax_side_fn *side, void *side_user, ax_side_fn *plain, void *plain_user,
                            double min_time, ax_kernel_ratio *out);

#endif
