/* A tile of a product of matrices in registers: for each k, rows of A spread over the lanes times the
 * registers of a row of B. */
#include "backend/cpu/matrix_emit.h"

#include <stddef.h>
#include <stdio.h>

enum { MOST_REGISTERS = 32, UNROLLED = 4 };

enum {
    A,
    A_STRIDE,
    B,
    B_STRIDE,
    C,
    C_STRIDE,
    DEPTH,
    ROWS,
    COLUMNS,
    BEGINS,
    NEXT,
    AHEAD,
    SPREAD,
    NPARAMETERS
};

typedef struct writer {
    ax_emitter *e;
    const ax_matrix_tile *tile;
    ax_dtype wide;
    LLVMTypeRef scalar, vector, i64;
    int32_t lanes, bytes; /* of a register; of an element */
    LLVMValueRef parameters[NPARAMETERS];
    LLVMValueRef masks[MOST_REGISTERS];  /* of the registers of a row, where masked */
    LLVMValueRef sums[MOST_REGISTERS];   /* where they are kept: rows x vectors */
    LLVMValueRef a_rows[MOST_REGISTERS]; /* pointers to the rows of A */
    LLVMValueRef c_rows[MOST_REGISTERS]; /* and of C */
    LLVMValueRef b_rows, ahead;          /* to that of B; to what is asked for beside it */
    LLVMValueRef turned_ahead;           /* bytes */
    LLVMValueRef square; /* room for one of each register of a row, where B is turned */
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

/* ---- one step ---- */

/* Bytes from an A's first element to its k'th. */
static LLVMValueRef a_place(const writer *w, LLVMValueRef k)
{
    if (w->tile->spread && !w->tile->beside)
        return LLVMBuildMul(w->e->builder, k, w->parameters[A_STRIDE], "");
    return multiple(w, k, w->bytes);
}

static LLVMValueRef multiply_add(const writer *w, LLVMValueRef a, LLVMValueRef b, LLVMValueRef sum)
{
    if (w->tile->element != AX_BOOL)
        return ax_matrix_multiply_add(w->e, w->wide, a, b, sum);
    return LLVMBuildOr(w->e->builder, sum, LLVMBuildAnd(w->e->builder, a, b, ""), "");
}

/* Step k of the chains: `shift` k's behind `k`; the registers of its row of B. */
static void write_products(const writer *w, LLVMValueRef k, int32_t shift, LLVMValueRef *b_row,
                           int32_t first, int32_t count)
{
    LLVMBuilderRef builder = w->e->builder;
    const ax_matrix_tile *tile = w->tile;
    LLVMValueRef place = a_place(w, k), behind = a_place(w, ax_emit_i64(w->e, shift));
    for (int32_t i = 0; i < tile->rows; i++) {
        LLVMValueRef from = at_bytes(w, at_bytes(w, w->a_rows[i], place), behind);
        LLVMValueRef a = LLVMBuildLoad2(builder, w->scalar, from, "");
        a = ax_emit_splat(w->e, a, w->lanes);
        for (int32_t v = first; v < first + count; v++) {
            LLVMValueRef sums = w->sums[i * tile->vectors + v];
            LLVMValueRef sum = LLVMBuildLoad2(builder, w->vector, sums, "");
            LLVMBuildStore(builder, multiply_add(w, a, b_row[v], sum), sums);
        }
    }
}

static void write_step(const writer *w, LLVMValueRef k, int32_t shift)
{
    enum { ROWS_AHEAD = 12 };
    const ax_matrix_tile *tile = w->tile;
    bool in_place = tile->b == AX_MATRIX_B_IN_PLACE;
    int32_t bytes = in_place ? (int32_t)ax_dtype_bytes(tile->element) : w->bytes;
    LLVMValueRef b_row[MOST_REGISTERS];
    LLVMValueRef b_stride = in_place ? w->parameters[B_STRIDE]
                                     : ax_emit_i64(w->e, tile->vectors * w->lanes * bytes);
    LLVMValueRef row = at_bytes(w, w->b_rows, LLVMBuildMul(w->e->builder, k, b_stride, ""));
    row = at_bytes(w, row, multiple(w, b_stride, shift));
    LLVMValueRef ahead = at_bytes(w, row, multiple(w, b_stride, ROWS_AHEAD));
    for (int32_t v = 0; v < tile->vectors; v++) {
        LLVMValueRef inside = ax_emit_i64(w->e, v * w->lanes * bytes);
        LLVMValueRef from = at_bytes(w, row, inside);
        if (in_place) {
            b_row[v] = ax_matrix_load_wide(w->e, tile->element, w->lanes, from, w->masks[v]);
            ax_matrix_prefetch(w->e, at_bytes(w, ahead, inside));
        } else {
            b_row[v] = ax_matrix_load(w->e, w->vector, w->bytes, from, NULL);
        }
    }
    write_products(w, k, shift, b_row, 0, tile->vectors);
}

/* Asks for what comes next, spread over the steps: a part of `ahead`, and of each line of the next rows of A once. */
static void ask_ahead(const writer *w, LLVMValueRef k)
{
    enum { LINE = 64 };
    LLVMBuilderRef builder = w->e->builder;
    const ax_matrix_tile *tile = w->tile;
    ax_matrix_prefetch(w->e, at_bytes(w, w->ahead, multiple(w, k, AX_MATRIX_AHEAD)));
    if (tile->vectors == 1 || tile->spread) /* it loads as much as it can already; it is near */
        return;
    int32_t turns = LINE / (UNROLLED * w->bytes), count = (tile->rows + turns - 1) / turns;
    LLVMValueRef turn = LLVMBuildLShr(builder, k, ax_emit_i64(w->e, 2), "");
    turn = LLVMBuildAnd(builder, turn, ax_emit_i64(w->e, turns - 1), "");
    LLVMValueRef row = LLVMBuildAdd(builder, multiple(w, turn, count),
                                    ax_emit_i64(w->e, tile->rows), "");
    LLVMValueRef from = at_bytes(w, w->parameters[A], multiple(w, k, w->bytes));
    from = at_bytes(w, from, LLVMBuildMul(builder, row, w->parameters[A_STRIDE], ""));
    for (int32_t i = 0; i < count; i++)
        ax_matrix_prefetch(w->e, at_bytes(w, from, multiple(w, w->parameters[A_STRIDE], i)));
}

static void write_steps(const writer *w)
{
    ax_emitter *e = w->e;
    LLVMValueRef zero = ax_emit_i64(e, 0), depth = w->parameters[DEPTH];
    LLVMValueRef whole = LLVMBuildAnd(e->builder, depth, ax_emit_i64(e, -UNROLLED), "");
    ax_emit_loop loop = ax_emit_loop_begin(e, zero, whole, ax_emit_i64(e, UNROLLED));
    if (w->tile->b == AX_MATRIX_B_PACKED)
        ask_ahead(w, loop.index);
    for (int32_t u = 0; u < UNROLLED; u++)
        write_step(w, loop.index, u);
    ax_emit_loop_end(e, &loop);
    loop = ax_emit_loop_begin(e, whole, depth, ax_emit_i64(e, 1));
    write_step(w, loop.index, 0);
    ax_emit_loop_end(e, &loop);
}

/* A last row that there is not is the one before: its sums are computed and stored twice. */
static LLVMValueRef row_number(const writer *w, int32_t i)
{
    if (i == 0 || i + 1 < w->tile->rows)
        return ax_emit_i64(w->e, i);
    return LLVMBuildSub(w->e->builder, w->parameters[ROWS], ax_emit_i64(w->e, 1), "");
}

/* ---- A spread ---- */

static LLVMValueRef load_number(const writer *w, LLVMValueRef array, LLVMValueRef index)
{
    LLVMValueRef from = at_bytes(w, array, multiple(w, index, 8));
    return LLVMBuildLoad2(w->e->builder, w->i64, from, "");
}

static LLVMValueRef load_pointer(const writer *w, size_t offset)
{
    LLVMValueRef from = at_bytes(w, w->parameters[SPREAD], ax_emit_i64(w->e, (int64_t)offset));
    return LLVMBuildLoad2(w->e->builder, LLVMTypeOf(from), from, "");
}

/* Run after run. */
static void write_runs(writer *w)
{
    ax_emitter *e = w->e;
    const ax_matrix_tile *tile = w->tile;
    LLVMValueRef runs = load_pointer(w, offsetof(ax_matrix_spread, runs));
    LLVMValueRef rows = load_pointer(w, offsetof(ax_matrix_spread, rows));
    LLVMValueRef offsets[MOST_REGISTERS];
    LLVMValueRef nruns = load_number(w, w->parameters[SPREAD],
                                     ax_emit_i64(e, offsetof(ax_matrix_spread, nruns) / 8));
    for (int32_t i = 0; i < tile->rows; i++)
        offsets[i] = load_number(w, rows, row_number(w, i));
    ax_emit_loop loop = ax_emit_loop_begin(e, ax_emit_i64(e, 0), nruns, ax_emit_i64(e, 1));
    LLVMValueRef run = at_bytes(w, w->parameters[A], load_number(w, runs, loop.index));
    for (int32_t i = 0; i < tile->rows; i++)
        w->a_rows[i] = at_bytes(w, run, offsets[i]);
    LLVMValueRef first = LLVMBuildMul(e->builder, loop.index, w->parameters[DEPTH], "");
    int32_t row_bytes = tile->vectors * w->lanes * w->bytes;
    w->b_rows = at_bytes(w, w->parameters[B], multiple(w, first, row_bytes));
    w->ahead = at_bytes(w, w->parameters[AHEAD], multiple(w, first, AX_MATRIX_AHEAD));
    if (tile->depth == 0)
        write_steps(w);
    for (int32_t k = 0; k < tile->depth; k++)
        write_step(w, ax_emit_i64(e, 0), k);
    ax_emit_loop_end(e, &loop);
}

/* ---- B turned in registers ---- */

/* The k's from `k` on, as many as a register has lanes, of the columns of register v: turned. Columns behind the
 * last are read as the last. */
static void load_square(const writer *w, LLVMValueRef k, int32_t v, LLVMValueRef mask,
                        LLVMValueRef *rows)
{
    LLVMBuilderRef builder = w->e->builder;
    LLVMValueRef last = LLVMBuildSub(builder, w->parameters[COLUMNS], ax_emit_i64(w->e, 1), "");
    for (int32_t l = 0; l < w->lanes; l++) {
        LLVMValueRef column = ax_emit_i64(w->e, v * w->lanes + l);
        if (w->tile->masked)
            column = ax_emit_intrinsic(w->e, "llvm.smin", (LLVMValueRef[]){column, last}, 2);
        LLVMValueRef from = at_bytes(w, w->parameters[B],
                                     LLVMBuildMul(builder, column, w->parameters[B_STRIDE], ""));
        from = at_bytes(w, from, multiple(w, k, (int32_t)ax_dtype_bytes(w->tile->element)));
        rows[l] = ax_matrix_load_wide(w->e, w->tile->element, w->lanes, from, mask);
        if (!mask)
            ax_matrix_prefetch_far(w->e, at_bytes(w, from, w->turned_ahead));
    }
    ax_matrix_turn(w->e, w->lanes, rows);
}

/* The last k's, fewer than lanes: their square goes through memory, to be walked by a loop. */
static void write_turned_rest(const writer *w, LLVMValueRef whole)
{
    ax_emitter *e = w->e;
    LLVMValueRef rest = LLVMBuildSub(e->builder, w->parameters[DEPTH], whole, "");
    LLVMValueRef mask = ax_matrix_mask(e, w->lanes, rest);
    for (int32_t v = 0; v < w->tile->vectors; v++) {
        LLVMValueRef rows[MOST_REGISTERS];
        load_square(w, whole, v, mask, rows);
        for (int32_t l = 0; l < w->lanes; l++) {
            int32_t place = (l * w->tile->vectors + v) * e->vector_bytes;
            LLVMBuildStore(e->builder, rows[l], at_bytes(w, w->square, ax_emit_i64(e, place)));
        }
    }
    ax_emit_loop loop = ax_emit_loop_begin(e, ax_emit_i64(e, 0), rest, ax_emit_i64(e, 1));
    LLVMValueRef b_row[MOST_REGISTERS];
    LLVMValueRef from = at_bytes(w, w->square,
                                 multiple(w, loop.index, w->tile->vectors * e->vector_bytes));
    for (int32_t v = 0; v < w->tile->vectors; v++) {
        b_row[v] = ax_matrix_load(e, w->vector, e->vector_bytes,
                                  at_bytes(w, from, ax_emit_i64(e, v * e->vector_bytes)), NULL);
    }
    write_products(w, LLVMBuildAdd(e->builder, whole, loop.index, ""), 0, b_row, 0,
                   w->tile->vectors);
    ax_emit_loop_end(e, &loop);
}

/* How far ahead of a column's place is asked for: in the column itself or, where it is short, in the one that
 * takes its place in the next panel. */
static LLVMValueRef turned_ahead(const writer *w)
{
    enum { SHORT = 4096, BYTES_AHEAD = 1024 };
    LLVMBuilderRef builder = w->e->builder;
    LLVMValueRef bytes = multiple(w, w->parameters[DEPTH],
                                  (int32_t)ax_dtype_bytes(w->tile->element));
    LLVMValueRef is_short = LLVMBuildICmp(builder, LLVMIntSLE, bytes, ax_emit_i64(w->e, SHORT), "");
    LLVMValueRef panel = multiple(w, w->parameters[B_STRIDE], w->tile->vectors * w->lanes);
    return LLVMBuildSelect(builder, is_short, panel, ax_emit_i64(w->e, BYTES_AHEAD), "");
}

static void write_turned(writer *w)
{
    ax_emitter *e = w->e;
    w->turned_ahead = turned_ahead(w);
    LLVMValueRef zero = ax_emit_i64(e, 0), depth = w->parameters[DEPTH];
    LLVMValueRef whole = LLVMBuildAnd(e->builder, depth, ax_emit_i64(e, -w->lanes), "");
    ax_emit_loop loop = ax_emit_loop_begin(e, zero, whole, ax_emit_i64(e, w->lanes));
    for (int32_t v = 0; v < w->tile->vectors; v++) {
        LLVMValueRef rows[MOST_REGISTERS], b_row[MOST_REGISTERS];
        load_square(w, loop.index, v, NULL, rows);
        for (int32_t l = 0; l < w->lanes; l++) {
            b_row[v] = rows[l];
            write_products(w, loop.index, l, b_row, v, 1);
        }
    }
    ax_emit_loop_end(e, &loop);
    ax_emit_loop once = ax_emit_loop_begin(e, whole, depth, ax_emit_i64(e, w->lanes));
    write_turned_rest(w, once.index);
    ax_emit_loop_end(e, &once);
}

/* ---- the tile ---- */

static LLVMValueRef c_at(const writer *w, int32_t i, int32_t v)
{
    return at_bytes(w, w->c_rows[i], ax_emit_i64(w->e, v * w->lanes * w->bytes));
}

/* Where the rows of A and C are. */
static void find_rows(writer *w)
{
    LLVMBuilderRef builder = w->e->builder;
    for (int32_t i = 0; i < w->tile->rows; i++) {
        LLVMValueRef row = row_number(w, i);
        w->a_rows[i] = at_bytes(w, w->parameters[A],
                                LLVMBuildMul(builder, row, w->parameters[A_STRIDE], ""));
        w->c_rows[i] = at_bytes(w, w->parameters[C],
                                LLVMBuildMul(builder, row, w->parameters[C_STRIDE], ""));
    }
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
    if (tile->b == AX_MATRIX_B_TURNED) {
        LLVMTypeRef square = LLVMArrayType2(w->vector,
                                            (uint64_t)w->lanes * (uint64_t)tile->vectors);
        w->square = LLVMBuildAlloca(e->builder, square, "");
    }
    for (int32_t v = 0; v < tile->vectors; v++)
        w->masks[v] = tile->masked ? mask_of(w, v) : NULL;
    find_rows(w);
    w->b_rows = w->parameters[B];
    w->ahead = w->parameters[AHEAD];
    write_prefetches(w);
    write_begin(w);
    if (tile->b == AX_MATRIX_B_TURNED)
        write_turned(w);
    else if (tile->spread)
        write_runs(w);
    else
        write_steps(w);
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
    writer w = {.e = e, .tile = tile, .i64 = LLVMInt64TypeInContext(e->context)};
    ax_matrix_wide_type(tile->element, &w.wide);
    w.scalar = ax_matrix_scalar_type(e, w.wide);
    w.bytes = (int32_t)ax_dtype_bytes(w.wide);
    w.lanes = e->vector_bytes / w.bytes;
    w.vector = LLVMVectorType(w.scalar, (unsigned)w.lanes);
    LLVMTypeRef pointer = LLVMPointerTypeInContext(e->context, 0);
    LLVMTypeRef types[NPARAMETERS];
    for (int32_t i = 0; i < NPARAMETERS; i++)
        types[i] = i == A || i == B || i == C || i >= NEXT ? pointer : w.i64;
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
    snprintf(key, sizeof key, "matrix tile 7: %s %dx%d %d%s%s%s %d", ax_dtype_name(tile->element),
             (int)tile->rows, (int)tile->vectors, (int)tile->b, tile->masked ? " masked" : "",
             tile->spread ? " spread" : "", tile->beside ? " beside" : "", (int)tile->depth);
    ax_unit unit = {
        .key = key, .write = write_tile, .user = tile, .nfunctions = 1, .functions = names};
    void *address = NULL;
    AX_TRY(ax_codegen_get(codegen, &unit, &address));
    *out_function = (ax_matrix_tile_fn *)(uintptr_t)address;
    return NULL;
}
