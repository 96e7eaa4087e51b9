/* dot_general and convolution, each as a product of matrices with what goes before and after it. */
#ifndef AXMAP_BACKEND_CPU_CONTRACTION_KERNEL_H
#define AXMAP_BACKEND_CPU_CONTRACTION_KERNEL_H

#include "backend/backend.h"
#include "backend/cpu/matrix_product.h"

typedef struct ax_contraction {
    void *state; /* NULL: there is none */
    void (*free)(void *state);
    int64_t (*scratch)(const void *state, int32_t threads); /* as ax_kernel's */
    /* Elements of the result are told of as they are done, where `tells`. */
    ax_status *(*run)(const void *state, const ax_eval_env *env, const ax_tensor *operands,
                      void *result, ax_matrix_done_fn *done, void *user);
    bool tells;
} ax_contraction;

ax_status *ax_contraction_of_dot(ax_codegen *codegen, const ax_eqn *eqn, ax_contraction *out);
ax_status *ax_contraction_of_convolution(ax_codegen *codegen, const ax_eqn *eqn,
                                         ax_contraction *out);

#endif
