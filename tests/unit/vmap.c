/* vmap against JAX's values: the scripts in data/vmap have the same programs by the same names, and
 * every one of their cases is run here, on both backends. */
#include "vmap_programs.h"

#include "test.h"

#include "target.h"

#include "backend/executable.h"
#include "base/unconst.h"
#include "formats/array_file.h"
#include "transform/fn.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static ax_array_file *file;
static ax_allocator *allocator;
static ax_target cpu;
static int cases_run;

typedef struct array {
    ax_type type;
    void *data;
} array;

/* CASE.in.K or CASE.out.K; false where there is none. */
static bool load(const char *name, const char *kind, int32_t k, array *out_array)
{
    char tensor[96];
    snprintf(tensor, sizeof tensor, "%s.%s.%d", name, kind, (int)k);
    const ax_stored_array *stored;
    ax_status *status = ax_array_file_find(file, tensor, &stored);
    if (status) {
        ax_status_free(status);
        return false;
    }
    out_array->type = stored->type;
    out_array->data = malloc((size_t)ax_type_bytes(&stored->type) + 1);
    assert_ok(ax_array_file_read_all(file, stored, out_array->data));
    return true;
}

static int32_t load_all(const char *name, const char *kind, array *arrays)
{
    int32_t count = 0;
    while (count < MOST && load(name, kind, count, &arrays[count]))
        count++;
    return count;
}

static ax_fn *make(const program *p, int32_t ninputs, int32_t noutputs)
{
    ax_fn *fn, *mapped;
    assert_ok(ax_fn_create(p->trace, ax_unconst(p), ninputs, noutputs, &fn));
    for (int32_t i = 0; i < (p->depth ? p->depth : 1); i++) {
        const level *at = &p->levels[i];
        ax_vmap_options options = {.in_axes = {ninputs, at->in},
                                   .out_axes = {noutputs, at->out},
                                   .axis_name = at->axis,
                                   .axis_size = at->size};
        assert_ok(ax_vmap(fn, &options, &mapped));
        ax_fn_release(fn);
        fn = mapped;
    }
    return fn;
}

static bool close_enough(double seen, double expected, double tolerance)
{
    if (isnan(expected) || isinf(expected))
        return isnan(expected) ? isnan(seen) != 0 : seen == expected;
    return fabs(seen - expected) <= tolerance * fmax(1, fabs(expected));
}

/* Floats to a few last places (JAX divides and sums in its own order), all else to the bit. */
static void compare(const program *p, const char *backend, int32_t k, const array *expected,
                    const void *seen)
{
    bool same = true;
    int64_t count = ax_type_count(&expected->type);
    for (int64_t i = 0; i < count && same; i++) {
        if (expected->type.dtype == AX_F32) {
            same = close_enough((double)((const float *)seen)[i],
                                (double)((const float *)expected->data)[i], 2e-6);
        } else if (expected->type.dtype == AX_F64) {
            same = close_enough(((const double *)seen)[i], ((const double *)expected->data)[i],
                                1e-14);
        } else {
            int64_t bytes = ax_dtype_bytes(expected->type.dtype);
            same = memcmp((const char *)seen + i * bytes, (const char *)expected->data + i * bytes,
                          (size_t)bytes) == 0;
        }
        if (!same)
            fail_msg("%s: result %d differs at element %d on %s", p->name, (int)k, (int)i, backend);
    }
}

static void run(const program *p, const ax_graph *graph, const ax_target *target,
                const array *inputs, const array *expected)
{
    ax_graph *copy;
    ax_executable *executable;
    ax_runner *runner;
    const void *in[MOST];
    void *out[MOST];
    assert_ok(ax_graph_clone(graph, &copy));
    assert_ok(ax_executable_create(copy, target, &executable));
    assert_ok(ax_runner_create(executable, allocator, NULL, &runner));
    for (int32_t i = 0; i < graph->ninputs; i++)
        in[i] = inputs[i].data;
    for (int32_t i = 0; i < graph->noutputs; i++)
        out[i] = malloc((size_t)ax_type_bytes(&expected[i].type) + 1);
    assert_ok(ax_runner_run(runner, in, out));
    for (int32_t i = 0; i < graph->noutputs; i++) {
        compare(p, target->backend->name, i, &expected[i], out[i]);
        free(out[i]);
    }
    ax_runner_free(runner);
    ax_executable_free(executable);
}

static void check_program(const program *p)
{
    array inputs[MOST], expected[MOST];
    ax_type types[MOST];
    int32_t ninputs = load_all(p->name, "in", inputs);
    int32_t noutputs = load_all(p->name, "out", expected);
    if (noutputs == 0)
        fail_msg("%s: not among JAX's cases", p->name);
    for (int32_t i = 0; i < ninputs; i++)
        types[i] = inputs[i].type;
    ax_fn *fn = make(p, ninputs, noutputs);
    ax_graph *graph;
    ax_status *status = ax_fn_trace(fn, types, NULL, &graph);
    if (status)
        fail_msg("%s: %s", p->name, ax_status_message(status));
    assert_ok(ax_graph_verify(graph));
    for (int32_t i = 0; i < noutputs; i++) {
        const ax_type *type = &graph->outputs[i]->type;
        if (!ax_type_equal(type, &expected[i].type)) {
            fail_msg("%s: result %d is %s; JAX says %s", p->name, (int)i, AX_TYPE_STRING(type),
                     AX_TYPE_STRING(&expected[i].type));
        }
    }
    run(p, graph, &ax_target_reference, inputs, expected);
    run(p, graph, &cpu, inputs, expected);
    ax_graph_free(graph);
    ax_fn_release(fn);
    for (int32_t i = 0; i < ninputs; i++)
        free(inputs[i].data);
    for (int32_t i = 0; i < noutputs; i++)
        free(expected[i].data);
    cases_run++;
}

static void test_programs(void **state)
{
    (void)state;
    for (const program *p = programs; p->name; p++)
        check_program(p);
}

/* An anonymous vmap between the program and the named one, or around it. */
static void test_all_gather_beside_another_axis(void **state)
{
    (void)state;
    const int64_t dimensions[] = {0, 1, 2, -1, -2, 0, -1};
    char name[96];
    for (size_t d = 0; d < 7; d++) {
        bool tiled = d >= 5;
        for (int64_t other = 0; other < 3; other++) {
            int64_t dimension = dimensions[d];
            program p = {.name = name,
                         .trace = trace_all_gather,
                         .dimension = dimension,
                         .tiled = tiled,
                         .depth = 2,
                         .levels = {{{other}, {other}, NULL, 0}, {{1}, {AX_NONE}, "i", 0}}};
            snprintf(name, sizeof name, "all_gather_%s%s%d_around_%d", tiled ? "tiled_" : "",
                     dimension < 0 ? "m" : "", (int)llabs(dimension), (int)other);
            check_program(&p);
            if (tiled)
                continue;
            p.levels[0] = (level){{other}, {AX_NONE}, "i", 0};
            p.levels[1] = (level){{1}, {2}, NULL, 0};
            snprintf(name, sizeof name, "all_gather_%s%d_inside_%d", dimension < 0 ? "m" : "",
                     (int)llabs(dimension), (int)other);
            check_program(&p);
        }
    }
}

static void test_every_case_was_run(void **state)
{
    (void)state;
    int cases = 0;
    for (int64_t i = 0; i < ax_array_file_count(file); i++) {
        if (strstr(ax_array_file_name(file, i), ".out.0"))
            cases++;
    }
    assert_int_equal(cases_run, cases);
}

static void open_cases(const char *path)
{
    ax_array_file_close(file);
    file = NULL;
    cases_run = 0;
    assert_ok(ax_array_file_open(path, &file));
}

static void test_indexing_programs(void **state)
{
    open_cases(AXMAP_TEST_DATA "/vmap/indexing.safetensors");
    for (const program *p = indexing_programs; p->name; p++)
        check_program(p);
    test_every_case_was_run(state);
}

static int start(void **state)
{
    (void)state;
    open_cases(AXMAP_TEST_DATA "/vmap/vmap.safetensors");
    assert_ok(ax_allocator_create("test", 0, &allocator));
    assert_ok(test_target_open(&cpu));
    return 0;
}

static int end(void **state)
{
    (void)state;
    ax_array_file_close(file);
    ax_allocator_destroy(allocator);
    test_target_close(&cpu);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_programs),
        cmocka_unit_test(test_all_gather_beside_another_axis),
        cmocka_unit_test(test_every_case_was_run),
        cmocka_unit_test(test_indexing_programs),
    };
    return cmocka_run_group_tests(tests, start, end);
}
