/* Packing the rhs of products once for many runs.
 *
 * A product of matrices lays its rhs out in panels (matrix_product.h). Where the rhs is the same in every
 * run, as weights are, that is an equation of its own, which hoisting takes out of what is run again:
 *
 * pack     its operand in the panels that the product in its region wants, a dot_general of two inputs
 * unpack   panels as the operand they were made of: it stands before the dot_general of a fusion of the
 *          kind product, whose kernel reads the panels themselves
 *
 * Panels mean something to this backend on this machine alone; nothing but its kernels reads them.
 */
#ifndef AXMAP_BACKEND_CPU_PACKING_H
#define AXMAP_BACKEND_CPU_PACKING_H

#include "backend/backend.h"
#include "backend/cpu/lower.h"

extern const ax_op ax_op_pack, ax_op_unpack;

ax_lower_fn ax_lower_pack;

/* Packs each rhs that depends on invariant inputs and constants alone, where packing it costs enough of the
 * product's time. `invariant`: by input. */
ax_status *ax_pack_invariant(const ax_target *target, const ax_graph *graph, const bool *invariant,
                             ax_graph **out_graph);

#endif
