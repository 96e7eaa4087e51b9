/* The collectives that move rows, and those over groups, under ax_map at several rank and device counts
 * and under ax_vmap: whole numbers, so every value is exact, and worked out here by loops. */
#include "contexts.h"

#include "exec/context.h"

#include <axmap/axmap.h>
#include <stdlib.h>

enum { WIDTH = 3, RESULTS = 16, MOST_ROWS = 200 };

/* A permutation without fixed points for more than one row; pairs of groups interleave. */
static int64_t turned(int64_t row, int64_t rows)
{
    return (row * 3 + 1) % rows; /* rows is no multiple of 3 */
}

typedef struct lists {
    int64_t rows;
    int64_t pairs[2 * MOST_ROWS]; /* row -> turned(row), every fifth row sends nothing */
    int64_t shuffle[MOST_ROWS];   /* row gets turned(row)'s value */
    int64_t members[MOST_ROWS];   /* of the two even groups, one after the other */
    int32_t npairs;
} lists;

static lists make_lists(int64_t rows)
{
    lists l = {.rows = rows};
    for (int64_t row = 0; row < rows; row++) {
        if (row % 5 != 4) {
            l.pairs[2 * l.npairs] = row;
            l.pairs[2 * l.npairs++ + 1] = turned(row, rows);
        }
        l.shuffle[row] = turned(row, rows);
        l.members[row] = turned(rows - 1 - row, rows);
    }
    return l;
}

/* x i32[WIDTH], k i32[rows, 2] -> everything. */
static void everything(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    const lists *l = user;
    ax_names axis = AX_AXES("i");
    int64_t half = l->rows / 2;
    ax_ints even[] = {{(int32_t)half, l->members}, {(int32_t)half, l->members + half}};
    ax_ints uneven[] = {{1, l->members}, {(int32_t)l->rows - 1, l->members + 1}};
    ax_groups pair = {2, even}, odd = {2, uneven};
    ax_value x = in[0], k = in[1];
    out[0] = ax_ppermute(x, axis, ((ax_ints){2 * l->npairs, l->pairs}));
    out[1] = ax_pshuffle(x, axis, ((ax_ints){(int32_t)l->rows, l->shuffle}));
    out[2] = ax_pbroadcast(x, axis, l->rows - 1);
    out[3] = ax_all_to_all(k, axis, 0, 1, false); /* [2, rows] */
    out[4] = ax_psum_scatter(k, axis, 0, false);  /* [2] */
    out[5] = ax_psum_grouped(x, axis, &odd);
    out[6] = ax_pmax_grouped(x, axis, &pair);
    out[7] = ax_all_gather_grouped(x, axis, 1, false, &pair); /* [WIDTH, half] */
    out[8] = ax_pswapaxes(k, axis, 0);                        /* [rows, 2] */
    /* An exchanged value in later phases: sent on, summed, and beside its sum. */
    ax_value twice = ax_ppermute(out[1], axis, ((ax_ints){2 * l->npairs, l->pairs}));
    out[9] = ax_add(twice, ax_psum(out[1], axis));
    out[10] = ax_sub(ax_pmax(ax_add(twice, x), axis), out[1]);
    /* What is the same for every row. */
    ax_type count = {AX_I32, 1, {l->rows}};
    ax_value seven = ax_scalar(b, AX_I32, 7);
    out[11] = ax_ppermute(seven, axis, ((ax_ints){2 * l->npairs, l->pairs}));
    out[12] = ax_psum_grouped(seven, axis, &odd);
    out[13] = ax_all_to_all(ax_iota(b, &count, 0), axis, 0, 0, false);
    out[14] = ax_psum_scatter_grouped(
        ax_reshape(ax_slice(k, AX_LIST(0, 0), AX_LIST(half, 1), AX_LIST(1, 1)), AX_LIST(half)),
        axis, 0, false, &pair);
    out[15] = ax_pmean_grouped(x, axis, &odd);
}

/* ---- the values ---- */

static int32_t element(int64_t row, int64_t index)
{
    return (int32_t)((row * 37 + index * 11 + row * row % 17) % 101) - 50;
}

static int32_t k_element(int64_t row, int64_t i, int64_t j)
{
    return element(row, 2 * i + j + 5);
}

static int64_t sender_to(const lists *l, int64_t row)
{
    for (int32_t p = 0; p < l->npairs; p++) {
        if (l->pairs[2 * p + 1] == row)
            return l->pairs[2 * p];
    }
    return -1;
}

static int64_t place_of(const lists *l, int64_t row)
{
    int64_t place = 0;
    while (l->members[place] != row)
        place++;
    return place;
}

static int32_t sent(const lists *l, int64_t row, int64_t e)
{
    int64_t from = sender_to(l, row);
    return from < 0 ? 0 : element(from, e);
}

/* Sums (or the largest) over members[begin, end). */
static int32_t over(const lists *l, int64_t begin, int64_t end, int64_t e, bool largest)
{
    int32_t result = largest ? INT32_MIN : 0;
    for (int64_t p = begin; p < end; p++) {
        int32_t one = element(l->members[p], e);
        result = largest ? (one > result ? one : result) : result + one;
    }
    return result;
}

static int32_t twice(const lists *l, int64_t row, int64_t e)
{
    int64_t from = sender_to(l, row);
    return from < 0 ? 0 : element(turned(from, l->rows), e);
}

/* Element `e` of result `r` of a row; of f32 results the value as i32 bits. */
static int32_t expect_element(const lists *l, int r, int64_t row, int64_t e)
{
    int64_t rows = l->rows, half = rows / 2, place = place_of(l, row);
    int64_t even = place < half ? 0 : half; /* where the row's group begins */
    int32_t result = 0;
    switch (r) {
    case 0: return sent(l, row, e);
    case 1: return element(turned(row, rows), e);
    case 2: return element(rows - 1, e);
    case 3: return k_element(e % rows, row, e / rows);
    case 4:
        for (int64_t j = 0; j < rows; j++)
            result += k_element(j, row, e);
        return result;
    case 5: return place == 0 ? over(l, 0, 1, e, false) : over(l, 1, rows, e, false);
    case 6: return over(l, even, even + half, e, true);
    case 7: return element(l->members[even + e % half], e / half);
    case 8: return k_element(e / 2, row, e % 2);
    case 9:
        for (int64_t j = 0; j < rows; j++)
            result += element(j, e);
        return result + twice(l, row, e);
    case 10:
        result = INT32_MIN;
        for (int64_t j = 0; j < rows; j++) {
            int32_t one = twice(l, j, e) + element(j, e);
            result = one > result ? one : result;
        }
        return result - element(turned(row, rows), e);
    case 11: return sender_to(l, row) < 0 ? 0 : 7;
    case 12: return place == 0 ? 7 : (int32_t)(7 * (rows - 1));
    case 13: return (int32_t)row;
    case 14:
        for (int64_t p = even; p < even + half; p++)
            result += k_element(l->members[p], place - even, 0);
        return result;
    default: break;
    }
    float mean = (float)(place == 0 ? over(l, 0, 1, e, false) : over(l, 1, rows, e, false)) /
                 (float)(place == 0 ? 1 : rows - 1);
    memcpy(&result, &mean, sizeof result);
    return result;
}

/* ---- the calls ---- */

static ax_array *fill(int64_t rows, bool second)
{
    ax_type type = second ? (ax_type){AX_I32, 3, {rows, rows, 2}}
                          : (ax_type){AX_I32, 2, {rows, WIDTH}};
    ax_array *array;
    assert_ok(ax_array_create(&type, NULL, &array));
    int32_t *data = ax_array_data(array);
    for (int64_t row = 0; row < rows; row++) {
        if (!second) {
            for (int64_t e = 0; e < WIDTH; e++)
                *data++ = element(row, e);
            continue;
        }
        for (int64_t i = 0; i < rows; i++) {
            *data++ = k_element(row, i, 0);
            *data++ = k_element(row, i, 1);
        }
    }
    return array;
}

static void check_result(ax_context *context, ax_array *result, const lists *l, int r,
                         const char *what)
{
    ax_array *whole;
    assert_ok(ax_array_gather(context, result, &whole));
    ax_type type = ax_array_type(whole);
    const int32_t *data = ax_array_data(whole);
    assert_int_equal(type.dims[0], l->rows);
    int64_t elements = ax_type_count(&type) / l->rows;
    for (int64_t row = 0; row < l->rows; row++) {
        for (int64_t e = 0; e < elements; e++) {
            int32_t wanted = expect_element(l, r, row, e);
            if (data[row * elements + e] != wanted)
                fail_msg("%s: %lld rows, result %d, row %lld, element %lld: %d, not %d", what,
                         (long long)l->rows, r, (long long)row, (long long)e,
                         data[row * elements + e], wanted);
        }
    }
    ax_array_release(whole);
}

static void call(ax_context *context, ax_fn *fn, const lists *l, const char *what)
{
    ax_array *in[] = {fill(l->rows, false), fill(l->rows, true)}, *out[RESULTS];
    assert_ok(ax_call(context, fn, in, out));
    for (int r = 0; r < RESULTS; r++) {
        check_result(context, out[r], l, r, what);
        ax_array_release(out[r]);
    }
    ax_array_release(in[0]);
    ax_array_release(in[1]);
}

static void test_collectives(void **state)
{
    (void)state;
    static const int64_t lengths[] = {2, 4, 8, 10, 64, 130, 200}; /* blocks of 1 and of 2 rows */
    for (size_t n = 0; n < sizeof lengths / sizeof lengths[0]; n++) {
        lists l = make_lists(lengths[n]);
        ax_fn *f, *vmap, *map;
        assert_ok(ax_fn_create(everything, &l, 2, RESULTS, &f));
        assert_ok(ax_vmap(f, &(ax_vmap_options){.axis_name = "i"}, &vmap));
        assert_ok(ax_map(f, &(ax_map_options){.axis_name = "i"}, &map));
        call(contexts[0], vmap, &l, "vmap");
        for (int devices = 1; devices <= 3; devices++)
            call(contexts[devices], map, &l, "map");
        ax_fn_release(f);
        ax_fn_release(vmap);
        ax_fn_release(map);
    }
}

int main(int argc, char **argv)
{
    static const ax_context_options options[] = {
        {.devices_per_rank = 1, .threads = 1},
        {.devices_per_rank = 1, .threads = 1, .timeout = 30},
        {.devices_per_rank = 2, .threads = 1, .timeout = 30},
        {.devices_per_rank = 3, .threads = 1, .timeout = 30}};
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_collectives)};
    return RUN_WITH_CONTEXTS(argc, argv, options, tests);
}
