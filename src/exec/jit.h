/* Calls of jitted functions (<axmap/jit.h>). */
#ifndef AXMAP_EXEC_JIT_H
#define AXMAP_EXEC_JIT_H

#include "exec/array.h"
#include "transform/fn.h"

ax_status *ax_call_jit(ax_context *context, ax_fn *fn, ax_array *const *inputs, ax_array **outputs);

#endif
