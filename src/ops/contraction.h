/* How dot_general sees its operands: four groups of dimensions, each walked as one.
 *
 *     result[batch, m, n] = sum over k of lhs[batch, m, k] * rhs[batch, n, k]
 */
#ifndef AXMAP_OPS_CONTRACTION_H
#define AXMAP_OPS_CONTRACTION_H

#include "ir/graph.h"

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

/* The reference evaluation (contraction_eval.c). */
struct ax_eval_env;
struct ax_tensor;
ax_status *ax_eval_dot_general(const struct ax_eval_env *env, const ax_eqn *eqn,
                               const struct ax_tensor *operands, const struct ax_tensor *results);

#endif
