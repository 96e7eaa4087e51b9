/* Moves of elements that are wide already: of their bytes alone, so that no code need be generated. */
#include "backend/cpu/matrix_emit.h"
#include "base/checked.h"
#include "base/vectorized.h"

#include <string.h>

enum { FAR = 2, NEAR = 3 }; /* the cache that is asked to bring something */

#define INLINE static inline __attribute__((always_inline))

/* ---- copies ---- */

INLINE void copy_rows(char *to, int64_t to_stride, const char *from, int64_t from_stride,
                      int64_t rows, int64_t bytes)
{
    enum { MOST = 32, LEAST = 4 };
    for (int64_t r = 0; r < rows; r++, to += to_stride, from += from_stride) {
        int64_t at = 0;
        for (; at + MOST <= bytes; at += MOST) {
            memcpy(to + at, from + at, MOST);
            __builtin_prefetch(from + at + bytes, 0, FAR); /* what will be copied next */
        }
        for (; at < bytes; at += LEAST)
            memcpy(to + at, from + at, LEAST);
    }
}

AX_VECTORIZED static void copy_4(void *to, int64_t to_stride, const void *from, int64_t from_stride,
                                 int64_t rows, int64_t columns)
{
    copy_rows(to, to_stride, from, from_stride, rows, columns * 4);
}

AX_VECTORIZED static void copy_8(void *to, int64_t to_stride, const void *from, int64_t from_stride,
                                 int64_t rows, int64_t columns)
{
    copy_rows(to, to_stride, from, from_stride, rows, columns * 8);
}

/* ---- transpositions ---- */

typedef uint32_t words __attribute__((vector_size(32)));
typedef uint64_t longs __attribute__((vector_size(32)));

#define ZIP(vector, x, y, ...) __builtin_shufflevector((vector)(x), (vector)(y), __VA_ARGS__)

INLINE void turn_square_8(longs *x)
{
    longs even = ZIP(longs, x[0], x[1], 0, 4, 2, 6), odd = ZIP(longs, x[0], x[1], 1, 5, 3, 7);
    longs even_2 = ZIP(longs, x[2], x[3], 0, 4, 2, 6), odd_2 = ZIP(longs, x[2], x[3], 1, 5, 3, 7);
    x[0] = ZIP(longs, even, even_2, 0, 1, 4, 5);
    x[1] = ZIP(longs, odd, odd_2, 0, 1, 4, 5);
    x[2] = ZIP(longs, even, even_2, 2, 3, 6, 7);
    x[3] = ZIP(longs, odd, odd_2, 2, 3, 6, 7);
}

/* Two rows are zipped to longs of an element of both, so that two squares of longs are left. */
INLINE void turn_square_4(longs *x)
{
    longs left[4], right[4];
    _Pragma("GCC unroll 4") for (int r = 0; r < 4; r++)
    {
        left[r] = (longs)ZIP(words, x[2 * r], x[2 * r + 1], 0, 8, 1, 9, 4, 12, 5, 13);
        right[r] = (longs)ZIP(words, x[2 * r], x[2 * r + 1], 2, 10, 3, 11, 6, 14, 7, 15);
    }
    turn_square_8(left);
    turn_square_8(right);
    x[0] = left[0], x[1] = left[1], x[2] = right[0], x[3] = right[1];
    x[4] = left[2], x[5] = left[3], x[6] = right[2], x[7] = right[3];
}

/* Squares that fill registers. Those of the last rows and columns are moved back over the ones before, which are
 * written once more; where there are too few for one, element by element. The square below, which comes a band
 * later, is asked for. */
#define DEFINE_TURN(size)                                                                     \
    AX_VECTORIZED static void turn_##size(void *to, int64_t to_stride, const void *from,      \
                                          int64_t from_stride, int64_t rows, int64_t columns) \
    {                                                                                         \
        enum { SIDE = (int)sizeof(longs) / size };                                            \
        if (rows < SIDE || columns < SIDE) {                                                  \
            turn_elements(to, to_stride, from, from_stride, rows, columns, size);             \
            return;                                                                           \
        }                                                                                     \
        for (int64_t band = 0; band < rows; band += SIDE) {                                   \
            int64_t row = ax_min_i64(band, rows - SIDE);                                      \
            for (int64_t next = 0; next < columns; next += SIDE) {                            \
                int64_t column = ax_min_i64(next, columns - SIDE);                            \
                const char *square = (const char *)from + row * from_stride + column * size;  \
                char *turned = (char *)to + column * to_stride + row * size;                  \
                longs x[SIDE];                                                                \
                _Pragma("GCC unroll 8") for (int i = 0; i < SIDE; i++)                        \
                {                                                                             \
                    memcpy(&x[i], square + i * from_stride, sizeof x[i]);                     \
                    __builtin_prefetch(square + (i + SIDE) * from_stride, 0, NEAR);           \
                }                                                                             \
                turn_square_##size(x);                                                        \
                _Pragma("GCC unroll 8") for (int i = 0; i < SIDE; i++)                        \
                    memcpy(turned + i * to_stride, &x[i], sizeof x[i]);                       \
            }                                                                                 \
        }                                                                                     \
    }

INLINE void turn_elements(char *to, int64_t to_stride, const char *from, int64_t from_stride,
                          int64_t rows, int64_t columns, size_t size)
{
    for (int64_t r = 0; r < rows; r++) {
        for (int64_t c = 0; c < columns; c++)
            memcpy(to + c * to_stride + r * (int64_t)size,
                   from + r * from_stride + c * (int64_t)size, size);
    }
}

DEFINE_TURN(4)
DEFINE_TURN(8)

ax_matrix_move_fn *ax_matrix_move_bytes(int64_t element_bytes, ax_matrix_move move)
{
    if (element_bytes == 4)
        return move == AX_MATRIX_TURN ? turn_4 : copy_4;
    return move == AX_MATRIX_TURN ? turn_8 : copy_8;
}
