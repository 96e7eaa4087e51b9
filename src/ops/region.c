#include "ops/region.h"

#include "ops/check.h"
#include "ops/ops.h"
#include "ops/strided.h"

#include <axmap/shape.h>
#include <stdlib.h>
#include <string.h>

/* ---- form ---- */

ax_status *ax_check_combiner(const ax_eqn *eqn, int32_t index, int32_t count)
{
    const ax_graph *region = eqn->regions[index];
    if (region->ninputs != 2 * count || region->noutputs != count) {
        return AX_ERROR(AX_INVALID_ARGUMENT,
                        "%s of %d input%s: its region takes %d values and gives %d, not %d and %d",
                        eqn->op->name, (int)count, count == 1 ? "" : "s", (int)region->ninputs,
                        (int)region->noutputs, 2 * (int)count, (int)count);
    }
    for (int32_t i = 0; i < 3 * count; i++) {
        bool output = i >= 2 * count;
        const ax_var *var = output ? region->outputs[i - 2 * count] : region->inputs[i];
        ax_dtype dtype = ax_operand_type(eqn, i % count)->dtype;
        if (var->type.ndim != 0 || var->type.dtype != dtype) {
            return AX_ERROR(AX_INVALID_ARGUMENT, "%s: %s %d of its region is %s, not a scalar %s",
                            eqn->op->name, output ? "result" : "argument",
                            (int)(output ? i - 2 * count : i), AX_TYPE_STRING(&var->type),
                            ax_dtype_name(dtype));
        }
    }
    return NULL;
}

ax_status *ax_check_reduction(const ax_eqn *eqn, int32_t *out_count)
{
    AX_TRY(ax_check_form(eqn));
    int32_t count = eqn->nresults;
    if (count < 1 || eqn->noperands != 2 * count) {
        return AX_ERROR(AX_INVALID_ARGUMENT,
                        "%s with %d results takes as many inputs and as many initial values, not "
                        "%d operands",
                        eqn->op->name, (int)count, (int)eqn->noperands);
    }
    const ax_type *first = ax_operand_type(eqn, 0);
    for (int32_t i = 0; i < count; i++) {
        const ax_type *input = ax_operand_type(eqn, i), *init = ax_operand_type(eqn, count + i);
        ax_type expected = *first;
        expected.dtype = input->dtype;
        AX_TRY(ax_check_dtype(eqn, input->dtype));
        if (!ax_type_equal(&expected, input)) {
            return AX_ERROR(AX_INVALID_ARGUMENT, "%s: input %d is %s, input 0 %s: dims differ",
                            eqn->op->name, (int)i, AX_TYPE_STRING(input), AX_TYPE_STRING(first));
        }
        if (init->ndim != 0 || init->dtype != input->dtype) {
            return AX_ERROR(AX_INVALID_ARGUMENT, "%s: initial value %d is %s, not a scalar %s",
                            eqn->op->name, (int)i, AX_TYPE_STRING(init),
                            ax_dtype_name(input->dtype));
        }
    }
    AX_TRY(ax_check_combiner(eqn, 0, count));
    *out_count = count;
    return NULL;
}

/* ---- evaluation ---- */

/* Scratch of one equation inside a region: a list of blocks, freed when the equation is done. */
typedef struct piece {
    struct piece *next;
    char padding[56]; /* so that the memory behind is 64-byte aligned */
} piece;

static ax_status *piece_scratch(const ax_eval_env *env, int64_t bytes, void **out_memory)
{
    ax_region *region = env->user;
    size_t size = ((size_t)bytes + sizeof(piece) + 63) / 64 * 64;
    piece *p = bytes >= 0 && bytes < INT64_MAX - 256 ? aligned_alloc(64, size) : NULL;
    if (!p)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory for %lld bytes", (long long)bytes);
    p->next = region->pieces;
    region->pieces = p;
    *out_memory = p + 1;
    return NULL;
}

static void free_pieces(ax_region *region)
{
    while (region->pieces) {
        piece *p = region->pieces;
        region->pieces = p->next;
        free(p);
    }
}

static bool is_constant(const ax_eqn *eqn)
{
    return eqn->op == &ax_op_constant;
}

/* Whether an equation on scalars may be evaluated on a vector of lanes instead. */
static bool is_lanewise(const ax_eqn *eqn)
{
    for (int32_t i = 0; i < eqn->noperands; i++) {
        if (ax_operand_type(eqn, i)->ndim != 0)
            return false;
    }
    for (int32_t i = 0; i < eqn->nresults; i++) {
        if (eqn->results[i]->type.ndim != 0)
            return false;
    }
    return is_constant(eqn) || eqn->op == &ax_op_bitcast_convert ||
           (eqn->op->traits & AX_TRAIT_ELEMENTWISE) != 0;
}

/* A region sees nothing but its inputs, so a constant in it is the same for every lane and call. */
static void fill_constant(const ax_eqn *eqn, const ax_region *region)
{
    const ax_literal *literal = ax_eqn_literal(eqn, AX_ATTR_VALUE);
    const ax_var *result = eqn->results[0];
    if (region->lanewise) {
        ax_strided_fill(ax_dtype_bytes(result->type.dtype), region->capacity,
                        region->memory[result->id], literal->data);
    } else {
        memcpy(region->memory[result->id], literal->data, (size_t)ax_type_bytes(&result->type));
    }
}

static ax_status *result_memory(const ax_eval_env *env, ax_region *region, const ax_eqn *eqn)
{
    for (int32_t i = 0; i < eqn->nresults; i++) {
        const ax_var *var = eqn->results[i];
        int64_t bytes = region->lanewise ? ax_dtype_bytes(var->type.dtype) * region->capacity
                                         : ax_type_bytes(&var->type);
        AX_TRY(env->scratch(env, bytes, &region->memory[var->id]));
    }
    return NULL;
}

ax_status *ax_region_prepare(const ax_eval_env *env, const ax_graph *graph, int64_t capacity,
                             ax_region *out_region)
{
    ax_region region = {.env = *env, .graph = graph, .capacity = capacity, .lanewise = true};
    region.env.scratch = piece_scratch;
    region.env.parallel = NULL; /* it runs inside pieces */
    region.env.threads = 0;
    AX_FOR_EQNS (eqn, graph) {
        if (!is_lanewise(eqn))
            region.lanewise = false;
        if (!eqn->op->eval.function) {
            return AX_ERROR(AX_UNSUPPORTED, "%s inside a region: %s", eqn->op->name,
                            eqn->op->eval.reason);
        }
    }
    AX_TRY(AX_SCRATCH(env, void *, graph->nvars, &region.memory));
    AX_TRY(AX_SCRATCH(env, ax_tensor, ax_graph_widest(graph), &region.tensors));
    AX_FOR_EQNS (eqn, graph) {
        AX_TRY(result_memory(env, &region, eqn));
        if (is_constant(eqn))
            fill_constant(eqn, &region);
    }
    *out_region = region;
    return NULL;
}

static ax_tensor tensor_of(const ax_region *region, const ax_var *var, int64_t count)
{
    ax_tensor tensor = {.type = var->type, .data = region->memory[var->id]};
    if (region->lanewise) {
        tensor.type.ndim = 1;
        tensor.type.dims[0] = count;
    }
    return tensor;
}

static ax_status *run_equations(ax_region *region, int64_t count)
{
    region->env.user = region;
    AX_FOR_EQNS (eqn, region->graph) {
        if (is_constant(eqn))
            continue;
        ax_tensor *operands = region->tensors, *results = operands + eqn->noperands;
        for (int32_t i = 0; i < eqn->noperands; i++)
            operands[i] = tensor_of(region, eqn->operands[i], count);
        for (int32_t i = 0; i < eqn->nresults; i++)
            results[i] = tensor_of(region, eqn->results[i], count);
        ax_status *status = eqn->op->eval.function(&region->env, eqn, operands, results);
        free_pieces(region);
        AX_TRY(status);
    }
    return NULL;
}

/* Evaluates `count` lanes from lane `first` on: all of them, or one lane of an unvectorized region. */
static ax_status *run_lanes(ax_region *region, int64_t first, int64_t count,
                            const void *const *inputs, void *const *outputs)
{
    const ax_graph *graph = region->graph;
    for (int32_t i = 0; i < graph->ninputs; i++) {
        int64_t bytes = ax_dtype_bytes(graph->inputs[i]->type.dtype);
        /* Evaluation does not write to its operands; the table of all vars is not const. */
        region->memory[graph->inputs[i]->id] = (char *)inputs[i] + first * bytes;
    }
    AX_TRY(run_equations(region, count));
    for (int32_t i = 0; i < graph->noutputs; i++) {
        const ax_var *var = graph->outputs[i];
        int64_t bytes = ax_dtype_bytes(var->type.dtype);
        memcpy((char *)outputs[i] + first * bytes, region->memory[var->id],
               (size_t)(count * bytes));
    }
    return NULL;
}

ax_status *ax_region_run(ax_region *region, int64_t count, const void *const *inputs,
                         void *const *outputs)
{
    if (region->lanewise)
        return run_lanes(region, 0, count, inputs, outputs);
    for (int64_t lane = 0; lane < count; lane++)
        AX_TRY(run_lanes(region, lane, 1, inputs, outputs));
    return NULL;
}

/* ---- in a graph under construction ---- */

const ax_graph *ax_region_trace(ax_builder *parent, const ax_value *operands, int32_t count,
                                ax_trace_fn *body, void *user)
{
    ax_value *values = AX_ARENA_NEW(ax_builder_arena(parent), ax_value, 3 * (int64_t)count);
    ax_builder *builder = ax_builder_create_region(parent);
    if (!builder)
        return NULL;
    if (!values) {
        ax_builder_fail(parent, AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a region"));
        return ax_builder_finish_region(builder, 0, NULL);
    }
    for (int32_t i = 0; i < 2 * count; i++) {
        ax_type scalar = ax_type_scalar(ax_value_type(operands[i % count]).dtype);
        values[i] = ax_builder_input(builder, &scalar, NULL);
    }
    for (int32_t i = 0; i < count; i++)
        values[2 * count + i] = ax_builder_poison(builder);
    body(builder, values, values + 2 * count, user);
    return ax_builder_finish_region(builder, count, values + 2 * count);
}

static void apply_eqn(ax_batching *batching, const ax_eqn *eqn, ax_value *scratch)
{
    if (ax_batch_any_mapped(batching, eqn)) {
        eqn->op->batch.function(batching, eqn);
        return;
    }
    for (int32_t i = 0; i < eqn->noperands; i++)
        scratch[i] = ax_batch_operand(batching, eqn, i).value;
    ax_emit_like(batching->builder, eqn, scratch, scratch + eqn->noperands);
    ax_batch_results(batching, eqn, scratch + eqn->noperands, AX_NOT_MAPPED);
}

/* A region on arrays is the region vmapped over the arrays' elements. */
void ax_region_apply(ax_builder *builder, const ax_graph *region, const ax_value *inputs,
                     ax_value *out_outputs, ax_location location)
{
    for (int32_t i = 0; i < region->noutputs; i++)
        out_outputs[i] = ax_builder_poison(builder);
    ax_arena *arena = ax_builder_arena(builder);
    ax_value *scratch = AX_ARENA_NEW(arena, ax_value, ax_graph_widest(region));
    ax_batching batching = {.builder = builder,
                            .values = AX_ARENA_NEW(arena, ax_batched, region->nvars)};
    if (!scratch || !batching.values) {
        ax_builder_fail(builder, AX_ERROR(AX_OUT_OF_MEMORY, "no memory for a region"));
        return;
    }
    ax_type type = ax_value_type(inputs[0]);
    batching.size = ax_type_count(&type);
    for (int32_t i = 0; i < region->ninputs; i++) {
        ax_value flat = ax_reshape_at(inputs[i], AX_LIST(batching.size), location);
        batching.values[region->inputs[i]->id] = (ax_batched){flat, 0};
    }
    AX_FOR_EQNS (eqn, region) {
        if (ax_builder_failed(builder))
            return;
        apply_eqn(&batching, eqn, scratch);
    }
    for (int32_t i = 0; i < region->noutputs; i++) {
        ax_batched output = batching.values[region->outputs[i]->id];
        ax_value flat = ax_batch_move(&batching, output, 0, location);
        out_outputs[i] = ax_reshape_at(flat, (ax_ints){type.ndim, type.dims}, location);
    }
}
