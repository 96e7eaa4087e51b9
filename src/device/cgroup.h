/* The limits that control groups (version 1, 2 or both) put on this process. */
#ifndef AXMAP_DEVICE_CGROUP_H
#define AXMAP_DEVICE_CGROUP_H

#include <stdint.h>

typedef struct ax_cgroup_limits {
    double cpus;    /* CPUs' worth of time; 0: no limit */
    int64_t memory; /* bytes; 0: no limit */
} ax_cgroup_limits;

/* Reads them below `root`: "" is this host; a test passes a folder with proc/self/cgroup,
 * proc/self/mountinfo and the mounted files. Of a group and its ancestors the tightest limit counts.
 * What cannot be read limits nothing. */
ax_cgroup_limits ax_cgroup_read(const char *root);

#endif
