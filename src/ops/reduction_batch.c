/* vmap of reductions whose initial values are mapped.
 *
 * StableHLO's inits are scalars, so a mapped one cannot simply stay an operand. The reduction runs
 * without it: an identity is adjoined to the region by carrying a flag beside the elements, "there
 * is something here". reduce then has the inits as its first elements; reduce_window combines them
 * with its results afterwards.
 */
#include "ops/ops.h"
#include "ops/reduction.h"

#include <axmap/shape.h>

ax_value *ax_batch_values(ax_batching *batching, int32_t count)
{
    ax_value *values = AX_ARENA_NEW(ax_builder_arena(batching->builder), ax_value, count);
    if (!values)
        ax_builder_fail(batching->builder, AX_ERROR(AX_OUT_OF_MEMORY, "no memory for vmap"));
    return values;
}

int32_t ax_batch_reduction_axis(const ax_batching *batching, const ax_eqn *eqn)
{
    for (int32_t i = 0; i < eqn->nresults; i++) {
        int32_t axis = ax_batch_operand(batching, eqn, i).axis;
        if (axis != AX_NOT_MAPPED)
            return axis;
    }
    return 0;
}

bool ax_batch_init_mapped(const ax_batching *batching, const ax_eqn *eqn)
{
    for (int32_t i = eqn->nresults; i < eqn->noperands; i++) {
        if (ax_batch_operand(batching, eqn, i).axis != AX_NOT_MAPPED)
            return true;
    }
    return false;
}

void ax_batch_reduction(ax_batching *batching, const ax_eqn *eqn, const ax_value *inputs,
                        const ax_attr *attrs, int32_t nattrs, int32_t result_axis)
{
    ax_value *operands = ax_batch_values(batching, eqn->noperands);
    if (!operands)
        return;
    for (int32_t i = 0; i < eqn->noperands; i++) {
        operands[i] = i < eqn->nresults ? inputs[i] : ax_batch_operand(batching, eqn, i).value;
    }
    ax_batch_emit(batching, eqn, operands, attrs, nattrs, result_axis);
}

ax_value ax_batch_spread_init(ax_batching *batching, const ax_eqn *eqn, int32_t index, ax_ints dims,
                              int32_t axis)
{
    ax_batched init = ax_batch_operand(batching, eqn, eqn->nresults + index);
    ax_ints along = init.axis == AX_NOT_MAPPED ? AX_EMPTY_LIST : AX_LIST(axis);
    return ax_broadcast_in_dim_at(init.value, dims, along, eqn->location);
}

static ax_value binary(const ax_op *op, ax_value a, ax_value b, ax_location location)
{
    return ax_emit_one(a.builder, op, (ax_value[]){a, b}, 2, NULL, 0, location);
}

static ax_value choose(ax_value condition, ax_value a, ax_value b, ax_location location)
{
    return ax_emit_one(condition.builder, &ax_op_select, (ax_value[]){condition, a, b}, 3, NULL, 0,
                       location);
}

/* The region with a flag after the accumulators and one after the elements. */
static const ax_graph *flagged_region(ax_batching *batching, const ax_eqn *eqn)
{
    int32_t n = eqn->nresults;
    const ax_graph *region = eqn->regions[0];
    ax_value *values = ax_batch_values(batching, 6 * n + 4);
    ax_builder *builder = values ? ax_builder_create_region(batching->builder) : NULL;
    if (!builder)
        return NULL;
    ax_value *in = values, *plain = in + 2 * n + 2, *combined = plain + 2 * n, *out = combined + n;
    ax_type flag_type = ax_type_scalar(AX_BOOL);
    for (int32_t i = 0; i < 2 * n + 2; i++) {
        bool is_flag = i % (n + 1) == n;
        int32_t element = i % (n + 1);
        in[i] = ax_builder_input(builder, is_flag ? &flag_type : &region->inputs[element]->type,
                                 NULL);
    }
    ax_value here = in[n], there = in[2 * n + 1];
    for (int32_t i = 0; i < n; i++) {
        plain[i] = in[i];
        plain[n + i] = in[n + 1 + i];
    }
    ax_builder_inline(builder, region, plain, combined);
    for (int32_t i = 0; i < n; i++) {
        ax_value with_element = choose(there, combined[i], plain[i], eqn->location);
        out[i] = choose(here, with_element, plain[n + i], eqn->location);
    }
    out[n] = binary(&ax_op_or, here, there, eqn->location);
    return ax_builder_finish_region(builder, n + 1, out);
}

void ax_batch_fold_elements(ax_batching *batching, const ax_eqn *eqn, const ax_value *inputs,
                            const ax_attr *attrs, int32_t nattrs, ax_value *out_results)
{
    int32_t n = eqn->nresults;
    ax_builder *builder = batching->builder;
    for (int32_t i = 0; i <= n; i++)
        out_results[i] = ax_builder_poison(builder);
    const ax_graph *region = flagged_region(batching, eqn);
    ax_value *operands = ax_batch_values(batching, 2 * n + 2);
    if (!region || !operands)
        return;
    ax_type type = ax_value_type(inputs[0]);
    ax_value yes = ax_scalar_at(builder, AX_BOOL, 1, eqn->location);
    for (int32_t i = 0; i < n; i++) {
        operands[i] = inputs[i];
        operands[n + 1 + i] = ax_scalar_at(builder, ax_operand_type(eqn, i)->dtype, 0,
                                           eqn->location);
    }
    operands[n] = ax_broadcast_in_dim_at(yes, (ax_ints){type.ndim, type.dims}, AX_EMPTY_LIST,
                                         eqn->location);
    operands[2 * n + 1] = ax_scalar_at(builder, AX_BOOL, 0, eqn->location);
    ax_emission emission = {
        .op = eqn->op,
        .noperands = 2 * n + 2,
        .operands = operands,
        .nattrs = nattrs,
        .attrs = attrs,
        .nregions = 1,
        .regions = &region,
        .nresults = n + 1,
        .location = eqn->location,
    };
    ax_emit(builder, &emission, out_results);
}
