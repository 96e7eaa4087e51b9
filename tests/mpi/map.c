/* ax_map at several rank and device counts: the same bits as one device, the values of a loop. */
#include "contexts.h"

#include "exec/context.h"

#include <axmap/axmap.h>
#include <math.h>
#include <stdlib.h>

enum { FEATURES = 5, HIDDEN = 7, OUTPUTS = 10 };

/* w [HIDDEN, FEATURES], x [FEATURES], k [] i32 -> everything that a mapped axis can say. */
static void everything(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)user;
    ax_names rows = AX_AXES("rows");
    ax_value hidden = ax_dot(in[0], in[1]);
    ax_value total = ax_psum(hidden, rows);
    ax_value weighted = ax_mul(hidden, total); /* hidden crosses the cut */
    ax_value again = ax_psum(weighted, rows);  /* a second phase */
    out[0] = ax_sub(weighted, ax_mul(again, ax_scalar(b, AX_F32, 0.125)));
    out[1] = total;
    out[2] = ax_pmax(hidden, rows);
    out[3] = ax_pmin(in[2], rows);
    out[4] = ax_axis_index(b, rows);
    out[5] = ax_psum(ax_axis_index(b, rows), rows);
    out[6] = ax_all_gather(in[2], rows, 0, false);
    out[7] = ax_all_gather(hidden, rows, 1, false);
    out[8] = in[1];
    out[9] = ax_psum(in[0], rows); /* shared by all rows: size times w */
}

static ax_array *numbers(const ax_type *type, unsigned seed)
{
    ax_array *array;
    assert_ok(ax_array_create(type, NULL, &array));
    for (int64_t i = 0; i < ax_type_count(type); i++) {
        seed = seed * 1664525u + 1013904223u;
        if (type->dtype == AX_I32) {
            ((int32_t *)ax_array_data(array))[i] = (int32_t)(seed >> 8) - (1 << 23);
        } else {
            ((float *)ax_array_data(array))[i] = (float)(seed >> 8) / (float)(1 << 24) - 0.5f;
        }
    }
    return array;
}

typedef struct call {
    ax_array *in[3];
    ax_array *out[OUTPUTS]; /* whole */
} call;

static void run(ax_context *context, ax_fn *map, call *c)
{
    ax_array *sharded[OUTPUTS];
    assert_ok(ax_call(context, map, c->in, sharded));
    for (int i = 0; i < OUTPUTS; i++) {
        assert_ok(ax_array_gather(context, sharded[i], &c->out[i]));
        ax_array_release(sharded[i]);
    }
}

static ax_fn *make_map(int64_t micro_batch, const ax_mesh *mesh)
{
    ax_fn *f, *map;
    assert_ok(ax_fn_create(everything, NULL, 3, OUTPUTS, &f));
    ax_map_options options = {
        .in_axes = AX_LIST(AX_NONE, 1, 0),
        .out_axes = AX_LIST(1, AX_NONE, AX_NONE, AX_NONE, 0, AX_NONE, AX_NONE, AX_NONE, 0, AX_NONE),
        .axis_name = "rows",
        .micro_batch = micro_batch,
        .mesh = mesh,
    };
    assert_ok(ax_map(f, &options, &map));
    ax_fn_release(f);
    return map;
}

/* The values, in double precision and plain loops. */
static void check_values(const call *c, int64_t rows)
{
    const float *w = ax_array_data(c->in[0]);
    const float *x = ax_array_data(c->in[1]); /* [FEATURES, rows] */
    const int32_t *k = ax_array_data(c->in[2]);
    double *hidden = calloc((size_t)(rows * HIDDEN) + 1, sizeof *hidden);
    assert_non_null(hidden);
    double total[HIDDEN] = {0}, again[HIDDEN] = {0}, highest[HIDDEN];
    for (int h = 0; h < HIDDEN; h++)
        highest[h] = -INFINITY;
    for (int64_t r = 0; r < rows; r++) {
        for (int h = 0; h < HIDDEN; h++) {
            double sum = 0;
            for (int f = 0; f < FEATURES; f++) {
                sum += (double)w[h * FEATURES + f] * (double)x[f * rows + r];
            }
            hidden[r * HIDDEN + h] = sum;
            total[h] += sum;
            highest[h] = fmax(highest[h], sum);
        }
    }
    for (int64_t r = 0; r < rows; r++) {
        for (int h = 0; h < HIDDEN; h++)
            again[h] += hidden[r * HIDDEN + h] * total[h];
    }
    const float *y = ax_array_data(c->out[0]); /* [HIDDEN, rows] */
    const int32_t *index = ax_array_data(c->out[4]);
    const float *gathered = ax_array_data(c->out[7]); /* [HIDDEN, rows] */
    int32_t lowest = INT32_MAX, index_sum = 0;
    for (int64_t r = 0; r < rows; r++) {
        for (int h = 0; h < HIDDEN; h++) {
            double expected = hidden[r * HIDDEN + h] * total[h] - 0.125 * again[h];
            assert_true(fabs((double)y[h * rows + r] - expected) < 2e-3 + 1e-4 * fabs(expected));
            assert_true(fabs((double)gathered[h * rows + r] - hidden[r * HIDDEN + h]) < 1e-5);
        }
        assert_int_equal(index[r], r);
        index_sum += (int32_t)r;
        if (k[r] < lowest)
            lowest = k[r];
    }
    for (int h = 0; h < HIDDEN; h++) {
        assert_true(fabs((double)((float *)ax_array_data(c->out[1]))[h] - total[h]) < 1e-3);
        double most = (double)((float *)ax_array_data(c->out[2]))[h];
        assert_true(rows ? fabs(most - highest[h]) < 1e-5 : most == highest[h]);
    }
    assert_int_equal(((int32_t *)ax_array_data(c->out[3]))[0], lowest);
    assert_int_equal(((int32_t *)ax_array_data(c->out[5]))[0], index_sum);
    assert_memory_equal(ax_array_data(c->out[6]), k, (size_t)rows * sizeof *k);
    for (int i = 0; i < HIDDEN * FEATURES; i++) {
        assert_true(((float *)ax_array_data(c->out[9]))[i] == (float)rows * w[i]);
    }
    free(hidden);
}

static void check_same_bits(const call *a, const call *b)
{
    for (int i = 0; i < OUTPUTS; i++) {
        ax_type type = ax_array_type(a->out[i]), other = ax_array_type(b->out[i]);
        assert_true(ax_type_equal(&type, &other));
        assert_memory_equal(ax_array_data(a->out[i]), ax_array_data(b->out[i]),
                            (size_t)ax_type_bytes(&type));
    }
}

static void release_outputs(call *c)
{
    for (int i = 0; i < OUTPUTS; i++)
        ax_array_release(c->out[i]);
}

static void test_map(void **state)
{
    (void)state;
    static const int64_t lengths[] = {0, 1, 2, 3, 63, 64, 129, 200, 1009};
    for (size_t n = 0; n < sizeof lengths / sizeof lengths[0]; n++) {
        int64_t rows = lengths[n];
        call alone = {.in = {numbers(&(ax_type){AX_F32, 2, {HIDDEN, FEATURES}}, 1),
                             numbers(&(ax_type){AX_F32, 2, {FEATURES, rows}}, 2),
                             numbers(&(ax_type){AX_I32, 1, {rows}}, 3)}};
        ax_fn *map = make_map(0, NULL);
        run(contexts[0], map, &alone);
        ax_fn_release(map);
        check_values(&alone, rows);
        for (int devices = 1; devices <= 3; devices++) {
            call c = alone;
            map = make_map(devices == 2 ? 7 : 0, NULL);
            run(contexts[devices], map, &c);
            ax_fn_release(map);
            check_same_bits(&alone, &c);
            release_outputs(&c);
        }
        release_outputs(&alone);
        for (int i = 0; i < 3; i++)
            ax_array_release(alone.in[i]);
    }
}

/* A mesh of fewer devices gives the same bits; the others hold no rows. */
static void test_mesh(void **state)
{
    (void)state;
    ax_context *context = contexts[3];
    ax_mesh *mesh;
    assert_ok(ax_mesh_create(context, AX_AXES("x", "y"), AX_LIST(1, 2), &mesh));
    assert_int_equal(ax_mesh_size(mesh), 2);
    assert_int_equal(ax_mesh_axis_size(mesh, "y"), 2);
    call c = {.in = {numbers(&(ax_type){AX_F32, 2, {HIDDEN, FEATURES}}, 1),
                     numbers(&(ax_type){AX_F32, 2, {FEATURES, 200}}, 2),
                     numbers(&(ax_type){AX_I32, 1, {200}}, 3)}};
    call expected = c;
    ax_fn *map = make_map(0, NULL), *meshed = make_map(0, mesh);
    run(context, map, &expected);
    run(context, meshed, &c);
    check_same_bits(&expected, &c);
    int64_t first, count, sum = 0;
    for (int d = 0; d < ax_context_device_count(context); d++) {
        assert_ok(ax_map_rows(context, meshed, 200, d, &first, &count));
        assert_true(d < 2 ? count > 0 : count == 0);
        sum += count;
    }
    assert_int_equal(sum, 200);
    ax_array *unused[OUTPUTS];
    assert_error(ax_call(contexts[0], meshed, c.in, unused), AX_INVALID_ARGUMENT,
                 "mesh is of another context");
    ax_mesh *large;
    assert_error(ax_mesh_create(context, AX_AXES("x"), AX_LIST(1000), &large), AX_INVALID_ARGUMENT,
                 "a mesh of 1000 devices");
    release_outputs(&c);
    release_outputs(&expected);
    for (int i = 0; i < 3; i++)
        ax_array_release(c.in[i]);
    ax_fn_release(map);
    ax_fn_release(meshed);
    ax_mesh_release(mesh);
}

static void test_sharded_arguments(void **state)
{
    (void)state;
    ax_context *context = contexts[2];
    int64_t first, count;
    ax_fn *map = make_map(0, NULL);
    assert_ok(ax_map_rows(context, map, 130, -1, &first, &count));
    ax_array *whole = numbers(&(ax_type){AX_F32, 2, {FEATURES, 130}}, 2);
    call c = {.in = {numbers(&(ax_type){AX_F32, 2, {HIDDEN, FEATURES}}, 1), NULL,
                     numbers(&(ax_type){AX_I32, 1, {130}}, 3)}};
    call expected = c;
    expected.in[1] = whole;
    run(context, map, &expected);

    ax_type type = ax_array_type(whole);
    assert_ok(ax_array_create_sharded(&type, 1, first, count, NULL, &c.in[1]));
    for (int f = 0; f < FEATURES; f++) {
        const float *row = (const float *)ax_array_data(whole) + f * 130;
        float *mine = (float *)ax_array_data(c.in[1]) + f * count;
        if (count)
            memcpy(mine, row + first, (size_t)count * sizeof *mine);
    }
    run(context, map, &c);
    check_same_bits(&expected, &c);
    release_outputs(&c);
    release_outputs(&expected);
    for (int i = 0; i < 3; i++)
        ax_array_release(c.in[i]);
    ax_array_release(whole);
    ax_fn_release(map);
}

int main(int argc, char **argv)
{
    static const ax_context_options options[] = {
        {.devices_per_rank = 1, .threads = 1},
        {.devices_per_rank = 1, .threads = 2, .timeout = 30},
        {.devices_per_rank = 2, .threads = 1, .timeout = 30},
        {.devices_per_rank = 3, .threads = 1, .timeout = 30}};
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_map),
        cmocka_unit_test(test_mesh),
        cmocka_unit_test(test_sharded_arguments),
    };
    return RUN_WITH_CONTEXTS(argc, argv, options, tests);
}
