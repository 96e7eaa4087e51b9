#include "backend/cpu/emit.h"

#include <stdio.h>
#include <string.h>

LLVMValueRef ax_emit_i64(ax_emitter *e, int64_t value)
{
    return LLVMConstInt(LLVMInt64TypeInContext(e->context), (unsigned long long)value, true);
}

static void add_attribute(ax_emitter *e, LLVMValueRef function, const char *key, const char *value)
{
    LLVMAttributeRef attribute = LLVMCreateStringAttribute(e->context, key, (unsigned)strlen(key),
                                                           value, (unsigned)strlen(value));
    LLVMAddAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, attribute);
}

static void add_enum_attribute(ax_emitter *e, LLVMValueRef function, const char *name)
{
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    LLVMAddAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                            LLVMCreateEnumAttribute(e->context, kind, 0));
}

LLVMValueRef ax_emit_function(ax_emitter *e, const char *name, LLVMTypeRef type)
{
    LLVMValueRef function = LLVMAddFunction(e->module, name, type);
    char bits[16];
    snprintf(bits, sizeof bits, "%d", (int)(e->vector_bytes * 8));
    add_attribute(e, function, "prefer-vector-width", bits);
    add_attribute(e, function, "min-legal-vector-width", bits);
    add_enum_attribute(e, function, "nounwind");
    e->function = function;
    LLVMPositionBuilderAtEnd(e->builder,
                             LLVMAppendBasicBlockInContext(e->context, function, "entry"));
    return function;
}

ax_emit_loop ax_emit_loop_begin(ax_emitter *e, LLVMValueRef begin, LLVMValueRef end,
                                LLVMValueRef step)
{
    ax_emit_loop loop = {.step = step};
    LLVMBasicBlockRef before = LLVMGetInsertBlock(e->builder);
    loop.header = LLVMAppendBasicBlockInContext(e->context, e->function, "loop");
    loop.body = LLVMAppendBasicBlockInContext(e->context, e->function, "body");
    loop.after = LLVMAppendBasicBlockInContext(e->context, e->function, "after");
    LLVMBuildBr(e->builder, loop.header);
    LLVMPositionBuilderAtEnd(e->builder, loop.header);
    loop.index = LLVMBuildPhi(e->builder, LLVMInt64TypeInContext(e->context), "i");
    LLVMAddIncoming(loop.index, &begin, &before, 1);
    LLVMValueRef more = LLVMBuildICmp(e->builder, LLVMIntSLT, loop.index, end, "");
    LLVMBuildCondBr(e->builder, more, loop.body, loop.after);
    LLVMPositionBuilderAtEnd(e->builder, loop.body);
    return loop;
}

void ax_emit_loop_end(ax_emitter *e, ax_emit_loop *loop)
{
    LLVMValueRef next = LLVMBuildNSWAdd(e->builder, loop->index, loop->step, "");
    LLVMBasicBlockRef last = LLVMGetInsertBlock(e->builder);
    LLVMBuildBr(e->builder, loop->header);
    LLVMAddIncoming(loop->index, &next, &last, 1);
    LLVMPositionBuilderAtEnd(e->builder, loop->after);
}

LLVMValueRef ax_emit_local(ax_emitter *e, LLVMTypeRef type)
{
    LLVMBasicBlockRef here = LLVMGetInsertBlock(e->builder);
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(e->function);
    LLVMValueRef first = LLVMGetFirstInstruction(entry);
    if (first)
        LLVMPositionBuilderBefore(e->builder, first);
    else
        LLVMPositionBuilderAtEnd(e->builder, entry);
    LLVMValueRef local = LLVMBuildAlloca(e->builder, type, "");
    LLVMPositionBuilderAtEnd(e->builder, here);
    return local;
}

LLVMValueRef ax_emit_splat(ax_emitter *e, LLVMValueRef scalar, int32_t lanes)
{
    if (lanes == 1)
        return scalar;
    LLVMTypeRef type = LLVMVectorType(LLVMTypeOf(scalar), (unsigned)lanes);
    LLVMTypeRef i32 = LLVMInt32TypeInContext(e->context);
    LLVMValueRef one = LLVMBuildInsertElement(e->builder, LLVMGetPoison(type), scalar,
                                              LLVMConstInt(i32, 0, false), "");
    return LLVMBuildShuffleVector(e->builder, one, LLVMGetPoison(type),
                                  LLVMConstNull(LLVMVectorType(i32, (unsigned)lanes)), "");
}

LLVMValueRef ax_emit_intrinsic(ax_emitter *e, const char *name, LLVMValueRef *arguments,
                               int32_t count)
{
    LLVMTypeRef overload = LLVMTypeOf(arguments[0]);
    unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
    LLVMValueRef function = LLVMGetIntrinsicDeclaration(e->module, id, &overload, 1);
    LLVMTypeRef type = LLVMIntrinsicGetType(e->context, id, &overload, 1);
    return LLVMBuildCall2(e->builder, type, function, arguments, (unsigned)count, "");
}
