/* Largest and smallest values with their places: regions in several spellings, against the definition as
 * a loop of the test's own, and the loops that know them against the region itself (the same elements
 * beside a dimension of size 1, which those loops do not take). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "optest.h"
#include "random.h"

#include "base/half.h"
#include "ops/reduction_best.h"

#include <axmap/elementwise.h>
#include <axmap/reduction.h>
#include <math.h>

/* What a body does with pairs in[0], in[1] and in[2], in[3]. */
typedef struct spelling {
    ax_trace_fn *body;
    bool largest, lesser_place; /* else the first of equal values stays, value and place */
} spelling;

/* JAX's: a NaN wins, then the better value (the later one of equals), then the smaller place. */
static void by_place(const ax_value *in, ax_value *out, ax_comparison better)
{
    ax_value first = ax_or(ax_compare(in[0], in[2], better), ax_compare(in[0], in[0], AX_NE));
    ax_value earlier = ax_and(ax_compare(in[0], in[2], AX_EQ), ax_compare(in[1], in[3], AX_LT));
    out[0] = ax_select(first, in[0], in[2]);
    out[1] = ax_select(ax_or(first, earlier), in[1], in[3]);
}

static void largest_by_place(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)b, (void)user;
    by_place(in, out, AX_GT);
}

static void smallest_by_place(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)b, (void)user;
    by_place(in, out, AX_LT);
}

/* The later pair where it is better, said from the right and by what it is not. */
static void later_if_larger(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)b, (void)user;
    ax_value nan = ax_compare(in[2], in[2], AX_NE), number = ax_compare(in[0], in[0], AX_EQ);
    ax_value larger = ax_or(ax_compare(in[0], in[2], AX_LT), ax_and(nan, number));
    ax_value stays = ax_not(larger);
    out[0] = ax_select(stays, in[0], in[2]);
    out[1] = ax_select(stays, in[1], in[3]);
}

/* Forgets NaN, so it is the best of nothing. */
static void larger_number(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)b, (void)user;
    ax_value larger = ax_compare(in[0], in[2], AX_GE);
    out[0] = ax_select(larger, in[0], in[2]);
    out[1] = ax_select(larger, in[1], in[3]);
}

/* The places are the other way round. */
static void crossed(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)b, (void)user;
    ax_value larger = ax_or(ax_compare(in[0], in[2], AX_GT), ax_compare(in[0], in[0], AX_NE));
    out[0] = ax_select(larger, in[0], in[2]);
    out[1] = ax_select(larger, in[3], in[1]);
}

static const spelling spellings[] = {{largest_by_place, true, true},
                                     {smallest_by_place, false, true},
                                     {later_if_larger, true, false}};

typedef struct user {
    ax_trace_fn *body;
    int32_t which;
} user;

static ax_value reduced(ax_builder *b, const ax_value *in, const void *data)
{
    (void)b;
    const user *u = data;
    ax_value out[2];
    ax_reduce(in, in + 2, 2, AX_LIST(0), u->body, NULL, out);
    return out[u->which];
}

/* ---- the definition ---- */

typedef struct pair {
    double value;
    int64_t place;
} pair;

static pair better_pair(const spelling *s, pair a, pair b)
{
    if (isnan(a.value) || (s->largest ? a.value > b.value : a.value < b.value))
        return a;
    if (a.value == b.value && s->lesser_place)
        return (pair){b.value, a.place < b.place ? a.place : b.place};
    return a.value == b.value ? a : b;
}

static double value_at(ax_dtype dtype, const void *data, int64_t i)
{
    switch (dtype) {
    case AX_F32: return (double)((const float *)data)[i];
    case AX_F64: return ((const double *)data)[i];
    case AX_BF16: return (double)ax_f32_from_bf16(((const uint16_t *)data)[i]);
    case AX_I32: return (double)((const int32_t *)data)[i];
    default: return (double)((const uint8_t *)data)[i];
    }
}

/* Few different values, so that many are equal, and now and then something odd. */
static void fill_values(ax_dtype dtype, int64_t count, uint32_t *state, void *data)
{
    static const double odd[] = {0.0, -0.0, INFINITY, -INFINITY, NAN, NAN};
    bool strange = random_below(state, 3) == 0;
    int32_t range = random_below(state, 2) ? 3 : 1000;
    for (int64_t i = 0; i < count; i++) {
        int32_t number = (int32_t)random_below(state, (uint32_t)range) - range / 2;
        double real = strange && random_below(state, 50) == 0 ? odd[random_below(state, 6)]
                      : number == 0 && random_below(state, 2) ? -0.0
                                                              : (double)number;
        switch (dtype) {
        case AX_F32: ((float *)data)[i] = (float)real; break;
        case AX_F64: ((double *)data)[i] = real; break;
        case AX_BF16: ((uint16_t *)data)[i] = ax_bf16_from_f64(real); break;
        case AX_I32: ((int32_t *)data)[i] = number; break;
        default: ((uint8_t *)data)[i] = (uint8_t)number;
        }
    }
}

/* ---- the tests ---- */

static void expect_result(const spelling *s, int32_t which, const ax_type *types,
                          void *const *inputs, pair expected)
{
    user u = {s->body, which};
    ax_type tall[] = {types[0], types[1], types[2], types[3]};
    tall[0] = ax_type_insert_dim(&types[0], 1, 1);
    tall[1] = ax_type_insert_dim(&types[1], 1, 1);
    optest_data known = optest_apply(reduced, &u, 4, types, inputs);
    optest_data region = optest_apply(reduced, &u, 4, tall, inputs);
    size_t bytes = (size_t)ax_dtype_bytes(known.type.dtype);
    assert_memory_equal(known.data, region.data, bytes);
    if (which == 0) {
        double value = value_at(types[0].dtype, known.data, 0);
        assert_true(isnan(expected.value)
                        ? isnan(value)
                        : value == expected.value && !signbit(value) == !signbit(expected.value));
    } else {
        int64_t place = bytes == 4 ? *(int32_t *)known.data : *(int64_t *)known.data;
        assert_int_equal(place, expected.place);
    }
    free(known.data);
    free(region.data);
}

static void check(uint32_t seed, const spelling *s, ax_dtype value_dtype, ax_dtype place_dtype)
{
    uint32_t state = seed * 2654435761u;
    int64_t count = random_below(&state, 4) == 0 ? 1 + random_below(&state, 6000)
                                                 : 1 + random_below(&state, 60);
    ax_type types[] = {optest_type(value_dtype, AX_LIST(count)),
                       optest_type(place_dtype, AX_LIST(count)), ax_type_scalar(value_dtype),
                       ax_type_scalar(place_dtype)};
    void *inputs[4];
    for (int i = 0; i < 4; i++)
        inputs[i] = optest_memory(&types[i]);
    fill_values(value_dtype, count, &state, inputs[0]);
    fill_values(value_dtype, 1, &state, inputs[2]);
    bool in_order = random_below(&state, 2) == 0;
    for (int64_t i = 0; i <= count; i++) {
        int64_t place = in_order ? i : random_below(&state, 100);
        void *to = i < count ? inputs[1] : inputs[3];
        int64_t at = i < count ? i : 0;
        if (place_dtype == AX_I32) {
            ((int32_t *)to)[at] = (int32_t)place;
        } else {
            ((int64_t *)to)[at] = place;
        }
    }
    pair best = {value_at(value_dtype, inputs[2], 0), 0};
    best.place = place_dtype == AX_I32 ? *(int32_t *)inputs[3] : *(int64_t *)inputs[3];
    for (int64_t i = 0; i < count; i++) {
        int64_t place = place_dtype == AX_I32 ? ((int32_t *)inputs[1])[i]
                                              : ((int64_t *)inputs[1])[i];
        best = better_pair(s, best, (pair){value_at(value_dtype, inputs[0], i), place});
    }
    for (int32_t which = 0; which < 2; which++)
        expect_result(s, which, types, inputs, best);
    for (int i = 0; i < 4; i++)
        free(inputs[i]);
}

static void test_random_pairs(void **unused)
{
    (void)unused;
    const ax_dtype values[] = {AX_F32, AX_F64, AX_I32, AX_U8, AX_BF16}, places[] = {AX_I32, AX_I64};
    for (uint32_t seed = 1; seed <= 200; seed++) {
        for (int s = 0; s < 3; s++)
            check(seed, &spellings[s], values[seed % 5], places[seed / 5 % 2]);
    }
}

static bool is_found(ax_trace_fn *body, ax_dtype value)
{
    user u = {body, 0};
    ax_type types[] = {optest_type(value, AX_LIST(3)), optest_type(AX_I32, AX_LIST(3)),
                       ax_type_scalar(value), ax_type_scalar(AX_I32)};
    ax_graph *graph = NULL;
    ax_best best;
    assert_null(optest_trace(reduced, &u, 4, types, &graph));
    bool found = ax_best_find(graph->first->regions[0], &best);
    ax_graph_free(graph);
    return found;
}

static void test_what_is_recognised(void **unused)
{
    (void)unused;
    for (int s = 0; s < 3; s++)
        assert_true(is_found(spellings[s].body, AX_F32));
    assert_true(is_found(larger_number, AX_I32)); /* integers have no NaN */
    assert_false(is_found(larger_number, AX_F32));
    assert_false(is_found(crossed, AX_I32));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_pairs),
        cmocka_unit_test(test_what_is_recognised),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
