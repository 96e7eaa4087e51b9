/* What calls of mapped functions share: src/exec/call.c and pmap.c. */
#ifndef AXMAP_EXEC_CALL_H
#define AXMAP_EXEC_CALL_H

#include "exec/context.h"
#include "transform/fn.h"

#include <axmap/array.h>

/* None of the arguments was donated earlier, and none of those that `fn` uses up is another one too. */
ax_status *ax_call_check_arguments(const ax_fn *fn, ax_array *const *inputs);

/* Releases the memory of the arguments that `fn` uses up. */
void ax_call_donate(const ax_fn *fn, ax_array *const *inputs);

/* Releases results and forgets them. */
void ax_call_release(ax_array **outputs, int32_t count);

/* All of the arguments are whole. */
ax_status *ax_call_check_whole(ax_array *const *inputs, int32_t count);

/* A call of a graph on whole arrays; takes it over. */
ax_status *ax_call_graph(ax_context *context, ax_graph *graph, ax_array *const *inputs,
                         ax_array **outputs);

/* A call of a pmapped function. */
ax_status *ax_call_pmap(ax_context *context, ax_fn *fn, ax_array *const *inputs,
                        ax_array **outputs);

#endif
