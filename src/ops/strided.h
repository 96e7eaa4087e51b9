/* The one engine that moves elements between layouts: transposes, slices, broadcasts, pads, joins.
 *
 * A layout is a pointer to an array's first element and a stride for each dimension, counted in
 * elements. The engine drops and merges dimensions until few are left, then runs the loop that fits:
 * memcpy of contiguous runs, filling, blocked transposition, or a plain strided loop.
 */
#ifndef AXMAP_OPS_STRIDED_H
#define AXMAP_OPS_STRIDED_H

#include "ops/eval.h"

typedef struct ax_strided {
    int64_t element_bytes; /* 1, 2, 4, 8 or 16 */
    int32_t ndim;          /* 0..AX_MAX_NDIM */
    int64_t dims[AX_MAX_NDIM];
    int64_t source_strides[AX_MAX_NDIM];      /* any sign; 0 repeats an element */
    int64_t destination_strides[AX_MAX_NDIM]; /* any sign; every element has its own place */
} ax_strided;

/* Copies element by element. Neither pointer need be aligned; the two arrays must not overlap.
 * Nothing is read or written when a dimension is 0. Threads: any number, on different memory. */
void ax_strided_copy(const ax_strided *layout, void *destination, const void *source);

/* The same, dealt to the threads of `env`. */
void ax_strided_deal(const ax_eval_env *env, const ax_strided *layout, void *destination,
                     const void *source);

/* memcpy, dealt to the threads of `env`; nothing where both are the same. */
void ax_strided_deal_run(const ax_eval_env *env, int64_t bytes, void *destination,
                         const void *source);

/* Writes `count` copies of the element at `source`. */
void ax_strided_fill(int64_t element_bytes, int64_t count, void *destination, const void *source);

#endif
