/* Contractions with epilogues, as one kernel, against the evaluation of the same fusion. Numbers are small and whole, so
 * that sums are exact and all must agree to the bit. */
#include "test.h"

#include "cpu_team.h"

#include "base/half.h"
#include "compile/fusion.h"
#include "ir/builder.h"
#include "ops/ops.h"

#include <axmap/contraction.h>
#include <axmap/elementwise.h>
#include <axmap/shape.h>

#include <stdlib.h>

enum { MOST = 8 };

/* ---- the fusion ---- */

/* What stands behind the contraction `c`, whose other inputs begin at in[2]; returns how many outputs. */
typedef int32_t epilogue_fn(ax_value c, const ax_value *in, ax_value *out);

typedef struct example {
    const char *name;
    ax_dtype dtype;
    int32_t ninputs;
    ax_type inputs[MOST];
    const ax_dot_dimensions *dot;
    const ax_convolution_options *convolution;
    epilogue_fn *epilogue;
} example;

static const ax_graph *build_region(ax_builder *parent, const example *x)
{
    ax_builder *b = ax_builder_create_region(parent);
    ax_value in[MOST], out[MOST];
    for (int32_t i = 0; i < x->ninputs; i++)
        in[i] = ax_builder_input(b, &x->inputs[i], NULL);
    ax_value c = x->dot ? ax_dot_general(in[0], in[1], *x->dot)
                        : ax_convolution(in[0], in[1], x->convolution);
    int32_t noutputs = x->epilogue(c, in, out);
    return ax_builder_finish_region(b, noutputs, out);
}

static ax_graph *build(const example *x)
{
    ax_builder *b;
    assert_ok(ax_builder_create("fusion", NULL, &b));
    ax_value in[MOST], out[MOST];
    for (int32_t i = 0; i < x->ninputs; i++)
        in[i] = ax_builder_input(b, &x->inputs[i], NULL);
    const ax_graph *region = build_region(b, x);
    assert_non_null(region);
    ax_attr kind = ax_attr_int(AX_ATTR_FUSION, AX_FUSION_PRODUCT);
    ax_emission fusion = {.op = &ax_op_fusion,
                          .noperands = x->ninputs,
                          .nattrs = 1,
                          .nregions = 1,
                          .nresults = region->noutputs,
                          .operands = in,
                          .attrs = &kind,
                          .regions = &region,
                          .location = AX_HERE};
    ax_emit(b, &fusion, out);
    ax_graph *graph;
    assert_ok(ax_builder_finish(b, region->noutputs, out, NULL, &graph));
    return graph;
}

/* ---- running it ---- */

typedef struct memory {
    struct memory *next;
    int64_t padding[7];
} memory;

typedef struct room {
    memory *blocks;
    int64_t bytes;
} room;

static ax_status *take(const ax_eval_env *env, int64_t bytes, void **out_memory)
{
    room *r = env->user;
    int64_t rounded = (bytes + 63) / 64 * 64;
    memory *block = aligned_alloc(64, sizeof *block + (size_t)rounded);
    assert_non_null(block);
    block->next = r->blocks;
    r->blocks = block;
    r->bytes += rounded;
    *out_memory = block + 1;
    return NULL;
}

static void release(room *r)
{
    while (r->blocks) {
        memory *next = r->blocks->next;
        free(r->blocks);
        r->blocks = next;
    }
}

typedef struct dealt {
    ax_tasks tasks;
    ax_work_fn *work;
    void *user;
} dealt;

static void take_work(void *user, int thread)
{
    dealt *d = user;
    int64_t begin, end;
    while (ax_tasks_take(&d->tasks, &begin, &end))
        d->work(d->user, thread, begin, end);
}

static void deal(const ax_eval_env *env, int64_t count, int64_t grain, ax_work_fn *work, void *user)
{
    dealt d = {.work = work, .user = user};
    (void)env;
    ax_tasks_reset(&d.tasks, count, grain);
    ax_team_run(team, take_work, &d);
}

static void fill(const ax_type *type, int32_t operand, void *data)
{
    for (int64_t i = 0; i < ax_type_count(type); i++) {
        double value = (double)((i * 7 + operand * 5 + i / 13) % 5) - 2;
        switch (type->dtype) {
        case AX_F32: ((float *)data)[i] = (float)value; break;
        case AX_F64: ((double *)data)[i] = value; break;
        case AX_BF16: ((uint16_t *)data)[i] = ax_bf16_from_f64(value); break;
        default: ((int32_t *)data)[i] = (int32_t)value; break;
        }
    }
}

/* Exactly as large as the type, so that sanitizers see every access past it. */
static void *memory_of(const ax_type *type)
{
    return malloc((size_t)ax_type_bytes(type));
}

static void run(const ax_kernel *kernel, const ax_eqn *eqn, int32_t threads,
                const ax_tensor *operands, ax_tensor *results)
{
    room r = {0};
    ax_eval_env env = {.scratch = take, .user = &r, .state = kernel->state, .threads = threads};
    if (threads > 1)
        env.parallel = deal;
    assert_ok(kernel->run(&env, eqn, operands, results));
    assert_int_equal(r.bytes, kernel->scratch(kernel->state, eqn, threads));
    release(&r);
}

static void check_results(const example *x, const ax_eqn *eqn, const ax_tensor *operands,
                          const ax_kernel *kernel)
{
    ax_tensor expected[MOST], seen[MOST];
    room r = {0};
    ax_eval_env env = {.scratch = take, .user = &r};
    for (int32_t i = 0; i < eqn->nresults; i++) {
        const ax_type *type = &eqn->results[i]->type;
        expected[i] = (ax_tensor){*type, memory_of(type)};
        seen[i] = (ax_tensor){*type, memory_of(type)};
    }
    assert_ok(ax_op_fusion.eval.function(&env, eqn, operands, expected));
    release(&r);
    for (int32_t threads = 1; threads <= THREADS; threads += THREADS - 1) {
        run(kernel, eqn, threads, operands, seen);
        for (int32_t i = 0; i < eqn->nresults; i++) {
            size_t bytes = (size_t)ax_type_bytes(&seen[i].type);
            if (bytes && memcmp(expected[i].data, seen[i].data, bytes) != 0)
                fail_msg("%s: result %d differs", x->name, (int)i);
        }
    }
    for (int32_t i = 0; i < eqn->nresults; i++) {
        free(expected[i].data);
        free(seen[i].data);
    }
}

static void check(const example *x)
{
    ax_graph *graph = build(x);
    const ax_eqn *eqn = graph->first;
    ax_tensor operands[MOST];
    for (int32_t i = 0; i < x->ninputs; i++) {
        operands[i] = (ax_tensor){x->inputs[i], memory_of(&x->inputs[i])};
        fill(&x->inputs[i], i, operands[i].data);
    }
    ax_kernel kernel;
    assert_ok(ax_kernel_create(&cpu, eqn, &kernel));
    if (strcmp(kernel.name, "matrix") != 0)
        fail_msg("%s: its kernel is %s", x->name, kernel.name);
    assert_true(kernel.position_free);
    check_results(x, eqn, operands, &kernel);
    ax_kernel_free(&kernel);
    for (int32_t i = 0; i < x->ninputs; i++)
        free(operands[i].data);
    ax_graph_free(graph);
}

/* ---- epilogues ---- */

static ax_value along_last(ax_value bias, ax_value c)
{
    ax_type type = ax_value_type(c);
    ax_ints dims = {type.ndim, type.dims}, last = AX_LIST(type.ndim - 1);
    return ax_broadcast_in_dim(bias, dims, last);
}

static int32_t bias_and_relu(ax_value c, const ax_value *in, ax_value *out)
{
    ax_value sum = ax_add(c, along_last(in[2], c));
    out[0] = ax_maximum(sum, ax_sub(sum, sum));
    return 1;
}

/* The sums themselves are a result too, and not the first one. */
static int32_t two_results(ax_value c, const ax_value *in, ax_value *out)
{
    out[0] = ax_mul(c, in[2]);
    out[1] = c;
    return 2;
}

static int32_t other_type(ax_value c, const ax_value *in, ax_value *out)
{
    out[0] = ax_convert(ax_add(c, along_last(in[2], c)), AX_I32);
    return 1;
}

/* Another operand is read at other places. */
static int32_t turned_operand(ax_value c, const ax_value *in, ax_value *out)
{
    out[0] = ax_sub(c, ax_transpose(in[2], AX_LIST(1, 0)));
    return 1;
}

/* The sums are read at other places. */
static int32_t backwards(ax_value c, const ax_value *in, ax_value *out)
{
    (void)in;
    out[0] = ax_add(c, ax_reverse(c, AX_LIST(1)));
    return 1;
}

static int32_t plain(ax_value c, const ax_value *in, ax_value *out)
{
    (void)in;
    out[0] = ax_add(c, c);
    return 1;
}

/* ---- tests ---- */

static ax_type make(ax_dtype dtype, ax_ints dims)
{
    ax_type type;
    assert_ok(ax_type_make(dtype, dims.count, dims.values, &type));
    return type;
}

#define TYPE(dtype, ...) make(dtype, AX_LIST(__VA_ARGS__))

static void check_dots(ax_dtype t, int64_t m, int64_t n, int64_t k)
{
    ax_dot_dimensions d = {.lhs_contracting = AX_LIST(1), .rhs_contracting = AX_LIST(0)};
    ax_type a = TYPE(t, m, k), b = TYPE(t, k, n), bias = TYPE(t, n);
    check(&(example){"bias", t, 3, {a, b, bias}, &d, NULL, bias_and_relu});
    check(&(example){"two", t, 3, {a, b, TYPE(t, m, n)}, &d, NULL, two_results});
    check(&(example){"type", t, 3, {a, b, bias}, &d, NULL, other_type});
    check(&(example){"turned", t, 3, {a, b, TYPE(t, n, m)}, &d, NULL, turned_operand});
    check(&(example){"backwards", t, 2, {a, b}, &d, NULL, backwards});
    check(&(example){"plain", t, 2, {a, b}, &d, NULL, plain});
}

static void test_dots(void **unused)
{
    (void)unused;
    check_dots(AX_F32, 300, 70, 20);
    check_dots(AX_F32, 7, 600, 300);
    check_dots(AX_F32, 40, 1, 9);
    check_dots(AX_BF16, 33, 300, 11);
    check_dots(AX_F64, 1, 45, 600);
    check_dots(AX_F32, 0, 4, 4);
    check_dots(AX_F32, 5, 4, 0);
}

static void test_batches(void **unused)
{
    (void)unused;
    ax_dot_dimensions heads = {.lhs_batching = AX_LIST(0, 2),
                               .rhs_batching = AX_LIST(0, 2),
                               .lhs_contracting = AX_LIST(3),
                               .rhs_contracting = AX_LIST(3)};
    ax_type q = TYPE(AX_F32, 2, 19, 3, 8), k = TYPE(AX_F32, 2, 37, 3, 8);
    check(&(example){"heads", AX_F32, 3, {q, k, TYPE(AX_F32, 37)}, &heads, NULL, bias_and_relu});
    check(&(example){
        "heads two", AX_F32, 3, {q, k, TYPE(AX_F32, 2, 3, 19, 37)}, &heads, NULL, two_results});
}

static void test_convolutions(void **unused)
{
    (void)unused;
    ax_ints nhwc = AX_LIST(0, 3, 1, 2), hwio = AX_LIST(2, 3, 0, 1), same = AX_LIST(1, 1, 1, 1);
    ax_convolution_options last = {.input_dimensions = nhwc,
                                   .kernel_dimensions = hwio,
                                   .output_dimensions = nhwc,
                                   .padding = same};
    ax_convolution_options first = {.padding = same},
                           mixed = {.output_dimensions = AX_LIST(1, 2, 0, 3)};
    ax_type image = TYPE(AX_F32, 3, 14, 14, 40), kernel = TYPE(AX_F32, 3, 3, 40, 36);
    check(&(example){
        "nhwc", AX_F32, 3, {image, kernel, TYPE(AX_F32, 36)}, NULL, &last, bias_and_relu});
    ax_convolution_options apart = last;
    apart.feature_group_count = 40;
    ax_type windows = TYPE(AX_F32, 3, 3, 1, 40);
    check(&(example){
        "apart", AX_F32, 3, {image, windows, TYPE(AX_F32, 40)}, NULL, &apart, bias_and_relu});
    ax_type planes = TYPE(AX_F32, 2, 5, 9, 8), filters = TYPE(AX_F32, 7, 5, 3, 3);
    check(&(example){
        "nchw", AX_F32, 3, {planes, filters, TYPE(AX_F32, 8)}, NULL, &first, bias_and_relu});
    check(&(example){"mixed", AX_F32, 2, {planes, filters}, NULL, &mixed, plain});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_dots),
        cmocka_unit_test(test_batches),
        cmocka_unit_test(test_convolutions),
    };
    return cmocka_run_group_tests(tests, cpu_team_open, cpu_team_close);
}
