/* The elementwise family, between its files.
 *
 * elementwise.def  what each plain op computes
 * elementwise.c    the rules that all share, and the records of the plain ops
 * elementwise_loops.c   their loops; elementwise_half.c   how f16 and bf16 run in those of f32
 * elementwise_mixed.c   the ops of unlike operands: compare, select, clamp; elementwise_convert.c   convert
 * elementwise_bits.c    bitcast_convert, reduce_precision, next_after
 * special.h             functions of real numbers that libm has not
 * elementwise_build.c   the functions of <axmap/elementwise.h>
 */
#ifndef AXMAP_OPS_ELEMENTWISE_H
#define AXMAP_OPS_ELEMENTWISE_H

#include "ops/numbers.h"
#include "ops/ops.h"

/* AX_INDEPENDENT asks for vector code; it is fine that loops with calls, and unoptimized builds, give
 * none. Stands here because clang looks the state up where elementwise.def is first included. */
#ifdef __clang__
#pragma clang diagnostic ignored "-Wpass-failed"
#endif

enum { AX_ELEMENTWISE_MOST = 3 }; /* operands */

/* Computes `count` elements from dense operands; in[] has AX_ELEMENTWISE_MOST pointers, those past the
 * op's operands repeat the first. `out` may be an operand. */
typedef void ax_loop(int64_t count, const void *const *in, void *out);

/* The loops of one op by dtype of its operands; NULL where it has none. */
typedef ax_loop *const ax_loop_row[AX_DTYPE_COUNT];

#define AX_ELEMENTWISE(op, noperands, traits) AX_LOOPS_##op,
#define AX_LOOP(op, dtypes, result, ...)
enum {
#include "ops/elementwise.def"
    AX_LOOPS_COUNT
};
#undef AX_ELEMENTWISE
#undef AX_LOOP

extern const ax_loop_row ax_loops[AX_LOOPS_COUNT];

/* Runs a loop over tensors; an operand of one element counts for all of the result. */
void ax_run_loop(ax_loop *loop, int32_t noperands, const ax_tensor *operands,
                 const ax_tensor *result);

/* Runs a loop of f32 over operands of f16 or bf16: rows are widened, and the result, where `narrows`, is
 * rounded once. */
void ax_run_halves(ax_dtype dtype, ax_loop *loop, bool narrows, int64_t count,
                   const void *const *in, void *out);

/* Rows of f16 or bf16 as f32, and back. */
void ax_halves_widen(ax_dtype dtype, int64_t count, const void *halves, float *out);
void ax_halves_narrow(ax_dtype dtype, int64_t count, const float *values, void *out);

/* Operands of one type, which the result has too (is_finite: bool), of one of the op's dtypes. */
ax_status *ax_infer_elementwise(const ax_eqn *eqn, ax_type *out_types);

/* The one batch rule of all elementwise ops (convert, whose attribute has dims, ends it itself). */
void ax_batch_elementwise(ax_batching *batching, const ax_eqn *eqn);

/* ---- how a loop is written ---- */

/* X(dtype, name, C type, unsigned, signed, wrapping, ...) */
#define AX_TYPES_BOOL(X, ...) X(AX_BOOL, flag, uint8_t, uint8_t, int8_t, uint32_t, __VA_ARGS__)
#define AX_TYPES_SIGNED(X, ...)                                       \
    X(AX_I8, i8, int8_t, uint8_t, int8_t, uint32_t, __VA_ARGS__)      \
    X(AX_I16, i16, int16_t, uint16_t, int16_t, uint32_t, __VA_ARGS__) \
    X(AX_I32, i32, int32_t, uint32_t, int32_t, uint32_t, __VA_ARGS__) \
    X(AX_I64, i64, int64_t, uint64_t, int64_t, uint64_t, __VA_ARGS__)
#define AX_TYPES_UNSIGNED(X, ...)                                      \
    X(AX_U8, u8, uint8_t, uint8_t, int8_t, uint32_t, __VA_ARGS__)      \
    X(AX_U16, u16, uint16_t, uint16_t, int16_t, uint32_t, __VA_ARGS__) \
    X(AX_U32, u32, uint32_t, uint32_t, int32_t, uint32_t, __VA_ARGS__) \
    X(AX_U64, u64, uint64_t, uint64_t, int64_t, uint64_t, __VA_ARGS__)
#define AX_TYPES_FLOAT(X, ...)                                      \
    X(AX_F32, f32, float, uint32_t, int32_t, uint32_t, __VA_ARGS__) \
    X(AX_F64, f64, double, uint64_t, int64_t, uint64_t, __VA_ARGS__)
/* As bits: what is computed with them is computed in f32. */
#define AX_TYPES_HALF(X, ...)                                          \
    X(AX_F16, f16, uint16_t, uint16_t, int16_t, uint32_t, __VA_ARGS__) \
    X(AX_BF16, bf16, uint16_t, uint16_t, int16_t, uint32_t, __VA_ARGS__)
#define AX_TYPES_INTEGER(X, ...) AX_TYPES_SIGNED(X, __VA_ARGS__) AX_TYPES_UNSIGNED(X, __VA_ARGS__)
#define AX_TYPES_ALL(X, ...) \
    AX_TYPES_BOOL(X, __VA_ARGS__) AX_TYPES_INTEGER(X, __VA_ARGS__) AX_TYPES_FLOAT(X, __VA_ARGS__)

/* The half-precision types beside a set of the above: they go with the floats. */
#define AX_HALVES_BOOL(X, ...)
#define AX_HALVES_SIGNED(X, ...)
#define AX_HALVES_UNSIGNED(X, ...)
#define AX_HALVES_INTEGER(X, ...)
#define AX_HALVES_FLOAT(X, ...) AX_TYPES_HALF(X, __VA_ARGS__)

/* What AX_TYPES_... becomes in a set of dtypes: 0 AX_TYPES_FLOAT(AX_OR_DTYPE, 0) */
#define AX_OR_DTYPE(dtype, ...) | AX_DTYPE_BIT(dtype)

/* Says that elements do not depend on one another: the result is an operand or shares nothing with
 * it, which the compiler cannot know. */
#ifdef __clang__
#define AX_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#else
#define AX_INDEPENDENT _Pragma("GCC ivdep")
#endif

static inline uint16_t ax_bits_f16(uint16_t half)
{
    return half;
}

static inline uint16_t ax_bits_bf16(uint16_t half)
{
    return half;
}

static inline float ax_float_bits_f32(uint32_t bits)
{
    union {
        uint32_t bits;
        float value;
    } pun = {bits};
    return pun.value;
}

static inline uint32_t ax_bits_f32(float value)
{
    union {
        float value;
        uint32_t bits;
    } pun = {value};
    return pun.bits;
}

static inline double ax_float_bits_f64(uint64_t bits)
{
    union {
        uint64_t bits;
        double value;
    } pun = {bits};
    return pun.value;
}

static inline uint64_t ax_bits_f64(double value)
{
    union {
        double value;
        uint64_t bits;
    } pun = {value};
    return pun.bits;
}

/* Maximum and minimum of floats: NaN wins, and +0 is larger than -0. Where the operands are equal,
 * only the sign bits of zeros can differ. */
#define AX_DEFINE_EXTREMA(name, T)                                             \
    static inline T ax_max_##name(T a, T b)                                    \
    {                                                                          \
        T equal = ax_float_bits_##name(ax_bits_##name(a) & ax_bits_##name(b)); \
        T larger = a > b ? a : b; /* b where one is NaN */                     \
        larger = a == b ? equal : larger;                                      \
        return a != a ? a : larger;                                            \
    }                                                                          \
    static inline T ax_min_##name(T a, T b)                                    \
    {                                                                          \
        T equal = ax_float_bits_##name(ax_bits_##name(a) | ax_bits_##name(b)); \
        T smaller = a < b ? a : b;                                             \
        smaller = a == b ? equal : smaller;                                    \
        return a != a ? a : smaller;                                           \
    }
AX_DEFINE_EXTREMA(f32, float)
AX_DEFINE_EXTREMA(f64, double)
#undef AX_DEFINE_EXTREMA

#define AX_FLOAT_MAX(a, b) _Generic((a), float : ax_max_f32, double : ax_max_f64)(a, b)
#define AX_FLOAT_MIN(a, b) _Generic((a), float : ax_min_f32, double : ax_min_f64)(a, b)

#endif
