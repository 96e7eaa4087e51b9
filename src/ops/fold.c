#include "ops/fold.h"

#include "base/vectorized.h"
#include "ops/elementwise.h"
#include "ops/fold_lines.h"

#include <math.h>
#include <string.h>

/* Partial results side by side: so many that the compiler keeps their loop and makes it vector code. */
enum { LANES = 32 };

#define DEFINE_FOLD(op, name, element)                                                           \
    AX_VECTORIZED static void into_##op##_##name(void *acc, const void *x, int64_t stride,       \
                                                 int64_t count)                                  \
    {                                                                                            \
        element *to = acc;                                                                       \
        const element *from = x;                                                                 \
        if (stride == 1) {                                                                       \
            for (int64_t i = 0; i < count; i++)                                                  \
                to[i] = op##_##name(to[i], from[i]);                                             \
            return;                                                                              \
        }                                                                                        \
        if (stride == 2) { /* a known one makes a better loop */                                 \
            for (int64_t i = 0; i < count; i++)                                                  \
                to[i] = op##_##name(to[i], from[i * 2]);                                         \
            return;                                                                              \
        }                                                                                        \
        for (int64_t i = 0; i < count; i++)                                                      \
            to[i] = op##_##name(to[i], from[i * stride]);                                        \
    }                                                                                            \
                                                                                                 \
    static void at_##op##_##name(void *acc, const int64_t *places, const void *x, int64_t count) \
    {                                                                                            \
        element *to = acc;                                                                       \
        const element *from = x;                                                                 \
        for (int64_t i = 0; i < count; i++) {                                                    \
            if (places[i] >= 0)                                                                  \
                to[places[i]] = op##_##name(to[places[i]], from[i]);                             \
        }                                                                                        \
    }                                                                                            \
                                                                                                 \
    AX_VECTORIZED static void run_##op##_##name(void *out, const void *x, int64_t count)         \
    {                                                                                            \
        const element *from = x;                                                                 \
        element lanes[LANES];                                                                    \
        int64_t width = count < LANES ? count : LANES;                                           \
        memcpy(lanes, from, (size_t)width * sizeof(element));                                    \
        int64_t i = width;                                                                       \
        for (; i + LANES <= count; i += LANES) {                                                 \
            for (int lane = 0; lane < LANES; lane++)                                             \
                lanes[lane] = op##_##name(lanes[lane], from[i + lane]);                          \
        }                                                                                        \
        for (int lane = 0; i < count; i++, lane++)                                               \
            lanes[lane] = op##_##name(lanes[lane], from[i]);                                     \
        while (width > 1) {                                                                      \
            int64_t half = (width + 1) / 2;                                                      \
            for (int64_t lane = 0; lane < width - half; lane++)                                  \
                lanes[lane] = op##_##name(lanes[lane], lanes[lane + half]);                      \
            width = half;                                                                        \
        }                                                                                        \
        memcpy(out, lanes, sizeof(element));                                                     \
    }                                                                                            \
                                                                                                 \
    AX_VECTORIZED static void both_##op##_##name(void *out, const void *a, const void *b,        \
                                                 int64_t count)                                  \
    {                                                                                            \
        const element *x = a, *y = b;                                                            \
        element *to = out;                                                                       \
        for (int64_t i = 0; i < count; i++)                                                      \
            to[i] = op##_##name(x[i], y[i]);                                                     \
    }                                                                                            \
                                                                                                 \
    static void scan_##op##_##name(void *out, const void *x, int64_t step, int64_t count)        \
    {                                                                                            \
        const element *from = x;                                                                 \
        element *to = out, last = *from;                                                         \
        *to = last;                                                                              \
        for (int64_t i = 1; i < count; i++) {                                                    \
            last = op##_##name(last, from[i * step]);                                            \
            to[i * step] = last;                                                                 \
        }                                                                                        \
    }

/* ---- what the ops mean on a pair; all conditions are computed first, so that loops vectorize ---- */

/* Integers wrap, so they are added and multiplied as unsigned numbers of at least 32 bits. */
#define DEFINE_INTEGER(name, element, wide)                     \
    static inline element add_##name(element a, element b)      \
    {                                                           \
        return (element)((wide)a + (wide)b);                    \
    }                                                           \
    static inline element multiply_##name(element a, element b) \
    {                                                           \
        return (element)((wide)a * (wide)b);                    \
    }                                                           \
    static inline element and_##name(element a, element b)      \
    {                                                           \
        return (element)(a & b);                                \
    }                                                           \
    static inline element or_##name(element a, element b)       \
    {                                                           \
        return (element)(a | b);                                \
    }                                                           \
    static inline element xor_##name(element a, element b)      \
    {                                                           \
        return (element)(a ^ b);                                \
    }                                                           \
    DEFINE_FOLD(add, name, element)                             \
    DEFINE_FOLD(multiply, name, element)                        \
    DEFINE_FOLD(and, name, element)                             \
    DEFINE_FOLD(or, name, element)                              \
    DEFINE_FOLD(xor, name, element)

DEFINE_INTEGER(8, uint8_t, uint32_t)
DEFINE_INTEGER(16, uint16_t, uint32_t)
DEFINE_INTEGER(32, uint32_t, uint32_t)
DEFINE_INTEGER(64, uint64_t, uint64_t)

#define DEFINE_ORDERED(name, element)                          \
    static inline element maximum_##name(element a, element b) \
    {                                                          \
        return a > b ? a : b;                                  \
    }                                                          \
    static inline element minimum_##name(element a, element b) \
    {                                                          \
        return a < b ? a : b;                                  \
    }                                                          \
    DEFINE_FOLD(maximum, name, element)                        \
    DEFINE_FOLD(minimum, name, element)

DEFINE_ORDERED(i8, int8_t)
DEFINE_ORDERED(i16, int16_t)
DEFINE_ORDERED(i32, int32_t)
DEFINE_ORDERED(i64, int64_t)
DEFINE_ORDERED(u8, uint8_t)
DEFINE_ORDERED(u16, uint16_t)
DEFINE_ORDERED(u32, uint32_t)
DEFINE_ORDERED(u64, uint64_t)

/* A NaN wins, and +0 is above -0. Where a and b are equal they are the same bits or two zeros, whose
 * signs are combined: the larger zero is negative when both are, the smaller when either is. */
#define DEFINE_FLOAT(name, element, bits)                       \
    static inline element add_##name(element a, element b)      \
    {                                                           \
        return a + b;                                           \
    }                                                           \
    static inline element multiply_##name(element a, element b) \
    {                                                           \
        return a * b;                                           \
    }                                                           \
    static inline element maximum_##name(element a, element b)  \
    {                                                           \
        bits x, y;                                              \
        memcpy(&x, &a, sizeof x);                               \
        memcpy(&y, &b, sizeof y);                               \
        bits same = x & y;                                      \
        int first = (a > b) | (a != a), equal = a == b;         \
        bits chosen = first ? x : y;                            \
        chosen = equal ? same : chosen;                         \
        element result;                                         \
        memcpy(&result, &chosen, sizeof result);                \
        return result;                                          \
    }                                                           \
    static inline element minimum_##name(element a, element b)  \
    {                                                           \
        bits x, y;                                              \
        memcpy(&x, &a, sizeof x);                               \
        memcpy(&y, &b, sizeof y);                               \
        bits same = x | y;                                      \
        int first = (a < b) | (a != a), equal = a == b;         \
        bits chosen = first ? x : y;                            \
        chosen = equal ? same : chosen;                         \
        element result;                                         \
        memcpy(&result, &chosen, sizeof result);                \
        return result;                                          \
    }                                                           \
    DEFINE_FOLD(add, name, element)                             \
    DEFINE_FOLD(multiply, name, element)                        \
    DEFINE_FOLD(maximum, name, element)                         \
    DEFINE_FOLD(minimum, name, element)

DEFINE_FLOAT(f32, float, uint32_t)
DEFINE_FLOAT(f64, double, uint64_t)

/* ---- finding one ---- */

typedef enum fold_op { ADD, MULTIPLY, MAXIMUM, MINIMUM, AND, OR, XOR, FOLD_OPS } fold_op;

/* FOLD(op, suffix of its functions, exact, identity as an initializer) */
#define FOLD(op, name, is_exact, ...)                                                     \
    {                                                                                     \
        {__VA_ARGS__}, is_exact, into_##op##_##name, run_##op##_##name, at_##op##_##name, \
            both_##op##_##name, scan_##op##_##name, NULL                                  \
    }
#define INTEGER_FOLDS(bits, ordered, least, greatest)                                            \
    {                                                                                            \
        FOLD(add, bits, true, 0), FOLD(multiply, bits, true, 1),                                 \
            FOLD(maximum, ordered, true, .u64 = (uint64_t)(least)),                              \
            FOLD(minimum, ordered, true, .u64 = (uint64_t)(greatest)),                           \
            FOLD(and, bits, true, UINT64_MAX), FOLD(or, bits, true, 0), FOLD(xor, bits, true, 0) \
    }
#define FLOAT_FOLDS(name, infinity)                                                   \
    {                                                                                 \
        FOLD(add, name, false, .name = -0.0), FOLD(multiply, name, false, .name = 1), \
            FOLD(maximum, name, true, .name = -infinity),                             \
            FOLD(minimum, name, true, .name = infinity)                               \
    }

/* bool: its sum is "any", its product "all". */
static const ax_fold folds[AX_DTYPE_COUNT][FOLD_OPS] = {
    [AX_BOOL] = {FOLD(or, 8, true, 0), FOLD(and, 8, true, 1), FOLD(or, 8, true, 0),
                 FOLD(and, 8, true, 1), FOLD(and, 8, true, 1), FOLD(or, 8, true, 0),
                 FOLD(xor, 8, true, 0)},
    [AX_I8] = INTEGER_FOLDS(8, i8, INT8_MIN, INT8_MAX),
    [AX_I16] = INTEGER_FOLDS(16, i16, INT16_MIN, INT16_MAX),
    [AX_I32] = INTEGER_FOLDS(32, i32, INT32_MIN, INT32_MAX),
    [AX_I64] = INTEGER_FOLDS(64, i64, INT64_MIN, INT64_MAX),
    [AX_U8] = INTEGER_FOLDS(8, u8, 0, UINT8_MAX),
    [AX_U16] = INTEGER_FOLDS(16, u16, 0, UINT16_MAX),
    [AX_U32] = INTEGER_FOLDS(32, u32, 0, UINT32_MAX),
    [AX_U64] = INTEGER_FOLDS(64, u64, 0, UINT64_MAX),
    [AX_F32] = FLOAT_FOLDS(f32, HUGE_VALF),
    [AX_F64] = FLOAT_FOLDS(f64, HUGE_VAL),
};

static const ax_op *const fold_ops[FOLD_OPS] = {
    &ax_op_add, &ax_op_multiply, &ax_op_maximum, &ax_op_minimum, &ax_op_and, &ax_op_or, &ax_op_xor};

/* The fold that the region means, with the functions of `dtype`. */
static bool find(const ax_graph *region, ax_dtype dtype, ax_fold *out_fold)
{
    if (region->ninputs != 2 || region->noutputs != 1 || region->neqns != 1)
        return false;
    const ax_eqn *eqn = region->first;
    const ax_var *a = region->inputs[0], *b = region->inputs[1];
    if (region->outputs[0] != eqn->results[0] || eqn->noperands != 2)
        return false;
    bool straight = eqn->operands[0] == a && eqn->operands[1] == b;
    bool crossed = eqn->operands[0] == b && eqn->operands[1] == a;
    if (!straight && !crossed)
        return false;
    for (int op = 0; op < FOLD_OPS; op++) {
        const ax_fold *fold = &folds[dtype][op];
        if (eqn->op == fold_ops[op] && fold->into) {
            *out_fold = *fold;
            out_fold->scan_lines = ax_fold_lines_of(eqn->op, dtype);
            return true;
        }
    }
    return false;
}

bool ax_fold_find(const ax_graph *region, ax_fold *out_fold)
{
    return region->ninputs > 0 && find(region, region->inputs[0]->type.dtype, out_fold);
}

bool ax_fold_find_wide(const ax_graph *region, ax_fold *out_fold)
{
    if (region->ninputs == 0)
        return false;
    ax_dtype dtype = region->inputs[0]->type.dtype;
    return find(region, dtype == AX_F16 || dtype == AX_BF16 ? AX_F32 : dtype, out_fold);
}

ax_fold ax_fold_of(const ax_op *op, ax_dtype dtype)
{
    int i = 0;
    while (fold_ops[i] != op)
        i++;
    ax_fold fold = folds[dtype][i];
    fold.scan_lines = ax_fold_lines_of(op, dtype);
    return fold;
}

int64_t ax_fold_split(int64_t count, int64_t unit)
{
    int64_t half = unit;
    while (half < count - half)
        half *= 2;
    return half;
}

enum { PIECE = 512 };

void ax_fold_pairwise(const ax_fold *fold, ax_dtype dtype, const void *x, int64_t count, void *out)
{
    if (count <= PIECE) {
        float wide[PIECE];
        if (ax_dtype_is_half(dtype)) {
            ax_halves_widen(dtype, count, x, wide);
            x = wide;
        }
        fold->run(out, x, count);
        return;
    }
    int64_t half = ax_fold_split(count, PIECE);
    const char *right = (const char *)x + half * ax_dtype_bytes(dtype);
    _Alignas(16) char total[16];
    ax_fold_pairwise(fold, dtype, x, half, out);
    ax_fold_pairwise(fold, dtype, right, count - half, total);
    fold->into(out, total, 1, 1);
}
