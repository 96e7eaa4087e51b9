#include "backend/executable.h"

#include "base/checked.h"
#include "base/clock.h"
#include "base/unconst.h"
#include "compile/hoist.h"
#include "ir/location.h"
#include "ir/op.h"
#include "ops/eval.h"

#include <stdlib.h>
#include <string.h>

struct ax_executable {
    ax_graph *graph;
    ax_plan *plan;
    const ax_target *target;
    ax_kernel *kernels; /* by equation number; without `run` where nothing is to be run */
    int32_t widest;     /* operands and results of the widest equation */
};

typedef struct scratch_block {
    struct scratch_block *next;
    int64_t bytes;
    void *memory;
    bool in_use;
} scratch_block;

struct ax_runner {
    const ax_executable *executable;
    ax_allocator *allocator;
    ax_team *team; /* NULL: the caller alone */
    void *workspace;
    ax_tensor *tensors; /* of the equation at hand: operands, then results */
    scratch_block *scratch;
    double *step_seconds; /* NULL: nobody wants to know */
};

/* ---- executables ---- */

static ax_status *choose_kernels(ax_executable *executable)
{
    int32_t e = 0;
    AX_FOR_EQNS (eqn, executable->graph) {
        executable->widest = (int32_t)ax_max_i64(executable->widest,
                                                 eqn->noperands + eqn->nresults);
        bool runs = executable->plan->live[e] && !(eqn->op->traits & AX_TRAIT_VIEW) &&
                    !ax_eqn_find_attr(eqn, AX_ATTR_VALUE);
        if (runs)
            AX_TRY(ax_kernel_create(executable->target, eqn, &executable->kernels[e]));
        e++;
    }
    return NULL;
}

static ax_status *fill_executable(ax_executable *executable)
{
    AX_TRY(ax_plan_create(executable->graph, &executable->plan));
    executable->kernels = calloc((size_t)executable->graph->neqns + 1, sizeof *executable->kernels);
    if (!executable->kernels)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for an executable");
    return choose_kernels(executable);
}

/* The graph as the backend wants it; takes it over. */
static ax_status *rewrite(ax_graph *graph, const ax_target *target, const bool *invariant,
                          ax_graph **out_graph)
{
    if (!target->backend->rewrite) {
        *out_graph = graph;
        return NULL;
    }
    ax_status *status = target->backend->rewrite(target, graph, invariant, out_graph);
    ax_graph_free(graph);
    return status;
}

/* Of a graph that is rewritten already; takes it over. */
static ax_status *create(ax_graph *graph, const ax_target *target, ax_executable **out_executable)
{
    ax_executable *executable = calloc(1, sizeof *executable);
    if (!executable) {
        ax_graph_free(graph);
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for an executable");
    }
    executable->graph = graph;
    executable->target = target;
    ax_status *status = fill_executable(executable);
    if (status) {
        ax_executable_free(executable);
        return status;
    }
    *out_executable = executable;
    return NULL;
}

ax_status *ax_executable_create(ax_graph *graph, const ax_target *target,
                                ax_executable **out_executable)
{
    AX_TRY(rewrite(graph, target, NULL, &graph));
    return create(graph, target, out_executable);
}

ax_status *ax_executable_create_hoisted(ax_graph *graph, const ax_target *target,
                                        const bool *invariant, ax_executable **out_prologue,
                                        ax_executable **out_rest)
{
    AX_TRY(rewrite(graph, target, invariant, &graph));
    ax_graph *first, *rest;
    ax_status *status = ax_split_invariant(graph, invariant, &first, &rest);
    if (status) {
        ax_graph_free(graph);
        return status;
    }
    *out_prologue = NULL;
    if (!first)
        return create(graph, target, out_rest);
    ax_graph_free(graph);
    ax_executable *prologue;
    status = create(first, target, &prologue);
    if (status) {
        ax_graph_free(rest);
        return status;
    }
    status = create(rest, target, out_rest);
    if (status) {
        ax_executable_free(prologue);
        return status;
    }
    *out_prologue = prologue;
    return NULL;
}

void ax_executable_free(ax_executable *executable)
{
    if (!executable)
        return;
    for (int32_t e = 0; executable->kernels && e < executable->graph->neqns; e++)
        ax_kernel_free(&executable->kernels[e]);
    free(executable->kernels);
    ax_plan_free(executable->plan);
    ax_graph_free(executable->graph);
    free(executable);
}

const ax_graph *ax_executable_graph(const ax_executable *executable)
{
    return executable->graph;
}

int64_t ax_executable_workspace(const ax_executable *executable)
{
    return executable->plan->workspace;
}

int64_t ax_executable_largest_live(const ax_executable *executable)
{
    return executable->plan->largest_live;
}

bool ax_executable_position_free(const ax_executable *executable)
{
    for (int32_t e = 0; e < executable->graph->neqns; e++) {
        if (executable->kernels[e].run && !executable->kernels[e].position_free)
            return false;
    }
    return true;
}

int32_t ax_executable_step_count(const ax_executable *executable)
{
    int32_t count = 0;
    for (int32_t e = 0; e < executable->graph->neqns; e++)
        count += executable->kernels[e].run ? 1 : 0;
    return count;
}

void ax_executable_step(const ax_executable *executable, int32_t step, const ax_eqn **out_eqn,
                        const ax_kernel **out_kernel)
{
    int32_t e = 0;
    AX_FOR_EQNS (eqn, executable->graph) {
        const ax_kernel *kernel = &executable->kernels[e++];
        if (kernel->run && step-- == 0) {
            *out_eqn = eqn;
            *out_kernel = kernel;
            return;
        }
    }
}

/* ---- runners ---- */

ax_status *ax_runner_create(const ax_executable *executable, ax_allocator *allocator, ax_team *team,
                            ax_runner **out_runner)
{
    ax_runner *runner = calloc(1, sizeof *runner);
    if (!runner)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory to run a graph");
    runner->executable = executable;
    runner->allocator = allocator;
    runner->team = team;
    runner->tensors = calloc((size_t)executable->widest + 1, sizeof *runner->tensors);
    ax_status *status = runner->tensors ? ax_allocator_alloc(allocator, executable->plan->workspace,
                                                             &runner->workspace)
                                        : AX_ERROR(AX_OUT_OF_MEMORY, "no memory to run a graph");
    if (status) {
        ax_runner_free(runner);
        return ax_status_context(status, "for the live values of '%s'", executable->graph->name);
    }
    *out_runner = runner;
    return NULL;
}

void ax_runner_free(ax_runner *runner)
{
    if (!runner)
        return;
    while (runner->scratch) {
        scratch_block *next = runner->scratch->next;
        ax_allocator_free(runner->allocator, runner->scratch->memory, runner->scratch->bytes);
        free(runner->scratch);
        runner->scratch = next;
    }
    ax_allocator_free(runner->allocator, runner->workspace, runner->executable->plan->workspace);
    free(runner->tensors);
    free(runner);
}

static ax_status *take_scratch(const ax_eval_env *env, int64_t bytes, void **out_memory)
{
    ax_runner *runner = env->user;
    scratch_block *fitting = NULL; /* the smallest, so that large ones stay for large requests */
    for (scratch_block *block = runner->scratch; block; block = block->next) {
        if (!block->in_use && block->bytes >= bytes && (!fitting || block->bytes < fitting->bytes))
            fitting = block;
    }
    if (fitting) {
        fitting->in_use = true;
        *out_memory = fitting->memory;
        return NULL;
    }
    void *memory;
    AX_TRY(ax_allocator_alloc(runner->allocator, bytes, &memory));
    scratch_block *block = calloc(1, sizeof *block);
    if (!block) {
        ax_allocator_free(runner->allocator, memory, bytes);
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for scratch");
    }
    *block = (scratch_block){runner->scratch, bytes, memory, true};
    runner->scratch = block;
    *out_memory = memory;
    return NULL;
}

static void release_scratch(ax_runner *runner)
{
    for (scratch_block *block = runner->scratch; block; block = block->next)
        block->in_use = false;
}

static void *locate(const ax_runner *runner, const ax_var *var, const void *const *inputs,
                    void *const *outputs)
{
    const ax_slot *slot = &runner->executable->plan->slots[var->id];
    switch (slot->kind) {
    case AX_SLOT_INPUT: return ax_unconst(inputs[slot->index]);
    case AX_SLOT_OUTPUT: return outputs[slot->index];
    case AX_SLOT_CONSTANT: return ax_unconst(slot->constant);
    case AX_SLOT_WORKSPACE: return (char *)runner->workspace + slot->offset;
    case AX_SLOT_NONE: break;
    }
    return NULL;
}

/* ---- work for the team ---- */

typedef struct dealt_work {
    ax_tasks tasks;
    ax_work_fn *work;
    void *user;
} dealt_work;

static void take_work(void *user, int thread_index)
{
    dealt_work *dealt = user;
    int64_t begin, end;
    while (ax_tasks_take(&dealt->tasks, &begin, &end))
        dealt->work(dealt->user, thread_index, begin, end);
}

static void deal(const ax_eval_env *env, int64_t count, int64_t grain, ax_work_fn *work, void *user)
{
    ax_runner *runner = env->user;
    dealt_work dealt = {.work = work, .user = user};
    ax_tasks_reset(&dealt.tasks, count, grain);
    ax_team_help(runner->team, (count - 1) / grain, take_work, &dealt);
}

static ax_eval_env make_env(ax_runner *runner)
{
    ax_eval_env env = {
        .scratch = take_scratch, .user = runner, .blas = runner->executable->target->blas};
    if (runner->team) {
        env.threads = ax_team_size(runner->team);
        env.parallel = deal;
    }
    return env;
}

static ax_status *run_eqn(ax_runner *runner, ax_eval_env *env, const ax_eqn *eqn,
                          const ax_kernel *kernel, const void *const *inputs, void *const *outputs)
{
    ax_tensor *operands = runner->tensors;
    ax_tensor *results = runner->tensors + eqn->noperands;
    for (int32_t i = 0; i < eqn->noperands; i++) {
        operands[i].type = eqn->operands[i]->type;
        operands[i].data = locate(runner, eqn->operands[i], inputs, outputs);
    }
    for (int32_t i = 0; i < eqn->nresults; i++) {
        results[i].type = eqn->results[i]->type;
        results[i].data = locate(runner, eqn->results[i], inputs, outputs);
    }
    env->state = kernel->state;
    ax_status *status = kernel->run(env, eqn, operands, results);
    release_scratch(runner);
    return ax_status_context(status, "in %s at %s:%d%s", eqn->op->name, AX_PLACE(eqn->location));
}

static void copy_outputs(const ax_runner *runner, const void *const *inputs, void *const *outputs)
{
    const ax_plan *plan = runner->executable->plan;
    for (int32_t i = 0; i < plan->graph->noutputs; i++) {
        if (!ax_plan_copies_output(plan, i))
            continue;
        const ax_var *var = plan->graph->outputs[i];
        int64_t bytes = ax_type_bytes(&var->type);
        if (bytes)
            memcpy(outputs[i], locate(runner, var, inputs, outputs), (size_t)bytes);
    }
}

ax_status *ax_runner_run(ax_runner *runner, const void *const *inputs, void *const *outputs)
{
    const ax_executable *executable = runner->executable;
    ax_eval_env env = make_env(runner);
    double *seconds = runner->step_seconds;
    int32_t e = 0;
    AX_FOR_EQNS (eqn, executable->graph) {
        const ax_kernel *kernel = &executable->kernels[e++];
        if (!kernel->run)
            continue;
        double begun = seconds ? ax_clock() : 0;
        AX_TRY(run_eqn(runner, &env, eqn, kernel, inputs, outputs));
        if (seconds)
            *seconds++ = ax_clock() - begun;
    }
    copy_outputs(runner, inputs, outputs);
    return NULL;
}

void ax_runner_time_steps(ax_runner *runner, double *seconds)
{
    runner->step_seconds = seconds;
}
