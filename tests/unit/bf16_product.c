/* The CPU's own products of bf16 against one chain of additions along k, to the bit; and when it is used. */
#include "backend/cpu/bf16_product.h"

#include "base/half.h"

#include "test.h"
#include <math.h>
#include <stdlib.h>

enum { SCRATCH = 16 << 20 };

static char *memory;

static ax_status *take(const ax_eval_env *env, int64_t bytes, void **out_memory)
{
    (void)env;
    if (bytes > SCRATCH)
        return AX_ERROR(AX_OUT_OF_MEMORY, "the test has less");
    *out_memory = memory;
    return NULL;
}

static uint64_t seed = 1;

static uint32_t random_bits(void)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(seed >> 33);
}

/* Of both signs, over some orders of magnitude; each eighth a zero. */
static uint16_t number(void)
{
    if (random_bits() % 8 == 0)
        return random_bits() % 2 ? 0x8000 : 0;
    double value = ldexp(1 + random_bits() % 128 / 128.0, (int)(random_bits() % 24) - 12);
    return ax_bf16_from_f64(random_bits() % 2 ? value : -value);
}

typedef struct arrays {
    ax_bf16_product sizes;
    uint16_t *a, *b, *c;
} arrays;

static arrays make(int64_t m, int64_t n, int64_t k)
{
    arrays x = {{m, n, k},
                calloc((size_t)(m * k), 2),
                calloc((size_t)(k * n), 2),
                calloc((size_t)(m * n), 2)};
    assert_true(x.a && x.b && x.c);
    for (int64_t i = 0; i < m * k; i++)
        x.a[i] = number();
    for (int64_t i = 0; i < k * n; i++)
        x.b[i] = number();
    return x;
}

static void drop(arrays *x)
{
    free(x->a);
    free(x->b);
    free(x->c);
}

static void count_done(void *user, int32_t thread, int64_t begin, int64_t end)
{
    (void)thread;
    *(int64_t *)user += end - begin;
}

static bool run(const arrays *x, int64_t *out_done)
{
    ax_eval_env env = {.scratch = take};
    bool ran;
    *out_done = 0;
    assert_true(ax_bf16_product_scratch(&x->sizes, 1) <= SCRATCH);
    assert_ok(ax_bf16_product_run(&x->sizes, &env, x->a, x->b, x->c, count_done, out_done, &ran));
    return ran;
}

static void check_bits(const arrays *x)
{
    int64_t n = x->sizes.n, k = x->sizes.k;
    for (int64_t i = 0; i < x->sizes.m; i++) {
        for (int64_t j = 0; j < n; j++) {
            float sum = 0;
            for (int64_t l = 0; l < k; l++)
                sum = fmaf(ax_f32_from_bf16(x->a[i * k + l]), ax_f32_from_bf16(x->b[l * n + j]),
                           sum);
            assert_int_equal(x->c[i * n + j], ax_bf16_from_f64((double)sum));
        }
    }
}

/* A test that this CPU cannot run is skipped. */
static void need_instruction(void)
{
    if (!ax_bf16_product_serves(&(ax_bf16_product){1024, 1024, 1024}))
        skip();
}

static void bits_are_those_of_one_chain(void **state)
{
    (void)state;
    static const int64_t sizes[][3] = {{128, 96, 200}, {65, 49, 777},  {33, 16, 2049},
                                       {40, 33, 999},  {515, 10, 255}, {37, 100, 301},
                                       {64, 1, 65537}};
    need_instruction();
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
        arrays x = make(sizes[s][0], sizes[s][1], sizes[s][2]);
        int64_t done;
        assert_true(run(&x, &done));
        assert_int_equal(done, x.sizes.m * x.sizes.n);
        check_bits(&x);
        drop(&x);
    }
}

/* 2^-126 is the least normal number: below it the instruction has zeros. */
static void it_stays_away_from_subnormal_sums(void **state)
{
    (void)state;
    need_instruction();
    arrays x = make(64, 64, 600);
    int64_t done;
    assert_true(run(&x, &done));
    uint16_t kept = x.a[77];
    static const uint16_t refused[] = {0x0001, 0x807f, 0x7f80, 0xff80, 0x7fc0, 0x0080};
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        x.a[77] = refused[i];
        assert_false(run(&x, &done));
        x.a[77] = kept;
        kept = x.b[64 * 600 - 1];
        x.b[64 * 600 - 1] = refused[i];
        assert_false(run(&x, &done));
        x.b[64 * 600 - 1] = kept;
        kept = x.a[77];
    }
    assert_true(run(&x, &done));
    /* Exponents of -50 and -62: multiples of 2^-57 and 2^-69, so sums are multiples of 2^-126. */
    for (int64_t i = 0; i < 64 * 600; i++) {
        x.a[i] = ax_bf16_from_f64(ldexp(1 + (double)(random_bits() % 128) / 128, -50));
        x.b[i] = ax_bf16_from_f64(-ldexp(1 + (double)(random_bits() % 128) / 128, -62));
    }
    assert_true(run(&x, &done));
    check_bits(&x);
    x.b[5] = ax_bf16_from_f64(ldexp(1, -63));
    assert_false(run(&x, &done));
    drop(&x);
}

static void zeros_alone_are_zero(void **state)
{
    (void)state;
    need_instruction();
    arrays x = make(64, 64, 600);
    int64_t done;
    memset(x.a, 0, 64 * 600 * 2);
    assert_true(run(&x, &done));
    check_bits(&x);
    drop(&x);
}

static int open_memory(void **state)
{
    (void)state;
    memory = aligned_alloc(64, SCRATCH);
    return memory ? 0 : -1;
}

static int close_memory(void **state)
{
    (void)state;
    free(memory);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bits_are_those_of_one_chain),
        cmocka_unit_test(it_stays_away_from_subnormal_sums),
        cmocka_unit_test(zeros_alone_are_zero),
    };
    return cmocka_run_group_tests(tests, open_memory, close_memory);
}
