/* Running a convolution: the kernel packed by all threads, then tasks. */
#include "backend/cpu/direct_private.h"
#include "base/checked.h"
#include "ops/strided.h"

enum { PIECE_BYTES = 64 << 10, PIECE_FLOPS = 1 << 20 };

typedef struct run {
    const ax_direct *d;
    const char *input, *kernel; /* input: the operand's, or the padded one */
    char *result, *packed, *memory;
    ax_matrix_done_fn *done;
    void *user;
} run;

/* ---- the kernel ---- */

static int64_t room_of(const ax_direct *d, int64_t panel)
{
    return panel + 1 == d->npanels ? d->last_room : d->width;
}

static int64_t columns_of(const ax_direct *d, int64_t panel)
{
    return panel + 1 == d->npanels ? d->last_width : d->width;
}

/* [group][part][panel][term][feature] */
static char *packed_panel(const run *r, int64_t group, int64_t part, int64_t panel)
{
    const ax_direct *d = r->d;
    const ax_direct_part *p = &d->parts[part];
    int64_t terms = (group * d->k + p->first_term) * d->npanels + panel * p->nruns * p->depth;
    return r->packed + terms * d->width * d->bytes;
}

static void pack_panel(const run *r, int64_t group, int64_t part, int64_t panel)
{
    const ax_direct *d = r->d;
    const ax_direct_part *p = &d->parts[part];
    int64_t room = room_of(d, panel), stride = room;
    char *to = packed_panel(r, group, part, panel);
    ax_strided copy = {.element_bytes = d->bytes, .ndim = d->nrun_dims + 1};
    for (int32_t i = d->nrun_dims - 1; i >= 0; i--) {
        bool alone = d->nrun_dims == 1; /* and perhaps a piece */
        copy.dims[i] = alone ? p->depth : d->run_dims[i];
        copy.source_strides[i] = d->run_strides[i];
        copy.destination_strides[i] = stride;
        stride *= copy.dims[i];
    }
    copy.dims[d->nrun_dims] = columns_of(d, panel);
    copy.source_strides[d->nrun_dims] = d->kernel_feature;
    copy.destination_strides[d->nrun_dims] = 1;
    const char *from = r->kernel +
                       (group * d->kernel_group + panel * d->width * d->kernel_feature) * d->bytes;
    for (int64_t i = 0; i < p->nruns; i++) {
        ax_strided_copy(&copy, to + i * p->depth * room * d->bytes,
                        from + d->kernel_runs[p->first_run + i] * d->bytes);
    }
}

static void pack_panels(void *user, int32_t thread, int64_t begin, int64_t end)
{
    const run *r = user;
    (void)thread;
    for (int64_t i = begin; i < end; i++) {
        int64_t rest = i /
                       r->d->nparts; /* a panel's parts may be of the same lines of the kernel */
        pack_panel(r, rest / r->d->npanels, i % r->d->nparts, rest % r->d->npanels);
    }
}

/* ---- tasks ---- */

/* A block of one group, and where it begins. */
typedef struct block {
    int64_t number, group;
    int64_t first[AX_DIRECT_MOST_DIMS];
    const ax_direct_rows *rows;
    const char *input; /* of its first row and term */
    int64_t result;    /* of its first row and feature: in elements */
} block;

static void find_block(const run *r, int64_t number, block *b)
{
    const ax_direct *d = r->d;
    int64_t in_split = number % d->nblocks, rest = number / d->nblocks;
    *b = (block){.number = number, .rows = in_split + 1 == d->nblocks ? &d->last_rows : &d->rows};
    b->first[d->split] = in_split * d->dims[d->split].length;
    for (int32_t i = d->split - 1; i >= 0; i--) {
        b->first[i] = rest % d->dims[i].size;
        rest /= d->dims[i].size;
    }
    b->group = rest;
    b->result = rest * d->result_group;
    for (int32_t i = 0; i <= d->split; i++)
        b->result += b->first[i] * d->dims[i].result;
}

static void bring_input(const run *r, int32_t thread, block *b)
{
    const ax_direct *d = r->d;
    const char *group = r->input + b->group * d->input.group * d->bytes;
    if (d->in_blocks) {
        char *to = r->memory + thread * (d->block_bytes + d->sums_bytes);
        ax_padded_fill_block(&d->input, b->first, group, to);
        b->input = to;
        return;
    }
    int64_t offset = 0;
    for (int32_t i = 0; i <= d->split; i++)
        offset += b->first[i] * d->dims[i].input;
    b->input = group + offset * d->bytes;
}

/* A task: panels of a block, and where its sums are kept. */
typedef struct task {
    const block *b;
    int64_t first_panel, npanels;
    char *sums;
    int64_t sums_stride;
} task;

static void multiply_tile(const run *r, const task *t, int64_t part, int64_t panel, int64_t tile)
{
    const ax_direct *d = r->d;
    const ax_direct_rows *rows = t->b->rows;
    const ax_direct_part *p = &d->parts[part];
    bool taller = tile < rows->taller, last = panel + 1 == d->npanels;
    int64_t row = tile * rows->height + ax_min_i64(tile, rows->taller);
    char *sums = t->sums + row * t->sums_stride + (panel - t->first_panel) * d->width * d->bytes;
    char *next = d->features_first ? sums + d->width * d->bytes
                                   : sums + (rows->height + taller) * t->sums_stride;
    const char *b = packed_panel(r, t->b->group, part, panel);
    int64_t terms = p->nruns * p->depth, before = tile * terms * AX_MATRIX_AHEAD;
    const char *ahead = b;
    if (!d->features_first && before < terms * d->width * d->bytes)
        ahead = b + terms * d->width * d->bytes + before;
    ax_matrix_spread spread = {d->row_offsets + row, d->run_offsets + p->first_run, p->nruns};
    rows->tiles[taller][last](t->b->input, d->term_bytes, b, 0, sums, t->sums_stride, p->depth,
                              rows->height + taller, columns_of(d, panel), part == 0, next, ahead,
                              &spread);
}

static void multiply_part(const run *r, const task *t, int64_t part)
{
    int64_t ntiles = t->b->rows->ntiles, end = t->first_panel + t->npanels;
    if (r->d->features_first) {
        for (int64_t tile = 0; tile < ntiles; tile++) {
            for (int64_t panel = t->first_panel; panel < end; panel++)
                multiply_tile(r, t, part, panel, tile);
        }
        return;
    }
    for (int64_t panel = t->first_panel; panel < end; panel++) {
        for (int64_t tile = 0; tile < ntiles; tile++)
            multiply_tile(r, t, part, panel, tile);
    }
}

/* ---- results ---- */

/* The task's part of the result; as ax_strided, from the thread's own sums. */
static ax_strided part_of_result(const ax_direct *d, const block *b, int64_t columns,
                                 int64_t sums_stride)
{
    ax_strided s = {.element_bytes = d->bytes};
    int64_t stride = sums_stride / d->bytes;
    for (int32_t i = d->ndims - 1; i >= d->split; i--) {
        bool shorter = i == d->split && b->rows == &d->last_rows;
        int64_t size = d->dims[i].length;
        if (shorter)
            size = d->dims[i].size - (d->nblocks - 1) * d->dims[i].length;
        s.dims[i - d->split] = size;
        s.source_strides[i - d->split] = stride;
        s.destination_strides[i - d->split] = d->dims[i].result;
        stride *= size;
    }
    s.ndim = d->ndims - d->split;
    s.dims[s.ndim] = columns;
    s.source_strides[s.ndim] = 1;
    s.destination_strides[s.ndim++] = d->result_feature;
    return s;
}

/* Dimensions by their strides in the result, those of one element left out. */
static int32_t sort_dims(const ax_strided *s, int64_t *dims, int64_t *strides)
{
    int32_t count = 0;
    for (int32_t i = 0; i < s->ndim; i++) {
        if (s->dims[i] == 1)
            continue;
        int32_t at = count++;
        for (; at > 0 && strides[at - 1] < s->destination_strides[i]; at--) {
            dims[at] = dims[at - 1];
            strides[at] = strides[at - 1];
        }
        dims[at] = s->dims[i];
        strides[at] = s->destination_strides[i];
    }
    return count;
}

/* Neighbours in the result are told of at once. */
static void tell_done(const run *r, int32_t thread, const ax_strided *s, int64_t first)
{
    int64_t dims[AX_MAX_NDIM + 1], strides[AX_MAX_NDIM + 1], neighbours = 1, count = 1;
    int32_t outer = sort_dims(s, dims, strides);
    while (outer > 0 && strides[outer - 1] == neighbours)
        neighbours *= dims[--outer];
    for (int32_t i = 0; i < outer; i++)
        count *= dims[i];
    for (int64_t n = 0; n < count; n++) {
        int64_t at = first, rest = n;
        for (int32_t i = outer - 1; i >= 0; i--) {
            at += rest % dims[i] * strides[i];
            rest /= dims[i];
        }
        r->done(r->user, thread, at, at + neighbours);
    }
}

static void run_task(const run *r, int32_t thread, const block *b, int64_t chunk)
{
    const ax_direct *d = r->d;
    task t = {.b = b, .first_panel = chunk * d->panels_per_chunk};
    t.npanels = ax_min_i64(d->panels_per_chunk, d->npanels - t.first_panel);
    int64_t column = t.first_panel * d->width;
    int64_t columns = ax_min_i64(t.npanels * d->width, d->n - column);
    int64_t first = b->result + column * d->result_feature;
    char *result = r->result + first * d->bytes;
    t.sums = result;
    t.sums_stride = d->row_stride * d->bytes;
    if (!d->in_place) {
        t.sums = r->memory + thread * (d->block_bytes + d->sums_bytes) + d->block_bytes;
        t.sums_stride = d->panels_per_chunk * d->width * d->bytes;
    }
    for (int64_t part = 0; part < d->nparts; part++)
        multiply_part(r, &t, part);
    ax_strided whole = part_of_result(d, b, columns, t.sums_stride);
    if (!d->in_place)
        ax_strided_copy(&whole, result, t.sums);
    if (r->done)
        tell_done(r, thread, &whole, first);
}

/* Chunks of a block follow one another, so that its input is brought once. */
static void run_tasks(void *user, int32_t thread, int64_t begin, int64_t end)
{
    const run *r = user;
    block b = {.number = -1};
    for (int64_t i = begin; i < end; i++) {
        if (b.number != i / r->d->nchunks) {
            find_block(r, i / r->d->nchunks, &b);
            bring_input(r, thread, &b);
        }
        run_task(r, thread, &b, i % r->d->nchunks);
    }
}

ax_status *ax_direct_run(const ax_direct *d, const ax_eval_env *env, const void *input,
                         const void *kernel, void *result, ax_matrix_done_fn *done, void *user)
{
    run r = {
        .d = d, .input = input, .kernel = kernel, .result = result, .done = done, .user = user};
    int64_t own = d->block_bytes + d->sums_bytes;
    AX_TRY(env->scratch(env, d->packed_bytes, (void **)&r.packed));
    if (own > 0)
        AX_TRY(env->scratch(env, own * ax_eval_threads(env), (void **)&r.memory));
    if (!d->in_blocks)
        AX_TRY(ax_padded_fill(&d->input, env, input, (const void **)&r.input));
    int64_t panels = d->groups * d->nparts * d->npanels;
    ax_eval_parallel(env, panels,
                     ax_max_i64(PIECE_BYTES * panels / ax_max_i64(d->packed_bytes, 1), 1),
                     pack_panels, &r);
    int64_t flops = 2 * d->rows.count * d->panels_per_chunk * d->width * d->k;
    ax_eval_parallel(env, d->groups * d->outer * d->nblocks * d->nchunks,
                     ax_max_i64(PIECE_FLOPS / ax_max_i64(flops, 1), 1), run_tasks, &r);
    return NULL;
}
