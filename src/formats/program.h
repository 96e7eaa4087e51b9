/* A program from a file. */
#ifndef AXMAP_FORMATS_PROGRAM_H
#define AXMAP_FORMATS_PROGRAM_H

#include "ir/graph.h"

/* The graph is of whole arrays: where the program maps over axes of its own, a shard_map in it does
 * (transform/example.h turns that into the function of one example).
 *
 * A program of several replicas without a mesh (mhlo.num_replicas = N, as pmap was lowered once) says
 * nothing of how arrays lie over them: its graph is the function of one replica, over `replica_axis`,
 * which whoever runs it binds to the records of the inputs that differ.
 *
 * Names of inputs and results are the program's own, as printed (formats/names.h makes them
 * readable); each may be NULL. */
typedef struct ax_program {
    ax_graph *graph;          /* owned: ax_program_free */
    const char *replica_axis; /* NULL: it is no such program */
    int64_t replicas;
    const int64_t *replica_axes; /* by input: AX_NONE where the text says that all have the same;
                                  * else 0. In the graph's arena */
} ax_program;

static inline void ax_program_free(ax_program *program)
{
    ax_graph_free(program->graph);
    *program = (ax_program){0};
}

#endif
