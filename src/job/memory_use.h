/* How much memory this process holds, watched while a job runs. */
#ifndef AXMAP_JOB_MEMORY_USE_H
#define AXMAP_JOB_MEMORY_USE_H

#include <axmap/status.h>
#include <stdint.h>

typedef struct ax_memory_watch ax_memory_watch;

/* Starts watching: a thread reads RssAnon + RssShmem of this process every 5 ms (what was allocated
 * and touched; not program text, not cached file pages). */
ax_status *ax_memory_watch_start(ax_memory_watch **out_watch);

/* Ends watching and gives the most that was seen, in bytes; 0 where the system does not say. NULL
 * gives 0. */
int64_t ax_memory_watch_stop(ax_memory_watch *watch);

#endif
