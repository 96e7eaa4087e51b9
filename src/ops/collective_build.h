/* What the public functions of <axmap/collective.h> are made of. Errors are sticky. */
#ifndef AXMAP_OPS_COLLECTIVE_BUILD_H
#define AXMAP_OPS_COLLECTIVE_BUILD_H

#include "ir/builder.h"

#include <axmap/collective.h>

/* Reports an error with the user's place: poison. */
ax_value ax_collective_fail(ax_builder *builder, ax_status *status, const char *what,
                            ax_location here);

/* The axes' sizes in the builder's arena, or NULL after an error: none, one twice, or one that nobody
 * binds. */
const int64_t *ax_find_axis_sizes(ax_builder *builder, const char *what, ax_names axes,
                                  ax_location here);

/* The members of all axes, or -1 after an error. */
int64_t ax_count_members(ax_builder *builder, const char *what, ax_names axes, ax_location here);

int32_t ax_widest_group(const ax_groups *groups);

enum { AX_COLLECTIVE_MOST_ATTRS = 6 };

/* The op over the axes, with what is its own in `attrs` (room for AX_COLLECTIVE_MOST_ATTRS). */
ax_value ax_emit_collective(const ax_op *op, ax_value operand, ax_names axes,
                            const ax_groups *groups, ax_attr *attrs, int32_t nattrs,
                            ax_location here);

#endif
