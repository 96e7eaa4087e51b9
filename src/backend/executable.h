/* An executable: a graph as its backend wants it, with its memory plan and its kernels.
 *
 * It is immutable; a runner is what it takes to run it once at a time: memory, tensors, and the team that
 * helps. A runner allocates when it is made and never again, but for the scratch of kernels that do not
 * say beforehand what they need, which it keeps.
 */
#ifndef AXMAP_BACKEND_EXECUTABLE_H
#define AXMAP_BACKEND_EXECUTABLE_H

#include "backend/backend.h"
#include "compile/cost.h"
#include "compile/plan.h"
#include "device/allocator.h"
#include "device/team.h"

typedef struct ax_executable ax_executable;
typedef struct ax_runner ax_runner;

/* Takes the graph over, also on failure; `target` outlives the executable. */
ax_status *ax_executable_create(ax_graph *graph, const ax_target *target,
                                ax_executable **out_executable);

/* The same for a graph some of whose inputs are used up by a run: `donated`, by input, says which. Their
 * memory may be written over, and outputs may lie in it (ax_executable_alias). NULL: none. */
ax_status *ax_executable_create_donating(ax_graph *graph, const ax_target *target,
                                         const bool *donated, ax_executable **out_executable);
/* The same for a graph that has been rewritten already. */
ax_status *ax_executable_create_rewritten(ax_graph *graph, const ax_target *target,
                                          ax_executable **out_executable);
void ax_executable_free(ax_executable *executable); /* NULL is allowed */

/* Two executables for a graph that is run again and again, some of its inputs always the same.
 *
 * invariant     by input of the graph: whether it has the same value in every run
 * out_prologue  run once: takes the invariant inputs, in their order, and gives what `rest` needs of them
 *               (packed weights, say); NULL where there is nothing to compute beforehand
 * out_rest      takes all inputs of the graph, then the prologue's outputs */
ax_status *ax_executable_create_hoisted(ax_graph *graph, const ax_target *target,
                                        const bool *invariant, ax_executable **out_prologue,
                                        ax_executable **out_rest);

/* The graph that it runs, as the backend rewrote it, with the inputs and outputs that it takes and gives. */
const ax_graph *ax_executable_graph(const ax_executable *executable);

/* The donated input whose memory output `output` may be given, or -1. */
int32_t ax_executable_alias(const ax_executable *executable, int32_t output);

/* Bytes that each runner without a team holds, and the largest sum of what is alive at once in it. */
int64_t ax_executable_workspace(const ax_executable *executable);
int64_t ax_executable_largest_live(const ax_executable *executable);

/* The plan for runners of `threads` threads: some kernels need scratch for each. It is made when it is
 * first asked for, and kept with the executable. */
ax_status *ax_executable_plan(const ax_executable *executable, int32_t threads,
                              const ax_plan **out_plan);

/* Whether all its kernels are position_free (backend/backend.h). */
bool ax_executable_position_free(const ax_executable *executable);

typedef struct ax_executable_counts {
    int32_t kernels;   /* equations that are run */
    int32_t evaluated; /* of these, by their op's own evaluation */
    int32_t unplanned; /* that do not say beforehand which scratch they need */
} ax_executable_counts;

ax_executable_counts ax_executable_count(const ax_executable *executable);

/* Its steps, in the order in which they run: the equations that have a kernel. */
int32_t ax_executable_step_count(const ax_executable *executable);
void ax_executable_step(const ax_executable *executable, int32_t step, const ax_eqn **out_eqn,
                        const ax_kernel **out_kernel);

/* What its kernels and copies cost (compile/cost.h). */
ax_cost ax_executable_cost(const ax_executable *executable);

/* Its steps, for people: kernels, operands and results with where they lie, regions of fusions; then
 * memory, operations and bytes moved, for runners of `threads` threads. The caller frees the text. */
ax_status *ax_executable_print(const ax_executable *executable, int32_t threads, char **out_text);

/* `allocator` gives the runner's memory, the plan's workspace at once, and outlives it. `team`: threads
 * that help the caller, who takes the place of the first of them; NULL: the caller alone. */
ax_status *ax_runner_create(const ax_executable *executable, ax_allocator *allocator, ax_team *team,
                            ax_runner **out_runner);
void ax_runner_free(ax_runner *runner); /* NULL is allowed */

/* Runs once. `inputs` and `outputs` point to dense row-major memory of the graph's types, 64-byte
 * aligned; an output may not overlap an input or another output, but it may be the input that is its
 * alias. Donated inputs hold anything afterwards. Errors name the equation. */
ax_status *ax_runner_run(ax_runner *runner, const void *const *inputs, void *const *outputs);

/* From now on each run writes the seconds that each step took; NULL: no longer. */
void ax_runner_time_steps(ax_runner *runner, double *seconds);

#endif
