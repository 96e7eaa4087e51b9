/* Sizes of sliding windows, shared by convolution and reduce_window. */
#ifndef AXMAP_OPS_WINDOW_SIZES_H
#define AXMAP_OPS_WINDOW_SIZES_H

#include "ops/check.h"

/* One dimension along which a window slides. */
typedef struct ax_window_dim {
    int64_t input, window;
    int64_t stride, low, high, base_dilation, window_dilation;
} ax_window_dim;

/* Each entry of the list is at least 1. */
ax_status *ax_check_positive(const ax_eqn *eqn, ax_attr_key key);

/* The number of places of the window; AX_INVALID_ARGUMENT when the numbers do not fit 64 bits. */
ax_status *ax_window_places(const ax_eqn *eqn, const ax_window_dim *dim, int64_t *out_places);

#endif
