/* value * 2^n by AVX-512's instruction, which knows subnormal results and infinite ones. LLVM has it as a function
 * of each width of registers, so wider vectors are cut and put together. */
#include "backend/cpu/emit_vec.h"

#include <string.h>

enum { REGISTER_BITS = 512 };

bool ax_emit_has_scale(const ax_emitter *e)
{
    return e->vector_bytes * 8 == REGISTER_BITS;
}

/* Lanes [from, from + count) of a, or of a and b one after another. */
static LLVMValueRef lanes_of(const ax_vec *v, LLVMValueRef a, LLVMValueRef b, int32_t from,
                             int32_t count)
{
    LLVMValueRef indices[128];
    LLVMTypeRef i32 = LLVMInt32TypeInContext(v->e->context);
    for (int32_t i = 0; i < count; i++)
        indices[i] = LLVMConstInt(i32, (unsigned)(from + i), false);
    return LLVMBuildShuffleVector(v->e->builder, a, b, LLVMConstVector(indices, (unsigned)count),
                                  "");
}

static LLVMValueRef poison(LLVMValueRef like)
{
    return LLVMGetPoison(LLVMTypeOf(like));
}

static LLVMValueRef scale_register(const ax_vec *v, LLVMValueRef value, LLVMValueRef n)
{
    static const char *const names[2][3] = {
        {"llvm.x86.avx512.mask.scalef.ps.128", "llvm.x86.avx512.mask.scalef.ps.256",
         "llvm.x86.avx512.mask.scalef.ps.512"},
        {"llvm.x86.avx512.mask.scalef.pd.128", "llvm.x86.avx512.mask.scalef.pd.256",
         "llvm.x86.avx512.mask.scalef.pd.512"},
    };
    int32_t bits = v->lanes * v->width;
    const char *name = names[v->width == 64][bits == 512 ? 2 : bits == 256 ? 1 : 0];
    ax_emitter *e = v->e;
    unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
    LLVMValueRef function = LLVMGetIntrinsicDeclaration(e->module, id, NULL, 0);
    LLVMTypeRef type = LLVMIntrinsicGetType(e->context, id, NULL, 0);
    LLVMTypeRef mask = LLVMIntTypeInContext(e->context, v->lanes < 8 ? 8 : (unsigned)v->lanes);
    LLVMValueRef arguments[] = {value, n, poison(value), LLVMConstAllOnes(mask),
                                LLVMConstInt(LLVMInt32TypeInContext(e->context), 4, false)};
    return LLVMBuildCall2(e->builder, type, function, arguments, bits == 512 ? 5 : 4, "");
}

LLVMValueRef ax_emit_scale(const ax_vec *v, LLVMValueRef value, LLVMValueRef n)
{
    int32_t bits = v->lanes * v->width;
    if (bits == 128 || bits == 256 || bits == 512)
        return scale_register(v, value, n);
    if (bits < 128) {
        ax_vec wide = ax_vec_of(v->e, v->dtype, 128 / v->width);
        LLVMValueRef zero = ax_emit_i64(v->e, 0), blank = LLVMGetPoison(wide.type);
        if (v->lanes > 1) {
            LLVMValueRef result = ax_emit_scale(&wide,
                                                lanes_of(v, value, poison(value), 0, wide.lanes),
                                                lanes_of(v, n, poison(n), 0, wide.lanes));
            return lanes_of(v, result, poison(result), 0, v->lanes);
        }
        LLVMValueRef result = scale_register(
            &wide, LLVMBuildInsertElement(v->e->builder, blank, value, zero, ""),
            LLVMBuildInsertElement(v->e->builder, blank, n, zero, ""));
        return LLVMBuildExtractElement(v->e->builder, result, zero, "");
    }
    ax_vec half = ax_vec_of(v->e, v->dtype, v->lanes / 2);
    LLVMValueRef parts[2];
    for (int32_t i = 0; i < 2; i++) {
        parts[i] = ax_emit_scale(&half,
                                 lanes_of(v, value, poison(value), i * half.lanes, half.lanes),
                                 lanes_of(v, n, poison(n), i * half.lanes, half.lanes));
    }
    return lanes_of(v, parts[0], parts[1], 0, v->lanes);
}
