/* Generated pools against the op's own evaluation, to the bit: random windows, every dtype. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "optest.h"
#include "random.h"
#include "target.h"

#include "base/half.h"

#include <axmap/elementwise.h>
#include <axmap/reduction.h>
#include <axmap/shape.h>
#include <math.h>

static ax_target cpu;
static int64_t pools; /* kernels that were generated */

static ax_status *run_on_cpu(ax_eval_env *env, const ax_eqn *eqn, const ax_tensor *operands,
                             const ax_tensor *results)
{
    ax_kernel kernel;
    AX_TRY(ax_kernel_create(&cpu, eqn, &kernel));
    pools += strcmp(kernel.name, "pool") == 0;
    env->state = kernel.state;
    ax_status *status = kernel.run(env, eqn, operands, results);
    ax_kernel_free(&kernel);
    return status;
}

static int load(void **unused)
{
    (void)unused;
    ax_status *status = test_target_open(&cpu);
    if (status) {
        print_error("%s\n", ax_status_message(status));
        ax_status_free(status);
        return 1;
    }
    return 0;
}

static int unload(void **unused)
{
    (void)unused;
    test_target_close(&cpu);
    return 0;
}

/* ---- random pools ---- */

typedef struct random_pool {
    ax_type input;
    int64_t window[5], strides[5], padding[10];
    ax_window_options options;
    int op; /* of `ops` */
} random_pool;

typedef ax_value binary_fn(ax_value a, ax_value b, ax_location here);
static binary_fn *const ops[] = {ax_add_at, ax_maximum_at, ax_minimum_at, ax_mul_at};

static void body(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)b;
    out[0] = ops[*(const int *)user](in[0], in[1], AX_HERE);
}

/* The init is the op's identity, or nearly: of the largest number of integers there is none below. */
static ax_value build(ax_builder *b, const ax_value *in, const void *user)
{
    random_pool *p = (random_pool *)(uintptr_t)user;
    ax_dtype dtype = p->input.dtype;
    bool is_float = ax_dtype_is_float(dtype);
    double largest = is_float ? INFINITY : 100, least = is_float ? -INFINITY : 0;
    const double inits[] = {0, least, largest, 1};
    ax_value init = ax_scalar(b, dtype, inits[p->op]), out;
    ax_reduce_window(in, &init, 1, &p->options, body, &p->op, &out);
    return out;
}

static void make_random(uint32_t seed, random_pool *p)
{
    static const ax_dtype dtypes[] = {AX_F32, AX_F16, AX_BF16, AX_F64, AX_I32,
                                      AX_U8,  AX_I8,  AX_I64,  AX_U16};
    static const int64_t channels[] = {1, 3, 4, 5, 16, 24, 33, 64, 70, 200};
    uint32_t state = seed * 2654435761u;
    int32_t ndim = 2 + (int32_t)random_below(&state, 4);
    *p = (random_pool){.input = {.dtype = dtypes[random_below(&state, 9)], .ndim = ndim},
                       .op = (int)random_below(&state, 4)};
    bool along = random_below(&state, 2) == 0; /* windows slide along the last dimension too */
    for (int32_t d = 0; d < ndim; d++) {
        bool last = d + 1 == ndim, slides = last ? along : random_below(&state, 3) > 0;
        p->input.dims[d] = 1 + random_below(&state, along && last ? 90 : 7);
        if (last && !along)
            p->input.dims[d] = channels[random_below(&state, 10)];
        p->window[d] = p->strides[d] = 1;
        if (!slides)
            continue;
        p->window[d] = 1 + random_below(&state, 4);
        p->strides[d] = 1 + random_below(&state, 3);
        p->padding[2 * d] = (int64_t)random_below(&state, 5) - 1;
        p->padding[2 * d + 1] = (int64_t)random_below(&state, 5) - 1;
    }
    p->options = (ax_window_options){.dimensions = {ndim, p->window},
                                     .strides = {ndim, p->strides},
                                     .padding = {2 * ndim, p->padding}};
}

static void fill(uint32_t *state, const ax_type *type, void *data)
{
    for (int64_t i = 0; i < ax_type_count(type); i++) {
        double value = (double)random_below(state, 200) / 16 - 6;
        if (random_below(state, 50) == 0)
            value = random_below(state, 2) ? -0.0 : INFINITY;
        switch (type->dtype) {
        case AX_F32: ((float *)data)[i] = (float)value; break;
        case AX_F64: ((double *)data)[i] = value; break;
        case AX_F16: ((uint16_t *)data)[i] = ax_f16_from_f64(value); break;
        case AX_BF16: ((uint16_t *)data)[i] = ax_bf16_from_f64(value); break;
        default:
            for (int64_t k = 0; k < ax_dtype_bytes(type->dtype); k++)
                ((uint8_t *)data)[i * ax_dtype_bytes(type->dtype) + k] = (uint8_t)random_below(
                    state, 256);
        }
    }
}

static void test_random_pools(void **unused)
{
    (void)unused;
    for (uint32_t seed = 1; seed <= 600; seed++) {
        random_pool p;
        uint32_t state = seed;
        make_random(seed, &p);
        void *x = optest_memory(&p.input);
        fill(&state, &p.input, x);
        optest_kernel = NULL;
        optest_data expected = optest_apply(build, &p, 1, &p.input, &x);
        optest_kernel = run_on_cpu;
        optest_expect(optest_apply(build, &p, 1, &p.input, &x), expected.type, expected.data);
        free(expected.data);
        free(x);
    }
    assert_true(pools > 400); /* of four runs each */
}

/* An init that is no identity adds up over padding, which generated code does not know. */
static ax_value build_sum_from_one(ax_builder *b, const ax_value *in, const void *user)
{
    random_pool *p = (random_pool *)(uintptr_t)user;
    ax_value init = ax_scalar(b, AX_F32, 1), out;
    ax_reduce_window(in, &init, 1, &p->options, body, &p->op, &out);
    return out;
}

static void test_inits_that_add_up(void **unused)
{
    (void)unused;
    random_pool p = {.window = {2, 1}, .strides = {1, 1}, .padding = {1, 1, 0, 0}};
    p.options = (ax_window_options){
        .dimensions = {2, p.window}, .strides = {2, p.strides}, .padding = {4, p.padding}};
    float x[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    float expected[12] = {3, 4, 5, 6, 7, 9, 11, 13, 7, 8, 9, 10};
    optest_kernel = run_on_cpu;
    ax_type type = optest_type(AX_F32, AX_LIST(2, 4));
    optest_expect(optest_apply(build_sum_from_one, &p, 1, &type, (void *[]){x}),
                  optest_type(AX_F32, AX_LIST(3, 4)), expected);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_pools),
        cmocka_unit_test(test_inits_that_add_up),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
