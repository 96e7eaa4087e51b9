/* What makes an executable; for its own files. */
#ifndef AXMAP_BACKEND_EXECUTABLE_PRIVATE_H
#define AXMAP_BACKEND_EXECUTABLE_PRIVATE_H

#include "backend/executable.h"

#include <pthread.h>

/* The plan for one number of threads. */
typedef struct ax_threads_plan {
    struct ax_threads_plan *next;
    int32_t threads;
    ax_plan *plan;
} ax_threads_plan;

struct ax_executable {
    ax_graph *graph;
    const ax_target *target;
    bool *donated;      /* by input; NULL: none */
    ax_kernel *kernels; /* by equation number; without `run` where nothing is to be run */
    ax_plan *plan;      /* for one thread */
    pthread_mutex_t lock;
    ax_threads_plan *plans; /* for other numbers of threads; guarded by `lock` */
};

/* The scratch that the kernel of an equation says it takes, or 0. */
int64_t ax_kernel_scratch(const ax_kernel *kernel, const ax_eqn *eqn, int32_t threads);

#endif
