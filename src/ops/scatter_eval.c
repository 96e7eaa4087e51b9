/* scatter's meaning: updates combined into a copy of the inputs, in row-major order of the updates,
 * whatever the region. A window that does not fit the input whole is left out whole, as in XLA.
 *
 * Several threads share the places, not the updates: runs of updates are put in order of where they go,
 * those for one part of the results together, and each part is combined by one thread, its updates in
 * their order. So results are those of one thread.
 */
#include "base/checked.h"
#include "ops/combine.h"
#include "ops/indexing.h"
#include "ops/strided.h"

#include <string.h>

enum {
    PARTS = 256,           /* of the results */
    CHUNK = 1 << 12,       /* runs that a thread puts in order at once */
    BATCH = 1 << 20,       /* runs that are in order at once */
    LEAST_SHARED = 1 << 15 /* elements of updates that are worth it */
};

typedef struct scattering {
    const ax_eval_env *env;
    ax_combiner *combiners;    /* by thread */
    ax_points points;          /* at the start */
    int64_t part;              /* places of one: a multiple of the run */
    int64_t first;             /* run of the batch */
    int64_t *counts;           /* by chunk and part: runs, then where they go in the order */
    int64_t ends[PARTS];       /* of each part in the order */
    int64_t *places, *sources; /* in order */
} scattering;

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

/* Calls `see` with the places of chunk begin..end-1 of the batch, piece by piece. */
static inline __attribute__((always_inline)) void walk_chunk(
    const scattering *s, int64_t begin, int64_t end,
    void (*see)(const scattering *s, int64_t *counts, const int64_t *places, int64_t run,
                int64_t count))
{
    int64_t places[AX_POINTS], run = s->first + begin, *counts = s->counts + begin / CHUNK * PARTS;
    ax_points points = s->points;
    ax_points_seek(&points, run, s->first + end);
    for (int64_t count; (count = ax_points_next(&points, places)) > 0; run += count)
        see(s, counts, places, run, count);
}

static void count_places(const scattering *s, int64_t *counts, const int64_t *places, int64_t run,
                         int64_t count)
{
    (void)run;
    for (int64_t i = 0; i < count; i++) {
        if (places[i] >= 0)
            counts[places[i] / s->part]++;
    }
}

static void put_places(const scattering *s, int64_t *counts, const int64_t *places, int64_t run,
                       int64_t count)
{
    for (int64_t i = 0; i < count; i++) {
        if (places[i] < 0)
            continue;
        int64_t at = counts[places[i] / s->part]++;
        s->places[at] = places[i];
        s->sources[at] = (run + i) * s->points.run;
    }
}

static void count_chunk(void *user, int32_t thread, int64_t begin, int64_t end)
{
    (void)thread;
    const scattering *s = user;
    memset(s->counts + begin / CHUNK * PARTS, 0, PARTS * sizeof *s->counts);
    walk_chunk(s, begin, end, count_places);
}

static void put_chunk(void *user, int32_t thread, int64_t begin, int64_t end)
{
    (void)thread;
    walk_chunk(user, begin, end, put_places);
}

/* Where the runs of each chunk for each part go: a part's together, chunk after chunk. */
static void order_parts(scattering *s, int64_t chunks)
{
    int64_t next = 0;
    for (int64_t part = 0; part < PARTS; part++) {
        for (int64_t c = 0; c < chunks; c++) {
            int64_t count = s->counts[c * PARTS + part];
            s->counts[c * PARTS + part] = next;
            next += count;
        }
        s->ends[part] = next;
    }
}

static ax_status *combine_parts(void *user, int32_t thread, int64_t begin, int64_t end)
{
    const scattering *s = user;
    ax_combiner *combiner = &s->combiners[thread];
    int64_t first = begin > 0 ? s->ends[begin - 1] : 0;
    ax_runs runs = {.places = s->places + first,
                    .sources = s->sources + first,
                    .count = s->ends[end - 1] - first,
                    .run = s->points.run};
    AX_TRY(ax_combine(combiner, &runs));
    return ax_combine_rest(combiner);
}

static ax_status *scatter_shared(scattering *s)
{
    int64_t count = s->points.count;
    for (s->first = 0; s->first < count; s->first += BATCH) {
        int64_t batch = ax_min_i64(BATCH, count - s->first);
        ax_eval_parallel(s->env, batch, CHUNK, count_chunk, s);
        order_parts(s, ax_ceil_div(batch, CHUNK));
        ax_eval_parallel(s->env, batch, CHUNK, put_chunk, s);
        AX_TRY(ax_eval_parallel_try(s->env, PARTS, 1, combine_parts, s));
    }
    return NULL;
}

/* Whether runs are the same elements or none of the same: then parts that begin with a run share none. */
static bool are_apart(const ax_points *p)
{
    bool apart = true;
    for (int32_t d = 0; d < p->ndim; d++)
        apart = apart && p->table_strides[d] % p->run == 0;
    for (int32_t e = 0; e < p->entries; e++)
        apart = apart && p->entry_table_strides[e] % p->run == 0;
    return apart;
}

static ax_status *take_memory(const ax_eval_env *env, const ax_eqn *eqn, const ax_tensor *updates,
                              const ax_tensor *results, bool shared, scattering *s)
{
    int32_t threads = shared ? ax_eval_threads(env) : 1;
    AX_TRY(AX_SCRATCH(env, ax_combiner, threads, &s->combiners));
    for (int32_t t = 0; t < threads; t++)
        AX_TRY(ax_combiner_prepare(env, eqn->regions[0], eqn->nresults, updates, results,
                                   &s->combiners[t]));
    if (!shared)
        return NULL;
    int64_t batch = ax_min_i64(BATCH, s->points.count);
    AX_TRY(AX_SCRATCH(env, int64_t, ax_ceil_div(batch, CHUNK) * PARTS, &s->counts));
    AX_TRY(AX_SCRATCH(env, int64_t, batch, &s->places));
    return AX_SCRATCH(env, int64_t, batch, &s->sources);
}

ax_status *ax_eval_scatter(const ax_eval_env *env, const ax_eqn *eqn, const ax_tensor *operands,
                           const ax_tensor *results)
{
    int32_t n = eqn->nresults;
    const ax_tensor *updates = &operands[n + 1];
    int64_t total = ax_type_count(&results[0].type), count = ax_type_count(&updates->type);
    for (int32_t i = 0; i < n && !env->measures; i++)
        ax_strided_deal_run(env, ax_type_bytes(&results[i].type), results[i].data,
                            operands[i].data);
    if (count == 0 || total == 0)
        return NULL;
    scattering s = {.env = env};
    ax_index_numbers numbers = ax_index_numbers_of(eqn, &ax_scatter_keys);
    ax_points_start(&numbers, &results[0].type, &operands[n], &updates->type, false, &s.points);
    s.part = ax_ceil_div(ax_ceil_div(total, s.points.run), PARTS) * s.points.run;
    bool shared = ax_eval_threads(env) > 1 && count >= LEAST_SHARED && are_apart(&s.points);
    AX_TRY(take_memory(env, eqn, updates, results, shared, &s));
    if (env->measures)
        return NULL;
    return shared ? scatter_shared(&s) : scatter_all(s.combiners, &s.points);
}
