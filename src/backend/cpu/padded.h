/* A convolution's input that holds its padding, and the holes of its dilation: the element that place x of the window
 * meets at window position w lies at x * step + w * window_dilation in each dimension, whatever they are.
 */
#ifndef AXMAP_BACKEND_CPU_PADDED_H
#define AXMAP_BACKEND_CPU_PADDED_H

#include "ops/convolution.h"

/* A dimension of the padded input; strides in elements. */
typedef struct ax_padded_dim {
    int64_t size, stride;
    int64_t input, input_stride; /* as the operand has it */
    int64_t low, dilation; /* where the operand's first element lies, and how far apart they are */
    int64_t step;          /* from place to place */
    int64_t *out_stride;   /* while planning: which of ax_padded's strides it is */
} ax_padded_dim;

typedef struct ax_padded {
    int64_t group, batch, feature, spatial[AX_MAX_NDIM]; /* strides */
    int64_t first; /* element of the operand, where that is used as it lies; */
    int64_t bytes; /* else what the padded one takes. 0: it is used as it lies */
    int64_t element_bytes;
    int32_t ndim;
    ax_padded_dim dims[AX_MAX_NDIM + 1]; /* from the outside to the inside */
} ax_padded;

/* False: it would be far larger than the operand. */
bool ax_padded_plan(const ax_conv_layout *layout, int64_t element_bytes, ax_padded *out_padded);

/* The padded input of a block of places, with features innermost and outside them, in this order, what
 * `order` names: -1 images, else spatial dimensions; of each `lengths` places, by that number. False: as
 * above. */
bool ax_padded_plan_block(const ax_conv_layout *layout, int64_t element_bytes, int32_t count,
                          const int32_t *order, const int64_t *lengths, ax_padded *out_padded);

/* Makes the one whose places begin at `first`, by number as `lengths`. */
void ax_padded_fill_block(const ax_padded *padded, const int64_t *first, const void *input,
                          void *to);

/* Makes it in scratch, or gives the operand's own elements. */
ax_status *ax_padded_fill(const ax_padded *padded, const ax_eval_env *env, const void *input,
                          const void **out_input);

#endif
