/* Arrays as the house sees them. */
#ifndef AXMAP_EXEC_ARRAY_H
#define AXMAP_EXEC_ARRAY_H

#include "device/allocator.h"

#include <axmap/array.h>
#include <stdatomic.h>

struct ax_array {
    atomic_int references;
    ax_type type; /* global */
    bool sharded;
    int32_t axis; /* 0 when whole */
    int64_t first, count;
    void *data;    /* NULL once donated */
    int64_t bytes; /* what `data` was asked for with */
    ax_allocator
        *allocator; /* that `data` goes back to; NULL: malloc's. It lasts as long as its buffers */
    bool donated;   /* to a call that has succeeded */
};

/* The type of what this rank holds. */
ax_type ax_array_local_type(const ax_array *array);

/* As ax_array_create and ax_array_create_sharded without data, in memory of an allocator: what calls
 * make, so that results find the pages of earlier ones. The array may outlive the allocator's owner. */
ax_status *ax_array_create_in(ax_allocator *allocator, const ax_type *type, ax_array **out_array);
ax_status *ax_array_create_sharded_in(ax_allocator *allocator, const ax_type *type, int32_t axis,
                                      int64_t first, int64_t count, ax_array **out_array);

/* A whole array in the memory of a whole one of as many bytes, which is donated by it. */
ax_status *ax_array_take_over(ax_array *donated, const ax_type *type, ax_array **out_array);

/* Releases the memory; the array is donated from now on. */
void ax_array_donate(ax_array *array);

#endif
