/* A set of logical CPUs, by the operating system's numbers.
 *
 * A plain value: copied, compared and sent between ranks as it is.
 */
#ifndef AXMAP_DEVICE_CPUSET_H
#define AXMAP_DEVICE_CPUSET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { AX_MAX_CPUS = 2048 };

typedef struct ax_cpuset {
    uint64_t words[AX_MAX_CPUS / 64];
} ax_cpuset;

void ax_cpuset_add(ax_cpuset *set, int cpu); /* out of [0, AX_MAX_CPUS): ignored */
bool ax_cpuset_has(const ax_cpuset *set, int cpu);
int ax_cpuset_count(const ax_cpuset *set);
bool ax_cpuset_intersects(const ax_cpuset *a, const ax_cpuset *b);
ax_cpuset ax_cpuset_and(const ax_cpuset *a, const ax_cpuset *b);
ax_cpuset ax_cpuset_or(const ax_cpuset *a, const ax_cpuset *b);

/* Writes "0-3,8" into `buffer` ("none" for the empty set; cut with "..." when it does not fit) and
 * returns it. */
const char *ax_cpuset_print(const ax_cpuset *set, char *buffer, size_t capacity);

#endif
