/* sdy.manual_computation as the op shard_map. */
#include "formats/stablehlo/manual.h"

#include "formats/stablehlo/mesh.h"

#include <string.h>

/* ---- the mesh ---- */

static const ax_hlo_attr *find_name(const ax_hlo_attr *names, const char *name)
{
    for (int32_t i = 0; names && i < names->nitems; i++) {
        if (names->items[i].kind == AX_HLO_STRING && strcmp(names->items[i].text, name) == 0)
            return &names->items[i];
    }
    return NULL;
}

static bool mesh_has(const ax_hlo_attr *axes, const ax_hlo_attr *names)
{
    for (int32_t i = 0; i < names->nitems; i++) {
        if (!ax_hlo_attr_item(axes, names->items[i].text))
            return false;
    }
    return true;
}

/* The first mesh with all manual axes: of those that the shardings name, else of the module's. */
static ax_status *choose_mesh(const ax_hlo_import *import, const ax_hlo_manual *manual,
                              const ax_hlo_attr *const lists[2], const ax_hlo_attr *names,
                              const ax_hlo_attr **out_axes)
{
    const ax_hlo_module *module = import->module;
    for (int k = 0; k < 2; k++) {
        for (int32_t i = 0; lists[k] && i < lists[k]->nitems; i++) {
            const ax_hlo_attr *sharding = &lists[k]->items[i];
            const char *mesh = ax_hlo_sharding_mesh(sharding);
            if (!mesh)
                continue; /* an error where it is read */
            AX_TRY(ax_hlo_mesh_axes(module, mesh, sharding->place, out_axes));
            if (mesh_has(*out_axes, names))
                return NULL;
        }
    }
    AX_HLO_FOR_OPS(op, &module->body)
    {
        if (strcmp(op->name, "sdy.mesh") != 0)
            continue;
        AX_TRY(ax_hlo_mesh_axes(module, ax_hlo_op_attr(op, "sym_name")->text, op->place, out_axes));
        if (mesh_has(*out_axes, names))
            return NULL;
    }
    return ax_hlo_error(module, AX_NOT_FOUND, manual->op->place,
                        "there is no mesh with all manual axes of this computation; the first is "
                        "'%s'",
                        names->items[0].text);
}

static ax_status *bind_mesh(ax_hlo_import *import, ax_hlo_manual *manual, const ax_hlo_attr *mesh,
                            const ax_hlo_attr *names)
{
    ax_hlo_axis *all = AX_HLO_NEW(import, ax_hlo_axis, mesh->nitems);
    if (!all)
        return ax_hlo_no_memory();
    for (int32_t i = 0; i < mesh->nitems; i++) {
        const ax_hlo_attr *axis = &mesh->items[i];
        if (axis->integer < 1) {
            return ax_hlo_error(import->module, AX_FORMAT, axis->place,
                                "axis '%s' has size %lld; it must be at least 1", axis->name,
                                (long long)axis->integer);
        }
        all[i] = (ax_hlo_axis){axis->name, axis->integer, find_name(names, axis->name) != NULL,
                               false};
    }
    return ax_hlo_manual_bind(import, manual, all, mesh->nitems);
}

static ax_status *read_names(const ax_hlo_import *import, const ax_hlo_manual *manual,
                             const ax_hlo_attr *attr, const ax_hlo_attr **out_names)
{
    if (attr && attr->kind == AX_HLO_DIALECT && attr->nitems == 1)
        attr = &attr->items[0]; /* #sdy<manual_axes{"x"}> */
    if (!attr || attr->kind != AX_HLO_DICT)
        return ax_hlo_missing(import->module, manual->op, "manual_axes");
    for (int32_t i = 0; i < attr->nitems; i++) {
        if (attr->items[i].kind != AX_HLO_STRING)
            return ax_hlo_error(import->module, AX_FORMAT, attr->items[i].place,
                                "a manual axis is the name of one, such as \"x\"");
        if (find_name(attr, attr->items[i].text) != &attr->items[i])
            return ax_hlo_error(import->module, AX_FORMAT, attr->items[i].place,
                                "the manual axis '%s' is named twice", attr->items[i].text);
    }
    *out_names = attr;
    return NULL;
}

/* ---- specs ---- */

static int32_t number_of(const ax_hlo_manual *manual, const char *name)
{
    for (int32_t i = 0; i < manual->axes.count; i++) {
        if (strcmp(manual->axes.values[i], name) == 0)
            return i;
    }
    return -1;
}

/* An axis of a sharding's own mesh, which may be another of the same axes. */
static ax_status *check_axis(const ax_hlo_import *import, const ax_hlo_manual *manual,
                             const ax_hlo_attr *sharding, const ax_hlo_attr *name, bool is_part,
                             int32_t number)
{
    int64_t size;
    AX_TRY(ax_hlo_mesh_axis_size(import->module, ax_hlo_sharding_mesh(sharding), name->text,
                                 name->place, &size));
    if (number < 0)
        return NULL;
    if (is_part) {
        return ax_hlo_error(import->module, AX_UNSUPPORTED, name->place,
                            "a sharding over a part of the manual axis '%s'", name->text);
    }
    if (size != manual->sizes.values[number]) {
        return ax_hlo_error(import->module, AX_FORMAT, name->place,
                            "axis '%s' has size %lld in '@%s' and %lld in the computation's mesh",
                            name->text, (long long)size, ax_hlo_sharding_mesh(sharding),
                            (long long)manual->sizes.values[number]);
    }
    return NULL;
}

/* The manual axes of one dictionary. Others are hints: they say where a block's parts may lie. */
static ax_status *read_axes(ax_hlo_import *import, const ax_hlo_manual *manual,
                            const ax_hlo_attr *sharding, const ax_hlo_attr *dict, ax_ints *out_axes)
{
    if (dict->kind != AX_HLO_DICT) {
        return ax_hlo_error(import->module, AX_FORMAT, dict->place,
                            "axes are written as {\"x\", \"y\"}");
    }
    int64_t *numbers = AX_HLO_NEW(import, int64_t, dict->nitems);
    if (!numbers)
        return ax_hlo_no_memory();
    int32_t count = 0, position = 0;
    const ax_hlo_attr *name, *free_axis = NULL;
    bool is_part;
    while (ax_hlo_next_axis(dict, &position, &name, &is_part)) {
        int32_t number = number_of(manual, name->text);
        AX_TRY(check_axis(import, manual, sharding, name, is_part, number));
        if (number < 0) {
            free_axis = name;
            continue;
        }
        if (free_axis) {
            return ax_hlo_error(import->module, AX_FORMAT, name->place,
                                "the manual axis '%s' stands behind '%s', which is not manual",
                                name->text, free_axis->text);
        }
        numbers[count++] = number;
    }
    *out_axes = (ax_ints){count, numbers};
    return NULL;
}

static ax_status *read_spec(ax_hlo_import *import, const ax_hlo_manual *manual,
                            const ax_hlo_attr *sharding, ax_spec *out_spec)
{
    const ax_hlo_attr *dims = ax_hlo_sharding_dims(sharding);
    if (!dims)
        return ax_hlo_error(import->module, AX_FORMAT, sharding->place,
                            "a sharding is <@mesh, [..]> with an entry for each dimension");
    *out_spec = (ax_spec){0};
    for (int32_t i = 0; i < dims->nitems; i++) {
        if (dims->items[i].kind == AX_HLO_WORD)
            continue; /* a priority: {"x"}p1 */
        if (out_spec->ndim == AX_MAX_NDIM)
            return ax_hlo_error(import->module, AX_UNSUPPORTED, dims->place,
                                "a sharding of more than %d dimensions", (int)AX_MAX_NDIM);
        AX_TRY(read_axes(import, manual, sharding, &dims->items[i],
                         &out_spec->dims[out_spec->ndim++]));
    }
    const ax_hlo_attr *unreduced = ax_hlo_attr_item(sharding, "unreduced");
    return unreduced ? read_axes(import, manual, sharding, unreduced, &out_spec->unreduced) : NULL;
}

static ax_status *read_specs(ax_hlo_import *import, const ax_hlo_manual *manual,
                             const ax_hlo_attr *list, int32_t count, const ax_spec **out_specs)
{
    ax_spec *specs = AX_HLO_NEW(import, ax_spec, count);
    if (!specs)
        return ax_hlo_no_memory();
    if ((list ? list->nitems : 0) != count) {
        return ax_hlo_error(import->module, AX_FORMAT, list ? list->place : manual->op->place,
                            "a manual computation with %d shardings for %d values",
                            list ? (int)list->nitems : 0, (int)count);
    }
    for (int32_t i = 0; i < count; i++)
        AX_TRY(read_spec(import, manual, &list->items[i], &specs[i]));
    *out_specs = specs;
    return NULL;
}

static ax_status *list_of(const ax_hlo_import *import, const ax_hlo_attr *attr,
                          const ax_hlo_attr **out_list)
{
    *out_list = attr ? ax_hlo_sharding_list(attr) : NULL;
    if (attr && !*out_list)
        return ax_hlo_error(import->module, AX_FORMAT, attr->place, "expected a list of shardings");
    return NULL;
}

ax_status *ax_hlo_manual_from_shardy(ax_hlo_import *import, const ax_hlo_attr *in,
                                     const ax_hlo_attr *out, const ax_hlo_attr *manual_axes,
                                     ax_hlo_manual *manual)
{
    const ax_hlo_attr *lists[2], *names = NULL, *mesh = NULL;
    AX_TRY(list_of(import, in, &lists[0]));
    AX_TRY(list_of(import, out, &lists[1]));
    AX_TRY(read_names(import, manual, manual_axes, &names));
    if (names->nitems) {
        AX_TRY(choose_mesh(import, manual, lists, names, &mesh));
        AX_TRY(bind_mesh(import, manual, mesh, names));
    }
    AX_TRY(read_specs(import, manual, lists[0], manual->noperands, &manual->in_specs));
    return read_specs(import, manual, lists[1], manual->nresults, &manual->out_specs);
}

/* ---- the op ---- */

ax_status *ax_hlo_import_manual_computation(ax_hlo_import *import, const ax_hlo_op *op)
{
    if (op->nregions != 1)
        return ax_hlo_error(import->module, AX_FORMAT, op->place, "%s has one region", op->name);
    ax_value *operands = AX_HLO_NEW(import, ax_value, op->noperands);
    ax_value *results = AX_HLO_NEW(import, ax_value, op->nresults);
    if (!operands || !results)
        return ax_hlo_no_memory();
    for (int32_t i = 0; i < op->noperands; i++)
        AX_TRY(ax_hlo_operand(import, op, i, &operands[i]));
    ax_hlo_manual manual = {
        .op = op,
        .noperands = op->noperands,
        .nresults = op->nresults,
        .operands = operands,
    };
    AX_TRY(ax_hlo_manual_from_shardy(import, ax_hlo_op_attr(op, "in_shardings"),
                                     ax_hlo_op_attr(op, "out_shardings"),
                                     ax_hlo_op_attr(op, "manual_axes"), &manual));
    AX_TRY(ax_hlo_manual_emit(import, &manual, results));
    for (int32_t i = 0; i < op->nresults; i++)
        ax_hlo_set_result(import, op, i, results[i]);
    return NULL;
}
