/* A graph under construction, between its files: builder.c begins and ends it, builder_emit.c appends
 * equations, builder_copy.c copies whole graphs into it. */
#ifndef AXMAP_IR_BUILDER_PRIVATE_H
#define AXMAP_IR_BUILDER_PRIVATE_H

#include "ir/builder.h"

struct ax_builder {
    ax_graph *graph;
    ax_builder *parent; /* the builder around a region; NULL outermost */
    ax_status *error;   /* the first one; kept by the outermost builder */
    const ax_axis *axes;
    int32_t input_capacity;
};

/* Makes "no memory" the pending error. */
void ax_builder_fail_memory(ax_builder *builder);

/* A new var of the graph, or NULL without memory. */
ax_var *ax_builder_new_var(ax_graph *graph, const ax_type *type, const ax_eqn *producer,
                           int32_t index);

#endif
