/* What tests of kernels run on: the cpu backend's target, memory, and a team of three. Include after test.h, once in
 * a test program; the two functions open and close a group of tests.
 */
#ifndef AXMAP_TESTS_UNIT_CPU_TEAM_H
#define AXMAP_TESTS_UNIT_CPU_TEAM_H

#include "target.h"

#include "device/allocator.h"
#include "device/team.h"

enum { THREADS = 3 };

static ax_target cpu;
static ax_allocator *allocator;
static ax_team *team;

static int cpu_team_open(void **unused)
{
    (void)unused;
    assert_ok(test_target_open(&cpu));
    assert_ok(ax_allocator_create("tests", 0, &allocator));
    assert_ok(ax_team_create(THREADS, NULL, &team));
    return 0;
}

static int cpu_team_close(void **unused)
{
    (void)unused;
    ax_team_free(team);
    ax_allocator_destroy(allocator);
    test_target_close(&cpu);
    return 0;
}

#endif
