/* vmap in progress: what a batch rule sees, and the helpers that most rules are made of.
 *
 * vmap walks a graph in program order. Each value of the new graph is "mapped at axis k" or "not
 * mapped" (axis AX_NOT_MAPPED). An equation with no mapped operand is copied as it is; any other
 * is handed to its op's batch rule, which emits the batched form and records where the results
 * carry the batch axis. Collectives over the mapped axis get their rule called in any case.
 */
#ifndef AXMAP_OPS_BATCHING_H
#define AXMAP_OPS_BATCHING_H

#include "ir/builder.h"

enum { AX_NOT_MAPPED = -1 };

typedef struct ax_batched {
    ax_value value;
    int32_t axis; /* of the batch dimension in `value`, or AX_NOT_MAPPED */
} ax_batched;

typedef struct ax_batching {
    ax_builder *builder;   /* of the new graph */
    int64_t size;          /* of the batch axis; 0 is a size like any other */
    const char *axis_name; /* what collectives call it, or NULL */
    ax_batched *values;    /* by id of the var in the old graph */
    /* vmap of a region, for ops whose regions see batches (transform/vmap.h: ax_vmap_inline). */
    void (*inline_region)(ax_builder *builder, const ax_graph *region, const ax_batched *inputs,
                          int64_t size, const char *axis_name, ax_batched *outputs);
} ax_batching;

/* The operand in the new graph, wherever its batch axis is. */
ax_batched ax_batch_operand(const ax_batching *batching, const ax_eqn *eqn, int32_t index);

/* The operand with its batch axis moved to `axis` (a position in the batched value); one that is
 * not mapped is broadcast along a new dimension there. */
ax_value ax_batch_operand_at(ax_batching *batching, const ax_eqn *eqn, int32_t index, int32_t axis);

/* A value with its batch axis moved to `axis`, or broadcast there. */
ax_value ax_batch_move(ax_batching *batching, ax_batched operand, int32_t axis,
                       ax_location location);

/* Whether any operand of `eqn` is mapped. */
bool ax_batch_any_mapped(const ax_batching *batching, const ax_eqn *eqn);

/* Records the results of `eqn`: one value each (eqn->nresults), all with the batch at `axis`. */
void ax_batch_results(ax_batching *batching, const ax_eqn *eqn, const ax_value *results,
                      int32_t axis);

/* Emits `eqn`'s op on other operands and attributes (its regions kept) and records its results
 * with the batch at `axis`: how most rules end. */
void ax_batch_emit(ax_batching *batching, const ax_eqn *eqn, const ax_value *operands,
                   const ax_attr *attrs, int32_t nattrs, int32_t axis);

/* `type` with the batch dimension at `axis`. False, with the error pending, when an array cannot have
 * so many dimensions. */
bool ax_batch_insert_dim(ax_batching *batching, const ax_eqn *eqn, const ax_type *type,
                         int32_t axis, ax_type *out_type);

/* Dims lists under a new dimension: every dimension >= axis moves up by one; and such a list with
 * `axis` itself put in front. In the builder's arena; values NULL after an error. */
ax_ints ax_ints_shifted(ax_builder *builder, ax_ints dims, int32_t axis);
ax_ints ax_ints_inserted(ax_builder *builder, ax_ints list, int32_t position, int64_t value);

#endif
