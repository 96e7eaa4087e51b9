/* vmap of collectives.
 *
 * Over an axis that the collective does not name, it is the same collective with its dimensions moved
 * past the batch's. Over one that it names, that axis is taken out: what is left speaks over the
 * others. Collectives over several axes come apart axis by axis where they have no groups; otherwise
 * the rows of all members are gathered and each takes what is its own.
 */
#include "ops/collective.h"

#include "base/checked.h"
#include "ops/ops.h"

#include <axmap/elementwise.h>
#include <axmap/indexing.h>
#include <axmap/reduction.h>
#include <axmap/shape.h>

/* The place of vmap's axis among the collective's, or -1. */
static int32_t own_axis(const ax_batching *batching, const ax_eqn *eqn)
{
    return ax_names_find(ax_eqn_names(eqn, AX_ATTR_AXES), batching->axis_name);
}

static bool is_alone(const ax_eqn *eqn)
{
    return ax_eqn_names(eqn, AX_ATTR_AXES).count == 1;
}

static bool has_groups(const ax_eqn *eqn)
{
    return ax_eqn_find_attr(eqn, AX_ATTR_AXIS_INDEX_GROUPS) != NULL;
}

/* Over another axis: the equation with up to two of its integers changed. */
static void emit_moved(ax_batching *batching, const ax_eqn *eqn, ax_value x, const ax_attr *changed,
                       int32_t nchanged, int32_t axis)
{
    ax_attr attrs[8];
    for (int32_t i = 0; i < eqn->nattrs; i++) {
        attrs[i] = eqn->attrs[i];
        for (int32_t c = 0; c < nchanged; c++) {
            if (changed[c].key == attrs[i].key)
                attrs[i] = changed[c];
        }
    }
    ax_batch_emit(batching, eqn, &x, attrs, eqn->nattrs, axis);
}

/* Groups and routes over its own axis: rows of all members, of which each takes its own. */
static void batch_by_moves(ax_batching *batching, const ax_eqn *eqn, int32_t own)
{
    ax_batched x = ax_batch_operand(batching, eqn, 0);
    ax_mover mover = {
        .builder = batching->builder,
        .eqn = eqn,
        .members = ax_members_of(eqn),
        .batching = batching,
        .own = own,
        .shared = x.axis == AX_NOT_MAPPED && is_alone(eqn),
    };
    ax_value result = mover.shared ? ax_collective_by_copies(&mover, x.value)
                                   : ax_collective_by_moves(
                                         &mover, ax_batch_move(batching, x, 0, eqn->location));
    ax_batch_results(batching, eqn, &result, 0);
}

/* ---- psum, pmax, pmin ---- */

static ax_value reduce_dim(const ax_eqn *eqn, ax_value x, int32_t dim)
{
    ax_ints batch = AX_LIST(dim);
    if (eqn->op == &ax_op_pmax)
        return ax_max_at(x, batch, eqn->location);
    if (eqn->op == &ax_op_pmin)
        return ax_min_at(x, batch, eqn->location);
    return ax_sum_at(x, batch, eqn->location);
}

/* What becomes of x over vmap's axis: psum of what is not mapped is size times x. */
static ax_value reduce_own(const ax_batching *batching, const ax_eqn *eqn, ax_batched x)
{
    if (x.axis != AX_NOT_MAPPED)
        return reduce_dim(eqn, x.value, x.axis);
    if (eqn->op == &ax_op_pmax || eqn->op == &ax_op_pmin)
        return x.value;
    ax_value count = ax_constant_i64(batching->builder, AX_EMPTY_LIST, &batching->size,
                                     eqn->location);
    return ax_times_count(x.value, count, eqn->location);
}

/* The same collective over the axes that remain, with other attributes besides. */
static ax_value over_rest(ax_batching *batching, const ax_eqn *eqn, int32_t own, ax_value x,
                          const ax_attr *more, int32_t nmore)
{
    ax_attr attrs[4];
    if (is_alone(eqn))
        return x;
    if (!ax_collective_axes(batching->builder, eqn, own, attrs))
        return ax_builder_poison(batching->builder);
    for (int32_t i = 0; i < nmore; i++)
        attrs[2 + i] = more[i];
    return ax_emit_one(batching->builder, eqn->op, &x, 1, attrs, 2 + nmore, eqn->location);
}

/* Whether sums over vmap's axis are kept in f32 for those over the others: halves are rounded once. */
static bool keeps_wide(const ax_eqn *eqn, ax_value x)
{
    bool sums = eqn->op == &ax_op_psum || eqn->op == &ax_op_psum_scatter;
    return sums && !is_alone(eqn) && ax_dtype_is_half(ax_value_type(x).dtype);
}

/* Places in the groups, [ngroups, widest], as rows of the operand; past a short group's end the row
 * behind all others (`zero_row`), or the group's first again, which changes no maximum. */
static int64_t *rows_of_places(ax_builder *builder, const ax_members *members, bool zero_row)
{
    int64_t places = members->ngroups * members->widest;
    int64_t *rows = AX_ARENA_NEW(ax_builder_arena(builder), int64_t, places);
    if (!rows)
        ax_builder_fail(builder, AX_ERROR(AX_OUT_OF_MEMORY, "no memory for vmap"));
    for (int64_t i = 0; rows && i < places; i++) {
        int64_t first = members->groups[i / members->widest * members->widest];
        rows[i] = members->groups[i];
        if (rows[i] < 0)
            rows[i] = zero_row ? members->count : first;
    }
    return rows;
}

/* Which of the groups' results each member takes: its group's, or its own part of it. */
static int64_t *results_of_members(ax_builder *builder, const ax_members *members, bool parts)
{
    int64_t *results = AX_ARENA_NEW(ax_builder_arena(builder), int64_t, members->count);
    if (!results)
        ax_builder_fail(builder, AX_ERROR(AX_OUT_OF_MEMORY, "no memory for vmap"));
    for (int64_t i = 0; results && i < members->ngroups * members->widest; i++) {
        if (members->groups[i] >= 0)
            results[members->groups[i]] = parts ? i : i / members->widest;
    }
    return results;
}

/* Each group's rows are reduced once, then every member takes its group's result, or with `scatter` >= 0
 * its part of that dimension. */
static void reduce_groups(ax_batching *batching, const ax_eqn *eqn, ax_batched x, int32_t scatter)
{
    ax_builder *builder = batching->builder;
    ax_location here = eqn->location;
    ax_members members = ax_members_of(eqn);
    bool zero_row = eqn->op == &ax_op_psum && !ax_members_even(&members);
    ax_members ordered = ax_members_in_order(builder, &members);
    int64_t *rows = rows_of_places(builder, &ordered, zero_row);
    int64_t *results = results_of_members(builder, &members, scatter >= 0);
    ax_value value = ax_batch_move(batching, x, 0, here);
    if (!rows || !results || !value.var)
        return;
    if (zero_row) {
        ax_type row = ax_value_type(value);
        row.dims[0] = 1;
        ax_value parts[] = {value, ax_zeros_of(builder, &row, here)};
        value = ax_concatenate_at(parts, 2, 0, here);
    }
    ax_ints dims = AX_LIST(members.ngroups, members.widest);
    value = ax_take_at(value, ax_constant_i64(builder, dims, rows, here), 0, here);
    value = reduce_dim(eqn, value, 1);
    if (scatter >= 0)
        value = ax_merge_dims(ax_move_dim(value, 1 + scatter, 1, here), 0, 2, here);
    ax_value own = ax_constant_i64(builder, AX_LIST(members.count), results, here);
    value = ax_take_at(value, own, 0, here);
    ax_batch_results(batching, eqn, &value, 0);
}

void ax_batch_preduce(ax_batching *batching, const ax_eqn *eqn)
{
    ax_batched x = ax_batch_operand(batching, eqn, 0);
    int32_t own = own_axis(batching, eqn);
    if (own < 0) {
        emit_moved(batching, eqn, x.value, NULL, 0, x.axis);
    } else if (!has_groups(eqn)) {
        ax_dtype dtype = ax_value_type(x.value).dtype;
        bool wide = keeps_wide(eqn, x.value);
        if (wide)
            x.value = ax_convert_at(x.value, AX_F32, eqn->location);
        ax_value result = over_rest(batching, eqn, own, reduce_own(batching, eqn, x), NULL, 0);
        if (wide)
            result = ax_convert_at(result, dtype, eqn->location);
        ax_batch_results(batching, eqn, &result, AX_NOT_MAPPED);
    } else if (is_alone(eqn) && x.axis != AX_NOT_MAPPED) {
        reduce_groups(batching, eqn, x, -1);
    } else {
        batch_by_moves(batching, eqn, own);
    }
}

/* ---- all_gather ---- */

void ax_batch_all_gather(ax_batching *batching, const ax_eqn *eqn)
{
    ax_batched x = ax_batch_operand(batching, eqn, 0);
    int32_t dimension = (int32_t)ax_eqn_int(eqn, AX_ATTR_ALL_GATHER_DIM);
    int32_t own = own_axis(batching, eqn);
    if (own < 0) {
        /* The batch dimension may stand in front of the gathered one or behind it. */
        bool behind = x.axis >= dimension;
        ax_attr changed = ax_attr_int(AX_ATTR_ALL_GATHER_DIM, behind ? dimension : dimension + 1);
        emit_moved(batching, eqn, x.value, &changed, 1, behind ? x.axis + 1 : x.axis);
        return;
    }
    if (has_groups(eqn)) {
        batch_by_moves(batching, eqn, own);
        return;
    }
    ax_value gathered;
    if (is_alone(eqn)) {
        gathered = ax_batch_move(batching, x, dimension, eqn->location);
    } else {
        ax_mover mover = {.builder = batching->builder,
                          .eqn = eqn,
                          .members = ax_members_of(eqn),
                          .batching = batching,
                          .own = own};
        ax_value rows = ax_batch_move(batching, x, 0, eqn->location);
        gathered = ax_move_dim(ax_gather_members(&mover, rows), 0, dimension, eqn->location);
    }
    ax_batch_results(batching, eqn, &gathered, AX_NOT_MAPPED);
}

/* ---- psum_scatter, all_to_all ---- */

/* A dimension of all members as those of the axes in front of `own`, of it, and of those behind. */
static ax_value split_members(const ax_eqn *eqn, int32_t own, ax_value x, int32_t dim)
{
    ax_ints sizes = ax_eqn_ints(eqn, AX_ATTR_AXIS_SIZES);
    int64_t parts[] = {1, sizes.values[own], 1};
    for (int32_t i = 0; i < sizes.count; i++) {
        if (i != own)
            parts[i < own ? 0 : 2] *= sizes.values[i];
    }
    return ax_split_dim(x, dim, parts, 3, eqn->location);
}

/* The dimension of all members at `dim` loses the part of `own`, which becomes dimension 0. */
static ax_value take_own_out(const ax_eqn *eqn, int32_t own, ax_value x, int32_t dim)
{
    x = ax_move_dim(split_members(eqn, own, x, dim), dim + 1, 0, eqn->location);
    return ax_merge_dims(x, dim + 1, 2, eqn->location);
}

void ax_batch_psum_scatter(ax_batching *batching, const ax_eqn *eqn)
{
    ax_batched x = ax_batch_operand(batching, eqn, 0);
    int32_t dim = (int32_t)ax_eqn_int(eqn, AX_ATTR_SCATTER_DIMENSION);
    int32_t own = own_axis(batching, eqn);
    if (own < 0) {
        int32_t moved = dim + (x.axis <= dim);
        ax_attr changed = ax_attr_int(AX_ATTR_SCATTER_DIMENSION, moved);
        emit_moved(batching, eqn, x.value, &changed, 1, x.axis - (moved < x.axis));
        return;
    }
    if (has_groups(eqn) && is_alone(eqn) && x.axis != AX_NOT_MAPPED) {
        reduce_groups(batching, eqn, x, dim);
        return;
    }
    if (has_groups(eqn)) {
        batch_by_moves(batching, eqn, own);
        return;
    }
    ax_dtype dtype = ax_value_type(x.value).dtype;
    bool wide = keeps_wide(eqn, x.value);
    if (wide)
        x.value = ax_convert_at(x.value, AX_F32, eqn->location);
    ax_value sum = reduce_own(batching, eqn, x);
    if (is_alone(eqn)) {
        ax_batch_results(batching, eqn, &sum, dim);
        return;
    }
    ax_attr moved = ax_attr_int(AX_ATTR_SCATTER_DIMENSION, dim + 1);
    sum = over_rest(batching, eqn, own, take_own_out(eqn, own, sum, dim), &moved, 1);
    if (wide)
        sum = ax_convert_at(sum, dtype, eqn->location);
    ax_batch_results(batching, eqn, &sum, 0);
}

void ax_batch_all_to_all(ax_batching *batching, const ax_eqn *eqn)
{
    ax_batched x = ax_batch_operand(batching, eqn, 0);
    ax_location here = eqn->location;
    int32_t split = (int32_t)ax_eqn_int(eqn, AX_ATTR_SPLIT_DIMENSION);
    int32_t concat = (int32_t)ax_eqn_int(eqn, AX_ATTR_CONCAT_DIMENSION);
    int32_t own = own_axis(batching, eqn);
    if (own < 0) {
        int32_t moved = split + (x.axis <= split);
        int32_t axis = x.axis - (moved < x.axis); /* without the split dimension */
        bool behind = axis > concat;
        ax_attr changed[] = {
            ax_attr_int(AX_ATTR_SPLIT_DIMENSION, moved),
            ax_attr_int(AX_ATTR_CONCAT_DIMENSION, behind ? concat : concat + 1),
        };
        emit_moved(batching, eqn, x.value, changed, 2, behind ? axis + 1 : axis);
        return;
    }
    if (has_groups(eqn)) {
        batch_by_moves(batching, eqn, own);
        return;
    }
    /* [from, ..., to, ...] -> [to, from, ...]: the split dimension numbers the members that receive. */
    ax_value value = ax_batch_move(batching, x, 0, here);
    if (is_alone(eqn)) {
        value = ax_move_dim(ax_move_dim(value, 1 + split, 0, here), 1, 1 + concat, here);
        ax_batch_results(batching, eqn, &value, 0);
        return;
    }
    value = take_own_out(eqn, own, value, 1 + split);
    ax_attr moved[] = {ax_attr_int(AX_ATTR_SPLIT_DIMENSION, 2 + split),
                       ax_attr_int(AX_ATTR_CONCAT_DIMENSION, 2 + concat)};
    value = over_rest(batching, eqn, own, value, moved, 2);
    /* [to, from, ..., rest, ...]: the senders' numbers are put together again. */
    ax_ints sizes = ax_eqn_ints(eqn, AX_ATTR_AXIS_SIZES);
    int64_t parts[] = {1, 1};
    for (int32_t i = 0; i < sizes.count; i++) {
        if (i != own)
            parts[i > own] *= sizes.values[i];
    }
    value = ax_split_dim(value, 2 + concat, parts, 2, here);
    value = ax_merge_dims(ax_move_dim(value, 1, 2 + concat, here), 1 + concat, 3, here);
    ax_batch_results(batching, eqn, &value, 0);
}

/* ---- permutations ---- */

void ax_batch_ppermute(ax_batching *batching, const ax_eqn *eqn)
{
    ax_batched x = ax_batch_operand(batching, eqn, 0);
    int32_t own = own_axis(batching, eqn);
    if (own < 0) {
        emit_moved(batching, eqn, x.value, NULL, 0, x.axis);
    } else {
        batch_by_moves(batching, eqn, own);
    }
}

void ax_batch_exchange(ax_batching *batching, const ax_eqn *eqn)
{
    ax_batched x = ax_batch_operand(batching, eqn, 0);
    int32_t own = own_axis(batching, eqn);
    if (own >= 0) {
        batch_by_moves(batching, eqn, own);
        return;
    }
    int32_t axis = x.axis ? x.axis : 1; /* the slices stay in front */
    emit_moved(batching, eqn, ax_batch_move(batching, x, axis, eqn->location), NULL, 0, axis);
}

void ax_batch_pbroadcast(ax_batching *batching, const ax_eqn *eqn)
{
    ax_batched x = ax_batch_operand(batching, eqn, 0);
    int32_t own = own_axis(batching, eqn);
    if (own < 0) {
        emit_moved(batching, eqn, x.value, NULL, 0, x.axis);
        return;
    }
    ax_ints sizes = ax_eqn_ints(eqn, AX_ATTR_AXIS_SIZES);
    int64_t minor = 1, source = ax_eqn_int(eqn, AX_ATTR_SOURCE);
    for (int32_t i = own + 1; i < sizes.count; i++)
        minor *= sizes.values[i];
    int64_t row = source / minor % sizes.values[own];
    int64_t rest = source / minor / sizes.values[own] * minor + source % minor;
    ax_value value = x.value;
    if (x.axis != AX_NOT_MAPPED) {
        ax_value index = ax_constant_i64(batching->builder, AX_EMPTY_LIST, &row, eqn->location);
        value = ax_take_at(value, index, x.axis, eqn->location);
    }
    ax_attr source_of_rest = ax_attr_int(AX_ATTR_SOURCE, rest);
    value = over_rest(batching, eqn, own, value, &source_of_rest, 1);
    ax_batch_results(batching, eqn, &value, AX_NOT_MAPPED);
}

void ax_batch_axis_index(ax_batching *batching, const ax_eqn *eqn)
{
    ax_type rows = {.dtype = AX_I32, .ndim = 1, .dims = {batching->size}};
    ax_value index = ax_iota_at(batching->builder, &rows, 0, eqn->location);
    ax_batch_results(batching, eqn, &index, 0);
}
