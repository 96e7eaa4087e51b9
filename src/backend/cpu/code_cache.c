#include "backend/cpu/code_cache.h"

#include "backend/cpu/code_cache_sweep.h"
#include "base/clock.h"
#include "base/hash.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const int64_t DEFAULT_LIMIT = INT64_C(512) << 20;

enum {
    DEFAULT_PATIENCE_MS = 10000,
    LOOK_EVERY = 32,          /* entries stored between two looks at the size of all */
    TOUCH_SECONDS = 24 * 3600 /* how exactly the last use of an entry is known */
};

static const char MAGIC[8] = {'A', 'X', 'C', 'O', 'D', 'E', '1', '\n'};

/* The head of an entry; the key and the code follow. */
typedef struct entry_head {
    char magic[8];
    int64_t key_bytes, code_bytes;
    uint64_t hash; /* of key and code */
} entry_head;

struct ax_code_cache {
    char *directory; /* NULL: no cache */
    int folder;      /* a descriptor of it, or -1 */
    char *maker;
    char reason[256];
    int64_t limit, patience_ms;
    pthread_mutex_t lock; /* guards `stored` */
    int64_t stored;       /* entries since the last look */
    atomic_uint writes;   /* numbers the files that are being written */
};

/* ---- the folder ---- */

/* NULL where the environment says that there is none, or nothing. */
static char *choose_directory(ax_code_cache *cache, const char *given)
{
    const char *own = given ? given : getenv("AXMAP_CACHE_DIR");
    const char *base = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    ax_text path = {0};
    snprintf(cache->reason, sizeof cache->reason, "off");
    if (own && (!*own || strcmp(own, "off") == 0))
        return NULL;
    if (own) {
        ax_text_append(&path, own);
    } else if (base && *base == '/') {
        ax_text_printf(&path, "%s/axmap", base);
    } else if (home && *home == '/') {
        ax_text_printf(&path, "%s/.cache/axmap", home);
    } else {
        snprintf(cache->reason, sizeof cache->reason, "there is no home folder for it");
        return NULL;
    }
    char *taken = NULL;
    ax_status_free(ax_text_take(&path, &taken));
    return taken;
}

/* Makes the folder, and those above it that are missing. */
static bool make_directory(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        bool made = mkdir(path, 0700) == 0 || errno == EEXIST;
        *slash = '/';
        if (!made)
            return false;
    }
    return mkdir(path, 0700) == 0 || errno == EEXIST;
}

/* Code is loaded from it: nobody else may have put it there. */
static bool is_private(ax_code_cache *cache)
{
    struct stat info;
    const char *flaw = NULL;
    if (fstat(cache->folder, &info) != 0)
        flaw = strerror(errno);
    else if (info.st_uid != geteuid())
        flaw = "it belongs to another user";
    else if (info.st_mode & (S_IWGRP | S_IWOTH))
        flaw = "others may write to it (chmod go-w)";
    if (flaw) {
        snprintf(cache->reason, sizeof cache->reason, "%.160s is not used: %.60s", cache->directory,
                 flaw);
    }
    return !flaw;
}

static void open_directory(ax_code_cache *cache, const char *given)
{
    cache->folder = -1;
    cache->directory = choose_directory(cache, given);
    if (!cache->directory)
        return;
    if (make_directory(cache->directory))
        cache->folder = open(cache->directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (cache->folder < 0) {
        snprintf(cache->reason, sizeof cache->reason, "%.160s cannot be used: %.60s",
                 cache->directory, strerror(errno));
    } else if (is_private(cache)) {
        return;
    }
    free(cache->directory);
    cache->directory = NULL;
}

ax_status *ax_code_cache_open(const ax_code_cache_options *options, ax_code_cache **out_cache)
{
    ax_code_cache *cache = calloc(1, sizeof *cache);
    if (!cache)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a cache of code");
    pthread_mutex_init(&cache->lock, NULL);
    cache->maker = strdup(options->maker);
    cache->limit = options->limit ? options->limit : DEFAULT_LIMIT;
    cache->patience_ms = options->patience_ms ? options->patience_ms : DEFAULT_PATIENCE_MS;
    cache->stored = LOOK_EVERY; /* the first entry that is stored looks */
    open_directory(cache, options->directory);
    if (!cache->maker) {
        ax_code_cache_close(cache);
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a cache of code");
    }
    *out_cache = cache;
    return NULL;
}

void ax_code_cache_close(ax_code_cache *cache)
{
    if (!cache)
        return;
    if (cache->folder >= 0)
        close(cache->folder);
    pthread_mutex_destroy(&cache->lock);
    free(cache->directory);
    free(cache->maker);
    free(cache);
}

const char *ax_code_cache_directory(const ax_code_cache *cache)
{
    return cache->directory;
}

const char *ax_code_cache_reason(const ax_code_cache *cache)
{
    return cache->reason;
}

/* ---- entries ---- */

static void name_entry(const ax_code_cache *cache, const char *key, const char *ending,
                       char name[AX_CODE_CACHE_MOST_NAME])
{
    uint64_t high = ax_hash_string(ax_hash_string(1, cache->maker), key);
    uint64_t low = ax_hash_string(ax_hash_string(2, cache->maker), key);
    snprintf(name, AX_CODE_CACHE_MOST_NAME, "%016llx%016llx%s", (unsigned long long)high,
             (unsigned long long)low, ending);
}

/* What an entry says that it is for: the maker and the key, with their lengths. The caller frees it. */
static char *whole_key(const ax_code_cache *cache, const char *key, int64_t *out_bytes)
{
    ax_text text = {0};
    ax_text_printf(&text, "%s\n", cache->maker);
    ax_text_append(&text, key);
    *out_bytes = (int64_t)text.length;
    char *taken = NULL;
    ax_status_free(ax_text_take(&text, &taken));
    return taken;
}

static uint64_t hash_entry(const char *key, int64_t key_bytes, const void *code, int64_t bytes)
{
    return ax_hash_bytes(ax_hash_bytes(ax_hash_i64(0, key_bytes), key, (size_t)key_bytes), code,
                         (size_t)bytes);
}

/* All of a file, or NULL; it must be a plain one of this user (a pipe is not waited for). */
static char *read_file(const ax_code_cache *cache, const char *name, int64_t *out_bytes)
{
    struct stat info;
    char *bytes = NULL;
    int file = openat(cache->folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0)
        return NULL;
    bool plain = fstat(file, &info) == 0 && S_ISREG(info.st_mode) && info.st_uid == geteuid() &&
                 !(info.st_mode & (S_IWGRP | S_IWOTH)) && info.st_size > 0 &&
                 info.st_size <= cache->limit;
    if (plain)
        bytes = malloc((size_t)info.st_size);
    int64_t count = 0;
    while (bytes && count < info.st_size) {
        ssize_t got = read(file, bytes + count, (size_t)(info.st_size - count));
        if (got <= 0)
            break;
        count += got;
    }
    if (bytes && ax_code_cache_age(info.st_mtime) > TOUCH_SECONDS)
        (void)futimens(file, NULL); /* it is in use */
    close(file);
    *out_bytes = count;
    return bytes;
}

/* The code in a file's bytes, if it is what it says, and for this key. */
static const char *verify(const char *file, int64_t bytes, const char *key, int64_t key_bytes,
                          int64_t *out_bytes)
{
    entry_head head;
    if (bytes < (int64_t)sizeof head)
        return NULL;
    memcpy(&head, file, sizeof head);
    const char *code = file + sizeof head + key_bytes;
    if (memcmp(head.magic, MAGIC, sizeof MAGIC) != 0 || head.key_bytes != key_bytes ||
        head.code_bytes != bytes - (int64_t)sizeof head - key_bytes || head.code_bytes <= 0 ||
        memcmp(file + sizeof head, key, (size_t)key_bytes) != 0 ||
        head.hash != hash_entry(key, key_bytes, code, head.code_bytes)) {
        return NULL;
    }
    *out_bytes = head.code_bytes;
    return code;
}

bool ax_code_cache_find(ax_code_cache *cache, const char *key, void **out_code, int64_t *out_bytes)
{
    char name[AX_CODE_CACHE_MOST_NAME];
    int64_t bytes, key_bytes;
    if (!cache->directory)
        return false;
    name_entry(cache, key, ".code", name);
    char *file = read_file(cache, name, &bytes);
    char *whole = file ? whole_key(cache, key, &key_bytes) : NULL;
    const char *code = whole ? verify(file, bytes, whole, key_bytes, out_bytes) : NULL;
    free(whole);
    if (!code) {
        free(file);
        return false;
    }
    memmove(file, code, (size_t)*out_bytes);
    *out_code = file;
    return true;
}

/* ---- storing ---- */

static bool write_all(int file, const void *bytes, int64_t count)
{
    const char *at = bytes;
    while (count > 0) {
        ssize_t written = write(file, at, (size_t)count);
        if (written <= 0)
            return false;
        at += written;
        count -= written;
    }
    return true;
}

static bool write_entry(int file, const char *key, int64_t key_bytes, const void *code,
                        int64_t bytes)
{
    entry_head head = {.key_bytes = key_bytes,
                       .code_bytes = bytes,
                       .hash = hash_entry(key, key_bytes, code, bytes)};
    memcpy(head.magic, MAGIC, sizeof MAGIC);
    return write_all(file, &head, sizeof head) && write_all(file, key, key_bytes) &&
           write_all(file, code, bytes);
}

/* Whether this process may write so long a file: beyond its limit a write would end it. */
static bool may_write(int64_t bytes)
{
    struct rlimit limit;
    return getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY ||
           (uint64_t)bytes <= limit.rlim_cur;
}

/* Writes the entry beside its place, then renames it into it: readers see all of it or none. The name in
 * between is nobody else's, also where processes in containers have the same number. */
static void put_entry(ax_code_cache *cache, const char *key, const char *whole, int64_t key_bytes,
                      const void *code, int64_t bytes)
{
    char name[AX_CODE_CACHE_MOST_NAME], ending[AX_CODE_CACHE_MOST_NAME / 2],
        temporary[AX_CODE_CACHE_MOST_NAME];
    struct timespec now;
    if (!may_write((int64_t)sizeof(entry_head) + key_bytes + bytes))
        return;
    clock_gettime(CLOCK_REALTIME, &now);
    name_entry(cache, key, ".code", name);
    snprintf(ending, sizeof ending, ".%lx.%lx.%x", (unsigned long)getpid(),
             (unsigned long)now.tv_sec << 30 | (unsigned long)now.tv_nsec,
             atomic_fetch_add(&cache->writes, 1));
    name_entry(cache, key, ending, temporary);
    int file = openat(cache->folder, temporary,
                      O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (file < 0)
        return;
    bool written = write_entry(file, whole, key_bytes, code, bytes);
    written = close(file) == 0 && written;
    if (!written || renameat(cache->folder, temporary, cache->folder, name) != 0)
        (void)unlinkat(cache->folder, temporary, 0);
}

void ax_code_cache_store(ax_code_cache *cache, const char *key, const void *code, int64_t bytes)
{
    if (!cache->directory || bytes <= 0 || bytes > cache->limit / 4)
        return;
    int64_t key_bytes;
    char *whole = whole_key(cache, key, &key_bytes);
    if (!whole)
        return;
    put_entry(cache, key, whole, key_bytes, code, bytes);
    free(whole);
    pthread_mutex_lock(&cache->lock);
    bool looks = ++cache->stored >= LOOK_EVERY;
    if (looks)
        cache->stored = 0;
    pthread_mutex_unlock(&cache->lock);
    if (looks)
        ax_code_cache_sweep(cache->folder, cache->limit);
}

/* ---- locks: a file, locked as long as its holder lives ---- */

int ax_code_cache_lock(ax_code_cache *cache, const char *key)
{
    char name[AX_CODE_CACHE_MOST_NAME];
    if (!cache->directory)
        return -1;
    name_entry(cache, key, ".lock", name);
    int lock = openat(cache->folder, name, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (lock < 0)
        return -1;
    double deadline = ax_clock() + (double)cache->patience_ms * 1e-3;
    while (flock(lock, LOCK_EX | LOCK_NB) != 0) {
        if ((errno != EWOULDBLOCK && errno != EINTR) || ax_clock() > deadline) {
            close(lock);
            return -1; /* without it, the entry is only made more than once */
        }
        nanosleep(&(struct timespec){.tv_nsec = 500000}, NULL);
    }
    return lock;
}

/* The name goes with the lock. Who waits on the file without a name gets its lock too, and finds the entry. */
void ax_code_cache_unlock(ax_code_cache *cache, const char *key, int lock)
{
    char name[AX_CODE_CACHE_MOST_NAME];
    if (lock < 0)
        return;
    name_entry(cache, key, ".lock", name);
    (void)unlinkat(cache->folder, name, 0);
    close(lock);
}
