/* The shape family: values and errors from the definitions in the StableHLO specification. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "optest.h"

#include <axmap/shape.h>

#define F32(...) optest_type(AX_F32, AX_LIST(__VA_ARGS__))
#define I32(...) optest_type(AX_I32, AX_LIST(__VA_ARGS__))

typedef struct lists {
    ax_ints a, b, c;
} lists;

static ax_value broadcast(ax_builder *b, const ax_value *in, const void *user)
{
    (void)b;
    const lists *l = user;
    return ax_broadcast_in_dim(in[0], l->a, l->b);
}

static ax_value reshape(ax_builder *b, const ax_value *in, const void *user)
{
    (void)b;
    return ax_reshape(in[0], ((const lists *)user)->a);
}

static ax_value transpose(ax_builder *b, const ax_value *in, const void *user)
{
    (void)b;
    return ax_transpose(in[0], ((const lists *)user)->a);
}

static ax_value slice(ax_builder *b, const ax_value *in, const void *user)
{
    (void)b;
    const lists *l = user;
    return ax_slice(in[0], l->a, l->b, l->c);
}

static ax_value pad(ax_builder *b, const ax_value *in, const void *user)
{
    (void)b;
    const lists *l = user;
    return ax_pad(in[0], in[1], l->a, l->b, l->c);
}

/* a: the dimension; b: how many operands. */
static ax_value concatenate(ax_builder *b, const ax_value *in, const void *user)
{
    (void)b;
    const lists *l = user;
    return ax_concatenate(in, (int32_t)l->b.values[0], l->a.values[0]);
}

static void counting(const ax_type *type, int32_t operand, void *data)
{
    unsigned char *bytes = data;
    for (int64_t i = 0; i < ax_type_bytes(type); i++)
        bytes[i] = (unsigned char)(i * 7 + operand * 101 + 1);
}

static void test_broadcast_in_dim(void **unused)
{
    (void)unused;
    int32_t x[] = {1, 2, 3};
    void *in[] = {x};
    lists columns = {AX_LIST(2, 3), AX_LIST(1), AX_EMPTY_LIST};
    optest_expect(optest_apply(broadcast, &columns, 1, (ax_type[]){I32(3)}, in), I32(2, 3),
                  (int32_t[]){1, 2, 3, 1, 2, 3});
    lists rows = {AX_LIST(3, 2), AX_LIST(0), AX_EMPTY_LIST};
    optest_expect(optest_apply(broadcast, &rows, 1, (ax_type[]){I32(3)}, in), I32(3, 2),
                  (int32_t[]){1, 1, 2, 2, 3, 3});
    /* Dimensions may change places, and 1 repeats. */
    lists swapped = {AX_LIST(3, 2, 2), AX_LIST(2, 0), AX_EMPTY_LIST};
    optest_expect(optest_apply(broadcast, &swapped, 1, (ax_type[]){I32(1, 3)}, in), I32(3, 2, 2),
                  (int32_t[]){1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3});
    lists scalar = {AX_LIST(2, 2), AX_EMPTY_LIST, AX_EMPTY_LIST};
    optest_expect(optest_apply(broadcast, &scalar, 1, (ax_type[]){ax_type_scalar(AX_I32)}, in),
                  I32(2, 2), (int32_t[]){1, 1, 1, 1});
    lists empty = {AX_LIST(0, 3), AX_LIST(1), AX_EMPTY_LIST};
    optest_expect(optest_apply(broadcast, &empty, 1, (ax_type[]){I32(3)}, in), I32(0, 3), NULL);
}

static void test_broadcast_errors(void **unused)
{
    (void)unused;
    ax_type x[] = {F32(3)};
    lists short_list = {AX_LIST(3), AX_EMPTY_LIST, AX_EMPTY_LIST};
    optest_refuses(broadcast, &short_list, 1, x, AX_INVALID_ARGUMENT,
                   "broadcast_in_dim: broadcast_dimensions has 0 entries, but f32[3] has 1");
    lists outside = {AX_LIST(2, 3), AX_LIST(2), AX_EMPTY_LIST};
    optest_refuses(broadcast, &outside, 1, x, AX_INVALID_ARGUMENT, "names dimension 2");
    lists size = {AX_LIST(2, 4), AX_LIST(1), AX_EMPTY_LIST};
    optest_refuses(broadcast, &size, 1, x, AX_INVALID_ARGUMENT,
                   "dimension 0 of f32[3] has 3, dimension 1 of f32[2,4] has 4");
    lists twice = {AX_LIST(3, 3), AX_LIST(1, 1), AX_EMPTY_LIST};
    ax_type square[] = {F32(3, 3)};
    optest_refuses(broadcast, &twice, 1, square, AX_INVALID_ARGUMENT, "names dimension 1 twice");
    lists huge = {AX_LIST(INT64_MAX, 3), AX_LIST(1), AX_EMPTY_LIST};
    optest_refuses(broadcast, &huge, 1, x, AX_OVERFLOW, "does not fit");
}

static void test_reshape(void **unused)
{
    (void)unused;
    int32_t x[] = {1, 2, 3, 4, 5, 6};
    void *in[] = {x};
    lists l = {AX_LIST(3, 1, 2), AX_EMPTY_LIST, AX_EMPTY_LIST};
    optest_expect(optest_apply(reshape, &l, 1, (ax_type[]){I32(2, 3)}, in), I32(3, 1, 2), x);
    lists wrong = {AX_LIST(4), AX_EMPTY_LIST, AX_EMPTY_LIST};
    optest_refuses(reshape, &wrong, 1, (ax_type[]){I32(2, 3)}, AX_INVALID_ARGUMENT,
                   "i32[2,3] has 6 elements, i32[4] would have 4");
    lists deep = {{AX_MAX_NDIM + 1, (int64_t[AX_MAX_NDIM + 1]){1}}, AX_EMPTY_LIST, AX_EMPTY_LIST};
    optest_refuses(reshape, &deep, 1, (ax_type[]){I32(1)}, AX_INVALID_ARGUMENT, "17 dimensions");
}

static void test_transpose(void **unused)
{
    (void)unused;
    int32_t x[] = {0, 1, 2, 3, 4, 5};
    void *in[] = {x};
    lists swap = {AX_LIST(1, 0), AX_EMPTY_LIST, AX_EMPTY_LIST};
    optest_expect(optest_apply(transpose, &swap, 1, (ax_type[]){I32(2, 3)}, in), I32(3, 2),
                  (int32_t[]){0, 3, 1, 4, 2, 5});
    lists turn = {AX_LIST(2, 0, 1), AX_EMPTY_LIST, AX_EMPTY_LIST};
    optest_expect(optest_apply(transpose, &turn, 1, (ax_type[]){I32(1, 2, 3)}, in), I32(3, 1, 2),
                  (int32_t[]){0, 3, 1, 4, 2, 5});
    lists twice = {AX_LIST(0, 0), AX_EMPTY_LIST, AX_EMPTY_LIST};
    optest_refuses(transpose, &twice, 1, (ax_type[]){I32(2, 3)}, AX_INVALID_ARGUMENT,
                   "transpose: permutation names dimension 0 twice");
    optest_refuses(transpose, &swap, 1, (ax_type[]){I32(2)}, AX_INVALID_ARGUMENT,
                   "permutation has 2 entries, but i32[2] has 1");
}

static void test_slice(void **unused)
{
    (void)unused;
    int32_t x[] = {0, 1, 2, 3, 4, 5, 6, 7};
    void *in[] = {x};
    lists l = {AX_LIST(0, 1), AX_LIST(2, 4), AX_LIST(1, 2)};
    optest_expect(optest_apply(slice, &l, 1, (ax_type[]){I32(2, 4)}, in), I32(2, 2),
                  (int32_t[]){1, 3, 5, 7});
    lists ones = {AX_LIST(1, 2), AX_LIST(2, 4), AX_EMPTY_LIST};
    optest_expect(optest_apply(slice, &ones, 1, (ax_type[]){I32(2, 4)}, in), I32(1, 2),
                  (int32_t[]){6, 7});
    lists stride = {AX_LIST(2), AX_LIST(8), AX_LIST(INT64_MAX)};
    optest_expect(optest_apply(slice, &stride, 1, (ax_type[]){I32(8)}, in), I32(1), (int32_t[]){2});
    lists empty = {AX_LIST(8), AX_LIST(8), AX_LIST(1)};
    optest_expect(optest_apply(slice, &empty, 1, (ax_type[]){I32(8)}, in), I32(0), NULL);
}

static void test_slice_errors(void **unused)
{
    (void)unused;
    ax_type x[] = {I32(8)};
    const lists bad[] = {
        {AX_LIST(-1), AX_LIST(8), AX_LIST(1)},
        {AX_LIST(5), AX_LIST(4), AX_LIST(1)},
        {AX_LIST(0), AX_LIST(9), AX_LIST(1)},
        {AX_LIST(0), AX_LIST(8), AX_LIST(0)},
    };
    const char *said[] = {"[-1:8:1] of 8", "[5:4:1] of 8", "[0:9:1] of 8", "[0:8:0] of 8"};
    for (int i = 0; i < 4; i++)
        optest_refuses(slice, &bad[i], 1, x, AX_INVALID_ARGUMENT, said[i]);
}

static void test_concatenate(void **unused)
{
    (void)unused;
    int32_t a[] = {1, 2, 3, 4}, b[] = {5, 6}, c[1];
    void *in[] = {a, b, c};
    lists columns = {AX_LIST(1), AX_LIST(3), AX_EMPTY_LIST};
    optest_expect(
        optest_apply(concatenate, &columns, 3, (ax_type[]){I32(2, 2), I32(2, 1), I32(2, 0)}, in),
        I32(2, 3), (int32_t[]){1, 2, 5, 3, 4, 6});
    lists rows = {AX_LIST(0), AX_LIST(2), AX_EMPTY_LIST};
    optest_expect(optest_apply(concatenate, &rows, 2, (ax_type[]){I32(2, 2), I32(1, 2)}, in),
                  I32(3, 2), (int32_t[]){1, 2, 3, 4, 5, 6});
    optest_refuses(concatenate, &rows, 2, (ax_type[]){I32(2, 2), I32(2, 1)}, AX_INVALID_ARGUMENT,
                   "operand 0 is i32[2,2], operand 1 is i32[2,1]; they may differ in dimension 0");
    optest_refuses(concatenate, &rows, 2, (ax_type[]){I32(2), F32(2)}, AX_INVALID_ARGUMENT,
                   "operand 1 is f32[2]");
    lists outside = {AX_LIST(1), AX_LIST(2), AX_EMPTY_LIST};
    optest_refuses(concatenate, &outside, 2, (ax_type[]){I32(2), I32(2)}, AX_INVALID_ARGUMENT,
                   "dimension is 1, but the array has 1 dimensions");
    ax_type huge = optest_type(AX_U8, AX_LIST(INT64_MAX));
    optest_refuses(concatenate, &rows, 2, (ax_type[]){huge, huge}, AX_OVERFLOW, "does not fit");
}

static void test_pad(void **unused)
{
    (void)unused;
    int32_t x[] = {1, 2, 3, 4, 5, 6}, zero = 0;
    void *in[] = {x, &zero};
    ax_type matrix[] = {I32(2, 3), ax_type_scalar(AX_I32)};
    ax_type vector[] = {I32(6), ax_type_scalar(AX_I32)};
    /* The example of the specification. */
    lists l = {AX_LIST(0, 1), AX_LIST(2, 1), AX_LIST(1, 2)};
    optest_expect(optest_apply(pad, &l, 2, matrix, in), I32(5, 9),
                  (int32_t[]){0, 1, 0, 0, 2, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 5,
                              0, 0, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
    /* Negative edges cut, gaps included: 1 . 2 . 3 . 4 . 5 . 6 without 3 left and 2 right. */
    lists cut = {AX_LIST(-3), AX_LIST(-2), AX_LIST(1)};
    optest_expect(optest_apply(pad, &cut, 2, vector, in), I32(6), (int32_t[]){0, 3, 0, 4, 0, 5});
    lists nothing_left = {AX_LIST(9), AX_LIST(-13), AX_LIST(0)};
    optest_expect(optest_apply(pad, &nothing_left, 2, vector, in), I32(2), (int32_t[]){0, 0});
    lists other_side = {AX_LIST(-8), AX_LIST(4), AX_LIST(0)};
    optest_expect(optest_apply(pad, &other_side, 2, vector, in), I32(2), (int32_t[]){0, 0});
    lists copied = {AX_LIST(0), AX_LIST(0), AX_LIST(0)};
    optest_expect(optest_apply(pad, &copied, 2, vector, in), I32(6), x);
    ax_type none[] = {I32(0), ax_type_scalar(AX_I32)};
    lists grown = {AX_LIST(1), AX_LIST(1), AX_LIST(5)};
    optest_expect(optest_apply(pad, &grown, 2, none, in), I32(2), (int32_t[]){0, 0});
    ax_type one[] = {I32(1), ax_type_scalar(AX_I32)};
    lists wide = {AX_LIST(1), AX_LIST(0), AX_LIST(INT64_MAX / 2)};
    optest_expect(optest_apply(pad, &wide, 2, one, in), I32(2), (int32_t[]){0, 1});
}

static void test_pad_errors(void **unused)
{
    (void)unused;
    ax_type x[] = {I32(6), ax_type_scalar(AX_I32)};
    lists negative = {AX_LIST(-4), AX_LIST(-3), AX_LIST(0)};
    optest_refuses(pad, &negative, 2, x, AX_INVALID_ARGUMENT, "would have size -1");
    lists interior = {AX_LIST(0), AX_LIST(0), AX_LIST(-1)};
    optest_refuses(pad, &interior, 2, x, AX_INVALID_ARGUMENT, "interior padding -1");
    lists huge = {AX_LIST(INT64_MIN), AX_LIST(INT64_MAX), AX_LIST(0)};
    optest_refuses(pad, &huge, 2, x, AX_OVERFLOW, "does not fit 64 bits");
    lists fine = {AX_LIST(0), AX_LIST(0), AX_LIST(0)};
    optest_refuses(pad, &fine, 2, (ax_type[]){I32(6), I32(1)}, AX_INVALID_ARGUMENT,
                   "the padding value of i32[6] is i32[1]; a scalar");
}

static ax_value iota(ax_builder *b, const ax_value *in, const void *user)
{
    (void)in;
    const ax_type *type = user;
    return ax_iota(b, type, type->ndim - 1);
}

static ax_value iota_first(ax_builder *b, const ax_value *in, const void *user)
{
    (void)in;
    return ax_iota(b, (const ax_type *)user, 0);
}

static void test_iota(void **unused)
{
    (void)unused;
    ax_type type = F32(2, 3);
    optest_expect(optest_apply(iota, &type, 0, NULL, NULL), type, (float[]){0, 1, 2, 0, 1, 2});
    optest_expect(optest_apply(iota_first, &type, 0, NULL, NULL), type,
                  (float[]){0, 0, 0, 1, 1, 1});
    ax_type wide = optest_type(AX_I64, AX_LIST(3));
    optest_expect(optest_apply(iota, &wide, 0, NULL, NULL), wide, (int64_t[]){0, 1, 2});
    ax_type small = optest_type(AX_U8, AX_LIST(258));
    uint8_t wrapped[258];
    for (int i = 0; i < 258; i++)
        wrapped[i] = (uint8_t)i;
    optest_expect(optest_apply(iota, &small, 0, NULL, NULL), small, wrapped);
    ax_type none = F32(3, 0);
    optest_expect(optest_apply(iota, &none, 0, NULL, NULL), none, NULL);
    ax_type half = optest_type(AX_F16, AX_LIST(5)), brain = optest_type(AX_BF16, AX_LIST(260));
    optest_expect(optest_apply(iota, &half, 0, NULL, NULL), half,
                  (uint16_t[]){0, 0x3c00, 0x4000, 0x4200, 0x4400});
    /* From 256 on bf16 holds even numbers only: 257 lies between two, and goes to the even mantissa. */
    optest_data large = optest_apply(iota, &brain, 0, NULL, NULL);
    assert_memory_equal((uint16_t *)large.data + 255,
                        ((uint16_t[]){0x437f, 0x4380, 0x4380, 0x4381, 0x4382}), 10);
    free(large.data);
    ax_type flags = optest_type(AX_BOOL, AX_LIST(2)), pairs = optest_type(AX_C64, AX_LIST(2));
    ax_type scalar = ax_type_scalar(AX_F32);
    optest_refuses(iota, &flags, 0, NULL, AX_INVALID_ARGUMENT, "iota takes no bool");
    optest_refuses(iota, &pairs, 0, NULL, AX_UNSUPPORTED, "iota of c64 is not supported");
    optest_refuses(iota, &scalar, 0, NULL, AX_INVALID_ARGUMENT, "dimension is -1");
}

static ax_value constant(ax_builder *b, const ax_value *in, const void *user)
{
    (void)in;
    int16_t data[] = {1, -2, 3};
    return ax_constant(b, (const ax_type *)user, data);
}

typedef struct number {
    ax_dtype dtype;
    double value;
} number;

static ax_value scalar(ax_builder *b, const ax_value *in, const void *user)
{
    (void)in;
    const number *n = user;
    return ax_scalar(b, n->dtype, n->value);
}

static void expect_scalar(ax_dtype dtype, double value, const void *expected)
{
    number n = {dtype, value};
    optest_expect(optest_apply(scalar, &n, 0, NULL, NULL), ax_type_scalar(dtype), expected);
}

static void test_constant(void **unused)
{
    (void)unused;
    ax_type type = optest_type(AX_I16, AX_LIST(3));
    optest_expect(optest_apply(constant, &type, 0, NULL, NULL), type, (int16_t[]){1, -2, 3});
    ax_type bad = {.dtype = AX_I16, .ndim = 1, .dims = {-1}};
    optest_refuses(constant, &bad, 0, NULL, AX_INVALID_ARGUMENT, "negative");

    expect_scalar(AX_F32, 0.1, &(float){0.1f});
    expect_scalar(AX_F64, 0.1, &(double){0.1});
    expect_scalar(AX_BOOL, -0.5, &(uint8_t){1});
    expect_scalar(AX_I8, -1000, &(int8_t){-128});
    expect_scalar(AX_U16, -3.5, &(uint16_t){0});
    expect_scalar(AX_I32, -2.9, &(int32_t){-2});
    expect_scalar(AX_I64, 1e300, &(int64_t){INT64_MAX});
    expect_scalar(AX_C64, 2, (float[]){2, 0});
    expect_scalar(AX_F16, 1.0 / 3, &(uint16_t){0x3555});
    expect_scalar(AX_BF16, 1.0 / 3, &(uint16_t){0x3eab});
}

static void test_batch(void **unused)
{
    (void)unused;
    lists places = {AX_LIST(4, 2, 3), AX_LIST(2, 1), AX_EMPTY_LIST};
    optest_check_batch(broadcast, &places, 1, (ax_type[]){F32(3, 1)}, counting);
    lists dims = {AX_LIST(3, 2), AX_EMPTY_LIST, AX_EMPTY_LIST};
    optest_check_batch(reshape, &dims, 1, (ax_type[]){I32(2, 3)}, counting);
    lists permutation = {AX_LIST(2, 0, 1), AX_EMPTY_LIST, AX_EMPTY_LIST};
    optest_check_batch(transpose, &permutation, 1, (ax_type[]){F32(2, 3, 4)}, counting);
    lists bounds = {AX_LIST(1, 0), AX_LIST(4, 2), AX_LIST(2, 1)};
    optest_check_batch(slice, &bounds, 1, (ax_type[]){F32(4, 2)}, counting);
    lists joined = {AX_LIST(1), AX_LIST(2), AX_EMPTY_LIST};
    /* Each lane with a padding value of its own, too. */
    lists edges = {AX_LIST(1, -1), AX_LIST(0, 2), AX_LIST(2, 1)};
    optest_check_batch(pad, &edges, 2, (ax_type[]){F32(2, 3), ax_type_scalar(AX_F32)}, counting);
    optest_check_batch(concatenate, &joined, 2, (ax_type[]){F32(2, 3), F32(2, 1)}, counting);
}

/* An array of the most dimensions has no room for another one: an error, never a write past it. */
static void test_batch_without_room(void **unused)
{
    (void)unused;
    int64_t ones[AX_MAX_NDIM];
    for (int i = 0; i < AX_MAX_NDIM; i++)
        ones[i] = 1;
    lists dims = {{AX_MAX_NDIM, ones}, AX_EMPTY_LIST, AX_EMPTY_LIST};
    ax_type vector = F32(1), wide = F32(3, 1);
    ax_graph *graph = NULL, *mapped = NULL;
    assert_null(optest_trace(reshape, &dims, 1, &vector, &graph));
    ax_builder *builder;
    assert_null(ax_builder_create("mapped", NULL, &builder));
    ax_batched values[2] = {{ax_builder_input(builder, &wide, NULL), 0},
                            {ax_builder_poison(builder), AX_NOT_MAPPED}};
    ax_batching batching = {.builder = builder, .size = 3, .values = values};
    graph->first->op->batch.function(&batching, graph->first);
    ax_status *status = ax_builder_finish(builder, 1, &values[1].value, NULL, &mapped);
    assert_non_null(status);
    assert_non_null(strstr(ax_status_message(status), "no room for the batch dimension"));
    ax_status_free(status);
    ax_graph_free(graph);
}

/* What only an importer could get wrong: attributes and operands that the functions never make. */
static void test_untrusted_form(void **unused)
{
    (void)unused;
    ax_builder *builder;
    ax_graph *graph = NULL;
    ax_type type = I32(2);
    assert_null(ax_builder_create("test", NULL, &builder));
    ax_value x = ax_builder_input(builder, &type, NULL);
    ax_value y = ax_emit_one(builder, &ax_op_transpose, &x, 1, NULL, 0, AX_HERE);
    ax_status *status = ax_builder_finish(builder, 1, &y, NULL, &graph);
    assert_non_null(strstr(ax_status_message(status), "attribute 'permutation' is missing"));
    ax_status_free(status);

    assert_null(ax_builder_create("test", NULL, &builder));
    ax_attr twice[] = {ax_attr_ints(AX_ATTR_PERMUTATION, (int64_t[]){0}, 1),
                       ax_attr_ints(AX_ATTR_PERMUTATION, (int64_t[]){0}, 1)};
    x = ax_builder_input(builder, &type, NULL);
    y = ax_emit_one(builder, &ax_op_transpose, &x, 1, twice, 2, AX_HERE);
    status = ax_builder_finish(builder, 1, &y, NULL, &graph);
    assert_non_null(strstr(ax_status_message(status), "attribute 'permutation' is given twice"));
    ax_status_free(status);

    assert_null(ax_builder_create("test", NULL, &builder));
    twice[1] = ax_attr_int(AX_ATTR_DIMENSION, 0);
    x = ax_builder_input(builder, &type, NULL);
    y = ax_emit_one(builder, &ax_op_transpose, &x, 1, twice, 2, AX_HERE);
    status = ax_builder_finish(builder, 1, &y, NULL, &graph);
    assert_non_null(strstr(ax_status_message(status), "attribute 'dimension' is none of its"));
    ax_status_free(status);

    assert_null(ax_builder_create("test", NULL, &builder));
    ax_value pair[2] = {ax_builder_input(builder, &type, NULL), {0}};
    pair[1] = pair[0];
    ax_attr attr = ax_attr_type(AX_ATTR_RESULT_TYPE, type);
    y = ax_emit_one(builder, &ax_op_reshape, pair, 2, &attr, 1, AX_HERE);
    status = ax_builder_finish(builder, 1, &y, NULL, &graph);
    assert_non_null(strstr(ax_status_message(status), "reshape takes 1 operand, not 2"));
    ax_status_free(status);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_broadcast_in_dim),
        cmocka_unit_test(test_broadcast_errors),
        cmocka_unit_test(test_reshape),
        cmocka_unit_test(test_transpose),
        cmocka_unit_test(test_slice),
        cmocka_unit_test(test_slice_errors),
        cmocka_unit_test(test_concatenate),
        cmocka_unit_test(test_pad),
        cmocka_unit_test(test_pad_errors),
        cmocka_unit_test(test_iota),
        cmocka_unit_test(test_constant),
        cmocka_unit_test(test_batch),
        cmocka_unit_test(test_batch_without_room),
        cmocka_unit_test(test_untrusted_form),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
