/* A device: a set of cores with a thread team and memory of its own.
 *
 * Every rank knows every device of the job; team and allocator exist only where it lives. Global ids
 * run over the ranks in order, then over each rank's devices.
 */
#ifndef AXMAP_DEVICE_DEVICE_H
#define AXMAP_DEVICE_DEVICE_H

#include "device/allocator.h"
#include "device/team.h"
#include "device/topology.h"

#include <axmap/status.h>

typedef struct ax_device {
    int id;                  /* 0 .. devices of the job - 1 */
    int rank;                /* the rank that owns it */
    int local_index;         /* among the devices of its rank */
    ax_place place;          /* its CPUs and threads */
    ax_team *team;           /* NULL on other ranks */
    ax_allocator *allocator; /* NULL on other ranks */
} ax_device;

/* Starts the team and the allocator of a device of this rank: fills `team` and `allocator`.
 * memory_budget: see ax_allocator_create. */
ax_status *ax_device_open(ax_device *device, int64_t memory_budget);
void ax_device_close(ax_device *device); /* a device that is not open is allowed */

#endif
