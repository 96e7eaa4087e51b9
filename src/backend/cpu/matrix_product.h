/* Products of matrices by generated code: how one is cut, and running it.
 *
 *     c[batch, i, j] = sum over k of a[batch, i, k] * b[batch, j, k]
 *
 * Each element is one chain along k (matrix_code.h), so its bits depend on no size but
 * k's, on no place and on no thread. What a and b need to be laid out for is laid out in scratch.
 */
#ifndef AXMAP_BACKEND_CPU_MATRIX_PRODUCT_H
#define AXMAP_BACKEND_CPU_MATRIX_PRODUCT_H

#include "backend/cpu/matrix_code.h"
#include "ops/eval.h"

/* Dimensions walked as one, major first; strides in elements. */
typedef struct ax_matrix_walk {
    int32_t count;
    int64_t size;                                            /* product of dims */
    int64_t dims[AX_MAX_NDIM + 1], strides[AX_MAX_NDIM + 1]; /* + 1: a convolution's groups */
} ax_matrix_walk;

/* Appends a dimension inside the others. */
void ax_matrix_walk_append(ax_matrix_walk *walk, int64_t dim, int64_t stride);

/* Where the element at `index` of the walk lies. */
int64_t ax_matrix_offset(const ax_matrix_walk *walk, int64_t index);

typedef struct ax_matrix_operand {
    ax_matrix_walk batch, row, k; /* row: i of a, j of b */
} ax_matrix_operand;

/* Columns of a result are neighbours; strides in elements. */
typedef struct ax_matrix_result {
    ax_matrix_walk batch;
    int64_t row_stride;
} ax_matrix_result;

typedef struct ax_matrix_product ax_matrix_product;

/* The operands and the result agree in the sizes of batch and k. AX_UNSUPPORTED: no such products of
 * `element`. */
ax_status *ax_matrix_product_create(ax_codegen *codegen, ax_dtype element,
                                    const ax_matrix_operand *a, const ax_matrix_operand *b,
                                    const ax_matrix_result *c, ax_matrix_product **out_product);
void ax_matrix_product_free(ax_matrix_product *product); /* NULL is allowed */

/* Panels of b that are packed once for many runs: [panels, k, columns] of the product's wide type.
 *
 * ax_matrix_panels says what they would be for a product of these operands; *out_packs is false where a run
 * reads b in place. ax_matrix_product_pack packs them as the product wants them; from
 * ax_matrix_product_take_panels on it takes them for b. */
ax_status *ax_matrix_panels(ax_codegen *codegen, ax_dtype element, const ax_matrix_operand *a,
                            const ax_matrix_operand *b, const ax_matrix_result *c,
                            ax_type *out_panels, bool *out_packs);
void ax_matrix_product_pack(const ax_matrix_product *product, const ax_eval_env *env, const void *b,
                            void *panels);
void ax_matrix_product_take_panels(ax_matrix_product *product);

/* Bytes of scratch that a run takes, with so many threads. */
int64_t ax_matrix_product_scratch(const ax_matrix_product *product, int32_t threads);

/* Told of the elements at [begin, end) of c when they are done and likely in cache; called on the team's
 * threads. */
typedef void ax_matrix_done_fn(void *user, int32_t thread, int64_t begin, int64_t end);

/* `done` may be NULL. */
ax_status *ax_matrix_product_run(const ax_matrix_product *product, const ax_eval_env *env,
                                 const void *a, const void *b, void *c, ax_matrix_done_fn *done,
                                 void *user);

#endif
