/* The programs that a path stands for. */
#ifndef AXMAP_CHECK_FIND_H
#define AXMAP_CHECK_FIND_H

#include <axmap/status.h>
#include <stdint.h>

typedef struct ax_check_paths {
    char **paths;
    int32_t count, capacity;
} ax_check_paths;

/* Adds `path` if it is a file, or else every *.mlir in the folder and its folders, sorted by name, so
 * that the order is the same everywhere. Links to folders are not followed. AX_NOT_FOUND: there is no
 * such path. */
ax_status *ax_check_find(const char *path, ax_check_paths *paths);
void ax_check_paths_free(ax_check_paths *paths);

#endif
