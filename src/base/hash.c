#include "base/hash.h"

#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

uint64_t ax_hash_bytes(uint64_t seed, const void *bytes, size_t length)
{
    return XXH3_64bits_withSeed(bytes, length, seed);
}

uint64_t ax_hash_i64(uint64_t seed, int64_t value)
{
    return ax_hash_bytes(seed, &value, sizeof value);
}

uint64_t ax_hash_string(uint64_t seed, const char *string)
{
    size_t length = string ? strlen(string) : 0;
    return ax_hash_bytes(ax_hash_i64(seed, (int64_t)length), string ? string : "", length);
}
