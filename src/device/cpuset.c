#include "device/cpuset.h"

#include <stdio.h>
#include <string.h>

enum { WORDS = AX_MAX_CPUS / 64 };

void ax_cpuset_add(ax_cpuset *set, int cpu)
{
    if (cpu >= 0 && cpu < AX_MAX_CPUS)
        set->words[cpu / 64] |= UINT64_C(1) << (cpu % 64);
}

bool ax_cpuset_has(const ax_cpuset *set, int cpu)
{
    return cpu >= 0 && cpu < AX_MAX_CPUS && (set->words[cpu / 64] >> (cpu % 64) & 1) != 0;
}

int ax_cpuset_count(const ax_cpuset *set)
{
    int count = 0;
    for (int i = 0; i < WORDS; i++)
        count += __builtin_popcountll(set->words[i]);
    return count;
}

bool ax_cpuset_intersects(const ax_cpuset *a, const ax_cpuset *b)
{
    for (int i = 0; i < WORDS; i++)
        if (a->words[i] & b->words[i])
            return true;
    return false;
}

ax_cpuset ax_cpuset_and(const ax_cpuset *a, const ax_cpuset *b)
{
    ax_cpuset result;
    for (int i = 0; i < WORDS; i++)
        result.words[i] = a->words[i] & b->words[i];
    return result;
}

ax_cpuset ax_cpuset_or(const ax_cpuset *a, const ax_cpuset *b)
{
    ax_cpuset result;
    for (int i = 0; i < WORDS; i++)
        result.words[i] = a->words[i] | b->words[i];
    return result;
}

/* Appends the run [first, last], or false when it does not fit in front of a later "...". */
static bool append_run(char *buffer, size_t capacity, size_t *length, int first, int last)
{
    char run[32];
    const char *comma = *length > 0 ? "," : "";
    int n = first == last ? snprintf(run, sizeof run, "%s%d", comma, first)
                          : snprintf(run, sizeof run, "%s%d-%d", comma, first, last);
    if (*length + (size_t)n + sizeof ",..." > capacity) {
        if (*length + sizeof ",..." <= capacity)
            memcpy(buffer + *length, ",...", sizeof ",...");
        return false;
    }
    memcpy(buffer + *length, run, (size_t)n + 1);
    *length += (size_t)n;
    return true;
}

const char *ax_cpuset_print(const ax_cpuset *set, char *buffer, size_t capacity)
{
    snprintf(buffer, capacity, "none");
    size_t length = 0;
    for (int cpu = 0; cpu < AX_MAX_CPUS; cpu++) {
        if (!ax_cpuset_has(set, cpu))
            continue;
        int first = cpu;
        while (ax_cpuset_has(set, cpu + 1))
            cpu++;
        if (!append_run(buffer, capacity, &length, first, cpu))
            break;
    }
    return buffer;
}
