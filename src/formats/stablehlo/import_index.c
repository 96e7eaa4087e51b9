/* Indexing with traced scalars: x[i] is a dynamic_slice, which is a gather of one slice. Both clamp
 * where the slice starts so that it lies inside. */
#include "formats/stablehlo/import.h"

#include <axmap/indexing.h>
#include <axmap/shape.h>

static ax_status *read_sizes(ax_hlo_import *import, const ax_hlo_op *op, ax_ints *out_sizes)
{
    const ax_hlo_attr *attr = ax_hlo_op_attr(op, "slice_sizes");
    if (!attr)
        return ax_hlo_missing(import->module, op, "slice_sizes");
    AX_TRY(ax_hlo_ints(import, attr, out_sizes));
    int64_t ndim = op->noperands ? op->operands[0]->type->ndim : -1;
    if (op->noperands == ndim + 1 && out_sizes->count == ndim && op->nresults == 1)
        return NULL;
    return ax_hlo_error(import->module, AX_FORMAT, op->place,
                        "%s takes an array, and a scalar and a size for each of its dimensions",
                        op->name);
}

/* A slice as long as its dimension starts at 0, wherever it should start. */
static bool may_start_elsewhere(const ax_hlo_op *op, ax_ints sizes, int64_t dim)
{
    return sizes.values[dim] != op->operands[0]->type->dims[dim];
}

ax_status *ax_hlo_import_dynamic_slice(ax_hlo_import *import, const ax_hlo_op *op)
{
    ax_location here = ax_hlo_location(import, op);
    ax_ints sizes = {0};
    ax_value operand;
    AX_TRY(read_sizes(import, op, &sizes));
    AX_TRY(ax_hlo_operand(import, op, 0, &operand));
    ax_value *starts = AX_HLO_NEW(import, ax_value, sizes.count);
    int64_t *dims = AX_HLO_NEW(import, int64_t, sizes.count);
    int64_t *all = AX_HLO_NEW(import, int64_t, sizes.count);
    if (!starts || !dims || !all)
        return ax_hlo_no_memory();
    int32_t count = 0;
    for (int32_t i = 0; i < sizes.count; i++) {
        all[i] = i;
        if (!may_start_elsewhere(op, sizes, i))
            continue;
        ax_value start;
        AX_TRY(ax_hlo_operand(import, op, i + 1, &start));
        dims[count] = i;
        starts[count++] = ax_reshape_at(start, AX_LIST(1), here);
    }
    if (count > 0) {
        const ax_gather_options options = {
            .offset_dims = {sizes.count, all},
            .start_index_map = {count, dims},
            .slice_sizes = sizes,
        };
        ax_value vector = count == 1 ? starts[0] : ax_concatenate_at(starts, count, 0, here);
        operand = ax_gather_at(operand, vector, &options, here);
    }
    ax_hlo_set_result(import, op, 0, operand);
    return NULL;
}
