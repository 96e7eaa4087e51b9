#include "bench/map_cases.h"

#include "backend/executable.h"
#include "exec/array_rows.h"
#include "exec/map.h"
#include "transform/fn.h"

#include <axmap/axmap.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 256, INPUTS = 784, HIDDEN = 1024, LABELS = 10, MOST_ARGUMENTS = 5, MOST_RESULTS = 3 };

/* One function, of an example and of a batch: ax_dot and what goes element by element say both alike. */
typedef struct work {
    const char *what, *against;
    double bound;
    ax_trace_fn *function; /* user: a bool, whether it is of a batch */
    int32_t nmapped, nshared, nresults;
    ax_type mapped[2], shared[3]; /* of one example; the mapped ones come first */
    bool summed;                  /* results are sums over the examples, else one an example */
    ax_type results[MOST_RESULTS];
    int64_t block_rows;
} work;

typedef struct sides {
    ax_context *context;
    const work *work;
    ax_array *in[MOST_ARGUMENTS], *out[MOST_RESULTS], *plain_out[MOST_RESULTS];
    int64_t in_axes[MOST_ARGUMENTS], out_axes[MOST_RESULTS];
    ax_executable *executable;
    ax_runner *runner;
    ax_map_program *program;
} sides;

static int32_t argument_count(const work *w)
{
    return w->nmapped + w->nshared;
}

static ax_type batch_type(const ax_type *example)
{
    ax_type type = {.dtype = example->dtype, .ndim = example->ndim + 1, .dims = {ROWS}};
    memcpy(type.dims + 1, example->dims, (size_t)example->ndim * sizeof *type.dims);
    return type;
}

static ax_status *make_array(const ax_type *type, ax_array **out)
{
    AX_TRY(ax_array_create(type, NULL, out));
    float *data = ax_array_data(*out);
    for (int64_t i = 0; i < ax_type_count(type); i++)
        data[i] = (float)(i % 251) / 2510 - 0.05f;
    return NULL;
}

static ax_status *make_arrays(sides *s)
{
    const work *w = s->work;
    for (int32_t i = 0; i < argument_count(w); i++) {
        bool mapped = i < w->nmapped;
        ax_type type = mapped ? batch_type(&w->mapped[i]) : w->shared[i - w->nmapped];
        s->in_axes[i] = mapped ? 0 : AX_NONE;
        AX_TRY(make_array(&type, &s->in[i]));
    }
    for (int32_t i = 0; i < w->nresults; i++) {
        ax_type type = w->summed ? w->results[i] : batch_type(&w->results[i]);
        s->out_axes[i] = w->summed ? AX_NONE : 0;
        AX_TRY(make_array(&type, &s->out[i]));
        AX_TRY(make_array(&type, &s->plain_out[i]));
    }
    return NULL;
}

static ax_status *trace(const sides *s, bool batch, ax_graph **out_graph)
{
    const work *w = s->work;
    ax_type types[MOST_ARGUMENTS];
    ax_axis rows = {.name = "rows", .size = ROWS};
    for (int32_t i = 0; i < argument_count(w); i++) {
        types[i] = ax_array_type(s->in[i]);
        if (i < w->nmapped && !batch)
            types[i] = w->mapped[i];
    }
    ax_fn *f;
    AX_TRY(ax_fn_create(w->function, &batch, argument_count(w), w->nresults, &f));
    ax_status *status = ax_fn_trace(f, types, batch ? NULL : &rows, out_graph);
    ax_fn_release(f);
    return status;
}

static ax_status *prepare(sides *s)
{
    const work *w = s->work;
    AX_TRY(make_arrays(s));
    ax_graph *graph;
    AX_TRY(trace(s, true, &graph));
    AX_TRY(ax_executable_create(graph, &s->context->target, &s->executable));
    AX_TRY(ax_runner_create(s->executable, s->context->allocator, ax_context_team(s->context),
                            &s->runner));
    AX_TRY(trace(s, false, &graph));
    bool mapped[MOST_ARGUMENTS] = {0};
    for (int32_t i = 0; i < w->nmapped; i++)
        mapped[i] = true;
    ax_map_spec spec = {.example = graph,
                        .mapped = mapped,
                        .axis_name = "rows",
                        .length = ROWS,
                        .block_rows = w->block_rows};
    return ax_map_program_create(s->context, &spec, &s->program);
}

static void release(sides *s)
{
    ax_map_program_free(s->program);
    ax_runner_free(s->runner);
    ax_executable_free(s->executable);
    for (int i = 0; i < MOST_ARGUMENTS; i++)
        ax_array_release(s->in[i]);
    for (int i = 0; i < MOST_RESULTS; i++) {
        ax_array_release(s->out[i]);
        ax_array_release(s->plain_out[i]);
    }
}

static ax_status *run_map(void *user)
{
    sides *s = user;
    ax_array_source source = {s->in, s->in_axes};
    ax_array_sink sink = {s->out, s->out_axes};
    ax_row_source rows_in = ax_array_source_rows(&source);
    ax_row_sink rows_out = ax_array_sink_rows(&sink);
    const void *shared[MOST_ARGUMENTS] = {0};
    for (int32_t i = s->work->nmapped; i < argument_count(s->work); i++)
        shared[i] = ax_array_data(s->in[i]);
    return ax_map_program_run(s->program, shared, &rows_in, &rows_out, NULL);
}

static ax_status *run_whole(void *user)
{
    sides *s = user;
    const void *in[MOST_ARGUMENTS];
    void *out[MOST_RESULTS];
    for (int32_t i = 0; i < argument_count(s->work); i++)
        in[i] = ax_array_data(s->in[i]);
    for (int32_t i = 0; i < s->work->nresults; i++)
        out[i] = ax_array_data(s->plain_out[i]);
    return ax_runner_run(s->runner, in, out);
}

/* ---- the functions ---- */

static ax_value relu(ax_builder *b, ax_value x)
{
    return ax_maximum(x, ax_scalar(b, AX_F32, 0));
}

/* x [784], w1, w2, w3 -> [10] */
static void mlp(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)user;
    ax_value first = relu(b, ax_dot(in[0], in[1]));
    out[0] = ax_dot(relu(b, ax_dot(first, in[2])), in[3]);
}

/* The product of two vectors of each example, summed over the examples. */
static ax_value summed_product(ax_value x, ax_value y, bool batch)
{
    if (!batch)
        return ax_psum(ax_dot_general(x, y, ((ax_dot_dimensions){0})), AX_AXES("rows"));
    return ax_dot_general(
        x, y, ((ax_dot_dimensions){.lhs_contracting = AX_LIST(0), .rhs_contracting = AX_LIST(0)}));
}

static void outer(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)b;
    out[0] = summed_product(in[0], in[1], *(const bool *)user);
}

/* What goes back through a relu whose result is `y`. */
static ax_value back(ax_builder *b, ax_value y, ax_value change, ax_value w)
{
    ax_value zero = ax_scalar(b, AX_F32, 0);
    ax_value through = ax_dot(change, ax_transpose(w, AX_LIST(1, 0)));
    return ax_select(ax_compare(y, zero, AX_GT), through, zero);
}

/* x [784], t [10], w1, w2, w3 -> the gradients of half the squared error by w1, w2, w3 */
static void mlp_gradient(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    bool batch = *(const bool *)user;
    ax_value first = relu(b, ax_dot(in[0], in[2]));
    ax_value second = relu(b, ax_dot(first, in[3]));
    ax_value error = ax_sub(ax_dot(second, in[4]), in[1]);
    ax_value at_second = back(b, second, error, in[4]);
    ax_value at_first = back(b, first, at_second, in[3]);
    out[0] = summed_product(in[0], at_first, batch);
    out[1] = summed_product(first, at_second, batch);
    out[2] = summed_product(second, error, batch);
}

#define INPUT_ROW  \
    {              \
        AX_F32, 1, \
        {          \
            INPUTS \
        }          \
    }
#define HIDDEN_ROW \
    {              \
        AX_F32, 1, \
        {          \
            HIDDEN \
        }          \
    }
#define LABEL_ROW  \
    {              \
        AX_F32, 1, \
        {          \
            LABELS \
        }          \
    }
#define FIRST_LAYER        \
    {                      \
        AX_F32, 2,         \
        {                  \
            INPUTS, HIDDEN \
        }                  \
    }
#define LAYERS                                      \
    {                                               \
        FIRST_LAYER, {AX_F32, 2, {HIDDEN, HIDDEN}}, \
        {                                           \
            AX_F32, 2,                              \
            {                                       \
                HIDDEN, LABELS                      \
            }                                       \
        }                                           \
    }

static const work works[] = {
    {.what = "map of an MLP 784-1024-1024-10, 256 rows",
     .against = "one call for all rows",
     .bound = 1.1,
     .function = mlp,
     .nmapped = 1,
     .mapped = {INPUT_ROW},
     .nshared = 3,
     .shared = LAYERS,
     .nresults = 1,
     .results = {LABEL_ROW}},
    {.what = "psum of 256 products 784x1024, blocks of 4",
     .against = "one product of matrices",
     .bound = 1.1,
     .function = outer,
     .nmapped = 2,
     .mapped = {INPUT_ROW, HIDDEN_ROW},
     .summed = true,
     .nresults = 1,
     .results = {FIRST_LAYER}},
    {.what = "the same, in blocks of 128",
     .against = "one product of matrices",
     .bound = 1.1,
     .function = outer,
     .nmapped = 2,
     .mapped = {INPUT_ROW, HIDDEN_ROW},
     .summed = true,
     .nresults = 1,
     .results = {FIRST_LAYER},
     .block_rows = 128},
    {.what = "psum of the MLP's gradient, 256 rows",
     .against = "one call for all rows",
     .bound = 1.1,
     .function = mlp_gradient,
     .nmapped = 2,
     .mapped = {INPUT_ROW, LABEL_ROW},
     .nshared = 3,
     .shared = LAYERS,
     .summed = true,
     .nresults = 3,
     .results = LAYERS},
};

ax_status *ax_bench_map(ax_context *context, double min_time,
                        void (*report)(const ax_kernel_ratio *ratio))
{
    for (size_t i = 0; i < sizeof works / sizeof works[0]; i++) {
        sides s = {.context = context, .work = &works[i]};
        ax_kernel_ratio ratio = {
            .what = works[i].what, .against = works[i].against, .bound = works[i].bound};
        ax_status *status = prepare(&s);
        if (!status)
            status = ax_ratio_measure(run_map, &s, run_whole, &s, min_time, &ratio);
        release(&s);
        AX_TRY(status);
        report(&ratio);
    }
    return NULL;
}
