/* Attributes of the tree as C values. */
#include "formats/stablehlo/import.h"

#include <string.h>

ax_status *ax_hlo_missing(const ax_hlo_module *module, const ax_hlo_op *op, const char *name)
{
    return ax_hlo_error(module, AX_FORMAT, op->place, "%s without its attribute '%s'", op->name,
                        name);
}

const char *ax_hlo_word(const ax_hlo_attr *attr)
{
    if (attr->kind == AX_HLO_DIALECT)
        return attr->nitems == 1 && attr->items[0].kind == AX_HLO_WORD ? attr->items[0].text : NULL;
    return attr->kind == AX_HLO_WORD || attr->kind == AX_HLO_STRING ? attr->text : NULL;
}

static ax_status *no_integers(const ax_hlo_import *import, const ax_hlo_attr *attr)
{
    return ax_hlo_error(import->module, AX_FORMAT, attr->place, "'%s' is no list of integers",
                        attr->name ? attr->name : "this attribute");
}

/* ---- dense ---- */

static int64_t dense_element(const ax_hlo_attr *attr, int64_t index)
{
    const char *at = (const char *)attr->data;
    if (!attr->splat)
        at += index * ax_dtype_bytes(attr->type->dtype);
    switch (attr->type->dtype) {
#define READ(dtype_name, ctype)           \
    case dtype_name: {                    \
        ctype value;                      \
        memcpy(&value, at, sizeof value); \
        return (int64_t)value;            \
    }
        READ(AX_BOOL, uint8_t)
        READ(AX_I8, int8_t)
        READ(AX_U8, uint8_t)
        READ(AX_I16, int16_t)
        READ(AX_U16, uint16_t)
        READ(AX_I32, int32_t)
        READ(AX_U32, uint32_t)
        READ(AX_U64, uint64_t)
        READ(AX_I64, int64_t)
#undef READ
    default: return 0;
    }
}

/* A list longer than this is no list of dimensions or groups but an attack. */
enum { LONGEST = 1 << 16 };

static ax_status *dense_count(const ax_hlo_import *import, const ax_hlo_attr *attr,
                              int32_t *out_count)
{
    ax_type type;
    if (!attr->type || attr->type->kind != AX_HLO_TENSOR || !attr->data)
        return no_integers(import, attr);
    AX_TRY(ax_hlo_to_type(import->module, attr->type, &type));
    ax_kind kind = ax_dtype_kind(type.dtype);
    if (kind == AX_KIND_FLOAT || kind == AX_KIND_COMPLEX || ax_type_count(&type) > LONGEST)
        return no_integers(import, attr);
    *out_count = (int32_t)ax_type_count(&type);
    return NULL;
}

/* ---- lists ---- */

/* Counts the integers of a nested list, or writes them when `out` is given. `visits` bounds lists of
 * lists without any. */
static bool walk_list(const ax_hlo_attr *attr, int64_t *out, int32_t *count, int32_t *visits)
{
    if (++*visits > 2 * LONGEST)
        return false;
    if (attr->kind == AX_HLO_INT || attr->kind == AX_HLO_BOOL) {
        if (out)
            out[*count] = attr->integer;
        ++*count;
        return *count <= LONGEST;
    }
    if (attr->kind != AX_HLO_LIST)
        return false;
    for (int32_t i = 0; i < attr->nitems; i++) {
        if (!walk_list(&attr->items[i], out, count, visits))
            return false;
    }
    return true;
}

ax_status *ax_hlo_ints(ax_hlo_import *import, const ax_hlo_attr *attr, ax_ints *out_ints)
{
    int32_t count = 0;
    int32_t visits = 0;
    if (attr->kind == AX_HLO_DENSE) {
        AX_TRY(dense_count(import, attr, &count));
    } else if (!walk_list(attr, NULL, &count, &visits)) {
        return no_integers(import, attr);
    }
    ax_hlo_charge(import, count * (int64_t)sizeof(int64_t));
    int64_t *values = AX_HLO_NEW(import, int64_t, count);
    if (!values)
        return ax_hlo_no_memory();
    if (attr->kind == AX_HLO_DENSE) {
        for (int32_t i = 0; i < count; i++)
            values[i] = dense_element(attr, i);
    } else {
        int32_t written = 0;
        visits = 0;
        walk_list(attr, values, &written, &visits);
    }
    *out_ints = (ax_ints){count, values};
    return NULL;
}

ax_status *ax_hlo_int(ax_hlo_import *import, const ax_hlo_attr *attr, int64_t *out_value)
{
    ax_ints list;
    AX_TRY(ax_hlo_ints(import, attr, &list));
    if (list.count != 1)
        return no_integers(import, attr);
    *out_value = list.values[0];
    return NULL;
}
