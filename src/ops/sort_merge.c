/* Sorting by any comparator: a merge sort whose comparisons are made many at a time.
 *
 * Each level merges pairs of sorted runs. A merge is cut into parts of its output that know where in
 * both runs they begin (found by bisection along the merge's diagonal), so that there are always many
 * parts, and their merges advance in step: one comparison each, all in one call of the region.
 */
#include "ops/lanes.h"
#include "ops/sort.h"

#include "base/checked.h"

#include <string.h>

enum { PART = 64 }; /* elements of a part; the last of a merge may have fewer */

/* What a call of the region needs. Permutations hold places in the whole of `operands`. */
typedef struct merger {
    ax_region region;
    int32_t noperands;
    const void *const *operands;
    int64_t *bytes;        /* of an element, by operand */
    void **values;         /* a buffer of AX_LANES elements for each input of the region */
    const void **inputs;   /* the same */
    int64_t *left, *right; /* by lane: the elements to compare */
    uint8_t *answers;
} merger;

/* A part of a merge: what is left for it of both runs, and where the next element goes. */
typedef struct part {
    int64_t a, a_end, b, b_end, out;
    int64_t low, high; /* bisection: the least and most that the first run can have given */
} part;

static ax_status *prepare(const ax_eval_env *env, const ax_graph *comparator, int32_t noperands,
                          const void *const *operands, merger *m)
{
    *m = (merger){.noperands = noperands, .operands = operands};
    AX_TRY(ax_region_prepare(env, comparator, AX_LANES, &m->region));
    AX_TRY(AX_SCRATCH(env, int64_t, noperands, &m->bytes));
    AX_TRY(AX_SCRATCH(env, void *, 2 * noperands, &m->values));
    AX_TRY(AX_SCRATCH(env, const void *, 2 * noperands, &m->inputs));
    AX_TRY(AX_SCRATCH(env, int64_t, AX_LANES, &m->left));
    AX_TRY(AX_SCRATCH(env, int64_t, AX_LANES, &m->right));
    AX_TRY(AX_SCRATCH(env, uint8_t, AX_LANES, &m->answers));
    for (int32_t i = 0; i < 2 * noperands; i++) {
        m->bytes[i / 2] = ax_dtype_bytes(comparator->inputs[i]->type.dtype);
        AX_TRY(env->scratch(env, m->bytes[i / 2] * AX_LANES, &m->values[i]));
        m->inputs[i] = m->values[i];
    }
    return NULL;
}

static void collect(int64_t bytes, const void *from, const int64_t *places, int64_t count, void *to)
{
#define COLLECT(element)                \
    for (int64_t i = 0; i < count; i++) \
        ((element *)to)[i] = ((const element *)from)[places[i]];
    switch (bytes) {
    case 1: COLLECT(uint8_t) break;
    case 2: COLLECT(uint16_t) break;
    case 4: COLLECT(uint32_t) break;
    case 8: COLLECT(uint64_t) break;
    default:
        for (int64_t i = 0; i < count; i++)
            memcpy((char *)to + i * bytes, (const char *)from + places[i] * bytes, (size_t)bytes);
    }
#undef COLLECT
}

/* answers[i] = whether element left[i] comes before element right[i]. */
static ax_status *compare(merger *m, int64_t count)
{
    for (int32_t i = 0; i < m->noperands; i++) {
        collect(m->bytes[i], m->operands[i], m->left, count, m->values[2 * i]);
        collect(m->bytes[i], m->operands[i], m->right, count, m->values[2 * i + 1]);
    }
    void *outputs[] = {m->answers};
    return ax_region_run(&m->region, count, m->inputs, outputs);
}

/* Narrows by bisection how many of the first `out` elements of the merge come from the first run:
 * `mid` of them do or more when its last, a[mid - 1], is not after b[out - mid]. */
static ax_status *bisect(merger *m, const int64_t *from, part *parts, int32_t count)
{
    while (true) {
        int32_t lanes[AX_LANES];
        int32_t active = 0;
        for (int32_t i = 0; i < count; i++) {
            part *p = &parts[i];
            if (p->low >= p->high)
                continue;
            int64_t mid = p->low + (p->high - p->low + 1) / 2;
            m->left[active] = from[p->b + (p->out - mid)];
            m->right[active] = from[p->a + mid - 1];
            lanes[active++] = i;
        }
        if (active == 0)
            return NULL;
        AX_TRY(compare(m, active));
        for (int32_t i = 0; i < active; i++) {
            part *p = &parts[lanes[i]];
            int64_t mid = p->low + (p->high - p->low + 1) / 2;
            if (m->answers[i]) {
                p->high = mid - 1;
            } else {
                p->low = mid;
            }
        }
    }
}

/* Merges the parts in step. */
static ax_status *merge(merger *m, const int64_t *from, int64_t *to, part *parts, int32_t count)
{
    while (true) {
        int32_t lanes[AX_LANES];
        int32_t active = 0;
        for (int32_t i = 0; i < count; i++) {
            part *p = &parts[i];
            if (p->a == p->a_end || p->b == p->b_end)
                continue;
            m->left[active] = from[p->b];
            m->right[active] = from[p->a];
            lanes[active++] = i;
        }
        if (active == 0)
            break;
        AX_TRY(compare(m, active));
        for (int32_t i = 0; i < active; i++) {
            part *p = &parts[lanes[i]];
            to[p->out++] = from[m->answers[i] ? p->b++ : p->a++];
        }
    }
    for (int32_t i = 0; i < count; i++) {
        part *p = &parts[i];
        while (p->a < p->a_end)
            to[p->out++] = from[p->a++];
        while (p->b < p->b_end)
            to[p->out++] = from[p->b++];
    }
    return NULL;
}

/* ---- one level ---- */

/* The merges of a level: rows of `size` elements, runs of `run`. */
typedef struct level {
    int64_t size, run;
    int64_t parts_per_row;
    int64_t parts_per_merge; /* of a merge of two full runs */
} level;

static level level_of(int64_t size, int64_t run)
{
    level l = {.size = size, .run = run};
    l.parts_per_merge = ax_ceil_div(2 * run, PART);
    int64_t whole = size / (2 * run);
    l.parts_per_row = whole * l.parts_per_merge + ax_ceil_div(size - whole * 2 * run, PART);
    return l;
}

/* Part `index` of the level, counted over all rows, as bisect takes it: `a` and `b` are where the two
 * runs of its merge begin, `out` where it begins itself in what they give. */
static part part_at(const level *l, int64_t index)
{
    int64_t row = index / l->parts_per_row, in_row = index % l->parts_per_row;
    int64_t base = row * l->size, limit = base + l->size;
    int64_t start = base + in_row / l->parts_per_merge * 2 * l->run;
    part p = {.a = start, .out = in_row % l->parts_per_merge * PART};
    p.a_end = p.b = ax_min_i64(start + l->run, limit);
    p.b_end = ax_min_i64(start + 2 * l->run, limit);
    p.low = ax_max_i64(0, p.out - (p.b_end - p.b));
    p.high = ax_min_i64(p.out, p.a_end - p.a);
    return p;
}

/* From where parts begin to what they merge: each ends where the next of its merge begins, and parts
 * behind the last of `count` begin at `*taken` of the first run. The comparator may contradict itself;
 * whatever it says, parts neither overlap nor leave anything out. */
static void cut_parts(const level *l, int64_t first, part *parts, int32_t count, int64_t *taken)
{
    for (int32_t i = 0; i < count; i++) {
        part *p = &parts[i];
        int64_t total = p->b_end - p->a, length = ax_min_i64(PART, total - p->out);
        bool begins = (first + i) % l->parts_per_row % l->parts_per_merge == 0;
        int64_t start = begins ? 0 : *taken;
        int64_t stop = p->a_end - p->a;
        if (p->out + length < total)
            stop = ax_max_i64(start, ax_min_i64(parts[i + 1].low, start + length));
        int64_t a = p->a, b = p->b, out = p->out;
        p->a_end = a + stop;
        p->a = a + start;
        p->b_end = b + (out + length - stop);
        p->b = b + (out - start);
        p->out = a + out;
        *taken = stop;
    }
}

static ax_status *merge_level(merger *m, const level *l, int64_t rows, const int64_t *from,
                              int64_t *to, part *parts)
{
    int64_t total = rows * l->parts_per_row, taken = 0;
    for (int64_t first = 0; first < total;) {
        int32_t count = (int32_t)ax_min_i64(AX_LANES - 1, total - first);
        int32_t seen = (int32_t)ax_min_i64(count + 1, total - first);
        for (int32_t i = 0; i < seen; i++)
            parts[i] = part_at(l, first + i);
        AX_TRY(bisect(m, from, parts, seen));
        cut_parts(l, first, parts, count, &taken);
        AX_TRY(merge(m, from, to, parts, count));
        first += count;
    }
    return NULL;
}

ax_status *ax_sort_merge(const ax_eval_env *env, const ax_graph *comparator, int32_t noperands,
                         const void *const *operands, int64_t rows, int64_t size,
                         int64_t *out_permutation)
{
    merger m;
    part *parts;
    int64_t *from = out_permutation, *to;
    AX_TRY(prepare(env, comparator, noperands, operands, &m));
    AX_TRY(AX_SCRATCH(env, part, AX_LANES, &parts));
    AX_TRY(AX_SCRATCH(env, int64_t, rows * size, &to));
    if (env->measures)
        return NULL;
    for (int64_t i = 0; i < rows * size; i++)
        from[i] = i;
    for (int64_t run = 1; run < size; run *= 2) {
        level l = level_of(size, run);
        AX_TRY(merge_level(&m, &l, rows, from, to, parts));
        int64_t *merged = to;
        to = from;
        from = merged;
    }
    if (from != out_permutation)
        memcpy(out_permutation, from, (size_t)(rows * size) * sizeof *from);
    return NULL;
}
