#include "bench/kernels.h"

#include "backend/executable.h"
#include "base/clock.h"
#include "exec/array_rows.h"
#include "exec/map.h"
#include "transform/fn.h"

#include <axmap/call.h>
#include <axmap/contraction.h>
#include <axmap/elementwise.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 512, ROWS = 4096, LARGE = 2048, ADD_COUNT = 16 << 20 };

/* ---- a matrix-vector product for one example ---- */

static void matvec(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)b, (void)user;
    out[0] = ax_dot(in[0], in[1]);
}

typedef struct matvec_state {
    ax_context *context;
    const ax_blas *blas;
    ax_array *in[2], *out; /* w [WIDTH, WIDTH], x [ROWS, WIDTH] -> y [ROWS, WIDTH] */
    ax_fn *vmap;
    ax_executable *executable;
    ax_runner *runner;
    ax_map_program *program;
    float *plain_out;
} matvec_state;

static ax_status *run_sgemm(void *user)
{
    matvec_state *s = user;
    ax_blas_gemm(s->blas, ROWS, WIDTH, WIDTH,
                 (ax_blas_matrix){ax_array_data(s->in[1]), WIDTH, false},
                 (ax_blas_matrix){ax_array_data(s->in[0]), WIDTH, true}, s->plain_out, WIDTH);
    return NULL;
}

static ax_status *run_vmap(void *user)
{
    matvec_state *s = user;
    const void *in[] = {ax_array_data(s->in[0]), ax_array_data(s->in[1])};
    void *out[] = {ax_array_data(s->out)};
    return ax_runner_run(s->runner, in, out);
}

static ax_status *run_map(void *user)
{
    matvec_state *s = user;
    int64_t in_axes[] = {AX_NONE, 0}, out_axes[] = {0};
    ax_array_source source = {s->in, in_axes};
    ax_array_sink sink = {&s->out, out_axes};
    ax_row_source rows_in = ax_array_source_rows(&source);
    ax_row_sink rows_out = ax_array_sink_rows(&sink);
    const void *shared[] = {ax_array_data(s->in[0]), NULL};
    return ax_map_program_run(s->program, shared, &rows_in, &rows_out, NULL);
}

static void fill(ax_array *array)
{
    ax_type type = ax_array_type(array);
    float *data = ax_array_data(array);
    for (int64_t i = 0; i < ax_type_count(&type); i++)
        data[i] = (float)(i % 251) / 251 - 0.5f;
}

static ax_status *open_matvec(matvec_state *s)
{
    ax_type types[] = {{AX_F32, 2, {WIDTH, WIDTH}}, {AX_F32, 2, {ROWS, WIDTH}}};
    bool mapped[] = {false, true};
    ax_fn *f = NULL;
    ax_graph *graph;
    s->plain_out = malloc(sizeof(float) * ROWS * WIDTH);
    if (!s->plain_out)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a benchmark");
    for (int i = 0; i < 2; i++) {
        AX_TRY(ax_array_create(&types[i], NULL, &s->in[i]));
        fill(s->in[i]);
    }
    AX_TRY(ax_array_create(&types[1], NULL, &s->out));
    AX_TRY(ax_fn_create(matvec, NULL, 2, 1, &f));
    ax_status *status = ax_vmap(f, &(ax_vmap_options){.in_axes = AX_LIST(AX_NONE, 0)}, &s->vmap);
    ax_fn_release(f);
    AX_TRY(status);
    AX_TRY(ax_fn_trace(s->vmap, types, NULL, &graph));
    AX_TRY(ax_executable_create(graph, &s->context->target, &s->executable));
    AX_TRY(ax_runner_create(s->executable, s->context->allocator, NULL, &s->runner));
    ax_type example[] = {types[0], {AX_F32, 1, {WIDTH}}};
    AX_TRY(ax_fn_trace(s->vmap->inner, example, NULL, &graph));
    ax_map_spec spec = {.example = graph, .mapped = mapped, .length = ROWS};
    return ax_map_program_create(s->context, &spec, &s->program);
}

static void close_matvec(matvec_state *s)
{
    ax_map_program_free(s->program);
    ax_runner_free(s->runner);
    ax_executable_free(s->executable);
    ax_fn_release(s->vmap);
    for (int i = 0; i < 2; i++)
        ax_array_release(s->in[i]);
    ax_array_release(s->out);
    free(s->plain_out);
}

static ax_status *measure_matvec(matvec_state *s, double min_time, ax_kernel_ratio *out)
{
    AX_TRY(open_matvec(s));
    AX_TRY(ax_ratio_measure(run_vmap, s, run_sgemm, s, min_time, &out[0]));
    return ax_ratio_measure(run_map, s, run_sgemm, s, min_time, &out[1]);
}

/* ---- one op of two arrays ---- */

static void trace_add(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)b, (void)user;
    out[0] = ax_add(in[0], in[1]);
}

static void trace_product(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)b, (void)user;
    out[0] = ax_dot(in[0], in[1]);
}

/* Both operands and the result have one type. */
typedef struct binary_state {
    ax_context *context;
    const ax_blas *blas; /* NULL where `plain` calls none */
    ax_trace_fn *trace;
    ax_side_fn *plain; /* the same without axmap, into `plain_out` */
    ax_type type;
    ax_array *in[2], *out, *plain_out;
    ax_executable *executable;
    ax_runner *runner;
} binary_state;

static ax_status *run_binary(void *user)
{
    binary_state *s = user;
    const void *in[] = {ax_array_data(s->in[0]), ax_array_data(s->in[1])};
    void *out[] = {ax_array_data(s->out)};
    return ax_runner_run(s->runner, in, out);
}

static ax_status *run_loop(void *user)
{
    binary_state *s = user;
    const float *restrict a = ax_array_data(s->in[0]);
    const float *restrict b = ax_array_data(s->in[1]);
    float *restrict out = ax_array_data(s->plain_out);
    for (int64_t i = 0; i < s->type.dims[0]; i++)
        out[i] = a[i] + b[i];
    return NULL;
}

static ax_status *run_large_sgemm(void *user)
{
    binary_state *s = user;
    ax_blas_gemm(s->blas, LARGE, LARGE, LARGE,
                 (ax_blas_matrix){ax_array_data(s->in[0]), LARGE, false},
                 (ax_blas_matrix){ax_array_data(s->in[1]), LARGE, false},
                 ax_array_data(s->plain_out), LARGE);
    return NULL;
}

static ax_status *open_binary(binary_state *s)
{
    const ax_type types[] = {s->type, s->type};
    ax_fn *f;
    ax_graph *graph = NULL;
    for (int i = 0; i < 2; i++) {
        AX_TRY(ax_array_create(&s->type, NULL, &s->in[i]));
        fill(s->in[i]);
    }
    AX_TRY(ax_array_create(&s->type, NULL, &s->out));
    AX_TRY(ax_array_create(&s->type, NULL, &s->plain_out));
    AX_TRY(ax_fn_create(s->trace, NULL, 2, 1, &f));
    ax_status *status = ax_fn_trace(f, types, NULL, &graph);
    ax_fn_release(f);
    AX_TRY(status);
    AX_TRY(ax_executable_create(graph, &s->context->target, &s->executable));
    return ax_runner_create(s->executable, s->context->allocator, NULL, &s->runner);
}

static ax_status *measure_binary(binary_state s, double min_time, ax_kernel_ratio *out)
{
    ax_status *status = open_binary(&s);
    if (!status)
        status = ax_ratio_measure(run_binary, &s, s.plain, &s, min_time, out);
    ax_runner_free(s.runner);
    ax_executable_free(s.executable);
    for (int i = 0; i < 2; i++)
        ax_array_release(s.in[i]);
    ax_array_release(s.out);
    ax_array_release(s.plain_out);
    return status;
}

ax_status *ax_bench_kernels(ax_context *context, const ax_blas *blas, double min_time,
                            ax_kernel_ratio out_ratios[AX_KERNEL_RATIOS])
{
    static const ax_kernel_ratio titles[AX_KERNEL_RATIOS] = {
        {"vmap of a 512x512 matvec, 4096 rows", "cblas_sgemm of the same size", 0, 0, 1.15},
        {"map of it on one device", "cblas_sgemm of the same size", 0, 0, 1.25},
        {"add of two f32 arrays of 64 MiB", "a plain C loop", 0, 0, 1 / 0.85},
        {"product of two f32 matrices, 2048x2048", "cblas_sgemm of the same size", 0, 0, 1 / 0.97},
    };
    memcpy(out_ratios, titles, sizeof titles);
    matvec_state matvecs = {.context = context, .blas = blas};
    ax_status *status = measure_matvec(&matvecs, min_time, out_ratios);
    close_matvec(&matvecs);
    AX_TRY(status);
    binary_state adds = {.context = context,
                         .trace = trace_add,
                         .plain = run_loop,
                         .type = {AX_F32, 1, {ADD_COUNT}}};
    AX_TRY(measure_binary(adds, min_time, &out_ratios[2]));
    binary_state products = {.context = context,
                             .blas = blas,
                             .trace = trace_product,
                             .plain = run_large_sgemm,
                             .type = {AX_F32, 2, {LARGE, LARGE}}};
    return measure_binary(products, min_time, &out_ratios[3]);
}
