/* The cases of `axmap bench arrays`: one op on one array each. */
#ifndef AXMAP_BENCH_ARRAY_CASES_H
#define AXMAP_BENCH_ARRAY_CASES_H

#include <axmap/builder.h>

enum { AX_ARRAY_LIST = 4 };

typedef struct ax_array_case ax_array_case;
typedef ax_value ax_array_build_fn(const ax_array_case *c, ax_value x);

/* `list` is its axes, permutation, window or whatever else it takes. */
struct ax_array_case {
    const char *op;
    ax_array_build_fn *build;
    int32_t ndim, nlist;
    int64_t dims[AX_ARRAY_LIST], list[AX_ARRAY_LIST];
    int64_t stride; /* of windows */
    ax_dtype dtypes[4];
};

static inline ax_ints ax_array_case_list(const ax_array_case *c)
{
    return (ax_ints){c->nlist, c->list};
}

/* Each ended by a case without an op: reductions and shapes, what goes by indices, and orders, whose
 * elements are large and without a pattern. */
extern const ax_array_case ax_array_cases[], ax_index_cases[], ax_order_cases[];

/* Bodies of regions. */
ax_trace_fn ax_bench_add, ax_bench_max, ax_bench_logaddexp;

#endif
