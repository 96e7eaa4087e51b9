/* Making a function of one example ready for an executor that maps it: every collective over the mapped
 * axis becomes one of the few that it runs itself. */
#ifndef AXMAP_TRANSFORM_NATIVE_COLLECTIVES_H
#define AXMAP_TRANSFORM_NATIVE_COLLECTIVES_H

#include "ir/graph.h"

/* The same function, its shard_maps expanded, with these collectives over `axis_name` (NULL: no axis):
 * psum, pmax, pmin and all_gather without groups, pbroadcast, exchange, axis_index. What is the same
 * for every row never communicates but by psum, pmax, pmin, all_gather and pbroadcast, which are
 * arithmetic then. Halves are summed in f32 and rounded once.
 *
 * mapped  for each input whether it has one value a row
 */
ax_status *ax_native_collectives(const ax_graph *example, const bool *mapped, const char *axis_name,
                                 int64_t size, ax_graph **out_graph);

#endif
