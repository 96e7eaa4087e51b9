/* Slabs: what a graph computes at one index of its leading dimensions.
 *
 * Where the first dimensions of a graph's results are dimensions that each equation computes along
 * independently (the batch of a product of matrices, the outer dims of a softmax), the graph can be run for
 * one index of them after the other. What lies between its equations is then as small as one slab and
 * stays in the cache.
 */
#ifndef AXMAP_COMPILE_SLAB_H
#define AXMAP_COMPILE_SLAB_H

#include "ir/graph.h"

/* The graph of one slab: the first `ndims` dimensions of its outputs are 1. `out_cut` says of each input
 * whether it is one slab of the input, which has the same leading dimensions; the others are taken whole. A
 * slab of an array is contiguous, and the slabs follow each other in the order of their indices.
 *
 * *out_graph is NULL where the graph cannot be cut so. */
ax_status *ax_slab_graph(const ax_graph *graph, int32_t ndims, bool *out_cut, ax_graph **out_graph);

#endif
