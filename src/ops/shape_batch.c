/* Batch rules of the shape family. None moves an operand's batch axis if it can be left in place. */
#include "ops/shape.h"

#include <axmap/elementwise.h>
#include <axmap/shape.h>

/* Where the batch goes when several operands may carry it: where the first mapped one has it. */
static int32_t first_mapped_axis(const ax_batching *batching, const ax_eqn *eqn)
{
    for (int32_t i = 0; i < eqn->noperands; i++) {
        int32_t axis = ax_batch_operand(batching, eqn, i).axis;
        if (axis != AX_NOT_MAPPED)
            return axis;
    }
    return 0;
}

/* The batch dimension comes first in the result, wherever the operand has it. */
void ax_batch_broadcast_in_dim(ax_batching *batching, const ax_eqn *eqn)
{
    ax_batched x = ax_batch_operand(batching, eqn, 0);
    ax_ints places = ax_eqn_ints(eqn, AX_ATTR_BROADCAST_DIMENSIONS);
    places = ax_ints_shifted(batching->builder, places, 0);
    places = ax_ints_inserted(batching->builder, places, x.axis, 0);
    ax_type wide;
    if (!ax_batch_insert_dim(batching, eqn, ax_eqn_type(eqn, AX_ATTR_RESULT_TYPE), 0, &wide))
        return;
    ax_attr attrs[] = {
        ax_attr_ints(AX_ATTR_BROADCAST_DIMENSIONS, places.values, places.count),
        ax_attr_type(AX_ATTR_RESULT_TYPE, wide),
    };
    ax_batch_emit(batching, eqn, &x.value, attrs, 2, 0);
}

void ax_batch_reshape(ax_batching *batching, const ax_eqn *eqn)
{
    ax_value x = ax_batch_operand_at(batching, eqn, 0, 0);
    ax_type wide;
    if (!ax_batch_insert_dim(batching, eqn, ax_eqn_type(eqn, AX_ATTR_RESULT_TYPE), 0, &wide))
        return;
    ax_attr attrs[] = {ax_attr_type(AX_ATTR_RESULT_TYPE, wide)};
    ax_batch_emit(batching, eqn, &x, attrs, 1, 0);
}

/* One transposition does both: the batch to the front, the rest as asked. */
void ax_batch_transpose(ax_batching *batching, const ax_eqn *eqn)
{
    ax_batched x = ax_batch_operand(batching, eqn, 0);
    ax_ints permutation = ax_eqn_ints(eqn, AX_ATTR_PERMUTATION);
    permutation = ax_ints_shifted(batching->builder, permutation, x.axis);
    permutation = ax_ints_inserted(batching->builder, permutation, 0, x.axis);
    ax_attr attrs[] = {ax_attr_ints(AX_ATTR_PERMUTATION, permutation.values, permutation.count)};
    ax_batch_emit(batching, eqn, &x.value, attrs, 1, 0);
}

/* An attribute with an entry for each dimension gets one for the batch dimension. */
static ax_attr with_entry(ax_batching *batching, const ax_eqn *eqn, ax_attr_key key, int32_t axis,
                          int64_t entry)
{
    ax_ints list = ax_ints_inserted(batching->builder, ax_eqn_ints(eqn, key), axis, entry);
    return ax_attr_ints(key, list.values, list.count);
}

void ax_batch_slice(ax_batching *batching, const ax_eqn *eqn)
{
    ax_batched x = ax_batch_operand(batching, eqn, 0);
    ax_attr attrs[] = {
        with_entry(batching, eqn, AX_ATTR_START_INDICES, x.axis, 0),
        with_entry(batching, eqn, AX_ATTR_LIMIT_INDICES, x.axis, batching->size),
        with_entry(batching, eqn, AX_ATTR_STRIDES, x.axis, 1),
    };
    ax_batch_emit(batching, eqn, &x.value, attrs, 3, x.axis);
}

void ax_batch_concatenate(ax_batching *batching, const ax_eqn *eqn)
{
    int32_t axis = first_mapped_axis(batching, eqn);
    int64_t dimension = ax_eqn_int(eqn, AX_ATTR_DIMENSION);
    ax_value *operands = AX_ARENA_NEW(ax_builder_arena(batching->builder), ax_value,
                                      eqn->noperands);
    if (!operands) {
        ax_builder_fail(batching->builder, AX_ERROR(AX_OUT_OF_MEMORY, "no memory for vmap"));
        return;
    }
    for (int32_t i = 0; i < eqn->noperands; i++)
        operands[i] = ax_batch_operand_at(batching, eqn, i, axis);
    ax_attr attrs[] = {ax_attr_int(AX_ATTR_DIMENSION, dimension + (dimension >= axis))};
    ax_batch_emit(batching, eqn, operands, attrs, 1, axis);
}

/* Emits the pad of a batched operand with a value that all lanes share. */
static ax_value emit_pad(ax_batching *batching, const ax_eqn *eqn, ax_value operand, int32_t axis,
                         ax_value value)
{
    ax_value operands[] = {operand, value};
    ax_attr attrs[] = {
        with_entry(batching, eqn, AX_ATTR_EDGE_PADDING_LOW, axis, 0),
        with_entry(batching, eqn, AX_ATTR_EDGE_PADDING_HIGH, axis, 0),
        with_entry(batching, eqn, AX_ATTR_INTERIOR_PADDING, axis, 0),
    };
    return ax_emit_one(batching->builder, &ax_op_pad, operands, 2, attrs, 3, eqn->location);
}

/* A padding value of each lane's own: lanes are padded with anything, and where a pad of trues shows
 * padding, the lane's value is selected. */
static ax_value pad_with_lanes(ax_batching *batching, const ax_eqn *eqn, ax_value operand,
                               int32_t axis, ax_value values)
{
    ax_builder *builder = batching->builder;
    ax_location here = eqn->location;
    ax_type type = ax_value_type(operand);
    ax_type scalar = ax_type_scalar(type.dtype), flag = ax_type_scalar(AX_BOOL);
    const uint8_t yes = 1, zero[16] = {0};
    ax_value trues = ax_broadcast_in_dim_at(ax_constant_at(builder, &flag, &yes, here),
                                            (ax_ints){type.ndim, type.dims}, AX_EMPTY_LIST, here);
    ax_value kept = emit_pad(batching, eqn, trues, axis,
                             ax_constant_at(builder, &flag, zero, here));
    ax_value padded = emit_pad(batching, eqn, operand, axis,
                               ax_constant_at(builder, &scalar, zero, here));
    ax_type wide = ax_value_type(padded);
    ax_value padding = ax_broadcast_in_dim_at(values, (ax_ints){wide.ndim, wide.dims},
                                              AX_LIST(axis), here);
    return ax_select_at(kept, padded, padding, here);
}

void ax_batch_pad(ax_batching *batching, const ax_eqn *eqn)
{
    ax_batched value = ax_batch_operand(batching, eqn, 1);
    int32_t axis = ax_batch_operand(batching, eqn, 0).axis;
    if (axis == AX_NOT_MAPPED)
        axis = 0;
    ax_value operand = ax_batch_operand_at(batching, eqn, 0, axis);
    ax_value result = value.axis == AX_NOT_MAPPED
                          ? emit_pad(batching, eqn, operand, axis, value.value)
                          : pad_with_lanes(batching, eqn, operand, axis, value.value);
    ax_batch_results(batching, eqn, &result, axis);
}
