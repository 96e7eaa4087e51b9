/* Functions of real numbers as emitted code, against libm at more digits: f32 against double, f64 against long
 * double, halves against double. Errors are counted in units of the last place of the right result.
 *
 * `unit_emit_math sweep OP [STEP]` prints the largest error over every STEPth float of all 2^32 (7), and over
 * as many random doubles; `time OP` what a call takes.
 */
#include "test.h"

#include "optest.h"

#include "emit_kernel.h"

#include "base/half.h"

#include <axmap/elementwise.h>
#include <math.h>
#include <time.h>

typedef long double wide;

/* ---- what is right ---- */

static wide logistic(wide x)
{
    return x < 0 ? expl(x) / (1 + expl(x)) : 1 / (1 + expl(-x));
}

static wide rsqrt(wide x)
{
    return 1 / sqrtl(x);
}

typedef struct function {
    const ax_op *op;
    wide (*unary)(wide);
    wide (*binary)(wide, wide);
    double most[2]; /* units of the last place in f32 and f64 */
} function;

static const function functions[] = {
    {&ax_op_acos, acosl, NULL, {0.51, 1.5}},
    {&ax_op_acosh, acoshl, NULL, {0.51, 2.5}},
    {&ax_op_asin, asinl, NULL, {0.51, 1.5}},
    {&ax_op_asinh, asinhl, NULL, {0.51, 2}},
    {&ax_op_atan, atanl, NULL, {0.51, 2}},
    {&ax_op_atanh, atanhl, NULL, {0.51, 2.5}},
    {&ax_op_cbrt, cbrtl, NULL, {0.51, 0.7}},
    {&ax_op_cosine, cosl, NULL, {0.51, 1}},
    {&ax_op_erf, erfl, NULL, {2, 1.5}},
    {&ax_op_erfc, erfcl, NULL, {2.5, 3}},
    {&ax_op_exponential, expl, NULL, {1, 1}},
    {&ax_op_exponential_minus_one, expm1l, NULL, {2, 2}},
    {&ax_op_log, logl, NULL, {1, 1}},
    {&ax_op_log_plus_one, log1pl, NULL, {2, 2}},
    {&ax_op_logistic, logistic, NULL, {2.5, 1.5}},
    {&ax_op_rsqrt, rsqrt, NULL, {1.5, 1.5}},
    {&ax_op_sine, sinl, NULL, {0.51, 1}},
    {&ax_op_tan, tanl, NULL, {0.51, 2.5}},
    {&ax_op_tanh, tanhl, NULL, {2.5, 2}},
    {&ax_op_atan2, NULL, atan2l, {0.51, 2}},
    {&ax_op_power, NULL, powl, {0.51, 1}},
    {&ax_op_remainder, NULL, fmodl, {0, 0}},
};
enum { FUNCTIONS = sizeof functions / sizeof functions[0] };

/* ---- counting errors ---- */

/* The unit of the last place of a value in a format. */
static wide unit_of(ax_dtype dtype, wide value)
{
    int digits = dtype == AX_F64 ? 53 : dtype == AX_F32 ? 24 : dtype == AX_F16 ? 11 : 8;
    int least = dtype == AX_F64 ? -1074 : dtype == AX_F32 ? -149 : dtype == AX_F16 ? -24 : -133;
    int exponent = value == 0 ? least : ilogbl(value) - digits + 1;
    return ldexpl(1, exponent > least ? exponent : least);
}

static wide greatest_of(ax_dtype dtype)
{
    switch (dtype) {
    case AX_F16: return 65504;
    case AX_BF16: return 0x1.fep127L;
    case AX_F32: return 0x1.fffffep127L;
    default: return 0x1.fffffffffffffp1023L;
    }
}

/* Units between; infinite where one is NaN and the other not, or where infinities or signs of zero differ. */
static double error_of(ax_dtype dtype, wide got, wide right)
{
    wide most = greatest_of(dtype), unit = unit_of(dtype, right);
    if (isnan(got) || isnan(right))
        return isnan(got) && isnan(right) ? 0 : INFINITY;
    if (fabsl(right) >= most + unit_of(dtype, most) / 2)
        right = copysignl(INFINITY, right);
    if (isinf(got) || isinf(right)) {
        bool close = fabsl(right) >= most && fabsl(got) >= most;
        return got == right ? 0 : close && got * right > 0 ? 1 : INFINITY;
    }
    if (got == 0 && signbit(got) != signbit(right))
        return INFINITY;
    return (double)(fabsl(got - right) / unit);
}

static wide value_at(ax_dtype dtype, const void *array, int64_t i)
{
    switch (dtype) {
    case AX_F16: return ax_f32_from_f16(((const uint16_t *)array)[i]);
    case AX_BF16: return ax_f32_from_bf16(((const uint16_t *)array)[i]);
    case AX_F32: return ((const float *)array)[i];
    default: return ((const double *)array)[i];
    }
}

/* ---- kernels ---- */

typedef struct op_case {
    const ax_op *op;
} op_case;

static ax_value build(ax_builder *b, const ax_value *in, const void *user)
{
    const ax_op *op = ((const op_case *)user)->op;
    return ax_emit_one(b, op, in, op->noperands, NULL, 0, AX_HERE);
}

static ax_codegen *codegen;
static double slack = 1; /* where products and sums are rounded apart */

static ax_graph *trace(const ax_op *op, ax_dtype dtype, int64_t count)
{
    ax_type type = optest_type(dtype, AX_LIST(count)), types[] = {type, type};
    ax_graph *graph;
    assert_ok(optest_trace(build, &(op_case){op}, op->noperands, types, &graph));
    return graph;
}

static void compile(const ax_op *op, ax_dtype dtype, emit_kernel *kernels[EMIT_VARIANTS])
{
    ax_graph *graph = trace(op, dtype, 1);
    emit_compile(codegen, &(emit_unit){graph->first, {1, 4, 16}, NULL}, kernels);
    ax_graph_free(graph);
}

/* ---- arguments ---- */

static uint64_t random_state = 1;

static uint64_t next_random(void)
{
    random_state += 0x9e3779b97f4a7c15;
    uint64_t x = random_state;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    return x ^ (x >> 31);
}

static const double specials[] = {
    0,
    0x1p-149,
    0x1p-126,
    0x1.fffffcp-127,
    0x1p-1074,
    0x1p-1022,
    0x0.fffffffffffffp-1022,
    1e-30,
    0x1p-27,
    0x1p-26,
    0.1,
    0.25,
    0.5,
    0x1.fffffep-1,
    1,
    0x1.000002p0,
    0.94,
    1.5,
    2,
    2.5,
    3,
    4,
    5,
    7,
    8,
    9,
    10,
    17.25,
    19,
    27,
    88,
    88.72283,
    88.72284,
    89,
    87.4,
    103.9,
    104,
    105,
    709.7,
    709.8,
    710,
    745.1,
    746,
    1e4,
    1048576,
    1048577,
    1e6,
    0x1p24,
    0x1.fffffep24,
    1e10,
    6381956970095103.0 * 0x1p797,
    0x1p53,
    0x1.fffffffffffffp52,
    1e22,
    1e30,
    0x1.fffffep127,
    1e300,
    0x1.fffffffffffffp1023,
    INFINITY,
    NAN,
    3.14159265358979323846,
    1.57079632679489661923,
    0.78539816339744830962,
    11.0,
    33.0,
    573204.0,
    0x1.921fb6p1,
    0x1.921fb6p0,
};
enum { SPECIALS = sizeof specials / sizeof specials[0] };

static double special(int64_t index)
{
    double x = specials[index / 2 % SPECIALS];
    return index % 2 ? -x : x;
}

static double double_of(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static float float_of(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Of all sizes, or (twice as often) of those at which functions bend. */
static double random_argument(ax_dtype dtype)
{
    uint64_t bits = next_random();
    if (bits % 3 == 0)
        return dtype == AX_F64 ? double_of(next_random()) : float_of((uint32_t)next_random());
    double unit = (double)(int64_t)next_random() * 0x1p-63;
    return ldexp(unit, (int)(bits / 3 % 12) - 1);
}

static void set(ax_dtype dtype, void *array, int64_t i, double value)
{
    if (dtype == AX_F64)
        ((double *)array)[i] = value;
    else
        ((float *)array)[i] = (float)value;
}

/* ---- comparing ---- */

typedef struct worst {
    double error;
    wide x, y, got, right;
} worst;

static wide right_of(const function *f, wide x, wide y)
{
    return f->unary ? f->unary(x) : f->binary(x, y);
}

static void measure(const function *f, ax_dtype dtype, const void *x, const void *y,
                    const void *got, int64_t count, worst *w)
{
    for (int64_t i = 0; i < count; i++) {
        wide a = value_at(dtype, x, i), b = value_at(dtype, y, i);
        wide right = dtype == AX_F64 || f->binary ? right_of(f, a, b) : right_of(f, a, 0);
        double error = error_of(dtype, value_at(dtype, got, i), right);
        if (!(error <= w->error))
            *w = (worst){error, a, b, value_at(dtype, got, i), right};
    }
}

static void expect_at_most(const function *f, ax_dtype dtype, const worst *w, double most)
{
    if (w->error <= most)
        return;
    fail_msg("%s of %s, %La (%.9Lg), %La (%.9Lg): %.20Lg, not %.20Lg: %.3f units", f->op->name,
             ax_dtype_name(dtype), w->x, w->x, w->y, w->y, w->got, w->right, w->error);
}

enum { COUNT = 30011 };

/* Runs all kernels, which must agree in every bit; the result is in `out`. */
static void run_all(emit_kernel *const kernels[EMIT_VARIANTS], ax_dtype dtype, const void *x,
                    const void *y, emit_array *out, int64_t count)
{
    int64_t bytes = count * ax_dtype_bytes(dtype);
    emit_array other = emit_array_make(bytes);
    kernels[0](x, y, NULL, out->data, count);
    for (int i = 1; i < EMIT_VARIANTS; i++) {
        kernels[i](x, y, NULL, other.data, count);
        assert_memory_equal(out->data, other.data, (size_t)bytes);
    }
    emit_array_free(&other);
}

static void check_floats(const function *f, ax_dtype dtype)
{
    int64_t bytes = COUNT * ax_dtype_bytes(dtype), pairs = 4 * SPECIALS * SPECIALS;
    emit_array x = emit_array_make(bytes), y = emit_array_make(bytes), out = emit_array_make(bytes);
    for (int64_t i = 0; i < COUNT; i++) {
        bool listed = f->unary ? i < 2 * SPECIALS : i < pairs;
        set(dtype, x.data, i, listed ? special(i) : random_argument(dtype));
        set(dtype, y.data, i, listed ? special(i / (2 * SPECIALS)) : random_argument(dtype));
    }
    emit_kernel *kernels[EMIT_VARIANTS];
    compile(f->op, dtype, kernels);
    run_all(kernels, dtype, x.data, y.data, &out, COUNT);
    worst w = {0};
    measure(f, dtype, x.data, y.data, out.data, COUNT, &w);
    expect_at_most(f, dtype, &w, f->most[dtype == AX_F64] * slack);
    emit_array_free(&x);
    emit_array_free(&y);
    emit_array_free(&out);
}

/* Every half there is; the second operand is another. */
static void check_halves(const function *f, ax_dtype dtype)
{
    enum { ALL = 65536 };
    emit_array x = emit_array_make(2 * ALL), y = emit_array_make(2 * ALL);
    emit_array out = emit_array_make(2 * ALL);
    for (int64_t i = 0; i < ALL; i++) {
        ((uint16_t *)x.data)[i] = (uint16_t)i;
        ((uint16_t *)y.data)[i] = (uint16_t)next_random();
    }
    emit_kernel *kernels[EMIT_VARIANTS];
    compile(f->op, dtype, kernels);
    run_all(kernels, dtype, x.data, y.data, &out, ALL);
    worst w = {0};
    measure(f, dtype, x.data, y.data, out.data, ALL, &w);
    expect_at_most(f, dtype, &w, 0.501);
    emit_array_free(&x);
    emit_array_free(&y);
    emit_array_free(&out);
}

static void check_at(int level, const ax_dtype *dtypes, int count)
{
    assert_ok(ax_codegen_create(&(ax_codegen_options){.level = level}, &codegen));
    for (int i = 0; i < FUNCTIONS; i++) {
        for (int k = 0; k < count; k++)
            (ax_dtype_is_half(dtypes[k]) ? check_halves : check_floats)(&functions[i], dtypes[k]);
    }
    ax_codegen_free(codegen);
}

static void test_f32(void **unused)
{
    (void)unused;
    check_at(-1, (const ax_dtype[]){AX_F32}, 1);
}

static void test_f64(void **unused)
{
    (void)unused;
    check_at(-1, (const ax_dtype[]){AX_F64}, 1);
}

static void test_halves(void **unused)
{
    (void)unused;
    check_at(-1, (const ax_dtype[]){AX_F16, AX_BF16}, 2);
}

/* Without fused multiply-adds. */
static void test_old_cpus(void **unused)
{
    (void)unused;
    slack = 1.4;
    check_at(0, (const ax_dtype[]){AX_F32, AX_F64}, 2);
    slack = 1;
}

/* ---- what follows the op's page rather than libm ---- */

static void check_page(const ax_op *op, ax_dtype dtype, double most)
{
    int64_t bytes = COUNT * ax_dtype_bytes(dtype);
    emit_array x = emit_array_make(bytes), out = emit_array_make(bytes);
    for (int64_t i = 0; i < COUNT; i++)
        set(dtype, x.data, i, i < 2 * SPECIALS ? special(i) : random_argument(dtype));
    emit_kernel *kernels[EMIT_VARIANTS];
    compile(op, dtype, kernels);
    run_all(kernels, dtype, x.data, x.data, &out, COUNT);
    ax_graph *graph = trace(op, dtype, COUNT);
    optest_data right = optest_evaluate(graph, (void *[]){x.data});
    for (int64_t i = 0; i < COUNT; i++) {
        wide got = value_at(dtype, out.data, i), expected = value_at(dtype, right.data, i);
        double error = error_of(dtype, got, expected);
        if (!(error <= most)) {
            fail_msg("%s of %s %.9Lg: %.17Lg, not %.17Lg: %.1f units", op->name,
                     ax_dtype_name(dtype), value_at(dtype, x.data, i), got, expected, error);
        }
    }
    free(right.data);
    ax_graph_free(graph);
    emit_array_free(&x);
    emit_array_free(&out);
}

static void test_as_the_page_says(void **unused)
{
    (void)unused;
    assert_ok(ax_codegen_create(&(ax_codegen_options){.level = -1}, &codegen));
    check_page(&ax_op_cosh, AX_F32, 3);
    check_page(&ax_op_sinh, AX_F32, 4);
    check_page(&ax_op_erf_inv, AX_F32, 4);
    check_page(&ax_op_cosh, AX_F64, 2);
    check_page(&ax_op_sinh, AX_F64, 3);
    check_page(&ax_op_erf_inv, AX_F64, 4);
    ax_codegen_free(codegen);
}

/* Powers by constants, which are not all computed by logarithms. */
static void check_constant_power(ax_dtype dtype, double exponent)
{
    static const function f = {&ax_op_power, NULL, powl, {0.51, 1}};
    int64_t bytes = COUNT * ax_dtype_bytes(dtype);
    emit_array x = emit_array_make(bytes), y = emit_array_make(bytes), out = emit_array_make(bytes);
    for (int64_t i = 0; i < COUNT; i++) {
        set(dtype, x.data, i, i < 2 * SPECIALS ? special(i) : random_argument(dtype));
        set(dtype, y.data, i, exponent);
    }
    ax_graph *graph = trace(f.op, dtype, 1);
    emit_kernel *kernels[EMIT_VARIANTS];
    emit_compile(codegen, &(emit_unit){graph->first, {1, 4, 16}, y.data}, kernels);
    run_all(kernels, dtype, x.data, y.data, &out, COUNT);
    worst w = {0};
    measure(&f, dtype, x.data, y.data, out.data, COUNT, &w);
    expect_at_most(&f, dtype, &w, f.most[dtype == AX_F64]);
    ax_graph_free(graph);
    emit_array_free(&x);
    emit_array_free(&y);
    emit_array_free(&out);
}

static void test_constant_powers(void **unused)
{
    (void)unused;
    static const double exponents[] = {2, -1, 0.5, 3, -2, 0, 1};
    assert_ok(ax_codegen_create(&(ax_codegen_options){.level = -1}, &codegen));
    for (size_t i = 0; i < sizeof exponents / sizeof exponents[0]; i++) {
        check_constant_power(AX_F32, exponents[i]);
        check_constant_power(AX_F64, exponents[i]);
    }
    ax_codegen_free(codegen);
}

/* ---- by hand ---- */

enum { PIECE = 1 << 20 };

static void sweep_floats(const function *f, uint64_t step)
{
    emit_kernel *kernels[EMIT_VARIANTS];
    compile(f->op, AX_F32, kernels);
    float *x = malloc(PIECE * sizeof *x), *y = malloc(PIECE * sizeof *y),
          *out = malloc(PIECE * sizeof *out);
    worst w = {0};
    for (uint64_t bits = 0; bits < (uint64_t)1 << 32;) {
        int64_t count = 0;
        for (; count < PIECE && bits < (uint64_t)1 << 32; count++, bits += step) {
            x[count] = float_of((uint32_t)bits);
            y[count] = (float)random_argument(AX_F32);
        }
        kernels[2](x, y, NULL, out, count);
        measure(f, AX_F32, x, y, out, count, &w);
    }
    printf("%-24s f32 %8.4f at %.9Lg, %.9Lg: %.12Lg, not %.12Lg\n", f->op->name, w.error, w.x, w.y,
           w.got, w.right);
    free(x), free(y), free(out);
}

static void sweep_doubles(const function *f, uint64_t step)
{
    emit_kernel *kernels[EMIT_VARIANTS];
    compile(f->op, AX_F64, kernels);
    double *x = malloc(PIECE * sizeof *x), *y = malloc(PIECE * sizeof *y),
           *out = malloc(PIECE * sizeof *out);
    worst w = {0};
    for (uint64_t done = 0; done < ((uint64_t)1 << 31) / step; done += PIECE) {
        for (int64_t i = 0; i < PIECE; i++) {
            x[i] = random_argument(AX_F64);
            y[i] = random_argument(AX_F64);
        }
        kernels[2](x, y, NULL, out, PIECE);
        measure(f, AX_F64, x, y, out, PIECE, &w);
    }
    printf("%-24s f64 %8.4f at %.17Lg, %.17Lg: %.20Lg, not %.20Lg\n", f->op->name, w.error, w.x,
           w.y, w.got, w.right);
    free(x), free(y), free(out);
}

static double seconds(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Nanoseconds an element, of arrays in the cache, and milliseconds to compile. */
static void time_op(const ax_op *op, ax_dtype dtype)
{
    enum { ELEMENTS = 4096, RUNS = 2000 };
    static double x[ELEMENTS], y[ELEMENTS], out[ELEMENTS];
    for (int64_t i = 0; i < ELEMENTS; i++) {
        set(dtype, x, i, 3 * (double)(int64_t)next_random() * 0x1p-63);
        set(dtype, y, i, 2 * (double)(int64_t)next_random() * 0x1p-63);
    }
    ax_graph *graph = trace(op, dtype, 1);
    emit_kernel *kernels[EMIT_VARIANTS];
    double begin = seconds(CLOCK_THREAD_CPUTIME_ID), best = INFINITY;
    emit_compile(codegen, &(emit_unit){graph->first, {dtype == AX_F64 ? 8 : 16, 0, 0}, NULL},
                 kernels);
    double compiled = seconds(CLOCK_THREAD_CPUTIME_ID) - begin;
    for (int run = 0; run < RUNS; run++) {
        begin = seconds(CLOCK_MONOTONIC);
        kernels[0](x, y, NULL, out, ELEMENTS);
        double took = seconds(CLOCK_MONOTONIC) - begin;
        best = took < best ? took : best;
    }
    printf("%-24s %s %7.3f ns an element, %6.2f ms to compile\n", op->name, ax_dtype_name(dtype),
           best * 1e9 / ELEMENTS, compiled * 1e3);
    ax_graph_free(graph);
}

static int by_hand(int argc, char **argv)
{
    int level = argc > 4 ? atoi(argv[4]) : -1;
    assert_ok(ax_codegen_create(&(ax_codegen_options){.level = level}, &codegen));
    for (int i = 0; i < FUNCTIONS; i++) {
        const function *f = &functions[i];
        if (strcmp(argv[2], "all") != 0 && strcmp(argv[2], f->op->name) != 0)
            continue;
        uint64_t step = argc > 3 ? strtoull(argv[3], NULL, 10) : 7;
        if (strcmp(argv[1], "sweep") == 0) {
            sweep_floats(f, step);
            sweep_doubles(f, step);
        } else {
            time_op(f->op, AX_F32);
            time_op(f->op, AX_F64);
        }
        fflush(stdout);
    }
    ax_codegen_free(codegen);
    return 0;
}

int main(int argc, char **argv)
{
    setenv("AXMAP_CACHE_DIR", "off", 1); /* the keys of these units are only numbers */
    if (argc > 2)
        return by_hand(argc, argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_f32),
        cmocka_unit_test(test_f64),
        cmocka_unit_test(test_halves),
        cmocka_unit_test(test_old_cpus),
        cmocka_unit_test(test_as_the_page_says),
        cmocka_unit_test(test_constant_powers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
