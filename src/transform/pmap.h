/* pmap: what it means inside another function, and a call of it as a function of one slice.
 *
 * A call places every slice on a device of its own. pmap directly around pmap maps over a grid of
 * devices: the axes of these *levels* become one flat axis of all points of the grid, the outer axis
 * major, and the function of one slice speaks over that (flat_axis.h).
 */
#ifndef AXMAP_TRANSFORM_PMAP_H
#define AXMAP_TRANSFORM_PMAP_H

#include "transform/fn.h"

enum { AX_MOST_PMAP_LEVELS = 8 };

typedef struct ax_pmap_level {
    const ax_fn *fn;
    int64_t size; /* of its axis; of the outer level this rank's slices until the call is traced */
    int64_t
        *in_dims; /* by argument: the dimension of the caller's array that it maps, or AX_NONE */
    int64_t *out_dims; /* by result: the same in the caller's result, once traced */
} ax_pmap_level;

typedef struct ax_pmap_call {
    const ax_fn *fn;
    int32_t nlevels;
    ax_pmap_level levels[AX_MOST_PMAP_LEVELS]; /* the outer one first */
    ax_type *slices;                           /* by argument: the type of one slice */
    bool *mapped;                              /* by argument: by any level */
    int64_t inner_points;                      /* of the levels inside the outer one */
    /* From here on once it is traced. */
    int64_t points;
    char *axis_name;   /* the flat axis */
    ax_graph *example; /* of one point */
} ax_pmap_call;

/* Binds this rank's arguments to the levels. Collective calls know the outer axis's size after that:
 * ax_pmap_trace makes the rest for `slices` slices over all ranks.
 *
 * Results of the example: one that the outer level maps is a slice's own; any other is the whole
 * result, of index 0, on every placement (of an axis of size 0 there is none: it may differ then, which
 * the caller must refuse). The caller frees with ax_pmap_call_free, also after an error. */
ax_status *ax_pmap_bind(const ax_fn *fn, const ax_type *types, ax_pmap_call *out_call);
ax_status *ax_pmap_trace(ax_pmap_call *call, int64_t slices);
void ax_pmap_call_free(ax_pmap_call *call);

/* Traced inside another function, pmap is vmap; results without an axis are index 0's. */
ax_status *ax_pmap_trace_as_vmap(const ax_fn *fn, const ax_type *types, const ax_axis *axes,
                                 ax_graph **out_graph);

/* pmap_grid.c: the example of a call with several levels over its flat axis, from the innermost
 * function's graph, in which each level's axis has the name that `names` says. */
ax_status *ax_pmap_flatten(const ax_pmap_call *call, const ax_graph *graph, ax_names names,
                           ax_graph **out_graph);

#endif
