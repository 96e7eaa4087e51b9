/* Slabs on the cpu: equations that run one after the other for each index of their leading dimensions. */
#ifndef AXMAP_BACKEND_CPU_SLABS_H
#define AXMAP_BACKEND_CPU_SLABS_H

#include "backend/backend.h"

/* The graph with such equations put together where what lies between them does not fit the cache and a
 * slab of it does: a product, what is made of its rows, and the next product. After ax_fuse. */
ax_status *ax_fuse_slabs(const ax_target *target, const ax_graph *graph, ax_graph **out_graph);

/* The kernel of a fusion of this kind. */
ax_status *ax_lower_slabs(const ax_target *target, const ax_eqn *eqn, ax_kernel *out_kernel);

#endif
