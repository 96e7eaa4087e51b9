/* sort and top_k against qsort of (value, place), and at the values where orders of floats differ. */
#include "test.h"

#include <axmap/elementwise.h>
#include <axmap/reduction.h>
#include <axmap/shape.h>
#include <axmap/sorting.h>
#include <math.h>

#include "optest.h"
#include "random.h"

static uint32_t state; /* of the random numbers */

/* ---- expected order ---- */

typedef struct item {
    double value;
    int64_t place;
} item;

/* NaN last, zeros equal, ties by place: a total order, so that qsort's result is unique. */
static int by_value(const void *a, const void *b)
{
    const item *x = a, *y = b;
    bool x_nan = isnan(x->value), y_nan = isnan(y->value);
    if (x_nan != y_nan)
        return x_nan ? 1 : -1;
    if (!x_nan && x->value != y->value)
        return x->value < y->value ? -1 : 1;
    return x->place < y->place ? -1 : 1;
}

static int by_value_descending(const void *a, const void *b)
{
    const item *x = a, *y = b;
    if (x->value != y->value)
        return x->value > y->value ? -1 : 1;
    return x->place < y->place ? -1 : 1;
}

/* ---- builds ---- */

static ax_value build_sort(ax_builder *b, const ax_value *in, const void *user)
{
    (void)b;
    return ax_sort(in[0], *(const int64_t *)user);
}

static ax_value build_argsort(ax_builder *b, const ax_value *in, const void *user)
{
    (void)b;
    return ax_argsort(in[0], *(const int64_t *)user);
}

/* An order by no key, of small integers the ascending one. */
static void less_by_difference(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)user;
    ax_value zero = ax_scalar(b, ax_value_type(in[0]).dtype, 0);
    out[0] = ax_compare(ax_sub(in[0], in[1]), zero, AX_LT);
}

static ax_value build_merged(ax_builder *b, const ax_value *in, const void *user)
{
    ax_type type = ax_value_type(in[0]);
    type.dtype = AX_I32;
    ax_value both[] = {in[0], ax_iota(b, &type, 1)}, results[2];
    ax_sort_by(both, 2, -1, less_by_difference, NULL, results);
    return results[*(const int64_t *)user];
}

/* Says that each element comes before the other. */
static void always(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)b, (void)user;
    ax_value same = ax_compare(in[0], in[0], AX_EQ);
    out[0] = ax_or(same, ax_compare(in[0], in[1], AX_LT));
}

static ax_value build_contradictory(ax_builder *b, const ax_value *in, const void *user)
{
    (void)b, (void)user;
    ax_value result;
    ax_sort_by(in, 1, 1, always, NULL, &result);
    return result;
}

static ax_value build_top_values(ax_builder *b, const ax_value *in, const void *user)
{
    (void)b;
    ax_value values, indices;
    ax_top_k(in[0], *(const int64_t *)user, &values, &indices);
    return values;
}

static ax_value build_top_indices(ax_builder *b, const ax_value *in, const void *user)
{
    (void)b;
    ax_value values, indices;
    ax_top_k(in[0], *(const int64_t *)user, &values, &indices);
    return indices;
}

/* ---- many values of each dtype ---- */

static void put(ax_dtype dtype, void *data, int64_t i, double value)
{
    switch (dtype) {
    case AX_BOOL:
    case AX_U8: ((uint8_t *)data)[i] = (uint8_t)value; break;
    case AX_I8: ((int8_t *)data)[i] = (int8_t)value; break;
    case AX_U16: ((uint16_t *)data)[i] = (uint16_t)value; break;
    case AX_I16: ((int16_t *)data)[i] = (int16_t)value; break;
    case AX_U32: ((uint32_t *)data)[i] = (uint32_t)value; break;
    case AX_I32: ((int32_t *)data)[i] = (int32_t)value; break;
    case AX_U64: ((uint64_t *)data)[i] = (uint64_t)value; break;
    case AX_I64: ((int64_t *)data)[i] = (int64_t)value; break;
    case AX_F16: /* exact: a power of two or 0, with a sign */
    case AX_BF16: {
        int exponent;
        int bias = dtype == AX_F16 ? 15 : 127, mantissa = dtype == AX_F16 ? 10 : 7;
        bool zero = frexp(value, &exponent) == 0;
        int bits = zero ? 0 : (exponent - 1 + bias) << mantissa;
        ((uint16_t *)data)[i] = (uint16_t)(bits | (signbit(value) ? 0x8000 : 0));
        break;
    }
    case AX_F32: ((float *)data)[i] = (float)value; break;
    case AX_F64: ((double *)data)[i] = value; break;
    default: fail();
    }
}

/* A value that the dtype holds exactly; few different ones, so that there are ties. */
static double draw(ax_dtype dtype, bool special)
{
    static const double specials[] = {0.0, -0.0, INFINITY, -INFINITY, NAN, -NAN};
    int power = (int)random_below(&state, 9) - 4;
    double sign = random_below(&state, 2) ? 1 : -1;
    switch (ax_dtype_kind(dtype)) {
    case AX_KIND_BOOL: return random_below(&state, 2);
    case AX_KIND_UNSIGNED:
        return ldexp((double)random_below(&state, 250), 8 * (int)ax_dtype_bytes(dtype) - 8);
    case AX_KIND_SIGNED:
        return ldexp((double)random_below(&state, 250) - 125, 8 * (int)ax_dtype_bytes(dtype) - 8);
    default:
        if (special && random_below(&state, 5) == 0 && ax_dtype_bytes(dtype) >= 4)
            return specials[random_below(&state, 6)];
        return random_below(&state, 9) == 0 ? sign * 0.0 : sign * ldexp(1, power);
    }
}

static const ax_dtype dtypes[] = {AX_BOOL, AX_I8,  AX_I16, AX_I32, AX_I64,  AX_U8, AX_U16,
                                  AX_U32,  AX_U64, AX_F16, AX_F32, AX_BF16, AX_F64};

typedef struct sample {
    ax_type type;
    void *data;
    item *items; /* rows of them */
} sample;

static sample draw_sample(ax_dtype dtype, int64_t rows, int64_t size, bool special)
{
    sample s = {.type = optest_type(dtype, AX_LIST(rows, size))};
    s.data = optest_memory(&s.type);
    s.items = malloc((size_t)(rows * size) * sizeof *s.items);
    for (int64_t i = 0; i < rows * size; i++) {
        s.items[i] = (item){draw(dtype, special), i % size};
        put(dtype, s.data, i, s.items[i].value);
    }
    return s;
}

static void free_sample(sample *s)
{
    free(s->data);
    free(s->items);
}

/* Sorted rows, elements as they were: equal ones keep their bits in their order. */
static void check_sorts(ax_dtype dtype, int64_t rows, int64_t size)
{
    sample s = draw_sample(dtype, rows, size, true);
    void *expected = optest_memory(&s.type);
    ax_type index_type = optest_type(AX_I32, AX_LIST(rows, size));
    int32_t *indices = optest_memory(&index_type);
    int64_t bytes = ax_dtype_bytes(dtype), axis = -1;
    for (int64_t row = 0; row < rows; row++) {
        qsort(s.items + row * size, (size_t)size, sizeof *s.items, by_value);
        for (int64_t i = 0; i < size; i++) {
            int64_t place = s.items[row * size + i].place;
            indices[row * size + i] = (int32_t)place;
            memcpy((char *)expected + (row * size + i) * bytes,
                   (char *)s.data + (row * size + place) * bytes, (size_t)bytes);
        }
    }
    void *inputs[] = {s.data};
    optest_expect(optest_apply(build_sort, &axis, 1, &s.type, inputs), s.type, expected);
    optest_expect(optest_apply(build_argsort, &axis, 1, &s.type, inputs), index_type, indices);
    free(indices);
    free(expected);
    free_sample(&s);
}

static void sorts_every_dtype(void **unused)
{
    (void)unused;
    state = 1;
    for (size_t d = 0; d < sizeof dtypes / sizeof dtypes[0]; d++) {
        check_sorts(dtypes[d], 3, 1);
        check_sorts(dtypes[d], 40, 7);
        check_sorts(dtypes[d], 3, 33);
        check_sorts(dtypes[d], 2, 1000);
    }
}

/* Past what is sorted in a cache, and past one split by a byte. */
static void sorts_long_rows(void **unused)
{
    (void)unused;
    state = 2;
    check_sorts(AX_I32, 1, 150000);
    check_sorts(AX_F32, 2, 150000);
    check_sorts(AX_F64, 1, 150000);
    check_sorts(AX_U8, 1, 150000);
}

/* All bits vary: every byte of the key orders something, and few keys share a bucket. */
static void check_random_bits(int64_t size)
{
    int64_t axis = 1;
    ax_type type = optest_type(AX_U32, AX_LIST(1, size)), index_type = type;
    index_type.dtype = AX_I32;
    uint32_t *data = optest_memory(&type);
    int32_t *indices = optest_memory(&index_type);
    item *items = malloc((size_t)size * sizeof *items);
    for (int64_t i = 0; i < size; i++) {
        data[i] = random_below(&state, 1u << 16) << 16 | random_below(&state, 1u << 16);
        items[i] = (item){data[i], i};
    }
    void *inputs[] = {data};
    optest_data sorted = optest_apply(build_sort, &axis, 1, &type, inputs);
    optest_data order = optest_apply(build_argsort, &axis, 1, &type, inputs);
    qsort(items, (size_t)size, sizeof *items, by_value);
    for (int64_t i = 0; i < size; i++) {
        data[i] = (uint32_t)items[i].value;
        indices[i] = (int32_t)items[i].place;
    }
    optest_expect(sorted, type, data);
    optest_expect(order, index_type, indices);
    free(data);
    free(indices);
    free(items);
}

static void sorts_random_bits(void **unused)
{
    (void)unused;
    state = 3;
    check_random_bits(50);
    check_random_bits(300);
    check_random_bits(100000);
}

static void sorts_along_any_axis(void **unused)
{
    (void)unused;
    ax_type type = optest_type(AX_I32, AX_LIST(2, 3, 2));
    const int32_t x[] = {5, 1, 4, 9, 3, 2, 0, 7, 0, 6, 1, 8};
    const int32_t first[] = {0, 1, 0, 6, 1, 2, 5, 7, 4, 9, 3, 8};
    const int32_t middle[] = {3, 1, 4, 2, 5, 9, 0, 6, 0, 7, 1, 8};
    void *inputs[] = {(void *)(uintptr_t)x};
    int64_t axis = 0;
    optest_expect(optest_apply(build_sort, &axis, 1, &type, inputs), type, first);
    axis = -2;
    optest_expect(optest_apply(build_sort, &axis, 1, &type, inputs), type, middle);
}

/* ---- several keys ---- */

static ax_value build_two_keys(ax_builder *b, const ax_value *in, const void *user)
{
    (void)b;
    ax_value results[3];
    ax_sort_together(in, 3, 2, 0, results);
    return results[*(const int64_t *)user];
}

/* jax.lax.sort((x, y, z), num_keys=2) */
static void sorts_by_several_keys(void **unused)
{
    (void)unused;
    const float x[] = {1, -0.0F, NAN, 0, 1, NAN}, sorted_x[] = {0, -0.0F, 1, 1, NAN, NAN};
    const double y[] = {2, 1, 5, -1, 1, 4}, sorted_y[] = {-1, 1, 1, 2, 4, 5};
    const int16_t z[] = {0, 1, 2, 3, 4, 5}, sorted_z[] = {3, 1, 4, 0, 5, 2};
    ax_type types[] = {optest_type(AX_F32, AX_LIST(6)), optest_type(AX_F64, AX_LIST(6)),
                       optest_type(AX_I16, AX_LIST(6))};
    void *inputs[] = {(void *)(uintptr_t)x, (void *)(uintptr_t)y, (void *)(uintptr_t)z};
    const void *expected[] = {sorted_x, sorted_y, sorted_z};
    for (int64_t i = 0; i < 3; i++)
        optest_expect(optest_apply(build_two_keys, &i, 3, types, inputs), types[i], expected[i]);
}

/* ---- comparators that look like JAX's ---- */

/* Replaces NaN and zeros by these before the total order is asked. */
typedef struct replaced {
    double nan, zero;
} replaced;

static ax_value replace(ax_value x, const replaced *r)
{
    ax_dtype dtype = ax_value_type(x).dtype;
    ax_value zero = ax_scalar(x.builder, dtype, 0);
    ax_value y = ax_select(ax_compare(x, zero, AX_EQ), ax_scalar(x.builder, dtype, r->zero), x);
    return ax_select(ax_compare(x, x, AX_NE), ax_scalar(x.builder, dtype, r->nan), y);
}

static void less_replaced(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)b;
    out[0] = ax_compare(replace(in[0], user), replace(in[1], user), AX_TOTAL_LT);
}

static ax_value build_replaced(ax_builder *b, const ax_value *in, const void *user)
{
    (void)b;
    replaced r = *(const replaced *)user;
    ax_value result;
    ax_sort_by(in, 1, 0, less_replaced, &r, &result);
    return result;
}

static void orders_by_any_function(void **unused)
{
    (void)unused;
    const float x[] = {3, NAN, -1, 0, -0.0F, -NAN, 5};
    const struct {
        replaced by;
        float sorted[7];
    } cases[] = {
        {{NAN, 0}, {-1, 0, -0.0F, 3, 5, NAN, -NAN}}, {{-NAN, 0}, {NAN, -NAN, -1, 0, -0.0F, 3, 5}},
        {{1, 0}, {-1, 0, -0.0F, NAN, -NAN, 3, 5}},   {{-2, 0}, {NAN, -NAN, -1, 0, -0.0F, 3, 5}},
        {{NAN, 4}, {-1, 3, 0, -0.0F, 5, NAN, -NAN}},
    };
    ax_type type = optest_type(AX_F32, AX_LIST(7));
    void *inputs[] = {(void *)(uintptr_t)x};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        optest_expect(optest_apply(build_replaced, &cases[i].by, 1, &type, inputs), type,
                      cases[i].sorted);
}

/* ---- any comparator ---- */

static void check_merged(int64_t rows, int64_t size)
{
    sample s = draw_sample(AX_I16, rows, size, false);
    ax_type index_type = optest_type(AX_I32, AX_LIST(rows, size));
    int32_t *indices = optest_memory(&index_type);
    for (int64_t i = 0; i < rows * size; i++) { /* differences do not wrap */
        s.items[i].value = (double)((int16_t *)s.data)[i] / 256;
        ((int16_t *)s.data)[i] = (int16_t)s.items[i].value;
    }
    for (int64_t row = 0; row < rows; row++) {
        qsort(s.items + row * size, (size_t)size, sizeof *s.items, by_value);
        for (int64_t i = 0; i < size; i++)
            indices[row * size + i] = (int32_t)s.items[row * size + i].place;
    }
    void *inputs[] = {s.data};
    int64_t which = 1;
    optest_expect(optest_apply(build_merged, &which, 1, &s.type, inputs), index_type, indices);
    free(indices);
    free_sample(&s);
}

static void sorts_by_any_comparator(void **unused)
{
    (void)unused;
    state = 4;
    check_merged(1, 1);
    check_merged(50, 2);
    check_merged(7, 64);
    check_merged(3, 129);
    check_merged(2, 5000);
    check_merged(1, 70000);
}

static int by_int(const void *a, const void *b)
{
    return *(const int32_t *)a - *(const int32_t *)b;
}

static void permutes_whatever_a_comparator_says(void **unused)
{
    (void)unused;
    enum { SIZE = 3000 };
    ax_type type = optest_type(AX_I32, AX_LIST(1, SIZE));
    int32_t *x = optest_memory(&type);
    for (int32_t i = 0; i < SIZE; i++)
        x[i] = i * 7919 % SIZE;
    void *inputs[] = {x};
    optest_data out = optest_apply(build_contradictory, NULL, 1, &type, inputs);
    qsort(out.data, SIZE, sizeof(int32_t), by_int);
    for (int32_t i = 0; i < SIZE; i++)
        assert_int_equal(((int32_t *)out.data)[i], i);
    free(out.data);
    free(x);
}

/* ---- the largest ---- */

static void check_top_k(ax_dtype dtype, int64_t rows, int64_t size, int64_t k)
{
    sample s = draw_sample(dtype, rows, size, false);
    ax_type index_type = optest_type(AX_I32, AX_LIST(rows, k));
    int32_t *indices = optest_memory(&index_type);
    for (int64_t row = 0; row < rows; row++) {
        item *items = s.items + row * size;
        for (int64_t i = 0; i < size; i++) { /* +0 above -0, and both apart from all others */
            if (items[i].value == 0)
                items[i].value = signbit(items[i].value) ? -1e-3 : 1e-3;
        }
        qsort(items, (size_t)size, sizeof *items, by_value_descending);
        for (int64_t i = 0; i < k; i++)
            indices[row * k + i] = (int32_t)items[i].place;
    }
    void *inputs[] = {s.data};
    optest_expect(optest_apply(build_top_indices, &k, 1, &s.type, inputs), index_type, indices);
    free(indices);
    free_sample(&s);
}

static void finds_the_largest(void **unused)
{
    (void)unused;
    state = 5;
    for (size_t d = 0; d < sizeof dtypes / sizeof dtypes[0]; d++) {
        check_top_k(dtypes[d], 4, 50, 1);
        check_top_k(dtypes[d], 2, 900, 17);
        check_top_k(dtypes[d], 1, 3000, 2000); /* more than a heap takes */
        check_top_k(dtypes[d], 3, 6, 6);
    }
}

/* jax.lax.top_k of these values */
static void orders_special_values_as_jax(void **unused)
{
    (void)unused;
    const float x[] = {1, NAN, -NAN, INFINITY, -INFINITY, 0, -0.0F, 0, 3};
    const float values[] = {NAN, INFINITY, 3, 1, 0, 0, -0.0F, -INFINITY, -NAN};
    const int32_t indices[] = {1, 3, 8, 0, 5, 7, 6, 4, 2};
    ax_type type = optest_type(AX_F32, AX_LIST(9)), index_type = optest_type(AX_I32, AX_LIST(9));
    void *inputs[] = {(void *)(uintptr_t)x};
    int64_t k = 9;
    optest_expect(optest_apply(build_top_values, &k, 1, &type, inputs), type, values);
    optest_expect(optest_apply(build_top_indices, &k, 1, &type, inputs), index_type, indices);
}

/* ---- argmin, beside argmax ---- */

static ax_value build_argmin(ax_builder *b, const ax_value *in, const void *user)
{
    (void)b, (void)user;
    return ax_argmin(in[0], 1);
}

/* jnp.argmin */
static void finds_the_smallest(void **unused)
{
    (void)unused;
    const float x[] = {3, 1, 1, 2, 4, NAN, -1, NAN, INFINITY, INFINITY, INFINITY, INFINITY};
    const int32_t indices[] = {1, 1, 0};
    ax_type type = optest_type(AX_F32, AX_LIST(3, 4)), index_type = optest_type(AX_I32, AX_LIST(3));
    void *inputs[] = {(void *)(uintptr_t)x};
    optest_expect(optest_apply(build_argmin, NULL, 1, &type, inputs), index_type, indices);
}

/* ---- bad input ---- */

static void gives_a_number(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)b, (void)user;
    out[0] = in[1];
}

static ax_value build_bad_comparator(ax_builder *b, const ax_value *in, const void *user)
{
    (void)b, (void)user;
    ax_value results[2];
    ax_sort_by(in, 2, 0, gives_a_number, NULL, results);
    return results[0];
}

static ax_value build_no_keys(ax_builder *b, const ax_value *in, const void *user)
{
    (void)b, (void)user;
    ax_value results[2];
    ax_sort_together(in, 2, 3, 0, results);
    return results[0];
}

static void refuses_bad_input(void **unused)
{
    (void)unused;
    ax_type types[] = {optest_type(AX_F32, AX_LIST(4)), optest_type(AX_F32, AX_LIST(4)),
                       optest_type(AX_F32, AX_LIST(5)), optest_type(AX_C64, AX_LIST(4))};
    int64_t two = 2, five = 5, minus = -1;
    ax_type scalar = ax_type_scalar(AX_F32);
    optest_refuses(build_sort, &two, 1, types, AX_INVALID_ARGUMENT,
                   "sort: axis 2 is out of range for f32[4]");
    optest_refuses(build_sort, &minus, 1, &scalar, AX_INVALID_ARGUMENT, "axis -1 is out of range");
    optest_refuses(build_sort, &minus, 1, &types[3], AX_UNSUPPORTED, "compare of c64");
    optest_refuses(build_bad_comparator, NULL, 2, types, AX_INVALID_ARGUMENT,
                   "its comparator gives f32[], not a scalar bool");
    optest_refuses(build_bad_comparator, NULL, 2, types + 1, AX_INVALID_ARGUMENT,
                   "operand 1 is f32[5], operand 0 f32[4]: dims differ");
    optest_refuses(build_no_keys, NULL, 2, types, AX_INVALID_ARGUMENT, "sort of 2 arrays by 3");
    optest_refuses(build_top_values, &five, 1, types, AX_INVALID_ARGUMENT,
                   "top_k: k is 5, but the last dimension of f32[4] has 4");
    optest_refuses(build_top_values, &minus, 1, types, AX_INVALID_ARGUMENT, "k is -1");
    optest_refuses(build_top_values, &two, 1, &scalar, AX_INVALID_ARGUMENT, "1 dimension or more");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sorts_every_dtype),
        cmocka_unit_test(sorts_long_rows),
        cmocka_unit_test(sorts_random_bits),
        cmocka_unit_test(sorts_along_any_axis),
        cmocka_unit_test(sorts_by_several_keys),
        cmocka_unit_test(orders_by_any_function),
        cmocka_unit_test(sorts_by_any_comparator),
        cmocka_unit_test(permutes_whatever_a_comparator_says),
        cmocka_unit_test(finds_the_largest),
        cmocka_unit_test(orders_special_values_as_jax),
        cmocka_unit_test(finds_the_smallest),
        cmocka_unit_test(refuses_bad_input),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
