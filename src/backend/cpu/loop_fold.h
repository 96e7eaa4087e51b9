/* Folding in kernels: accumulators over lanes, and trees whose shape follows from counts alone. */
#ifndef AXMAP_BACKEND_CPU_LOOP_FOLD_H
#define AXMAP_BACKEND_CPU_LOOP_FOLD_H

#include "backend/cpu/loop_frame.h"

/* How the values of a fold node are combined: halves as f32. */
typedef struct ax_loop_fold {
    const ax_loop_node *node;
    const ax_op *op;
    ax_dtype dtype; /* of accumulators */
    ax_fold fold;   /* for its identity */
} ax_loop_fold;

ax_loop_fold ax_loop_fold_of(const ax_loop_node *node);

/* Bytes of an accumulator in memory. */
int64_t ax_loop_fold_bytes(const ax_loop_fold *fold);

LLVMValueRef ax_fold_emit_identity(ax_emitter *e, const ax_loop_fold *fold, int32_t lanes);
LLVMValueRef ax_fold_emit_both(ax_emitter *e, const ax_loop_fold *fold, int32_t lanes,
                               LLVMValueRef a, LLVMValueRef b);

/* ---- accumulators in registers ----
 *
 * Maximum and minimum of floats mind NaN and the signs of zeros, which takes six instructions. Integers of the
 * same bits have the order of floats of one sign, so three integers do it too, an instruction each: the
 * greatest as signed numbers, the least and the greatest as unsigned ones. These are the accumulator's parts;
 * other folds have one, the value. */
enum { AX_FOLD_MOST_PARTS = 3 };
int32_t ax_fold_parts(const ax_emitter *e, const ax_loop_fold *fold);
LLVMTypeRef ax_fold_part_type(ax_emitter *e, const ax_loop_fold *fold, int32_t lanes);
LLVMValueRef ax_fold_part_identity(ax_emitter *e, const ax_loop_fold *fold, int32_t part,
                                   int32_t lanes);
/* What a value adds to a part, and two of one part in one. */
LLVMValueRef ax_fold_part_of(ax_emitter *e, const ax_loop_fold *fold, int32_t lanes,
                             LLVMValueRef value);
LLVMValueRef ax_fold_part_both(ax_emitter *e, const ax_loop_fold *fold, int32_t part, int32_t lanes,
                               LLVMValueRef a, LLVMValueRef b);
/* All lanes in one: the upper half onto the lower one, until one is left. */
LLVMValueRef ax_fold_part_lanes(ax_emitter *e, const ax_loop_fold *fold, int32_t part,
                                int32_t lanes, LLVMValueRef value);
/* The value (a scalar) that the parts stand for, of at least one element. */
LLVMValueRef ax_fold_whole(ax_emitter *e, const ax_loop_fold *fold, const LLVMValueRef *parts);

/* ---- values ---- */

/* The node's value from all its elements: with the init, rounded where it is a half. */
LLVMValueRef ax_fold_emit_finish(ax_frame *frame, const ax_loop_fold *fold, LLVMValueRef total);

/* Accumulator `index` (i64) of an array of them. */
LLVMValueRef ax_fold_emit_load(ax_emitter *e, const ax_loop_fold *fold, int32_t lanes,
                               LLVMValueRef array, LLVMValueRef index);
void ax_fold_emit_store(ax_emitter *e, const ax_loop_fold *fold, int32_t lanes, LLVMValueRef array,
                        LLVMValueRef index, LLVMValueRef value, LLVMValueRef mask);

/* Folds `count` (an i64, 1 to `most`) rows of accumulators, `width` of each beside one another and rows `stride`
 * apart, into the first: neighbours by pairs, then pairs of those, and so on. Destroys the others. `width`
 * is a multiple of `lanes`. */
void ax_fold_emit_tree(ax_emitter *e, const ax_loop_fold *fold, LLVMValueRef array,
                       LLVMValueRef count, int64_t most, int64_t width, int64_t stride,
                       int32_t lanes);

#endif
