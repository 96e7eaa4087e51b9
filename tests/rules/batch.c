/* vmap of one op against a loop over its rows. */
#include "rules.h"

#include "transform/shard_map.h"

#include <stdio.h>

static ax_graph *trace(const rule_case *rule)
{
    ax_graph *graph = NULL;
    ax_status *status = rule_trace(rule, &graph);
    if (status)
        fail_msg("%s (%s): %s", rule->op->name, rule->what, ax_status_message(status));
    assert_ok(ax_graph_verify(graph));
    return graph;
}

/* A compiled graph of one example, to be run row by row: on the reference backend and on the cpu's, whose
 * functions are not the reference's to the last bit. */
typedef struct row_runner {
    int backends; /* 1: the reference alone */
    ax_executable *executables[2];
    ax_allocator *allocator;
    ax_runner *runners[2];
} row_runner;

static row_runner start_rows(const ax_graph *graph, int backends)
{
    const ax_target *const targets[] = {&ax_target_reference, rule_cpu()};
    row_runner rows = {.backends = backends};
    assert_ok(ax_allocator_create("rows", 0, &rows.allocator));
    for (int t = 0; t < backends; t++) {
        ax_graph *copy;
        assert_ok(ax_shard_map_expand(graph, &copy)); /* a copy where there is none */
        assert_ok(ax_executable_create(copy, targets[t], &rows.executables[t]));
        assert_ok(ax_runner_create(rows.executables[t], rows.allocator, NULL, &rows.runners[t]));
    }
    return rows;
}

static void end_rows(row_runner *rows)
{
    for (int t = 0; t < rows->backends; t++) {
        ax_runner_free(rows->runners[t]);
        ax_executable_free(rows->executables[t]);
    }
    ax_allocator_destroy(rows->allocator);
}

/* The results of every row, canonical. */
static void run_rows(ax_runner *runner, const ax_graph *graph, const rule_grid *grid,
                     void *const *canonical, void **expected)
{
    int64_t outer_size = grid->levels == 2 ? grid->size[1] : 1;
    for (int32_t i = 0; i < graph->noutputs; i++) {
        ax_type type = rule_canonical_result(graph, grid, i);
        expected[i] = rule_memory(ax_type_bytes(&type));
    }
    for (int64_t row = 0; row < outer_size * grid->size[0]; row++) {
        const void *inputs[RULE_MOST];
        void *outputs[RULE_MOST];
        for (int32_t i = 0; i < graph->ninputs; i++) {
            inputs[i] = rule_operand_row(graph, grid, i, canonical[i], row / grid->size[0],
                                         row % grid->size[0]);
        }
        for (int32_t i = 0; i < graph->noutputs; i++) {
            outputs[i] = (char *)expected[i] + row * ax_type_bytes(&graph->outputs[i]->type);
        }
        assert_ok(ax_runner_run(runner, inputs, outputs));
    }
}

/* Operands, canonical, and what the rows give on each backend. */
typedef struct row_values {
    int backends;
    void *canonical[RULE_MOST];
    void *expected[2][RULE_MOST];
} row_values;

static row_values make_values(const rule_case *rule, const ax_graph *graph, const rule_grid *grid,
                              const row_runner *rows)
{
    row_values values = {.backends = rows->backends};
    for (int32_t i = 0; i < graph->ninputs; i++) {
        ax_type type = rule_canonical_operand(graph, grid, i);
        values.canonical[i] = rule_values(&type, rule->operands[i].fill);
    }
    for (int t = 0; t < rows->backends; t++)
        run_rows(rows->runners[t], graph, grid, values.canonical, values.expected[t]);
    return values;
}

static void check_values(const rule_case *rule, const ax_graph *graph, const rule_grid *grid,
                         const row_values *values, const char *what)
{
    void *const *const expected[] = {values->expected[0],
                                     values->backends == 2 ? values->expected[1] : NULL};
    rule_check_grid(graph, grid, values->canonical, expected, rule->sums, what);
}

static void free_values(row_values *values, const ax_graph *graph)
{
    for (int32_t i = 0; i < graph->ninputs; i++)
        free(values->canonical[i]);
    for (int32_t i = 0; i < graph->noutputs; i++) {
        for (int t = 0; t < values->backends; t++)
            free(values->expected[t][i]);
    }
}

static int32_t widest_result(const ax_graph *graph)
{
    int32_t widest = 0;
    for (int32_t i = 0; i < graph->noutputs; i++) {
        if (graph->outputs[i]->type.ndim > widest)
            widest = graph->outputs[i]->type.ndim;
    }
    return widest;
}

/* The next combination of in-axes of the mapped operands; false behind the last. */
static bool next_axes(const ax_graph *graph, rule_grid *grid)
{
    for (int32_t i = 0; i < graph->ninputs; i++) {
        if (!grid->mapped[i][0])
            continue;
        if (grid->in_axis[i][0] < graph->inputs[i]->type.ndim) {
            grid->in_axis[i][0]++;
            return true;
        }
        grid->in_axis[i][0] = 0;
    }
    return false;
}

static void check_subset(const rule_case *rule, const ax_graph *graph, const row_runner *rows,
                         uint32_t subset, int64_t size)
{
    rule_grid grid = {.levels = 1, .size = {size}};
    for (int32_t i = 0; i < graph->ninputs; i++)
        grid.mapped[i][0] = subset >> i & 1;
    row_values values = make_values(rule, graph, &grid, rows);
    char what[128];
    snprintf(what, sizeof what, "%s (%s)", rule->op->name, rule->what);
    do {
        for (grid.out_axis[0] = 0; grid.out_axis[0] <= widest_result(graph); grid.out_axis[0]++)
            check_values(rule, graph, &grid, &values, what);
    } while (next_axes(graph, &grid));
    free_values(&values, graph);
}

/* A shard_map speaks only through its region. */
static bool speaks_itself(const ax_op *op)
{
    return (op->traits & AX_TRAIT_COLLECTIVE) && op != &ax_op_shard_map;
}

void rule_check_batch(const rule_case *rule, void *data)
{
    (void)data;
    if (speaks_itself(rule->op)) {
        rule_check_collective(rule);
        return;
    }
    ax_graph *graph = trace(rule);
    row_runner rows = start_rows(graph, 2);
    const int64_t sizes[] = {0, 1, 3};
    for (uint32_t subset = 0; subset < 1u << graph->ninputs; subset++) {
        for (size_t s = 0; s < 3; s++)
            check_subset(rule, graph, &rows, subset, sizes[s]);
    }
    end_rows(&rows);
    ax_graph_free(graph);
}

/* ---- vmap of vmap ---- */

static void check_nested(const rule_case *rule, const ax_graph *graph, const row_runner *rows,
                         uint32_t inner, uint32_t outer, const int64_t *sizes)
{
    rule_grid grid = {.levels = 2, .size = {sizes[0], sizes[1]}};
    for (int32_t i = 0; i < graph->ninputs; i++) {
        uint32_t ndim = (uint32_t)graph->inputs[i]->type.ndim;
        grid.mapped[i][0] = inner >> i & 1;
        grid.mapped[i][1] = outer >> i & 1;
        grid.in_axis[i][0] = (int32_t)rule_random(ndim + 1);
        grid.in_axis[i][1] = (int32_t)rule_random(ndim + 1 + (inner >> i & 1));
    }
    uint32_t widest = (uint32_t)widest_result(graph);
    grid.out_axis[0] = (int32_t)rule_random(widest + 1);
    grid.out_axis[1] = (int32_t)rule_random(widest + 2);
    row_values values = make_values(rule, graph, &grid, rows);
    char what[128];
    snprintf(what, sizeof what, "%s (%s) nested", rule->op->name, rule->what);
    check_values(rule, graph, &grid, &values, what);
    free_values(&values, graph);
}

void rule_check_nested(const rule_case *rule, void *data)
{
    (void)data;
    if (speaks_itself(rule->op))
        return; /* part of "batch" */
    ax_graph *graph = trace(rule);
    row_runner rows = start_rows(graph, 2);
    const int64_t sizes[][2] = {{3, 6}, {6, 3}, {0, 3}, {3, 0}, {1, 3}};
    uint32_t subsets = 1u << graph->ninputs;
    for (uint32_t inner = 0; inner < subsets; inner++) {
        for (uint32_t outer = 0; outer < subsets; outer++) {
            check_nested(rule, graph, &rows, inner, outer, sizes[0]);
            check_nested(rule, graph, &rows, inner, outer, sizes[1 + rule_random(4)]);
        }
    }
    end_rows(&rows);
    ax_graph_free(graph);
}

void rule_check_placed(const rule_case *rule, void *data)
{
    const int64_t *rows = data;
    if (speaks_itself(rule->op)) {
        rule_check_collective_rows(rule, *rows);
        return;
    }
    ax_graph *graph = trace(rule);
    row_runner runner = start_rows(graph, 2);
    rule_grid grid = {.levels = 1, .size = {*rows}};
    uint32_t subset = graph->ninputs ? 1 + rule_random((1u << graph->ninputs) - 1) : 0;
    for (int32_t i = 0; i < graph->ninputs; i++) {
        grid.mapped[i][0] = subset >> i & 1;
        grid.in_axis[i][0] = (int32_t)rule_random((uint32_t)graph->inputs[i]->type.ndim + 1);
    }
    grid.out_axis[0] = (int32_t)rule_random((uint32_t)widest_result(graph) + 1);
    row_values values = make_values(rule, graph, &grid, &runner);
    char what[128];
    snprintf(what, sizeof what, "%s (%s)", rule->op->name, rule->what);
    check_values(rule, graph, &grid, &values, what);
    free_values(&values, graph);
    end_rows(&runner);
    ax_graph_free(graph);
}

void rule_check_front(const rule_case *rule, const ax_graph *graph)
{
    row_runner rows = start_rows(graph, rule_checks_cpu() ? 2 : 1);
    check_subset(rule, graph, &rows, 0, 2);
    rule_grid grid = {.levels = 1, .size = {2}};
    for (int32_t i = 0; i < graph->ninputs; i++)
        grid.mapped[i][0] = true;
    row_values values = make_values(rule, graph, &grid, &rows);
    check_values(rule, graph, &grid, &values, rule->op->name);
    free_values(&values, graph);
    end_rows(&rows);
}
