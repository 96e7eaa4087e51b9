/* A program from a file: the graph of one example, and how its arrays are cut into examples. */
#ifndef AXMAP_FORMATS_PROGRAM_H
#define AXMAP_FORMATS_PROGRAM_H

#include "ir/graph.h"

/* A program may have an axis of its own, which its collectives speak over. Then an input or result
 * that is mapped along it stands in the graph as one example, without that dimension, and in_axes
 * and out_axes say where the dimension is in the whole array. Without an axis nothing is mapped.
 *
 * Names of inputs and results are the program's own, as printed (formats/names.h makes them
 * readable); each may be NULL. Everything else is owned by the graph's arena. */
typedef struct ax_program {
    ax_graph *graph;       /* owned: ax_program_free */
    const char *axis_name; /* NULL: the program has no axis of its own */
    int64_t axis_size;
    const int64_t *in_axes;  /* graph->ninputs entries; AX_NONE: every example sees the whole */
    const int64_t *out_axes; /* graph->noutputs entries; AX_NONE: the same for every example */
} ax_program;

static inline void ax_program_free(ax_program *program)
{
    ax_graph_free(program->graph);
    *program = (ax_program){0};
}

#endif
