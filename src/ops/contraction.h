/* How dot_general sees its operands: four groups of dimensions, each walked as one.
 *
 *     result[batch, m, n] = sum over k of lhs[batch, m, k] * rhs[batch, n, k]
 */
#ifndef AXMAP_OPS_CONTRACTION_H
#define AXMAP_OPS_CONTRACTION_H

#include "ops/eval.h"

/* Dimensions of the operands in the order in which the result has them, major first. */
typedef struct ax_dot_group {
    int32_t count;
    int64_t size; /* product of dims */
    int64_t dims[AX_MAX_NDIM];
    int64_t
        lhs[AX_MAX_NDIM]; /* strides in elements; unset where the operand has no such dimension */
    int64_t rhs[AX_MAX_NDIM];
} ax_dot_group;

typedef struct ax_dot_layout {
    ax_dot_group batch, m, n, k;
} ax_dot_layout;

/* The layout of dense operands of these types under the dimension numbers of `eqn`. */
ax_dot_layout ax_dot_layout_of(const ax_eqn *eqn, const ax_type *lhs, const ax_type *rhs);

/* The offset, in elements, of each of a group's `size` positions; `strides` is group->lhs or ->rhs. */
void ax_dot_offsets(const ax_dot_group *group, const int64_t *strides, int64_t *out_offsets);

/* ---- the reference evaluation (contraction_eval.c) ---- */

/* One matrix product: where its elements lie, and room for the sums of one row. */
typedef struct ax_product {
    int64_t m, n, k;
    const int64_t *lhs_m, *lhs_k, *rhs_n, *rhs_k; /* offsets in elements */
    void *sums;                                   /* n of the widest accumulator, 8 bytes each */
} ax_product;

/* out[m * n] = the products' sums, row-major; along k in order. */
typedef void ax_product_loop(const ax_product *product, const void *lhs, const void *rhs,
                             void *out);

/* The loop for a dtype; NULL where there is none. */
ax_product_loop *ax_product_loop_of(ax_dtype dtype);

ax_eval_fn ax_eval_dot_general;

#endif
