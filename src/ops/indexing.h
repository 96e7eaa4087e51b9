/* gather's attributes as one value, between the files of the family. */
#ifndef AXMAP_OPS_INDEXING_H
#define AXMAP_OPS_INDEXING_H

#include "ops/eval.h"

typedef struct ax_gather_numbers {
    ax_ints offset, collapsed, operand_batching, indices_batching, start_index_map, slice_sizes;
    int64_t index_vector_dim;
} ax_gather_numbers;

ax_gather_numbers ax_gather_numbers_of(const ax_eqn *eqn);

/* Whether a dimension of the operand has one of its own in the result. */
bool ax_gather_keeps(const ax_gather_numbers *numbers, int32_t operand_dim);

bool ax_ints_hold(ax_ints list, int64_t value);

ax_eval_fn ax_eval_gather;

#endif
