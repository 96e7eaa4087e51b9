/* The nodes of a graph: who uses whom. */
#include "compile/fuser.h"
#include "compile/simplifier.h"
#include "ops/ops.h"

#include <string.h>

enum {
    MOST_AGAIN = 16, /* readers times clones one behind the other */
    FEW = 8,         /* a value of less than an eighth of the elements is a small one */
};

ax_fuse_node *ax_fuse_node_of(const ax_fuser *f, const ax_var *var)
{
    int32_t number = f->number[var->id];
    return number < 0 ? NULL : &f->nodes[number];
}

/* ---- uses ---- */

static ax_reach step_of(const ax_eqn *index, int64_t *run)
{
    const ax_type *from = ax_operand_type(index, 0), *to = &index->results[0]->type;
    if (!(index->op == &ax_op_broadcast_in_dim || index->op == &ax_op_reshape))
        return index->op->traits & AX_TRAIT_ELEMENTWISE ? AX_REACH_OWN : AX_REACH_MOVED;
    if (index->op == &ax_op_reshape || ax_type_count(from) == ax_type_count(to))
        return AX_REACH_OWN;
    bool differ[AX_MAX_NDIM] = {false};
    for (int32_t d = 0; d < from->ndim; d++) {
        if (from->dims[d] != 1)
            differ[ax_eqn_ints(index, AX_ATTR_BROADCAST_DIMENSIONS).values[d]] = true;
    }
    *run = 1;
    for (int32_t d = to->ndim - 1; d >= 0 && !differ[d]; d--)
        *run *= to->dims[d];
    return *run > 1 ? AX_REACH_HELD : AX_REACH_SPREAD;
}

static ax_reach both_steps(ax_reach a, ax_reach b)
{
    if (a == AX_REACH_OWN || b == AX_REACH_OWN)
        return a > b ? a : b;
    return a == AX_REACH_MOVED && b == AX_REACH_MOVED ? AX_REACH_MOVED : AX_REACH_SPREAD;
}

/* Grows in the arena. */
typedef struct use_list {
    ax_fuser *f;
    ax_use *uses;
    int32_t count, capacity;
} use_list;

static bool has_room(use_list *list)
{
    if (list->count < list->capacity)
        return true;
    int32_t capacity = list->capacity ? 2 * list->capacity : 8;
    ax_use *uses = AX_ARENA_NEW(list->f->arena, ax_use, capacity);
    list->f->no_memory |= !uses;
    if (!uses)
        return false;
    if (list->count)
        memcpy(uses, list->uses, (size_t)list->count * sizeof *uses);
    list->uses = uses;
    list->capacity = capacity;
    return true;
}

static void add_use(use_list *list, ax_use use)
{
    if (ax_type_count(&use.source->type) == 1)
        use.reach = AX_REACH_ONE;
    for (int32_t i = 0; i < list->count; i++) {
        const ax_use *old = &list->uses[i];
        if (old->source == use.source && old->named == use.named && old->reach == use.reach)
            return;
    }
    if (has_room(list))
        list->uses[list->count++] = use;
}

/* Collects what `var`, at the end of the chain `use`, comes from. */
static void collect(use_list *list, const ax_var *var, ax_use use)
{
    const ax_fuse_node *node = ax_fuse_node_of(list->f, var);
    if (!node || !ax_fuse_copied(node)) {
        use.source = var;
        add_use(list, use);
        return;
    }
    for (int32_t i = 0; i < node->eqn->noperands; i++) {
        ax_use next = use;
        bool follows = i == 0 || node->node_class == AX_NODE_CLONE; /* else the start of a slice */
        next.reach = follows ? both_steps(use.reach, step_of(node->eqn, &next.run)) : AX_REACH_ONE;
        collect(list, node->eqn->operands[i], next);
    }
}

static void find_uses(ax_fuser *f, ax_fuse_node *node)
{
    static const ax_use nothing = {.reach = AX_REACH_OWN, .run = 1};
    use_list list = {.f = f};
    for (int32_t i = 0; i < node->eqn->noperands; i++) {
        ax_use use = nothing;
        use.named = node->eqn->operands[i];
        if (node->node_class == AX_NODE_JOIN)
            use.reach = AX_REACH_MOVED;
        collect(&list, use.named, use);
    }
    node->nuses = list.count;
    node->uses = list.uses;
}

static void note_users(ax_fuser *f)
{
    for (int pass = 0; pass < 2; pass++) {
        for (int32_t n = 0; n < f->nnodes; n++) {
            const ax_fuse_node *user = &f->nodes[n];
            for (int32_t i = 0; i < user->nuses; i++) {
                ax_fuse_node *source = ax_fuse_node_of(f, user->uses[i].source);
                bool again = source && source->nusers > 0 && pass == 1 &&
                             source->users[source->nusers - 1] == n;
                if (!source || again)
                    continue;
                if (pass == 1)
                    source->users[source->nusers] = n;
                source->nusers++;
            }
        }
        for (int32_t n = 0; n < f->nnodes && pass == 0; n++) {
            ax_fuse_node *node = &f->nodes[n];
            node->users = AX_ARENA_NEW(f->arena, int32_t, node->nusers);
            f->no_memory |= !node->users;
            node->nusers = 0;
        }
        if (f->no_memory)
            return;
    }
}

static void note_outputs(ax_fuser *f)
{
    for (int32_t i = 0; i < f->graph->noutputs; i++) {
        use_list list = {.f = f};
        collect(&list, f->graph->outputs[i], (ax_use){.run = 1});
        for (int32_t k = 0; k < list.count; k++) {
            ax_fuse_node *source = ax_fuse_node_of(f, list.uses[k].source);
            if (source)
                source->wanted = true;
        }
    }
}

/* ---- clones ---- */

/* Who reads a value, through indices and clones too. */
typedef struct reading {
    int32_t readers;
    bool elsewhere; /* one of them does not compute its operands */
    int32_t clones; /* one behind the other */
} reading;

/* An op of little cost on one array, and perhaps on values of few elements that repeat, is computed again by
 * each of its users, if then nobody needs it in memory and no wider elements are read for it. */
static bool is_clone(const ax_fuser *f, const ax_fuse_node *node, const reading *r)
{
    const ax_eqn *eqn = node->eqn;
    int64_t count = ax_type_count(&eqn->results[0]->type);
    int32_t arrays = 0;
    if (node->node_class != AX_NODE_ELEMENT || node->cost > 1 || r->readers < 2 || r->elsewhere ||
        r->readers * (r->clones + 1) > MOST_AGAIN)
        return false;
    for (int32_t i = 0; i < eqn->noperands; i++) {
        const ax_var *operand = eqn->operands[i];
        while (ax_made_by(operand, &ax_op_broadcast_in_dim) || ax_made_by(operand, &ax_op_reshape))
            operand = operand->producer->operands[0];
        if (ax_type_count(&operand->type) <= count / FEW)
            continue;
        const ax_fuse_node *source = ax_fuse_node_of(f, operand);
        if (source && source->node_class == AX_NODE_PRODUCT)
            return false; /* the product's own kernel does it on the way */
        arrays++;
        if (ax_dtype_bytes(operand->type.dtype) > ax_dtype_bytes(eqn->results[0]->type.dtype))
            return false;
    }
    return arrays <= 1;
}

static bool absorbs(const ax_fuse_node *node)
{
    switch (node->node_class) {
    case AX_NODE_OTHER:
    case AX_NODE_PRODUCT: return false;
    default: return true;
    }
}

/* From the end, so that readers are known. */
static bool find_clones(ax_fuser *f)
{
    reading *readings = AX_ARENA_NEW(f->arena, reading, f->nnodes);
    if (!readings)
        return false;
    for (int32_t i = 0; i < f->graph->noutputs; i++) {
        int32_t n = f->number[f->graph->outputs[i]->id];
        if (n >= 0)
            readings[n].elsewhere = true;
    }
    for (int32_t n = f->nnodes - 1; n >= 0; n--) {
        ax_fuse_node *node = &f->nodes[n];
        const reading *own = &readings[n];
        if (!node->live)
            continue;
        if (is_clone(f, node, own))
            node->node_class = AX_NODE_CLONE;
        bool passes_on = ax_fuse_copied(node);
        for (int32_t i = 0; i < node->eqn->noperands; i++) {
            int32_t source = f->number[node->eqn->operands[i]->id];
            if (source < 0)
                continue;
            reading *r = &readings[source];
            int32_t clones = passes_on ? own->clones + (node->node_class == AX_NODE_CLONE) : 0;
            r->elsewhere |= passes_on ? own->elsewhere : !absorbs(node);
            r->readers += passes_on ? own->readers : 1;
            r->clones = clones > r->clones ? clones : r->clones;
        }
    }
    return true;
}

/* ---- all of it ---- */

static void find_live(ax_fuser *f)
{
    for (int32_t i = 0; i < f->graph->noutputs; i++) {
        ax_fuse_node *node = ax_fuse_node_of(f, f->graph->outputs[i]);
        if (node)
            node->live = true;
    }
    for (int32_t n = f->nnodes - 1; n >= 0; n--) {
        const ax_eqn *eqn = f->nodes[n].eqn;
        for (int32_t i = 0; i < eqn->noperands && f->nodes[n].live; i++) {
            ax_fuse_node *node = ax_fuse_node_of(f, eqn->operands[i]);
            if (node)
                node->live = true;
        }
        if (!f->nodes[n].live)
            f->nodes[n].node_class = AX_NODE_OTHER;
    }
}

static ax_status *fill_fuser(ax_fuser *f)
{
    int32_t n = 0;
    for (int32_t v = 0; v < f->graph->nvars; v++)
        f->number[v] = -1;
    AX_FOR_EQNS (eqn, f->graph) {
        f->nodes[n] = (ax_fuse_node){.eqn = eqn, .node_class = ax_fuse_class(eqn), .group = -1};
        f->nodes[n].cost = ax_fuse_cost(eqn);
        f->back[n] = n;
        for (int32_t i = 0; i < eqn->nresults; i++)
            f->number[eqn->results[i]->id] = n;
        n++;
    }
    find_live(f);
    f->no_memory = !find_clones(f);
    for (n = 0; n < f->nnodes && !f->no_memory; n++) {
        ax_fuse_node *node = &f->nodes[n];
        node->absorbs = absorbs(node);
        if (node->live && !ax_fuse_copied(node))
            find_uses(f, node);
    }
    if (!f->no_memory) {
        note_users(f);
        note_outputs(f);
    }
    return f->no_memory ? AX_ERROR(AX_OUT_OF_MEMORY, "no memory to fuse a graph") : NULL;
}

ax_status *ax_fuser_create(ax_arena *arena, const ax_graph *graph, ax_fuser **out_fuser)
{
    ax_fuser *f = AX_ARENA_NEW(arena, ax_fuser, 1);
    if (f) {
        *f = (ax_fuser){.graph = graph,
                        .arena = arena,
                        .nnodes = graph->neqns,
                        .nodes = AX_ARENA_NEW(arena, ax_fuse_node, graph->neqns),
                        .number = AX_ARENA_NEW(arena, int32_t, graph->nvars),
                        .groups = AX_ARENA_NEW(arena, ax_fuse_group, graph->neqns),
                        .stack = AX_ARENA_NEW(arena, int32_t, graph->neqns),
                        .seen = AX_ARENA_NEW(arena, int32_t, graph->neqns),
                        .back = AX_ARENA_NEW(arena, int32_t, graph->neqns),
                        .marks = AX_ARENA_NEW(arena, int32_t, graph->nvars)};
    }
    if (!f || !f->nodes || !f->number || !f->groups || !f->stack || !f->seen || !f->back ||
        !f->marks)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory to fuse a graph");
    AX_TRY(fill_fuser(f));
    *out_fuser = f;
    return NULL;
}
