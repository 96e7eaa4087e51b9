/* Where a mapped function's rows come from and go to: arrays in memory (ax_call) or files (a job).
 *
 * Rows are dense and row-major with the row axis first, whatever the axis in the array or file. Both
 * interfaces are called from several threads at once, each time on other rows. A `view` may be NULL.
 */
#ifndef AXMAP_EXEC_ROWS_H
#define AXMAP_EXEC_ROWS_H

#include <axmap/status.h>
#include <stdint.h>

typedef struct ax_row_source {
    void *user;
    /* Copies rows [first, first + count) of argument `input` to `rows`. */
    ax_status *(*read)(void *user, int32_t input, int64_t first, int64_t count, void *rows);
    /* The rows where they lie, or NULL when they must be copied. */
    const void *(*view)(void *user, int32_t input, int64_t first, int64_t count);
} ax_row_source;

typedef struct ax_row_sink {
    void *user;
    /* Takes rows [first, first + count) of result `output`, which differs from row to row. */
    ax_status *(*write)(void *user, int32_t output, int64_t first, int64_t count, const void *rows);
    /* Where those rows may be written directly, or NULL when they must be handed over. */
    void *(*view)(void *user, int32_t output, int64_t first, int64_t count);
    /* Takes a result that is the same for every row; once on each rank, after the last phase. */
    ax_status *(*whole)(void *user, int32_t output, const void *value);
} ax_row_sink;

#endif
