#include "backend/cpu/depthwise.h"

#include "backend/cpu/matrix_emit.h"
#include "base/checked.h"

#include <stdio.h>
#include <stdlib.h>

/* For each place and channel: c = the chain over terms of a at the place and the term's first offset times b at its
 * second one. Offsets and steps in bytes. */
typedef void line_fn(const void *a, int64_t a_step, const void *b, void *c, int64_t c_step,
                     const int64_t *terms, int64_t nterms, int64_t places, int64_t channels);

struct ax_depthwise {
    line_fn *line;
    int64_t element_bytes, channels, places; /* places of a line: of the last spatial dimension */
    int64_t a_step, c_step;
    ax_matrix_walk a_lines, c_lines; /* of all lines */
    int64_t nterms;
    int64_t *terms;
};

/* ---- code ---- */

enum { A, A_STEP, B, C, C_STEP, TERMS, NTERMS, PLACES, CHANNELS, NPARAMETERS };
enum { VECTORS = 2, PLACES_AT_ONCE = 4 };

typedef struct writer {
    ax_emitter *e;
    ax_dtype wide;
    int32_t lanes, bytes;
    LLVMTypeRef vector, i64;
    LLVMValueRef parameters[NPARAMETERS];
    LLVMValueRef sums[PLACES_AT_ONCE * VECTORS];
} writer;

/* What is computed at once: places from `place` on, vectors of channels from `channel` on. */
typedef struct block {
    LLVMValueRef place, channel, mask; /* mask: NULL: all lanes */
    int32_t places, vectors;
} block;

static LLVMValueRef load_i64(const writer *w, LLVMValueRef pointer, int32_t index)
{
    LLVMValueRef at = ax_matrix_at(w->e, pointer, ax_emit_i64(w->e, index * 8));
    return LLVMBuildLoad2(w->e->builder, w->i64, at, "");
}

static LLVMValueRef element_at(const writer *w, LLVMValueRef base, const block *x, int32_t vector)
{
    LLVMValueRef channel = LLVMBuildAdd(w->e->builder, x->channel,
                                        ax_emit_i64(w->e, vector * w->lanes), "");
    return ax_matrix_at(w->e, base,
                        LLVMBuildMul(w->e->builder, channel, ax_emit_i64(w->e, w->bytes), ""));
}

static LLVMValueRef place_at(const writer *w, LLVMValueRef base, LLVMValueRef step, const block *x,
                             int32_t place)
{
    LLVMValueRef number = LLVMBuildAdd(w->e->builder, x->place, ax_emit_i64(w->e, place), "");
    return ax_matrix_at(w->e, base, LLVMBuildMul(w->e->builder, number, step, ""));
}

static void write_term(const writer *w, const block *x, LLVMValueRef term)
{
    ax_emitter *e = w->e;
    LLVMValueRef b[VECTORS];
    LLVMValueRef pair = ax_matrix_at(e, w->parameters[TERMS],
                                     LLVMBuildMul(e->builder, term, ax_emit_i64(e, 16), ""));
    LLVMValueRef a_base = ax_matrix_at(e, w->parameters[A], load_i64(w, pair, 0));
    LLVMValueRef b_base = ax_matrix_at(e, w->parameters[B], load_i64(w, pair, 1));
    for (int32_t v = 0; v < x->vectors; v++)
        b[v] = ax_matrix_load(e, w->vector, w->bytes, element_at(w, b_base, x, v), x->mask);
    for (int32_t p = 0; p < x->places; p++) {
        LLVMValueRef row = place_at(w, a_base, w->parameters[A_STEP], x, p);
        for (int32_t v = 0; v < x->vectors; v++) {
            LLVMValueRef place = w->sums[p * VECTORS + v];
            LLVMValueRef a = ax_matrix_load(e, w->vector, w->bytes, element_at(w, row, x, v),
                                            x->mask);
            LLVMValueRef sum = LLVMBuildLoad2(e->builder, w->vector, place, "");
            LLVMBuildStore(e->builder, ax_matrix_multiply_add(e, w->wide, a, b[v], sum), place);
        }
    }
}

static void write_block(const writer *w, const block *x)
{
    ax_emitter *e = w->e;
    for (int32_t i = 0; i < PLACES_AT_ONCE * VECTORS; i++)
        LLVMBuildStore(e->builder, LLVMConstNull(w->vector), w->sums[i]);
    ax_emit_loop terms = ax_emit_loop_begin(e, ax_emit_i64(e, 0), w->parameters[NTERMS],
                                            ax_emit_i64(e, 1));
    write_term(w, x, terms.index);
    ax_emit_loop_end(e, &terms);
    for (int32_t p = 0; p < x->places; p++) {
        LLVMValueRef row = place_at(w, w->parameters[C], w->parameters[C_STEP], x, p);
        for (int32_t v = 0; v < x->vectors; v++) {
            LLVMValueRef sum = LLVMBuildLoad2(e->builder, w->vector, w->sums[p * VECTORS + v], "");
            ax_matrix_store(e, w->bytes, sum, element_at(w, row, x, v), x->mask);
        }
    }
}

/* All places of the line, of the block's channels. */
static void write_places(const writer *w, block x)
{
    ax_emitter *e = w->e;
    LLVMValueRef places = w->parameters[PLACES], at_once = ax_emit_i64(e, PLACES_AT_ONCE);
    LLVMValueRef whole = LLVMBuildAnd(e->builder, places, ax_emit_i64(e, -PLACES_AT_ONCE), "");
    ax_emit_loop many = ax_emit_loop_begin(e, ax_emit_i64(e, 0), whole, at_once);
    x.place = many.index;
    x.places = PLACES_AT_ONCE;
    write_block(w, &x);
    ax_emit_loop_end(e, &many);
    ax_emit_loop one = ax_emit_loop_begin(e, whole, places, ax_emit_i64(e, 1));
    x.place = one.index;
    x.places = 1;
    write_block(w, &x);
    ax_emit_loop_end(e, &one);
}

static void write_body(const writer *w)
{
    ax_emitter *e = w->e;
    int32_t at_once = VECTORS * w->lanes;
    LLVMValueRef channels = w->parameters[CHANNELS];
    LLVMValueRef whole = LLVMBuildAnd(e->builder, channels, ax_emit_i64(e, -at_once), "");
    ax_emit_loop many = ax_emit_loop_begin(e, ax_emit_i64(e, 0), whole, ax_emit_i64(e, at_once));
    write_places(w, (block){.channel = many.index, .vectors = VECTORS});
    ax_emit_loop_end(e, &many);
    ax_emit_loop rest = ax_emit_loop_begin(e, whole, channels, ax_emit_i64(e, w->lanes));
    LLVMValueRef left = LLVMBuildSub(e->builder, channels, rest.index, "");
    write_places(
        w, (block){.channel = rest.index, .mask = ax_matrix_mask(e, w->lanes, left), .vectors = 1});
    ax_emit_loop_end(e, &rest);
    LLVMBuildRetVoid(e->builder);
}

static ax_status *write_line(ax_emitter *e, const void *user)
{
    writer w = {.e = e, .wide = *(const ax_dtype *)user, .i64 = LLVMInt64TypeInContext(e->context)};
    w.bytes = (int32_t)ax_dtype_bytes(w.wide);
    w.lanes = e->vector_bytes / w.bytes;
    w.vector = LLVMVectorType(ax_matrix_scalar_type(e, w.wide), (unsigned)w.lanes);
    LLVMTypeRef pointer = LLVMPointerTypeInContext(e->context, 0), types[NPARAMETERS];
    for (int32_t i = 0; i < NPARAMETERS; i++)
        types[i] = i == A || i == B || i == C || i == TERMS ? pointer : w.i64;
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(e->context), types, NPARAMETERS,
                                        false);
    LLVMValueRef function = ax_emit_function(e, "line", type);
    for (unsigned i = 0; i < NPARAMETERS; i++)
        w.parameters[i] = LLVMGetParam(function, i);
    for (int32_t i = 0; i < PLACES_AT_ONCE * VECTORS; i++)
        w.sums[i] = LLVMBuildAlloca(e->builder, w.vector, "");
    write_body(&w);
    return NULL;
}

static ax_status *get_line(ax_codegen *codegen, ax_dtype wide, line_fn **out_line)
{
    static const char *const names[] = {"line"};
    char key[64];
    snprintf(key, sizeof key, "depthwise 1: %s", ax_dtype_name(wide));
    ax_unit unit = {
        .key = key, .write = write_line, .user = &wide, .nfunctions = 1, .functions = names};
    void *address = NULL;
    AX_TRY(ax_codegen_get(codegen, &unit, &address));
    *out_line = (line_fn *)(uintptr_t)address;
    return NULL;
}

/* ---- planning ---- */

static bool fits(ax_dtype dtype, ax_dtype wide, const ax_conv_layout *c, const ax_padded *input)
{
    return c->groups > 1 && c->in_features == 1 && c->out_features == 1 && input->group == 1 &&
           c->rhs_group == 1 && c->result_group == 1 && dtype != AX_BOOL &&
           ax_dtype_bytes(dtype) == ax_dtype_bytes(wide);
}

static void fill_terms(ax_depthwise *d, const ax_conv_layout *c, const ax_padded *input)
{
    int64_t index[AX_MAX_NDIM] = {0};
    for (int64_t t = 0; t < d->nterms; t++) {
        int64_t a = 0, b = 0;
        for (int32_t i = 0; i < c->nspatial; i++) {
            const ax_conv_dim *dim = &c->spatial[i];
            a += index[i] * dim->rhs_dilation * input->spatial[i];
            b += (dim->reversed ? dim->window - 1 - index[i] : index[i]) * dim->rhs_stride;
        }
        d->terms[2 * t] = a * d->element_bytes;
        d->terms[2 * t + 1] = b * d->element_bytes;
        for (int32_t i = c->nspatial - 1; i >= 0; i--) {
            if (++index[i] < c->spatial[i].window)
                break;
            index[i] = 0;
        }
    }
}

static void fill_lines(ax_depthwise *d, const ax_conv_layout *c, const ax_padded *input)
{
    int32_t last = c->nspatial - 1;
    d->a_lines = d->c_lines = (ax_matrix_walk){.size = 1};
    ax_matrix_walk_append(&d->a_lines, c->batch, input->batch);
    ax_matrix_walk_append(&d->c_lines, c->batch, c->result_batch);
    for (int32_t i = 0; i < last; i++) {
        const ax_conv_dim *dim = &c->spatial[i];
        ax_matrix_walk_append(&d->a_lines, dim->output, dim->step * input->spatial[i]);
        ax_matrix_walk_append(&d->c_lines, dim->output, dim->result_stride);
    }
    d->places = 1;
    if (last >= 0) {
        d->places = c->spatial[last].output;
        d->a_step = c->spatial[last].step * input->spatial[last] * d->element_bytes;
        d->c_step = c->spatial[last].result_stride * d->element_bytes;
    }
}

ax_status *ax_depthwise_create(ax_codegen *codegen, ax_dtype dtype, const ax_conv_layout *layout,
                               const ax_padded *input, ax_depthwise **out_depthwise)
{
    ax_dtype wide;
    if (!ax_matrix_wide_type(dtype, &wide) || !fits(dtype, wide, layout, input))
        return NULL;
    ax_depthwise *d = calloc(1, sizeof *d);
    if (!d)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a convolution");
    d->element_bytes = ax_dtype_bytes(dtype);
    d->channels = layout->groups;
    d->nterms = layout->window_size;
    d->terms = calloc(2 * (size_t)d->nterms + 1, sizeof *d->terms);
    ax_status *status = d->terms ? get_line(codegen, wide, &d->line)
                                 : AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a convolution");
    if (status) {
        ax_depthwise_free(d);
        return status;
    }
    fill_terms(d, layout, input);
    fill_lines(d, layout, input);
    *out_depthwise = d;
    return NULL;
}

void ax_depthwise_free(ax_depthwise *depthwise)
{
    if (!depthwise)
        return;
    free(depthwise->terms);
    free(depthwise);
}

/* ---- running ---- */

typedef struct run {
    const ax_depthwise *d;
    const char *a;
    const void *b;
    char *c;
    ax_matrix_done_fn *done;
    void *user;
} run;

static void tell_done(const run *r, int32_t thread, int64_t first)
{
    const ax_depthwise *d = r->d;
    int64_t step = d->c_step / d->element_bytes;
    if (step == d->channels) {
        r->done(r->user, thread, first, first + d->places * step);
        return;
    }
    for (int64_t p = 0; p < d->places; p++)
        r->done(r->user, thread, first + p * step, first + p * step + d->channels);
}

static void run_lines(void *user, int32_t thread, int64_t begin, int64_t end)
{
    const run *r = user;
    const ax_depthwise *d = r->d;
    for (int64_t i = begin; i < end; i++) {
        int64_t first = ax_matrix_offset(&d->c_lines, i);
        d->line(r->a + ax_matrix_offset(&d->a_lines, i) * d->element_bytes, d->a_step, r->b,
                r->c + first * d->element_bytes, d->c_step, d->terms, d->nterms, d->places,
                d->channels);
        if (r->done)
            tell_done(r, thread, first);
    }
}

void ax_depthwise_run(const ax_depthwise *d, const ax_eval_env *env, const void *input,
                      const void *kernel, void *result, ax_matrix_done_fn *done, void *user)
{
    enum { PIECE_FLOPS = 1 << 18 };
    run r = {.d = d, .a = input, .b = kernel, .c = result, .done = done, .user = user};
    int64_t flops = ax_max_i64(d->places * d->channels * d->nterms, 1);
    ax_eval_parallel(env, d->c_lines.size, ax_max_i64(PIECE_FLOPS / flops, 1), run_lines, &r);
}
