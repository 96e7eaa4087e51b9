/* Collectives: operations that speak over a named axis.
 *
 * A named axis is bound by whoever maps the function: ax_vmap and ax_map with an `axis_name`. It
 * means the same on every placement: psum sums exactly the axis's rows, axis_index is the row's
 * number along it, all_gather returns every row. A name that nobody binds is an error that lists
 * the bound ones. Results of psum, pmean, pmax, pmin and all_gather without groups, and of
 * pbroadcast, are the same for every row, so they may leave the function unmapped (out_axes AX_NONE).
 *
 * `axes` are names, major to minor as written. Errors are sticky (see <axmap/builder.h>).
 */
#ifndef AXMAP_COLLECTIVE_H
#define AXMAP_COLLECTIVE_H

#include <axmap/builder.h>

AX_BEGIN_DECLS

/* Groups of rows that speak among themselves only: every row in one group, once. Members are numbers
 * along `axes`; their order in a group is the order of what they gather and scatter. */
typedef struct ax_groups {
    int32_t count;
    const ax_ints *members; /* of each group */
} ax_groups;

/* Groups written where they are used: AX_GROUPS(AX_LIST(0, 2), AX_LIST(3, 1)). */
#define AX_GROUPS(...)                                                                       \
    (&(const ax_groups){(int32_t)(sizeof((const ax_ints[]){__VA_ARGS__}) / sizeof(ax_ints)), \
                        (const ax_ints[]){__VA_ARGS__}})

/* The sum over the axes, or over the row's group; same type as the operand, except that bool counts as
 * i32. Integers wrap. A value that is the same on every row is multiplied by the number of rows instead.
 * Groups of a reduction may have different sizes. */
AX_API ax_value ax_psum_at(ax_value operand, ax_names axes, const ax_groups *groups,
                           ax_location here);
#define ax_psum(operand, axes)                 ax_psum_at(operand, axes, NULL, AX_HERE)
#define ax_psum_grouped(operand, axes, groups) ax_psum_at(operand, axes, groups, AX_HERE)

/* psum divided by the number of rows summed: bool and integers of up to 32 bits give f32, of 64 bits
 * f64; halves are summed and divided in f32. */
AX_API ax_value ax_pmean_at(ax_value operand, ax_names axes, const ax_groups *groups,
                            ax_location here);
#define ax_pmean(operand, axes)                 ax_pmean_at(operand, axes, NULL, AX_HERE)
#define ax_pmean_grouped(operand, axes, groups) ax_pmean_at(operand, axes, groups, AX_HERE)

/* The largest and the smallest over the axes. A NaN anywhere gives NaN; max(-0, +0) is +0. Over an
 * axis of size 0: the dtype's lowest and highest value (-inf and inf for floats). */
AX_API ax_value ax_pmax_at(ax_value operand, ax_names axes, const ax_groups *groups,
                           ax_location here);
#define ax_pmax(operand, axes)                 ax_pmax_at(operand, axes, NULL, AX_HERE)
#define ax_pmax_grouped(operand, axes, groups) ax_pmax_at(operand, axes, groups, AX_HERE)
AX_API ax_value ax_pmin_at(ax_value operand, ax_names axes, const ax_groups *groups,
                           ax_location here);
#define ax_pmin(operand, axes)                 ax_pmin_at(operand, axes, NULL, AX_HERE)
#define ax_pmin_grouped(operand, axes, groups) ax_pmin_at(operand, axes, groups, AX_HERE)

/* The values of every row, or of every row of the group. From here on groups have one size.
 *
 * dimension  where the new dimension stands in the result, in [-ndim-1, ndim] untiled
 * tiled      false: a new dimension of the number of rows; true: the rows are joined along the
 *            operand's `dimension`, in [-ndim, ndim), whose size is multiplied
 */
AX_API ax_value ax_all_gather_at(ax_value operand, ax_names axes, int64_t dimension, bool tiled,
                                 const ax_groups *groups, ax_location here);
#define ax_all_gather(operand, axes, dimension, tiled) \
    ax_all_gather_at(operand, axes, dimension, tiled, NULL, AX_HERE)
#define ax_all_gather_grouped(operand, axes, dimension, tiled, groups) \
    ax_all_gather_at(operand, axes, dimension, tiled, groups, AX_HERE)

/* The sum, of which each row keeps its own part.
 *
 * dimension  in [-ndim, ndim): untiled it has the number of rows for its size and goes; tiled it is
 *            divided by that number, and row i keeps the i-th part
 */
AX_API ax_value ax_psum_scatter_at(ax_value operand, ax_names axes, int64_t dimension, bool tiled,
                                   const ax_groups *groups, ax_location here);
#define ax_psum_scatter(operand, axes, dimension, tiled) \
    ax_psum_scatter_at(operand, axes, dimension, tiled, NULL, AX_HERE)
#define ax_psum_scatter_grouped(operand, axes, dimension, tiled, groups) \
    ax_psum_scatter_at(operand, axes, dimension, tiled, groups, AX_HERE)

/* Each row gives every row a part of its value and joins what it gets.
 *
 * untiled  split_dimension has the number of rows for its size: row i gets what stands at i there. It
 *          goes, and a new one of that size comes in at concat_dimension: at j what row j gave
 * tiled    split_dimension is divided by the number of rows, concat_dimension multiplied
 * both     in [-ndim, ndim)
 */
AX_API ax_value ax_all_to_all_at(ax_value operand, ax_names axes, int64_t split_dimension,
                                 int64_t concat_dimension, bool tiled, const ax_groups *groups,
                                 ax_location here);
#define ax_all_to_all(operand, axes, split_dimension, concat_dimension, tiled) \
    ax_all_to_all_at(operand, axes, split_dimension, concat_dimension, tiled, NULL, AX_HERE)
#define ax_all_to_all_grouped(operand, axes, split_dimension, concat_dimension, tiled, groups) \
    ax_all_to_all_at(operand, axes, split_dimension, concat_dimension, tiled, groups, AX_HERE)

/* The axis and dimension `dimension`, of its size, exchanged: all_to_all with that dimension for both. */
AX_API ax_value ax_pswapaxes_at(ax_value operand, ax_names axes, int64_t dimension,
                                const ax_groups *groups, ax_location here);
#define ax_pswapaxes(operand, axes, dimension) \
    ax_pswapaxes_at(operand, axes, dimension, NULL, AX_HERE)

/* Values sent from row to row: `pairs` holds source and target in turn. A row is a source at most once
 * and a target at most once; one that is no target gets zeros. */
AX_API ax_value ax_ppermute_at(ax_value operand, ax_names axes, ax_ints pairs, ax_location here);
#define ax_ppermute(operand, axes, pairs) ax_ppermute_at(operand, axes, pairs, AX_HERE)

/* Row i gets the value of row permutation[i]; every row is there once. */
AX_API ax_value ax_pshuffle_at(ax_value operand, ax_names axes, ax_ints permutation,
                               ax_location here);
#define ax_pshuffle(operand, axes, permutation) ax_pshuffle_at(operand, axes, permutation, AX_HERE)

/* The value of row `source`, for every row. */
AX_API ax_value ax_pbroadcast_at(ax_value operand, ax_names axes, int64_t source, ax_location here);
#define ax_pbroadcast(operand, axes, source) ax_pbroadcast_at(operand, axes, source, AX_HERE)

/* This row's number along the axes: an i32 scalar in [0, size). */
AX_API ax_value ax_axis_index_at(ax_builder *builder, ax_names axes, ax_location here);
#define ax_axis_index(builder, axes) ax_axis_index_at(builder, axes, AX_HERE)

/* The number of rows of the axes, known while building; 0 after an error (an unbound name). */
AX_API int64_t ax_axis_size_at(ax_builder *builder, ax_names axes, ax_location here);
#define ax_axis_size(builder, axes) ax_axis_size_at(builder, axes, AX_HERE)

AX_END_DECLS

#endif
