#include "backend/backend.h"

#include <string.h>

static ax_eval_fn *no_lowering(const ax_op *op)
{
    (void)op;
    return NULL;
}

const ax_backend ax_backend_reference = {.name = "reference", .lowering = no_lowering};

const ax_backend *ax_backend_find(const char *name)
{
    static const ax_backend *const backends[] = {&ax_backend_cpu, &ax_backend_reference};
    for (size_t i = 0; i < sizeof backends / sizeof backends[0]; i++) {
        if (strcmp(name, backends[i]->name) == 0)
            return backends[i];
    }
    return NULL;
}

ax_eval_fn *ax_backend_kernel(const ax_backend *backend, const ax_op *op)
{
    ax_eval_fn *kernel = backend->lowering(op);
    return kernel ? kernel : op->eval.function;
}
