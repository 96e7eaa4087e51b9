/* Laying operands of products out: copies and transpositions that make elements wide on the way, and
 * the way back. Those of wide ones are in matrix_bytes.c. */
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

/* ---- copies ---- */

static LLVMValueRef at(const writer *w, LLVMValueRef pointer, LLVMValueRef row, LLVMValueRef stride,
                       LLVMValueRef column, int32_t bytes)
{
    LLVMBuilderRef b = w->e->builder;
    LLVMValueRef offset = LLVMBuildMul(b, row, stride, "");
    LLVMValueRef inside = LLVMBuildMul(b, column, ax_emit_i64(w->e, bytes), "");
    return ax_matrix_at(w->e, ax_matrix_at(w->e, pointer, offset), inside);
}

/* Lanes of columns from `column` on, of one row; `mask` NULL: all of them. Behind what is copied lies what will be
 * copied next: it is asked for. */
static void move_lanes(const writer *w, bool narrow, LLVMValueRef row, LLVMValueRef column,
                       LLVMValueRef mask)
{
    int32_t from_bytes = narrow ? w->wide_bytes : w->element_bytes;
    int32_t to_bytes = narrow ? w->element_bytes : w->wide_bytes;
    LLVMValueRef from = at(w, w->parameters[FROM], row, w->parameters[FROM_STRIDE], column,
                           from_bytes);
    LLVMValueRef to = at(w, w->parameters[TO], row, w->parameters[TO_STRIDE], column, to_bytes);
    if (narrow) {
        LLVMValueRef value = ax_matrix_load_wide(w->e, w->wide, w->lanes, from, mask);
        ax_matrix_store_narrow(w->e, w->element, w->lanes, value, to, mask);
    } else {
        LLVMValueRef value = ax_matrix_load_wide(w->e, w->element, w->lanes, from, mask);
        ax_matrix_store(w->e, w->wide_bytes, value, to, mask);
        LLVMValueRef width = LLVMBuildMul(w->e->builder, w->parameters[COLUMNS],
                                          ax_emit_i64(w->e, from_bytes), "");
        ax_matrix_prefetch_far(w->e, ax_matrix_at(w->e, from, width));
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

/* Rows behind the last are read as the last. The square below, which comes a band later, is asked for. */
static void write_square(const writer *w, LLVMValueRef row, LLVMValueRef column, LLVMValueRef mask)
{
    LLVMBuilderRef b = w->e->builder;
    LLVMValueRef values[MOST_LANES];
    LLVMValueRef last = LLVMBuildSub(b, w->parameters[ROWS], ax_emit_i64(w->e, 1), "");
    LLVMValueRef ahead = LLVMBuildMul(b, w->parameters[FROM_STRIDE], ax_emit_i64(w->e, w->lanes),
                                      "");
    for (int32_t l = 0; l < w->lanes; l++) {
        LLVMValueRef r = LLVMBuildAdd(b, row, ax_emit_i64(w->e, l), "");
        r = LLVMBuildSelect(b, LLVMBuildICmp(b, LLVMIntSLT, r, last, ""), r, last, "");
        LLVMValueRef from = at(w, w->parameters[FROM], r, w->parameters[FROM_STRIDE], column,
                               w->element_bytes);
        values[l] = ax_matrix_load_wide(w->e, w->element, w->lanes, from, mask);
        ax_matrix_prefetch(w->e, ax_matrix_at(w->e, from, ahead));
    }
    ax_matrix_turn(w->e, w->lanes, values);
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

typedef struct wanted {
    ax_dtype element;
    ax_matrix_move move;
} wanted;

static ax_status *write_move(ax_emitter *e, const void *user)
{
    const wanted *what = user;
    writer w = {.e = e, .element = what->element};
    ax_matrix_wide_type(w.element, &w.wide);
    w.element_bytes = (int32_t)ax_dtype_bytes(w.element);
    w.wide_bytes = (int32_t)ax_dtype_bytes(w.wide);
    w.lanes = e->vector_bytes / w.wide_bytes;
    w.i64 = LLVMInt64TypeInContext(e->context);
    begin_function(&w, "move");
    if (what->move == AX_MATRIX_TURN)
        write_turn(&w);
    else
        write_rows(&w, what->move == AX_MATRIX_NARROW);
    return NULL;
}

ax_status *ax_matrix_move_get(ax_codegen *codegen, ax_dtype element, ax_matrix_move move,
                              ax_matrix_move_fn **out_function)
{
    static const char *const names[] = {"move"};
    ax_dtype wide;
    if (ax_matrix_wide_type(element, &wide) && ax_dtype_bytes(wide) == ax_dtype_bytes(element)) {
        *out_function = ax_matrix_move_bytes(ax_dtype_bytes(element), move);
        return NULL;
    }
    wanted what = {element, move};
    char key[64];
    snprintf(key, sizeof key, "matrix move 5: %s %d", ax_dtype_name(element), (int)move);
    ax_unit unit = {
        .key = key, .write = write_move, .user = &what, .nfunctions = 1, .functions = names};
    void *address = NULL;
    AX_TRY(ax_codegen_get(codegen, &unit, &address));
    *out_function = (ax_matrix_move_fn *)(uintptr_t)address;
    return NULL;
}
