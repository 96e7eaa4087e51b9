#include "compile/offsets.h"

#include "base/checked.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Comparisons of two values that all tries together may take: a fraction of a second. */
static const int64_t MOST_WORK = 40000000;

enum { MOST_TRIES = 1000, MOST_RAISES = 20, WORTH = 4096 /* bytes that are worth a walk */ };

typedef struct ranked {
    double key; /* large ones are placed first */
    int32_t index;
} ranked;

typedef struct search {
    const ax_stretch *stretches;
    int32_t count;
    ranked *order;
    ranked *kept;            /* the order that the walk goes on from */
    int32_t *placed;         /* indices, by offset */
    int64_t *offsets, *best; /* by index: of the try at hand, and of the best one */
    int64_t *kept_offsets;
    int64_t bytes, best_bytes; /* INT64_MAX: none fitted 64 bits */
    int64_t tries;             /* that are left */
    int64_t enough;            /* bytes at which to stop */
    uint64_t random;
} search;

/* ---- one try ---- */

static bool live_at_once(const ax_stretch *a, const ax_stretch *b)
{
    return a->first <= b->last && b->first <= a->last;
}

/* The lowest offset that fits, or that of the smallest gap that does. */
static bool find_offset(const search *s, int32_t nplaced, const ax_stretch *value,
                        bool smallest_gap, int64_t *out_offset)
{
    int64_t end = 0, best_gap = INT64_MAX, best_offset = -1;
    for (int32_t i = 0; i < nplaced; i++) {
        int32_t other = s->placed[i];
        if (!live_at_once(value, &s->stretches[other]))
            continue;
        int64_t gap = s->offsets[other] - end;
        if (gap >= value->bytes && gap < best_gap) {
            best_gap = gap;
            best_offset = end;
            if (!smallest_gap)
                break;
        }
        end = ax_max_i64(end, s->offsets[other] + s->stretches[other].bytes);
    }
    *out_offset = best_offset < 0 ? end : best_offset;
    int64_t unused;
    return ax_checked_add(*out_offset, value->bytes, &unused);
}

static void insert(search *s, int32_t nplaced, int32_t index)
{
    int32_t at = nplaced;
    while (at > 0 && s->offsets[s->placed[at - 1]] > s->offsets[index])
        at--;
    memmove(&s->placed[at + 1], &s->placed[at], (size_t)(nplaced - at) * sizeof *s->placed);
    s->placed[at] = index;
}

/* Places all in the order at hand, and remembers it where it is the best yet. Gives up (INT64_MAX bytes)
 * once it needs more than `most`. */
static void try_order(search *s, bool smallest_gap, int64_t most)
{
    s->bytes = 0;
    s->tries--;
    for (int32_t i = 0; i < s->count; i++) {
        int32_t index = s->order[i].index;
        const ax_stretch *value = &s->stretches[index];
        if (!find_offset(s, i, value, smallest_gap, &s->offsets[index])) {
            s->bytes = INT64_MAX;
            return;
        }
        insert(s, i, index);
        s->bytes = ax_max_i64(s->bytes, s->offsets[index] + value->bytes);
        if (s->bytes > most) {
            s->bytes = INT64_MAX;
            return;
        }
    }
    if (s->bytes < s->best_bytes) {
        s->best_bytes = s->bytes;
        memcpy(s->best, s->offsets, (size_t)s->count * sizeof *s->best);
    }
}

/* ---- orders ---- */

static int compare_ranks(const void *a, const void *b)
{
    const ranked *x = a, *y = b;
    if (x->key != y->key)
        return x->key > y->key ? -1 : 1;
    return x->index < y->index ? -1 : x->index > y->index;
}

static double key_time(const ax_stretch *s)
{
    return -(double)s->first;
}

static double key_bytes(const ax_stretch *s)
{
    return (double)s->bytes;
}

static double key_area(const ax_stretch *s)
{
    return (double)s->bytes * ((double)s->last - (double)s->first + 1);
}

static double key_life(const ax_stretch *s)
{
    return (double)s->last - (double)s->first;
}

static void sort(search *s, double key(const ax_stretch *stretch))
{
    for (int32_t i = 0; i < s->count; i++)
        s->order[i] = (ranked){key(&s->stretches[i]), i};
    qsort(s->order, (size_t)s->count, sizeof *s->order, compare_ranks);
}

/* Values that end where the workspace ends go to the front of the order, as they stand in it. */
static void raise_highest(search *s)
{
    int32_t front = 0;
    for (int32_t i = 0; i < s->count; i++) {
        ranked item = s->order[i];
        if (s->offsets[item.index] + s->stretches[item.index].bytes != s->bytes)
            continue;
        memmove(&s->order[front + 1], &s->order[front], (size_t)(i - front) * sizeof item);
        s->order[front++] = item;
    }
}

static bool goes_on(const search *s)
{
    return s->tries > 0 && s->best_bytes > s->enough;
}

/* From the order of a key: what stands highest is placed first, again and again. */
static void climb(search *s, double key(const ax_stretch *stretch))
{
    sort(s, key);
    try_order(s, true, INT64_MAX);
    for (int t = 0; t < MOST_RAISES && goes_on(s) && s->bytes < INT64_MAX; t++) {
        raise_highest(s);
        try_order(s, t % 2 == 0, INT64_MAX);
    }
}

static int32_t random_below(search *s, int32_t bound)
{
    s->random = s->random * 6364136223846793005u + 1442695040888963407u;
    return (int32_t)((s->random >> 33) % (uint64_t)bound);
}

/* Moves one value to an earlier place: mostly one of those that end where the workspace ends. */
static void move_one(search *s)
{
    int32_t from = random_below(s, s->count);
    for (int32_t looked = 0; looked < s->count && random_below(s, 8); looked++) {
        int32_t index = s->order[from].index;
        if (s->offsets[index] + s->stretches[index].bytes == s->bytes)
            break;
        from = (from + 1) % s->count;
    }
    int32_t to = random_below(s, from + 1);
    ranked item = s->order[from];
    memmove(&s->order[to + 1], &s->order[to], (size_t)(from - to) * sizeof item);
    s->order[to] = item;
}

/* Goes on from the order and offsets at hand, or goes back to those kept. */
static void settle(search *s, bool keep)
{
    size_t n = (size_t)s->count;
    memcpy(keep ? s->kept : s->order, keep ? s->order : s->kept, n * sizeof *s->order);
    memcpy(keep ? s->kept_offsets : s->offsets, keep ? s->offsets : s->kept_offsets,
           n * sizeof *s->offsets);
}

/* A walk over orders by small moves that never leads up. */
static void walk(search *s)
{
    sort(s, key_area);
    try_order(s, true, INT64_MAX);
    int64_t reached = s->bytes;
    settle(s, true);
    while (goes_on(s) && reached < INT64_MAX) {
        s->bytes = reached;
        move_one(s);
        try_order(s, true, reached);
        reached = ax_min_i64(reached, s->bytes);
        settle(s, s->bytes < INT64_MAX);
    }
}

static void search_offsets(search *s, int64_t largest_live)
{
    int64_t work = (int64_t)s->count * s->count / 4 + 1;
    s->tries = ax_min_i64(MOST_TRIES, MOST_WORK / work);
    s->enough = largest_live;
    sort(s, key_time);
    try_order(s, false, INT64_MAX);
    if (goes_on(s))
        climb(s, key_bytes);
    if (goes_on(s))
        climb(s, key_area);
    if (goes_on(s))
        climb(s, key_life);
    if (!ax_checked_add(largest_live, ax_max_i64(largest_live / 32, WORTH), &s->enough))
        return;
    if (goes_on(s))
        walk(s);
}

/* ---- the whole ---- */

/* The largest sum of bytes alive in a step: changes at the borders of lives, summed up. */
static ax_status *sum_live(const ax_stretch *stretches, int32_t count, int32_t nsteps,
                           int64_t *out_largest)
{
    int64_t *change = calloc((size_t)nsteps + 2, sizeof *change);
    if (!change)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a memory plan");
    bool fits = true;
    for (int32_t i = 0; i < count && fits; i++) {
        int32_t first = stretches[i].first < 0 ? 0 : stretches[i].first;
        int32_t last = stretches[i].last < nsteps ? stretches[i].last : nsteps;
        fits = ax_checked_add(change[first], stretches[i].bytes, &change[first]) &&
               ax_checked_sub(change[last + 1], stretches[i].bytes, &change[last + 1]);
    }
    int64_t live = 0;
    *out_largest = 0;
    for (int32_t e = 0; e <= nsteps && fits; e++) {
        fits = ax_checked_add(live, change[e], &live);
        *out_largest = ax_max_i64(*out_largest, live);
    }
    free(change);
    return fits ? NULL : AX_ERROR(AX_OVERFLOW, "the live values do not fit 64 bits");
}

ax_status *ax_offsets_assign(ax_stretch *stretches, int32_t count, int32_t nsteps,
                             int64_t *out_bytes, int64_t *out_largest_live)
{
    size_t room = (size_t)count + 1;
    AX_TRY(sum_live(stretches, count, nsteps, out_largest_live));
    search s = {.stretches = stretches, .count = count, .best_bytes = INT64_MAX};
    s.order = calloc(room, sizeof *s.order);
    s.kept = calloc(room, sizeof *s.kept);
    s.kept_offsets = calloc(room, sizeof *s.kept_offsets);
    s.placed = calloc(room, sizeof *s.placed);
    s.offsets = calloc(room, sizeof *s.offsets);
    s.best = calloc(room, sizeof *s.best);
    ax_status *status = NULL;
    if (!s.order || !s.kept || !s.kept_offsets || !s.placed || !s.offsets || !s.best) {
        status = AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a memory plan");
    } else {
        search_offsets(&s, *out_largest_live);
        if (s.best_bytes == INT64_MAX)
            status = AX_ERROR(AX_OVERFLOW, "the live values do not fit 64 bits");
    }
    for (int32_t i = 0; i < count && !status; i++)
        stretches[i].offset = s.best[i];
    *out_bytes = s.best_bytes;
    free(s.order);
    free(s.kept);
    free(s.kept_offsets);
    free(s.placed);
    free(s.offsets);
    free(s.best);
    return status;
}
