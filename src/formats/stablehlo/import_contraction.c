/* dot_general, dot and convolution: sums of products, whose dtypes a program may mix. */
#include "formats/stablehlo/import.h"

#include <string.h>

/* The dtype that products of `from` are summed in for a result of `to`: as wide as the wider of them,
 * f32 at least where they differ and one is a half. AX_DTYPE_COUNT: no such sum has a meaning. */
static ax_dtype summed_in(ax_dtype from, ax_dtype to)
{
    ax_kind have = ax_dtype_kind(from), want = ax_dtype_kind(to);
    if (from == to)
        return from;
    if (want == AX_KIND_BOOL ||
        (have != want && (have >= AX_KIND_FLOAT || want == AX_KIND_COMPLEX)))
        return AX_DTYPE_COUNT;
    if (have == AX_KIND_FLOAT && ax_dtype_bytes(from) >= ax_dtype_bytes(to))
        return ax_dtype_is_half(from) ? AX_F32 : from;
    return ax_dtype_is_half(to) ? AX_F32 : to;
}

static ax_value convert(ax_hlo_import *import, const ax_hlo_op *op, ax_value value, ax_dtype dtype)
{
    ax_type type = ax_value_type(value);
    if (!value.var || type.dtype == dtype)
        return value;
    type.dtype = dtype;
    ax_attr attr = ax_attr_type(AX_ATTR_RESULT_TYPE, type);
    return ax_emit_one(import->builder, &ax_op_convert, &value, 1, &attr, 1,
                       ax_hlo_location(import, op));
}

static ax_status *read_pair(ax_hlo_import *import, const ax_hlo_op *op, ax_value **out_operands)
{
    if (op->nresults != 1 || op->noperands != 2)
        return ax_hlo_error(import->module, AX_FORMAT, op->place, "%s has two operands", op->name);
    return ax_hlo_operands(import, op, out_operands);
}

/* Sums of products, of operands and a result whose dtypes may differ (preferred_element_type). */
static ax_status *emit_contraction(ax_hlo_import *import, const ax_hlo_op *op, const ax_op *record,
                                   ax_value *operands, const ax_attr *attrs, int32_t nattrs)
{
    ax_type result;
    AX_TRY(ax_hlo_to_type(import->module, op->results[0].type, &result));
    for (int32_t i = 0; i < 2; i++) {
        if (!operands[i].var)
            continue;
        ax_type type = ax_value_type(operands[i]);
        ax_dtype sum = summed_in(type.dtype, result.dtype);
        if (sum == AX_DTYPE_COUNT) {
            return ax_hlo_error(import->module, AX_UNSUPPORTED, op->place,
                                "%s of %s to %s: a result of such a kind or of a float is wanted",
                                op->name, AX_TYPE_STRING(&type), AX_TYPE_STRING(&result));
        }
        operands[i] = convert(import, op, operands[i], sum);
    }
    ax_value sum = ax_emit_one(import->builder, record, operands, 2, attrs, nattrs,
                               ax_hlo_location(import, op));
    ax_hlo_set_result(import, op, 0, convert(import, op, sum, result.dtype));
    return NULL;
}

ax_status *ax_hlo_import_dot_general(ax_hlo_import *import, const ax_hlo_op *op)
{
    ax_attr attrs[AX_HLO_MOST_ATTRS];
    int32_t nattrs = 0;
    ax_value *operands = NULL;
    if (!ax_hlo_op_attr(op, "dot_dimension_numbers"))
        return ax_hlo_missing(import->module, op, "dot_dimension_numbers");
    AX_TRY(ax_hlo_record_attrs(import, op, &ax_op_dot_general, attrs, &nattrs));
    AX_TRY(read_pair(import, op, &operands));
    return emit_contraction(import, op, &ax_op_dot_general, operands, attrs, nattrs);
}

/* The last dimension of the left with the first of the right. */
ax_status *ax_hlo_import_dot(ax_hlo_import *import, const ax_hlo_op *op)
{
    ax_value *operands = NULL;
    AX_TRY(read_pair(import, op, &operands));
    int64_t last = ax_value_type(operands[0]).ndim - 1;
    ax_attr attrs[] = {
        ax_attr_ints(AX_ATTR_LHS_BATCHING_DIMENSIONS, &last, 0),
        ax_attr_ints(AX_ATTR_RHS_BATCHING_DIMENSIONS, &last, 0),
        ax_attr_ints(AX_ATTR_LHS_CONTRACTING_DIMENSIONS, &last, 1),
        ax_attr_ints(AX_ATTR_RHS_CONTRACTING_DIMENSIONS, (const int64_t[]){0}, 1),
    };
    return emit_contraction(import, op, &ax_op_dot_general, operands, attrs, 4);
}

/* [b, 0, 1, f] as the dimensions of batch ('b', or 'i' of a kernel), feature ('f', 'o'), then the
 * spatial ones in their order. */
static ax_status *read_layout(ax_hlo_import *import, const ax_hlo_attr *layout, const char *first,
                              const char *second, ax_ints *out_ints)
{
    int64_t *dims = AX_HLO_NEW(import, int64_t, layout->nitems);
    bool fits = layout->kind == AX_HLO_LIST && layout->nitems <= AX_MAX_NDIM;
    if (!dims)
        return ax_hlo_no_memory();
    uint32_t seen = 0;
    for (int32_t i = 0; fits && i < layout->nitems; i++) {
        const ax_hlo_attr *item = &layout->items[i];
        bool number = item->kind == AX_HLO_INT && item->integer >= 0 &&
                      item->integer < layout->nitems - 2;
        const char *word = item->kind == AX_HLO_WORD ? item->text : "";
        int64_t place = number                      ? item->integer + 2
                        : strcmp(word, first) == 0  ? 0
                        : strcmp(word, second) == 0 ? 1
                                                    : -1;
        fits = place >= 0 && !(seen >> place & 1);
        if (fits) {
            seen |= 1U << place;
            dims[place] = i;
        }
    }
    if (!fits) {
        return ax_hlo_error(import->module, AX_FORMAT, layout->place,
                            "dimension numbers name %s, %s and 0, 1, ... once each", first, second);
    }
    *out_ints = (ax_ints){layout->nitems, dims};
    return NULL;
}

ax_status *ax_hlo_import_convolution(ax_hlo_import *import, const ax_hlo_op *op)
{
    static const ax_attr_key window[] = {
        AX_ATTR_WINDOW_STRIDES,    AX_ATTR_PADDING,         AX_ATTR_LHS_DILATION,
        AX_ATTR_RHS_DILATION,      AX_ATTR_WINDOW_REVERSAL, AX_ATTR_FEATURE_GROUP_COUNT,
        AX_ATTR_BATCH_GROUP_COUNT,
    };
    enum { NWINDOW = sizeof window / sizeof window[0] };
    const ax_hlo_attr *numbers = ax_hlo_op_attr(op, "dimension_numbers");
    if (!numbers)
        return ax_hlo_missing(import->module, op, "dimension_numbers");
    if (numbers->nitems != 5) { /* list x list -> list */
        return ax_hlo_error(import->module, AX_UNSUPPORTED, numbers->place,
                            "dimension numbers that are not [..]x[..]->[..]");
    }
    ax_attr attrs[NWINDOW + 3] = {{.key = AX_ATTR_INPUT_DIMENSIONS},
                                  {.key = AX_ATTR_KERNEL_DIMENSIONS},
                                  {.key = AX_ATTR_OUTPUT_DIMENSIONS}};
    AX_TRY(read_layout(import, &numbers->items[0], "b", "f", &attrs[0].ints));
    AX_TRY(read_layout(import, &numbers->items[2], "i", "o", &attrs[1].ints));
    AX_TRY(read_layout(import, &numbers->items[4], "b", "f", &attrs[2].ints));
    for (int32_t i = 0; i < NWINDOW; i++) {
        attrs[3 + i] = (ax_attr){.key = window[i]};
        AX_TRY(ax_hlo_record_attr(import, op, &attrs[3 + i]));
    }
    ax_value *operands = NULL;
    AX_TRY(read_pair(import, op, &operands));
    return emit_contraction(import, op, &ax_op_convolution, operands, attrs, NWINDOW + 3);
}
