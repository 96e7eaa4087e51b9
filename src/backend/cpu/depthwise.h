/* Convolutions of each feature by itself, where features are neighbours in input, kernel and result: no product of
 * matrices, but chains over the window for a register of features at a time. */
#ifndef AXMAP_BACKEND_CPU_DEPTHWISE_H
#define AXMAP_BACKEND_CPU_DEPTHWISE_H

#include "backend/cpu/matrix_product.h"
#include "backend/cpu/padded.h"

typedef struct ax_depthwise ax_depthwise;

/* Leaves *out_depthwise NULL where the convolution is none of those. `input` has been planned for it. */
ax_status *ax_depthwise_create(ax_codegen *codegen, ax_dtype dtype, const ax_conv_layout *layout,
                               const ax_padded *input, ax_depthwise **out_depthwise);
void ax_depthwise_free(ax_depthwise *depthwise); /* NULL is allowed */

/* Needs no scratch. `input` as padded; `done` may be NULL. */
void ax_depthwise_run(const ax_depthwise *depthwise, const ax_eval_env *env, const void *input,
                      const void *kernel, void *result, ax_matrix_done_fn *done, void *user);

#endif
