#include "device/topology.h"

#include "base/checked.h"
#include "base/text.h"
#include "device/cgroup.h"
#include "device/topology_internal.h"

#include <hwloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static ax_cpuset from_hwloc(hwloc_const_bitmap_t bitmap)
{
    ax_cpuset set = {{0}};
    for (int cpu = hwloc_bitmap_first(bitmap); cpu >= 0 && cpu < AX_MAX_CPUS;
         cpu = hwloc_bitmap_next(bitmap, cpu))
        ax_cpuset_add(&set, cpu);
    return set;
}

/* Index of the NUMA node near a core. Nodes of other memory (HBM, CXL) may lie beside it: the first. */
static int numa_of(hwloc_topology_t h, hwloc_const_bitmap_t cpus)
{
    hwloc_obj_t node = NULL;
    while ((node = hwloc_get_next_obj_by_type(h, HWLOC_OBJ_NUMANODE, node)))
        if (hwloc_bitmap_intersects(node->cpuset, cpus))
            return (int)node->logical_index;
    return 0;
}

static int count_numa_nodes(const ax_topology *topology)
{
    int count = 0;
    for (int i = 0; i < topology->core_count; i++) {
        bool seen = false;
        for (int k = 0; k < i && !seen; k++)
            seen = topology->cores[k].numa == topology->cores[i].numa;
        count += !seen;
    }
    return count;
}

static ax_status *read_cores(ax_topology *topology, hwloc_topology_t h)
{
    hwloc_obj_type_t type = HWLOC_OBJ_CORE;
    int count = hwloc_get_nbobjs_by_type(h, type);
    if (count <= 0) { /* some virtual machines show logical CPUs only */
        type = HWLOC_OBJ_PU;
        count = hwloc_get_nbobjs_by_type(h, type);
    }
    if (count <= 0)
        return AX_ERROR(AX_UNSUPPORTED, "hwloc finds no CPUs on this host");
    topology->cores = calloc((size_t)count, sizeof *topology->cores);
    if (!topology->cores)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for the description of %d cores", count);
    for (int i = 0; i < count; i++) {
        hwloc_obj_t object = hwloc_get_obj_by_type(h, type, (unsigned)i);
        ax_core core = {.cpus = from_hwloc(object->cpuset), .numa = numa_of(h, object->cpuset)};
        if (ax_cpuset_count(&core.cpus) > 0) /* beyond AX_MAX_CPUS: unused */
            topology->cores[topology->core_count++] = core;
    }
    topology->machine.cores = topology->core_count;
    topology->machine.cpus = 0;
    for (int i = 0; i < topology->core_count; i++)
        topology->machine.cpus += ax_cpuset_count(&topology->cores[i].cpus);
    topology->machine.numa_nodes = count_numa_nodes(topology);
    return NULL;
}

/* Loads `h` and reads what does not depend on where this process runs. */
static ax_status *load(hwloc_topology_t h, ax_topology **out_topology)
{
    if (hwloc_topology_load(h))
        return AX_ERROR(AX_UNSUPPORTED, "hwloc cannot read this host's topology");
    ax_topology *topology = calloc(1, sizeof *topology);
    if (!topology)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for the host's topology");
    ax_status *status = read_cores(topology, h);
    if (status) {
        ax_topology_free(topology);
        return status;
    }
    topology->machine.allowed = from_hwloc(hwloc_topology_get_topology_cpuset(h));
    hwloc_obj_t package = hwloc_get_obj_by_type(h, HWLOC_OBJ_PACKAGE, 0);
    const char *model = package ? hwloc_obj_get_info_by_name(package, "CPUModel") : NULL;
    snprintf(topology->machine.cpu_model, sizeof topology->machine.cpu_model, "%s",
             model && *model ? model : "unknown CPU");
    *out_topology = topology;
    return NULL;
}

/* The bytes that a line of meminfo such as "MemTotal:  16384 kB" tells, where it is the line of `key`. */
static bool read_bytes(const char *line, const char *key, int64_t *out_bytes)
{
    char number[24];
    int64_t kib;
    size_t length = strlen(key);
    if (strncmp(line, key, length) != 0 || sscanf(line + length, "%23s", number) != 1 ||
        !ax_parse_int64(number, &kib))
        return false;
    return ax_checked_mul(kib, 1024, out_bytes);
}

static void read_memory(ax_machine *machine)
{
    FILE *stream = fopen("/proc/meminfo", "re");
    if (!stream)
        return;
    char line[256];
    while (fgets(line, sizeof line, stream)) {
        if (!read_bytes(line, "MemTotal:", &machine->memory_total))
            read_bytes(line, "MemAvailable:", &machine->memory_available);
    }
    fclose(stream);
}

/* The CPUs that the calling thread is bound to, of those that the cgroup allows. */
static ax_cpuset bound_cpus(hwloc_topology_t h, const ax_cpuset *all)
{
    hwloc_bitmap_t bound = hwloc_bitmap_alloc();
    ax_cpuset result = *all;
    if (bound && hwloc_get_cpubind(h, bound, HWLOC_CPUBIND_THREAD) == 0) {
        ax_cpuset set = from_hwloc(bound);
        if (ax_cpuset_intersects(&set, all))
            result = ax_cpuset_and(&set, all);
    }
    hwloc_bitmap_free(bound);
    return result;
}

ax_status *ax_topology_discover(ax_topology **out_topology)
{
    hwloc_topology_t h;
    if (hwloc_topology_init(&h))
        return AX_ERROR(AX_OUT_OF_MEMORY, "hwloc cannot start");
    ax_topology *topology = NULL;
    ax_status *status = load(h, &topology);
    if (!status) {
        ax_machine *machine = &topology->machine;
        machine->allowed = bound_cpus(h, &machine->allowed);
        if (gethostname(machine->hostname, sizeof machine->hostname - 1))
            snprintf(machine->hostname, sizeof machine->hostname, "unknown host");
        read_memory(machine);
        ax_cgroup_limits limits = ax_cgroup_read("");
        machine->cpu_quota = limits.cpus;
        machine->memory_limit = limits.memory;
        machine->vector_level = ax_vector_level_of_cpu();
        *out_topology = topology;
    }
    hwloc_topology_destroy(h);
    return status;
}

ax_status *ax_topology_synthetic(const char *description, ax_topology **out_topology)
{
    hwloc_topology_t h;
    if (hwloc_topology_init(&h))
        return AX_ERROR(AX_OUT_OF_MEMORY, "hwloc cannot start");
    ax_status *status = NULL;
    ax_topology *topology = NULL;
    if (hwloc_topology_set_synthetic(h, description))
        status = AX_ERROR(AX_INVALID_ARGUMENT,
                          "hwloc does not understand the synthetic topology '%s'", description);
    else
        status = load(h, &topology);
    if (!status) {
        snprintf(topology->machine.hostname, sizeof topology->machine.hostname, "synthetic");
        *out_topology = topology;
    }
    hwloc_topology_destroy(h);
    return status;
}

void ax_topology_free(ax_topology *topology)
{
    if (!topology)
        return;
    free(topology->cores);
    free(topology);
}

const ax_machine *ax_topology_machine(const ax_topology *topology)
{
    return &topology->machine;
}

int64_t ax_machine_memory(const ax_machine *machine)
{
    if (machine->memory_limit > 0 &&
        (machine->memory_available <= 0 || machine->memory_limit < machine->memory_available))
        return machine->memory_limit;
    return machine->memory_available;
}
