/* What the tests of pmap share: contexts of unlike ranks, dealing the slices of an axis to ranks, and
 * cutting a rank's own. */
#ifndef AXMAP_TESTS_MPI_SLICES_H
#define AXMAP_TESTS_MPI_SLICES_H

#include "test.h"

#include "exec/context.h"
#include "ir/type.h"
#include "ops/strided.h"

#include <axmap/mpi.h>
#include <axmap/pmap.h>

static int rank, ranks; /* set by main */

/* Rank r has r + 2 devices. */
static inline ax_context *open_context(void)
{
    ax_context *context;
    ax_context_options options = {.devices_per_rank = rank + 2, .threads = 1, .timeout = 30};
    assert_ok(ax_context_create_mpi(MPI_COMM_WORLD, &options, &context));
    return context;
}

/* pmap of a C function. */
static inline ax_fn *make_pmap(ax_trace_fn *trace, int32_t ninputs, int32_t noutputs,
                               ax_pmap_options options)
{
    ax_fn *fn, *pmap;
    assert_ok(ax_fn_create(trace, NULL, ninputs, noutputs, &fn));
    assert_ok(ax_pmap(fn, &options, &pmap));
    ax_fn_release(fn);
    return pmap;
}

/* The error is `text` on rank `bad`, which all others hear of. */
static inline void expect_failure(ax_status *status, int bad, const char *text)
{
    assert_error(status, rank == bad ? AX_INVALID_ARGUMENT : AX_PEER_FAILED, text);
}

/* Slices [first, first + count) of an array along an axis. */
static inline ax_array *cut_slices(ax_array *array, int64_t axis, int64_t first, int64_t count)
{
    ax_type type = ax_array_type(array), part = type;
    ax_array *out;
    part.dims[axis] = count;
    assert_ok(ax_array_create(&part, NULL, &out));
    ax_strided copy = {.element_bytes = ax_dtype_bytes(type.dtype), .ndim = type.ndim};
    memcpy(copy.dims, part.dims, sizeof copy.dims);
    ax_type_strides(&type, copy.source_strides);
    ax_type_strides(&part, copy.destination_strides);
    const char *from = ax_array_data(array);
    ax_strided_copy(&copy, ax_array_data(out),
                    from + first * copy.source_strides[axis] * copy.element_bytes);
    return out;
}

/* How `size` slices of `points` devices each lie on the ranks: from the first rank on as many as fit;
 * even; from the last on. Gives this rank's. */
enum { SLICE_PATTERNS = 3 };
static inline void deal_slices(const ax_context *context, int pattern, int64_t size, int64_t points,
                               int64_t *out_first, int64_t *out_count)
{
    const int *first = context->places.rank_first;
    int64_t left = size, before = 0;
    *out_count = 0;
    for (int n = 0; n < ranks; n++) {
        int r = pattern == 2 ? ranks - 1 - n : n;
        int64_t room = (first[r + 1] - first[r]) / points;
        int64_t share = pattern == 1 ? (left + ranks - n - 1) / (ranks - n) : left;
        share = share < room ? share : room;
        left -= share;
        before += r < rank ? share : 0;
        if (r == rank)
            *out_count = share;
    }
    if (left)
        fail_msg("%lld slices do not fit", (long long)size);
    *out_first = before;
}

#endif
