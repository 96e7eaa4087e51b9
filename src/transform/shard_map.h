/* Running shard_map: as vmap of its region, or spread over devices.
 *
 * The op (ops/shard_map.h) means the same either way. The grid of its axes never needs as many devices
 * as it has points.
 */
#ifndef AXMAP_TRANSFORM_SHARD_MAP_H
#define AXMAP_TRANSFORM_SHARD_MAP_H

#include "ir/builder.h"
#include "ops/shard_map.h"

/* Whether an equation of the graph, or of a region in it, is a shard_map. */
bool ax_graph_has_shard_map(const ax_graph *graph);

/* The graph with each shard_map, nested ones included, turned into vmap over its axes: what one device
 * computes alone. */
ax_status *ax_shard_map_expand(const ax_graph *graph, ax_graph **out_graph);

/* The equation as a function of one point of its grid, the axes bound as ONE axis `axis_name` of
 * *out_size points, the first axis major. Its inputs are the operands, whole, the same for every point;
 * its outputs are the results, whole, the same for every point: so whoever maps it over devices
 * communicates nothing but its collectives. */
ax_status *ax_shard_map_points(const ax_eqn *eqn, const char *axis_name, ax_graph **out_graph,
                               int64_t *out_size);

#endif
