/* dot_general through the BLAS: for each index of the batching dimensions one product of matrices.
 *
 * An operand whose dimensions nest regularly is used where it lies, as it is or turned; any other is
 * first copied into a matrix. Which of these it is follows from the shapes alone.
 */
#include "backend/cpu/blas.h"
#include "backend/cpu/lower.h"
#include "base/checked.h"
#include "ops/contraction.h"
#include "ops/strided.h"
#include "ops/wide.h"

#include <string.h>

/* A group walked as one dimension of `size` with a single stride, if it can be. */
static bool uniform_stride(const ax_dot_group *group, const int64_t *strides, int64_t *out_stride)
{
    int64_t expected = 0;
    bool any = false;
    for (int32_t i = group->count - 1; i >= 0; i--) {
        if (group->dims[i] == 1)
            continue;
        if (!any) {
            *out_stride = strides[i];
            any = true;
        } else if (strides[i] != expected) {
            return false;
        }
        expected = strides[i] * group->dims[i];
    }
    if (!any)
        *out_stride = 0; /* one element: any stride will do */
    return true;
}

/* The order in which the contracted dimensions are walked is ours to choose: by falling strides of
 * one operand, which is then a matrix without copying wherever that is possible. */
static void order_by_strides(ax_dot_group *k, bool by_lhs)
{
    for (int32_t i = 1; i < k->count; i++) {
        for (int32_t j = i; j > 0; j--) {
            const int64_t *strides = by_lhs ? k->lhs : k->rhs;
            if (strides[j - 1] >= strides[j])
                break;
            int64_t dim = k->dims[j], lhs = k->lhs[j], rhs = k->rhs[j];
            k->dims[j] = k->dims[j - 1];
            k->lhs[j] = k->lhs[j - 1];
            k->rhs[j] = k->rhs[j - 1];
            k->dims[j - 1] = dim;
            k->lhs[j - 1] = lhs;
            k->rhs[j - 1] = rhs;
        }
    }
}

/* How one operand becomes a matrix of rows x columns. */
typedef struct matrix_plan {
    ax_blas_matrix matrix;
    void *copy; /* where it is copied to, or NULL */
    ax_strided layout;
} matrix_plan;

static void append_group(ax_strided *layout, const ax_dot_group *group, const int64_t *strides)
{
    for (int32_t i = 0; i < group->count; i++) {
        layout->dims[layout->ndim] = group->dims[i];
        layout->source_strides[layout->ndim++] = strides[i];
    }
}

static ax_status *plan_matrix(const ax_eval_env *env, int64_t bytes, const ax_dot_group *rows,
                              const int64_t *row_strides, const ax_dot_group *columns,
                              const int64_t *column_strides, matrix_plan *plan)
{
    int64_t row = 0, column = 0;
    bool uniform = uniform_stride(rows, row_strides, &row) &&
                   uniform_stride(columns, column_strides, &column);
    plan->copy = NULL;
    if (uniform && (column == 1 || columns->size == 1) && ax_blas_fits(row)) {
        plan->matrix = (ax_blas_matrix){.stride = row};
        return NULL;
    }
    if (uniform && (row == 1 || rows->size == 1) && ax_blas_fits(column)) {
        plan->matrix = (ax_blas_matrix){.stride = column, .turned = true};
        return NULL;
    }
    plan->matrix = (ax_blas_matrix){.stride = columns->size};
    plan->layout = (ax_strided){.element_bytes = bytes};
    append_group(&plan->layout, rows, row_strides);
    append_group(&plan->layout, columns, column_strides);
    int64_t stride = 1;
    for (int32_t i = plan->layout.ndim - 1; i >= 0; i--) {
        plan->layout.destination_strides[i] = stride;
        stride *= plan->layout.dims[i];
    }
    return env->scratch(env, rows->size * columns->size * bytes, &plan->copy);
}

static ax_blas_matrix matrix_at(const matrix_plan *plan, const void *data)
{
    ax_blas_matrix matrix = plan->matrix;
    matrix.data = data;
    if (plan->copy) {
        ax_strided_copy(&plan->layout, plan->copy, data);
        matrix.data = plan->copy;
    }
    return matrix;
}

static ax_status *offset_table(const ax_eval_env *env, const ax_dot_group *group,
                               const int64_t *strides, int64_t **out_offsets)
{
    AX_TRY(AX_SCRATCH(env, int64_t, group->size, out_offsets));
    ax_dot_offsets(group, strides, *out_offsets);
    return NULL;
}

static ax_status *run_dot_general(const ax_eval_env *env, const ax_eqn *eqn,
                                  const ax_tensor *operands, const ax_tensor *results)
{
    if (ax_dtype_is_half(results[0].type.dtype))
        return ax_eval_wide(env, eqn, operands, results, run_dot_general);
    ax_dtype dtype = results[0].type.dtype;
    ax_dot_layout d = ax_dot_layout_of(eqn, &operands[0].type, &operands[1].type);
    bool fits = ax_blas_fits(d.n.size) && ax_blas_fits(d.k.size);
    if (!env->blas || (dtype != AX_F32 && dtype != AX_F64) || !fits)
        return ax_eval_dot_general(env, eqn, operands, results);
    if (ax_type_count(&results[0].type) == 0)
        return NULL;

    int64_t bytes = ax_dtype_bytes(dtype);
    order_by_strides(&d.k, d.m.size >= d.n.size);
    matrix_plan lhs, rhs;
    int64_t *lhs_offsets, *rhs_offsets;
    AX_TRY(plan_matrix(env, bytes, &d.m, d.m.lhs, &d.k, d.k.lhs, &lhs));
    AX_TRY(plan_matrix(env, bytes, &d.k, d.k.rhs, &d.n, d.n.rhs, &rhs));
    AX_TRY(offset_table(env, &d.batch, d.batch.lhs, &lhs_offsets));
    AX_TRY(offset_table(env, &d.batch, d.batch.rhs, &rhs_offsets));
    for (int64_t b = 0; b < d.batch.size; b++) {
        ax_blas_matrix a = matrix_at(&lhs, (const char *)operands[0].data + lhs_offsets[b] * bytes);
        ax_blas_matrix c = matrix_at(&rhs, (const char *)operands[1].data + rhs_offsets[b] * bytes);
        ax_blas_gemm(env->blas, dtype == AX_F64, d.m.size, d.n.size, d.k.size, a, c,
                     (char *)results[0].data + b * d.m.size * d.n.size * bytes, d.n.size);
    }
    return NULL;
}

ax_status *ax_lower_dot_general(const ax_target *target, const ax_eqn *eqn, ax_kernel *out_kernel)
{
    (void)eqn;
    if (target->blas)
        *out_kernel = (ax_kernel){.name = "blas", .run = run_dot_general};
    return NULL;
}
