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

/* Loops that compilers make vectors of; data need not be aligned. */
#define DEFINE_SWAP(bits)                                                       \
    static void swap##bits(uint8_t *bytes, int64_t count)                       \
    {                                                                           \
        for (int64_t i = 0; i < count; i++) {                                   \
            uint##bits##_t number;                                              \
            memcpy(&number, bytes + i * (int64_t)sizeof number, sizeof number); \
            number = __builtin_bswap##bits(number);                             \
            memcpy(bytes + i * (int64_t)sizeof number, &number, sizeof number); \
        }                                                                       \
    }
DEFINE_SWAP(16)
DEFINE_SWAP(32)
DEFINE_SWAP(64)

static void swap_numbers(uint8_t *bytes, int64_t count, int64_t width)
{
    switch (width) {
    case 2: swap16(bytes, count); break;
    case 4: swap32(bytes, count); break;
    case 8: swap64(bytes, count); break;
    default: break; /* no dtype's numbers are longer */
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
    int64_t capacity;             /* of staging, in elements */
    int64_t strides[AX_MAX_NDIM]; /* of the box's elements in staging */
    int32_t run_dim;              /* the first dimension from which on one read takes all */
    char *destination;
} transfer;

/* How far dimensions `dim`, ... of the box reach in staging, in elements. */
static int64_t span_from(const transfer *t, int32_t dim)
{
    int64_t span = 1;
    for (int32_t i = dim; i < t->box->ndim; i++)
        span += (t->box->dims[i] - 1) * t->strides[i];
    return span;
}

/* Fills staging from element `at` on with `count` indices of dimension `dim` and all that lies inside
 * them. Offsets are in elements; `from` counts from the box's first. */
static ax_status *fill(const transfer *t, int32_t dim, int64_t count, int64_t from, int64_t at)
{
    const ax_element_box *box = t->box;
    if (dim >= t->run_dim) {
        int64_t run = dim < box->ndim ? (count - 1) * t->strides[dim] + span_from(t, dim + 1) : 1;
        return ax_file_read(t->descriptor, t->path, box->offset + from * t->width, run * t->width,
                            t->staging + at * t->width);
    }
    for (int64_t i = 0; i < count; i++) {
        AX_TRY(fill(t, dim + 1, box->dims[dim + 1], from + i * box->file_strides[dim],
                    at + i * t->strides[dim]));
    }
    return NULL;
}

/* Reads `count` indices of dimension `dim` with all that lies inside them to their places. */
static ax_status *read_piece(const transfer *t, int32_t dim, int64_t count, int64_t from,
                             int64_t to)
{
    const ax_element_box *box = t->box;
    ax_strided layout = {.element_bytes = t->width, .ndim = box->ndim - dim};
    int64_t span = 1;
    for (int32_t i = dim; i < box->ndim; i++) {
        int32_t at = i - dim;
        layout.dims[at] = i == dim ? count : box->dims[i];
        layout.source_strides[at] = t->strides[i];
        layout.destination_strides[at] = box->strides[i];
        span += (layout.dims[at] - 1) * t->strides[i];
    }
    AX_TRY(fill(t, dim, count, from, 0));
    normalize(box, t->staging, span);
    ax_strided_copy(&layout, t->destination + to * t->width, t->staging);
    return NULL;
}

/* Reads all of dimension `dim` in as few pieces as staging allows. */
static ax_status *read_dim(const transfer *t, int32_t dim, int64_t from, int64_t to)
{
    const ax_element_box *box = t->box;
    if (dim == box->ndim)
        return read_piece(t, dim, 1, from, to);
    int64_t inside = span_from(t, dim + 1);
    int64_t group = inside > t->capacity ? 0 : 1 + (t->capacity - inside) / t->strides[dim];
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

/* Small gaps between the box's rows in the file are read too, and staging has the file's layout;
 * over large ones each run of rows is read by itself, and staging has no gaps. */
static void lay_out_staging(transfer *t)
{
    const ax_element_box *box = t->box;
    int32_t row = box->row_dim;
    int64_t gap = 0, run = 0;
    if (row > 0) {
        run = box->dims[row] * box->file_strides[row];
        gap = box->file_strides[row - 1] - run;
    }
    bool gapless = gap * t->width > SMALL_GAP_BYTES && gap > run;
    t->run_dim = gapless ? row : 0;
    int64_t stride = 1;
    for (int32_t i = box->ndim - 1; i >= 0; i--) {
        t->strides[i] = gapless ? stride : box->file_strides[i];
        stride *= box->dims[i];
    }
    t->capacity = ax_min_i64(STAGING_BYTES / t->width, span_from(t, 0));
}

/* ---- the whole ---- */

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
    transfer t = {.descriptor = descriptor,
                  .path = path,
                  .box = box,
                  .width = width,
                  .destination = destination};
    lay_out_staging(&t);
    t.staging = malloc((size_t)(t.capacity * width));
    if (!t.staging)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory to read '%s'", path);
    ax_status *status = read_dim(&t, 0, 0, 0);
    free(t.staging);
    return status;
}
