/* Few rows of A times a B that is read once, where it lies: row after row of it, as memory likes best. A few k
 * at a time go over all columns, whose sums lie in c, in the first cache. */
#include "backend/cpu/matrix_emit.h"

#include <stdio.h>

enum { A, A_STRIDE, B, B_STRIDE, C, C_STRIDE, DEPTH, COLUMNS, BEGINS, NPARAMETERS };
enum { STEPS = 4 }; /* k's at a time: rows of B that are read side by side */

typedef struct writer {
    ax_emitter *e;
    const ax_matrix_stream *stream;
    ax_dtype wide;
    LLVMTypeRef scalar, vector, i64;
    int32_t lanes, bytes, element_bytes; /* of a register; of an element, wide and in B */
    LLVMValueRef parameters[NPARAMETERS];
    LLVMValueRef strips_end, whole_end; /* columns before: in whole strips, in whole registers */
    LLVMValueRef mask;                  /* of what is left */
} writer;

typedef enum span { STRIP, REGISTER, REST } span;

static LLVMValueRef at(const writer *w, int32_t pointer, LLVMValueRef row, LLVMValueRef column,
                       int32_t bytes)
{
    LLVMBuilderRef b = w->e->builder;
    LLVMValueRef offset = LLVMBuildMul(b, row, w->parameters[pointer + 1], "");
    LLVMValueRef inside = LLVMBuildMul(b, column, ax_emit_i64(w->e, bytes), "");
    return ax_matrix_at(w->e, ax_matrix_at(w->e, w->parameters[pointer], offset), inside);
}

static LLVMValueRef shifted(const writer *w, LLVMValueRef value, int32_t by)
{
    return LLVMBuildAdd(w->e->builder, value, ax_emit_i64(w->e, by), "");
}

static LLVMValueRef c_at(const writer *w, int32_t row, LLVMValueRef column, int32_t v)
{
    return at(w, C, ax_emit_i64(w->e, row), shifted(w, column, v * w->lanes), w->bytes);
}

static LLVMValueRef next_sum(const writer *w, LLVMValueRef a, LLVMValueRef b, LLVMValueRef sum)
{
    if (w->stream->element != AX_BOOL)
        return ax_matrix_multiply_add(w->e, w->wide, a, b, sum);
    return LLVMBuildOr(w->e->builder, sum, LLVMBuildAnd(w->e->builder, a, b, ""), "");
}

/* The k's [k, k + depth) of the columns of a span. `a`: of each row and k. */
static void write_sums(const writer *w, LLVMValueRef k, int32_t depth, LLVMValueRef (*a)[STEPS],
                       LLVMValueRef column, span which)
{
    int32_t rows = w->stream->rows, vectors = which == STRIP ? w->stream->vectors : 1;
    LLVMValueRef mask = which == REST ? w->mask : NULL;
    for (int32_t v = 0; v < vectors; v++) {
        LLVMValueRef sums[AX_MATRIX_STREAM_ROWS];
        for (int32_t i = 0; i < rows; i++)
            sums[i] = ax_matrix_load(w->e, w->vector, w->bytes, c_at(w, i, column, v), mask);
        for (int32_t s = 0; s < depth; s++) {
            LLVMValueRef from = at(w, B, shifted(w, k, s), shifted(w, column, v * w->lanes),
                                   w->element_bytes);
            LLVMValueRef b = ax_matrix_load_wide(w->e, w->stream->element, w->lanes, from, mask);
            for (int32_t i = 0; i < rows; i++)
                sums[i] = next_sum(w, a[i][s], b, sums[i]);
        }
        for (int32_t i = 0; i < rows; i++)
            ax_matrix_store(w->e, w->bytes, sums[i], c_at(w, i, column, v), mask);
    }
}

static void write_zeros(const writer *w, LLVMValueRef column, span which)
{
    for (int32_t i = 0; i < w->stream->rows; i++) {
        for (int32_t v = 0; v < (which == STRIP ? w->stream->vectors : 1); v++)
            ax_matrix_store(w->e, w->bytes, LLVMConstNull(w->vector), c_at(w, i, column, v),
                            which == REST ? w->mask : NULL);
    }
}

/* All columns; without k's they become zeros. */
static void write_columns(const writer *w, LLVMValueRef k, int32_t depth, LLVMValueRef (*a)[STEPS])
{
    LLVMValueRef ends[] = {ax_emit_i64(w->e, 0), w->strips_end, w->whole_end,
                           w->parameters[COLUMNS]};
    int32_t steps[] = {w->stream->vectors * w->lanes, w->lanes, w->lanes};
    for (span which = STRIP; which <= REST; which++) {
        ax_emit_loop loop = ax_emit_loop_begin(w->e, ends[which], ends[which + 1],
                                               ax_emit_i64(w->e, steps[which]));
        if (depth > 0)
            write_sums(w, k, depth, a, loop.index, which);
        else
            write_zeros(w, loop.index, which);
        ax_emit_loop_end(w->e, &loop);
    }
}

/* k's [begin, end), `depth` at a time. */
static void write_steps(const writer *w, LLVMValueRef begin, LLVMValueRef end, int32_t depth)
{
    ax_emit_loop loop = ax_emit_loop_begin(w->e, begin, end, ax_emit_i64(w->e, depth));
    LLVMValueRef a[AX_MATRIX_STREAM_ROWS][STEPS];
    for (int32_t i = 0; i < w->stream->rows; i++) {
        for (int32_t s = 0; s < depth; s++) {
            LLVMValueRef from = at(w, A, ax_emit_i64(w->e, i), shifted(w, loop.index, s), w->bytes);
            a[i][s] = ax_emit_splat(w->e, LLVMBuildLoad2(w->e->builder, w->scalar, from, ""),
                                    w->lanes);
        }
    }
    write_columns(w, loop.index, depth, a);
    ax_emit_loop_end(w->e, &loop);
}

static void write_body(writer *w)
{
    ax_emitter *e = w->e;
    LLVMBuilderRef b = e->builder;
    LLVMValueRef zero = ax_emit_i64(e, 0), depth = w->parameters[DEPTH];
    LLVMValueRef columns = w->parameters[COLUMNS];
    int32_t strip = w->stream->vectors * w->lanes; /* a power of two */
    w->strips_end = LLVMBuildAnd(b, columns, ax_emit_i64(e, -strip), "");
    w->whole_end = LLVMBuildAnd(b, columns, ax_emit_i64(e, -w->lanes), "");
    w->mask = ax_matrix_mask(e, w->lanes, LLVMBuildSub(b, columns, w->whole_end, ""));
    ax_emit_loop once = ax_emit_loop_begin(e, zero, w->parameters[BEGINS], ax_emit_i64(e, 1));
    write_columns(w, zero, 0, NULL);
    ax_emit_loop_end(e, &once);
    LLVMValueRef whole = LLVMBuildAnd(b, depth, ax_emit_i64(e, -STEPS), "");
    write_steps(w, zero, whole, STEPS);
    write_steps(w, whole, depth, 1);
    LLVMBuildRetVoid(b);
}

static ax_status *write_stream(ax_emitter *e, const void *user)
{
    const ax_matrix_stream *stream = user;
    writer w = {.e = e, .stream = stream, .i64 = LLVMInt64TypeInContext(e->context)};
    ax_matrix_wide_type(stream->element, &w.wide);
    w.scalar = ax_matrix_scalar_type(e, w.wide);
    w.bytes = (int32_t)ax_dtype_bytes(w.wide);
    w.element_bytes = (int32_t)ax_dtype_bytes(stream->element);
    w.lanes = e->vector_bytes / w.bytes;
    w.vector = LLVMVectorType(w.scalar, (unsigned)w.lanes);
    LLVMTypeRef pointer = LLVMPointerTypeInContext(e->context, 0);
    LLVMTypeRef types[NPARAMETERS];
    for (int32_t i = 0; i < NPARAMETERS; i++)
        types[i] = i == A || i == B || i == C ? pointer : w.i64;
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(e->context), types, NPARAMETERS,
                                        false);
    LLVMValueRef function = ax_emit_function(e, "stream", type);
    for (unsigned i = 0; i < NPARAMETERS; i++)
        w.parameters[i] = LLVMGetParam(function, i);
    write_body(&w);
    return NULL;
}

ax_status *ax_matrix_stream_get(ax_codegen *codegen, const ax_matrix_stream *stream,
                                ax_matrix_stream_fn **out_function)
{
    static const char *const names[] = {"stream"};
    char key[64];
    snprintf(key, sizeof key, "matrix stream 1: %s %dx%d", ax_dtype_name(stream->element),
             (int)stream->rows, (int)stream->vectors);
    ax_unit unit = {
        .key = key, .write = write_stream, .user = stream, .nfunctions = 1, .functions = names};
    void *address = NULL;
    AX_TRY(ax_codegen_get(codegen, &unit, &address));
    *out_function = (ax_matrix_stream_fn *)(uintptr_t)address;
    return NULL;
}
