/* What goes into a kernel that uses it, from the end of the graph to its beginning; and loops of what
 * is left. */
#include "base/hash.h"
#include "compile/fuser.h"
#include "compile/simplifier.h"

enum {
    SLACK = 3,    /* vector instructions for each element of a domain that may be spent twice */
    SMALL = 2048, /* elements: there a kernel's call is worth more than its work */
    SMALL_SLACK = 30,
    SHORT = 1 << 16, /* elements */
    MOST_SPREAD = 3,
    SCALAR_WEIGHT = 8, /* of what is computed for one neighbour after the other */
};

/* ---- where a node would be computed ---- */

static ax_place follow(const ax_place *from, const ax_use *use, const ax_fuse_node *node)
{
    ax_place place = *from;
    if (use->reach == AX_REACH_ONE)
        return (ax_place){.path = AX_PLACE_ONE, .elements = 1};
    if (use->reach == AX_REACH_OWN) {
        place.spread += place.spread > 0;
        return place;
    }
    place.path = ax_hash_i64(from->path, use->named->id);
    if (use->reach == AX_REACH_HELD) {
        place.elements = from->elements / use->run + 1;
        if (node->cost > 1)
            place.elements *= SCALAR_WEIGHT;
    }
    bool spreads = use->reach == AX_REACH_SPREAD || place.spread > 0;
    place.spread += spreads;
    return place;
}

static bool add_place(ax_fuse_node *at, const ax_place *place)
{
    for (int32_t i = 0; i < at->nplaces; i++) {
        if (at->places[i].path != place->path)
            continue;
        if (place->spread > at->places[i].spread)
            at->places[i].spread = place->spread;
        return true;
    }
    if (at->nplaces == AX_FUSE_MOST_PLACES)
        return false;
    at->places[at->nplaces++] = *place;
    return true;
}

/* Finds the places at which the users of one group ask for the node's elements; false: at too many. */
static bool find_places(const ax_fuser *f, int32_t group, ax_fuse_node *node)
{
    node->nplaces = 0;
    for (int32_t i = 0; i < node->nusers; i++) {
        const ax_fuse_node *user = &f->nodes[node->users[i]];
        if (user->group != group)
            continue;
        for (int32_t k = 0; k < user->nuses; k++) {
            const ax_use *use = &user->uses[k];
            if (use->source != node->eqn->results[0])
                continue;
            /* A reduction looks at elements of its operand. */
            bool reduces = ax_fuse_folds(user);
            ax_place inner = {.path = AX_PLACE_INNER, .elements = f->groups[group].count};
            for (int32_t p = 0; p < (reduces ? 1 : user->nplaces); p++) {
                ax_place place = follow(reduces ? &inner : &user->places[p], use, node);
                if (!add_place(node, &place))
                    return false;
            }
        }
    }
    return node->nplaces > 0;
}

/* Whether it costs little to compute the node at its places. */
static bool is_cheap_enough(const ax_fuser *f, int32_t group, const ax_fuse_node *node)
{
    int64_t domain = f->groups[group].count, computed = 0;
    int64_t count = ax_type_count(&node->eqn->results[0]->type);
    for (int32_t i = 0; i < node->nplaces; i++) {
        if (node->places[i].spread > MOST_SPREAD)
            return false;
        computed += node->places[i].elements;
    }
    int64_t slack = domain <= SMALL ? SMALL_SLACK : SLACK;
    return (computed - count) * node->cost <= slack * domain;
}

/* ---- whether a node may be a result of a group ---- */

static bool is_at(const ax_fuse_node *node, uint64_t path)
{
    for (int32_t i = 0; i < node->nplaces; i++) {
        if (node->places[i].path == path)
            return true;
    }
    return false;
}

static bool may_be_result(const ax_fuser *f, int32_t group, const ax_fuse_node *node)
{
    const ax_fuse_group *g = &f->groups[group];
    const ax_type *type = &node->eqn->results[0]->type;
    if (g->kind == AX_FUSION_LOOP)
        return is_at(node, AX_PLACE_INNER) && ax_type_count(type) == g->count;
    if (g->kind != AX_FUSION_ROWS)
        return false;
    return (is_at(node, AX_PLACE_INNER) && ax_same_but_ones(type, &g->domain)) ||
           (is_at(node, AX_PLACE_OUTER) && ax_same_but_ones(type, &g->outer));
}

/* ---- from users to what they use ---- */

static bool is_read_outside(const ax_fuser *f, int32_t group, const ax_fuse_node *node)
{
    bool outside = node->wanted;
    for (int32_t i = 0; i < node->nusers; i++) {
        const ax_fuse_node *user = &f->nodes[node->users[i]];
        outside |= user->group != group || !user->absorbs;
    }
    return outside;
}

static bool may_join(ax_fuser *f, int32_t group, ax_fuse_node *node)
{
    bool joins = node->node_class == AX_NODE_JOIN;
    if (joins && f->groups[group].kind == AX_FUSION_PRODUCT)
        return false;
    for (int32_t i = 0; i < node->nusers; i++) { /* what a product multiplies lies in memory */
        const ax_fuse_node *user = &f->nodes[node->users[i]];
        if (user->group == group && !user->absorbs)
            return false;
    }
    if (!find_places(f, group, node) || !is_cheap_enough(f, group, node))
        return false;
    if (is_read_outside(f, group, node) && !may_be_result(f, group, node))
        return false;
    return ax_fuse_has_room(f, group, node) && !ax_fuse_circle(f, group, node);
}

static void join_a_user(ax_fuser *f, ax_fuse_node *node)
{
    for (int32_t i = 0; i < node->nusers && node->group < 0; i++) {
        int32_t group = f->nodes[node->users[i]].group;
        if (group < 0 || !may_join(f, group, node))
            continue;
        ax_fuse_add(f, group, node);
        node->follows = AX_FOLLOWS_NOT;
    }
}

/* ---- loops side by side ---- */

/* Whether the group reads values of the other at its own elements only. */
static bool reads_own_only(const ax_fuser *f, int32_t group, int32_t other)
{
    AX_FOR_MEMBERS (node, f, group) {
        for (int32_t i = 0; i < node->nuses; i++) {
            const ax_fuse_node *source = ax_fuse_node_of(f, node->uses[i].source);
            if (!source || source->group != other)
                continue;
            bool own = node->uses[i].reach == AX_REACH_OWN && node->nplaces == 1 &&
                       is_at(node, AX_PLACE_INNER) && is_at(source, AX_PLACE_INNER);
            if (!own)
                return false;
        }
    }
    return true;
}

static void try_merge(ax_fuser *f, int32_t a, int32_t b)
{
    const ax_fuse_group *x = &f->groups[a], *y = &f->groups[b];
    if (a == b || x->kind != AX_FUSION_LOOP || y->kind != AX_FUSION_LOOP || x->count != y->count ||
        x->size == 0 || y->size == 0)
        return;
    if (!reads_own_only(f, a, b) || !reads_own_only(f, b, a) || !ax_fuse_has_room_for(f, a, b) ||
        ax_fuse_circle_of_groups(f, a, b))
        return;
    ax_fuse_merge(f, a < b ? a : b, a < b ? b : a);
}

/* Loops over as many elements that read the same values at their own elements; short ones, whose calls
 * cost more than what they read, at any. */
static void merge_siblings(ax_fuser *f)
{
    int32_t *readers = AX_ARENA_NEW(f->arena, int32_t, f->graph->nvars); /* by var: a group + 1 */
    f->no_memory |= !readers;
    for (int32_t n = 0; n < f->nnodes && readers; n++) {
        const ax_fuse_node *node = &f->nodes[n];
        for (int32_t i = 0; node->group >= 0 && i < node->nuses; i++) {
            const ax_use *use = &node->uses[i];
            bool saves = use->reach == AX_REACH_OWN || f->groups[node->group].count <= SHORT;
            if (!saves || !is_at(node, AX_PLACE_INNER))
                continue;
            int32_t *reader = &readers[use->source->id];
            if (*reader > 0 && f->groups[*reader - 1].size > 0)
                try_merge(f, *reader - 1, node->group);
            *reader = node->group + 1;
        }
    }
}

/* ---- all of it ---- */

/* A loop that only moves elements has a kernel as it is. */
static void dissolve_moves(ax_fuser *f)
{
    for (int32_t group = 0; group < f->ngroups; group++) {
        bool computes = f->groups[group].kind != AX_FUSION_LOOP;
        AX_FOR_MEMBERS (node, f, group)
            computes |= node->node_class == AX_NODE_ELEMENT;
        if (!computes)
            ax_fuse_dissolve(f, group);
    }
}

void ax_fuse_loops(ax_fuser *f)
{
    for (int32_t n = f->nnodes - 1; n >= 0; n--) {
        ax_fuse_node *node = &f->nodes[n];
        if (node->group >= 0 ||
            (node->node_class != AX_NODE_ELEMENT && node->node_class != AX_NODE_JOIN))
            continue;
        join_a_user(f, node);
        if (node->group < 0)
            ax_fuse_begin(f, node, AX_FUSION_LOOP);
    }
    merge_siblings(f);
    dissolve_moves(f);
}
