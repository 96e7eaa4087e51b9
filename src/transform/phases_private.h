/* Cutting a function into phases, between its two files: phases_classify.c says what each value is and
 * when it is known, phases_factors.c which sums are products, phases.c builds the graphs. */
#ifndef AXMAP_TRANSFORM_PHASES_PRIVATE_H
#define AXMAP_TRANSFORM_PHASES_PRIVATE_H

#include "ir/op.h"
#include "ops/ops.h"
#include "transform/phases.h"

typedef struct ax_cutter {
    ax_phases *phases;
    const ax_graph *example;
    const char *axis_name;
    const ax_eqn **eqns;
    bool *needed; /* the phases' */
} ax_cutter;

/* Fills the vars' kinds, phases and flags, the number of phases, and `needed`. */
ax_status *ax_cutter_classify(ax_cutter *c, const bool *mapped);

/* Finds the psums of products among the phases' cuts and gives them their factors. */
void ax_cutter_find_factors(ax_cutter *c);

/* Whether an output depends on a result of the equation. */
bool ax_cutter_needs(const ax_cutter *c, const ax_eqn *eqn);

/* Whether the equation is a collective over the mapped axis of a value that differs from row to row. */
bool ax_cutter_cuts_at(const ax_cutter *c, const ax_eqn *eqn);

#endif
