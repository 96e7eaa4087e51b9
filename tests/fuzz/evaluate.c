/* StableHLO text that imports is also run: by the reference backend, by the cpu backend, and vmapped over a
 * batch. Any program ends, in memory that its types name, and the three agree to the
 * bit: without a code generator the cpu backend computes what the reference does, and a row of a batch what it gives alone. */
#include "backend/executable.h"
#include "formats/stablehlo.h"
#include "transform/shard_map.h"
#include "transform/vmap.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MAX_VALUES = 32, MAX_BYTES = 1 << 16, BATCH = 3 };

/* ---- how much a program would do ---- */

static bool small_ints(const ax_eqn *eqn)
{
    for (int32_t i = 0; i < eqn->nattrs; i++) {
        const ax_attr *attr = &eqn->attrs[i];
        ax_attr_kind kind = ax_attr_kind_of(attr->key);
        for (int32_t n = 0; kind == AX_ATTR_KIND_INTS && n < attr->ints.count; n++) {
            if (attr->ints.values[n] > MAX_BYTES || attr->ints.values[n] < -MAX_BYTES)
                return false;
        }
    }
    return true;
}

/* Whether the values of the graph are few and small; what an attribute spans (a window) as well. */
static bool is_small(const ax_graph *graph)
{
    int64_t bytes = 0;
    for (int32_t i = 0; i < graph->ninputs; i++) {
        if (ax_type_bytes(&graph->inputs[i]->type) > MAX_BYTES)
            return false;
        bytes += ax_type_bytes(&graph->inputs[i]->type);
    }
    AX_FOR_EQNS (eqn, graph) {
        for (int32_t i = 0; i < eqn->nresults; i++) {
            if (ax_type_bytes(&eqn->results[i]->type) > MAX_BYTES)
                return false;
            bytes += ax_type_bytes(&eqn->results[i]->type);
        }
        for (int32_t i = 0; i < eqn->nregions; i++) {
            if (!is_small(eqn->regions[i]))
                return false;
        }
        if (!small_ints(eqn))
            return false;
    }
    return bytes <= 16 * MAX_BYTES && graph->ninputs <= MAX_VALUES && graph->noutputs <= MAX_VALUES;
}

/* ---- running ---- */

typedef struct values {
    void *bytes[MAX_VALUES];
    int32_t count;
} values;

static void values_free(values *v)
{
    for (int32_t i = 0; i < v->count; i++)
        free(v->bytes[i]);
}

static void *values_add(values *v, const ax_type *type)
{
    void *bytes = malloc((size_t)ax_type_bytes(type)); /* exact, so that a sanitizer sees the end */
    v->bytes[v->count++] = bytes;
    return bytes;
}

/* Any numbers, the same for each row of a batch along axis 0 as for the row alone. */
static void fill(void *bytes, const ax_type *type, int64_t rows, uint32_t seed)
{
    int64_t size = ax_type_bytes(type) / rows;
    uint8_t *at = bytes;
    for (int64_t i = 0; i < size * rows; i++) {
        uint32_t mixed = (seed + (uint32_t)(i % size)) * 2654435761u;
        at[i] = type->dtype == AX_BOOL ? (uint8_t)(mixed >> 31) : (uint8_t)(mixed >> 24);
    }
}

/* Without a code generator, so that bits can be compared. */
static const ax_target plain_cpu = {.backend = &ax_backend_cpu};

static void run(ax_graph *graph, const ax_target *target, int64_t rows, values *out)
{
    ax_allocator *allocator;
    ax_executable *executable = NULL;
    ax_runner *runner = NULL;
    values in = {.count = 0};
    for (int32_t i = 0; i < graph->ninputs; i++) {
        const ax_type *type = &graph->inputs[i]->type;
        fill(values_add(&in, type), type, rows, (uint32_t)i * 977);
    }
    for (int32_t i = 0; i < graph->noutputs; i++)
        values_add(out, &graph->outputs[i]->type);
    ax_status *status = ax_allocator_create("fuzz", 0, &allocator);
    if (!status)
        status = ax_executable_create(graph, target, &executable);
    else
        abort();
    if (!status)
        status = ax_runner_create(executable, allocator, NULL, &runner);
    if (!status)
        status = ax_runner_run(runner, (const void *const *)in.bytes, out->bytes);
    if (status) {
        values_free(out);
        out->count = 0;
    }
    ax_status_free(status);
    ax_runner_free(runner);
    ax_executable_free(executable);
    ax_allocator_destroy(allocator);
    values_free(&in);
}

/* ---- comparing ---- */

/* Each of `rows` rows of `b` is what `a` is. */
static void compare(const values *a, const values *b, const int64_t *sizes, int64_t rows)
{
    for (int32_t i = 0; i < a->count && i < b->count; i++) {
        for (int64_t row = 0; row < rows && sizes[i]; row++) {
            if (memcmp(a->bytes[i], (char *)b->bytes[i] + row * sizes[i], (size_t)sizes[i]) != 0)
                abort();
        }
    }
}

static ax_status *expand(ax_graph *graph, ax_graph **out_graph)
{
    ax_status *status = ax_shard_map_expand(graph, out_graph);
    ax_graph_free(graph);
    return status;
}

static ax_graph *import(const ax_hlo_module *module)
{
    ax_program program;
    ax_graph *graph = NULL;
    ax_status *status = ax_stablehlo_import(module, NULL, &program);
    if (!status && is_small(program.graph))
        status = expand(program.graph, &graph);
    else if (!status)
        ax_graph_free(program.graph);
    if (graph && !is_small(graph)) {
        ax_graph_free(graph);
        graph = NULL;
    }
    ax_status_free(status);
    return graph;
}

static void evaluate(const ax_hlo_module *module)
{
    ax_graph *graph = import(module), *again = import(module), *one = import(module);
    if (!graph || !again || !one) {
        ax_graph_free(graph);
        ax_graph_free(again);
        ax_graph_free(one);
        return;
    }
    values reference = {.count = 0}, cpu = {.count = 0}, batch = {.count = 0};
    int64_t sizes[MAX_VALUES], axes[MAX_VALUES] = {0};
    for (int32_t i = 0; i < graph->noutputs; i++)
        sizes[i] = ax_type_bytes(&graph->outputs[i]->type);
    ax_graph *vmapped = NULL;
    if (graph->ninputs > 0) {
        ax_status *status = ax_vmap_graph(one, axes, axes, BATCH, NULL, &vmapped);
        ax_status_free(status);
    }
    ax_graph_free(one);
    run(graph, &ax_target_reference, 1, &reference);
    run(again, &plain_cpu, 1, &cpu);
    if (vmapped)
        run(vmapped, &ax_target_reference, BATCH, &batch);
    compare(&reference, &cpu, sizes, 1);
    compare(&reference, &batch, sizes, BATCH);
    values_free(&reference);
    values_free(&cpu);
    values_free(&batch);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ax_hlo_module *module;
    ax_status *status = ax_stablehlo_parse((const char *)data, size, "fuzz.mlir", &module);
    if (!status) {
        evaluate(module);
        ax_stablehlo_free(module);
    }
    ax_status_free(status);
    return 0;
}
