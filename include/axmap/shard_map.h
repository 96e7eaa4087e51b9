/* shard_map: a function of one shard over named axes, as JAX has it.
 *
 *     AX_TRY(ax_shard_map(f, &(ax_shard_map_options){.axes = AX_AXES("x", "y"),
 *                                                    .sizes = AX_LIST(4, 2),
 *                                                    .in_specs = AX_AXES("x,y", "y"),
 *                                                    .out_specs = AX_AXES("_,y", "x,y")}, &s));
 *
 * Arguments and results are whole arrays; `f` sees a block of each and keeps its rank, and speaks over
 * the axes with collectives. The axes need no devices: a call deals the points of their grid to the
 * devices that there are, many to one where they are fewer.
 */
#ifndef AXMAP_SHARD_MAP_H
#define AXMAP_SHARD_MAP_H

#include <axmap/fn.h>
#include <axmap/mesh.h>

AX_BEGIN_DECLS

/* A spec says how an array is cut: for each dimension the axis that cuts it, separated by commas.
 *
 *     "x"       the first dimension over x, the others whole
 *     "_,x"     the second over x; '_', or nothing, is a dimension that is whole
 *     "(x y)"   the first over both, x major
 *     ""        not cut: the same on every point
 */
typedef struct ax_shard_map_options {
    /* The axes and their sizes, major to minor; or a mesh, which has both. */
    ax_names axes;
    ax_ints sizes;
    const ax_mesh *mesh;
    /* For each argument its spec; one stands for all. An axis that a spec does not name sees the same
     * block everywhere. */
    ax_names in_specs;
    /* For each result. An axis that a spec does not name promises that the result is the same along it:
     * index 0's is taken, on every placement alike. */
    ax_names out_specs;
    /* Refuses, when it is traced, a result that may differ along an axis which its spec does not name:
     * one that depends on a block cut along the axis, or on axis_index, without a collective after it
     * that gives all the same. */
    bool check;
} ax_shard_map_options;

/* Maps a function of one shard over the axes.
 *
 * The function is traced, called and vmapped like any other. Called at the top (ax_call, collective)
 * its points are dealt to all devices of the context, whichever a mesh names; results are whole.
 * Gradients follow axmap's rule that psum transposes to psum.
 *
 * Errors: AX_INVALID_ARGUMENT: axes without sizes, a name twice, a size below 1; a spec that names no
 * such axis or one twice, or that cannot be read; not as many specs as arguments or results. Of the
 * trace: a spec of more dimensions than the array; a dimension that its axes do not divide (the
 * argument, the dimension and its size, the axes and theirs). */
AX_API ax_status *ax_shard_map(ax_fn *fn, const ax_shard_map_options *options, ax_fn **out_fn);

AX_END_DECLS

#endif
