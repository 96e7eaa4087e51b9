/* A reduction of the last dims and of others before a kept one, in two: rows first, then what became of
 * them by columns. Sums are rounded as often as in any tree; halves stay f32 between the two. */
#include "compile/fuser.h"
#include "compile/simplifier.h"
#include "ops/elementwise.h"
#include "ops/fold.h"
#include "ops/ops.h"

#include <axmap/elementwise.h>
#include <axmap/shape.h>

/* How many of the last dims are all reduced. */
static int32_t trailing_dims(const ax_eqn *eqn)
{
    bool reduced[AX_MAX_NDIM] = {false};
    ax_ints dims = ax_eqn_ints(eqn, AX_ATTR_DIMENSIONS);
    int32_t ndim = ax_operand_type(eqn, 0)->ndim, count = 0;
    for (int32_t i = 0; i < dims.count; i++)
        reduced[dims.values[i]] = true;
    while (count < ndim && reduced[ndim - 1 - count])
        count++;
    return count;
}

bool ax_reduction_splits(const ax_eqn *eqn)
{
    ax_fold fold;
    if (eqn->op != &ax_op_reduce || eqn->nresults != 1 ||
        ax_type_count(ax_operand_type(eqn, 0)) == 0 || !ax_constant_of(eqn->operands[1]) ||
        !ax_fold_find_wide(eqn->regions[0], &fold))
        return false;
    int32_t trailing = trailing_dims(eqn);
    return trailing > 0 && trailing < ax_eqn_ints(eqn, AX_ATTR_DIMENSIONS).count;
}

static ax_value reduce(ax_value x, ax_value init, const ax_op *op, ax_ints dims,
                       ax_location location)
{
    ax_type scalar = ax_type_scalar(ax_value_type(x).dtype);
    ax_builder *region = ax_builder_create_region(x.builder);
    if (!region)
        return ax_builder_poison(x.builder);
    ax_value pair[] = {ax_builder_input(region, &scalar, NULL),
                       ax_builder_input(region, &scalar, NULL)};
    ax_value both = ax_emit_one(region, op, pair, 2, NULL, 0, location), result;
    const ax_graph *body = ax_builder_finish_region(region, 1, &both);
    if (!body)
        return ax_builder_poison(x.builder);
    ax_value operands[] = {x, init};
    ax_attr attr = {.key = AX_ATTR_DIMENSIONS, .ints = dims};
    ax_emit(x.builder,
            &(ax_emission){.op = &ax_op_reduce,
                           .noperands = 2,
                           .operands = operands,
                           .nattrs = 1,
                           .attrs = &attr,
                           .nregions = 1,
                           .regions = &body,
                           .nresults = 1,
                           .location = location},
            &result);
    return result;
}

/* The init of halves as an f32. */
static ax_value wide_init(ax_value init, ax_location location)
{
    float value;
    ax_type scalar = ax_type_scalar(AX_F32);
    const ax_literal *literal = ax_constant_of(init.var);
    ax_halves_widen(literal->type.dtype, 1, literal->data, &value);
    return ax_constant_at(init.builder, &scalar, &value, location);
}

ax_value ax_reduction_split(ax_builder *builder, const ax_eqn *eqn, const ax_value *operands)
{
    ax_value x = operands[0], init = operands[1];
    ax_type type = ax_value_type(x);
    bool half = ax_dtype_is_half(type.dtype);
    ax_dtype dtype = half ? AX_F32 : type.dtype;
    const ax_op *op = eqn->regions[0]->first->op;
    if (!init.var)
        return init;
    if (half) {
        x = ax_convert_at(x, dtype, eqn->location);
        init = wide_init(init, eqn->location);
    }
    ax_fold fold = ax_fold_of(op, dtype);
    ax_type scalar = ax_type_scalar(dtype);
    ax_value neutral = ax_constant_at(builder, &scalar, &fold.identity, eqn->location);
    int64_t inner[AX_MAX_NDIM], outer[AX_MAX_NDIM];
    int32_t ninner = trailing_dims(eqn), nouter = 0;
    ax_ints dims = ax_eqn_ints(eqn, AX_ATTR_DIMENSIONS);
    for (int32_t i = 0; i < ninner; i++)
        inner[i] = type.ndim - ninner + i;
    for (int32_t i = 0; i < dims.count; i++) {
        if (dims.values[i] < type.ndim - ninner)
            outer[nouter++] = dims.values[i];
    }
    ax_value rows = reduce(x, neutral, op, (ax_ints){ninner, inner}, eqn->location);
    ax_value all = reduce(rows, init, op, (ax_ints){nouter, outer}, eqn->location);
    return half ? ax_convert_at(all, type.dtype, eqn->location) : all;
}
