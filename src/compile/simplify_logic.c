/* Choices, comparisons and bits: select, compare, and, or, xor, not, shifts. */
#include "compile/simplifier.h"
#include "ops/ops.h"

static bool emit(ax_simplifier *s, const ax_eqn *e, const ax_op *op, const ax_var *const *operands,
                 int32_t count, ax_value *out)
{
    ax_value values[3];
    for (int32_t i = 0; i < count; i++)
        values[i] = ax_value_of(s, operands[i]);
    *out = ax_simplify_one(s, op, values, count, NULL, 0, e->location);
    return true;
}

static bool fill(ax_simplifier *s, const ax_eqn *e, ax_known_element which, ax_value *out)
{
    *out = ax_simplify_fill_known(s, &e->results[0]->type, which, e->location);
    return true;
}

static bool select(ax_simplifier *s, const ax_eqn *e, ax_value *out)
{
    const ax_var *predicate = e->operands[0], *a = e->operands[1], *b = e->operands[2];
    if (a == b || ax_repeats(predicate, AX_ELEMENT_ONE))
        return ax_simplify_take(s, a, out);
    if (ax_repeats(predicate, AX_ELEMENT_ZERO))
        return ax_simplify_take(s, b, out);
    const ax_eqn *not = ax_made_by(predicate, &ax_op_not);
    if (not )
        return emit(s, e, e->op, (const ax_var *const[]){not ->operands[0], b, a}, 3, out);
    if (a->type.dtype != AX_BOOL || !ax_type_equal(&predicate->type, &a->type))
        return false;
    if (ax_repeats(a, AX_ELEMENT_ONE) && ax_repeats(b, AX_ELEMENT_ZERO))
        return ax_simplify_take(s, predicate, out);
    if (ax_repeats(a, AX_ELEMENT_ZERO) && ax_repeats(b, AX_ELEMENT_ONE))
        return emit(s, e, &ax_op_not, &predicate, 1, out);
    return false;
}

/* What an element says of itself: a NaN is equal to nothing, but in the total order. */
static bool compare(ax_simplifier *s, const ax_eqn *e, ax_value *out)
{
    const ax_var *a = e->operands[0], *b = e->operands[1];
    int64_t direction = ax_eqn_int(e, AX_ATTR_COMPARISON_DIRECTION);
    bool total = direction >= AX_TOTAL_EQ || !ax_dtype_is_float(a->type.dtype);
    int64_t plain = direction >= AX_TOTAL_EQ ? direction - AX_TOTAL_EQ : direction;
    if (a == b && total) {
        bool holds = plain == AX_EQ || plain == AX_LE || plain == AX_GE;
        return fill(s, e, holds ? AX_ELEMENT_ONE : AX_ELEMENT_ZERO, out);
    }
    if (ax_dtype_kind(a->type.dtype) == AX_KIND_UNSIGNED && ax_repeats(b, AX_ELEMENT_ZERO)) {
        if (plain == AX_LT)
            return fill(s, e, AX_ELEMENT_ZERO, out);
        if (plain == AX_GE)
            return fill(s, e, AX_ELEMENT_ONE, out);
    }
    return false;
}

/* Where one operand leaves the other as it is, and where it decides alone. */
static bool bits(ax_simplifier *s, const ax_eqn *e, ax_known_element neutral,
                 ax_known_element absorbing, ax_value *out)
{
    const ax_var *a = e->operands[0], *b = e->operands[1];
    if (a == b || ax_repeats(b, neutral))
        return ax_simplify_take(s, a, out);
    return ax_repeats(b, absorbing) && ax_simplify_take(s, b, out);
}

static bool xor
    (ax_simplifier * s, const ax_eqn *e, ax_value *out) {
        const ax_var *a = e->operands[0], *b = e->operands[1];
        if (a == b)
            return fill(s, e, AX_ELEMENT_ZERO, out);
        if (ax_repeats(b, AX_ELEMENT_ZERO))
            return ax_simplify_take(s, a, out);
        return ax_repeats(b, AX_ELEMENT_MINUS_ONE) && emit(s, e, &ax_op_not, &a, 1, out);
    }

    bool ax_simplify_logic(ax_simplifier *s, const ax_eqn *e, ax_value *out)
{
    if (e->op == &ax_op_select)
        return select(s, e, out);
    if (e->op == &ax_op_compare)
        return compare(s, e, out);
    if (e->op == &ax_op_and)
        return bits(s, e, AX_ELEMENT_MINUS_ONE, AX_ELEMENT_ZERO, out);
    if (e->op == &ax_op_or)
        return bits(s, e, AX_ELEMENT_ZERO, AX_ELEMENT_MINUS_ONE, out);
    if (e->op == &ax_op_xor)
        return xor(s, e, out);
    if (e->op == &ax_op_not) {
        const ax_eqn *inner = ax_made_by(e->operands[0], &ax_op_not);
        return inner && ax_simplify_take(s, inner->operands[0], out);
    }
    bool shifts = e->op == &ax_op_shift_left || e->op == &ax_op_shift_right_arithmetic ||
                  e->op == &ax_op_shift_right_logical;
    return shifts && ax_repeats(e->operands[1], AX_ELEMENT_ZERO) &&
           ax_simplify_take(s, e->operands[0], out);
}
