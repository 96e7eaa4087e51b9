/* What each equation may do in a kernel, and who uses whom. */
#include "compile/fusable.h"
#include "compile/fuser.h"
#include "compile/simplifier.h"
#include "ops/fold.h"
#include "ops/ops.h"

#include <string.h>

enum {
    LARGE = 64 << 10, /* bytes */
    MOST_AGAIN = 16,  /* readers times clones one behind the other */
    FEW = 8,          /* a value of less than an eighth of the elements is a small one */
};

ax_fuse_node *ax_fuse_node_of(const ax_fuser *f, const ax_var *var)
{
    int32_t number = f->number[var->id];
    return number < 0 ? NULL : &f->nodes[number];
}

/* ---- classes ---- */

static int32_t last_dim(const ax_type *type)
{
    int32_t d = type->ndim - 1;
    while (d >= 0 && type->dims[d] == 1)
        d--;
    return d;
}

/* Whether neighbours in the result lie far apart in a large operand: such a walk has a kernel of its own. */
static bool turns_large(const ax_eqn *eqn)
{
    const ax_type *from = ax_operand_type(eqn, 0), *to = &eqn->results[0]->type;
    if (ax_type_bytes(from) <= LARGE)
        return false;
    int32_t inner = last_dim(from), outer = last_dim(to);
    if (eqn->op == &ax_op_transpose)
        return inner >= 0 && ax_eqn_ints(eqn, AX_ATTR_PERMUTATION).values[outer] != inner;
    if (eqn->op != &ax_op_broadcast_in_dim)
        return false;
    /* One that repeats along the last dimension reads along another: that is no turn. */
    int64_t last = -1;
    for (int32_t d = 0; d < from->ndim; d++) {
        int64_t place = ax_eqn_ints(eqn, AX_ATTR_BROADCAST_DIMENSIONS).values[d];
        if (from->dims[d] != 1 && place < last)
            return true;
        last = from->dims[d] != 1 ? place : last;
    }
    return false;
}

static bool is_index(const ax_eqn *eqn)
{
    static const ax_op *const ops[] = {&ax_op_broadcast_in_dim, &ax_op_dynamic_slice, &ax_op_iota,
                                       &ax_op_reshape,          &ax_op_reverse,       &ax_op_slice,
                                       &ax_op_transpose};
    for (size_t i = 0; i < sizeof ops / sizeof ops[0]; i++) {
        if (ops[i] == eqn->op)
            return eqn->noperands == 0 || !turns_large(eqn);
    }
    return eqn->op == &ax_op_constant && ax_type_count(&eqn->results[0]->type) == 1;
}

static ax_node_class class_of_reduce(const ax_eqn *eqn)
{
    ax_fold fold;
    const ax_type *from = ax_operand_type(eqn, 0);
    ax_ints dims = ax_eqn_ints(eqn, AX_ATTR_DIMENSIONS);
    const ax_eqn *init = eqn->operands[1]->producer;
    if (eqn->nresults != 1 || dims.count == 0 || !init || init->op != &ax_op_constant ||
        !ax_fold_find_wide(eqn->regions[0], &fold))
        return AX_NODE_OTHER;
    bool reduced[AX_MAX_NDIM] = {false};
    for (int32_t i = 0; i < dims.count; i++)
        reduced[dims.values[i]] = true;
    if (!reduced[from->ndim - 1])
        return AX_NODE_COLUMN;
    for (int32_t d = from->ndim - dims.count; d < from->ndim; d++) {
        if (!reduced[d])
            return AX_NODE_OTHER;
    }
    return AX_NODE_ROW;
}

/* Kernels know no complex numbers, and nothing is to be gained where there are no elements. */
static bool has_plain_types(const ax_eqn *eqn)
{
    for (int32_t i = 0; i < eqn->noperands; i++) {
        const ax_type *type = ax_operand_type(eqn, i);
        if (ax_dtype_kind(type->dtype) == AX_KIND_COMPLEX || ax_type_count(type) == 0)
            return false;
    }
    const ax_type *type = &eqn->results[0]->type;
    return ax_dtype_kind(type->dtype) != AX_KIND_COMPLEX && ax_type_count(type) > 0;
}

static ax_node_class class_of(const ax_eqn *eqn)
{
    if (eqn->nresults != 1 || !has_plain_types(eqn))
        return AX_NODE_OTHER;
    if (ax_fusable(eqn))
        return AX_NODE_ELEMENT;
    if (is_index(eqn))
        return AX_NODE_INDEX;
    if (eqn->op == &ax_op_pad || (eqn->op == &ax_op_concatenate && eqn->noperands <= 4))
        return AX_NODE_JOIN;
    if (eqn->op == &ax_op_reduce)
        return class_of_reduce(eqn);
    if (eqn->op == &ax_op_dot_general || eqn->op == &ax_op_convolution)
        return AX_NODE_PRODUCT;
    return AX_NODE_OTHER;
}

/* About what an element costs, in vector instructions. */
static int32_t cost_of(const ax_eqn *eqn)
{
    static const ax_op *const cheap[] = {
        &ax_op_abs,
        &ax_op_add,
        &ax_op_and,
        &ax_op_clamp,
        &ax_op_compare,
        &ax_op_convert,
        &ax_op_is_finite,
        &ax_op_maximum,
        &ax_op_minimum,
        &ax_op_multiply,
        &ax_op_negate,
        &ax_op_not,
        &ax_op_or,
        &ax_op_select,
        &ax_op_shift_left,
        &ax_op_subtract,
        &ax_op_xor,
        &ax_op_shift_right_logical,
        &ax_op_bitcast_convert,
        &ax_op_shift_right_arithmetic,
        &ax_op_ceil,
        &ax_op_floor,
        &ax_op_round_nearest_even,
        &ax_op_sign,
        &ax_op_pad,
        &ax_op_concatenate,
    };
    for (size_t i = 0; i < sizeof cheap / sizeof cheap[0]; i++) {
        if (cheap[i] == eqn->op)
            return 1;
    }
    if (eqn->op == &ax_op_divide || eqn->op == &ax_op_sqrt || eqn->op == &ax_op_rsqrt)
        return 6;
    return 20;
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
        f->nodes[n] = (ax_fuse_node){.eqn = eqn, .node_class = class_of(eqn), .group = -1};
        f->nodes[n].cost = cost_of(eqn);
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
