/* Comparing a computed array with the expected one. */
#ifndef AXMAP_CHECK_COMPARE_H
#define AXMAP_CHECK_COMPARE_H

#include "base/text.h"
#include "ir/type.h"

typedef enum ax_expectation_kind {
    AX_EXPECT_EQ,
    AX_EXPECT_ALMOST_EQ,
    AX_EXPECT_CLOSE
} ax_expectation_kind;

typedef struct ax_expectation {
    ax_expectation_kind kind;
    double tolerance;               /* ALMOST_EQ: absolute */
    uint64_t least_ulps, most_ulps; /* CLOSE: UINT64_MAX where one is not finite alone */
} ax_expectation;

/* True when every element of `actual` is as expected; otherwise says in `why` which are not: "element
 * [1,2] is 0.5, expected 0.75, and 3 more". `expected_splat`: one element that stands for all. */
bool ax_compare(const ax_expectation *expectation, const ax_type *type, const void *actual,
                const void *expected, bool expected_splat, ax_text *why);

/* The largest error of an array, and in out_index where it is. Of floats (complex numbers: of their
 * parts) the error is |actual - expected| / (|expected| + r), r being the root mean square of the finite
 * numbers expected: relative where a number is large among its like, measured by the array where it is
 * the small difference of larger ones. It is 0 for equal numbers, infinities and NaNs included, and
 * infinite where only one of the two is finite. Of other types it is 0 or, where they differ, infinite. */
double ax_compare_error(const ax_type *type, const void *actual, const void *expected,
                        int64_t *out_index);

/* "element [1,2] is 0.5, expected 0.75" */
void ax_compare_print(const ax_type *type, const void *actual, const void *expected, int64_t index,
                      ax_text *text);

#endif
