/* A team: the threads of one device.
 *
 *     ax_team_start(team, work, &state);
 *     while (!ax_team_wait(team, 1))
 *         ax_comm_poll(comm);
 *
 *     ax_team_help(team, pieces - 1, take_pieces, &state);
 *
 * Threads wait by spinning some microseconds, then sleeping. They are bound to the device's CPUs
 * (where the system refuses, they run unbound), and every task starts with the default
 * floating-point environment: round to nearest, subnormals kept, exceptions masked.
 *
 * Threads: start and wait are called by one thread at a time (not necessarily the same); memory
 * written before ax_team_start is seen by the team, memory written by the team is seen by whoever
 * saw ax_team_wait return true. ax_team_help may be called by any thread at any time.
 */
#ifndef AXMAP_DEVICE_TEAM_H
#define AXMAP_DEVICE_TEAM_H

#include "device/cpuset.h"

#include <axmap/status.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct ax_team ax_team;

/* thread_index in [0, size of the team). */
typedef void ax_team_fn(void *user, int thread_index);

/* Starts `nthreads` >= 1 threads bound to `cpuset` (NULL or empty: not bound).
 * Errors: AX_OUT_OF_MEMORY (also when the system grants no more threads: says how many). */
ax_status *ax_team_create(int nthreads, const ax_cpuset *cpuset, ax_team **out_team);

/* Waits for a running task, then ends and joins the threads. NULL is allowed. */
void ax_team_free(ax_team *team);

int ax_team_size(const ax_team *team);

/* Runs fn(user, i) on every thread i of the team and returns at once. The previous task is done:
 * ax_team_wait said so. */
void ax_team_start(ax_team *team, ax_team_fn *fn, void *user);

/* Whether the task is done (true when none was started). Waits up to timeout_ms for it: 0 only looks,
 * a negative one waits as long as it takes. */
bool ax_team_wait(ax_team *team, int timeout_ms);

/* Start and wait as long as it takes. */
void ax_team_run(ax_team *team, ax_team_fn *fn, void *user);

/* Runs fn(user, 0) on the caller, and meanwhile fn(user, i) on those threads 1 <= i < size that have the
 * time; returns when all that began have ended. Any number of them may take part, even none: threads
 * that sleep are woken, about `most` of them, but not waited for, and a team that is at another task does
 * not help at all. So `fn` takes pieces of work that are dealt out until none is left (ax_tasks). */
void ax_team_help(ax_team *team, int64_t most, ax_team_fn *fn, void *user);

/* Says that other threads want the team's CPUs too: its threads sleep sooner. Before its first task. */
void ax_team_share_cpus(ax_team *team);

/* Sets the calling thread's floating-point environment as the team's threads have it. Kernels that
 * run outside a team call it first. */
void ax_float_environment_default(void);

/* ---- Work dealt out dynamically: threads take the next piece when they are free ----
 * Which thread gets which piece changes from run to run: results must not depend on it. */

typedef struct ax_tasks {
    atomic_llong next;
    int64_t count;
    int64_t chunk;
} ax_tasks;

/* Deals 0 .. count-1 in pieces of `chunk` >= 1. Not while threads take from it. */
static inline void ax_tasks_reset(ax_tasks *tasks, int64_t count, int64_t chunk)
{
    atomic_init(&tasks->next, 0);
    tasks->count = count;
    tasks->chunk = chunk;
}

/* The next piece [*out_begin, *out_end), or false when nothing is left. Any thread. */
static inline bool ax_tasks_take(ax_tasks *tasks, int64_t *out_begin, int64_t *out_end)
{
    int64_t piece = atomic_fetch_add_explicit(&tasks->next, 1, memory_order_relaxed);
    if (piece > (tasks->count - 1) / tasks->chunk || tasks->count <= 0)
        return false;
    *out_begin = piece * tasks->chunk;
    *out_end = tasks->count - *out_begin < tasks->chunk ? tasks->count : *out_begin + tasks->chunk;
    return true;
}

#endif
