/* reduce and the functions over it: tables worked out by hand (NumPy gives the same), sums in higher
 * precision, and loops of the test's own for random dimensions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "bodies.h"
#include "optest.h"
#include "random.h"

#include <axmap/elementwise.h>
#include <axmap/reduction.h>
#include <axmap/shape.h>
#include <math.h>

#define F32(...)  optest_type(AX_F32, AX_LIST(__VA_ARGS__))
#define F64(...)  optest_type(AX_F64, AX_LIST(__VA_ARGS__))
#define I32(...)  optest_type(AX_I32, AX_LIST(__VA_ARGS__))
#define BOOL(...) optest_type(AX_BOOL, AX_LIST(__VA_ARGS__))

typedef ax_value reducer(ax_value operand, ax_ints dims, ax_location here);

typedef struct reduction {
    reducer *function;
    ax_ints dims;
} reduction;

static ax_value reduce(ax_builder *b, const ax_value *in, const void *user)
{
    (void)b;
    const reduction *r = user;
    return r->function(in[0], r->dims, AX_HERE);
}

static ax_value argmax(ax_builder *b, const ax_value *in, const void *user)
{
    (void)b;
    return ax_argmax(in[0], *(const int64_t *)user);
}

#define EXPECT(function, dims, type, x, result_type, ...)                                        \
    optest_expect(                                                                               \
        optest_apply(reduce, &(reduction){function, dims}, 1, (ax_type[]){type}, (void *[]){x}), \
        result_type, __VA_ARGS__)

static void test_tables(void **unused)
{
    (void)unused;
    float x[] = {1, 5, 3, -2, 0, 4};
    ax_type type = F32(2, 3), scalar = ax_type_scalar(AX_F32);
    EXPECT(ax_sum_at, AX_LIST(1), type, x, F32(2), ((float[]){9, 2}));
    EXPECT(ax_sum_at, AX_LIST(0), type, x, F32(3), ((float[]){-1, 5, 7}));
    EXPECT(ax_sum_at, AX_LIST(-1, 0), type, x, scalar, ((float[]){11}));
    EXPECT(ax_sum_at, AX_ALL_DIMS, type, x, scalar, ((float[]){11}));
    EXPECT(ax_sum_at, AX_EMPTY_LIST, type, x, type, x);
    EXPECT(ax_prod_at, AX_LIST(1), type, x, F32(2), ((float[]){15, -0.0f}));
    EXPECT(ax_max_at, AX_LIST(1), type, x, F32(2), ((float[]){5, 4}));
    EXPECT(ax_min_at, AX_LIST(0), type, x, F32(3), ((float[]){-2, 0, 3}));
    EXPECT(ax_mean_at, AX_LIST(-1), type, x, F32(2), ((float[]){3, 2.0f / 3}));
    uint8_t b[] = {1, 0, 1, 1};
    EXPECT(ax_any_at, AX_LIST(0), BOOL(2, 2), b, BOOL(2), ((uint8_t[]){1, 1}));
    EXPECT(ax_all_at, AX_LIST(0), BOOL(2, 2), b, BOOL(2), ((uint8_t[]){1, 0}));
    EXPECT(ax_sum_at, AX_LIST(1), BOOL(2, 2), b, BOOL(2), ((uint8_t[]){1, 1}));
    EXPECT(ax_max_at, AX_LIST(1), BOOL(2, 2), b, BOOL(2), ((uint8_t[]){1, 1}));
    EXPECT(ax_min_at, AX_LIST(1), BOOL(2, 2), b, BOOL(2), ((uint8_t[]){0, 1}));
}

static void test_nothing_gives_the_identity(void **unused)
{
    (void)unused;
    float none[1];
    ax_type type = F32(2, 0);
    EXPECT(ax_sum_at, AX_LIST(1), type, none, F32(2), ((float[]){0, 0}));
    EXPECT(ax_prod_at, AX_LIST(1), type, none, F32(2), ((float[]){1, 1}));
    EXPECT(ax_max_at, AX_LIST(1), type, none, F32(2), ((float[]){-INFINITY, -INFINITY}));
    EXPECT(ax_min_at, AX_LIST(1), type, none, F32(2), ((float[]){INFINITY, INFINITY}));
    EXPECT(ax_sum_at, AX_LIST(0), type, none, F32(0), none);
    EXPECT(ax_max_at, AX_LIST(0), I32(0), none, ax_type_scalar(AX_I32), ((int32_t[]){INT32_MIN}));
    EXPECT(ax_min_at, AX_LIST(0), optest_type(AX_U64, AX_LIST(0)), none, ax_type_scalar(AX_U64),
           ((uint64_t[]){UINT64_MAX}));
    EXPECT(ax_max_at, AX_LIST(0), optest_type(AX_I64, AX_LIST(0)), none, ax_type_scalar(AX_I64),
           ((int64_t[]){INT64_MIN}));
}

static void test_nan_wins_and_zeros_have_signs(void **unused)
{
    (void)unused;
    for (int place = 0; place < 40; place++) {
        float x[40];
        for (int i = 0; i < 40; i++)
            x[i] = i == place ? NAN : (float)i;
        for (int which = 0; which < 2; which++) {
            optest_data out = optest_apply(reduce,
                                           &(reduction){which ? ax_max_at : ax_min_at, AX_LIST(0)},
                                           1, (ax_type[]){F32(40)}, (void *[]){x});
            assert_true(isnan(*(float *)out.data));
            free(out.data);
        }
    }
    EXPECT(ax_max_at, AX_LIST(0), F32(2), ((float[]){-0.0f, 0.0f}), ax_type_scalar(AX_F32),
           ((float[]){0.0f}));
    EXPECT(ax_min_at, AX_LIST(0), F32(2), ((float[]){0.0f, -0.0f}), ax_type_scalar(AX_F32),
           ((float[]){-0.0f}));
    EXPECT(ax_max_at, AX_LIST(0), F64(2), ((double[]){-0.0, -0.0}), ax_type_scalar(AX_F64),
           ((double[]){-0.0}));
}

static void test_integers_wrap(void **unused)
{
    (void)unused;
    EXPECT(ax_sum_at, AX_LIST(0), optest_type(AX_I8, AX_LIST(3)), ((int8_t[]){100, 100, 1}),
           ax_type_scalar(AX_I8), ((int8_t[]){-55}));
    EXPECT(ax_prod_at, AX_LIST(0), optest_type(AX_U16, AX_LIST(2)), ((uint16_t[]){65535, 65535}),
           ax_type_scalar(AX_U16), ((uint16_t[]){1}));
    EXPECT(ax_sum_at, AX_LIST(0), I32(2), ((int32_t[]){INT32_MAX, 1}), ax_type_scalar(AX_I32),
           ((int32_t[]){INT32_MIN}));
    EXPECT(ax_max_at, AX_LIST(0), optest_type(AX_I8, AX_LIST(2)), ((int8_t[]){-1, -128}),
           ax_type_scalar(AX_I8), ((int8_t[]){-1}));
    EXPECT(ax_max_at, AX_LIST(0), optest_type(AX_U8, AX_LIST(2)), ((uint8_t[]){1, 255}),
           ax_type_scalar(AX_U8), ((uint8_t[]){255}));
}

/* A plain running sum of a million tenths in f32 is off by 1 %. Here no element goes through more than
 * 64 additions, each of which errs by at most 2^-24 of the sum. */
static void test_long_sums_are_accurate(void **unused)
{
    (void)unused;
    enum { COUNT = 1000000 };
    float *x = malloc(COUNT * sizeof *x);
    for (int i = 0; i < COUNT; i++)
        x[i] = 0.1f;
    double exact = (double)0.1f * COUNT;
    ax_ints dims[] = {AX_LIST(0), AX_LIST(0, 1), AX_LIST(0), AX_LIST(1)};
    ax_type types[] = {F32(COUNT), F32(COUNT / 8, 8), F32(COUNT, 1), F32(1, COUNT)};
    for (int i = 0; i < 4; i++) {
        optest_data out = optest_apply(reduce, &(reduction){ax_sum_at, dims[i]}, 1, &types[i],
                                       (void *[]){x});
        assert_true(fabs(*(float *)out.data - exact) <= exact * 0x1p-18);
        free(out.data);
    }
    ax_type columns = F32(COUNT / 4, 4);
    optest_data out = optest_apply(reduce, &(reduction){ax_sum_at, AX_LIST(0)}, 1, &columns,
                                   (void *[]){x});
    for (int i = 0; i < 4; i++)
        assert_true(fabs(((float *)out.data)[i] - exact / 4) <= exact / 4 * 0x1p-18);
    free(out.data);
    free(x);
}

/* Sums of halves are rounded once, and means do not overflow on the way. */
static void test_halves(void **unused)
{
    (void)unused;
    ax_type f16 = optest_type(AX_F16, AX_LIST(4)), bf16 = optest_type(AX_BF16, AX_LIST(300));
    uint16_t large[] = {0x7b53, 0x7b53, 0x7b53, 0x7b53}; /* 60,000 */
    reduction mean = {ax_mean_at, AX_LIST(0)}, sum = {ax_sum_at, AX_LIST(0)};
    optest_expect(optest_apply(reduce, &mean, 1, &f16, (void *[]){large}), ax_type_scalar(AX_F16),
                  (uint16_t[]){0x7b53});
    optest_expect(optest_apply(reduce, &sum, 1, &f16, (void *[]){large}), ax_type_scalar(AX_F16),
                  (uint16_t[]){0x7c00}); /* infinity */
    uint16_t ones[300];
    for (int i = 0; i < 300; i++)
        ones[i] = 0x3f80;
    /* Added up in bf16 they would stay at 256. */
    optest_expect(optest_apply(reduce, &sum, 1, &bf16, (void *[]){ones}), ax_type_scalar(AX_BF16),
                  (uint16_t[]){0x4396});
}

static void test_argmax(void **unused)
{
    (void)unused;
    int64_t last = -1, first = 0;
    ax_type type = F32(3, 4);
    float x[] = {1, 7, 7, 2, -3, -1, -INFINITY, -2, 4, NAN, 9, NAN};
    optest_expect(optest_apply(argmax, &last, 1, &type, (void *[]){x}), I32(3),
                  (int32_t[]){1, 1, 1});
    optest_expect(optest_apply(argmax, &first, 1, &type, (void *[]){x}), I32(4),
                  (int32_t[]){2, 2, 2, 2});
    float low[] = {-INFINITY, -INFINITY};
    optest_expect(optest_apply(argmax, &first, 1, (ax_type[]){F32(2)}, (void *[]){low}),
                  ax_type_scalar(AX_I32), (int32_t[]){0});
    uint8_t b[] = {0, 1, 1};
    optest_expect(optest_apply(argmax, &first, 1, (ax_type[]){BOOL(3)}, (void *[]){b}),
                  ax_type_scalar(AX_I32), (int32_t[]){1});
    ax_type none = F32(2, 0);
    optest_refuses(argmax, &last, 1, &none, AX_INVALID_ARGUMENT, "sizes from 1");
}

/* ---- regions of the user's own ---- */

/* append_digit by the bits of unsigned numbers. */
static void append_digit_by_bits(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)user;
    ax_value a = ax_bitcast_convert(in[0], AX_U32), x = ax_bitcast_convert(in[1], AX_U32);
    out[0] = ax_bitcast_convert(ax_add(ax_mul(a, ax_scalar(b, AX_U32, 10)), x), AX_I32);
}

/* append_digit through values that are not scalars, which are evaluated lane by lane. */
static void append_digit_roundabout(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)user;
    ax_value pair[] = {ax_reshape(in[0], AX_LIST(1)), ax_reshape(in[1], AX_LIST(1))};
    ax_value both = ax_concatenate(pair, 2, 0);
    ax_type type = ax_value_type(both);
    ax_value scaled = ax_mul(both, ax_constant(b, &type, ((int32_t[]){10, 1})));
    out[0] = ax_reshape(ax_sum(scaled, AX_LIST(0)), AX_EMPTY_LIST);
}

typedef struct custom {
    ax_trace_fn *body;
    int32_t count, which;
    ax_ints dims;
} custom;

static ax_value reduce_custom(ax_builder *b, const ax_value *in, const void *user)
{
    (void)b;
    const custom *c = user;
    ax_value out[2];
    ax_reduce(in, in + c->count, c->count, c->dims, c->body, NULL, out);
    return out[c->which];
}

static void test_elements_come_in_index_order(void **unused)
{
    (void)unused;
    int32_t x[] = {1, 2, 3, 4, 5, 6, 7, 8}, init[] = {9};
    ax_trace_fn *bodies[] = {append_digit, append_digit_by_bits, append_digit_roundabout};
    ax_type types[] = {I32(2, 2, 2), ax_type_scalar(AX_I32)};
    for (int i = 0; i < 3; i++) {
        custom all = {bodies[i], 1, 0, AX_LIST(2, 0, 1)}, outer = {bodies[i], 1, 0, AX_LIST(0, 1)};
        custom middle = {bodies[i], 1, 0, AX_LIST(1)}, none = {bodies[i], 1, 0, AX_EMPTY_LIST};
        optest_expect(optest_apply(reduce_custom, &all, 2, types, (void *[]){x, init}),
                      ax_type_scalar(AX_I32), (int32_t[]){912345678});
        optest_expect(optest_apply(reduce_custom, &outer, 2, types, (void *[]){x, init}), I32(2),
                      (int32_t[]){91357, 92468});
        optest_expect(optest_apply(reduce_custom, &middle, 2, types, (void *[]){x, init}),
                      I32(2, 2), (int32_t[]){913, 924, 957, 968});
        optest_expect(optest_apply(reduce_custom, &none, 2, types, (void *[]){x, init}),
                      I32(2, 2, 2), (int32_t[]){91, 92, 93, 94, 95, 96, 97, 98});
    }
}

/* More results than are worked on at once, with neighbours and without. */
static void test_many_lanes(void **unused)
{
    (void)unused;
    enum { ROWS = 3, COLUMNS = 1500 };
    int32_t *x = malloc(ROWS * COLUMNS * sizeof *x), init[] = {0};
    int32_t *expected = malloc(COLUMNS * sizeof *expected);
    for (int i = 0; i < ROWS * COLUMNS; i++)
        x[i] = i % 10;
    custom down = {append_digit, 1, 0, AX_LIST(0)}, along = {append_digit, 1, 0, AX_LIST(1)};
    for (int i = 0; i < COLUMNS; i++)
        expected[i] = x[i] * 100 + x[COLUMNS + i] * 10 + x[2 * COLUMNS + i];
    ax_type types[] = {I32(ROWS, COLUMNS), ax_type_scalar(AX_I32)};
    optest_expect(optest_apply(reduce_custom, &down, 2, types, (void *[]){x, init}), I32(COLUMNS),
                  expected);
    for (int i = 0; i < COLUMNS; i++)
        expected[i] = x[3 * i] * 100 + x[3 * i + 1] * 10 + x[3 * i + 2];
    types[0] = I32(COLUMNS, ROWS);
    optest_expect(optest_apply(reduce_custom, &along, 2, types, (void *[]){x, init}), I32(COLUMNS),
                  expected);
    free(x);
    free(expected);
}

/* ---- random dimensions ---- */

static void check_random_sum(uint32_t seed, ax_dtype dtype)
{
    uint32_t state = seed * 2654435761u;
    int32_t ndim = (int32_t)random_below(&state, 5), nreduced = 0;
    ax_type type = {.dtype = dtype, .ndim = ndim};
    int64_t reduced[AX_MAX_NDIM];
    bool is_reduced[AX_MAX_NDIM] = {false};
    for (int32_t d = 0; d < ndim; d++) {
        type.dims[d] = 1 + random_below(&state, random_below(&state, 4) == 0 ? 90 : 6);
        if (random_below(&state, 2) == 0) {
            is_reduced[d] = true;
            reduced[nreduced++] = d;
        }
    }
    void *x = random_elements(&state, &type);
    optest_data out = optest_apply(reduce, &(reduction){ax_sum_at, {nreduced, reduced}}, 1, &type,
                                   &x);
    int64_t count = ax_type_count(&out.type), index[AX_MAX_NDIM] = {0}, flat = 0;
    double *sums = calloc((size_t)count, sizeof *sums),
           *sizes = calloc((size_t)count, sizeof *sizes);
    do {
        int64_t at[AX_MAX_NDIM];
        int32_t kept = 0;
        for (int32_t d = 0; d < ndim; d++) {
            if (!is_reduced[d])
                at[kept++] = index[d];
        }
        double value = element_of(&type, x, flat++);
        sums[flat_index(&out.type, at)] += value;
        sizes[flat_index(&out.type, at)] += fabs(value);
    } while (next_index(ndim, type.dims, index));
    double epsilon = dtype == AX_F32 ? 0x1p-20 : 0x1p-48;
    for (int64_t i = 0; i < count; i++) {
        double seen = element_of(&out.type, out.data, i);
        if (!(fabs(seen - sums[i]) <= epsilon * sizes[i]))
            fail_msg("seed %u, element %d: %g, not %g", seed, (int)i, seen, sums[i]);
    }
    free(sums);
    free(sizes);
    free(out.data);
    free(x);
}

/* So much that threads share it: rows and columns. Whole numbers, so that sums are exact. */
static void test_shared_results(void **unused)
{
    (void)unused;
    enum { ROWS = 310, COLUMNS = 1300 };
    ax_type type = F32(ROWS, COLUMNS);
    float *x = optest_memory(&type), by_row[ROWS] = {0}, by_column[COLUMNS] = {0};
    int32_t best_row[ROWS] = {0}, best_column[COLUMNS] = {0};
    for (int i = 0; i < ROWS; i++) {
        for (int k = 0; k < COLUMNS; k++) {
            float value = x[i * COLUMNS + k] = (float)((i * 37 + k * 101) % 89) - 44;
            by_row[i] += value;
            by_column[k] += value;
            if (value > x[i * COLUMNS + best_row[i]])
                best_row[i] = k;
            if (value > x[best_column[k] * COLUMNS + k])
                best_column[k] = i;
        }
    }
    EXPECT(ax_sum_at, AX_LIST(1), type, x, F32(ROWS), by_row);
    EXPECT(ax_sum_at, AX_LIST(0), type, x, F32(COLUMNS), by_column);
    int64_t axis = 1;
    optest_expect(optest_apply(argmax, &axis, 1, &type, (void *[]){x}), I32(ROWS), best_row);
    axis = 0;
    optest_expect(optest_apply(argmax, &axis, 1, &type, (void *[]){x}), I32(COLUMNS), best_column);
    free(x);
}

static void test_random_dimensions(void **unused)
{
    (void)unused;
    for (uint32_t seed = 1; seed <= 300; seed++) {
        check_random_sum(seed, AX_F64);
        check_random_sum(seed, AX_F32);
    }
}

/* A row's sum has the same bits whatever stands beside it: in one call of 1 row or of 50. */
static void test_bits_do_not_depend_on_what_is_kept(void **unused)
{
    (void)unused;
    enum { OUTER = 7, ROWS = 50, INNER = 150, MIDDLE = 40 };
    uint32_t state = 1;
    ax_type all = F32(OUTER, ROWS, INNER), columns = F32(OUTER * MIDDLE, ROWS);
    float *x = random_elements(&state, &all), *y = random_elements(&state, &columns);
    float row[OUTER * INNER], column[OUTER * MIDDLE];
    reduction around = {ax_sum_at, AX_LIST(0, 2)}, down = {ax_sum_at, AX_LIST(0)};
    optest_data sums = optest_apply(reduce, &around, 1, &all, (void *[]){x});
    optest_data totals = optest_apply(reduce, &down, 1, &columns, (void *[]){y});
    for (int64_t i = 0; i < ROWS; i++) {
        optest_row(&all, 1, i, (char *)x, (char *)row, false);
        optest_expect(
            optest_apply(reduce, &around, 1, (ax_type[]){F32(OUTER, 1, INNER)}, (void *[]){row}),
            F32(1), (float *)sums.data + i);
        optest_row(&columns, 1, i, (char *)y, (char *)column, false);
        optest_expect(
            optest_apply(reduce, &down, 1, (ax_type[]){F32(OUTER * MIDDLE, 1)}, (void *[]){column}),
            F32(1), (float *)totals.data + i);
    }
    free(sums.data);
    free(totals.data);
    free(x);
    free(y);
}

/* ---- vmap ---- */

static void test_batch(void **unused)
{
    (void)unused;
    ax_ints dims[] = {AX_LIST(0), AX_LIST(1), AX_LIST(2), AX_LIST(0, 2), AX_LIST(2, 1, 0)};
    ax_type type = F32(2, 3, 4);
    for (int i = 0; i < 5; i++) {
        optest_check_batch(reduce, &(reduction){ax_sum_at, dims[i]}, 1, &type,
                           optest_small_integers);
        optest_check_batch(reduce, &(reduction){ax_max_at, dims[i]}, 1, &type,
                           optest_small_integers);
    }
    int64_t axis = 1;
    optest_check_batch(argmax, &axis, 1, &type, optest_small_integers);
    ax_type empty = F32(2, 0);
    optest_check_batch(reduce, &(reduction){ax_sum_at, AX_LIST(1)}, 1, &empty,
                       optest_small_integers);
}

/* Mapped inits too, in every combination; the inits are no identities. */
static void test_batch_with_mapped_inits(void **unused)
{
    (void)unused;
    ax_type scalar = ax_type_scalar(AX_I32);
    for (int32_t which = 0; which < 2; which++) {
        custom inner = {compose, 2, which, AX_LIST(1)}, both = {compose, 2, which, AX_LIST(1, 0)};
        ax_type types[] = {I32(2, 3), I32(2, 3), scalar, scalar};
        optest_check_batch(reduce_custom, &inner, 4, types, optest_small_integers);
        optest_check_batch(reduce_custom, &both, 4, types, optest_small_integers);
        ax_type empty[] = {I32(2, 0), I32(2, 0), scalar, scalar};
        optest_check_batch(reduce_custom, &inner, 4, empty, optest_small_integers);
    }
    /* Not even associative: the inits still come first, and the elements in their order. */
    custom digits = {append_digit, 1, 0, AX_LIST(2, 0)};
    optest_check_batch(reduce_custom, &digits, 2, (ax_type[]){I32(2, 3, 2), scalar},
                       optest_small_integers);
}

/* ---- errors ---- */

static void two_results(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)b;
    (void)user;
    out[0] = ax_convert(in[0], AX_F32);
}

static void no_result(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)b;
    (void)in;
    (void)out;
    (void)user;
}

static void test_refusals(void **unused)
{
    (void)unused;
    ax_type type = F32(2, 3);
    optest_refuses(reduce, &(reduction){ax_sum_at, AX_LIST(2)}, 1, &type, AX_INVALID_ARGUMENT,
                   "sum: dimension 2 is out of range for f32[2,3]");
    optest_refuses(reduce, &(reduction){ax_max_at, AX_LIST(1, -1)}, 1, &type, AX_INVALID_ARGUMENT,
                   "names dimension 1 twice");
    optest_refuses(reduce, &(reduction){ax_sum_at, AX_LIST(0, 1, 0)}, 1, &type, AX_INVALID_ARGUMENT,
                   "sum over 3 dimensions: f32[2,3] has 2");
    optest_refuses(reduce, &(reduction){ax_any_at, AX_LIST(0)}, 1, &type, AX_INVALID_ARGUMENT,
                   "any takes bool, not f32[2,3]");
    ax_type integers = I32(2, 3);
    optest_refuses(reduce, &(reduction){ax_mean_at, AX_LIST(0)}, 1, &integers, AX_INVALID_ARGUMENT,
                   "mean takes floating point, not i32[2,3]");

    custom digits = {append_digit, 1, 0, AX_LIST(0)};
    optest_refuses(reduce_custom, &digits, 2, (ax_type[]){I32(2), I32(1)}, AX_INVALID_ARGUMENT,
                   "initial value 0 is i32[1], not a scalar i32");
    custom pairs = {compose, 2, 0, AX_LIST(0)};
    optest_refuses(reduce_custom, &pairs, 4,
                   (ax_type[]){I32(2), I32(3), ax_type_scalar(AX_I32), ax_type_scalar(AX_I32)},
                   AX_INVALID_ARGUMENT, "input 1 is i32[3], input 0 i32[2]: dims differ");
    custom other = {two_results, 1, 0, AX_LIST(0)};
    optest_refuses(reduce_custom, &other, 2, (ax_type[]){I32(2), ax_type_scalar(AX_I32)},
                   AX_INVALID_ARGUMENT, "result 0 of its region is f32[], not a scalar i32");
    custom nothing = {no_result, 1, 0, AX_LIST(0)};
    optest_refuses(reduce_custom, &nothing, 2, (ax_type[]){I32(2), ax_type_scalar(AX_I32)},
                   AX_INVALID_ARGUMENT, "does not set its output 0");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tables),
        cmocka_unit_test(test_nothing_gives_the_identity),
        cmocka_unit_test(test_nan_wins_and_zeros_have_signs),
        cmocka_unit_test(test_integers_wrap),
        cmocka_unit_test(test_long_sums_are_accurate),
        cmocka_unit_test(test_halves),
        cmocka_unit_test(test_argmax),
        cmocka_unit_test(test_elements_come_in_index_order),
        cmocka_unit_test(test_many_lanes),
        cmocka_unit_test(test_shared_results),
        cmocka_unit_test(test_random_dimensions),
        cmocka_unit_test(test_bits_do_not_depend_on_what_is_kept),
        cmocka_unit_test(test_batch),
        cmocka_unit_test(test_batch_with_mapped_inits),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
