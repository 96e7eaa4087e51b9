/* The rows of a chunk: where a worker has its arguments' from, and where its results' go. */
#ifndef AXMAP_EXEC_MAP_ROWS_H
#define AXMAP_EXEC_MAP_ROWS_H

#include "exec/map_worker.h"

/* The rows of a chunk. What lies behind the real ones, up to the end of what is computed at once, are
 * copies of the last: zeros might trap or never leave a loop. */
typedef struct ax_chunk_rows {
    int64_t first;
    int64_t count;  /* real rows */
    int64_t blocks; /* rows of its blocks: values kept for all rows have room for them */
    int64_t padded; /* rows that are computed */
} ax_chunk_rows;

/* Sets input_base: rows that lie where they are read, or were read into the worker's room. */
ax_status *ax_map_fetch_inputs(ax_map_worker *worker, const ax_chunk_rows *rows);

/* Sets output_base: where the sink wants a result's rows, or the worker's room. */
void ax_map_place_outputs(ax_map_worker *worker, const ax_chunk_rows *rows);

/* Hands the results over, but for those that were written where the sink wants them. */
ax_status *ax_map_deliver_outputs(ax_map_worker *worker, const ax_chunk_rows *rows);

#endif
