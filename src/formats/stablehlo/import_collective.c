/* Collectives of a manual computation as collectives over its axes. */
#include "formats/stablehlo/import.h"

#include "base/checked.h"
#include "formats/stablehlo/mesh.h"

#include <axmap/collective.h>
#include <axmap/elementwise.h>
#include <axmap/shape.h>
#include <string.h>

/* Whom a process speaks with: the others along these axes. None: itself. */
typedef ax_names group;

static ax_status *unsupported(const ax_hlo_import *import, const ax_hlo_op *op, const char *what)
{
    return ax_hlo_error(import->module, AX_UNSUPPORTED, op->place, "%s: %s", op->name, what);
}

static const ax_hlo_axis *find_axis(const ax_hlo_import *import, const char *name)
{
    const ax_hlo_processes *processes = import->processes;
    for (int32_t i = 0; processes && i < processes->naxes; i++) {
        if (strcmp(processes->axes[i].name, name) == 0)
            return &processes->axes[i];
    }
    return NULL;
}

/* #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "i">]> */
static ax_status *read_mesh_axes(ax_hlo_import *import, const ax_hlo_op *op,
                                 const ax_hlo_attr *groups, group *out_group)
{
    const ax_hlo_attr *mesh = ax_hlo_attr_item(groups, "mesh");
    const ax_hlo_attr *axes = ax_hlo_attr_item(groups, "axes");
    if (!mesh || mesh->kind != AX_HLO_SYMBOL || !axes || axes->kind != AX_HLO_LIST)
        return unsupported(import, op, "groups that are not written as axes of a mesh");
    const char **names = AX_HLO_NEW(import, const char *, axes->nitems);
    if (!names)
        return ax_hlo_no_memory();
    *out_group = (group){0, names};
    for (int32_t i = 0; i < axes->nitems; i++) {
        const ax_hlo_attr *name = ax_hlo_attr_item(&axes->items[i], "name");
        if (!name || name->kind != AX_HLO_STRING || axes->items[i].nitems != 1)
            return unsupported(import, op, "groups over a part of an axis");
        int64_t size = 0;
        AX_TRY(ax_hlo_mesh_axis_size(import->module, mesh->text, name->text, mesh->place, &size));
        const ax_hlo_axis *axis = find_axis(import, name->text);
        if (axis && axis->bound && axis->size == size) {
            names[out_group->count++] = axis->name;
        } else if (size != 1) {
            return unsupported(import, op, "groups over an axis that is not manual here");
        }
    }
    return NULL;
}

/* The axes of all processes, where each is bound or of size 1. */
static ax_status *all_axes(ax_hlo_import *import, const ax_hlo_op *op, group *out_group)
{
    const ax_hlo_processes *processes = import->processes;
    const char **names = AX_HLO_NEW(import, const char *, processes ? processes->naxes : 0);
    if (!names)
        return ax_hlo_no_memory();
    *out_group = (group){0, names};
    for (int32_t i = 0; processes && i < processes->naxes; i++) {
        if (processes->axes[i].bound) {
            names[out_group->count++] = processes->axes[i].name;
        } else if (processes->axes[i].size != 1) {
            return unsupported(import, op, "groups over an axis that is not manual here");
        }
    }
    return NULL;
}

/* One row with every number below its length once. */
static bool is_whole(ax_hlo_import *import, ax_ints row)
{
    char *seen = AX_HLO_NEW(import, char, row.count);
    for (int32_t i = 0; seen && i < row.count; i++) {
        if (row.values[i] < 0 || row.values[i] >= row.count || seen[row.values[i]])
            return false;
        seen[row.values[i]] = 1;
    }
    return seen != NULL;
}

/* The numbers in groups count replicas, of which there is one here, or all processes. */
static bool counts_processes(const ax_hlo_op *op)
{
    return ax_hlo_op_attr(op, "use_global_device_ids") != NULL;
}

static ax_status *read_channel(ax_hlo_import *import, const ax_hlo_op *op, int64_t *out_handle)
{
    const ax_hlo_attr *channel = ax_hlo_op_attr(op, "channel_handle");
    const ax_hlo_attr *handle = channel ? ax_hlo_attr_item(channel, "handle") : NULL;
    *out_handle = 0;
    return handle ? ax_hlo_int(import, handle, out_handle) : NULL;
}

static int64_t count_processes(const ax_hlo_import *import)
{
    int64_t count = 1;
    for (int32_t i = 0; import->processes && i < import->processes->naxes; i++) {
        if (!ax_checked_mul(count, import->processes->axes[i].size, &count))
            return -1;
    }
    return count;
}

/* dense<[[0, 1, 2]]> : tensor<1x3xi64> */
static ax_status *read_dense_groups(ax_hlo_import *import, const ax_hlo_op *op,
                                    const ax_hlo_attr *groups, group *out_group)
{
    int64_t handle = 0;
    ax_ints ids = {0};
    AX_TRY(read_channel(import, op, &handle));
    AX_TRY(ax_hlo_ints(import, groups, &ids));
    int64_t members = groups->type->ndim == 2 ? groups->type->dims[1] : -1;
    *out_group = (group){0};
    if (!counts_processes(op)) {
        /* Groups of replicas: with a channel, every process belongs to each. */
        bool one_replica = ids.count == 0 || (ids.count == 1 && ids.values[0] == 0);
        if (!one_replica)
            return unsupported(import, op, "groups of several replicas");
        return handle > 0 ? all_axes(import, op, out_group) : NULL;
    }
    /* The whole axis first: along an axis of one, that is a process by itself, too. */
    if (import->processes && members == ids.count && ids.count == count_processes(import) &&
        is_whole(import, ids)) {
        bool ordered = true;
        for (int32_t i = 0; i < ids.count; i++)
            ordered = ordered && ids.values[i] == i;
        if (!ordered && strcmp(op->name, "stablehlo.all_gather") == 0)
            return unsupported(import, op, "a group in another order than the axis");
        return all_axes(import, op, out_group);
    }
    return members == 1 ? NULL : unsupported(import, op, "groups that are not the whole axis");
}

static ax_status *read_group(ax_hlo_import *import, const ax_hlo_op *op, group *out_group)
{
    const ax_hlo_attr *groups = ax_hlo_op_attr(op, "replica_groups");
    if (!groups)
        return ax_hlo_missing(import->module, op, "replica_groups");
    return groups->kind == AX_HLO_DENSE ? read_dense_groups(import, op, groups, out_group)
                                        : read_mesh_axes(import, op, groups, out_group);
}

/* ---- all_reduce ---- */

typedef ax_value reduce_fn(ax_value operand, ax_names axes, const ax_groups *groups,
                           ax_location here);

typedef struct reducer {
    const char *op; /* of the region */
    bool on_bool;
    reduce_fn *reduce;
} reducer;

/* bool is ordered false < true: `or` is its maximum, `and` its minimum. */
static const reducer reducers[] = {
    {"stablehlo.add", false, ax_psum_at},     {"stablehlo.maximum", false, ax_pmax_at},
    {"stablehlo.minimum", false, ax_pmin_at}, {"stablehlo.maximum", true, ax_pmax_at},
    {"stablehlo.minimum", true, ax_pmin_at},  {"stablehlo.or", true, ax_pmax_at},
    {"stablehlo.and", true, ax_pmin_at},
};

/* The op that the region applies to its two arguments, or NULL when it does anything else. */
static const ax_hlo_op *applied_op(const ax_hlo_op *op)
{
    if (op->nregions != 1)
        return NULL;
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

static reduce_fn *find_reducer(const ax_hlo_op *apply)
{
    bool is_bool = apply->results[0].type->known && apply->results[0].type->dtype == AX_BOOL;
    for (size_t i = 0; i < sizeof reducers / sizeof reducers[0]; i++) {
        if (strcmp(apply->name, reducers[i].op) == 0 && reducers[i].on_bool == is_bool)
            return reducers[i].reduce;
    }
    return NULL;
}

static ax_status *same_count(const ax_hlo_import *import, const ax_hlo_op *op)
{
    if (op->nresults == op->noperands)
        return NULL;
    return ax_hlo_error(import->module, AX_FORMAT, op->place, "%s has as many results as operands",
                        op->name);
}

ax_status *ax_hlo_import_all_reduce(ax_hlo_import *import, const ax_hlo_op *op)
{
    group speaks = {0};
    AX_TRY(same_count(import, op));
    AX_TRY(read_group(import, op, &speaks));
    const ax_hlo_op *apply = applied_op(op);
    reduce_fn *reduce = apply ? find_reducer(apply) : NULL;
    if (!reduce && speaks.count)
        return unsupported(import, op, "its region is not add, maximum or minimum alone");
    for (int32_t i = 0; i < op->noperands; i++) {
        ax_value value;
        AX_TRY(ax_hlo_operand(import, op, i, &value));
        if (speaks.count)
            value = reduce(value, speaks, NULL, ax_hlo_location(import, op));
        ax_hlo_set_result(import, op, i, value);
    }
    return NULL;
}

/* ---- all_gather ---- */

ax_status *ax_hlo_import_all_gather(ax_hlo_import *import, const ax_hlo_op *op)
{
    group speaks = {0};
    int64_t dimension = 0;
    const ax_hlo_attr *attr = ax_hlo_op_attr(op, "all_gather_dim");
    if (!attr)
        return ax_hlo_missing(import->module, op, "all_gather_dim");
    AX_TRY(ax_hlo_int(import, attr, &dimension));
    AX_TRY(same_count(import, op));
    AX_TRY(read_group(import, op, &speaks));
    for (int32_t i = 0; i < op->noperands; i++) {
        ax_value value;
        AX_TRY(ax_hlo_operand(import, op, i, &value));
        if (dimension < 0)
            return ax_hlo_error(import->module, AX_FORMAT, attr->place, "a negative dimension");
        if (speaks.count)
            value = ax_all_gather_at(value, speaks, dimension, /*tiled=*/true, NULL,
                                     ax_hlo_location(import, op));
        ax_hlo_set_result(import, op, i, value);
    }
    return NULL;
}

/* ---- ids ---- */

static ax_status *one_u32(const ax_hlo_import *import, const ax_hlo_op *op)
{
    if (!import->processes)
        return unsupported(import, op, "it stands outside a manual computation");
    if (op->nresults == 1)
        return NULL;
    return ax_hlo_error(import->module, AX_FORMAT, op->place, "%s has one result", op->name);
}

/* A process's number among replicas or among partitions: its coordinates, row-major. */
static ax_status *import_id(ax_hlo_import *import, const ax_hlo_op *op, bool replicas)
{
    AX_TRY(one_u32(import, op));
    ax_location here = ax_hlo_location(import, op);
    ax_value id = {0};
    int64_t stride = 1;
    for (int32_t i = import->processes->naxes - 1; i >= 0; i--) {
        const ax_hlo_axis *axis = &import->processes->axes[i];
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
        if (!ax_checked_mul(stride, axis->size, &stride) || stride > UINT32_MAX)
            return unsupported(import, op, "more processes than ui32 can count");
    }
    if (!id.builder)
        id = ax_scalar_at(import->builder, AX_U32, 0, here);
    ax_hlo_set_result(import, op, 0, id);
    return NULL;
}

ax_status *ax_hlo_import_partition_id(ax_hlo_import *import, const ax_hlo_op *op)
{
    return import_id(import, op, false);
}

ax_status *ax_hlo_import_replica_id(ax_hlo_import *import, const ax_hlo_op *op)
{
    return import_id(import, op, true);
}
