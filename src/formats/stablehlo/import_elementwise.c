/* Elementwise ops that are not plain: compare, whose words say two things, those that axmap composes of
 * others, and map. */
#include "formats/stablehlo/import.h"
#include "ops/region.h"

#include <axmap/elementwise.h>
#include <string.h>

/* ---- compare ---- */

static ax_status *read_direction(ax_hlo_import *import, const ax_hlo_op *op,
                                 ax_comparison *out_comparison)
{
    const ax_hlo_attr *direction = ax_hlo_op_attr(op, "comparison_direction");
    if (!direction)
        return ax_hlo_missing(import->module, op, "comparison_direction");
    const char *word = ax_hlo_word(direction);
    ax_comparison comparison;
    if (!word || !ax_comparison_from_name(word, &comparison) || comparison > AX_GE)
        return ax_hlo_error(import->module, AX_FORMAT, direction->place,
                            "a comparison is one of EQ NE LT LE GT GE");
    *out_comparison = comparison;
    return NULL;
}

/* The type of a comparison says again what the operands are; only TOTALORDER changes what is asked. */
static bool type_fits(const char *word, ax_kind kind)
{
    if (strcmp(word, "FLOAT") == 0)
        return kind == AX_KIND_FLOAT || kind == AX_KIND_COMPLEX;
    if (strcmp(word, "TOTALORDER") == 0)
        return kind == AX_KIND_FLOAT;
    if (strcmp(word, "SIGNED") == 0)
        return kind == AX_KIND_SIGNED;
    if (strcmp(word, "UNSIGNED") == 0)
        return kind == AX_KIND_UNSIGNED || kind == AX_KIND_BOOL;
    return strcmp(word, "NOTYPE") == 0;
}

ax_status *ax_hlo_import_compare(ax_hlo_import *import, const ax_hlo_op *op)
{
    ax_comparison comparison = AX_EQ;
    ax_value operands[2];
    if (op->noperands != 2 || op->nresults != 1)
        return ax_hlo_error(import->module, AX_FORMAT, op->place,
                            "%s has two operands and one result", op->name);
    AX_TRY(read_direction(import, op, &comparison));
    for (int32_t i = 0; i < 2; i++)
        AX_TRY(ax_hlo_operand(import, op, i, &operands[i]));
    const ax_hlo_attr *type = ax_hlo_op_attr(op, "compare_type");
    if (type && operands[0].var) {
        ax_dtype dtype = ax_value_type(operands[0]).dtype;
        const char *word = ax_hlo_word(type);
        if (!word || !type_fits(word, ax_dtype_kind(dtype))) {
            return ax_hlo_error(import->module, AX_FORMAT, type->place,
                                "compare of %s as %.40s; it is one of FLOAT TOTALORDER SIGNED "
                                "UNSIGNED, and fits the operands",
                                ax_dtype_name(dtype), word ? word : "no word");
        }
        if (strcmp(word, "TOTALORDER") == 0)
            comparison = (ax_comparison)(comparison + AX_TOTAL_EQ);
    }
    ax_attr attr = ax_attr_int(AX_ATTR_COMPARISON_DIRECTION, comparison);
    ax_hlo_set_result(import, op, 0,
                      ax_emit_one(import->builder, &ax_op_compare, operands, 2, &attr, 1,
                                  ax_hlo_location(import, op)));
    return NULL;
}

/* ---- compositions of one operand ---- */

typedef struct composed_op {
    const char *name;
    ax_value (*build)(ax_value x, ax_location here);
} composed_op;

static const composed_op composed_ops[] = {
    {"chlo.is_inf", ax_is_inf_at},
    {"chlo.is_neg_inf", ax_is_neg_inf_at},
    {"chlo.is_pos_inf", ax_is_pos_inf_at},
    {"chlo.square", ax_square_at},
};

ax_status *ax_hlo_import_composed(ax_hlo_import *import, const ax_hlo_op *op)
{
    ax_value x;
    if (op->nresults != 1 || op->noperands != 1)
        return ax_hlo_error(import->module, AX_FORMAT, op->place,
                            "%s has one operand and one result", op->name);
    AX_TRY(ax_hlo_operand(import, op, 0, &x));
    for (size_t i = 0; i < sizeof composed_ops / sizeof composed_ops[0]; i++) {
        if (strcmp(op->name, composed_ops[i].name) == 0)
            ax_hlo_set_result(import, op, 0, composed_ops[i].build(x, ax_hlo_location(import, op)));
    }
    return NULL;
}

/* ---- map: its region on whole arrays ---- */

/* `dimensions` names all of them, in order: nothing else was ever defined. */
static ax_status *check_map_dimensions(ax_hlo_import *import, const ax_hlo_op *op, int32_t ndim)
{
    const ax_hlo_attr *attr = ax_hlo_op_attr(op, "dimensions");
    ax_ints dimensions;
    if (!attr)
        return ax_hlo_missing(import->module, op, "dimensions");
    AX_TRY(ax_hlo_ints(import, attr, &dimensions));
    bool all = dimensions.count == ndim;
    for (int32_t i = 0; all && i < ndim; i++)
        all = dimensions.values[i] == i;
    if (all)
        return NULL;
    return ax_hlo_error(import->module, AX_FORMAT, attr->place,
                        "map goes over all %d dimensions of its operands, in order", (int)ndim);
}

static bool region_fits(const ax_graph *region, const ax_value *operands, int32_t count)
{
    bool fits = region->ninputs == count && region->noutputs == 1 &&
                region->outputs[0]->type.ndim == 0;
    ax_type first = ax_value_type(operands[0]);
    for (int32_t i = 0; fits && i < count; i++) {
        ax_type type = ax_value_type(operands[i]), scalar = ax_type_scalar(type.dtype);
        fits = ax_type_equal(&region->inputs[i]->type, &scalar);
        type.dtype = first.dtype;
        fits = fits && ax_type_equal(&type, &first);
    }
    return fits;
}

ax_status *ax_hlo_import_map(ax_hlo_import *import, const ax_hlo_op *op)
{
    if (op->noperands < 1 || op->nresults != 1 || op->nregions != 1)
        return ax_hlo_error(import->module, AX_FORMAT, op->place,
                            "%s has operands, a region and one result", op->name);
    ax_value *operands = AX_HLO_NEW(import, ax_value, op->noperands);
    if (!operands)
        return ax_hlo_no_memory();
    bool poisoned = false;
    for (int32_t i = 0; i < op->noperands; i++) {
        AX_TRY(ax_hlo_operand(import, op, i, &operands[i]));
        poisoned = poisoned || !operands[i].var;
    }
    const ax_graph *region = NULL;
    AX_TRY(ax_hlo_import_region(import, op, 0, &region));
    ax_value result = ax_builder_poison(import->builder);
    if (region && !poisoned) {
        AX_TRY(check_map_dimensions(import, op, ax_value_type(operands[0]).ndim));
        if (!region_fits(region, operands, op->noperands)) {
            return ax_hlo_error(import->module, AX_FORMAT, op->place,
                                "map: its region takes a scalar of each operand, which have the "
                                "same dims, and gives one");
        }
        ax_region_apply(import->builder, region, operands, &result, ax_hlo_location(import, op));
    }
    ax_hlo_set_result(import, op, 0, result);
    return NULL;
}
