/* dynamic_slice and dynamic_update_slice, between their files. */
#ifndef AXMAP_OPS_DYNAMIC_H
#define AXMAP_OPS_DYNAMIC_H

#include "ops/indexing.h"

/* The first operand that is a start index. */
enum { AX_SLICE_STARTS = 1, AX_UPDATE_STARTS = 2 };

ax_batch_fn ax_batch_dynamic_slice, ax_batch_dynamic_update_slice;

#endif
