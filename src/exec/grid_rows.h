/* The slices of a pmap call as rows of its flat axis, in arrays of this rank. */
#ifndef AXMAP_EXEC_GRID_ROWS_H
#define AXMAP_EXEC_GRID_ROWS_H

#include "exec/array.h"
#include "exec/rows.h"
#include "transform/pmap.h"

/* Where the slices of one argument or result lie in memory. */
typedef struct ax_grid_array {
    char *data;
    int32_t nlevels;
    int64_t sizes[AX_MOST_PMAP_LEVELS];   /* of the levels' axes */
    int64_t strides[AX_MOST_PMAP_LEVELS]; /* in bytes; 0 for a level that does not map the array */
    bool mapped[AX_MOST_PMAP_LEVELS];
    int64_t first, count; /* this rank's slices of the outer axis */
    ax_type slice;
    int64_t slice_strides[AX_MAX_NDIM]; /* in elements */
    bool dense;                         /* a slice's elements stand together */
} ax_grid_array;

/* dims  for each level of the call the dimension of the array along which it maps it, or AX_NONE */
ax_grid_array ax_grid_array_make(const ax_pmap_call *call, const ax_array *array,
                                 const int64_t *dims, int64_t first, int64_t count);

/* `arrays` has an entry for each argument or result. A slice of an argument along a level that does not
 * map it is the one that all of the level share. Of a result that an inner level does not map, index 0's
 * is kept; whole ones are in arrays without mapped levels. */
ax_row_source ax_grid_source(ax_grid_array *arrays);
ax_row_sink ax_grid_sink(ax_grid_array *arrays);

#endif
