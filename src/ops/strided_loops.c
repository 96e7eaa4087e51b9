#include "ops/strided_loops.h"

#include "base/checked.h"
#include "ops/stream.h"
#include "ops/strided_tiles.h"

/* Elements as bit patterns that may lie anywhere: a run of small elements is moved as one larger
 * element, so neither alignment nor the type they were stored with can be assumed. */
#define AX_PATTERN __attribute__((aligned(1), may_alias))
typedef uint8_t bits8 AX_PATTERN;
typedef uint16_t bits16 AX_PATTERN;
typedef uint32_t bits32 AX_PATTERN;
typedef uint64_t bits64 AX_PATTERN;
typedef uint64_t bits128 __attribute__((vector_size(16), aligned(1), may_alias));
#undef AX_PATTERN

/* Fills `bytes` with an element over and over; `line` is full of it. */
static void fill_bytes(char *to, int64_t bytes, const char *line, int64_t element_bytes)
{
    int64_t head = (int64_t)(-(uintptr_t)to % AX_LINE_BYTES), done = 0;
    int64_t shift = head % element_bytes;
    char turned[AX_LINE_BYTES];
    if (bytes < head + AX_LINE_BYTES) {
        for (; done < bytes; done += AX_LINE_BYTES)
            memcpy(to + done, line, (size_t)ax_min_i64(AX_LINE_BYTES, bytes - done));
        return;
    }
    memcpy(to, line, (size_t)head);
    memcpy(turned, line + shift, (size_t)(AX_LINE_BYTES - shift)); /* the line as it goes on */
    memcpy(turned + AX_LINE_BYTES - shift, line, (size_t)shift);
    for (done = head; done + AX_LINE_BYTES <= bytes; done += AX_LINE_BYTES)
        ax_stream_line(to + done, turned);
    memcpy(to + done, turned, (size_t)(bytes - done));
}

#define DEFINE_LOOPS(bits)                                                                           \
    static void stream_fill_##bits(const ax_plane *p, bits *destination, const bits *source)         \
    {                                                                                                \
        enum { IN_LINE = AX_LINE_BYTES / sizeof(bits) };                                             \
        for (int64_t row = 0; row < p->rows; row++) {                                                \
            bits line[IN_LINE];                                                                      \
            for (int i = 0; i < IN_LINE; i++)                                                        \
                line[i] = source[row * p->row_from];                                                 \
            fill_bytes((char *)(destination + row * p->row_to), p->columns *(int64_t)sizeof(bits),   \
                       (const char *)line, sizeof(bits));                                            \
        }                                                                                            \
    }                                                                                                \
                                                                                                     \
    static void fill_##bits(const ax_plane *p, void *destination, const void *source)                \
    {                                                                                                \
        if (p->stream) {                                                                             \
            stream_fill_##bits(p, destination, source);                                              \
            return;                                                                                  \
        }                                                                                            \
        for (int64_t row = 0; row < p->rows; row++) {                                                \
            bits *to = (bits *)destination + row * p->row_to;                                        \
            bits value = ((const bits *)source)[row * p->row_from];                                  \
            for (int64_t column = 0; column < p->columns; column++)                                  \
                to[column] = value;                                                                  \
        }                                                                                            \
    }                                                                                                \
                                                                                                     \
    static void run_##bits(const ax_plane *p, void *destination, const void *source)                 \
    {                                                                                                \
        int64_t run = p->columns * (int64_t)sizeof(bits);                                            \
        int64_t next = p->row_from * (int64_t)sizeof(bits);                                          \
        for (int64_t row = 0; row < p->rows; row++) {                                                \
            void *to = (bits *)destination + row * p->row_to;                                        \
            const void *from = (const bits *)source + row * p->row_from;                             \
            if (p->stream) {                                                                         \
                ax_stream_copy(to, from, run, row + 1 < p->rows ? next : 0);                         \
            } else {                                                                                 \
                memcpy(to, from, (size_t)run);                                                       \
            }                                                                                        \
        }                                                                                            \
    }                                                                                                \
                                                                                                     \
    /* One row with neighbours in the destination, through a buffer of few lines. */                 \
    static inline __attribute__((always_inline)) void pick_row_##bits(                               \
        int64_t columns, int64_t stride, bool stream, bits *to, const bits *from)                    \
    {                                                                                                \
        enum { PICKED = 16 * AX_LINE_BYTES / sizeof(bits) };                                         \
        bits picked[PICKED];                                                                         \
        for (int64_t column = 0; column < columns && stream; column += PICKED) {                     \
            int64_t count = ax_min_i64(PICKED, columns - column);                                    \
            for (int64_t i = 0; i < count; i++)                                                      \
                picked[i] = from[(column + i) * stride];                                             \
            ax_stream_copy(to + column, picked, count * (int64_t)sizeof(bits), 0);                   \
        }                                                                                            \
        for (int64_t column = 0; column < columns && !stream; column++)                              \
            to[column] = from[column * stride];                                                      \
    }                                                                                                \
                                                                                                     \
    static void walk_##bits(const ax_plane *p, void *destination, const void *source)                \
    {                                                                                                \
        for (int64_t row = 0; row < p->rows; row++) {                                                \
            bits *to = (bits *)destination + row * p->row_to;                                        \
            const bits *from = (const bits *)source + row * p->row_from;                             \
            if (p->column_to == 1 && p->column_from == -1) { /* known strides: better loops */       \
                pick_row_##bits(p->columns, -1, p->stream, to, from);                                \
            } else if (p->column_to == 1 && p->column_from == 2) {                                   \
                pick_row_##bits(p->columns, 2, p->stream, to, from);                                 \
            } else if (p->column_to == 1) {                                                          \
                pick_row_##bits(p->columns, p->column_from, p->stream, to, from);                    \
            } else {                                                                                 \
                for (int64_t column = 0; column < p->columns; column++)                              \
                    to[column * p->column_to] = from[column * p->column_from];                       \
            }                                                                                        \
        }                                                                                            \
    }                                                                                                \
                                                                                                     \
    /* A tile passes through a buffer: lines whose distance is a power of two share one set of     \
     * the cache, and would push each other out if they were visited twice. */ \
    static void turn_tile_##bits(const ax_plane *p, int64_t rows, int64_t columns, bits *to,         \
                                 const bits *from)                                                   \
    {                                                                                                \
        enum { TILE = AX_LINE_BYTES / sizeof(bits) };                                                \
        bits tile[TILE][TILE];                                                                       \
        for (int64_t column = 0; column < columns; column++) {                                       \
            for (int64_t row = 0; row < rows; row++)                                                 \
                tile[row][column] = from[row * p->row_from + column * p->column_from];               \
        }                                                                                            \
        for (int64_t row = 0; row < rows; row++)                                                     \
            memcpy(to + row * p->row_to, tile[row], (size_t)columns * sizeof(bits));                 \
    }                                                                                                \
                                                                                                     \
    /* Rows first_row.. and columns first_column.. of a plane, to its end. */                        \
    static void turn_rest_##bits(const ax_plane *p, int64_t first_row, int64_t first_column,         \
                                 int64_t end_row, bits *destination, const bits *source)             \
    {                                                                                                \
        enum { TILE = AX_LINE_BYTES / sizeof(bits) };                                                \
        for (int64_t row = first_row; row < end_row; row += TILE) {                                  \
            int64_t rows = ax_min_i64(end_row - row, TILE);                                          \
            for (int64_t column = first_column; column < p->columns; column += TILE) {               \
                turn_tile_##bits(p, rows, ax_min_i64(p->columns - column, TILE),                     \
                                 destination + row * p->row_to + column,                             \
                                 source + row * p->row_from + column * p->column_from);              \
            }                                                                                        \
        }                                                                                            \
    }                                                                                                \
                                                                                                     \
    static void turn_##bits(const ax_plane *p, void *destination, const void *source)                \
    {                                                                                                \
        enum { TILE = AX_LINE_BYTES / sizeof(bits) };                                                \
        int64_t rows = p->row_from == 1 ? p->rows / TILE * TILE : 0;                                 \
        int64_t columns = p->columns / TILE * TILE;                                                  \
        ax_turn turn = {.to = destination,                                                           \
                        .from = source,                                                              \
                        .to_stride = p->row_to * (int64_t)sizeof(bits),                              \
                        .from_stride = p->column_from * (int64_t)sizeof(bits),                       \
                        .rows = rows,                                                                \
                        .columns = columns};                                                         \
        turn.stream = p->stream && turn.to_stride % AX_LINE_BYTES == 0 &&                            \
                      (uintptr_t)destination % AX_LINE_BYTES == 0;                                   \
        ax_turn_tiles(sizeof(bits), &turn);                                                          \
        turn_rest_##bits(p, 0, columns, rows, destination, source);                                  \
        turn_rest_##bits(p, rows, 0, p->rows, destination, source);                                  \
    }

DEFINE_LOOPS(bits8)
DEFINE_LOOPS(bits16)
DEFINE_LOOPS(bits32)
DEFINE_LOOPS(bits64)
DEFINE_LOOPS(bits128)

ax_plane_loops ax_plane_loops_of(int64_t element_bytes)
{
#define LOOPS(bits) ((ax_plane_loops){fill_##bits, run_##bits, turn_##bits, walk_##bits})
    switch (element_bytes) {
    case 1: return LOOPS(bits8);
    case 2: return LOOPS(bits16);
    case 4: return LOOPS(bits32);
    case 8: return LOOPS(bits64);
    default: return LOOPS(bits128);
    }
#undef LOOPS
}
