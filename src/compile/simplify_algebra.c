/* Arithmetic that changes no bit: neutral elements, opposite signs, integers with themselves.
 *
 * Of floats: x + (-0), x - 0, x * 1, x / 1 are x; x + 0 is not, where x is -0. Multiplying by a power of
 * two rounds as dividing by its inverse does, subnormals too. The maximum of x and -inf is x, NaN
 * included.
 */
#include "base/half.h"
#include "compile/simplifier.h"
#include "ops/ops.h"

#include <math.h>
#include <string.h>

static bool emit_unary(ax_simplifier *s, const ax_eqn *e, const ax_op *op, const ax_var *a,
                       ax_value *out)
{
    ax_value operand = ax_value_of(s, a);
    *out = ax_simplify_one(s, op, &operand, 1, NULL, 0, e->location);
    return true;
}

static bool emit_binary(ax_simplifier *s, const ax_eqn *e, const ax_op *op, const ax_var *a,
                        const ax_var *b, ax_value *out)
{
    ax_value operands[] = {ax_value_of(s, a), ax_value_of(s, b)};
    *out = ax_simplify_one(s, op, operands, 2, NULL, 0, e->location);
    return true;
}

static bool fill(ax_simplifier *s, const ax_eqn *e, ax_known_element which, ax_value *out)
{
    *out = ax_simplify_fill_known(s, &e->results[0]->type, which, e->location);
    return true;
}

static const ax_var *negated(const ax_var *var)
{
    const ax_eqn *made = ax_made_by(var, &ax_op_negate);
    return made ? made->operands[0] : NULL;
}

static bool is_float(const ax_eqn *e)
{
    return ax_dtype_is_float(e->results[0]->type.dtype);
}

static bool is_integer(const ax_eqn *e)
{
    return ax_dtype_is_integer(e->results[0]->type.dtype);
}

static bool is_number(const ax_eqn *e)
{
    return is_float(e) || is_integer(e);
}

static bool add(ax_simplifier *s, const ax_eqn *e, ax_value *out)
{
    const ax_var *a = e->operands[0], *b = e->operands[1];
    if (ax_repeats(b, AX_ELEMENT_MINUS_ZERO)) /* an integer's zero, and false */
        return ax_simplify_take(s, a, out);
    if (!is_number(e))
        return a == b && ax_simplify_take(s, a, out); /* or */
    if (negated(b))
        return emit_binary(s, e, &ax_op_subtract, a, negated(b), out);
    if (negated(a))
        return emit_binary(s, e, &ax_op_subtract, b, negated(a), out);
    return false;
}

static bool subtract(ax_simplifier *s, const ax_eqn *e, ax_value *out)
{
    const ax_var *a = e->operands[0], *b = e->operands[1];
    if (ax_repeats(b, AX_ELEMENT_ZERO))
        return ax_simplify_take(s, a, out);
    if (is_integer(e) && a == b)
        return fill(s, e, AX_ELEMENT_ZERO, out);
    if (ax_repeats(a, AX_ELEMENT_MINUS_ZERO)) /* -0 - x is -x, of either zero too */
        return emit_unary(s, e, &ax_op_negate, b, out);
    if (negated(b))
        return emit_binary(s, e, &ax_op_add, a, negated(b), out);
    return false;
}

static bool multiply(ax_simplifier *s, const ax_eqn *e, ax_value *out)
{
    const ax_var *a = e->operands[0], *b = e->operands[1];
    if (ax_repeats(b, AX_ELEMENT_ONE))
        return ax_simplify_take(s, a, out);
    if (!is_float(e) && ax_repeats(b, AX_ELEMENT_ZERO))
        return ax_simplify_take(s, b, out);
    if (!is_number(e))
        return a == b && ax_simplify_take(s, a, out); /* and */
    if (ax_repeats(b, AX_ELEMENT_MINUS_ONE) &&
        (is_float(e) || ax_dtype_kind(a->type.dtype) == AX_KIND_SIGNED))
        return emit_unary(s, e, &ax_op_negate, a, out);
    if (negated(a) && negated(b))
        return emit_binary(s, e, &ax_op_multiply, negated(a), negated(b), out);
    return false;
}

/* 1 / the element, where it is a power of two with a normal inverse. */
static bool inverse_power(ax_dtype dtype, const void *element, void *out_inverse)
{
    double value = 0, least = dtype == AX_F64 ? 0x1p-1022 : 0x1p-126;
    float single;
    uint16_t half;
    int exponent;
    switch (dtype) {
    case AX_F64: memcpy(&value, element, sizeof value); break;
    case AX_F32: memcpy(&single, element, sizeof single), value = (double)single; break;
    case AX_F16: memcpy(&half, element, sizeof half), value = (double)ax_f32_from_f16(half); break;
    case AX_BF16:
        memcpy(&half, element, sizeof half), value = (double)ax_f32_from_bf16(half);
        break;
    default: return false;
    }
    if (value == 0 || !isfinite(value) || fabs(frexp(value, &exponent)) != 0.5)
        return false;
    double inverse = 1 / value;
    if (dtype == AX_F16)
        least = 0x1p-14;
    if (!isfinite(inverse) || fabs(inverse) < least || fabs(value) < least ||
        (dtype == AX_F16 && fabs(inverse) > 0x1p15))
        return false;
    single = (float)inverse;
    half = dtype == AX_F16 ? ax_f16_from_f64(inverse) : ax_bf16_from_f64(inverse);
    const void *from = dtype == AX_F64   ? (const void *)&inverse
                       : dtype == AX_F32 ? (const void *)&single
                                         : (const void *)&half;
    memcpy(out_inverse, from, (size_t)ax_dtype_bytes(dtype));
    return true;
}

static bool divide(ax_simplifier *s, const ax_eqn *e, ax_value *out)
{
    const ax_var *a = e->operands[0], *b = e->operands[1];
    if (ax_repeats(b, AX_ELEMENT_ONE))
        return ax_simplify_take(s, a, out);
    if (ax_repeats(b, AX_ELEMENT_MINUS_ONE) &&
        (is_float(e) || ax_dtype_kind(a->type.dtype) == AX_KIND_SIGNED))
        return emit_unary(s, e, &ax_op_negate, a, out);
    if (negated(a) && negated(b) && is_float(e))
        return emit_binary(s, e, &ax_op_divide, negated(a), negated(b), out);
    const void *element = ax_repeated_element(b);
    char inverse[16];
    if (!element || !inverse_power(b->type.dtype, element, inverse))
        return false;
    ax_value factor = ax_simplify_fill(s, &b->type, inverse, e->location);
    return factor.var && emit_binary(s, e, &ax_op_multiply, a, factor.var, out);
}

/* The neutral element of a maximum is the least there is. */
static bool extreme(ax_simplifier *s, const ax_eqn *e, ax_known_element neutral,
                    ax_known_element absorbing, ax_value *out)
{
    const ax_var *a = e->operands[0], *b = e->operands[1];
    if (a == b || ax_repeats(b, neutral))
        return ax_simplify_take(s, a, out);
    if (!is_float(e) && ax_repeats(b, absorbing))
        return ax_simplify_take(s, b, out);
    return false;
}

/* x^0 is 1, of NaN too, and x^1 is x. The square and the inverse are rounded as well as they can be, which
 * libm's pow does but for a last bit now and then: the one rule that may change a bit, for the better. */
static bool power(ax_simplifier *s, const ax_eqn *e, ax_value *out)
{
    const ax_var *a = e->operands[0], *b = e->operands[1];
    if (ax_repeats(b, AX_ELEMENT_ONE))
        return ax_simplify_take(s, a, out);
    if (ax_repeats(b, AX_ELEMENT_ZERO))
        return fill(s, e, AX_ELEMENT_ONE, out);
    if (ax_repeats(b, AX_ELEMENT_TWO))
        return emit_binary(s, e, &ax_op_multiply, a, a, out);
    if (!is_float(e) || !ax_repeats(b, AX_ELEMENT_MINUS_ONE))
        return false;
    ax_value one = ax_simplify_fill_known(s, &a->type, AX_ELEMENT_ONE, e->location);
    return one.var && emit_binary(s, e, &ax_op_divide, one.var, a, out);
}

static bool negate(ax_simplifier *s, const ax_eqn *e, ax_value *out)
{
    const ax_var *a = e->operands[0];
    if (negated(a))
        return ax_simplify_take(s, negated(a), out);
    const ax_eqn *difference = ax_made_by(a, &ax_op_subtract);
    if (difference && is_integer(e)) /* of floats x - x is +0 either way */
        return emit_binary(s, e, &ax_op_subtract, difference->operands[1], difference->operands[0],
                           out);
    return false;
}

static bool absolute(ax_simplifier *s, const ax_eqn *e, ax_value *out)
{
    const ax_var *a = e->operands[0];
    if (ax_made_by(a, &ax_op_abs))
        return ax_simplify_take(s, a, out);
    return negated(a) && emit_unary(s, e, &ax_op_abs, negated(a), out);
}

/* Constants stand at the right of commutative ops, so that rules look at one side. */
static bool turn(ax_simplifier *s, const ax_eqn *e, ax_value *out)
{
    if (!(e->op->traits & AX_TRAIT_COMMUTATIVE) || !ax_repeated_element(e->operands[0]) ||
        ax_repeated_element(e->operands[1]))
        return false;
    return emit_binary(s, e, e->op, e->operands[1], e->operands[0], out);
}

bool ax_simplify_algebra(ax_simplifier *s, const ax_eqn *e, ax_value *out)
{
    if (turn(s, e, out))
        return true;
    if (e->op == &ax_op_add)
        return add(s, e, out);
    if (e->op == &ax_op_subtract)
        return subtract(s, e, out);
    if (e->op == &ax_op_multiply)
        return multiply(s, e, out);
    if (e->op == &ax_op_divide)
        return divide(s, e, out);
    if (e->op == &ax_op_maximum)
        return extreme(s, e, AX_ELEMENT_LEAST, AX_ELEMENT_GREATEST, out);
    if (e->op == &ax_op_minimum)
        return extreme(s, e, AX_ELEMENT_GREATEST, AX_ELEMENT_LEAST, out);
    if (e->op == &ax_op_power)
        return power(s, e, out);
    if (e->op == &ax_op_negate)
        return negate(s, e, out);
    if (e->op == &ax_op_abs)
        return absolute(s, e, out);
    return false;
}
