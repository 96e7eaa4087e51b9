/* Running functions: call one, or map one over all devices and call that.
 *
 *     AX_TRY(ax_map(f, &(ax_map_options){.in_axes = AX_LIST(AX_NONE, 0), .axis_name = "batch"}, &m));
 *     AX_TRY(ax_call(context, m, inputs, outputs));
 */
#ifndef AXMAP_CALL_H
#define AXMAP_CALL_H

#include <axmap/array.h>
#include <axmap/context.h>
#include <axmap/fn.h>
#include <axmap/mesh.h>

AX_BEGIN_DECLS

typedef struct ax_map_options {
    ax_ints in_axes; /* these four as in ax_vmap_options */
    ax_ints out_axes;
    const char *axis_name;
    int64_t axis_size;
    int64_t block_rows;  /* T, a power of two; 0: follows from the axis's length */
    int64_t micro_batch; /* rows that a device computes at once; 0: what fits */
    const ax_mesh *mesh; /* the devices to use, of the context that calls; NULL: all of them */
    /* Arguments that a call uses up: their memory is released when it has succeeded. The array may only
     * be released then; its data are NULL, and a later call with it is an error. */
    ax_ints donate;
} ax_map_options;

/* Maps a function of one example over an axis of any length: the rows are sharded over all devices
 * of the context that calls it and vmapped in blocks of T rows inside each.
 *
 * Exact for any length on any number of devices: collectives over the axis see exactly its rows,
 * and every result has the same bits on any number of ranks, devices and threads. T is the largest
 * power of two <= max(1, length / 64), at most 128, unless given: it fixes the order of sums.
 *
 * Traced inside another function, a mapped function means what vmap means. */
AX_API ax_status *ax_map(ax_fn *fn, const ax_map_options *options, ax_fn **out_fn);

/* Calls a function on arrays: ax_fn_ninputs of them in, ax_fn_noutputs new ones out, which the caller
 * releases. Of a mapped function: collective, all ranks call it in the same order; results along the
 * axis are sharded when there are several ranks, others whole. Of a pmapped one (<axmap/pmap.h>) the
 * same, with this rank's slices in and out. Any other function runs on this rank alone, on whole
 * arrays.
 *
 * Errors: those of the trace; AX_OUT_OF_MEMORY with the numbers; AX_PEER_FAILED with another rank's
 * message; AX_MISMATCH when ranks call different things; AX_TIMEOUT with the ranks that are missing.
 * After an error all of `outputs` are NULL. A failed call that communicates is the last one of its
 * context: see ax_context_broken. */
AX_API ax_status *ax_call(ax_context *context, ax_fn *fn, ax_array *const *inputs,
                          ax_array **outputs);

/* The rows [*out_first, *out_first + *out_count) of an axis of `length` that a device (by its number
 * over all ranks) computes of a mapped function; with device -1, those of this whole rank. */
AX_API ax_status *ax_map_rows(const ax_context *context, const ax_fn *map, int64_t length,
                              int device, int64_t *out_first, int64_t *out_count);

AX_END_DECLS

#endif
