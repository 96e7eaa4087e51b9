/* Ops that only move elements: their evaluation deals pieces to the device's threads and takes no memory. */
#include "backend/cpu/lower.h"

static int64_t no_scratch(const void *state, const ax_eqn *eqn, int32_t threads)
{
    (void)state, (void)eqn, (void)threads;
    return 0;
}

ax_status *ax_lower_copy(const ax_target *target, const ax_eqn *eqn, ax_kernel *out_kernel)
{
    (void)target;
    *out_kernel = (ax_kernel){.name = eqn->op->name,
                              .run = eqn->op->eval.function,
                              .scratch = no_scratch,
                              .position_free = true};
    return NULL;
}
