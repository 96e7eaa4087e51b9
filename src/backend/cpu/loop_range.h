/* Loops over any range of a fusion's elements, in place: what follows a product of matrices is computed part by part,
 * as the parts are done and lie in cache. */
#ifndef AXMAP_BACKEND_CPU_LOOP_RANGE_H
#define AXMAP_BACKEND_CPU_LOOP_RANGE_H

#include "backend/cpu/loop_kernel.h"

typedef struct ax_loop_range {
    ax_loop_buffers buffers; /* of the fusion */
    ax_loop_fn *function;    /* of elements [begin, end) of the results; needs no scratch */
    int64_t work;            /* as ax_loop_work */
} ax_loop_range;

/* Of a fusion of the kind loop that reads its first operand nowhere but at the element it computes, so that a
 * result of the same type may lie there. Literals are read from `fusion`, which must live as long. Leaves
 * `function` NULL where there is none. */
ax_status *ax_loop_range_get(const ax_target *target, const ax_eqn *fusion,
                             ax_loop_range *out_range);

#endif
