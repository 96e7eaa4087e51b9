/* How a function of one example is cut at the collectives over its mapped axis: what each phase
 * computes, what it reads and leaves, and what is kept for all rows. */
#include "test.h"

#include "base/text.h"
#include "ir/op.h"
#include "transform/fn.h"
#include "transform/phases.h"

#include <axmap/collective.h>
#include <axmap/contraction.h>
#include <axmap/elementwise.h>
#include <axmap/fn.h>
#include <axmap/reduction.h>
#include <axmap/shape.h>
#include <stdlib.h>

enum { ROWS = 10, BLOCK = 4 };

#define PROGRAM(name) static void name(ax_builder *b, const ax_value *in, ax_value *out, void *user)
#define UNUSED        (void)b, (void)in, (void)out, (void)user
#define ROWS_AXIS     AX_AXES("rows")

/* ---- a cut as text ---- */

/* Vars are named by id as the printer names them: a, b, c... */
static void print_ids(ax_text *text, const char *what, const int32_t *ids, int32_t count)
{
    ax_text_printf(text, "%s(", what);
    for (int32_t i = 0; i < count; i++)
        ax_text_printf(text, "%s%c", i ? " " : "", 'a' + ids[i]);
    ax_text_append(text, ")");
}

/* " shared (reads)[ops](leaves)", nothing for a stage that has nothing to do. */
static void print_stage(ax_text *text, const ax_phases *phases, int32_t phase, bool block)
{
    const ax_stage *stage = block ? &phases->phases[phase].block : &phases->phases[phase].shared;
    const char *name = block ? "block" : "shared";
    ax_graph *graph;
    assert_ok(ax_phases_graph(phases, phase, block ? BLOCK : 0, &graph));
    if (!graph) {
        assert_int_equal(stage->noutputs, 0);
        return;
    }
    assert_ok(ax_graph_verify(graph));
    assert_int_equal(graph->ninputs, stage->ninputs);
    assert_int_equal(graph->noutputs, stage->noutputs);
    ax_text_printf(text, " %s ", name);
    print_ids(text, "", stage->inputs, stage->ninputs);
    ax_text_append(text, "[");
    const char *space = "";
    AX_FOR_EQNS (eqn, graph) {
        if (ax_eqn_find_attr(eqn, AX_ATTR_VALUE) || strcmp(eqn->op->name, "broadcast_in_dim") == 0)
            continue; /* constants, and how vmap brings operands together, are not the point */
        ax_text_printf(text, "%s%s", space, eqn->op->name);
        space = " ";
    }
    ax_text_append(text, "]");
    print_ids(text, "", stage->outputs, stage->noutputs);
    ax_graph_free(graph);
}

static void print_flagged(ax_text *text, const char *what, const ax_phases *phases, bool gathered)
{
    const char *before = what;
    for (int32_t id = 0; id < phases->example->nvars; id++) {
        const ax_phased_var *var = &phases->vars[id];
        if (gathered ? !var->gathered : !var->crosses)
            continue;
        ax_text_printf(text, "%s %c", before, 'a' + id);
        before = "";
    }
}

static char *describe(const ax_phases *phases)
{
    ax_text text = {0};
    for (int32_t p = 0; p < phases->nphases; p++) {
        const ax_phase *phase = &phases->phases[p];
        ax_text_printf(&text, "%s%d:", p ? "\n" : "", (int)p);
        print_stage(&text, phases, p, false);
        print_stage(&text, phases, p, true);
        for (int32_t i = 0; i < phase->ncuts; i++) {
            const ax_cut *cut = &phase->cuts[i];
            assert_int_equal(cut->operand, cut->eqn->operands[0]->id);
            assert_int_equal(cut->result, cut->eqn->results[0]->id);
            if (cut->lhs >= 0) {
                ax_text_printf(&text, " %c=%s(%c x %c)", 'a' + cut->result, cut->eqn->op->name,
                               'a' + cut->lhs, 'a' + cut->rhs);
                continue;
            }
            ax_text_printf(&text, " %c=%s(%c)", 'a' + cut->result, cut->eqn->op->name,
                           'a' + cut->operand);
        }
    }
    print_flagged(&text, "\ncrosses", phases, false);
    print_flagged(&text, "\ngathered", phases, true);
    return text.bytes;
}

/* Rows of a block stage lie along axis 0, however many they are; shared values have no such axis. */
static void check_block_types(const ax_phases *phases, int32_t phase, int64_t rows)
{
    const ax_stage *block = &phases->phases[phase].block;
    ax_graph *graph;
    assert_ok(ax_phases_graph(phases, phase, rows, &graph));
    for (int32_t i = 0; i < block->ninputs && graph; i++) {
        const ax_phased_var *var = &phases->vars[block->inputs[i]];
        ax_type type = ax_var_is_mapped(var) ? ax_type_insert_dim(&var->type, 0, rows) : var->type;
        assert_true(ax_type_equal(&graph->inputs[i]->type, &type));
    }
    for (int32_t i = 0; i < block->noutputs; i++) {
        const ax_phased_var *var = &phases->vars[block->outputs[i]];
        ax_type type = ax_type_insert_dim(&var->type, 0, rows);
        assert_true(ax_type_equal(&graph->outputs[i]->type, &type));
    }
    ax_graph_free(graph);
}

static void check_types(const ax_phases *phases)
{
    for (int32_t p = 0; p < phases->nphases; p++) {
        check_block_types(phases, p, BLOCK);
        check_block_types(phases, p, 1);
        check_block_types(phases, p, 3 * BLOCK);
        const ax_stage *shared = &phases->phases[p].shared;
        ax_graph *graph;
        assert_ok(ax_phases_graph(phases, p, 0, &graph));
        for (int32_t i = 0; i < shared->noutputs; i++) {
            const ax_phased_var *var = &phases->vars[shared->outputs[i]];
            assert_true(ax_type_equal(&graph->outputs[i]->type, &var->type));
        }
        ax_graph_free(graph);
    }
}

/* ---- the arguments of all programs: x f32[3] has a value a row, w f32[3] is shared ---- */

static ax_graph *trace(ax_trace_fn *program, int32_t noutputs)
{
    ax_fn *fn;
    ax_graph *graph;
    ax_type row = {.dtype = AX_F32, .ndim = 1, .dims = {3}};
    ax_axis other = {.name = "other", .size = 7};
    ax_axis rows = {.name = "rows", .size = ROWS, .outer = &other};
    assert_ok(ax_fn_create(program, NULL, 2, noutputs, &fn));
    assert_ok(ax_fn_trace(fn, (ax_type[]){row, row}, &rows, &graph));
    ax_fn_release(fn);
    return graph;
}

static void expect(ax_trace_fn *program, int32_t noutputs, const char *text)
{
    ax_graph *graph = trace(program, noutputs);
    ax_phases *phases = NULL;
    assert_ok(ax_phases_create(graph, (bool[]){true, false}, "rows", ROWS, &phases));
    char *seen = describe(phases);
    if (strcmp(seen, text) != 0) {
        char *printed = NULL;
        assert_ok(ax_graph_print(graph, &printed));
        print_error("%s\n", printed);
        fail_msg("\n%s\nnot\n%s", seen, text);
    }
    check_types(phases);
    free(seen);
    ax_phases_free(phases);
    ax_graph_free(graph);
}

/* ---- without communication ---- */

PROGRAM(plain)
{
    UNUSED;
    out[0] = ax_mul(in[0], ax_neg(in[1]));
}

/* What does not depend on the row is computed once. */
static void test_no_collective(void **state)
{
    (void)state;
    expect(plain, 1, "0: shared (b)[negate](c) block (a c)[multiply](d)");
}

PROGRAM(arguments)
{
    UNUSED;
    out[0] = in[1];
    out[1] = in[0];
}

PROGRAM(constant)
{
    UNUSED;
    out[0] = ax_scalar(b, AX_F32, 2.5);
}

PROGRAM(row_index)
{
    UNUSED;
    out[0] = ax_axis_index(b, ROWS_AXIS);
}

PROGRAM(same_twice)
{
    UNUSED;
    out[0] = out[1] = ax_neg(in[0]);
    out[2] = in[0];
}

static void test_outputs_that_nothing_computes(void **state)
{
    (void)state;
    expect(arguments, 2, "0: block (a)[](a)");
    expect(constant, 1, "0: shared ()[](c)");
    expect(row_index, 1, "0: block (c)[](c)");
    expect(same_twice, 3, "0: block (a)[negate](a c)");
}

PROGRAM(unused_collectives)
{
    UNUSED;
    ax_value total = ax_psum(in[0], ROWS_AXIS);
    (void)ax_all_gather(ax_add(in[0], total), ROWS_AXIS, 0, false);
    (void)ax_axis_index(b, AX_AXES("other"));
    out[0] = ax_neg(in[0]);
}

static void test_unused_collectives_do_not_communicate(void **state)
{
    (void)state;
    expect(unused_collectives, 1, "0: block (a)[negate](g)");
}

PROGRAM(psum_shared)
{
    UNUSED;
    out[0] = ax_add(in[0], ax_psum(ax_neg(in[1]), ROWS_AXIS));
    out[1] = ax_pmax(in[1], ROWS_AXIS);
    out[2] = ax_all_gather(in[1], ROWS_AXIS, 1, false);
}

/* A collective of what all rows share is arithmetic: psum is size times it, all_gather repeats it. */
static void test_collectives_of_shared_values(void **state)
{
    (void)state;
    ax_graph *graph = trace(psum_shared, 3);
    ax_phases *phases = NULL;
    assert_ok(ax_phases_create(graph, (bool[]){true, false}, "rows", ROWS, &phases));
    assert_int_equal(phases->nphases, 1);
    assert_int_equal(phases->phases[0].ncuts, 0);
    assert_int_equal(phases->vars[graph->outputs[0]->id].kind, AX_VAR_MAPPED);
    assert_int_equal(phases->vars[graph->outputs[1]->id].kind, AX_VAR_SHARED);
    assert_int_equal(phases->vars[graph->outputs[2]->id].kind, AX_VAR_SHARED);
    ax_graph *shared;
    assert_ok(ax_phases_graph(phases, 0, 0, &shared));
    AX_FOR_EQNS (eqn, shared)
        assert_false(eqn->op->traits & AX_TRAIT_COLLECTIVE);
    ax_graph_free(shared);
    check_types(phases);
    ax_phases_free(phases);
    ax_graph_free(graph);
}

/* ---- one cut ---- */

PROGRAM(center)
{
    UNUSED;
    out[0] = ax_sub(in[0], ax_psum(in[0], ROWS_AXIS));
}

PROGRAM(center_computed)
{
    UNUSED;
    ax_value h = ax_tanh(in[0]);
    out[0] = ax_sub(h, ax_psum(h, ROWS_AXIS));
}

PROGRAM(psum_alone)
{
    UNUSED;
    out[0] = ax_psum(in[0], ROWS_AXIS);
}

PROGRAM(psum_of_index)
{
    UNUSED;
    out[0] = ax_psum(ax_axis_index(b, ROWS_AXIS), ROWS_AXIS);
}

/* Arguments are read again; what was computed before the cut is kept. */
static void test_one_cut(void **state)
{
    (void)state;
    expect(center, 1,
           "0: block (a)[](a) c=psum(a)\n"
           "1: block (a c)[subtract](d)");
    expect(center_computed, 1,
           "0: block (a)[tanh](c) d=psum(c)\n"
           "1: block (c d)[subtract](e)\n"
           "crosses c");
    expect(psum_alone, 1,
           "0: block (a)[](a) c=psum(a)\n"
           "1:");
    expect(psum_of_index, 1,
           "0: block (c)[](c) d=psum(c)\n"
           "1:");
}

PROGRAM(three_reductions)
{
    UNUSED;
    out[0] = ax_pmin(in[0], ROWS_AXIS);
    ax_value sum = ax_psum(ax_neg(in[0]), ROWS_AXIS);
    out[1] = ax_sub(sum, ax_mul(ax_pmax(in[0], ROWS_AXIS), in[1]));
}

/* Collectives that do not wait for one another share a phase, in program order; what follows from
 * their results alone is computed once. */
static void test_independent_collectives(void **state)
{
    (void)state;
    expect(three_reductions, 2,
           "0: block (a)[negate](a d) c=pmin(a) e=psum(d) f=pmax(a)\n"
           "1: shared (b e f)[multiply subtract](h)");
}

PROGRAM(index_after)
{
    UNUSED;
    ax_value index = ax_convert(ax_axis_index(b, ROWS_AXIS), AX_F32);
    ax_value total = ax_psum(in[0], ROWS_AXIS);
    out[0] = ax_mul(total, index);
    out[1] = ax_mul(total, ax_convert(ax_axis_index(b, ROWS_AXIS), AX_F32));
}

/* A row's number can be had in any phase. */
static void test_axis_index_in_later_phases(void **state)
{
    (void)state;
    ax_graph *graph = trace(index_after, 2);
    ax_phases *phases = NULL;
    assert_ok(ax_phases_create(graph, (bool[]){true, false}, "rows", ROWS, &phases));
    assert_int_equal(phases->nphases, 2);
    assert_int_equal(phases->phases[0].ncuts, 1);
    int indices = 0;
    AX_FOR_EQNS (eqn, graph) {
        if (strcmp(eqn->op->name, "axis_index") != 0)
            continue;
        indices++;
        assert_int_equal(phases->vars[eqn->results[0]->id].kind, AX_VAR_ROW_INDEX);
        assert_int_equal(phases->vars[eqn->results[0]->id].phase, 0);
        assert_false(phases->vars[eqn->results[0]->id].crosses);
    }
    assert_int_equal(indices, 2);
    check_types(phases);
    ax_phases_free(phases);
    ax_graph_free(graph);
}

/* ---- gathering ---- */

PROGRAM(gram)
{
    UNUSED;
    out[0] = ax_dot(ax_all_gather(in[0], ROWS_AXIS, 0, false), in[0]);
}

PROGRAM(gather_then_psum)
{
    UNUSED;
    out[0] = ax_psum(ax_all_gather(ax_tanh(in[0]), ROWS_AXIS, 0, false), ROWS_AXIS);
}

PROGRAM(gather_then_mapped_psum)
{
    UNUSED;
    ax_value all = ax_all_gather(ax_tanh(in[0]), ROWS_AXIS, 0, false);
    out[0] = ax_psum(ax_dot(all, in[0]), ROWS_AXIS);
}

static void test_gathering(void **state)
{
    (void)state;
    expect(gram, 1,
           "0: block (a)[](a) c=all_gather(a)\n"
           "1: block (a c)[dot_general](d)\n"
           "gathered a");
    /* What was gathered is the same for every row: its psum does not communicate. */
    expect(gather_then_psum, 1,
           "0: block (a)[tanh](c) d=all_gather(c)\n"
           "1: shared (d)[convert multiply](e)\n"
           "gathered c");
    expect(gather_then_mapped_psum, 1,
           "0: block (a)[tanh](c) d=all_gather(c)\n"
           "1: block (a d)[dot_general](e) f=psum(e)\n"
           "2:\n"
           "gathered c");
}

/* ---- chains ---- */

PROGRAM(chain)
{
    UNUSED;
    ax_value w = ax_neg(in[1]);
    ax_value first = ax_tanh(in[0]);
    ax_value once = ax_psum(first, ROWS_AXIS);
    ax_value twice = ax_pmax(ax_mul(in[0], once), ROWS_AXIS);
    out[0] = ax_add(first, ax_mul(twice, w));
    out[1] = once;
}

static void test_chains(void **state)
{
    (void)state;
    expect(chain, 2,
           "0: shared (b)[negate](c) block (a)[tanh](d) e=psum(d)\n"
           "1: block (a e)[multiply](f) g=pmax(f)\n"
           "2: shared (c g)[multiply](h) block (d h)[add](i)\n"
           "crosses d");
}

/* A row's value spread over 50 and only then met by the sum. */
PROGRAM(spread_later)
{
    UNUSED;
    ax_value spread = ax_broadcast_in_dim(ax_neg(in[0]), AX_LIST(50, 3), AX_LIST(1));
    ax_value total = ax_broadcast_in_dim(ax_psum(in[0], ROWS_AXIS), AX_LIST(50, 3), AX_LIST(1));
    out[0] = ax_mul(spread, total);
}

/* A large value made small before the sum is needed. */
PROGRAM(small_before)
{
    UNUSED;
    ax_value large = ax_exp(ax_broadcast_in_dim(ax_tanh(in[0]), AX_LIST(50, 3), AX_LIST(1)));
    ax_value small = ax_sub(ax_slice(large, AX_LIST(0, 0), AX_LIST(1, 3), AX_EMPTY_LIST),
                            ax_slice(large, AX_LIST(1, 0), AX_LIST(2, 3), AX_EMPTY_LIST));
    ax_value sum = ax_psum(
        ax_reshape(ax_slice(large, AX_LIST(2, 0), AX_LIST(3, 3), AX_EMPTY_LIST), AX_LIST(3)),
        ROWS_AXIS);
    out[0] = ax_mul(ax_reshape(small, AX_LIST(3)), sum);
}

/* What is kept for all rows is as little as moving equations to later phases can make it. */
static void test_little_is_kept(void **state)
{
    (void)state;
    expect(spread_later, 1,
           "0: block (a)[](a) e=psum(a)\n"
           "1: block (a e)[negate multiply](g)");
    expect(small_before, 1,
           "0: block (a)[tanh exponential slice slice subtract slice reshape](h j) k=psum(j)\n"
           "1: block (h k)[reshape multiply](m)\n"
           "crosses h");
}

/* ---- what stands in every stage ---- */

/* w transposed, and zero: the blocks' compiler may fold them, and the result is the same for all rows. */
PROGRAM(layouts)
{
    UNUSED;
    ax_value column = ax_broadcast_in_dim(in[1], AX_LIST(3, 2), AX_LIST(0));
    ax_value turned = ax_transpose(column, AX_LIST(1, 0));
    ax_value doubled = ax_add(turned, turned);
    out[0] = ax_maximum(ax_dot(turned, in[0]), ax_scalar(b, AX_F32, 0));
    out[1] = ax_add(ax_dot(doubled, in[0]),
                    ax_reshape(ax_abs(ax_reshape(out[0], AX_LIST(2, 1))), AX_LIST(2)));
    out[2] = turned;
}

static void test_layouts_are_copied(void **state)
{
    (void)state;
    expect(layouts, 3,
           "0: shared (b)[transpose add](d e) block (a b e)[transpose dot_general maximum "
           "reshape abs reshape dot_general add](i n)");
}

/* ---- sums of products ---- */

/* x [3] is both factors; the result comes in both orders. */
PROGRAM(outer_products)
{
    UNUSED;
    ax_value product = ax_dot_general(in[0], ax_exp(in[0]), ((ax_dot_dimensions){0}));
    out[0] = ax_psum(product, ROWS_AXIS);
    out[1] = ax_psum(ax_reshape(ax_transpose(product, AX_LIST(1, 0)), AX_LIST(9)), ROWS_AXIS);
}

/* The block gives the factors; no row's product is computed. */
static void test_sums_of_products(void **state)
{
    (void)state;
    expect(outer_products, 2,
           "0: block (a)[exponential dot_general transpose reshape reshape reshape reshape "
           "reshape](i j k l) e=psum(i x j) h=psum(l x k)\n"
           "1:");
}

PROGRAM(contracted)
{
    UNUSED;
    ax_value x = ax_reshape(ax_concatenate(((ax_value[]){in[0], in[0], in[0], in[0]}), 4, 0),
                            AX_LIST(2, 6));
    ax_value y = ax_transpose(x, AX_LIST(1, 0));
    out[0] = ax_psum(ax_dot_general(x, y,
                                    ((ax_dot_dimensions){.lhs_contracting = AX_LIST(0),
                                                         .rhs_contracting = AX_LIST(1)})),
                     ROWS_AXIS);
}

/* What each row contracts is summed with the rows: both factors have it first. */
static void test_sums_of_contractions(void **state)
{
    (void)state;
    ax_graph *graph = trace(contracted, 1);
    ax_phases *phases = NULL;
    assert_ok(ax_phases_create(graph, (bool[]){true, false}, "rows", ROWS, &phases));
    const ax_cut *cut = &phases->phases[0].cuts[0];
    assert_true(cut->lhs >= 0 && cut->rhs >= 0);
    ax_type expected = {AX_F32, 2, {2, 6}};
    assert_true(ax_type_equal(&phases->vars[cut->lhs].type, &expected));
    assert_true(ax_type_equal(&phases->vars[cut->rhs].type, &expected));
    check_types(phases);
    ax_phases_free(phases);
    ax_graph_free(graph);
}

PROGRAM(no_products)
{
    UNUSED;
    ax_value product = ax_dot_general(in[0], in[0], ((ax_dot_dimensions){0}));
    out[0] = ax_psum(ax_exp(product), ROWS_AXIS); /* not linear */
    out[1] = ax_psum(ax_dot_general(in[0], in[1], ((ax_dot_dimensions){0})),
                     ROWS_AXIS);                       /* shared */
    out[2] = ax_psum(ax_dot(in[0], in[0]), ROWS_AXIS); /* the product is smaller than its factors */
    out[3] = ax_pmax(product, ROWS_AXIS);
}

static void test_sums_that_need_each_row(void **state)
{
    (void)state;
    ax_graph *graph = trace(no_products, 4);
    ax_phases *phases = NULL;
    assert_ok(ax_phases_create(graph, (bool[]){true, false}, "rows", ROWS, &phases));
    assert_int_equal(phases->nvars, graph->nvars);
    for (int32_t i = 0; i < phases->phases[0].ncuts; i++)
        assert_int_equal(phases->phases[0].cuts[i].lhs, -1);
    check_types(phases);
    ax_phases_free(phases);
    ax_graph_free(graph);
}

/* ---- refusals ---- */

PROGRAM(other_axis)
{
    UNUSED;
    out[0] = ax_psum_at(in[0], AX_AXES("rows", "other"), NULL, (ax_location){"user.c", 3, 0});
}

static void test_axes_that_nobody_binds(void **state)
{
    (void)state;
    ax_graph *graph = trace(other_axis, 1);
    ax_phases *phases = NULL;
    assert_error(
        ax_phases_create(graph, (bool[]){true, false}, "rows", ROWS, &phases), AX_INVALID_ARGUMENT,
        "map: psum speaks over axis 'other', which nobody binds; the mapped axis is 'rows' "
        "(user.c:3)");
    ax_graph_free(graph);
    graph = trace(psum_alone, 1);
    assert_error(ax_phases_create(graph, (bool[]){true, false}, NULL, ROWS, &phases),
                 AX_INVALID_ARGUMENT, "the mapped axis is not named");
    ax_graph_free(graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_collective),
        cmocka_unit_test(test_outputs_that_nothing_computes),
        cmocka_unit_test(test_unused_collectives_do_not_communicate),
        cmocka_unit_test(test_collectives_of_shared_values),
        cmocka_unit_test(test_one_cut),
        cmocka_unit_test(test_independent_collectives),
        cmocka_unit_test(test_axis_index_in_later_phases),
        cmocka_unit_test(test_gathering),
        cmocka_unit_test(test_chains),
        cmocka_unit_test(test_little_is_kept),
        cmocka_unit_test(test_layouts_are_copied),
        cmocka_unit_test(test_sums_of_products),
        cmocka_unit_test(test_sums_of_contractions),
        cmocka_unit_test(test_sums_that_need_each_row),
        cmocka_unit_test(test_axes_that_nobody_binds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
