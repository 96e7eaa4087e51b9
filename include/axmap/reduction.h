/* Operations that combine many elements into one: sums, maxima, pooling, any function of two.
 *
 * Each macro records the caller's file and line; the functions behind them (ax_..._at) take the
 * place explicitly, for other languages. Errors are sticky (see <axmap/builder.h>).
 *
 * dtypes: f16 and bf16 (combined in f32 and rounded once), f32, f64, the integers (which wrap) and
 * bool. The order in which floats are combined follows from the shapes alone.
 */
#ifndef AXMAP_REDUCTION_H
#define AXMAP_REDUCTION_H

#include <axmap/builder.h>

AX_BEGIN_DECLS

/* Stands for all dimensions of the operand. */
#define AX_ALL_DIMS ((ax_ints){-1, NULL})

/* Reduces over `dims` (distinct, each in [-ndim, ndim), or AX_ALL_DIMS): the result has operand's
 * dims without them, and its dtype.
 *
 *     sum   0 where nothing is summed; of bool: whether any is true
 *     prod  1 where nothing is multiplied; of bool: whether all are true
 *     max   NaN where there is one; the dtype's least value (-inf) where there is nothing
 *     min   NaN where there is one; the dtype's greatest value (inf) where there is nothing
 *
 * errors  AX_INVALID_ARGUMENT: a dimension out of range or repeated
 * source  StableHLO reduce with an add, multiply, maximum or minimum body
 */
AX_API ax_value ax_sum_at(ax_value operand, ax_ints dims, ax_location here);
AX_API ax_value ax_prod_at(ax_value operand, ax_ints dims, ax_location here);
AX_API ax_value ax_max_at(ax_value operand, ax_ints dims, ax_location here);
AX_API ax_value ax_min_at(ax_value operand, ax_ints dims, ax_location here);
#define ax_sum(operand, dims)  ax_sum_at(operand, dims, AX_HERE)
#define ax_prod(operand, dims) ax_prod_at(operand, dims, AX_HERE)
#define ax_max(operand, dims)  ax_max_at(operand, dims, AX_HERE)
#define ax_min(operand, dims)  ax_min_at(operand, dims, AX_HERE)

/* Whether all, or any, of the elements of a bool array are true; dims as above. */
AX_API ax_value ax_all_at(ax_value operand, ax_ints dims, ax_location here);
AX_API ax_value ax_any_at(ax_value operand, ax_ints dims, ax_location here);
#define ax_all(operand, dims) ax_all_at(operand, dims, AX_HERE)
#define ax_any(operand, dims) ax_any_at(operand, dims, AX_HERE)

/* The arithmetic mean over `dims`, of floating point: NaN where there is nothing. */
AX_API ax_value ax_mean_at(ax_value operand, ax_ints dims, ax_location here);
#define ax_mean(operand, dims) ax_mean_at(operand, dims, AX_HERE)

/* The index, as i32, of the largest or smallest element along `axis` in [-ndim, ndim): the first of
 * equal ones, the first NaN where there is one. The axis has at least one element and disappears. */
AX_API ax_value ax_argmax_at(ax_value operand, int64_t axis, ax_location here);
AX_API ax_value ax_argmin_at(ax_value operand, int64_t axis, ax_location here);
#define ax_argmax(operand, axis) ax_argmax_at(operand, axis, AX_HERE)
#define ax_argmin(operand, axis) ax_argmin_at(operand, axis, AX_HERE)

/* Reduces `count` >= 1 arrays of equal dims together with any function of two.
 *
 * inits       `count` scalars of the arrays' dtypes, where each fold starts
 * dimensions  distinct, each in [0, ndim)
 * body        in: count accumulators, then count elements, all scalars; out: the new accumulators.
 *             It is taken for associative, with the inits as its identity. It is traced once.
 * results     `count` of them
 * source      StableHLO reduce
 */
AX_API void ax_reduce_at(const ax_value *operands, const ax_value *inits, int32_t count,
                         ax_ints dimensions, ax_trace_fn *body, void *user, ax_value *out_results,
                         ax_location here);
#define ax_reduce(operands, inits, count, dimensions, body, user, out_results) \
    ax_reduce_at(operands, inits, count, dimensions, body, user, out_results, AX_HERE)

/* The windows of ax_reduce_window: zero-initialised by the caller, grows only at the end. An empty
 * list stands for ones, or for no padding. */
typedef struct ax_window_options {
    ax_ints dimensions;       /* the window's size along each dimension; required */
    ax_ints strides;          /* from one window to the next */
    ax_ints base_dilations;   /* distance of the operand's elements: n puts n - 1 inits between */
    ax_ints window_dilations; /* distance of a window's elements */
    ax_ints padding;          /* low and high of each dimension in turn; negative cuts away */
} ax_window_options;

/* Reduces windows of `count` arrays of equal dims: the operands padded and dilated with the inits,
 * a result for each place of the window. `body` is as for ax_reduce.
 *
 * source  StableHLO reduce_window
 */
AX_API void ax_reduce_window_at(const ax_value *operands, const ax_value *inits, int32_t count,
                                const ax_window_options *options, ax_trace_fn *body, void *user,
                                ax_value *out_results, ax_location here);
#define ax_reduce_window(operands, inits, count, options, body, user, out_results) \
    ax_reduce_window_at(operands, inits, count, options, body, user, out_results, AX_HERE)

/* For each window of `operand` the element that `select` keeps; there, the window's element of `source`
 * combined into an array of `init`: the gradient of a max pool.
 *
 * options  dimensions, strides and padding; no dilations
 * select   in: the element kept so far and another one, scalars; out: a bool, whether to keep it
 * scatter  in: what the result holds, and an element of source; out: what it then holds
 * source   an element for each place of the window, of operand's dtype
 * result   operand's type; a window without elements adds nothing; elements of source that meet are
 *          combined in row-major order
 *
 * As StableHLO select_and_scatter.
 */
AX_API ax_value ax_select_and_scatter_at(ax_value operand, ax_value source, ax_value init,
                                         const ax_window_options *options, ax_trace_fn *select,
                                         ax_trace_fn *scatter, void *user, ax_location here);
#define ax_select_and_scatter(operand, source, init, options, select, scatter, user) \
    ax_select_and_scatter_at(operand, source, init, options, select, scatter, user, AX_HERE)

/* The largest element, or the mean of the elements, of each window. The lists have an entry for each
 * dimension of the operand (1 where nothing is pooled); no padding; a last partial window is left
 * out. An empty `strides` means the window's own size. The mean is of floating point. */
AX_API ax_value ax_max_pool_at(ax_value operand, ax_ints window, ax_ints strides, ax_location here);
AX_API ax_value ax_avg_pool_at(ax_value operand, ax_ints window, ax_ints strides, ax_location here);
#define ax_max_pool(operand, window, strides) ax_max_pool_at(operand, window, strides, AX_HERE)
#define ax_avg_pool(operand, window, strides) ax_avg_pool_at(operand, window, strides, AX_HERE)

AX_END_DECLS

#endif
