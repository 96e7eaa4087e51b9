/* The functions of a kernel of the kind rows. */
#ifndef AXMAP_BACKEND_CPU_ROWS_WRITE_H
#define AXMAP_BACKEND_CPU_ROWS_WRITE_H

#include "backend/cpu/rows_plan.h"

/* Whole rows: writes `rows`, whose items are rows and whose scratch is the thread's.
 *
 * Split rows: writes `fold0`, `finish0`, `fold1`, ... for each loop. Items of the first are blocks, of all rows;
 * those of the second are rows. Scratch is shared: for each fold the totals of all blocks of all rows, each
 * row's `most_blocks` apart, then its values by row; each in 8 bytes. `user` is the plan. */
ax_status *ax_rows_write(ax_emitter *emitter, const void *user);
/* Short rows (rows_short.c): writes `rows`, whose items are chunks of rows. */
ax_status *ax_rows_write_short(ax_emitter *emitter, const void *user);
ax_status *ax_rows_write_split(ax_emitter *emitter, const void *user);

/* Bytes of the shared scratch, and where a fold's totals and values begin. */
int64_t ax_rows_shared_bytes(const ax_rows_plan *plan);
int64_t ax_rows_shared_totals(const ax_rows_plan *plan, int32_t fold);
int64_t ax_rows_shared_values(const ax_rows_plan *plan, int32_t fold);

#endif
