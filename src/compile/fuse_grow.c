/* What follows a reduction or a product, and can be computed by its kernel: nodes are added from there
 * on in program order, so that what they need besides lies before. */
#include "compile/fuser.h"
#include "compile/simplifier.h"
#include "ops/ops.h"

#include <stdlib.h>

enum { LONG_ROW = 64 << 10 /* elements: longer ones are walked along once */ };

/* ---- how a value follows the group's first equation ---- */

static int32_t next_wide(const ax_type *type, int32_t d)
{
    while (d < type->ndim && type->dims[d] == 1)
        d++;
    return d;
}

/* Whether a broadcast of results puts each of them along its own row. */
static bool is_along_rows(const ax_fuse_group *g, const ax_eqn *broadcast)
{
    const ax_type *from = ax_operand_type(broadcast, 0), *to = &broadcast->results[0]->type;
    ax_ints places = ax_eqn_ints(broadcast, AX_ATTR_BROADCAST_DIMENSIONS);
    if (g->kind != AX_FUSION_ROWS || !ax_same_but_ones(to, &g->domain))
        return false;
    int32_t d = next_wide(to, 0);
    for (int32_t i = next_wide(from, 0); i < from->ndim; i = next_wide(from, i + 1)) {
        if (places.values[i] != d)
            return false;
        d = next_wide(to, d + 1);
    }
    return true;
}

static ax_follows both_follow(ax_follows a, ax_follows b)
{
    if (a == AX_FOLLOWS_NOT || b == AX_FOLLOWS_NOT)
        return a == AX_FOLLOWS_NOT ? b : a;
    return a == b ? a : AX_FOLLOWS_ELSE;
}

static ax_follows follows_of(const ax_fuser *f, int32_t group, const ax_var *var);

static ax_follows index_follows(const ax_fuser *f, int32_t group, const ax_eqn *index)
{
    const ax_fuse_group *g = &f->groups[group];
    for (int32_t i = 1; i < index->noperands; i++) {
        if (follows_of(f, group, index->operands[i]) != AX_FOLLOWS_NOT)
            return AX_FOLLOWS_ELSE;
    }
    ax_follows operand = index->noperands ? follows_of(f, group, index->operands[0])
                                          : AX_FOLLOWS_NOT;
    if (operand == AX_FOLLOWS_NOT || operand == AX_FOLLOWS_ELSE)
        return operand;
    bool same = ax_same_but_ones(ax_operand_type(index, 0), &index->results[0]->type);
    if (index->op == &ax_op_reshape && (same || g->kind == AX_FUSION_PRODUCT))
        return operand;
    bool along = index->op == &ax_op_broadcast_in_dim && operand == AX_FOLLOWS_OUTER &&
                 is_along_rows(g, index);
    return along ? AX_FOLLOWS_INNER : AX_FOLLOWS_ELSE;
}

static ax_follows follows_of(const ax_fuser *f, int32_t group, const ax_var *var)
{
    const ax_fuse_node *node = ax_fuse_node_of(f, var);
    if (!node)
        return AX_FOLLOWS_NOT;
    if (node->node_class == AX_NODE_INDEX)
        return index_follows(f, group, node->eqn);
    if (node->node_class != AX_NODE_CLONE)
        return node->group == group ? node->follows : AX_FOLLOWS_NOT;
    ax_follows all = AX_FOLLOWS_NOT;
    for (int32_t i = 0; i < node->eqn->noperands; i++)
        all = both_follow(all, follows_of(f, group, node->eqn->operands[i]));
    return all;
}

static bool reduces_alike(const ax_eqn *a, const ax_eqn *b)
{
    ax_ints x = ax_eqn_ints(a, AX_ATTR_DIMENSIONS), y = ax_eqn_ints(b, AX_ATTR_DIMENSIONS);
    const ax_type *from = ax_operand_type(a, 0), *other = ax_operand_type(b, 0);
    bool alike = x.count == y.count && from->ndim == other->ndim;
    bool reduced[AX_MAX_NDIM] = {false};
    for (int32_t i = 0; i < x.count && alike; i++)
        reduced[x.values[i]] = true;
    for (int32_t i = 0; i < y.count && alike; i++)
        alike = reduced[y.values[i]];
    for (int32_t d = 0; d < from->ndim && alike; d++)
        alike = from->dims[d] == other->dims[d];
    return alike;
}

/* How a node would follow the group, if it may: else AX_FOLLOWS_NOT. */
static ax_follows may_follow(const ax_fuser *f, int32_t group, const ax_fuse_node *node)
{
    const ax_fuse_group *g = &f->groups[group];
    const ax_eqn *eqn = node->eqn;
    bool reduces = node->node_class == AX_NODE_ROW && g->kind == AX_FUSION_ROWS;
    int64_t row = g->count / ax_type_count(&g->outer);
    ax_follows all = AX_FOLLOWS_NOT;
    if (reduces && ax_fuse_stage(f, group, node) <= AX_FUSE_MOST_STAGES) {
        all = reduces_alike(eqn, g->first) ? follows_of(f, group, eqn->operands[0])
                                           : AX_FOLLOWS_ELSE;
    } else if (node->node_class == AX_NODE_ELEMENT) {
        for (int32_t i = 0; i < eqn->noperands; i++)
            all = both_follow(all, follows_of(f, group, eqn->operands[i]));
    }
    if (all == AX_FOLLOWS_INNER)
        return row > LONG_ROW ? AX_FOLLOWS_NOT : reduces ? AX_FOLLOWS_OUTER : all;
    return all == AX_FOLLOWS_OUTER && !reduces ? all : AX_FOLLOWS_NOT;
}

static bool uses_group(const ax_fuser *f, int32_t group, const ax_fuse_node *node)
{
    for (int32_t i = 0; i < node->nuses; i++) {
        const ax_fuse_node *source = ax_fuse_node_of(f, node->uses[i].source);
        if (source && source->group == group)
            return true;
    }
    return false;
}

/* Marks what a reduction reads at its operand's own elements, through elementwise nodes that are in no group
 * yet; or (not `marking`) looks for something that is marked. */
static bool meets(ax_fuser *f, const ax_fuse_node *node, bool marking, int depth)
{
    for (int32_t i = 0; i < node->nuses; i++) {
        const ax_use *use = &node->uses[i];
        const ax_fuse_node *source = ax_fuse_node_of(f, use->source);
        if (use->reach != AX_REACH_OWN)
            continue;
        if (!marking && f->marks[use->source->id] == f->mark)
            return true;
        if (marking)
            f->marks[use->source->id] = f->mark;
        bool through = source && source->group < 0 && source->node_class == AX_NODE_ELEMENT;
        if (through && depth > 0 && meets(f, source, marking, depth - 1))
            return true;
    }
    return false;
}

enum { DEPTH = 6 };

static void mark_operands(ax_fuser *f, int32_t group)
{
    f->mark++;
    AX_FOR_MEMBERS (member, f, group) {
        if (ax_fuse_folds(member))
            meets(f, member, true, DEPTH);
    }
}

/* A reduction of the same dims of something that the group's reductions, marked before, read anyway. */
static bool is_sibling(ax_fuser *f, int32_t group, const ax_fuse_node *node)
{
    const ax_fuse_group *g = &f->groups[group];
    return reduces_alike(node->eqn, g->first) && meets(f, node, false, DEPTH);
}

static bool add_if_possible(ax_fuser *f, int32_t group, ax_fuse_node *node, ax_follows follows)
{
    if (follows == AX_FOLLOWS_NOT || !ax_fuse_has_room(f, group, node) ||
        ax_fuse_circle(f, group, node))
        return false;
    ax_fuse_add(f, group, node);
    ax_fuse_place(f, node, follows);
    return true;
}

/* Reductions beside the group's own. */
static bool add_siblings(ax_fuser *f, int32_t group)
{
    const ax_fusion_kind kind = f->groups[group].kind;
    ax_node_class wanted = kind == AX_FUSION_ROWS ? AX_NODE_ROW : AX_NODE_COLUMN;
    bool added = false;
    if (kind != AX_FUSION_ROWS && kind != AX_FUSION_COLUMNS)
        return false;
    mark_operands(f, group);
    for (int32_t n = 0; n < f->nnodes; n++) {
        ax_fuse_node *node = &f->nodes[n];
        if (node->node_class == wanted && node->group < 0 && !uses_group(f, group, node) &&
            is_sibling(f, group, node))
            added |= add_if_possible(f, group, node, AX_FOLLOWS_OUTER);
    }
    return added;
}

static int ascending(const void *a, const void *b)
{
    return *(const int32_t *)a - *(const int32_t *)b;
}

/* Users of the group's nodes, in program order. */
static bool add_users(ax_fuser *f, int32_t group)
{
    enum { MOST = 1024 };
    int32_t users[MOST], count = 0;
    bool added = false;
    f->walk++;
    AX_FOR_MEMBERS (member, f, group) {
        for (int32_t i = 0; i < member->nusers && count < MOST; i++) {
            int32_t user = member->users[i];
            const ax_fuse_node *node = &f->nodes[user];
            if (f->seen[user] == f->walk || node->group >= 0 || node->node_class == AX_NODE_OTHER)
                continue;
            f->seen[user] = f->walk;
            users[count++] = user;
        }
    }
    qsort(users, (size_t)count, sizeof users[0], ascending);
    for (int32_t i = 0; i < count; i++) {
        ax_fuse_node *node = &f->nodes[users[i]];
        added |= add_if_possible(f, group, node, may_follow(f, group, node));
    }
    return added;
}

static void grow(ax_fuser *f, int32_t group)
{
    bool changed = true;
    while (changed) { /* siblings first: what follows both would lie between them */
        changed = add_siblings(f, group);
        changed |= add_users(f, group);
    }
}

/* ---- products ---- */

/* Results of the group's nodes up to number `last`, were the others not in it. */
static int32_t results_up_to(const ax_fuser *f, int32_t group, int32_t last)
{
    int32_t results = 0;
    AX_FOR_MEMBERS (node, f, group) {
        bool outside = node->wanted;
        for (int32_t i = 0; i < node->nusers; i++)
            outside |= node->users[i] > last || f->nodes[node->users[i]].group != group;
        results += ax_fuse_number(f, node) <= last && outside;
    }
    return results;
}

static ax_fuse_node *last_member(const ax_fuser *f, int32_t group)
{
    ax_fuse_node *last = NULL;
    AX_FOR_MEMBERS (node, f, group)
        last = !last || node > last ? node : last;
    return last;
}

/* An epilogue ends where one result is left. */
static void cut_epilogue(ax_fuser *f, int32_t group)
{
    for (;;) {
        ax_fuse_node *last = last_member(f, group);
        if (results_up_to(f, group, ax_fuse_number(f, last)) == 1)
            break;
        ax_fuse_remove(f, last);
    }
    if (f->groups[group].size == 1)
        ax_fuse_dissolve(f, group);
}

void ax_fuse_products(ax_fuser *f)
{
    for (int32_t n = 0; n < f->nnodes; n++) {
        ax_fuse_node *node = &f->nodes[n];
        if (node->node_class != AX_NODE_PRODUCT)
            continue;
        int32_t group = ax_fuse_begin(f, node, AX_FUSION_PRODUCT);
        grow(f, group);
        cut_epilogue(f, group);
    }
}

/* ---- reductions ---- */

void ax_fuse_rows(ax_fuser *f)
{
    for (int32_t n = 0; n < f->nnodes; n++) {
        ax_fuse_node *node = &f->nodes[n];
        if (node->node_class == AX_NODE_ROW && node->group < 0)
            grow(f, ax_fuse_begin(f, node, AX_FUSION_ROWS));
    }
}

void ax_fuse_columns(ax_fuser *f)
{
    for (int32_t n = 0; n < f->nnodes; n++) {
        ax_fuse_node *node = &f->nodes[n];
        if (node->node_class == AX_NODE_COLUMN && node->group < 0)
            grow(f, ax_fuse_begin(f, node, AX_FUSION_COLUMNS));
    }
}
