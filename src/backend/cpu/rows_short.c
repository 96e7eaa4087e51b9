/* Rows of few elements: lanes run over rows, and a row's elements are taken one by one. Totals are made in the
 * order in which lanes over the elements would make them, so that a row has the same bits whatever the
 * number of rows. */
#include "backend/cpu/loop_kernel.h"
#include "backend/cpu/rows_write.h"
#include "base/checked.h"

enum { MOST_ELEMENTS = 16, MOST_RESULTS = 8 };

typedef struct short_writer {
    const ax_rows_plan *plan;
    ax_frame *frame;
} short_writer;

/* The values of a node for each element of the row. */
static void values_of(short_writer *w, const ax_loop_node *node, LLVMValueRef *out_values)
{
    for (int64_t r = 0; r < w->plan->size; r++) {
        int32_t mark = ax_frame_mark(w->frame);
        ax_frame_set_loop(w->frame, w->plan->row[0], ax_emit_i64(w->frame->e, r));
        out_values[r] = ax_frame_value(w->frame, node);
        ax_frame_forget(w->frame, mark);
    }
}

/* As a vector over the row is folded: halves onto each other, what lies behind the row's end left out. Without
 * masks a vector that is not full goes one by one. */
static LLVMValueRef fold_values(short_writer *w, const ax_loop_fold *fold, LLVMValueRef *values)
{
    ax_emitter *e = w->frame->e;
    int64_t size = w->plan->size, lanes = 1;
    while (lanes < size)
        lanes *= 2;
    if (lanes != size && e->vector_bytes < 64) {
        for (int64_t r = 1; r < size; r++)
            values[0] = ax_fold_emit_both(e, fold, w->frame->lanes, values[0], values[r]);
        return values[0];
    }
    for (int64_t half = lanes / 2; half > 0; half /= 2) {
        for (int64_t r = 0; r < half && r + half < size; r++)
            values[r] = ax_fold_emit_both(e, fold, w->frame->lanes, values[r], values[r + half]);
        size = ax_min_i64(size, half);
    }
    return values[0];
}

static void fold_loop(short_writer *w, int32_t loop)
{
    for (int32_t f = 0; f < w->plan->nfolds; f++) {
        const ax_loop_fold *fold = &w->plan->folds[f];
        if (ax_rows_loop_of(fold) != loop)
            continue;
        LLVMValueRef values[MOST_ELEMENTS] = {NULL};
        values_of(w, fold->node->operands[0], values);
        LLVMValueRef total = fold_values(w, fold, values);
        ax_frame_set_value(w->frame, fold->node, ax_fold_emit_finish(w->frame, fold, total));
    }
}

/* All is computed before anything is stored: a store may hide from the compiler that it has a value already. */
static void store_results(short_writer *w)
{
    const ax_rows_plan *plan = w->plan;
    LLVMValueRef values[MOST_RESULTS][MOST_ELEMENTS];
    int32_t noutputs = plan->program->region->noutputs;
    for (int32_t i = 0; i < noutputs; i++) {
        if (ax_rows_is_row(plan, i))
            values_of(w, plan->program->results[i].node, values[i]);
        else if (plan->program->results[i].node)
            ax_frame_value(w->frame, plan->program->results[i].node);
    }
    for (int32_t i = 0; i < noutputs; i++) {
        if (!ax_rows_is_row(plan, i)) {
            if (plan->program->results[i].node)
                ax_frame_store(w->frame, i);
            continue;
        }
        for (int64_t r = 0; r < plan->size; r++) {
            int32_t mark = ax_frame_mark(w->frame);
            ax_frame_set_loop(w->frame, plan->row[0], ax_emit_i64(w->frame->e, r));
            ax_frame_scatter(w->frame, i, values[i][r]);
            ax_frame_forget(w->frame, mark);
        }
    }
}

static void short_rows(ax_frame *frame, int32_t instance, void *user)
{
    (void)frame, (void)instance;
    short_writer *w = user;
    for (int32_t loop = 0; loop < w->plan->nloops; loop++)
        fold_loop(w, loop);
    store_results(w);
}

ax_status *ax_rows_write_short(ax_emitter *e, const void *user)
{
    const ax_rows_plan *plan = user;
    short_writer w = {.plan = plan};
    int32_t along = plan->outer[plan->nouter - 1];
    int64_t rows = plan->program->domain.sizes[along];
    if (plan->program->region->noutputs > MOST_RESULTS)
        return AX_ERROR(AX_INTERNAL, "a kernel of short rows has too many results");
    ax_loop_function_begin(e, "rows");
    AX_TRY(ax_frame_create(e, plan->program, &w.frame));
    ax_emit_loop items = ax_emit_loop_begin(e, LLVMGetParam(e->function, 1),
                                            LLVMGetParam(e->function, 2), ax_emit_i64(e, 1));
    int32_t mark = ax_frame_mark(w.frame);
    LLVMValueRef chunks = ax_emit_i64(e, plan->chunks), chunk = ax_emit_i64(e, plan->chunk);
    LLVMValueRef begin = LLVMBuildURem(e->builder, items.index, chunks, "");
    begin = LLVMBuildMul(e->builder, begin, chunk, "");
    LLVMValueRef ends[] = {LLVMBuildAdd(e->builder, begin, chunk, ""), ax_emit_i64(e, rows)};
    ax_frame_set_loops(w.frame, plan->outer, plan->nouter - 1,
                       LLVMBuildUDiv(e->builder, items.index, chunks, ""));
    ax_span span = {.loop = along,
                    .lanes = plan->lanes,
                    .unroll = 1,
                    .begin = begin,
                    .end = ax_emit_intrinsic(e, "llvm.smin", ends, 2),
                    .multiple = rows % plan->lanes == 0 ? plan->lanes : 1,
                    .most = plan->chunk};
    ax_frame_span(w.frame, &span, short_rows, &w);
    ax_frame_forget(w.frame, mark);
    ax_emit_loop_end(e, &items);
    LLVMBuildRetVoid(e->builder);
    return NULL;
}
