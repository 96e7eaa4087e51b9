/* Spans cut where choices change: what a pad or a concatenate takes is known in each part. */
#include "backend/cpu/loop_frame.h"
#include "base/checked.h"

#include <string.h>

enum { MOST_SEGMENTS = 8 }; /* each has code of its own */

typedef struct cuts {
    int32_t count; /* -1: too many */
    int64_t at[MOST_SEGMENTS - 1];
} cuts;

static void add_cut(cuts *c, int64_t at, int64_t size)
{
    int32_t i = 0;
    if (at <= 0 || at >= size || c->count < 0)
        return;
    while (i < c->count && c->at[i] < at)
        i++;
    if (i < c->count && c->at[i] == at)
        return;
    if (c->count == MOST_SEGMENTS - 1) {
        c->count = -1;
        return;
    }
    memmove(&c->at[i + 1], &c->at[i], (size_t)(c->count - i) * sizeof c->at[0]);
    c->at[i] = at;
    c->count++;
}

/* Where conditions on this loop alone, one step a step, begin or cease to be true. */
static cuts find_cuts(const ax_loop_program *p, int32_t loop)
{
    cuts c = {0};
    int64_t size = p->sizes[loop];
    for (int32_t i = 0; i < p->nconditions; i++) {
        const ax_loop_condition *condition = &p->conditions[i];
        int64_t factor = ax_form_factor(&condition->form, loop);
        if (condition->form.count != 1 || (factor != 1 && factor != -1))
            continue;
        int64_t least = condition->least - condition->form.constant;
        int64_t limit = condition->limit - condition->form.constant;
        add_cut(&c, factor > 0 ? least : 1 - least, size);
        add_cut(&c, factor > 0 ? limit : 1 - limit, size);
    }
    if (c.count < 0)
        c.count = 0;
    return c;
}

int64_t ax_frame_segment_unit(const ax_loop_program *p, int32_t loop, int64_t unit)
{
    cuts c = find_cuts(p, loop);
    for (int32_t i = 0; i < c.count; i++)
        unit = ax_common_divisor(unit, c.at[i]);
    return unit;
}

void ax_frame_segmented_span(ax_frame *frame, const ax_span *span, ax_span_fn *body, void *user)
{
    cuts c = find_cuts(frame->program, span->loop);
    int64_t size = frame->program->sizes[span->loop];
    bool all = LLVMIsAConstantInt(span->begin) && LLVMIsAConstantInt(span->end);
    if (c.count == 0) {
        ax_frame_span(frame, span, body, user);
        return;
    }
    for (int32_t i = 0; i <= c.count; i++) {
        ax_segment segment = {i ? c.at[i - 1] : 0, i < c.count ? c.at[i] : size};
        ax_span part = *span;
        LLVMValueRef begins[] = {span->begin, ax_emit_i64(frame->e, segment.first)};
        LLVMValueRef ends[] = {span->end, ax_emit_i64(frame->e, segment.limit)};
        part.begin = all ? begins[1] : ax_emit_intrinsic(frame->e, "llvm.smax", begins, 2);
        part.end = all ? ends[1] : ax_emit_intrinsic(frame->e, "llvm.smin", ends, 2);
        part.most = ax_min_i64(span->most, segment.limit - segment.first);
        part.multiple = all ? part.most : 1;
        part.aligned = 0;
        frame->segment = &segment;
        frame->segment_loop = span->loop;
        ax_frame_span(frame, &part, body, user);
        frame->segment = NULL;
    }
}
