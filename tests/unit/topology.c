/* Cores become devices: on synthetic machines, so that every host tests every kind of host. */
#include "device/cgroup.h"
#include "device/device.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static void must(ax_status *status)
{
    if (status)
        fail_msg("%s", ax_status_message(status));
}

static ax_cpuset cpus(const char *list)
{
    ax_cpuset set = {{0}};
    while (*list) {
        char *end;
        long first = strtol(list, &end, 10);
        long last = *end == '-' ? strtol(end + 1, &end, 10) : first;
        for (long cpu = first; cpu <= last; cpu++)
            ax_cpuset_add(&set, (int)cpu);
        list = *end == ',' ? end + 1 : end;
    }
    return set;
}

/* Divides `machine` and compares the devices, written "cpus/threads" and '*' where cores are shared. */
static void check(const char *machine, int local_size, const char *const *allowed, int rank,
                  int devices, int threads, double quota, const char *expected, const char *notes)
{
    ax_topology *topology;
    must(ax_topology_synthetic(machine, &topology));
    ax_cpuset sets[8];
    for (int i = 0; i < local_size; i++)
        sets[i] = allowed ? cpus(allowed[i]) : ax_topology_machine(topology)->allowed;
    ax_division division;
    must(ax_topology_divide(topology,
                            &(ax_division_options){.allowed = sets,
                                                   .local_size = local_size,
                                                   .local_rank = rank,
                                                   .devices_per_rank = devices,
                                                   .threads = threads,
                                                   .cpu_quota = quota},
                            rank, &division));
    char text[512] = "";
    for (int i = 0; i < division.count; i++) {
        char buffer[64];
        const ax_place *place = &division.places[i];
        ax_cpuset_print(&place->cpuset, buffer, sizeof buffer);
        size_t length = strlen(text);
        snprintf(text + length, sizeof text - length, "%s%s/%d%s", i ? " " : "", buffer,
                 place->nthreads, place->shared ? "*" : "");
    }
    assert_string_equal(text, expected);
    assert_string_equal(division.notes, notes);
    ax_division_free(&division);
    ax_topology_free(topology);
}

static void one_rank_has_a_device_per_numa_node(void **state)
{
    (void)state;
    check("pack:1 numa:1 core:4 pu:1", 1, NULL, 0, 0, 0, 0, "0-3/4", "");
    check("pack:2 numa:1 core:4 pu:1", 1, NULL, 0, 0, 0, 0, "0-3/4 4-7/4", "");
    /* Two hardware threads a core: both in the set, one thread a core. */
    check("pack:2 numa:1 core:2 pu:2", 1, NULL, 0, 0, 0, 0, "0-3/2 4-7/2", "");
}

static void devices_per_rank_splits_the_share(void **state)
{
    (void)state;
    check("pack:1 numa:1 core:4 pu:1", 1, NULL, 0, 2, 0, 0, "0-1/2 2-3/2", "");
    check("pack:1 numa:1 core:4 pu:1", 1, NULL, 0, 3, 0, 0, "0/1 1/1 2-3/2", "");
    check("pack:2 numa:1 core:4 pu:1", 1, NULL, 0, 4, 0, 0, "0-1/2 2-3/2 4-5/2 6-7/2", "");
    check("pack:2 numa:1 core:4 pu:1", 1, NULL, 0, 1, 0, 0, "0-7/8", "");
    check("pack:1 numa:1 core:2 pu:1", 1, NULL, 0, 4, 0, 0, "0/1* 0/1* 1/1* 1/1*",
          "rank 0: 4 devices share 2 cores");
    check("pack:1 numa:1 core:4 pu:1", 1, NULL, 0, 2, 3, 0, "0-1/3 2-3/3", "");
}

static void ranks_divide_what_they_may_both_use(void **state)
{
    (void)state;
    check("pack:2 numa:1 core:4 pu:1", 2, NULL, 0, 0, 0, 0, "0-3/4", "");
    check("pack:2 numa:1 core:4 pu:1", 2, NULL, 1, 0, 0, 0, "4-7/4", "");
    check("pack:1 numa:1 core:8 pu:1", 3, NULL, 0, 0, 0, 0, "0-1/2", "");
    check("pack:1 numa:1 core:8 pu:1", 3, NULL, 1, 0, 0, 0, "2-4/3", "");
    check("pack:1 numa:1 core:8 pu:1", 3, NULL, 2, 0, 0, 0, "5-7/3", "");
    /* A rank whose share touches both nodes has a device on each. */
    check("pack:2 numa:1 core:3 pu:1", 3, NULL, 1, 0, 0, 0, "2/1 3/1", "");
    /* Bound apart already: each keeps its own. */
    const char *apart[] = {"0-3", "4-7"};
    check("pack:1 numa:1 core:8 pu:1", 2, apart, 1, 0, 0, 0, "4-7/4", "");
    /* Overlapping in part: what only one may use is its own. */
    const char *partly[] = {"0-3", "2-5"};
    check("pack:1 numa:1 core:6 pu:1", 2, partly, 0, 0, 0, 0, "0-2/3", "");
    check("pack:1 numa:1 core:6 pu:1", 2, partly, 1, 0, 0, 0, "3-5/3", "");
}

static void more_ranks_than_cores_share(void **state)
{
    (void)state;
    check("pack:1 numa:1 core:2 pu:1", 4, NULL, 0, 0, 0, 0, "0/1*",
          "rank 0 shares its only core with other ranks");
    check("pack:1 numa:1 core:2 pu:1", 4, NULL, 3, 0, 0, 0, "1/1*",
          "rank 3 shares its only core with other ranks");
    /* Two ranks on the two hardware threads of one core keep to their own. */
    const char *threads[] = {"0", "1"};
    check("pack:1 numa:1 core:1 pu:2", 2, threads, 0, 0, 0, 0, "0/1*",
          "rank 0 shares its only core with other ranks");
    check("pack:1 numa:1 core:1 pu:2", 2, threads, 1, 0, 0, 0, "1/1*",
          "rank 1 shares its only core with other ranks");
}

static void idle_cores_are_named(void **state)
{
    (void)state;
    const char *one[] = {"0"};
    check("pack:2 numa:1 core:32 pu:1", 1, one, 0, 0, 0, 0, "0/1",
          "rank 0 may use 1 of 64 cores: add --bind-to none");
    /* Nobody may use cores 2 and 3, but the cgroup would not grant them anyway. */
    const char *two[] = {"0-1"};
    check("pack:1 numa:1 core:4 pu:1", 1, two, 0, 0, 0, 2, "0-1/2", "");
}

static void teams_respect_the_quota(void **state)
{
    (void)state;
    check("pack:1 numa:1 core:8 pu:1", 1, NULL, 0, 0, 0, 2.5, "0-7/2",
          "rank 0 runs 2 threads on 8 cores: the cgroup grants 2.5 CPUs to the ranks of this host");
    check("pack:2 numa:1 core:4 pu:1", 1, NULL, 0, 0, 0, 3, "0-3/1 4-7/2",
          "rank 0 runs 3 threads on 8 cores: the cgroup grants 3.0 CPUs to the ranks of this host");
    check("pack:1 numa:1 core:8 pu:1", 2, NULL, 1, 0, 0, 0.5, "4-7/1",
          "rank 1 runs 1 thread on 4 cores: the cgroup grants 0.5 CPUs to the ranks of this host");
    check("pack:1 numa:1 core:8 pu:1", 1, NULL, 0, 0, 8, 2, "0-7/8", "");
    check("pack:1 numa:1 core:8 pu:1", 1, NULL, 0, 0, 0, 8, "0-7/8", "");
}

/* Divides for one rank of some, and checks that the devices hold the division's cores with both
 * hardware threads of each. Returns their CPUs. */
static ax_cpuset check_cores(const ax_topology *topology, const ax_cpuset *allowed, int ranks,
                             int rank, int devices, int *out_cores)
{
    ax_division division;
    must(ax_topology_divide(topology,
                            &(ax_division_options){.allowed = allowed,
                                                   .local_size = ranks,
                                                   .local_rank = rank,
                                                   .devices_per_rank = devices},
                            rank, &division));
    ax_cpuset mine = {{0}};
    int cores = 0;
    for (int k = 0; k < division.count; k++) {
        assert_true(division.places[k].nthreads >= 1);
        mine = ax_cpuset_or(&mine, &division.places[k].cpuset);
        cores += division.places[k].cores;
    }
    assert_int_equal(ax_cpuset_count(&mine), 2 * division.cores);
    if (devices <= division.cores)
        assert_int_equal(cores, division.cores);
    *out_cores = division.cores;
    ax_division_free(&division);
    return mine;
}

/* For any numbers, each core that ranks may use is used, and by one rank where cores suffice. */
static void every_core_is_given_once(void **state)
{
    (void)state;
    ax_topology *topology;
    must(ax_topology_synthetic("pack:2 numa:2 core:5 pu:2", &topology));
    ax_cpuset allowed[24];
    for (int r = 0; r < 24; r++)
        allowed[r] = ax_topology_machine(topology)->allowed;
    for (int ranks = 1; ranks <= 24; ranks++) {
        ax_cpuset together = {{0}};
        int total = 0;
        for (int r = 0; r < ranks; r++) {
            int cores;
            for (int devices = 1; devices <= 7; devices++)
                check_cores(topology, allowed, ranks, r, devices, &cores);
            ax_cpuset mine = check_cores(topology, allowed, ranks, r, 0, &cores);
            together = ax_cpuset_or(&together, &mine);
            total += cores;
        }
        assert_int_equal(ax_cpuset_count(&together), 40);
        assert_int_equal(total, ranks > 20 ? ranks : 20);
    }
    ax_topology_free(topology);
}

static void wrong_numbers_are_refused(void **state)
{
    (void)state;
    ax_topology *topology;
    must(ax_topology_synthetic("pack:1 numa:1 core:2 pu:1", &topology));
    ax_cpuset elsewhere = cpus("7");
    ax_division division;
    ax_status *status = ax_topology_divide(
        topology, &(ax_division_options){.allowed = &elsewhere, .local_size = 1}, 5, &division);
    assert_int_equal(ax_status_code(status), AX_INVALID_ARGUMENT);
    assert_string_equal(ax_status_message(status),
                        "rank 5 may use CPUs 7, none of which is on this host");
    ax_status_free(status);
    status = ax_topology_divide(
        topology,
        &(ax_division_options){.allowed = &ax_topology_machine(topology)->allowed,
                               .local_size = 1,
                               .devices_per_rank = -1},
        0, &division);
    assert_int_equal(ax_status_code(status), AX_INVALID_ARGUMENT);
    ax_status_free(status);
    status = ax_topology_synthetic("a teapot", &topology);
    assert_int_equal(ax_status_code(status), AX_INVALID_ARGUMENT);
    ax_status_free(status);
    ax_topology_free(topology);
}

static void this_host_is_read(void **state)
{
    (void)state;
    ax_topology *topology;
    must(ax_topology_discover(&topology));
    const ax_machine *machine = ax_topology_machine(topology);
    assert_true(machine->cores >= 1 && machine->cpus >= machine->cores);
    assert_true(machine->numa_nodes >= 1);
    assert_true(ax_cpuset_count(&machine->allowed) >= 1);
    assert_true(ax_cpuset_count(&machine->allowed) <= machine->cpus);
    assert_true(machine->memory_total >= machine->memory_available);
    assert_true(machine->memory_available > 0);
    assert_true(strlen(machine->hostname) > 0);
    ax_topology_free(topology);
}

static void cpusets_print_as_lists(void **state)
{
    (void)state;
    char buffer[64];
    ax_cpuset set = cpus("0-3,8,10-11,2047");
    assert_string_equal(ax_cpuset_print(&set, buffer, sizeof buffer), "0-3,8,10-11,2047");
    assert_int_equal(ax_cpuset_count(&set), 8);
    assert_string_equal(ax_cpuset_print(&set, buffer, 12), "0-3,8,...");
    set = cpus("");
    assert_string_equal(ax_cpuset_print(&set, buffer, sizeof buffer), "none");
    ax_cpuset_add(&set, AX_MAX_CPUS);
    assert_int_equal(ax_cpuset_count(&set), 0);
}

/* ---- Control groups: a small file tree stands for the host ---- */

static void put(const char *path, const char *text)
{
    char folder[256];
    snprintf(folder, sizeof folder, "cgroup-root/%s", path);
    for (char *slash = strchr(folder, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(folder, 0700);
        *slash = '/';
    }
    FILE *stream = fopen(folder, "w");
    assert_non_null(stream);
    fputs(text, stream);
    assert_int_equal(fclose(stream), 0);
}

static void limits_of_version_2(void **state)
{
    (void)state;
    put("proc/self/mountinfo",
        "31 23 0:28 / /sys rw - sysfs sysfs rw\n"
        "32 31 0:29 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw\n");
    put("proc/self/cgroup", "0::/slurm/job 7/step\n");
    put("sys/fs/cgroup/slurm/cpu.max", "600000 100000\n");
    put("sys/fs/cgroup/slurm/memory.max", "1073741824\n");
    put("sys/fs/cgroup/slurm/job 7/cpu.max", "250000 100000\n");
    put("sys/fs/cgroup/slurm/job 7/step/cpu.max", "max 100000\n");
    put("sys/fs/cgroup/slurm/job 7/step/memory.max", "max\n");
    ax_cgroup_limits limits = ax_cgroup_read("cgroup-root");
    assert_true(limits.cpus == 2.5);
    assert_int_equal(limits.memory, 1073741824);
}

static void limits_of_version_1(void **state)
{
    (void)state;
    put("proc/self/mountinfo",
        "33 31 0:30 /docker/ab /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct\n"
        "35 31 0:32 /docker/ab /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n");
    put("proc/self/cgroup",
        "9:name=systemd:/\n4:memory:/docker/ab/in\n1:cpu,cpuacct:/docker/ab\n0::/\n");
    put("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "150000\n");
    put("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n");
    put("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
    put("sys/fs/cgroup/memory/in/memory.limit_in_bytes", "536870912\n");
    ax_cgroup_limits limits = ax_cgroup_read("cgroup-root");
    assert_true(limits.cpus == 1.5);
    assert_int_equal(limits.memory, 536870912);
}

static void no_limits_where_there_are_none(void **state)
{
    (void)state;
    ax_cgroup_limits limits = ax_cgroup_read("no-such-folder");
    assert_true(limits.cpus == 0);
    assert_int_equal(limits.memory, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_rank_has_a_device_per_numa_node),
        cmocka_unit_test(devices_per_rank_splits_the_share),
        cmocka_unit_test(ranks_divide_what_they_may_both_use),
        cmocka_unit_test(more_ranks_than_cores_share),
        cmocka_unit_test(idle_cores_are_named),
        cmocka_unit_test(teams_respect_the_quota),
        cmocka_unit_test(every_core_is_given_once),
        cmocka_unit_test(wrong_numbers_are_refused),
        cmocka_unit_test(this_host_is_read),
        cmocka_unit_test(cpusets_print_as_lists),
        cmocka_unit_test(limits_of_version_2),
        cmocka_unit_test(limits_of_version_1),
        cmocka_unit_test(no_limits_where_there_are_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
