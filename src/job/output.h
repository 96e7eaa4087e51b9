/* A .npy file that all ranks write together.
 *
 * It grows as PATH.partial; the header comes last, and only when every output of the job is complete
 * and synced on all ranks is each renamed to PATH. So a file under its own name is whole, and a
 * .partial never looks like one. Rank 0 holds a lock on the .partial: a second job on the same output
 * is AX_BUSY. A job that fails removes its .partial; one that is killed leaves it, and the next job
 * takes it over.
 *
 *     AX_TRY(ax_output_create(peers, &options, &output));          // collective; before computing
 *     AX_TRY(ax_output_write_rows(output, first, count, results)); // any thread, this rank's rows
 *     AX_TRY(ax_outputs_finish(peers, &output, 1));                // collective; all outputs at once
 *     ax_output_free(output);
 *
 * Memory: what this rank holds in other ranks' pages is kept until the end (job/output_layout.h).
 */
#ifndef AXMAP_JOB_OUTPUT_H
#define AXMAP_JOB_OUTPUT_H

#include "job/output_layout.h"
#include "job/peers.h"

typedef struct ax_output ax_output;

typedef struct ax_output_options {
    const char *path;
    ax_type record;            /* of one record's result */
    int32_t axis;              /* where the records stand in the file, or AX_OUTPUT_ONCE */
    const int64_t *row_starts; /* which rank holds which rows (job/output_layout.h); copied */
} ax_output_options;

/* Whether PATH could be written, without touching it: its folder exists and is writable, and PATH is
 * no folder itself. Errors: AX_NOT_FOUND, AX_IO. */
ax_status *ax_output_check(const char *path);

/* Collective. Rank 0 makes and locks PATH.partial and reserves its space, then the others open it.
 * Errors: AX_BUSY, AX_NOT_FOUND, AX_IO (no space, not writable, a folder that ranks do not share). */
ax_status *ax_output_create(const ax_peers *peers, const ax_output_options *options,
                            ax_output **out_output);

/* Writes rows [first, first + count) of those this rank holds, from dense memory [count, record...].
 * Each row is written once. Not for AX_OUTPUT_ONCE. Threads: any number. */
ax_status *ax_output_write_rows(ax_output *output, int64_t first, int64_t count, const void *rows);

/* The same from one record's result, which is repeated: a result that is the same for all records. */
ax_status *ax_output_write_copies(ax_output *output, int64_t first, int64_t count,
                                  const void *record);

/* Writes the whole result: AX_OUTPUT_ONCE, and on rank 0 only. */
ax_status *ax_output_write_once(ax_output *output, const void *result);

/* Collective: exchanges what was kept, syncs, writes the headers and renames all outputs. Checks that
 * every row was written. After an error no output has its own name (unless a rename itself failed). */
ax_status *ax_outputs_finish(const ax_peers *peers, ax_output *const *outputs, int count);

/* Closes the file; on rank 0 an output that was not finished is removed. NULL is allowed. */
void ax_output_free(ax_output *output);

const ax_output_layout *ax_output_get_layout(const ax_output *output);
/* False where the file system has no locks: a second job would then not be noticed. */
bool ax_output_is_locked(const ax_output *output);

#endif
