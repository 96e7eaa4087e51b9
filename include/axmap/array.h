/* Arrays that go into a call and come out of it.
 *
 * An array is whole (every rank holds all of it) or sharded along one axis: each rank holds a
 * contiguous run of rows. The results of a mapped function are sharded under several ranks, and may
 * go into the next call as they are. Arrays are refcounted, and may outlive the context whose call made
 * them: until it is released, memory of theirs that is given back serves for new results.
 *
 * A whole array given to a call of a mapped function is the global value, the same on every rank.
 */
#ifndef AXMAP_ARRAY_H
#define AXMAP_ARRAY_H

#include <axmap/context.h>
#include <axmap/type.h>

AX_BEGIN_DECLS

typedef struct ax_array ax_array;

/* A whole array. `data`: dense, row-major, ax_type_bytes(type) of it, copied; NULL: the memory is
 * not initialised, fill it through ax_array_data. Data are 64-byte aligned. */
AX_API ax_status *ax_array_create(const ax_type *type, const void *data, ax_array **out_array);

/* A sharded array from this rank's rows.
 *
 * type   of the global array
 * axis   the sharded one, in [0, ndim)
 * first, count   this rank's rows; ask ax_map_rows for those of a mapped function
 * data   the rows, dense and row-major, as the global array with `count` at `axis`; copied, or NULL
 */
AX_API ax_status *ax_array_create_sharded(const ax_type *type, int32_t axis, int64_t first,
                                          int64_t count, const void *data, ax_array **out_array);

AX_API void ax_array_retain(ax_array *array);
AX_API void ax_array_release(ax_array *array); /* NULL is allowed */

/* The global type. */
AX_API ax_type ax_array_type(const ax_array *array);
/* What this rank holds: all of a whole array, its rows of a sharded one. NULL once the array was
 * donated to a call (`donate` of ax_jit_options, ax_pmap_options and ax_map_options). */
AX_API void *ax_array_data(ax_array *array);
AX_API bool ax_array_is_sharded(const ax_array *array);
/* The rows that `ax_array_data` holds, and their axis; of a whole array axis 0 and all rows. */
AX_API void ax_array_rows(const ax_array *array, int32_t *out_axis, int64_t *out_first,
                          int64_t *out_count);

/* The whole array on every rank. Communicates when the array is sharded. */
AX_API ax_status *ax_array_gather(ax_context *context, ax_array *array, ax_array **out_whole);

AX_END_DECLS

#endif
