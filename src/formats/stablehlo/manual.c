#include "formats/stablehlo/manual.h"

#include <axmap/shape.h>
#include <string.h>

/* ---- axes ---- */

static bool is_bound_outside(const ax_hlo_import *import, const char *name)
{
    const ax_hlo_processes *outer = import->processes;
    for (int32_t i = 0; outer && i < outer->naxes; i++) {
        if (outer->axes[i].bound && strcmp(outer->axes[i].name, name) == 0)
            return true;
    }
    return false;
}

ax_status *ax_hlo_manual_bind(ax_hlo_import *import, ax_hlo_manual *manual, const ax_hlo_axis *all,
                              int32_t count)
{
    ax_hlo_axis *axes = AX_HLO_NEW(import, ax_hlo_axis, count);
    const char **names = AX_HLO_NEW(import, const char *, count);
    int64_t *sizes = AX_HLO_NEW(import, int64_t, count);
    if (!axes || !names || !sizes)
        return ax_hlo_no_memory();
    int32_t nbound = 0;
    for (int32_t i = 0; i < count; i++) {
        bool outside = is_bound_outside(import, all[i].name);
        axes[i] = all[i];
        axes[i].bound = all[i].bound || outside;
        if (!all[i].bound)
            continue;
        if (outside) {
            return ax_hlo_error(import->module, AX_FORMAT, manual->op->place,
                                "axis '%s' is manual around this computation already", all[i].name);
        }
        names[nbound] = all[i].name;
        sizes[nbound++] = all[i].size;
    }
    manual->processes = (ax_hlo_processes){count, axes};
    manual->axes = (ax_names){nbound, names};
    manual->sizes = (ax_ints){nbound, sizes};
    return NULL;
}

/* ---- the equation ---- */

/* The named axes inside, the first of them outermost. */
static ax_status *axis_chain(ax_hlo_import *import, const ax_hlo_manual *manual,
                             const ax_axis **out_axes)
{
    ax_axis *chain = AX_HLO_NEW(import, ax_axis, manual->axes.count);
    if (!chain)
        return ax_hlo_no_memory();
    *out_axes = ax_builder_axes(import->builder);
    for (int32_t i = 0; i < manual->axes.count; i++) {
        chain[i] = (ax_axis){manual->axes.values[i], manual->sizes.values[i], *out_axes};
        *out_axes = &chain[i];
    }
    return NULL;
}

/* The function between reshapes of its arguments and results, in the builder of a region. */
static void build_stacked(ax_hlo_import *import, const ax_hlo_manual *manual, const ax_graph *body,
                          ax_value *outputs)
{
    ax_location here = ax_hlo_location(import, manual->op);
    ax_value *inputs = AX_HLO_NEW(import, ax_value, manual->noperands);
    if (!inputs) {
        ax_builder_fail(import->builder, ax_hlo_no_memory());
        return;
    }
    for (int32_t i = 0; i < manual->noperands; i++) {
        const ax_type *type = &body->inputs[i]->type;
        ax_type block = ax_type_insert_dim(type, 0, 1);
        inputs[i] = ax_reshape_at(ax_builder_input(import->builder, &block, NULL),
                                  (ax_ints){type->ndim, type->dims}, here);
    }
    ax_builder_inline(import->builder, body, inputs, outputs);
    for (int32_t i = 0; i < manual->nresults; i++) {
        ax_type block = ax_type_insert_dim(&body->outputs[i]->type, 0, 1);
        outputs[i] = ax_reshape_at(outputs[i], (ax_ints){block.ndim, block.dims}, here);
    }
}

static ax_status *check_stacked(const ax_hlo_import *import, const ax_hlo_manual *manual,
                                const ax_graph *body)
{
    bool fits = body->ninputs == manual->noperands && body->noutputs == manual->nresults;
    for (int32_t i = 0; fits && i < body->ninputs; i++)
        fits = body->inputs[i]->type.ndim < AX_MAX_NDIM;
    for (int32_t i = 0; fits && i < body->noutputs; i++)
        fits = body->outputs[i]->type.ndim < AX_MAX_NDIM;
    return fits ? NULL
                : ax_hlo_error(import->module, AX_FORMAT, manual->op->place,
                               "'@%s' has not the %d arguments and %d results of a process",
                               manual->function, (int)manual->noperands, (int)manual->nresults);
}

static ax_status *import_stacked(ax_hlo_import *import, const ax_hlo_manual *manual,
                                 const ax_axis *axes, const ax_graph **out_graph)
{
    ax_builder *outer = import->builder;
    const ax_graph *body = NULL;
    ax_value *outputs = AX_HLO_NEW(import, ax_value, manual->nresults);
    ax_builder *inner = outputs ? ax_builder_create_region(outer) : NULL;
    if (!inner)
        return ax_hlo_no_memory();
    import->builder = inner;
    ax_builder_bind_axes(inner, axes);
    ax_status *status = ax_hlo_import_function(import, manual->op, manual->function, axes, &body);
    if (!status && body)
        status = check_stacked(import, manual, body);
    ax_builder_fail(inner, status);
    if (!ax_builder_failed(inner))
        build_stacked(import, manual, body, outputs);
    bool failed = ax_builder_failed(inner);
    *out_graph = ax_builder_finish_region(inner, failed ? 0 : manual->nresults, outputs);
    import->builder = outer;
    return NULL;
}

static ax_status *import_body(ax_hlo_import *import, const ax_hlo_manual *manual,
                              const ax_axis *axes, const ax_graph **out_graph)
{
    if (!manual->function)
        return ax_hlo_import_region_over(import, manual->op, 0, axes, out_graph);
    if (manual->stacked)
        return import_stacked(import, manual, axes, out_graph);
    return ax_hlo_import_function(import, manual->op, manual->function, axes, out_graph);
}

static ax_status *import_inside(ax_hlo_import *import, const ax_hlo_manual *manual,
                                const ax_graph **out_graph)
{
    const ax_axis *axes = NULL;
    AX_TRY(axis_chain(import, manual, &axes));
    const ax_hlo_processes *outer = import->processes;
    import->processes = &manual->processes;
    ax_status *status = import_body(import, manual, axes, out_graph);
    import->processes = outer;
    return status;
}

static ax_status *inline_body(ax_hlo_import *import, const ax_hlo_manual *manual,
                              const ax_graph *body, ax_value *out_results)
{
    bool fits = body->ninputs == manual->noperands && body->noutputs == manual->nresults;
    for (int32_t i = 0; fits && i < body->ninputs; i++) {
        ax_type type = ax_value_type(manual->operands[i]);
        fits = !manual->operands[i].var || ax_type_equal(&type, &body->inputs[i]->type);
    }
    if (!fits) {
        return ax_hlo_error(import->module, AX_FORMAT, manual->op->place,
                            "the body of %s does not fit its operands and results",
                            manual->op->name);
    }
    ax_builder_inline(import->builder, body, manual->operands, out_results);
    return NULL;
}

ax_status *ax_hlo_manual_emit(ax_hlo_import *import, const ax_hlo_manual *manual,
                              ax_value *out_results)
{
    const ax_graph *region = NULL;
    AX_TRY(import_inside(import, manual, &region));
    if (!region) {
        for (int32_t i = 0; i < manual->nresults; i++)
            out_results[i] = ax_builder_poison(import->builder);
        return NULL;
    }
    if (manual->axes.count == 0)
        return inline_body(import, manual, region, out_results);
    ax_shard_map_emission emission = {
        .axes = manual->axes,
        .sizes = manual->sizes,
        .in_specs = manual->in_specs,
        .out_specs = manual->out_specs,
        .noperands = manual->noperands,
        .nresults = manual->nresults,
        .operands = manual->operands,
        .region = region,
        .location = ax_hlo_location(import, manual->op),
    };
    ax_emit_shard_map(import->builder, &emission, out_results);
    return NULL;
}
