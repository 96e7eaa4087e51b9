/* Programs with an axis of their own, from the text to numbers: tests/data/psum, imported as the
 * function of one example, vmapped over its axis and evaluated, against JAX's results (see the README
 * there for how they were made and how far float32 may be from them). */
#include "backend/executable.h"
#include "formats/array_file.h"
#include "formats/names.h"
#include "formats/stablehlo.h"
#include "transform/example.h"
#include "transform/vmap.h"

#include "test.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define DATA AXMAP_TEST_DATA "/psum/"

static void *read_whole_file(const char *path, size_t *out_length)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    *out_length = (size_t)ftell(file);
    rewind(file);
    char *text = malloc(*out_length);
    assert_non_null(text);
    assert_int_equal(fread(text, 1, *out_length, file), *out_length);
    fclose(file);
    return text;
}

static void *read_array(const char *path, const char *name, const ax_type *type)
{
    ax_array_file *file;
    const ax_stored_array *array;
    assert_ok(ax_array_file_open(path, &file));
    assert_ok(ax_array_file_find(file, name, &array));
    assert_true(ax_type_equal(&array->type, type));
    void *data = malloc((size_t)ax_type_bytes(type));
    assert_non_null(data);
    assert_ok(ax_array_file_read_all(file, array, data));
    ax_array_file_close(file);
    return data;
}

/* Weights are in NAME.safetensors, everything else in NAME.ARGUMENT.npy. */
static void *read_input(const char *program, const char *printed, const ax_type *type)
{
    static const char weights[] = "params.";
    char path[512];
    char *name;
    assert_ok(ax_name_dotted(printed, &name));
    bool is_weight = strncmp(name, weights, sizeof weights - 1) == 0;
    if (is_weight) {
        snprintf(path, sizeof path, DATA "%s.safetensors", program);
    } else {
        snprintf(path, sizeof path, DATA "%s.%s.npy", program, name);
    }
    void *data = read_array(path, is_weight ? name : NULL, type);
    free(name);
    return data;
}

static void compare(const char *program, const char *printed, const ax_type *type, const void *is)
{
    char path[512];
    char *name;
    assert_ok(ax_name_dotted(printed, &name));
    snprintf(path, sizeof path, DATA "%s.%s.expected.npy", program, name);
    void *expected = read_array(path, NULL, type);
    if (type->dtype != AX_F32) {
        assert_memory_equal(is, expected, (size_t)ax_type_bytes(type));
    } else {
        float tolerance = strcmp(name, "total") == 0 ? 4e-5F : 2e-6F;
        for (int64_t i = 0; i < ax_type_count(type); i++) {
            float a = ((const float *)is)[i];
            float b = ((const float *)expected)[i];
            if (!(fabsf(a - b) <= tolerance * fmaxf(1.0F, fabsf(b))))
                fail_msg("%s: element %lld is %.9g, expected %.9g", path, (long long)i, (double)a,
                         (double)b);
        }
    }
    free(expected);
    free(name);
}

static void run(const ax_graph *batch, const void *const *inputs, void *const *outputs)
{
    ax_graph *graph;
    ax_allocator *allocator;
    ax_executable *executable;
    ax_runner *runner;
    assert_ok(ax_graph_clone(batch, &graph));
    assert_ok(ax_allocator_create("test", 0, &allocator));
    assert_ok(ax_executable_create(graph, &ax_target_reference, &executable));
    assert_ok(ax_runner_create(executable, allocator, NULL, &runner));
    assert_ok(ax_runner_run(runner, inputs, outputs));
    ax_runner_free(runner);
    ax_executable_free(executable);
    ax_allocator_destroy(allocator);
}

static void check_program(const char *name)
{
    char path[512];
    size_t length;
    snprintf(path, sizeof path, DATA "%s.mlir", name);
    char *text = read_whole_file(path, &length);
    ax_hlo_module *module;
    ax_program program;
    assert_ok(ax_stablehlo_parse(text, length, path, &module));
    assert_ok(ax_stablehlo_import(module, NULL, &program));
    ax_stablehlo_free(module); /* the program keeps nothing of it */
    free(text);
    assert_ok(ax_graph_verify(program.graph));
    ax_example example;
    assert_ok(ax_example_create(program.graph, "batch", &example));
    assert_ok(ax_graph_verify(example.graph));
    assert_string_equal(example.axis_name, "batch");
    assert_int_equal(example.axis_size, 1009);

    ax_graph *batch;
    assert_ok(ax_vmap_graph(example.graph, example.in_axes, example.out_axes, example.axis_size,
                            example.axis_name, &batch));
    enum { MOST = 16 };
    void *inputs[MOST];
    void *outputs[MOST];
    assert_in_range(batch->ninputs, 1, MOST);
    assert_in_range(batch->noutputs, 1, MOST);
    for (int32_t i = 0; i < batch->ninputs; i++)
        inputs[i] = read_input(name, program.graph->input_names[i], &batch->inputs[i]->type);
    for (int32_t i = 0; i < batch->noutputs; i++)
        outputs[i] = malloc((size_t)ax_type_bytes(&batch->outputs[i]->type));
    run(batch, (const void *const *)inputs, outputs);
    for (int32_t i = 0; i < batch->noutputs; i++)
        compare(name, program.graph->output_names[i], &batch->outputs[i]->type, outputs[i]);

    for (int32_t i = 0; i < batch->ninputs; i++)
        free(inputs[i]);
    for (int32_t i = 0; i < batch->noutputs; i++)
        free(outputs[i]);
    ax_graph_free(batch);
    ax_graph_free(example.graph);
    ax_program_free(&program);
}

static void center(void **state)
{
    (void)state;
    check_program("center");
}

static void mix(void **state)
{
    (void)state;
    check_program("mix");
}

static void move(void **state)
{
    (void)state;
    check_program("move");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(center), cmocka_unit_test(mix),
                                       cmocka_unit_test(move)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
