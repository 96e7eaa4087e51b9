/* Ops that only move elements: their evaluation deals pieces to the device's threads and takes no memory
 * but for the indices of an iota. */
#include "backend/cpu/lower.h"
#include "base/checked.h"
#include "ops/ops.h"

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

/* The indices along the dimension, from where they are spread, where there are other dimensions. */
static int64_t iota_scratch(const void *state, const ax_eqn *eqn, int32_t threads)
{
    (void)state, (void)threads;
    const ax_type *type = &eqn->results[0]->type;
    int64_t size = type->dims[ax_eqn_int(eqn, AX_ATTR_DIMENSION)];
    if (ax_type_count(type) <= size)
        return 0;
    return ax_ceil_div(size * ax_dtype_bytes(type->dtype), 64) * 64;
}

ax_status *ax_lower_iota(const ax_target *target, const ax_eqn *eqn, ax_kernel *out_kernel)
{
    AX_TRY(ax_lower_copy(target, eqn, out_kernel));
    out_kernel->scratch = iota_scratch;
    return NULL;
}
