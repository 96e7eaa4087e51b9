#include "exec/evaluate.h"

#include "backend/executable.h"

#include <fenv.h>

ax_status *ax_evaluate_graph(ax_context *context, ax_graph *graph, const void *const *inputs,
                             void *const *outputs)
{
    ax_executable *executable;
    AX_TRY(ax_executable_create(graph, context->backend, context->blas, &executable));
    ax_runner *runner = NULL;
    ax_status *status = ax_runner_create(executable, context->allocator, &runner);
    if (!status) {
        fenv_t callers;
        fegetenv(&callers);
        ax_float_environment_default();
        status = ax_runner_run(runner, inputs, outputs);
        fesetenv(&callers);
    }
    ax_runner_free(runner);
    ax_executable_free(executable);
    return status;
}
