#include "backend/cpu/rows_write.h"

#include "backend/cpu/loop_kernel.h"
#include "base/checked.h"

enum { MOST_UNROLL = 4 };

/* One part of a fold's accumulator: by instance, and for what is left over and goes one by one. */
typedef struct accumulator {
    LLVMValueRef lanes[MOST_UNROLL], single;
} accumulator;

/* A loop over the row in the making. */
typedef struct row_writer {
    const ax_rows_plan *plan;
    ax_frame *frame;
    LLVMValueRef scratch; /* the thread's */
    int32_t loop;
    accumulator accumulators[AX_ROWS_MOST_FOLDS][AX_FOLD_MOST_PARTS];
} row_writer;

static bool folds_here(const row_writer *w, int32_t fold)
{
    return ax_rows_loop_of(&w->plan->folds[fold]) == w->loop;
}

static LLVMValueRef scratch_at(const row_writer *w, int64_t offset)
{
    ax_emitter *e = w->frame->e;
    LLVMValueRef index = ax_emit_i64(e, offset);
    return LLVMBuildGEP2(e->builder, LLVMInt8TypeInContext(e->context), w->scratch, &index, 1, "");
}

/* ---- accumulators ---- */

static void make_accumulators(row_writer *w)
{
    ax_emitter *e = w->frame->e;
    for (int32_t f = 0; f < w->plan->nfolds; f++) {
        const ax_loop_fold *fold = &w->plan->folds[f];
        ax_loop_turn turn = w->plan->loops[ax_rows_loop_of(fold)].turn;
        for (int32_t part = 0; part < ax_fold_parts(e, fold); part++) {
            accumulator *a = &w->accumulators[f][part];
            for (int32_t u = 0; u < turn.unroll; u++)
                a->lanes[u] = ax_emit_local(e, ax_fold_part_type(e, fold, turn.lanes));
            a->single = ax_emit_local(e, ax_fold_part_type(e, fold, 1));
        }
    }
}

static void clear_accumulators(row_writer *w)
{
    ax_emitter *e = w->frame->e;
    for (int32_t f = 0; f < w->plan->nfolds; f++) {
        const ax_loop_fold *fold = &w->plan->folds[f];
        if (!folds_here(w, f))
            continue;
        ax_loop_turn turn = w->plan->loops[w->loop].turn;
        for (int32_t part = 0; part < ax_fold_parts(e, fold); part++) {
            accumulator *a = &w->accumulators[f][part];
            LLVMValueRef lanes = ax_fold_part_identity(e, fold, part, turn.lanes);
            for (int32_t u = 0; u < turn.unroll; u++)
                LLVMBuildStore(e->builder, lanes, a->lanes[u]);
            LLVMBuildStore(e->builder, ax_fold_part_identity(e, fold, part, 1), a->single);
        }
    }
}

static void accumulate(row_writer *w, int32_t f, int32_t instance)
{
    ax_frame *frame = w->frame;
    ax_emitter *e = frame->e;
    const ax_loop_fold *fold = &w->plan->folds[f];
    bool single = frame->lanes == 1 && w->plan->loops[w->loop].turn.lanes > 1;
    LLVMTypeRef type = ax_fold_part_type(e, fold, frame->lanes);
    LLVMValueRef value = ax_frame_value(frame, fold->node->operands[0]);
    value = ax_fold_part_of(e, fold, frame->lanes, value);
    for (int32_t part = 0; part < ax_fold_parts(e, fold); part++) {
        accumulator *a = &w->accumulators[f][part];
        LLVMValueRef local = single ? a->single : a->lanes[instance];
        LLVMValueRef before = LLVMBuildLoad2(e->builder, type, local, "");
        LLVMValueRef after = ax_fold_part_both(e, fold, part, frame->lanes, before, value);
        if (frame->mask)
            after = LLVMBuildSelect(e->builder, frame->mask, after, before, "");
        LLVMBuildStore(e->builder, after, local);
    }
}

/* All instances and lanes of an accumulator in one element. */
static LLVMValueRef part_of_total(row_writer *w, int32_t f, int32_t part)
{
    ax_emitter *e = w->frame->e;
    const ax_loop_fold *fold = &w->plan->folds[f];
    const accumulator *a = &w->accumulators[f][part];
    int32_t lanes = w->plan->loops[w->loop].turn.lanes;
    int32_t count = w->plan->loops[w->loop].turn.unroll;
    LLVMTypeRef type = ax_fold_part_type(e, fold, lanes);
    LLVMValueRef values[MOST_UNROLL];
    for (int32_t u = 0; u < count; u++)
        values[u] = LLVMBuildLoad2(e->builder, type, a->lanes[u], "");
    for (; count > 1; count /= 2) {
        for (int32_t u = 0; u < count / 2; u++)
            values[u] = ax_fold_part_both(e, fold, part, lanes, values[u], values[u + count / 2]);
    }
    LLVMValueRef total = ax_fold_part_lanes(e, fold, part, lanes, values[0]);
    if (lanes == 1 || e->vector_bytes == 64 || w->plan->size % lanes == 0)
        return total;
    LLVMValueRef rest = LLVMBuildLoad2(e->builder, ax_fold_part_type(e, fold, 1), a->single, "");
    return ax_fold_part_both(e, fold, part, 1, total, rest);
}

static LLVMValueRef total_of(row_writer *w, int32_t f)
{
    const ax_loop_fold *fold = &w->plan->folds[f];
    LLVMValueRef parts[AX_FOLD_MOST_PARTS];
    for (int32_t part = 0; part < ax_fold_parts(w->frame->e, fold); part++)
        parts[part] = part_of_total(w, f, part);
    return ax_fold_whole(w->frame->e, fold, parts);
}

/* ---- the body ---- */

static LLVMValueRef kept_at(row_writer *w, const ax_rows_kept *kept)
{
    ax_emitter *e = w->frame->e;
    LLVMValueRef index = ax_frame_index(w->frame, &w->plan->place);
    return LLVMBuildGEP2(e->builder, ax_emit_memory_type(e, kept->node->dtype),
                         scratch_at(w, kept->offset), &index, 1, "");
}

/* Asks for the lines of memory that these lanes of a node will have in the next row. */
static void prefetch(ax_frame *frame, const ax_loop_node *node, int64_t next_row)
{
    ax_emitter *e = frame->e;
    LLVMTypeRef i32 = LLVMInt32TypeInContext(e->context);
    LLVMTypeRef element = ax_emit_memory_type(e, node->dtype);
    LLVMValueRef at = ax_frame_pointer(frame, node->buffer, node->dtype, &node->form);
    int64_t line = 64 / ax_dtype_bytes(node->dtype);
    for (int64_t ahead = 0; ahead < frame->lanes; ahead += line) {
        LLVMValueRef offset = ax_emit_i64(e, next_row + ahead);
        LLVMValueRef arguments[] = {LLVMBuildGEP2(e->builder, element, at, &offset, 1, ""),
                                    LLVMConstInt(i32, 0, false), LLVMConstInt(i32, 3, false),
                                    LLVMConstInt(i32, 1, false)};
        ax_emit_intrinsic(e, "llvm.prefetch", arguments, 4);
    }
}

enum { MOST_PREFETCHED = 1 << 16 }; /* bytes of a row that the cache surely holds beside another */

/* Asks for the same place in the next row of whatever is read along it: while a loop computes, the memory
 * would be idle. */
static void prefetch_next_row(row_writer *w)
{
    const ax_rows_plan *plan = w->plan;
    int32_t around = plan->nouter ? plan->outer[plan->nouter - 1] : -1;
    for (int32_t i = 0; around >= 0 && i < plan->program->nnodes; i++) {
        const ax_loop_node *node = plan->program->nodes[i];
        int64_t step = ax_form_factor(&node->form, around);
        int64_t bytes = plan->prefix * plan->size * ax_dtype_bytes(node->dtype);
        if (node->kind == AX_NODE_LOAD && step != 0 && bytes <= MOST_PREFETCHED &&
            ax_form_factor(&node->form, plan->row[plan->nrow - 1]) == 1) {
            prefetch(w->frame, node, step);
        }
    }
}

/* What is computed for one vector of the row. */
static void row_body(ax_frame *frame, int32_t instance, void *user)
{
    row_writer *w = user;
    const ax_rows_plan *plan = w->plan;
    for (int32_t i = 0; i < plan->nkept; i++) {
        const ax_rows_kept *kept = &plan->kept[i];
        if (kept->loop < w->loop) {
            ax_frame_set_value(frame, kept->node,
                               ax_emit_load(frame->e, kept->node->dtype, frame->lanes,
                                            kept_at(w, kept), frame->mask));
        }
    }
    for (int32_t f = 0; f < plan->nfolds; f++) {
        if (folds_here(w, f))
            accumulate(w, f, instance);
    }
    for (int32_t i = 0; i < plan->program->region->noutputs; i++) {
        if (w->loop == plan->nloops - 1 && ax_rows_is_row(plan, i))
            ax_frame_store(frame, i);
    }
    if (w->loop == plan->busiest && !frame->mask && frame->lanes > 1)
        prefetch_next_row(w);
    for (int32_t i = 0; i < plan->nkept; i++) {
        const ax_rows_kept *kept = &plan->kept[i];
        if (kept->loop == w->loop) {
            ax_emit_store(frame->e, kept->node->dtype, frame->lanes, kept_at(w, kept),
                          ax_frame_value(frame, kept->node), frame->mask);
        }
    }
}

/* ---- hoisting ---- */

static void hoist_roots(row_writer *w, uint64_t loops, int32_t stage)
{
    const ax_rows_plan *plan = w->plan;
    for (int32_t f = 0; f < plan->nfolds; f++) {
        ax_frame_hoist(w->frame, plan->folds[f].node->operands[0], loops, stage);
        ax_frame_hoist(w->frame, plan->folds[f].node->operands[1], loops, stage);
    }
    for (int32_t i = 0; i < plan->program->region->noutputs; i++) {
        if (plan->program->results[i].node)
            ax_frame_hoist(w->frame, plan->program->results[i].node, loops, stage);
    }
}

/* ---- blocks ---- */

/* The inner dimension from `begin` to `end`, at one index of those around it in the row. */
static void emit_piece(row_writer *w, LLVMValueRef begin, LLVMValueRef end)
{
    const ax_rows_plan *plan = w->plan;
    const ax_rows_loop *loop = &plan->loops[w->loop];
    if (plan->nrow == 0) {
        row_body(w->frame, 0, w);
        return;
    }
    int64_t turn = (int64_t)loop->turn.unroll * loop->turn.lanes;
    ax_span span = {.loop = plan->row[plan->nrow - 1],
                    .lanes = loop->turn.lanes,
                    .unroll = loop->turn.unroll,
                    .begin = begin,
                    .end = end,
                    .multiple = loop->pieces == 1        ? plan->size
                                : plan->size % turn == 0 ? turn
                                                         : 1,
                    .most = loop->piece};
    if (loop->pieces > 1 && plan->size % turn != 0 && plan->size % loop->turn.lanes == 0)
        span.multiple = loop->turn.lanes;
    ax_frame_span(w->frame, &span, row_body, w);
}

static LLVMValueRef smaller(ax_emitter *e, LLVMValueRef a, int64_t b)
{
    LLVMValueRef both[] = {a, ax_emit_i64(e, b)};
    return ax_emit_intrinsic(e, "llvm.smin", both, 2);
}

/* One block: clears the accumulators and fills them. */
static void emit_block(row_writer *w, LLVMValueRef block)
{
    const ax_rows_plan *plan = w->plan;
    const ax_rows_loop *loop = &plan->loops[w->loop];
    ax_emitter *e = w->frame->e;
    LLVMValueRef begin = ax_emit_i64(e, 0), end = ax_emit_i64(e, plan->size);
    clear_accumulators(w);
    if (loop->pieces > 1) {
        LLVMValueRef pieces = ax_emit_i64(e, loop->pieces), piece = ax_emit_i64(e, loop->piece);
        begin = LLVMBuildMul(e->builder, LLVMBuildURem(e->builder, block, pieces, ""), piece, "");
        end = smaller(e, LLVMBuildAdd(e->builder, begin, piece, ""), plan->size);
        block = LLVMBuildUDiv(e->builder, block, pieces, "");
    }
    if (plan->prefix == 1) {
        emit_piece(w, begin, end);
        return;
    }
    LLVMValueRef first = LLVMBuildMul(e->builder, block, ax_emit_i64(e, loop->group), "");
    LLVMValueRef last = smaller(e, LLVMBuildAdd(e->builder, first, ax_emit_i64(e, loop->group), ""),
                                plan->prefix);
    ax_emit_loop turn = ax_emit_loop_begin(e, first, last, ax_emit_i64(e, 1));
    int32_t mark = ax_frame_mark(w->frame);
    ax_frame_set_loops(w->frame, plan->row, plan->nrow - 1, turn.index);
    emit_piece(w, begin, end);
    ax_frame_forget(w->frame, mark);
    ax_emit_loop_end(e, &turn);
}

/* Folds of the loop at hand now have this value. */
static void set_fold(row_writer *w, int32_t f, LLVMValueRef total)
{
    const ax_loop_fold *fold = &w->plan->folds[f];
    ax_frame_set_value(w->frame, fold->node, ax_fold_emit_finish(w->frame, fold, total));
}

static int64_t totals_offset(const ax_rows_plan *plan, int32_t f)
{
    return plan->totals + f * ax_round_up(plan->most_blocks * 8, 64);
}

static void emit_loop_over_row(row_writer *w)
{
    const ax_rows_plan *plan = w->plan;
    ax_emitter *e = w->frame->e;
    int64_t blocks = plan->loops[w->loop].blocks;
    LLVMValueRef zero = ax_emit_i64(e, 0);
    ax_emit_loop loop = {0};
    if (blocks > 1)
        loop = ax_emit_loop_begin(e, zero, ax_emit_i64(e, blocks), ax_emit_i64(e, 1));
    emit_block(w, blocks > 1 ? loop.index : zero);
    for (int32_t f = 0; blocks > 1 && f < plan->nfolds; f++) {
        if (folds_here(w, f)) {
            ax_fold_emit_store(e, &plan->folds[f], 1, scratch_at(w, totals_offset(plan, f)),
                               loop.index, total_of(w, f), NULL);
        }
    }
    if (blocks > 1)
        ax_emit_loop_end(e, &loop);
    for (int32_t f = 0; f < plan->nfolds; f++) {
        if (!folds_here(w, f))
            continue;
        if (blocks == 1) {
            set_fold(w, f, total_of(w, f));
            continue;
        }
        LLVMValueRef totals = scratch_at(w, totals_offset(plan, f));
        ax_fold_emit_tree(e, &plan->folds[f], totals, ax_emit_i64(e, blocks), blocks, 1, 1, 1);
        set_fold(w, f, ax_fold_emit_load(e, &plan->folds[f], 1, totals, zero));
    }
}

static void store_outer(row_writer *w)
{
    for (int32_t i = 0; i < w->plan->program->region->noutputs; i++) {
        if (w->plan->program->results[i].node && !ax_rows_is_row(w->plan, i))
            ax_frame_store(w->frame, i);
    }
}

/* ---- whole rows ---- */

static ax_status *begin_function(ax_emitter *e, const ax_rows_plan *plan, const char *name,
                                 row_writer *w)
{
    *w = (row_writer){.plan = plan};
    ax_loop_function_begin(e, name);
    AX_TRY(ax_frame_create(e, plan->program, &w->frame));
    w->scratch = LLVMGetParam(e->function, 3);
    make_accumulators(w);
    return NULL;
}

ax_status *ax_rows_write(ax_emitter *e, const void *user)
{
    const ax_rows_plan *plan = user;
    row_writer w;
    AX_TRY(begin_function(e, plan, "rows", &w));
    if (plan->streams)
        ax_frame_stream(w.frame);
    hoist_roots(&w, 0, 0);
    ax_emit_loop rows = ax_emit_loop_begin(e, LLVMGetParam(e->function, 1),
                                           LLVMGetParam(e->function, 2), ax_emit_i64(e, 1));
    int32_t mark = ax_frame_mark(w.frame);
    ax_frame_set_loops(w.frame, plan->outer, plan->nouter, rows.index);
    hoist_roots(&w, plan->outer_bits, 0);
    for (w.loop = 0; w.loop < plan->nloops; w.loop++) {
        emit_loop_over_row(&w);
        hoist_roots(&w, plan->outer_bits, w.loop + 1);
    }
    store_outer(&w);
    ax_frame_forget(w.frame, mark);
    ax_emit_loop_end(e, &rows);
    if (plan->streams)
        ax_loop_fence(e);
    LLVMBuildRetVoid(e->builder);
    return NULL;
}

/* ---- split rows ---- */

int64_t ax_rows_shared_totals(const ax_rows_plan *plan, int32_t fold)
{
    return fold * plan->rows * plan->most_blocks * 8;
}

int64_t ax_rows_shared_values(const ax_rows_plan *plan, int32_t fold)
{
    return ax_rows_shared_totals(plan, plan->nfolds) + fold * plan->rows * 8;
}

int64_t ax_rows_shared_bytes(const ax_rows_plan *plan)
{
    return ax_rows_shared_values(plan, plan->nfolds);
}

/* The values that folds of earlier loops have in this row, a register's value in memory as such: an
 * accumulator that was rounded stays what it is. */
static void read_folds(row_writer *w, LLVMValueRef row)
{
    for (int32_t f = 0; f < w->plan->nfolds; f++) {
        const ax_loop_fold *fold = &w->plan->folds[f];
        if (ax_rows_loop_of(fold) >= w->loop)
            continue;
        LLVMValueRef values = scratch_at(w, ax_rows_shared_values(w->plan, f));
        ax_frame_set_value(w->frame, fold->node,
                           ax_fold_emit_load(w->frame->e, fold, 1, values, row));
    }
}

static void begin_row(row_writer *w, LLVMValueRef row)
{
    ax_frame_set_loops(w->frame, w->plan->outer, w->plan->nouter, row);
    read_folds(w, row);
    hoist_roots(w, w->plan->outer_bits, w->loop);
}

static ax_status *write_fold(ax_emitter *e, const ax_rows_plan *plan, int32_t loop)
{
    char name[16] = "fold0";
    row_writer w;
    name[4] = (char)('0' + loop);
    AX_TRY(begin_function(e, plan, name, &w));
    w.loop = loop;
    LLVMValueRef blocks = ax_emit_i64(e, plan->loops[loop].blocks);
    ax_emit_loop items = ax_emit_loop_begin(e, LLVMGetParam(e->function, 1),
                                            LLVMGetParam(e->function, 2), ax_emit_i64(e, 1));
    int32_t mark = ax_frame_mark(w.frame);
    LLVMValueRef row = LLVMBuildUDiv(e->builder, items.index, blocks, "");
    LLVMValueRef block = LLVMBuildURem(e->builder, items.index, blocks, "");
    begin_row(&w, row);
    emit_block(&w, block);
    LLVMValueRef at = LLVMBuildMul(e->builder, row, ax_emit_i64(e, plan->most_blocks), "");
    at = LLVMBuildAdd(e->builder, at, block, "");
    for (int32_t f = 0; f < plan->nfolds; f++) {
        if (folds_here(&w, f)) {
            ax_fold_emit_store(e, &plan->folds[f], 1,
                               scratch_at(&w, ax_rows_shared_totals(plan, f)), at, total_of(&w, f),
                               NULL);
        }
    }
    ax_frame_forget(w.frame, mark);
    ax_emit_loop_end(e, &items);
    LLVMBuildRetVoid(e->builder);
    return NULL;
}

/* The folds of loop `w->loop` from the totals of their blocks. */
static void finish_folds(row_writer *w, LLVMValueRef row)
{
    const ax_rows_plan *plan = w->plan;
    ax_emitter *e = w->frame->e;
    int64_t blocks = plan->loops[w->loop].blocks;
    for (int32_t f = 0; f < plan->nfolds; f++) {
        const ax_loop_fold *fold = &plan->folds[f];
        if (!folds_here(w, f))
            continue;
        LLVMValueRef totals = scratch_at(w, ax_rows_shared_totals(plan, f));
        LLVMValueRef first = LLVMBuildMul(e->builder, row, ax_emit_i64(e, plan->most_blocks), "");
        totals = LLVMBuildGEP2(e->builder, ax_emit_memory_type(e, fold->dtype), totals, &first, 1,
                               "");
        ax_fold_emit_tree(e, fold, totals, ax_emit_i64(e, blocks), blocks, 1, 1, 1);
        set_fold(w, f, ax_fold_emit_load(e, fold, 1, totals, ax_emit_i64(e, 0)));
        ax_fold_emit_store(e, fold, 1, scratch_at(w, ax_rows_shared_values(plan, f)), row,
                           ax_frame_scalar(w->frame, fold->node), NULL);
    }
}

static ax_status *write_finish(ax_emitter *e, const ax_rows_plan *plan, int32_t loop)
{
    char name[16] = "finish0";
    row_writer w;
    name[6] = (char)('0' + loop);
    AX_TRY(begin_function(e, plan, name, &w));
    w.loop = loop;
    ax_emit_loop rows = ax_emit_loop_begin(e, LLVMGetParam(e->function, 1),
                                           LLVMGetParam(e->function, 2), ax_emit_i64(e, 1));
    int32_t mark = ax_frame_mark(w.frame);
    begin_row(&w, rows.index);
    finish_folds(&w, rows.index);
    if (loop == plan->nloops - 1)
        store_outer(&w);
    ax_frame_forget(w.frame, mark);
    ax_emit_loop_end(e, &rows);
    LLVMBuildRetVoid(e->builder);
    return NULL;
}

ax_status *ax_rows_write_split(ax_emitter *e, const void *user)
{
    const ax_rows_plan *plan = user;
    for (int32_t loop = 0; loop < plan->nloops; loop++) {
        AX_TRY(write_fold(e, plan, loop));
        AX_TRY(write_finish(e, plan, loop));
    }
    return NULL;
}
