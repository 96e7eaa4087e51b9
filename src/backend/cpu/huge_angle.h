/* Angles modulo pi/2 that are too large for a few digits of pi: what generated code calls for sines of huge
 * arguments, which are rare. */
#ifndef AXMAP_BACKEND_CPU_HUGE_ANGLE_H
#define AXMAP_BACKEND_CPU_HUGE_ANGLE_H

#include <stdint.h>

/* An array of `count` angles, and behind it three arrays for the results: angle = n pi/2 + r + low, where r is
 * within pi/4 of 0, |low| at most half a unit of r's last place, and n a 64-bit integer of which the low
 * two bits count. For 2^20 <= |angle|; infinities and NaN give anything. */
void ax_huge_angles(double *block, int64_t count);

#endif
