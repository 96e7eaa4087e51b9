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
 * dtypes  equal: f32, f64, any integer (wraps), bool (or of ands); f16, bf16 and complex can be
 *         built, but not run yet
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

AX_END_DECLS

#endif
