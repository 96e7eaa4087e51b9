/* What infer rules ask of an equation: programs may come from anywhere, so nothing is taken for
 * granted. Messages name the op, the value seen and what is allowed. */
#ifndef AXMAP_OPS_CHECK_H
#define AXMAP_OPS_CHECK_H

#include "ir/op.h"

/* Operands, results and regions as many as the record says; each attribute of the record there, and
 * none besides but its optional ones. The first thing in most infer rules. */
ax_status *ax_check_form(const ax_eqn *eqn);

/* The list has one entry for each dimension of `type`. */
ax_status *ax_check_per_dimension(const ax_eqn *eqn, ax_attr_key key, const ax_type *type);

/* The list's entries are distinct and each in [0, ndim). */
ax_status *ax_check_dimensions(const ax_eqn *eqn, ax_attr_key key, int32_t ndim);

/* The integer is in [0, ndim). */
ax_status *ax_check_dimension(const ax_eqn *eqn, ax_attr_key key, int32_t ndim);

/* The dtype is one of the op's (ax_op.dtypes), or the error that names the op and what it takes:
 * AX_UNSUPPORTED for what may come one day (halves and complex numbers), else AX_INVALID_ARGUMENT. */
ax_status *ax_check_dtype(const ax_eqn *eqn, ax_dtype dtype);

/* AX_UNSUPPORTED, naming the op and the dtype. */
ax_status *ax_unsupported_dtype(const ax_eqn *eqn, ax_dtype dtype);

#endif
