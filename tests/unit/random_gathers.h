/* Random dimension numbers of gathers, which scatters have too, and the specification's formula for
 * where they lead.
 *
 * Include after random.h.
 */
#ifndef AXMAP_TESTS_UNIT_RANDOM_GATHERS_H
#define AXMAP_TESTS_UNIT_RANDOM_GATHERS_H

#include <axmap/indexing.h>

typedef struct random_gather {
    ax_type operand, indices;
    ax_gather_options options;
    int64_t offset[AX_MAX_NDIM], collapsed[AX_MAX_NDIM], operand_batching[AX_MAX_NDIM];
    int64_t indices_batching[AX_MAX_NDIM], map[AX_MAX_NDIM], slices[AX_MAX_NDIM];
} random_gather;

/* Roles of the operand's dimensions, then index dims around them, then where offsets stand. */
static inline void make_random(uint32_t seed, random_gather *g)
{
    uint32_t state = seed * 2654435761u;
    *g = (random_gather){.operand = {.dtype = AX_I32}, .indices = {.dtype = AX_I32}};
    int32_t ndim = (int32_t)random_below(&state, 5), noffset = 0, ncollapsed = 0, nbatching = 0;
    int32_t nmap = 0, nplain = (int32_t)random_below(&state, 3);
    g->operand.ndim = ndim;
    for (int32_t d = 0; d < ndim; d++) {
        g->operand.dims[d] = 1 + random_below(&state, 4);
        uint32_t role = random_below(&state, 4);
        g->slices[d] = role < 2 ? 1 : 1 + random_below(&state, (uint32_t)g->operand.dims[d]);
        if (role == 0) {
            g->operand_batching[nbatching++] = d;
        } else if (role == 1) {
            g->collapsed[ncollapsed++] = d;
        } else {
            noffset++;
        }
        if (role != 0 && random_below(&state, 3) > 0)
            g->map[nmap++] = d;
    }
    for (int32_t i = 0; i + 1 < nmap; i++) {
        int32_t other = i + (int32_t)random_below(&state, (uint32_t)(nmap - i));
        int64_t swap = g->map[i];
        g->map[i] = g->map[other];
        g->map[other] = swap;
    }
    int32_t nindex = nplain + nbatching;
    bool implicit = nmap == 1 && random_below(&state, 2) == 0;
    int32_t vector_dim = implicit ? nindex : (int32_t)random_below(&state, (uint32_t)nindex + 1);
    g->indices.ndim = nindex + (implicit ? 0 : 1);
    for (int32_t d = 0; d < g->indices.ndim; d++)
        g->indices.dims[d] = d == vector_dim ? nmap : (int32_t)random_below(&state, 3) + 1;
    bool taken[AX_MAX_NDIM] = {false};
    for (int32_t b = 0; b < nbatching; b++) {
        int32_t d;
        do
            d = (int32_t)random_below(&state, (uint32_t)g->indices.ndim);
        while (taken[d] || d == vector_dim);
        taken[d] = true;
        g->indices_batching[b] = d;
        g->indices.dims[d] = g->operand.dims[g->operand_batching[b]];
    }
    int32_t left = noffset, count = 0;
    for (int32_t d = 0; d < nindex + noffset; d++) {
        if ((int32_t)random_below(&state, (uint32_t)(nindex + noffset - d)) < left) {
            g->offset[count++] = d;
            left--;
        }
    }
    g->options = (ax_gather_options){
        .offset_dims = {noffset, g->offset},
        .collapsed_slice_dims = {ncollapsed, g->collapsed},
        .operand_batching_dims = {nbatching, g->operand_batching},
        .start_indices_batching_dims = {nbatching, g->indices_batching},
        .start_index_map = {nmap, g->map},
        .index_vector_dim = vector_dim,
        .slice_sizes = {ndim, g->slices},
    };
}

static inline bool among(ax_ints list, int64_t value)
{
    for (int32_t i = 0; i < list.count; i++) {
        if (list.values[i] == value)
            return true;
    }
    return false;
}

/* Where the window of element `index` of the slices starts, as the indices say, and where in its window
 * the element lies, along each dimension of the operand. */
static inline void locate(const random_gather *g, const int64_t *index, int32_t ndim,
                          const int32_t *indices, int64_t *start, int64_t *inside)
{
    const ax_gather_options *o = &g->options;
    int64_t batch[AX_MAX_NDIM] = {0}, start_at[AX_MAX_NDIM] = {0};
    int32_t nbatch = 0, kept = 0;
    for (int32_t i = 0; i < ndim; i++) {
        if (!among(o->offset_dims, i))
            batch[nbatch++] = index[i];
    }
    for (int32_t d = 0; d < g->indices.ndim; d++) {
        if (d != o->index_vector_dim)
            start_at[d] = batch[d - (d > o->index_vector_dim)];
    }
    for (int32_t d = 0; d < g->operand.ndim; d++)
        start[d] = inside[d] = 0;
    for (int32_t i = 0; i < o->start_index_map.count; i++) {
        if (o->index_vector_dim < g->indices.ndim)
            start_at[o->index_vector_dim] = i;
        start[o->start_index_map.values[i]] = indices[flat_index(&g->indices, start_at)];
    }
    for (int32_t i = 0; i < o->operand_batching_dims.count; i++) {
        int64_t d = o->start_indices_batching_dims.values[i];
        inside[o->operand_batching_dims.values[i]] = batch[d - (d > o->index_vector_dim)];
    }
    for (int32_t d = 0; d < g->operand.ndim; d++) {
        if (!among(o->collapsed_slice_dims, d) && !among(o->operand_batching_dims, d))
            inside[d] += index[o->offset_dims.values[kept++]];
    }
}

#endif
