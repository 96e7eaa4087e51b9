#include "backend/cpu/outer_code.h"

#include "backend/cpu/matrix_emit.h"

#include <stdio.h>

/* Of 32 registers 24 hold sums, where there are only 16, 12 do. */
enum { WIDE_ROWS = 6, WIDE_VECTORS = 4, NARROW_ROWS = 6, NARROW_VECTORS = 2, MOST_SUMS = 24 };

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
static void write_step(ax_emitter *e, const shape *s, LLVMValueRef k, const LLVMValueRef *sums)
{
    LLVMTypeRef vector = ax_emit_type(e, s->dtype, s->lanes);
    LLVMValueRef a = element_at(e, s, LLVMGetParam(e->function, 3), times(e, k, s->rows));
    LLVMValueRef b = element_at(e, s, LLVMGetParam(e->function, 4),
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

/* Tile `index` of those at `pointer`. */
static LLVMValueRef tile_at(ax_emitter *e, const shape *s, LLVMValueRef pointer, LLVMValueRef index)
{
    return element_at(e, s, pointer, times(e, index, (int64_t)s->rows * s->vectors * s->lanes));
}

static LLVMValueRef popcount(ax_emitter *e, LLVMValueRef value)
{
    return ax_emit_intrinsic(e, "llvm.ctpop", &value, 1);
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

/* A block's steps, from `step` on, then the sums that it completes: those on the stack from the last one that
 * waits after the block. */
static void write_block(ax_emitter *e, const shape *s, LLVMValueRef block, LLVMValueRef step,
                        const LLVMValueRef *sums)
{
    LLVMTypeRef vector = ax_emit_type(e, s->dtype, s->lanes);
    LLVMValueRef zero = ax_emit_i64(e, 0), one = ax_emit_i64(e, 1);
    LLVMValueRef steps = LLVMGetParam(e->function, 2), stack = LLVMGetParam(e->function, 5);
    for (int32_t i = 0; i < s->rows * s->vectors; i++)
        LLVMBuildStore(e->builder, LLVMConstNull(vector), sums[i]);
    ax_emit_loop loop = ax_emit_loop_begin(e, step, LLVMBuildAdd(e->builder, step, steps, ""), one);
    write_step(e, s, loop.index, sums);
    ax_emit_loop_end(e, &loop);
    LLVMValueRef next = LLVMBuildAdd(e->builder, block, one, "");
    LLVMValueRef waiting = popcount(e, block);
    LLVMValueRef place = LLVMBuildSub(e->builder, popcount(e, next), one, "");
    LLVMValueRef completed = LLVMBuildSub(e->builder, waiting, place, "");
    loop = ax_emit_loop_begin(e, zero, completed, one);
    LLVMValueRef nearest = LLVMBuildSub(e->builder, waiting, loop.index, "");
    write_left(e, s, tile_at(e, s, stack, LLVMBuildSub(e->builder, nearest, one, "")), sums);
    ax_emit_loop_end(e, &loop);
    LLVMValueRef to = tile_at(e, s, stack, place);
    for (int32_t i = 0; i < s->rows * s->vectors; i++)
        ax_emit_store(e, s->dtype, s->lanes, register_at(e, s, to, i),
                      LLVMBuildLoad2(e->builder, vector, sums[i], ""), NULL);
}

static void write_fold(ax_emitter *e, const shape *s)
{
    LLVMValueRef function = begin_function(e, "outer_fold", "iiippp");
    LLVMValueRef first = LLVMGetParam(function, 0), steps = LLVMGetParam(function, 2);
    LLVMValueRef sums[MOST_SUMS];
    for (int32_t i = 0; i < s->rows * s->vectors; i++)
        sums[i] = LLVMBuildAlloca(e->builder, ax_emit_type(e, s->dtype, s->lanes), "");
    ax_emit_loop blocks = ax_emit_loop_begin(e, first, LLVMGetParam(function, 1),
                                             ax_emit_i64(e, 1));
    LLVMValueRef before = LLVMBuildSub(e->builder, blocks.index, first, "");
    write_block(e, s, blocks.index, LLVMBuildMul(e->builder, before, steps, ""), sums);
    ax_emit_loop_end(e, &blocks);
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
    LLVMValueRef function = begin_function(e, "outer_settle", "ppi");
    for (int32_t i = 0; i < s->rows * s->vectors; i++) {
        LLVMValueRef at = register_at(e, s, LLVMGetParam(function, 0), i);
        LLVMValueRef value = ax_emit_load(e, s->dtype, s->lanes, at, NULL);
        LLVMValueRef nan = LLVMBuildFCmp(e->builder, LLVMRealUNO, value, value, "");
        LLVMValueRef row = ax_matrix_at(e, LLVMGetParam(function, 1),
                                        times(e, LLVMGetParam(function, 2), i / s->vectors));
        ax_emit_store(e, s->dtype, s->lanes, register_at(e, s, row, i % s->vectors),
                      LLVMBuildSelect(e->builder, nan, canonical_nan(e, s), value, ""), NULL);
    }
    LLVMBuildRetVoid(e->builder);
}

static ax_status *write_unit(ax_emitter *e, const void *user)
{
    write_fold(e, user);
    write_add(e, user);
    write_settle(e, user);
    return NULL;
}

typedef void fold_fn(int64_t first, int64_t end, int64_t steps, const void *a, const void *b,
                     void *stack);
typedef void add_fn(void *left, const void *right);
typedef void settle_fn(const void *tile, void *to, int64_t stride);

ax_status *ax_outer_code(ax_codegen *codegen, ax_dtype dtype, ax_outer_tile *out_tile)
{
    static const char *const names[] = {"outer_fold", "outer_add", "outer_settle"};
    int32_t bytes = ax_codegen_vector_bytes(codegen);
    shape s = {.dtype = dtype,
               .rows = bytes == 64 ? WIDE_ROWS : NARROW_ROWS,
               .vectors = bytes == 64 ? WIDE_VECTORS : NARROW_VECTORS,
               .lanes = bytes / (int32_t)ax_dtype_bytes(dtype)};
    char key[64];
    snprintf(key, sizeof key, "outer 4 %s %dx%dx%d", ax_dtype_name(dtype), (int)s.rows,
             (int)s.vectors, (int)s.lanes);
    ax_unit unit = {
        .key = key, .write = write_unit, .user = &s, .nfunctions = 3, .functions = names};
    void *functions[3];
    AX_TRY(ax_codegen_get(codegen, &unit, functions));
    *out_tile = (ax_outer_tile){.rows = s.rows,
                                .cols = s.vectors * s.lanes,
                                .fold = (fold_fn *)(uintptr_t)functions[0],
                                .add = (add_fn *)(uintptr_t)functions[1],
                                .settle = (settle_fn *)(uintptr_t)functions[2]};
    return NULL;
}
