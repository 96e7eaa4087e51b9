/* For tests of op rules: traces one op, evaluates graphs, maps them by their batch rules.
 *
 * Include once in a test program, after cmocka.h.
 */
#ifndef AXMAP_TESTS_UNIT_OPTEST_H
#define AXMAP_TESTS_UNIT_OPTEST_H

#include "ops/ops.h"

#include <stdlib.h>
#include <string.h>

enum { OPTEST_MOST = 8 }; /* operands of one op */

/* Builds the op under test from its operands. */
typedef ax_value optest_build(ax_builder *builder, const ax_value *in, const void *user);

typedef struct optest_data {
    ax_type type;
    void *data; /* owned */
} optest_data;

static inline ax_type optest_type(ax_dtype dtype, ax_ints dims)
{
    ax_type type;
    ax_status *status = ax_type_make(dtype, dims.count, dims.values, &type);
    assert_null(status);
    return type;
}

/* Memory of exactly the type's size, so that sanitizers see every access past it. */
static inline void *optest_memory(const ax_type *type)
{
    return malloc((size_t)ax_type_bytes(type));
}

static inline ax_status *optest_trace(optest_build *build, const void *user, int32_t count,
                                      const ax_type *types, ax_graph **out_graph)
{
    ax_builder *builder;
    ax_value in[OPTEST_MOST], out;
    AX_TRY(ax_builder_create("test", NULL, &builder));
    for (int32_t i = 0; i < count; i++)
        in[i] = ax_builder_input(builder, &types[i], NULL);
    out = build(builder, in, user);
    return ax_builder_finish(builder, 1, &out, NULL, out_graph);
}

/* Expects the trace to fail with this code and this text in its message. */
static inline void optest_refuses(optest_build *build, const void *user, int32_t count,
                                  const ax_type *types, ax_code code, const char *text)
{
    ax_graph *graph = NULL;
    ax_status *status = optest_trace(build, user, count, types, &graph);
    assert_non_null(status);
    if (!strstr(ax_status_message(status), text))
        fail_msg("'%s' is not in: %s", text, ax_status_message(status));
    assert_int_equal(ax_status_code(status), code);
    ax_status_free(status);
}

/* What evaluates an equation: its op's own eval unless a test of a backend says otherwise. */
static ax_status *(*optest_kernel)(ax_eval_env *env, const ax_eqn *eqn, const ax_tensor *operands,
                                   const ax_tensor *results) = NULL;

typedef struct optest_block {
    _Alignas(64) struct optest_block *next;
} optest_block;

typedef struct optest_kept {
    optest_block *first;
    int64_t bytes; /* each request rounded up to 64 */
} optest_kept;

static inline ax_status *optest_scratch(const ax_eval_env *env, int64_t bytes, void **out_memory)
{
    optest_kept *kept = env->user;
    assert_true(bytes >= 0);
    kept->bytes += (bytes + 63) / 64 * 64;
    optest_block *block = aligned_alloc(64, sizeof *block + (size_t)(bytes + 63) / 64 * 64);
    if (!block)
        return AX_ERROR(AX_OUT_OF_MEMORY, "no memory");
    block->next = kept->first;
    kept->first = block;
    *out_memory = block + 1;
    return NULL;
}

/* How many threads an evaluation believes to have. */
static int32_t optest_threads = 1;

/* Pieces by changing threads and in no order: what they make must not depend on either. */
static inline void optest_parallel(const ax_eval_env *env, int64_t count, int64_t grain,
                                   ax_work_fn *work, void *user)
{
    int64_t pieces = (count + grain - 1) / grain, step = pieces / 2 + 1;
    assert_true(count > grain && grain > 0); /* else it is no matter for a team */
    char *done = calloc((size_t)pieces, 1);
    int64_t piece = pieces - 1;
    for (int64_t i = 0; i < pieces; i++) {
        while (done[piece])
            piece = (piece + 1) % pieces;
        int64_t end = (piece + 1) * grain;
        done[piece] = 1;
        work(user, (int32_t)((piece * 7 + i) % env->threads), piece * grain,
             end < count ? end : count);
        piece = (piece + step) % pieces;
    }
    free(done);
}

static inline void optest_free_blocks(optest_block *kept)
{
    while (kept) {
        optest_block *block = kept;
        kept = block->next;
        free(block);
    }
}

/* Whether the op's evaluation can say beforehand what scratch it takes (ax_eval_env.measures). */
static inline bool optest_measures(const ax_op *op)
{
    static const ax_op *const ops[] = {
        &ax_op_iota, &ax_op_reduce, &ax_op_reduce_window, &ax_op_scatter, &ax_op_select_and_scatter,
        &ax_op_sort, &ax_op_top_k};
    for (size_t i = 0; i < sizeof ops / sizeof ops[0]; i++) {
        if (ops[i] == op)
            return true;
    }
    return false;
}

/* It takes what it said, or less where that depends on the elements. */
static inline void optest_check_scratch(const ax_eqn *eqn, ax_eval_env env, int64_t taken)
{
    ax_tensor operands[2 * OPTEST_MOST], results[OPTEST_MOST];
    optest_kept kept = {0};
    if (optest_kernel || !optest_measures(eqn->op))
        return;
    for (int32_t i = 0; i < eqn->noperands; i++)
        operands[i] = (ax_tensor){.type = eqn->operands[i]->type};
    for (int32_t i = 0; i < eqn->nresults; i++)
        results[i] = (ax_tensor){.type = eqn->results[i]->type};
    env.user = &kept;
    env.measures = true;
    ax_status *status = eqn->op->eval.function(&env, eqn, operands, results);
    if (status)
        fail_msg("%s", ax_status_message(status));
    optest_free_blocks(kept.first);
    assert_true(taken == kept.bytes);
}

static inline void optest_run_once(const ax_eqn *eqn, const ax_tensor *operands,
                                   const ax_tensor *results)
{
    optest_kept kept = {0};
    ax_eval_env env = {.scratch = optest_scratch, .user = &kept, .threads = optest_threads};
    if (optest_threads > 1)
        env.parallel = optest_parallel;
    ax_status *status = optest_kernel ? optest_kernel(&env, eqn, operands, results)
                                      : eqn->op->eval.function(&env, eqn, operands, results);
    if (status)
        fail_msg("%s", ax_status_message(status));
    optest_free_blocks(kept.first);
    optest_check_scratch(eqn, env, kept.bytes);
}

/* By several threads the results are the same, to the bit. */
static inline void optest_run_by_threads(const ax_eqn *eqn, const ax_tensor *operands,
                                         const ax_tensor *results)
{
    static const int32_t threads[] = {2, 3, 5};
    ax_tensor again[OPTEST_MOST];
    for (size_t t = 0; t < sizeof threads / sizeof threads[0]; t++) {
        for (int32_t i = 0; i < eqn->nresults; i++)
            again[i] = (ax_tensor){results[i].type, optest_memory(&results[i].type)};
        optest_threads = threads[t];
        optest_run_once(eqn, operands, again);
        for (int32_t i = 0; i < eqn->nresults; i++) {
            size_t bytes = (size_t)ax_type_bytes(&results[i].type);
            if (bytes > 0)
                assert_memory_equal(again[i].data, results[i].data, bytes);
            free(again[i].data);
        }
    }
    optest_threads = 1;
}

static inline void optest_run(const ax_eqn *eqn, ax_tensor *tensors)
{
    ax_tensor operands[2 * OPTEST_MOST], results[OPTEST_MOST];
    for (int32_t i = 0; i < eqn->nresults; i++) {
        results[i] = (ax_tensor){eqn->results[i]->type, optest_memory(&eqn->results[i]->type)};
        tensors[eqn->results[i]->id] = results[i];
    }
    for (int32_t i = 0; i < eqn->noperands; i++)
        operands[i] = tensors[eqn->operands[i]->id];
    optest_run_once(eqn, operands, results);
    optest_run_by_threads(eqn, operands, results);
}

/* Evaluates a graph of one output on `inputs`. */
static inline optest_data optest_evaluate(const ax_graph *graph, void *const *inputs)
{
    ax_tensor *tensors = calloc((size_t)graph->nvars + 1, sizeof *tensors);
    for (int32_t i = 0; i < graph->ninputs; i++)
        tensors[graph->inputs[i]->id] = (ax_tensor){graph->inputs[i]->type, inputs[i]};
    AX_FOR_EQNS (eqn, graph)
        optest_run(eqn, tensors);
    const ax_var *output = graph->outputs[0];
    optest_data out = {output->type, optest_memory(&output->type)};
    if (ax_type_bytes(&out.type) > 0)
        memcpy(out.data, tensors[output->id].data, (size_t)ax_type_bytes(&out.type));
    AX_FOR_EQNS (eqn, graph) {
        for (int32_t i = 0; i < eqn->nresults; i++)
            free(tensors[eqn->results[i]->id].data);
    }
    free(tensors);
    return out;
}

/* Traces, verifies and evaluates one op. */
static inline optest_data optest_apply(optest_build *build, const void *user, int32_t count,
                                       const ax_type *types, void *const *inputs)
{
    ax_graph *graph = NULL;
    ax_status *status = optest_trace(build, user, count, types, &graph);
    if (status)
        fail_msg("%s", ax_status_message(status));
    status = ax_graph_verify(graph);
    if (status)
        fail_msg("%s", ax_status_message(status));
    optest_data out = optest_evaluate(graph, inputs);
    ax_graph_free(graph);
    return out;
}

/* Expects dims and the bytes of `expected`. */
static inline void optest_expect(optest_data out, ax_type type, const void *expected)
{
    if (!ax_type_equal(&out.type, &type))
        fail_msg("%s, not %s", AX_TYPE_STRING(&out.type), AX_TYPE_STRING(&type));
    if (ax_type_bytes(&type) > 0)
        assert_memory_equal(out.data, expected, (size_t)ax_type_bytes(&type));
    free(out.data);
}

/* The graph mapped over `size` by the batch rules; inputs as in_axes say. *out_axis: the output's. */
static inline ax_graph *optest_map(const ax_graph *graph, const int32_t *in_axes, int64_t size,
                                   int32_t *out_axis)
{
    ax_builder *builder;
    ax_status *status = ax_builder_create("mapped", NULL, &builder);
    assert_null(status);
    ax_batched *values = calloc((size_t)graph->nvars + 1, sizeof *values);
    ax_batching batching = {.builder = builder, .size = size, .values = values};
    for (int32_t i = 0; i < graph->ninputs; i++) {
        ax_type type = graph->inputs[i]->type;
        if (in_axes[i] != AX_NOT_MAPPED)
            type = ax_type_insert_dim(&type, in_axes[i], size);
        values[graph->inputs[i]->id] = (ax_batched){ax_builder_input(builder, &type, NULL),
                                                    in_axes[i]};
    }
    AX_FOR_EQNS (eqn, graph) {
        if (ax_batch_any_mapped(&batching, eqn)) {
            eqn->op->batch.function(&batching, eqn);
            continue;
        }
        ax_value operands[2 * OPTEST_MOST], results[OPTEST_MOST];
        for (int32_t i = 0; i < eqn->noperands; i++)
            operands[i] = ax_batch_operand(&batching, eqn, i).value;
        ax_emit_like(builder, eqn, operands, results);
        ax_batch_results(&batching, eqn, results, AX_NOT_MAPPED);
    }
    ax_batched output = values[graph->outputs[0]->id];
    *out_axis = output.axis;
    ax_graph *mapped = NULL;
    status = ax_builder_finish(builder, 1, &output.value, NULL, &mapped);
    if (status)
        fail_msg("%s", ax_status_message(status));
    status = ax_graph_verify(mapped);
    if (status)
        fail_msg("%s", ax_status_message(status));
    free(values);
    return mapped;
}

/* Row `index` of an array along `axis`, or (write) puts it there. */
static inline void optest_row(const ax_type *wide, int32_t axis, int64_t index, char *array,
                              char *row, bool write)
{
    int64_t outer = 1, inner = ax_dtype_bytes(wide->dtype);
    for (int32_t i = 0; i < wide->ndim; i++) {
        if (i < axis)
            outer *= wide->dims[i];
        if (i > axis)
            inner *= wide->dims[i];
    }
    for (int64_t i = 0; i < outer && inner > 0; i++) {
        char *place = array + (i * wide->dims[axis] + index) * inner;
        memcpy(write ? place : row + i * inner, write ? row + i * inner : place, (size_t)inner);
    }
}

/* Checks one choice of axes against evaluating row by row. `fill` makes an input's elements. */
typedef void optest_fill(const ax_type *type, int32_t operand, void *data);

static inline void optest_check_axes(const ax_graph *graph, const int32_t *in_axes, int64_t size,
                                     optest_fill *fill)
{
    int32_t out_axis;
    ax_graph *mapped = optest_map(graph, in_axes, size, &out_axis);
    assert_true(out_axis != AX_NOT_MAPPED);
    void *inputs[OPTEST_MOST], *rows[OPTEST_MOST];
    for (int32_t i = 0; i < graph->ninputs; i++) {
        inputs[i] = optest_memory(&mapped->inputs[i]->type);
        fill(&mapped->inputs[i]->type, i, inputs[i]);
        rows[i] = optest_memory(&graph->inputs[i]->type);
    }
    optest_data all = optest_evaluate(mapped, inputs);
    ax_type row_type = graph->outputs[0]->type;
    ax_type wide = ax_type_insert_dim(&row_type, out_axis, size);
    assert_true(ax_type_equal(&all.type, &wide));
    char *expected = optest_memory(&wide);
    for (int64_t row = 0; row < size; row++) {
        void *row_inputs[OPTEST_MOST];
        for (int32_t i = 0; i < graph->ninputs; i++) {
            row_inputs[i] = in_axes[i] == AX_NOT_MAPPED ? inputs[i] : rows[i];
            if (in_axes[i] != AX_NOT_MAPPED)
                optest_row(&mapped->inputs[i]->type, in_axes[i], row, inputs[i], rows[i], false);
        }
        optest_data one = optest_evaluate(graph, row_inputs);
        optest_row(&wide, out_axis, row, expected, one.data, true);
        free(one.data);
    }
    if (ax_type_bytes(&wide) > 0)
        assert_memory_equal(all.data, expected, (size_t)ax_type_bytes(&wide));
    for (int32_t i = 0; i < graph->ninputs; i++) {
        free(inputs[i]);
        free(rows[i]);
    }
    free(expected);
    free(all.data);
    ax_graph_free(mapped);
}

/* Every subset of operands mapped, at every axis, for sizes 0, 1 and 3. */
static inline void optest_check_batch(optest_build *build, const void *user, int32_t count,
                                      const ax_type *types, optest_fill *fill)
{
    ax_graph *graph = NULL;
    ax_status *status = optest_trace(build, user, count, types, &graph);
    if (status)
        fail_msg("%s", ax_status_message(status));
    int32_t axes[OPTEST_MOST];
    for (int32_t i = 0; i < count; i++)
        axes[i] = AX_NOT_MAPPED;
    for (;;) {
        int32_t i = 0;
        while (i < count && axes[i] == types[i].ndim)
            axes[i++] = AX_NOT_MAPPED;
        if (i == count)
            break;
        axes[i]++;
        optest_check_axes(graph, axes, 0, fill);
        optest_check_axes(graph, axes, 1, fill);
        optest_check_axes(graph, axes, 3, fill);
    }
    ax_graph_free(graph);
}

/* Fills f32 or i32 with small integers, so that sums are exact in any order. */
static inline void optest_small_integers(const ax_type *type, int32_t operand, void *data)
{
    for (int64_t i = 0; i < ax_type_count(type); i++) {
        int value = (int)((i * 7 + operand * 5) % 11) - 5;
        if (type->dtype == AX_F32) {
            ((float *)data)[i] = (float)value;
        } else {
            ((int32_t *)data)[i] = value;
        }
    }
}

#endif
