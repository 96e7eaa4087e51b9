/* A program with an axis of its own: one manual computation over one axis, which is all that @main
 * does. Its body is the function of one example, except that an example of an array that is sharded
 * along the axis is a block of size 1 there: the graph's inputs and outputs go without it. */
#include "formats/stablehlo/import.h"

#include "formats/stablehlo/mesh.h"

#include <axmap/shape.h>
#include <string.h>

static const char manual_name[] = "sdy.manual_computation";

typedef struct manual_program {
    const ax_hlo_module *module;
    const ax_hlo_op *function, *op;
    const char *axis, *mesh;
    int64_t size;
    const ax_hlo_attr *in_shardings, *out_shardings;
} manual_program;

static bool is_hint(const ax_hlo_op *op)
{
    return strcmp(op->name, "sdy.sharding_constraint") == 0 ||
           strcmp(op->name, "stablehlo.optimization_barrier") == 0;
}

/* The value that hints pass on. */
static const ax_hlo_value *behind_hints(const ax_hlo_value *value)
{
    while (value->op && is_hint(value->op) && value->index < value->op->noperands)
        value = value->op->operands[value->index];
    return value;
}

const ax_hlo_op *ax_hlo_find_manual_computation(const ax_hlo_op *function)
{
    AX_HLO_FOR_OPS(op, &function->regions[0])
    {
        if (strcmp(op->name, manual_name) == 0)
            return op;
    }
    return NULL;
}

static ax_status *refuse(const manual_program *p, ax_hlo_place place, const char *what)
{
    return ax_hlo_error(p->module, AX_UNSUPPORTED, place,
                        "%s; a program with an axis of its own is one manual computation over one "
                        "axis, of arrays with one example in each block",
                        what);
}

/* ---- the axis and the shardings ---- */

/* Nothing but hints, the computation and the return. */
static ax_status *check_frame(const manual_program *p)
{
    const ax_hlo_region *body = &p->function->regions[0];
    AX_HLO_FOR_OPS(op, body)
    {
        if (op != p->op && !is_hint(op) && op != body->last)
            return refuse(p, op->place, op->name);
    }
    return NULL;
}

static ax_status *read_shardings(const manual_program *p, const char *name, int32_t count,
                                 const ax_hlo_attr **out_list)
{
    const ax_hlo_attr *attr = ax_hlo_op_attr(p->op, name);
    const ax_hlo_attr *list = attr ? ax_hlo_sharding_list(attr) : NULL;
    if (!list)
        return ax_hlo_missing(p->module, p->op, name);
    if (list->nitems != count) {
        return ax_hlo_error(p->module, AX_FORMAT, list->place, "%s has %d entries, not %d", name,
                            (int)list->nitems, (int)count);
    }
    *out_list = list;
    return NULL;
}

static ax_status *read_axis(manual_program *p)
{
    const ax_hlo_module *module = p->module;
    const ax_hlo_attr *manual = ax_hlo_op_attr(p->op, "manual_axes");
    if (manual && manual->kind == AX_HLO_DIALECT && manual->nitems == 1)
        manual = &manual->items[0];
    if (!manual || manual->kind != AX_HLO_DICT)
        return ax_hlo_missing(module, p->op, "manual_axes");
    if (manual->nitems != 1 || manual->items[0].kind != AX_HLO_STRING)
        return refuse(p, manual->place, "not one manual axis");
    p->axis = manual->items[0].text;

    const ax_hlo_attr *first = p->in_shardings->nitems    ? &p->in_shardings->items[0]
                               : p->out_shardings->nitems ? &p->out_shardings->items[0]
                                                          : NULL;
    p->mesh = first ? ax_hlo_sharding_mesh(first) : NULL;
    if (!p->mesh)
        return refuse(p, p->op->place, "a manual computation without a mesh");
    const ax_hlo_attr *axes;
    AX_TRY(ax_hlo_mesh_axes(module, p->mesh, p->op->place, &axes));
    if (axes->nitems != 1)
        return refuse(p, axes->place, "a mesh of several axes");
    return ax_hlo_mesh_axis_size(module, p->mesh, p->axis, p->op->place, &p->size);
}

/* The dimension that a sharding cuts along the axis, or AX_NONE. */
static ax_status *sharded_dim(const manual_program *p, const ax_hlo_attr *sharding, int32_t ndim,
                              int64_t *out_dim)
{
    const ax_hlo_attr *dims = ax_hlo_sharding_dims(sharding);
    if (!dims || dims->nitems != ndim)
        return ax_hlo_error(p->module, AX_FORMAT, sharding->place,
                            "a sharding is <@mesh, [..]> with an entry for each dimension");
    if (strcmp(ax_hlo_sharding_mesh(sharding), p->mesh) != 0)
        return refuse(p, sharding->place, "shardings over several meshes");
    if (ax_hlo_attr_item(sharding, "unreduced"))
        return refuse(p, sharding->place, "an unreduced sharding");
    *out_dim = AX_NONE;
    for (int32_t i = 0; i < ndim; i++) {
        for (int32_t k = 0; k < dims->items[i].nitems; k++) {
            const ax_hlo_attr *name = &dims->items[i].items[k];
            if (name->kind == AX_HLO_WORD && strcmp(name->text, "?") == 0)
                continue;
            if (name->kind != AX_HLO_STRING || *out_dim != AX_NONE)
                return refuse(p, name->place, "a sharding over a part of an axis");
            *out_dim = i;
        }
    }
    return NULL;
}

/* The whole array is one example long in each block: its size at `dim` is the axis's. */
static ax_status *check_block(const manual_program *p, const ax_hlo_type *whole,
                              const ax_hlo_type *block, int64_t dim, ax_hlo_place place)
{
    bool fits = whole->kind == AX_HLO_TENSOR && block->kind == AX_HLO_TENSOR &&
                whole->ndim == block->ndim && strcmp(whole->text, block->text) == 0;
    for (int32_t i = 0; fits && i < whole->ndim; i++) {
        bool sharded = i == dim;
        if (sharded && block->dims[i] != 1 && whole->dims[i] == block->dims[i] * p->size)
            return refuse(p, place, "blocks of several examples");
        fits = sharded ? block->dims[i] == 1 && whole->dims[i] == p->size
                       : block->dims[i] == whole->dims[i];
    }
    if (fits)
        return NULL;
    ax_arena *arena = p->module->arena;
    return ax_hlo_error(p->module, AX_FORMAT, place, "%s is no block of %s along '%s' of size %lld",
                        ax_hlo_type_print(arena, block), ax_hlo_type_print(arena, whole), p->axis,
                        (long long)p->size);
}

/* ---- what is mapped ---- */

/* The axes of the function's arguments, from the operands that they become. */
static ax_status *place_inputs(const manual_program *p, int64_t *axes)
{
    const ax_hlo_region *body = &p->function->regions[0];
    bool *used = AX_ARENA_NEW(p->module->arena, bool, body->nargs);
    if (!used)
        return ax_hlo_no_memory();
    for (int32_t i = 0; i < body->nargs; i++)
        axes[i] = AX_NONE;
    for (int32_t i = 0; i < p->op->noperands; i++) {
        const ax_hlo_value *arg = behind_hints(p->op->operands[i]);
        int64_t dim;
        if (arg->op)
            return refuse(p, p->op->place, "an operand that is no argument of the function");
        AX_TRY(sharded_dim(p, &p->in_shardings->items[i], arg->type->ndim, &dim));
        AX_TRY(check_block(p, arg->type, p->op->regions[0].args[i].type, dim, p->op->place));
        if (used[arg->index] && axes[arg->index] != dim)
            return refuse(p, p->op->place, "an argument that is sharded in two ways");
        used[arg->index] = true;
        axes[arg->index] = dim;
    }
    return NULL;
}

/* And of its results, from the values that the computation returns. */
static ax_status *place_outputs(const manual_program *p, int64_t *axes)
{
    const ax_hlo_op *end = p->function->regions[0].last;
    const ax_hlo_op *inner = p->op->regions[0].last;
    for (int32_t i = 0; i < end->noperands; i++) {
        const ax_hlo_value *result = behind_hints(end->operands[i]);
        if (result->op != p->op)
            return refuse(p, end->place, "a result that the computation does not give");
        const ax_hlo_type *block = inner->operands[result->index]->type;
        const ax_hlo_attr *sharding = &p->out_shardings->items[result->index];
        AX_TRY(sharded_dim(p, sharding, result->type->ndim, &axes[i]));
        AX_TRY(check_block(p, result->type, block, axes[i], inner->place));
    }
    return NULL;
}

/* One region with an argument for each operand, and values returned for each result. */
static ax_status *check_form(const manual_program *p)
{
    bool fits = p->op->nregions == 1 && p->op->regions[0].nargs == p->op->noperands &&
                p->op->regions[0].last && p->op->regions[0].last->noperands == p->op->nresults &&
                p->function->regions[0].last;
    return fits ? NULL
                : ax_hlo_error(p->module, AX_FORMAT, p->op->place,
                               "the region of %s does not fit its operands and results",
                               p->op->name);
}

ax_status *ax_hlo_read_manual_axes(ax_hlo_import *import, const ax_hlo_op *function,
                                   const ax_hlo_op *manual, ax_hlo_program_axes *out_axes)
{
    ax_arena *arena = import->module->arena;
    manual_program p = {.module = import->module, .function = function, .op = manual};
    AX_TRY(check_form(&p));
    AX_TRY(check_frame(&p));
    AX_TRY(read_shardings(&p, "in_shardings", manual->noperands, &p.in_shardings));
    AX_TRY(read_shardings(&p, "out_shardings", manual->nresults, &p.out_shardings));
    AX_TRY(read_axis(&p));
    int64_t *in_axes = AX_ARENA_NEW(arena, int64_t, function->regions[0].nargs);
    int64_t *results = AX_ARENA_NEW(arena, int64_t, function->regions[0].last->noperands);
    if (!in_axes || !results)
        return ax_hlo_no_memory();
    AX_TRY(place_inputs(&p, in_axes));
    AX_TRY(place_outputs(&p, results));
    *out_axes = (ax_hlo_program_axes){p.axis, p.size, in_axes, results};
    return NULL;
}

/* ---- the function of one example ---- */

static ax_status *make_inputs(ax_hlo_import *import, const ax_hlo_region *body, const int64_t *axes,
                              ax_value *inputs)
{
    for (int32_t i = 0; i < body->nargs; i++) {
        ax_type type;
        AX_TRY(ax_hlo_to_type(import->module, body->args[i].type, &type));
        if (axes[i] != AX_NONE)
            type = ax_type_remove_dim(&type, (int32_t)axes[i]);
        inputs[i] = ax_builder_input(import->builder, &type, body->args[i].loc_name);
    }
    return NULL;
}

/* The block that the body sees: the example with a dimension of size 1. */
static ax_status *make_blocks(ax_hlo_import *import, const ax_hlo_op *manual, const int64_t *axes,
                              const ax_value *inputs)
{
    const ax_hlo_region *region = &manual->regions[0];
    for (int32_t i = 0; i < region->nargs; i++) {
        int32_t arg = behind_hints(manual->operands[i])->index;
        ax_value block = inputs[arg];
        ax_type type;
        AX_TRY(ax_hlo_to_type(import->module, region->args[i].type, &type));
        if (axes[arg] != AX_NONE)
            block = ax_reshape_at(block, (ax_ints){type.ndim, type.dims},
                                  ax_hlo_location(import, manual));
        import->values[region->args[i].id] = block;
    }
    return NULL;
}

static ax_status *make_output(ax_hlo_import *import, const ax_hlo_type *block, int64_t axis,
                              ax_value result, ax_location here, ax_value *out_value)
{
    ax_type type;
    AX_TRY(ax_hlo_to_type(import->module, block, &type));
    *out_value = result;
    if (axis != AX_NONE) {
        type = ax_type_remove_dim(&type, (int32_t)axis);
        *out_value = ax_reshape_at(result, (ax_ints){type.ndim, type.dims}, here);
    }
    return NULL;
}

ax_status *ax_hlo_import_manual(ax_hlo_import *import, const ax_hlo_op *function,
                                const ax_hlo_op *manual, const ax_hlo_program_axes *axes,
                                ax_value **out_outputs)
{
    const ax_hlo_region *body = &function->regions[0];
    const ax_hlo_op *inner = manual->regions[0].last;
    ax_value *inputs = AX_HLO_NEW(import, ax_value, body->nargs);
    ax_value *results = AX_HLO_NEW(import, ax_value, manual->nresults);
    ax_value *outputs = AX_HLO_NEW(import, ax_value, body->last->noperands);
    if (!inputs || !results || !outputs)
        return ax_hlo_no_memory();
    AX_TRY(make_inputs(import, body, axes->in_axes, inputs));
    AX_TRY(make_blocks(import, manual, axes->in_axes, inputs));
    ax_hlo_axis axis = {axes->name, axes->size};
    import->axis = &axis;
    import->depth++;
    ax_status *status = ax_hlo_import_ops(import, &manual->regions[0], manual->nresults, results);
    import->depth--;
    import->axis = NULL;
    if (status)
        return status;
    for (int32_t i = 0; i < body->last->noperands; i++) {
        int32_t index = behind_hints(body->last->operands[i])->index;
        AX_TRY(make_output(import, inner->operands[index]->type, axes->out_axes[i], results[index],
                           ax_hlo_location(import, inner), &outputs[i]));
    }
    *out_outputs = outputs;
    return NULL;
}

ax_status *ax_hlo_refuse_manual_computation(ax_hlo_import *import, const ax_hlo_op *op)
{
    const manual_program p = {.module = import->module, .op = op};
    return refuse(&p, op->place, "a manual computation inside another function");
}
