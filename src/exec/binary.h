/* Compiled programs of a context, found again by what they compute.
 *
 * A binary is an executable and the runners that are at rest: a run takes one, or makes one where several
 * threads run the binary at once. Binaries are refcounted; a context keeps the last ones in a cache, by the
 * fingerprint of their graph and, for jitted functions, by function and argument types. They end before the
 * context's devices and code generator do.
 *
 * Threads: any number at once.
 */
#ifndef AXMAP_EXEC_BINARY_H
#define AXMAP_EXEC_BINARY_H

#include "backend/executable.h"
#include "exec/context.h"
#include "transform/fn.h"

#include <pthread.h>

typedef struct ax_binary {
    atomic_int references;
    ax_context *context; /* borrowed */
    ax_executable *executable;
    bool *donated; /* by input of the executable; NULL: none */
    double compile_seconds;
    pthread_mutex_t lock;
    struct ax_seat *idle; /* guarded by `lock` */
    int32_t nidle;
} ax_binary;

/* What one run at a time needs: a runner, and room for the pointers that it is given. */
typedef struct ax_seat {
    struct ax_seat *next;
    ax_runner *runner;
    const void **inputs;
    void **outputs;
} ax_seat;

void ax_binary_retain(ax_binary *binary);
void ax_binary_release(ax_binary *binary); /* NULL is allowed */

ax_status *ax_binary_take_seat(ax_binary *binary, ax_seat **out_seat);
/* Gives a seat back: it is kept unless it holds much memory, which is then others' to use. */
void ax_binary_leave_seat(ax_binary *binary, ax_seat *seat);
/* For those who have a seat of their own. */
ax_status *ax_binary_make_seat(const ax_binary *binary, ax_seat **out_seat);
void ax_seat_free(ax_seat *seat); /* NULL is allowed */

/* Runs with the seat's inputs and outputs, in the floating-point environment that kernels want. */
ax_status *ax_seat_run(ax_seat *seat);

/* ---- the cache of a context ---- */

typedef struct ax_binaries ax_binaries;

ax_status *ax_binaries_create(ax_binaries **out_binaries);
void ax_binaries_free(ax_binaries *binaries); /* NULL is allowed */

/* The binary of a graph without axes of its own, which it takes over (also on failure): found, or
 * compiled. `donated` by input, or NULL. The caller releases it. */
ax_status *ax_binary_of_graph(ax_context *context, ax_graph *graph, const bool *donated,
                              ax_binary **out_binary);

/* A jitted function's binary for these argument types, retained for the caller; NULL where the context
 * has none. ax_binary_remember makes it so: the function is then kept with it. */
ax_binary *ax_binary_of_fn(ax_context *context, const ax_fn *fn, const ax_type *const *types);
ax_status *ax_binary_remember(ax_context *context, ax_fn *fn, const ax_type *const *types,
                              ax_binary *binary);

#endif
