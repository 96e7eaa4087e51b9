#include "device/device.h"

#include <stdio.h>

ax_status *ax_device_open(ax_device *device, int64_t memory_budget)
{
    char name[32];
    snprintf(name, sizeof name, "device %d", device->id);
    ax_allocator *allocator;
    AX_TRY(ax_allocator_create(name, memory_budget, &allocator));
    ax_team *team;
    ax_status *status = ax_team_create(device->place.nthreads, &device->place.cpuset, &team);
    if (status) {
        ax_allocator_destroy(allocator);
        return ax_status_context(status, "starting %s", name);
    }
    if (device->place.shared)
        ax_team_share_cpus(team);
    device->team = team;
    device->allocator = allocator;
    return NULL;
}

void ax_device_close(ax_device *device)
{
    ax_team_free(device->team);
    ax_allocator_destroy(device->allocator);
    device->team = NULL;
    device->allocator = NULL;
}
