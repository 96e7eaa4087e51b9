/* Elements in registers and in memory. */
#include "backend/cpu/emit.h"
#include "backend/cpu/emit_vec.h"

#include <string.h>

static LLVMTypeRef over_lanes(LLVMTypeRef element, int32_t lanes)
{
    return lanes == 1 ? element : LLVMVectorType(element, (unsigned)lanes);
}

LLVMTypeRef ax_vec_int_type(ax_emitter *e, int32_t width, int32_t lanes)
{
    return over_lanes(LLVMIntTypeInContext(e->context, (unsigned)width), lanes);
}

/* Bits of an element in memory. */
static int32_t width_of(ax_dtype dtype)
{
    return (int32_t)ax_dtype_bytes(dtype) * 8;
}

LLVMTypeRef ax_emit_memory_type(ax_emitter *e, ax_dtype dtype)
{
    if (dtype == AX_F32)
        return LLVMFloatTypeInContext(e->context);
    if (dtype == AX_F64)
        return LLVMDoubleTypeInContext(e->context);
    return LLVMIntTypeInContext(e->context, (unsigned)width_of(dtype));
}

LLVMTypeRef ax_emit_type(ax_emitter *e, ax_dtype dtype, int32_t lanes)
{
    if (dtype == AX_BOOL)
        return over_lanes(LLVMInt1TypeInContext(e->context), lanes);
    return over_lanes(ax_emit_memory_type(e, ax_dtype_is_half(dtype) ? AX_F32 : dtype), lanes);
}

/* ---- between registers and memory ---- */

static LLVMValueRef from_memory(ax_emitter *e, ax_dtype dtype, int32_t lanes, LLVMValueRef value)
{
    if (dtype == AX_BOOL)
        return LLVMBuildTrunc(e->builder, value, ax_emit_type(e, dtype, lanes), "");
    if (ax_dtype_is_half(dtype))
        return ax_emit_half_value(e, dtype, lanes, value);
    return value;
}

static LLVMValueRef to_memory(ax_emitter *e, ax_dtype dtype, int32_t lanes, LLVMValueRef value)
{
    if (dtype == AX_BOOL)
        return LLVMBuildZExt(e->builder, value, ax_vec_int_type(e, 8, lanes), "");
    if (ax_dtype_is_half(dtype))
        return ax_emit_half_bits(e, dtype, lanes, value);
    return value;
}

LLVMValueRef ax_emit_element(ax_emitter *e, ax_dtype dtype, const void *element, int32_t lanes)
{
    uint64_t words[2] = {0, 0};
    memcpy(words, element, (size_t)ax_dtype_bytes(dtype));
    unsigned width = (unsigned)width_of(dtype);
    LLVMTypeRef integer = LLVMIntTypeInContext(e->context, width);
    LLVMValueRef value = LLVMConstIntOfArbitraryPrecision(integer, (width + 63) / 64, words);
    value = LLVMConstBitCast(value, ax_emit_memory_type(e, dtype));
    return ax_emit_splat(e, from_memory(e, dtype, 1, value), lanes);
}

/* ---- loads and stores ---- */

/* A call of an intrinsic on memory, overloaded by the vector and the pointer. */
static LLVMValueRef call_on_memory(ax_emitter *e, const char *name, LLVMTypeRef *overloads,
                                   LLVMValueRef *arguments, unsigned count)
{
    unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
    LLVMValueRef function = LLVMGetIntrinsicDeclaration(e->module, id, overloads, 2);
    LLVMTypeRef type = LLVMIntrinsicGetType(e->context, id, overloads, 2);
    return LLVMBuildCall2(e->builder, type, function, arguments, count, "");
}

/* A scalar's mask is a branch: runs what stands between begin_if and end_if where it holds. */
typedef struct guard {
    LLVMBasicBlockRef before, inside, after;
} guard;

static guard begin_if(ax_emitter *e, LLVMValueRef condition)
{
    guard g = {.before = LLVMGetInsertBlock(e->builder)};
    g.inside = LLVMAppendBasicBlockInContext(e->context, e->function, "masked");
    g.after = LLVMAppendBasicBlockInContext(e->context, e->function, "unmasked");
    LLVMBuildCondBr(e->builder, condition, g.inside, g.after);
    LLVMPositionBuilderAtEnd(e->builder, g.inside);
    return g;
}

/* Gives the value computed inside, or 0; NULL where there is none. */
static LLVMValueRef end_if(ax_emitter *e, const guard *g, LLVMValueRef value)
{
    LLVMBuildBr(e->builder, g->after);
    LLVMPositionBuilderAtEnd(e->builder, g->after);
    if (!value)
        return NULL;
    LLVMValueRef phi = LLVMBuildPhi(e->builder, LLVMTypeOf(value), "");
    LLVMValueRef zero = LLVMConstNull(LLVMTypeOf(value));
    LLVMBasicBlockRef before = g->before, inside = g->inside;
    LLVMAddIncoming(phi, &zero, &before, 1);
    LLVMAddIncoming(phi, &value, &inside, 1);
    return phi;
}

/* Elements may lie anywhere. */
static LLVMValueRef alignment(ax_emitter *e)
{
    return LLVMConstInt(LLVMInt32TypeInContext(e->context), 1, false);
}

static LLVMValueRef load_scalar(ax_emitter *e, ax_dtype dtype, LLVMValueRef pointer)
{
    LLVMValueRef load = LLVMBuildLoad2(e->builder, ax_emit_memory_type(e, dtype), pointer, "");
    LLVMSetAlignment(load, 1);
    return load;
}

static LLVMValueRef load_masked_scalar(ax_emitter *e, ax_dtype dtype, LLVMValueRef pointer,
                                       LLVMValueRef mask)
{
    if (!mask)
        return load_scalar(e, dtype, pointer);
    guard g = begin_if(e, mask);
    return end_if(e, &g, load_scalar(e, dtype, pointer));
}

LLVMValueRef ax_emit_load(ax_emitter *e, ax_dtype dtype, int32_t lanes, LLVMValueRef pointer,
                          LLVMValueRef mask)
{
    LLVMTypeRef type = over_lanes(ax_emit_memory_type(e, dtype), lanes);
    LLVMValueRef value;
    if (lanes == 1) {
        value = load_masked_scalar(e, dtype, pointer, mask);
    } else if (!mask) {
        value = LLVMBuildLoad2(e->builder, type, pointer, "");
        LLVMSetAlignment(value, 1);
    } else {
        LLVMTypeRef overloads[] = {type, LLVMTypeOf(pointer)};
        LLVMValueRef arguments[] = {pointer, alignment(e), mask, LLVMConstNull(type)};
        value = call_on_memory(e, "llvm.masked.load", overloads, arguments, 4);
    }
    return from_memory(e, dtype, lanes, value);
}

void ax_emit_store(ax_emitter *e, ax_dtype dtype, int32_t lanes, LLVMValueRef pointer,
                   LLVMValueRef value, LLVMValueRef mask)
{
    value = to_memory(e, dtype, lanes, value);
    if (lanes > 1 && mask) {
        LLVMTypeRef overloads[] = {LLVMTypeOf(value), LLVMTypeOf(pointer)};
        LLVMValueRef arguments[] = {value, pointer, alignment(e), mask};
        call_on_memory(e, "llvm.masked.store", overloads, arguments, 4);
        return;
    }
    guard g = {0};
    if (mask)
        g = begin_if(e, mask);
    LLVMSetAlignment(LLVMBuildStore(e->builder, value, pointer), 1);
    if (mask)
        end_if(e, &g, NULL);
}

/* Where element offsets[lane] lies. */
static LLVMValueRef lane_at(ax_emitter *e, LLVMTypeRef element, LLVMValueRef pointer,
                            LLVMValueRef offsets, LLVMValueRef lane)
{
    LLVMValueRef offset = LLVMBuildExtractElement(e->builder, offsets, lane, "");
    return LLVMBuildGEP2(e->builder, element, pointer, &offset, 1, "");
}

/* CPUs' own gathers and scatters take up to five times as long as the loads and stores that they stand for. */
static LLVMValueRef load_lanes(ax_emitter *e, LLVMTypeRef element, int32_t lanes,
                               LLVMValueRef pointer, LLVMValueRef offsets)
{
    LLVMValueRef value = LLVMGetPoison(over_lanes(element, lanes));
    for (int32_t i = 0; i < lanes; i++) {
        LLVMValueRef lane = ax_emit_i64(e, i);
        LLVMValueRef load = LLVMBuildLoad2(e->builder, element,
                                           lane_at(e, element, pointer, offsets, lane), "");
        LLVMSetAlignment(load, 1);
        value = LLVMBuildInsertElement(e->builder, value, load, lane, "");
    }
    return value;
}

static void store_lanes(ax_emitter *e, LLVMTypeRef element, int32_t lanes, LLVMValueRef pointer,
                        LLVMValueRef offsets, LLVMValueRef value)
{
    for (int32_t i = 0; i < lanes; i++) {
        LLVMValueRef lane = ax_emit_i64(e, i);
        LLVMValueRef one = LLVMBuildExtractElement(e->builder, value, lane, "");
        LLVMSetAlignment(
            LLVMBuildStore(e->builder, one, lane_at(e, element, pointer, offsets, lane)), 1);
    }
}

LLVMValueRef ax_emit_gather(ax_emitter *e, ax_dtype dtype, int32_t lanes, LLVMValueRef pointer,
                            LLVMValueRef offsets, LLVMValueRef mask)
{
    LLVMTypeRef element = ax_emit_memory_type(e, dtype);
    if (lanes > 1 && !mask)
        return from_memory(e, dtype, lanes, load_lanes(e, element, lanes, pointer, offsets));
    LLVMValueRef at = LLVMBuildGEP2(e->builder, element, pointer, &offsets, 1, "");
    if (lanes == 1)
        return from_memory(e, dtype, 1, load_masked_scalar(e, dtype, at, mask));
    LLVMTypeRef type = over_lanes(element, lanes);
    LLVMTypeRef overloads[] = {type, LLVMTypeOf(at)};
    LLVMValueRef arguments[] = {at, alignment(e), mask, LLVMConstNull(type)};
    return from_memory(e, dtype, lanes,
                       call_on_memory(e, "llvm.masked.gather", overloads, arguments, 4));
}

/* Every other element, of two vectors that end where the last one does. */
static LLVMValueRef load_every_other(ax_emitter *e, ax_dtype dtype, int32_t lanes,
                                     LLVMValueRef pointer)
{
    LLVMValueRef places[64], behind = ax_emit_i64(e, lanes - 1);
    LLVMValueRef second = LLVMBuildGEP2(e->builder, ax_emit_memory_type(e, dtype), pointer, &behind,
                                        1, "");
    LLVMTypeRef i32 = LLVMInt32TypeInContext(e->context);
    for (int32_t i = 0; i < lanes; i++)
        places[i] = LLVMConstInt(i32, (unsigned)(i < lanes / 2 ? 2 * i : 2 * i + 1), false);
    return LLVMBuildShuffleVector(e->builder, ax_emit_load(e, dtype, lanes, pointer, NULL),
                                  ax_emit_load(e, dtype, lanes, second, NULL),
                                  LLVMConstVector(places, (unsigned)lanes), "");
}

LLVMValueRef ax_emit_load_apart(ax_emitter *e, ax_dtype dtype, int32_t lanes, int64_t step,
                                LLVMValueRef pointer)
{
    LLVMValueRef offsets[64];
    if (lanes == 1 || step == 1)
        return ax_emit_load(e, dtype, lanes, pointer, NULL);
    if (step == 2)
        return load_every_other(e, dtype, lanes, pointer);
    for (int32_t i = 0; i < lanes; i++)
        offsets[i] = ax_emit_i64(e, i * step);
    return ax_emit_gather(e, dtype, lanes, pointer, LLVMConstVector(offsets, (unsigned)lanes),
                          NULL);
}

void ax_emit_scatter(ax_emitter *e, ax_dtype dtype, int32_t lanes, LLVMValueRef pointer,
                     LLVMValueRef offsets, LLVMValueRef value, LLVMValueRef mask)
{
    LLVMTypeRef element = ax_emit_memory_type(e, dtype);
    if (lanes > 1 && !mask) {
        store_lanes(e, element, lanes, pointer, offsets, to_memory(e, dtype, lanes, value));
        return;
    }
    LLVMValueRef at = LLVMBuildGEP2(e->builder, element, pointer, &offsets, 1, "");
    if (lanes == 1) {
        ax_emit_store(e, dtype, 1, at, value, mask);
        return;
    }
    value = to_memory(e, dtype, lanes, value);
    LLVMTypeRef overloads[] = {LLVMTypeOf(value), LLVMTypeOf(at)};
    LLVMValueRef arguments[] = {value, at, alignment(e), mask};
    call_on_memory(e, "llvm.masked.scatter", overloads, arguments, 4);
}
