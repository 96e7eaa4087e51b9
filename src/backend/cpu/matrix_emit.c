#include "backend/cpu/matrix_emit.h"

#include "backend/cpu/emit_vec.h"

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

static void prefetch(ax_emitter *e, LLVMValueRef pointer, int32_t nearness)
{
    enum { READ = 0, DATA = 1 };
    LLVMTypeRef type = LLVMTypeOf(pointer);
    LLVMValueRef arguments[] = {pointer, number(e, READ), number(e, nearness), number(e, DATA)};
    call(e, "llvm.prefetch", &type, 1, arguments, 4);
}

void ax_matrix_prefetch(ax_emitter *e, LLVMValueRef pointer)
{
    prefetch(e, pointer, 3);
}

void ax_matrix_prefetch_far(ax_emitter *e, LLVMValueRef pointer)
{
    prefetch(e, pointer, 2);
}

LLVMValueRef ax_matrix_load_wide(ax_emitter *e, ax_dtype element, int32_t lanes,
                                 LLVMValueRef pointer, LLVMValueRef mask)
{
    LLVMValueRef value = ax_emit_load(e, element, lanes, pointer, mask);
    if (ax_dtype_is_float(element) || ax_dtype_bytes(element) >= 4)
        return value;
    return LLVMBuildZExt(e->builder, value, ax_vec_int_type(e, 32, lanes), "");
}

void ax_matrix_store_narrow(ax_emitter *e, ax_dtype element, int32_t lanes, LLVMValueRef value,
                            LLVMValueRef pointer, LLVMValueRef mask)
{
    if (element == AX_BF16)
        value = ax_emit_half_round(e, element, lanes, value);
    else if (!ax_dtype_is_float(element) && ax_dtype_bytes(element) < 4)
        value = LLVMBuildTrunc(e->builder, value, ax_emit_type(e, element, lanes), "");
    ax_emit_store(e, element, lanes, pointer, value, mask);
}

LLVMValueRef ax_matrix_multiply_add(ax_emitter *e, ax_dtype wide, LLVMValueRef a, LLVMValueRef b,
                                    LLVMValueRef sum)
{
    if (!ax_dtype_is_float(wide))
        return LLVMBuildAdd(e->builder, sum, LLVMBuildMul(e->builder, a, b, ""), "");
    if (e->has_fma)
        return ax_emit_intrinsic(e, "llvm.fma", (LLVMValueRef[]){a, b, sum}, 3);
    return LLVMBuildFAdd(e->builder, sum, LLVMBuildFMul(e->builder, a, b, ""), "");
}

/* ---- squares ---- */

/* One of two rows of a square after its blocks off the diagonal have been exchanged. */
static LLVMValueRef exchange(ax_emitter *e, int32_t lanes, LLVMValueRef x, LLVMValueRef y,
                             int32_t block, bool lower)
{
    LLVMValueRef from[64];
    for (int32_t l = 0; l < lanes; l++) {
        int32_t lane = l & block ? lanes + (lower ? l : l - block) : (lower ? l + block : l);
        from[l] = number(e, lane);
    }
    return LLVMBuildShuffleVector(e->builder, x, y, LLVMConstVector(from, (unsigned)lanes), "");
}

/* Blocks of every size are exchanged across the diagonal. */
void ax_matrix_turn(ax_emitter *e, int32_t lanes, LLVMValueRef *rows)
{
    for (int32_t block = lanes / 2; block > 0; block /= 2) {
        for (int32_t r = 0; r < lanes; r++) {
            if (r & block)
                continue;
            LLVMValueRef x = rows[r], y = rows[r + block];
            rows[r] = exchange(e, lanes, x, y, block, false);
            rows[r + block] = exchange(e, lanes, x, y, block, true);
        }
    }
}
