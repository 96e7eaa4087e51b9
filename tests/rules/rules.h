/* The rule tests: what a case of an op is, and the checks that run over every case of every op.
 *
 * cases_FAMILY.c lists the cases of a family's ops; values.c fills operands; grid.c runs graphs on
 * batches; batch.c, infer.c and collective.c are the checks; rules.c is the program.
 */
#ifndef AXMAP_TESTS_RULES_RULES_H
#define AXMAP_TESTS_RULES_RULES_H

#include "test.h"

#include "backend/executable.h"
#include "ops/ops.h"
#include "target.h"
#include "transform/vmap.h"

#include <stdlib.h>

enum { RULE_MOST = 8, RULE_MOST_ATTRS = 12 };

/* Which values an operand gets. */
typedef enum rule_fill {
    FILL_ANY,   /* everything the dtype has: NaN, infinities, both zeros, the least integer */
    FILL_EXACT, /* small multiples of 1/8, so that sums of products are exact in any order */
    FILL_UNITS, /* powers of two near 1, so that products are exact in any order */
    FILL_INDEX  /* whole numbers from -2 to 8 */
} rule_fill;

typedef struct rule_operand {
    ax_type type;
    rule_fill fill;
} rule_operand;

/* The body of a region: combines `count` accumulators in[0..] with `count` elements in[count..]. */
typedef void rule_region(const ax_value *in, ax_value *out, int32_t count);

/* How a collective's members are split. */
typedef enum rule_groups { GROUPS_NONE, GROUPS_ONE, GROUPS_EVEN, GROUPS_UNEVEN } rule_groups;

typedef struct rule_case {
    const ax_op *op;
    const char *what;
    int32_t noperands, nattrs, nresults; /* nresults 0: one */
    rule_operand operands[RULE_MOST];
    ax_attr attrs[RULE_MOST_ATTRS];
    rule_region *region; /* on scalars of the dtypes of the first and second half of the operands */
    int32_t nregion;     /* its accumulators */
    bool compares;       /* the region takes pairs of nregion operands and gives one bool */
    rule_region *select; /* a region before it: of two scalars of operand 0's dtype, to a bool */
    bool sums;           /* a zero of the result may have either sign */
    rule_groups groups;  /* of a collective; their attributes come last */
    const ax_type *block_types; /* instead: the types of the region's inputs, `nblocks` of them */
    int32_t nblocks;
} rule_case;

/* What is done with each case. Lists in a case live until it returns. */
typedef void rule_visitor(const rule_case *rule, void *data);

typedef struct rule_sink {
    rule_visitor *visit;
    void *data;
    const ax_op *op;
    unsigned dtypes; /* bits of ax_dtype, from the op's line in the table */
    rule_fill fill;  /* likewise */
} rule_sink;

/* Hands a case of the sink's op to its visitor. */
void rule_add(const rule_sink *sink, rule_case rule);

typedef void rule_lister(const rule_sink *sink);

/* How the cases of an op are listed. */
typedef struct rule_line {
    const char *op;
    rule_lister *list;
    unsigned dtypes;
    rule_fill fill;
} rule_line;

/* Tables of the families, each ended by a line without a name. */
extern const rule_line elementwise_lines[], shape_lines[], contraction_lines[], reduction_lines[],
    indexing_lines[], sorting_lines[], collective_lines[], shard_map_lines[];

/* The op's line, or NULL. */
const rule_line *rule_find_line(const char *op);

/* ---- sets of dtypes ---- */

#define DTYPE(dtype)    (1u << (dtype))
#define DTYPES_SIGNED   (DTYPE(AX_I8) | DTYPE(AX_I16) | DTYPE(AX_I32) | DTYPE(AX_I64))
#define DTYPES_UNSIGNED (DTYPE(AX_U8) | DTYPE(AX_U16) | DTYPE(AX_U32) | DTYPE(AX_U64))
#define DTYPES_INTEGER  (DTYPES_SIGNED | DTYPES_UNSIGNED)
#define DTYPES_FLOAT    (DTYPE(AX_F32) | DTYPE(AX_F64))
#define DTYPES_HALF     (DTYPE(AX_F16) | DTYPE(AX_BF16))
#define DTYPES_NUMBER   (DTYPES_INTEGER | DTYPES_FLOAT)
#define DTYPES_REAL     (DTYPES_NUMBER | DTYPE(AX_BOOL))
#define DTYPES_EVERY    ((1u << AX_DTYPE_COUNT) - 1)

#define FOR_DTYPES(dtype, set)                                           \
    for (ax_dtype dtype = (ax_dtype)0; (int)dtype < (int)AX_DTYPE_COUNT; \
         dtype = (ax_dtype)((int)dtype + 1))                             \
        if ((set)&DTYPE(dtype))

ax_type rule_type(ax_dtype dtype, ax_ints dims);
#define TYPE(dtype, ...) rule_type((dtype), AX_LIST(__VA_ARGS__))
#define SCALAR(dtype)    ax_type_scalar(dtype)

/* How a case is written: .what = "...", OPERANDS({type, fill}, ...), ATTRS(INTS(...), ...) */
#define OPERANDS(...)          \
    .operands = {__VA_ARGS__}, \
    .noperands = (int32_t)(sizeof((const rule_operand[]){__VA_ARGS__}) / sizeof(rule_operand))
#define ATTRS(...)          \
    .attrs = {__VA_ARGS__}, \
    .nattrs = (int32_t)(sizeof((const ax_attr[]){__VA_ARGS__}) / sizeof(ax_attr))
#define INTS(key_, ...)                                     \
    {                                                       \
        .key = AX_ATTR_##key_, .ints = AX_LIST(__VA_ARGS__) \
    }
#define NO_INTS(key_)                                \
    {                                                \
        .key = AX_ATTR_##key_, .ints = AX_EMPTY_LIST \
    }
#define INT(key_, value)                    \
    {                                       \
        .key = AX_ATTR_##key_, .i = (value) \
    }
#define RESULT(type_)                               \
    {                                               \
        .key = AX_ATTR_RESULT_TYPE, .type = (type_) \
    }

/* ---- values.c ---- */

/* The tests' own numbers, the same everywhere: each call of rule_random gives the next. */
uint32_t rule_random(uint32_t bound);
void rule_random_start(uint32_t seed);

/* New memory of exactly `bytes`, so that sanitizers see every access past it. */
void *rule_memory(int64_t bytes);

/* New memory of `type`, filled. */
void *rule_values(const ax_type *type, rule_fill fill);

/* Whether elements are the same bits (any NaN equals any), or values where `sums`. */
bool rule_equal(ax_dtype dtype, int64_t count, const void *a, const void *b, bool sums);

/* ---- grid.c ---- */

/* Traces the op alone: the graph of one example. */
ax_status *rule_trace(const rule_case *rule, ax_graph **out_graph);

/* Around all tests: the memory that graphs run in, and the code generator of the cpu backend. */
int rule_start(void **unused);
int rule_end(void **unused);
const ax_target *rule_cpu(void);

/* Runs a graph and frees it; `outputs` receives new memory for each output. */
void rule_run(ax_graph *graph, const ax_target *target, void *const *inputs, void **outputs);

/* vmap once or twice: what is mapped, where, and where results go. Level 0 is applied first. */
typedef struct rule_grid {
    int32_t levels;
    int64_t size[2];
    bool mapped[RULE_MOST][2];
    int32_t in_axis[RULE_MOST][2];
    int32_t out_axis[2]; /* for all results; at most their ndim */
    const char *axis_name[2];
} rule_grid;

/* The graph under the grid's vmaps, verified. */
ax_graph *rule_map(const ax_graph *graph, const rule_grid *grid);

/* Rows lie dense, batch dimensions in front, the outer level first: "canonical". The types of an
 * operand and of a result in that order, and with the batch dimensions where the grid has them. */
ax_type rule_canonical_operand(const ax_graph *graph, const rule_grid *grid, int32_t operand);
ax_type rule_canonical_result(const ax_graph *graph, const rule_grid *grid, int32_t result);
/* New memory with the dimensions moved to where the grid has them, or back. */
void *rule_spread_operand(const ax_graph *graph, const rule_grid *grid, int32_t operand,
                          const void *canonical);
void *rule_collect_result(const ax_graph *graph, const rule_grid *grid, int32_t result,
                          const void *spread);
/* The bytes of `operand` that row (outer, inner) reads. */
void *rule_operand_row(const ax_graph *graph, const rule_grid *grid, int32_t operand,
                       void *canonical, int64_t outer, int64_t inner);

/* Kernels are compiled for each grid: the cpu backend is checked on every eighth, unless rule_thorough is
 * set. Whether this is one. */
extern bool rule_thorough;
bool rule_checks_cpu(void);

/* Maps, runs on both backends, and compares with `expected` (canonical results): [0] what the reference
 * backend has to give, [1] the cpu's, or NULL: that is not checked. */
void rule_check_grid(const ax_graph *graph, const rule_grid *grid, void *const *canonical,
                     void *const *const expected[2], bool sums, const char *what);

/* How a grid of one level is run instead, where it is not NULL: fills new memory for each output. */
typedef void rule_placement(const ax_graph *graph, const rule_grid *grid, void *const *inputs,
                            void **outputs);
extern rule_placement *rule_place;

/* The types with the batch dimensions where the grid has them. */
ax_type rule_spread_type(const ax_graph *graph, const rule_grid *grid, int32_t operand);

/* ---- the checks ---- */

rule_visitor rule_check_batch;  /* vmap, every subset of operands at every axis */
rule_visitor rule_check_nested; /* vmap of vmap */
rule_visitor rule_check_infer;  /* attributes, operands and regions that do not fit */

/* One choice: every operand mapped in front, two rows. */
void rule_check_front(const rule_case *rule, const ax_graph *graph);

/* Changes what depends on the number of members of a collective; the lists live until the next call. */
void rule_fit_members(rule_case *rule, int64_t members);

/* vmap of a collective against the rows: part of "batch". */
void rule_check_collective(const rule_case *rule);

/* One grid of one level with a few rows: of each case, for rule_place. */
rule_visitor rule_check_placed;
void rule_check_collective_rows(const rule_case *rule, int64_t rows);

#endif
