/* Whom the processes of a collective speak with. */
#ifndef AXMAP_FORMATS_STABLEHLO_GROUPS_H
#define AXMAP_FORMATS_STABLEHLO_GROUPS_H

#include "formats/stablehlo/import.h"

#include <axmap/collective.h>

/* The axes that a collective speaks over, and its groups of their members, which are numbered along the
 * axes as written. Everything lies in the graph's arena. */
typedef struct ax_hlo_groups {
    ax_names axes;           /* none: every process speaks to itself alone */
    ax_ints sizes;           /* of the axes */
    int64_t members;         /* of all of them */
    int64_t widest;          /* members of the largest group */
    const ax_groups *groups; /* NULL: all members are one group, in order */
} ax_hlo_groups;

/* From the op's replica_groups, channel_handle and use_global_device_ids. With `any_order` the order in
 * a group says nothing. Every process is in one group, once. */
ax_status *ax_hlo_read_groups(ax_hlo_import *import, const ax_hlo_op *op, bool any_order,
                              ax_hlo_groups *out_groups);

/* From which member each gets its value, or -1: from the op's source_target_pairs, or (of
 * collective_broadcast) from the first of its replica_groups to the others, which need not hold all. */
ax_status *ax_hlo_read_sources(ax_hlo_import *import, const ax_hlo_op *op,
                               ax_hlo_groups *out_members, ax_ints *out_sources);

#endif
