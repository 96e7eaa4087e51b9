#include "bench/programs.h"

#include "backend/executable.h"
#include "base/clock.h"
#include "base/text.h"
#include "bench/program_files.h"
#include "transform/fn.h"

#include <axmap/call.h>
#include <axmap/elementwise.h>

#include <fenv.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LEAST_RUNS = 5, MOST_RUNS = 20000, STEP_RUNS = 20 };

/* A program that is ready to run. */
typedef struct bench {
    ax_allocator *allocator; /* of the device */
    ax_executable *executable;
    ax_runner *runner;
    int32_t ninputs, noutputs;
    ax_type *types; /* of inputs, then of outputs: the executable may lose its graph's variables */
    void **inputs, **outputs;
    void **fresh;
    double *times; /* of MOST_RUNS */
} bench;

static const ax_type *output_type(const bench *b, int32_t i)
{
    return &b->types[b->ninputs + i];
}

/* ---- buffers ---- */

static ax_status *allocate(const bench *b, const ax_type *types, int32_t count, void **buffers)
{
    for (int32_t i = 0; i < count; i++)
        AX_TRY(ax_allocator_alloc(b->allocator, ax_type_bytes(&types[i]), &buffers[i]));
    return NULL;
}

static void release(const bench *b, const ax_type *types, int32_t count, void **buffers)
{
    for (int32_t i = 0; buffers && i < count; i++) {
        ax_allocator_free(b->allocator, buffers[i], ax_type_bytes(&types[i]));
        buffers[i] = NULL;
    }
}

static ax_status *prepare(bench *b, const ax_graph *graph)
{
    size_t nin = (size_t)graph->ninputs, nout = (size_t)graph->noutputs;
    b->ninputs = graph->ninputs;
    b->noutputs = graph->noutputs;
    b->types = calloc(nin + nout + 1, sizeof *b->types);
    b->inputs = calloc(nin + 1, sizeof *b->inputs);
    b->outputs = calloc(nout + 1, sizeof *b->outputs);
    b->fresh = calloc(nout + 1, sizeof *b->fresh);
    b->times = calloc(MOST_RUNS, sizeof *b->times);
    if (!b->types || !b->inputs || !b->outputs || !b->fresh || !b->times)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a benchmark");
    for (size_t i = 0; i < nin; i++)
        b->types[i] = graph->inputs[i]->type;
    for (size_t i = 0; i < nout; i++)
        b->types[nin + i] = graph->outputs[i]->type;
    AX_TRY(allocate(b, b->types, b->ninputs, b->inputs));
    return allocate(b, output_type(b, 0), b->noutputs, b->outputs);
}

static void close_bench(bench *b)
{
    if (b->types) {
        release(b, b->types, b->ninputs, b->inputs);
        release(b, output_type(b, 0), b->noutputs, b->outputs);
        release(b, output_type(b, 0), b->noutputs, b->fresh);
    }
    ax_runner_free(b->runner);
    ax_executable_free(b->executable);
    free(b->types);
    free(b->inputs);
    free(b->outputs);
    free(b->fresh);
    free(b->times);
}

/* ---- runs ---- */

static ax_status *run(const bench *b, void *const *outputs)
{
    return ax_runner_run(b->runner, (const void *const *)b->inputs, outputs);
}

static ax_status *run_reused(bench *b)
{
    return run(b, b->outputs);
}

/* As a caller gets them who drops the results of the call before when he has the next ones. */
static ax_status *run_fresh(bench *b)
{
    void **before = b->outputs;
    AX_TRY(allocate(b, output_type(b, 0), b->noutputs, b->fresh));
    AX_TRY(run(b, b->fresh));
    b->outputs = b->fresh;
    b->fresh = before;
    release(b, output_type(b, 0), b->noutputs, before);
    return NULL;
}

/* Of all threads of the process. */
static double processor_clock(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values, int32_t count)
{
    qsort(values, (size_t)count, sizeof *values, by_value);
    return count % 2 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
}

/* What runs took. */
typedef struct runs {
    double median, least, processor;
    int32_t count;
} runs;

static ax_status *time_runs(bench *b, ax_status *(*one)(bench *), double min_time, runs *out)
{
    *out = (runs){.least = INFINITY, .processor = INFINITY};
    AX_TRY(one(b));
    double end = ax_clock() + min_time;
    while (out->count < MOST_RUNS && (out->count < LEAST_RUNS || ax_clock() < end)) {
        double processor = processor_clock(), begun = ax_clock();
        AX_TRY(one(b));
        double seconds = ax_clock() - begun;
        out->processor = fmin(out->processor, processor_clock() - processor);
        out->least = fmin(out->least, seconds);
        b->times[out->count++] = seconds;
    }
    out->median = median(b->times, out->count);
    return NULL;
}

/* Against the results that are there to compare with. */
static ax_status *check_results(const bench *b, const char *folder, const char *name,
                                ax_program_time *time)
{
    for (int32_t i = 0; i < b->noutputs; i++) {
        const ax_type *type = output_type(b, i);
        void *expected;
        AX_TRY(ax_allocator_alloc(b->allocator, ax_type_bytes(type), &expected));
        ax_status *status = ax_program_read_array(folder, name, "out", i, type, expected);
        bool there = ax_status_code(status) != AX_NOT_FOUND;
        if (!there) {
            ax_status_free(status);
            status = NULL;
        } else if (!status) {
            status = ax_program_compare(i, type, b->outputs[i], expected, &time->max_error);
        }
        time->compared += there;
        ax_allocator_free(b->allocator, expected, ax_type_bytes(type));
        AX_TRY(status);
    }
    return NULL;
}

/* ---- steps ---- */

/* "add f32[3] f32[3] -> f32[3]" */
static ax_status *describe(const ax_eqn *eqn, char **out_text)
{
    ax_text text = {0};
    ax_text_append(&text, eqn->op->name);
    for (int32_t i = 0; i < eqn->noperands; i++)
        ax_text_printf(&text, " %s", AX_TYPE_STRING(&eqn->operands[i]->type));
    ax_text_append(&text, " ->");
    for (int32_t i = 0; i < eqn->nresults; i++)
        ax_text_printf(&text, " %s", AX_TYPE_STRING(&eqn->results[i]->type));
    return ax_text_take(&text, out_text);
}

static ax_status *name_steps(const bench *b, ax_program_time *time)
{
    time->nsteps = ax_executable_step_count(b->executable);
    time->steps = calloc((size_t)time->nsteps + 1, sizeof *time->steps);
    if (!time->steps)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a benchmark");
    for (int32_t i = 0; i < time->nsteps; i++) {
        const ax_eqn *eqn;
        const ax_kernel *kernel;
        ax_program_step *step = &time->steps[i];
        ax_executable_step(b->executable, i, &eqn, &kernel);
        step->seconds = INFINITY;
        step->kernel = strdup(kernel->name ? kernel->name : "?");
        if (!step->kernel)
            return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a benchmark");
        AX_TRY(describe(eqn, &step->what));
    }
    return NULL;
}

static ax_status *time_steps(bench *b, double min_time, ax_program_time *time)
{
    AX_TRY(name_steps(b, time));
    double *seconds = calloc((size_t)time->nsteps + 1, sizeof *seconds);
    if (!seconds)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a benchmark");
    ax_runner_time_steps(b->runner, seconds);
    ax_status *status = NULL;
    double end = ax_clock() + min_time;
    for (int i = 0; !status && i < STEP_RUNS && (i < LEAST_RUNS || ax_clock() < end); i++) {
        status = run_reused(b);
        for (int32_t s = 0; s < time->nsteps; s++)
            time->steps[s].seconds = fmin(time->steps[s].seconds, seconds[s]);
    }
    ax_runner_time_steps(b->runner, NULL);
    free(seconds);
    return status;
}

/* ---- a program ---- */

static void trace_small(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)b, (void)user;
    out[0] = ax_sub(ax_mul(in[0], in[1]), in[0]);
}

ax_status *ax_bench_warm_up(ax_context *context)
{
    const ax_type types[] = {{AX_F32, 2, {19, 19}}, {AX_F32, 2, {19, 19}}};
    ax_fn *fn;
    ax_graph *graph;
    ax_executable *executable;
    AX_TRY(ax_fn_create(trace_small, NULL, 2, 1, &fn));
    ax_status *status = ax_fn_trace(fn, types, NULL, &graph);
    ax_fn_release(fn);
    AX_TRY(status);
    AX_TRY(ax_executable_create(graph, &context->target, &executable));
    ax_executable_free(executable);
    return NULL;
}

/* Of arguments, results and the workspace of so many threads. */
static ax_status *find_peak(const bench *b, int32_t threads, int64_t *out_bytes)
{
    const ax_plan *plan;
    AX_TRY(ax_executable_plan(b->executable, threads, &plan));
    int64_t bytes = plan->workspace;
    for (int32_t i = 0; i < b->ninputs + b->noutputs; i++)
        bytes += ax_type_bytes(&b->types[i]);
    *out_bytes = bytes;
    return NULL;
}

/* From its files to a runner. Takes the graph over. */
static ax_status *compile(ax_context *context, bench *b, ax_graph *graph, ax_program_time *time)
{
    ax_status *status = prepare(b, graph);
    if (status) {
        ax_graph_free(graph);
        return status;
    }
    double processor = processor_clock(), begun = ax_clock();
    AX_TRY(ax_executable_create(graph, &context->target, &b->executable));
    time->compile = ax_clock() - begun;
    time->compile_processor = processor_clock() - processor;
    ax_team *team = ax_context_team(context);
    int32_t threads = ax_team_size(team);
    AX_TRY(find_peak(b, threads, &time->peak_bytes));
    return ax_runner_create(b->executable, b->allocator, threads > 1 ? team : NULL, &b->runner);
}

static ax_status *measure(bench *b, const char *folder, const char *name,
                          const ax_program_options *options, ax_program_time *time)
{
    for (int32_t i = 0; i < b->ninputs; i++)
        AX_TRY(ax_program_read_array(folder, name, "in", i, &b->types[i], b->inputs[i]));
    runs fresh, reused;
    AX_TRY(run_reused(b));
    AX_TRY(check_results(b, folder, name, time));
    AX_TRY(time_runs(b, run_fresh, options->min_time, &fresh));
    AX_TRY(time_runs(b, run_reused, options->min_time, &reused));
    time->fresh_median = fresh.median;
    time->fresh_least = fresh.least;
    time->processor = fresh.processor;
    time->runs = fresh.count;
    time->reused_median = reused.median;
    time->reused_least = reused.least;
    time->reused_processor = reused.processor;
    if (options->steps)
        AX_TRY(time_steps(b, options->min_time, time));
    return check_results(b, folder, name, time);
}

ax_status *ax_bench_program(ax_context *context, const char *folder, const char *name,
                            const ax_program_options *options, ax_program_time *out_time)
{
    ax_program_time time = {0};
    bench b = {.allocator = ax_context_local_device(context, 0)->allocator};
    ax_graph *graph = NULL;
    double begun = ax_clock();
    ax_status *status = ax_program_load(folder, name, &graph);
    time.load = ax_clock() - begun;
    if (!status)
        status = compile(context, &b, graph, &time);
    if (!status) {
        fenv_t callers;
        fegetenv(&callers);
        ax_float_environment_default();
        status = measure(&b, folder, name, options, &time);
        fesetenv(&callers);
    }
    close_bench(&b);
    if (status) {
        ax_program_time_free(&time);
        return ax_status_context(status, "in program '%s'", name);
    }
    *out_time = time;
    return NULL;
}

void ax_program_time_free(ax_program_time *time)
{
    for (int32_t i = 0; time->steps && i < time->nsteps; i++) {
        free(time->steps[i].what);
        free(time->steps[i].kernel);
    }
    free(time->steps);
    *time = (ax_program_time){0};
}
