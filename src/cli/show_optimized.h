/* What the compiler makes of a graph, printed. */
#ifndef AXMAP_CLI_SHOW_OPTIMIZED_H
#define AXMAP_CLI_SHOW_OPTIMIZED_H

#include "ir/graph.h"

/* Prints the steps of the graph on a backend ("cpu" or "reference") of this host, for `threads` threads.
 * Axes of its own are taken as one device computes them all. */
ax_status *ax_show_optimized(const ax_graph *graph, const char *backend, int32_t threads);

#endif
