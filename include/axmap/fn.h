/* Functions and what is done with them: make one, vmap it, map it over devices.
 *
 * An ax_fn is something that can be traced to a graph for given argument types. A transform takes a
 * function and gives a function, so composition is application: vmap of map of vmap. Functions are
 * refcounted and immutable; a transform keeps a reference to the function that it wraps.
 *
 * Option structs are zero-initialised by the caller (`&(ax_vmap_options){.axis_name = "rows"}`) and
 * grow only at the end; strings and lists in them are copied.
 *
 * Threads: any number at once, on the same function.
 */
#ifndef AXMAP_FN_H
#define AXMAP_FN_H

#include <axmap/builder.h>

AX_BEGIN_DECLS

typedef struct ax_fn ax_fn;

/* A function of one example, written in C. `trace` is called once for each trace, with `user`, which
 * must live as long as the function. */
AX_API ax_status *ax_fn_create(ax_trace_fn *trace, void *user, int32_t ninputs, int32_t noutputs,
                               ax_fn **out_fn);

AX_API void ax_fn_retain(ax_fn *fn);
AX_API void ax_fn_release(ax_fn *fn); /* NULL is allowed */

AX_API int32_t ax_fn_ninputs(const ax_fn *fn);
AX_API int32_t ax_fn_noutputs(const ax_fn *fn);

/* Applies a function to values inside the function being built. */
AX_API void ax_apply_at(ax_builder *builder, ax_fn *fn, const ax_value *inputs, ax_value *outputs,
                        ax_location here);
#define ax_apply(builder, fn, inputs, outputs) ax_apply_at(builder, fn, inputs, outputs, AX_HERE)

/* Stands for an axis of size 0 where 0 means "not given". */
enum { AX_EMPTY_AXIS = -1 };

typedef struct ax_vmap_options {
    /* For each argument the axis to map over, in [-ndim, ndim), or AX_NONE: shared by all rows.
     * Empty: 0 for each. */
    ax_ints in_axes;
    /* For each result where the batch dimension goes, counted in the result with that dimension, or
     * AX_NONE: the result must be the same for all rows. A result that is the same for all rows is
     * repeated along an integer axis. Empty: 0 for each. */
    ax_ints out_axes;
    const char *axis_name; /* what collectives in the function call the axis, or NULL */
    int64_t axis_size;     /* needed only when nothing is mapped; AX_EMPTY_AXIS for size 0 */
} ax_vmap_options;

/* Vectorizes a function of one example over a batch axis, inside a device: the traced graph holds
 * each operation once, on whole batches. `options` NULL: all defaults.
 *
 * Sizes that disagree, ranks too small and results that are not the same for all rows are errors of
 * the trace: they name every argument concerned. */
AX_API ax_status *ax_vmap(ax_fn *fn, const ax_vmap_options *options, ax_fn **out_fn);

AX_END_DECLS

#endif
