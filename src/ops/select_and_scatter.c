/* select_and_scatter: types and vmap. */
#include "ops/select_and_scatter.h"

#include "base/unconst.h"
#include "ops/check.h"
#include "ops/ops.h"
#include "ops/region.h"
#include "ops/window_sizes.h"

#include <axmap/elementwise.h>
#include <axmap/indexing.h>
#include <axmap/reduction.h>
#include <axmap/shape.h>

/* ---- types: operand, source, init; regions select and scatter ---- */

static ax_status *check_windows(const ax_eqn *eqn, const ax_type *operand)
{
    static const ax_attr_key lists[] = {AX_ATTR_WINDOW_DIMENSIONS, AX_ATTR_WINDOW_STRIDES};
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        AX_TRY(ax_check_per_dimension(eqn, lists[i], operand));
        AX_TRY(ax_check_positive(eqn, lists[i]));
    }
    int32_t padding = ax_eqn_ints(eqn, AX_ATTR_PADDING).count;
    if (padding == 2 * operand->ndim)
        return NULL;
    return AX_ERROR(AX_INVALID_ARGUMENT,
                    "select_and_scatter: padding has %d entries; %s takes 2 for each of its %d "
                    "dimensions",
                    (int)padding, AX_TYPE_STRING(operand), (int)operand->ndim);
}

static ax_status *check_select(const ax_eqn *eqn)
{
    const ax_graph *region = eqn->regions[AX_SELECT_REGION];
    ax_type element = ax_type_scalar(ax_operand_type(eqn, 0)->dtype);
    ax_type choice = ax_type_scalar(AX_BOOL);
    if (region->ninputs == 2 && region->noutputs == 1 &&
        ax_type_equal(&region->inputs[0]->type, &element) &&
        ax_type_equal(&region->inputs[1]->type, &element) &&
        ax_type_equal(&region->outputs[0]->type, &choice))
        return NULL;
    return AX_ERROR(AX_INVALID_ARGUMENT,
                    "select_and_scatter: its select region takes two scalars %s and gives one bool",
                    ax_dtype_name(element.dtype));
}

/* One element of the source for each place of the window. */
static ax_status *check_source(const ax_eqn *eqn)
{
    const ax_type *operand = ax_operand_type(eqn, 0), *source = ax_operand_type(eqn, 1);
    ax_type expected = *operand;
    for (int32_t i = 0; i < operand->ndim; i++) {
        ax_window_dim dim = {
            .input = operand->dims[i],
            .window = ax_eqn_ints(eqn, AX_ATTR_WINDOW_DIMENSIONS).values[i],
            .stride = ax_eqn_ints(eqn, AX_ATTR_WINDOW_STRIDES).values[i],
            .low = ax_eqn_ints(eqn, AX_ATTR_PADDING).values[2 * i],
            .high = ax_eqn_ints(eqn, AX_ATTR_PADDING).values[2 * i + 1],
            .base_dilation = 1,
            .window_dilation = 1,
        };
        AX_TRY(ax_window_places(eqn, &dim, &expected.dims[i]));
    }
    if (ax_type_equal(&expected, source))
        return NULL;
    return AX_ERROR(AX_INVALID_ARGUMENT,
                    "select_and_scatter: the source is %s; the windows of %s take %s",
                    AX_TYPE_STRING(source), AX_TYPE_STRING(operand), AX_TYPE_STRING(&expected));
}

static ax_status *infer_select_and_scatter(const ax_eqn *eqn, ax_type *out_types)
{
    AX_TRY(ax_check_form(eqn));
    const ax_type *operand = ax_operand_type(eqn, 0), *init = ax_operand_type(eqn, 2);
    AX_TRY(ax_check_dtype(eqn, operand->dtype));
    AX_TRY(check_windows(eqn, operand));
    AX_TRY(check_source(eqn));
    if (init->ndim != 0 || init->dtype != operand->dtype) {
        return AX_ERROR(AX_INVALID_ARGUMENT,
                        "select_and_scatter: the initial value is %s, not a scalar %s",
                        AX_TYPE_STRING(init), ax_dtype_name(operand->dtype));
    }
    AX_TRY(check_select(eqn));
    AX_TRY(ax_check_combiner(eqn, AX_SCATTER_REGION, 1));
    out_types[0] = *operand;
    return NULL;
}

/* ---- vmap ---- */

/* The window has size 1 along the batch axis, at `axis`. */
static void widen_windows(ax_builder *builder, const ax_eqn *eqn, int32_t axis, ax_attr *out_attrs)
{
    static const ax_attr_key keys[] = {AX_ATTR_WINDOW_DIMENSIONS, AX_ATTR_WINDOW_STRIDES};
    for (int32_t i = 0; i < 2; i++) {
        ax_ints list = ax_eqn_ints(eqn, keys[i]);
        out_attrs[i] = (ax_attr){.key = keys[i], .ints = ax_ints_inserted(builder, list, axis, 1)};
    }
    ax_ints padding = ax_eqn_ints(eqn, AX_ATTR_PADDING);
    padding = ax_ints_inserted(builder, padding, 2 * axis, 0);
    if (padding.values)
        padding = ax_ints_inserted(builder, padding, 2 * axis, 0);
    out_attrs[2] = (ax_attr){.key = AX_ATTR_PADDING, .ints = padding};
}

/* What the windows are folded with where inits are mapped: value, place, whether there is any; the one
 * that the select region keeps. */
static void keep_selected(ax_builder *builder, const ax_value *in, ax_value *out, void *user)
{
    const ax_eqn *eqn = user;
    ax_location here = eqn->location;
    ax_value keep, pair[] = {in[0], in[3]};
    ax_builder_inline(builder, eqn->regions[AX_SELECT_REGION], pair, &keep);
    ax_value take = ax_or_at(ax_not_at(in[2], here), ax_not_at(keep, here), here);
    take = ax_and_at(take, in[5], here);
    out[0] = ax_select_at(take, in[3], in[0], here);
    out[1] = ax_select_at(take, in[4], in[1], here);
    out[2] = ax_or_at(in[2], in[5], here);
}

/* Where each window's element lies in its row [rows, windows], -1 where a window holds nothing; the
 * batch of `operand` is in front. */
static ax_value selected_places(ax_batching *batching, const ax_eqn *eqn, ax_value operand,
                                const ax_attr *attrs, ax_location here)
{
    ax_builder *builder = batching->builder;
    ax_type type = ax_value_type(operand), row = *ax_operand_type(eqn, 0);
    int64_t kept[AX_MAX_NDIM], count = ax_type_count(&row);
    for (int32_t i = 0; i < row.ndim; i++)
        kept[i] = i + 1;
    ax_ints dims = {type.ndim, type.dims}, row_dims = {row.ndim, row.dims};
    ax_type line = {AX_I64, 1, {count}};
    ax_value places = ax_reshape_at(ax_iota_at(builder, &line, 0, here), row_dims, here);
    ax_value there = ax_scalar_at(builder, AX_BOOL, 1, here);
    ax_value inputs[] = {operand,
                         ax_broadcast_in_dim_at(places, dims, (ax_ints){row.ndim, kept}, here),
                         ax_broadcast_in_dim_at(there, dims, AX_EMPTY_LIST, here)};
    ax_value inits[] = {ax_scalar_at(builder, type.dtype, 0, here),
                        ax_scalar_at(builder, AX_I64, -1, here),
                        ax_scalar_at(builder, AX_BOOL, 0, here)};
    ax_value results[3];
    ax_window_options windows = {
        .dimensions = attrs[0].ints, .strides = attrs[1].ints, .padding = attrs[2].ints};
    /* The body only reads the equation. */
    ax_reduce_window_at(inputs, inits, 3, &windows, keep_selected, ax_unconst(eqn), results, here);
    int64_t per_row = ax_type_count(ax_operand_type(eqn, 1));
    return ax_reshape_at(results[1], AX_LIST(batching->size, per_row), here);
}

static void apply_scatter(ax_builder *builder, const ax_value *in, ax_value *out, void *user)
{
    const ax_eqn *eqn = user;
    ax_builder_inline(builder, eqn->regions[AX_SCATTER_REGION], in, out);
}

/* With a mapped init: the places first, then a scatter into rows of inits. */
static void batch_with_inits(ax_batching *batching, const ax_eqn *eqn)
{
    ax_builder *builder = batching->builder;
    ax_location here = eqn->location;
    ax_attr attrs[3];
    widen_windows(builder, eqn, 0, attrs);
    ax_value operand = ax_batch_operand_at(batching, eqn, 0, 0);
    ax_value source = ax_batch_operand_at(batching, eqn, 1, 0);
    ax_value init = ax_batch_operand(batching, eqn, 2).value;
    if (ax_builder_failed(builder))
        return;
    ax_type type = ax_value_type(operand);
    int64_t count = ax_type_count(ax_operand_type(eqn, 0));
    int64_t windows = ax_type_count(ax_operand_type(eqn, 1));
    ax_value places = selected_places(batching, eqn, operand, attrs, here);
    ax_value rows = ax_broadcast_in_dim_at(init, AX_LIST(batching->size, count), AX_LIST(0), here);
    ax_value updates = ax_reshape_at(source, AX_LIST(batching->size, windows), here);
    ax_scatter_options options = {
        .inserted_window_dims = AX_LIST(1),
        .input_batching_dims = AX_LIST(0),
        .scatter_indices_batching_dims = AX_LIST(0),
        .scatter_dims_to_operand_dims = AX_LIST(1),
        .index_vector_dim = 2,
    };
    ax_value result;
    ax_scatter_at(&rows, places, &updates, 1, &options, apply_scatter, ax_unconst(eqn), &result,
                  here);
    result = ax_reshape_at(result, (ax_ints){type.ndim, type.dims}, here);
    ax_batch_results(batching, eqn, &result, 0);
}

static void batch_select_and_scatter(ax_batching *batching, const ax_eqn *eqn)
{
    if (ax_batch_operand(batching, eqn, 2).axis != AX_NOT_MAPPED) {
        batch_with_inits(batching, eqn);
        return;
    }
    int32_t axis = ax_batch_operand(batching, eqn, 0).axis;
    if (axis == AX_NOT_MAPPED)
        axis = ax_batch_operand(batching, eqn, 1).axis;
    ax_value operands[] = {ax_batch_operand_at(batching, eqn, 0, axis),
                           ax_batch_operand_at(batching, eqn, 1, axis),
                           ax_batch_operand(batching, eqn, 2).value};
    ax_attr attrs[3];
    widen_windows(batching->builder, eqn, axis, attrs);
    if (!ax_builder_failed(batching->builder))
        ax_batch_emit(batching, eqn, operands, attrs, 3, axis);
}

AX_OP_RECORD(select_and_scatter, window, .dtypes = AX_SET_REAL, .noperands = 3, .nregions = 2,
             .attrs = AX_ATTR_LIST(AX_ATTR_WINDOW_DIMENSIONS, AX_ATTR_WINDOW_STRIDES,
                                   AX_ATTR_PADDING),
             .infer = AX_RULE(infer_select_and_scatter), .batch = AX_RULE(batch_select_and_scatter),
             .eval = AX_RULE(ax_eval_select_and_scatter));
