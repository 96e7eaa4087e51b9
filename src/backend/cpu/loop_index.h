/* Emitting index arithmetic: forms, symbols and conditions where a frame stands. Between the files that emit
 * the values of nodes. */
#ifndef AXMAP_BACKEND_CPU_LOOP_INDEX_H
#define AXMAP_BACKEND_CPU_LOOP_INDEX_H

#include "backend/cpu/loop_frame.h"

/* Remembers a value in its slot until it is forgotten. */
LLVMValueRef ax_frame_keep(ax_frame *frame, LLVMValueRef *slot, LLVMValueRef value);

/* Integers of `bits` over lanes: their type, one in all lanes, and first, first + step, ... */
LLVMTypeRef ax_index_type(const ax_frame *frame, int32_t bits, int32_t lanes);
LLVMValueRef ax_index_integer(const ax_frame *frame, int64_t value, int32_t bits, int32_t lanes);
LLVMValueRef ax_index_steps(const ax_frame *frame, int64_t first, int64_t step, int32_t bits);

/* Bits of integers that hold the values of the form, and differences of them: 32 or 64. */
int32_t ax_index_bits(const ax_frame *frame, const ax_form *form);

LLVMValueRef ax_index_scalar_symbol(ax_frame *frame, int32_t symbol);

/* The form for lane 0 (an i64), without symbols that vary in another way than by steps; what each lane
 * adds to that; and the form for each lane. */
LLVMValueRef ax_index_first_lane(ax_frame *frame, const ax_form *form);
LLVMValueRef ax_index_offsets(ax_frame *frame, const ax_form *form, int32_t bits);
LLVMValueRef ax_index_all_lanes(ax_frame *frame, const ax_form *form, int32_t bits);

/* Whether only the lane loop varies in it, so that lanes are equal steps apart. */
bool ax_index_is_stepped(const ax_frame *frame, const ax_form *form);

/* Where lanes stand, but for a multiple of `multiple` that is the same for all; 0: for nothing. */
typedef struct ax_known_lanes {
    int64_t multiple;
    int64_t values[64];
} ax_known_lanes;

/* False: quotients in the form differ between lanes by what is not known when the code is made. */
bool ax_index_know_lanes(const ax_frame *frame, const ax_form *form, ax_known_lanes *out);
/* The form for lane 0, all of it. */
LLVMValueRef ax_index_lane_zero(ax_frame *frame, const ax_form *form);

/* What is known of a condition, with those that it goes with, where the frame stands. */
typedef enum ax_truth { AX_NEVER, AX_SOMETIMES, AX_ALWAYS } ax_truth;
ax_truth ax_index_truth(const ax_frame *frame, int32_t condition);

/* A condition that is true sometimes, with those that it goes with: an i1, over lanes where it varies. */
bool ax_index_condition_varies(const ax_frame *frame, int32_t condition);
LLVMValueRef ax_index_condition(ax_frame *frame, int32_t condition);

#endif
