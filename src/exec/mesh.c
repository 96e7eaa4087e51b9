#include "exec/mesh.h"

#include "base/checked.h"

#include <stdlib.h>
#include <string.h>

static ax_status *check_axes(const ax_context *context, ax_names names, ax_ints sizes,
                             int64_t *out_devices)
{
    if (names.count < 1 || names.count != sizes.count) {
        return AX_ERROR(AX_INVALID_ARGUMENT,
                        "a mesh of %d axis names and %d sizes: it needs one "
                        "size for each of at least one axis",
                        (int)names.count, (int)sizes.count);
    }
    int64_t devices = 1;
    for (int32_t i = 0; i < names.count; i++) {
        if (!names.values[i]) {
            return AX_ERROR(AX_INVALID_ARGUMENT, "axis %d of a mesh has no name", (int)i);
        }
        if (sizes.values[i] < 1) {
            return AX_ERROR(AX_INVALID_ARGUMENT,
                            "axis '%s' of a mesh has size %lld; it must be at least 1",
                            names.values[i], (long long)sizes.values[i]);
        }
        if (!ax_checked_mul(devices, sizes.values[i], &devices)) {
            return AX_ERROR(AX_INVALID_ARGUMENT,
                            "a mesh of more devices than 64 bits count, with axis '%s' of size "
                            "%lld; the context has %d",
                            names.values[i], (long long)sizes.values[i], context->places.count);
        }
        for (int32_t j = 0; j < i; j++) {
            if (strcmp(names.values[i], names.values[j]) == 0) {
                return AX_ERROR(AX_INVALID_ARGUMENT, "axis '%s' of a mesh is named twice",
                                names.values[i]);
            }
        }
    }
    if (devices > context->places.count) {
        return AX_ERROR(AX_INVALID_ARGUMENT,
                        "a mesh of %lld devices, but the context has %d: start more ranks, or set "
                        "devices_per_rank",
                        (long long)devices, context->places.count);
    }
    *out_devices = devices;
    return NULL;
}

/* Each device once; those of a rank together, rank by rank: a rank's rows then are one run. */
static ax_status *check_devices(const ax_context *context, int64_t count, ax_ints devices)
{
    const ax_places *places = &context->places;
    if (devices.count != count) {
        return AX_ERROR(AX_INVALID_ARGUMENT, "a mesh of %lld devices, but %d are listed",
                        (long long)count, (int)devices.count);
    }
    for (int32_t i = 0; i < devices.count; i++) {
        int64_t device = devices.values[i];
        if (device < 0 || device >= places->count) {
            return AX_ERROR(AX_INVALID_ARGUMENT, "device %lld of a mesh is not in [0, %d)",
                            (long long)device, places->count);
        }
        for (int32_t j = 0; j < i; j++) {
            if (devices.values[j] == device) {
                return AX_ERROR(AX_INVALID_ARGUMENT, "device %lld is in a mesh twice",
                                (long long)device);
            }
        }
        int before = i ? places->devices[devices.values[i - 1]].rank : 0;
        if (places->devices[device].rank < before) {
            return AX_ERROR(AX_INVALID_ARGUMENT,
                            "device %lld of rank %d follows device %lld of rank %d in a mesh: list "
                            "the devices of a rank together, in any order, and ranks in order",
                            (long long)device, places->devices[device].rank,
                            (long long)devices.values[i - 1], before);
        }
    }
    return NULL;
}

ax_status *ax_mesh_create(ax_context *context, ax_names names, ax_ints sizes, ax_mesh **out_mesh)
{
    return ax_mesh_create_on(context, names, sizes, AX_EMPTY_LIST, out_mesh);
}

ax_status *ax_mesh_create_on(ax_context *context, ax_names names, ax_ints sizes, ax_ints list,
                             ax_mesh **out_mesh)
{
    int64_t devices = 0;
    AX_TRY(check_axes(context, names, sizes, &devices));
    if (list.count > 0)
        AX_TRY(check_devices(context, devices, list));
    ax_mesh *mesh = calloc(1, sizeof *mesh);
    if (!mesh)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a mesh");
    atomic_init(&mesh->references, 1);
    ax_context_retain(context);
    mesh->context = context;
    mesh->devices = devices;
    mesh->names = calloc((size_t)names.count, sizeof *mesh->names);
    mesh->sizes = calloc((size_t)names.count, sizeof *mesh->sizes);
    mesh->ids = calloc((size_t)devices, sizeof *mesh->ids);
    bool complete = mesh->names && mesh->sizes && mesh->ids;
    for (int64_t d = 0; d < devices && complete; d++)
        mesh->ids[d] = (int)(list.count ? list.values[d] : d);
    for (int32_t i = 0; i < names.count && complete; i++) {
        mesh->sizes[i] = sizes.values[i];
        mesh->names[i] = strdup(names.values[i]);
        complete = mesh->names[i] != NULL;
        mesh->naxes++;
    }
    if (!complete) {
        ax_mesh_release(mesh);
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a mesh");
    }
    *out_mesh = mesh;
    return NULL;
}

void ax_mesh_retain(ax_mesh *mesh)
{
    atomic_fetch_add(&mesh->references, 1);
}

void ax_mesh_release(ax_mesh *mesh)
{
    if (!mesh || atomic_fetch_sub(&mesh->references, 1) > 1)
        return;
    for (int32_t i = 0; i < mesh->naxes; i++)
        free(mesh->names[i]);
    free(mesh->names);
    free(mesh->sizes);
    free(mesh->ids);
    ax_context_release(mesh->context);
    free(mesh);
}

int64_t ax_mesh_size(const ax_mesh *mesh)
{
    return mesh->devices;
}

int64_t ax_mesh_axis_size(const ax_mesh *mesh, const char *name)
{
    for (int32_t i = 0; i < mesh->naxes; i++) {
        if (strcmp(mesh->names[i], name) == 0)
            return mesh->sizes[i];
    }
    return 0;
}
