/* From a graph to one that runs fast: passes from graph to graph, each with the same meaning. */
#ifndef AXMAP_COMPILE_COMPILE_H
#define AXMAP_COMPILE_COMPILE_H

#include "ir/graph.h"

/* Constant folding, common subexpressions, dead code, algebra that changes no bit (and no NaN or sign of
 * zero), reshapes, transposes and broadcasts folded into one another and into their users. Names of inputs and
 * outputs and locations are kept. */
ax_status *ax_simplify(const ax_graph *graph, ax_graph **out_graph);

/* Puts equations together that one kernel should compute (compile/fusion.h). */
ax_status *ax_fuse(const ax_graph *graph, ax_graph **out_graph);

#endif
