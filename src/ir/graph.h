/* The graph: a typed program in SSA form with static shapes.
 *
 * A graph has inputs, equations in program order, and outputs. An equation applies an op to
 * operands (vars defined earlier in the same graph) with attributes and regions; a region is a
 * graph of its own that sees nothing but its inputs. All of it lies in one arena and is freed
 * whole. A finished graph is never changed: transforms make new ones.
 */
#ifndef AXMAP_IR_GRAPH_H
#define AXMAP_IR_GRAPH_H

#include "base/arena.h"
#include "ir/type.h"

#include <axmap/builder.h>

/* ---- attributes ---- */

#define AX_ATTR(key, name, kind) AX_ATTR_##key,
typedef enum ax_attr_key {
#include "ir/attr.def"
    AX_ATTR_COUNT
} ax_attr_key;
#undef AX_ATTR

typedef enum ax_attr_kind {
    AX_ATTR_KIND_INT,
    AX_ATTR_KIND_INTS,
    AX_ATTR_KIND_NAMES,
    AX_ATTR_KIND_SPECS, /* in `ints` */
    AX_ATTR_KIND_TYPE,
    AX_ATTR_KIND_LITERAL
} ax_attr_kind;

/* A dense constant in row-major order; i1 takes a byte an element, 0 or 1. */
typedef struct ax_literal {
    ax_type type;
    const void *data;
} ax_literal;

typedef struct ax_attr {
    ax_attr_key key;
    union {
        int64_t i;
        ax_ints ints;
        ax_names names;
        ax_type type;
        ax_literal literal;
    };
} ax_attr;

const char *ax_attr_name(ax_attr_key key);
ax_attr_kind ax_attr_kind_of(ax_attr_key key);

/* Attributes for an equation that is about to be emitted, copied by the builder. */
static inline ax_attr ax_attr_int(ax_attr_key key, int64_t value)
{
    return (ax_attr){.key = key, .i = value};
}

static inline ax_attr ax_attr_ints(ax_attr_key key, const int64_t *values, int32_t count)
{
    return (ax_attr){.key = key, .ints = {count, values}};
}

static inline ax_attr ax_attr_type(ax_attr_key key, ax_type type)
{
    return (ax_attr){.key = key, .type = type};
}

/* The directions of compare, in StableHLO's names: EQ NE LT LE GT GE, and TOTAL_EQ ... for the total order
 * (ax_comparison is public). */
const char *ax_comparison_name(ax_comparison comparison);
bool ax_comparison_from_name(const char *name, ax_comparison *out_comparison);

/* ---- vars, equations, graphs ---- */

typedef struct ax_op ax_op;
typedef struct ax_eqn ax_eqn;
typedef struct ax_graph ax_graph;

struct ax_var {
    ax_type type;
    int32_t id;             /* dense in its graph: 0..graph->nvars-1 */
    int32_t index;          /* which input of the graph, or which result of `producer` */
    const ax_eqn *producer; /* NULL for a graph input */
};

struct ax_eqn {
    const ax_op *op;
    int32_t noperands, nresults, nattrs, nregions;
    const ax_var **operands;
    ax_var **results;
    const ax_attr *attrs; /* sorted by key */
    const ax_graph **regions;
    ax_location location; /* where the user wrote it; its file name lives in the arena */
    ax_eqn *next;
};

struct ax_graph {
    ax_arena *arena;
    bool owns_arena; /* regions share the arena of the graph around them */
    const char *name;
    int32_t ninputs, noutputs, neqns, nvars;
    ax_var **inputs;
    const ax_var **outputs;
    const char **input_names;  /* ninputs of them, each may be NULL; or NULL */
    const char **output_names; /* noutputs of them, each may be NULL; or NULL */
    ax_eqn *first, *last;
};

#define AX_FOR_EQNS(eqn, graph) for (const ax_eqn *eqn = (graph)->first; eqn; eqn = eqn->next)

/* The most operands and results that one of its equations has, together. */
int32_t ax_graph_widest(const ax_graph *graph);

/* NULL is allowed; regions are freed with the graph that owns their arena. */
void ax_graph_free(ax_graph *graph);

/* The attribute, or NULL. */
const ax_attr *ax_eqn_find_attr(const ax_eqn *eqn, ax_attr_key key);
/* The attribute's value; infer has made sure that a required one is there. */
int64_t ax_eqn_int(const ax_eqn *eqn, ax_attr_key key);
ax_ints ax_eqn_ints(const ax_eqn *eqn, ax_attr_key key);
ax_names ax_eqn_names(const ax_eqn *eqn, ax_attr_key key);
const ax_type *ax_eqn_type(const ax_eqn *eqn, ax_attr_key key);
const ax_literal *ax_eqn_literal(const ax_eqn *eqn, ax_attr_key key);
/* As above with a value for an attribute that may be absent. */
int64_t ax_eqn_int_or(const ax_eqn *eqn, ax_attr_key key, int64_t absent);

static inline const ax_type *ax_operand_type(const ax_eqn *eqn, int32_t index)
{
    return &eqn->operands[index]->type;
}

/* Whether an equation speaks over the named axis: a collective by itself, an equation with regions by
 * one inside it for which the name means the same axis. */
bool ax_collective_over(const ax_eqn *eqn, const char *axis_name);

/* Checks what every graph promises: operands defined before use, types as inference gives them,
 * regions included. AX_INTERNAL names the equation that breaks it. */
ax_status *ax_graph_verify(const ax_graph *graph);

/* A fingerprint of what the graph computes: ops, types, attributes, constants and structure, not
 * names or locations. Equal on every host. */
uint64_t ax_graph_fingerprint(const ax_graph *graph);
/* Another one of the same: with `seed` 0 it is that. */
uint64_t ax_graph_fingerprint_seeded(const ax_graph *graph, uint64_t seed);
/* The same of one attribute, mixed into `seed`. */
uint64_t ax_attr_fingerprint(uint64_t seed, const ax_attr *attr);

/* The graph as a jaxpr reads:
 *
 *     { lambda ; a:f32[3] b:f32[3]. let
 *         c:f32[3] = multiply a b
 *         d:f32[] = reduce[dimensions=(0,)] c 0.0:f32[] { lambda ; ... }
 *       in (d,) }
 *
 * Scalar constants print in place. The caller frees the text. */
ax_status *ax_graph_print(const ax_graph *graph, char **out_text);

#endif
