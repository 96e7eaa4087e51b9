#include "ops/shard_map.h"

#include "base/checked.h"
#include "ops/check.h"
#include "ops/ops.h"

#include <stdio.h>
#include <string.h>

/* ---- specs and types ---- */

static ax_status *check_spec_axis(ax_names axes, int64_t axis, bool *used, const char *what)
{
    if (axis < 0 || axis >= axes.count) {
        return AX_ERROR(AX_INVALID_ARGUMENT, "%s: its spec names axis number %lld of %d", what,
                        (long long)axis, (int)axes.count);
    }
    if (used[axis]) {
        return AX_ERROR(AX_INVALID_ARGUMENT, "%s: its spec names axis '%s' twice", what,
                        axes.values[axis]);
    }
    used[axis] = true;
    return NULL;
}

enum { MOST_AXES = 32 };

static ax_status *check_spec(const ax_spec *spec, ax_names axes, const ax_type *type,
                             const char *what)
{
    bool used[MOST_AXES] = {false};
    if (axes.count > MOST_AXES)
        return AX_ERROR(AX_INVALID_ARGUMENT, "%d axes are more than %d", (int)axes.count,
                        (int)MOST_AXES);
    if (spec->ndim != type->ndim) {
        return AX_ERROR(AX_INVALID_ARGUMENT, "%s: its spec has %d dimensions, and it is %s", what,
                        (int)spec->ndim, AX_TYPE_STRING(type));
    }
    for (int32_t i = 0; i < spec->unreduced.count; i++)
        AX_TRY(check_spec_axis(axes, spec->unreduced.values[i], used, what));
    for (int32_t d = 0; d < spec->ndim; d++) {
        for (int32_t i = 0; i < spec->dims[d].count; i++)
            AX_TRY(check_spec_axis(axes, spec->dims[d].values[i], used, what));
    }
    return NULL;
}

static ax_status *shards_of(ax_ints dim_axes, ax_ints sizes, const char *what, int64_t *out_shards)
{
    *out_shards = 1;
    for (int32_t i = 0; i < dim_axes.count; i++) {
        if (!ax_checked_mul(*out_shards, sizes.values[dim_axes.values[i]], out_shards))
            return AX_ERROR(AX_OVERFLOW, "%s: its axes have too many points", what);
    }
    return NULL;
}

static ax_status *does_not_divide(ax_ints dim_axes, ax_names axes, ax_ints sizes,
                                  const ax_type *whole, int32_t dim, const char *what)
{
    char list[256] = "";
    size_t used = 0;
    for (int32_t i = 0; i < dim_axes.count && used < sizeof list; i++) {
        int64_t axis = dim_axes.values[i];
        int n = snprintf(list + used, sizeof list - used, "%s'%s' of size %lld", i ? " times " : "",
                         axes.values[axis], (long long)sizes.values[axis]);
        used += n > 0 ? (size_t)n : 0;
    }
    return AX_ERROR(AX_INVALID_ARGUMENT,
                    "%s is %s: dimension %d of size %lld does not divide over axis %s", what,
                    AX_TYPE_STRING(whole), (int)dim, (long long)whole->dims[dim], list);
}

ax_status *ax_spec_block(const ax_spec *spec, ax_names axes, ax_ints sizes, const ax_type *whole,
                         const char *what, ax_type *out_block)
{
    AX_TRY(check_spec(spec, axes, whole, what));
    *out_block = *whole;
    for (int32_t d = 0; d < spec->ndim; d++) {
        int64_t shards;
        AX_TRY(shards_of(spec->dims[d], sizes, what, &shards));
        if (whole->dims[d] % shards != 0)
            return does_not_divide(spec->dims[d], axes, sizes, whole, d, what);
        out_block->dims[d] = whole->dims[d] / shards;
    }
    return NULL;
}

ax_status *ax_spec_whole(const ax_spec *spec, ax_names axes, ax_ints sizes, const ax_type *block,
                         const char *what, ax_type *out_whole)
{
    AX_TRY(check_spec(spec, axes, block, what));
    *out_whole = *block;
    for (int32_t d = 0; d < spec->ndim; d++) {
        int64_t shards;
        AX_TRY(shards_of(spec->dims[d], sizes, what, &shards));
        if (!ax_checked_mul(block->dims[d], shards, &out_whole->dims[d]))
            return AX_ERROR(AX_OVERFLOW, "%s: dimension %d is too long", what, (int)d);
    }
    return NULL;
}

/* ---- the record ---- */

static ax_status *check_axes(ax_names axes, ax_ints sizes)
{
    if (axes.count != sizes.count) {
        return AX_ERROR(AX_INVALID_ARGUMENT, "shard_map: %d axes and %d sizes", (int)axes.count,
                        (int)sizes.count);
    }
    for (int32_t i = 0; i < axes.count; i++) {
        if (sizes.values[i] < 1) {
            return AX_ERROR(AX_INVALID_ARGUMENT,
                            "shard_map: axis '%s' has size %lld; it must be at least 1",
                            axes.values[i], (long long)sizes.values[i]);
        }
        for (int32_t j = 0; j < i; j++) {
            if (strcmp(axes.values[i], axes.values[j]) == 0)
                return AX_ERROR(AX_INVALID_ARGUMENT, "shard_map: axis '%s' is bound twice",
                                axes.values[i]);
        }
    }
    return NULL;
}

static ax_status *spec_count(const char *name, int32_t count)
{
    return AX_ERROR(AX_INVALID_ARGUMENT, "shard_map: %s is not a list of %d specs", name,
                    (int)count);
}

static ax_status *check_inputs(const ax_eqn *eqn, ax_names axes, ax_ints sizes)
{
    ax_ints list = ax_eqn_ints(eqn, AX_ATTR_IN_SPECS);
    ax_spec spec;
    int32_t at = 0;
    for (int32_t i = 0; i < eqn->noperands; i++) {
        char what[48];
        ax_type block;
        snprintf(what, sizeof what, "shard_map: argument %d", (int)i);
        if (!ax_specs_next(list, &at, &spec))
            return spec_count("in_specs", eqn->noperands);
        AX_TRY(ax_spec_block(&spec, axes, sizes, ax_operand_type(eqn, i), what, &block));
        const ax_type *input = &eqn->regions[0]->inputs[i]->type;
        if (!ax_type_equal(&block, input)) {
            return AX_ERROR(AX_INVALID_ARGUMENT, "%s is %s, its block is %s, and the region has %s",
                            what, AX_TYPE_STRING(ax_operand_type(eqn, i)), AX_TYPE_STRING(&block),
                            AX_TYPE_STRING(input));
        }
    }
    return at == list.count ? NULL : spec_count("in_specs", eqn->noperands);
}

static ax_status *infer_shard_map(const ax_eqn *eqn, ax_type *out_types)
{
    AX_TRY(ax_check_form(eqn));
    ax_names axes = ax_eqn_names(eqn, AX_ATTR_MANUAL_AXES);
    ax_ints sizes = ax_eqn_ints(eqn, AX_ATTR_MANUAL_SIZES);
    const ax_graph *region = eqn->regions[0];
    AX_TRY(check_axes(axes, sizes));
    if (region->ninputs != eqn->noperands || region->noutputs != eqn->nresults) {
        return AX_ERROR(AX_INVALID_ARGUMENT,
                        "shard_map: %d arguments and %d results, and its function has %d and %d",
                        (int)eqn->noperands, (int)eqn->nresults, (int)region->ninputs,
                        (int)region->noutputs);
    }
    AX_TRY(check_inputs(eqn, axes, sizes));
    ax_ints list = ax_eqn_ints(eqn, AX_ATTR_OUT_SPECS);
    ax_spec spec;
    int32_t at = 0;
    for (int32_t i = 0; i < eqn->nresults; i++) {
        char what[48];
        snprintf(what, sizeof what, "shard_map: result %d", (int)i);
        if (!ax_specs_next(list, &at, &spec))
            return spec_count("out_specs", eqn->nresults);
        AX_TRY(ax_spec_whole(&spec, axes, sizes, &region->outputs[i]->type, what, &out_types[i]));
        if (spec.unreduced.count && out_types[i].dtype == AX_BOOL)
            return AX_ERROR(AX_INVALID_ARGUMENT, "%s: a sum of bool: convert it to i32 first",
                            what);
    }
    return at == list.count ? NULL : spec_count("out_specs", eqn->nresults);
}

void ax_emit_shard_map(ax_builder *builder, const ax_shard_map_emission *emission,
                       ax_value *out_results)
{
    ax_arena *arena = ax_builder_arena(builder);
    int32_t nin = ax_specs_write(emission->in_specs, emission->noperands, NULL);
    int32_t nout = ax_specs_write(emission->out_specs, emission->nresults, NULL);
    int64_t *in = AX_ARENA_NEW(arena, int64_t, nin);
    int64_t *out = AX_ARENA_NEW(arena, int64_t, nout);
    for (int32_t i = 0; i < emission->nresults; i++)
        out_results[i] = ax_builder_poison(builder);
    if (!in || !out) {
        ax_builder_fail(builder, AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a graph"));
        return;
    }
    ax_specs_write(emission->in_specs, emission->noperands, in);
    ax_specs_write(emission->out_specs, emission->nresults, out);
    ax_attr attrs[] = {
        ax_attr_ints(AX_ATTR_IN_SPECS, in, nin),
        {.key = AX_ATTR_MANUAL_AXES, .names = emission->axes},
        ax_attr_ints(AX_ATTR_MANUAL_SIZES, emission->sizes.values, emission->sizes.count),
        ax_attr_ints(AX_ATTR_OUT_SPECS, out, nout),
    };
    ax_emission whole = {
        .op = &ax_op_shard_map,
        .noperands = emission->noperands,
        .operands = emission->operands,
        .nattrs = sizeof attrs / sizeof attrs[0],
        .attrs = attrs,
        .nregions = 1,
        .regions = &emission->region,
        .nresults = emission->nresults,
        .location = emission->location,
    };
    ax_emit(builder, &whole, out_results);
}

/* ---- vmap ---- */

/* The spec with a dimension that no axis cuts at `axis`. */
static ax_spec with_batch(ax_spec spec, int32_t axis)
{
    for (int32_t d = spec.ndim; d > axis; d--)
        spec.dims[d] = spec.dims[d - 1];
    spec.dims[axis] = AX_EMPTY_LIST;
    spec.ndim++;
    return spec;
}

typedef struct batched_map {
    ax_batched *operands, *blocks, *results;
    ax_value *values;
    ax_spec *in_specs, *out_specs;
} batched_map;

static bool get_memory(ax_arena *arena, const ax_eqn *eqn, batched_map *map)
{
    int32_t most = eqn->noperands > eqn->nresults ? eqn->noperands : eqn->nresults;
    *map = (batched_map){
        .operands = AX_ARENA_NEW(arena, ax_batched, eqn->noperands),
        .blocks = AX_ARENA_NEW(arena, ax_batched, eqn->noperands),
        .results = AX_ARENA_NEW(arena, ax_batched, eqn->nresults),
        .values = AX_ARENA_NEW(arena, ax_value, most),
        .in_specs = AX_ARENA_NEW(arena, ax_spec, eqn->noperands),
        .out_specs = AX_ARENA_NEW(arena, ax_spec, eqn->nresults),
    };
    return map->operands && map->blocks && map->results && map->values && map->in_specs &&
           map->out_specs;
}

/* The region vmapped over the same axis: a batch dimension in a block is where it is in the array. */
static const ax_graph *batch_region(ax_batching *batching, const ax_eqn *eqn, batched_map *map)
{
    const ax_graph *region = eqn->regions[0];
    ax_builder *inner = ax_builder_create_region(batching->builder);
    if (!inner)
        return NULL;
    for (int32_t i = 0; i < eqn->noperands; i++) {
        ax_type type = region->inputs[i]->type;
        int32_t axis = map->operands[i].axis;
        if (axis != AX_NOT_MAPPED &&
            !ax_batch_insert_dim(batching, eqn, &region->inputs[i]->type, axis, &type)) {
            break;
        }
        map->blocks[i] = (ax_batched){ax_builder_input(inner, &type, NULL), axis};
    }
    const char *name = batching->axis_name;
    if (name && !ax_collective_over(eqn, name))
        name = NULL; /* not spoken over, or bound again inside */
    if (!ax_builder_failed(inner)) {
        batching->inline_region(inner, region, map->blocks, batching->size, name, map->results);
    }
    for (int32_t i = 0; i < eqn->nresults; i++)
        map->values[i] = map->results[i].value;
    return ax_builder_finish_region(inner, eqn->nresults, map->values);
}

static void batch_shard_map(ax_batching *batching, const ax_eqn *eqn)
{
    ax_builder *builder = batching->builder;
    batched_map map;
    if (!get_memory(ax_builder_arena(builder), eqn, &map)) {
        ax_builder_fail(builder, AX_ERROR(AX_OUT_OF_MEMORY, "no memory for vmap"));
        return;
    }
    for (int32_t i = 0; i < eqn->noperands; i++) {
        map.operands[i] = ax_batch_operand(batching, eqn, i);
        map.in_specs[i] = ax_specs_at(ax_eqn_ints(eqn, AX_ATTR_IN_SPECS), i);
        if (map.operands[i].axis != AX_NOT_MAPPED && map.in_specs[i].ndim < AX_MAX_NDIM)
            map.in_specs[i] = with_batch(map.in_specs[i], map.operands[i].axis);
    }
    const ax_graph *region = batch_region(batching, eqn, &map);
    if (!region)
        return;
    for (int32_t i = 0; i < eqn->nresults; i++) {
        map.out_specs[i] = ax_specs_at(ax_eqn_ints(eqn, AX_ATTR_OUT_SPECS), i);
        if (map.results[i].axis != AX_NOT_MAPPED && map.out_specs[i].ndim < AX_MAX_NDIM)
            map.out_specs[i] = with_batch(map.out_specs[i], map.results[i].axis);
    }
    for (int32_t i = 0; i < eqn->noperands; i++)
        map.values[i] = map.operands[i].value;
    ax_shard_map_emission emission = {
        .axes = ax_eqn_names(eqn, AX_ATTR_MANUAL_AXES),
        .sizes = ax_eqn_ints(eqn, AX_ATTR_MANUAL_SIZES),
        .in_specs = map.in_specs,
        .out_specs = map.out_specs,
        .noperands = eqn->noperands,
        .nresults = eqn->nresults,
        .operands = map.values,
        .region = region,
        .location = eqn->location,
    };
    ax_value *results = AX_ARENA_NEW(ax_builder_arena(builder), ax_value, eqn->nresults);
    if (!results) {
        ax_builder_fail(builder, AX_ERROR(AX_OUT_OF_MEMORY, "no memory for vmap"));
        return;
    }
    ax_emit_shard_map(builder, &emission, results);
    for (int32_t i = 0; i < eqn->nresults; i++)
        batching->values[eqn->results[i]->id] = (ax_batched){results[i], map.results[i].axis};
}

AX_OP_RECORD(
    shard_map, shard_map, .dtypes = AX_SET_EVERY, .traits = AX_TRAIT_VARIADIC | AX_TRAIT_COLLECTIVE,
    .noperands = 0, .nregions = 1,
    .attrs = AX_ATTR_LIST(AX_ATTR_IN_SPECS, AX_ATTR_MANUAL_AXES, AX_ATTR_MANUAL_SIZES,
                          AX_ATTR_OUT_SPECS),
    .infer = AX_RULE(infer_shard_map), .batch = AX_RULE(batch_shard_map),
    .eval = AX_NO_RULE("run by the executor: placed on devices, or as vmap of its region"));
