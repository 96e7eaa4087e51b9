/* The inner loops of ops/strided.h: two dimensions at a time. */
#ifndef AXMAP_OPS_STRIDED_LOOPS_H
#define AXMAP_OPS_STRIDED_LOOPS_H

#include <stdbool.h>
#include <stdint.h>

/* The two inner dimensions, strides in elements; one that is missing has size 1. */
typedef struct ax_plane {
    int64_t rows, row_to, row_from;
    int64_t columns, column_to, column_from;
    bool stream; /* ops/stream.h */
} ax_plane;

typedef void ax_plane_fn(const ax_plane *plane, void *destination, const void *source);

/* What the loops ask of a plane:
 *
 * fill   column_to is 1, column_from 0: one element repeated along each row
 * run    both are 1: rows of neighbours
 * turn   column_to is 1, and rows are closer in the source than columns: transposes
 * walk   nothing */
typedef struct ax_plane_loops {
    ax_plane_fn *fill, *run, *turn, *walk;
} ax_plane_loops;

/* For elements of 1, 2, 4, 8 or 16 bytes, which may lie anywhere. */
ax_plane_loops ax_plane_loops_of(int64_t element_bytes);

#endif
