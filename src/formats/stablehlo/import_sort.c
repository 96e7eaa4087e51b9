/* sort, with what its attributes mean where they are not written, and the ways in which programs ask
 * for the k largest. */
#include "formats/stablehlo/import.h"

#include <axmap/elementwise.h>
#include <axmap/shape.h>

/* Emits `record` with the op's operands and regions; `reversed`, unless negative, is a dimension along
 * which the operands are reversed first. */
static ax_status *emit(ax_hlo_import *import, const ax_hlo_op *op, const ax_op *record,
                       const ax_attr *attrs, int32_t nattrs, int64_t reversed)
{
    ax_value *operands = NULL;
    AX_TRY(ax_hlo_operands(import, op, &operands));
    for (int32_t i = 0; i < op->noperands && reversed >= 0; i++)
        operands[i] = ax_reverse_at(operands[i], AX_LIST(reversed), ax_hlo_location(import, op));
    return ax_hlo_emit(import, op, record, operands, attrs, nattrs);
}

ax_status *ax_hlo_import_sort(ax_hlo_import *import, const ax_hlo_op *op)
{
    const ax_hlo_attr *dimension = ax_hlo_op_attr(op, "dimension");
    const ax_hlo_attr *is_stable = ax_hlo_op_attr(op, "is_stable");
    ax_attr attrs[] = {ax_attr_int(AX_ATTR_DIMENSION, -1), ax_attr_int(AX_ATTR_IS_STABLE, 0)};
    if (dimension)
        AX_TRY(ax_hlo_int(import, dimension, &attrs[0].i));
    if (is_stable)
        AX_TRY(ax_hlo_int(import, is_stable, &attrs[1].i));
    int32_t ndim = op->noperands ? op->operands[0]->type->ndim : 0;
    if (attrs[0].i < 0 && attrs[0].i >= -ndim)
        attrs[0].i += ndim;
    bool reversed = import->reverse_ties && attrs[1].i == 0;
    return emit(import, op, &ax_op_sort, attrs, 2, reversed ? attrs[0].i : -1);
}

static ax_status *import_k(ax_hlo_import *import, const ax_hlo_op *op, const ax_hlo_attr *k,
                           int64_t reversed)
{
    ax_attr attr = ax_attr_int(AX_ATTR_K, 0);
    if (!k)
        return ax_hlo_missing(import->module, op, "k");
    AX_TRY(ax_hlo_int(import, k, &attr.i));
    return emit(import, op, &ax_op_top_k, &attr, 1, reversed);
}

/* Indices into a dimension that was reversed, as indices into the one that was not. */
static ax_value unreverse(ax_value indices, int64_t size, ax_location here)
{
    ax_value last = ax_scalar_at(indices.builder, AX_I32, (double)size - 1, here);
    return indices.var ? ax_sub_at(last, indices, here) : indices;
}

ax_status *ax_hlo_import_top_k(ax_hlo_import *import, const ax_hlo_op *op)
{
    const ax_hlo_attr *stable = ax_hlo_op_attr(op, "is_stable");
    const ax_hlo_type *type = op->noperands ? op->operands[0]->type : NULL;
    bool open = stable && stable->kind == AX_HLO_BOOL && !stable->integer;
    if (!open || !import->reverse_ties || !type || type->ndim < 1 || op->nresults != 2)
        return import_k(import, op, ax_hlo_op_attr(op, "k"), -1);
    AX_TRY(import_k(import, op, ax_hlo_op_attr(op, "k"), type->ndim - 1));
    ax_value indices = import->values[op->results[1].id];
    indices = unreverse(indices, type->dims[type->ndim - 1], ax_hlo_location(import, op));
    ax_hlo_set_result(import, op, 1, indices);
    return NULL;
}

/* The custom call @mhlo.topk: k, and whether the largest are wanted, in a dictionary. */
ax_status *ax_hlo_import_topk_call(ax_hlo_import *import, const ax_hlo_op *op)
{
    const ax_hlo_attr *options = ax_hlo_op_attr(op, "mhlo.attributes");
    const ax_hlo_attr *largest = options ? ax_hlo_attr_item(options, "largest") : NULL;
    if (largest && largest->kind == AX_HLO_BOOL && !largest->integer) {
        return ax_hlo_error(import->module, AX_UNSUPPORTED, largest->place,
                            "the smallest k elements are not supported, only the largest");
    }
    return import_k(import, op, options ? ax_hlo_attr_item(options, "k") : NULL, -1);
}

/* ---- @ApproxTopK ---- */

/* The function that it names to compare with, as the region of an op that sorts. */
static ax_status *with_comparator(ax_hlo_import *import, const ax_hlo_op *call, ax_hlo_op *out_sort)
{
    const ax_hlo_attr *names = ax_hlo_op_attr(call, "called_computations");
    const ax_hlo_attr *name = names && names->nitems == 1 ? &names->items[0] : NULL;
    const ax_hlo_op *function = name && name->kind == AX_HLO_SYMBOL
                                    ? ax_hlo_module_find(import->module, name->text)
                                    : NULL;
    if (!function || function->nregions != 1)
        return ax_hlo_missing(import->module, call, "called_computations");
    *out_sort = *call;
    out_sort->noperands = call->nresults; /* the initial values stand behind them */
    out_sort->regions = function->regions;
    out_sort->nregions = 1;
    return NULL;
}

/* The k first by a comparator, which may be approximate and are not: a sort and its beginning, as many
 * as the results have. */
ax_status *ax_hlo_import_approx_top_k(ax_hlo_import *import, const ax_hlo_op *op)
{
    const ax_hlo_attr *config = ax_hlo_op_attr(op, "mhlo.backend_config");
    const ax_hlo_attr *dimension = config ? ax_hlo_attr_item(config, "reduction_dim") : NULL;
    ax_attr attrs[] = {ax_attr_int(AX_ATTR_DIMENSION, 0), ax_attr_int(AX_ATTR_IS_STABLE, 1)};
    ax_hlo_op sort;
    if (!dimension)
        return ax_hlo_missing(import->module, op, "mhlo.backend_config");
    if (op->noperands != 2 * op->nresults) {
        return ax_hlo_error(import->module, AX_FORMAT, op->place,
                            "@ApproxTopK takes an array and an initial value for each result");
    }
    AX_TRY(ax_hlo_int(import, dimension, &attrs[0].i));
    AX_TRY(with_comparator(import, op, &sort));
    AX_TRY(emit(import, &sort, &ax_op_sort, attrs, 2, -1));
    for (int32_t i = 0; i < op->nresults; i++) {
        static const int64_t zeros[AX_MAX_NDIM] = {0};
        ax_value sorted = import->values[op->results[i].id];
        ax_type type;
        AX_TRY(ax_hlo_to_type(import->module, op->results[i].type, &type));
        ax_value first = ax_slice_at(sorted, (ax_ints){type.ndim, zeros},
                                     (ax_ints){type.ndim, type.dims}, AX_EMPTY_LIST,
                                     ax_hlo_location(import, op));
        ax_hlo_set_result(import, op, i, first);
    }
    return NULL;
}
