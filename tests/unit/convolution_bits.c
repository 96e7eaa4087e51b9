/* Convolutions of the cpu backend against one chain of multiply-adds an element, written as a loop: the same
 * bits for every layout, size, number of threads and vector level. Its order: window positions, with all
 * input features at each, where a feature's neighbour is nearer than an image's; else features, with all
 * window positions at each.
 */
#include "test.h"

#include "cpu_team.h"
#include "optest.h"

#include "backend/executable.h"
#include "device/vector_level.h"

#include <axmap/contraction.h>
#include <math.h>

enum { ROW, FEATURE, Y, X, ROLES }; /* as ax_convolution_options orders dimensions */

typedef struct convolution {
    int64_t images, in, out, groups;
    int64_t size[2], window[2], step[2], pad[2],
        hole[2];           /* pad: before and behind; hole: dilation of the window */
    const char *orders[3]; /* of input, kernel and result: "NCHW", "IOHW", "NCHW" and such */
    int64_t input_hole, reversed;
} convolution;

/* Where dimension `role` stands in an order. */
static int64_t place_of(const char *order, const char *names, int role)
{
    return strchr(order, names[role]) - order;
}

static const char *const names[] = {"NCHW", "IOHW", "NCHW"};

static ax_type type_of(const convolution *c, int operand, const int64_t *dims)
{
    int64_t ordered[ROLES];
    for (int role = 0; role < ROLES; role++)
        ordered[place_of(c->orders[operand], names[operand], role)] = dims[role];
    return optest_type(AX_F32, (ax_ints){ROLES, ordered});
}

static void find_strides(const convolution *c, int operand, const ax_type *type, int64_t *strides)
{
    for (int role = 0; role < ROLES; role++) {
        strides[role] = 1;
        for (int64_t d = place_of(c->orders[operand], names[operand], role) + 1; d < ROLES; d++)
            strides[role] *= type->dims[d];
    }
}

static int64_t places(const convolution *c, int d)
{
    int64_t room = (c->size[d] - 1) * c->input_hole + 1 + 2 * c->pad[d];
    return (room - (c->window[d] - 1) * c->hole[d] - 1) / c->step[d] + 1;
}

/* The input position that a window position meets; -1: padding or a hole. */
static int64_t position(const convolution *c, int d, int64_t place, int64_t window)
{
    int64_t at = place * c->step[d] + window * c->hole[d] - c->pad[d];
    if (at < 0 || at % c->input_hole != 0 || at / c->input_hole >= c->size[d])
        return -1;
    return at / c->input_hole;
}

static float random_float(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return (float)(int32_t)*state / 1e9F;
}

typedef struct arrays {
    ax_type types[3];
    int64_t strides[3][ROLES];
    float *data[3];
} arrays;

static arrays make_arrays(const convolution *c)
{
    const int64_t dims[3][ROLES] = {{c->images, c->in, c->size[0], c->size[1]},
                                    {c->in / c->groups, c->out, c->window[0], c->window[1]},
                                    {c->images, c->out, places(c, 0), places(c, 1)}};
    arrays a;
    uint32_t state = 1;
    for (int i = 0; i < 3; i++) {
        a.types[i] = type_of(c, i, dims[i]);
        find_strides(c, i, &a.types[i], a.strides[i]);
        a.data[i] = optest_memory(&a.types[i]);
        for (int64_t j = 0; j < ax_type_count(&a.types[i]); j++)
            a.data[i][j] = random_float(&state);
    }
    return a;
}

static float chain(const convolution *c, const arrays *a, bool has_fma, int64_t image, int64_t out,
                   const int64_t *place)
{
    const int64_t *s = a->strides[0], *k = a->strides[1];
    int64_t in = c->in / c->groups, window = c->window[0] * c->window[1];
    int64_t first = out / (c->out / c->groups) * in;
    bool inside = s[FEATURE] < s[ROW];
    float sum = 0;
    for (int64_t term = 0; term < in * window; term++) {
        int64_t feature = inside ? term % in : term / window;
        int64_t w = inside ? term / in : term % window;
        int64_t wy = w / c->window[1], wx = w % c->window[1];
        int64_t y = position(c, 0, place[0], wy), x = position(c, 1, place[1], wx);
        if (c->reversed) {
            wy = c->window[0] - 1 - wy;
            wx = c->window[1] - 1 - wx;
        }
        float left = 0;
        if (y >= 0 && x >= 0)
            left =
                a->data[0][image * s[ROW] + (first + feature) * s[FEATURE] + y * s[Y] + x * s[X]];
        float right = a->data[1][feature * k[ROW] + out * k[FEATURE] + wy * k[Y] + wx * k[X]];
        sum = has_fma ? fmaf(left, right, sum) : sum + left * right;
    }
    return sum;
}

static void compute(const convolution *c, const arrays *a, bool has_fma)
{
    const int64_t *s = a->strides[2];
    int64_t count[] = {places(c, 0), places(c, 1)}, at[2];
    for (int64_t image = 0; image < c->images; image++) {
        for (int64_t out = 0; out < c->out; out++) {
            for (at[0] = 0; at[0] < count[0]; at[0]++) {
                for (at[1] = 0; at[1] < count[1]; at[1]++) {
                    a->data[2][image * s[ROW] + out * s[FEATURE] + at[0] * s[Y] + at[1] * s[X]] =
                        chain(c, a, has_fma, image, out, at);
                }
            }
        }
    }
}

static ax_graph *build(const convolution *c, const arrays *a)
{
    int64_t orders[3][ROLES];
    for (int i = 0; i < 3; i++) {
        for (int role = 0; role < ROLES; role++)
            orders[i][role] = place_of(c->orders[i], names[i], role);
    }
    const ax_convolution_options options = {
        .window_strides = {2, c->step},
        .padding = AX_LIST(c->pad[0], c->pad[0], c->pad[1], c->pad[1]),
        .lhs_dilation = AX_LIST(c->input_hole, c->input_hole),
        .rhs_dilation = {2, c->hole},
        .window_reversal = AX_LIST(c->reversed, c->reversed),
        .feature_group_count = c->groups,
        .input_dimensions = {ROLES, orders[0]},
        .kernel_dimensions = {ROLES, orders[1]},
        .output_dimensions = {ROLES, orders[2]}};
    ax_builder *b;
    ax_graph *graph;
    assert_ok(ax_builder_create("f", NULL, &b));
    ax_value in[] = {ax_builder_input(b, &a->types[0], NULL),
                     ax_builder_input(b, &a->types[1], NULL)};
    ax_value out = ax_convolution(in[0], in[1], &options);
    assert_ok(ax_builder_finish(b, 1, &out, NULL, &graph));
    assert_true(ax_type_equal(&graph->outputs[0]->type, &a->types[2]));
    return graph;
}

static void check(const convolution *c, bool has_fma)
{
    arrays a = make_arrays(c);
    compute(c, &a, has_fma);
    size_t bytes = (size_t)ax_type_bytes(&a.types[2]);
    void *seen = malloc(bytes);
    const void *in[] = {a.data[0], a.data[1]};
    for (int threads = 0; threads < 2; threads++) {
        ax_executable *executable;
        ax_runner *runner;
        assert_ok(ax_executable_create(build(c, &a), &cpu, &executable));
        assert_ok(ax_runner_create(executable, allocator, threads ? team : NULL, &runner));
        memset(seen, 0x55, bytes);
        assert_ok(ax_runner_run(runner, in, &seen));
        assert_memory_equal(seen, a.data[2], bytes);
        ax_runner_free(runner);
        ax_executable_free(executable);
    }
    for (int i = 0; i < 3; i++)
        free(a.data[i]);
    free(seen);
}

static void check_levels(const convolution *c)
{
    ax_codegen *whole = cpu.codegen;
    for (int level = 0; level <= (int)ax_vector_level_of_cpu(); level++) {
        assert_ok(ax_codegen_create(&(ax_codegen_options){.level = level}, &cpu.codegen));
        check(c, level >= 2);
        ax_codegen_free(cpu.codegen);
    }
    cpu.codegen = whole;
}

#define PLAIN .groups = 1, .step = {1, 1}, .hole = {1, 1}, .input_hole = 1
#define LAST  .orders = {"NHWC", "HWIO", "NHWC"}
#define FIRST .orders = {"NCHW", "OIHW", "NCHW"}

/* Images, rows and single places as blocks, of one tile and of several. */
static void of_networks(void **unused)
{
    (void)unused;
    const convolution cases[] = {
        {9, 1, 16, .size = {8, 8}, .window = {3, 3}, .pad = {1, 1}, PLAIN, LAST},
        {37, 16, 32, .size = {4, 4}, .window = {3, 3}, .pad = {1, 1}, PLAIN, LAST},
        {1, 64, 20, .size = {30, 41}, .window = {3, 3}, .pad = {1, 1}, PLAIN, LAST},
        {2, 30, 70, .size = {7, 7}, .window = {3, 3}, .pad = {1, 1}, PLAIN, LAST},
        {2, 3, 12, .size = {23, 600}, .window = {7, 7}, .pad = {3, 3}, PLAIN, LAST},
        {3, 3, 12, .size = {23, 21}, .window = {7, 7}, .pad = {3, 3}, PLAIN, FIRST},
        {3, 18, 33, .size = {9, 14}, .window = {3, 3}, .pad = {1, 1}, PLAIN, FIRST},
        {3, 18, 9, .size = {9, 14}, .window = {3, 3}, PLAIN, FIRST},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        check_levels(&cases[i]);
}

/* Runs of terms in one piece, in equal pieces, and in pieces of which the last one is shorter. */
static void of_many_features(void **unused)
{
    (void)unused;
    const int64_t features[] = {100, 256, 300, 514, 257, 521};
    for (size_t i = 0; i < sizeof features / sizeof features[0]; i++) {
        check_levels(&(convolution){2, features[i], 5, .size = {4, 5}, .window = {2, 3},
                                    .pad = {1, 1}, PLAIN, LAST});
        check_levels(&(convolution){2, features[i], 19, .size = {4, 3}, .window = {2, 3},
                                    .pad = {0, 1}, PLAIN, FIRST});
    }
}

static void of_other_windows(void **unused)
{
    (void)unused;
    const convolution cases[] = {
        {3, 8, 24, 1, {9, 11}, {3, 3}, {2, 2}, {1, 1}, {1, 1}, {"NHWC", "HWIO", "NHWC"}, 1, 0},
        {3, 8, 24, 1, {9, 11}, {1, 1}, {2, 2}, {0, 0}, {1, 1}, {"NHWC", "HWIO", "NHWC"}, 1, 0},
        {3, 8, 24, 1, {9, 11}, {3, 2}, {1, 2}, {2, 0}, {2, 3}, {"NHWC", "HWIO", "NHWC"}, 1, 1},
        {3, 8, 24, 1, {9, 11}, {3, 3}, {1, 1}, {2, 2}, {1, 1}, {"NHWC", "HWOI", "NHWC"}, 2, 1},
        {3, 12, 24, 4, {9, 11}, {3, 3}, {1, 1}, {1, 1}, {1, 1}, {"NHWC", "HWIO", "NHWC"}, 1, 0},
        {3, 12, 24, 4, {9, 11}, {3, 3}, {1, 1}, {1, 1}, {1, 1}, {"NCHW", "OIHW", "NCHW"}, 1, 0},
        {3, 12, 24, 1, {9, 11}, {3, 3}, {1, 1}, {1, 1}, {1, 1}, {"NCHW", "HWIO", "NHWC"}, 1, 0},
        {3, 12, 24, 1, {9, 11}, {3, 3}, {1, 1}, {1, 1}, {1, 1}, {"NHWC", "OIHW", "WNCH"}, 1, 0},
        {5, 7, 11, 1, {9, 11}, {3, 3}, {1, 1}, {1, 1}, {1, 1}, {"HWCN", "IHWO", "HWNC"}, 1, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        check_levels(&cases[i]);
}

/* Gradients of kernels: their images are features here, and their features images. */
static void of_gradients(void **unused)
{
    (void)unused;
    const convolution cases[] = {
        {16, 40, 32, .size = {4, 4}, .window = {4, 4}, .pad = {1, 1}, PLAIN,
         .orders = {"CHWN", "IHWO", "HWNC"}},
        {1, 300, 16, .size = {8, 8}, .window = {8, 8}, .pad = {1, 1}, PLAIN,
         .orders = {"CHWN", "IHWO", "HWNC"}},
        {70, 3, 40, .size = {28, 28}, .window = {28, 28}, .pad = {1, 1}, PLAIN,
         .orders = {"CHWN", "IHWO", "HWNC"}},
        {12, 5, 20, .size = {9, 8}, .window = {9, 8}, .pad = {1, 1}, PLAIN,
         .orders = {"CNHW", "IOHW", "CNHW"}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        check_levels(&cases[i]);
}

/* An image has the same bits whichever others are there. */
static void of_one_image(void **unused)
{
    (void)unused;
    const convolution first = {1,     6,    9, .size = {3, 3}, .window = {3, 3}, .pad = {1, 1},
                               PLAIN, FIRST};
    convolution more = first;
    check_levels(&first);
    more.images = 50;
    check_levels(&more);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_networks),      cmocka_unit_test(of_many_features),
        cmocka_unit_test(of_other_windows), cmocka_unit_test(of_gradients),
        cmocka_unit_test(of_one_image),
    };
    return cmocka_run_group_tests(tests, cpu_team_open, cpu_team_close);
}
