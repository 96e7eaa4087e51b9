#include "exec/array_rows.h"

#include "ir/type.h"
#include "ops/strided.h"

#include <string.h>

/* How `count` rows along `axis` of an array meet the same rows in dense memory, row axis first. */
typedef struct row_layout {
    ax_type rows;                       /* of the dense side */
    int64_t array_strides[AX_MAX_NDIM]; /* of the array, in the dense side's order of dimensions */
    int64_t rows_strides[AX_MAX_NDIM];
    int64_t offset; /* of the first row in the array, in bytes */
} row_layout;

static row_layout layout_of(const ax_array *array, int64_t axis, int64_t first, int64_t count)
{
    ax_type local = ax_array_local_type(array);
    int64_t strides[AX_MAX_NDIM];
    ax_type_strides(&local, strides);
    row_layout layout = {.rows = ax_type_remove_dim(&local, (int32_t)axis)};
    layout.rows = ax_type_insert_dim(&layout.rows, 0, count);
    ax_type_strides(&layout.rows, layout.rows_strides);
    layout.array_strides[0] = strides[axis];
    for (int32_t i = 0, to = 1; i < local.ndim; i++) {
        if (i != axis)
            layout.array_strides[to++] = strides[i];
    }
    layout.offset = (first - array->first) * strides[axis] * ax_dtype_bytes(local.dtype);
    return layout;
}

static ax_strided strided(const row_layout *layout, const int64_t *source_strides,
                          const int64_t *destination_strides)
{
    ax_strided copy = {.element_bytes = ax_dtype_bytes(layout->rows.dtype),
                       .ndim = layout->rows.ndim};
    memcpy(copy.dims, layout->rows.dims, sizeof copy.dims);
    memcpy(copy.source_strides, source_strides, sizeof copy.source_strides);
    memcpy(copy.destination_strides, destination_strides, sizeof copy.destination_strides);
    return copy;
}

/* ---- source ---- */

static ax_status *read_rows(void *user, int32_t input, int64_t first, int64_t count, void *rows)
{
    const ax_array_source *source = user;
    const ax_array *array = source->arrays[input];
    row_layout layout = layout_of(array, source->axes[input], first, count);
    ax_strided copy = strided(&layout, layout.array_strides, layout.rows_strides);
    ax_strided_copy(&copy, rows, (const char *)array->data + layout.offset);
    return NULL;
}

static const void *view_rows(void *user, int32_t input, int64_t first, int64_t count)
{
    const ax_array_source *source = user;
    const ax_array *array = source->arrays[input];
    if (source->axes[input] != 0)
        return NULL;
    row_layout layout = layout_of(array, 0, first, count);
    return (const char *)array->data + layout.offset;
}

ax_row_source ax_array_source_rows(ax_array_source *source)
{
    return (ax_row_source){.user = source, .read = read_rows, .view = view_rows};
}

/* ---- sink ---- */

static ax_status *write_rows(void *user, int32_t output, int64_t first, int64_t count,
                             const void *rows)
{
    const ax_array_sink *sink = user;
    ax_array *array = sink->arrays[output];
    row_layout layout = layout_of(array, sink->axes[output], first, count);
    ax_strided copy = strided(&layout, layout.rows_strides, layout.array_strides);
    ax_strided_copy(&copy, (char *)array->data + layout.offset, rows);
    return NULL;
}

static void *view_result(void *user, int32_t output, int64_t first, int64_t count)
{
    const ax_array_sink *sink = user;
    ax_array *array = sink->arrays[output];
    if (sink->axes[output] != 0)
        return NULL;
    row_layout layout = layout_of(array, 0, first, count);
    return (char *)array->data + layout.offset;
}

static ax_status *take_whole(void *user, int32_t output, const void *value)
{
    const ax_array_sink *sink = user;
    ax_array *array = sink->arrays[output];
    int64_t axis = sink->axes[output];
    if (axis == AX_NONE) {
        size_t bytes = (size_t)ax_type_bytes(&array->type);
        if (bytes)
            memcpy(array->data, value, bytes);
        return NULL;
    }
    ax_type local = ax_array_local_type(array);
    row_layout layout = layout_of(array, axis, array->first, local.dims[axis]);
    layout.rows_strides[0] = 0; /* the one value repeats for every row */
    ax_strided copy = strided(&layout, layout.rows_strides, layout.array_strides);
    ax_strided_copy(&copy, array->data, value);
    return NULL;
}

ax_row_sink ax_array_sink_rows(ax_array_sink *sink)
{
    return (ax_row_sink){
        .user = sink, .write = write_rows, .view = view_result, .whole = take_whole};
}
