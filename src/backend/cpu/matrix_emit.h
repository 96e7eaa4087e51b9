/* What the writers of tiles and of moves share. */
#ifndef AXMAP_BACKEND_CPU_MATRIX_EMIT_H
#define AXMAP_BACKEND_CPU_MATRIX_EMIT_H

#include "backend/cpu/emit.h"
#include "backend/cpu/matrix_code.h"

/* Of a wide type. */
LLVMTypeRef ax_matrix_scalar_type(ax_emitter *e, ax_dtype wide);

/* `bytes` (i64) behind a pointer. */
LLVMValueRef ax_matrix_at(ax_emitter *e, LLVMValueRef pointer, LLVMValueRef bytes);

/* i1 of lanes: those before `count` (i64). */
LLVMValueRef ax_matrix_mask(ax_emitter *e, int32_t lanes, LLVMValueRef count);

/* A vector at a pointer aligned to `bytes`. `mask`: i1 of its lanes, or NULL for all; the others touch no
 * memory and load as 0. */
LLVMValueRef ax_matrix_load(ax_emitter *e, LLVMTypeRef vector, int32_t bytes, LLVMValueRef pointer,
                            LLVMValueRef mask);
void ax_matrix_store(ax_emitter *e, int32_t bytes, LLVMValueRef value, LLVMValueRef pointer,
                     LLVMValueRef mask);

/* Neighbouring elements as a vector of the wide type, and back: halves are rounded once, integers keep their
 * low bits. */
LLVMValueRef ax_matrix_load_wide(ax_emitter *e, ax_dtype element, int32_t lanes,
                                 LLVMValueRef pointer, LLVMValueRef mask);
void ax_matrix_store_narrow(ax_emitter *e, ax_dtype element, int32_t lanes, LLVMValueRef value,
                            LLVMValueRef pointer, LLVMValueRef mask);

/* The next sum of a chain: a * b + sum, fused where the CPU does that. */
LLVMValueRef ax_matrix_multiply_add(ax_emitter *e, ax_dtype wide, LLVMValueRef a, LLVMValueRef b,
                                    LLVMValueRef sum);

/* A copy or a transposition of wide elements, of 4 or 8 bytes (matrix_bytes.c). */
ax_matrix_move_fn *ax_matrix_move_bytes(int64_t element_bytes, ax_matrix_move move);

/* Turns a square of `lanes` vectors. */
void ax_matrix_turn(ax_emitter *e, int32_t lanes, LLVMValueRef *rows);

/* Asks for the line at a pointer, which need not be valid, to come into the first cache, or no nearer than the
 * second. */
void ax_matrix_prefetch(ax_emitter *e, LLVMValueRef pointer);
void ax_matrix_prefetch_far(ax_emitter *e, LLVMValueRef pointer);

#endif
