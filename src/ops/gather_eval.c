/* gather's meaning: a slice copied for each index vector. Pieces of the slices are dealt to threads. */
#include "base/checked.h"
#include "ops/elements.h"
#include "ops/indexing.h"
#include "ops/stream.h"

enum {
    PIECE_BYTES = 1 << 18, /* of the slices */
    AHEAD = 32,            /* runs whose lines are asked for before it is their turn */
    ASKED_LINES = 8        /* of each; the CPU sees by itself how longer ones go on */
};

typedef struct gathering {
    ax_points points; /* at the start */
    int64_t bytes;    /* of an element */
    bool stream, far; /* ops/stream.h, ops/elements.h */
    char *to;
    const char *table;
} gathering;

static void ask_for(const char *run, int64_t bytes)
{
    for (int64_t i = 0; i < ax_min_i64(bytes, ASKED_LINES * AX_LINE_BYTES); i += AX_LINE_BYTES)
        __builtin_prefetch(run + i);
}

/* Few bytes as two pieces of one size, which may overlap: they need no call. */
static inline bool copy_few(char *to, const char *from, int64_t bytes)
{
#define COPY(size)                                 \
    {                                              \
        char head[size], tail[size];               \
        memcpy(head, from, size);                  \
        memcpy(tail, from + bytes - (size), size); \
        memcpy(to, head, size);                    \
        memcpy(to + bytes - (size), tail, size);   \
        return true;                               \
    }
    if (bytes > 32 || bytes < 4)
        return false;
    if (bytes >= 16)
        COPY(16)
    if (bytes >= 8)
        COPY(8)
    COPY(4)
#undef COPY
}

/* Sizes of which there are vectors need no call either. */
static inline void copy_run(const gathering *g, char *to, const char *from, int64_t bytes)
{
    if (g->stream) {
        ax_stream_copy(to, from, bytes, 0);
    } else if (bytes % 16 == 0 && bytes <= 256) {
        for (int64_t i = 0; i < bytes; i += 16)
            memcpy(to + i, from + i, 16);
    } else if (!copy_few(to, from, bytes)) {
        memcpy(to, from, (size_t)bytes);
    }
}

static void copy_runs(const gathering *g, const int64_t *offsets, int64_t count, char *to)
{
    int64_t run = g->points.run * g->bytes;
    if (g->points.run == 1) {
        (g->far ? ax_elements_pick_far : ax_elements_pick)(g->bytes, to, g->table, offsets, count);
        return;
    }
    for (int64_t i = 0; i < count; i++) {
        if (i + AHEAD < count)
            ask_for(g->table + offsets[i + AHEAD] * g->bytes, run);
        copy_run(g, to + i * run, g->table + offsets[i] * g->bytes, run);
    }
}

static void gather_piece(void *user, int32_t thread, int64_t begin, int64_t end)
{
    (void)thread;
    const gathering *g = user;
    ax_points points = g->points;
    int64_t offsets[AX_POINTS], run = points.run * g->bytes;
    char *to = g->to + begin * run;
    ax_points_seek(&points, begin, end);
    for (int64_t count; (count = ax_points_next(&points, offsets)) > 0; to += count * run)
        copy_runs(g, offsets, count, to);
    if (g->stream)
        ax_stream_end();
}

ax_status *ax_eval_gather(const ax_eval_env *env, const ax_eqn *eqn, const ax_tensor *operands,
                          const ax_tensor *results)
{
    if (ax_type_count(&results[0].type) == 0)
        return NULL;
    gathering g = {.bytes = ax_dtype_bytes(operands[0].type.dtype),
                   .to = results[0].data,
                   .table = operands[0].data};
    ax_index_numbers numbers = ax_index_numbers_of(eqn, &ax_gather_keys);
    ax_points_start(&numbers, &operands[0].type, &operands[1], &results[0].type, true, &g.points);
    int64_t run = g.points.run * g.bytes;
    g.stream = run >= AX_LINE_BYTES && g.points.count * run >= AX_STREAM_BYTES;
    g.far = ax_type_bytes(&operands[0].type) >= AX_FAR_BYTES;
    ax_eval_parallel(env, g.points.count, ax_max_i64(1, PIECE_BYTES / run), gather_piece, &g);
    return NULL;
}
