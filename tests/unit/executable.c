/* Executables: memory known beforehand to the byte, plans by number of threads, runs that allocate nothing,
 * and what is printed of them. */
#include "test.h"

#include "backend/executable.h"
#include "ir/builder.h"

#include <axmap/contraction.h>
#include <axmap/elementwise.h>
#include <axmap/shape.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { COUNT = 1000 };

/* ---- a backend whose kernels want scratch ---- */

/* What a kernel asks for, beside what it says. */
typedef struct wishes {
    int64_t fixed, by_thread, beyond;
} wishes;

static wishes wished;

static int64_t scratch_of(const void *state, const ax_eqn *eqn, int32_t threads)
{
    const wishes *w = state;
    (void)eqn;
    return (w->fixed + 63) / 64 * 64 + (w->by_thread * threads + 63) / 64 * 64;
}

typedef struct spoiling {
    char *memory;
    int64_t bytes;
} spoiling;

static void spoil(void *user, int32_t thread, int64_t begin, int64_t end)
{
    const spoiling *s = user;
    (void)begin, (void)end;
    memset(s->memory + thread * s->bytes, 0xA5, (size_t)s->bytes);
}

/* Fills its scratch, which would spoil values that lie there, then does what the op does. */
static ax_status *run_wishful(const ax_eval_env *env, const ax_eqn *eqn, const ax_tensor *operands,
                              const ax_tensor *results)
{
    const wishes *w = env->state;
    void *fixed;
    spoiling by_thread = {.bytes = w->by_thread};
    AX_TRY(env->scratch(env, w->fixed + w->beyond, &fixed));
    AX_TRY(env->scratch(env, w->by_thread * ax_eval_threads(env), (void **)&by_thread.memory));
    assert_int_equal((uintptr_t)fixed % 64, 0);
    assert_int_equal((uintptr_t)by_thread.memory % 64, 0);
    memset(fixed, 0x5A, (size_t)w->fixed);
    ax_eval_parallel(env, 16, 1, spoil, &by_thread);
    return eqn->op->eval.function(env, eqn, operands, results);
}

static ax_status *lower(const ax_target *target, const ax_eqn *eqn, ax_kernel *out_kernel)
{
    (void)target;
    if (eqn->op->traits & AX_TRAIT_ELEMENTWISE) {
        *out_kernel = (ax_kernel){
            .name = "wishful", .run = run_wishful, .state = &wished, .scratch = scratch_of};
    }
    return NULL;
}

static const ax_backend wishful = {.name = "wishful", .lower = lower};
static const ax_target target = {.backend = &wishful};

/* ---- a program: f(x, y) = (-x - y) * -x + y, and the sum of squares ---- */

static ax_graph *make_graph(void)
{
    ax_builder *b;
    ax_graph *graph;
    ax_type type = {.dtype = AX_F32, .ndim = 1, .dims = {COUNT}};
    assert_ok(ax_builder_create("f", NULL, &b));
    ax_value x = ax_builder_input(b, &type, "x"), y = ax_builder_input(b, &type, "y");
    ax_value a = ax_neg(x);
    ax_value out[] = {ax_add(ax_mul(ax_sub(a, y), a), y)};
    assert_ok(ax_builder_finish(b, 1, out, NULL, &graph));
    return graph;
}

static void check_values(const float *x, const float *y, const float *out)
{
    for (int i = 0; i < COUNT; i++)
        assert_true(out[i] == (-x[i] - y[i]) * -x[i] + y[i]);
}

static void fill(float *x, float *y)
{
    for (int i = 0; i < COUNT; i++) {
        x[i] = (float)(i - 300);
        y[i] = (float)(i * 7 % 90);
    }
}

static _Alignas(64) float x[COUNT], y[COUNT], out[COUNT];

static void test_memory_is_known_to_the_byte(void **unused)
{
    (void)unused;
    for (int threads = 1; threads <= 3; threads++) {
        ax_executable *executable;
        ax_runner *runner;
        ax_allocator *allocator;
        ax_team *team = NULL;
        const ax_plan *plan;
        wished = (wishes){.fixed = 100, .by_thread = 5000};
        assert_ok(ax_allocator_create("test", 0, &allocator));
        if (threads > 1)
            assert_ok(ax_team_create(threads, NULL, &team));
        assert_ok(ax_executable_create(make_graph(), &target, &executable));
        assert_ok(ax_executable_plan(executable, threads, &plan));
        /* -x and its successor at most, beside the scratch of the step that makes one of the other */
        int64_t scratch = 128 + (5000 * threads + 63) / 64 * 64;
        assert_int_equal(plan->largest_live, 2 * 4032 + scratch);
        assert_int_equal(plan->workspace, plan->largest_live);
        if (threads == 1)
            assert_int_equal(ax_executable_workspace(executable), plan->workspace);
        assert_ok(ax_runner_create(executable, allocator, team, &runner));
        assert_int_equal(ax_allocator_use(allocator).asked_bytes, plan->workspace);
        for (int i = 0; i < 3; i++) {
            fill(x, y);
            size_t before = mallinfo2().uordblks;
            assert_ok(ax_runner_run(runner, (const void *[]){x, y}, (void *[]){out}));
            assert_int_equal(mallinfo2().uordblks, before);
            check_values(x, y, out);
        }
        assert_int_equal(ax_allocator_use(allocator).asked_bytes, plan->workspace);
        assert_int_equal(ax_executable_count(executable).kernels, 4);
        assert_int_equal(ax_executable_count(executable).evaluated, 0);
        assert_int_equal(ax_executable_count(executable).unplanned, 0);
        ax_runner_free(runner);
        ax_executable_free(executable);
        ax_team_free(team);
        assert_int_equal(ax_allocator_use(allocator).asked_bytes, 0);
        ax_allocator_destroy(allocator);
    }
}

static void test_kernels_keep_to_what_they_said(void **unused)
{
    (void)unused;
    ax_executable *executable;
    ax_runner *runner;
    ax_allocator *allocator;
    wished = (wishes){.fixed = 64, .by_thread = 64, .beyond = 65};
    assert_ok(ax_allocator_create("test", 0, &allocator));
    assert_ok(ax_executable_create(make_graph(), &target, &executable));
    assert_ok(ax_runner_create(executable, allocator, NULL, &runner));
    fill(x, y);
    assert_error(ax_runner_run(runner, (const void *[]){x, y}, (void *[]){out}), AX_INTERNAL,
                 "wishful asks for");
    wished.beyond = 0; /* and the runner is none the worse for it */
    assert_ok(ax_runner_run(runner, (const void *[]){x, y}, (void *[]){out}));
    check_values(x, y, out);
    ax_runner_free(runner);
    ax_executable_free(executable);
    ax_allocator_destroy(allocator);
}

static void test_an_output_takes_donated_memory(void **unused)
{
    (void)unused;
    ax_executable *executable;
    ax_runner *runner;
    ax_allocator *allocator;
    wished = (wishes){.fixed = 1};
    bool donated[] = {true, false};
    assert_ok(ax_allocator_create("test", 0, &allocator));
    assert_ok(ax_executable_create_donating(make_graph(), &target, donated, &executable));
    assert_int_equal(ax_executable_alias(executable, 0), 0);
    assert_int_equal(ax_executable_workspace(executable), 4032 + 64); /* one value, and scratch */
    assert_ok(ax_runner_create(executable, allocator, NULL, &runner));
    float kept[COUNT];
    fill(x, y);
    memcpy(kept, x, sizeof x);
    assert_ok(ax_runner_run(runner, (const void *[]){x, y}, (void *[]){x}));
    check_values(kept, y, x);
    fill(x, y); /* other memory does as well */
    assert_ok(ax_runner_run(runner, (const void *[]){x, y}, (void *[]){out}));
    check_values(kept, y, out);
    ax_runner_free(runner);
    ax_executable_free(executable);
    ax_allocator_destroy(allocator);
}

/* ---- memory that the system gives ---- */

static int64_t resident_bytes(void)
{
    long total, resident;
    FILE *file = fopen("/proc/self/statm", "r");
    assert_non_null(file);
    assert_int_equal(fscanf(file, "%ld %ld", &total, &resident), 2);
    fclose(file);
    return resident * sysconf(_SC_PAGESIZE);
}

/* A run grows the process by the peak, up to a huge page (and what printing and such take). */
static void test_a_run_takes_what_the_plan_says(void **unused)
{
    (void)unused;
    enum { LARGE = 5 << 20, SLACK = 3 << 20 }; /* 20 MiB a value */
    ax_builder *b;
    ax_graph *graph;
    ax_executable *executable;
    ax_runner *runner;
    ax_allocator *allocator;
    ax_type type = {.dtype = AX_F32, .ndim = 1, .dims = {LARGE}};
    assert_ok(ax_builder_create("f", NULL, &b));
    ax_value in = ax_builder_input(b, &type, "x");
    ax_value a = ax_neg(in), c = ax_neg(a), d = ax_neg(c);
    ax_value sum = ax_add(ax_add(ax_add(a, c), ax_mul(a, d)), d);
    assert_ok(ax_builder_finish(b, 1, &sum, NULL, &graph));
    wished = (wishes){.fixed = 1000};
    assert_ok(ax_allocator_create("test", 0, &allocator));
    assert_ok(ax_executable_create(graph, &target, &executable));
    int64_t peak = ax_executable_workspace(executable);
    assert_true(peak >= 3 * 4 * (int64_t)LARGE);
    float *values = aligned_alloc(64, 4 * (size_t)LARGE),
          *results = aligned_alloc(64, 4 * (size_t)LARGE);
    for (int i = 0; i < LARGE; i++)
        values[i] = results[i] = (float)(i % 100);
    int64_t before = resident_bytes();
    assert_ok(ax_runner_create(executable, allocator, NULL, &runner));
    assert_ok(ax_runner_run(runner, (const void *[]){values}, (void *[]){results}));
    int64_t grown = resident_bytes() - before;
    for (int i = 0; i < LARGE; i++) {
        float v = (float)(i % 100);
        assert_true(results[i] == (-v + v) + -v * -v + -v);
    }
    print_message("peak %lld, grown by %lld\n", (long long)peak, (long long)grown);
#if !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__) /* they have shadows of memory */
    assert_true(grown >= peak - SLACK && grown <= peak + SLACK);
#endif
    free(values);
    free(results);
    ax_runner_free(runner);
    ax_executable_free(executable);
    ax_allocator_destroy(allocator);
}

static void test_costs(void **unused)
{
    (void)unused;
    ax_executable *executable;
    assert_ok(ax_executable_create(make_graph(), &ax_target_reference, &executable));
    assert_int_equal(ax_executable_count(executable).evaluated, 4);
    assert_int_equal(ax_executable_count(executable).unplanned, 4);
    ax_cost cost = ax_executable_cost(executable);
    assert_int_equal(cost.flops, 4 * COUNT);
    assert_int_equal(cost.bytes, (2 + 3 * 3) * 4 * COUNT);
    ax_executable_free(executable);

    ax_builder *b;
    ax_graph *graph;
    ax_type type = {.dtype = AX_F64, .ndim = 2, .dims = {10, 30}};
    assert_ok(ax_builder_create("g", NULL, &b));
    ax_value in = ax_builder_input(b, &type, NULL);
    ax_value results[] = {ax_dot(in, ax_transpose(in, AX_LIST(1, 0))), in};
    assert_ok(ax_builder_finish(b, 2, results, NULL, &graph));
    assert_ok(ax_executable_create(graph, &ax_target_reference, &executable));
    cost = ax_executable_cost(executable);
    assert_int_equal(cost.flops, 2 * 10 * 10 * 30);
    assert_int_equal(cost.bytes, 8 * (300 + 300 + 300 + 300 + 100 + 2 * 300)); /* with the copy */
    ax_executable_free(executable);
}

static const char printed[] =
    "   1  wishful: c:f32[1000] = negate a\n"
    "          reads   a f32[1000] input 0\n"
    "          writes  c f32[1000] workspace 0..4000\n"
    "          scratch workspace 4032..4160\n"
    "   2  wishful: d:f32[1000] = subtract c b\n"
    "          reads   c f32[1000] workspace 0..4000; b f32[1000] input 1\n"
    "          writes  d f32[1000] workspace 4032..8032\n"
    "          scratch workspace 8064..8192\n"
    "   3  wishful: e:f32[1000] = multiply d c\n"
    "          reads   d f32[1000] workspace 4032..8032; c f32[1000] workspace 0..4000\n"
    "          writes  e f32[1000] workspace 4032..8032\n"
    "          scratch workspace 8064..8192\n"
    "   4  wishful: f:f32[1000] = add e b\n"
    "          reads   e f32[1000] workspace 4032..8032; b f32[1000] input 1\n"
    "          writes  f f32[1000] output 0\n"
    "          scratch workspace 0..128\n"
    "kernels        4, of these 0 by eval\n"
    "peak           8192 bytes with 1 thread\n"
    "largest live   8192 bytes\n"
    "scratch        128 bytes in the hungriest step\n"
    "operations     4000 flops\n"
    "moved          44000 bytes\n";

static void test_what_is_printed(void **unused)
{
    (void)unused;
    ax_executable *executable;
    char *text;
    wished = (wishes){.fixed = 100};
    assert_ok(ax_executable_create(make_graph(), &target, &executable));
    assert_ok(ax_executable_print(executable, 1, &text));
    assert_string_equal(text, printed);
    free(text);
    ax_executable_free(executable);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_memory_is_known_to_the_byte),
        cmocka_unit_test(test_kernels_keep_to_what_they_said),
        cmocka_unit_test(test_an_output_takes_donated_memory),
        cmocka_unit_test(test_a_run_takes_what_the_plan_says),
        cmocka_unit_test(test_costs),
        cmocka_unit_test(test_what_is_printed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
