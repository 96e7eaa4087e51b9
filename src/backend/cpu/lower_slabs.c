/* The kernel of slabs: an executable of one slab, run for each. */
#include "backend/cpu/slabs.h"
#include "backend/executable_private.h"
#include "base/checked.h"
#include "base/unconst.h"
#include "compile/fusion.h"
#include "compile/slab.h"

#include <stdlib.h>
#include <string.h>

typedef struct slabs {
    ax_executable *slab;
    bool *cut;     /* by operand: whether each slab has its own part */
    int64_t count; /* of slabs */
} slabs;

static void free_slabs(void *state)
{
    slabs *s = state;
    ax_executable_free(s->slab);
    free(s->cut);
    free(s);
}

/* Where there are slabs for all threads each is computed by one of them; otherwise all threads compute
 * each slab together. The bits are the same: a kernel's pieces follow from shapes alone. */
static bool spreads(const slabs *s, int32_t threads)
{
    return threads <= 1 || s->count >= 2 * threads;
}

static const ax_plan *plan_for(const slabs *s, int32_t threads)
{
    const ax_plan *plan = NULL;
    ax_status *status = ax_executable_plan(s->slab, spreads(s, threads) ? 1 : threads, &plan);
    ax_status_free(status);
    return plan;
}

/* What whoever runs slabs one after the other needs: tensors of one equation, then the workspace. */
static int64_t tensor_bytes(const slabs *s)
{
    int32_t widest = ax_graph_widest(ax_executable_graph(s->slab));
    return ax_round_up((int64_t)sizeof(ax_tensor) * widest, 64);
}

static int64_t scratch_of_slabs(const void *state, const ax_eqn *eqn, int32_t threads)
{
    (void)eqn;
    const slabs *s = state;
    const ax_plan *plan = plan_for(s, threads);
    int64_t each = tensor_bytes(s) + ax_round_up(plan ? plan->workspace : 0, 64);
    return each * (spreads(s, threads) && threads > 1 ? threads : 1);
}

/* ---- running ---- */

typedef struct run {
    const slabs *s;
    const ax_eval_env *env; /* of the whole kernel */
    const ax_plan *plan;
    const ax_tensor *operands, *results;
    char *memory; /* of all threads */
    int64_t each; /* bytes of it for a thread */
    bool spread;
} run;

/* An equation of a slab at work: what its env leads to. */
typedef struct working {
    const run *r;
    char *scratch; /* of the equation */
    int64_t left;
} working;

static ax_status *take_scratch(const ax_eval_env *env, int64_t bytes, void **out_memory)
{
    working *w = env->user;
    if (bytes < 0 || bytes > w->left)
        return AX_ERROR(AX_INTERNAL, "a kernel of a slab asks for more scratch than it said");
    *out_memory = w->scratch;
    w->scratch += ax_round_up(bytes, 64);
    w->left -= ax_round_up(bytes, 64);
    return NULL;
}

static void deal(const ax_eval_env *env, int64_t count, int64_t grain, ax_work_fn *work, void *user)
{
    const working *w = env->user;
    w->r->env->parallel(w->r->env, count, grain, work, user);
}

/* The part of an array for slab `index`. */
static void *part(const slabs *s, const ax_tensor *tensor, int64_t index)
{
    return (char *)tensor->data + ax_type_bytes(&tensor->type) / s->count * index;
}

static void *locate(const run *r, const ax_var *var, int64_t index, char *workspace)
{
    const ax_slot *slot = &r->plan->slots[var->id];
    switch (slot->kind) {
    case AX_SLOT_INPUT:
        return r->s->cut[slot->index] ? part(r->s, &r->operands[slot->index], index)
                                      : r->operands[slot->index].data;
    case AX_SLOT_OUTPUT: return part(r->s, &r->results[slot->index], index);
    case AX_SLOT_CONSTANT: return ax_unconst(slot->constant);
    case AX_SLOT_WORKSPACE: return workspace + slot->offset;
    case AX_SLOT_NONE: break;
    }
    return NULL;
}

static ax_status *run_eqn(const run *r, const ax_eqn *eqn, int32_t number, int64_t index,
                          char *memory)
{
    const ax_kernel *kernel = &r->s->slab->kernels[number];
    char *workspace = memory + tensor_bytes(r->s);
    ax_tensor *tensors = (ax_tensor *)memory, *results = tensors + eqn->noperands;
    for (int32_t i = 0; i < eqn->noperands; i++)
        tensors[i] = (ax_tensor){eqn->operands[i]->type,
                                 locate(r, eqn->operands[i], index, workspace)};
    for (int32_t i = 0; i < eqn->nresults; i++)
        results[i] = (ax_tensor){eqn->results[i]->type,
                                 locate(r, eqn->results[i], index, workspace)};
    working w = {.r = r};
    ax_eval_env env = {.scratch = take_scratch, .user = &w};
    env.state = kernel->state;
    if (!r->spread) {
        env.threads = r->env->threads;
        env.parallel = deal;
    }
    if (r->plan->scratch[number] >= 0) {
        w.scratch = workspace + r->plan->scratch[number];
        w.left = ax_kernel_scratch(kernel, eqn, ax_eval_threads(&env));
    }
    return kernel->run(&env, eqn, tensors, results);
}

static ax_status *run_slabs(void *user, int32_t thread, int64_t begin, int64_t end)
{
    const run *r = user;
    char *memory = r->memory + r->each * thread;
    for (int64_t index = begin; index < end; index++) {
        int32_t number = 0;
        AX_FOR_EQNS (eqn, ax_executable_graph(r->s->slab)) {
            if (r->s->slab->kernels[number].run)
                AX_TRY(run_eqn(r, eqn, number, index, memory));
            number++;
        }
    }
    return NULL;
}

static ax_status *run_kernel(const ax_eval_env *env, const ax_eqn *eqn, const ax_tensor *operands,
                             const ax_tensor *results)
{
    const slabs *s = env->state;
    int32_t threads = ax_eval_threads(env);
    run r = {.s = s, .env = env, .operands = operands, .results = results};
    AX_TRY(ax_executable_plan(s->slab, spreads(s, threads) ? 1 : threads, &r.plan));
    int64_t bytes = scratch_of_slabs(s, eqn, threads);
    AX_TRY(env->scratch(env, bytes, (void **)&r.memory));
    r.spread = spreads(s, threads);
    r.each = r.spread && threads > 1 ? bytes / threads : bytes;
    if (r.spread)
        return ax_eval_parallel_try(env, s->count, 1, run_slabs, &r);
    return run_slabs(&r, 0, 0, s->count);
}

/* ---- making ---- */

/* Whether each slab begins as aligned as the array itself. */
static bool is_aligned(const ax_var *var)
{
    return ax_type_bytes(&var->type) % 64 == 0;
}

static bool can_run(const slabs *s)
{
    ax_executable_counts counts = ax_executable_count(s->slab);
    const ax_graph *graph = ax_executable_graph(s->slab);
    for (int32_t i = 0; i < graph->ninputs; i++) {
        if (s->cut[i] && !is_aligned(graph->inputs[i]))
            return false;
    }
    for (int32_t i = 0; i < graph->noutputs; i++) {
        if (ax_plan_copies_output(s->slab->plan, i) || !is_aligned(graph->outputs[i]))
            return false;
    }
    return counts.evaluated == 0 && counts.unplanned == 0;
}

static ax_status *make(const ax_target *target, const ax_eqn *eqn, slabs *s)
{
    ax_graph *graph;
    int32_t ndims = (int32_t)ax_eqn_int(eqn, AX_ATTR_K);
    s->cut = calloc((size_t)eqn->noperands + 1, sizeof *s->cut);
    if (!s->cut)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a kernel");
    s->count = 1;
    for (int32_t i = 0; i < ndims; i++)
        s->count *= eqn->results[0]->type.dims[i];
    AX_TRY(ax_slab_graph(eqn->regions[0], ndims, s->cut, &graph));
    return graph ? ax_executable_create_rewritten(graph, target, &s->slab) : NULL;
}

ax_status *ax_lower_slabs(const ax_target *target, const ax_eqn *eqn, ax_kernel *out_kernel)
{
    slabs *s = calloc(1, sizeof *s);
    if (!s)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a kernel");
    ax_status *status = make(target, eqn, s);
    if (status || !s->slab || s->count == 0 || !can_run(s)) {
        free_slabs(s);
        return status;
    }
    *out_kernel = (ax_kernel){
        .name = "slabs",
        .run = run_kernel,
        .state = s,
        .free = free_slabs,
        .scratch = scratch_of_slabs,
        .position_free = ax_executable_position_free(s->slab),
    };
    return NULL;
}
