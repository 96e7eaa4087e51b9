/* Regions of fusions for tests of kernels: made a fusion, run by their kernel and by evaluation, compared.
 *
 * Include once in a test program, after test.h and random_graph.h.
 */
#ifndef AXMAP_TESTS_UNIT_REGIONS_H
#define AXMAP_TESTS_UNIT_REGIONS_H

#include "cpu_team.h"
#include "guarded.h"

#include "compile/fusion.h"
#include "ir/builder.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_BUFFERS = 8 };

/* ---- values ---- */

static inline void fill_from(const ax_type *type, uint64_t seed, const double *values,
                             uint32_t count, void *data)
{
    uint64_t state = seed * 31 + 7;
    for (int64_t i = 0; i < ax_type_count(type); i++)
        set_element(type->dtype, data, i, values[pick(&state, count)]);
}

/* Small whole numbers, now and then something special; or real numbers. */
static inline void fill(const ax_type *type, uint64_t seed, bool smooth, void *data)
{
    uint64_t state = seed * 31 + 7;
    for (int64_t i = 0; i < ax_type_count(type); i++) {
        double value = (double)pick(&state, 17) - 8;
        if (smooth)
            value = ((double)pick(&state, 4001) - 2000) / 1000;
        else if (pick(&state, 60) == 0)
            value = (double[]){NAN, INFINITY, -INFINITY, -0.0}[pick(&state, 4)];
        set_element(type->dtype, data, i, value);
    }
}

/* The first element that differs by more than `allowed` of its size, or -1. NaN is NaN; with
 * `any_zero` zeros are equal whatever their sign. */
static inline int64_t difference(const ax_type *type, const void *a, const void *b, double allowed,
                                 bool any_zero)
{
    int64_t bytes = ax_dtype_bytes(type->dtype);
    for (int64_t i = 0; i < ax_type_count(type); i++) {
        if (memcmp((const char *)a + i * bytes, (const char *)b + i * bytes, (size_t)bytes) == 0)
            continue;
        if (!ax_dtype_is_float(type->dtype))
            return i;
        double x = element(type->dtype, a, i), y = element(type->dtype, b, i);
        bool same = isnan(x) || isnan(y) ? isnan(x) && isnan(y) : any_zero && x == y;
        if (!same && !(fabs(x - y) <= allowed * fmax(1, fabs(y)) && allowed > 0))
            return i;
    }
    return -1;
}

/* ---- running a kernel ---- */

typedef struct scratch_block {
    _Alignas(64) struct scratch_block *next;
} scratch_block;

typedef struct scratch {
    scratch_block *blocks;
    int64_t bytes;
} scratch;

static inline ax_status *take_scratch(const ax_eval_env *env, int64_t bytes, void **out_memory)
{
    scratch *s = env->user;
    size_t rounded = (size_t)(bytes + 63) / 64 * 64;
    scratch_block *block = aligned_alloc(64, sizeof *block + rounded);
    assert_non_null(block);
    memset(block, 0x5a, sizeof *block + rounded);
    block->next = s->blocks;
    s->blocks = block;
    s->bytes += (int64_t)rounded;
    *out_memory = block + 1;
    return NULL;
}

typedef struct dealt_work {
    ax_tasks tasks;
    ax_work_fn *work;
    void *user;
} dealt_work;

static inline void take_work(void *user, int thread)
{
    dealt_work *dealt = user;
    int64_t begin, end;
    while (ax_tasks_take(&dealt->tasks, &begin, &end))
        dealt->work(dealt->user, thread, begin, end);
}

static inline void deal(const ax_eval_env *env, int64_t count, int64_t grain, ax_work_fn *work,
                        void *user)
{
    (void)env;
    dealt_work dealt = {.work = work, .user = user};
    ax_tasks_reset(&dealt.tasks, count, grain);
    ax_team_run(team, take_work, &dealt);
}

/* Runs it, and holds the scratch that it takes to what it said. */
static inline void run_kernel(const ax_kernel *kernel, const ax_eqn *eqn, int32_t threads,
                              const guarded *operands, const guarded *results)
{
    ax_tensor tensors[2 * MOST_BUFFERS];
    scratch taken = {0};
    ax_eval_env env = {.scratch = take_scratch, .user = &taken, .state = kernel->state};
    if (threads > 1) {
        env.threads = threads;
        env.parallel = deal;
    }
    for (int32_t i = 0; i < eqn->noperands; i++)
        tensors[i] = (ax_tensor){eqn->operands[i]->type, operands[i].data};
    for (int32_t i = 0; i < eqn->nresults; i++)
        tensors[eqn->noperands + i] = (ax_tensor){eqn->results[i]->type, results[i].data};
    assert_ok(kernel->run(&env, eqn, tensors, tensors + eqn->noperands));
    if (kernel->scratch)
        assert_int_equal(taken.bytes, kernel->scratch(kernel->state, eqn, threads));
    while (taken.blocks) {
        scratch_block *next = taken.blocks->next;
        free(taken.blocks);
        taken.blocks = next;
    }
}

/* ---- fusions ---- */

typedef struct region {
    ax_fusion_kind kind;
    const char *name;
    ax_trace_fn *trace;
    void *user;
    int32_t ninputs, noutputs;
    ax_type inputs[MOST_BUFFERS];
    bool smooth;    /* filled with real numbers */
    double allowed; /* relative to values of at least 1; 0: every bit but the signs of zeros */
    uint64_t seed;
    bool may_miss; /* it may be one that no kernel is generated for */
    /* Filled from these values instead, and zeros have their signs; NULL: as usual. */
    const double *values;
    uint32_t nvalues;
} region;

/* A graph of one equation, the fusion of the region. */
static inline ax_status *fuse_region(const region *r, ax_graph **out_graph)
{
    ax_fn *fn;
    ax_graph *inner;
    ax_builder *builder;
    ax_value in[MOST_BUFFERS], out[MOST_BUFFERS];
    AX_TRY(ax_fn_create(r->trace, r->user, r->ninputs, r->noutputs, &fn));
    ax_status *status = ax_fn_trace(fn, r->inputs, NULL, &inner);
    ax_fn_release(fn);
    AX_TRY(status);
    AX_TRY(ax_builder_create("fused", NULL, &builder));
    for (int32_t i = 0; i < r->ninputs; i++)
        in[i] = ax_builder_input(builder, &r->inputs[i], NULL);
    const ax_graph *regions[] = {inner};
    ax_attr kind = ax_attr_int(AX_ATTR_FUSION, r->kind);
    ax_emission emission = {.op = &ax_op_fusion,
                            .noperands = r->ninputs,
                            .nattrs = 1,
                            .nregions = 1,
                            .nresults = r->noutputs,
                            .operands = in,
                            .attrs = &kind,
                            .regions = regions,
                            .location = AX_HERE};
    ax_emit(builder, &emission, out);
    status = ax_builder_finish(builder, r->noutputs, out, NULL, out_graph);
    ax_graph_free(inner);
    return status;
}

static inline void fail_region(const region *r, const ax_graph *graph, const char *what,
                               int32_t output, int64_t at)
{
    char *text = NULL;
    ax_status_free(ax_graph_print(graph, &text));
    print_error("%s\n", text ? text : "");
    free(text);
    fail_msg("%s: %s: output %d differs at element %lld; again with AXMAP_SEED=%llu", r->name, what,
             (int)output, (long long)at, (unsigned long long)r->seed);
}

static inline void compare(const region *r, const ax_graph *graph, const char *what,
                           const guarded *results, const guarded *expected)
{
    for (int32_t i = 0; i < r->noutputs; i++) {
        const ax_type *type = &graph->outputs[i]->type;
        int64_t at = difference(type, results[i].data, expected[i].data, r->allowed,
                                r->values == NULL);
        if (at >= 0 && ax_dtype_is_float(type->dtype)) {
            print_error("%.9g, not %.9g\n", element(type->dtype, results[i].data, at),
                        element(type->dtype, expected[i].data, at));
        }
        if (at >= 0)
            fail_region(r, graph, what, i, at);
    }
}

static inline void same_bits(const region *r, const ax_graph *graph, const char *what,
                             const guarded *a, const guarded *b)
{
    for (int32_t i = 0; i < r->noutputs; i++) {
        size_t bytes = (size_t)ax_type_bytes(&graph->outputs[i]->type);
        if (bytes && memcmp(a[i].data, b[i].data, bytes) != 0)
            fail_region(r, graph, what, i, 0);
    }
}

/* Whether a kernel was generated; if so, it computes what the evaluation does. */
static inline bool check_region(const region *r)
{
    ax_graph *graph;
    ax_kernel kernel;
    guarded in[MOST_BUFFERS], early[MOST_BUFFERS], expected[MOST_BUFFERS], alone[MOST_BUFFERS],
        together[MOST_BUFFERS];
    ax_status *status = fuse_region(r, &graph);
    if (status)
        fail_msg("%s, seed %llu: %s", r->name, (unsigned long long)r->seed,
                 ax_status_message(status));
    const ax_eqn *eqn = graph->first;
    status = ax_kernel_create(&cpu, eqn, &kernel);
    if (status)
        fail_region(r, graph, ax_status_message(status), 0, 0);
    bool generated = strcmp(kernel.name, "eval") != 0;
    if (!generated && !r->may_miss)
        fail_region(r, graph, "no kernel was generated", 0, 0);
    if (generated) {
        bool rows = r->kind == AX_FUSION_COLUMNS && strcmp(kernel.name, "rows") == 0;
        if (!rows) /* columns behind which nothing is kept */
            assert_string_equal(kernel.name, ax_fusion_kind_name(r->kind));
        assert_true(kernel.position_free);
    }
    for (int32_t i = 0; i < r->ninputs; i++) {
        in[i] = guarded_memory(&r->inputs[i]);
        if (r->values)
            fill_from(&r->inputs[i], r->seed + (uint64_t)i, r->values, r->nvalues, in[i].data);
        else
            fill(&r->inputs[i], r->seed * 8 + (uint64_t)i, r->smooth, in[i].data);
        early[i] = guarded_at_start(&r->inputs[i], in[i].data);
    }
    for (int32_t i = 0; i < r->noutputs; i++) {
        expected[i] = guarded_memory(&graph->outputs[i]->type);
        alone[i] = guarded_memory(&graph->outputs[i]->type);
        together[i] = guarded_at_start(&graph->outputs[i]->type, NULL);
    }
    ax_kernel reference = {.run = eqn->op->eval.function};
    run_kernel(&reference, eqn, 1, in, expected);
    run_kernel(&kernel, eqn, 1, in, alone);
    run_kernel(&kernel, eqn, THREADS, early, together);
    compare(r, graph, "against the evaluation", alone, expected);
    same_bits(r, graph, "3 threads against 1", together, alone);
    guarded_release(in, r->ninputs);
    guarded_release(early, r->ninputs);
    guarded_release(expected, r->noutputs);
    guarded_release(alone, r->noutputs);
    guarded_release(together, r->noutputs);
    ax_kernel_free(&kernel);
    ax_graph_free(graph);
    return generated;
}

static inline ax_type type_with(ax_dtype dtype, ax_ints dims)
{
    ax_type type;
    assert_ok(ax_type_make(dtype, dims.count, dims.values, &type));
    return type;
}

#endif
