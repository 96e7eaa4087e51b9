/* Graphs under one or two vmaps, run on rows that stand in canonical order.
 *
 * Nothing here uses the house's own code for moving elements: it is what is being tested.
 */
#include "rules.h"

#include "transform/shard_map.h"

ax_type rule_type(ax_dtype dtype, ax_ints dims)
{
    ax_type type;
    assert_ok(ax_type_make(dtype, dims.count, dims.values, &type));
    return type;
}

/* ---- tracing and running ---- */

static const ax_graph *trace_region(const rule_case *rule, ax_builder *builder)
{
    ax_builder *body = ax_builder_create_region(builder);
    ax_value in[2 * RULE_MOST], out[RULE_MOST];
    for (int32_t i = 0; i < rule->nblocks; i++)
        in[i] = ax_builder_input(body, &rule->block_types[i], NULL);
    for (int32_t i = 0; i < 2 * rule->nregion; i++) {
        int32_t operand = rule->compares ? i / 2 : i % rule->nregion;
        ax_type scalar = ax_type_scalar(rule->operands[operand].type.dtype);
        in[i] = ax_builder_input(body, &scalar, NULL);
    }
    rule->region(in, out, rule->nregion);
    bool one = rule->compares || rule->block_types;
    return ax_builder_finish_region(body, one ? 1 : rule->nregion, out);
}

static const ax_graph *trace_select(const rule_case *rule, ax_builder *builder)
{
    ax_builder *body = ax_builder_create_region(builder);
    ax_type scalar = ax_type_scalar(rule->operands[0].type.dtype);
    ax_value in[2], out[RULE_MOST];
    for (int32_t i = 0; i < 2; i++)
        in[i] = ax_builder_input(body, &scalar, NULL);
    rule->select(in, out, 1);
    return ax_builder_finish_region(body, 1, out);
}

ax_status *rule_trace(const rule_case *rule, ax_graph **out_graph)
{
    ax_builder *builder;
    AX_TRY(ax_builder_create("rule", NULL, &builder));
    ax_value in[RULE_MOST], out[RULE_MOST];
    for (int32_t i = 0; i < rule->noperands; i++)
        in[i] = ax_builder_input(builder, &rule->operands[i].type, NULL);
    const ax_graph *regions[2];
    int32_t nregions = 0;
    if (rule->select)
        regions[nregions++] = trace_select(rule, builder);
    if (rule->region)
        regions[nregions++] = trace_region(rule, builder);
    int32_t nresults = rule->nresults ? rule->nresults : 1;
    ax_emission emission = {
        .op = rule->op,
        .noperands = rule->noperands,
        .operands = in,
        .nattrs = rule->nattrs,
        .attrs = rule->attrs,
        .nregions = nregions,
        .regions = regions,
        .nresults = nresults,
        .location = {"case", 1, 0},
    };
    ax_emit(builder, &emission, out);
    return ax_builder_finish(builder, nresults, out, NULL, out_graph);
}

static ax_allocator *allocator = NULL;
static ax_target cpu;

int rule_start(void **unused)
{
    (void)unused;
    assert_ok(ax_allocator_create("rules", 0, &allocator));
    assert_ok(test_target_open(&cpu));
    return 0;
}

int rule_end(void **unused)
{
    (void)unused;
    ax_allocator_destroy(allocator);
    test_target_close(&cpu);
    return 0;
}

const ax_target *rule_cpu(void)
{
    return &cpu;
}

void rule_run(ax_graph *graph, const ax_target *target, void *const *inputs, void **outputs)
{
    if (ax_graph_has_shard_map(graph)) { /* no backend runs it as it is */
        ax_graph *expanded = NULL;
        assert_ok(ax_shard_map_expand(graph, &expanded));
        ax_graph_free(graph);
        graph = expanded;
    }
    ax_executable *executable;
    ax_runner *runner;
    for (int32_t i = 0; i < graph->noutputs; i++)
        outputs[i] = rule_memory(ax_type_bytes(&graph->outputs[i]->type));
    assert_ok(ax_executable_create(graph, target, &executable));
    assert_ok(ax_runner_create(executable, allocator, NULL, &runner));
    assert_ok(ax_runner_run(runner, (const void *const *)inputs, outputs));
    ax_runner_free(runner);
    ax_executable_free(executable);
}

/* ---- mapping ---- */

static ax_graph *map_once(const ax_graph *graph, const rule_grid *grid, int32_t level)
{
    int64_t in_axes[RULE_MOST], out_axes[RULE_MOST];
    for (int32_t i = 0; i < graph->ninputs; i++)
        in_axes[i] = grid->mapped[i][level] ? grid->in_axis[i][level] : AX_NONE;
    for (int32_t i = 0; i < graph->noutputs; i++) {
        int32_t ndim = graph->outputs[i]->type.ndim;
        out_axes[i] = grid->out_axis[level] < ndim ? grid->out_axis[level] : ndim;
    }
    ax_graph *mapped;
    assert_ok(ax_vmap_graph(graph, in_axes, out_axes, grid->size[level], grid->axis_name[level],
                            &mapped));
    assert_ok(ax_graph_verify(mapped));
    return mapped;
}

ax_graph *rule_map(const ax_graph *graph, const rule_grid *grid)
{
    ax_graph *mapped = map_once(graph, grid, 0);
    if (grid->levels == 2) {
        ax_graph *inner = mapped;
        mapped = map_once(inner, grid, 1);
        ax_graph_free(inner);
    }
    return mapped;
}

/* ---- layouts ---- */

/* An array with batch dimensions: its canonical type, and for each dimension of the spread array
 * which canonical one it is. */
typedef struct layout {
    ax_type canonical;
    int32_t ndim;
    int32_t order[AX_MAX_NDIM];
} layout;

static void insert_at(layout *spread, int32_t axis, int32_t which)
{
    for (int32_t i = spread->ndim; i > axis; i--)
        spread->order[i] = spread->order[i - 1];
    spread->order[axis] = which;
    spread->ndim++;
}

/* axis[level] < 0: not mapped there. */
static layout make_layout(const ax_type *type, const rule_grid *grid, const int32_t *axis)
{
    layout made = {.canonical = *type};
    int32_t nbatch = 0;
    for (int32_t level = 0; level < grid->levels; level++) {
        if (axis[level] < 0)
            continue;
        made.canonical = ax_type_insert_dim(&made.canonical, 0, grid->size[level]);
        nbatch++;
    }
    for (int32_t d = 0; d < type->ndim; d++)
        made.order[made.ndim++] = nbatch + d;
    for (int32_t level = 0; level < grid->levels; level++) {
        if (axis[level] >= 0)
            insert_at(&made, axis[level], --nbatch);
    }
    return made;
}

static layout operand_layout(const ax_graph *graph, const rule_grid *grid, int32_t operand)
{
    int32_t axis[2];
    for (int32_t level = 0; level < 2; level++)
        axis[level] = grid->mapped[operand][level] ? grid->in_axis[operand][level] : -1;
    return make_layout(&graph->inputs[operand]->type, grid, axis);
}

static layout result_layout(const ax_graph *graph, const rule_grid *grid, int32_t result)
{
    int32_t axis[2], ndim = graph->outputs[result]->type.ndim;
    for (int32_t level = 0; level < 2; level++)
        axis[level] = grid->out_axis[level] < ndim + level ? grid->out_axis[level] : ndim + level;
    return make_layout(&graph->outputs[result]->type, grid, axis);
}

ax_type rule_canonical_operand(const ax_graph *graph, const rule_grid *grid, int32_t operand)
{
    return operand_layout(graph, grid, operand).canonical;
}

ax_type rule_canonical_result(const ax_graph *graph, const rule_grid *grid, int32_t result)
{
    return result_layout(graph, grid, result).canonical;
}

/* Walks the spread array in order and finds each element's canonical place. */
static void *move_elements(const layout *moved, const char *source, bool collect)
{
    const ax_type *type = &moved->canonical;
    int64_t bytes = ax_dtype_bytes(type->dtype), count = ax_type_count(type);
    int64_t strides[AX_MAX_NDIM];
    int64_t stride = 1;
    for (int32_t d = type->ndim - 1; d >= 0; d--) {
        strides[d] = stride;
        stride *= type->dims[d];
    }
    char *destination = rule_memory(count * bytes);
    for (int64_t flat = 0; flat < count; flat++) {
        int64_t rest = flat, canonical = 0;
        for (int32_t d = moved->ndim - 1; d >= 0; d--) {
            int64_t dim = type->dims[moved->order[d]];
            canonical += rest % dim * strides[moved->order[d]];
            rest /= dim;
        }
        memcpy(destination + (collect ? canonical : flat) * bytes,
               source + (collect ? flat : canonical) * bytes, (size_t)bytes);
    }
    return destination;
}

void *rule_spread_operand(const ax_graph *graph, const rule_grid *grid, int32_t operand,
                          const void *canonical)
{
    layout moved = operand_layout(graph, grid, operand);
    return move_elements(&moved, canonical, false);
}

void *rule_collect_result(const ax_graph *graph, const rule_grid *grid, int32_t result,
                          const void *spread)
{
    layout moved = result_layout(graph, grid, result);
    return move_elements(&moved, spread, true);
}

void *rule_operand_row(const ax_graph *graph, const rule_grid *grid, int32_t operand,
                       void *canonical, int64_t outer, int64_t inner)
{
    int64_t row = 0;
    if (grid->levels == 2 && grid->mapped[operand][1])
        row = outer;
    if (grid->mapped[operand][0])
        row = row * grid->size[0] + inner;
    return (char *)canonical + row * ax_type_bytes(&graph->inputs[operand]->type);
}

/* ---- checking ---- */

static void fail_grid(const ax_graph *graph, const rule_grid *grid, const char *backend,
                      int32_t result, const char *what)
{
    ax_graph *mapped = rule_map(graph, grid);
    char *before = NULL, *after = NULL;
    assert_ok(ax_graph_print(graph, &before));
    assert_ok(ax_graph_print(mapped, &after));
    print_error("%s, result %d on %s, sizes %lld %lld:\n%s\n%s\n", what, (int)result, backend,
                (long long)grid->size[0], (long long)(grid->levels == 2 ? grid->size[1] : -1),
                before, after);
    fail_msg("%s differs from its rows", what);
}

static void compare(const ax_graph *graph, const rule_grid *grid, const char *backend,
                    void **outputs, void *const *expected, bool sums, const char *what)
{
    for (int32_t i = 0; i < graph->noutputs; i++) {
        ax_type type = rule_canonical_result(graph, grid, i);
        void *seen = rule_collect_result(graph, grid, i, outputs[i]);
        if (!rule_equal(type.dtype, ax_type_count(&type), seen, expected[i], sums))
            fail_grid(graph, grid, backend, i, what);
        free(seen);
        free(outputs[i]);
    }
}

rule_placement *rule_place = NULL;

ax_type rule_spread_type(const ax_graph *graph, const rule_grid *grid, int32_t operand)
{
    layout moved = operand_layout(graph, grid, operand);
    ax_type type = moved.canonical;
    for (int32_t d = 0; d < type.ndim; d++)
        type.dims[d] = moved.canonical.dims[moved.order[d]];
    return type;
}

static void check_placed(const ax_graph *graph, const rule_grid *grid, void *const *canonical,
                         void *const *expected, bool sums, const char *what)
{
    void *inputs[RULE_MOST], *outputs[RULE_MOST];
    for (int32_t i = 0; i < graph->ninputs; i++)
        inputs[i] = rule_spread_operand(graph, grid, i, canonical[i]);
    rule_place(graph, grid, inputs, outputs);
    compare(graph, grid, "its devices", outputs, expected, sums, what);
    for (int32_t i = 0; i < graph->ninputs; i++)
        free(inputs[i]);
}

bool rule_thorough;

bool rule_checks_cpu(void)
{
    enum { ONE_IN = 8, SANITIZED_ONE_IN = 64 };
    static int grids;
    const char *sanitizers = getenv("AXMAP_SANITIZE");
    int one_in = sanitizers && *sanitizers ? SANITIZED_ONE_IN : ONE_IN;
    return rule_thorough || grids++ % one_in == 0;
}

void rule_check_grid(const ax_graph *graph, const rule_grid *grid, void *const *canonical,
                     void *const *const expected[2], bool sums, const char *what)
{
    const ax_target *const targets[] = {&ax_target_reference, &cpu};
    if (rule_place) {
        check_placed(graph, grid, canonical, expected[1], sums, what);
        return;
    }
    ax_graph *mapped = rule_map(graph, grid);
    void *inputs[RULE_MOST], *outputs[RULE_MOST];
    for (int32_t i = 0; i < graph->ninputs; i++)
        inputs[i] = rule_spread_operand(graph, grid, i, canonical[i]);
    for (int32_t i = 0; i < graph->noutputs; i++) {
        ax_type type = rule_canonical_result(graph, grid, i);
        assert_int_equal(ax_type_count(&mapped->outputs[i]->type), ax_type_count(&type));
    }
    int count = expected[1] && rule_checks_cpu() ? 2 : 1;
    for (int b = 0; b < count; b++) {
        ax_graph *copy = mapped;
        if (b < count - 1)
            assert_ok(ax_graph_clone(mapped, &copy));
        rule_run(copy, targets[b], inputs, outputs);
        compare(graph, grid, targets[b]->backend->name, outputs, expected[b], sums, what);
    }
    for (int32_t i = 0; i < graph->ninputs; i++)
        free(inputs[i]);
}
