/* Running one graph once: calls that map nothing, and checks. The calling thread computes, helped
 * by the team of the rank's first device; graphs with axes of their own run on all devices. */
#ifndef AXMAP_EXEC_EVALUATE_H
#define AXMAP_EXEC_EVALUATE_H

#include "exec/context.h"
#include "ir/graph.h"

/* Whether graphs with axes of their own are run over several devices (exec/stages.h). */
bool ax_evaluates_in_stages(const ax_context *context);

/* Compiles (or finds compiled) and runs `graph`, which it takes over (also on failure), with the context's backend.
 * `inputs` and `outputs` point to dense row-major memory of its types. A graph with axes of its own
 * (shard_map) runs over all devices of the context, so all ranks call it alike (exec/stages.h). */
ax_status *ax_evaluate_graph(ax_context *context, ax_graph *graph, const void *const *inputs,
                             void *const *outputs);

#endif
