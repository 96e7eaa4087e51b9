#include "job/output.h"

#include "base/checked.h"
#include "job/output_private.h"
#include "ops/strided.h"

#include <stdlib.h>
#include <string.h>

/* Rows are gathered in pieces of this size where they do not lie in the file as in memory. */
enum { GATHER_BYTES = 1 << 20 };

ax_status *ax_output_check(const char *path)
{
    return ax_partial_check(path);
}

const ax_output_layout *ax_output_get_layout(const ax_output *output)
{
    return &output->layout;
}

bool ax_output_is_locked(const ax_output *output)
{
    return output->file.locked;
}

/* ---- making ---- */

/* Lists the foreign pages that this rank holds bytes of, and where those bytes stand in `kept`: by
 * writer, then by page, so that each writer's are sent in one piece. */
static ax_status *prepare_kept(ax_output *output)
{
    const ax_output_layout *layout = &output->layout;
    int64_t pages = ax_output_layout_pages(layout), kept, received, count = 0;
    ax_output_layout_memory(layout, output->rank, &kept, &received);
    int64_t *at = calloc((size_t)layout->ranks + 1, sizeof *at);
    output->kept_starts = calloc((size_t)layout->ranks + 1, sizeof *output->kept_starts);
    output->kept = malloc((size_t)kept + 1);
    if (!at || !output->kept_starts || !output->kept)
        goto no_memory;
    for (int64_t page = 0; page < pages; page++) {
        int writer = ax_output_layout_writer(layout, page);
        int64_t held = ax_output_layout_held_in_page(layout, output->rank, page);
        if (writer != output->rank && held > 0) {
            output->kept_starts[writer + 1] += held;
            count++;
        }
    }
    for (int rank = 0; rank < layout->ranks; rank++)
        output->kept_starts[rank + 1] += output->kept_starts[rank];
    memcpy(at, output->kept_starts, (size_t)layout->ranks * sizeof *at);

    output->foreign = calloc((size_t)count + 1, sizeof *output->foreign);
    if (!output->foreign)
        goto no_memory;
    for (int64_t page = 0; page < pages; page++) {
        int writer = ax_output_layout_writer(layout, page);
        int64_t held = ax_output_layout_held_in_page(layout, output->rank, page);
        if (writer != output->rank && held > 0) {
            output->foreign[output->foreign_count++] = (ax_foreign_page){page, at[writer]};
            at[writer] += held;
        }
    }
    free(at);
    return NULL;

no_memory:
    free(at);
    return AX_ERROR(AX_OUT_OF_MEMORY,
                    "no memory for the %lld bytes of '%s' that stand in other ranks' pages",
                    (long long)kept, output->path);
}

static ax_status *prepare(ax_output *output, const ax_peers *peers,
                          const ax_output_options *options)
{
    output->rank = peers->rank;
    output->once = options->axis == AX_OUTPUT_ONCE;
    output->path = strdup(options->path);
    if (!output->path)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for output '%s'", options->path);
    ax_status *status = ax_output_layout_make(&options->record, options->axis, peers->size,
                                              options->row_starts, &output->layout);
    if (status)
        return ax_status_context(status, "for output '%s'", options->path);
    return prepare_kept(output);
}

/* Rank 0's token goes to all, with its failure if it has one. */
static ax_status *share_token(const ax_peers *peers, ax_status *local, uint8_t *token)
{
    size_t count = (size_t)peers->size;
    const void **send = calloc(count, sizeof *send);
    void **receive = calloc(count, sizeof *receive);
    int64_t *send_bytes = calloc(count, sizeof *send_bytes);
    int64_t *receive_bytes = calloc(count, sizeof *receive_bytes);
    uint8_t copy[AX_PARTIAL_TOKEN];
    memcpy(copy, token, sizeof copy);
    if (!local && (!send || !receive || !send_bytes || !receive_bytes))
        local = AX_ERROR(AX_OUT_OF_MEMORY, "no memory to open the outputs");
    for (size_t r = 0; !local && peers->rank == 0 && r < count; r++) {
        send[r] = copy;
        send_bytes[r] = AX_PARTIAL_TOKEN;
    }
    if (!local) {
        receive[0] = token;
        receive_bytes[0] = AX_PARTIAL_TOKEN;
    }
    ax_status *status = peers->exchange(peers->user, "opening the outputs", local, send, send_bytes,
                                        receive, receive_bytes);
    free(send);
    free(receive);
    free(send_bytes);
    free(receive_bytes);
    return status;
}

ax_status *ax_output_create(const ax_peers *peers, const ax_output_options *options,
                            ax_output **out_output)
{
    uint8_t token[AX_PARTIAL_TOKEN] = {0};
    ax_output *output = calloc(1, sizeof *output);
    ax_status *status = NULL;
    if (output) {
        output->file = (ax_partial_file){.descriptor = -1, .lock = -1};
        status = prepare(output, peers, options);
    } else {
        status = AX_ERROR(AX_OUT_OF_MEMORY, "no memory for output '%s'", options->path);
    }
    if (!status && peers->rank == 0)
        status = ax_partial_make(output->path, output->layout.bytes, token, &output->file);
    status = share_token(peers, status, token);
    if (!status) {
        if (peers->rank != 0)
            status = ax_partial_join(output->path, token, &output->file);
        status = peers->agree(peers->user, "opening the outputs", status);
    }
    if (status) {
        ax_output_free(output);
        return status;
    }
    *out_output = output;
    return NULL;
}

void ax_output_free(ax_output *output)
{
    if (!output)
        return;
    ax_partial_close(&output->file);
    ax_output_layout_free(&output->layout);
    free(output->path);
    free(output->foreign);
    free(output->kept_starts);
    free(output->kept);
    free(output);
}

/* ---- writing ---- */

/* Keeps bytes that lie in a page of another rank. Each byte has its own place: no lock is needed. */
static void keep(ax_output *output, int64_t page, int64_t offset, int64_t bytes, const char *data)
{
    int64_t low = 0, high = output->foreign_count - 1;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (output->foreign[middle].page < page) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    int64_t before = ax_output_layout_held(&output->layout, output->rank, page * AX_OUTPUT_PAGE);
    int64_t within = ax_output_layout_held(&output->layout, output->rank, offset) - before;
    memcpy(output->kept + output->foreign[low].at + within, data, (size_t)bytes);
}

/* Puts bytes that this rank holds where they belong: into the file, or into memory. */
static ax_status *put(ax_output *output, int64_t offset, int64_t bytes, const char *data)
{
    const ax_output_layout *layout = &output->layout;
    while (bytes > 0) {
        int64_t page = offset / AX_OUTPUT_PAGE, next = page + 1;
        bool own = ax_output_layout_writer(layout, page) == output->rank;
        while (own && next * AX_OUTPUT_PAGE < offset + bytes &&
               ax_output_layout_writer(layout, next) == output->rank)
            next++;
        int64_t part = ax_min_i64(bytes, next * AX_OUTPUT_PAGE - offset);
        if (own) {
            AX_TRY(ax_partial_write(&output->file, offset, part, data));
        } else {
            keep(output, page, offset, part, data);
        }
        offset += part;
        data += part;
        bytes -= part;
    }
    return NULL;
}

/* Rows [first, first + count) of outer index `outer`; in memory they are `stride` bytes apart. */
static ax_status *put_rows(ax_output *output, int64_t outer, int64_t first, int64_t count,
                           const char *data, int64_t stride, char *gathered)
{
    const ax_output_layout *layout = &output->layout;
    int64_t inner = layout->inner, width = layout->width;
    int64_t offset = layout->header + outer * layout->period + first * inner;
    if (stride == inner || count == 1)
        return put(output, offset, count * inner, data);
    int64_t group = ax_max_i64(1, GATHER_BYTES / inner);
    for (int64_t i = 0; i < count; i += group) {
        int64_t rows = ax_min_i64(group, count - i);
        const char *piece = data + i * stride;
        if (rows > 1) {
            ax_strided copy = {.element_bytes = width,
                               .ndim = 2,
                               .dims = {rows, inner / width},
                               .source_strides = {stride / width, 1},
                               .destination_strides = {inner / width, 1}};
            ax_strided_copy(&copy, gathered, piece);
            piece = gathered;
        }
        AX_TRY(put(output, offset + i * inner, rows * inner, piece));
    }
    return NULL;
}

/* `stride`: from a row to the next in memory, in bytes; 0 repeats one record. */
static ax_status *write_strided(ax_output *output, int64_t first, int64_t count, const char *data,
                                int64_t stride)
{
    const ax_output_layout *layout = &output->layout;
    int64_t begin = layout->row_starts[output->rank], end = layout->row_starts[output->rank + 1];
    if (first < begin || count < 0 || first > end - count) {
        return AX_ERROR(AX_INTERNAL,
                        "'%s': rows %lld to %lld written by a rank that holds %lld to %lld",
                        output->path, (long long)first, (long long)(first + count),
                        (long long)begin, (long long)end);
    }
    ax_status *status = NULL;
    if (count > 0 && layout->period > 0) {
        char *gathered = malloc((size_t)ax_max_i64(GATHER_BYTES, layout->inner));
        if (!gathered)
            return AX_ERROR(AX_OUT_OF_MEMORY, "no memory to write '%s'", output->path);
        for (int64_t outer = 0; !status && outer < layout->outer; outer++)
            status = put_rows(output, outer, first, count, data + outer * layout->inner, stride,
                              gathered);
        free(gathered);
    }
    if (!status)
        atomic_fetch_add(&output->rows_written, count);
    return status;
}

ax_status *ax_output_write_rows(ax_output *output, int64_t first, int64_t count, const void *rows)
{
    return write_strided(output, first, count, rows, output->layout.outer * output->layout.inner);
}

ax_status *ax_output_write_copies(ax_output *output, int64_t first, int64_t count,
                                  const void *record)
{
    return write_strided(output, first, count, record, 0);
}

ax_status *ax_output_write_once(ax_output *output, const void *result)
{
    return write_strided(output, 0, 1, result, output->layout.inner);
}
