/* Contractions, alone or with what is computed from each element of their result (the epilogue): a
 * fusion of the kind product. Epilogues run in place over the parts that the product is done with, while those
 * lie in cache; one that reads other elements too runs when all are done.
 */
#include "backend/cpu/contraction_kernel.h"
#include "backend/cpu/loop_range.h"
#include "backend/cpu/lower.h"
#include "backend/cpu/packing.h"
#include "base/checked.h"
#include "compile/fusion.h"
#include "ir/builder.h"
#include "ops/ops.h"

#include <stdlib.h>

typedef struct product_kernel {
    ax_contraction contraction;
    int32_t operands[2]; /* of the contraction among the equation's */
    /* The epilogue; without a graph there is none. */
    ax_graph *graph; /* of one equation, a loop, whose first operand are the contraction's sums */
    ax_loop_range range; /* runs it in parts, or without a function: */
    ax_kernel loop;      /* as a whole */
    int32_t sums_in;     /* the result in whose place the sums lie; -1: in scratch */
    int64_t sums_bytes;  /* of that */
    int64_t count;
} product_kernel;

static void free_kernel(void *memory)
{
    product_kernel *kernel = memory;
    if (kernel->contraction.state)
        kernel->contraction.free(kernel->contraction.state);
    ax_kernel_free(&kernel->loop);
    ax_graph_free(kernel->graph);
    free(kernel);
}

/* ---- the epilogue as a graph of its own ---- */

static int32_t input_number(const ax_graph *region, const ax_var *var)
{
    for (int32_t i = 0; i < region->ninputs; i++) {
        if (region->inputs[i] == var)
            return i;
    }
    return -1;
}

typedef struct epilogue_builder {
    const ax_graph *region;
    const ax_eqn *contraction;
    ax_builder *builder; /* of the loop's region */
    ax_value *values;    /* by var of the region */
} epilogue_builder;

/* The region without its contraction, whose result is the first input; other inputs follow in order. */
static const ax_graph *build_loop(const epilogue_builder *b)
{
    ax_value outputs[AX_LOOP_MOST_BUFFERS], operands[AX_LOOP_MOST_BUFFERS];
    ax_value results[AX_LOOP_MOST_BUFFERS];
    const ax_var *sums = b->contraction->results[0];
    b->values[sums->id] = ax_builder_input(b->builder, &sums->type, NULL);
    for (int32_t i = 0; i < b->region->ninputs; i++) {
        const ax_var *input = b->region->inputs[i];
        b->values[input->id] = ax_builder_input(b->builder, &input->type, NULL);
    }
    AX_FOR_EQNS (eqn, b->region) {
        if (eqn == b->contraction || eqn->op == &ax_op_unpack)
            continue;
        for (int32_t i = 0; i < eqn->noperands; i++)
            operands[i] = b->values[eqn->operands[i]->id];
        ax_emit_like(b->builder, eqn, operands, results);
        for (int32_t i = 0; i < eqn->nresults; i++)
            b->values[eqn->results[i]->id] = results[i];
    }
    for (int32_t i = 0; i < b->region->noutputs; i++)
        outputs[i] = b->values[b->region->outputs[i]->id];
    return ax_builder_finish_region(b->builder, b->region->noutputs, outputs);
}

static ax_status *build_graph(const ax_graph *region, const ax_eqn *contraction,
                              ax_graph **out_graph)
{
    ax_builder *builder;
    AX_TRY(ax_builder_create("epilogue", NULL, &builder));
    ax_value operands[AX_LOOP_MOST_BUFFERS], results[AX_LOOP_MOST_BUFFERS];
    operands[0] = ax_builder_input(builder, &contraction->results[0]->type, NULL);
    for (int32_t i = 0; i < region->ninputs; i++)
        operands[i + 1] = ax_builder_input(builder, &region->inputs[i]->type, NULL);
    epilogue_builder b = {.region = region,
                          .contraction = contraction,
                          .builder = ax_builder_create_region(builder),
                          .values = calloc((size_t)region->nvars + 1, sizeof *b.values)};
    const ax_graph *loop = b.builder && b.values ? build_loop(&b) : NULL;
    free(b.values);
    if (loop) {
        ax_attr kind = ax_attr_int(AX_ATTR_FUSION, AX_FUSION_LOOP);
        ax_emission emission = {.op = &ax_op_fusion,
                                .noperands = region->ninputs + 1,
                                .nattrs = 1,
                                .nregions = 1,
                                .nresults = region->noutputs,
                                .operands = operands,
                                .attrs = &kind,
                                .regions = &loop,
                                .location = contraction->location};
        ax_emit(builder, &emission, results);
    }
    return ax_builder_finish(builder, loop ? region->noutputs : 0, results, NULL, out_graph);
}

/* ---- making ---- */

static ax_status *make_contraction(const ax_target *target, const ax_eqn *eqn, bool panels,
                                   ax_contraction *out)
{
    if (eqn->op == &ax_op_dot_general)
        return ax_contraction_of_dot(target->codegen, eqn, panels, out);
    return ax_contraction_of_convolution(target->codegen, eqn, out);
}

static const ax_eqn *find_contraction(const ax_graph *region)
{
    AX_FOR_EQNS (eqn, region) {
        if (eqn->op == &ax_op_dot_general || eqn->op == &ax_op_convolution)
            return eqn;
    }
    return NULL;
}

ax_region_contraction ax_region_contraction_of(const ax_graph *region)
{
    ax_region_contraction c = {.eqn = find_contraction(region)};
    if (!c.eqn || 2 * region->ninputs + region->noutputs + 2 > AX_LOOP_MOST_BUFFERS)
        return (ax_region_contraction){0};
    for (int32_t i = 0; i < 2; i++) {
        const ax_var *var = c.eqn->operands[i];
        if (i == 1 && var->producer && var->producer->op == &ax_op_unpack) {
            c.panels = true;
            var = var->producer->operands[0];
        }
        c.operands[i] = input_number(region, var);
        if (c.operands[i] < 0)
            return (ax_region_contraction){0};
    }
    return c;
}

/* A result of the sums' type: they may lie in its place. */
static int32_t place_for_sums(const ax_graph *region, const ax_type *sums)
{
    for (int32_t i = 0; i < region->noutputs; i++) {
        if (region->outputs[i]->type.dtype == sums->dtype)
            return i;
    }
    return -1;
}

static ax_status *make_epilogue(const ax_target *target, const ax_eqn *fusion,
                                const ax_eqn *contraction, product_kernel *kernel)
{
    const ax_graph *region = fusion->regions[0];
    const ax_type *sums = &contraction->results[0]->type;
    AX_TRY(build_graph(region, contraction, &kernel->graph));
    AX_TRY(ax_loop_range_get(target, kernel->graph->first, &kernel->range));
    kernel->count = ax_type_count(sums);
    kernel->sums_in = kernel->range.function ? place_for_sums(region, sums) : -1;
    if (kernel->sums_in < 0)
        kernel->sums_bytes = ax_type_bytes(sums);
    if (kernel->range.function)
        return NULL;
    return ax_kernel_create(target, kernel->graph->first, &kernel->loop);
}

/* ---- running ---- */

typedef struct epilogue {
    const product_kernel *kernel;
    void *buffers[AX_LOOP_MOST_BUFFERS];
} epilogue;

static void run_range(void *user, int32_t thread, int64_t begin, int64_t end)
{
    const epilogue *e = user;
    (void)thread;
    e->kernel->range.function(e->buffers, begin, end, NULL);
}

static ax_status *run_contraction(const product_kernel *kernel, const ax_eval_env *env,
                                  const ax_tensor *operands, void *sums, epilogue *then)
{
    const ax_contraction *c = &kernel->contraction;
    ax_tensor own[] = {operands[kernel->operands[0]], operands[kernel->operands[1]]};
    bool tells = then && c->tells;
    AX_TRY(c->run(c->state, env, own, sums, tells ? run_range : NULL, tells ? then : NULL));
    if (then && !tells)
        ax_eval_parallel(env, kernel->count, ax_loop_grain(kernel->range.work), run_range, then);
    return NULL;
}

static ax_status *run_alone(const ax_eval_env *env, const ax_eqn *eqn, const ax_tensor *operands,
                            const ax_tensor *results)
{
    (void)eqn;
    return run_contraction(env->state, env, operands, results[0].data, NULL);
}

static ax_status *run_fusion(const ax_eval_env *env, const ax_eqn *eqn, const ax_tensor *operands,
                             const ax_tensor *results)
{
    const product_kernel *kernel = env->state;
    ax_tensor all[AX_LOOP_MOST_BUFFERS];
    all[0].type = kernel->graph->inputs[0]->type;
    if (kernel->sums_in >= 0)
        all[0].data = results[kernel->sums_in].data;
    else
        AX_TRY(env->scratch(env, kernel->sums_bytes, &all[0].data));
    for (int32_t i = 0; i < eqn->noperands; i++)
        all[i + 1] = operands[i];
    if (kernel->loop.run) {
        AX_TRY(run_contraction(kernel, env, operands, all[0].data, NULL));
        ax_eval_env inner = *env;
        inner.state = kernel->loop.state;
        return kernel->loop.run(&inner, kernel->graph->first, all, results);
    }
    epilogue then = {.kernel = kernel};
    ax_loop_buffers_fill(&kernel->range.buffers, all, results, then.buffers);
    return run_contraction(kernel, env, operands, all[0].data, &then);
}

static int64_t scratch(const void *state, const ax_eqn *eqn, int32_t threads)
{
    const product_kernel *kernel = state;
    (void)eqn;
    int64_t bytes = ax_round_up(kernel->sums_bytes, 64) +
                    kernel->contraction.scratch(kernel->contraction.state, threads);
    if (kernel->loop.run)
        bytes += kernel->loop.scratch(kernel->loop.state, kernel->graph->first, threads);
    return bytes;
}

/* ---- lowerings ---- */

static void finish(product_kernel *kernel, ax_eval_fn *run, ax_kernel *out_kernel)
{
    bool known = !kernel->loop.run || kernel->loop.scratch;
    *out_kernel = (ax_kernel){.name = "matrix",
                              .run = run,
                              .state = kernel,
                              .free = free_kernel,
                              .scratch = known ? scratch : NULL,
                              .position_free = !kernel->loop.run || kernel->loop.position_free};
}

/* `run` stays NULL where there is no kernel; the caller then frees what was made. */
static ax_status *lower_alone(const ax_target *target, const ax_eqn *eqn, product_kernel *kernel,
                              ax_kernel *out_kernel)
{
    kernel->operands[1] = 1;
    AX_TRY(make_contraction(target, eqn, false, &kernel->contraction));
    if (kernel->contraction.state)
        finish(kernel, run_alone, out_kernel);
    return NULL;
}

static ax_status *lower_fusion(const ax_target *target, const ax_eqn *eqn, product_kernel *kernel,
                               ax_kernel *out_kernel)
{
    ax_region_contraction c = ax_region_contraction_of(eqn->regions[0]);
    if (!c.eqn)
        return NULL;
    kernel->operands[0] = c.operands[0];
    kernel->operands[1] = c.operands[1];
    AX_TRY(make_contraction(target, c.eqn, c.panels, &kernel->contraction));
    if (!kernel->contraction.state)
        return NULL;
    if (eqn->regions[0]->last == c.eqn) { /* nothing comes after it */
        finish(kernel, run_alone, out_kernel);
        return NULL;
    }
    AX_TRY(make_epilogue(target, eqn, c.eqn, kernel));
    finish(kernel, run_fusion, out_kernel);
    return NULL;
}

static ax_status *lower(const ax_target *target, const ax_eqn *eqn, ax_kernel *out_kernel)
{
    if (!target->codegen)
        return NULL;
    product_kernel *kernel = calloc(1, sizeof *kernel);
    if (!kernel)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a product of matrices");
    ax_status *status = eqn->op == &ax_op_fusion ? lower_fusion(target, eqn, kernel, out_kernel)
                                                 : lower_alone(target, eqn, kernel, out_kernel);
    if (status || !out_kernel->run)
        free_kernel(kernel);
    return status;
}

ax_status *ax_lower_dot_general(const ax_target *target, const ax_eqn *eqn, ax_kernel *out_kernel)
{
    return lower(target, eqn, out_kernel);
}

ax_status *ax_lower_convolution(const ax_target *target, const ax_eqn *eqn, ax_kernel *out_kernel)
{
    return lower(target, eqn, out_kernel);
}

ax_status *ax_lower_product(const ax_target *target, const ax_eqn *eqn, ax_kernel *out_kernel)
{
    return lower(target, eqn, out_kernel);
}
