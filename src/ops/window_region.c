/* reduce_window's meaning for a region that is no known fold. */
#include "base/checked.h"
#include "ops/lanes.h"
#include "ops/reduction.h"
#include "ops/window_doubling.h"
#include "ops/window_pass.h"

#include <string.h>

/* Windows of more positions leave padding out: theirs take too long to walk through. */
enum { IN_SEQUENCE = 32 };

typedef struct windows {
    int32_t ndim;
    ax_type input, result;
    int64_t input_strides[AX_MAX_NDIM];
    const int64_t *window, *strides, *base_dilations, *window_dilations, *padding;
    int64_t window_size; /* INT64_MAX when there are more positions */
} windows;

static windows windows_of(const ax_eqn *eqn, const ax_type *input, const ax_type *result)
{
    windows w = {
        .ndim = input->ndim,
        .input = *input,
        .result = *result,
        .window = ax_eqn_ints(eqn, AX_ATTR_WINDOW_DIMENSIONS).values,
        .strides = ax_eqn_ints(eqn, AX_ATTR_WINDOW_STRIDES).values,
        .base_dilations = ax_eqn_ints(eqn, AX_ATTR_BASE_DILATIONS).values,
        .window_dilations = ax_eqn_ints(eqn, AX_ATTR_WINDOW_DILATIONS).values,
        .padding = ax_eqn_ints(eqn, AX_ATTR_PADDING).values,
        .window_size = 1,
    };
    ax_type_strides(input, w.input_strides);
    for (int32_t d = 0; d < w.ndim; d++) {
        if (!ax_checked_mul(w.window_size, w.window[d], &w.window_size))
            w.window_size = INT64_MAX;
    }
    return w;
}

/* Results are dealt in groups of lanes; each thread has lanes of its own. */
typedef struct dealing {
    const windows *w;
    ax_lanes *lanes;
    const ax_tensor *results;
    const ax_window_pass
        *passes; /* of window_by_elements, as are the spans: AX_LANES for each thread */
    struct span *spans;
} dealing;

/* The index of a result in row-major order. */
static void index_at(const windows *w, int64_t result, int64_t *out_index)
{
    for (int32_t d = w->ndim - 1; d >= 0; d--) {
        out_index[d] = result % w->result.dims[d];
        result /= w->result.dims[d];
    }
}

static void next_index(int32_t ndim, const int64_t *dims, int64_t *index)
{
    for (int32_t d = ndim - 1; d >= 0; d--) {
        if (++index[d] < dims[d])
            return;
        index[d] = 0;
    }
}

/* The input's position along dimension d under window position `at`, or -1 for padding. */
static int64_t input_position(const windows *w, int32_t d, int64_t place, int64_t at)
{
    int64_t position = place * w->strides[d] + at * w->window_dilations[d] - w->padding[2 * d];
    if (position < 0 || position % w->base_dilations[d] != 0)
        return -1;
    position /= w->base_dilations[d];
    return position < w->input.dims[d] ? position : -1;
}

/* The offset of the element under window position `at` at this place, or -1 for padding; of the first
 * `ndim` dimensions. */
static int64_t input_offset(const windows *w, int32_t ndim, const int64_t *place, const int64_t *at)
{
    int64_t offset = 0;
    for (int32_t d = 0; d < ndim; d++) {
        int64_t position = input_position(w, d, place[d], at[d]);
        if (position < 0)
            return -1;
        offset += position * w->input_strides[d];
    }
    return offset;
}

/* The window's positions in row-major order; each combines its element, or the init where there is only
 * padding, into many results at once. */
static ax_status *fold_in_sequence(void *user, int32_t thread, int64_t first, int64_t end)
{
    const dealing *d = user;
    const windows *w = d->w;
    ax_lanes *lanes = &d->lanes[thread];
    int64_t start[AX_MAX_NDIM], place[AX_MAX_NDIM], at[AX_MAX_NDIM] = {0}, count = end - first;
    index_at(w, first, start);
    ax_lanes_begin(lanes, count);
    for (int64_t i = 0; i < w->window_size; i++, next_index(w->ndim, w->window, at)) {
        memcpy(place, start, sizeof place);
        for (int64_t lane = 0; lane < count; lane++) {
            lanes->offsets[lane] = input_offset(w, w->ndim, place, at);
            next_index(w->ndim, w->result.dims, place);
        }
        AX_TRY(ax_lanes_step(lanes, 0, count));
    }
    ax_lanes_end(lanes, d->results, first, count);
    return NULL;
}

static ax_status *window_in_sequence(const ax_eval_env *env, const ax_eqn *eqn, const windows *w,
                                     const ax_tensor *operands, const ax_tensor *results)
{
    dealing d = {.w = w, .results = results};
    AX_TRY(ax_lanes_prepare_all(env, eqn, operands, &d.lanes));
    if (env->measures)
        return NULL;
    return ax_eval_parallel_try(env, ax_type_count(&w->result), AX_LANES, fold_in_sequence, &d);
}

/* The elements under one window, along each dimension: the first, and how many `step`s apart. */
typedef struct span {
    int64_t count; /* of all elements */
    int64_t first[AX_MAX_NDIM], counts[AX_MAX_NDIM];
} span;

static span span_of(const windows *w, const ax_window_pass *passes, const int64_t *place)
{
    span s = {.count = 1};
    for (int32_t d = 0; d < w->ndim; d++) {
        s.counts[d] = ax_window_segment(&passes[d], place[d], &s.first[d]);
        s.count *= s.counts[d];
    }
    return s;
}

/* The offset of element `index` of the span, in row-major order; -1 behind the last one. */
static int64_t span_offset(const windows *w, const ax_window_pass *passes, const span *s,
                           int64_t index)
{
    int64_t offset = 0;
    if (index >= s->count)
        return -1;
    for (int32_t d = w->ndim - 1; d >= 0; d--) {
        int64_t element = s->first[d] + index % s->counts[d] * passes[d].step;
        offset += element * w->input_strides[d];
        index /= s->counts[d];
    }
    return offset;
}

/* Only the elements themselves, however long the window is; a lane that has had all of its own meets the
 * init, which is the region's identity. */
static ax_status *fold_elements(void *user, int32_t thread, int64_t first, int64_t end)
{
    const dealing *d = user;
    const windows *w = d->w;
    ax_lanes *lanes = &d->lanes[thread];
    span *spans = d->spans + thread * AX_LANES;
    int64_t place[AX_MAX_NDIM], most = 0, count = end - first;
    index_at(w, first, place);
    for (int64_t lane = 0; lane < count; lane++) {
        spans[lane] = span_of(w, d->passes, place);
        most = ax_max_i64(most, spans[lane].count);
        next_index(w->ndim, w->result.dims, place);
    }
    ax_lanes_begin(lanes, count);
    for (int64_t i = 0; i < most; i++) {
        for (int64_t lane = 0; lane < count; lane++)
            lanes->offsets[lane] = span_offset(w, d->passes, &spans[lane], i);
        AX_TRY(ax_lanes_step(lanes, 0, count));
    }
    ax_lanes_end(lanes, d->results, first, count);
    return NULL;
}

static ax_status *window_by_elements(const ax_eval_env *env, const ax_eqn *eqn, const windows *w,
                                     const ax_tensor *operands, const ax_tensor *results)
{
    ax_window_pass passes[AX_MAX_NDIM];
    dealing d = {.w = w, .results = results, .passes = passes};
    AX_TRY(ax_lanes_prepare_all(env, eqn, operands, &d.lanes));
    AX_TRY(AX_SCRATCH(env, span, (int64_t)ax_eval_threads(env) * AX_LANES, &d.spans));
    if (env->measures)
        return NULL;
    for (int32_t i = 0; i < w->ndim; i++)
        passes[i] = ax_window_pass_of(eqn, i, w->input.dims[i], w->result.dims[i]);
    return ax_eval_parallel_try(env, ax_type_count(&w->result), AX_LANES, fold_elements, &d);
}

/* Whether the window meets padding between elements, which doubling does not know. */
static bool is_base_dilated(const windows *w)
{
    for (int32_t d = 0; d < w->ndim; d++) {
        if (w->base_dilations[d] != 1 && w->input.dims[d] > 1)
            return true;
    }
    return false;
}

ax_status *ax_window_by_region(const ax_eval_env *env, const ax_eqn *eqn, const ax_tensor *operands,
                               const ax_tensor *results)
{
    windows w = windows_of(eqn, &operands[0].type, &results[0].type);
    if (w.window_size <= IN_SEQUENCE)
        return window_in_sequence(env, eqn, &w, operands, results);
    if (is_base_dilated(&w))
        return window_by_elements(env, eqn, &w, operands, results);
    return ax_window_doubling(env, eqn, operands, results);
}
