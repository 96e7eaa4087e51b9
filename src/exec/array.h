/* Arrays as the house sees them. */
#ifndef AXMAP_EXEC_ARRAY_H
#define AXMAP_EXEC_ARRAY_H

#include <axmap/array.h>
#include <stdatomic.h>

struct ax_array {
    atomic_int references;
    ax_type type; /* global */
    bool sharded;
    int32_t axis; /* 0 when whole */
    int64_t first, count;
    void *data;   /* NULL once donated */
    bool donated; /* to a call that has succeeded */
};

/* The type of what this rank holds. */
ax_type ax_array_local_type(const ax_array *array);

/* Releases the memory; the array is donated from now on. */
void ax_array_donate(ax_array *array);

#endif
