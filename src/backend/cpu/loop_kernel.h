/* What the kernels of the three kinds share: units, buffers, and how much work is worth a thread. */
#ifndef AXMAP_BACKEND_CPU_LOOP_KERNEL_H
#define AXMAP_BACKEND_CPU_LOOP_KERNEL_H

#include "backend/backend.h"
#include "backend/cpu/codegen.h"
#include "backend/cpu/loop_program.h"

/* A kernel's function: items [begin, end) of its domain. `scratch` is what its kind says. */
typedef void ax_loop_fn(void *const *buffers, int64_t begin, int64_t end, void *scratch);

enum { AX_LOOP_MOST_BUFFERS = 96, AX_LOOP_MOST_FUNCTIONS = 16 };

/* Where a kernel finds its buffers: operands, results, constants. It is the head of every state. */
typedef struct ax_loop_buffers {
    int32_t noperands, nresults, nconstants;
    const void *constants[AX_LOOP_MOST_BUFFERS];
} ax_loop_buffers;

/* False: there are too many. */
bool ax_loop_buffers_make(const ax_loop_program *program, ax_loop_buffers *out_buffers);
void ax_loop_buffers_fill(const ax_loop_buffers *buffers, const ax_tensor *operands,
                          const ax_tensor *results, void **out_pointers);

/* Whether each equation of a region is one of an index, a reduction or one that can be emitted (lower_fusion.c). */
bool ax_loop_region_known(const ax_graph *region);

/* What a writer of a unit is told. */
typedef struct ax_loop_unit {
    const ax_target *target;
    const ax_eqn *fusion;
    const ax_loop_program *program;
    const char *version; /* of the writer: "loop 6" */
    ax_status *(*write)(ax_emitter *emitter, const void *user);
    const void *user;
    int32_t nfunctions;
    const char *const *functions;
} ax_loop_unit;

ax_status *ax_loop_unit_get(const ax_loop_unit *unit, ax_loop_fn **out_functions);

/* The type of ax_loop_fn, begun as the emitter's function. */
void ax_loop_function_begin(ax_emitter *emitter, const char *name);

/* ---- results past the cache ----
 *
 * Results that the last cache cannot hold are better written past it: then what was in it stays, and their
 * lines are not read first. Such stores must lie at multiples of 64 bytes, or of less where they are shorter: where
 * results begin is seen as a function runs (ax_frame_stream). */

/* Whether results are so large, and rows of `row` elements keep the stores where they must lie. */
bool ax_loop_streams(const ax_loop_program *program, int64_t row);
/* Behind the last store of a function that streams: other threads may read. */
void ax_loop_fence(ax_emitter *emitter);

/* About the bytes that could be moved while one element of the domain is computed. */
int64_t ax_loop_work(const ax_loop_program *program);

/* Items that a piece should have, when `item` bytes go by with each: enough to be worth a thread. */
int64_t ax_loop_grain(int64_t item);
/* Whether all the work is so little that the caller does it alone. */
bool ax_loop_is_small(int64_t work);

/* The kernel of a fusion, by its kind (lower_loop.c, lower_rows.c, lower_columns.c); leaves `run` NULL where
 * there is none. */
ax_status *ax_loop_kernel(const ax_target *target, const ax_eqn *fusion,
                          const ax_loop_program *program, ax_kernel *out_kernel);

ax_status *ax_rows_kernel(const ax_target *target, const ax_eqn *fusion,
                          const ax_loop_program *program, ax_kernel *out_kernel);

ax_status *ax_columns_kernel(const ax_target *target, const ax_eqn *fusion,
                             const ax_loop_program *program, ax_kernel *out_kernel);

#endif
