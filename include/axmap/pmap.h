/* pmap: a function over an axis with one slice on each device, as JAX has it.
 *
 *     AX_TRY(ax_pmap(f, &(ax_pmap_options){.in_axes = AX_LIST(AX_NONE, 0), .axis_name = "i"}, &p));
 *     AX_TRY(ax_call(context, p, inputs, outputs));
 *
 * The axis disappears inside: `f` sees one slice. Unlike ax_map, which takes an axis of any length and
 * whole arrays, pmap takes each rank's own slices, at most as many as the rank has devices. One thread of
 * a device computes its slice: give a rank a device for each core (devices_per_rank) to use them all.
 */
#ifndef AXMAP_PMAP_H
#define AXMAP_PMAP_H

#include <axmap/call.h>

AX_BEGIN_DECLS

typedef struct ax_pmap_options {
    ax_ints in_axes; /* these two as in ax_vmap_options */
    /* As in ax_vmap_options, except that AX_NONE promises a result that is the same for all slices and
     * takes index 0's, on every rank. */
    ax_ints out_axes;
    const char *axis_name; /* what collectives in the function call the axis, or NULL */
    /* This rank's slices; needed only when nothing is mapped. AX_EMPTY_AXIS for none. */
    int64_t axis_size;
    /* This rank's devices, by number in [0, ax_context_local_devices), each once, in the order in which
     * they take slices. Empty: all of them, in order. With fewer slices the first ones are used. */
    ax_ints devices;
    /* Arguments that a call uses up: their memory is released when it has succeeded. The array may only
     * be released then; its data are NULL, and a later call with it is an error. */
    ax_ints donate;
} ax_pmap_options;

/* Maps a function of one slice over devices. `options` NULL: all defaults.
 *
 * A call (ax_call, collective) takes from each rank whole arrays of its own slices along in_axes: from
 * none (size 0) to as many as the rank has devices; ranks may pass different numbers. The axis's size is
 * their sum, in the order of ranks, then of `devices`; collectives speak over all of it. Arguments that
 * are not mapped are the same on every rank. Results have this rank's slices along out_axes; those with
 * AX_NONE are whole on every rank. All are plain whole arrays to the rank that holds them:
 * ax_array_gather does not join the ranks' slices; an ax_all_gather in `f` does.
 *
 * pmap directly around pmap maps over a grid: slice (i, j) of axes of sizes (B1, B2) sits on the rank of
 * its i, which needs B2 devices for each i it passes: local device i * B2 + j, i counted on that rank.
 * B2 is the same on all ranks, and `devices` is the outer one's. Results are those of vmap of vmap.
 *
 * Traced inside another function, pmap means what vmap means.
 *
 * Errors of the call, beside ax_call's: AX_INVALID_ARGUMENT: more slices than devices (the argument, its
 * size and the number of devices), sizes that disagree, an argument that is sharded or was donated. */
AX_API ax_status *ax_pmap(ax_fn *fn, const ax_pmap_options *options, ax_fn **out_fn);

AX_END_DECLS

#endif
