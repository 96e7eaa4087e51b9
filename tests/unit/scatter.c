/* scatter: results worked out by hand, and the specification's formula, element by element, for random
 * dimension numbers and regions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "optest.h"
#include "random.h"
#include "random_gathers.h"

#include <axmap/elementwise.h>

#define F32(...) optest_type(AX_F32, AX_LIST(__VA_ARGS__))
#define I32(...) optest_type(AX_I32, AX_LIST(__VA_ARGS__))

/* What a test scatters with. */
typedef struct scatter_user {
    ax_scatter_options options;
    ax_trace_fn *body;
    int32_t count; /* arrays */
    int32_t which; /* result */
} scatter_user;

static ax_value scatter(ax_builder *b, const ax_value *in, const void *user)
{
    (void)b;
    const scatter_user *u = user;
    ax_value out[OPTEST_MOST];
    int32_t n = u->count ? u->count : 1;
    ax_scatter(in, in[n], in + n + 1, n, &u->options, u->body, NULL, out);
    return out[u->which];
}

static void add(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)b, (void)user;
    out[0] = ax_add(in[0], in[1]);
}

/* x - 2 u, another result for every order: of integers, exact. */
static void twice_and_update(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)b, (void)user;
    out[0] = ax_sub(in[1], ax_add(in[0], in[0]));
}

static void keep_first(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)b, (void)user;
    out[0] = in[0];
}

static void crossed(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)b, (void)user;
    out[0] = ax_add(in[0], in[3]);
    out[1] = ax_sub(in[1], in[2]);
}

/* Elements of a vector: x.at[i].op(u). */
static const ax_scatter_options points = {
    .inserted_window_dims = {1, (const int64_t[]){0}},
    .scatter_dims_to_operand_dims = {1, (const int64_t[]){0}},
    .index_vector_dim = 1,
};

static void test_points(void **unused)
{
    (void)unused;
    float x[] = {1, 2, 3, 4}, u[] = {10, 20, 30, 40, 50};
    int32_t i[] = {2, -1, 0, 4, 2};
    ax_type types[] = {F32(4), I32(5), F32(5)};
    scatter_user assign = {.options = points}, sum = {.options = points, .body = add};
    optest_expect(optest_apply(scatter, &assign, 3, types, (void *[]){x, i, u}), F32(4),
                  (float[]){30, 2, 50, 4});
    optest_expect(optest_apply(scatter, &sum, 3, types, (void *[]){x, i, u}), F32(4),
                  (float[]){31, 2, 63, 4});
    scatter_user own = {.options = points, .body = twice_and_update};
    optest_expect(optest_apply(scatter, &own, 3, types, (void *[]){x, i, u}), F32(4),
                  (float[]){28, 2, 50 - 2 * (10 - 2 * 3), 4});
    scatter_user keep = {.options = points, .body = keep_first};
    optest_expect(optest_apply(scatter, &keep, 3, types, (void *[]){x, i, u}), F32(4), x);
}

/* 1 + 2^-24 is 1 in f32, but 2^-24 + 2^-24 is not lost: the order of updates shows. */
static void test_updates_are_added_in_order(void **unused)
{
    (void)unused;
    float x[] = {0, 0}, u[] = {0x1p-24f, 0x1p-24f, 1, 1, 0x1p-24f, 0x1p-24f};
    int32_t i[] = {0, 0, 0, 1, 1, 1};
    scatter_user sum = {.options = points, .body = add};
    optest_expect(
        optest_apply(scatter, &sum, 3, (ax_type[]){F32(2), I32(6), F32(6)}, (void *[]){x, i, u}),
        F32(2), (float[]){1 + 0x1p-23f, 1});
}

/* A window of 2 in a vector of 5 starts at 0 to 3; one that sticks out writes nothing (as XLA). */
static void test_windows_that_stick_out(void **unused)
{
    (void)unused;
    float x[5] = {0}, u[] = {1, 2, 4, 8, 16, 32};
    int64_t i[] = {-1, 4, 1}, far[] = {INT64_MIN, INT64_MAX, 3};
    scatter_user sum = {.options = {.update_window_dims = AX_LIST(1),
                                    .scatter_dims_to_operand_dims = AX_LIST(0),
                                    .index_vector_dim = 1},
                        .body = add};
    ax_type types[] = {F32(5), optest_type(AX_I64, AX_LIST(3, 1)), F32(3, 2)};
    optest_expect(optest_apply(scatter, &sum, 3, types, (void *[]){x, i, u}), F32(5),
                  (float[]){0, 16, 32, 0, 0});
    optest_expect(optest_apply(scatter, &sum, 3, types, (void *[]){x, far, u}), F32(5),
                  (float[]){0, 0, 0, 16, 32});
    types[1].dtype = AX_U64;
    uint64_t large[] = {UINT64_MAX, 1ull << 63, 2};
    optest_expect(optest_apply(scatter, &sum, 3, types, (void *[]){x, large, u}), F32(5),
                  (float[]){0, 0, 16, 32, 0});
}

static void test_two_arrays(void **unused)
{
    (void)unused;
    int32_t a[] = {1, 2, 3}, b[] = {10, 20, 30}, u[] = {5, 6, 7}, v[] = {100, 200, 300};
    int32_t i[] = {1, 2, 1};
    ax_type types[] = {I32(3), I32(3), I32(3), I32(3), I32(3)};
    void *in[] = {a, b, i, u, v};
    scatter_user user = {.options = points, .body = crossed, .count = 2};
    optest_expect(optest_apply(scatter, &user, 5, types, in), I32(3), (int32_t[]){1, 402, 203});
    user.which = 1;
    optest_expect(optest_apply(scatter, &user, 5, types, in), I32(3), (int32_t[]){10, 8, 24});
    user.body = NULL;
    optest_expect(optest_apply(scatter, &user, 5, types, in), I32(3), (int32_t[]){10, 300, 200});
}

static ax_value put(ax_builder *b, const ax_value *in, const void *user)
{
    (void)b;
    return ax_put(in[0], in[1], in[2], *(const int64_t *)user);
}

static ax_value put_add(ax_builder *b, const ax_value *in, const void *user)
{
    (void)b;
    return ax_put_add(in[0], in[1], in[2], *(const int64_t *)user);
}

static void test_put(void **unused)
{
    (void)unused;
    float x[] = {1, 2, 3, 4, 5, 6}, u[] = {10, 20, 30, 40, 50, 60};
    int32_t rows[] = {1, 1}, columns[] = {2, -1, 2};
    int64_t first = 0, last = -1, far = 2;
    ax_type by_row[] = {F32(2, 3), I32(2), F32(2, 3)}, by_column[] = {F32(2, 3), I32(3), F32(2, 3)};
    optest_expect(optest_apply(put, &first, 3, by_row, (void *[]){x, rows, u}), F32(2, 3),
                  (float[]){1, 2, 3, 40, 50, 60});
    optest_expect(optest_apply(put_add, &first, 3, by_row, (void *[]){x, rows, u}), F32(2, 3),
                  (float[]){1, 2, 3, 54, 75, 96});
    optest_expect(optest_apply(put, &last, 3, by_column, (void *[]){x, columns, u}), F32(2, 3),
                  (float[]){1, 2, 30, 4, 5, 60});
    optest_expect(optest_apply(put_add, &last, 3, by_column, (void *[]){x, columns, u}), F32(2, 3),
                  (float[]){1, 2, 43, 4, 5, 106});
    optest_refuses(put_add, &far, 3, by_row, AX_INVALID_ARGUMENT,
                   "put_add: axis 2 is out of range for f32[2,3]");
    optest_refuses(put, &first, 3, by_column, AX_INVALID_ARGUMENT, "updates f32[2,3] do not fit");
}

/* ---- random dimension numbers ---- */

static scatter_user as_scatter(const random_gather *g, ax_trace_fn *body)
{
    const ax_gather_options *o = &g->options;
    return (scatter_user){.options = {o->offset_dims, o->collapsed_slice_dims,
                                      o->operand_batching_dims, o->start_indices_batching_dims,
                                      o->start_index_map, o->index_vector_dim, false, false},
                          .body = body};
}

static ax_value gather(ax_builder *b, const ax_value *in, const void *user)
{
    (void)b;
    return ax_gather(in[0], in[1], (const ax_gather_options *)user);
}

/* The type of the updates: what a gather by the same numbers gives. */
static ax_type updates_type(const random_gather *g)
{
    ax_graph *graph = NULL;
    assert_null(optest_trace(gather, &g->options, 2, (ax_type[]){g->operand, g->indices}, &graph));
    ax_type type = graph->outputs[0]->type;
    ax_graph_free(graph);
    return type;
}

/* Operands 0 and 2: small numbers. Operand 1: indices around the range of dims up to 4. */
static void fill(const ax_type *type, int32_t operand, void *data)
{
    int32_t *values = data;
    uint32_t state = 77 + (uint32_t)operand;
    for (int64_t i = 0; i < ax_type_count(type); i++)
        values[i] = (int32_t)random_below(&state, 7) - (operand == 1 ? 1 : 3);
}

/* Which body: 0 assigns, 1 adds, 2 is twice_and_update. */
static void expected_scatter(const random_gather *g, const ax_type *updates, int body,
                             const int32_t *indices, const int32_t *values, int32_t *result)
{
    int64_t index[AX_MAX_NDIM] = {0}, flat = 0;
    do {
        int64_t start[AX_MAX_NDIM], at[AX_MAX_NDIM];
        bool fits = true;
        locate(g, index, updates->ndim, indices, start, at);
        for (int32_t d = 0; d < g->operand.ndim; d++) {
            fits = fits && start[d] >= 0 && start[d] + g->slices[d] <= g->operand.dims[d];
            at[d] += start[d];
        }
        int32_t update = values[flat++];
        if (!fits)
            continue;
        int32_t *to = &result[flat_index(&g->operand, at)];
        uint32_t was = (uint32_t)*to, now = (uint32_t)update;
        *to = (int32_t)(body == 0 ? now : body == 1 ? was + now : now - was * 2);
    } while (next_index(updates->ndim, updates->dims, index));
}

static ax_trace_fn *const bodies[] = {NULL, add, twice_and_update};

static void test_random_dimension_numbers(void **unused)
{
    (void)unused;
    for (uint32_t seed = 1; seed <= 3000; seed++) {
        random_gather g;
        make_random(seed, &g);
        int body = (int)(seed % 3);
        scatter_user user = as_scatter(&g, bodies[body]);
        ax_type updates = updates_type(&g), types[] = {g.operand, g.indices, updates};
        int32_t *in[3];
        for (int i = 0; i < 3; i++) {
            in[i] = optest_memory(&types[i]);
            fill(&types[i], i, in[i]);
        }
        optest_data out = optest_apply(scatter, &user, 3, types, (void *[]){in[0], in[1], in[2]});
        expected_scatter(&g, &updates, body, in[1], in[2], in[0]);
        if (memcmp(out.data, in[0], (size_t)ax_type_bytes(&g.operand)) != 0)
            fail_msg("seed %u differs", seed);
        for (int i = 0; i < 3; i++)
            free(in[i]);
        free(out.data);
    }
}

static void test_batch(void **unused)
{
    (void)unused;
    for (uint32_t seed = 1; seed <= 90; seed++) {
        random_gather g;
        make_random(seed, &g);
        scatter_user user = as_scatter(&g, bodies[seed % 3]);
        ax_type updates = updates_type(&g);
        if (g.operand.ndim + g.indices.ndim + updates.ndim > 8)
            continue; /* every axis of each with every other */
        optest_check_batch(scatter, &user, 3, (ax_type[]){g.operand, g.indices, updates}, fill);
    }
}

/* More updates than are found or combined at once, most of them to few places. */
static void test_many(void **unused)
{
    (void)unused;
    enum { COUNT = 5000, SIZE = 700 };
    static int32_t i[COUNT], u[COUNT], x[SIZE], expected[SIZE];
    uint32_t state = 5;
    for (int k = 0; k < COUNT; k++) {
        uint32_t range = k % 1000 < 500 ? SIZE + 20 : 7;
        i[k] = (int32_t)random_below(&state, range) - 1;
        u[k] = (int32_t)random_below(&state, 100);
    }
    for (int body = 0; body < 3; body++) {
        memset(expected, 0, sizeof expected);
        for (int k = 0; k < COUNT; k++) {
            if (i[k] < 0 || i[k] >= SIZE)
                continue;
            uint32_t was = (uint32_t)expected[i[k]], now = (uint32_t)u[k];
            expected[i[k]] = (int32_t)(body == 0 ? now : body == 1 ? was + now : now - was * 2);
        }
        scatter_user user = {.options = points, .body = bodies[body]};
        optest_expect(optest_apply(scatter, &user, 3,
                                   (ax_type[]){I32(SIZE), I32(COUNT), I32(COUNT)},
                                   (void *[]){x, i, u}),
                      I32(SIZE), expected);
    }
}

/* What is promised of the indices stays true of the mapped op, or is dropped. */
/* Rows of `width` added, put or combined into `rows` rows, so many that threads share them; an index in
 * seven leads nowhere. */
static void check_rows(int64_t rows, int64_t updates, int64_t width, ax_trace_fn *body)
{
    scatter_user u = {.options = {.update_window_dims = AX_LIST(1),
                                  .inserted_window_dims = AX_LIST(0),
                                  .scatter_dims_to_operand_dims = AX_LIST(0),
                                  .index_vector_dim = 1},
                      .body = body};
    ax_type types[] = {I32(rows, width), I32(updates), I32(updates, width)};
    int32_t *x = optest_memory(&types[0]), *at = optest_memory(&types[1]);
    int32_t *y = optest_memory(&types[2]), *expected = optest_memory(&types[0]);
    uint32_t state = 5;
    for (int64_t i = 0; i < rows * width; i++)
        expected[i] = x[i] = (int32_t)random_below(&state, 1000);
    for (int64_t i = 0; i < updates; i++) {
        at[i] = (int32_t)random_below(&state, (uint32_t)rows);
        at[i] = i % 7 == 3 ? (int32_t)rows : at[i] / 2 * (int32_t)random_below(&state, 3);
        for (int64_t k = 0; k < width; k++) {
            int32_t update = y[i * width + k] = (int32_t)random_below(&state, 1000) - 500;
            if (at[i] >= rows)
                continue;
            int32_t *to = &expected[at[i] * width + k];
            if (body == add) {
                *to += update;
            } else {
                *to = body ? (int32_t)((uint32_t)update - 2 * (uint32_t)*to) : update;
            }
        }
    }
    void *inputs[] = {x, at, y};
    optest_expect(optest_apply(scatter, &u, 3, types, inputs), types[0], expected);
    free(x);
    free(at);
    free(y);
    free(expected);
}

static void test_shared_rows(void **unused)
{
    (void)unused;
    for (int b = 0; b < 3; b++) {
        check_rows(3, 40000, 1, bodies[b]);
        check_rows(1000, 50000, 1, bodies[b]);
        check_rows(70, 9000, 5, bodies[b]);
        check_rows(2000, 3000, 17, bodies[b]);
    }
    check_rows(5000, (1 << 20) + 5000, 1, twice_and_update); /* more than one batch */
}

static void test_promises_under_vmap(void **unused)
{
    (void)unused;
    scatter_user user = {.options = points};
    user.options.indices_are_sorted = user.options.unique_indices = true;
    ax_graph *graph = NULL;
    assert_null(optest_trace(scatter, &user, 3, (ax_type[]){F32(4), I32(5), F32(5)}, &graph));
    for (int which = 1; which < 8; which++) {
        int32_t out, axes[3];
        for (int i = 0; i < 3; i++)
            axes[i] = which >> i & 1 ? 0 : AX_NOT_MAPPED;
        ax_graph *mapped = optest_map(graph, axes, 3, &out);
        const ax_eqn *eqn = mapped->last;
        bool shared = axes[1] == AX_NOT_MAPPED;
        assert_ptr_equal(eqn->op, &ax_op_scatter);
        assert_int_equal(ax_eqn_int(eqn, AX_ATTR_UNIQUE_INDICES), 1);
        assert_int_equal(ax_eqn_int(eqn, AX_ATTR_INDICES_ARE_SORTED), shared);
        ax_graph_free(mapped);
    }
    ax_graph_free(graph);
}

static void test_refusals(void **unused)
{
    (void)unused;
    const scatter_user good = {.options = points, .body = add};
    ax_type types[] = {F32(4), I32(5), F32(5)};
    optest_refuses(scatter, &good, 3, (ax_type[]){F32(4), F32(5), F32(5)}, AX_INVALID_ARGUMENT,
                   "indices are integers, not f32[5]");
    optest_refuses(scatter, &good, 3, (ax_type[]){F32(4), I32(5), I32(5)}, AX_INVALID_ARGUMENT,
                   "input 0 is f32[4], its updates are i32[5]");
    optest_refuses(scatter, &good, 3, (ax_type[]){F32(4), I32(5), F32(6)}, AX_INVALID_ARGUMENT,
                   "updates f32[6] do not fit input f32[4] at indices i32[5]: f32[5] is expected");
    optest_refuses(scatter, &good, 3, (ax_type[]){F32(4, 2), I32(5), F32(5)}, AX_INVALID_ARGUMENT,
                   "update_window_dims has 0 entries, but slices of f32[4,2] keep 1");
    scatter_user u = good;
    u.options.index_vector_dim = 2;
    optest_refuses(scatter, &u, 3, types, AX_INVALID_ARGUMENT, "scatter: index_vector_dim is 2");
    u = good;
    u.options.scatter_dims_to_operand_dims = AX_LIST(1);
    optest_refuses(scatter, &u, 3, types, AX_INVALID_ARGUMENT,
                   "scatter_dims_to_operand_dims names dimension 1");
    u = good;
    u.options.input_batching_dims = AX_LIST(0);
    optest_refuses(scatter, &u, 3, types, AX_INVALID_ARGUMENT,
                   "dimension 0 is in both inserted_window_dims and input_batching_dims");
    u.options.inserted_window_dims = u.options.scatter_dims_to_operand_dims = AX_EMPTY_LIST;
    u.options.index_vector_dim = 0;
    optest_refuses(scatter, &u, 3, (ax_type[]){F32(4), I32(0, 4), F32(4)}, AX_INVALID_ARGUMENT,
                   "input_batching_dims has 1 entries and scatter_indices_batching_dims has 0");
    scatter_user two = {.options = points, .body = crossed, .count = 2};
    optest_refuses(scatter, &two, 5, (ax_type[]){F32(4), F32(5), I32(5), F32(5), F32(5)},
                   AX_INVALID_ARGUMENT, "input 1 is f32[5], input 0 f32[4]: dims differ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_points),
        cmocka_unit_test(test_updates_are_added_in_order),
        cmocka_unit_test(test_windows_that_stick_out),
        cmocka_unit_test(test_two_arrays),
        cmocka_unit_test(test_put),
        cmocka_unit_test(test_random_dimension_numbers),
        cmocka_unit_test(test_batch),
        cmocka_unit_test(test_many),
        cmocka_unit_test(test_shared_rows),
        cmocka_unit_test(test_promises_under_vmap),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
