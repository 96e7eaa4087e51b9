/* The cpu backend's lowerings: each makes the kernel of an equation of its op, or leaves it to the op's own
 * evaluation (run stays NULL). They are listed in cpu.c. */
#ifndef AXMAP_BACKEND_CPU_LOWER_H
#define AXMAP_BACKEND_CPU_LOWER_H

#include "backend/backend.h"

typedef ax_status *ax_lower_fn(const ax_target *target, const ax_eqn *eqn, ax_kernel *out_kernel);

ax_lower_fn ax_lower_dot_general, ax_lower_convolution;

/* transpose, reshape, bitcast_convert, broadcast_in_dim, slice, concatenate, pad, reverse, dynamic_slice,
 * dynamic_update_slice and gather. */
ax_lower_fn ax_lower_copy;

/* Elementwise ops that are left alone by fusion; run stays NULL for any other. */
ax_lower_fn ax_lower_elements;

/* Ops that deal parts of their evaluation: iota, reduce, scatter, select_and_scatter, sort and
 * top_k. */
ax_lower_fn ax_lower_parts;

/* Pools over few elements are generated, others are dealt. */
ax_lower_fn ax_lower_reduce_window;

/* By op `fusion`: kinds loop, rows and columns are loop kernels, slabs run an executable (slabs.h); a product is
 * a contraction with an epilogue. */
ax_lower_fn ax_lower_fusion, ax_lower_product;

#endif
