#include "ir/spec.h"

#include <string.h>

static bool take_list(ax_ints list, int32_t *position, ax_ints *out_part)
{
    if (*position >= list.count)
        return false;
    int64_t count = list.values[*position];
    if (count < 0 || count > list.count - *position - 1)
        return false;
    *out_part = (ax_ints){(int32_t)count, list.values + *position + 1};
    *position += 1 + (int32_t)count;
    return true;
}

bool ax_specs_next(ax_ints list, int32_t *position, ax_spec *out_spec)
{
    *out_spec = (ax_spec){0};
    if (!take_list(list, position, &out_spec->unreduced) || *position >= list.count)
        return false;
    int64_t ndim = list.values[(*position)++];
    if (ndim < 0 || ndim > AX_MAX_NDIM)
        return false;
    out_spec->ndim = (int32_t)ndim;
    for (int32_t d = 0; d < out_spec->ndim; d++) {
        if (!take_list(list, position, &out_spec->dims[d]))
            return false;
    }
    return true;
}

ax_spec ax_specs_at(ax_ints list, int32_t index)
{
    ax_spec spec = {0};
    int32_t position = 0;
    for (int32_t i = 0; i <= index; i++)
        ax_specs_next(list, &position, &spec);
    return spec;
}

static int32_t put_list(ax_ints part, int64_t *out)
{
    if (out) {
        out[0] = part.count;
        if (part.count)
            memcpy(out + 1, part.values, (size_t)part.count * sizeof *out);
    }
    return 1 + part.count;
}

int32_t ax_specs_write(const ax_spec *specs, int32_t count, int64_t *out)
{
    int32_t used = 0;
    for (int32_t i = 0; i < count; i++) {
        used += put_list(specs[i].unreduced, out ? out + used : NULL);
        if (out)
            out[used] = specs[i].ndim;
        used++;
        for (int32_t d = 0; d < specs[i].ndim; d++)
            used += put_list(specs[i].dims[d], out ? out + used : NULL);
    }
    return used;
}

static bool contains(ax_ints list, int64_t value)
{
    for (int32_t i = 0; i < list.count; i++) {
        if (list.values[i] == value)
            return true;
    }
    return false;
}

int32_t ax_spec_dim_of(const ax_spec *spec, int64_t axis)
{
    for (int32_t d = 0; d < spec->ndim; d++) {
        if (contains(spec->dims[d], axis))
            return d;
    }
    return -1;
}

bool ax_spec_is_unreduced(const ax_spec *spec, int64_t axis)
{
    return contains(spec->unreduced, axis);
}
