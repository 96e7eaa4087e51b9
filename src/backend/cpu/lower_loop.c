/* Fusions of the kind loop: every element by itself.
 *
 * The innermost loop of the domain runs over lanes; it is cut into chunks, and an item is a chunk at one
 * index of the loops around it.
 */
#include "backend/cpu/loop_frame.h"
#include "backend/cpu/loop_kernel.h"
#include "base/checked.h"

#include <stdlib.h>

/* How the domain is dealt out; it follows from the program and the vectors alone. */
typedef struct shape {
    int32_t lanes, unroll;
    int32_t outer[AX_LOOP_MOST_LOOPS], nouter;
    int32_t inner;          /* the loop that lanes run along; -1: a single element */
    int64_t around, size;   /* elements of the outer loops, and of the inner one */
    int64_t chunk, nchunks; /* of the inner loop */
    bool tall; /* items of one chunk follow one another, else those of one outer index */
} shape;

typedef struct loop_kernel {
    ax_loop_buffers buffers;
    ax_loop_fn *function; /* NULL: nothing is to be done */
    int64_t items, grain;
    bool small;
} loop_kernel;

enum {
    CHUNK = 4096,
    LINE = 64, /* bytes, and so elements: chunks of a long loop begin where those of memory do */
    TALL_CHUNK = 64,  /* where lanes lie apart in memory */
    MOST_COST = 1000, /* no more than one vector a turn */
    MOST_PERIOD = 256,
    MOST_PERIODIC_UNROLL = 16,
    MOST_PERIODIC_COST = 400,
};

/* Whether the innermost loop jumps through an operand: elements side by side in its lines of memory are then
 * read at the next index of a loop around it. */
static bool jumps(const ax_loop_program *p, int32_t inner)
{
    for (int32_t i = 0; i < p->nnodes; i++) {
        int64_t step = ax_form_factor(&p->nodes[i]->form, inner);
        if (p->nodes[i]->kind == AX_NODE_LOAD && (step > 8 || step < -8))
            return true;
    }
    return false;
}

/* A number of elements after which all quotients by short dimensions repeat along the inner loop: their
 * lanes are known beforehand in turns of as many. */
static int64_t period_of(const ax_loop_program *p, int32_t inner, int32_t symbol)
{
    const ax_loop_symbol *s = &p->symbols[symbol];
    bool divides = s->kind == AX_SYMBOL_QUOTIENT || s->kind == AX_SYMBOL_REMAINDER;
    if (!divides || inner < 0 || !(s->depends >> inner & 1))
        return 1;
    int64_t below = 1;
    for (int32_t i = 0; i < s->form.count && below <= MOST_PERIOD; i++)
        below *= period_of(p, inner, s->form.terms[i].symbol);
    return s->divisor > MOST_PERIOD ? s->divisor : s->divisor * below;
}

/* Vectors a turn, so that turns have a multiple of such a number; 0: of none that is short enough. */
static int32_t periodic_unroll(const ax_loop_program *p, int32_t inner, int64_t lanes)
{
    int64_t period = 1;
    for (int32_t i = 0; i < p->nsymbols; i++) {
        int64_t own = period_of(p, inner, i);
        period = period / ax_common_divisor(period, own) * own;
        if (period > MOST_PERIOD)
            return 0;
    }
    int64_t unroll = period / ax_common_divisor(period, lanes);
    return period > 1 && unroll <= MOST_PERIODIC_UNROLL ? (int32_t)unroll : 0;
}

static shape shape_of(const ax_loop_program *p, int32_t vector_bytes)
{
    shape s = {.inner = p->domain.count - 1, .around = 1, .size = 1};
    for (int32_t loop = 0; loop < s.inner; loop++) {
        s.outer[s.nouter++] = loop;
        s.around *= p->domain.sizes[loop];
    }
    if (s.inner >= 0)
        s.size = p->domain.sizes[s.inner];
    int32_t natural = ax_loop_natural_lanes(p, vector_bytes);
    int64_t cost = jumps(p, s.inner) ? MOST_COST : ax_loop_cost(p);
    ax_loop_turn turn = ax_loop_turn_for(natural, s.size, cost);
    s.lanes = turn.lanes;
    s.unroll = turn.unroll;
    int32_t unroll = s.size > CHUNK ? periodic_unroll(p, s.inner, natural) : 0;
    if (unroll * cost > MOST_PERIODIC_COST)
        unroll = 0;
    if (unroll > 0) {
        s.lanes = natural;
        s.unroll = unroll;
    }
    s.tall = s.around > 1 && jumps(p, s.inner);
    int64_t per_turn = (int64_t)s.lanes * s.unroll;
    int64_t unit = per_turn / ax_common_divisor(per_turn, LINE) * LINE;
    s.chunk = s.size < 2 * CHUNK ? s.size : ax_round_up(CHUNK, unit);
    if (s.tall && s.size > TALL_CHUNK)
        s.chunk = ax_round_up(TALL_CHUNK, (int64_t)s.lanes * s.unroll);
    s.nchunks = s.chunk > 0 ? ax_ceil_div(s.size, s.chunk) : 0;
    return s;
}

/* ---- writing ---- */

typedef struct writing {
    const ax_loop_program *program;
    shape s;
    bool streams; /* results are written past the cache */
} writing;

/* The inner loop from `begin` to `end`. */
static void emit_inner(ax_frame *frame, const shape *s, LLVMValueRef begin, LLVMValueRef end)
{
    if (s->inner < 0) {
        ax_frame_store_all(frame, 0, NULL);
        return;
    }
    int64_t turn = (int64_t)s->lanes * s->unroll;
    ax_span span = {.loop = s->inner,
                    .lanes = s->lanes,
                    .unroll = s->unroll,
                    .begin = begin,
                    .end = end,
                    .multiple = s->nchunks == 1           ? s->size
                                : s->size % turn == 0     ? turn
                                : s->size % s->lanes == 0 ? s->lanes
                                                          : 1,
                    .most = s->nouter ? s->chunk : s->size,
                    .aligned = s->nchunks == 1 ? turn : s->chunk,
                    .narrows = true};
    ax_frame_segmented_span(frame, &span, ax_frame_store_all, NULL);
}

/* Items are chunks of one long loop: neighbours are one run. */
static void emit_flat(ax_frame *frame, const shape *s, LLVMValueRef first, LLVMValueRef last)
{
    ax_emitter *e = frame->e;
    LLVMValueRef chunk = ax_emit_i64(e, s->chunk);
    LLVMValueRef ends[] = {LLVMBuildMul(e->builder, last, chunk, ""), ax_emit_i64(e, s->size)};
    LLVMValueRef end = ax_emit_intrinsic(e, "llvm.smin", ends, 2);
    emit_inner(frame, s, LLVMBuildMul(e->builder, first, chunk, ""), end);
}

/* One item after the other. */
static void emit_nest(ax_frame *frame, const shape *s, LLVMValueRef first, LLVMValueRef last)
{
    ax_emitter *e = frame->e;
    ax_emit_loop loop = ax_emit_loop_begin(e, first, last, ax_emit_i64(e, 1));
    int32_t mark = ax_frame_mark(frame);
    LLVMValueRef begin = ax_emit_i64(e, 0), end = ax_emit_i64(e, s->size), around = loop.index;
    if (s->nchunks > 1) {
        LLVMValueRef count = ax_emit_i64(e, s->tall ? s->around : s->nchunks);
        LLVMValueRef chunk = ax_emit_i64(e, s->chunk);
        LLVMValueRef major = LLVMBuildUDiv(e->builder, loop.index, count, "");
        LLVMValueRef minor = LLVMBuildURem(e->builder, loop.index, count, "");
        around = s->tall ? minor : major;
        begin = s->tall ? major : minor;
        begin = LLVMBuildMul(e->builder, begin, chunk, "");
        LLVMValueRef ends[] = {LLVMBuildAdd(e->builder, begin, chunk, ""), end};
        end = ax_emit_intrinsic(e, "llvm.smin", ends, 2);
    }
    ax_frame_set_loops(frame, s->outer, s->nouter, around);
    ax_frame_hoist_all(frame, (1ull << s->nouter) - 1);
    emit_inner(frame, s, begin, end);
    ax_frame_forget(frame, mark);
    ax_emit_loop_end(e, &loop);
}

static ax_status *write_loop(ax_emitter *e, const void *user)
{
    const writing *w = user;
    ax_frame *frame;
    ax_loop_function_begin(e, "loop");
    AX_TRY(ax_frame_create(e, w->program, &frame));
    if (w->streams)
        ax_frame_stream(frame);
    LLVMValueRef first = LLVMGetParam(e->function, 1), last = LLVMGetParam(e->function, 2);
    ax_frame_hoist_all(frame, 0);
    if (w->s.nouter == 0) {
        emit_flat(frame, &w->s, first, last);
    } else {
        emit_nest(frame, &w->s, first, last);
    }
    if (w->streams)
        ax_loop_fence(e);
    LLVMBuildRetVoid(e->builder);
    return NULL;
}

/* ---- running ---- */

typedef struct running {
    ax_loop_fn *function;
    void *buffers[AX_LOOP_MOST_BUFFERS];
} running;

static void run_items(void *user, int32_t thread, int64_t begin, int64_t end)
{
    (void)thread;
    const running *r = user;
    r->function(r->buffers, begin, end, NULL);
}

static ax_status *run_loop(const ax_eval_env *env, const ax_eqn *eqn, const ax_tensor *operands,
                           const ax_tensor *results)
{
    (void)eqn;
    running r;
    const loop_kernel *kernel = env->state;
    if (!kernel->function)
        return NULL;
    ax_loop_buffers_fill(&kernel->buffers, operands, results, r.buffers);
    r.function = kernel->function;
    if (kernel->small)
        r.function(r.buffers, 0, kernel->items, NULL);
    else
        ax_eval_parallel(env, kernel->items, kernel->grain, run_items, &r);
    return NULL;
}

static int64_t no_scratch(const void *state, const ax_eqn *eqn, int32_t threads)
{
    (void)state, (void)eqn, (void)threads;
    return 0;
}

ax_status *ax_loop_kernel(const ax_target *target, const ax_eqn *fusion, const ax_loop_program *p,
                          ax_kernel *out_kernel)
{
    static const char *const names[] = {"loop"};
    ax_loop_buffers buffers;
    if (!ax_loop_buffers_make(p, &buffers))
        return NULL;
    loop_kernel *kernel = calloc(1, sizeof *kernel);
    if (!kernel)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a kernel");
    writing w = {p, shape_of(p, ax_codegen_vector_bytes(target->codegen)), false};
    w.streams = w.s.inner >= 0 &&
                ax_loop_streams(p, ax_frame_segment_unit(p, w.s.inner, w.s.nouter ? w.s.size : 64));
    int64_t work = ax_loop_work(p);
    kernel->buffers = buffers;
    kernel->items = w.s.around * w.s.nchunks;
    kernel->grain = ax_loop_grain(w.s.chunk * work);
    kernel->small = ax_loop_is_small(w.s.around * w.s.size * work);
    ax_loop_unit unit = {.target = target,
                         .fusion = fusion,
                         .program = p,
                         .version = "loop 10",
                         .write = write_loop,
                         .user = &w,
                         .nfunctions = 1,
                         .functions = names};
    ax_status *status = ax_type_count(&fusion->results[0]->type) == 0
                            ? NULL
                            : ax_loop_unit_get(&unit, &kernel->function);
    if (status) {
        free(kernel);
        return status;
    }
    *out_kernel = (ax_kernel){.name = "loop",
                              .run = run_loop,
                              .state = kernel,
                              .free = free,
                              .scratch = no_scratch,
                              .position_free = true};
    return NULL;
}
