/* Meshes as the house sees them. */
#ifndef AXMAP_EXEC_MESH_H
#define AXMAP_EXEC_MESH_H

#include "exec/context.h"

#include <axmap/mesh.h>

struct ax_mesh {
    atomic_int references;
    ax_context *context; /* a reference */
    int32_t naxes;
    char **names;
    int64_t *sizes;
    int64_t devices;
    int *ids; /* the devices' numbers */
};

#endif
