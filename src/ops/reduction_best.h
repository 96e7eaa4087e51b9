/* Reductions to the largest or smallest value and where it is: argmax, argmin, top pairs.
 *
 * A region of two inputs that only compares, combines truths and selects is known whole by what it does
 * for each order of its operands; so it is recognised however it is written.
 */
#ifndef AXMAP_OPS_REDUCTION_BEST_H
#define AXMAP_OPS_REDUCTION_BEST_H

#include "device/tensor.h"
#include "ops/fold.h"

/* What stays of two equal values, or of the places of two equal values. */
typedef enum ax_best_equal { AX_BEST_FIRST, AX_BEST_LAST, AX_BEST_LESSER } ax_best_equal;

typedef struct ax_best {
    ax_fold fold; /* maximum or minimum of the values */
    bool largest;
    ax_best_equal equal_value, equal_place; /* of values: AX_BEST_FIRST or AX_BEST_LAST */
} ax_best;

/* Whether the region, of values and places (each of a dtype that there is a loop for), takes the best
 * value and its place; the first NaN is better than any number. Values of f16 and bf16 are
 * widened to f32 first. */
bool ax_best_find(const ax_graph *region, ax_best *out_best);

/* Combines *value and *place with `count` neighbours, of the dtypes of the region (f32 for halves). */
void ax_best_run(const ax_best *best, ax_dtype value_dtype, ax_dtype place_dtype,
                 const void *values, const void *places, int64_t count, void *value, void *place);

/* The same of `count` pairs, values[i] and places[i], with an element each. */
void ax_best_columns(const ax_best *best, ax_dtype value_dtype, ax_dtype place_dtype,
                     const void *values, const void *places, int64_t count, void *best_values,
                     void *best_places);

#endif
