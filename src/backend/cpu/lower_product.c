/* A product and its epilogue by two kernels: the product's own, into the fusion's result where that has the
 * product's type and else into scratch, then a loop over its elements, in place. */
#include "backend/cpu/lower.h"
#include "base/checked.h"
#include "compile/fusion.h"
#include "ops/ops.h"

#include <stdlib.h>
#include <string.h>

typedef struct product_state {
    const ax_eqn *product; /* of the fusion's region */
    ax_graph
        *graph; /* the epilogue as a fusion; its inputs: the product, then the region's inputs */
    const ax_eqn *loop;
    ax_kernel product_kernel, loop_kernel;
    int32_t *places; /* which operands of the fusion the product has */
    int64_t bytes;   /* of the product in scratch; 0: it lies in the result */
} product_state;

static void free_state(void *pointer)
{
    product_state *state = pointer;
    if (!state)
        return;
    ax_kernel_free(&state->product_kernel);
    ax_kernel_free(&state->loop_kernel);
    ax_graph_free(state->graph);
    free(state->places);
    free(state);
}

/* ---- the epilogue ---- */

/* The region without its product, whose result is the first input. */
static const ax_graph *epilogue_region(ax_builder *parent, const ax_graph *region,
                                       const ax_eqn *product)
{
    ax_arena *arena = ax_builder_arena(parent);
    ax_builder *builder = ax_builder_create_region(parent);
    ax_value *values = AX_ARENA_NEW(arena, ax_value, region->nvars);
    ax_value *outputs = AX_ARENA_NEW(arena, ax_value, region->noutputs);
    int32_t widest = 1;
    AX_FOR_EQNS (eqn, region)
        widest = (int32_t)ax_max_i64(widest, eqn->noperands + eqn->nresults);
    ax_value *scratch = AX_ARENA_NEW(arena, ax_value, widest);
    if (!builder)
        return NULL;
    if (!values || !outputs || !scratch) {
        ax_builder_fail(parent, AX_ERROR(AX_OUT_OF_MEMORY, "no memory for an epilogue"));
        return ax_builder_finish_region(builder, 0, NULL);
    }
    values[product->results[0]->id] = ax_builder_input(builder, &product->results[0]->type, NULL);
    for (int32_t i = 0; i < region->ninputs; i++)
        values[region->inputs[i]->id] = ax_builder_input(builder, &region->inputs[i]->type, NULL);
    AX_FOR_EQNS (eqn, region) {
        if (eqn == product)
            continue;
        for (int32_t i = 0; i < eqn->noperands; i++)
            scratch[i] = values[eqn->operands[i]->id];
        ax_emit_like(builder, eqn, scratch, scratch + eqn->noperands);
        for (int32_t i = 0; i < eqn->nresults; i++)
            values[eqn->results[i]->id] = scratch[eqn->noperands + i];
    }
    for (int32_t i = 0; i < region->noutputs; i++)
        outputs[i] = values[region->outputs[i]->id];
    return ax_builder_finish_region(builder, region->noutputs, outputs);
}

static ax_status *build_epilogue(const ax_eqn *fusion, product_state *state)
{
    const ax_graph *region = fusion->regions[0];
    ax_builder *builder;
    AX_TRY(ax_builder_create("epilogue", NULL, &builder));
    ax_arena *arena = ax_builder_arena(builder);
    ax_value *operands = AX_ARENA_NEW(arena, ax_value, region->ninputs + 1);
    ax_value *results = AX_ARENA_NEW(arena, ax_value, region->noutputs);
    if (!operands || !results) {
        ax_builder_abandon(builder);
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for an epilogue");
    }
    operands[0] = ax_builder_input(builder, &state->product->results[0]->type, NULL);
    for (int32_t i = 0; i < region->ninputs; i++)
        operands[i + 1] = ax_builder_input(builder, &region->inputs[i]->type, NULL);
    const ax_graph *inner = epilogue_region(builder, region, state->product);
    ax_attr kind = ax_attr_int(AX_ATTR_FUSION, AX_FUSION_LOOP);
    if (inner) {
        ax_emit(builder,
                &(ax_emission){.op = &ax_op_fusion,
                               .noperands = region->ninputs + 1,
                               .operands = operands,
                               .nattrs = 1,
                               .attrs = &kind,
                               .nregions = 1,
                               .regions = &inner,
                               .nresults = region->noutputs,
                               .location = fusion->location},
                results);
    }
    AX_TRY(ax_builder_finish(builder, region->noutputs, results, NULL, &state->graph));
    state->loop = state->graph->first;
    return NULL;
}

/* ---- running ---- */

static ax_status *run_product(const ax_eval_env *env, const ax_eqn *eqn, const ax_tensor *operands,
                              const ax_tensor *results)
{
    const product_state *state = env->state;
    const ax_eqn *product = state->product;
    ax_eval_env inner = *env;
    ax_tensor *tensors;
    int32_t most = (int32_t)ax_max_i64(product->noperands, eqn->noperands + 1);
    AX_TRY(AX_SCRATCH(env, ax_tensor, most, &tensors));
    ax_tensor between = {product->results[0]->type, results[0].data};
    if (state->bytes)
        AX_TRY(env->scratch(env, state->bytes, &between.data));
    for (int32_t i = 0; i < product->noperands; i++)
        tensors[i] = operands[state->places[i]];
    inner.state = state->product_kernel.state;
    AX_TRY(state->product_kernel.run(&inner, product, tensors, &between));
    tensors[0] = between;
    memcpy(tensors + 1, operands, (size_t)eqn->noperands * sizeof *operands);
    inner.state = state->loop_kernel.state;
    return state->loop_kernel.run(&inner, state->loop, tensors, results);
}

static int64_t scratch_of(const ax_kernel *kernel, const ax_eqn *eqn, int32_t threads)
{
    return kernel->scratch(kernel->state, eqn, threads);
}

static int64_t product_scratch(const void *pointer, const ax_eqn *eqn, int32_t threads)
{
    const product_state *state = pointer;
    int64_t most = ax_max_i64(state->product->noperands, eqn->noperands + 1);
    return ax_round_up(most * (int64_t)sizeof(ax_tensor), 64) + ax_round_up(state->bytes, 64) +
           scratch_of(&state->product_kernel, state->product, threads) +
           scratch_of(&state->loop_kernel, state->loop, threads);
}

/* ---- making it ---- */

static const ax_eqn *find_product(const ax_graph *region)
{
    AX_FOR_EQNS (eqn, region) {
        if (eqn->op == &ax_op_dot_general || eqn->op == &ax_op_convolution)
            return eqn;
    }
    return NULL;
}

static ax_status *fill_state(const ax_target *target, const ax_eqn *fusion, product_state *state)
{
    const ax_graph *region = fusion->regions[0];
    AX_TRY(build_epilogue(fusion, state));
    AX_TRY(ax_kernel_create(target, state->product, &state->product_kernel));
    AX_TRY(ax_kernel_create(target, state->loop, &state->loop_kernel));
    state->places = calloc((size_t)state->product->noperands, sizeof *state->places);
    if (!state->places)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a product");
    for (int32_t i = 0; i < state->product->noperands; i++) {
        while (region->inputs[state->places[i]] != state->product->operands[i])
            state->places[i]++;
    }
    bool in_place = fusion->nresults == 1 && ax_fusion_may_overwrite(state->loop, 0, 0);
    state->bytes = in_place ? 0 : ax_type_bytes(&state->product->results[0]->type);
    return NULL;
}

static bool operands_are_inputs(const ax_eqn *product)
{
    for (int32_t i = 0; i < product->noperands; i++) {
        if (product->operands[i]->producer)
            return false;
    }
    return true;
}

ax_status *ax_lower_product(const ax_target *target, const ax_eqn *fusion, ax_kernel *out_kernel)
{
    const ax_eqn *product = find_product(fusion->regions[0]);
    if (!product || !operands_are_inputs(product))
        return NULL;
    product_state *state = calloc(1, sizeof *state);
    if (!state)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a product");
    state->product = product;
    ax_status *status = fill_state(target, fusion, state);
    if (status) {
        free_state(state);
        return status;
    }
    bool known = state->product_kernel.scratch && state->loop_kernel.scratch;
    *out_kernel = (ax_kernel){
        .name = "product and loop",
        .run = run_product,
        .state = state,
        .free = free_state,
        .scratch = known ? product_scratch : NULL,
        .position_free = state->product_kernel.position_free && state->loop_kernel.position_free,
    };
    return NULL;
}
