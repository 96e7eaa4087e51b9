/* convert: from any dtype to any, by loops between the types that C has; halves are widened to f32 and
 * rounded from it. */
#include "ops/check.h"
#include "ops/elementwise.h"

#include <string.h>

/* ---- between the types of C ---- */

#define DEFINE_CONVERT(from_name, From, to_name, To, ...)                                 \
    static void from_name##_to_##to_name(int64_t count, const void *const *in, void *out) \
    {                                                                                     \
        const From *operand = in[0];                                                      \
        To *result = out;                                                                 \
        AX_INDEPENDENT                                                                    \
        for (int64_t i = 0; i < count; i++) {                                             \
            From x = operand[i];                                                          \
            result[i] = (To)(__VA_ARGS__);                                                \
        }                                                                                 \
    }
#define TO_BOOL(dtype, name, T, U, S, W, from_name, From) \
    DEFINE_CONVERT(from_name, From, name, T, x != 0)
#define TO_CAST(dtype, name, T, U, S, W, from_name, From) \
    DEFINE_CONVERT(from_name, From, name, T, x)
#define TO_SATURATED(dtype, name, T, U, S, W, from_name, From) \
    DEFINE_CONVERT(from_name, From, name, T, ax_saturate_##T##_##From(x))

/* An integer wraps where the result's type is narrower. */
#define FROM_INTEGER(dtype, name, ctype) \
    AX_TYPES_BOOL(TO_BOOL, name, ctype)  \
    AX_TYPES_INTEGER(TO_CAST, name, ctype) AX_TYPES_FLOAT(TO_CAST, name, ctype)
#define FROM_FLOAT(dtype, name, ctype)  \
    AX_TYPES_BOOL(TO_BOOL, name, ctype) \
    AX_TYPES_INTEGER(TO_SATURATED, name, ctype) AX_TYPES_FLOAT(TO_CAST, name, ctype)
FROM_INTEGER(AX_BOOL, flag, uint8_t)
AX_INTEGER_NUMBERS(FROM_INTEGER)
AX_FLOAT_NUMBERS(FROM_FLOAT)

/* ---- to halves ---- */

/* A value with more digits than f32 has, cut to f32 with the last digit set where something was cut off
 * ("round to odd"): rounding that to a half is then rounding the value itself. */
static inline float f32_odd_from_f64(double x)
{
    float nearest = (float)x;
    uint32_t bits = ax_bits_f32(nearest);
    double difference = (double)nearest - x;
    bool away = x < 0 ? difference < 0 : difference > 0; /* never of a zero */
    uint32_t odd = (away ? bits - 1 : bits) | 1;
    return difference == 0 || x != x || nearest == x ? nearest : ax_float_bits_f32(odd);
}

/* The same of an integer: its low bits, which no half could show, become one. */
static inline float f32_odd_from_i64(int64_t x)
{
    int64_t high = x >> 32, cut = (x >> 16 | ((x & 0xffff) != 0)) * 65536;
    return f32_odd_from_f64((double)(high == 0 || high == -1 ? x : cut));
}

static inline float f32_odd_from_u64(uint64_t x)
{
    uint64_t cut = (x >> 16 | ((x & 0xffff) != 0)) << 16;
    return f32_odd_from_f64((double)(x >> 32 == 0 ? x : cut));
}

#define ODD_OF_SMALL(x)  (float)(x)
#define ODD_OF_MIDDLE(x) f32_odd_from_f64((double)(x))
/* From a wide type to a half: X(dtype, name, C type, how it becomes f32) */
#define TO_HALF_SOURCES(X)                     \
    X(AX_BOOL, flag, uint8_t, ODD_OF_SMALL)    \
    X(AX_I8, i8, int8_t, ODD_OF_SMALL)         \
    X(AX_I16, i16, int16_t, ODD_OF_SMALL)      \
    X(AX_I32, i32, int32_t, ODD_OF_MIDDLE)     \
    X(AX_I64, i64, int64_t, f32_odd_from_i64)  \
    X(AX_U8, u8, uint8_t, ODD_OF_SMALL)        \
    X(AX_U16, u16, uint16_t, ODD_OF_SMALL)     \
    X(AX_U32, u32, uint32_t, ODD_OF_MIDDLE)    \
    X(AX_U64, u64, uint64_t, f32_odd_from_u64) \
    X(AX_F32, f32, float, ODD_OF_SMALL)        \
    X(AX_F64, f64, double, f32_odd_from_f64)

enum { ROW = 512 };

#define DEFINE_TO_HALVES(from_dtype, from_name, From, odd)                                  \
    static void from_name##_to_halves(ax_dtype dtype, int64_t count, const void *const *in, \
                                      void *out)                                            \
    {                                                                                       \
        float row[ROW];                                                                     \
        for (int64_t done = 0; done < count; done += ROW) {                                 \
            const From *operand = (const From *)in[0] + done;                               \
            int64_t n = count - done < ROW ? count - done : ROW;                            \
            for (int64_t i = 0; i < n; i++)                                                 \
                row[i] = odd(operand[i]);                                                   \
            ax_halves_narrow(dtype, n, row, (uint16_t *)out + done);                        \
        }                                                                                   \
    }                                                                                       \
    static void from_name##_to_f16(int64_t count, const void *const *in, void *out)         \
    {                                                                                       \
        from_name##_to_halves(AX_F16, count, in, out);                                      \
    }                                                                                       \
    static void from_name##_to_bf16(int64_t count, const void *const *in, void *out)        \
    {                                                                                       \
        from_name##_to_halves(AX_BF16, count, in, out);                                     \
    }
TO_HALF_SOURCES(DEFINE_TO_HALVES)

/* ---- from halves ---- */

static void run_from_halves(ax_dtype dtype, ax_loop *loop, int64_t step, int64_t count,
                            const void *const *in, char *out)
{
    float row[ROW];
    const void *rows[AX_ELEMENTWISE_MOST] = {row, row, row};
    for (int64_t done = 0; done < count; done += ROW) {
        int64_t n = count - done < ROW ? count - done : ROW;
        ax_halves_widen(dtype, n, (const uint16_t *)in[0] + done, row);
        loop(n, rows, out + done * step);
    }
}

#define DEFINE_FROM_HALF(dtype, name, T, U, S, W, from_dtype, from_name)                \
    static void from_name##_to_##name(int64_t count, const void *const *in, void *out)  \
    {                                                                                   \
        run_from_halves(from_dtype, f32_to_##name, (int64_t)sizeof(T), count, in, out); \
    }
AX_TYPES_ALL(DEFINE_FROM_HALF, AX_F16, f16)
AX_TYPES_ALL(DEFINE_FROM_HALF, AX_BF16, bf16)
AX_TYPES_HALF(DEFINE_FROM_HALF, AX_F16, f16)
AX_TYPES_HALF(DEFINE_FROM_HALF, AX_BF16, bf16)

/* ---- the op ---- */

#define TO_ENTRY(dtype, name, T, U, S, W, from_name) [dtype] = from_name##_to_##name,
#define FROM_ROW(dtype, name, ctype) \
    [dtype] = {AX_TYPES_ALL(TO_ENTRY, name) AX_TYPES_HALF(TO_ENTRY, name)},
static const ax_loop_row convert_loops[AX_DTYPE_COUNT] = {FROM_ROW(AX_BOOL, flag, uint8_t) FROM_ROW(
    AX_F16, f16, uint16_t) FROM_ROW(AX_BF16, bf16, uint16_t) AX_NUMBERS(FROM_ROW)};

static ax_status *infer_convert(const ax_eqn *eqn, ax_type *out_types)
{
    AX_TRY(ax_check_form(eqn));
    const ax_type *from = ax_operand_type(eqn, 0);
    const ax_type *to = ax_eqn_type(eqn, AX_ATTR_RESULT_TYPE);
    AX_TRY(ax_type_check(to));
    ax_type same_dims = *from;
    same_dims.dtype = to->dtype;
    if (!ax_type_equal(&same_dims, to)) {
        return AX_ERROR(AX_INVALID_ARGUMENT, "convert: %s to %s; the dims must agree",
                        AX_TYPE_STRING(from), AX_TYPE_STRING(to));
    }
    if (!ax_dtype_set_holds(eqn->op->dtypes, from->dtype) ||
        !ax_dtype_set_holds(eqn->op->dtypes, to->dtype)) {
        return AX_ERROR(AX_UNSUPPORTED, "convert of %s to %s is not supported",
                        ax_dtype_name(from->dtype), ax_dtype_name(to->dtype));
    }
    out_types[0] = *to;
    return NULL;
}

static ax_status *eval_convert(const ax_eval_env *env, const ax_eqn *eqn, const ax_tensor *operands,
                               const ax_tensor *results)
{
    (void)env;
    (void)eqn;
    ax_dtype from = operands[0].type.dtype, to = results[0].type.dtype;
    size_t bytes = (size_t)ax_type_bytes(&results[0].type);
    if (from != to)
        ax_run_loop(convert_loops[from][to], 1, operands, results);
    else if (bytes) /* the value itself, whatever the bits of its NaNs */
        memmove(results[0].data, operands[0].data, bytes);
    return NULL;
}

AX_OP_RECORD(convert, elementwise, .traits = AX_TRAIT_ELEMENTWISE, .dtypes = AX_SET_REAL,
             .noperands = 1, .attrs = AX_ATTR_LIST(AX_ATTR_RESULT_TYPE),
             .infer = AX_RULE(infer_convert), .batch = AX_RULE(ax_batch_elementwise),
             .eval = AX_RULE(eval_convert));
