#include "formats/stablehlo/gspmd.h"

#include "base/checked.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_DEVICES = 1 << 20 };

/* ---- text ---- */

typedef struct reader {
    ax_hlo_import *import;
    ax_hlo_place place;
    const char *text, *at;
} reader;

static ax_status *unreadable(const reader *r)
{
    return ax_hlo_error(r->import->module, AX_UNSUPPORTED, r->place,
                        "the sharding '%.120s' is not supported", r->text);
}

static bool take(reader *r, const char *word)
{
    while (*r->at == ' ')
        r->at++;
    size_t length = strlen(word);
    if (strncmp(r->at, word, length) != 0)
        return false;
    r->at += length;
    return true;
}

static bool take_number(reader *r, int64_t *out_value)
{
    int64_t value = 0;
    const char *start = r->at;
    for (; *r->at >= '0' && *r->at <= '9'; r->at++) {
        value = value * 10 + (*r->at - '0');
        if (value > MOST_DEVICES)
            return false;
    }
    *out_value = value;
    return r->at > start;
}

/* "4,2" up to `close`. */
static bool take_numbers(reader *r, const char *close, int32_t most, int32_t *out_count,
                         int64_t *out_values)
{
    *out_count = 0;
    do {
        if (*out_count == most || !take_number(r, &out_values[*out_count]))
            return false;
        ++*out_count;
    } while (take(r, ","));
    return take(r, close);
}

static bool product(const int64_t *dims, int32_t ndim, int64_t *out_count)
{
    *out_count = 1;
    for (int32_t i = 0; i < ndim; i++) {
        if (dims[i] < 1 || !ax_checked_mul(*out_count, dims[i], out_count) ||
            *out_count > MOST_DEVICES)
            return false;
    }
    return true;
}

/* "<=[4,2]T(1,0)": the devices in the order of an array [4,2] that is transposed so. */
static bool take_iota(reader *r, ax_gspmd_sharding *s)
{
    int64_t dims[AX_GSPMD_MOST_AXES], permutation[AX_GSPMD_MOST_AXES], count;
    int32_t ndim, n;
    if (!take_numbers(r, "]", AX_GSPMD_MOST_AXES, &ndim, dims) || !product(dims, ndim, &count) ||
        count != s->count)
        return false;
    for (int32_t i = 0; i < ndim; i++)
        permutation[i] = i;
    if (take(r, "T(")) {
        bool seen[AX_GSPMD_MOST_AXES] = {false};
        if (!take_numbers(r, ")", AX_GSPMD_MOST_AXES, &n, permutation) || n != ndim)
            return false;
        for (int32_t i = 0; i < n; i++) {
            if (permutation[i] >= ndim || seen[permutation[i]])
                return false;
            seen[permutation[i]] = true;
        }
    }
    int64_t strides[AX_GSPMD_MOST_AXES]; /* in the number of a tile, by dimension of the array */
    int64_t stride = 1;
    for (int32_t i = ndim - 1; i >= 0; i--) {
        strides[permutation[i]] = stride;
        stride *= dims[permutation[i]];
    }
    for (int64_t device = 0; device < count; device++) {
        int64_t rest = device;
        s->tile_of[device] = 0;
        for (int32_t i = ndim - 1; i >= 0; i--) {
            s->tile_of[device] += rest % dims[i] * strides[i];
            rest /= dims[i];
        }
    }
    return true;
}

/* "0,2,1,3": the device of each tile. */
static bool take_devices(reader *r, ax_gspmd_sharding *s)
{
    for (int64_t i = 0; i < s->count; i++)
        s->tile_of[i] = -1;
    for (int64_t i = 0; i < s->count; i++) {
        int64_t device;
        if ((i && !take(r, ",")) || !take_number(r, &device) || device >= s->count ||
            s->tile_of[device] >= 0)
            return false;
        s->tile_of[device] = i;
    }
    return true;
}

/* "last_tile_dim_replicate" or "last_tile_dims={manual, replicated}". */
static bool take_last(reader *r, ax_gspmd_sharding *s)
{
    if (take(r, "last_tile_dim_replicate")) {
        s->nlast = 1;
        return true;
    }
    if (!take(r, "last_tile_dims={"))
        return true;
    do {
        if (s->nlast == 4)
            return false;
        s->manual[s->nlast] = take(r, "manual");
        if (!s->manual[s->nlast] && !take(r, "replicated"))
            return false;
        s->nlast++;
    } while (take(r, ","));
    return take(r, "}");
}

ax_status *ax_gspmd_read(ax_hlo_import *import, const char *text, ax_hlo_place place,
                         ax_gspmd_sharding *out_sharding)
{
    reader r = {import, place, text, text};
    ax_gspmd_sharding *s = out_sharding;
    *s = (ax_gspmd_sharding){0};
    if (!take(&r, "{"))
        return unreadable(&r);
    if (take(&r, "manual")) {
        s->all_manual = true;
    } else if (take(&r, "maximal device=")) {
        int64_t device; /* all of it is on one device: the same as everywhere */
        if (!take_number(&r, &device))
            return unreadable(&r);
    } else if (!take(&r, "replicated")) {
        if (!take(&r, "devices=[") || !take_numbers(&r, "]", AX_MAX_NDIM + 4, &s->ndim, s->dims) ||
            !product(s->dims, s->ndim, &s->count))
            return unreadable(&r);
        ax_hlo_charge(import, s->count * (int64_t)sizeof *s->tile_of);
        s->tiled = true;
        s->tile_of = AX_HLO_NEW(import, int64_t, s->count);
        if (!s->tile_of)
            return ax_hlo_no_memory();
        if (!(take(&r, "<=[") ? take_iota(&r, s) : take_devices(&r, s)) || !take_last(&r, s) ||
            s->nlast > s->ndim)
            return unreadable(&r);
    }
    return take(&r, "}") && *r.at == '\0' ? NULL : unreadable(&r);
}

/* ---- axes ---- */

/* Makes the axes end at `stride`, too; false where the ends would not divide one another. */
static bool cut(ax_gspmd_grid *grid, int64_t stride)
{
    int32_t at = 0;
    while (at < grid->nstrides && grid->strides[at] < stride)
        at++;
    if (stride == grid->count || (at < grid->nstrides && grid->strides[at] == stride))
        return true;
    int64_t above = at < grid->nstrides ? grid->strides[at] : grid->count;
    if (at == 0 || grid->nstrides == AX_GSPMD_MOST_AXES || stride % grid->strides[at - 1] != 0 ||
        above % stride != 0)
        return false;
    memmove(&grid->strides[at + 1], &grid->strides[at],
            (size_t)(grid->nstrides - at) * sizeof grid->strides[0]);
    grid->strides[at] = stride;
    grid->nstrides++;
    return true;
}

/* Cuts an axis of `size` devices `stride` apart, whose tiles are `step` apart, where a dimension of
 * tiles ends within it. */
static bool cut_at_dims(ax_gspmd_grid *grid, const ax_gspmd_sharding *s, int64_t stride,
                        int64_t size, int64_t step)
{
    int64_t end = 1;
    for (int32_t d = s->ndim - 1; d >= 0; d--) {
        end *= s->dims[d];
        if (end <= step || end >= step * size)
            continue;
        if (end % step != 0 || !cut(grid, stride * (end / step)))
            return false;
    }
    return true;
}

/* Goes through the devices by the longest runs whose tiles are equally far apart. */
static bool cut_runs(ax_gspmd_grid *grid, const ax_gspmd_sharding *s)
{
    if (s->tile_of[0] != 0)
        return false;
    for (int64_t stride = 1; stride < s->count;) {
        int64_t step = s->tile_of[stride], size = 1;
        while (size * stride < s->count && s->tile_of[size * stride] == size * step)
            size++;
        if (s->count % (size * stride) != 0 || !cut(grid, stride * size) ||
            !cut_at_dims(grid, s, stride, size, step))
            return false;
        stride *= size;
    }
    return true;
}

/* Whether each device's tile is the sum of what its coordinates say. */
static bool is_grid(const ax_gspmd_grid *grid, const ax_gspmd_sharding *s)
{
    for (int64_t device = 0; device < s->count; device++) {
        int64_t tile = 0;
        for (int32_t i = 0; i < grid->nstrides; i++) {
            int64_t stride = grid->strides[i];
            int64_t end = i + 1 < grid->nstrides ? grid->strides[i + 1] : grid->count;
            tile += device / stride % (end / stride) * s->tile_of[stride];
        }
        if (tile != s->tile_of[device])
            return false;
    }
    return true;
}

ax_status *ax_gspmd_refine(const ax_hlo_import *import, ax_hlo_place place,
                           const ax_gspmd_sharding *s, ax_gspmd_grid *grid)
{
    if (!s->tiled)
        return NULL;
    if (grid->count && grid->count != s->count) {
        return ax_hlo_error(import->module, AX_FORMAT, place,
                            "a sharding over %lld devices in a program of %lld",
                            (long long)s->count, (long long)grid->count);
    }
    if (!grid->count)
        *grid = (ax_gspmd_grid){.count = s->count};
    if (!grid->nstrides)
        grid->strides[grid->nstrides++] = 1;
    if (s->count == 1 || (cut_runs(grid, s) && is_grid(grid, s)))
        return NULL;
    return ax_hlo_error(import->module, AX_UNSUPPORTED, place,
                        "shardings that are not cuts of one grid of devices");
}

int64_t ax_gspmd_axis_size(const ax_gspmd_grid *grid, int32_t axis)
{
    int32_t i = grid->nstrides - 1 - axis;
    int64_t end = i + 1 < grid->nstrides ? grid->strides[i + 1] : grid->count;
    return end / grid->strides[i];
}

int32_t ax_gspmd_axes_of(const ax_gspmd_grid *grid, const ax_gspmd_sharding *s, int32_t dim,
                         int64_t out_axes[AX_GSPMD_MOST_AXES])
{
    int64_t steps[AX_GSPMD_MOST_AXES];
    int64_t first = 1;
    for (int32_t d = s->ndim - 1; d > dim; d--)
        first *= s->dims[d];
    int64_t end = first * s->dims[dim];
    int32_t count = 0;
    for (int32_t i = 0; i < grid->nstrides; i++) {
        int64_t step = s->count > grid->strides[i] ? s->tile_of[grid->strides[i]] : 0;
        if (step < first || step >= end)
            continue;
        int32_t at = count++;
        for (; at > 0 && steps[at - 1] < step; at--) {
            steps[at] = steps[at - 1];
            out_axes[at] = out_axes[at - 1];
        }
        steps[at] = step;
        out_axes[at] = grid->nstrides - 1 - i;
    }
    return count;
}
