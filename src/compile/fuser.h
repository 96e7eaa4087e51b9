/* A graph whose equations are being put together, between the files of the pass.
 *
 * fuse.c           the driver
 * fuse_prepare.c   before: equations that no kernel does, by others: fuse_windows.c, fuse_split.c,
 *                  fuse_dots.c
 * fuse_class.c     what each equation may do
 * fuse_nodes.c     who uses whom
 * fuse_groups.c    groups of equations: joining, and what must not happen by it
 * fuse_grow.c      what follows a reduction or a product: rows, columns, epilogues
 * fuse_loops.c     what goes into a kernel that uses it, and loops of what is left
 * fuse_build.c     the graph of fusions
 *
 * Equations that only say where elements are (broadcast_in_dim, slice, ...) belong to no group: each kernel
 * that reads through one has a copy. The others are nodes that use each other through such chains.
 * Groups never use each other in a circle.
 */
#ifndef AXMAP_COMPILE_FUSER_H
#define AXMAP_COMPILE_FUSER_H

#include "base/arena.h"
#include "compile/fusion.h"
#include "ir/builder.h"

typedef enum ax_node_class {
    AX_NODE_OTHER,   /* is computed by its own kernel */
    AX_NODE_INDEX,   /* says where elements are */
    AX_NODE_CLONE,   /* elementwise, and so little that each kernel computes it again */
    AX_NODE_ELEMENT, /* elementwise */
    AX_NODE_JOIN,    /* chooses between operands by the index: pad, concatenate */
    AX_NODE_ROW,     /* reduces the last dims by a known op */
    AX_NODE_COLUMN,  /* reduces by a known op and keeps the last dimension */
    AX_NODE_PRODUCT, /* dot_general, convolution */
} ax_node_class;

/* At which of a value's elements a user looks for its own element. */
typedef enum ax_reach {
    AX_REACH_OWN,    /* the same in row-major order */
    AX_REACH_ONE,    /* there is one element */
    AX_REACH_MOVED,  /* another one, each at most once */
    AX_REACH_HELD,   /* one that many neighbours share */
    AX_REACH_SPREAD, /* one that many share, but not neighbours */
} ax_reach;

typedef struct ax_use {
    const ax_var
        *source; /* an input of the graph, or the result of a node that is no index and no clone */
    const ax_var *named; /* what the user's equation names: the end of the chain from `source` */
    ax_reach reach;
    int64_t run; /* AX_REACH_HELD: how many neighbours share it */
} ax_use;

/* What a value in a group has to do with the reduction or product that the group is about. */
typedef enum ax_follows {
    AX_FOLLOWS_NOT,   /* nothing: it may be computed at any place */
    AX_FOLLOWS_OUTER, /* it has an element for each result of it */
    AX_FOLLOWS_INNER, /* it has an element for each of its operand */
    AX_FOLLOWS_ELSE,  /* no kernel does that */
} ax_follows;

/* A place, seen from an element of the group's domain, at which a node's elements are computed. */
typedef struct ax_place {
    uint64_t path;    /* AX_PLACE_INNER, AX_PLACE_OUTER, AX_PLACE_ONE or what leads there */
    int64_t elements; /* that are computed there in all */
    int32_t spread;   /* nodes in a row that are computed more often than they have elements */
} ax_place;

enum { AX_PLACE_INNER = 1, AX_PLACE_OUTER = 2, AX_PLACE_ONE = 3, AX_FUSE_MOST_PLACES = 6 };

typedef struct ax_fuse_node {
    const ax_eqn *eqn;
    ax_node_class node_class;
    bool live;     /* an output needs it; others are left out */
    bool absorbs;  /* its kernel could compute its operands too */
    bool wanted;   /* somebody besides the users reads it: an output, perhaps through indices */
    int32_t group; /* -1: none */
    int32_t next;  /* the next node of the group, or -1 */
    int32_t cost;
    int32_t nuses, nusers;
    ax_use *uses;   /* of values that nodes and inputs give */
    int32_t *users; /* nodes, ascending, each once */
    /* In a group: */
    ax_follows follows;
    int32_t stage; /* how many of its reductions lie one behind the other up to the node */
    int32_t nplaces;
    ax_place places[AX_FUSE_MOST_PLACES];
} ax_fuse_node;

typedef struct ax_fuse_group {
    ax_fusion_kind kind;
    int32_t size;        /* nodes; 0: joined to another */
    int32_t head;        /* the first of its nodes, in any order */
    int32_t least, last; /* numbers of nodes that it has, or had */
    int64_t count;       /* elements of the domain */
    const ax_eqn *first; /* the first reduction, or the product */
    ax_type domain;      /* of a row reduction's operand */
    ax_type outer;       /* of what is reduced, or of the product */
} ax_fuse_group;

typedef struct ax_fuser {
    const ax_graph *graph;
    ax_arena *arena;
    int32_t nnodes, ngroups;
    ax_fuse_node *nodes;   /* by number of the equation */
    int32_t *number;       /* by id of the var: of the equation that gives it, or -1 */
    ax_fuse_group *groups; /* at most nnodes */
    int32_t *stack;        /* nnodes of room for walks */
    int32_t *seen, walk;   /* by node: the last walk that came by */
    int32_t *back;         /* by node: the least number that a group around it reaches back to */
    int32_t *marks, mark;  /* by id of the var: the last marking that it belongs to */
    bool no_memory;
} ax_fuser;

/* ---- nodes ---- */

ax_node_class ax_fuse_class(const ax_eqn *eqn); /* never AX_NODE_CLONE: that depends on its users */
int32_t ax_fuse_cost(const ax_eqn *eqn);        /* of an element, in vector instructions, about */

ax_status *ax_fuser_create(ax_arena *arena, const ax_graph *graph, ax_fuser **out_fuser);

/* The node that gives the value, or NULL for an input. */
ax_fuse_node *ax_fuse_node_of(const ax_fuser *f, const ax_var *var);

static inline int32_t ax_fuse_number(const ax_fuser *f, const ax_fuse_node *node)
{
    return (int32_t)(node - f->nodes);
}

/* Whether each kernel that uses the node has it for itself. */
static inline bool ax_fuse_copied(const ax_fuse_node *node)
{
    return node->node_class == AX_NODE_INDEX || node->node_class == AX_NODE_CLONE;
}

/* ---- groups ---- */

/* Walks over the nodes of a group, which must not change meanwhile. */
#define AX_FOR_MEMBERS(node, f, group)                                        \
    for (ax_fuse_node *node = ax_fuse_at((f), (f)->groups[group].head); node; \
         node = ax_fuse_at((f), node->next))

/* Whether it reduces by a fold. */
static inline bool ax_fuse_folds(const ax_fuse_node *node)
{
    return node->node_class == AX_NODE_ROW || node->node_class == AX_NODE_COLUMN;
}

/* The stage that a node has, or would have, in the group. */
int32_t ax_fuse_stage(const ax_fuser *f, int32_t group, const ax_fuse_node *node);

static inline ax_fuse_node *ax_fuse_at(const ax_fuser *f, int32_t number)
{
    return number < 0 ? NULL : &f->nodes[number];
}

/* What kernels have room for. */
enum {
    AX_FUSE_MOST_NODES = 72,
    AX_FUSE_MOST_OPERANDS = 20,
    AX_FUSE_MOST_RESULTS = 8,
    AX_FUSE_MOST_FOLDS = 8,
    AX_FUSE_MOST_STAGES = 6,
};

/* A group of this node alone. */
int32_t ax_fuse_begin(ax_fuser *f, ax_fuse_node *node, ax_fusion_kind kind);

/* Says where a node that follows the group's reduction or product, or a loop's end, is computed. */
void ax_fuse_place(ax_fuser *f, ax_fuse_node *node, ax_follows follows);
/* Ends a group: its nodes stand alone again. */
void ax_fuse_dissolve(ax_fuser *f, int32_t group);

/* Adds a node, takes it away, or adds all nodes of another group. */
void ax_fuse_add(ax_fuser *f, int32_t group, ax_fuse_node *node);
void ax_fuse_remove(ax_fuser *f, ax_fuse_node *node);
void ax_fuse_merge(ax_fuser *f, int32_t into, int32_t from);

/* Whether anything outside of the two would lie between them: then they must not become one. `node` is in
 * no group. */
bool ax_fuse_circle(ax_fuser *f, int32_t group, const ax_fuse_node *node);
bool ax_fuse_circle_of_groups(ax_fuser *f, int32_t a, int32_t b);

/* Whether somebody outside of the node's group reads it. */
bool ax_fuse_is_result(const ax_fuser *f, const ax_fuse_node *node);

/* Whether the group is small enough to grow by `node`, or by another group. */
bool ax_fuse_has_room(const ax_fuser *f, int32_t group, const ax_fuse_node *node);
bool ax_fuse_has_room_for(const ax_fuser *f, int32_t group, int32_t other);

/* ---- before ---- */

/* A graph of the same meaning without equations that have a better form; NULL: it has none. */
ax_status *ax_fuse_prepare(const ax_graph *graph, ax_graph **out_graph);

/* Whether the equation has such a form, and emitting it on operands of the builder's. */
bool ax_window_is_small(const ax_eqn *eqn);
ax_value ax_window_as_slices(ax_builder *builder, const ax_eqn *eqn, const ax_value *operands);
bool ax_reduction_splits(const ax_eqn *eqn);
ax_value ax_reduction_split(ax_builder *builder, const ax_eqn *eqn, const ax_value *operands);
bool ax_dot_is_elementwise(const ax_eqn *eqn);
ax_value ax_dot_as_elementwise(ax_builder *builder, const ax_eqn *eqn, const ax_value *operands);

/* ---- the steps, in this order ---- */

void ax_fuse_products(ax_fuser *f);
void ax_fuse_rows(ax_fuser *f);
void ax_fuse_columns(ax_fuser *f);
void ax_fuse_loops(ax_fuser *f);

ax_status *ax_fuse_build(ax_fuser *f, ax_graph **out_graph);

#endif
