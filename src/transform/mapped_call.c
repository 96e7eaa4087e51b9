/* Binding the arguments of a mapped function: which axis of each, and how long it is. */
#include "base/text.h"
#include "transform/fn.h"

#include <stdlib.h>
#include <string.h>

static int64_t axis_of(ax_ints axes, int32_t index)
{
    return axes.count ? axes.values[index] : 0;
}

void ax_fn_describe_argument(ax_text *text, const ax_fn *fn, int32_t index, const ax_type *type)
{
    const ax_fn *innermost = fn;
    while (innermost->inner)
        innermost = innermost->inner;
    const char *name = innermost->graph && innermost->graph->input_names
                           ? innermost->graph->input_names[index]
                           : NULL;
    ax_text_printf(text, "argument %d ", (int)index);
    if (name)
        ax_text_printf(text, "'%s' ", name);
    ax_text_append(text, AX_TYPE_STRING(type));
}

static ax_status *out_of_range(const ax_fn *fn, int32_t index, const ax_type *type, int64_t axis)
{
    ax_text text = {0};
    ax_fn_describe_argument(&text, fn, index, type);
    ax_status *status;
    if (type->ndim == 0) {
        status = AX_ERROR(AX_INVALID_ARGUMENT,
                          "%s: %s is a scalar and has no axis %lld; share it with AX_NONE",
                          ax_fn_transform(fn), text.bytes, (long long)axis);
    } else {
        status = AX_ERROR(AX_INVALID_ARGUMENT, "%s: %s has no axis %lld; allowed are %d to %d",
                          ax_fn_transform(fn), text.bytes, (long long)axis, (int)-type->ndim,
                          (int)type->ndim - 1);
    }
    ax_text_free(&text);
    return status;
}

static ax_status *normalize_in_axes(const ax_fn *fn, const ax_type *types, int64_t *out_axes)
{
    for (int32_t i = 0; i < fn->ninputs; i++) {
        int64_t axis = axis_of(fn->in_axes, i);
        int64_t ndim = types[i].ndim;
        if (axis == AX_NONE) {
            out_axes[i] = AX_NONE;
            continue;
        }
        if (axis < -ndim || axis >= ndim)
            return out_of_range(fn, i, &types[i], axis);
        out_axes[i] = axis < 0 ? axis + ndim : axis;
    }
    return NULL;
}

/* Lists every mapped argument with its size, and axis_size where it was given. */
static ax_status *sizes_disagree(const ax_fn *fn, const ax_type *types, const int64_t *axes)
{
    ax_text text = {0};
    for (int32_t i = 0; i < fn->ninputs; i++) {
        if (axes[i] == AX_NONE)
            continue;
        if (text.length)
            ax_text_append(&text, ", ");
        ax_fn_describe_argument(&text, fn, i, &types[i]);
        ax_text_printf(&text, " has %lld at axis %lld", (long long)types[i].dims[axes[i]],
                       (long long)axes[i]);
    }
    if (fn->axis_size) {
        ax_text_printf(&text, ", axis_size is %lld",
                       (long long)(fn->axis_size == AX_EMPTY_AXIS ? 0 : fn->axis_size));
    }
    ax_status *status = AX_ERROR(AX_INVALID_ARGUMENT, "%s: mapped axes disagree: %s",
                                 ax_fn_transform(fn), text.bytes ? text.bytes : "");
    ax_text_free(&text);
    return status;
}

static ax_status *find_size(const ax_fn *fn, const ax_type *types, const int64_t *axes,
                            int64_t *out_size)
{
    bool known = fn->axis_size != 0;
    int64_t size = fn->axis_size == AX_EMPTY_AXIS ? 0 : fn->axis_size;
    for (int32_t i = 0; i < fn->ninputs; i++) {
        if (axes[i] == AX_NONE)
            continue;
        int64_t dim = types[i].dims[axes[i]];
        if (known && dim != size)
            return sizes_disagree(fn, types, axes);
        size = dim;
        known = true;
    }
    if (!known) {
        return AX_ERROR(AX_INVALID_ARGUMENT,
                        "%s: no argument is mapped, so the length of the axis is unknown; give "
                        "axis_size",
                        ax_fn_transform(fn));
    }
    *out_size = size;
    return NULL;
}

ax_status *ax_fn_bind_arguments(const ax_fn *fn, const ax_type *types, int64_t *out_axes,
                                int64_t *out_size)
{
    AX_TRY(normalize_in_axes(fn, types, out_axes));
    return find_size(fn, types, out_axes, out_size);
}

ax_status *ax_fn_bind_results(const ax_fn *fn, const ax_type *example_types, int64_t *out_axes)
{
    for (int32_t i = 0; i < fn->noutputs; i++) {
        int64_t axis = axis_of(fn->out_axes, i);
        int64_t ndim = example_types[i].ndim + 1;
        if (axis == AX_NONE) {
            out_axes[i] = AX_NONE;
            continue;
        }
        if (axis < -ndim || axis >= ndim) {
            return AX_ERROR(
                AX_INVALID_ARGUMENT,
                "%s: result %d is %s for one example, and out_axes %lld is not in [%lld, "
                "%lld]",
                ax_fn_transform(fn), (int)i, AX_TYPE_STRING(&example_types[i]), (long long)axis,
                (long long)-ndim, (long long)ndim - 1);
        }
        out_axes[i] = axis < 0 ? axis + ndim : axis;
    }
    return NULL;
}

static ax_status *fill_call(const ax_fn *fn, const ax_type *types, const ax_axis *axes,
                            ax_mapped_call *call)
{
    call->in_axes = calloc((size_t)fn->ninputs + 1, sizeof *call->in_axes);
    call->out_axes = calloc((size_t)fn->noutputs + 1, sizeof *call->out_axes);
    size_t most = (size_t)fn->ninputs + (size_t)fn->noutputs + 1;
    ax_type *example_types = calloc(most, sizeof *example_types);
    ax_status *status = NULL;
    if (!call->in_axes || !call->out_axes || !example_types) {
        status = AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a function");
        goto done;
    }
    AX_TRY_GOTO(status, ax_fn_bind_arguments(fn, types, call->in_axes, &call->size), done);
    for (int32_t i = 0; i < fn->ninputs; i++) {
        int64_t axis = call->in_axes[i];
        example_types[i] = axis == AX_NONE ? types[i]
                                           : ax_type_remove_dim(&types[i], (int32_t)axis);
    }
    ax_axis own = {.name = fn->axis_name, .size = call->size, .outer = axes};
    AX_TRY_GOTO(status,
                ax_fn_trace(fn->inner, example_types, fn->axis_name ? &own : axes, &call->example),
                done);
    for (int32_t i = 0; i < fn->noutputs; i++)
        example_types[i] = call->example->outputs[i]->type;
    status = ax_fn_bind_results(fn, example_types, call->out_axes);
done:
    free(example_types);
    return status;
}

ax_status *ax_fn_trace_example(const ax_fn *fn, const ax_type *types, const ax_axis *axes,
                               ax_mapped_call *out_call)
{
    ax_mapped_call call = {0};
    ax_status *status = fill_call(fn, types, axes, &call);
    if (status) {
        ax_mapped_call_free(&call);
        return status;
    }
    *out_call = call;
    return NULL;
}

void ax_mapped_call_free(ax_mapped_call *call)
{
    ax_graph_free(call->example);
    free(call->in_axes);
    free(call->out_axes);
    *call = (ax_mapped_call){0};
}
