#include "ops/strided_tiles.h"

#include "base/checked.h"
#include "ops/stream.h"

#if defined(__x86_64__)
#include <immintrin.h>
#define WIDE_TILES 1
#endif

/* How far ahead along the source's rows lines are asked for: they are too many, and too short in their
 * turn, for the CPU to see where they lead. */
enum { AHEAD = 2 * AX_LINE_BYTES };

/* A block of the destination's rows is walked in strips of so many bytes: of neighbouring lines that are
 * written one soon after the other. */
enum { STRIP = 4 * AX_LINE_BYTES };

#define INLINE static inline __attribute__((always_inline))

/* Zipping N vectors with those N / 2 behind them, as often as it takes to halve N to 1, turns the square
 * of N x N elements: what stood at i of vector j then stands at j of vector i. Vectors of several lanes
 * of 16 bytes turn a square in each. */
#define ZIP_SQUARE(N, vector, x, low, high)                                      \
    _Pragma("GCC unroll 4") for (int step = 1; step < (N); step *= 2)            \
    {                                                                            \
        vector zipped[N];                                                        \
        _Pragma("GCC unroll 8") for (int i = 0; i < (N) / 2; i++)                \
        {                                                                        \
            zipped[2 * i] = low(x[i], x[i + (N) / 2]);                           \
            zipped[2 * i + 1] = high(x[i], x[i + (N) / 2]);                      \
        }                                                                        \
        _Pragma("GCC unroll 16") for (int i = 0; i < (N); i++) x[i] = zipped[i]; \
    }

/* All tiles of a block, by the function for one. */
#define WALK_TILES(turn_tile)                                                              \
    for (int64_t strip = 0; strip < t->columns; strip += strip_columns) {                  \
        int64_t end = ax_min_i64(strip + strip_columns, t->columns);                       \
        for (int64_t row = 0; row < t->rows; row += tile) {                                \
            for (int64_t column = strip; column < end; column += tile) {                   \
                turn_tile(t->to + row * t->to_stride + column * bytes, t->to_stride,       \
                          t->from + column * t->from_stride + row * bytes, t->from_stride, \
                          t->stream);                                                      \
            }                                                                              \
        }                                                                                  \
    }

/* ---- vectors of 16 bytes, which all CPUs have ---- */

typedef uint8_t bytes16 __attribute__((vector_size(16)));
typedef uint8_t anywhere16 __attribute__((vector_size(16), aligned(1), may_alias));
typedef uint16_t shorts16 __attribute__((vector_size(16)));
typedef uint32_t words16 __attribute__((vector_size(16)));
typedef uint64_t longs16 __attribute__((vector_size(16)));

/* The elements of the lower halves of two vectors in turn, and those of the upper ones. */
#define LIST(...) __VA_ARGS__
#define DEFINE_ZIP(size, vector, lower, upper)                                     \
    INLINE bytes16 low_##size(bytes16 a, bytes16 b)                                \
    {                                                                              \
        return (bytes16)__builtin_shufflevector((vector)a, (vector)b, LIST lower); \
    }                                                                              \
    INLINE bytes16 high_##size(bytes16 a, bytes16 b)                               \
    {                                                                              \
        return (bytes16)__builtin_shufflevector((vector)a, (vector)b, LIST upper); \
    }
DEFINE_ZIP(1, bytes16, (0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23),
           (8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31))
DEFINE_ZIP(2, shorts16, (0, 8, 1, 9, 2, 10, 3, 11), (4, 12, 5, 13, 6, 14, 7, 15))
DEFINE_ZIP(4, words16, (0, 4, 1, 5), (2, 6, 3, 7))
DEFINE_ZIP(8, longs16, (0, 2), (1, 3))
DEFINE_ZIP(16, longs16, (0, 1), (2, 3)) /* never used: a square of one element is turned */

/* A tile goes square by square into its lines, 4 vectors each, which are then written whole. */
#define DEFINE_NARROW(size)                                                                    \
    INLINE void tile_narrow_##size(char *to, int64_t to_stride, const char *from,              \
                                   int64_t from_stride, bool stream)                           \
    {                                                                                          \
        enum { N = 16 / size };                                                                \
        _Alignas(AX_LINE_BYTES) bytes16 lines[4 * N][4];                                       \
        for (int across = 0; across < 4; across++) {                                           \
            for (int along = 0; along < 4; along++) {                                          \
                const char *square = from + along * N * from_stride + across * 16;             \
                bytes16 x[N];                                                                  \
                _Pragma("GCC unroll 16") for (int i = 0; i < N; i++)                           \
                {                                                                              \
                    x[i] = *(const anywhere16 *)(square + i * from_stride);                    \
                    if (across == 0)                                                           \
                        __builtin_prefetch(square + i * from_stride + AHEAD, 0, 2);            \
                }                                                                              \
                ZIP_SQUARE(N, bytes16, x, low_##size, high_##size)                             \
                _Pragma("GCC unroll 16") for (int i = 0; i < N; i++)                           \
                    lines[across * N + i][along] = x[i];                                       \
            }                                                                                  \
        }                                                                                      \
        for (int64_t i = 0; i < 4 * N; i++) {                                                  \
            if (stream) {                                                                      \
                ax_stream_line(to + i * to_stride, lines[i]);                                  \
            } else {                                                                           \
                memcpy(to + i * to_stride, lines[i], AX_LINE_BYTES);                           \
            }                                                                                  \
        }                                                                                      \
    }                                                                                          \
    static void turn_narrow_##size(const ax_turn *t)                                           \
    {                                                                                          \
        const int64_t bytes = size, tile = AX_LINE_BYTES / size, strip_columns = STRIP / size; \
        WALK_TILES(tile_narrow_##size)                                                         \
    }
DEFINE_NARROW(1)
DEFINE_NARROW(2)
DEFINE_NARROW(4)
DEFINE_NARROW(8)
DEFINE_NARROW(16)

/* ---- vectors of half a line ----
 *
 * As many source rows at a time as half a line of the destination has elements: a power of two apart, they and
 * what is asked for ahead still have room in a set of the cache, which twice as many do not. So lines get
 * their halves in a buffer, from which they are written in runs of a strip. */

#if WIDE_TILES
#define HALF __attribute__((target("avx2")))

#define low_half_1(a, b)  _mm256_unpacklo_epi8(a, b)
#define high_half_1(a, b) _mm256_unpackhi_epi8(a, b)
#define low_half_2(a, b)  _mm256_unpacklo_epi16(a, b)
#define high_half_2(a, b) _mm256_unpackhi_epi16(a, b)
#define low_half_4(a, b)  _mm256_unpacklo_epi32(a, b)
#define high_half_4(a, b) _mm256_unpackhi_epi32(a, b)
#define low_half_8(a, b)  _mm256_unpacklo_epi64(a, b)
#define high_half_8(a, b) _mm256_unpackhi_epi64(a, b)

/* Half of a core's own cache where that is small: a block's rows in a strip, while they are streamed. */
enum { BUFFER_BYTES = 1 << 18 };

HALF INLINE void put_half(char *to, __m256i half, bool stream)
{
    if (stream) {
        _mm256_stream_si256((void *)to, half);
    } else {
        _mm256_storeu_si256((void *)to, half);
    }
}

/* Rows of the buffer, `bytes` of each, to their places: line by line, as a copy in words would be slow. */
HALF INLINE void put_rows(const ax_turn *t, char *to, const char *from, int64_t rows, int64_t bytes)
{
    for (int64_t row = 0; row < rows; row++) {
        for (int64_t i = 0; i < bytes; i += AX_LINE_BYTES) {
            const __m256i *line = (const void *)(from + row * bytes + i);
            __m256i first = _mm256_load_si256(line), second = _mm256_load_si256(line + 1);
            put_half(to + row * t->to_stride + i, first, t->stream);
            put_half(to + row * t->to_stride + i + 32, second, t->stream);
        }
    }
}

/* Vectors of two squares, one above the other. */
#define DEFINE_HALF(size)                                                                    \
    HALF INLINE void tile_half_##size(char *to, int64_t to_stride, const char *from,         \
                                      int64_t from_stride)                                   \
    {                                                                                        \
        enum { N = 16 / size };                                                              \
        for (int i = 0; i < 2 * N; i++)                                                      \
            __builtin_prefetch(from + i * from_stride + AHEAD, 0, 3);                        \
        _Pragma("GCC unroll 4") for (int across = 0; across < 4; across++)                   \
        {                                                                                    \
            __m256i x[N];                                                                    \
            _Pragma("GCC unroll 16") for (int i = 0; i < N; i++)                             \
            {                                                                                \
                const char *row = from + i * from_stride + 16 * across;                      \
                x[i] = _mm256_loadu2_m128i((const void *)(row + N * from_stride),            \
                                           (const void *)row);                               \
            }                                                                                \
            ZIP_SQUARE(N, __m256i, x, low_half_##size, high_half_##size)                     \
            _Pragma("GCC unroll 16") for (int i = 0; i < N; i++)                             \
                _mm256_store_si256((void *)(to + (across * N + i) * to_stride), x[i]);       \
        }                                                                                    \
    }                                                                                        \
    HALF static void turn_half_##size(const ax_turn *turn)                                   \
    {                                                                                        \
        enum { TILE = AX_LINE_BYTES / size };                                                \
        _Alignas(AX_LINE_BYTES) char buffer[BUFFER_BYTES];                                   \
        const ax_turn own = *turn, *t = &own;                                                \
        int64_t widest = t->stream ? STRIP : AX_LINE_BYTES;                                  \
        for (int64_t strip = 0, bytes; strip < t->columns; strip += bytes / size) {          \
            bytes = ax_min_i64(widest, (t->columns - strip) * size);                         \
            int64_t most = t->stream ? BUFFER_BYTES / bytes / TILE * TILE : TILE;            \
            for (int64_t row = 0, rows; row < t->rows; row += rows) {                        \
                rows = ax_min_i64(most, t->rows - row);                                      \
                const char *from = t->from + strip * t->from_stride + row * size;            \
                for (int64_t at = 0; at < bytes; at += 32) {                                 \
                    for (int64_t r = 0; r < rows; r += TILE) {                               \
                        tile_half_##size(buffer + r * bytes + at, bytes,                     \
                                         from + at / size * t->from_stride + r * size,       \
                                         t->from_stride);                                    \
                    }                                                                        \
                }                                                                            \
                put_rows(t, t->to + row * t->to_stride + strip * size, buffer, rows, bytes); \
            }                                                                                \
        }                                                                                    \
    }
DEFINE_HALF(1)
DEFINE_HALF(2)
DEFINE_HALF(4)
DEFINE_HALF(8)

/* ---- vectors of a line ---- */

#define WIDE __attribute__((target("avx512f,avx512bw")))

#define low_wide_1(a, b)   _mm512_unpacklo_epi8(a, b)
#define high_wide_1(a, b)  _mm512_unpackhi_epi8(a, b)
#define low_wide_2(a, b)   _mm512_unpacklo_epi16(a, b)
#define high_wide_2(a, b)  _mm512_unpackhi_epi16(a, b)
#define low_wide_4(a, b)   _mm512_unpacklo_epi32(a, b)
#define high_wide_4(a, b)  _mm512_unpackhi_epi32(a, b)
#define low_wide_8(a, b)   _mm512_unpacklo_epi64(a, b)
#define high_wide_8(a, b)  _mm512_unpackhi_epi64(a, b)
#define low_wide_16(a, b)  (a) /* never used */
#define high_wide_16(a, b) (b)

WIDE INLINE void put_wide(char *to, __m512i line, bool stream)
{
    if (stream) {
        _mm512_stream_si512((void *)to, line);
    } else {
        _mm512_storeu_si512(to, line);
    }
}

/* Four vectors of four squares each, as a matrix of squares, turned and written. */
WIDE INLINE void put_turned(char *to, int64_t stride, __m512i a, __m512i b, __m512i c, __m512i d,
                            bool stream)
{
    __m512i ab = _mm512_shuffle_i64x2(a, b, 0x44), cd = _mm512_shuffle_i64x2(c, d, 0x44);
    __m512i ef = _mm512_shuffle_i64x2(a, b, 0xee), gh = _mm512_shuffle_i64x2(c, d, 0xee);
    put_wide(to, _mm512_shuffle_i64x2(ab, cd, 0x88), stream);
    put_wide(to + stride, _mm512_shuffle_i64x2(ab, cd, 0xdd), stream);
    put_wide(to + 2 * stride, _mm512_shuffle_i64x2(ef, gh, 0x88), stream);
    put_wide(to + 3 * stride, _mm512_shuffle_i64x2(ef, gh, 0xdd), stream);
}

#define DEFINE_WIDE(size)                                                                         \
    WIDE INLINE void tile_wide_##size(char *to, int64_t to_stride, const char *from,              \
                                      int64_t from_stride, bool stream)                           \
    {                                                                                             \
        enum { N = 16 / size };                                                                   \
        __m512i x[4][N];                                                                          \
        _Pragma("GCC unroll 4") for (int k = 0; k < 4; k++)                                       \
        {                                                                                         \
            _Pragma("GCC unroll 16") for (int i = 0; i < N; i++)                                  \
            {                                                                                     \
                const char *row = from + (k * N + i) * from_stride;                               \
                x[k][i] = _mm512_loadu_si512(row);                                                \
                __builtin_prefetch(row + AHEAD, 0, 2);                                            \
            }                                                                                     \
            ZIP_SQUARE(N, __m512i, x[k], low_wide_##size, high_wide_##size)                       \
        }                                                                                         \
        _Pragma("GCC unroll 16") for (int i = 0; i < N; i++) put_turned(                          \
            to + i * to_stride, N * to_stride, x[0][i], x[1][i], x[2][i], x[3][i], stream);       \
    }                                                                                             \
    /* What is stored could be the block for all the compiler knows: so it has one of its own. */ \
    WIDE static void turn_wide_##size(const ax_turn *turn)                                        \
    {                                                                                             \
        const int64_t bytes = size, tile = AX_LINE_BYTES / size, strip_columns = STRIP / size;    \
        const ax_turn own = *turn, *t = &own;                                                     \
        WALK_TILES(tile_wide_##size)                                                              \
    }
DEFINE_WIDE(1)
DEFINE_WIDE(2)
DEFINE_WIDE(4)
DEFINE_WIDE(8)
DEFINE_WIDE(16)

static bool has_wide(void)
{
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw");
}

static bool has_half(void)
{
    return __builtin_cpu_supports("avx2");
}

#define CHOOSE(size) \
    (has_wide() ? turn_wide_##size : has_half() ? turn_half_##size : turn_narrow_##size)(turn)
#define CHOOSE_LARGEST() (has_wide() ? turn_wide_16 : turn_narrow_16)(turn)
#else
#define CHOOSE(size)     turn_narrow_##size(turn)
#define CHOOSE_LARGEST() turn_narrow_16(turn)
#endif

void ax_turn_tiles(int64_t element_bytes, const ax_turn *turn)
{
    switch (element_bytes) {
    case 1: CHOOSE(1); break;
    case 2: CHOOSE(2); break;
    case 4: CHOOSE(4); break;
    case 8: CHOOSE(8); break;
    default: CHOOSE_LARGEST();
    }
}
