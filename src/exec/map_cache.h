/* Mapped functions that were made ready, kept by a context for the next call of the same: tracing tells
 * what a call computes; cutting it into phases, compiling and planning need not be done again.
 *
 * Threads: any number at once; a program is given to one call at a time.
 */
#ifndef AXMAP_EXEC_MAP_CACHE_H
#define AXMAP_EXEC_MAP_CACHE_H

#include "exec/map.h"

typedef struct ax_map_cache ax_map_cache;

ax_status *ax_map_cache_create(ax_map_cache **out_cache);
void ax_map_cache_free(ax_map_cache *cache); /* NULL is allowed */

/* As ax_map_program_create, or a program of the same meaning that is at rest. Like it, it communicates
 * nothing: ranks may find it or make it. */
ax_status *ax_map_program_take(ax_context *context, const ax_map_spec *spec,
                               ax_map_program **out_program);

/* Gives it back; it may be freed now or later. NULL is allowed. */
void ax_map_program_leave(ax_context *context, ax_map_program *program);

#endif
