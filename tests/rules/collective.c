/* Collectives under vmap: of their own axis, of another one, of both in either order.
 *
 * Nothing evaluates a collective alone, so the expected values are worked out here from the rows.
 * Level 0 of a grid is the axis "i", level 1 is "j".
 */
#include "rules.h"

#include <math.h>
#include <stdio.h>

/* ---- cases ---- */

static void reductions(const rule_sink *sink)
{
    const ax_names lists[] = {AX_AXES("i"), AX_AXES("j"), AX_AXES("i", "j"), AX_AXES("j", "i")};
    const int64_t sizes[] = {3, 6}; /* of any grid: the check puts its own */
    FOR_DTYPES(dtype, sink->dtypes)
    {
        for (size_t l = 0; l < 4; l++) {
            rule_add(sink, (rule_case){.what = ax_dtype_name(dtype),
                                       .sums = sink->fill == FILL_EXACT,
                                       OPERANDS({TYPE(dtype, 4, 2), sink->fill}),
                                       ATTRS({.key = AX_ATTR_AXES, .names = lists[l]},
                                             {.key = AX_ATTR_AXIS_SIZES,
                                              .ints = {lists[l].count, sizes}})});
        }
    }
    rule_add(sink,
             (rule_case){.what = "a scalar",
                         .sums = sink->fill == FILL_EXACT,
                         OPERANDS({SCALAR(AX_F32), sink->fill}),
                         ATTRS({.key = AX_ATTR_AXES, .names = AX_AXES("i")}, INTS(AXIS_SIZES, 3))});
}

static void all_gather(const rule_sink *sink)
{
    FOR_DTYPES(dtype, sink->dtypes)
    {
        for (int64_t dimension = 0; dimension <= 2; dimension++) {
            rule_add(sink, (rule_case){.what = ax_dtype_name(dtype),
                                       OPERANDS({TYPE(dtype, 4, 2), sink->fill}),
                                       ATTRS({.key = AX_ATTR_AXES, .names = AX_AXES("i")},
                                             INTS(AXIS_SIZES, 3), INT(ALL_GATHER_DIM, dimension))});
            rule_add(sink, (rule_case){.what = "the outer axis",
                                       OPERANDS({TYPE(dtype, 4, 2), sink->fill}),
                                       ATTRS({.key = AX_ATTR_AXES, .names = AX_AXES("j")},
                                             INTS(AXIS_SIZES, 3), INT(ALL_GATHER_DIM, dimension))});
        }
    }
}

static void axis_index(const rule_sink *sink)
{
    rule_add(sink,
             (rule_case){.what = "its own axis",
                         ATTRS({.key = AX_ATTR_AXES, .names = AX_AXES("i")}, INTS(AXIS_SIZES, 3))});
    rule_add(sink,
             (rule_case){.what = "the outer axis",
                         ATTRS({.key = AX_ATTR_AXES, .names = AX_AXES("j")}, INTS(AXIS_SIZES, 3))});
}

const rule_line collective_lines[] = {
    {"all_gather", all_gather, DTYPES_EVERY, FILL_ANY},
    {"axis_index", axis_index, DTYPES_EVERY, FILL_ANY},
    {"pmax", reductions, DTYPES_REAL, FILL_ANY},
    {"pmin", reductions, DTYPES_REAL, FILL_ANY},
    {"psum", reductions, DTYPES_NUMBER, FILL_EXACT},
    {0},
};

/* ---- the axes of a case ---- */

static const ax_attr *find_attr(const rule_case *rule, ax_attr_key key)
{
    for (int32_t i = 0; i < rule->nattrs; i++) {
        if (rule->attrs[i].key == key)
            return &rule->attrs[i];
    }
    fail_msg("%s: a case without %s", rule->op->name, ax_attr_name(key));
    return NULL;
}

/* The level of the n-th axis of the case. */
static int32_t level_of(const rule_case *rule, int32_t n)
{
    return find_attr(rule, AX_ATTR_AXES)->names.values[n][0] == 'i' ? 0 : 1;
}

/* The case with the axes' sizes that a grid has. */
static ax_graph *trace(const rule_case *rule, const rule_grid *grid)
{
    rule_case sized = *rule;
    int64_t sizes[2];
    ax_names axes = find_attr(rule, AX_ATTR_AXES)->names;
    for (int32_t n = 0; n < axes.count; n++)
        sizes[n] = grid->size[level_of(rule, n)];
    for (int32_t i = 0; i < rule->nattrs; i++) {
        if (sized.attrs[i].key == AX_ATTR_AXIS_SIZES)
            sized.attrs[i].ints = (ax_ints){axes.count, sizes};
    }
    ax_graph *graph = NULL;
    assert_ok(rule_trace(&sized, &graph));
    return graph;
}

/* ---- expected values ---- */

/* Exact for every dtype: x86's long double holds 64-bit integers. */
static long double element(ax_dtype dtype, const char *place)
{
    int64_t integer = 0;
    uint64_t bits = 0;
    float single;
    double real;
    size_t bytes = (size_t)ax_dtype_bytes(dtype);
    if (dtype == AX_F32) {
        memcpy(&single, place, bytes);
        return (long double)single;
    }
    if (dtype == AX_F64) {
        memcpy(&real, place, bytes);
        return (long double)real;
    }
    memcpy(&bits, place, bytes);
    if (ax_dtype_kind(dtype) != AX_KIND_SIGNED)
        return (long double)bits;
    int shift = 64 - 8 * (int)bytes;
    integer = (int64_t)(bits << shift) >> shift;
    return (long double)integer;
}

/* The sum of one element over rows; integers wrap as their low bytes do. */
static void put_sum(ax_dtype dtype, const char *const *places, int64_t count, int64_t offset,
                    char *result)
{
    long double real = 0;
    uint64_t bits = 0;
    for (int64_t r = 0; r < count; r++) {
        uint64_t one = 0;
        memcpy(&one, places[r] + offset, (size_t)ax_dtype_bytes(dtype));
        bits += one;
        real += element(dtype, places[r] + offset);
    }
    float single = (float)real;
    double twice = (double)real;
    const void *from = &bits;
    if (dtype == AX_F32)
        from = &single;
    if (dtype == AX_F64)
        from = &twice;
    memcpy(result, from, (size_t)ax_dtype_bytes(dtype));
}

/* Whether `a` beats `b`: NaN above all, and +0 above -0. */
static bool beats(long double a, long double b, bool largest)
{
    if (isnan(b))
        return false;
    if (isnan(a))
        return true;
    if (a == b)
        return largest ? signbit(b) && !signbit(a) : signbit(a) && !signbit(b);
    return largest ? a > b : a < b;
}

/* The row of the operand at each place of the group that row (outer, inner) belongs to. */
typedef struct group {
    int64_t count;
    const char *rows[64];
} group;

static group find_group(const rule_case *rule, const ax_graph *graph, const rule_grid *grid,
                        void *canonical, int64_t outer, int64_t inner)
{
    bool over[2] = {false};
    ax_names axes = find_attr(rule, AX_ATTR_AXES)->names;
    for (int32_t n = 0; n < axes.count; n++)
        over[level_of(rule, n)] = true;
    group found = {0};
    for (int64_t o = over[1] ? 0 : outer; o < (over[1] ? grid->size[1] : outer + 1); o++) {
        for (int64_t i = over[0] ? 0 : inner; i < (over[0] ? grid->size[0] : inner + 1); i++)
            found.rows[found.count++] = rule_operand_row(graph, grid, 0, canonical, o, i);
    }
    return found;
}

static void expect_reduction(const rule_case *rule, const ax_type *type, const group *rows,
                             char *result)
{
    int64_t bytes = ax_dtype_bytes(type->dtype);
    for (int64_t e = 0; e < ax_type_count(type); e++) {
        if (rule->op == ax_op_find("psum")) {
            put_sum(type->dtype, rows->rows, rows->count, e * bytes, result + e * bytes);
            continue;
        }
        const char *best = rows->rows[0] + e * bytes;
        for (int64_t r = 1; r < rows->count; r++) {
            const char *place = rows->rows[r] + e * bytes;
            if (beats(element(type->dtype, place), element(type->dtype, best),
                      rule->op == ax_op_find("pmax")))
                best = place;
        }
        memcpy(result + e * bytes, best, (size_t)bytes);
    }
}

static void expect_gather(const rule_case *rule, const ax_type *type, const group *rows,
                          char *result)
{
    int64_t dimension = find_attr(rule, AX_ATTR_ALL_GATHER_DIM)->i;
    int64_t before = 1, after = ax_dtype_bytes(type->dtype);
    for (int32_t d = 0; d < type->ndim; d++)
        *(d < dimension ? &before : &after) *= type->dims[d];
    for (int64_t b = 0; b < before; b++) {
        for (int64_t r = 0; r < rows->count; r++) {
            memcpy(result + (b * rows->count + r) * after, rows->rows[r] + b * after,
                   (size_t)after);
        }
    }
}

static void *expect(const rule_case *rule, const ax_graph *graph, const rule_grid *grid,
                    void *canonical)
{
    ax_type type = rule_canonical_result(graph, grid, 0);
    char *expected = rule_memory(ax_type_bytes(&type));
    int64_t bytes = ax_type_bytes(&graph->outputs[0]->type);
    int64_t outer_size = grid->levels == 2 ? grid->size[1] : 1;
    for (int64_t row = 0; row < outer_size * grid->size[0]; row++) {
        int64_t outer = row / grid->size[0], inner = row % grid->size[0];
        char *result = expected + row * bytes;
        if (graph->ninputs == 0) {
            int32_t index = (int32_t)(level_of(rule, 0) == 0 ? inner : outer);
            memcpy(result, &index, sizeof index);
            continue;
        }
        group rows = find_group(rule, graph, grid, canonical, outer, inner);
        const ax_type *operand = &graph->inputs[0]->type;
        if (rule->op == ax_op_find("all_gather")) {
            expect_gather(rule, operand, &rows, result);
        } else {
            expect_reduction(rule, operand, &rows, result);
        }
    }
    return expected;
}

/* ---- the check ---- */

static void check_grid(const rule_case *rule, rule_grid *grid)
{
    ax_graph *graph = trace(rule, grid);
    void *canonical[1] = {NULL}, *expected;
    if (graph->ninputs == 1) {
        ax_type type = rule_canonical_operand(graph, grid, 0);
        canonical[0] = rule_values(&type, rule->operands[0].fill);
    }
    expected = expect(rule, graph, grid, canonical[0]);
    char what[128];
    snprintf(what, sizeof what, "%s (%s)", rule->op->name, rule->what);
    rule_check_grid(graph, grid, canonical, &expected, rule->sums, what);
    free(canonical[0]);
    free(expected);
    ax_graph_free(graph);
}

static bool names_outer(const rule_case *rule)
{
    ax_names axes = find_attr(rule, AX_ATTR_AXES)->names;
    return level_of(rule, 0) == 1 || (axes.count > 1 && level_of(rule, 1) == 1);
}

/* Every placement of the operand and the result under one vmap, or two. */
static void check_placements(const rule_case *rule, rule_grid *grid)
{
    int32_t ndim = rule->noperands ? rule->operands[0].type.ndim : 0;
    int32_t last[2] = {ndim, grid->levels == 2 ? ndim + grid->mapped[0][0] : 0};
    for (int32_t i = 0; i <= (grid->mapped[0][0] ? last[0] : 0); i++) {
        for (int32_t j = 0; j <= (grid->mapped[0][1] ? last[1] : 0); j++) {
            grid->in_axis[0][0] = i;
            grid->in_axis[0][1] = j;
            for (int32_t out = 0; out <= 3; out++) {
                grid->out_axis[0] = out;
                grid->out_axis[1] = (out + j) % 4;
                check_grid(rule, grid);
            }
        }
    }
}

void rule_check_collective(const rule_case *rule)
{
    const int64_t sizes[][2] = {{3, 6}, {6, 3}, {1, 3}, {3, 1}, {0, 3}, {3, 0}};
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
        for (unsigned mapped = 0; mapped < 4; mapped++) {
            rule_grid grid = {.levels = 1,
                              .size = {sizes[s][0], sizes[s][1]},
                              .mapped = {{mapped & 1, false}},
                              .axis_name = {"i", "j"}};
            if (!names_outer(rule) && mapped < 2)
                check_placements(rule, &grid);
            grid.levels = 2;
            grid.mapped[0][1] = mapped >> 1 & 1;
            check_placements(rule, &grid);
            if (!names_outer(rule)) { /* the outer vmap need not have a name */
                grid.axis_name[1] = NULL;
                check_placements(rule, &grid);
            }
        }
    }
}
