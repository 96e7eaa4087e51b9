/* Running an executable: everything that a run needs is worked out when the runner is made, so that a run
 * only sets the pointers of inputs and outputs and calls the kernels. */
#include "backend/executable_private.h"
#include "base/checked.h"
#include "base/clock.h"
#include "base/unconst.h"
#include "ir/location.h"
#include "ops/eval.h"

#include <stdlib.h>
#include <string.h>

typedef struct step {
    ax_eval_fn *run;
    const ax_kernel *kernel;
    const ax_eqn *eqn;
    ax_tensor *operands, *results;
    char *scratch; /* planned: where it lies, and how much */
    int64_t scratch_bytes;
} step;

/* A pointer that a run sets: to input or output `index`. */
typedef struct patch {
    void **where;
    int32_t index;
} patch;

/* An output that lies elsewhere when the steps have run. */
typedef struct output_copy {
    void *source;
    int32_t output;
    int64_t bytes;
} output_copy;

/* Scratch of kernels that do not say beforehand what they need; kept from run to run. */
typedef struct scratch_block {
    struct scratch_block *next;
    int64_t bytes;
    void *memory;
    bool in_use;
} scratch_block;

struct ax_runner {
    const ax_executable *executable;
    const ax_plan *plan;
    ax_allocator *allocator;
    ax_team *team; /* NULL: the caller alone */
    void *workspace;
    ax_eval_env env;
    step *steps;
    ax_tensor *tensors; /* of all steps */
    output_copy *copies;
    patch *inputs, *outputs;
    int32_t nsteps, ntensors, ncopies, ninputs, noutputs;
    const step *at; /* the step that runs */
    int64_t taken;  /* of its planned scratch */
    bool took_unplanned;
    scratch_block *unplanned;
    double *step_seconds; /* NULL: nobody wants to know */
};

/* ---- scratch ---- */

static ax_status *take_block(ax_runner *runner, int64_t bytes, void **out_memory)
{
    scratch_block *fitting = NULL; /* the smallest, so that large ones stay for large requests */
    for (scratch_block *block = runner->unplanned; block; block = block->next) {
        if (!block->in_use && block->bytes >= bytes && (!fitting || block->bytes < fitting->bytes))
            fitting = block;
    }
    runner->took_unplanned = true;
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
    *block = (scratch_block){runner->unplanned, bytes, memory, true};
    runner->unplanned = block;
    *out_memory = memory;
    return NULL;
}

static ax_status *take_scratch(const ax_eval_env *env, int64_t bytes, void **out_memory)
{
    ax_runner *runner = env->user;
    const step *at = runner->at;
    if (!at->kernel->scratch)
        return take_block(runner, bytes, out_memory);
    if (bytes < 0 || bytes > at->scratch_bytes - runner->taken) {
        return AX_ERROR(AX_INTERNAL,
                        "the kernel %s asks for %lld bytes of scratch more than the %lld it said",
                        at->kernel->name, (long long)(bytes - (at->scratch_bytes - runner->taken)),
                        (long long)at->scratch_bytes);
    }
    *out_memory = at->scratch ? at->scratch + runner->taken : (char *)runner->workspace;
    runner->taken += ax_round_up(bytes, 64);
    return NULL;
}

static void release_blocks(ax_runner *runner)
{
    for (scratch_block *block = runner->unplanned; block; block = block->next)
        block->in_use = false;
    runner->took_unplanned = false;
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

/* ---- making a runner ---- */

/* Sets a pointer to where a value lies, or notes that each run does. */
static void resolve(ax_runner *runner, const ax_var *var, void **where)
{
    const ax_slot *slot = &runner->plan->slots[var->id];
    switch (slot->kind) {
    case AX_SLOT_INPUT: runner->inputs[runner->ninputs++] = (patch){where, slot->index}; break;
    case AX_SLOT_OUTPUT: runner->outputs[runner->noutputs++] = (patch){where, slot->index}; break;
    case AX_SLOT_CONSTANT: *where = ax_unconst(slot->constant); break;
    case AX_SLOT_WORKSPACE: *where = (char *)runner->workspace + slot->offset; break;
    case AX_SLOT_NONE: *where = NULL; break;
    }
}

static ax_tensor *make_tensors(ax_runner *runner, const ax_var *const *vars, int32_t count)
{
    ax_tensor *tensors = runner->tensors + runner->ntensors;
    for (int32_t i = 0; i < count; i++) {
        tensors[i].type = vars[i]->type;
        resolve(runner, vars[i], &tensors[i].data);
    }
    runner->ntensors += count;
    return tensors;
}

static void make_step(ax_runner *runner, const ax_eqn *eqn, int32_t number)
{
    const ax_kernel *kernel = &runner->executable->kernels[number];
    step *made = &runner->steps[runner->nsteps++];
    int64_t offset = runner->plan->scratch[number];
    *made = (step){.run = kernel->run, .kernel = kernel, .eqn = eqn};
    made->operands = make_tensors(runner, eqn->operands, eqn->noperands);
    made->results = make_tensors(runner, (const ax_var *const *)eqn->results, eqn->nresults);
    if (offset >= 0) {
        made->scratch = (char *)runner->workspace + offset;
        made->scratch_bytes = ax_kernel_scratch(kernel, eqn, ax_eval_threads(&runner->env));
    }
}

static void make_copies(ax_runner *runner)
{
    const ax_graph *graph = runner->executable->graph;
    for (int32_t i = 0; i < graph->noutputs; i++) {
        int64_t bytes = ax_type_bytes(&graph->outputs[i]->type);
        if (bytes == 0 || !ax_plan_copies_output(runner->plan, i))
            continue;
        output_copy *copy = &runner->copies[runner->ncopies++];
        *copy = (output_copy){.output = i, .bytes = bytes};
        resolve(runner, graph->outputs[i], &copy->source);
    }
}

static ax_status *make_room(ax_runner *runner)
{
    const ax_executable *executable = runner->executable;
    size_t nsteps = 1, ntensors = 1, noutputs = (size_t)executable->graph->noutputs + 1;
    int32_t e = 0;
    AX_FOR_EQNS (eqn, executable->graph) {
        if (!executable->kernels[e++].run)
            continue;
        nsteps++;
        ntensors += (size_t)eqn->noperands + (size_t)eqn->nresults;
    }
    runner->steps = calloc(nsteps, sizeof *runner->steps);
    runner->tensors = calloc(ntensors, sizeof *runner->tensors);
    runner->copies = calloc(noutputs, sizeof *runner->copies);
    runner->inputs = calloc(ntensors + noutputs, sizeof *runner->inputs);
    runner->outputs = calloc(ntensors + noutputs, sizeof *runner->outputs);
    if (!runner->steps || !runner->tensors || !runner->copies || !runner->inputs ||
        !runner->outputs) {
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory to run a graph");
    }
    if (runner->plan->workspace == 0)
        return NULL;
    ax_status *status = ax_allocator_alloc(runner->allocator, runner->plan->workspace,
                                           &runner->workspace);
    return ax_status_context(status, "for the live values of '%s'", executable->graph->name);
}

static ax_status *fill_runner(ax_runner *runner)
{
    const ax_executable *executable = runner->executable;
    runner->env = (ax_eval_env){.scratch = take_scratch, .user = runner};
    if (runner->team) {
        runner->env.threads = ax_team_size(runner->team);
        runner->env.parallel = deal;
    }
    AX_TRY(ax_executable_plan(executable, ax_eval_threads(&runner->env), &runner->plan));
    AX_TRY(make_room(runner));
    int32_t e = 0;
    AX_FOR_EQNS (eqn, executable->graph) {
        if (executable->kernels[e].run)
            make_step(runner, eqn, e);
        e++;
    }
    make_copies(runner);
    return NULL;
}

ax_status *ax_runner_create(const ax_executable *executable, ax_allocator *allocator, ax_team *team,
                            ax_runner **out_runner)
{
    ax_runner *runner = calloc(1, sizeof *runner);
    if (!runner)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory to run a graph");
    runner->executable = executable;
    runner->allocator = allocator;
    runner->team = team;
    ax_status *status = fill_runner(runner);
    if (status) {
        ax_runner_free(runner);
        return status;
    }
    *out_runner = runner;
    return NULL;
}

void ax_runner_free(ax_runner *runner)
{
    if (!runner)
        return;
    while (runner->unplanned) {
        scratch_block *next = runner->unplanned->next;
        ax_allocator_free(runner->allocator, runner->unplanned->memory, runner->unplanned->bytes);
        free(runner->unplanned);
        runner->unplanned = next;
    }
    if (runner->workspace)
        ax_allocator_free(runner->allocator, runner->workspace, runner->plan->workspace);
    free(runner->steps);
    free(runner->tensors);
    free(runner->copies);
    free(runner->inputs);
    free(runner->outputs);
    free(runner);
}

/* ---- running ---- */

static ax_status *run_step(ax_runner *runner, const step *at)
{
    runner->at = at;
    runner->taken = 0;
    runner->env.state = at->kernel->state;
    ax_status *status = at->run(&runner->env, at->eqn, at->operands, at->results);
    if (runner->took_unplanned)
        release_blocks(runner);
    if (!status)
        return NULL;
    return ax_status_context(status, "in %s at %s:%d%s", at->eqn->op->name,
                             AX_PLACE(at->eqn->location));
}

ax_status *ax_runner_run(ax_runner *runner, const void *const *inputs, void *const *outputs)
{
    for (int32_t i = 0; i < runner->ninputs; i++)
        *runner->inputs[i].where = ax_unconst(inputs[runner->inputs[i].index]);
    for (int32_t i = 0; i < runner->noutputs; i++)
        *runner->outputs[i].where = outputs[runner->outputs[i].index];
    for (int32_t i = 0; i < runner->nsteps; i++) {
        double begun = runner->step_seconds ? ax_clock() : 0;
        AX_TRY(run_step(runner, &runner->steps[i]));
        if (runner->step_seconds)
            runner->step_seconds[i] = ax_clock() - begun;
    }
    for (int32_t i = 0; i < runner->ncopies; i++) {
        const output_copy *copy = &runner->copies[i];
        memcpy(outputs[copy->output], copy->source, (size_t)copy->bytes);
    }
    return NULL;
}

void ax_runner_time_steps(ax_runner *runner, double *seconds)
{
    runner->step_seconds = seconds;
}
