/* How a BLAS is found, checked, and given the right kernel. fake_blas.c plays the library. */
#include "test.h"

#include "bench/blas.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

static void set(const char *name, const char *value)
{
    if (value) {
        setenv(name, value, 1);
    } else {
        unsetenv(name);
    }
}

static int reset(void **unused)
{
    (void)unused;
    set("AXMAP_BLAS", FAKE_BLAS);
    set("OPENBLAS_CORETYPE", NULL);
    set("OPENBLAS_NUM_THREADS", NULL);
    set("FAKE_BLAS_CORE", NULL);
    set("FAKE_BLAS_PARALLEL", NULL);
    set("FAKE_BLAS_CONFIG", NULL);
    set("FAKE_BLAS_WRONG", NULL);
    return 0;
}

static void test_named_library(void **unused)
{
    (void)unused;
    ax_blas *blas;
    set("FAKE_BLAS_CORE", "Haswell9000"); /* a name that nobody knows is left alone */
    assert_ok(ax_blas_load(&blas));
    assert_string_equal(ax_blas_path(blas), FAKE_BLAS);
    assert_string_equal(ax_blas_core(blas), "Haswell9000");
    assert_string_equal(ax_blas_config(blas), "fake");
    assert_string_equal(ax_blas_choice(blas), "the library's own choice");
    ax_blas_free(blas);
    assert_null(getenv("OPENBLAS_CORETYPE"));
    assert_null(getenv("OPENBLAS_NUM_THREADS"));
}

static void test_weak_choice_is_corrected(void **unused)
{
    (void)unused;
    ax_blas *blas;
    set("FAKE_BLAS_CORE", "Prescott");
    assert_ok(ax_blas_load(&blas));
    const char *best = ax_blas_level_core(ax_vector_level_of_cpu());
    assert_string_equal(ax_blas_core(blas), best);
    if (ax_vector_level_of_cpu() > AX_VECTOR_BASELINE)
        assert_non_null(strstr(ax_blas_choice(blas), "corrected"));
    ax_blas_free(blas);
    assert_null(getenv("OPENBLAS_CORETYPE"));
}

static void test_choice_above_the_table_is_kept(void **unused)
{
    (void)unused;
    ax_blas *blas;
    set("FAKE_BLAS_CORE", "Cooperlake");
    assert_ok(ax_blas_load(&blas));
    assert_string_equal(ax_blas_core(blas), "Cooperlake");
    ax_blas_free(blas);
}

static void test_the_user_wins(void **unused)
{
    (void)unused;
    ax_blas *blas;
    set("OPENBLAS_CORETYPE", "Nehalem");
    set("OPENBLAS_NUM_THREADS", "3");
    assert_ok(ax_blas_load(&blas));
    assert_string_equal(ax_blas_core(blas), "Nehalem");
    assert_string_equal(ax_blas_choice(blas), "set by OPENBLAS_CORETYPE");
    ax_blas_free(blas);
    assert_string_equal(getenv("OPENBLAS_CORETYPE"), "Nehalem");
    assert_string_equal(getenv("OPENBLAS_NUM_THREADS"), "3");
}

/* A library that the process has already keeps its kernel: it may be at work. */
static void test_loaded_library_is_left_alone(void **unused)
{
    (void)unused;
    ax_blas *first, *second;
    set("FAKE_BLAS_CORE", "Cooperlake");
    assert_ok(ax_blas_load(&first));
    set("OPENBLAS_CORETYPE", "Haswell");
    assert_ok(ax_blas_load(&second));
    assert_string_equal(ax_blas_core(second), "Cooperlake");
    ax_blas_free(second);
    ax_blas_free(first);
}

/* Products of few terms and of many; each operand as it is and turned. */
static void check_product(const ax_blas *blas, int depth, bool turn_a, bool turn_b)
{
    enum { M = 2, N = 3, STRIDE = 5, MOST = 9 };
    float a[M * MOST], b[N * MOST], c[M * STRIDE];
    for (int i = 0; i < M; i++) {
        for (int k = 0; k < depth; k++)
            a[turn_a ? k * M + i : i * depth + k] = (float)(i + 2 * k - 3);
    }
    for (int j = 0; j < N; j++) {
        for (int k = 0; k < depth; k++)
            b[turn_b ? j * depth + k : k * N + j] = (float)(k - j);
    }
    for (int i = 0; i < M * STRIDE; i++)
        c[i] = 77;
    ax_blas_gemm(blas, M, N, depth, (ax_blas_matrix){a, turn_a ? M : depth, turn_a},
                 (ax_blas_matrix){b, turn_b ? depth : N, turn_b}, c, STRIDE);
    for (int i = 0; i < M; i++) {
        for (int j = 0; j < STRIDE; j++) {
            int sum = 0;
            for (int k = 0; k < depth; k++)
                sum += (i + 2 * k - 3) * (k - j);
            assert_true(c[i * STRIDE + j] == (float)(j < N ? sum : 77));
        }
    }
}

static void test_products(void **unused)
{
    (void)unused;
    ax_blas *blas;
    assert_ok(ax_blas_load(&blas));
    for (int depth = 0; depth <= 9; depth++) {
        for (int turns = 0; turns < 4; turns++)
            check_product(blas, depth, (turns & 1) != 0, (turns & 2) != 0);
    }
    ax_blas_free(blas);
}

static void test_refusals(void **unused)
{
    (void)unused;
    ax_blas *blas = NULL;
    set("FAKE_BLAS_WRONG", "1");
    assert_error(ax_blas_load(&blas), AX_UNSUPPORTED, "computes a small product wrongly");
    reset(NULL);
    set("FAKE_BLAS_CONFIG", "OpenBLAS USE64BITINT");
    assert_error(ax_blas_load(&blas), AX_UNSUPPORTED, "takes 64-bit integers");
    reset(NULL);
    set("AXMAP_BLAS", "/nowhere/libblas.so");
    assert_error(ax_blas_load(&blas), AX_NOT_FOUND, "AXMAP_BLAS must be the path");
    set("AXMAP_BLAS", "libm.so.6");
    assert_error(ax_blas_load(&blas), AX_UNSUPPORTED, "libm.so.6 has no cblas_sgemm:");
    assert_null(blas);
}

/* Address space enough for the library, but not for the buffer of the thread that calls it. */
static void test_little_address_space(void **unused)
{
    (void)unused;
    long pages = 0;
    FILE *stream = fopen("/proc/self/statm", "r");
    assert_non_null(stream);
    assert_int_equal(fscanf(stream, "%ld", &pages), 1);
    fclose(stream);
    struct rlimit before, tight;
    assert_int_equal(getrlimit(RLIMIT_AS, &before), 0);
    tight = before;
    tight.rlim_cur = (rlim_t)(pages * sysconf(_SC_PAGESIZE)) + ((rlim_t)64 << 20);
    assert_int_equal(setrlimit(RLIMIT_AS, &tight), 0);
    ax_blas *blas = NULL;
    ax_status *status = ax_blas_load(&blas);
    assert_int_equal(setrlimit(RLIMIT_AS, &before), 0);
    assert_error(status, AX_OUT_OF_MEMORY, "the BLAS needs 130 MiB of address space");
    assert_null(blas);
}

/* An OpenMP build is taken only from a user who names it. */
static void test_named_openmp_build(void **unused)
{
    (void)unused;
    ax_blas *blas;
    set("FAKE_BLAS_PARALLEL", "2");
    assert_ok(ax_blas_load(&blas));
    ax_blas_free(blas);
}

static void test_levels(void **unused)
{
    (void)unused;
    assert_int_equal(ax_blas_core_level("PRESCOTT"), 0);
    assert_int_equal(ax_blas_core_level("Zen"), 2);
    assert_int_equal(ax_blas_core_level("SkylakeX"), 3);
    assert_int_equal(ax_blas_core_level("Neoversev1"), -1);
    for (int level = AX_VECTOR_BASELINE; level <= AX_VECTOR_AVX512; level++)
        assert_int_equal(ax_blas_core_level(ax_blas_level_core((ax_vector_level)level)), level);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_named_library, reset),
        cmocka_unit_test_setup(test_weak_choice_is_corrected, reset),
        cmocka_unit_test_setup(test_choice_above_the_table_is_kept, reset),
        cmocka_unit_test_setup(test_the_user_wins, reset),
        cmocka_unit_test_setup(test_loaded_library_is_left_alone, reset),
        cmocka_unit_test_setup(test_products, reset),
        cmocka_unit_test_setup(test_refusals, reset),
        cmocka_unit_test_setup(test_little_address_space, reset),
        cmocka_unit_test_setup(test_named_openmp_build, reset),
        cmocka_unit_test_setup(test_levels, reset),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
