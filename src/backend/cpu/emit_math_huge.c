/* Calls backend/cpu/huge_angle.h from generated code. */
#include "backend/cpu/emit_trig.h"

static LLVMValueRef place(ax_emitter *e, LLVMValueRef base, LLVMValueRef index)
{
    return LLVMBuildGEP2(e->builder, LLVMInt64TypeInContext(e->context), base, &index, 1, "");
}

/* Memory of the function's frame for some arrays of a vector's elements, asked for where it begins. */
static LLVMValueRef emit_frame(const ax_vec *v, int32_t arrays)
{
    LLVMBuilderRef b = v->e->builder;
    LLVMBasicBlockRef here = LLVMGetInsertBlock(b);
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(v->e->function);
    LLVMValueRef first = LLVMGetFirstInstruction(entry);
    if (first)
        LLVMPositionBuilderBefore(b, first);
    else
        LLVMPositionBuilderAtEnd(b, entry);
    LLVMTypeRef type = LLVMArrayType2(LLVMDoubleTypeInContext(v->e->context),
                                      (uint64_t)(arrays * v->lanes));
    LLVMValueRef frame = LLVMBuildAlloca(b, type, "");
    LLVMPositionBuilderAtEnd(b, here);
    return frame;
}

static LLVMValueRef load_array(const ax_vec *v, LLVMTypeRef type, LLVMValueRef block, int32_t array)
{
    LLVMValueRef at = place(v->e, block, ax_emit_i64(v->e, (int64_t)array * v->lanes));
    LLVMValueRef load = LLVMBuildLoad2(v->e->builder, type, at, "");
    LLVMSetAlignment(load, 8);
    return load;
}

void ax_math_reduce_huge(const ax_vec *v, LLVMValueRef x, ax_math_angle *out_angle)
{
    static const char name[] = "ax_huge_angles";
    ax_emitter *e = v->e;
    LLVMTypeRef parameters[] = {LLVMPointerTypeInContext(e->context, 0),
                                LLVMInt64TypeInContext(e->context)};
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(e->context), parameters, 2, false);
    LLVMValueRef function = LLVMGetNamedFunction(e->module, name);
    if (!function)
        function = LLVMAddFunction(e->module, name, type);
    LLVMValueRef block = emit_frame(v, 4);
    LLVMSetAlignment(LLVMBuildStore(e->builder, x, block), 8);
    LLVMValueRef arguments[] = {block, ax_emit_i64(e, v->lanes)};
    LLVMBuildCall2(e->builder, type, function, arguments, 2, "");
    out_angle->r = load_array(v, v->type, block, 1);
    out_angle->low = load_array(v, v->type, block, 2);
    out_angle->n = load_array(v, v->integer, block, 3);
}
