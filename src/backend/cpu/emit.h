/* Writing kernels: what every generator of IR shares.
 *
 * A *value* in a kernel is a vector of `lanes` elements of one dtype, or a scalar where lanes is 1. In
 * registers a bool is i1, f16 and bf16 are f32 that hold a half's value, complex numbers are integers of
 * their bits (they are only moved), everything else is itself; in memory a bool is a byte. Nothing is
 * contracted or reordered: an fma stands where it is written.
 */
#ifndef AXMAP_BACKEND_CPU_EMIT_H
#define AXMAP_BACKEND_CPU_EMIT_H

#include "ir/graph.h"

#include <llvm-c/Core.h>

typedef struct ax_emitter {
    LLVMContextRef context;
    LLVMModuleRef module;
    LLVMBuilderRef builder;
    LLVMValueRef function; /* the one being written */
    int32_t vector_bytes;  /* of a register: 16, 32 or 64 */
    bool has_fma;          /* llvm.fma is one instruction; else it is a call, exact and slow */
} ax_emitter;

/* ---- functions (emit.c) ---- */

/* Begins a function of this type that other code may call; the builder stands in its entry block. Sets
 * what the whole house's code needs: the CPU's vectors, no frame for exceptions. */
LLVMValueRef ax_emit_function(ax_emitter *e, const char *name, LLVMTypeRef type);

/* A loop `for (i = begin; i < end; i += step)` of i64: begins it and gives i; the builder stands in the
 * body. ax_emit_loop_end closes it, the builder stands behind it. `begin`, `end` and `step` are i64;
 * nothing runs when begin >= end. */
typedef struct ax_emit_loop {
    LLVMValueRef index;
    LLVMBasicBlockRef header, body, after;
    LLVMValueRef step;
} ax_emit_loop;
ax_emit_loop ax_emit_loop_begin(ax_emitter *e, LLVMValueRef begin, LLVMValueRef end,
                                LLVMValueRef step);
void ax_emit_loop_end(ax_emitter *e, ax_emit_loop *loop);

/* Memory for one value of this type, which the passes turn into registers: stores and loads of it stand for
 * what loops carry along. Made at the function's entry, wherever the builder stands. */
LLVMValueRef ax_emit_local(ax_emitter *e, LLVMTypeRef type);

LLVMValueRef ax_emit_i64(ax_emitter *e, int64_t value);
LLVMValueRef ax_emit_splat(ax_emitter *e, LLVMValueRef scalar, int32_t lanes);
/* A call of an overloaded intrinsic, e.g. "llvm.fma" on the type of the first argument. */
LLVMValueRef ax_emit_intrinsic(ax_emitter *e, const char *name, LLVMValueRef *arguments,
                               int32_t count);

/* ---- elements (emit_element.c and the files beside it) ---- */

/* The type in registers of `lanes` elements; and the type in memory of one. */
LLVMTypeRef ax_emit_type(ax_emitter *e, ax_dtype dtype, int32_t lanes);
LLVMTypeRef ax_emit_memory_type(ax_emitter *e, ax_dtype dtype);

/* A constant from the bytes of an element as a literal holds it. */
LLVMValueRef ax_emit_element(ax_emitter *e, ax_dtype dtype, const void *element, int32_t lanes);

/* Neighbouring elements from and to memory (a pointer to the first; any alignment). `mask`: i1 of lanes,
 * or NULL for all; masked-off lanes touch no memory and load as 0. */
LLVMValueRef ax_emit_load(ax_emitter *e, ax_dtype dtype, int32_t lanes, LLVMValueRef pointer,
                          LLVMValueRef mask);
void ax_emit_store(ax_emitter *e, ax_dtype dtype, int32_t lanes, LLVMValueRef pointer,
                   LLVMValueRef value, LLVMValueRef mask);

/* Elements `step` apart, 1 or more, from a pointer to the first; nothing behind the last is touched. */
LLVMValueRef ax_emit_load_apart(ax_emitter *e, ax_dtype dtype, int32_t lanes, int64_t step,
                                LLVMValueRef pointer);

/* Elements at pointer + offsets[lane] (i64 or i32 of lanes, counted in elements). */
LLVMValueRef ax_emit_gather(ax_emitter *e, ax_dtype dtype, int32_t lanes, LLVMValueRef pointer,
                            LLVMValueRef offsets, LLVMValueRef mask);

/* The other way; no two lanes that count may have one place. */
void ax_emit_scatter(ax_emitter *e, ax_dtype dtype, int32_t lanes, LLVMValueRef pointer,
                     LLVMValueRef offsets, LLVMValueRef value, LLVMValueRef mask);

/* Whether an elementwise equation can be emitted, by its op and dtypes; fusion asks the same question
 * (compile/fusable.h keeps the answer without LLVM; a test holds the two together). */
bool ax_emit_op_known(const ax_eqn *eqn);

/* The result of an elementwise equation (compare, select, clamp, convert, bitcast_convert of equal widths
 * and reduce_precision too) on values of its operands. Predicates of select and bounds of clamp are already
 * spread over the lanes. The same bits as any other number of lanes gives. The builder may stand in another block
 * afterwards. */
LLVMValueRef ax_emit_op(ax_emitter *e, const ax_eqn *eqn, int32_t lanes,
                        const LLVMValueRef *operands);

/* The op named so on values of one dtype, for generators that have no equation at hand: "add",
 * "maximum", "exponential". */
LLVMValueRef ax_emit_op_named(ax_emitter *e, const ax_op *op, ax_dtype dtype, int32_t lanes,
                              const LLVMValueRef *operands);

#endif
