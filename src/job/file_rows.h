/* Files as the source and sink of a mapped function's rows. */
#ifndef AXMAP_JOB_FILE_ROWS_H
#define AXMAP_JOB_FILE_ROWS_H

#include "exec/rows.h"
#include "job/bind.h"
#include "job/output.h"

/* Mapped arguments, read by rows from their files. */
ax_row_source ax_file_source(ax_job_binds *binds);

/* Results to their files. `outputs` has an entry a result, NULL where it is not written. */
typedef struct ax_file_sink {
    const ax_job_binds *binds;
    ax_output **outputs;
    int rank;
    int64_t first, count; /* this rank's rows */
} ax_file_sink;

ax_row_sink ax_file_sink_rows(ax_file_sink *sink);

#endif
