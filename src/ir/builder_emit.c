/* Appending equations. */
#include "base/text.h"
#include "ir/builder_private.h"
#include "ir/location.h"

#include <stdlib.h>

/* ---- copying into the arena ---- */

static bool copy_names(ax_arena *arena, ax_names *names)
{
    const char **copy = AX_ARENA_NEW(arena, const char *, names->count);
    if (!copy)
        return false;
    for (int32_t i = 0; i < names->count; i++) {
        copy[i] = ax_arena_strdup(arena, names->values[i]);
        if (!copy[i])
            return false;
    }
    names->values = copy;
    return true;
}

static bool copy_attr(ax_arena *arena, ax_attr *attr)
{
    switch (ax_attr_kind_of(attr->key)) {
    case AX_ATTR_KIND_INT:
    case AX_ATTR_KIND_TYPE: return true;
    case AX_ATTR_KIND_INTS:
    case AX_ATTR_KIND_SPECS:
        attr->ints.values = ax_arena_copy(arena, attr->ints.values, (size_t)attr->ints.count,
                                          sizeof(int64_t));
        return attr->ints.values != NULL;
    case AX_ATTR_KIND_NAMES: return copy_names(arena, &attr->names);
    case AX_ATTR_KIND_LITERAL:
        attr->literal.data = ax_arena_copy(arena, attr->literal.data,
                                           (size_t)ax_type_bytes(&attr->literal.type), 1);
        return attr->literal.data != NULL;
    }
    return false;
}

static int by_key(const void *a, const void *b)
{
    return (int)((const ax_attr *)a)->key - (int)((const ax_attr *)b)->key;
}

static const ax_attr *copy_attrs(ax_arena *arena, const ax_attr *attrs, int32_t count)
{
    ax_attr *copy = ax_arena_copy(arena, attrs, (size_t)count, sizeof *attrs);
    if (!copy)
        return NULL;
    for (int32_t i = 0; i < count; i++) {
        if (!copy_attr(arena, &copy[i]))
            return NULL;
    }
    if (count > 1)
        qsort(copy, (size_t)count, sizeof *copy, by_key);
    return copy;
}

static const ax_graph *copy_region(ax_builder *builder, const ax_graph *region)
{
    if (region->arena == builder->graph->arena)
        return region;
    ax_builder *copy = ax_builder_create_region(builder);
    if (!copy)
        return NULL;
    int32_t count = region->ninputs > region->noutputs ? region->ninputs : region->noutputs;
    ax_value *values = AX_ARENA_NEW(copy->graph->arena, ax_value, count);
    if (!values) {
        ax_builder_fail_memory(copy);
        free(copy);
        return NULL;
    }
    for (int32_t i = 0; i < region->ninputs; i++) {
        const char *name = region->input_names ? region->input_names[i] : NULL;
        values[i] = ax_builder_input(copy, &region->inputs[i]->type, name);
    }
    ax_builder_inline(copy, region, values, values);
    return ax_builder_finish_region(copy, region->noutputs, values);
}

/* ---- equations ---- */

/* False when an operand is poisoned (nothing to say) or belongs to another graph (said here). */
static bool operands_usable(ax_builder *builder, const ax_emission *emission)
{
    for (int32_t i = 0; i < emission->noperands; i++) {
        ax_value operand = emission->operands[i];
        if (!operand.var)
            return false;
        if (operand.builder != builder) {
            ax_builder_fail(builder,
                            AX_ERROR(AX_INVALID_ARGUMENT,
                                     "%s: operand %d is a value of another function; pass it as "
                                     "an argument (%s:%d%s)",
                                     emission->op->name, (int)i, AX_PLACE(emission->location)));
            return false;
        }
    }
    return true;
}

static ax_eqn *new_eqn(ax_builder *builder, const ax_emission *emission)
{
    ax_arena *arena = builder->graph->arena;
    ax_eqn *eqn = AX_ARENA_NEW(arena, ax_eqn, 1);
    if (!eqn)
        return NULL;
    const char *file = emission->location.file ? emission->location.file : "";
    *eqn = (ax_eqn){
        .op = emission->op,
        .noperands = emission->noperands,
        .nresults = emission->nresults,
        .nattrs = emission->nattrs,
        .nregions = emission->nregions,
        .operands = AX_ARENA_NEW(arena, const ax_var *, emission->noperands),
        .results = AX_ARENA_NEW(arena, ax_var *, emission->nresults),
        .attrs = copy_attrs(arena, emission->attrs, emission->nattrs),
        .regions = AX_ARENA_NEW(arena, const ax_graph *, emission->nregions),
        .location = {ax_arena_strdup(arena, file), emission->location.line,
                     emission->location.column},
    };
    if (!eqn->operands || !eqn->results || !eqn->attrs || !eqn->regions || !eqn->location.file) {
        return NULL;
    }
    for (int32_t i = 0; i < emission->noperands; i++) {
        eqn->operands[i] = emission->operands[i].var;
    }
    for (int32_t i = 0; i < emission->nregions; i++) {
        eqn->regions[i] = copy_region(builder, emission->regions[i]);
        if (!eqn->regions[i])
            return NULL;
    }
    return eqn;
}

static ax_status *add_context(ax_status *status, const ax_eqn *eqn)
{
    ax_text operands = {0};
    for (int32_t i = 0; i < eqn->noperands; i++) {
        ax_text_printf(&operands, "%s%s", i ? ", " : "", AX_TYPE_STRING(ax_operand_type(eqn, i)));
    }
    status = ax_status_context(status, "in %s(%s) at %s:%d%s", eqn->op->name,
                               operands.bytes ? operands.bytes : "", AX_PLACE(eqn->location));
    ax_text_free(&operands);
    return status;
}

static ax_status *infer_results(ax_graph *graph, ax_eqn *eqn)
{
    ax_type *types = AX_ARENA_NEW(graph->arena, ax_type, eqn->nresults);
    if (!types)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a graph");
    AX_TRY(eqn->op->infer.function(eqn, types));
    for (int32_t i = 0; i < eqn->nresults; i++) {
        AX_TRY(ax_type_check(&types[i]));
        eqn->results[i] = ax_builder_new_var(graph, &types[i], eqn, i);
        if (!eqn->results[i])
            return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a graph");
    }
    return NULL;
}

static void append(ax_graph *graph, ax_eqn *eqn)
{
    if (graph->last) {
        graph->last->next = eqn;
    } else {
        graph->first = eqn;
    }
    graph->last = eqn;
    graph->neqns++;
}

void ax_emit(ax_builder *builder, const ax_emission *emission, ax_value *out_results)
{
    for (int32_t i = 0; i < emission->nresults; i++)
        out_results[i] = ax_builder_poison(builder);
    if (ax_builder_failed(builder) || !operands_usable(builder, emission))
        return;

    ax_eqn *eqn = new_eqn(builder, emission);
    if (!eqn) {
        ax_builder_fail_memory(builder);
        return;
    }
    ax_status *status = infer_results(builder->graph, eqn);
    if (status) {
        ax_builder_fail(builder, add_context(status, eqn));
        return;
    }
    append(builder->graph, eqn);
    for (int32_t i = 0; i < eqn->nresults; i++) {
        out_results[i] = (ax_value){builder, eqn->results[i]};
    }
}

ax_value ax_emit_one(ax_builder *builder, const ax_op *op, const ax_value *operands,
                     int32_t noperands, const ax_attr *attrs, int32_t nattrs, ax_location location)
{
    ax_emission emission = {
        .op = op,
        .noperands = noperands,
        .operands = operands,
        .nattrs = nattrs,
        .attrs = attrs,
        .nresults = 1,
        .location = location,
    };
    ax_value result;
    ax_emit(builder, &emission, &result);
    return result;
}

void ax_emit_like(ax_builder *builder, const ax_eqn *eqn, const ax_value *operands,
                  ax_value *out_results)
{
    ax_emission emission = {
        .op = eqn->op,
        .noperands = eqn->noperands,
        .operands = operands,
        .nattrs = eqn->nattrs,
        .attrs = eqn->attrs,
        .nregions = eqn->nregions,
        .regions = eqn->regions,
        .nresults = eqn->nresults,
        .location = eqn->location,
    };
    ax_emit(builder, &emission, out_results);
}
