/* Operations that pick elements by index values known only when the program runs.
 *
 * Each macro records the caller's file and line; the functions behind them (ax_..._at) take the
 * place explicitly, for other languages. Errors are sticky (see <axmap/builder.h>).
 */
#ifndef AXMAP_INDEXING_H
#define AXMAP_INDEXING_H

#include <axmap/builder.h>

AX_BEGIN_DECLS

/* Elements of `operand` along `axis` at `indices`: result[..., i, ...] = operand[..., indices[i], ...].
 *
 * indices  any integer dtype and any dims, which take the axis's place in the result; those below 0
 *          count as 0, those past the end as the last
 * axis     in [-ndim, ndim); its size is at least 1
 *
 * A row of a table: ax_take(table, i, 0) with a scalar i.
 */
AX_API ax_value ax_take_at(ax_value operand, ax_value indices, int64_t axis, ax_location here);
#define ax_take(operand, indices, axis) ax_take_at(operand, indices, axis, AX_HERE)

/* `operand` with `updates` put, or added, where ax_take would read: x.at[..., indices, ...].set(updates)
 * and .add(updates).
 *
 * indices  any integer dtype and any dims; those below 0 or past the end leave their updates out
 * updates  what ax_take(operand, indices, axis) would give: operand's dims with those of the indices in
 *          the axis's place. Where indices repeat the last one stays, or all are added in order.
 * axis     in [-ndim, ndim)
 */
AX_API ax_value ax_put_at(ax_value operand, ax_value indices, ax_value updates, int64_t axis,
                          ax_location here);
AX_API ax_value ax_put_add_at(ax_value operand, ax_value indices, ax_value updates, int64_t axis,
                              ax_location here);
#define ax_put(operand, indices, updates, axis) ax_put_at(operand, indices, updates, axis, AX_HERE)
#define ax_put_add(operand, indices, updates, axis) \
    ax_put_add_at(operand, indices, updates, axis, AX_HERE)

/* The slice of `slice_sizes` that starts at `start_indices`.
 *
 * start_indices  a scalar of one integer dtype for each dimension of operand; where the slice would
 *                not lie inside it starts as near as it can
 * slice_sizes    for each dimension of operand, at most its size
 * source         StableHLO dynamic_slice
 */
AX_API ax_value ax_dynamic_slice_at(ax_value operand, const ax_value *start_indices,
                                    ax_ints slice_sizes, ax_location here);
#define ax_dynamic_slice(operand, start_indices, slice_sizes) \
    ax_dynamic_slice_at(operand, start_indices, slice_sizes, AX_HERE)

/* `operand` with `update` in place of the slice of its size that starts at `start_indices`, as above.
 *
 * source  StableHLO dynamic_update_slice
 */
AX_API ax_value ax_dynamic_update_slice_at(ax_value operand, ax_value update,
                                           const ax_value *start_indices, ax_location here);
#define ax_dynamic_update_slice(operand, update, start_indices) \
    ax_dynamic_update_slice_at(operand, update, start_indices, AX_HERE)

/* How ax_gather reads its indices: zero-initialised by the caller, grows only at the end. Lists that
 * are not set are empty. */
typedef struct ax_gather_options {
    ax_ints offset_dims;           /* dimensions of the result that run inside a slice; ascending */
    ax_ints collapsed_slice_dims;  /* of the operand: of size 1 in a slice and dropped; ascending */
    ax_ints operand_batching_dims; /* of the operand: walked along with ... ; ascending */
    ax_ints start_indices_batching_dims; /* ... these of the indices, paired in order */
    ax_ints start_index_map;  /* the operand's dimension for each entry of an index vector */
    int64_t index_vector_dim; /* of the indices: holds the vectors; its ndim means scalars */
    ax_ints slice_sizes;      /* for each dimension of the operand */
} ax_gather_options;

/* Slices of `operand` that start where the index vectors in `start_indices` say, clamped so that each
 * slice lies inside.
 *
 * source  StableHLO gather
 */
AX_API ax_value ax_gather_at(ax_value operand, ax_value start_indices,
                             const ax_gather_options *options, ax_location here);
#define ax_gather(operand, start_indices, options) \
    ax_gather_at(operand, start_indices, options, AX_HERE)

/* How ax_scatter reads its indices: zero-initialised by the caller, grows only at the end. Lists that
 * are not set are empty. */
typedef struct ax_scatter_options {
    ax_ints update_window_dims; /* dimensions of the updates that run inside a window; ascending */
    ax_ints
        inserted_window_dims; /* of the operand: of size 1 in a window and not there; ascending */
    ax_ints input_batching_dims;           /* of the operand: walked along with ... ; ascending */
    ax_ints scatter_indices_batching_dims; /* ... these of the indices, paired in order */
    ax_ints
        scatter_dims_to_operand_dims; /* operand's dimension for each entry of an index vector */
    int64_t index_vector_dim; /* of the indices: holds the vectors; its ndim means scalars */
    bool indices_are_sorted;  /* promises, which change no result here */
    bool unique_indices;
} ax_scatter_options;

/* `count` >= 1 arrays of equal dims, with updates combined into them where the index vectors say.
 *
 * scatter_indices  any integer dtype; a window that does not lie inside whole is left out
 * updates          `count` arrays of equal dims: those of the indices without the vectors', with the
 *                  windows' between them
 * body             in: count elements, then count updates, all scalars; out: the new elements. It is
 *                  traced once. NULL: the updates take the elements' places.
 * results          `count` of them
 *
 * Where several updates meet in an element they are applied in row-major order of the updates: the
 * result is the same on any number of devices.
 *
 * source  StableHLO scatter; windows that stick out as XLA has them
 */
AX_API void ax_scatter_at(const ax_value *operands, ax_value scatter_indices,
                          const ax_value *updates, int32_t count, const ax_scatter_options *options,
                          ax_trace_fn *body, void *user, ax_value *out_results, ax_location here);
#define ax_scatter(operands, scatter_indices, updates, count, options, body, user, out_results) \
    ax_scatter_at(operands, scatter_indices, updates, count, options, body, user, out_results,  \
                  AX_HERE)

AX_END_DECLS

#endif
