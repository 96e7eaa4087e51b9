/* select_and_scatter's meaning: in each window the element that the select region keeps to the end;
 * where it lies, the window's source is combined into the result. A window without elements does
 * nothing.
 *
 * Windows that are neighbours along the last dimension are walked together, element after element of
 * the window. */
#include "base/checked.h"
#include "ops/combine.h"
#include "ops/numbers.h"
#include "ops/ops.h"
#include "ops/region.h"
#include "ops/select_and_scatter.h"
#include "ops/strided.h"

#include <string.h>

enum { LANES = 512 }; /* windows walked together at most */

/* ---- keeping one of two elements ---- */

/* Elements of as many windows, `stride` apart in the operand; the first lies at `place`. */
typedef struct candidates {
    const char *first;
    int64_t place, stride, count;
} candidates;

/* Takes over what windows without an element yet, or whose element is not kept, now see. */
typedef void pick_fn(const candidates *c, void *best, int64_t *places);

#define DEFINE_PICK(what, symbol, name, ctype)                                         \
    static void pick_##what##_##name(const candidates *c, void *best, int64_t *places) \
    {                                                                                  \
        ctype *kept = best;                                                            \
        const ctype *x = (const ctype *)(const void *)c->first;                        \
        for (int64_t i = 0; i < c->count; i++) {                                       \
            ctype seen = x[i * c->stride];                                             \
            bool keeps = (places[i] >= 0) & (kept[i] symbol seen);                     \
            kept[i] = keeps ? kept[i] : seen;                                          \
            places[i] = keeps ? places[i] : c->place + i * c->stride;                  \
        }                                                                              \
    }
#define DEFINE_PICKS(dtype, name, ctype) \
    DEFINE_PICK(lt, <, name, ctype)      \
    DEFINE_PICK(le, <=, name, ctype)     \
    DEFINE_PICK(gt, >, name, ctype)      \
    DEFINE_PICK(ge, >=, name, ctype)
AX_NUMBERS(DEFINE_PICKS)

/* By comparison, from AX_LT on. */
#define PICK_ROW(dtype, name, ctype) \
    [dtype] = {pick_lt_##name, pick_le_##name, pick_gt_##name, pick_ge_##name},
static pick_fn *const picks[AX_DTYPE_COUNT][4] = {AX_NUMBERS(PICK_ROW)};

/* The loop for a select region that compares its inputs; NULL for any other. */
static pick_fn *find_pick(const ax_graph *region)
{
    static const ax_comparison turned[] = {AX_GT, AX_GE, AX_LT, AX_LE}; /* from AX_LT on */
    const ax_eqn *eqn = region->first;
    if (region->neqns != 1 || eqn->op != &ax_op_compare || region->outputs[0] != eqn->results[0])
        return NULL;
    int64_t direction = ax_eqn_int(eqn, AX_ATTR_COMPARISON_DIRECTION);
    const ax_var *a = region->inputs[0], *b = region->inputs[1];
    if (direction < AX_LT || direction > AX_GE)
        return NULL;
    if (eqn->operands[0] == b && eqn->operands[1] == a) {
        direction = turned[direction - AX_LT];
    } else if (eqn->operands[0] != a || eqn->operands[1] != b) {
        return NULL;
    }
    return picks[a->type.dtype][direction - AX_LT];
}

/* ---- the windows ---- */

typedef struct selection {
    int32_t ndim; /* at least 1: a scalar is a vector of one */
    int64_t dims[AX_MAX_NDIM], strides[AX_MAX_NDIM], places[AX_MAX_NDIM]; /* operand, source */
    int64_t window[AX_MAX_NDIM], steps[AX_MAX_NDIM], low[AX_MAX_NDIM];
    int64_t bytes;
    const char *x;
    pick_fn *pick;
    ax_region region; /* without a pick */
    char *best, *seen;
    uint8_t *keeps;
} selection;

static void set_windows(selection *s, const ax_eqn *eqn, const ax_tensor *operand,
                        const ax_tensor *source)
{
    s->ndim = operand->type.ndim;
    s->bytes = ax_dtype_bytes(operand->type.dtype);
    s->x = operand->data;
    ax_type_strides(&operand->type, s->strides);
    for (int32_t d = 0; d < s->ndim; d++) {
        s->dims[d] = operand->type.dims[d];
        s->places[d] = source->type.dims[d];
        s->window[d] = ax_eqn_ints(eqn, AX_ATTR_WINDOW_DIMENSIONS).values[d];
        s->steps[d] = ax_eqn_ints(eqn, AX_ATTR_WINDOW_STRIDES).values[d];
        s->low[d] = ax_eqn_ints(eqn, AX_ATTR_PADDING).values[2 * d];
    }
    if (s->ndim == 0) {
        s->ndim = 1;
        s->dims[0] = s->strides[0] = s->places[0] = s->window[0] = s->steps[0] = 1;
    }
}

static ax_status *start_selection(const ax_eval_env *env, const ax_eqn *eqn,
                                  const ax_tensor *operands, selection *s)
{
    const ax_graph *region = eqn->regions[AX_SELECT_REGION];
    *s = (selection){.pick = find_pick(region)};
    set_windows(s, eqn, &operands[0], &operands[1]);
    AX_TRY(AX_SCRATCH(env, char, LANES * s->bytes, &s->best));
    if (s->pick)
        return NULL;
    AX_TRY(ax_region_prepare(env, region, LANES, &s->region));
    AX_TRY(AX_SCRATCH(env, char, LANES * s->bytes, &s->seen));
    return AX_SCRATCH(env, uint8_t, LANES, &s->keeps);
}

/* As a pick_fn, by the region. */
static ax_status *pick_by_region(selection *s, const candidates *c, char *best, int64_t *places)
{
    ax_strided layout = {.element_bytes = s->bytes,
                         .ndim = 1,
                         .dims = {c->count},
                         .source_strides = {c->stride},
                         .destination_strides = {1}};
    ax_strided_copy(&layout, s->seen, c->first);
    AX_TRY(
        ax_region_run(&s->region, c->count, (const void *[]){best, s->seen}, (void *[]){s->keeps}));
    for (int64_t i = 0; i < c->count; i++) {
        if (places[i] >= 0 && s->keeps[i])
            continue;
        memcpy(best + i * s->bytes, s->seen + i * s->bytes, (size_t)s->bytes);
        places[i] = c->place + i * c->stride;
    }
    return NULL;
}

/* The windows first..first+count-1 of a row see what lies at `at` in them along the last dimension;
 * `offset` is where the row of the operand begins that they look at. */
static ax_status *see(selection *s, int64_t offset, int64_t first, int64_t count, int64_t at,
                      int64_t *places)
{
    int32_t last = s->ndim - 1;
    int64_t step = s->steps[last], position = first * step + at - s->low[last];
    int64_t begin = position >= 0 ? 0 : ax_ceil_div(-position, step);
    int64_t left = s->dims[last] - position; /* up to the end of the row */
    int64_t end = left <= 0 ? 0 : ax_min_i64(count, ax_ceil_div(left, step));
    if (begin >= end)
        return NULL;
    offset += position + begin * step;
    candidates c = {s->x + offset * s->bytes, offset, step, end - begin};
    char *best = s->best + begin * s->bytes;
    if (!s->pick)
        return pick_by_region(s, &c, best, places + begin);
    s->pick(&c, best, places + begin);
    return NULL;
}

/* Where the operand's row lies that windows at `place` see at `at`, all but the last dimension; false
 * in the padding. */
static bool row_offset(const selection *s, const int64_t *place, const int64_t *at,
                       int64_t *out_offset)
{
    int64_t offset = 0;
    for (int32_t d = 0; d < s->ndim - 1; d++) {
        int64_t position = place[d] * s->steps[d] + at[d] - s->low[d];
        if (position < 0 || position >= s->dims[d])
            return false;
        offset += position * s->strides[d];
    }
    *out_offset = offset;
    return true;
}

/* The next index of the first `ndim` dimensions in row-major order; false behind the last one. */
static bool next_index(int32_t ndim, const int64_t *dims, int64_t *index)
{
    for (int32_t d = ndim - 1; d >= 0; d--) {
        if (++index[d] < dims[d])
            return true;
        index[d] = 0;
    }
    return false;
}

/* The selected elements of windows first..first+count-1 of the row of windows at `place`. */
static ax_status *select_row(selection *s, const int64_t *place, int64_t first, int64_t count,
                             int64_t *places)
{
    int32_t last = s->ndim - 1;
    int64_t at[AX_MAX_NDIM] = {0}, offset;
    for (int64_t i = 0; i < count; i++)
        places[i] = -1;
    do {
        if (!row_offset(s, place, at, &offset))
            continue;
        for (int64_t k = 0; k < s->window[last]; k++)
            AX_TRY(see(s, offset, first, count, k, places));
    } while (next_index(last, s->window, at));
    return NULL;
}

/* Leading dimensions along which windows are single elements side by side: what lies under one index of
 * theirs is a matter of its own, and is dealt to threads. */
static int64_t count_leads(const selection *s)
{
    int64_t leads = 1;
    for (int32_t d = 0; d < s->ndim - 1; d++) {
        if (s->window[d] != 1 || s->steps[d] != 1 || s->low[d] != 0 || s->dims[d] != s->places[d])
            break;
        leads *= s->dims[d];
    }
    return leads;
}

typedef struct dealing {
    selection *selections;  /* by thread */
    ax_combiner *combiners; /* by thread */
    int64_t rows;           /* of windows, in a lead */
} dealing;

static ax_status *scatter_leads(void *user, int32_t thread, int64_t begin, int64_t end)
{
    const dealing *d = user;
    selection *s = &d->selections[thread];
    ax_combiner *combiner = &d->combiners[thread];
    int64_t place[AX_MAX_NDIM] = {0}, places[LANES], row = s->places[s->ndim - 1];
    int64_t first_row = begin * d->rows, rest = first_row;
    for (int32_t dim = s->ndim - 2; dim >= 0; dim--) {
        place[dim] = rest % s->places[dim];
        rest /= s->places[dim];
    }
    ax_runs runs = {.places = places, .run = 1, .first = first_row * row};
    for (int64_t r = first_row; r < end * d->rows; r++) {
        for (int64_t first = 0; first < row; first += runs.count) {
            runs.count = ax_min_i64(row - first, LANES);
            AX_TRY(select_row(s, place, first, runs.count, places));
            AX_TRY(ax_combine(combiner, &runs));
            runs.first += runs.count;
        }
        next_index(s->ndim - 1, s->places, place);
    }
    return ax_combine_rest(combiner);
}

static ax_status *take_memory(const ax_eval_env *env, const ax_eqn *eqn, const ax_tensor *operands,
                              const ax_tensor *results, dealing *d)
{
    int32_t threads = ax_eval_threads(env);
    AX_TRY(AX_SCRATCH(env, selection, threads, &d->selections));
    AX_TRY(AX_SCRATCH(env, ax_combiner, threads, &d->combiners));
    for (int32_t t = 0; t < threads; t++) {
        AX_TRY(start_selection(env, eqn, operands, &d->selections[t]));
        AX_TRY(ax_combiner_prepare(env, eqn->regions[AX_SCATTER_REGION], 1, &operands[1], results,
                                   &d->combiners[t]));
    }
    return NULL;
}

enum { PIECE = 1 << 14 }; /* elements of the operand */

ax_status *ax_eval_select_and_scatter(const ax_eval_env *env, const ax_eqn *eqn,
                                      const ax_tensor *operands, const ax_tensor *results)
{
    const ax_type *source = &operands[1].type;
    int64_t elements = ax_type_count(&results[0].type), windows = ax_type_count(source);
    ax_strided fill = {.element_bytes = ax_dtype_bytes(results[0].type.dtype),
                       .ndim = 1,
                       .dims = {elements},
                       .destination_strides = {1}};
    if (!env->measures)
        ax_strided_deal(env, &fill, results[0].data, operands[2].data);
    if (windows == 0 || elements == 0)
        return NULL;
    dealing d;
    AX_TRY(take_memory(env, eqn, operands, results, &d));
    if (env->measures)
        return NULL;
    const selection *s = d.selections;
    int64_t leads = count_leads(s);
    d.rows = windows / s->places[s->ndim - 1] / leads;
    return ax_eval_parallel_try(env, leads, ax_max_i64(1, PIECE / ax_max_i64(1, elements / leads)),
                                scatter_leads, &d);
}
