/* Operations that move elements without computing with them, and constants.
 *
 * Each macro records the caller's file and line; the functions behind them (ax_..._at) take the
 * place explicitly, for other languages. Errors are sticky (see <axmap/builder.h>).
 */
#ifndef AXMAP_SHAPE_H
#define AXMAP_SHAPE_H

#include <axmap/builder.h>

AX_BEGIN_DECLS

/* A constant array. `data`: dense, row-major elements of `type` (bool: a byte each), copied. */
AX_API ax_value ax_constant_at(ax_builder *builder, const ax_type *type, const void *data,
                               ax_location here);
#define ax_constant(builder, type, data) ax_constant_at(builder, type, data, AX_HERE)

/* A scalar constant of `dtype`; the value is converted as convert does. */
AX_API ax_value ax_scalar_at(ax_builder *builder, ax_dtype dtype, double value, ax_location here);
#define ax_scalar(builder, dtype, value) ax_scalar_at(builder, dtype, value, AX_HERE)

/* An array of `type` (numeric, ndim >= 1) whose elements are their own index along `dimension`. */
AX_API ax_value ax_iota_at(ax_builder *builder, const ax_type *type, int64_t dimension,
                           ax_location here);
#define ax_iota(builder, type, dimension) ax_iota_at(builder, type, dimension, AX_HERE)

/* Spreads `operand` over an array of `dims`.
 *
 * broadcast_dimensions  for each dimension of operand, the one of the result it becomes; distinct.
 *                       A dimension of size 1 repeats along the result's.
 * source                StableHLO broadcast_in_dim
 */
AX_API ax_value ax_broadcast_in_dim_at(ax_value operand, ax_ints dims, ax_ints broadcast_dimensions,
                                       ax_location here);
#define ax_broadcast_in_dim(operand, dims, broadcast_dimensions) \
    ax_broadcast_in_dim_at(operand, dims, broadcast_dimensions, AX_HERE)

/* The same elements in row-major order under other dims; their count must agree. */
AX_API ax_value ax_reshape_at(ax_value operand, ax_ints dims, ax_location here);
#define ax_reshape(operand, dims) ax_reshape_at(operand, dims, AX_HERE)

/* Dimension i of the result is dimension permutation[i] of the operand. */
AX_API ax_value ax_transpose_at(ax_value operand, ax_ints permutation, ax_location here);
#define ax_transpose(operand, permutation) ax_transpose_at(operand, permutation, AX_HERE)

/* The elements along `dims` (distinct, each in [0, ndim)) in the opposite order. */
AX_API ax_value ax_reverse_at(ax_value operand, ax_ints dims, ax_location here);
#define ax_reverse(operand, dims) ax_reverse_at(operand, dims, AX_HERE)

/* Elements start, start + stride, ... below limit of each dimension. 0 <= start <= limit <= size,
 * stride >= 1; an empty `strides` means 1 everywhere. */
AX_API ax_value ax_slice_at(ax_value operand, ax_ints start_indices, ax_ints limit_indices,
                            ax_ints strides, ax_location here);
#define ax_slice(operand, start_indices, limit_indices, strides) \
    ax_slice_at(operand, start_indices, limit_indices, strides, AX_HERE)

/* Joins `count` >= 1 arrays along `dimension`; their other dims and dtypes agree. */
AX_API ax_value ax_concatenate_at(const ax_value *operands, int32_t count, int64_t dimension,
                                  ax_location here);
#define ax_concatenate(operands, count, dimension) \
    ax_concatenate_at(operands, count, dimension, AX_HERE)

/* Pads with the scalar `value`: low and high at the edges (negative cuts away), interior >= 0
 * between neighbours. */
AX_API ax_value ax_pad_at(ax_value operand, ax_value value, ax_ints edge_padding_low,
                          ax_ints edge_padding_high, ax_ints interior_padding, ax_location here);
#define ax_pad(operand, value, edge_padding_low, edge_padding_high, interior_padding) \
    ax_pad_at(operand, value, edge_padding_low, edge_padding_high, interior_padding, AX_HERE)

AX_END_DECLS

#endif
