/* reduce's meaning for a region that is no known fold.
 *
 * StableHLO leaves the order to the implementation, so the region has to be associative; it need not
 * be commutative. The elements of a result are the leaves of a binary tree in their own order: node
 * (level, j) covers the elements from j * 2^level on, and one without a right child passes its left one
 * through. So the order follows from how many elements there are, whatever is done at once.
 */
#include "base/checked.h"
#include "ops/lanes.h"
#include "ops/reduction.h"
#include "ops/reduction_best.h"
#include "ops/region.h"
#include "ops/strided.h"
#include "ops/wide.h"

#include <string.h>

/* Reductions of so few elements need no tree. */
enum { IN_SEQUENCE = 32 };

/* Elements on which a region runs at once; and levels of the tree above them, enough for any array. */
enum { MOST_LANES = 2048, MOST_LEVELS = 64 };

/* Lists have an entry for each of the n inputs. A row is one element of each of `width` results. */
typedef struct tree {
    ax_region region;
    int32_t n;
    const ax_tensor *inputs, *inits;
    int64_t width;
    int64_t batch;                   /* rows that are loaded at once: a power of two */
    void **current, **left, **right; /* MOST_LANES elements each */
    void **nodes;                    /* by level and input: finished nodes without a sibling yet */
    bool finished[MOST_LEVELS];
    const void **region_inputs;
} tree;

static int64_t bytes_of(const tree *t, int32_t input)
{
    return ax_dtype_bytes(t->inputs[input].type.dtype);
}

static ax_status *buffers(const ax_eval_env *env, const tree *t, int64_t count, int64_t lanes,
                          void ***out_buffers)
{
    AX_TRY(AX_SCRATCH(env, void *, count * t->n, out_buffers));
    for (int64_t i = 0; i < count * t->n; i++)
        AX_TRY(env->scratch(env, bytes_of(t, (int32_t)(i % t->n)) * lanes, &(*out_buffers)[i]));
    return NULL;
}

static ax_status *prepare(const ax_eval_env *env, const ax_eqn *eqn, const ax_tensor *operands,
                          const ax_split *s, tree *t)
{
    int64_t kept = ax_min_i64(s->kept.size, MOST_LANES / 2), batch = MOST_LANES;
    *t = (tree){.n = eqn->nresults, .inputs = operands, .inits = operands + eqn->nresults};
    /* Where a result's elements are neighbours, so few results at once that all of them are near. */
    t->width = s->inner_reduced ? ax_max_i64(1, ax_min_i64(kept, MOST_LANES / s->reduced.size))
                                : kept;
    while (batch * t->width > MOST_LANES)
        batch /= 2;
    t->batch = batch;
    AX_TRY(ax_region_prepare(env, eqn->regions[0], MOST_LANES, &t->region));
    AX_TRY(buffers(env, t, 1, MOST_LANES, &t->current));
    AX_TRY(buffers(env, t, 1, MOST_LANES, &t->left));
    AX_TRY(buffers(env, t, 1, MOST_LANES, &t->right));
    AX_TRY(buffers(env, t, MOST_LEVELS, t->width, &t->nodes));
    return AX_SCRATCH(env, void *, 2 * t->n, &t->region_inputs);
}

/* out = region(left, right) on so many lanes. */
static ax_status *combine(tree *t, int64_t lanes, void *const *left, void *const *right,
                          void *const *out)
{
    for (int32_t i = 0; i < t->n; i++) {
        t->region_inputs[i] = left[i];
        t->region_inputs[t->n + i] = right[i];
    }
    return ax_region_run(&t->region, lanes, t->region_inputs, out);
}

/* ---- a batch of rows ---- */

/* Where the rows of one input lie. */
typedef struct row_source {
    const char *x;
    int64_t row_stride, lane_stride; /* in elements */
} row_source;

#define DEFINE_SPLIT(element)                                                          \
    static void split_##element(int64_t pairs, const void *x, void *left, void *right) \
    {                                                                                  \
        const element *from = x;                                                       \
        element *restrict even = left, *restrict odd = right;                          \
        for (int64_t i = 0; i < pairs; i++) {                                          \
            even[i] = from[2 * i];                                                     \
            odd[i] = from[2 * i + 1];                                                  \
        }                                                                              \
    }
typedef uint8_t __attribute__((may_alias)) bits8;
typedef uint16_t __attribute__((may_alias)) bits16;
typedef uint32_t __attribute__((may_alias)) bits32;
typedef uint64_t __attribute__((may_alias)) bits64;
DEFINE_SPLIT(bits8)
DEFINE_SPLIT(bits16)
DEFINE_SPLIT(bits32)
DEFINE_SPLIT(bits64)

/* Neighbours, one to the left and one to the right: of 1, 2, 4 or 8 bytes. */
static void split_neighbours(int64_t bytes, int64_t pairs, const void *x, void *left, void *right)
{
    switch (bytes) {
    case 1: split_bits8(pairs, x, left, right); break;
    case 2: split_bits16(pairs, x, left, right); break;
    case 4: split_bits32(pairs, x, left, right); break;
    default: split_bits64(pairs, x, left, right);
    }
}

/* Even rows go to the left, odd ones to the right; the last of an odd number stays for the next level,
 * in `current`. */
static void split_rows(const tree *t, int32_t input, row_source source, int64_t width, int64_t rows)
{
    int64_t bytes = bytes_of(t, input), pairs = rows / 2;
    ax_strided every_other = {.element_bytes = bytes,
                              .ndim = 2,
                              .dims = {pairs, width},
                              .source_strides = {2 * source.row_stride, source.lane_stride},
                              .destination_strides = {width, 1}};
    if (width == 1 && source.row_stride == 1 && bytes <= 8) {
        split_neighbours(bytes, pairs, source.x, t->left[input], t->right[input]);
    } else {
        ax_strided_copy(&every_other, t->left[input], source.x);
        ax_strided_copy(&every_other, t->right[input], source.x + source.row_stride * bytes);
    }
    if (rows % 2 == 1) {
        every_other.dims[0] = 1;
        ax_strided_copy(&every_other, (char *)t->current[input] + pairs * width * bytes,
                        source.x + (rows - 1) * source.row_stride * bytes);
    }
}

/* Rows first..first+count-1 of results kept..kept+width-1, one behind the other in `current`. */
static row_source gather_rows(const tree *t, const ax_split *s, int32_t input, int64_t kept,
                              int64_t width, int64_t first, int64_t count)
{
    int64_t bytes = bytes_of(t, input);
    const char *x = t->inputs[input].data;
    ax_strided one = {.element_bytes = bytes};
    for (int64_t row = 0; row < count; row++) {
        int64_t shift = ax_walk_offset(&s->reduced, first + row);
        char *to = (char *)t->current[input] + row * width * bytes;
        for (int64_t lane = 0; lane < width; lane++) {
            int64_t from = ax_walk_offset(&s->kept, kept + lane) + shift;
            ax_strided_copy(&one, to + lane * bytes, x + from * bytes);
        }
    }
    return (row_source){t->current[input], width, 1};
}

/* The rows where they lie in the input, if they lie regularly; else brought together. */
static row_source source_of(const tree *t, const ax_split *s, int32_t input, int64_t kept,
                            int64_t width, int64_t first, int64_t count)
{
    if (s->kept.count > 1 || s->reduced.count > 1)
        return gather_rows(t, s, input, kept, width, first, count);
    int64_t from = ax_walk_offset(&s->kept, kept) + ax_walk_offset(&s->reduced, first);
    return (row_source){(const char *)t->inputs[input].data + from * bytes_of(t, input),
                        s->reduced.count > 0 ? s->reduced.strides[0] : 0,
                        s->kept.count > 0 ? s->kept.strides[0] : 0};
}

/* Leaves the node of rows first..first+rows-1 in the first row of `current`. */
static ax_status *fold_batch(tree *t, const ax_split *s, int64_t kept, int64_t width, int64_t first,
                             int64_t rows)
{
    for (int32_t i = 0; i < t->n; i++) {
        row_source source = source_of(t, s, i, kept, width, first, rows);
        split_rows(t, i, source, width, rows);
    }
    while (rows > 1) {
        AX_TRY(combine(t, rows / 2 * width, t->left, t->right, t->current));
        rows = (rows + 1) / 2;
        for (int32_t i = 0; i < t->n && rows > 1; i++)
            split_rows(t, i, (row_source){t->current[i], width, 1}, width, rows);
    }
    return NULL;
}

/* ---- the tree above the batches ---- */

static ax_status *put_before_current(tree *t, int64_t width, void *const *earlier)
{
    AX_TRY(combine(t, width, earlier, t->current, t->left));
    void **swap = t->current;
    t->current = t->left;
    t->left = swap;
    return NULL;
}

static void copy_row(const tree *t, int64_t width, void *const *to, void *const *from)
{
    for (int32_t i = 0; i < t->n; i++)
        memcpy(to[i], from[i], (size_t)(width * bytes_of(t, i)));
}

/* Adds `current`, the node of one more batch. */
static ax_status *finish_batch(tree *t, int64_t width)
{
    int level = 0;
    for (; t->finished[level]; level++) {
        AX_TRY(put_before_current(t, width, t->nodes + level * t->n));
        t->finished[level] = false;
    }
    copy_row(t, width, t->nodes + level * t->n, t->current);
    t->finished[level] = true;
    return NULL;
}

/* Leaves the root, with the inits in front, in `current`. */
static ax_status *finish_tree(tree *t, int64_t width)
{
    bool any = false;
    for (int level = 0; level < MOST_LEVELS; level++) {
        if (!t->finished[level])
            continue;
        if (any) {
            AX_TRY(put_before_current(t, width, t->nodes + level * t->n));
        } else {
            copy_row(t, width, t->current, t->nodes + level * t->n);
        }
        any = true;
        t->finished[level] = false;
    }
    for (int32_t i = 0; i < t->n; i++)
        ax_strided_fill(bytes_of(t, i), width, t->right[i], t->inits[i].data);
    return put_before_current(t, width, t->right);
}

/* Results are dealt to threads, each with lanes or a tree of its own. */
typedef struct dealing {
    const ax_split *split;
    const ax_tensor *results;
    tree *trees;
    ax_lanes *lanes;
} dealing;

/* As many results as a tree has room for. */
static ax_status *fold_tree(void *user, int32_t thread, int64_t kept, int64_t end)
{
    const dealing *d = user;
    const ax_split *s = d->split;
    tree *t = &d->trees[thread];
    int64_t width = end - kept;
    for (int64_t row = 0; row < s->reduced.size; row += t->batch) {
        int64_t rows = ax_min_i64(t->batch, s->reduced.size - row);
        AX_TRY(fold_batch(t, s, kept, width, row, rows));
        AX_TRY(finish_batch(t, width));
    }
    AX_TRY(finish_tree(t, width));
    for (int32_t i = 0; i < t->n; i++) {
        int64_t bytes = bytes_of(t, i);
        memcpy((char *)d->results[i].data + kept * bytes, t->current[i], (size_t)(width * bytes));
    }
    return NULL;
}

static ax_status *reduce_by_tree(const ax_eval_env *env, const ax_eqn *eqn, const ax_split *s,
                                 const ax_tensor *operands, const ax_tensor *results)
{
    dealing d = {.split = s, .results = results};
    AX_TRY(AX_SCRATCH(env, tree, ax_eval_threads(env), &d.trees));
    for (int32_t t = 0; t < ax_eval_threads(env); t++)
        AX_TRY(prepare(env, eqn, operands, s, &d.trees[t]));
    if (env->measures)
        return NULL;
    return ax_eval_parallel_try(env, s->kept.size, d.trees->width, fold_tree, &d);
}

/* Few elements are combined one after the other, the init first, each result in a lane of its own. */
static ax_status *fold_lanes(void *user, int32_t thread, int64_t first, int64_t end)
{
    const dealing *d = user;
    const ax_split *s = d->split;
    ax_lanes *lanes = &d->lanes[thread];
    int64_t count = end - first;
    for (int64_t lane = 0; lane < count; lane++)
        lanes->offsets[lane] = ax_walk_offset(&s->kept, first + lane);
    ax_lanes_begin(lanes, count);
    for (int64_t r = 0; r < s->reduced.size; r++)
        AX_TRY(ax_lanes_step(lanes, ax_walk_offset(&s->reduced, r), count));
    ax_lanes_end(lanes, d->results, first, count);
    return NULL;
}

static ax_status *reduce_in_sequence(const ax_eval_env *env, const ax_eqn *eqn, const ax_split *s,
                                     const ax_tensor *operands, const ax_tensor *results)
{
    dealing d = {.split = s, .results = results};
    AX_TRY(ax_lanes_prepare_all(env, eqn, operands, &d.lanes));
    if (env->measures)
        return NULL;
    return ax_eval_parallel_try(env, s->kept.size, AX_LANES, fold_lanes, &d);
}

/* ---- the best value and its place ---- */

/* Elements of the input, and results side by side: in a piece, and at least. */
enum { PIECE = 1 << 15, COLUMNS = 1 << 10, LEAST_COLUMNS = 4 };

typedef struct choosing {
    ax_best best;
    ax_split split;
    const ax_tensor *operands, *results;
    int64_t columns; /* results that are neighbours, and so are their elements; 1: a result's are */
} choosing;

static const char *element_at(const ax_tensor *x, int64_t offset)
{
    return (const char *)x->data + offset * ax_dtype_bytes(x->type.dtype);
}

static char *result_at(const ax_tensor *x, int64_t offset)
{
    return (char *)x->data + offset * ax_dtype_bytes(x->type.dtype);
}

/* Results begin..end-1 from the inits. */
static void begin_best(const choosing *c, int64_t begin, int64_t end)
{
    for (int32_t i = 0; i < 2; i++) {
        ax_strided_fill(ax_dtype_bytes(c->results[i].type.dtype), end - begin,
                        result_at(&c->results[i], begin), c->operands[2 + i].data);
    }
}

/* Each of a run of neighbours. */
static void choose_in_rows(void *user, int32_t thread, int64_t begin, int64_t end)
{
    (void)thread;
    const choosing *c = user;
    begin_best(c, begin, end);
    for (int64_t kept = begin; kept < end; kept++) {
        int64_t from = ax_walk_offset(&c->split.kept, kept);
        ax_best_run(&c->best, c->results[0].type.dtype, c->results[1].type.dtype,
                    element_at(&c->operands[0], from), element_at(&c->operands[1], from),
                    c->split.reduced.size, result_at(&c->results[0], kept),
                    result_at(&c->results[1], kept));
    }
}

/* Some of `columns` neighbours each, row after row of their elements. */
static void choose_in_columns(void *user, int32_t thread, int64_t begin, int64_t end)
{
    (void)thread;
    const choosing *c = user;
    begin_best(c, begin, end);
    for (int64_t kept = begin, next; kept < end; kept = next) {
        next = ax_min_i64(end, (kept / c->columns + 1) * c->columns);
        int64_t from = ax_walk_offset(&c->split.kept, kept);
        for (int64_t row = 0; row < c->split.reduced.size; row++) {
            int64_t at = from + ax_walk_offset(&c->split.reduced, row);
            ax_best_columns(&c->best, c->results[0].type.dtype, c->results[1].type.dtype,
                            element_at(&c->operands[0], at), element_at(&c->operands[1], at),
                            next - kept, result_at(&c->results[0], kept),
                            result_at(&c->results[1], kept));
        }
    }
}

static ax_status *reduce_to_best(const ax_eval_env *env, const ax_eqn *eqn,
                                 const ax_tensor *operands, const ax_tensor *results)
{
    choosing c = {.operands = operands, .results = results};
    c.split = ax_split_dims(&operands[0].type, ax_eqn_ints(eqn, AX_ATTR_DIMENSIONS));
    if (!ax_best_find(eqn->regions[0], &c.best))
        return AX_ERROR(AX_INTERNAL, "reduce: its region takes no best value");
    if (env->measures)
        return NULL;
    int64_t count = c.split.kept.size, each = c.split.reduced.size;
    if (c.split.inner_reduced) {
        ax_eval_parallel(env, count, ax_max_i64(1, PIECE / each), choose_in_rows, &c);
        return NULL;
    }
    const ax_walk *kept = &c.split.kept;
    c.columns = kept->dims[kept->count - 1];
    int64_t piece = ax_min_i64(c.columns, ax_max_i64(COLUMNS, PIECE / each));
    if (c.columns < piece || c.columns <= COLUMNS) /* whole rows of columns */
        piece = c.columns * ax_max_i64(1, PIECE / each / c.columns);
    ax_eval_parallel(env, count, piece, choose_in_columns, &c);
    return NULL;
}

ax_status *ax_reduce_by_region(const ax_eval_env *env, const ax_eqn *eqn, const ax_split *s,
                               const ax_tensor *operands, const ax_tensor *results)
{
    ax_best best;
    /* A row of neighbours each, or enough neighbours with rows of elements. */
    int32_t last = s->kept.count - 1;
    bool simple = s->inner_reduced ? s->reduced.count == 1
                                   : last >= 0 && s->kept.strides[last] == 1 &&
                                         s->kept.dims[last] >= LEAST_COLUMNS;
    if (simple && ax_best_find(eqn->regions[0], &best))
        return ax_eval_wide(env, eqn, operands, results, reduce_to_best);
    if (s->reduced.size <= IN_SEQUENCE)
        return reduce_in_sequence(env, eqn, s, operands, results);
    return reduce_by_tree(env, eqn, s, operands, results);
}
