/* Between groups_ids.c, which reads ids as they are written, and groups.c. */
#ifndef AXMAP_FORMATS_STABLEHLO_GROUPS_PRIVATE_H
#define AXMAP_FORMATS_STABLEHLO_GROUPS_PRIVATE_H

#include "formats/stablehlo/groups.h"

/* Rows of ids, each of `width`, padded with -1. */
typedef struct ax_hlo_ids {
    int64_t rows, width;
    int64_t *ids;
} ax_hlo_ids;

/* The grid of processes, with what is bound of it. */
typedef struct ax_hlo_grid {
    ax_hlo_import *import;
    const ax_hlo_op *op;
    int32_t naxes;
    const ax_hlo_axis *axes;
    int64_t replicas, partitions, count;
    ax_hlo_groups bound; /* its axes, without groups */
} ax_hlo_grid;

ax_status *ax_hlo_grid_read(ax_hlo_import *import, const ax_hlo_op *op, ax_hlo_grid *g);

/* AX_UNSUPPORTED, naming the op. */
ax_status *ax_hlo_groups_unsupported(const ax_hlo_grid *g, const char *what);

/* More processes or places than this are an attack, or a program for another way of writing groups. */
enum { AX_HLO_MOST_PLACES = 1 << 22 };

/* The groups of processes that lists of ids stand for: what they count follows from the op's channel and
 * use_global_device_ids. Ids in range; none twice is for the caller to check. */
ax_status *ax_hlo_ids_read(const ax_hlo_grid *g, const ax_hlo_attr *attr, ax_hlo_ids *out_table);

/* #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "i">]>: whole
 * axes that are bound go to `simple` (which needs no table), others to a table. */
ax_status *ax_hlo_mesh_axes_read(const ax_hlo_grid *g, const ax_hlo_attr *attr, bool *out_is_simple,
                                 ax_hlo_groups *simple, ax_hlo_ids *out_table);

#endif
