/* What a loop kernel computes: the values of a fusion's region as expressions over loops.
 *
 * The domain is a nest of loops. The value of a var of the region at an index is found by walking
 * backwards: an elementwise op asks for its operands at the same index, a slice, a transpose or a reshape
 * for its operand at another one, until elements of memory, constants and indices are left. What is
 * found is a *node*, made once for each var and index. Where a reshape needs the parts of an index that one
 * loop counts, the domain is split and all is done again; in the end loops that nobody tells
 * apart are merged. So plain chains run over one flat loop.
 *
 * Nothing here knows of LLVM.
 */
#ifndef AXMAP_BACKEND_CPU_LOOP_PROGRAM_H
#define AXMAP_BACKEND_CPU_LOOP_PROGRAM_H

#include "backend/cpu/loop_form.h"
#include "ir/graph.h"
#include "ops/fold.h"

enum {
    AX_LOOP_MOST_LOOPS = 12,
    AX_LOOP_MOST_SYMBOLS = 40,
    AX_LOOP_MOST_NODES = 2048,
    AX_LOOP_MOST_CONDITIONS = 64
};

/* ---- the domain ---- */

/* Loops, outermost first: they are symbols 0 .. count-1. Loops of one group are parts of one dimension of
 * the domain as it was given; only they are merged again. */
typedef struct ax_loop_domain {
    int32_t count;
    int64_t sizes[AX_LOOP_MOST_LOOPS];
    int32_t groups[AX_LOOP_MOST_LOOPS];
} ax_loop_domain;

/* ---- symbols and conditions ---- */

typedef struct ax_loop_node ax_loop_node;

typedef enum ax_symbol_kind {
    AX_SYMBOL_LOOP,
    AX_SYMBOL_START,     /* `node`, an integer, clamped to [0, size) */
    AX_SYMBOL_QUOTIENT,  /* form / divisor */
    AX_SYMBOL_REMAINDER, /* form % divisor */
} ax_symbol_kind;

typedef struct ax_loop_symbol {
    ax_symbol_kind kind;
    const ax_loop_node *node;
    ax_form form;
    int64_t divisor;
    uint64_t depends; /* loops that it follows from, a bit each */
} ax_loop_symbol;

/* least <= form < limit, and condition `also`. */
typedef struct ax_loop_condition {
    int32_t also; /* -1: none */
    ax_form form;
    int64_t least, limit;
} ax_loop_condition;

/* ---- nodes ---- */

typedef enum ax_node_kind {
    AX_NODE_LOAD, /* an element of buffer `buffer` at `form`; anything where that lies outside */
    AX_NODE_CONSTANT, /* `element` */
    AX_NODE_IOTA,     /* the value of `form` */
    AX_NODE_OP,       /* `eqn`, elementwise, of `operands` */
    AX_NODE_CHOOSE,   /* operands[0] where `condition` holds, else operands[1] */
    AX_NODE_FOLD, /* `eqn`, a reduce: operands[0] over the reduced loops, and operands[1], the init */
} ax_node_kind;

struct ax_loop_node {
    ax_node_kind kind;
    ax_dtype dtype;
    int32_t id; /* dense */
    int32_t buffer;
    int64_t count; /* load: elements of the buffer */
    bool may_miss; /* load: `form` may lie outside of it, where a choice takes something else */
    const ax_eqn *eqn;
    const void *element;
    ax_form form;
    int32_t condition;
    int32_t noperands;
    const ax_loop_node **operands;
    uint64_t
        depends;   /* loops that the value follows from, a bit each; a fold's are those around it */
    int32_t stage; /* folds that lie one behind the other below it */
    int32_t cost;  /* of this node alone, in about a vector instruction */
    /* What was asked for. */
    const ax_var *var;
    ax_form place;
    ax_loop_node *next;
};

/* A result: the node and where its element goes, a form of the loops. */
typedef struct ax_loop_result {
    const ax_loop_node *node;
    ax_form form;
} ax_loop_result;

/* Literals that are read from memory, as buffers behind the operands and results. */
typedef struct ax_loop_constant {
    const ax_var *var;
    const void *data;
} ax_loop_constant;

typedef enum ax_loop_outcome {
    AX_LOOP_FINE,
    AX_LOOP_SPLIT,     /* the domain wants to be split: see `split` */
    AX_LOOP_NOT_KNOWN, /* something here no loop kernel does */
    AX_LOOP_NO_MEMORY,
} ax_loop_outcome;

typedef struct ax_loop_program {
    ax_arena *arena;
    const ax_graph *region;
    ax_loop_outcome outcome;
    ax_loop_domain domain;
    int32_t split_loop;
    int64_t split_size; /* of the inner part */

    /* Reductions: at which place their results are asked for, and at which their operands then. */
    const ax_eqn *first_reduce; /* NULL: none may stand here */
    ax_form reduced_place, operand_place;
    int64_t reduced_count; /* elements that one result is made of */

    int32_t nsymbols;
    int64_t sizes[AX_LOOP_MOST_SYMBOLS];
    ax_loop_symbol symbols[AX_LOOP_MOST_SYMBOLS];
    int32_t nconditions;
    ax_loop_condition conditions[AX_LOOP_MOST_CONDITIONS];
    int32_t nnodes;
    ax_loop_node **nodes;  /* by id */
    ax_loop_node **by_var; /* lists by var id */
    int32_t nconstants;
    ax_loop_constant *constants;
    ax_loop_result *results; /* by output of the region */
} ax_loop_program;

/* Expresses all outputs of a region over a domain: of a fusion of the kind loop one loop of all elements; of
 * the others the dims of the first reduce's operand, in groups by turns: dimensions that stay (even) and
 * dimensions that are reduced (odd). Dims of 1 are left out.
 *
 * NULL in *out_program: no loop kernel does it. It lives in `arena`. */
ax_status *ax_loop_program_create(const ax_eqn *fusion, ax_arena *arena,
                                  ax_loop_program **out_program);

/* Whether a loop is reduced. */
bool ax_loop_reduced(const ax_loop_program *program, int32_t loop);

/* The node of `var` at `place`, a flat row-major index; NULL when the outcome is not fine (any more). */
const ax_loop_node *ax_loop_express(ax_loop_program *program, const ax_var *var,
                                    const ax_form *place);

/* Between the files: */
uint64_t ax_loop_form_depends(const ax_loop_program *program, const ax_form *form);
void ax_loop_merge(ax_loop_program *program);

#endif
