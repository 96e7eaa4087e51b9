/* Object code on disk, for the next process and for the other ranks of this host.
 *
 * An entry is a file named by the hash of its key. It holds the whole key (the unit's, the CPU, axmap's and
 * LLVM's versions), the code and a hash of both; it is written beside its place and renamed into it, and
 * verified when it is read: one that is cut off, changed or of another key counts as absent and is
 * replaced. Entries are this user's alone: the folder must be, or there is no cache.
 *
 * Ranks of a host share it: who misses an entry takes the entry's lock and compiles, others wait for the
 * lock and then find the entry; a rank that waits too long compiles for itself.
 *
 * The folder is AXMAP_CACHE_DIR, else axmap in $XDG_CACHE_HOME or ~/.cache; AXMAP_CACHE_DIR empty or "off"
 * is no cache.
 *
 * Threads: any number at once. Nothing here fails: where the disk does not serve, code is compiled.
 */
#ifndef AXMAP_BACKEND_CPU_CODE_CACHE_H
#define AXMAP_BACKEND_CPU_CODE_CACHE_H

#include <axmap/status.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct ax_code_cache ax_code_cache;

typedef struct ax_code_cache_options {
    const char *directory; /* NULL: as the environment says */
    const char *maker;     /* what else decides about code beside a unit's key: CPU, versions */
    int64_t limit;         /* bytes of all entries; 0: 512 MiB. The longest not used go first */
    int64_t patience_ms;   /* how long to wait for another's lock; 0: 10 seconds */
} ax_code_cache_options;

/* Errors: AX_OUT_OF_MEMORY only; a cache that cannot be used is one that finds nothing. */
ax_status *ax_code_cache_open(const ax_code_cache_options *options, ax_code_cache **out_cache);
void ax_code_cache_close(ax_code_cache *cache); /* NULL is allowed */

/* The folder, or NULL where there is no cache; then ax_code_cache_reason says why, "off" if it is to be so. */
const char *ax_code_cache_directory(const ax_code_cache *cache);
const char *ax_code_cache_reason(const ax_code_cache *cache);

/* Reads an entry: true, and code that the caller frees. */
bool ax_code_cache_find(ax_code_cache *cache, const char *key, void **out_code, int64_t *out_bytes);

/* Writes an entry. */
void ax_code_cache_store(ax_code_cache *cache, const char *key, const void *code, int64_t bytes);

/* Waits until nobody else makes this entry; the number goes to ax_code_cache_unlock. After waiting one
 * looks again. */
int ax_code_cache_lock(ax_code_cache *cache, const char *key);
void ax_code_cache_unlock(ax_code_cache *cache, const char *key, int lock);

#endif
