/* Backends: who computes an equation.
 *
 * A backend rewrites a graph to its liking and gives a kernel for each equation. The reference backend
 * leaves the graph as it stands and gives each op's own evaluation, the meaning of the op; the cpu
 * backend fuses, has kernels beside itself and falls back to evaluation. So every op works everywhere
 * from its first day.
 */
#ifndef AXMAP_BACKEND_BACKEND_H
#define AXMAP_BACKEND_BACKEND_H

#include "ir/op.h"
#include "ops/eval.h"

struct ax_codegen; /* backend/cpu/codegen.h */
struct ax_team;    /* device/team.h */

typedef struct ax_backend ax_backend;

/* What code is made for; borrowed by executables, which it outlives. */
typedef struct ax_target {
    const ax_backend *backend;
    struct ax_codegen *codegen; /* cpu: NULL: nothing is fused or generated */
    struct ax_team *team;       /* helps to make kernels; NULL: each thread makes its own */
} ax_target;

/* What runs an equation. */
typedef struct ax_kernel {
    const char *name; /* as `axmap show --optimized` prints it; "eval" for an op's own evaluation */
    ax_eval_fn *run;
    void *state; /* env->state while it runs; immutable: several threads may run it at once */
    void (*free)(void *); /* frees the state; NULL: it owns nothing */
    /* The most that one run takes from env->scratch, in bytes, with `threads` threads: the sum of its
     * requests, each rounded up to 64. NULL: not known beforehand. */
    int64_t (*scratch)(const void *state, const ax_eqn *eqn, int32_t threads);
    /* Whether an element of a result has the same bits whatever the size of a dimension that vmap added,
     * and wherever along it it stands. */
    bool position_free;
} ax_kernel;

struct ax_backend {
    const char *name;
    /* A graph of the same meaning, inputs and outputs that the backend would rather run; NULL: the graph
     * itself. `invariant`: by input whether it has the same value in every run, so that what depends on
     * such inputs alone is computed once (ax_executable_create_hoisted); NULL: none has. */
    ax_status *(*rewrite)(const ax_target *target, const ax_graph *graph, const bool *invariant,
                          ax_graph **out_graph);
    /* The backend's own kernel for the equation; leaves out_kernel->run NULL where it has none, and the op's
     * evaluation serves. Several threads may ask at once. NULL: it has none at all. */
    ax_status *(*lower)(const ax_target *target, const ax_eqn *eqn, ax_kernel *out_kernel);
};

extern const ax_backend ax_backend_reference;
extern const ax_backend ax_backend_cpu;

/* The target of the reference backend: it needs nothing else. */
extern const ax_target ax_target_reference;

/* The backend of this name, or NULL. */
const ax_backend *ax_backend_find(const char *name);

/* What runs this equation. AX_UNSUPPORTED where nothing can, with the op's reason. The caller ends it
 * with ax_kernel_free. */
ax_status *ax_kernel_create(const ax_target *target, const ax_eqn *eqn, ax_kernel *out_kernel);
void ax_kernel_free(ax_kernel *kernel); /* a zeroed one is allowed */

#endif
