#include "formats/stablehlo/tree.h"

#include <string.h>

bool ax_hlo_type_equal(const ax_hlo_type *a, const ax_hlo_type *b)
{
    if (a == b)
        return true;
    if (a->kind != b->kind || a->ndim != b->ndim || a->ninner != b->ninner ||
        a->nparams != b->nparams || a->dynamic != b->dynamic || (a->text == NULL) != !b->text)
        return false;
    if (a->text && strcmp(a->text, b->text) != 0)
        return false;
    for (int32_t i = 0; i < a->ndim; i++) {
        if (a->dims[i] != b->dims[i])
            return false;
    }
    for (int32_t i = 0; i < a->ninner; i++) {
        if (!ax_hlo_type_equal(a->inner[i], b->inner[i]))
            return false;
    }
    return true;
}

/* Members first..last-1, between commas; of very many the first ones. */
static const char *print_list(ax_arena *arena, const ax_hlo_type *type, int32_t first, int32_t last)
{
    enum { MOST = 8 };
    const char *text = "";
    for (int32_t i = first; i < last && text; i++) {
        bool cut = i - first == MOST;
        text = ax_arena_printf(arena, "%s%s%s", text, i > first ? ", " : "",
                               cut ? "..." : ax_hlo_type_print(arena, type->inner[i]));
        if (cut)
            break;
    }
    return text ? text : "?";
}

static const char *print_tensor(ax_arena *arena, const ax_hlo_type *type)
{
    const char *text = "tensor<";
    for (int32_t i = 0; i < type->ndim && text; i++) {
        text = type->dims[i] < 0
                   ? ax_arena_printf(arena, "%s?x", text)
                   : ax_arena_printf(arena, "%s%lldx", text, (long long)type->dims[i]);
    }
    text = text ? ax_arena_printf(arena, "%s%s>", text, type->text) : NULL;
    return text ? text : "?";
}

const char *ax_hlo_type_print(ax_arena *arena, const ax_hlo_type *type)
{
    const char *text = NULL;
    switch (type->kind) {
    case AX_HLO_TENSOR: return print_tensor(arena, type);
    case AX_HLO_TUPLE:
        text = ax_arena_printf(arena, "tuple<%s>", print_list(arena, type, 0, type->ninner));
        break;
    case AX_HLO_FUNCTION:
        text = ax_arena_printf(arena, "(%s) -> (%s)", print_list(arena, type, 0, type->nparams),
                               print_list(arena, type, type->nparams, type->ninner));
        break;
    case AX_HLO_OTHER: return type->text;
    }
    return text ? text : "?";
}

static const ax_hlo_attr *find(const ax_hlo_attr *attrs, int32_t count, const char *name)
{
    for (int32_t i = 0; i < count; i++) {
        if (attrs[i].name && strcmp(attrs[i].name, name) == 0)
            return &attrs[i];
    }
    return NULL;
}

const ax_hlo_attr *ax_hlo_attr_item(const ax_hlo_attr *attr, const char *name)
{
    return find(attr->items, attr->nitems, name);
}

const ax_hlo_attr *ax_hlo_op_attr(const ax_hlo_op *op, const char *name)
{
    return find(op->attrs, op->nattrs, name);
}

static const char *symbol_of(const ax_hlo_op *op)
{
    return ax_hlo_op_attr(op, "sym_name")->text;
}

const ax_hlo_op *ax_hlo_module_find(const ax_hlo_module *module, const char *symbol)
{
    int32_t low = 0;
    int32_t high = module->nsymbols;
    while (low < high) {
        int32_t middle = low + (high - low) / 2;
        int order = strcmp(symbol, symbol_of(module->symbols[middle]));
        if (order == 0)
            return module->symbols[middle];
        if (order < 0) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return NULL;
}

static const ax_hlo_attr *attrs_at(const ax_hlo_op *function, const char *list, int32_t index)
{
    const ax_hlo_attr *attrs = ax_hlo_op_attr(function, list);
    if (!attrs || attrs->kind != AX_HLO_LIST || index >= attrs->nitems)
        return NULL;
    const ax_hlo_attr *item = &attrs->items[index];
    return item->kind == AX_HLO_DICT ? item : NULL;
}

const ax_hlo_attr *ax_hlo_arg_attrs(const ax_hlo_op *function, int32_t index)
{
    return attrs_at(function, "arg_attrs", index);
}

const ax_hlo_attr *ax_hlo_result_attrs(const ax_hlo_op *function, int32_t index)
{
    return attrs_at(function, "res_attrs", index);
}

int64_t ax_hlo_module_count(const ax_hlo_module *module, const char *name)
{
    const ax_hlo_attr *attr = module->frame ? ax_hlo_op_attr(module->frame, name) : NULL;
    return attr && attr->kind == AX_HLO_INT ? attr->integer : 1;
}
