#include "formats/elements.h"

#include "base/checked.h"
#include "formats/file_bytes.h"
#include "ops/strided.h"

#include <stdlib.h>

enum {
    STAGING_BYTES = 4 << 20,
    /* Reading over a gap this small costs less than another call. */
    SMALL_GAP_BYTES = 8 << 10
};

/* ---- the box ---- */

/* Sizes and strides of the array in the file's order. `memory_strides` are by logical dimension. */
static void make_box(const ax_stored_array *array, const int64_t *memory_strides,
                     ax_element_box *box)
{
    const ax_type *type = &array->type;
    *box = (ax_element_box){.dtype = type->dtype,
                            .swapped = array->swapped,
                            .offset = array->offset,
                            .ndim = type->ndim,
                            .row_dim = -1};
    int64_t stride = 1;
    for (int32_t i = type->ndim - 1; i >= 0; i--) {
        int32_t logical = array->fortran ? type->ndim - 1 - i : i;
        box->dims[i] = type->dims[logical];
        box->file_strides[i] = stride;
        box->strides[i] = memory_strides[logical];
        stride *= type->dims[logical];
    }
}

void ax_element_box_all(const ax_stored_array *array, ax_element_box *out_box)
{
    const ax_type *type = &array->type;
    int64_t strides[AX_MAX_NDIM];
    int64_t stride = 1;
    for (int32_t i = type->ndim - 1; i >= 0; i--) {
        strides[i] = stride;
        stride *= type->dims[i];
    }
    make_box(array, strides, out_box);
}

void ax_element_box_rows(const ax_stored_array *array, int32_t axis, int64_t first, int64_t count,
                         ax_element_box *out_box)
{
    const ax_type *type = &array->type;
    int64_t strides[AX_MAX_NDIM];
    int64_t stride = 1;
    for (int32_t i = type->ndim - 1; i >= 0; i--) {
        if (i == axis)
            continue;
        strides[i] = stride;
        stride *= type->dims[i];
    }
    strides[axis] = stride;
    make_box(array, strides, out_box);
    int32_t row_dim = array->fortran ? type->ndim - 1 - axis : axis;
    out_box->row_dim = row_dim;
    out_box->dims[row_dim] = count;
    out_box->offset += first * out_box->file_strides[row_dim] * ax_dtype_bytes(type->dtype);
}

/* ---- values as this host has them ---- */

static void swap_numbers(uint8_t *bytes, int64_t count, int64_t width)
{
    for (int64_t i = 0; i < count; i++, bytes += width) {
        for (int64_t low = 0, high = width - 1; low < high; low++, high--) {
            uint8_t byte = bytes[low];
            bytes[low] = bytes[high];
            bytes[high] = byte;
        }
    }
}

/* Turns bytes where the file has the other order; makes any true value of bool a 1. */
static void normalize(const ax_element_box *box, void *data, int64_t count)
{
    uint8_t *bytes = data;
    int64_t width = ax_dtype_bytes(box->dtype);
    if (box->dtype == AX_BOOL) {
        for (int64_t i = 0; i < count; i++)
            bytes[i] = bytes[i] != 0;
    } else if (box->swapped && ax_dtype_kind(box->dtype) == AX_KIND_COMPLEX) {
        swap_numbers(bytes, 2 * count, width / 2);
    } else if (box->swapped) {
        swap_numbers(bytes, count, width);
    }
}

/* ---- reading piece by piece ---- */

typedef struct transfer {
    int descriptor;
    const char *path;
    const ax_element_box *box;
    int64_t width;
    uint8_t *staging;
    int64_t capacity; /* of staging, in elements */
    int32_t joined;   /* the first dimension over whose indices one read may run */
    char *destination;
} transfer;

/* How far dimensions `dim`, ... of the box reach in the file, in elements. */
static int64_t span_from(const ax_element_box *box, int32_t dim)
{
    int64_t span = 1;
    for (int32_t i = dim; i < box->ndim; i++)
        span += (box->dims[i] - 1) * box->file_strides[i];
    return span;
}

/* Reads `count` indices of dimension `dim` with all that lies inside them, in one read. Offsets are in
 * elements from the box's first. */
static ax_status *read_piece(const transfer *t, int32_t dim, int64_t count, int64_t from,
                             int64_t to)
{
    const ax_element_box *box = t->box;
    ax_strided layout = {.element_bytes = t->width, .ndim = box->ndim - dim};
    int64_t span = 1;
    for (int32_t i = dim; i < box->ndim; i++) {
        int32_t at = i - dim;
        layout.dims[at] = i == dim ? count : box->dims[i];
        layout.source_strides[at] = box->file_strides[i];
        layout.destination_strides[at] = box->strides[i];
        span += (layout.dims[at] - 1) * box->file_strides[i];
    }
    AX_TRY(ax_file_read(t->descriptor, t->path, box->offset + from * t->width, span * t->width,
                        t->staging));
    normalize(box, t->staging, span);
    ax_strided_copy(&layout, t->destination + to * t->width, t->staging);
    return NULL;
}

static ax_status *read_dim(const transfer *t, int32_t dim, int64_t from, int64_t to)
{
    const ax_element_box *box = t->box;
    if (dim == box->ndim)
        return read_piece(t, dim, 1, from, to);
    int64_t inside = span_from(box, dim + 1);
    int64_t group = 0; /* as many indices as one piece holds */
    if (dim >= t->joined && inside <= t->capacity)
        group = 1 + (t->capacity - inside) / box->file_strides[dim];
    for (int64_t i = 0; i < box->dims[dim];) {
        int64_t piece_from = from + i * box->file_strides[dim];
        int64_t piece_to = to + i * box->strides[dim];
        if (group > 0) {
            int64_t count = ax_min_i64(group, box->dims[dim] - i);
            AX_TRY(read_piece(t, dim, count, piece_from, piece_to));
            i += count;
        } else {
            AX_TRY(read_dim(t, dim + 1, piece_from, piece_to));
            i++;
        }
    }
    return NULL;
}

/* ---- the whole ---- */

/* Elements that lie between the end of the box's rows and their next beginning in the file. */
static int64_t gap_of(const ax_element_box *box)
{
    int32_t row = box->row_dim;
    if (row <= 0)
        return 0;
    return box->file_strides[row - 1] - box->dims[row] * box->file_strides[row];
}

/* Whether the box is one run of the file that has its order in memory too. */
static bool lies_in_order(const ax_element_box *box)
{
    int64_t stride = 1;
    for (int32_t i = box->ndim - 1; i >= 0; i--) {
        if (box->dims[i] != 1 && (box->strides[i] != stride || box->file_strides[i] != stride))
            return false;
        stride *= box->dims[i];
    }
    return true;
}

static int64_t box_count(const ax_element_box *box)
{
    int64_t count = 1;
    for (int32_t i = 0; i < box->ndim; i++)
        count *= box->dims[i];
    return count;
}

ax_status *ax_elements_read(int descriptor, const char *path, const ax_element_box *box,
                            void *destination)
{
    int64_t width = ax_dtype_bytes(box->dtype), count = box_count(box);
    if (count == 0)
        return NULL;
    if (lies_in_order(box)) {
        AX_TRY(ax_file_read(descriptor, path, box->offset, count * width, destination));
        normalize(box, destination, count);
        return NULL;
    }
    int64_t gap = gap_of(box) * width;
    int64_t run = box->row_dim < 0 ? 0 : span_from(box, box->row_dim) * width;
    transfer t = {.descriptor = descriptor,
                  .path = path,
                  .box = box,
                  .width = width,
                  .joined = gap <= SMALL_GAP_BYTES || gap <= run ? 0 : box->row_dim,
                  .destination = destination};
    t.capacity = ax_min_i64(STAGING_BYTES / width, span_from(box, 0));
    t.staging = malloc((size_t)(t.capacity * width));
    if (!t.staging)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory to read '%s'", path);
    ax_status *status = read_dim(&t, 0, 0, 0);
    free(t.staging);
    return status;
}
