/* Any collective by few of them. */
#include "ops/collective.h"

#include "ops/ops.h"

#include <axmap/elementwise.h>
#include <axmap/indexing.h>
#include <axmap/reduction.h>
#include <axmap/shape.h>

bool ax_collective_agrees(const ax_eqn *eqn)
{
    const ax_op *op = eqn->op;
    return op == &ax_op_pbroadcast || ((op == &ax_op_psum || op == &ax_op_pmax ||
                                        op == &ax_op_pmin || op == &ax_op_all_gather) &&
                                       !ax_eqn_find_attr(eqn, AX_ATTR_AXIS_INDEX_GROUPS));
}

/* ---- routes ---- */

/* Every member hears the members of its group, in their order (reductions: in ascending order): their
 * only piece, or the one at its own place in the group. pmax and pmin hear short groups' first member
 * again, which changes nothing. */
static ax_routes group_routes(const ax_mover *m, bool own_piece)
{
    const ax_members *members = &m->members;
    const ax_op *op = m->eqn->op;
    bool again = op == &ax_op_pmax || op == &ax_op_pmin;
    bool in_order = again || op == &ax_op_psum || op == &ax_op_psum_scatter;
    ax_members heard = in_order ? ax_members_in_order(m->builder, members) : *members;
    ax_routes routes = ax_routes_new(m, own_piece ? members->widest : 1, members->widest);
    for (int64_t g = 0; routes.sources && g < members->ngroups; g++) {
        for (int64_t p = 0; p < members->widest; p++) {
            int64_t member = ax_members_at(members, g, p);
            for (int64_t j = 0; member >= 0 && j < members->widest; j++) {
                int64_t source = ax_members_at(&heard, g, j);
                if (source < 0 && again)
                    source = ax_members_at(&heard, g, 0);
                if (source >= 0) {
                    routes.sources[member * routes.width + j] = source * routes.slices +
                                                                (own_piece ? p : 0);
                }
            }
        }
    }
    return routes;
}

/* Those that the equation itself carries. */
static ax_routes own_routes(const ax_mover *m)
{
    ax_ints sources = ax_eqn_ints(m->eqn, AX_ATTR_SOURCES);
    int64_t count = m->members.count;
    int64_t width = m->eqn->op == &ax_op_ppermute ? 1 : count ? sources.count / count : 0;
    ax_routes routes = ax_routes_new(m, ax_eqn_int_or(m->eqn, AX_ATTR_SLICES, 1), width);
    for (int32_t i = 0; routes.sources && i < sources.count; i++)
        routes.sources[i] = sources.values[i];
    return routes;
}

/* ---- by moves ---- */

static ax_value reduce(const ax_eqn *eqn, ax_value x, int32_t dim)
{
    ax_ints dims = AX_LIST(dim);
    if (eqn->op == &ax_op_pmax)
        return ax_max_at(x, dims, eqn->location);
    if (eqn->op == &ax_op_pmin)
        return ax_min_at(x, dims, eqn->location);
    return ax_sum_at(x, dims, eqn->location);
}

/* The operand's one piece, moved. */
static ax_value move_whole(const ax_mover *m, ax_value x, int32_t lead, const ax_routes *routes)
{
    return ax_move_pieces(m, ax_repeat_at_dim(x, lead, 1, m->eqn->location), routes);
}

ax_value ax_collective_by_moves(const ax_mover *m, ax_value x)
{
    const ax_eqn *eqn = m->eqn;
    ax_location here = eqn->location;
    int32_t lead = m->batching ? 1 : 0;  /* of the result ... */
    int32_t from = m->shared ? 0 : lead; /* ... and of the operand */
    if (eqn->op == &ax_op_exchange || eqn->op == &ax_op_ppermute) {
        ax_routes routes = own_routes(m);
        if (eqn->op == &ax_op_exchange)
            return ax_move_pieces(m, x, &routes);
        return ax_split_dim(move_whole(m, x, from, &routes), lead, NULL, 0, here);
    }
    if (eqn->op == &ax_op_all_to_all || eqn->op == &ax_op_psum_scatter) {
        bool sums = eqn->op == &ax_op_psum_scatter;
        int64_t split = ax_eqn_int(eqn, sums ? AX_ATTR_SCATTER_DIMENSION : AX_ATTR_SPLIT_DIMENSION);
        ax_routes routes = group_routes(m, /*own_piece=*/true);
        x = ax_move_pieces(m, ax_move_dim(x, from + (int32_t)split, from, here), &routes);
        if (sums)
            return reduce(eqn, x, lead);
        int64_t concat = ax_eqn_int(eqn, AX_ATTR_CONCAT_DIMENSION);
        return ax_move_dim(x, lead, lead + (int32_t)concat, here);
    }
    ax_routes routes = group_routes(m, /*own_piece=*/false);
    x = move_whole(m, x, from, &routes);
    if (eqn->op == &ax_op_all_gather)
        return ax_move_dim(x, lead, lead + (int32_t)ax_eqn_int(eqn, AX_ATTR_ALL_GATHER_DIM), here);
    return reduce(eqn, x, lead);
}

/* ---- by copies ---- */

/* For each member an entry of a table [members]: a scalar, or [rows]. */
static ax_value entry(const ax_mover *m, const int64_t *table)
{
    return ax_split_dim(ax_member_entries(m, table, 1), m->batching ? 1 : 0, NULL, 0,
                        m->eqn->location);
}

typedef int64_t entry_fn(const ax_members *members, int64_t group, int64_t place);

/* A number for each member, by its group and its place there; NULL after an error. */
static int64_t *member_table(const ax_mover *m, entry_fn *of)
{
    int64_t *table = AX_ARENA_NEW(ax_builder_arena(m->builder), int64_t, m->members.count);
    if (!table)
        ax_builder_fail(m->builder, AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a collective"));
    for (int64_t g = 0; table && g < m->members.ngroups; g++) {
        for (int64_t p = 0; p < m->members.widest; p++) {
            int64_t member = ax_members_at(&m->members, g, p);
            if (member >= 0)
                table[member] = of(&m->members, g, p);
        }
    }
    return table;
}

static int64_t place_in_group(const ax_members *members, int64_t group, int64_t place)
{
    (void)members, (void)group;
    return place;
}

static int64_t size_of_group(const ax_members *members, int64_t group, int64_t place)
{
    (void)place;
    int64_t size = 0;
    while (size < members->widest && ax_members_at(members, group, size) >= 0)
        size++;
    return size;
}

/* The operand with rows in front where vmap takes the axis out. */
static ax_value with_rows(const ax_mover *m, ax_value x)
{
    return m->batching ? ax_repeat_at_dim(x, 0, m->batching->size, m->eqn->location) : x;
}

/* The group's size times x. */
static ax_value sum_of_copies(const ax_mover *m, ax_value x)
{
    ax_location here = m->eqn->location;
    ax_type type = ax_value_type(x);
    if (ax_members_even(&m->members)) {
        ax_value count = ax_constant_i64(m->builder, AX_EMPTY_LIST, &m->members.widest, here);
        x = ax_times_count(x, count, here);
        return m->members.groups ? with_rows(m, x) : x;
    }
    ax_value count = entry(m, member_table(m, size_of_group));
    if (m->batching) {
        type = ax_type_insert_dim(&type, 0, m->batching->size);
        count = ax_broadcast_in_dim_at(count, (ax_ints){type.ndim, type.dims}, AX_LIST(0), here);
    }
    return ax_times_count(with_rows(m, x), count, here);
}

/* Of dimension `dim` the element at the member's place in its group; rows in front. */
static ax_value own_slice(const ax_mover *m, ax_value x, int32_t dim)
{
    ax_location here = m->eqn->location;
    if (!x.var)
        return x;
    if (x.var->type.dims[dim] == 0) { /* no members: an executor's own row is never asked */
        ax_type none = ax_type_remove_dim(&x.var->type, dim);
        if (m->batching)
            none = ax_type_insert_dim(&none, 0, 0);
        return ax_zeros_of(m->builder, &none, here);
    }
    ax_value place = m->members.groups || m->batching
                         ? entry(m, member_table(m, place_in_group))
                         : ax_member_index(m->builder, ax_eqn_names(m->eqn, AX_ATTR_AXES),
                                           ax_eqn_ints(m->eqn, AX_ATTR_AXIS_SIZES).values, here);
    ax_value slice = ax_take_at(x, place, dim, here);
    return m->batching ? ax_move_dim(slice, dim, 0, here) : slice;
}

ax_value ax_collective_by_copies(const ax_mover *m, ax_value x)
{
    const ax_eqn *eqn = m->eqn;
    ax_location here = eqn->location;
    int32_t lead = m->batching ? 1 : 0;
    if (!x.var || eqn->op == &ax_op_pbroadcast)
        return x;
    if (eqn->op == &ax_op_exchange || eqn->op == &ax_op_ppermute)
        return ax_collective_by_moves(m, x);
    if (eqn->op == &ax_op_psum)
        return sum_of_copies(m, x);
    if (eqn->op == &ax_op_pmax || eqn->op == &ax_op_pmin)
        return m->members.groups ? with_rows(m, x) : x;
    if (eqn->op == &ax_op_all_gather) {
        int64_t dim = ax_eqn_int(eqn, AX_ATTR_ALL_GATHER_DIM);
        x = ax_repeat_at_dim(x, (int32_t)dim, m->members.widest, here);
        return m->members.groups ? with_rows(m, x) : x;
    }
    if (eqn->op == &ax_op_psum_scatter) {
        ax_value size = ax_constant_i64(m->builder, AX_EMPTY_LIST, &m->members.widest, here);
        return own_slice(m, ax_times_count(x, size, here),
                         (int32_t)ax_eqn_int(eqn, AX_ATTR_SCATTER_DIMENSION));
    }
    x = own_slice(m, x, (int32_t)ax_eqn_int(eqn, AX_ATTR_SPLIT_DIMENSION));
    return ax_repeat_at_dim(x, lead + (int32_t)ax_eqn_int(eqn, AX_ATTR_CONCAT_DIMENSION),
                            m->members.widest, here);
}

ax_value ax_collective_of_shared(ax_builder *builder, const ax_eqn *eqn, ax_value operand)
{
    ax_mover mover = {
        .builder = builder, .eqn = eqn, .members = ax_members_of(eqn), .shared = true};
    return ax_collective_by_copies(&mover, operand);
}

/* ---- what an executor runs ---- */

/* One axis after the other, the last (the minor one) first, sums of halves in f32 in between; `op`'s
 * other attributes in `attrs` from place 2 on. */
static ax_value each_axis(ax_builder *builder, const ax_op *op, const ax_eqn *eqn, ax_value x,
                          ax_attr *attrs, int32_t nattrs)
{
    ax_names axes = ax_eqn_names(eqn, AX_ATTR_AXES);
    ax_ints sizes = ax_eqn_ints(eqn, AX_ATTR_AXIS_SIZES);
    ax_dtype dtype = ax_value_type(x).dtype;
    bool wide = op == &ax_op_psum && axes.count > 1 && ax_dtype_is_half(dtype);
    if (wide)
        x = ax_convert_at(x, AX_F32, eqn->location);
    for (int32_t i = axes.count - 1; i >= 0; i--) {
        attrs[0] = (ax_attr){.key = AX_ATTR_AXES, .names = {1, &axes.values[i]}};
        attrs[1] = ax_attr_ints(AX_ATTR_AXIS_SIZES, &sizes.values[i], 1);
        x = ax_emit_one(builder, op, &x, 1, attrs, nattrs, eqn->location);
    }
    return wide ? ax_convert_at(x, dtype, eqn->location) : x;
}

ax_value ax_collective_lower(ax_builder *builder, const ax_eqn *eqn, ax_value x)
{
    const ax_op *op = eqn->op;
    ax_mover mover = {.builder = builder, .eqn = eqn, .members = ax_members_of(eqn)};
    bool reduction = op == &ax_op_psum || op == &ax_op_pmax || op == &ax_op_pmin;
    ax_attr attrs[3];
    if (op == &ax_op_pbroadcast || op == &ax_op_exchange || op == &ax_op_axis_index) {
        ax_value same;
        ax_emit_like(builder, eqn, &x, &same);
        return same;
    }
    if (mover.members.groups)
        return ax_collective_by_moves(&mover, x);
    if (reduction)
        return each_axis(builder, op, eqn, x, attrs, 2);
    if (op == &ax_op_all_gather) {
        attrs[2] = *ax_eqn_find_attr(eqn, AX_ATTR_ALL_GATHER_DIM);
        int32_t count = ax_eqn_names(eqn, AX_ATTR_AXES).count;
        x = each_axis(builder, op, eqn, x, attrs, 3);
        return ax_merge_dims(x, (int32_t)attrs[2].i, count, eqn->location);
    }
    if (op == &ax_op_psum_scatter) {
        x = each_axis(builder, &ax_op_psum, eqn, x, attrs, 2);
        return own_slice(&mover, x, (int32_t)ax_eqn_int(eqn, AX_ATTR_SCATTER_DIMENSION));
    }
    if (mover.members.count == 0) /* nobody will ask */
        return ax_zeros_of(builder, &eqn->results[0]->type, eqn->location);
    return ax_collective_by_moves(&mover, x);
}
