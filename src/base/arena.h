/* An arena: many small allocations that live and die together.
 *
 * A graph and everything in it lies in one arena and is freed whole. Memory is zeroed and aligned
 * for any object. Threads: one at a time.
 */
#ifndef AXMAP_BASE_ARENA_H
#define AXMAP_BASE_ARENA_H

#include <axmap/status.h>
#include <stddef.h>

typedef struct ax_arena ax_arena;

ax_status *ax_arena_create(ax_arena **out_arena);
void ax_arena_free(ax_arena *arena); /* NULL is allowed */

/* Zeroed memory for `count` objects of `size` bytes, or NULL without memory (or on overflow). A
 * count of 0 gives a valid pointer that must not be read. */
void *ax_arena_alloc(ax_arena *arena, size_t count, size_t size);

/* Copies that live in the arena, or NULL without memory. */
void *ax_arena_copy(ax_arena *arena, const void *source, size_t count, size_t size);
char *ax_arena_strdup(ax_arena *arena, const char *text);
char *ax_arena_strndup(ax_arena *arena, const char *text, size_t length);
char *ax_arena_printf(ax_arena *arena, const char *format, ...) AX_PRINTF(2, 3);

/* Bytes handed out so far. */
size_t ax_arena_used(const ax_arena *arena);

#define AX_ARENA_NEW(arena, type, count) \
    ((type *)ax_arena_alloc(arena, (size_t)(count), sizeof(type)))

#endif
