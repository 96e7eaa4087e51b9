#include "backend/cpu/matrix_emit.h"

#include <string.h>

LLVMTypeRef ax_matrix_scalar_type(ax_emitter *e, ax_dtype wide)
{
    switch (wide) {
    case AX_F32: return LLVMFloatTypeInContext(e->context);
    case AX_F64: return LLVMDoubleTypeInContext(e->context);
    case AX_I64: return LLVMInt64TypeInContext(e->context);
    default: return LLVMInt32TypeInContext(e->context);
    }
}

LLVMValueRef ax_matrix_at(ax_emitter *e, LLVMValueRef pointer, LLVMValueRef bytes)
{
    return LLVMBuildGEP2(e->builder, LLVMInt8TypeInContext(e->context), pointer, &bytes, 1, "");
}

LLVMValueRef ax_matrix_mask(ax_emitter *e, int32_t lanes, LLVMValueRef count)
{
    LLVMValueRef numbers[64];
    for (int32_t l = 0; l < lanes; l++)
        numbers[l] = ax_emit_i64(e, l);
    return LLVMBuildICmp(e->builder, LLVMIntSLT, LLVMConstVector(numbers, (unsigned)lanes),
                         ax_emit_splat(e, count, lanes), "");
}

static LLVMValueRef call(ax_emitter *e, const char *name, LLVMTypeRef *overloads, size_t noverloads,
                         LLVMValueRef *arguments, unsigned count)
{
    unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
    LLVMValueRef function = LLVMGetIntrinsicDeclaration(e->module, id, overloads, noverloads);
    LLVMTypeRef type = LLVMIntrinsicGetType(e->context, id, overloads, noverloads);
    return LLVMBuildCall2(e->builder, type, function, arguments, count, "");
}

static LLVMValueRef number(ax_emitter *e, int32_t value)
{
    return LLVMConstInt(LLVMInt32TypeInContext(e->context), (unsigned long long)value, false);
}

LLVMValueRef ax_matrix_load(ax_emitter *e, LLVMTypeRef vector, int32_t bytes, LLVMValueRef pointer,
                            LLVMValueRef mask)
{
    if (!mask) {
        LLVMValueRef value = LLVMBuildLoad2(e->builder, vector, pointer, "");
        LLVMSetAlignment(value, (unsigned)bytes);
        return value;
    }
    LLVMValueRef arguments[] = {pointer, number(e, bytes), mask, LLVMConstNull(vector)};
    return call(e, "llvm.masked.load", (LLVMTypeRef[]){vector, LLVMTypeOf(pointer)}, 2, arguments,
                4);
}

void ax_matrix_store(ax_emitter *e, int32_t bytes, LLVMValueRef value, LLVMValueRef pointer,
                     LLVMValueRef mask)
{
    if (!mask) {
        LLVMSetAlignment(LLVMBuildStore(e->builder, value, pointer), (unsigned)bytes);
        return;
    }
    LLVMValueRef arguments[] = {value, pointer, number(e, bytes), mask};
    call(e, "llvm.masked.store", (LLVMTypeRef[]){LLVMTypeOf(value), LLVMTypeOf(pointer)}, 2,
         arguments, 4);
}

void ax_matrix_prefetch(ax_emitter *e, LLVMValueRef pointer)
{
    enum { READ = 0, KEEP = 3, DATA = 1 };
    LLVMTypeRef type = LLVMTypeOf(pointer);
    LLVMValueRef arguments[] = {pointer, number(e, READ), number(e, KEEP), number(e, DATA)};
    call(e, "llvm.prefetch", &type, 1, arguments, 4);
}
