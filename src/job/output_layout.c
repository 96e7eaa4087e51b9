#include "job/output_layout.h"

#include "base/checked.h"
#include "formats/npy.h"

#include <stdlib.h>

/* ---- making ---- */

static ax_status *copy_row_starts(ax_output_layout *layout, int32_t axis, const int64_t *row_starts)
{
    layout->row_starts = calloc((size_t)layout->ranks + 1, sizeof *layout->row_starts);
    if (!layout->row_starts)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for the layout of an output");
    for (int rank = 1; rank <= layout->ranks; rank++) {
        int64_t start = axis == AX_OUTPUT_ONCE ? 1 : row_starts[rank];
        if (start < layout->row_starts[rank - 1])
            return AX_ERROR(AX_INTERNAL, "the rows of rank %d end before they begin", rank - 1);
        layout->row_starts[rank] = start;
    }
    return NULL;
}

/* The type with the records at `axis`. */
static ax_status *insert_records(const ax_type *record, int32_t axis, int64_t records,
                                 ax_type *out_type)
{
    int64_t dims[AX_MAX_NDIM + 1];
    if (axis < 0 || axis > record->ndim || record->ndim == AX_MAX_NDIM) {
        char text[AX_TYPE_TEXT];
        return AX_ERROR(AX_INVALID_ARGUMENT, "records cannot stand at axis %d of results %s", axis,
                        ax_type_print(record, text));
    }
    for (int32_t i = 0; i <= record->ndim; i++)
        dims[i] = i < axis ? record->dims[i] : i == axis ? records : record->dims[i - 1];
    return ax_type_make(record->dtype, record->ndim + 1, dims, out_type);
}

ax_status *ax_output_layout_make(const ax_type *record, int32_t axis, int ranks,
                                 const int64_t *row_starts, ax_output_layout *out_layout)
{
    ax_output_layout layout = {.ranks = ranks, .width = ax_dtype_bytes(record->dtype), .outer = 1};
    uint8_t header[AX_NPY_LONGEST_WRITTEN_HEADER];
    if (axis == AX_OUTPUT_ONCE) {
        layout.type = *record;
    } else {
        AX_TRY(insert_records(record, axis, row_starts[ranks], &layout.type));
    }
    layout.header = ax_npy_header_write(&layout.type, header);
    if (!ax_checked_add(layout.header, ax_type_bytes(&layout.type), &layout.bytes))
        return AX_ERROR(AX_OVERFLOW, "the bytes of an output do not fit 64 bits");

    /* No product here is larger than the file, unless that is empty: then all of them are not used. */
    int64_t inner = layout.width;
    for (int32_t i = axis == AX_OUTPUT_ONCE ? 0 : axis; i < record->ndim; i++)
        (void)ax_checked_mul(inner, record->dims[i], &inner);
    for (int32_t i = 0; i < axis; i++)
        (void)ax_checked_mul(layout.outer, record->dims[i], &layout.outer);
    layout.inner = inner;
    int64_t data = layout.bytes - layout.header;
    layout.period = data == 0 ? 0 : data / layout.outer;

    ax_status *status = copy_row_starts(&layout, axis, row_starts);
    if (status) {
        ax_output_layout_free(&layout);
        return status;
    }
    *out_layout = layout;
    return NULL;
}

void ax_output_layout_free(ax_output_layout *layout)
{
    free(layout->row_starts);
    layout->row_starts = NULL;
}

/* ---- asking ---- */

int64_t ax_output_layout_pages(const ax_output_layout *layout)
{
    return ax_ceil_div(layout->bytes, AX_OUTPUT_PAGE);
}

int ax_output_layout_writer(const ax_output_layout *layout, int64_t page)
{
    if (page == 0)
        return 0;
    int64_t begin = page * AX_OUTPUT_PAGE;
    int64_t middle_byte = begin + ax_min_i64(AX_OUTPUT_PAGE, layout->bytes - begin) / 2;
    int64_t row = (middle_byte - layout->header) % layout->period / layout->inner;
    int low = 0, high = layout->ranks - 1;
    while (low < high) { /* the first rank whose rows end behind `row` */
        int middle = low + (high - low) / 2;
        if (layout->row_starts[middle + 1] > row) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low;
}

int64_t ax_output_layout_held(const ax_output_layout *layout, int rank, int64_t offset)
{
    if (offset <= layout->header || layout->period == 0)
        return 0;
    int64_t data = offset - layout->header;
    int64_t begin = layout->row_starts[rank] * layout->inner;
    int64_t length = (layout->row_starts[rank + 1] - layout->row_starts[rank]) * layout->inner;
    int64_t rest = data % layout->period - begin;
    return data / layout->period * length + ax_max_i64(0, ax_min_i64(rest, length));
}

int64_t ax_output_layout_held_in_page(const ax_output_layout *layout, int rank, int64_t page)
{
    int64_t begin = page * AX_OUTPUT_PAGE;
    int64_t end = ax_min_i64(begin + AX_OUTPUT_PAGE, layout->bytes);
    return ax_output_layout_held(layout, rank, end) - ax_output_layout_held(layout, rank, begin);
}

void ax_output_layout_memory(const ax_output_layout *layout, int rank, int64_t *out_kept,
                             int64_t *out_received)
{
    int64_t kept = 0, received = 0;
    int64_t pages = ax_output_layout_pages(layout);
    for (int64_t page = 0; page < pages; page++) {
        int64_t held = ax_output_layout_held_in_page(layout, rank, page);
        if (ax_output_layout_writer(layout, page) == rank) {
            int64_t begin = page == 0 ? layout->header : page * AX_OUTPUT_PAGE;
            received += ax_min_i64((page + 1) * AX_OUTPUT_PAGE, layout->bytes) - begin - held;
        } else {
            kept += held;
        }
    }
    *out_kept = kept;
    *out_received = received;
}
