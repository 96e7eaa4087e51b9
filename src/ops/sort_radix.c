/* Sorting items by unsigned keys, a byte of the key at a time. Large lists are split by the highest
 * byte into ones that fit a cache; those are sorted by the lowest byte first, which takes no more
 * splitting; short ones by insertion. Every step keeps the order of equal keys. */
#include "ops/sort.h"

#include <string.h>

enum { BUCKETS = 256, SHORT = 32, MEDIUM = 512, CROWD = 16, CACHE_BYTES = 1 << 18 };

/* Where each bucket's items start, from how many there are; false when one bucket has all, so that
 * this byte orders nothing. */
static bool bucket_starts32(uint32_t *counts, uint32_t total)
{
    uint32_t start = 0;
    for (int32_t b = 0; b < BUCKETS; b++) {
        uint32_t count = counts[b];
        if (count == total)
            return false;
        counts[b] = start;
        start += count;
    }
    return true;
}

static bool bucket_starts64(int64_t *counts, int64_t total)
{
    int64_t start = 0;
    for (int32_t b = 0; b < BUCKETS; b++) {
        int64_t count = counts[b];
        if (count == total)
            return false;
        counts[b] = start;
        start += count;
    }
    return true;
}

/* The functions for one kind of items:
 *
 * insert    sorts in place, for few items
 * is_sorted
 * spread    sorts few hundred items into the other buffer, where their keys lie evenly enough
 * by_bytes  sorts a list that fits a cache by the lowest `bytes` of its keys; the result says in which
 *           of the two buffers
 * scatter   moves items to their buckets
 * split     sorts any list by the lowest `bytes` of its keys, into the buffer asked for */
#define DEFINE_SORT(name, item, key_type, KEY)                                                            \
    static void insert_##name(int64_t count, item *items)                                                 \
    {                                                                                                     \
        for (int64_t i = 1; i < count; i++) {                                                             \
            item moving = items[i];                                                                       \
            int64_t place = i;                                                                            \
            for (; place > 0 && KEY(moving) < KEY(items[place - 1]); place--)                             \
                items[place] = items[place - 1];                                                          \
            items[place] = moving;                                                                        \
        }                                                                                                 \
    }                                                                                                     \
    static bool is_sorted_##name(int64_t count, const item *items)                                        \
    {                                                                                                     \
        for (int64_t i = 1; i < count; i++) {                                                             \
            if (KEY(items[i]) < KEY(items[i - 1]))                                                        \
                return false;                                                                             \
        }                                                                                                 \
        return true;                                                                                      \
    }                                                                                                     \
    /* By one pass over buckets that divide the range of the keys evenly, then by insertion; false when \
     * that leaves too many in one bucket. */ \
    static bool spread_##name(uint32_t count, item *items, item *spare)                                   \
    {                                                                                                     \
        key_type low = KEY(items[0]), high = low;                                                         \
        for (uint32_t i = 1; i < count; i++) {                                                            \
            key_type key = KEY(items[i]);                                                                 \
            low = key < low ? key : low;                                                                  \
            high = key > high ? key : high;                                                               \
        }                                                                                                 \
        int shift = 0;                                                                                    \
        while ((high - low) >> shift >= BUCKETS)                                                          \
            shift++;                                                                                      \
        uint32_t starts[BUCKETS] = {0}, start = 0, most = 0;                                              \
        for (uint32_t i = 0; i < count; i++)                                                              \
            starts[(KEY(items[i]) - low) >> shift]++;                                                     \
        for (int32_t b = 0; b < BUCKETS; b++) {                                                           \
            uint32_t here = starts[b];                                                                    \
            most = here > most ? here : most;                                                             \
            starts[b] = start;                                                                            \
            start += here;                                                                                \
        }                                                                                                 \
        if (most > CROWD)                                                                                 \
            return false;                                                                                 \
        for (uint32_t i = 0; i < count; i++)                                                              \
            spare[starts[(KEY(items[i]) - low) >> shift]++] = items[i];                                   \
        insert_##name(count, spare);                                                                      \
        return true;                                                                                      \
    }                                                                                                     \
    static item *by_bytes_##name(uint32_t count, item *items, item *spare, size_t bytes,                  \
                                 bool even)                                                               \
    {                                                                                                     \
        if (even && count <= MEDIUM && spread_##name(count, items, spare))                                \
            return spare;                                                                                 \
        uint32_t counts[sizeof(key_type)][BUCKETS];                                                       \
        memset(counts, 0, bytes * sizeof counts[0]);                                                      \
        for (uint32_t i = 0; i < count; i++) {                                                            \
            key_type key = KEY(items[i]);                                                                 \
            for (size_t byte = 0; byte < bytes; byte++)                                                   \
                counts[byte][key >> 8 * byte & 0xff]++;                                                   \
        }                                                                                                 \
        for (size_t byte = 0; byte < bytes; byte++) {                                                     \
            uint32_t *starts = counts[byte];                                                              \
            if (!bucket_starts32(starts, count))                                                          \
                continue;                                                                                 \
            for (uint32_t i = 0; i < count; i++)                                                          \
                spare[starts[KEY(items[i]) >> 8 * byte & 0xff]++] = items[i];                             \
            item *sorted = spare;                                                                         \
            spare = items;                                                                                \
            items = sorted;                                                                               \
        }                                                                                                 \
        return items;                                                                                     \
    }                                                                                                     \
    /* To 256 places far apart, a line of the cache at a time. */                                         \
    static void scatter_##name(int64_t count, const item *items, item *to, size_t byte,                   \
                               int64_t *starts)                                                           \
    {                                                                                                     \
        enum { LINE = 64 / sizeof(item) };                                                                \
        item lines[BUCKETS][LINE];                                                                        \
        uint8_t filled[BUCKETS] = {0};                                                                    \
        for (int64_t i = 0; i < count; i++) {                                                             \
            item moving = items[i];                                                                       \
            size_t b = KEY(moving) >> 8 * byte & 0xff;                                                    \
            lines[b][filled[b]++] = moving;                                                               \
            if (filled[b] == LINE) {                                                                      \
                memcpy(to + starts[b], lines[b], sizeof lines[b]);                                        \
                starts[b] += LINE;                                                                        \
                filled[b] = 0;                                                                            \
            }                                                                                             \
        }                                                                                                 \
        for (int32_t b = 0; b < BUCKETS; b++) {                                                           \
            memcpy(to + starts[b], lines[b], filled[b] * sizeof(item));                                   \
            starts[b] += filled[b];                                                                       \
        }                                                                                                 \
    }                                                                                                     \
    static void split_##name(int64_t count, item *items, item *spare, size_t bytes,                       \
                             bool into_spare)                                                             \
    {                                                                                                     \
        item *sorted = items, *wanted = into_spare ? spare : items;                                       \
        if (count <= SHORT) {                                                                             \
            insert_##name(count, items);                                                                  \
        } else if (count <= CACHE_BYTES / (int64_t)sizeof(item)) {                                        \
            sorted = by_bytes_##name((uint32_t)count, items, spare, bytes, false);                        \
        } else if (bytes > 0) {                                                                           \
            int64_t starts[BUCKETS] = {0}, start = 0;                                                     \
            size_t byte = bytes - 1;                                                                      \
            for (int64_t i = 0; i < count; i++)                                                           \
                starts[KEY(items[i]) >> 8 * byte & 0xff]++;                                               \
            if (!bucket_starts64(starts, count)) {                                                        \
                split_##name(count, items, spare, byte, into_spare);                                      \
                return;                                                                                   \
            }                                                                                             \
            scatter_##name(count, items, spare, byte, starts);                                            \
            for (int32_t b = 0; b < BUCKETS; b++) { /* starts[b] is now where the next begins */          \
                split_##name(starts[b] - start, spare + start, items + start, byte, !into_spare);         \
                start = starts[b];                                                                        \
            }                                                                                             \
            return;                                                                                       \
        }                                                                                                 \
        if (sorted != wanted)                                                                             \
            memcpy(wanted, sorted, (size_t)count * sizeof(item));                                         \
    }                                                                                                     \
    item *ax_sort_##name(int64_t count, item *items, item *spare, bool even)                              \
    {                                                                                                     \
        if (count <= SHORT) {                                                                             \
            insert_##name(count, items);                                                                  \
            return items;                                                                                 \
        }                                                                                                 \
        if (is_sorted_##name(count, items))                                                               \
            return items;                                                                                 \
        if (count <= CACHE_BYTES / (int64_t)sizeof(item))                                                 \
            return by_bytes_##name((uint32_t)count, items, spare, sizeof(key_type), even);                \
        split_##name(count, items, spare, sizeof(key_type), true);                                        \
        return spare;                                                                                     \
    }

#define ITSELF(item) (item)
#define MEMBER(item) ((item).key)
DEFINE_SORT(keys32, uint32_t, uint32_t, ITSELF)
DEFINE_SORT(keys64, uint64_t, uint64_t, ITSELF)
DEFINE_SORT(pairs32, ax_sort_pair32, uint32_t, MEMBER)
DEFINE_SORT(pairs64, ax_sort_pair64, uint64_t, MEMBER)
