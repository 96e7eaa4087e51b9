/* Random functions under ax_map, at several rank and device counts, micro-batches and blocks: what vmap
 * of the whole gives (integers), and the same bits as one device alone (floats). An argument is the
 * first seed. */
#include "contexts.h"

#include "ops/collective.h"
#include "transform/fn.h"

#include "random_program.h"
#include <axmap/axmap.h>
#include <stdlib.h>

enum { INPUTS = PROGRAM_INPUTS, OUTPUTS = PROGRAM_OUTPUTS, PROGRAMS = 60, DEVICES = 3 };

static uint32_t first_seed = 1;

/* One program with its arguments; chosen by the seed, alike on all ranks. */
typedef struct example {
    random_program program;
    uint64_t state;
    int64_t rows;
    int64_t in_axes[INPUTS], out_axes[OUTPUTS];
    ax_fn *fn;
    ax_array *in[INPUTS];
} example;

static ax_array *numbers(const ax_type *type, uint64_t *state)
{
    ax_array *array;
    assert_ok(ax_array_create(type, NULL, &array));
    for (int64_t i = 0; i < ax_type_count(type); i++) {
        int32_t number = random_number(state);
        if (type->dtype == AX_I32) {
            ((int32_t *)ax_array_data(array))[i] = number;
        } else {
            ((float *)ax_array_data(array))[i] = (float)number / 900;
        }
    }
    return array;
}

/* Whether each var differs from row to row, by id; the caller frees it. */
static bool *find_varying(const example *e, const ax_graph *graph)
{
    bool *varies = calloc((size_t)graph->nvars, sizeof *varies);
    assert_non_null(varies);
    for (int i = 0; i < INPUTS; i++)
        varies[graph->inputs[i]->id] = e->in_axes[i] != AX_NONE;
    AX_FOR_EQNS (eqn, graph) {
        bool collective = (eqn->op->traits & AX_TRAIT_COLLECTIVE) != 0, any = false;
        for (int32_t i = 0; i < eqn->noperands; i++)
            any |= varies[eqn->operands[i]->id];
        for (int32_t i = 0; i < eqn->nresults; i++)
            varies[eqn->results[i]->id] = collective ? !ax_collective_agrees(eqn) : any;
    }
    return varies;
}

/* A result that is the same for all rows stays whole, or is repeated along an axis. */
static void choose_out_axes(example *e)
{
    ax_graph *graph;
    ax_type type = {.dtype = e->program.dtype, .ndim = 1, .dims = {PROGRAM_WIDTH}};
    ax_axis axis = {.name = "rows", .size = e->rows};
    assert_ok(ax_fn_trace(e->fn, (ax_type[]){type, type, type}, &axis, &graph));
    bool *varies = find_varying(e, graph);
    for (int i = 0; i < OUTPUTS; i++) {
        uint32_t choice = random_below(&e->state, varies[graph->outputs[i]->id] ? 2 : 4);
        e->out_axes[i] = choice < 2 ? (int64_t)choice : AX_NONE;
    }
    free(varies);
    ax_graph_free(graph);
}

static void make(example *e, uint32_t seed, ax_dtype dtype)
{
    static const int64_t lengths[] = {0, 1, 2, 3, 5, 17, 64, 130, 301};
    *e = (example){.program = {dtype, seed, .moves = seed % 2}, .state = seed + 1000};
    e->rows = lengths[random_below(&e->state, sizeof lengths / sizeof lengths[0])];
    for (int i = 0; i < INPUTS; i++) {
        uint32_t choice = random_below(&e->state, 5);
        ax_type type = {.dtype = dtype, .ndim = 1, .dims = {PROGRAM_WIDTH}};
        e->in_axes[i] = choice == 4 ? AX_NONE : choice == 3 ? 1 : 0;
        if (e->in_axes[i] != AX_NONE) {
            type.ndim = 2;
            type.dims[1 - e->in_axes[i]] = PROGRAM_WIDTH;
            type.dims[e->in_axes[i]] = e->rows;
        }
        e->in[i] = numbers(&type, &e->state);
    }
    assert_ok(ax_fn_create(random_program_trace, &e->program, INPUTS, OUTPUTS, &e->fn));
    choose_out_axes(e);
}

static void end(example *e)
{
    ax_fn_release(e->fn);
    for (int i = 0; i < INPUTS; i++)
        ax_array_release(e->in[i]);
}

/* Calls `fn`, which it takes over; the results are whole. */
static void call(ax_context *context, ax_fn *fn, example *e, ax_array **out)
{
    ax_array *sharded[OUTPUTS];
    assert_ok(ax_call(context, fn, e->in, sharded));
    for (int i = 0; i < OUTPUTS; i++) {
        assert_ok(ax_array_gather(context, sharded[i], &out[i]));
        ax_array_release(sharded[i]);
    }
    ax_fn_release(fn);
}

static ax_fn *vmapped(const example *e, int32_t ninputs)
{
    ax_fn *fn;
    assert_ok(ax_vmap(e->fn,
                      &(ax_vmap_options){.in_axes = {ninputs, e->in_axes},
                                         .out_axes = {OUTPUTS, e->out_axes},
                                         .axis_name = "rows",
                                         .axis_size = e->rows ? e->rows : AX_EMPTY_AXIS},
                      &fn));
    return fn;
}

static ax_fn *mapped(const example *e, int32_t ninputs, int64_t block_rows, int64_t micro_batch)
{
    ax_fn *fn;
    assert_ok(ax_map(e->fn,
                     &(ax_map_options){.in_axes = {ninputs, e->in_axes},
                                       .out_axes = {OUTPUTS, e->out_axes},
                                       .axis_name = "rows",
                                       .axis_size = e->rows ? e->rows : AX_EMPTY_AXIS,
                                       .block_rows = block_rows,
                                       .micro_batch = micro_batch},
                     &fn));
    return fn;
}

static void check_same_bits(const example *e, ax_array **a, ax_array **b, const char *what)
{
    for (int i = 0; i < OUTPUTS; i++) {
        ax_type type = ax_array_type(a[i]), other = ax_array_type(b[i]);
        assert_true(ax_type_equal(&type, &other));
        size_t bytes = (size_t)ax_type_bytes(&type);
        if (bytes && memcmp(ax_array_data(a[i]), ax_array_data(b[i]), bytes) != 0) {
            fail_msg("seed %d of %s, %d rows: result %d differs from %s", (int)e->program.seed,
                     ax_dtype_name(e->program.dtype), (int)e->rows, i, what);
        }
    }
}

static void release(ax_array **arrays)
{
    for (int i = 0; i < OUTPUTS; i++)
        ax_array_release(arrays[i]);
}

static void test_integers_are_what_vmap_gives(void **state)
{
    (void)state;
    for (uint32_t seed = first_seed; seed < first_seed + PROGRAMS; seed++) {
        example e;
        ax_array *expected[OUTPUTS], *seen[OUTPUTS];
        make(&e, seed, AX_I32);
        call(contexts[0], vmapped(&e, INPUTS), &e, expected);
        for (int devices = 1; devices <= DEVICES; devices++) {
            int64_t block = (int64_t[]){0, 1, 2, 8}[random_below(&e.state, 4)];
            int64_t batch = (int64_t[]){0, 1, 7}[random_below(&e.state, 3)];
            call(contexts[devices], mapped(&e, INPUTS, block, batch), &e, seen);
            check_same_bits(&e, expected, seen, "vmap");
            release(seen);
        }
        release(expected);
        end(&e);
    }
}

static void test_floats_have_the_same_bits_anywhere(void **state)
{
    (void)state;
    for (uint32_t seed = first_seed; seed < first_seed + PROGRAMS; seed++) {
        example e;
        ax_array *expected[OUTPUTS], *seen[OUTPUTS];
        make(&e, seed, AX_F32);
        call(contexts[0], mapped(&e, INPUTS, 0, 0), &e, expected);
        for (int devices = 1; devices <= DEVICES; devices++) {
            int64_t batch = (int64_t[]){0, 1, 7}[random_below(&e.state, 3)];
            call(contexts[devices], mapped(&e, INPUTS, 0, batch), &e, seen);
            check_same_bits(&e, expected, seen, "one device alone");
            release(seen);
        }
        release(expected);
        end(&e);
    }
}

/* ---- collectives over the mapped axis and a vmapped one at once ---- */

static void inner(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    (void)user;
    ax_names both = AX_AXES("rows", "columns"), turned = AX_AXES("columns", "rows");
    ax_value sum = ax_psum(in[0], both);
    ax_value gathered = ax_sum(ax_all_gather(in[0], turned, 1, false), AX_LIST(1));
    out[0] = ax_sub(ax_mul(in[0], sum), ax_add(ax_pmax(in[0], turned), gathered));
    out[1] = ax_add(ax_axis_index(b, both),
                    ax_mul(ax_axis_index(b, turned), ax_scalar(b, AX_I32, 1000)));
    out[2] = ax_psum(ax_pmin(in[0], AX_AXES("rows")), AX_AXES("columns"));
    out[3] = ax_all_gather(in[0], both, 0, true);
}

/* inner, vmapped over the columns of one row. */
static void one_row(ax_builder *b, const ax_value *in, ax_value *out, void *user)
{
    ax_apply(b, user, in, out);
}

static void test_a_mix_of_vmap_and_map(void **state)
{
    (void)state;
    ax_fn *fn, *columns;
    assert_ok(ax_fn_create(inner, NULL, 1, OUTPUTS, &fn));
    assert_ok(ax_vmap(fn,
                      &(ax_vmap_options){.in_axes = AX_LIST(1),
                                         .out_axes = AX_LIST(1, 0, AX_NONE, AX_NONE),
                                         .axis_name = "columns"},
                      &columns));
    ax_fn_release(fn);
    for (int64_t rows = 1; rows <= 9; rows += 4) {
        uint64_t numbers_state = (uint64_t)rows;
        ax_type type = {.dtype = AX_I32, .ndim = 3, .dims = {2, 3, rows}};
        example e = {.rows = rows,
                     .program = {AX_I32, (uint64_t)rows, false},
                     .in_axes = {2},
                     .out_axes = {1, 0, AX_NONE, AX_NONE},
                     .in = {numbers(&type, &numbers_state)}};
        ax_array *expected[OUTPUTS], *seen[OUTPUTS];
        assert_ok(ax_fn_create(one_row, columns, 1, OUTPUTS, &e.fn));
        call(contexts[0], vmapped(&e, 1), &e, expected);
        for (int devices = 1; devices <= DEVICES; devices++) {
            call(contexts[devices], mapped(&e, 1, 2, 0), &e, seen);
            check_same_bits(&e, expected, seen, "vmap of vmap");
            release(seen);
        }
        release(expected);
        ax_fn_release(e.fn);
        ax_array_release(e.in[0]);
    }
    ax_fn_release(columns);
}

int main(int argc, char **argv)
{
    static const ax_context_options options[] = {
        {.devices_per_rank = 1, .threads = 1},
        {.devices_per_rank = 1, .threads = 2, .timeout = 30},
        {.devices_per_rank = 2, .threads = 1, .timeout = 30},
        {.devices_per_rank = 3, .threads = 1, .timeout = 30}};
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_integers_are_what_vmap_gives),
        cmocka_unit_test(test_floats_have_the_same_bits_anywhere),
        cmocka_unit_test(test_a_mix_of_vmap_and_map),
    };
    if (argc > 1)
        first_seed = (uint32_t)strtoul(argv[1], NULL, 10);
    return RUN_WITH_CONTEXTS(argc, argv, options, tests);
}
