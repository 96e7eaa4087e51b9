/* Elements from a file into memory: a box of an array, rearranged on the way.
 *
 * The box is described in the file's own order of dimensions, slowest first; the engine cuts it into
 * pieces that fit a few MiB of staging memory, reads them in runs as long as there are, turns bytes
 * and copies. A box that lies in the file as it shall lie in memory is read in place.
 */
#ifndef AXMAP_FORMATS_ELEMENTS_H
#define AXMAP_FORMATS_ELEMENTS_H

#include "formats/stored_array.h"

typedef struct ax_element_box {
    ax_dtype dtype;
    bool swapped;
    int64_t offset;                    /* in bytes, of the box's first element */
    int32_t ndim;                      /* in the file's order, slowest first */
    int32_t row_dim;                   /* the only one that may be taken in part, or -1 */
    int64_t dims[AX_MAX_NDIM];         /* of the box */
    int64_t file_strides[AX_MAX_NDIM]; /* in elements */
    int64_t strides[AX_MAX_NDIM];      /* in memory, in elements */
} ax_element_box;

/* Rows [first, first + count) along `axis`, which comes first in memory; all must be in range. */
void ax_element_box_rows(const ax_stored_array *array, int32_t axis, int64_t first, int64_t count,
                         ax_element_box *out_box);
/* All elements, in row-major order in memory. */
void ax_element_box_all(const ax_stored_array *array, ax_element_box *out_box);

/* Reads the box into dense memory. Errors: AX_IO, AX_OUT_OF_MEMORY. Threads: any number. */
ax_status *ax_elements_read(int descriptor, const char *path, const ax_element_box *box,
                            void *destination);

#endif
