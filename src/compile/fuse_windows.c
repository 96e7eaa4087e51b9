/* A maximum or minimum over small windows as the maximum of slices, one for each place in the window: a loop
 * that takes the ops around it along. No order of the elements changes a maximum. */
#include "base/checked.h"
#include "compile/fuser.h"
#include "compile/simplifier.h"
#include "ops/fold.h"
#include "ops/ops.h"

#include <axmap/shape.h>

enum { MOST_PLACES = 9 };

typedef struct window_dim {
    int64_t input, output, size, stride, dilation, low;
} window_dim;

static window_dim dim_of(const ax_eqn *eqn, int32_t d)
{
    return (window_dim){.input = ax_operand_type(eqn, 0)->dims[d],
                        .output = eqn->results[0]->type.dims[d],
                        .size = ax_eqn_ints(eqn, AX_ATTR_WINDOW_DIMENSIONS).values[d],
                        .stride = ax_eqn_ints(eqn, AX_ATTR_WINDOW_STRIDES).values[d],
                        .dilation = ax_eqn_ints(eqn, AX_ATTR_WINDOW_DILATIONS).values[d],
                        .low = ax_eqn_ints(eqn, AX_ATTR_PADDING).values[2 * d]};
}

/* So small that products of them are far from overflowing. */
static bool is_modest(const window_dim *dim)
{
    const int64_t most = 1 << 20;
    return dim->size <= MOST_PLACES && dim->stride <= most && dim->dilation <= most &&
           dim->low <= most && dim->low >= -most;
}

bool ax_window_is_small(const ax_eqn *eqn)
{
    ax_fold fold;
    if (eqn->op != &ax_op_reduce_window || eqn->nresults != 1 ||
        !ax_fold_find_wide(eqn->regions[0], &fold))
        return false;
    const ax_op *op = eqn->regions[0]->first->op;
    const ax_type *to = &eqn->results[0]->type;
    int64_t places = 1, count = ax_type_count(to);
    if ((op != &ax_op_maximum && op != &ax_op_minimum) || count == 0 || to->ndim == 0)
        return false;
    for (int32_t d = 0; d < to->ndim; d++) {
        window_dim dim = dim_of(eqn, d);
        if (ax_eqn_ints(eqn, AX_ATTR_BASE_DILATIONS).values[d] != 1 || !is_modest(&dim))
            return false;
        places *= dim.size;
        if (places < 1 || places > MOST_PLACES)
            return false;
    }
    /* Lanes run along the last dimension, where neighbours should be neighbours in the operand. */
    int32_t last = to->ndim - 1;
    window_dim inner = dim_of(eqn, last);
    return places > 1 && inner.size == 1 && inner.stride == 1 && inner.low == 0 &&
           inner.input == inner.output && inner.output >= 4;
}

/* Those of the operand's elements that lie at one place of the windows, with `neutral` where a window sticks
 * out; poisoned where all of them do. */
static ax_value at_place(const ax_eqn *eqn, ax_value x, ax_value neutral, const int64_t *place)
{
    const ax_type *to = &eqn->results[0]->type;
    int64_t start[AX_MAX_NDIM], limit[AX_MAX_NDIM], stride[AX_MAX_NDIM];
    int64_t low[AX_MAX_NDIM], high[AX_MAX_NDIM], none[AX_MAX_NDIM] = {0};
    bool sticks_out = false;
    for (int32_t d = 0; d < to->ndim; d++) {
        window_dim dim = dim_of(eqn, d);
        int64_t offset = place[d] * dim.dilation - dim.low; /* of the first window's element */
        int64_t first = offset < 0 ? ax_ceil_div(-offset, dim.stride) : 0;
        int64_t last = dim.input - 1 - offset >= 0 ? (dim.input - 1 - offset) / dim.stride : -1;
        last = ax_min_i64(last, dim.output - 1);
        if (first > last)
            return ax_builder_poison(x.builder);
        start[d] = offset + first * dim.stride;
        limit[d] = offset + last * dim.stride + 1;
        stride[d] = dim.stride;
        low[d] = first;
        high[d] = dim.output - 1 - last;
        sticks_out |= low[d] > 0 || high[d] > 0;
    }
    ax_value part = ax_slice_at(x, (ax_ints){to->ndim, start}, (ax_ints){to->ndim, limit},
                                (ax_ints){to->ndim, stride}, eqn->location);
    if (!sticks_out)
        return part;
    return ax_pad_at(part, neutral, (ax_ints){to->ndim, low}, (ax_ints){to->ndim, high},
                     (ax_ints){to->ndim, none}, eqn->location);
}

static bool next_place(const ax_eqn *eqn, int64_t *place)
{
    ax_ints sizes = ax_eqn_ints(eqn, AX_ATTR_WINDOW_DIMENSIONS);
    for (int32_t d = sizes.count - 1; d >= 0; d--) {
        if (++place[d] < sizes.values[d])
            return true;
        place[d] = 0;
    }
    return false;
}

ax_value ax_window_as_slices(ax_builder *builder, const ax_eqn *eqn, const ax_value *operands)
{
    const ax_type *to = &eqn->results[0]->type;
    const ax_op *op = eqn->regions[0]->first->op;
    ax_known_element least = op == &ax_op_maximum ? AX_ELEMENT_LEAST : AX_ELEMENT_GREATEST;
    char element[16];
    int64_t place[AX_MAX_NDIM] = {0};
    ax_type scalar = ax_type_scalar(to->dtype);
    ax_element_write(to->dtype, least, element);
    ax_value neutral = ax_constant_at(builder, &scalar, element, eqn->location);
    ax_value result = ax_builder_poison(builder);
    if (!ax_repeats(eqn->operands[1], least))
        result = ax_broadcast_in_dim_at(operands[1], (ax_ints){to->ndim, to->dims}, AX_EMPTY_LIST,
                                        eqn->location);
    do {
        ax_value next = at_place(eqn, operands[0], neutral, place);
        if (next.var && result.var) {
            ax_value both[] = {result, next};
            result = ax_emit_one(builder, op, both, 2, NULL, 0, eqn->location);
        } else if (next.var) {
            result = next;
        }
    } while (next_place(eqn, place));
    if (!result.var) /* every window lies outside */
        result = ax_broadcast_in_dim_at(operands[1], (ax_ints){to->ndim, to->dims}, AX_EMPTY_LIST,
                                        eqn->location);
    return result;
}
