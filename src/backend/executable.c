#include "backend/executable.h"

#include "backend/executable_private.h"
#include "base/unconst.h"
#include "compile/hoist.h"
#include "ir/op.h"

#include <stdlib.h>
#include <string.h>

static ax_status *no_memory(void)
{
    return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for an executable");
}

/* ---- kernels ---- */

/* A view shares its operand's bytes, a constant lies in the graph. */
static bool is_run(const ax_eqn *eqn)
{
    return !(eqn->op->traits & AX_TRAIT_VIEW) && !ax_eqn_find_attr(eqn, AX_ATTR_VALUE);
}

/* Kernels are made side by side: most of the time goes into compiling them. */
typedef struct making {
    ax_executable *executable;
    const ax_eqn **eqns;  /* by number; NULL where nothing is to be run */
    ax_status **statuses; /* likewise */
    ax_tasks tasks;
} making;

static void make_kernels(void *user, int thread)
{
    making *m = user;
    int64_t begin, end;
    (void)thread;
    while (ax_tasks_take(&m->tasks, &begin, &end)) {
        if (m->eqns[begin]) {
            m->statuses[begin] = ax_kernel_create(m->executable->target, m->eqns[begin],
                                                  &m->executable->kernels[begin]);
        }
    }
}

static ax_status *make_all_kernels(making *m, const bool *live)
{
    const ax_graph *graph = m->executable->graph;
    int32_t e = 0, count = 0;
    AX_FOR_EQNS (eqn, graph) {
        m->eqns[e] = live[e] && is_run(eqn) ? eqn : NULL;
        count += m->eqns[e++] != NULL;
    }
    ax_tasks_reset(&m->tasks, graph->neqns, 1);
    if (m->executable->target->team)
        ax_team_help(m->executable->target->team, count - 1, make_kernels, m);
    else
        make_kernels(m, 0);
    ax_status *first = NULL;
    for (e = 0; e < graph->neqns; e++) {
        if (!first)
            first = m->statuses[e];
        else
            ax_status_free(m->statuses[e]);
    }
    return first;
}

static ax_status *choose_kernels(ax_executable *executable, const bool *live)
{
    size_t neqns = (size_t)executable->graph->neqns + 1;
    making m = {.executable = executable,
                .eqns = calloc(neqns, sizeof *m.eqns),
                .statuses = calloc(neqns, sizeof *m.statuses)};
    ax_status *status = m.eqns && m.statuses ? make_all_kernels(&m, live) : no_memory();
    free(m.eqns);
    free(m.statuses);
    return status;
}

int64_t ax_kernel_scratch(const ax_kernel *kernel, const ax_eqn *eqn, int32_t threads)
{
    return kernel->run && kernel->scratch ? kernel->scratch(kernel->state, eqn, threads) : 0;
}

/* ---- plans ---- */

static ax_status *make_plan(const ax_executable *executable, int32_t threads, ax_plan **out_plan)
{
    int64_t *scratch = calloc((size_t)executable->graph->neqns + 1, sizeof *scratch);
    if (!scratch)
        return no_memory();
    int32_t e = 0;
    AX_FOR_EQNS (eqn, executable->graph) {
        scratch[e] = ax_kernel_scratch(&executable->kernels[e], eqn, threads);
        e++;
    }
    ax_plan_options options = {.donated = executable->donated, .scratch = scratch};
    ax_status *status = ax_plan_create(executable->graph, &options, out_plan);
    free(scratch);
    return status;
}

/* Under the lock: the plan for this number of threads, made where there is none. */
static ax_status *find_plan(ax_executable *executable, int32_t threads, const ax_plan **out_plan)
{
    for (ax_threads_plan *at = executable->plans; at; at = at->next) {
        if (at->threads == threads) {
            *out_plan = at->plan;
            return NULL;
        }
    }
    ax_threads_plan *made = calloc(1, sizeof *made);
    if (!made)
        return no_memory();
    ax_status *status = make_plan(executable, threads, &made->plan);
    if (status) {
        free(made);
        return status;
    }
    made->threads = threads;
    made->next = executable->plans;
    executable->plans = made;
    *out_plan = made->plan;
    return NULL;
}

ax_status *ax_executable_plan(const ax_executable *executable, int32_t threads,
                              const ax_plan **out_plan)
{
    if (threads <= 1) {
        *out_plan = executable->plan;
        return NULL;
    }
    ax_executable *keeper = ax_unconst(executable);
    pthread_mutex_lock(&keeper->lock);
    ax_status *status = find_plan(keeper, threads, out_plan);
    pthread_mutex_unlock(&keeper->lock);
    return status;
}

/* ---- the executable ---- */

/* Kernels need to know what is alive, the plan which scratch kernels need: so there is a plan without
 * scratch first, which stays where no kernel needs any. */
static ax_status *fill_executable(ax_executable *executable, const bool *donated)
{
    const ax_graph *graph = executable->graph;
    executable->kernels = calloc((size_t)graph->neqns + 1, sizeof *executable->kernels);
    executable->donated = donated ? calloc((size_t)graph->ninputs + 1, sizeof *donated) : NULL;
    if (!executable->kernels || (donated && !executable->donated))
        return no_memory();
    if (donated)
        memcpy(executable->donated, donated, (size_t)graph->ninputs * sizeof *donated);
    AX_TRY(make_plan(executable, 1, &executable->plan));
    AX_TRY(choose_kernels(executable, executable->plan->live));
    int32_t e = 0;
    bool scratch = false;
    AX_FOR_EQNS (eqn, graph)
        scratch |= ax_kernel_scratch(&executable->kernels[e++], eqn, 1) > 0;
    if (!scratch)
        return NULL;
    ax_plan_free(executable->plan);
    executable->plan = NULL;
    return make_plan(executable, 1, &executable->plan);
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
static ax_status *create(ax_graph *graph, const ax_target *target, const bool *donated,
                         ax_executable **out_executable)
{
    ax_executable *executable = calloc(1, sizeof *executable);
    if (!executable) {
        ax_graph_free(graph);
        return no_memory();
    }
    executable->graph = graph;
    executable->target = target;
    pthread_mutex_init(&executable->lock, NULL);
    ax_status *status = fill_executable(executable, donated);
    if (status) {
        ax_executable_free(executable);
        return status;
    }
    *out_executable = executable;
    return NULL;
}

ax_status *ax_executable_create_donating(ax_graph *graph, const ax_target *target,
                                         const bool *donated, ax_executable **out_executable)
{
    AX_TRY(rewrite(graph, target, NULL, &graph));
    return create(graph, target, donated, out_executable);
}

ax_status *ax_executable_create(ax_graph *graph, const ax_target *target,
                                ax_executable **out_executable)
{
    return ax_executable_create_donating(graph, target, NULL, out_executable);
}

ax_status *ax_executable_create_rewritten(ax_graph *graph, const ax_target *target,
                                          ax_executable **out_executable)
{
    return create(graph, target, NULL, out_executable);
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
        return create(graph, target, NULL, out_rest);
    ax_graph_free(graph);
    ax_executable *prologue;
    status = create(first, target, NULL, &prologue);
    if (status) {
        ax_graph_free(rest);
        return status;
    }
    status = create(rest, target, NULL, out_rest);
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
    while (executable->plans) {
        ax_threads_plan *next = executable->plans->next;
        ax_plan_free(executable->plans->plan);
        free(executable->plans);
        executable->plans = next;
    }
    for (int32_t e = 0; executable->kernels && e < executable->graph->neqns; e++)
        ax_kernel_free(&executable->kernels[e]);
    free(executable->kernels);
    free(executable->donated);
    ax_plan_free(executable->plan);
    ax_graph_free(executable->graph);
    pthread_mutex_destroy(&executable->lock);
    free(executable);
}

/* ---- what it says of itself ---- */

const ax_graph *ax_executable_graph(const ax_executable *executable)
{
    return executable->graph;
}

int32_t ax_executable_alias(const ax_executable *executable, int32_t output)
{
    return executable->plan->aliases[output];
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

ax_executable_counts ax_executable_count(const ax_executable *executable)
{
    ax_executable_counts counts = {0};
    for (int32_t e = 0; e < executable->graph->neqns; e++) {
        const ax_kernel *kernel = &executable->kernels[e];
        if (!kernel->run)
            continue;
        counts.kernels++;
        counts.evaluated += strcmp(kernel->name, "eval") == 0;
        counts.unplanned += !kernel->scratch;
    }
    return counts;
}

int32_t ax_executable_step_count(const ax_executable *executable)
{
    return ax_executable_count(executable).kernels;
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
