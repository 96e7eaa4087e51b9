/* The cpu backend's lowerings: ops computed through the BLAS instead of their reference evaluation. */
#ifndef AXMAP_BACKEND_CPU_LOWER_H
#define AXMAP_BACKEND_CPU_LOWER_H

#include "ops/eval.h"

/* f32 and f64 are products of matrices; other dtypes are left to the reference evaluation. */
ax_eval_fn ax_lower_dot_general; /* lower_dot.c */
ax_eval_fn ax_lower_convolution; /* lower_convolution.c */

#endif
