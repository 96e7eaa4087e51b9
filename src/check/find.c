#include "check/find.h"

#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { DEEPEST = 32 };

static ax_status *add(ax_check_paths *paths, const char *path)
{
    if (paths->count == paths->capacity) {
        int32_t capacity = paths->capacity ? paths->capacity * 2 : 64;
        char **grown = realloc(paths->paths, (size_t)capacity * sizeof *grown);
        if (!grown)
            return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a list of files");
        paths->paths = grown;
        paths->capacity = capacity;
    }
    paths->paths[paths->count] = strdup(path);
    if (!paths->paths[paths->count])
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a list of files");
    paths->count++;
    return NULL;
}

static bool is_program(const char *name)
{
    static const char suffix[] = ".mlir";
    size_t length = strlen(name);
    return length >= sizeof suffix && strcmp(name + length - (sizeof suffix - 1), suffix) == 0;
}

static int visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static int by_bytes(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static ax_status *walk(const char *folder, int32_t depth, ax_check_paths *paths);

static ax_status *visit(const char *folder, const char *name, int32_t depth, ax_check_paths *paths)
{
    size_t size = strlen(folder) + strlen(name) + 2;
    char *path = malloc(size);
    if (!path)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a list of files");
    snprintf(path, size, "%s/%s", folder, name);
    struct stat info;
    ax_status *status = NULL;
    if (lstat(path, &info) == 0 && S_ISDIR(info.st_mode)) {
        status = walk(path, depth + 1, paths);
    } else if (is_program(name)) {
        status = add(paths, path);
    }
    free(path);
    return status;
}

static ax_status *walk(const char *folder, int32_t depth, ax_check_paths *paths)
{
    if (depth > DEEPEST)
        return AX_ERROR(AX_UNSUPPORTED, "'%s': folders nested deeper than %d", folder,
                        (int)DEEPEST);
    struct dirent **entries;
    int count = scandir(folder, &entries, visible, by_bytes);
    if (count < 0)
        return AX_ERROR(AX_IO, "cannot read the folder '%s': %s", folder, strerror(errno));
    ax_status *status = NULL;
    for (int i = 0; i < count; i++) {
        if (!status)
            status = visit(folder, entries[i]->d_name, depth, paths);
        free(entries[i]);
    }
    free(entries);
    return status;
}

ax_status *ax_check_find(const char *path, ax_check_paths *paths)
{
    struct stat info;
    if (stat(path, &info) != 0) {
        return AX_ERROR(errno == ENOENT ? AX_NOT_FOUND : AX_IO, "cannot open '%s': %s", path,
                        strerror(errno));
    }
    return S_ISDIR(info.st_mode) ? walk(path, 0, paths) : add(paths, path);
}

void ax_check_paths_free(ax_check_paths *paths)
{
    for (int32_t i = 0; i < paths->count; i++)
        free(paths->paths[i]);
    free(paths->paths);
    *paths = (ax_check_paths){0};
}
