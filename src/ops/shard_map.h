/* shard_map: a function of one shard (its region) over named axes.
 *
 * Operands and results are global arrays. in_specs and out_specs (ir/spec.h) say how each lies over
 * the axes that the equation binds (manual_axes, manual_sizes; a spec's axis numbers count these):
 * the region is called once for each point of the grid of axes, with the blocks that belong there.
 *
 *   operands  an axis that a spec does not name sees the same block everywhere. Unreduced axes: the
 *             block at index 0 of those axes, zeros at the others.
 *   results   blocks are joined. What an axis does not name is promised to be equal along it, and
 *             the value at index 0 is taken. Unreduced axes: the sum over them.
 *
 * Numbers of processes do not occur: whoever runs it places the grid (transform/shard_map.h).
 */
#ifndef AXMAP_OPS_SHARD_MAP_H
#define AXMAP_OPS_SHARD_MAP_H

#include "ir/builder.h"
#include "ir/spec.h"

/* The block of an array of type `whole`; `what` names the array in messages. Errors
 * AX_INVALID_ARGUMENT: a spec of another rank; an axis that is used twice or does not exist; a
 * dimension that its axes do not divide (dimension, size, axes and their sizes). */
ax_status *ax_spec_block(const ax_spec *spec, ax_names axes, ax_ints sizes, const ax_type *whole,
                         const char *what, ax_type *out_block);

/* The inverse: the whole array of which `block` is a block. */
ax_status *ax_spec_whole(const ax_spec *spec, ax_names axes, ax_ints sizes, const ax_type *block,
                         const char *what, ax_type *out_whole);

typedef struct ax_shard_map_emission {
    ax_names axes; /* names and sizes of the axes that it binds */
    ax_ints sizes;
    const ax_spec *in_specs, *out_specs; /* noperands and nresults of them */
    int32_t noperands, nresults;
    const ax_value *operands;
    const ax_graph *region;
    ax_location location;
} ax_shard_map_emission;

/* Appends the equation and writes its results. */
void ax_emit_shard_map(ax_builder *builder, const ax_shard_map_emission *emission,
                       ax_value *out_results);

#endif
