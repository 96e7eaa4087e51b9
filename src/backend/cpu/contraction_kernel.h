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

/* `panels`: its second operand are the panels of the rhs (packing.h). */
ax_status *ax_contraction_of_dot(ax_codegen *codegen, const ax_eqn *eqn, bool panels,
                                 ax_contraction *out);
ax_status *ax_contraction_of_convolution(ax_codegen *codegen, const ax_eqn *eqn,
                                         ax_contraction *out);

/* The product of matrices that a dot_general is, and the panels of its rhs; *out_packs is false where it is run
 * without any. */
ax_status *ax_product_of_dot(ax_codegen *codegen, const ax_eqn *eqn,
                             ax_matrix_product **out_product);
ax_status *ax_panels_of_dot(ax_codegen *codegen, const ax_eqn *eqn, ax_type *out_panels,
                            bool *out_packs);

/* The contraction of a fusion of the kind product. `operands`: which inputs of the region it takes. */
typedef struct ax_region_contraction {
    const ax_eqn *eqn; /* NULL: there is no kernel for the fusion */
    int32_t operands[2];
    bool panels; /* its rhs is unpacked (packing.h): the second input are panels */
} ax_region_contraction;

ax_region_contraction ax_region_contraction_of(const ax_graph *region);

#endif
