/* scatter's meaning: updates combined into a copy of the inputs, in row-major order of the updates,
 * whatever the region. A window that does not fit the input whole is left out whole, as in XLA. */
#include "base/checked.h"
#include "ops/fold.h"
#include "ops/indexing.h"
#include "ops/region.h"

#include <string.h>

/* Runs of the updates, `first` the place of the first element, that go to places of the table. */
typedef struct piece {
    const int64_t *places; /* -1: left out */
    int64_t count, run, first;
} piece;

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

/* to[places[i]] = from[i] */
static void put_elements(int64_t bytes, char *to, const int64_t *places, const char *from,
                         int64_t count)
{
#define PUT(element)                                                                       \
    for (int64_t i = 0; i < count; i++) {                                                  \
        if (places[i] >= 0)                                                                \
            ((element *)(void *)to)[places[i]] = ((const element *)(const void *)from)[i]; \
    }
    switch (bytes) {
    case 1: PUT(uint8_t) break;
    case 2: PUT(uint16_t) break;
    case 4: PUT(uint32_t) break;
    case 8: PUT(uint64_t) break;
    default:
        for (int64_t i = 0; i < count; i++) {
            if (places[i] >= 0)
                memcpy(to + places[i] * bytes, from + i * bytes, (size_t)bytes);
        }
    }
#undef PUT
}

static void assign(const piece *p, int64_t bytes, char *to, const char *updates)
{
    const char *from = updates + p->first * bytes;
    if (p->run == 1) {
        put_elements(bytes, to, p->places, from, p->count);
        return;
    }
    for (int64_t i = 0; i < p->count; i++) {
        if (p->places[i] >= 0)
            memcpy(to + p->places[i] * bytes, from + i * p->run * bytes, (size_t)(p->run * bytes));
    }
}

/* ---- folds ---- */

static void fold_into(const piece *p, const ax_fold *fold, int64_t bytes, char *to,
                      const char *updates)
{
    const char *from = updates + p->first * bytes;
    if (p->run == 1) {
        fold->at(to, p->places, from, p->count);
        return;
    }
    for (int64_t i = 0; i < p->count; i++) {
        if (p->places[i] >= 0)
            fold->into(to + p->places[i] * bytes, from + i * p->run * bytes, 1, p->run);
    }
}

/* ---- any region: many elements at once, as long as they go to different places ---- */

enum { LANES = 512, SLOTS = 4 * LANES };

typedef struct lanes {
    ax_region region;
    int32_t n;
    const ax_tensor *updates, *results;
    int64_t count;
    int64_t to[LANES], from[LANES]; /* of each lane: its place in the results and the updates */
    const void **in;                /* n current elements, n updates, a vector each */
    void **current, **next;

    /* The places that lanes go to, hashed; a slot is taken when its `stamp` is the present one. */
    int64_t stamp, stamps[SLOTS], places[SLOTS];
} lanes;

static ax_status *start_lanes(const ax_eval_env *env, const ax_eqn *eqn, const ax_tensor *operands,
                              const ax_tensor *results, lanes **out_lanes)
{
    lanes *l;
    AX_TRY(AX_SCRATCH(env, lanes, 1, &l));
    memset(l, 0, sizeof *l);
    l->n = eqn->nresults;
    l->updates = operands + l->n + 1;
    l->results = results;
    l->stamp = 1;
    AX_TRY(ax_region_prepare(env, eqn->regions[0], LANES, &l->region));
    AX_TRY(AX_SCRATCH(env, void *, 2 * l->n, &l->in));
    AX_TRY(AX_SCRATCH(env, void *, 2 * l->n, &l->current));
    AX_TRY(AX_SCRATCH(env, void *, l->n, &l->next));
    for (int32_t i = 0; i < l->n; i++) {
        int64_t bytes = ax_dtype_bytes(results[i].type.dtype) * LANES;
        AX_TRY(env->scratch(env, bytes, &l->current[i]));
        AX_TRY(env->scratch(env, bytes, &l->current[l->n + i]));
        AX_TRY(env->scratch(env, bytes, &l->next[i]));
    }
    for (int32_t i = 0; i < 2 * l->n; i++)
        l->in[i] = l->current[i];
    *out_lanes = l;
    return NULL;
}

static void collect(int64_t bytes, char *to, const char *from, const int64_t *places, int64_t count)
{
    for (int64_t i = 0; i < count; i++)
        memcpy(to + i * bytes, from + places[i] * bytes, (size_t)bytes);
}

static ax_status *run_lanes(lanes *l)
{
    if (l->count == 0)
        return NULL;
    for (int32_t i = 0; i < l->n; i++) {
        int64_t bytes = ax_dtype_bytes(l->results[i].type.dtype);
        collect(bytes, l->current[i], l->results[i].data, l->to, l->count);
        collect(bytes, l->current[l->n + i], l->updates[i].data, l->from, l->count);
    }
    AX_TRY(ax_region_run(&l->region, l->count, l->in, l->next));
    for (int32_t i = 0; i < l->n; i++) {
        put_elements(ax_dtype_bytes(l->results[i].type.dtype), l->results[i].data, l->to,
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

static ax_status *combine(lanes *l, const piece *p)
{
    for (int64_t i = 0; i < p->count; i++) {
        if (p->places[i] < 0)
            continue;
        for (int64_t k = 0; k < p->run; k++)
            AX_TRY(add_lane(l, p->places[i] + k, p->first + i * p->run + k));
    }
    return NULL;
}

/* ---- scatter ---- */

/* How the region is applied: as one of two known forms, or on lanes. */
typedef struct method {
    bool assigns, folds;
    ax_fold fold;
    lanes *lanes;
} method;

static ax_status *choose_method(const ax_eval_env *env, const ax_eqn *eqn,
                                const ax_tensor *operands, const ax_tensor *results,
                                method *out_method)
{
    method m = {.assigns = is_assignment(eqn->regions[0])};
    m.folds = !m.assigns && ax_fold_find(eqn->regions[0], &m.fold);
    if (!m.assigns && !m.folds)
        AX_TRY(start_lanes(env, eqn, operands, results, &m.lanes));
    *out_method = m;
    return NULL;
}

static ax_status *apply(const method *m, const piece *p, int32_t n, const ax_tensor *operands,
                        const ax_tensor *results)
{
    if (m->lanes)
        return combine(m->lanes, p);
    for (int32_t i = 0; i < n; i++) {
        int64_t bytes = ax_dtype_bytes(results[i].type.dtype);
        if (m->folds) {
            fold_into(p, &m->fold, bytes, results[i].data, operands[n + 1 + i].data);
        } else {
            assign(p, bytes, results[i].data, operands[n + 1 + i].data);
        }
    }
    return NULL;
}

ax_status *ax_eval_scatter(const ax_eval_env *env, const ax_eqn *eqn, const ax_tensor *operands,
                           const ax_tensor *results)
{
    int32_t n = eqn->nresults;
    for (int32_t i = 0; i < n; i++) {
        int64_t bytes = ax_type_bytes(&results[i].type);
        if (bytes > 0)
            memcpy(results[i].data, operands[i].data, (size_t)bytes);
    }
    const ax_tensor *updates = &operands[n + 1];
    if (ax_type_count(&updates->type) == 0 || ax_type_count(&results[0].type) == 0)
        return NULL;
    method m;
    AX_TRY(choose_method(env, eqn, operands, results, &m));
    ax_index_numbers numbers = ax_index_numbers_of(eqn, &ax_scatter_keys);
    ax_points points;
    ax_points_start(&numbers, &results[0].type, &operands[n], &updates->type, false, &points);
    int64_t places[AX_POINTS];
    piece p = {.places = places, .run = points.run};
    for (; (p.count = ax_points_next(&points, places)) > 0; p.first += p.count * p.run)
        AX_TRY(apply(&m, &p, n, operands, results));
    return m.lanes ? run_lanes(m.lanes) : NULL;
}
