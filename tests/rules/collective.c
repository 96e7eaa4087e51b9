/* Collectives under vmap: of their own axis, of another one, of both in either order; and the forms that
 * executors run instead.
 *
 * Nothing evaluates a collective alone, so the expected values are worked out here from the rows.
 * Level 0 of a grid is the axis "i", level 1 is "j".
 */
#include "rules.h"

#include "base/half.h"
#include "ops/collective.h"

#include <math.h>
#include <stdio.h>

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

/* The case with the axes' sizes and the members that a grid has; `sizes` lives as long. */
static rule_case fit(const rule_case *rule, const rule_grid *grid, int64_t *sizes)
{
    rule_case sized = *rule;
    int64_t members = 1;
    ax_names axes = find_attr(rule, AX_ATTR_AXES)->names;
    for (int32_t n = 0; n < axes.count; n++) {
        sizes[n] = grid->size[level_of(rule, n)];
        members *= sizes[n];
    }
    for (int32_t i = 0; i < rule->nattrs; i++) {
        if (sized.attrs[i].key == AX_ATTR_AXIS_SIZES)
            sized.attrs[i].ints = (ax_ints){axes.count, sizes};
    }
    rule_fit_members(&sized, members);
    return sized;
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
    if (ax_dtype_is_half(dtype)) {
        uint16_t half = (uint16_t)bits;
        return (long double)(dtype == AX_F16 ? ax_f32_from_f16(half) : ax_f32_from_bf16(half));
    }
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
    uint16_t half = dtype == AX_F16 ? ax_f16_from_f64(twice) : ax_bf16_from_f64(twice);
    const void *from = &bits;
    if (ax_dtype_is_half(dtype))
        from = &half;
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

/* Whom row (outer, inner) hears: the members of its group in order, the place of itself among them, and
 * its own number; and every member's row. */
typedef struct group {
    int64_t count, place, member, members;
    const char *rows[64];
    const char *all[64];
} group;

static int64_t coordinate(const rule_case *rule, int32_t n, int64_t outer, int64_t inner)
{
    return level_of(rule, n) == 0 ? inner : outer;
}

/* The rows of all members that share the coordinates along axes that the collective does not name. */
static void find_members(const rule_case *rule, const ax_graph *graph, const rule_grid *grid,
                         void *canonical, int64_t outer, int64_t inner, group *found)
{
    ax_names axes = find_attr(rule, AX_ATTR_AXES)->names;
    int64_t at[2] = {inner, outer};
    found->members = 1;
    for (int32_t n = 0; n < axes.count; n++) {
        int64_t size = grid->size[level_of(rule, n)];
        found->member = found->member * size + coordinate(rule, n, outer, inner);
        found->members *= size;
    }
    for (int64_t m = 0; m < found->members; m++) {
        int64_t rest = m;
        for (int32_t n = axes.count - 1; n >= 0; n--) {
            int64_t size = grid->size[level_of(rule, n)];
            at[level_of(rule, n)] = rest % size;
            rest /= size;
        }
        found->all[m] = rule_operand_row(graph, grid, 0, canonical, at[1], at[0]);
    }
}

static group find_group(const rule_case *rule, const ax_graph *graph, const rule_grid *grid,
                        void *canonical, int64_t outer, int64_t inner)
{
    group found = {0};
    find_members(rule, graph, grid, canonical, outer, inner, &found);
    if (!rule->groups) {
        memcpy(found.rows, found.all, sizeof found.rows);
        found.count = found.members;
        found.place = found.member;
        return found;
    }
    ax_ints table = find_attr(rule, AX_ATTR_AXIS_INDEX_GROUPS)->ints;
    int64_t widest = table.count / find_attr(rule, AX_ATTR_GROUP_COUNT)->i, own = 0;
    while (table.values[own] != found.member)
        own++;
    found.place = own % widest;
    for (int64_t p = 0; p < widest; p++) {
        int64_t member = table.values[own / widest * widest + p];
        if (member >= 0)
            found.rows[found.count++] = found.all[member];
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

/* Elements in front of a dimension, and bytes behind it. */
static void around(const ax_type *type, int64_t dimension, int64_t *before, int64_t *after)
{
    *before = 1;
    *after = ax_dtype_bytes(type->dtype);
    for (int32_t d = 0; d < type->ndim; d++) {
        if (d != dimension)
            *(d < dimension ? before : after) *= type->dims[d];
    }
}

static void expect_scatter(const rule_case *rule, const ax_type *type, const group *rows,
                           char *result)
{
    int64_t before, after, bytes = ax_dtype_bytes(type->dtype);
    around(type, find_attr(rule, AX_ATTR_SCATTER_DIMENSION)->i, &before, &after);
    for (int64_t b = 0; b < before; b++) {
        for (int64_t a = 0; a < after; a += bytes) {
            put_sum(type->dtype, rows->rows, rows->count,
                    (b * rows->count + rows->place) * after + a, result + b * after + a);
        }
    }
}

/* What the members give this one, each without the split dimension, joined at the other. */
static void expect_all_to_all(const rule_case *rule, const ax_type *type, const group *rows,
                              char *result)
{
    int64_t split = find_attr(rule, AX_ATTR_SPLIT_DIMENSION)->i;
    int64_t before, after, front, behind;
    ax_type rest = ax_type_remove_dim(type, (int32_t)split);
    rest = ax_type_insert_dim(&rest, (int32_t)find_attr(rule, AX_ATTR_CONCAT_DIMENSION)->i,
                              rows->count);
    around(type, split, &before, &after);
    around(&rest, find_attr(rule, AX_ATTR_CONCAT_DIMENSION)->i, &front, &behind);
    char *part = rule_memory(before * after);
    for (int64_t r = 0; r < rows->count; r++) {
        for (int64_t b = 0; b < before; b++) {
            memcpy(part + b * after, rows->rows[r] + (b * rows->count + rows->place) * after,
                   (size_t)after);
        }
        for (int64_t f = 0; f < front; f++) {
            memcpy(result + (f * rows->count + r) * behind, part + f * behind, (size_t)behind);
        }
    }
    free(part);
}

/* Pieces by number, or zeros: `slices` pieces of each member, `width` for each. */
static void expect_pieces(const rule_case *rule, const group *rows, int64_t slices, int64_t width,
                          int64_t bytes, char *result)
{
    for (int64_t p = 0; p < width; p++) {
        int64_t source = find_attr(rule, AX_ATTR_SOURCES)->ints.values[rows->member * width + p];
        memset(result + p * bytes, 0, (size_t)bytes);
        if (source >= 0) {
            memcpy(result + p * bytes, rows->all[source / slices] + source % slices * bytes,
                   (size_t)bytes);
        }
    }
}

static void expect_row(const rule_case *rule, const ax_type *type, const group *rows, char *result)
{
    const char *name = rule->op->name;
    if (strcmp(name, "all_gather") == 0) {
        expect_gather(rule, type, rows, result);
    } else if (strcmp(name, "psum_scatter") == 0) {
        expect_scatter(rule, type, rows, result);
    } else if (strcmp(name, "all_to_all") == 0) {
        expect_all_to_all(rule, type, rows, result);
    } else if (strcmp(name, "ppermute") == 0) {
        expect_pieces(rule, rows, 1, 1, ax_type_bytes(type), result);
    } else if (strcmp(name, "exchange") == 0) {
        expect_pieces(rule, rows, 2, 3, ax_type_bytes(type) / 2, result);
    } else if (strcmp(name, "pbroadcast") == 0) {
        memcpy(result, rows->all[rows->members - 1], (size_t)ax_type_bytes(type));
    } else {
        expect_reduction(rule, type, rows, result);
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
            int32_t index = (int32_t)coordinate(rule, 0, outer, inner);
            memcpy(result, &index, sizeof index);
            continue;
        }
        group rows = find_group(rule, graph, grid, canonical, outer, inner);
        expect_row(rule, &graph->inputs[0]->type, &rows, result);
    }
    return expected;
}

/* ---- the check ---- */

typedef ax_value emit_fn(ax_builder *builder, const ax_eqn *eqn, ax_value operand);

/* The graph of another form of the case's one equation. */
static ax_graph *rewrite(const ax_graph *graph, emit_fn *emit)
{
    ax_builder *builder;
    ax_graph *other = NULL;
    assert_ok(ax_builder_create("rewritten", NULL, &builder));
    ax_value operand = ax_builder_input(builder, &graph->inputs[0]->type, NULL);
    ax_value result = emit(builder, graph->first, operand);
    assert_ok(ax_builder_finish(builder, 1, &result, NULL, &other));
    return other;
}

/* Whether the operand is the same for all members: mapped over no axis that the collective names. */
static bool is_shared(const rule_case *rule, const rule_grid *grid)
{
    ax_names axes = find_attr(rule, AX_ATTR_AXES)->names;
    for (int32_t n = 0; n < axes.count; n++) {
        if (grid->mapped[0][level_of(rule, n)])
            return false;
    }
    return true;
}

static void check_grid(const rule_case *rule, rule_grid *grid)
{
    int64_t sizes[2];
    ax_graph *graph = NULL;
    rule_case sized = fit(rule, grid, sizes);
    assert_ok(rule_trace(&sized, &graph));
    void *canonical[1] = {NULL}, *expected;
    if (graph->ninputs == 1) {
        ax_type type = rule_canonical_operand(graph, grid, 0);
        canonical[0] = rule_values(&type, rule->operands[0].fill);
    }
    expected = expect(&sized, graph, grid, canonical[0]);
    void *const *const both[] = {&expected, &expected};
    char what[128];
    snprintf(what, sizeof what, "%s (%s)", rule->op->name, rule->what);
    rule_check_grid(graph, grid, canonical, both, rule->sums, what);
    if (graph->ninputs == 1) {
        ax_graph *lowered = rewrite(graph, ax_collective_lower);
        snprintf(what, sizeof what, "%s (%s) lowered", rule->op->name, rule->what);
        rule_check_grid(lowered, grid, canonical, both, rule->sums, what);
        ax_graph_free(lowered);
    }
    if (graph->ninputs == 1 && is_shared(rule, grid)) {
        ax_graph *shared = rewrite(graph, ax_collective_of_shared);
        snprintf(what, sizeof what, "%s (%s) of a shared operand", rule->op->name, rule->what);
        rule_check_grid(shared, grid, canonical, both, rule->sums, what);
        ax_graph_free(shared);
    }
    free(canonical[0]);
    free(expected);
    ax_graph_free(graph);
}

static bool names_outer(const rule_case *rule)
{
    ax_names axes = find_attr(rule, AX_ATTR_AXES)->names;
    return level_of(rule, 0) == 1 || (axes.count > 1 && level_of(rule, 1) == 1);
}

/* Every placement of the operand under one vmap, or two; the results at axes that differ. */
static void check_placements(const rule_case *rule, rule_grid *grid)
{
    int32_t ndim = rule->noperands ? rule->operands[0].type.ndim : 0;
    int32_t last[2] = {ndim, grid->levels == 2 ? ndim + grid->mapped[0][0] : 0};
    for (int32_t i = 0; i <= (grid->mapped[0][0] ? last[0] : 0); i++) {
        for (int32_t j = 0; j <= (grid->mapped[0][1] ? last[1] : 0); j++) {
            grid->in_axis[0][0] = i;
            grid->in_axis[0][1] = j;
            grid->out_axis[0] = (int32_t)rule_random(4);
            grid->out_axis[1] = (int32_t)rule_random(5);
            check_grid(rule, grid);
        }
    }
}

/* A member that everybody hears must be there. */
static bool fits_sizes(const rule_case *rule, const rule_grid *grid)
{
    if (strcmp(rule->op->name, "pbroadcast") != 0)
        return true;
    ax_names axes = find_attr(rule, AX_ATTR_AXES)->names;
    for (int32_t n = 0; n < axes.count; n++) {
        if (grid->size[level_of(rule, n)] == 0)
            return false;
    }
    return true;
}

void rule_check_collective_rows(const rule_case *rule, int64_t rows)
{
    if (names_outer(rule))
        return; /* that takes two levels */
    for (unsigned mapped = 0; mapped < 2; mapped++) {
        rule_grid grid = {
            .levels = 1, .size = {rows}, .mapped = {{mapped, false}}, .axis_name = {"i", "j"}};
        check_grid(rule, &grid);
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
            if (!fits_sizes(rule, &grid))
                continue;
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
