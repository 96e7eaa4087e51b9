/* Elementwise ops on the bits of elements: bitcast_convert, reduce_precision, next_after. */
#include "ops/check.h"
#include "ops/elementwise.h"
#include "ops/strided.h"

#include <string.h>

/* ---- bitcast_convert: the same bytes, which dense arrays hold in the same order ---- */

static ax_status *wrong_bitcast(const ax_type *from, const ax_type *to)
{
    return AX_ERROR(AX_INVALID_ARGUMENT,
                    "bitcast_convert: %s as %s; dims must agree, and the wider elements' array is "
                    "without the last dimension, which counts their parts",
                    AX_TYPE_STRING(from), AX_TYPE_STRING(to));
}

static ax_status *infer_bitcast_convert(const ax_eqn *eqn, ax_type *out_types)
{
    AX_TRY(ax_check_form(eqn));
    const ax_type *from = ax_operand_type(eqn, 0);
    const ax_type *to = ax_eqn_type(eqn, AX_ATTR_RESULT_TYPE);
    AX_TRY(ax_type_check(to));
    AX_TRY(ax_check_dtype(eqn, from->dtype));
    AX_TRY(ax_check_dtype(eqn, to->dtype));
    ax_kind kinds[] = {ax_dtype_kind(from->dtype), ax_dtype_kind(to->dtype)};
    for (int i = 0; i < 2; i++) {
        bool alone = kinds[i] == AX_KIND_BOOL || kinds[i] == AX_KIND_COMPLEX;
        if (alone && kinds[i] != kinds[1 - i]) {
            return AX_ERROR(AX_INVALID_ARGUMENT, "bitcast_convert of %s to %s is not allowed",
                            ax_dtype_name(from->dtype), ax_dtype_name(to->dtype));
        }
    }
    int64_t bytes[] = {ax_dtype_bytes(from->dtype), ax_dtype_bytes(to->dtype)};
    const ax_type *parts = bytes[0] < bytes[1] ? from : to, *whole = parts == from ? to : from;
    int64_t ratio = bytes[0] < bytes[1] ? bytes[1] / bytes[0] : bytes[0] / bytes[1];
    ax_type same_dims = *parts;
    same_dims.dtype = whole->dtype;
    if (ratio != 1) {
        if (parts->ndim == 0 || parts->dims[parts->ndim - 1] != ratio)
            return wrong_bitcast(from, to);
        same_dims.ndim--;
        same_dims.dims[same_dims.ndim] = 0;
    }
    if (!ax_type_equal(&same_dims, whole))
        return wrong_bitcast(from, to);
    out_types[0] = *to;
    return NULL;
}

static ax_status *eval_bitcast_convert(const ax_eval_env *env, const ax_eqn *eqn,
                                       const ax_tensor *operands, const ax_tensor *results)
{
    (void)eqn;
    ax_strided_deal_run(env, ax_type_bytes(&results->type), results->data, operands->data);
    return NULL;
}

/* The last dimension, where it is the parts of one element, stays last. */
static void batch_bitcast_convert(ax_batching *batching, const ax_eqn *eqn)
{
    ax_batched x = ax_batch_operand(batching, eqn, 0);
    const ax_type *to = ax_eqn_type(eqn, AX_ATTR_RESULT_TYPE);
    ax_attr type = {.key = AX_ATTR_RESULT_TYPE};
    if (x.axis > to->ndim)
        x = (ax_batched){ax_batch_move(batching, x, 0, eqn->location), 0};
    if (!ax_batch_insert_dim(batching, eqn, to, x.axis, &type.type))
        return;
    ax_batch_emit(batching, eqn, &x.value, &type, 1, x.axis);
}

AX_OP_RECORD(bitcast_convert, elementwise, .dtypes = AX_SET_EVERY, .noperands = 1,
             .attrs = AX_ATTR_LIST(AX_ATTR_RESULT_TYPE), .infer = AX_RULE(infer_bitcast_convert),
             .batch = AX_RULE(batch_bitcast_convert), .eval = AX_RULE(eval_bitcast_convert));

/* ---- reduce_precision ---- */

/* A format of floats: IEEE 754's, with these numbers of bits. */
typedef struct float_format {
    int exponent_bits, mantissa_bits;
} float_format;

static float_format format_of(ax_dtype dtype)
{
    switch (dtype) {
    case AX_F16: return (float_format){5, 10};
    case AX_BF16: return (float_format){8, 7};
    case AX_F32: return (float_format){8, 23};
    default: return (float_format){11, 52};
    }
}

/* How bits of one format are cut to another. Bits as integers, without the sign, are in the order of the
 * values: those past `greatest` become infinite, those below `least` zero. */
typedef struct precision_cut {
    int shift; /* mantissa bits that go */
    uint64_t greatest, least, infinity;
} precision_cut;

static precision_cut plan_cut(float_format from, int64_t exponent_bits, int64_t mantissa_bits)
{
    uint64_t one = 1;
    precision_cut cut = {.infinity = ((one << from.exponent_bits) - 1) << from.mantissa_bits};
    if (mantissa_bits < from.mantissa_bits)
        cut.shift = from.mantissa_bits - (int)mantissa_bits;
    cut.greatest = cut.infinity - 1;
    if (exponent_bits < from.exponent_bits) {
        uint64_t bias = (one << (from.exponent_bits - 1)) - 1,
                 less = (one << (exponent_bits - 1)) - 1;
        cut.greatest = ((bias + less + 1) << from.mantissa_bits) - 1;
        cut.least = (bias - less + 1) << from.mantissa_bits;
    }
    return cut;
}

#define DEFINE_CUT(U)                                                                         \
    static void cut_##U(const precision_cut *cut, int64_t count, const void *x, void *out)    \
    {                                                                                         \
        const U sign_bit = (U)((U)1 << (8 * sizeof(U) - 1)), unit = (U)((U)1 << cut->shift);  \
        const U greatest = (U)cut->greatest, least = (U)cut->least, inf = (U)cut->infinity;   \
        const U *operand = x;                                                                 \
        U *result = out;                                                                      \
        AX_INDEPENDENT                                                                        \
        for (int64_t i = 0; i < count; i++) {                                                 \
            U sign = operand[i] & sign_bit, rest = operand[i] & (U)~sign_bit;                 \
            U odd = (U)(rest >> cut->shift) & 1;                                              \
            U rounded = cut->shift ? (U)(rest + (U)(unit / 2 - 1) + odd) & (U) ~(U)(unit - 1) \
                                   : rest;                                                    \
            rounded = rounded > greatest ? inf : rounded < least ? 0 : rounded;               \
            result[i] = (U)(sign | (rest > inf ? rest : rounded));                            \
        }                                                                                     \
    }
DEFINE_CUT(uint16_t)
DEFINE_CUT(uint32_t)
DEFINE_CUT(uint64_t)

static ax_status *infer_reduce_precision(const ax_eqn *eqn, ax_type *out_types)
{
    AX_TRY(ax_check_form(eqn));
    const ax_type *type = ax_operand_type(eqn, 0);
    AX_TRY(ax_check_dtype(eqn, type->dtype));
    int64_t exponent = ax_eqn_int(eqn, AX_ATTR_EXPONENT_BITS);
    int64_t mantissa = ax_eqn_int(eqn, AX_ATTR_MANTISSA_BITS);
    if (exponent < 1 || mantissa < 0) {
        return AX_ERROR(AX_INVALID_ARGUMENT,
                        "reduce_precision to %lld bits of exponent and %lld of mantissa; at least "
                        "1 and 0 are wanted",
                        (long long)exponent, (long long)mantissa);
    }
    out_types[0] = *type;
    return NULL;
}

static ax_status *eval_reduce_precision(const ax_eval_env *env, const ax_eqn *eqn,
                                        const ax_tensor *operands, const ax_tensor *results)
{
    (void)env;
    ax_dtype dtype = operands->type.dtype;
    precision_cut cut = plan_cut(format_of(dtype), ax_eqn_int(eqn, AX_ATTR_EXPONENT_BITS),
                                 ax_eqn_int(eqn, AX_ATTR_MANTISSA_BITS));
    int64_t count = ax_type_count(&results->type);
    switch (ax_dtype_bytes(dtype)) {
    case 2: cut_uint16_t(&cut, count, operands->data, results->data); break;
    case 4: cut_uint32_t(&cut, count, operands->data, results->data); break;
    default: cut_uint64_t(&cut, count, operands->data, results->data); break;
    }
    return NULL;
}

AX_OP_RECORD(reduce_precision, elementwise, .traits = AX_TRAIT_ELEMENTWISE, .dtypes = AX_SET_FLOAT,
             .noperands = 1, .attrs = AX_ATTR_LIST(AX_ATTR_EXPONENT_BITS, AX_ATTR_MANTISSA_BITS),
             .infer = AX_RULE(infer_reduce_precision), .batch = AX_RULE(ax_batch_elementwise),
             .eval = AX_RULE(eval_reduce_precision));

/* ---- next_after ---- */

/* Without the sign, bits are in the order of the sizes, so a neighbour is one up or down. */
#define DEFINE_NEXT(name, U, infinity)                                                   \
    static void next_##name(int64_t count, const void *const *in, void *out)             \
    {                                                                                    \
        const U sign_bit = (U)((U)1 << (8 * sizeof(U) - 1)), size_bits = (U)~sign_bit;   \
        const U nan = (U)((infinity) | (infinity) >> 1);                                 \
        const U *from = in[0], *to = in[1];                                              \
        U *result = out;                                                                 \
        AX_INDEPENDENT                                                                   \
        for (int64_t i = 0; i < count; i++) {                                            \
            U a = from[i], b = to[i], sign = a & sign_bit;                               \
            U size = a & size_bits, goal = b & size_bits;                                \
            bool down = sign != (b & sign_bit) || size > goal;                           \
            U next = (U)(sign | (U)(down ? size - 1 : size + 1));                        \
            next = size == 0 ? (U)((b & sign_bit) | 1) : next; /* the least subnormal */ \
            next = a == b || (size | goal) == 0 ? b : next;                              \
            result[i] = size > (infinity) || goal > (infinity) ? nan : next;             \
        }                                                                                \
    }
DEFINE_NEXT(f16, uint16_t, 0x7c00)
DEFINE_NEXT(bf16, uint16_t, 0x7f80)
DEFINE_NEXT(f32, uint32_t, 0x7f800000)
DEFINE_NEXT(f64, uint64_t, 0x7ff0000000000000)

static ax_loop *const next_loops[AX_DTYPE_COUNT] = {
    [AX_F16] = next_f16, [AX_BF16] = next_bf16, [AX_F32] = next_f32, [AX_F64] = next_f64};

static ax_status *eval_next_after(const ax_eval_env *env, const ax_eqn *eqn,
                                  const ax_tensor *operands, const ax_tensor *results)
{
    (void)env;
    (void)eqn;
    ax_run_loop(next_loops[operands->type.dtype], 2, operands, results);
    return NULL;
}

AX_OP_RECORD(next_after, elementwise, .traits = AX_TRAIT_ELEMENTWISE, .dtypes = AX_SET_FLOAT,
             .noperands = 2, .infer = AX_RULE(ax_infer_elementwise),
             .batch = AX_RULE(ax_batch_elementwise), .eval = AX_RULE(eval_next_after));
