/* The public functions of <axmap/shape.h>. */
#include <axmap/shape.h>

#include "base/half.h"
#include "ir/location.h"
#include "ops/numbers.h"
#include "ops/ops.h"

#include <string.h>

/* Reports an error of a builder function with the place it was called from. */
static ax_value fail(ax_builder *builder, ax_status *status, const char *name, ax_location here)
{
    ax_builder_fail(builder, ax_status_context(status, "in %s at %s:%d%s", name, AX_PLACE(here)));
    return ax_builder_poison(builder);
}

ax_value ax_constant_at(ax_builder *builder, const ax_type *type, const void *data,
                        ax_location here)
{
    ax_status *status = ax_type_check(type);
    if (status)
        return fail(builder, status, "constant", here);
    ax_attr attr = {.key = AX_ATTR_VALUE, .literal = {*type, data}};
    return ax_emit_one(builder, &ax_op_constant, NULL, 0, &attr, 1, here);
}

/* Writes `value` as an element of `dtype`. */
static void write_scalar(ax_dtype dtype, double value, void *element)
{
    switch (dtype) {
    case AX_BOOL: *(uint8_t *)element = value != 0; break;
#define WRITE(dtype_name, name, ctype) \
    case dtype_name: *(ctype *)element = ax_saturate_##ctype##_double(value); break;
        AX_INTEGER_NUMBERS(WRITE)
#undef WRITE
    case AX_F32: *(float *)element = (float)value; break;
    case AX_F64: *(double *)element = value; break;
    case AX_F16: *(uint16_t *)element = ax_f16_from_f64(value); break;
    case AX_BF16: *(uint16_t *)element = ax_bf16_from_f64(value); break;
    case AX_C64: *(float *)element = (float)value; break;
    case AX_C128: *(double *)element = value; break;
    case AX_DTYPE_COUNT: break;
    }
}

ax_value ax_scalar_at(ax_builder *builder, ax_dtype dtype, double value, ax_location here)
{
    _Alignas(16) unsigned char element[16] = {0};
    write_scalar(dtype, value, element);
    ax_type type = ax_type_scalar(dtype);
    return ax_constant_at(builder, &type, element, here);
}

ax_value ax_iota_at(ax_builder *builder, const ax_type *type, int64_t dimension, ax_location here)
{
    ax_status *status = ax_type_check(type);
    if (status)
        return fail(builder, status, "iota", here);
    ax_attr attrs[] = {ax_attr_type(AX_ATTR_RESULT_TYPE, *type),
                       ax_attr_int(AX_ATTR_DIMENSION, dimension)};
    return ax_emit_one(builder, &ax_op_iota, NULL, 0, attrs, 2, here);
}

/* Emits an op whose attributes are a result type of the operand's dtype and, maybe, a list. */
static ax_value emit_with_dims(ax_value operand, const ax_op *op, ax_ints dims, const ax_attr *list,
                               ax_location here)
{
    ax_type type;
    ax_status *status = ax_type_make(ax_value_type(operand).dtype, dims.count, dims.values, &type);
    if (status)
        return fail(operand.builder, status, op->name, here);
    ax_attr attrs[2] = {ax_attr_type(AX_ATTR_RESULT_TYPE, type)};
    if (list)
        attrs[1] = *list;
    return ax_emit_one(operand.builder, op, &operand, 1, attrs, list ? 2 : 1, here);
}

ax_value ax_broadcast_in_dim_at(ax_value operand, ax_ints dims, ax_ints broadcast_dimensions,
                                ax_location here)
{
    ax_attr places = ax_attr_ints(AX_ATTR_BROADCAST_DIMENSIONS, broadcast_dimensions.values,
                                  broadcast_dimensions.count);
    return emit_with_dims(operand, &ax_op_broadcast_in_dim, dims, &places, here);
}

ax_value ax_reshape_at(ax_value operand, ax_ints dims, ax_location here)
{
    return emit_with_dims(operand, &ax_op_reshape, dims, NULL, here);
}

ax_value ax_transpose_at(ax_value operand, ax_ints permutation, ax_location here)
{
    ax_attr attr = ax_attr_ints(AX_ATTR_PERMUTATION, permutation.values, permutation.count);
    return ax_emit_one(operand.builder, &ax_op_transpose, &operand, 1, &attr, 1, here);
}

ax_value ax_reverse_at(ax_value operand, ax_ints dims, ax_location here)
{
    ax_attr attr = ax_attr_ints(AX_ATTR_DIMENSIONS, dims.values, dims.count);
    return ax_emit_one(operand.builder, &ax_op_reverse, &operand, 1, &attr, 1, here);
}

ax_value ax_slice_at(ax_value operand, ax_ints start_indices, ax_ints limit_indices,
                     ax_ints strides, ax_location here)
{
    int64_t ones[AX_MAX_NDIM];
    if (strides.count == 0) {
        strides = (ax_ints){ax_value_type(operand).ndim, ones};
        for (int32_t i = 0; i < strides.count; i++)
            ones[i] = 1;
    }
    ax_attr attrs[] = {
        ax_attr_ints(AX_ATTR_START_INDICES, start_indices.values, start_indices.count),
        ax_attr_ints(AX_ATTR_LIMIT_INDICES, limit_indices.values, limit_indices.count),
        ax_attr_ints(AX_ATTR_STRIDES, strides.values, strides.count),
    };
    return ax_emit_one(operand.builder, &ax_op_slice, &operand, 1, attrs, 3, here);
}

ax_value ax_concatenate_at(const ax_value *operands, int32_t count, int64_t dimension,
                           ax_location here)
{
    ax_attr attr = ax_attr_int(AX_ATTR_DIMENSION, dimension);
    return ax_emit_one(operands[0].builder, &ax_op_concatenate, operands, count, &attr, 1, here);
}

ax_value ax_pad_at(ax_value operand, ax_value value, ax_ints edge_padding_low,
                   ax_ints edge_padding_high, ax_ints interior_padding, ax_location here)
{
    ax_value operands[] = {operand, value};
    ax_attr attrs[] = {
        ax_attr_ints(AX_ATTR_EDGE_PADDING_LOW, edge_padding_low.values, edge_padding_low.count),
        ax_attr_ints(AX_ATTR_EDGE_PADDING_HIGH, edge_padding_high.values, edge_padding_high.count),
        ax_attr_ints(AX_ATTR_INTERIOR_PADDING, interior_padding.values, interior_padding.count),
    };
    return ax_emit_one(operand.builder, &ax_op_pad, operands, 2, attrs, 3, here);
}
