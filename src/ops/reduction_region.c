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

static ax_status *reduce_by_tree(const ax_eval_env *env, const ax_eqn *eqn, const ax_split *s,
                                 const ax_tensor *operands, const ax_tensor *results)
{
    tree t;
    AX_TRY(prepare(env, eqn, operands, s, &t));
    for (int64_t kept = 0, width; kept < s->kept.size; kept += width) {
        width = ax_min_i64(t.width, s->kept.size - kept);
        for (int64_t row = 0; row < s->reduced.size; row += t.batch) {
            int64_t rows = ax_min_i64(t.batch, s->reduced.size - row);
            AX_TRY(fold_batch(&t, s, kept, width, row, rows));
            AX_TRY(finish_batch(&t, width));
        }
        AX_TRY(finish_tree(&t, width));
        for (int32_t i = 0; i < t.n; i++) {
            int64_t bytes = bytes_of(&t, i);
            memcpy((char *)results[i].data + kept * bytes, t.current[i], (size_t)(width * bytes));
        }
    }
    return NULL;
}

/* Few elements are combined one after the other, the init first, each result in a lane of its own. */
static ax_status *reduce_in_sequence(const ax_eval_env *env, const ax_eqn *eqn, const ax_split *s,
                                     const ax_tensor *operands, const ax_tensor *results)
{
    ax_lanes lanes;
    AX_TRY(ax_lanes_prepare(env, eqn, operands, &lanes));
    for (int64_t first = 0, count; first < s->kept.size; first += count) {
        count = ax_min_i64(s->kept.size - first, AX_LANES);
        for (int64_t lane = 0; lane < count; lane++)
            lanes.offsets[lane] = ax_walk_offset(&s->kept, first + lane);
        ax_lanes_begin(&lanes, count);
        for (int64_t r = 0; r < s->reduced.size; r++)
            AX_TRY(ax_lanes_step(&lanes, ax_walk_offset(&s->reduced, r), count));
        ax_lanes_end(&lanes, results, first, count);
    }
    return NULL;
}

/* The best value of each run of neighbours, and its place. */
static ax_status *reduce_to_best(const ax_eval_env *env, const ax_eqn *eqn,
                                 const ax_tensor *operands, const ax_tensor *results)
{
    (void)env;
    ax_split s = ax_split_dims(&operands[0].type, ax_eqn_ints(eqn, AX_ATTR_DIMENSIONS));
    ax_best best;
    if (!ax_best_find(eqn->regions[0], &best))
        return AX_ERROR(AX_INTERNAL, "reduce: its region takes no best value");
    ax_dtype value_dtype = results[0].type.dtype, place_dtype = results[1].type.dtype;
    int64_t value_bytes = ax_dtype_bytes(value_dtype), place_bytes = ax_dtype_bytes(place_dtype);
    for (int64_t kept = 0; kept < s.kept.size; kept++) {
        int64_t from = ax_walk_offset(&s.kept, kept);
        char *value = (char *)results[0].data + kept * value_bytes;
        char *place = (char *)results[1].data + kept * place_bytes;
        memcpy(value, operands[2].data, (size_t)value_bytes);
        memcpy(place, operands[3].data, (size_t)place_bytes);
        ax_best_run(
            &best, value_dtype, place_dtype, (const char *)operands[0].data + from * value_bytes,
            (const char *)operands[1].data + from * place_bytes, s.reduced.size, value, place);
    }
    return NULL;
}

ax_status *ax_reduce_by_region(const ax_eval_env *env, const ax_eqn *eqn, const ax_split *s,
                               const ax_tensor *operands, const ax_tensor *results)
{
    ax_best best;
    bool neighbours = s->inner_reduced && s->reduced.count == 1;
    if (neighbours && ax_best_find(eqn->regions[0], &best))
        return ax_eval_wide(env, eqn, operands, results, reduce_to_best);
    if (s->reduced.size <= IN_SEQUENCE)
        return reduce_in_sequence(env, eqn, s, operands, results);
    return reduce_by_tree(env, eqn, s, operands, results);
}
