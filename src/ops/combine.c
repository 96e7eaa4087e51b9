#include "ops/combine.h"

#include "base/checked.h"
#include "ops/elements.h"
#include "ops/region.h"

#include <string.h>

enum {
    AHEAD = 32, /* runs whose lines are asked for before it is their turn */
    ASKED_LINES = 8,
    LINE = 64,   /* bytes */
    PICKED = 128 /* elements */
};

/* ---- assignment ---- */

/* Whether the region gives the updates as they are. */
static bool is_assignment(const ax_graph *region)
{
    for (int32_t i = 0; i < region->noutputs; i++) {
        if (region->outputs[i] != region->inputs[region->noutputs + i])
            return false;
    }
    return true;
}

/* Where run i comes from. */
static inline int64_t source_of(const ax_runs *p, int64_t i)
{
    return p->sources ? p->sources[i] : p->first + i * p->run;
}

/* GCC takes a function that does nothing but ask for lines for one without effects, and drops its calls: such
 * functions have to be part of their callers before it looks. */
#define ASKING static inline __attribute__((always_inline))

/* Asks for lines of a run that is combined soon: where it goes, and where it comes from unless that follows
 * from the one before. */
ASKING void ask_for(const ax_runs *p, int64_t i, int64_t bytes, const char *to, const char *updates)
{
    int64_t run = ax_min_i64(p->run * bytes, ASKED_LINES * LINE);
    if (i >= p->count || p->places[i] < 0)
        return;
    for (int64_t at = 0; at < run; at += LINE) {
        __builtin_prefetch(to + p->places[i] * bytes + at, 1);
        if (p->sources)
            __builtin_prefetch(updates + p->sources[i] * bytes + at);
    }
}

static void assign(const ax_runs *p, int64_t bytes, char *to, const char *updates)
{
    if (p->run == 1 && !p->sources) {
        ax_elements_put(bytes, to, p->places, updates + p->first * bytes, p->count);
        return;
    }
    for (int64_t i = 0; i < p->count; i++) {
        ask_for(p, i + AHEAD, bytes, to, updates);
        if (p->places[i] >= 0) {
            memcpy(to + p->places[i] * bytes, updates + source_of(p, i) * bytes,
                   (size_t)(p->run * bytes));
        }
    }
}

/* ---- folds ---- */

/* Asks for places of single elements, of which there are `count`. */
ASKING void ask_for_places(const int64_t *places, int64_t count, int64_t bytes, const char *to)
{
    for (int64_t i = 0; i < count; i++) {
        if (places[i] >= 0)
            __builtin_prefetch(to + places[i] * bytes, 1);
    }
}

/* Single elements, some at a time; where the results are far those of the next turn are asked for. */
static void fold_elements(const ax_runs *p, const ax_fold *fold, int64_t bytes, bool far, char *to,
                          const char *updates)
{
    _Alignas(16) char picked[PICKED * 16];
    for (int64_t first = 0; first < p->count; first += PICKED) {
        int64_t count = ax_min_i64(PICKED, p->count - first), next = first + count;
        const char *from = updates + (p->first + first) * bytes;
        if (far)
            ask_for_places(p->places + next, ax_min_i64(PICKED, p->count - next), bytes, to);
        if (p->sources) {
            ax_elements_pick(bytes, picked, updates, p->sources + first, count);
            from = picked;
        }
        fold->at(to, p->places + first, from, count);
    }
}

static void fold_into(const ax_runs *p, const ax_fold *fold, int64_t bytes, bool far, char *to,
                      const char *updates)
{
    if (p->run == 1) {
        fold_elements(p, fold, bytes, far, to, updates);
        return;
    }
    for (int64_t i = 0; i < p->count; i++) {
        ask_for(p, i + AHEAD, bytes, to, updates);
        if (p->places[i] >= 0) {
            fold->into(to + p->places[i] * bytes, updates + source_of(p, i) * bytes, 1, p->run);
        }
    }
}

/* ---- any region: many elements at once, as long as they go to different places ---- */

enum { LANES = 512, SLOTS = 4 * LANES };

struct ax_combine_lanes {
    ax_region region;
    int32_t n;
    const ax_tensor *updates, *results;
    int64_t count;
    int64_t to[LANES], from[LANES]; /* of each lane: its place in the results and the updates */
    const void **in;                /* n current elements, n updates, a vector each */
    void **current, **next;

    /* The places that lanes go to, hashed; a slot is taken when its `stamp` is the present one. */
    int64_t stamp, stamps[SLOTS], places[SLOTS];
};

typedef struct ax_combine_lanes lanes;

static ax_status *start_lanes(const ax_eval_env *env, const ax_graph *region, const ax_combiner *c,
                              lanes **out_lanes)
{
    lanes *l;
    AX_TRY(AX_SCRATCH(env, lanes, 1, &l));
    memset(l, 0, sizeof *l);
    l->n = c->n;
    l->updates = c->updates;
    l->results = c->results;
    l->stamp = 1;
    AX_TRY(ax_region_prepare(env, region, LANES, &l->region));
    AX_TRY(AX_SCRATCH(env, void *, 2 * l->n, &l->in));
    AX_TRY(AX_SCRATCH(env, void *, 2 * l->n, &l->current));
    AX_TRY(AX_SCRATCH(env, void *, l->n, &l->next));
    for (int32_t i = 0; i < l->n; i++) {
        int64_t bytes = ax_dtype_bytes(c->results[i].type.dtype) * LANES;
        AX_TRY(env->scratch(env, bytes, &l->current[i]));
        AX_TRY(env->scratch(env, bytes, &l->current[l->n + i]));
        AX_TRY(env->scratch(env, bytes, &l->next[i]));
    }
    for (int32_t i = 0; i < 2 * l->n; i++)
        l->in[i] = l->current[i];
    *out_lanes = l;
    return NULL;
}

static ax_status *run_lanes(lanes *l)
{
    if (l->count == 0)
        return NULL;
    for (int32_t i = 0; i < l->n; i++) {
        int64_t bytes = ax_dtype_bytes(l->results[i].type.dtype);
        ax_elements_pick(bytes, l->current[i], l->results[i].data, l->to, l->count);
        ax_elements_pick(bytes, l->current[l->n + i], l->updates[i].data, l->from, l->count);
    }
    AX_TRY(ax_region_run(&l->region, l->count, l->in, l->next));
    for (int32_t i = 0; i < l->n; i++) {
        ax_elements_put(ax_dtype_bytes(l->results[i].type.dtype), l->results[i].data, l->to,
                        l->next[i], l->count);
    }
    l->count = 0;
    l->stamp++;
    return NULL;
}

/* Whether a lane goes to `place` already; if not, one does from now on. */
static bool is_taken(lanes *l, int64_t place)
{
    uint64_t slot = (uint64_t)place * 0x9e3779b97f4a7c15u >> 53; /* 11 bits: SLOTS */
    while (l->stamps[slot] == l->stamp) {
        if (l->places[slot] == place)
            return true;
        slot = (slot + 1) % SLOTS;
    }
    l->stamps[slot] = l->stamp;
    l->places[slot] = place;
    return false;
}

static ax_status *add_lane(lanes *l, int64_t to, int64_t from)
{
    if (l->count == LANES)
        AX_TRY(run_lanes(l));
    if (is_taken(l, to)) {
        AX_TRY(run_lanes(l));
        is_taken(l, to);
    }
    l->to[l->count] = to;
    l->from[l->count++] = from;
    return NULL;
}

static ax_status *combine_lanes(lanes *l, const ax_runs *p)
{
    for (int64_t i = 0; i < p->count; i++) {
        if (p->places[i] < 0)
            continue;
        for (int64_t k = 0; k < p->run; k++)
            AX_TRY(add_lane(l, p->places[i] + k, source_of(p, i) + k));
    }
    return NULL;
}

/* ---- which of them ---- */

ax_status *ax_combiner_prepare(const ax_eval_env *env, const ax_graph *region, int32_t n,
                               const ax_tensor *updates, const ax_tensor *results,
                               ax_combiner *out_combiner)
{
    ax_combiner c = {.n = n, .updates = updates, .results = results};
    c.assigns = is_assignment(region);
    c.folds = !c.assigns && ax_fold_find(region, &c.fold);
    if (!c.assigns && !c.folds)
        AX_TRY(start_lanes(env, region, &c, &c.lanes));
    *out_combiner = c;
    return NULL;
}

ax_status *ax_combine(ax_combiner *combiner, const ax_runs *runs)
{
    if (combiner->lanes)
        return combine_lanes(combiner->lanes, runs);
    for (int32_t i = 0; i < combiner->n; i++) {
        int64_t bytes = ax_dtype_bytes(combiner->results[i].type.dtype);
        void *to = combiner->results[i].data;
        if (combiner->folds) {
            bool far = ax_type_bytes(&combiner->results[i].type) >= AX_FAR_BYTES;
            fold_into(runs, &combiner->fold, bytes, far, to, combiner->updates[i].data);
        } else {
            assign(runs, bytes, to, combiner->updates[i].data);
        }
    }
    return NULL;
}

ax_status *ax_combine_rest(ax_combiner *combiner)
{
    return combiner->lanes ? run_lanes(combiner->lanes) : NULL;
}
