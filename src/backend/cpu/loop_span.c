/* Loops over lanes: whole vectors first, then what is left. */
#include "backend/cpu/loop_frame.h"
#include "base/checked.h"

/* `begin + count of lanes` and so on as i64. */
static LLVMValueRef plus(ax_frame *frame, LLVMValueRef a, int64_t b)
{
    return LLVMBuildAdd(frame->e->builder, a, ax_emit_i64(frame->e, b), "");
}

static void set_lanes(ax_frame *frame, int32_t lanes, int32_t loop)
{
    frame->lanes = lanes;
    frame->lane_loop = lanes > 1 ? loop : -1;
}

/* One turn: `unroll` vectors from `index` on, which is a multiple of `multiple`, and `phase`. */
static void emit_turn(ax_frame *frame, const ax_span *span, int32_t unroll, LLVMValueRef index,
                      int64_t multiple, int64_t phase, ax_span_fn *body, void *user)
{
    for (int32_t u = 0; u < unroll; u++) {
        int32_t mark = ax_frame_mark(frame);
        frame->multiple = multiple;
        frame->phase = phase + (int64_t)u * frame->lanes;
        ax_frame_set_loop(frame, span->loop,
                          u ? plus(frame, index, (int64_t)u * frame->lanes) : index);
        body(frame, u, user);
        ax_frame_forget(frame, mark);
    }
    frame->multiple = 1;
    frame->phase = 0;
}

/* Of which the begin of turns is a multiple, where steps follow. */
static int64_t aligned_to(const ax_span *span, int64_t step)
{
    int64_t begin = span->aligned ? span->aligned : 1;
    if (LLVMIsAConstantInt(span->begin))
        begin = LLVMConstIntGetSExtValue(span->begin);
    return ax_common_divisor(step, begin);
}

/* A loop of turns while a whole one fits; gives where it ended. */
static LLVMValueRef emit_turns(ax_frame *frame, const ax_span *span, int32_t unroll,
                               LLVMValueRef begin, ax_span_fn *body, void *user)
{
    int64_t step = (int64_t)unroll * frame->lanes;
    LLVMValueRef end = plus(frame, span->end, 1 - step);
    ax_emit_loop loop = ax_emit_loop_begin(frame->e, begin, end, ax_emit_i64(frame->e, step));
    emit_turn(frame, span, unroll, loop.index, aligned_to(span, step), 0, body, user);
    ax_emit_loop_end(frame->e, &loop);
    return loop.index;
}

/* The lanes that lie before the end. */
static LLVMValueRef tail_mask(ax_frame *frame, LLVMValueRef index, LLVMValueRef end)
{
    ax_emitter *e = frame->e;
    LLVMTypeRef i32 = LLVMInt32TypeInContext(e->context);
    LLVMValueRef lanes[64],
        left[] = {LLVMBuildSub(e->builder, end, index, ""), ax_emit_i64(e, frame->lanes)};
    for (int32_t lane = 0; lane < frame->lanes; lane++)
        lanes[lane] = LLVMConstInt(i32, (unsigned long long)lane, false);
    LLVMValueRef count = ax_emit_intrinsic(e, "llvm.smin", left, 2);
    count = ax_emit_splat(e, LLVMBuildTrunc(e->builder, count, i32, ""), frame->lanes);
    return LLVMBuildICmp(e->builder, LLVMIntSLT, LLVMConstVector(lanes, (unsigned)frame->lanes),
                         count, "");
}

enum { SHORT = 16 /* vectors: of more, what is left hardly counts */ };

/* What is left of a short span of known length by vectors of half the lanes, a quarter, ... */
static bool emit_narrower(ax_frame *frame, const ax_span *span, ax_span_fn *body, void *user)
{
    if (!span->narrows || !LLVMIsAConstantInt(span->begin) || !LLVMIsAConstantInt(span->end))
        return false;
    int64_t end = LLVMConstIntGetSExtValue(span->end);
    int64_t count = end - LLVMConstIntGetSExtValue(span->begin), left = count % span->lanes;
    if (count > (int64_t)SHORT * span->lanes)
        return false;
    for (int32_t lanes = span->lanes / 2; lanes > 0; lanes /= 2) {
        if (left < lanes)
            continue;
        set_lanes(frame, lanes, span->loop);
        emit_turn(frame, span, 1, ax_emit_i64(frame->e, end - left), 0, end - left, body, user);
        left -= lanes;
    }
    return true;
}

/* What is left, less than a turn: masked vectors where the CPU has masks, else narrower ones or one by
 * one. */
static void emit_tail(ax_frame *frame, const ax_span *span, LLVMValueRef begin, ax_span_fn *body,
                      void *user)
{
    if (frame->e->vector_bytes < 64) {
        if (emit_narrower(frame, span, body, user))
            return;
        set_lanes(frame, 1, span->loop);
        emit_turns(frame, span, 1, begin, body, user);
        return;
    }
    LLVMValueRef step = ax_emit_i64(frame->e, frame->lanes);
    ax_emit_loop loop = ax_emit_loop_begin(frame->e, begin, span->end, step);
    frame->mask = tail_mask(frame, loop.index, span->end);
    emit_turn(frame, span, 1, loop.index, 1, 0, body, user);
    frame->mask = NULL;
    ax_emit_loop_end(frame->e, &loop);
}

void ax_frame_span(ax_frame *frame, const ax_span *span, ax_span_fn *body, void *user)
{
    int32_t lanes = frame->lanes, lane_loop = frame->lane_loop;
    int64_t turn = (int64_t)span->lanes * span->unroll;
    bool masks = frame->e->vector_bytes == 64;
    LLVMValueRef at = span->begin;
    set_lanes(frame, span->lanes, span->loop);
    if (span->most >= turn)
        at = emit_turns(frame, span, span->unroll, at, body, user);
    bool whole = span->multiple % span->lanes == 0;
    if (span->unroll > 1 && span->multiple % turn != 0 && (whole || !masks))
        at = emit_turns(frame, span, 1, at, body, user);
    if (span->lanes > 1 && !whole)
        emit_tail(frame, span, at, body, user);
    frame->lanes = lanes;
    frame->lane_loop = lane_loop;
}

/* ---- how wide, how many ---- */

static int64_t register_bytes(ax_dtype dtype)
{
    return dtype == AX_F16 || dtype == AX_BF16 ? 4 : ax_dtype_bytes(dtype);
}

int32_t ax_loop_natural_lanes(const ax_loop_program *p, int32_t vector_bytes)
{
    int64_t weights[9] = {0};
    for (int32_t i = 0; i < p->nnodes; i++) {
        const ax_loop_node *node = p->nodes[i];
        bool counts = node->dtype != AX_BOOL &&
                      (node->kind == AX_NODE_OP || node->kind == AX_NODE_LOAD ||
                       node->kind == AX_NODE_FOLD);
        if (counts)
            weights[register_bytes(node->dtype)] += 1 + node->cost;
    }
    int32_t best = 8;
    for (int32_t bytes = 4; bytes >= 1; bytes /= 2) {
        if (weights[bytes] > weights[best])
            best = bytes;
    }
    if (weights[best] == 0)
        best = 1;
    return vector_bytes / best;
}

enum {
    CHEAP = 8,       /* is done with four vectors a turn */
    MOST_TURN = 160, /* instructions: code must be compiled, and fit the cache */
    MOST_REGISTERS = 4,
    MOST_LANES = 64,
};

ax_loop_turn ax_loop_turn_for(int32_t natural_lanes, int64_t size, int64_t cost)
{
    ax_loop_turn turn = {.lanes = natural_lanes, .unroll = cost <= CHEAP ? 4 : 1};
    for (int32_t registers = 2; cost > CHEAP && registers <= MOST_REGISTERS; registers *= 2) {
        if (registers * cost <= MOST_TURN && natural_lanes * registers <= MOST_LANES)
            turn.lanes = natural_lanes * registers;
    }
    while (turn.lanes > 1 && turn.lanes / 2 >= size)
        turn.lanes /= 2;
    while (turn.unroll > 1 && (int64_t)turn.lanes * turn.unroll > size)
        turn.unroll /= 2;
    return turn;
}

int64_t ax_loop_cost(const ax_loop_program *p)
{
    int64_t cost = 0;
    for (int32_t i = 0; i < p->nnodes; i++)
        cost += p->nodes[i]->cost;
    return cost;
}
