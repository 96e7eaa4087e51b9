/* How convolution sees its operands, whatever order their dimensions have.
 *
 *     result[n, g * out_features + o, x] = sum over i, w of
 *         lhs[n, g * in_features + i, x * stride + w * window_dilation - low] * rhs[i, g, o, w]
 *
 * where the input's positions count in the dilated input, of which only the multiples of
 * lhs_dilation hold an element. With batch groups the group chooses rows of lhs instead of features.
 */
#ifndef AXMAP_OPS_CONVOLUTION_H
#define AXMAP_OPS_CONVOLUTION_H

#include "ops/eval.h"

/* One spatial dimension; strides in elements. */
typedef struct ax_conv_dim {
    int64_t input, window, output; /* sizes */
    int64_t lhs_stride, rhs_stride, result_stride;
    int64_t step, low, lhs_dilation, rhs_dilation;
    bool reversed;
} ax_conv_dim;

typedef struct ax_conv_layout {
    int32_t nspatial;
    ax_conv_dim spatial[AX_MAX_NDIM];
    int64_t groups, batch, in_features, out_features; /* the last three of one group */
    int64_t lhs_group, lhs_batch, lhs_feature;        /* strides */
    int64_t rhs_group, rhs_in, rhs_out;
    int64_t result_group, result_batch, result_feature;
    int64_t window_size, output_size; /* products over the spatial dimensions */
} ax_conv_layout;

ax_conv_layout ax_conv_layout_of(const ax_eqn *eqn, const ax_tensor *operands,
                                 const ax_tensor *result);

/* The input position that window position `w` meets at output position `x`, or -1 where there is only
 * padding. */
static inline int64_t ax_conv_position(const ax_conv_dim *dim, int64_t x, int64_t w)
{
    if (dim->reversed)
        w = dim->window - 1 - w;
    int64_t position = x * dim->step + w * dim->rhs_dilation - dim->low;
    if (position < 0 || position % dim->lhs_dilation != 0)
        return -1;
    position /= dim->lhs_dilation;
    return position < dim->input ? position : -1;
}

ax_batch_fn ax_batch_convolution; /* convolution_batch.c */
ax_eval_fn ax_eval_convolution;   /* convolution_eval.c */

#endif
