/* The code generator: a unit is written once, compiled, and found again by its key. */
#include "test.h"

#include "backend/cpu/codegen.h"
#include "backend/cpu/emit.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static ax_codegen *codegen;

static int open_codegen(void **unused)
{
    (void)unused;
    assert_ok(ax_codegen_create(&(ax_codegen_options){.level = -1}, &codegen));
    return 0;
}

static int close_codegen(void **unused)
{
    (void)unused;
    ax_codegen_free(codegen);
    return 0;
}

typedef struct scale_unit {
    int64_t factor;
    atomic_int written;
} scale_unit;

/* scale(x, count): x[i] *= factor, of i64. */
static ax_status *write_scale(ax_emitter *e, const void *user)
{
    scale_unit *unit = (scale_unit *)(uintptr_t)user;
    LLVMTypeRef i64 = LLVMInt64TypeInContext(e->context);
    LLVMTypeRef parameters[] = {LLVMPointerTypeInContext(e->context, 0), i64};
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(e->context), parameters, 2, false);
    LLVMValueRef function = ax_emit_function(e, "scale", type);
    ax_emit_loop loop = ax_emit_loop_begin(e, ax_emit_i64(e, 0), LLVMGetParam(function, 1),
                                           ax_emit_i64(e, 1));
    LLVMValueRef at = LLVMBuildGEP2(e->builder, i64, LLVMGetParam(function, 0), &loop.index, 1, "");
    LLVMValueRef x = LLVMBuildLoad2(e->builder, i64, at, "");
    LLVMBuildStore(e->builder, LLVMBuildMul(e->builder, x, ax_emit_i64(e, unit->factor), ""), at);
    ax_emit_loop_end(e, &loop);
    LLVMBuildRetVoid(e->builder);
    atomic_fetch_add(&unit->written, 1);
    return NULL;
}

typedef void scale_fn(int64_t *x, int64_t count);

static scale_fn *get_scale(const char *key, scale_unit *unit)
{
    static const char *const names[] = {"scale"};
    ax_unit wanted = {
        .key = key, .write = write_scale, .user = unit, .nfunctions = 1, .functions = names};
    void *function = NULL;
    assert_ok(ax_codegen_get(codegen, &wanted, &function));
    return (scale_fn *)(uintptr_t)function;
}

static void test_runs(void **unused)
{
    (void)unused;
    scale_unit three = {.factor = 3}, five = {.factor = 5};
    int64_t x[] = {1, -2, 3};
    get_scale("scale 3", &three)(x, 3);
    assert_int_equal(x[0], 3);
    assert_int_equal(x[1], -6);
    get_scale("scale 5", &five)(x, 2);
    assert_int_equal(x[1], -30);
    assert_int_equal(x[2], 9);
    get_scale("scale 5", &five)(x, 0);
    assert_int_equal(x[0], 15);
}

static void test_is_written_once(void **unused)
{
    (void)unused;
    scale_unit unit = {.factor = 7}, same = {.factor = 7};
    scale_fn *first = get_scale("scale 7", &unit);
    assert_ptr_equal(get_scale("scale 7", &same), first);
    assert_int_equal(unit.written, 1);
    assert_int_equal(same.written, 0);
}

/* Returns a value of another type than the function's. */
static ax_status *write_wrong(ax_emitter *e, const void *user)
{
    (void)user;
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(e->context), NULL, 0, false);
    ax_emit_function(e, "wrong", type);
    LLVMBuildRet(e->builder, ax_emit_i64(e, 1));
    return NULL;
}

static void test_refuses_wrong_code(void **unused)
{
    (void)unused;
    static const char *const names[] = {"wrong"};
    ax_unit unit = {.key = "wrong", .write = write_wrong, .nfunctions = 1, .functions = names};
    void *function;
    ax_status *status = ax_codegen_get(codegen, &unit, &function);
    assert_non_null(status);
    assert_int_equal(ax_status_code(status), AX_INTERNAL);
    ax_status_free(status);
}

/* ---- threads ---- */

enum { THREADS = 4, UNITS = 12 };

typedef struct shared_units {
    scale_unit units[UNITS];
    atomic_int failures;
} shared_units;

/* Asks for all units, each thread beginning at another one. */
static void *ask_for_all(void *user)
{
    static atomic_int threads;
    shared_units *shared = user;
    int first = atomic_fetch_add(&threads, 1) * UNITS / THREADS;
    for (int i = 0; i < UNITS; i++) {
        int number = (first + i) % UNITS;
        char key[64];
        snprintf(key, sizeof key, "scale, of threads, %d", number);
        int64_t x = 10;
        get_scale(key, &shared->units[number])(&x, 1);
        if (x != 10 * shared->units[number].factor)
            atomic_fetch_add(&shared->failures, 1);
    }
    void *function;
    static const char *const names[] = {"wrong"};
    ax_unit unit = {
        .key = "wrong, of threads", .write = write_wrong, .nfunctions = 1, .functions = names};
    ax_status *status = ax_codegen_get(codegen, &unit, &function);
    if (ax_status_code(status) != AX_INTERNAL)
        atomic_fetch_add(&shared->failures, 1);
    ax_status_free(status);
    return NULL;
}

static void test_threads_make_each_unit_once(void **unused)
{
    (void)unused;
    static shared_units shared;
    pthread_t threads[THREADS];
    for (int i = 0; i < UNITS; i++)
        shared.units[i].factor = i + 2;
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, ask_for_all, &shared), 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    assert_int_equal(shared.failures, 0);
    for (int i = 0; i < UNITS; i++)
        assert_int_equal(shared.units[i].written, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_runs),
        cmocka_unit_test(test_is_written_once),
        cmocka_unit_test(test_refuses_wrong_code),
        cmocka_unit_test(test_threads_make_each_unit_once),
    };
    return cmocka_run_group_tests(tests, open_codegen, close_codegen);
}
