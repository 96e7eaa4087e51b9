/* Laying operands of products out: copies and transpositions that make elements wide on the way, and
 * the way back. */
#include "backend/cpu/matrix_emit.h"

#include <stdio.h>

enum { TO, TO_STRIDE, FROM, FROM_STRIDE, ROWS, COLUMNS, NPARAMETERS };
enum { MOST_LANES = 16 };

typedef struct writer {
    ax_emitter *e;
    ax_dtype element, wide;
    int32_t lanes, element_bytes, wide_bytes;
    LLVMTypeRef i64;
    LLVMValueRef parameters[NPARAMETERS];
} writer;

bool ax_matrix_wide_type(ax_dtype element, ax_dtype *out_wide)
{
    switch (element) {
    case AX_F16:
    case AX_BF16:
    case AX_F32: *out_wide = AX_F32; return true;
    case AX_F64: *out_wide = AX_F64; return true;
    case AX_BOOL:
    case AX_I8:
    case AX_U8:
    case AX_I16:
    case AX_U16:
    case AX_I32:
    case AX_U32: *out_wide = AX_I32; return true;
    case AX_I64:
    case AX_U64: *out_wide = AX_I64; return true;
    default: return false;
    }
}

/* ---- elements ---- */

static LLVMTypeRef integers(const writer *w, int32_t bytes)
{
    return LLVMVectorType(LLVMIntTypeInContext(w->e->context, (unsigned)bytes * 8),
                          (unsigned)w->lanes);
}

static LLVMTypeRef wide_vector(const writer *w)
{
    return LLVMVectorType(ax_matrix_scalar_type(w->e, w->wide), (unsigned)w->lanes);
}

static LLVMValueRef constant(const writer *w, uint32_t bits)
{
    LLVMTypeRef i32 = LLVMInt32TypeInContext(w->e->context);
    return ax_emit_splat(w->e, LLVMConstInt(i32, bits, false), w->lanes);
}

static LLVMValueRef choose(const writer *w, LLVMIntPredicate predicate, LLVMValueRef a, uint32_t b,
                           LLVMValueRef then, LLVMValueRef otherwise)
{
    LLVMValueRef test = LLVMBuildICmp(w->e->builder, predicate, a, constant(w, b), "");
    return LLVMBuildSelect(w->e->builder, test, then, otherwise, "");
}

/* Both ways of halves are those of base/half_rows.c, which explains them. */
static LLVMValueRef widen_f16(const writer *w, LLVMValueRef half)
{
    LLVMBuilderRef b = w->e->builder;
    LLVMTypeRef words = integers(w, 4), floats = wide_vector(w);
    LLVMValueRef bits = LLVMBuildZExt(b, half, words, "");
    LLVMValueRef sign = LLVMBuildShl(b, LLVMBuildAnd(b, bits, constant(w, 0x8000), ""),
                                     constant(w, 16), "");
    LLVMValueRef rest = LLVMBuildShl(b, LLVMBuildAnd(b, bits, constant(w, 0x7fff), ""),
                                     constant(w, 13), "");
    LLVMValueRef scale = LLVMBuildBitCast(b, constant(w, (127 + 112) << 23), floats, "");
    LLVMValueRef scaled = LLVMBuildFMul(b, LLVMBuildBitCast(b, rest, floats, ""), scale, "");
    LLVMValueRef finite = LLVMBuildBitCast(b, scaled, words, "");
    LLVMValueRef infinite = choose(w, LLVMIntUGE, rest, 0x0f800000, constant(w, 0x7f800000),
                                   constant(w, 0));
    bits = LLVMBuildOr(b, LLVMBuildOr(b, sign, finite, ""), infinite, "");
    return LLVMBuildBitCast(b, bits, floats, "");
}

static LLVMValueRef narrow_f16(const writer *w, LLVMValueRef value)
{
    LLVMBuilderRef b = w->e->builder;
    LLVMTypeRef words = integers(w, 4), floats = wide_vector(w);
    LLVMValueRef bits = LLVMBuildBitCast(b, value, words, "");
    LLVMValueRef sign = LLVMBuildAnd(b, LLVMBuildLShr(b, bits, constant(w, 16), ""),
                                     constant(w, 0x8000), "");
    LLVMValueRef rest = LLVMBuildAnd(b, bits, constant(w, 0x7fffffff), "");
    LLVMValueRef digits = LLVMBuildLShr(b, rest, constant(w, 13), "");
    LLVMValueRef nan = LLVMBuildOr(b, LLVMBuildAnd(b, digits, constant(w, 0x3ff), ""),
                                   constant(w, 0x7e00), "");
    LLVMValueRef odd = LLVMBuildAnd(b, digits, constant(w, 1), "");
    LLVMValueRef normal = LLVMBuildAdd(b, rest, constant(w, 0xfff - (112U << 23)), "");
    normal = LLVMBuildLShr(b, LLVMBuildAdd(b, normal, odd, ""), constant(w, 13), "");
    normal = choose(w, LLVMIntUGE, rest, 143U << 23, constant(w, 0x7c00), normal);
    normal = choose(w, LLVMIntUGT, rest, 0x7f800000, nan, normal);
    LLVMValueRef half = LLVMBuildBitCast(b, constant(w, 126U << 23), floats, "");
    LLVMValueRef small = LLVMBuildFAdd(b, LLVMBuildBitCast(b, rest, floats, ""), half, "");
    small = LLVMBuildSub(b, LLVMBuildBitCast(b, small, words, ""), constant(w, 126U << 23), "");
    normal = choose(w, LLVMIntULT, rest, 113U << 23, small, normal);
    return LLVMBuildTrunc(b, LLVMBuildOr(b, sign, normal, ""), integers(w, 2), "");
}

static LLVMValueRef narrow_bf16(const writer *w, LLVMValueRef value)
{
    LLVMBuilderRef b = w->e->builder;
    LLVMValueRef bits = LLVMBuildBitCast(b, value, integers(w, 4), "");
    LLVMValueRef high = LLVMBuildLShr(b, bits, constant(w, 16), "");
    LLVMValueRef odd = LLVMBuildAnd(b, high, constant(w, 1), "");
    LLVMValueRef rounded = LLVMBuildAdd(b, LLVMBuildAdd(b, bits, constant(w, 0x7fff), ""), odd, "");
    rounded = LLVMBuildLShr(b, rounded, constant(w, 16), "");
    LLVMValueRef nan = LLVMBuildOr(b, high, constant(w, 0x40), "");
    LLVMValueRef rest = LLVMBuildAnd(b, bits, constant(w, 0x7fffffff), "");
    rounded = choose(w, LLVMIntUGT, rest, 0x7f800000, nan, rounded);
    return LLVMBuildTrunc(b, rounded, integers(w, 2), "");
}

/* The type of a register's lanes in memory: of halves their bits. */
static LLVMTypeRef memory_vector(const writer *w)
{
    return w->element == w->wide ? wide_vector(w) : integers(w, w->element_bytes);
}

static LLVMValueRef load_wide(const writer *w, LLVMValueRef pointer, LLVMValueRef mask)
{
    LLVMBuilderRef b = w->e->builder;
    LLVMValueRef value = ax_matrix_load(w->e, memory_vector(w), w->element_bytes, pointer, mask);
    if (w->element == AX_F16)
        return widen_f16(w, value);
    if (w->element == AX_BF16) {
        value = LLVMBuildZExt(b, value, integers(w, 4), "");
        value = LLVMBuildShl(b, value, constant(w, 16), "");
        return LLVMBuildBitCast(b, value, wide_vector(w), "");
    }
    if (w->element_bytes < w->wide_bytes)
        return LLVMBuildZExt(b, value, wide_vector(w), "");
    return value;
}

static void store_narrow(const writer *w, LLVMValueRef value, LLVMValueRef pointer,
                         LLVMValueRef mask)
{
    if (w->element == AX_F16)
        value = narrow_f16(w, value);
    else if (w->element == AX_BF16)
        value = narrow_bf16(w, value);
    else if (w->element_bytes < w->wide_bytes)
        value = LLVMBuildTrunc(w->e->builder, value, integers(w, w->element_bytes), "");
    ax_matrix_store(w->e, w->element_bytes, value, pointer, mask);
}

/* ---- copies ---- */

static LLVMValueRef at(const writer *w, LLVMValueRef pointer, LLVMValueRef row, LLVMValueRef stride,
                       LLVMValueRef column, int32_t bytes)
{
    LLVMBuilderRef b = w->e->builder;
    LLVMValueRef offset = LLVMBuildMul(b, row, stride, "");
    LLVMValueRef inside = LLVMBuildMul(b, column, ax_emit_i64(w->e, bytes), "");
    return ax_matrix_at(w->e, ax_matrix_at(w->e, pointer, offset), inside);
}

/* Lanes of columns from `column` on, of one row; `mask` NULL: all of them. */
static void move_lanes(const writer *w, bool narrow, LLVMValueRef row, LLVMValueRef column,
                       LLVMValueRef mask)
{
    int32_t from_bytes = narrow ? w->wide_bytes : w->element_bytes;
    int32_t to_bytes = narrow ? w->element_bytes : w->wide_bytes;
    LLVMValueRef from = at(w, w->parameters[FROM], row, w->parameters[FROM_STRIDE], column,
                           from_bytes);
    LLVMValueRef to = at(w, w->parameters[TO], row, w->parameters[TO_STRIDE], column, to_bytes);
    if (narrow) {
        /* The source of a way back has room for whole registers. */
        LLVMValueRef value = ax_matrix_load(w->e, wide_vector(w), w->wide_bytes, from, NULL);
        store_narrow(w, value, to, mask);
    } else {
        ax_matrix_store(w->e, w->wide_bytes, load_wide(w, from, mask), to, NULL);
    }
}

static LLVMValueRef mask_from(const writer *w, LLVMValueRef column)
{
    return ax_matrix_mask(w->e, w->lanes,
                          LLVMBuildSub(w->e->builder, w->parameters[COLUMNS], column, ""));
}

static void write_rows(const writer *w, bool narrow)
{
    ax_emitter *e = w->e;
    LLVMValueRef zero = ax_emit_i64(e, 0), one = ax_emit_i64(e, 1);
    LLVMValueRef columns = w->parameters[COLUMNS];
    LLVMValueRef whole = LLVMBuildAnd(e->builder, columns, ax_emit_i64(e, -w->lanes), "");
    LLVMValueRef mask = mask_from(w, whole);
    ax_emit_loop rows = ax_emit_loop_begin(e, zero, w->parameters[ROWS], one);
    ax_emit_loop lanes = ax_emit_loop_begin(e, zero, whole, ax_emit_i64(e, w->lanes));
    move_lanes(w, narrow, rows.index, lanes.index, NULL);
    ax_emit_loop_end(e, &lanes);
    ax_emit_loop rest = ax_emit_loop_begin(e, whole, columns, ax_emit_i64(e, w->lanes));
    move_lanes(w, narrow, rows.index, rest.index, mask);
    ax_emit_loop_end(e, &rest);
    ax_emit_loop_end(e, &rows);
    LLVMBuildRetVoid(e->builder);
}

/* ---- transpositions ---- */

/* One of two rows of a square after its blocks off the diagonal have been exchanged. */
static LLVMValueRef exchange(const writer *w, LLVMValueRef x, LLVMValueRef y, int32_t block,
                             bool high)
{
    LLVMTypeRef i32 = LLVMInt32TypeInContext(w->e->context);
    LLVMValueRef lanes[MOST_LANES];
    for (int32_t l = 0; l < w->lanes; l++) {
        int32_t from = l & block ? w->lanes + (high ? l : l - block) : (high ? l + block : l);
        lanes[l] = LLVMConstInt(i32, (unsigned long long)from, false);
    }
    return LLVMBuildShuffleVector(w->e->builder, x, y, LLVMConstVector(lanes, (unsigned)w->lanes),
                                  "");
}

/* A square of registers, turned by exchanging its off-diagonal blocks of every size. */
static void turn_square(const writer *w, LLVMValueRef *rows)
{
    for (int32_t block = w->lanes / 2; block > 0; block /= 2) {
        for (int32_t r = 0; r < w->lanes; r++) {
            if (r & block)
                continue;
            LLVMValueRef x = rows[r], y = rows[r + block];
            rows[r] = exchange(w, x, y, block, false);
            rows[r + block] = exchange(w, x, y, block, true);
        }
    }
}

/* Rows behind the last are read as the last. */
static void write_square(const writer *w, LLVMValueRef row, LLVMValueRef column, LLVMValueRef mask)
{
    LLVMBuilderRef b = w->e->builder;
    LLVMValueRef values[MOST_LANES];
    LLVMValueRef last = LLVMBuildSub(b, w->parameters[ROWS], ax_emit_i64(w->e, 1), "");
    for (int32_t l = 0; l < w->lanes; l++) {
        LLVMValueRef r = LLVMBuildAdd(b, row, ax_emit_i64(w->e, l), "");
        r = LLVMBuildSelect(b, LLVMBuildICmp(b, LLVMIntSLT, r, last, ""), r, last, "");
        values[l] = load_wide(
            w, at(w, w->parameters[FROM], r, w->parameters[FROM_STRIDE], column, w->element_bytes),
            mask);
    }
    turn_square(w, values);
    for (int32_t l = 0; l < w->lanes; l++) {
        LLVMValueRef c = LLVMBuildAdd(b, column, ax_emit_i64(w->e, l), "");
        ax_matrix_store(w->e, w->wide_bytes, values[l],
                        at(w, w->parameters[TO], c, w->parameters[TO_STRIDE], row, w->wide_bytes),
                        NULL);
    }
}

static void write_turn(const writer *w)
{
    ax_emitter *e = w->e;
    LLVMValueRef zero = ax_emit_i64(e, 0), lanes = ax_emit_i64(e, w->lanes);
    LLVMValueRef columns = w->parameters[COLUMNS];
    LLVMValueRef whole = LLVMBuildAnd(e->builder, columns, ax_emit_i64(e, -w->lanes), "");
    LLVMValueRef mask = mask_from(w, whole);
    ax_emit_loop rows = ax_emit_loop_begin(e, zero, w->parameters[ROWS], lanes);
    ax_emit_loop squares = ax_emit_loop_begin(e, zero, whole, lanes);
    write_square(w, rows.index, squares.index, NULL);
    ax_emit_loop_end(e, &squares);
    ax_emit_loop rest = ax_emit_loop_begin(e, whole, columns, lanes);
    write_square(w, rows.index, rest.index, mask);
    ax_emit_loop_end(e, &rest);
    ax_emit_loop_end(e, &rows);
    LLVMBuildRetVoid(e->builder);
}

/* ---- the unit ---- */

static void begin_function(writer *w, const char *name)
{
    LLVMTypeRef pointer = LLVMPointerTypeInContext(w->e->context, 0);
    LLVMTypeRef types[NPARAMETERS];
    for (int32_t i = 0; i < NPARAMETERS; i++)
        types[i] = i == TO || i == FROM ? pointer : w->i64;
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(w->e->context), types, NPARAMETERS,
                                        false);
    LLVMValueRef function = ax_emit_function(w->e, name, type);
    for (unsigned i = 0; i < NPARAMETERS; i++)
        w->parameters[i] = LLVMGetParam(function, i);
}

static ax_status *write_moves(ax_emitter *e, const void *user)
{
    writer w = {.e = e, .element = *(const ax_dtype *)user};
    ax_matrix_wide_type(w.element, &w.wide);
    w.element_bytes = (int32_t)ax_dtype_bytes(w.element);
    w.wide_bytes = (int32_t)ax_dtype_bytes(w.wide);
    w.lanes = e->vector_bytes / w.wide_bytes;
    w.i64 = LLVMInt64TypeInContext(e->context);
    begin_function(&w, "copy");
    write_rows(&w, false);
    begin_function(&w, "turn");
    write_turn(&w);
    begin_function(&w, "narrow");
    write_rows(&w, true);
    return NULL;
}

ax_status *ax_matrix_moves_get(ax_codegen *codegen, ax_dtype element, ax_matrix_moves *out_moves)
{
    static const char *const names[] = {"copy", "turn", "narrow"};
    char key[64];
    snprintf(key, sizeof key, "matrix moves 1: %s", ax_dtype_name(element));
    ax_unit unit = {
        .key = key, .write = write_moves, .user = &element, .nfunctions = 3, .functions = names};
    void *addresses[3] = {NULL};
    AX_TRY(ax_codegen_get(codegen, &unit, addresses));
    *out_moves = (ax_matrix_moves){
        .copy = (ax_matrix_move_fn *)(uintptr_t)addresses[0],
        .turn = (ax_matrix_move_fn *)(uintptr_t)addresses[1],
        .narrow = (ax_matrix_move_fn *)(uintptr_t)addresses[2],
    };
    return NULL;
}
