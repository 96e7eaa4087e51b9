/* Elementwise ops whose operands or result are of unlike types: compare, select, clamp. */
#include "ops/check.h"
#include "ops/elementwise.h"

/* ---- compare ---- */

#define DEFINE_COMPARE(dtype, name, T, U, S, W, direction, operator)                \
    static void direction##_##name(int64_t count, const void *const *in, void *out) \
    {                                                                               \
        const T *left = in[0], *right = in[1];                                      \
        uint8_t *result = out;                                                      \
        AX_INDEPENDENT                                                              \
        for (int64_t i = 0; i < count; i++)                                         \
            result[i] = left[i] operator right[i];                                  \
    }

#define AX_COMPARISONS(X) X(EQ, ==) X(NE, !=) X(LT, <) X(LE, <=) X(GT, >) X(GE, >=)

#define DEFINE_HALF_COMPARE(dtype, name, T, U, S, W, direction)                     \
    static void direction##_##name(int64_t count, const void *const *in, void *out) \
    {                                                                               \
        ax_run_halves(dtype, direction##_f32, false, count, in, out);               \
    }

/* Bits as signed integers, with all but the sign turned over where it is set, are in total order. */
#define TOTAL_KEY(name, S, x) \
    (S)((S)ax_bits_##name(x) ^ ((S)((S)ax_bits_##name(x) >> (8 * sizeof(S) - 1)) & S##_MAX))
#define int16_t_MAX INT16_MAX
#define int32_t_MAX INT32_MAX
#define int64_t_MAX INT64_MAX

#define DEFINE_TOTAL(dtype, name, T, U, S, W, direction, operator)                          \
    static void TOTAL_##direction##_##name(int64_t count, const void *const *in, void *out) \
    {                                                                                       \
        const T *left = in[0], *right = in[1];                                              \
        uint8_t *result = out;                                                              \
        AX_INDEPENDENT                                                                      \
        for (int64_t i = 0; i < count; i++)                                                 \
            result[i] = TOTAL_KEY(name, S, left[i]) operator TOTAL_KEY(name, S, right[i]);  \
    }

#define DEFINE_DIRECTION(direction, operator)         \
    AX_TYPES_ALL(DEFINE_COMPARE, direction, operator) \
    AX_TYPES_HALF(DEFINE_HALF_COMPARE, direction)     \
    AX_TYPES_FLOAT(DEFINE_TOTAL, direction, operator) \
    AX_TYPES_HALF(DEFINE_TOTAL, direction, operator)
AX_COMPARISONS(DEFINE_DIRECTION)

#define ENTRY(dtype, name, T, U, S, W, op) [dtype] = op##_##name,
#define DIRECTION_ROW(direction, operator) \
    [AX_##direction] = {AX_TYPES_ALL(ENTRY, direction) AX_TYPES_HALF(ENTRY, direction)},
#define TOTAL_ROW(direction, operator)                                                           \
    [AX_TOTAL_##direction] = {AX_TYPES_BOOL(ENTRY, direction) AX_TYPES_INTEGER(ENTRY, direction) \
                                  AX_TYPES_HALF(ENTRY, TOTAL_##direction)                        \
                                      AX_TYPES_FLOAT(ENTRY, TOTAL_##direction)},
static const ax_loop_row compare_loops[] = {AX_COMPARISONS(DIRECTION_ROW)
                                                AX_COMPARISONS(TOTAL_ROW)};

static const char *compare_word(ax_attr_key key, int64_t value)
{
    return key == AX_ATTR_COMPARISON_DIRECTION ? ax_comparison_name((ax_comparison)value) : NULL;
}

static ax_status *infer_compare(const ax_eqn *eqn, ax_type *out_types)
{
    AX_TRY(ax_check_form(eqn));
    const ax_type *left = ax_operand_type(eqn, 0), *right = ax_operand_type(eqn, 1);
    int64_t direction = ax_eqn_int(eqn, AX_ATTR_COMPARISON_DIRECTION);
    if (direction < AX_EQ || direction > AX_TOTAL_GE) {
        return AX_ERROR(AX_INVALID_ARGUMENT, "compare: there is no direction %lld",
                        (long long)direction);
    }
    if (!ax_type_equal(left, right)) {
        return AX_ERROR(AX_INVALID_ARGUMENT, "compare: its operands are %s and %s; they must agree",
                        AX_TYPE_STRING(left), AX_TYPE_STRING(right));
    }
    AX_TRY(ax_check_dtype(eqn, left->dtype));
    out_types[0] = *left;
    out_types[0].dtype = AX_BOOL;
    return NULL;
}

static ax_status *eval_compare(const ax_eval_env *env, const ax_eqn *eqn, const ax_tensor *operands,
                               const ax_tensor *results)
{
    (void)env;
    int64_t direction = ax_eqn_int(eqn, AX_ATTR_COMPARISON_DIRECTION);
    ax_run_loop(compare_loops[direction][operands[0].type.dtype], 2, operands, results);
    return NULL;
}

AX_OP_RECORD(compare, elementwise, .traits = AX_TRAIT_ELEMENTWISE, .dtypes = AX_SET_REAL,
             .noperands = 2, .attrs = AX_ATTR_LIST(AX_ATTR_COMPARISON_DIRECTION),
             .attr_word = compare_word, .infer = AX_RULE(infer_compare),
             .batch = AX_RULE(ax_batch_elementwise), .eval = AX_RULE(eval_compare));

/* ---- clamp ---- */

#define CLAMP_BOOL(a, low, high)    ((a | low) & high)
#define CLAMP_INTEGER(a, low, high) ((a > low ? a : low) < high ? (a > low ? a : low) : high)
#define CLAMP_FLOAT(a, low, high)   AX_FLOAT_MIN(AX_FLOAT_MAX(a, low), high)

#define DEFINE_CLAMP(dtype, name, T, U, S, W, clamp)                          \
    static void clamp_##name(int64_t count, const void *const *in, void *out) \
    {                                                                         \
        const T *lows = in[0], *operand = in[1], *highs = in[2];              \
        T *result = out;                                                      \
        AX_INDEPENDENT                                                        \
        for (int64_t i = 0; i < count; i++) {                                 \
            T a = operand[i], low = lows[i], high = highs[i];                 \
            result[i] = (T)clamp(a, low, high);                               \
        }                                                                     \
    }
AX_TYPES_BOOL(DEFINE_CLAMP, CLAMP_BOOL)
AX_TYPES_INTEGER(DEFINE_CLAMP, CLAMP_INTEGER)
AX_TYPES_FLOAT(DEFINE_CLAMP, CLAMP_FLOAT)

#define DEFINE_HALF_CLAMP(dtype, name, ...)                                   \
    static void clamp_##name(int64_t count, const void *const *in, void *out) \
    {                                                                         \
        ax_run_halves(dtype, clamp_f32, true, count, in, out);                \
    }
AX_TYPES_HALF(DEFINE_HALF_CLAMP, )

static const ax_loop_row clamp_loops = {AX_TYPES_ALL(ENTRY, clamp) AX_TYPES_HALF(ENTRY, clamp)};

static ax_status *infer_clamp(const ax_eqn *eqn, ax_type *out_types)
{
    AX_TRY(ax_check_form(eqn));
    const ax_type *type = ax_operand_type(eqn, 1);
    for (int32_t i = 0; i < 3; i += 2) {
        const ax_type *bound = ax_operand_type(eqn, i);
        if (ax_type_equal(bound, type) || (bound->ndim == 0 && bound->dtype == type->dtype))
            continue;
        return AX_ERROR(AX_INVALID_ARGUMENT,
                        "clamp: the %s bound of %s is %s; the same type or a scalar is wanted",
                        i == 0 ? "lower" : "upper", AX_TYPE_STRING(type), AX_TYPE_STRING(bound));
    }
    AX_TRY(ax_check_dtype(eqn, type->dtype));
    out_types[0] = *type;
    return NULL;
}

static ax_status *eval_clamp(const ax_eval_env *env, const ax_eqn *eqn, const ax_tensor *operands,
                             const ax_tensor *results)
{
    (void)env;
    (void)eqn;
    ax_run_loop(clamp_loops[operands[1].type.dtype], 3, operands, results);
    return NULL;
}

AX_OP_RECORD(clamp, elementwise, .traits = AX_TRAIT_ELEMENTWISE, .dtypes = AX_SET_REAL,
             .noperands = 3, .infer = AX_RULE(infer_clamp), .batch = AX_RULE(ax_batch_elementwise),
             .eval = AX_RULE(eval_clamp));

/* ---- select: moves elements of any dtype, so only their size matters ---- */

typedef struct bits128 {
    uint64_t low, high;
} bits128;

#define DEFINE_SELECT(bits)                                                    \
    static void select_##bits(int64_t count, const void *const *in, void *out) \
    {                                                                          \
        const uint8_t *predicate = in[0];                                      \
        const bits *on_true = in[1], *on_false = in[2];                        \
        bits *result = out;                                                    \
        AX_INDEPENDENT                                                         \
        for (int64_t i = 0; i < count; i++) {                                  \
            bits a = on_true[i], b = on_false[i];                              \
            result[i] = predicate[i] ? a : b;                                  \
        }                                                                      \
    }
typedef uint8_t __attribute__((may_alias)) bits8;
typedef uint16_t __attribute__((may_alias)) bits16;
typedef uint32_t __attribute__((may_alias)) bits32;
typedef uint64_t __attribute__((may_alias)) bits64;
DEFINE_SELECT(bits8)
DEFINE_SELECT(bits16)
DEFINE_SELECT(bits32)
DEFINE_SELECT(bits64)
DEFINE_SELECT(bits128)

static ax_status *infer_select(const ax_eqn *eqn, ax_type *out_types)
{
    AX_TRY(ax_check_form(eqn));
    const ax_type *predicate = ax_operand_type(eqn, 0);
    const ax_type *on_true = ax_operand_type(eqn, 1), *on_false = ax_operand_type(eqn, 2);
    if (!ax_type_equal(on_true, on_false)) {
        return AX_ERROR(AX_INVALID_ARGUMENT, "select: from %s or %s; the two must agree",
                        AX_TYPE_STRING(on_true), AX_TYPE_STRING(on_false));
    }
    ax_type wanted = *on_true;
    wanted.dtype = AX_BOOL;
    if (predicate->dtype != AX_BOOL ||
        (predicate->ndim != 0 && !ax_type_equal(predicate, &wanted))) {
        return AX_ERROR(AX_INVALID_ARGUMENT, "select: the predicate is %s; %s or bool[] is wanted",
                        AX_TYPE_STRING(predicate), AX_TYPE_STRING(&wanted));
    }
    out_types[0] = *on_true;
    return NULL;
}

static ax_status *eval_select(const ax_eval_env *env, const ax_eqn *eqn, const ax_tensor *operands,
                              const ax_tensor *results)
{
    (void)env;
    (void)eqn;
    ax_loop *loop = select_bits128;
    switch (ax_dtype_bytes(operands[1].type.dtype)) {
    case 1: loop = select_bits8; break;
    case 2: loop = select_bits16; break;
    case 4: loop = select_bits32; break;
    case 8: loop = select_bits64; break;
    }
    ax_run_loop(loop, 3, operands, results);
    return NULL;
}

AX_OP_RECORD(select, elementwise, .traits = AX_TRAIT_ELEMENTWISE, .dtypes = AX_SET_EVERY,
             .noperands = 3, .infer = AX_RULE(infer_select), .batch = AX_RULE(ax_batch_elementwise),
             .eval = AX_RULE(eval_select));
