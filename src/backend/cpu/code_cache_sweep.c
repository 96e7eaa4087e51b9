#include "backend/cpu/code_cache_sweep.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { OLD_SECONDS = 3600 }; /* after which what a killed process left is swept up */

time_t ax_code_cache_age(time_t then)
{
    time_t now = time(NULL);
    return now > then ? now - then : then - now;
}

typedef struct listed {
    char name[AX_CODE_CACHE_MOST_NAME];
    int64_t bytes;
    time_t used;
} listed;

static int compare_use(const void *a, const void *b)
{
    const listed *x = a, *y = b;
    return x->used < y->used ? -1 : x->used > y->used;
}

static bool is_ours(const char *name)
{
    size_t digits = strspn(name, "0123456789abcdef");
    return digits == 32 && name[digits] == '.' && strlen(name) < AX_CODE_CACHE_MOST_NAME;
}

static bool is_entry(const char *name)
{
    return strcmp(name + 32, ".code") == 0;
}

/* Lists the entries, and removes what killed processes left. */
static listed *list_entries(int folder, int32_t *out_count)
{
    listed *entries = NULL;
    int32_t count = 0, room = 0;
    int copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *list = copy >= 0 ? fdopendir(copy) : NULL;
    if (!list && copy >= 0)
        close(copy);
    for (struct dirent *at = list ? readdir(list) : NULL; at; at = readdir(list)) {
        struct stat info;
        if (!is_ours(at->d_name) || fstatat(folder, at->d_name, &info, AT_SYMLINK_NOFOLLOW) != 0)
            continue;
        if (!is_entry(at->d_name)) {
            if (ax_code_cache_age(info.st_mtime) > OLD_SECONDS)
                (void)unlinkat(folder, at->d_name, 0);
            continue;
        }
        if (count == room) {
            room = 2 * room + 64;
            listed *larger = realloc(entries, (size_t)room * sizeof *entries);
            if (!larger)
                break;
            entries = larger;
        }
        listed *entry = &entries[count++];
        *entry = (listed){.bytes = info.st_size, .used = info.st_mtime};
        memcpy(entry->name, at->d_name, strlen(at->d_name) + 1);
    }
    if (list)
        closedir(list);
    *out_count = count;
    return entries;
}

void ax_code_cache_sweep(int folder, int64_t limit)
{
    int32_t count;
    listed *entries = list_entries(folder, &count);
    int64_t bytes = 0;
    for (int32_t i = 0; i < count; i++)
        bytes += entries[i].bytes;
    if (bytes > limit) {
        qsort(entries, (size_t)count, sizeof *entries, compare_use);
        for (int32_t i = 0; i < count && bytes > limit / 4 * 3; i++) {
            if (unlinkat(folder, entries[i].name, 0) == 0)
                bytes -= entries[i].bytes;
        }
    }
    free(entries);
}
