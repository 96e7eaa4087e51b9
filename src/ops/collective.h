/* Collectives over named axes: what their files share, and what whoever runs them asks for.
 *
 * An equation carries the axes' names, major to minor, and their sizes. Its members are all rows of
 * those axes, numbered row-major. Groups (axis_index_groups, group_count) split the members; members
 * of different groups do not hear each other. Results:
 *
 *     the same for every member    psum pmax pmin all_gather without groups, pbroadcast
 *     each member's own            everything else
 *
 *     collective.c         records and types
 *     collective_batch.c   vmap
 *     collective_groups.c  members and groups
 *     collective_move.c    pieces on their way from member to member
 *     collective_lower.c   any collective by few of them
 *     collective_build.c   the public functions; collective_axes.c: the axes and groups they are given
 */
#ifndef AXMAP_OPS_COLLECTIVE_H
#define AXMAP_OPS_COLLECTIVE_H

#include "ops/batching.h"

/* ---- for whoever binds an axis ---- */

/* Whether every member gets the same result. */
bool ax_collective_agrees(const ax_eqn *eqn);

/* The result of one member by those collectives that an executor runs itself: psum, pmax, pmin and
 * all_gather over one axis without groups, pbroadcast, exchange and axis_index; others become local
 * operations around those. Attributes come from `eqn`, the operand from the graph being built. */
ax_value ax_collective_lower(ax_builder *builder, const ax_eqn *eqn, ax_value operand);

/* The result of one member when the operand is the same for all: arithmetic and axis_index, no
 * communication. */
ax_value ax_collective_of_shared(ax_builder *builder, const ax_eqn *eqn, ax_value operand);

/* Member 0's value, of a result that a function promises to be the same for all (out_axes AX_NONE, an
 * axis that a spec does not name): a pbroadcast that says so. A context that checks promises compares
 * the members' values (ax_context_options.check_promises). */
ax_value ax_promise_at(ax_value operand, ax_names axes, ax_location here);

/* ---- members and groups ---- */

typedef struct ax_members {
    int64_t count;         /* the product of the axes' sizes */
    int64_t ngroups;       /* 1 without groups */
    int64_t widest;        /* members of the largest group */
    const int64_t *groups; /* [ngroups, widest], short groups padded with -1; NULL: no groups */
} ax_members;

/* Infer: names and sizes that fit; the members' count and groups, each member in one group once. */
ax_status *ax_members_check(const ax_eqn *eqn, ax_members *out_members);

/* Of an equation that has passed that. */
ax_members ax_members_of(const ax_eqn *eqn);

/* The same with each group's members in ascending order: sums of floats are of that order, however the
 * groups are written. After an error as they were. */
ax_members ax_members_in_order(ax_builder *builder, const ax_members *members);

/* The member at `place` of `group`, or -1 past its end. */
static inline int64_t ax_members_at(const ax_members *members, int64_t group, int64_t place)
{
    return members->groups ? members->groups[group * members->widest + place] : place;
}

/* Whether all groups have the same size. */
static inline bool ax_members_even(const ax_members *members)
{
    return members->ngroups * members->widest == members->count;
}

/* The place of an axis in the list, or -1. */
int32_t ax_names_find(ax_names axes, const char *name);

/* ---- moving pieces ---- */

/* A collective that is being taken apart: for one member (batching NULL), or for all rows of the
 * axis that vmap takes out (`own` of the equation's axes), which then stand in dimension 0. */
typedef struct ax_mover {
    ax_builder *builder;
    const ax_eqn *eqn;
    ax_members members;
    ax_batching *batching;
    int32_t own;
    bool shared; /* the operand is the same for every member, without the dimension of rows */
} ax_mover;

/* Which piece goes where: `width` pieces for each member, each a piece of some member's `slices`
 * (member * slices + piece), or -1: zeros. */
typedef struct ax_routes {
    int64_t slices, width;
    int64_t *sources; /* [members, width], in the builder's arena; NULL after an error */
} ax_routes;

ax_routes ax_routes_new(const ax_mover *mover, int64_t slices, int64_t width);

/* [rows..., slices, piece...] -> [rows..., width, piece...]. */
ax_value ax_move_pieces(const ax_mover *mover, ax_value pieces, const ax_routes *routes);

/* The entries of a table [members, width] that belong to a member: i64[rows..., width]. */
ax_value ax_member_entries(const ax_mover *mover, const int64_t *table, int64_t width);

/* A member's number along axes bound somewhere, from axis_index over each. */
ax_value ax_member_index(ax_builder *builder, ax_names axes, const int64_t *sizes,
                         ax_location here);

/* The attributes of a collective over all axes of `eqn` but number `skip` (-1: none), without groups;
 * false after an error. */
bool ax_collective_axes(ax_builder *builder, const ax_eqn *eqn, int32_t skip, ax_attr out_attrs[2]);

/* The operand of all members, [rows of own, ...] -> [members, ...]: what the other axes' members hold
 * comes by an all_gather. */
ax_value ax_gather_members(const ax_mover *mover, ax_value rows);

/* ---- dimensions ---- */

ax_value ax_move_dim(ax_value value, int32_t from, int32_t to, ax_location here);
/* A new dimension of `size` along which the value repeats. */
ax_value ax_repeat_at_dim(ax_value value, int32_t dim, int64_t size, ax_location here);
/* Dimension `dim` as `count` dimensions of these sizes (0: one of size 1 goes), and back. */
ax_value ax_split_dim(ax_value value, int32_t dim, const int64_t *sizes, int32_t count,
                      ax_location here);
ax_value ax_merge_dims(ax_value value, int32_t dim, int32_t count, ax_location here);
/* i64 constants; poison for table NULL. */
ax_value ax_constant_i64(ax_builder *builder, ax_ints dims, const int64_t *table, ax_location here);
ax_value ax_zeros_of(ax_builder *builder, const ax_type *type, ax_location here);
/* x times an integer, in f32 for halves; integers wrap. `count`: a scalar or of x's dims. */
ax_value ax_times_count(ax_value x, ax_value count, ax_location here);

/* ---- rules ---- */

/* The general form over routes: psum_scatter, all_to_all, ppermute, and anything with groups. */
ax_value ax_collective_by_moves(const ax_mover *mover, ax_value operand);
/* The same of an operand that all members share; with batching, rows stand in dimension 0 unless the
 * result is the same for all (ax_collective_agrees). */
ax_value ax_collective_by_copies(const ax_mover *mover, ax_value operand);

ax_batch_fn ax_batch_preduce, ax_batch_all_gather, ax_batch_psum_scatter, ax_batch_all_to_all,
    ax_batch_ppermute, ax_batch_pbroadcast, ax_batch_exchange, ax_batch_axis_index;

#endif
