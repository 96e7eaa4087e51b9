#include "transform/flat_axis.h"

#include "ir/location.h"
#include "ops/ops.h"

#include <axmap/elementwise.h>
#include <axmap/shape.h>
#include <string.h>

/* ---- points, members and the rest ---- */

/* How a collective's axes lie in the grid. A point is a member (its position along the collective's own
 * axes, major to minor as the collective names them) of one of `others` sets of members. */
typedef struct members {
    int64_t count, others;
    const int64_t *points; /* [others, count]: the point of each member */
} members;

static int32_t find_axis(ax_names axes, const char *name)
{
    for (int32_t i = 0; i < axes.count; i++) {
        if (strcmp(axes.values[i], name) == 0)
            return i;
    }
    return -1;
}

static int64_t stride_of(const ax_flat_axis *flat, int32_t axis)
{
    int64_t stride = 1;
    for (int32_t i = flat->axes.count - 1; i > axis; i--)
        stride *= flat->sizes.values[i];
    return stride;
}

/* The offsets of all positions along `axes` (numbers of the grid's), row-major. */
static void fill_offsets(const ax_flat_axis *flat, const int32_t *axes, int32_t naxes,
                         int64_t count, int64_t *out_offsets)
{
    for (int64_t n = 0; n < count; n++) {
        int64_t rest = n, offset = 0;
        for (int32_t i = naxes - 1; i >= 0; i--) {
            int64_t size = flat->sizes.values[axes[i]];
            offset += rest % size * stride_of(flat, axes[i]);
            rest /= size;
        }
        out_offsets[n] = offset;
    }
}

static void no_memory(ax_builder *builder)
{
    ax_builder_fail(builder, AX_ERROR(AX_OUT_OF_MEMORY, "no memory to place a grid of axes"));
}

/* The numbers of the collective's axes in the grid and of the others; false after an error. */
static bool sort_axes(ax_builder *builder, const ax_flat_axis *flat, const ax_eqn *eqn,
                      int32_t *own, int32_t *others, int32_t *out_nothers)
{
    ax_names axes = ax_eqn_names(eqn, AX_ATTR_AXES);
    for (int32_t i = 0; i < axes.count; i++) {
        own[i] = find_axis(flat->axes, axes.values[i]);
        if (own[i] < 0) {
            ax_builder_fail(builder,
                            AX_ERROR(AX_INVALID_ARGUMENT,
                                     "%s speaks over axis '%s', which nobody binds; bound: '%s' "
                                     "(%s:%d%s)",
                                     eqn->op->name, axes.values[i], flat->name,
                                     AX_PLACE(eqn->location)));
            return false;
        }
    }
    int32_t n = 0;
    for (int32_t a = 0; a < flat->axes.count; a++) {
        if (find_axis(axes, flat->axes.values[a]) < 0)
            others[n++] = a;
    }
    *out_nothers = n;
    return true;
}

static bool find_members(ax_builder *builder, const ax_flat_axis *flat, const ax_eqn *eqn,
                         members *out)
{
    ax_arena *arena = ax_builder_arena(builder);
    ax_names axes = ax_eqn_names(eqn, AX_ATTR_AXES);
    ax_ints sizes = ax_eqn_ints(eqn, AX_ATTR_AXIS_SIZES);
    int32_t *own = AX_ARENA_NEW(arena, int32_t, axes.count);
    int32_t *others = AX_ARENA_NEW(arena, int32_t, flat->axes.count);
    int64_t *points = AX_ARENA_NEW(arena, int64_t, flat->points);
    int32_t nothers;
    if (!own || !others || !points) {
        no_memory(builder);
        return false;
    }
    if (!sort_axes(builder, flat, eqn, own, others, &nothers))
        return false;
    *out = (members){.count = 1, .points = points};
    for (int32_t i = 0; i < sizes.count; i++)
        out->count *= sizes.values[i];
    out->others = flat->points / out->count;
    int64_t *inner = AX_ARENA_NEW(arena, int64_t, out->count);
    int64_t *outer = AX_ARENA_NEW(arena, int64_t, out->others);
    if (!inner || !outer) {
        no_memory(builder);
        return false;
    }
    fill_offsets(flat, own, axes.count, out->count, inner);
    fill_offsets(flat, others, nothers, out->others, outer);
    for (int64_t o = 0; o < out->others; o++) {
        for (int64_t m = 0; m < out->count; m++)
            points[o * out->count + m] = outer[o] + inner[m];
    }
    return true;
}

/* ---- attributes over the flat axis ---- */

enum { MOST_ATTRS = 12 };

typedef struct attrs {
    ax_attr list[MOST_ATTRS];
    int32_t count;
} attrs;

static void start_attrs(attrs *a, const ax_flat_axis *flat, const ax_eqn *eqn)
{
    a->count = 0;
    for (int32_t i = 0; i < eqn->nattrs; i++) {
        switch (eqn->attrs[i].key) {
        case AX_ATTR_AXES:
        case AX_ATTR_AXIS_SIZES:
        case AX_ATTR_AXIS_INDEX_GROUPS:
        case AX_ATTR_GROUP_COUNT:
        case AX_ATTR_PROMISED:
        case AX_ATTR_SOURCE:
        case AX_ATTR_SOURCES: break;
        default: a->list[a->count++] = eqn->attrs[i]; break;
        }
    }
    a->list[a->count++] = (ax_attr){.key = AX_ATTR_AXES, .names = {1, &flat->name}};
    a->list[a->count++] = ax_attr_ints(AX_ATTR_AXIS_SIZES, &flat->points, 1);
}

/* Sources count members, or pieces of members: the same from points. */
static const int64_t *flat_sources(ax_builder *builder, const ax_flat_axis *flat, const members *m,
                                   ax_ints sources, int64_t slices)
{
    int64_t width = sources.count / m->count;
    int64_t *out = AX_ARENA_NEW(ax_builder_arena(builder), int64_t, flat->points * width);
    if (!out) {
        no_memory(builder);
        return NULL;
    }
    for (int64_t p = 0; p < flat->points; p++) {
        int64_t other = p / m->count * m->count;
        for (int64_t w = 0; w < width; w++) {
            int64_t source = sources.values[p % m->count * width + w];
            out[m->points[p] * width + w] = source < 0
                                                ? -1
                                                : m->points[other + source / slices] * slices +
                                                      source % slices;
        }
    }
    return out;
}

/* Whether the members are all points; `in_order`: and in the same order. */
static bool covers(const members *m, bool in_order)
{
    for (int64_t p = 0; in_order && p < m->count; p++) {
        if (m->points[p] != p)
            return false;
    }
    return m->others == 1;
}

/* The groups of the collective (or its one group), once for each set of members. */
static bool add_groups(ax_builder *builder, const ax_flat_axis *flat, const members *m,
                       const ax_eqn *eqn, attrs *a)
{
    ax_ints groups = ax_eqn_ints(eqn, AX_ATTR_AXIS_INDEX_GROUPS);
    int64_t ngroups = ax_eqn_int_or(eqn, AX_ATTR_GROUP_COUNT, 1);
    int64_t entries = groups.count ? groups.count : m->count;
    int64_t *out = AX_ARENA_NEW(ax_builder_arena(builder), int64_t, m->others * entries);
    if (!out || m->others * entries > INT32_MAX) {
        no_memory(builder);
        return false;
    }
    (void)flat;
    for (int64_t o = 0; o < m->others; o++) {
        for (int64_t i = 0; i < entries; i++) {
            int64_t member = groups.count ? groups.values[i] : i;
            out[o * entries + i] = member < 0 ? -1 : m->points[o * m->count + member];
        }
    }
    a->list[a->count++] = ax_attr_ints(AX_ATTR_AXIS_INDEX_GROUPS, out,
                                       (int32_t)(m->others * entries));
    a->list[a->count++] = ax_attr_int(AX_ATTR_GROUP_COUNT, m->others * ngroups);
    return true;
}

/* ---- the ops ---- */

static ax_value emit(ax_builder *builder, const ax_op *op, const ax_value *operands, const attrs *a,
                     const ax_eqn *eqn)
{
    return ax_emit_one(builder, op, operands, eqn->noperands, a->list, a->count, eqn->location);
}

/* The value of one point: of the same set's source where only some axes are spoken over. */
static ax_value emit_broadcast(ax_builder *builder, const ax_flat_axis *flat, const members *m,
                               const ax_eqn *eqn, const ax_value *operands, attrs *a)
{
    int64_t source = ax_eqn_int(eqn, AX_ATTR_SOURCE);
    if (m->others == 1) {
        a->list[a->count++] = ax_attr_int(AX_ATTR_SOURCE, m->points[source]);
        if (ax_eqn_find_attr(eqn, AX_ATTR_PROMISED))
            a->list[a->count++] = ax_attr_int(AX_ATTR_PROMISED, 1);
        return emit(builder, eqn->op, operands, a, eqn);
    }
    int64_t *sources = AX_ARENA_NEW(ax_builder_arena(builder), int64_t, flat->points);
    if (!sources) {
        no_memory(builder);
        return ax_builder_poison(builder);
    }
    for (int64_t p = 0; p < flat->points; p++)
        sources[m->points[p]] = m->points[p / m->count * m->count + source];
    a->list[a->count++] = ax_attr_ints(AX_ATTR_SOURCES, sources, (int32_t)flat->points);
    return emit(builder, &ax_op_ppermute, operands, a, eqn);
}

static ax_value emit_sources(ax_builder *builder, const ax_flat_axis *flat, const members *m,
                             const ax_eqn *eqn, const ax_value *operands, attrs *a)
{
    ax_ints sources = ax_eqn_ints(eqn, AX_ATTR_SOURCES);
    int64_t slices = ax_eqn_int_or(eqn, AX_ATTR_SLICES, 1);
    const int64_t *flat_list = flat_sources(builder, flat, m, sources, slices);
    if (!flat_list)
        return ax_builder_poison(builder);
    int64_t count = sources.count / m->count * flat->points;
    a->list[a->count++] = ax_attr_ints(AX_ATTR_SOURCES, flat_list, (int32_t)count);
    return emit(builder, eqn->op, operands, a, eqn);
}

static bool is_reduction(const ax_op *op)
{
    return op == &ax_op_psum || op == &ax_op_pmax || op == &ax_op_pmin;
}

static ax_value emit_collective(ax_builder *builder, const ax_flat_axis *flat, const ax_eqn *eqn,
                                const ax_value *operands)
{
    members m;
    attrs a;
    if (!find_members(builder, flat, eqn, &m))
        return ax_builder_poison(builder);
    start_attrs(&a, flat, eqn);
    if (eqn->op == &ax_op_pbroadcast)
        return emit_broadcast(builder, flat, &m, eqn, operands, &a);
    if (ax_eqn_find_attr(eqn, AX_ATTR_SOURCES))
        return emit_sources(builder, flat, &m, eqn, operands, &a);
    bool whole = !ax_eqn_find_attr(eqn, AX_ATTR_AXIS_INDEX_GROUPS) &&
                 covers(&m, !is_reduction(eqn->op));
    if (!whole && !add_groups(builder, flat, &m, eqn, &a))
        return ax_builder_poison(builder);
    return emit(builder, eqn->op, operands, &a, eqn);
}

ax_value ax_flat_coordinate(ax_builder *builder, const ax_flat_axis *flat, int32_t axis,
                            ax_location here)
{
    ax_attr list[] = {{.key = AX_ATTR_AXES, .names = {1, &flat->name}},
                      ax_attr_ints(AX_ATTR_AXIS_SIZES, &flat->points, 1)};
    ax_value index = ax_emit_one(builder, &ax_op_axis_index, NULL, 0, list, 2, here);
    ax_value stride = ax_scalar_at(builder, AX_I32, (double)stride_of(flat, axis), here);
    ax_value size = ax_scalar_at(builder, AX_I32, (double)flat->sizes.values[axis], here);
    return ax_rem_at(ax_div_at(index, stride, here), size, here);
}

void ax_flat_emit(ax_builder *builder, const ax_flat_axis *flat, const ax_eqn *eqn,
                  const ax_value *operands, ax_value *out_results)
{
    if (eqn->op != &ax_op_axis_index) {
        out_results[0] = emit_collective(builder, flat, eqn, operands);
        return;
    }
    int32_t axis = find_axis(flat->axes, ax_eqn_names(eqn, AX_ATTR_AXES).values[0]);
    if (axis >= 0) {
        out_results[0] = ax_flat_coordinate(builder, flat, axis, eqn->location);
        return;
    }
    members unused; /* says what is wrong */
    find_members(builder, flat, eqn, &unused);
    out_results[0] = ax_builder_poison(builder);
}
