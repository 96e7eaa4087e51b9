/* The loops of the plain elementwise ops, made from elementwise.def: one function an op and dtype,
 * a single loop that the compiler turns into vector code. */
#include "ops/elementwise.h"
#include "ops/special.h"

#include <math.h>

/* ---- what the expressions call ---- */

static inline uint64_t wrapping_power(uint64_t base, uint64_t exponent)
{
    uint64_t power = 1;
    for (; exponent > 0; exponent >>= 1) {
        if (exponent & 1)
            power *= base;
        base *= base;
    }
    return power;
}

/* base^exponent for exponent < 0, truncated towards 0: only of 1 and -1 is anything left. Of 0, which
 * has no such power, it is 0. */
static inline int64_t negative_power(int64_t base, int64_t exponent)
{
    if (base == -1)
        return exponent & 1 ? -1 : 1;
    return base == 1;
}

/* Adds up neighbouring bits, pairs, nibbles; then the bytes, in the top byte of the product. */
static inline uint64_t count_ones(uint64_t x)
{
    x -= (x >> 1) & 0x5555555555555555u;
    x = (x & 0x3333333333333333u) + ((x >> 2) & 0x3333333333333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (x * 0x0101010101010101u) >> 56;
}

/* 1 / (1 + e^-a), given e^-|a|. */
static inline float logistic_f32_of(float a, float e)
{
    return (a < 0 ? e : 1) / (1 + e);
}

static inline double logistic_f64_of(double a, double e)
{
    return (a < 0 ? e : 1) / (1 + e);
}

#define LOGISTIC(a, e) _Generic((a), float : logistic_f32_of, double : logistic_f64_of)(a, e)

/* Half of e^a, which may be finite where e^a is not. */
static inline float half_exp(float a)
{
    return expf(a + -0.693147181F);
}

static inline float cosh_f32_of(float a)
{
    return half_exp(a) + half_exp(-a);
}

static inline float sinh_f32_of(float a)
{
    float near = expm1f(a);
    return fabsf(a) < 1 ? (near + near / (near + 1)) / 2 : half_exp(a) - half_exp(-a);
}

#define COSH(a)    _Generic((a), float : cosh_f32_of, double : cosh)(a)
#define SINH(a)    _Generic((a), float : sinh_f32_of, double : sinh)(a)
#define ERF_INV(a) _Generic((a), float : ax_erf_inv_f32, double : ax_erf_inv_f64)(a)

#define D(function, a) function((double)(a))
#define F(function)    _Generic((T)0, float : function##f, double : function)

/* ---- the functions ---- */

#define DEFINE(dtype, name, T_, U_, S_, W_, op, R, ...)                      \
    static void op##_##name(int64_t count, const void *const *in, void *out) \
    {                                                                        \
        typedef T_ T __attribute__((unused));                                \
        typedef U_ U __attribute__((unused));                                \
        typedef S_ S __attribute__((unused));                                \
        typedef W_ W __attribute__((unused));                                \
        enum { BITS = 8 * sizeof(T) };                                       \
        const T *left = in[0], *right = in[1];                               \
        R *result = out;                                                     \
        AX_INDEPENDENT                                                       \
        for (int64_t i = 0; i < count; i++) {                                \
            T a = left[i], b = right[i];                                     \
            (void)b;                                                         \
            result[i] = (R)(__VA_ARGS__);                                    \
        }                                                                    \
    }

/* A result that is no T is a byte, which needs no rounding. */
#define DEFINE_HALF(dtype, name, T_, U_, S_, W_, op, R)                             \
    static void op##_##name(int64_t count, const void *const *in, void *out)        \
    {                                                                               \
        typedef float T __attribute__((unused));                                    \
        ax_run_halves(dtype, op##_f32, sizeof(R) == sizeof(float), count, in, out); \
    }

#define AX_ELEMENTWISE(op, noperands, traits)
#define AX_LOOP(op, dtypes, result, ...) \
    AX_TYPES_##dtypes(DEFINE, op, result, __VA_ARGS__) AX_HALVES_##dtypes(DEFINE_HALF, op, result)
#include "ops/elementwise.def"
#undef AX_ELEMENTWISE
#undef AX_LOOP

/* ---- the table ---- */

#define ENTRY(dtype, name, T, U, S, W, op) [AX_LOOPS_##op][dtype] = op##_##name,
#define AX_ELEMENTWISE(op, noperands, traits)
#define AX_LOOP(op, dtypes, result, ...) AX_TYPES_##dtypes(ENTRY, op) AX_HALVES_##dtypes(ENTRY, op)
const ax_loop_row ax_loops[AX_LOOPS_COUNT] = {
#include "ops/elementwise.def"
};
