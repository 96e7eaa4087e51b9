/* Fusions of the kind rows: reductions of the last dimensions and what goes with them. */
#include "backend/cpu/loop_kernel.h"
#include "backend/cpu/rows_write.h"
#include "base/checked.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct rows_kernel {
    ax_loop_buffers buffers;
    int32_t nloops; /* of split rows; 0: rows are whole, and there is one function */
    ax_loop_fn *functions[AX_LOOP_MOST_FUNCTIONS];
    int64_t items, grain;  /* rows, or chunks of short ones */
    int64_t scratch_bytes; /* a thread's, or shared by all where rows are split */
    int64_t blocks[AX_ROWS_MOST_LOOPS], block_grain[AX_ROWS_MOST_LOOPS];
    bool small;
} rows_kernel;

typedef struct running {
    const rows_kernel *kernel;
    ax_loop_fn *function;
    char *scratch;
    void *buffers[AX_LOOP_MOST_BUFFERS];
} running;

static void run_rows_of(void *user, int32_t thread, int64_t begin, int64_t end)
{
    const running *r = user;
    r->function(r->buffers, begin, end, r->scratch + thread * r->kernel->scratch_bytes);
}

static void run_blocks_of(void *user, int32_t thread, int64_t begin, int64_t end)
{
    (void)thread;
    const running *r = user;
    r->function(r->buffers, begin, end, r->scratch);
}

static int32_t threads_of(const rows_kernel *kernel, int32_t threads)
{
    return kernel->small ? 1 : threads;
}

static ax_status *run_rows(const ax_eval_env *env, const ax_eqn *eqn, const ax_tensor *operands,
                           const ax_tensor *results)
{
    (void)eqn;
    running r;
    const rows_kernel *kernel = r.kernel = env->state;
    if (kernel->items == 0)
        return NULL;
    ax_loop_buffers_fill(&kernel->buffers, operands, results, r.buffers);
    int64_t threads = kernel->nloops ? 1 : threads_of(kernel, ax_eval_threads(env));
    r.scratch = NULL;
    if (kernel->scratch_bytes)
        AX_TRY(AX_SCRATCH(env, char, threads * kernel->scratch_bytes, &r.scratch));
    r.function = kernel->functions[0];
    if (kernel->small)
        r.function(r.buffers, 0, kernel->items, r.scratch);
    else if (kernel->nloops == 0)
        ax_eval_parallel(env, kernel->items, kernel->grain, run_rows_of, &r);
    for (int32_t loop = 0; loop < kernel->nloops; loop++) {
        r.function = kernel->functions[2 * loop];
        ax_eval_parallel(env, kernel->blocks[loop], kernel->block_grain[loop], run_blocks_of, &r);
        kernel->functions[2 * loop + 1](r.buffers, 0, kernel->items, r.scratch);
    }
    return NULL;
}

static int64_t rows_scratch(const void *state, const ax_eqn *eqn, int32_t threads)
{
    (void)eqn;
    const rows_kernel *kernel = state;
    if (kernel->items == 0)
        return 0;
    int64_t bytes = kernel->scratch_bytes;
    if (kernel->nloops == 0)
        bytes *= threads_of(kernel, threads);
    return ax_round_up(bytes, 64);
}

/* Compiles the kernel's functions. */
static ax_status *get_functions(const ax_target *target, const ax_eqn *fusion,
                                const ax_rows_plan *plan, rows_kernel *kernel)
{
    static const char *const whole[] = {"rows"};
    static const char *const split[] = {"fold0",   "finish0", "fold1",   "finish1", "fold2",
                                        "finish2", "fold3",   "finish3", "fold4",   "finish4",
                                        "fold5",   "finish5", "fold6",   "finish6"};
    ax_loop_unit unit = {.target = target,
                         .fusion = fusion,
                         .program = plan->program,
                         .version = plan->splits ? "split rows 6" : "rows 7",
                         .write = plan->splits     ? ax_rows_write_split
                                  : plan->is_short ? ax_rows_write_short
                                                   : ax_rows_write,
                         .user = plan,
                         .nfunctions = plan->splits ? 2 * plan->nloops : 1,
                         .functions = plan->splits ? split : whole};
    return ax_loop_unit_get(&unit, kernel->functions);
}

ax_status *ax_rows_kernel(const ax_target *target, const ax_eqn *fusion, const ax_loop_program *p,
                          ax_kernel *out_kernel)
{
    ax_loop_buffers buffers;
    ax_rows_plan plan;
    if (!ax_loop_buffers_make(p, &buffers) ||
        !ax_rows_plan_make(p, ax_codegen_vector_bytes(target->codegen), &plan)) {
        return NULL;
    }
    rows_kernel *kernel = calloc(1, sizeof *kernel);
    if (!kernel)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a kernel");
    int64_t work = ax_loop_work(p);
    kernel->buffers = buffers;
    bool empty = ax_type_count(&p->first_reduce->results[0]->type) == 0;
    int64_t chunk = plan.is_short ? plan.chunk : 1;
    int64_t innermost = plan.is_short ? p->domain.sizes[plan.outer[plan.nouter - 1]] : 1;
    kernel->items = empty ? 0 : plan.rows / innermost * (plan.is_short ? plan.chunks : 1);
    kernel->grain = ax_loop_grain(work * plan.prefix * plan.size * chunk);
    kernel->small = !plan.splits && ax_loop_is_small(plan.rows * work * plan.prefix * plan.size);
    kernel->scratch_bytes = plan.splits ? ax_rows_shared_bytes(&plan) : plan.thread_bytes;
    kernel->nloops = plan.splits ? plan.nloops : 0;
    for (int32_t loop = 0; loop < plan.nloops; loop++) {
        kernel->blocks[loop] = plan.rows * plan.loops[loop].blocks;
        kernel->block_grain[loop] = ax_loop_grain(work * plan.loops[loop].piece *
                                                  plan.loops[loop].group);
    }
    ax_status *status = kernel->items ? get_functions(target, fusion, &plan, kernel) : NULL;
    if (status) {
        free(kernel);
        return status;
    }
    *out_kernel = (ax_kernel){.name = "rows",
                              .run = run_rows,
                              .state = kernel,
                              .free = free,
                              .scratch = rows_scratch,
                              .position_free = true};
    return NULL;
}
