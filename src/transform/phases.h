/* Cutting a function of one example at the collectives over its mapped axis.
 *
 * ax_map computes rows in blocks of T and cannot know a psum over all rows before every block is
 * done. So the graph is cut: phase p is what can be computed from the arguments and the collectives
 * of earlier phases. Each phase has two graphs:
 *
 *   shared  what is the same for every row; computed once a rank. A collective of a value that is
 *           the same for every row is plain arithmetic here (psum is size times x).
 *   block   what differs from row to row, vmapped over as many rows as one likes at axis 0.
 *
 * Which is which is decided from the graph alone, never from the placement. Constants and other layouts of
 * shared values (reshapes, transposes, broadcasts) are part of every stage that uses them.
 */
#ifndef AXMAP_TRANSFORM_PHASES_H
#define AXMAP_TRANSFORM_PHASES_H

#include "ir/graph.h"

/* One half of a phase; its graph is made by ax_phases_graph. Its inputs and outputs are vars of the example
 * graph, and factors (below), named by id. */
typedef struct ax_stage {
    int32_t ninputs, noutputs; /* no outputs: there is nothing to run */
    int32_t *inputs;           /* ids */
    int32_t *outputs;          /* ids */
} ax_stage;

/* A collective over the mapped axis whose operand differs from row to row. The result is the same for
 * every row, but for an exchange's: each row's own, kept for all rows.
 *
 * A psum of products of matrices, of each row its own, needs no row's product: it is one product that sums
 * over the rows too. Then the block stage gives the two factors of each row instead, as values of their own:
 * lhs [steps, m] and rhs [steps, n], where the operand has m * n elements, the sum over steps of
 * lhs[step, i] * rhs[step, j]. */
typedef struct ax_cut {
    const ax_eqn *eqn;       /* psum, pmax, pmin, all_gather, pbroadcast or exchange */
    int32_t operand, result; /* ids */
    int32_t lhs, rhs;        /* ids of the factors; -1: the block stage gives the operand */
} ax_cut;

typedef struct ax_phase {
    ax_stage shared, block;
    int32_t ncuts;
    ax_cut *cuts; /* in program order; run after the phase's last block */
} ax_phase;

typedef enum ax_var_kind {
    AX_VAR_UNUSED,
    AX_VAR_SHARED_INPUT, /* an argument that all rows share */
    AX_VAR_MAPPED_INPUT, /* an argument with one value a row */
    AX_VAR_ROW_INDEX,    /* axis_index over the mapped axis: i32 */
    AX_VAR_SHARED,       /* computed, the same for every row */
    AX_VAR_MAPPED        /* computed, differs from row to row */
} ax_var_kind;

typedef struct ax_phased_var {
    ax_type type; /* for one example */
    ax_var_kind kind;
    int32_t phase; /* in which it becomes known */
    bool crosses;  /* AX_VAR_MAPPED: needed in a later phase too, so kept for all rows */
    bool
        gathered; /* AX_VAR_MAPPED: operand of a collective that moves rows, so kept for all rows */
    bool exchanged; /* AX_VAR_MAPPED: result of an exchange; it crosses too */
} ax_phased_var;

/* A factor of a product: a var of the example whose dims are put in another order and folded into two. */
typedef struct ax_factor {
    const ax_var *source;
    ax_type ordered; /* the source's type with its dims in the new order */
    int64_t order[AX_MAX_NDIM];
} ax_factor;

/* The whole; borrows the example graph and the axis' name, which must outlive it. */
typedef struct ax_phases {
    const ax_graph *example;
    const char *axis_name; /* or NULL */
    int64_t size;          /* of the axis */
    int32_t nphases;
    ax_phase *phases;
    int32_t nvars;       /* ids: the example's vars, then factors */
    ax_phased_var *vars; /* by id */
    ax_factor *factors;  /* by id - the example's number of vars */
    bool *needed;        /* by id of the example's vars: whether an output depends on it */
} ax_phases;

/* Cuts `example`, whose collectives are as transform/native_collectives.h makes them.
 *
 * mapped      for each input whether it has one value a row
 * axis_name   of the mapped axis, or NULL: then there is one phase
 * size        of the mapped axis
 */
ax_status *ax_phases_create(const ax_graph *example, const bool *mapped, const char *axis_name,
                            int64_t size, ax_phases **out_phases);
void ax_phases_free(ax_phases *phases); /* NULL is allowed */

/* The graph of a phase's shared stage (rows 0), or of its block stage over `rows` > 0 rows; NULL where the
 * stage has nothing to run. */
ax_status *ax_phases_graph(const ax_phases *phases, int32_t phase, int64_t rows,
                           ax_graph **out_graph);

/* Whether the cut is a psum, pmax or pmin; others move rows. */
bool ax_cut_reduces(const ax_cut *cut);

static inline bool ax_var_is_mapped(const ax_phased_var *var)
{
    return var->kind == AX_VAR_MAPPED_INPUT || var->kind == AX_VAR_ROW_INDEX ||
           var->kind == AX_VAR_MAPPED;
}

#endif
