/* Backends: who computes an equation.
 *
 * A backend gives a kernel for each op. The reference backend gives the op's own evaluation, the
 * meaning of the op; the cpu backend has lowerings beside itself and falls back to that. So every
 * op works everywhere from its first day.
 */
#ifndef AXMAP_BACKEND_BACKEND_H
#define AXMAP_BACKEND_BACKEND_H

#include "ir/op.h"

typedef struct ax_backend {
    const char *name;
    /* The backend's own kernel for the op, or NULL: then the op's evaluation serves. */
    ax_eval_fn *(*lowering)(const ax_op *op);
} ax_backend;

extern const ax_backend ax_backend_reference;
extern const ax_backend ax_backend_cpu;

/* The backend of this name, or NULL. */
const ax_backend *ax_backend_find(const char *name);

/* What runs an equation of this op; NULL where nothing can (op->eval.reason says why). */
ax_eval_fn *ax_backend_kernel(const ax_backend *backend, const ax_op *op);

#endif
