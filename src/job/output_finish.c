#include "base/checked.h"
#include "formats/npy.h"
#include "job/output_private.h"

#include <stdlib.h>
#include <string.h>

/* ---- the other ranks' bytes in this rank's pages ---- */

/* Buffers of one exchange, an entry a rank. */
typedef struct delivery {
    const void **send;
    int64_t *send_bytes;
    void **receive; /* into `memory` */
    int64_t *receive_bytes;
    char *memory;
} delivery;

static void free_delivery(delivery *d)
{
    free(d->send);
    free(d->send_bytes);
    free(d->receive);
    free(d->receive_bytes);
    free(d->memory);
}

static void count_received(const ax_output *output, int64_t *receive_bytes)
{
    const ax_output_layout *layout = &output->layout;
    int64_t pages = ax_output_layout_pages(layout);
    for (int64_t page = 0; page < pages; page++) {
        if (ax_output_layout_writer(layout, page) != output->rank)
            continue;
        for (int r = 0; r < layout->ranks; r++) {
            if (r != output->rank)
                receive_bytes[r] += ax_output_layout_held_in_page(layout, r, page);
        }
    }
}

static ax_status *prepare_delivery(const ax_output *output, delivery *d)
{
    int ranks = output->layout.ranks;
    d->send = calloc((size_t)ranks, sizeof *d->send);
    d->send_bytes = calloc((size_t)ranks, sizeof *d->send_bytes);
    d->receive = calloc((size_t)ranks, sizeof *d->receive);
    d->receive_bytes = calloc((size_t)ranks, sizeof *d->receive_bytes);
    if (!d->send || !d->send_bytes || !d->receive || !d->receive_bytes)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory to finish '%s'", output->path);
    count_received(output, d->receive_bytes);
    int64_t total = 0;
    for (int r = 0; r < ranks; r++) {
        d->send[r] = output->kept + output->kept_starts[r];
        d->send_bytes[r] = output->kept_starts[r + 1] - output->kept_starts[r];
        total += d->receive_bytes[r];
    }
    d->memory = malloc((size_t)total + 1);
    if (!d->memory) {
        return AX_ERROR(AX_OUT_OF_MEMORY,
                        "no memory for the %lld bytes of '%s' that other ranks send",
                        (long long)total, output->path);
    }
    char *at = d->memory;
    for (int r = 0; r < ranks; r++) {
        d->receive[r] = at;
        at += d->receive_bytes[r];
    }
    return NULL;
}

/* Copies what `rank` holds of the file's bytes [begin, end) from `data` into `page_bytes`. */
static void place_runs(const ax_output_layout *layout, int rank, int64_t begin, int64_t end,
                       const char *data, char *page_bytes)
{
    int64_t row = layout->row_starts[rank] * layout->inner;
    int64_t length = (layout->row_starts[rank + 1] - layout->row_starts[rank]) * layout->inner;
    int64_t outer = (begin - layout->header) / layout->period;
    for (;; outer++) {
        int64_t run = layout->header + outer * layout->period + row;
        int64_t from = ax_max_i64(run, begin), to = ax_min_i64(run + length, end);
        if (run >= end)
            return;
        if (from < to) {
            memcpy(page_bytes + (from - begin), data, (size_t)(to - from));
            data += to - from;
        }
    }
}

/* Completes each page of this rank in which others hold bytes. Their own bytes come in page order. */
static ax_status *write_received(const ax_output *output, delivery *d)
{
    const ax_output_layout *layout = &output->layout;
    int64_t pages = ax_output_layout_pages(layout);
    char *bytes = malloc(AX_OUTPUT_PAGE);
    ax_status *status = bytes ? NULL : AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a page");
    for (int64_t page = 0; !status && page < pages; page++) {
        if (ax_output_layout_writer(layout, page) != output->rank)
            continue;
        int64_t begin = ax_max_i64(layout->header, page * AX_OUTPUT_PAGE);
        int64_t end = ax_min_i64((page + 1) * AX_OUTPUT_PAGE, layout->bytes);
        int64_t own = ax_output_layout_held_in_page(layout, output->rank, page);
        if (own == end - begin)
            continue;
        if (own > 0)
            status = ax_partial_read(&output->file, begin, end - begin, bytes);
        for (int r = 0; !status && r < layout->ranks; r++) {
            int64_t held = ax_output_layout_held_in_page(layout, r, page);
            if (r == output->rank || held == 0)
                continue;
            place_runs(layout, r, begin, end, d->receive[r], bytes);
            d->receive[r] = (char *)d->receive[r] + held;
        }
        if (!status)
            status = ax_partial_write(&output->file, begin, end - begin, bytes);
    }
    free(bytes);
    return status;
}

/* ---- the end ---- */

static ax_status *check_rows(const ax_output *output)
{
    const int64_t *starts = &output->layout.row_starts[output->rank];
    long long written = atomic_load(&output->rows_written);
    if (written == starts[1] - starts[0])
        return NULL;
    return AX_ERROR(AX_INTERNAL, "'%s': rank %d wrote %lld of its %lld rows", output->path,
                    output->rank, written, (long long)(starts[1] - starts[0]));
}

/* Collective. Afterwards all data of the output is in the file and on the disk. */
static ax_status *complete_data(const ax_peers *peers, ax_output *output)
{
    delivery d = {0};
    ax_status *status = check_rows(output);
    if (!status)
        status = prepare_delivery(output, &d);
    status = peers->exchange(peers->user, "finishing the outputs", status, d.send, d.send_bytes,
                             d.receive, d.receive_bytes);
    if (!status)
        status = write_received(output, &d);
    if (!status)
        status = output->rank == 0 ? ax_partial_sync(&output->file) : ax_partial_end(&output->file);
    free_delivery(&d);
    return status;
}

static ax_status *write_header(ax_output *output)
{
    uint8_t header[AX_NPY_LONGEST_WRITTEN_HEADER];
    int64_t length = ax_npy_header_write(&output->layout.type, header);
    AX_TRY(ax_partial_write(&output->file, 0, length, header));
    return ax_partial_end(&output->file);
}

ax_status *ax_outputs_finish(const ax_peers *peers, ax_output *const *outputs, int count)
{
    static const char what[] = "finishing the outputs";
    ax_status *status = NULL;
    for (int i = 0; i < count; i++)
        AX_TRY(peers->agree(peers->user, what, complete_data(peers, outputs[i])));

    for (int i = 0; !status && peers->rank == 0 && i < count; i++)
        status = write_header(outputs[i]);
    AX_TRY(peers->agree(peers->user, what, status));

    for (int i = 0; !status && peers->rank == 0 && i < count; i++)
        status = ax_partial_publish(&outputs[i]->file);
    return peers->agree(peers->user, what, status);
}
