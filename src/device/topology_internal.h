/* What a topology consists of once hwloc has been asked: for topology.c and divide.c only. */
#ifndef AXMAP_DEVICE_TOPOLOGY_INTERNAL_H
#define AXMAP_DEVICE_TOPOLOGY_INTERNAL_H

#include "device/topology.h"

typedef struct ax_core {
    ax_cpuset cpus; /* its logical CPUs that the cgroup allows */
    int numa;       /* index of its NUMA node */
} ax_core;

struct ax_topology {
    ax_machine machine;
    int core_count;
    ax_core *cores; /* in hwloc's logical order: neighbours share caches */
};

#endif
