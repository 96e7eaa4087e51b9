/* The function of two values that a collective combines with. */
#ifndef AXMAP_FORMATS_STABLEHLO_REDUCER_H
#define AXMAP_FORMATS_STABLEHLO_REDUCER_H

#include "formats/stablehlo/groups.h"

typedef struct ax_hlo_reducer {
    const struct ax_hlo_known_reducer *known; /* add, maximum, ...; else NULL */
    const ax_graph *region;                   /* then this: of two scalars */
} ax_hlo_reducer;

/* The op's region. */
ax_status *ax_hlo_read_reducer(ax_hlo_import *import, const ax_hlo_op *op,
                               ax_hlo_reducer *out_reducer);

/* The values of the member's group, combined. */
ax_value ax_hlo_reduce_over(const ax_hlo_reducer *reducer, ax_value value,
                            const ax_hlo_groups *groups, ax_location here);

/* The same, of which each member keeps its own part of `dimension`. */
ax_value ax_hlo_reduce_scatter(const ax_hlo_reducer *reducer, ax_value value,
                               const ax_hlo_groups *groups, int64_t dimension, ax_location here);

/* The member's own place in its group: a scalar integer. */
ax_value ax_hlo_place_in_group(ax_builder *builder, const ax_hlo_groups *groups, ax_location here);

#endif
