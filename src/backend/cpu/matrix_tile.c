/* A tile of a product of matrices in registers: for each k, rows of A spread over the lanes times the
 * registers of a row of B. */
#include "backend/cpu/matrix_emit.h"

#include <stdio.h>

enum { MOST_REGISTERS = 32, UNROLLED = 4 };

enum { A, A_STRIDE, B, B_STRIDE, C, C_STRIDE, DEPTH, COLUMNS, BEGINS, NEXT, NPARAMETERS };

typedef struct writer {
    ax_emitter *e;
    const ax_matrix_tile *tile;
    LLVMTypeRef scalar, vector, i64;
    int32_t lanes, bytes; /* of a register; of an element */
    LLVMValueRef parameters[NPARAMETERS];
    LLVMValueRef masks[MOST_REGISTERS];  /* of the registers of a row, where masked */
    LLVMValueRef sums[MOST_REGISTERS];   /* where they are kept: rows x vectors */
    LLVMValueRef a_rows[MOST_REGISTERS]; /* pointers to the rows of A */
} writer;

int32_t ax_matrix_lanes(const ax_codegen *codegen, ax_dtype wide)
{
    return ax_codegen_vector_bytes(codegen) / (int32_t)ax_dtype_bytes(wide);
}

static LLVMValueRef at_bytes(const writer *w, LLVMValueRef pointer, LLVMValueRef bytes)
{
    return ax_matrix_at(w->e, pointer, bytes);
}

static LLVMValueRef multiple(const writer *w, LLVMValueRef value, int32_t times)
{
    return LLVMBuildMul(w->e->builder, value, ax_emit_i64(w->e, times), "");
}

/* Mask of register v: its lanes before `columns`. */
static LLVMValueRef mask_of(const writer *w, int32_t v)
{
    LLVMValueRef before = ax_emit_i64(w->e, v * w->lanes);
    return ax_matrix_mask(w->e, w->lanes,
                          LLVMBuildSub(w->e->builder, w->parameters[COLUMNS], before, ""));
}

/* ---- the tile ---- */

static LLVMValueRef multiply_add(const writer *w, LLVMValueRef a, LLVMValueRef b, LLVMValueRef sum)
{
    LLVMBuilderRef builder = w->e->builder;
    bool is_float = ax_dtype_is_float(w->tile->wide);
    if (is_float && w->e->has_fma)
        return ax_emit_intrinsic(w->e, "llvm.fma", (LLVMValueRef[]){a, b, sum}, 3);
    if (is_float)
        return LLVMBuildFAdd(builder, sum, LLVMBuildFMul(builder, a, b, ""), "");
    if (w->tile->logical)
        return LLVMBuildOr(builder, sum, LLVMBuildAnd(builder, a, b, ""), "");
    return LLVMBuildAdd(builder, sum, LLVMBuildMul(builder, a, b, ""), "");
}

/* Step k of the chains: `shift` k's behind `k`. */
static void write_step(const writer *w, LLVMValueRef k, int32_t shift)
{
    LLVMBuilderRef builder = w->e->builder;
    const ax_matrix_tile *tile = w->tile;
    LLVMValueRef b_row[MOST_REGISTERS];
    LLVMValueRef b_stride = tile->in_place ? w->parameters[B_STRIDE]
                                           : ax_emit_i64(w->e, tile->vectors * w->lanes * w->bytes);
    LLVMValueRef row = at_bytes(w, w->parameters[B], LLVMBuildMul(builder, k, b_stride, ""));
    row = at_bytes(w, row, multiple(w, b_stride, shift));
    for (int32_t v = 0; v < tile->vectors; v++) {
        LLVMValueRef from = at_bytes(w, row, ax_emit_i64(w->e, v * w->lanes * w->bytes));
        b_row[v] = ax_matrix_load(w->e, w->vector, w->bytes, from,
                                  tile->in_place ? w->masks[v] : NULL);
    }
    for (int32_t i = 0; i < tile->rows; i++) {
        LLVMValueRef from = at_bytes(w, w->a_rows[i], multiple(w, k, w->bytes));
        from = at_bytes(w, from, ax_emit_i64(w->e, shift * w->bytes));
        LLVMValueRef a = ax_emit_splat(w->e, LLVMBuildLoad2(builder, w->scalar, from, ""),
                                       w->lanes);
        for (int32_t v = 0; v < tile->vectors; v++) {
            LLVMValueRef place = w->sums[i * tile->vectors + v];
            LLVMValueRef sum = LLVMBuildLoad2(builder, w->vector, place, "");
            LLVMBuildStore(builder, multiply_add(w, a, b_row[v], sum), place);
        }
    }
}

static LLVMValueRef c_at(const writer *w, int32_t i, int32_t v)
{
    LLVMValueRef row = at_bytes(w, w->parameters[C], multiple(w, w->parameters[C_STRIDE], i));
    return at_bytes(w, row, ax_emit_i64(w->e, v * w->lanes * w->bytes));
}

/* The sums as they stand before the first k: 0, or what C holds. */
static void write_begin(const writer *w)
{
    ax_emitter *e = w->e;
    const ax_matrix_tile *tile = w->tile;
    for (int32_t i = 0; i < tile->rows * tile->vectors; i++)
        LLVMBuildStore(e->builder, LLVMConstNull(w->vector), w->sums[i]);
    LLVMBasicBlockRef goes_on = LLVMAppendBasicBlockInContext(e->context, e->function, "goes_on");
    LLVMBasicBlockRef ready = LLVMAppendBasicBlockInContext(e->context, e->function, "ready");
    LLVMValueRef begins = LLVMBuildICmp(e->builder, LLVMIntNE, w->parameters[BEGINS],
                                        ax_emit_i64(e, 0), "");
    LLVMBuildCondBr(e->builder, begins, ready, goes_on);
    LLVMPositionBuilderAtEnd(e->builder, goes_on);
    for (int32_t i = 0; i < tile->rows; i++) {
        for (int32_t v = 0; v < tile->vectors; v++) {
            LLVMBuildStore(e->builder,
                           ax_matrix_load(w->e, w->vector, w->bytes, c_at(w, i, v), w->masks[v]),
                           w->sums[i * tile->vectors + v]);
        }
    }
    LLVMBuildBr(e->builder, ready);
    LLVMPositionBuilderAtEnd(e->builder, ready);
}

static void write_prefetches(const writer *w)
{
    for (int32_t i = 0; i < w->tile->rows; i++) {
        LLVMValueRef row = at_bytes(w, w->parameters[NEXT],
                                    multiple(w, w->parameters[C_STRIDE], i));
        for (int32_t b = 0; b < w->tile->vectors * w->lanes * w->bytes; b += 64)
            ax_matrix_prefetch(w->e, at_bytes(w, row, ax_emit_i64(w->e, b)));
    }
}

static void write_body(writer *w)
{
    ax_emitter *e = w->e;
    const ax_matrix_tile *tile = w->tile;
    for (int32_t i = 0; i < tile->rows * tile->vectors; i++)
        w->sums[i] = LLVMBuildAlloca(e->builder, w->vector, "");
    for (int32_t v = 0; v < tile->vectors; v++)
        w->masks[v] = tile->masked ? mask_of(w, v) : NULL;
    for (int32_t i = 0; i < tile->rows; i++)
        w->a_rows[i] = at_bytes(w, w->parameters[A], multiple(w, w->parameters[A_STRIDE], i));
    write_prefetches(w);
    write_begin(w);
    LLVMValueRef zero = ax_emit_i64(e, 0), depth = w->parameters[DEPTH];
    LLVMValueRef whole = LLVMBuildAnd(e->builder, depth, ax_emit_i64(e, -UNROLLED), "");
    ax_emit_loop loop = ax_emit_loop_begin(e, zero, whole, ax_emit_i64(e, UNROLLED));
    for (int32_t u = 0; u < UNROLLED; u++)
        write_step(w, loop.index, u);
    ax_emit_loop_end(e, &loop);
    loop = ax_emit_loop_begin(e, whole, depth, ax_emit_i64(e, 1));
    write_step(w, loop.index, 0);
    ax_emit_loop_end(e, &loop);
    for (int32_t i = 0; i < tile->rows; i++) {
        for (int32_t v = 0; v < tile->vectors; v++) {
            LLVMValueRef sum = LLVMBuildLoad2(e->builder, w->vector, w->sums[i * tile->vectors + v],
                                              "");
            ax_matrix_store(w->e, w->bytes, sum, c_at(w, i, v), w->masks[v]);
        }
    }
    LLVMBuildRetVoid(e->builder);
}

static ax_status *write_tile(ax_emitter *e, const void *user)
{
    const ax_matrix_tile *tile = user;
    writer w = {.e = e,
                .tile = tile,
                .scalar = ax_matrix_scalar_type(e, tile->wide),
                .i64 = LLVMInt64TypeInContext(e->context),
                .bytes = (int32_t)ax_dtype_bytes(tile->wide)};
    w.lanes = e->vector_bytes / w.bytes;
    w.vector = LLVMVectorType(w.scalar, (unsigned)w.lanes);
    LLVMTypeRef pointer = LLVMPointerTypeInContext(e->context, 0);
    LLVMTypeRef types[NPARAMETERS];
    for (int32_t i = 0; i < NPARAMETERS; i++)
        types[i] = i == A || i == B || i == C || i == NEXT ? pointer : w.i64;
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(e->context), types, NPARAMETERS,
                                        false);
    LLVMValueRef function = ax_emit_function(e, "tile", type);
    for (unsigned i = 0; i < NPARAMETERS; i++)
        w.parameters[i] = LLVMGetParam(function, i);
    write_body(&w);
    return NULL;
}

ax_status *ax_matrix_tile_get(ax_codegen *codegen, const ax_matrix_tile *tile,
                              ax_matrix_tile_fn **out_function)
{
    static const char *const names[] = {"tile"};
    char key[128];
    snprintf(key, sizeof key, "matrix tile 1: %s%s %dx%d%s%s", ax_dtype_name(tile->wide),
             tile->logical ? " logical" : "", (int)tile->rows, (int)tile->vectors,
             tile->in_place ? " in place" : "", tile->masked ? " masked" : "");
    ax_unit unit = {
        .key = key, .write = write_tile, .user = tile, .nfunctions = 1, .functions = names};
    void *address = NULL;
    AX_TRY(ax_codegen_get(codegen, &unit, &address));
    *out_function = (ax_matrix_tile_fn *)(uintptr_t)address;
    return NULL;
}
