/* Fusions of the kind columns: reductions that keep the last dimension.
 *
 * A tile of columns is folded row by row into accumulators that stay in the cache, block by block of rows;
 * blocks are combined by pairs. An item is some blocks of a tile at one index of the dimensions around it; where
 * a tile has more than one item, their totals are combined afterwards. The order follows from the number of
 * reduced elements alone.
 */
#include "backend/cpu/loop_fold.h"
#include "backend/cpu/loop_kernel.h"
#include "base/checked.h"

#include <stdlib.h>

enum {
    TILE_BYTES = 8192, /* of one accumulator's columns */
    BLOCK_ROWS = 64,   /* folded one after the other */
    ITEM_BLOCKS = 4,   /* a power of 2, so that items are nodes of the tree of blocks */
    MOST_FOLDS = 8,
};

typedef struct columns_plan {
    const ax_loop_program *program;
    int32_t kept[AX_LOOP_MOST_LOOPS], nkept;       /* without the innermost */
    int32_t reduced[AX_LOOP_MOST_LOOPS], nreduced; /* outermost first */
    int32_t inner;                                 /* the loop of columns */
    int64_t around, rows, columns;
    int32_t lanes;
    int32_t rows_at_once;
    int64_t tile, tiles;   /* columns; how many tiles */
    int64_t blocks, items; /* of one tile */
    int32_t nfolds;
    ax_loop_fold folds[MOST_FOLDS];
    int64_t width; /* accumulators of a fold: those of a tile, rounded up to vectors */
} columns_plan;

typedef struct columns_kernel {
    ax_loop_buffers buffers;
    ax_loop_fn *functions[2];
    int64_t items, grain;      /* in all; `items` is 0 where there is nothing to do */
    int64_t tiles, tile_grain; /* to be finished; 0: items do that */
    int64_t thread_bytes, shared_bytes;
    bool small;
} columns_kernel;

/* ---- the plan ---- */

static void take_domain(columns_plan *plan)
{
    const ax_loop_program *p = plan->program;
    plan->around = plan->rows = plan->columns = 1;
    plan->inner = p->domain.count - 1;
    for (int32_t loop = 0; loop < p->domain.count; loop++) {
        if (loop == plan->inner)
            continue;
        if (ax_loop_reduced(p, loop)) {
            plan->reduced[plan->nreduced++] = loop;
            plan->rows *= p->domain.sizes[loop];
        } else {
            plan->kept[plan->nkept++] = loop;
            plan->around *= p->domain.sizes[loop];
        }
    }
    plan->columns = p->domain.sizes[plan->inner];
}

static bool take_folds(columns_plan *plan, int64_t *out_bytes)
{
    const ax_loop_program *p = plan->program;
    *out_bytes = 1;
    for (int32_t i = 0; i < p->nnodes; i++) {
        if (p->nodes[i]->kind != AX_NODE_FOLD)
            continue;
        if (plan->nfolds == MOST_FOLDS || p->nodes[i]->stage > 1)
            return false;
        plan->folds[plan->nfolds] = ax_loop_fold_of(p->nodes[i]);
        *out_bytes = ax_max_i64(*out_bytes, ax_loop_fold_bytes(&plan->folds[plan->nfolds]));
        plan->nfolds++;
    }
    return true;
}

static bool make_plan(const ax_loop_program *p, int32_t vector_bytes, columns_plan *plan)
{
    int64_t bytes;
    *plan = (columns_plan){.program = p};
    take_domain(plan);
    if (!take_folds(plan, &bytes))
        return false;
    int64_t cost = ax_loop_cost(p);
    int32_t natural = ax_loop_natural_lanes(p, vector_bytes);
    plan->lanes = ax_loop_turn_for(natural, plan->columns, 0).lanes;
    plan->rows_at_once = cost <= 8 ? 8 : cost <= 30 ? 4 : 2;
    while (plan->rows_at_once > 1 && plan->rows_at_once > plan->rows)
        plan->rows_at_once /= 2;
    plan->tile = ax_min_i64(plan->columns, TILE_BYTES / bytes);
    plan->tiles = ax_ceil_div(plan->columns, plan->tile);
    plan->width = ax_round_up(plan->tile, plan->lanes);
    plan->blocks = ax_ceil_div(plan->rows, BLOCK_ROWS);
    plan->items = ax_ceil_div(plan->blocks, ITEM_BLOCKS);
    return true;
}

/* Accumulators of one block: those of all folds, 8 bytes each. */
static int64_t block_bytes(const columns_plan *plan)
{
    return ax_round_up(plan->nfolds * plan->width * 8, 64);
}

/* ---- writing ---- */

typedef struct column_writer {
    const columns_plan *plan;
    ax_frame *frame;
    LLVMValueRef area;  /* blocks of accumulators */
    LLVMValueRef begin; /* the tile's first column */
    LLVMValueRef end;
    LLVMValueRef row;    /* the first of those that are folded */
    int32_t rows;        /* how many */
    LLVMValueRef target; /* where totals are copied */
} column_writer;

static LLVMValueRef bytes_behind(ax_emitter *e, LLVMValueRef pointer, LLVMValueRef offset)
{
    return LLVMBuildGEP2(e->builder, LLVMInt8TypeInContext(e->context), pointer, &offset, 1, "");
}

/* The accumulators of a fold in an area, which begin at the tile's first column. */
static LLVMValueRef accumulators(const column_writer *w, LLVMValueRef area, int32_t f)
{
    return bytes_behind(w->frame->e, area, ax_emit_i64(w->frame->e, f * w->plan->width * 8));
}

/* The frame's column, counted in the tile. */
static LLVMValueRef column_in_tile(column_writer *w)
{
    ax_frame *frame = w->frame;
    return LLVMBuildSub(frame->e->builder, frame->scalar_symbols[w->plan->inner], w->begin, "");
}

static void over_columns(column_writer *w, ax_span_fn *body)
{
    const columns_plan *plan = w->plan;
    bool whole = plan->tiles == 1 || plan->columns % plan->tile == 0;
    ax_span span = {.loop = plan->inner,
                    .lanes = plan->lanes,
                    .unroll = 1,
                    .begin = w->begin,
                    .end = w->end,
                    .multiple = whole                              ? plan->tile
                                : plan->columns % plan->lanes == 0 ? plan->lanes
                                                                   : 1,
                    .most = plan->tile};
    ax_frame_span(w->frame, &span, body, w);
}

static void clear_columns(ax_frame *frame, int32_t instance, void *user)
{
    (void)instance;
    column_writer *w = user;
    for (int32_t f = 0; f < w->plan->nfolds; f++) {
        const ax_loop_fold *fold = &w->plan->folds[f];
        ax_fold_emit_store(frame->e, fold, frame->lanes, accumulators(w, w->area, f),
                           column_in_tile(w), ax_fold_emit_identity(frame->e, fold, frame->lanes),
                           NULL);
    }
}

static void fold_columns(ax_frame *frame, int32_t instance, void *user)
{
    (void)instance;
    column_writer *w = user;
    ax_emitter *e = frame->e;
    const columns_plan *plan = w->plan;
    LLVMValueRef values[MOST_FOLDS], column = column_in_tile(w);
    for (int32_t f = 0; f < plan->nfolds; f++) {
        values[f] = ax_fold_emit_load(e, &plan->folds[f], frame->lanes, accumulators(w, w->area, f),
                                      column);
    }
    for (int32_t u = 0; u < w->rows; u++) {
        int32_t mark = ax_frame_mark(frame);
        LLVMValueRef row = LLVMBuildAdd(e->builder, w->row, ax_emit_i64(e, u), "");
        ax_frame_set_loops(frame, plan->reduced, plan->nreduced, row);
        for (int32_t f = 0; f < plan->nfolds; f++) {
            const ax_loop_fold *fold = &plan->folds[f];
            LLVMValueRef value = ax_frame_value(frame, fold->node->operands[0]);
            values[f] = ax_fold_emit_both(e, fold, frame->lanes, values[f], value);
        }
        ax_frame_forget(frame, mark);
    }
    for (int32_t f = 0; f < plan->nfolds; f++) {
        ax_fold_emit_store(e, &plan->folds[f], frame->lanes, accumulators(w, w->area, f), column,
                           values[f], NULL);
    }
}

static void copy_columns(ax_frame *frame, int32_t instance, void *user)
{
    (void)instance;
    column_writer *w = user;
    for (int32_t f = 0; f < w->plan->nfolds; f++) {
        const ax_loop_fold *fold = &w->plan->folds[f];
        LLVMValueRef value = ax_fold_emit_load(frame->e, fold, frame->lanes,
                                               accumulators(w, w->area, f), column_in_tile(w));
        ax_fold_emit_store(frame->e, fold, frame->lanes, accumulators(w, w->target, f),
                           column_in_tile(w), value, NULL);
    }
}

/* Totals become the folds' values, and what follows from them is stored. */
static void finish_columns(ax_frame *frame, int32_t instance, void *user)
{
    (void)instance;
    column_writer *w = user;
    for (int32_t f = 0; f < w->plan->nfolds; f++) {
        const ax_loop_fold *fold = &w->plan->folds[f];
        LLVMValueRef total = ax_fold_emit_load(frame->e, fold, frame->lanes,
                                               accumulators(w, w->area, f), column_in_tile(w));
        ax_frame_set_value(frame, fold->node, ax_fold_emit_finish(frame, fold, total));
    }
    for (int32_t i = 0; i < w->plan->program->region->noutputs; i++)
        ax_frame_store(frame, i);
}

static LLVMValueRef smaller(ax_emitter *e, LLVMValueRef a, int64_t b)
{
    LLVMValueRef both[] = {a, ax_emit_i64(e, b)};
    return ax_emit_intrinsic(e, "llvm.smin", both, 2);
}

/* Rows from `row` to `end`, `rows` at once; gives the first that is left. */
static LLVMValueRef fold_rows(column_writer *w, LLVMValueRef row, LLVMValueRef end, int32_t rows)
{
    ax_emitter *e = w->frame->e;
    LLVMValueRef last = LLVMBuildSub(e->builder, end, ax_emit_i64(e, rows - 1), "");
    ax_emit_loop loop = ax_emit_loop_begin(e, row, last, ax_emit_i64(e, rows));
    w->row = loop.index;
    w->rows = rows;
    over_columns(w, fold_columns);
    ax_emit_loop_end(e, &loop);
    return loop.index;
}

/* Folds blocks [first, last) of the tile, each into its own part of the area, and then those into the first. */
static void fold_blocks(column_writer *w, LLVMValueRef first, LLVMValueRef last)
{
    const columns_plan *plan = w->plan;
    ax_emitter *e = w->frame->e;
    LLVMValueRef area = w->area;
    ax_emit_loop block = ax_emit_loop_begin(e, first, last, ax_emit_i64(e, 1));
    LLVMValueRef number = LLVMBuildSub(e->builder, block.index, first, "");
    number = LLVMBuildMul(e->builder, number, ax_emit_i64(e, block_bytes(plan)), "");
    w->area = bytes_behind(e, area, number);
    over_columns(w, clear_columns);
    LLVMValueRef row = LLVMBuildMul(e->builder, block.index, ax_emit_i64(e, BLOCK_ROWS), "");
    LLVMValueRef end = smaller(e, LLVMBuildAdd(e->builder, row, ax_emit_i64(e, BLOCK_ROWS), ""),
                               plan->rows);
    row = fold_rows(w, row, end, plan->rows_at_once);
    if (plan->rows % plan->rows_at_once != 0)
        fold_rows(w, row, end, 1);
    ax_emit_loop_end(e, &block);
    w->area = area;
    LLVMValueRef count = LLVMBuildSub(e->builder, last, first, "");
    for (int32_t f = 0; f < plan->nfolds; f++) {
        const ax_loop_fold *fold = &plan->folds[f];
        ax_fold_emit_tree(e, fold, accumulators(w, area, f), count,
                          ax_min_i64(plan->blocks, ITEM_BLOCKS), plan->width,
                          block_bytes(plan) / ax_loop_fold_bytes(fold), plan->lanes);
    }
}

/* Hoists what follows from the kept loops around the columns, or from nothing. */
static void hoist_roots(column_writer *w, uint64_t loops)
{
    for (int32_t f = 0; f < w->plan->nfolds; f++) {
        ax_frame_hoist(w->frame, w->plan->folds[f].node->operands[0], loops, 0);
        ax_frame_hoist(w->frame, w->plan->folds[f].node->operands[1], loops, 0);
    }
    for (int32_t i = 0; i < w->plan->program->region->noutputs; i++)
        ax_frame_hoist(w->frame, w->plan->program->results[i].node, loops, 0);
}

/* The tile of this number, counted over all that lies around. */
static void begin_tile(column_writer *w, LLVMValueRef number)
{
    const columns_plan *plan = w->plan;
    ax_emitter *e = w->frame->e;
    uint64_t loops = 0;
    LLVMValueRef tiles = ax_emit_i64(e, plan->tiles), tile = ax_emit_i64(e, plan->tile);
    w->begin = LLVMBuildURem(e->builder, number, tiles, "");
    w->begin = LLVMBuildMul(e->builder, w->begin, tile, "");
    w->end = smaller(e, LLVMBuildAdd(e->builder, w->begin, tile, ""), plan->columns);
    ax_frame_set_loops(w->frame, plan->kept, plan->nkept,
                       LLVMBuildUDiv(e->builder, number, tiles, ""));
    for (int32_t i = 0; i < plan->nkept; i++)
        loops |= 1ull << plan->kept[i];
    hoist_roots(w, loops);
}

/* A function that begins with a loop over its items. */
static ax_status *begin_function(ax_emitter *e, const columns_plan *plan, const char *name,
                                 column_writer *w, ax_emit_loop *out_items)
{
    *w = (column_writer){.plan = plan};
    ax_loop_function_begin(e, name);
    AX_TRY(ax_frame_create(e, plan->program, &w->frame));
    hoist_roots(w, 0);
    *out_items = ax_emit_loop_begin(e, LLVMGetParam(e->function, 1), LLVMGetParam(e->function, 2),
                                    ax_emit_i64(e, 1));
    return NULL;
}

static void end_function(ax_emitter *e, ax_emit_loop *items)
{
    ax_emit_loop_end(e, items);
    LLVMBuildRetVoid(e->builder);
}

/* The scratch that all threads share lies behind the buffers. */
static LLVMValueRef shared_scratch(ax_emitter *e, const ax_loop_program *p)
{
    LLVMTypeRef pointer = LLVMPointerTypeInContext(e->context, 0);
    LLVMValueRef index = ax_emit_i64(e, p->region->ninputs + p->region->noutputs + p->nconstants);
    LLVMValueRef at = LLVMBuildGEP2(e->builder, pointer, LLVMGetParam(e->function, 0), &index, 1,
                                    "");
    return LLVMBuildLoad2(e->builder, pointer, at, "");
}

static ax_status *write_fold(ax_emitter *e, const columns_plan *plan)
{
    column_writer w;
    ax_emit_loop items;
    AX_TRY(begin_function(e, plan, "fold", &w, &items));
    int32_t mark = ax_frame_mark(w.frame);
    LLVMValueRef number = ax_emit_i64(e, plan->items);
    LLVMValueRef item = LLVMBuildURem(e->builder, items.index, number, "");
    begin_tile(&w, LLVMBuildUDiv(e->builder, items.index, number, ""));
    w.area = LLVMGetParam(e->function, 3);
    LLVMValueRef first = LLVMBuildMul(e->builder, item, ax_emit_i64(e, ITEM_BLOCKS), "");
    LLVMValueRef last = LLVMBuildAdd(e->builder, first, ax_emit_i64(e, ITEM_BLOCKS), "");
    fold_blocks(&w, first, smaller(e, last, plan->blocks));
    if (plan->items == 1) {
        over_columns(&w, finish_columns);
    } else {
        LLVMValueRef offset = LLVMBuildMul(e->builder, items.index,
                                           ax_emit_i64(e, block_bytes(plan)), "");
        w.target = bytes_behind(e, shared_scratch(e, plan->program), offset);
        over_columns(&w, copy_columns);
    }
    ax_frame_forget(w.frame, mark);
    end_function(e, &items);
    return NULL;
}

static ax_status *write_finish(ax_emitter *e, const columns_plan *plan)
{
    column_writer w;
    ax_emit_loop tiles;
    AX_TRY(begin_function(e, plan, "finish", &w, &tiles));
    int32_t mark = ax_frame_mark(w.frame);
    begin_tile(&w, tiles.index);
    LLVMValueRef offset = LLVMBuildMul(e->builder, tiles.index,
                                       ax_emit_i64(e, plan->items * block_bytes(plan)), "");
    w.area = bytes_behind(e, shared_scratch(e, plan->program), offset);
    for (int32_t f = 0; f < plan->nfolds; f++) {
        const ax_loop_fold *fold = &plan->folds[f];
        ax_fold_emit_tree(e, fold, accumulators(&w, w.area, f), ax_emit_i64(e, plan->items),
                          plan->items, plan->width, block_bytes(plan) / ax_loop_fold_bytes(fold),
                          plan->lanes);
    }
    over_columns(&w, finish_columns);
    ax_frame_forget(w.frame, mark);
    end_function(e, &tiles);
    return NULL;
}

static ax_status *write_columns(ax_emitter *e, const void *user)
{
    const columns_plan *plan = user;
    AX_TRY(write_fold(e, plan));
    return plan->items > 1 ? write_finish(e, plan) : NULL;
}

/* ---- running ---- */

typedef struct running {
    const columns_kernel *kernel;
    char *scratch; /* the threads' */
    void *buffers[AX_LOOP_MOST_BUFFERS + 1];
} running;

static void run_fold(void *user, int32_t thread, int64_t begin, int64_t end)
{
    running *r = user;
    r->kernel->functions[0](r->buffers, begin, end, r->scratch + thread * r->kernel->thread_bytes);
}

static void run_finish(void *user, int32_t thread, int64_t begin, int64_t end)
{
    (void)thread;
    running *r = user;
    r->kernel->functions[1](r->buffers, begin, end, NULL);
}

static int64_t scratch_threads(const columns_kernel *kernel, int32_t threads)
{
    return kernel->small ? 1 : threads;
}

static ax_status *run_columns(const ax_eval_env *env, const ax_eqn *eqn, const ax_tensor *operands,
                              const ax_tensor *results)
{
    running r;
    const columns_kernel *kernel = r.kernel = env->state;
    if (kernel->items == 0)
        return NULL;
    ax_loop_buffers_fill(&kernel->buffers, operands, results, r.buffers);
    int64_t threads = scratch_threads(kernel, ax_eval_threads(env));
    void *shared = NULL;
    AX_TRY(AX_SCRATCH(env, char, threads * kernel->thread_bytes, &r.scratch));
    if (kernel->tiles)
        AX_TRY(AX_SCRATCH(env, char, kernel->shared_bytes, &shared));
    r.buffers[eqn->noperands + eqn->nresults + kernel->buffers.nconstants] = shared;
    if (kernel->small)
        run_fold(&r, 0, 0, kernel->items);
    else
        ax_eval_parallel(env, kernel->items, kernel->grain, run_fold, &r);
    if (kernel->small && kernel->tiles)
        run_finish(&r, 0, 0, kernel->tiles);
    else if (kernel->tiles)
        ax_eval_parallel(env, kernel->tiles, kernel->tile_grain, run_finish, &r);
    return NULL;
}

static int64_t columns_scratch(const void *state, const ax_eqn *eqn, int32_t threads)
{
    (void)eqn;
    const columns_kernel *kernel = state;
    if (kernel->items == 0)
        return 0;
    int64_t shared = kernel->tiles ? kernel->shared_bytes : 0;
    return scratch_threads(kernel, threads) * kernel->thread_bytes + shared;
}

static void fill_kernel(const columns_plan *plan, columns_kernel *kernel)
{
    const ax_loop_program *p = plan->program;
    int64_t work = ax_loop_work(p), tiles = plan->around * plan->tiles;
    int64_t item_rows = ax_min_i64(plan->rows, BLOCK_ROWS * ITEM_BLOCKS);
    if (ax_type_count(&p->first_reduce->results[0]->type) == 0)
        return;
    kernel->items = tiles * plan->items;
    kernel->grain = ax_loop_grain(work * item_rows * plan->tile);
    kernel->small = ax_loop_is_small(work * plan->around * plan->rows * plan->columns);
    kernel->tiles = plan->items > 1 ? tiles : 0;
    kernel->tile_grain = ax_loop_grain(plan->items * block_bytes(plan));
    kernel->thread_bytes = ax_min_i64(plan->blocks, ITEM_BLOCKS) * block_bytes(plan);
    kernel->shared_bytes = kernel->items * block_bytes(plan);
}

ax_status *ax_columns_kernel(const ax_target *target, const ax_eqn *fusion,
                             const ax_loop_program *p, ax_kernel *out_kernel)
{
    static const char *const names[] = {"fold", "finish"};
    ax_loop_buffers buffers;
    columns_plan plan;
    if (!ax_loop_buffers_make(p, &buffers) ||
        !make_plan(p, ax_codegen_vector_bytes(target->codegen), &plan)) {
        return NULL;
    }
    columns_kernel *kernel = calloc(1, sizeof *kernel);
    if (!kernel)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a kernel");
    kernel->buffers = buffers;
    fill_kernel(&plan, kernel);
    ax_loop_unit unit = {.target = target,
                         .fusion = fusion,
                         .program = p,
                         .version = "columns 2",
                         .write = write_columns,
                         .user = &plan,
                         .nfunctions = plan.items > 1 ? 2 : 1,
                         .functions = names};
    ax_status *status = kernel->items ? ax_loop_unit_get(&unit, kernel->functions) : NULL;
    if (status) {
        free(kernel);
        return status;
    }
    *out_kernel = (ax_kernel){.name = "columns",
                              .run = run_columns,
                              .state = kernel,
                              .free = free,
                              .scratch = columns_scratch,
                              .position_free = true};
    return NULL;
}
