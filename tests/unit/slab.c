/* Slabs: the graph of one slab against the whole graph, and the cpu backend's kernel against the
 * reference evaluation, for any number of threads. */
#include "compile/slab.h"
#include "backend/executable.h"
#include "ir/builder.h"

#include "program_text.h"
#include "target.h"
#include "test.h"
#include <math.h>
#include <stdlib.h>

enum { MOST = 4 };

static ax_allocator *memory;

static void *allocate(const ax_type *type)
{
    void *buffer;
    assert_ok(ax_allocator_alloc(memory, ax_type_bytes(type), &buffer));
    return buffer;
}

static void release(const ax_type *type, void *buffer)
{
    ax_allocator_free(memory, buffer, ax_type_bytes(type));
}

/* Numbers between -1 and 1 without a pattern. */
static void fill(const ax_type *type, float *array)
{
    uint32_t state = 12345;
    for (int64_t i = 0; i < ax_type_count(type); i++) {
        state = state * 1664525u + 1013904223u;
        array[i] = (float)(int32_t)state / 2147483648.0F;
    }
}

static ax_graph *graph_of(const char *text)
{
    ax_program program;
    assert_ok(import(text, &program));
    return program.graph;
}

/* Runs a clone of the graph. `out_slabs`: how many of its kernels are slabs. */
static void run(const ax_target *target, const ax_graph *graph, ax_team *team,
                const void *const *inputs, void *const *outputs, int *out_slabs)
{
    ax_graph *copy;
    ax_executable *executable;
    ax_runner *runner;
    assert_ok(ax_graph_clone(graph, &copy));
    assert_ok(ax_executable_create(copy, target, &executable));
    assert_ok(ax_runner_create(executable, memory, team, &runner));
    assert_ok(ax_runner_run(runner, inputs, outputs));
    *out_slabs = 0;
    for (int32_t i = 0; i < ax_executable_step_count(executable); i++) {
        const ax_eqn *eqn;
        const ax_kernel *kernel;
        ax_executable_step(executable, i, &eqn, &kernel);
        *out_slabs += strcmp(kernel->name, "slabs") == 0;
    }
    ax_runner_free(runner);
    ax_executable_free(executable);
}

/* ---- the graph of a slab ---- */

static const char pieces[] =
    "func.func @main(%q: tensor<2x3x4x5xf32>, %k: tensor<2x3x6x5xf32>, %mask: tensor<4x6xf32>,\n"
    "                %scale: tensor<2x3x4xf32>) -> (tensor<2x3x6x4xf32>, tensor<2x3x4x12xf32>) {\n"
    "  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>\n"
    "  %one = stablehlo.constant dense<1.0> : tensor<f32>\n"
    "  %0 = stablehlo.dot_general %q, %k, batching_dims = [0, 1] x [0, 1],\n"
    "       contracting_dims = [3] x [3]\n"
    "       : (tensor<2x3x4x5xf32>, tensor<2x3x6x5xf32>) -> tensor<2x3x4x6xf32>\n"
    "  %1 = stablehlo.broadcast_in_dim %mask, dims = [2, 3] : (tensor<4x6xf32>) -> "
    "tensor<2x3x4x6xf32>\n"
    "  %2 = stablehlo.add %0, %1 : tensor<2x3x4x6xf32>\n"
    "  %3 = stablehlo.broadcast_in_dim %scale, dims = [0, 1, 2] : (tensor<2x3x4xf32>) -> "
    "tensor<2x3x4x6xf32>\n"
    "  %4 = stablehlo.multiply %2, %3 : tensor<2x3x4x6xf32>\n"
    "  %5 = stablehlo.reduce(%4 init: %low) applies stablehlo.maximum across dimensions = [3]\n"
    "       : (tensor<2x3x4x6xf32>, tensor<f32>) -> tensor<2x3x4xf32>\n"
    "  %6 = stablehlo.broadcast_in_dim %5, dims = [0, 1, 2] : (tensor<2x3x4xf32>) -> "
    "tensor<2x3x4x6xf32>\n"
    "  %7 = stablehlo.subtract %4, %6 : tensor<2x3x4x6xf32>\n"
    "  %8 = stablehlo.iota dim = 3 : tensor<2x3x4x6xf32>\n"
    "  %9 = stablehlo.add %7, %8 : tensor<2x3x4x6xf32>\n"
    "  %10 = stablehlo.transpose %9, dims = [0, 1, 3, 2] : (tensor<2x3x4x6xf32>) -> "
    "tensor<2x3x6x4xf32>\n"
    "  %11 = stablehlo.slice %7 [0:2, 0:3, 1:3, 0:6] : (tensor<2x3x4x6xf32>) -> "
    "tensor<2x3x2x6xf32>\n"
    "  %12 = stablehlo.pad %11, %one, low = [0, 0, 1, 0], high = [0, 0, 1, 0],\n"
    "        interior = [0, 0, 0, 0] : (tensor<2x3x2x6xf32>, tensor<f32>) -> "
    "tensor<2x3x4x6xf32>\n"
    "  %13 = stablehlo.reverse %12, dims = [2] : tensor<2x3x4x6xf32>\n"
    "  %14 = stablehlo.concatenate %13, %9, dim = 3 : (tensor<2x3x4x6xf32>, "
    "tensor<2x3x4x6xf32>) -> tensor<2x3x4x12xf32>\n"
    "  return %10, %14 : tensor<2x3x6x4xf32>, tensor<2x3x4x12xf32>\n"
    "}";

/* Each slab's results are the slab of the whole results. */
static void compare_slabs(const ax_graph *graph, int32_t ndims)
{
    bool cut[MOST];
    ax_graph *slab;
    void *inputs[MOST], *whole[MOST], *parts[MOST];
    const void *at[MOST];
    int64_t count = 1;
    int slabs;
    assert_ok(ax_slab_graph(graph, ndims, cut, &slab));
    assert_non_null(slab);
    for (int32_t i = 0; i < ndims; i++)
        count *= graph->outputs[0]->type.dims[i];
    for (int32_t i = 0; i < graph->ninputs; i++) {
        inputs[i] = allocate(&graph->inputs[i]->type);
        fill(&graph->inputs[i]->type, inputs[i]);
        assert_int_equal(ax_type_bytes(&graph->inputs[i]->type),
                         ax_type_bytes(&slab->inputs[i]->type) * (cut[i] ? count : 1));
    }
    for (int32_t i = 0; i < graph->noutputs; i++) {
        whole[i] = allocate(&graph->outputs[i]->type);
        parts[i] = allocate(&slab->outputs[i]->type);
    }
    run(&ax_target_reference, graph, NULL, (const void *const *)inputs, whole, &slabs);
    for (int64_t s = 0; s < count; s++) {
        for (int32_t i = 0; i < graph->ninputs; i++)
            at[i] = (char *)inputs[i] + (cut[i] ? ax_type_bytes(&slab->inputs[i]->type) * s : 0);
        run(&ax_target_reference, slab, NULL, at, parts, &slabs);
        for (int32_t i = 0; i < graph->noutputs; i++) {
            int64_t bytes = ax_type_bytes(&slab->outputs[i]->type);
            assert_memory_equal(parts[i], (char *)whole[i] + bytes * s, (size_t)bytes);
        }
    }
    for (int32_t i = 0; i < graph->ninputs; i++)
        release(&graph->inputs[i]->type, inputs[i]);
    for (int32_t i = 0; i < graph->noutputs; i++) {
        release(&graph->outputs[i]->type, whole[i]);
        release(&slab->outputs[i]->type, parts[i]);
    }
    ax_graph_free(slab);
}

static void slabs_are_parts_of_the_whole(void **state)
{
    (void)state;
    ax_graph *graph = graph_of(pieces);
    compare_slabs(graph, 1);
    compare_slabs(graph, 2);
    ax_graph_free(graph);
}

static void masks_are_taken_whole(void **state)
{
    (void)state;
    bool cut[MOST];
    ax_graph *graph = graph_of(pieces), *slab;
    assert_ok(ax_slab_graph(graph, 2, cut, &slab));
    assert_non_null(slab);
    assert_true(cut[0] && cut[1] && !cut[2] && cut[3]);
    ax_graph_free(slab);
    ax_graph_free(graph);
}

static void refuse(const char *text)
{
    bool cut[MOST];
    ax_graph *graph = graph_of(text), *slab;
    assert_ok(ax_slab_graph(graph, 1, cut, &slab));
    assert_null(slab);
    ax_graph_free(graph);
}

static void what_hangs_together_is_not_cut(void **state)
{
    (void)state;
    refuse("func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {\n"
           "  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>\n"
           "  return %0 : tensor<4x4xf32>\n}");
    refuse("func.func @main(%x: tensor<4x4x4xf32>) -> tensor<4x4xf32> {\n"
           "  %z = stablehlo.constant dense<0.0> : tensor<f32>\n"
           "  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0]\n"
           "       : (tensor<4x4x4xf32>, tensor<f32>) -> tensor<4x4xf32>\n"
           "  return %0 : tensor<4x4xf32>\n}");
    refuse("func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {\n"
           "  %0 = stablehlo.reverse %x, dims = [0] : tensor<4x4xf32>\n"
           "  return %0 : tensor<4x4xf32>\n}");
    /* x is wanted whole and cut. */
    refuse("func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4x4xf32> {\n"
           "  %0 = stablehlo.broadcast_in_dim %x, dims = [0, 1] : (tensor<4x4xf32>) -> "
           "tensor<4x4x4xf32>\n"
           "  %1 = stablehlo.broadcast_in_dim %x, dims = [1, 2] : (tensor<4x4xf32>) -> "
           "tensor<4x4x4xf32>\n"
           "  %2 = stablehlo.add %0, %1 : tensor<4x4x4xf32>\n"
           "  return %2 : tensor<4x4x4xf32>\n}");
    refuse("func.func @main(%x: tensor<4x4xf32>, %y: tensor<4x4xf32>) -> tensor<4x4xf32> {\n"
           "  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0]\n"
           "       : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>\n"
           "  return %0 : tensor<4x4xf32>\n}");
}

/* ---- the kernel ---- */

/* Attention over B heads of 592 tokens of 16 numbers; the scores take 1.4 MB a head. */
static const char attention[] =
    "func.func @main(%q: tensor<Bx592x16xf32>, %k: tensor<Bx592x16xf32>, %v: "
    "tensor<Bx592x16xf32>)\n"
    "    -> (tensor<Bx592x16xf32>, tensor<Bx592xf32>) {\n"
    "  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>\n"
    "  %zero = stablehlo.constant dense<0.0> : tensor<f32>\n"
    "  %0 = stablehlo.dot_general %q, %k, batching_dims = [0] x [0], contracting_dims = [2] x [2]\n"
    "       : (tensor<Bx592x16xf32>, tensor<Bx592x16xf32>) -> tensor<Bx592x592xf32>\n"
    "  %1 = stablehlo.reduce(%0 init: %low) applies stablehlo.maximum across dimensions = [2]\n"
    "       : (tensor<Bx592x592xf32>, tensor<f32>) -> tensor<Bx592xf32>\n"
    "  %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<Bx592xf32>) -> "
    "tensor<Bx592x592xf32>\n"
    "  %3 = stablehlo.subtract %0, %2 : tensor<Bx592x592xf32>\n"
    "  %4 = stablehlo.exponential %3 : tensor<Bx592x592xf32>\n"
    "  %5 = stablehlo.reduce(%4 init: %zero) applies stablehlo.add across dimensions = [2]\n"
    "       : (tensor<Bx592x592xf32>, tensor<f32>) -> tensor<Bx592xf32>\n"
    "  %6 = stablehlo.broadcast_in_dim %5, dims = [0, 1] : (tensor<Bx592xf32>) -> "
    "tensor<Bx592x592xf32>\n"
    "  %7 = stablehlo.divide %4, %6 : tensor<Bx592x592xf32>\n"
    "  %8 = stablehlo.dot_general %7, %v, batching_dims = [0] x [0], contracting_dims = [2] x [1]\n"
    "       : (tensor<Bx592x592xf32>, tensor<Bx592x16xf32>) -> tensor<Bx592x16xf32>\n"
    "  return %8, %1 : tensor<Bx592x16xf32>, tensor<Bx592xf32>\n"
    "}";

/* With so many heads and threads: the first bits that a number of heads gave, or those again. */
static void check_attention(const ax_target *target, int heads, int threads, void *const *expected)
{
    char text[sizeof attention + 64], *to = text;
    for (const char *from = attention; *from; from++)
        *to++ = *from == 'B' ? (char)('0' + heads) : *from;
    *to = '\0';
    ax_graph *graph = graph_of(text);
    ax_team *team = NULL;
    void *inputs[3], *outputs[2];
    int slabs;
    if (threads > 1)
        assert_ok(ax_team_create(threads, NULL, &team));
    for (int32_t i = 0; i < 3; i++) {
        inputs[i] = allocate(&graph->inputs[i]->type);
        fill(&graph->inputs[i]->type, inputs[i]);
    }
    for (int32_t i = 0; i < 2; i++)
        outputs[i] = allocate(&graph->outputs[i]->type);
    run(target, graph, team, (const void *const *)inputs, outputs, &slabs);
    assert_int_equal(slabs, target->codegen ? 1 : 0);
    for (int32_t i = 0; i < 2; i++) {
        const ax_type *type = &graph->outputs[i]->type;
        if (threads == 0) {
            memcpy(expected[i], outputs[i], (size_t)ax_type_bytes(type));
        } else if (threads == 1) {
            for (int64_t e = 0; e < ax_type_count(type); e++) {
                float is = ((float *)outputs[i])[e], should = ((float *)expected[i])[e];
                assert_true(fabsf(is - should) < 1e-5F);
            }
            memcpy(expected[i], outputs[i], (size_t)ax_type_bytes(type));
        } else {
            assert_memory_equal(outputs[i], expected[i], (size_t)ax_type_bytes(type));
        }
        release(type, outputs[i]);
    }
    for (int32_t i = 0; i < 3; i++)
        release(&graph->inputs[i]->type, inputs[i]);
    ax_team_free(team);
    ax_graph_free(graph);
}

/* Against the reference, then the same bits with several threads: where there are slabs for all of them,
 * and where there are not. */
static void attention_runs_in_slabs(void **state)
{
    (void)state;
    ax_target target;
    const ax_type types[] = {{AX_F32, 3, {8, 592, 16}}, {AX_F32, 2, {8, 592}}};
    void *expected[] = {allocate(&types[0]), allocate(&types[1])};
    assert_ok(test_target_open(&target));
    for (int heads = 4; heads <= 8; heads += 4) {
        check_attention(&ax_target_reference, heads, 0, expected);
        for (int threads = 1; threads <= 3; threads++)
            check_attention(&target, heads, threads, expected);
    }
    release(&types[0], expected[0]);
    release(&types[1], expected[1]);
    test_target_close(&target);
}

static int open_memory(void **state)
{
    (void)state;
    assert_ok(ax_allocator_create("test", 0, &memory));
    return 0;
}

static int close_memory(void **state)
{
    (void)state;
    ax_allocator_destroy(memory);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slabs_are_parts_of_the_whole),
        cmocka_unit_test(masks_are_taken_whole),
        cmocka_unit_test(what_hangs_together_is_not_cut),
        cmocka_unit_test(attention_runs_in_slabs),
    };
    return cmocka_run_group_tests(tests, open_memory, close_memory);
}
