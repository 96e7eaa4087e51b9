/* The program of a job, and what its records are. */
#ifndef AXMAP_JOB_JOB_PROGRAM_H
#define AXMAP_JOB_JOB_PROGRAM_H

#include "job/job.h"

/* Reads the program on rank 0, gives it to all, and settles what the records are: an axis of its own
 * (--axis-name), its replicas, or an axis around the whole of it. Collective. */
ax_status *ax_job_load_program(ax_job *job);

/* Once the files are bound: without records to map, a program with axes of its own is run over these. */
void ax_job_settle_sharded(ax_job *job);

#endif
