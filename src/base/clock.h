/* Seconds on a clock that never goes back: for durations. */
#ifndef AXMAP_BASE_CLOCK_H
#define AXMAP_BASE_CLOCK_H

#include <time.h>

static inline double ax_clock(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

#endif
