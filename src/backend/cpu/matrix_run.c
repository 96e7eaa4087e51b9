/* Running a product of matrices: waves of B packed by all threads, then tasks. */
#include "backend/cpu/matrix_private.h"
#include "base/checked.h"
#include "base/unconst.h"

#include <string.h>

enum { PIECE_BYTES = 64 << 10, PIECE_FLOPS = 1 << 20, TASKS_EACH = 4 };

typedef struct run {
    const ax_matrix_product *p;
    const char *a, *b;
    char *c;
    char *packed;            /* the wave's panels: [entry][block of k][panel] */
    char *memory;            /* of all threads */
    int64_t thread_bytes;    /* of one */
    int64_t entry, nentries; /* of the wave */
    int64_t panel, npanels;  /* of the wave, */
    int64_t chunk_panels;    /* and of a task */
    ax_matrix_done_fn *done;
    void *user;
} run;

/* ---- packing ---- */

static int64_t columns_of(const ax_matrix_product *p, int64_t panel)
{
    return panel + 1 == p->npanels ? p->last_width : p->width;
}

/* Columns that a packed panel has room for. */
static int64_t room_of(const ax_matrix_product *p, int64_t panel)
{
    return panel + 1 == p->npanels ? p->last_room : p->width;
}

/* The first k of a block, and how many it has. */
static int64_t first_of(const ax_matrix_product *p, int64_t k_block, int64_t *out_depth)
{
    int64_t inside = k_block % p->run_blocks * p->k_block;
    *out_depth = ax_min_i64(p->k_block, p->k_run - inside);
    return k_block / p->run_blocks * p->k_run + inside;
}

static void pack_panel(const run *r, int64_t entry, int64_t k_block, int64_t panel, char *to)
{
    const ax_matrix_product *p = r->p;
    ax_matrix_rectangle where = {.rows = &p->b.k,
                                 .columns = &p->b.row,
                                 .column = panel * p->width,
                                 .ncolumns = columns_of(p, panel)};
    where.row = first_of(p, k_block, &where.nrows);
    ax_matrix_lay_out(p, p->b_access,
                      r->b + ax_matrix_offset(&p->b.batch, entry) * p->element_bytes, &where, to,
                      room_of(p, panel) * p->wide_bytes);
}

static char *packed_panel(const run *r, int64_t entry, int64_t k_block, int64_t panel)
{
    int64_t number = ((entry - r->entry) * r->p->nk_blocks + k_block) * r->npanels + panel -
                     r->panel;
    return r->packed + number * r->p->panel_bytes;
}

static void pack_wave(void *user, int32_t thread, int64_t begin, int64_t end)
{
    const run *r = user;
    (void)thread;
    for (int64_t i = begin; i < end; i++) {
        int64_t panel = r->panel + i % r->npanels, rest = i / r->npanels;
        int64_t k_block = rest % r->p->nk_blocks, entry = r->entry + rest / r->p->nk_blocks;
        pack_panel(r, entry, k_block, panel, packed_panel(r, entry, k_block, panel));
    }
}

/* ---- tasks ---- */

typedef struct task {
    int64_t entry, first_tile, ntiles, first_panel, npanels;
    int64_t row, nrows, column, ncolumns; /* of c */
    int32_t thread;
    bool tells;                /* of panels that are done; else of all at last */
    char *a_memory, *b_memory; /* the thread's own */
    char *sums;                /* its element of row and column: in c, or the thread's own */
    int64_t sums_stride;
} task;

static int64_t row_of(const ax_matrix_product *p, int64_t tile)
{
    int64_t group = 0;
    if (p->group_tiles < p->ntiles) {
        group = tile / p->group_tiles;
        tile %= p->group_tiles;
    }
    return group * p->group_rows + tile * p->height + ax_min_i64(tile, p->taller);
}

/* What a block of k multiplies: the task's rows of A, laid out or where the operand lies, and where its panels of B
 * are. Both from the block's first k on. */
typedef struct k_block {
    int64_t number, depth;
    const char *a, *b;
    int64_t a_stride;
} k_block;

static void multiply_tile(const run *r, const task *t, const k_block *k, int64_t tile,
                          int64_t panel, const char *b, int64_t b_stride, const char *ahead)
{
    const ax_matrix_product *p = r->p;
    int64_t first = row_of(p, t->first_tile + tile), row = first - t->row;
    bool last = panel + 1 == p->npanels;
    bool taller = row_of(p, t->first_tile + tile + 1) - first > p->height;
    char *sums = t->sums + row * t->sums_stride +
                 (panel - t->first_panel) * p->width * p->wide_bytes;
    char *next = p->rows_first ? sums + p->width * p->wide_bytes
                               : sums + (p->height + taller) * t->sums_stride;
    const char *a = k->a + (p->a_access == AX_MATRIX_IN_PLACE
                                ? ax_matrix_offset(&p->a.row, first) * p->element_bytes
                                : row * k->a_stride);
    p->tiles[taller][last](a, k->a_stride, b, b_stride, sums, t->sums_stride, k->depth,
                           p->height + taller, columns_of(p, panel), k->number == 0, next, ahead,
                           NULL);
}

/* A panel of B, packed here where that is done on the way. */
static const char *bring_panel(const run *r, const task *t, const k_block *k, int64_t panel)
{
    const ax_matrix_product *p = r->p;
    switch (p->b_packing) {
    case AX_MATRIX_PACKED_BEFORE:
    case AX_MATRIX_PACKED_ALREADY: return packed_panel(r, t->entry, k->number, panel);
    case AX_MATRIX_PACKED_ON_THE_WAY: {
        char *to = t->b_memory + (p->rows_first ? panel - t->first_panel : 0) * p->panel_bytes;
        pack_panel(r, t->entry, k->number, panel, to);
        return to;
    }
    case AX_MATRIX_NO_PACKING: break;
    }
    return k->b + panel * p->width * ax_matrix_stride(&p->b.row) * p->element_bytes;
}

/* Where it is when it has been brought. */
static const char *panel_at(const run *r, const task *t, const k_block *k, int64_t panel)
{
    if (r->p->b_packing == AX_MATRIX_PACKED_ON_THE_WAY)
        return t->b_memory + (panel - t->first_panel) * r->p->panel_bytes;
    return bring_panel(r, t, k, panel);
}

/* What a tile asks for on the way: its part of the panel that comes next, where that is packed already. */
static const char *ahead_of(const run *r, const task *t, const k_block *k, int64_t tile,
                            int64_t panel, const char *here)
{
    const ax_matrix_product *p = r->p;
    int64_t before = tile * k->depth * AX_MATRIX_AHEAD;
    bool packed = p->b_packing == AX_MATRIX_PACKED_BEFORE ||
                  p->b_packing == AX_MATRIX_PACKED_ALREADY;
    if (!packed || before >= p->panel_bytes)
        return here;
    if (panel + 1 < t->first_panel + t->npanels)
        return packed_panel(r, t->entry, k->number, panel + 1) + before;
    if (k->number + 1 < p->nk_blocks)
        return packed_panel(r, t->entry, k->number + 1, t->first_panel) + before;
    return here;
}

/* Panels from `panel` to `end` of the task have their sums. */
static void tell_done(const run *r, const task *t, int64_t panel, int64_t end)
{
    const ax_matrix_product *p = r->p;
    int64_t stride = p->c.row_stride, column = panel * p->width;
    int64_t ncolumns = ax_min_i64(end * p->width, p->n) - column;
    int64_t first = ax_matrix_offset(&p->c.batch, t->entry) + t->row * stride + column;
    if (ncolumns == stride) {
        r->done(r->user, t->thread, first, first + t->nrows * stride);
        return;
    }
    for (int64_t i = 0; i < t->nrows; i++, first += stride)
        r->done(r->user, t->thread, first, first + ncolumns);
}

/* All columns at once, of a B that is read row after row. */
static void multiply_stream(const run *r, const task *t, const k_block *k)
{
    const ax_matrix_product *p = r->p;
    const char *b = k->b + t->column * p->element_bytes;
    p->stream(k->a, k->a_stride, b, ax_matrix_stride(&p->b.k) * p->element_bytes, t->sums,
              t->sums_stride, k->depth, t->ncolumns, k->number == 0);
}

static void multiply_panels(const run *r, const task *t, const k_block *k)
{
    const ax_matrix_product *p = r->p;
    const ax_matrix_walk *walk = p->b_tile == AX_MATRIX_B_TURNED ? &p->b.row : &p->b.k;
    int64_t b_stride = ax_matrix_stride(walk) * p->element_bytes, end = t->first_panel + t->npanels;
    for (int64_t i = t->first_panel; i < end; i++) {
        const char *panel = bring_panel(r, t, k, i);
        for (int64_t tile = 0; tile < t->ntiles && !p->rows_first; tile++)
            multiply_tile(r, t, k, tile, i, panel, b_stride, ahead_of(r, t, k, tile, i, panel));
        if (t->tells && k->number + 1 == p->nk_blocks &&
            ((i + 1 - t->first_panel) % p->told_panels == 0 || i + 1 == end))
            tell_done(r, t, i - (i - t->first_panel) % p->told_panels, i + 1);
    }
    for (int64_t tile = 0; tile < t->ntiles && p->rows_first; tile++) {
        for (int64_t i = t->first_panel; i < end; i++)
            multiply_tile(r, t, k, tile, i, panel_at(r, t, k, i), b_stride, k->a);
    }
}

static void multiply_block(const run *r, const task *t, int64_t number)
{
    const ax_matrix_product *p = r->p;
    int64_t bytes = p->element_bytes;
    k_block k = {.number = number,
                 .a = r->a + ax_matrix_offset(&p->a.batch, t->entry) * bytes,
                 .a_stride = p->a_stride};
    int64_t first = first_of(p, number, &k.depth);
    if (p->b_packing == AX_MATRIX_NO_PACKING)
        k.b = r->b +
              (ax_matrix_offset(&p->b.batch, t->entry) + ax_matrix_offset(&p->b.k, first)) * bytes;
    if (p->a_access == AX_MATRIX_IN_PLACE) {
        k.a_stride = ax_matrix_stride(&p->a.row) * bytes;
        k.a += ax_matrix_offset(&p->a.k, first) * bytes;
    } else {
        ax_matrix_rectangle where = {&p->a.row, &p->a.k, t->row, t->nrows, first, k.depth};
        ax_matrix_lay_out(p, p->a_access, k.a, &where, t->a_memory, p->a_stride);
        k.a = t->a_memory;
    }
    if (p->streams)
        multiply_stream(r, t, &k);
    else
        multiply_panels(r, t, &k);
}

static void run_task(const run *r, int32_t thread, int64_t number)
{
    const ax_matrix_product *p = r->p;
    int64_t nchunks = ax_ceil_div(r->npanels, r->chunk_panels);
    int64_t chunk = number % nchunks, block = number / nchunks % p->nblocks;
    task t = {.thread = thread,
              .tells = r->done && p->c_is_wide && !p->rows_first && !p->streams,
              .entry = r->entry + number / nchunks / p->nblocks,
              .first_tile = block * p->tiles_per_block,
              .first_panel = r->panel + chunk * r->chunk_panels};
    t.ntiles = ax_min_i64(p->tiles_per_block, p->ntiles - t.first_tile);
    t.npanels = ax_min_i64(r->chunk_panels, r->panel + r->npanels - t.first_panel);
    t.row = row_of(p, t.first_tile);
    t.nrows = row_of(p, t.first_tile + t.ntiles) - t.row;
    t.column = t.first_panel * p->width;
    t.ncolumns = ax_min_i64(t.npanels * p->width, p->n - t.column);
    t.a_memory = r->memory + thread * r->thread_bytes;
    t.b_memory = t.a_memory + ax_round_up(p->a_bytes, 64);
    int64_t first = ax_matrix_offset(&p->c.batch, t.entry) + t.row * p->c.row_stride + t.column;
    char *c = r->c + first * p->element_bytes;
    t.sums = p->c_is_wide ? c : t.b_memory + ax_round_up(p->b_bytes, 64);
    t.sums_stride = (p->c_is_wide ? p->c.row_stride : r->chunk_panels * p->width) * p->wide_bytes;
    for (int64_t i = 0; i < p->nk_blocks; i++)
        multiply_block(r, &t, i);
    if (!p->c_is_wide)
        p->moves[AX_MATRIX_NARROW](c, p->c.row_stride * p->element_bytes, t.sums, t.sums_stride,
                                   t.nrows, t.ncolumns);
    if (r->done && !t.tells)
        tell_done(r, &t, t.first_panel, t.first_panel + t.npanels);
}

static void run_tasks(void *user, int32_t thread, int64_t begin, int64_t end)
{
    for (int64_t i = begin; i < end; i++)
        run_task(user, thread, i);
}

/* ---- waves ---- */

static void pack_panels(const run *r, const ax_eval_env *env)
{
    int64_t panels = r->nentries * r->p->nk_blocks * r->npanels;
    int64_t grain = ax_max_i64(PIECE_BYTES / ax_max_i64(r->p->panel_bytes, 1), 1);
    ax_eval_parallel(env, panels, grain, pack_wave, ax_unconst(r));
}

/* Whether some threads would wait for long while others do the last tasks. */
static bool is_uneven(int64_t tasks, int64_t threads)
{
    enum { NOTICED = 32 };
    return (ax_ceil_div(tasks, threads) * threads - tasks) * NOTICED > tasks;
}

/* A block of A serves as many panels as leave each thread enough tasks, and as many as any other. */
static int64_t panels_of_chunk(const run *r, int64_t threads)
{
    const ax_matrix_product *p = r->p;
    int64_t wanted = threads > 1 ? threads * TASKS_EACH : 1, blocks = r->nentries * p->nblocks;
    int64_t most = ax_max_i64(r->npanels / ax_ceil_div(wanted, blocks), p->least_panels);
    int64_t chunks = ax_ceil_div(r->npanels, ax_min_i64(most, p->most_panels));
    most = ax_ceil_div(r->npanels, chunks);
    for (int64_t panels = most; panels >= p->least_panels; panels--) {
        if (!is_uneven(blocks * ax_ceil_div(r->npanels, panels), threads))
            return panels;
    }
    return most;
}

static void run_wave(run *r, const ax_eval_env *env)
{
    const ax_matrix_product *p = r->p;
    if (p->b_packing == AX_MATRIX_PACKED_BEFORE)
        pack_panels(r, env);
    r->chunk_panels = panels_of_chunk(r, ax_eval_threads(env));
    int64_t chunks = ax_ceil_div(r->npanels, r->chunk_panels);
    int64_t flops = 2 * p->block_rows * r->chunk_panels * p->width * p->k;
    ax_eval_parallel(env, r->nentries * p->nblocks * chunks,
                     ax_max_i64(PIECE_FLOPS / ax_max_i64(flops, 1), 1), run_tasks, r);
}

ax_status *ax_matrix_product_run(const ax_matrix_product *p, const ax_eval_env *env, const void *a,
                                 const void *b, void *c, ax_matrix_done_fn *done, void *user)
{
    if (p->batch == 0 || p->m == 0 || p->n == 0)
        return NULL;
    /* Threads that take no memory have a place too, at which nobody looks. */
    run r = {.p = p, .a = a, .b = b, .c = c, .memory = c, .done = done, .user = user};
    r.thread_bytes = ax_round_up(p->a_bytes, 64) + ax_round_up(p->b_bytes, 64) +
                     ax_round_up(p->c_bytes, 64);
    if (r.thread_bytes > 0)
        AX_TRY(env->scratch(env, r.thread_bytes * ax_eval_threads(env), (void **)&r.memory));
    if (p->packed_bytes > 0)
        AX_TRY(env->scratch(env, p->packed_bytes, (void **)&r.packed));
    if (p->b_packing == AX_MATRIX_PACKED_ALREADY)
        r.packed = ax_unconst(b);
    for (r.entry = 0; r.entry < p->batch; r.entry += p->entries_per_wave) {
        r.nentries = ax_min_i64(p->entries_per_wave, p->batch - r.entry);
        for (r.panel = 0; r.panel < p->npanels; r.panel += p->panels_per_wave) {
            r.npanels = ax_min_i64(p->panels_per_wave, p->npanels - r.panel);
            run_wave(&r, env);
        }
    }
    return NULL;
}

void ax_matrix_product_pack(const ax_matrix_product *p, const ax_eval_env *env, const void *b,
                            void *panels)
{
    run r = {.p = p, .b = b, .packed = panels, .nentries = p->batch, .npanels = p->npanels};
    /* What lies behind the last column and the last k. */
    memset(panels, 0, (size_t)(p->batch * p->nk_blocks * p->npanels * p->panel_bytes));
    pack_panels(&r, env);
}
