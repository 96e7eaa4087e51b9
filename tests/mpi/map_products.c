/* psums of products over the rows of a map, as gradients by a matrix are: their defined order, to the bit, on
 * any number of ranks, devices and threads, for any chunk. */
#include "contexts.h"

#include "exec/context.h"

#include <axmap/axmap.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { OUTPUTS = 4, ARGUMENTS = 4 };

/* x [19], y [70], p [3,5], q [40,3] -> sums over the rows of: x y^T, y x^T, p^T q^T, and p^T q^T as a vector. */
static void products(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)b, (void)user;
    ax_names rows = AX_AXES("rows");
    ax_value outer = ax_dot_general(in[0], in[1], ((ax_dot_dimensions){0}));
    ax_value contracted = ax_dot_general(
        in[2], in[3],
        ((ax_dot_dimensions){.lhs_contracting = AX_LIST(0), .rhs_contracting = AX_LIST(1)}));
    out[0] = ax_psum(outer, rows);
    out[1] = ax_psum(ax_transpose(outer, AX_LIST(1, 0)), rows);
    out[2] = ax_psum(contracted, rows);
    out[3] = ax_psum(ax_reshape(contracted, AX_LIST(200)), rows);
}

static ax_type argument_type(int i, ax_dtype dtype)
{
    static const ax_type types[ARGUMENTS] = {
        {AX_F32, 1, {19}}, {AX_F32, 1, {70}}, {AX_F32, 2, {3, 5}}, {AX_F32, 2, {40, 3}}};
    ax_type type = types[i];
    type.dtype = dtype;
    return type;
}

static double number_of(int argument, int64_t index)
{
    uint64_t hash = ((uint64_t)argument * 1000003 + (uint64_t)index) * 0x9e3779b97f4a7c15u;
    return (double)(int64_t)(hash >> 33) / (1 << 28) - 4 + ldexp(1, (int)(hash % 20) - 14);
}

static ax_array *rows_of(int argument, int64_t rows, ax_dtype dtype)
{
    ax_type row = argument_type(argument, dtype);
    ax_type type = {.dtype = dtype, .ndim = row.ndim + 1, .dims = {rows, row.dims[0], row.dims[1]}};
    ax_array *array;
    assert_ok(ax_array_create(&type, NULL, &array));
    for (int64_t i = 0; i < ax_type_count(&type); i++) {
        if (dtype == AX_F32)
            ((float *)ax_array_data(array))[i] = (float)number_of(argument, i);
        else
            ((double *)ax_array_data(array))[i] = number_of(argument, i);
    }
    return array;
}

/* ---- the definition ---- */

typedef struct problem {
    ax_dtype dtype;
    int64_t rows, block_rows, blocks;
    ax_array *in[ARGUMENTS];
} problem;

static double get(const problem *p, int argument, int64_t row, int64_t index)
{
    ax_type type = argument_type(argument, p->dtype);
    int64_t at = row * ax_type_count(&type) + index;
    return p->dtype == AX_F32 ? (double)((const float *)ax_array_data(p->in[argument]))[at]
                              : ((const double *)ax_array_data(p->in[argument]))[at];
}

/* Element (i, j) of the contraction of one row's step, as the two factors of it. */
static void factors(const problem *p, bool outer, int64_t row, int64_t step, int64_t i, int64_t j,
                    double out[2])
{
    out[0] = outer ? get(p, 0, row, i) : get(p, 2, row, step * 5 + i);
    out[1] = outer ? get(p, 1, row, j) : get(p, 3, row, j * 3 + step);
}

static double leaf(const problem *p, bool outer, int64_t block, int64_t i, int64_t j)
{
    float f32 = 0;
    double f64 = 0;
    int64_t end = (block + 1) * p->block_rows < p->rows ? (block + 1) * p->block_rows : p->rows;
    for (int64_t row = block * p->block_rows; row < end; row++) {
        for (int64_t step = 0; step < (outer ? 1 : 3); step++) {
            double f[2];
            factors(p, outer, row, step, i, j, f);
            f32 = fmaf((float)f[0], (float)f[1], f32);
            f64 = fma(f[0], f[1], f64);
        }
    }
    return p->dtype == AX_F32 ? (double)f32 : f64;
}

static double node(const problem *p, bool outer, int level, int64_t index, int64_t i, int64_t j)
{
    if (level == 0)
        return leaf(p, outer, index, i, j);
    double left = node(p, outer, level - 1, 2 * index, i, j);
    if ((2 * index + 1) << (level - 1) >= p->blocks)
        return left;
    double right = node(p, outer, level - 1, 2 * index + 1, i, j);
    return p->dtype == AX_F32 ? (double)((float)left + (float)right) : left + right;
}

static void check_element(const problem *p, ax_array *found, bool outer, int64_t at, int64_t i,
                          int64_t j)
{
    int level = 0;
    while (INT64_C(1) << level < p->blocks)
        level++;
    double expected = node(p, outer, level, 0, i, j);
    double seen = p->dtype == AX_F32 ? (double)((const float *)ax_array_data(found))[at]
                                     : ((const double *)ax_array_data(found))[at];
    if (seen != expected)
        fail_msg("%d rows: element %d,%d is %.17g, not %.17g", (int)p->rows, (int)i, (int)j, seen,
                 expected);
}

static void check(const problem *p, ax_array *const *out)
{
    for (int64_t i = 0; i < 19; i++) {
        for (int64_t j = 0; j < 70; j += i % 3 + 1) {
            check_element(p, out[0], true, i * 70 + j, i, j);
            check_element(p, out[1], true, j * 19 + i, i, j);
        }
    }
    for (int64_t i = 0; i < 5; i++) {
        for (int64_t j = 0; j < 40; j++) {
            check_element(p, out[2], false, i * 40 + j, i, j);
            check_element(p, out[3], false, i * 40 + j, i, j);
        }
    }
}

/* ---- calls ---- */

static void call(ax_context *context, int64_t micro_batch, ax_array *const *in, ax_array **out)
{
    ax_fn *f, *map;
    assert_ok(ax_fn_create(products, NULL, ARGUMENTS, OUTPUTS, &f));
    ax_map_options options = {.in_axes = AX_LIST(0, 0, 0, 0),
                              .out_axes = AX_LIST(AX_NONE, AX_NONE, AX_NONE, AX_NONE),
                              .axis_name = "rows",
                              .micro_batch = micro_batch};
    assert_ok(ax_map(f, &options, &map));
    ax_fn_release(f);
    assert_ok(ax_call(context, map, in, out));
    ax_fn_release(map);
}

enum { CONTEXTS = 5 };

static void check_same(ax_array *const *a, ax_array *const *b)
{
    for (int i = 0; i < OUTPUTS; i++) {
        ax_type type = ax_array_type(a[i]);
        assert_memory_equal(ax_array_data(a[i]), ax_array_data(b[i]), (size_t)ax_type_bytes(&type));
    }
}

static void release(ax_array *const *arrays, int count)
{
    for (int i = 0; i < count; i++)
        ax_array_release(arrays[i]);
}

static void check_length(int64_t rows, ax_dtype dtype)
{
    static const int64_t micro_batches[] = {0, 1, 7, 300};
    problem p = {.dtype = dtype, .rows = rows, .block_rows = 1};
    while (p.block_rows < 128 && p.block_rows * 2 <= rows / 64)
        p.block_rows *= 2;
    p.blocks = (rows + p.block_rows - 1) / p.block_rows;
    for (int i = 0; i < ARGUMENTS; i++)
        p.in[i] = rows_of(i, rows, dtype);
    ax_array *expected[OUTPUTS], *out[OUTPUTS];
    call(contexts[0], 0, p.in, expected);
    if (rows)
        check(&p, expected);
    for (int m = 0; m < 4; m++) {
        for (int c = 0; c < CONTEXTS; c++) {
            if ((m + c) % 2 && rows > 300)
                continue;
            call(contexts[c], micro_batches[m], p.in, out);
            if (c == 0 || __builtin_cpu_supports("fma"))
                check_same(out, expected);
            release(out, OUTPUTS);
        }
    }
    release(expected, OUTPUTS);
    release(p.in, ARGUMENTS);
}

static void test_products(void **state)
{
    (void)state;
    static const int64_t lengths[] = {0, 1, 2, 5, 64, 127, 300, 1009};
    for (size_t n = 0; n < sizeof lengths / sizeof lengths[0]; n++) {
        check_length(lengths[n], AX_F32);
        check_length(lengths[n], AX_F64);
    }
}

int main(int argc, char **argv)
{
    static const ax_context_options options[CONTEXTS] = {
        {.devices_per_rank = 1, .threads = 1, .backend = "reference"},
        {.devices_per_rank = 1, .threads = 1, .timeout = 30},
        {.devices_per_rank = 1, .threads = 2, .timeout = 30},
        {.devices_per_rank = 2, .threads = 1, .timeout = 30},
        {.devices_per_rank = 3, .threads = 2, .timeout = 30},
    };
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_products),
    };
    return RUN_WITH_CONTEXTS(argc, argv, options, tests);
}
