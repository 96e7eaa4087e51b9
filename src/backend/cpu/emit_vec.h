/* Arithmetic on vectors of lanes, for the files that emit elementwise ops: short names for what the builder
 * of LLVM spells out. Only the emit_*.c files include this.
 */
#ifndef AXMAP_BACKEND_CPU_EMIT_VEC_H
#define AXMAP_BACKEND_CPU_EMIT_VEC_H

#include "backend/cpu/emit.h"

/* What is computed in: vectors of one dtype, and the integers of its width. Halves are computed in f32, so
 * `dtype` is no half. Where lanes is 1 all are scalars. */
typedef struct ax_vec {
    ax_emitter *e;
    ax_dtype dtype;
    int32_t lanes, width; /* bits of an element; 1 of a bool */
    LLVMTypeRef type, integer;
} ax_vec;

ax_vec ax_vec_of(ax_emitter *e, ax_dtype dtype, int32_t lanes);

/* `width` bits of integer, over lanes. */
LLVMTypeRef ax_vec_int_type(ax_emitter *e, int32_t width, int32_t lanes);

/* Constants: of the floating type, and of the integers as wide. */
LLVMValueRef ax_vec_real(const ax_vec *v, double value);
LLVMValueRef ax_vec_int(const ax_vec *v, int64_t value);

/* a * b + c, rounded once where the CPU does that, else twice. */
LLVMValueRef ax_vec_mad(const ax_vec *v, LLVMValueRef a, LLVMValueRef b, LLVMValueRef c);

/* c[0] + c[1] x + ... by Horner's rule. */
LLVMValueRef ax_vec_polynomial(const ax_vec *v, LLVMValueRef x, const double *coefficients,
                               int32_t count);

/* An intrinsic of one or two operands of the vector's type. */
LLVMValueRef ax_vec_call(const ax_vec *v, const char *intrinsic, LLVMValueRef a, LLVMValueRef b);

/* Whether a value is one constant in all lanes, and no NaN; which. */
bool ax_vec_constant_real(LLVMValueRef value, double *out_constant);

/* value * 2^n for whole n (a real number), rounded once: one instruction, where the CPU has it. */
bool ax_emit_has_scale(const ax_emitter *e);
LLVMValueRef ax_emit_scale(const ax_vec *v, LLVMValueRef value, LLVMValueRef n);

/* ---- halves (emit_half.c) ---- */

/* f32 to the nearest value of the half, still in f32. NaN stays NaN. */
LLVMValueRef ax_emit_half_round(ax_emitter *e, ax_dtype half, int32_t lanes, LLVMValueRef value);
/* The bits (i16) of halves from f32 that hold their values, and back. */
LLVMValueRef ax_emit_half_bits(ax_emitter *e, ax_dtype half, int32_t lanes, LLVMValueRef value);
LLVMValueRef ax_emit_half_value(ax_emitter *e, ax_dtype half, int32_t lanes, LLVMValueRef bits);

/* ---- short names ---- */

#define AX_VEC_BINARY(name, Build)                                                   \
    static inline LLVMValueRef name(const ax_vec *v, LLVMValueRef a, LLVMValueRef b) \
    {                                                                                \
        return LLVMBuild##Build(v->e->builder, a, b, "");                            \
    }
AX_VEC_BINARY(fadd, FAdd)
AX_VEC_BINARY(fsub, FSub)
AX_VEC_BINARY(fmul, FMul)
AX_VEC_BINARY(fdiv, FDiv)
AX_VEC_BINARY(iadd, Add)
AX_VEC_BINARY(isub, Sub)
AX_VEC_BINARY(imul, Mul)
AX_VEC_BINARY(iand, And)
AX_VEC_BINARY(ior, Or)
AX_VEC_BINARY(ixor, Xor)
AX_VEC_BINARY(ishl, Shl)
AX_VEC_BINARY(ilshr, LShr)
AX_VEC_BINARY(iashr, AShr)
#undef AX_VEC_BINARY

static inline LLVMValueRef fneg(const ax_vec *v, LLVMValueRef a)
{
    return LLVMBuildFNeg(v->e->builder, a, "");
}

static inline LLVMValueRef pick(const ax_vec *v, LLVMValueRef which, LLVMValueRef a, LLVMValueRef b)
{
    return LLVMBuildSelect(v->e->builder, which, a, b, "");
}

static inline LLVMValueRef fcmp(const ax_vec *v, LLVMRealPredicate is, LLVMValueRef a,
                                LLVMValueRef b)
{
    return LLVMBuildFCmp(v->e->builder, is, a, b, "");
}

static inline LLVMValueRef icmp(const ax_vec *v, LLVMIntPredicate is, LLVMValueRef a,
                                LLVMValueRef b)
{
    return LLVMBuildICmp(v->e->builder, is, a, b, "");
}

static inline LLVMValueRef as_int(const ax_vec *v, LLVMValueRef a)
{
    return LLVMBuildBitCast(v->e->builder, a, v->integer, "");
}

static inline LLVMValueRef as_real(const ax_vec *v, LLVMValueRef a)
{
    return LLVMBuildBitCast(v->e->builder, a, v->type, "");
}

#endif
