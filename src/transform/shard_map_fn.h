/* ax_shard_map's functions: axes and specs as they were given, and their trace. */
#ifndef AXMAP_TRANSFORM_SHARD_MAP_FN_H
#define AXMAP_TRANSFORM_SHARD_MAP_FN_H

#include "ir/spec.h"
#include "transform/fn.h"

/* What an AX_FN_SHARD_MAP binds. A spec may have fewer dimensions than its array: the others are
 * whole. */
typedef struct ax_shard_map_binding {
    ax_arena *arena; /* everything here lies in it */
    ax_names axes;
    ax_ints sizes;
    ax_spec *in_specs, *out_specs;
    bool check; /* refuse results that may differ where their specs promise that they do not */
} ax_shard_map_binding;

/* Wraps `fn`; reads the specs' texts (see axmap/shard_map.h). */
ax_status *ax_fn_wrap_shard_map(ax_fn *fn, ax_names axes, ax_ints sizes, ax_names in_specs,
                                ax_names out_specs, bool check, ax_fn **out_fn);

void ax_shard_map_binding_free(ax_shard_map_binding *binding); /* NULL is allowed */

/* Its meaning: one shard_map equation. */
ax_status *ax_shard_map_trace(const ax_fn *fn, const ax_type *types, const ax_axis *axes,
                              ax_graph **out_graph);

/* The check: an error names the first result of the region that may break its spec's promise. */
ax_status *ax_shard_map_check(const ax_shard_map_binding *binding, const ax_graph *region);

#endif
