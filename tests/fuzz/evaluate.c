/* StableHLO text that imports is also run: by the reference backend, by the cpu backend without a code generator,
 * and vmapped over a batch. Any program ends, in memory that its types name, and the three agree to the bit: the
 * cpu backend then computes what the reference does, but for which NaN one is, and a row of a batch what it gives
 * alone.
 *
 * Compiled, its kernels touch their buffers alone, and where no operation leaves a float's last bits open they
 * compute what the reference does.
 */
#include "backend/backend.h"
#include "backend/cpu/codegen.h"
#include "backend/executable.h"
#include "formats/stablehlo.h"
#include "transform/shard_map.h"
#include "transform/vmap.h"

#include "guarded.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MAX_VALUES = 32, MAX_BYTES = 1 << 16, BATCH = 3, MOST_COMPILED = 500 };

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
    guarded memory[MAX_VALUES];
    int32_t count;
} values;

static void values_free(values *v)
{
    guarded_release(v->memory, v->count);
    v->count = 0;
}

static void *values_add(values *v, const ax_type *type)
{
    v->memory[v->count] = guarded_memory(type);
    return v->memory[v->count++].data;
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
    const void *read[MAX_VALUES];
    void *written[MAX_VALUES];
    for (int32_t i = 0; i < graph->ninputs; i++) {
        const ax_type *type = &graph->inputs[i]->type;
        void *bytes = values_add(&in, type);
        fill(bytes, type, rows, (uint32_t)i * 977);
        read[i] = bytes;
    }
    for (int32_t i = 0; i < graph->noutputs; i++)
        written[i] = values_add(out, &graph->outputs[i]->type);
    ax_status *status = ax_allocator_create("fuzz", 0, &allocator);
    if (!status)
        status = ax_executable_create(graph, target, &executable);
    else
        abort();
    if (!status)
        status = ax_runner_create(executable, allocator, NULL, &runner);
    if (!status)
        status = ax_runner_run(runner, read, written);
    for (int32_t i = 0; i < out->count; i++) {
        if (!guarded_untouched(&out->memory[i]))
            abort();
    }
    if (status)
        values_free(out);
    ax_status_free(status);
    ax_runner_free(runner);
    ax_executable_free(executable);
    ax_allocator_destroy(allocator);
    values_free(&in);
}

/* ---- comparing ---- */

static bool is_nan(ax_dtype dtype, const void *at)
{
    uint64_t bits = 0, infinite = dtype == AX_F16    ? UINT64_C(0x7c00)
                                  : dtype == AX_BF16 ? UINT64_C(0x7f80)
                                  : dtype == AX_F32  ? UINT64_C(0x7f800000)
                                                     : UINT64_C(0x7ff0000000000000);
    int64_t bytes = ax_dtype_bytes(dtype);
    memcpy(&bits, at, (size_t)bytes);
    return (bits & ~(UINT64_C(1) << (8 * bytes - 1))) > infinite;
}

/* The same elements, NaNs of any kind. */
static void compare_elements(const values *a, const values *b, const ax_type *types)
{
    for (int32_t i = 0; i < a->count && i < b->count; i++) {
        int64_t bytes = ax_dtype_bytes(types[i].dtype);
        for (int64_t at = 0; at < ax_type_bytes(&types[i]); at += bytes) {
            const char *x = (const char *)a->memory[i].data + at;
            const char *y = (const char *)b->memory[i].data + at;
            if (memcmp(x, y, (size_t)bytes) != 0 &&
                !(ax_dtype_is_float(types[i].dtype) && is_nan(types[i].dtype, x) &&
                  is_nan(types[i].dtype, y)))
                abort();
        }
    }
}

/* Each row of the batch is what `a` is. */
static void compare_rows(const values *a, const values *batch, const ax_type *types)
{
    for (int32_t i = 0; i < a->count && i < batch->count; i++) {
        int64_t size = ax_type_bytes(&types[i]);
        for (int64_t row = 0; row < BATCH && size; row++) {
            const char *at = (const char *)batch->memory[i].data + row * size;
            if (memcmp(a->memory[i].data, at, (size_t)size) != 0)
                abort();
        }
    }
}

/* ---- programs ---- */

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

/* ---- compiled programs ---- */

/* Whether the equation leaves no bit of a float open but those of a NaN: no order of a sum, no function that
 * is only near. */
static bool is_exact(const ax_eqn *eqn)
{
    static const char *const inexact[] = {"acos",          "acosh",
                                          "asin",          "asinh",
                                          "atan",          "atan2",
                                          "atanh",         "cbrt",
                                          "bessel_i1e",    "bitcast_convert",
                                          "convolution",   "cosh",
                                          "cosine",        "digamma",
                                          "dot_general",   "erf",
                                          "erf_inv",       "erfc",
                                          "exponential",   "exponential_minus_one",
                                          "lgamma",        "log",
                                          "log_plus_one",  "logistic",
                                          "next_after",    "polygamma",
                                          "power",         "reduce",
                                          "reduce_window", "rsqrt",
                                          "scatter",       "select_and_scatter",
                                          "sine",          "sinh",
                                          "sort",          "tan",
                                          "tanh",          "top_k",
                                          "zeta"};
    bool floats = false;
    for (int32_t i = 0; i < eqn->noperands; i++)
        floats |= ax_dtype_is_float(eqn->operands[i]->type.dtype);
    for (size_t i = 0; floats && i < sizeof inexact / sizeof inexact[0]; i++) {
        if (strcmp(eqn->op->name, inexact[i]) == 0)
            return false;
    }
    return true;
}

static bool all_exact(const ax_graph *graph)
{
    AX_FOR_EQNS (eqn, graph) {
        if (!is_exact(eqn))
            return false;
    }
    return true;
}

/* A code generator whose code does not grow for ever. */
static ax_target compiling_cpu(void)
{
    static ax_codegen *codegen;
    static int used;
    if (used++ % MOST_COMPILED == 0) {
        ax_codegen_free(codegen);
        setenv("AXMAP_CACHE_DIR", "off", 1);
        if (ax_codegen_create(&(ax_codegen_options){.level = -1}, &codegen))
            abort();
    }
    return (ax_target){.backend = &ax_backend_cpu, .codegen = codegen};
}

/* Takes the graph over; `reference` is what the reference gave for it. */
static void check_compiled(ax_graph *graph, const values *reference, const ax_type *types)
{
    bool exact = all_exact(graph);
    ax_target target = compiling_cpu();
    values compiled = {.count = 0};
    run(graph, &target, 1, &compiled);
    if (exact)
        compare_elements(reference, &compiled, types);
    values_free(&compiled);
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
    int64_t axes[MAX_VALUES] = {0};
    ax_type types[MAX_VALUES];
    for (int32_t i = 0; i < graph->noutputs; i++)
        types[i] = graph->outputs[i]->type;
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
    compare_elements(&reference, &cpu, types);
    compare_rows(&reference, &batch, types);
    check_compiled(import(module), &reference, types);
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
