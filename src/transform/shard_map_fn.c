#include "transform/shard_map_fn.h"

#include "base/text.h"
#include "ops/shard_map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static ax_status *no_memory(void)
{
    return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a function");
}

/* ---- texts of specs ---- */

typedef struct spec_reader {
    const ax_shard_map_binding *binding;
    const char *what; /* "argument" or "result" */
    int32_t index;
    const char *text, *at;
} spec_reader;

static ax_status *unreadable(const spec_reader *r, const char *expected)
{
    return AX_ERROR(AX_INVALID_ARGUMENT,
                    "shard_map: the spec '%s' of %s %d: expected %s at '%s'; a spec looks like "
                    "'x,y', '_,x' or '(x y)'",
                    r->text, r->what, (int)r->index, expected, r->at);
}

static void skip_spaces(spec_reader *r)
{
    while (*r->at == ' ')
        r->at++;
}

static ax_status *no_such_axis(const spec_reader *r, const char *name, size_t length)
{
    ax_text text = {0};
    ax_names axes = r->binding->axes;
    for (int32_t i = 0; i < axes.count; i++)
        ax_text_printf(&text, "%s'%s'", i ? ", " : "", axes.values[i]);
    ax_status *status = AX_ERROR(
        AX_INVALID_ARGUMENT, "shard_map: the spec '%s' of %s %d names '%.*s'; the axes are %s",
        r->text, r->what, (int)r->index, (int)length, name, text.bytes ? text.bytes : "none");
    ax_text_free(&text);
    return status;
}

/* One name, appended to the axes of a dimension. */
static ax_status *read_axis(spec_reader *r, ax_ints *dim)
{
    size_t length = strcspn(r->at, " ,()");
    if (length == 0)
        return unreadable(r, "an axis");
    ax_names axes = r->binding->axes;
    int32_t number = 0;
    while (number < axes.count && !(strlen(axes.values[number]) == length &&
                                    strncmp(axes.values[number], r->at, length) == 0))
        number++;
    if (number == axes.count)
        return no_such_axis(r, r->at, length);
    int64_t *values = AX_ARENA_NEW(r->binding->arena, int64_t, dim->count + 1);
    if (!values)
        return no_memory();
    if (dim->count)
        memcpy(values, dim->values, (size_t)dim->count * sizeof *values);
    values[dim->count] = number;
    *dim = (ax_ints){dim->count + 1, values};
    r->at += length;
    skip_spaces(r);
    return NULL;
}

/* x, (x y), _, or nothing. */
static ax_status *read_dim(spec_reader *r, ax_ints *dim)
{
    skip_spaces(r);
    if (*r->at == ',' || *r->at == '\0')
        return NULL;
    if (*r->at == '_' && strcspn(r->at, " ,()") == 1) {
        r->at++;
        skip_spaces(r);
        return NULL;
    }
    if (*r->at != '(')
        return read_axis(r, dim);
    r->at++;
    skip_spaces(r);
    while (*r->at != ')')
        AX_TRY(read_axis(r, dim));
    r->at++;
    skip_spaces(r);
    return NULL;
}

static ax_status *check_repeats(const spec_reader *r, const ax_spec *spec)
{
    ax_names axes = r->binding->axes;
    for (int32_t axis = 0; axis < axes.count; axis++) {
        int32_t uses = 0;
        for (int32_t d = 0; d < spec->ndim; d++) {
            for (int32_t i = 0; i < spec->dims[d].count; i++)
                uses += spec->dims[d].values[i] == axis;
        }
        if (uses > 1)
            return AX_ERROR(AX_INVALID_ARGUMENT,
                            "shard_map: the spec '%s' of %s %d names axis '%s' twice", r->text,
                            r->what, (int)r->index, axes.values[axis]);
    }
    return NULL;
}

static ax_status *read_spec(spec_reader *r, ax_spec *spec)
{
    *spec = (ax_spec){0};
    r->at = r->text;
    skip_spaces(r);
    if (*r->at == '\0')
        return NULL;
    for (;;) {
        if (spec->ndim == AX_MAX_NDIM)
            return unreadable(r, "at most 16 dimensions");
        AX_TRY(read_dim(r, &spec->dims[spec->ndim++]));
        if (*r->at == '\0')
            return check_repeats(r, spec);
        if (*r->at != ',')
            return unreadable(r, "','");
        r->at++;
    }
}

static ax_status *read_specs(const ax_shard_map_binding *binding, const char *what, ax_names texts,
                             int32_t count, ax_spec **out_specs)
{
    ax_spec *specs = AX_ARENA_NEW(binding->arena, ax_spec, count);
    if (!specs)
        return no_memory();
    if (texts.count != count && texts.count != 1)
        return AX_ERROR(AX_INVALID_ARGUMENT, "shard_map: %d specs for a function of %d %ss",
                        (int)texts.count, (int)count, what);
    for (int32_t i = 0; i < texts.count; i++) {
        if (!texts.values[i])
            return AX_ERROR(AX_INVALID_ARGUMENT, "shard_map: the spec of %s %d is NULL", what,
                            (int)i);
    }
    for (int32_t i = 0; i < count; i++) {
        spec_reader r = {.binding = binding,
                         .what = what,
                         .index = i,
                         .text = texts.values[texts.count == 1 ? 0 : i]};
        AX_TRY(read_spec(&r, &specs[i]));
    }
    *out_specs = specs;
    return NULL;
}

/* ---- making ---- */

static ax_status *copy_axes(ax_shard_map_binding *binding, ax_names axes, ax_ints sizes)
{
    if (axes.count > 32)
        return AX_ERROR(AX_INVALID_ARGUMENT, "shard_map: %d axes are more than 32",
                        (int)axes.count);
    if (axes.count < 1 || axes.count != sizes.count)
        return AX_ERROR(AX_INVALID_ARGUMENT,
                        "shard_map: %d axes and %d sizes; it needs one axis or more, and a size "
                        "for each",
                        (int)axes.count, (int)sizes.count);
    const char **names = AX_ARENA_NEW(binding->arena, const char *, axes.count);
    int64_t *lengths = AX_ARENA_NEW(binding->arena, int64_t, axes.count);
    if (!names || !lengths)
        return no_memory();
    for (int32_t i = 0; i < axes.count; i++) {
        const char *name = axes.values[i];
        if (!name)
            return AX_ERROR(AX_INVALID_ARGUMENT, "shard_map: axis %d of %d has no name", (int)i,
                            (int)axes.count);
        if (!*name || name[strcspn(name, " ,()")] || strcmp(name, "_") == 0)
            return AX_ERROR(AX_INVALID_ARGUMENT, "shard_map: '%s' cannot be the name of an axis",
                            name);
        if (sizes.values[i] < 1)
            return AX_ERROR(AX_INVALID_ARGUMENT,
                            "shard_map: axis '%s' has size %lld; it must be at least 1", name,
                            (long long)sizes.values[i]);
        for (int32_t j = 0; j < i; j++) {
            if (strcmp(names[j], name) == 0)
                return AX_ERROR(AX_INVALID_ARGUMENT, "shard_map: axis '%s' is given twice", name);
        }
        names[i] = ax_arena_strdup(binding->arena, name);
        lengths[i] = sizes.values[i];
        if (!names[i])
            return no_memory();
    }
    binding->axes = (ax_names){axes.count, names};
    binding->sizes = (ax_ints){axes.count, lengths};
    return NULL;
}

static ax_status *make_binding(const ax_fn *fn, ax_names axes, ax_ints sizes, ax_names in_specs,
                               ax_names out_specs, ax_shard_map_binding **out_binding)
{
    ax_arena *arena;
    AX_TRY(ax_arena_create(&arena));
    ax_shard_map_binding *binding = AX_ARENA_NEW(arena, ax_shard_map_binding, 1);
    ax_status *status = binding ? NULL : no_memory();
    if (binding)
        binding->arena = arena;
    if (!status)
        status = copy_axes(binding, axes, sizes);
    if (!status)
        status = read_specs(binding, "argument", in_specs, fn->ninputs, &binding->in_specs);
    if (!status)
        status = read_specs(binding, "result", out_specs, fn->noutputs, &binding->out_specs);
    if (status) {
        ax_arena_free(arena);
        return status;
    }
    *out_binding = binding;
    return NULL;
}

void ax_shard_map_binding_free(ax_shard_map_binding *binding)
{
    if (binding)
        ax_arena_free(binding->arena);
}

ax_status *ax_fn_wrap_shard_map(ax_fn *fn, ax_names axes, ax_ints sizes, ax_names in_specs,
                                ax_names out_specs, bool check, ax_fn **out_fn)
{
    ax_shard_map_binding *binding;
    AX_TRY(make_binding(fn, axes, sizes, in_specs, out_specs, &binding));
    binding->check = check;
    ax_status *status = ax_fn_wrap(AX_FN_SHARD_MAP, fn, NULL, out_fn);
    if (status) {
        ax_shard_map_binding_free(binding);
        return status;
    }
    (*out_fn)->binding = binding;
    return NULL;
}

/* ---- tracing ---- */

/* The spec with a whole dimension for each that it does not mention. */
static ax_status *full_spec(const ax_spec *given, const ax_type *type, const char *what,
                            ax_spec *out_spec)
{
    *out_spec = *given;
    if (given->ndim > type->ndim)
        return AX_ERROR(AX_INVALID_ARGUMENT, "%s is %s, and its spec has %d dimensions", what,
                        AX_TYPE_STRING(type), (int)given->ndim);
    out_spec->ndim = type->ndim;
    return NULL;
}

static void describe(const ax_fn *fn, int32_t index, char *buffer, size_t size)
{
    const ax_fn *innermost = fn;
    while (innermost->inner)
        innermost = innermost->inner;
    const char *name = innermost->graph && innermost->graph->input_names
                           ? innermost->graph->input_names[index]
                           : NULL;
    snprintf(buffer, size, "shard_map: argument %d%s%.40s%s", (int)index, name ? " '" : "",
             name ? name : "", name ? "'" : "");
}

static ax_status *trace_region(const ax_fn *fn, const ax_type *blocks, const ax_axis *outer,
                               ax_arena *arena, ax_graph **out_region)
{
    const ax_shard_map_binding *binding = fn->binding;
    ax_axis *chain = AX_ARENA_NEW(arena, ax_axis, binding->axes.count);
    if (!chain)
        return no_memory();
    const ax_axis *axes = outer;
    for (int32_t i = 0; i < binding->axes.count; i++) {
        chain[i] = (ax_axis){binding->axes.values[i], binding->sizes.values[i], axes};
        axes = &chain[i];
    }
    return ax_fn_trace(fn->inner, blocks, axes, out_region);
}

static ax_status *trace_into(ax_builder *builder, const ax_fn *fn, const ax_type *types,
                             const ax_axis *axes, ax_value *outputs)
{
    const ax_shard_map_binding *binding = fn->binding;
    ax_arena *arena = ax_builder_arena(builder);
    ax_spec *in = AX_ARENA_NEW(arena, ax_spec, fn->ninputs);
    ax_spec *out = AX_ARENA_NEW(arena, ax_spec, fn->noutputs);
    ax_type *blocks = AX_ARENA_NEW(arena, ax_type, fn->ninputs);
    ax_value *inputs = AX_ARENA_NEW(arena, ax_value, fn->ninputs);
    if (!in || !out || !blocks || !inputs)
        return no_memory();
    char what[80];
    for (int32_t i = 0; i < fn->ninputs; i++) {
        describe(fn, i, what, sizeof what);
        AX_TRY(full_spec(&binding->in_specs[i], &types[i], what, &in[i]));
        AX_TRY(ax_spec_block(&in[i], binding->axes, binding->sizes, &types[i], what, &blocks[i]));
        inputs[i] = ax_builder_input(builder, &types[i], NULL);
    }
    ax_graph *region;
    AX_TRY(trace_region(fn, blocks, axes, arena, &region));
    ax_status *status = binding->check ? ax_shard_map_check(binding, region) : NULL;
    for (int32_t i = 0; i < fn->noutputs && !status; i++) {
        snprintf(what, sizeof what, "shard_map: result %d", (int)i);
        status = full_spec(&binding->out_specs[i], &region->outputs[i]->type, what, &out[i]);
    }
    if (!status) {
        ax_shard_map_emission emission = {
            .axes = binding->axes,
            .sizes = binding->sizes,
            .in_specs = in,
            .out_specs = out,
            .noperands = fn->ninputs,
            .nresults = fn->noutputs,
            .operands = inputs,
            .region = region,
            .location = {"shard_map", 0, 0},
        };
        ax_emit_shard_map(builder, &emission, outputs);
    }
    ax_graph_free(region);
    return status;
}

ax_status *ax_shard_map_trace(const ax_fn *fn, const ax_type *types, const ax_axis *axes,
                              ax_graph **out_graph)
{
    ax_builder *builder;
    AX_TRY(ax_builder_create("shard_map", axes, &builder));
    ax_value *outputs = AX_ARENA_NEW(ax_builder_arena(builder), ax_value, fn->noutputs);
    ax_status *status = outputs ? trace_into(builder, fn, types, axes, outputs) : no_memory();
    if (status) {
        ax_builder_abandon(builder);
        return status;
    }
    return ax_builder_finish(builder, fn->noutputs, outputs, NULL, out_graph);
}
