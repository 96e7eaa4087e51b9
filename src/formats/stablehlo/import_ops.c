/* What each op becomes. Most ops of StableHLO are ops of axmap by the same name, so one importer
 * serves them: it reads the attributes that the op's record lists. The table holds the others. */
#include "formats/stablehlo/import.h"
#include "formats/stablehlo/shard_call.h"

#include <stdio.h>
#include <string.h>

/* ---- attributes by the record's keys ---- */

/* Where the text keeps an attribute that does not stand on the op by the name of its key. */
typedef struct attr_place {
    ax_attr_key key;
    const char *container; /* the attribute that holds it: #stablehlo.dot<...>; NULL: the op */
    const char *name;
} attr_place;

static const attr_place places[] = {
    {AX_ATTR_COLLAPSED_SLICE_DIMS, "dimension_numbers", "collapsed_slice_dims"},
    {AX_ATTR_DIMENSION, NULL, "iota_dimension"},
    {AX_ATTR_INDEX_VECTOR_DIM, "dimension_numbers", "index_vector_dim"},
    {AX_ATTR_INDEX_VECTOR_DIM, "scatter_dimension_numbers", "index_vector_dim"},
    {AX_ATTR_INPUT_BATCHING_DIMS, "scatter_dimension_numbers", "input_batching_dims"},
    {AX_ATTR_INSERTED_WINDOW_DIMS, "scatter_dimension_numbers", "inserted_window_dims"},
    {AX_ATTR_LHS_BATCHING_DIMENSIONS, "dot_dimension_numbers", "lhs_batching_dimensions"},
    {AX_ATTR_LHS_CONTRACTING_DIMENSIONS, "dot_dimension_numbers", "lhs_contracting_dimensions"},
    {AX_ATTR_OFFSET_DIMS, "dimension_numbers", "offset_dims"},
    {AX_ATTR_OPERAND_BATCHING_DIMS, "dimension_numbers", "operand_batching_dims"},
    {AX_ATTR_RHS_BATCHING_DIMENSIONS, "dot_dimension_numbers", "rhs_batching_dimensions"},
    {AX_ATTR_RHS_CONTRACTING_DIMENSIONS, "dot_dimension_numbers", "rhs_contracting_dimensions"},
    {AX_ATTR_SCATTER_DIMS_TO_OPERAND_DIMS, "scatter_dimension_numbers",
     "scatter_dims_to_operand_dims"},
    {AX_ATTR_SCATTER_INDICES_BATCHING_DIMS, "scatter_dimension_numbers",
     "scatter_indices_batching_dims"},
    {AX_ATTR_START_INDEX_MAP, "dimension_numbers", "start_index_map"},
    {AX_ATTR_START_INDICES_BATCHING_DIMS, "dimension_numbers", "start_indices_batching_dims"},
    {AX_ATTR_UPDATE_WINDOW_DIMS, "scatter_dimension_numbers", "update_window_dims"},
};

static const ax_hlo_attr *find_attr(const ax_hlo_op *op, ax_attr_key key)
{
    const ax_hlo_attr *attr = ax_hlo_op_attr(op, ax_attr_name(key));
    for (size_t i = 0; !attr && i < sizeof places / sizeof places[0]; i++) {
        if (places[i].key != key)
            continue;
        if (!places[i].container)
            return ax_hlo_op_attr(op, places[i].name);
        const ax_hlo_attr *container = ax_hlo_op_attr(op, places[i].container);
        attr = container ? ax_hlo_attr_item(container, places[i].name) : NULL;
    }
    return attr;
}

/* What an attribute means that is not written: a list of `fill` for each dimension of the window,
 * `per_dim` times, or nothing. */
typedef struct attr_default {
    ax_attr_key key;
    int64_t fill;
    int32_t per_dim; /* 0: an empty list, or for an integer `fill` itself */
} attr_default;

static const attr_default defaults[] = {
    {AX_ATTR_BASE_DILATIONS, 1, 1},
    {AX_ATTR_BATCH_GROUP_COUNT, 1, 0},
    {AX_ATTR_COLLAPSED_SLICE_DIMS, 0, 0},
    {AX_ATTR_FEATURE_GROUP_COUNT, 1, 0},
    {AX_ATTR_INDEX_VECTOR_DIM, 0, 0},
    {AX_ATTR_INDICES_ARE_SORTED, 0, 0},
    {AX_ATTR_INPUT_BATCHING_DIMS, 0, 0},
    {AX_ATTR_INSERTED_WINDOW_DIMS, 0, 0},
    {AX_ATTR_LHS_BATCHING_DIMENSIONS, 0, 0},
    {AX_ATTR_LHS_CONTRACTING_DIMENSIONS, 0, 0},
    {AX_ATTR_LHS_DILATION, 1, 1},
    {AX_ATTR_OFFSET_DIMS, 0, 0},
    {AX_ATTR_OPERAND_BATCHING_DIMS, 0, 0},
    {AX_ATTR_PADDING, 0, 2},
    {AX_ATTR_RHS_BATCHING_DIMENSIONS, 0, 0},
    {AX_ATTR_RHS_CONTRACTING_DIMENSIONS, 0, 0},
    {AX_ATTR_RHS_DILATION, 1, 1},
    {AX_ATTR_SCATTER_DIMS_TO_OPERAND_DIMS, 0, 0},
    {AX_ATTR_SCATTER_INDICES_BATCHING_DIMS, 0, 0},
    {AX_ATTR_START_INDEX_MAP, 0, 0},
    {AX_ATTR_START_INDICES_BATCHING_DIMS, 0, 0},
    {AX_ATTR_STRIDES, 1, 1},
    {AX_ATTR_UNIQUE_INDICES, 0, 0},
    {AX_ATTR_UPDATE_WINDOW_DIMS, 0, 0},
    {AX_ATTR_WINDOW_DILATIONS, 1, 1},
    {AX_ATTR_WINDOW_REVERSAL, 0, 1},
    {AX_ATTR_WINDOW_STRIDES, 1, 1},
};

static ax_status *default_attr(ax_hlo_import *import, const ax_hlo_op *op, int32_t window_ndim,
                               ax_attr *attr)
{
    for (size_t i = 0; i < sizeof defaults / sizeof defaults[0]; i++) {
        if (defaults[i].key != attr->key)
            continue;
        if (ax_attr_kind_of(attr->key) == AX_ATTR_KIND_INT) {
            attr->i = defaults[i].fill;
            return NULL;
        }
        int32_t count = window_ndim * defaults[i].per_dim;
        int64_t *values = AX_HLO_NEW(import, int64_t, count);
        if (!values)
            return ax_hlo_no_memory();
        for (int32_t k = 0; k < count; k++)
            values[k] = defaults[i].fill;
        attr->ints = (ax_ints){count, values};
        return NULL;
    }
    return ax_hlo_missing(import->module, op, ax_attr_name(attr->key));
}

/* Dimensions of the window that an op moves: all, or for a convolution the spatial ones. */
static int32_t window_ndim(const ax_hlo_op *op)
{
    int32_t ndim = op->noperands ? op->operands[0]->type->ndim : 0;
    bool convolution = strcmp(op->name, "stablehlo.convolution") == 0;
    return convolution ? (ndim < 2 ? 0 : ndim - 2) : ndim;
}

ax_status *ax_hlo_record_attr(ax_hlo_import *import, const ax_hlo_op *op, ax_attr *attr)
{
    if (attr->key == AX_ATTR_RESULT_TYPE) {
        if (op->nresults != 1)
            return ax_hlo_error(import->module, AX_FORMAT, op->place, "%s has one result",
                                op->name);
        return ax_hlo_to_type(import->module, op->results[0].type, &attr->type);
    }
    const ax_hlo_attr *written = find_attr(op, attr->key);
    if (!written)
        return default_attr(import, op, window_ndim(op), attr);
    switch (ax_attr_kind_of(attr->key)) {
    case AX_ATTR_KIND_INT: return ax_hlo_int(import, written, &attr->i);
    case AX_ATTR_KIND_INTS: return ax_hlo_ints(import, written, &attr->ints);
    default: break;
    }
    return ax_hlo_error(import->module, AX_INTERNAL, op->place, "attribute '%s' cannot be read",
                        ax_attr_name(attr->key));
}

/* ---- emitting ---- */

ax_status *ax_hlo_operands(ax_hlo_import *import, const ax_hlo_op *op, ax_value **out_operands)
{
    ax_value *operands = AX_HLO_NEW(import, ax_value, op->noperands);
    if (!operands)
        return ax_hlo_no_memory();
    for (int32_t i = 0; i < op->noperands; i++)
        AX_TRY(ax_hlo_operand(import, op, i, &operands[i]));
    *out_operands = operands;
    return NULL;
}

static ax_status *read_regions(ax_hlo_import *import, const ax_hlo_op *op,
                               const ax_graph ***out_regions)
{
    const ax_graph **regions = AX_HLO_NEW(import, const ax_graph *, op->nregions);
    if (!regions)
        return ax_hlo_no_memory();
    for (int32_t i = 0; i < op->nregions; i++)
        AX_TRY(ax_hlo_import_region(import, op, i, &regions[i])); /* NULL after an error */
    *out_regions = regions;
    return NULL;
}

ax_status *ax_hlo_emit(ax_hlo_import *import, const ax_hlo_op *op, const ax_op *record,
                       const ax_value *operands, const ax_attr *attrs, int32_t nattrs)
{
    const ax_graph **regions = NULL;
    AX_TRY(read_regions(import, op, &regions));
    ax_value *results = AX_HLO_NEW(import, ax_value, op->nresults);
    if (!results)
        return ax_hlo_no_memory();
    ax_emission emission = {
        .op = record,
        .noperands = op->noperands,
        .nattrs = nattrs,
        .nregions = op->nregions,
        .nresults = op->nresults,
        .operands = operands,
        .attrs = attrs,
        .regions = regions,
        .location = ax_hlo_location(import, op),
    };
    ax_emit(import->builder, &emission, results);
    for (int32_t i = 0; i < op->nresults; i++)
        ax_hlo_set_result(import, op, i, results[i]);
    return NULL;
}

/* The name behind the dialect: ops of StableHLO and CHLO that axmap has, it has by their names. */
static const char *plain_name(const ax_hlo_op *op)
{
    static const char *const dialects[] = {"stablehlo.", "chlo."};
    for (size_t i = 0; i < sizeof dialects / sizeof dialects[0]; i++) {
        size_t length = strlen(dialects[i]);
        if (strncmp(op->name, dialects[i], length) == 0)
            return op->name + length;
    }
    return NULL;
}

ax_status *ax_hlo_record_attrs(ax_hlo_import *import, const ax_hlo_op *op, const ax_op *record,
                               ax_attr *out_attrs, int32_t *out_count)
{
    int32_t count = 0;
    for (; record->attrs && record->attrs[count] != AX_ATTR_COUNT; count++) {
        if (count == AX_HLO_MOST_ATTRS)
            return ax_hlo_error(import->module, AX_INTERNAL, op->place,
                                "%s has too many attributes", op->name);
        out_attrs[count] = (ax_attr){.key = record->attrs[count]};
        AX_TRY(ax_hlo_record_attr(import, op, &out_attrs[count]));
    }
    *out_count = count;
    return NULL;
}

/* An op that axmap has by the same name. */
static ax_status *import_plain(ax_hlo_import *import, const ax_hlo_op *op)
{
    const ax_op *record = ax_op_find(plain_name(op));
    ax_attr attrs[AX_HLO_MOST_ATTRS];
    int32_t nattrs = 0;
    ax_value *operands = NULL;
    AX_TRY(ax_hlo_record_attrs(import, op, record, attrs, &nattrs));
    AX_TRY(ax_hlo_operands(import, op, &operands));
    return ax_hlo_emit(import, op, record, operands, attrs, nattrs);
}

/* Ops whose dimension numbers stand in one attribute: without it they would mean anything. */
static ax_status *import_numbered(ax_hlo_import *import, const ax_hlo_op *op)
{
    bool scatter = strcmp(op->name, "stablehlo.scatter") == 0;
    const char *numbers = scatter ? "scatter_dimension_numbers" : "dimension_numbers";
    if (!ax_hlo_op_attr(op, numbers))
        return ax_hlo_missing(import->module, op, numbers);
    return import_plain(import, op);
}

/* ---- constants ---- */

/* One element for all: a scalar, broadcast where a shape is wanted. */
static ax_value splat(ax_hlo_import *import, const ax_type *type, const void *element,
                      ax_location here)
{
    ax_type scalar = ax_type_scalar(type->dtype);
    ax_attr value = {.key = AX_ATTR_VALUE, .literal = {scalar, element}};
    ax_value result = ax_emit_one(import->builder, &ax_op_constant, NULL, 0, &value, 1, here);
    if (type->ndim == 0)
        return result;
    ax_attr attrs[] = {ax_attr_ints(AX_ATTR_BROADCAST_DIMENSIONS, (const int64_t[]){0}, 0),
                       ax_attr_type(AX_ATTR_RESULT_TYPE, *type)};
    return ax_emit_one(import->builder, &ax_op_broadcast_in_dim, &result, 1, attrs, 2, here);
}

static ax_status *import_constant(ax_hlo_import *import, const ax_hlo_op *op)
{
    const ax_hlo_attr *value = ax_hlo_op_attr(op, "value");
    ax_type type;
    if (!value || op->nresults != 1)
        return ax_hlo_missing(import->module, op, "value");
    AX_TRY(ax_hlo_to_type(import->module, op->results[0].type, &type));
    if (value->kind != AX_HLO_DENSE || !ax_hlo_type_equal(value->type, op->results[0].type)) {
        return ax_hlo_error(import->module, AX_UNSUPPORTED, value->place,
                            "a constant that is not dense<...> of the result's type");
    }
    ax_location here = ax_hlo_location(import, op);
    if (value->splat) {
        ax_hlo_set_result(import, op, 0, splat(import, &type, value->data, here));
        return NULL;
    }
    ax_hlo_charge(import, ax_type_bytes(&type)); /* copied with every call */
    ax_attr attr = {.key = AX_ATTR_VALUE, .literal = {type, value->data}};
    ax_hlo_set_result(import, op, 0,
                      ax_emit_one(import->builder, &ax_op_constant, NULL, 0, &attr, 1, here));
    return NULL;
}

/* ---- identities, calls ---- */

ax_status *ax_hlo_import_identity(ax_hlo_import *import, const ax_hlo_op *op)
{
    if (op->nresults != op->noperands)
        return ax_hlo_error(import->module, AX_FORMAT, op->place,
                            "%s has as many results as operands", op->name);
    for (int32_t i = 0; i < op->noperands; i++) {
        ax_value value;
        AX_TRY(ax_hlo_operand(import, op, i, &value));
        ax_hlo_set_result(import, op, i, value);
    }
    return NULL;
}

static ax_status *import_symbol_call(ax_hlo_import *import, const ax_hlo_op *op, const char *name)
{
    const ax_hlo_attr *callee = ax_hlo_op_attr(op, name);
    if (!callee || callee->kind != AX_HLO_SYMBOL || callee->nitems)
        return ax_hlo_missing(import->module, op, name);
    return ax_hlo_is_shard_call(import, op) ? ax_hlo_import_shard_call(import, op, callee->text)
                                            : ax_hlo_import_call(import, op, callee->text);
}

static ax_status *import_call(ax_hlo_import *import, const ax_hlo_op *op)
{
    return import_symbol_call(import, op, "callee");
}

/* A composite means what its decomposition computes. */
static ax_status *import_composite(ax_hlo_import *import, const ax_hlo_op *op)
{
    return import_symbol_call(import, op, "decomposition");
}

/* A hint without results. */
static ax_status *import_nothing(ax_hlo_import *import, const ax_hlo_op *op)
{
    if (op->nresults)
        return ax_hlo_error(import->module, AX_FORMAT, op->place, "%s has no result", op->name);
    return NULL;
}

/* ---- the table ---- */

typedef struct importer_row {
    const char *name;
    ax_hlo_import_fn *importer;
} importer_row;

static const importer_row importers[] = {
    {"chlo.is_inf", ax_hlo_import_composed},
    {"chlo.is_neg_inf", ax_hlo_import_composed},
    {"chlo.is_pos_inf", ax_hlo_import_composed},
    {"chlo.square", ax_hlo_import_composed},
    {"chlo.top_k", ax_hlo_import_top_k},
    {"func.call", import_call},
    {"interpreter.run_parallel", ax_hlo_import_run_parallel},
    {"sdy.manual_computation", ax_hlo_import_manual_computation},
    {"sdy.propagation_barrier", ax_hlo_import_identity},
    {"sdy.reshard", ax_hlo_import_identity},
    {"sdy.sharding_constraint", ax_hlo_import_identity},
    {"sdy.sharding_group", import_nothing},
    {"stablehlo.all_gather", ax_hlo_import_all_gather},
    {"stablehlo.all_reduce", ax_hlo_import_all_reduce},
    {"stablehlo.all_to_all", ax_hlo_import_all_to_all},
    {"stablehlo.collective_broadcast", ax_hlo_import_send},
    {"stablehlo.collective_permute", ax_hlo_import_send},
    {"stablehlo.collective_reduce", ax_hlo_import_collective_reduce},
    {"stablehlo.compare", ax_hlo_import_compare},
    {"stablehlo.composite", import_composite},
    {"stablehlo.constant", import_constant},
    {"stablehlo.convolution", ax_hlo_import_convolution},
    {"stablehlo.custom_call", ax_hlo_import_custom_call},
    {"stablehlo.dot", ax_hlo_import_dot},
    {"stablehlo.dot_general", ax_hlo_import_dot_general},
    {"stablehlo.gather", import_numbered},
    {"stablehlo.map", ax_hlo_import_map},
    {"stablehlo.optimization_barrier", ax_hlo_import_identity},
    {"stablehlo.partition_id", ax_hlo_import_partition_id},
    {"stablehlo.reduce_scatter", ax_hlo_import_reduce_scatter},
    {"stablehlo.replica_id", ax_hlo_import_replica_id},
    {"stablehlo.scatter", import_numbered},
    {"stablehlo.sort", ax_hlo_import_sort},
};

ax_hlo_import_fn *ax_hlo_find_importer(const ax_hlo_op *op)
{
    for (size_t i = 0; i < sizeof importers / sizeof importers[0]; i++) {
        if (strcmp(op->name, importers[i].name) == 0)
            return importers[i].importer;
    }
    const char *name = plain_name(op);
    return name && ax_op_find(name) ? import_plain : NULL;
}
