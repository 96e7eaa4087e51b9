/* A fusion: equations that one kernel computes, without storing what lies between them.
 *
 * It is an equation like any other, of the op `fusion`, with one region: the region's inputs stand for
 * the operands, its outputs for the results. It is made by ax_fuse, after every transform, and never
 * batched; its evaluation runs the region equation by equation. The attribute `fusion` says which kind
 * of kernel it asks for, and with it what may stand in the region:
 *
 * AX_FUSION_LOOP   All results have the same number of elements, in the same order (reshapes may lie
 *     between them); each element is computed from elements of the operands at places that follow from
 *     its own. In the region: elementwise ops, constant, iota, broadcast_in_dim, reshape, transpose, slice,
 *     reverse, pad, concatenate, dynamic_slice.
 *
 * AX_FUSION_ROWS   The domain is the dims of the first `reduce`'s operand; the dims that it reduces are
 *     its last ones, at least one, and together they are the row. In the region: what a loop may have, and
 *     `reduce` of one operand by a known fold (ax_fold_find) with a constant init over exactly the row of
 *     a value that has the domain's dims. What is computed from a reduced value uses it at its own
 *     outer index (broadcast along the row, reshapes that add or drop dims of 1, elementwise). Results
 *     have the domain's dims or the outer dims (up to dims of 1). Operands are read at any place.
 *     Softmax and layer norm are one such kernel; so is a plain reduction of the last dims.
 *
 * AX_FUSION_COLUMNS   One or several `reduce`s of the same operand dims over the same dims, where the
 *     last dim is kept: loops produce their operands, and what is computed from the reduced values has
 *     their dims. Results have the reduced dims.
 *
 * AX_FUSION_PRODUCT   One dot_general or convolution, then a loop over elements of its result (the
 *     epilogue), whose results have as many elements in the same order. Where a backend has its rhs packed
 *     beforehand (backend/cpu/packing.h), `unpack` stands before it, and there may be no epilogue.
 *
 * AX_FUSION_SLABS   Equations, fusions among them, that compute along the first `k` dimensions of all
 *     results independently (compile/slab.h): they run one after the other for each index there, so that
 *     what lies between them stays in the cache. The attribute `k` goes with this kind alone.
 */
#ifndef AXMAP_COMPILE_FUSION_H
#define AXMAP_COMPILE_FUSION_H

#include "ir/op.h"

typedef enum ax_fusion_kind {
    AX_FUSION_LOOP,
    AX_FUSION_ROWS,
    AX_FUSION_COLUMNS,
    AX_FUSION_PRODUCT,
    AX_FUSION_SLABS
} ax_fusion_kind;

extern const ax_op ax_op_fusion;

static inline ax_fusion_kind ax_fusion_kind_of(const ax_eqn *fusion)
{
    return (ax_fusion_kind)ax_eqn_int(fusion, AX_ATTR_FUSION);
}

const char *ax_fusion_kind_name(ax_fusion_kind kind);

/* Whether result `result` may be written where operand `operand` lies: they have elements of one type,
 * as many, and no element of the operand is read after an element of the result at another place could have been
 * written. */
bool ax_fusion_may_overwrite(const ax_eqn *fusion, int32_t operand, int32_t result);

#endif
