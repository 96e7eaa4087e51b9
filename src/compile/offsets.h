/* Offsets for values that live for a time: values that live at once do not overlap.
 *
 * The least workspace is hard to find (dynamic storage allocation is NP-hard), so several greedy orders
 * are tried: in order of time, then large ones first, then with what stood highest moved to the front;
 * the smallest workspace is kept. The result follows from the values alone.
 */
#ifndef AXMAP_COMPILE_OFFSETS_H
#define AXMAP_COMPILE_OFFSETS_H

#include <axmap/status.h>
#include <stdint.h>

typedef struct ax_stretch {
    int64_t bytes;       /* a multiple of the alignment, > 0 */
    int32_t first, last; /* the steps in which it lives, both included */
    int64_t offset;      /* the result */
} ax_stretch;

/* Sets the offsets; `*out_bytes` is where the highest ends, `*out_largest_live` the largest sum of
 * bytes over the steps 0..nsteps-1, less than which no offsets can need.
 * Errors: AX_OVERFLOW where the values do not fit 64 bits; AX_OUT_OF_MEMORY. */
ax_status *ax_offsets_assign(ax_stretch *stretches, int32_t count, int32_t nsteps,
                             int64_t *out_bytes, int64_t *out_largest_live);

#endif
