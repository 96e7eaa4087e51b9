#include "ops/window_doubling.h"

#include "base/checked.h"
#include "ops/strided.h"
#include "ops/window_pass.h"

#include <string.h>

/* A region that is associative, but perhaps not commutative, folds a window dimension by dimension from
 * the last one outwards: that is row-major order with other brackets.
 *
 * Along a dimension, `power` holds at each element the fold of the 2^k elements from there on, and
 * `sum` that of as many as the lower bits of the window's size say. Doubling k takes one application of
 * the region to all elements at once, and so does adding a bit to `sum`. At the end of the line a
 * fold holds what is there.
 *
 * Padding is left out of a window that holds an element: inits are the region's identity. Windows that
 * reach over the line's start are those of the elements put in front of it, which are inits.
 */

/* One dimension of the arrays as they are when it is folded. */
typedef struct axis {
    int64_t outer, slab; /* elements before and behind an index */
    int64_t input, places;
    int64_t window, stride, dilation, low;
    int64_t front; /* inits in front of a line */
} axis;

/* Lists have an entry for each of the inputs. */
typedef struct doubling {
    ax_joiner joiner;
    void **power, **sum; /* front + input slabs */
    void **from, **to;   /* the arrays before and after the dimension */
} doubling;

/* left[i] = region(left[i], right[i + shift]) for i < count. */
static ax_status *append(doubling *f, void *const *left, void *const *right, int64_t shift,
                         int64_t count)
{
    return ax_join(&f->joiner, count, left, 0, right, shift, left, 0);
}

/* One line of slabs, inits in front, into `power`. */
static void load_line(const doubling *f, const axis *a, int64_t line)
{
    for (int32_t i = 0; i < f->joiner.n; i++) {
        int64_t bytes = ax_joiner_bytes(&f->joiner, i), count = a->input * a->slab;
        char *power = f->power[i];
        ax_strided_fill(bytes, a->front * a->slab, power, f->joiner.inits[i].data);
        memcpy(power + a->front * a->slab * bytes, (const char *)f->from[i] + line * count * bytes,
               (size_t)(count * bytes));
    }
}

/* Leaves in `sum` the fold of the window that starts at each element. */
static ax_status *fold_line(doubling *f, const axis *a)
{
    int64_t length = a->front + a->input, done = 0;
    for (int64_t bit = 1; bit <= a->window; bit *= 2) {
        if ((a->window & bit) != 0 && done == 0) {
            for (int32_t i = 0; i < f->joiner.n; i++)
                memcpy(f->sum[i], f->power[i],
                       (size_t)(length * a->slab * ax_joiner_bytes(&f->joiner, i)));
            done = bit;
        } else if ((a->window & bit) != 0) {
            int64_t shift = done * a->dilation;
            AX_TRY(append(f, f->sum, f->power, shift * a->slab,
                          ax_max_i64(0, length - shift) * a->slab));
            done += bit;
        }
        if (bit <= a->window / 2) {
            int64_t shift = bit * a->dilation;
            AX_TRY(append(f, f->power, f->power, shift * a->slab,
                          ax_max_i64(0, length - shift) * a->slab));
        }
    }
    return NULL;
}

/* Where the window at `place` starts in a line with its front; -1 when it holds no element. A window
 * that is longer than the line was cut to its length, so one that starts before the front is that which
 * ends where it does. */
static int64_t start_of(const axis *a, int64_t window, int64_t place)
{
    int64_t start = place * a->stride - a->low;
    int64_t skipped = start < 0 ? ax_ceil_div(-start, a->dilation) : 0;
    if (start >= 0)
        return start < a->input ? a->front + start : -1;
    if (skipped >= window || start + skipped * a->dilation >= a->input)
        return -1;
    int64_t first = start + skipped * a->dilation; /* the first element under it */
    int64_t elements = ax_min_i64(window - skipped, (a->input - 1 - first) / a->dilation + 1);
    return a->front + first - (a->window - elements) * a->dilation;
}

static void store_line(const doubling *f, const axis *a, int64_t window, int64_t line)
{
    for (int64_t place = 0; place < a->places; place++) {
        int64_t start = start_of(a, window, place);
        for (int32_t i = 0; i < f->joiner.n; i++) {
            int64_t bytes = ax_joiner_bytes(&f->joiner, i);
            char *to = (char *)f->to[i] + (line * a->places + place) * a->slab * bytes;
            if (start < 0) {
                ax_strided_fill(bytes, a->slab, to, f->joiner.inits[i].data);
            } else {
                memcpy(to, (const char *)f->sum[i] + start * a->slab * bytes,
                       (size_t)(a->slab * bytes));
            }
        }
    }
}

static bool is_plain(const axis *a)
{
    return a->window == 1 && a->stride == 1 && a->low == 0 && a->places == a->input;
}

static bool is_cumulative(const axis *a, bool *out_reverse)
{
    ax_window_pass pass = {.places = a->places,
                           .dim = {.input = a->input,
                                   .window = a->window,
                                   .stride = a->stride,
                                   .low = a->low,
                                   .base_dilation = 1,
                                   .window_dilation = a->dilation}};
    return ax_window_is_cumulative(&pass, out_reverse);
}

static ax_status *line_arrays(const ax_joiner *joiner, int64_t lines, int64_t length, int64_t slab,
                              void ***out_arrays)
{
    int64_t count;
    if (!ax_checked_mul(lines, length, &count) || !ax_checked_mul(count, slab, &count))
        return AX_ERROR(AX_OVERFLOW, "reduce_window: the windows' folds do not fit 64 bits");
    return ax_joiner_arrays(joiner, count, out_arrays);
}

static ax_status *scan_axis(doubling *f, const axis *a, bool reverse)
{
    int64_t count = a->outer * a->input * a->slab;
    AX_TRY(ax_joiner_arrays(&f->joiner, count, &f->to));
    for (int32_t i = 0; i < f->joiner.n && !f->joiner.env->measures; i++)
        memcpy(f->to[i], f->from[i], (size_t)(count * ax_joiner_bytes(&f->joiner, i)));
    return ax_window_scan(&f->joiner, a->outer, a->input, a->slab, reverse, f->to);
}

static ax_status *fold_axis(doubling *f, axis *a)
{
    int64_t window = a->window, elements = ax_max_i64(1, ax_ceil_div(a->input, a->dilation));
    a->window = ax_min_i64(window, elements);
    a->front = (a->window - 1) * a->dilation;
    AX_TRY(line_arrays(&f->joiner, 1, a->front + a->input, a->slab, &f->power));
    AX_TRY(line_arrays(&f->joiner, 1, a->front + a->input, a->slab, &f->sum));
    AX_TRY(line_arrays(&f->joiner, a->outer, a->places, a->slab, &f->to));
    for (int64_t line = 0; line < a->outer && !f->joiner.env->measures; line++) {
        load_line(f, a, line);
        AX_TRY(fold_line(f, a));
        store_line(f, a, window, line);
    }
    return NULL;
}

static axis axis_of(const ax_eqn *eqn, int32_t d, const ax_type *input, const ax_type *result)
{
    axis a = {
        .outer = 1,
        .slab = 1,
        .input = input->dims[d],
        .places = result->dims[d],
        .window = ax_eqn_ints(eqn, AX_ATTR_WINDOW_DIMENSIONS).values[d],
        .low = ax_eqn_ints(eqn, AX_ATTR_PADDING).values[2 * d],
        .stride = ax_eqn_ints(eqn, AX_ATTR_WINDOW_STRIDES).values[d],
        .dilation = ax_eqn_ints(eqn, AX_ATTR_WINDOW_DILATIONS).values[d],
    };
    if (a.window == 1)
        a.dilation = 1; /* never taken, and may be huge */
    for (int32_t before = 0; before < d; before++)
        a.outer *= input->dims[before];
    for (int32_t behind = d + 1; behind < input->ndim; behind++)
        a.slab *= result->dims[behind];
    return a;
}

ax_status *ax_window_doubling(const ax_eval_env *env, const ax_eqn *eqn, const ax_tensor *operands,
                              const ax_tensor *results)
{
    doubling f = {0};
    AX_TRY(ax_joiner_prepare(env, eqn, operands, &f.joiner));
    AX_TRY(AX_SCRATCH(env, void *, f.joiner.n, &f.from));
    for (int32_t i = 0; i < f.joiner.n; i++)
        f.from[i] = operands[i].data;
    for (int32_t d = operands[0].type.ndim - 1; d >= 0; d--) {
        axis a = axis_of(eqn, d, &operands[0].type, &results[0].type);
        bool reverse;
        if (is_plain(&a))
            continue;
        AX_TRY(is_cumulative(&a, &reverse) ? scan_axis(&f, &a, reverse) : fold_axis(&f, &a));
        f.from = f.to;
    }
    void **out;
    int64_t count = ax_type_count(&results[0].type);
    AX_TRY(AX_SCRATCH(env, void *, f.joiner.n, &out));
    if (env->measures)
        return NULL;
    for (int32_t i = 0; i < f.joiner.n; i++) {
        out[i] = results[i].data;
        ax_strided_fill(ax_joiner_bytes(&f.joiner, i), count, out[i], f.joiner.inits[i].data);
    }
    return append(&f, out, f.from, 0, count);
}
