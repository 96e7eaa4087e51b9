/* What is the same for every row, computed once on each rank: the shared stages, and what the prologues of
 * block stages make for all blocks. The calling thread does it, with the help of the first device's team. */
#include "exec/map_run.h"

#include <stdlib.h>

static ax_status *no_memory(void)
{
    return AX_ERROR(AX_OUT_OF_MEMORY, "no memory to run a function");
}

static ax_status *run_once(const ax_map_run *run, const ax_executable *executable,
                           const void *const *inputs, void *const *outputs)
{
    const ax_context *context = run->program->context;
    ax_runner *runner;
    AX_TRY(ax_runner_create(executable, context->allocator, ax_context_team(context), &runner));
    ax_status *status = ax_runner_run(runner, inputs, outputs);
    ax_runner_free(runner);
    return status;
}

/* The shared values among a stage's inputs, in its order. */
static ax_status *list_shared(const ax_map_run *run, const ax_stage *stage,
                              const void ***out_inputs)
{
    const void **inputs = calloc((size_t)stage->ninputs + 1, sizeof *inputs);
    int32_t count = 0;
    if (!inputs)
        return no_memory();
    for (int32_t i = 0; i < stage->ninputs; i++) {
        if (!ax_var_is_mapped(&run->program->phases->vars[stage->inputs[i]]))
            inputs[count++] = run->shared[stage->inputs[i]];
    }
    *out_inputs = inputs;
    return NULL;
}

ax_status *ax_map_run_shared(ax_map_run *run)
{
    const ax_executable *shared = run->program->code[run->phase].shared;
    const ax_stage *stage = &run->program->phases->phases[run->phase].shared;
    if (!shared)
        return NULL;
    const void **inputs;
    AX_TRY(list_shared(run, stage, &inputs));
    void **outputs = calloc((size_t)stage->noutputs + 1, sizeof *outputs);
    ax_status *status = outputs ? NULL : no_memory();
    for (int32_t i = 0; i < stage->noutputs && !status; i++) {
        status = ax_map_run_own(run, stage->outputs[i]);
        outputs[i] = run->owned[stage->outputs[i]];
    }
    if (!status)
        status = run_once(run, shared, inputs, outputs);
    free(inputs);
    free(outputs);
    return status;
}

/* ---- prologues ---- */

static int64_t prepared_bytes(const ax_map_run *run, int32_t result)
{
    const ax_executable *prologue = run->program->code[run->phase].prologue;
    return ax_type_bytes(&ax_executable_graph(prologue)->outputs[result]->type);
}

ax_status *ax_map_run_prologue(ax_map_run *run)
{
    const ax_executable *prologue = run->program->code[run->phase].prologue;
    if (!prologue)
        return NULL;
    int32_t count = ax_executable_graph(prologue)->noutputs;
    run->prepared = calloc((size_t)count + 1, sizeof *run->prepared);
    if (!run->prepared)
        return no_memory();
    for (int32_t i = 0; i < count; i++)
        AX_TRY(ax_allocator_alloc(run->program->context->allocator, prepared_bytes(run, i),
                                  &run->prepared[i]));
    const void **inputs;
    AX_TRY(list_shared(run, &run->program->phases->phases[run->phase].block, &inputs));
    ax_status *status = run_once(run, prologue, inputs, run->prepared);
    free(inputs);
    return status;
}

void ax_map_free_prepared(ax_map_run *run)
{
    const ax_executable *prologue = run->program->code[run->phase].prologue;
    int32_t count = run->prepared ? ax_executable_graph(prologue)->noutputs : 0;
    for (int32_t i = 0; i < count; i++)
        ax_allocator_free(run->program->context->allocator, run->prepared[i],
                          prepared_bytes(run, i));
    free(run->prepared);
    run->prepared = NULL;
}
