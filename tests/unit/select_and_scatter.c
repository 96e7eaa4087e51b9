/* select_and_scatter: results worked out by hand, and the specification's formula for random windows. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "optest.h"
#include "random.h"

#include <axmap/elementwise.h>
#include <axmap/reduction.h>
#include <math.h>

#define F32(...) optest_type(AX_F32, AX_LIST(__VA_ARGS__))
#define SCALAR   ax_type_scalar(AX_F32)

typedef struct windows_user {
    ax_window_options options;
    ax_trace_fn *select, *scatter;
} windows_user;

static ax_value select_and_scatter(ax_builder *b, const ax_value *in, const void *user)
{
    (void)b;
    const windows_user *u = user;
    return ax_select_and_scatter(in[0], in[1], in[2], &u->options, u->select, u->scatter, NULL);
}

static void ge(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)b, (void)user;
    out[0] = ax_compare(in[0], in[1], AX_GE);
}

static void gt(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)b, (void)user;
    out[0] = ax_compare(in[0], in[1], AX_GT);
}

/* a <= b with its operands the other way around. */
static void le_crossed(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)b, (void)user;
    out[0] = ax_compare(in[1], in[0], AX_GE);
}

/* |a| <= |b|: no comparison of the elements themselves. */
static void nearer(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)b, (void)user;
    out[0] = ax_compare(ax_abs(in[0]), ax_abs(in[1]), AX_LE);
}

static void add(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)b, (void)user;
    out[0] = ax_add(in[0], in[1]);
}

static void twice_and_source(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)b, (void)user;
    out[0] = ax_sub(in[1], ax_add(in[0], in[0]));
}

static void test_gradient_of_a_max_pool(void **unused)
{
    (void)unused;
    float x[] = {1, 3, 3, 0, 2, 9}, source[] = {10, 20, 30}, init[] = {0.5f};
    windows_user user = {{.dimensions = AX_LIST(2), .strides = AX_LIST(2)}, ge, add};
    ax_type types[] = {F32(6), F32(3), SCALAR};
    void *in[] = {x, source, init};
    optest_expect(optest_apply(select_and_scatter, &user, 3, types, in), F32(6),
                  (float[]){0.5f, 10.5f, 20.5f, 0.5f, 0.5f, 30.5f});
    /* Windows that share an element: of 3 each, one step apart. Ties go to the first, or the last. */
    float four[] = {1, 2, 4, 8};
    ax_type wide[] = {F32(6), F32(4), SCALAR};
    windows_user shared = {{.dimensions = AX_LIST(3)}, ge, add};
    in[1] = four;
    optest_expect(optest_apply(select_and_scatter, &shared, 3, wide, in), F32(6),
                  (float[]){0.5f, 3.5f, 4.5f, 0.5f, 0.5f, 8.5f});
    shared.select = gt;
    optest_expect(optest_apply(select_and_scatter, &shared, 3, wide, in), F32(6),
                  (float[]){0.5f, 0.5f, 7.5f, 0.5f, 0.5f, 8.5f});
}

/* NaN >= x is false, so a NaN gives way to what follows, and so does whatever comes before a NaN. */
static void test_nan(void **unused)
{
    (void)unused;
    float x[] = {5, NAN, 1, 2, 3, NAN}, source[] = {10, 20}, init[] = {0};
    windows_user user = {{.dimensions = AX_LIST(3), .strides = AX_LIST(3)}, ge, add};
    optest_expect(optest_apply(select_and_scatter, &user, 3, (ax_type[]){F32(6), F32(2), SCALAR},
                               (void *[]){x, source, init}),
                  F32(6), (float[]){0, 0, 10, 0, 0, 20});
}

/* A window of padding alone selects nothing. */
static void test_windows_without_elements(void **unused)
{
    (void)unused;
    float x[] = {1, 2}, source[] = {10, 20, 30, 40}, init[] = {7};
    windows_user user = {
        {.dimensions = AX_LIST(2), .strides = AX_LIST(2), .padding = AX_LIST(2, 4)},
        ge,
        twice_and_source};
    optest_expect(optest_apply(select_and_scatter, &user, 3, (ax_type[]){F32(2), F32(4), SCALAR},
                               (void *[]){x, source, init}),
                  F32(2), (float[]){7, 20 - 14});
}

/* ---- random windows ---- */

typedef struct random_windows {
    ax_type operand, source;
    int64_t window[3], steps[3], padding[6];
    windows_user user;
    int select, scatter;
} random_windows;

static void make_random(uint32_t seed, random_windows *w)
{
    static ax_trace_fn *const selects[] = {ge, gt, le_crossed, nearer};
    uint32_t state = seed * 2654435761u;
    int32_t ndim = (int32_t)random_below(&state, 4);
    bool many = seed % 64 == 0 && ndim > 1; /* arrays side by side, for several threads */
    *w = (random_windows){.operand = {AX_F32, ndim, {0}}, .source = {AX_F32, ndim, {0}}};
    for (int32_t d = 0; d < ndim; d++) {
        w->window[d] = 1 + random_below(&state, 3);
        w->steps[d] = 1 + random_below(&state, 3);
        w->operand.dims[d] = 1 + random_below(&state, 5);
        w->padding[2 * d] = (int64_t)random_below(&state, 4) - 1;
        w->padding[2 * d + 1] = (int64_t)random_below(&state, 4) - 1;
        if (many && d == 0) {
            w->operand.dims[0] = 6000;
            w->window[0] = w->steps[0] = 1;
            w->padding[0] = w->padding[1] = 0;
        }
        int64_t room = w->operand.dims[d] + w->padding[2 * d] + w->padding[2 * d + 1];
        w->source.dims[d] = room < w->window[d] ? 0 : (room - w->window[d]) / w->steps[d] + 1;
    }
    w->select = (int)random_below(&state, 4);
    w->scatter = (int)random_below(&state, 2);
    w->user = (windows_user){{.dimensions = {ndim, w->window},
                              .strides = {ndim, w->steps},
                              .padding = {2 * ndim, w->padding}},
                             selects[w->select],
                             w->scatter ? twice_and_source : add};
}

static bool keeps(int select, float a, float b)
{
    return select == 0 ? a >= b : select == 1 ? a > b : select == 2 ? a <= b : fabsf(a) <= fabsf(b);
}

/* The flat index that a window selects; -1 where it has no element. */
static int64_t selected(const random_windows *w, const int64_t *place, const float *x)
{
    int64_t at[3] = {0}, best = -1;
    do {
        int64_t position[3];
        bool inside = true;
        for (int32_t d = 0; d < w->operand.ndim; d++) {
            position[d] = place[d] * w->steps[d] + at[d] - w->padding[2 * d];
            inside = inside && position[d] >= 0 && position[d] < w->operand.dims[d];
        }
        int64_t flat = inside ? flat_index(&w->operand, position) : -1;
        if (inside && (best < 0 || !keeps(w->select, x[best], x[flat])))
            best = flat;
    } while (next_index(w->operand.ndim, w->window, at));
    return best;
}

static void test_random_windows(void **unused)
{
    (void)unused;
    for (uint32_t seed = 1; seed <= 3000; seed++) {
        random_windows w;
        make_random(seed, &w);
        uint32_t state = seed;
        ax_type types[] = {w.operand, w.source, SCALAR};
        float *in[3], *expected = optest_memory(&w.operand);
        for (int i = 0; i < 3; i++) {
            in[i] = optest_memory(&types[i]);
            for (int64_t k = 0; k < ax_type_count(&types[i]); k++)
                in[i][k] = (float)random_below(&state, 9) - 4;
        }
        for (int64_t k = 0; k < ax_type_count(&w.operand); k++)
            expected[k] = in[2][0];
        int64_t place[3] = {0}, flat = 0;
        do {
            int64_t to = flat < ax_type_count(&w.source) ? selected(&w, place, in[0]) : -1;
            if (to >= 0) {
                float source = in[1][flat], was = expected[to];
                expected[to] = w.scatter ? source - (was + was) : was + source;
            }
            flat++;
        } while (next_index(w.source.ndim, w.source.dims, place));
        optest_expect(
            optest_apply(select_and_scatter, &w.user, 3, types, (void *[]){in[0], in[1], in[2]}),
            w.operand, expected);
        for (int i = 0; i < 3; i++)
            free(in[i]);
        free(expected);
    }
}

static void test_refusals(void **unused)
{
    (void)unused;
    windows_user good = {{.dimensions = AX_LIST(2), .strides = AX_LIST(2)}, ge, add};
    optest_refuses(select_and_scatter, &good, 3, (ax_type[]){F32(6), F32(2), SCALAR},
                   AX_INVALID_ARGUMENT, "the source is f32[2]; the windows of f32[6] take f32[3]");
    optest_refuses(select_and_scatter, &good, 3, (ax_type[]){F32(6), F32(3), F32(1)},
                   AX_INVALID_ARGUMENT, "the initial value is f32[1], not a scalar f32");
    windows_user u = good;
    u.select = add;
    optest_refuses(select_and_scatter, &u, 3, (ax_type[]){F32(6), F32(3), SCALAR},
                   AX_INVALID_ARGUMENT, "its select region takes two scalars f32");
    u = good;
    u.scatter = ge;
    optest_refuses(select_and_scatter, &u, 3, (ax_type[]){F32(6), F32(3), SCALAR},
                   AX_INVALID_ARGUMENT, "result 0 of its region is bool[]");
    u = good;
    u.options.dimensions = AX_LIST(0);
    optest_refuses(select_and_scatter, &u, 3, (ax_type[]){F32(6), F32(3), SCALAR},
                   AX_INVALID_ARGUMENT, "window_dimensions has 0; at least 1");
    u = good;
    u.options.padding = AX_LIST(1);
    optest_refuses(select_and_scatter, &u, 3, (ax_type[]){F32(6), F32(3), SCALAR},
                   AX_INVALID_ARGUMENT, "padding has 1 entries");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gradient_of_a_max_pool),
        cmocka_unit_test(test_nan),
        cmocka_unit_test(test_windows_without_elements),
        cmocka_unit_test(test_random_windows),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
