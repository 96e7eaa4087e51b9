#include "ops/batching.h"
#include "ir/location.h"

#include <axmap/shape.h>

static const ax_batched not_there = {{NULL, NULL}, AX_NOT_MAPPED};

ax_batched ax_batch_operand(const ax_batching *batching, const ax_eqn *eqn, int32_t index)
{
    return index < eqn->noperands ? batching->values[eqn->operands[index]->id] : not_there;
}

bool ax_batch_any_mapped(const ax_batching *batching, const ax_eqn *eqn)
{
    for (int32_t i = 0; i < eqn->noperands; i++) {
        if (ax_batch_operand(batching, eqn, i).axis != AX_NOT_MAPPED)
            return true;
    }
    return false;
}

static bool insert_dim(ax_batching *batching, const ax_type *type, int32_t axis,
                       ax_location location, ax_type *out_type)
{
    if (type->ndim >= AX_MAX_NDIM) {
        ax_builder_fail(batching->builder,
                        AX_ERROR(AX_INVALID_ARGUMENT,
                                 "vmap: %s has no room for the batch dimension; %d are allowed "
                                 "(%s:%d%s)",
                                 AX_TYPE_STRING(type), AX_MAX_NDIM, AX_PLACE(location)));
        return false;
    }
    *out_type = ax_type_insert_dim(type, axis, batching->size);
    return true;
}

bool ax_batch_insert_dim(ax_batching *batching, const ax_eqn *eqn, const ax_type *type,
                         int32_t axis, ax_type *out_type)
{
    return insert_dim(batching, type, axis, eqn->location, out_type);
}

/* A new dimension of the batch's size at `axis`, along which the value repeats. */
static ax_value broadcast_along(ax_batching *batching, ax_value value, int32_t axis,
                                ax_location location)
{
    ax_type type = ax_value_type(value), wide;
    if (!insert_dim(batching, &type, axis, location, &wide))
        return ax_builder_poison(batching->builder);
    int64_t kept[AX_MAX_NDIM];
    for (int32_t i = 0; i < type.ndim; i++)
        kept[i] = i < axis ? i : i + 1;
    return ax_broadcast_in_dim_at(value, (ax_ints){wide.ndim, wide.dims},
                                  (ax_ints){type.ndim, kept}, location);
}

ax_value ax_batch_move(ax_batching *batching, ax_batched operand, int32_t axis,
                       ax_location location)
{
    if (!operand.value.var || operand.axis == axis)
        return operand.value;
    if (operand.axis == AX_NOT_MAPPED) {
        return broadcast_along(batching, operand.value, axis, location);
    }
    int32_t ndim = ax_value_type(operand.value).ndim;
    int64_t permutation[AX_MAX_NDIM];
    int32_t from = 0;
    for (int32_t to = 0; to < ndim; to++) {
        if (to == axis) {
            permutation[to] = operand.axis;
            continue;
        }
        if (from == operand.axis)
            from++;
        permutation[to] = from++;
    }
    return ax_transpose_at(operand.value, (ax_ints){ndim, permutation}, location);
}

ax_value ax_batch_operand_at(ax_batching *batching, const ax_eqn *eqn, int32_t index, int32_t axis)
{
    return ax_batch_move(batching, ax_batch_operand(batching, eqn, index), axis, eqn->location);
}

void ax_batch_results(ax_batching *batching, const ax_eqn *eqn, const ax_value *results,
                      int32_t axis)
{
    for (int32_t i = 0; i < eqn->nresults; i++) {
        batching->values[eqn->results[i]->id] = (ax_batched){results[i], axis};
    }
}

void ax_batch_emit(ax_batching *batching, const ax_eqn *eqn, const ax_value *operands,
                   const ax_attr *attrs, int32_t nattrs, int32_t axis)
{
    ax_arena *arena = ax_builder_arena(batching->builder);
    ax_value *results = AX_ARENA_NEW(arena, ax_value, eqn->nresults);
    if (!results) {
        ax_builder_fail(batching->builder, AX_ERROR(AX_OUT_OF_MEMORY, "no memory for vmap"));
        return;
    }
    ax_emission emission = {
        .op = eqn->op,
        .noperands = eqn->noperands,
        .operands = operands,
        .nattrs = nattrs,
        .attrs = attrs,
        .nregions = eqn->nregions,
        .regions = eqn->regions,
        .nresults = eqn->nresults,
        .location = eqn->location,
    };
    ax_emit(batching->builder, &emission, results);
    ax_batch_results(batching, eqn, results, axis);
}

static int64_t *new_list(ax_builder *builder, int32_t count)
{
    int64_t *list = AX_ARENA_NEW(ax_builder_arena(builder), int64_t, count);
    if (!list)
        ax_builder_fail(builder, AX_ERROR(AX_OUT_OF_MEMORY, "no memory for vmap"));
    return list;
}

ax_ints ax_ints_shifted(ax_builder *builder, ax_ints dims, int32_t axis)
{
    int64_t *list = new_list(builder, dims.count);
    for (int32_t i = 0; list && i < dims.count; i++) {
        list[i] = dims.values[i] + (dims.values[i] >= axis);
    }
    return (ax_ints){list ? dims.count : 0, list};
}

ax_ints ax_ints_inserted(ax_builder *builder, ax_ints list, int32_t position, int64_t value)
{
    int64_t *longer = new_list(builder, list.count + 1);
    if (!longer)
        return (ax_ints){0, NULL};
    for (int32_t i = 0; i < position; i++)
        longer[i] = list.values[i];
    longer[position] = value;
    for (int32_t i = position; i < list.count; i++)
        longer[i + 1] = list.values[i];
    return (ax_ints){list.count + 1, longer};
}
