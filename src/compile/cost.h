/* What a graph costs: operations on numbers and bytes moved, from shapes alone.
 *
 * flops: 2 for each product of dot_general and convolution; 1 for each element that an elementwise op
 * computes, and for each that a reduction or window takes in by each equation of its body; 0 for what only
 * moves or compares elements.
 *
 * bytes: those that an equation reads and writes, each operand and result once; gather and the slices
 * read what they yield, not all that they choose from. A fusion is one equation: what lies between its
 * equations is not moved.
 *
 * Sums that do not fit stay at INT64_MAX.
 */
#ifndef AXMAP_COMPILE_COST_H
#define AXMAP_COMPILE_COST_H

#include "ir/graph.h"

typedef struct ax_cost {
    int64_t flops, bytes;
} ax_cost;

ax_cost ax_eqn_cost(const ax_eqn *eqn);

/* *sum += cost. */
void ax_cost_add(ax_cost *sum, ax_cost cost);

#endif
