#include "ops/strided.h"

#include "base/checked.h"
#include "ops/stream.h"
#include "ops/strided_loops.h"

void ax_strided_fill(int64_t element_bytes, int64_t count, void *destination, const void *source)
{
    ax_plane row = {.rows = 1, .columns = count, .column_to = 1};
    ax_plane_loops_of(element_bytes).fill(&row, destination, source);
}

/* ---- a simpler layout of the same copy ---- */

static int64_t magnitude(int64_t stride)
{
    return stride < 0 ? -stride : stride;
}

static void swap_dims(ax_strided *s, int32_t a, int32_t b)
{
    int64_t dim = s->dims[a], from = s->source_strides[a], to = s->destination_strides[a];
    s->dims[a] = s->dims[b];
    s->source_strides[a] = s->source_strides[b];
    s->destination_strides[a] = s->destination_strides[b];
    s->dims[b] = dim;
    s->source_strides[b] = from;
    s->destination_strides[b] = to;
}

static void drop_dim(ax_strided *s, int32_t dim)
{
    for (int32_t i = dim; i + 1 < s->ndim; i++)
        swap_dims(s, i, i + 1);
    s->ndim--;
}

/* Walks the destination upwards, its smallest stride innermost. Moves the pointers to match. */
static void order_by_destination(ax_strided *s, char **destination, const char **source)
{
    for (int32_t i = s->ndim - 1; i >= 0; i--) {
        if (s->dims[i] == 1) {
            drop_dim(s, i);
        } else if (s->destination_strides[i] < 0) {
            *destination += (s->dims[i] - 1) * s->destination_strides[i] * s->element_bytes;
            *source += (s->dims[i] - 1) * s->source_strides[i] * s->element_bytes;
            s->destination_strides[i] = -s->destination_strides[i];
            s->source_strides[i] = -s->source_strides[i];
        }
    }
    for (int32_t i = 1; i < s->ndim; i++) {
        for (int32_t j = i; j > 0; j--) {
            if (s->destination_strides[j] <= s->destination_strides[j - 1])
                break;
            swap_dims(s, j, j - 1);
        }
    }
}

/* Joins neighbours that both sides walk as one dimension. */
static void merge_dims(ax_strided *s)
{
    for (int32_t i = s->ndim - 2; i >= 0; i--) {
        int64_t inner = s->dims[i + 1];
        if (s->destination_strides[i] != s->destination_strides[i + 1] * inner ||
            s->source_strides[i] != s->source_strides[i + 1] * inner)
            continue;
        s->dims[i + 1] *= s->dims[i];
        drop_dim(s, i);
    }
}

/* A contiguous run of 2, 4, 8 or 16 bytes becomes one element, where all strides allow it. */
static void widen_elements(ax_strided *s)
{
    int32_t last = s->ndim - 1;
    if (last < 0 || s->destination_strides[last] != 1 || s->source_strides[last] != 1)
        return;
    int64_t run = s->dims[last];
    if (run > 16 / s->element_bytes || (run & (run - 1)) != 0)
        return;
    for (int32_t i = 0; i < last; i++) {
        if (s->destination_strides[i] % run != 0 || s->source_strides[i] % run != 0)
            return;
    }
    for (int32_t i = 0; i < last; i++) {
        s->destination_strides[i] /= run;
        s->source_strides[i] /= run;
    }
    s->element_bytes *= run;
    s->ndim--;
}

/* Brings the dimension that the source walks closest next to the innermost one, and says whether
 * the two are worth turning in tiles: the source would else be read a cache line an element. */
static bool find_turn(ax_strided *s)
{
    int32_t last = s->ndim - 1;
    if (last < 1 || s->destination_strides[last] != 1)
        return false;
    int32_t nearest = -1;
    for (int32_t i = 0; i < last; i++) {
        int64_t stride = magnitude(s->source_strides[i]);
        if (stride != 0 && (nearest < 0 || stride < magnitude(s->source_strides[nearest])))
            nearest = i;
    }
    if (nearest < 0 || magnitude(s->source_strides[nearest]) >= magnitude(s->source_strides[last]))
        return false;
    for (int32_t i = nearest; i + 1 < last; i++)
        swap_dims(s, i, i + 1);
    return true;
}

/* ---- pieces ---- */

enum {
    PIECE_BYTES = 1 << 18, /* so much is worth handing to a thread */
    TURNED_ROWS = 4096,  /* bytes of the source's rows that a piece turns: as far as a page goes */
    TURNED_COLUMNS = 256 /* bytes of the destination's rows: see ops/strided_tiles.c */
};

/* A copy as bands of planes: items of similar size, one behind the other. */
typedef struct bands {
    ax_strided layout; /* dimensions before `nouter` are around the planes */
    int32_t nouter;
    ax_plane plane;
    ax_plane_fn *loop;
    int64_t planes;
    int64_t row_band, row_bands;       /* rows of a band; bands of a plane */
    int64_t column_band, column_bands; /* the same of columns */
    char *to;
    const char *from;
} bands;

/* The simplified copy's two inner dimensions, and the loop for them. */
static void choose_loop(bands *b)
{
    ax_strided *s = &b->layout;
    ax_plane *p = &b->plane;
    bool turn = find_turn(s);
    int32_t column = s->ndim - 1, row = s->ndim - 2;
    *p = (ax_plane){.rows = 1, .columns = 1, .column_to = 1, .column_from = 1};
    if (column >= 0) {
        p->columns = s->dims[column];
        p->column_to = s->destination_strides[column];
        p->column_from = s->source_strides[column];
    }
    if (row >= 0) {
        p->rows = s->dims[row];
        p->row_to = s->destination_strides[row];
        p->row_from = s->source_strides[row];
    }
    b->nouter = row > 0 ? row : 0;
    b->planes = 1;
    for (int32_t i = 0; i < b->nouter; i++)
        b->planes *= s->dims[i];
    p->stream = b->planes * p->rows * p->columns * s->element_bytes >= AX_STREAM_BYTES;
    ax_plane_loops loops = ax_plane_loops_of(s->element_bytes);
    b->loop = loops.walk;
    if (turn) {
        b->loop = loops.turn;
    } else if (p->column_to == 1 && p->column_from == 0) {
        b->loop = loops.fill;
    } else if (p->column_to == 1 && p->column_from == 1) {
        b->loop = loops.run;
    }
    int64_t piece = PIECE_BYTES / s->element_bytes, rows = p->rows, columns = p->columns;
    if (turn) {
        int64_t least = TURNED_COLUMNS / s->element_bytes;
        rows = ax_min_i64(rows, TURNED_ROWS / s->element_bytes);
        columns = ax_max_i64(1, piece / rows / least) * least;
    }
    b->column_band = ax_min_i64(p->columns, ax_min_i64(columns, piece));
    b->row_band = ax_min_i64(rows, ax_max_i64(1, piece / b->column_band));
    b->row_bands = ax_ceil_div(p->rows, b->row_band);
    b->column_bands = ax_ceil_div(p->columns, b->column_band);
}

/* Where plane `index` begins, and its index in each dimension around it. */
static void plane_at(const bands *b, int64_t index, int64_t *at, char **to, const char **from)
{
    const ax_strided *s = &b->layout;
    *to = b->to;
    *from = b->from;
    for (int32_t d = b->nouter - 1; d >= 0; d--) {
        at[d] = index % s->dims[d];
        index /= s->dims[d];
        *to += at[d] * s->destination_strides[d] * s->element_bytes;
        *from += at[d] * s->source_strides[d] * s->element_bytes;
    }
}

/* On to the next plane, like an odometer. */
static void next_plane(const bands *b, int64_t *at, char **to, const char **from)
{
    const ax_strided *s = &b->layout;
    for (int32_t d = b->nouter - 1; d >= 0; d--) {
        int64_t to_step = s->destination_strides[d] * s->element_bytes;
        int64_t from_step = s->source_strides[d] * s->element_bytes;
        if (++at[d] < s->dims[d]) {
            *to += to_step;
            *from += from_step;
            return;
        }
        at[d] = 0;
        *to -= (s->dims[d] - 1) * to_step;
        *from -= (s->dims[d] - 1) * from_step;
    }
}

static void copy_band(const bands *b, int64_t band, char *to, const char *from)
{
    int64_t row = band / b->column_bands * b->row_band;
    int64_t column = band % b->column_bands * b->column_band, bytes = b->layout.element_bytes;
    ax_plane p = b->plane;
    p.rows = ax_min_i64(b->row_band, p.rows - row);
    p.columns = ax_min_i64(b->column_band, p.columns - column);
    b->loop(&p, to + (row * p.row_to + column * p.column_to) * bytes,
            from + (row * p.row_from + column * p.column_from) * bytes);
}

static void copy_bands(void *user, int32_t thread, int64_t begin, int64_t end)
{
    (void)thread;
    const bands *b = user;
    int64_t in_plane = b->row_bands * b->column_bands, band = begin % in_plane, at[AX_MAX_NDIM];
    char *to;
    const char *from;
    plane_at(b, begin / in_plane, at, &to, &from);
    for (int64_t item = begin; item < end; item++) {
        copy_band(b, band, to, from);
        if (++band < in_plane)
            continue;
        band = 0;
        next_plane(b, at, &to, &from);
    }
    if (b->plane.stream)
        ax_stream_end();
}

/* Makes bands of the copy; false when it has no elements. */
static bool make_bands(const ax_strided *layout, void *destination, const void *source, bands *b)
{
    b->layout = *layout;
    b->to = destination;
    b->from = source;
    for (int32_t i = 0; i < layout->ndim; i++) {
        if (layout->dims[i] == 0)
            return false;
    }
    order_by_destination(&b->layout, &b->to, &b->from);
    merge_dims(&b->layout);
    widen_elements(&b->layout);
    choose_loop(b);
    return true;
}

void ax_strided_copy(const ax_strided *layout, void *destination, const void *source)
{
    bands b;
    if (make_bands(layout, destination, source, &b))
        copy_bands(&b, 0, 0, b.planes * b.row_bands * b.column_bands);
}

void ax_strided_deal(const ax_eval_env *env, const ax_strided *layout, void *destination,
                     const void *source)
{
    bands b;
    if (!make_bands(layout, destination, source, &b))
        return;
    int64_t band_bytes = b.row_band * b.column_band * b.layout.element_bytes;
    ax_eval_parallel(env, b.planes * b.row_bands * b.column_bands,
                     ax_max_i64(1, PIECE_BYTES / band_bytes), copy_bands, &b);
}

void ax_strided_deal_run(const ax_eval_env *env, int64_t bytes, void *destination,
                         const void *source)
{
    ax_strided run = {.element_bytes = 1,
                      .ndim = 1,
                      .dims = {bytes},
                      .source_strides = {1},
                      .destination_strides = {1}};
    if (destination != source)
        ax_strided_deal(env, &run, destination, source);
}
