/* Which bytes of an output file are whose.
 *
 * A rank *holds* the bytes of its rows. It *writes* whole pages of the file, 1 MiB each, counted from
 * the start of the file, because network file systems write whole pages: two writers in one page
 * would undo each other's work. Page 0, with the header, is rank 0's; any other page is written by
 * the rank that holds its middle byte (its first may be the last of rows that end with the header's
 * length in the page). What a rank holds in another's page it keeps in memory and sends to the writer
 * at the end.
 *
 * Where the records are the file's first axis, that is less than a page a rank. Along any other axis
 * the ranks' rows interleave, and most of a rank's bytes may stand in foreign pages: `plan` prints
 * ax_output_layout_memory.
 */
#ifndef AXMAP_JOB_OUTPUT_LAYOUT_H
#define AXMAP_JOB_OUTPUT_LAYOUT_H

#include <axmap/type.h>

enum { AX_OUTPUT_PAGE = 1 << 20 };

/* The axis of a result that does not depend on the records and is written once, by rank 0. */
enum { AX_OUTPUT_ONCE = -1 };

typedef struct ax_output_layout {
    ax_type type;   /* of the file */
    int64_t width;  /* of an element, in bytes */
    int64_t header; /* bytes before the data */
    int64_t bytes;  /* of the file */
    int64_t outer;  /* the data is [outer, records, inner bytes] */
    int64_t inner;
    int64_t period; /* records * inner */
    int ranks;
    int64_t *row_starts; /* rank r holds rows row_starts[r] .. row_starts[r + 1]; owned */
} ax_output_layout;

/* Lays out a file of `record` results along `axis` (0..record->ndim, or AX_OUTPUT_ONCE).
 * `row_starts` has ranks + 1 entries, ascending from 0 to the number of records; it is not read for
 * AX_OUTPUT_ONCE. Errors: AX_INVALID_ARGUMENT, AX_OVERFLOW, AX_OUT_OF_MEMORY. */
ax_status *ax_output_layout_make(const ax_type *record, int32_t axis, int ranks,
                                 const int64_t *row_starts, ax_output_layout *out_layout);
void ax_output_layout_free(ax_output_layout *layout);

int64_t ax_output_layout_pages(const ax_output_layout *layout);
int ax_output_layout_writer(const ax_output_layout *layout, int64_t page);

/* How many of the first `offset` bytes of the file this rank holds (never the header's). */
int64_t ax_output_layout_held(const ax_output_layout *layout, int rank, int64_t offset);
/* The same for one page. */
int64_t ax_output_layout_held_in_page(const ax_output_layout *layout, int rank, int64_t page);

/* Bytes that this rank keeps in memory for other writers, and receives from others at the end. */
void ax_output_layout_memory(const ax_output_layout *layout, int rank, int64_t *out_kept,
                             int64_t *out_received);

#endif
