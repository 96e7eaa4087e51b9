/* scatter's meaning: updates combined into a copy of the inputs, in row-major order of the updates,
 * whatever the region. A window that does not fit the input whole is left out whole, as in XLA.
 *
 * Several threads share the places, not the updates: each goes through all runs of updates in their order
 * and combines those whose place is its own. So results are those of one thread.
 */
#include "base/checked.h"
#include "ops/combine.h"
#include "ops/indexing.h"
#include "ops/strided.h"

#include <string.h>

enum {
    CHUNK = 1 << 12,            /* runs whose places are found by a thread at once, */
    BATCH_BYTES = 1 << 19,      /* updates for each thread, all of which go through all of them */
    MOST_BATCH_BYTES = 1 << 24, /* while a shared cache has them */
    REGION_BITS = 12,           /* bytes of neighbours that have one owner: a page */
    NOBODY = 255,               /* owns what is left out */
    LEAST_SHARED = 1 << 15,     /* elements of updates that are worth it, */
    LEAST_THREADS = 4           /* and threads: sharing takes half as much work again */
};

typedef struct scattering {
    const ax_eval_env *env;
    ax_combiner *combiners; /* by thread */
    ax_points points;       /* at the start */
    const void *updates;    /* of the first input */
    int64_t bytes;          /* of its elements */
    int32_t sharers;        /* 1: nothing is shared */
    int64_t first, count;   /* of the batch */
    int64_t *places;        /* of its runs */
    uint8_t *owners;
} scattering;

/* Runs of a batch. */
static int64_t batch_of(const scattering *s)
{
    int64_t bytes = ax_min_i64((int64_t)s->sharers * BATCH_BYTES, MOST_BATCH_BYTES);
    int64_t runs = ax_max_i64(CHUNK, bytes / (s->points.run * s->bytes));
    return ax_min_i64(runs, s->points.count);
}

/* ---- one thread ---- */

static ax_status *scatter_all(ax_combiner *combiner, const ax_points *start)
{
    ax_points points = *start;
    int64_t places[AX_POINTS];
    ax_runs runs = {.places = places, .run = points.run};
    for (; (runs.count = ax_points_next(&points, places)) > 0; runs.first += runs.count * runs.run)
        AX_TRY(ax_combine(combiner, &runs));
    return ax_combine_rest(combiner);
}

/* ---- several ---- */

/* Any function of the place would do; this one spreads them evenly and keeps neighbours together. */
static inline uint8_t owner_of(const scattering *s, int64_t place)
{
    uint64_t region = (uint64_t)(place * s->bytes) >> REGION_BITS;
    uint64_t hash = region * 0x9e3779b97f4a7c15u >> 32;
    return place < 0 ? NOBODY : (uint8_t)(hash * (uint64_t)s->sharers >> 32);
}

static void find_owners(void *user, int32_t thread, int64_t begin, int64_t end)
{
    (void)thread;
    const scattering *s = user;
    ax_points points = s->points;
    int64_t found[AX_POINTS], run = points.run * s->bytes;
    const char *updates = (const char *)s->updates + (s->first + begin) * run;
    for (int64_t at = 0; at < (end - begin) * run;
         at += 64) /* in the order that memory likes best */
        __builtin_prefetch(updates + at, 0, 1);
    ax_points_seek(&points, s->first + begin, s->first + end);
    for (int64_t at = begin, count; (count = ax_points_next(&points, found)) > 0; at += count) {
        for (int64_t i = 0; i < count; i++) {
            s->places[at + i] = found[i];
            s->owners[at + i] = owner_of(s, found[i]);
        }
    }
}

/* Combines the runs whose owner is `owner`. */
static ax_status *combine_own(const scattering *s, int64_t owner, ax_combiner *combiner)
{
    int64_t places[AX_POINTS], sources[AX_POINTS], run = s->points.run;
    ax_runs runs = {.places = places, .sources = sources, .run = run};
    for (int64_t begin = 0; begin < s->count; begin += AX_POINTS) {
        int64_t end = ax_min_i64(begin + AX_POINTS, s->count), count = 0;
        for (int64_t i = begin; i < end; i++) {
            places[count] = s->places[i];
            sources[count] = (s->first + i) * run;
            count += s->owners[i] == owner;
        }
        runs.count = count;
        AX_TRY(ax_combine(combiner, &runs));
    }
    return ax_combine_rest(combiner);
}

static ax_status *combine_owners(void *user, int32_t thread, int64_t begin, int64_t end)
{
    const scattering *s = user;
    for (int64_t owner = begin; owner < end; owner++)
        AX_TRY(combine_own(s, owner, &s->combiners[thread]));
    return NULL;
}

static ax_status *scatter_shared(scattering *s)
{
    int64_t count = s->points.count, batch = batch_of(s);
    for (s->first = 0; s->first < count; s->first += batch) {
        s->count = ax_min_i64(batch, count - s->first);
        ax_eval_parallel(s->env, s->count, CHUNK, find_owners, s);
        AX_TRY(ax_eval_parallel_try(s->env, s->sharers, 1, combine_owners, s));
    }
    return NULL;
}

/* Whether runs are the same elements or none of the same: then their places tell them apart. */
static bool are_apart(const ax_points *p)
{
    bool apart = true;
    for (int32_t d = 0; d < p->ndim; d++)
        apart = apart && p->table_strides[d] % p->run == 0;
    for (int32_t e = 0; e < p->entries; e++)
        apart = apart && p->entry_table_strides[e] % p->run == 0;
    return apart;
}

static int32_t count_sharers(const ax_eval_env *env, const scattering *s)
{
    int32_t threads = ax_eval_threads(env);
    if (threads < LEAST_THREADS || s->points.count * s->points.run < LEAST_SHARED ||
        !are_apart(&s->points))
        return 1;
    return (int32_t)ax_min_i64(threads, NOBODY);
}

static ax_status *take_memory(const ax_eval_env *env, const ax_eqn *eqn, const ax_tensor *updates,
                              const ax_tensor *results, scattering *s)
{
    int32_t threads = s->sharers > 1 ? ax_eval_threads(env) : 1;
    AX_TRY(AX_SCRATCH(env, ax_combiner, threads, &s->combiners));
    for (int32_t t = 0; t < threads; t++)
        AX_TRY(ax_combiner_prepare(env, eqn->regions[0], eqn->nresults, updates, results,
                                   &s->combiners[t]));
    if (s->sharers == 1)
        return NULL;
    int64_t batch = batch_of(s);
    AX_TRY(AX_SCRATCH(env, int64_t, batch, &s->places));
    return AX_SCRATCH(env, uint8_t, batch, &s->owners);
}

ax_status *ax_eval_scatter(const ax_eval_env *env, const ax_eqn *eqn, const ax_tensor *operands,
                           const ax_tensor *results)
{
    int32_t n = eqn->nresults;
    const ax_tensor *updates = &operands[n + 1];
    for (int32_t i = 0; i < n && !env->measures; i++)
        ax_strided_deal_run(env, ax_type_bytes(&results[i].type), results[i].data,
                            operands[i].data);
    if (ax_type_count(&updates->type) == 0 || ax_type_count(&results[0].type) == 0)
        return NULL;
    scattering s = {
        .env = env, .updates = updates->data, .bytes = ax_dtype_bytes(results[0].type.dtype)};
    ax_index_numbers numbers = ax_index_numbers_of(eqn, &ax_scatter_keys);
    ax_points_start(&numbers, &results[0].type, &operands[n], &updates->type, false, &s.points);
    s.sharers = count_sharers(env, &s);
    AX_TRY(take_memory(env, eqn, updates, results, &s));
    if (env->measures)
        return NULL;
    return s.sharers > 1 ? scatter_shared(&s) : scatter_all(s.combiners, &s.points);
}
