/* Taking out of a graph what stays the same while it runs again and again.
 *
 * Where some inputs have the same values in every run, so has whatever depends on them and on constants
 * alone: packed weights, say. The graph is split into a prologue, which is run once, and the rest.
 */
#ifndef AXMAP_COMPILE_HOIST_H
#define AXMAP_COMPILE_HOIST_H

#include "ir/graph.h"

/* invariant     for each input whether it has the same value in every run
 * out_prologue  takes the invariant inputs, in their order, and gives what the rest needs; NULL when that
 *               would be nothing: then *out_rest is NULL too, and the graph stands as it is
 * out_rest      takes all inputs of the graph, then the prologue's outputs; gives the graph's outputs
 *
 * Constants and views (reshapes) are not handed over but stand in either graph. */
ax_status *ax_split_invariant(const ax_graph *graph, const bool *invariant, ax_graph **out_prologue,
                              ax_graph **out_rest);

#endif
