/* Several named axes as one.
 *
 * A grid of axes is placed on devices as one axis of all its points, the first axis major. A collective
 * over some of the axes then is one over groups of points; over all of them in order, one over the flat
 * axis itself. */
#ifndef AXMAP_TRANSFORM_FLAT_AXIS_H
#define AXMAP_TRANSFORM_FLAT_AXIS_H

#include "ir/builder.h"

typedef struct ax_flat_axis {
    const char *name;
    ax_names axes; /* the grid's */
    ax_ints sizes;
    int64_t points; /* their product */
} ax_flat_axis;

/* The position along axis number `axis` of this point: an i32 scalar. */
ax_value ax_flat_coordinate(ax_builder *builder, const ax_flat_axis *flat, int32_t axis,
                            ax_location here);

/* Emits a collective over the grid's axes on other operands, over the flat axis. An axis that is not
 * the grid's is an error in the builder. */
void ax_flat_emit(ax_builder *builder, const ax_flat_axis *flat, const ax_eqn *eqn,
                  const ax_value *operands, ax_value *out_results);

#endif
