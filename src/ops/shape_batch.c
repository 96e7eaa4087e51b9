/* Batch rules of the shape family. None moves an operand's batch axis if it can be left in place. */
#include "ops/shape.h"

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

void ax_batch_pad(ax_batching *batching, const ax_eqn *eqn)
{
    ax_batched value = ax_batch_operand(batching, eqn, 1);
    if (value.axis != AX_NOT_MAPPED) {
        ax_builder_fail(batching->builder,
                        AX_ERROR(AX_UNSUPPORTED, "vmap of pad with a mapped padding value"));
        return;
    }
    ax_batched x = ax_batch_operand(batching, eqn, 0);
    ax_value operands[] = {x.value, value.value};
    ax_attr attrs[] = {
        with_entry(batching, eqn, AX_ATTR_EDGE_PADDING_LOW, x.axis, 0),
        with_entry(batching, eqn, AX_ATTR_EDGE_PADDING_HIGH, x.axis, 0),
        with_entry(batching, eqn, AX_ATTR_INTERIOR_PADDING, x.axis, 0),
    };
    ax_batch_emit(batching, eqn, operands, attrs, 3, x.axis);
}
