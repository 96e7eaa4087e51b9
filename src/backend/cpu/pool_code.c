#include "backend/cpu/pool_code.h"

#include "backend/cpu/emit.h"
#include "backend/cpu/emit_vec.h"
#include "base/checked.h"
#include "base/text.h"
#include "ir/op.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_VECTORS = 8 }; /* accumulators at once */

/* What is being written. Offsets count elements. */
typedef struct writing {
    ax_emitter *e;
    const ax_pool *pool;
    int32_t lanes;
    LLVMValueRef input, result, init; /* pointers; the element that comes in front */
    LLVMValueRef source, target;      /* of the row at hand */
    LLVMValueRef first[AX_POOL_MOST_DIMS],
        end[AX_POOL_MOST_DIMS];         /* window positions inside the input */
    int64_t strides[AX_POOL_MOST_DIMS]; /* of the input */
    LLVMValueRef locals[MOST_VECTORS];
} writing;

/* Some channels of one place, or places: whole vectors, or one with the lanes of a mask. */
typedef struct channels {
    LLVMValueRef first; /* offset of the first of them */
    int32_t vectors, lanes;
    int64_t step;      /* from lane to lane of the input */
    LLVMValueRef mask; /* NULL: all */
} channels;

static LLVMValueRef constant(const writing *w, int64_t value)
{
    return ax_emit_i64(w->e, value);
}

static LLVMValueRef add(const writing *w, LLVMValueRef a, LLVMValueRef b)
{
    return LLVMBuildNSWAdd(w->e->builder, a, b, "");
}

static LLVMValueRef scaled(const writing *w, LLVMValueRef a, int64_t factor)
{
    return LLVMBuildNSWMul(w->e->builder, a, constant(w, factor), "");
}

static LLVMValueRef at(const writing *w, LLVMValueRef array, LLVMValueRef offset)
{
    LLVMTypeRef element = ax_emit_memory_type(w->e, w->pool->dtype);
    return LLVMBuildGEP2(w->e->builder, element, array, &offset, 1, "");
}

static ax_dtype combined_as(ax_dtype dtype)
{
    return ax_dtype_is_half(dtype) ? AX_F32 : dtype;
}

/* ---- one place ---- */

/* Combines the elements at `offset` with the accumulators. */
static void combine(const writing *w, const channels *c, LLVMValueRef offset)
{
    ax_emitter *e = w->e;
    ax_dtype dtype = w->pool->dtype;
    LLVMTypeRef type = ax_emit_type(e, dtype, c->lanes);
    for (int32_t v = 0; v < c->vectors; v++) {
        LLVMValueRef from = at(w, w->input, add(w, offset, constant(w, v * c->lanes * c->step)));
        LLVMValueRef operands[2] = {
            LLVMBuildLoad2(e->builder, type, w->locals[v], ""),
            c->mask ? ax_emit_load(e, dtype, c->lanes, from, c->mask)
                    : ax_emit_load_apart(e, dtype, c->lanes, c->step, from),
        };
        LLVMValueRef both = ax_emit_op_named(e, w->pool->op, combined_as(dtype), c->lanes,
                                             operands);
        LLVMBuildStore(e->builder, both, w->locals[v]);
    }
}

/* All positions of the window along dimensions from `dim` on; `inside`: all are elements along the last
 * dimension, and are written one behind the other. */
static void combine_window(const writing *w, const channels *c, int32_t dim, bool inside,
                           LLVMValueRef offset)
{
    const ax_pool *p = w->pool;
    bool last = dim + 1 == p->ndims;
    if (last && inside) {
        for (int64_t k = 0; k < p->dims[dim].window; k++)
            combine(w, c, add(w, offset, constant(w, k * w->strides[dim])));
        return;
    }
    ax_emit_loop loop = ax_emit_loop_begin(w->e, w->first[dim], w->end[dim], constant(w, 1));
    LLVMValueRef here = add(w, offset, scaled(w, loop.index, w->strides[dim]));
    if (last) {
        combine(w, c, here);
    } else {
        combine_window(w, c, dim + 1, inside, here);
    }
    ax_emit_loop_end(w->e, &loop);
}

/* `source`: where the window begins, perhaps in the padding; `target`: where the result goes. */
static void pool_channels(writing *w, const channels *c, bool inside, LLVMValueRef source,
                          LLVMValueRef target)
{
    ax_emitter *e = w->e;
    ax_dtype dtype = w->pool->dtype;
    LLVMTypeRef type = ax_emit_type(e, dtype, c->lanes);
    for (int32_t v = 0; v < c->vectors; v++) {
        w->locals[v] = ax_emit_local(e, type);
        LLVMBuildStore(e->builder, ax_emit_splat(e, w->init, c->lanes), w->locals[v]);
    }
    combine_window(w, c, 0, inside, add(w, source, c->first));
    for (int32_t v = 0; v < c->vectors; v++) {
        LLVMValueRef to = add(w, add(w, target, c->first), constant(w, (int64_t)v * c->lanes));
        LLVMValueRef value = LLVMBuildLoad2(e->builder, type, w->locals[v], "");
        if (ax_dtype_is_half(dtype))
            value = ax_emit_half_round(e, dtype, c->lanes, value);
        ax_emit_store(e, dtype, c->lanes, at(w, w->result, to), value, c->mask);
    }
}

/* The lanes of a vector that are among `count` channels. */
static LLVMValueRef mask_of(const writing *w, int64_t count)
{
    LLVMValueRef bits[64];
    LLVMTypeRef bit = LLVMInt1TypeInContext(w->e->context);
    for (int32_t lane = 0; lane < w->lanes; lane++)
        bits[lane] = LLVMConstInt(bit, lane < count, false);
    return LLVMConstVector(bits, (unsigned)w->lanes);
}

static void pool_place(writing *w, bool inside, LLVMValueRef source, LLVMValueRef target)
{
    int64_t slab = w->pool->slab, turn = (int64_t)MOST_VECTORS * w->lanes,
            done = slab / turn * turn;
    if (done > 0) {
        ax_emit_loop loop = ax_emit_loop_begin(w->e, constant(w, 0), constant(w, done),
                                               constant(w, turn));
        channels c = {.first = loop.index, .vectors = MOST_VECTORS, .lanes = w->lanes, .step = 1};
        pool_channels(w, &c, inside, source, target);
        ax_emit_loop_end(w->e, &loop);
    }
    int32_t vectors = (int32_t)((slab - done) / w->lanes);
    if (vectors > 0) {
        channels c = {.first = constant(w, done), .vectors = vectors, .lanes = w->lanes, .step = 1};
        pool_channels(w, &c, inside, source, target);
        done += (int64_t)vectors * w->lanes;
    }
    if (done < slab) {
        channels c = {.first = constant(w, done), .vectors = 1, .lanes = w->lanes, .step = 1};
        if (w->lanes > 1)
            c.mask = mask_of(w, slab - done);
        pool_channels(w, &c, inside, source, target);
    }
}

/* ---- rows ---- */

static LLVMValueRef largest(const writing *w, LLVMValueRef a, int64_t b)
{
    return ax_emit_intrinsic(w->e, "llvm.smax", (LLVMValueRef[]){a, constant(w, b)}, 2);
}

static LLVMValueRef least(const writing *w, LLVMValueRef a, int64_t b)
{
    return ax_emit_intrinsic(w->e, "llvm.smin", (LLVMValueRef[]){a, constant(w, b)}, 2);
}

/* Where the window at `place` begins along a dimension, and which of its positions are elements. */
static LLVMValueRef begin_window(writing *w, int32_t dim, LLVMValueRef place)
{
    const ax_pool_dim *d = &w->pool->dims[dim];
    LLVMBuilderRef b = w->e->builder;
    LLVMValueRef start = LLVMBuildNSWSub(b, scaled(w, place, d->stride), constant(w, d->low), "");
    w->first[dim] = largest(w, LLVMBuildNSWNeg(b, start, ""), 0);
    w->end[dim] = least(w, LLVMBuildNSWSub(b, constant(w, d->input), start, ""), d->window);
    return start;
}

/* Places from..to-1 of the row. */
static void pool_places(writing *w, int64_t from, int64_t to, bool inside)
{
    if (from >= to)
        return;
    int32_t last = w->pool->ndims - 1;
    ax_emit_loop loop = ax_emit_loop_begin(w->e, constant(w, from), constant(w, to),
                                           constant(w, 1));
    LLVMValueRef start = begin_window(w, last, loop.index);
    LLVMValueRef source = add(w, w->source, scaled(w, start, w->strides[last]));
    pool_place(w, inside, source, add(w, w->target, scaled(w, loop.index, w->pool->slab)));
    ax_emit_loop_end(w->e, &loop);
}

/* Vectors of places from `place` on, whose windows lie inside. */
static void pool_vectors(writing *w, LLVMValueRef place, int32_t vectors, int32_t lanes)
{
    int32_t last = w->pool->ndims - 1;
    channels c = {.first = constant(w, 0),
                  .vectors = vectors,
                  .lanes = lanes,
                  .step = w->pool->dims[last].stride};
    pool_channels(w, &c, true, add(w, w->source, begin_window(w, last, place)),
                  add(w, w->target, place));
}

/* Places from..to-1, whose windows lie inside, where there are no channels. Where they fill no vector at the end
 * one is of some that have been computed already. */
static void pool_along(writing *w, int64_t from, int64_t to)
{
    enum { VECTORS = 4 };
    int64_t lanes = w->e->vector_bytes / ax_dtype_bytes(combined_as(w->pool->dtype));
    while (lanes > 1 && lanes > to - from)
        lanes /= 2;
    if (lanes == 1) {
        pool_places(w, from, to, true);
        return;
    }
    int64_t many = from + (to - from) / (VECTORS * lanes) * VECTORS * lanes;
    int64_t whole = from + (to - from) / lanes * lanes;
    ax_emit_loop loop = ax_emit_loop_begin(w->e, constant(w, from), constant(w, many),
                                           constant(w, VECTORS * lanes));
    pool_vectors(w, loop.index, VECTORS, (int32_t)lanes);
    ax_emit_loop_end(w->e, &loop);
    loop = ax_emit_loop_begin(w->e, constant(w, many), constant(w, whole), constant(w, lanes));
    pool_vectors(w, loop.index, 1, (int32_t)lanes);
    ax_emit_loop_end(w->e, &loop);
    if (whole < to)
        pool_vectors(w, constant(w, to - lanes), 1, (int32_t)lanes);
}

static void pool_row(writing *w, LLVMValueRef row)
{
    const ax_pool *p = w->pool;
    int32_t last = p->ndims - 1;
    LLVMBuilderRef b = w->e->builder;
    int64_t whole = w->strides[0] * p->dims[0].input; /* of what the code does not know */
    w->source = constant(w, 0);
    w->target = scaled(w, row, p->dims[last].places * p->slab);
    for (int32_t d = last - 1; d >= 0; d--) {
        LLVMValueRef places = constant(w, p->dims[d].places);
        LLVMValueRef start = begin_window(w, d, LLVMBuildURem(b, row, places, ""));
        row = LLVMBuildUDiv(b, row, places, "");
        w->source = add(w, w->source, scaled(w, start, w->strides[d]));
    }
    w->source = add(w, w->source, scaled(w, row, whole));
    /* Along the last dimension windows stick out only at its ends. */
    const ax_pool_dim *d = &p->dims[last];
    int64_t first = ax_min_i64(d->places, ax_ceil_div(ax_max_i64(0, d->low), d->stride));
    int64_t room = d->input + d->low - d->window; /* the last start inside */
    int64_t end = room < 0 ? first : ax_min_i64(d->places, room / d->stride + 1);
    end = ax_max_i64(first, end);
    pool_places(w, 0, first, false);
    if (p->slab == 1)
        pool_along(w, first, end);
    else
        pool_places(w, first, end, true);
    pool_places(w, end, d->places, false);
}

static ax_status *write_pool(ax_emitter *e, const void *user)
{
    const ax_pool *p = user;
    LLVMTypeRef pointer = LLVMPointerTypeInContext(e->context, 0);
    LLVMTypeRef i64 = LLVMInt64TypeInContext(e->context);
    LLVMTypeRef parameters[] = {pointer, pointer, pointer, i64, i64};
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(e->context), parameters, 5, false);
    LLVMValueRef function = ax_emit_function(e, "pool", type);
    writing w = {.e = e, .pool = p};
    int64_t natural = e->vector_bytes / ax_dtype_bytes(combined_as(p->dtype)), lanes = 1;
    while (lanes < natural && lanes < p->slab)
        lanes *= 2;
    w.lanes = (int32_t)lanes;
    w.input = LLVMGetParam(function, 0);
    w.result = LLVMGetParam(function, 1);
    w.init = ax_emit_load(e, p->dtype, 1, LLVMGetParam(function, 2), NULL);
    int64_t stride = p->slab;
    for (int32_t d = p->ndims - 1; d >= 0; d--) {
        w.strides[d] = stride;
        stride *= p->dims[d].input;
    }
    ax_emit_loop rows = ax_emit_loop_begin(e, LLVMGetParam(function, 3), LLVMGetParam(function, 4),
                                           ax_emit_i64(e, 1));
    pool_row(&w, rows.index);
    ax_emit_loop_end(e, &rows);
    LLVMBuildRetVoid(e->builder);
    return NULL;
}

ax_status *ax_pool_code(ax_codegen *codegen, const ax_pool *pool, ax_pool_fn **out_function)
{
    ax_text key = {0};
    ax_text_printf(&key, "pool 2 %s %d slab %lld", pool->op->name, (int)pool->dtype,
                   (long long)pool->slab);
    for (int32_t d = 0; d < pool->ndims; d++) {
        const ax_pool_dim *dim = &pool->dims[d];
        ax_text_printf(&key, " [%lld %lld %lld %lld %lld]", (long long)dim->input,
                       (long long)dim->places, (long long)dim->window, (long long)dim->stride,
                       (long long)dim->low);
    }
    char *text;
    AX_TRY(ax_text_take(&key, &text));
    static const char *const names[] = {"pool"};
    void *function = NULL;
    ax_unit unit = {
        .key = text, .write = write_pool, .user = pool, .nfunctions = 1, .functions = names};
    ax_status *status = ax_codegen_get(codegen, &unit, &function);
    free(text);
    if (!status)
        memcpy(out_function, &function, sizeof function);
    return status;
}
