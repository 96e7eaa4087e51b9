/* What this host offers, and how its cores become devices.
 *
 * ax_topology_discover reads the host through hwloc: the CPUs that this process may run on, NUMA
 * nodes, memory, CPU model, the limits of its cgroup. ax_topology_divide is pure: from every local
 * rank's CPUs it computes one rank's devices. So it is tested on synthetic machines.
 *
 * Threads: a topology is read-only once made.
 */
#ifndef AXMAP_DEVICE_TOPOLOGY_H
#define AXMAP_DEVICE_TOPOLOGY_H

#include "device/cpuset.h"
#include "device/vector_level.h"

#include <axmap/status.h>

typedef struct ax_topology ax_topology;

typedef struct ax_machine {
    char hostname[256];
    char cpu_model[128];      /* "unknown CPU" when the host does not say */
    int cores;                /* physical cores that the cgroup allows, bound or not */
    int cpus;                 /* logical CPUs of those */
    int numa_nodes;           /* NUMA nodes that have one of those cores; at least 1 */
    ax_cpuset allowed;        /* the CPUs that this process may run on: its binding */
    double cpu_quota;         /* CPUs' worth of time that the cgroup grants; 0: no limit */
    int64_t memory_total;     /* bytes; 0: unknown */
    int64_t memory_available; /* MemAvailable, bytes; 0: unknown */
    int64_t memory_limit;     /* the tightest of the cgroup (v1 or v2) and its ancestors; 0: none */
    ax_vector_level vector_level;
} ax_machine;

/* Reads this host. Errors: AX_OUT_OF_MEMORY, AX_UNSUPPORTED (hwloc cannot read the host). */
ax_status *ax_topology_discover(ax_topology **out_topology);

/* A machine that nobody in the room has, from hwloc's synthetic description such as
 * "numa:2 core:4 pu:2"; every CPU is allowed, memory is unknown, the host is called "synthetic". */
ax_status *ax_topology_synthetic(const char *description, ax_topology **out_topology);

void ax_topology_free(ax_topology *topology); /* NULL is allowed */

const ax_machine *ax_topology_machine(const ax_topology *topology);

/* Bytes that this process may plan with: the smaller of MemAvailable and the cgroup's limit; 0 when
 * neither is known. */
int64_t ax_machine_memory(const ax_machine *machine);

/* ---- From cores to devices ---- */

typedef struct ax_place {
    ax_cpuset cpuset; /* the CPUs of this device; its threads are bound to it */
    int cores;        /* physical cores of the cpuset */
    int nthreads;     /* size of its team, >= 1 */
    bool shared;      /* another device or rank uses the same cores */
} ax_place;

typedef struct ax_division_options {
    const ax_cpuset *allowed; /* each local rank's CPUs, `local_size` of them */
    int local_size;           /* ranks on this host, >= 1 */
    int local_rank;           /* the rank whose devices are asked for */
    int devices_per_rank;     /* 0: one per NUMA node of the rank's share */
    int threads;              /* threads of each device; 0: one a core, within the quota */
    double cpu_quota;         /* CPUs' worth of time that all local ranks share; 0: no limit */
} ax_division_options;

typedef struct ax_division {
    int count;        /* devices of this rank, >= 1 */
    ax_place *places; /* `count` of them */
    int cores;        /* physical cores of the rank's share */
    /* What a user should know, one sentence a line, "" when all is well: cores that no rank may use
     * ("rank 0 may use 1 of 64 cores: add --bind-to none"), devices that share cores, a quota that
     * leaves cores unused. "rank %d" is the local rank: the caller may pass another number. */
    char *notes;
} ax_division;

/* Divides the host's cores among its ranks and gives one rank's devices.
 *
 * Cores that several ranks may use are divided among these in order of local rank, in contiguous
 * runs; with fewer cores than ranks, ranks share cores. A rank's cores become devices: one per NUMA
 * node, or devices_per_rank of them as equal as possible and cut at NUMA nodes where the numbers
 * allow; with more devices than cores, devices share cores. The result depends on nothing but the
 * arguments, so every rank computes the same division of its host.
 *
 * rank     the number by which the notes call this rank
 * errors   AX_INVALID_ARGUMENT: a count out of range, or a rank that may use none of the CPUs
 */
ax_status *ax_topology_divide(const ax_topology *topology, const ax_division_options *options,
                              int rank, ax_division *out_division);
void ax_division_free(ax_division *division);

#endif
