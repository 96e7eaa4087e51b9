#include "backend/backend.h"

#include "ir/location.h"

#include <string.h>

const ax_backend ax_backend_reference = {.name = "reference"};

const ax_target ax_target_reference = {.backend = &ax_backend_reference};

const ax_backend *ax_backend_find(const char *name)
{
    static const ax_backend *const backends[] = {&ax_backend_cpu, &ax_backend_reference};
    for (size_t i = 0; i < sizeof backends / sizeof backends[0]; i++) {
        if (strcmp(name, backends[i]->name) == 0)
            return backends[i];
    }
    return NULL;
}

ax_status *ax_kernel_create(const ax_target *target, const ax_eqn *eqn, ax_kernel *out_kernel)
{
    *out_kernel = (ax_kernel){0};
    if (target->backend->lower)
        AX_TRY(target->backend->lower(target, eqn, out_kernel));
    if (out_kernel->run)
        return NULL;
    if (!eqn->op->eval.function) {
        return AX_ERROR(AX_UNSUPPORTED, "%s cannot be evaluated here: %s (%s:%d%s)", eqn->op->name,
                        eqn->op->eval.reason, AX_PLACE(eqn->location));
    }
    *out_kernel = (ax_kernel){.name = "eval", .run = eqn->op->eval.function, .position_free = true};
    return NULL;
}

void ax_kernel_free(ax_kernel *kernel)
{
    if (kernel->free)
        kernel->free(kernel->state);
    *kernel = (ax_kernel){0};
}
