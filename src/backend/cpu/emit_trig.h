/* Angles modulo pi/2, between emit_math_trig.c and emit_math_huge.c. */
#ifndef AXMAP_BACKEND_CPU_EMIT_TRIG_H
#define AXMAP_BACKEND_CPU_EMIT_TRIG_H

#include "backend/cpu/emit_vec.h"

/* x = n pi/2 + r + low, |r| about pi/4 at most; of n (integers) only the low two bits count. `low` is NULL
 * where r alone is right enough. All of f64. */
typedef struct ax_math_angle {
    LLVMValueRef r, low, n;
} ax_math_angle;

/* For finite |x| >= 2^20; infinities and NaN give anything. */
void ax_math_reduce_huge(const ax_vec *v, LLVMValueRef x, ax_math_angle *out_angle);

#endif
