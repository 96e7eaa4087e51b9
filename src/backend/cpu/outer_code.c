#include "backend/cpu/outer_code.h"

#include "backend/cpu/matrix_emit.h"

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
            LLVMBuildStore(e->builder, ax_matrix_multiply_add(e, s->dtype, factor, row[v], sum),
                           place);
        }
    }
}

/* Register `i` of the tile at `pointer`. */
static LLVMValueRef register_at(ax_emitter *e, const shape *s, LLVMValueRef pointer, int32_t i)
{
    return element_at(e, s, pointer, ax_emit_i64(e, i * s->lanes));
}

/* `count` tiles before `pointer`. */
static LLVMValueRef tiles_before(ax_emitter *e, const shape *s, LLVMValueRef pointer,
                                 LLVMValueRef count)
{
    return element_at(e, s, pointer, times(e, count, -(int64_t)s->rows * s->vectors * s->lanes));
}

/* sums = the tile + sums */
static void write_left(ax_emitter *e, const shape *s, LLVMValueRef tile, const LLVMValueRef *sums)
{
    LLVMTypeRef vector = ax_emit_type(e, s->dtype, s->lanes);
    for (int32_t i = 0; i < s->rows * s->vectors; i++) {
        LLVMValueRef left = ax_emit_load(e, s->dtype, s->lanes, register_at(e, s, tile, i), NULL);
        LLVMValueRef right = LLVMBuildLoad2(e->builder, vector, sums[i], "");
        LLVMBuildStore(e->builder, LLVMBuildFAdd(e->builder, left, right, ""), sums[i]);
    }
}

static void write_multiply(ax_emitter *e, const shape *s)
{
    LLVMValueRef function = begin_function(e, "outer_multiply", "ipippi");
    LLVMTypeRef vector = ax_emit_type(e, s->dtype, s->lanes);
    LLVMValueRef zero = ax_emit_i64(e, 0), one = ax_emit_i64(e, 1);
    LLVMValueRef result = LLVMGetParam(function, 4), left = LLVMGetParam(function, 5);
    LLVMValueRef sums[MOST_SUMS];
    for (int32_t i = 0; i < s->rows * s->vectors; i++) {
        sums[i] = LLVMBuildAlloca(e->builder, vector, "");
        LLVMBuildStore(e->builder, LLVMConstNull(vector), sums[i]);
    }
    ax_emit_loop steps = ax_emit_loop_begin(e, zero, LLVMGetParam(function, 0), one);
    write_step(e, s, steps.index, function, sums);
    ax_emit_loop_end(e, &steps);
    ax_emit_loop lefts = ax_emit_loop_begin(e, zero, left, one);
    LLVMValueRef next = LLVMBuildAdd(e->builder, lefts.index, one, "");
    write_left(e, s, tiles_before(e, s, result, next), sums);
    ax_emit_loop_end(e, &lefts);
    LLVMValueRef to = tiles_before(e, s, result, left);
    for (int32_t i = 0; i < s->rows * s->vectors; i++)
        ax_emit_store(e, s->dtype, s->lanes, register_at(e, s, to, i),
                      LLVMBuildLoad2(e->builder, vector, sums[i], ""), NULL);
    LLVMBuildRetVoid(e->builder);
}

static LLVMValueRef canonical_nan(ax_emitter *e, const shape *s)
{
    uint32_t f32 = 0x7fc00000u;
    uint64_t f64 = 0x7ff8000000000000u;
    const void *element = s->dtype == AX_F32 ? (const void *)&f32 : (const void *)&f64;
    return ax_emit_element(e, s->dtype, element, s->lanes);
}

static void write_add(ax_emitter *e, const shape *s)
{
    LLVMValueRef function = begin_function(e, "outer_add", "pp");
    for (int32_t i = 0; i < s->rows * s->vectors; i++) {
        LLVMValueRef left = register_at(e, s, LLVMGetParam(function, 0), i);
        LLVMValueRef right = register_at(e, s, LLVMGetParam(function, 1), i);
        LLVMValueRef sum = LLVMBuildFAdd(e->builder,
                                         ax_emit_load(e, s->dtype, s->lanes, left, NULL),
                                         ax_emit_load(e, s->dtype, s->lanes, right, NULL), "");
        ax_emit_store(e, s->dtype, s->lanes, left, sum, NULL);
    }
    LLVMBuildRetVoid(e->builder);
}

static void write_settle(ax_emitter *e, const shape *s)
{
    LLVMValueRef function = begin_function(e, "outer_settle", "p");
    for (int32_t i = 0; i < s->rows * s->vectors; i++) {
        LLVMValueRef at = register_at(e, s, LLVMGetParam(function, 0), i);
        LLVMValueRef value = ax_emit_load(e, s->dtype, s->lanes, at, NULL);
        LLVMValueRef nan = LLVMBuildFCmp(e->builder, LLVMRealUNO, value, value, "");
        ax_emit_store(e, s->dtype, s->lanes, at,
                      LLVMBuildSelect(e->builder, nan, canonical_nan(e, s), value, ""), NULL);
    }
    LLVMBuildRetVoid(e->builder);
}

static ax_status *write_unit(ax_emitter *e, const void *user)
{
    write_multiply(e, user);
    write_add(e, user);
    write_settle(e, user);
    return NULL;
}

typedef void multiply_fn(int64_t steps, const void *a, int64_t a_stride, const void *b,
                         void *result, int64_t left);
typedef void add_fn(void *left, const void *right);
typedef void settle_fn(void *tile);

ax_status *ax_outer_code(ax_codegen *codegen, ax_dtype dtype, ax_outer_tile *out_tile)
{
    static const char *const names[] = {"outer_multiply", "outer_add", "outer_settle"};
    int32_t bytes = ax_codegen_vector_bytes(codegen);
    shape s = {.dtype = dtype,
               .rows = bytes == 64 ? WIDE_ROWS : NARROW_ROWS,
               .vectors = bytes == 64 ? WIDE_VECTORS : NARROW_VECTORS,
               .lanes = bytes / (int32_t)ax_dtype_bytes(dtype)};
    char key[64];
    snprintf(key, sizeof key, "outer 2 %s %dx%dx%d", ax_dtype_name(dtype), (int)s.rows,
             (int)s.vectors, (int)s.lanes);
    ax_unit unit = {
        .key = key, .write = write_unit, .user = &s, .nfunctions = 3, .functions = names};
    void *functions[3];
    AX_TRY(ax_codegen_get(codegen, &unit, functions));
    *out_tile = (ax_outer_tile){.rows = s.rows,
                                .cols = s.vectors * s.lanes,
                                .multiply = (multiply_fn *)(uintptr_t)functions[0],
                                .add = (add_fn *)(uintptr_t)functions[1],
                                .settle = (settle_fn *)(uintptr_t)functions[2]};
    return NULL;
}
