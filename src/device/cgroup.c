#include "device/cgroup.h"

#include "base/text.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef char path_text[PATH_MAX];

/* A mounted hierarchy: where it is mounted, and which of its groups is visible there as the top. */
typedef struct hierarchy {
    bool found;
    path_text mount;
    path_text top;
} hierarchy;

/* Version 1 writes "no limit" as the largest multiple of the page size. */
static const int64_t UNLIMITED_MEMORY = INT64_MAX / 2;

static bool has_word(const char *list, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = list; (at = strstr(at, word)); at += length)
        if ((at == list || at[-1] == ',') && (at[length] == ',' || at[length] == '\0'))
            return true;
    return false;
}

/* The character that `text` starts with when it is a backslash and three octal digits; 0 otherwise. */
static char escaped_character(const char *text)
{
    int value = 0;
    if (text[0] != '\\')
        return '\0';
    for (int i = 1; i <= 3; i++) {
        if (text[i] < '0' || text[i] > '7')
            return '\0';
        value = value * 8 + (text[i] - '0');
    }
    return (char)value;
}

/* mountinfo writes a space of a path as \040. */
static void unescape(char *path)
{
    char *to = path;
    for (const char *from = path; *from; to++) {
        char character = escaped_character(from);
        if (character) {
            *to = character;
            from += 4;
        } else {
            *to = *from++;
        }
    }
    *to = '\0';
}

/* Finds where `controller` (or, for NULL, version 2) is mounted. */
static void find_hierarchy(const char *root, const char *controller, hierarchy *out)
{
    out->found = false;
    path_text file;
    snprintf(file, sizeof file, "%s/proc/self/mountinfo", root);
    FILE *stream = fopen(file, "re");
    if (!stream)
        return;
    char *line = NULL;
    size_t capacity = 0;
    while (!out->found && getline(&line, &capacity, stream) > 0) {
        /* id parent device ROOT MOUNT options [fields...] - TYPE source SUPEROPTIONS */
        char type[32];
        char options[1024] = "";
        char *tail = strstr(line, " - ");
        if (!tail || sscanf(line, "%*s %*s %*s %4095s %4095s", out->top, out->mount) != 2 ||
            sscanf(tail + 3, "%31s %*s %1023s", type, options) < 1)
            continue;
        out->found = controller ? strcmp(type, "cgroup") == 0 && has_word(options, controller)
                                : strcmp(type, "cgroup2") == 0;
    }
    free(line);
    fclose(stream);
    unescape(out->mount);
    unescape(out->top);
}

/* The group of this process in the hierarchy of `controller` (NULL: version 2). */
static bool find_group(const char *root, const char *controller, char *out_group)
{
    path_text file;
    snprintf(file, sizeof file, "%s/proc/self/cgroup", root);
    FILE *stream = fopen(file, "re");
    if (!stream)
        return false;
    bool found = false;
    char *line = NULL;
    size_t capacity = 0;
    while (!found && getline(&line, &capacity, stream) > 0) {
        /* id:controllers:/path */
        line[strcspn(line, "\n")] = '\0';
        char *controllers = strchr(line, ':');
        char *path = controllers ? strchr(controllers + 1, ':') : NULL;
        if (!path)
            continue;
        controllers++;
        *path++ = '\0';
        found = controller ? has_word(controllers, controller) : *controllers == '\0';
        if (found)
            snprintf(out_group, PATH_MAX, "%s", path);
    }
    free(line);
    fclose(stream);
    return found;
}

/* Reads the first `count` numbers of MOUNT/GROUP/NAME; false where there are fewer, as of "max 100000". */
static bool read_numbers(const char *root, const hierarchy *h, const char *group, const char *name,
                         int count, int64_t *out_numbers)
{
    char line[128];
    char file[4 * PATH_MAX];
    snprintf(file, sizeof file, "%s%s%s/%s", root, h->mount, group, name);
    FILE *stream = fopen(file, "re");
    if (!stream)
        return false;
    bool good = fgets(line, sizeof line, stream) != NULL;
    fclose(stream);
    char *rest = line;
    for (int i = 0; good && i < count; i++) {
        const char *word = strsep(&rest, " \n");
        good = word && ax_parse_int64(word, &out_numbers[i]);
    }
    return good;
}

/* The CPUs that a quota of microseconds in each period is worth; 0: no limit. */
static double cpus_of(int64_t quota, int64_t period)
{
    return quota > 0 && period > 0 ? (double)quota / (double)period : 0;
}

static double cpus_v2(const char *root, const hierarchy *h, const char *group)
{
    int64_t max[2]; /* the quota and its period */
    if (!read_numbers(root, h, group, "cpu.max", 2, max))
        return 0;
    return cpus_of(max[0], max[1]);
}

static double cpus_v1(const char *root, const hierarchy *h, const char *group)
{
    int64_t quota, period;
    if (!read_numbers(root, h, group, "cpu.cfs_quota_us", 1, &quota) ||
        !read_numbers(root, h, group, "cpu.cfs_period_us", 1, &period))
        return 0;
    return cpus_of(quota, period);
}

static double bytes_of(const char *root, const hierarchy *h, const char *group, const char *name)
{
    int64_t bytes;
    if (!read_numbers(root, h, group, name, 1, &bytes) || bytes <= 0 || bytes >= UNLIMITED_MEMORY)
        return 0;
    return (double)bytes;
}

static double memory_v2(const char *root, const hierarchy *h, const char *group)
{
    return bytes_of(root, h, group, "memory.max");
}

static double memory_v1(const char *root, const hierarchy *h, const char *group)
{
    return bytes_of(root, h, group, "memory.limit_in_bytes");
}

typedef double limit_fn(const char *root, const hierarchy *h, const char *group);

/* The tightest limit of this process's group and its visible ancestors; 0 when there is none. */
static double tightest(const char *root, const char *controller, limit_fn *limit)
{
    hierarchy h;
    path_text group;
    find_hierarchy(root, controller, &h);
    if (!h.found || !find_group(root, controller, group))
        return 0;
    /* In a container the path may count from the host's top, or from the container's. */
    size_t top = strcmp(h.top, "/") == 0 ? 0 : strlen(h.top);
    char *at = group;
    if (top > 0 && strncmp(group, h.top, top) == 0 && (group[top] == '/' || group[top] == '\0'))
        at += top;
    double least = 0;
    for (;;) {
        double here = limit(root, &h, at);
        if (here > 0 && (least <= 0 || here < least))
            least = here;
        char *slash = strrchr(at, '/');
        if (!slash)
            return least;
        *slash = '\0';
    }
}

static double smaller_limit(double a, double b)
{
    if (a <= 0 || b <= 0)
        return a > b ? a : b;
    return a < b ? a : b;
}

ax_cgroup_limits ax_cgroup_read(const char *root)
{
    double memory = smaller_limit(tightest(root, NULL, memory_v2),
                                  tightest(root, "memory", memory_v1));
    return (ax_cgroup_limits){
        .cpus = smaller_limit(tightest(root, NULL, cpus_v2), tightest(root, "cpu", cpus_v1)),
        .memory = (int64_t)memory,
    };
}
