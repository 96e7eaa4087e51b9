/* Running a product of matrices: waves of B packed by all threads, then tasks. */
#include "backend/cpu/matrix_private.h"
#include "base/checked.h"

#include <string.h>

enum { PIECE_BYTES = 64 << 10, PIECE_FLOPS = 1 << 20 };

typedef struct run {
    const ax_matrix_product *p;
    const char *a, *b;
    char *c;
    char *packed;            /* the wave's panels: [entry][block of k][panel] */
    char *memory;            /* of all threads */
    int64_t thread_bytes;    /* of one */
    int64_t entry, nentries; /* of the wave */
    int64_t panel, npanels;  /* of the wave */
    ax_matrix_done_fn *done;
    void *user;
} run;

static int64_t offset_at(const ax_matrix_walk *walk, int64_t index)
{
    if (walk->count == 1)
        return index * walk->strides[0];
    int64_t offset = 0;
    for (int32_t d = walk->count - 1; d >= 0; d--) {
        offset += index % walk->dims[d] * walk->strides[d];
        index /= walk->dims[d];
    }
    return offset;
}

static int64_t stride_of(const ax_matrix_walk *walk)
{
    return walk->count == 1 ? walk->strides[0] : 0;
}

/* ---- laying out ---- */

/* A rectangle of an operand: `rows` from `row` on by `columns` from `column` on of two of its walks, to
 * to[row][column]. */
typedef struct rectangle {
    const ax_matrix_walk *rows, *columns;
    int64_t row, nrows, column, ncolumns;
} rectangle;

/* Neighbouring elements of a row, from anywhere. */
static void collect(int64_t bytes, const char *from, const int64_t *offsets, int64_t count,
                    char *to)
{
#define COLLECT(element)                                                                        \
    for (int64_t i = 0; i < count; i++)                                                         \
        memcpy(to + i * (int64_t)sizeof(element), from + offsets[i] * (int64_t)sizeof(element), \
               sizeof(element));
    switch (bytes) {
    case 1: COLLECT(uint8_t) break;
    case 2: COLLECT(uint16_t) break;
    case 4: COLLECT(uint32_t) break;
    default: COLLECT(uint64_t) break;
    }
#undef COLLECT
}

static void lay_out_collected(const ax_matrix_product *p, const char *from, const rectangle *r,
                              char *to, int64_t to_stride)
{
    enum { MOST = 64 };
    int64_t offsets[MOST];
    _Alignas(64) char elements[MOST * 8];
    for (int64_t first = 0; first < r->ncolumns; first += MOST) {
        int64_t count = ax_min_i64(MOST, r->ncolumns - first);
        for (int64_t i = 0; i < count; i++)
            offsets[i] = offset_at(r->columns, r->column + first + i);
        for (int64_t i = 0; i < r->nrows; i++) {
            const char *row = from + offset_at(r->rows, r->row + i) * p->element_bytes;
            collect(p->element_bytes, row, offsets, count, elements);
            p->moves.copy(to + i * to_stride + first * p->wide_bytes, 0, elements, 0, 1, count);
        }
    }
}

static void lay_out(const ax_matrix_product *p, ax_matrix_access access, const char *from,
                    const rectangle *r, char *to, int64_t to_stride)
{
    int64_t bytes = p->element_bytes;
    if (access == AX_MATRIX_COLLECTED) {
        lay_out_collected(p, from, r, to, to_stride);
        return;
    }
    if (access == AX_MATRIX_TURNED) {
        const char *corner = from +
                             (offset_at(r->rows, r->row) + offset_at(r->columns, r->column)) *
                                 bytes;
        p->moves.turn(to, to_stride, corner, stride_of(r->columns) * bytes, r->ncolumns, r->nrows);
        return;
    }
    from += offset_at(r->columns, r->column) * bytes;
    if (r->rows->count <= 1) {
        p->moves.copy(to, to_stride, from + offset_at(r->rows, r->row) * bytes,
                      stride_of(r->rows) * bytes, r->nrows, r->ncolumns);
        return;
    }
    for (int64_t i = 0; i < r->nrows; i++) {
        p->moves.copy(to + i * to_stride, 0, from + offset_at(r->rows, r->row + i) * bytes, 0, 1,
                      r->ncolumns);
    }
}

static int64_t columns_of(const ax_matrix_product *p, int64_t panel)
{
    return panel + 1 == p->npanels ? p->last_width : p->width;
}

/* Columns that a packed panel has room for. */
static int64_t room_of(const ax_matrix_product *p, int64_t panel)
{
    return panel + 1 == p->npanels ? p->last_room : p->width;
}

static void pack_panel(const run *r, int64_t entry, int64_t k_block, int64_t panel, char *to)
{
    const ax_matrix_product *p = r->p;
    int64_t k = k_block * p->k_block;
    rectangle where = {&p->b.k,          &p->b.row,           k, ax_min_i64(p->k_block, p->k - k),
                       panel * p->width, columns_of(p, panel)};
    lay_out(p, p->b_access, r->b + offset_at(&p->b.batch, entry) * p->element_bytes, &where, to,
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
    char *a_memory, *b_memory;            /* the thread's own */
    char *sums; /* its element of row and column: in c, or the thread's own */
    int64_t sums_stride;
} task;

static int64_t row_of(const ax_matrix_product *p, int64_t tile)
{
    return tile * p->height + ax_min_i64(tile, p->taller);
}

/* What a block of k multiplies: the task's rows of A, and where its panels of B are. */
typedef struct k_block {
    int64_t number, depth;
    const char *a, *b; /* b: where the operand lies, from the block's first k on */
    int64_t a_stride;
} k_block;

static void multiply_tile(const run *r, const task *t, const k_block *k, int64_t tile,
                          int64_t panel, const char *b, int64_t b_stride)
{
    const ax_matrix_product *p = r->p;
    bool last = panel + 1 == p->npanels, taller = t->first_tile + tile < p->taller;
    int64_t row = row_of(p, t->first_tile + tile) - t->row;
    char *sums = t->sums + row * t->sums_stride +
                 (panel - t->first_panel) * p->width * p->wide_bytes;
    char *next = p->rows_first ? sums + p->width * p->wide_bytes
                               : sums + (p->height + taller) * t->sums_stride;
    p->tiles[taller][last](k->a + row * k->a_stride, k->a_stride, b, b_stride, sums, t->sums_stride,
                           k->depth, columns_of(p, panel), k->number == 0, next);
}

/* A panel of B, packed here where that is done on the way. */
static const char *bring_panel(const run *r, const task *t, const k_block *k, int64_t panel)
{
    const ax_matrix_product *p = r->p;
    switch (p->b_packing) {
    case AX_MATRIX_PACKED_BEFORE: return packed_panel(r, t->entry, k->number, panel);
    case AX_MATRIX_PACKED_ON_THE_WAY: {
        char *to = t->b_memory + (p->rows_first ? panel - t->first_panel : 0) * p->panel_bytes;
        pack_panel(r, t->entry, k->number, panel, to);
        return to;
    }
    case AX_MATRIX_NO_PACKING: break;
    }
    return k->b + panel * p->width * stride_of(&p->b.row) * p->element_bytes;
}

/* Where it is when it has been brought. */
static const char *panel_at(const run *r, const task *t, const k_block *k, int64_t panel)
{
    if (r->p->b_packing == AX_MATRIX_PACKED_ON_THE_WAY)
        return t->b_memory + (panel - t->first_panel) * r->p->panel_bytes;
    return bring_panel(r, t, k, panel);
}

static void multiply_panels(const run *r, const task *t, const k_block *k)
{
    const ax_matrix_product *p = r->p;
    const ax_matrix_walk *walk = p->b_tile == AX_MATRIX_B_TURNED ? &p->b.row : &p->b.k;
    int64_t b_stride = stride_of(walk) * p->element_bytes, end = t->first_panel + t->npanels;
    for (int64_t i = t->first_panel; i < end; i++) {
        const char *panel = bring_panel(r, t, k, i);
        for (int64_t tile = 0; tile < t->ntiles && !p->rows_first; tile++)
            multiply_tile(r, t, k, tile, i, panel, b_stride);
    }
    for (int64_t tile = 0; tile < t->ntiles && p->rows_first; tile++) {
        for (int64_t i = t->first_panel; i < end; i++)
            multiply_tile(r, t, k, tile, i, panel_at(r, t, k, i), b_stride);
    }
}

static void multiply_block(const run *r, const task *t, int64_t number)
{
    const ax_matrix_product *p = r->p;
    int64_t first = number * p->k_block;
    k_block k = {.number = number,
                 .depth = ax_min_i64(p->k_block, p->k - first),
                 .a = r->a + offset_at(&p->a.batch, t->entry) * p->element_bytes,
                 .b = r->b + offset_at(&p->b.batch, t->entry) * p->element_bytes,
                 .a_stride = p->a_stride};
    if (p->b_packing == AX_MATRIX_NO_PACKING)
        k.b += offset_at(&p->b.k, first) * p->element_bytes;
    if (p->a_access == AX_MATRIX_IN_PLACE) {
        k.a_stride = stride_of(&p->a.row) * p->element_bytes;
        k.a += t->row * k.a_stride + first * p->element_bytes;
    } else {
        rectangle where = {&p->a.row, &p->a.k, t->row, t->nrows, first, k.depth};
        lay_out(p, p->a_access, k.a, &where, t->a_memory, p->a_stride);
        k.a = t->a_memory;
    }
    multiply_panels(r, t, &k);
}

static void tell_done(const run *r, int32_t thread, const task *t)
{
    const ax_matrix_product *p = r->p;
    int64_t first = (t->entry * p->m + t->row) * p->n + t->column;
    if (t->ncolumns == p->n) {
        r->done(r->user, thread, first, first + t->nrows * p->n);
        return;
    }
    for (int64_t i = 0; i < t->nrows; i++, first += p->n)
        r->done(r->user, thread, first, first + t->ncolumns);
}

static void run_task(const run *r, int32_t thread, int64_t number)
{
    const ax_matrix_product *p = r->p;
    int64_t nchunks = ax_ceil_div(r->npanels, p->panels_per_chunk);
    int64_t chunk = number % nchunks, block = number / nchunks % p->nblocks;
    task t = {.entry = r->entry + number / nchunks / p->nblocks,
              .first_tile = block * p->tiles_per_block,
              .first_panel = r->panel + chunk * p->panels_per_chunk};
    t.ntiles = ax_min_i64(p->tiles_per_block, p->ntiles - t.first_tile);
    t.npanels = ax_min_i64(p->panels_per_chunk, r->panel + r->npanels - t.first_panel);
    t.row = row_of(p, t.first_tile);
    t.nrows = row_of(p, t.first_tile + t.ntiles) - t.row;
    t.column = t.first_panel * p->width;
    t.ncolumns = ax_min_i64(t.npanels * p->width, p->n - t.column);
    t.a_memory = r->memory + thread * r->thread_bytes;
    t.b_memory = t.a_memory + ax_round_up(p->a_bytes, 64);
    char *c = r->c + ((t.entry * p->m + t.row) * p->n + t.column) * p->element_bytes;
    t.sums = p->c_is_wide ? c : t.b_memory + ax_round_up(p->b_bytes, 64);
    t.sums_stride = (p->c_is_wide ? p->n : p->panels_per_chunk * p->width) * p->wide_bytes;
    for (int64_t i = 0; i < p->nk_blocks; i++)
        multiply_block(r, &t, i);
    if (!p->c_is_wide)
        p->moves.narrow(c, p->n * p->element_bytes, t.sums, t.sums_stride, t.nrows, t.ncolumns);
    if (r->done)
        tell_done(r, thread, &t);
}

static void run_tasks(void *user, int32_t thread, int64_t begin, int64_t end)
{
    for (int64_t i = begin; i < end; i++)
        run_task(user, thread, i);
}

/* ---- waves ---- */

static void run_wave(run *r, const ax_eval_env *env)
{
    const ax_matrix_product *p = r->p;
    if (p->b_packing == AX_MATRIX_PACKED_BEFORE) {
        int64_t panels = r->nentries * p->nk_blocks * r->npanels;
        ax_eval_parallel(env, panels, ax_max_i64(PIECE_BYTES / ax_max_i64(p->panel_bytes, 1), 1),
                         pack_wave, r);
    }
    int64_t chunks = ax_ceil_div(r->npanels, p->panels_per_chunk);
    int64_t flops = 2 * p->tiles_per_block * p->height * p->panels_per_chunk * p->width * p->k;
    ax_eval_parallel(env, r->nentries * p->nblocks * chunks,
                     ax_max_i64(PIECE_FLOPS / ax_max_i64(flops, 1), 1), run_tasks, r);
}

ax_status *ax_matrix_product_run(const ax_matrix_product *p, const ax_eval_env *env, const void *a,
                                 const void *b, void *c, ax_matrix_done_fn *done, void *user)
{
    if (p->batch == 0 || p->m == 0 || p->n == 0)
        return NULL;
    run r = {.p = p, .a = a, .b = b, .c = c, .done = done, .user = user};
    r.thread_bytes = ax_round_up(p->a_bytes, 64) + ax_round_up(p->b_bytes, 64) +
                     ax_round_up(p->c_bytes, 64);
    if (r.thread_bytes > 0)
        AX_TRY(env->scratch(env, r.thread_bytes * ax_eval_threads(env), (void **)&r.memory));
    if (p->packed_bytes > 0)
        AX_TRY(env->scratch(env, p->packed_bytes, (void **)&r.packed));
    for (r.entry = 0; r.entry < p->batch; r.entry += p->entries_per_wave) {
        r.nentries = ax_min_i64(p->entries_per_wave, p->batch - r.entry);
        for (r.panel = 0; r.panel < p->npanels; r.panel += p->panels_per_wave) {
            r.npanels = ax_min_i64(p->panels_per_wave, p->npanels - r.panel);
            run_wave(&r, env);
        }
    }
    return NULL;
}
