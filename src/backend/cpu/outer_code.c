#include "backend/cpu/outer_code.h"

#include "backend/cpu/emit.h"

#include <stdio.h>

/* Of 32 registers 24 hold sums, where there are only 16, 12 do. */
enum { WIDE_ROWS = 6, WIDE_VECTORS = 4, NARROW_ROWS = 4, NARROW_VECTORS = 3, MOST_SUMS = 24 };

typedef struct shape {
    ax_dtype dtype;
    int32_t rows, vectors, lanes;
} shape;

static LLVMTypeRef pointer_type(const ax_emitter *e)
{
    return LLVMPointerTypeInContext(e->context, 0);
}

static LLVMValueRef begin_function(ax_emitter *e, const char *name, const char *parameters)
{
    LLVMTypeRef types[8];
    unsigned count = 0;
    for (; parameters[count]; count++)
        types[count] = parameters[count] == 'p' ? pointer_type(e)
                                                : LLVMInt64TypeInContext(e->context);
    return ax_emit_function(
        e, name, LLVMFunctionType(LLVMVoidTypeInContext(e->context), types, count, false));
}

/* The place of an element behind `pointer`. */
static LLVMValueRef element_at(ax_emitter *e, const shape *s, LLVMValueRef pointer,
                               LLVMValueRef index)
{
    return LLVMBuildGEP2(e->builder, ax_emit_memory_type(e, s->dtype), pointer, &index, 1, "");
}

static LLVMValueRef times(ax_emitter *e, LLVMValueRef value, int64_t factor)
{
    return LLVMBuildMul(e->builder, value, ax_emit_i64(e, factor), "");
}

static LLVMValueRef multiply_add(ax_emitter *e, LLVMValueRef a, LLVMValueRef b, LLVMValueRef sum)
{
    if (e->has_fma)
        return ax_emit_intrinsic(e, "llvm.fma", (LLVMValueRef[]){a, b, sum}, 3);
    return LLVMBuildFAdd(e->builder, sum, LLVMBuildFMul(e->builder, a, b, ""), "");
}

/* Step k: a row of b in registers, times each element of a's row. */
static void write_step(ax_emitter *e, const shape *s, LLVMValueRef k, LLVMValueRef function,
                       const LLVMValueRef *sums)
{
    LLVMTypeRef vector = ax_emit_type(e, s->dtype, s->lanes);
    LLVMTypeRef byte = LLVMInt8TypeInContext(e->context);
    LLVMValueRef offset = LLVMBuildMul(e->builder, k, LLVMGetParam(function, 2), "");
    LLVMValueRef a = LLVMBuildGEP2(e->builder, byte, LLVMGetParam(function, 1), &offset, 1, "");
    LLVMValueRef b = element_at(e, s, LLVMGetParam(function, 3),
                                times(e, k, s->vectors * s->lanes));
    LLVMValueRef row[MOST_SUMS];
    for (int32_t v = 0; v < s->vectors; v++)
        row[v] = ax_emit_load(e, s->dtype, s->lanes,
                              element_at(e, s, b, ax_emit_i64(e, v * s->lanes)), NULL);
    for (int32_t i = 0; i < s->rows; i++) {
        LLVMValueRef from = element_at(e, s, a, ax_emit_i64(e, i));
        LLVMValueRef factor = ax_emit_splat(e, ax_emit_load(e, s->dtype, 1, from, NULL), s->lanes);
        for (int32_t v = 0; v < s->vectors; v++) {
            LLVMValueRef place = sums[i * s->vectors + v];
            LLVMValueRef sum = LLVMBuildLoad2(e->builder, vector, place, "");
            LLVMBuildStore(e->builder, multiply_add(e, factor, row[v], sum), place);
        }
    }
}

static void write_multiply(ax_emitter *e, const shape *s)
{
    LLVMValueRef function = begin_function(e, "outer_multiply", "ipipp");
    LLVMTypeRef vector = ax_emit_type(e, s->dtype, s->lanes);
    LLVMValueRef sums[MOST_SUMS];
    for (int32_t i = 0; i < s->rows * s->vectors; i++) {
        sums[i] = LLVMBuildAlloca(e->builder, vector, "");
        LLVMBuildStore(e->builder, LLVMConstNull(vector), sums[i]);
    }
    ax_emit_loop loop = ax_emit_loop_begin(e, ax_emit_i64(e, 0), LLVMGetParam(function, 0),
                                           ax_emit_i64(e, 1));
    write_step(e, s, loop.index, function, sums);
    ax_emit_loop_end(e, &loop);
    for (int32_t i = 0; i < s->rows * s->vectors; i++) {
        LLVMValueRef to = element_at(e, s, LLVMGetParam(function, 4), ax_emit_i64(e, i * s->lanes));
        ax_emit_store(e, s->dtype, s->lanes, to, LLVMBuildLoad2(e->builder, vector, sums[i], ""),
                      NULL);
    }
    LLVMBuildRetVoid(e->builder);
}

static LLVMValueRef canonical_nan(ax_emitter *e, const shape *s)
{
    uint32_t f32 = 0x7fc00000u;
    uint64_t f64 = 0x7ff8000000000000u;
    const void *element = s->dtype == AX_F32 ? (const void *)&f32 : (const void *)&f64;
    return ax_emit_element(e, s->dtype, element, s->lanes);
}

/* `count` is a multiple of the lanes, as a tile is. */
static void write_add(ax_emitter *e, const shape *s)
{
    LLVMValueRef function = begin_function(e, "outer_add", "ppi");
    ax_emit_loop loop = ax_emit_loop_begin(e, ax_emit_i64(e, 0), LLVMGetParam(function, 2),
                                           ax_emit_i64(e, s->lanes));
    LLVMValueRef left = element_at(e, s, LLVMGetParam(function, 0), loop.index);
    LLVMValueRef right = element_at(e, s, LLVMGetParam(function, 1), loop.index);
    LLVMValueRef sum = LLVMBuildFAdd(e->builder, ax_emit_load(e, s->dtype, s->lanes, left, NULL),
                                     ax_emit_load(e, s->dtype, s->lanes, right, NULL), "");
    LLVMValueRef nan = LLVMBuildFCmp(e->builder, LLVMRealUNO, sum, sum, "");
    ax_emit_store(e, s->dtype, s->lanes, left,
                  LLVMBuildSelect(e->builder, nan, canonical_nan(e, s), sum, ""), NULL);
    ax_emit_loop_end(e, &loop);
    LLVMBuildRetVoid(e->builder);
}

static ax_status *write_unit(ax_emitter *e, const void *user)
{
    write_multiply(e, user);
    write_add(e, user);
    return NULL;
}

typedef void multiply_fn(int64_t steps, const void *a, int64_t a_stride, const void *b,
                         void *result);
typedef void add_fn(void *left, const void *right, int64_t count);

ax_status *ax_outer_code(ax_codegen *codegen, ax_dtype dtype, ax_outer_tile *out_tile)
{
    static const char *const names[] = {"outer_multiply", "outer_add"};
    int32_t bytes = ax_codegen_vector_bytes(codegen);
    shape s = {.dtype = dtype,
               .rows = bytes == 64 ? WIDE_ROWS : NARROW_ROWS,
               .vectors = bytes == 64 ? WIDE_VECTORS : NARROW_VECTORS,
               .lanes = bytes / (int32_t)ax_dtype_bytes(dtype)};
    char key[64];
    snprintf(key, sizeof key, "outer 1 %s %dx%dx%d", ax_dtype_name(dtype), (int)s.rows,
             (int)s.vectors, (int)s.lanes);
    ax_unit unit = {
        .key = key, .write = write_unit, .user = &s, .nfunctions = 2, .functions = names};
    void *functions[2];
    AX_TRY(ax_codegen_get(codegen, &unit, functions));
    *out_tile = (ax_outer_tile){.rows = s.rows,
                                .cols = s.vectors * s.lanes,
                                .multiply = (multiply_fn *)(uintptr_t)functions[0],
                                .add = (add_fn *)(uintptr_t)functions[1]};
    return NULL;
}
