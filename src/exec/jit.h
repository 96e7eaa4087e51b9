/* Functions that are compiled once (<axmap/jit.h>): jit.c calls them, compiled.c is ax_compile. */
#ifndef AXMAP_EXEC_JIT_H
#define AXMAP_EXEC_JIT_H

#include "exec/array.h"
#include "exec/binary.h"
#include "transform/fn.h"

ax_status *ax_call_jit(ax_context *context, ax_fn *fn, ax_array *const *inputs, ax_array **outputs);

/* The function's binary for these types, found or compiled, for the caller to release. Of a function with axes
 * of its own that several devices run: its graph in *out_staged, which is NULL otherwise. */
ax_status *ax_jit_binary(ax_context *context, ax_fn *fn, const ax_type *const *types,
                         ax_binary **out_binary, ax_graph **out_staged);

/* An error for a function whose calls compile by themselves; `what` refuses it. */
ax_status *ax_jit_refuse_mapped(const char *what, const ax_fn *fn);

#endif
