/* Convolutions whose tiles read the input where it lies, or a padded block of it: of the places and terms that
 * lower_convolution.c tells of, nothing is laid out as a matrix.
 *
 * A task is a block of places of one group times a chunk of output features. Its part of the input, with its
 * padding, is copied into the thread's own memory with features innermost, whatever order they have, and stays
 * near; where images are nearer than features, as in gradients of kernels, the whole input is padded
 * beforehand instead. The kernel is packed beforehand by all threads.
 */
#ifndef AXMAP_BACKEND_CPU_DIRECT_H
#define AXMAP_BACKEND_CPU_DIRECT_H

#include "backend/cpu/matrix_product.h"
#include "backend/cpu/padded.h"

typedef struct ax_direct ax_direct;

/* Whether terms go by window positions, with all input features at each, or by features: sums have that
 * order, which follows from the operand's order of dimensions alone. */
static inline bool ax_direct_features_inside(const ax_conv_layout *layout)
{
    return layout->lhs_feature < layout->lhs_batch;
}

/* Leaves *out_direct NULL where a product of matrices does as well. There are results and terms. */
ax_status *ax_direct_create(ax_codegen *codegen, ax_dtype dtype, const ax_conv_layout *layout,
                            ax_direct **out_direct);
void ax_direct_free(ax_direct *direct); /* NULL is allowed */

int64_t ax_direct_scratch(const ax_direct *direct, int32_t threads);

/* `done` may be NULL. */
ax_status *ax_direct_run(const ax_direct *direct, const ax_eval_env *env, const void *input,
                         const void *kernel, void *result, ax_matrix_done_fn *done, void *user);

#endif
