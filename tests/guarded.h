/* Memory between pages that nobody may touch: a kernel that reads or writes outside of its buffer ends the test. */
#ifndef AXMAP_TESTS_GUARDED_H
#define AXMAP_TESTS_GUARDED_H

#include "ir/type.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

typedef struct guarded {
    void *data;
    char *pages;  /* what is mapped */
    size_t bytes; /* of these, the guards included */
} guarded;

/* Bytes of a value of `type` that end where the last page begins; filled, as is what lies before them. */
static inline guarded guarded_memory(const ax_type *type)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE), bytes = (size_t)ax_type_bytes(type);
    size_t usable = (bytes + page - 1) / page * page;
    guarded memory = {.bytes = usable + 2 * page};
    memory.pages = mmap(NULL, memory.bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory.pages == MAP_FAILED ||
        (usable && mprotect(memory.pages + page, usable, PROT_READ | PROT_WRITE) != 0))
        abort();
    memset(memory.pages + page, 0x5a, usable);
    memory.data = memory.pages + page + (usable - bytes);
    return memory;
}

/* The same bytes, at the beginning of the pages. */
static inline guarded guarded_at_start(const ax_type *type, const void *bytes)
{
    guarded memory = guarded_memory(type);
    memory.data = memory.pages + sysconf(_SC_PAGESIZE);
    if (bytes)
        memcpy(memory.data, bytes, (size_t)ax_type_bytes(type));
    return memory;
}

/* Whether the bytes before the data are as they were filled. */
static inline bool guarded_untouched(const guarded *memory)
{
    for (const char *p = memory->pages + sysconf(_SC_PAGESIZE); p < (char *)memory->data; p++) {
        if (*p != 0x5a)
            return false;
    }
    return true;
}

static inline void guarded_release(guarded *memory, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
        munmap(memory[i].pages, memory[i].bytes);
}

#endif
