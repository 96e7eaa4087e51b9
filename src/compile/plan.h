/* The memory plan of a graph: where every value lies, decided before the first byte moves.
 *
 * Values die after their last use and their bytes are handed on; an equation that allows it writes over
 * an operand that dies with it, and a view (reshape) shares its operand's bytes. What an equation needs
 * while it runs (scratch) is placed among the values. What is left is one workspace whose size is known
 * exactly. Inputs, outputs and constants lie outside it; a donated input may be written over.
 *
 * A plan borrows its graph and is immutable: any number of threads may run it, each with a
 * workspace of its own.
 */
#ifndef AXMAP_COMPILE_PLAN_H
#define AXMAP_COMPILE_PLAN_H

#include "ir/graph.h"

typedef enum ax_slot_kind {
    AX_SLOT_NONE,      /* never computed: nothing uses it */
    AX_SLOT_INPUT,     /* index: which input */
    AX_SLOT_OUTPUT,    /* index: which output's memory */
    AX_SLOT_CONSTANT,  /* the literal of the producing equation */
    AX_SLOT_WORKSPACE, /* offset in the workspace */
} ax_slot_kind;

typedef struct ax_slot {
    ax_slot_kind kind;
    int32_t index;
    int64_t offset;
    const void *constant;
} ax_slot;

typedef struct ax_plan_options {
    const bool *donated;    /* by input: whether its memory may be written over; NULL: none */
    const int64_t *scratch; /* by equation number: bytes that it needs while it runs; NULL: none */
} ax_plan_options;

typedef struct ax_plan {
    const ax_graph *graph;
    ax_slot *slots;    /* by var id */
    bool *live;        /* by equation number: whether its results reach an output */
    int64_t *scratch;  /* by equation number: the offset of its scratch, -1 without any */
    int32_t *aliases;  /* by output: the donated input whose memory it may be given, or -1 */
    int64_t workspace; /* bytes */
    int64_t
        largest_live; /* the largest sum of what is alive in the workspace, over the equations */
} ax_plan;

/* `options` NULL: nothing donated, no scratch. */
ax_status *ax_plan_create(const ax_graph *graph, const ax_plan_options *options,
                          ax_plan **out_plan);
void ax_plan_free(ax_plan *plan); /* NULL is allowed */

/* An output that the plan does not compute in place is copied there at the end: one that is an
 * input, a constant, or another output as well. */
bool ax_plan_copies_output(const ax_plan *plan, int32_t output);

#endif
