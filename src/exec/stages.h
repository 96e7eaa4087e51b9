/* A program with axes of its own (shard_map), run over the devices of all ranks.
 *
 * What stands outside the shard_maps is a program on whole arrays and is computed on every rank alike,
 * in segments between them; each shard_map is a mapped function over the points of its grid, whose
 * results are whole on every rank again.
 */
#ifndef AXMAP_EXEC_STAGES_H
#define AXMAP_EXEC_STAGES_H

#include "exec/context.h"
#include "ir/graph.h"

/* Collective: all ranks call it with the same graph and inputs. `inputs` and `outputs` point to dense
 * row-major memory of the graph's types. */
ax_status *ax_evaluate_stages(ax_context *context, const ax_graph *graph, const void *const *inputs,
                              void *const *outputs);

#endif
