/* A program from a file. */
#ifndef AXMAP_FORMATS_PROGRAM_H
#define AXMAP_FORMATS_PROGRAM_H

#include "ir/graph.h"

/* The graph is of whole arrays: where the program maps over axes of its own, a shard_map in it does
 * (transform/example.h turns that into the function of one example).
 *
 * Names of inputs and results are the program's own, as printed (formats/names.h makes them
 * readable); each may be NULL. */
typedef struct ax_program {
    ax_graph *graph; /* owned: ax_program_free */
} ax_program;

static inline void ax_program_free(ax_program *program)
{
    ax_graph_free(program->graph);
    *program = (ax_program){0};
}

#endif
