/* Code for pools: reduce_window by one op over few elements. Vectors are of neighbouring channels, where the last
 * dimensions are channels; of places, where there are none. */
#ifndef AXMAP_BACKEND_CPU_POOL_CODE_H
#define AXMAP_BACKEND_CPU_POOL_CODE_H

#include "backend/cpu/codegen.h"
#include "ir/graph.h"

enum { AX_POOL_MOST_DIMS = 6 };

/* One dimension that a window may slide along; padding behind follows from the others. */
typedef struct ax_pool_dim {
    int64_t input, places, window, stride, low;
} ax_pool_dim;

typedef struct ax_pool {
    const ax_op *op; /* of two scalars */
    ax_dtype dtype;  /* f16 and bf16 are combined as f32, and rounded once */
    int32_t ndims;   /* at least 1; the last one is that along which places are neighbours */
    ax_pool_dim dims[AX_POOL_MOST_DIMS];
    int64_t slab; /* channels: neighbours at one place; 1: none */
} ax_pool;

/* Computes rows begin..end-1 of places: `input` and `result` are the arrays' first elements, and `init`
 * comes in front of each result. A row is one index of all dimensions but the last, and of those before
 * them, which the code does not know. */
typedef void ax_pool_fn(const void *input, void *result, const void *init, int64_t begin,
                        int64_t end);

ax_status *ax_pool_code(ax_codegen *codegen, const ax_pool *pool, ax_pool_fn **out_function);

#endif
