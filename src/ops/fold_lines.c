#include "ops/fold_lines.h"

#include "base/vectorized.h"
#include "ops/elementwise.h"

/* A scan waits for each of its steps, and a CPU that walks several lines in turn for each of its stores.
 * So squares of lines and elements are turned in registers: a step then is one op for all lines, and
 * what is written is neighbours. Each line is folded in its own order, as by one at a time. */

typedef float floats __attribute__((vector_size(16)));
typedef int32_t ints __attribute__((vector_size(16)));
typedef uint32_t words __attribute__((vector_size(16)));
typedef uint32_t anywhere __attribute__((vector_size(16), aligned(4), may_alias));

static inline words load(const void *from)
{
    return (words) * (const anywhere *)from;
}

static inline void store(void *to, words x)
{
    *(anywhere *)to = (anywhere)x;
}

static inline void turn(words x[AX_FOLD_LINES])
{
    words a = __builtin_shufflevector(x[0], x[1], 0, 4, 1, 5);
    words b = __builtin_shufflevector(x[0], x[1], 2, 6, 3, 7);
    words c = __builtin_shufflevector(x[2], x[3], 0, 4, 1, 5);
    words d = __builtin_shufflevector(x[2], x[3], 2, 6, 3, 7);
    x[0] = __builtin_shufflevector(a, c, 0, 1, 4, 5);
    x[1] = __builtin_shufflevector(a, c, 2, 3, 6, 7);
    x[2] = __builtin_shufflevector(b, d, 0, 1, 4, 5);
    x[3] = __builtin_shufflevector(b, d, 2, 3, 6, 7);
}

static inline words choose(ints mask, words yes, words no)
{
    return ((words)mask & yes) | (~(words)mask & no);
}

/* Fewer than a square has, from and to lines that end there. */
static void load_rest(const uint32_t *from, int64_t pitch, int64_t count, words x[AX_FOLD_LINES])
{
    for (int line = 0; line < AX_FOLD_LINES; line++) {
        x[line] = (words){0};
        for (int64_t i = 0; i < count; i++)
            x[line][i] = from[line * pitch + i];
    }
}

static void store_rest(uint32_t *to, int64_t pitch, int64_t count, const words x[AX_FOLD_LINES])
{
    for (int line = 0; line < AX_FOLD_LINES; line++) {
        for (int64_t i = 0; i < count; i++)
            to[line * pitch + i] = x[line][i];
    }
}

#define DEFINE_LINES(op)                                                                         \
    static inline __attribute__((always_inline)) void fold_square_##op(                          \
        words x[AX_FOLD_LINES], bool first, words *last, bool has_before, words before)          \
    {                                                                                            \
        turn(x);                                                                                 \
        for (int i = 0; i < AX_FOLD_LINES; i++) {                                                \
            *last = first && i == 0 ? x[0] : op(*last, x[i]);                                    \
            x[i] = has_before ? op(*last, before) : *last;                                       \
        }                                                                                        \
        turn(x);                                                                                 \
    }                                                                                            \
                                                                                                 \
    static inline __attribute__((always_inline)) void fold_lines_##op(                           \
        uint32_t *to, const uint32_t *from, int64_t pitch, int64_t count, bool has_before,       \
        words before, void *out_last)                                                            \
    {                                                                                            \
        words x[AX_FOLD_LINES], last = {0};                                                      \
        int64_t i = 0;                                                                           \
        for (; i + AX_FOLD_LINES <= count; i += AX_FOLD_LINES) {                                 \
            for (int line = 0; line < AX_FOLD_LINES; line++)                                     \
                x[line] = load(from + line * pitch + i);                                         \
            fold_square_##op(x, i == 0, &last, has_before, before);                              \
            for (int line = 0; line < AX_FOLD_LINES; line++)                                     \
                store(to + line * pitch + i, x[line]);                                           \
        }                                                                                        \
        if (i < count) {                                                                         \
            load_rest(from + i, pitch, count - i, x);                                            \
            fold_square_##op(x, i == 0, &last, has_before, before);                              \
            store_rest(to + i, pitch, count - i, x);                                             \
        }                                                                                        \
        store(out_last, last);                                                                   \
    }                                                                                            \
                                                                                                 \
    AX_VECTORIZED static void lines_##op(void *out, const void *x, int64_t pitch, int64_t count, \
                                         const void *before, void *last)                         \
    {                                                                                            \
        if (before) {                                                                            \
            fold_lines_##op(out, x, pitch, count, true, load(before), last);                     \
        } else {                                                                                 \
            fold_lines_##op(out, x, pitch, count, false, (words){0}, last);                      \
        }                                                                                        \
    }

static inline words add_u32(words a, words b)
{
    return a + b;
}

static inline words multiply_u32(words a, words b)
{
    return a * b;
}

static inline words maximum_i32(words a, words b)
{
    return choose((ints)a > (ints)b, a, b);
}

static inline words minimum_i32(words a, words b)
{
    return choose((ints)a < (ints)b, a, b);
}

static inline words maximum_u32(words a, words b)
{
    return choose(a > b, a, b);
}

static inline words minimum_u32(words a, words b)
{
    return choose(a < b, a, b);
}

static inline words add_f32(words a, words b)
{
    return (words)((floats)a + (floats)b);
}

static inline words multiply_f32(words a, words b)
{
    return (words)((floats)a * (floats)b);
}

/* As the pairs of fold.c: a NaN wins, and of two zeros signs are combined. */
static inline words maximum_f32(words a, words b)
{
    floats x = (floats)a, y = (floats)b;
    return choose(x == y, a & b, choose((x > y) | (x != x), a, b));
}

static inline words minimum_f32(words a, words b)
{
    floats x = (floats)a, y = (floats)b;
    return choose(x == y, a | b, choose((x < y) | (x != x), a, b));
}

DEFINE_LINES(add_u32)
DEFINE_LINES(multiply_u32)
DEFINE_LINES(maximum_i32)
DEFINE_LINES(minimum_i32)
DEFINE_LINES(maximum_u32)
DEFINE_LINES(minimum_u32)
DEFINE_LINES(add_f32)
DEFINE_LINES(multiply_f32)
DEFINE_LINES(maximum_f32)
DEFINE_LINES(minimum_f32)

/* Sums and products of signed integers are those of unsigned ones. */
static const struct {
    const ax_op *op;
    ax_dtype dtype;
    ax_fold_lines_fn *lines;
} known[] = {
    {&ax_op_add, AX_I32, lines_add_u32},           {&ax_op_add, AX_U32, lines_add_u32},
    {&ax_op_add, AX_F32, lines_add_f32},           {&ax_op_multiply, AX_I32, lines_multiply_u32},
    {&ax_op_multiply, AX_U32, lines_multiply_u32}, {&ax_op_multiply, AX_F32, lines_multiply_f32},
    {&ax_op_maximum, AX_I32, lines_maximum_i32},   {&ax_op_maximum, AX_U32, lines_maximum_u32},
    {&ax_op_maximum, AX_F32, lines_maximum_f32},   {&ax_op_minimum, AX_I32, lines_minimum_i32},
    {&ax_op_minimum, AX_U32, lines_minimum_u32},   {&ax_op_minimum, AX_F32, lines_minimum_f32},
};

ax_fold_lines_fn *ax_fold_lines_of(const ax_op *op, ax_dtype dtype)
{
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (known[i].op == op && known[i].dtype == dtype)
            return known[i].lines;
    }
    return NULL;
}
