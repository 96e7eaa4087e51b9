/* reduce_window and pooling: tables worked out by hand, and for random attributes the definition taken
 * literally: the input padded and dilated into an array of its own, then each window folded. */
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

#define F32(...) optest_type(AX_F32, AX_LIST(__VA_ARGS__))
#define I32(...) optest_type(AX_I32, AX_LIST(__VA_ARGS__))

static void add(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)b;
    (void)user;
    out[0] = ax_add(in[0], in[1]);
}

/* A sum that is not recognised as one. */
static void add_roundabout(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)b;
    (void)user;
    out[0] = ax_sub(in[0], ax_neg(in[1]));
}

typedef struct custom {
    ax_trace_fn *body;
    int32_t count, which;
    const ax_window_options *options;
} custom;

static ax_value reduce_window(ax_builder *b, const ax_value *in, const void *user)
{
    (void)b;
    const custom *c = user;
    ax_value out[2];
    ax_reduce_window(in, in + c->count, c->count, c->options, c->body, NULL, out);
    return out[c->which];
}

typedef struct pool {
    ax_value (*function)(ax_value operand, ax_ints window, ax_ints strides, ax_location here);
    ax_ints window, strides;
} pool;

static ax_value pooled(ax_builder *b, const ax_value *in, const void *user)
{
    (void)b;
    const pool *p = user;
    return p->function(in[0], p->window, p->strides, AX_HERE);
}

static void test_pooling(void **unused)
{
    (void)unused;
    float x[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, NAN};
    ax_type type = F32(3, 4);
    pool twos = {ax_max_pool_at, AX_LIST(2, 2), AX_EMPTY_LIST};
    optest_expect(optest_apply(pooled, &twos, 1, &type, (void *[]){x}), F32(1, 2), (float[]){6, 8});
    pool overlapping = {ax_max_pool_at, AX_LIST(2, 3), AX_LIST(1, 1)};
    optest_data out = optest_apply(pooled, &overlapping, 1, &type, (void *[]){x});
    float *seen = out.data;
    assert_true(seen[0] == 7 && seen[1] == 8 && seen[2] == 11 && isnan(seen[3]));
    free(out.data);
    pool mean = {ax_avg_pool_at, AX_LIST(2, 2), AX_LIST(2, 1)};
    optest_expect(optest_apply(pooled, &mean, 1, &type, (void *[]){x}), F32(1, 3),
                  (float[]){3.5f, 4.5f, 5.5f});
    pool wide = {ax_max_pool_at, AX_LIST(4, 1), AX_EMPTY_LIST};
    optest_expect(optest_apply(pooled, &wide, 1, &type, (void *[]){x}), F32(0, 4), NULL);
}

static void test_padding_and_dilation(void **unused)
{
    (void)unused;
    int32_t x[] = {1, 2, 3}, init[] = {0};
    ax_type types[] = {I32(3), ax_type_scalar(AX_I32)};
    ax_window_options padded = {.dimensions = AX_LIST(2), .padding = AX_LIST(1, 2)};
    custom digits = {append_digit, 1, 0, &padded};
    optest_expect(optest_apply(reduce_window, &digits, 2, types, (void *[]){x, init}), I32(5),
                  (int32_t[]){1, 12, 23, 30, 0});
    ax_window_options cut = {.dimensions = AX_LIST(1), .padding = AX_LIST(-1, -1)};
    digits.options = &cut;
    optest_expect(optest_apply(reduce_window, &digits, 2, types, (void *[]){x, init}), I32(1),
                  (int32_t[]){2});
    ax_window_options base = {.dimensions = AX_LIST(3), .base_dilations = AX_LIST(2)};
    digits.options = &base;
    optest_expect(optest_apply(reduce_window, &digits, 2, types, (void *[]){x, init}), I32(3),
                  (int32_t[]){102, 20, 203});
    ax_window_options window = {.dimensions = AX_LIST(2), .window_dilations = AX_LIST(2)};
    digits.options = &window;
    optest_expect(optest_apply(reduce_window, &digits, 2, types, (void *[]){x, init}), I32(1),
                  (int32_t[]){13});
}

/* JAX's cumsum lowers to this. */
static void test_running_sum(void **unused)
{
    (void)unused;
    int32_t x[] = {1, 2, 3, 4}, init[] = {0};
    ax_window_options options = {.dimensions = AX_LIST(4), .padding = AX_LIST(3, 0)};
    custom sums = {add, 1, 0, &options};
    optest_expect(optest_apply(reduce_window, &sums, 2, (ax_type[]){I32(4), ax_type_scalar(AX_I32)},
                               (void *[]){x, init}),
                  I32(4), (int32_t[]){1, 3, 6, 10});
}

/* ---- random attributes ---- */

typedef struct random_windows {
    ax_type type;
    int64_t window[4], strides[4], base[4], dilation[4], padding[8];
    ax_window_options options;
} random_windows;

/* `wide`: one dimension, and the window along it, is long enough for windows to be joined of blocks. */
static void make_random(uint32_t seed, bool wide, random_windows *r)
{
    uint32_t state = seed * 2654435761u;
    int32_t ndim = (int32_t)random_below(&state, 4);
    *r = (random_windows){.type = {.dtype = AX_I32, .ndim = ndim}};
    bool plain = random_below(&state, 2) == 0;
    for (int32_t d = 0; d < ndim; d++) {
        r->type.dims[d] = random_below(&state, 7);
        r->window[d] = 1 + random_below(&state, 3);
        r->strides[d] = 1 + random_below(&state, 3);
        r->base[d] = plain ? 1 : 1 + random_below(&state, 3);
        r->dilation[d] = 1 + random_below(&state, 2);
        r->padding[2 * d] = (int64_t)random_below(&state, 5) - 1;
        r->padding[2 * d + 1] = (int64_t)random_below(&state, 5) - 1;
    }
    if (wide && ndim > 0) {
        uint32_t d = random_below(&state, (uint32_t)ndim);
        r->type.dims[d] = random_below(&state, 80);
        r->window[d] = 10 + random_below(&state, 40);
        r->padding[2 * d] = (int64_t)random_below(&state, 60) - 3;
        r->padding[2 * d + 1] = (int64_t)random_below(&state, 60) - 3;
        if (random_below(&state, 3) == 0) { /* cumulative, forward or in reverse */
            int64_t length = r->type.dims[d] > 0 ? r->type.dims[d] : 1;
            bool reverse = random_below(&state, 2) == 0;
            r->window[d] = length;
            r->strides[d] = r->base[d] = r->dilation[d] = 1;
            r->padding[2 * d] = reverse ? 0 : length - 1;
            r->padding[2 * d + 1] = reverse ? length - 1 : 0;
        }
    }
    r->options = (ax_window_options){{ndim, r->window},
                                     {ndim, r->strides},
                                     {ndim, r->base},
                                     {ndim, r->dilation},
                                     {2 * ndim, r->padding}};
}

static int64_t clipped(int64_t size)
{
    return size > 0 ? size : 0;
}

/* The input padded and dilated with the init; `type` takes its dims. */
static int32_t *padded_input(const random_windows *r, const int32_t *x, int32_t init,
                             ax_type *out_type)
{
    ax_type type = r->type;
    for (int32_t d = 0; d < type.ndim; d++) {
        int64_t dilated = type.dims[d] ? (type.dims[d] - 1) * r->base[d] + 1 : 0;
        type.dims[d] = clipped(dilated + r->padding[2 * d] + r->padding[2 * d + 1]);
    }
    int64_t count = ax_type_count(&type);
    int32_t *padded = malloc((size_t)(count + 1) * sizeof *padded);
    for (int64_t i = 0; i < count; i++)
        padded[i] = init;
    int64_t index[AX_MAX_NDIM] = {0};
    for (int64_t i = 0; i < ax_type_count(&r->type); i++) {
        int64_t at[AX_MAX_NDIM];
        bool inside = true;
        for (int32_t d = 0; d < type.ndim; d++) {
            at[d] = index[d] * r->base[d] + r->padding[2 * d];
            inside = inside && at[d] >= 0 && at[d] < type.dims[d];
        }
        if (inside)
            padded[flat_index(&type, at)] = x[i];
        next_index(type.ndim, r->type.dims, index);
    }
    *out_type = type;
    return padded;
}

/* Unsigned, since the tests' values wrap. */
static int32_t combine(bool digits, int32_t acc, int32_t x)
{
    return (int32_t)((uint32_t)acc * (digits ? 10u : 1u) + (uint32_t)x);
}

static void check_random(uint32_t seed, bool digits, bool wide)
{
    random_windows r;
    make_random(seed, wide, &r);
    uint32_t state = seed;
    int32_t *x = optest_memory(&r.type), init = (int32_t)random_below(&state, 3);
    for (int64_t i = 0; i < ax_type_count(&r.type); i++)
        x[i] = 1 + (int32_t)random_below(&state, 9);
    custom c = {digits ? append_digit : add, 1, 0, &r.options};
    optest_data out = optest_apply(
        reduce_window, &c, 2, (ax_type[]){r.type, ax_type_scalar(AX_I32)}, (void *[]){x, &init});
    ax_type type;
    int32_t *padded = padded_input(&r, x, init, &type);
    for (int32_t d = 0; d < type.ndim; d++) {
        int64_t places = 0;
        while (type.dims[d] > 0 &&
               places * r.strides[d] + (r.window[d] - 1) * r.dilation[d] < type.dims[d])
            places++;
        assert_int_equal(out.type.dims[d], places);
    }
    int64_t index[AX_MAX_NDIM] = {0};
    for (int64_t i = 0; i < ax_type_count(&out.type); i++) {
        int64_t w[AX_MAX_NDIM] = {0}, at[AX_MAX_NDIM];
        int32_t acc = init;
        do {
            for (int32_t d = 0; d < type.ndim; d++)
                at[d] = index[d] * r.strides[d] + w[d] * r.dilation[d];
            acc = combine(digits, acc, padded[flat_index(&type, at)]);
        } while (next_index(type.ndim, r.window, w));
        if (((int32_t *)out.data)[i] != acc)
            fail_msg("seed %u, element %d: %d, not %d", seed, (int)i, ((int32_t *)out.data)[i],
                     acc);
        next_index(out.type.ndim, out.type.dims, index);
    }
    free(x);
    free(padded);
    free(out.data);
}

/* Compositions of t -> a t + b over random windows, with the identity as the init. */
static void check_composed(uint32_t seed, bool wide)
{
    random_windows r;
    make_random(seed, wide, &r);
    uint32_t state = seed;
    int64_t count = ax_type_count(&r.type);
    int32_t *x[2], init[] = {1, 0};
    for (int i = 0; i < 2; i++) {
        x[i] = optest_memory(&r.type);
        for (int64_t k = 0; k < count; k++)
            x[i][k] = (int32_t)random_below(&state, 7) - 3;
    }
    ax_type padded_type, scalar = ax_type_scalar(AX_I32);
    int32_t *padded[] = {padded_input(&r, x[0], init[0], &padded_type),
                         padded_input(&r, x[1], init[1], &padded_type)};
    for (int32_t which = 0; which < 2; which++) {
        custom c = {compose, 2, which, &r.options};
        optest_data out = optest_apply(reduce_window, &c, 4,
                                       (ax_type[]){r.type, r.type, scalar, scalar},
                                       (void *[]){x[0], x[1], &init[0], &init[1]});
        int64_t index[AX_MAX_NDIM] = {0}, w[AX_MAX_NDIM] = {0}, at[AX_MAX_NDIM] = {0};
        for (int64_t i = 0; i < ax_type_count(&out.type); i++) {
            uint32_t acc[] = {1, 0};
            do {
                for (int32_t d = 0; d < r.type.ndim; d++)
                    at[d] = index[d] * r.strides[d] + w[d] * r.dilation[d];
                int64_t from = flat_index(&padded_type, at);
                acc[1] = (uint32_t)padded[0][from] * acc[1] + (uint32_t)padded[1][from];
                acc[0] *= (uint32_t)padded[0][from];
            } while (next_index(r.type.ndim, r.window, w));
            if (((uint32_t *)out.data)[i] != acc[which])
                fail_msg("seed %u, element %d of result %d", seed, (int)i, (int)which);
            next_index(out.type.ndim, out.type.dims, index);
        }
        free(out.data);
    }
    for (int i = 0; i < 2; i++) {
        free(x[i]);
        free(padded[i]);
    }
}

/* Windows far larger than what they slide over. */
static void test_huge_windows(void **unused)
{
    (void)unused;
    enum { N = 5 };
    int32_t x[] = {1, 2, 3, 4, 5}, zero[] = {0}, one[] = {1};
    ax_type types[] = {I32(N), ax_type_scalar(AX_I32)};
    int64_t huge = (int64_t)1 << 40;
    ax_window_options options = {.dimensions = AX_LIST(huge), .padding = AX_LIST(huge - 1, 0)};
    custom sums = {add, 1, 0, &options};
    optest_expect(optest_apply(reduce_window, &sums, 2, types, (void *[]){x, zero}), I32(N),
                  (int32_t[]){1, 3, 6, 10, 15});
    /* 2^40 - 1 places of padding, each of them 1: modulo 2^32 that takes 1 away from the init's 1. */
    optest_expect(optest_apply(reduce_window, &sums, 2, types, (void *[]){x, one}), I32(N),
                  (int32_t[]){1 + 1 - 1, 3 + 1 - 2, 6 + 1 - 3, 10 + 1 - 4, 15 + 1 - 5});
    custom roundabout = {add_roundabout, 1, 0, &options};
    optest_expect(optest_apply(reduce_window, &roundabout, 2, types, (void *[]){x, zero}), I32(N),
                  (int32_t[]){1, 3, 6, 10, 15});
    ax_window_options middle = {
        .dimensions = AX_LIST(huge), .strides = AX_LIST(huge / 4), .padding = AX_LIST(huge, huge)};
    sums.options = roundabout.options = &middle;
    for (int i = 0; i < 2; i++)
        optest_expect(
            optest_apply(reduce_window, i ? &roundabout : &sums, 2, types, (void *[]){x, zero}),
            I32(5), (int32_t[]){0, 15, 15, 15, 15});
    /* Elements lie 2^38 places apart and windows take every third place. 2^38 is 1 modulo 3, so from
     * element p on they meet each third element. */
    ax_window_options apart = {.dimensions = AX_LIST(huge / 2),
                               .strides = AX_LIST(huge / 4),
                               .base_dilations = AX_LIST(huge / 4),
                               .window_dilations = AX_LIST(3),
                               .padding = AX_LIST(0, huge)};
    sums.options = roundabout.options = &apart;
    for (int i = 0; i < 2; i++)
        optest_expect(
            optest_apply(reduce_window, i ? &roundabout : &sums, 2, types, (void *[]){x, zero}),
            I32(3), (int32_t[]){1 + 4, 2 + 5, 3});
}

/* Windows of a row of random floats have the same bits alone, among other rows, and in columns. */
static void test_bits_do_not_depend_on_rows(void **unused)
{
    (void)unused;
    enum { N = 1000, ROWS = 7 };
    static float rows[ROWS][N], columns[N][ROWS];
    uint32_t state = 5;
    for (int r = 0; r < ROWS; r++) {
        for (int i = 0; i < N; i++)
            columns[i][r] = rows[r][i] = (float)random_below(&state, 1 << 20) / 1000.0f - 500;
    }
    const int64_t sizes[] = {3, 100, N}, lows[] = {1, 40, N - 1};
    float zero[] = {0};
    for (int i = 0; i < 6; i++) {
        int64_t size = sizes[i % 3], low = lows[i % 3], high = size - 1 - low;
        ax_window_options one = {.dimensions = AX_LIST(size), .padding = AX_LIST(low, high)};
        ax_window_options along = {.dimensions = AX_LIST(1, size),
                                   .padding = AX_LIST(0, 0, low, high)};
        ax_window_options down = {.dimensions = AX_LIST(size, 1),
                                  .padding = AX_LIST(low, high, 0, 0)};
        ax_trace_fn *body = i < 3 ? add : add_roundabout;
        custom c = {body, 1, 0, &one}, all = {body, 1, 0, &along}, turned = {body, 1, 0, &down};
        ax_type scalar = ax_type_scalar(AX_F32);
        optest_data wide = optest_apply(reduce_window, &all, 2, (ax_type[]){F32(ROWS, N), scalar},
                                        (void *[]){rows, zero});
        optest_data tall = optest_apply(reduce_window, &turned, 2,
                                        (ax_type[]){F32(N, ROWS), scalar},
                                        (void *[]){columns, zero});
        for (int r = 0; r < ROWS; r++) {
            optest_data alone = optest_apply(reduce_window, &c, 2, (ax_type[]){F32(N), scalar},
                                             (void *[]){rows[r], zero});
            assert_memory_equal(alone.data, (float *)wide.data + r * N, sizeof rows[0]);
            for (int k = 0; k < N; k++)
                assert_memory_equal((float *)alone.data + k, (float *)tall.data + k * ROWS + r, 4);
            free(alone.data);
        }
        free(wide.data);
        free(tall.data);
    }
}

/* A running sum of many elements keeps its digits: the error of adding one after the other would be
 * hundreds of times larger. */
static void test_long_sums_are_accurate(void **unused)
{
    (void)unused;
    enum { N = 1 << 20 };
    float *x = malloc(N * sizeof *x), zero[] = {0};
    for (int i = 0; i < N; i++)
        x[i] = 0.1f;
    ax_window_options options = {.dimensions = AX_LIST(N), .padding = AX_LIST(N - 1, 0)};
    custom sums = {add, 1, 0, &options};
    ax_type types[] = {F32(N), ax_type_scalar(AX_F32)};
    optest_data out = optest_apply(reduce_window, &sums, 2, types, (void *[]){x, zero});
    for (int i = 0; i < N; i++) {
        double exact = (i + 1) * (double)0.1f;
        assert_true(fabs(((float *)out.data)[i] - exact) <= 2e-5 * exact);
    }
    free(out.data);
    free(x);
}

/* ---- so much that threads share it; small whole numbers, so that sums are exact ---- */

/* Result `at` by definition: the elements under its window, one after the other. */
static float by_definition(const ax_type *type, const ax_type *result, const int64_t *window,
                           const int64_t *strides, const int64_t *padding, const float *x,
                           int64_t flat)
{
    int64_t place[4], at[4] = {0};
    float sum = 0;
    for (int32_t d = type->ndim - 1; d >= 0; d--) {
        place[d] = flat % result->dims[d];
        flat /= result->dims[d];
    }
    do {
        int64_t element = 0;
        bool inside = true;
        for (int32_t d = 0; d < type->ndim; d++) {
            int64_t position = place[d] * strides[d] + at[d] - padding[2 * d];
            inside = inside && position >= 0 && position < type->dims[d];
            element = element * type->dims[d] + position;
        }
        sum += inside ? x[element] : 0;
    } while (next_index(type->ndim, window, at));
    return sum;
}

static void check_shared(int32_t ndim, const int64_t *dims, const int64_t *window,
                         const int64_t *strides, const int64_t *padding, int64_t stride)
{
    ax_type type = optest_type(AX_F32, (ax_ints){ndim, dims}), scalar = ax_type_scalar(AX_F32);
    ax_window_options options = {
        .dimensions = {ndim, window}, .strides = {ndim, strides}, .padding = {2 * ndim, padding}};
    ax_type result = type;
    for (int32_t d = 0; d < ndim; d++) {
        int64_t room = dims[d] + padding[2 * d] + padding[2 * d + 1] - window[d];
        result.dims[d] = room / strides[d] + 1;
    }
    float *x = optest_memory(&type), zero = 0;
    for (int64_t i = 0; i < ax_type_count(&type); i++)
        x[i] = (float)((i * 7 + i / 13) % 9) - 4;
    ax_trace_fn *const bodies[] = {add, add_roundabout};
    for (int b = 0; b < 2; b++) {
        custom user = {bodies[b], 1, 0, &options};
        optest_data out = optest_apply(reduce_window, &user, 2, (ax_type[]){type, scalar},
                                       (void *[]){x, &zero});
        assert_true(ax_type_equal(&out.type, &result));
        for (int64_t i = 0; i < ax_type_count(&result); i += stride) {
            float expected = by_definition(&type, &result, window, strides, padding, x, i);
            assert_true(((float *)out.data)[i] == expected);
        }
        free(out.data);
    }
    free(x);
}

static void test_shared_windows(void **unused)
{
    (void)unused;
    const int64_t ones[4] = {1, 1, 1, 1}, none[8] = {0};
    /* Cumulative sums along rows, also in reverse; along columns; of one long row. */
    check_shared(2, (int64_t[]){301, 700}, (int64_t[]){1, 700}, ones, (int64_t[]){0, 0, 699, 0},
                 41);
    check_shared(2, (int64_t[]){301, 301}, (int64_t[]){1, 301}, ones, (int64_t[]){0, 0, 0, 300},
                 41);
    check_shared(2, (int64_t[]){300, 900}, (int64_t[]){300, 1}, ones, (int64_t[]){299, 0, 0, 0},
                 41);
    check_shared(1, (int64_t[]){70000}, (int64_t[]){70000}, ones, (int64_t[]){69999, 0}, 997);
    /* Pools, channels last and first, and windows that are folded by blocks. */
    check_shared(4, (int64_t[]){9, 30, 31, 16}, (int64_t[]){1, 3, 3, 1}, (int64_t[]){1, 2, 2, 1},
                 (int64_t[]){0, 0, 1, 1, 1, 1, 0, 0}, 7);
    check_shared(4, (int64_t[]){3, 7, 60, 61}, (int64_t[]){1, 1, 2, 2}, (int64_t[]){1, 1, 2, 2},
                 none, 7);
    check_shared(3, (int64_t[]){40, 50, 60}, (int64_t[]){1, 20, 1}, ones, none, 7);
}

static void test_random_attributes(void **unused)
{
    (void)unused;
    for (uint32_t seed = 1; seed <= 2000; seed++) {
        check_random(seed, false, false);
        check_random(seed, true, false);
        check_random(seed, false, true);
        check_composed(seed, false);
        check_composed(seed, true);
    }
}

/* ---- vmap ---- */

static void small(const ax_type *type, int32_t operand, void *data)
{
    for (int64_t i = 0; i < ax_type_count(type); i++)
        ((int32_t *)data)[i] = (int)((i * 7 + operand * 5) % 11) - 5;
}

static void test_batch(void **unused)
{
    (void)unused;
    ax_type scalar = ax_type_scalar(AX_I32);
    for (uint32_t seed = 1; seed <= 60; seed++) {
        random_windows r;
        make_random(seed, false, &r);
        custom sums = {add, 1, 0, &r.options};
        optest_check_batch(reduce_window, &sums, 2, (ax_type[]){r.type, scalar}, small);
        if (seed > 20)
            continue;
        for (int32_t which = 0; which < 2; which++) {
            custom composed = {compose, 2, which, &r.options};
            optest_check_batch(reduce_window, &composed, 4,
                               (ax_type[]){r.type, r.type, scalar, scalar}, small);
        }
    }
}

static void test_mapped_pooling_is_one_op(void **unused)
{
    (void)unused;
    pool twos = {ax_max_pool_at, AX_LIST(1, 2, 2), AX_EMPTY_LIST};
    ax_graph *graph = NULL;
    ax_type type = F32(3, 8, 8);
    assert_null(optest_trace(pooled, &twos, 1, &type, &graph));
    int32_t axis, axes[] = {0};
    ax_graph *mapped = optest_map(graph, axes, 7, &axis);
    assert_int_equal(mapped->neqns, graph->neqns);
    ax_graph_free(mapped);
    ax_graph_free(graph);
}

static void test_refusals(void **unused)
{
    (void)unused;
    ax_type types[] = {I32(2, 3), ax_type_scalar(AX_I32)};
    ax_window_options o = {.dimensions = AX_LIST(2)};
    custom c = {add, 1, 0, &o};
    optest_refuses(reduce_window, &c, 2, types, AX_INVALID_ARGUMENT, "window_dimensions has 1");
    o.dimensions = AX_LIST(2, 0);
    optest_refuses(reduce_window, &c, 2, types, AX_INVALID_ARGUMENT, "window_dimensions has 0");
    o.dimensions = AX_LIST(2, 2);
    o.padding = AX_LIST(1, 1);
    optest_refuses(reduce_window, &c, 2, types, AX_INVALID_ARGUMENT, "padding has 2 entries");
    o.padding = AX_LIST(0, INT64_MAX, 0, 0);
    optest_refuses(reduce_window, &c, 2, types, AX_OVERFLOW, "does not fit 64 bits");
    o.padding = AX_EMPTY_LIST;
    o.base_dilations = AX_LIST(1, INT64_MAX);
    optest_refuses(reduce_window, &c, 2, types, AX_OVERFLOW, "does not fit 64 bits");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pooling),
        cmocka_unit_test(test_padding_and_dilation),
        cmocka_unit_test(test_running_sum),
        cmocka_unit_test(test_shared_windows),
        cmocka_unit_test(test_random_attributes),
        cmocka_unit_test(test_huge_windows),
        cmocka_unit_test(test_bits_do_not_depend_on_rows),
        cmocka_unit_test(test_long_sums_are_accurate),
        cmocka_unit_test(test_batch),
        cmocka_unit_test(test_mapped_pooling_is_one_op),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
