/* Operations that multiply and sum: matrix products and convolution.
 *
 * Each macro records the caller's file and line; the functions behind them (ax_..._at) take the
 * place explicitly, for other languages. Errors are sticky (see <axmap/builder.h>).
 */
#ifndef AXMAP_CONTRACTION_H
#define AXMAP_CONTRACTION_H

#include <axmap/builder.h>

AX_BEGIN_DECLS

/* The product of vectors and matrices, as NumPy's dot.
 *
 *     [k] . [k] -> []        [m,k] . [k] -> [m]
 *     [k] . [k,n] -> [n]     [m,k] . [k,n] -> [m,n]
 *
 * dtypes  equal: f32, f64, f16 and bf16 (summed in f32 and rounded once), any integer (wraps), bool
 *         (or of ands)
 * errors  AX_INVALID_ARGUMENT: sizes along k or dtypes differ, or more than 2 dimensions
 */
AX_API ax_value ax_dot_at(ax_value a, ax_value b, ax_location here);
#define ax_dot(a, b) ax_dot_at(a, b, AX_HERE)

/* Which dimensions of the operands belong together; lists that are not set are empty. */
typedef struct ax_dot_dimensions {
    ax_ints lhs_batching, rhs_batching;       /* paired in order; they lead the result */
    ax_ints lhs_contracting, rhs_contracting; /* paired in order; summed over */
} ax_dot_dimensions;

/* The general product: for each index of the batching dimensions a matrix product that sums over the
 * contracting ones. The result has the batching dimensions, then lhs's other ones, then rhs's.
 *
 *     // [b,m,k] x [b,k,n] -> [b,m,n]
 *     ax_dot_general(a, b, ((ax_dot_dimensions){.lhs_batching = AX_LIST(0), .rhs_batching = AX_LIST(0),
 *                                               .lhs_contracting = AX_LIST(2),
 *                                               .rhs_contracting = AX_LIST(1)}));
 *
 * dtypes  as ax_dot
 * errors  AX_INVALID_ARGUMENT: a dimension out of range, repeated, or in both roles; paired
 *         dimensions or dtypes that differ
 * source  StableHLO dot_general
 */
AX_API ax_value ax_dot_general_at(ax_value lhs, ax_value rhs, ax_dot_dimensions dimensions,
                                  ax_location here);
#define ax_dot_general(lhs, rhs, dimensions) ax_dot_general_at(lhs, rhs, dimensions, AX_HERE)

/* How ax_convolution reads its operands: zero-initialised by the caller, grows only at the end. Lists
 * of the spatial dimensions have an entry for each; one that is not set stands for ones, or for no
 * padding. */
typedef struct ax_convolution_options {
    ax_ints window_strides;
    ax_ints padding;      /* low and high of each spatial dimension in turn; negative cuts away */
    ax_ints lhs_dilation; /* n puts n - 1 zeros between neighbours of the input */
    ax_ints rhs_dilation; /* and of the kernel */
    ax_ints window_reversal;  /* 1 turns the kernel round along a dimension */
    ax_ints input_dimensions; /* which are batch, feature, spatial...; unset: 0, 1, 2... (NCHW) */
    /* Input feature, output feature, spatial...; unset: 1, 0, 2... (OIHW). */
    ax_ints kernel_dimensions;
    ax_ints output_dimensions;   /* batch, feature, spatial...; unset: 0, 1, 2... */
    int64_t feature_group_count; /* 0 counts as 1 */
    int64_t batch_group_count;   /* 0 counts as 1 */
} ax_convolution_options;

/* Slides the kernel rhs over lhs: products summed over the window and the input features of a group.
 *
 * options  NULL: all as not set
 * dtypes   as ax_dot
 * errors   AX_INVALID_ARGUMENT: lists, groups or features that do not fit together
 * source   StableHLO convolution
 */
AX_API ax_value ax_convolution_at(ax_value lhs, ax_value rhs, const ax_convolution_options *options,
                                  ax_location here);
#define ax_convolution(lhs, rhs, options) ax_convolution_at(lhs, rhs, options, AX_HERE)

AX_END_DECLS

#endif
