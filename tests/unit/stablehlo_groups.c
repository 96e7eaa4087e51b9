/* Collectives of StableHLO text over the processes that a scope binds: every way of writing groups, with
 * ids that count replicas, partitions or processes. The expected groups are worked out by hand from the
 * specification's definitions of cross_replica, cross_partition, cross_replica_and_partition and
 * flattened_ids; what an op does with groups is said again below in plain loops. */
#include "backend/executable.h"
#include "formats/stablehlo/import.h"
#include "transform/vmap.h"

#include "test.h"
#include <stdio.h>
#include <stdlib.h>

enum { MOST_MEMBERS = 8, MOST_AXES = 3, MOST_GROUPS = 4 };

/* ---- scopes ---- */

typedef struct scope {
    const char *meshes; /* text in front of the function */
    int32_t naxes;
    ax_hlo_axis axes[MOST_AXES];
} scope;

#define REPLICAS(n)                                               \
    {                                                             \
        .name = "r", .size = (n), .bound = true, .replicas = true \
    }
#define BOUND(name_, n)                           \
    {                                             \
        .name = name_, .size = (n), .bound = true \
    }
#define NOT_BOUND(name_, n)        \
    {                              \
        .name = name_, .size = (n) \
    }

static const scope two_by_three = {
    "sdy.mesh @mesh = <[\"x\"=2, \"y\"=3]>\n", 2, {BOUND("x", 2), BOUND("y", 3)}};
static const scope four = {"sdy.mesh @mesh = <[\"z\"=4]>\n", 1, {BOUND("z", 4)}};
static const scope only_x = {
    "sdy.mesh @mesh = <[\"x\"=2, \"y\"=2]>\n", 2, {BOUND("x", 2), NOT_BOUND("y", 2)}};
static const scope only_y = {
    "sdy.mesh @mesh = <[\"x\"=2, \"y\"=2]>\n", 2, {NOT_BOUND("x", 2), BOUND("y", 2)}};
static const scope replicas = {"", 1, {REPLICAS(3)}};
static const scope replicas_and_partitions = {"", 2, {REPLICAS(2), BOUND("p", 2)}};
static const scope nobody = {"", 0, {NOT_BOUND("x", 1)}};

static int64_t members_of(const scope *s)
{
    int64_t members = 1;
    for (int32_t i = 0; i < s->naxes; i++)
        members *= s->axes[i].bound ? s->axes[i].size : 1;
    return members;
}

/* ---- importing and running ---- */

static ax_status *import_body(ax_hlo_import *import, const ax_hlo_op *function, ax_value *result)
{
    const ax_hlo_region *body = &function->regions[0];
    for (int32_t i = 0; i < body->nargs; i++) {
        ax_type type;
        AX_TRY(ax_hlo_to_type(import->module, body->args[i].type, &type));
        import->values[body->args[i].id] = ax_builder_input(import->builder, &type, NULL);
    }
    return ax_hlo_import_ops(import, body, 1, result);
}

/* The function @main of `text` with the scope's axes bound. */
static ax_status *import_in(const scope *s, const char *text, ax_graph **out_graph)
{
    ax_hlo_module *module;
    assert_ok(ax_stablehlo_parse(text, strlen(text), "t.mlir", &module));
    ax_axis bound[MOST_AXES];
    const ax_axis *inner = NULL;
    for (int32_t i = 0; i < s->naxes; i++) {
        if (!s->axes[i].bound)
            continue;
        bound[i] = (ax_axis){s->axes[i].name, s->axes[i].size, inner};
        inner = &bound[i];
    }
    ax_hlo_processes processes = {s->naxes, s->axes};
    ax_hlo_import import = {.module = module, .processes = s->naxes ? &processes : NULL};
    import.values = calloc((size_t)module->nvalues + 1, sizeof *import.values);
    assert_non_null(import.values);
    assert_ok(ax_builder_create("main", inner, &import.builder));
    ax_value result = {0};
    ax_status *status = import_body(&import, ax_hlo_module_find(module, "main"), &result);
    if (status)
        ax_builder_fail(import.builder, status);
    status = ax_builder_finish(import.builder, 1, &result, NULL, out_graph);
    free(import.values);
    ax_stablehlo_free(module);
    return status;
}

/* The body for every member: dimension 0 numbers them. */
static ax_graph *map_members(const scope *s, ax_graph *graph)
{
    for (int32_t i = s->naxes - 1; i >= 0; i--) {
        const int64_t front[] = {0};
        ax_graph *mapped;
        if (!s->axes[i].bound)
            continue;
        assert_ok(ax_vmap_graph(graph, front, front, s->axes[i].size, s->axes[i].name, &mapped));
        ax_graph_free(graph);
        graph = mapped;
    }
    return graph;
}

static void run(ax_graph *graph, const float *x, float *result)
{
    ax_allocator *allocator;
    ax_executable *executable;
    ax_runner *runner;
    assert_ok(ax_allocator_create("test", 0, &allocator));
    assert_ok(ax_executable_create(graph, &ax_target_reference, &executable));
    assert_ok(ax_runner_create(executable, allocator, NULL, &runner));
    const void *inputs[] = {x};
    void *outputs[] = {result};
    assert_ok(ax_runner_run(runner, inputs, outputs));
    ax_runner_free(runner);
    ax_executable_free(executable);
    ax_allocator_destroy(allocator);
}

/* ---- what is expected ---- */

/* Members in the order in which they speak; -1 ends a group. */
typedef struct expected_groups {
    int32_t count;
    int32_t members[MOST_GROUPS][MOST_MEMBERS + 1];
} expected_groups;

static const int32_t *group_of(const expected_groups *groups, int32_t member, int32_t *out_place)
{
    for (int32_t g = 0; g < groups->count; g++) {
        for (int32_t p = 0; groups->members[g][p] >= 0; p++) {
            if (groups->members[g][p] == member) {
                *out_place = p;
                return groups->members[g];
            }
        }
    }
    fail_msg("member %d is in no expected group", (int)member);
    return NULL;
}

/* Every member has 12 numbers; the results' too, or one for each of its group and number. */
enum { LENGTH = 12 };

static float value_of(int64_t member, int64_t element)
{
    return (float)((member + 2) * (element + 1));
}

typedef enum what { ADD, MULTIPLY, TWO_OPS, GATHER, SCATTER, SCATTER_MAX, ALL_TO_ALL, FIRST } what;

static float combine(what w, float a, float b)
{
    return w == MULTIPLY ? a * b : w == SCATTER_MAX ? (a > b ? a : b) : a + b;
}

/* Of [12] each: all_gather joins, reduce_scatter and all_to_all cut. Returns the result's length. */
static int64_t expect(what w, const expected_groups *groups, int32_t member, float *result)
{
    int32_t place, count = 0;
    const int32_t *group = group_of(groups, member, &place);
    while (group[count] >= 0)
        count++;
    int64_t part = LENGTH / count;
    if (w == GATHER || w == ALL_TO_ALL) {
        int64_t length = w == GATHER ? LENGTH : part, first = w == GATHER ? 0 : place * part;
        for (int32_t g = 0; g < count; g++) {
            for (int64_t e = 0; e < length; e++)
                result[g * length + e] = value_of(group[g], first + e);
        }
        return count * length;
    }
    if (w == FIRST && place > 0) {
        for (int64_t e = 0; e < LENGTH; e++)
            result[e] = 0;
        return LENGTH;
    }
    bool cut = w == SCATTER || w == SCATTER_MAX;
    int64_t length = cut ? part : LENGTH, first = cut ? place * part : 0;
    for (int64_t e = 0; e < length; e++) {
        result[e] = value_of(group[0], first + e);
        for (int32_t g = 1; g < count; g++)
            result[e] = combine(w, result[e], value_of(group[g], first + e));
    }
    return length;
}

/* ---- the ops as text ---- */

#define REGION(op)                                                    \
    "({\n^bb0(%b: tensor<f32>, %c: tensor<f32>):\n%d = stablehlo." op \
    " %b, %c : tensor<f32>\nstablehlo.return %d : tensor<f32>\n})"
#define REGION_OF_TWO                                                                       \
    "({\n^bb0(%b: tensor<f32>, %c: tensor<f32>):\n%d = stablehlo.negate %b : tensor<f32>\n" \
    "%e = stablehlo.subtract %c, %d : tensor<f32>\nstablehlo.return %e : tensor<f32>\n})"

static void write_op(what w, const char *groups, int64_t length, int64_t widest, char *text,
                     size_t size)
{
    static const struct {
        const char *op, *more, *region;
    } ops[] = {
        [ADD] = {"all_reduce", "", REGION("add")},
        [MULTIPLY] = {"all_reduce", "", REGION("multiply")},
        [TWO_OPS] = {"all_reduce", "", REGION_OF_TWO},
        [GATHER] = {"all_gather", "all_gather_dim = 0 : i64, ", ""},
        [SCATTER] = {"reduce_scatter", "scatter_dimension = 0 : i64, ", REGION("add")},
        [SCATTER_MAX] = {"reduce_scatter", "scatter_dimension = 0 : i64, ", REGION("maximum")},
        [FIRST] = {"collective_reduce", "", REGION("add")},
        [ALL_TO_ALL] = {"all_to_all", "split_dimension = 0 : i64, concat_dimension = 0 : i64, ",
                        ""},
    };
    char count[64] = "";
    if (w == ALL_TO_ALL)
        snprintf(count, sizeof count, "split_count = %lld : i64, ", (long long)widest);
    snprintf(text, size,
             "%%0 = \"stablehlo.%s\"(%%x) <{%s%s%s}> %s : (tensor<12xf32>) -> "
             "tensor<%lldxf32>\nreturn %%0 : tensor<%lldxf32>",
             ops[w].op, ops[w].more, count, groups, ops[w].region, (long long)length,
             (long long)length);
}

static void write_function(const scope *s, const char *body, int64_t length, char *text,
                           size_t size)
{
    snprintf(text, size, "%sfunc.func @main(%%x: tensor<12xf32>) -> tensor<%lldxf32> {\n%s\n}\n",
             s->meshes, (long long)length, body);
}

static void check_values(const scope *s, const char *body, int64_t length, const float *expected)
{
    char text[4096];
    ax_graph *graph;
    int64_t members = members_of(s);
    write_function(s, body, length, text, sizeof text);
    ax_status *status = import_in(s, text, &graph);
    if (status)
        fail_msg("%s\n%s", text, ax_status_message(status));
    assert_ok(ax_graph_verify(graph));
    float x[MOST_MEMBERS * LENGTH], result[MOST_MEMBERS * MOST_MEMBERS * LENGTH];
    for (int64_t m = 0; m < members; m++) {
        for (int64_t e = 0; e < LENGTH; e++)
            x[m * LENGTH + e] = value_of(m, e);
    }
    run(map_members(s, graph), x, result);
    for (int64_t i = 0; i < members * length; i++) {
        if (result[i] != expected[i])
            fail_msg("%s\nmember %lld, element %lld: %g, expected %g", text,
                     (long long)(i / length), (long long)(i % length), (double)result[i],
                     (double)expected[i]);
    }
}

static void check(const scope *s, what w, const char *groups, const expected_groups *expected)
{
    char body[2048];
    float values[MOST_MEMBERS * MOST_MEMBERS * LENGTH];
    int64_t length = 0;
    int32_t place, widest = 0;
    for (int32_t m = 0; m < members_of(s); m++)
        length = expect(w, expected, m, values + m * length);
    while (group_of(expected, 0, &place)[widest] >= 0)
        widest++;
    write_op(w, groups, length, widest, body, sizeof body);
    check_values(s, body, length, values);
}

/* ---- the tests ---- */

#define IDS               ", use_global_device_ids"
#define CHANNEL           "channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, "
#define NONE              "channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>, "
#define DENSE(list, type) "replica_groups = dense<" list "> : tensor<" type "xi64>"
#define MESH(axes) \
    "replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [" axes "]>"
#define AXIS(name) "#stablehlo.axis_ref<name = \"" name "\">"
#define PART(name, before, size) \
    "#stablehlo.axis_ref<name = \"" name "\", sub_axis_info = (" before ")" size ">"

typedef struct groups_case {
    const scope *scope;
    const char *text;
    expected_groups groups;
    bool among_partitions; /* how all_to_all counts */
} groups_case;

static const groups_case even_cases[] = {
    {&two_by_three,
     CHANNEL DENSE("[[0, 1, 2], [3, 4, 5]]", "2x3") IDS,
     {2, {{0, 1, 2, -1}, {3, 4, 5, -1}}},
     false},
    {&two_by_three,
     CHANNEL DENSE("[[0, 3], [1, 4], [2, 5]]", "3x2") IDS,
     {3, {{0, 3, -1}, {1, 4, -1}, {2, 5, -1}}},
     false},
    {&two_by_three,
     CHANNEL DENSE("[[4, 0], [1, 5], [2, 3]]", "3x2") IDS,
     {3, {{4, 0, -1}, {1, 5, -1}, {2, 3, -1}}},
     false},
    {&two_by_three,
     CHANNEL DENSE("[[5, 0, 1, 2, 3, 4]]", "1x6") IDS,
     {1, {{5, 0, 1, 2, 3, 4, -1}}},
     false},
    {&two_by_three, CHANNEL DENSE("", "0x0") IDS, {1, {{0, 1, 2, 3, 4, 5, -1}}}, false},
    {&two_by_three, CHANNEL DENSE("0", "1x1"), {1, {{0, 1, 2, 3, 4, 5, -1}}}, false},
    {&two_by_three, CHANNEL MESH(AXIS("x")) IDS, {3, {{0, 3, -1}, {1, 4, -1}, {2, 5, -1}}}, true},
    {&two_by_three, CHANNEL MESH(AXIS("y")) IDS, {2, {{0, 1, 2, -1}, {3, 4, 5, -1}}}, true},
    {&two_by_three,
     CHANNEL MESH(AXIS("y") ", " AXIS("x")) IDS,
     {1, {{0, 3, 1, 4, 2, 5, -1}}},
     true},
    {&four, CHANNEL MESH(PART("z", "1", "2")) IDS, {2, {{0, 2, -1}, {1, 3, -1}}}, true},
    {&four, CHANNEL MESH(PART("z", "2", "2")) IDS, {2, {{0, 1, -1}, {2, 3, -1}}}, true},
    {&four,
     CHANNEL MESH(PART("z", "2", "2") ", " PART("z", "1", "2")) IDS,
     {1, {{0, 2, 1, 3, -1}}},
     true},
    {&only_x, CHANNEL DENSE("[[0, 2], [1, 3]]", "2x2") IDS, {1, {{0, 1, -1}}}, false},
    {&only_x, CHANNEL DENSE("[[1, 3], [2, 0]]", "2x2") IDS, {1, {{1, 0, -1}}}, false},
    {&only_x, CHANNEL MESH(AXIS("x")) IDS, {1, {{0, 1, -1}}}, true},
    {&only_y, CHANNEL DENSE("[[0, 1], [2, 3]]", "2x2") IDS, {1, {{0, 1, -1}}}, false},
    {&replicas, NONE DENSE("[[2, 0, 1]]", "1x3"), {1, {{2, 0, 1, -1}}}, true},
    {&replicas, NONE DENSE("", "0x0"), {1, {{0, 1, 2, -1}}}, true},
    {&replicas_and_partitions, NONE DENSE("[[1, 0]]", "1x2"), {2, {{2, 0, -1}, {3, 1, -1}}}, true},
    {&replicas_and_partitions, CHANNEL DENSE("[[0, 1]]", "1x2"), {1, {{0, 2, 1, 3, -1}}}, false},
    {&replicas_and_partitions,
     CHANNEL DENSE("[[1], [0]]", "2x1"),
     {2, {{2, 3, -1}, {0, 1, -1}}},
     false},
    {&replicas_and_partitions,
     CHANNEL DENSE("[[0, 3], [2, 1]]", "2x2") IDS,
     {2, {{0, 3, -1}, {2, 1, -1}}},
     false},
    {&nobody, CHANNEL DENSE("0", "1x1") IDS, {1, {{0, -1}}}, true},
    {&nobody, NONE DENSE("0", "1x1"), {1, {{0, -1}}}, true},
};

static void groups_of_one_size(void **state)
{
    (void)state;
    for (size_t c = 0; c < sizeof even_cases / sizeof even_cases[0]; c++) {
        const groups_case *one = &even_cases[c];
        const what ops[] = {ADD, MULTIPLY, TWO_OPS, GATHER, SCATTER, SCATTER_MAX, FIRST};
        for (size_t w = 0; w < sizeof ops / sizeof ops[0]; w++)
            check(one->scope, ops[w], one->text, &one->groups);
        if (one->among_partitions)
            check(one->scope, ALL_TO_ALL, one->text, &one->groups);
    }
    /* all_to_all with a channel counts partitions, in each replica. */
    check(&replicas_and_partitions, ALL_TO_ALL, CHANNEL DENSE("[[1, 0]]", "1x2"),
          &(expected_groups){2, {{1, 0, -1}, {3, 2, -1}}});
    check(&two_by_three, ALL_TO_ALL, CHANNEL DENSE("[[0, 4], [1, 5], [2, 3]]", "3x2"),
          &(expected_groups){3, {{0, 4, -1}, {1, 5, -1}, {2, 3, -1}}});
}

static void groups_of_different_sizes(void **state)
{
    (void)state;
    const what ops[] = {ADD, MULTIPLY, TWO_OPS, FIRST};
    for (size_t w = 0; w < 4; w++) {
        check(&two_by_three, ops[w], CHANNEL DENSE("[[4, 1, 0, 2], [3, 5, -1, -1]]", "2x4") IDS,
              &(expected_groups){2, {{4, 1, 0, 2, -1}, {3, 5, -1}}});
        check(&replicas, ops[w], NONE DENSE("[[0, 2], [1, -1]]", "2x2"),
              &(expected_groups){2, {{0, 2, -1}, {1, -1}}});
    }
}

/* Where each member's value comes from; -1: zeros. */
static void check_sources(const scope *s, const char *op, const char *attrs, const int32_t *sources)
{
    char body[1024];
    float expected[MOST_MEMBERS * LENGTH];
    for (int64_t m = 0; m < members_of(s); m++) {
        for (int64_t e = 0; e < LENGTH; e++)
            expected[m * LENGTH + e] = sources[m] < 0 ? 0 : value_of(sources[m], e);
    }
    snprintf(body, sizeof body,
             "%%0 = \"stablehlo.%s\"(%%x) <{%s}> : (tensor<12xf32>) -> tensor<12xf32>\n"
             "return %%0 : tensor<12xf32>",
             op, attrs);
    check_values(s, body, LENGTH, expected);
}

#define PAIRS(list, type) "source_target_pairs = dense<" list "> : tensor<" type "xi64>"
#define PERMUTE           "collective_permute"
#define BROADCAST         "collective_broadcast"
#define FROM(...)         ((const int32_t[]){__VA_ARGS__})

static void values_from_member_to_member(void **state)
{
    (void)state;
    check_sources(&two_by_three, PERMUTE,
                  CHANNEL PAIRS("[[0, 1], [1, 2], [2, 0], [3, 4], [4, 5]]", "5x2"),
                  FROM(2, 0, 1, -1, 3, 4));
    check_sources(&only_x, PERMUTE, CHANNEL PAIRS("[[0, 2], [1, 3]]", "2x2"), FROM(-1, 0));
    check_sources(&only_y, PERMUTE, CHANNEL PAIRS("[[1, 0], [3, 2], [2, 3]]", "3x2"), FROM(1, -1));
    check_sources(&replicas, PERMUTE, NONE PAIRS("[[0, 1], [1, 2]]", "2x2"), FROM(-1, 0, 1));
    check_sources(&replicas_and_partitions, PERMUTE, NONE PAIRS("[[0, 1]]", "1x2"),
                  FROM(-1, -1, 0, 1));
    check_sources(&replicas_and_partitions, PERMUTE, CHANNEL PAIRS("[[0, 1]]", "1x2"),
                  FROM(-1, 0, -1, 2));
    check_sources(&replicas, PERMUTE, NONE PAIRS("", "0x2"), FROM(-1, -1, -1));
    check_sources(&nobody, PERMUTE, CHANNEL PAIRS("[[0, 0]]", "1x2"), FROM(0));
    check_sources(&nobody, PERMUTE, CHANNEL PAIRS("", "0x2"), FROM(-1));

    check_sources(&replicas, BROADCAST, NONE DENSE("[[1, 0], [2, -1]]", "2x2"), FROM(1, 1, 2));
    check_sources(&replicas, BROADCAST, NONE DENSE("[[2, 1]]", "1x2"), FROM(-1, 2, 2));
    check_sources(&replicas_and_partitions, BROADCAST, CHANNEL DENSE("[[1, 0]]", "1x2"),
                  FROM(1, 1, 3, 3));
    check_sources(&replicas_and_partitions, BROADCAST, NONE DENSE("[[0, 1]]", "1x2"),
                  FROM(0, 1, 0, 1));
}

/* ---- ids ---- */

static void check_ids(const scope *s, const char *op, const float *expected)
{
    char body[512];
    snprintf(body, sizeof body,
             "%%0 = stablehlo.%s : tensor<ui32>\n%%1 = stablehlo.convert %%0 : (tensor<ui32>) -> "
             "tensor<f32>\n%%2 = stablehlo.reshape %%1 : (tensor<f32>) -> tensor<1xf32>\n"
             "return %%2 : tensor<1xf32>",
             op);
    check_values(s, body, 1, expected);
}

static void ids(void **state)
{
    (void)state;
    check_ids(&two_by_three, "partition_id", (const float[]){0, 1, 2, 3, 4, 5});
    check_ids(&two_by_three, "replica_id", (const float[]){0, 0, 0, 0, 0, 0});
    check_ids(&only_x, "partition_id", (const float[]){0, 2});
    check_ids(&only_y, "partition_id", (const float[]){0, 1});
    check_ids(&replicas, "replica_id", (const float[]){0, 1, 2});
    check_ids(&replicas, "partition_id", (const float[]){0, 0, 0});
    check_ids(&replicas_and_partitions, "replica_id", (const float[]){0, 0, 1, 1});
    check_ids(&replicas_and_partitions, "partition_id", (const float[]){0, 1, 0, 1});
}

/* ---- several operands, bool ---- */

static void operands_by_themselves(void **state)
{
    (void)state;
    float expected[3 * LENGTH];
    for (int64_t m = 0; m < 3; m++) {
        for (int64_t e = 0; e < LENGTH; e++) /* all sums and all of the doubled ones */
            expected[m * LENGTH + e] = 3 * (value_of(0, e) + value_of(1, e) + value_of(2, e));
    }
    check_values(
        &replicas,
        "%y = stablehlo.add %x, %x : tensor<12xf32>\n%0:2 = \"stablehlo.all_reduce\"(%x, %y)"
        " <{" NONE DENSE("[[0, 1, 2]]", "1x3") "}> " REGION(
            "add") " : (tensor<12xf32>, tensor<12xf32>) -> (tensor<12xf32>, tensor<12xf32>)\n"
                   "%1 = stablehlo.add %0#0, %0#1 : tensor<12xf32>\nreturn %1 : tensor<12xf32>",
        LENGTH, expected);
}

/* Whether any, and whether all, of the members have a value above 30: or, and, maximum of i1. */
static void reductions_of_bool(void **state)
{
    (void)state;
    static const char *const ops[] = {"or", "and", "maximum", "minimum", "add", "multiply"};
    for (size_t o = 0; o < 6; o++) {
        char body[1024];
        float expected[3 * LENGTH];
        for (int64_t i = 0; i < 3 * LENGTH; i++)
            expected[i] = value_of(o % 2 ? 0 : 2, i % LENGTH) > 30;
        snprintf(
            body, sizeof body,
            "%%c = stablehlo.constant dense<30.0> : tensor<12xf32>\n%%p = stablehlo.compare GT, "
            "%%x, %%c : (tensor<12xf32>, tensor<12xf32>) -> tensor<12xi1>\n"
            "%%0 = \"stablehlo.all_reduce\"(%%p) <{" NONE DENSE(
                "[[0, 1, 2]]",
                "1x3") "}> ({\n^bb0(%%a: tensor<i1>, %%b: tensor<i1>):\n%%d = stablehlo.%s %%a, "
                       "%%b : tensor<i1>\nstablehlo.return %%d : tensor<i1>\n}) : "
                       "(tensor<12xi1>) -> tensor<12xi1>\n%%1 = stablehlo.convert %%0 : "
                       "(tensor<12xi1>) -> tensor<12xf32>\nreturn %%1 : tensor<12xf32>",
            ops[o]);
        check_values(&replicas, body, LENGTH, expected);
    }
}

/* ---- faults ---- */

static void faults_are_named(void **state)
{
    (void)state;
    static const struct {
        const scope *scope;
        what op;
        const char *groups;
        ax_code code;
        const char *part;
    } cases[] = {
        {&two_by_three, ADD, CHANNEL DENSE("[[0, 1, 2], [3, 4, 6]]", "2x3") IDS, AX_FORMAT,
         "'replica_groups' has id 6, but there are 6 processes"},
        {&two_by_three, ADD, CHANNEL DENSE("[[0, 1, 2], [3, 4, 2]]", "2x3") IDS, AX_FORMAT,
         "stablehlo.all_reduce: process 2 is twice in the groups"},
        {&two_by_three, ADD, CHANNEL DENSE("[[0, 1], [3, 4]]", "2x2") IDS, AX_FORMAT,
         "process 2 of 6 is in no group"},
        {&two_by_three, ADD, CHANNEL DENSE("[[0, 1]]", "1x2"), AX_FORMAT,
         "'replica_groups' has id 1, but there are 1 replicas"},
        {&two_by_three, ADD, DENSE("0", "1x1") IDS, AX_FORMAT,
         "use_global_device_ids without a channel"},
        {&two_by_three, GATHER, CHANNEL DENSE("[[0, 1, 2, 3], [4, 5, -1, -1]]", "2x4") IDS,
         AX_INVALID_ARGUMENT, "all_gather takes groups of one size only"},
        {&two_by_three, ADD, CHANNEL MESH(AXIS("w")) IDS, AX_NOT_FOUND,
         "the mesh '@mesh' has no axis 'w'"},
        {&four, ADD, CHANNEL MESH(PART("z", "3", "2")) IDS, AX_FORMAT,
         "axis 'z' of size 4 has no part of 2 behind 3"},
        {&two_by_three, ADD, CHANNEL MESH(AXIS("x") ", " AXIS("x")) IDS, AX_FORMAT,
         "stablehlo.all_reduce: its groups name an axis, or a part of it, twice"},
        {&four, ADD, CHANNEL MESH(PART("z", "1", "2") ", " PART("z", "1", "4")) IDS, AX_FORMAT,
         "its groups name an axis, or a part of it, twice"},
        {&only_x, ADD, CHANNEL MESH(AXIS("y")) IDS, AX_UNSUPPORTED,
         "a group along an axis that is not manual here"},
        {&only_x, ADD, CHANNEL DENSE("[[0, 1], [2, 3]]", "2x2") IDS, AX_UNSUPPORTED,
         "a group along an axis that is not manual here"},
        {&two_by_three, SCATTER, CHANNEL DENSE("[[0, 1, 2, 3, 4], [5, -1, -1, -1, -1]]", "2x5") IDS,
         AX_INVALID_ARGUMENT, "which 5 members"},
    };
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
        char body[2048], text[4096];
        ax_graph *graph;
        write_op(cases[c].op, cases[c].groups, LENGTH, 1, body, sizeof body);
        write_function(cases[c].scope, body, LENGTH, text, sizeof text);
        assert_error(import_in(cases[c].scope, text, &graph), cases[c].code, cases[c].part);
    }
}

/* A region that fits no scalar of its operand, though it applies a function that collectives have. */
static void regions_of_other_types_are_refused(void **state)
{
    (void)state;
    static const char *const types[] = {"f64", "i1", "2xf32"};
    for (size_t t = 0; t < sizeof types / sizeof types[0]; t++) {
        char body[1024], text[4096];
        ax_graph *graph;
        snprintf(body, sizeof body,
                 "%%0 = \"stablehlo.all_reduce\"(%%x) <{" NONE DENSE(
                     "[[0, 1, 2]]", "1x3") "}> ({\n^bb0(%%a: tensor<%s>, %%b: tensor<%s>):\n"
                                           "%%d = stablehlo.add %%a, %%b : tensor<%s>\n"
                                           "stablehlo.return %%d : tensor<%s>\n}) : "
                                           "(tensor<12xf32>) -> tensor<12xf32>\n"
                                           "return %%0 : tensor<12xf32>",
                 types[t], types[t], types[t], types[t]);
        write_function(&replicas, body, LENGTH, text, sizeof text);
        assert_error(import_in(&replicas, text, &graph), AX_FORMAT,
                     "stablehlo.all_reduce: its region is no function of two scalars");
    }
}

static void faults_of_pairs_are_named(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {PAIRS("[[0, 1], [2, 1]]", "2x2"), "member 1 is a target twice"},
        {PAIRS("[[0, 1], [0, 2]]", "2x2"), "member 0 is a source twice"},
        {PAIRS("[[0, 3]]", "1x2"), "'source_target_pairs' has id 3, but there are 3 replicas"},
        {PAIRS("[[0, 1, 2]]", "1x3"), "source_target_pairs are pairs of ids"},
        {PAIRS("[0, 1]", "2"), "is no list of groups"},
    };
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
        char text[2048];
        ax_graph *graph;
        snprintf(text, sizeof text,
                 "func.func @main(%%x: tensor<12xf32>) -> tensor<12xf32> {\n%%0 = "
                 "\"stablehlo.collective_permute\"(%%x) <{%s}> : (tensor<12xf32>) -> "
                 "tensor<12xf32>\nreturn %%0 : tensor<12xf32>\n}\n",
                 cases[c][0]);
        assert_error(import_in(&replicas, text, &graph), AX_FORMAT, cases[c][1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(groups_of_one_size),
        cmocka_unit_test(groups_of_different_sizes),
        cmocka_unit_test(values_from_member_to_member),
        cmocka_unit_test(ids),
        cmocka_unit_test(operands_by_themselves),
        cmocka_unit_test(reductions_of_bool),
        cmocka_unit_test(faults_are_named),
        cmocka_unit_test(regions_of_other_types_are_refused),
        cmocka_unit_test(faults_of_pairs_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
