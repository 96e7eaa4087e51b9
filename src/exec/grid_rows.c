#include "exec/grid_rows.h"

#include "ir/type.h"
#include "ops/strided.h"

#include <string.h>

static bool is_dense(const ax_type *slice, const int64_t *strides)
{
    int64_t dense[AX_MAX_NDIM];
    ax_type_strides(slice, dense);
    for (int32_t d = 0; d < slice->ndim; d++) {
        if (slice->dims[d] != 1 && strides[d] != dense[d])
            return false;
    }
    return true;
}

ax_grid_array ax_grid_array_make(const ax_pmap_call *call, const ax_array *array,
                                 const int64_t *dims, int64_t first, int64_t count)
{
    ax_grid_array grid = {.data = array->data,
                          .nlevels = call->nlevels,
                          .first = first,
                          .count = count,
                          .slice = {.dtype = array->type.dtype}};
    int64_t strides[AX_MAX_NDIM];
    bool taken[AX_MAX_NDIM] = {false};
    ax_type_strides(&array->type, strides);
    for (int32_t l = 0; l < call->nlevels; l++) {
        grid.sizes[l] = call->levels[l].size;
        grid.mapped[l] = dims[l] != AX_NONE;
        if (!grid.mapped[l])
            continue;
        taken[dims[l]] = true;
        grid.strides[l] = strides[dims[l]] * ax_dtype_bytes(array->type.dtype);
    }
    for (int32_t d = 0; d < array->type.ndim; d++) {
        if (taken[d])
            continue;
        grid.slice.dims[grid.slice.ndim] = array->type.dims[d];
        grid.slice_strides[grid.slice.ndim++] = strides[d];
    }
    grid.dense = is_dense(&grid.slice, grid.slice_strides);
    return grid;
}

/* Where the slice of a point begins; *out_first: whether it is index 0 of all levels that do not map the
 * array. */
static char *slice_at(const ax_grid_array *grid, int64_t point, bool *out_first)
{
    char *data = grid->data;
    *out_first = true;
    for (int32_t l = grid->nlevels - 1; l >= 0; l--) {
        int64_t index = point % grid->sizes[l];
        point /= grid->sizes[l];
        if (!grid->mapped[l]) {
            *out_first = *out_first && index == 0;
        } else {
            data += (l == 0 ? index - grid->first : index) * grid->strides[l];
        }
    }
    return data;
}

static void copy_slice(const ax_grid_array *grid, void *destination,
                       const int64_t *destination_strides, const void *source,
                       const int64_t *source_strides)
{
    ax_strided copy = {.element_bytes = ax_dtype_bytes(grid->slice.dtype),
                       .ndim = grid->slice.ndim};
    memcpy(copy.dims, grid->slice.dims, sizeof copy.dims);
    memcpy(copy.source_strides, source_strides, sizeof copy.source_strides);
    memcpy(copy.destination_strides, destination_strides, sizeof copy.destination_strides);
    ax_strided_copy(&copy, destination, source);
}

/* ---- source ---- */

static ax_status *read_slices(void *user, int32_t input, int64_t first, int64_t count, void *rows)
{
    const ax_grid_array *grid = (const ax_grid_array *)user + input;
    int64_t bytes = ax_type_bytes(&grid->slice);
    int64_t dense[AX_MAX_NDIM];
    bool unused;
    ax_type_strides(&grid->slice, dense);
    for (int64_t i = 0; i < count; i++) {
        copy_slice(grid, (char *)rows + i * bytes, dense, slice_at(grid, first + i, &unused),
                   grid->slice_strides);
    }
    return NULL;
}

static const void *view_slices(void *user, int32_t input, int64_t first, int64_t count)
{
    const ax_grid_array *grid = (const ax_grid_array *)user + input;
    bool unused;
    return grid->dense && count == 1 ? slice_at(grid, first, &unused) : NULL;
}

ax_row_source ax_grid_source(ax_grid_array *arrays)
{
    return (ax_row_source){.user = arrays, .read = read_slices, .view = view_slices};
}

/* ---- sink ---- */

static ax_status *write_slices(void *user, int32_t output, int64_t first, int64_t count,
                               const void *rows)
{
    const ax_grid_array *grid = (const ax_grid_array *)user + output;
    int64_t bytes = ax_type_bytes(&grid->slice);
    int64_t dense[AX_MAX_NDIM];
    ax_type_strides(&grid->slice, dense);
    for (int64_t i = 0; i < count; i++) {
        bool kept;
        char *to = slice_at(grid, first + i, &kept);
        if (kept)
            copy_slice(grid, to, grid->slice_strides, (const char *)rows + i * bytes, dense);
    }
    return NULL;
}

static void *view_result(void *user, int32_t output, int64_t first, int64_t count)
{
    const ax_grid_array *grid = (const ax_grid_array *)user + output;
    if (!grid->dense || count != 1)
        return NULL;
    bool kept;
    char *to = slice_at(grid, first, &kept);
    return kept ? to : NULL;
}

/* One value for all slices: repeated along the levels that map the result. */
static ax_status *take_whole(void *user, int32_t output, const void *value)
{
    const ax_grid_array *grid = (const ax_grid_array *)user + output;
    int64_t element = ax_dtype_bytes(grid->slice.dtype);
    ax_strided copy = {.element_bytes = element};
    for (int32_t l = 0; l < grid->nlevels; l++) {
        if (!grid->mapped[l])
            continue;
        copy.dims[copy.ndim] = l == 0 ? grid->count : grid->sizes[l];
        copy.destination_strides[copy.ndim++] = grid->strides[l] / element;
    }
    int64_t dense[AX_MAX_NDIM];
    ax_type_strides(&grid->slice, dense);
    for (int32_t d = 0; d < grid->slice.ndim; d++) {
        copy.dims[copy.ndim] = grid->slice.dims[d];
        copy.source_strides[copy.ndim] = dense[d];
        copy.destination_strides[copy.ndim++] = grid->slice_strides[d];
    }
    ax_strided_copy(&copy, grid->data, value);
    return NULL;
}

ax_row_sink ax_grid_sink(ax_grid_array *arrays)
{
    return (ax_row_sink){
        .user = arrays, .write = write_slices, .view = view_result, .whole = take_whole};
}
