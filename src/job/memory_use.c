#include "job/memory_use.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { INTERVAL_NS = 5 * 1000 * 1000 };

struct ax_memory_watch {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t ended;
    bool end;
    int64_t most;
};

/* The number behind a line such as "RssAnon:   1234 kB", in bytes. */
static int64_t read_line(const char *line, const char *key)
{
    size_t length = strlen(key);
    if (strncmp(line, key, length) != 0)
        return 0;
    return strtoll(line + length, NULL, 10) * 1024;
}

static int64_t held_now(void)
{
    FILE *file = fopen("/proc/self/status", "re");
    if (!file)
        return 0;
    char line[256];
    int64_t bytes = 0;
    while (fgets(line, sizeof line, file)) {
        bytes += read_line(line, "RssAnon:") + read_line(line, "RssShmem:");
    }
    fclose(file);
    return bytes;
}

static void note(ax_memory_watch *watch)
{
    int64_t held = held_now();
    if (held > watch->most)
        watch->most = held;
}

static void *watch_memory(void *user)
{
    ax_memory_watch *watch = user;
    pthread_mutex_lock(&watch->lock);
    while (!watch->end) {
        note(watch);
        struct timespec until;
        clock_gettime(CLOCK_MONOTONIC, &until);
        until.tv_nsec += INTERVAL_NS;
        if (until.tv_nsec >= 1000000000) {
            until.tv_nsec -= 1000000000;
            until.tv_sec++;
        }
        pthread_cond_timedwait(&watch->ended, &watch->lock, &until);
    }
    note(watch);
    pthread_mutex_unlock(&watch->lock);
    return NULL;
}

static void init_condition(pthread_cond_t *condition)
{
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(condition, &attributes);
    pthread_condattr_destroy(&attributes);
}

ax_status *ax_memory_watch_start(ax_memory_watch **out_watch)
{
    ax_memory_watch *watch = calloc(1, sizeof *watch);
    if (!watch)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory to watch memory");
    pthread_mutex_init(&watch->lock, NULL);
    init_condition(&watch->ended);
    if (pthread_create(&watch->thread, NULL, watch_memory, watch)) {
        pthread_cond_destroy(&watch->ended);
        pthread_mutex_destroy(&watch->lock);
        free(watch);
        return AX_ERROR(AX_OUT_OF_MEMORY, "the system grants no thread to watch memory");
    }
    *out_watch = watch;
    return NULL;
}

int64_t ax_memory_watch_stop(ax_memory_watch *watch)
{
    if (!watch)
        return 0;
    pthread_mutex_lock(&watch->lock);
    watch->end = true;
    pthread_cond_signal(&watch->ended);
    pthread_mutex_unlock(&watch->lock);
    pthread_join(watch->thread, NULL);
    int64_t most = watch->most;
    pthread_cond_destroy(&watch->ended);
    pthread_mutex_destroy(&watch->lock);
    free(watch);
    return most;
}
