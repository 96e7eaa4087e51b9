/* Pieces on their way from member to member, and the dimensions that are moved for them. */
#include "ir/location.h"
#include "ops/collective.h"

#include "base/checked.h"
#include "ops/ops.h"

#include <axmap/elementwise.h>
#include <axmap/indexing.h>
#include <axmap/shape.h>

static void fail_memory(ax_builder *builder)
{
    ax_builder_fail(builder, AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a collective"));
}

/* ---- dimensions ---- */

ax_value ax_move_dim(ax_value value, int32_t from, int32_t to, ax_location here)
{
    ax_batching nowhere = {.builder = value.builder};
    return ax_batch_move(&nowhere, (ax_batched){value, from}, to, here);
}

ax_value ax_repeat_at_dim(ax_value value, int32_t dim, int64_t size, ax_location here)
{
    ax_batching rows = {.builder = value.builder, .size = size};
    return ax_batch_move(&rows, (ax_batched){value, AX_NOT_MAPPED}, dim, here);
}

ax_value ax_split_dim(ax_value value, int32_t dim, const int64_t *sizes, int32_t count,
                      ax_location here)
{
    if (!value.var)
        return value;
    ax_type type = ax_type_remove_dim(&value.var->type, dim);
    if (type.ndim + count > AX_MAX_NDIM) {
        ax_builder_fail(value.builder,
                        AX_ERROR(AX_INVALID_ARGUMENT,
                                 "a collective of %s has no room for its "
                                 "dimensions; %d are allowed (%s:%d%s)",
                                 AX_TYPE_STRING(&value.var->type), AX_MAX_NDIM, AX_PLACE(here)));
        return ax_builder_poison(value.builder);
    }
    for (int32_t i = 0; i < count; i++)
        type = ax_type_insert_dim(&type, dim + i, sizes[i]);
    return ax_reshape_at(value, (ax_ints){type.ndim, type.dims}, here);
}

ax_value ax_merge_dims(ax_value value, int32_t dim, int32_t count, ax_location here)
{
    if (!value.var || count == 1)
        return value;
    ax_type type = value.var->type;
    for (int32_t i = 1; i < count; i++) {
        type.dims[dim] *= type.dims[dim + 1]; /* no overflow: the value's own size holds it */
        type = ax_type_remove_dim(&type, dim + 1);
    }
    return ax_reshape_at(value, (ax_ints){type.ndim, type.dims}, here);
}

ax_value ax_constant_i64(ax_builder *builder, ax_ints dims, const int64_t *table, ax_location here)
{
    ax_type type;
    ax_status *status = ax_type_make(AX_I64, dims.count, dims.values, &type);
    if (status)
        ax_builder_fail(builder, status);
    return status || !table ? ax_builder_poison(builder)
                            : ax_constant_at(builder, &type, table, here);
}

ax_value ax_zeros_of(ax_builder *builder, const ax_type *type, ax_location here)
{
    const int64_t nothing[2] = {0, 0};
    ax_type scalar = ax_type_scalar(type->dtype);
    ax_value zero = ax_constant_at(builder, &scalar, nothing, here);
    return ax_broadcast_in_dim_at(zero, (ax_ints){type->ndim, type->dims}, AX_EMPTY_LIST, here);
}

ax_value ax_times_count(ax_value x, ax_value count, ax_location here)
{
    ax_dtype dtype = ax_value_type(x).dtype;
    bool half = ax_dtype_is_half(dtype);
    ax_dtype wide = half ? AX_F32 : dtype;
    if (half)
        x = ax_convert_at(x, wide, here);
    x = ax_mul_at(x, ax_convert_at(count, wide, here), here);
    return half ? ax_convert_at(x, dtype, here) : x;
}

/* ---- axes ---- */

bool ax_collective_axes(ax_builder *builder, const ax_eqn *eqn, int32_t skip, ax_attr out_attrs[2])
{
    ax_names axes = ax_eqn_names(eqn, AX_ATTR_AXES);
    ax_ints sizes = ax_eqn_ints(eqn, AX_ATTR_AXIS_SIZES);
    ax_arena *arena = ax_builder_arena(builder);
    const char **names = AX_ARENA_NEW(arena, const char *, axes.count);
    int64_t *rest = AX_ARENA_NEW(arena, int64_t, axes.count);
    if (!names || !rest) {
        fail_memory(builder);
        return false;
    }
    int32_t count = 0;
    for (int32_t i = 0; i < axes.count; i++) {
        if (i == skip)
            continue;
        names[count] = axes.values[i];
        rest[count++] = sizes.values[i];
    }
    out_attrs[0] = (ax_attr){.key = AX_ATTR_AXES, .names = {count, names}};
    out_attrs[1] = ax_attr_ints(AX_ATTR_AXIS_SIZES, rest, count);
    return true;
}

static ax_value axis_index(ax_builder *builder, const char *const *name, int64_t size,
                           ax_location here)
{
    ax_attr attrs[] = {{.key = AX_ATTR_AXES, .names = {1, name}},
                       ax_attr_ints(AX_ATTR_AXIS_SIZES, &size, 1)};
    return ax_emit_one(builder, &ax_op_axis_index, NULL, 0, attrs, 2, here);
}

/* The number along `axes`; along axis `own` those of all its rows. */
static ax_value member_index(ax_builder *builder, ax_names axes, const int64_t *sizes, int32_t own,
                             ax_location here)
{
    ax_value index = ax_builder_poison(builder);
    for (int32_t i = 0; i < axes.count; i++) {
        ax_type rows = {.dtype = AX_I64, .ndim = 1, .dims = {sizes[i]}};
        ax_value digit = i == own ? ax_iota_at(builder, &rows, 0, here)
                                  : axis_index(builder, &axes.values[i], sizes[i], here);
        if (axes.count == 1)
            return digit;
        digit = ax_convert_at(digit, AX_I64, here);
        if (i > 0) {
            ax_value size = ax_constant_i64(builder, AX_EMPTY_LIST, &sizes[i], here);
            digit = ax_add_at(ax_mul_at(index, size, here), digit, here);
        }
        index = digit;
    }
    return index;
}

ax_value ax_member_index(ax_builder *builder, ax_names axes, const int64_t *sizes, ax_location here)
{
    return member_index(builder, axes, sizes, -1, here);
}

ax_value ax_member_entries(const ax_mover *m, const int64_t *table, int64_t width)
{
    ax_location here = m->eqn->location;
    ax_names axes = ax_eqn_names(m->eqn, AX_ATTR_AXES);
    ax_ints sizes = ax_eqn_ints(m->eqn, AX_ATTR_AXIS_SIZES);
    if (m->batching && axes.count == 1)
        return ax_constant_i64(m->builder, AX_LIST(m->members.count, width), table, here);
    if (m->members.count == 0) { /* nobody will ask */
        ax_type none = {.dtype = AX_I64, .ndim = m->batching ? 2 : 1};
        if (m->batching)
            none.dims[0] = m->batching->size;
        none.dims[none.ndim - 1] = width;
        return ax_zeros_of(m->builder, &none, here);
    }
    ax_value all = ax_constant_i64(m->builder, AX_LIST(m->members.count, width), table, here);
    int32_t own = m->batching ? m->own : -1;
    return ax_take_at(all, member_index(m->builder, axes, sizes.values, own, here), 0, here);
}

/* ---- rows of all members ---- */

/* The sizes of the axes before and behind `own`, multiplied. */
static void sizes_around(const ax_mover *m, int64_t *out_major, int64_t *out_minor)
{
    ax_ints sizes = ax_eqn_ints(m->eqn, AX_ATTR_AXIS_SIZES);
    *out_major = *out_minor = 1;
    for (int32_t i = 0; i < sizes.count; i++) {
        if (i != m->own)
            *(i < m->own ? out_major : out_minor) *= sizes.values[i];
    }
}

ax_value ax_gather_members(const ax_mover *m, ax_value rows)
{
    ax_location here = m->eqn->location;
    ax_attr attrs[3];
    if (ax_eqn_names(m->eqn, AX_ATTR_AXES).count == 1)
        return rows;
    if (!ax_collective_axes(m->builder, m->eqn, m->own, attrs))
        return ax_builder_poison(m->builder);
    attrs[2] = ax_attr_int(AX_ATTR_ALL_GATHER_DIM, 0);
    ax_value all = ax_emit_one(m->builder, &ax_op_all_gather, &rows, 1, attrs, 3, here);
    int64_t around[2];
    sizes_around(m, &around[0], &around[1]);
    all = ax_split_dim(all, 0, around, 2, here); /* [major, minor, own, ...] */
    return ax_merge_dims(ax_move_dim(all, 2, 1, here), 0, 3, here);
}

/* ---- pieces ---- */

ax_routes ax_routes_new(const ax_mover *m, int64_t slices, int64_t width)
{
    int64_t count = 0, last = 0;
    ax_routes routes = {.slices = slices, .width = width};
    if (!ax_checked_mul(m->members.count, width, &count) || count > INT32_MAX ||
        !ax_checked_mul(m->members.count, slices, &last)) {
        ax_builder_fail(m->builder,
                        AX_ERROR(AX_OVERFLOW,
                                 "%s: %lld members with %lld pieces each are too many (%s:%d%s)",
                                 m->eqn->op->name, (long long)m->members.count, (long long)width,
                                 AX_PLACE(m->eqn->location)));
        return routes;
    }
    routes.sources = AX_ARENA_NEW(ax_builder_arena(m->builder), int64_t, count);
    if (!routes.sources)
        fail_memory(m->builder);
    for (int64_t i = 0; routes.sources && i < count; i++)
        routes.sources[i] = -1;
    return routes;
}

static ax_value emit_exchange(const ax_mover *m, ax_value pieces, const ax_routes *routes)
{
    int32_t count = (int32_t)(m->members.count * routes->width);
    ax_attr attrs[4];
    if (!ax_collective_axes(m->builder, m->eqn, -1, attrs))
        return ax_builder_poison(m->builder);
    attrs[2] = ax_attr_int(AX_ATTR_SLICES, routes->slices);
    attrs[3] = ax_attr_ints(AX_ATTR_SOURCES, routes->sources, count);
    return ax_emit_one(m->builder, &ax_op_exchange, &pieces, 1, attrs, 4, m->eqn->location);
}

/* rows[index] along dimension 0; zeros where the index is -1. */
static ax_value take_or_zero(ax_value rows, ax_value index, bool any_missing, ax_location here)
{
    ax_type table = ax_value_type(rows), asked = ax_value_type(index);
    if (!rows.var || !index.var)
        return ax_builder_poison(rows.builder);
    ax_type type = asked;
    type.dtype = table.dtype;
    for (int32_t i = 1; i < table.ndim && type.ndim < AX_MAX_NDIM; i++)
        type = ax_type_insert_dim(&type, type.ndim, table.dims[i]);
    if (table.dims[0] == 0)
        return ax_zeros_of(rows.builder, &type, here);
    ax_value taken = ax_take_at(rows, index, 0, here);
    if (!any_missing || !taken.var)
        return taken;
    int64_t kept[AX_MAX_NDIM];
    for (int32_t i = 0; i < asked.ndim; i++)
        kept[i] = i;
    ax_value none = ax_constant_i64(rows.builder, AX_EMPTY_LIST, &(const int64_t){0}, here);
    ax_value there = ax_compare_at(index, none, AX_GE, here);
    there = ax_broadcast_in_dim_at(there, (ax_ints){type.ndim, type.dims},
                                   (ax_ints){asked.ndim, kept}, here);
    return ax_select_at(there, taken, ax_zeros_of(rows.builder, &type, here), here);
}

ax_value ax_move_pieces(const ax_mover *m, ax_value pieces, const ax_routes *routes)
{
    ax_location here = m->eqn->location;
    if (!routes->sources || !pieces.var)
        return ax_builder_poison(m->builder);
    if (!m->batching && !m->shared)
        return emit_exchange(m, pieces, routes);
    int64_t count = m->members.count * routes->width;
    int64_t *index = AX_ARENA_NEW(ax_builder_arena(m->builder), int64_t, count);
    if (!index) {
        fail_memory(m->builder);
        return ax_builder_poison(m->builder);
    }
    bool any_missing = false;
    for (int64_t i = 0; i < count; i++) {
        int64_t source = routes->sources[i];
        any_missing |= source < 0;
        index[i] = source >= 0 && m->shared ? source % routes->slices : source;
    }
    ax_value rows = m->shared ? pieces : ax_merge_dims(ax_gather_members(m, pieces), 0, 2, here);
    return take_or_zero(rows, ax_member_entries(m, index, routes->width), any_missing, here);
}
