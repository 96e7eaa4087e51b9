#include "ops/window_fold.h"

#include "base/checked.h"
#include "ops/strided.h"
#include "ops/window_pass.h"

#include <string.h>

/* A commutative and associative op may fold a window dimension by dimension: first all that lies in a
 * window along dimension 0, into a slab of the dimensions after it, then that slab along dimension 1,
 * and so on. Slabs stay in cache.
 *
 * Along a dimension, short windows are folded element by element. For long ones the elements are cut
 * into blocks as long as a window, each with its running folds from the left and from the right: a
 * window is the end of one block and the start of the next (van Herk 1992; Gil and Werman 1993). Padding
 * is never touched: what it adds to a fold is the init, put in front at the end.
 *
 * Sums of floats over windows that are short in every dimension are not regrouped: elements are added in
 * row-major order. In any case the order follows from the sizes along the window's dimensions alone.
 */

/* Windows of at least so many elements are folded by blocks. */
enum { LONG_WINDOW = 12 };

/* Results of a row that are worked on at once. */
enum { ROW_PIECE = 4096 };

/* ---- which elements a window holds ---- */

int64_t ax_window_segment(const ax_window_pass *p, int64_t place, int64_t *out_first)
{
    const ax_window_dim *d = &p->dim;
    int64_t start = place * d->stride - d->low;
    if (d->base_dilation == 1) {
        int64_t skipped = start < 0 ? ax_ceil_div(-start, d->window_dilation) : 0;
        int64_t end = start < d->input ? (d->input - 1 - start) / d->window_dilation + 1 : 0;
        int64_t count = ax_max_i64(0, ax_min_i64(end, d->window) - skipped);
        *out_first = count > 0 ? start + skipped * d->window_dilation : 0;
        return count;
    }
    /* The first element that a window position meets; the next ones lie `step` apart. */
    int64_t first = start > 0 ? ax_ceil_div(start, d->base_dilation) : 0;
    int64_t last = start + (d->window - 1) * d->window_dilation;
    last = last < 0 ? -1 : ax_min_i64(last / d->base_dilation, d->input - 1);
    for (int64_t tries = 0; tries < p->step && first <= last; tries++, first++) {
        if ((first * d->base_dilation - start) % d->window_dilation == 0) {
            *out_first = first;
            return (last - first) / p->step + 1;
        }
    }
    *out_first = 0;
    return 0;
}

bool ax_window_is_cumulative(const ax_window_pass *p, bool *out_reverse)
{
    const ax_window_dim *d = &p->dim;
    if (d->stride != 1 || d->base_dilation != 1 || d->window_dilation != 1 || p->places != d->input)
        return false;
    *out_reverse = d->low == 0;
    return d->low == 0 ? d->window >= d->input : d->low >= d->input - 1 && d->window == d->low + 1;
}

static int64_t greatest_divisor(int64_t a, int64_t b)
{
    while (b != 0) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* ---- short windows ---- */

/* Places first..end-1 whose window position `at` is an element. */
static void real_places(const ax_window_pass *p, int64_t at, int64_t *first, int64_t *end)
{
    const ax_window_dim *d = &p->dim;
    int64_t start = at * d->window_dilation - d->low; /* of place 0, in the input */
    *first = start >= 0 ? 0 : ax_min_i64(ax_ceil_div(-start, d->stride), p->places);
    *end = d->input > start ? ax_min_i64(ax_ceil_div(d->input - start, d->stride), p->places) : 0;
    *end = ax_max_i64(*first, *end);
}

/* Combines places begin..end-1 of an undilated base with one window position after the other. */
static void fold_places(const ax_window_folding *f, const ax_window_pass *p, const char *x,
                        int64_t begin, int64_t end, char *out)
{
    const ax_window_dim *d = &p->dim;
    int64_t bytes = p->in_slab * f->bytes;
    for (int64_t at = 0; at < d->window; at++) {
        int64_t first, stop;
        real_places(p, at, &first, &stop);
        first = ax_max_i64(first, begin);
        stop = ax_min_i64(stop, end);
        if (first >= stop)
            continue;
        int64_t start = first * d->stride + at * d->window_dilation - d->low;
        f->fold.into(out + first * bytes, x + start * bytes, p->in_slab == 1 ? d->stride : 1,
                     (stop - first) * p->in_slab);
    }
}

/* Combines all places with the elements under their windows, in order: of the last pass, into `out`. */
static void fold_row(const ax_window_folding *f, const ax_window_pass *p, const char *x, char *out)
{
    bool few = p->dim.window < LONG_WINDOW; /* else most positions of a short row are padding */
    if (few && p->dim.base_dilation == 1 && (p->in_slab == 1 || p->dim.stride == 1)) {
        int64_t piece = ax_max_i64(1, ROW_PIECE / ax_max_i64(1, p->in_slab));
        for (int64_t begin = 0; begin < p->places; begin += piece)
            fold_places(f, p, x, begin, ax_min_i64(begin + piece, p->places), out);
        return;
    }
    int64_t bytes = p->in_slab * f->bytes;
    for (int64_t place = 0; place < p->places; place++) {
        int64_t first, count = ax_window_segment(p, place, &first);
        for (int64_t i = 0; i < count; i++)
            f->fold.into(out + place * bytes, x + (first + i * p->step) * bytes, 1, p->in_slab);
    }
}

static void start_row(const ax_window_folding *f, const ax_window_pass *p, char *out)
{
    ax_strided_fill(f->bytes, p->places * p->in_slab, out,
                    f->init ? f->init : (const void *)&f->fold.identity);
}

/* ---- short windows of an op that is not exact: in row-major order, as one would write them down ---- */

/* Combines the row of results at `places` with what lies under their windows along passes from `index`
 * on. */
static void fold_in_window(const ax_window_folding *f, int32_t index, const int64_t *places,
                           const char *x, char *row)
{
    const ax_window_pass *p = &f->passes[index];
    if (index + 1 == f->npasses) {
        fold_row(f, p, x, row);
        return;
    }
    int64_t first, count = ax_window_segment(p, places[index], &first);
    for (int64_t i = 0; i < count; i++)
        fold_in_window(f, index + 1, places, x + (first + i * p->step) * p->in_slab * f->bytes,
                       row);
}

static void fold_in_order(const ax_window_folding *f, int32_t index, int64_t *places, const char *x,
                          char *out)
{
    const ax_window_pass *p = &f->passes[index];
    if (index + 1 == f->npasses) {
        start_row(f, p, out);
        fold_in_window(f, 0, places, x, out);
        return;
    }
    for (places[index] = 0; places[index] < p->places; places[index]++)
        fold_in_order(f, index + 1, places, x, out + places[index] * p->out_slab * f->bytes);
}

/* ---- dimension by dimension ---- */

void ax_window_put_init(const ax_window_folding *f, char *out, int64_t count)
{
    if (f->init)
        f->fold.into(out, f->init, 0, count);
}

/* One place after the other, its elements in a slab that goes on to the next pass. */
static void fold_by_place(const ax_window_folding *f, int32_t index, const char *x, char *out)
{
    const ax_window_pass *p = &f->passes[index];
    int64_t bytes = p->in_slab * f->bytes;
    for (int64_t place = 0; place < p->places; place++) {
        int64_t first, count = ax_window_segment(p, place, &first);
        const char *element = x + first * bytes;
        if (count == 0) {
            ax_strided_fill(f->bytes, p->in_slab, p->sum, &f->fold.identity);
        } else if (count > 1) {
            f->fold.both(p->sum, element, element + p->step * bytes, p->in_slab);
        }
        for (int64_t i = 2; i < count; i++)
            f->fold.into(p->sum, element + i * p->step * bytes, 1, p->in_slab);
        ax_window_fold_from(f, index + 1, count == 1 ? element : p->sum,
                            out + place * p->out_slab * f->bytes);
    }
}

/* ---- one pass ---- */

void ax_window_fold_from(const ax_window_folding *f, int32_t index, const char *x, char *out)
{
    const ax_window_pass *p = &f->passes[index];
    bool last = index + 1 == f->npasses, reverse;
    int64_t in_bytes = p->in_slab * f->bytes, out_bytes = p->out_slab * f->bytes;
    if (p->plain) {
        for (int64_t i = 0; i < p->places; i++)
            ax_window_fold_from(f, index + 1, x + i * in_bytes, out + i * out_bytes);
    } else if (last && ax_window_is_cumulative(p, &reverse)) {
        int64_t begin = reverse ? (p->places - 1) * in_bytes : 0;
        ax_window_run_slabs(f, p, x + begin, reverse ? -1 : 1, p->places, f->init, out + begin);
    } else if (p->prefix) {
        ax_window_fold_by_blocks(f, index, x, out);
    } else if (last) {
        start_row(f, p, out);
        fold_row(f, p, x, out);
    } else {
        fold_by_place(f, index, x, out);
    }
}

/* ---- inits that add up ---- */

/* *out = the fold of `count` times the element. */
static void repeat(const ax_window_folding *f, const void *element, uint64_t count, void *out)
{
    _Alignas(16) char power[16];
    memcpy(power, element, (size_t)f->bytes);
    memcpy(out, &f->fold.identity, (size_t)f->bytes);
    for (; count > 0; count >>= 1) {
        if (count & 1)
            f->fold.into(out, power, 1, 1);
        f->fold.into(power, power, 1, 1);
    }
}

/* An init that is no identity counts once, and once more for each place of padding: a sum from 1 over a
 * padded window, say. Their number may wrap around, as sums of integers do. */
static void put_all_inits(const ax_window_folding *f, const void *init, char *out)
{
    int64_t place[AX_MAX_NDIM] = {0}, total = 1, first;
    uint64_t window = 1;
    for (int32_t d = 0; d < f->ndim; d++) {
        total *= f->passes[d].places;
        window *= (uint64_t)f->passes[d].dim.window;
    }
    for (int64_t i = 0; i < total; i++) {
        _Alignas(16) char power[16];
        uint64_t real = 1;
        for (int32_t d = 0; d < f->ndim; d++)
            real *= (uint64_t)ax_window_segment(&f->passes[d], place[d], &first);
        repeat(f, init, window - real + 1, power);
        f->fold.into(out + i * f->bytes, power, 1, 1);
        for (int32_t d = f->ndim - 1; d >= 0 && ++place[d] == f->passes[d].places; d--)
            place[d] = 0;
    }
}

/* ---- all of it ---- */

ax_window_pass ax_window_pass_of(const ax_eqn *eqn, int32_t d, int64_t input, int64_t places)
{
    ax_window_pass p = {.places = places};
    p.dim = (ax_window_dim){
        .input = input,
        .window = ax_eqn_ints(eqn, AX_ATTR_WINDOW_DIMENSIONS).values[d],
        .low = ax_eqn_ints(eqn, AX_ATTR_PADDING).values[2 * d],
        /* A step that is never taken may be huge. */
        .stride = places > 1 ? ax_eqn_ints(eqn, AX_ATTR_WINDOW_STRIDES).values[d] : 1,
        .base_dilation = input > 1 ? ax_eqn_ints(eqn, AX_ATTR_BASE_DILATIONS).values[d] : 1,
        .window_dilation = 1,
    };
    if (p.dim.window > 1)
        p.dim.window_dilation = ax_eqn_ints(eqn, AX_ATTR_WINDOW_DILATIONS).values[d];
    p.plain = p.dim.window == 1 && p.dim.stride == 1 && p.dim.low == 0 &&
              p.dim.base_dilation == 1 && places == input;
    int64_t divisor = greatest_divisor(p.dim.window_dilation, p.dim.base_dilation);
    p.step = p.dim.window_dilation / divisor;
    p.block = ax_min_i64((p.dim.window - 1) / (p.dim.base_dilation / divisor) + 1,
                         ax_max_i64(1, ax_ceil_div(input, p.step)));
    return p;
}

static ax_status *pass_memory(const ax_eval_env *env, const ax_window_folding *f, ax_window_pass *p,
                              bool last)
{
    int64_t slab = p->in_slab * f->bytes;
    bool reverse, cumulative = last && ax_window_is_cumulative(p, &reverse);
    if (p->plain)
        return NULL;
    if (!last)
        AX_TRY(env->scratch(env, slab, (void **)&p->sum));
    if (!cumulative && p->block < LONG_WINDOW)
        return NULL;
    AX_TRY(env->scratch(env, slab, (void **)&p->local));
    AX_TRY(env->scratch(env, slab, (void **)&p->stretches));
    AX_TRY(env->scratch(env, slab, (void **)&p->whole));
    AX_TRY(env->scratch(env, slab, (void **)&p->before));
    if (cumulative)
        return NULL;
    AX_TRY(env->scratch(env, slab * p->dim.input, (void **)&p->prefix));
    return env->scratch(env, slab * p->dim.input, (void **)&p->suffix);
}

ax_status *ax_window_fold(const ax_eval_env *env, const ax_eqn *eqn, const ax_fold *fold,
                          const ax_tensor *input, const void *init, const ax_tensor *result)
{
    ax_window_folding f = {.fold = *fold, .ndim = input->type.ndim};
    f.bytes = ax_dtype_bytes(input->type.dtype);
    int64_t in_slab = 1, out_slab = 1;
    bool in_order = !fold->exact;
    for (int32_t d = f.ndim - 1; d >= 0; d--) {
        ax_window_pass *p = &f.passes[d];
        *p = ax_window_pass_of(eqn, d, input->type.dims[d], result->type.dims[d]);
        p->in_slab = in_slab;
        p->out_slab = out_slab;
        in_order = in_order && p->block < LONG_WINDOW;
        if (!p->plain && f.npasses == 0)
            f.npasses = d + 1;
        in_slab *= p->dim.input;
        out_slab *= p->places;
    }
    for (int32_t d = 0; d < f.npasses; d++)
        AX_TRY(pass_memory(env, &f, &f.passes[d], d + 1 == f.npasses));

    _Alignas(16) char twice[16];
    fold->both(twice, init, init, 1);
    bool counts = memcmp(twice, init, (size_t)f.bytes) != 0;
    f.init = counts || memcmp(init, &fold->identity, (size_t)f.bytes) == 0 ? NULL : init;
    if (f.npasses == 0) {
        memcpy(result->data, input->data, (size_t)(out_slab * f.bytes));
        ax_window_put_init(&f, result->data, out_slab);
    } else if (in_order) {
        int64_t places[AX_MAX_NDIM];
        fold_in_order(&f, 0, places, input->data, result->data);
    } else {
        ax_window_fold_from(&f, 0, input->data, result->data);
    }
    if (counts)
        put_all_inits(&f, init, result->data);
    return NULL;
}
