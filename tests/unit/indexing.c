/* gather: tables worked out by hand, and the specification's formula, element by element, for random
 * dimension numbers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "optest.h"
#include "random.h"
#include "random_gathers.h"

#define F32(...) optest_type(AX_F32, AX_LIST(__VA_ARGS__))
#define I32(...) optest_type(AX_I32, AX_LIST(__VA_ARGS__))

static ax_value take(ax_builder *b, const ax_value *in, const void *user)
{
    (void)b;
    return ax_take(in[0], in[1], *(const int64_t *)user);
}

static ax_value gather(ax_builder *b, const ax_value *in, const void *user)
{
    (void)b;
    return ax_gather(in[0], in[1], (const ax_gather_options *)user);
}

static void test_take(void **unused)
{
    (void)unused;
    float x[] = {1, 2, 3, 4, 5, 6};
    int64_t rows = 0, last = -1;
    ax_type index = ax_type_scalar(AX_I32);
    optest_expect(
        optest_apply(take, &rows, 2, (ax_type[]){F32(2, 3), index}, (void *[]){x, (int32_t[]){1}}),
        F32(3), (float[]){4, 5, 6});
    optest_expect(optest_apply(take, &last, 2, (ax_type[]){F32(2, 3), I32(2, 2)},
                               (void *[]){x, (int32_t[]){2, 0, 1, 1}}),
                  F32(2, 2, 2), (float[]){3, 1, 2, 2, 6, 4, 5, 5});
}

static void test_indices_out_of_range_are_clamped(void **unused)
{
    (void)unused;
    float x[] = {1, 2, 3};
    int64_t axis = 0;
    ax_type i8 = optest_type(AX_I8, AX_LIST(3)), u64 = optest_type(AX_U64, AX_LIST(3));
    ax_type i64 = optest_type(AX_I64, AX_LIST(3)), u8 = optest_type(AX_U8, AX_LIST(3));
    optest_expect(optest_apply(take, &axis, 2, (ax_type[]){F32(3), i8},
                               (void *[]){x, (int8_t[]){-1, 3, 127}}),
                  F32(3), (float[]){1, 3, 3});
    optest_expect(optest_apply(take, &axis, 2, (ax_type[]){F32(3), u8},
                               (void *[]){x, (uint8_t[]){255, 1, 0}}),
                  F32(3), (float[]){3, 2, 1});
    optest_expect(optest_apply(take, &axis, 2, (ax_type[]){F32(3), u64},
                               (void *[]){x, (uint64_t[]){UINT64_MAX, 1, 1ull << 63}}),
                  F32(3), (float[]){3, 2, 3});
    optest_expect(optest_apply(take, &axis, 2, (ax_type[]){F32(3), i64},
                               (void *[]){x, (int64_t[]){INT64_MIN, INT64_MAX, 2}}),
                  F32(3), (float[]){1, 3, 3});
}

/* A slice of 2 from a row of 4 starts at 2 at most. */
/* So many that threads share them; the last so many that they are streamed. */
static void test_many_rows(void **unused)
{
    (void)unused;
    const int64_t sizes[][3] = {
        {500, 20000, 40}, {900, 90000, 1}, {70, 5000, 67}, {300, 80000, 64}};
    for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
        int64_t rows = sizes[k][0], count = sizes[k][1], width = sizes[k][2], axis = 0;
        ax_type types[] = {I32(rows, width), I32(count)}, result = I32(count, width);
        int32_t *x = optest_memory(&types[0]), *at = optest_memory(&types[1]);
        int32_t *expected = optest_memory(&result);
        uint32_t state = 3;
        for (int64_t i = 0; i < rows * width; i++)
            x[i] = (int32_t)i;
        for (int64_t i = 0; i < count; i++) {
            at[i] = (int32_t)random_below(&state, (uint32_t)rows);
            memcpy(expected + i * width, x + at[i] * width, (size_t)width * sizeof *x);
        }
        optest_expect(optest_apply(take, &axis, 2, types, (void *[]){x, at}), result, expected);
        free(x);
        free(at);
        free(expected);
    }
}

static void test_slices_stay_inside(void **unused)
{
    (void)unused;
    int32_t x[] = {1, 2, 3, 4};
    ax_gather_options options = {.offset_dims = AX_LIST(1),
                                 .start_index_map = AX_LIST(0),
                                 .index_vector_dim = 1,
                                 .slice_sizes = AX_LIST(2)};
    optest_expect(optest_apply(gather, &options, 2, (ax_type[]){I32(4), I32(3, 1)},
                               (void *[]){x, (int32_t[]){-5, 1, 3}}),
                  I32(3, 2), (int32_t[]){1, 2, 2, 3, 3, 4});
}

/* ---- random dimension numbers ---- */

/* The element of the operand that stands at `index` of the result, as the specification says. */
static int32_t expected_element(const random_gather *g, const int64_t *index, int32_t ndim,
                                const int32_t *operand, const int32_t *indices)
{
    int64_t start[AX_MAX_NDIM], at[AX_MAX_NDIM];
    locate(g, index, ndim, indices, start, at);
    for (int32_t d = 0; d < g->operand.ndim; d++) {
        int64_t most = g->operand.dims[d] - g->slices[d];
        at[d] += start[d] < 0 ? 0 : start[d] > most ? most : start[d];
    }
    return operand[flat_index(&g->operand, at)];
}

/* Operand 0: distinct numbers. Operand 1: indices around the range of dims up to 4. */
static void fill(const ax_type *type, int32_t operand, void *data)
{
    int32_t *values = data;
    uint32_t state = 77;
    for (int64_t i = 0; i < ax_type_count(type); i++)
        values[i] = operand == 0 ? (int32_t)i + 1 : (int32_t)random_below(&state, 7) - 1;
}

static void test_random_dimension_numbers(void **unused)
{
    (void)unused;
    for (uint32_t seed = 1; seed <= 2000; seed++) {
        random_gather g;
        make_random(seed, &g);
        int32_t *operand = optest_memory(&g.operand), *indices = optest_memory(&g.indices);
        fill(&g.operand, 0, operand);
        fill(&g.indices, 1, indices);
        optest_data out = optest_apply(gather, &g.options, 2, (ax_type[]){g.operand, g.indices},
                                       (void *[]){operand, indices});
        int64_t index[AX_MAX_NDIM] = {0}, flat = 0;
        do {
            int32_t expected = expected_element(&g, index, out.type.ndim, operand, indices);
            int32_t seen = ((int32_t *)out.data)[flat++];
            if (seen != expected)
                fail_msg("seed %u, element %d: %d, not %d", seed, (int)flat - 1, seen, expected);
        } while (next_index(out.type.ndim, out.type.dims, index));
        assert_int_equal(flat, ax_type_count(&out.type));
        free(operand);
        free(indices);
        free(out.data);
    }
}

static void test_batch(void **unused)
{
    (void)unused;
    int64_t axes[] = {0, 1, 2};
    for (int i = 0; i < 3; i++) {
        optest_check_batch(take, &axes[i], 2, (ax_type[]){I32(2, 3, 4), I32(2)}, fill);
        optest_check_batch(take, &axes[i], 2, (ax_type[]){I32(2, 3, 4), I32(2, 3)}, fill);
    }
    optest_check_batch(take, &axes[0], 2, (ax_type[]){I32(3), ax_type_scalar(AX_I32)}, fill);
    for (uint32_t seed = 1; seed <= 300; seed++) {
        random_gather g;
        make_random(seed, &g);
        optest_check_batch(gather, &g.options, 2, (ax_type[]){g.operand, g.indices}, fill);
    }
}

static void test_mapped_gather_is_one_gather(void **unused)
{
    (void)unused;
    int64_t axis = 0;
    ax_graph *graph = NULL;
    ax_type types[] = {F32(5, 3), ax_type_scalar(AX_I32)};
    assert_null(optest_trace(take, &axis, 2, types, &graph));
    for (int which = 1; which <= 3; which++) {
        int32_t axes[] = {which & 1 ? 1 : AX_NOT_MAPPED, which & 2 ? 0 : AX_NOT_MAPPED}, out;
        ax_graph *mapped = optest_map(graph, axes, 7, &out);
        assert_int_equal(mapped->neqns, 1);
        ax_graph_free(mapped);
    }
    ax_graph_free(graph);
}

static void test_refusals(void **unused)
{
    (void)unused;
    int64_t axis = 2;
    ax_type types[] = {F32(2, 3), I32(4)};
    optest_refuses(take, &axis, 2, types, AX_INVALID_ARGUMENT, "axis 2 is out of range");
    int64_t first = 0;
    optest_refuses(take, &first, 2, (ax_type[]){F32(2, 3), F32(4)}, AX_INVALID_ARGUMENT,
                   "indices are integers, not f32[4]");
    optest_refuses(take, &first, 2, (ax_type[]){F32(0, 3), I32(4)}, AX_INVALID_ARGUMENT,
                   "slice_sizes has 1 for dimension 0 of f32[0,3]");

    ax_gather_options good = {.offset_dims = AX_LIST(1),
                              .collapsed_slice_dims = AX_LIST(0),
                              .start_index_map = AX_LIST(0),
                              .index_vector_dim = 1,
                              .slice_sizes = AX_LIST(1, 3)};
    ax_gather_options o = good;
    o.slice_sizes = AX_LIST(1, 4);
    optest_refuses(gather, &o, 2, types, AX_INVALID_ARGUMENT, "0 to 3 are allowed");
    o = good;
    o.slice_sizes = AX_LIST(2, 3);
    optest_refuses(gather, &o, 2, types, AX_INVALID_ARGUMENT, "which is dropped");
    o.slice_sizes = AX_LIST(0, 3);
    optest_refuses(gather, &o, 2, types, AX_INVALID_ARGUMENT, "which is dropped");
    o = good;
    o.offset_dims = AX_LIST(2);
    optest_refuses(gather, &o, 2, types, AX_INVALID_ARGUMENT, "names dimension 2");
    o = good;
    o.offset_dims = AX_LIST(0, 1);
    optest_refuses(gather, &o, 2, types, AX_INVALID_ARGUMENT, "keep 1 dimensions");
    o = good;
    o.collapsed_slice_dims = AX_EMPTY_LIST;
    o.offset_dims = AX_LIST(1, 0);
    optest_refuses(gather, &o, 2, types, AX_INVALID_ARGUMENT, "must ascend");
    o = good;
    o.index_vector_dim = 2;
    optest_refuses(gather, &o, 2, types, AX_INVALID_ARGUMENT, "index_vector_dim is 2");
    o = good;
    o.start_index_map = AX_LIST(0, 1);
    optest_refuses(gather, &o, 2, types, AX_INVALID_ARGUMENT, "start_index_map has 2 entries");
    o = good;
    o.collapsed_slice_dims = AX_EMPTY_LIST;
    o.operand_batching_dims = AX_LIST(0);
    o.start_index_map = AX_LIST(1);
    optest_refuses(gather, &o, 2, types, AX_INVALID_ARGUMENT, "operand_batching_dims has 1");
    o.start_indices_batching_dims = AX_LIST(0);
    optest_refuses(gather, &o, 2, types, AX_INVALID_ARGUMENT, "batching sizes differ");
    o.start_index_map = AX_LIST(0);
    optest_refuses(gather, &o, 2, types, AX_INVALID_ARGUMENT, "in both");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_take),
        cmocka_unit_test(test_indices_out_of_range_are_clamped),
        cmocka_unit_test(test_many_rows),
        cmocka_unit_test(test_slices_stay_inside),
        cmocka_unit_test(test_random_dimension_numbers),
        cmocka_unit_test(test_batch),
        cmocka_unit_test(test_mapped_gather_is_one_gather),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
