/* A mesh: devices of a context as a grid with named axes.
 *
 * It takes the context's devices in order of their numbers, or as listed, the last axis varying
 * fastest. A mapped function shards its axis over all devices of a mesh; without one, over all devices
 * of the context. Meshes are refcounted and immutable.
 */
#ifndef AXMAP_MESH_H
#define AXMAP_MESH_H

#include <axmap/context.h>
#include <axmap/type.h>

AX_BEGIN_DECLS

typedef struct ax_mesh ax_mesh;

/* A mesh of `names.count` axes of `sizes`; the product of the sizes is the number of devices, the
 * first of the context. Makes no communication; call it alike on all ranks.
 * Errors: AX_INVALID_ARGUMENT: no axis, a name twice, a size below 1, more devices than there are. */
AX_API ax_status *ax_mesh_create(ax_context *context, ax_names names, ax_ints sizes,
                                 ax_mesh **out_mesh);

/* The same on listed devices (numbers over all ranks, each once): those of a rank in any order, ranks
 * in order. An empty list: the first of the context. */
AX_API ax_status *ax_mesh_create_on(ax_context *context, ax_names names, ax_ints sizes,
                                    ax_ints devices, ax_mesh **out_mesh);

AX_API void ax_mesh_retain(ax_mesh *mesh);
AX_API void ax_mesh_release(ax_mesh *mesh); /* NULL is allowed */

/* Devices in the mesh; and along one axis: 0 when it has none of this name. */
AX_API int64_t ax_mesh_size(const ax_mesh *mesh);
AX_API int64_t ax_mesh_axis_size(const ax_mesh *mesh, const char *name);

AX_END_DECLS

#endif
