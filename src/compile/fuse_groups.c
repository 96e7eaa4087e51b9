/* Groups of equations: joining, and what must not happen by it. */
#include "compile/fuser.h"

int32_t ax_fuse_begin(ax_fuser *f, ax_fuse_node *node, ax_fusion_kind kind)
{
    const ax_eqn *eqn = node->eqn;
    int32_t group = f->ngroups++;
    ax_fuse_group *g = &f->groups[group];
    *g = (ax_fuse_group){.kind = kind,
                         .head = -1,
                         .least = INT32_MAX,
                         .last = -1,
                         .first = eqn,
                         .outer = eqn->results[0]->type};
    g->domain = kind == AX_FUSION_ROWS || kind == AX_FUSION_COLUMNS ? eqn->operands[0]->type
                                                                    : g->outer;
    g->count = ax_type_count(&g->domain);
    ax_fuse_add(f, group, node);
    ax_fuse_place(f, node, kind == AX_FUSION_LOOP ? AX_FOLLOWS_INNER : AX_FOLLOWS_OUTER);
    return group;
}

int32_t ax_fuse_stage(const ax_fuser *f, int32_t group, const ax_fuse_node *node)
{
    int32_t stage = 0;
    for (int32_t i = 0; i < node->nuses; i++) {
        const ax_fuse_node *source = ax_fuse_node_of(f, node->uses[i].source);
        if (source && source->group == group && source->stage > stage)
            stage = source->stage;
    }
    return stage + ax_fuse_folds(node);
}

void ax_fuse_place(ax_fuser *f, ax_fuse_node *node, ax_follows follows)
{
    const ax_fuse_group *g = &f->groups[node->group];
    bool inner = follows == AX_FOLLOWS_INNER;
    node->follows = follows;
    node->stage = ax_fuse_stage(f, node->group, node);
    node->nplaces = 1;
    node->places[0] = (ax_place){.path = inner ? AX_PLACE_INNER : AX_PLACE_OUTER,
                                 .elements = ax_type_count(inner ? &g->domain : &g->outer)};
}

void ax_fuse_dissolve(ax_fuser *f, int32_t group)
{
    while (f->groups[group].head >= 0)
        ax_fuse_remove(f, &f->nodes[f->groups[group].head]);
}

void ax_fuse_add(ax_fuser *f, int32_t group, ax_fuse_node *node)
{
    ax_fuse_group *g = &f->groups[group];
    int32_t number = ax_fuse_number(f, node);
    node->group = group;
    node->next = g->head;
    g->head = number;
    g->size++;
    if (number < g->least)
        g->least = number;
    if (number > g->last)
        g->last = number;
    for (int32_t n = g->least; n <= g->last; n++)
        f->back[n] = f->back[n] < g->least ? f->back[n] : g->least;
}

void ax_fuse_remove(ax_fuser *f, ax_fuse_node *node)
{
    ax_fuse_group *g = &f->groups[node->group];
    int32_t *link = &g->head;
    while (*link != ax_fuse_number(f, node))
        link = &f->nodes[*link].next;
    *link = node->next;
    node->group = -1;
    g->size--;
}

void ax_fuse_merge(ax_fuser *f, int32_t into, int32_t from)
{
    while (f->groups[from].head >= 0) {
        ax_fuse_node *node = &f->nodes[f->groups[from].head];
        ax_fuse_remove(f, node);
        ax_fuse_add(f, into, node);
    }
}

/* ---- circles ---- */

/* A walk along users; whoever is reached brings the rest of its group along. */
typedef struct walk {
    ax_fuser *f;
    int32_t pending;
} walk;

static void reach(walk *w, int32_t number)
{
    ax_fuser *f = w->f;
    if (f->seen[number] == f->walk)
        return;
    f->seen[number] = f->walk;
    f->stack[w->pending++] = number;
}

static void reach_group(walk *w, int32_t group)
{
    AX_FOR_MEMBERS (node, w->f, group)
        reach(w, ax_fuse_number(w->f, node));
}

/* A group, or a node that is in none. */
typedef struct place {
    int32_t group, node; /* one of them is -1 */
} place;

static bool is_at(const ax_fuser *f, int32_t number, place p)
{
    return number == p.node || (p.group >= 0 && f->nodes[number].group == p.group);
}

static int32_t last_of(const ax_fuser *f, place p)
{
    return p.group >= 0 ? f->groups[p.group].last : p.node;
}

/* The least number that a way from the node can lead to: users lie behind, but a group's other nodes may
 * lie before. */
static int32_t least_ahead(const ax_fuser *f, int32_t number)
{
    while (f->back[number] < number)
        number = f->back[number];
    return number;
}

/* Whether a way leads from the one to the other through something else. */
static bool leads(ax_fuser *f, place start, place goal)
{
    walk w = {.f = f};
    int32_t last = last_of(f, goal);
    f->walk++;
    if (start.group >= 0)
        reach_group(&w, start.group);
    else
        reach(&w, start.node);
    while (w.pending > 0) {
        int32_t at = f->stack[--w.pending];
        const ax_fuse_node *node = &f->nodes[at];
        for (int32_t i = 0; i < node->nusers; i++) {
            int32_t user = node->users[i];
            if (is_at(f, user, goal)) {
                if (!is_at(f, at, start))
                    return true;
                continue;
            }
            if (f->seen[user] == f->walk || least_ahead(f, user) > last)
                continue;
            reach(&w, user);
            if (f->nodes[user].group >= 0)
                reach_group(&w, f->nodes[user].group);
        }
    }
    return false;
}

bool ax_fuse_circle(ax_fuser *f, int32_t group, const ax_fuse_node *node)
{
    const place a = {group, -1}, b = {-1, ax_fuse_number(f, node)};
    return leads(f, a, b) || leads(f, b, a);
}

bool ax_fuse_circle_of_groups(ax_fuser *f, int32_t a, int32_t b)
{
    return leads(f, (place){a, -1}, (place){b, -1}) || leads(f, (place){b, -1}, (place){a, -1});
}

/* ---- sizes ---- */

bool ax_fuse_is_result(const ax_fuser *f, const ax_fuse_node *node)
{
    if (node->wanted)
        return true;
    for (int32_t i = 0; i < node->nusers; i++) {
        if (f->nodes[node->users[i]].group != node->group)
            return true;
    }
    return false;
}

typedef struct extent {
    int32_t nodes, operands, results, folds;
} extent;

/* Two groups (-1: none) and a node (NULL: none) that might become one. */
typedef struct union_of {
    int32_t a, b;
    const ax_fuse_node *more;
} union_of;

static bool holds(const union_of *u, const ax_fuse_node *node)
{
    return node == u->more || (node->group >= 0 && (node->group == u->a || node->group == u->b));
}

static void measure(const ax_fuser *f, const union_of *u, const ax_fuse_node *node, extent *e,
                    const ax_var **operands)
{
    bool is_result = node->wanted;
    for (int32_t i = 0; i < node->nusers; i++)
        is_result |= !holds(u, &f->nodes[node->users[i]]);
    e->nodes++;
    e->results += is_result;
    e->folds += ax_fuse_folds(node);
    for (int32_t i = 0; i < node->nuses; i++) {
        const ax_var *source = node->uses[i].source;
        const ax_fuse_node *from = ax_fuse_node_of(f, source);
        int32_t k = 0;
        while (k < e->operands && operands[k] != source)
            k++;
        if ((from && holds(u, from)) || k < e->operands || k > AX_FUSE_MOST_OPERANDS)
            continue;
        operands[e->operands++] = source;
    }
}

static extent extent_of(const ax_fuser *f, union_of u)
{
    extent e = {0};
    const ax_var *operands[AX_FUSE_MOST_OPERANDS + 1];
    AX_FOR_MEMBERS (node, f, u.a)
        measure(f, &u, node, &e, operands);
    if (u.b >= 0) {
        AX_FOR_MEMBERS (node, f, u.b)
            measure(f, &u, node, &e, operands);
    }
    if (u.more)
        measure(f, &u, u.more, &e, operands);
    return e;
}

static bool fits(extent e)
{
    return e.nodes <= AX_FUSE_MOST_NODES && e.operands <= AX_FUSE_MOST_OPERANDS &&
           e.results <= AX_FUSE_MOST_RESULTS && e.folds <= AX_FUSE_MOST_FOLDS;
}

bool ax_fuse_has_room(const ax_fuser *f, int32_t group, const ax_fuse_node *node)
{
    return fits(extent_of(f, (union_of){group, -1, node}));
}

bool ax_fuse_has_room_for(const ax_fuser *f, int32_t group, int32_t other)
{
    return fits(extent_of(f, (union_of){group, other, NULL}));
}
