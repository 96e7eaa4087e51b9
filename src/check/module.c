#include "check/module.h"

#include "check/compare.h"
#include "formats/stablehlo.h"

#include <stdlib.h>
#include <string.h>

/* ---- which ops are checks, and what they expect ---- */

/* "expect_eq" of the op check.expect_eq or of the custom call @check.expect_eq; NULL for others. */
static const char *check_name(const ax_hlo_op *op)
{
    static const char prefix[] = "check.";
    const char *name = op->name;
    if (strcmp(name, "stablehlo.custom_call") == 0) {
        const ax_hlo_attr *target = ax_hlo_op_attr(op, "call_target_name");
        if (!target || target->kind != AX_HLO_STRING)
            return NULL;
        name = target->text;
    }
    return strncmp(name, prefix, sizeof prefix - 1) == 0 ? name + sizeof prefix - 1 : NULL;
}

static bool is_check(const ax_hlo_op *op)
{
    return check_name(op) != NULL;
}

typedef struct check_form {
    const char *name;
    ax_expectation_kind kind;
    bool constant; /* what is expected is the attribute `value` */
} check_form;

static const check_form check_forms[] = {
    {"expect_eq", AX_EXPECT_EQ, false},
    {"expect_eq_const", AX_EXPECT_EQ, true},
    {"expect_almost_eq", AX_EXPECT_ALMOST_EQ, false},
    {"expect_almost_eq_const", AX_EXPECT_ALMOST_EQ, true},
    {"expect_close", AX_EXPECT_CLOSE, false},
};

static ax_status *find_form(const ax_hlo_module *module, const ax_hlo_op *op,
                            const check_form **out_form)
{
    const char *name = check_name(op);
    for (size_t i = 0; i < sizeof check_forms / sizeof check_forms[0]; i++) {
        if (strcmp(name, check_forms[i].name) == 0) {
            *out_form = &check_forms[i];
            int32_t noperands = check_forms[i].constant ? 1 : 2;
            if (op->noperands == noperands)
                return NULL;
            return AX_ERROR(AX_FORMAT, "%s:%d: %s takes %d operands, not %d", module->filename,
                            (int)op->place.line, name, (int)noperands, (int)op->noperands);
        }
    }
    bool files = strcmp(name, "expect_serialized_eq") == 0;
    return AX_ERROR(AX_UNSUPPORTED, "%s:%d: the check '%.80s' is not supported%s", module->filename,
                    (int)op->place.line, name,
                    files ? ": it compares with a file that the program would write" : "");
}

static ax_expectation read_expectation(const ax_hlo_op *op, const check_form *form)
{
    bool custom = strcmp(op->name, "stablehlo.custom_call") == 0;
    ax_expectation expectation = {
        .kind = form->kind,
        .tolerance = custom ? 1e-3 : 1e-4,
        .most_ulps = 3,
    };
    const ax_hlo_attr *tolerance = ax_hlo_op_attr(op, "tolerance");
    const ax_hlo_attr *most = ax_hlo_op_attr(op, "max_ulp_difference");
    const ax_hlo_attr *least = ax_hlo_op_attr(op, "min_ulp_difference");
    if (tolerance && tolerance->kind == AX_HLO_FLOAT)
        expectation.tolerance = tolerance->real;
    if (most && most->kind == AX_HLO_INT)
        expectation.most_ulps = (uint64_t)most->integer;
    if (least && least->kind == AX_HLO_INT)
        expectation.least_ulps = (uint64_t)least->integer;
    return expectation;
}

/* ---- the outputs of a program ---- */

static void free_outputs(void **outputs, int32_t count)
{
    for (int32_t i = 0; i < count && outputs; i++)
        free(outputs[i]);
    free(outputs);
}

static ax_status *make_outputs(const ax_graph *graph, void ***out_outputs)
{
    void **outputs = calloc((size_t)graph->noutputs + 1, sizeof *outputs);
    for (int32_t i = 0; i < graph->noutputs && outputs; i++) {
        outputs[i] = malloc((size_t)ax_type_bytes(&graph->outputs[i]->type) + 1);
        if (!outputs[i]) {
            free_outputs(outputs, i);
            outputs = NULL;
        }
    }
    if (!outputs)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for the results of a checked program");
    *out_outputs = outputs;
    return NULL;
}

/* Compares what one check is about; its operands are outputs from `at` on. */
static ax_status *compare(const ax_hlo_module *module, const ax_hlo_op *op, const ax_type *type,
                          void *const *at)
{
    const check_form *form = NULL;
    AX_TRY(find_form(module, op, &form));
    const ax_hlo_attr *value = form->constant ? ax_hlo_op_attr(op, "value") : NULL;
    if (form->constant &&
        (!value || !value->data || !ax_hlo_type_equal(value->type, op->operands[0]->type))) {
        return AX_ERROR(AX_FORMAT, "%s:%d: %s without a value of its operand's type",
                        module->filename, (int)op->place.line, form->name);
    }
    ax_expectation expectation = read_expectation(op, form);
    ax_text why = {0};
    bool holds = ax_compare(&expectation, type, at[0], value ? value->data : at[1],
                            value && value->splat, &why);
    ax_status *status = holds ? NULL
                              : AX_ERROR(AX_MISMATCH, "%s:%d: %s of %s: %s", module->filename,
                                         (int)op->place.line, form->name, AX_TYPE_STRING(type),
                                         why.bytes ? why.bytes : "different");
    ax_text_free(&why);
    return status;
}

/* The first check that fails, whose op goes to `*failing`; or only that of `*failing`, unless NULL. */
static ax_status *compare_all(const ax_hlo_module *module, const ax_hlo_op *function,
                              const ax_type *types, void *const *outputs, const ax_hlo_op **failing)
{
    const ax_hlo_region *body = &function->regions[0];
    int32_t at = body->last->noperands; /* the function's own results stand first */
    AX_HLO_FOR_OPS(op, body)
    {
        if (!is_check(op))
            continue;
        ax_status *status = *failing && op != *failing
                                ? NULL
                                : compare(module, op, &types[at], &outputs[at]);
        if (status) {
            *failing = op;
            return status;
        }
        at += op->noperands;
    }
    return NULL;
}

/* ---- one function ---- */

static ax_status *copy_output_types(const ax_graph *graph, ax_type **out_types)
{
    ax_type *types = calloc((size_t)graph->noutputs + 1, sizeof *types);
    if (!types)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for the results of a checked program");
    for (int32_t i = 0; i < graph->noutputs; i++)
        types[i] = graph->outputs[i]->type;
    *out_types = types;
    return NULL;
}

/* `reverse_ties` as in ax_stablehlo_import_checks, `failing` as in compare_all. */
static ax_status *run_function(const ax_hlo_module *module, const ax_hlo_op *function,
                               const ax_check_options *options, bool reverse_ties,
                               const ax_hlo_op **failing)
{
    ax_program program;
    AX_TRY(ax_stablehlo_import_checks(module, ax_hlo_op_attr(function, "sym_name")->text, is_check,
                                      reverse_ties, &program));
    int32_t noutputs = program.graph->noutputs;
    ax_type *types = NULL;
    void **outputs = NULL;
    ax_status *status = copy_output_types(program.graph, &types);
    if (!status)
        status = make_outputs(program.graph, &outputs);
    if (!status) {
        status = options->evaluate(options->user, program.graph, outputs);
        program.graph = NULL; /* taken over */
    }
    if (!status)
        status = compare_all(module, function, types, outputs, failing);
    free_outputs(outputs, noutputs);
    free(types);
    ax_graph_free(program.graph);
    return status;
}

/* A sort or top_k of the region that leaves the order of equal elements open, or NULL. */
static const ax_hlo_op *find_open_order(const ax_hlo_region *region)
{
    AX_HLO_FOR_OPS(op, region)
    {
        bool sort = strcmp(op->name, "stablehlo.sort") == 0;
        const ax_hlo_attr *stable = ax_hlo_op_attr(op, "is_stable");
        bool open = stable ? stable->kind == AX_HLO_BOOL && !stable->integer : sort;
        if (open && (sort || strcmp(op->name, "chlo.top_k") == 0))
            return op;
        for (int32_t i = 0; i < op->nregions; i++) {
            const ax_hlo_op *inside = find_open_order(&op->regions[i]);
            if (inside)
                return inside;
        }
    }
    return NULL;
}

/* A check that fails with one order of equal elements and not, or otherwise, with another says nothing
 * where the program leaves that order open. Takes over `failure`. */
static ax_status *recheck_open_order(const ax_hlo_module *module, const ax_hlo_op *function,
                                     const ax_check_options *options, const ax_hlo_op *open,
                                     const ax_hlo_op *failing, ax_status *failure)
{
    ax_status *other = run_function(module, function, options, true, &failing);
    bool same = strcmp(ax_status_message(other), ax_status_message(failure)) == 0;
    ax_status_free(other);
    if (same)
        return failure;
    ax_status_free(failure);
    return AX_ERROR(
        AX_UNSUPPORTED,
        "%s:%d:%d: what is checked depends on the order of equal elements, which %s with "
        "is_stable = false leaves open",
        module->filename, (int)open->place.line, (int)open->place.column, open->name);
}

static ax_status *check_function(const ax_hlo_module *module, const ax_hlo_op *function,
                                 const ax_check_options *options)
{
    const check_form *form;
    AX_HLO_FOR_OPS(op, &function->regions[0])
    {
        if (is_check(op))
            AX_TRY(find_form(module, op, &form));
    }
    const ax_hlo_op *failing = NULL;
    ax_status *status = run_function(module, function, options, false, &failing);
    const ax_hlo_op *open = ax_status_code(status) == AX_MISMATCH ? find_open_order(&module->body)
                                                                  : NULL;
    return open ? recheck_open_order(module, function, options, open, failing, status) : status;
}

/* ---- entries ---- */

static bool has_check(const ax_hlo_op *function)
{
    if (strcmp(function->name, "func.func") != 0 || function->nregions != 1)
        return false;
    AX_HLO_FOR_OPS(op, &function->regions[0])
    {
        if (is_check(op))
            return true;
    }
    return false;
}

/* Whether an attribute, or one inside it, names the symbol. */
static bool names(const ax_hlo_attr *attr, const char *symbol)
{
    if (attr->kind == AX_HLO_SYMBOL && strcmp(attr->text, symbol) == 0)
        return true;
    for (int32_t i = 0; i < attr->nitems; i++) {
        if (names(&attr->items[i], symbol))
            return true;
    }
    return false;
}

static bool region_calls(const ax_hlo_region *region, const char *symbol)
{
    AX_HLO_FOR_OPS(op, region)
    {
        for (int32_t i = 0; i < op->nattrs; i++) {
            if (names(&op->attrs[i], symbol))
                return true;
        }
        for (int32_t i = 0; i < op->nregions; i++) {
            if (region_calls(&op->regions[i], symbol))
                return true;
        }
    }
    return false;
}

/* A function without arguments, with checks, that nothing in the module calls. */
static bool is_entry(const ax_hlo_module *module, const ax_hlo_op *function)
{
    return has_check(function) && function->regions[0].nargs == 0 &&
           !region_calls(&module->body, ax_hlo_op_attr(function, "sym_name")->text);
}

static ax_status *check_module(const ax_hlo_module *module, const ax_check_options *options)
{
    const ax_hlo_op *main = ax_hlo_module_find(module, "main");
    bool any = false;
    for (int32_t i = 0; i < module->nsymbols; i++) {
        const ax_hlo_op *function = module->symbols[i];
        if (main ? function != main || !has_check(main) : !is_entry(module, function))
            continue;
        any = true;
        if (function->regions[0].nargs) {
            return AX_ERROR(AX_UNSUPPORTED, "%s:%d: '@main' has checks and arguments",
                            module->filename, (int)function->place.line);
        }
        AX_TRY(check_function(module, function, options));
    }
    return any ? NULL : AX_ERROR(AX_UNSUPPORTED, "it has no check");
}

ax_status *ax_check_module_text(const char *text, size_t length, const char *filename,
                                int32_t first_line, const ax_check_options *options)
{
    ax_hlo_module *module;
    AX_TRY(ax_stablehlo_parse_part(text, length, filename, first_line, &module));
    ax_status *status = check_module(module, options);
    ax_stablehlo_free(module);
    return status;
}
