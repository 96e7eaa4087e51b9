/* An executable: a graph with its memory plan, bound to a backend.
 *
 * It is immutable; a runner is what one thread needs to run it: workspace, scratch, tensors. A
 * runner allocates when it is made and never again, but for the scratch of large kernels, which it
 * keeps.
 */
#ifndef AXMAP_BACKEND_EXECUTABLE_H
#define AXMAP_BACKEND_EXECUTABLE_H

#include "backend/backend.h"
#include "compile/plan.h"
#include "device/allocator.h"
#include "ops/eval.h"

typedef struct ax_executable ax_executable;
typedef struct ax_runner ax_runner;

/* Takes the graph over, also on failure. `blas` may be NULL for the reference backend. */
ax_status *ax_executable_create(ax_graph *graph, const ax_backend *backend,
                                const struct ax_blas *blas, ax_executable **out_executable);
void ax_executable_free(ax_executable *executable); /* NULL is allowed */

/* Bytes of workspace that each runner holds, and the largest sum of values alive at once in it. */
int64_t ax_executable_workspace(const ax_executable *executable);
int64_t ax_executable_largest_live(const ax_executable *executable);

/* `allocator` gives the runner's memory and outlives it. */
ax_status *ax_runner_create(const ax_executable *executable, ax_allocator *allocator,
                            ax_runner **out_runner);
void ax_runner_free(ax_runner *runner); /* NULL is allowed */

/* Runs once. `inputs` and `outputs` point to dense row-major memory of the graph's types; an output
 * may not overlap an input or another output. Errors name the equation. */
ax_status *ax_runner_run(ax_runner *runner, const void *const *inputs, void *const *outputs);

#endif
