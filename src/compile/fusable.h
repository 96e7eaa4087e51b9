/* Which elementwise equations a kernel can compute: what the fuser may put into a fusion. */
#ifndef AXMAP_COMPILE_FUSABLE_H
#define AXMAP_COMPILE_FUSABLE_H

#include "ir/graph.h"

/* Whether the code generator has this elementwise equation, by its op and dtypes (the answer of
 * ax_emit_op_known, known here without LLVM). False for ops that are not elementwise. */
bool ax_fusable(const ax_eqn *eqn);

#endif
