/* vmap of convolution: still one convolution.
 *
 *     input mapped    the batch is folded into the input's batch dimension
 *     kernel mapped   ... into the output features
 *     both mapped     ... into feature groups (or batch groups): each row has its own kernel
 *
 * Where groups divide the dimension that the batch is folded into, it goes between the group and
 * what a group holds: [groups, batch, rest].
 */
#include "ops/convolution.h"
#include "ops/ops.h"

#include <axmap/shape.h>

static ax_value reshape(ax_value value, const ax_type *type, ax_location location)
{
    return ax_reshape_at(value, (ax_ints){type->ndim, type->dims}, location);
}

/* Dimension `dim` as [outer, dim / outer]. */
static ax_value split(ax_value value, int32_t dim, int64_t outer, ax_location location)
{
    ax_type type = ax_value_type(value);
    int64_t inner = type.dims[dim] / outer;
    type.dims[dim] = inner;
    type = ax_type_insert_dim(&type, dim, outer);
    return reshape(value, &type, location);
}

/* Dimension `dim` and the one behind it as one. */
static ax_value merge(ax_value value, int32_t dim, ax_location location)
{
    ax_type type = ax_value_type(value);
    int64_t outer = type.dims[dim];
    type = ax_type_remove_dim(&type, dim);
    type.dims[dim] *= outer;
    return reshape(value, &type, location);
}

/* Folds the batch of a mapped operand into its dimension `dim` (counted without the batch). */
static ax_value fold(ax_batching *batching, ax_batched operand, int32_t dim, int64_t groups,
                     ax_location location)
{
    if (groups == 1)
        return merge(ax_batch_move(batching, operand, dim, location), dim, location);
    int32_t place = dim + (operand.axis <= dim);
    operand.value = split(operand.value, place, groups, location);
    operand.axis += operand.axis > dim;
    ax_value moved = ax_batch_move(batching, operand, dim + 1, location);
    return merge(merge(moved, dim, location), dim, location);
}

/* The reverse for the result: its dimension `dim` holds [groups, batch, rest]; the batch comes to
 * stand before what is left. */
static ax_value unfold(ax_batching *batching, ax_value value, int32_t dim, int64_t groups,
                       ax_location location)
{
    if (groups == 1)
        return split(value, dim, batching->size, location);
    value = split(split(value, dim, groups, location), dim + 1, batching->size, location);
    ax_batched inside = {value, dim + 1};
    return merge(ax_batch_move(batching, inside, dim, location), dim + 1, location);
}

static ax_value emit(ax_batching *batching, const ax_eqn *eqn, ax_value lhs, ax_value rhs,
                     int64_t feature_groups, int64_t batch_groups)
{
    ax_attr *attrs = ax_arena_copy(ax_builder_arena(batching->builder), eqn->attrs,
                                   (size_t)eqn->nattrs, sizeof *attrs);
    if (!attrs) {
        ax_builder_fail(batching->builder, AX_ERROR(AX_OUT_OF_MEMORY, "no memory for vmap"));
        return ax_builder_poison(batching->builder);
    }
    for (int32_t i = 0; i < eqn->nattrs; i++) {
        if (attrs[i].key == AX_ATTR_FEATURE_GROUP_COUNT)
            attrs[i].i = feature_groups;
        if (attrs[i].key == AX_ATTR_BATCH_GROUP_COUNT)
            attrs[i].i = batch_groups;
    }
    ax_value operands[] = {lhs, rhs};
    return ax_emit_one(batching->builder, eqn->op, operands, 2, attrs, eqn->nattrs, eqn->location);
}

static void finish(ax_batching *batching, const ax_eqn *eqn, ax_value result, int32_t axis)
{
    ax_batch_results(batching, eqn, &result, axis);
}

static void batch_both(ax_batching *batching, const ax_eqn *eqn, ax_batched lhs, ax_batched rhs)
{
    const int64_t *input = ax_eqn_ints(eqn, AX_ATTR_INPUT_DIMENSIONS).values;
    int32_t kernel_out = (int32_t)ax_eqn_ints(eqn, AX_ATTR_KERNEL_DIMENSIONS).values[1];
    int32_t out = (int32_t)ax_eqn_ints(eqn, AX_ATTR_OUTPUT_DIMENSIONS).values[1];
    int64_t feature_groups = ax_eqn_int(eqn, AX_ATTR_FEATURE_GROUP_COUNT);
    int64_t batch_groups = ax_eqn_int(eqn, AX_ATTR_BATCH_GROUP_COUNT);
    bool by_batch = batch_groups > 1;
    ax_value left = fold(batching, lhs, (int32_t)input[by_batch ? 0 : 1], 1, eqn->location);
    ax_value right = fold(batching, rhs, kernel_out, 1, eqn->location);
    int64_t size = batching->size; /* groups divide dims that fit, so the products do */
    ax_value result = emit(batching, eqn, left, right, feature_groups * (by_batch ? 1 : size),
                           batch_groups * (by_batch ? size : 1));
    if (result.var)
        finish(batching, eqn, unfold(batching, result, out, 1, eqn->location), out);
}

static void batch_input(ax_batching *batching, const ax_eqn *eqn, ax_batched lhs, ax_value kernel)
{
    int32_t in = (int32_t)ax_eqn_ints(eqn, AX_ATTR_INPUT_DIMENSIONS).values[0];
    int32_t out = (int32_t)ax_eqn_ints(eqn, AX_ATTR_OUTPUT_DIMENSIONS).values[0];
    int64_t feature_groups = ax_eqn_int(eqn, AX_ATTR_FEATURE_GROUP_COUNT);
    int64_t batch_groups = ax_eqn_int(eqn, AX_ATTR_BATCH_GROUP_COUNT);
    ax_value left = fold(batching, lhs, in, batch_groups, eqn->location);
    ax_value result = emit(batching, eqn, left, kernel, feature_groups, batch_groups);
    if (result.var)
        finish(batching, eqn, unfold(batching, result, out, 1, eqn->location), out);
}

static void batch_kernel(ax_batching *batching, const ax_eqn *eqn, ax_value input, ax_batched rhs)
{
    int32_t in = (int32_t)ax_eqn_ints(eqn, AX_ATTR_KERNEL_DIMENSIONS).values[1];
    int32_t out = (int32_t)ax_eqn_ints(eqn, AX_ATTR_OUTPUT_DIMENSIONS).values[1];
    int64_t feature_groups = ax_eqn_int(eqn, AX_ATTR_FEATURE_GROUP_COUNT);
    int64_t batch_groups = ax_eqn_int(eqn, AX_ATTR_BATCH_GROUP_COUNT);
    int64_t groups = feature_groups * batch_groups; /* one of them is 1 */
    ax_value right = fold(batching, rhs, in, groups, eqn->location);
    ax_value result = emit(batching, eqn, input, right, feature_groups, batch_groups);
    if (result.var)
        finish(batching, eqn, unfold(batching, result, out, groups, eqn->location), out);
}

void ax_batch_convolution(ax_batching *batching, const ax_eqn *eqn)
{
    ax_batched lhs = ax_batch_operand(batching, eqn, 0), rhs = ax_batch_operand(batching, eqn, 1);
    if (eqn->results[0]->type.ndim + 2 > AX_MAX_NDIM) {
        ax_builder_fail(batching->builder,
                        AX_ERROR(AX_INVALID_ARGUMENT,
                                 "vmap: a convolution of %d dimensions has no room for another",
                                 (int)eqn->results[0]->type.ndim));
        return;
    }
    if (batching->size == 0) { /* a count of groups cannot be 0; the result has no elements */
        ax_type type = ax_type_insert_dim(&eqn->results[0]->type, 0, 0);
        finish(batching, eqn, ax_constant_at(batching->builder, &type, "", eqn->location), 0);
    } else if (rhs.axis == AX_NOT_MAPPED) {
        batch_input(batching, eqn, lhs, rhs.value);
    } else if (lhs.axis == AX_NOT_MAPPED) {
        batch_kernel(batching, eqn, lhs.value, rhs);
    } else {
        batch_both(batching, eqn, lhs, rhs);
    }
}
