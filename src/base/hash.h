/* Fingerprints: a 64-bit hash (XXH3) that is the same on every host of one byte order. */
#ifndef AXMAP_BASE_HASH_H
#define AXMAP_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

/* Mixes `length` bytes into a running fingerprint; start from 0. */
uint64_t ax_hash_bytes(uint64_t seed, const void *bytes, size_t length);
uint64_t ax_hash_i64(uint64_t seed, int64_t value);
/* The text and its length, so that ("ab", "c") and ("a", "bc") differ. NULL counts as "". */
uint64_t ax_hash_string(uint64_t seed, const char *string);

#endif
