/* ax_shard_map: over axes and sizes, or over those of a mesh. */
#include "exec/mesh.h"
#include "transform/shard_map_fn.h"

#include <axmap/shard_map.h>

ax_status *ax_shard_map(ax_fn *fn, const ax_shard_map_options *options, ax_fn **out_fn)
{
    static const ax_shard_map_options defaults;
    if (!options)
        options = &defaults;
    ax_names axes = options->axes;
    ax_ints sizes = options->sizes;
    const ax_mesh *mesh = options->mesh;
    if (mesh) {
        if (axes.count || sizes.count)
            return AX_ERROR(AX_INVALID_ARGUMENT,
                            "shard_map: give axes and sizes or a mesh, not both");
        axes = (ax_names){mesh->naxes, (const char *const *)mesh->names};
        sizes = (ax_ints){mesh->naxes, mesh->sizes};
    }
    return ax_fn_wrap_shard_map(fn, axes, sizes, options->in_specs, options->out_specs,
                                options->check, out_fn);
}
