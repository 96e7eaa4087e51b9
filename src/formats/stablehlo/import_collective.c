/* Collectives of a manual computation as collectives over its axes. */
#include "base/checked.h"
#include "formats/stablehlo/groups.h"
#include "formats/stablehlo/reducer.h"

#include <axmap/elementwise.h>
#include <axmap/indexing.h>
#include <axmap/shape.h>
#include <string.h>

static ax_status *same_count(const ax_hlo_import *import, const ax_hlo_op *op)
{
    if (op->nresults == op->noperands)
        return NULL;
    return ax_hlo_error(import->module, AX_FORMAT, op->place, "%s has as many results as operands",
                        op->name);
}

static ax_status *read_dimension(ax_hlo_import *import, const ax_hlo_op *op, const char *name,
                                 int64_t *out_dimension)
{
    const ax_hlo_attr *attr = ax_hlo_op_attr(op, name);
    if (!attr)
        return ax_hlo_missing(import->module, op, name);
    AX_TRY(ax_hlo_int(import, attr, out_dimension));
    if (*out_dimension < 0)
        return ax_hlo_error(import->module, AX_FORMAT, attr->place,
                            "%s is %lld; it must be at least 0", name, (long long)*out_dimension);
    return NULL;
}

/* The result's type as it is written: what follows from the groups must be that. */
static ax_status *set_result(ax_hlo_import *import, const ax_hlo_op *op, int32_t index,
                             ax_value value)
{
    ax_type type;
    AX_TRY(ax_hlo_to_type(import->module, op->results[index].type, &type));
    ax_type made = ax_value_type(value);
    if (value.var && !ax_type_equal(&type, &made)) {
        return ax_hlo_error(import->module, AX_FORMAT, op->place, "%s: result %d is %s, not %s",
                            op->name, (int)index, AX_TYPE_STRING(&made), AX_TYPE_STRING(&type));
    }
    ax_hlo_set_result(import, op, index, value);
    return NULL;
}

/* ---- all_gather, all_to_all, reductions ---- */

static ax_value zeros_like(ax_value value, ax_location here)
{
    ax_type type = ax_value_type(value);
    return ax_broadcast_in_dim_at(ax_scalar_at(value.builder, type.dtype, 0, here),
                                  (ax_ints){type.ndim, type.dims}, AX_EMPTY_LIST, here);
}

/* What one operand becomes. `options` is the importer's own. */
typedef ax_value transform_fn(ax_value value, const ax_hlo_groups *groups, const void *options,
                              ax_location here);

/* Each operand by itself; one that speaks to itself alone stays as it is. */
static ax_status *import_each(ax_hlo_import *import, const ax_hlo_op *op,
                              const ax_hlo_groups *groups, transform_fn *transform,
                              const void *options)
{
    AX_TRY(same_count(import, op));
    for (int32_t i = 0; i < op->noperands; i++) {
        ax_value value;
        AX_TRY(ax_hlo_operand(import, op, i, &value));
        if (groups->axes.count)
            value = transform(value, groups, options, ax_hlo_location(import, op));
        AX_TRY(set_result(import, op, i, value));
    }
    return NULL;
}

static ax_value all_gather(ax_value value, const ax_hlo_groups *groups, const void *options,
                           ax_location here)
{
    const int64_t *dimension = options;
    return ax_all_gather_at(value, groups->axes, *dimension, /*tiled=*/true, groups->groups, here);
}

ax_status *ax_hlo_import_all_gather(ax_hlo_import *import, const ax_hlo_op *op)
{
    int64_t dimension;
    ax_hlo_groups groups;
    AX_TRY(read_dimension(import, op, "all_gather_dim", &dimension));
    AX_TRY(ax_hlo_read_groups(import, op, /*any_order=*/false, &groups));
    return import_each(import, op, &groups, all_gather, &dimension);
}

static ax_value all_to_all(ax_value value, const ax_hlo_groups *groups, const void *options,
                           ax_location here)
{
    const int64_t *dimensions = options; /* split, concat */
    return ax_all_to_all_at(value, groups->axes, dimensions[0], dimensions[1], /*tiled=*/true,
                            groups->groups, here);
}

ax_status *ax_hlo_import_all_to_all(ax_hlo_import *import, const ax_hlo_op *op)
{
    int64_t dimensions[2], count;
    ax_hlo_groups groups;
    AX_TRY(read_dimension(import, op, "split_dimension", &dimensions[0]));
    AX_TRY(read_dimension(import, op, "concat_dimension", &dimensions[1]));
    AX_TRY(read_dimension(import, op, "split_count", &count));
    AX_TRY(ax_hlo_read_groups(import, op, /*any_order=*/false, &groups));
    if (count != groups.widest) {
        return ax_hlo_error(import->module, AX_FORMAT, op->place,
                            "all_to_all: split_count is %lld, but its groups have %lld members",
                            (long long)count, (long long)groups.widest);
    }
    return import_each(import, op, &groups, all_to_all, dimensions);
}

static ax_value all_reduce(ax_value value, const ax_hlo_groups *groups, const void *options,
                           ax_location here)
{
    return ax_hlo_reduce_over(options, value, groups, here);
}

ax_status *ax_hlo_import_all_reduce(ax_hlo_import *import, const ax_hlo_op *op)
{
    ax_hlo_groups groups;
    ax_hlo_reducer reducer = {0};
    AX_TRY(ax_hlo_read_groups(import, op, /*any_order=*/true, &groups));
    if (groups.axes.count)
        AX_TRY(ax_hlo_read_reducer(import, op, &reducer));
    return import_each(import, op, &groups, all_reduce, &reducer);
}

/* The reduction for the first of each group, zeros for the others. */
static ax_value collective_reduce(ax_value value, const ax_hlo_groups *groups, const void *options,
                                  ax_location here)
{
    ax_value reduced = ax_hlo_reduce_over(options, value, groups, here);
    ax_value place = ax_hlo_place_in_group(value.builder, groups, here);
    if (!reduced.var || !place.var)
        return reduced;
    ax_type type = ax_value_type(reduced);
    ax_value zero = ax_scalar_at(value.builder, ax_value_type(place).dtype, 0, here);
    ax_value first = ax_broadcast_in_dim_at(ax_compare_at(place, zero, AX_EQ, here),
                                            (ax_ints){type.ndim, type.dims}, AX_EMPTY_LIST, here);
    return ax_select_at(first, reduced, zeros_like(reduced, here), here);
}

ax_status *ax_hlo_import_collective_reduce(ax_hlo_import *import, const ax_hlo_op *op)
{
    ax_hlo_groups groups;
    ax_hlo_reducer reducer = {0};
    AX_TRY(ax_hlo_read_groups(import, op, /*any_order=*/false, &groups));
    if (groups.axes.count)
        AX_TRY(ax_hlo_read_reducer(import, op, &reducer));
    return import_each(import, op, &groups, collective_reduce, &reducer);
}

typedef struct scatter {
    ax_hlo_reducer reducer;
    int64_t dimension;
} scatter;

static ax_value reduce_scatter(ax_value value, const ax_hlo_groups *groups, const void *options,
                               ax_location here)
{
    const scatter *s = options;
    return ax_hlo_reduce_scatter(&s->reducer, value, groups, s->dimension, here);
}

ax_status *ax_hlo_import_reduce_scatter(ax_hlo_import *import, const ax_hlo_op *op)
{
    scatter s = {0};
    ax_hlo_groups groups;
    AX_TRY(read_dimension(import, op, "scatter_dimension", &s.dimension));
    AX_TRY(ax_hlo_read_groups(import, op, /*any_order=*/false, &groups));
    if (groups.axes.count)
        AX_TRY(ax_hlo_read_reducer(import, op, &s.reducer));
    return import_each(import, op, &groups, reduce_scatter, &s);
}

/* ---- values that go from member to member ---- */

static ax_value send(ax_value value, const ax_hlo_groups *members, const void *options,
                     ax_location here)
{
    const ax_ints *sources = options;
    ax_attr attrs[] = {{.key = AX_ATTR_AXES, .names = members->axes},
                       {.key = AX_ATTR_AXIS_SIZES, .ints = members->sizes},
                       {.key = AX_ATTR_SOURCES, .ints = *sources}};
    return ax_emit_one(value.builder, ax_op_find("ppermute"), &value, 1, attrs, 3, here);
}

/* collective_permute and collective_broadcast. */
ax_status *ax_hlo_import_send(ax_hlo_import *import, const ax_hlo_op *op)
{
    ax_hlo_groups members;
    ax_ints sources;
    AX_TRY(ax_hlo_read_sources(import, op, &members, &sources));
    if (members.axes.count || sources.values[0] == 0)
        return import_each(import, op, &members, send, &sources);
    AX_TRY(same_count(import, op)); /* one process, which nobody sends anything */
    for (int32_t i = 0; i < op->noperands; i++) {
        ax_value value;
        AX_TRY(ax_hlo_operand(import, op, i, &value));
        AX_TRY(set_result(import, op, i, zeros_like(value, ax_hlo_location(import, op))));
    }
    return NULL;
}

/* ---- ids ---- */

/* A process's number among replicas or among partitions: its coordinates, row-major; 0 along axes that
 * are not bound. */
static ax_status *own_id(ax_hlo_import *import, const ax_hlo_op *op, bool replicas,
                         ax_value *out_id)
{
    const ax_hlo_processes *processes = import->processes;
    ax_location here = ax_hlo_location(import, op);
    ax_value id = {0};
    int64_t stride = 1;
    for (int32_t i = processes->naxes - 1; i >= 0; i--) {
        const ax_hlo_axis *axis = &processes->axes[i];
        if (axis->replicas != replicas)
            continue;
        if (axis->bound && axis->size > 1) {
            ax_value term = ax_axis_index_at(import->builder, (ax_names){1, &axis->name}, here);
            term = ax_convert_at(term, AX_U32, here);
            if (stride > 1) {
                ax_value step = ax_scalar_at(import->builder, AX_U32, (double)stride, here);
                term = ax_mul_at(term, step, here);
            }
            id = id.builder ? ax_add_at(id, term, here) : term;
        }
        if (!ax_checked_mul(stride, axis->size, &stride) || stride > UINT32_MAX) {
            return ax_hlo_error(import->module, AX_UNSUPPORTED, op->place,
                                "%s: more processes than ui32 can count", op->name);
        }
    }
    *out_id = id.builder ? id : ax_scalar_at(import->builder, AX_U32, 0, here);
    return NULL;
}

static ax_status *import_id(ax_hlo_import *import, const ax_hlo_op *op, bool replicas)
{
    ax_value id;
    if (op->nresults != 1 || op->noperands != 0) {
        return ax_hlo_error(import->module, AX_FORMAT, op->place,
                            "%s has one result and no operand", op->name);
    }
    AX_TRY(own_id(import, op, replicas, &id));
    return set_result(import, op, 0, id);
}

ax_status *ax_hlo_import_partition_id(ax_hlo_import *import, const ax_hlo_op *op)
{
    return import_id(import, op, /*replicas=*/false);
}

ax_status *ax_hlo_import_replica_id(ax_hlo_import *import, const ax_hlo_op *op)
{
    return import_id(import, op, /*replicas=*/true);
}
