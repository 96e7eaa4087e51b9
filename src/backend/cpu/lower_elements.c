/* Elementwise ops that no kernel is generated for: their evaluation on runs of elements, dealt to the
 * device's threads. */
#include "backend/cpu/lower.h"

enum { MOST_OPERANDS = 4, RUN = 1 << 14 /* elements */ };

typedef struct elements {
    const ax_eqn *eqn;
    const ax_tensor *operands, *result;
} elements;

/* Elements begin..end-1; a scalar stays one. */
static ax_tensor run_of(const ax_tensor *x, int64_t begin, int64_t end)
{
    ax_tensor run = *x;
    if (x->type.ndim == 0)
        return run;
    run.type.ndim = 1;
    run.type.dims[0] = end - begin;
    run.data = (char *)x->data + begin * ax_dtype_bytes(x->type.dtype);
    return run;
}

static ax_status *evaluate_run(void *user, int32_t thread, int64_t begin, int64_t end)
{
    (void)thread;
    const elements *e = user;
    ax_tensor operands[MOST_OPERANDS], result = run_of(e->result, begin, end);
    for (int32_t i = 0; i < e->eqn->noperands; i++)
        operands[i] = run_of(&e->operands[i], begin, end);
    ax_eval_env alone = {0}; /* none of these evaluations takes scratch */
    return e->eqn->op->eval.function(&alone, e->eqn, operands, &result);
}

static ax_status *run_elements(const ax_eval_env *env, const ax_eqn *eqn, const ax_tensor *operands,
                               const ax_tensor *results)
{
    elements e = {.eqn = eqn, .operands = operands, .result = results};
    return ax_eval_parallel_try(env, ax_type_count(&results[0].type), RUN, evaluate_run, &e);
}

static int64_t no_scratch(const void *state, const ax_eqn *eqn, int32_t threads)
{
    (void)state, (void)eqn, (void)threads;
    return 0;
}

/* Whether each operand has the result's dims, or is a scalar beside an array. */
static bool is_even(const ax_eqn *eqn)
{
    const ax_type *result = &eqn->results[0]->type;
    if (result->ndim == 0 || eqn->nresults != 1 || eqn->noperands > MOST_OPERANDS)
        return false;
    for (int32_t i = 0; i < eqn->noperands; i++) {
        const ax_type *type = &eqn->operands[i]->type;
        if (type->ndim != 0 && ax_type_count(type) != ax_type_count(result))
            return false;
    }
    return true;
}

ax_status *ax_lower_elements(const ax_target *target, const ax_eqn *eqn, ax_kernel *out_kernel)
{
    (void)target;
    if (!(eqn->op->traits & AX_TRAIT_ELEMENTWISE) || !is_even(eqn) || !eqn->op->eval.function)
        return NULL;
    *out_kernel = (ax_kernel){
        .name = eqn->op->name, .run = run_elements, .scratch = no_scratch, .position_free = true};
    return NULL;
}
