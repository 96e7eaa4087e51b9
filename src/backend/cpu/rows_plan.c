#include "backend/cpu/rows_plan.h"

#include "backend/cpu/loop_kernel.h"
#include "base/checked.h"

enum {
    LONGEST_SHORT = 16,        /* elements of a row that lanes over rows see one by one */
    MOST_SHORT_COST = 1000,    /* instructions for all of them */
    SHORT_CHUNK = 256,         /* rows */
    KEEP_COST = 12,            /* what is worth a buffer */
    MOST_KEPT_BYTES = 1 << 19, /* a row's buffer stays in the cache */
    BLOCK_VECTORS = 64,        /* of each accumulator, one behind the other */
    FEW_ROWS = 64,
};

bool ax_rows_is_row(const ax_rows_plan *plan, int32_t output)
{
    const ax_loop_result *result = &plan->program->results[output];
    return result->node && (ax_loop_form_depends(plan->program, &result->form) & plan->row_bits);
}

/* ---- the domain ---- */

static bool take_domain(ax_rows_plan *plan)
{
    const ax_loop_program *p = plan->program;
    int64_t stride = 1;
    plan->rows = plan->prefix = plan->size = 1;
    for (int32_t loop = 0; loop < p->domain.count; loop++) {
        if (ax_loop_reduced(p, loop)) {
            plan->row[plan->nrow++] = loop;
            plan->row_bits |= 1ull << loop;
        } else {
            plan->outer[plan->nouter++] = loop;
            plan->outer_bits |= 1ull << loop;
            plan->rows *= p->domain.sizes[loop];
        }
    }
    for (int32_t i = plan->nrow - 1; i >= 0; i--) {
        int64_t size = p->domain.sizes[plan->row[i]];
        *(i == plan->nrow - 1 ? &plan->size : &plan->prefix) *= size;
        if (!ax_form_add_symbol(&plan->place, plan->row[i], stride))
            return false;
        stride *= size;
    }
    return true;
}

/* ---- what each loop does ---- */

/* Folds that anything needs, and how many loops it takes. */
static bool take_folds(ax_rows_plan *plan)
{
    const ax_loop_program *p = plan->program;
    for (int32_t i = 0; i < p->nnodes; i++) {
        if (p->nodes[i]->kind != AX_NODE_FOLD)
            continue;
        if (plan->nfolds == AX_ROWS_MOST_FOLDS)
            return false;
        plan->folds[plan->nfolds++] = ax_loop_fold_of(p->nodes[i]);
        plan->nloops = (int32_t)ax_max_i64(plan->nloops, p->nodes[i]->stage);
    }
    for (int32_t i = 0; i < p->region->noutputs; i++) {
        if (ax_rows_is_row(plan, i))
            plan->nloops = (int32_t)ax_max_i64(plan->nloops, p->results[i].node->stage + 1);
    }
    return plan->nloops <= AX_ROWS_MOST_LOOPS;
}

/* Which loop first computes what varies along the row, and what that costs. */
typedef struct visits {
    ax_rows_plan *plan;
    int32_t *first, *walk; /* by node; the walk that was there last */
    int32_t walks;
    int64_t cost; /* of the loop at hand */
} visits;

static int64_t subtree_cost(visits *v, const ax_loop_node *node)
{
    if (!(node->depends & v->plan->row_bits) || v->walk[node->id] == v->walks)
        return 0;
    v->walk[node->id] = v->walks;
    int64_t cost = node->cost;
    for (int32_t i = 0; i < node->noperands; i++)
        cost += subtree_cost(v, node->operands[i]);
    return cost;
}

static bool is_kept(const ax_rows_plan *plan, const ax_loop_node *node)
{
    for (int32_t i = 0; i < plan->nkept; i++) {
        if (plan->kept[i].node == node)
            return true;
    }
    return false;
}

/* Keeps what another loop computed, if that pays. */
static bool keep(visits *v, const ax_loop_node *node)
{
    ax_rows_plan *plan = v->plan;
    if (is_kept(plan, node))
        return true;
    int64_t bytes = plan->prefix * plan->size * ax_dtype_bytes(node->dtype);
    if (plan->nkept == AX_ROWS_MOST_KEPT || bytes > MOST_KEPT_BYTES)
        return false;
    v->walks++;
    if (subtree_cost(v, node) < KEEP_COST)
        return false;
    plan->kept[plan->nkept++] = (ax_rows_kept){node, v->first[node->id], plan->thread_bytes};
    plan->thread_bytes += ax_round_up(bytes, 64);
    return true;
}

static void visit(visits *v, const ax_loop_node *node, int32_t loop, int32_t *seen)
{
    if (!(node->depends & v->plan->row_bits) || seen[node->id] == loop + 1)
        return;
    seen[node->id] = loop + 1;
    if (v->first[node->id] < 0)
        v->first[node->id] = loop;
    if (v->first[node->id] < loop && keep(v, node)) {
        v->cost++;
        return;
    }
    v->cost += node->cost;
    for (int32_t i = 0; i < node->noperands; i++)
        visit(v, node->operands[i], loop, seen);
}

static void visit_loop(visits *v, int32_t loop, int32_t *seen)
{
    ax_rows_plan *plan = v->plan;
    for (int32_t i = 0; i < plan->nfolds; i++) {
        if (ax_rows_loop_of(&plan->folds[i]) == loop)
            visit(v, plan->folds[i].node->operands[0], loop, seen);
    }
    for (int32_t i = 0; i < plan->program->region->noutputs; i++) {
        if (loop == plan->nloops - 1 && ax_rows_is_row(plan, i))
            visit(v, plan->program->results[i].node, loop, seen);
    }
}

/* ---- blocks ---- */

static void make_blocks(ax_rows_plan *plan, ax_rows_loop *loop, int64_t cost)
{
    loop->turn = ax_loop_turn_for(plan->lanes, plan->size, cost);
    int64_t block = (int64_t)BLOCK_VECTORS * loop->turn.unroll * loop->turn.lanes;
    loop->piece = ax_min_i64(plan->size, block);
    loop->pieces = ax_ceil_div(plan->size, loop->piece);
    loop->group = loop->pieces > 1 ? 1
                                   : ax_min_i64(ax_max_i64(block / plan->size, 1), plan->prefix);
    loop->blocks = ax_ceil_div(plan->prefix, loop->group) * loop->pieces;
    plan->most_blocks = ax_max_i64(plan->most_blocks, loop->blocks);
}

/* Whether a row of few elements is one vector, whose order lanes over rows can keep; and there are enough
 * rows for them. */
static void choose_short(ax_rows_plan *plan)
{
    int64_t natural = plan->lanes;
    int32_t around = plan->nouter - 1;
    if (plan->nrow != 1 || around < 0 || plan->size > ax_min_i64(LONGEST_SHORT, natural))
        return;
    int64_t rows = plan->program->domain.sizes[plan->outer[around]];
    if (rows < natural || plan->program->region->noutputs > 8 ||
        ax_loop_cost(plan->program) * plan->size > MOST_SHORT_COST)
        return;
    plan->is_short = true;
    plan->chunk = ax_min_i64(rows, SHORT_CHUNK);
    plan->chunks = ax_ceil_div(rows, plan->chunk);
    plan->nkept = 0;
    plan->thread_bytes = 0;
}

bool ax_rows_plan_make(const ax_loop_program *p, int32_t vector_bytes, ax_rows_plan *plan)
{
    *plan = (ax_rows_plan){.program = p};
    visits v = {.plan = plan};
    if (!take_domain(plan) || !take_folds(plan))
        return false;
    plan->lanes = ax_loop_natural_lanes(p, vector_bytes);
    int64_t work = ax_loop_work(p) * plan->prefix * plan->size;
    plan->splits = plan->rows < FEW_ROWS && ax_loop_is_small(work / 2) == false;
    size_t count = (size_t)p->nnodes + 1;
    int32_t *seen = AX_ARENA_NEW(p->arena, int32_t, count);
    v.first = AX_ARENA_NEW(p->arena, int32_t, count);
    v.walk = AX_ARENA_NEW(p->arena, int32_t, count);
    if (!seen || !v.first || !v.walk)
        return false;
    for (size_t i = 0; i < count; i++)
        v.first[i] = -1;
    if (plan->splits)
        plan->nkept = AX_ROWS_MOST_KEPT; /* nothing can be kept from one function to the next */
    int64_t most = 0;
    plan->busiest = -1;
    for (int32_t loop = 0; loop < plan->nloops; loop++) {
        v.cost = 0;
        visit_loop(&v, loop, seen);
        make_blocks(plan, &plan->loops[loop], v.cost);
        if (loop > 0 && v.cost >= most) {
            plan->busiest = loop;
            most = v.cost;
        }
    }
    if (plan->splits)
        plan->nkept = 0;
    plan->splits = plan->splits && plan->most_blocks > 1;
    if (!plan->splits)
        choose_short(plan);
    plan->streams = !plan->splits && !plan->is_short &&
                    ax_loop_streams(p, plan->prefix * plan->size);
    plan->totals = plan->thread_bytes;
    if (plan->most_blocks > 1)
        plan->thread_bytes += plan->nfolds * ax_round_up(plan->most_blocks * 8, 64);
    return true;
}
