/* Running one graph once, on the calling thread: calls that map nothing, and checks. */
#ifndef AXMAP_EXEC_EVALUATE_H
#define AXMAP_EXEC_EVALUATE_H

#include "exec/context.h"
#include "ir/graph.h"

/* Compiles and runs `graph`, which it takes over (also on failure), with the context's backend.
 * `inputs` and `outputs` point to dense row-major memory of its types. */
ax_status *ax_evaluate_graph(ax_context *context, ax_graph *graph, const void *const *inputs,
                             void *const *outputs);

#endif
