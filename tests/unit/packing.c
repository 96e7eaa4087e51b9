/* Weights that are packed once for many runs: which products take them packed, and that results have the bits of
 * products that pack for themselves and, numbers being small and whole, of the reference. */
#include "test.h"

#include "target.h"

#include "backend/executable.h"
#include "base/half.h"
#include "ir/builder.h"
#include "ir/op.h"

#include <axmap/contraction.h>
#include <axmap/elementwise.h>
#include <axmap/shape.h>

#include <stdlib.h>

static ax_target cpu;
static ax_team *team;

/* ---- programs ---- */

typedef enum form {
    ALONE,    /* x w */
    EPILOGUE, /* max(x w + b, 0), b a row */
    CONSTANT, /* x c, c a constant */
    COMPUTED, /* x (w + w) */
    SHARED,   /* x w + w, of a square w */
    SAME      /* w w: the product itself is the same in every run */
} form;

/* Inputs: x, w, b; the last two are the same in every run. */
typedef struct example {
    form form;
    ax_type x, w;
    ax_dot_dimensions dot;
} example;

enum { NINPUTS = 3 };

static const bool invariant[] = {false, true, true};

static const ax_dot_dimensions plain = {.lhs_contracting = {1, (const int64_t[]){1}},
                                        .rhs_contracting = {1, (const int64_t[]){0}}};
static const ax_dot_dimensions turned = {.lhs_contracting = {1, (const int64_t[]){1}},
                                         .rhs_contracting = {1, (const int64_t[]){1}}};
/* Weights [k1, n1, k2, n2]. */
static const ax_dot_dimensions scattered = {.lhs_contracting = {2, (const int64_t[]){1, 2}},
                                            .rhs_contracting = {2, (const int64_t[]){0, 2}}};
static const ax_dot_dimensions batched = {.lhs_batching = {1, (const int64_t[]){0}},
                                          .rhs_batching = {1, (const int64_t[]){0}},
                                          .lhs_contracting = {1, (const int64_t[]){2}},
                                          .rhs_contracting = {1, (const int64_t[]){1}}};

static void fill(const ax_type *type, bool whole, int32_t seed, void *data)
{
    for (int64_t i = 0; i < ax_type_count(type); i++) {
        double value = (double)((i * 7 + seed * 5 + i / 13) % 5) - 2;
        if (!whole)
            value = value / 3 + (double)(i % 97) / 89;
        switch (type->dtype) {
        case AX_F32: ((float *)data)[i] = (float)value; break;
        case AX_F64: ((double *)data)[i] = value; break;
        case AX_BF16: ((uint16_t *)data)[i] = ax_bf16_from_f64(value); break;
        default: ((int32_t *)data)[i] = (int32_t)value; break;
        }
    }
}

static ax_value result_of(ax_builder *b, const example *x, const ax_value *in)
{
    ax_value w = in[1];
    if (x->form == CONSTANT) {
        void *data = calloc(1, (size_t)ax_type_bytes(&x->w));
        fill(&x->w, true, 3, data);
        w = ax_constant(b, &x->w, data);
        free(data);
    }
    if (x->form == COMPUTED)
        w = ax_add(w, w);
    ax_value product = ax_dot_general(x->form == SAME ? w : in[0], w, x->dot);
    if (x->form == SHARED)
        return ax_add(product, w);
    if (x->form != EPILOGUE)
        return product;
    ax_type type = ax_value_type(product);
    ax_ints dims = {type.ndim, type.dims}, last = AX_LIST(type.ndim - 1);
    ax_value sum = ax_add(product, ax_broadcast_in_dim(in[2], dims, last));
    return ax_maximum(sum, ax_sub(sum, sum));
}

static ax_graph *build(const example *x)
{
    ax_type types[NINPUTS] = {x->x, x->w, {x->w.dtype, 1, {x->w.dims[x->w.ndim - 1]}}};
    ax_builder *b;
    ax_value in[NINPUTS];
    ax_graph *graph;
    assert_ok(ax_builder_create("packing", NULL, &b));
    for (int32_t i = 0; i < NINPUTS; i++)
        in[i] = ax_builder_input(b, &types[i], NULL);
    ax_value out = result_of(b, x, in);
    assert_ok(ax_builder_finish(b, 1, &out, NULL, &graph));
    return graph;
}

/* ---- running them ---- */

/* The runner's memory is what the plan says: scratch that is not declared has no place. */
static void run(const ax_executable *executable, ax_team *with, const void *const *in,
                void *const *out)
{
    ax_allocator *allocator;
    ax_runner *runner;
    assert_ok(ax_allocator_create("test", 0, &allocator));
    assert_ok(ax_runner_create(executable, allocator, with, &runner));
    assert_ok(ax_runner_run(runner, in, out));
    ax_runner_free(runner);
    ax_allocator_destroy(allocator);
}

static void *memory(int64_t bytes)
{
    void *block = aligned_alloc(64, (size_t)(bytes + 63) / 64 * 64 + 64);
    assert_non_null(block);
    memset(block, 0x5a, (size_t)bytes);
    return block;
}

static void run_whole(ax_graph *graph, const ax_target *target, const void *const *in, void *out)
{
    ax_graph *copy;
    ax_executable *executable;
    assert_ok(ax_graph_clone(graph, &copy));
    assert_ok(ax_executable_create(copy, target, &executable));
    run(executable, NULL, in, &out);
    ax_executable_free(executable);
}

typedef struct split {
    ax_executable *prologue, *rest;
} split;

static void run_split(const split *s, ax_team *with, const void *const *in, void *out)
{
    const void *all[NINPUTS + 1] = {in[0], in[1], in[2]};
    void *handed = NULL;
    if (s->prologue) {
        const ax_graph *graph = ax_executable_graph(s->prologue);
        assert_int_equal(graph->noutputs, 1);
        all[NINPUTS] = handed = memory(ax_type_bytes(&graph->outputs[0]->type));
        run(s->prologue, with, (const void *[]){in[1], in[2]}, &handed);
    }
    run(s->rest, with, all, &out);
    free(handed);
}

static bool packs(const ax_executable *executable)
{
    bool any = false;
    const ax_eqn *eqn;
    const ax_kernel *kernel;
    for (int32_t i = 0; executable && i < ax_executable_step_count(executable); i++) {
        ax_executable_step(executable, i, &eqn, &kernel);
        any |= strcmp(kernel->name, "pack") == 0;
    }
    return any;
}

static void compare(const example *x, ax_graph *graph, const split *s, bool whole)
{
    const ax_type *type = &graph->outputs[0]->type;
    int64_t bytes = ax_type_bytes(type);
    void *in[NINPUTS], *expected = memory(bytes), *seen = memory(bytes);
    for (int32_t i = 0; i < NINPUTS; i++) {
        in[i] = memory(ax_type_bytes(&graph->inputs[i]->type));
        fill(&graph->inputs[i]->type, whole, i, in[i]);
    }
    const void *const given[] = {in[0], in[1], in[2]};
    run_whole(graph, whole ? &ax_target_reference : &cpu, given, expected);
    for (int32_t i = 0; i < 2; i++) {
        run_split(s, i ? team : NULL, given, seen);
        if (memcmp(expected, seen, (size_t)bytes) != 0)
            fail_msg("form %d, %s: other bits", (int)x->form,
                     whole ? "whole numbers" : "fractions");
    }
    for (int32_t i = 0; i < NINPUTS; i++)
        free(in[i]);
    free(expected);
    free(seen);
}

static void check(example x, bool packed)
{
    ax_graph *graph = build(&x), *copy;
    split s = {0};
    assert_ok(ax_graph_clone(graph, &copy));
    assert_ok(ax_executable_create_hoisted(copy, &cpu, invariant, &s.prologue, &s.rest));
    if (packs(s.prologue) != packed || packs(s.rest))
        fail_msg("form %d, %d rows: packed where it should not be, or not at all", (int)x.form,
                 (int)x.x.dims[0]);
    assert_true(ax_executable_position_free(s.rest));
    assert_int_equal(ax_executable_count(s.rest).evaluated, 0);
    assert_int_equal(ax_executable_count(s.rest).unplanned, 0);
    compare(&x, graph, &s, true);
    compare(&x, graph, &s, false);
    ax_executable_free(s.prologue);
    ax_executable_free(s.rest);
    ax_graph_free(graph);
}

/* ---- tests ---- */

static void check_sizes(ax_dtype t, int64_t m, int64_t n, int64_t k)
{
    ax_type x = {t, 2, {m, k}};
    for (form f = ALONE; f <= COMPUTED; f++) {
        check((example){f, x, {t, 2, {k, n}}, plain}, true);
    }
    check((example){ALONE, x, {t, 2, {n, k}}, turned}, true);
}

static void test_bits(void **unused)
{
    (void)unused;
    check_sizes(AX_F32, 64, 160, 70);
    check_sizes(AX_F32, 600, 70, 300); /* several blocks of rows and of k */
    check_sizes(AX_F32, 33, 45, 600);
    check_sizes(AX_F64, 40, 37, 19);
    check_sizes(AX_I32, 20, 50, 30);
    check((example){ALONE, {AX_F32, 3, {50, 6, 7}}, {AX_F32, 4, {6, 5, 7, 9}}, scattered}, true);
    check((example){ALONE, {AX_F32, 3, {10, 30, 40}}, {AX_F32, 3, {10, 40, 36}}, batched}, true);
    check((example){EPILOGUE, {AX_F32, 3, {3, 90, 400}}, {AX_F32, 3, {3, 400, 36}}, batched}, true);
}

/* Panels are wide; what the CPU's own product of bf16 takes is not packed. */
static void test_halves(void **unused)
{
    (void)unused;
    check_sizes(AX_BF16, 33, 100, 11);
}

static void test_not_packed(void **unused)
{
    (void)unused;
    ax_type w = {AX_F32, 2, {64, 64}}, x = {AX_F32, 2, {64, 64}};
    check((example){ALONE, {AX_F32, 2, {4, 64}}, w, plain}, false); /* read where it lies */
    check((example){ALONE, {AX_F32, 2, {2000, 64}}, w, plain}, false);
    check((example){ALONE, x, {AX_F32, 2, {64, 3}}, plain}, false); /* mostly padding */
    check((example){ALONE, x, {AX_F32, 2, {64, 1}}, plain}, false);
    check((example){SAME, x, w, plain}, false);
    check((example){SHARED, x, w, plain}, false); /* read by the epilogue too */
}

/* Its memory is what the unpacked product takes without the panels. */
static void test_scratch(void **unused)
{
    (void)unused;
    example x = {ALONE, {AX_F32, 2, {600, 300}}, {AX_F32, 2, {300, 70}}, plain};
    ax_graph *graph = build(&x);
    ax_executable *whole, *prologue, *rest;
    ax_graph *copy;
    assert_ok(ax_graph_clone(graph, &copy));
    assert_ok(ax_executable_create(copy, &cpu, &whole));
    assert_ok(ax_executable_create_hoisted(graph, &cpu, invariant, &prologue, &rest));
    int64_t panels = ax_type_bytes(&ax_executable_graph(prologue)->outputs[0]->type);
    assert_true(panels >= 300 * 70 * 4);
    assert_int_equal(ax_executable_workspace(whole) - ax_executable_workspace(rest), panels);
    ax_executable_free(whole);
    ax_executable_free(prologue);
    ax_executable_free(rest);
}

static int open_all(void **unused)
{
    (void)unused;
    assert_ok(test_target_open(&cpu));
    assert_ok(ax_team_create(3, NULL, &team));
    return 0;
}

static int close_all(void **unused)
{
    (void)unused;
    ax_team_free(team);
    test_target_close(&cpu);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bits),
        cmocka_unit_test(test_halves),
        cmocka_unit_test(test_not_packed),
        cmocka_unit_test(test_scratch),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
