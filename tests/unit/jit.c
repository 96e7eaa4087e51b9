/* Compiled functions: traced once for each combination of types, results as from plain calls, donated
 * memory used again, runs in place that allocate nothing, and a cache of bounded size. */
#include "test.h"

#include "exec/binary.h"
#include "exec/call.h"

#include <axmap/axmap.h>
#include <malloc.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static ax_context *context; /* of one device, one thread */

static atomic_int traced;

/* f(x, y) = (-x * y, x + y), elementwise. */
static void two_results(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)b, (void)user;
    traced++;
    out[0] = ax_mul(ax_neg(in[0]), in[1]);
    out[1] = ax_add(in[0], in[1]);
}

static ax_type vector(int64_t count)
{
    return (ax_type){.dtype = AX_F32, .ndim = 1, .dims = {count}};
}

static ax_array *numbers(int64_t count, float first)
{
    ax_type type = vector(count);
    ax_array *array;
    assert_ok(ax_array_create(&type, NULL, &array));
    for (int64_t i = 0; i < count; i++)
        ((float *)ax_array_data(array))[i] = first + (float)i;
    return array;
}

static void check_results(int64_t count, float x, float y, ax_array *const *out)
{
    const float *product = ax_array_data(out[0]), *sum = ax_array_data(out[1]);
    for (int64_t i = 0; i < count; i++) {
        assert_true(product[i] == -(x + (float)i) * (y + (float)i));
        assert_true(sum[i] == (x + (float)i) + (y + (float)i));
    }
}

static void release(ax_array **arrays, int count)
{
    for (int i = 0; i < count; i++)
        ax_array_release(arrays[i]);
}

static ax_fn *function(void)
{
    ax_fn *fn;
    assert_ok(ax_fn_create(two_results, NULL, 2, 2, &fn));
    return fn;
}

static ax_fn *jitted(ax_ints donate)
{
    ax_fn *fn = function(), *jit;
    assert_ok(ax_jit(fn, &(ax_jit_options){.donate = donate}, &jit));
    ax_fn_release(fn);
    return jit;
}

static void call_once(ax_fn *fn, int64_t count)
{
    ax_array *in[] = {numbers(count, 1), numbers(count, 2)}, *out[2];
    assert_ok(ax_call(context, fn, in, out));
    check_results(count, 1, 2, out);
    release(in, 2);
    release(out, 2);
}

/* ---- jit ---- */

static void test_a_function_is_traced_once_for_its_types(void **state)
{
    (void)state;
    ax_fn *jit = jitted(AX_EMPTY_LIST), *plain = function();
    traced = 0;
    for (int i = 0; i < 5; i++)
        call_once(jit, 100);
    assert_int_equal(traced, 1);
    call_once(jit, 101);
    call_once(jit, 100);
    assert_int_equal(traced, 2);
    call_once(plain, 100); /* compiled already, but its calls are traced */
    assert_int_equal(traced, 3);
    ax_fn_release(jit);
    ax_fn_release(plain);
}

/* Two functions that compute the same are one program; with other donations they are others. */
static void test_programs_are_found_by_what_they_compute(void **state)
{
    (void)state;
    ax_type types[] = {vector(77), vector(77)};
    bool donated[] = {true, false};
    ax_binary *binaries[3];
    for (int i = 0; i < 3; i++) {
        ax_fn *fn = function();
        ax_graph *graph;
        assert_ok(ax_fn_trace(fn, types, NULL, &graph));
        assert_ok(ax_binary_of_graph(context, graph, i == 2 ? donated : NULL, &binaries[i]));
        ax_fn_release(fn);
    }
    assert_ptr_equal(binaries[0], binaries[1]);
    assert_ptr_not_equal(binaries[0], binaries[2]);
    for (int i = 0; i < 3; i++)
        ax_binary_release(binaries[i]);
}

static void test_the_cache_is_bounded(void **state)
{
    (void)state;
    ax_fn *jit = jitted(AX_EMPTY_LIST);
    traced = 0;
    for (int64_t count = 1; count <= 200; count++)
        call_once(jit, count);
    assert_int_equal(traced, 200);
    call_once(jit, 200);
    assert_int_equal(traced, 200);
    call_once(jit, 1); /* long forgotten */
    assert_int_equal(traced, 201);
    ax_fn_release(jit);
}

static void test_donated_memory_holds_results(void **state)
{
    (void)state;
    ax_fn *jit = jitted(AX_LIST(0, 1));
    for (int i = 0; i < 3; i++) {
        ax_array *in[] = {numbers(500, 3), numbers(500, 4)}, *out[2];
        void *memory[] = {ax_array_data(in[0]), ax_array_data(in[1])};
        assert_ok(ax_call(context, jit, in, out));
        check_results(500, 3, 4, out);
        /* Both are read when the first result is written; the second one takes the place of one. */
        void *data = ax_array_data(out[1]);
        assert_true(data == memory[0] || data == memory[1]);
        assert_null(ax_array_data(in[0]));
        assert_null(ax_array_data(in[1]));
        ax_array *again[2];
        assert_error(ax_call(context, jit, in, again), AX_INVALID_ARGUMENT, "donated");
        release(in, 2);
        release(out, 2);
    }
    ax_array *x = numbers(500, 1), *twice[] = {x, x}, *out[2];
    assert_error(ax_call(context, jit, twice, out), AX_INVALID_ARGUMENT, "is also argument 1");
    ax_array_release(x);
    ax_fn_release(jit);
}

static void test_what_jit_refuses(void **state)
{
    (void)state;
    ax_fn *fn = function(), *map, *jit;
    assert_ok(ax_map(fn, NULL, &map));
    assert_error(ax_jit(map, NULL, &jit), AX_INVALID_ARGUMENT, "mapped function");
    assert_error(ax_jit(fn, &(ax_jit_options){.donate = AX_LIST(2)}, &jit), AX_INVALID_ARGUMENT,
                 "jit: donate names argument 2");
    ax_type types[] = {vector(3), vector(4)};
    ax_compiled *compiled;
    assert_error(ax_compile(context, map, types, &compiled), AX_INVALID_ARGUMENT, "compile:");
    assert_error(ax_compile(context, fn, types, &compiled), AX_INVALID_ARGUMENT, "f32[3]");
    ax_fn_release(map);
    ax_fn_release(fn);
}

/* Inside other functions a jitted one means what it wraps. */
static void test_jit_composes(void **state)
{
    (void)state;
    ax_fn *jit = jitted(AX_LIST(0)), *rows, *fast;
    assert_ok(ax_vmap(jit, &(ax_vmap_options){.in_axes = AX_LIST(0, AX_NONE)}, &rows));
    assert_ok(ax_jit(rows, NULL, &fast));
    ax_type type = {.dtype = AX_F32, .ndim = 2, .dims = {3, 4}};
    float x[12], y[] = {2, 3, 5, 7};
    for (int i = 0; i < 12; i++)
        x[i] = (float)i;
    ax_array *in[2], *out[2];
    ax_type shared = vector(4);
    assert_ok(ax_array_create(&type, x, &in[0]));
    assert_ok(ax_array_create(&shared, y, &in[1]));
    assert_ok(ax_call(context, fast, in, out));
    for (int i = 0; i < 12; i++) {
        assert_true(((float *)ax_array_data(out[0]))[i] == -x[i] * y[i % 4]);
        assert_true(((float *)ax_array_data(out[1]))[i] == x[i] + y[i % 4]);
    }
    release(in, 2);
    release(out, 2);
    ax_fn_release(fast);
    ax_fn_release(rows);
    ax_fn_release(jit);
}

/* ---- results ---- */

static void test_results_find_the_pages_of_earlier_ones(void **state)
{
    (void)state;
    enum { COUNT = 1 << 20 }; /* 4 MiB each */
    ax_fn *jit = jitted(AX_EMPTY_LIST);
    ax_array *in[] = {numbers(COUNT, 1), numbers(COUNT, 2)}, *out[2];
    assert_ok(ax_call(context, jit, in, out));
    release(out, 2);
    int64_t held = ax_allocator_use(context->allocator).held_peak_bytes;
    for (int i = 0; i < 3; i++) {
        assert_ok(ax_call(context, jit, in, out));
        check_results(COUNT, 1, 2, out);
        release(out, 2);
    }
    assert_int_equal(ax_allocator_use(context->allocator).held_peak_bytes, held);
    release(in, 2);
    ax_fn_release(jit);
}

static void test_arrays_outlive_their_context(void **state)
{
    (void)state;
    ax_context *brief;
    ax_fn *fn = function();
    ax_array *in[] = {numbers(300, 1), numbers(300, 2)}, *out[2];
    assert_ok(ax_context_create(&(ax_context_options){.threads = 2}, &brief));
    assert_ok(ax_call(brief, fn, in, out));
    ax_context_release(brief);
    check_results(300, 1, 2, out);
    release(in, 2);
    release(out, 2);
    ax_fn_release(fn);
}

/* ---- compile ---- */

static void test_compiled_runs_allocate_nothing(void **state)
{
    (void)state;
    ax_fn *fn = function();
    ax_type types[] = {vector(16), vector(16)};
    ax_compiled *compiled;
    assert_ok(ax_compile(context, fn, types, &compiled));
    ax_array *in[] = {numbers(16, 1), numbers(16, 2)}, *out[] = {numbers(16, 0), numbers(16, 0)};
    assert_ok(ax_compiled_run(compiled, in, out));
    check_results(16, 1, 2, out);
    size_t before = mallinfo2().uordblks;
    int64_t held = ax_allocator_use(context->allocator).asked_bytes;
    for (int i = 0; i < 10; i++)
        assert_ok(ax_compiled_run(compiled, in, out));
    assert_int_equal(mallinfo2().uordblks, before);
    assert_int_equal(ax_allocator_use(context->allocator).asked_bytes, held);
    check_results(16, 1, 2, out);

    ax_compile_report report = ax_compiled_report(compiled);
    assert_int_equal(report.input_bytes, 128);
    assert_int_equal(report.output_bytes, 128);
    assert_int_equal(report.flops, 3 * 16);
    assert_true(report.kernels >= 1 && report.kernels <= 3);
    assert_true(report.largest_live_bytes <= report.peak_bytes);
    assert_true(report.compile_ms > 0);
    ax_type type = ax_compiled_result_type(compiled, 1);
    assert_true(type.ndim == 1 && type.dims[0] == 16);
    assert_int_equal(ax_compiled_alias(compiled, 0), -1);
    char *text;
    assert_ok(ax_compiled_print(compiled, &text));
    assert_non_null(strstr(text, "largest live"));
    free(text);
    release(in, 2);
    release(out, 2);
    ax_compiled_release(compiled);
    ax_fn_release(fn);
}

static void test_what_compiled_runs_refuse(void **state)
{
    (void)state;
    ax_fn *jit = jitted(AX_LIST(0));
    ax_type types[] = {vector(8), vector(8)}, other = vector(9);
    ax_compiled *compiled;
    assert_ok(ax_compile(context, jit, types, &compiled));
    ax_array *x = numbers(8, 1), *y = numbers(8, 2), *a = numbers(8, 0), *b = numbers(8, 0), *odd;
    assert_ok(ax_array_create(&other, NULL, &odd));
#define RUN(i0, i1, o0, o1) \
    ax_compiled_run(compiled, (ax_array *[]){i0, i1}, (ax_array *[]){o0, o1})
    assert_error(RUN(odd, y, a, b), AX_INVALID_ARGUMENT, "input 0 is f32[9]; f32[8] is needed");
    assert_error(RUN(x, y, a, odd), AX_INVALID_ARGUMENT, "output 1 is f32[9]; f32[8] is needed");
    assert_error(RUN(x, NULL, a, b), AX_INVALID_ARGUMENT, "input 1 is NULL");
    assert_error(RUN(x, y, a, a), AX_INVALID_ARGUMENT, "output 1 is also output 0");
    assert_error(RUN(x, y, y, b), AX_INVALID_ARGUMENT, "output 0 is also input 1");
    assert_error(RUN(x, x, a, b), AX_INVALID_ARGUMENT, "input 0 is donated, but is also input 1");
    int32_t alias = ax_compiled_alias(compiled, 0) == 0 ? 0 : 1; /* one of them has x's memory */
    assert_int_equal(ax_compiled_alias(compiled, alias), 0);
    assert_int_equal(ax_compiled_alias(compiled, 1 - alias), -1);
    assert_error(alias ? RUN(x, y, x, b) : RUN(x, y, a, x), AX_INVALID_ARGUMENT, "is also input 0");
    assert_ok(alias ? RUN(x, y, a, x) : RUN(x, y, x, b));
    check_results(8, 1, 2, alias ? (ax_array *[]){a, x} : (ax_array *[]){x, b});
#undef RUN
    release((ax_array *[]){x, y, a, b, odd}, 5);
    ax_compiled_release(compiled);
    ax_fn_release(jit);
}

/* What is compiled keeps its context, and is one for all who ask. */
static void test_compiled_outlives_the_caller_of_its_context(void **state)
{
    (void)state;
    ax_context *brief;
    ax_compiled *compiled;
    ax_type types[] = {vector(8), vector(8)};
    ax_fn *fn = function();
    assert_ok(ax_context_create(&(ax_context_options){.threads = 2}, &brief));
    assert_ok(ax_compile(brief, fn, types, &compiled));
    ax_context_release(brief);
    ax_fn_release(fn);
    ax_compiled_retain(compiled);
    ax_compiled_release(compiled);
    ax_array *in[] = {numbers(8, 1), numbers(8, 2)}, *out[] = {numbers(8, 0), numbers(8, 0)};
    assert_ok(ax_compiled_run(compiled, in, out));
    check_results(8, 1, 2, out);
    release(in, 2);
    release(out, 2);
    ax_compiled_release(compiled);
}

/* ---- threads ---- */

typedef struct shared_work {
    ax_fn *jit, *plain;
    ax_compiled *compiled;
    ax_context *context;
    int failures;
} shared_work;

static bool right(int64_t count, float x, float y, ax_array *const *out)
{
    for (int64_t i = 0; i < count; i++) {
        if (((float *)ax_array_data(out[0]))[i] != -(x + (float)i) * (y + (float)i))
            return false;
    }
    return true;
}

static void *work(void *user)
{
    shared_work *w = user;
    enum { COUNT = 3000 };
    ax_array *in[] = {numbers(COUNT, 1), numbers(COUNT, 2)};
    ax_array *own[] = {numbers(COUNT, 0), numbers(COUNT, 0)}, *out[2];
    for (int i = 0; i < 60; i++) {
        ax_status *status = ax_call(w->context, i % 3 ? w->jit : w->plain, in, out);
        if (!status && !right(COUNT, 1, 2, out))
            w->failures++;
        w->failures += status != NULL;
        ax_status_free(status);
        ax_call_release(out, 2);
        status = ax_compiled_run(w->compiled, in, own);
        w->failures += status || !right(COUNT, 1, 2, own);
        ax_status_free(status);
    }
    release(in, 2);
    release(own, 2);
    return NULL;
}

static void test_threads_call_at_once(void **state)
{
    (void)state;
    enum { THREADS = 4 };
    ax_context *shared;
    pthread_t threads[THREADS];
    ax_type types[] = {vector(3000), vector(3000)};
    shared_work works[THREADS];
    ax_fn *jit = jitted(AX_EMPTY_LIST), *plain = function();
    ax_compiled *compiled;
    assert_ok(ax_context_create(&(ax_context_options){.threads = 2}, &shared));
    assert_ok(ax_compile(shared, plain, types, &compiled));
    for (int i = 0; i < THREADS; i++) {
        works[i] = (shared_work){
            .jit = jit, .plain = plain, .compiled = compiled, .context = shared};
        assert_int_equal(pthread_create(&threads[i], NULL, work, &works[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(works[i].failures, 0);
    }
    ax_compiled_release(compiled);
    ax_fn_release(jit);
    ax_fn_release(plain);
    ax_context_release(shared);
}

/* ---- axes of its own ---- */

static void sum_over_x(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)b, (void)user;
    out[0] = ax_psum(in[0], AX_AXES("x"));
}

/* A function with axes of its own runs over all devices; what is compiled is for one. */
static void test_axes_of_its_own(void **state)
{
    (void)state;
    ax_fn *fn, *sharded, *jit;
    ax_compiled *compiled;
    ax_type type = {.dtype = AX_F32, .ndim = 1, .dims = {6}};
    assert_ok(ax_fn_create(sum_over_x, NULL, 1, 1, &fn));
    assert_ok(ax_shard_map(fn,
                           &(ax_shard_map_options){.axes = AX_AXES("x"),
                                                   .sizes = AX_LIST(3),
                                                   .in_specs = AX_AXES("x"),
                                                   .out_specs = AX_AXES("")},
                           &sharded));
    assert_ok(ax_jit(sharded, NULL, &jit));
    for (int devices = 1; devices <= 2; devices++) {
        ax_context *some;
        ax_array *in = numbers(6, 1), *out = NULL;
        assert_ok(ax_context_create(
            &(ax_context_options){.devices_per_rank = devices, .threads = 1}, &some));
        for (int i = 0; i < 2; i++) {
            assert_ok(ax_call(some, jit, &in, &out));
            assert_true(((float *)ax_array_data(out))[0] == 1 + 3 + 5);
            assert_true(((float *)ax_array_data(out))[1] == 2 + 4 + 6);
            ax_array_release(out);
        }
        if (devices == 1) {
            assert_ok(ax_compile(some, sharded, &type, &compiled));
            ax_compiled_release(compiled);
        } else {
            assert_error(ax_compile(some, sharded, &type, &compiled), AX_UNSUPPORTED, "2 devices");
        }
        ax_array_release(in);
        ax_context_release(some);
    }
    ax_fn_release(jit);
    ax_fn_release(sharded);
    ax_fn_release(fn);
}

static int open_context(void **state)
{
    (void)state;
    assert_ok(ax_context_create(&(ax_context_options){.threads = 1}, &context));
    return 0;
}

static int close_context(void **state)
{
    (void)state;
    ax_context_release(context);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_function_is_traced_once_for_its_types),
        cmocka_unit_test(test_programs_are_found_by_what_they_compute),
        cmocka_unit_test(test_the_cache_is_bounded),
        cmocka_unit_test(test_donated_memory_holds_results),
        cmocka_unit_test(test_what_jit_refuses),
        cmocka_unit_test(test_jit_composes),
        cmocka_unit_test(test_results_find_the_pages_of_earlier_ones),
        cmocka_unit_test(test_arrays_outlive_their_context),
        cmocka_unit_test(test_compiled_runs_allocate_nothing),
        cmocka_unit_test(test_what_compiled_runs_refuse),
        cmocka_unit_test(test_compiled_outlives_the_caller_of_its_context),
        cmocka_unit_test(test_threads_call_at_once),
        cmocka_unit_test(test_axes_of_its_own),
    };
    return cmocka_run_group_tests(tests, open_context, close_context);
}
