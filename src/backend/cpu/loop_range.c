#include "backend/cpu/loop_range.h"

#include "backend/cpu/loop_frame.h"
#include "base/checked.h"

/* The innermost loop runs over lanes, the others are one loop around it. */
typedef struct shape {
    ax_loop_turn turn;
    int32_t outer[AX_LOOP_MOST_LOOPS], nouter;
    int32_t inner; /* -1: a single element */
    int64_t size;  /* of the inner one */
} shape;

typedef struct writing {
    const ax_loop_program *program;
    shape s;
} writing;

static shape shape_of(const ax_loop_program *p, int32_t vector_bytes)
{
    shape s = {.inner = p->domain.count - 1, .size = 1};
    for (int32_t loop = 0; loop < s.inner; loop++)
        s.outer[s.nouter++] = loop;
    if (s.inner >= 0)
        s.size = p->domain.sizes[s.inner];
    s.turn = ax_loop_turn_for(ax_loop_natural_lanes(p, vector_bytes), s.size, ax_loop_cost(p));
    return s;
}

static void emit_inner(ax_frame *frame, const shape *s, LLVMValueRef begin, LLVMValueRef end)
{
    if (s->inner < 0) {
        ax_frame_store_all(frame, 0, NULL);
        return;
    }
    ax_span span = {.loop = s->inner,
                    .lanes = s->turn.lanes,
                    .unroll = s->turn.unroll,
                    .begin = begin,
                    .end = end,
                    .multiple = 1,
                    .most = s->size};
    ax_frame_span(frame, &span, ax_frame_store_all, NULL);
}

/* The inner loop's part of [first, last), for each index around it. */
static void emit_parts(ax_frame *frame, const shape *s, LLVMValueRef first, LLVMValueRef last)
{
    ax_emitter *e = frame->e;
    LLVMValueRef size = ax_emit_i64(e, s->size), one = ax_emit_i64(e, 1), zero = ax_emit_i64(e, 0);
    LLVMValueRef begin = LLVMBuildUDiv(e->builder, first, size, "");
    LLVMValueRef end = LLVMBuildAdd(e->builder, last, ax_emit_i64(e, s->size - 1), "");
    ax_emit_loop loop = ax_emit_loop_begin(e, begin, LLVMBuildUDiv(e->builder, end, size, ""), one);
    int32_t mark = ax_frame_mark(frame);
    LLVMValueRef before = LLVMBuildMul(e->builder, loop.index, size, "");
    LLVMValueRef from[] = {LLVMBuildSub(e->builder, first, before, ""), zero};
    LLVMValueRef to[] = {LLVMBuildSub(e->builder, last, before, ""), size};
    ax_frame_set_loops(frame, s->outer, s->nouter, loop.index);
    ax_frame_hoist_all(frame, (1ull << s->nouter) - 1);
    emit_inner(frame, s, ax_emit_intrinsic(e, "llvm.smax", from, 2),
               ax_emit_intrinsic(e, "llvm.smin", to, 2));
    ax_frame_forget(frame, mark);
    ax_emit_loop_end(e, &loop);
}

static ax_status *write_range(ax_emitter *e, const void *user)
{
    const writing *w = user;
    ax_frame *frame;
    ax_loop_function_begin(e, "range");
    AX_TRY(ax_frame_create(e, w->program, &frame));
    LLVMValueRef first = LLVMGetParam(e->function, 1), last = LLVMGetParam(e->function, 2);
    ax_frame_hoist_all(frame, 0);
    if (w->s.nouter == 0) {
        emit_inner(frame, &w->s, first, last);
    } else {
        emit_parts(frame, &w->s, first, last);
    }
    LLVMBuildRetVoid(e->builder);
    return NULL;
}

/* Whether all is stored in the order of elements, and the first operand read there alone. */
static bool keeps_place(const ax_loop_program *p)
{
    for (int32_t i = 0; i < p->region->noutputs; i++) {
        if (!ax_form_equal(&p->results[i].form, &p->results[0].form))
            return false;
    }
    for (int32_t i = 0; i < p->nnodes; i++) {
        const ax_loop_node *node = p->nodes[i];
        if (node->kind == AX_NODE_LOAD && node->buffer == 0 &&
            !ax_form_equal(&node->form, &p->results[0].form))
            return false;
    }
    return true;
}

static ax_status *get_range(const ax_target *target, const ax_eqn *fusion, ax_arena *arena,
                            ax_loop_range *out_range)
{
    static const char *const names[] = {"range"};
    ax_loop_program *program;
    AX_TRY(ax_loop_program_create(fusion, arena, &program));
    if (!program || !keeps_place(program) || !ax_loop_buffers_make(program, &out_range->buffers))
        return NULL;
    writing w = {program, shape_of(program, ax_codegen_vector_bytes(target->codegen))};
    out_range->work = ax_loop_work(program);
    ax_loop_unit unit = {target, fusion, program, "range 2", write_range, &w, 1, names};
    return ax_loop_unit_get(&unit, &out_range->function);
}

ax_status *ax_loop_range_get(const ax_target *target, const ax_eqn *fusion,
                             ax_loop_range *out_range)
{
    *out_range = (ax_loop_range){0};
    if (ax_type_count(&fusion->results[0]->type) == 0 || !ax_loop_region_known(fusion->regions[0]))
        return NULL;
    ax_arena *arena;
    AX_TRY(ax_arena_create(&arena));
    ax_status *status = get_range(target, fusion, arena, out_range);
    ax_arena_free(arena);
    return status;
}
