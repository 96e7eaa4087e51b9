/* What a job did, told by every rank and written by rank 0 as JSON. */
#ifndef AXMAP_JOB_REPORT_H
#define AXMAP_JOB_REPORT_H

#include "exec/map.h"

/* One rank's part; a plain value that is sent as it is. Times in seconds. */
typedef struct ax_rank_report {
    int64_t first_row, rows;
    double load;    /* program, weights, headers; waiting for other ranks included */
    double compile; /* cutting, planning */
    ax_map_times times;
    double finish;           /* boundary pieces, syncing, renaming */
    int64_t planned_bytes;   /* of its devices' allocators and its own: exec/map.h: ax_map_memory */
    int64_t allocated_bytes; /* the most that these handed out */
    int64_t reserved_bytes;  /* planned for results in pages of other ranks */
    int64_t peak_bytes;      /* resident: see job/memory_use.h */
    int64_t other_bytes;     /* resident beside what was allocated: MPI, the code generator */
} ax_rank_report;

typedef struct ax_job_report {
    const char *program; /* as the user named it */
    const ax_map_program *map;
    double wall;   /* seconds of ax_job_run: reading the program and compiling are before it */
    bool unlocked; /* an output lies where files cannot be locked */
    int ranks;
    ax_rank_report *by_rank; /* `ranks` of them; freed by ax_job_report_free */
} ax_job_report;

/* Collective: every rank gets all ranks' parts. `program` and `map` are kept as pointers. */
ax_status *ax_job_report_gather(ax_comm *comm, const char *program, const ax_map_program *map,
                                const ax_rank_report *mine, double wall, ax_job_report *out_report);
void ax_job_report_free(ax_job_report *report);

/* Records per second of `wall`. */
double ax_job_report_throughput(const ax_job_report *report);

/* Writes the JSON file (`schema` "axmap-report-1"): PATH appears when it is whole. */
ax_status *ax_job_report_write(const ax_job_report *report, const char *path);

#endif
