/* slice, pad, concatenate, reverse, and the dynamic slices: those that do nothing, compositions, and
 * parts of what repeats. */
#include "base/checked.h"
#include "base/unconst.h"
#include "compile/simplifier.h"
#include "ops/dynamic.h"
#include "ops/ops.h"

/* ---- slice ---- */

typedef struct bounds {
    int64_t start[AX_MAX_NDIM], limit[AX_MAX_NDIM], stride[AX_MAX_NDIM];
} bounds;

static bounds bounds_of(const ax_eqn *slice)
{
    bounds b = {.start = {0}};
    for (int32_t d = 0; d < slice->operands[0]->type.ndim; d++) {
        b.start[d] = ax_eqn_ints(slice, AX_ATTR_START_INDICES).values[d];
        b.limit[d] = ax_eqn_ints(slice, AX_ATTR_LIMIT_INDICES).values[d];
        b.stride[d] = ax_eqn_ints(slice, AX_ATTR_STRIDES).values[d];
    }
    return b;
}

static ax_value sliced(ax_simplifier *s, const ax_var *x, const bounds *b, ax_location location)
{
    ax_value operand = ax_value_of(s, x);
    ax_attr attrs[] = {ax_attr_ints(AX_ATTR_START_INDICES, b->start, x->type.ndim),
                       ax_attr_ints(AX_ATTR_LIMIT_INDICES, b->limit, x->type.ndim),
                       ax_attr_ints(AX_ATTR_STRIDES, b->stride, x->type.ndim)};
    return ax_simplify_one(s, &ax_op_slice, &operand, 1, attrs, 3, location);
}

static bool slice_of_slice(ax_simplifier *s, const ax_eqn *e, ax_value *out)
{
    const ax_eqn *made = ax_made_by(e->operands[0], &ax_op_slice);
    if (!made)
        return false;
    bounds outer = bounds_of(e), b = bounds_of(made);
    const ax_type *to = &e->results[0]->type;
    for (int32_t d = 0; d < to->ndim; d++) {
        int64_t size = to->dims[d], stride = b.stride[d], offset = 0, steps = 0;
        if (size == 0) {
            b.limit[d] = b.start[d];
            continue;
        }
        /* Of one element the stride does not matter, and may be huge. */
        if (size == 1) {
            b.stride[d] = 1;
        } else if (!ax_checked_mul(stride, outer.stride[d], &b.stride[d])) {
            return false;
        }
        if (!ax_checked_mul(outer.start[d], stride, &offset) ||
            !ax_checked_mul(size - 1, b.stride[d], &steps))
            return false;
        b.start[d] += offset;
        b.limit[d] = b.start[d] + steps + 1;
    }
    *out = sliced(s, made->operands[0], &b, e->location);
    return true;
}

/* A part of what repeats: of the operand along its own dimensions, of the repetition along others. */
static bool slice_of_broadcast(ax_simplifier *s, const ax_eqn *e, ax_value *out)
{
    const ax_eqn *made = ax_made_by(e->operands[0], &ax_op_broadcast_in_dim);
    if (!made)
        return false;
    bounds outer = bounds_of(e), b = {.start = {0}};
    const ax_type *from = ax_operand_type(made, 0);
    ax_ints places = ax_eqn_ints(made, AX_ATTR_BROADCAST_DIMENSIONS);
    for (int32_t i = 0; i < from->ndim; i++) {
        int64_t d = places.values[i];
        bool own = from->dims[i] != 1;
        b.start[i] = own ? outer.start[d] : 0;
        b.limit[i] = own ? outer.limit[d] : 1;
        b.stride[i] = own ? outer.stride[d] : 1;
    }
    ax_value part = sliced(s, made->operands[0], &b, e->location);
    if (!part.var)
        return false;
    *out = ax_simplify_broadcasted(s, part.var, &e->results[0]->type, places.values, e->location);
    return true;
}

/* A part of one of the joined arrays. */
static bool slice_of_concatenate(ax_simplifier *s, const ax_eqn *e, ax_value *out)
{
    const ax_eqn *made = ax_made_by(e->operands[0], &ax_op_concatenate);
    if (!made || ax_type_count(&e->results[0]->type) == 0)
        return false;
    bounds b = bounds_of(e);
    int64_t dim = ax_eqn_int(made, AX_ATTR_DIMENSION), begin = 0;
    int64_t last = b.start[dim] + (e->results[0]->type.dims[dim] - 1) * b.stride[dim];
    if (e->results[0]->type.dims[dim] == 1)
        last = b.start[dim];
    for (int32_t i = 0; i < made->noperands; i++) {
        int64_t end = begin + ax_operand_type(made, i)->dims[dim];
        if (b.start[dim] >= begin && last < end) {
            b.start[dim] -= begin;
            b.limit[dim] = last - begin + 1;
            *out = sliced(s, made->operands[i], &b, e->location);
            return true;
        }
        begin = end;
    }
    return false;
}

bool ax_simplify_slice(ax_simplifier *s, const ax_eqn *e, ax_value *out)
{
    if (ax_type_equal(&e->operands[0]->type, &e->results[0]->type))
        return ax_simplify_take(s, e->operands[0], out); /* as many elements are all of them */
    return slice_of_slice(s, e, out) || slice_of_broadcast(s, e, out) ||
           slice_of_concatenate(s, e, out);
}

/* ---- pad ---- */

bool ax_simplify_pad(ax_simplifier *s, const ax_eqn *e, ax_value *out)
{
    const ax_var *x = e->operands[0];
    const ax_type *to = &e->results[0]->type;
    bool nothing = true, cuts_only = true;
    bounds b = {.start = {0}};
    for (int32_t d = 0; d < to->ndim; d++) {
        int64_t low = ax_eqn_ints(e, AX_ATTR_EDGE_PADDING_LOW).values[d];
        int64_t high = ax_eqn_ints(e, AX_ATTR_EDGE_PADDING_HIGH).values[d];
        int64_t interior = ax_eqn_ints(e, AX_ATTR_INTERIOR_PADDING).values[d];
        bool gaps = interior != 0 && x->type.dims[d] > 1;
        nothing &= low == 0 && high == 0 && !gaps;
        cuts_only &= low <= 0 && high <= 0 && !gaps && x->type.dims[d] + high >= -low;
        b.start[d] = -low;
        b.limit[d] = x->type.dims[d] + high;
        b.stride[d] = 1;
    }
    if (nothing)
        return ax_simplify_take(s, x, out);
    if (ax_type_count(&x->type) == 0) {
        *out = ax_simplify_broadcasted(s, e->operands[1], to, NULL, e->location);
        return true;
    }
    if (!cuts_only)
        return false;
    *out = sliced(s, x, &b, e->location);
    return true;
}

/* ---- concatenate ---- */

bool ax_simplify_concatenate(ax_simplifier *s, const ax_eqn *e, ax_value *out)
{
    int64_t dim = ax_eqn_int(e, AX_ATTR_DIMENSION);
    ax_value *kept = AX_ARENA_NEW(s->arena, ax_value, e->noperands);
    int32_t count = 0;
    for (int32_t i = 0; i < e->noperands && kept; i++) {
        if (e->operands[i]->type.dims[dim] != 0)
            kept[count++] = ax_value_of(s, e->operands[i]);
    }
    if (!kept)
        return false;
    if (count == 0 || e->noperands == 1)
        return ax_simplify_take(s, e->operands[0], out);
    if (count == e->noperands)
        return false;
    *out = ax_simplify_one(s, &ax_op_concatenate, kept, count, e->attrs, e->nattrs, e->location);
    return true;
}

/* ---- reverse ---- */

bool ax_simplify_reverse(ax_simplifier *s, const ax_eqn *e, ax_value *out)
{
    const ax_var *x = e->operands[0];
    ax_ints dims = ax_eqn_ints(e, AX_ATTR_DIMENSIONS);
    const ax_eqn *inner = ax_made_by(x, &ax_op_reverse);
    const ax_eqn *repeated = ax_made_by(x, &ax_op_broadcast_in_dim);
    bool turned[AX_MAX_NDIM] = {false};
    for (int32_t i = 0; i < dims.count; i++)
        turned[dims.values[i]] = true;
    ax_ints more = inner ? ax_eqn_ints(inner, AX_ATTR_DIMENSIONS) : AX_EMPTY_LIST;
    for (int32_t i = 0; i < more.count; i++)
        turned[more.values[i]] ^= true;
    /* What repeats along a dimension is the same from either end. */
    ax_ints places = repeated ? ax_eqn_ints(repeated, AX_ATTR_BROADCAST_DIMENSIONS) : AX_EMPTY_LIST;
    bool differs[AX_MAX_NDIM] = {false};
    for (int32_t i = 0; i < places.count; i++)
        differs[places.values[i]] = ax_operand_type(repeated, 0)->dims[i] != 1;
    int64_t kept[AX_MAX_NDIM];
    int32_t count = 0;
    for (int32_t d = 0; d < x->type.ndim; d++) {
        if (turned[d] && x->type.dims[d] > 1 && (!repeated || differs[d]))
            kept[count++] = d;
    }
    if (!inner && count == dims.count)
        return false;
    const ax_var *from = inner ? inner->operands[0] : x;
    if (count == 0)
        return ax_simplify_take(s, from, out);
    ax_value operand = ax_value_of(s, from);
    ax_attr attr = ax_attr_ints(AX_ATTR_DIMENSIONS, kept, count);
    *out = ax_simplify_one(s, &ax_op_reverse, &operand, 1, &attr, 1, e->location);
    return true;
}

/* ---- dynamic_slice, dynamic_update_slice ---- */

bool ax_simplify_dynamic_slice(ax_simplifier *s, const ax_eqn *e, ax_value *out)
{
    const ax_var *x = e->operands[0];
    const ax_type *to = &e->results[0]->type;
    if (ax_type_equal(&x->type, to))
        return ax_simplify_take(s, x, out);
    bounds b = {.start = {0}};
    for (int32_t d = 0; d < to->ndim; d++) {
        ax_tensor start = {.type = e->operands[AX_SLICE_STARTS + d]->type};
        const ax_literal *literal = ax_constant_of(e->operands[AX_SLICE_STARTS + d]);
        bool all = to->dims[d] == x->type.dims[d]; /* it starts at 0, whatever is asked for */
        if (!literal && !all)
            return false;
        if (!all) {
            start.data = ax_unconst(literal->data);
            b.start[d] = ax_clamped_start(&start, x->type.dims[d], to->dims[d]);
        }
        b.limit[d] = b.start[d] + to->dims[d];
        b.stride[d] = 1;
    }
    *out = sliced(s, x, &b, e->location);
    return true;
}

bool ax_simplify_dynamic_update_slice(ax_simplifier *s, const ax_eqn *e, ax_value *out)
{
    if (ax_type_equal(&e->operands[0]->type, &e->operands[1]->type))
        return ax_simplify_take(s, e->operands[1], out);
    return ax_type_count(&e->operands[1]->type) == 0 && ax_simplify_take(s, e->operands[0], out);
}
