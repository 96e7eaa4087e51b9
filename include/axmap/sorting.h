/* Operations that put elements in order.
 *
 * All are stable: elements that the order does not tell apart stay as they were. Floats are ordered
 * as JAX orders them: -inf ... -0 = +0 ... inf, then NaN.
 *
 * Each macro records the caller's file and line; the functions behind them (ax_..._at) take the
 * place explicitly, for other languages. Errors are sticky (see <axmap/builder.h>).
 *
 * dtypes: bool, the integers, f16, bf16, f32 and f64.
 */
#ifndef AXMAP_SORTING_H
#define AXMAP_SORTING_H

#include <axmap/builder.h>

AX_BEGIN_DECLS

/* The elements along `axis` in [-ndim, ndim) in ascending order. */
AX_API ax_value ax_sort_at(ax_value operand, int64_t axis, ax_location here);
#define ax_sort(operand, axis) ax_sort_at(operand, axis, AX_HERE)

/* The indices, as i32, that sort the elements along `axis`, which has at most 2^31 - 1 of them. */
AX_API ax_value ax_argsort_at(ax_value operand, int64_t axis, ax_location here);
#define ax_argsort(operand, axis) ax_argsort_at(operand, axis, AX_HERE)

/* Sorts `count` >= 1 arrays of equal dims together along `axis`: by the first array, where that does
 * not decide by the second, and so on for the first `num_keys` of them (1 <= num_keys <= count).
 *
 * source  jax.lax.sort
 */
AX_API void ax_sort_together_at(const ax_value *operands, int32_t count, int32_t num_keys,
                                int64_t axis, ax_value *out_results, ax_location here);
#define ax_sort_together(operands, count, num_keys, axis, out_results) \
    ax_sort_together_at(operands, count, num_keys, axis, out_results, AX_HERE)

/* Sorts `count` >= 1 arrays of equal dims together along `axis`, by any order.
 *
 * comparator  in: for each array two elements side by side, all scalars; out: one scalar bool, whether
 *             the first of each come before the second. It should be a strict weak order; of one that
 *             contradicts itself the result is some permutation, the same on every host. It is traced
 *             once.
 * source      StableHLO sort
 */
AX_API void ax_sort_by_at(const ax_value *operands, int32_t count, int64_t axis,
                          ax_trace_fn *comparator, void *user, ax_value *out_results,
                          ax_location here);
#define ax_sort_by(operands, count, axis, comparator, user, out_results) \
    ax_sort_by_at(operands, count, axis, comparator, user, out_results, AX_HERE)

/* The k largest elements of each row of the last dimension, the largest first, and their indices in
 * it as i32; of equal ones the first comes first. 0 <= k <= the size of that dimension. Here floats
 * are in IEEE 754's total order, as in JAX: NaN is the largest, +0 is larger than -0, -NaN the least.
 *
 * source  CHLO top_k
 */
AX_API void ax_top_k_at(ax_value operand, int64_t k, ax_value *out_values, ax_value *out_indices,
                        ax_location here);
#define ax_top_k(operand, k, out_values, out_indices) \
    ax_top_k_at(operand, k, out_values, out_indices, AX_HERE)

AX_END_DECLS

#endif
