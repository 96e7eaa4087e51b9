/* The cpu backend's target as a context of this process alone would make it. */
#ifndef AXMAP_TESTS_TARGET_H
#define AXMAP_TESTS_TARGET_H

#include "backend/backend.h"
#include "backend/cpu/codegen.h"

static inline ax_status *test_target_open(ax_target *out_target)
{
    ax_codegen *codegen = NULL;
    ax_status *status = ax_codegen_create(&(ax_codegen_options){.level = -1}, &codegen);
    *out_target = (ax_target){.backend = &ax_backend_cpu, .codegen = codegen};
    return status;
}

static inline void test_target_close(ax_target *target)
{
    ax_codegen_free(target->codegen);
}

#endif
