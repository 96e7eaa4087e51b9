/* Arrays as the source and sink of a mapped function's rows. */
#ifndef AXMAP_EXEC_ARRAY_ROWS_H
#define AXMAP_EXEC_ARRAY_ROWS_H

#include "exec/array.h"
#include "exec/rows.h"

/* By argument: arrays, and the axis of each that is mapped (AX_NONE: shared). */
typedef struct ax_array_source {
    ax_array *const *arrays;
    const int64_t *axes;
} ax_array_source;

/* By result: arrays that exist already, and where their rows go. One that is the same for all rows
 * has axis AX_NONE and is filled whole, or is repeated along its axis. */
typedef struct ax_array_sink {
    ax_array **arrays;
    const int64_t *axes;
} ax_array_sink;

ax_row_source ax_array_source_rows(ax_array_source *source);
ax_row_sink ax_array_sink_rows(ax_array_sink *sink);

#endif
