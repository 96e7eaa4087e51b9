/* Collectives: operations that speak over a named axis.
 *
 * A named axis is bound by whoever maps the function: ax_vmap and ax_map with an `axis_name`. It
 * means the same on every placement: psum sums exactly the axis's rows, axis_index is the row's
 * number along it, all_gather returns every row. A name that nobody binds is an error that lists
 * the bound ones. Results of psum, pmean, pmax, pmin and all_gather are the same for every row,
 * so they may leave the function unmapped (out_axes AX_NONE).
 *
 * `axes` are names, major to minor as written. Errors are sticky (see <axmap/builder.h>).
 */
#ifndef AXMAP_COLLECTIVE_H
#define AXMAP_COLLECTIVE_H

#include <axmap/builder.h>

AX_BEGIN_DECLS

/* The sum over the axes; same type as the operand, except that bool counts as i32. Integers wrap.
 * A value that is the same on every row is multiplied by the axes' size instead. */
AX_API ax_value ax_psum_at(ax_value operand, ax_names axes, ax_location here);
#define ax_psum(operand, axes) ax_psum_at(operand, axes, AX_HERE)

/* psum divided by the axes' size: bool and integers of up to 32 bits give f32, of 64 bits f64. */
AX_API ax_value ax_pmean_at(ax_value operand, ax_names axes, ax_location here);
#define ax_pmean(operand, axes) ax_pmean_at(operand, axes, AX_HERE)

/* The largest and the smallest over the axes. A NaN anywhere gives NaN; max(-0, +0) is +0. Over an
 * axis of size 0: the dtype's lowest and highest value (-inf and inf for floats). */
AX_API ax_value ax_pmax_at(ax_value operand, ax_names axes, ax_location here);
#define ax_pmax(operand, axes) ax_pmax_at(operand, axes, AX_HERE)
AX_API ax_value ax_pmin_at(ax_value operand, ax_names axes, ax_location here);
#define ax_pmin(operand, axes) ax_pmin_at(operand, axes, AX_HERE)

/* Every row's value.
 *
 * dimension  where the axes' dimension stands in the result, in [-ndim-1, ndim] untiled
 * tiled      false: a new dimension of the axes' size; true: the rows are joined along the
 *            operand's `dimension`, in [-ndim, ndim), whose size is multiplied
 */
AX_API ax_value ax_all_gather_at(ax_value operand, ax_names axes, int64_t dimension, bool tiled,
                                 ax_location here);
#define ax_all_gather(operand, axes, dimension, tiled) \
    ax_all_gather_at(operand, axes, dimension, tiled, AX_HERE)

/* This row's number along the axes: an i32 scalar in [0, size). */
AX_API ax_value ax_axis_index_at(ax_builder *builder, ax_names axes, ax_location here);
#define ax_axis_index(builder, axes) ax_axis_index_at(builder, axes, AX_HERE)

/* The number of rows of the axes, known while building; 0 after an error (an unbound name). */
AX_API int64_t ax_axis_size(ax_builder *builder, ax_names axes);

AX_END_DECLS

#endif
