/* What an output is made of; for output.c, which writes, and output_finish.c, which ends. */
#ifndef AXMAP_JOB_OUTPUT_PRIVATE_H
#define AXMAP_JOB_OUTPUT_PRIVATE_H

#include "job/output.h"
#include "job/partial_file.h"

#include <stdatomic.h>

/* A page of another rank in which this one holds bytes, and where those begin in `kept`. */
typedef struct ax_foreign_page {
    int64_t page;
    int64_t at;
} ax_foreign_page;

struct ax_output {
    char *path;
    int rank;
    bool once;
    ax_output_layout layout;
    ax_partial_file file;
    ax_foreign_page *foreign; /* by page */
    int64_t foreign_count;
    int64_t *kept_starts; /* bytes for writer r: kept[kept_starts[r]] .. kept[kept_starts[r + 1]] */
    char *kept;
    atomic_llong rows_written;
};

#endif
