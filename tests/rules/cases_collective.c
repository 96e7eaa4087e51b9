/* Cases of the collectives. Level 0 of a grid is the axis "i", level 1 is "j".
 *
 * What depends on the number of members (groups, sources, dimensions of a group's size) is made for any
 * number of them here: the check in collective.c asks again for those that its grids have.
 */
#include "rules.h"

#include <stdio.h>

enum { MOST_ENTRIES = 512 };

/* ---- groups and sources for `members` ---- */

static int64_t smallest_divisor(int64_t n)
{
    int64_t d = 2;
    while (d < n && n % d)
        d++;
    return n < 2 ? 1 : d;
}

/* Groups whose order matters: strided, every other one from the end. Returns the widest. */
static int64_t even_groups(int64_t members, int64_t *ngroups, int64_t *table)
{
    int64_t n = smallest_divisor(members), widest = members / n;
    for (int64_t g = 0; g < n; g++) {
        for (int64_t p = 0; p < widest; p++)
            table[g * widest + p] = g + n * (g % 2 ? p : widest - 1 - p);
    }
    *ngroups = n;
    return widest;
}

/* The last member alone, the others in two groups of which one may have one more. */
static int64_t uneven_groups(int64_t members, int64_t *ngroups, int64_t *table)
{
    int64_t rest = members - 1, widest = (rest + 1) / 2;
    if (widest < 1)
        widest = 1;
    *ngroups = rest > 1 ? 3 : rest + 1;
    for (int64_t i = 0; i < *ngroups * widest; i++)
        table[i] = -1;
    table[0] = members - 1;
    for (int64_t i = 0; i < rest; i++)
        table[(rest > 1 ? 1 + i % 2 : 1) * widest + i / 2] = i;
    return widest;
}

static int64_t make_groups(rule_groups kind, int64_t members, int64_t *ngroups, int64_t *table)
{
    if (kind == GROUPS_UNEVEN)
        return uneven_groups(members, ngroups, table);
    if (kind == GROUPS_EVEN)
        return even_groups(members, ngroups, table);
    for (int64_t i = 0; i < members; i++) /* GROUPS_ONE */
        table[i] = members - 1 - i;
    *ngroups = 1;
    return members;
}

static void make_sources(int64_t *sources, int64_t count, int64_t most)
{
    for (int64_t i = 0; i < count; i++)
        sources[i] = most ? (i * 5 + i / 3 + 1) % (most + 1) - 1 : -1;
}

static ax_attr *find(rule_case *rule, ax_attr_key key)
{
    for (int32_t i = 0; i < rule->nattrs; i++) {
        if (rule->attrs[i].key == key)
            return &rule->attrs[i];
    }
    return NULL;
}

void rule_fit_members(rule_case *rule, int64_t members)
{
    static int64_t groups[MOST_ENTRIES], sources[MOST_ENTRIES];
    int64_t ngroups = 1, together = members;
    if (rule->groups && members > 0) {
        together = make_groups(rule->groups, members, &ngroups, groups);
        *find(rule, AX_ATTR_AXIS_INDEX_GROUPS) = ax_attr_ints(AX_ATTR_AXIS_INDEX_GROUPS, groups,
                                                              (int32_t)(ngroups * together));
        find(rule, AX_ATTR_GROUP_COUNT)->i = ngroups;
    } else if (rule->groups) {
        rule->nattrs -= 2; /* the last ones */
        rule->groups = GROUPS_NONE;
    }
    ax_attr *dim = find(rule, AX_ATTR_SCATTER_DIMENSION);
    dim = dim ? dim : find(rule, AX_ATTR_SPLIT_DIMENSION);
    if (dim)
        rule->operands[0].type.dims[dim->i] = together;
    ax_attr *source = find(rule, AX_ATTR_SOURCE), *slices = find(rule, AX_ATTR_SLICES);
    if (source)
        source->i = members - 1;
    ax_attr *table = find(rule, AX_ATTR_SOURCES);
    if (table) {
        int64_t count = members * (slices ? 3 : 1);
        make_sources(sources, count, members * (slices ? slices->i : 1));
        table->ints = (ax_ints){(int32_t)count, sources};
    }
}

/* ---- cases ---- */

typedef struct form {
    ax_names axes;
    rule_groups groups;
} form;

static const char *const i_name[] = {"i"}, *const j_name[] = {"j"}, *const i_j[] = {"i", "j"},
                         *const j_i[] = {"j", "i"};

static const form forms[] = {
    {{1, i_name}, GROUPS_NONE}, {{1, j_name}, GROUPS_NONE},   {{2, i_j}, GROUPS_NONE},
    {{2, j_i}, GROUPS_NONE},    {{1, i_name}, GROUPS_EVEN},   {{2, j_i}, GROUPS_EVEN},
    {{1, j_name}, GROUPS_ONE},  {{1, i_name}, GROUPS_UNEVEN}, {{2, i_j}, GROUPS_UNEVEN},
};

/* The case over the form's axes, of 3 rows "i" and 6 rows "j". */
static void add(const rule_sink *sink, rule_case rule, const form *f)
{
    static const char *const words[] = {"", ", one group", ", groups", ", uneven groups"};
    static const int64_t of_i[] = {3}, of_j[] = {6}, of_i_j[] = {3, 6}, of_j_i[] = {6, 3};
    const int64_t *sizes = f->axes.values == i_name   ? of_i
                           : f->axes.values == j_name ? of_j
                           : f->axes.values == i_j    ? of_i_j
                                                      : of_j_i;
    char what[64];
    snprintf(what, sizeof what, "%s over %s%s%s", ax_dtype_name(rule.operands[0].type.dtype),
             f->axes.values[0], f->axes.count > 1 ? f->axes.values[1] : "", words[f->groups]);
    rule.what = what;
    rule.groups = f->groups;
    rule.attrs[rule.nattrs++] = (ax_attr){.key = AX_ATTR_AXES, .names = f->axes};
    rule.attrs[rule.nattrs++] = ax_attr_ints(AX_ATTR_AXIS_SIZES, sizes, f->axes.count);
    if (f->groups) {
        rule.attrs[rule.nattrs++] = ax_attr_ints(AX_ATTR_AXIS_INDEX_GROUPS, NULL, 0);
        rule.attrs[rule.nattrs++] = ax_attr_int(AX_ATTR_GROUP_COUNT, 1);
    }
    rule_fit_members(&rule, sizes[0] * (f->axes.count > 1 ? sizes[1] : 1));
    rule_add(sink, rule);
}

/* Every form of f32 and of sums of bf16 (which are rounded once over all axes), the first of other dtypes. */
static void add_forms(const rule_sink *sink, rule_case rule, bool uneven)
{
    ax_dtype dtype = rule.operands[0].type.dtype;
    bool every = dtype == AX_F32 || (rule.sums && dtype == AX_BF16);
    for (size_t f = 0; f < (every ? sizeof forms / sizeof forms[0] : 1); f++) {
        if (uneven || forms[f].groups != GROUPS_UNEVEN)
            add(sink, rule, &forms[f]);
    }
}

static void reductions(const rule_sink *sink)
{
    FOR_DTYPES(dtype, sink->dtypes)
    {
        add_forms(sink,
                  (rule_case){.sums = sink->fill == FILL_EXACT,
                              OPERANDS({TYPE(dtype, 4, 2), sink->fill})},
                  true);
    }
    add_forms(sink,
              (rule_case){.sums = sink->fill == FILL_EXACT, OPERANDS({SCALAR(AX_F32), sink->fill})},
              true);
}

static void all_gather(const rule_sink *sink)
{
    FOR_DTYPES(dtype, sink->dtypes)
    {
        for (int64_t dimension = 0; dimension <= (dtype == AX_F32 ? 2 : 0); dimension++) {
            add_forms(sink,
                      (rule_case){OPERANDS({TYPE(dtype, 4, 2), sink->fill}),
                                  ATTRS(INT(ALL_GATHER_DIM, dimension))},
                      false);
        }
    }
}

static void psum_scatter(const rule_sink *sink)
{
    FOR_DTYPES(dtype, sink->dtypes)
    {
        for (int64_t dimension = 0; dimension <= (dtype == AX_F32 ? 2 : 0); dimension++) {
            add_forms(sink,
                      (rule_case){.sums = true,
                                  OPERANDS({TYPE(dtype, 4, 2, 5), sink->fill}),
                                  ATTRS(INT(SCATTER_DIMENSION, dimension))},
                      false);
        }
    }
}

static void all_to_all(const rule_sink *sink)
{
    FOR_DTYPES(dtype, sink->dtypes)
    {
        for (int64_t both = 0; both < (dtype == AX_F32 ? 9 : 1); both++) {
            add_forms(
                sink,
                (rule_case){OPERANDS({TYPE(dtype, 4, 2, 5), sink->fill}),
                            ATTRS(INT(SPLIT_DIMENSION, both / 3), INT(CONCAT_DIMENSION, both % 3))},
                false);
        }
    }
}

/* ppermute, pbroadcast: no groups. */
static void add_plain(const rule_sink *sink, rule_case rule)
{
    for (size_t f = 0; f < (rule.operands[0].type.dtype == AX_F32 ? 4 : 1); f++)
        add(sink, rule, &forms[f]);
}

static void ppermute(const rule_sink *sink)
{
    FOR_DTYPES(dtype, sink->dtypes)
    {
        add_plain(sink,
                  (rule_case){OPERANDS({TYPE(dtype, 4, 2), sink->fill}), ATTRS(NO_INTS(SOURCES))});
    }
    add_plain(sink, (rule_case){OPERANDS({SCALAR(AX_F32), sink->fill}), ATTRS(NO_INTS(SOURCES))});
}

static void pbroadcast(const rule_sink *sink)
{
    FOR_DTYPES(dtype, sink->dtypes)
    {
        add_plain(sink,
                  (rule_case){OPERANDS({TYPE(dtype, 4, 2), sink->fill}), ATTRS(INT(SOURCE, 0))});
    }
}

static void exchange(const rule_sink *sink)
{
    FOR_DTYPES(dtype, sink->dtypes)
    {
        add_plain(sink, (rule_case){OPERANDS({TYPE(dtype, 2, 4), sink->fill}),
                                    ATTRS(INT(SLICES, 2), NO_INTS(SOURCES))});
    }
}

static void axis_index(const rule_sink *sink)
{
    add(sink, (rule_case){.operands = {{SCALAR(AX_I32), FILL_ANY}}}, &forms[0]);
    add(sink, (rule_case){.operands = {{SCALAR(AX_I32), FILL_ANY}}}, &forms[1]);
}

const rule_line collective_lines[] = {
    {"all_gather", all_gather, DTYPES_EVERY, FILL_ANY},
    {"all_to_all", all_to_all, DTYPES_EVERY, FILL_ANY},
    {"axis_index", axis_index, DTYPES_EVERY, FILL_ANY},
    {"exchange", exchange, DTYPES_EVERY, FILL_ANY},
    {"pbroadcast", pbroadcast, DTYPES_EVERY, FILL_ANY},
    {"pmax", reductions, DTYPES_REAL | DTYPES_HALF, FILL_ANY},
    {"pmin", reductions, DTYPES_REAL | DTYPES_HALF, FILL_ANY},
    {"ppermute", ppermute, DTYPES_EVERY, FILL_ANY},
    {"psum", reductions, DTYPES_NUMBER | DTYPES_HALF, FILL_EXACT},
    {"psum_scatter", psum_scatter, DTYPES_NUMBER | DTYPES_HALF, FILL_EXACT},
    {0},
};
