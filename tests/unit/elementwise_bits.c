/* bitcast_convert and reduce_precision: what is refused, and bytes by the definition of the formats. */
#include "test.h"

#include "optest.h"

#include "base/half.h"
#include "base/unconst.h"

#include <axmap/elementwise.h>
#include <math.h>

typedef struct cut {
    int64_t exponent_bits, mantissa_bits;
} cut;

static ax_value build_bitcast(ax_builder *b, const ax_value *in, const void *user)
{
    (void)b;
    return ax_bitcast_convert(in[0], *(const ax_dtype *)user);
}

static ax_value build_cut(ax_builder *b, const ax_value *in, const void *user)
{
    (void)b;
    const cut *c = user;
    return ax_reduce_precision(in[0], c->exponent_bits, c->mantissa_bits);
}

static ax_value build_next(ax_builder *b, const ax_value *in, const void *user)
{
    (void)b;
    (void)user;
    return ax_next_after(in[0], in[1]);
}

static ax_value build_infinite(ax_builder *b, const ax_value *in, const void *user)
{
    (void)b;
    (void)user;
    return ax_is_inf(in[0]);
}

static void a_narrower_dtype_adds_a_dimension(void **state)
{
    (void)state;
    const uint32_t whole[] = {0x04030201, 0x08070605, 0x0c0b0a09};
    uint8_t parts[12];
    for (int i = 0; i < 12; i++)
        parts[i] = (uint8_t)(i + 1);
    ax_type wide = optest_type(AX_F32, AX_LIST(3)), narrow = optest_type(AX_U8, AX_LIST(3, 4));
    void *in[] = {ax_unconst(whole)}, *in_parts[] = {parts};
    optest_expect(optest_apply(build_bitcast, &(ax_dtype){AX_U8}, 1, &wide, in), narrow, parts);
    optest_expect(optest_apply(build_bitcast, &(ax_dtype){AX_F32}, 1, &narrow, in_parts), wide,
                  whole);
    ax_type words = optest_type(AX_I16, AX_LIST(3, 2));
    optest_expect(optest_apply(build_bitcast, &(ax_dtype){AX_I16}, 1, &wide, in), words, parts);
    ax_type same = optest_type(AX_I32, AX_LIST(3));
    optest_expect(optest_apply(build_bitcast, &(ax_dtype){AX_I32}, 1, &wide, in), same, whole);
}

static void parts_that_do_not_make_one_are_refused(void **state)
{
    (void)state;
    ax_type thirds = optest_type(AX_U8, AX_LIST(4, 3)), scalar = ax_type_scalar(AX_U8);
    optest_refuses(build_bitcast, &(ax_dtype){AX_F32}, 1, &thirds, AX_INVALID_ARGUMENT,
                   "bitcast_convert: u8[4,3] as f32[4]; dims must agree");
    optest_refuses(build_bitcast, &(ax_dtype){AX_F32}, 1, &scalar, AX_INVALID_ARGUMENT,
                   "bitcast_convert: u8[] as f32[]");
    ax_type flags = optest_type(AX_BOOL, AX_LIST(4)), complex_ = optest_type(AX_C64, AX_LIST(4));
    optest_refuses(build_bitcast, &(ax_dtype){AX_U8}, 1, &flags, AX_INVALID_ARGUMENT,
                   "bitcast_convert of bool to u8 is not allowed");
    optest_refuses(build_bitcast, &(ax_dtype){AX_F64}, 1, &complex_, AX_INVALID_ARGUMENT,
                   "bitcast_convert of c64 to f64 is not allowed");
    const int64_t ones[AX_MAX_NDIM] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    ax_type deep = optest_type(AX_F32, (ax_ints){AX_MAX_NDIM, ones});
    optest_refuses(build_bitcast, &(ax_dtype){AX_U8}, 1, &deep, AX_INVALID_ARGUMENT,
                   "at most 16 dimensions");
}

/* f32 with the numbers of bits of bf16 is bf16's rounding; with f16's, f16's but for its subnormals. */
static void formats_of_fewer_bits_round_as_halves_do(void **state)
{
    (void)state;
    enum { N = 4096 };
    static float x[N], bf16[N], f16[N];
    for (uint32_t i = 0; i < N; i++) {
        uint32_t bits = i * 0x00100401U + (i & 7) * 0x1000;
        memcpy(&x[i], &bits, sizeof bits);
        uint16_t narrow = ax_bf16_from_f64((double)x[i]);
        bool nan = x[i] != x[i];
        bf16[i] = nan ? x[i] : ax_f32_from_bf16(narrow);
        f16[i] = nan ? x[i] : ax_f32_from_f16(ax_f16_from_f64((double)x[i]));
        /* The least normal f16 is as high as a subnormal may be rounded to; no value is near it here. */
        if (x[i] < 0x1p-14F && x[i] > -0x1p-14F)
            f16[i] = x[i] < 0 || bits >> 31 ? -0.0F : 0.0F;
        if (bits << 1 < 1U << 24) /* subnormals keep their unit */
            x[i] = bf16[i] = f16[i] = bits >> 31 ? -0.0F : 0.0F;
    }
    ax_type type = optest_type(AX_F32, AX_LIST(N));
    void *in[] = {x};
    optest_expect(optest_apply(build_cut, &(cut){8, 7}, 1, &type, in), type, bf16);
    optest_expect(optest_apply(build_cut, &(cut){5, 10}, 1, &type, in), type, f16);
    optest_expect(optest_apply(build_cut, &(cut){8, 23}, 1, &type, in), type, x);
    optest_expect(optest_apply(build_cut, &(cut){99, 99}, 1, &type, in), type, x);
}

static void what_has_no_meaning_is_refused(void **state)
{
    (void)state;
    ax_type floats = optest_type(AX_F32, AX_LIST(4)), ints = optest_type(AX_I32, AX_LIST(4));
    optest_refuses(build_cut, &(cut){0, 7}, 1, &floats, AX_INVALID_ARGUMENT,
                   "reduce_precision to 0 bits of exponent and 7 of mantissa");
    optest_refuses(build_cut, &(cut){5, -1}, 1, &floats, AX_INVALID_ARGUMENT, "-1 of mantissa");
    optest_refuses(build_cut, &(cut){5, 7}, 1, &ints, AX_INVALID_ARGUMENT,
                   "reduce_precision takes no i32; it takes f16 bf16 f32 f64");
    optest_refuses(build_next, NULL, 2, (ax_type[]){ints, ints}, AX_INVALID_ARGUMENT,
                   "next_after takes no i32");
    optest_refuses(build_next, NULL, 2, (ax_type[]){floats, ints}, AX_INVALID_ARGUMENT,
                   "its operands are f32[4] and i32[4]");
}

static void infinities_are_found(void **state)
{
    (void)state;
    float x[] = {1, INFINITY, -INFINITY, NAN, 3.4e38F};
    ax_type type = optest_type(AX_F32, AX_LIST(5)), flags = optest_type(AX_BOOL, AX_LIST(5));
    void *in[] = {x};
    optest_expect(optest_apply(build_infinite, NULL, 1, &type, in), flags,
                  (uint8_t[]){0, 1, 1, 0, 0});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_narrower_dtype_adds_a_dimension),
        cmocka_unit_test(parts_that_do_not_make_one_are_refused),
        cmocka_unit_test(formats_of_fewer_bits_round_as_halves_do),
        cmocka_unit_test(what_has_no_meaning_is_refused),
        cmocka_unit_test(infinities_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
