/* reduce_window: pools over few elements are generated, with channels last or along rows of places; anything
 * else is the op's own evaluation, dealt in parts. */
#include "backend/cpu/lower.h"
#include "backend/cpu/pool_code.h"
#include "base/checked.h"
#include "ops/elementwise.h"
#include "ops/fold.h"
#include "ops/window_pass.h"

#include <stdlib.h>
#include <string.h>

/* Windows that take longer element by element than by running folds, and slabs and rows that are no vectors. */
enum { LONGEST = 8, MOST_ELEMENTS = 64, LEAST_SLAB = 4, LEAST_ROW = 6 };

enum { PIECE_BYTES = 1 << 16 }; /* of the input */

typedef struct pool_kernel {
    ax_pool_fn *function;
    int64_t rows, grain;
} pool_kernel;

/* ---- which windows ---- */

/* Whether an init that comes in front of each result is all that inits and padding add to it: of a sum from
 * 1 over padding they would add up. */
static bool init_counts_once(const ax_eqn *eqn, const ax_fold *fold)
{
    const ax_eqn *constant = eqn->operands[1]->producer;
    if (!constant || !ax_eqn_find_attr(constant, AX_ATTR_VALUE))
        return false;
    const void *bytes = ax_eqn_literal(constant, AX_ATTR_VALUE)->data;
    ax_dtype dtype = eqn->operands[1]->type.dtype;
    _Alignas(16) char init[16], twice[16];
    int64_t size = ax_dtype_is_half(dtype) ? (int64_t)sizeof(float) : ax_dtype_bytes(dtype);
    if (ax_dtype_is_half(dtype)) {
        ax_halves_widen(dtype, 1, bytes, (float *)(void *)init);
    } else {
        memcpy(init, bytes, (size_t)size);
    }
    fold->both(twice, init, init, 1);
    return memcmp(twice, init, (size_t)size) == 0;
}

/* Takes dimension `d` of the equation into the pool; false where the code has none like it. */
static bool take_dim(const ax_eqn *eqn, int32_t d, ax_pool *pool, int64_t *elements)
{
    ax_window_pass pass = ax_window_pass_of(eqn, d, eqn->operands[0]->type.dims[d],
                                            eqn->results[0]->type.dims[d]);
    const ax_window_dim *w = &pass.dim;
    bool known = w->base_dilation == 1 && w->window_dilation == 1 && w->window <= LONGEST &&
                 pool->ndims < AX_POOL_MOST_DIMS;
    if (!known)
        return false;
    *elements *= w->window;
    pool->dims[pool->ndims++] = (ax_pool_dim){w->input, pass.places, w->window, w->stride, w->low};
    return *elements <= MOST_ELEMENTS;
}

/* The dimensions from the first along which windows slide to the last such; in *out_rows the rows of places. */
static bool find_pool(const ax_eqn *eqn, ax_pool *pool, int64_t *out_rows)
{
    const ax_type *input = &eqn->operands[0]->type, *result = &eqn->results[0]->type;
    int32_t first = -1, last = -1;
    int64_t elements = 1;
    for (int32_t d = 0; d < input->ndim; d++) {
        if (ax_window_pass_of(eqn, d, input->dims[d], result->dims[d]).plain)
            continue;
        first = first < 0 ? d : first;
        last = d;
    }
    if (first < 0)
        return false;
    pool->slab = 1;
    *out_rows = 1;
    for (int32_t d = 0; d < input->ndim; d++) {
        if (d >= first && d <= last && !take_dim(eqn, d, pool, &elements))
            return false;
        if (d > last)
            pool->slab *= input->dims[d];
        if (d < last)
            *out_rows *= result->dims[d];
    }
    if (pool->slab == 1)
        return pool->dims[pool->ndims - 1].places >= LEAST_ROW;
    return pool->slab >= LEAST_SLAB;
}

/* ---- running ---- */

typedef struct running {
    const pool_kernel *kernel;
    const ax_tensor *operands, *results;
} running;

static void run_rows(void *user, int32_t thread, int64_t begin, int64_t end)
{
    (void)thread;
    const running *r = user;
    r->kernel->function(r->operands[0].data, r->results[0].data, r->operands[1].data, begin, end);
}

static ax_status *run_pool(const ax_eval_env *env, const ax_eqn *eqn, const ax_tensor *operands,
                           const ax_tensor *results)
{
    (void)eqn;
    running r = {env->state, operands, results};
    ax_eval_parallel(env, r.kernel->rows, r.kernel->grain, run_rows, &r);
    return NULL;
}

static int64_t no_scratch(const void *state, const ax_eqn *eqn, int32_t threads)
{
    (void)state, (void)eqn, (void)threads;
    return 0;
}

static ax_status *make_pool(const ax_target *target, const ax_eqn *eqn, const ax_pool *pool,
                            int64_t rows, ax_kernel *out_kernel)
{
    pool_kernel *kernel = calloc(1, sizeof *kernel);
    if (!kernel)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a kernel");
    kernel->rows = rows;
    kernel->grain = ax_max_i64(1, PIECE_BYTES /
                                      ax_max_i64(1, ax_type_bytes(&eqn->operands[0]->type) / rows));
    ax_status *status = ax_pool_code(target->codegen, pool, &kernel->function);
    if (status) {
        free(kernel);
        return status;
    }
    *out_kernel = (ax_kernel){.name = "pool",
                              .run = run_pool,
                              .state = kernel,
                              .free = free,
                              .scratch = no_scratch,
                              .position_free = true};
    return NULL;
}

ax_status *ax_lower_reduce_window(const ax_target *target, const ax_eqn *eqn, ax_kernel *out_kernel)
{
    ax_pool pool = {.dtype = eqn->operands[0]->type.dtype};
    ax_fold fold;
    int64_t rows;
    bool known = target->codegen && eqn->nresults == 1 && pool.dtype != AX_BOOL &&
                 ax_type_count(&eqn->results[0]->type) > 0 &&
                 ax_type_count(&eqn->operands[0]->type) > 0 &&
                 ax_fold_find_wide(eqn->regions[0], &fold) && find_pool(eqn, &pool, &rows) &&
                 init_counts_once(eqn, &fold);
    if (!known)
        return ax_lower_parts(target, eqn, out_kernel);
    pool.op = eqn->regions[0]->first->op;
    return make_pool(target, eqn, &pool, rows, out_kernel);
}
