/* Sorting items by unsigned keys, a byte of the key at a time. Large lists are split by the highest
 * byte into ones that fit a cache; those are sorted by the lowest byte first, which takes no more
 * splitting; short ones by insertion. Every step keeps the order of equal keys. */
#include "ops/sort.h"

#include "base/checked.h"

#include <string.h>

enum { BUCKETS = 256, SHORT = 32, MEDIUM = 512, CROWD = 16, CACHE_BYTES = 1 << 18 };

/* Lists that are split by several threads: chunks of so many items each, and no list of fewer. */
enum { CHUNK = 1 << 15, LARGE = 4 * CHUNK };

int64_t ax_sort_deal_counts(int64_t count)
{
    return ax_ceil_div(count, CHUNK) * BUCKETS;
}

/* Where the items of each bucket go, chunk by chunk, from how many a chunk has of them; false when one
 * bucket has all. out_starts has a place more, where the last one ends. */
static bool chunk_starts(int64_t *counts, int64_t nchunks, int64_t total, int64_t *out_starts)
{
    int64_t start = 0;
    for (int32_t b = 0; b < BUCKETS; b++) {
        out_starts[b] = start;
        for (int64_t c = 0; c < nchunks; c++) {
            int64_t count = counts[c * BUCKETS + b];
            counts[c * BUCKETS + b] = start;
            start += count;
        }
        if (start - out_starts[b] == total)
            return false;
    }
    out_starts[BUCKETS] = start;
    return true;
}

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
 * split     sorts any list by the lowest `bytes` of its keys, into the buffer asked for
 * deal      split, by all threads: chunks are counted and scattered, then buckets are split */
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
    typedef struct dealing_##name {                                                                       \
        int64_t *counts; /* of each chunk */                                                              \
        int64_t starts[BUCKETS + 1];                                                                      \
        item *items, *spare;                                                                              \
        size_t byte;                                                                                      \
        bool into_spare;                                                                                  \
    } dealing_##name;                                                                                     \
    static void count_chunks_##name(void *user, int32_t thread, int64_t begin, int64_t end)               \
    {                                                                                                     \
        (void)thread;                                                                                     \
        const dealing_##name *d = user;                                                                   \
        int64_t *counts = d->counts + begin / CHUNK * BUCKETS;                                            \
        memset(counts, 0, BUCKETS * sizeof *counts);                                                      \
        for (int64_t i = begin; i < end; i++)                                                             \
            counts[KEY(d->items[i]) >> 8 * d->byte & 0xff]++;                                             \
    }                                                                                                     \
    static void scatter_chunks_##name(void *user, int32_t thread, int64_t begin, int64_t end)             \
    {                                                                                                     \
        (void)thread;                                                                                     \
        const dealing_##name *d = user;                                                                   \
        scatter_##name(end - begin, d->items + begin, d->spare, d->byte,                                  \
                       d->counts + begin / CHUNK * BUCKETS);                                              \
    }                                                                                                     \
    static void split_buckets_##name(void *user, int32_t thread, int64_t begin, int64_t end)              \
    {                                                                                                     \
        (void)thread;                                                                                     \
        const dealing_##name *d = user;                                                                   \
        for (int64_t b = begin; b < end; b++) {                                                           \
            int64_t start = d->starts[b], count = d->starts[b + 1] - start;                               \
            if (count < LARGE)                                                                            \
                split_##name(count, d->spare + start, d->items + start, d->byte, !d->into_spare);         \
        }                                                                                                 \
    }                                                                                                     \
    static void deal_##name(const ax_eval_env *env, int64_t count, item *items, item *spare,              \
                            size_t bytes, bool into_spare, int64_t *counts)                               \
    {                                                                                                     \
        if (count < LARGE || bytes == 0) {                                                                \
            split_##name(count, items, spare, bytes, into_spare);                                         \
            return;                                                                                       \
        }                                                                                                 \
        dealing_##name d = {.counts = counts,                                                             \
                            .items = items,                                                               \
                            .spare = spare,                                                               \
                            .byte = bytes - 1,                                                            \
                            .into_spare = into_spare};                                                    \
        ax_eval_parallel(env, count, CHUNK, count_chunks_##name, &d);                                     \
        if (!chunk_starts(counts, ax_ceil_div(count, CHUNK), count, d.starts)) {                          \
            deal_##name(env, count, items, spare, d.byte, into_spare, counts);                            \
            return;                                                                                       \
        }                                                                                                 \
        ax_eval_parallel(env, count, CHUNK, scatter_chunks_##name, &d);                                   \
        ax_eval_parallel(env, BUCKETS, 1, split_buckets_##name, &d);                                      \
        for (int32_t b = 0; b < BUCKETS; b++) {                                                           \
            int64_t start = d.starts[b], some = d.starts[b + 1] - start;                                  \
            if (some >= LARGE)                                                                            \
                deal_##name(env, some, spare + start, items + start, d.byte, !into_spare, counts);        \
        }                                                                                                 \
    }                                                                                                     \
    item *ax_sort_deal_##name(const ax_eval_env *env, int64_t count, item *items, item *spare,            \
                              int64_t *counts)                                                            \
    {                                                                                                     \
        if (is_sorted_##name(count, items))                                                               \
            return items;                                                                                 \
        deal_##name(env, count, items, spare, sizeof(key_type), true, counts);                            \
        return spare;                                                                                     \
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
