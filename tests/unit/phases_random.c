/* Random programs with collectives, cut into phases and run block by block as ax_map does, against
 * vmap of the whole. All arithmetic is of i32, which wraps, so results are equal to the bit. */
#include "test.h"

#include "backend/executable.h"
#include "transform/fn.h"
#include "transform/phases.h"
#include "transform/vmap.h"

#include "random_program.h"

#include <axmap/fn.h>
#include <stdlib.h>

enum { INPUTS = PROGRAM_INPUTS, OUTPUTS = PROGRAM_OUTPUTS, WIDTH = PROGRAM_WIDTH, MOST_ROWS = 7 };
enum { MOST_VARS = PROGRAM_VALUES * 4 };

static uint64_t state;

static ax_graph *trace(int64_t rows, uint32_t seed)
{
    ax_fn *fn;
    ax_graph *graph;
    ax_type type = {.dtype = AX_I32, .ndim = 1, .dims = {WIDTH}};
    ax_axis axis = {.name = "rows", .size = rows};
    random_program program = {.dtype = AX_I32, .seed = seed};
    assert_ok(ax_fn_create(random_program_trace, &program, INPUTS, OUTPUTS, &fn));
    assert_ok(ax_fn_trace(fn, (ax_type[]){type, type, type}, &axis, &graph));
    ax_fn_release(fn);
    return graph;
}

/* ---- running graphs ---- */

static ax_allocator *allocator;

/* Runs the graph, which it takes over. */
static void run(ax_graph *graph, const void *const *inputs, void *const *outputs)
{
    ax_executable *executable;
    ax_runner *runner;
    assert_ok(ax_executable_create(graph, &ax_target_reference, &executable));
    assert_ok(ax_runner_create(executable, allocator, NULL, &runner));
    assert_ok(ax_runner_run(runner, inputs, outputs));
    ax_runner_free(runner);
    ax_executable_free(executable);
}

/* Every var of the program: all rows of a mapped one, or one value. */
typedef struct machine {
    const ax_phases *phases;
    int64_t rows, block;
    int32_t **values; /* by var id */
} machine;

static size_t elements(const machine *m, int32_t id)
{
    return (size_t)ax_type_count(&m->phases->vars[id].type);
}

static int32_t *row_of(const machine *m, int32_t id, int64_t row)
{
    return m->values[id] + (size_t)row * elements(m, id);
}

static ax_graph *stage_graph(const machine *m, int32_t phase, int64_t rows)
{
    ax_graph *graph;
    assert_ok(ax_phases_graph(m->phases, phase, rows, &graph));
    return graph;
}

static void run_shared(machine *m, int32_t phase)
{
    const ax_stage *stage = &m->phases->phases[phase].shared;
    const void *inputs[MOST_VARS];
    void *outputs[MOST_VARS];
    for (int32_t i = 0; i < stage->ninputs; i++)
        inputs[i] = m->values[stage->inputs[i]];
    for (int32_t i = 0; i < stage->noutputs; i++)
        outputs[i] = m->values[stage->outputs[i]];
    run(stage_graph(m, phase, 0), inputs, outputs);
}

/* One block; the rows past the end hold numbers that must not matter. */
static void run_block(machine *m, int32_t phase, int64_t first)
{
    const ax_stage *stage = &m->phases->phases[phase].block;
    void *inputs[MOST_VARS], *outputs[MOST_VARS];
    for (int32_t i = 0; i < stage->ninputs; i++) {
        int32_t id = stage->inputs[i];
        const ax_phased_var *var = &m->phases->vars[id];
        inputs[i] = m->values[id];
        if (!ax_var_is_mapped(var))
            continue;
        int32_t *rows = malloc((size_t)m->block * elements(m, id) * sizeof *rows);
        assert_non_null(rows);
        for (int64_t r = 0; r < m->block; r++) {
            for (size_t e = 0; e < elements(m, id); e++) {
                size_t place = (size_t)r * elements(m, id) + e;
                rows[place] = random_number(&state);
                if (first + r < m->rows && var->kind == AX_VAR_ROW_INDEX)
                    rows[place] = (int32_t)(first + r);
                if (first + r < m->rows && var->kind != AX_VAR_ROW_INDEX)
                    rows[place] = row_of(m, id, first + r)[e];
            }
        }
        inputs[i] = rows;
    }
    for (int32_t i = 0; i < stage->noutputs; i++) {
        outputs[i] = malloc((size_t)m->block * elements(m, stage->outputs[i]) * sizeof(int32_t));
        assert_non_null(outputs[i]);
    }
    run(stage_graph(m, phase, m->block), (const void *const *)inputs, outputs);
    for (int32_t i = 0; i < stage->noutputs; i++) {
        int32_t id = stage->outputs[i];
        int64_t count = m->rows - first < m->block ? m->rows - first : m->block;
        memcpy(row_of(m, id, first), outputs[i], (size_t)count * elements(m, id) * sizeof(int32_t));
        free(outputs[i]);
    }
    for (int32_t i = 0; i < stage->ninputs; i++) {
        if (ax_var_is_mapped(&m->phases->vars[stage->inputs[i]]))
            free(inputs[i]);
    }
}

static void run_cut(machine *m, const ax_cut *cut)
{
    const char *op = cut->eqn->op->name;
    int32_t *result = m->values[cut->result];
    int64_t dimension = ax_eqn_int_or(cut->eqn, AX_ATTR_ALL_GATHER_DIM, 0);
    bool gathers = strcmp(op, "all_gather") == 0;
    size_t count = elements(m, cut->operand);
    for (size_t e = 0; e < count && !gathers; e++) {
        int32_t best = op[1] == 's' ? 0 : op[2] == 'a' ? INT32_MIN : INT32_MAX;
        for (int64_t r = 0; r < m->rows; r++) {
            int32_t x = row_of(m, cut->operand, r)[e];
            if (op[1] == 's') {
                best = (int32_t)((uint32_t)best + (uint32_t)x);
            } else if (op[2] == 'a' ? x > best : x < best) {
                best = x;
            }
        }
        result[e] = best;
    }
    for (int64_t r = 0; r < m->rows && gathers; r++) {
        for (size_t e = 0; e < count; e++) {
            size_t place = dimension == 0 ? (size_t)r * count + e : e * (size_t)m->rows + (size_t)r;
            result[place] = row_of(m, cut->operand, r)[e];
        }
    }
}

static void run_phases(machine *m)
{
    for (int32_t p = 0; p < m->phases->nphases; p++) {
        const ax_phase *phase = &m->phases->phases[p];
        if (phase->shared.noutputs)
            run_shared(m, p);
        for (int64_t first = 0; phase->block.noutputs && first < m->rows; first += m->block)
            run_block(m, p, first);
        for (int32_t i = 0; i < phase->ncuts; i++)
            run_cut(m, &phase->cuts[i]);
    }
}

/* ---- one program ---- */

static void check_outputs(const machine *m, const ax_graph *graph, const bool *mapped,
                          uint32_t seed)
{
    int64_t in_axes[INPUTS], out_axes[OUTPUTS];
    const void *inputs[INPUTS];
    void *outputs[OUTPUTS];
    for (int i = 0; i < INPUTS; i++) {
        in_axes[i] = mapped[i] ? 0 : AX_NONE;
        inputs[i] = m->values[graph->inputs[i]->id];
    }
    for (int i = 0; i < OUTPUTS; i++) {
        bool rows = ax_var_is_mapped(&m->phases->vars[graph->outputs[i]->id]);
        out_axes[i] = rows ? 0 : AX_NONE;
    }
    ax_graph *whole;
    assert_ok(ax_vmap_graph(graph, in_axes, out_axes, m->rows, "rows", &whole));
    for (int i = 0; i < OUTPUTS; i++) {
        outputs[i] = malloc((size_t)ax_type_bytes(&whole->outputs[i]->type) + 1);
        assert_non_null(outputs[i]);
    }
    ax_graph *copy;
    assert_ok(ax_graph_clone(whole, &copy));
    run(copy, inputs, outputs);
    for (int i = 0; i < OUTPUTS; i++) {
        const int32_t *seen = m->values[graph->outputs[i]->id];
        size_t bytes = (size_t)ax_type_bytes(&whole->outputs[i]->type);
        if (bytes && memcmp(seen, outputs[i], bytes) != 0) {
            char *text = NULL;
            assert_ok(ax_graph_print(graph, &text));
            fail_msg("seed %u, %d rows, blocks of %d: output %d differs\n%s", (unsigned)seed,
                     (int)m->rows, (int)m->block, i, text);
        }
        free(outputs[i]);
    }
    ax_graph_free(whole);
}

static void check_program(uint32_t seed)
{
    state = seed;
    machine m = {.rows = random_below(&state, MOST_ROWS + 1), .block = 1 + random_below(&state, 4)};
    bool mapped[INPUTS];
    for (int i = 0; i < INPUTS; i++)
        mapped[i] = random_below(&state, 3) > 0;
    ax_graph *graph = trace(m.rows, seed);
    ax_phases *phases;
    assert_ok(ax_phases_create(graph, mapped, "rows", m.rows, &phases));
    m.phases = phases;
    m.values = calloc((size_t)graph->nvars, sizeof *m.values);
    assert_non_null(m.values);
    for (int32_t id = 0; id < graph->nvars; id++)
        m.values[id] = calloc((MOST_ROWS + 1) * WIDTH * MOST_ROWS + 1, sizeof(int32_t));
    for (int i = 0; i < INPUTS; i++) {
        for (int64_t e = 0; e < MOST_ROWS * WIDTH; e++)
            m.values[graph->inputs[i]->id][e] = random_number(&state);
    }
    run_phases(&m);
    check_outputs(&m, graph, mapped, seed);
    for (int32_t id = 0; id < graph->nvars; id++)
        free(m.values[id]);
    free(m.values);
    ax_phases_free(phases);
    ax_graph_free(graph);
}

static void test_random_programs(void **unused)
{
    (void)unused;
    assert_ok(ax_allocator_create("test", 0, &allocator));
    for (uint32_t seed = 1; seed <= 2000; seed++)
        check_program(seed);
    ax_allocator_destroy(allocator);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_programs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
