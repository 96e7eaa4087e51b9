#include "base/arena.h"

#include <stdalign.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK_BYTES = 16 * 1024 };

typedef struct chunk {
    struct chunk *next;
    size_t capacity;
    size_t used;
    alignas(max_align_t) unsigned char bytes[];
} chunk;

struct ax_arena {
    chunk *chunks; /* the newest first; only it has room */
    size_t used;
};

ax_status *ax_arena_create(ax_arena **out_arena)
{
    ax_arena *arena = calloc(1, sizeof *arena);
    if (!arena)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for an arena");
    *out_arena = arena;
    return NULL;
}

void ax_arena_free(ax_arena *arena)
{
    if (!arena)
        return;
    for (chunk *c = arena->chunks; c;) {
        chunk *next = c->next;
        free(c);
        c = next;
    }
    free(arena);
}

static chunk *add_chunk(ax_arena *arena, size_t bytes)
{
    size_t capacity = bytes > CHUNK_BYTES / 2 ? bytes : CHUNK_BYTES;
    chunk *c = calloc(1, sizeof *c + capacity);
    if (!c)
        return NULL;
    c->capacity = capacity;
    c->next = arena->chunks;
    arena->chunks = c;
    return c;
}

void *ax_arena_alloc(ax_arena *arena, size_t count, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes))
        return NULL;
    if (__builtin_add_overflow(bytes, alignof(max_align_t) - 1, &bytes))
        return NULL;
    bytes &= ~(alignof(max_align_t) - 1);
    if (bytes > SIZE_MAX / 2)
        return NULL;

    chunk *c = arena->chunks;
    if (!c || c->capacity - c->used < bytes) {
        c = add_chunk(arena, bytes);
        if (!c)
            return NULL;
    }
    void *memory = c->bytes + c->used;
    c->used += bytes;
    arena->used += bytes;
    return memory;
}

void *ax_arena_copy(ax_arena *arena, const void *source, size_t count, size_t size)
{
    void *memory = ax_arena_alloc(arena, count, size);
    if (memory && count && size)
        memcpy(memory, source, count * size);
    return memory;
}

char *ax_arena_strndup(ax_arena *arena, const char *text, size_t length)
{
    char *copy = ax_arena_alloc(arena, length + 1, 1);
    if (copy)
        memcpy(copy, text, length);
    return copy;
}

char *ax_arena_strdup(ax_arena *arena, const char *text)
{
    return ax_arena_strndup(arena, text, strlen(text));
}

char *ax_arena_printf(ax_arena *arena, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    va_list copy;
    va_copy(copy, arguments);
    int length = vsnprintf(NULL, 0, format, copy);
    va_end(copy);
    char *text = length < 0 ? NULL : ax_arena_alloc(arena, (size_t)length + 1, 1);
    if (text)
        vsnprintf(text, (size_t)length + 1, format, arguments);
    va_end(arguments);
    return text;
}

size_t ax_arena_used(const ax_arena *arena)
{
    return arena->used;
}
