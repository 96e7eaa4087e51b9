/* Reductions over members by the few functions that there are collectives for, or by any other: then the
 * values of a group are gathered and reduced by each member for itself. */
#include "formats/stablehlo/reducer.h"

#include "base/unconst.h"

#include <axmap/elementwise.h>
#include <axmap/indexing.h>
#include <axmap/reduction.h>
#include <axmap/shape.h>
#include <string.h>

typedef ax_value over_members_fn(ax_value operand, ax_names axes, const ax_groups *groups,
                                 ax_location here);
typedef ax_value over_dims_fn(ax_value operand, ax_ints dims, ax_location here);

typedef struct ax_hlo_known_reducer {
    const char *op; /* of the region */
    bool on_bool;
    over_members_fn *over_members;
    over_dims_fn *over_dims;
} known_reducer;

/* bool is ordered false < true: `or` (and add) is its maximum, `and` (and multiply) its minimum. */
static const known_reducer known_reducers[] = {
    {"stablehlo.add", false, ax_psum_at, ax_sum_at},
    {"stablehlo.maximum", false, ax_pmax_at, ax_max_at},
    {"stablehlo.minimum", false, ax_pmin_at, ax_min_at},
    {"stablehlo.add", true, ax_pmax_at, ax_max_at},
    {"stablehlo.maximum", true, ax_pmax_at, ax_max_at},
    {"stablehlo.or", true, ax_pmax_at, ax_max_at},
    {"stablehlo.multiply", true, ax_pmin_at, ax_min_at},
    {"stablehlo.minimum", true, ax_pmin_at, ax_min_at},
    {"stablehlo.and", true, ax_pmin_at, ax_min_at},
};

/* The op that the region applies to its two arguments, or NULL when it does anything else. */
static const ax_hlo_op *applied_op(const ax_hlo_op *op)
{
    const ax_hlo_region *region = &op->regions[0];
    const ax_hlo_op *apply = region->first;
    const ax_hlo_op *end = region->last;
    if (region->nargs != 2 || !apply || apply->next != end || apply == end)
        return NULL;
    const ax_hlo_value *a = &region->args[0];
    const ax_hlo_value *b = &region->args[1];
    bool of_both = apply->noperands == 2 && apply->nresults == 1 &&
                   ((apply->operands[0] == a && apply->operands[1] == b) ||
                    (apply->operands[0] == b && apply->operands[1] == a));
    return of_both && end->noperands == 1 && end->operands[0] == &apply->results[0] ? apply : NULL;
}

static const known_reducer *find_known(const ax_hlo_op *apply)
{
    bool is_bool = apply->results[0].type->known && apply->results[0].type->dtype == AX_BOOL;
    for (size_t i = 0; i < sizeof known_reducers / sizeof known_reducers[0]; i++) {
        if (strcmp(apply->name, known_reducers[i].op) == 0 && known_reducers[i].on_bool == is_bool)
            return &known_reducers[i];
    }
    return NULL;
}

/* A function of two scalars of the operands' element type: all three types are that. */
static ax_status *check_types(const ax_hlo_import *import, const ax_hlo_op *op, const ax_type *a,
                              const ax_type *b, const ax_type *result)
{
    bool fits = a->ndim == 0 && ax_type_equal(a, b) && ax_type_equal(a, result);
    for (int32_t i = 0; i < op->noperands && fits; i++) {
        ax_type type;
        AX_TRY(ax_hlo_to_type(import->module, op->operands[i]->type, &type));
        fits = type.dtype == a->dtype;
    }
    if (fits)
        return NULL;
    return ax_hlo_error(import->module, AX_FORMAT, op->place,
                        "%s: its region is no function of two scalars of its operands", op->name);
}

static ax_status *check_region(const ax_hlo_import *import, const ax_hlo_op *op,
                               const ax_graph *region)
{
    ax_type none = {.ndim = 1};
    bool counts = region->ninputs == 2 && region->noutputs == 1;
    return counts ? check_types(import, op, &region->inputs[0]->type, &region->inputs[1]->type,
                                &region->outputs[0]->type)
                  : check_types(import, op, &none, &none, &none);
}

/* The same of a region that is not imported: it applies one op to its two arguments. */
static ax_status *check_applied(const ax_hlo_import *import, const ax_hlo_op *op,
                                const ax_hlo_op *apply)
{
    ax_type a, b, result;
    AX_TRY(ax_hlo_to_type(import->module, apply->operands[0]->type, &a));
    AX_TRY(ax_hlo_to_type(import->module, apply->operands[1]->type, &b));
    AX_TRY(ax_hlo_to_type(import->module, apply->results[0].type, &result));
    return check_types(import, op, &a, &b, &result);
}

ax_status *ax_hlo_read_reducer(ax_hlo_import *import, const ax_hlo_op *op,
                               ax_hlo_reducer *out_reducer)
{
    if (op->nregions != 1)
        return ax_hlo_error(import->module, AX_FORMAT, op->place, "%s has one region", op->name);
    const ax_hlo_op *apply = applied_op(op);
    *out_reducer = (ax_hlo_reducer){.known = apply ? find_known(apply) : NULL};
    if (out_reducer->known)
        return check_applied(import, op, apply);
    AX_TRY(ax_hlo_import_region(import, op, 0, &out_reducer->region)); /* NULL after an error */
    return out_reducer->region ? check_region(import, op, out_reducer->region) : NULL;
}

/* ---- along a dimension ---- */

/* f(a, b) where both are there, else the one that is: any function becomes one with an identity. */
static void combine_present(ax_builder *builder, const ax_value *in, ax_value *out, void *user)
{
    const ax_graph *region = user;
    ax_location here = region->first ? region->first->location : (ax_location){"region", 0, 0};
    ax_value a = in[0], a_there = in[1], b = in[2], b_there = in[3];
    ax_value pair[] = {a, b}, both;
    ax_builder_inline(builder, region, pair, &both);
    ax_value one = ax_select_at(a_there, a, b, here);
    out[0] = ax_select_at(ax_and_at(a_there, b_there, here), both, one, here);
    out[1] = ax_or_at(a_there, b_there, here);
}

/* Dimension 0 reduced. `there` (bool[size of it]) says which of it count; poison: all. */
static ax_value reduce_first(const ax_hlo_reducer *reducer, ax_value rows, ax_value there,
                             ax_location here)
{
    ax_builder *builder = rows.builder;
    ax_type type = ax_value_type(rows);
    if (!rows.var)
        return rows;
    if (reducer->known)
        return reducer->known->over_dims(rows, AX_LIST(0), here);
    if (!reducer->region)
        return ax_builder_poison(builder);
    ax_ints dims = {type.ndim, type.dims};
    ax_value flags = there.var ? ax_broadcast_in_dim_at(there, dims, AX_LIST(0), here)
                               : ax_broadcast_in_dim_at(ax_scalar_at(builder, AX_BOOL, 1, here),
                                                        dims, AX_EMPTY_LIST, here);
    ax_value operands[] = {rows, flags}, results[2];
    ax_value inits[] = {ax_scalar_at(builder, type.dtype, 0, here),
                        ax_scalar_at(builder, AX_BOOL, 0, here)};
    ax_reduce_at(operands, inits, 2, AX_LIST(0), combine_present, ax_unconst(reducer->region),
                 results, here);
    return results[0];
}

/* ---- over members ---- */

static ax_value constant_i64(ax_builder *builder, ax_ints dims, const int64_t *data,
                             ax_location here)
{
    ax_type type;
    ax_status *status = ax_type_make(AX_I64, dims.count, dims.values, &type);
    if (!status)
        return ax_constant_at(builder, &type, data, here);
    ax_builder_fail(builder, status);
    return ax_builder_poison(builder);
}

/* Groups of different sizes: everybody's value, of which each takes its group's. */
static ax_value reduce_uneven(const ax_hlo_reducer *reducer, ax_value value,
                              const ax_hlo_groups *groups, ax_location here)
{
    ax_builder *builder = value.builder;
    int64_t width = groups->widest;
    int64_t *table = AX_ARENA_NEW(ax_builder_arena(builder), int64_t, groups->members * width);
    if (!table) {
        ax_builder_fail(builder, AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a graph"));
        return ax_builder_poison(builder);
    }
    for (int32_t g = 0; g < groups->groups->count; g++) {
        ax_ints own = groups->groups->members[g];
        for (int32_t i = 0; i < own.count; i++) {
            for (int64_t j = 0; j < width; j++)
                table[own.values[i] * width + j] = j < own.count ? own.values[j] : -1;
        }
    }
    ax_value all = ax_all_gather_at(value, groups->axes, 0, /*tiled=*/false, NULL, here);
    ax_value index = ax_axis_index_at(builder, groups->axes, here);
    index = ax_take_at(constant_i64(builder, AX_LIST(groups->members, width), table, here), index,
                       0, here);
    ax_value zero = constant_i64(builder, AX_EMPTY_LIST, &(const int64_t){0}, here);
    ax_value there = ax_compare_at(index, zero, AX_GE, here);
    return reduce_first(reducer, ax_take_at(all, index, 0, here), there, here);
}

ax_value ax_hlo_reduce_over(const ax_hlo_reducer *reducer, ax_value value,
                            const ax_hlo_groups *groups, ax_location here)
{
    if (reducer->known)
        return reducer->known->over_members(value, groups->axes, groups->groups, here);
    if (groups->groups && groups->groups->count * groups->widest != groups->members)
        return reduce_uneven(reducer, value, groups, here);
    ax_value rows = ax_all_gather_at(value, groups->axes, 0, /*tiled=*/false, groups->groups, here);
    return reduce_first(reducer, rows, ax_builder_poison(value.builder), here);
}

ax_value ax_hlo_reduce_scatter(const ax_hlo_reducer *reducer, ax_value value,
                               const ax_hlo_groups *groups, int64_t dimension, ax_location here)
{
    ax_type type = ax_value_type(value);
    bool sums = reducer->known && reducer->known->over_members == ax_psum_at;
    bool fits = value.var && dimension < type.ndim && groups->widest > 0 &&
                type.dims[dimension] % groups->widest == 0 && type.ndim < AX_MAX_NDIM;
    if (sums || !fits) /* which also says what does not fit */
        return ax_psum_scatter_at(value, groups->axes, dimension, /*tiled=*/true, groups->groups,
                                  here);
    int64_t part = type.dims[dimension] / groups->widest;
    type.dims[dimension] = groups->widest;
    type = ax_type_insert_dim(&type, (int32_t)dimension + 1, part);
    value = ax_reshape_at(value, (ax_ints){type.ndim, type.dims}, here);
    value = ax_all_to_all_at(value, groups->axes, dimension, 0, /*tiled=*/false, groups->groups,
                             here);
    return reduce_first(reducer, value, ax_builder_poison(value.builder), here);
}

ax_value ax_hlo_place_in_group(ax_builder *builder, const ax_hlo_groups *groups, ax_location here)
{
    ax_value index = ax_axis_index_at(builder, groups->axes, here);
    if (!groups->groups)
        return index;
    int64_t *places = AX_ARENA_NEW(ax_builder_arena(builder), int64_t, groups->members);
    if (!places) {
        ax_builder_fail(builder, AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a graph"));
        return ax_builder_poison(builder);
    }
    for (int32_t g = 0; g < groups->groups->count; g++) {
        ax_ints members = groups->groups->members[g];
        for (int32_t i = 0; i < members.count; i++)
            places[members.values[i]] = i;
    }
    return ax_take_at(constant_i64(builder, AX_LIST(groups->members), places, here), index, 0,
                      here);
}
