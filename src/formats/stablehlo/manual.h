/* A manual computation in whatever form it is written: what its importers share. */
#ifndef AXMAP_FORMATS_STABLEHLO_MANUAL_H
#define AXMAP_FORMATS_STABLEHLO_MANUAL_H

#include "formats/stablehlo/import.h"
#include "ops/shard_map.h"

typedef struct ax_hlo_manual {
    const ax_hlo_op *op;        /* for messages and locations */
    const char *function;       /* its body; NULL: the op's region */
    bool stacked;               /* a block is a value of the function with a first dimension of 1 */
    ax_hlo_processes processes; /* as they are inside */
    ax_names axes;              /* that it binds, in the mesh's order; specs count these */
    ax_ints sizes;
    int32_t noperands, nresults;
    const ax_value *operands;
    const ax_spec *in_specs, *out_specs;
} ax_hlo_manual;

/* Sets axes, sizes and processes: `all` are the axes of the mesh, of which those with `bound` are manual
 * in this computation; axes that are bound around it already stay bound. */
ax_status *ax_hlo_manual_bind(ax_hlo_import *import, ax_hlo_manual *manual, const ax_hlo_axis *all,
                              int32_t count);

/* Appends the computation as a shard_map; without axes its body is inlined. */
ax_status *ax_hlo_manual_emit(ax_hlo_import *import, const ax_hlo_manual *manual,
                              ax_value *out_results);

/* ---- in Shardy's words ---- */

/* A computation with these shardings, `in` for each operand and `out` for each result, and manual axes:
 * in_shardings=[..], out_shardings=[..], manual_axes={..} or their dialect attributes. An attribute may
 * be NULL where there is nothing that it could say. Sets all but op, function and operands. */
ax_status *ax_hlo_manual_from_shardy(ax_hlo_import *import, const ax_hlo_attr *in,
                                     const ax_hlo_attr *out, const ax_hlo_attr *manual_axes,
                                     ax_hlo_manual *manual);

#endif
