#include "bench/arrays.h"

#include "backend/executable.h"
#include "base/clock.h"
#include "base/half.h"
#include "base/unconst.h"
#include "bench/array_cases.h"
#include "transform/fn.h"

#include <axmap/call.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { MOST_RUNS = 200 };

static void trace(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)b;
    const ax_array_case *c = user;
    out[0] = c->build(c, in[0]);
}

/* Numbers of both signs: small ones, all different for a while; for orders (`scattered`) large ones
 * without a pattern. */
static void fill(ax_dtype dtype, bool scattered, int64_t count, void *data)
{
    for (int64_t i = 0; i < count; i++) {
        uint32_t hash = (uint32_t)i * 2654435761u;
        hash = (hash ^ hash >> 15) * 2246822519u;
        int32_t number = scattered ? (int32_t)(hash ^ hash >> 13)
                                   : (int32_t)(i * 7919 % 2003) - 1001;
        switch (dtype) {
        case AX_F32: ((float *)data)[i] = (float)number / 1024; break;
        case AX_F16: {
            double value = scattered ? (double)(number >> 20) : (double)number / 1024;
            ((uint16_t *)data)[i] = ax_f16_from_f64(value);
            break;
        }
        case AX_BF16: ((uint16_t *)data)[i] = ax_bf16_from_f64((double)number / 1024); break;
        default: ((int32_t *)data)[i] = number;
        }
    }
}

/* Processor time of this thread, so that other work on the machine counts little. */
static double thread_seconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* The fastest run: what else the machine does can only slow one down. */
static ax_status *time_runs(ax_runner *runner, const void *in, void *out, double min_time,
                            double *out_seconds)
{
    double fastest = INFINITY, begun = ax_clock();
    for (int i = 0; i < MOST_RUNS && (i < 4 || ax_clock() - begun < min_time); i++) {
        double start = thread_seconds();
        AX_TRY(ax_runner_run(runner, &in, &out));
        fastest = fmin(fastest, thread_seconds() - start);
    }
    *out_seconds = fastest;
    return NULL;
}

static bool is_order(const ax_array_case *c)
{
    for (const ax_array_case *order = ax_order_cases; order->op; order++) {
        if (order == c)
            return true;
    }
    return false;
}

/* What one case holds while it runs. */
typedef struct holdings {
    ax_fn *fn;
    ax_executable *executable;
    ax_runner *runner;
    void *in, *out;
    int64_t in_bytes, out_bytes;
} holdings;

static ax_status *measure(ax_context *context, const ax_array_case *c, const ax_type *type,
                          double min_time, holdings *h, double *out_seconds)
{
    ax_graph *graph;
    AX_TRY(ax_fn_create(trace, ax_unconst(c), 1, 1, &h->fn));
    AX_TRY(ax_fn_trace(h->fn, type, NULL, &graph));
    h->in_bytes = ax_type_bytes(type);
    h->out_bytes = ax_type_bytes(&graph->outputs[0]->type);
    AX_TRY(ax_executable_create(graph, &context->target, &h->executable));
    AX_TRY(ax_runner_create(h->executable, context->allocator, NULL, &h->runner));
    AX_TRY(ax_allocator_alloc(context->allocator, h->in_bytes, &h->in));
    AX_TRY(ax_allocator_alloc(context->allocator, h->out_bytes, &h->out));
    fill(type->dtype, is_order(c), ax_type_count(type), h->in);
    return time_runs(h->runner, h->in, h->out, min_time, out_seconds);
}

static ax_status *run_case(ax_context *context, const ax_array_case *c, ax_dtype dtype,
                           const char *part, double min_time,
                           void (*report)(const ax_array_time *time))
{
    ax_type type;
    char name[128];
    AX_TRY(ax_type_make(dtype, c->ndim, c->dims, &type));
    snprintf(name, sizeof name, "%s of %s", c->op, AX_TYPE_STRING(&type));
    if (part && !strstr(name, part))
        return NULL;
    holdings h = {0};
    ax_array_time time = {.what = name};
    ax_status *status = measure(context, c, &type, min_time, &h, &time.seconds);
    ax_runner_free(h.runner);
    ax_executable_free(h.executable);
    ax_fn_release(h.fn);
    ax_allocator_free(context->allocator, h.in, h.in_bytes);
    ax_allocator_free(context->allocator, h.out, h.out_bytes);
    if (!status)
        report(&time);
    return status;
}

static ax_status *run_cases(ax_context *context, const ax_array_case *cases, const char *part,
                            double min_time, void (*report)(const ax_array_time *time))
{
    for (const ax_array_case *c = cases; c->op; c++) {
        for (size_t d = 0; d < 4 && (d == 0 || c->dtypes[d] != AX_BOOL); d++)
            AX_TRY(run_case(context, c, c->dtypes[d], part, min_time, report));
    }
    return NULL;
}

ax_status *ax_bench_arrays(ax_context *context, const char *part, double min_time,
                           void (*report)(const ax_array_time *time))
{
    AX_TRY(run_cases(context, ax_array_cases, part, min_time, report));
    AX_TRY(run_cases(context, ax_index_cases, part, min_time, report));
    return run_cases(context, ax_order_cases, part, min_time, report);
}
