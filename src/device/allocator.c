#include "device/allocator.h"

#include "base/text.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#if defined(__SANITIZE_ADDRESS__)
#define POISONS 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define POISONS 1
#endif
#endif
#if defined(POISONS)
#include <sanitizer/asan_interface.h>
#define POISON(memory, bytes)   ASAN_POISON_MEMORY_REGION(memory, (size_t)(bytes))
#define UNPOISON(memory, bytes) ASAN_UNPOISON_MEMORY_REGION(memory, (size_t)(bytes))
#else
#define POISON(memory, bytes)   ((void)(memory), (void)(bytes))
#define UNPOISON(memory, bytes) ((void)(memory), (void)(bytes))
#endif

static const int64_t ALIGNMENT = 64;
static const int64_t HUGE_PAGE = INT64_C(2) << 20;

/* Size classes: from 64 bytes on eight steps for each doubling, so at most an eighth is wasted. */
enum { STEPS = 8, STEP_BITS = 3, FIRST_BITS = 6, CLASSES = (62 - FIRST_BITS) * STEPS + 1 };

/* Lies in a kept buffer. */
typedef struct kept {
    struct kept *next;
} kept;

struct ax_allocator {
    pthread_mutex_t mutex;
    char *name;
    int64_t buffers;   /* handed out now */
    int64_t most_kept; /* bytes */
    bool destroyed;    /* but for the buffers that are still out */
    ax_memory_use use;
    kept *kept[CLASSES];
};

/* The class of a size > 0, or CLASSES when there is none. */
static int class_of(int64_t bytes)
{
    if (bytes <= ALIGNMENT)
        return 0;
    int bits = 63 -
               __builtin_clzll((unsigned long long)(bytes - 1)); /* 2^bits < bytes <= 2^(bits+1) */
    int64_t step = bits < STEP_BITS ? 1 : INT64_C(1) << (bits - STEP_BITS);
    int64_t over = (bytes - 1 - (INT64_C(1) << bits)) / step; /* 0 .. STEPS - 1 */
    int64_t class = (int64_t)(bits - FIRST_BITS) * STEPS + over + 1;
    return class < CLASSES ? (int)class : CLASSES;
}

/* Its buffers' size, rounded to whole lines, and to whole huge pages from 2 MiB on. */
static int64_t bytes_of_class(int class)
{
    if (class == 0)
        return ALIGNMENT;
    int bits = (class - 1) / STEPS + FIRST_BITS;
    int64_t over = (class - 1) % STEPS + 1;
    int64_t bytes = (INT64_C(1) << bits) + (over << (bits - STEP_BITS));
    int64_t unit = bytes >= HUGE_PAGE ? HUGE_PAGE : ALIGNMENT;
    return (bytes + unit - 1) / unit * unit;
}

int64_t ax_allocator_class_bytes(int64_t bytes)
{
    int class = class_of(bytes);
    return class < CLASSES ? bytes_of_class(class) : INT64_MAX;
}

/* Maps more than is asked for and gives back what lies outside a 2 MiB aligned run. */
static void *map_huge(int64_t bytes)
{
    size_t length = (size_t)bytes + (size_t)HUGE_PAGE;
    char *start = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start == MAP_FAILED)
        return NULL;
    size_t before = (size_t)(-(uintptr_t)start % (uintptr_t)HUGE_PAGE);
    size_t after = (size_t)HUGE_PAGE - before;
    if (before > 0)
        munmap(start, before);
    if (after > 0)
        munmap(start + before + bytes, after);
    /* Where huge pages are off, small ones do. */
    (void)madvise(start + before, (size_t)bytes, MADV_HUGEPAGE);
    return start + before;
}

static void *system_alloc(int64_t bytes)
{
    return bytes >= HUGE_PAGE ? map_huge(bytes) : aligned_alloc((size_t)ALIGNMENT, (size_t)bytes);
}

static void system_free(void *memory, int64_t bytes)
{
    if (bytes >= HUGE_PAGE)
        munmap(memory, (size_t)bytes);
    else
        free(memory);
}

ax_status *ax_allocator_create(const char *name, int64_t budget_bytes, ax_allocator **out_allocator)
{
    ax_allocator *allocator = calloc(1, sizeof *allocator);
    char *copy = strdup(name);
    if (!allocator || !copy) {
        free(allocator);
        free(copy);
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for the allocator of %s", name);
    }
    allocator->name = copy;
    allocator->use.budget_bytes = budget_bytes;
    allocator->most_kept = INT64_MAX;
    pthread_mutex_init(&allocator->mutex, NULL);
    *out_allocator = allocator;
    return NULL;
}

static void release_kept(ax_allocator *allocator)
{
    for (int class = 0; class < CLASSES && allocator->use.kept_bytes > 0; class ++) {
        int64_t bytes = bytes_of_class(class);
        while (allocator->kept[class]) {
            kept *buffer = allocator->kept[class];
            UNPOISON(buffer, bytes);
            allocator->kept[class] = buffer->next;
            allocator->use.kept_bytes -= bytes;
            system_free(buffer, bytes);
        }
    }
}

static void end(ax_allocator *allocator)
{
    pthread_mutex_destroy(&allocator->mutex);
    free(allocator->name);
    free(allocator);
}

void ax_allocator_destroy(ax_allocator *allocator)
{
    if (!allocator)
        return;
    pthread_mutex_lock(&allocator->mutex);
    release_kept(allocator);
    allocator->destroyed = true;
    bool last = allocator->buffers == 0;
    pthread_mutex_unlock(&allocator->mutex);
    if (last)
        end(allocator);
}

void ax_allocator_keep_at_most(ax_allocator *allocator, int64_t bytes)
{
    pthread_mutex_lock(&allocator->mutex);
    allocator->most_kept = bytes;
    if (allocator->use.kept_bytes > bytes)
        release_kept(allocator);
    pthread_mutex_unlock(&allocator->mutex);
}

static ax_status *out_of_memory(const ax_allocator *allocator, int64_t bytes, bool over_budget)
{
    ax_text asked = {0};
    ax_text live = {0};
    ax_text budget = {0};
    ax_text_append_bytecount(&asked, bytes);
    ax_text_append_bytecount(&live, allocator->use.live_bytes);
    ax_text_append_bytecount(&budget, allocator->use.budget_bytes);
    ax_status *status = asked.failed || live.failed || budget.failed
                            ? AX_ERROR(AX_OUT_OF_MEMORY, "%s: out of memory", allocator->name)
                        : over_budget
                            ? AX_ERROR(AX_OUT_OF_MEMORY,
                                       "%s: %s more do not fit: %s are in use, the budget is %s",
                                       allocator->name, asked.bytes, live.bytes, budget.bytes)
                            : AX_ERROR(AX_OUT_OF_MEMORY,
                                       "%s: the system has no %s more; %s are in use",
                                       allocator->name, asked.bytes, live.bytes);
    ax_text_free(&asked);
    ax_text_free(&live);
    ax_text_free(&budget);
    return status;
}

/* A fresh buffer, within the budget; kept ones are given back to the system where that helps. */
static ax_status *grow(ax_allocator *allocator, int64_t asked, int64_t bytes, void **out_buffer)
{
    ax_memory_use *use = &allocator->use;
    if (use->budget_bytes > 0) {
        if (bytes > use->budget_bytes - use->live_bytes)
            return out_of_memory(allocator, asked, true);
        if (bytes > use->budget_bytes - use->live_bytes - use->kept_bytes)
            release_kept(allocator);
    }
    void *buffer = system_alloc(bytes);
    if (!buffer && use->kept_bytes > 0) {
        release_kept(allocator);
        buffer = system_alloc(bytes);
    }
    if (!buffer)
        return out_of_memory(allocator, asked, false);
    *out_buffer = buffer;
    return NULL;
}

ax_status *ax_allocator_alloc(ax_allocator *allocator, int64_t bytes, void **out_buffer)
{
    int class = class_of(bytes);
    ax_status *status = NULL;
    pthread_mutex_lock(&allocator->mutex);
    ax_memory_use *use = &allocator->use;
    if (class == CLASSES) {
        status = out_of_memory(allocator, bytes, use->budget_bytes > 0);
        pthread_mutex_unlock(&allocator->mutex);
        return status;
    }
    int64_t size = bytes_of_class(class);
    void *buffer = allocator->kept[class];
    if (buffer) {
        UNPOISON(buffer, size);
        allocator->kept[class] = ((kept *)buffer)->next;
        use->kept_bytes -= size;
    } else {
        status = grow(allocator, bytes, size, &buffer);
    }
    if (!status) {
        use->live_bytes += size;
        use->asked_bytes += bytes;
        allocator->buffers++;
        if (use->live_bytes > use->peak_bytes)
            use->peak_bytes = use->live_bytes;
        if (use->live_bytes + use->kept_bytes > use->held_peak_bytes)
            use->held_peak_bytes = use->live_bytes + use->kept_bytes;
        *out_buffer = buffer;
    }
    pthread_mutex_unlock(&allocator->mutex);
    return status;
}

/* Keeps a buffer, or gives it back where it, or all that is kept, is too much. */
static void keep(ax_allocator *allocator, void *buffer, int class)
{
    int64_t size = bytes_of_class(class);
    if (allocator->destroyed || size > allocator->most_kept) {
        system_free(buffer, size);
        return;
    }
    if (size > allocator->most_kept - allocator->use.kept_bytes)
        release_kept(allocator);
    kept *entry = buffer;
    entry->next = allocator->kept[class];
    allocator->kept[class] = entry;
    allocator->use.kept_bytes += size;
    POISON(buffer, size);
}

void ax_allocator_free(ax_allocator *allocator, void *buffer, int64_t bytes)
{
    if (!buffer)
        return;
    int class = class_of(bytes);
    pthread_mutex_lock(&allocator->mutex);
    allocator->use.live_bytes -= bytes_of_class(class);
    allocator->use.asked_bytes -= bytes;
    allocator->buffers--;
    keep(allocator, buffer, class);
    bool last = allocator->destroyed && allocator->buffers == 0;
    pthread_mutex_unlock(&allocator->mutex);
    if (last)
        end(allocator);
}

void ax_allocator_trim(ax_allocator *allocator)
{
    pthread_mutex_lock(&allocator->mutex);
    release_kept(allocator);
    pthread_mutex_unlock(&allocator->mutex);
}

ax_memory_use ax_allocator_use(ax_allocator *allocator)
{
    pthread_mutex_lock(&allocator->mutex);
    ax_memory_use use = allocator->use;
    pthread_mutex_unlock(&allocator->mutex);
    return use;
}
