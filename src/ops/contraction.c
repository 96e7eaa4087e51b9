/* dot_general: types, vmap, and the public functions over it. */
#include "ops/contraction.h"

#include "base/checked.h"
#include "ir/location.h"
#include "ops/check.h"
#include "ops/ops.h"

#include <axmap/contraction.h>

typedef struct dot_numbers {
    ax_ints lhs_batching, rhs_batching, lhs_contracting, rhs_contracting;
} dot_numbers;

static dot_numbers numbers_of(const ax_eqn *eqn)
{
    return (dot_numbers){
        .lhs_batching = ax_eqn_ints(eqn, AX_ATTR_LHS_BATCHING_DIMENSIONS),
        .rhs_batching = ax_eqn_ints(eqn, AX_ATTR_RHS_BATCHING_DIMENSIONS),
        .lhs_contracting = ax_eqn_ints(eqn, AX_ATTR_LHS_CONTRACTING_DIMENSIONS),
        .rhs_contracting = ax_eqn_ints(eqn, AX_ATTR_RHS_CONTRACTING_DIMENSIONS),
    };
}

static bool holds(ax_ints list, int64_t value)
{
    for (int32_t i = 0; i < list.count; i++) {
        if (list.values[i] == value)
            return true;
    }
    return false;
}

/* The dimensions of an operand that the result keeps for itself, in order. */
static int32_t free_dims(int32_t ndim, ax_ints batching, ax_ints contracting, int32_t *out_dims)
{
    int32_t count = 0;
    for (int32_t i = 0; i < ndim; i++) {
        if (!holds(batching, i) && !holds(contracting, i))
            out_dims[count++] = i;
    }
    return count;
}

/* ---- types ---- */

static ax_status *check_pairs(const ax_eqn *eqn, ax_attr_key lhs_key, ax_attr_key rhs_key)
{
    ax_ints lhs = ax_eqn_ints(eqn, lhs_key), rhs = ax_eqn_ints(eqn, rhs_key);
    const ax_type *lhs_type = ax_operand_type(eqn, 0), *rhs_type = ax_operand_type(eqn, 1);
    if (lhs.count != rhs.count) {
        return AX_ERROR(AX_INVALID_ARGUMENT, "dot_general: %s has %d entries and %s has %d",
                        ax_attr_name(lhs_key), (int)lhs.count, ax_attr_name(rhs_key),
                        (int)rhs.count);
    }
    AX_TRY(ax_check_dimensions(eqn, lhs_key, lhs_type->ndim));
    AX_TRY(ax_check_dimensions(eqn, rhs_key, rhs_type->ndim));
    for (int32_t i = 0; i < lhs.count; i++) {
        int64_t left = lhs_type->dims[lhs.values[i]], right = rhs_type->dims[rhs.values[i]];
        if (left != right) {
            return AX_ERROR(AX_INVALID_ARGUMENT,
                            "dot_general: sizes differ: dimension %d of lhs %s has %lld, dimension "
                            "%d of rhs %s has %lld",
                            (int)lhs.values[i], AX_TYPE_STRING(lhs_type), (long long)left,
                            (int)rhs.values[i], AX_TYPE_STRING(rhs_type), (long long)right);
        }
    }
    return NULL;
}

static ax_status *check_disjoint(const ax_eqn *eqn, ax_attr_key batching, ax_attr_key contracting)
{
    ax_ints a = ax_eqn_ints(eqn, batching);
    for (int32_t i = 0; i < a.count; i++) {
        if (holds(ax_eqn_ints(eqn, contracting), a.values[i])) {
            return AX_ERROR(AX_INVALID_ARGUMENT, "dot_general: dimension %lld is in both %s and %s",
                            (long long)a.values[i], ax_attr_name(batching),
                            ax_attr_name(contracting));
        }
    }
    return NULL;
}

static ax_status *infer_dot_general(const ax_eqn *eqn, ax_type *out_types)
{
    AX_TRY(ax_check_form(eqn));
    const ax_type *lhs = ax_operand_type(eqn, 0), *rhs = ax_operand_type(eqn, 1);
    if (lhs->dtype != rhs->dtype) {
        return AX_ERROR(AX_INVALID_ARGUMENT,
                        "dot_general: lhs %s and rhs %s have different dtypes; convert one",
                        AX_TYPE_STRING(lhs), AX_TYPE_STRING(rhs));
    }
    AX_TRY(ax_check_dtype(eqn, lhs->dtype));
    AX_TRY(check_pairs(eqn, AX_ATTR_LHS_BATCHING_DIMENSIONS, AX_ATTR_RHS_BATCHING_DIMENSIONS));
    AX_TRY(
        check_pairs(eqn, AX_ATTR_LHS_CONTRACTING_DIMENSIONS, AX_ATTR_RHS_CONTRACTING_DIMENSIONS));
    AX_TRY(
        check_disjoint(eqn, AX_ATTR_LHS_BATCHING_DIMENSIONS, AX_ATTR_LHS_CONTRACTING_DIMENSIONS));
    AX_TRY(
        check_disjoint(eqn, AX_ATTR_RHS_BATCHING_DIMENSIONS, AX_ATTR_RHS_CONTRACTING_DIMENSIONS));

    dot_numbers numbers = numbers_of(eqn);
    int32_t lhs_free[AX_MAX_NDIM], rhs_free[AX_MAX_NDIM];
    int32_t nlhs = free_dims(lhs->ndim, numbers.lhs_batching, numbers.lhs_contracting, lhs_free);
    int32_t nrhs = free_dims(rhs->ndim, numbers.rhs_batching, numbers.rhs_contracting, rhs_free);
    int32_t nbatch = numbers.lhs_batching.count;
    if (nbatch + nlhs + nrhs > AX_MAX_NDIM) {
        return AX_ERROR(AX_INVALID_ARGUMENT,
                        "dot_general: the result would have %d dimensions: %d are allowed",
                        (int)(nbatch + nlhs + nrhs), AX_MAX_NDIM);
    }
    ax_type result = {.dtype = lhs->dtype};
    for (int32_t i = 0; i < nbatch; i++)
        result.dims[result.ndim++] = lhs->dims[numbers.lhs_batching.values[i]];
    for (int32_t i = 0; i < nlhs; i++)
        result.dims[result.ndim++] = lhs->dims[lhs_free[i]];
    for (int32_t i = 0; i < nrhs; i++)
        result.dims[result.ndim++] = rhs->dims[rhs_free[i]];
    out_types[0] = result;
    return NULL;
}

/* ---- layout ---- */

static void add_dim(ax_dot_group *group, int64_t dim, int64_t lhs, int64_t rhs)
{
    group->dims[group->count] = dim;
    group->lhs[group->count] = lhs;
    group->rhs[group->count] = rhs;
    group->count++;
    group->size *= dim;
}

static ax_dot_group paired_group(ax_ints lhs_dims, ax_ints rhs_dims, const ax_type *lhs,
                                 const int64_t *lhs_strides, const int64_t *rhs_strides)
{
    ax_dot_group group = {.size = 1};
    for (int32_t i = 0; i < lhs_dims.count; i++) {
        int64_t left = lhs_dims.values[i], right = rhs_dims.values[i];
        add_dim(&group, lhs->dims[left], lhs_strides[left], rhs_strides[right]);
    }
    return group;
}

ax_dot_layout ax_dot_layout_of(const ax_eqn *eqn, const ax_type *lhs, const ax_type *rhs)
{
    dot_numbers numbers = numbers_of(eqn);
    int64_t lhs_strides[AX_MAX_NDIM], rhs_strides[AX_MAX_NDIM];
    int32_t dims[AX_MAX_NDIM];
    ax_type_strides(lhs, lhs_strides);
    ax_type_strides(rhs, rhs_strides);

    ax_dot_layout layout = {
        .batch = paired_group(numbers.lhs_batching, numbers.rhs_batching, lhs, lhs_strides,
                              rhs_strides),
        .k = paired_group(numbers.lhs_contracting, numbers.rhs_contracting, lhs, lhs_strides,
                          rhs_strides),
        .m = {.size = 1},
        .n = {.size = 1},
    };
    int32_t count = free_dims(lhs->ndim, numbers.lhs_batching, numbers.lhs_contracting, dims);
    for (int32_t i = 0; i < count; i++)
        add_dim(&layout.m, lhs->dims[dims[i]], lhs_strides[dims[i]], 0);
    count = free_dims(rhs->ndim, numbers.rhs_batching, numbers.rhs_contracting, dims);
    for (int32_t i = 0; i < count; i++)
        add_dim(&layout.n, rhs->dims[dims[i]], 0, rhs_strides[dims[i]]);
    return layout;
}

/* ---- vmap ---- */

static void emit_dot(ax_batching *batching, const ax_eqn *eqn, ax_value lhs, ax_value rhs,
                     dot_numbers numbers, int32_t axis)
{
    ax_value operands[] = {lhs, rhs};
    ax_attr attrs[] = {
        {.key = AX_ATTR_LHS_BATCHING_DIMENSIONS, .ints = numbers.lhs_batching},
        {.key = AX_ATTR_RHS_BATCHING_DIMENSIONS, .ints = numbers.rhs_batching},
        {.key = AX_ATTR_LHS_CONTRACTING_DIMENSIONS, .ints = numbers.lhs_contracting},
        {.key = AX_ATTR_RHS_CONTRACTING_DIMENSIONS, .ints = numbers.rhs_contracting},
    };
    ax_batch_emit(batching, eqn, operands, attrs, 4, axis);
}

/* How many dimensions of an operand before `axis` the result keeps. */
static int32_t free_before(int32_t axis, ax_ints batching, ax_ints contracting)
{
    int32_t dims[AX_MAX_NDIM];
    return free_dims(axis, batching, contracting, dims);
}

/* Both mapped: a batching dimension of dot_general itself, in front of the others. One mapped: its
 * batch axis is one more free dimension, so a mapped matrix-vector product is a single GEMM and the
 * other operand is not repeated. */
static void batch_dot_general(ax_batching *batching, const ax_eqn *eqn)
{
    ax_builder *builder = batching->builder;
    ax_batched lhs = ax_batch_operand(batching, eqn, 0), rhs = ax_batch_operand(batching, eqn, 1);
    dot_numbers numbers = numbers_of(eqn);
    if (lhs.axis != AX_NOT_MAPPED) {
        numbers.lhs_batching = ax_ints_shifted(builder, numbers.lhs_batching, lhs.axis);
        numbers.lhs_contracting = ax_ints_shifted(builder, numbers.lhs_contracting, lhs.axis);
    }
    if (rhs.axis != AX_NOT_MAPPED) {
        numbers.rhs_batching = ax_ints_shifted(builder, numbers.rhs_batching, rhs.axis);
        numbers.rhs_contracting = ax_ints_shifted(builder, numbers.rhs_contracting, rhs.axis);
    }
    int32_t nbatch = numbers.lhs_batching.count;
    if (lhs.axis != AX_NOT_MAPPED && rhs.axis != AX_NOT_MAPPED) {
        numbers.lhs_batching = ax_ints_inserted(builder, numbers.lhs_batching, 0, lhs.axis);
        numbers.rhs_batching = ax_ints_inserted(builder, numbers.rhs_batching, 0, rhs.axis);
        emit_dot(batching, eqn, lhs.value, rhs.value, numbers, 0);
        return;
    }
    if (lhs.axis != AX_NOT_MAPPED) {
        int32_t before = free_before(lhs.axis, numbers.lhs_batching, numbers.lhs_contracting);
        emit_dot(batching, eqn, lhs.value, rhs.value, numbers, nbatch + before);
        return;
    }
    const ax_type *lhs_type = ax_operand_type(eqn, 0), *rhs_type = ax_operand_type(eqn, 1);
    int32_t ncontract = numbers.lhs_contracting.count;
    if (rhs_type->ndim == nbatch + ncontract) {
        /* The mapped operand has no free dimension of its own: with the operands exchanged the
         * result has the batch before lhs's dimensions, where it is wanted, and no transpose. */
        dot_numbers turned = {numbers.rhs_batching, numbers.lhs_batching, numbers.rhs_contracting,
                              numbers.lhs_contracting};
        emit_dot(batching, eqn, rhs.value, lhs.value, turned, nbatch);
        return;
    }
    int32_t before = free_before(rhs.axis, numbers.rhs_batching, numbers.rhs_contracting);
    int32_t lhs_free = lhs_type->ndim - nbatch - ncontract;
    emit_dot(batching, eqn, lhs.value, rhs.value, numbers, nbatch + lhs_free + before);
}

AX_OP_RECORD(dot_general, contraction, .dtypes = AX_SET_REAL, .noperands = 2,
             .attrs = AX_ATTR_LIST(AX_ATTR_LHS_BATCHING_DIMENSIONS, AX_ATTR_RHS_BATCHING_DIMENSIONS,
                                   AX_ATTR_LHS_CONTRACTING_DIMENSIONS,
                                   AX_ATTR_RHS_CONTRACTING_DIMENSIONS),
             .infer = AX_RULE(infer_dot_general), .batch = AX_RULE(batch_dot_general),
             .eval = AX_RULE(ax_eval_dot_general));

/* ---- public functions ---- */

ax_value ax_dot_general_at(ax_value lhs, ax_value rhs, ax_dot_dimensions dimensions,
                           ax_location here)
{
    ax_value operands[] = {lhs, rhs};
    ax_attr attrs[] = {
        {.key = AX_ATTR_LHS_BATCHING_DIMENSIONS, .ints = dimensions.lhs_batching},
        {.key = AX_ATTR_RHS_BATCHING_DIMENSIONS, .ints = dimensions.rhs_batching},
        {.key = AX_ATTR_LHS_CONTRACTING_DIMENSIONS, .ints = dimensions.lhs_contracting},
        {.key = AX_ATTR_RHS_CONTRACTING_DIMENSIONS, .ints = dimensions.rhs_contracting},
    };
    return ax_emit_one(lhs.builder, &ax_op_dot_general, operands, 2, attrs, 4, here);
}

ax_value ax_dot_at(ax_value a, ax_value b, ax_location here)
{
    if (!a.var || !b.var)
        return ax_builder_poison(a.builder);
    ax_type left = ax_value_type(a), right = ax_value_type(b);
    if (left.ndim < 1 || left.ndim > 2 || right.ndim < 1 || right.ndim > 2) {
        ax_builder_fail(a.builder,
                        AX_ERROR(AX_INVALID_ARGUMENT,
                                 "dot takes vectors and matrices, not %s and %s; dot_general takes "
                                 "any (%s:%d%s)",
                                 AX_TYPE_STRING(&left), AX_TYPE_STRING(&right), AX_PLACE(here)));
        return ax_builder_poison(a.builder);
    }
    ax_dot_dimensions dimensions = {
        .lhs_contracting = AX_LIST(left.ndim - 1),
        .rhs_contracting = AX_LIST(0),
    };
    return ax_dot_general_at(a, b, dimensions, here);
}
