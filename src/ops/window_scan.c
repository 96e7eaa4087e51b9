/* Cumulative folds by any associative region: a scan of twice as many applications as elements. */
#include "base/checked.h"
#include "ops/strided.h"
#include "ops/window_doubling.h"

#include <string.h>

enum { MOST_LEVELS = 64 };

/* Neighbours are combined in pairs, the pairs scanned in turn, and each even element gets the scan of the
 * pairs before it in front. All steps are on many elements at once.
 *
 * Levels lie one behind the other: half as many slabs in each. */
typedef struct scan {
    ax_joiner *joiner;
    bool reverse; /* elements count from the end, and what comes first stands behind */
    int64_t slab;
    void **even, **odd;
} scan;

static ax_status *combine(const scan *s, int64_t count, int64_t first_at, void *const *first,
                          int64_t second_at, void *const *second, int64_t out_at, void *const *out)
{
    int64_t slab = s->slab;
    if (s->reverse)
        return ax_join(s->joiner, count * slab, second, second_at * slab, first, first_at * slab,
                       out, out_at * slab);
    return ax_join(s->joiner, count * slab, first, first_at * slab, second, second_at * slab, out,
                   out_at * slab);
}

/* Moves every `step`-th slab of `from` to every `to_step`-th of `to`. */
static void move(const scan *s, int64_t count, void *const *from, int64_t from_at,
                 int64_t from_step, void *const *to, int64_t to_at, int64_t to_step)
{
    for (int32_t i = 0; i < s->joiner->n; i++) {
        int64_t bytes = ax_joiner_bytes(s->joiner, i);
        ax_strided layout = {.element_bytes = bytes,
                             .ndim = 2,
                             .dims = {count, s->slab},
                             .source_strides = {from_step * s->slab, 1},
                             .destination_strides = {to_step * s->slab, 1}};
        ax_strided_copy(&layout, (char *)to[i] + to_at * s->slab * bytes,
                        (const char *)from[i] + from_at * s->slab * bytes);
    }
}

/* x[at + i * step] = the fold of the first i + 1 of these, for i < count; levels below `level` slabs are
 * in use. */
static ax_status *scan_slabs(const scan *s, int64_t count, void *const *x, int64_t at, int64_t step,
                             int64_t level)
{
    int64_t evens = count - count / 2, odds = count / 2;
    if (count <= 1)
        return NULL;
    move(s, evens, x, at, 2 * step, s->even, level, 1);
    move(s, odds, x, at + step, 2 * step, s->odd, level, 1);
    AX_TRY(combine(s, odds, level, s->even, level, s->odd, level, s->odd));
    AX_TRY(scan_slabs(s, odds, s->odd, level, 1, level + evens));
    AX_TRY(combine(s, evens - 1, level, s->odd, level + 1, s->even, level + 1, s->even));
    move(s, evens, s->even, level, 1, x, at, 2 * step);
    move(s, odds, s->odd, level, 1, x, at + step, 2 * step);
    return NULL;
}

ax_status *ax_window_scan(ax_joiner *joiner, int64_t lines, int64_t count, int64_t slab,
                          bool reverse, void *const *x)
{
    scan s = {.joiner = joiner, .reverse = reverse, .slab = slab};
    int64_t elements;
    if (!ax_checked_mul(count + MOST_LEVELS, slab, &elements))
        return AX_ERROR(AX_OVERFLOW, "reduce_window: a line does not fit 64 bits");
    AX_TRY(ax_joiner_arrays(joiner, elements, &s.even));
    AX_TRY(ax_joiner_arrays(joiner, elements, &s.odd));
    for (int64_t line = 0; line < lines && !joiner->env->measures; line++) {
        int64_t first = line * count + (reverse ? count - 1 : 0);
        AX_TRY(scan_slabs(&s, count, x, first, reverse ? -1 : 1, 0));
    }
    return NULL;
}
