/* How an array lies over named axes: for each dimension the axes that cut it, major to minor, and the
 * axes over which the array is a sum that nobody has added up yet ("unreduced"). Axes are numbers of a
 * list of names that stands beside the specs. */
#ifndef AXMAP_IR_SPEC_H
#define AXMAP_IR_SPEC_H

#include "ir/type.h"

typedef struct ax_spec {
    int32_t ndim;
    ax_ints dims[AX_MAX_NDIM];
    ax_ints unreduced;
} ax_spec;

/* Attributes hold a list of specs as one list of integers: of each spec the number of unreduced axes
 * and these, the number of dimensions, and of each dimension the number of axes and these. */

/* Reads the spec at `*position` and moves on; it borrows from the list. False at the end of the list,
 * and where the list breaks off or counts wrongly. */
bool ax_specs_next(ax_ints list, int32_t *position, ax_spec *out_spec);

/* The spec number `index` of a list that has been checked. */
ax_spec ax_specs_at(ax_ints list, int32_t index);

/* Writes the list to `out` (NULL: only counts) and returns how many integers it takes. */
int32_t ax_specs_write(const ax_spec *specs, int32_t count, int64_t *out);

/* The dimension that an axis cuts, or -1. */
int32_t ax_spec_dim_of(const ax_spec *spec, int64_t axis);
bool ax_spec_is_unreduced(const ax_spec *spec, int64_t axis);

#endif
