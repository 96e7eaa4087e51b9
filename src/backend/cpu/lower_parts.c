/* Ops whose evaluation is the fast way already: it deals its parts to the device's threads, by one
 * sequence of operations for each element. What scratch they take they are asked beforehand. */
#include "backend/cpu/lower.h"
#include "base/checked.h"

#include <stdlib.h>

/* What an evaluation that measures asks for. */
typedef struct request {
    struct request *next;
    _Alignas(64) char memory[];
} request;

typedef struct requests {
    request *first;
    int64_t bytes;
} requests;

/* It may write what it needs to know what else to ask for, so it gets memory, which nobody else touches. */
static ax_status *take_request(const ax_eval_env *env, int64_t bytes, void **out_memory)
{
    requests *all = env->user;
    int64_t rounded = ax_ceil_div(bytes, 64) * 64;
    all->bytes += rounded;
    request *new = aligned_alloc(64, sizeof *new + (size_t)rounded);
    if (!new)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory to measure a kernel");
    new->next = all->first;
    all->first = new;
    *out_memory = new->memory;
    return NULL;
}

static void deal_nothing(const ax_eval_env *env, int64_t count, int64_t grain, ax_work_fn *work,
                         void *user)
{
    (void)env, (void)count, (void)grain, (void)work, (void)user;
}

/* Without memory for it the measure is what was asked for until then, of which there is none either. */
static int64_t measure(const void *state, const ax_eqn *eqn, int32_t threads)
{
    (void)state;
    requests all = {0};
    int32_t count = eqn->noperands + eqn->nresults;
    ax_tensor *tensors = calloc((size_t)count + 1, sizeof *tensors);
    if (!tensors)
        return 0;
    for (int32_t i = 0; i < eqn->noperands; i++)
        tensors[i].type = eqn->operands[i]->type;
    for (int32_t i = 0; i < eqn->nresults; i++)
        tensors[eqn->noperands + i].type = eqn->results[i]->type;
    ax_eval_env env = {.scratch = take_request,
                       .user = &all,
                       .measures = true,
                       .threads = threads,
                       .parallel = deal_nothing};
    ax_status_free(eqn->op->eval.function(&env, eqn, tensors, tensors + eqn->noperands));
    while (all.first) {
        request *next = all.first->next;
        free(all.first);
        all.first = next;
    }
    free(tensors);
    return all.bytes;
}

ax_status *ax_lower_parts(const ax_target *target, const ax_eqn *eqn, ax_kernel *out_kernel)
{
    (void)target;
    *out_kernel = (ax_kernel){.name = eqn->op->name,
                              .run = eqn->op->eval.function,
                              .scratch = measure,
                              .position_free = true};
    return NULL;
}
