#include "ops/strided.h"

#include <string.h>

/* Elements as bit patterns that may lie anywhere: a run of small elements is moved as one larger
 * element, so neither alignment nor the type they were stored with can be assumed. */
#define AX_PATTERN __attribute__((aligned(1), may_alias))
typedef uint8_t bits8 AX_PATTERN;
typedef uint16_t bits16 AX_PATTERN;
typedef uint32_t bits32 AX_PATTERN;
typedef uint64_t bits64 AX_PATTERN;
typedef uint64_t bits128 __attribute__((vector_size(16), aligned(1), may_alias));
#undef AX_PATTERN

/* The two inner loops; a dimension that is missing has size 1. */
typedef struct plane {
    int64_t rows, row_to, row_from;
    int64_t columns, column_to, column_from;
} plane;

typedef void copy_plane(const plane *p, void *destination, const void *source);

/* A tile is a cache line on either side. It passes through a buffer: lines whose distance is a power
 * of two share one set of the cache, and would push each other out if they were visited twice. */
enum { TILE_BYTES = 64 };

#define DEFINE_LOOPS(bits)                                                                         \
    /* Repeats one element along each row. */                                                      \
    static void fill_##bits(const plane *p, void *destination, const void *source)                 \
    {                                                                                              \
        for (int64_t row = 0; row < p->rows; row++) {                                              \
            bits *to = (bits *)destination + row * p->row_to;                                      \
            bits value = ((const bits *)source)[row * p->row_from];                                \
            for (int64_t column = 0; column < p->columns; column++)                                \
                to[column] = value;                                                                \
        }                                                                                          \
    }                                                                                              \
                                                                                                   \
    static void walk_##bits(const plane *p, void *destination, const void *source)                 \
    {                                                                                              \
        for (int64_t row = 0; row < p->rows; row++) {                                              \
            bits *to = (bits *)destination + row * p->row_to;                                      \
            const bits *from = (const bits *)source + row * p->row_from;                           \
            for (int64_t column = 0; column < p->columns; column++)                                \
                to[column * p->column_to] = from[column * p->column_from];                         \
        }                                                                                          \
    }                                                                                              \
                                                                                                   \
    /* Rows are contiguous in the destination, columns (nearly) so in the source. */               \
    static void turn_tile_##bits(const plane *p, int64_t rows, int64_t columns, bits *to,          \
                                 const bits *from)                                                 \
    {                                                                                              \
        enum { TILE = TILE_BYTES / sizeof(bits) };                                                 \
        bits tile[TILE][TILE];                                                                     \
        for (int64_t column = 0; column < columns; column++) {                                     \
            for (int64_t row = 0; row < rows; row++)                                               \
                tile[row][column] = from[row * p->row_from + column * p->column_from];             \
        }                                                                                          \
        for (int64_t row = 0; row < rows; row++)                                                   \
            memcpy(to + row * p->row_to, tile[row], (size_t)columns * sizeof(bits));               \
    }                                                                                              \
                                                                                                   \
    static void turn_##bits(const plane *p, void *destination, const void *source)                 \
    {                                                                                              \
        enum { TILE = TILE_BYTES / sizeof(bits) };                                                 \
        for (int64_t row = 0; row < p->rows; row += TILE) {                                        \
            int64_t rows = p->rows - row < TILE ? p->rows - row : TILE;                            \
            for (int64_t column = 0; column < p->columns; column += TILE) {                        \
                int64_t columns = p->columns - column < TILE ? p->columns - column : TILE;         \
                turn_tile_##bits(p, rows, columns, (bits *)destination + row * p->row_to + column, \
                                 (const bits *)source + row * p->row_from +                        \
                                     column * p->column_from);                                     \
            }                                                                                      \
        }                                                                                          \
    }

DEFINE_LOOPS(bits8)
DEFINE_LOOPS(bits16)
DEFINE_LOOPS(bits32)
DEFINE_LOOPS(bits64)
DEFINE_LOOPS(bits128)

typedef struct loops {
    copy_plane *fill, *walk, *turn;
} loops;

static loops loops_of(int64_t element_bytes)
{
#define LOOPS(bits) ((loops){fill_##bits, walk_##bits, turn_##bits})
    switch (element_bytes) {
    case 1: return LOOPS(bits8);
    case 2: return LOOPS(bits16);
    case 4: return LOOPS(bits32);
    case 8: return LOOPS(bits64);
    default: return LOOPS(bits128);
    }
#undef LOOPS
}

void ax_strided_fill(int64_t element_bytes, int64_t count, void *destination, const void *source)
{
    plane row = {.rows = 1, .columns = count, .column_to = 1};
    loops_of(element_bytes).fill(&row, destination, source);
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

/* ---- running it ---- */

static void copy_runs(const plane *p, char *destination, const char *source, int64_t element_bytes)
{
    size_t run = (size_t)(p->columns * element_bytes);
    for (int64_t row = 0; row < p->rows; row++) {
        memcpy(destination + row * p->row_to * element_bytes,
               source + row * p->row_from * element_bytes, run);
    }
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

static void copy_one_plane(const ax_strided *s, const plane *p, copy_plane *loop, char *destination,
                           const char *source)
{
    if (loop) {
        loop(p, destination, source);
    } else {
        copy_runs(p, destination, source, s->element_bytes);
    }
}

/* Counts through the dimensions outside the plane like an odometer. */
static void copy_planes(const ax_strided *s, int32_t nouter, const plane *p, copy_plane *loop,
                        char *destination, const char *source)
{
    int64_t index[AX_MAX_NDIM] = {0};
    for (;;) {
        copy_one_plane(s, p, loop, destination, source);
        int32_t dim = nouter - 1;
        for (; dim >= 0; dim--) {
            int64_t to = s->destination_strides[dim] * s->element_bytes;
            int64_t from = s->source_strides[dim] * s->element_bytes;
            if (++index[dim] < s->dims[dim]) {
                destination += to;
                source += from;
                break;
            }
            index[dim] = 0;
            destination -= (s->dims[dim] - 1) * to;
            source -= (s->dims[dim] - 1) * from;
        }
        if (dim < 0)
            return;
    }
}

void ax_strided_copy(const ax_strided *layout, void *destination, const void *source)
{
    ax_strided s = *layout;
    char *to = destination;
    const char *from = source;
    for (int32_t i = 0; i < s.ndim; i++) {
        if (s.dims[i] == 0)
            return;
    }
    order_by_destination(&s, &to, &from);
    merge_dims(&s);
    widen_elements(&s);

    bool turn = find_turn(&s);
    int32_t column = s.ndim - 1, row = s.ndim - 2;
    plane p = {.rows = 1, .columns = 1, .column_to = 1, .column_from = 1};
    if (column >= 0) {
        p.columns = s.dims[column];
        p.column_to = s.destination_strides[column];
        p.column_from = s.source_strides[column];
    }
    if (row >= 0) {
        p.rows = s.dims[row];
        p.row_to = s.destination_strides[row];
        p.row_from = s.source_strides[row];
    }
    loops typed = loops_of(s.element_bytes);
    copy_plane *loop = typed.walk;
    if (turn) {
        loop = typed.turn;
    } else if (p.column_to == 1 && p.column_from == 0) {
        loop = typed.fill;
    } else if (p.column_to == 1 && p.column_from == 1) {
        loop = NULL; /* memcpy */
    }
    copy_planes(&s, row > 0 ? row : 0, &p, loop, to, from);
}
