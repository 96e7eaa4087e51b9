/* reduce's meaning: folds as typed loops over merged dimensions, any other region on lanes. */
#include "base/checked.h"
#include "ops/elementwise.h"
#include "ops/fold.h"
#include "ops/ops.h"
#include "ops/reduction.h"
#include "ops/strided.h"

#include <string.h>

static void walk_append(ax_walk *w, int64_t dim, int64_t stride, bool may_merge)
{
    int32_t last = w->count - 1;
    w->size *= dim;
    if (may_merge && last >= 0 && w->strides[last] == stride * dim) {
        w->dims[last] *= dim;
        w->strides[last] = stride;
        return;
    }
    w->dims[w->count] = dim;
    w->strides[w->count] = stride;
    w->count++;
}

int64_t ax_walk_offset(const ax_walk *w, int64_t index)
{
    int64_t offset = 0;
    for (int32_t d = w->count - 1; d > 0; d--) {
        offset += index % w->dims[d] * w->strides[d];
        index /= w->dims[d];
    }
    return w->count > 0 ? offset + index * w->strides[0] : offset;
}

ax_split ax_split_dims(const ax_type *type, ax_ints dimensions)
{
    bool is_reduced[AX_MAX_NDIM] = {false}, apart = false;
    int64_t strides[AX_MAX_NDIM];
    ax_type_strides(type, strides);
    for (int32_t i = 0; i < dimensions.count; i++)
        is_reduced[dimensions.values[i]] = true;
    ax_split s = {.kept = {.size = 1}, .reduced = {.size = 1}};
    for (int32_t d = 0; d < type->ndim; d++) {
        bool one = type->dims[d] == 1;
        if (one && is_reduced[d])
            continue;
        s.inner_reduced = is_reduced[d];
        if (is_reduced[d]) {
            walk_append(&s.reduced, type->dims[d], strides[d], !apart);
            apart = false;
        } else {
            if (!one)
                walk_append(&s.kept, type->dims[d], strides[d], true);
            apart = true;
        }
    }
    return s;
}

/* ---- folds ---- */

/* A reduction of rows: the innermost dimension is taken out of the walk it belonged to. */
typedef struct rows {
    ax_fold fold;
    ax_dtype dtype; /* of x */
    int64_t bytes;  /* of an accumulator: f16 and bf16 are folded as f32 */
    const char *x;
    ax_walk reduced; /* which rows are combined */
    bool inner_reduced;
    int64_t length; /* elements of a row */
    int64_t width;  /* results made at once: 1, or the part of a row that is worked on */
    char *partial;  /* one row of `width` for each level of the tree */
    float *wide;    /* a part of a row of halves; NULL for other dtypes */
} rows;

enum { ROWS_IN_SEQUENCE = 32, SHORT_ROW = 32, WIDTH = 4096 };

enum { PIECE = 1 << 15 }; /* elements of the input that are worth handing to a thread */

/* `count` elements as what accumulators are combined with. */
static const void *widened(const rows *r, const char *from, int64_t count)
{
    if (!r->wide)
        return from;
    ax_halves_widen(r->dtype, count, from, r->wide);
    return r->wide;
}

static const char *row_of(const rows *r, const char *x, int64_t row)
{
    return x + ax_walk_offset(&r->reduced, row) * ax_dtype_bytes(r->dtype);
}

static void first_row(const rows *r, const char *x, int64_t row, void *out)
{
    const char *from = row_of(r, x, row);
    if (r->inner_reduced) {
        ax_fold_pairwise(&r->fold, r->dtype, from, r->length, out);
    } else {
        memcpy(out, widened(r, from, r->width), (size_t)(r->width * r->bytes));
    }
}

static void next_row(const rows *r, const char *x, int64_t row, void *acc)
{
    const char *from = row_of(r, x, row);
    if (r->inner_reduced) {
        _Alignas(16) char total[16];
        ax_fold_pairwise(&r->fold, r->dtype, from, r->length, total);
        r->fold.into(acc, total, 1, 1);
    } else {
        r->fold.into(acc, widened(r, from, r->width), 1, r->width);
    }
}

/* Folds rows first..first+count-1, count >= 1, into `out`: halves, then short sequences. */
static void fold_rows(const rows *r, const char *x, int64_t first, int64_t count, char *partial,
                      void *out)
{
    if (count <= ROWS_IN_SEQUENCE) {
        first_row(r, x, first, out);
        for (int64_t row = 1; row < count; row++)
            next_row(r, x, first + row, out);
        return;
    }
    int64_t half = ax_fold_split(count, ROWS_IN_SEQUENCE);
    char *deeper = partial + r->width * r->bytes;
    fold_rows(r, x, first, half, partial, out);
    fold_rows(r, x, first + half, count - half, deeper, partial);
    r->fold.into(out, partial, 1, r->width);
}

static int64_t tree_levels(int64_t count)
{
    int64_t levels = 1;
    for (; count > ROWS_IN_SEQUENCE; count = ax_fold_split(count, ROWS_IN_SEQUENCE))
        levels++;
    return levels;
}

/* Takes the innermost dimension out of a walk, if its elements are neighbours; its size, or 1. */
static int64_t take_inner(ax_walk *w)
{
    if (w->count == 0 || w->strides[w->count - 1] != 1)
        return 1;
    int64_t dim = w->dims[--w->count];
    w->size /= dim;
    return dim;
}

/* What is dealt to threads: results, or where they are neighbours runs of up to `widest` of them. */
typedef struct dealing {
    rows *by_thread;       /* each with memory of its own */
    char **sums;           /* by thread: `widest` */
    ax_walk kept;          /* around the runs */
    int64_t columns;       /* neighbours */
    int64_t widest, tiles; /* runs that they are cut into */
    char *out;
} dealing;

/* Rows of few elements, one behind the other: all first elements, then all second ones, ... */
static void fold_short_rows(void *user, int32_t thread, int64_t begin, int64_t end)
{
    const dealing *d = user;
    const rows *r = &d->by_thread[thread];
    int64_t most = WIDTH / r->length, x_bytes = ax_dtype_bytes(r->dtype);
    for (int64_t first = begin; first < end; first += most) {
        int64_t some = ax_min_i64(end - first, most);
        const char *x = widened(r, r->x + first * r->length * x_bytes, some * r->length);
        for (int64_t i = 0; i < r->length; i++)
            r->fold.into(d->out + first * r->bytes, x + i * r->bytes, r->length, some);
    }
}

static void fold_tiles(void *user, int32_t thread, int64_t begin, int64_t end)
{
    const dealing *d = user;
    rows r = d->by_thread[thread];
    for (int64_t item = begin; item < end; item++) {
        int64_t kept = item / d->tiles, column = item % d->tiles * d->widest;
        const char *x = r.x + (ax_walk_offset(&d->kept, kept) + column) * ax_dtype_bytes(r.dtype);
        r.width = ax_min_i64(d->columns - column, d->widest);
        fold_rows(&r, x, 0, r.reduced.size, r.partial, d->sums[thread]);
        r.fold.into(d->out + (kept * d->columns + column) * r.bytes, d->sums[thread], 1, r.width);
    }
}

/* Copies of `r`, each with memory of its own. */
static ax_status *take_rows(const ax_eval_env *env, const rows *r, dealing *d)
{
    int32_t threads = ax_eval_threads(env);
    AX_TRY(AX_SCRATCH(env, rows, threads, &d->by_thread));
    AX_TRY(AX_SCRATCH(env, char *, threads, &d->sums));
    for (int32_t t = 0; t < threads; t++) {
        rows *own = &d->by_thread[t];
        *own = *r;
        if (ax_dtype_is_half(r->dtype))
            AX_TRY(AX_SCRATCH(env, float, WIDTH, &own->wide));
        AX_TRY(AX_SCRATCH(env, char, tree_levels(r->reduced.size) * d->widest * r->bytes,
                          &own->partial));
        AX_TRY(AX_SCRATCH(env, char, d->widest * r->bytes, &d->sums[t]));
    }
    return NULL;
}

/* `out` has accumulators for all results, and `init` is one. */
static ax_status *fold_all(const ax_eval_env *env, const ax_fold *fold, ax_split s,
                           const ax_tensor *input, const void *init, char *out)
{
    rows r = {.fold = *fold, .dtype = input->type.dtype, .inner_reduced = s.inner_reduced};
    int64_t results = s.kept.size;
    r.bytes = ax_dtype_is_half(r.dtype) ? (int64_t)sizeof(float) : ax_dtype_bytes(r.dtype);
    r.length = take_inner(s.inner_reduced ? &s.reduced : &s.kept);
    r.reduced = s.reduced;
    r.x = input->data;
    dealing d = {.kept = s.kept, .columns = s.inner_reduced ? 1 : r.length, .out = out};
    d.widest = ax_min_i64(d.columns, WIDTH);
    d.tiles = ax_ceil_div(d.columns, d.widest);
    AX_TRY(take_rows(env, &r, &d));
    if (env->measures)
        return NULL;
    ax_strided_fill(r.bytes, results, out, init);
    if (s.inner_reduced && r.length <= SHORT_ROW && r.reduced.size == 1 && s.kept.count <= 1) {
        ax_eval_parallel(env, s.kept.size, PIECE / r.length, fold_short_rows, &d);
        return NULL;
    }
    int64_t each = r.reduced.size * (s.inner_reduced ? r.length : d.widest);
    ax_eval_parallel(env, s.kept.size * d.tiles, ax_max_i64(1, PIECE / each), fold_tiles, &d);
    return NULL;
}

/* A half is rounded once, when its fold is done. */
static ax_status *reduce_by_fold(const ax_eval_env *env, const ax_fold *fold, const ax_split *s,
                                 const ax_tensor *operands, const ax_tensor *result)
{
    ax_dtype dtype = result->type.dtype;
    if (!ax_dtype_is_half(dtype))
        return fold_all(env, fold, *s, &operands[0], operands[1].data, result->data);
    float init = 0, *sums;
    AX_TRY(AX_SCRATCH(env, float, s->kept.size, &sums));
    if (!env->measures)
        ax_halves_widen(dtype, 1, operands[1].data, &init);
    AX_TRY(fold_all(env, fold, *s, &operands[0], &init, (char *)sums));
    if (!env->measures)
        ax_halves_narrow(dtype, s->kept.size, sums, result->data);
    return NULL;
}

ax_status *ax_eval_reduce(const ax_eval_env *env, const ax_eqn *eqn, const ax_tensor *operands,
                          const ax_tensor *results)
{
    ax_split s = ax_split_dims(&operands[0].type, ax_eqn_ints(eqn, AX_ATTR_DIMENSIONS));
    int64_t count = s.kept.size;
    if (count == 0)
        return NULL;
    if (s.reduced.size == 0) {
        for (int32_t i = 0; i < eqn->nresults && !env->measures; i++) {
            ax_strided_fill(ax_dtype_bytes(results[i].type.dtype), count, results[i].data,
                            operands[eqn->nresults + i].data);
        }
        return NULL;
    }
    ax_fold fold;
    if (ax_fold_find_wide(eqn->regions[0], &fold))
        return reduce_by_fold(env, &fold, &s, operands, &results[0]);
    return ax_reduce_by_region(env, eqn, &s, operands, results);
}
