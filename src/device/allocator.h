/* Memory of a device: buffers that are used again and again.
 *
 * A buffer is 64-byte aligned and not zeroed; from 2 MiB on it is 2 MiB aligned and asks for huge
 * pages. A freed buffer is kept by its size class and handed out again: fresh pages cost more than
 * most operations on them. Fresh memory is untouched, so that the thread that writes first places it.
 *
 * Threads: any thread, at any time.
 */
#ifndef AXMAP_DEVICE_ALLOCATOR_H
#define AXMAP_DEVICE_ALLOCATOR_H

#include <axmap/status.h>
#include <stdint.h>

typedef struct ax_allocator ax_allocator;

typedef struct ax_memory_use {
    int64_t live_bytes;      /* handed out now (sizes rounded up to their class) */
    int64_t asked_bytes;     /* what those buffers were asked for with */
    int64_t peak_bytes;      /* the most that live_bytes has been */
    int64_t kept_bytes;      /* freed, kept for reuse */
    int64_t held_peak_bytes; /* the most that live + kept has been: what the system was asked for */
    int64_t budget_bytes;    /* 0: none */
} ax_memory_use;

/* budget_bytes: the most that live + kept may be; 0: none. `name` ("device 0") is used in messages. */
ax_status *ax_allocator_create(const char *name, int64_t budget_bytes,
                               ax_allocator **out_allocator);

/* Gives kept buffers back to the system. Buffers that are still handed out stay good, and are freed as
 * before; the allocator ends with the last of them. NULL is allowed. */
void ax_allocator_destroy(ax_allocator *allocator);

/* Keeps at most so many bytes of freed buffers from now on; more go back to the system. */
void ax_allocator_keep_at_most(ax_allocator *allocator, int64_t bytes);

/* A buffer of at least `bytes` >= 0 (0 gives a valid pointer too).
 * Errors: AX_OUT_OF_MEMORY, naming what was asked for, what is in use and the budget. */
ax_status *ax_allocator_alloc(ax_allocator *allocator, int64_t bytes, void **out_buffer);

/* Takes back a buffer; `bytes` is what it was asked for with. A NULL buffer is allowed. */
void ax_allocator_free(ax_allocator *allocator, void *buffer, int64_t bytes);

/* What a buffer of `bytes` counts in live_bytes: its size class. AX_OVERFLOW is impossible: a size
 * beyond the largest class gives INT64_MAX. */
int64_t ax_allocator_class_bytes(int64_t bytes);

/* Gives kept buffers back to the system. */
void ax_allocator_trim(ax_allocator *allocator);

ax_memory_use ax_allocator_use(ax_allocator *allocator);

#endif
