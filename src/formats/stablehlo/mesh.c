#include "formats/stablehlo/mesh.h"

#include "formats/stablehlo/parser.h"

#include <string.h>

/* In older texts: module attributes {mhlo.frontend_attributes = {xla.sdy.meshes = "{mesh = #sdy.mesh<..>}"}} */
static ax_status *find_in_frame(const ax_hlo_module *module, const char *symbol,
                                const ax_hlo_attr **out_mesh)
{
    const ax_hlo_attr *all = module->frame
                                 ? ax_hlo_op_attr(module->frame, "mhlo.frontend_attributes")
                                 : NULL;
    const ax_hlo_attr *text = all ? ax_hlo_attr_item(all, "xla.sdy.meshes") : NULL;
    if (!text || text->kind != AX_HLO_STRING)
        return NULL;
    ax_hlo_attr *meshes = AX_ARENA_NEW(module->arena, ax_hlo_attr, 1);
    if (!meshes)
        return ax_hlo_no_memory();
    AX_TRY(ax_hlo_parse_attr_text(module, text->text, text->place, meshes));
    *out_mesh = ax_hlo_attr_item(meshes, symbol);
    return NULL;
}

ax_status *ax_hlo_mesh_axes(const ax_hlo_module *module, const char *symbol, ax_hlo_place place,
                            const ax_hlo_attr **out_axes)
{
    const ax_hlo_op *op = ax_hlo_module_find(module, symbol);
    const ax_hlo_attr *mesh = NULL;
    if (!op) {
        AX_TRY(find_in_frame(module, symbol, &mesh));
    } else if (strcmp(op->name, "sdy.mesh") == 0) {
        mesh = ax_hlo_op_attr(op, "mesh");
    }
    if (!mesh)
        return ax_hlo_error(module, AX_NOT_FOUND, place, "there is no mesh '@%s'", symbol);
    const ax_hlo_attr *axes = mesh->nitems ? &mesh->items[0] : NULL;
    bool fits = axes && axes->kind == AX_HLO_LIST && !axes->name;
    for (int32_t i = 0; fits && i < axes->nitems; i++)
        fits = axes->items[i].name && axes->items[i].kind == AX_HLO_INT;
    if (!fits)
        return ax_hlo_error(module, AX_FORMAT, mesh->place, "a mesh is <[\"name\"=size, ...]>");
    *out_axes = axes;
    return NULL;
}

ax_status *ax_hlo_mesh_axis_size(const ax_hlo_module *module, const char *symbol, const char *axis,
                                 ax_hlo_place place, int64_t *out_size)
{
    const ax_hlo_attr *axes;
    AX_TRY(ax_hlo_mesh_axes(module, symbol, place, &axes));
    const ax_hlo_attr *size = ax_hlo_attr_item(axes, axis);
    if (!size) {
        return ax_hlo_error(module, AX_NOT_FOUND, place, "the mesh '@%s' has no axis '%s'", symbol,
                            axis);
    }
    if (size->integer < 1) {
        return ax_hlo_error(module, AX_FORMAT, size->place,
                            "axis '%s' has size %lld; it must be at least 1", axis,
                            (long long)size->integer);
    }
    *out_size = size->integer;
    return NULL;
}

const ax_hlo_attr *ax_hlo_sharding_list(const ax_hlo_attr *attr)
{
    if (attr->kind == AX_HLO_DIALECT && attr->nitems == 1)
        attr = &attr->items[0]; /* #sdy.sharding_per_value<[...]> */
    return attr->kind == AX_HLO_LIST ? attr : NULL;
}

static bool is_sharding(const ax_hlo_attr *sharding)
{
    return (sharding->kind == AX_HLO_GROUP || sharding->kind == AX_HLO_DIALECT) &&
           sharding->nitems >= 2 && sharding->items[0].kind == AX_HLO_SYMBOL &&
           sharding->items[1].kind == AX_HLO_LIST;
}

const char *ax_hlo_sharding_mesh(const ax_hlo_attr *sharding)
{
    return is_sharding(sharding) ? sharding->items[0].text : NULL;
}

const ax_hlo_attr *ax_hlo_sharding_dims(const ax_hlo_attr *sharding)
{
    return is_sharding(sharding) ? &sharding->items[1] : NULL;
}

bool ax_hlo_next_axis(const ax_hlo_attr *axes, int32_t *position, const ax_hlo_attr **out_name,
                      bool *out_is_part)
{
    while (*position < axes->nitems && axes->items[*position].kind != AX_HLO_STRING)
        ++*position; /* `?`: more axes may be added */
    if (*position >= axes->nitems)
        return false;
    *out_name = &axes->items[(*position)++];
    const ax_hlo_attr *next = *position < axes->nitems ? &axes->items[*position] : NULL;
    *out_is_part = next && next->kind == AX_HLO_WORD && strcmp(next->text, ":") == 0;
    return true;
}
