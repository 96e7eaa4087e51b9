/* The cpu backend: which ops it computes by other means than their reference evaluation. */
#include "backend/backend.h"
#include "backend/cpu/lower.h"
#include "ops/ops.h"

static const struct {
    const ax_op *op;
    ax_eval_fn *kernel;
} lowerings[] = {
    {&ax_op_convolution, ax_lower_convolution},
    {&ax_op_dot_general, ax_lower_dot_general},
};

static ax_eval_fn *lowering(const ax_op *op)
{
    for (size_t i = 0; i < sizeof lowerings / sizeof lowerings[0]; i++) {
        if (lowerings[i].op == op)
            return lowerings[i].kernel;
    }
    return NULL;
}

const ax_backend ax_backend_cpu = {.name = "cpu", .lowering = lowering};
