/* Where index vectors lead: offsets into the table for run after run of the slices. */
#include "base/checked.h"
#include "base/vectorized.h"
#include "ops/indexing.h"
#include "ops/numbers.h"

/* ---- what the walk goes over ---- */

/* A dimension of the slices: its size, and where a step along it leads. */
typedef struct step {
    int64_t dim, index_stride, table_stride;
    bool in_window;
} step;

static int32_t slice_steps(const ax_index_numbers *numbers, const ax_type *table,
                           const ax_type *indices, const ax_type *slices, step *out_steps)
{
    int64_t table_strides[AX_MAX_NDIM], index_strides[AX_MAX_NDIM];
    ax_type_strides(table, table_strides);
    ax_type_strides(indices, index_strides);
    int32_t from_table = 0, from_indices = 0, count = 0;
    for (int32_t i = 0; i < slices->ndim; i++) {
        step s = {.dim = slices->dims[i]};
        if (ax_ints_hold(numbers->window, i)) {
            while (!ax_index_keeps(numbers, from_table))
                from_table++;
            s.in_window = true;
            s.table_stride = table_strides[from_table++];
        } else {
            if (from_indices == numbers->vector_dim)
                from_indices++;
            s.index_stride = index_strides[from_indices];
            for (int32_t b = 0; b < numbers->indices_batching.count; b++) {
                if (numbers->indices_batching.values[b] == from_indices)
                    s.table_stride = table_strides[numbers->table_batching.values[b]];
            }
            from_indices++;
        }
        if (s.dim != 1)
            out_steps[count++] = s;
    }
    return count;
}

/* Takes the last steps into the run while they stay among neighbours, then merges the others. */
static void take_steps(ax_points *points, const step *steps, int32_t count)
{
    points->run = 1;
    points->count = 1;
    while (count > 0 && steps[count - 1].in_window &&
           steps[count - 1].table_stride == points->run) {
        points->run *= steps[--count].dim;
    }
    for (int32_t i = 0; i < count; i++) {
        const step *s = &steps[i];
        int32_t last = points->ndim - 1;
        points->count *= s->dim;
        if (last >= 0 && points->index_strides[last] == s->index_stride * s->dim &&
            points->table_strides[last] == s->table_stride * s->dim) {
            points->dims[last] *= s->dim;
            points->index_strides[last] = s->index_stride;
            points->table_strides[last] = s->table_stride;
            continue;
        }
        points->dims[points->ndim] = s->dim;
        points->index_strides[points->ndim] = s->index_stride;
        points->table_strides[points->ndim] = s->table_stride;
        points->ndim++;
    }
    if (points->ndim == 0) /* a single run */
        points->dims[points->ndim++] = 1;
}

void ax_points_start(const ax_index_numbers *numbers, const ax_type *table,
                     const ax_tensor *indices, const ax_type *slices, bool clamps,
                     ax_points *out_points)
{
    ax_points points = {.clamps = clamps,
                        .dtype = indices->type.dtype,
                        .indices = indices->data,
                        .entries = numbers->index_map.count};
    step steps[AX_MAX_NDIM];
    take_steps(&points, steps, slice_steps(numbers, table, &indices->type, slices, steps));

    int64_t table_strides[AX_MAX_NDIM], index_strides[AX_MAX_NDIM], window[AX_MAX_NDIM];
    ax_type_strides(table, table_strides);
    ax_type_strides(&indices->type, index_strides);
    int32_t next = 0;
    for (int32_t d = 0; d < table->ndim; d++) {
        window[d] = ax_index_keeps(numbers, d) ? slices->dims[numbers->window.values[next++]] : 1;
    }
    if (numbers->vector_dim < indices->type.ndim)
        points.entry_stride = index_strides[numbers->vector_dim];
    for (int32_t e = 0; e < points.entries; e++) {
        int64_t dim = numbers->index_map.values[e];
        points.last_start[e] = table->dims[dim] - window[dim];
        points.entry_table_strides[e] = table_strides[dim];
    }
    *out_points = points;
}

/* ---- starts ---- */

/* Some elements of the indices: `count` of them, `stride` apart; and what one of them means. */
typedef struct starts {
    int64_t stride, count;
    int64_t last_start, table_stride;
    bool clamps;
} starts;

static inline int64_t clamp_start(int64_t start, int64_t last_start)
{
    start = start < 0 ? 0 : start;
    return start > last_start ? last_start : start;
}

/* Indices that no int64_t holds are far outside: the largest int64_t stands for them. */
static inline int64_t widen_u64(uint64_t index)
{
    return index > INT64_MAX ? INT64_MAX : (int64_t)index;
}

#define KEEP(index) ((int64_t)(index))

/* Products of numbers of 32 bits, which vectors have. */
static inline int64_t times(int64_t start, int64_t scale, bool small)
{
    return small ? (int64_t)(int32_t)start * (int32_t)scale : start * scale;
}

#define DEFINE_STARTS(name, ctype, widen)                                                       \
    static inline __attribute__((always_inline)) void walk_##name(                              \
        const ctype *index, const starts *s, int64_t stride, bool small, int64_t *offsets)      \
    {                                                                                           \
        int64_t last = s->last_start, scale = s->table_stride, count = s->count;                \
        if (s->clamps) {                                                                        \
            for (int64_t i = 0; i < count; i++)                                                 \
                offsets[i] += times(clamp_start(widen(index[i * stride]), last), scale, small); \
            return;                                                                             \
        }                                                                                       \
        for (int64_t i = 0; i < count; i++) {                                                   \
            int64_t start = widen(index[i * stride]);                                           \
            bool fits = start >= 0 && start <= last && offsets[i] >= 0;                         \
            offsets[i] = fits ? offsets[i] + start * scale : -1;                                \
        }                                                                                       \
    }                                                                                           \
                                                                                                \
    AX_VECTORIZED static void add_starts_##name(const void *indices, int64_t place,             \
                                                const starts *s, int64_t *offsets)              \
    {                                                                                           \
        const ctype *index = (const ctype *)indices + place;                                    \
        bool small = s->last_start <= INT32_MAX && s->table_stride <= INT32_MAX;                \
        switch (small ? s->stride : -1) { /* known strides make better loops */                 \
        case 0: walk_##name(index, s, 0, true, offsets); break;                                 \
        case 1: walk_##name(index, s, 1, true, offsets); break;                                 \
        case 2: walk_##name(index, s, 2, true, offsets); break;                                 \
        default: walk_##name(index, s, s->stride, false, offsets);                              \
        }                                                                                       \
    }

#define DEFINE_SMALL(dtype, name, ctype) DEFINE_STARTS(name, ctype, KEEP)
AX_SIGNED_NUMBERS(DEFINE_SMALL)
DEFINE_STARTS(u8, uint8_t, KEEP)
DEFINE_STARTS(u16, uint16_t, KEEP)
DEFINE_STARTS(u32, uint32_t, KEEP)
DEFINE_STARTS(u64, uint64_t, widen_u64)

static void add_starts(ax_dtype dtype, const void *indices, int64_t place, const starts *s,
                       int64_t *offsets)
{
    switch (dtype) {
#define CASE(dtype_name, name, ctype) \
    case dtype_name: add_starts_##name(indices, place, s, offsets); break;
        AX_INTEGER_NUMBERS(CASE)
#undef CASE
    default: break; /* no other dtype passes inference */
    }
}

int64_t ax_clamped_start(const ax_tensor *index, int64_t size, int64_t window)
{
    starts s = {.count = 1, .last_start = size - window, .table_stride = 1, .clamps = true};
    int64_t start = 0;
    add_starts(index->type.dtype, index->data, 0, &s, &start);
    return start;
}

/* ---- the walk ---- */

void ax_points_seek(ax_points *points, int64_t first, int64_t end)
{
    points->done = first;
    points->count = end;
    points->place = points->offset = 0;
    for (int32_t d = points->ndim - 1; d >= 0; d--) {
        points->at[d] = first % points->dims[d];
        first /= points->dims[d];
        points->place += points->at[d] * points->index_strides[d];
        points->offset += points->at[d] * points->table_strides[d];
    }
}

/* `count` steps along the last dimension, then those around it where it is done. */
static void advance(ax_points *p, int64_t count)
{
    int32_t d = p->ndim - 1;
    p->at[d] += count;
    p->place += count * p->index_strides[d];
    p->offset += count * p->table_strides[d];
    while (d > 0 && p->at[d] == p->dims[d]) {
        p->place -= p->dims[d] * p->index_strides[d];
        p->offset -= p->dims[d] * p->table_strides[d];
        p->at[d] = 0;
        d--;
        p->at[d]++;
        p->place += p->index_strides[d];
        p->offset += p->table_strides[d];
    }
}

int64_t ax_points_next(ax_points *points, int64_t *offsets)
{
    int64_t found = 0, most = ax_min_i64(AX_POINTS, points->count - points->done);
    int32_t last = points->ndim - 1;
    while (found < most) {
        int64_t left = points->dims[last] - points->at[last];
        int64_t count = ax_min_i64(most - found, left), stride = points->table_strides[last];
        int64_t *piece = offsets + found;
        for (int64_t i = 0; i < count; i++)
            piece[i] = points->offset + i * stride;
        for (int32_t e = 0; e < points->entries; e++) {
            starts s = {.stride = points->index_strides[last],
                        .count = count,
                        .last_start = points->last_start[e],
                        .table_stride = points->entry_table_strides[e],
                        .clamps = points->clamps};
            add_starts(points->dtype, points->indices, points->place + e * points->entry_stride, &s,
                       piece);
        }
        found += count;
        advance(points, count);
    }
    points->done += found;
    return found;
}
