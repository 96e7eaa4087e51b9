/* Long windows: running folds of blocks, and windows joined of two of them. */
#include "base/checked.h"
#include "ops/strided.h"
#include "ops/window_pass.h"

#include <string.h>

/* A running sum of floats starts anew after so many elements, and so do the sums of those: its error
 * grows with their number, not with the length. */
enum { RESTART = 256 };

/* What has been folded before the stretch at hand: `whole` (of RESTART stretches each) and then
 * `stretches`. */
typedef struct carry {
    const ax_window_folding *f;
    const ax_window_pass *p;
    int64_t width;    /* elements that are folded side by side: a slab, or lines */
    int64_t finished; /* stretches */
    bool has_stretches, has_whole;
} carry;

/* Puts `slab` behind what `sum` holds, if it holds anything. */
static void append(const carry *c, char *sum, bool has, const char *slab)
{
    if (has) {
        c->f->fold.into(sum, slab, 1, c->width);
    } else {
        memcpy(sum, slab, (size_t)(c->width * c->f->bytes));
    }
}

/* The fold of all finished stretches, or NULL before the first. */
static const char *folded_before(const carry *c)
{
    if (c->has_whole && c->has_stretches)
        c->f->fold.both(c->p->before, c->p->whole, c->p->stretches, c->width);
    if (c->has_whole)
        return c->has_stretches ? c->p->before : c->p->whole;
    return c->has_stretches ? c->p->stretches : NULL;
}

static void finish_stretch(carry *c)
{
    append(c, c->p->stretches, c->has_stretches, c->p->local);
    c->has_stretches = true;
    if (++c->finished % RESTART == 0) {
        append(c, c->p->whole, c->has_whole, c->p->stretches);
        c->has_whole = true;
        c->has_stretches = false;
    }
}

/* A stretch of single elements side by side, scanned already. */
static void end_line_stretch(carry *c, int64_t step, int64_t count, char *out)
{
    int64_t bytes = c->f->bytes, last = (count - 1) * step * bytes;
    const char *before = folded_before(c);
    memcpy(c->p->local, out + last, (size_t)bytes);
    if (before)
        c->f->fold.into(step > 0 ? out : out + last, before, 0, count);
    finish_stretch(c);
}

/* Single elements side by side; where that is possible several stretches at once, as if they were lines. */
static void run_line(carry *c, const char *x, int64_t step, int64_t count, char *out)
{
    int64_t bytes = step * c->f->bytes, done = 0, together = AX_FOLD_LINES * RESTART;
    for (; c->f->fold.scan_lines && step == 1 && count - done >= together; done += together) {
        c->f->fold.scan_lines(out + done * bytes, x + done * bytes, RESTART, RESTART, NULL,
                              c->p->local);
        for (int64_t line = 0; line < AX_FOLD_LINES; line++)
            end_line_stretch(c, step, RESTART, out + (done + line * RESTART) * bytes);
    }
    for (; done < count; done += RESTART) {
        int64_t length = ax_min_i64(RESTART, count - done);
        c->f->fold.scan(out + done * bytes, x + done * bytes, step, length);
        end_line_stretch(c, step, length, out + done * bytes);
    }
}

static void run_stretch(carry *c, const char *x, int64_t step, int64_t count, char *out)
{
    int64_t slab = c->p->in_slab, pitch = c->p->pitch * c->f->bytes;
    const char *before = folded_before(c);
    for (int64_t i = 0; i < count; i++) {
        char *to = out + i * step * pitch;
        append(c, c->p->local, i > 0, x + i * step * pitch);
        if (before) {
            c->f->fold.both(to, before, c->p->local, slab);
        } else {
            memcpy(to, c->p->local, (size_t)(slab * c->f->bytes));
        }
    }
    finish_stretch(c);
}

void ax_window_run_slabs(const ax_window_folding *f, const ax_window_pass *p, const char *x,
                         int64_t step, int64_t count, const void *start, char *out)
{
    carry c = {.f = f, .p = p, .width = p->in_slab, .has_whole = start != NULL};
    int64_t pitch = p->pitch * f->bytes;
    if (start)
        ax_strided_fill(f->bytes, p->in_slab, p->whole, start);
    if (p->pitch == 1 && (step == 1 || step == -1)) {
        run_line(&c, x, step, count, out);
        return;
    }
    for (int64_t done = 0; done < count; done += RESTART) {
        int64_t offset = done * step * pitch;
        run_stretch(&c, x + offset, step, ax_min_i64(RESTART, count - done), out + offset);
    }
}

void ax_window_cumulate(const ax_window_folding *f, const ax_window_pass *p, const char *x,
                        char *out)
{
    bool reverse = p->dim.low == 0;
    int64_t begin = reverse ? (p->places - 1) * p->pitch * f->bytes : 0;
    ax_window_run_slabs(f, p, x + begin, reverse ? -1 : 1, p->places, f->init, out + begin);
}

void ax_window_cumulate_lines(const ax_window_folding *f, const ax_window_pass *p, const char *x,
                              char *out)
{
    carry c = {.f = f, .p = p, .width = AX_FOLD_LINES, .has_whole = f->init != NULL};
    int64_t pitch = p->dim.input;
    if (f->init)
        ax_strided_fill(f->bytes, AX_FOLD_LINES, p->whole, f->init);
    for (int64_t done = 0; done < pitch; done += RESTART) {
        int64_t count = ax_min_i64(RESTART, pitch - done), offset = done * f->bytes;
        const char *before = folded_before(&c);
        f->fold.scan_lines(out + offset, x + offset, pitch, count, before, p->local);
        finish_stretch(&c);
    }
}

/* The running folds of all blocks of all classes of elements that are `step` apart. */
static void run_blocks(const ax_window_folding *f, const ax_window_pass *p, const char *x)
{
    int64_t bytes = p->in_slab * f->bytes, span = p->block * p->step;
    for (int64_t offset = 0; offset < p->step && offset < p->dim.input; offset++) {
        for (int64_t begin = offset; begin < p->dim.input; begin += span) {
            int64_t left = (p->dim.input - 1 - begin) / p->step + 1;
            int64_t count = ax_min_i64(left, p->block), last = begin + (count - 1) * p->step;
            ax_window_run_slabs(f, p, x + begin * bytes, p->step, count, NULL,
                                p->prefix + begin * bytes);
            ax_window_run_slabs(f, p, x + last * bytes, -p->step, count, NULL,
                                p->suffix + last * bytes);
        }
    }
}

/* Writes the fold of the `count` elements from `first` on, and those of up to `most` - 1 places behind
 * it whose windows lie as it does in their blocks; returns how many. */
static int64_t join_blocks(const ax_window_folding *f, const ax_window_pass *p, int64_t first,
                           int64_t count, int64_t most, char *sum)
{
    int64_t slab = p->in_slab, bytes = slab * f->bytes;
    int64_t last = first + (count - 1) * p->step, at = first / p->step % p->block;
    const char *left = p->suffix + first * bytes, *right = p->prefix + last * bytes;
    if (at + count <= p->block) { /* in one block, whose start or end it shares */
        memcpy(sum, at == 0 ? right : left, (size_t)bytes);
        return 1;
    }
    int64_t run = p->step == 1 ? ax_min_i64(p->block - at, most) : 1;
    f->fold.both(sum, left, right, run * slab);
    return run;
}

void ax_window_fold_by_blocks(const ax_window_folding *f, int32_t index, const char *x, char *out)
{
    const ax_window_pass *p = &f->passes[index];
    const ax_window_dim *d = &p->dim;
    bool last = index + 1 == f->npasses;
    run_blocks(f, p, x);
    for (int64_t place = 0, made; place < p->places; place += made) {
        char *to = out + place * p->out_slab * f->bytes, *sum = last ? to : p->sum;
        int64_t first, count = ax_window_segment(p, place, &first), most = 1;
        if (last && d->stride == 1 && d->base_dilation == 1 && count == d->window)
            most = ax_min_i64(p->places - place, d->input - count - first + 1);
        made = 1;
        if (count == 0) {
            ax_strided_fill(f->bytes, p->in_slab, sum, &f->fold.identity);
        } else {
            made = join_blocks(f, p, first, count, most, sum);
        }
        if (last) {
            ax_window_put_init(f, to, made * p->in_slab);
        } else {
            ax_window_fold_from(f, index + 1, sum, to);
        }
    }
}
