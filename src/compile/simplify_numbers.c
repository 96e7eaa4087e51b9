/* What is known of values, and making values that are known. */
#include "base/half.h"
#include "compile/simplifier.h"
#include "ops/ops.h"

#include <math.h>
#include <string.h>

const ax_literal *ax_constant_of(const ax_var *var)
{
    const ax_eqn *made = ax_made_by(var, &ax_op_constant);
    return made ? ax_eqn_literal(made, AX_ATTR_VALUE) : NULL;
}

const void *ax_repeated_element(const ax_var *var)
{
    while (ax_made_by(var, &ax_op_broadcast_in_dim) || ax_made_by(var, &ax_op_reshape))
        var = var->producer->operands[0];
    const ax_literal *literal = ax_constant_of(var);
    return literal && ax_type_count(&literal->type) == 1 ? literal->data : NULL;
}

static double known_float(ax_known_element which)
{
    switch (which) {
    case AX_ELEMENT_ZERO: return 0.0;
    case AX_ELEMENT_MINUS_ZERO: return -0.0;
    case AX_ELEMENT_ONE: return 1.0;
    case AX_ELEMENT_MINUS_ONE: return -1.0;
    case AX_ELEMENT_TWO: return 2.0;
    case AX_ELEMENT_LEAST: return -HUGE_VAL;
    case AX_ELEMENT_GREATEST: return HUGE_VAL;
    }
    return 0.0;
}

static uint64_t known_integer(ax_known_element which, bool is_signed, int64_t bytes)
{
    uint64_t all = ~(uint64_t)0, top = (uint64_t)1 << (8 * bytes - 1);
    switch (which) {
    case AX_ELEMENT_ZERO:
    case AX_ELEMENT_MINUS_ZERO: return 0;
    case AX_ELEMENT_ONE: return 1;
    case AX_ELEMENT_MINUS_ONE: return all;
    case AX_ELEMENT_TWO: return 2;
    case AX_ELEMENT_LEAST: return is_signed ? top : 0;
    case AX_ELEMENT_GREATEST: return is_signed ? top - 1 : all;
    }
    return 0;
}

bool ax_element_write(ax_dtype dtype, ax_known_element which, void *out_bytes)
{
    int64_t bytes = ax_dtype_bytes(dtype);
    double value = known_float(which);
    switch (ax_dtype_kind(dtype)) {
    case AX_KIND_BOOL: /* its least is false, its greatest and its "all bits" true */
        *(uint8_t *)out_bytes = which == AX_ELEMENT_ONE || which == AX_ELEMENT_MINUS_ONE ||
                                which == AX_ELEMENT_GREATEST;
        return true;
    case AX_KIND_SIGNED:
    case AX_KIND_UNSIGNED: {
        uint64_t bits = known_integer(which, ax_dtype_kind(dtype) == AX_KIND_SIGNED, bytes);
        memcpy(out_bytes, &bits, (size_t)bytes); /* little-endian hosts, as everywhere in axmap */
        return true;
    }
    case AX_KIND_FLOAT: {
        float single = (float)value;
        uint16_t half = dtype == AX_F16 ? ax_f16_from_f64(value) : ax_bf16_from_f64(value);
        const void *from = dtype == AX_F32   ? (const void *)&single
                           : dtype == AX_F64 ? (const void *)&value
                                             : (const void *)&half;
        memcpy(out_bytes, from, (size_t)bytes);
        return true;
    }
    case AX_KIND_COMPLEX: return false;
    }
    return false;
}

bool ax_repeats(const ax_var *var, ax_known_element which)
{
    char bytes[16];
    const void *element = ax_repeated_element(var);
    return element && ax_element_write(var->type.dtype, which, bytes) &&
           memcmp(element, bytes, (size_t)ax_dtype_bytes(var->type.dtype)) == 0;
}

/* ---- making values ---- */

ax_value ax_simplify_fill(ax_simplifier *s, const ax_type *type, const void *element,
                          ax_location location)
{
    ax_attr attr = {.key = AX_ATTR_VALUE, .literal = {ax_type_scalar(type->dtype), element}};
    ax_value scalar = ax_simplify_one(s, &ax_op_constant, NULL, 0, &attr, 1, location);
    if (type->ndim == 0 || !scalar.var)
        return scalar;
    return ax_simplify_broadcasted(s, scalar.var, type, NULL, location);
}

ax_value ax_simplify_fill_known(ax_simplifier *s, const ax_type *type, ax_known_element which,
                                ax_location location)
{
    char bytes[16] = {0};
    ax_element_write(type->dtype, which, bytes);
    return ax_simplify_fill(s, type, bytes, location);
}

ax_value ax_simplify_reshaped(ax_simplifier *s, const ax_var *x, const ax_type *type,
                              ax_location location)
{
    if (ax_type_equal(&x->type, type))
        return ax_value_of(s, x);
    ax_value operand = ax_value_of(s, x);
    ax_attr attr = ax_attr_type(AX_ATTR_RESULT_TYPE, *type);
    return ax_simplify_one(s, &ax_op_reshape, &operand, 1, &attr, 1, location);
}

ax_value ax_simplify_broadcasted(ax_simplifier *s, const ax_var *x, const ax_type *type,
                                 const int64_t *places, ax_location location)
{
    ax_value operand = ax_value_of(s, x);
    ax_attr attrs[] = {ax_attr_type(AX_ATTR_RESULT_TYPE, *type),
                       ax_attr_ints(AX_ATTR_BROADCAST_DIMENSIONS, places, x->type.ndim)};
    return ax_simplify_one(s, &ax_op_broadcast_in_dim, &operand, 1, attrs, 2, location);
}

ax_value ax_simplify_transposed(ax_simplifier *s, const ax_var *x, const int64_t *permutation,
                                ax_location location)
{
    ax_value operand = ax_value_of(s, x);
    ax_attr attr = ax_attr_ints(AX_ATTR_PERMUTATION, permutation, x->type.ndim);
    return ax_simplify_one(s, &ax_op_transpose, &operand, 1, &attr, 1, location);
}

bool ax_same_but_ones(const ax_type *a, const ax_type *b)
{
    int32_t i = 0, k = 0;
    for (;;) {
        while (i < a->ndim && a->dims[i] == 1)
            i++;
        while (k < b->ndim && b->dims[k] == 1)
            k++;
        if (i == a->ndim || k == b->ndim)
            return i == a->ndim && k == b->ndim;
        if (a->dims[i++] != b->dims[k++])
            return false;
    }
}
