/* From a program that maps over an axis of its own to the function of one example along that axis. */
#ifndef AXMAP_TRANSFORM_EXAMPLE_H
#define AXMAP_TRANSFORM_EXAMPLE_H

#include "ir/graph.h"

/* The function of one example. The axis is bound by whoever maps it; an input or result that is mapped
 * along it stands in the graph without that dimension, and in_axes and out_axes say where the dimension
 * is in the whole array. The names and lists are in the graph's arena. */
typedef struct ax_example {
    ax_graph *graph; /* owned: ax_graph_free */
    const char *axis_name;
    int64_t axis_size;
    const int64_t *in_axes;  /* graph->ninputs entries; AX_NONE: every example sees the whole */
    const int64_t *out_axes; /* graph->noutputs entries; AX_NONE: the same for every example */
} ax_example;

/* The axes that the graph's shard_maps bind, in their order, each name once; regions within are not
 * looked into. The list is in `arena` and borrows from the graph. False without memory. */
bool ax_graph_own_axes(const ax_graph *graph, ax_arena *arena, ax_names *out_axes);

/* Takes the graph's axis `axis_name` out of the shard_map that binds it; a shard_map over its other
 * axes stays.
 *
 * That is possible where exactly one shard_map binds the axis, with one example in each block: a
 * dimension of the axis's size, which the axis alone cuts. Operands that are cut along it must be inputs
 * of the graph and results that are cut must be its outputs; what else stands around it may only compute
 * on what is the same for every example. AX_UNSUPPORTED says what is in the way; AX_INVALID_ARGUMENT: no
 * shard_map binds such an axis (with a list of those that are bound). */
ax_status *ax_example_create(const ax_graph *graph, const char *axis_name, ax_example *out_example);

#endif
