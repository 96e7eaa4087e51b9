/* The printer: a graph reads like a jaxpr. */
#include "ir/print.h"

#include "ir/op.h"
#include "ir/spec.h"

#include <string.h>

/* Letters first, as jaxpr does: a..z, aa..zz, ... */
static void print_name(ax_text *text, int32_t id)
{
    char letters[8];
    int count = 0;
    for (int32_t rest = id + 1; rest > 0 && count < 8; rest = (rest - 1) / 26) {
        letters[count++] = (char)('a' + (rest - 1) % 26);
    }
    while (count > 0)
        ax_text_append_bytes(text, &letters[--count], 1);
}

static void print_typed(ax_text *text, const ax_var *var)
{
    print_name(text, var->id);
    ax_text_printf(text, ":%s", AX_TYPE_STRING(&var->type));
}

static void print_ints(ax_text *text, ax_ints ints)
{
    ax_text_append(text, "(");
    for (int32_t i = 0; i < ints.count; i++) {
        ax_text_printf(text, "%s%lld", i ? ", " : "", (long long)ints.values[i]);
    }
    ax_text_append(text, ints.count == 1 ? ",)" : ")");
}

static void print_names(ax_text *text, ax_names names)
{
    ax_text_append(text, "(");
    for (int32_t i = 0; i < names.count; i++) {
        ax_text_printf(text, "%s'%s'", i ? ", " : "", names.values[i]);
    }
    ax_text_append(text, names.count == 1 ? ",)" : ")");
}

/* [{0}, {}] with the axes of each dimension by number; axes that are not summed yet follow. */
static void print_axis_set(ax_text *text, ax_ints axes)
{
    ax_text_append(text, "{");
    for (int32_t i = 0; i < axes.count; i++)
        ax_text_printf(text, "%s%lld", i ? "," : "", (long long)axes.values[i]);
    ax_text_append(text, "}");
}

static void print_specs(ax_text *text, ax_ints list)
{
    ax_spec spec;
    ax_text_append(text, "(");
    for (int32_t at = 0, n = 0; ax_specs_next(list, &at, &spec); n++) {
        ax_text_append(text, n ? ", [" : "[");
        for (int32_t d = 0; d < spec.ndim; d++) {
            if (d)
                ax_text_append(text, ", ");
            print_axis_set(text, spec.dims[d]);
        }
        ax_text_append(text, "]");
        if (spec.unreduced.count) {
            ax_text_append(text, " unreduced ");
            print_axis_set(text, spec.unreduced);
        }
    }
    ax_text_append(text, ")");
}

static void print_unsigned(ax_text *text, const void *data, int64_t bytes)
{
    uint64_t value = 0;
    memcpy(&value, data, (size_t)bytes); /* little-endian hosts, as everywhere in axmap */
    ax_text_printf(text, "%llu", (unsigned long long)value);
}

static void print_signed(ax_text *text, const void *data, int64_t bytes)
{
    uint64_t value = 0;
    memcpy(&value, data, (size_t)bytes);
    int shift = (int)(64 - 8 * bytes);
    ax_text_printf(text, "%lld", (long long)((int64_t)(value << shift) >> shift));
}

/* One element; the halves print as their bits, which no text form of theirs could round. */
static void print_element(ax_text *text, ax_dtype dtype, const void *data)
{
    if (dtype == AX_F32) {
        float value;
        memcpy(&value, data, sizeof value);
        ax_text_append_float(text, (double)value, true);
    } else if (dtype == AX_F64) {
        double value;
        memcpy(&value, data, sizeof value);
        ax_text_append_float(text, value, false);
    } else if (dtype == AX_BOOL) {
        ax_text_append(text, *(const unsigned char *)data ? "true" : "false");
    } else if (ax_dtype_kind(dtype) == AX_KIND_SIGNED) {
        print_signed(text, data, ax_dtype_bytes(dtype));
    } else if (ax_dtype_kind(dtype) == AX_KIND_UNSIGNED) {
        print_unsigned(text, data, ax_dtype_bytes(dtype));
    } else {
        const unsigned char *bytes = data;
        ax_text_append(text, "0x");
        for (int64_t i = ax_dtype_bytes(dtype) - 1; i >= 0; i--) {
            ax_text_printf(text, "%02x", bytes[i]);
        }
    }
}

static void print_literal(ax_text *text, const ax_literal *literal)
{
    enum { SHOWN = 8 };
    int64_t count = ax_type_count(&literal->type);
    int64_t bytes = ax_dtype_bytes(literal->type.dtype);
    if (literal->type.ndim > 0)
        ax_text_append(text, "[");
    for (int64_t i = 0; i < count && i < SHOWN; i++) {
        if (i)
            ax_text_append(text, " ");
        print_element(text, literal->type.dtype, (const char *)literal->data + i * bytes);
    }
    if (count > SHOWN)
        ax_text_append(text, " ...");
    if (literal->type.ndim > 0)
        ax_text_append(text, "]");
}

static void print_int(ax_text *text, const ax_op *op, const ax_attr *attr)
{
    const char *word = op->attr_word ? op->attr_word(attr->key, attr->i) : NULL;
    if (word)
        ax_text_append(text, word);
    else
        ax_text_printf(text, "%lld", (long long)attr->i);
}

static void print_attr(ax_text *text, const ax_op *op, const ax_attr *attr)
{
    ax_text_printf(text, "%s=", ax_attr_name(attr->key));
    switch (ax_attr_kind_of(attr->key)) {
    case AX_ATTR_KIND_INT: print_int(text, op, attr); break;
    case AX_ATTR_KIND_SPECS: print_specs(text, attr->ints); break;
    case AX_ATTR_KIND_INTS: print_ints(text, attr->ints); break;
    case AX_ATTR_KIND_NAMES: print_names(text, attr->names); break;
    case AX_ATTR_KIND_TYPE: ax_text_append(text, AX_TYPE_STRING(&attr->type)); break;
    case AX_ATTR_KIND_LITERAL: print_literal(text, &attr->literal); break;
    }
}

static bool is_scalar_constant(const ax_var *var)
{
    return var->producer && var->type.ndim == 0 &&
           ax_eqn_find_attr(var->producer, AX_ATTR_VALUE) != NULL;
}

static void print_operand(ax_text *text, const ax_var *var)
{
    if (!is_scalar_constant(var)) {
        print_name(text, var->id);
        return;
    }
    print_literal(text, ax_eqn_literal(var->producer, AX_ATTR_VALUE));
    ax_text_printf(text, ":%s", AX_TYPE_STRING(&var->type));
}

bool ax_prints_in_place(const ax_eqn *eqn)
{
    return eqn->nresults == 1 && is_scalar_constant(eqn->results[0]);
}

void ax_print_name(ax_text *text, const ax_var *var)
{
    print_name(text, var->id);
}

static void print_graph(ax_text *text, const ax_graph *graph, int indent);

void ax_print_eqn(ax_text *text, const ax_eqn *eqn, int indent)
{
    for (int32_t i = 0; i < eqn->nresults; i++) {
        if (i)
            ax_text_append(text, " ");
        print_typed(text, eqn->results[i]);
    }
    ax_text_printf(text, "%s%s", eqn->nresults ? " = " : "", eqn->op->name);
    if (eqn->nattrs) {
        ax_text_append(text, "[");
        for (int32_t i = 0; i < eqn->nattrs; i++) {
            if (i)
                ax_text_append(text, " ");
            print_attr(text, eqn->op, &eqn->attrs[i]);
        }
        ax_text_append(text, "]");
    }
    for (int32_t i = 0; i < eqn->noperands; i++) {
        ax_text_append(text, " ");
        print_operand(text, eqn->operands[i]);
    }
    for (int32_t i = 0; i < eqn->nregions; i++) {
        ax_text_append(text, " ");
        print_graph(text, eqn->regions[i], indent + 2);
    }
    ax_text_append(text, "\n");
}

static void print_graph(ax_text *text, const ax_graph *graph, int indent)
{
    ax_text_append(text, "{ lambda ;");
    for (int32_t i = 0; i < graph->ninputs; i++) {
        ax_text_append(text, " ");
        print_typed(text, graph->inputs[i]);
    }
    ax_text_append(text, ". let\n");
    AX_FOR_EQNS (eqn, graph) {
        if (ax_prints_in_place(eqn))
            continue;
        ax_text_printf(text, "%*s", indent + 4, "");
        ax_print_eqn(text, eqn, indent + 4);
    }
    ax_text_printf(text, "%*sin (", indent + 2, "");
    for (int32_t i = 0; i < graph->noutputs; i++) {
        if (i)
            ax_text_append(text, ", ");
        print_operand(text, graph->outputs[i]);
    }
    ax_text_append(text, graph->noutputs == 1 ? ",) }" : ") }");
}

ax_status *ax_graph_print(const ax_graph *graph, char **out_text)
{
    ax_text text = {0};
    print_graph(&text, graph, 0);
    ax_text_append(&text, "\n");
    return ax_text_take(&text, out_text);
}
