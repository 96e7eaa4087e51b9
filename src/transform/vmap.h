/* vmap: one pass over a graph of one example gives the graph of a batch. */
#ifndef AXMAP_TRANSFORM_VMAP_H
#define AXMAP_TRANSFORM_VMAP_H

#include "ops/batching.h"

/* Emits the batched form of `graph` into the graph being built.
 *
 * inputs     one for each input of `graph`, with where its batch axis is
 * outputs    receives each output as it comes out: mapped at some axis, or not mapped
 * size       of the batch axis
 * axis_name  what collectives of the graph call it, or NULL
 */
void ax_vmap_inline(ax_builder *builder, const ax_graph *graph, const ax_batched *inputs,
                    int64_t size, const char *axis_name, ax_batched *outputs);

/* The graph of a whole batch from the graph of one example.
 *
 * in_axes   for each input its batch axis in the batched type, in [0, ndim], or AX_NONE
 * out_axes  likewise for each output; a mapped output with AX_NONE is an error
 */
ax_status *ax_vmap_graph(const ax_graph *graph, const int64_t *in_axes, const int64_t *out_axes,
                         int64_t size, const char *axis_name, ax_graph **out_graph);

#endif
