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

/* Results that are worth handing to a thread, and columns that one takes of a slab. */
enum { PIECE_BYTES = 1 << 17, LEAST_COLUMNS = 256 };

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

/* Places begin..end-1 of a pass, and `out` is where those of place 0 go. */
typedef struct range {
    int64_t begin, end;
} range;

static range all_places(const ax_window_pass *p)
{
    return (range){0, p->places};
}

/* Combines places with the elements under their windows, in order: of the last pass, into `out`. */
static void fold_row(const ax_window_folding *f, const ax_window_pass *p, range r, const char *x,
                     char *out)
{
    bool few = p->dim.window < LONG_WINDOW; /* else most positions of a short row are padding */
    if (few && p->dim.base_dilation == 1 && (p->in_slab == 1 || p->dim.stride == 1)) {
        int64_t piece = ax_max_i64(1, ROW_PIECE / ax_max_i64(1, p->in_slab));
        for (int64_t begin = r.begin; begin < r.end; begin += piece)
            fold_places(f, p, x, begin, ax_min_i64(begin + piece, r.end), out);
        return;
    }
    int64_t bytes = p->in_slab * f->bytes;
    for (int64_t place = r.begin; place < r.end; place++) {
        int64_t first, count = ax_window_segment(p, place, &first);
        for (int64_t i = 0; i < count; i++)
            f->fold.into(out + place * bytes, x + (first + i * p->step) * bytes, 1, p->in_slab);
    }
}

static void start_row(const ax_window_folding *f, const ax_window_pass *p, range r, char *out)
{
    ax_strided_fill(f->bytes, (r.end - r.begin) * p->in_slab, out + r.begin * p->in_slab * f->bytes,
                    f->init ? f->init : (const void *)&f->fold.identity);
}

/* ---- short windows of an op that is not exact: in row-major order, as one would write them down ---- */

/* Combines the row of results at `places` with what lies under their windows along passes from `index`
 * on. */
static void fold_in_window(const ax_window_folding *f, int32_t index, range r,
                           const int64_t *places, const char *x, char *row)
{
    const ax_window_pass *p = &f->passes[index];
    if (index + 1 == f->npasses) {
        fold_row(f, p, r, x, row);
        return;
    }
    int64_t first, count = ax_window_segment(p, places[index], &first);
    for (int64_t i = 0; i < count; i++)
        fold_in_window(f, index + 1, r, places, x + (first + i * p->step) * p->in_slab * f->bytes,
                       row);
}

/* Passes before `from` are none of this; `x` is what the others fold. */
static void fold_in_order(const ax_window_folding *f, int32_t from, int32_t index, range r,
                          int64_t *places, const char *x, char *out)
{
    const ax_window_pass *p = &f->passes[index];
    if (index + 1 == f->npasses) {
        start_row(f, p, r, out);
        fold_in_window(f, from, r, places, x, out);
        return;
    }
    for (places[index] = r.begin; places[index] < r.end; places[index]++) {
        fold_in_order(f, from, index + 1, all_places(p + 1), places, x,
                      out + places[index] * p->out_slab * f->bytes);
    }
}

/* ---- dimension by dimension ---- */

void ax_window_put_init(const ax_window_folding *f, char *out, int64_t count)
{
    if (f->init)
        f->fold.into(out, f->init, 0, count);
}

/* One place after the other, its elements in a slab that goes on to the next pass. */
static void fold_by_place(const ax_window_folding *f, int32_t index, range r, const char *x,
                          char *out)
{
    const ax_window_pass *p = &f->passes[index];
    int64_t bytes = p->in_slab * f->bytes;
    for (int64_t place = r.begin; place < r.end; place++) {
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

/* Places of a pass whose windows are short. */
static void fold_range(const ax_window_folding *f, int32_t index, range r, const char *x, char *out)
{
    const ax_window_pass *p = &f->passes[index];
    if (index + 1 == f->npasses) {
        start_row(f, p, r, out);
        fold_row(f, p, r, x, out);
    } else {
        fold_by_place(f, index, r, x, out);
    }
}

void ax_window_fold_from(const ax_window_folding *f, int32_t index, const char *x, char *out)
{
    const ax_window_pass *p = &f->passes[index];
    int64_t in_bytes = p->in_slab * f->bytes, out_bytes = p->out_slab * f->bytes;
    if (p->plain) {
        for (int64_t i = 0; i < p->places; i++)
            ax_window_fold_from(f, index + 1, x + i * in_bytes, out + i * out_bytes);
    } else if (p->cumulates) {
        ax_window_cumulate(f, p, x, out);
    } else if (p->prefix) {
        ax_window_fold_by_blocks(f, index, x, out);
    } else {
        fold_range(f, index, all_places(p), x, out);
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
    int64_t slab = ax_max_i64(p->in_slab, AX_FOLD_LINES) * f->bytes;
    if (p->plain)
        return NULL;
    if (!last)
        AX_TRY(env->scratch(env, slab, (void **)&p->sum));
    if (!p->cumulates && p->block < LONG_WINDOW)
        return NULL;
    AX_TRY(env->scratch(env, slab, (void **)&p->local));
    AX_TRY(env->scratch(env, slab, (void **)&p->stretches));
    AX_TRY(env->scratch(env, slab, (void **)&p->whole));
    AX_TRY(env->scratch(env, slab, (void **)&p->before));
    if (p->cumulates)
        return NULL;
    AX_TRY(env->scratch(env, slab * p->dim.input, (void **)&p->prefix));
    return env->scratch(env, slab * p->dim.input, (void **)&p->suffix);
}

/* ---- pieces ---- */

/* The dimensions before the first pass that folds are `leads` arrays to be folded, each of which may be
 * cut further: into places of that pass, or, where it is the only one, into columns behind it. */
typedef struct dealing {
    ax_window_folding *by_thread; /* each with memory of its own */
    int32_t first;                /* the pass */
    bool in_order;
    int64_t leads, in_lead, out_lead; /* bytes of one */
    int64_t places, columns;          /* items of a lead: one of the two is 1 */
    int64_t width;                    /* of a column's item, in elements */
    const char *x;
    char *out;
} dealing;

static void fold_leads(void *user, int32_t thread, int64_t begin, int64_t end)
{
    const dealing *d = user;
    const ax_window_folding *f = &d->by_thread[thread];
    const ax_window_pass *p = &f->passes[d->first];
    bool lines = p->cumulates && p->pitch == 1 && p->dim.low > 0 && f->fold.scan_lines;
    for (int64_t i = begin, step; i < end; i += step) {
        const char *x = d->x + i * d->in_lead;
        char *out = d->out + i * d->out_lead;
        step = lines && end - i >= AX_FOLD_LINES ? AX_FOLD_LINES : 1;
        if (step > 1) {
            ax_window_cumulate_lines(f, p, x, out);
        } else {
            ax_window_fold_from(f, d->first, x, out);
        }
    }
}

static void fold_some_places(void *user, int32_t thread, int64_t begin, int64_t end)
{
    const dealing *d = user;
    const ax_window_folding *f = &d->by_thread[thread];
    int64_t places[AX_MAX_NDIM];
    for (int64_t item = begin, stop; item < end; item = stop) {
        int64_t lead = item / d->places, before = lead * d->places;
        stop = ax_min_i64(end, before + d->places);
        range r = {item - before, stop - before};
        const char *x = d->x + lead * d->in_lead;
        char *out = d->out + lead * d->out_lead;
        if (d->in_order) {
            fold_in_order(f, d->first, d->first, r, places, x, out);
        } else {
            fold_range(f, d->first, r, x, out);
        }
    }
}

static void cumulate_columns(void *user, int32_t thread, int64_t begin, int64_t end)
{
    const dealing *d = user;
    const ax_window_folding *f = &d->by_thread[thread];
    for (int64_t item = begin; item < end; item++) {
        int64_t lead = item / d->columns, column = item % d->columns * d->width;
        ax_window_pass p = f->passes[d->first];
        p.in_slab = ax_min_i64(d->width, p.pitch - column);
        ax_window_cumulate(f, &p, d->x + lead * d->in_lead + column * f->bytes,
                           d->out + lead * d->out_lead + column * f->bytes);
    }
}

static void deal(const ax_eval_env *env, dealing *d)
{
    const ax_window_folding *f = d->by_thread;
    const ax_window_pass *p = &f->passes[d->first];
    ax_work_fn *work = fold_leads;
    d->in_lead = p->dim.input * p->in_slab * f->bytes;
    d->out_lead = p->places * p->out_slab * f->bytes;
    d->places = d->columns = 1;
    if (d->in_order || (!p->cumulates && !p->prefix)) {
        work = fold_some_places;
        d->places = p->places;
    } else if (p->cumulates && d->leads < ax_eval_threads(env)) {
        /* Memory likes whole slabs best; which columns are folded together makes no other difference. */
        work = cumulate_columns;
        d->width = ax_max_i64(LEAST_COLUMNS, ax_ceil_div(p->in_slab, ax_eval_threads(env)));
        d->columns = ax_ceil_div(p->in_slab, d->width);
    }
    int64_t items = d->places * d->columns;
    int64_t bytes = ax_max_i64(1, ax_max_i64(d->in_lead, d->out_lead) / items);
    ax_eval_parallel(env, d->leads * items, ax_max_i64(1, PIECE_BYTES / bytes), work, d);
}

/* ---- all of it ---- */

static void set_passes(const ax_eqn *eqn, const ax_type *input, const ax_type *result,
                       ax_window_folding *f)
{
    int64_t in_slab = 1, out_slab = 1;
    for (int32_t d = f->ndim - 1; d >= 0; d--) {
        ax_window_pass *p = &f->passes[d];
        *p = ax_window_pass_of(eqn, d, input->dims[d], result->dims[d]);
        p->in_slab = p->pitch = in_slab;
        p->out_slab = out_slab;
        if (!p->plain && f->npasses == 0)
            f->npasses = d + 1;
        p->cumulates = d + 1 == f->npasses && ax_window_is_cumulative(p, &(bool){false});
        in_slab *= p->dim.input;
        out_slab *= p->places;
    }
}

static ax_status *take_memory(const ax_eval_env *env, const ax_window_folding *f,
                              ax_window_folding **out_by_thread)
{
    int32_t threads = ax_eval_threads(env);
    AX_TRY(AX_SCRATCH(env, ax_window_folding, threads, out_by_thread));
    for (int32_t t = 0; t < threads; t++) {
        ax_window_folding *own = &(*out_by_thread)[t];
        *own = *f;
        for (int32_t d = 0; d < own->npasses; d++)
            AX_TRY(pass_memory(env, own, &own->passes[d], d + 1 == own->npasses));
    }
    return NULL;
}

ax_status *ax_window_fold(const ax_eval_env *env, const ax_eqn *eqn, const ax_fold *fold,
                          const ax_tensor *input, const void *init, const ax_tensor *result)
{
    ax_window_folding f = {.fold = *fold, .ndim = input->type.ndim};
    f.bytes = ax_dtype_bytes(input->type.dtype);
    set_passes(eqn, &input->type, &result->type, &f);
    ax_window_folding *by_thread;
    AX_TRY(take_memory(env, &f, &by_thread));
    if (env->measures)
        return NULL;

    _Alignas(16) char twice[16];
    int64_t count = ax_type_count(&result->type);
    fold->both(twice, init, init, 1);
    bool counts = memcmp(twice, init, (size_t)f.bytes) != 0;
    f.init = counts || memcmp(init, &fold->identity, (size_t)f.bytes) == 0 ? NULL : init;
    for (int32_t t = 0; t < ax_eval_threads(env); t++)
        by_thread[t].init = f.init;
    if (f.npasses == 0) {
        memcpy(result->data, input->data, (size_t)(count * f.bytes));
        ax_window_put_init(&f, result->data, count);
    } else {
        dealing d = {.by_thread = by_thread,
                     .leads = 1,
                     .in_order = !fold->exact,
                     .x = input->data,
                     .out = result->data};
        for (int32_t i = 0; i < f.ndim; i++)
            d.in_order = d.in_order && f.passes[i].block < LONG_WINDOW;
        for (; f.passes[d.first].plain; d.first++)
            d.leads *= f.passes[d.first].places;
        deal(env, &d);
    }
    if (counts)
        put_all_inits(&f, init, result->data);
    return NULL;
}
