/* What gather, scatter and the ops between them share: dimension numbers, their checks, and the walk
 * over the points that index vectors name.
 *
 * Words: the *table* is the array that is indexed (gather's operand, scatter's inputs), the *slices*
 * are gather's result or scatter's updates.
 */
#ifndef AXMAP_OPS_INDEXING_H
#define AXMAP_OPS_INDEXING_H

#include "ops/batching.h"
#include "ops/eval.h"

/* The attributes of an indexing op that play the same role by another name. */
typedef struct ax_index_keys {
    ax_attr_key window;         /* of the slices: dimensions that run inside a window; ascending */
    ax_attr_key dropped;        /* of the table: without a dimension in the slices; ascending */
    ax_attr_key table_batching; /* of the table: walked along with ... ; ascending */
    ax_attr_key indices_batching; /* ... these of the indices, paired in order */
    ax_attr_key index_map;        /* the table's dimension for each entry of an index vector */
} ax_index_keys;

extern const ax_index_keys ax_gather_keys, ax_scatter_keys;

typedef struct ax_index_numbers {
    ax_ints window, dropped, table_batching, indices_batching, index_map;
    int64_t vector_dim; /* of the indices: holds the vectors; its ndim means scalars */
} ax_index_numbers;

ax_index_numbers ax_index_numbers_of(const ax_eqn *eqn, const ax_index_keys *keys);

bool ax_ints_hold(ax_ints list, int64_t value);

/* Whether a dimension of the table has one of its own in the slices. */
bool ax_index_keeps(const ax_index_numbers *numbers, int32_t table_dim);

/* Checks the numbers against a table and indices, all but the sizes of windows. */
ax_status *ax_check_indexing(const ax_eqn *eqn, const ax_index_keys *keys, const ax_type *table,
                             const ax_type *indices);

/* The slices' type, from a window's size along each dimension of the table. */
ax_type ax_slices_type(const ax_index_numbers *numbers, const ax_type *table,
                       const ax_type *indices, const int64_t *window_sizes);

/* ---- vmap ---- */

/* The table has a new dimension at `axis`. */
void ax_index_shift_table(ax_builder *builder, ax_index_numbers *numbers, int32_t axis);

/* Table dimension `table_axis` and indices dimension `indices_axis` (both there) are walked together. */
void ax_index_pair(ax_builder *builder, ax_index_numbers *numbers, int32_t table_axis,
                   int32_t indices_axis);

/* ---- evaluation ---- */

enum { AX_POINTS = 1024 }; /* found at once; their offsets stay in cache */

/* The walk over the slices in row-major order, in runs of elements that are neighbours in the slices
 * and in the table: run p lies at p * run of the slices. All counts are in elements. */
typedef struct ax_points {
    int64_t count, done; /* runs: where the walk ends, and where it is */
    int64_t run;         /* elements of a run, >= 1 */
    bool clamps; /* windows are moved inside the table; else those that stick out are left out */

    /* Dimensions of the slices around the runs, major first: where a step leads. */
    int32_t ndim;
    int64_t dims[AX_MAX_NDIM + 1], index_strides[AX_MAX_NDIM + 1], table_strides[AX_MAX_NDIM + 1];
    int64_t at[AX_MAX_NDIM + 1], place, offset; /* where the walk is */

    /* Entries of an index vector: each moves the window along a dimension of the table. */
    ax_dtype dtype;
    const void *indices;
    int32_t entries;
    int64_t entry_stride;
    int64_t last_start[AX_MAX_NDIM], entry_table_strides[AX_MAX_NDIM];
} ax_points;

/* `slices` and the window sizes have passed inference and hold an element at least. */
void ax_points_start(const ax_index_numbers *numbers, const ax_type *table,
                     const ax_tensor *indices, const ax_type *slices, bool clamps,
                     ax_points *out_points);

/* The walk from run `first` to before run `end`: for one of several who share it. */
void ax_points_seek(ax_points *points, int64_t first, int64_t end);

/* Writes where in the table the next runs begin, -1 for one that is left out; returns how many,
 * 0 at the end. `offsets` has room for AX_POINTS. */
int64_t ax_points_next(ax_points *points, int64_t *offsets);

/* A start index in [0, size - window], the nearest to element 0 of `index`, a scalar integer. */
int64_t ax_clamped_start(const ax_tensor *index, int64_t size, int64_t window);

ax_eval_fn ax_eval_gather, ax_eval_scatter;

#endif
