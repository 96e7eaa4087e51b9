/* Functions, calls and regions of the tree as graphs. */
#include "formats/stablehlo/import.h"

#include "base/checked.h"
#include "formats/stablehlo/shard_call.h"

#include <stdlib.h>
#include <string.h>

enum {
    DEEPEST = 64,      /* calls and regions within one another */
    MOST_OPS = 1 << 20 /* a program that calls itself into more is an attack */
};

/* ---- types ---- */

static ax_status *unsupported_type(const ax_hlo_module *module, const ax_hlo_type *type,
                                   const char *why)
{
    return ax_hlo_error(module, AX_UNSUPPORTED, type->place, "the type %s is not supported%s",
                        ax_hlo_type_print(module->arena, type), why);
}

ax_status *ax_hlo_to_type(const ax_hlo_module *module, const ax_hlo_type *type, ax_type *out_type)
{
    if (type->kind != AX_HLO_TENSOR)
        return unsupported_type(module, type, "");
    if (type->dynamic)
        return unsupported_type(module, type, ": export one example with concrete shapes");
    if (!type->known)
        return unsupported_type(module, type, "");
    if (type->ndim > AX_MAX_NDIM)
        return unsupported_type(module, type, ": it has more than 16 dimensions");
    ax_status *status = ax_type_make(type->dtype, type->ndim, type->dims, out_type);
    return status ? ax_status_context(status, "at %s:%d:%d", module->filename,
                                      (int)type->place.line, (int)type->place.column)
                  : NULL;
}

/* ---- values ---- */

void ax_hlo_set_result(ax_hlo_import *import, const ax_hlo_op *op, int32_t index, ax_value value)
{
    import->values[op->results[index].id] = value;
}

ax_status *ax_hlo_operand(ax_hlo_import *import, const ax_hlo_op *op, int32_t index,
                          ax_value *out_value)
{
    if (index >= op->noperands) {
        return ax_hlo_error(import->module, AX_FORMAT, op->place, "%s has no operand %d", op->name,
                            (int)index);
    }
    const ax_hlo_value *operand = op->operands[index];
    ax_value value = import->values[operand->id];
    if (operand->op && ax_hlo_gives_shards(import, operand->op)) {
        return ax_hlo_error(import->module, AX_UNSUPPORTED, op->place,
                            "operand %d of %s is a shard, outside the call of a mapped function",
                            (int)index, op->name);
    }
    if (value.builder != import->builder) {
        /* A region sees nothing but its arguments; a constant can be made again inside it. */
        if (!operand->op || strcmp(operand->op->name, "stablehlo.constant") != 0) {
            return ax_hlo_error(import->module, AX_UNSUPPORTED, op->place,
                                "operand %d of %s is a value from outside its region", (int)index,
                                op->name);
        }
        ax_value outside = value;
        AX_TRY(ax_hlo_find_importer(operand->op)(import, operand->op));
        value = import->values[operand->id];
        import->values[operand->id] = outside;
    }
    *out_value = value;
    return NULL;
}

/* ---- ops ---- */

static bool is_terminator(const ax_hlo_op *op)
{
    const char *dot = strrchr(op->name, '.');
    return dot && strcmp(dot, ".return") == 0;
}

/* The first error of the graph being built, which import reports in its order. */
static ax_status *check_results(ax_hlo_import *import, const ax_hlo_op *op)
{
    if (ax_builder_failed(import->builder))
        return NULL; /* reported when the builder is finished; nothing more is emitted */
    for (int32_t i = 0; i < op->nresults; i++) {
        ax_type written;
        AX_TRY(ax_hlo_to_type(import->module, op->results[i].type, &written));
        ax_type is = ax_value_type(import->values[op->results[i].id]);
        if (!ax_type_equal(&written, &is)) {
            return ax_hlo_error(import->module, AX_FORMAT, op->place,
                                "result %d of %s is %s, but %s is written", (int)i, op->name,
                                AX_TYPE_STRING(&is), AX_TYPE_STRING(&written));
        }
    }
    return NULL;
}

/* Keeps the operands of a check as outputs. */
static ax_status *keep_checked(ax_hlo_import *import, const ax_hlo_op *op)
{
    for (int32_t i = 0; i < op->noperands; i++) {
        import->checked = ax_hlo_grow(ax_builder_arena(import->builder), import->checked,
                                      import->nchecked, &import->checked_capacity,
                                      sizeof *import->checked);
        if (!import->checked)
            return ax_hlo_no_memory();
        AX_TRY(ax_hlo_operand(import, op, i, &import->checked[import->nchecked]));
        import->nchecked++;
    }
    return NULL;
}

static ax_status *import_op(ax_hlo_import *import, const ax_hlo_op *op)
{
    if (++import->nops > MOST_OPS) {
        return ax_hlo_error(import->module, AX_UNSUPPORTED, op->place,
                            "the program has more than %d ops when its calls are inlined",
                            (int)MOST_OPS);
    }
    if (import->is_check && import->depth == 0 && import->is_check(op))
        return keep_checked(import, op);
    if (ax_hlo_gives_shards(import, op))
        return NULL;
    ax_hlo_import_fn *importer = ax_hlo_find_importer(op);
    if (!importer)
        return ax_hlo_unsupported_op(import, op);
    AX_TRY(importer(import, op));
    return ax_hlo_is_shard_call(import, op) ? NULL : check_results(import, op);
}

/* And remembers which line of the model the first error comes from: that of the innermost op that has
 * one. An error of the builder does not end the import, so what follows it fails, too. */
static ax_status *import_located(ax_hlo_import *import, const ax_hlo_op *op)
{
    ax_status *status = import_op(import, op);
    bool first = ax_builder_failed(import->builder) && !import->has_failed;
    if ((status || first) && !import->failed_source)
        import->failed_source = op->source;
    import->has_failed = import->has_failed || first;
    return status;
}

ax_status *ax_hlo_import_ops(ax_hlo_import *import, const ax_hlo_region *region, int32_t noutputs,
                             ax_value *out_outputs)
{
    const ax_hlo_op *end = region->last;
    if (!end || !is_terminator(end)) {
        return ax_hlo_error(import->module, AX_FORMAT, end ? end->place : region->place,
                            "a region without a return at its end");
    }
    AX_HLO_FOR_OPS(op, region)
    {
        if (op != end)
            AX_TRY(import_located(import, op));
    }
    if (end->noperands != noutputs) {
        return ax_hlo_error(import->module, AX_FORMAT, end->place,
                            "%d values are returned where %d are expected", (int)end->noperands,
                            (int)noutputs);
    }
    for (int32_t i = 0; i < noutputs; i++)
        AX_TRY(ax_hlo_operand(import, end, i, &out_outputs[i]));
    return NULL;
}

static ax_status *enter(ax_hlo_import *import, const ax_hlo_op *op)
{
    if (++import->depth <= DEEPEST)
        return NULL;
    return ax_hlo_error(import->module, AX_UNSUPPORTED, op->place,
                        "calls and regions nested deeper than %d", (int)DEEPEST);
}

/* ---- regions ---- */

static ax_status *region_inputs(ax_hlo_import *import, const ax_hlo_region *region)
{
    for (int32_t i = 0; i < region->nargs; i++) {
        ax_type type;
        AX_TRY(ax_hlo_to_type(import->module, region->args[i].type, &type));
        import->values[region->args[i].id] = ax_builder_input(import->builder, &type, NULL);
    }
    return NULL;
}

/* The region, of a body or of an op, as a graph over `axes`. */
static ax_status *import_graph(ax_hlo_import *import, const ax_hlo_op *op,
                               const ax_hlo_region *region, const ax_axis *axes,
                               const ax_graph **out_graph)
{
    AX_TRY(enter(import, op));
    ax_builder *outer = import->builder;
    import->builder = ax_builder_create_region(outer);
    if (!import->builder) {
        import->builder = outer;
        return ax_hlo_no_memory();
    }
    ax_builder_bind_axes(import->builder, axes);
    int32_t noutputs = region->last ? region->last->noperands : 0;
    ax_value *outputs = AX_HLO_NEW(import, ax_value, noutputs);
    ax_status *status = outputs ? region_inputs(import, region) : ax_hlo_no_memory();
    if (!status)
        status = ax_hlo_import_ops(import, region, noutputs, outputs);
    if (status) { /* the region is ended all the same: the outer builder frees what it holds */
        ax_builder_fail(import->builder, status);
        noutputs = 0;
    }
    *out_graph = ax_builder_finish_region(import->builder, noutputs, outputs);
    import->builder = outer;
    import->depth--;
    return NULL;
}

ax_status *ax_hlo_import_region_over(ax_hlo_import *import, const ax_hlo_op *op, int32_t index,
                                     const ax_axis *axes, const ax_graph **out_graph)
{
    return import_graph(import, op, &op->regions[index], axes, out_graph);
}

ax_status *ax_hlo_import_region(ax_hlo_import *import, const ax_hlo_op *op, int32_t index,
                                const ax_graph **out_graph)
{
    const ax_axis *axes = ax_builder_axes(import->builder);
    return ax_hlo_import_region_over(import, op, index, axes, out_graph);
}

/* ---- calls ---- */

typedef struct ax_hlo_call {
    const ax_hlo_op *function;
    const struct ax_hlo_call *outer;
} ax_hlo_call;

static ax_status *find_function(const ax_hlo_module *module, const char *symbol, ax_hlo_place place,
                                const ax_hlo_op **out_function)
{
    const ax_hlo_op *function = ax_hlo_module_find(module, symbol);
    const ax_hlo_attr *type = function ? ax_hlo_op_attr(function, "function_type") : NULL;
    if (!function || strcmp(function->name, "func.func") != 0 || !type ||
        type->kind != AX_HLO_TYPE || type->type->kind != AX_HLO_FUNCTION)
        return ax_hlo_error(module, AX_NOT_FOUND, place, "there is no function '@%s'", symbol);
    const ax_hlo_type *types = type->type;
    if (function->nregions != 1)
        return ax_hlo_error(module, AX_UNSUPPORTED, place, "the function '@%s' has no body",
                            symbol);
    const ax_hlo_region *body = &function->regions[0];
    bool fits = body->nargs == types->nparams;
    for (int32_t i = 0; fits && i < body->nargs; i++)
        fits = ax_hlo_type_equal(body->args[i].type, types->inner[i]);
    if (!fits) {
        return ax_hlo_error(module, AX_FORMAT, function->place,
                            "the arguments of '@%s' are not those of its type", symbol);
    }
    *out_function = function;
    return NULL;
}

static ax_status *inline_body(ax_hlo_import *import, const ax_hlo_op *call,
                              const ax_hlo_region *body)
{
    if (body->nargs != call->noperands) {
        return ax_hlo_error(import->module, AX_FORMAT, call->place,
                            "%d operands for the %d arguments of the function called",
                            (int)call->noperands, (int)body->nargs);
    }
    for (int32_t i = 0; i < body->nargs; i++) {
        if (!ax_hlo_type_equal(body->args[i].type, call->operands[i]->type)) {
            return ax_hlo_error(import->module, AX_FORMAT, call->place,
                                "operand %d is %s, but the function called takes %s", (int)i,
                                ax_hlo_type_print(import->module->arena, call->operands[i]->type),
                                ax_hlo_type_print(import->module->arena, body->args[i].type));
        }
        AX_TRY(ax_hlo_operand(import, call, i, &import->values[body->args[i].id]));
    }
    ax_value *outputs = AX_HLO_NEW(import, ax_value, call->nresults);
    if (!outputs)
        return ax_hlo_no_memory();
    AX_TRY(ax_hlo_import_ops(import, body, call->nresults, outputs));
    for (int32_t i = 0; i < call->nresults; i++)
        ax_hlo_set_result(import, call, i, outputs[i]);
    return NULL;
}

/* Finds the function and enters it; `frame` must last until leave_function. */
static ax_status *enter_function(ax_hlo_import *import, const ax_hlo_op *call, const char *symbol,
                                 ax_hlo_call *frame)
{
    AX_TRY(find_function(import->module, symbol, call->place, &frame->function));
    for (const ax_hlo_call *active = import->calls; active; active = active->outer) {
        if (active->function == frame->function) {
            return ax_hlo_error(import->module, AX_UNSUPPORTED, call->place,
                                "the function '@%s' calls itself", symbol);
        }
    }
    AX_TRY(enter(import, call));
    frame->outer = import->calls;
    import->calls = frame;
    return NULL;
}

static void leave_function(ax_hlo_import *import)
{
    import->calls = import->calls->outer;
    import->depth--;
}

ax_status *ax_hlo_import_call(ax_hlo_import *import, const ax_hlo_op *call, const char *symbol)
{
    ax_hlo_call frame;
    AX_TRY(enter_function(import, call, symbol, &frame));
    ax_status *status = inline_body(import, call, &frame.function->regions[0]);
    leave_function(import);
    return status;
}

ax_status *ax_hlo_import_function(ax_hlo_import *import, const ax_hlo_op *op, const char *symbol,
                                  const ax_axis *axes, const ax_graph **out_graph)
{
    ax_hlo_call frame;
    AX_TRY(enter_function(import, op, symbol, &frame));
    ax_status *status = import_graph(import, op, &frame.function->regions[0], axes, out_graph);
    leave_function(import);
    return status;
}

/* ---- programs ---- */

static const char *result_name(const ax_hlo_op *function, int32_t index)
{
    const ax_hlo_attr *attrs = ax_hlo_result_attrs(function, index);
    const ax_hlo_attr *info = attrs ? ax_hlo_attr_item(attrs, "jax.result_info") : NULL;
    return info && info->kind == AX_HLO_STRING ? info->text : NULL;
}

static ax_status *import_body(ax_hlo_import *import, const ax_hlo_op *function, int32_t nresults,
                              ax_value **out_outputs)
{
    const ax_hlo_region *body = &function->regions[0];
    for (int32_t i = 0; i < body->nargs; i++) {
        ax_type type;
        AX_TRY(ax_hlo_to_type(import->module, body->args[i].type, &type));
        import->values[body->args[i].id] = ax_builder_input(import->builder, &type,
                                                            body->args[i].loc_name);
    }
    ax_value *results = AX_HLO_NEW(import, ax_value, nresults);
    if (!results)
        return ax_hlo_no_memory();
    AX_TRY(ax_hlo_import_ops(import, body, nresults, results));

    ax_value *outputs = AX_HLO_NEW(import, ax_value, nresults + import->nchecked);
    if (!outputs)
        return ax_hlo_no_memory();
    for (int32_t i = 0; i < nresults; i++)
        outputs[i] = results[i];
    for (int32_t i = 0; i < import->nchecked; i++)
        outputs[nresults + i] = import->checked[i];
    *out_outputs = outputs;
    return NULL;
}

/* Ends the graph: the first error, be it the builder's or `status`, or the program. */
static ax_status *finish(ax_hlo_import *import, ax_status *status, const ax_hlo_op *function,
                         int32_t noutputs, const ax_value *outputs, ax_program *out_program)
{
    const char **names = status ? NULL : AX_HLO_NEW(import, const char *, noutputs);
    if (!status && !names)
        status = ax_hlo_no_memory();
    for (int32_t i = 0; i < noutputs && names; i++)
        names[i] = result_name(function, i);
    if (status)
        ax_builder_fail(import->builder, status);
    ax_builder *builder = import->builder;
    import->builder = NULL;
    ax_program program = {0};
    status = ax_builder_finish(builder, status ? 0 : noutputs, outputs, names, &program.graph);
    if (status && import->failed_source)
        return ax_status_context(status, "from %s", import->failed_source);
    AX_TRY(status);
    *out_program = program;
    return NULL;
}

/* The replicas of a program that has no mesh; 1: it is none of several. */
static ax_status *count_replicas(const ax_hlo_import *import, int64_t *out_count)
{
    const ax_hlo_module *module = import->module;
    *out_count = ax_hlo_module_count(module, "mhlo.num_replicas");
    AX_HLO_FOR_OPS(op, &module->body)
    {
        if (strcmp(op->name, "sdy.mesh") == 0)
            *out_count = 1;
    }
    if (*out_count < 1)
        return ax_hlo_error(module, AX_FORMAT, module->frame->place, "mhlo.num_replicas = %lld",
                            (long long)*out_count);
    if (*out_count > 1 && import->is_check)
        return ax_hlo_error(module, AX_UNSUPPORTED, module->frame->place,
                            "a program of %lld replicas, which says nothing of their arguments",
                            (long long)*out_count);
    return NULL;
}

/* Devices that ids outside of manual computations count: all that the program has a name or number for.
 * JAX leaves out a computation over axes of size 1 alone, so its collectives stand there. */
static int64_t count_devices(const ax_hlo_module *module)
{
    int64_t most = ax_hlo_module_count(module, "mhlo.num_partitions");
    AX_HLO_FOR_OPS(op, &module->body)
    {
        const ax_hlo_attr *mesh = strcmp(op->name, "sdy.mesh") == 0 ? ax_hlo_op_attr(op, "mesh")
                                                                    : NULL;
        const ax_hlo_attr *axes = mesh && mesh->nitems ? &mesh->items[0] : NULL;
        int64_t count = 1;
        for (int32_t i = 0; axes && i < axes->nitems; i++) {
            int64_t size = axes->items[i].kind == AX_HLO_INT ? axes->items[i].integer : 1;
            if (size < 1 || !ax_checked_mul(count, size, &count))
                count = 1; /* an error where the mesh is used */
        }
        most = count > most ? count : most;
    }
    return most < 1 ? 1 : most;
}

static ax_status *describe_inputs(const ax_hlo_op *function, ax_program *program)
{
    const ax_graph *graph = program->graph;
    int64_t *axes = AX_ARENA_NEW(graph->arena, int64_t, graph->ninputs);
    if (!axes)
        return ax_hlo_no_memory();
    for (int32_t i = 0; i < graph->ninputs; i++) {
        const ax_hlo_attr *attrs = ax_hlo_arg_attrs(function, i);
        const ax_hlo_attr *same = attrs
                                      ? ax_hlo_attr_item(attrs, "mhlo.is_same_data_across_replicas")
                                      : NULL;
        axes[i] = same && !(same->kind == AX_HLO_BOOL && !same->integer) ? AX_NONE : 0;
    }
    program->replica_axes = axes;
    return NULL;
}

static ax_status *import_program(ax_hlo_import *import, const ax_hlo_op *function,
                                 ax_program *out_program)
{
    static const char axis_name[] = "replica";
    const ax_hlo_type *type = ax_hlo_op_attr(function, "function_type")->type;
    int32_t nresults = type->ninner - type->nparams;
    int64_t replicas;
    AX_TRY(count_replicas(import, &replicas));
    ax_axis axis = {axis_name, replicas, NULL};
    ax_hlo_axis process = {axis_name, replicas, true, true};
    if (replicas == 1)
        process = (ax_hlo_axis){"device", count_devices(import->module), false, false};
    ax_hlo_processes processes = {1, &process};
    import->processes = &processes;
    AX_TRY(ax_builder_create(ax_hlo_op_attr(function, "sym_name")->text,
                             replicas > 1 ? &axis : NULL, &import->builder));
    ax_value *outputs = NULL;
    ax_status *status = import_body(import, function, nresults, &outputs);
    AX_TRY(finish(import, status, function, nresults + import->nchecked, outputs, out_program));
    if (replicas == 1)
        return NULL;
    out_program->replica_axis = axis_name;
    out_program->replicas = replicas;
    ax_status *failed = describe_inputs(function, out_program);
    if (failed)
        ax_program_free(out_program);
    return failed;
}

ax_status *ax_stablehlo_import_checks(const ax_hlo_module *module, const char *function,
                                      ax_hlo_is_check_fn *is_check, bool reverse_ties,
                                      ax_program *out_program)
{
    const char *symbol = function ? function : "main";
    const ax_hlo_op *op = ax_hlo_module_find(module, symbol);
    if (!op) {
        return AX_ERROR(AX_NOT_FOUND, "%s: there is no function '@%s'", module->filename, symbol);
    }
    AX_TRY(find_function(module, symbol, op->place, &op));
    ax_hlo_call frame = {op, NULL};
    ax_hlo_import import = {
        .module = module, .is_check = is_check, .reverse_ties = reverse_ties, .calls = &frame};
    import.values = calloc((size_t)module->nvalues + 1, sizeof *import.values);
    if (!import.values)
        return ax_hlo_no_memory();
    ax_status *status = import_program(&import, op, out_program);
    free(import.values);
    ax_builder_abandon(import.builder);
    return status;
}

ax_status *ax_stablehlo_import(const ax_hlo_module *module, const char *function,
                               ax_program *out_program)
{
    return ax_stablehlo_import_checks(module, function, NULL, false, out_program);
}
